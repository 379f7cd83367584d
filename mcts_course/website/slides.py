"""Slides of a lesson: one page of HTML without a network, with the lesson's own pictures and widgets that live.

A deck is ``notebooks/source/slides/NAME.md``. Slides are separated by a line ``---``; each begins with its title, and
``Note:`` at the start of a line begins the speaker's notes. A paragraph can be one of

``[output: TAG]``         what the lesson's cell with the tag ``slide:TAG`` has shown; nothing is run again
``[output: TAG 5 0 9 0]`` the same, with 5 % of its picture cut off at the top, 9 % at the bottom, as in CSS
``[code: TAG]``           the code of this cell
``[code: textbook.NAME]`` the code of a function of the textbook
``[widget: TAG PART ...]`` the widget of this cell, which steps; the names of its slots, where not all are to be shown
"""

import contextlib
import html
import inspect
import re
from pathlib import Path

from mcts_lab import textbook
from mcts_lab.views.plots import style
from mcts_lab.views.templates import filled
from mcts_papers import paths

from ..jupyter import notebooks
from ..widgets.opening import shared, source
from .widget_pages import of, opened

FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+(?:\n[^$\n]+)?)\$", re.DOTALL)
REFERENCE = re.compile(r"<p>\[(?=(?:code: \S+|output: \S+(?: \d\d?){4}|output: \S+|widget: .*)\]</p>)"
                       r"(code|output|widget): ([\w.-]+)((?: \w+)*)\]</p>")
# what is left of one that is mistyped: a line `[word: ...`, or one in brackets, but not in code
MISTYPED = re.compile(r"(?:^|(?<=>))\[(?:\w* *:[^<\n]*|[^\]<\n]*\](?=<|$))", re.MULTILINE)
CODE = re.compile(r"<(pre|code)\b.*?</\1>", re.DOTALL)
BETWEEN = re.compile(r"^---$", re.MULTILINE)
TAG = "slide:"


def decks() -> list[Path]:
    """Return the files in which the slides are written, in reading order."""
    return sorted((paths.lessons() / "source" / "slides").glob("*.md"))


def write(folder, names=None) -> list[Path]:
    """Write the slides of the lessons of these names, or of all that have slides, into `folder`; the files written."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for deck in decks():
        if names is None or deck.stem in names:
            written.append(folder / f"{deck.stem}.html")
            written[-1].write_text(page(deck), encoding="utf-8")
    return written


def page(deck) -> str:
    """Return the slides that are written in a file as one page. Raises ValueError for a tag that no cell has, a part
    that no widget has, and a reference that is mistyped.
    """
    import nbformat
    from pygments.formatters import HtmlFormatter

    cells = nbformat.read(paths.lessons() / f"{deck.stem}.ipynb", as_version=4).cells
    tagged = {tag.removeprefix(TAG): number for number, cell in enumerate(cells)
              for tag in cell.metadata.get("tags", ()) if tag.startswith(TAG)}
    living = {}

    def shown(found):
        kind, name, options = found.groups()
        function = kind == "code" and name.startswith("textbook.") and getattr(textbook, name[9:], None)
        if function:
            return highlighted(inspect.getsource(function))
        if name not in tagged:
            raise ValueError(f"slides/{deck.name} names {name}, but no cell of {deck.stem}.py has the tag {TAG}{name}. "
                             f"Give it to a cell, or name one of {', '.join(tagged) or 'those that have one'}.")
        cell = cells[tagged[name]]
        if kind == "widget":
            demo = next((demo for demo in of(deck.stem) if demo.number == tagged[name]), None)
            living[name] = demo and opened(demo, None)
            if living[name] is None:
                raise ValueError(f"slides/{deck.name} shows {name} as a widget, but the cell with this tag has no "
                                 f"widget for a web page. Write [output: {name}].")
            slots = options.split()
            has = demo.make().slots if slots else ()
            for slot in slots:
                if slot not in has:
                    raise ValueError(f"slides/{deck.name} shows {slot} of the widget {name}, which has no such part. "
                                     f"Name some of {', '.join(has)}.")
            return place(name, slots)
        if kind == "code":
            return highlighted(cell.source)
        if not cell.outputs:
            raise ValueError(f"The cell with the tag {TAG}{name} has no output in {deck.stem}.ipynb. Run the lesson "
                             "and save it.")
        return outputs(cell, options.split())

    def complete(words):
        made = drawn(words)
        left = MISTYPED.search(REFERENCE.sub("", CODE.sub("", made)))
        if left:
            raise ValueError(f"slides/{deck.name} has the line {html.unescape(left[0])}, which names nothing to show. "
                             "Write [code: TAG], [output: TAG], [output: TAG 5 0 9 0] with four whole percentages, or "
                             "[widget: TAG PART ...], as a separate paragraph.")
        return REFERENCE.sub(shown, made)

    text = deck.read_text(encoding="utf-8")
    slides = [[complete(part) for part in slide.partition("\nNote:")[::2]]
              for slide in BETWEEN.split(text)]
    title = re.search("^# .+", text, re.MULTILINE)
    look = [HtmlFormatter(style=name).get_style_defs(".code") for name in ("default", "github-dark")]
    return filled(__package__, "deck.html", title=plain(title[0]) if title else deck.stem, follows=style.FOLLOWS,
                  slides=slides, look=look, stage=source("stage.css"), shared=shared(living.values()),
                  living=living.items())


def place(name, slots) -> str:
    """Return where a widget opens, as HTML. slots: the names of those of its slots that are shown; none: all."""
    others = f"#widget-{name} .lab-slot:not({', '.join(f'.lab-{slot}' for slot in slots)})"
    hidden = f"<style>{others} {{ display: none; }}</style>" if slots else ""
    return f'{hidden}<div class="widget" id="widget-{name}"></div>'


def drawn(words) -> str:
    """Return Markdown as HTML."""
    with contextlib.suppress(ImportError):  # latex2mathml of the extra 'book'; without it formulas stay TeX
        words = FORMULA.sub(drawn_formula, words)
    return marked(words)


def marked(words) -> str:
    """Return Markdown as HTML, in which formulas stay TeX."""
    from nbconvert.filters.markdown import markdown2html_mistune

    return re.sub(r'<a class="anchor-link".*?</a>', "", markdown2html_mistune(words))


def plain(heading) -> str:
    """Return a heading in Markdown as text alone."""
    return html.unescape(re.sub("<[^>]*>", "", marked(heading))).strip()


def drawn_formula(found) -> str:
    """Return a formula found by `FORMULA` as MathML, which browsers draw without a program from the network."""
    from latex2mathml.converter import convert

    return convert(found[1] or found[2], display="block" if found[1] else "inline")


def highlighted(code) -> str:
    """Return a piece of Python as HTML."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    return highlight(code, PythonLexer(), HtmlFormatter(cssclass="code"))


def outputs(cell, cuts=()) -> str:
    """Return what a cell has shown, as HTML. cuts: percent that are cut off pictures at the top, right, bottom, left; a
    browser that does not know how shows all."""
    look = f' style="--cut: inset({"% ".join(cuts)}%)"' if cuts else ""
    return f'<div class="shown"{look}>{"".join(f"<div>{output_of(one)}</div>" for one in cell.outputs)}</div>'


def output_of(output) -> str:
    """Return an output of a notebook as HTML."""
    data = output.get("data", {})
    if "text/html" in data:
        return data["text/html"].replace(notebooks.STILL, "")
    if "text/markdown" in data:
        return drawn(data["text/markdown"])
    return f"<pre>{html.escape(output.get('text') or data['text/plain'])}</pre>"
