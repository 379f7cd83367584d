"""Drawing cards and card tables as SVG.

Suits are drawn as shapes, so that a picture looks the same on every machine. `table` shows a round table from the seat
of one player, who sits at the bottom; hands that are not open show their backs.
"""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import NamedTuple

from ..cards.cards import EXTRA_NAMES, RANK_LETTERS, card_name
from . import named

SHAPES = (  # clubs, diamonds, hearts, spades in a box from -0.5 to 0.5
    "M-.03,.06A.23,.23 0 1 1 -.16,-.13A.23,.23 0 1 1 .16,-.13A.23,.23 0 1 1 .03,.06"
    "C.04,.25 .09,.4 .2,.5L-.2,.5C-.09,.4 -.04,.25 -.03,.06Z",
    "M0,-.5C.1,-.3 .25,-.12 .38,0C.25,.12 .1,.3 0,.5C-.1,.3 -.25,.12 -.38,0C-.25,-.12 -.1,-.3 0,-.5Z",
    "M0,.48C-.12,.25 -.48,.05 -.48,-.2C-.48,-.48 -.1,-.52 0,-.24C.1,-.52 .48,-.48 .48,-.2C.48,.05 .12,.25 0,.48Z",
    "M0,-.5C.12,-.28 .48,-.08 .48,.14C.48,.38 .18,.42 .05,.22C.06,.34 .1,.42 .2,.5L-.2,.5"
    "C-.1,.42 -.06,.34 -.05,.22C-.18,.42 -.48,.38 -.48,.14C-.48,-.08 -.12,-.28 0,-.5Z",
)
STAR = "M0,-.5L.12,-.16L.48,-.16L.2,.06L.3,.42L0,.2L-.3,.42L-.2,.06L-.48,-.16L-.12,-.16Z"
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
BLACK, RED = "#16181d", "#c4122f"
COLOURS = (BLACK, RED, RED, BLACK)
FONT = "Helvetica, Arial, sans-serif"
WIDTH, HEIGHT = 1000, 700
OWN_HAND = (WIDTH / 2, 520, 94, 900)  # of the viewer: centre, top, width of a card, room for all of them


class Seat(NamedTuple):
    """One player at the table."""

    name: str
    cards: list  # as numbers, in the order to show
    open: bool = True  # face up
    note: str = ""  # under the name
    turn: bool = False  # whether the player is to move
    played: int = -1  # the card in the trick
    last: int = -1  # the card in the trick before
    dimmed: bool = False  # out of the game


def face(card):
    """Rank text, shape and colour of a card."""
    card = int(card)
    if card >= 54:
        return ("j", "J")[card - 54], STAR, (BLACK, RED)[card - 54]
    if card >= 52:
        return "2", SHAPES[(1, 3)[card - 52]], COLOURS[(1, 3)[card - 52]]
    rank = RANK_LETTERS[card % 13]
    return "10" if rank == "T" else rank, SHAPES[card // 13], COLOURS[card // 13]


def shape(path, x, y, size, colour):
    """A path of unit size, moved and scaled."""
    return f'<path d="{path}" transform="translate({x:.1f} {y:.1f}) scale({size:.1f})" fill="{colour}"/>'


def card_picture(card, x, y, width, dim=False) -> str:
    """A card face up as an SVG fragment; (x, y) is its upper left corner, its height is 1.42 times its width."""
    height = 1.42 * width
    rank, path, colour = face(card)
    name = EXTRA_NAMES[int(card) - 52] if card >= 52 else card_name(card)
    index = 0.3 * width
    return (
        f'<g opacity="{0.35 if dim else 1}"><title>{name}</title>'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height:.1f}" rx="{0.09 * width:.1f}" fill="#fffefa"'
        f' stroke="#5b6069" stroke-width="1"/>'
        f'<text x="{x + 0.19 * width:.1f}" y="{y + 0.33 * width:.1f}" font-family="{FONT}" font-weight="bold"'
        f' font-size="{(0.28 if len(rank) > 1 else 0.36) * width:.1f}" text-anchor="middle" fill="{colour}">'
        f'{rank}</text>'
        + shape(path, x + 0.19 * width, y + 0.54 * width, index, colour)
        + shape(path, x + 0.6 * width, y + 0.95 * width, 0.56 * width, colour) + "</g>")


def back_picture(x, y, width, dim=False) -> str:
    """A card face down."""
    height = 1.42 * width
    inner = 0.09 * width
    lines = "".join(
        f"M{x + inner:.1f},{y + height * f:.1f}L{x + width - inner:.1f},{y + height * (1 - f):.1f}"
        for f in (0.12, 0.31, 0.5, 0.69, 0.88))
    return (
        f'<g opacity="{0.35 if dim else 1}">'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height:.1f}" rx="{0.09 * width:.1f}" fill="#fffefa"'
        f' stroke="#5b6069" stroke-width="1"/>'
        f'<rect x="{x + inner:.1f}" y="{y + inner:.1f}" width="{width - 2 * inner:.1f}"'
        f' height="{height - 2 * inner:.1f}" rx="{0.05 * width:.1f}" fill="#2b5c8a"/>'
        f'<path d="{lines}" stroke="#9fc3e3" stroke-width="{0.03 * width:.1f}" fill="none"/></g>')


