"""What minimax and alpha-beta have in common when called from Python: budgets, deepening, results."""

from __future__ import annotations

import contextlib
import time
from typing import NamedTuple

import numpy as np

from ...checking import check_outsider
from ...engine.announce import announced
from ...engine.generic import compiler
from ...engine.light import light_records, store_records, view
from ...engine.random import stream
from ...game import CHANCE, TERMINAL, check_state, facts, key, to_move
from ..light_states import light_states
from . import negamax
from .evaluation import Even, default_evaluation
from .negamax import CUTOFFS, DEEPEST, FRAME, LEAVES, NODES, TABLE_HITS, UNLIMITED, Options
from .transpositions import NO_ACTION, new_table

ORDERINGS = {"pv": negamax.PV, "table": negamax.STORED, "killer": negamax.KILLERS, "heuristic": negamax.ESTIMATES}
SLICE = 1 << 16  # nodes between two looks at the clock, compiled
SLICE_INTERPRETED = 1 << 8
RNG = stream(0)

_RANDOM_PLAY = ("{} draws random numbers while an action is played, which an exact search cannot average over: "
                "make them CHANCE turns, or search with UCT")


class Result(NamedTuple):
    """What an exact search found. Values are in payoff units, in the perspective of the player to move at the root."""

    action: int  # the first best one in the order tried
    value: float
    pv: tuple  # the principal variation: best play by both; cut short where the table answered
    values: dict  # action -> value, for the root actions whose value is known exactly
    depth: int  # plies searched; None if to the end of the game
    solved: bool  # whether only ends of games went into the value, so that a deeper search changes nothing
    nodes: int  # states looked at, root and leaves included, those the table answered not; over all depths
    leaves: int  # of these, ends of games and evaluated states
    cutoffs: int  # states left before all their actions were tried
    table_hits: int  # states the table answered
    deepest: int  # most plies below the root
    seconds: float
    bound: str = "exact"  # or "at least", "at most": the value fell outside the window
    history: tuple = ()  # iterative deepening: the results of the shallower searches


class Task(NamedTuple):
    """One exact search as `run` takes it: the fields of a method, checked. The window is relative to the centre."""

    depth: int | None
    evaluation: tuple
    options: Options
    table: tuple
    iterative: bool
    low: float
    high: float


def prepare(game, state, *, depth, evaluation, perspective, table_bits, allow_deeper=False, leaves=False, prune=True,
            ordering="listed", iterative=False, window=(-np.inf, np.inf), every=False, chance=False) -> Task:
    """Check the parameters of a search and the game's fitness for it. Raises ValueError with one sentence."""
    f = facts(game)
    check_state(game, state)
    root = int(to_move(game, state))
    if root == TERMINAL:
        raise ValueError("the game is over in this state, so there is nothing to search")
    if root == CHANCE:
        raise ValueError("it is chance's turn in this state: search from a state where a player has a choice")
    if not f.deterministic and not chance:
        raise ValueError(f"{f.title} has random events, which this search does not know: use Expectiminimax or UCT")
    if f.random_play:
        raise ValueError(_RANDOM_PLAY.format(f.title))
    if perspective not in ("mover", "root"):
        raise ValueError(f'perspective is "mover" or "root", not {perspective!r}')
    if perspective == "mover" and (f.players != 2 or not f.zero_sum):
        raise ValueError(f"{f.title} is not a zero-sum game of two players, which this search needs: "
                         'use perspective="root" to let everybody else work against the player to move')
    if depth is not None and (not _whole(depth) or depth < 1):
        raise ValueError(f"depth is a number of plies, at least 1, or None for the whole game; got {depth!r}")
    low, high = window
    if not low < high:
        raise ValueError(f"window is a pair (low, high) with low < high, in payoff units; got {window!r}")
    if evaluation is None:
        evaluation = default_evaluation(game)
    if table_bits and not key.defines(type(game)):
        raise ValueError(f"{f.title} defines no key(game, state), which a transposition table needs: use table_bits=0")
    centre = (f.low + f.high) / 2 if perspective == "mover" else 0.0
    options = Options(
        prune=prune, ordering=_ordering(ordering, evaluation, table_bits, iterative), root=root,
        by_root=perspective == "root", every=bool(every), centre=float(centre),
        friends=sum(1 << player for player in range(f.players) if _same_side(f, player, root)),
    )
    table = new_table(table_bits, bool(allow_deeper), leaves)
    return Task(depth, evaluation, options, table, bool(iterative), float(low - centre), float(high - centre))


