"""Interpreted searches work on light objects in place of records: the same numbers, the same trees, nothing lost."""

import numpy as np
import pytest

from mcts_lab import UCT, Search, games, start
from mcts_lab.engine.light import Light, light_class
from mcts_lab.game import TERMINAL, Facts, Game
from mcts_lab.search.light_states import light_states, same_in_light
from mcts_lab.search.mcts.memory import NODES
from mcts_lab.search.mcts.nodes import ROOT

MIXED = np.dtype([("small", np.int8), ("wide", np.uint64), ("share", np.float64), ("over", np.bool_),
                  ("cells", np.int8, (3,)), ("sets", np.uint64, (2,)), ("table", np.int16, (2, 3))], align=True)


def record(seed=0):
    rng = np.random.default_rng(seed)
    made = np.zeros(1, np.dtype((np.record, MIXED)))
    made[0] = (-5, 2**64 - 1, 0.1, True, rng.integers(-9, 9, 3), rng.integers(0, 2**63, 2), rng.integers(-9, 9, (2, 3)))
    return made[0]


def test_a_light_object_holds_what_the_record_holds():
    light = light_class(MIXED)()
    light.load(record())
    assert (light.small, light.share, light.over, list(light.cells)) == (-5, 0.1, True, record().cells.tolist())
    assert type(light.small) is int and type(light.cells[0]) is int
    assert type(light.wide) is np.uint64 and ~light.wide == 0  # as wide as it was
    back = np.zeros(1, MIXED)
    light.store(back[0])
    assert all(np.array_equal(back[0][name], record()[name]) for name in MIXED.names)


def test_a_search_is_written_back_whenever_somebody_looks():
    game = games.tic_tac_toe()
    whole, looked = (Search(game, start(game, 0), UCT(), seed=5, compiled=False) for _ in range(2))
    whole.run(60)
    for _ in range(20):
        looked.step(3)
        assert looked.nodes[ROOT].visits == looked.iterations
    assert np.array_equal(looked.nodes, whole.nodes) and np.array_equal(looked.memory.rng, whole.memory.rng)


@pytest.mark.parametrize(("game", "iterations"), [
    (games.tic_tac_toe(), 500), (games.pig(), 300), (games.nim(piles=(1, 2)), 17_000)])  # more than roots are kept of
def test_the_quick_loop_of_plain_uct_builds_the_same_tree(game, iterations, monkeypatch):
    def tree(method):
        search = Search(game, start(game, 0), method, seed=6, compiled=False)
        search.run(iterations)
        return search.memory.nodes[: search.memory.counters[NODES]].tobytes()

    quick = tree(UCT())
    monkeypatch.setattr(Search, "_is_plain", lambda search: False)
    assert tree(UCT()) == quick


# -- rules from outside ------------------------------------------------------------------------------------------------


class Halving(Game):
    """Two players halve a number in turn, or take one off; who makes it 0 wins. `way`: how this is written."""

    way: str = "plain"

    def facts(self):
        return Facts(name="halving", title="Halving", players=2, actions=2, branching=2, length=40, low=-1.0, high=1.0,
                     outcomes=(-1.0, 1.0), dtype=HALVING)

    def reset(self, state, rng):
        state.left, state.mover = 20, 0
        for cell in range(4):
            state.cells[cell] = 0

    def to_move(self, state):
        return TERMINAL if state.left == 0 else int(state.mover)

    def legal(self, state, out):
        out[0], out[1] = 0, 1
        return 2 if state.left > 0 else 0

    def play(self, state, action, rng):
        if self.way == "array":
            state.cells[:] = 0
        elif self.way == "compare":
            state.cells[0] = np.count_nonzero(state.cells == 0)
        elif self.way == "rounding":
            state.left = state.left / 1.5 if action == 1 else state.left - 1
            state.mover = 1 - int(state.mover)
            return
        state.left = int(state.left) // 2 if action == 1 else int(state.left) - 1
        state.mover = 1 - int(state.mover)

    def payoff(self, state, player):
        return -1.0 if state.mover == player else 1.0


HALVING = np.dtype([("left", np.int16), ("cells", np.int8, (4,)), ("mover", np.int8)])


@pytest.mark.parametrize("way, light", [("plain", True), ("array", False), ("compare", False), ("rounding", False)])
def test_rules_that_need_arrays_keep_records(way, light):
    game = Halving(way)
    assert same_in_light(game) is light
    assert isinstance(light_states(game, 1)[0], Light) is light
    result = Search(game, start(game, 0), UCT(), seed=3, compiled=False).run(50)
    assert result.iterations == 50 and sum(result.visits.values()) == 50
