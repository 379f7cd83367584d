"""Rules for large branching factors: what each prunes and lets return, groups of actions, nodes that keep states."""

import itertools
import math

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.game import JOINS, after, heuristic, legal_actions, start
from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_lab.games.tribes import tribes
from mcts_lab.papers.hsu2020.groups import MovePruning, RootGroup
from mcts_lab.papers.hsu2020.one_sided import OneSidedUCB1, RangeOfNode
from mcts_lab.papers.papagiannis2022.players import pruning_model
from mcts_lab.papers.papagiannis2022.unpruning import RandomUnpruning
from mcts_lab.search import (
    UCB1,
    UCT,
    All,
    Evaluate,
    GroupsByNumber,
    HardPruning,
    HardPruningByMean,
    MoveGroups,
    OpenLoop,
    Playout,
    ProgressiveUnpruning,
    ProgressiveWidening,
    PruningNetworks,
    RavePlayout,
    SavedOutcomes,
    SavedStates,
    Search,
    SingleObserverPOM,
    SoftPruning,
    Together,
)
from mcts_lab.search.evolution import RHEA
from mcts_lab.search.mcts.loop import run_iterations
from mcts_lab.search.mcts.pruning import DROP, JUDGE, unpruning_time
from mcts_lab.search.mcts.rave import informed_action, is_poor
from mcts_lab.search.mcts.reuse import children_of
from mcts_lab.search.mcts.tree import CUT, OUT, PRUNED, ROOT, THINNED

C4 = games.connect_four(rows=5, columns=7)
WIDE = UniformTree(branching=30, depth=6)


class Grouped(UniformTree):
    """A uniform tree whose actions fall into groups: actions 0 to 9 into two, the others into none."""

    def group(self, state, action):
        return action // 5 if action < 10 else -1

    def minor(self, state, action):
        return action >= 10


GROUPED = Grouped(branching=30, depth=6)


def grown(game, method, iterations=200, seed=1, compiled=False, **options):
    search = Search(game, start(game, 0), method, seed=seed, compiled=compiled, **options)
    search.run(iterations)
    return search


def root_children(search, mark=None):
    children = np.array(children_of(search.nodes, ROOT))
    status = search.nodes["status"][children]
    return children if mark is None else children[(status & OUT != 0) == mark]


# -- hard pruning ------------------------------------------------------------------------------------------------------


def worths(game, children, search):
    state = start(game, 0)
    return {int(c): heuristic(game, after(game, state, int(search.nodes[c].action)), 0) for c in children}


@pytest.mark.parametrize("world", [UCT().world, SavedStates(), OpenLoop()], ids=lambda world: type(world).__name__)
def test_hard_pruning_keeps_the_children_whose_states_the_heuristic_likes_best(world):
    search = grown(WIDE, UCT(pruning=HardPruning(patience=35, least=4), world=world, leaf=Playout()), 120)
    left, gone = root_children(search, False), root_children(search, True)
    assert len(left) == 4 and len(gone) == 26
    assert min(worths(WIDE, left, search).values()) >= max(worths(WIDE, gone, search).values())


@pytest.mark.parametrize("alpha, least", [(1.0, 2), (2.0, 2), (1.0, 10)])
def test_as_many_are_kept_as_equation_1_says(alpha, least):
    search = grown(WIDE, UCT(pruning=HardPruning(patience=35, alpha=alpha, least=least)), 60)
    assert len(root_children(search, False)) == max(least, int(alpha * math.log(30)))


def test_it_waits_until_all_were_tried_unless_told_otherwise():
    waiting = grown(WIDE, UCT(pruning=HardPruning(patience=5, least=3)), 25)
    assert not len(root_children(waiting, True))
    dropping = grown(WIDE, UCT(pruning=HardPruning(patience=5, least=3, untried=DROP)), 25)
    assert len(root_children(dropping, False)) == 3
    assert (dropping.nodes["visits"][root_children(dropping)] > 0).sum() == 6  # those tried before, none after
    judging = grown(WIDE, UCT(pruning=HardPruning(patience=5, least=3, untried=JUDGE)), 25)
    left, gone = root_children(judging, False), root_children(judging, True)
    assert len(left) == 3 and min(worths(WIDE, left, judging).values()) >= max(worths(WIDE, gone, judging).values())
    assert (judging.nodes["visits"][left] > 0).all()


def test_looking_at_states_counts_as_calls_unless_they_are_kept():
    method = UCT(pruning=HardPruning(patience=30, least=4), leaf=Evaluate())
    plain, pruning = (grown(WIDE, m, 31) for m in (method._replace(pruning=All()), method))
    assert pruning.calls == plain.calls
    pruning.step()
    plain.step()
    assert pruning.calls == plain.calls + 30
    saved = grown(WIDE, method._replace(world=SavedStates()), 32)
    assert saved.calls == plain.calls


# -- what returns ------------------------------------------------------------------------------------------------------


