"""A state as a picture: SVG for one, an animated page or GIF for a game (see `mcts_lab.games.vgdl.film`)."""

from __future__ import annotations

import numpy as np

from ...game import svg
from ..drawing.board_svg import Canvas
from .pictures import GROUND, NAMES, PICTURES, TILES
from .rules import Vgdl
from .tables import DISABLED, NOBODY
from .words import name_of, status, title

TOP = 0.8  # cells above the board, for the score


class Scene(Canvas):
    """A canvas that takes colours by their code as well as by their role."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.colours = Codes(self.colours)

    def picture(self, shapes, x, y):
        """Draw a picture with its upper left corner at (x, y)."""
        for kind, *rest in shapes:
            if kind == "disc":
                cx, cy, r, fill, *line = rest
                self.disc(x + cx, y + cy, r, fill, *line, thick=0.03)
            elif kind == "box":
                bx, by, w, h, fill, *line = rest
                self.rectangle(x + bx, y + by, w, h, fill, *line)
            elif kind == "shape":
                points, fill, *line = rest
                self.polygon([(x + px, y + py) for px, py in points], fill, *line)
            else:
                ax, ay, bx, by, colour = rest
                self.line(x + ax, y + ay, x + bx, y + by, colour, 0.06)

    def tile(self, letter, colour, x, y):
        """Draw a tile with a letter."""
        self.rectangle(x + 0.08, y + 0.08, 0.84, 0.84, colour, "#000000", corner=0.12)
        self.label(x + 0.5, y + 0.54, letter, "#000000", size=0.5, bold=True)


class Codes(dict):
    """Colours by role; a code stands for itself."""

    def __missing__(self, code):
        return code


def pieces(game, state):
    """(type, x, y, slot) of all sprites on the screen in the order of drawing; x, y in cells, slot `NOBODY`: fixed."""
    tables = game.tables[0]
    block, width = int(tables.block), int(tables.width) + 2
    fixed = np.asarray(tables.fixed)[:int(tables.cells)]
    for kind in tables.drawing[:int(tables.drawn)]:
        for cell in np.nonzero(fixed >> np.uint64(kind) & np.uint64(1))[0]:
            yield int(kind), int(cell % width) - 1, int(cell // width) - 1, NOBODY
        slot = int(state.first[kind])
        while slot != NOBODY:
            s = state.sprites[slot]
            yield int(kind), int(s.x) / block, int(s.y) / block, slot
            slot = int(s.next)


@svg.register(Vgdl)
def vgdl_svg(game, state, dark=False):
    """The board, with the score, the time and what the avatar owns above it."""
    tables = game.tables[0]
    width, height = int(tables.width), int(tables.height)
    scene = Scene(width, height + TOP, f"{title(game)}: {status(game, state)}", dark)
    scene.label(width / 2, TOP / 2, status(game, state), size=min(0.5, 1.6 * width / max(len(status(game, state)), 1)))
    scene.rectangle(0, TOP, width, height, "cell")
    shown = list(pieces(game, state))
    grounds = [p for p in shown if is_ground(tables, p[0])]
    for kind, x, y, slot in [*grounds, *(p for p in shown if not is_ground(tables, p[0]))]:
        if not (-1 < x < width and -1 < y < height):
            continue
        draw_piece(scene, game, state, kind, x, y + TOP, slot)
    scene.parts.append("</svg>")
    return "".join(scene.parts)


def is_ground(tables, kind):
    picture = int(tables.kinds[kind].picture)
    return picture != NOBODY and NAMES[picture] in GROUND


def draw_piece(scene, game, state, kind, x, y, slot):
    """Draw one sprite, an avatar with a mark on the side it looks to, and a cross if it is dead."""
    about = game.tables[0].kinds[kind]
    if about.picture == NOBODY:
        scene.tile(name_of(game.tables[0], kind)[0].upper(), TILES[int(about.colour)], x, y)
    else:
        scene.picture(PICTURES[NAMES[int(about.picture)]], x, y)
    if slot != NOBODY and about.avatar:
        s = state.sprites[slot]
        if about.oriented and about.rotates:
            cx, cy, ox, oy = x + 0.5, y + 0.5, float(s.ox), float(s.oy)
            tip = (cx + 0.48 * ox, cy + 0.48 * oy)
            side = [(cx + 0.34 * ox + 0.12 * sign * oy, cy + 0.34 * oy + 0.12 * sign * ox) for sign in (1, -1)]
            scene.polygon([tip, *side], "#d55e00", "#ffffff")
        if s.marks & DISABLED:
            scene.line(x + 0.1, y + 0.1, x + 0.9, y + 0.9, "#b00020", 0.12)
            scene.line(x + 0.9, y + 0.1, x + 0.1, y + 0.9, "#b00020", 0.12)
