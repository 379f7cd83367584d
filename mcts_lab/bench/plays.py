"""Plays of random games, one after the other: what a game's rules cost without any search."""

from __future__ import annotations

import numpy as np

from ..engine.generic import compiler, entry
from ..game import TERMINAL, facts, play, random_action, reset, to_move


def random_plays(game, state, plays, rng, compiled=None) -> int:
    """Make `plays` uniformly random plays, starting again whenever a game ends; return the number of games finished.

    Changes `state`. For games without chance turns. `compiled` None compiles if Numba is there.
    """
    compiled = compiler.available() if compiled is None else compiled
    scratch = np.empty(facts(game).branching, np.int32)
    return int(make_plays(game, state, plays, rng, scratch, compiled=compiled))


@entry
def make_plays(game, state, plays, rng, scratch):
    games = 0
    for _ in range(plays):
        if to_move(game, state) == TERMINAL:
            games += 1
            reset(game, state, rng)
        play(game, state, random_action(game, state, rng, scratch), rng)
    return games