def test_thresholds_of_equation_2():
    times = [unpruning_time(ProgressiveUnpruning(), n) for n in range(5, 15)]
    assert np.round(times, 0).tolist() == [20, 34, 58, 98, 167, 284, 483, 821, 1395, 2372]


def test_pruned_children_return_when_equation_2_says_so():
    rule = ProgressiveUnpruning(patience=35, least=4, speed=20.0, growth=1.5)
    search = Search(WIDE, start(WIDE), UCT(pruning=rule), seed=3, compiled=False)
    before, returned = 0, 0
    for _ in range(300):
        search.step()
        left = len(root_children(search, False))
        visits = int(search.nodes[ROOT].visits) - 1  # when it was chosen
        if before and before < 30 and search.nodes[ROOT].status & THINNED:
            due = visits > unpruning_time(rule, before)
            assert left == before + due
            returned += due
        before = left if search.nodes[ROOT].status & THINNED else 0
    assert returned >= 5


def test_soft_pruning_comes_and_goes():
    search = Search(WIDE, start(WIDE), UCT(pruning=SoftPruning(patience=35, least=4)), seed=1, compiled=False)
    left = []
    for _ in range(300):
        search.step()
        left.append(len(root_children(search, False)))
    changes = [one for one, _ in itertools.groupby(left)]
    assert changes == [30, 4, 30, 4, 30, 4, 30]
    assert left.index(4) == 36 and left[36:].index(30) + 36 == 70  # the root's visits are one fewer at its choice


