"""Matches as experiments: a list of fixtures, or a round-robin."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from ..game import facts
from ..players import describe
from .experiment import BUDGETS, Experiment, Task, at
from .match import arrangements, keyed, play_match, spawned


class Fixture(NamedTuple):
    """One match of an experiment: who plays what. `options` are those of `play_match`."""

    name: str
    game: object
    players: tuple
    options: dict | None = None


def fixtures(name: str, matches: Sequence[Fixture] | Callable[[str], Sequence[Fixture]], games: int | dict,
             seed: int = 0, *, chunk: int = 10, title: str = "", budgets: tuple = BUDGETS) -> Experiment:
    """An experiment that plays each of some matches.

    Parameters: `matches` are the fixtures, or a function from the budget to them; `games` is how many games each match
    has, or a dict from budget to that; `chunk` is about how many games make one task (rounded to whole rounds of seats;
    the rows do not depend on it).

    All matches have the same sequence of start positions and random events, so that they can be compared in pairs. The
    rows are those of `play_match`, with a column ``fixture``.
    """
    return Experiment(name, partial(_fixture_tasks, matches, seed, chunk, games=games), play_fixture, seed, title,
                      budgets)


def _fixture_tasks(matches, seed, chunk, budget, *, games, **settings):
    if isinstance(games, dict) and budget not in games:
        raise ValueError(f"no number of games is given for budget {budget!r}, only for {', '.join(games)}")
    games, tasks = at(games, budget), []
    chosen = matches(budget, **settings) if callable(matches) else matches
    for fixture in chosen:
        options = {"starts": spawned(seed, 0), **(fixture.options or {})}
        size = _round_up(chunk, _round(fixture))
        data = {"fixture": fixture.name, "game_parameters": describe(fixture.game),
                "players": [describe(p) for p in fixture.players], "options": _describe_options(options)}
        own = keyed(seed, fixture.name)
        for first in range(0, games, size):
            count = min(size, games - first)
            tasks.append(Task(f"{fixture.name}/{first:06}", {**data, "games": [first, count]},
                              (fixture.game, fixture.players, options), own))
    return tasks


def _describe_options(options):
    return {k: [str(v.entropy), *v.spawn_key] if isinstance(v, np.random.SeedSequence) else describe(v)
            for k, v in options.items()}


def _round(fixture):
    seats = (fixture.options or {}).get("seats", "swapped")
    return len(arrangements(facts(fixture.game).players, len(fixture.players), seats))


def _round_up(n, multiple):
    return -(-max(n, 1) // multiple) * multiple


def play_fixture(task: Task) -> list[dict]:
    """Play the games of one task."""
    game, players, options = task.work
    first, count = task.parameters["games"]
    return play_match(game, players, count, task.seed, first=first, **options)


def pairings(players: Sequence, game, group: int = 2, **options) -> list[Fixture]:
    """A fixture for each choice of `group` players. Raises ValueError if two have the same name."""
    names = [p.name for p in players]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"two players are called {twice!r}: give each its own name")
    if len(players) < group:
        raise ValueError(f"a tournament needs at least {group} players, not {len(players)}")
    return [Fixture(" - ".join(p.name for p in some), game, some, options)
            for some in itertools.combinations(players, group)]


def round_robin(name: str, game, players: Sequence, games: int | dict, seed: int = 0, *, group: int = 2,
                chunk: int = 10, title: str = "", **options) -> Experiment:
    """A round-robin: `games` games for each pair (or each `group` of players), sides swapped.

    `options` are those of `play_match`; the others are as in `fixtures`.
    """
    return fixtures(name, pairings(players, game, group, **options), games, seed, chunk=chunk, title=title)


def cross_table(games, value: str = "points"):
    """Mean `value` of each player (row) against each other (column), as a DataFrame; rows of games for two players."""
    import pandas as pd

    from .match import by_seat

    seats = by_seat(games)
    mine = seats[seats["seat"] == 0].reset_index(drop=True)
    other = seats[seats["seat"] == 1].reset_index(drop=True)
    both = pd.concat([mine.assign(opponent=other["player"]), other.assign(opponent=mine["player"])])
    names = list(dict.fromkeys(both["player"]))
    return both.pivot_table(index="player", columns="opponent", values=value).reindex(index=names, columns=names)
