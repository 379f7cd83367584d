"""A page to play a game against searches that run in it: one file, without a server or the network."""

from __future__ import annotations

import base64
import html
import json
import re
from importlib.resources import files

import numpy as np

from ..game import check_state, facts, steering, svg, svg_for
from ..players.search import SearchPlayer
from ..views.widgets import charts
from ..views.widgets.play import words_lines
from ..views.widgets.stage import source
from ..views.widgets.svg import ACCENT, themed
from ..views.widgets.watch import readable
from .export import wasm
from .layout import coded
from .offers import usual
from .pictures import pictures

ITERATIONS = 3000
ABOUT = "The search runs in this page, by the same rules and the same source as in Python; nothing is sent anywhere."
SECRET = " What is hidden lies in the page's memory all the same: a look into the browser's tools is cheating."
STYLE = ":root { color-scheme: light dark; background: light-dark(#ffffff, #16191d); } body { margin: .5rem; } "\
        "#stage input[type=text] { min-width: 0; width: 5em; padding: .1em .4em; }"


def play_page(game, agents=None, seat=0, seed=None, state=None) -> str:
    """A web page to play `game` in, against any of `agents`.

    agents: dict from names to players that search by a `UCT` with iterations, or to `UCT`s; None: the usual ones
    seat: the person's; seed: of chance and of the searches, None draws one whenever the page is opened
    state: where games begin; None: at the start

    Raises ValueError, in one sentence, for what cannot be in a page: other players, a game whose states are no records
    or whose drawing cannot be translated.
    """
    known = facts(game)
    if not 0 <= seat < known.players:
        raise ValueError(f"{known.title} has the seats 0 to {known.players - 1}, and {seat} is none")
    if state is not None:
        check_state(game, state)
    found = [described(name, agent) for name, agent in (agents or usual(game)).items()]
    drawn = svg_for.defines(type(game)) or svg.defines(type(game))
    reads = {"build": game.read_into} if hasattr(game, "read_into") else {}  # games that are made of texts
    shown = pictures(game, {"bars": charts.bars, "Bar": charts.Bar, "lines": words_lines, "themed": themed,
                            "readable": readable, **reads}) + (own("typed.js") if reads else "")
    made = wasm(game, {agent["name"]: agent.pop("method") for agent in found})
    options = {"agents": found, "seat": int(seat), "seed": seed, "drawn": bool(drawn),
               "keys": (steering(game) if known.players == 1 else None) or None,
               "about": ABOUT + ("" if known.perfect_information else SECRET), "accent": ACCENT,
               "begin": None if state is None else base64.b64encode(np.asarray(state).tobytes()).decode()}
    return document(f"Play {known.title}", {"manifest": made.manifest, "options": options}, made.wasm, shown)


def described(name, agent) -> dict:
    """What a page knows of an agent. Raises ValueError for one that it cannot have."""
    iterations = ITERATIONS
    if isinstance(agent, SearchPlayer):
        if agent.keep_tree or set(agent.budget) != {"iterations"}:
            raise ValueError(f"{name} searches with {', '.join(agent.budget)}"
                             f"{' and keeps its tree' if agent.keep_tree else ''}; in a page an agent has a number of "
                             "iterations alone, such as SearchPlayer(UCT(), iterations=1000)")
        iterations, agent = int(agent.budget["iterations"]), agent.method
    if not hasattr(agent, "selection"):
        raise ValueError(f"{name} is no UCT, and only these search in a page: give a UCT, or leave it out")
    return {"name": name, "iterations": iterations, "c": getattr(agent.selection, "c", None), "method": agent}


def document(title, data, module, shown) -> str:
    """The page as one file."""
    scripts = [source("stage.js"), *(own(name) for name in ("python.js", "live.js", "play.js"))]
    code = "\n".join([*(lean(script.partition("\nif (typeof module")[0]) for script in scripts), shown])
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{html.escape(title)}</title>
<style>{STYLE}
{lean(source("stage.css"))}</style></head>
<body><main id="stage"><p>{html.escape(title)}: this page needs JavaScript.</p></main>
<script type="application/json" id="data">{text}</script>
<script type="application/wasm" id="module">{coded(module)}</script>
<script>{code}
{lean(OPEN)}</script>
</body></html>
"""


def lean(script) -> str:
    """A script without its indentation and comments, but those that hold quotes, which may be part of a text."""
    lines = (re.sub(r"(^| )// [^\"'`]*$", "", line.strip()) for line in script.splitlines())
    return "\n".join(filter(None, lines))


OPEN = """(async () => {
  const text = (id) => document.getElementById(id).textContent, {manifest, options} = JSON.parse(text("data"));
  const root = document.getElementById("stage");
  try {
    const game = await labGame(await labUnpacked(text("module")), manifest);
    await labPictures.ready();
    options.seed ??= crypto.getRandomValues(new Uint32Array(1))[0];
    const shown = {...labPictures, format: py.format, accent: options.accent};
    const begin = (place) => { if (window.lab) lab.leave(); window.lab = labPlay(place, game, shown, options); };
    begin(root);
    if (shown.build) labTyped(root, game, shown, options, begin);
  } catch (error) { root.textContent = "This page cannot search here: " + error.message; }
})();"""


def own(name) -> str:
    """A file of this room."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
