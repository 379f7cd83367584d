"""The names that can be taken from the package itself, and what a person expects to work with them."""

import importlib
import pickle
from typing import NamedTuple

import pytest

import mcts_lab
from mcts_lab import UCT, AlphaBeta, Minimax, Position, Search, SearchPlayer, after, games, legal_actions, sample, start
from mcts_lab.matches import play_match
from mcts_lab.players import RandomPlayer
from mcts_lab.search import (
    ISMCTS,
    OMCTS,
    PUCT,
    UCB1,
    Borda,
    MCTSSolver,
    MixMax,
    MultipleObserver,
    SingleObserver,
)


class Chomp:
    """A bar of chocolate, broken in turn; whoever eats the last corner loses. A plain class: nothing is derived."""

    def __init__(self, rows=2, columns=3):
        self.columns, self.actions = columns, [(row, column) for row in range(rows) for column in range(columns)]
        self.rows = rows

    def start(self):
        return (self.columns,) * self.rows, 0

    def to_move(self, state):
        return state[1] if any(state[0]) else None

    def legal(self, state):
        return [(row, column) for row, width in enumerate(state[0]) for column in range(width)]

    def play(self, state, action):
        row, column = action
        return tuple(min(w, column) if r >= row else w for r, w in enumerate(state[0])), 1 - state[1]

    def payoff(self, state, player):
        return 1 if player == state[1] else -1


@pytest.mark.parametrize("name", mcts_lab.__all__)
def test_a_name_of_the_package_is_that_of_its_module(name):
    place = mcts_lab.PLACES.get(name)
    wanted = getattr(importlib.import_module(f"mcts_lab.{place}"), name) if place else mcts_lab.games
    assert getattr(mcts_lab, name) is wanted and name in dir(mcts_lab)


@pytest.mark.parametrize(("asked", "error", "said"), [
    (lambda: mcts_lab.nothing, AttributeError, "no attribute 'nothing'"),
    (lambda: mcts_lab.serch, AttributeError, "Did you mean 'search'"),
    (lambda: games.conect_four, AttributeError, "Did you mean 'connect_four'"),
    (lambda: UCT().search(GAME, STATE, iteration=10), TypeError, "Did you mean 'iterations'"),
    (lambda: UCT(selecton=UCB1()), TypeError, "Did you mean 'selection'"),
    (lambda: UCT(c=0.5), TypeError, r"UCT has no parameter 'c'\. .*UCT\(selection=UCB1\(c=0\.5\)\)"),
    (lambda: AlphaBeta().search(GAME, STATE, second=1), TypeError, "Did you mean 'seconds'"),
    (lambda: SearchPlayer(UCT), TypeError, "is not a search. Give"),
    (lambda: SearchPlayer(UCT()), ValueError, "needs a budget. Give iterations="),
    (lambda: after(GAME, 3, STATE), ValueError, "not a state of Tic-tac-toe"),
    (lambda: mcts_lab.views.plots.tree_drawing.draw(5), ValueError, "is not a Tree"),
    (lambda: Minimax(depth=1).search(GAME, STATE).tree, AttributeError, "keeps no tree"),
    (lambda: UCT().search(KUHN, start(KUHN), iterations=5), ValueError, r"sample\(game, state\)"),
])
def test_what_cannot_be_is_said_with_what_to_do(asked, error, said):
    with pytest.raises(error, match=said):
        asked()


GAME, KUHN = games.tic_tac_toe(), games.kuhn_poker()
STATE = start(GAME)


def test_values_of_different_classes_are_never_equal():
    assert UCB1(0.25) == UCB1(0.25) != MixMax(0.25) and len({UCB1(0.25), MixMax(0.25), UCB1(0.25)}) == 2
    assert UCB1(1.0) != (1.0,) and not PUCT(1.0) == UCB1(1.0) and isinstance(UCB1(1.0), tuple)
    assert UCT(selection=UCB1(1.0)) != UCT(selection=PUCT(1.0)) and games.nim() != tuple(games.nim())
    assert pickle.loads(pickle.dumps(UCB1(0.3))) == UCB1(0.3)._replace(c=0.3)

    class Mine(NamedTuple):
        c: float

    assert UCB1(0.3) != Mine(0.3)


def test_parameters_are_changed_as_those_of_estimators():
    method = UCT(value=MixMax(0.25))
    changed = method.set_params(selection__c=0.5, fpu=1.0)
    assert changed == UCT(selection=UCB1(0.5), value=MixMax(0.25), fpu=1.0) and method == UCT(value=MixMax(0.25))
    with pytest.raises(ValueError, match="UCB1 has no parameter 'd'. It has c"):
        method.set_params(selection__d=1)


def test_searches_have_the_names_of_the_field():
    assert ISMCTS() == UCT(selection=UCB1(0.7), tree=SingleObserver())
    assert ISMCTS(1.0, MultipleObserver()).tree == MultipleObserver()
    assert OMCTS(0.5) == UCT(selection=UCB1(0.5), value=Borda())
    assert MCTSSolver() == UCT(solver=True)


