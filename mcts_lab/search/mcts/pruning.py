"""Pruning rules: they decide which children of a node may be selected."""

import math

from ...engine.arithmetic import log, power
from ...engine.random import below
from .components import Pruning
from .memory import ITERATIONS, SETTLED, TARGET
from .needs import changing_actions, labels_for_actions, no_heuristic
from .nodes import ASIDE, CUT, NONE, PRUNED, ROOT, THINNED, children, pruned_for_good, takes_part


class All(Pruning):
    """Consider every child: no pruning.

    Examples
    --------
    >>> from mcts_lab import UCT
    >>> from mcts_lab.search import All
    >>> UCT(pruning=All()) == UCT()
    True
    """


class HardPruning(Pruning):
    """Keep only the best children of a node permanently, judged by the heuristic of their states.

    When a node has more than `patience` visits and all its n children have been tried, ``max(least, alpha * ln n)`` of
    them are kept, rounded down [1]_. The other children are pruned. Use it in games with hundreds of actions and a good
    heuristic. To evaluate a child, its action is played. This counts as a forward-model call, unless the tree is
    `SavedStates`, in which nodes already store their states.

    If the legal actions differ between determinizations, n is the number of legal actions in the current one. If too
    few of the kept children are legal there, the best pruned children may also be selected in this determinization.

    Parameters
    ----------
    patience : int, default 20
        Number of visits before pruning, at least 0. A number above the budget switches pruning off.
    alpha : float, default 1.0
        Factor of the number of children that are kept, at least 0. With 0, `least` children are kept.
    least : int, default 5
        The smallest number of children that are kept, at least 1.

    References
    ----------
    .. [1] Y.-J. Hsu and D. Perez-Liebana, "MCTS pruning in turn-based strategy games", AIIDE workshop on artificial
       intelligence for strategy games, 2020, section 3.3, Equation 1.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import HardPruning
    >>> game = games.connect_four()
    >>> result = UCT(pruning=HardPruning(least=2)).search(game, start(game), iterations=200, seed=1)
    >>> sorted(result.visits.values())
    [2, 3, 3, 3, 3, 57, 129]
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
        """Write the value of each child that can be chosen at `node` into `memory.worths`, in the children's order."""
        place = 0
        for child in children(memory.nodes, node):
            if is_choice(child, player, memory):
                if self.judges(child, memory):
                    memory.worths[place] = tree.judge(game, state, child, player, memory)
                else:
                    memory.worths[place] = -1.0
                place += 1

    def judges(self, child, memory):
        """Return whether `child` is evaluated. Children that are not evaluated are sorted to the end."""
        return memory.nodes[child].visits > 0

    def waits(self):
        """Return whether pruning waits until every child has been tried."""
        return True

    def to_keep(self, count):
        """Return how many of `count` children are kept [Hsu & Perez-Liebana 2020, Equation 1]."""
        return min(count, max(self.least, int(self.alpha * log(count))))

    def thin_out(self, tree, game, state, node, count, player, memory):
        prune_hard(self, tree, game, state, node, count, player, memory)


