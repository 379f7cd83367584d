"""Tree parallelisation: several threads grow one tree [Chaslot, Winands & van den Herik 2008, "Parallel Monte-Carlo
tree search", section 3.3, "tree parallelization with a global mutex", and section 3.3.2, "virtual loss"].

What comes out depends on which thread is sooner, so it is not repeatable, whatever the seed. It pays where playouts
take longer than the way down the tree.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ...engine.distinct import Distinct
from ...engine.generic import helper
from ...engine.spin import release, wait_for
from .loop import run_iterations
from .memory import BROKEN, CALLS, ITERATIONS, NODES, Memory
from .needs import has
from .world import keeps_states

# each thread has its own
OWN = ("path_ends", "scratch", "rewards", "grades", "rng", "counters", "legal_mark", "worths", "states",
       *Memory.ASKED)


LOCK, IN_USE = 0, 1  # `Shared.words`


class Shared(Distinct):
    """Several threads grow the tree, each with a `Memory` of its own around the same nodes.

    One at a time works on the tree; playouts are made side by side. Where a thread has gone down counts as visited and
    lost until it comes back (a virtual loss of one visit), so that the others look elsewhere.
    """

    words: np.ndarray  # int64[2], the lock, and the nodes in use

    def lock(self, memory):
        wait_for(lock_of(self))
        memory.counters[NODES] = self.words[IN_USE]

    def unlock(self, memory):
        self.words[IN_USE] = memory.counters[NODES]
        release(lock_of(self))

    def add_virtual_loss(self, visits, memory):
        for tree in range(len(memory.path_ends)):
            place = int(memory.path_ends[tree])
            while place != tree:
                memory.nodes[place].visits += visits
                place = int(memory.nodes[place].parent)


@helper
def lock_of(sharing):
    """The address of the lock."""
    return np.uint64(sharing.words.ctypes.data)


class SharedTree:
    """The tree of a search, grown by a thread for each of the random `streams`; runs a search in place of its plan.

    Interpreted, the threads take turns, and the memory is not lent.

    Raises ValueError for parts that compare children with each other, look at the iterations left, prove results, or
    keep states in the tree: they need a tree that no other thread changes.
    """

    lends = False

    def __init__(self, plan, memory, streams):
        problem = unshareable(plan)
        if problem:
            raise ValueError(f"{problem}, so it cannot be shared by threads: leave out parallel='tree'.")
        self.plan, self.memory = plan, memory
        self._words = np.zeros(2, np.int64)
        self.parts = plan.parts._replace(sharing=Shared(self._words))
        parts = {name: getattr(memory, name) for name in Memory.FIELDS}
        self._memories = [Memory(**parts | {name: parts[name].copy() for name in OWN} | {"rng": rng})
                          for rng in streams]
        self.threads = len(self._memories)

    def code(self, root, memory, spare):
        """Return the loop, compiled if need be, that shares its iterations and calls out among the threads."""
        code = self.plan.loop(self.parts, root, memory, spare)
        return lambda world, game, parts, root, memory, iterations, calls, spare: self._divide(
            code, root, iterations, calls, spare)

    def _divide(self, code, root, iterations, calls, spare):
        """Share so many iterations, and plays up to `calls` in all, out among the threads, and wait for them."""
        memory, game, parts = self.memory, self.plan.game, self.parts
        before = memory.counters.copy()
        self._words[:] = 0, before[NODES]
        shared = {name: getattr(memory, name) for name in Memory.FIELDS if name not in OWN}
        left = -(-(calls - int(before[CALLS])) // self.threads)

        def work(i):
            share = iterations * (i + 1) // self.threads - iterations * i // self.threads
            code(parts.world, game, parts, root, self._memories[i], share, int(before[CALLS]) + left, spare)

        for one in self._memories:
            one.replace(**shared)
            one.counters[:] = before
        try:
            if self.plan.compiled:
                with ThreadPoolExecutor(self.threads) as pool:  # which waits for all, whatever happens
                    list(pool.map(work, range(self.threads)))
            else:
                list(map(work, range(self.threads)))
        finally:
            counters = np.array([one.counters for one in self._memories])
            for name in (ITERATIONS, CALLS):
                memory.counters[name] += (counters[:, name] - before[name]).sum()
            memory.counters[BROKEN] = counters[:, BROKEN].max()
            memory.counters[NODES] = self._words[IN_USE]


def unshareable(plan) -> str:
    """Why threads cannot share a tree of such searches, as the beginning of a sentence; or ""."""
    method = plan.method
    if keeps_states(method.world) or run_iterations.defines(type(method.world)):
        return f"{type(method.world).__name__} keeps states of an iteration for the next"
    if method.solver:
        return "The solver follows what is proven through the tree"
    for part in (method.value, method.selection):
        if has(part, "compares"):
            return f"{type(part).__name__} compares the children of a node"
    if plan.looks_ahead:
        return f"{type(method.pruning).__name__} looks at the iterations left"
    return ""
