"""Rules for large branching factors: what each prunes and lets return, groups of actions, nodes that keep states."""


import math

import numpy as np
import pytest
from test_large_branching import C4, WIDE, by_line, grown, root_children, worths

from mcts_lab import games, start
from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_lab.hints import JOINS
from mcts_lab.search import (
    UCB1,
    UCT,
    All,
    Evaluate,
    HardPruning,
    HardPruningByMean,
    OpenLoop,
    ProgressiveUnpruning,
    ProgressiveWidening,
    PruningNetworks,
    SavedStates,
    Search,
    SingleObserverPOM,
    SoftPruning,
    Together,
)
from mcts_lab.search.mcts.nodes import CUT, PRUNED
from mcts_lab.search.mcts.reuse import children_of
from mcts_papers.games.tribes import tribes
from mcts_papers.hsu2020.groups import MovePruning, RootGroup
from mcts_papers.hsu2020.one_sided import OneSidedUCB1, RangeOfNode
from mcts_papers.hsu2020.readings import DROP, JUDGE, HardPruningRead
from mcts_papers.papagiannis2022.players import pruning_model
from mcts_papers.papagiannis2022.unpruning import RandomUnpruning


class Grouped(UniformTree):
    """A uniform tree whose actions fall into groups: actions 0 to 9 into two, the others into none."""

    def group(self, state, action):
        return action // 5 if action < 10 else -1

    def minor(self, state, action):
        return action >= 10


GROUPED = Grouped(branching=30, depth=6)


def test_it_waits_until_all_were_tried_unless_told_otherwise():
    waiting = grown(WIDE, UCT(pruning=HardPruning(patience=5, least=3)), 25)
    assert not len(root_children(waiting, True))
    dropping = grown(WIDE, UCT(pruning=HardPruningRead(patience=5, least=3, untried=DROP)), 25)
    assert len(root_children(dropping, False)) == 3
    assert (dropping.nodes["visits"][root_children(dropping)] > 0).sum() == 6  # those tried before, none after
    judging = grown(WIDE, UCT(pruning=HardPruningRead(patience=5, least=3, untried=JUDGE)), 25)
    left, gone = root_children(judging, False), root_children(judging, True)
    assert len(left) == 3 and min(worths(WIDE, left, judging).values()) >= max(worths(WIDE, gone, judging).values())
    assert (judging.nodes["visits"][left] > 0).all()


