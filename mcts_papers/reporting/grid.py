"""Tables with the layout of the paper. A cell has the published number, our number and half the width of its interval.
"""

from __future__ import annotations

import math

from mcts_lab.views.templates import Html, filled

from .compare import DIFFERENT, NOT_COMPARED, missing, number, rounded

HIGHER, LOWER, DARKEST = "0, 114, 178", "213, 94, 0", 0.5  # colours where ours is higher or lower; the most opaque
LEGEND = ("Each cell has the published number and below it our number. After ± stands half the width of the interval "
          "in which the published number is expected if both programs are alike; ≠ says that it lies outside. "
          "Blue: our number is higher. Orange: our number is lower. The colour is darkest for the largest difference.")
SHARE = " After “inside” stands the share of interpretations under which the published number lies inside the interval."
SECOND = " The last line of a cell has another quantity, {}: the published number, then our number."  # of two


class Grid:
    """Published numbers and ours in the layout of the paper's table. A notebook shows this object as a table.

    cells:  the cells of one table, which `compare.cells` returns
    across: the key whose values are the columns; "": the columns are the kinds of numbers, such as wins and draws
    title:  text above the table in a notebook
    """

    def __init__(self, cells, across="", title=""):
        self.title = title
        self.keys = [key for key in cells[0]["row"] if key != across] if cells else []
        self.columns = list(dict.fromkeys(cell["row"][across] if across else cell["column"] for cell in cells))
        self.named = len({cell["column"] for cell in cells}) > 1 and bool(across)  # several numbers in each place
        furthest, found = {}, {}
        for cell in cells:
            apart = difference(cell)
            furthest[cell["column"]] = max(furthest.get(cell["column"], 0.0), abs(apart))
        for cell in cells:
            heads = tuple(cell["row"][key] for key in self.keys)
            column = cell["row"][across] if across else cell["column"]
            found.setdefault(heads, {}).setdefault(column, []).append(
                cell | {"colour": colour(difference(cell), furthest[cell["column"]])})
        self.rows = [(self.spans(list(found), i), row) for i, row in enumerate(found.values())]

        shares = any(not missing(cell.get("share")) for cell in cells)
        self.legend = LEGEND + SHARE * shares + (SECOND.format(words(cells[-1]["column"])) if self.named else "")

    def spans(self, heads, i) -> list:
        """Return pairs (head, number of rows that it spans) for row i; the number is 0 if a row above has the head."""
        found = []
        for depth, head in enumerate(heads[i]):
            same = [row[:depth + 1] == heads[i][:depth + 1] for row in heads]
            last = depth == len(heads[i]) - 1
            above = not last and i > 0 and same[i - 1]
            found.append((head, 1 if last else 0 if above else (same[i:] + [False]).index(False)))
        return found

    def _repr_html_(self) -> Html:
        return filled(__package__, "grid.html", grid=self, ours=ours, number=number, words=words)

    def lines(self) -> list[str]:
        """Return the table as lines of text, with one block of lines for each kind of number."""
        names = list(dict.fromkeys(cell["column"] for _, row in self.rows for of in row.values() for cell in of))
        lines = []
        for name in names if self.named else [None]:
            table = [[*self.keys, *map(words, self.columns)]]
            for heads, row in self.rows:
                table.append([number(head) for head, _ in heads])
                for column in self.columns:
                    chosen = [cell for cell in row.get(column, ()) if name in (None, cell["column"])]
                    table[-1].append("; ".join(f"{number(cell['published'])}: {ours(cell)}" for cell in chosen))
            widths = [max(map(len, column)) for column in zip(*table, strict=True)]
            lines += [words(name)] if name else []
            lines += ["  " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
                      for row in table]
        return lines

    def __repr__(self):
        return "\n".join(self.lines())


def beside(title, ours, published) -> Grid:
    """Return a grid with the published numbers and our numbers under several interpretations.

    ours:      {interpretation: DataFrame with our numbers}
    published: DataFrame with the published numbers, in the same rows and columns
    """
    return Grid([{"row": {"interpretation": name, published.index.name: row}, "column": column, "verdict": "",
                  "published": published.loc[row, column], "ours": frame.loc[row, column], "low": None, "high": None}
                 for name, frame in ours.items() for row in published.index if row in frame.index
                 for column in published.columns], title=title)


def words(name) -> str:
    """Return the head of a column: its name without underscores."""
    return name.replace("_", " ") if isinstance(name, str) else number(name)


def difference(cell) -> float:
    """Ours minus the published number; 0 where they are not compared."""
    if cell["verdict"] == NOT_COMPARED or missing(cell["ours"]) or missing(cell["published"]):
        return 0.0
    return cell["ours"] - cell["published"]


def colour(apart, furthest) -> str:
    """Return the background colour of a cell as CSS; "" if the numbers do not differ."""
    if not apart:
        return ""
    return f"rgba({HIGHER if apart > 0 else LOWER}, {DARKEST * abs(apart) / furthest:.2f})"


def digits(value) -> str:
    """Return a number of ours as text: with three digits, or from 1000 on without decimals."""
    return number(rounded(value)) if abs(value) < 1000 else f"{value:,.0f}"


def ours(cell) -> str:
    """Return the text of our number in a cell: the number, half the width of its interval, and ≠ for a difference.

    If the cell has many interpretations, add the share of them under which the published number lies inside.
    """
    if missing(cell["ours"]):
        return "not measured"
    half = math.nan if missing(cell["low"]) else (cell["high"] - cell["low"]) / 2
    text = digits(cell["ours"]) + (f" ± {number(float(f'{half:.2g}'))}" if half > 0 else "")
    if not missing(cell.get("share")):
        text += f"; inside: {cell['share']:.0%}"
    if cell["verdict"] == DIFFERENT:
        text += " ≠"
    further = cell.get("further")
    if further:
        half = (further["high"] - further["low"]) / 2
        text += f"; with later games {digits(further['ours'])} ± {half:.2g}, {further['games']:,} games"
    return text