def _same_side(fact, player, root):
    """Whether a player is the one to move at the root, or of his team."""
    return player == root or (bool(fact.teams) and fact.teams[player] == fact.teams[root])


def _whole(number):
    """Whether this is a whole number, and not a truth value."""
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def _ordering(names, evaluation, table_bits, iterative):
    """The ordering's number for its name; ValueError if it has no such name or lacks what it needs."""
    if names == "listed":
        return negamax.LISTED
    total = 0
    for name in names.split("+"):
        if name not in ORDERINGS:
            raise ValueError(f'ordering is "listed", or some of {", ".join(ORDERINGS)} joined by "+"; got {names!r}')
        total |= ORDERINGS[name]
    if total & negamax.STORED and not table_bits:
        raise ValueError('ordering by "table" needs a transposition table: set table_bits')
    if total & negamax.PV and not iterative:
        raise ValueError('ordering by "pv" needs a shallower search before: set iterative=True')
    if total & negamax.ESTIMATES and isinstance(evaluation, Even):
        raise ValueError('ordering by "heuristic" needs an evaluation that tells states apart')
    return total


def run(game, state, task: Task, *, seconds=None, nodes=None, progress=None, compiled=None) -> Result:
    """Carry out a search by `negamax`. An interrupted or exhausted deepening search returns its last finished depth.

    Parameters: `seconds` and `nodes` stop iterative deepening (None: no limit; the first depth is always finished);
    ``progress(nodes)`` is called every few milliseconds (None: not); `compiled` None compiles record games if Numba is
    there.
    """
    if (seconds is not None or nodes is not None) and not task.iterative:
        raise ValueError("a budget in seconds or nodes needs iterative deepening: set iterative=True")
    for name, budget in (("seconds", seconds), ("nodes", nodes)):
        if budget is not None and not budget > 0:
            raise ValueError(f"{name} must be positive, not {budget!r}")
    most = facts(game).length
    plies = most if task.depth is None else min(task.depth, most)
    with lent(negamax.new_stack, game, plies) as stack:
        stack.clear()
        code = compile_first(negamax, game, task, stack, compiled)
        began = time.perf_counter()
        if not task.iterative:
            left = UNLIMITED if task.depth is None else task.depth
            finish(code, game, state, task, stack, left, progress=progress)
            return _result(task, stack, task.depth, began, None)
        return _deepen(code, game, state, task, stack, began, seconds, nodes, progress)


def _deepen(code, game, state, task, stack, began, seconds, nodes, progress) -> Result:
    """Iterative deepening, as far as the budget goes."""
    deadline = np.inf if seconds is None else began + seconds
    plies, last = stack.plies, None
    for depth in range(1, plies + 1):
        if last and time.perf_counter() >= deadline:
            break
        budgets = {"nodes": nodes, "deadline": deadline} if last else {}
        try:
            if not finish(code, game, state, task, stack, depth, spent=last.nodes if last else 0, progress=progress,
                          **budgets):
                break
        except KeyboardInterrupt:
            if last is None:
                raise
            break
        last = _result(task, stack, depth, began, last)
        if last.solved:
            break
        stack.before[:] = NO_ACTION
        stack.before[: len(last.pv)] = last.pv
    return last._replace(seconds=time.perf_counter() - began)


MOST_STACKS = 8  # kept at a time to be used again
MOST_CELLS = 1 << 17  # of the largest array of a stack that is kept
_stacks = {}  # what a stack was made for: a stack that nobody uses


@contextlib.contextmanager
def lent(make, game, plies):
    """A stack, as `make(game, plies)` makes it or as an earlier search has left it, for the block alone."""
    f = facts(game)
    kind = make, type(game), f.dtype, f.branching, f.actions, plies
    stack = _stacks.pop(kind, None) or make(game, plies)
    yield stack
    if plies * max(plies, f.branching) <= MOST_CELLS:
        while len(_stacks) >= MOST_STACKS:
            _stacks.pop(next(iter(_stacks)), None)
        _stacks[kind] = stack


