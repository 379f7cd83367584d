"""Preference-based MCTS: an iteration is a binary subtree of the tree, and all that counts is which of two is better.

PB-MCTS [Joppen, Wirth & Fuernkranz 2018, "Preference-Based Monte Carlo Tree Search"], which is what `UCT` becomes with
``world=BinarySubtree(), selection=RelativeUCB(), final=BestValue()``. In each node two actions are chosen as in a
dueling bandit [Zoghi et al. 2014, "Relative Upper Confidence Bound"], both are followed, and the two outcomes that come
back are compared. So a path of depth n becomes a subtree with up to 2^(n-1) playouts.

A node's `visits` count comparisons, and its `total` those its action has won (ties half): its mean is the share of
comparisons won, which orders actions as their Borda counts. What we know of the paper is second-hand: that relative UCB
takes two different actions, and that the preferred outcome goes up, are readings of ours.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...engine.arithmetic import log
from ...engine.generic import helper
from ...engine.random import below
from ...game import CHANCE, TERMINAL, legal, play, put, sample_action, to_move
from ...search.mcts.loop import may_begin
from ...search.mcts.memory import (
    BROKEN,
    CALLS,
    CURRENT,
    DEPTH,
    FIRST_SAVED,
    FULL,
    ITERATIONS,
    LAST_CALL,
    MARGIN,
    MOST_PLAYS,
    NO_ACTIONS,
    NODES,
    TOO_LONG,
    TOO_MANY,
    WAITING,
    add_child,
    for_leaf,
)
from ...search.mcts.playouts import evaluate
from ...search.mcts.priors import NoPrior
from ...search.mcts.pruning import All
from ...search.mcts.selection import duel_bound
from ...search.mcts.tree import FRAME, NONE, ROOT
from ...search.mcts.values import Mean
from ...search.mcts.world import sample

LEVELS = 32  # of a subtree; what is deeper is played out


class BinarySubtree(NamedTuple):
    """Two actions are followed in every node of an iteration, open loop; see this module.

    best: whether the parent gets the outcome that is preferred (ties at random); False: one of the two at random.
    """

    several_paths = True  # in an iteration

    best: bool = True

    def search_arrays(self, facts):
        return {"frames": np.zeros(LEVELS, np.dtype((np.record, FRAME))),
                "returned": np.zeros((2 * LEVELS, 2 * facts.players))}

    def spare_states(self, facts):
        return LEVELS

    def problem(self, game, facts, method):
        if not duel_bound.defines(type(method.selection)):
            return "compares two actions at a time, so it goes with selection=RelativeUCB()."
        if type(method.value) is not Mean or type(method.pruning) is not All or type(method.prior) is not NoPrior:
            return "looks at the shares of comparisons won alone: leave value, pruning and prior as they are."
        if not facts.perfect_information:
            return f"takes the state as it is, but something is hidden in {facts.title}: use world=SingleObserver()."

    def run_iterations(self, game, parts, root, memory, iterations, calls, spare):
        memory.counters[LAST_CALL] = calls
        for _ in range(iterations):
            if memory.counters[CALLS] >= calls and not memory.counters[WAITING]:
                break
            if not may_begin(parts, memory, spare):
                break
            follow_subtree(self, game, parts, root, memory)
            if memory.counters[WAITING]:
                break


class RelativeUCB(NamedTuple):
    """Relative UCB [Zoghi et al. 2014, Alg. 1]: w_ij / n_ij + sqrt(alpha ln t / n_ij), t the visits of the node.

    The first action is drawn among those that may beat all others, the second is its strongest other rival.

    alpha: weight of exploration, at least 0 (the theory asks for more than 1/2); 0 switches exploration off.
    """

    alpha: float = 0.51

    def problem(self, game, facts, method):
        if not isinstance(method.world, BinarySubtree):
            return "compares two actions at a time, so it goes with world=BinarySubtree()."

    def duel_bound(self, won, duels, log_visits):
        if duels == 0.0:
            return 2.0  # x / 0 counts as 1 in both terms
        return won / duels + math.sqrt(self.alpha * log_visits / duels)

    def node_arrays(self, capacity, facts):
        """``memory.selection``: (float64[nodes, actions], duels won against each sibling; int32[nodes], the child that
        was last the only one that may beat all others; int32[nodes], the place among the siblings)."""
        return np.empty((capacity, facts.actions)), np.empty(capacity, np.int32), np.empty(capacity, np.int32)

    def init_node(self, node, memory):
        memory.selection[0][node] = 0.0
        memory.selection[1][node] = NONE
        memory.selection[2][node] = 0


@helper
def follow_subtree(world, game, parts, root, memory):
    """Make an iteration, or the rest of one that waits for room.

    Depth first: `frames` are the nodes of the subtree from the root to where we are. Where there is no room for the
    children of a node, the iteration waits for some, and goes on there when it is called again.
    """
    nodes, frames, counters = memory.nodes, memory.frames, memory.counters
    level = int(counters[WAITING]) - 1
    if level < 0:
        sample(world, game, root, memory.states[CURRENT], memory)
        level, frames[0].node = 0, ROOT
    counters[WAITING] = 0
    opening = True
    while level >= 0 and not counters[BROKEN]:
        frame = frames[level]
        if opening:
            opening = False
            if not open_frame(game, parts, level, memory):
                counters[WAITING] = level + 1
                return
            if frame.first == NONE and not counters[BROKEN]:  # no room any more: the node is a leaf
                play_out(parts, game, level, memory)
                level -= 1
                if level >= 0:
                    take(level, memory)
                continue
        if frame.returned == 2:
            settle(world, level, memory)
            level -= 1
            if level >= 0:
                take(level, memory)
            continue
        child = int(frame.first if frame.returned == 0 else frame.second)
        if child == NONE or (frame.returned == 1 and counters[CALLS] >= counters[LAST_CALL]):
            frame.second = NONE
            frame.returned = 2
            continue
        put(game, memory.states, place_of(level + 1), memory.states[place_of(level)])
        state = memory.states[place_of(level + 1)]
        play(game, state, nodes[child].action, memory.rng)
        counters[CALLS] += 1
        while to_move(game, state) == CHANCE:
            play(game, state, sample_action(game, state, memory.rng, memory.scratch), memory.rng)
            counters[CALLS] += 1
        if level + 1 == counters[MOST_PLAYS] and to_move(game, state) != TERMINAL:
            counters[BROKEN] = TOO_LONG
            return
        if nodes[child].visits > 0 and to_move(game, state) != TERMINAL and level + 1 < LEVELS:
            level += 1
            frames[level].node = child
            opening = True
        else:
            play_out(parts, game, level + 1, memory)
            take(level, memory)
    counters[ITERATIONS] += 1


@helper
def place_of(level):
    """Where the state of a level is among the states."""
    return CURRENT if level == 0 else FIRST_SAVED + level - 1


@helper
def play_out(parts, game, level, memory):
    """Evaluate the state of a level."""
    memory.counters[DEPTH] = level
    played = evaluate(parts.leaf, game, memory.states[place_of(level)], for_leaf(memory))
    memory.counters[CALLS] += played  # evaluation may count further calls itself


@helper
def open_frame(game, parts, level, memory):
    """Choose the two actions of the frame's node; False if there is no room for its children."""
    frame = memory.frames[level]
    frame.mover = to_move(game, memory.states[place_of(level)])
    frame.returned = 0
    frame.first, frame.second = NONE, NONE
    n = grow(game, parts, level, int(frame.node), memory)
    if n > 0:
        frame.first = pick_first(parts, int(frame.node), memory)
        if n > 1:
            frame.second = pick_second(parts, int(frame.node), int(frame.first), memory)
    return n >= 0


