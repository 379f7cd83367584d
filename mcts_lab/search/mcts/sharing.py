"""Whether a tree is grown by one thread or by several [Chaslot, Winands & van den Herik 2008, "Parallel Monte-Carlo
tree search", section 3.3, "tree parallelization with a global mutex", and section 3.3.2, "virtual loss"].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import generic, helper
from ...engine.spin import release, wait_for
from .memory import NODES

LOCK, IN_USE = 0, 1  # `Shared.words`


class Shared(NamedTuple):
    """Several threads do, each with a `Memory` of its own around the same nodes.

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


@generic
def lock(sharing, memory):
    """Wait until no other thread works on the tree, and keep them out."""


@generic
def unlock(sharing, memory):
    """Let other threads work on the tree."""


@generic
def add_virtual_loss(sharing, visits, memory):
    """Count so many visits of the nodes between the leaf and the root as lost; negative ones are taken back."""


@helper
def lock_of(sharing):
    """The address of the lock."""
    return np.uint64(sharing.words.ctypes.data)
