"""Budgets: how long a search may go on, checked in one place."""

from __future__ import annotations

import numbers
from typing import NamedTuple

from .needs import all_components

MOST_ITERATIONS = 2**31 - 1  # of one tree: visits are counted in 32 bits
MOST = {"iterations": MOST_ITERATIONS, "calls": 10**15, "nodes": 10**15, "seconds": 10**8}  # the last: three years


class Budget(NamedTuple):
    """Of a search: the first amount that is used up ends it; None: no limit. As `of` makes it, a number is positive."""

    iterations: int | None = None
    calls: int | None = None  # plays, those of playouts included
    seconds: float | None = None  # of wall-clock time, without compiling

    @classmethod
    def of(cls, method, iterations=None, calls=None, seconds=None) -> Budget:
        """A budget in plain Python numbers.

        Raises ValueError, in one sentence, if it is missing, not positive, endless, no number, or not of the kind that
        `method` needs.
        """
        plain = cls(*(amount if amount is None else check_amount(name, amount)
                      for name, amount in zip(cls._fields, (iterations, calls, seconds), strict=True)))
        if plain == (None, None, None):
            raise ValueError("A search needs a budget. Give, for example, iterations=1000; calls= and seconds= are "
                             "also possible.")
        if plain.iterations is None:
            for component in all_components(method):
                if component.looks_ahead:
                    raise ValueError(f"{type(component).__name__} must know how many iterations are left. Give a "
                                     "budget in iterations, such as iterations=1000.")
        return plain

    @property
    def unit(self) -> str:
        """The first in which there is a limit: what progress is counted in."""
        return next(name for name, amount in zip(self._fields, self, strict=True) if amount is not None)


def check_amount(name, amount):
    """An amount of `iterations`, `calls`, `nodes` or `seconds` as a plain Python number.

    Raises ValueError, in one sentence, if it is not a positive one, or too large.
    """
    if type(amount) is int and 0 < amount <= MOST[name] and name != "seconds":
        return amount
    if not isinstance(amount, numbers.Real) or isinstance(amount, bool) or amount != amount:
        raise ValueError(f"The budget {name}={amount!r} is not a number. Give a positive number, such as {name}=1000.")
    if amount <= 0:
        raise ValueError(f"The budget {name}={amount} is not positive. Give a positive number, such as {name}=1000.")
    if amount > MOST[name]:
        raise ValueError(f"The budget {name} is too large. Give at most {MOST[name]:,}.")
    if name != "seconds" and int(amount) != amount:
        raise ValueError(f"The budget {name}={amount} is not a whole number. Give a number such as {name}=1000.")
    return float(amount) if name == "seconds" else int(amount)
