"""Replaying recordings of the original Tribes framework.

Three kinds of file in JSON lines, told apart by what a record holds: generated maps; actions in whole games, each with
the state before and after, the legal actions, the rule-based player's ratings and the state value; and short lines of
play in the forward model that searches see. Tables that list the recordings (CSV) hold nothing to replay.

Where several units share a tile, the original's legal actions and results depend on what cannot be recorded; such
records are marked, and only their ratings and values are compared.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream
from mcts_lab.game import facts
from mcts_lab.games.tribes import observe, progress, set_up, tribes
from mcts_lab.games.tribes import state as s
from mcts_lab.games.tribes.choices import list_choices, researchable
from mcts_lab.games.tribes.play import find, take
from mcts_lab.games.tribes.rule_player import rate
from mcts_lab.games.tribes.state import STATE
from mcts_lab.games.tribes.tables import CITY, NO_TECH, RESOURCE_LETTERS, RUIN_OUTCOMES, RUIN_TECH, TERRAIN_LETTERS

from .files import ConformanceError, json_lines
from .tribes_record import action_words, at, differences_between, dump, load, smallest_new_id

TRIES = 400  # seeds to try where cities were shuffled
PRECISION = 1e-5  # of recorded state values, which have six decimals


@entry
def _list(game, state, out):
    return list_choices(game, state, out)


@entry
def _rate(game, state, actions, out):
    for i in range(len(actions)):
        out[i] = rate(game, state, actions[i])


@entry
def _take(game, state, action, rng):
    take(game, state, action, rng)


@entry
def _find(game, state, slot, outcome, tech):
    find(game, state, slot, outcome, tech)


@entry
def _observe(game, state, player):
    observe(game, state, player)


@entry
def _progress(game, before, after, player):
    return progress(game, before, after, player)


@entry
def _set_up(game, state, level):
    set_up(game, state, level)


class Ledger:
    """Counts what was checked and notes differences."""

    def __init__(self):
        self.steps = 0
        self.differences = []
        self.compiled = compiler.available()

    def note(self, where, sentence):
        self.differences.append(f"{where}: {sentence}")


def replay(path, name="tribes") -> tuple[int, list[str]]:
    """Replay one recording; return the number of records checked and one sentence for each difference.

    Raises ConformanceError if the file cannot be read or is not a recording of Tribes.
    """
    if Path(path).suffix == ".csv":
        return 0, []
    ledger = Ledger()
    for record in read(path):
        ledger.steps += 1
        try:
            kind = next((check for key, check in CHECKS.items() if key in record), None)
            if kind is None:
                raise ConformanceError(f"{path} is not a recording of Tribes: record {ledger.steps} is of no known "
                                       "kind")
            kind(record, ledger)
        except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, ConformanceError):
                raise
            raise ConformanceError(f"{path} is a damaged recording of Tribes: record {ledger.steps} gives "
                                   f"{error!r}") from None
    return ledger.steps, ledger.differences


def read(path):
    """The records of a file in JSON lines, compressed or not. Raises ConformanceError with one sentence."""
    records = json_lines(path)
    if not all(isinstance(record, dict) for record in records):
        raise ConformanceError(f"{path} is not a recording of Tribes")
    return records


# ---------------------------------------------------------------------------------------------------------------------
# The kinds of record


def check_level(record, ledger):
    """A generated map, tile by tile."""
    where = f"level {record['seed']}"
    kinds = [kind.replace("_", "-").lower() for kind in record["tribes"]]
    game = tribes(kinds, size=len(record["rows"]), level=record["seed"])
    state = np.zeros(1, np.dtype((np.record, STATE)))[0]
    _set_up(game, state, record["seed"], compiled=ledger.compiled)
    for row, line in enumerate(record["rows"]):
        for column, recorded in enumerate(line.split(",")):
            tile = at(row, column)
            what = RESOURCE_LETTERS[state.resource[tile]].replace("-", "")
            if state.terrain[tile] == CITY:
                what = str(int(state.kind[state.city_tribe[state.owner[tile]]]))
            ours = f"{TERRAIN_LETTERS[state.terrain[tile]]}:{what}"
            if recorded.strip() != ours:
                ledger.note(where, f"tile {row},{column} is {recorded!r} in the recording, {ours!r} here")


def check_step(record, ledger):
    """An action of a game."""
    where = f"game {record['g']} step {record['step']} ({record['act']})"
    game = tribes(len(record["pre"]["tribes"]), mode=record["mode"].lower(), size=len(record["pre"]["terr"]))
    state = load(record["pre"])
    shared = record["anom"] & 1
    legal = check_legal(game, state, record, where, ledger, shared)
    if "rb" in record:
        check_ratings(game, state, legal, record, where, ledger)
    after = load(record["post"])
    check_value(game, state, after, int(state.turn), record, where, ledger)
    if not shared:
        check_result(game, state, legal, record, where, ledger)


def check_model(record, ledger):
    """An action in the forward model, the first of a line with the observation it starts from."""
    where = f"game {record['g']} step {record['step']}.{record['sub']} ({record['act']})"
    size, player = len(record["pre"]["terr"]), record["player"]
    game = tribes(len(record["pre"]["tribes"]), size=size, model=True)
    if record.get("true"):
        seen = load(record["true"])
        _observe(game, seen, player, compiled=ledger.compiled)
        others = [tribe for tribe in range(game.players) if tribe != player]
        for sentence in differences_between(record["pre"], dump(game, seen), others):
            ledger.note(where, f"observed, {sentence}")
    state = load(record["pre"])
    legal = check_legal(game, state, record, where, ledger, False)
    after = load(record["post"])
    check_value(game, state, after, player, record, where, ledger)
    check_result(game, state, legal, record, where, ledger)


CHECKS = {"rows": check_level, "sub": check_model, "act": check_step}


# ---------------------------------------------------------------------------------------------------------------------
# What is compared


def check_legal(game, state, record, where, ledger, shared):
    """Compare the legal actions; return ours by name."""
    out = np.empty(facts(game).branching, np.int32)
    n = _list(game, state, out, compiled=ledger.compiled)
    legal = {action_words(state, action): int(action) for action in out[:n]}
    recorded = set(record["legal"])
    if not shared and (set(legal) != recorded or n != len(recorded)):
        missing, wrong = sorted(recorded - set(legal)), sorted(set(legal) - recorded)
        ledger.note(where, f"legal actions differ: missing here {missing}, only here {wrong}, {n} in all")
    return legal


def check_ratings(game, state, legal, record, where, ledger):
    """Compare the ratings that the rule-based player gives."""
    recorded = [(name, rating) for name, rating in zip(record["legal"], record["rb"], strict=True) if name in legal]
    ours = np.empty(len(recorded), np.int64)
    _rate(game, state, np.array([legal[name] for name, _ in recorded], np.int64), ours, compiled=ledger.compiled)
    for (name, rating), here in zip(recorded, ours, strict=True):
        if here != rating:
            ledger.note(where, f"the rating of {name} is {rating} in the recording, {int(here)} here")


def check_value(game, before, after, player, record, where, ledger):
    """Compare the state value."""
    ours = _progress(game, before, after, player, compiled=ledger.compiled)
    if abs(ours - record["h"]) > PRECISION:
        ledger.note(where, f"the state value is {record['h']} in the recording, {ours:.6f} here")


def check_result(game, state, legal, record, where, ledger):
    """Compare the state after the action; where chance decided, it must be one of the possible ones."""
    action = legal.get(record["act"])
    if action is None:
        ledger.note(where, "the action is not legal here")
        return
    new = smallest_new_id(record["pre"], record["post"])
    if new is not None:
        state.next_id = new
    best = None
    for after in possible_results(game, state, action, record["rand"], ledger.compiled):
        found = differences_between(record["post"], dump(game, after))
        if not found:
            return
        if best is None or len(found) < len(best):
            best = found
    for sentence in best:
        ledger.note(where, sentence)


def possible_results(game, state, action, by_chance, compiled):
    """The states that may follow from an action."""
    block, rest = divmod(action, 256)
    if not by_chance:
        after = copy_of(state)
        _take(game, after, action, stream(0), compiled=compiled)
        yield after
    elif block == s.EXAMINE:
        tribe = int(state.turn)
        techs = [tech for tech in range(NO_TECH) if researchable(state, tribe, tech)]
        for outcome in range(RUIN_OUTCOMES):
            for tech in techs if outcome == RUIN_TECH else [NO_TECH]:
                after = copy_of(state)
                if game.zero_worth:
                    after.city_worth[:] = 0
                _find(game, after, rest, outcome, tech, compiled=compiled)
                yield after
    else:
        for seed in range(TRIES):
            after = copy_of(state)
            _take(game, after, action, stream(seed), compiled=compiled)
            yield after


def copy_of(state):
    states = np.zeros(1, np.dtype((np.record, STATE)))
    states[0] = state
    return states[0]
