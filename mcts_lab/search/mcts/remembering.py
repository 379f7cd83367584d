"""The components of a search that store data of nodes or of the whole search, as one list.

The search calls the methods `begin`, `init_node` and `swap` of each component in the list. The list contains one
component of each class. It is a pair of the first component and the list of the others, because compiled code can
then call each method directly.
"""

from __future__ import annotations

import functools

from ...engine.distinct import Distinct, overrides
from .components import Component


class Remembering(Distinct):
    """A list of components that store data. It also contains components that are inside other components."""

    first: Component
    others: tuple  # `Remembering`, or `Nobody` at the end

    def begin(self, memory):
        self.first.begin(memory)
        self.others.begin(memory)

    def init_node(self, node, memory):
        self.first.init_node(node, memory)
        self.others.init_node(node, memory)

    def swap(self, child, other, memory):
        self.first.swap(child, other, memory)
        self.others.swap(child, other, memory)


class Nobody(Component):
    """The empty list, at the end of each list."""


def each_once(components) -> Remembering | Nobody:
    """Return the list of the components that store data."""
    found = Nobody()
    for component in reversed(overriding(components, Component.begin, Component.init_node, Component.swap)):
        found = Remembering(component, found)
    return found


def overriding(components, *methods) -> tuple:
    """Return the components whose classes override one of these methods of `Component`, one component for each class.

    Components of one class share their data.
    """
    places = _overriding(tuple(map(type, components)), methods)
    return tuple([components[place] for place in places])


@functools.cache
def _overriding(classes, methods) -> tuple:
    """Return the index of each class that overrides one of `methods`; of equal classes only the first index."""
    return tuple(place for place, cls in enumerate(classes) if classes.index(cls) == place and any(
        overrides(cls, method) for method in methods))
