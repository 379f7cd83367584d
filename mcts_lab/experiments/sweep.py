"""Parameter sweeps: all combinations of some values."""

from __future__ import annotations

import itertools

from ..engine.distinct import changed
from ..players import SearchPlayer, label
from .tournament import Fixture


def grid(**choices) -> list[dict]:
    """All combinations, the last one running fastest: ``grid(c=[0.5, 1], iterations=[100, 200])`` has four dicts.

    A single value stands for a list of one.
    """
    lists = {k: list(v) if isinstance(v, (list, tuple, range)) and not hasattr(v, "_fields") else [v]
             for k, v in choices.items()}
    for name, values in lists.items():
        if not values:
            raise ValueError(f"the list of values for {name!r} is empty")
    return [dict(zip(lists, values, strict=True)) for values in itertools.product(*lists.values())]


def variants(method, *, budget: dict | None = None, **choices) -> list[SearchPlayer]:
    """A `SearchPlayer` for each combination of choices.

    Choices are fields of the method (``final=[...]``, deeper ones with two underscores: ``selection__c=[0.5, 1]``), or
    budgets that its search takes (``iterations=[100, 1000]``); `budget` is what all have in common.
    """
    return [player for player, _ in _chosen(method, budget, choices)]


def _chosen(method, budget, choices):
    """Yield a `SearchPlayer` for each combination, and the combination as columns: what is no number or text, named."""
    for choice in grid(**choices):
        chosen, amounts = method, dict(budget or {})
        for name, value in choice.items():
            if name.partition("__")[0] in getattr(method, "_fields", ()):
                chosen = changed(chosen, name, value)
            else:
                amounts[name] = value
        name = ", ".join(f"{k.replace('__', '.')}={label(v)}" for k, v in choice.items())
        columns = {k: v if isinstance(v, (bool, int, float, str, type(None))) else label(v) for k, v in choice.items()}
        yield SearchPlayer(chosen, name, **amounts), columns


def sweep(game, method, opponent, *, budget: dict | None = None, options: dict | None = None,
          **choices) -> list[Fixture]:
    """A match of each variant of `method` (see `variants`) against the same opponent, for `fixtures`.

    The rows have a column for each choice, by the name given here: ``selection__c``, ``iterations``.
    """
    return [Fixture(player.name, game, (player, opponent), options, columns)
            for player, columns in _chosen(method, budget, choices)]
