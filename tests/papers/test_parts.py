"""What parts of a search need: arrays, places for states and room of their own, wherever a part stands."""

import numpy as np
import pytest
from combinations import Annotated, Steps
from test_components import visits

from mcts_lab import as_game, games
from mcts_lab.game import TERMINAL, start
from mcts_lab.search import (
    MAST,
    UCB1,
    UCT,
    AbsolutePruning,
    BestValue,
    Evaluate,
    Leaf,
    LimitedPlayout,
    OpenLoop,
    Playout,
    SavedOutcomes,
    SavedStates,
    Search,
)
from mcts_lab.search.mcts.capacity import resize
from mcts_lab.search.mcts.memory import ITERATIONS, WAITING
from mcts_papers.hsu2020.readings import EagerStates
from mcts_papers.joppen2019.preferences import BinarySubtree, RelativeUCB
from mcts_papers.joppen2019.sights import TargetPlayout, sights_of
from mcts_papers.joppen2019.solo import play_solo
from mcts_papers.joppen2019.values import RunningBorda
from mcts_papers.papagiannis2022.mixed_leaves import Blend, ByBranching, EarlySimulation, OneSided
from mcts_papers.runnels2023.greedy import GreedyPlayout

GAPS = games.gaps()
GAME = Annotated(3, 4, 3)
LEARNING = MAST()
DUELS = UCT(RelativeUCB(0.5), tree=BinarySubtree(), leaf=LimitedPlayout(5), final=BestValue())


@pytest.mark.parametrize("leaf", [
    LEARNING, Blend(LEARNING, Playout()), OneSided(LEARNING), ByBranching(Playout(), LEARNING, 1.0),
    EarlySimulation(LEARNING, 2), OneSided(Blend(Playout(), LEARNING))])
def test_a_playout_finds_its_statistics_within_another_leaf(leaf):
    search = Search(GAME, start(GAME), UCT(leaf=leaf), seed=1, compiled=False)
    search.run(40)
    assert search.memory.of(LEARNING).amaf[1].sum() > 40


@pytest.mark.parametrize("leaf", [GreedyPlayout(), Blend(GreedyPlayout(), Evaluate()), Blend(Evaluate(), Playout())])
def test_what_a_leaf_looks_at_is_not_where_a_subtree_stands(leaf):
    game = as_game(Steps())  # which raises where an action is not legal
    Search(game, start(game, 1), DUELS._replace(leaf=leaf), seed=1, compiled=False).run(40)


# -- room --------------------------------------------------------------------------------------------------------------


def duels(capacities, iterations=5):
    """A tree of so many iterations, in memory of those sizes, one after the other where there was no room."""
    search = Search(GAPS, start(GAPS, 3), DUELS, seed=3, compiled=False)
    memory, waited = search.memory, 0
    for capacity in capacities:
        resize(search.plan, memory, capacity)
        left = iterations - int(memory.counters[ITERATIONS])
        search.components.tree.run_iterations(GAPS, search.components, search.root[0], memory, left, 1 << 40, (0, 0, 0))
        waited += int(memory.counters[WAITING] > 0)
    assert memory.counters[ITERATIONS] == iterations
    return search.nodes.tolist(), memory.rng.tolist(), search.calls, waited


def test_an_iteration_of_two_actions_waits_for_room_and_goes_on():
    *roomy, never = duels([4096])
    *tight, waited = duels([2, 4, 7, 10, 13, 20, 4096])
    assert (never, waited) == (0, 6) and tight == roomy and len(roomy[0]) > 20


# -- games in one batch ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [
    UCT(tree=SavedStates(), leaf=LimitedPlayout(3)), UCT(tree=EagerStates(), leaf=LimitedPlayout(3)),
    UCT(tree=SavedOutcomes(k=2.0), leaf=LimitedPlayout(3)), UCT(tree=OpenLoop(), leaf=MAST()), DUELS,
], ids=lambda method: f"{type(method.tree).__name__} {type(method.leaf).__name__}")
def test_every_world_and_leaf_plays_the_games_of_searches(method):
    played = play_solo(GAPS, method, calls=60, seed=5, moves=6, compiled=False)
    begin, searching = np.random.SeedSequence(5).spawn(2)
    state = start(GAPS, begin)
    search = Search(GAPS, state, method, seed=searching, compiled=False)
    actions, final = [], type(method.final)
    while GAPS.to_move(state) != TERMINAL and len(actions) < 6:
        search.restart(state)
        actions.append(search.run(calls=60).action)
        GAPS.play(state, actions[-1], search.memory.rng)
    assert actions == played.actions and state == played.state, final


ZELDA, ALIENS = games.vgdl("zelda"), games.vgdl("aliens")
PIG, OTHERS = games.pig(), TargetPlayout(sights_of(ALIENS))


@pytest.mark.parametrize("call", [
    *(lambda method=method, options=options: play_solo(GAPS, method, **{"calls": 20, "compiled": False} | options)
      for method, options in ((UCT(solver=True), {}), (UCT(pruning=AbsolutePruning()), {}), (UCT(), {"calls": 0}),
                              (UCT(), {"calls": None}))),
    lambda: play_solo(games.tic_tac_toe(), UCT(), calls=20, compiled=False),
    *(lambda game=game, parts=parts: Search(game, start(game, 1), UCT(**parts), compiled=False) for game, parts in (
        (GAME, {"leaf": Blend(UCB1())}), (GAPS, {"value": RunningBorda(), "tree": SavedOutcomes()}),
        (PIG, {"value": RunningBorda(), "tree": OpenLoop()}), (ZELDA, {"tree": OpenLoop(), "leaf": OTHERS}),
        (ZELDA, {"tree": OpenLoop(), "leaf": Blend(TargetPlayout(sights_of(ZELDA)), Evaluate())}))),
])
def test_what_does_not_fit_is_refused_in_a_sentence(call):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        call()


def test_two_of_one_class_with_arrays_of_other_sizes_are_refused():
    class Sized(Leaf):
        size: int = 3

        def search_arrays(self, facts):
            return {"room": np.zeros(self.size)}

        def evaluate(self, game, state, memory):
            memory.rewards[:] = 0.5
            return 0

    assert visits(False, leaf=Blend(Sized(), Sized()))
    with pytest.raises(ValueError, match="^Two Sized in one search share arrays of different sizes. Give"):
        visits(False, leaf=Blend(Sized(), Sized(4)))
