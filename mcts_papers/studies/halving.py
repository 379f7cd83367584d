"""Sequential halving: divide the iterations among the root's actions so that the best action is found."""

from mcts_lab.engine.arithmetic import log
from mcts_lab.search.mcts.components import Pruning
from mcts_lab.search.mcts.memory import TARGET
from mcts_lab.search.mcts.needs import changing_actions
from mcts_lab.search.mcts.nodes import ASIDE, CUT, NONE, PROVEN, PRUNED, ROOT, children, pruned_for_good
from mcts_lab.search.mcts.pruning import prune, take_back_marks

TINY = 1e-300  # instead of 0, whose logarithm is infinite


class SequentialHalving(Pruning):
    """Visit all children of the root equally often, and prune half of them in each of log2(k) rounds of equal length.

    See [Karnin, Koren & Somekh 2013, Algorithm 2]; in a tree, [Pepels et al. 2014, Cazenave 2015]. The children
    with the higher means stay; in a search with a prior P, those with the higher ln P + (50 + N) scale mean, where
    N is the highest number of visits of a child. Together with `GumbelNoise` this is the root of Gumbel AlphaZero
    [Danihelka et al. 2022, Algorithm 2 and Eq. 8].

    most: maximum number of children that take part, at least 1: those with the highest priors. Without a prior,
    all take part. scale: weight of the mean beside the prior, at least 0.
    """

    ranges = {"most": (1, None)}
    looks_ahead = True

    most: int = 16
    scale: float = 1.0

    def problem(self, game, facts, method):
        return changing_actions(facts, method)

    def marks(self):
        return PRUNED | ASIDE

    def begin_run(self, memory):
        take_back_marks(memory.nodes)

    def thin_out(self, tree, game, state, node, count, player, memory):
        if node != ROOT:
            return
        if len(memory.priors) > 1:
            keep_best(self, self.most, memory)
        everyone = min(count, self.most) if len(memory.priors) > 1 else count
        rounds, left = 0, everyone
        while left > 1:
            rounds, left = rounds + 1, (left + 1) // 2
        due, left = 0, everyone  # due: visits that each of the `left` children has at the end of its round
        count, fewest = in_round(memory)
        while left > 1:
            due += max(1, memory.counters[TARGET] // (left * rounds))
            if left <= count:
                if fewest < due:
                    break
                keep_best(self, (left + 1) // 2, memory)
                count, fewest = in_round(memory)
            left = (left + 1) // 2
        for child in children(memory.nodes, ROOT):
            put_aside(child, memory.nodes[child].visits > fewest, memory)  # until others have as many


def put_aside(child, aside, memory):
    """Exclude `child` from selection for now (aside=True) or include it again, unless it is pruned permanently."""
    nodes = memory.nodes
    if aside:
        nodes[child].status |= ASIDE
    elif not nodes[child].status & CUT:
        nodes[child].status &= ~ASIDE


def is_open(child, memory):
    """Return whether the search can still learn about `child`: it is neither proven nor permanently pruned."""
    status = memory.nodes[child].status
    return status & PROVEN == 0 and not pruned_for_good(status)


def in_round(memory):
    """Return how many children of the root take part in this round, and the lowest number of visits among them."""
    count, fewest = 0, 1 << 31
    for child in children(memory.nodes, ROOT):
        if is_open(child, memory):
            count += 1
            fewest = min(fewest, int(memory.nodes[child].visits))
    return count, fewest


def keep_best(rule, keep, memory):
    """Prune the worst children of the root until at most `keep` take part. Of equally good children, the last is
    pruned."""
    nodes, believed = memory.nodes, len(memory.priors) > 1
    most, left = 0, 0
    for child in children(nodes, ROOT):
        most = max(most, int(nodes[child].visits))
        left += is_open(child, memory)
    while left > keep:
        worst, least = NONE, 0.0
        for child in children(nodes, ROOT):
            if is_open(child, memory):
                worth = nodes[child].total / max(1, nodes[child].visits)
                if believed:
                    worth = log(max(TINY, memory.priors[child])) + (50.0 + most) * rule.scale * worth
                if worst == NONE or worth <= least:
                    worst, least = child, worth
        prune(worst, memory)
        left -= 1


COMPONENTS = {"SequentialHalving": "SequentialHalving"}
