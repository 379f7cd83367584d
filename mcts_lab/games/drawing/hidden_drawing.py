"""Pictures of games with hidden information: rows of cards, and boards beside each other. Drawn as SVG.

Cards show a rank alone, since suits do not matter in these games; a hidden card lies face down.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape, unescape

from ...game import facts
from . import named

LIGHT = {
    "cloth": "#f4f1ea", "ink": "#1d2733", "card": "#ffffff", "edge": "#55606b", "back": "#0072b2", "pattern": "#9cc9e6",
    "red": "#c03a2b", "x": "#0072b2", "o": "#b34700", "empty": "#ffffff", "turn": "#e69f00",
}
DARK = {
    "cloth": "#1b222b", "ink": "#e8edf2", "card": "#f2f4f6", "edge": "#0e1318", "back": "#56b4e9", "pattern": "#1f5f85",
    "red": "#c03a2b", "x": "#56b4e9", "o": "#e69f00", "empty": "#2a333e", "turn": "#f0e442",
}
CARD_INK = "#1d2733"
SIDE = 40  # of a cell of a board
WIDTH, HEIGHT, MARGIN, LABEL = 44, 62, 14, 24  # of a card, around everything, above a row
FACE_DOWN = None


def draw_cards(game, rows: Sequence, dark=False, marked: int | None = None) -> str:
    """Rows of cards, each under its label, as an SVG picture.

    rows: pairs of a label and a list of faces, where None is a card face down; marked: the row of the player to move.
    Many cards in a row overlap.
    """
    ink = DARK if dark else LIGHT
    widest = max((len(label) for label, _ in rows), default=0) * 8.6
    width = 2 * MARGIN + max([widest, 200.0, *(row_width(faces) for _, faces in rows)])
    parts = []
    y = float(MARGIN)
    for i, (label, faces) in enumerate(rows):
        if i == marked:
            parts.append(f'<circle cx="{MARGIN + 6}" cy="{y + 9}" r="6" fill="{ink["turn"]}"/>')
        indent = 18 if i == marked else 0
        parts.append(words(MARGIN + indent, y + 14, label, 15, ink["ink"]))
        y += LABEL
        for n, face in enumerate(faces):
            parts.append(card(MARGIN + n * step(len(faces)), y, face, ink))
        y += HEIGHT + MARGIN
    return picture(game, parts, width, y, ink)


def step(n) -> float:
    """The distance of neighbouring cards in a row of `n`."""
    return WIDTH + 6.0 if n <= 8 else 30.0


def row_width(faces) -> float:
    """Return the width of a row of cards."""
    return step(len(faces)) * max(len(faces) - 1, 0) + WIDTH if faces else 0.0


def card(x, y, face, ink) -> str:
    """One card with its upper left corner at (x, y)."""
    outline = (f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="5" stroke="{ink["edge"]}" '
               'stroke-width="1.5" ')
    if face is FACE_DOWN:
        inner = (f'<rect x="{x + 6:g}" y="{y + 6:g}" width="{WIDTH - 12}" height="{HEIGHT - 12}" rx="3" fill="none" '
                 f'stroke="{ink["pattern"]}" stroke-width="2"/>')
        return f'{outline}fill="{ink["back"]}"/>{inner}'
    colour = ink["red"] if face == "red joker" else CARD_INK
    if face.endswith("joker"):
        sign = face[0].upper()
        lettering = words(x + 6, y + 20, sign, 19, colour) + words(x + 5, y + HEIGHT - 8, "joker", 11, colour)
    else:
        lettering = words(x + 6, y + 21, face, 20 if len(face) < 3 else 13, colour)
    return f'{outline}fill="{ink["card"]}"/>{lettering}'


def draw_boards(game, boards: Sequence, dark=False, slant=0.0) -> str:
    """Boards beside each other, each a title and rows of ``x``, ``o`` and ``.``, shifted by `slant` cells a row."""
    ink = DARK if dark else LIGHT
    side = SIDE
    rows, columns = game.rows, game.columns
    each = (columns + slant * (rows - 1)) * side
    parts = []
    for i, (title, board) in enumerate(boards):
        left = MARGIN + i * (each + 2 * MARGIN)
        parts.append(words(left, MARGIN + 14, title, 15, ink["ink"]))
        for r, row in enumerate(board):
            for c, sign in enumerate(row):
                x, y = left + (c + slant * r) * side, MARGIN + LABEL + r * side
                parts.append(f'<rect x="{x:g}" y="{y:g}" width="{side}" height="{side}" fill="{ink["empty"]}" '
                             f'stroke="{ink["edge"]}" stroke-width="1.5"/>')
                if sign != ".":
                    parts.append(words(x + side / 2, y + side * 0.72, sign, 26, ink[sign], "middle", "bold"))
    return picture(game, parts, MARGIN + len(boards) * (each + 2 * MARGIN), 2 * MARGIN + LABEL + rows * side, ink)


def cell_area(cell, columns, slant=0.0) -> tuple:
    """A cell of the first of the boards that `draw_boards` draws: a rectangle (x, y, width, height)."""
    row, column = divmod(int(cell), columns)
    return MARGIN + (column + slant * row) * SIDE, MARGIN + LABEL + row * SIDE, SIDE, SIDE


def words(x, y, said, size, colour, anchor="start", weight="normal") -> str:
    """A piece of text."""
    return (f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" '
            f'font-weight="{weight}" font-family="sans-serif">{escape(said)}</text>')


def picture(game, parts, width, height, ink) -> str:
    """All parts on a cloth of that size."""
    title = facts(game).title
    said = [unescape(found) for part in parts for found in re.findall(">([^<]+)</text>", part)]
    told, about = named(f"{title}: {' '.join(said) or 'nothing is open'}", title)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
            f'height="{height:g}" {told}>{about}'
            f'<rect x="0" y="0" width="{width:g}" height="{height:g}" fill="{ink["cloth"]}"/>'
            f'{"".join(parts)}</svg>')
