"""The explorer: it offers what fits, the code that it writes draws its pictures, and exact searches become trees."""

import pytest

pytest.importorskip("ipywidgets", reason="needs ipywidgets")

from mcts_course.widgets.explorer import ALGORITHMS, GAMES, Explorer, fitting, game_called, looked_at
from mcts_lab import textbook
from mcts_lab.game import heuristic, start
from mcts_lab.views.plots.search_plots import root_rewards

SMALL = {"iterations": 50, "depth": 2}
CASES = [("Tic-tac-toe", name) for name, one in ALGORITHMS.items() if one.open] + [
    ("Kuhn poker", name) for name, one in ALGORITHMS.items() if name in ("ISMCTS", "O-MCTS", "progressive widening")]


@pytest.mark.all
@pytest.mark.sampled(4)
@pytest.mark.parametrize("game, algorithm", CASES)
def test_the_written_code_draws_the_same_pictures(game, algorithm):
    values = {**SMALL, "seed": 3, "c": 0.7}
    side = Explorer(game, algorithm, values, values).sides[0]
    side.button.click()
    exact = algorithm in ("minimax", "alpha-beta")
    for part in ("first_decision(game, 3)", *((", state, 2)",) if exact else ("(0.7", "seed=3,", "search.run(50)"))):
        assert part in side.code.value
    assert not side.said.value and side.code.value and side.code.layout.display is None
    shown = []
    exec(compile(side.code.value, "cell", "exec"), {"display": lambda *figures: shown.extend(figures)})
    pictures = [figure._repr_mimebundle_()[0]["text/html"] for figure in shown]
    assert len(pictures) == 4 and pictures == [place.value for place in side.pictures]


@pytest.mark.parametrize("game", GAMES)
def test_only_fitting_algorithms_are_offered(game):
    hidden, found = not game_called(game).facts().perfect_information, set(fitting(game))
    assert ("ISMCTS" in found) == hidden and ("UCT" in found) == ("minimax" in found) == (not hidden)
    assert "O-MCTS" in found and "hard pruning by mean" in found


@pytest.mark.all
def test_a_side_changes_alone_and_says_what_is_too_much():
    explorer = Explorer("Tic-tac-toe", "UCT", SMALL, SMALL)
    left, right = explorer.sides
    before = [place.value for place in left.pictures]
    assert before == [place.value for place in right.pictures]
    left.sliders["c"].value = 0.2
    assert [place.value for place in left.pictures] != before == [place.value for place in right.pictures]
    left.algorithm.value, right.game.value = "minimax", "Kuhn poker"
    assert left.sliders["iterations"].layout.display == "none" and left.sliders["depth"].layout.display is None
    assert right.algorithm.value == "ISMCTS" and not right.said.value
    kept = [place.value for place in left.pictures]
    left.sliders["depth"].value = 6
    assert "smaller depth" in left.said.value and [place.value for place in left.pictures] == kept


@pytest.mark.parametrize("search", [textbook.minimax, textbook.alpha_beta])
def test_the_tree_of_an_exact_search_is_what_it_looked_at(search):
    game = game_called("Tic-tac-toe")
    state = start(game)
    found = looked_at(search, game, state, 3)
    calls = textbook.recorded(search, game, state, 0, 3, heuristic)
    assert 2 * len(found.tree) == len(calls)
    leaves = (found.tree.nodes["children"] == 0).sum()
    assert found.tree.nodes["visits"][0] == leaves == len(found.trace_events) == len(root_rewards(
        found.tree, found.trace_events))
    low, high = game.facts().low, game.facts().high
    assert found.tree.nodes["total"][0] / leaves == pytest.approx((calls[-1][1] - low) / (high - low))
    assert search is textbook.alpha_beta or leaves == 9 * 8 * 7
