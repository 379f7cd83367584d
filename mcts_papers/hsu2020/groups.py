"""Pruning that looks at what kind an action is, not at what it is worth: the game says so, by its `group` and `minor`.
"""

from mcts_lab.engine.distinct import overrides
from mcts_lab.engine.random import below
from mcts_lab.game import Game
from mcts_lab.hints import JOINS, MOST_GROUPS
from mcts_lab.search.mcts.components import Pruning
from mcts_lab.search.mcts.needs import changing_actions
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.search.mcts.pruning import HardPruning

NO_GROUP = -1


class RootGroup(Pruning):
    """At the root only one group of actions, drawn at random among those that are there, each equally likely
    [Perez-Liebana et al. 2020; Hsu & Perez-Liebana 2020, section 3.2]. Actions of no group are left out there.

    strict: whether actions of no group are left out below the root as well; False keeps them there.
    """

    strict: bool = False

    def problem(self, game, facts, method):
        return no_groups(game, facts) or changing_actions(facts, method)

    def filter_actions(self, game, state, n, memory):
        scratch = memory.scratch
        at_root = memory.path_ends[0] == ROOT
        if not at_root and not self.strict:
            return n
        chosen, found = NO_GROUP, 0
        if at_root:
            for number in range(MOST_GROUPS):
                there = False
                for i in range(n):
                    there = there or game.group(state, scratch[i]) == number
                if there:
                    found += 1
                    if below(memory.rng, found) == 0:
                        chosen = number
        kept = 0
        for i in range(n):
            own = group_of(game, state, scratch[i])
            if own != NO_GROUP and (chosen == NO_GROUP or own == chosen):
                scratch[kept] = scratch[i]
                kept += 1
        return kept if kept > 0 else n


def no_groups(game, facts):
    if not overrides(game, Game.group):
        return f"needs groups of actions, which {facts.title} does not define. Give its class a method group."


def group_of(game, state, action):
    """The group, whether or not the action counts for it; NO_GROUP."""
    number = game.group(state, action)
    return number - JOINS if number >= JOINS else number


class MovePruning(Pruning):
    """Of the m actions that are many and alike only max(`least`, `alpha` ln m), drawn at random when a node is made
    [Hsu & Perez-Liebana 2020, section 3.3, "move pruning"].

    alpha: at least 0; large values switch it off. least: actions, at least 1.

    The game has the method ``minor(state, action)``: whether `action` is one of many that are much alike, of which a
    search may look at a few only.
    """

    ranges = {"least": (1, None)}

    alpha: float = 1.0
    least: int = 5

    to_keep = HardPruning.to_keep

    def problem(self, game, facts, method):
        if not hasattr(game, "minor"):
            return (f"needs to know which actions are many and alike, which {facts.title} does not define. Give its "
                    "class a method minor.")
        return changing_actions(facts, method)

    def filter_actions(self, game, state, n, memory):
        scratch = memory.scratch
        alike = 0
        for i in range(n):
            if game.minor(state, scratch[i]):
                alike += 1
        if alike <= self.least:
            return n
        wanted = self.to_keep(alike)
        kept = 0
        for i in range(n):
            keep = True
            if game.minor(state, scratch[i]):
                keep = below(memory.rng, alike) < wanted  # each of those left is as likely as the others
                wanted -= keep
                alike -= 1
            if keep:
                scratch[kept] = scratch[i]
                kept += 1
        return kept
