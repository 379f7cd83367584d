"""Build the course as a site; the command is ``mcts-lab site``.

It needs neither a server nor the network, so the folder may lie on any static host or on a USB stick.
"""

import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from mcts_lab import games
from mcts_lab.extras import lacking
from mcts_lab.host import need_processes
from mcts_lab.views import templates
from mcts_papers import paths

from . import game_pages, lesson_pages, reference, site, widget_pages

CONFIGURATION = '''project = "mcts_lab"
author = "the authors of mcts_lab"
extensions = ["myst_nb", "sphinx.ext.githubpages", "sphinx.ext.autosummary", "sphinx.ext.napoleon",
              "sphinx.ext.viewcode", "mcts_course.website.reference"]
templates_path = ["_templates"]
default_role = "py:obj"  # a name in a docstring links to what it names
autodoc_default_options = {"members": True, "ignore-module-all": True, "member-order": "bysource"}
autodoc_inherit_docstrings = False
napoleon_use_ivar = True
nb_execution_mode = "off"
myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 3
suppress_warnings = ["mystnb.unknown_mime_type", "myst.header", "toc.not_included", "ref.python"]
root_doc = "reference"
html_theme = "furo"
html_title = "mcts_lab"
html_copy_source = False
html_extra_path = ["_extra"]
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["stage.css", "frame.css"]
html_sidebars = {"**": ["sidebar/scroll-start.html", "sidebar/navigation.html", "sidebar/scroll-end.html"]}
html_js_files = ["stage.js"]
'''
REFERENCE = """# Reference

Look something up: games, components, functions, and how to do things. The lessons are listed with
<a href="lessons/index.html">their pictures</a>, and the figures with <a href="papers.html">the papers</a>.

```{toctree}
:maxdepth: 1

games/index
functions/index
lessons/glossary
components
```

```{toctree}
:caption: Lessons
:maxdepth: 1

LESSONS
```

```{toctree}
:caption: For teachers
:maxdepth: 1

teaching
projects
```

```{toctree}
:caption: How to
:maxdepth: 1

install
RECIPES
```

```{toctree}
:caption: Explanation
:maxdepth: 1

architecture
reproducibility
web
```

```{toctree}
:caption: For developers
:maxdepth: 1

decisions
field
```
"""
FRAMED = """{% extends "!page.html" %}
{% block body %}
{% set up = content_root %}{% set content = "furo-main-content" %}{% include "header.html" %}
{{ super() }}
{% endblock %}
"""  # a page of the theme, in the frame of the site
SEARCH = '{% extends "!search.html" %}\n{% block content %}<h1>Search</h1>\n{{ super() }}{% endblock %}\n'
MARK = ".mcts_lab_site"  # says that a folder was written here
NEEDED = ("sphinx", "myst_nb", "furo", "latex2mathml")  # of the extra 'book'
PAGES = ("architecture", "components", "decisions", "field", "install", "projects", "reproducibility", "teaching",
         "web")  # of docs/, as they stand


class NoBook(RuntimeError):
    """The website cannot be built; the message says why, and `lines` are what Sphinx says."""

    def __init__(self, message, lines=()):
        super().__init__(message)
        self.lines = lines


def sources(folder, played, lab=False) -> Path:
    """Write the sources of all pages into `folder`, which is made; returns it.

    played: names of the games with a page to play
    lab: whether pages of lessons link to the folder lab/
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "conf.py").write_text(CONFIGURATION, encoding="utf-8")
    widget_pages.write(folder / "_static")
    names = lesson_pages.write(folder / "lessons", lab)
    game_pages.write(folder / "games", played)
    reference.write(folder)
    site.looks(folder / "_static")
    header = templates.source(f"{__package__}/header.html")
    for name, text in (("page.html", FRAMED), ("search.html", SEARCH), ("header.html", header)):
        (folder / "_templates" / name).write_text(text, encoding="utf-8")
    site.figures(folder / "_extra" / "figures")
    site.pages(folder / "_extra", played)
    text = REFERENCE.replace("LESSONS", "\n".join(f"lessons/{name}" for name in names))
    (folder / "reference.md").write_text(text.replace("RECIPES", "\n".join(documentation(folder))), encoding="utf-8")
    return folder


def documentation(folder) -> list[str]:
    """Copy the pages of docs/, with their pictures; returns the recipes, in the order of their list."""
    docs = paths.root() / "docs"
    for name in PAGES:
        text = (docs / f"{name}.md").read_text(encoding="utf-8").replace("](../notebooks/", "](lessons/")
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    shutil.copy(docs / "architecture.svg", folder)
    shutil.copytree(docs / "img", folder / "img")
    (folder / "howto").mkdir()
    for path in (docs / "howto").glob("*.md"):
        text = path.read_text(encoding="utf-8").replace("](../../notebooks/", "](../lessons/")
        (folder / "howto" / path.name).write_text(text, encoding="utf-8")
    return re.findall(r"\]\((howto/[\w-]+)\.md\)", (docs / "README.md").read_text(encoding="utf-8"))


def build(out, played=None, lab=False) -> Path:
    """Build the site into `out`, over what an earlier build wrote there; returns its first page.

    played: names of the games with a page to play, as of `site.played`; None: all of them
    lab: whether `lite.build` writes the lessons to be run in the browser into its folder lab/

    Raises NoBook if Sphinx is missing or warns, if there is no copy of the repository here, and if `out` is a folder
    that no build of ours made. Raises UnknownGame if there is no such game.
    """
    need_processes("Building the site")
    out = Path(out)
    played = site.played() if played is None else played
    checked(out, played)
    with tempfile.TemporaryDirectory() as scratch:
        made = sources(Path(scratch) / "sources", played, lab)
        built = Path(scratch) / "site"
        command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(made), str(built)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.strip().replace(scratch, "").splitlines()
            raise NoBook("Sphinx found mistakes in the pages. Correct them; its last lines are above.", lines[-30:])
        shutil.rmtree(built / ".doctrees", ignore_errors=True)
        (built / MARK).write_text("made by mcts-lab site, which writes over its own files here\n", encoding="utf-8")
        shutil.copytree(built, out, dirs_exist_ok=True)
    return out / "index.html"


def checked(out, played):
    """Raise what `build` raises, as far as it is known before the work, which may take many minutes."""
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists():
        raise NoBook(f"{out} contains other files. Name a folder that is new or empty.")
    if not (paths.root() / "docs").is_dir():
        raise NoBook("The pages of the website are not part of the installed package. Run this command in a copy of "
                     "the repository.")
    for name in NEEDED:
        if importlib.util.find_spec(name) is None:
            raise NoBook(lacking(name))
    for name in played:
        games.make(*name.split(":"))
