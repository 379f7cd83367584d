"""What of the site is not made by Sphinx: pages to play and to watch, which share their scripts; figures and report."""

import html
import re
import shutil
from pathlib import Path

from mcts_lab import games
from mcts_lab.appearance import draws
from mcts_lab.views.svg_colours import own, rooted, themed
from mcts_papers import paths
from mcts_papers.games.vgdl.library import NAMES
from mcts_papers.reporting.pictures import img

from ..web import page, widget_script
from ..widgets.alpha_beta import AlphaBetaSteps
from ..widgets.dial import Dial
from ..widgets.lens import Lens, first_decision
from ..widgets.opening import Home, document, shared
from ..widgets.rewards import Rewards
from ..widgets.watch import Watch
from .game_pages import some_state

FIGURES = ("*.html", "*/*.svg", "*/*.gif")  # the other files there show the same again
LARGEST = 150_000  # bytes of an SVG; a larger one is of thousands of marks, and its PNG takes its place
LINK = re.compile(r'<a href="([^"#:]+)"[^>]*>[^<]*</a>')
NAV = re.compile("<nav[^>]*>")
FILM, SVG = (re.compile(rf'"([^"#:]+)\.{kind}"') for kind in ("html", "svg"))
LOOKS = """.lab-cards { list-style: none; padding: 0; display: grid; gap: .6rem;
  grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); }
.lab-cards li { margin: 0; }
.lab-cards a { display: block; height: 100%; box-sizing: border-box; padding: .5rem; text-align: center;
  text-decoration: none; border: 1px solid var(--color-background-border); border-radius: .5rem; }
.lab-cards img { display: block; width: 100%; height: 6.5rem; object-fit: contain; margin-bottom: .3rem; }
"""


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


def pages(folder, names) -> tuple[str, str]:
    """Write a page to play for each of the games, and the pages of widgets, into `folder`; return two lists of links to
    them, in HTML."""
    folder = Path(folder)
    for part in ("play", "watch"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    openings, played, watched = {}, [], []
    for name in names:
        game, place = games.make(*name.split(":")), f"play/{name.rpartition(':')[2]}"
        openings[place] = f"Play {game.facts().title}", page.opening(game)
        (folder / f"{place}.svg").write_text(picture(game), encoding="utf-8")
        played.append((f"{place}.html", game.facts().title, img(folder, f"{place}.svg", "", lazy=True)))
    if any(name.startswith("vgdl:") for name in names):
        played.append((f"{place}.html#typed", "Your own game in VGDL", ""))
    for name, (words, model) in widgets().items():
        openings[f"watch/{name}"] = model.title, widget_script.opening(model)
        watched.append((f"watch/{name}.html", words, ""))
    (folder / "lab.js").write_text(shared(opening for _, opening in openings.values()), encoding="utf-8")
    for place, (title, opening) in openings.items():
        made = document(title, opening, scripts=f"{up(place)}lab.js", home=front(place))
        (folder / f"{place}.html").write_text(made, encoding="utf-8")
    return listed(played), listed(watched)


def up(place) -> str:
    """Return the way to the folder of the site from a page at this place in it."""
    return "../" * place.count("/")


def front(place) -> Home:
    """Return the front page, for a page at this place in the site."""
    return Home(f"{up(place)}index.html", "Front page")


def picture(game) -> str:
    """Return a position as a picture for light and dark pages."""
    state = some_state(game)
    drawn = themed(*(game.svg_for(state, None, dark) for dark in (False, True)))
    return rooted(drawn, "style", "; ".join(filter(None, (own(drawn, "style"), "color-scheme: light dark"))))


def listed(cards) -> str:
    """Return a list of links in HTML: (address, words, picture) of each."""
    items = "".join(f'<li><a href="{address}">{shown}{html.escape(words)}</a></li>' for address, words, shown in cards)
    return f'<ul class="lab-cards">{items}</ul>'


def figures(folder):
    """Copy the figures and the report into `folder`, which is in that of the site; a link to a film that
    is a page becomes one to the animation, a large SVG becomes the PNG, and other links to what is not copied go. Each
    page links to the front page."""
    folder, there = Path(folder), paths.figures()
    for path in (path for pattern in FIGURES for path in there.glob(pattern)):
        if path.suffix == ".svg" and path.stat().st_size > LARGEST:
            path = path.with_suffix(".png")
        copy = folder / path.relative_to(there)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    known = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    for made in folder.glob("*.html"):
        text = LINK.sub(lambda found: found[0] if found[1] in known else "", made.read_text("utf-8"))
        text = SVG.sub(lambda found: found[0] if f"{found[1]}.svg" in known else f'"{found[1]}.png"', text)
        text = FILM.sub(lambda found: found[0] if f"{found[1]}.html" in known else f'"{found[1]}.gif"', text)
        nav = NAV.search(text).end()
        text = f"{text[:nav]}{front(f'{folder.name}/{made.name}').link()}{text[nav:]}"
        made.write_text(text, encoding="utf-8")
