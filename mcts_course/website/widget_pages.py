"""The widgets of the lessons in the book and on slides: without a kernel and without network.

Each is made by the lesson's own code. A widget that can computes in the page; of another the frames are recorded, which
its page says; a game against an opponent that cannot search in a page stays a still picture.
"""

import ast
import contextlib
import io
import re
import symtable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from .. import lesson
from ..jupyter import notebooks
from ..widgets import calls
from ..widgets import opening as pages
from ..widgets.saved import film, living

MOST_FRAMES = 80
EVERYTHING = "from mcts_course.lesson import *"


class Demo(NamedTuple):
    """A widget in a lesson: the code that makes it is the last part of `code`."""

    lesson: str
    number: int  # of the cell
    code: tuple  # the sources of the cells that it needs, and its own

    @property
    def name(self) -> str:
        """Return the name of its file."""
        return f"{self.lesson}_{self.number}"

    def make(self):
        """Run the code and return the model that the last cell shows."""
        room = {"__name__": self.lesson, "display": lambda *figures: None}
        *before, last = ast.parse("\n".join(self.code)).body
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(ast.Module(before, []), self.name, "exec"), room)
            shown = eval(compile(ast.Expression(last.value), self.name, "eval"), room)
        return getattr(shown, "model", shown)


@lru_cache(None)
def of(lesson) -> list[Demo]:
    """Return the widgets of a lesson, in order."""
    master = next(master for master in notebooks.masters() if master.stem == lesson)
    sources = [cell.source if cell.cell_type == "code" else "" for cell in notebooks.cells(master).cells]
    found = []
    for number, source in enumerate(sources):
        if re.search(calls(), source, re.MULTILINE) and shows(source):
            found.append(Demo(lesson, number, needed(sources[:number + 1])))
    return found


def shows(source) -> bool:
    """Return whether the last line of a cell is a widget: a call of its class, or the name that it was given."""
    last = source.strip().splitlines()[-1]
    return bool(re.search(calls(), last) and " = " not in last.partition("(")[0]
                or re.search(calls().replace(r"(?:\w+ = )?", rf"{re.escape(last)} = "), source, re.MULTILINE))


def needed(sources) -> tuple:
    """Return those of the sources that the last one needs: for each name the last that binds it, and so on.

    A name that a function uses must be bound before the function is defined.
    """
    kept, wanted = [], set()
    for i, source in enumerate(reversed(sources)):
        used, bound = names(symtable.symtable(source, "cell", "exec"))
        bound |= set(lesson.__all__) if EVERYTHING in source else set()
        if not i or wanted & bound:
            kept.append(source)
            wanted = (wanted - bound) | used
    return tuple(reversed(kept))


def names(table) -> tuple[set, set]:
    """Return the names that a piece of a notebook's code uses, and the names that it binds."""
    top, symbols = table.get_type() == "module", table.get_symbols()
    used = {symbol.get_name() for symbol in symbols if symbol.is_referenced() and (top or symbol.is_global())}
    bound = {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()} if top else set()
    return used.union(*(names(inner)[0] for inner in table.get_children())), bound


@lru_cache(None)
def opened(demo, begin=0):
    """Return the `Opening` of a lesson's widget: the script and the data that start it in a page.

    None if the widget cannot work in a page, so that a picture takes its place.

    begin: number of the first frame if the page shows recorded frames. None: the frame that the widget shows
    """
    model = demo.make()
    return living(model) or (None if model.needs_kernel else film(model, MOST_FRAMES, begin=begin))


def openings(lesson) -> dict[int, tuple]:
    """Return a dict from the number of a cell to the name and the `Opening` of its widget, for the widgets of a lesson.

    Widgets that cannot work in a page are left out.
    """
    return {demo.number: (demo.name, opened(demo)) for demo in of(lesson) if opened(demo)}


def write(folder):
    """Write the scripts of all widgets, and `stage.js`, which draws their frames, into `folder`. Pages load them."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    found = [made for master in notebooks.masters() for made in openings(master.stem).values()]
    (folder / "stage.js").write_text(pages.shared(opening for _, opening in found), encoding="utf-8")
    for name, opening in found:
        (folder / f"{name}.js").write_text(
            f'addEventListener("DOMContentLoaded", () => {{ {opening.on(name)} }});\n', encoding="utf-8")


def place(name) -> str:
    """Return the HTML that shows the widget of this name in the page of a lesson."""
    return (f'<div id="{name}"><noscript>Here stands a widget that needs JavaScript.</noscript></div>'
            f'<script src="../_static/{name}.js"></script>')
