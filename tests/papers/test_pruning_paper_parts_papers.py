"""The parts of searches that the pruning networks' article has, each by itself: any game may use them."""



import numpy as np
import pytest
from positions import statuses
from test_pruning_paper_parts import GAME, tree

from mcts_lab.game import TERMINAL, copy, legal_actions, start
from mcts_lab.games import hearthstone
from mcts_lab.learning.models import perceptron
from mcts_lab.search import (
    UCT,
    Evaluate,
    ListedOrder,
    ModelValue,
    Playout,
    Search,
    Seen,
    SingleObserver,
)
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.search.mcts.reuse import children_of
from mcts_papers.games.hearthstone import set_table
from mcts_papers.papagiannis2022.mixed_leaves import SAME, ZERO_ONLY, Blend, ByBranching, EarlySimulation, OneSided
from mcts_papers.papagiannis2022.one_outcome import OneOutcome

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


def test_a_tree_is_kept_if_the_same_can_be_done():
    game, state, search = stone_tree(150)
    own = [c for c in children_of(search.nodes, ROOT) if search.nodes[c].visits > 1 and game.to_move(saved(
        search, c)) == game.to_move(state)]
    best = max(own, key=lambda c: search.nodes[c].visits)
    action, visits = int(search.nodes[best].action), int(search.nodes[best].visits)
    drawn = copy(game, saved(search, best))
    search.follow([Seen(int(game.to_move(state)), action)], drawn)
    assert 0 < search.iterations < visits and content(game, saved(search, ROOT)) == content(game, drawn)
    search.run(iterations=20)
    drawn.players[int(drawn.active)].mana = 0
    drawn.players[int(drawn.active)].hand_size = 0
    below = next(iter(statuses(search)))
    search.follow([Seen(int(drawn.active), below)], drawn)
    assert search.iterations == 0


# -- leaves ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("others", "given"), [(SAME, (0.7, 0.7)), (ZERO_ONLY, (0.7, 0.0))])
def test_one_sided_rewards(others, given):
    state = start(GAME)
    assert rewards(OneSided(constant(0.7), others), GAME, state)[0] == pytest.approx(given)
    assert rewards(OneSided(constant(0.0), ZERO_ONLY), GAME, state)[0] == [0.0, 1.0]
    assert rewards(constant(0.7), GAME, state)[0] == pytest.approx([0.7, 0.3])


def test_helping_opponents_add_up_to_the_roots_rewards():
    """All nodes have the root's perspective, so a node's total is that of its children and of its own first visit."""
    for leaf, same in ((OneSided(Playout()), True), (Playout(), False)):
        nodes = tree(UCT(leaf=leaf), iterations=400).nodes
        inner = [n for n in range(1, len(nodes)) if nodes[n].children]
        rest = [nodes[n].total - sum(nodes[c].total for c in children_of(nodes, n)) for n in inner]
        assert all(r in (0.0, 0.5, 1.0) for r in rest) == same


def test_a_blend_weighs_both():
    assert rewards(Blend(constant(0.7), constant(0.2), 0.8), GAME, start(GAME))[0] == pytest.approx([0.6, 0.4])
    assert rewards(Blend(constant(0.7), constant(0.2), 0.0), GAME, start(GAME))[0] == pytest.approx([0.2, 0.8])
    blended, plays, _ = rewards(Blend(Playout(), Playout(), 0.5), GAME, start(GAME), seed=1)
    assert plays >= 14 and sum(blended) == pytest.approx(1.0)  # two whole games


def test_a_finished_game_is_worth_its_payoffs():
    state = start(GAME)
    for column in (0, 1, 0, 1, 0, 1, 0):
        GAME.play(state, column, None)
    assert GAME.to_move(state) == TERMINAL
    search = Search(GAME, start(GAME), UCT(), seed=1, compiled=False)
    Blend(constant(0.3), constant(0.3)).evaluate(GAME, state, search.memory)
    assert search.memory.rewards.tolist() == [1.0, 0.0]


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


def test_early_turns_are_played_at_random():
    game = hearthstone("hunter", random_targets=True)
    state = start(game, 2)
    _, plays, search = rewards(EarlySimulation(Evaluate(), 3), game, state)
    assert plays > 1 and game.turn(search.memory.states[0]) == 3
    assert rewards(EarlySimulation(Evaluate(), 0), game, state)[1] == 0


@pytest.mark.parametrize("method", [
    UCT(leaf=EarlySimulation(Playout())), UCT(leaf=Blend(Blend(Playout(), Playout()), Playout())),
    UCT(leaf=Blend(Playout(), Playout(), 1.5)), UCT(leaf=OneSided(), solver=True),
    UCT(tree=SingleObserver(), prior=ListedOrder())])
def test_what_does_not_fit_is_refused(method):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        method.search(GAME, start(GAME), iterations=1)
