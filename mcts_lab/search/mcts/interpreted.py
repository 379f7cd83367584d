"""Interpreted searches: the same loop works on light objects instead of records (see `mcts_lab.engine.light`).

`InterpretedMemory` is a `Memory` that lends the loop a copy of itself made of light objects. The tree is copied when
the loop runs for the first time. It is copied back into records as soon as other code reads `nodes`. So other code can
read and change the tree of an interpreted search in the same way as the tree of a compiled search.
"""

from __future__ import annotations

import contextlib

from ...engine.bundle import Arrays, no_arrays
from ...engine.light import LightStates, light_class, light_records, store_records, view
from ..light_states import in_light, light_states
from .memory import FIRST_SAVED, NODES, Memory
from .nodes import NODE, ROOT

PLENTY = 1000  # number of nodes that are made in advance, many more than one iteration adds
EACH = 4  # number of nodes that are made for each iteration in addition


class LightMemory:
    """A copy of a `Memory` that Python reads fast: nodes are objects, and other arrays are views of the same data."""

    __slots__ = (*Memory.FIELDS, "arrays")

    def of(self, component):
        """Return the arrays of a component."""
        try:
            return self.arrays[type(component)]
        except KeyError:
            raise no_arrays(component) from None


class InterpretedMemory(Memory):
    """A `Memory` that can be lent to interpreted searches as a `LightMemory`."""

    __slots__ = ("_records", "_light")

    def __init__(self, **arrays):
        self._light = None
        super().__init__(**arrays)

    @property
    def nodes(self):
        """The tree as records. Other code may change them, so the loop copies the tree again when it next runs."""
        self._settle()
        return self._records

    @nodes.setter
    def nodes(self, records):
        self._records = records

    @property
    def capacity(self):
        return len(self._records)

    @property
    def root_status(self):
        return int(self._records[ROOT]["status"] if self._light is None else self._light.nodes[ROOT].status)

    @property
    def root_total(self):
        return float(self._records[ROOT]["total"] if self._light is None else self._light.nodes[ROOT].total)

    def replace(self, **arrays):
        self._settle()
        super().replace(**arrays)

    def _settle(self):
        """Write the tree back into the records, and delete the light copy."""
        if self._light is not None:
            store_records(self._light.nodes[: self.counters[NODES]], self._records)
            self._light = None

    @contextlib.contextmanager
    def lent(self, game, root, iterations, spare):
        """Return a context with the data for the loop: (memory, root, spare), where `spare` is as in `loop`.

        The tree may have room for fewer iterations.
        """
        light = self._lend(game)
        spare = provide(light.nodes, int(self.counters[NODES]), self.capacity, iterations, spare)
        light.rng = self.rng.tolist()
        try:
            yield light, root if light.states is self.states else in_light(game, root), spare
        finally:
            self.rng[:] = light.rng

    def _lend(self, game) -> LightMemory:
        if self._light is None:
            light = LightMemory()
            for name in self.FIELDS:
                if name not in ("nodes", "states", "owned", "owned_by_leaf"):
                    setattr(light, name, view(getattr(self, name)))
            light.arrays = {cls: Arrays({}, {name: view(one) for name, one in vars(arrays).items()})
                            for owned in (self.owned, self.owned_by_leaf) for cls, arrays in owned.items()}
            light.nodes = light_records(self._records, int(self.counters[NODES]))
            # states that the tree stores are not copied
            light.states = light_states(game, len(self.states)) if len(self.states) == FIRST_SAVED else self.states
            if not isinstance(light.states, LightStates):  # these rules need arrays, also for the list of actions
                light.scratch = self.scratch
            # these arrays are read at every step and never change, and Python reads lists faster
            light.scale, light.root_logs = self.scale.tolist(), self.root_logs.tolist()
            light.inverse_roots = self.inverse_roots.tolist()
            self._light = light
        return self._light


def provide(nodes, used, capacity, iterations, spare):
    """Make nodes for about this number of iterations, if the records have room for them. Return the new `spare`.

    Not all nodes of the tree are made at once, because this would take longer than a short search.
    """
    wanted = min(capacity, used + spare[0] + PLENTY + EACH * iterations)
    node = light_class(NODE)
    nodes += [node() for _ in range(wanted - len(nodes))]
    return spare if len(nodes) >= capacity else (spare[0] + PLENTY, *spare[1:])