# -- groups ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tree", [UCT().tree, SavedStates()], ids=lambda tree: type(tree).__name__)
def test_one_group_is_searched_at_the_root(tree):
    seen = set()
    for seed in range(12):
        search = grown(GROUPED, UCT(pruning=RootGroup(), tree=tree), 40, seed=seed)
        actions = search.nodes["action"][root_children(search)]
        assert len({a // 5 for a in actions}) == 1 and len(actions) == 5 and actions.max() < 10
        seen.add(int(actions[0]) // 5)
        second = search.nodes["children"][root_children(search)]
        assert set(second[second > 0]) == {30}
    assert seen == {0, 1}
    strict = grown(GROUPED, UCT(pruning=RootGroup(strict=True), tree=tree), 40)
    second = strict.nodes["children"][root_children(strict)]
    assert set(second[second > 0]) == {10}


class Joined(UniformTree):
    """Actions 0 to 4 are a group; 5 to 9 would only join another, of which there is none."""

    def group(self, state, action):
        return 0 if action < 5 else 1 + JOINS


def test_what_only_joins_a_group_makes_none():
    game = Joined(branching=10, depth=4)
    for seed in range(8):
        search = grown(game, UCT(pruning=RootGroup()), 20, seed=seed)
        assert sorted(search.nodes["action"][root_children(search)]) == [0, 1, 2, 3, 4]


def test_actions_alike_are_sampled_when_a_node_is_made():
    search = grown(GROUPED, UCT(pruning=MovePruning(alpha=2.0, least=3)), 40)
    actions = set(search.nodes["action"][root_children(search)].tolist())
    assert set(range(10)) < actions and len(actions) == 10 + int(2.0 * math.log(20))
    chosen = [frozenset(grown(GROUPED, UCT(pruning=MovePruning()), 2, seed=seed).nodes["action"].tolist())
              for seed in range(150)]
    counts = np.array([sum(action in one for one in chosen) for action in range(10, 30)])
    assert len(set(chosen)) > 100
    assert counts.sum() >= 150 * 5 and counts.min() > 15 and counts.max() < 70  # 37.5 each on average


def test_two_rules_together_leave_out_what_either_does():
    both = Together(RootGroup(strict=True), Together(MovePruning(), HardPruning(patience=8, least=2)))
    search = grown(GROUPED, UCT(pruning=both), 60)
    assert len(root_children(search)) == 5 and len(root_children(search, False)) == 2


HARD, NETWORKS = HardPruningByMean(patience=35, least=3), PruningNetworks(pruning_model("uniform").tables)


def visits_of(search, mark):
    """The visits of those of the root's children that bear a mark."""
    return {child: int(search.nodes[child].visits) for child in root_children(search)
            if search.nodes[child].status & mark}


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize("game, one, other, mark", [
    (GROUPED, Together(MovePruning(), HARD), NETWORKS, CUT),
    (WIDE, NETWORKS, SoftPruning(patience=35, least=25), PRUNED), (WIDE, HARD, NETWORKS, CUT),
    (WIDE, NETWORKS, RandomUnpruning(HARD, 0.5), PRUNED), (WIDE, NETWORKS, HARD, PRUNED),
])
@pytest.mark.parametrize("turned", [False, True])
def test_what_one_rule_has_pruned_the_other_does_not_bring_back(game, one, other, mark, turned):
    pruning = Together(other, one) if turned else Together(one, other)
    search = Search(game, start(game), UCT(pruning=pruning, selection=UCB1(0.7)), seed=2, compiled=False)
    search.run(420, target=700)
    before = visits_of(search, mark)
    while search.iterations < 700:
        spare = search._room()
        search.components.tree.run_iterations(game, search.components, search.root[0], search.memory,
                       700 - search.iterations, 10**9, spare)
    after = visits_of(search, mark)
    assert len(before) > 3
    assert {child: after[child] for child in before} == before


def test_what_was_pruned_may_come_back_by_chance():
    rule = HardPruningByMean(patience=35, least=4)
    softened, always = (grown(WIDE, UCT(pruning=RandomUnpruning(rule, chance)), 400) for chance in (0.02, 1.0))
    assert 4 < len(root_children(softened, False)) < len(root_children(softened))
    assert len(root_children(always, False)) == len(root_children(always))


@pytest.mark.parametrize("game, parts, words", [
    (C4, {"pruning": RootGroup()}, "groups of actions"), (C4, {"pruning": MovePruning()}, "many and alike"),
    (C4, {"pruning": Together(HardPruning(least=0), All())}, "least must be"),
    (C4, {"pruning": RandomUnpruning(All(), 1.5)}, "chance must be"),
    (C4, {"pruning": RandomUnpruning(UCB1())}, "does not belong to the parameter "),
    *((GROUPED, {"pruning": rule, "tree": OpenLoop()}, "same actions") for rule in (
        ProgressiveUnpruning(), SoftPruning(), RootGroup())),
    *((WIDE, {"pruning": rule}, "mark the ") for rule in (
        Together(HARD, SoftPruning()), Together(Together(All(), HARD), RandomUnpruning(HardPruningByMean())))),
    (games.phantom_ttt(), {"tree": SingleObserverPOM(), "pruning": HardPruning()}, "heuristic|looks one play ahead"),
    (tribes(level=7, model=True), {"tree": SavedStates()}, "may never end"),
])
def test_what_a_game_does_not_say_is_refused(game, parts, words):
    with pytest.raises(ValueError, match=words):
        Search(game, start(game, 1), UCT(**parts))


@pytest.mark.parametrize("options", [
    {}, {"tree": SavedStates()}, {"fpu": 0.6}, {"pruning": ProgressiveWidening(k=5.0, alpha=0.4)},
    {"value": RangeOfNode()}, {"selection": UCB1(0.1), "pruning": ProgressiveWidening(k=20.0, alpha=0.5)},
], ids=str)
def test_children_that_come_in_later_are_those_of_a_tree_made_all_at_once(options, monkeypatch):
    from mcts_lab.search.mcts import widening

    method = UCT(**{"pruning": ProgressiveWidening(), **options})
    game = UniformTree(branching=40, depth=5)
    few = grown(game, method, 250)
    monkeypatch.setattr(widening, "AT_ONCE", 40)
    many = grown(game, method, 250)
    assert by_line(few) == by_line(many)
    assert len(few.nodes) < len(many.nodes) / 4
    for node in range(len(few.nodes)):
        assert few.nodes[node].children == len(children_of(few.nodes, node))


# -- the opponents of the original ------------------------------------------------------------------------------------


def test_the_range_is_that_of_all_that_passed_through_the_node():
    search = Search(C4, start(C4), UCT(value=RangeOfNode(), leaf=Evaluate(), selection=OneSidedUCB1()), seed=1,
                    compiled=False, trace=True)
    search.run(150)
    events = search.trace_events
    back = events[events["phase"] == 3]
    for node in range(1, 40):
        own = back[back["node"] == node]["reward"]
        if len(own):
            own = own if search.nodes[node].mover == 0 else 1.0 - own
            assert search.memory.of(search.method.value).lowest[node] == pytest.approx(own.min())
            assert search.memory.of(search.method.value).highest[node] == pytest.approx(own.max())
