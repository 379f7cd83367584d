"""A page's way to put something on its stage: a film, a model that computes, or a game to play.

One page holds one of them (`document`); slides and the book hold several, which share their scripts.
"""

import html
import json
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from mcts_lab.views.templates import Html, filled


class Home(NamedTuple):
    """The page that others belong to, to which they link.

    place: from the page that links to it; a place on a disk needs the name of the file
    words: what stands on the link
    """

    place: str
    words: str

    def link(self) -> Html:
        """Return the link in HTML."""
        return Html(f'<a href="{html.escape(self.place)}">{html.escape(self.words)}</a>')


class Opening(NamedTuple):
    """What opens one stage.

    scripts:   texts of JavaScript that others may need as well, each after those that it needs itself
    function:  an expression of JavaScript: a function of the element that becomes the stage; where it returns a
               promise, the stage is there when that is kept
    """

    scripts: tuple
    function: str

    def on(self, name) -> str:
        """Return JavaScript that opens it on the element of this name."""
        return f"({self.function})(document.getElementById({json.dumps(name)}));"


def shared(openings) -> str:
    """Return the scripts of some openings, each once."""
    return "\n".join(dict.fromkeys(script for opening in openings for script in opening.scripts))


def document(title, opening, words="this page needs JavaScript", scripts=None, home=None) -> str:
    """Return a page of one file that opens one stage, without a kernel or the network; keys steer it from the start.

    words:   for readers without JavaScript
    scripts: place of a file with the scripts that it shares with other pages; None: they stand in the page
    home:    the `Home` that it links to; None: it stands alone
    """
    return filled(__package__, "opening.html", title=title, words=words, home=home, look=lean(source("stage.css")),
                  scripts=scripts, shared="" if scripts else shared([opening]), script=opening.on("stage"))


def literal(data) -> str:
    """Return plain data as JavaScript that may stand in a page."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def lean(script) -> str:
    """Return a script without its indentation and comments, but those behind code that hold quotes, which may be part
    of a text."""
    lines = (re.sub(r"^//.*| // [^\"'`]*$", "", line.strip()) for line in script.splitlines())
    return "\n".join(filter(None, lines))


@cache
def source(name, package=__package__) -> str:
    """Return the text of a file of this folder, or of another package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def script(name, package=__package__) -> str:
    """Return a script for pages, without what it is for elsewhere."""
    return lean(source(name, package).partition("\nif (typeof module")[0])
