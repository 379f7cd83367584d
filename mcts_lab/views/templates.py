"""Pages from templates, which lie beside the code that fills them.

A page extends ``shell``, the one frame of an HTML page; its blocks are `head`, `look` (of the body) and `body`. A
template names others of its own folder by their file. What is put into HTML is escaped, unless it is `Html`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


class Html(str):
    """Text that is HTML already, so a template takes it as it is."""

    __slots__ = ()

    def __html__(self):
        return self


@cache
def environment():
    """Return what reads and fills templates."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    class Folders(Environment):
        """Templates by package and file."""

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
    """Return a template of a package with values in their places. Raises `jinja2.UndefinedError` for one without."""
    return Html(environment().get_template(f"{package}/{file}").render(values))
