"""Preference-based MCTS: an iteration follows a binary subtree, and only comparisons of two outcomes count.

This is PB-MCTS [Joppen, Wirth & Fuernkranz 2018, "Preference-Based Monte Carlo Tree Search"]: a `UCT` with
``tree=BinarySubtree(), selection=RelativeUCB(), final=BestValue()``. In each node two actions are chosen as in a
dueling bandit [Zoghi et al. 2014, "Relative Upper Confidence Bound"]. Both are followed, and their outcomes are
compared. So a path of depth n becomes a subtree with up to 2^(n-1) playouts.

In a node, `visits` is the number of comparisons, and `total` is the number of comparisons that the node's action won
(a tie is half). So the mean is the share of comparisons won, and it orders actions in the same way as Borda counts. We
know the 2018 paper only from other papers. So two details are our interpretation: relative UCB takes two different
actions, and the preferred outcome goes to the parent.
"""

import math

import numpy as np

from mcts_lab.engine.arithmetic import log
from mcts_lab.engine.random import below
from mcts_lab.game import CHANCE, TERMINAL, sample_action
from mcts_lab.search.advice import advised
from mcts_lab.search.mcts.backups import MeanBackup
from mcts_lab.search.mcts.components import SearchTree, Selection
from mcts_lab.search.mcts.loop import may_begin
from mcts_lab.search.mcts.memory import (
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
from mcts_lab.search.mcts.nodes import NONE, ROOT, children
from mcts_lab.search.mcts.priors import NoPrior
from mcts_lab.search.mcts.pruning import All
from mcts_lab.search.mcts.values import Mean

LEVELS = 32  # of a subtree; below them, playouts begin
FRAME = np.dtype([  # a node of an iteration
    ("node", np.int32), ("first", np.int32), ("second", np.int32),  # children; second: NONE if there is only one action
    ("mover", np.int32), ("returned", np.int32),  # returned: number of outcomes that have come back
], align=True)


def too_open(facts):
    return f"uses the whole state, but {facts.title} has hidden information. {advised(facts, '')}."


class BinarySubtree(SearchTree):
    """Search tree in which an iteration follows two actions in every node, open loop; see this module.

    best: True if the parent gets the preferred outcome (ties at random); False: one of the two outcomes at random.
    """

    several_paths = True  # in an iteration

    required = ("run_iterations",)

    best: bool = True

    def search_arrays(self, facts):
        """Return ``frames`` and ``returned``.

        ``frames``: FRAME records, from the root to the current node. ``returned``: float64[2 levels, twice the
        players], the rewards and grades that came back to a frame.
        """
        return {"frames": np.zeros(LEVELS, np.dtype((np.record, FRAME))),
                "returned": np.zeros((2 * LEVELS, 2 * facts.players))}

    def spare_states(self, facts):
        return LEVELS

    def problem(self, game, facts, method):
        if not facts.perfect_information:
            return too_open(facts)
        if not isinstance(method.selection, RelativeUCB):
            return "compares two actions at a time. Use selection=RelativeUCB()."
        if type(method.value) is not Mean or type(method.pruning) is not All or type(method.prior) is not NoPrior:
            return "only uses the shares of won comparisons. Leave value, pruning and prior as they are."
        if type(method.backup) is not MeanBackup:
            return "compares two outcomes at a time. Leave backup as it is."

    def run_iterations(self, game, components, root, memory, iterations, calls, spare):
        memory.counters[LAST_CALL] = calls
        for _ in range(iterations):
            if memory.counters[CALLS] >= calls and not memory.counters[WAITING]:
                break
            if not may_begin(components, memory, spare):
                break
            follow_subtree(self, game, components, root, memory)
            if memory.counters[WAITING]:
                break


class RelativeUCB(Selection):
    """Relative UCB [Zoghi et al. 2014, Alg. 1]: w_ij / n_ij + sqrt(alpha ln t / n_ij), where t is the visits of the
    node.

    The first action is chosen at random among those that may beat all others. The second one is its strongest
    rival.

    alpha: exploration constant, at least 0 (the theory needs more than 1/2); 0 switches exploration off.
    """

    required = ("duel_bound",)

    alpha: float = 0.51

    def problem(self, game, facts, method):
        if not facts.perfect_information:
            return too_open(facts)
        if not isinstance(method.tree, BinarySubtree):
            return "compares two actions at a time. Use tree=BinarySubtree()."

    def duel_bound(self, won, duels, log_visits):
        """Return an upper bound for the probability that one action beats another. won: number of duels won."""
        if duels == 0.0:
            return 2.0  # x / 0 counts as 1 in both terms
        return won / duels + math.sqrt(self.alpha * log_visits / duels)

    def node_arrays(self, capacity, facts):
        """Return the arrays ``beats``, ``champion`` and ``place``.

        ``beats``: float64[nodes, actions], duels won against each sibling. ``champion``: int32[nodes], the child
        that was last the only one that may beat all others. ``place``: int32[nodes], the index among the siblings.
        """
        return {"beats": np.empty((capacity, facts.actions)), "champion": np.empty(capacity, np.int32),
                "place": np.empty(capacity, np.int32)}

    def init_node(self, node, memory):
        memory.of(self).beats[node] = 0.0
        memory.of(self).champion[node] = NONE
        memory.of(self).place[node] = 0


def follow_subtree(tree, game, components, root, memory):
    """Carry out an iteration, or continue an iteration that waits for memory.

    The subtree is searched depth first: `frames` are the nodes from the root to the current node. If there is no memory
    for a node's children, the iteration waits, and the next call continues it at this node.
    """
    nodes, frames, counters = memory.nodes, memory.of(tree).frames, memory.counters
    level = int(counters[WAITING]) - 1
    if level < 0:
        tree.sample(game, root, memory.states[CURRENT], memory)
        level, frames[0].node = 0, ROOT
    counters[WAITING] = 0
    opening = True
    while level >= 0 and not counters[BROKEN]:
        frame = frames[level]
        if opening:
            opening = False
            if not open_frame(tree, game, components, level, memory):
                counters[WAITING] = level + 1
                return
            if frame.first == NONE and not counters[BROKEN]:  # no memory is left, so the node stays a leaf
                play_out(components, game, level, memory)
                level -= 1
                if level >= 0:
                    take(tree, level, memory)
                continue
        if frame.returned == 2:
            settle(tree, components, level, memory)
            level -= 1
            if level >= 0:
                take(tree, level, memory)
            continue
        child = int(frame.first if frame.returned == 0 else frame.second)
        if child == NONE or (frame.returned == 1 and counters[CALLS] >= counters[LAST_CALL]):
            frame.second = NONE
            frame.returned = 2
            continue
        game.put(memory.states, place_of(level + 1), memory.states[place_of(level)])
        state = memory.states[place_of(level + 1)]
        game.play(state, nodes[child].action, memory.rng)
        counters[CALLS] += 1
        while game.to_move(state) == CHANCE:
            game.play(state, sample_action(game, state, memory.rng, memory.scratch), memory.rng)
            counters[CALLS] += 1
        if level + 1 == counters[MOST_PLAYS] and game.to_move(state) != TERMINAL:
            counters[BROKEN] = TOO_LONG
            return
        if nodes[child].visits > 0 and game.to_move(state) != TERMINAL and level + 1 < LEVELS:
            level += 1
            frames[level].node = child
            opening = True
        else:
            play_out(components, game, level + 1, memory)
            take(tree, level, memory)
    counters[ITERATIONS] += 1


def place_of(level):
    """Return the index of a level's state among the states."""
    return CURRENT if level == 0 else FIRST_SAVED + level - 1


def play_out(components, game, level, memory):
    """Evaluate the state of a level."""
    memory.counters[DEPTH] = level
    played = components.leaf.evaluate(game, memory.states[place_of(level)], for_leaf(memory))
    memory.counters[CALLS] += played  # evaluation may count further calls itself


def open_frame(tree, game, components, level, memory):
    """Choose the two actions of the frame's node. Return False if there is no memory for its children."""
    frame = memory.of(tree).frames[level]
    frame.mover = game.to_move(memory.states[place_of(level)])
    frame.returned = 0
    frame.first, frame.second = NONE, NONE
    n = grow(game, components, level, int(frame.node), int(frame.mover), memory)
    if n > 0:
        frame.first = pick_first(components, int(frame.node), memory)
        if n > 1:
            frame.second = pick_second(components, int(frame.node), int(frame.first), memory)
    return n >= 0


def grow(game, components, level, node, mover, memory):
    """Add a child to a node for each legal action, mark the legal children, and return their number.

    Return -1 if there is no memory yet. If there will be none, actions without a child are left out.
    """
    nodes, marks = memory.nodes, memory.legal_mark
    n = game.legal(memory.states[place_of(level)], memory.scratch)
    if n <= 0 or n > len(memory.scratch) - MARGIN:
        memory.counters[BROKEN] = NO_ACTIONS if n <= 0 else TOO_MANY
        return 0
    marks[-1] += 2
    now = marks[-1]
    for i in range(n):
        marks[memory.scratch[i]] = now
    known, last, place = 0, NONE, 0
    for child in children(nodes, node):
        if marks[nodes[child].action] == now:
            marks[nodes[child].action] = now + 1
            known += 1
        place += 1
        last = child
    if memory.counters[NODES] + n - known > len(nodes) and not memory.counters[FULL]:
        return -1
    for i in range(n):
        action = memory.scratch[i]
        if marks[action] == now and memory.counters[NODES] < len(nodes):
            marks[action] = now + 1
            last = add_child(components, node, last, action, mover, memory)
            memory.of(components.selection).place[last] = place
            known += 1
            place += 1
    return known


def may_be_chosen(child, memory):
    """Return whether a child is marked as legal in this determinization."""
    return memory.legal_mark[memory.nodes[child].action] == memory.legal_mark[-1] + 1


def bound(components, node, one, other, memory):
    """Return the upper bound for `one` against its sibling `other`."""
    beats, place = memory.of(components.selection).beats, memory.of(components.selection).place
    won = beats[one, place[other]]
    log_visits = log(max(1.0, float(memory.nodes[node].visits)))
    return components.selection.duel_bound(won, won + beats[other, place[one]], log_visits)


def may_beat_all(components, node, child, memory):
    """Return whether the upper bound of `child` is at least 1/2 against each sibling that may be chosen."""
    for other in children(memory.nodes, node):
        if other != child and may_be_chosen(other, memory) and bound(components, node, child, other, memory) < 0.5:
            return False
    return True


def pick_first(components, node, memory):
    """Return a random child that may beat all its siblings [Zoghi et al. 2014, Alg. 1, lines 7-12].

    A child that was once the only such child has probability 1/2. Without such children, take any child.
    """
    nodes, champion = memory.nodes, memory.of(components.selection).champion
    candidates, others, any_one = 0, 0, 0
    chosen, sole, drawn = NONE, NONE, NONE
    kept = False
    for child in children(nodes, node):
        if may_be_chosen(child, memory):
            any_one += 1
            if below(memory.rng, any_one) == 0:
                drawn = child
            if may_beat_all(components, node, child, memory):
                candidates += 1
                sole = child
                if child == champion[node]:
                    kept = True
                else:
                    others += 1
                    if below(memory.rng, others) == 0:
                        chosen = child
    if not kept:
        champion[node] = NONE
    if candidates == 1:
        champion[node] = sole
        return sole
    if candidates == 0:
        return drawn
    return int(champion[node]) if kept and below(memory.rng, 2) == 0 else chosen


def pick_second(components, node, first, memory):
    """Return the sibling with the highest upper bound against the first child; ties at random."""
    best, top, ties = NONE, -math.inf, 0
    for child in children(memory.nodes, node):
        if child != first and may_be_chosen(child, memory):
            worth = bound(components, node, child, first, memory)
            if worth > top:
                best, top, ties = child, worth, 1
            elif worth == top:
                ties += 1
                if below(memory.rng, ties) == 0:
                    best = child
    return best


def take(tree, level, memory):
    """Store an outcome (`rewards` and `grades`) that has come back to a frame."""
    frame = memory.of(tree).frames[level]
    which = 2 * level + int(frame.returned)
    for player in range(len(memory.rewards)):
        memory.of(tree).returned[which, player] = memory.rewards[player]
    for player in range(len(memory.grades)):
        memory.of(tree).returned[which, len(memory.rewards) + player] = memory.grades[player]
    frame.returned += 1


def give_back(tree, which, memory):
    """Copy an outcome that has come back into `rewards` and `grades`."""
    for player in range(len(memory.rewards)):
        memory.rewards[player] = memory.of(tree).returned[which, player]
    for player in range(len(memory.grades)):
        memory.grades[player] = memory.of(tree).returned[which, len(memory.rewards) + player]


def settle(tree, components, level, memory):
    """Compare the two outcomes of a frame, from the view of its mover, and pass one of them on."""
    frame = memory.of(tree).frames[level]
    nodes = memory.nodes
    if frame.node == ROOT:
        nodes[ROOT].visits += 1
        nodes[ROOT].total += 0.5
    first, second = int(frame.first), int(frame.second)
    if second == NONE:  # nothing to compare with
        if first != NONE:
            count_duel(first, 0.5, memory)
            give_back(tree, 2 * level, memory)
        return
    column = int(frame.mover) + (len(memory.rewards) if len(memory.grades) > 0 else 0)
    difference = memory.of(tree).returned[2 * level, column] - memory.of(tree).returned[2 * level + 1, column]
    share = 1.0 if difference > 0.0 else (0.0 if difference < 0.0 else 0.5)
    beats, place = memory.of(components.selection).beats, memory.of(components.selection).place
    beats[first, place[second]] += share
    beats[second, place[first]] += 1.0 - share
    count_duel(first, share, memory)
    count_duel(second, 1.0 - share, memory)
    if not tree.best or share == 0.5:
        give_back(tree, 2 * level + below(memory.rng, 2), memory)
    else:
        give_back(tree, 2 * level + (0 if share == 1.0 else 1), memory)


def count_duel(child, share, memory):
    """Count a comparison of `child`. share: the share that it won, in [0, 1]."""
    memory.nodes[child].visits += 1
    memory.nodes[child].total += share
