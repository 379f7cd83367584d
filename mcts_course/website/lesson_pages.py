"""The lessons' pages: the notebooks with their outputs, and with widgets that need no kernel."""

import re
import shutil
from pathlib import Path

from ..jupyter import notebooks
from ..lite import build as lite
from . import widget_pages
from .slides import FORMULA, drawn_formula

REPORT = re.compile(r"\[([^\]]+)\]\((\.\./figures/report\.html#\w+)\)")  # no source of a page, but there in the site

HERE = """<p><a class="lab-here" href="../lab/notebooks/index.html?path={name}.ipynb">Open this lesson here</a>
Run it, change it and answer its exercises in this browser, with nothing installed. It takes a minute to start.</p>
"""


def write(folder, lab=False) -> list[str]:
    """Copy all notebooks and their glossary into `folder`.

    Return the names of the notebooks without suffix, in the order in which they are read.

    lab: whether they have a link to where they can be run
    """
    import nbformat

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(notebooks.glossary(), folder)
    names = []
    for master in notebooks.masters():
        notebook = nbformat.read(notebooks.made(master), as_version=4)
        notebook.metadata.pop("widgets", None)  # pages have no kernel that widgets could talk to
        shown = {number: widget_pages.place(name) for number, (name, _) in widget_pages.openings(master.stem).items()}
        for number, cell in enumerate(notebook.cells):
            if cell.cell_type == "markdown":
                cell.source = REPORT.sub(r'<a href="\2">\1</a>', FORMULA.sub(drawn_formula, cell.source))
            for output in cell.get("outputs", ()):
                output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
            if number in shown:
                cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": shown[number]})]
        if lab and notebooks.made(master) in lite.lessons():
            notebook.cells[0].source = with_link(notebook.cells[0].source, master.stem)
        nbformat.write(notebook, folder / f"{master.stem}.ipynb")
        names.append(master.stem)
    return names


def with_link(words, name) -> str:
    """Return the first cell of a lesson. Below the title, it gets a link to the page on which the lesson can be run."""
    title, _, text = words.partition("\n")
    return f"{title}\n\n{HERE.format(name=name)}\n{text}"
