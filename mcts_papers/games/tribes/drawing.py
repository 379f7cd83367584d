"""The map of Tribes as SVG: terrain, resources, buildings, roads, borders, cities and units.

One unit of length is a tile. Each tribe has its own colour and its own shape of units, so the picture is clear
without colours.
"""

import math
import textwrap

from mcts_lab.appearance import Appearance
from mcts_lab.games.drawing.board_svg import Canvas, area

from .holdings import tribe_production
from .networks import is_road
from .state import (
    ATTACK,
    CAPTURE,
    CITIES,
    GATHER,
    LEVEL_UP,
    NONE,
    SLOTS,
    SPAWN,
    around,
    column_of,
    inside,
    row_of,
    tile_at,
    tiles_of,
)
from .tables import (
    ANIMAL,
    BUILDING_NAMES,
    CITY,
    CROPS,
    CUSTOMS_HOUSE,
    DEEP,
    FARM,
    FINISHED,
    FIRST_MONUMENT,
    FISH,
    FOREST,
    FORGE,
    FRUIT,
    LAST_TICK,
    LUMBER_HUT,
    MINE,
    MOUNTAIN,
    ORE,
    PLAIN,
    PORT,
    RUINS,
    SAWMILL,
    SHALLOW,
    TECH_NAMES,
    TEMPLE,
    TERRAINS,
    VILLAGE,
    WHALES,
    WIN,
    WINDMILL,
)
from .words import UNIT_LETTERS, seat_name

LAND = {
    "tribe 0": "#b84d00", "tribe 1": "#0f5ea8", "tribe 2": "#7a3f98", "tribe 3": "#e8b800",
    "done 0": "#f3cdb0", "done 1": "#b9d2ec", "done 2": "#d9c6e6", "done 3": "#f6e9ad",
    "letter 0": "#ffffff", "letter 1": "#ffffff", "letter 2": "#ffffff", "letter 3": "#2b2200",
    "plain": "#a9d18e", "forest ground": "#9cc783", "mountain ground": "#b4c2a0", "shallow": "#8fd0ea",
    "deep": "#4a90c2", "sand": "#d9c79a", "tile edge": "#7f9a86", "tree": "#2f7a4a", "tree dark": "#1f5c36",
    "rock": "#8a8f99", "rock dark": "#6a6f7a", "snow": "#f4f7fa", "road": "#c79a5b", "road edge": "#8d6a38",
    "house": "#f3e3c2", "roof": "#a5452c", "wall": "#5d636e", "berry": "#c2185b", "leaf": "#3d8b40",
    "fish": "#f2f6fa", "whale": "#27496d", "fur": "#8a5a2b", "ore": "#ffd54a", "crop": "#e2b93b", "ruin": "#e9e0cf",
    "ruin edge": "#7d705a", "sign": "#fffdf4", "sign edge": "#5b5340", "hurt": "#c62828", "well": "#2e7d32",
    "bar": "#1b1f27", "star": "#ffd54a", "star edge": "#8a6d00",
}
NIGHT = LAND | {
    "plain": "#5d7f4a", "forest ground": "#537642", "mountain ground": "#5e6a55", "shallow": "#3d7f9c",
    "deep": "#1f4d73", "sand": "#8d7f56", "tree": "#1f5a35", "tree dark": "#123d22", "rock": "#5f656f",
    "rock dark": "#474c55", "snow": "#cfd6dd", "house": "#c9b98f", "road": "#a07a45", "road edge": "#5f4623",
    "tile edge": "#33443c",
}
GROUND = {PLAIN: "plain", SHALLOW: "shallow", DEEP: "deep", MOUNTAIN: "mountain ground", VILLAGE: "sand", CITY: "sand",
          FOREST: "forest ground"}
SIGNS = {PORT: "Po", MINE: "Mi", FARM: "Fa", LUMBER_HUT: "Lu", FORGE: "Fo", WINDMILL: "Wi", SAWMILL: "Sa",
         CUSTOMS_HOUSE: "Cu"}
MARGIN, HEADER = 0.5, 0.0
PANEL = 1.42  # height of the lines about one tribe
SMALL = 0.235  # size of the smallest letters: 11 pixels on a map of 11 by 11 tiles


