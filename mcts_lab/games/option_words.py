"""Options of games that people give as words."""

from __future__ import annotations

from ..errors import instead


def word(option, value, table):
    """What `table` has for the word `value`, which may also be such a number itself.

    Raises ValueError naming the `option` and the nearest of its words.
    """
    if isinstance(value, str) and value in table:
        return table[value]
    if not isinstance(value, (str, bool)):
        for known in table.values():
            if value == known:
                return known
    raise ValueError(f"{option} cannot be {value!r}: {instead(value, table)}")
