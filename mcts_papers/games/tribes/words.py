"""Names of tiles and actions in Tribes, and the map as text.

The name of a tile is a letter for its column and a number for its row, counted from the upper left corner: "C2".
"""

from mcts_lab.appearance import Appearance

from . import state as s
from . import tables as t
from .holdings import tribe_production
from .state import CITIES, NONE, column_of, row_of, tile_at

UNIT_LETTERS = "WRDSAKNMBHLG"  # K: catapult, N: knight, H: ship, L: battleship, G: superunit ("giant")
GROUND = (".", "~", "=", "^", "v", "#", "'")
THINGS = (" ", "f", "o", "a", "w", "i", "c", "?")
KEY = (
    "Ground: . plain, ' forest, ^ mountain, ~ shallow and = deep water, v village, # city and its tribe.",
    "On it: f fish, o fruit, a animal, w whales, i ore, c crops, ? ruins, + road, b building; then a unit, its tribe:",
    ", ".join(f"{letter} {name}" for letter, name in zip(UNIT_LETTERS, t.UNIT_NAMES, strict=True)) + ".",
)


def tile_name(tile) -> str:
    return f"{chr(ord('A') + column_of(int(tile)))}{row_of(int(tile)) + 1}"


def unit_name(state, slot) -> str:
    """Return the kind and the tile of a unit; "hidden" means that the tile shows another unit."""
    tile = int(state.unit_tile[slot])
    hidden = "" if state.unit_at[tile] == slot else "hidden "
    return f"{hidden}{t.UNIT_NAMES[state.unit_kind[slot]]} {tile_name(tile)}"


def seat_name(state, tribe) -> str:
    return t.TRIBES[state.kind[tribe]]


class TribesWords(Appearance):
    """Names and texts."""

    __slots__ = ()

    def action_name(self, state, action):
        block, rest = divmod(int(action), 256)
        if block < s.GATHER:
            unit = unit_name(state, block % s.SLOTS)
            if block < s.ATTACK:
                return f"move {unit} to {tile_name(rest)}"
            word = "attack" if block < s.CONVERT else "convert"
            return f"{word} {unit_name(state, state.unit_at[rest])} with {unit}"
        if block < s.CAPTURE:
            return tile_action(state, block, rest)
        if block < s.LEVEL_UP:
            return unit_action(state, block, rest)
        if block == s.LEVEL_UP:
            return f"level up {tile_name(state.city_tile[rest % CITIES])}: {t.BONUSES[rest // CITIES]}"
        if block == s.SPAWN:
            return f"train {t.UNIT_NAMES[rest // CITIES]} in {tile_name(state.city_tile[rest % CITIES])}"
        if block == s.RESEARCH:
            return f"research {t.TECH_NAMES[rest]}"
        return "end turn"

    def text(self, state):
        """Return the map as text, then the tribes and a key.

        Each tile has four characters: ground, resource or building, and the unit with its tribe.
        """
        lines = ["   " + "".join(f" {chr(ord('A') + column)}   " for column in range(self.size)).rstrip()]
        for row in range(self.size):
            tiles = (tile_text(state, tile_at(row, column)) for column in range(self.size))
            lines.append(f"{row + 1:2} " + " ".join(tiles))
        for tribe in range(self.players):
            lines.append(tribe_text(self, state, tribe))
        if state.over:
            winner = next(tribe for tribe in range(self.players) if state.outcome[tribe] == t.WIN)
            lines.append(f"Game over, {seat_name(state, winner)} wins.")
        else:
            last = int(t.LAST_TICK[self.mode])
            lines.append(f"Turn {int(state.tick)} of {last}, {seat_name(state, state.turn)} to move.")
        return "\n".join([*lines, *KEY])


def tile_action(state, block, tile) -> str:
    where = tile_name(tile)
    if block == s.GATHER:
        return f"gather {t.RESOURCES[state.resource[tile]]} {where}"
    if block == s.DESTROY:
        return f"destroy {t.BUILDING_NAMES[state.building[tile]]} {where}"
    if block >= s.BUILD:
        return f"build {t.BUILDING_NAMES[block - s.BUILD]} {where}"
    words = {s.ROAD: "build road", s.CLEAR_FOREST: "clear forest", s.BURN_FOREST: "burn forest",
             s.GROW_FOREST: "grow forest"}
    return f"{words[block]} {where}"


def unit_action(state, block, slot) -> str:
    unit = unit_name(state, slot)
    if block == s.CAPTURE:
        what = "village" if state.terrain[state.unit_tile[slot]] == t.VILLAGE else "city"
        return f"capture {what} with {unit}"
    words = {s.DISBAND: "disband {}", s.EXAMINE: "examine ruins with {}", s.HEAL: "heal others with {}",
             s.VETERAN: "make {} a veteran", s.RECOVER: "recover {}", s.UPGRADE: "upgrade {}"}
    return words[block].format(unit)


def tile_text(state, tile) -> str:
    thing = "b" if state.building[tile] else THINGS[state.resource[tile]]
    if thing == " " and state.network[tile] and state.terrain[tile] != t.SHALLOW:
        thing = "+"
    if state.terrain[tile] == t.CITY:
        thing = str(int(state.city_tribe[state.owner[tile]]) + 1)
    slot = int(state.unit_at[tile])
    unit = "  " if slot == NONE else f"{UNIT_LETTERS[state.unit_kind[slot]]}{int(state.unit_tribe[slot]) + 1}"
    return GROUND[state.terrain[tile]] + thing + unit


def tribe_text(game, state, tribe) -> str:
    techs = [name for tech, name in enumerate(t.TECH_NAMES) if int(state.techs[tribe]) >> tech & 1]
    cities = ", ".join(
        f"{tile_name(state.city_tile[city])} level {int(state.city_level[city])} "
        f"({int(state.city_population[city])}/{int(state.city_level[city]) + 1})"
        for city in state.city_list[tribe, : state.cities[tribe]]
    )
    return (
        f"{tribe + 1} {seat_name(state, tribe)}: {int(state.stars[tribe])} stars "
        f"({tribe_production(state, tribe):+d}), score {int(state.score[tribe])}; "
        f"cities {cities or 'none'}; knows {', '.join(techs) or 'nothing'}"
    )
