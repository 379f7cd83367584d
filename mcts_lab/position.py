"""A game under way, as an object: play on, take back, look at it."""

from __future__ import annotations

import numpy as np

from .engine.random import stream
from .game import (
    TERMINAL,
    action_name,
    check_action,
    copy,
    entered,
    facts,
    game_of,
    legal_actions,
    payoff,
    play,
    sample_action,
    start,
    svg_for,
    text_for,
    to_move,
)


class Position:
    """A state of a game, and the actions by which the game came to it.

    game:   such as ``games.hex(size=5)``, or a plain object
    state:  where it begins; None: at a start, drawn with `seed`
    seed:   of everything random in it; None draws one
    viewer: the player who looks at it, who does not see what is hidden; None: the whole truth
    alt:    what its picture shows, in words; None: what the picture says of itself, or else the state as text

    A notebook shows the game's picture, a terminal its text. What chance decides is drawn at once, after a start and
    after each action; where a given state is chance's turn, its outcome is an action like others.
    """

    def __init__(self, game, state=None, viewer=None, alt=None, *, seed=None):
        self.game, self.viewer, self._alt = game_of(game), viewer, alt
        self.known = facts(self.game)
        self._scratch = np.empty(self.known.branching, np.int32)
        self._rng = stream(seed)
        self._begin = None if state is None else copy(self.game, entered(game, state)[1])
        self._replay([])

    def _replay(self, actions):
        """Begin again, with the same luck, and play so many of the actions."""
        self.rng, self.actions = self._rng.copy(), []
        if self._begin is None:
            self.state = start(self.game, int(self.rng[0]))
            self._let_chance_decide()
        else:
            self.state = copy(self.game, self._begin)
        self.play(*actions, check=False)

    def _let_chance_decide(self):
        while self.player not in (TERMINAL, *range(self.known.players)):
            play(self.game, self.state, sample_action(self.game, self.state, self.rng, self._scratch), self.rng)

    @property
    def player(self) -> int:
        """The player to move, or `CHANCE` or `TERMINAL`."""
        return int(to_move(self.game, self.state))

    @property
    def over(self) -> bool:
        return self.player == TERMINAL

    @property
    def legal(self) -> list[int]:
        """The legal actions; none when the game is over."""
        return [] if self.over else legal_actions(self.game, self.state)

    @property
    def names(self) -> dict[str, int]:
        """The legal actions by their names."""
        return {action_name(self.game, self.state, action): action for action in self.legal}

    @property
    def payoffs(self) -> list[float]:
        """Each player's. Raises ValueError before the game is over."""
        if not self.over:
            raise ValueError("the game is not over, so nothing is paid yet")
        return [float(payoff(self.game, self.state, player)) for player in range(self.known.players)]

    def play(self, *actions, check=True) -> Position:
        """Play actions, numbers or names, one after another; returns self.

        Raises ValueError for one that is not legal, after those before it; `check` False leaves that out.
        """
        for action in actions:
            if isinstance(action, str):
                action = self.names.get(action, action)
            if check:
                check_action(self.game, self.state, action)
            play(self.game, self.state, int(action), self.rng)
            self.actions.append(int(action))
            self._let_chance_decide()
        return self

    def undo(self, plays=1) -> Position:
        """Take back so many actions, and what chance decided after them; returns self. Raises ValueError for more than
        were played."""
        if not 0 <= plays <= len(self.actions):
            raise ValueError(f"{len(self.actions)} actions were played here, so {plays} cannot be taken back")
        self._replay(self.actions[:len(self.actions) - plays])
        return self

    def mask(self, player) -> np.ndarray:
        """Return which actions are legal, int8 (actions,); none for a player who is not to move."""
        mask = np.zeros(self.known.actions, np.int8)
        if player == self.player:
            mask[self.legal] = 1
        return mask

    def ask(self, agent, seed=None) -> int:
        """Return the action that a player of this package, such as a `SearchPlayer`, chooses here."""
        return int(agent.choose(self.game, copy(self.game, self.state), int(stream(seed)[0] >> np.uint64(2))))

    # -- looking ---------------------------------------------------------------------------------------------------

    def __repr__(self):
        return text_for(self.game, self.state, self.viewer)

    @property
    def alt(self) -> str:
        """What the picture shows, in words."""
        from .views.faces import said

        return self._alt or said(self)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/plain": self.alt, "text/html": self._repr_html_()}

    def _repr_html_(self):
        from .views.faces import position

        return position(self)

    def _repr_svg_(self):
        return svg_for(self.game, self.state, self.viewer, False)
