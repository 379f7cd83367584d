"""The memory of a search: everything it reads and writes, allocated beforehand and passed around as one tuple."""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

import numpy as np

from ...engine.generic import generic, helper

# `Memory.counters`
NODES, ITERATIONS, CALLS, TARGET, EVENTS, BROKEN = 0, 1, 2, 3, 4, 5
COUNTERS = 6

# `counters[BROKEN]`: what the game's rules did that its facts rule out; 0: nothing
TOO_LONG, TOO_MANY, NO_ACTIONS, ENDLESS = 1, 2, 3, 4
MARGIN = 64  # actions that are noticed beyond the most there should be, before they damage anything


class Tables(NamedTuple):
    """Square roots and logarithms of small counts, which are needed millions of times a second."""

    root_log: np.ndarray  # sqrt(ln n)
    inverse_root: np.ndarray  # 1 / sqrt(n)


class Memory(NamedTuple):
    """What a running search works on. The last four entries belong to the rules of those names: arrays by node."""

    nodes: np.ndarray  # NODE records, the tree
    path: np.ndarray  # int32[trees, plays + 1], nodes from the root to the leaf of this iteration
    depths: np.ndarray  # int64[trees], how far the path has come in each tree; its length is the number of trees
    states: np.ndarray  # [0] the state of this iteration; [1] scratch for looking one play ahead
    scratch: np.ndarray  # int32, room for one list of legal actions and `MARGIN` more
    rewards: np.ndarray  # float64, one per player, in [0, 1]
    scale: tuple  # (lowest payoff, 1 / (highest - lowest)): reward = (payoff - lowest) * the second
    rng: np.ndarray  # the random stream
    counters: np.ndarray  # int64: NODES in use, ITERATIONS and CALLS of `play` so far, TARGET iterations, trace EVENTS;
    # and what is BROKEN
    tables: Tables
    trace: np.ndarray  # TRACE_EVENT records; length 0: no trace
    outcomes: np.ndarray  # float64, the possible rewards in ascending order; empty: not a short list
    legal_mark: np.ndarray  # int64 per label of an action, marks of what is legal now; the last entry counts the looks
    priors: np.ndarray  # float64 per node, prior probabilities; length 1: none
    world: tuple = ()
    selection: tuple = ()
    value: tuple = ()


@generic
def node_arrays(rule, capacity, facts):
    """What `rule` remembers per node: a tuple of arrays of length `capacity`, by default none. Not compiled.

    The arrays need no initial values: memory is touched only where nodes are, and `begin` is called for each of those.
    """
    return ()


@generic
def init_node(rule, node, memory):
    """Make ready what `rule` remembers of a new `node`. By default nothing."""


@generic
def update(rule, parent, child, reward, memory):
    """Remember one `reward`, in [0, 1], to the mover of `child`, whose visits do not count it yet. By default nothing.

    Called for the rule of the slot `value` and then for that of `selection`, from the leaf to the root.
    """


@functools.cache
def tables(size: int = 1 << 14) -> Tables:
    """Tables for counts below `size`."""
    n = np.arange(1, size + 1, dtype=np.float64)
    n[1:] = n[:-1].copy()  # entry n holds the function of n; entry 0 that of 1
    return Tables(np.sqrt(np.log(n)), 1.0 / np.sqrt(n))


@helper
def root_log(memory, n):
    """sqrt(ln n)"""
    table = memory.tables.root_log
    return table[n] if n < len(table) else math.sqrt(math.log(n))


@helper
def inverse_root(memory, n):
    """1 / sqrt(n)"""
    table = memory.tables.inverse_root
    return table[n] if n < len(table) else 1.0 / math.sqrt(n)


@helper
def allowed(n, memory):
    """Whether the rules may list `n` actions in an unfinished state; if not, it is noted as BROKEN."""
    if 0 < n <= len(memory.scratch) - MARGIN:
        return True
    memory.counters[BROKEN] = TOO_MANY if n > 0 else NO_ACTIONS
    return False


@helper
def record(memory, phase, node, reward, plays):
    """Write one event into the trace, if there is one; the node's statistics are the ones before the event."""
    if len(memory.trace) > 0:
        event = memory.trace[memory.counters[EVENTS]]
        event.iteration = memory.counters[ITERATIONS]
        event.phase = phase
        event.node = node
        event.visits_before = memory.nodes[node].visits
        event.visits_after = memory.nodes[node].visits
        event.total_before = memory.nodes[node].total
        event.total_after = memory.nodes[node].total
        event.reward = reward
        event.plays = plays
        memory.counters[EVENTS] += 1


@helper
def recorded_after(memory, node):
    """Complete the event just written with the node's statistics as they are now."""
    if len(memory.trace) > 0:
        event = memory.trace[memory.counters[EVENTS] - 1]
        event.visits_after = memory.nodes[node].visits
        event.total_after = memory.nodes[node].total
