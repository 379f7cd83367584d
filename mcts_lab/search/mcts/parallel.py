"""Searching in threads: root parallelisation, several trees side by side whose visits are added up in the end [Chaslot,
Winands & van den Herik 2008, "Parallel Monte-Carlo tree search", section 3.2].

Every tree has a random stream of its own, so with a budget of iterations or calls the answer depends on the seed and on
the number of trees, and on nothing else. Trees grow in threads, because compiled code runs without the interpreter's
lock; so Python goes on meanwhile: progress is shown, and a search can be stopped.
"""

from __future__ import annotations

import time
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import replace

import numpy as np

from ...engine.random import sequence
from ...game import entered
from .budget import Budget
from .capacity import check_memory
from .final import decide, worth
from .nodes import OPEN, PROVEN, ROOT
from .result import Result, added_up
from .reuse import children_of
from .running import StopSearch
from .values import Mean

LOOK = 0.1  # seconds between two looks at how far the trees have come


def search_side_by_side(search, game, state, method, workers, *, seed=None, compiled=None, memory=None,
                        progress=None, **amounts) -> Result:
    """Search from `state` with `workers` trees that share the budget; returns a `Result` with the sums over the trees.

    search: the class `Search`.
    `iterations`, `calls` and `memory` are divided, `seconds` are for all at the same time. ``result.search`` is that of
    the first tree, and so is ``result.tree``, whose principal variation begins with the action that all have chosen.
    ``progress(done, of)`` counts all trees. A keyboard interrupt stops them all. Raises ValueError where the trees
    cannot share the budget.
    """
    game, state = entered(game, state)
    budget = Budget.of(method, **amounts)
    shares = [budget.share(i, workers) for i in range(workers)]
    memory = check_memory(memory)
    searches = [search(game, state, method, seed=child, compiled=compiled, memory=memory and max(1, memory // workers))
                for child in sequence(seed).spawn(workers)]
    began = time.perf_counter()

    def look():
        try:
            progress(*_progress(searches, budget))
        except StopSearch:
            for search in searches:
                search.stop()

    run_side_by_side(searches, [share._asdict() for share in shares], workers, progress and look)
    return replace(_together(game, state, method, searches), seconds=time.perf_counter() - began)


def run_side_by_side(searches, budgets, workers, look=None) -> list[Result]:
    """Run each of the searches, all of one plan, with its budget, `workers` at a time; returns their results.

    look() is called now and then. What goes wrong in one search, or a keyboard interrupt, stops all.
    """
    if searches:
        searches[0].compile()  # the interpreter would run one of the threads at a time
    with ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(search.run, **budget) for search, budget in zip(searches, budgets, strict=True)]
        try:
            left = set(running)
            while left:
                done, left = wait(left, LOOK, FIRST_EXCEPTION)
                if look is not None:
                    look()
                for one in done:
                    one.result()  # raises what went wrong
        except BaseException:
            for one, search in zip(running, searches, strict=True):
                if not one.cancel():
                    search.stop()
            raise
    return [one.result() for one in running]


def _progress(searches, budget):
    spent = [getattr(search, budget.unit) for search in searches]
    most = getattr(budget, budget.unit)
    return min(most, max(spent)) if budget.unit == "seconds" else sum(spent), most


def _together(game, state, method, searches) -> Result:
    """One answer from all trees."""
    answers = [search.result() for search in searches]
    sums = added_up(answers)
    visits, values = sums["visits"], sums["values"]
    proof = next((answer for answer in answers if answer.proven), None)
    if proof is not None:  # what one tree has proven needs no others
        return replace(proof, **sums | {"values": proof.values})
    status = dict.fromkeys(visits, OPEN)
    for search, answer in zip(searches, answers, strict=True):
        for action, known in search.statuses().items():
            if known & PROVEN:
                status[action], values[action] = known, answer.values[action]
    worths = _worths(method, searches, answers, values, status)
    actions = list(visits)
    best = actions[decide(method.final, *(np.array([of[a] for a in actions]) for of in (visits, worths, status)))]
    name = game.action_name(state, best)
    return replace(answers[0], action=best, name=name, value=values[best], joint=True, **sums)


def _worths(method, searches, answers, values, status):
    """What the final choice is told of each action: its mean reward, or the mean of what the trees take it to be worth.
    """
    low, scale = (float(number) for number in searches[0].memory.scale[:2])
    worths = {action: (value - low) * scale for action, value in values.items()}
    if isinstance(method.value, Mean) or not method.final.asks_value():
        return worths
    sums, visits = dict.fromkeys(values, 0.0), dict.fromkeys(values, 0)
    for search, answer in zip(searches, answers, strict=True):
        children = children_of(search.memory.nodes, ROOT)
        for child, (action, n) in zip(children, answer.visits.items(), strict=True):
            if n:
                sums[action] += n * worth(method.final, method.value, child, search.memory)
                visits[action] += n
    return worths | {action: sums[action] / n for action, n in visits.items() if n and status[action] == OPEN}
