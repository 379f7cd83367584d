"""Running a search within a budget: in pieces short enough to show progress, to be interrupted and to be stopped."""

from __future__ import annotations

import logging
import time

import numpy as np

from ...checking import WrongRules
from ...game import LONGEST
from .checks import MOST_ITERATIONS
from .final import settled
from .memory import BROKEN, CALLS, ENDLESS, ITERATIONS, NO_ACTIONS, PRUNE_AT, TARGET, TOO_LONG, TOO_MANY, WAITING
from .pruning import take_back_marks
from .result import is_proven
from .room import reserve
from .tree import ROOT

log = logging.getLogger("mcts_lab")

CHUNK_SECONDS = 0.1  # how long compiled code may run before Python has a look
ENDLESS_CALLS = np.iinfo(np.int64).max


class StopSearch(KeyboardInterrupt):
    """To be raised by a `progress` callback: the search comes to its end, and answers with what it has found."""


PROMISES = {  # what the search notices of rules that break the promises of their game's facts
    TOO_LONG: "a game went on after {fact.length} plays, the most that Facts.length allows",
    TOO_MANY: "legal listed more actions than the {fact.branching} that Facts.branching allows",
    NO_ACTIONS: "legal listed no action in a state that is not over",
    ENDLESS: f"a random game was not over after {LONGEST:,} plays",
}


def check_room(search, iterations=None):
    """Raise ValueError if the tree cannot count so many more iterations (None: one)."""
    room = MOST_ITERATIONS - search.iterations
    if room < (iterations or 1):
        raise ValueError(f"A tree counts at most {MOST_ITERATIONS:,} iterations, and this one has "
                         f"{search.iterations:,}: " + (f"ask for at most {room:,} more." if room else
                                                       "start another search."))


def check_promises(search):
    """Raise WrongRules, in one sentence, if the game's rules have broken a promise of its facts."""
    broken = int(search.memory.counters[BROKEN])
    if broken:
        promise = PROMISES[broken].format(fact=search.facts)
        raise WrongRules(f"The rules of {search.facts.title} are wrong: {promise}. See check_game(game).")


def run_within(search, iterations, calls, seconds, progress, target=None):
    """Go on searching until one of the budgets (None: no limit), counted from now, is used up, the root is proven, or
    somebody stops the search.

    target: how many iterations there will be in all, for rules that look at those left; None: as the budget says.
    """
    memory, counters = search.memory, search.memory.counters
    first, first_calls = int(counters[ITERATIONS]), int(counters[CALLS])
    last = MOST_ITERATIONS if iterations is None else min(first + iterations, MOST_ITERATIONS)
    last_calls = ENDLESS_CALLS if calls is None else first_calls + calls
    counters[TARGET] = last if target is None else target
    if search.plan.looks_ahead:
        take_back_marks(memory.nodes, memory.nodes[ROOT].first_child)
        counters[PRUNE_AT] = 0
    if search.compiled:
        reserve(search.plan, memory, search.most_nodes, iterations, calls)
    full, loop, root = search.full, search._loop(), search.root[0]
    began = time.perf_counter()
    # a single iteration of large rules may take its time; once a search has been run, its plan knows
    chunk = 20 if not search.compiled else search.plan.chunk if seconds is None else 1
    done = first
    # one iteration at least, so that there is an answer, and none that has been begun and waits for room is left
    while counters[WAITING] or (
            done < last and counters[CALLS] < last_calls and not is_proven(memory) and not (search._stopped and done)):
        passed = time.perf_counter() - began
        if seconds is not None and passed >= seconds and done > first and not counters[WAITING]:
            break
        if progress is not None:
            try:
                progress(*_progress(counters, first, first_calls, passed, iterations, calls, seconds))
            except StopSearch:
                search.stop()
        spare = search._room()
        if search.full and not full:
            full = True
            log.warning("the tree is full with %s nodes: the search goes on without new ones (memory= sets the limit)",
                        f"{search.most_nodes:,}")
        clock = time.perf_counter()  # the clock of processor time takes much longer to read
        work = min(chunk, last - done)
        loop(search.game, search.parts, root, memory, work, last_calls, spare)
        check_promises(search)
        spent = time.perf_counter() - clock
        search.seconds += spent
        before, done = done, int(counters[ITERATIONS])
        goal = CHUNK_SECONDS if seconds is None else min(CHUNK_SECONDS, max(0.001, (seconds - passed) / 4))
        if done - before == work:
            chunk = max(1, int(work * min(64.0, goal / max(spent, 1e-6))))
    if search.compiled and seconds is None:
        search.plan.chunk = chunk
    if done == MOST_ITERATIONS and iterations is None:
        log.warning("the search ended early: a tree counts at most %s iterations", f"{MOST_ITERATIONS:,}")
    if progress is not None and not search._stopped:
        progress(*_progress(counters, first, first_calls, time.perf_counter() - began, iterations, calls, seconds))


def go_on(search, budget):
    """Go on in small steps until the final choice is content, for at most `extra` times the budget."""
    final = search.method.final
    spent = {"iterations": lambda: search.iterations, "calls": lambda: search.calls, "seconds": time.perf_counter}
    ends = {name: spent[name]() + final.extra * amount for name, amount in budget.items() if amount is not None}
    while not is_proven(search.memory) and not search._stopped and not settled(final, *search._root()[1:3]):
        left = {name: end - spent[name]() for name, end in ends.items()}
        if any(amount <= 0 or (name != "seconds" and amount < 1) for name, amount in left.items()):
            break
        before = search.iterations
        step = {name: min(amount, budget[name] / 20) for name, amount in left.items()}
        search._run(**{name: None for name in budget} | {
            name: amount if name == "seconds" else max(1, int(amount)) for name, amount in step.items()
        }, progress=None, target=int(ends.get("iterations", MOST_ITERATIONS)))
        if search.iterations == before:
            break


def _progress(counters, first, first_calls, passed, iterations, calls, seconds):
    """(done, of), in the first unit in which there is a budget."""
    if iterations is not None:
        return int(counters[ITERATIONS]) - first, iterations
    return (int(counters[CALLS]) - first_calls, calls) if calls is not None else (passed, seconds)
