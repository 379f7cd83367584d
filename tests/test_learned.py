"""Learned models in compiled searches: networks as values of leaves and as priors."""

import numpy as np
import pytest

from mcts_lab import game as rules
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, copy, facts, features, heuristic, play, random_action, start, to_move
from mcts_lab.games import connect_four, tic_tac_toe
from mcts_lab.learning.models import WIDEST, Perceptron, fit_choices, fit_values, perceptron
from mcts_lab.search import PUCT, UCT, ModelPrior, ModelValue, OpenLoop, Search
from mcts_lab.search.mcts.learned import as_reward

GAME = connect_four(5, 4, 3)
INPUTS = 2 * 5 * 4


def random_network(outputs, seed=0, hidden=(24, 16), inputs=INPUTS):
    rng = np.random.default_rng(seed)
    sizes = (inputs, *hidden, outputs)
    return perceptron(rng.normal(0.5, 0.1, inputs), rng.uniform(0.5, 1.0, inputs),
                      [rng.normal(0, 1 / np.sqrt(a), (a, b)) for a, b in zip(sizes, sizes[1:], strict=False)],
                      [rng.normal(0, 0.3, b) for b in sizes[1:]])


def positions(n, seed=0, game=GAME):
    """Unfinished positions of random games."""
    rng, scratch, found = stream(seed), np.zeros(8, np.int32), []
    while len(found) < n:
        state = start(game)
        while to_move(game, state) != TERMINAL:
            found.append(copy(game, state))
            play(game, state, random_action(game, state, rng, scratch), rng)
    return found[:n]


def inputs_of(state, game=GAME):
    out = np.zeros(WIDEST, np.float32)
    return out[: features(game, state, out)].copy()


@pytest.mark.compiled
def test_networks_of_all_sizes_share_their_code():
    entries = [UCT(leaf=ModelValue(random_network(1, hidden=hidden))) for hidden in ((8,), (16, 4))]
    codes = {id(one.search(GAME, start(GAME), iterations=1, compiled=True).search._loop()) for one in entries}
    assert len(codes) == 1


def test_leaves_are_worth_what_the_model_says():
    constant = perceptron(np.zeros(INPUTS), np.ones(INPUTS), [np.zeros((INPUTS, 1))], [np.array([0.7])])
    for certain, worth in ((False, 0.7), (True, 1.0)):
        found = UCT(leaf=ModelValue(constant, certain)).search(GAME, start(GAME), iterations=1, compiled=False)
        # the leaf is worth that to its player to move, who is not the one who chose it
        assert next(v for v in found.values.values() if v == v) == pytest.approx(1 - 2 * worth)
    assert [as_reward(said, True) for said in (0.4, 0.5, 0.6)] == [0.0, 0.0, 1.0]
    both = perceptron(np.zeros(INPUTS), np.ones(INPUTS), [np.zeros((INPUTS, 2))], [np.array([-3.0, 9.0])])
    found = UCT(leaf=ModelValue(both)).search(GAME, start(GAME), iterations=1, compiled=False)
    assert next(v for v in found.values.values() if v == v) == 1.0


def test_what_is_left_for_the_other_player_is_what_rewards_add_up_to():
    quarters = type("Quarters", (type(GAME),), {})(*GAME)
    rules.facts.register(type(quarters))(lambda game: facts(GAME)._replace(low=0.0, high=4.0, outcomes=()))
    rules.payoff_sum.register(type(quarters))(lambda game: 1.0)
    constant = perceptron(np.zeros(INPUTS), np.ones(INPUTS), [np.zeros((INPUTS, 1))], [np.array([0.2])])
    found = UCT(leaf=ModelValue(constant)).search(quarters, start(quarters), iterations=1, compiled=False)
    assert next(v for v in found.values.values() if v == v) == pytest.approx(1.0 - 4.0 * 0.2)


