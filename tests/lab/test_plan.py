"""What a search owns: its plan, worked out once, and its memory, in which it searches one state after the other."""


import copy
import pickle

import pytest
from positions import play_on

from mcts_lab import ISMCTS, PIMC, UCT, Search, SearchPlayer, after, games, legal_actions, start
from mcts_lab.engine.generic import compiler
from mcts_lab.search import PUCT, UCB1, Borda, HeuristicPrior, OpenLoop
from mcts_lab.search.mcts.plan import Plan

GAME, FOUR = games.tic_tac_toe(), games.connect_four(rows=4, columns=4)
STATE = start(GAME)


def told(result):
    """What a result says, at first sight and on a closer look."""
    return (result.action, result.name, result.value, result.visits, result.values, result.pv, result.nodes,
            result.policy().tolist(), result.tree.nodes.tobytes(), result.search.nodes.tobytes())


# -- plans -------------------------------------------------------------------------------------------------------------


def test_parts_that_look_alike_are_told_apart():
    method = UCT(selection=UCB1(1.0), prior=HeuristicPrior())
    other = method._replace(selection=PUCT(1.0))
    assert method != other and len({UCB1(1.0), PUCT(1.0), (1.0,)}) == 3
    assert type(Plan(GAME, method, False).method.selection) is UCB1
    assert type(Plan(GAME, other, False).method.selection) is PUCT


# -- memory ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_a_search_goes_on_in_its_memory_and_finds_what_a_new_one_finds(compiled):
    if compiled and not compiler.available():
        pytest.skip("needs Numba")
    game = FOUR if compiled else GAME
    methods = [UCT()] if compiled else [UCT(value=Borda(), tree=OpenLoop()), UCT(solver=True), UCT(
        selection=PUCT(), prior=HeuristicPrior())]
    for method in methods:
        search = Search(game, start(game), method, seed=1, compiled=compiled)
        search.run(150)
        place = search.memory.nodes.ctypes.data
        state = after(game, start(game), legal_actions(game, start(game))[1])
        again = told(search.restart(state, 5).run(60))
        assert search.memory.nodes.ctypes.data == place and search.seed == 5
        assert again == told(Search(game, state, method, seed=5, compiled=compiled).run(60))


def test_without_a_seed_the_stream_goes_on():
    search = Search(GAME, STATE, UCT(), seed=1, compiled=False)
    first = search.run(50).visits
    assert search.restart(STATE).run(50).visits != first


def test_time_is_counted_for_each_root():
    search = Search(GAME, STATE, UCT(), seed=1, compiled=False)
    assert search.run(50).seconds > 0
    assert search.restart(STATE).seconds == 0.0


def goes_on(search):
    """The ways in which a search leaves its tree."""
    yield "restart", lambda: search.restart(STATE, 3)
    yield "restart without a seed", lambda: search.restart(STATE)
    yield "play on", lambda: play_on(search, int(search.result().action))
    yield "follow into the unknown", lambda: search.follow([], after(GAME, STATE, 0))


@pytest.mark.parametrize("way", [way for way, _ in goes_on(None)])
def test_a_result_stays_what_it_is_when_the_search_goes_on(way):
    found = []
    for held in (True, False):
        search = Search(GAME, STATE, UCT(), seed=1, compiled=False)
        results = [search.run(40), search.run(40)]
        before = [told(result) for result in results]
        others = copy.copy(results[1])
        if not held:
            del results, others
        dict(goes_on(search))[way]()
        found.append(told(search.run(30)))
        if held:
            assert [told(result) for result in results] == before and told(others) == before[1]
            assert results[0].search is results[1].search is not search
            assert told(pickle.loads(pickle.dumps(results[0]))) == before[0]
            results[0].search.run(10)  # it is a search like others
            assert found[-1] == told(search.result())
    assert found[0] == found[1]


def test_trees_of_pimc_are_searched_in_one_memory(monkeypatch):
    made, memory = [], Plan.memory
    monkeypatch.setattr(Plan, "memory", lambda self, *size, **more: made.append(size) or memory(self, *size, **more))
    game = games.phantom_ttt()
    result = PIMC(trees=6).search(game, start(game), iterations=60, seed=1, compiled=False)
    assert len(made) == 1 and result.iterations == 60 and result.tree.nodes["visits"][0] == 10


# -- players -----------------------------------------------------------------------------------------------------------


def seated(player, game):
    return player.sit(game, 0, 0)


@pytest.mark.parametrize("keep_tree", [False, True])
def test_a_player_keeps_its_search_for_a_game_and_chooses_the_same(keep_tree, monkeypatch):
    made, begun = [], Search.__init__
    monkeypatch.setattr(Search, "__init__", lambda self, *a, **b: made.append(self) or begun(self, *a, **b))
    game, player = games.phantom_ttt(), SearchPlayer(ISMCTS(), iterations=40, compiled=False, keep_tree=keep_tree)
    state, chosen, alone, at_the_table = start(game, 0), [], [], seated(player, game)
    for seed in range(3):
        chosen.append(at_the_table.choose(game, state, seed))
        if not keep_tree:
            alone.append(player.choose(game, state, seed))
        for _ in range(2):
            state = after(game, state, legal_actions(game, state)[0])
    assert chosen == alone or keep_tree
    assert len(made) == 1 + len(alone)


@pytest.mark.parametrize("keep_tree", [False, True])
def test_the_result_of_a_turn_stays_what_it_is(keep_tree):
    player = seated(SearchPlayer(UCT(), iterations=30, compiled=False, keep_tree=keep_tree), GAME)
    state, results, before = STATE, [], []
    for seed in range(3):
        results.append(player.search(GAME, state, seed))
        before.append(told(results[-1]))
        for _ in range(2):
            if keep_tree:
                player.watch(GAME, state, legal_actions(GAME, state)[0])
            state = after(GAME, state, legal_actions(GAME, state)[0])
    assert [told(result) for result in results] == before


def test_what_is_refused_is_refused_whatever_was_searched_before():
    method, wrong = UCT(selection=UCB1(c=1.0)), UCT(selection=UCB1(c=True))
    assert method == wrong
    Search(FOUR, start(FOUR), method, seed=1)
    with pytest.raises(ValueError, match=r"UCB1\(c=True\) is out of range"):
        Search(FOUR, start(FOUR), wrong, seed=1)
