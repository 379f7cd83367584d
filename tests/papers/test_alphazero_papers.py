"""AlphaZero in miniature: the network and its training, its search, and self-play."""


from itertools import islice

import numpy as np
import pytest
from test_textbook import check_equal
from test_two_heads import random_examples

from mcts_lab import UCT, games, start, textbook
from mcts_lab.cli import main
from mcts_lab.engine.arithmetic import exp
from mcts_lab.game import after, legal_actions, position_after
from mcts_lab.matches import play_match, tally
from mcts_lab.players import SearchPlayer
from mcts_lab.search import PUCT, HeuristicPrior, ListedOrder, ModelPrior, ModelValue, NoPrior, Search
from mcts_lab.search.mcts.nodes import ROOT
from mcts_papers import paths
from mcts_papers import registry as papers
from mcts_papers.model_files import ModelError
from mcts_papers.studies.alphazero import advisor, alphazero, generations, self_play, shipped
from mcts_papers.studies.generations import BUDGETS, STRENGTH, matches, strength
from mcts_papers.studies.noise import RootNoise
from mcts_papers.studies.self_play import features_row
from mcts_papers.two_heads import Examples, load, loss_and_gradient, save, together, untrained

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


def test_networks_are_kept_without_pickles(tmp_path):
    path = tmp_path / "networks.npz"
    kept = {n: network(n) for n in (0, 4)}
    save(path, kept, {"seed": 1})
    read, about = load(path)
    assert list(read) == [0, 4] and about == {"seed": 1}
    assert read[4].numbers == pytest.approx(kept[4].numbers, abs=2e-3)
    UCT(leaf=ModelValue(read[4])).search(GAME, start(GAME), iterations=1, compiled=False)
    with np.load(path, allow_pickle=False) as file:
        arrays = dict(file)
    damaged = [{"version": np.int64(9)}, {"sizes": arrays["sizes"][:-1]}, {"numbers": arrays["numbers"] * np.nan},
               {"generations": np.array([0])}, {"about": np.array("[]")}, {"sizes": arrays["sizes"] * 1000}]
    for change in damaged:
        np.savez(path, **arrays | change)
        with pytest.raises(ModelError, match="^[^\n]{20,}$"):
            load(path)


# -- the search --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [GAME, games.connect_four(5, 5)], ids=["4x4", "5x5"])
def test_the_textbooks_search_grows_the_same_tree(game, seed):
    model = network(seed, game)
    result = alphazero(model, c=1.0 + seed).search(game, start(game), iterations=150, compiled=False)
    check_equal(result, textbook.alphazero(game, start(game), 150, asked(model), 1.0 + seed))


@pytest.mark.sampled(2, others="all")
@pytest.mark.compiled
@pytest.mark.parametrize("noise", [0.0, 0.4])
def test_compiled_and_interpreted_grow_the_same_tree(noise):
    searches = [Search(GAME, start(GAME), alphazero(network(), noise=noise), seed=4, compiled=how)
                for how in (True, False)]
    for search in searches:
        search.run(200)
    assert (searches[0].nodes == searches[1].nodes).all()
    used = len(searches[0].nodes)
    assert (searches[0].memory.priors[:used] == searches[1].memory.priors[:used]).all()


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


@pytest.mark.parametrize("method", [
    UCT(prior=RootNoise(NoPrior())), UCT(prior=RootNoise(ListedOrder())), UCT(prior=RootNoise(HeuristicPrior(), 1.5)),
    UCT(selection=PUCT(), prior=ModelPrior(network())), UCT(selection=PUCT(), prior=ModelPrior(network(), first=2)),
    UCT(leaf=ModelValue(network(game=games.connect_four(4, 5, 3)))),
])
def test_what_does_not_fit_is_refused(method):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        method.search(GAME, start(GAME), iterations=1)


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


@pytest.mark.all
@pytest.mark.compiled
def test_training_is_repeatable_and_makes_a_stronger_player():
    game = games.connect_four(5, 5)
    first, again = (list(islice(generations(game, 80, 30, seed=3, layers=(32,)), 4)) for _ in range(2))
    assert all((one.numbers == other.numbers).all() for one, other in zip(first, again, strict=True))
    players = [SearchPlayer(alphazero(one), name, iterations=30) for one, name in ((first[-1], "new"),
                                                                                   (first[0], "old"))]
    openings = [after(game, after(game, start(game), a), b) for a in range(5) for b in range(5)]
    table = tally(play_match(game, players, 50, seed=1, starts=openings)).set_index("player")
    assert table.loc["new", "points"] > 0.6


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


def test_every_generation_plays_with_and_without_its_search():
    names = [fixture.name for fixture in matches("quick")]
    made = shipped()
    assert len(set(names)) == len(names) == 2 * len(made) + 2
    assert {f"{number} | {own} | 200" for number in made for own in (1, 200)} < set(names)
    assert papers.experiment(STRENGTH.name) is STRENGTH


def test_the_stored_strength_has_intervals(monkeypatch):
    monkeypatch.setenv("MCTS_LAB_RESULTS", str(paths.data() / "results"))
    found = strength()
    assert len(found) == 2 * len(shipped()) + 2 and (found["games"] == BUDGETS["standard"]).all()
    assert ((found["low"] <= found["points"]) & (found["points"] < found["high"])).all()


def test_the_command_trains_and_keeps_generations(tmp_path, capsys):
    path = tmp_path / "networks.npz"
    words = "train alphazero --generations 3 --games 2 --iterations 2 --workers 1 --seed 5 --out"
    assert main([*words.split(), str(path)]) == 0
    networks, about = load(path)
    assert list(networks) == [0, 1, 2, 3] and about["games"] == 2 and about["seed"] == 5
    assert "generation 3 of 3" in capsys.readouterr().out
