"""Web pages from templates. A template is in the same folder as the code that fills it.

Every page extends the template ``shell``, which has the blocks `head`, `look` (attributes of the body) and `body`. A
template refers to other templates of its folder by their file names. Values are escaped in HTML, except objects of the
class `Html`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


class Html(str):
    """Text that already is HTML, so a template does not escape it."""

    __slots__ = ()

    def __html__(self):
        return self


@cache
def environment():
    """Return the Jinja environment, which reads and fills templates."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    class Folders(Environment):
        """An environment in which the name of a template consists of its package and its file."""

        def join_path(self, template, parent):
            return template if "/" in template else f"{parent.partition('/')[0]}/{template}"

    made = Folders(loader=FunctionLoader(source), autoescape=lambda name: not name.endswith(".md"), trim_blocks=True,
                   lstrip_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined)
    made.globals["shell"] = f"{__package__}/shell.html"
    return made


def source(name) -> str:
    """Return the text of a template by its name, such as "mcts_lab.views/shell.html"."""
    package, _, file = name.partition("/")
    return files(package).joinpath(file).read_text(encoding="utf-8")


def filled(package, file, **values) -> Html:
    """Return a template of a package, filled with values. Raises `jinja2.UndefinedError` if a value is missing."""
    return Html(environment().get_template(f"{package}/{file}").render(values))
