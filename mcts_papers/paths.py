"""The paths of the project's files: a project is a folder with `data/`, `figures/` and `notebooks/`.

It is a checkout, or a folder that `write_project` has copied from an installed package. Without a project, the
package's copy of `data/` can still be read.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from mcts_lab.host import AT_HOME, in_browser

MARK = "mcts_lab_project.txt"  # a folder with this file is a project
SHIPPED = Path(__file__).resolve().parents[0] / "shipped"  # of an installed package


class OutsideProject(FileNotFoundError):
    """A function needed the project's folder, but none was found."""

    def __str__(self):
        return str(self.args[0])


def root() -> Path:
    """Return the project's folder.

    It is ``$MCTS_LAB_PROJECT``, or the folder that contains this package, or the nearest project at or above the
    current folder. In a browser, it is the copy of the files that the package contains.

    Raises `OutsideProject` if there is no project.
    """
    named = os.environ.get("MCTS_LAB_PROJECT")
    if named:
        if not _is_project(Path(named)):
            raise OutsideProject(f"MCTS_LAB_PROJECT is {named}, but that is neither a checkout of mcts_lab nor a "
                                 "folder that 'mcts-lab lessons' has written. Set it to such a folder.")
        return Path(named).resolve()
    here = Path(__file__).resolve().parents[1]
    current = Path.cwd().resolve()
    for folder in (here, current, *current.parents, SHIPPED):
        if _is_project(folder):
            return folder
    if in_browser():
        raise OutsideProject(f"This needs the project's data, which this site leaves out. {AT_HOME}")
    raise OutsideProject("The project's data are not in this folder. Write a folder with them by 'mcts-lab lessons "
                         "FOLDER', and change to it or set MCTS_LAB_PROJECT to it.")


def _is_project(folder: Path) -> bool:
    checkout = (folder / "mcts_lab" / "__init__.py").is_file() and (folder / "pyproject.toml").is_file()
    return checkout or (folder / MARK).is_file() or (in_browser() and folder.resolve() == SHIPPED and folder.is_dir())


def data() -> Path:
    """Return the folder of published numbers (`paper/`), models (`models/`) and our results (`results/`), for reading.
    """
    return _readable("data")


def lessons() -> Path:
    """Return the folder of the lessons, for reading."""
    return _readable("notebooks")


def _readable(name) -> Path:
    """Return a folder of the project. Without a project, return the package's copy of this folder."""
    try:
        return root() / name
    except OutsideProject:
        if SHIPPED.is_dir() and not os.environ.get("MCTS_LAB_PROJECT"):
            return SHIPPED / name
        raise


def write_project(folder) -> Path:
    """Write a folder with the lessons, without their outputs, and the data.

    Raises ValueError unless the folder is new or empty.
    """
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} already exists. Name a folder that is new or empty.")
    source = SHIPPED if SHIPPED.is_dir() else root()
    for name in ("data", "notebooks"):
        shutil.copytree(source / name, folder / name, dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("own_results", ".ipynb_checkpoints"))
    for path in (folder / "notebooks").rglob("*.ipynb"):
        path.write_text(without_outputs(path.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / MARK).write_text("A folder of mcts_lab, with its lessons and data.\n", encoding="utf-8")
    return folder


def without_outputs(notebook: str) -> str:
    """Return a notebook (the text of its file) without outputs, as if it had never run."""
    content = json.loads(notebook)
    content["metadata"].pop("widgets", None)
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def figures() -> Path:
    """Return the folder of created figures and tables; without a project, one in the current folder."""
    try:
        return root() / "figures"
    except OutsideProject:
        return Path.cwd() / "figures"
