"""One page for each algorithm: what it does and where it comes from, its parameters, and where its source is."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

from mcts_lab import search
from mcts_lab.search.minimax.alpha_beta import AlphaBeta
from mcts_lab.search.minimax.expectiminimax import Expectiminimax
from mcts_lab.search.minimax.minimax import Minimax

from .docstrings import markdown

FAMILIES = (  # heading, module of mcts_lab.search.mcts
    ("Monte Carlo tree search", ("search", "pimc")),
    ("Selection", ("selection", "rapid")),
    ("Values of children", ("values", "ordinal")),
    ("Backup", ("backups",)),
    ("Pruning and widening", ("pruning", "widening", "pruning_networks", "groups")),
    ("Leaf evaluation", ("playouts", "rave", "learned")),
    ("Priors", ("priors",)),
    ("World models", ("closed_loop", "saved_states", "information_sets")),
    ("Final choice", ("final",)),
    ("Base classes of components", ("components",)),
)
OF_PAPERS = (  # modules of mcts_papers with parts of their own
    "hsu2020.one_sided", "joppen2019.best_first", "joppen2019.population", "joppen2019.preferences",
    "joppen2019.sights", "papagiannis2022.mixed_leaves", "powley2013.knowledge", "powley2013.solved_end",
    "runnels2023.credit",
)


def classes():
    """Pairs of a heading and the public searches and parts under it, in order."""
    yield "Exact searches", [Minimax, AlphaBeta, Expectiminimax]
    known = {name: getattr(search, name) for name in search.__all__}
    known = {name: made for name, made in known.items() if inspect.isclass(made) and made.__name__ == name}
    placed = set()
    for heading, modules in FAMILIES:
        found = [made for made in known.values() if made.__module__.rpartition(".")[2] in modules]
        placed |= set(found)
        if found:
            yield heading, found
    modules = [importlib.import_module(f"mcts_papers.{name}") for name in OF_PAPERS]
    yield "In single papers", [made for module in modules for made in vars(module).values()
                               if inspect.isclass(made) and made.__module__ == module.__name__
                               and hasattr(made, "_fields")]
    left = [made for made in known.values() if made not in placed]
    if left:
        yield "And what belongs to them", left


def write(folder):
    """Write a page for each algorithm and part, and their index, into `folder`."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["# Algorithms\n\nSearches are made of parts. Each has its page."]
    for heading, found in classes():
        lines.append(f"## {heading}\n")
        for made in found:
            (folder / f"{made.__name__}.md").write_text(page(made), encoding="utf-8")
            summary = (inspect.getdoc(made) or "").splitlines()[0]
            lines.append(f"- [{made.__name__}]({made.__name__}.md): {summary}")
        lines.append("")
    (folder / "index.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def page(made) -> str:
    """The page of one class."""
    module = inspect.getmodule(made)
    fields = getattr(made, "_field_defaults", {})
    lines = [f"# {made.__name__}", markdown(inspect.getdoc(made) or "")]
    if getattr(made, "_fields", ()):
        rows = "\n".join(f"| `{name}` | `{fields[name]!r}` |" if name in fields else f"| `{name}` | needed |"
                         for name in made._fields)
        lines.append(f"## Parameters\n\n| parameter | default |\n|---|---|\n{rows}")
    lines.append(f"## In the source\n\n`{module.__name__.replace('.', '/')}.py` begins with:\n\n"
                 f"{markdown(module.__doc__ or '')}")
    lines.append(f"```python\n{inspect.getsource(made).rstrip()}\n```")
    return "\n\n".join(lines) + "\n"
