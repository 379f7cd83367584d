"""When to prune the root of a search, and to how many actions [Papagiannis 2022, Section 4].

`plan` weighs every number of actions that the safety network lets one keep, as early as it does, by the probability
network's odds that the best of them is found with the iterations left; not pruning is one of the choices.
"""

from __future__ import annotations

import numpy as np

from ..engine.generic import helper, unit
from ..engine.scratch import local_record
from .networks import FIRST_PULLS, MOST_ACTIONS, MOST_LEFT, MOST_PULLS

SEEN = np.dtype([("number", np.int8, (MOST_ACTIONS + 1,))])
seen_room = local_record(SEEN)

ACTIONS_BITS = 20  # a plan is one number: the iteration times 2^20 and the number of actions


@helper
def kept_of(tables, actions, iterations):
    """How many of the actions the safety network keeps after so many iterations."""
    column = min(max(iterations, FIRST_PULLS), MOST_PULLS) - FIRST_PULLS
    return int(tables.kept[min(actions, len(tables.kept) - 1), column])


@helper
def found_of(tables, actions, left):
    """How likely the best of so many actions is found with the iterations left."""
    return tables.found[min(actions, len(tables.found) - 1), min(max(left, 0), MOST_LEFT)]


@unit
def plan(tables, actions, iterations, present) -> int:
    """The best time to prune, as `time_of` and `number_of` read it.

    Parameters: `actions` there are; `iterations` still to be run; `present`, the visits that the root has already.
    The time counts these too, so that pruning at ``present`` (0 for a new root) means not to prune.
    """
    first = min(MOST_PULLS, FIRST_PULLS + present)
    end = min(iterations + present, MOST_PULLS + 1)
    if FIRST_PULLS + present > MOST_PULLS:
        return (present << ACTIONS_BITS) + kept_of(tables, actions, present)
    if first >= end:
        return (present << ACTIONS_BITS) + actions
    seen = seen_room()
    seen.number[:] = 0
    everything = False
    for i in range(first, end):
        everything = everything or kept_of(tables, actions, i) >= actions
    number = actions
    if not everything and present >= FIRST_PULLS:
        number = kept_of(tables, actions, present)
    best = (present << ACTIONS_BITS) + number
    most = found_of(tables, number, iterations)
    seen.number[min(actions, MOST_ACTIONS)] = 1
    for i in range(first, end):
        number = min(kept_of(tables, actions, i), actions)
        if not seen.number[number]:
            seen.number[number] = 1
            odds = found_of(tables, number, iterations + present - i)
            if odds > most:
                most = odds
                best = (i << ACTIONS_BITS) + number
    return best


@helper
def time_of(plan):
    """The iteration at which to prune."""
    return plan >> ACTIONS_BITS


@helper
def number_of(plan):
    """How many actions to keep."""
    return plan & ((1 << ACTIONS_BITS) - 1)


def schedule(tables, actions, iterations):
    """All prunings of a search: a list of (iteration, actions kept), as long as no visits change the order.

    After each pruning, what is left is planned anew as if it were a new search.
    """
    pruned = []
    at, left = 0, actions
    planned = plan(tables, left, iterations, 0)
    while time_of(planned) > 0 and left > 2:
        at += time_of(planned)
        if at >= iterations:
            break
        left = min(left, number_of(planned))
        pruned.append((at, left))
        planned = plan(tables, left, iterations - at, 0)
    return pruned