class HardPruningByMean(HardPruning):
    """Keep only the best children of a node permanently, judged by their mean rewards so far.

    This is like `HardPruning`, but it needs no heuristic and no forward-model calls. Means of few rewards are
    uncertain, so use a larger `patience`.

    Parameters
    ----------
    patience : int, default 20
        Number of visits before pruning, at least 0. A number above the budget switches pruning off.
    alpha : float, default 1.0
        Factor of the number of children that are kept, at least 0. With 0, `least` children are kept.
    least : int, default 5
        The smallest number of children that are kept, at least 1.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import HardPruningByMean
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(pruning=HardPruningByMean(patience=50, least=2)).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    def problem(self, game, facts, method):
        return None

    def judge_all(self, tree, game, state, node, player, memory):
        judge_by_means(node, player, memory)


class ProgressiveUnpruning(HardPruning):
    """Prune like `HardPruning`, and readmit pruned children one by one as the node is visited more.

    Let n be the number of children that may be selected now. When the visits of a node exceed
    ``speed * growth ** (n - least)``, a random pruned child may be selected again [1]_ [2]_. So an error of the
    heuristic does not exclude a child forever.

    Parameters
    ----------
    patience : int, default 20
        Number of visits before pruning, at least 0. A number above the budget switches pruning off.
    alpha : float, default 1.0
        Factor of the number of children that are kept, at least 0. With 0, `least` children are kept.
    least : int, default 5
        The smallest number of children that are kept, at least 1.
    speed : float, default 20.0
        Number of visits at which the first child is readmitted if `least` children were kept, at least 0. With 0, a
        child is readmitted at every visit.
    growth : float, default 1.7
        Factor by which the visits must grow before the next child is readmitted, at least 1. With 1, a child is
        readmitted at every visit after `speed` visits.

    References
    ----------
    .. [1] Y.-J. Hsu and D. Perez-Liebana, "MCTS pruning in turn-based strategy games", AIIDE workshop on artificial
       intelligence for strategy games, 2020, section 3.4, Equation 2 (there "progressive widening").
    .. [2] G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search", New Mathematics and Natural
       Computation 4, 2008.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import ProgressiveUnpruning
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(pruning=ProgressiveUnpruning(least=2)).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
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
    """Prune only for some time: children are judged by their means, and all return when the visits have doubled.

    When the visits of a node have doubled, all its children may be selected again. After half as many more visits, they
    are pruned again. This is "soft pruning" in the sense of [1]_: a child that was pruned too early can return.

    Parameters
    ----------
    patience : int, default 20
        Number of visits before the first pruning, at least 1. A number above the budget switches pruning off.
    alpha : float, default 1.0
        Factor of the number of children that are kept, at least 0. With 0, `least` children are kept.
    least : int, default 5
        The smallest number of children that are kept, at least 1.

    References
    ----------
    .. [1] C. Browne et al., "A survey of Monte Carlo tree search methods", IEEE Transactions on Computational
       Intelligence and AI in Games 4, 2012.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import SoftPruning
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(pruning=SoftPruning(least=2)).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    ranges = HardPruning.ranges | {"patience": (1, None)}

    def problem(self, game, facts, method):
        return changing_actions(facts, method)

    def thin_out(self, tree, game, state, node, count, player, memory):
        nodes = memory.nodes
        visits = int(nodes[node].visits)
        if visits <= self.patience:
            return
        cycle = self.patience  # becomes the largest patience * 2^k that is not above the visits
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
    """Prune root actions that can no longer become the most visited one in the iterations left.

    This never changes which action is visited most [1]_. The remaining iterations are spent on the other actions, or
    the search ends early. The budget must be given in iterations.

    Parameters
    ----------
    stop : bool, default False
        Whether the search ends as soon as only one action is left. False spends the rest of the budget on this action.

    References
    ----------
    .. [1] J. Huang, Z. Liu, B. Lu and F. Xiao, "Pruning in UCT algorithm", TAAI 2010.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import AbsolutePruning
    >>> game = games.tic_tac_toe()
    >>> method = UCT(pruning=AbsolutePruning(stop=True))
    >>> method.search(game, start(game), iterations=1000, seed=1).iterations < 1000
    True
    """

    looks_ahead = True

    stop: bool = False

    def candidates(self, node, count, player, memory):
        left = memory.counters[TARGET] - memory.counters[ITERATIONS]
        if node == ROOT and left < memory.nodes[ROOT].visits:  # before this, every child can still become the first
            if prune_hopeless(left, memory) == 1 and self.stop:
                memory.counters[SETTLED] = 1
        return count

    def begin_run(self, memory):
        take_back_marks(memory.nodes)

    def marks(self):
        return PRUNED


def is_choice(child, player, memory):
    """Return whether `player` can choose `child` in the current determinization."""
    if len(memory.legal_mark) == 1:  # nodes are states, so all their children can be chosen
        return True
    action = memory.nodes[child].action
    return memory.nodes[child].mover == player and memory.legal_mark[action] == memory.legal_mark[-1]


def prune(child, memory):
    """Prune `child` for the remaining iterations."""
    memory.nodes[child].status |= PRUNED


def prune_hard(rule, tree, game, state, node, count, player, memory):
    """Prune all but the best children that can be chosen at `node`, if it is time to do so.

    If too few of the kept children can be chosen in the current determinization, readmit the next best ones.
    """
    nodes = memory.nodes
    if nodes[node].visits <= rule.patience or (nodes[node].status & THINNED and len(memory.legal_mark) == 1):
        return
    keep = rule.to_keep(count)
    known, left, tried = 0, 0, True
    for child in children(nodes, node):
        if is_choice(child, player, memory):
            if nodes[child].status & CUT:
                nodes[child].status |= ASIDE  # it may have been readmitted in another determinization
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
    """Write the mean reward of each child that can be chosen at `node` into `memory.worths`, or -1 if unvisited."""
    place = 0
    for child in children(memory.nodes, node):
        if is_choice(child, player, memory):
            visits = memory.nodes[child].visits
            memory.worths[place] = memory.nodes[child].total / visits if visits > 0 else -1.0
            place += 1


def cut_worst(node, keep, player, memory):
    """Prune permanently all children that can be chosen, except the best `keep` of those that are not yet pruned. Of
    equal children, keep the later one."""
    nodes, worths = memory.nodes, memory.worths
    spared = -math.inf  # value of the last child that was kept; `at` is its index
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
    """Readmit the best permanently pruned child that can be chosen in the current determinization."""
    nodes = memory.nodes
    best, most, place = NONE, -math.inf, 0
    for child in children(nodes, node):
        if is_choice(child, player, memory):
            if nodes[child].status & ASIDE and memory.worths[place] > most:
                best, most = child, memory.worths[place]
            place += 1
    nodes[best].status ^= ASIDE


def unprune(marked, node, skip, player, memory):
    """Readmit one of the pruned children at `node` that are `marked`. The first `skip` of them are left out."""
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
    """Return the number of children at `node` that can be chosen, are pruned, and are `marked`."""
    pruned = 0
    for child in children(memory.nodes, node):
        if is_pruned(child, marked, player, memory):
            pruned += 1
    return pruned


def is_pruned(child, marked, player, memory):
    """Return whether `child` can be chosen, is pruned at present, and has one of the marks in `marked`."""
    status = memory.nodes[child].status
    return is_choice(child, player, memory) and not takes_part(status) and status & marked != 0


def unpruning_time(rule, n):
    """Return the visits after which ``n + 1`` children may be selected [Hsu & Perez-Liebana 2020, Equation 2]."""
    return rule.speed * power(rule.growth, min(n - rule.least, 1000))


# -- by visits and iterations left -------------------------------------------------------------------------------------


def prune_hopeless(left, memory):
    """Prune those children of the root that cannot become the most visited one in the iterations `left`. Return how
    many children remain."""
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
    """Remove the mark PRUNED from the children of the root, because it was valid only for an earlier number of
    iterations left."""
    for child in children(nodes, ROOT):
        nodes[child].status &= ~PRUNED
