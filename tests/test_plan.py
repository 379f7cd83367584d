"""What searches of a kind share: plans, and memory that is used again when nobody holds it."""

import gc

import pytest

from mcts_lab import UCT, Search, games, start
from mcts_lab.game import for_search, heuristic
from mcts_lab.papers.hsu2020.one_sided import RangeOfNode
from mcts_lab.papers.joppen2019.values import RunningBorda
from mcts_lab.papers.papagiannis2022.one_outcome import OneOutcome
from mcts_lab.search import PUCT, UCB1, Borda, HeuristicPrior, Mean, OpenLoop
from mcts_lab.search.mcts import plan, room
from mcts_lab.search.mcts.loop import run_iterations
from mcts_lab.search.mcts.plan import plan_of
from mcts_lab.search.mcts.tree import OPEN, PROVEN, new_tree

GAME = games.tic_tac_toe()
STATE = start(GAME)


def recorded(method=UCT(), iterations=60, seed=1, game=GAME, **options):  # noqa: B008 - a value
    """A search with the memory of compiled code, whatever runs on it."""
    search = Search(game, start(game, 0), method, seed=seed, compiled=True, **options)
    return search.run(iterations)


@pytest.fixture(autouse=True)
def no_memories(request, monkeypatch):
    """Nothing is left from other tests; and what is not about machine code runs without it, on the same memory."""
    if "compiled" not in request.keywords:
        monkeypatch.setattr(plan.Plan, "code", lambda self, root, memory, spare: run_iterations.default)
    plan._memories.clear()
    yield
    plan._memories.clear()
    plan._plans.clear()


# -- plans -------------------------------------------------------------------------------------------------------------


def test_searches_of_a_kind_share_a_plan():
    one = plan_of(GAME, UCT(selection=UCB1(0.7)), False)
    assert plan_of(games.tic_tac_toe(), UCT(selection=UCB1(0.7)), False) is one
    assert plan_of(GAME, UCT(selection=UCB1(0.7)), False) is one
    others = [plan_of(GAME, UCT(selection=UCB1(0.8)), False), plan_of(GAME, UCT(selection=UCB1(0.7)), False, True),
              plan_of(games.connect_four(), UCT(selection=UCB1(0.7)), False)]
    assert one not in others and len(set(map(id, others))) == 3


def test_parts_that_look_alike_are_told_apart():
    """Named tuples are equal if their values are, whatever their classes."""
    method = UCT(selection=UCB1(1.0), prior=HeuristicPrior())
    other = method._replace(selection=PUCT(1.0))
    assert method == other
    assert type(plan_of(GAME, method, False).method.selection) is UCB1
    assert type(plan_of(GAME, other, False).method.selection) is PUCT
    assert plan_of(games.make("nim", piles=(3, 4)), UCT(), False).facts.name == "nim"
    assert plan_of(games.connect_four(3, 4), UCT(), False).facts.name == "connect_four"


def test_games_with_tables_share_a_plan_as_long_as_these_stay_the_same():
    game = games.hearthstone("hunter")
    method = UCT(world=OneOutcome())
    one = plan_of(for_search(game), method, False)
    assert for_search(game) is not for_search(game) and plan_of(for_search(game), method, False) is one
    assert one not in (plan_of(game, method, False), plan_of(games.hearthstone("shaman"), method, False))
    game = game._replace(book=game.book.copy())
    one = plan_of(for_search(game), method, False)
    assert plan_of(for_search(game), method, False) is one
    game.book[0].cards[0].cost += 1
    other = plan_of(for_search(game), method, False)
    assert other is not one and plan_of(for_search(game), method, False) is other


def test_a_rule_defined_later_counts():
    game = type("Own", (type(GAME),), {})(*GAME)
    method = UCT(prior=HeuristicPrior())
    before = plan_of(game, method, False)
    assert plan_of(game, method, False) is before
    heuristic.register(type(game))(lambda game, state, player: 0.0)
    assert plan_of(game, method, False) is not before


