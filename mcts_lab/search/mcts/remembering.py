"""The components of a search that remember something of nodes or of the whole search, as one list.

The search asks each of them, one of each class, to begin, to make a node ready and to swap siblings. The list is a pair
of a component and the others, so that compiled code is unrolled.
"""

from __future__ import annotations

import functools

from ...engine.distinct import Distinct, overrides
from .components import Component


class Remembering(Distinct):
    """Components that remember something, one after the other: each says so itself, so none asks those in it."""

    first: Component
    others: tuple  # the same, or `Nobody`

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
    """No component."""


def each_once(components) -> Remembering | Nobody:
    """Return those of the components that remember something."""
    found = Nobody()
    for component in reversed(overriding(components, Component.begin, Component.init_node, Component.swap)):
        found = Remembering(component, found)
    return found


def overriding(components, *methods) -> tuple:
    """Return those of the components whose classes have one of these methods of `Component` in their own way, one of
    each class: what they remember is the same."""
    places = _overriding(tuple(map(type, components)), methods)
    return tuple([components[place] for place in places])


@functools.cache
def _overriding(classes, methods) -> tuple:
    """The first places of those classes."""
    return tuple(place for place, cls in enumerate(classes) if classes.index(cls) == place and any(
        overrides(cls, method) for method in methods))
