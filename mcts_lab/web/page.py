"""A page to play a game against searches that run in it: one file, without a server or the network."""

from __future__ import annotations

import base64
import html
import json
from importlib.resources import files

import numpy as np

from ..game import facts, svg, svg_for
from ..players.search import SearchPlayer
from ..views.widgets import charts
from ..views.widgets.play import words_lines
from ..views.widgets.stage import source
from ..views.widgets.svg import ACCENT, themed
from ..views.widgets.watch import readable
from .export import wasm
from .offers import offers
from .pictures import pictures

ITERATIONS = 3000
USUAL = ("UCT", "SO-ISMCTS", "open-loop UCT", "O-MCTS", "MCTS-Solver")
ABOUT = "The search runs in this page, by the same rules and the same source as in Python; nothing is sent anywhere."
SECRET = " What is hidden lies in the page's memory all the same: a look into the browser's tools is cheating."
STYLE = ":root { color-scheme: light dark; background: light-dark(#ffffff, #16191d); } body { margin: .5rem; } "\
        "#stage input[type=text] { min-width: 0; width: 7em; }"


def play_page(game, agents=None, seat=0, seed=None, state=None) -> str:
    """A web page to play `game` in, against any of `agents`.

    agents: dict from names to players that search by a `UCT` with iterations, or to `UCT`s; None: the usual ones
    seat: the person's; seed: of chance and of the searches, None draws one whenever the page is opened
    state: where games begin; None: at the start

    Raises ValueError, in one sentence, for what cannot be in a page: other players, a game whose states are no records
    or whose drawing cannot be translated.
    """
    known = facts(game)
    found = [described(name, agent) for name, agent in (agents or usual(game)).items()]
    drawn = svg_for.defines(type(game)) or svg.defines(type(game))
    shown = pictures(game, {"bars": charts.bars, "Bar": charts.Bar, "lines": words_lines, "themed": themed,
                            "readable": readable})
    made = wasm(game, {agent["name"]: agent.pop("method") for agent in found})
    options = {"agents": found, "seat": int(seat), "seed": seed, "drawn": bool(drawn),
               "about": ABOUT + ("" if known.perfect_information else SECRET), "accent": ACCENT,
               "begin": None if state is None else base64.b64encode(np.asarray(state).tobytes()).decode()}
    return document(f"Play {known.title}", {"manifest": made.manifest, "options": options}, made.wasm, shown)


def usual(game) -> dict:
    """The agents of a page that says nothing else."""
    known = offers(game)
    return {name: known[name] for name in USUAL if name in known}


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
    scripts = [source("stage.js"), *(own(name) for name in ("python.js", "live.js", "play.js")), shown]
    code = "\n".join(script.partition("\nif (typeof module")[0] for script in scripts)
    text = json.dumps(data).replace("<", "\\u003c")
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{html.escape(title)}</title>
<style>{STYLE}
{source("stage.css")}</style></head>
<body><main id="stage"><p>{html.escape(title)}: this page needs JavaScript.</p></main>
<script type="application/json" id="data">{text}</script>
<script type="application/wasm" id="module">{base64.b64encode(module).decode()}</script>
<script>{code}
{OPEN}</script>
</body></html>
"""


OPEN = """(async () => {
  const text = (id) => document.getElementById(id).textContent, {manifest, options} = JSON.parse(text("data"));
  const root = document.getElementById("stage");
  try {
    const game = await labGame(Uint8Array.from(atob(text("module")), (letter) => letter.charCodeAt(0)), manifest);
    options.seed ??= crypto.getRandomValues(new Uint32Array(1))[0];
    window.lab = labPlay(root, game, {...labPictures, format: py.format, accent: options.accent}, options);
  } catch (error) { root.textContent = "This page cannot search here: " + error.message; }
})();"""


def own(name) -> str:
    """A file of this room."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