class Map(Canvas):
    """A canvas with the colours of the map."""

    def __init__(self, width, height, title, dark):
        self.dark = dark
        super().__init__(width, height, title, dark)
        self.colours = self.colours | (NIGHT if dark else LAND)


class TribesDrawing(Appearance):
    """The map as a picture."""

    __slots__ = ()

    def svg(self, state, dark=False):
        """Return the map as SVG, with lines about each tribe below it."""
        size = self.size
        canvas = Map(size + 2 * MARGIN, size + 2 * MARGIN + PANEL * self.players + 0.9, title(self, state), dark)
        for row in range(size):
            canvas.label(MARGIN / 2, MARGIN + row + 0.5, row + 1, size=0.26)
            canvas.label(MARGIN + row + 0.5, MARGIN / 2, chr(ord("A") + row), size=0.26)
        tiles = list(tiles_of(size))
        for tile in tiles:
            draw_ground(canvas, state, tile)
        for tile in tiles:
            draw_roads(canvas, self, state, tile)
        for tile in tiles:
            draw_features(canvas, state, tile)
        for tile in tiles:
            draw_borders(canvas, self, state, tile)
        for tile in tiles:
            if state.terrain[tile] == CITY:
                draw_city(canvas, state, tile)
        for tile in tiles:
            if state.unit_at[tile] != NONE:
                draw_unit(canvas, state, tile, int(state.unit_at[tile]))
        draw_tribes(canvas, self, state, size + 2 * MARGIN)
        return canvas.svg()

    def areas(self, state, action, viewer=None):
        """Return the tile of a unit that moves, attacks or converts, and the target tile.

        Return no tiles for other actions and for hidden units, because one tile may have many such actions. The user
        chooses these actions by their names.
        """
        block, tile = int(action) >> 8, int(action) & 255
        if block >= GATHER:
            return ()
        slot = block % SLOTS
        here = int(state.unit_tile[slot])
        shares = state.unit_at[here] != slot or (block >= ATTACK and state.unit_at[tile] == NONE)
        return () if shares else (square(here), square(tile))

    def highlights(self, state, action, following, viewer=None):
        """Return the tile that an action has changed."""
        block, rest = int(action) >> 8, int(action) & 255
        if block < CAPTURE:  # moves, attacks, and actions on tiles
            return (square(rest),)
        if block < LEVEL_UP:
            return (square(int(state.unit_tile[rest])),)
        if block <= SPAWN:
            return (square(int(state.city_tile[rest % CITIES])),)
        return ()


def title(game, state) -> str:
    tribes = "; ".join(
        f"{seat_name(state, t)} has {int(state.score[t])} points, {int(state.cities[t])} cities, "
        f"{sum(1 for u in range(int(state.unit_end)) if state.unit_kind[u] != NONE and state.unit_tribe[u] == t)} units"
        for t in range(game.players)
    )
    return f"Tribes, turn {int(state.tick)}: {tribes}. {standing_line(game, state)}"


def standing_line(game, state) -> str:
    if state.over:
        winner = next(tribe for tribe in range(game.players) if state.outcome[tribe] == WIN)
        return f"{seat_name(state, winner)} has won"
    return f"{seat_name(state, int(state.turn))} to move"


def corner(tile):
    """Return x and y of a tile's upper left corner."""
    return MARGIN + column_of(tile), MARGIN + row_of(tile)


# ---------------------------------------------------------------------------------------------------------------------
# The land


def draw_ground(canvas, state, tile):
    x, y = corner(tile)
    canvas.rectangle(x, y, 1, 1, GROUND[int(state.terrain[tile])], "tile edge", 0.015)
    terrain = int(state.terrain[tile])
    if terrain == MOUNTAIN:
        draw_mountain(canvas, x, y)
    elif terrain == FOREST:
        for dx, dy, tall in ((0.27, 0.5, 0.36), (0.72, 0.46, 0.36), (0.5, 0.86, 0.4)):
            draw_tree(canvas, x + dx, y + dy, tall)
    elif terrain in (SHALLOW, DEEP):
        for dx, dy in ((0.14, 0.22), (0.58, 0.8)):
            canvas.line(x + dx, y + dy, x + dx + 0.22, y + dy, "shallow" if terrain == DEEP else "snow", 0.02)
    elif terrain == VILLAGE:
        for dx, dy in ((0.2, 0.32), (0.55, 0.45), (0.28, 0.62)):
            draw_house(canvas, x + dx, y + dy, 0.26)


