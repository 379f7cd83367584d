"""Players without a search: random ones, those that follow a game's own rules, and those that follow a script."""

from __future__ import annotations

import numpy as np

from ..engine.generic import compiler, entry
from ..engine.random import stream
from ..game import facts, random_action, rule_action


class RandomPlayer:
    """Chooses uniformly among the legal actions."""

    always_legal = True

    def __init__(self, name: str = "random"):
        self.name = name

    def choose(self, game, state, seed):
        return int(random_action(game, state, stream(seed), np.empty(facts(game).branching, np.int32)))

    def describe(self):
        return {"player": "random", "name": self.name}

    def __repr__(self):
        return f"RandomPlayer({self.name!r})"


class RulePlayer:
    """Plays what a game's hand-written rules choose, by what the player to move knows (`mcts_lab.game.rule_action`).

    `choose` raises ValueError for a game that has none.
    """

    always_legal = True

    def __init__(self, name: str = "rules"):
        self.name = name

    def choose(self, game, state, seed=None):
        if not rule_action.defines(type(game)):
            raise ValueError(f"{facts(game).title} has no hand-written rules to play by")
        compiled = isinstance(state, np.void) and compiler.available()
        return int(_rule_action(game, state, stream(seed), np.empty(facts(game).branching, np.int32),
                                compiled=compiled))

    def describe(self):
        return {"player": "RulePlayer", "name": self.name}

    def __repr__(self):
        return f"RulePlayer({self.name!r})"


@entry
def _rule_action(game, state, rng, scratch):
    return rule_action(game, state, rng, scratch)


class ScriptedPlayer:
    """Chooses by a function ``rule(game, state, seed) -> action``; its description is the function's name."""

    def __init__(self, rule, name: str | None = None):
        self.rule = rule
        self.name = name or rule.__name__

    def choose(self, game, state, seed):
        return self.rule(game, state, seed)

    def describe(self):
        return {"player": "rule", "name": self.name, "rule": getattr(self.rule, "__qualname__", repr(self.rule))}
