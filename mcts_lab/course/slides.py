"""Slides of a notebook, as a page for a browser.

They are reveal.js's where the network has it. Where it has not, a script of the page itself shows one slide at a time,
by the same keys.
"""

from __future__ import annotations

import contextlib
import re
from importlib.resources import files

from .editions import QUESTION, copied

FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", re.DOTALL)
WIDGET = "application/vnd.jupyter.widget-view+json"


def slides(notebook):
    """The notebook as slides: each section begins one, and what follows it lies below, step by step.

    Code stands on the slide of the words before it, unless they ask a question, which is to be answered first. Cells
    that do nothing but import or set parameters are left out, and of widgets there are their still pictures.
    """
    edition = copied(notebook)
    edition.metadata.pop("widgets", None)
    said = False  # whether the cell before is words that ask nothing
    for cell in edition.cells:
        if cell.cell_type == "markdown":
            kind = "slide" if re.match("#{1,2} ", cell.source) else "subslide"
            said = QUESTION not in cell.source
        elif imports_only(cell.source) or "parameters" in cell.metadata.get("tags", ()):
            kind = "skip"
        else:
            kind, said = "-" if said else "subslide", False
        cell.metadata["slideshow"] = {"slide_type": kind}
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(WIDGET, None)
    return edition


def imports_only(source) -> bool:
    """Whether a cell of code does nothing but import."""
    import ast

    with contextlib.suppress(SyntaxError):  # a magic command, which does something
        return all(isinstance(line, ast.Import | ast.ImportFrom) for line in ast.parse(source).body)
    return False


def slides_page(notebook) -> str:
    """The slides as one file of HTML."""
    from nbconvert import SlidesExporter

    edition = slides(notebook)
    with contextlib.suppress(ImportError):  # of the extra 'book'; without it the network's MathJax draws formulas
        for cell in edition.cells:
            if cell.cell_type == "markdown":
                cell.source = FORMULA.sub(drawn_formula, cell.source)
    exporter = SlidesExporter(exclude_input_prompt=True, exclude_output_prompt=True, reveal_scroll=True)
    page, _ = exporter.from_notebook_node(edition)
    look, script = (files(__package__).joinpath(f"deck.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    head, body, tail = page.rpartition("</body>")
    script = script.replace("REVEAL", exporter.reveal_url_prefix)
    return f"{head}<style>\n{look}</style>\n<script>\n{script}</script>\n{body}{tail}"


def drawn_formula(found) -> str:
    """A formula found by `FORMULA` as MathML, which browsers draw without a program from the network."""
    from latex2mathml.converter import convert

    return convert(found[1] or found[2], display="block" if found[1] else "inline")
