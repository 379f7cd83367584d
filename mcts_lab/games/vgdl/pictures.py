"""Little pictures of sprites: lists of shapes on the unit square, x to the right and y downwards.

A picture is chosen by a sprite's ``img``, else by its name, else by its class; a sprite for which there is none is a
tile with its letter in one of `TILES`, colours that differ in lightness too. Shapes are ("disc", x, y, radius),
("box", x, y, width, height), ("shape", points) and ("line", x, y, x2, y2), then the fill (of a line: its colour).
"""

from __future__ import annotations

import re

from .tables import NOBODY
from .vocabulary import AVATARS, CLASSES, SPAWN_POINTS

TILES = ("#0072b2", "#e69f00", "#009e73", "#f0e442", "#d55e00", "#56b4e9", "#cc79a7", "#7f7f7f")

GROUND = ("floor", "cave", "night", "water", "snow", "grass", "dirt", "wall")  # they fill their cell


def face(body, edge, left=0.38, right=0.62):
    """A round creature with two eyes."""
    return [("disc", 0.5, 0.52, 0.38, body, edge), ("disc", left, 0.44, 0.07, "#ffffff"),
            ("disc", right, 0.44, 0.07, "#ffffff"), ("disc", left, 0.44, 0.03, "#000000"),
            ("disc", right, 0.44, 0.03, "#000000")]


def fish(body, edge, way):
    """A fish that looks right (way 1) or left (-1)."""

    def x(value):
        return 0.5 + way * (value - 0.5)

    return [("shape", ((x(0.05), 0.25), (x(0.3), 0.5), (x(0.05), 0.75)), body, edge),
            ("shape", ((x(0.2), 0.5), (x(0.5), 0.24), (x(0.85), 0.4), (x(0.95), 0.5), (x(0.85), 0.6), (x(0.5), 0.76)),
             body, edge), ("disc", x(0.76), 0.44, 0.04, "#000000")]


def legs(colour):
    """Six legs."""
    return [("line", 0.5, 0.55, x, y, colour) for x in (0.08, 0.92) for y in (0.3, 0.58, 0.86)]


def hero(coat, edge):
    """A person in a coat."""
    return [("disc", 0.5, 0.27, 0.17, "#f5c9a3", "#5b3a1e"),
            ("shape", ((0.28, 0.92), (0.34, 0.46), (0.66, 0.46), (0.72, 0.92)), coat, edge),
            ("line", 0.34, 0.52, 0.16, 0.72, edge), ("line", 0.66, 0.52, 0.84, 0.72, edge)]


HERO = hero("#0072b2", "#003a5c")
KEY = [("disc", 0.3, 0.5, 0.17, "#f0c23b", "#7a5a00"), ("disc", 0.3, 0.5, 0.06, "#ffffff"),
       ("box", 0.44, 0.45, 0.44, 0.1, "#f0c23b", "#7a5a00"), ("box", 0.74, 0.52, 0.08, 0.16, "#f0c23b", "#7a5a00")]

