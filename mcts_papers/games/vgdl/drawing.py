"""A state as a picture; `mcts_course.widgets.film` makes an animation of a game."""

import functools

from mcts_lab.appearance import Appearance
from mcts_lab.games.drawing.board_svg import UNIT, Canvas

from .pictures import GROUND, NAMES, PICTURES, TILES
from .rules import title
from .tables import DISABLED, NOBODY
from .words import name_of, pieces, status

TOP = 0.8  # cells above the board, for the score


class Scene(Canvas):
    """A canvas for the pictures of sprites."""

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

    def stamp(self, name, x, y):
        """Draw the picture with this name; its upper left corner is at (x, y)."""
        self.parts.append(f'<g transform="translate({x * UNIT:.5g} {y * UNIT:.5g})">{stamp(name)}</g>')

    def tile(self, letter, colour, x, y):
        """Draw a tile with a letter."""
        self.rectangle(x + 0.08, y + 0.08, 0.84, 0.84, colour, "#000000", corner=0.12)
        self.label(x + 0.5, y + 0.54, letter, "#000000", size=0.5, bold=True)


@functools.cache
def stamp(name) -> str:
    """Return the SVG elements of a picture at the origin, cached because many sprites share a picture."""
    scene = Scene(1, 1, name)
    before = len(scene.parts)
    scene.picture(PICTURES[name], 0, 0)
    return "".join(scene.parts[before:])


class VgdlDrawing(Appearance):
    """The grid as a picture."""

    __slots__ = ()

    def svg(self, state, dark=False):
        """Return the board as SVG, with the score, the time and the avatar's resources above it."""
        tables = self.tables[0]
        width, height = int(tables.width), int(tables.height)
        scene = Scene(width, height + TOP, f"{title(self)}: {status(self, state)}", dark)
        said = status(self, state)
        scene.label(width / 2, TOP / 2, said, size=min(0.5, 1.6 * width / max(len(said), 1)))
        scene.rectangle(0, TOP, width, height, "cell")
        looks = {}  # kind: the name of its picture, or "" for a tile; and whether it is an avatar
        shown = []
        for kind, x, y, slot in pieces(self, state):
            if kind not in looks:
                about = tables.kinds[kind]
                name = "" if about.picture == NOBODY else NAMES[int(about.picture)]
                looks[kind] = name, bool(about.avatar)
            if -1 < x < width and -1 < y < height:
                shown.append((looks[kind][0] not in GROUND, kind, x, y + TOP, slot))
        for _, kind, x, y, slot in sorted(shown, key=lambda piece: piece[0]):  # pictures of the ground first
            name, avatar = looks[kind]
            if name:
                scene.stamp(name, x, y)
            else:
                scene.tile(name_of(tables, kind)[0].upper(), TILES[int(tables.kinds[kind].colour)], x, y)
            if avatar and slot != NOBODY:
                draw_avatar(scene, self, state, kind, x, y, slot)
        return scene.svg()


def draw_avatar(scene, game, state, kind, x, y, slot):
    """Mark the side that an avatar faces; draw a cross over a dead avatar."""
    about, s = game.tables[0].kinds[kind], state.sprites[slot]
    if about.oriented and about.rotates:
        cx, cy, ox, oy = x + 0.5, y + 0.5, float(s.ox), float(s.oy)
        tip = (cx + 0.48 * ox, cy + 0.48 * oy)
        side = [(cx + 0.34 * ox + 0.12 * sign * oy, cy + 0.34 * oy + 0.12 * sign * ox) for sign in (1, -1)]
        scene.polygon([tip, *side], "#d55e00", "#ffffff")
    if s.marks & DISABLED:
        scene.line(x + 0.1, y + 0.1, x + 0.9, y + 0.9, "#b00020", 0.12)
        scene.line(x + 0.9, y + 0.1, x + 0.1, y + 0.9, "#b00020", 0.12)
