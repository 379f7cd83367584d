"""A game that is played, with its history."""

from typing import NamedTuple

import numpy as np

from mcts_lab.engine.random import stream
from mcts_lab.game import CHANCE, TERMINAL, copy, game_of, sample_action, start
from mcts_lab.players.disclosure import UNSEEN
from mcts_lab.views.captions import player_name


class Moment(NamedTuple):
    """A position of a game, and how it came about."""

    state: object
    said: str  # what was played, in words; "" at the beginning
    marks: tuple  # rectangles of the picture that show what was played
    thought: object = None  # of the last search until then


class Match:
    """A game from its start on: the state, what was played, and a way back.

    seed:   of chance and of agents (see `draw`); None draws one
    state:  where to begin; None: the start of the game
    """

    def __init__(self, game, seed=None, state=None):
        game = game_of(game)
        self.game, self.about = game, game.facts()
        self._seeds = np.random.SeedSequence(seed)
        self._begin = None if state is None else copy(game, state)
        self.begin()

    def begin(self):
        """Begin a new game."""
        self.state = start(self.game, self.draw()) if self._begin is None else copy(self.game, self._begin)
        self.actions = []  # pairs of the player's name and the action's, or `UNSEEN`
        self.moments = [Moment(copy(self.game, self.state), "", ())]
        self._marks = []  # what `undo` returns to: numbers of moments and actions

    def draw(self) -> int:
        """Return a seed."""
        return int(self._seeds.spawn(1)[0].generate_state(1)[0])

    @property
    def player(self) -> int:
        """Return the player to move, `CHANCE`, or `TERMINAL`."""
        return self.game.to_move(self.state)

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.player == TERMINAL

    def chance(self) -> int:
        """Draw what chance plays."""
        return int(sample_action(self.game, self.state, stream(self.draw()), np.empty(self.about.branching, np.int32)))

    def mark(self):
        """Let the next `undo` return to this position."""
        self._marks.append((len(self.moments), len(self.actions)))

    @property
    def undoable(self) -> bool:
        """Return whether there is something to take back."""
        return bool(self._marks)

    def undo(self):
        """Return to the last marked position. Raises ValueError where there is none."""
        if not self._marks:
            raise ValueError("There is no move to take back.")
        moments, actions = self._marks.pop()
        del self.moments[moments:], self.actions[actions:]
        self.state = copy(self.game, self.moments[-1].state)

    def make(self, action, viewer, thought=None):
        """Play `action` and note down what `viewer` sees of it."""
        player, before = self.player, copy(self.game, self.state)
        hidden = self.game.observation(before, action, viewer) != action
        name = UNSEEN if hidden else str(self.game.action_name(before, action))
        self.actions.append((player_name(self.game, player), name))
        self.game.play(self.state, action, stream(self.draw()))
        marks = () if hidden or player == CHANCE else self.game.highlights(before, action, self.state, viewer)
        self.moments.append(Moment(copy(self.game, self.state), ": ".join(self.actions[-1]), tuple(marks),
                                   thought or self.moments[-1].thought))
