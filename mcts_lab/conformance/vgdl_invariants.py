"""What must always hold in a state of a game in VGDL, and playing all games of a folder to see that it does.

``mcts-lab conform vgdl --games FOLDER`` plays every level of every description there. A folder has descriptions
NAME.txt and their levels NAME_lvl0.txt (or NAME_0.txt) and so on, as a checkout of the framework has them.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from ..engine.bits import ONE, bit, drop_lowest, lowest_bit, word
from ..engine.generic import compiler, entry, unit
from ..engine.random import below, stream
from ..game import TERMINAL, legal, new_states, play, put, reset, start, to_move
from ..games.vgdl.board import NOTHING, cell_of_part, overlap, place_of
from ..games.vgdl.building import build
from ..games.vgdl.library import read
from ..games.vgdl.reading import VgdlError
from ..games.vgdl.rules import Vgdl
from ..games.vgdl.tables import ACTIONS, DISABLED, DOOMED, GONE, NOBODY, PURSES
from ..games.vgdl.vocabulary import PATH_ALT_CHASER
from .files import ConformanceError
from .vgdl import our_rows

CYCLES = 2000  # played of each level
TOGETHER = 20  # cycles that a copy, and the interpreter, play like the original
LEVEL = re.compile(r"(?P<name>.+?)_(lvl)?(?P<number>\d+)\Z")

LISTS, CELLS, NEAR, PURSE, LEAVING, MEMORY, TIMERS, AVATAR, END = range(1, 10)
SENTENCES = {
    LISTS: "the list of a type does not have its sprites in the order of their creation",
    CELLS: "a cell does not link the sprites that lie in it",
    NEAR: "a sprite does not know the type of one that it overlaps",
    PURSE: "purses and their owners do not go together",
    LEAVING: "a sprite that leaves is still there, or the dead are miscounted",
    MEMORY: "a path finder remembers what is not there",
    TIMERS: "the timed effects that are to come are not in order",
    AVATAR: "the avatar is no sprite of such a type",
    END: "the game is over without being won or lost, or the other way round",
}


@unit
def broken(tables, state) -> int:
    """The number of a sentence of `SENTENCES` that says what is wrong with a state between two cycles; 0: nothing."""
    living, parts, owners, recalling = 0, 0, NOTHING, NOTHING
    for kind in range(tables.types):
        n, dead, before, serial = 0, 0, NOBODY, -1
        slot = int(state.first[kind])
        while slot != NOBODY:
            s = state.sprites[slot]
            if s.type != kind or s.prev != before or s.serial <= serial or slot >= state.used or n > state.used:
                return LISTS
            if s.marks & DOOMED:
                return LEAVING
            before, serial = slot, int(s.serial)
            n += 1
            dead += s.marks & DISABLED != 0
            wrong = out_of_place(tables, state, slot)
            if wrong:
                return wrong
            left = word(s.parts)
            while left != NOTHING:
                left = drop_lowest(left)
                parts += 1
            if (s.purse != NOBODY) != (tables.kinds[kind].owner != 0) and not state.full:
                return PURSE
            if s.purse != NOBODY:
                if owners & (ONE << np.uint64(s.purse)) != NOTHING:
                    return PURSE
                owners |= ONE << np.uint64(s.purse)
            if tables.kinds[kind].role == PATH_ALT_CHASER and s.since != NOBODY:
                recalling |= ONE << np.uint64(s.since)
                target = int(state.memory[s.since].target)
                if target < GONE or target >= state.used or (target >= 0 and state.sprites[target].type == NOBODY):
                    return MEMORY
            slot = int(s.next)
        if state.last[kind] != before or state.count[kind] != n + tables.fixed_count[kind]:
            return LISTS
        if n > 0 and tables.kinds[kind].fixed:
            return LISTS
        if state.dead[kind] != dead:
            return LEAVING
        living += n
    free, slot = 0, int(state.free)
    while slot != NOBODY and free <= state.used:
        free += 1
        slot = int(state.sprites[slot].next)
    if living + free != state.used:
        return LISTS
    for cell in range(tables.cells):
        link = int(state.lies[cell])
        while link != NOBODY and parts >= 0:
            parts -= 1
            link = int(state.sprites[link >> 2].beside[link & 3])
    if parts != 0:
        return CELLS
    if state.doomed != 0:
        return LEAVING
    return loose_ends(tables, state, owners, recalling)


@unit
def out_of_place(tables, state, slot) -> int:
    """Whether the cells of a sprite link it, and it knows what it overlaps."""
    s = state.sprites[slot]
    cell, parts = place_of(tables, s.x, s.y)
    if cell != s.cell or parts != word(s.parts):
        return CELLS
    while parts != NOTHING:
        part = lowest_bit(parts)
        parts = drop_lowest(parts)
        here = cell_of_part(tables, int(s.cell), part)
        if tables.fixed[here] & ~s.near != NOTHING:
            return NEAR
        linked, steps = 0, 0
        link = int(state.lies[here])
        while link != NOBODY:
            other = state.sprites[link >> 2]
            if link >> 2 == slot:
                linked += link & 3 == part
            elif overlap(tables, s, other) and s.near & state.touch[s.type] & bit(int(other.type)) == NOTHING:
                return NEAR
            steps += 1
            if steps > 4 * state.used:
                return CELLS
            link = int(other.beside[link & 3])
        if linked != 1:
            return CELLS
    return 0


@unit
def loose_ends(tables, state, owners, recalling) -> int:
    """The rest of `broken`: what is not said by the sprites one by one."""
    if owners != state.purses:
        return PURSE
    for i in range(PURSES):
        if (owners >> np.uint64(i)) & ONE != NOTHING:
            for r in range(tables.resources):
                if state.purse[i, r] < 0:
                    return PURSE
    if recalling != state.memories:
        return MEMORY
    for i in range(state.timers):
        if state.pending[i] < 0 or (i > 0 and state.due[i - 1] > state.due[i]):
            return TIMERS
    if state.avatar != NOBODY:
        kind = int(state.sprites[state.avatar].type)
        if kind == NOBODY or not tables.kinds[kind].avatar:
            return AVATAR
    return END if (state.ended != 0) != (state.winner >= 0) else 0


@entry
def walk(game, state, out, cycles, again, rng):
    """Play at random: how many cycles were played until something is wrong or there was no room, and what is wrong.

    again: whether a game that is over begins anew.
    """
    wrong = 0
    done = 0
    while done < cycles and wrong == 0 and not state.full and (again or not state.ended):
        if to_move(game, state) == TERMINAL:
            reset(game, state, rng)
        n = legal(game, state, out)
        play(game, state, out[below(rng, n)], rng)
        wrong = broken(game.tables[0], state)
        done += 1
    return done, wrong


def check_level(description, level, cycles=CYCLES, seed=0):
    """(cycles played, sentences about what was wrong) of one level, given as texts. Raises VgdlError."""
    game = Vgdl(build(description, level)[0])
    fast = compiler.available()
    state = start(game, seed)
    wrong = broken(game.tables[0], state)
    found = [f"at the start: {SENTENCES[wrong]}"] if wrong else []
    if state.full:
        return 0, [*found, "there is no room for the sprites of the level"]
    if fast:
        found += same_from(game, state, seed, (True, False), "the interpreter")
    rng, out = stream(seed), np.zeros(len(ACTIONS), np.int64)
    done, wrong = walk(game, state, out, cycles, True, rng, compiled=fast)
    if wrong:
        found.append(f"after {done} cycles: {SENTENCES[wrong]}")
    elif state.full:
        found.append(f"after {done} cycles there was no room for a sprite")
    else:
        found += same_from(game, state, seed, (fast, fast), "a copy")
    return int(done), found


def same_from(game, state, seed, compiled, what):
    """A sentence if two copies of a state, made in used memory, do not go on alike, each played its way."""
    states = new_states(game, 2)
    states.view(np.uint8)[:] = 0xAA
    ends = []
    for i in range(2):
        put(game, states, i, state)
        rng, out = stream(seed), np.zeros(len(ACTIONS), np.int64)
        done, wrong = walk(game, states[i], out, TOGETHER, False, rng, compiled=compiled[i])
        one = states[i]
        ends.append((done, wrong, int(one.tick), int(one.score), int(one.winner), rng.tolist(),
                     np.nan_to_num(our_rows(game, one)[1]).tolist()))
    return [] if ends[0] == ends[1] else [f"{what} goes on otherwise than the original"]


def levels_of(folder):
    """The descriptions in a folder and the levels of each: (name, path, [(number, path)]), in the order of names."""
    if not Path(folder).is_dir():
        raise ConformanceError(f"{folder} is no folder with descriptions and levels")
    files = {path.stem: path for path in sorted(Path(folder).glob("*.txt"))}
    found = {}
    for stem, path in files.items():
        match = LEVEL.match(stem)
        if match and match["name"] in files:
            found.setdefault(match["name"], []).append((int(match["number"]), path))
    if not found:
        raise ConformanceError(f"{folder} has no description NAME.txt with a level NAME_lvl0.txt")
    return [(name, files[name], sorted(levels)) for name, levels in sorted(found.items())]


def check_folder(folder, cycles=CYCLES, progress=None):
    """Play every level of every game in a folder: (games, levels, cycles, sentences about what was wrong).

    progress: called as ``progress(games_done, games, cycles)`` after each game; None: not called. Raises
    ConformanceError for a folder without games.
    """
    games = levels_of(folder)
    levels, played, found = 0, 0, []
    for done, (name, path, its_levels) in enumerate(games, 1):
        for number, level in its_levels:
            levels += 1
            try:
                texts = read(path, "description"), read(level, "level")
                cycles_done, wrong = check_level(*texts, cycles, number)
            except VgdlError as error:
                cycles_done, wrong = 0, [str(error)]
            played += cycles_done
            found += [f"{name}, level {number}, {sentence}" for sentence in wrong]
        if progress is not None:
            progress(done, len(games), played)
    return len(games), levels, played, found
