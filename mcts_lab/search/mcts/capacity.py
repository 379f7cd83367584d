"""How much a search's memory has room for: arrays that grow with the tree."""

import numbers
from reprlib import repr as short

import numpy as np

from ...engine.bundle import Owned, flat
from .checks import MOST_NUMBER
from .memory import EVENTS, FIRST_SAVED, FULL, NODES, SAVED
from .nodes import new_tree
from .reuse import relinked

MOST_NODES = 1 << 26  # unless a search is told otherwise, on every machine: two gigabytes of nodes
MANY = 1 << 18  # iterations after which it does not matter that arrays were copied
PLENTY = 1 << 30  # bytes that are set aside without asking twice; the system gives them as they are used


def check_memory(limit):
    """`limit` as a number of bytes. Raises ValueError, in one sentence, if it is neither that nor None."""
    if limit is None:
        return None
    if not isinstance(limit, numbers.Real) or isinstance(limit, bool) or not 0 < limit <= MOST_NUMBER:
        raise ValueError(f"memory cannot be {short(limit)}. Give a number of bytes, such as 2**30, or None for "
                         f"the usual limit of {MOST_NODES:,} nodes.")
    return int(limit)


def limited(plan, limit, first=None):
    """Memory for a search, and how many nodes its tree may have: as many as fit in `limit` bytes, None: `MOST_NODES`.

    first: how many iterations are to be made soon, if that is known. With a node goes what components remember of it
    and the state that it may keep. Raises ValueError where the root and its children do not fit.
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
    """Return `memory`, or other memory for at most so many nodes if it has room for more."""
    return memory if memory.capacity <= most else plan.memory(most)


def node_bytes(plan, memory) -> int:
    """The bytes of a node with all that goes with it."""
    return sum(array[:1].nbytes for array in by_node(memory)) + (plan.state_bytes if plan.keeps_states else 0)


def wanted(plan, memory, most, budget) -> tuple[int, int]:
    """How many states and nodes a budget may need, within reason and for at most so many nodes; memory is only touched
    as it is used."""
    states = nodes = 0
    if plan.keeps_states and budget.calls is not None:  # each state that is kept was a play
        states = int(memory.counters[SAVED]) + budget.calls + 2 * plan.spare[2]
        states = min(states, PLENTY // memory.states[:1].nbytes, most_states(plan, most))
    if budget.iterations is not None:
        nodes = int(memory.counters[NODES]) + nodes_for(plan, budget.iterations)
        if nodes > memory.capacity:
            nodes = max(nodes, memory.capacity * 3 // 2)  # so that many small budgets do not copy the tree each time
            nodes = min(nodes, PLENTY // sum(array[:1].nbytes for array in by_node(memory)), most)
    return states, nodes


def nodes_for(plan, iterations) -> int:
    """How many nodes so many iterations may add, within reason: where there are many actions, more in each."""
    each = min(max(3, plan.facts.branching // 4), 24)
    return each * iterations + 4 * plan.facts.branching


def reserve(plan, memory, states, nodes):
    """Make room for so many states and nodes, if there is less."""
    if states > len(memory.states):
        more_states(plan, memory, states)
    if nodes > memory.capacity:
        resize(plan, memory, nodes)


def by_node(memory):
    """The arrays with a row for each node."""
    arrays = [array for array in (memory.nodes, memory.priors, memory.proven) if len(array) == memory.capacity]
    for owned in (memory.owned_by_leaf, memory.owned):
        for its in owned.values():
            arrays += flat(its.rows().values())
    return arrays


def most_states(plan, most):
    """Room for the states that `most` nodes may keep, and for beginning an iteration when all do."""
    return most + plan.spare[2]


def is_short(plan, memory) -> bool:
    """Whether an iteration might not fit."""
    nodes, events, states = plan.spare
    counters, trace = memory.counters, len(memory.trace)
    return bool(counters[SAVED] + states > len(memory.states) or counters[NODES] + nodes > memory.capacity
                or (trace and counters[EVENTS] + events > trace))


def make_room(plan, memory, most):
    """Enlarge the arrays where an iteration might not fit, for at most so many nodes; returns what must be free (nodes,
    trace events, states). No nodes: the tree is as large as it may get, and the search goes on without new ones.
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
    """Give `memory` room for `size` states, with those in use as they are."""
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
    """Records as rows of bytes, which NumPy copies without looking at their fields."""
    return states.view(np.uint8).reshape(len(states), -1)


def resize(plan, memory, capacity, keep=None):
    """Give `memory` room for `capacity` nodes, of which the first are the nodes `keep`; None: all in use, as they are.
    """
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
