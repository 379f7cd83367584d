"""Exact endgames in guesses of what is hidden, and alpha-beta for teams."""

import numpy as np
import pytest

from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, after, copy, legal_actions, start
from mcts_lab.search.minimax.alpha_beta import AlphaBeta
from mcts_papers.games.spades import RulePlayer, spades
from mcts_papers.powley2013.solved_end import SolvedEnd, _draw

GAME = spades()


def late(seed, cards):
    """A position of Spades in which so many cards are left."""
    state, rules = start(GAME, seed), RulePlayer()
    while int(np.bitwise_count(state["hands"]).sum()) > cards:
        state = after(GAME, state, rules.choose(GAME, state, seed))
    return state


def team_value(state, player):
    """What a player gets if partners work together and all see all cards: the definition."""
    mover = GAME.to_move(state)
    if mover == TERMINAL:
        return GAME.payoff(state, player)
    values = [team_value(after(GAME, state, action), player) for action in legal_actions(GAME, state)]
    return max(values) if mover % 2 == player % 2 else min(values)


@pytest.mark.parametrize("seed", range(4))
def test_partners_work_together(seed):
    state = late(seed, 8)
    found = AlphaBeta(perspective="root", every=True).search(GAME, state, compiled=False)
    player = GAME.to_move(state)
    assert found.values == pytest.approx({action: team_value(after(GAME, state, action), player)
                                          for action in legal_actions(GAME, state)})


@pytest.mark.parametrize("seed", range(2))
def test_the_end_is_the_mean_over_guesses(seed):
    state, guesses = late(seed, 7), 3
    found = SolvedEnd(None, plies=8, guesses=guesses).search(GAME, state, iterations=1, seed=5, compiled=False)
    worlds = GAME.new_states(guesses + 1)
    worlds[:] = state
    assert _draw(GAME, worlds, 8, stream(5), np.empty(GAME.facts().branching, np.int32), compiled=False)
    player = GAME.to_move(state)
    means = {action: np.mean([team_value(after(GAME, world, action), player) for world in worlds[:guesses]])
             for action in legal_actions(GAME, state)}
    assert found.values == pytest.approx(means)
    assert found.value == pytest.approx(max(means.values())) == pytest.approx(means[found.action])
    assert set(found.visits.values()) == {guesses} and found.nodes > guesses


def test_guesses_keep_what_the_player_knows():
    state = late(1, 12)
    worlds = GAME.new_states(9)
    worlds[:] = state
    assert _draw(GAME, worlds, 12, stream(1), np.empty(GAME.facts().branching, np.int32), compiled=False)
    player = GAME.to_move(state)
    assert (worlds[:8]["hands"][:, player] == state["hands"][player]).all()
    others = [seat for seat in range(4) if seat != player]
    assert len({world["hands"].tobytes() for world in worlds[:8]}) > 1
    held = np.bitwise_or.reduce(worlds[:8]["hands"][:, others], axis=1)
    assert (held == np.bitwise_or.reduce(state["hands"][others])).all()


class Before:
    """A search that only says it was asked."""

    def search(self, game, state, **options):
        return options


def test_before_the_end_the_other_search_plays():
    state = late(0, 8)
    kept = copy(GAME, state)
    for plies, asked in ((7, True), (8, False), (0, True)):
        found = SolvedEnd(Before(), plies=plies, guesses=1).search(GAME, state, iterations=3, seed=1, compiled=False)
        assert isinstance(found, dict) == asked
    assert state.tobytes() == kept.tobytes()
