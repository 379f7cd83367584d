"""Notebooks are written as text and executed: ``python -m mcts_course.jupyter.notebooks [--words] [NAME ...]``.

The master of ``notebooks/NAME.ipynb`` is ``notebooks/source/NAME.py``, a Python script in jupytext's percent
format, easy to read, review and merge. The ``.ipynb`` file is made from it, with all outputs, and is never edited
by hand.

A cell of a master with the tag ``claim`` asserts a statement about results in the text. It is run when the notebook
is made, but it is not part of the notebook.
"""

import hashlib
import html
import json
import os
import re
import sys
import tempfile
from pathlib import Path

from mcts_lab.engine.announce import GONE
from mcts_lab.errors import UnknownName
from mcts_lab.host import need_processes
from mcts_papers import paths

from .glossary import link, terms

SECONDS = 600  # time limit of a cell
PACKAGE = str(Path(__file__).resolve().parents[2])  # from here a notebook imports this package, installed or not
QUIET = ("--log-level=ERROR",)  # of kernels: their warnings are not about the notebook
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}  # as JupyterLab writes it
STILL = "<p>(a picture of its controls' last setting: run this cell to turn them)</p>"
PROJECTS = "projects"  # the folder of the projects' notebooks
KEPT = ("kernelspec", "language_info", "widgets")  # otherwise JupyterLab adds them and calls the file unsaved


def masters(folder: Path | None = None) -> list[Path]:
    """Return the text masters in reading order."""
    return sorted(((folder or paths.lessons()) / "source").glob("*.py"))


def glossary(folder: Path | None = None) -> Path:
    """Return the glossary beside the notebooks, or above those of the projects."""
    folder = folder or paths.lessons()
    return (folder.parent if folder.name == PROJECTS else folder) / "glossary.md"


def projects() -> list[Path]:
    """Return the text masters of the projects."""
    return masters(paths.lessons() / PROJECTS)


def made(master: Path) -> Path:
    """Return the path of the notebook that is made from a master."""
    return master.parent.parent / f"{master.stem}.ipynb"


def cells(master: Path, claims: bool = False):
    """Return the notebook of a master, without outputs; the first use of each term of the glossary is a link.

    claims: True keeps the cells that assert statements of the text
    """
    import jupytext

    notebook = jupytext.read(master)
    if not claims:
        notebook.cells = [cell for cell in notebook.cells if not is_claim(cell)]
    notebook.metadata = {"kernelspec": KERNEL}
    words = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    places, deeper = terms(glossary(master.parent.parent)), master in projects()
    for cell, text in zip(words, link([cell.source for cell in words], places), strict=True):
        cell.source = text.replace("](glossary.md#", "](../glossary.md#") if deeper else text
    for number, cell in enumerate(cell for cell in notebook.cells if not is_claim(cell)):
        # an id that changes only with the cell
        cell.id = hashlib.sha256(f"{number}\0{cell.source}".encode()).hexdigest()[:12]
    return notebook


def is_claim(cell) -> bool:
    """Return whether a cell asserts a statement of the lesson's text."""
    return "claim" in cell.metadata.get("tags", ())


def without_claims(notebook):
    """Remove the cells that assert statements of the text, and renumber the other cells."""
    notebook.cells = [cell for cell in notebook.cells if not is_claim(cell)]
    ran = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.execution_count]
    for number, cell in enumerate(ran, 1):
        cell.execution_count = number
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = number
    return notebook


def contents(folder: Path | None = None):
    """Return the notebooks in reading order, as a DataFrame.

    Columns: `notebook` (its file), `title`, `minutes`, `prerequisites`, `papers`. They come from the masters: from
    the first heading, and from lines such as ``* **Minutes:** 20``.
    """
    import pandas as pd

    rows = []
    for master in masters(folder):
        text = [line.removeprefix("# ") for line in master.read_text(encoding="utf-8").splitlines()]
        row = {"notebook": made(master).name,
               "title": next((line.removeprefix("# ") for line in text if line.startswith("# ")), "")}
        for name in ("Minutes", "Prerequisites", "Papers"):
            found = (line.removeprefix(f"* **{name}:**").strip() for line in text if line.startswith(f"* **{name}:**"))
            row[name.lower()] = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", next(found, ""))  # without links
        rows.append(row)
    return pd.DataFrame(rows)