def test_grades_are_those_of_the_leaf_that_the_model_rates():
    graded = type("Graded", (type(GAME),), {"grade": lambda self, state, player: 10.0 * player + state.plays})(*GAME)
    constant = perceptron(np.zeros(INPUTS), np.ones(INPUTS), [np.zeros((INPUTS, 1))], [np.array([0.7])])
    search = Search(graded, start(graded), UCT(leaf=ModelValue(constant)), seed=1, compiled=False)
    for plays in (1, 1, 1, 1, 2):  # each of the four columns once, then one more play
        search.run(1)
        assert list(search.memory.grades) == [plays, 10.0 + plays]


def test_finished_games_are_not_asked_about():
    state = start(GAME)
    for column in (0, 1, 0, 1):
        play(GAME, state, column, stream(0))
    wrong = perceptron(np.zeros(INPUTS), np.ones(INPUTS), [np.zeros((INPUTS, 1))], [np.array([0.5])])
    found = UCT(leaf=ModelValue(wrong)).search(GAME, state, iterations=60, seed=1, compiled=False)
    assert found.action == 0 and found.values[0] == 1.0


def test_children_stand_in_the_order_of_their_odds():
    network = random_network(4)
    method = UCT(selection=PUCT(1.0), prior=ModelPrior(network, temperature=0.5))
    search = method.search(GAME, start(GAME), iterations=4, compiled=False).search
    odds = np.exp(network([inputs_of(start(GAME))])[0] / 0.5)
    order = np.argsort(-odds)
    assert list(search._root()[0]) == list(order)
    assert search.memory.priors[1:5] == pytest.approx((odds / odds.sum())[order], rel=1e-4)


def test_a_network_learns_a_heuristic():
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    states = positions(500)
    x = np.array([inputs_of(s) for s in states])
    labels = np.array([heuristic(GAME, s, to_move(GAME, s)) for s in states])
    network = fit_values(x[:400], labels[:400], layers=(8,), solver="lbfgs", alpha=0.1, max_iter=80)
    errors = network(x[400:])[:, 0] - labels[400:]
    assert (errors**2).mean() < 0.3 * labels[400:].var()


def test_an_input_that_never_changed_is_not_scaled():
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    x = np.random.default_rng(0).normal(0, 3, (50, 3)).astype(np.float32)
    x[:, 1] = 7.0
    network = fit_values(x, x[:, 0], layers=(4,), max_iter=1)
    assert network.mean[1] == 7.0 and network.deviation[1] == 1.0
    assert network.deviation[[0, 2]] == pytest.approx(x[:, [0, 2]].std(0))


def test_choices_that_never_were_have_no_odds():
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    rng = np.random.default_rng(0)
    x = rng.normal(size=(300, 5)).astype(np.float32)
    choices = np.array([1, 2, 5])[np.argmax(x[:, :3], axis=1)]
    network = fit_choices(x, choices, actions=7, layers=(8,), solver="lbfgs", max_iter=60)
    said = network(x)
    assert isinstance(network, Perceptron) and said.shape == (300, 7)
    assert (said.argmax(1) == choices).mean() > 0.9 and said[:, [0, 3, 4, 6]].max() < said.max(1).min()
    with pytest.raises(ValueError, match="at least three"):
        fit_choices(x, choices > 1, actions=7, layers=(4,), solver="lbfgs", max_iter=2)


@pytest.mark.parametrize(("game", "method"), [
    *((GAME, UCT(leaf=ModelValue(model))) for model in (random_network(3), random_network(1, inputs=7), (1, 2))),
    *((GAME, UCT(selection=PUCT(), prior=ModelPrior(random_network(outputs)), **world)) for outputs, world in (
        (5, {}), (4, {"world": OpenLoop()}))), (tic_tac_toe(), UCT(leaf=ModelValue(random_network(1)))),
])
def test_models_that_do_not_fit_are_refused(game, method):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        method.search(game, start(game), iterations=1)
    with pytest.raises(ValueError, match="too wide for a search"):
        perceptron(np.zeros(2), np.ones(2), [np.zeros((2, WIDEST + 1))], [np.zeros(WIDEST + 1)])
