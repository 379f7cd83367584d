"""Games for one player, such as those in VGDL, as environments of Gymnasium [Towers et al. 2024]."""

from __future__ import annotations

import gymnasium

from ...game import TERMINAL, game_of, heuristic, payoff, steering, svg_for, text_for
from .sight import Position, Sight


class Environment(gymnasium.Env):
    """A game of this package, which draws from the seed of `reset`.

    Observations are what `Sight` shows. The reward is the payoff, at the end; ``info["action_mask"]`` says which
    actions are legal. Any other raises ValueError, but in a game that is steered it is as if no key were pressed.

    game: such as ``games.vgdl("zelda")``, or a plain object; with more than one player it raises ValueError.
    limit: plays after which an episode is truncated; None: the most a game can take.
    shaped: True rewards each play by what it adds to the game's heuristic, so that an episode's rewards add up to the
    payoff less the heuristic at the start. render_mode: "ansi" or "svg"; None switches `render` off.
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(self, game, *, limit: int | None = None, shaped: bool = False, render_mode: str | None = None):
        self.game = game = game_of(game)
        self.position = Position(game, 0)
        known = self.position.known
        if known.players != 1:
            raise ValueError(f"{known.title} is for {known.players} players, who take turns: use the environment in "
                             "mcts_lab.games.adapters.pettingzoo")
        if shaped and not heuristic.defines(type(game)):
            raise ValueError(f"{known.title} has no heuristic: leave out shaped")
        self.limit, self.shaped, self.render_mode = limit or known.length, shaped, render_mode
        self.sight = Sight(game)
        self.observation_space = gymnasium.spaces.Box(0, self.sight.high, self.sight.shape, self.sight.dtype)
        self.action_space = gymnasium.spaces.Discrete(known.actions)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.position = Position(self.game, int(self.np_random.integers(1 << 62)))
        self.worth = self._worth()
        return self._seen()

    def step(self, action):
        keys = steering(self.game)
        if "" in keys and not self.action_masks()[action]:
            action = keys[""]
        self.position.play(action, check="" not in keys)
        over, before = self.position.player == TERMINAL, self.worth
        self.worth = self._worth()
        return (self._seen()[0], self.worth - before, over, not over and self.position.plays >= self.limit,
                self._seen()[1])

    def _worth(self) -> float:
        """What has been earned so far."""
        if self.position.player == TERMINAL:
            return float(payoff(self.game, self.position.state, 0))
        return float(heuristic(self.game, self.position.state, 0)) if self.shaped else 0.0

    def _seen(self):
        return self.sight(self.position.state, 0), {"action_mask": self.action_masks()}

    def action_masks(self):
        """Return which actions are legal, int8 (actions,)."""
        return self.position.mask(0)

    def ask(self, player, seed=None) -> int:
        """Return the action of a player of this package, such as a `SearchPlayer`."""
        return self.position.ask(player, seed)

    def render(self):
        if self.render_mode is None:
            return None
        return (svg_for if self.render_mode == "svg" else text_for)(self.game, self.position.state, 0)