PICTURES = {
    # grounds
    "floor": [("box", 0, 0, 1, 1, "#efe9dc")],
    "cave": [("box", 0, 0, 1, 1, "#d9cfc0")],
    "night": [("box", 0, 0, 1, 1, "#1c2333")],
    "water": [("box", 0, 0, 1, 1, "#bfe0f2"), ("line", 0.15, 0.7, 0.45, 0.7, "#9ccbe6")],
    "snow": [("box", 0, 0, 1, 1, "#f4f8fb"), ("disc", 0.3, 0.35, 0.05, "#cddbe6"),
             ("disc", 0.68, 0.66, 0.05, "#cddbe6")],
    "grass": [("box", 0, 0, 1, 1, "#9ccb7d"), ("line", 0.3, 0.75, 0.36, 0.55, "#4f8a35"),
              ("line", 0.66, 0.5, 0.72, 0.3, "#4f8a35")],
    "dirt": [("box", 0, 0, 1, 1, "#a87c4f"), ("disc", 0.3, 0.32, 0.07, "#7d5731"),
             ("disc", 0.7, 0.62, 0.09, "#7d5731")],
    "wall": [("box", 0, 0, 1, 1, "#5a6270"), ("line", 0, 0.5, 1, 0.5, "#8d96a5"), ("line", 0.5, 0, 0.5, 0.5, "#8d96a5"),
             ("line", 0.25, 0.5, 0.25, 1, "#8d96a5"), ("line", 0.75, 0.5, 0.75, 1, "#8d96a5")],
    # things
    "door": [("box", 0.2, 0.08, 0.6, 0.9, "#7a4a21", "#3a210b"), ("disc", 0.68, 0.55, 0.06, "#f0c23b")],
    "key": KEY,
    "sword": [("shape", ((0.44, 0.7), (0.44, 0.2), (0.5, 0.06), (0.56, 0.2), (0.56, 0.7)), "#dfe6ee", "#4b5563"),
              ("box", 0.28, 0.68, 0.44, 0.09, "#7a5a00"), ("box", 0.45, 0.76, 0.1, 0.18, "#7a5a00")],
    "shovel": [("line", 0.5, 0.08, 0.5, 0.6, "#7a4a21"),
               ("shape", ((0.32, 0.55), (0.68, 0.55), (0.6, 0.85), (0.5, 0.95), (0.4, 0.85)), "#c3ccd6", "#4b5563")],
    "bones": [("line", 0.2, 0.25, 0.8, 0.75, "#6b6b6b"), ("line", 0.8, 0.25, 0.2, 0.75, "#6b6b6b"),
              ("disc", 0.5, 0.5, 0.16, "#ffffff", "#3d3d3d")],
    "diamond": [("shape", ((0.5, 0.08), (0.9, 0.4), (0.5, 0.94), (0.1, 0.4)), "#8fe3f2", "#0b5a6b"),
                ("line", 0.1, 0.4, 0.9, 0.4, "#0b5a6b")],
    "boulder": [("disc", 0.5, 0.52, 0.42, "#8b8f96", "#33363b"), ("disc", 0.38, 0.38, 0.1, "#b9bdc4")],
    "shell": [("shape", ((0.5, 0.9), (0.1, 0.4), (0.25, 0.16), (0.5, 0.1), (0.75, 0.16), (0.9, 0.4)), "#f6b0a2",
              "#8a3324"),
              ("line", 0.5, 0.85, 0.5, 0.15, "#8a3324")],
    "fang": [("shape", ((0.25, 0.1), (0.75, 0.1), (0.5, 0.95)), "#ffffff", "#333333")],
    "shelter": [("box", 0.04, 0.1, 0.92, 0.8, "#59a14f", "#23511c")],
    "box": [("box", 0.1, 0.1, 0.8, 0.8, "#c28e4b", "#5b3a10"), ("line", 0.1, 0.1, 0.9, 0.9, "#5b3a10")],
    "hole": [("disc", 0.5, 0.56, 0.4, "#2a2320")],
    "hole_shark": [("disc", 0.5, 0.56, 0.4, "#2a2320"), ("shape", ((0.3, 0.76), (0.7, 0.76), (0.62, 0.3)), "#c3ccd6")],
    "hole_fish": [("disc", 0.5, 0.5, 0.4, "#e69f00", "#5e4100"), ("disc", 0.5, 0.5, 0.3, "#2a2320"),
                  ("shape", ((0.38, 0.32), (0.38, 0.68), (0.68, 0.5)), "#e69f00")],
    "hole_fish_left": [("disc", 0.5, 0.5, 0.4, "#009e73", "#00402f"), ("disc", 0.5, 0.5, 0.2, "#2a2320"),
                       ("shape", ((0.62, 0.32), (0.62, 0.68), (0.32, 0.5)), "#7fe0c2")],
    "hole_narrow": [("disc", 0.5, 0.56, 0.26, "#2a2320", "#d5b48c")],
    "portal": [("disc", 0.5, 0.5, 0.4, "#b07aa1", "#f5e9f2"), ("disc", 0.5, 0.5, 0.2, "#4a2b45")],
    # shots
    "shot": [("box", 0.42, 0.1, 0.16, 0.8, "#f0e442", "#8a7f00")],
    "bomb": [("disc", 0.5, 0.58, 0.26, "#d55e00", "#ffffff"), ("line", 0.5, 0.32, 0.64, 0.12, "#ffffff")],
    "torpedo": [("shape", ((0.2, 0.4), (0.7, 0.4), (0.9, 0.5), (0.7, 0.6), (0.2, 0.6)), "#4b5563", "#11151c")],
    # creatures
    "hero": HERO,
    "hero_key": [*hero("#f0c23b", "#7a5a00"), ("disc", 0.5, 0.68, 0.06, "#ffffff", "#7a5a00")],
    "diver": [*HERO, ("box", 0.34, 0.2, 0.32, 0.14, "#f0c23b", "#7a5a00")],
    "cannon": [("box", 0.44, 0.1, 0.12, 0.4, "#56b4e9"), ("shape", ((0.08, 0.92), (0.22, 0.5), (0.78, 0.5),
               (0.92, 0.92)),
                                                         "#56b4e9", "#e8f4fc")],
    "bat": [("shape", ((0.02, 0.3), (0.4, 0.42), (0.6, 0.42), (0.98, 0.3), (0.8, 0.72), (0.5, 0.6), (0.2, 0.72)),
            "#4b2e6b",
             "#1f1030"), ("disc", 0.43, 0.48, 0.04, "#ffffff"), ("disc", 0.57, 0.48, 0.04, "#ffffff")],
    "spider": [*legs("#7a1f1f"), ("disc", 0.5, 0.55, 0.24, "#b03030", "#4a0d0d")],
    "snail": [("shape", ((0.1, 0.86), (0.9, 0.86), (0.96, 0.5), (0.84, 0.5), (0.76, 0.72), (0.1, 0.74)), "#c9b458",
              "#5d4f10"),
              ("disc", 0.42, 0.5, 0.28, "#8f6a2a", "#4a340d"), ("disc", 0.42, 0.5, 0.12, "#c9a25a")],
    "bird": [*face("#f0e442", "#7a7000"), ("shape", ((0.44, 0.56), (0.56, 0.56), (0.5, 0.7)), "#e69f00")],
    "bird_angry": [*face("#b02020", "#3d0000"), ("shape", ((0.44, 0.56), (0.56, 0.56), (0.5, 0.7)), "#e69f00"),
                   ("line", 0.26, 0.28, 0.44, 0.36, "#000000"), ("line", 0.74, 0.28, 0.56, 0.36, "#000000")],
    "cat": [("shape", ((0.16, 0.1), (0.42, 0.26), (0.2, 0.42)), "#3d3d3d"),
            ("shape", ((0.84, 0.1), (0.58, 0.26), (0.8, 0.42)), "#3d3d3d"), *face("#3d3d3d", "#000000")],
    "mole": [*face("#8a5a3c", "#3b2212"), ("disc", 0.5, 0.6, 0.08, "#f2a6b5")],
    "mole_slow": [*face("#c9a58b", "#5b3a24"), ("disc", 0.5, 0.6, 0.08, "#f2a6b5")],
    "crab": [*legs("#8f2f00"), ("disc", 0.5, 0.55, 0.28, "#d55e00", "#6b2500"),
             ("disc", 0.16, 0.2, 0.1, "#d55e00", "#6b2500"),
             ("disc", 0.84, 0.2, 0.1, "#d55e00", "#6b2500")],
    "butterfly": [("shape", ((0.5, 0.5), (0.1, 0.12), (0.06, 0.5), (0.2, 0.86)), "#cc79a7", "#5e2747"),
                  ("shape", ((0.5, 0.5), (0.9, 0.12), (0.94, 0.5), (0.8, 0.86)), "#cc79a7", "#5e2747"),
                  ("box", 0.46, 0.2, 0.08, 0.62, "#2b1220")],
    "dog": [("box", 0.14, 0.42, 0.56, 0.28, "#7a4a21", "#3a210b"), ("disc", 0.74, 0.38, 0.18, "#7a4a21", "#3a210b"),
            ("box", 0.18, 0.68, 0.1, 0.24, "#3a210b"), ("box", 0.54, 0.68, 0.1, 0.24, "#3a210b")],
    "fish": fish("#e69f00", "#5e4100", 1),
    "fish_left": fish("#009e73", "#00402f", -1),
    "shark": [*fish("#2f3640", "#0e1116", -1), ("shape", ((0.4, 0.32), (0.66, 0.32), (0.62, 0.02)), "#2f3640",
              "#0e1116"), ("disc", 0.24, 0.44, 0.05, "#ffffff")],
    "alien_green": [*face("#59c14f", "#123d0d"), ("line", 0.4, 0.16, 0.3, 0.02, "#59c14f"),
                    ("line", 0.6, 0.16, 0.7, 0.02, "#59c14f")],
    "alien_blue": [("box", 0.16, 0.2, 0.68, 0.56, "#56b4e9", "#0b3d5c"), ("disc", 0.36, 0.42, 0.08, "#ffffff"),
                   ("disc", 0.64, 0.42, 0.08, "#ffffff"), ("line", 0.3, 0.76, 0.2, 0.95, "#56b4e9"),
                   ("line", 0.7, 0.76, 0.8, 0.95, "#56b4e9")],
}
NAMES = tuple(PICTURES)


def picture_of(kind, number) -> tuple[int, int]:
    """The number of a sprite type's picture in `NAMES` (`NOBODY`: a tile with its letter), and that of its tile."""
    said = kind.options["img"].text if "img" in kind.options else ""
    for word in (said, kind.name):
        found = re.sub(r"[^a-z_]", "", word.rpartition("/")[2].partition(".")[0].lower())
        if found in PICTURES:
            return NAMES.index(found), 0
    role = CLASSES[kind.sort][0] if kind.sort else NOBODY
    if role in AVATARS:
        return NAMES.index("hero"), 0
    return NAMES.index("portal") if role in SPAWN_POINTS else NOBODY, number % len(TILES)
