"""What a notebook shows of games, searches, results and trees: pictures with words for those who cannot see them.

A terminal shows their ``repr``, and so does a notebook where Matplotlib is not installed.
"""

from __future__ import annotations

import contextlib
import math
import xml.etree.ElementTree as ET
from html import escape

from ..game import Missing, facts, start, svg_for
from ..position import Position

SHOWN = 6  # actions of a result
LINES = 3  # principal variations of a result
STEPS = 6  # actions of each
FOLLOWS = ("<style>.lab-position {{ max-width: 100%; color-scheme: light; }} {} {{ color-scheme: dark; }} "
           '@media (prefers-color-scheme: dark) {{ body[data-theme="auto"] .lab-position {{ color-scheme: dark; }} }}'
           "</style>")


def face(thing) -> str | None:
    """Return HTML for a game or a search method; None for anything else, which its ``repr`` says well enough."""
    if facts.defines(type(thing)):
        return game_face(thing)
    if hasattr(thing, "search") and hasattr(thing, "_asdict"):
        return table(("slot", "part"), ((slot, repr(part)) for slot, part in thing._asdict().items()))
    return None


def game_face(game) -> str:
    """Return a start position of the game, and its facts."""
    known = facts(game)
    said = [f"{known.players} player{'s'[:known.players > 1]}", f"{known.actions:,} actions",
            f"at most {known.length:,} plays", f"payoffs from {known.low:g} to {known.high:g}",
            "" if known.deterministic else "chance", "" if known.perfect_information else "hidden information"]
    return f"<p><b>{escape(known.title)}</b>: {', '.join(filter(None, said))}</p>{position(Position(game, start(game, 0)))}"


def result_face(result) -> str:
    """Return the position, a bar for each of the most visited actions, and how the game would go on after the best."""
    tree, shares = result.tree, result.policy()
    rows, lines = [], []
    for node in tree.child_nodes()[:SHOWN]:
        action = int(tree.nodes["action"][node])
        visits, value = result.visits.get(action, 0), result.values.get(action, math.nan)
        bar = f'<div style="background: #56b4e9; height: 0.8em; width: {100 * shares[action]:.0f}px"></div>'
        rows.append((tree.name(node), f"{visits:,}", "" if math.isnan(value) else f"{value:+.3f}", Raw(bar)))
        if len(lines) < LINES and visits:
            lines.append(" ".join(map(tree.name, [node, *tree.line(node)[1:STEPS]])))
    left = len(result.visits) - len(rows)
    more = f"<p>and {left} more</p>" if left > 0 else ""
    going_on = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return (f"<p><b>{escape(result.name)}</b>: {escape(repr(result))}</p>"
            f"{position(Position(result.search.game, tree.root_state))}"
            f"{table(('action', 'visits', 'value', 'share'), rows)}{more}<p>Best lines:</p><ol>{going_on}</ol>")


def exact_face(result) -> str:
    """Return the answer of an exact search: its value, the best line, and what it took."""
    value = f"{'' if result.bound == 'exact' else result.bound + ' '}{result.value:+g}"
    rows = [("action", result.name), ("value", value), ("best line, by numbers", " ".join(map(str, result.pv[:2 * STEPS]))),
            ("states", f"{result.nodes:,}"), ("depth", "to the end" if result.depth is None else result.depth)]
    return table(("exact search", ""), rows)


def tree_face(tree) -> str | None:
    """Return the drawing of the most visited part; None where it cannot be drawn."""
    try:
        from .plots.tree import draw
    except ImportError:
        return None
    return draw(tree)._repr_mimebundle_()[0]["text/html"]


def said(position) -> str:
    """Return what the picture of a position says of itself in words; without any, the position as text."""
    with contextlib.suppress(Missing):
        words = ET.fromstring(svg_for(position.game, position.state, position.viewer, False)).findtext("{*}desc")
        if words:
            return words
    return f"{position.known.title}: {position!r}"


def position(position) -> str:
    """Return the picture of a position with its words, which follows the theme of the page; or else its text.

    The picture is an image inside HTML: notebooks show an SVG picture alone without its words, and not at all as long
    as it is not trusted.
    """
    try:
        from .plots.style import DARK_PAGES, image
        from .widgets.svg import themed

        light, dark = (svg_for(position.game, position.state, position.viewer, night) for night in (False, True))
    except (Missing, ImportError):
        return f"<pre>{escape(repr(position))}</pre>"
    both = themed(light, dark).replace(">", "><style>:root { color-scheme: light dark; }</style>", 1)
    shades = ", ".join(f"{page} .lab-position" for page in DARK_PAGES)
    return FOLLOWS.format(shades) + image(both.encode(), position.alt, "svg+xml", ' class="lab-position"')


class Raw(str):
    """Text that is HTML already."""


def table(heads, rows) -> str:
    """Return an HTML table."""
    cells = ("".join(f"<td>{cell if isinstance(cell, Raw) else escape(str(cell))}</td>" for cell in row)
             for row in rows)
    return (f"<table><thead><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr></thead>"
            f"<tbody>{''.join(f'<tr>{row}</tr>' for row in cells)}</tbody></table>")
