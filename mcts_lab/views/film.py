"""A game as a film: an animated GIF, or a web page with play, pause and step, which fetches nothing from anywhere."""

from __future__ import annotations

import html as html_escape
import io
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from ..game import facts, svg, text
from .plots import style
from .plots.raster import Raster


class Film(NamedTuple):
    """A game as something to look at: a notebook shows it as an animation.

    alt: alternative text. ms: how long a frame is shown. width: of the picture in pixels. every: see `gif`; the page
    has the same frames.
    """

    game: object
    states: tuple
    alt: str
    ms: int = 120
    width: int = 480
    every: int = 1

    def gif(self, dark=False) -> bytes:
        """The animation as the content of a GIF file."""
        return animation(self.game, self.states, self.ms, self.width, self.every, dark)

    def page(self, title=None) -> str:
        """The film as a web page with play, pause and step."""
        return page(self.game, thinned(self.states, self.every), title=title)

    def __repr__(self):
        return f"Film of {len(self.states):,} states: {self.alt}"

    def _repr_html_(self):
        return style.image(self.gif(), self.alt, "gif")


ELEMENT = re.compile(r"<[^>]*>[^<]*")
SPEEDS = {"slow": 400, "normal": 120, "fast": 40}  # milliseconds a frame


def page(game, states, captions=None, title=None, dark=False) -> str:
    """The game as a web page: play, pause, step, a slider, keys (space, arrows, Home, End).

    states: the positions in order. captions: a line of text for each; None: the last line of the position as text.
    Raises ValueError for a film without frames, and Missing for a game that cannot draw itself.
    """
    states = list(states)
    captions = _captions(game, states, captions)
    return stepping([svg(game, state, dark) for state in states], captions, title or facts(game).title, dark)


def stepping(pictures, captions, title, dark=False, pace="normal") -> str:
    """Return a web page that steps through pictures (SVG), each with its caption; see `page`.

    What pictures have in common is stored once. pace: one of `SPEEDS`, at which it plays first.
    """
    theme = style.theme(dark)
    numbers, frames, before = {}, [], []
    for picture in pictures:
        now = [numbers.setdefault(piece, len(numbers)) for piece in ELEMENT.findall(picture)]
        frames.append(_change(before, now))
        before = now
    data = json.dumps({"pieces": list(numbers), "frames": frames, "captions": captions},
                      separators=(",", ":")).replace("<", "\\u003c")
    look, script = (files(__package__).joinpath(name).read_text(encoding="utf-8") for name in ("film.css", "film.js"))
    night = style.theme(True)  # of the page around a picture that stays as it is
    for word, colour in {"BACKGROUND": theme.background, "TEXT": theme.text, "NIGHT": night.background,
                         "PALE": night.text}.items():
        look = look.replace(word, colour)
    speeds = "".join(f'<option value="{ms}"{" selected" if name == pace else ""}>{name}</option>'
                     for name, ms in SPEEDS.items())
    name = html_escape.escape(title)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{name}</title>
<style>
{look}</style></head>
<body><h1>{name}</h1>
<div id="screen"></div>
<p id="caption" aria-live="polite"></p>
<p><button id="back" type="button">Back</button> <button id="toggle" type="button">Play</button>
<button id="step" type="button">Step</button>
<label>Speed <select id="speed">{speeds}</select></label></p>
<p><input id="slider" type="range" min="0" max="{len(frames) - 1}" value="0" aria-label="frame"></p>
<noscript><p>{html_escape.escape(captions[-1])}</p></noscript>
<script type="application/json" id="film">{data}</script>
<script>{script}</script></body></html>
"""


def _change(before, now):
    """How `now` differs from `before`: equal pieces at the beginning and at the end, and what stands between them."""
    head, most = 0, min(len(before), len(now))
    while head < most and before[head] == now[head]:
        head += 1
    tail = 0
    while tail < most - head and before[-1 - tail] == now[-1 - tail]:
        tail += 1
    return [head, tail, now[head:len(now) - tail]]


def _captions(game, states, captions):
    if not states:
        raise ValueError("A film needs at least one state.")
    if captions is None:
        return [_line(game, state) for state in states]
    captions = [str(caption) for caption in captions]
    if len(captions) != len(states):
        raise ValueError(f"A film needs a caption for each state: {len(captions)} for {len(states)}.")
    return captions


def _line(game, state):
    """The line of a position's text that is in words."""
    lines = [line for line in text(game, state).splitlines() if line.strip()]
    return next((line for line in reversed(lines) if "score" in line or "move" in line), lines[-1] if lines else "")


def gif(game, states, path, ms=120, width=480, every=1, dark=False) -> Path:
    """Write the game as an animated GIF, in which each `every`-th state is a frame, and the last one.

    ms: how long a frame is shown. width: of the picture, in pixels. Raises ValueError for a film without frames.
    """
    path = Path(path)
    path.write_bytes(animation(game, states, ms, width, every, dark))
    return path


def animation(game, states, ms=120, width=480, every=1, dark=False) -> bytes:
    """The content of such a file."""
    painter = Raster(width, dark)
    return animated([painter.image(svg(game, state, dark)) for state in thinned(states, every)], ms)


def thinned(states, every) -> list:
    """Each `every`-th state, and the last one."""
    states = list(states)
    if not states:
        raise ValueError("A film needs at least one state.")
    if every < 1:
        raise ValueError(f"every is a whole number of at least 1, not {every}.")
    return states[::every] + ([states[-1]] if (len(states) - 1) % every else [])


def animated(pictures, ms, colours=64, comment="") -> bytes:
    """Return pictures of one size as an animated GIF; `ms` is how long each is shown, or a list of that.

    They share their colours, so that only what changes takes room.
    """
    from PIL import Image

    few = pictures[::max(1, len(pictures) // 8)]
    sample = Image.new("RGB", (few[0].width, few[0].height * len(few)))
    for i, picture in enumerate(few):
        sample.paste(picture, (0, i * picture.height))
    palette = sample.quantize(colours, dither=Image.Dither.NONE)
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    file = io.BytesIO()
    frames[0].save(file, format="GIF", save_all=True, append_images=frames[1:], duration=ms, loop=0, optimize=False,
                   comment=comment.encode()[:200])
    return file.getvalue()
