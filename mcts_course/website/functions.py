"""Pages for developers: every public function and class of every room, with what is said of it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

from .docstrings import markdown

ROOMS = {name.rpartition(".")[2]: name for name in (
    "mcts_lab.game", "mcts_lab.search", "mcts_lab.players", "mcts_lab.matches", "mcts_lab.views", "mcts_lab.learning",
    "mcts_lab.engine", "mcts_lab.checking", "mcts_lab.perft", "mcts_papers.store", "mcts_course.widgets",
    "mcts_course.exercises")}


def modules(room) -> list:
    """The modules of a room, the room itself first; those that need what is not installed are left out."""
    first = importlib.import_module(ROOMS[room])
    found = [first]
    for info in pkgutil.walk_packages(getattr(first, "__path__", ()), f"{first.__name__}."):
        try:
            found.append(importlib.import_module(info.name))
        except ModuleNotFoundError:
            continue
    return found


def write(folder):
    """Write a page for each room, and their index, into `folder`."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for room in ROOMS:
        (folder / f"{room}.md").write_text(page(room), encoding="utf-8")
    listed = "\n".join(f"- [{room}]({room}.md)" for room in ROOMS)
    (folder / "index.md").write_text(f"# Functions\n\nRoom by room. What is not listed is internal.\n\n"
                                     f"{listed}\n", encoding="utf-8")


def page(room) -> str:
    """The page of a room."""
    lines = [f"# {room}"]
    for module in modules(room):
        own = public(module)
        if not own and module.__name__ != ROOMS[room]:
            continue
        if module.__name__ != ROOMS[room]:
            lines.append(f"## {module.__name__.partition('.')[2]}")
        lines.append(markdown(module.__doc__ or "", level=5))
        for name, made in own:
            lines.append(f"### {name}\n\n```python\n{name}{signature(made)}\n```\n\n"
                         f"{markdown(inspect.getdoc(made) or '', level=5)}")
    return "\n\n".join(line for line in lines if line) + "\n"


def public(module) -> list:
    """Pairs of a name and what it names: what is defined in the module, documented, and not hidden."""
    found = []
    for name, made in vars(module).items():
        function = getattr(made, "function", made)  # of an entry point
        if name.startswith("_") or not (inspect.isclass(made) or inspect.isfunction(function)):
            continue
        home = getattr(inspect.unwrap(function), "__module__", "")
        if home == module.__name__ and (getattr(made, "__doc__", "") or ""):
            found.append((name, made if inspect.isclass(made) else function))
    return found


def signature(made) -> str:
    """Return its signature."""
    try:
        words = re.sub(r"<(?:class '|function )([\w.]+)[^>]*>", r"\1", str(inspect.signature(made)))
        return re.sub(r"ForwardRef\('([^']*)'\)|'([^']*)'", lambda found: found[1] or found[2] or "''", words)
    except (TypeError, ValueError):
        return "(...)"
