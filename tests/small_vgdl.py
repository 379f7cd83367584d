"""Games of a few lines in VGDL, playing them, and what is seen then: for tests."""

import numpy as np
from conformance.vgdl import our_rows

from mcts_lab.engine.generic import entry
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, copy, play, start, to_move
from mcts_lab.games.vgdl import Vgdl
from mcts_lab.games.vgdl.building import build
from mcts_lab.games.vgdl.chance import faults, tape
from mcts_lab.games.vgdl.words import name_of

GEM = """BasicGame square_size=10
  SpriteSet
    gem > Immovable
  LevelMapping
    g > gem
  InteractionSet
    gem avatar > killSprite scoreChange=2
  TerminationSet
    SpriteCounter stype=gem win=True
"""


def write_gem(folder):
    """Write a game and a level of it, gem.txt and level.txt, and a game with a mistake in line 9, wrong.txt."""
    (folder / "gem.txt").write_text(GEM)
    (folder / "wrong.txt").write_text(GEM.replace("win=True", "win=Treu"))
    (folder / "level.txt").write_text("Ag \n")


@entry
def cycles(game, state, actions, rng):
    for i in range(len(actions)):
        if to_move(game, state) != TERMINAL:
            play(game, state, actions[i], rng)


def run(game, *actions, state=None, seed=0, draws=None, compiled=False):
    """The state after some actions from the start (or `state`).

    draws: the random draws, as `mcts_lab.games.vgdl.chance.tape` wants them; all must be used, and no others.
    """
    state = start(game, 0) if state is None else copy(game, state)
    rng = stream(seed) if draws is None else tape(draws)
    cycles(game, state, np.array(actions, np.int64), rng, compiled=compiled)
    assert draws is None or faults(rng, len(draws)) == ""
    return state


def sprites(game, state, name):
    """(x, y) in pixels of the sprites of a type that can change, in the order of creation."""
    slots, rows = our_rows(game, state)
    return [(int(r[1]), int(r[2])) for r in rows if name_of(game.tables[0], int(r[0])) == name]


HEAD = """BasicGame square_size=10
  SpriteSet
    floor > Immovable
"""


def small(kinds, interactions, level, endings="", mapping="", first="", **options):
    """A game from its parts; each letter but w, A and . stands for the type of that name. A cell has 10 pixels.

    first: more options of the first line.
    """
    letters = sorted({c for c in level if c.islower() and c != "w"} - {line.split()[0] for line in mapping.split("\n")
                                                                     if line.strip()})
    lines = [HEAD.replace("\n", f" {first}\n", 1) + "".join(f"    {k}\n" for k in kinds.split("\n") if k.strip())]
    lines += ["  LevelMapping\n    . > floor\n"]
    lines += [f"    {c} > {c}\n" for c in letters]
    lines += [f"    {m.strip()}\n" for m in mapping.split("\n") if m.strip()]
    lines += ["  InteractionSet\n", *(f"    {i.strip()}\n" for i in interactions.split("\n") if i.strip())]
    lines += ["  TerminationSet\n", *(f"    {e.strip()}\n" for e in (endings or "Timeout limit=900").split("\n"))]
    return Vgdl(build("".join(lines), level, **options)[0])
