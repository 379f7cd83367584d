"""The live widget of every model: one stage, whose looks are in stage.css and whose behaviour is in stage.js.

The browser shows frames and tells what a person did; everything else happens in the model. What goes wrong is said on
the stage, and logged, instead of raised out of sight.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from functools import cache
from importlib.resources import files

import anywidget
import traitlets

from .export import still

log = logging.getLogger("mcts_lab")


@cache
def source(name) -> str:
    """A file of this room."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


class Stage(anywidget.AnyWidget):
    """A `Model` in the browser.

    `frame` is what is shown, as plain data; `receive` is what a click or key comes to.
    """

    _esm = source("stage.js") + source("stage_widget.js")
    _css = source("stage.css")
    meta = traitlets.Dict().tag(sync=True)
    frame = traitlets.Dict().tag(sync=True)

    def __init__(self, model):
        self.model = model
        self.wrong = ""
        self.one_after_the_other = threading.RLock()
        super().__init__(meta=described(model), frame=frame_data(model))
        self.on_msg(lambda widget, content, buffers: self.receive(content))
        with contextlib.suppress(AttributeError):  # models that change by themselves say so
            model.watchers.append(self.update)

    def receive(self, message):
        """Do what a person asked for; an error is shown and logged."""
        self.wrong = ""
        try:
            obey(self.model, message)
        except Exception as error:
            log.debug("in a widget", exc_info=True)
            self.wrong = str(error) or type(error).__name__
        self.update()

    def update(self):
        """Show the model as it is now; what was seen later is shown later, also where two threads ask for it."""
        with self.one_after_the_other:
            try:
                data = frame_data(self.model)
            except Exception as error:
                log.debug("in a widget", exc_info=True)
                data = {**self.frame}
                self.wrong = self.wrong or str(error) or type(error).__name__
            if self.wrong:
                data |= {"words": f"⚠ {self.wrong}", "wrong": True}
            self.frame = data

    def mimebundle(self):
        """The widget, with a still picture for where widgets do not run."""
        bundle = super()._repr_mimebundle_()
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        more, about = still(self.model)
        return {**(data or {}), **more}, {**(metadata or {}), **about}


def obey(model, message):
    """Do to `model` what a message of stage.js says. Raises ValueError for one that says nothing."""
    if "seek" in message:
        model.seek(message["seek"])
    elif "leap" in message:
        model.leap(message["leap"])
    elif "predict" in message:
        model.predict(message["predict"])
    elif "set" in message:
        model.set(message["set"], message["value"])
    elif "press" in message:
        model.press(message["press"])
    else:
        raise ValueError(f"unknown message {sorted(message)}: stage.js sends seek, leap, predict, set or press")


def described(model) -> dict:
    """Return the part of a model that never changes."""
    return {"title": model.title, "unit": model.unit, "about": model.about, "slots": dict(model.slots),
            "strip": list(model.strip), "beat": model.beat, "poses": model.poses, "acts": model.acts}


def frame_data(model) -> dict:
    """The current frame as plain data, with all that stands around it."""
    with model.lock:
        return _frame_data(model)


def _frame_data(model):
    frame, at, last = model.current, model.position, len(model)
    asked = model.frame(at + 1).question if at < last and asks(model) else None
    return {
        "position": at, "last": last, "words": frame.words, "parts": dict(frame.parts), "wrong": False, "at": frame.at,
        "next": asked.data() if asked else None, "asks": asks(model), "score": list(model.score),
        "busy": bool(getattr(model, "busy", False)),
        "buttons": [{**button._asdict(), "areas": [list(area) for area in button.areas]} for button in frame.buttons],
        "settings": [{**setting._asdict(), "choices": [list(choice) for choice in setting.choices]}
                     for setting in model.settings()],
    }


def asks(model) -> bool:
    """Return whether a model has questions at all."""
    return bool(getattr(model, "asks", False))


def stage_of(model) -> Stage:
    """The stage of a model; the same one however often it is shown."""
    found = getattr(model, "_stage", None)
    if found is None:
        found = model._stage = Stage(model)
    return found
