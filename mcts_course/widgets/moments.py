"""The state and history of a game while it is played."""

from typing import NamedTuple

import numpy as np

from mcts_lab.engine.random import stream
from mcts_lab.game import CHANCE, TERMINAL, copy, game_of, sample_action, start
from mcts_lab.players.disclosure import UNSEEN
from mcts_lab.views.captions import player_name


class Moment(NamedTuple):
    """A position of a game, and the action that led to it."""

    state: object
    said: str  # the action played, in words; "" at the beginning
    marks: tuple  # rectangles in the picture that mark the action played
    thought: object = None  # the `Thought` of the last search so far


class Match:
    """A game from its start: the current state, the actions so far, and positions to return to.

    seed:   seed for chance and for the agents; None: a random seed
    state:  state to begin with; None: the start of the game
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
        self.actions = []  # pairs of the player's name and the action's name (or `UNSEEN`)
        self.moments = [Moment(copy(self.game, self.state), "", ())]
        self._marks = []  # states for `undo`: pairs of the numbers of moments and actions

    def draw(self) -> int:
        """Return a new seed."""
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
        """Sample an action of chance and return it."""
        return int(sample_action(self.game, self.state, stream(self.draw()), np.empty(self.about.branching, np.int32)))

    def mark(self):
        """Let the next `undo` return to this position."""
        self._marks.append((len(self.moments), len(self.actions)))

    @property
    def undoable(self) -> bool:
        """Return whether a move can be taken back."""
        return bool(self._marks)

    def undo(self):
        """Return to the last marked position. Raises ValueError if there is none."""
        if not self._marks:
            raise ValueError("There is no move to take back.")
        moments, actions = self._marks.pop()
        del self.moments[moments:], self.actions[actions:]
        self.state = copy(self.game, self.moments[-1].state)

    def make(self, action, viewer, thought=None):
        """Play `action`, and record what `viewer` sees of it."""
        player, before = self.player, copy(self.game, self.state)
        hidden = self.game.observation(before, action, viewer) != action
        name = UNSEEN if hidden else str(self.game.action_name(before, action))
        self.actions.append((player_name(self.game, player), name))
        self.game.play(self.state, action, stream(self.draw()))
        marks = () if hidden or player == CHANCE else self.game.highlights(before, action, self.state, viewer)
        self.moments.append(Moment(copy(self.game, self.state), ": ".join(self.actions[-1]), tuple(marks),
                                   thought or self.moments[-1].thought))
