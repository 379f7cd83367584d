"""Rules for large branching factors: what each prunes and lets return, priors, and nodes that keep states."""

import itertools
import math

import numpy as np
import pytest

from mcts_lab import after, games, legal_actions, start
from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_lab.search import (
    PUCT,
    UCB1,
    UCT,
    AbsolutePruning,
    All,
    Evaluate,
    HardPruning,
    HeuristicPrior,
    MultipleObserver,
    OpenLoop,
    Playout,
    ProgressiveUnpruning,
    ProgressiveWidening,
    SavedOutcomes,
    SavedStates,
    Search,
    SingleObserver,
    SingleObserverPOM,
    SoftPruning,
)
from mcts_lab.search.mcts.nodes import OUT, PRUNED, ROOT, THINNED
from mcts_lab.search.mcts.pruning import unpruning_time
from mcts_lab.search.mcts.reuse import children_of

C4 = games.connect_four(rows=5, columns=7)
WIDE = UniformTree(branching=30, depth=6)


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
    return {int(c): game.heuristic(after(game, state, int(search.nodes[c].action)), 0) for c in children}


@pytest.mark.parametrize("tree", [UCT().tree, SavedStates(), OpenLoop()], ids=lambda tree: type(tree).__name__)
def test_hard_pruning_keeps_the_children_whose_states_the_heuristic_likes_best(tree):
    search = grown(WIDE, UCT(pruning=HardPruning(patience=35, least=4), tree=tree, leaf=Playout()), 120)
    left, gone = root_children(search, False), root_children(search, True)
    assert len(left) == 4 and len(gone) == 26
    assert min(worths(WIDE, left, search).values()) >= max(worths(WIDE, gone, search).values())


@pytest.mark.parametrize("alpha, least", [(1.0, 2), (2.0, 2), (1.0, 10)])
def test_as_many_are_kept_as_equation_1_says(alpha, least):
    search = grown(WIDE, UCT(pruning=HardPruning(patience=35, alpha=alpha, least=least)), 60)
    assert len(root_children(search, False)) == max(least, int(alpha * math.log(30)))


def test_looking_at_states_counts_as_calls_unless_they_are_kept():
    method = UCT(pruning=HardPruning(patience=30, least=4), leaf=Evaluate())
    plain, pruning = (grown(WIDE, m, 31) for m in (method._replace(pruning=All()), method))
    assert pruning.calls == plain.calls
    pruning.step()
    plain.step()
    assert pruning.calls == plain.calls + 30
    saved = grown(WIDE, method._replace(tree=SavedStates()), 32)
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


# -- children that come in one after the other -------------------------------------------------------------------------


@pytest.mark.sampled(3, others="all")
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


# -- states that are kept ----------------------------------------------------------------------------------------------


def test_every_saved_state_is_the_one_that_the_actions_lead_to():
    search = grown(C4, UCT(tree=SavedStates()), 300)
    checked = 0
    for node in np.flatnonzero(search.memory.of(search.method.tree).places[: len(search.nodes)] >= 0):
        actions, at = [], int(node)
        while at != ROOT:
            actions.append(int(search.nodes[at].action))
            at = int(search.nodes[at].parent)
        state = start(C4)
        for action in reversed(actions):
            state = after(C4, state, action)
        assert search.memory.states[search.memory.of(search.method.tree).places[node]] == state
        assert search.memory.of(search.method.tree).depths[node] == len(actions)
        checked += 1
    assert checked == (search.nodes["visits"][1:] > 0).sum()


def test_what_chance_did_stays_or_widens():
    game = games.bandit(arms=[0.5] * 3)
    once = grown(game, UCT(tree=SavedStates()), 300)
    totals = once.nodes["total"][root_children(once)] / once.nodes["visits"][root_children(once)]
    assert set(totals) <= {0.0, 1.0}  # each arm was pulled once, and gives that again and again
    wide = grown(game, UCT(tree=SavedOutcomes(alpha=0.5)), 300)
    children = root_children(wide)
    outcomes = wide.nodes["children"][children]
    visits = wide.nodes["visits"][children]
    assert (outcomes == np.ceil(np.sqrt(visits))).all()
    assert all(wide.nodes["visits"][children_of(wide.nodes, c)].sum() == wide.nodes[c].visits for c in children)


# -- marks, widening and priors in every world model -------------------------------------------------------------------


BANDIT = games.bandit()
WORLDS = [OpenLoop(), SingleObserver(), SingleObserverPOM(), MultipleObserver()]


# -- marks that depend on the iterations left --------------------------------------------------------------------------


def test_marks_are_taken_back_when_the_budget_grows():
    marked = 0
    for seed in range(8):
        method = UCT(tree=OpenLoop(), pruning=AbsolutePruning())
        search = Search(BANDIT, start(BANDIT), method, seed=seed, compiled=False)
        search.run(12)
        first = children_of(search.nodes, ROOT)
        marked += bool((search.nodes["status"][first] & PRUNED).any())
        search.run(1500)
        # with two arms one is out of the race only when the other has more than half of all the visits
        visits = search.nodes["visits"][children_of(search.nodes, ROOT)]
        assert visits.min() > 20
    assert marked


@pytest.mark.parametrize("tree", WORLDS, ids=lambda tree: type(tree).__name__)
def test_widening_counts_what_is_legal_in_this_world(tree):
    method = UCT(tree=tree, pruning=ProgressiveWidening(k=1.0, alpha=0.5), selection=UCB1(0.7))
    game = games.phantom_ttt() if not isinstance(tree, OpenLoop) else games.tic_tac_toe()
    search = Search(game, start(game), method, seed=1, compiled=False)
    search.run(100)
    assert search.nodes[ROOT].children == 9  # ceil(sqrt(100)) would be 10
    search = Search(game, start(game), method, seed=1, compiled=False)
    search.run(20)
    assert search.nodes[ROOT].children == math.ceil(math.sqrt(20))


# -- priors ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("temperature", [1e-308, 0.1, 1e18])
def test_heuristic_priors_are_probabilities_at_any_temperature(temperature):
    game = games.connect_four(rows=4, columns=4)
    state = start(game)
    for action in (0, 3, 0, 3, 0):  # a win in one for one side, which the heuristic sees
        state = after(game, state, action)
    method = UCT(selection=PUCT(), prior=HeuristicPrior(temperature=temperature))
    search = Search(game, state, method, seed=0, compiled=False)
    search.run(30)
    priors = search.memory.priors[children_of(search.nodes, ROOT)]
    assert np.isfinite(priors).all() and priors.sum() == pytest.approx(1.0)
    assert list(priors) == sorted(priors, reverse=True)


def test_heuristic_priors_are_the_exponentials_of_the_definition():

    game = games.connect_four(rows=4, columns=5)
    state = after(game, start(game), 2)
    search = Search(game, state, UCT(selection=PUCT(), prior=HeuristicPrior(0.2)), seed=0, compiled=False)
    search.run(1)
    scaled = {
        a: (game.heuristic(after(game, state, a), 1) - game.facts().low) / (game.facts().high - game.facts().low)
        for a in legal_actions(game, state)
    }
    total = sum(math.exp(h / 0.2) for h in scaled.values())
    for child in children_of(search.nodes, ROOT):
        expected = math.exp(scaled[int(search.nodes[child].action)] / 0.2) / total
        assert search.memory.priors[child] == pytest.approx(expected)
