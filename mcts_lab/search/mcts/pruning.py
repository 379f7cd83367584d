"""Participation: which children of a node may be selected."""

import math

from ...engine.arithmetic import log, power
from ...engine.random import below
from .components import Pruning
from .memory import ITERATIONS, SETTLED, TARGET
from .needs import changing_actions, labels_for_actions, no_heuristic
from .nodes import ASIDE, CUT, NONE, PRUNED, ROOT, THINNED, children, pruned_for_good, takes_part


class All(Pruning):
    """Every child."""


class HardPruning(Pruning):
    """Once a node has more than `patience` visits, keep the best max(`least`, `alpha` ln n) of its n children by the
    heuristic of their states, for good [Hsu & Perez-Liebana 2020, section 3.3, Equation 1].

    Where the legal actions differ from world to world, n counts those of the world at hand; should fewer than that
    number be left there, the best of the pruned take part as well, in this world. A child's state is looked at by
    playing its action, which counts as a call, unless the world is `SavedStates`, which has it.

    It waits until every child was tried. patience: visits; a number above the budget switches pruning off. alpha: at
    least 0. least: children, at least 1.
    """

    ranges = {"least": (1, None)}

    patience: int = 20
    alpha: float = 1.0
    least: int = 5

    def problem(self, game, facts, method):
        return no_heuristic(game, facts) or labels_for_actions(method, "looks one play ahead")

    def marks(self):
        return CUT

    def judge_all(self, tree, game, state, node, player, memory):
        """Put what each choice at `node` is worth into `memory.worths`, in the order of the children."""
        place = 0
        for child in children(memory.nodes, node):
            if is_choice(child, player, memory):
                if self.judges(child, memory):
                    memory.worths[place] = tree.judge(game, state, child, player, memory)
                else:
                    memory.worths[place] = -1.0
                place += 1

    def judges(self, child, memory):
        """Return whether `child` is looked at; one that is not comes last."""
        return memory.nodes[child].visits > 0

    def waits(self):
        """Return whether no child is pruned until every one was tried."""
        return True

    def to_keep(self, count):
        """Return how many of `count` children are kept [Hsu & Perez-Liebana 2020, Equation 1]."""
        return min(count, max(self.least, int(self.alpha * log(count))))

    def thin_out(self, tree, game, state, node, count, player, memory):
        prune_hard(self, tree, game, state, node, count, player, memory)


class HardPruningByMean(HardPruning):
    """The same with children judged by their mean reward so far, which needs no heuristic and no look at states."""

    def problem(self, game, facts, method):
        return None

    def judge_all(self, tree, game, state, node, player, memory):
        judge_by_means(node, player, memory)


class ProgressiveUnpruning(HardPruning):
    """`HardPruning`, whose pruned children come back: whenever the node's visits exceed `speed` times `growth` to the
    power of (n - `least`), n the children that take part, one of the pruned returns, drawn at random
    [Hsu & Perez-Liebana 2020, section 3.4, Equation 2; there "progressive widening", after Chaslot et al. 2008].

    speed: visits, at least 0; 0 has one return at every visit. growth: at least 1; 1 does so after `speed` visits.
    """

    ranges = HardPruning.ranges | {"growth": (1, None)}

    speed: float = 20.0
    growth: float = 1.7

    def problem(self, game, facts, method):
        return no_heuristic(game, facts) or changing_actions(facts, method)

    def thin_out(self, tree, game, state, node, count, player, memory):
        prune_hard(self, tree, game, state, node, count, player, memory)
        nodes = memory.nodes
        if not nodes[node].status & THINNED:
            return
        pruned = count_pruned(CUT, node, player, memory)
        if pruned > 0 and nodes[node].visits > unpruning_time(self, int(nodes[node].children) - pruned):
            unprune(CUT, node, below(memory.rng, pruned), player, memory)


class SoftPruning(HardPruningByMean):
    """Hard pruning for a time: whenever a node's visits have doubled, all its children take part again until half as
    many more visits, when they are judged anew by their means ("soft pruning" in the sense of [Browne et al. 2012]).

    patience: visits before the first judgement, at least 1; a number above the budget switches pruning off.
    """

    ranges = HardPruning.ranges | {"patience": (1, None)}

    def problem(self, game, facts, method):
        return changing_actions(facts, method)

    def thin_out(self, tree, game, state, node, count, player, memory):
        nodes = memory.nodes
        visits = int(nodes[node].visits)
        if visits <= self.patience:
            return
        cycle = self.patience  # the greatest rule.patience * 2^k that is not above the visits
        while 2 * cycle <= visits:
            cycle *= 2
        if visits - cycle < cycle // 2 and cycle > self.patience:
            if nodes[node].status & THINNED:
                nodes[node].status &= ~THINNED
                for child in children(nodes, node):
                    if nodes[child].status & CUT:
                        nodes[child].status &= ~(CUT | ASIDE)
            return
        prune_hard(self, tree, game, state, node, count, player, memory)


class AbsolutePruning(Pruning):
    """At the root: not those that cannot become the most visited with the iterations left [Huang et al. 2010].

    It never changes the most visited action; it spends what is left on the others.

    stop: whether the search ends once one action is left, when no other can become the most visited.
    """

    looks_ahead = True

    stop: bool = False

    def candidates(self, node, count, player, memory):
        left = memory.counters[TARGET] - memory.counters[ITERATIONS]
        if node == ROOT and left < memory.nodes[ROOT].visits:  # before that all can still come up
            if prune_hopeless(left, memory) == 1 and self.stop:
                memory.counters[SETTLED] = 1
        return count

    def begin_run(self, memory):
        take_back_marks(memory.nodes)

    def marks(self):
        return PRUNED