@helper
def grow(game, parts, level, node, memory):
    """Give a node a child for each legal action, and mark those that are legal now; how many they are, -1 if there is
    no room yet. Where there will be none, actions are left out."""
    nodes, marks = memory.nodes, memory.legal_mark
    n = legal(game, memory.states[place_of(level)], memory.scratch)
    if n <= 0 or n > len(memory.scratch) - MARGIN:
        memory.counters[BROKEN] = NO_ACTIONS if n <= 0 else TOO_MANY
        return 0
    marks[-1] += 2
    now = marks[-1]
    for i in range(n):
        marks[memory.scratch[i]] = now
    known, last, place = 0, NONE, 0
    child = int(nodes[node].first_child)
    while child != NONE:
        if marks[nodes[child].action] == now:
            marks[nodes[child].action] = now + 1
            known += 1
        place += 1
        last = child
        child = int(nodes[child].next_sibling)
    if memory.counters[NODES] + n - known > len(nodes) and not memory.counters[FULL]:
        return -1
    for i in range(n):
        action = memory.scratch[i]
        if marks[action] == now and memory.counters[NODES] < len(nodes):
            marks[action] = now + 1
            last = add_child(parts, node, last, action, int(memory.frames[level].mover), memory)
            memory.selection[2][last] = place
            known += 1
            place += 1
    return known


