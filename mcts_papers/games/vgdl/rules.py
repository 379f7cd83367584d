"""The rules of a game in VGDL."""

from __future__ import annotations

import numpy as np

from mcts_lab.engine.bits import bit
from mcts_lab.game import TERMINAL, Facts, Game
from mcts_lab.games.boards.hashing import scramble

from .building import read_into
from .creation import create
from .cycle import advance
from .grid import blank, cell_of, transfer
from .sprites import allowed
from .tables import ACTIONS, DIRECTION, DOWN, DX, DY, LEFT, NIL, NOBODY, OURS, RIGHT, STATE, UP, USE
from .vocabulary import LIMIT_OF_TICKS

LOST, PLAYING, WON = 0, 1, 2
STATUS = 2.0**33  # difference in grade between two statuses; larger than any score


class VgdlRules(Game):
    """A game that was read from a description and a level (see `building.build`)."""

    tables: np.ndarray  # one record, see `tables.TABLES`

    read_into = staticmethod(read_into)
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
        """List the avatar's actions in the order USE, LEFT, RIGHT, DOWN, UP.

        NIL comes last, if the avatar has no other action or if the option `nil` is True.
        """
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
        """Return a number that orders states by status, then score [Joppen 2019, section 4.2]."""
        status = 2.0 * state.winner if state.ended else 1.0
        return status * STATUS + state.score

    def action_name(self, state, action):
        return ACTIONS[int(action)]

    def steering(self):
        """Return the action for each key: arrow keys, space bar, and "" for no key. NIL is always allowed here."""
        return {"ArrowLeft": LEFT, "ArrowRight": RIGHT, "ArrowDown": DOWN, "ArrowUp": UP, " ": USE, "": NIL}

    def outcome(self, state):
        how = "ended, because a sprite had no room," if state.full else "won" if state.winner == 1 else "lost"
        return f"{how} with a score of {score_of(state)}"

    # Observations for an agent: sprites in cells, and its own cell. The board has a border of one cell (see `grid.py`).
    # A sprite in several cells counts only for the cell with its upper left corner.

    def grid(self):
        tables = self.tables[0]
        return int(tables.cells), int(tables.width) + 2

    def spot(self, state):
        if state.avatar == NOBODY:
            return -1
        s = state.sprites[state.avatar]
        return cell_of(self.tables[0], s.x, s.y)

    def heading(self, state):
        return 0 if state.avatar == NOBODY else facing(state.sprites[state.avatar])

    def guise(self, state):
        return 0 if state.avatar == NOBODY else int(state.sprites[state.avatar].type)

    def ahead(self, state, action):
        """Return the cell that an action aims at. USE aims at the cell in front of an avatar that can turn."""
        if state.avatar == NOBODY:
            return -1
        tables = self.tables[0]
        s = state.sprites[state.avatar]
        here = cell_of(tables, s.x, s.y)
        row = int(tables.width) + 2
        direction = DIRECTION[action]
        if direction != NOBODY:
            there = here + DX[direction] + DY[direction] * row
        elif action == USE and tables.kinds[s.type].rotates:
            there = here + int(s.ox) + int(s.oy) * row
        else:
            there = here
        return there if 0 <= there < tables.cells else here

    def things(self, state, cell):
        """Return the types in a cell, background included, without hidden sprites and the avatar's own products."""
        tables = self.tables[0]
        found = tables.fixed[cell]
        link = int(state.lies[cell])
        while link != NOBODY:
            s = state.sprites[link >> 2]
            about = tables.kinds[s.type]
            if link & 3 == 0 and not about.avatar and not about.hidden and not s.marks & OURS:
                found |= bit(int(s.type))
            link = int(s.beside[link & 3])
        return found

    def points(self, state):
        return float(state.score)

    def key(self, state):
        """Return a hash of the sprites that may change, the score and the avatar's resources, but not of the time."""
        tables = self.tables[0]
        word = scramble(np.uint64(int(state.score) + 2**20))
        for kind in range(tables.types):
            slot = int(state.first[kind])
            while slot != NOBODY:
                s = state.sprites[slot]
                place = (int(s.x) + 2**15) * 2**16 + int(s.y) + 2**15
                word = scramble(word ^ np.uint64(place * 2**16 + kind * 2**8 + facing(s) + 8))
                slot = int(s.next)
        purse = NOBODY if state.avatar == NOBODY else int(state.sprites[state.avatar].purse)
        if purse != NOBODY:
            for i in range(tables.resources):
                word = scramble(word ^ np.uint64(int(state.purse[purse, i]) + 1))
        return word


def title(game) -> str:
    """Return the title of a game."""
    return bytes(game.tables[0].title).rstrip(b"\0").decode("utf-8", "replace").capitalize() or "A game in VGDL"


def rewarded(game, lost=0.0, playing=1 / 3, won=2 / 3, score=1 / 3):
    """Return the same game with other payoffs; the defaults are [Joppen 2019, Eq. 8].

    lost, playing, won: payoff of each status with the lowest score. score: amount that the highest score adds. The
    best action may change with the payoffs. The order of outcomes does not change if playing >= lost + score and won
    >= playing + score.
    """
    tables = game.tables.copy()
    tables[0].thirds[:] = 3 * lost, 3 * playing, 3 * won
    tables[0].weight = 3 * score
    return game._replace(tables=tables)


def facing(s):
    """Return a direction as a number: -4 to 4, 0 for none."""
    return int(s.ox) + 3 * int(s.oy)


def worth(game, state, status):
    """Return the payoff of a status: the score, scaled to the third of [0, 1] of this status [Joppen 2019, Eq. 8].

    `rewarded` can change this scale.
    """
    tables = game.tables[0]
    share = (state.score - tables.low) / (tables.high - tables.low)
    return (min(max(share, 0.0), 1.0) * tables.weight + tables.thirds[status]) / 3.0


def score_of(state) -> int:
    """Return the score to report, at least 1 for a win."""
    score = int(state.score)
    return max(score, 1) if state.winner == 1 else score
