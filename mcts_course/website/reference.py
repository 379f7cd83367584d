"""The reference: all modules with their classes and functions, by Sphinx, and the algorithms by what they do.

`write` makes the lists, from which Sphinx (autosummary) makes a page for each module. This module is an extension of
Sphinx as well, which reads docstrings as they are written here.
"""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

from mcts_lab import search
from mcts_lab.engine.generic import Entry
from mcts_lab.search.minimax.alpha_beta import AlphaBeta
from mcts_lab.search.minimax.expectiminimax import Expectiminimax
from mcts_lab.search.minimax.minimax import Minimax

from .docstrings import restructured

FAMILIES = {  # heading: modules of mcts_lab.search.mcts
    "Monte Carlo tree search": ("search", "pimc"),
    "Selection": ("selection", "rapid"),
    "Values of children": ("values", "ordinal"),
    "Backup": ("backups",),
    "Pruning and widening": ("pruning", "widening", "pruning_networks", "groups"),
    "Leaf evaluation": ("playouts", "rave", "learned"),
    "Priors": ("priors",),
    "World models": ("closed_loop", "saved_states", "information_sets"),
    "Final choice": ("final",),
    "Base classes of components": ("components",),
}
OF_PAPERS = (  # modules of mcts_papers with components or searches of their own
    "evolution", "hsu2020.groups", "hsu2020.one_sided", "joppen2019.best_first", "joppen2019.population",
    "joppen2019.preferences", "joppen2019.sights", "joppen2019.values", "papagiannis2022.mixed_leaves",
    "papagiannis2022.one_outcome", "papagiannis2022.unpruning", "powley2013.flat", "powley2013.knowledge",
    "runnels2023.credit", "runnels2023.greedy", "studies.halving", "studies.noise", "studies.pairs",
)
PARTS = ("mcts_lab.game", "mcts_lab.search", "mcts_lab.players", "mcts_lab.matches", "mcts_lab.views",
         "mcts_lab.learning", "mcts_lab.engine", "mcts_lab.checking", "mcts_lab.perft", "mcts_papers.store",
         "mcts_course.widgets", "mcts_course.exercises")
EMPTY = re.compile(r"<th[^>]*>(?:<p></p>)?</th>")
MODULE = "{{ fullname.partition('.')[2] | escape | underline }}\n\n.. automodule:: {{ fullname }}\n"  # of a page


def algorithms() -> dict:
    """Return the public searches and components under each heading, in order."""
    known = {name: getattr(search, name) for name in search.__all__}
    known = [made for name, made in known.items() if inspect.isclass(made) and made.__name__ == name]
    found = {"Exact searches": [Minimax, AlphaBeta, Expectiminimax]}
    for heading, modules in FAMILIES.items():
        found[heading] = [made for made in known if made.__module__.rpartition(".")[2] in modules]
    of_papers = [importlib.import_module(f"mcts_papers.{name}") for name in OF_PAPERS]
    found["In single papers"] = [made for module in of_papers for made in vars(module).values()
                                 if inspect.isclass(made) and made.__module__ == module.__name__
                                 and hasattr(made, "_fields")]
    placed = {made for some in found.values() for made in some}
    return found | {"And what belongs to them": [made for made in known if made not in placed]}


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


def summary(names, *options) -> str:
    """Return a list of things with their first sentences, for a page in Markdown."""
    return "\n".join(["```{eval-rst}", ".. autosummary::", *(f"   {one}" for one in (*options, "", *names)), "```\n"])


def write(folder):
    """Write into `folder` the lists of modules and algorithms, and how Sphinx makes a page of a module."""
    folder, listed = Path(folder), {part: modules(part) for part in PARTS}
    listed["Components in single papers"] = [f"mcts_papers.{name}" for name in OF_PAPERS]
    text = "".join(f"## {part}\n\n{summary(names, ':toctree: modules')}\n" for part, names in listed.items())
    classes = "".join(f"## {heading}\n\n{summary(f'~{one.__module__}.{one.__qualname__}' for one in found)}\n"
                      for heading, found in algorithms().items() if found)
    pages = {"functions/index.md": f"# Functions\n\nModule by module. What is not listed is internal.\n\n{text}",
             "algorithms/index.md": f"# Algorithms\n\nSearches are made of components.\n\n{classes}",
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
    app.connect("autodoc-process-docstring", read)
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
