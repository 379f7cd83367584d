"""Pictures of soccer: a list of shapes, drawn as SVG or by matplotlib.

Lengths are in cells and y grows upwards. Cell (i, j) covers i to i + 1 by j to j + 1, so the picture has a border of
one cell around the pitch. Red and Blue also have letters, so the picture is clear without colours.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from mcts_lab.appearance import Appearance
from mcts_lab.game import TERMINAL
from mcts_lab.games.drawing import named

from .rules import ARROWS, BLUE, DX, DY, KICK, NOBODY, RED, goal_column, goal_rows, in_zone, middle
from .words import TEAMS, describe

LIGHT = {
    "border": "#5d8f4e", "grass": "#7fb56a", "stripe": "#86bc71", "zone": "#a9d394", "line": "#ffffff",
    "goal": "#eef3ea", "net": "#b7c4b0", "post": "#22301d", RED: "#c8102e", BLUE: "#0b4fa8", "rim": "#ffd60a",
    "letter": "#ffffff", "shade": "#22301d", "banner": "#ffffff", "banner text": "#22301d",
}
DARK = {
    "border": "#16241a", "grass": "#22402a", "stripe": "#26462e", "zone": "#33603d", "line": "#c9d6cb",
    "goal": "#1a2a1e", "net": "#4c6352", "post": "#dfe8e0", RED: "#e8465c", BLUE: "#4f93ee", "rim": "#ffd60a",
    "letter": "#000000", "shade": "#000000", "banner": "#101a13", "banner text": "#f2f6f2",
}
PIXELS = 32  # pixels per cell, as in the original window


class Shape(NamedTuple):
    """A rectangle, a circle, a line or a text."""

    kind: str  # "rect" and "line": from (x, y) to (x2, y2); "circle": centre and radius x2; "text": centre, height x2
    x: float
    y: float
    x2: float = 0.0
    y2: float = 0.0
    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0  # width of the stroke
    round: float = 0.0  # radius of the corners
    text: str = ""


def shapes(game, state, dark=False, actions=()) -> list[Shape]:
    """Return the shapes of a picture from back to front; `actions` of the player to move are shown as arrows."""
    ink = DARK if dark else LIGHT
    return [*pitch(game, ink), *pieces(game, state, ink, actions)]


def pitch(game, ink):
    """Yield grass, shooting zones, lines and goals."""
    width, height = game.width, game.height
    low, high = goal_rows(game)
    column, row = middle(game)
    yield Shape("rect", 0, 0, width + 2, height + 2, fill=ink["border"])
    for player, edge in ((RED, 0.0), (BLUE, width + 1.8)):  # a strip of colour marks the side that a team defends
        yield Shape("rect", edge, 0, edge + 0.2, height + 2, fill=ink[player])
    for x in range(1, width + 1):
        yield Shape("rect", x, 1, x + 1, height + 1, fill=ink["stripe" if x % 2 else "grass"])
    for x in range(1, width + 1):
        rows = [y for y in range(1, height + 1) if any(in_zone(game, player, x, y) for player in (RED, BLUE))]
        if rows:  # a zone has no gaps within a column
            yield Shape("rect", x, rows[0], x + 1, rows[-1] + 1, fill=ink["zone"])
    for x in range(2, width + 1):
        yield Shape("line", x, 1, x, height + 1, stroke=ink["border"], width=0.02)
    for y in range(2, height + 1):
        yield Shape("line", 1, y, width + 1, y, stroke=ink["border"], width=0.02)
    white = {"stroke": ink["line"], "width": 0.09}
    yield Shape("rect", 1, 1, width + 1, height + 1, **white)
    yield Shape("line", column + 0.5, 1, column + 0.5, height + 1, **white)
    yield Shape("circle", column + 0.5, row + 0.5, 2.5, **white)
    yield Shape("circle", column + 0.5, row + 0.5, 0.14, fill=ink["line"])
    for left in (1, width - 2):
        yield Shape("rect", left, max(low - 1, 1), left + 3, min(high + 2, height + 1), **white)
    for player in (RED, BLUE):
        x = goal_column(game, player)
        yield Shape("rect", x + 0.1, low, x + 0.9, high + 1, fill=ink["goal"])
        for i in range(1, 4):
            yield Shape("line", x + i / 4, low, x + i / 4, high + 1, stroke=ink["net"], width=0.03)
        for i in range(1, 2 * (high + 1 - low)):
            yield Shape("line", x + 0.1, low + i / 2, x + 0.9, low + i / 2, stroke=ink["net"], width=0.03)
        yield Shape("rect", x + 0.1, low, x + 0.9, high + 1, stroke=ink["post"], width=0.1)


def pieces(game, state, ink, actions):
    """Yield arrows, players, the ball and the result."""
    yield from arrows(game, state, ink, actions)
    for player in (RED, BLUE):
        x, y = int(state.x[player]), int(state.y[player])
        moving = game.to_move(state) == player
        if moving:
            yield Shape("rect", x + 0.02, y + 0.02, x + 0.98, y + 0.98, stroke=ink["rim"], width=0.12, round=0.2)
        yield Shape("rect", x + 0.1, y + 0.1, x + 0.9, y + 0.9, fill=ink[player], round=0.16)
        if int(state.holder) == player:
            yield Shape("circle", x + 0.5, y + 0.5, 0.3, fill="#ffffff", stroke=ink["shade"], width=0.05)
            yield Shape("text", x + 0.5, y + 0.5, 0.42, fill="#22301d", text=TEAMS[player][0])
        else:
            yield Shape("text", x + 0.5, y + 0.5, 0.56, fill=ink["letter"], text=TEAMS[player][0])
    if int(state.holder) == NOBODY:
        x, y = state.ball_x + 0.5, state.ball_y + 0.5
        yield Shape("circle", x, y, 0.26, fill="#ffffff", stroke=ink["shade"], width=0.06)
    if game.to_move(state) == TERMINAL:
        cx, cy = (game.width + 2) / 2, (game.height + 2) / 2
        half = min(4.6, game.width / 2 - 0.5)
        yield Shape("rect", cx - half, cy - 1, cx + half, cy + 1, fill=ink["banner"], stroke=ink["post"], width=0.06,
                    round=0.3)
        won = int(state.winner)
        word = f"{TEAMS[won]} wins" if won != NOBODY else "Draw"
        yield Shape("text", cx, cy, 1.0, fill=ink[won] if won != NOBODY else ink["banner text"], text=word)


def arrows(game, state, ink, actions):
    """Yield arrows for actions of the player to move."""
    player = int(state.mover)
    x, y = state.x[player] + 0.5, state.y[player] + 0.5
    for action in actions:
        if action == KICK:
            low, high = goal_rows(game)
            end = game.width + 1.5 if player == RED else 0.5
            yield Shape("line", x, y, end, (low + high + 1) / 2, stroke=ink["rim"], width=0.1)
        else:
            cx, cy = x + DX[action], y + DY[action]
            yield Shape("circle", cx, cy, 0.34, fill=ink["rim"], stroke=ink["shade"], width=0.03)
            yield Shape("text", cx, cy, 0.5, fill="#22301d", text=ARROWS[action])


def to_svg(drawn, width, height, title, pixels=PIXELS) -> str:
    """Return the shapes as an SVG document of `width` by `height` cells."""
    told, about = named(title)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * pixels} {height * pixels}" '
             f'width="{width * pixels}" height="{height * pixels}" {told}>', about]
    for s in drawn:
        x, y = s.x * pixels, (height - s.y) * pixels
        style = f'fill="{s.fill}"'
        if s.stroke != "none":
            style += f' stroke="{s.stroke}" stroke-width="{s.width * pixels:g}"'
        if s.kind == "rect":
            w, h = (s.x2 - s.x) * pixels, (s.y2 - s.y) * pixels
            corner = f' rx="{s.round * pixels:g}"' if s.round else ""
            parts.append(f'<rect x="{x:g}" y="{y - h:g}" width="{w:g}" height="{h:g}"{corner} {style}/>')
        elif s.kind == "line":
            x2, y2 = s.x2 * pixels, (height - s.y2) * pixels
            parts.append(f'<line x1="{x:g}" y1="{y:g}" x2="{x2:g}" y2="{y2:g}" {style}/>')
        elif s.kind == "circle":
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{s.x2 * pixels:g}" {style}/>')
        else:
            parts.append(
                f'<text x="{x:g}" y="{y:g}" font-size="{s.x2 * pixels:g}" font-family="sans-serif" font-weight="bold" '
                f'text-anchor="middle" dominant-baseline="central" {style}>{escape(s.text)}</text>')
    return "\n".join([*parts, "</svg>"])


class SoccerDrawing(Appearance):
    """The pitch as a picture."""

    __slots__ = ()

    def svg(self, state, dark=False):
        return to_svg(shapes(self, state, dark), self.width + 2, self.height + 2, f"Soccer: {describe(self, state)}")

    def areas(self, state, action, viewer=None):
        """Return the cell that a move leads to, which may be out of bounds, or the goal for a kick."""
        player = int(state.mover)
        if action == KICK:
            low, high = goal_rows(self)
            x, y, tall = goal_column(self, player), low, high + 1 - low
        else:
            x, y, tall = int(state.x[player]) + int(DX[action]), int(state.y[player]) + int(DY[action]), 1
        return ((x * PIXELS, (self.height + 2 - y - tall) * PIXELS, PIXELS, tall * PIXELS),)


def draw(game, state, ax=None, dark=False, actions=()):
    """Draw the state with matplotlib; return the axes.

    ax: axes for the picture; None: new axes. dark: True for a dark background. actions: actions to show as arrows.
    """
    import matplotlib.pyplot as plt
    from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

    width, height = game.width + 2, game.height + 2
    if ax is None:
        _, ax = plt.subplots(figsize=(width / 2.4, height / 2.4), layout="constrained")
    ax.set(xlim=(0, width), ylim=(0, height), aspect="equal")
    ax.axis("off")
    # points per cell, for line widths and letters
    ax.figure.canvas.draw()
    unit = (ax.transData.transform((1, 0))[0] - ax.transData.transform((0, 0))[0]) * 72 / ax.figure.dpi
    for i, s in enumerate(shapes(game, state, dark, actions)):
        style = {"facecolor": s.fill, "edgecolor": s.stroke, "linewidth": s.width * unit, "zorder": i, "clip_on": False}
        if s.kind == "line":
            ax.plot([s.x, s.x2], [s.y, s.y2], color=s.stroke, linewidth=s.width * unit, zorder=i, solid_capstyle="butt")
        elif s.kind == "circle":
            ax.add_patch(Circle((s.x, s.y), s.x2, **style))
        elif s.kind == "text":
            ax.text(s.x, s.y, s.text, color=s.fill, fontsize=s.x2 * unit, ha="center", va="center_baseline",
                    fontweight="bold", zorder=i)
        elif s.round:
            box = f"round,pad=0,rounding_size={s.round}"
            ax.add_patch(FancyBboxPatch((s.x, s.y), s.x2 - s.x, s.y2 - s.y, boxstyle=box, **style))
        else:
            ax.add_patch(Rectangle((s.x, s.y), s.x2 - s.x, s.y2 - s.y, **style))
    return ax
