"""A page to play a game against searches that run in it: one file, without a server or the network."""

import base64

import numpy as np

from mcts_lab.appearance import draws
from mcts_lab.game import check_state, game_of
from mcts_lab.players.search import LEVELS, SearchPlayer
from mcts_lab.search.advice import example
from mcts_lab.views.captions import said_of_payoffs
from mcts_lab.views.svg_colours import ACCENT, themed

from ..widgets import charts, review
from ..widgets.boards import readable
from ..widgets.opening import Opening, document, lean, literal, script, source
from .compiled_game import wasm
from .game_script import pictures
from .memory_layout import coded
from .offers import usual

ITERATIONS = 3000
ABOUT = "The search runs in this page, by the same rules and the same source as in Python; nothing is sent anywhere."
SECRET = " What is hidden lies in the page's memory all the same: a look into the browser's tools is cheating."


REVIEW = ("Look", "turning", "told", "course")
X = ("orange", "#d55e00"), ("yellow", "#f0c23b")
SIDES = {"connect_four": X, "tic_tac_toe": X, "hex": X, "othello": (("black", "#23272f"), ("white", "#fafafa")),
         "breakthrough": (("black", "#23272f"), ("white", "#fafafa")), "phantom_ttt": X, "phantom444": X,
         "discrete_soccer": (("red", "#c8102e"), ("blue", "#0b4fa8"))}  # the colours of the players' pieces, with names


def play_page(game, agents=None, seat=0, seed=None, state=None) -> str:
    """Return a web page to play in (see `opening`): one file, without a server or the network."""
    return document(f"Play {game.facts().title}", opening(game, agents, seat, seed, state))


def opening(game, agents=None, seat=0, seed=None, state=None, note="") -> Opening:
    """Return what opens a page to play `game` in, against any of `agents`.

    agents: dict from names to players that search by a `UCT` with iterations, or to `UCT`s; None: the usual ones
    seat: the person's; seed: of chance and of the searches, None draws one whenever the page is opened
    state: where games begin; None: at the start
    note: what the page says of itself beside the usual

    Raises ValueError, in one sentence, for what cannot be in a page: other players, a game whose states are no records
    or whose drawing cannot be translated.
    """
    game = game_of(game)
    known = game.facts()
    if not 0 <= seat < known.players:
        raise ValueError(f"Seat {seat} does not exist, because {known.title} has the seats 0 to {known.players - 1}. "
                         "Choose one of these.")
    if state is not None:
        check_state(game, state)
    found = [described(name, agent, known) for name, agent in (agents or usual(game)).items()]
    made = wasm(game, {agent["name"]: agent.pop("method") for agent in found})
    drawn = draws(game)
    reads = {"build": game.read_into} if hasattr(game, "read_into") else {}  # games that are made of texts
    shown = pictures(game, {"bars": charts.bars, "Bar": charts.Bar, "lines": charts.words_lines, "themed": themed,
                            "readable": readable, "said": said_of_payoffs, **reads,
                            **({name: getattr(review, name) for name in REVIEW} if review.solvable(game) else {})})
    options = {"agents": found, "seat": int(seat), "seed": seed, "drawn": bool(drawn),
               "keys": (game.steering() if known.players == 1 else None) or None,
               "about": ABOUT + note + ("" if known.perfect_information else SECRET), "accent": ACCENT,
               "levels": list(LEVELS.items()), "solvable": review.solvable(game), "sides": SIDES.get(known.name, ()),
               "begin": None if state is None else base64.b64encode(np.asarray(state).tobytes()).decode()}
    data = literal({"manifest": made.manifest, "options": options})
    scripts = [script("stage.js"), *(script(name, __package__) for name in ("python.js", "live.js", "play.js"))]
    return Opening((*scripts, *([source("typed.js", __package__)] if reads else ())),
                   f'async (root) => {{\nconst {{manifest, options}} = {data}, module = "{coded(made.wasm)}";\n'
                   f"{shown}{lean(source('open.js', __package__))}\n}}")


def described(name, agent, about=None) -> dict:
    """What a page knows of an agent. Raises ValueError for one that it cannot have.

    about: the facts of the game, for which errors give examples; None: it is not known
    """
    iterations = ITERATIONS
    method = agent.method if isinstance(agent, SearchPlayer) else agent
    such = example(about, "UCT()")
    if not hasattr(method, "selection"):
        raise ValueError(f"{name} is not a UCT, but a web page can only search with UCT. Give {such}, or no search.")
    if isinstance(agent, SearchPlayer):
        if agent.keep_tree or set(agent.budget) != {"iterations"}:
            raise ValueError(f"{name} searches with "
                             f"{', '.join(agent.budget)}{' and keeps its tree' if agent.keep_tree else ''}, but on a "
                             "web page, the budget of an agent must be a number of iterations. Give, for example, "
                             f"SearchPlayer({such}, iterations=1000).")
        iterations = int(agent.budget["iterations"])
    return {"name": name, "iterations": iterations, "c": getattr(method.selection, "c", None), "method": method}
