"""World model: what one iteration takes to be true, and how a path through the tree stays in step with it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import generic, helper
from ...engine.random import below
from ...game import UNNOTICED, determinize, legal, observation
from .memory import init_node, node_arrays
from .tree import ROOT


class ClosedLoop(NamedTuple):
    """The state as it is. A node is a state; random events are nodes too, one child for each outcome."""

    needs = ("certain play",)


class OpenLoop(NamedTuple):
    """The state as it is, and the game plays out its randomness anew in each iteration. A node is a sequence of
    actions; children are added as they turn out to be legal [Perez-Liebana et al. 2015, "Open Loop Search"].
    """


# How often a child could have been chosen, by three bookkeepings of the same search.
PAPER, DEMO, VISITS = 0, 1, 2


class SingleObserver(NamedTuple):
    """A determinization, re-drawn in each iteration: SO-ISMCTS [Cowling, Powley & Whitehouse 2012, Alg. 1].

    A node is a sequence of plays, which stands for an information set of the player to move at the root where all plays
    are public. A child's urgency counts how often it was available.

    availability: `PAPER` counts every visit of the parent with the action legal, since the child was made; `DEMO`
    leaves out visits that add a child, as the program published with [Powley 2013] does; `VISITS` takes the parent's
    visits instead, which switches availability off, as OpenSpiel does.
    """

    needs = ("determinization", "known counting")

    availability: int = PAPER


class SingleObserverPOM(NamedTuple):
    """SO-ISMCTS with partially observable moves [Cowling, Powley & Whitehouse 2012, section V.B, "SO-ISMCTS + POM"].

    A node is what the player to move at the root has seen. Opponents' plays that look alike to him share a child, and
    are taken to be equally likely.
    """

    needs = ("determinization", "observation")


class MultipleObserver(NamedTuple):
    """A tree for every player, with what that player has seen: MO-ISMCTS [Cowling, Powley & Whitehouse 2012, Alg. 3].

    All trees are descended together, each play being chosen in the tree of the player to move.
    """

    needs = ("determinization", "observation")


@generic
def sample(rule, game, root, memory):
    """Put the world of this iteration into `memory.states[0]`. By default a copy of the root."""
    memory.states[0] = root


@sample.register(SingleObserver, SingleObserverPOM, MultipleObserver)
def determinized_sample(rule, game, root, memory):
    memory.states[0] = root
    determinize(game, memory.states[0], int(memory.nodes[ROOT].mover), memory.rng)


@generic
def counting(rule):
    """How availability is counted: `PAPER`, `DEMO` or `VISITS`."""
    return PAPER


@counting.register(SingleObserver)
def single_observer_counting(rule):
    return rule.availability


@generic
def skips_chance(rule):
    """Whether random events are played out without a node of their own."""
    return True


@skips_chance.register(ClosedLoop, SingleObserver, SingleObserverPOM, MultipleObserver)
def chance_nodes_skips_chance(rule):
    return False


@helper
def owner(tree, memory):
    """Whose tree it is: the first that of the player to move at the root, then those of the next players."""
    return (int(memory.nodes[ROOT].mover) + tree) % len(memory.rewards)


@generic
def own_tree(rule, player, memory):
    """The tree in which `player` chooses."""
    return 0


@own_tree.register(MultipleObserver)
def multiple_observer_own_tree(rule, player, memory):
    return 0 if player < 0 else (player - int(memory.nodes[ROOT].mover)) % len(memory.rewards)


@generic
def merge_labels(rule, game, state, player, n, memory):
    """Turn the `n` legal actions in `memory.scratch` into the labels under which the tree keeps them; how many."""
    return n


@merge_labels.register(SingleObserverPOM)
def single_observer_pom_merge_labels(rule, game, state, player, n, memory):
    observer = int(memory.nodes[ROOT].mover)
    if player == observer:
        return n
    labels, scratch = 0, memory.scratch
    for i in range(n):
        label = observation(game, state, scratch[i], observer)
        new = label != UNNOTICED
        for j in range(labels):
            new = new and scratch[j] != label
        if new:
            scratch[labels] = label
            labels += 1
    return labels


@generic
def realise(rule, game, state, label, player, memory):
    """The action to play for the child with `label`."""
    return label


@realise.register(SingleObserverPOM)
def single_observer_pom_realise(rule, game, state, label, player, memory):
    """Uniform among what looks like `label` to the observer, and what he would not notice at all."""
    observer = int(memory.nodes[ROOT].mover)
    if player == observer:
        return label
    chosen, alike = label, 0
    for i in range(legal(game, state, memory.scratch)):
        action = memory.scratch[i]
        seen = observation(game, state, action, observer)
        if seen == label or seen == UNNOTICED:
            alike += 1
            if alike == 1 or below(memory.rng, alike) == 0:
                chosen = action
    return chosen


@generic
def unnoticed(rule, game, state, action, player, memory):
    """Whether the tree takes no notice of `action`."""
    return False


@unnoticed.register(SingleObserverPOM)
def single_observer_pom_unnoticed(rule, game, state, action, player, memory):
    observer = int(memory.nodes[ROOT].mover)
    return player != observer and observation(game, state, action, observer) == UNNOTICED


@node_arrays.register(OpenLoop, SingleObserver, SingleObserverPOM, MultipleObserver)
def by_label_node_arrays(rule, capacity, facts):
    return (np.empty(capacity, np.int32),)  # iterations in which the parent was visited and the action available



@init_node.register(OpenLoop, SingleObserver, SingleObserverPOM, MultipleObserver)
def by_label_init_node(rule, node, memory):
    memory.world[0][node] = 1
