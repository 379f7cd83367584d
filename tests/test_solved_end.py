"""Exact endgames in guesses of what is hidden, and alpha-beta for teams."""

import numpy as np
import pytest

from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, after, copy, facts, legal_actions, new_states, payoff, start, to_move
from mcts_lab.games.boards.tic_tac_toe import TicTacToe
from mcts_lab.games.spades import RulePlayer, spades
from mcts_lab.papers.powley2013.solved_end import SolvedEnd, _draw
from mcts_lab.search.minimax.alpha_beta import AlphaBeta

GAME = spades()


def late(seed, cards):
    """A position of Spades in which so many cards are left."""
    state, rules = start(GAME, seed), RulePlayer()
    while int(np.bitwise_count(state["hands"]).sum()) > cards:
        state = after(GAME, state, rules.choose(GAME, state, seed))
    return state


def team_value(state, player):
    """What a player gets if partners work together and all see all cards: the definition."""
    mover = to_move(GAME, state)
    if mover == TERMINAL:
        return payoff(GAME, state, player)
    values = [team_value(after(GAME, state, action), player) for action in legal_actions(GAME, state)]
    return max(values) if mover % 2 == player % 2 else min(values)


@pytest.mark.parametrize("seed", range(4))
def test_partners_work_together(seed):
    state = late(seed, 8)
    found = AlphaBeta(perspective="root", every=True).search(GAME, state, compiled=False)
    player = to_move(GAME, state)
    assert found.values == pytest.approx({action: team_value(after(GAME, state, action), player)
                                          for action in legal_actions(GAME, state)})


@pytest.mark.parametrize("seed", range(2))
def test_the_end_is_the_mean_over_guesses(seed):
    state, guesses = late(seed, 7), 3
    found = SolvedEnd(None, plies=8, guesses=guesses).search(GAME, state, iterations=1, seed=5, compiled=False)
    worlds = new_states(GAME, guesses + 1)
    worlds[:] = state
    assert _draw(GAME, worlds, 8, stream(5), np.empty(facts(GAME).branching, np.int32), compiled=False)
    player = to_move(GAME, state)
    means = {action: np.mean([team_value(after(GAME, world, action), player) for world in worlds[:guesses]])
             for action in legal_actions(GAME, state)}
    assert found.values == pytest.approx(means)
    assert found.value == pytest.approx(max(means.values())) == pytest.approx(means[found.action])
    assert set(found.visits.values()) == {guesses} and found.nodes > guesses


def test_guesses_keep_what_the_player_knows():
    state = late(1, 12)
    worlds = new_states(GAME, 9)
    worlds[:] = state
    assert _draw(GAME, worlds, 12, stream(1), np.empty(facts(GAME).branching, np.int32), compiled=False)
    player = to_move(GAME, state)
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


def test_the_other_search_runs_compiled_or_not_as_asked():
    asked = SolvedEnd(Before(), plies=0).search(GAME, late(0, 8), iterations=3, compiled=False)
    assert asked["compiled"] is False


def test_nonsense_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match="guesses"):
        SolvedEnd(Before(), guesses=0).search(GAME, late(0, 8), iterations=1, compiled=False)


def test_without_teams_everybody_else_is_an_opponent():
    game = TicTacToe()
    found = AlphaBeta(perspective="root").search(game, start(game, 0), compiled=False)
    assert found.value == 0.0
