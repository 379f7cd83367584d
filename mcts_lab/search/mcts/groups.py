"""Groups of actions: parts for the slot `pruning` that look at what kind an action is, not at what it is worth.

What is a group, the game says: `mcts_lab.game.group`.
"""

from __future__ import annotations

import math

from ...engine.generic import helper
from ...game import JOINS, MOST_GROUPS, group
from .components import Pruning
from .memory import root_log
from .needs import changing_actions
from .pruning import is_choice
from .tree import ASIDE, CUT, NONE, OUT, PRUNED

NO_GROUP = -1


class MoveGroups(Pruning):
    """Each choice is one of a group, by UCB1 over all that was played in each, and then one in the group
    [Childs, Brodeur & Kocsis 2008, "move groups"]. Every group is tried first. Actions of no group form one more.

    c: weight of exploration among groups, at least 0; 0 switches it off.
    """

    c: float = math.sqrt(2.0)

    def problem(self, game, facts, method):
        return no_groups(game, facts) or changing_actions(facts, method)

    def marks(self):
        return ASIDE

    def thin_out(self, world, game, state, node, count, player, memory):
        """Put aside all children outside the group chosen now; skip groups whose first `count` are all pruned."""
        nodes = memory.nodes
        most, best = -math.inf, NO_GROUP
        for number in range(-1, MOST_GROUPS):
            visits, total, there, place = 0, 0.0, False, 0
            child = int(nodes[node].first_child)
            while child != NONE:
                if self.group_under(game, state, int(nodes[child].action)) == number:
                    there = there or (place < count and not nodes[child].status & (PRUNED | CUT))
                    visits += int(nodes[child].visits)
                    total += nodes[child].total
                place += 1
                child = int(nodes[child].next_sibling)
            if there:
                score = math.inf
                if visits > 0:
                    score = total / visits + self.c * root_log(memory, int(nodes[node].visits)) / math.sqrt(visits)
                if score > most:
                    most, best = score, number
        child = int(nodes[node].first_child)
        while child != NONE:
            if self.group_under(game, state, int(nodes[child].action)) == best:
                if not nodes[child].status & CUT:
                    nodes[child].status &= ~ASIDE
            else:
                nodes[child].status |= ASIDE
            child = int(nodes[child].next_sibling)

    def visits_among(self, node, player, memory):
        visits = 0
        child = int(memory.nodes[node].first_child)
        while child != NONE:
            if is_choice(child, player, memory) and not memory.nodes[child].status & OUT:
                visits += int(memory.nodes[child].visits)
            child = int(memory.nodes[child].next_sibling)
        return max(1, visits)

    def group_under(self, game, state, action):
        """Return the group of `action`."""
        return group_of(game, state, action)


class GroupsByNumber(MoveGroups):
    """`MoveGroups` in games that name no groups: actions are in one group whose numbers leave the same remainder when
    divided by `groups`. As good as any other groups of one size where nothing is known; on some boards columns.

    c: as in `MoveGroups`. groups: how many, from 1, which switches it off, to `mcts_lab.game.MOST_GROUPS`.
    """

    ranges = {"groups": (1, MOST_GROUPS)}

    c: float = math.sqrt(2.0)
    groups: int = 4

    def problem(self, game, facts, method):
        return changing_actions(facts, method)

    def group_under(self, game, state, action):
        return action % self.groups


class Together(Pruning):
    """Two rules of pruning at once: what either leaves out is left out. `Together(a, Together(b, c))` makes three.

    Rules that choose among groups choose last, among what others have left. Two rules that mark the same in a node,
    such as two that judge its children, do not go together.
    """

    composed = True

    first: Pruning
    second: Pruning

    def begin(self, memory):
        self.first.begin(memory)
        self.second.begin(memory)

    def init_node(self, node, memory):
        self.first.init_node(node, memory)
        self.second.init_node(node, memory)

    def swap(self, child, other, memory):
        self.first.swap(child, other, memory)
        self.second.swap(child, other, memory)

    def problem(self, game, facts, method):
        if self.first.marks() & self.second.marks() & (CUT | ASIDE):
            return (f"cannot keep apart what {type(self.first).__name__} and {type(self.second).__name__} leave out, "
                    "which they mark alike: take one of them.")

    def filter_actions(self, game, state, n, memory):
        n = self.first.filter_actions(game, state, n, memory)
        return self.second.filter_actions(game, state, n, memory)

    def thin_out(self, world, game, state, node, count, player, memory):
        if self.first.marks() & ASIDE:
            thin_out_both(self.second, self.first, world, game, state, node, count, player, memory)
        else:
            thin_out_both(self.first, self.second, world, game, state, node, count, player, memory)

    def marks(self):
        return self.first.marks() | self.second.marks()

    def candidates(self, node, count, player, memory):
        return min(self.first.candidates(node, count, player, memory),
                   self.second.candidates(node, count, player, memory))

    def visits_among(self, node, player, memory):
        return min(self.first.visits_among(node, player, memory), self.second.visits_among(node, player, memory))


def no_groups(game, facts):
    if not group.defines(type(game)):
        return f"needs groups of actions, which {facts.title} does not define: give its class a method group."


@helper
def group_of(game, state, action):
    """The group, whether or not the action counts for it; NO_GROUP."""
    number = group(game, state, action)
    return number - JOINS if number >= JOINS else number


# -- two at once -------------------------------------------------------------------------------------------------------


@helper
def thin_out_both(one, other, world, game, state, node, count, player, memory):
    """First `one`, then the `other`, which if it chooses among groups is told what is left."""
    one.thin_out(world, game, state, node, count, player, memory)
    if other.marks() & ASIDE:
        count = min(count, one.candidates(node, count, player, memory))
    other.thin_out(world, game, state, node, count, player, memory)