def row(cards, x, y, width, room, is_open=True, dim=False) -> str:
    """A hand in a row centred on x, overlapping as needed to fit into `room`."""
    left, step = spread(len(cards), x, width, room)
    return "".join(
        card_picture(card, left + i * step, y, width, dim) if is_open else back_picture(left + i * step, y, width, dim)
        for i, card in enumerate(cards))


def spread(n, x, width, room) -> tuple[float, float]:
    """Of `n` cards in a row centred on x: where the first one begins, and how far it is from card to card."""
    step = min(width * 1.06, (room - width) / max(1, n - 1))
    return x - (step * (n - 1) + width) / 2, step


def hand_area(cards, card) -> tuple:
    """The visible part of a card in the hand at the bottom of a `table`: a rectangle (x, y, width, height)."""
    x, y, width, room = OWN_HAND
    left, step = spread(len(cards), x, width, room)
    place = list(cards).index(card)
    seen = width if place == len(cards) - 1 else min(step, width)
    return round(left + place * step, 1), y, round(seen, 1), round(1.42 * width, 1)


def frame(width, height, label, dark, inside):
    """The picture around its parts, with a text for those who cannot see it."""
    cloth = "#10241c" if dark else "#e6f0ea"
    told, about = named(label)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
        f' {told} style="max-width:100%;height:auto">{about}'
        f'<rect width="100%" height="100%" rx="14" fill="{cloth}"/>{inside}</svg>')


def words(x, y, said, size, colour, anchor="middle", bold=False):
    """A piece of text."""
    weight = ' font-weight="bold"' if bold else ""
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-family="{FONT}" font-size="{size}" text-anchor="{anchor}"'
            f' fill="{colour}"{weight}>{escape(said)}</text>')


def table(seats, headline="", trump=None, viewer=0, dark=False, lines=()) -> str:
    """A card table from the seat `viewer`, at the bottom; the others follow clockwise.

    Parameters: `seats` lists a `Seat` per player; `headline` and `lines` stand in the corners; `trump` is a suit.
    """
    ink = "#eef2f0" if dark else "#17211c"
    soft = "#a9b8b0" if dark else "#51605a"
    parts = [words(24, 40, headline, 26, ink, "start", bold=True)]
    if trump is not None:
        colour = COLOURS[trump] if not dark or COLOURS[trump] == RED else "#eef2f0"
        if dark and colour == RED:
            colour = "#ff6b7f"
        parts.append(words(24, 74, "Trumps", 22, ink, "start") + shape(SHAPES[trump], 124, 67, 30, colour))
    for i, line in enumerate(lines):
        parts.append(words(WIDTH - 24, 36 + 27 * i, line, 20, ink, "end"))
    others = len(seats) - 1
    between = all(seat.played < 0 for seat in seats)  # the finished trick stays in sight until the next card
    if between and any(seat.last >= 0 for seat in seats):
        parts.append(words(WIDTH / 2, 268, "the last trick", 17, soft))
    for turn in range(len(seats)):
        seat = seats[(viewer + turn) % len(seats)]
        angle = pi / 2 if turn == 0 else pi * (0.5 + 2 * turn / len(seats))
        if turn == 0:
            x, y, width, room = OWN_HAND
        else:
            width, room = (54, 300) if others <= 3 else (46, 200)
            x = WIDTH / 2 + 345 * cos(angle) * (1 if others <= 3 else 1.13)
            y = 252 + 165 * sin(angle)
        parts.append(row(seat.cards, x, y, width, room, seat.open, seat.dimmed))
        marker = "▶ " if seat.turn else ""
        said = f"{marker}{seat.name}: {seat.note}" if seat.note else marker + seat.name
        label_y = y + (-12 if turn == 0 else 1.42 * width + 24)
        parts.append(words(x, label_y, said, 22 if turn == 0 or others <= 3 else 18, soft if seat.dimmed else ink,
                           bold=seat.turn))
        card = seat.last if between else seat.played
        if card >= 0:
            parts.append(card_picture(card, WIDTH / 2 + (105 if others <= 3 else 130) * cos(angle) - 33,
                                      345 + 62 * sin(angle) - 47, 66, dim=between))
    told = "; ".join(described(seat) for seat in seats)
    return frame(WIDTH, HEIGHT, f"{headline}. {f'Trumps are {SUIT_WORDS[trump]}. ' if trump is not None else ''}{told}",
                 dark, "".join(parts))


def described(seat) -> str:
    """A seat in words."""
    cards = " ".join(card_name(card) for card in seat.cards) if seat.open else f"{len(seat.cards)} cards face down"
    played = f", plays {card_name(seat.played)}" if seat.played >= 0 else ""
    return f"{seat.name}{' (to move)' if seat.turn else ''}, {seat.note}: {cards or 'no cards'}{played}"
