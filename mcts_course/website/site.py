"""What of the site is not made by Sphinx: its front page, pages to play and to watch, lists, figures and report.

All have one frame (`frame.html`), which they share with the pages of Sphinx.
"""

import inspect
import re
import shutil
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mcts_lab import games
from mcts_lab.appearance import draws
from mcts_lab.textbook.node import back_up, simulate
from mcts_lab.textbook.uct import expand, select, uct
from mcts_lab.views.plots import style
from mcts_lab.views.svg_colours import own, rooted, themed
from mcts_lab.views.templates import Html, filled
from mcts_papers import paths
from mcts_papers.games.vgdl.library import NAMES
from mcts_papers.reporting.answers import ANSWERS
from mcts_papers.reporting.findings import finding
from mcts_papers.reporting.pictures import img

from ..web import page, widget_script
from ..widgets.alpha_beta import AlphaBetaSteps
from ..widgets.dial import Dial
from ..widgets.lens import Lens, first_decision
from ..widgets.opening import shared, source
from ..widgets.rewards import Rewards
from ..widgets.watch import Watch
from . import cards
from .game_pages import some_state
from .slides import marked

FIGURES = ("*.html", "*/*.svg", "*/*.gif")  # the other files there show the same again
LARGEST = 150_000  # bytes of an SVG; a larger one is of thousands of marks, and its PNG takes its place
FRONT = "connect_four"  # the game that the front page begins with
LINK = re.compile(r'<a href="([^"#:]+)"[^>]*>[^<]*</a>')
FILM, SVG = (re.compile(rf'"([^"#:]+)\.{kind}"') for kind in ("html", "svg"))
HEAD, BODY, MAIN = re.compile("(?=</head>)"), re.compile("(?<=<body>)"), re.compile("(?<=<main)")
LOOKS = ("frame.css", "frame.js", "play.css")


class Card(NamedTuple):
    """A link to a page with a stage: its place in the site, and what is seen of it."""

    place: str
    words: str
    picture: str = ""


def written(folder, place, template, **values):
    """Write a page of the site from a template of this folder; `place` is that in the site."""
    path = Path(folder) / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(filled(__package__, template, up=up(place), **values), encoding="utf-8")


