"""The memory of a search: all arrays that the search reads and writes, allocated in advance, in one bundle."""

import functools
import math

import numpy as np

from ...engine.arithmetic import log
from ...engine.bits import natural
from ...engine.bundle import Bundle, narrow
from ...engine.generic import instead
from .nodes import MOST_CHILDREN, NONE, OPEN, ROOT

# indices of `Memory.counters`
NODES, ITERATIONS, CALLS, TARGET, EVENTS, MOST_PLAYS, BROKEN, SAVED = 0, 1, 2, 3, 4, 5, 6, 7
DEPTH, MET, LAST_CALL, WAITING, FULL, SETTLED = 8, 9, 10, 11, 12, 13
COUNTERS = 14

# values of `counters[BROKEN]`: in which way the rules contradict the facts of the game; 0 if they do not
TOO_LONG, TOO_MANY, NO_ACTIONS, ENDLESS = 1, 2, 3, 4
# indices in `Memory.states`: state of the iteration, state one action ahead, copy of the leaf, first saved state
CURRENT, AHEAD, COPY, FIRST_SAVED = 0, 1, 2, 3
MARGIN = 64  # number of extra actions for which lists have room, so that too many actions do not overwrite memory


class Memory(Bundle):
    """The memory of a running search, allocated in advance.

    ``memory.of(component)`` returns the arrays of a component (see `Component.node_arrays` and `search_arrays`).
    """

    FIELDS = __slots__ = (
        "nodes",  # NODE records [nodes], the tree
        "path_ends",  # int32[trees], the node that this iteration has reached in each tree
        "scratch",  # int32[branching + MARGIN], room for one list of legal actions
        "rewards",  # float64[players], rewards of this iteration, in [0, 1]
        "grades",  # float64[players], grades of this iteration, see `Game.grade`; empty if the game has no grades
        "scale",  # float64[4]: lowest payoff, 1 / (highest - lowest), highest; reward = (payoff - first) * second; and
        # the sum of two players' rewards, for components that compute one reward from the other
        "rng",  # uint64[2], the random stream
        "counters",  # int64: number of NODES in use, of ITERATIONS and of CALLS of `play` so far, TARGET of iterations,
        # number of trace EVENTS, MOST_PLAYS of a game, error in the rules (BROKEN), number of SAVED states, DEPTH of
        # this iteration's leaf, number of grades MET, LAST_CALL of the budget, the step at which an iteration is
        # WAITING for room (0 if none is), whether the tree is FULL, and whether the final choice is SETTLED
        "root_logs",  # float64, sqrt(ln n) for small n
        "inverse_roots",  # float64, 1 / sqrt(n) for small n
        "outcomes",  # float64, the possible rewards in ascending order; empty if they are unknown
        "legal_mark",  # int64[labels + 1]; an action is legal if its mark is equal to the last entry
        "priors",  # float64[nodes], priors of children; length 1 if there are none
        "proven",  # float64[nodes, players], the payoffs of proven nodes; no rows without a solver
        "trace",  # TRACE_EVENT records; length 0 without a trace
        "worths",  # float64[branching + MARGIN], one number for each child that can be chosen at a node
        "states",  # [CURRENT], [AHEAD], [COPY], and from [FIRST_SAVED] on saved states
        "owned_by_leaf",  # the arrays of the leaf evaluation and of components inside it
        "owned",  # the arrays of all other components
    )

    def __reduce__(self):
        _, (kind, arrays) = super().__reduce__()
        return _made_again, (kind, {name: array for name, array in arrays.items() if name not in KNOWN})

    @property
    def capacity(self) -> int:
        """The maximum number of nodes."""
        return len(self.nodes)

    @property
    def root_status(self) -> int:
        return int(self.nodes["status"][ROOT])

    @property
    def root_total(self) -> float:
        return float(self.nodes["total"][ROOT])


KNOWN = ("root_logs", "inverse_roots")  # arrays that are equal in all memories


def _made_again(kind, arrays):
    return kind(**arrays | dict(zip(KNOWN, small_counts(), strict=True)))


for_leaf = narrow("owned")  # returns the memory for leaf evaluation; its type does not depend on other components


@functools.cache
def small_counts(size: int = 1 << 14):
    """Return sqrt(ln n) and 1 / sqrt(n) for all n below `size`. Searches need them millions of times a second."""
    n = np.arange(1, size + 1, dtype=np.float64)
    n[1:] = n[:-1].copy()  # entry n is for n; entry 0 is the same as entry 1
    return np.sqrt(log(n)), 1.0 / np.sqrt(n)


def root_log(memory, n):
    """Return sqrt(ln n)."""
    n = natural(n)
    return memory.root_logs[n] if n < len(memory.root_logs) else math.sqrt(log(n))


def inverse_root(memory, n):
    """Return 1 / sqrt(n)."""
    n = natural(n)
    return memory.inverse_roots[n] if n < len(memory.inverse_roots) else 1.0 / math.sqrt(n)


def mover_of(node, memory):
    """Return the player to whom a node's rewards belong: its mover. At the root and after random events, it is the
    player to move at the root."""
    mover = int(memory.nodes[node].mover)
    return mover if mover >= 0 else int(memory.nodes[ROOT].mover)


def allowed(n, memory):
    """Return whether the number `n` of actions is allowed in an unfinished state. If it is not, set BROKEN."""
    if 0 < n <= len(memory.scratch) - MARGIN:
        return True
    memory.counters[BROKEN] = TOO_MANY if n > 0 else NO_ACTIONS
    return False


# -- growing -----------------------------------------------------------------------------------------------------------


def plant(components, player, memory):
    """Start a new tree that has only a root, with `player` to move. Components delete the data of earlier searches.

    A search with several trees gets a root for each tree.
    """
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
    """Do the same as `_make_root`, but assign the whole record in one step. Python does this faster."""
    memory.nodes[root] = (0.0, 0, NONE, NONE, NONE, NONE, 0, player, OPEN)
    components.remembering.init_node(root, memory)


def add_child(components, node, last, action, player, memory):
    """Add a child of `node` after its `last` child."""
    child = int(memory.counters[NODES])
    memory.counters[NODES] += 1
    new_node(components, child, node, action, player, memory)
    memory.nodes[node].children = min(int(memory.nodes[node].children) + 1, MOST_CHILDREN)  # more may be linked
    if last == NONE:
        memory.nodes[node].first_child = child
    else:
        memory.nodes[last].next_sibling = child
    return child


def new_node(components, child, parent, action, player, memory):
    """Make `child` an unvisited node for `action` of `player`, without a next sibling."""
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
