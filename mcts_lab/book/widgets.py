"""The widgets of the lessons as they step in the book: without a kernel and without network.

A page cannot run Python, so each widget's frames are made while the book is built. What needs a kernel for every click,
such as playing, stays a still picture.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from .. import games
from ..game import after, start
from ..views.plots import style

MOST_FRAMES = 80


class Demo(NamedTuple):
    """A widget in a lesson: `make()` gives the model that the cell with the words `cell` shows."""

    lesson: str
    cell: str
    name: str  # of its file
    make: Callable


def position(game, *actions):
    """The game, and the state after some actions."""
    state = start(game)
    for action in actions:
        state = after(game, state, action)
    return game, state


def four_phases(seed, *actions, **options):
    from ..views.widgets.watch import Watch

    return Watch.of(*position(games.tic_tac_toe(), *actions), seed=seed, **options)


def alpha_beta():
    from ..views.widgets.alpha_beta import AlphaBetaSteps

    return AlphaBetaSteps([[[5, 6], [7, 4]], [[3, 2], [9, 8]], [[6, 7], [1, 2]]])


def dial():
    from ..views.widgets.dial import Dial

    return Dial((0.8, 0.6, 0.4), runs=60)


def converge():
    from ..views.widgets.converge import Converge

    return Converge(*position(games.connect_four(), 3, 3, 2), iterations=1500, compiled=False)


def lens():
    from ..games.spades import RulePlayer
    from ..views.widgets.lens import Lens

    game = games.spades()
    state = start(game, 4)
    for _ in range(4):
        state = after(game, state, RulePlayer().choose(game, state, 0))
    return Lens(game, state, worlds=12)


def fusion():
    from ..views.widgets.lens import Fusion

    return Fusion()


def pruning():
    from ..views.widgets.pruning import PruningLens

    return PruningLens(branchings=(2, 4, 8, 12), looks=(10, 40, 160), compiled=False)


def bugs(kind, **options):
    from ..views.widgets.bugs import BugLab

    return kind(BugLab)(**options)


def tournament():
    from ..views.widgets.bugs import BugPlayer
    from ..views.widgets.tournament import Tournament

    players = [BugPlayer(bug) for bug in ("none", "sign", "draw", "leaf", "value")]
    return Tournament.of(games.tic_tac_toe(), players, rounds=8, seed=1)


DEMOS = (
    Demo("00_start_here", "Watch(steps", "first_iterations", lambda: four_phases(4, iterations=20)),
    Demo("01_minimax_and_alpha_beta", "AlphaBetaSteps(example)", "alpha_beta", alpha_beta),
    Demo("02_bandits_and_uct", "Watch(steps", "four_phases", lambda: four_phases(5, 4, 0, 8, iterations=40)),
    Demo("02_bandits_and_uct", "Dial((0.8", "dial", dial),
    Demo("02_bandits_and_uct", "Converge(game", "converge", converge),
    Demo("04_powley2013_ismcts", "Lens(game", "lens", lens),
    Demo("04_powley2013_ismcts", "Fusion()", "fusion", fusion),
    Demo("06_large_branching_factors", "PruningLens(", "pruning", pruning),
    Demo("11_bug_gallery", 'BugLab(bug="sign")', "bug", lambda: bugs(lambda lab: lab, bug="sign")),
    Demo("11_bug_gallery", "Tournament.of(", "tournament", tournament),
    Demo("11_bug_gallery", "BugLab.cheating()", "cheating", lambda: bugs(lambda lab: lab.cheating)),
    Demo("11_bug_gallery", "BugLab.ward()", "ward", lambda: bugs(lambda lab: lab.ward)),
)


def of(lesson) -> list[Demo]:
    """The widgets of a lesson that step in the book."""
    return [demo for demo in DEMOS if demo.lesson == lesson]


def write(folder):
    """Write the stage and the frames of all widgets into `folder`, for pages to load."""
    from ..views.widgets.export import chosen
    from ..views.widgets.stage import source

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "stage.js").write_text(source("stage.js"), encoding="utf-8")
    follows = style.FOLLOWS.removeprefix("<style>").removesuffix("</style>")
    (folder / "stage.css").write_text(f"{source('stage.css')}\n{follows}\n", encoding="utf-8")
    for demo in DEMOS:
        model = demo.make()
        data = model.to_json(chosen(model, MOST_FRAMES)) | {"begin": 0}
        (folder / f"{demo.name}.js").write_text(
            f'addEventListener("DOMContentLoaded", () => labLocal(document.getElementById("{demo.name}"), '
            f"{json.dumps(data)}));\n", encoding="utf-8")


def place(demo) -> str:
    """What stands on a lesson's page where the widget is, in HTML."""
    return (f'<div id="{demo.name}"><noscript>Here stands a widget that needs JavaScript.</noscript></div>'
            f'<script src="../_static/{demo.name}.js"></script>')
