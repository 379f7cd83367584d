"""Stub files for editors and type checkers, with names that exist only at run time. ``make written`` writes them.

The files are `__init__.pyi` of the package and of `mcts_lab.games`. They do not contain games of other packages; make
such a game with ``games.make("name")``.
"""

from __future__ import annotations

import inspect
from pathlib import Path

import mcts_lab

from . import games
from .engine.generic import is_own

HEAD = "# Written by python -m mcts_lab.stubs\n"
PACKAGE = Path(mcts_lab.__file__).parent


def stubs() -> dict[Path, str]:
    """Return the text of each stub file."""
    return {PACKAGE / "__init__.pyi": package_stub(), PACKAGE / "games" / "__init__.pyi": games_stub()}


def package_stub() -> str:
    folders = "".join(f"from . import {folder} as {folder}\n" for folder in mcts_lab.FOLDERS)
    names = "".join(f"from .{module} import {name} as {name}\n"
                    for name, module in sorted(mcts_lab.PLACES.items(), key=lambda place: place[::-1]))
    return f"{HEAD}{folders}{names}\n__version__: str\n__all__ = {mcts_lab.__all__!r}\n"


def games_stub() -> str:
    imports = {"from collections.abc import Mapping, Sequence", "from pathlib import Path", "from typing import Any"}
    made = []
    for name in (name for name, (module, _) in games.GAMES.places.items() if is_own(module)):
        constructor, gives = games.GAMES[name], "Any"
        if isinstance(constructor, type) and constructor.__module__.startswith(f"{games.__name__}."):
            gives = f"_{constructor.__name__}"
            module = constructor.__module__.removeprefix(games.__name__)
            imports.add(f"from {module} import {constructor.__name__} as {gives}")
        options = ", ".join(map(option, inspect.signature(constructor).parameters.values()))
        made.append(f"def {name}({options}) -> {gives}: ...\n")
    plain = "".join(f"def {name}{written(getattr(games, name))}: ...\n"
                    for name in ("make", "names", "options", "register"))
    lines = "\n".join(sorted(imports))
    return (f"{HEAD}{lines}\n\nfrom ..errors import UnknownName\nfrom .adapters.openspiel import openspiel as openspiel"
            f"\n\nGAMES: Mapping[str, Any]\n\nclass UnknownGame(UnknownName): ...\nclass BadOption(ValueError): ...\n\n"
            f"{plain}\n{''.join(made)}\n__all__ = {games.__all__!r}\n")


def option(parameter) -> str:
    """Return an option of a game as in a stub. If it has no annotation, its type is the type of its default."""
    kind = getattr(parameter.annotation, "__forward_arg__", parameter.annotation)
    if kind is parameter.empty:
        kind = "Any" if parameter.default is None else type(parameter.default).__name__
    kind = (kind if isinstance(kind, str) else inspect.formatannotation(kind)).replace("tuple", "Sequence[Any]")
    return f"{parameter.name}: {kind} = {parameter.default!r}"


def written(function) -> str:
    """Return the signature of a function with only those annotations that are builtin types."""
    signature = inspect.signature(function)
    return str(signature.replace(return_annotation=signature.empty)).replace("'", "") + " -> Any"


def main():
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
