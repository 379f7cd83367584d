"""What minimax and alpha-beta have in common when called from Python: budgets, deepening, results."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np

from ...checking import check_outsider
from ...engine.bundle import Bundle
from ...engine.generic import compiler, kind
from ...engine.light import light_records, store_records, view
from ...engine.random import stream
from ...game import CHANCE, TERMINAL, Facts, action_name, check_state, even_payoff, facts, key, noisy, to_move
from ..light_states import light_states
from . import negamax
from .evaluation import Even, evaluation_for
from .negamax import CUTOFFS, DEEPEST, FRAME, LEAVES, NODES, TABLE_HITS, UNLIMITED, Options
from .transpositions import NO_ACTION, give_back, new_table

ORDERINGS = {"pv": negamax.PV, "table": negamax.STORED, "killer": negamax.KILLERS, "heuristic": negamax.ESTIMATES}
COUNTED = [NODES, LEAVES, CUTOFFS, TABLE_HITS]  # as a `Result` has them
SLICE = 1 << 16  # nodes between two looks at the clock, compiled
SLICE_INTERPRETED = 1 << 8
HURRY = 2.0**-30  # payoff for each ply, where sooner is better: less than two payoffs differ by after all plies
CLOCK = np.uint64(0x9E3779B97F4A7C15)  # multiples of it go into keys where the ply counts
RNG = stream(0)

_RANDOM_PLAY = ("{} draws random numbers while an action is played, which an exact search cannot average over: "
                "make them CHANCE turns, or search with UCT")


class Result(NamedTuple):
    """What an exact search found. Values are in payoff units, in the perspective of the player to move at the root."""

    action: int  # the first best one in the order tried
    value: float
    pv: tuple  # the principal variation: best play by both; shorter where the table answered or a value is a bound
    values: dict  # action -> value, for the root actions whose value is known exactly
    depth: int  # plies searched; None if to the end of the game
    solved: bool  # whether only ends of games went into the value, so that a deeper search changes nothing
    nodes: int  # states looked at, root and leaves included, those the table answered not; over all depths
    leaves: int  # of these, ends of games and evaluated states
    cutoffs: int  # states left before all their actions were tried
    table_hits: int  # states the table answered
    deepest: int  # most plies below the root
    seconds: float  # of wall-clock time spent searching, without compiling
    bound: str = "exact"  # or "at least", "at most": the value fell outside the window
    history: tuple = ()  # iterative deepening: the results of the shallower searches
    name: str = ""  # of the action

    def _repr_html_(self):
        from ...views.faces import exact_face

        return exact_face(self)

    def __getattr__(self, name):
        if name in ("tree", "visits"):
            raise AttributeError(f"An exact search keeps no tree and counts no visits, so its result has no {name}: it "
                                 "has pv and values, and AlphaBetaSteps shows what it looks at.")
        raise AttributeError(f"'Result' object has no attribute {name!r}")


class Task(NamedTuple):
    """One exact search as `run` takes it: the fields of a method, checked. The window is relative to the centre."""

    depth: int | None
    evaluation: tuple
    options: Options
    table: tuple
    iterative: bool
    low: float
    high: float
    aspiration: float | None
    facts: Facts  # of the game


def prepare(game, state, *, depth, evaluation, perspective, table_bits, allow_deeper=False, leaves=False, prune=True,
            scout=False, ordering="listed", iterative=False, window=(-np.inf, np.inf), every=False, aspiration=None,
            sooner=False, quiescence=0, chance=False) -> Task:
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
                         'use perspective="root" to let all others work against the player to move')
    if depth is not None and (not _whole(depth) or depth < 1):
        raise ValueError(f"depth is a number of plies, at least 1, or None for the whole game; got {depth!r}")
    low, high = window
    if not low < high:
        raise ValueError(f"window is a pair (low, high) with low < high, in payoff units; got {window!r}")
    if aspiration is not None and not (aspiration > 0 and iterative and not every):
        raise ValueError("aspiration is a distance of payoffs above 0 and needs iterative=True and every=False; got "
                         f"{aspiration!r}")
    if not _whole(quiescence) or quiescence < 0:
        raise ValueError(f"quiescence is a number of plies beyond the depth, at least 0; got {quiescence!r}")
    if quiescence and ((depth is None and not iterative) or not noisy.defines(type(game))):
        raise ValueError("quiescence needs a limit of depth and a game that says which actions are noisy: set depth or "
                         f"iterative=True, or define {f.title}'s noisy(state, action)")
    evaluation = evaluation_for(game, evaluation)
    if table_bits and not key.defines(type(game)):
        raise ValueError(f"{f.title} defines no key(game, state), which a transposition table needs: use table_bits=0")
    centre = even_payoff(game) if perspective == "mover" else 0.0
    options = Options(
        prune=prune, scout=bool(scout), ordering=_ordering(ordering, evaluation, table_bits, iterative), root=root,
        by_root=perspective == "root", every=bool(every), centre=float(centre),
        friends=sum(1 << player for player in range(f.players) if _same_side(f, player, root)),
        hurry=HURRY if sooner else 0.0, quiescence=int(quiescence),
    )
    table = new_table(table_bits, bool(allow_deeper), leaves)
    low, high = float(low - centre), float(high - centre)
    return Task(depth, evaluation, options, table, bool(iterative), low, high, aspiration, f)


def _same_side(fact, player, root):
    """Whether a player is the one to move at the root, or of the same team."""
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
    most = task.facts.length
    plies = most if task.depth is None else min(task.depth + task.options.quiescence, most)
    machine, what = machine_for(negamax, game, task, plies, compiled)
    if task.options.ordering != negamax.LISTED:
        machine.stack.clear()
    machine.stack.clock[:] = np.arange(plies + 1, dtype=np.uint64) * (CLOCK if task.options.hurry else np.uint64(0))
    began = time.perf_counter()
    if task.iterative:
        result = _deepen(machine, game, state, task, began, seconds, nodes, progress)
        result = result._replace(seconds=time.perf_counter() - began)
    else:
        finish(machine, game, state, task, UNLIMITED if task.depth is None else task.depth, progress=progress)
        result = _result(task, machine.stack, task.depth, began, machine.stack.numbers[COUNTED])
    keep(machine, what, plies, task.table)
    *shallower, result = (one._replace(name=action_name(game, state, one.action)) for one in (*result.history, result))
    return result._replace(history=tuple(shallower))


def _deepen(machine, game, state, task, began, seconds, nodes, progress) -> Result:
    """Iterative deepening, as far as the budget goes."""
    deadline = np.inf if seconds is None else began + seconds
    stack, last, counts = machine.stack, None, np.zeros(len(COUNTED), int)
    for depth in range(1, min(task.depth or stack.plies, stack.plies) + 1):
        if last and time.perf_counter() >= deadline:
            break
        budgets = {"nodes": nodes, "deadline": deadline} if last else {}
        try:
            for narrow in _windows(task, last):
                if not finish(machine, game, state, narrow, depth, spent=int(counts[0]), progress=progress, **budgets):
                    return last
                counts = counts + stack.numbers[COUNTED]
                if narrow.low < stack.frames[0].best < narrow.high:
                    break
        except KeyboardInterrupt:
            if last is None:
                raise
            break
        last = _result(task, stack, depth, began, counts, last)
        if last.solved:
            break
        stack.before[:] = NO_ACTION
        stack.before[: len(last.pv)] = last.pv
    return last


def _windows(task, last):
    """The task with the windows to try, each if the value lies outside the one before."""
    if last is not None and task.aspiration is not None:
        value = last.value - task.options.centre
        narrow = task._replace(low=max(task.low, value - task.aspiration), high=min(task.high, value + task.aspiration))
        if narrow.low < narrow.high:
            yield narrow
    yield task


MOST_KEPT = 8  # at a time
MOST_CELLS = 1 << 17  # of the largest array of a stack that is kept
_kept = {}  # what kind of search it is for: a `Machine` that is free


class Machine(NamedTuple):
    """What searches of a kind work with: one at a time, but again and again."""

    stack: Bundle
    begin: object  # the entry points of the loop: machine code, or plain functions
    advance: object
    compiled: bool
    generation: int  # of the machine code


def machine_for(loop, game, task, plies, compiled):
    """A `Machine` for searches at most `plies` plies deep by `loop` (a module with `begin`, `advance`, `new_stack`),
    compiled (None: where possible) before a clock is started; and its kind, by which to `keep` it.
    """
    f = task.facts
    if compiled and not isinstance(game, tuple):
        raise ValueError(f"{f.title} is made of plain Python objects, which cannot be compiled")
    compiled = isinstance(game, tuple) and compiler.available() if compiled is None else compiled
    if compiled:
        check_outsider(game)
    of = kind(game) if isinstance(game, tuple) else type(game)
    parts = kind(task.evaluation), kind(task.table)
    what = (loop.__name__, of, *parts, f.branching, f.actions, plies, compiled)
    found = _kept.pop(what, None)
    if found is not None and found.generation == compiler.generation:
        if getattr(found.stack.states, "dtype", None) == f.dtype:
            return found, what
    stack = loop.new_stack(game, plies)
    if not compiled:
        return Machine(stack, loop.begin.function, loop.advance.function, False, compiler.generation), what
    arguments = (game, task.evaluation, task.options, stack, task.table, RNG)
    begin = loop.begin.code(*arguments, 0, task.low, task.high)
    advance = loop.advance.code(*arguments, 0, told=f"{f.title} for this search")
    return Machine(stack, begin, advance, True, compiler.generation), what


def keep(machine, what, plies, table):
    """Return the machine, and the table with which it worked, for later searches."""
    give_back(table)
    if plies * max(plies, machine.stack.actions.shape[1]) <= MOST_CELLS:
        while len(_kept) >= MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
        _kept[what] = machine


def finish(machine, game, state, task, depth, *, spent=0, nodes=None, deadline=np.inf, progress=None) -> bool:
    """Search to `depth`, slice by slice.

    Returns False if the count of nodes, which starts at `spent`, or the time ran out before.
    """
    stack, compiled = machine.stack, machine.compiled
    stack.states[0] = state
    whole = stack if compiled else light(stack, game)
    rng = RNG.copy()  # handed to `play`, which must not draw from it
    arguments = (game, task.evaluation, task.options, whole, task.table, rng)
    machine.begin(*arguments, depth, task.low, task.high)
    size = SLICE if compiled else SLICE_INTERPRETED
    most = None if nodes is None else nodes - spent
    numbers = stack.numbers
    while True:
        limit = int(numbers[NODES]) + size
        done = machine.advance(*arguments, limit if most is None else min(limit, most))
        if rng[0] != RNG[0] or rng[1] != RNG[1]:
            raise ValueError(_RANDOM_PLAY.format(task.facts.title))
        if done:
            break
        if progress is not None:
            progress(spent + int(numbers[NODES]))
        if (most is not None and numbers[NODES] >= most) or time.perf_counter() >= deadline:
            break
    if not compiled:
        store_records(whole.frames, stack.frames)
    return done


def light(stack, game):
    """A stack as the interpreter reads it soonest, around the same arrays but those of states and frames."""
    parts = {name: view(getattr(stack, name)) for name in stack.FIELDS}
    parts["states"] = light_states(game, len(stack.states))
    parts["states"][0] = stack.states[0]
    parts["frames"] = light_records(stack.frames)
    return type(stack)(**parts)


def _result(task, stack, depth, began, counts, last=None) -> Result:
    """The `Result` of a finished stack; `counts` are sums over all that was searched, `last` is of the depth before."""
    centre = task.options.centre
    root = dict(zip(FRAME.names, stack.frames[:1].tolist()[0], strict=True))
    best, tried = root["best"], root["next"]
    bound = "exact"
    if task.options.prune and not task.low < best < task.high:
        bound = "at most" if best <= task.low else "at least"
    columns = stack.actions[0], stack.root_values, stack.root_exact
    moves = zip(*(column[:tried].tolist() for column in columns), strict=True)
    values = {action: value + centre for action, value, exact in moves if exact}
    line = tuple(stack.pv[0, : root["length"]].tolist())
    return Result(
        line[0], best + centre, line, values, depth, not root["unresolved"], *counts.tolist(),
        deepest=int(stack.numbers[DEEPEST]), seconds=time.perf_counter() - began, bound=bound,
        history=() if last is None else (*last.history, last._replace(history=())),
    )
