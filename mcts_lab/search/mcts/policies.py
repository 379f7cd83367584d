"""Playouts that learn which actions and replies were better than others.

The method `policy` of such a component chooses the next action of a playout. When the rewards of the playout are
known, its method `learn_line` learns from them and from the players and actions of the playout.
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

MOST_PAIRS = 1 << 20  # maximum size of a table of pairs of actions
FIRST = -1  # stands for the missing action before the first action of a game


class PolicyPlayout(Leaf):
    """Base class of playouts in which a policy plays to the end of the game. The policy may learn."""

    required = ("policy",)

    def search_arrays(self, facts):
        """Return ``line``: int32[2, plays], the players and actions of a playout."""
        return {"line": np.zeros((2, facts.length), np.int32)}

    def evaluate(self, game, state, memory):
        return noted_playout(self, game, state, memory)

    def policy(self, game, state, player, before, memory):
        """Return the action of `player` in a playout. before: the action just before, of any player, or `FIRST`."""
        raise NotImplementedError

    def learn_line(self, noted, memory):
        """Learn from the first `noted` entries of ``line`` and from ``memory.rewards``. By default do nothing."""


class MAST(PolicyPlayout):
    """Evaluate a leaf by a playout that prefers actions that have been good anywhere (move-average sampling technique).

    The playout plays the action that has the highest mean reward so far [1]_. This mean is over all iterations in which
    the same player chose the action, in the tree or in a playout. An action that was never played counts as best. Use
    it in games in which the same action is good in many positions.

    Parameters
    ----------
    epsilon : float, default 0.4
        Probability with which the playout plays a random action instead, from 0 to 1 [2]_. With 1, every action is
        random.

    References
    ----------
    .. [1] H. Finnsson and Y. Björnsson, "Simulation-based approach to general game playing", AAAI 2008.
    .. [2] M. Tak, M. Winands and Y. Björnsson, "N-grams and the last-good-reply policy applied in general game
       playing", IEEE Transactions on Computational Intelligence and AI in Games 4, 2012.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import MAST
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(leaf=MAST()).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    ranges = {"epsilon": (0, 1)}

    epsilon: float = 0.4

    def search_arrays(self, facts):
        """Return ``amaf``: float64[2, players, actions], the sum of the rewards of each action, and how often it was
        played."""
        return PolicyPlayout.search_arrays(self, facts) | {"amaf": np.zeros((2, facts.players, facts.actions))}

    def begin(self, memory):
        memory.of(self).amaf[:] = 0.0

    def problem(self, game, facts, method):
        return no_end(facts) or labels_on_the_path(game, method, "rates actions")

    def policy(self, game, state, player, before, memory):
        if uniform(memory.rng) < self.epsilon:
            return game.random_action(state, memory.rng, memory.scratch)
        n = game.legal(state, memory.scratch)
        skip, best, top = below(memory.rng, n), 0, -math.inf  # begin at a random action, to break ties at random
        for i in range(n):
            action = memory.scratch[(i + skip) % n]
            worth = self.expectation(player, before, action, memory)
            if worth > top:
                best, top = action, worth
        return best

    def expectation(self, player, before, action, memory):
        """Return the expected reward, in [0, 1], of `action` of `player` after the action `before`."""
        amaf = memory.of(self).amaf
        times = amaf[1, player, action]
        return amaf[0, player, action] / times if times > 0.0 else 1.0

    def learn_line(self, noted, memory):
        learn_tree(self, memory)
        learn_means(self, noted, memory)


class LastGoodReply(PolicyPlayout):
    """Evaluate a leaf by a playout that repeats replies that have won before.

    Suppose that a player answered an action with a reply and won the playout. When the same action occurs again, the
    player plays the same reply if it is legal [1]_. All other actions are random.

    Parameters
    ----------
    forget : bool, default True
        Whether a reply is deleted when its player loses with it (LGRF-1 [2]_). False never deletes one (LGR-1).

    References
    ----------
    .. [1] P. Drake, "The last-good-reply policy for Monte-Carlo Go", ICGA Journal 32, 2009.
    .. [2] H. Baier and P. Drake, "The power of forgetting: improving the last-good-reply policy in Monte Carlo Go",
       IEEE Transactions on Computational Intelligence and AI in Games 2, 2010.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import LastGoodReply
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(leaf=LastGoodReply()).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    forget: bool = True

    def problem(self, game, facts, method):
        return too_many_pairs(facts) or no_end(facts) or labels_on_the_path(game, method, "remembers actions")

    def search_arrays(self, facts):
        """Return ``replies``: int32[players, actions], the last good reply to an action plus 1, or 0 if none."""
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
                    replies[player, before] = action + 1  # 0 stands for none
                elif self.forget and memory.rewards[player] < 0.5 and replies[player, before] == action + 1:
                    replies[player, before] = 0
            before = action


class DecisivePlayout(PolicyPlayout):
    """Evaluate a leaf by a random playout in which a player who can win immediately does so.

    Such decisive moves make playouts more realistic [1]_. However, to find one, every legal action is tried, and each
    try costs one forward-model call.

    References
    ----------
    .. [1] F. Teytaud and O. Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree search algorithms",
       CIG 2010.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import DecisivePlayout
    >>> game = games.tic_tac_toe()
    >>> UCT(leaf=DecisivePlayout()).search(game, start(game), iterations=20, seed=1).calls > 200
    True
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
    """Play to the end by the `policy` of `rule`. The rule then learns from the playout. Return the number of actions.
    """
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
    """Return the last action of a player on the path to the leaf, or `FIRST` if there is none."""
    node = int(memory.path_ends[0])
    while memory.nodes[node].parent != NONE and memory.nodes[node].mover < 0:
        node = int(memory.nodes[node].parent)
    return int(memory.nodes[node].action) if memory.nodes[node].parent != NONE else FIRST


def learn_tree(rule, memory):
    """Record the rewards of the actions that led to the leaf."""
    node = int(memory.path_ends[0])
    while memory.nodes[node].parent != NONE:
        player = int(memory.nodes[node].mover)
        if player >= 0:
            count(rule, player, int(memory.nodes[node].action), memory)
        node = int(memory.nodes[node].parent)


def learn_means(rule, noted, memory):
    """Record the rewards of the actions of a playout."""
    line = memory.of(rule).line
    for i in range(noted):
        count(rule, line[0, i], line[1, i], memory)


def count(rule, player, action, memory):
    """Record a reward of `player` for `action`."""
    amaf = memory.of(rule).amaf
    amaf[0, player, action] += memory.rewards[player]
    amaf[1, player, action] += 1.0


def too_many_pairs(facts):
    if facts.players * facts.actions**2 > MOST_PAIRS:
        return (f"keeps a table of pairs of actions, but {facts.title} has {facts.actions:,} actions. Use MAST() "
                "instead.")
