"""Parts for many actions: what pruning leaves out, groups of actions, one outcome of chance, mixed leaves."""

import math

import numpy as np
import pytest
from test_large_branching import C4, WIDE, grown, root_children, worths
from test_pruning_paper_parts import GAME

from mcts_lab import games
from mcts_lab.game import copy, legal_actions, start
from mcts_lab.games import hearthstone
from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_lab.learning.models import perceptron
from mcts_lab.search import (
    UCB1,
    UCT,
    All,
    Evaluate,
    HardPruning,
    HardPruningByMean,
    ListedOrder,
    ModelValue,
    OpenLoop,
    Playout,
    ProgressiveUnpruning,
    PruningNetworks,
    SavedStates,
    Search,
    SingleObserver,
    SingleObserverPOM,
    SoftPruning,
    Together,
)
from mcts_lab.search.mcts.nodes import CUT, PRUNED, ROOT
from mcts_lab.search.mcts.reuse import children_of
from mcts_papers.games.hearthstone import set_table
from mcts_papers.games.tribes import tribes
from mcts_papers.hsu2020.groups import MovePruning, RootGroup
from mcts_papers.hsu2020.readings import DROP, JUDGE, HardPruningRead
from mcts_papers.papagiannis2022.mixed_leaves import SAME, ZERO_ONLY, Blend, ByBranching, EarlySimulation, OneSided
from mcts_papers.papagiannis2022.one_outcome import OneOutcome
from mcts_papers.papagiannis2022.players import pruning_model
from mcts_papers.papagiannis2022.unpruning import RandomUnpruning
from mcts_papers.studies.halving import SequentialHalving


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


def test_actions_alike_are_sampled_when_a_node_is_made():
    search = grown(GROUPED, UCT(pruning=MovePruning(alpha=2.0, least=3)), 40)
    actions = set(search.nodes["action"][root_children(search)].tolist())
    assert set(range(10)) < actions and len(actions) == 10 + int(2.0 * math.log(20))
    chosen = [frozenset(grown(GROUPED, UCT(pruning=MovePruning()), 2, seed=seed).nodes["action"].tolist())
              for seed in range(150)]
    counts = np.array([sum(action in one for one in chosen) for action in range(10, 30)])
    assert len(set(chosen)) > 100
    assert counts.sum() >= 150 * 5 and counts.min() > 15 and counts.max() < 70  # 37.5 each on average


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
    (games.connect_four(), HardPruningByMean(patience=30, least=3), SequentialHalving(), CUT),
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


INPUTS = 2 * 5 * 7


def constant(worth, inputs=INPUTS):
    """A model that says the same of every state."""
    return ModelValue(perceptron(np.zeros(inputs), np.ones(inputs), [np.zeros((inputs, 1))], [np.array([worth])]))


def rewards(leaf, game, state, seed=0):
    """The rewards of one evaluation, its number of plays, and the search."""
    search = Search(game, state, UCT(leaf=leaf, tree=OneOutcome()), seed=seed, compiled=False)
    search.run(iterations=1)
    search.memory.states[0] = state
    plays = leaf.evaluate(game, search.memory.states[0], search.memory)
    return search.memory.rewards.tolist(), plays, search


# -- one outcome -------------------------------------------------------------------------------------------------------


def stone_tree(iterations=40, **options):
    game = hearthstone("shaman", random_targets=True)
    state = start(game, 4)
    minions = ("minion_harvest_golem", "minion_defender_of_argus")
    hand = ("spell_lightning_bolt", "minion_loatheb", "spell_the_coin", "spell_hex")
    set_table(game, state, boards=(minions, minions), hands=(hand, hand), decks=(hand * 3, minions * 3), mana=(6, 6))
    return game, state, Search(game, state, UCT(tree=OneOutcome(**options), leaf=Evaluate()), seed=5,
                               compiled=False).run(iterations=iterations).search


def saved(search, node):
    """The state that a node keeps."""
    return search.memory.states[search.memory.of(search.method.tree).places[node]]


def test_a_node_keeps_the_state_that_was_drawn():
    game, state, search = stone_tree()
    visited = [n for n in range(len(search.nodes)) if search.nodes[n].visits > 0]
    for node in visited:
        children = children_of(search.nodes, node)
        if children:
            kept = saved(search, node)
            assert sorted(search.nodes[c].action for c in children) == sorted(legal_actions(game, kept))
            assert {int(search.nodes[c].mover) for c in children} == {int(game.to_move(kept))}
    assert len(visited) > 20


def content(game, state):
    """The bytes of a state, with nothing between its fields."""
    return copy(game, state).tobytes()


def test_what_is_hidden_is_guessed_once():
    game, state, search = stone_tree()
    mover = int(game.to_move(state))
    guess = saved(search, ROOT)
    assert np.array_equal(guess.players[mover].hand, state.players[mover].hand)
    before = guess.tobytes()
    search.run(iterations=10)
    assert saved(search, ROOT).tobytes() == before
    _, _, seeing = stone_tree(guesses=False)
    assert content(game, saved(seeing, ROOT)) == content(game, state) != content(game, guess)


# -- leaves ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("others", "given"), [(SAME, (0.7, 0.7)), (ZERO_ONLY, (0.7, 0.0))])
def test_one_sided_rewards(others, given):
    state = start(GAME)
    assert rewards(OneSided(constant(0.7), others), GAME, state)[0] == pytest.approx(given)
    assert rewards(OneSided(constant(0.0), ZERO_ONLY), GAME, state)[0] == [0.0, 1.0]
    assert rewards(constant(0.7), GAME, state)[0] == pytest.approx([0.7, 0.3])


def test_a_blend_weighs_both():
    assert rewards(Blend(constant(0.7), constant(0.2), 0.8), GAME, start(GAME))[0] == pytest.approx([0.6, 0.4])
    assert rewards(Blend(constant(0.7), constant(0.2), 0.0), GAME, start(GAME))[0] == pytest.approx([0.2, 0.8])
    blended, plays, _ = rewards(Blend(Playout(), Playout(), 0.5), GAME, start(GAME), seed=1)
    assert plays >= 14 and sum(blended) == pytest.approx(1.0)  # two whole games


def test_branching_decides_by_chance():
    few, many = constant(0.2), constant(0.9)
    share = {}
    for rate in (0.0, 0.05, 1.0):
        search = rewards(few, GAME, start(GAME))[2]
        found = []
        for _ in range(400):
            ByBranching(few, many, rate).evaluate(GAME, search.memory.states[0], search.memory)
            found.append(search.memory.rewards[0] > 0.5)
        share[rate] = np.mean(found)
    assert share[0.0] == 0.0 and share[1.0] == 1.0 and abs(share[0.05] - 7 * 0.05) < 0.1


@pytest.mark.parametrize("method", [
    UCT(leaf=EarlySimulation(Playout())), UCT(leaf=Blend(Blend(Playout(), Playout()), Playout())),
    UCT(leaf=Blend(Playout(), Playout(), 1.5)), UCT(leaf=OneSided(), solver=True),
    UCT(tree=SingleObserver(), prior=ListedOrder())])
def test_what_does_not_fit_is_refused(method):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        method.search(GAME, start(GAME), iterations=1)
