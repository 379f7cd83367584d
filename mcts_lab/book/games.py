"""One page for each game: how it is played, what is fixed about it, its options, and a position in light and dark."""

from __future__ import annotations

import inspect
from pathlib import Path

from .. import games
from ..engine.random import below, stream
from ..game import CHANCE, TERMINAL, after, facts, legal_actions, start, svg, text, to_move
from ..games.how_to_play import how_to_play
from .words import markdown

PLAYS = 12  # random ones, to a position worth looking at


def write(folder):
    """Write the games' pages and their index into `folder`."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name in games.names():
        game = games.make(name)
        fact = facts(game)
        (folder / f"{name}.md").write_text(page(name, game, folder), encoding="utf-8")
        hidden = "" if fact.perfect_information else "hidden"
        rows.append(f"| [{fact.title}]({name}.md) | `{name}` | {fact.players} | {fact.branching:,} | {hidden} |")
    table = "\n".join(rows)
    listed = "\n".join(games.names())
    (folder / "index.md").write_text(
        "# Games\n\nHow each is played, and what is fixed about it. *Most actions* is an upper bound of the branching "
        "factor.\n\n| game | name | players | most actions | information |\n|---|---|---|---|---|\n"
        f"{table}\n\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n", encoding="utf-8")


def page(name, game, folder) -> str:
    """A game's page; its pictures are written into `folder`."""
    fact = facts(game)
    lines = [f"# {fact.title}", how_to_play(name), pictures(name, game, folder)]
    chance = [word for word, holds in (("chance", fact.random_play or not fact.deterministic),
                                       ("hidden information", not fact.perfect_information)) if holds]
    lines.append("## Facts\n\n" + "\n".join([
        "| | |", "|---|---|", f"| name | `{name}` |",
        f"| players | {fact.players}{': ' + ', '.join(map(str, fact.player_names)) if fact.player_names else ''} |",
        f"| actions | {fact.actions:,}, at most {fact.branching:,} at a time |",
        f"| length | at most {fact.length:,} plays |",
        f"| payoffs | {fact.low:g} to {fact.high:g}{', zero sum' if fact.zero_sum else ''} |",
        f"| beyond skill | {' and '.join(chance) or 'nothing'} |"]))
    chosen = games.options(name)
    if chosen:
        rows = "\n".join(f"| `{option}` | `{value!r}` |" for option, value in chosen.items())
        lines.append(f"## Options\n\n| option | default |\n|---|---|\n{rows}\n\n{explained(name)}")
    return "\n\n".join(lines) + "\n"


def pictures(name, game, folder) -> str:
    """A position after some random plays: a picture for light and one for dark pages, or text where there is none."""
    state = some_state(game)
    try:
        for dark in (False, True):
            (folder / f"{name}_{'dark' if dark else 'light'}.svg").write_text(svg(game, state, dark), encoding="utf-8")
    except Exception:  # a game without a picture
        return f"```text\n{text(game, state)}\n```"
    return "\n\n".join(f":::{{image}} {name}_{kind}.svg\n:class: only-{kind}\n:width: 420px\n"
                       f":alt: A position of {facts(game).title}\n:::" for kind in ("light", "dark"))


def some_state(game):
    """A position after a few random plays, not a finished one."""
    rng = stream(3)
    state = start(game, 3)
    for _ in range(PLAYS):
        actions = legal_actions(game, state)
        if not actions:
            break
        following = after(game, state, actions[below(rng, len(actions))], seed=int(below(rng, 1 << 30)))
        if to_move(game, following) == TERMINAL:
            break
        state = following
    while to_move(game, state) == CHANCE:
        state = after(game, state, legal_actions(game, state)[0])
    return state


def explained(name) -> str:
    """Return what is said of a game's options where it is defined."""
    return markdown(inspect.getdoc(games.GAMES[name]) or "")
