"""What a search found: the answer, read from the children of the root."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...game import action_name
from .final import MostVisits, asks_value, decide, worth
from .memory import CALLS, ITERATIONS, NODES
from .reuse import children_of
from .tree import NODE, OPEN, PROVEN, ROOT
from .values import Mean


@dataclass(frozen=True)
class Result:
    """What a search found. Values are payoffs of the player to move at the root."""

    action: int
    name: str  # of the action
    value: float  # mean payoff of `action`, also where the search went by something else
    visits: dict[int, int]  # of each action at the root, in the order of the tree
    values: dict[int, float]  # mean payoff of each action at the root; NaN if never visited
    iterations: int  # of the whole tree, reused ones included
    calls: int  # plays made, in the tree and in playouts
    nodes: int
    seconds: float  # of wall-clock time spent searching, without compiling
    proven: bool  # whether the value is exact
    search: object  # the `Search` that found it
    full: bool = False  # whether the tree came to its limit of memory, and the search went on without new nodes

    @property
    def tree(self):
        """The tree, as a `Tree`."""
        return self.search.tree

    def __repr__(self):
        return (f"Result(action={self.action} ({self.name}), value={self.value:+.3f}, iterations={self.iterations:,}, "
                f"nodes={self.nodes:,}{' (the tree is full)' if self.full else ''}, {self.seconds:.3f} s)")


def rows_of(memory, children):
    """The records of the nodes `children`, to be read at once."""
    if children and children[-1] - children[0] == len(children) - 1:
        children = slice(children[0], children[-1] + 1)  # made together: nothing is left out
    return memory.nodes[children]


def root_statistics(memory):
    """Actions, visits, mean rewards (NaN if never visited) and status of the root's children, in the order of the tree.
    """
    rows = rows_of(memory, children_of(memory.nodes, ROOT)).copy()
    with np.errstate(invalid="ignore"):
        means = rows["total"] / rows["visits"]
    return rows["action"], rows["visits"], means, rows["status"]


def is_proven(memory) -> bool:
    """Whether the root is."""
    return bool(memory.root_status & PROVEN)


def worths_of(search, children, visits, means):
    """What the final choice is told of each child of the root: see `final.worth`; NaN if never visited."""
    method, memory = search.method, search.memory
    no_ties = isinstance(method.final, MostVisits) and not method.solver and visits.count(max(visits)) == 1
    if isinstance(method.value, Mean) or not asks_value(method.final) or no_ties:
        return means
    return [worth(method.final, method.value, child, memory) if n else math.nan
            for child, n in zip(children, visits, strict=True)]


def result_of(search) -> Result:
    """The answer of `search` so far. Raises ValueError before the first iteration."""
    memory, final = search.memory, search.method.final
    children = children_of(memory.nodes, ROOT)
    if not children:
        raise ValueError("The search has not run yet: call run() first.")
    # plain numbers: there are few, and each call of NumPy costs as much as all of them
    columns = dict(zip(NODE.names, zip(*rows_of(memory, children).tolist(), strict=True), strict=True))
    actions, visits, status = columns["action"], columns["visits"], columns["status"]
    means = [total / n if n else math.nan for total, n in zip(columns["total"], visits, strict=True)]
    worths = worths_of(search, children, visits, means)
    best = decide(final, visits, worths, status)
    low, scale = search.facts.low, float(memory.scale[1])
    payoffs = [low + mean / scale for mean in means]
    proven = is_proven(memory)
    if search.method.solver:  # what is proven is exact
        mover = int(memory.nodes["mover"][ROOT])
        known = [i for i in range(len(children)) if status[i] & PROVEN != OPEN]
        for i in known:
            payoffs[i] = float(memory.proven[children[i], mover])
        if proven:
            as_good = [i for i in known if payoffs[i] == memory.proven[ROOT, mover]]
            best = as_good[decide(final, *([column[i] for i in as_good] for column in (visits, worths, status)))]
    action = actions[best]
    return Result(
        action=action,
        name=action_name(search.game, search.root[0], action),
        value=payoffs[best],
        visits=dict(zip(actions, visits, strict=True)),
        values=dict(zip(actions, payoffs, strict=True)),
        iterations=int(memory.counters[ITERATIONS]),
        calls=int(memory.counters[CALLS]),
        nodes=int(memory.counters[NODES]),
        seconds=search.seconds,
        proven=proven,
        search=search,
        full=search.full,
    )