class Code(NamedTuple):
    """The two entry points of a loop for one search."""

    begin: object
    advance: object
    compiled: bool


def compile_first(loop, game, task, stack, compiled) -> Code:
    """The loop's `begin` and `advance`, compiled (None: where possible) before a clock is started."""
    if not _compiled(game, compiled):
        return Code(loop.begin.function, loop.advance.function, False)
    arguments = (game, task.evaluation, task.options, stack, task.table, RNG)
    begin = loop.begin.code(*arguments, 0, task.low, task.high)
    return Code(begin, loop.advance.code(*arguments, 0, announcing=announced(f"{facts(game).title} for this search")),
                True)


def finish(code, game, state, task, stack, depth, *, spent=0, nodes=None, deadline=np.inf, progress=None) -> bool:
    """Search to `depth`, slice by slice.

    Returns False if the count of nodes, which starts at `spent`, or the time ran out before.
    """
    stack.states[0] = state
    whole = stack if code.compiled else light(stack, game)
    rng = RNG.copy()  # handed to `play`, which must not draw from it
    arguments = (game, task.evaluation, task.options, whole, task.table, rng)
    code.begin(*arguments, depth, task.low, task.high)
    size = SLICE if code.compiled else SLICE_INTERPRETED
    most = None if nodes is None else nodes - spent
    numbers = stack.numbers
    while True:
        limit = int(numbers[NODES]) + size
        done = code.advance(*arguments, limit if most is None else min(limit, most))
        if rng[0] != RNG[0] or rng[1] != RNG[1]:
            raise ValueError(_RANDOM_PLAY.format(facts(game).title))
        if done:
            break
        if progress is not None:
            progress(spent + int(numbers[NODES]))
        if (most is not None and numbers[NODES] >= most) or time.perf_counter() >= deadline:
            break
    if not code.compiled:
        store_records(whole.frames, stack.frames)
    return done


def light(stack, game):
    """A stack as the interpreter reads it soonest, around the same arrays but those of states and frames."""
    parts = {name: view(getattr(stack, name)) for name in stack.FIELDS}
    parts["states"] = light_states(game, len(stack.states))
    parts["states"][0] = stack.states[0]
    parts["frames"] = light_records(stack.frames)
    return type(stack)(**parts)


def _compiled(game, wish):
    """Whether to compile: as wished, or if the game and the machine allow it."""
    if wish and not isinstance(game, tuple):
        raise ValueError(f"{facts(game).title} is made of plain Python objects, which cannot be compiled")
    compiled = isinstance(game, tuple) and compiler.available() if wish is None else wish
    if compiled:
        check_outsider(game)
    return compiled


def _result(task, stack, depth, began, last) -> Result:
    """The `Result` of a finished stack; `last` says the moves of the last finished depth."""
    centre = task.options.centre
    root = dict(zip(FRAME.names, stack.frames[0].item(), strict=True))
    best, tried = root["best"], root["next"]
    bound = "exact"
    if task.options.prune and not task.low < best < task.high:
        bound = "at most" if best <= task.low else "at least"
    columns = stack.actions[0], stack.root_values, stack.root_exact
    moves = zip(*(column[:tried].tolist() for column in columns), strict=True)
    values = {action: value + centre for action, value, exact in moves if exact}
    line = tuple(stack.pv[0, : root["length"]].tolist())
    numbers = stack.numbers.tolist()
    counts = [numbers[i] for i in (NODES, LEAVES, CUTOFFS, TABLE_HITS)]
    if last is not None:
        before = (last.nodes, last.leaves, last.cutoffs, last.table_hits)
        counts = [a + b for a, b in zip(counts, before, strict=True)]
    return Result(
        line[0], best + centre, line, values, depth, not root["unresolved"], *counts,
        deepest=numbers[DEEPEST], seconds=time.perf_counter() - began, bound=bound,
        history=() if last is None else (*last.history, last._replace(history=())),
    )
