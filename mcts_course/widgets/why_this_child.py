"""Explain in a picture and in words why a search selected a child."""

import math

from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.views.svg_colours import ACCENT, FAINT, SHADE, SOFT, TEXT, cycle, fitted, width_of

from . import charts

ROWS = 12  # actions shown


def why_picture(found, n, known, method, level, chooser) -> str:
    """Draw the candidates of one decision, with the terms of their bounds; means are rewards to the `chooser`."""
    rows = found[:ROWS]
    untried = sum(not row["visits"] for row in found)
    width, left = 430.0, 96.0
    height = 30 + charts.ROW * max(len(rows), 7) + (charts.ROW if len(found) > len(rows) else 4)
    drawing = Drawing(width, height, "Why this child?", why_words(found, n, known, untried))
    if not found:
        drawing.text(4, 14, "nothing chosen at this depth yet", SOFT, 12)
        return drawing.svg()
    who = f"depth {level}: {chooser} decides, N = {n:,} visits"
    if not known and not untried:
        who += f", by {type(method.selection).__name__ if method is not None else 'its rule'}"
    drawing.text(4, 6, fitted(who, width - 8, 12), SOFT, 12)
    if untried:
        first = f"{untried} never tried: one is next; means are rewards to {chooser}"
        drawing.text(4, 21, fitted(first, width - 8, 12), SOFT, 12)
    elif known:
        drawing.rectangle(4, 15, 11, 11, cycle(0))
        mean = f"mean reward to {chooser}"
        drawing.text(20, 21, mean, SOFT, 12)
        after = 20 + width_of(mean, 12) + 10
        drawing.rectangle(after, 15, 11, 11, cycle(4))
        drawing.text(after + 16, 21, f"{method.selection.c:.2f} √(ln N / n)", SOFT, 12)
    else:
        drawing.text(4, 21, f"mean rewards to {chooser}", SOFT, 12)
    bounds = [row["bound"] for row in rows if not math.isnan(row["bound"])]
    scale = (width - left - 142) / max([*bounds, 1.0])
    for i, row in enumerate(rows):
        y = 30 + charts.ROW * (i + 0.5)
        if row["chosen"]:
            drawing.rectangle(1, y - charts.ROW / 2 + 1, width - 2, charts.ROW - 2, SHADE, ACCENT, 2, 4)
        drawing.text(left - 8, y, fitted(row["name"], left - 10), TEXT, 13, "end", bold=row["chosen"])
        if not row["visits"]:
            drawing.text(left, y, "untried" + (" ← this one" if row["chosen"] else ""), TEXT, 12)
            continue
        drawing.rectangle(left, y - 7, row["mean"] * scale, 14, cycle(0))
        said = f"{row['mean']:.2f} after {row['visits']:,}"
        end = left + row["mean"] * scale
        if known and not untried:
            drawing.rectangle(end, y - 7, row["bonus"] * scale, 14, cycle(4))
            said = f"{row['mean']:.2f} + {row['bonus']:.2f} = {row['bound']:.2f}"
            end += row["bonus"] * scale
        drawing.text(min(end + 5, width - 136), y, said, TEXT, 12)
    if len(found) > len(rows):
        drawing.text(left, 30 + charts.ROW * (len(rows) + 0.5), f"and {len(found) - len(rows)} more", SOFT, 12)
    drawing.line(left, 28, left, 30 + charts.ROW * len(rows), FAINT)
    return drawing.svg()


def why_words(found, n, known, untried):
    """Describe the candidates of one decision in words."""
    if not found:
        return "Nothing was chosen at this depth yet."
    chosen = next((row for row in found if row["chosen"]), None)
    if untried:
        return f"{untried} children were never tried; one of them is drawn at random: {chosen['name']}."
    if not known:
        return f"Chosen: {chosen['name']} with {chosen['visits']} visits and mean reward {chosen['mean']:.2f}."
    terms = "; ".join(f"{row['name']} {row['mean']:.2f} + {row['bonus']:.2f} = {row['bound']:.2f}" for row in found)
    return f"Parent's visits {n}. Mean plus bonus: {terms}. The greatest is chosen: {chosen['name']}."
