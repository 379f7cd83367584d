"""Leaf evaluations that use other leaf evaluations.

They blend two of them, choose one at random, evaluate after random moves, or use the rewards of the root's player.
"""

import numpy as np

from mcts_lab.engine.light import fill
from mcts_lab.engine.random import uniform
from mcts_lab.engine.scratch import local_record
from mcts_lab.game import TERMINAL, sample_action
from mcts_lab.search.mcts.components import Leaf
from mcts_lab.search.mcts.memory import COPY
from mcts_lab.search.mcts.needs import all_components
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.search.mcts.playouts import Playout, final_rewards

rewards_room = local_record(np.dtype([("of", np.float64, (8,))]))

SAME, ZERO_ONLY = 0, 1  # values of `others`


class OneSided(Leaf):
    """Leaf evaluation with the rewards of the player to move at the root, even if another player moves at the leaf.

    others: `SAME` gives all players the searcher's reward, so that opponents seem to help, as the plain search in the
        program of [Papagiannis 2022] does. `ZERO_ONLY` gives the others 1 if the searcher's reward is 0, and else 0,
        as the program's searches with models do. This is the usual rule if rewards are 0 or 1.
    """

    composed = True

    leaf: tuple = Playout()
    others: int = SAME

    def problem(self, game, facts, method):
        if method.solver:
            return "assumes other goals of the players than the solver does. Set solver=False."

    def evaluate(self, game, state, memory):
        plays = self.leaf.evaluate(game, state, memory)
        mover = int(memory.nodes[ROOT].mover)
        own = memory.rewards[mover]
        if self.others == ZERO_ONLY:
            fill(memory.rewards, 1.0 if own == 0.0 else 0.0)
            memory.rewards[mover] = own
        else:
            fill(memory.rewards, own)
        return plays


class Blend(Leaf):
    """The weighted mean of two evaluations of the same leaf: `weight` is that of `first` [Papagiannis 2022, Eq. 6].

    weight: in [0, 1]. For a finished game, the result is its payoffs.
    """

    composed = True
    ranges = {"weight": (0, 1)}

    first: tuple
    second: tuple = Playout()
    weight: float = 0.8

    def problem(self, game, facts, method):
        if any(isinstance(inner, Blend) for inner in all_components(self)):
            return "cannot be inside another Blend. Blend two leaves that are not Blend themselves."

    def evaluate(self, game, state, memory):
        if game.to_move(state) == TERMINAL:
            final_rewards(game, state, memory)
            return 0
        game.put(memory.states, COPY, state)
        plays = self.first.evaluate(game, memory.states[COPY], memory)
        said = rewards_room()
        players = len(memory.rewards)
        for player in range(players):
            said.of[player] = memory.rewards[player]
        plays += self.second.evaluate(game, state, memory)
        for player in range(players):
            memory.rewards[player] = self.weight * said.of[player] + (1.0 - self.weight) * memory.rewards[player]
        return plays


class ByBranching(Leaf):
    """One of two leaf evaluations at random: `many` with probability `rate` times the number of root actions, or `few`.

    This is "stochastic leaf evaluation" [Papagiannis 2022, section 5].

    rate: at least 0; 0 always takes `few`.
    """

    composed = True

    few: tuple
    many: tuple
    rate: float = 0.1

    def evaluate(self, game, state, memory):
        if uniform(memory.rng) <= self.rate * memory.nodes[ROOT].children:
            return self.many.evaluate(game, state, memory)
        return self.few.evaluate(game, state, memory)


class EarlySimulation(Leaf):
    """Random moves until turn `until` has begun, then another leaf evaluation.

    It is for models that know little about the first turns [Papagiannis 2022, section 5].

    until: a turn, counting all players' turns; 0 switches the random moves off.

    The game needs a method ``turn(state)``: how many turns of all players have begun. A turn may have several
    actions.
    """

    composed = True

    leaf: tuple
    until: int = 5

    def problem(self, game, facts, method):
        if not hasattr(game, "turn"):
            return f"counts turns, which {facts.title} does not define. Give its class a method turn."

    def evaluate(self, game, state, memory):
        plays = play_until(self.until, game, state, memory)
        if game.to_move(state) == TERMINAL:
            final_rewards(game, state, memory)
            return plays
        return plays + self.leaf.evaluate(game, state, memory)


def play_until(until, game, state, memory):
    """Play at random until a turn has begun, and return the number of moves."""
    plays = 0
    while game.to_move(state) != TERMINAL and game.turn(state) < until:
        game.play(state, sample_action(game, state, memory.rng, memory.scratch), memory.rng)
        plays += 1
    return plays
