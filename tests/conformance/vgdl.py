"""Replaying recordings of games in VGDL with their random draws forced.

A file holds several runs; each begins with a header and the first state, then come cycles (``step``) and side
experiments (``branch``), which start from the state after the step before them and leave no trace. After each of them
everything is compared: all sprites, which are paired by type and order of creation, the score, the winner, the end, and
the random draws. The level is taken from the first state, so a description is all that is needed; if a level is
given too, it must yield the same state.
"""

from __future__ import annotations

import numpy as np

from mcts_lab.engine.generic import compiler, entry
from mcts_lab.game import copy, play, start
from mcts_lab.games.vgdl.board import cell_of
from mcts_lab.games.vgdl.building import assemble, read_level
from mcts_lab.games.vgdl.chance import faults, tape
from mcts_lab.games.vgdl.description import Description
from mcts_lab.games.vgdl.library import FOLDER, NAMES, read
from mcts_lab.games.vgdl.reading import VgdlError
from mcts_lab.games.vgdl.rules import Vgdl
from mcts_lab.games.vgdl.tables import ACTIONS, DX, DY, NOBODY
from mcts_lab.games.vgdl.vocabulary import FLICKER, NPCS, SPAWN_POINTS, SPREADER

from .files import ConformanceError, json_lines

SHOWN = 3  # differences told of one cycle; a run ends at its first cycle with any

# what is compared of each sprite; NaN where a recording does not say it
TYPE, X, Y, OX, OY, MOVED, MARKS, AGE, REPEATS, BEFORE_X, BEFORE_Y, MADE, SINCE, HEALTH, TIME, SPEED = range(16)
COLUMNS = ("type", "x", "y", "orientation x", "orientation y", "last move", "flags", "age", "repetitions",
           "direction x", "direction y", "sprites made", "first tick", "health", "time to live", "speed")


def replay(path, name="vgdl", description=None, level=None) -> tuple[int, list[str]]:
    """Replay one recording; return the number of cycles checked and one sentence for each difference.

    description, level: files to use in place of the project's own description of the recorded game.
    Raises ConformanceError if the file is not a recording, and VgdlError if the description cannot be read.
    """
    steps, differences = 0, []
    runs = 0
    for header, records in runs_of(path):
        runs += 1
        where = f"run {runs} ({header.get('policy', '?')})"
        try:
            checked, found = replay_run(header, records, description, level)
        except VgdlError:
            raise
        except (KeyError, IndexError, TypeError, ValueError, StopIteration) as error:
            raise ConformanceError(f"{path}, {where}, does not have the form of a recorded game: {error!r}") from None
        steps += checked
        differences += [f"{where}, {difference}" for difference in found]
    return steps, differences


def runs_of(path):
    """The runs of a file: header and other records of each."""
    records = json_lines(path)
    if not records or not all(isinstance(r, dict) and "kind" in r for r in records) or records[0]["kind"] != "header":
        raise ConformanceError(f"{path} is not a recording of a game in VGDL")
    begins = [i for i, r in enumerate(records) if r["kind"] == "header"] + [len(records)]
    return [(records[a], records[a + 1:b]) for a, b in zip(begins, begins[1:], strict=False)]


def replay_run(header, records, description, level):
    """Cycles checked and differences of one run."""
    game, differences = game_of(header, records[0], description, level)
    state = start(game, 0)
    world = World(game, records[0])
    differences += world.compare(state, records[0])
    steps = 0
    for record in records[1:]:
        if differences:
            break
        branch = record["kind"] == "branch"
        following = copy(game, state)
        words = tape(record["r"])
        where = f"{record['kind']} at tick {record['t']}, {record['a']}"
        if int(state.tick) != record["t"]:
            differences.append(f"{where}: the tick is {int(state.tick)} here")
            break
        one_cycle(game, following, ACTIONS.index(record["a"]), words, compiled=compiler.available())
        after = world.after(record)
        found = after.compare(following, record)
        fault = faults(words, len(record["r"]))
        found += [fault] if fault else []
        differences += [f"{where}: {what}" for what in found[:SHOWN]]
        steps += 1
        if not branch:
            state, world = following, after
    return steps, differences


