"""Searches with hidden information: variants of ISMCTS, ensembles, and the smallest games that tell them apart."""

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import CHANCE, after, legal_actions, sample_action, start
from mcts_lab.search import (
    GRAVE,
    PIMC,
    RAVE,
    UCB1,
    UCT,
    MultipleObserver,
    SingleObserver,
    SingleObserverPOM,
)

WORLDS = {"SO": SingleObserver(), "POM": SingleObserverPOM(), "MO": MultipleObserver()}


def ismcts(tree):
    return UCT(tree=tree, selection=UCB1(0.7))


PIMC = PIMC(trees=20, method=UCT(selection=UCB1(0.7)))


def first_decision(game, *names, seed=0):
    """The state after chance has been drawn and the actions of these names were played."""
    state, rng = start(game, seed), stream(seed)
    scratch = np.empty(game.facts().branching, np.int32)
    for name in (*names, None):
        while game.to_move(state) == CHANCE:
            state = after(game, state, int(sample_action(game, state, rng, scratch)))
        if name is not None:
            state = after(game, state, {game.action_name(state, a): a for a in legal_actions(game, state)}[name])
    return state


def chosen(method, game, state, seed, iterations=1500):
    return method.search(game, state, iterations=iterations, seed=seed, compiled=False).name


# -- strategy fusion and non-locality ----------------------------------------------------------------------------------


def test_coin_in_a_box():
    """Naming the coin blindly is worth 0, so `safe` is right; separate worlds promise +1 for `go`."""
    game = games.coin_in_a_box()
    state = first_decision(game)
    for tree in WORLDS.values():
        assert [chosen(ismcts(tree), game, state, seed, 800) for seed in range(3)] == ["safe"] * 3
    assert [chosen(PIMC, game, state, seed, 800) for seed in range(3)] == ["go"] * 3
    value = ismcts(SingleObserver()).search(game, state, iterations=4000, seed=1, compiled=False).values
    go = next(a for a in legal_actions(game, state) if game.action_name(state, a) == "go")
    assert value[go] == pytest.approx(0.0, abs=0.35)


def test_hidden_choice():
    """`play` is worth -1/7 against best play; only trees that know what is not seen can tell."""
    game = games.hidden_choice()
    state = first_decision(game)
    expected = {"SO": "play", "POM": "safe", "MO": "safe"}
    for key, tree in WORLDS.items():
        assert [chosen(ismcts(tree), game, state, seed, 2500) for seed in range(3)] == [expected[key]] * 3
    assert [chosen(PIMC, game, state, seed, 2500) for seed in range(3)] == ["play"] * 3


def test_no_variant_cures_non_locality():
    """Player 1 goes on only in world B, where R is right; weighing the worlds by the deal gives L."""
    game = games.non_locality()
    state = first_decision(game, "on")
    assert game.to_move(state) == 0
    for method in [*map(ismcts, WORLDS.values()), PIMC, PIMC._replace(vote="visits")]:
        assert [chosen(method, game, state, seed, 600) for seed in range(3)] == ["L"] * 3


KUHN = [("K", "call"), ("J", "fold")]


@pytest.mark.parametrize("card, right", KUHN)
@pytest.mark.parametrize("method", [*map(ismcts, WORLDS.values()), PIMC], ids=[*WORLDS, "PIMC"])
def test_dominated_actions_of_kuhn_poker(method, card, right):
    """Facing a bet, a King always calls and a Jack always folds, in every equilibrium and against every opponent."""
    game = games.kuhn_poker()
    for seed in range(40):
        state = first_decision(game, "bet", seed=seed)
        if "JQK"[int(state.cards[int(game.to_move(state))])] == card:
            assert chosen(method, game, state, seed, 300) == right
            return
    pytest.fail("no such deal")


# -- rewards, ensembles ------------------------------------------------------------------------------------------------


def test_an_ensemble_shares_out_its_budget_and_votes():
    game = games.kuhn_poker()
    state = first_decision(game)
    result = PIMC.search(game, state, iterations=333, seed=1, compiled=False)
    assert sum(result.visits.values()) == result.iterations == 333 and not result.proven
    for wrong, iterations in ((PIMC, 5), (PIMC._replace(vote="none"), 100),
                              (PIMC._replace(method=ismcts(SingleObserver())), 100)):
        with pytest.raises(ValueError, match="share|vote|PIMC"):
            wrong.search(game, state, iterations=iterations)


class OnlyActions(type(games.phantom_ttt())):
    """It says of nothing but actions whether they were played."""

    def played(self, state, player, action):
        assert 0 <= action < 9
        return super().played(state, player, action)


@pytest.mark.parametrize("selection", [RAVE(0.5), GRAVE(0.5)], ids=str)
@pytest.mark.parametrize("tree", WORLDS.values(), ids=WORLDS)
def test_labels_are_no_actions_that_were_played(selection, tree):
    known, method = games.phantom_ttt(), UCT(selection=selection, tree=tree)
    results = [method.search(game, start(game), iterations=200, seed=1, compiled=False)
               for game in (known, OnlyActions(*known))]
    assert results[0].visits == results[1].visits
