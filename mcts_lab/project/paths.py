"""The places of the project's own files: the checkout with `data/`, `figures/` and `notebooks/`.

The package can be imported from anywhere, but the published numbers, the results and the figures belong to the
repository, so that they can be kept under version control and shared.
"""

from __future__ import annotations

import os
from pathlib import Path


class OutsideProject(FileNotFoundError):
    """The project's folder was needed, but there is none."""

    def __str__(self):
        return str(self.args[0])


def root() -> Path:
    """The project's folder: ``$MCTS_LAB_PROJECT``, or the one this package lies in, or one around the current folder.

    Raises `OutsideProject` when there is none.
    """
    named = os.environ.get("MCTS_LAB_PROJECT")
    if named:
        if not _is_project(Path(named)):
            raise OutsideProject(f"MCTS_LAB_PROJECT says {named}, but that is not a checkout of mcts_lab: "
                                 "set it to the folder with pyproject.toml and data")
        return Path(named).resolve()
    here = Path(__file__).resolve().parents[2]
    current = Path.cwd().resolve()
    for folder in (here, current, *current.parents):
        if _is_project(folder):
            return folder
    raise OutsideProject("this needs the project's data folder, and there is no checkout of mcts_lab here: "
                         "change to the folder that 'git clone' made, or set MCTS_LAB_PROJECT to it")


def _is_project(folder: Path) -> bool:
    return (folder / "mcts_lab" / "__init__.py").is_file() and (folder / "pyproject.toml").is_file()


def data() -> Path:
    """The folder of published numbers (`paper/`) and of our results (`results/`)."""
    return root() / "data"


def figures() -> Path:
    """The folder of regenerated figures and tables."""
    return root() / "figures"
