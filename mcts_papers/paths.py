"""The places of the project's own files: a folder with `data/`, `figures/` and `notebooks/`.

That is a checkout, or a folder that `write_project` has made of what an installed package holds. Without either, the
package's own copy of `data/` can be read.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from mcts_lab.host import AT_HOME, in_browser

MARK = "mcts_lab_project.txt"  # says that a folder is one
SHIPPED = Path(__file__).resolve().parents[0] / "shipped"  # of an installed package


class OutsideProject(FileNotFoundError):
    """The project's folder was needed, but there is none."""

    def __str__(self):
        return str(self.args[0])


def root() -> Path:
    """The project's folder: ``$MCTS_LAB_PROJECT``, or the one this package lies in, or one around the current folder.
    In a browser, where nothing else lasts longer, an installed package's own copy is a project as well.

    Raises `OutsideProject` when there is none.
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
    """The folder of published numbers (`paper/`), models (`models/`) and of our results (`results/`), to be read."""
    return _readable("data")


def lessons() -> Path:
    """The folder of the lessons, to be read."""
    return _readable("notebooks")


def _readable(name) -> Path:
    """A folder of the project; without a project, the package's own copy of it."""
    try:
        return root() / name
    except OutsideProject:
        if SHIPPED.is_dir() and not os.environ.get("MCTS_LAB_PROJECT"):
            return SHIPPED / name
        raise


def write_project(folder) -> Path:
    """Write a folder with the lessons, without their outputs, and the data.

    Raises ValueError if it has something in it already.
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
    """A notebook, as the text of its file, as if it had never run."""
    content = json.loads(notebook)
    content["metadata"].pop("widgets", None)
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def figures() -> Path:
    """The folder of regenerated figures and tables, as `results_folder` of the experiments is that of results."""
    try:
        return root() / "figures"
    except OutsideProject:
        return Path.cwd() / "figures"
