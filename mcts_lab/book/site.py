"""A site to play, to watch and to turn the dial: ``python -m mcts_lab.book.site [FOLDER] [GAME ...]``.

Each page is one file that computes by itself, so the folder may lie on any static host or on a USB stick.
"""

from __future__ import annotations

import html
import sys
from pathlib import Path

from .. import games
from ..game import facts
from ..project import paths
from ..views.widgets.alpha_beta import AlphaBetaSteps
from ..views.widgets.dial import Dial
from ..views.widgets.explore import Explore
from ..views.widgets.lens import Lens, first_decision
from ..views.widgets.rewards import Rewards
from ..views.widgets.watch import Watch
from ..web.models import model_page
from ..web.page import play_page

MARK = ".mcts_lab_site"
GAMES = ("connect_four", "tic_tac_toe", "othello", "hex", "breakthrough", "nim", "knockout_whist", "spades",
         "kuhn_poker")
STYLE = """:root { color-scheme: light dark; background: light-dark(#ffffff, #16191d); }
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 1rem auto; padding: 0 1rem;
  color: light-dark(#1a1a1a, #ececec); }
a { color: light-dark(#0b57a4, #8cc4ff); }
ul { list-style: none; padding: 0; display: grid; gap: .5rem;
  grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
li a { display: block; padding: .7rem .9rem; border: 1px solid light-dark(#8a8f98, #6b727c); border-radius: .5rem;
  text-decoration: none; }"""


def widgets() -> dict:
    """The widgets of the site: file name -> (words, model)."""
    four, whist = games.connect_four(), games.knockout_whist(players=2)
    return {
        "watch": ("Watch a search, step by step", Watch.of(four, iterations=60, seed=1)),
        "dial": ("Turn the exploration dial", Dial()),
        "explore": ("More iterations, another constant", Explore(four)),
        "rewards": ("What is a draw worth?", Rewards({"safe": (0, 10, 0), "bold": (4, 0, 6)})),
        "alpha_beta": ("Alpha-beta on your own tree", AlphaBetaSteps.example()),
        "lens": ("Which cards may the others hold?", Lens(whist, first_decision(whist, 1))),
    }


def write(folder, names=GAMES) -> Path:
    """Write the site into `folder`, over an earlier one, and return its first page.

    names: of the games that have pages
    Raises ValueError for a folder that is neither new, nor empty, nor an earlier site, and for a game without a page.
    """
    folder = Path(folder)
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise ValueError(f"{folder} holds something else: name a folder that is new or empty")
    for part in ("play", "watch"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("made by make site, which writes over its own files here\n", encoding="utf-8")
    played = []
    for name in names:
        game = games.make(name)
        (folder / "play" / f"{name}.html").write_text(play_page(game), encoding="utf-8")
        played.append((f"play/{name}.html", facts(game).title))
    watched = []
    for name, (words, model) in widgets().items():
        (folder / "watch" / f"{name}.html").write_text(model_page(model), encoding="utf-8")
        watched.append((f"watch/{name}.html", words))
    first = folder / "index.html"
    first.write_text(front(played, watched), encoding="utf-8")
    return first


def front(played, watched) -> str:
    """The first page, with links: pairs of a place and its words."""
    def listed(links):
        return "\n".join(f'<li><a href="{html.escape(place)}">{html.escape(words)}</a></li>' for place, words in links)

    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>How programs find good moves</title>
<style>{STYLE}</style></head>
<body><main><h1>How programs find good moves</h1>
<p>Play against a search, watch it think, turn its dial. Everything is computed in these pages; nothing is sent
anywhere, and nothing needs to be installed.</p>
<h2>Play</h2>
<ul>
{listed(played)}
</ul>
<h2>Watch, and turn the dial</h2>
<ul>
{listed(watched)}
</ul></main></body></html>
"""


def main(arguments) -> int:
    """Write into the folder named, or `site/`, the games named, or the usual ones; the exit status."""
    folder, *names = arguments or [paths.root() / "site"]
    try:
        print(f"open {write(folder, names or GAMES)}")
    except (ValueError, games.UnknownGame, OSError) as error:
        print(f"site: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
