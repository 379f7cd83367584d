"""The size of a search's memory: arrays that grow with the tree."""

import numbers
from reprlib import repr as short

import numpy as np

from ...engine.bundle import Owned, flat
from .checks import MOST_NUMBER
from .memory import EVENTS, FIRST_SAVED, FULL, NODES, SAVED
from .nodes import new_tree
from .reuse import relinked

MOST_NODES = 1 << 26  # default limit of a tree, on every computer: two gigabytes of nodes
MANY = 1 << 18  # number of iterations from which the time to copy arrays does not matter
PLENTY = 1 << 30  # number of bytes that may always be reserved; the system provides memory only when it is used


def check_memory(limit):
    """Return `limit` as a number of bytes, or None. Raises ValueError if it is neither."""
    if limit is None:
        return None
    if not isinstance(limit, numbers.Real) or isinstance(limit, bool) or not 0 < limit <= MOST_NUMBER:
        raise ValueError(f"memory cannot be {short(limit)}. Give a number of bytes, such as 2**30, or None for "
                         f"the usual limit of {MOST_NODES:,} nodes.")
    return int(limit)


def limited(plan, limit, first=None):
    """Return memory for a search, and the maximum number of nodes of its tree.

    limit: maximum number of bytes for the nodes, the components' data for them, and their states. None means
    `MOST_NODES` nodes.
    first: number of iterations of the first run, if it is known.

    Raises ValueError if the memory has no room for the root and its children.
    """
    soon = nodes_for(plan, first) if plan.compiled and isinstance(first, int) and first < MANY else 0
    memory, limit = plan.memory(at_least=soon), check_memory(limit)
    if limit is None:
        return memory, MOST_NODES
    each = node_bytes(plan, memory)
    most, least = limit // each, plan.trees + plan.facts.branching
    if most < least:
        raise ValueError(f"memory={limit:,} is too small: it has room for {most:,} nodes of {each} bytes, but a search "
                         f"of {plan.facts.title} begins with up to {least:,} nodes. Give at least {least * each:,} "
                         "bytes.")
    return smaller(plan, memory, most), most


def smaller(plan, memory, most):
    """Return `memory` if it has room for at most `most` nodes. Otherwise return new memory of that size."""
    return memory if memory.capacity <= most else plan.memory(most)


def node_bytes(plan, memory) -> int:
    """Return the number of bytes of one node, including everything that components store for it."""
    return sum(array[:1].nbytes for array in by_node(memory)) + (plan.state_bytes if plan.keeps_states else 0)


def wanted(plan, memory, most, budget) -> tuple[int, int]:
    """Return how many states and nodes to reserve for a budget, at most `most` nodes."""
    states = nodes = 0
    if plan.keeps_states and budget.calls is not None:  # each saved state needs one call
        states = int(memory.counters[SAVED]) + budget.calls + 2 * plan.spare[2]
        states = min(states, PLENTY // memory.states[:1].nbytes, most_states(plan, most))
    if budget.iterations is not None:
        nodes = int(memory.counters[NODES]) + nodes_for(plan, budget.iterations)
        if nodes > memory.capacity:
            nodes = max(nodes, memory.capacity * 3 // 2)  # so that many small budgets seldom copy the tree
            nodes = min(nodes, PLENTY // sum(array[:1].nbytes for array in by_node(memory)), most)
    return states, nodes


def nodes_for(plan, iterations) -> int:
    """Return an estimate of the number of nodes that these iterations add.

    In games with many actions, the estimate is limited to about two million.
    """
    many = min(plan.facts.branching // 4, 24) * iterations
    return max(3 * iterations, min(many, 1 << 21)) + 4 * plan.facts.branching


def reserve(plan, memory, states, nodes):
    """Enlarge the memory to at least these numbers of states and nodes."""
    if states > len(memory.states):
        more_states(plan, memory, states)
    if nodes > memory.capacity:
        resize(plan, memory, nodes)


def by_node(memory):
    """Return the arrays with one row for each node."""
    arrays = [array for array in (memory.nodes, memory.priors, memory.proven) if len(array) == memory.capacity]
    for owned in (memory.owned_by_leaf, memory.owned):
        for its in owned.values():
            arrays += flat(its.rows().values())
    return arrays


def most_states(plan, most):
    """Return the maximum number of states: those of `most` nodes, and those for one more iteration."""
    return most + plan.spare[2]


def is_short(plan, memory) -> bool:
    """Return whether the memory may be too small for one more iteration."""
    nodes, events, states = plan.spare
    counters, trace = memory.counters, len(memory.trace)
    return bool(counters[SAVED] + states > len(memory.states) or counters[NODES] + nodes > memory.capacity
                or (trace and counters[EVENTS] + events > trace))


def make_room(plan, memory, most):
    """Enlarge the arrays if another iteration may not fit, up to `most` nodes.

    Return how many (nodes, trace events, states) must be free for an iteration. If the number of nodes is 0, the tree
    has its maximum size, and the search continues without new nodes.
    """
    counters, spare = memory.counters, plan.spare
    if counters[SAVED] + spare[2] > len(memory.states):
        more_states(plan, memory, min(2 * (len(memory.states) + spare[2]), most_states(plan, most)))
    if counters[NODES] + spare[0] > memory.capacity:
        capacity = min(2 * memory.capacity, max(most, memory.capacity))
        counters[FULL] = capacity == memory.capacity
        if counters[FULL]:
            spare = (0, *spare[1:])
        else:
            resize(plan, memory, capacity)
    if len(memory.trace) and counters[EVENTS] + spare[1] > len(memory.trace):
        trace = np.zeros(2 * len(memory.trace) + spare[1], memory.trace.dtype)
        trace[: len(memory.trace)] = memory.trace
        memory.replace(trace=trace)
    return spare


def more_states(plan, memory, size):
    """Enlarge `memory` to `size` states and keep the states in use."""
    used = FIRST_SAVED + int(memory.counters[SAVED])
    if isinstance(memory.states, np.ndarray):
        states = np.empty(size, memory.states.dtype)
        bytes_of(states)[:used] = bytes_of(memory.states)[:used]
    else:
        states = plan.game.new_states(size)
        for i in range(used):
            states[i] = memory.states[i]
    memory.replace(states=states)


def bytes_of(states):
    """Return records as rows of bytes, which NumPy copies faster."""
    return states.view(np.uint8).reshape(len(states), states.dtype.itemsize)


def resize(plan, memory, capacity, keep=None):
    """Give `memory` room for `capacity` nodes. Keep only the nodes `keep`, in this order, or all nodes if it is
    None."""
    used = memory.nodes[: memory.counters[NODES]]
    kept = used if keep is None else relinked(used, keep)
    n, rows = len(kept), slice(len(used)) if keep is None else keep
    fresh = {}
    for owned, components in (("owned_by_leaf", plan.of_leaf), ("owned", plan.others)):
        fresh[owned] = Owned(getattr(memory, owned))
        for component in components:
            its, new = memory.of(component), component.node_arrays(capacity, plan.known)
            for one, old in zip(flat(new.values()), flat(its.rows().values()), strict=True):
                one[:n] = old[rows]
            fresh[owned][type(component)] = its.with_rows(new)
    for name in ("priors", "proven"):
        old = getattr(memory, name)
        if len(old) == memory.capacity:
            fresh[name] = np.zeros((capacity, *old.shape[1:]))
            fresh[name][:n] = old[rows]
    nodes = memory.nodes if capacity == memory.capacity else new_tree(capacity)
    bytes_of(nodes)[:n] = bytes_of(kept)
    memory.replace(nodes=nodes, **fresh)