@pytest.mark.parametrize(("players", "shared"), [(2, 0.25), (3, 1.0)])
def test_the_sum_of_rewards_is_that_of_two_players(players, shared, monkeypatch):
    monkeypatch.setattr(plan, "reward_sum", lambda game: 0.25)
    method = UCT(value=RangeOfNode(), world=OpenLoop(), fpu=players)  # a plan that no other search has
    assert plan_of(games.pig(players=players), method, False).shared == shared


def test_only_so_many_plans_are_kept():
    for c in range(3 * plan.MOST_PLANS):
        plan_of(GAME, UCT(selection=UCB1(float(c))), False)
    assert len(plan._plans) <= plan.MOST_PLANS


# -- memory ------------------------------------------------------------------------------------------------------------


def test_memory_is_used_again_when_nobody_holds_it():
    first = id(recorded().search.memory)
    assert id(recorded(seed=2).search.memory) == first
    assert len(plan._memories) == 1


def test_a_result_stays_what_it_is_while_others_search():
    results = [recorded(seed=seed) for seed in range(2 * plan.MOST_MEMORIES)]
    saved = [(result.search.nodes.tobytes(), result.visits) for result in results]
    for seed in range(100, 110):
        recorded(seed=seed)
    assert saved == [(result.search.nodes.tobytes(), dict(result.visits)) for result in results]
    assert saved == [(again.search.nodes.tobytes(), again.visits)
                     for again in (recorded(seed=seed) for seed in range(len(saved)))]
    assert len({id(result.search.memory) for result in results}) == len(results)


@pytest.mark.parametrize("look", [
    lambda search: search.memory, lambda search: search.nodes, lambda search: search.nodes["visits"],
    lambda search: search.nodes[3], lambda search: search.memory.rng, lambda search: memoryview(search.memory.rng),
    lambda search: search.memory.priors[2:3], lambda search: search.memory.states[0],
    lambda search: search.memory.value.share[1],
])
def test_what_somebody_looks_at_is_not_used_again(look):
    method = UCT(value=Borda(), prior=HeuristicPrior())
    seen = look(recorded(method).search)
    before = bytes(seen) if isinstance(seen, memoryview) else seen.tobytes() if hasattr(seen, "tobytes") else None
    recorded(method, seed=7)
    assert len(plan._memories) == 2
    if before is not None:
        assert before == (bytes(seen) if isinstance(seen, memoryview) else seen.tobytes())
    del seen
    gc.collect()
    recorded(method, seed=8)
    assert len(plan._memories) == 2


def test_a_search_in_used_memory_is_the_same():
    method = UCT(selection=PUCT(), prior=HeuristicPrior(), solver=True)
    found = []
    for seed, iterations in ((1, 120), (9, 300), (1, 120)):
        search = recorded(method, iterations, seed).search
        memory, used = search.memory, len(search.nodes)
        proven = memory.proven[:used][search.nodes["status"] & PROVEN != OPEN]
        found.append([array.tobytes() for array in (
            search.nodes, memory.rng, memory.priors[:used], proven, memory.counters)])
        del search, memory
    assert found[0] == found[2] != found[1] and len(plan._memories) == 1


@pytest.mark.parametrize(("value", "iterations", "kept"), [
    (Mean(), 400, 1), (Mean(), 2000, 0), (RunningBorda(), 400, 0)])
def test_large_memories_are_not_kept(value, iterations, kept, monkeypatch):
    monkeypatch.setattr(room, "MOST_BYTES", new_tree(5000).nbytes)
    method = UCT(value=value)
    recorded(method, iterations=1)
    assert len(plan._memories) == 1
    search = Search(GAME, STATE, method, compiled=True)
    room.reserve(search.plan, search.memory, search.most_nodes, iterations, None)
    assert len(plan._memories) == kept


def test_traces_are_not_kept():
    recorded(trace=True)
    assert not plan._memories


@pytest.mark.compiled
def test_compiled_searches_use_memory_again_and_find_the_same():
    pytest.importorskip("numba")
    game = games.connect_four()
    results = [UCT().search(game, start(game), iterations=2000, seed=seed) for seed in (1, 2, 1)]
    assert results[0].visits == results[2].visits != results[1].visits
    memories = [id(result.search.memory) for result in results]
    expected = results[2].visits
    del results
    again = UCT().search(game, start(game), iterations=2000, seed=1)
    assert again.visits == expected and id(again.search.memory) in memories
