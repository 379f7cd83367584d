"""What a learner of another library is shown of a state: an array of numbers that tells a player nothing hidden."""

from __future__ import annotations

import numpy as np

from ...engine.random import stream
from ...game import TERMINAL, copy, facts, legal, play, sample_action, start, text_for, to_move

MOST_BITS = 1 << 16
GAMES, PLAYS = 4, 40  # in which the size of the text is measured


class Sight:
    """What a player sees of states of a game.

    Where nothing is hidden and states are small: the bits of the state, uint8 (bits,), each 0 or 1. Else the text that
    the game writes for the player, int32 (lines, columns), the characters' code points and 0 beside the text. There
    is room for half as much again as was met in some random games; what is beyond is cut off.

    shape, dtype, high: of the arrays, whose least number is 0. Raises ValueError for a game that hides something and
    does not say what a player sees.
    """

    def __init__(self, game):
        self.game, known = game, facts(game)
        plain = known.dtype.hasobject
        if not known.perfect_information and not text_for.defines(type(game)):
            raise ValueError(f"{known.title} hides something and does not say what a player sees: give its class a "
                             "method text_for")
        self.bits = known.perfect_information and not plain and 8 * known.dtype.itemsize <= MOST_BITS
        if self.bits:
            self.shape, self.dtype, self.high = (8 * known.dtype.itemsize,), np.uint8, 1
        else:
            lines = [text.splitlines() for text in self._texts(known.players)]
            wide, tall = max(len(line) for text in lines for line in text), max(map(len, lines))
            self.shape, self.dtype, self.high = (tall * 3 // 2, wide * 3 // 2), np.int32, 0x10FFFF

    def _texts(self, players):
        scratch = np.empty(facts(self.game).branching, np.int32)
        for seed in range(GAMES):
            state, rng = start(self.game, seed), stream(seed)
            for _ in range(PLAYS):
                yield from (text_for(self.game, state, player) for player in range(players))
                if to_move(self.game, state) == TERMINAL:
                    break
                play(self.game, state, sample_action(self.game, state, rng, scratch), rng)

    def __call__(self, state, player):
        """Return what `player` sees of `state`."""
        if self.bits:
            return np.unpackbits(np.frombuffer(state.tobytes(), np.uint8))
        seen = np.zeros(self.shape, self.dtype)
        for row, line in zip(seen, text_for(self.game, state, player).splitlines(), strict=False):
            codes = [ord(sign) for sign in line[:len(row)]]
            row[:len(codes)] = codes
        return seen


class Position:
    """A game under way, as environments have it: chance has been played, a player is to move or the game is over.

    seed: of everything random in it; None draws one.
    """

    def __init__(self, game, seed=None):
        self.game, self.known = game, facts(game)
        self.rng = stream(seed)
        self.scratch = np.empty(self.known.branching, np.int32)
        self.state = start(game, int(self.rng[0]))
        self.plays = 0
        self._chance()

    @property
    def player(self) -> int:
        """The player to move, or `TERMINAL`."""
        return int(to_move(self.game, self.state))

    def play(self, action, check=True):
        """Play an action of the player to move, then chance. Raises ValueError if it is not legal, with `check`."""
        if check and not self.mask(self.player)[action]:
            raise ValueError(f"{action} is not a legal action here: choose one that the mask allows")
        play(self.game, self.state, int(action), self.rng)
        self.plays += 1
        self._chance()

    def _chance(self):
        while self.player not in (TERMINAL, *range(self.known.players)):
            play(self.game, self.state, sample_action(self.game, self.state, self.rng, self.scratch), self.rng)

    def mask(self, player):
        """Return which actions are legal, int8 (actions,); none for those who are not to move."""
        mask = np.zeros(self.known.actions, np.int8)
        if player == self.player >= 0:
            mask[self.scratch[:legal(self.game, self.state, self.scratch)]] = 1
        return mask

    def ask(self, agent, seed=None) -> int:
        """Return the action that one of this project's players chooses now."""
        seed = int(stream(seed)[0] >> np.uint64(2))
        return int(agent.choose(self.game, copy(self.game, self.state), seed))
