"""A game as a film: an animated GIF, or a web page with play, pause and step, which fetches nothing from anywhere."""

from __future__ import annotations

import html as html_escape
import json
import re
from importlib.resources import files
from pathlib import Path

from ..game import facts, svg, text
from .plots import board, style

ELEMENT = re.compile(r"<[^>]*>[^<]*")
SPEEDS = {"slow": 400, "normal": 120, "fast": 40}  # milliseconds a frame


def page(game, states, captions=None, title=None, dark=False) -> str:
    """The game as a web page: play, pause, step, a slider, keys (space, arrows, Home, End).

    states: the positions in order. captions: a line of text for each; None: the last line of the position as text.
    Raises ValueError for a film without frames, and Missing for a game that cannot draw itself.
    """
    states = list(states)
    captions = _captions(game, states, captions)
    title = title or facts(game).title
    theme = style.theme(dark)
    numbers, frames, before = {}, [], []
    for state in states:
        now = [numbers.setdefault(piece, len(numbers)) for piece in ELEMENT.findall(svg(game, state, dark))]
        frames.append(_change(before, now))
        before = now
    data = json.dumps({"pieces": list(numbers), "frames": frames, "captions": captions},
                      separators=(",", ":")).replace("<", "\\u003c")
    look, script = (files(__package__).joinpath(name).read_text(encoding="utf-8") for name in ("film.css", "film.js"))
    look = look.replace("BACKGROUND", theme.background).replace("TEXT", theme.text)
    speeds = "".join(f'<option value="{ms}"{" selected" if name == "normal" else ""}>{name}</option>'
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
<p><input id="slider" type="range" min="0" max="{len(states) - 1}" value="0" aria-label="frame"></p>
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
    from PIL import Image

    states = list(states)
    if not states:
        raise ValueError("A film needs at least one state.")
    if every < 1:
        raise ValueError(f"every is a whole number of at least 1, not {every}.")
    chosen = states[::every] + ([states[-1]] if (len(states) - 1) % every else [])
    pictures = []
    for state in chosen:
        fig = board.figure(game, state, size=width / 100, dark=dark, alt=" ")
        fig.set_dpi(100)
        fig.canvas.draw()
        pictures.append(Image.fromarray(_pixels(fig)).convert("P", palette=Image.Palette.ADAPTIVE, colors=64))
    path = Path(path)
    pictures[0].save(path, format="GIF", save_all=True, append_images=pictures[1:], duration=ms, loop=0,
                     optimize=False)
    return path


def _pixels(fig):
    import numpy as np

    return np.asarray(fig.canvas.buffer_rgba())[:, :, :3].copy()
