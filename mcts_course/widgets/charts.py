"""Bars, curves and tables as small SVG pictures in which each row keeps its place."""

import math
from typing import NamedTuple

from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.views.graph import thousands
from mcts_lab.views.svg_colours import ACCENT, GRID, PAPER, SHADE, SOFT, TEXT, both, cycle, fitted, width_of

ROW = 17.0
SIZE = 13.0


class Bar(NamedTuple):
    """A row of `bars`."""

    name: str
    count: float
    value: float = math.nan  # shown on a scale beside the bar; NaN: not shown
    low: float = math.nan  # lower end of the interval of `value`
    high: float = math.nan
    marked: bool = False  # ringed
    exact: float = math.nan  # the exact value, shown by a second mark
    note: str = ""


def bars(rows, most=None, title="", counted="visits", valued="", scale=(0.0, 1.0), words="", width=345) -> str:
    """Draw a bar for each row, and beside it a scale that shows the row's value.

    rows:     list of `Bar`, from top to bottom
    most:     the count of a full bar; None: the highest count
    counted:  what the bars count
    valued:   what the scale shows; "" draws no scale
    scale:    lowest and highest value
    """
    most = max([row.count for row in rows] + [1e-9]) if most is None else max(most, 1e-9)
    left = min(max([width_of(row.name, SIZE) for row in rows] + [30.0]), 130.0) * 1.1 + 12
    note = max([width_of(row.note, SIZE) for row in rows] + [0.0])
    right = width + note + (8 if note else 0)
    middle = left + (width - left) * (0.48 if valued else 1.0)
    height = ROW * (len(rows) + 1) + (18 if valued else 0) + 4
    drawing = Drawing(right, height, title or f"{counted} of each row",
                      words or "; ".join(f"{row.name} {said(row.count)}" for row in rows))
    drawing.text(left, ROW / 2, counted, SOFT, 12)
    room = middle - left - 52
    low, high = scale

    def across(value):
        return middle + 10 + (min(max(value, low), high) - low) / (high - low) * (width - middle - 20)

    if valued:
        start = max(min(middle + 10, width - width_of(valued, 12)), left + width_of(counted, 12) + 8)
        drawing.text(start, ROW / 2, fitted(valued, width - start, 12), SOFT, 12)
        for part in (0.0, 0.5, 1.0):
            x = across(low + part * (high - low))
            drawing.line(x, ROW, x, ROW * (len(rows) + 1), GRID)
            drawing.text(x, ROW * (len(rows) + 1) + 9, f"{low + part * (high - low):g}", SOFT, 12, "middle")
    for i, row in enumerate(rows):
        y = ROW * (i + 1.5)
        if row.marked:
            drawing.rectangle(1, y - ROW / 2 + 1, right - 2, ROW - 2, SHADE, ACCENT, 2, 4)
        drawing.text(left - 8, y, fitted(row.name, left - 8, SIZE), TEXT, SIZE, "end", bold=row.marked)
        drawing.rectangle(left, y - 7, room * min(row.count / most, 1.0), 14, cycle(0))
        drawing.text(left + room * min(row.count / most, 1.0) + 4, y, said(row.count), TEXT, 12)
        if valued and not math.isnan(row.value):
            if not math.isnan(row.low):
                drawing.line(across(row.low), y, across(row.high), y, TEXT, 1.6)
            if not math.isnan(row.exact):
                x = across(row.exact)
                drawing.line(x, y - 8, x, y + 8, ACCENT, 3)
            drawing.disc(across(row.value), y, 4.5, cycle(1))
        if row.note:
            drawing.text(width + 8, y, row.note, SOFT, 12)
    return drawing.svg()


def said(count) -> str:
    """Return a count or a share as text for a bar."""
    return thousands(int(count)) if float(count).is_integer() else f"{count:.3g}"


class Curve(NamedTuple):
    """A line of `curves`."""

    name: str
    x: list
    y: list
    low: list = ()  # lower edge of the interval around the line
    high: list = ()
    colour: int | str = 0  # index in the colour cycle, or a colour
    dashed: bool = False
    dots: bool = False