def draw_mountain(canvas, x, y):
    canvas.polygon([(x + 0.06, y + 0.9), (x + 0.42, y + 0.16), (x + 0.78, y + 0.9)], "rock")
    canvas.polygon([(x + 0.42, y + 0.16), (x + 0.78, y + 0.9), (x + 0.5, y + 0.9)], "rock dark")
    canvas.polygon([(x + 0.5, y + 0.9), (x + 0.74, y + 0.44), (x + 0.96, y + 0.9)], "rock")
    canvas.polygon([(x + 0.42, y + 0.16), (x + 0.33, y + 0.35), (x + 0.42, y + 0.42), (x + 0.52, y + 0.36)], "snow")


def draw_tree(canvas, x, base, tall):
    canvas.polygon([(x - 0.4 * tall, base), (x, base - tall), (x + 0.4 * tall, base)], "tree")
    canvas.polygon([(x, base - tall), (x + 0.4 * tall, base), (x, base)], "tree dark")


def draw_house(canvas, x, y, width):
    canvas.rectangle(x, y, width, width * 0.7, "house", "wall", 0.015)
    canvas.polygon([(x - 0.03, y), (x + width / 2, y - width * 0.55), (x + width + 0.03, y)], "roof")


def draw_roads(canvas, game, state, tile):
    """Draw roads from the middle of a tile towards all neighbours with a road or a city."""
    if not is_road(state, tile):
        return
    x, y = corner(tile)
    ends = []
    for near in around(game.size, tile, 1):
        if near != tile and (is_road(state, near) or state.terrain[near] == CITY):
            ends.append((x + 0.5 + (column_of(near) - column_of(tile)) / 2,
                         y + 0.5 + (row_of(near) - row_of(tile)) / 2))
    for colour, thick in (("road edge", 0.17), ("road", 0.11)):
        for to_x, to_y in ends or [(x + 0.5, y + 0.5)]:
            canvas.line(x + 0.5, y + 0.5, to_x, to_y, colour, thick)


def draw_features(canvas, state, tile):
    """Draw the building or the resource of a tile."""
    x, y = corner(tile)
    building = int(state.building[tile])
    if building:
        draw_building(canvas, x, y, building, int(state.temple[tile]))
    elif state.resource[tile]:
        draw_resource(canvas, x + 0.74, y + 0.74, int(state.resource[tile]))


def draw_building(canvas, x, y, building, level):
    """Draw a sign with the building's first letters, or a temple's level; temples and monuments have a roof."""
    left, top = x + 0.5, y + 0.56
    if building >= FIRST_MONUMENT:
        words = "".join(word[0] for word in BUILDING_NAMES[building].split() if word != "of").upper()
    else:
        words = f"T{level}" if building >= TEMPLE else SIGNS[building]
    if building >= TEMPLE:
        canvas.polygon([(left - 0.02, top + 0.02), (left + 0.22, top - 0.14), (left + 0.46, top + 0.02)],
                       "star" if building >= FIRST_MONUMENT else "snow", "sign edge", 0.02)
    canvas.rectangle(left, top, 0.44, 0.38, "sign", "sign edge", 0.025, 0.05)
    canvas.parts.append(tooltip(BUILDING_NAMES[building]))
    canvas.label(left + 0.22, top + 0.2, words, "bar", 0.24, bold=True)


def tooltip(words) -> str:
    """Return the meaning of a sign as a comment in the SVG source."""
    return f"<!-- {words} -->"