def find(name: str) -> Path:
    """Return the notebook with this name or number. Raises `UnknownName` if there is none."""
    asked, ours = Path(name).stem, {}
    for master in masters():
        ours |= {master.stem: master, master.stem.partition("_")[0]: master}
    if asked not in ours:
        raise UnknownName("notebook", asked, [master.stem for master in masters()])
    return made(ours[asked])


def execute(master: Path):
    """Run the notebook of a master from top to bottom, and return it with outputs and the state of its widgets.

    Raises ValueError that names the cell if a cell fails, a claim is false, or a widget's callback has failed.
    """
    return without_claims(run_cells(cells(master, claims=True), made(master).parent, master.name))


def run_cells(notebook, folder, name):
    """Run a notebook in a folder, as `execute` does; error messages contain `name`."""
    need_processes("Running a whole notebook from outside")
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    client = NotebookClient(notebook, timeout=SECONDS, startup_timeout=SECONDS, kernel_name="python3",
                            record_timing=False, extra_arguments=list(QUIET),
                            resources={"metadata": {"path": str(folder)}})
    try:
        # all code is compiled first, so that outputs do not depend on what was compiled before
        run_client(client, MCTS_LAB_COMPILE_FIRST="1")
    except CellExecutionError as error:
        raise ValueError(f"{name} stopped with {error.ename}: {error.evalue}") from None
    except CellTimeoutError:
        raise ValueError(f"{name} has a cell that runs for more than {SECONDS} seconds. Make it faster.") from None
    except DeadKernelError:
        raise ValueError(f"{name} has not been run to its end, because its kernel has ended. Run it again.") from None
    notebook.metadata = {key: value for key, value in notebook.metadata.items() if key in KEPT}
    found = failures(notebook)
    if found:
        raise ValueError(f"{name}: {'; '.join(found)}")
    return without_chance(renumbered(with_stills(without_progress(notebook))))


def compile_searches(path: Path) -> str:
    """Compile the searches of a lesson, by running its source in a temporary folder; return the lesson's name.

    If the lesson ran before with the same code, it is not run again.
    """
    from mcts_lab.engine import cache, sources

    source = path.parent / "source" / f"{path.stem}.py"
    key = sources.hash_of(sources.everything()) + hashlib.sha256(source.read_bytes()).hexdigest()
    if cache.kept(key, "lesson") is None:
        with tempfile.TemporaryDirectory() as folder:
            run_cells(cells(source), folder, path.name)
        cache.keep(key, "lesson", path.stem.encode())
    return path.stem


def run_client(client, **settings):
    """Execute the notebook of a `NotebookClient`, so that it can import this package.

    settings: environment variables
    """
    path = os.pathsep.join(filter(None, [PACKAGE, os.environ.get("PYTHONPATH")]))
    client.execute(env={**os.environ, "PYTHONPATH": path, **settings})


def without_progress(notebook):
    """Remove lines that show progress; in a live notebook, they overwrite each other."""
    for cell in notebook.cells:
        for output in list(cell.get("outputs", ())):
            if output.get("name") == "stderr":
                output["text"] = re.sub(r"\r.*\n?", "", output["text"])
                if not output["text"].strip():
                    cell.outputs.remove(output)
            elif output.get("data") == GONE:
                cell.outputs.remove(output)
    return notebook


def with_stills(notebook):
    """Add the pictures of interactive controls to the outputs, for places where widgets do not run."""
    states = states_of(notebook)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            view = output.get("data", {}).get("application/vnd.jupyter.widget-view+json")
            shown = stills(states, view["model_id"]) if view and "text/html" not in output.data else []
            if shown:
                output.data["text/html"] = "\n".join([STILL, *shown])
    return notebook


def stills(states, id) -> list[str]:
    """Return what a widget and the widgets inside it show, in HTML."""
    state = states[id]["state"] if id in states else {}
    found = [one["data"].get("text/html") or f"<pre>{html.escape(one['data'].get('text/plain', ''))}</pre>"
             for one in state.get("outputs", ()) if "data" in one]
    found += [state["value"]] if "<img" in str(state.get("value")) else []
    return found + [one for child in state.get("children", ())
                    for one in stills(states, child.removeprefix("IPY_MODEL_"))]


def states_of(notebook) -> dict:
    """Return the states of the widgets that a notebook stores."""
    return notebook.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state", {})


