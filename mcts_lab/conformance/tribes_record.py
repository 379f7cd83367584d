"""The notation of the Tribes recordings: a state as JSON, an action as a line of words, and back."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from ..games.tribes import state as s
from ..games.tribes.rules import clear
from ..games.tribes.state import CITIES, NONE, STATE, TRIBES_MOST, column_of, row_of, tile_at
from ..games.tribes.tables import (
    BONUSES,
    BUILDING_NAMES,
    FOREST_TEMPLE,
    KNOWN_TO_ALL,
    MONUMENTS,
    NO_TECH,
    RESOURCE_LETTERS,
    RESOURCES,
    STATUSES,
    TECH_NAMES,
    TEMPLE,
    TERRAIN_LETTERS,
    TRIBES,
    UNIT_NAMES,
    VILLAGE,
)


def shout(name) -> str:
    """A name as the recordings write it."""
    return name.upper().replace(" ", "_").replace("-", "_").replace("'", "")


UNIT_WORDS, BUILDING_WORDS, STATUS_WORDS, TRIBE_WORDS, TECH_WORDS, BONUS_WORDS, RESOURCE_WORDS = (
    tuple(shout(name) for name in names)
    for names in (UNIT_NAMES, BUILDING_NAMES, STATUSES, TRIBES, TECH_NAMES, BONUSES, RESOURCES)
)
OUTCOMES = ("INCOMPLETE", "WIN", "LOSS")
MONUMENT_SIGNS = "012x"


def place(tile) -> str:
    return f"{row_of(int(tile))},{column_of(int(tile))}"


def at(row, column) -> int:
    return int(tile_at(row, column))


# ---------------------------------------------------------------------------------------------------------------------
# Actions


def action_words(state, action) -> str:
    """An action as the recordings write it: city actions name the city's centre, unit actions the unit's tile."""
    block, rest = divmod(int(action), 256)
    if block < s.GATHER:
        word, slot = ("MOVE", "ATTACK", "CONVERT")[block // s.SLOTS], block % s.SLOTS
        return f"{word} {place(state.unit_tile[slot])} {place(rest)}"
    if block < s.CAPTURE:
        if block == s.ROAD:
            return f"ROAD {place(rest)}"
        centre = place(state.city_tile[state.owner[rest]])
        if block == s.GATHER:
            return f"GATHER {centre} {RESOURCE_WORDS[state.resource[rest]]} {place(rest)}"
        if block >= s.BUILD:
            return f"BUILD {centre} {BUILDING_WORDS[block - s.BUILD]} {place(rest)}"
        words = {s.CLEAR_FOREST: "CLEAR_FOREST", s.BURN_FOREST: "BURN_FOREST", s.GROW_FOREST: "GROW_FOREST",
                 s.DESTROY: "DESTROY"}
        return f"{words[block]} {centre} {place(rest)}"
    if block < s.LEVEL_UP:
        here = place(state.unit_tile[rest])
        if block == s.CAPTURE:
            return f"CAPTURE {here} {'VILLAGE' if state.terrain[state.unit_tile[rest]] == VILLAGE else 'CITY'}"
        words = ("DISBAND", "EXAMINE", "HEAL", "VETERAN", "RECOVER", "UPGRADE")
        return f"{words[block - s.DISBAND]} {here}"
    if block in (s.LEVEL_UP, s.SPAWN):
        what, city = divmod(rest, CITIES)
        word, what = ("LEVEL_UP", BONUS_WORDS[what]) if block == s.LEVEL_UP else ("SPAWN", UNIT_WORDS[what])
        return f"{word} {place(state.city_tile[city])} {what}"
    return f"RESEARCH {TECH_WORDS[rest]}" if block == s.RESEARCH else "END_TURN"


# ---------------------------------------------------------------------------------------------------------------------
# States


def views(state):
    """The arrays of a state, which are slow to take from the record one by one."""
    return SimpleNamespace(**{name: state[name] for name in STATE.names if STATE[name].shape})


def load(recorded):
    """The state that a recorded one describes. Cities and units get slots in the order of their ids."""
    state = np.zeros(1, np.dtype((np.record, STATE)))[0]
    clear(state)
    fields = views(state)
    size = len(recorded["terr"])
    cities = {city["id"]: slot for slot, city in enumerate(recorded["cities"])}
    units = {unit[0]: slot for slot, unit in enumerate(recorded["units"])}
    for row in range(size):
        for column in range(size):
            tile = at(row, column)
            fields.terrain[tile] = TERRAIN_LETTERS.index(recorded["terr"][row][column])
            fields.resource[tile] = RESOURCE_LETTERS.index(recorded["res"][row][column])
            fields.network[tile] = int(recorded["net"][row][column])
            fields.owner[tile] = cities.get(recorded["own"][row][column], NONE)
    for row, column, kind in recorded["bld"]:
        fields.building[at(row, column)] = BUILDING_WORDS.index(kind)
    for row, column, number in recorded["ugrid"]:
        fields.unit_at[at(row, column)] = units[number]
    load_cities(state, fields, recorded["cities"])
    load_units(state, fields, recorded["units"], cities)
    for tribe in recorded["tribes"]:
        load_tribe(state, fields, tribe, cities, units)
    for city in recorded["cities"]:
        for number in city["units"]:
            put_last(state, fields, units[number])
    state.tick, state.turn, state.over = recorded["tick"], recorded["active"], recorded["over"]
    state.next_id = 1 + max([*cities, *units])
    return state


def put_last(state, fields, slot):
    state.next_order += 1
    fields.unit_order[slot] = state.next_order


def load_cities(state, fields, cities):
    state.founded = len(cities)
    for slot, city in enumerate(cities):
        fields.city_id[slot] = city["id"]
        fields.city_tile[slot] = at(city["x"], city["y"])
        fields.city_tribe[slot] = city["tribe"]
        fields.city_capital[slot] = city["cap"]
        fields.city_level[slot] = city["lvl"]
        fields.city_population[slot] = city["pop"]
        fields.city_bonus[slot] = city["prod"]
        fields.city_walls[slot] = city["walls"]
        fields.city_bound[slot] = city["bound"]
        fields.city_worth[slot] = city["worth"]
        fields.city_homes[slot] = len(city["units"])
        for row, column, _, *temple in city["bld"]:
            state.next_order += 1
            fields.built[at(row, column)] = state.next_order
            if temple:
                fields.temple[at(row, column)], fields.growth[at(row, column)] = temple


def load_units(state, fields, units, cities):
    state.unit_end = len(units)
    for slot, unit in enumerate(units):
        number, kind, row, column, tribe, home, hp, most, kills, veteran, status, base = unit
        fields.unit_id[slot] = number
        fields.unit_kind[slot] = UNIT_WORDS.index(kind)
        fields.unit_tile[slot] = at(row, column)
        fields.unit_tribe[slot] = tribe
        fields.unit_home[slot] = cities.get(home, NONE)
        fields.unit_hp[slot] = hp
        fields.unit_most[slot] = most
        fields.unit_kills[slot] = kills
        fields.unit_veteran[slot] = veteran
        fields.unit_status[slot] = STATUS_WORDS.index(status)
        fields.unit_base[slot] = NONE if base is None else UNIT_WORDS.index(base)


def load_tribe(state, fields, tribe, cities, units):
    number = tribe["id"]
    fields.kind[number] = TRIBE_WORDS.index(tribe["type"])
    fields.stars[number] = tribe["stars"]
    fields.score[number] = tribe["score"]
    fields.kills[number] = tribe["kills"]
    fields.pacifist[number] = tribe["pacif"]
    fields.techs[number] = KNOWN_TO_ALL | sum(1 << i for i, known in enumerate(tribe["tech"]) if known == "1")
    fields.all_techs[number] = tribe["alltech"]
    fields.capital[number] = cities.get(tribe["capital"], NONE)
    fields.outcome[number] = OUTCOMES.index(tribe["winner"])
    fields.cities[number] = len(tribe["cities"])
    fields.connections[number] = len(tribe["conn"])
    for i, city in enumerate(tribe["cities"]):
        fields.city_list[number, i] = cities[city]
    for i, city in enumerate(tribe["conn"]):
        fields.connected[number, i] = cities[city]
    for i, sign in enumerate(tribe["monu"]):
        fields.monument[number, i] = MONUMENT_SIGNS.index(sign)
    for unit in tribe["extra"]:
        put_last(state, fields, units[unit])


def dump(game, state) -> dict:
    """The state as the recordings write it, lists without meaning sorted."""
    fields = views(state)
    size = game.size
    units = [slot for slot in range(int(state.unit_end)) if fields.unit_kind[slot] != NONE]
    rows = [[at(row, column) for column in range(size)] for row in range(size)]

    def lines(field, letters):
        return ["".join(letters[field[tile]] for tile in row) for row in rows]

    tiles = [tile for row in rows for tile in row]
    return {
        "tick": int(state.tick), "active": int(state.turn), "over": int(state.over),
        "terr": lines(fields.terrain, TERRAIN_LETTERS), "res": lines(fields.resource, RESOURCE_LETTERS),
        "net": lines(fields.network, "01"),
        "own": [[city_id(fields, fields.owner[tile]) for tile in row] for row in rows],
        "bld": [[row_of(t), column_of(t), BUILDING_WORDS[fields.building[t]]] for t in tiles if fields.building[t]],
        "ugrid": [[row_of(t), column_of(t), int(fields.unit_id[fields.unit_at[t]])] for t in tiles
                  if fields.unit_at[t] != NONE],
        "units": sorted(dump_unit(fields, slot) for slot in units),
        "cities": [dump_city(fields, city, tiles, units) for city in range(int(state.founded))],
        "tribes": [dump_tribe(fields, tribe, units) for tribe in range(game.players)],
    }


def city_id(fields, city) -> int:
    return NONE if city == NONE else int(fields.city_id[city])


def dump_unit(fields, slot):
    tile = int(fields.unit_tile[slot])
    base = int(fields.unit_base[slot])
    return [
        int(fields.unit_id[slot]), UNIT_WORDS[fields.unit_kind[slot]], row_of(tile), column_of(tile),
        int(fields.unit_tribe[slot]), city_id(fields, fields.unit_home[slot]), int(fields.unit_hp[slot]),
        int(fields.unit_most[slot]), int(fields.unit_kills[slot]), int(fields.unit_veteran[slot]),
        STATUS_WORDS[fields.unit_status[slot]], None if base == NONE else UNIT_WORDS[base],
    ]


def in_order(fields, slots):
    """The ids of units in the order of the list they are in."""
    return [int(fields.unit_id[slot]) for slot in sorted(slots, key=lambda slot: int(fields.unit_order[slot]))]


def dump_city(fields, city, tiles, units):
    tile = int(fields.city_tile[city])
    built = sorted((t for t in tiles if fields.building[t] and fields.owner[t] == city), key=lambda t: fields.built[t])
    return {
        "id": int(fields.city_id[city]), "x": row_of(tile), "y": column_of(tile), "tribe": int(fields.city_tribe[city]),
        "cap": int(fields.city_capital[city]), "lvl": int(fields.city_level[city]),
        "pop": int(fields.city_population[city]), "need": int(fields.city_level[city]) + 1,
        "prod": int(fields.city_bonus[city]), "walls": int(fields.city_walls[city]),
        "bound": int(fields.city_bound[city]), "worth": int(fields.city_worth[city]),
        "units": in_order(fields, [slot for slot in units if fields.unit_home[slot] == city]),
        "bld": [[row_of(t), column_of(t), BUILDING_WORDS[fields.building[t]], *dump_temple(fields, t)] for t in built],
    }


def dump_temple(fields, tile):
    is_temple = TEMPLE <= fields.building[tile] <= FOREST_TEMPLE
    return [int(fields.temple[tile]), int(fields.growth[tile])] if is_temple else []


def dump_tribe(fields, tribe, units):
    extra = [slot for slot in units if fields.unit_tribe[slot] == tribe and fields.unit_home[slot] == NONE]
    return {
        "id": tribe, "type": TRIBE_WORDS[fields.kind[tribe]], "stars": int(fields.stars[tribe]),
        "score": int(fields.score[tribe]), "kills": int(fields.kills[tribe]), "pacif": int(fields.pacifist[tribe]),
        "tech": "".join("01"[int(fields.techs[tribe]) >> tech & 1] for tech in range(NO_TECH)),
        "alltech": int(fields.all_techs[tribe]),
        "cities": [city_id(fields, c) for c in fields.city_list[tribe, : fields.cities[tribe]]],
        "capital": city_id(fields, fields.capital[tribe]),
        "conn": [city_id(fields, c) for c in fields.connected[tribe, : fields.connections[tribe]]],
        "extra": in_order(fields, extra),
        "monu": "".join(MONUMENT_SIGNS[fields.monument[tribe, i]] for i in range(MONUMENTS)),
        "winner": OUTCOMES[fields.outcome[tribe]],
    }


def tidy(recorded) -> dict:
    """A recorded state with the lists sorted that `dump` sorts."""
    return {**recorded, "bld": sorted(recorded["bld"]), "ugrid": sorted(recorded["ugrid"]),
            "units": sorted(recorded["units"]), "cities": sorted(recorded["cities"], key=lambda city: city["id"])}


def differences_between(recorded, ours, unordered=()) -> list[str]:
    """A sentence for each part of two states that differs.

    unordered: tribes of which the lists of cities and extra units have no meaningful order.
    """
    found = []
    recorded = tidy(recorded)
    for part, was in recorded.items():
        now = ours.get(part)
        if part in ("cities", "tribes", "units") and len(was) == len(now or ()):
            for old, new in zip(was, now, strict=True):
                found += compare_parts(part, old, new, unordered)
        elif was != now:
            found.append(f"{part} is {was!r} in the recording, {now!r} here")
    return found


def compare_parts(part, old, new, unordered):
    """The differences of one city, tribe or unit."""
    if part == "units":
        return [] if old == new else [f"a unit is {old!r} in the recording, {new!r} here"]
    found = []
    for name in old:
        was, now = old[name], new.get(name)
        if part == "tribes" and old["id"] in unordered and name in ("cities", "extra"):
            was, now = sorted(was), sorted(now)
        if was != now:
            found.append(f"{name} of {part[:-1].replace('citie', 'city')} {old['id']} is {was!r} in the recording, "
                         f"{now!r} here")
    return found


def smallest_new_id(before, after):
    """The smallest id in the state `after` that is not in `before`, or None."""
    known = {unit[0] for unit in before["units"]} | {city["id"] for city in before["cities"]}
    new = ({unit[0] for unit in after["units"]} | {city["id"] for city in after["cities"]}) - known
    return min(new, default=None)


assert TRIBES_MOST <= len(TRIBE_WORDS)
