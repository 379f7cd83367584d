"""Budgets of searches, and checks of their amounts."""

from __future__ import annotations

import numbers
from typing import NamedTuple

from .needs import all_components

MOST_ITERATIONS = 2**31 - 1  # maximum for one tree, because visits are stored in 32 bits
MOST = {"iterations": MOST_ITERATIONS, "calls": 10**15, "nodes": 10**15, "seconds": 10**8}  # the last: three years


class Budget(NamedTuple):
    """The budget of a search. The search ends when the first of these amounts is used up. None means no limit."""

    iterations: int | None = None
    calls: int | None = None  # number of actions played, including those of playouts
    seconds: float | None = None  # of wall-clock time, without compiling

    @classmethod
    def of(cls, method, iterations=None, calls=None, seconds=None) -> Budget:
        """Return a budget of plain Python numbers.

        Raises ValueError if no amount is given, if an amount is not a positive finite number, or if a component of
        `method` needs a budget in iterations and there is none.
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
        """The name of the first amount that is given. Progress is reported in this unit."""
        return next(name for name, amount in zip(self._fields, self, strict=True) if amount is not None)


def check_amount(name, amount):
    """Return an amount of `iterations`, `calls`, `nodes` or `seconds` as a plain Python number.

    Raises ValueError if it is not a positive number, or too large.
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