# -- groups ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", [UCT().world, SavedStates()], ids=lambda world: type(world).__name__)
def test_one_group_is_searched_at_the_root(world):
    seen = set()
    for seed in range(12):
        search = grown(GROUPED, UCT(pruning=RootGroup(), world=world), 40, seed=seed)
        actions = search.nodes["action"][root_children(search)]
        assert len({a // 5 for a in actions}) == 1 and len(actions) == 5 and actions.max() < 10
        seen.add(int(actions[0]) // 5)
        second = search.nodes["children"][root_children(search)]
        assert set(second[second > 0]) == {30}
    assert seen == {0, 1}
    strict = grown(GROUPED, UCT(pruning=RootGroup(strict=True), world=world), 40)
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
GROUPS = GroupsByNumber(groups=3)


def visits_of(search, mark):
    """The visits of those of the root's children that bear a mark."""
    return {child: int(search.nodes[child].visits) for child in root_children(search)
            if search.nodes[child].status & mark}


@pytest.mark.parametrize("game, one, other, mark", [
    (WIDE, HARD, GROUPS, CUT), (GROUPED, Together(MovePruning(), HARD), GROUPS, CUT), (WIDE, NETWORKS, GROUPS, PRUNED),
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
        run_iterations(search.parts.world, game, search.parts, search.root[0], search.memory,
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
    (C4, {"pruning": Together(All(), MoveGroups())}, "groups of actions"),
    (C4, {"pruning": Together(HardPruning(least=0), All())}, "least must be"),
    (C4, {"pruning": RandomUnpruning(All(), 1.5)}, "chance must be"),
    (C4, {"pruning": RandomUnpruning(UCB1())}, "does not go into the slot"),
    *((GROUPED, {"pruning": rule, "world": OpenLoop()}, "stay the same") for rule in (
        ProgressiveUnpruning(), SoftPruning(), RootGroup())),
    *((WIDE, {"pruning": rule}, "mark alike") for rule in (
        Together(HARD, SoftPruning()), Together(GROUPS, GroupsByNumber(groups=2)),
        Together(Together(GROUPS, HARD), RandomUnpruning(HardPruningByMean())))),
    (games.phantom_ttt(), {"world": SingleObserverPOM(), "pruning": HardPruning()}, "heuristic|looks one play ahead"),
    (tribes(level=7, model=True), {"world": SavedStates()}, "may have none"),
])
def test_what_a_game_does_not_say_is_refused(game, parts, words):
    with pytest.raises(ValueError, match=words):
        Search(game, start(game, 1), UCT(**parts))


# -- children that come in one after the other -------------------------------------------------------------------------


def by_line(search):
    """(visits, total) of every visited node, by the actions that lead to it."""
    nodes, lines = search.nodes, {0: ()}
    for node in range(1, len(nodes)):  # parents come before their children
        lines[node] = (*lines[int(nodes[node].parent)], int(nodes[node].action))
    return {line: (int(nodes[node].visits), float(nodes[node].total)) for node, line in lines.items()
            if nodes[node].visits > 0}


@pytest.mark.parametrize("options", [
    {}, {"world": SavedStates()}, {"fpu": 0.6}, {"pruning": ProgressiveWidening(k=5.0, alpha=0.4)},
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


@pytest.mark.parametrize("options", [{}, {"pruning": ProgressiveWidening()}, {"solver": True}], ids=str)
@pytest.mark.parametrize("branching", [6, 40])
def test_with_first_play_urgency_children_are_first_tried_in_random_order(branching, options):
    """Each action is tried first about as often as the others, and all are, not the first that are listed."""
    game, first = UniformTree(branching=branching, depth=3), []
    for seed in range(240):
        search = grown(game, UCT(fpu=9.0, **options), 2, seed=seed)
        tried = [c for c in root_children(search) if search.nodes[c].visits > 0]
        first += [int(search.nodes[c].action) for c in tried]
        assert [int(c) for c in root_children(search)[: len(tried)]] == tried  # and stand in front
    counts = np.bincount(first, minlength=branching)
    expected = len(first) / branching
    assert len(first) >= 240 and np.abs(counts - expected).max() < 5 * math.sqrt(expected)


# -- playouts that leave out what went badly ---------------------------------------------------------------------------


def test_playouts_leave_out_what_went_badly_wherever_it_was_played():
    rule = RavePlayout(share=0.9, patience=5, tries=20)
    search = grown(C4, UCT(leaf=rule), 150)
    sums, counts = search.memory.amaf
    assert counts.sum() > 150 * 5 and (sums <= counts).all() and sums.sum() > 0
    assert np.array_equal(counts[:, -1], counts[:, :-1].sum(axis=1))
    counts[0], sums[0] = [10] * 7 + [70], [9, 9, 9, 9, 9, 9, 1, 55]
    assert [bool(is_poor(rule, 0, action, search.memory)) for action in range(7)] == [False] * 6 + [True]
    drawn = [int(informed_action(rule, C4, start(C4), 0, search.memory)) for _ in range(300)]
    assert drawn.count(6) == 0 and set(drawn) == set(range(6))


# -- states that are kept ----------------------------------------------------------------------------------------------


def test_every_saved_state_is_the_one_that_the_actions_lead_to():
    search = grown(C4, UCT(world=SavedStates()), 300)
    checked = 0
    for node in np.flatnonzero(search.memory.world[0][: len(search.nodes)] >= 0):
        actions, at = [], int(node)
        while at != ROOT:
            actions.append(int(search.nodes[at].action))
            at = int(search.nodes[at].parent)
        state = start(C4)
        for action in reversed(actions):
            state = after(C4, state, action)
        assert search.memory.states[search.memory.world[0][node]] == state
        assert search.memory.world[1][node] == len(actions)
        checked += 1
    assert checked == (search.nodes["visits"][1:] > 0).sum()


def test_what_chance_did_stays_or_widens():
    game = games.bandit(arms=[0.5] * 3)
    once = grown(game, UCT(world=SavedStates()), 300)
    totals = once.nodes["total"][root_children(once)] / once.nodes["visits"][root_children(once)]
    assert set(totals) <= {0.0, 1.0}  # each arm was pulled once, and gives that again and again
    wide = grown(game, UCT(world=SavedOutcomes(alpha=0.5)), 300)
    children = root_children(wide)
    outcomes = wide.nodes["children"][children]
    visits = wide.nodes["visits"][children]
    assert (outcomes == np.ceil(np.sqrt(visits))).all()
    assert all(wide.nodes["visits"][children_of(wide.nodes, c)].sum() == wide.nodes[c].visits for c in children)


def test_an_outcome_is_gone_to_as_often_as_before():
    """Three outcomes, each with one visit when the drawing begins, end with a third of the visits on average."""
    shares = []
    for seed in range(80):
        search = grown(games.bandit(arms=[0.5]), UCT(world=SavedOutcomes(k=3, alpha=0.0)), 40, seed=seed)
        visits = search.nodes["visits"][children_of(search.nodes, root_children(search)[0])]
        assert len(visits) == 3
        shares.append(visits / visits.sum())
    assert np.mean(shares, axis=0) == pytest.approx([1 / 3] * 3, abs=0.1)  # each with a standard error of 0.03


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
            assert search.memory.value[0][node] == pytest.approx(own.min())
            assert search.memory.value[1][node] == pytest.approx(own.max())


# -- evolution ---------------------------------------------------------------------------------------------------------


def test_evolution_improves_its_plan_within_its_budget():
    game = UniformTree(branching=6, depth=8, turns=8)  # one player chooses everything
    state = start(game)
    first = RHEA(length=8).search(game, state, calls=1, seed=4, compiled=False)
    last = RHEA(length=8).search(game, state, calls=3000, seed=4, compiled=False)
    assert first.iterations == 1 and first.calls == 8
    assert 3000 <= last.calls < 3000 + 8
    assert last.value > first.value
    for action in last.plan:
        assert action in legal_actions(game, state)
        state = after(game, state, action)
    again = RHEA(length=8).search(game, start(game), calls=3000, seed=4, compiled=False)
    assert again.plan == last.plan


def test_an_old_plan_is_kept_as_far_as_it_is_legal():
    state = start(C4)
    found = RHEA(length=4, mutation=0.0).search(C4, state, calls=1, seed=1, compiled=False, plan=[3, 3, 99, 2])
    assert found.plan[:2] == [3, 3] and 99 not in found.plan and len(found.plan) == 4
