"""A game of the VGDL family: its value, and the generic functions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import helper
from ...game import (
    TERMINAL,
    Facts,
)
from .board import blank, create, transfer
from .cycle import advance
from .sprites import allowed
from .tables import ACTIONS, DOWN, LEFT, NIL, NOBODY, RIGHT, STATE, UP, USE
from .vocabulary import LIMIT_OF_TICKS

LOST, PLAYING, WON = 0, 1, 2
STATUS = 2.0**33  # how far a grade of a better status is above: more than any score


class Vgdl(NamedTuple):
    """A game read from a description and a level (see `building.build`)."""

    tables: np.ndarray  # one record, see `tables.TABLES`

    apart = ("legal", "payoff", "heuristic", "put")

    def facts(self):
        base = self.tables[0].thirds
        least, most = float(min(base)) / 3.0, float(max(base) + self.tables[0].weight) / 3.0
        return Facts(name="vgdl", title=title(self), players=1, actions=len(ACTIONS), branching=len(ACTIONS),
                     length=LIMIT_OF_TICKS + 1, low=min(least, 0.0), high=max(most, 1.0), dtype=STATE, zero_sum=False,
                     deterministic=False,
                     player_names=("you",), random_play=True)

    def reset(self, state, rng):
        tables = self.tables[0]
        blank(tables, state)
        for i in range(tables.starts):
            state.serial = tables.start[i, 3]
            slot = create(tables, state, int(tables.start[i, 0]), int(tables.start[i, 1]), int(tables.start[i, 2]),
                          True)
            if tables.kinds[tables.start[i, 0]].avatar and state.avatar == NOBODY:
                state.avatar = slot
            state.sprites[slot].moved = 0
        state.serial = tables.born

    def to_move(self, state):
        return TERMINAL if state.ended else 0

    def legal(self, state, out):
        """List the avatar's actions in the order USE, LEFT, RIGHT, DOWN, UP; NIL if there is none, or by option."""
        n = 0
        if not state.ended:
            if state.avatar != NOBODY:
                mine = int(self.tables[0].kinds[state.sprites[state.avatar].type].role)
                for action in range(USE, UP + 1):
                    if allowed(mine, action):
                        out[n] = action
                        n += 1
            if n == 0 or self.tables[0].nil:
                out[n] = NIL
                n += 1
        return n

    def play(self, state, action, rng):
        advance(self.tables[0], state, action, rng)

    def put(self, states, i, state):
        transfer(self.tables[0], states[i], state)

    def payoff(self, state, player):
        return worth(self, state, WON if state.winner == 1 else LOST)

    def heuristic(self, state, player):
        if state.ended:
            return worth(self, state, WON if state.winner == 1 else LOST)
        return worth(self, state, PLAYING)

    def grade(self, state, player):
        """Lost, playing, won, and within these the score [Joppen 2019, section 4.2]."""
        status = 2.0 * state.winner if state.ended else 1.0
        return status * STATUS + state.score

    def action_name(self, state, action):
        return ACTIONS[int(action)]

    def steering(self):
        """Arrow keys and the space bar; no key is doing nothing, which the engine takes whatever the avatar can do."""
        return {"ArrowLeft": LEFT, "ArrowRight": RIGHT, "ArrowDown": DOWN, "ArrowUp": UP, " ": USE, "": NIL}

    def outcome(self, state):
        how = "ended, because a sprite had no room," if state.full else "won" if state.winner == 1 else "lost"
        return f"{how} with a score of {score_of(state)}"


def title(game) -> str:
    """The title of a game."""
    return bytes(game.tables[0].title).rstrip(b"\0").decode("utf-8", "replace").capitalize() or "A game in VGDL"


def rewarded(game, lost=0.0, playing=1 / 3, won=2 / 3, score=1 / 3):
    """The same game with other payoffs: of each status, and what all of the possible score adds to it.

    The defaults are [Joppen 2019, Eq. 8]. What a search finds best may change with them, though no outcome changes its
    place in the order as long as playing >= lost + score and won >= playing + score.
    """
    tables = game.tables.copy()
    tables[0].thirds[:] = 3 * lost, 3 * playing, 3 * won
    tables[0].weight = 3 * score
    return Vgdl(tables)


@helper
def worth(game, state, status):
    """The score as a share of what is possible, in the third of [0, 1] that belongs to a status [Joppen 2019, Eq. 8],
    or as `rewarded` says."""
    tables = game.tables[0]
    share = (state.score - tables.low) / (tables.high - tables.low)
    return (min(max(share, 0.0), 1.0) * tables.weight + tables.thirds[status]) / 3.0


def score_of(state) -> int:
    """The score to report: a win is never below 1."""
    score = int(state.score)
    return max(score, 1) if state.winner == 1 else score
