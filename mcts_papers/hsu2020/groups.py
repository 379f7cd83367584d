"""Pruning rules that use the kind of an action, not its value. The game's methods `group` and `minor` return the kind.
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
    """At the root, keep only the actions of one group, chosen at random among the groups with a legal action.

    Each group is equally likely [Perez-Liebana et al. 2020; Hsu & Perez-Liebana 2020, section 3.2]. At the root,
    actions without a group are left out.

    strict: True to leave them out below the root too.
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
    """Return the group of an action, or NO_GROUP, even if this action is not used for choosing a group."""
    number = game.group(state, action)
    return number - JOINS if number >= JOINS else number


class MovePruning(Pruning):
    """Of m similar actions, keep max(`least`, `alpha` ln m), chosen at random when a node is created.

    This is "move pruning" [Hsu & Perez-Liebana 2020, section 3.3].

    alpha: at least 0; large values switch the pruning off. least: minimum number of actions to keep, at least 1.

    The game needs a method ``minor(state, action)``: whether `action` is one of many similar actions, so that a
    search may consider only a few of them.
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
                keep = below(memory.rng, alike) < wanted  # all similar actions are equally likely to be kept
                wanted -= keep
                alike -= 1
            if keep:
                scratch[kept] = scratch[i]
                kept += 1
        return kept