def looks(folder):
    """Write the style sheets and the script that all pages share into `folder`."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in LOOKS:
        (folder / name).write_text(source(name, __package__), encoding="utf-8")
    follows = style.FOLLOWS.removeprefix("<style>").removesuffix("</style>")
    (folder / "stage.css").write_text(f"{source('stage.css')}\n{follows}\n", encoding="utf-8")


def played() -> list[str]:
    """Return the names of the games with a page to play: all that have pictures, those in VGDL as ``vgdl:zelda``."""
    kinds = {name: type(games.make(name)) for name in games.names() if name != "vgdl"}
    return [*(name for name, kind in kinds.items() if draws(kind)),
            *(f"vgdl:{name}" for name in NAMES)]


def widgets() -> dict:
    """Return the widgets with a page: file name -> (words, model)."""
    four, whist = games.connect_four(), games.knockout_whist(players=2)
    return {
        "watch": ("Watch a search, step by step", Watch.of(four, iterations=60, seed=1)),
        "dial": ("Turn the exploration dial", Dial()),
        "rewards": ("What is a draw worth?", Rewards({"safe": (0, 10, 0), "bold": (4, 0, 6)})),
        "alpha_beta": ("Alpha-beta on your own tree", AlphaBetaSteps.example()),
        "lens": ("Which cards may the others hold?", Lens(whist, first_decision(whist, 1))),
    }


def pages(folder, names):
    """Write the pages to play these games, those of widgets, the front page and the lists into `folder`."""
    folder, lessons, played = Path(folder), cards.lessons(), []
    openings = {name: page.opening(games.make(*name.split(":"))) for name in dict.fromkeys((*names, FRONT))}
    for name in names:
        kind, _, which = name.partition(":")
        title, place = games.make(*name.split(":")).facts().title, f"play/{which or kind}"
        about = {one.name: one for one in lessons}.get(cards.LESSONS.get(kind))
        written(folder, f"{place}.html", "stage.html", title=f"Play {title}", words=title, kind="play", game=kind,
                rules=Html(marked(cards.rules(name))), lesson=about, script=openings[name].on("stage"), code=())
        (folder / f"{place}.svg").write_text(picture(games.make(*name.split(":"))), encoding="utf-8")
        played.append(Card(f"{place}.html", title, img(folder / "play", f"{which or kind}.svg", "", lazy=True)))
    if any(name.startswith("vgdl:") for name in names):
        played.append(Card(f"{place}.html#typed", "Your own game in VGDL"))
    models = {f"watch/{name}.html": made for name, made in widgets().items()}
    watching = {place: widget_script.opening(model) for place, (_, model) in models.items()}
    for place, opening in watching.items():
        written(folder, place, "stage.html", title=models[place][1].title, words=models[place][0], kind="watch",
                rules="", script=opening.on("stage"), code=code() if place == "watch/watch.html" else ())
    (folder / "play" / "play.js").write_text(shared(openings.values()), encoding="utf-8")
    (folder / "watch" / "watch.js").write_text(shared(watching.values()), encoding="utf-8")
    written(folder, "play/index.html", "games.html", title="Play", games=played,
            watched=[Card(place, words) for place, (words, _) in models.items()])
    for one in lessons:
        if one.picture:
            (folder / "lessons" / "cards").mkdir(parents=True, exist_ok=True)
            (folder / "lessons" / "cards" / f"{one.name}.png").write_bytes(one.picture)
    written(folder, "lessons/index.html", "lessons.html", title="Lessons", lessons=lessons)
    written(folder, "papers.html", "papers.html", title="Papers", papers=findings())
    written(folder, "index.html", "front.html", title="Play against a search", lessons=lessons, papers=findings(),
            script=openings[FRONT].on("stage"))


def code() -> list:
    """Return the lines of the textbook's UCT and of its phases: the function, the line of the file and the text."""
    found = []
    for function in (uct, select, expand, simulate, back_up):
        lines, first = inspect.getsourcelines(function)
        numbered = enumerate("".join(lines).rstrip().split("\n"), first)
        found += [(function.__name__, number, line) for number, line in numbered if '"""' not in line]
        found.append(("", 0, ""))
    return found


@cache
def findings() -> dict:
    """Return what was found about each paper, by its name."""
    return {name: finding(name) for name in ANSWERS}


def up(place) -> str:
    """Return the way to the folder of the site from a page at this place in it."""
    return "../" * place.count("/")


def picture(game) -> str:
    """Return a position as a picture for light and dark pages."""
    state = some_state(game)
    drawn = themed(*(game.svg_for(state, None, dark) for dark in (False, True)))
    return rooted(drawn, "style", "; ".join(filter(None, (own(drawn, "style"), "color-scheme: light dark"))))


def figures(folder):
    """Copy the figures and the report into `folder`, which is in that of the site; a link to a film that
    is a page becomes one to the animation, a large SVG becomes the PNG, and other links to what is not copied go. Each
    page gets the frame of the site."""
    folder, there = Path(folder), paths.figures()
    for path in (path for pattern in FIGURES for path in there.glob(pattern)):
        if path.suffix == ".svg" and path.stat().st_size > LARGEST:
            path = path.with_suffix(".png")
        copy = folder / path.relative_to(there)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    known = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    way = up(f"{folder.name}/")
    link = Html(f'<link rel="stylesheet" href="{way}_static/frame.css">')
    for made in folder.glob("*.html"):
        text = LINK.sub(lambda found: found[0] if found[1] in known else "", made.read_text("utf-8"))
        text = SVG.sub(lambda found: found[0] if f"{found[1]}.svg" in known else f'"{found[1]}.png"', text)
        text = FILM.sub(lambda found: found[0] if f"{found[1]}.html" in known else f'"{found[1]}.gif"', text)
        text = MAIN.sub(' id="content"', HEAD.sub(link, text, 1), 1)
        text = BODY.sub(lambda _: filled(__package__, "header.html", up=way), text, 1)
        made.write_text(text, encoding="utf-8")