@entry
def one_cycle(game, state, action, rng):
    play(game, state, action, rng)


def game_of(header, first, description, level):
    """The recorded game, with the sprites of the first state; and what is wrong with names, orders and the level."""
    if description is None:
        if header["game"] not in NAMES:
            raise ConformanceError(f"the project has no description of {header['game']}: name one with --description")
        text = (FOLDER / f"{header['game']}.txt").read_text("utf-8")
    else:
        text = read(description, "description")
    about = Description(text)
    names = [name for name, _ in header["types"]]
    differences = []
    if list(about.ids) != names:
        differences.append(f"the types are {', '.join(about.ids)} here, and {', '.join(names)} in the recording")
        order = list(range(len(about.ids)))
    else:
        order = header["update_order"]
    if about.drawing[::-1] != order:
        differences.append(f"the order of updates is {about.drawing[::-1]} here, and {order} in the recording")
    block, (width, height) = header["block"], header["grid"]
    rows = sorted(first["d"])
    if level is not None:
        wide, high, grid = read_level(about, read(level, "level"))
        if (wide, high) != (width, height) or grid != [
                (kind, x // block, y // block) for _, kind, x, y, *_ in rows]:
            differences.append("the level yields other sprites than the first state of the recording")
    grid = [(row[1], row[2] // block, row[3] // block) for row in rows]
    tables = assemble(about, width, height, grid)
    if int(tables[0].block) != block:
        differences.append(f"a cell has {int(tables[0].block)} pixels here, and {block} in the recording")
    return Vgdl(tables), differences


class World:
    """A recorded state: rows of numbers by sprite, and what sprites own."""

    def __init__(self, game, first):
        self.game = game
        tables = game.tables[0]
        self.fixed = {}
        self.rows, self.owned, self.wrong = {}, {}, []
        for row in first["d"]:
            kind = row[1]
            if tables.kinds[kind].fixed:
                self.fixed[row[0]] = row[1:4]
                here = tables.fixed[cell_of(tables, row[2], row[3])]
                if not int(here) >> kind & 1:
                    self.wrong.append(f"the sprite {row[0]} of a type that never changes is missing")
            else:
                self.take(row)

    def take(self, row):
        """Set a sprite to a recorded row."""
        number, *plain = row[:8]
        extra = row[8] if len(row) > 8 else {}
        previous = extra.get("pa", (np.nan, np.nan))
        self.rows[number] = (*plain, *(extra.get(key, np.nan) for key in ("age0", "cn")), *previous,
                             *(extra.get(key, np.nan) for key in ("sc", "st", "hp", "ttl", "sp")))
        self.owned[number] = extra.get("res", {})

    def after(self, record):
        """The recorded state after a record."""
        new = World.__new__(World)
        new.game, new.fixed, new.wrong = self.game, self.fixed, []
        new.rows, new.owned = dict(self.rows), dict(self.owned)
        for row in record["d"]:
            if row[0] not in self.fixed:
                new.take(row)
            elif row[1:4] != self.fixed[row[0]]:
                new.wrong.append(f"sprite {row[0]} changes in the recording, and is of a type that never does here")
        for number in record["k"]:
            if number in self.fixed:
                new.wrong.append(f"sprite {number} is removed in the recording, and is of a type that never is here")
            new.rows.pop(number, None)
            new.owned.pop(number, None)
        return new

    def compare(self, state, record):
        """Sentences about the differences between this and a state of ours."""
        found = list(self.wrong)
        for what, ours in (("score", int(state.score)), ("winner", int(state.winner)), ("end", int(state.ended))):
            if ours != record[what]:
                found.append(f"the {what} is {record[what]} in the recording, {ours} here")
        if state.full:
            found.append("there was no room for a sprite")
        numbers = sorted(self.rows, key=lambda n: (self.rows[n][0], n))
        theirs = np.array([self.rows[n] for n in numbers], float).reshape(-1, len(COLUMNS))
        slots, ours = our_rows(self.game, state)
        if theirs[:, TYPE].tolist() != ours[:, TYPE].tolist():
            return [*found, self.counts(theirs, ours)]
        tables = self.game.tables[0]
        static = tables.kinds["static"][ours[:, TYPE].astype(int)] == 1
        wrong = (theirs != ours) & ~np.isnan(theirs) & ~np.isnan(ours)
        wrong[static, MOVED] = False
        wrong[:, SPEED] = (np.abs(theirs[:, SPEED] - ours[:, SPEED]) > 1e-6) & ~np.isnan(theirs[:, SPEED])
        for i, column in zip(*np.nonzero(wrong), strict=True):
            found.append(f"{self.name(ours[i, TYPE])} {numbers[i]}: {COLUMNS[column]} is {theirs[i, column]:g} in the "
                         f"recording, {ours[i, column]:g} here")
        for number, slot in zip(numbers, slots, strict=True):
            mine = self.owned_here(state, slot)
            recorded = {k: v for k, v in self.owned[number].items() if v}
            if mine != recorded:
                found.append(f"sprite {number} owns {recorded} in the recording, {mine} here")
        return found

    def name(self, kind):
        return bytes(self.game.tables[0].kinds[int(kind)].name).rstrip(b"\0").decode()

    def counts(self, theirs, ours):
        words = []
        for kind in sorted({*theirs[:, TYPE], *ours[:, TYPE]}):
            recorded, here = (int((rows[:, TYPE] == kind).sum()) for rows in (theirs, ours))
            if recorded != here:
                words.append(f"{recorded} {self.name(kind)} in the recording, {here} here")
        return "; ".join(words)

    def owned_here(self, state, slot):
        purse = int(state.sprites[slot].purse)
        if purse == NOBODY:
            return {}
        tables = self.game.tables[0]
        have = {self.name(tables.resource_type[i]): int(state.purse[purse, i]) for i in range(int(tables.resources))}
        return {name: n for name, n in have.items() if n}


def our_rows(game, state):
    """Slots and rows of numbers of our sprites, by type and order of creation."""
    kinds = game.tables[0].kinds
    sprites = np.asarray(state.sprites)[:int(state.used)]
    slots = np.nonzero(sprites["type"] != NOBODY)[0]
    slots = slots[np.lexsort((sprites["serial"][slots], sprites["type"][slots]))]
    s = sprites[slots]
    rows = np.full((len(slots), len(COLUMNS)), np.nan)
    role = kinds["role"][s["type"]]
    for column, field in ((TYPE, "type"), (X, "x"), (Y, "y"), (OX, "ox"), (OY, "oy"), (MOVED, "moved"),
                          (HEALTH, "hp"), (TIME, "ttl")):
        rows[:, column] = s[field]
    rows[:, SPEED] = np.asarray(state.speeds)[slots] if game.tables[0].paced else kinds["speed"][s["type"]]
    rows[:, MARKS] = s["marks"] & 7
    flickers = (role == FLICKER) | (role == SPREADER)
    rows[flickers, AGE] = int(state.tick) - s["counter"][flickers]
    npcs = np.isin(role, tuple(NPCS))
    rows[npcs, REPEATS] = s["counter"][npcs]
    drawn = npcs & (s["before"] != NOBODY)
    rows[npcs, BEFORE_X] = rows[npcs, BEFORE_Y] = 0
    rows[drawn, BEFORE_X], rows[drawn, BEFORE_Y] = DX[s["before"][drawn]], DY[s["before"][drawn]]
    spawners = np.isin(role, tuple(SPAWN_POINTS))
    rows[spawners, MADE], rows[spawners, SINCE] = s["counter"][spawners], s["since"][spawners]
    return slots, rows


