"""Build the book: ``python -m mcts_lab.book.build [FOLDER]``."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ..course import minutes
from ..project import paths
from . import algorithms, functions, games, lessons, replications, widgets

CONFIGURATION = '''project = "mcts_lab"
author = "the authors of mcts_lab"
extensions = ["myst_nb"]
nb_execution_mode = "off"
myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 3
suppress_warnings = ["mystnb.unknown_mime_type", "myst.header"]
html_theme = "furo"
html_title = "mcts_lab"
html_show_sourcelink = False
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["stage.css"]
html_js_files = ["stage.js"]
'''
INDEX = """# How programs find good moves

A course, and a collection of games and searches that it is taught with: minimax, alpha-beta, Monte Carlo tree search
and its relatives, on one engine.

```{toctree}
:caption: The course
:maxdepth: 1

{lessons}
```

```{toctree}
:caption: The collection
:maxdepth: 1

games/index
algorithms/index
gallery
replications
teaching
```

```{toctree}
:caption: How to
:maxdepth: 1

{recipes}
```

```{toctree}
:caption: Reference
:maxdepth: 1

functions/index
glossary
features
```

```{toctree}
:caption: Explanation
:maxdepth: 1

architecture
decisions
reproducibility
web
```
"""
PAGES = ("glossary", "features", "architecture", "decisions", "reproducibility", "web")  # of docs/, as they stand


class NoBook(RuntimeError):
    """The book cannot be built; the message says why."""


def sources(folder) -> Path:
    """Write the sources of all pages into `folder`, which is made; returns it."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conf.py").write_text(CONFIGURATION, encoding="utf-8")
    widgets.write(folder / "_static")
    names = lessons.write(folder / "lessons")
    games.write(folder / "games")
    algorithms.write(folder / "algorithms")
    functions.write(folder / "functions")
    replications.write(folder)
    plan = (paths.root() / "docs" / "teaching.md").read_text(encoding="utf-8")
    (folder / "teaching.md").write_text(f"{plan}\n## Minutes, section by section\n\n{minutes.markdown()}\n",
                                        encoding="utf-8")
    lists = {"{lessons}": [f"lessons/{name}" for name in names], "{recipes}": documentation(folder)}
    index = INDEX
    for place, pages in lists.items():
        index = index.replace(place, "\n".join(pages))
    (folder / "index.md").write_text(index, encoding="utf-8")
    return folder


def documentation(folder) -> list[str]:
    """Copy the pages of docs/, with their pictures; returns the recipes, in the order of their list."""
    docs = paths.root() / "docs"
    for name in PAGES:
        shutil.copy(docs / f"{name}.md", folder)
    shutil.copy(docs / "architecture.svg", folder)
    shutil.copytree(docs / "img", folder / "img")
    (folder / "howto").mkdir()
    for path in (docs / "howto").glob("*.md"):
        text = path.read_text(encoding="utf-8").replace("](../../notebooks/", "](../lessons/")
        (folder / "howto" / path.name).write_text(text, encoding="utf-8")
    return re.findall(r"\]\((howto/[\w-]+)\.md\)", (docs / "README.md").read_text(encoding="utf-8"))


def build(out) -> Path:
    """Build the site into `out`, over what an earlier build wrote there; returns its first page.

    Raises NoBook if Sphinx is missing or warns, and if `out` is a folder that no build of ours made.
    """
    out = Path(out)
    mark = out / ".mcts_lab_book"
    if out.exists() and any(out.iterdir()) and not mark.exists():
        raise NoBook(f"{out} is not a book of ours: name a folder that is new or empty")
    with tempfile.TemporaryDirectory() as scratch:
        made = sources(Path(scratch) / "sources")
        site = Path(scratch) / "site"
        command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(made), str(site)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.strip().replace(scratch, "").splitlines()
            missing = "No module named" in done.stderr
            raise NoBook("the book needs the extra 'book': pip install -e '.[book]'" if missing else
                         "Sphinx finds fault with the book:\n" + "\n".join(lines[-30:]))
        shutil.rmtree(site / ".doctrees", ignore_errors=True)
        (site / mark.name).write_text("made by make book, which writes over its own files here\n", encoding="utf-8")
        shutil.copytree(site, out, dirs_exist_ok=True)
    return out / "index.html"


def main(arguments) -> int:
    """Build into the folder named, or `book/`; the exit status."""
    try:
        print(f"open {build(arguments[0] if arguments else paths.root() / 'book')}")
    except (NoBook, OSError) as error:
        print(f"book: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
