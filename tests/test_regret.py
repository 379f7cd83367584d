"""Counterfactual regret minimisation: the figures of OpenSpiel, known equilibria, and what it refuses."""

import pytest

from mcts_lab import games
from mcts_lab.game import legal_actions, start
from mcts_lab.search.hidden_exact import best_reply, expected
from mcts_lab.search.regret import CFR, exploitability

FIGURES = {  # of OpenSpiel's solvers, written in Python: game, plus, iterations -> exploitability
    ("kuhn_poker", False, 20): 0.04067019775270203, ("kuhn_poker", True, 20): 0.01010897736639546,
    ("leduc_poker", False, 4): 1.6590264691929169, ("leduc_poker", True, 4): 1.6096550821219533,
}


@pytest.mark.parametrize(("name", "plus", "iterations"), FIGURES)
def test_it_learns_what_openspiels_solvers_learn(name, plus, iterations):
    game = games.make(name)
    learnt = exploitability(game, CFR(game, plus=plus).run(iterations).policy)
    assert learnt == pytest.approx(FIGURES[name, plus, iterations], rel=1e-9)


@pytest.mark.parametrize("plus", [False, True])
def test_these_are_openspiels_figures(plus):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr", reason="OpenSpiel is without its Python algorithms")
    from open_spiel.python.algorithms.exploitability import exploitability as theirs

    game = pyspiel.load_game("kuhn_poker")
    solver = (cfr.CFRPlusSolver if plus else cfr.CFRSolver)(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert theirs(game, solver.average_policy()) == pytest.approx(FIGURES["kuhn_poker", plus, 20], rel=1e-9)


def test_it_approaches_the_value_of_kuhn_poker():
    game = games.kuhn_poker()
    learnt = CFR(game, plus=True).run(200)
    assert exploitability(game, learnt.policy) < 5e-4
    assert expected(game, learnt.policy)[0] == pytest.approx(-1 / 18, abs=5e-4)
    before = exploitability(game, learnt.policy)
    assert learnt.run(800).iterations == 1000 and exploitability(game, learnt.policy) < before


@pytest.mark.parametrize(("game", "value"), [(games.hidden_choice(), 0.25), (games.hidden_choice(uneven=True), 0.25),
                                             (games.non_locality(), -7 / 12)])
def test_it_finds_what_other_searches_miss(game, value):
    """Strategy fusion and non-locality: nothing of either is left."""
    learnt = CFR(game, plus=True).run(300)
    assert expected(game, learnt.policy)[0] == pytest.approx(value, abs=1e-3)
    assert exploitability(game, learnt.policy) < 1e-3


def test_a_policy_that_can_be_read_is_exploited():
    """Of a player who always plays the first action: each best reply less the half that the game gives both."""
    game = games.kuhn_poker()

    def first(game, state, actions):
        return [1.0, *[0.0] * (len(actions) - 1)]

    replies = [best_reply(game, player, first) for player in (0, 1)]
    assert exploitability(game, first) == pytest.approx(sum(replies) / 2) and min(replies) > 0


def test_before_it_has_learnt_it_plays_at_random():
    game = games.hidden_choice()
    state = start(game, 0)
    assert CFR(game).policy(game, state, legal_actions(game, state)) == [0.5, 0.5]


def test_what_it_cannot_do_is_a_sentence():
    with pytest.raises(ValueError, match="hex can take 121 plays; choose a game of at most 50"):
        CFR(games.hex())
    with pytest.raises(ValueError, match="a state of nim does not tell what its player has seen"):
        CFR(games.nim())
    with pytest.raises(ValueError, match="needs two players .* unlike coin_in_a_box"):
        exploitability(games.coin_in_a_box(), None)
