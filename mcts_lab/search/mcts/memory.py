"""The memory of a search: everything it reads and writes, allocated beforehand and passed around as one bundle."""

import functools
import math

import numpy as np

from ...engine.arithmetic import log
from ...engine.bits import natural
from ...engine.bundle import Bundle, narrow
from ...engine.generic import instead
from .nodes import MOST_CHILDREN, NONE, OPEN, ROOT

# `Memory.counters`
NODES, ITERATIONS, CALLS, TARGET, EVENTS, MOST_PLAYS, BROKEN, SAVED = 0, 1, 2, 3, 4, 5, 6, 7
DEPTH, MET, LAST_CALL, WAITING, FULL, SETTLED = 8, 9, 10, 11, 12, 13
COUNTERS = 14

# `counters[BROKEN]`: what the game's rules did that its facts rule out; 0: nothing
TOO_LONG, TOO_MANY, NO_ACTIONS, ENDLESS = 1, 2, 3, 4
# places in `Memory.states`: of the iteration, for looking one play ahead, for a copy of the leaf; where kept ones begin
CURRENT, AHEAD, COPY, FIRST_SAVED = 0, 1, 2, 3
MARGIN = 64  # actions that are noticed beyond the most there should be, before they damage anything


class Memory(Bundle):
    """What a running search works on, allocated beforehand.

    What a component has asked for, ``memory.of(component)`` returns, see `Component.node_arrays` and `search_arrays`.
    """

    FIELDS = __slots__ = (
        "nodes",  # NODE records [nodes], the tree
        "path_ends",  # int32[trees], the node reached in each tree by this iteration
        "scratch",  # int32[branching + MARGIN], room for one list of legal actions
        "rewards",  # float64[players], of this iteration, in [0, 1]
        "grades",  # float64[players], of this iteration, see `Game.grade`; empty: rewards are compared
        "scale",  # float64[4]: least payoff, 1 / (greatest - least), greatest; reward = (payoff - first) * second; and
        # what two players' rewards add up to, for components that tell one from the other
        "rng",  # uint64[2], the random stream
        "counters",  # int64: NODES in use, ITERATIONS and CALLS of `play` so far, TARGET iterations, trace EVENTS,
        # MOST_PLAYS of a game, what is BROKEN, how many of `states` are taken by SAVED ones, DEPTH of this iteration's
        # leaf in plays, how many grades were MET, LAST_CALL of the budget, where an iteration is WAITING for room (0:
        # none is), whether the nodes are FULL for good, and whether the answer is SETTLED
        "root_logs",  # float64, sqrt(ln n) for small n
        "inverse_roots",  # float64, 1 / sqrt(n) for small n
        "outcomes",  # float64, the possible rewards in ascending order; empty: not a short list
        "legal_mark",  # int64[labels + 1], marks of what is legal now; the last entry counts the looks
        "priors",  # float64[nodes], what is believed of untried children; length 1: nothing
        "proven",  # float64[nodes, players], the payoffs of proven nodes; no rows: the search proves nothing
        "trace",  # TRACE_EVENT records; length 0: no trace
        "worths",  # float64[branching + MARGIN], room for a number for each choice at a node
        "states",  # [CURRENT], [AHEAD], [COPY], and from [FIRST_SAVED] on those saved
        "owned_by_leaf",  # the arrays of the leaf evaluation, and of what it is made of
        "owned",  # those of all other components
    )

    def __reduce__(self):
        _, (kind, arrays) = super().__reduce__()
        return _made_again, (kind, {name: array for name, array in arrays.items() if name not in KNOWN})

    @property
    def capacity(self) -> int:
        """How many nodes there is room for."""
        return len(self.nodes)

    @property
    def root_status(self) -> int:
        return int(self.nodes["status"][ROOT])

    @property
    def root_total(self) -> float:
        return float(self.nodes["total"][ROOT])


KNOWN = ("root_logs", "inverse_roots")  # the same in all memories


def _made_again(kind, arrays):
    return kind(**arrays | dict(zip(KNOWN, small_counts(), strict=True)))


for_leaf = narrow("owned")  # what leaf evaluation needs: the same whatever the other components are


@functools.cache
def small_counts(size: int = 1 << 14):
    """sqrt(ln n) and 1 / sqrt(n) for all n below `size`, which are needed millions of times a second."""
    n = np.arange(1, size + 1, dtype=np.float64)
    n[1:] = n[:-1].copy()  # entry n holds the function of n; entry 0 that of 1
    return np.sqrt(log(n)), 1.0 / np.sqrt(n)


def root_log(memory, n):
    """sqrt(ln n)"""
    n = natural(n)
    return memory.root_logs[n] if n < len(memory.root_logs) else math.sqrt(log(n))


def inverse_root(memory, n):
    """1 / sqrt(n)"""
    n = natural(n)
    return memory.inverse_roots[n] if n < len(memory.inverse_roots) else 1.0 / math.sqrt(n)


def mover_of(node, memory):
    """The player whose rewards a node holds: who chose it, or at the root and after random events its owner."""
    mover = int(memory.nodes[node].mover)
    return mover if mover >= 0 else int(memory.nodes[ROOT].mover)


def allowed(n, memory):
    """Whether the rules may list `n` actions in an unfinished state; if not, it is noted as BROKEN."""
    if 0 < n <= len(memory.scratch) - MARGIN:
        return True
    memory.counters[BROKEN] = TOO_MANY if n > 0 else NO_ACTIONS
    return False


# -- growing -----------------------------------------------------------------------------------------------------------


def plant(components, player, memory):
    """Begin with nothing but a root in each tree, with `player` to move. What components remember of another search is
    forgotten."""
    length = memory.counters[MOST_PLAYS]
    memory.counters[:] = 0
    memory.counters[MOST_PLAYS] = length
    components.remembering.begin(memory)
    for root in range(len(memory.path_ends)):
        make_root(components, root, player, memory)
        memory.counters[NODES] += 1


def _make_root(components, root, player, memory):
    new_node(components, root, NONE, NONE, player, memory)


@instead(_make_root)
def make_root(components, root, player, memory):
    """The same as `_make_root`, where setting the fields of a record one by one would take ten microseconds."""
    memory.nodes[root] = (0.0, 0, NONE, NONE, NONE, NONE, 0, player, OPEN)
    components.remembering.init_node(root, memory)


def add_child(components, node, last, action, player, memory):
    """Add a child of `node` behind its `last` one."""
    child = int(memory.counters[NODES])
    memory.counters[NODES] += 1
    new_node(components, child, node, action, player, memory)
    memory.nodes[node].children = min(int(memory.nodes[node].children) + 1, MOST_CHILDREN)  # over many worlds: or more
    if last == NONE:
        memory.nodes[node].first_child = child
    else:
        memory.nodes[last].next_sibling = child
    return child


def new_node(components, child, parent, action, player, memory):
    """Make `child` an unvisited node for `action` of `player`, without siblings behind it."""
    node = memory.nodes[natural(child)]
    node.total = 0.0
    node.visits = 0
    node.parent = parent
    node.first_child = NONE
    node.next_sibling = NONE
    node.action = action
    node.children = 0
    node.mover = player
    node.status = OPEN
    components.remembering.init_node(child, memory)
