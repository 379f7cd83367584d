"""AlphaZero in miniature: the network and its training, its search, and self-play."""

import numpy as np
import pytest
from test_textbook import check_equal

from mcts_lab import UCT, games, start, textbook
from mcts_lab.cli import main
from mcts_lab.engine.arithmetic import exp
from mcts_lab.game import legal_actions, position_after
from mcts_lab.search import PUCT, ModelPrior, ModelValue, Search
from mcts_lab.search.mcts.nodes import ROOT
from mcts_papers.model_files import ModelError
from mcts_papers.studies.alphazero import advisor, alphazero, self_play, shipped
from mcts_papers.studies.noise import RootNoise
from mcts_papers.studies.self_play import features_row
from mcts_papers.two_heads import Examples, fit, heads, load, loss_and_gradient, save, together, untrained


def random_examples(rows=20, seed=1):
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.ones(4), rows).astype(np.float32)
    return Examples(rng.normal(size=(rows, 32)).astype(np.float32), shares, rng.random(rows).astype(np.float32))


def test_an_untrained_network_knows_nothing():
    values, chances = heads(untrained(32, 4, (6, 5), seed=3)(random_examples().inputs))
    assert (values == 0.5).all() and chances == pytest.approx(0.25)


def test_training_lowers_the_loss_and_is_repeatable():
    model, examples = untrained(32, 4, (24,), seed=0), random_examples(200)
    trained = fit(model, examples, epochs=60, seed=2, rate=0.01, batch=50)
    before, after_it = (loss_and_gradient(list(one.layers()), examples)[0] for one in (model, trained))
    entropy = -(examples.shares * np.log(examples.shares)).sum(axis=1).mean()
    assert after_it - entropy < 0.3 * (before - entropy)
    assert (fit(model, examples, 60, seed=2, rate=0.01, batch=50).numbers == trained.numbers).all()
    assert (fit(model, examples, 60, seed=3, rate=0.01, batch=50).numbers != trained.numbers).any()


GAME = games.connect_four(4, 4, 3)


def network(seed=0, game=GAME, layers=(12, 8), spread=0.5):
    """A network of random numbers."""
    made = untrained(len(features_row(game, start(game))), game.facts().actions, layers, seed)
    rng = np.random.default_rng(seed)
    return made._replace(numbers=made.numbers + rng.normal(0, spread, made.numbers.shape).astype(np.float32))


def asked(model):
    """What the textbook's search is told: the network's answer, computed as the engine computes it."""
    def ask(game, state):
        said = np.zeros(1 + game.facts().actions, np.float32)
        model.answer(features_row(game, state), said)
        legal = legal_actions(game, state)
        most = max(said[1 + action] for action in legal)
        odds = {action: exp(float(said[1 + action]) - float(most)) for action in legal}
        total = 0.0
        for action in sorted(legal, key=odds.get, reverse=True):
            total += odds[action]
        return min(1.0, max(0.0, float(said[0]))), {action: one / total for action, one in odds.items()}

    return ask


def test_the_gradient_is_that_of_finite_differences():
    model, examples = network(), random_examples()
    layers = [(w.astype(np.float64), b.astype(np.float64)) for w, b in model.layers()]
    examples = Examples(*(column.astype(np.float64) for column in examples))
    _, gradient = loss_and_gradient(layers, examples)
    rng, step = np.random.default_rng(5), 1e-6
    for part, slope in zip([part for layer in layers for part in layer], gradient, strict=True):
        assert part.shape == slope.shape
        for place in rng.integers(part.size, size=6):
            losses = []
            for change in (step, -2 * step):
                part.flat[place] += change
                losses.append(loss_and_gradient(layers, examples)[0])
            part.flat[place] += step
            assert slope.flat[place] == pytest.approx((losses[0] - losses[1]) / (2 * step), rel=1e-3, abs=1e-6)


@pytest.mark.parametrize("change", [
    {"version": np.int64(9)}, {"sizes": np.array([32, 12])}, {"numbers": np.full(9, np.nan)},
    {"generations": np.array([0])}, {"about": np.array("[]")}, {"sizes": np.array([32_000, 12_000, 8000])}])
def test_networks_are_kept_without_pickles(tmp_path, change):
    path, kept = tmp_path / "networks.npz", {n: network(n) for n in (0, 4)}
    save(path, kept, {"seed": 1})
    read, about = load(path)
    assert list(read) == [0, 4] and about == {"seed": 1}
    assert read[4].numbers == pytest.approx(kept[4].numbers, abs=2e-3)
    with np.load(path, allow_pickle=False) as file:
        np.savez(path, **dict(file) | change)
    with pytest.raises(ModelError, match="^[^\n]{20,}$"):
        load(path)


