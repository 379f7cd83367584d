"""Tree parallelisation: several threads grow one tree (see `sharing`).

What comes out depends on which thread is sooner, so it is not repeatable, whatever the seed. It pays where playouts
take longer than the way down the tree.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ...engine.announce import announced
from ...engine.random import sequence, stream
from .closed_loop import ClosedLoop
from .information_sets import MultipleObserver, OpenLoop, SingleObserver, SingleObserverPOM
from .memory import BROKEN, CALLS, ITERATIONS, NODES, Memory
from .session import Search
from .sharing import IN_USE, Shared
from .uct import run_iterations

WORLDS = (ClosedLoop, OpenLoop, SingleObserver, SingleObserverPOM, MultipleObserver)
# each thread has its own
OWN = ("places", "scratch", "rewards", "grades", "rng", "counters", "legal_mark", "worths", "states",
       *Memory.ASKED)


class TreeParallelSearch(Search):
    """A `Search` whose tree is grown by `workers` threads. Interpreted, they take turns.

    Raises ValueError for parts that compare children with each other, look at the iterations left, prove results, or
    keep states in the tree: they need a tree that nobody else changes.
    """

    def __init__(self, game, state, method, workers, *, seed=None, compiled=None, memory=None):
        self.workers = workers
        first, *others = sequence(seed).spawn(workers)
        super().__init__(game, state, method, seed=first, compiled=compiled, memory=memory)
        problem = unshareable(self.plan)
        if problem:
            raise ValueError(f"{problem}, so it cannot be shared by threads: leave out parallel='tree'.")
        self._words = np.zeros(2, np.int64)
        self.parts = self.parts._replace(sharing=Shared(self._words))
        self._memories = [self._memory_of(stream(one)) for one in (first, *others)]

    def _memory_of(self, rng):
        """Memory of one thread: its own where it must be, else that of the search."""
        parts = {name: getattr(self.memory, name) for name in Memory.FIELDS}
        return Memory(**parts | {name: parts[name].copy() for name in OWN} | {"rng": rng})

    def _loop(self):
        if self.compiled:
            arguments = (self.game, self.parts, self.root[0], self.memory, 0, 0, self._room())
            code = run_iterations.code(*arguments, announcing=announced(f"{self.facts.title} for this search"))
        else:
            code = run_iterations.function

        def loop(game, parts, root, memory, iterations, calls, spare):
            self._divide(code, iterations, calls, spare)

        return loop

    def _divide(self, code, iterations, calls, spare):
        """Share so many iterations, and plays up to `calls` in all, out among the threads, and wait for them."""
        memory = self.memory
        before = memory.counters.copy()
        self._words[:] = 0, before[NODES]
        shared = {name: getattr(memory, name) for name in Memory.FIELDS if name not in OWN}
        left = -(-(calls - int(before[CALLS])) // self.workers)

        def work(i):
            share = iterations * (i + 1) // self.workers - iterations * i // self.workers
            code(self.game, self.parts, self.root[0], self._memories[i], share, int(before[CALLS]) + left, spare)

        for one in self._memories:
            one.replace(**shared)
            one.counters[:] = before
        try:
            if self.compiled:
                with ThreadPoolExecutor(self.workers) as pool:  # which waits for all, whatever happens
                    list(pool.map(work, range(self.workers)))
            else:
                list(map(work, range(self.workers)))
        finally:
            counters = np.array([one.counters for one in self._memories])
            for name in (ITERATIONS, CALLS):
                memory.counters[name] += (counters[:, name] - before[name]).sum()
            memory.counters[BROKEN] = counters[:, BROKEN].max()
            memory.counters[NODES] = self._words[IN_USE]


def unshareable(plan) -> str:
    """Why threads cannot share a tree of such searches, as the beginning of a sentence; or ""."""
    method = plan.method
    if not isinstance(method.world, WORLDS):
        return f"{type(method.world).__name__} keeps states in the tree"
    if method.solver:
        return "The solver follows what is proven through the tree"
    for part in (method.value, method.selection):
        if getattr(type(part), "compares", False):
            return f"{type(part).__name__} compares the children of a node"
    if plan.looks_ahead:
        return f"{type(method.pruning).__name__} looks at the iterations left"
    return ""
