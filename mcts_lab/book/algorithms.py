"""One page for each algorithm: what it does and where it comes from, its parameters, and where its source is."""

from __future__ import annotations

import inspect
from pathlib import Path

from .. import search
from ..search.minimax.alpha_beta import AlphaBeta
from ..search.minimax.expectiminimax import Expectiminimax
from ..search.minimax.minimax import Minimax
from .words import markdown

FAMILIES = (  # heading, module of mcts_lab.search.mcts
    ("Monte Carlo tree search", ("uct", "pimc")),
    ("Which child", ("selection", "one_sided", "preferences")),
    ("What a child is worth", ("values",)),
    ("Which children at all", ("pruning", "pruning_networks", "groups")),
    ("What a leaf is worth", ("playouts", "mixed_leaves", "learned")),
    ("What is believed beforehand", ("priors", "knowledge")),
    ("What is learned on the way", ("sights", "best_first")),
    ("What the tree is made of", ("closed_loop", "saved_states", "information_sets")),
    ("Which action in the end", ("final",)),
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
    left = [made for made in known.values() if made not in placed]
    if left:
        yield "And what belongs to them", left


def write(folder):
    """Write a page for each algorithm and part, and their index, into `folder`."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lines, names = ["# Algorithms\n\nSearches are made of parts. Each has its page."], []
    for heading, found in classes():
        lines.append(f"## {heading}\n")
        for made in found:
            (folder / f"{made.__name__}.md").write_text(page(made), encoding="utf-8")
            summary = (inspect.getdoc(made) or "").splitlines()[0]
            lines.append(f"- [{made.__name__}]({made.__name__}.md): {summary}")
            names.append(made.__name__)
        lines.append("")
    lines.append("```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```")
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