# -- the search --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [GAME, games.connect_four(5, 5)], ids=["4x4", "5x5"])
def test_the_textbooks_search_grows_the_same_tree(game, seed):
    model = network(seed, game)
    result = alphazero(model, c=1.0 + seed).search(game, start(game), iterations=150, compiled=False)
    check_equal(result, textbook.alphazero(game, start(game), 150, asked(model), 1.0 + seed))


def priors(prior, seed=1, state=None):
    """Actions and priors of the root's children, and of those of its first child."""
    search = Search(GAME, start(GAME), UCT(selection=PUCT(), prior=prior, leaf=ModelValue(network()), fpu=0.5),
                    seed=seed, compiled=False)
    search.run(60)
    found = []
    for node in (ROOT, int(search.nodes[ROOT].first_child)):
        first = int(search.nodes[node].first_child)
        places = slice(first, first + int(search.nodes[node].children))
        found.append((search.nodes["action"][places].tolist(), search.memory.priors[places].copy()))
    return found


def test_noise_is_at_the_root_alone_and_off_is_off():
    plain = ModelPrior(network(), first=1)
    (actions, before), (others, below) = priors(plain)
    (same, noisy), (_, quiet) = priors(RootNoise(plain, 0.25))
    assert same == actions and (quiet == below).all() and (noisy != before).all()
    noise = (noisy - 0.75 * before) / 0.25
    assert (noise > 0).all() and noise.sum() == pytest.approx(1.0)
    assert (priors(RootNoise(plain, 0.25), seed=2)[0][1] != noisy).all()
    assert (priors(RootNoise(plain, 0.0))[0][1] == before).all()
    methods = [alphazero(network()), alphazero(network())._replace(prior=RootNoise(plain, 0.0))]
    searches = [Search(GAME, start(GAME), method, seed=1, compiled=False) for method in methods]
    for search in searches:
        search.run(80)
    assert (searches[0].nodes == searches[1].nodes).all()


# -- self-play ---------------------------------------------------------------------------------------------------------


def test_self_play_tells_what_the_search_did_and_who_won():
    found = self_play(GAME, network(), 3, 7, iterations=20)
    assert found.inputs.shape[1] == 32 and len(found.inputs) == len(found.shares) == len(found.rewards)
    assert found.shares.sum(axis=1) == pytest.approx(1.0)
    assert set(np.unique(found.rewards)) <= {0.0, 0.5, 1.0}
    beginnings = np.flatnonzero(found.inputs.sum(axis=1) == 0)
    assert len(beginnings) == 3
    for begin, end in zip(beginnings, [*beginnings[1:], len(found.inputs)], strict=True):
        assert found.rewards[end - 1] >= 0.5  # the last move of a game wins it, or fills the board
        assert (found.rewards[begin:end:2] == found.rewards[begin]).all()
        assert (found.rewards[begin + 1:end:2] == 1 - found.rewards[begin]).all()


def test_a_game_of_self_play_depends_on_its_number_alone():
    whole = self_play(GAME, network(), 4, 7, iterations=10)
    halves = together([self_play(GAME, network(), 2, 7, iterations=10, first=first) for first in (0, 2)])
    assert all((one == other).all() for one, other in zip(whole, halves, strict=True))
    assert len(whole.inputs) != len(self_play(GAME, network(), 4, 8, iterations=10).inputs) or (
        whole.shares != self_play(GAME, network(), 4, 8, iterations=10).shares).any()


# -- what ships with the project ---------------------------------------------------------------------------------------


def test_the_shipped_networks_learned_connect_four():
    made, game = shipped(), games.connect_four()
    assert list(made) == sorted(made) and min(made) == 0 and max(made) >= 64
    blank, threat = start(game), position_after(game, (3, 0, 3, 0, 3, 6, 1))
    worth, believed = advisor(made[0])(game, blank)
    assert worth == pytest.approx(0.5) and list(believed.values()) == pytest.approx([1 / 7] * 7)
    liked = {n: max(believed, key=believed.get) for n in made for _, believed in [advisor(made[n])(game, blank)]}
    assert 3 in liked.values()  # the only move that wins [Allis 1988]; not every generation stays with it
    _, believed = advisor(made[max(made)])(game, threat)
    assert max(believed, key=believed.get) == 3  # the only move that does not lose at once


def test_the_command_trains_and_keeps_generations(tmp_path, capsys):
    path = tmp_path / "networks.npz"
    words = "train alphazero --generations 3 --games 2 --iterations 2 --workers 1 --seed 5 --out"
    assert main([*words.split(), str(path)]) == 0
    networks, about = load(path)
    assert list(networks) == [0, 1, 2, 3] and about["games"] == 2 and about["seed"] == 5
    assert "generation 3 of 3" in capsys.readouterr().out
