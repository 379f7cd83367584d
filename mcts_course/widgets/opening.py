"""JavaScript that puts something on a page's stage: a film, a model that computes its frames, or a game to play.

A page that `document` returns has one stage; slides and the book have several stages, which share their scripts.
"""

import html
import json
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from mcts_lab.views.templates import Html, filled


class Home(NamedTuple):
    """The home page that a page links to.

    place: address of the home page, relative to the page with the link; on a disk it includes the file name
    words: text of the link
    """

    place: str
    words: str

    def link(self) -> Html:
        """Return the link in HTML."""
        return Html(f'<a href="{html.escape(self.place)}">{html.escape(self.words)}</a>')


class Opening(NamedTuple):
    """The JavaScript that opens one stage.

    scripts:   scripts that several stages may share; a script comes after the scripts that it needs
    function:  a JavaScript function, as text, whose argument is the HTML element for the stage. If it returns a
               promise, the stage is ready when the promise is fulfilled
    """

    scripts: tuple
    function: str

    def on(self, name) -> str:
        """Return JavaScript that opens the stage on the element with the id `name`."""
        return f"({self.function})(document.getElementById({json.dumps(name)}));"


def shared(openings) -> str:
    """Return the scripts of several openings, each script once."""
    return "\n".join(dict.fromkeys(script for opening in openings for script in opening.scripts))


def document(title, opening, words="this page needs JavaScript", home=None) -> str:
    """Return a page of one file that opens one stage, without a kernel or the network. The keyboard controls it.

    words:   text for readers without JavaScript
    home:    the `Home` that the page links to; None: no link
    """
    return filled(__package__, "opening.html", title=title, words=words, home=home, look=lean(source("stage.css")),
                  shared=shared([opening]), script=opening.on("stage"))


def literal(data) -> str:
    """Return plain data as a JavaScript literal that can be part of a page."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def lean(script) -> str:
    """Return a script without indentation and comments.

    A comment after code stays if it contains quotes, because it may be part of a string.
    """
    lines = (re.sub(r"^//.*| // [^\"'`]*$", "", line.strip()) for line in script.splitlines())
    return "\n".join(filter(None, lines))


@cache
def source(name, package=__package__) -> str:
    """Return the text of a file in this folder, or in another package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def script(name, package=__package__) -> str:
    """Return a script for pages, without the part at its end that is only for other environments."""
    return lean(source(name, package).partition("\nif (typeof module")[0])
