"""A page to play a game against searches that run in it: one file, without a server or the network."""

from __future__ import annotations

import base64

import numpy as np

from ..game import check_state, facts, steering, svg, svg_for
from ..players.search import SearchPlayer
from ..views.widgets import charts
from ..views.widgets.opening import Opening, document, lean, literal, script, source
from ..views.widgets.play import words_lines
from ..views.widgets.svg import ACCENT, themed
from ..views.widgets.watch import readable
from ..views.words import said_of_payoffs
from .export import wasm
from .layout import coded
from .offers import usual
from .pictures import pictures

ITERATIONS = 3000
ABOUT = "The search runs in this page, by the same rules and the same source as in Python; nothing is sent anywhere."
SECRET = " What is hidden lies in the page's memory all the same: a look into the browser's tools is cheating."


def play_page(game, agents=None, seat=0, seed=None, state=None) -> str:
    """Return a web page to play in (see `opening`): one file, without a server or the network."""
    return document(f"Play {facts(game).title}", opening(game, agents, seat, seed, state))


def opening(game, agents=None, seat=0, seed=None, state=None) -> Opening:
    """Return what opens a page to play `game` in, against any of `agents`.

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
    made = wasm(game, {agent["name"]: agent.pop("method") for agent in found})
    drawn = svg_for.defines(type(game)) or svg.defines(type(game))
    reads = {"build": game.read_into} if hasattr(game, "read_into") else {}  # games that are made of texts
    shown = pictures(game, {"bars": charts.bars, "Bar": charts.Bar, "lines": words_lines, "themed": themed,
                            "readable": readable, "said": said_of_payoffs, **reads})
    options = {"agents": found, "seat": int(seat), "seed": seed, "drawn": bool(drawn),
               "keys": (steering(game) if known.players == 1 else None) or None,
               "about": ABOUT + ("" if known.perfect_information else SECRET), "accent": ACCENT,
               "begin": None if state is None else base64.b64encode(np.asarray(state).tobytes()).decode()}
    data = literal({"manifest": made.manifest, "options": options})
    scripts = [script("stage.js"), *(script(name, __package__) for name in ("python.js", "live.js", "play.js"))]
    return Opening((*scripts, *([source("typed.js", __package__)] if reads else ())),
                   f'async (root) => {{\nconst {{manifest, options}} = {data}, module = "{coded(made.wasm)}";\n'
                   f"{shown}{lean(OPEN)}\n}}")


def described(name, agent) -> dict:
    """What a page knows of an agent. Raises ValueError for one that it cannot have."""
    iterations = ITERATIONS
    method = agent.method if isinstance(agent, SearchPlayer) else agent
    if not hasattr(method, "selection"):
        raise ValueError(f"{name} is no UCT, and only these search in a page: give a UCT, or leave it out")
    if isinstance(agent, SearchPlayer):
        if agent.keep_tree or set(agent.budget) != {"iterations"}:
            raise ValueError(f"{name} searches with {', '.join(agent.budget)}"
                             f"{' and keeps its tree' if agent.keep_tree else ''}; in a page an agent has a number of "
                             "iterations alone, such as SearchPlayer(UCT(), iterations=1000)")
        iterations = int(agent.budget["iterations"])
    return {"name": name, "iterations": iterations, "c": getattr(method.selection, "c", None), "method": method}


OPEN = """let playing = null;
try {
  const game = await labGame(await labUnpacked(module), manifest);
  await labPictures.ready();
  options.seed ??= crypto.getRandomValues(new Uint32Array(1))[0];
  const shown = {...labPictures, format: py.format, accent: options.accent};
  const begin = (place) => {
    if (playing) playing.leave();
    window.lab = playing = labPlay(place, game, shown, options);
  };
  begin(root);
  if (shown.build) labTyped(root, game, shown, options, begin);
} catch (error) { root.textContent = "This page cannot search here: " + error.message; }"""
