"""Progressive widening: few children at first, more as a node is visited more often."""

from __future__ import annotations

import math

from ...engine.arithmetic import power
from ...engine.distinct import Distinct
from ...engine.generic import helper
from ...engine.random import below
from ...game import legal
from .closed_loop import reward_of_untried
from .memory import NODES, add_child
from .pruning import candidates, visits_among
from .selection import first_urgency, parent_term, urgency
from .solver import solves
from .tree import MOST_CHILDREN, NONE, PARTIAL, ROOT, SCATTERED
from .values import estimate
from .world import makes_all

AT_ONCE = 32  # as many children are made together in any case: that is quicker than listing actions again


class ProgressiveWidening(Distinct):
    """At the N-th choice only the first ceil(`k` N^`alpha`) children, in order of their prior or at random
    [Coulom 2007; Couetoux 2011]. Where legal actions differ from world to world, the first of those legal there.

    By itself, without a prior, it makes nodes for children as they come in, if there are more than `AT_ONCE` actions.

    k: at least 1. alpha: in [0, 1]; 1 switches widening off.
    """

    ranges = {"k": (1, None), "alpha": (0, 1)}

    k: float = 1.0
    alpha: float = 0.5

    def spare_nodes(self, facts):
        return facts.length * min(facts.branching, math.ceil(self.k) + 1)  # that may come in at each step

    def candidates(self, node, count, player, memory):
        choices = memory.nodes[node].visits + (1 if node == ROOT else 0)  # this one included
        width = math.ceil(self.k * power(choices, self.alpha))
        return int(max(1, min(count, width)))

    def expand_first(self, game, parts, state, node, player, n, memory):
        # what looks at all children forbids it
        alone = len(memory.priors) == 1 and not solves(parts.solver) and not makes_all(parts.world)
        if n <= AT_ONCE or self.alpha == 1.0 or not alone:
            return False
        if add_next(parts, node, player, n, NONE, memory) == NONE:
            return False
        memory.nodes[node].status |= SCATTERED | PARTIAL
        return True

    def pick_scattered(self, game, parts, state, node, player, memory):
        nodes, fpu = memory.nodes, reward_of_untried(parts.fpu)
        term = parent_term(parts.selection, visits_among(self, node, player, memory), memory)
        first = int(nodes[node].first_child)
        best, top = NONE, -math.inf
        child = first
        while child != NONE:
            if nodes[child].visits > 0:
                score = urgency(parts.selection, estimate(parts.value, node, child, memory), term, child, memory)
            else:
                score = first_urgency(parts.selection, fpu, term, child, memory)
            if best == NONE or score > top:
                best, top = child, score
            child = int(nodes[child].next_sibling)
        wanted = candidates(self, node, MOST_CHILDREN, player, memory)
        if wanted > nodes[node].children and nodes[node].status & PARTIAL and nodes[first].visits > 0:
            # nothing is known of those that are not there yet, so they are all as urgent as any
            if first_urgency(parts.selection, fpu, term, first, memory) > top:
                return add_next(parts, node, player, legal(game, state, memory.scratch), best, memory)
        return best


@helper
def add_next(parts, node, player, n, otherwise, memory):
    """Make a child of `node` for one of the `n` legal actions in `memory.scratch`: the one that would come next if all
    had been made together. Returns it, or `otherwise` where there is no room."""
    nodes, scratch = memory.nodes, memory.scratch
    if memory.counters[NODES] == len(nodes):
        return otherwise
    place, last = 0, NONE
    child = int(nodes[node].first_child)
    while child != NONE:  # bring the actions into the order in which they would stand by now
        other = place
        while scratch[other] != nodes[child].action:
            other += 1
        scratch[other] = scratch[place]
        scratch[place] = nodes[child].action
        place += 1
        last = child
        child = int(nodes[child].next_sibling)
    other = place + below(memory.rng, n - place)
    action = scratch[other]
    scratch[other] = scratch[place]
    child = add_child(parts, node, last, action, player, memory)
    if place + 1 == n:
        nodes[node].status &= ~PARTIAL
    return child