@pytest.mark.parametrize("compiled", [False, None])
def test_a_result_travels_with_its_tree_and_goes_on(compiled):
    result = UCT().search(GAME, STATE, iterations=60, seed=1, compiled=compiled)
    again = pickle.loads(pickle.dumps(result))
    assert (again.visits, again.action, again.tree.frame().to_csv()) == (
        result.visits, result.action, result.tree.frame().to_csv())
    assert again.search.run(40).iterations == again.search.iterations
    assert again.search.result().visits == result.search.run(40).visits


def test_a_policy_covers_all_actions():
    state = after(GAME, STATE, 4)
    result = UCT(solver=True).search(GAME, state, iterations=200, seed=1, compiled=False)
    even, sharp, best = (result.policy(temperature) for temperature in (1.0, 0.25, 0))
    assert len(even) == 9 and even[4] == 0 and even.sum() == pytest.approx(1) and best[result.action] == 1
    assert even[0] == pytest.approx(result.visits[0] / sum(result.visits.values())) and sharp.max() > even.max()
    with pytest.raises(ValueError, match="temperature"):
        result.policy(-1)


def test_a_plain_object_is_a_game_wherever_a_game_is(monkeypatch):
    monkeypatch.setattr(games.GAMES, "added", {})
    chomp = Chomp()
    state = start(chomp)
    wanted = UCT().search(mcts_lab.as_game(chomp), start(mcts_lab.as_game(chomp)), iterations=50, seed=1)
    for where in (state, chomp.start()):
        assert UCT().search(chomp, where, iterations=50, seed=1).visits == wanted.visits
        assert legal_actions(chomp, where) == list(range(6))
    following, game = after(chomp, state, sample(chomp, state, 3)), mcts_lab.as_game(chomp)
    assert game.to_move(following) == 1 and game.text(following) and game.payoff(after(chomp, state, 0), 1) == 1
    assert AlphaBeta().search(chomp, chomp.start()).value == 1
    rows = play_match(chomp, [SearchPlayer(UCT(), iterations=20), RandomPlayer()], 2, seed=1)
    assert [row["ending"] for row in rows] == ["rules"] * 2
    games.register("chomp", Chomp)
    assert "chomp" in games.names() and legal_actions(games.chomp(rows=1), start(games.chomp(rows=1))) == [0, 1, 2]
    with pytest.raises(ValueError, match="'hex' already"):
        games.register("hex", Chomp)
    assert games.make(f"{__name__}:Chomp", columns=2).facts().actions == 4


def test_a_position_is_a_game_under_way():
    position = Position(GAME).play(4, 0, GAME.action_name(after(GAME, after(GAME, STATE, 4), 0), 8))
    assert position.actions == [4, 0, 8] and position.player == 1 and not position.over
    assert position.legal == [1, 2, 3, 5, 6, 7] == list(position.names.values())
    assert position.mask(1).nonzero()[0].tolist() == position.legal and not position.mask(0).any()
    with pytest.raises(ValueError, match="4 is not a legal action"):
        position.play(4)
    with pytest.raises(ValueError, match="not over"):
        position.payoffs  # noqa: B018
    with pytest.raises(ValueError, match="^4 actions cannot .* only 3 were played"):
        position.undo(4)
    assert position.undo(2).actions == [4] and position.player == 1
    assert repr(position) == GAME.text(after(GAME, STATE, 4)) and "<img" in position._repr_html_()
    assert position.play(0, 3, 1, 5).over and position.payoffs == [1.0, -1.0] and position.legal == []
    assert Position(GAME).ask(RandomPlayer(), seed=1) in range(9) and Position(Chomp()).play(0).payoffs


def test_notebooks_show_games_searches_results_and_trees(tmp_path):
    result = UCT().search(GAME, STATE, iterations=100, seed=1)
    exact = AlphaBeta().search(GAME, STATE)
    faces = {GAME: "Tic-tac-toe", Position(GAME, STATE): "alt=", UCT(): "UCB1(c=1.4", AlphaBeta(depth=3): "<td>3</td>",
             Search(GAME, STATE): "UCB1(c=1.4", result.search: "Best lines"}
    for thing, said in [*faces.items(), (result, "Best lines"), (result.tree, "alt="), (exact, "<td>to the end</td>")]:
        assert said in thing._repr_html_(), thing
    assert repr(result.search).startswith("Search(Tic-tac-toe, UCT(") and "100 iterations" in repr(result.search)
    drawn = result.tree.save(tmp_path / "tree.dot", max_nodes=6).read_text(encoding="utf-8")
    assert drawn.startswith("digraph") and drawn.count("->") == 5 and "Tic-tac-toe: 100 iterations" in drawn
