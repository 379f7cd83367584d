"""Playouts that learn from playouts: which actions and replies have brought more than others.

Such a component has a `policy`, which chooses the next action, and learns from the line of play, the players and
actions of a playout, once its rewards are known (`learn_line`).
"""

import math

import numpy as np

from ...engine.random import below, uniform
from ...game import CHANCE, LONGEST, TERMINAL, sample_action
from .components import Leaf
from .memory import AHEAD, CALLS
from .needs import labels_on_the_path, no_end, uncertain_play
from .nodes import NONE
from .playouts import finish

MOST_PAIRS = 1 << 20  # numbers in a table of pairs of actions
FIRST = -1  # in place of the action before the first one


class PolicyPlayout(Leaf):
    """Play to the end by a policy, which may learn from it."""

    required = ("policy",)

    def search_arrays(self, facts):
        """``line``: int32[2, plays], the players and actions of a playout."""
        return {"line": np.zeros((2, facts.length), np.int32)}

    def evaluate(self, game, state, memory):
        return noted_playout(self, game, state, memory)

    def policy(self, game, state, player, before, memory):
        """Return the action of `player` in a playout; `before` is the one that came before, of any player, or `FIRST`.
        """
        raise NotImplementedError

    def learn_line(self, noted, memory):
        """Learn from the first `noted` entries of its ``line`` and from ``memory.rewards``. By default nothing."""


class MAST(PolicyPlayout):
    """Move-average sampling technique: the action of greatest mean reward over all playouts in which its player chose
    it, in the tree or below it [Finnsson & Bjornsson 2008; with chances as in Tak, Winands & Bjornsson 2012].

    epsilon: chance of a random action instead, from 0 to 1; 1 switches it off.
    """

    ranges = {"epsilon": (0, 1)}

    epsilon: float = 0.4

    def search_arrays(self, facts):
        """``amaf``: float64[2, players, actions], the rewards of each action, and how often it was played."""
        return PolicyPlayout.search_arrays(self, facts) | {"amaf": np.zeros((2, facts.players, facts.actions))}

    def begin(self, memory):
        memory.of(self).amaf[:] = 0.0

    def problem(self, game, facts, method):
        return no_end(facts) or labels_on_the_path(game, method, "rates actions")

    def policy(self, game, state, player, before, memory):
        if uniform(memory.rng) < self.epsilon:
            return game.random_action(state, memory.rng, memory.scratch)
        n = game.legal(state, memory.scratch)
        skip, best, top = below(memory.rng, n), 0, -math.inf  # from anywhere on, so that ties go to any
        for i in range(n):
            action = memory.scratch[(i + skip) % n]
            worth = self.expectation(player, before, action, memory)
            if worth > top:
                best, top = action, worth
        return best

    def expectation(self, player, before, action, memory):
        """Return how good `action` of `player` is expected to be, in [0, 1], after the action `before`."""
        amaf = memory.of(self).amaf
        times = amaf[1, player, action]
        return amaf[0, player, action] / times if times > 0.0 else 1.0

    def learn_line(self, noted, memory):
        learn_tree(self, memory)
        learn_means(self, noted, memory)


class LastGoodReply(PolicyPlayout):
    """The reply that followed the last action in the latest playout won by who gave it, if it is legal; one that loses
    is forgotten [Drake 2009; Baier & Drake 2010, "LGRF-1"]. Other actions are random.

    forget: whether replies are forgotten; False is LGR-1.
    """

    forget: bool = True

    def problem(self, game, facts, method):
        return too_many_pairs(facts) or no_end(facts) or labels_on_the_path(game, method, "remembers actions")

    def search_arrays(self, facts):
        """``replies``: int32[players, actions], 1 more than each player's last good reply to an action; 0: none."""
        replies = np.zeros((facts.players, facts.actions), np.int32)
        return PolicyPlayout.search_arrays(self, facts) | {"replies": replies}

    def begin(self, memory):
        memory.of(self).replies[:] = 0

    def policy(self, game, state, player, before, memory):
        replies = memory.of(self).replies
        if before >= 0 and replies[player, before] > 0:
            for i in range(game.legal(state, memory.scratch)):
                if memory.scratch[i] == replies[player, before] - 1:
                    return memory.scratch[i]
        return game.random_action(state, memory.rng, memory.scratch)

    def learn_line(self, noted, memory):
        replies, line, before = memory.of(self).replies, memory.of(self).line, last_action(memory)
        for i in range(noted):
            player, action = line[0, i], line[1, i]
            if before >= 0:
                if memory.rewards[player] > 0.5:
                    replies[player, before] = action + 1  # 0: none
                elif self.forget and memory.rewards[player] < 0.5 and replies[player, before] == action + 1:
                    replies[player, before] = 0
            before = action


class DecisivePlayout(PolicyPlayout):
    """Random play in which a player who can win at once does [Teytaud & Teytaud 2010, "decisive moves"].

    Looking ahead costs one play per legal action; these count as forward-model calls.
    """

    def problem(self, game, facts, method):
        return no_end(facts) or uncertain_play(facts, method)

    def policy(self, game, state, player, before, memory):
        for i in range(game.legal(state, memory.scratch)):
            game.put(memory.states, AHEAD, state)
            following = memory.states[AHEAD]
            game.play(following, memory.scratch[i], memory.rng)
            memory.counters[CALLS] += 1
            if game.to_move(following) == TERMINAL and game.payoff(following, player) == memory.scale[2]:
                return memory.scratch[i]
        return game.random_action(state, memory.rng, memory.scratch)


def noted_playout(rule, game, state, memory):
    """Play to the end by the `policy` of `rule`, which learns from it; returns the number of plays."""
    plays, noted, before, line = 0, 0, last_action(memory), memory.of(rule).line
    player = game.to_move(state)
    while player != TERMINAL and plays < LONGEST:
        if player == CHANCE:
            action = sample_action(game, state, memory.rng, memory.scratch)
        else:
            action = rule.policy(game, state, player, before, memory)
            if noted < line.shape[1]:
                line[0, noted] = player
                line[1, noted] = action
                noted += 1
            before = action
        game.play(state, action, memory.rng)
        plays += 1
        player = game.to_move(state)
    finish(game, state, plays, memory)
    rule.learn_line(noted, memory)
    return plays


def last_action(memory):
    """The action of a player that led to the leaf; `FIRST` if there is none."""
    node = int(memory.path_ends[0])
    while memory.nodes[node].parent != NONE and memory.nodes[node].mover < 0:
        node = int(memory.nodes[node].parent)
    return int(memory.nodes[node].action) if memory.nodes[node].parent != NONE else FIRST


def learn_tree(rule, memory):
    """Count the rewards of the actions that led to the leaf."""
    node = int(memory.path_ends[0])
    while memory.nodes[node].parent != NONE:
        player = int(memory.nodes[node].mover)
        if player >= 0:
            count(rule, player, int(memory.nodes[node].action), memory)
        node = int(memory.nodes[node].parent)


def learn_means(rule, noted, memory):
    """Count the rewards of the actions of a playout."""
    line = memory.of(rule).line
    for i in range(noted):
        count(rule, line[0, i], line[1, i], memory)


def count(rule, player, action, memory):
    """Count the reward of `player` for `action`."""
    amaf = memory.of(rule).amaf
    amaf[0, player, action] += memory.rewards[player]
    amaf[1, player, action] += 1.0


def too_many_pairs(facts):
    if facts.players * facts.actions**2 > MOST_PAIRS:
        return f"keeps a table of pairs of actions, and {facts.title} has {facts.actions:,}: use MAST() instead."