def draw_resource(canvas, x, y, resource):
    """Draw a small picture around (x, y)."""
    if resource == FRUIT:
        for dx, dy in ((-0.09, 0.02), (0.07, -0.05), (0.06, 0.11)):
            canvas.disc(x + dx, y + dy, 0.075, "berry", "bar", 0.012)
        canvas.line(x - 0.02, y - 0.1, x + 0.06, y - 0.17, "leaf", 0.05)
    elif resource == CROPS:
        for dx in (-0.12, 0.0, 0.12):
            canvas.line(x + dx, y + 0.14, x + dx, y - 0.12, "crop", 0.04)
            canvas.disc(x + dx, y - 0.12, 0.05, "crop", "road edge", 0.012)
    elif resource == ANIMAL:
        canvas.disc(x, y + 0.03, 0.12, "fur", "bar", 0.015)
        canvas.disc(x - 0.09, y - 0.1, 0.05, "fur", "bar", 0.015)
        canvas.disc(x + 0.09, y - 0.1, 0.05, "fur", "bar", 0.015)
    elif resource in (FISH, WHALES):
        colour, long = ("fish", 0.13) if resource == FISH else ("whale", 0.19)
        canvas.polygon([(x - long, y), (x, y - long * 0.6), (x + long, y), (x, y + long * 0.6)], colour, "bar", 0.015)
        canvas.polygon([(x + long * 0.8, y), (x + long * 1.4, y - long * 0.5), (x + long * 1.4, y + long * 0.5)],
                       colour, "bar", 0.015)
    elif resource == ORE:
        for dx, dy in ((-0.08, 0.06), (0.08, 0.06), (0.0, -0.07)):
            canvas.polygon([(x + dx - 0.07, y + dy), (x + dx, y + dy - 0.08), (x + dx + 0.07, y + dy),
                            (x + dx, y + dy + 0.08)], "ore", "star edge", 0.015)
    elif resource == RUINS:
        for dx, tall in ((-0.16, 0.2), (0.0, 0.32), (0.14, 0.14)):
            canvas.rectangle(x + dx - 0.05, y + 0.14 - tall, 0.1, tall, "ruin", "ruin edge", 0.018)


def draw_borders(canvas, game, state, tile):
    """Draw a line in the tribe's colour along its borders."""
    city = int(state.owner[tile])
    if city == NONE:
        return
    tribe = int(state.city_tribe[city])
    x, y = corner(tile)
    row, column = row_of(tile), column_of(tile)
    inset = 0.035
    sides = ((-1, 0, (0, inset, 1, inset)), (1, 0, (0, 1 - inset, 1, 1 - inset)), (0, -1, (inset, 0, inset, 1)),
             (0, 1, (1 - inset, 0, 1 - inset, 1)))
    for i, j, (x1, y1, x2, y2) in sides:
        other = NONE
        if inside(game.size, row + i, column + j):
            other = int(state.owner[tile_at(row + i, column + j)])
        if other == NONE or state.city_tribe[other] != tribe:
            canvas.line(x + x1, y + y1, x + x2, y + y2, f"tribe {tribe}", 0.06)


# ---------------------------------------------------------------------------------------------------------------------
# Cities and units


def draw_city(canvas, state, tile):
    """Draw houses, walls, a crown for a capital, and a sign with level and population."""
    x, y = corner(tile)
    city = int(state.owner[tile])
    tribe = int(state.city_tribe[city])
    level = int(state.city_level[city])
    if state.city_walls[city]:
        canvas.rectangle(x + 0.07, y + 0.1, 0.86, 0.66, None, "wall", 0.07, 0.06)
    places = ((0.36, 0.34, 0.28), (0.12, 0.42, 0.24), (0.64, 0.42, 0.24), (0.24, 0.24, 0.2), (0.56, 0.24, 0.2))
    for dx, dy, width in places[: min(1 + level, 5)][::-1]:
        draw_house(canvas, x + dx, y + dy, width)
    if state.city_capital[city]:
        canvas.polygon([(x + 0.38, y + 0.16), (x + 0.36, y + 0.03), (x + 0.44, y + 0.09), (x + 0.5, y + 0.01),
                        (x + 0.56, y + 0.09), (x + 0.64, y + 0.03), (x + 0.62, y + 0.16)], "star", "star edge", 0.015)
    canvas.rectangle(x + 0.05, y + 0.71, 0.9, 0.27, f"tribe {tribe}", "bar", 0.015, 0.08)
    words = f"{level}·{int(state.city_population[city])}/{level + 1}"
    canvas.label(x + 0.5, y + 0.85, words, f"letter {tribe}", SMALL, bold=True)


def draw_piece(canvas, tribe, x, y, radius, fill):
    """Draw the shape of a tribe's units: a disc for the first tribe, polygons for the others."""
    if tribe == 0:
        canvas.disc(x, y, radius, fill, "bar", 0.03)
    else:
        canvas.polygon(outline(tribe, x, y, radius), fill, "bar", 0.03)


