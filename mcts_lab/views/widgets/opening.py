"""A page's way to put something on its stage: a film, a model that computes, or a game to play.

One page holds one of them (`document`); slides and the book hold several, which share their scripts.
"""

from __future__ import annotations

import html
import json
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

STYLE = ":root { color-scheme: light dark; background: light-dark(#ffffff, #16191d); } body { margin: .5rem; }"


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


def document(title, opening, words="this page needs JavaScript", scripts=None) -> str:
    """Return a page of one file that opens one stage, without a kernel or the network.

    words:   for readers without JavaScript
    scripts: place of a file with the scripts that it shares with other pages; None: they stand in the page
    """
    title = html.escape(title)
    known = f'<script src="{html.escape(scripts)}"></script>' if scripts else f"<script>{shared([opening])}</script>"
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{STYLE}
{lean(source("stage.css"))}</style></head>
<body><main id="stage"><noscript><p>{title}: {html.escape(words)}</p></noscript></main>
{known}
<script>{opening.on("stage")}</script>
</body></html>
"""


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
    """Return the text of a file of this room, or of another package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def script(name, package=__package__) -> str:
    """Return a script for pages, without what it is for elsewhere."""
    return lean(source(name, package).partition("\nif (typeof module")[0])
