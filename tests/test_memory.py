"""Memory that one search leaves to the next: nothing of what the first has learnt may be seen by the second."""

import ast
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import mcts_lab
from mcts_lab import games
from mcts_lab.engine.generic import compiler
from mcts_lab.game import CHANCE, after, legal_actions, start, to_move
from mcts_lab.papers.hsu2020.one_sided import OneSidedUCB1, RangeOfNode
from mcts_lab.papers.joppen2019.preferences import BinarySubtree, RelativeUCB
from mcts_lab.papers.joppen2019.values import Expectimax, NormalisedMean, NormalisedReward, RunningBorda
from mcts_lab.papers.papagiannis2022.one_outcome import OneOutcome
from mcts_lab.papers.powley2013.knowledge import Advice, SkewedBackup
from mcts_lab.papers.runnels2023.credit import CHOOSER, LEAF, ROOT_PLAYER, SameSideCredit
from mcts_lab.papers.runnels2023.greedy import GreedyPlayout
from mcts_lab.search import (
    PIMC,
    UCT,
    BestValue,
    Borda,
    Evaluate,
    LimitedPlayout,
    MixMax,
    MultipleObserver,
    OpenLoop,
    ProgressiveWidening,
    SavedOutcomes,
    SavedStates,
    Search,
    SingleObserver,
    SingleObserverPOM,
    UCB1Tuned,
)
from mcts_lab.search.mcts.plan import _clear, plan_of
from mcts_lab.search.mcts.room import node_bytes

TTT = games.tic_tac_toe()
C4 = games.connect_four(rows=4, columns=4)
SOCCER = games.soccer()
SPADES = games.spades()
GAPS = games.gaps()
SHORT = LimitedPlayout(5)
REMEMBERING = [  # every rule that remembers something of a node
    (C4, UCT()), (C4, UCT(solver=True)), (C4, UCT(selection=UCB1Tuned())), (C4, UCT(value=MixMax())),
    (C4, UCT(value=NormalisedMean())), (C4, UCT(value=NormalisedReward())), (C4, UCT(value=Borda())),
    (GAPS, UCT(value=Borda(), world=OpenLoop(), leaf=SHORT)), (C4, UCT(value=RunningBorda())),
    (GAPS, UCT(value=Expectimax(), world=OpenLoop(), leaf=SHORT)),
    (GAPS, UCT(RelativeUCB(0.5), world=BinarySubtree(), leaf=SHORT, final=BestValue())),
    (C4, UCT(value=RangeOfNode(), selection=OneSidedUCB1(), leaf=Evaluate())),
    (SPADES, UCT(value=SkewedBackup(), prior=Advice(), world=SingleObserver())),
    (C4, UCT(world=SavedStates())), (games.bandit(), UCT(world=SavedOutcomes(), pruning=ProgressiveWidening())),
    (games.bandit(), UCT(world=OneOutcome())), (SPADES, UCT(world=SingleObserverPOM())),
    (SPADES, UCT(world=MultipleObserver())),
    *((SOCCER, UCT(leaf=GreedyPlayout(limit=40), value=SameSideCredit(whose)))
      for whose in (LEAF, ROOT_PLAYER, CHOOSER)),
]


def ready(game, seed):
    """A start with somebody to move."""
    state = start(game, seed)
    while to_move(game, state) == CHANCE:
        state = after(game, state, legal_actions(game, state)[0], seed)
    return state


def grown(game, method, seed, iterations, **options):
    search = Search(game, ready(game, seed), method, seed=seed, **options)
    search.run(iterations)
    return search


def seen(search):
    """All that a search knows of its tree."""
    used = len(search.nodes)
    values = [array[:used].tobytes() for array in search.memory.value if array.ndim == 1]
    return search.nodes.tobytes(), search.calls, search.memory.rng.tobytes(), values


@pytest.mark.parametrize("game, method", REMEMBERING, ids=lambda thing: str(thing)[:60])
def test_nothing_is_left_to_the_next_search(monkeypatch, game, method):
    short, long = (8, 16) if method.world == BinarySubtree() else (60, 200)  # which follows two actions at each node
    fresh = seen(grown(game, method, 2, short, compiled=False))
    plan = Search(game, ready(game, 1), method, seed=1, compiled=False).plan
    used = grown(game, method, 1, long, compiled=False).memory
    _clear(used)
    monkeypatch.setattr(type(plan), "memory", lambda plan: used)
    assert seen(grown(game, method, 2, short, compiled=False)) == fresh


