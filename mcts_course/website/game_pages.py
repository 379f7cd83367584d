"""One page for each game: how it is played, what is fixed about it, its options, and a position in light and dark."""

import inspect
from pathlib import Path

from mcts_lab import games
from mcts_lab.engine.random import below, stream
from mcts_lab.game import CHANCE, TERMINAL, after, legal_actions, start
from mcts_lab.games.how_to_play import how_to_play
from mcts_lab.views.templates import filled

PLAYS = 12  # random ones, to a position worth looking at


def write(folder, played=()):
    """Write the games' pages and their index into `folder`.

    played: names of those that have a page to play, to which theirs links; those in VGDL as ``vgdl:zelda``
    """
    folder, facts = Path(folder), {}
    folder.mkdir(parents=True, exist_ok=True)
    for name in games.names():
        game = games.make(name)
        facts[name] = game.facts()
        there = next((one.rpartition(":")[2] for one in reversed(played) if one.partition(":")[0] == name), None)
        (folder / f"{name}.md").write_text(page(name, game, folder, there), encoding="utf-8")
    (folder / "index.md").write_text(filled(__package__, "games.md", games=facts), encoding="utf-8")


def page(name, game, folder, live=None) -> str:
    """A game's page; its pictures are written into `folder`.

    live: name of the page to play, without its suffix; None: there is none
    """
    fact = game.facts()
    chance = [word for word, holds in (("chance", fact.random_play or not fact.deterministic),
                                       ("hidden information", not fact.perfect_information)) if holds]
    return filled(__package__, "game.md", name=name, fact=fact, how_to_play=how_to_play(name), live=live,
                  picture=pictures(name, game, folder), chance=chance, meaning=inspect.getdoc(games.GAMES[name]),
                  options={option: repr(value) for option, value in games.options(name).items()})


def pictures(name, game, folder) -> str:
    """A position after some random plays: a picture for light and one for dark pages, or text where there is none."""
    state = some_state(game)
    try:
        for dark in (False, True):
            (folder / f"{name}_{'dark' if dark else 'light'}.svg").write_text(game.svg(state, dark), encoding="utf-8")
    except Exception:  # a game without a picture
        return f"```text\n{game.text(state)}\n```"
    return "\n\n".join(f":::{{image}} {name}_{kind}.svg\n:class: only-{kind}\n:width: 420px\n"
                       f":alt: A position of {game.facts().title}\n:::" for kind in ("light", "dark"))


def some_state(game):
    """A position after a few random plays, not a finished one."""
    rng = stream(3)
    state = start(game, 3)
    for _ in range(PLAYS):
        actions = legal_actions(game, state)
        if not actions:
            break
        following = after(game, state, actions[below(rng, len(actions))], seed=int(below(rng, 1 << 30)))
        if game.to_move(following) == TERMINAL:
            break
        state = following
    while game.to_move(state) == CHANCE:
        state = after(game, state, legal_actions(game, state)[0])
    return state
