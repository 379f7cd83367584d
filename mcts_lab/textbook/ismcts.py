"""Searches for games in which something is hidden: each looks into worlds that the player to move thinks possible."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from ..engine.random import below, stream
from ..game import CHANCE, TERMINAL, copy, determinize, facts, legal_actions, play, sample_action, to_move
from .node import Node, back_up, simulate
from .uct import most_visited, uct


def ismcts(game, state, iterations, rng, c=0.7, limit=None):
    """Return the root of one tree over many worlds: single-observer ISMCTS
    [Cowling, Powley & Whitehouse 2012, Algorithm 1; Powley, Whitehouse & Cowling 2013].

    A node is a sequence of plays, which all players see; its children are the plays that were legal in some world.
    """
    observer, scratch = to_move(game, state), np.empty(facts(game).branching, np.int32)
    root = Node(None, observer)
    for _ in range(iterations):
        world, path = copy(game, state), [root]
        determinize(game, world, observer, rng)
        while to_move(game, world) != TERMINAL and (path[-1] is root or path[-1].visits > 0):
            node, mover = path[-1], to_move(game, world)
            if mover == CHANCE:
                actions = [int(sample_action(game, world, rng, scratch))]
            else:
                actions = legal_actions(game, world)
            there = [child for child in node.children if child.action in actions and child.mover == mover]
            known = [child.action for child in there]
            untried = [action for action in actions if action not in known]
            if untried:
                child = Node(untried[below(rng, len(untried)) if mover != CHANCE else 0], mover)
                child.available = 0
                node.children.append(child)
            else:  # UCB1, with how often a child could have been chosen in place of its parent's visits
                child = max(there, key=lambda one: one.total / one.visits + c * math.sqrt(
                    math.log(max(one.available, 1))) / math.sqrt(one.visits))
            for available in {child, *there}:
                available.available += 1
            play(game, world, child.action, rng)
            path.append(child)
        back_up(path, simulate(game, world, rng, limit))
    return root


def pimc(game, state, iterations, rng, trees=10, **options):
    """Return the action that most of `trees` searches choose, each in a world of its own, and their roots: perfect
    information Monte Carlo [Ginsberg 2001; Powley, Whitehouse & Cowling 2013]. Ties go by all visits together.

    options: of `uct`. Worlds are drawn from `rng`; the searches have a stream of their own, begun from it.
    """
    observer, roots, inside = to_move(game, state), [], stream(int(rng[0]))
    shares = np.diff(np.linspace(0, iterations, trees + 1).astype(int))
    for share in shares:
        world = copy(game, state)
        determinize(game, world, observer, rng)
        roots.append(uct(game, world, int(share), inside, **options))
    visits = Counter()
    for root in roots:
        visits.update({child.action: child.visits for child in root.children})
    votes = Counter(most_visited(root).action for root in roots)
    return max(visits, key=lambda action: (votes[action], visits[action])), roots
