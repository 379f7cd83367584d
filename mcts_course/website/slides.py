"""Slides of a lesson: one page of HTML without a network, each slide on one screen, with widgets that live."""

import ast
import contextlib
import html
import re
from pathlib import Path
from types import MappingProxyType

from mcts_lab.views.plots import style
from mcts_lab.views.templates import filled

from ..jupyter.glossary import LINK
from ..kits.editions import QUESTION
from ..widgets.opening import shared, source
from . import widget_pages

FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+(?:\n[^$\n]+)?)\$", re.DOTALL)
MOST_WORDS = 500  # characters of text that share a slide with what they explain; more fill slides of their own
MOST_LINES = 22  # of printed text in one column
LINES_BESIDE = 3  # code of more lines stands beside what it shows, and not above


def write(folder, editions) -> list[Path]:
    """Write the slides of all lessons into `folder` and return the files.

    editions: dict from a lesson's name to its notebook, as the class is to see it
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, notebook in editions.items():
        written.append(folder / f"{name}.html")
        written[-1].write_text(page(notebook, widget_pages.openings(name)), encoding="utf-8")
    return written


def page(notebook, openings=MappingProxyType({})) -> str:
    """Return the slides of a notebook as one file of HTML.

    openings: of its widgets (`widget_pages.openings`); a widget whose output the notebook has lost, as below a question
              of the students' edition, is left out
    """
    from pygments.formatters import HtmlFormatter

    living = {number: made for number, made in openings.items() if notebook.cells[number].outputs}
    title = re.search(r"^# (.+)", notebook.cells[0].source, re.MULTILINE)
    return filled(__package__, "deck.html", title=title[1] if title else "Slides", follows=style.FOLLOWS,
                  slides=slides(notebook, {number: name for number, (name, _) in living.items()}),
                  code=HtmlFormatter().get_style_defs(".code"), stage=source("stage.css") if living else "",
                  shared=shared(opening for _, opening in living.values()), living=living.values())


def slides(notebook, living):
    """Return the slides, each a list of pieces of HTML; `living` are names of widgets, by the numbers of their cells.

    A heading begins one. Code stands on the slide of the words before it, unless they ask a question, which is to be
    answered first, or are long. Cells that only import or set parameters are left out.
    """
    made, room = [], False  # whether the last slide has room for code
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            for words in divided(LINK.sub(r"\1", cell.source)):
                made.append([f'<div class="words">{drawn(words)}</div>'])
            room = QUESTION not in cell.source and len(words) <= MOST_WORDS
        elif not (imports_only(cell.source) or "parameters" in cell.metadata.get("tags", ())):
            if not room:
                made.append([])
            made[-1].append(shown(cell, living.get(number)))
            room = False
    return made


def divided(words) -> list[str]:
    """Return a text as pieces for a slide each: at headings, and between paragraphs where it is long."""
    pieces = [""]
    for paragraph in re.split(r"\n{2,}(?![ \t])", words.strip()):
        last = pieces[-1]
        long = len(last) + len(paragraph) > 2 * MOST_WORDS and not re.fullmatch("#.*", last)
        if last and (long or paragraph.startswith("#")) and last.count("<details") == last.count("</details"):
            pieces.append(paragraph)
        else:
            pieces[-1] = f"{last}\n\n{paragraph}".strip()
    return pieces


def drawn(words) -> str:
    """Return Markdown as HTML."""
    from nbconvert.filters.markdown import markdown2html_mistune

    with contextlib.suppress(ImportError):  # latex2mathml of the extra 'book'; without it formulas stay TeX
        words = FORMULA.sub(drawn_formula, words)
    return re.sub(r'<a class="anchor-link".*?</a>', "", markdown2html_mistune(words))


def drawn_formula(found) -> str:
    """Return a formula found by `FORMULA` as MathML, which browsers draw without a program from the network."""
    from latex2mathml.converter import convert

    return convert(found[1] or found[2], display="block" if found[1] else "inline")


def shown(cell, widget) -> str:
    """Return a cell of code with what it shows, as HTML: its widget of this name, or its outputs."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    code = highlight(cell.source, PythonLexer(), HtmlFormatter(cssclass="code"))
    outputs = (f'<div class="widget" id="{widget}"></div>' if widget else
               "".join(output_of(one) for one in cell.get("outputs", ())))
    beside = not widget and cell.source.count("\n") >= LINES_BESIDE
    long = "<pre" in outputs and outputs.count("\n") > MOST_LINES
    result = f'<div class="shown{" long" if long else ""}">{outputs}</div>' if outputs else ""
    return f'<div class="pair">{code}{result}</div>' if beside else f"{code}{result}"


def output_of(output) -> str:
    """Return an output of a notebook as HTML."""
    data = output.get("data", {})
    if "text/html" in data:
        return data["text/html"]
    if "text/markdown" in data:
        return drawn(data["text/markdown"])
    if "image/svg+xml" in data:
        return data["image/svg+xml"]
    if "image/png" in data:
        said = html.escape(data.get("text/plain", ""))
        return f'<img src="data:image/png;base64,{data["image/png"].strip()}" alt="{said}">'
    return f"<pre>{html.escape(output.get('text') or data.get('text/plain', ''))}</pre>"


def imports_only(source) -> bool:
    """Return whether a cell of code does nothing but import."""
    with contextlib.suppress(SyntaxError):  # a magic command, which does something
        return all(isinstance(line, ast.Import | ast.ImportFrom) for line in ast.parse(source).body)
    return False