@helper
def may_be_chosen(child, memory):
    """Whether a child bears the mark of being legal in this world."""
    return memory.legal_mark[memory.nodes[child].action] == memory.legal_mark[-1] + 1


@helper
def bound(parts, node, one, other, memory):
    """The upper bound for `one` against its sibling `other`."""
    beats, _, place = memory.selection
    won = beats[one, place[other]]
    log_visits = log(max(1.0, float(memory.nodes[node].visits)))
    return duel_bound(parts.selection, won, won + beats[other, place[one]], log_visits)


@helper
def may_beat_all(parts, node, child, memory):
    """Whether no upper bound speaks against `child` beating each sibling that may be chosen half of the time."""
    other = int(memory.nodes[node].first_child)
    while other != NONE:
        if other != child and may_be_chosen(other, memory) and bound(parts, node, child, other, memory) < 0.5:
            return False
        other = int(memory.nodes[other].next_sibling)
    return True


@helper
def pick_first(parts, node, memory):
    """A candidate, by [Zoghi et al. 2014, Alg. 1, lines 7-12]: the last sole one with chance 1/2, else another."""
    nodes, champion = memory.nodes, memory.selection[1]
    candidates, others, any_one = 0, 0, 0
    chosen, sole, drawn = NONE, NONE, NONE
    kept = False
    child = int(nodes[node].first_child)
    while child != NONE:
        if may_be_chosen(child, memory):
            any_one += 1
            if below(memory.rng, any_one) == 0:
                drawn = child
            if may_beat_all(parts, node, child, memory):
                candidates += 1
                sole = child
                if child == champion[node]:
                    kept = True
                else:
                    others += 1
                    if below(memory.rng, others) == 0:
                        chosen = child
        child = int(nodes[child].next_sibling)
    if not kept:
        champion[node] = NONE
    if candidates == 1:
        champion[node] = sole
        return sole
    if candidates == 0:
        return drawn
    return int(champion[node]) if kept and below(memory.rng, 2) == 0 else chosen


@helper
def pick_second(parts, node, first, memory):
    """The sibling that may beat the first one most; ties at random."""
    best, top, ties = NONE, -math.inf, 0
    child = int(memory.nodes[node].first_child)
    while child != NONE:
        if child != first and may_be_chosen(child, memory):
            worth = bound(parts, node, child, first, memory)
            if worth > top:
                best, top, ties = child, worth, 1
            elif worth == top:
                ties += 1
                if below(memory.rng, ties) == 0:
                    best = child
        child = int(memory.nodes[child].next_sibling)
    return best


@helper
def take(level, memory):
    """An outcome, in `rewards` and `grades`, has come back to a frame."""
    frame = memory.frames[level]
    which = 2 * level + int(frame.returned)
    for player in range(len(memory.rewards)):
        memory.returned[which, player] = memory.rewards[player]
    for player in range(len(memory.grades)):
        memory.returned[which, len(memory.rewards) + player] = memory.grades[player]
    frame.returned += 1


@helper
def give_back(which, memory):
    """Make an outcome that has come back that of the whole frame."""
    for player in range(len(memory.rewards)):
        memory.rewards[player] = memory.returned[which, player]
    for player in range(len(memory.grades)):
        memory.grades[player] = memory.returned[which, len(memory.rewards) + player]


@helper
def settle(world, level, memory):
    """Compare the two outcomes of a frame, for its mover, and hand one of them on."""
    frame = memory.frames[level]
    nodes = memory.nodes
    if frame.node == ROOT:
        nodes[ROOT].visits += 1
        nodes[ROOT].total += 0.5
    first, second = int(frame.first), int(frame.second)
    if second == NONE:  # nothing to compare with
        if first != NONE:
            count_duel(first, 0.5, memory)
            give_back(2 * level, memory)
        return
    column = int(frame.mover) + (len(memory.rewards) if len(memory.grades) > 0 else 0)
    difference = memory.returned[2 * level, column] - memory.returned[2 * level + 1, column]
    share = 1.0 if difference > 0.0 else (0.0 if difference < 0.0 else 0.5)
    beats, _, place = memory.selection
    beats[first, place[second]] += share
    beats[second, place[first]] += 1.0 - share
    count_duel(first, share, memory)
    count_duel(second, 1.0 - share, memory)
    if not world.best or share == 0.5:
        give_back(2 * level + below(memory.rng, 2), memory)
    else:
        give_back(2 * level + (0 if share == 1.0 else 1), memory)


@helper
def count_duel(child, share, memory):
    """Count a comparison of `child`, of which it won `share`, in [0, 1]."""
    memory.nodes[child].visits += 1
    memory.nodes[child].total += share