def outline(tribe, x, y, radius):
    """Return the polygon for a tribe's units; the first tribe has discs instead."""
    corners, turned = ((0, 0.0), (4, 0.25), (4, 0.0), (6, 0.0))[tribe]
    grow = (1.0, 1.22, 1.22, 1.1)[tribe]
    return [(x + grow * radius * math.sin(2 * math.pi * (i + 2 * turned * (corners == 4)) / corners),
             y - grow * radius * math.cos(2 * math.pi * (i + 2 * turned * (corners == 4)) / corners))
            for i in range(corners)]


def draw_unit(canvas, state, tile, slot):
    """Draw a unit with its letter and its hit points. It is pale if it has finished its turn."""
    x, y = corner(tile)
    tribe = int(state.unit_tribe[slot])
    done = state.unit_status[slot] == FINISHED and state.turn == tribe
    fill = f"done {tribe}" if done else f"tribe {tribe}"
    x, y = x + 0.33, y + 0.33
    draw_piece(canvas, tribe, x, y, 0.24, fill)
    canvas.label(x, y + 0.01, UNIT_LETTERS[int(state.unit_kind[slot])], "bar" if done else f"letter {tribe}", 0.3,
                 bold=True)
    if state.unit_veteran[slot]:
        canvas.polygon([(x + 0.2, y - 0.3), (x + 0.32, y - 0.3), (x + 0.26, y - 0.18)], "star", "star edge", 0.015)
    draw_health(canvas, x, y + 0.27, int(state.unit_hp[slot]), int(state.unit_most[slot]))


def draw_health(canvas, x, y, points, most):
    share = min(max(points / most, 0.0), 1.0) if most > 0 else 1.0
    canvas.rectangle(x - 0.27, y, 0.54, 0.1, "bar", None, 0, 0.03)
    canvas.rectangle(x - 0.25, y + 0.02, 0.5 * share, 0.06, "well" if share > 0.5 else "hurt")
    canvas.rectangle(x + 0.25, y - 0.4, 0.38, 0.25, "bar", None, 0, 0.05)
    canvas.label(x + 0.44, y - 0.27, points, "letter 0", SMALL, bold=True)


# ---------------------------------------------------------------------------------------------------------------------
# The tribes below the map


def draw_tribes(canvas, game, state, y):
    """Draw lines about each tribe: score, stars and income, cities, technologies; then the tribe to move."""
    for tribe in range(game.players):
        top = y + PANEL * tribe
        if state.turn == tribe and not state.over:
            canvas.rectangle(MARGIN, top, game.size, PANEL - 0.1, "cell", f"tribe {tribe}", 0.05, 0.1)
        draw_piece(canvas, tribe, MARGIN + 0.45, top + 0.52, 0.25, f"tribe {tribe}")
        known = [name for tech, name in enumerate(TECH_NAMES) if int(state.techs[tribe]) >> tech & 1]
        cities = int(state.cities[tribe])
        head = (f"{tribe + 1} {seat_name(state, tribe)}: {int(state.score[tribe])} points, "
                f"{int(state.stars[tribe])} stars ({tribe_production(state, tribe):+d}), "
                f"{cities} {'city' if cities == 1 else 'cities'}, {len(known)} of {len(TECH_NAMES)} techs")
        middle = MARGIN + 0.5 + game.size / 2
        canvas.label(middle, top + 0.34, head, size=0.25, bold=True)
        lines = textwrap.wrap(", ".join(known), int((game.size - 1.2) / (0.56 * SMALL)))
        apart = min(0.27, 0.8 / max(len(lines), 1))  # more than three lines only with nearly all techs
        for i, words in enumerate(lines):
            canvas.label(middle, top + 0.64 + apart * i, words, size=min(SMALL, apart))
    words = f"Turn {int(state.tick)} of {int(LAST_TICK[game.mode])}: {standing_line(game, state)}"
    canvas.label(MARGIN + game.size / 2, y + PANEL * game.players + 0.35, words, size=0.3, bold=True)


assert len(TERRAINS) == len(GROUND)


# ---------------------------------------------------------------------------------------------------------------------
# Areas for the mouse


def square(tile):
    """Return a tile in the picture: x, y, width, height."""
    return area(*corner(int(tile)))