def renumbered(notebook):
    """Number the widgets in the order in which they are shown, so that a new run gives the same file."""
    import nbformat

    states = states_of(notebook)
    if not states:
        return notebook
    name = re.compile("|".join(states))
    known = {}

    def number(text):
        for found in name.findall(text):
            if found not in known:
                known[found] = f"{len(known):032x}"
                number(json.dumps(states[found], sort_keys=True))

    number(json.dumps(notebook.cells, sort_keys=True))
    for text in sorted((name.sub("", json.dumps(state, sort_keys=True)), key) for key, state in states.items()):
        number(text[1])  # widgets that are not shown, such as links
    return nbformat.reads(name.sub(lambda found: known[found[0]], nbformat.writes(notebook)), as_version=4)


def without_chance(notebook):
    """Remove memory addresses, and number styled tables instead of random names."""
    import nbformat

    text, known = re.sub(r" at 0x[0-9a-f]+>", ">", nbformat.writes(notebook)), {}
    return nbformat.reads(re.sub(r'(#|\\")T_([0-9a-f]{5})(?=[_ \\])', lambda found: found[1] + known.setdefault(
        found[2], f"T_{len(known):05}"), text), as_version=4)


def failures(notebook) -> list[str]:
    """Return the errors in the outputs of a notebook, including errors in its widgets, which do not stop a run."""
    found = []
    for number, cell in enumerate(notebook.cells, 1):
        found += [f"cell {number}: {text}" for text in _errors(cell.get("outputs", ()))]
    states = states_of(notebook)
    for widget in states.values():
        found += [f"a widget: {text}" for text in _errors(widget["state"].get("outputs", ()))]
        frame = widget["state"].get("frame")
        if isinstance(frame, dict) and frame.get("wrong"):  # a stage shows an error in its frame
            found.append(f"a widget: {frame['words']}")
    return found


def _errors(outputs):
    for output in outputs:
        if output["output_type"] == "error":
            yield f"{output['ename']}: {output['evalue']}"
        elif output["output_type"] == "stream" and "Traceback (most recent call last)" in output["text"]:
            yield output["text"].strip().splitlines()[-1]


def differences(master: Path) -> list[str]:
    """Return how the ``.ipynb`` of a master differs from its master; [] if they agree."""
    import nbformat

    path = made(master)
    if not path.is_file():
        return [f"{path.name} is missing"]
    there, wanted = nbformat.read(path, as_version=4), cells(master)
    if [(c.cell_type, c.source) for c in there.cells] == [(c.cell_type, c.source) for c in wanted.cells]:
        return []
    for number, (old, new) in enumerate(zip(there.cells, wanted.cells, strict=False), 1):
        if (old.cell_type, old.source) != (new.cell_type, new.source):
            return [f"{path.name} differs from {master.name} in cell {number}"]
    return [f"{path.name} has {len(there.cells)} cells and {master.name} {len(wanted.cells)}"]


def write(master: Path) -> Path:
    """Execute a master, write its ``.ipynb``, and return its path. If a cell fails, the old file stays."""
    import nbformat

    notebook = execute(master)
    path = made(master)
    scratch = path.with_suffix(".new")
    nbformat.write(notebook, scratch)
    scratch.replace(path)
    return path


def rewrite(master: Path) -> Path:
    """Copy the text of a master into its ``.ipynb``, keep the outputs, and return the path.

    Raises ValueError if code has changed, because the outputs would be wrong.
    """
    import nbformat

    path = made(master)
    there, wanted = nbformat.read(path, as_version=4), cells(master)
    old, new = ([cell for cell in notebook.cells if cell.cell_type == "code"] for notebook in (there, wanted))
    if [cell.source for cell in old] != [cell.source for cell in new]:
        raise ValueError(f"{master.name} and {path.name} have different code. Run the lesson first.")
    for before, now in zip(old, new, strict=True):
        now.outputs, now.execution_count = before.outputs, before.execution_count
    wanted.metadata = there.metadata
    nbformat.write(wanted, path)
    return path


def main(names) -> int:
    """Write the notebooks with these names, or all; return the exit status. ``--words`` updates only text."""
    make = rewrite if "--words" in names else write
    names = [name for name in names if name != "--words"]
    known = {master.stem: master for master in (*masters(), *projects())}
    try:
        for name in names:
            if name not in known:
                raise UnknownName("notebook", name, known)
        for name in names or known:
            print(f"{name} ...", flush=True)
            print(f"  written: {make(known[name]).name}")
    except (ValueError, KeyError, OSError) as error:
        print(f"notebooks: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
