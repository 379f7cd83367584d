"""Counterfactual regret minimisation: policies that approach an equilibrium of a small game with hidden information.

The whole game is kept, so it is for thousands of histories, not millions. It is a yardstick for searches that sample
worlds, such as ISMCTS: `exploitability` says what a policy loses to replies that know it.
"""

from __future__ import annotations

import random

from ..game import CHANCE, TERMINAL, UNNOTICED, after, facts, legal_actions, observation, payoff, payoff_sum, start
from ..game import to_move as mover_of
from .hidden_exact import best_reply, turn

LONGEST = 50  # plays


def exploitability(game, policy) -> float:
    """Return what best replies to a policy earn more than the game has to give, per player; 0 in an equilibrium.

    In payoffs; NashConv is the same for both players together. Raises ValueError unless there are two, whose payoffs
    have a constant sum.
    """
    known = facts(game)
    if known.players != 2 or not known.zero_sum:
        raise ValueError(f"exploitability needs two players whose payoffs have a constant sum, unlike {known.name}")
    replies = [best_reply(game, player, policy) for player in (0, 1)]
    return (sum(replies) - payoff_sum(game)) / 2


class CFR:
    """Counterfactual regret minimisation [Zinkevich et al. 2007, equations 4, 7 and 8]; players learn in turn.

    plus: CFR+ [Tammelin 2014]: regrets never fall below 0, and the policy of iteration t counts t times in the mean.

    Raises ValueError for a game that can take more than `LONGEST` plays, and for one in which equal states are known
    differently to the player who moves.
    """

    def __init__(self, game, plus: bool = False):
        self.game, self.plus, self.iterations = game, plus, 0
        self._sets = {}  # (player, labels of what was seen) -> information set
        self._set_of = {}  # bytes of a state -> information set
        if facts(game).length > LONGEST:
            raise ValueError(f"CFR visits every history, and {facts(game).name} can take {facts(game).length} plays; "
                             f"choose a game of at most {LONGEST}")
        self._root = self._grown(start(game, 0), ((),) * facts(game).players)

    def _grown(self, state, seen):
        """The game from a state on: (payoffs, None), (probabilities, children) or (information set, children)."""
        game, players, mover = self.game, range(len(seen)), mover_of(self.game, state)
        if mover == TERMINAL:
            return [float(payoff(game, state, player)) for player in players], None
        actions = legal_actions(game, state)
        if mover == CHANCE:
            here = [odds for _, odds in turn(game, state, None)]
        else:
            here = self._sets.setdefault((mover, seen[mover]), _InformationSet(mover, len(actions)))
            if self._set_of.setdefault(state.tobytes(), here) is not here:
                raise ValueError(f"a state of {facts(game).name} does not tell what its player has seen")
        below = []
        for action in actions:
            labels = [int(observation(game, state, action, player)) for player in players]
            now = tuple(old if label == UNNOTICED else (*old, label) for old, label in zip(seen, labels, strict=True))
            below.append(self._grown(after(game, state, action, 0), now))
        return here, below

    def run(self, iterations: int) -> CFR:
        """Go on for so many iterations."""
        for _ in range(iterations):
            self.iterations += 1
            for learner in range(facts(self.game).players):
                self._visit(self._root, learner, 1.0, 1.0)
                for (mover, _), here in self._sets.items():
                    if mover == learner:
                        here.match(self.plus)
        return self

    def _visit(self, node, learner, own, others):
        """The value of a node to the learner, with whose actions it is reached with probability `own`, with those of
        chance and others with probability `others`."""
        here, below = node
        if below is None:
            return here[learner]
        if isinstance(here, list):
            return sum(odds * self._visit(child, learner, own, others * odds)
                       for odds, child in zip(here, below, strict=True))
        if here.mover != learner:
            return sum(odds * self._visit(child, learner, own, others * odds)
                       for odds, child in zip(here.policy, below, strict=True))
        values = [self._visit(child, learner, own * odds, others)
                  for odds, child in zip(here.policy, below, strict=True)]
        value = sum(odds * one for odds, one in zip(here.policy, values, strict=True))
        weight = own * (self.iterations if self.plus else 1)
        for i, odds in enumerate(here.policy):
            here.regrets[i] += others * (values[i] - value)
            here.chosen[i] += weight * odds
        return value

    def policy(self, game, state, actions) -> list[float]:
        """The mean of all policies so far, as `best_reply` and `exploitability` take it."""
        return shares(self._set_of[state.tobytes()].chosen)


class MCCFR(CFR):
    """Monte Carlo CFR with external sampling [Lanctot et al. 2009, section 3.2]: an iteration follows all actions of
    the player who learns, and of chance and the other player one each, drawn by their odds.

    seed: whole number for a repeatable run; None draws one. Raises ValueError as `CFR` does.
    """

    def __init__(self, game, seed: int | None = None):
        super().__init__(game)
        self._random = random.Random(seed)

    def _visit(self, node, learner, own, others):
        here, below = node
        if below is None:
            return here[learner]
        odds = here if isinstance(here, list) else here.policy
        if odds is here or here.mover != learner:
            if odds is not here:
                here.chosen = [before + now for before, now in zip(here.chosen, odds, strict=True)]
            return self._visit(self._random.choices(below, odds)[0], learner, own, others)
        values = [self._visit(child, learner, own, others) for child in below]
        value = sum(share * one for share, one in zip(odds, values, strict=True))
        here.regrets = [before + one - value for before, one in zip(here.regrets, values, strict=True)]
        return value


class _InformationSet:
    """What a player cannot tell apart."""

    def __init__(self, mover, actions):
        self.mover = mover
        self.regrets, self.chosen, self.policy = [0.0] * actions, [0.0] * actions, [1 / actions] * actions

    def match(self, plus):
        if plus:
            self.regrets = [max(regret, 0.0) for regret in self.regrets]
        self.policy = shares([max(regret, 0.0) for regret in self.regrets])


def shares(numbers) -> list[float]:
    """The numbers as shares of their sum; equal shares if it is 0."""
    total = sum(numbers)
    return [number / total if total else 1 / len(numbers) for number in numbers]