def test_the_list_is_complete():
    named = set()  # the classes that remember something of a node
    for path in Path(mcts_lab.__file__).parent.rglob("*.py"):
        for cls in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(cls, ast.ClassDef):
                defined = {name for line in cls.body for name in (
                    [line.name] if isinstance(line, ast.FunctionDef) else
                    [target.id for target in line.targets if isinstance(target, ast.Name)]
                    if isinstance(line, ast.Assign) else [])}
                if "node_arrays" in defined:
                    named.add(cls.name)
    tried = {type(part).__name__ for _, method in REMEMBERING for part in method}
    assert len(named) > 12 and named <= tried


@pytest.mark.compiled
@pytest.mark.skipif(not compiler.available(), reason="Numba is not installed")
def test_searches_in_a_row_are_those_of_a_new_process():
    method = UCT(leaf=GreedyPlayout(limit=40), value=SameSideCredit(CHOOSER))
    first, *others = (seen(grown(C4, method, 2, 200, compiled=True)) for _ in range(3))
    assert others == [first, first] and first == seen(grown(C4, method, 2, 200, compiled=False))


def test_a_rule_must_say_how_what_it_remembers_begins():
    class Forgetful(NamedTuple):
        weight: float = 1.0

        def node_arrays(self, capacity, facts):
            return (np.zeros(capacity),)

        def estimate(self, parent, child, memory):
            return memory.value[0][child]

    with pytest.raises(ValueError, match="^Forgetful has node_arrays, .* give it a method init_node.$"):
        Search(TTT, start(TTT), UCT(value=Forgetful()), compiled=False)

    class Mindful(NamedTuple):
        weight: float = 1.0

        node_arrays, estimate = Forgetful.node_arrays, Forgetful.estimate

        def init_node(self, node, memory):
            memory.value[0][node] = 0.0

    assert grown(TTT, UCT(value=Mindful()), 1, 20, compiled=False).iterations == 20


# -- how much of it ----------------------------------------------------------------------------------------------------

SMALL = 12_000  # bytes


@pytest.mark.parametrize("game, method", [case for case in REMEMBERING if not isinstance(case[1].world, BinarySubtree)]
                         + [(GAPS, UCT(world=SavedStates(), leaf=SHORT)),
                            (GAPS, UCT(world=SavedStates(eager=True), leaf=SHORT))], ids=str)
def test_a_tree_keeps_to_its_memory_and_says_that_it_is_full(game, method, caplog):
    state = start(game, 1)
    while to_move(game, state) == CHANCE:
        state = after(game, state, legal_actions(game, state)[0])
    limit = 100 * node_bytes(plan_of(game, method, False), plan_of(game, method, False).memory())
    search = Search(game, state, method, seed=1, compiled=False, memory=limit)
    result = search.run(400)
    taken = search.memory.nodes.nbytes + sum(
        array.nbytes for part in (search.memory.world, search.memory.selection, search.memory.value) for array in part)
    if result.proven or result.nodes < 80:
        assert not result.full
        return
    assert result.full and "the tree is full" in repr(result) and result.iterations == 400
    assert result.nodes <= 100 == search.memory.capacity and taken <= limit
    if search.plan.keeps_states:
        assert len(search.memory.states) <= 100 + 2 * search.plan.spare[2]
    assert [record.message.count("the tree is full with 100 nodes") for record in caplog.records] == [1]
    search.run(100)
    assert len(caplog.records) == 1  # said once


def test_a_tree_that_has_room_left_does_not_say_that_it_is_full(caplog):
    result = Search(C4, start(C4), UCT(), seed=1, compiled=False).run(20)
    assert not result.full and not caplog.records


def test_a_tree_that_is_left_behind_makes_room():
    search = Search(C4, start(C4), UCT(), seed=1, compiled=False, memory=SMALL)
    assert search.run(3000).full
    search.play_on(0, 0)
    assert not search.result().full
    assert search.run(3000).full and not search.restart(start(C4)).run(10).full


@pytest.mark.parametrize("method, options", [
    (UCT(), {"workers": 2}), (UCT(), {"workers": 2, "parallel": "tree"}), (PIMC(trees=2), {})])
def test_searches_of_several_trees_or_threads_are_told_how_much_too(method, options):
    small, large = (method.search(C4, start(C4), iterations=1200, seed=1, compiled=False, memory=limit, **options)
                    for limit in (SMALL, 10**9))
    assert small.full and not large.full
    assert small.nodes * 32 <= SMALL * getattr(method, "trees", 1) and large.nodes > small.nodes


@pytest.mark.parametrize("limit, words", [
    (0, "number of bytes"), (True, "number of bytes"), ("1 GB", "number of bytes"), (float("inf"), "number of bytes"),
    (100, "give at least 160 bytes")])
def test_what_is_no_amount_of_memory_is_refused(limit, words):
    with pytest.raises(ValueError, match=words):
        UCT().search(C4, start(C4), iterations=10, memory=limit)
