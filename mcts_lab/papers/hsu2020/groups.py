"""Pruning that looks at what kind an action is, not at what it is worth: the game says so, by `mcts_lab.game.group`
and `minor`."""

from __future__ import annotations

from typing import NamedTuple

from ...engine.random import below
from ...game import MOST_GROUPS, group, minor
from ...search.mcts.groups import NO_GROUP, group_of, no_groups
from ...search.mcts.needs import changing_actions
from ...search.mcts.pruning import to_keep
from ...search.mcts.tree import ROOT


class RootGroup(NamedTuple):
    """At the root only one group of actions, drawn at random among those that are there, each equally likely
    [Perez-Liebana et al. 2020; Hsu & Perez-Liebana 2020, section 3.2]. Actions of no group are left out there.

    strict: whether actions of no group are left out below the root as well; False keeps them there.
    """

    strict: bool = False

    def problem(self, game, facts, method):
        return no_groups(game, facts) or changing_actions(method)

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
                    there = there or group(game, state, scratch[i]) == number
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


class MovePruning(NamedTuple):
    """Of the m actions that are many and alike only max(`least`, `alpha` ln m), drawn at random when a node is made
    [Hsu & Perez-Liebana 2020, section 3.3, "move pruning"].

    alpha: at least 0; large values switch it off. least: actions, at least 1.
    """

    ranges = {"least": (1, None)}

    alpha: float = 1.0
    least: int = 5

    def problem(self, game, facts, method):
        if not minor.defines(type(game)):
            return (f"needs to know which actions are many and alike, which {facts.title} does not define: give its "
                    "class a method minor.")
        return changing_actions(method)

    def filter_actions(self, game, state, n, memory):
        scratch = memory.scratch
        alike = 0
        for i in range(n):
            if minor(game, state, scratch[i]):
                alike += 1
        if alike <= self.least:
            return n
        wanted = to_keep(self, alike)
        kept = 0
        for i in range(n):
            keep = True
            if minor(game, state, scratch[i]):
                keep = below(memory.rng, alike) < wanted  # each of those left is as likely as the others
                wanted -= keep
                alike -= 1
            if keep:
                scratch[kept] = scratch[i]
                kept += 1
        return kept
