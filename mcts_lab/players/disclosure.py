"""What a person at the table may be told of another player's search."""

from __future__ import annotations

from typing import NamedTuple

from ..game import TERMINAL, action_name, facts, to_move

UNSEEN = "something you cannot see"
CLOSED = "what they found is shown when the game is over"  # after a number of iterations


class Share(NamedTuple):
    """A row of the table of visits."""

    name: str
    visits: int
    value: float  # mean payoff to the player who searched
    action: int = -1


def shares(game, state, result) -> list[Share]:
    """Return how `result`, of a search in `state`, divided its iterations, most visits first; [] without a tree."""
    visits = getattr(result, "visits", None)
    if not isinstance(visits, dict):
        return []
    rows = [Share(str(action_name(game, state, a)), visits[a], result.values[a], int(a)) for a in visits]
    return sorted(rows, key=lambda row: -row.visits)


def is_open(game, state, viewer) -> bool:
    """Return whether `viewer` (None: may see all) may be shown, in `state`, what the others' searches found.

    In a game of hidden information not before it is over: names, counts and values all tell what is hidden.
    """
    return viewer is None or facts(game).perfect_information or to_move(game, state) == TERMINAL
