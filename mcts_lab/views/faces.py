"""What a notebook shows of games, searches, results and trees: pictures with words for those who cannot see them.

A terminal shows their ``repr``, and so does a notebook where Matplotlib is not installed.
"""

from __future__ import annotations

import math
from html import escape

from ..game import Missing, facts, start

SHOWN = 6  # actions of a result
LINES = 3  # principal variations of a result
STEPS = 6  # actions of each


def face(thing) -> str | None:
    """Return HTML for a game or a search method; None for anything else, which its ``repr`` says well enough."""
    if facts.defines(type(thing)):
        return game_face(thing)
    if hasattr(thing, "selection") and hasattr(thing, "_asdict"):
        return table(("slot", "part"), ((slot, repr(part)) for slot, part in thing._asdict().items()))
    return None


def game_face(game) -> str:
    """Return a start position of the game, and its facts."""
    known = facts(game)
    said = [f"{known.players} player{'s'[:known.players > 1]}", f"{known.actions:,} actions",
            f"at most {known.length:,} plays", f"payoffs from {known.low:g} to {known.high:g}",
            "" if known.deterministic else "chance", "" if known.perfect_information else "hidden information"]
    return f"<p><b>{escape(known.title)}</b>: {', '.join(filter(None, said))}</p>{position(game, start(game, 0))}"


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
            f"{position(result.search.game, tree.root_state)}"
            f"{table(('action', 'visits', 'value', 'share'), rows)}{more}<p>Best lines:</p><ol>{going_on}</ol>")


def tree_face(tree) -> str | None:
    """Return the drawing of the most visited part; None where it cannot be drawn."""
    try:
        from .plots.tree import draw
    except ImportError:
        return None
    return draw(tree)._repr_mimebundle_()[0]["text/html"]


def position(game, state) -> str:
    """Return the picture of a position; "" for a game without one, or without what draws it."""
    try:
        from .position import Position

        return Position(game, state)._repr_html_()
    except (Missing, ImportError):
        return ""


class Raw(str):
    """Text that is HTML already."""


def table(heads, rows) -> str:
    """Return an HTML table."""
    cells = ("".join(f"<td>{cell if isinstance(cell, Raw) else escape(str(cell))}</td>" for cell in row)
             for row in rows)
    return (f"<table><thead><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr></thead>"
            f"<tbody>{''.join(f'<tr>{row}</tr>' for row in cells)}</tbody></table>")
