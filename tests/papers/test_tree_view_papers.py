"""Trees as tables, graphs and files: the numbers, whose they are, and that nothing is lost on the way."""

import json

import pytest

from mcts_lab import games, start
from mcts_lab.search import UCT, LimitedPlayout, OpenLoop, SavedStates, Search
from mcts_lab.views.tree import Tree


@pytest.mark.parametrize("game", [games.vgdl("zelda"), games.hearthstone()], ids=str)
def test_a_game_with_tables_is_given_when_its_tree_is_loaded(tmp_path, game):
    search = Search(game, start(game, 1), UCT(tree=SavedStates(), leaf=LimitedPlayout(1)), seed=1, compiled=False)
    path = search.run(5).tree.save(tmp_path / "tree.json")
    assert Tree.load(path).game is None and Tree.load(path).frame().equals(search.tree.frame())
    assert Tree.load(path, game=game).root_state == search.root[0]


@pytest.mark.parametrize("old, name", [
    ("mcts_lab.games.tic_tac_toe:TicTacToe", "tic_tac_toe"), ("mcts_lab.games.sums:Sums", "sums"),
    ("mcts_lab.games.information_puzzles:HiddenChoice", "hidden_choice"), ("mcts_lab.games.pig:Pig", "pig"),
    ("mcts_lab.games.knockout_whist:KnockoutWhist", "knockout_whist"),
    ("mcts_lab.games.phantom:Phantom444", "phantom444"), ("mcts_lab.games.soccer.rules:Soccer", "soccer"),
    ("mcts_lab.games.knockout_whist.rules:KnockoutWhist", "knockout_whist"),
    ("mcts_lab.games.dou_dizhu.rules:DouDiZhu", "dou_dizhu"),
])
def test_trees_saved_before_their_game_got_another_room_come_back(tmp_path, old, name):
    game = games.make(name)
    search = Search(game, start(game, 1), UCT(tree=OpenLoop()), seed=1, compiled=False)
    search.run(5)
    path = search.tree.save(tmp_path / "tree.json")
    whole = json.loads(path.read_text(encoding="utf-8"))
    whole["game"]["is"] = old
    path.write_text(json.dumps(whole), encoding="utf-8")
    assert Tree.load(path).game == game
