"""Checks before a search is compiled: types of components, and ranges of parameters.

The method `problem` of a component says what the component needs. The attribute `ranges` contains the lowest and the
highest value of each parameter::

    class MixMax(Value):
        ranges = {"q": (0, 1)}  # None instead of a number means that there is no limit
        q: float = 0.25

A parameter that is not in `ranges` must be at least 0. No parameter may be NaN. A parameter may be infinite only if
its highest value in `ranges` is infinity.
"""

import math
import numbers
import reprlib

from ...checking import check_bounds
from ...engine.generic import is_outside
from ...engine.signatures import check_methods
from ...game import CHANCE, LONGEST, TERMINAL, check_state
from ..advice import example
from .components import TYPES, Component
from .needs import all_components
from .nodes import MOST_CHILDREN
from .priors import ABOVE_0
from .solver import unsolvable

MOST_NUMBER = 2**62  # the largest value of a parameter, because of the number types in compiled code


def check(game, method):
    """Return `method` with plain Python numbers.

    Raises ValueError if a component has the wrong type, if a parameter is out of its range, or if the components do
    not fit together or do not fit `game`.
    """
    fact = game.facts()
    if isinstance(method, type):
        raise ValueError(f"{method.__name__} is a class, not a search. Write {method.__name__}().")
    if not set(TYPES) <= set(getattr(method, "_fields", ())):
        what, own = repr(method), "Give Search "
        if hasattr(method, "search"):
            what, own = f"{type(method).__name__}(...)", "Call its own method search, or give Search "
        raise ValueError(f"Search cannot run {what}. {own}{example(fact, 'a UCT(...)')}.")
    for kind in TYPES:
        component, usual = getattr(method, kind), method._field_defaults[kind]
        if component is not usual:
            check_type(kind, component, type(usual).__name__)
            check_component(type(component), TYPES[kind])
    method = in_range(method)
    check_bounds(fact)
    if fact.branching > MOST_CHILDREN:
        raise ValueError(f"{fact.title} may have {fact.branching:,} actions in a state, but a search tree has room for "
                         f"{MOST_CHILDREN:,}. Choose a smaller game, or lower Facts.branching if no state has so many "
                         "actions.")
    if fact.length > LONGEST:
        raise ValueError(f"A game of {fact.title} may take {fact.length:,} moves, but a search supports at most "
                         f"{LONGEST:,}. Make the game end earlier, or lower its Facts.length if none is so long.")
    for component in all_components(method):
        refuse(type(component).__name__, component.problem(game, fact, method))
    if method.solver:
        refuse("The solver", unsolvable(fact, method))
    return method


def refuse(name, why):
    """Raise ValueError if the component `name` cannot work. why: the reason, as the end of a sentence, or None."""
    if why:
        raise ValueError(f"{name} {why}")


def check_root(game, state):
    """Return the player to move in `state`. Raises ValueError if no player is to move, so that a search is impossible.
    """
    check_state(game, state)
    player = game.to_move(state)
    if player in (TERMINAL, CHANCE):
        what = "The game is over in this state, so there is nothing to search. Search from an earlier state." if (
            player == TERMINAL) else ("A random event comes first in this state. Let it happen by "
                                      "after(game, state, sample(game, state)).")
        raise ValueError(what)
    return player


# -- types and ranges --------------------------------------------------------------------------------------------------


def check_type(kind, component, example):
    """Raise ValueError if `component` does not have the type `kind`. example: name of a component that the message
    recommends."""
    if isinstance(component, type):
        raise ValueError(f"{kind}={component.__name__} is a class, not a component. Write "
                         f"{kind}={component.__name__}().")
    if isinstance(component, TYPES[kind]):
        if component.composed:
            for inner in component:
                if not isinstance(inner, numbers.Number):
                    check_type(kind, inner, example)
        return
    others = [other for other, base in TYPES.items() if isinstance(component, base)]
    if others:
        raise ValueError(f"{type(component).__name__} does not belong to the parameter {kind}. Write "
                         f"{others[0]}={type(component).__name__}(...), or give {kind} a component such as "
                         f"{example}().")
    if is_outside(type(component)):
        raise ValueError(f"{type(component).__name__} is not a component, because its class is not derived from "
                         f"{TYPES[kind].__name__}. Write class {type(component).__name__}({TYPES[kind].__name__}), or "
                         f"give {kind} a component such as {example}().")
    raise ValueError(f"{kind}={component!r} is not a component. Give {kind} a component such as {example}().")


def check_component(kind, base):
    """Raise ValueError if a class of components lacks a method that its base class requires."""
    check_methods(kind, base)
    if kind.node_arrays is not Component.node_arrays and kind.init_node is Component.init_node:
        raise ValueError(f"{kind.__name__} has node_arrays, but does not define their values in a new node. Give it a "
                         "method init_node.")


def in_range(component):
    """Return `component`, and the components inside it, with plain Python numbers. Raises ValueError if a number is
    out of its range."""
    if not hasattr(component, "_fields"):
        return component
    changed = {}
    for name, value in zip(component._fields, component, strict=True):
        if value is component._field_defaults.get(name):
            continue
        plain = in_range(value) if isinstance(value, tuple) else plain_number(component, name, value)
        if plain is not value:
            changed[name] = plain
    return component._replace(**changed) if changed else component


def plain_number(component, name, value):
    """Return the parameter `name` of `component` as a Python number of the annotated type. A value that is not a
    number, such as another component, is returned as it is."""
    wanted = annotated(component, name)
    if wanted == "bool":
        if value not in (False, True):
            raise ValueError(f"{name} of {type(component).__name__} must be True or False, not {value!r}. Write "
                             f"{name}=True or {name}=False.")
        return bool(value)
    if wanted not in ("int", "float") and not isinstance(value, numbers.Number):
        return value
    low, high = getattr(type(component), "ranges", {}).get(name, (0, None))
    number = math.nan  # an object that cannot be compared is out of range
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        number = int(value) if isinstance(value, numbers.Integral) else float(value)
    inside = (low is None or number >= low) and (high is None or number <= high)
    if not (high == math.inf and number == high):  # infinity is allowed only if it is the upper end of the range
        inside = inside and abs(number) <= MOST_NUMBER and (wanted != "int" or number == int(number))
    if not inside:
        finite = abs(number) <= MOST_NUMBER or (isinstance(value, numbers.Real) and high is not None)
        kind = "a whole number, " if wanted == "int" else "" if finite else "a finite number, "
        raise ValueError(f"{type(component).__name__}({name}={reprlib.repr(value)}) is out of range. {name} must be "
                         f"{kind}{bounds(low, high)}.")
    return int(number) if wanted == "int" else float(number) if wanted == "float" else number


def bounds(low, high) -> str:
    """Return a range in words."""
    if low is None or high is None or high == math.inf:
        least = "greater than 0" if low == ABOVE_0 else f"at least {low}" if low is not None else ""
        most = f"at most {high}" if high not in (None, math.inf) else ""
        return " and ".join(filter(None, (least, most))) or "finite"
    return f"from {low} to {high}"


def annotated(component, name) -> str:
    """Return the name of the type with which the parameter `name` is annotated."""
    promised = (getattr(cls, "__annotations__", {}).get(name) for cls in type(component).__mro__)
    kind = next(filter(None, promised), "")
    return getattr(kind, "__forward_arg__", getattr(kind, "__name__", str(kind)))