def is_choice(child, player, memory):
    """Whether `child` can be chosen by `player` in the world at hand."""
    if len(memory.legal_mark) == 1:  # nodes are states, so all their children can be
        return True
    action = memory.nodes[child].action
    return memory.nodes[child].mover == player and memory.legal_mark[action] == memory.legal_mark[-1]


def prune(child, memory):
    """Let `child` take no part for the rest of the iterations."""
    memory.nodes[child].status |= PRUNED


def prune_hard(rule, tree, game, state, node, count, player, memory):
    """Keep the best of the choices at `node`, if it is time to; in worlds with too few of these, the next best too."""
    nodes = memory.nodes
    if nodes[node].visits <= rule.patience or (nodes[node].status & THINNED and len(memory.legal_mark) == 1):
        return
    keep = rule.to_keep(count)
    known, left, tried = 0, 0, True
    for child in children(nodes, node):
        if is_choice(child, player, memory):
            if nodes[child].status & CUT:
                nodes[child].status |= ASIDE  # it may have taken part in another world
            else:
                left += 1
            known += 1
            tried = tried and nodes[child].visits > 0
    ready = known == count and (tried or not rule.waits())
    if ready:
        nodes[node].status |= THINNED
    lacking = min(keep, known) - left
    if lacking > 0 or (ready and lacking < 0):
        rule.judge_all(tree, game, state, node, player, memory)
        if lacking < 0:
            cut_worst(node, keep, player, memory)
        for _ in range(lacking):
            readmit_best(node, player, memory)


def judge_by_means(node, player, memory):
    """The mean reward of each choice at `node`; -1 for those never tried."""
    place = 0
    for child in children(memory.nodes, node):
        if is_choice(child, player, memory):
            visits = memory.nodes[child].visits
            memory.worths[place] = memory.nodes[child].total / visits if visits > 0 else -1.0
            place += 1


def cut_worst(node, keep, player, memory):
    """Prune for good all choices but the `keep` of greatest worth among those that take part; the later of equals."""
    nodes, worths = memory.nodes, memory.worths
    spared = -math.inf  # worth and place of the last one that was spared
    at = 0
    for turn in range(keep):
        best, most, place = NONE, -math.inf, 0
        for child in children(nodes, node):
            if is_choice(child, player, memory):
                later = turn == 0 or worths[place] < spared or (worths[place] == spared and place < at)
                if not pruned_for_good(nodes[child].status) and later and worths[place] >= most:
                    best, most = place, worths[place]
                place += 1
        if best == NONE:
            break
        spared, at = most, best
    place = 0
    for child in children(nodes, node):
        if is_choice(child, player, memory):
            if worths[place] < spared or (worths[place] == spared and place < at):
                nodes[child].status |= CUT | ASIDE
            place += 1


def readmit_best(node, player, memory):
    """Let the choice of greatest worth among those pruned for good take part in the world at hand."""
    nodes = memory.nodes
    best, most, place = NONE, -math.inf, 0
    for child in children(nodes, node):
        if is_choice(child, player, memory):
            if nodes[child].status & ASIDE and memory.worths[place] > most:
                best, most = child, memory.worths[place]
            place += 1
    nodes[best].status ^= ASIDE


def unprune(marked, node, skip, player, memory):
    """Let one of the pruned choices at `node` that are `marked` take part again, after leaving out the first `skip`."""
    nodes = memory.nodes
    child = int(nodes[node].first_child)
    while skip > 0 or not is_pruned(child, marked, player, memory):
        if is_pruned(child, marked, player, memory):
            skip -= 1
        child = int(nodes[child].next_sibling)
    nodes[child].status &= ~marked
    if not nodes[child].status & CUT:
        nodes[child].status &= ~ASIDE


def count_pruned(marked, node, player, memory):
    """How many of the choices at `node` are pruned and `marked`."""
    pruned = 0
    for child in children(memory.nodes, node):
        if is_pruned(child, marked, player, memory):
            pruned += 1
    return pruned


def is_pruned(child, marked, player, memory):
    """Whether `child` is a choice that takes no part now and bears one of the marks."""
    status = memory.nodes[child].status
    return is_choice(child, player, memory) and not takes_part(status) and status & marked != 0


def unpruning_time(rule, n):
    """The visits after which one more than `n` children take part [Hsu & Perez-Liebana 2020, Equation 2]."""
    return rule.speed * power(rule.growth, min(n - rule.least, 1000))


# -- by visits and iterations left -------------------------------------------------------------------------------------


def prune_hopeless(left, memory):
    """Prune children of the root that cannot reach the most visits with all of the iterations `left`; returns how many
    are left."""
    nodes, spared = memory.nodes, 0
    most = 0
    child = nodes[ROOT].first_child
    while child != NONE:
        if not nodes[child].status & CUT:
            most = max(most, nodes[child].visits)
        child = nodes[child].next_sibling
    child = nodes[ROOT].first_child
    while child != NONE:
        n = nodes[child].visits
        if n > 0 and n + left < most:
            prune(child, memory)
        spared += takes_part(nodes[child].status)
        child = nodes[child].next_sibling
    return spared


def take_back_marks(nodes):
    """Take PRUNED back from the children of the root: it holds for the iterations that were left when it was given."""
    for child in children(nodes, ROOT):
        nodes[child].status &= ~PRUNED
