"""Games as environments of PettingZoo [Terry et al. 2021], in which players take turns (AEC)."""

from __future__ import annotations

import functools

import gymnasium
import numpy as np
import pettingzoo

from ...engine.random import sequence
from ...game import TERMINAL, game_of, payoff, svg_for, text_for
from .sight import Position, Sight


class Environment(pettingzoo.AECEnv):
    """A game of this package.

    An observation is a dict: ``observation`` is what `Sight` shows the agent, ``action_mask`` which actions are legal,
    all 0 for an agent who is not to move. Rewards are payoffs, at the end. An illegal action raises ValueError.

    game: such as ``games.hex(size=5)``, or a plain object. limit: plays after which the game is truncated; None: the
    most a game can take. render_mode: "ansi" or "svg", as the player to move sees it; None switches `render` off.
    """

    def __init__(self, game, *, limit: int | None = None, render_mode: str | None = None):
        super().__init__()
        self.game = game_of(game)
        self.sight = Sight(self.game)
        self.position = Position(self.game, 0)
        known = self.position.known
        self.limit, self.render_mode = limit or known.length, render_mode
        self.metadata = {"name": f"mcts_lab_{known.name}", "render_modes": ["ansi", "svg"], "is_parallelizable": False}
        self.possible_agents = [f"player_{player}" for player in range(known.players)]
        self._seeds = sequence(None)

    @functools.cache  # noqa: B019 - as the library asks: always the same object
    def observation_space(self, agent):
        sight = self.sight
        return gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(0, sight.high, sight.shape, sight.dtype),
            "action_mask": gymnasium.spaces.Box(0, 1, (self.position.known.actions,), np.int8)})

    @functools.cache  # noqa: B019 - likewise
    def action_space(self, agent):
        return gymnasium.spaces.Discrete(self.position.known.actions)

    def observe(self, agent):
        player = self.possible_agents.index(agent)
        return {"observation": self.sight(self.position.state, player), "action_mask": self.position.mask(player)}

    def reset(self, seed=None, options=None):
        if seed is not None:
            self._seeds = sequence(seed)
        self.position = Position(self.game, self._seeds.spawn(1)[0])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.player]

    def step(self, action):
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            return self._was_dead_step(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.position.play(action)
        player = self.position.player
        if player == TERMINAL:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {agent: float(payoff(self.game, self.position.state, seat))
                            for seat, agent in enumerate(self.possible_agents)}
        else:
            self.agent_selection = self.possible_agents[player]
            if self.position.plays >= self.limit:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def ask(self, player, seed=None) -> int:
        """Return the action of a player of this package, such as a `SearchPlayer`, for the agent to move."""
        return self.position.ask(player, seed)

    def render(self):
        if self.render_mode is None:
            return None
        draw = svg_for if self.render_mode == "svg" else text_for
        return draw(self.game, self.position.state, max(0, self.position.player))

    def close(self):
        pass
