"""Interpreted searches work on light objects in place of records: the same numbers, the same trees, nothing lost."""



import numpy as np
import pytest

from mcts_lab import UCT, Search, games, start
from mcts_lab.engine.light import Light, fill, light_class, light_records, store_records, view
from mcts_lab.game import TERMINAL, Facts, Game
from mcts_lab.search import UCB1, BestValue, DecisivePlayout, Mean, UCB1Tuned, Value
from mcts_lab.search.light_states import light_states, same_in_light
from mcts_lab.search.mcts.interpreted import InterpretedMemory
from mcts_lab.search.mcts.memory import NODES
from mcts_lab.search.mcts.nodes import NODE, ROOT
from mcts_lab.search.mcts.quick import run_quickly

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


def test_copies_are_independent():
    one, other = light_class(MIXED)(), light_class(MIXED)()
    one.load(record(1))
    other.assign(one)
    one.small = 7
    one.cells[0], one.sets[0], one.table[1, 2] = 1, 1, 1
    assert (other.small, other.cells[0]) == (-5, record(1).cells[0])
    assert other.sets[0] == record(1).sets[0] and other.table[1, 2] == record(1).table[1, 2]


def test_what_has_no_light_form_stays_a_record():
    assert light_class(np.dtype([("share", np.float32)])) is None  # Python has no such numbers
    assert light_class(np.dtype(object)) is None
    for array in (np.zeros(3, np.uint64), np.zeros((2, 2), np.int8), np.zeros(2, np.float32)):
        assert view(array) is array


def test_a_view_is_of_the_same_memory():
    numbers = np.zeros(4, np.int16)
    seen = view(numbers)
    fill(seen[1:3], 6)
    assert numbers.tolist() == [0, 6, 6, 0] and seen[1] is not numbers[1] and type(seen[1]) is int


def test_nodes_survive_the_way_there_and_back():
    nodes = np.zeros(5, np.dtype((np.record, NODE)))
    for column, name in enumerate(NODE.names):
        nodes[name] = np.arange(5) + column
    back = np.zeros(5, nodes.dtype)
    store_records(light_records(nodes), back)
    assert np.array_equal(back, nodes) and nodes["total"].sum() > 0
    assert len(light_records(nodes, 2)) == 2


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


@pytest.mark.parametrize(("method", "trace", "quick"), [
    (UCT(selection=UCB1(0.5), leaf=DecisivePlayout(), final=BestValue()), False, True), (UCT(), True, False),
    (UCT(fpu=1.0), False, False), (UCT(solver=True), False, False), (UCT(selection=UCB1Tuned()), False, False)])
def test_only_plain_uct_runs_the_quick_loop(method, trace, quick):
    search = Search(games.tic_tac_toe(), start(games.tic_tac_toe()), method, trace=trace, compiled=False)
    assert (search._loop() is run_quickly) == quick


def test_what_is_changed_in_the_records_counts():
    game = games.tic_tac_toe()
    search = Search(game, start(game, 0), UCT(), seed=5, compiled=False)
    search.run(100)
    favourite = search.nodes[search.nodes[ROOT].first_child]
    before = int(favourite.visits)
    favourite.total = 5.0 * before  # better than can be
    search.run(30)
    assert search.nodes[search.nodes[ROOT].first_child].visits > before + 20


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


class Least(Value):
    """A value that looks at the whole tree at once, as only arrays allow."""

    def estimate(self, parent, child, memory):
        assert memory.nodes["visits"].max() < 2**31
        return memory.nodes[child].total / memory.nodes[child].visits


def test_parts_from_outside_have_the_arrays():
    game = games.connect_four()
    own, plain = (Search(game, start(game, 0), UCT(value=value), seed=4, compiled=False) for value in (Least(), Mean()))
    own.run(60)
    plain.run(60)
    assert isinstance(plain.memory, InterpretedMemory) and not isinstance(own.memory, InterpretedMemory)
    assert np.array_equal(own.nodes, plain.nodes)