def curves(lines, x_label, y_label, x_range, y_range, title="", words="", now=None, log=False, crosses=(),
           levels=(), width=280, height=240) -> str:
    """Draw lines on common axes, each with its interval and with its name at the right end.

    x_range, y_range:  pairs (lowest, highest value)
    now:      x of a vertical line at the current step; None: no line
    log:      True for a logarithmic x axis
    crosses:  points (x, y) to mark with a cross
    levels:   pairs (y, words) of horizontal lines
    """
    longest = max([width_of(line.name, 12) for line in lines] + [0.0])
    left, bottom, right, ceiling = 52.0, 44.0, longest + 18.0, 22.0
    drawing = Drawing(width + right, height, title or y_label,
                      words or "; ".join(f"{c.name} ends at {c.y[-1]:.3g}" for c in lines if len(c.y)))
    wide, high = width - left, height - bottom - ceiling
    least, most = (math.log(max(v, 1e-9)) for v in x_range) if log else x_range

    def place(x, y):
        x = math.log(max(x, 1e-9)) if log else x
        share = (x - least) / ((most - least) or 1.0)
        part = (min(max(y, y_range[0]), y_range[1]) - y_range[0]) / ((y_range[1] - y_range[0]) or 1.0)
        return left + wide * share, height - bottom - high * part

    for tick in ticks(*y_range):
        x, y = place(x_range[0], tick)
        drawing.line(left, y, width, y, GRID)
        drawing.text(left - 6, y, f"{tick:g}", SOFT, 11, "end")
    for tick in decades(*x_range) if log else ticks(*x_range):
        x, _ = place(tick, y_range[0])
        drawing.line(x, height - bottom, x, height - bottom + 4, SOFT)
        drawing.text(x, height - bottom + 14, thousands(int(tick)) if tick >= 10 else f"{tick:g}", SOFT, 12, "middle")
    drawing.line(left, height - bottom, width, height - bottom, SOFT)
    drawing.text((left + width) / 2, height - 10, x_label, SOFT, 12, "middle")
    drawing.text(4, 10, y_label, SOFT, 12)
    for level, name in levels:
        x, y = place(x_range[1], level)
        drawing.line(left, y, width, y, ACCENT, 2, dashed=True)
        drawing.text(left + 6, y - 9, name, TEXT, 12)
    for number, line in enumerate(lines):  # all intervals are drawn before all lines
        colour = cycle(line.colour) if isinstance(line.colour, int) else line.colour
        if len(line.low) and line.dots:  # side by side, so that no interval hides another
            for at, *ends in zip(line.x, line.low, line.high, strict=True):
                (x, foot), (_, top) = (place(at, end) for end in ends)
                drawing.line(x + 5 * number, foot, x + 5 * number, top, colour, 2)
        elif len(line.low):
            around = [place(x, y) for x, y in zip(line.x, line.high, strict=True)]
            around += [place(x, y) for x, y in zip(line.x, line.low, strict=True)][::-1]
            drawing.polygon(around, colour, opacity=0.2)
    ends = []
    for line in lines:
        colour = cycle(line.colour) if isinstance(line.colour, int) else line.colour
        points = [place(x, y) for x, y in zip(line.x, line.y, strict=True)]
        drawing.curve(points, colour, 2.2, line.dashed)
        if line.dots or len(points) == 1:
            for x, y in points:
                drawing.disc(x, y, 3, colour)
        if points:
            ends.append([points[-1][1], line.name, colour])
    ends.sort()
    for i, end in enumerate(ends):  # move names down that would overlap
        if i and end[0] < ends[i - 1][0] + 15:
            end[0] = ends[i - 1][0] + 15
    spill = ends[-1][0] - (height - 6) if ends else 0
    for y, name, colour in ends:
        drawing.rectangle(width + 4, y - max(spill, 0) - 4, 8, 8, colour)
        drawing.text(width + 15, y - max(spill, 0), name, TEXT, 12)
    for x, y in crosses:
        x, y = place(x, y)
        drawing.line(x - 5, y - 5, x + 5, y + 5, both("#b34700", "#ff8a3c"), 3)
        drawing.line(x - 5, y + 5, x + 5, y - 5, both("#b34700", "#ff8a3c"), 3)
    if now is not None:
        x, _ = place(now, y_range[0])
        drawing.line(x, ceiling, x, height - bottom, TEXT, 1.5)
    return drawing.svg()


def ticks(low, high) -> list[float]:
    """Return about four round numbers within a range."""
    if not high > low:
        return [low]
    step = 10 ** math.floor(math.log10((high - low) / 2))
    step *= next(m for m in (1, 2, 5, 10) if (high - low) / (m * step) <= 5)
    first = math.ceil(low / step - 1e-9)
    return [round(i * step, 10) for i in range(first, math.floor(high / step + 1e-9) + 1)]


def decades(low, high) -> list[float]:
    """Return the powers of ten within a range; with fewer than two, its ends."""
    low = max(low, 1e-9)
    found = [10.0**k for k in range(math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9) + 1)]
    return found if len(found) > 1 else [low, high]


def table(rows, columns, cells, title="", words="", fills=None, marked=(), corner="", wide=None) -> str:
    """Draw a table of numbers or words; `cells[i][j]` is in row i and column j.

    fills:   a pair (background, text colour) for each cell; None: no colours
    marked:  pairs (row, column) to ring; (row, None) rings a row
    """
    left = max([width_of(row, SIZE) for row in rows] + [width_of(corner, 12), 30.0]) * 1.1 + 14
    each = wide or max([width_of(c, SIZE) for c in columns] + [width_of(x, SIZE) for row in cells for x in row]) + 16
    drawing = Drawing(left + each * len(columns) + 4, ROW * (len(rows) + 1) + 4, title or "Table",
                      words or "; ".join(f"{row}: {', '.join(map(str, values))}"
                                         for row, values in zip(rows, cells, strict=True)))
    drawing.text(2, ROW / 2, corner, SOFT, 12)
    for j, column in enumerate(columns):
        drawing.text(left + each * (j + 0.5), ROW / 2, column, SOFT, 12, "middle")
    for i, row in enumerate(rows):
        y = ROW * (i + 1)
        drawing.text(left - 8, y + ROW / 2, row, TEXT, SIZE, "end", bold=(i, None) in marked)
        for j, cell in enumerate(cells[i]):
            fill, ink = fills[i][j] if fills else (PAPER, TEXT)
            drawing.rectangle(left + each * j + 1, y + 1, each - 2, ROW - 2, fill)
            drawing.text(left + each * (j + 0.5), y + ROW / 2, cell, ink, SIZE, "middle")
            if (i, j) in marked:
                drawing.rectangle(left + each * j + 1, y + 1, each - 2, ROW - 2, line=ACCENT, thick=3)
        if (i, None) in marked:
            drawing.rectangle(1, y + 1, left + each * len(columns), ROW - 2, line=ACCENT, thick=3, corner=4)
    return drawing.svg()


def words_lines(title, lines) -> str:
    """Draw a few lines of text as a picture."""
    size = 13
    drawing = Drawing(max([width_of(line, size) for line in lines] + [200.0]) * 0.95 + 8, 22 * len(lines) + 8, title,
                      " ".join(lines))
    for i, line in enumerate(lines):
        drawing.text(4, 15 + 22 * i, line, TEXT if i == 0 else SOFT, size)
    return drawing.svg()
