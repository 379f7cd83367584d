"""What the widgets share: pictures with alternative text, a line for messages, and callbacks that never raise."""

from __future__ import annotations

import base64
import functools
import html
import logging

from .export import png

log = logging.getLogger("mcts_lab")

try:
    import ipywidgets
except ImportError:
    raise ImportError("the interactive parts need ipywidgets: pip install ipywidgets") from None


class Message:
    """A line of text that screen readers announce; empty while all is well."""

    def __init__(self):
        self.widget = ipywidgets.HTML()

    @property
    def text(self) -> str:
        return self.widget.value

    def say(self, text, error=False):
        """Show `text`; an error is marked as such."""
        role, mark = ("alert", "⚠ ") if error else ("status", "")
        self.widget.value = f'<p role="{role}">{mark}{html.escape(str(text))}</p>' if text else ""


def guarded(method):
    """A callback of a class with a `message`: an error is shown there, and logged, instead of raised."""

    @functools.wraps(method)
    def run(self, *args, **options):
        try:
            return method(self, *args, **options)
        except Exception as error:
            log.debug("in a widget", exc_info=True)
            self.message.say(str(error) or type(error).__name__, error=True)
            return None

    return run


def shown(widget, words, fig=None, **options):
    """A widget as a notebook shows it, with `words` and a picture for where widgets do not run."""
    data = widget._repr_mimebundle_(**options)
    data["text/plain"] = words
    if fig is None:
        return data, {}
    data["image/png"] = base64.b64encode(png(fig)).decode()
    return data, {"image/png": {"alt": fig.alt}}


def table(rows, headings, caption="") -> str:
    """Rows of values as an HTML table with headings; numbers stand at the right."""
    head = "".join(f'<th scope="col" style="padding:0 .8em;text-align:right">{html.escape(h)}</th>' for h in headings)
    body = "".join(
        "<tr>" + "".join(f'<td style="padding:0 .8em;text-align:{"right" if i else "left"}">{html.escape(str(v))}</td>'
                         for i, v in enumerate(row)) + "</tr>" for row in rows)
    title = f'<caption style="text-align:left">{html.escape(caption)}</caption>' if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def button(text, help, action, **options):
    """A button that calls `action()`; `help` is shown when the pointer rests on it."""
    made = ipywidgets.Button(description=text, tooltip=help, layout=ipywidgets.Layout(width="auto"), **options)
    made.on_click(lambda _: action())
    return made
