"""Searches by order: O-MCTS on rewards not known beforehand, preferences, N-MCTS as written, whole games."""

import numpy as np
import pytest
from hypothesis import given, settings
from test_ordinal import REWARDS, beats, fed

from mcts_lab import games, start
from mcts_lab.search import UCB1, UCT, BestValue, Borda, Evaluate, LimitedPlayout, MixMax, OpenLoop, Search
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.search.mcts.reuse import children_of
from mcts_papers.games.vgdl import rewarded, vgdl
from mcts_papers.joppen2019.agents import agent
from mcts_papers.joppen2019.preferences import BinarySubtree, RelativeUCB
from mcts_papers.joppen2019.values import Expectimax, NormalisedReward, RunningBorda
from mcts_papers.ties import MeanBreaksTies

ZELDA = vgdl("zelda", 3)


GAPS = games.gaps()
OPEN = {"tree": OpenLoop(availability=False), "leaf": LimitedPlayout(5)}
DUELS = UCT(RelativeUCB(0.5), tree=BinarySubtree(), leaf=LimitedPlayout(5), final=BestValue())


@settings(max_examples=25, deadline=None)
@given(REWARDS)
def test_the_running_score_is_equation_7_as_it_is_written(rewards):
    """Kept by the definition: P(a beats b) and the distributions, updated in the same order."""
    n, got = len(rewards), [[] for _ in rewards]
    beats_now = np.full((n, n), np.nan)
    queues = [list(r) for r in rewards]
    while any(queues):
        for a, queue in enumerate(queues):
            if not queue:
                continue
            reward, t = queue.pop(0), len(got[a])
            for b in range(n):
                if b != a and got[b]:
                    fresh = beats([reward], got[b])
                    old = beats_now[a, b] if t else 0.0
                    beats_now[a, b] = t / (t + 1) * old + fresh / (t + 1)
                    beats_now[b, a] = 1 - beats_now[a, b]
            got[a].append(reward)
    assert fed(RunningBorda(), rewards) == pytest.approx([np.nanmean(row) for row in beats_now])


@settings(max_examples=25, deadline=None)
@given(REWARDS)
def test_rewards_are_normalised_as_they_arrive(rewards):
    least, greatest, sums, queues = 1.0, 0.0, np.zeros(len(rewards)), [list(r) for r in rewards]
    while any(queues):
        for a, queue in enumerate(queues):
            if queue:
                r = queue.pop(0)
                least, greatest = min(least, r), max(greatest, r)
                sums[a] += (r - least) / (greatest - least) if greatest > least else 0.5
    assert fed(NormalisedReward(), rewards) == pytest.approx([s / len(r) for s, r in zip(sums, rewards, strict=True)])


# -- preferences -------------------------------------------------------------------------------------------------------


def test_an_iteration_of_preferences_compares_two_actions_in_each_node():
    search = Search(GAPS, start(GAPS, 0), DUELS, seed=2, compiled=False)
    search.run(40)
    nodes = search.nodes
    assert nodes[ROOT].visits == 40 and nodes["visits"][children_of(nodes, ROOT)].sum() == 80
    for node in np.flatnonzero(nodes["children"]):
        below = nodes[children_of(nodes, node)]
        once = 1 if node != ROOT else 0  # when it was new it was played out; later the runner may have fallen there
        assert 0 < below["visits"].sum() <= 2 * (nodes[node].visits - once)
        assert below["total"].sum() == pytest.approx(below["visits"].sum() / 2)
    beaten = search.memory.of(search.method.selection).beats
    children = children_of(nodes, ROOT)
    for a in children:
        assert beaten[a, :3].sum() == pytest.approx(nodes[a].total)


@pytest.mark.parametrize("call", [
    *(lambda method=method: Search(GAPS, start(GAPS, 0), method) for method in (
        UCT(tree=BinarySubtree()), UCT(RelativeUCB()), DUELS._replace(value=MixMax()))),
])
def test_what_does_not_fit_is_refused_in_a_sentence(call):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        call()


# -- other parts -------------------------------------------------------------------------------------------------------


def test_expectimax_is_worth_what_its_recursion_says():
    search = Search(GAPS, start(GAPS, 0), UCT(UCB1(0.5), Expectimax(), tree=OPEN["tree"], leaf=Evaluate()), seed=3,
                    compiled=False)
    search.run(200)
    nodes, own = search.nodes, search.memory.of(search.method.value)
    ended, rewards, worth = own.ended, own.rewards, own.worth
    for node in range(1, len(nodes)):
        below = [c for c in children_of(nodes, node) if nodes[c].visits]
        n = nodes[node].visits
        assert ended[node] == n - nodes["visits"][below].sum()
        best = max((worth[c] for c in below), default=0.0)
        assert worth[node] == pytest.approx(rewards[node] / n + (1 - ended[node] / n) * best)


@pytest.mark.parametrize("value", [Borda(), MixMax(1.0), NormalisedReward()], ids=str)
def test_ties_of_visits_go_to_what_the_search_takes_to_be_worth_more(value):
    method, differ = UCT(value=value, **OPEN), 0
    for seed in range(60):
        search = Search(GAPS, start(GAPS, seed), method, seed=seed, compiled=False)
        result = search.run(12)
        by_mean = Search(GAPS, start(GAPS, seed), method._replace(final=MeanBreaksTies()), seed=seed,
                         compiled=False).run(12)
        children = children_of(search.nodes, ROOT)
        most = [c for c in children if search.nodes[c].visits == search.nodes["visits"][children].max()]
        worths = [value.estimate(ROOT, c, search.memory) for c in most]
        means = [search.nodes[c].total / search.nodes[c].visits for c in most]
        assert result.action == search.nodes[most[int(np.argmax(worths))]].action
        assert by_mean.action == search.nodes[most[int(np.argmax(means))]].action
        assert result.value == result.values[result.action]  # still a mean payoff
        differ += result.action != by_mean.action
    assert differ > 0


@pytest.mark.all
@pytest.mark.parametrize("name", ["O-MCTS", "PB-MCTS"])
def test_other_payoffs_of_the_same_order_leave_the_tree_as_it_is(name):
    method, trees = agent(name, 0.5, 5), []
    for change in ({}, {"lost": -1.0}, {"lost": 0.2, "score": 0.1}, {"score": 1e-6}):
        search = Search(rewarded(ZELDA, **change), start(ZELDA, 0), method, seed=4, compiled=False)
        search.run(calls=250)
        trees.append([search.nodes[part].tolist() for part in ("action", "visits", "parent")])
    assert all(tree == trees[0] for tree in trees[1:])
