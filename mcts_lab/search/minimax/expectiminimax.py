"""Expectiminimax: minimax for games with chance turns, whose value is the average over their outcomes.

    value(state) = payoff                                    at an end
                   evaluation                                at the depth limit
                   sum of probability * value of outcome     at a chance turn
                   max over actions                          where the root's player moves
                   min over actions                          where anybody else moves

[Russell & Norvig 2021, section 5.5]. All values are in the perspective of the root's player. As in `negamax`, the
recursion is a loop over a stack, so that it allocates nothing and can be stopped and taken up again.
"""

from __future__ import annotations

import sys
import time
from typing import NamedTuple

import numpy as np

from ...engine.generic import entry, helper
from ...engine.light import fill
from ...game import CHANCE, TERMINAL, facts, legal, new_states, play, to_move, weight
from . import exact
from .evaluation import evaluate, outcome
from .exact import Result
from .negamax import DEEPEST, LEAVES, NODES, PLY, SIZE, TABLE_HITS, UNLIMITED, one_less, with_root
from .transpositions import EXACT, NO_ACTION, NOWHERE, cuts_off, find, position_key, probe, store

MINE, THEIRS, BY_CHANCE = 1, -1, 0  # whose turn a ply is


class Plies(NamedTuple):
    """The recursion as arrays with one element, or row, per ply."""

    state: np.ndarray  # [plies + 1] of the game's states
    key: np.ndarray  # uint64[plies]
    turn: np.ndarray  # int64[plies], MINE, THEIRS or BY_CHANCE
    start: np.ndarray  # int64[plies], nodes counted when the ply was opened
    left: np.ndarray  # int64[plies], decisions still to search below
    value: np.ndarray  # float64[plies], the best value, or weighted sum, so far
    choice: np.ndarray  # int32[plies], the action of the best value
    unresolved: np.ndarray  # int8[plies], 1 if an evaluation, not only ends of games, was met below
    actions: np.ndarray  # int32[plies, branching]
    weights: np.ndarray  # float64[plies, branching], probabilities at a chance turn
    width: np.ndarray  # int64[plies], number of actions
    next: np.ndarray  # int64[plies], index of the next action to try
    root_values: np.ndarray  # float64[branching], in the order of `actions[0]`
    numbers: np.ndarray  # int64[SIZE], counters as in `negamax`


def new_plies(game, plies):
    """A stack for searches whose lines are at most `plies` turns long, chance turns included."""
    width = facts(game).branching
    return Plies(
        state=new_states(game, plies + 1), key=np.zeros(plies, np.uint64), turn=np.zeros(plies, np.int64),
        start=np.zeros(plies, np.int64), left=np.zeros(plies, np.int64), value=np.zeros(plies),
        choice=np.zeros(plies, np.int32), unresolved=np.zeros(plies, np.int8),
        actions=np.zeros((plies, width), np.int32),
        weights=np.zeros((plies, width)), width=np.zeros(plies, np.int64), next=np.zeros(plies, np.int64),
        root_values=np.zeros(width), numbers=np.zeros(SIZE, np.int64),
    )


@entry
def begin(game, evaluation, options, plies, table, rng, depth, low, high):
    """Put the root, which stands in ``plies.state[0]``, on the stack, to be searched `depth` decisions deep."""
    fill(plies.numbers, 0)
    plies.numbers[NODES] = 1
    open_ply(game, plies, 0, MINE, depth, position_key(table, game, plies.state[0]))


