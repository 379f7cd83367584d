"""Conditions on the facts of a game, and the error for rules that contradict them."""

import math

import numpy as np

from ..game import LONGEST

NOTHING_LISTED = "legal listed no action in a state that is not over"


class WrongRules(ValueError):
    """The rules of a game contradict its facts. The message says which rule is wrong, and in what way."""


def refuse_rules(fact, why):
    """Raise WrongRules for a mistake that a search has found. fact: the facts of the game. why: what is wrong."""
    raise WrongRules(f"The rules of {fact.title} contain a mistake: {why}. Run check_game(game) for the full list.")


def check_finite(fact, number):
    """Raise WrongRules if a number that a search has computed from payoffs is not finite."""
    if not math.isfinite(number):
        refuse_rules(fact, "a payoff or an estimate was not a finite number")


def check_bounds(fact):
    """Raise WrongRules if the lowest payoff of a game is not below the highest, or one of them is not finite."""
    if not -math.inf < fact.low < fact.high < math.inf:
        refuse_rules(fact, f"low={fact.low} must be less than high={fact.high}, and both finite")


def promises(fact):
    """Yield the conditions on the facts of a game as (subject, whether it is met, a sentence for the message)."""
    for name, most in (("players", 7), ("actions", 2**31 - 1), ("branching", 2**31 - 1), ("length", LONGEST)):
        value = getattr(fact, name)
        whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
        yield name, whole and 1 <= value <= most, f"{name}={value!r} must be a whole number from 1 to {most:,}"
    low, high, outcomes = fact.low, fact.high, tuple(fact.outcomes)
    yield "payoffs", math.isfinite(low) and math.isfinite(high) and low < high, (
        f"low={low} must be less than high={high}, and both finite")
    yield "outcomes", list(outcomes) == sorted(set(outcomes)) and all(low <= o <= high for o in outcomes), (
        f"outcomes={outcomes} must be in ascending order, from low={low} to high={high}")
    yield "names", len(fact.player_names) in (0, fact.players), (
        f"player_names has {len(fact.player_names)} names for {fact.players} players. Name all, or none")
    yield "dtype", isinstance(fact.dtype, np.dtype) and (fact.dtype.names is not None or fact.dtype == object), (
        f"dtype={fact.dtype!r} must be a NumPy dtype with named fields: np.dtype([(\"name\", np.int8), ...])")
    yield "dtype holds objects", fact.dtype == object or not getattr(fact.dtype, "hasobject", False), (
        "the fields of a state must be numbers, not Python objects")
    taken = sorted(set(getattr(fact.dtype, "names", None) or ()) & set(dir(np.record)))
    yield "field names", not taken, (f"a state cannot have a field {taken and taken[0]!r}, which means something "
                                     "else in NumPy. Give it another name")


def near(bound, value):
    """Return `bound`, or `value` if it differs from the bound only by rounding."""
    return value if math.isclose(bound, value, rel_tol=1e-9, abs_tol=1e-9) else bound
