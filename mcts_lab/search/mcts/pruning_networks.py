"""Pruning by neural networks that learned from bandit problems [Papagiannis 2022].

A plan contains an iteration, and the number of children that the root keeps after this iteration. See
`mcts_lab.learning.planner`.
"""

from __future__ import annotations

import numpy as np

from ...engine.generic import unit
from ...learning.planner import Tables, number_of, plan, time_of
from .components import Pruning
from .memory import ITERATIONS, TARGET, for_leaf
from .nodes import NONE, PRUNED, ROOT, children
from .pruning import AbsolutePruning, is_choice, prune, take_back_marks

NEVER = 1 << 40  # the number of an iteration that is never reached


class PruningNetworks(Pruning):
    """Prune the root by the advice of two neural networks: when to prune, and how many children to keep.

    At the iteration that the networks choose, the root keeps only its most visited children; the networks also choose
    how many [1]_. The networks were trained on bandit problems, in which they learned when some arms need no more
    trials. The budget must be given in iterations.

    Parameters
    ----------
    tables : Tables
        Outputs of the networks, such as ``pruning_model("uniform").tables`` of `mcts_papers.papagiannis2022.players`.
    again : bool, default True
        Whether to make a new plan for the remaining actions after a pruning, as for a new search. False prunes once.

    References
    ----------
    .. [1] T. Papagiannis, G. Alexandridis and A. Stafylopatis, "Pruning stochastic game trees using neural networks
       for reduced action space approximation", Mathematics 10, 2022, Algorithm 1.
    """

    looks_ahead = True

    tables: Tables
    again: bool = True

    def search_arrays(self, facts):
        """Return ``planned``: int64[2], the iteration of the next pruning (0: not planned), and the number of children
        to keep."""
        return {"planned": np.zeros(2, np.int64)}

    def begin(self, memory):
        memory.of(self).planned[0] = 0

    def candidates(self, node, count, player, memory):
        planned = memory.of(self).planned
        if node == ROOT and memory.counters[ITERATIONS] >= planned[0]:
            keep_to_plan(self.tables, self.again, count, player, planned, for_leaf(memory))
        return count

    def begin_run(self, memory):
        take_back_marks(memory.nodes)
        memory.of(self).planned[0] = 0

    marks = AbsolutePruning.marks


@unit
def keep_to_plan(tables, again, count, player, planned, memory) -> None:
    """When all children have been tried, make a plan if there is none, or prune if the planned iteration is reached."""
    now, last = int(memory.counters[ITERATIONS]), int(memory.counters[TARGET])
    if planned[0] == 0:
        best = plan(tables, count, last - now, now)
        set_plan(time_of(best) if time_of(best) > 0 else NEVER, number_of(best), planned)
        if time_of(best) > now or time_of(best) == 0:
            return
    left, tried = count_left(count, player, memory)
    if not tried:
        return
    if left <= 2:
        set_plan(NEVER, left, planned)
        return
    for _ in range(left - int(planned[1])):
        prune_least_visited(player, memory)
    left = min(left, int(planned[1]))
    set_plan(NEVER, left, planned)
    if again and left > 2:
        best = plan(tables, left, last - now, 0)
        if time_of(best) > 0:
            set_plan(now + time_of(best), number_of(best), planned)


def set_plan(time, number, planned):
    """Store a plan: at iteration `time` the root is pruned to `number` children."""
    planned[0] = time
    planned[1] = number


def count_left(count, player, memory):
    """Return how many children of the root are not pruned, and whether all of them have been tried."""
    left, tried = 0, 0
    for child in children(memory.nodes, ROOT):
        if is_choice(child, player, memory):
            tried += memory.nodes[child].visits > 0
            left += memory.nodes[child].status & PRUNED == 0
    return left, tried == count


def prune_least_visited(player, memory):
    """Prune the least visited remaining child of the root. Of several equal ones, prune the last."""
    least = NONE
    for child in children(memory.nodes, ROOT):
        if is_choice(child, player, memory) and memory.nodes[child].status & PRUNED == 0:
            if least == NONE or memory.nodes[child].visits <= memory.nodes[least].visits:
                least = child
    prune(least, memory)