@entry
def advance(game, evaluation, options, plies, table, rng, limit):
    """Go on until the root is finished (True) or `limit` nodes are counted (False)."""
    numbers = plies.numbers
    ply = int(numbers[PLY])
    while numbers[NODES] < limit:
        # 1. all actions tried: the value goes up one ply
        if plies.next[ply] == plies.width[ply]:
            value = plies.value[ply]
            unresolved = int(plies.unresolved[ply])
            store(table, plies.key[ply], plies.left[ply], value, EXACT, plies.choice[ply], unresolved,
                 numbers[NODES] - plies.start[ply])
            if ply == 0:
                return True
            ply -= 1

        # 2. else the next action: its value is known at once, or it opens a ply of its own
        else:
            plies.state[ply + 1] = plies.state[ply]
            state = plies.state[ply + 1]
            play(game, state, plies.actions[ply, plies.next[ply]], rng)
            plies.next[ply] += 1
            player = to_move(game, state)
            left = plies.left[ply] if plies.turn[ply] == BY_CHANCE else one_less(plies.left[ply])
            if player == TERMINAL or left == 0 or ply + 1 == len(plies.left):
                numbers[NODES] += 1
                numbers[LEAVES] += 1
                unresolved = 0 if player == TERMINAL else 1
                value = leaf_value(game, evaluation, options, state, player)
            else:
                word = position_key(table, game, state)
                found = find(table, word)
                if found == NOWHERE or not cuts_off(table, found, left, -np.inf, np.inf):
                    numbers[NODES] += 1
                    ply += 1
                    turn = BY_CHANCE if player == CHANCE else MINE if with_root(options, player) else THEIRS
                    open_ply(game, plies, ply, turn, left, word)
                    continue
                value, _, unresolved = probe(table, found)
                numbers[TABLE_HITS] += 1

        # 3. a value has come back: average, maximise or minimise
        if ply == 0:
            plies.root_values[plies.next[0] - 1] = value
        plies.unresolved[ply] |= unresolved
        turn = plies.turn[ply]
        if turn == BY_CHANCE:
            plies.value[ply] += plies.weights[ply, plies.next[ply] - 1] * value
        elif value * turn > plies.value[ply] * turn:
            plies.value[ply] = value
            plies.choice[ply] = plies.actions[ply, plies.next[ply] - 1]
    numbers[PLY] = ply
    return False


@helper
def open_ply(game, plies, ply, turn, left, word):
    """Open ply `ply` for the position in its place of the stack."""
    plies.key[ply] = word
    plies.turn[ply] = turn
    plies.left[ply] = left
    plies.start[ply] = plies.numbers[NODES]
    plies.value[ply] = 0.0 if turn == BY_CHANCE else -np.inf * turn
    plies.choice[ply] = NO_ACTION
    plies.unresolved[ply] = 0
    plies.next[ply] = 0
    plies.width[ply] = legal(game, plies.state[ply], plies.actions[ply])
    if turn == BY_CHANCE:
        total = 0.0
        for i in range(plies.width[ply]):
            plies.weights[ply, i] = weight(game, plies.state[ply], plies.actions[ply, i])
            total += plies.weights[ply, i]
        for i in range(plies.width[ply]):
            plies.weights[ply, i] /= total
    plies.numbers[DEEPEST] = max(plies.numbers[DEEPEST], ply + 1)


@helper
def leaf_value(game, evaluation, options, state, player):
    """The value, to the root's player, of a state that is not searched further."""
    if player == TERMINAL:
        return outcome(evaluation, game, state, options.root) * 1.0
    if options.by_root or player == CHANCE or player == options.root:
        return evaluate(evaluation, game, state, options.root) * 1.0
    return 2.0 * options.centre - evaluate(evaluation, game, state, player)


class Expectiminimax(NamedTuple):
    """Depth-limited expectiminimax.

    For games whose chance is all in chance turns with listed outcomes; games that draw random numbers while an action
    is played are refused. Nothing is cut off.
    """

    depth: int | None = None  # decisions to search, chance turns not counted; None: to the end of the game
    evaluation: tuple | None = None  # of unfinished states at that depth; None: the game's heuristic, else all even
    perspective: str = "mover"  # whose evaluation: "mover" needs a zero-sum game; "root": the root's player's
    table_bits: int = 0  # remember the values of 2**table_bits states; 0: off

    def search(self, game, state, seed=None, *, progress=None, compiled=None) -> Result:
        """The `Result` for the player to move in `state`; nothing is drawn at random, so `seed` is not used.

        Its `line` is the best action alone, because what follows depends on chance. Raises ValueError if the game does
        not fit or a parameter is out of range.
        """
        task = exact.prepare(
            game, state, depth=self.depth, evaluation=self.evaluation, perspective=self.perspective,
            table_bits=self.table_bits, prune=False, chance=True,
        )
        plies = new_plies(game, facts(game).length)
        left = UNLIMITED if self.depth is None else self.depth
        compiled = exact.compile_first(sys.modules[__name__], game, task, plies, compiled)
        began = time.perf_counter()
        exact.finish(sys.modules[__name__], game, state, task, plies, left, progress=progress, compiled=compiled)
        numbers = [int(n) for n in plies.numbers]
        action = int(plies.choice[0])
        values = {int(a): float(v) for a, v in zip(plies.actions[0], plies.root_values[: plies.width[0]], strict=False)}
        return Result(
            action, values[action], (action,), values, self.depth, not plies.unresolved[0], numbers[NODES],
            numbers[LEAVES], 0, numbers[TABLE_HITS], numbers[DEEPEST], time.perf_counter() - began,
        )
