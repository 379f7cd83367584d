"""What a search found: the answer, read from the children of the root."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...game import action_name
from .final import decide
from .memory import CALLS, ITERATIONS, NODES
from .reuse import children_of
from .tree import OPEN, PROVEN, ROOT


@dataclass(frozen=True)
class Result:
    """What a search found. Values are payoffs of the player to move at the root."""

    action: int
    name: str  # of the action
    value: float  # mean payoff of `action`
    visits: dict[int, int]  # of each action at the root, in the order of the tree
    values: dict[int, float]  # mean payoff of each action at the root; NaN if never visited
    iterations: int  # of the whole tree, reused ones included
    calls: int  # plays made, in the tree and in playouts
    nodes: int
    seconds: float  # of processor time, without compiling
    proven: bool  # whether the value is exact
    search: object  # the `Search` that found it

    @property
    def tree(self):
        """The tree, as a `Tree`."""
        return self.search.tree

    def __repr__(self):
        return (f"Result(action={self.action} ({self.name}), value={self.value:+.3f}, iterations={self.iterations:,}, "
                f"nodes={self.nodes:,}, {self.seconds:.3f} s)")


def root_statistics(memory):
    """Actions, visits, mean rewards (NaN if never visited) and status of the root's children, in the order of the tree:
    arrays of their own.
    """
    nodes = memory.nodes
    children = children_of(nodes, ROOT)
    if children and children[-1] - children[0] == len(children) - 1:
        children = slice(children[0], children[-1] + 1)  # made together: nothing is left out
    rows = nodes[children].copy()
    visits = rows["visits"]
    with np.errstate(invalid="ignore"):
        means = rows["total"] / visits
    return rows["action"], visits, means, rows["status"]


def is_proven(memory) -> bool:
    """Whether the root is."""
    return bool(memory.nodes["status"][ROOT] & PROVEN)


def result_of(search) -> Result:
    """The answer of `search` so far. Raises ValueError before the first iteration."""
    memory, facts, method = search.memory, search.facts, search.method
    actions, visits, means, status = root_statistics(memory)
    if not len(actions):
        raise ValueError("The search has not run yet: call run() first.")
    payoffs = facts.low + means / memory.scale[1]
    best = decide(method.final, visits, means, status)
    proven = is_proven(memory)
    if method.solver:  # what is proven is exact
        known = status & PROVEN != OPEN
        mover = int(memory.nodes["mover"][ROOT])
        payoffs[known] = memory.proven[children_of(memory.nodes, ROOT), mover][known]
        if proven:
            as_good = np.flatnonzero(known & (payoffs == memory.proven[ROOT, mover]))
            best = as_good[decide(method.final, visits[as_good], means[as_good], status[as_good])]
    actions, payoffs = actions.tolist(), payoffs.tolist()
    return Result(
        action=actions[best],
        name=action_name(search.game, search.root[0], actions[best]),
        value=payoffs[best],
        visits=dict(zip(actions, visits.tolist(), strict=True)),
        values=dict(zip(actions, payoffs, strict=True)),
        iterations=int(memory.counters[ITERATIONS]),
        calls=int(memory.counters[CALLS]),
        nodes=int(memory.counters[NODES]),
        seconds=search.seconds,
        proven=proven,
        search=search,
    )
