"""The reference: all modules with their classes and functions, by Sphinx.

`write` makes the lists, from which Sphinx (autosummary) makes a page for each module. This module is an extension of
Sphinx as well, which reads docstrings as they are written here.
"""

import importlib
import pkgutil
import re
from pathlib import Path

from mcts_lab.engine.generic import Entry

from .docstrings import restructured

OF_PAPERS = (  # modules of mcts_papers with components or searches of their own
    "evolution", "hsu2020.groups", "hsu2020.one_sided", "joppen2019.best_first", "joppen2019.preferences",
    "joppen2019.sights", "joppen2019.values", "papagiannis2022.mixed_leaves",
    "papagiannis2022.one_outcome", "papagiannis2022.unpruning", "powley2013.flat", "powley2013.knowledge",
    "runnels2023.credit", "runnels2023.greedy", "studies.halving", "studies.noise", "studies.pairs",
)
PARTS = ("mcts_lab.game", "mcts_lab.search", "mcts_lab.players", "mcts_lab.matches", "mcts_lab.views",
         "mcts_lab.learning", "mcts_lab.engine", "mcts_lab.checking", "mcts_lab.perft", "mcts_papers.store",
         "mcts_course.widgets", "mcts_course.exercises")
EMPTY = re.compile(r"<th[^>]*>(?:<p></p>)?</th>")
MODULE = "{{ fullname.partition('.')[2] | escape | underline }}\n\n.. automodule:: {{ fullname }}\n"  # of a page


def modules(part) -> list[str]:
    """Return the names of a package's modules, its own first, without those that need what is not installed."""
    found = [part]
    for info in pkgutil.walk_packages(getattr(importlib.import_module(part), "__path__", ()), f"{part}."):
        try:
            importlib.import_module(info.name)
        except ModuleNotFoundError:
            continue
        found.append(info.name)
    return found


def summary(names) -> str:
    """Return a list of modules with their first sentences, for a page in Markdown."""
    rows = "\n".join(f"   {name}" for name in names)
    return f"```{{eval-rst}}\n.. autosummary::\n   :toctree: modules\n\n{rows}\n```\n"


def write(folder):
    """Write into `folder` the list of modules, and how Sphinx makes a page of a module."""
    folder, listed = Path(folder), {part: modules(part) for part in PARTS}
    listed["Components in single papers"] = [f"mcts_papers.{name}" for name in OF_PAPERS]
    text = "".join(f"## {part}\n\n{summary(names)}\n" for part, names in listed.items())
    pages = {"functions/index.md": f"# Functions\n\nModule by module. What is not listed is internal.\n\n{text}",
             "_templates/autosummary/module.rst": MODULE}
    for name, page in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(page, encoding="utf-8")


def setup(app):
    """Connect this extension with Sphinx."""
    for part in PARTS:
        for module in map(importlib.import_module, modules(part)):
            for name, made in list(vars(module).items()):
                if isinstance(made, Entry):  # is described as the function that it compiles
                    setattr(module, name, made.function)
    app.connect("autodoc-process-docstring", read, priority=400)  # before Napoleon
    app.connect("autodoc-skip-member", is_foreign)
    app.connect("html-page-context", without_empty_headings)
    return {"parallel_read_safe": True}


def read(app, what, name, thing, options, lines):
    """Let Sphinx read a docstring as it is meant."""
    lines[:] = restructured(lines)


def without_empty_headings(app, name, template, context, tree):
    """Make an empty heading of a table, which a reader of screens announces, a plain cell."""
    if "body" in context:
        context["body"] = EMPTY.sub("<td></td>", context["body"])


def is_foreign(app, what, name, thing, skip, options):
    """Leave out fields of named tuples, which stand in the signature, and what comes from elsewhere."""
    home = getattr(thing, "__module__", None) or "mcts_"
    return True if type(thing).__name__ == "_tuplegetter" or not home.startswith("mcts_") else None
