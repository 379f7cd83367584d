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

import numpy as np

from ...engine.bundle import Bundle
from ...engine.distinct import Distinct
from ...engine.generic import entry, helper
from ...engine.light import fill
from ...errors import suggesting
from ...game import CHANCE, TERMINAL, action_name, entered, facts, legal, new_states, play, to_move, weight
from . import exact
from .evaluation import evaluate, outcome
from .exact import Result
from .negamax import DEEPEST, LEAVES, NODES, PLY, SIZE, TABLE_HITS, UNLIMITED, one_less, with_root
from .transpositions import EXACT, NO_ACTION, NOWHERE, cuts_off, find, position_key, probe, store

MINE, THEIRS, BY_CHANCE = 1, -1, 0  # whose turn a ply is


FRAME = np.dtype(
    [
        ("key", np.uint64),  # of the position
        ("start", np.int64),  # nodes counted when the ply was opened
        ("value", np.float64),  # the best value, or weighted sum, so far
        ("left", np.int32),  # decisions still to search below, or UNLIMITED
        ("choice", np.int32),  # the action of the best value
        ("width", np.int32),  # number of actions
        ("next", np.int32),  # index of the next action to try
        ("turn", np.int8),  # MINE, THEIRS or BY_CHANCE
        ("unresolved", np.int8),  # 1 if an evaluation, not only ends of games, was met below
    ],
    align=True,
)


class Plies(Bundle):
    """The recursion as arrays with one element, or row, per ply."""

    FIELDS = __slots__ = (
        "states",  # [plies + 1] of the game's states
        "frames",  # FRAME records [plies]
        "actions",  # int32[plies, branching]
        "weights",  # float64[plies, branching], probabilities at a chance turn
        "root_values",  # float64[branching], in the order of `actions[0]`
        "numbers",  # int64[SIZE], counters as in `negamax`
    )


def new_stack(game, plies):
    """A stack for searches whose lines are at most `plies` turns long, chance turns included."""
    width = facts(game).branching
    return Plies(
        states=new_states(game, plies + 1), frames=np.zeros(plies, np.dtype((np.record, FRAME))),
        actions=np.zeros((plies, width), np.int32), weights=np.zeros((plies, width)), root_values=np.zeros(width),
        numbers=np.zeros(SIZE, np.int64),
    )


@entry
def begin(game, evaluation, options, plies, table, rng, depth, low, high):
    """Put the root, which stands in ``plies.states[0]``, on the stack, to be searched `depth` decisions deep."""
    fill(plies.numbers, 0)
    plies.numbers[NODES] = 1
    open_ply(game, plies, 0, MINE, depth, position_key(table, game, plies.states[0]))


@entry
def advance(game, evaluation, options, plies, table, rng, limit):
    """Go on until the root is finished (True) or `limit` nodes are counted (False)."""
    numbers, frames = plies.numbers, plies.frames
    ply = int(numbers[PLY])
    while numbers[NODES] < limit:
        here = frames[ply]
        # 1. all actions tried: the value goes up one ply
        if here.next == here.width:
            value = here.value
            unresolved = int(here.unresolved)
            store(table, here.key, here.left, value, EXACT, here.choice, unresolved, numbers[NODES] - here.start)
            if ply == 0:
                return True
            ply -= 1

        # 2. else the next action: its value is known at once, or it opens a ply of its own
        else:
            plies.states[ply + 1] = plies.states[ply]
            state = plies.states[ply + 1]
            play(game, state, plies.actions[ply, here.next], rng)
            here.next += 1
            player = to_move(game, state)
            left = int(here.left) if here.turn == BY_CHANCE else one_less(int(here.left))
            if player == TERMINAL or left == 0 or ply + 1 == len(frames):
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
        here = frames[ply]
        if ply == 0:
            plies.root_values[here.next - 1] = value
        here.unresolved |= unresolved
        turn = int(here.turn)
        if turn == BY_CHANCE:
            here.value += plies.weights[ply, here.next - 1] * value
        elif value * turn > here.value * turn:
            here.value = value
            here.choice = plies.actions[ply, here.next - 1]
    numbers[PLY] = ply
    return False


@helper
def open_ply(game, plies, ply, turn, left, word):
    """Open ply `ply` for the position in its place of the stack."""
    here = plies.frames[ply]
    here.key = word
    here.turn = turn
    here.left = left
    here.start = plies.numbers[NODES]
    here.value = 0.0 if turn == BY_CHANCE else -np.inf * turn
    here.choice = NO_ACTION
    here.unresolved = 0
    here.next = 0
    here.width = legal(game, plies.states[ply], plies.actions[ply])
    if turn == BY_CHANCE:
        total = 0.0
        for i in range(here.width):
            plies.weights[ply, i] = weight(game, plies.states[ply], plies.actions[ply, i])
            total += plies.weights[ply, i]
        for i in range(here.width):
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


class Expectiminimax(Distinct):
    """Depth-limited expectiminimax.

    For games whose chance is all in chance turns with listed outcomes; games that draw random numbers while an action
    is played are refused. Nothing is cut off.
    """

    depth: int | None = None  # decisions to search, chance turns not counted; None: to the end of the game
    evaluation: tuple | None = None  # of unfinished states at that depth; None: the game's heuristic, else all even
    perspective: str = "mover"  # whose evaluation: "mover" needs a zero-sum game; "root": the root's player's
    table_bits: int = 0  # remember the values of 2**table_bits states; 0: off

    @suggesting
    def search(self, game, state, seed=None, *, progress=None, compiled=None) -> Result:
        """The `Result` for the player to move in `state`; nothing is drawn at random, so `seed` is not used.

        Its `line` is the best action alone, because what follows depends on chance. Raises ValueError if the game does
        not fit or a parameter is out of range.
        """
        game, state = entered(game, state)
        task = exact.prepare(
            game, state, depth=self.depth, evaluation=self.evaluation, perspective=self.perspective,
            table_bits=self.table_bits, prune=False, chance=True,
        )
        most = task.facts.length
        machine, what = exact.machine_for(sys.modules[__name__], game, task, most, compiled)
        began = time.perf_counter()
        exact.finish(machine, game, state, task, UNLIMITED if self.depth is None else self.depth, progress=progress)
        plies = machine.stack
        numbers, root = plies.numbers.tolist(), plies.frames[0]
        values = {int(a): float(v) for a, v in zip(plies.actions[0], plies.root_values[: root.width], strict=False)}
        action = int(root.choice)
        result = Result(
            action, values[action], (action,), values, self.depth, not root.unresolved, numbers[NODES],
            numbers[LEAVES], 0, numbers[TABLE_HITS], numbers[DEEPEST], time.perf_counter() - began,
            name=action_name(game, state, action),
        )
        exact.keep(machine, what, most, task.table)
        return result
