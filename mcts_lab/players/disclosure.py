"""What a person at the table may be told of another player's search."""

from __future__ import annotations

from typing import NamedTuple

from ..engine.random import stream
from ..game import action_name, copy, determinize, facts, legal_actions, observation, to_move

WORLDS = 30  # determinizations; an action that is legal in all of them is taken to be known
UNSEEN = "something you cannot see"


class Share(NamedTuple):
    """A row of the table of visits."""

    name: str
    visits: int
    value: float  # mean payoff to the player who searched


def shares(game, state, result, viewer) -> list[Share]:
    """How `result`, of a search in `state`, divided its iterations, the most visited first; empty if it grew no tree.

    In a game of hidden information the names alone would show a hand of cards. So `viewer` (None: may see all) is told
    the names of `open_actions` only; the other actions are added up in one row.
    """
    visits = getattr(result, "visits", None)
    if not isinstance(visits, dict):
        return []
    known = open_actions(game, state, result.action, viewer)
    rows = [Share(str(action_name(game, state, a)), visits[a], result.values[a]) for a in visits if a in known]
    rows.sort(key=lambda row: -row.visits)
    tried = [a for a in visits if a not in known and visits[a]]
    if tried:
        total = sum(visits[a] for a in tried)
        rows.append(Share(UNSEEN, total, sum(visits[a] * result.values[a] for a in tried) / total))
    return rows


def open_actions(game, state, played, viewer) -> set[int]:
    """The actions of the player to move in `state`, who plays `played`, whose names tell `viewer` nothing hidden.

    They are `played` and what that player could do in every world that the viewer thinks possible; but nothing at all
    if the viewer does not see what is played.
    """
    actions = set(legal_actions(game, state))
    if viewer is None or viewer == to_move(game, state) or facts(game).perfect_information:
        return actions
    if observation(game, state, played, viewer) != played:
        return set()
    rng = stream(0)
    for _ in range(WORLDS):
        world = copy(game, state)
        determinize(game, world, viewer, rng)
        actions.intersection_update(legal_actions(game, world))
    return actions | {played}
