"""Exact values of small games with hidden information."""

from fractions import Fraction

import pytest
from yardsticks import expected, open_values

from mcts_course.hidden_exact import best_reply
from mcts_lab import games, start
from mcts_lab.engine.random import stream


def kuhn_policy(alpha):
    """The equilibria of Kuhn poker; `alpha`, 0 to 1/3, is how often player 0 bets with the lowest card."""

    def policy(game, state, actions):
        card, spoken = int(state.cards[game.to_move(state)]), [int(a) for a in state.actions[: int(state.spoken)]]
        bet = {
            (): (alpha, 0.0, 3 * alpha)[card],  # player 0 opens
            (0,): (1 / 3, 0.0, 1.0)[card],  # player 1 after a pass
            (1,): (0.0, 1 / 3, 1.0)[card],  # player 1 facing a bet
            (0, 1): (0.0, alpha + 1 / 3, 1.0)[card],  # player 0 facing a bet
        }[tuple(spoken)]
        return [1.0 - bet, bet]

    return policy


@pytest.mark.parametrize("alpha", [0.0, 1 / 6, 1 / 3])
def test_kuhn_poker_is_worth_minus_one_eighteenth(alpha):
    game = games.make("kuhn_poker")
    policy = kuhn_policy(alpha)
    value = float(Fraction(-1, 18))
    assert expected(game, policy) == pytest.approx([value, -value])
    assert best_reply(game, 0, policy) == pytest.approx(value)
    assert best_reply(game, 1, policy) == pytest.approx(-value)


def uniform(game, state, actions):
    return [1 / len(actions)] * len(actions)


def worlds_after(game, *paths):
    """Equally likely worlds, each reached by a list of actions."""
    worlds = []
    for path in paths:
        state = start(game, 0)
        for action in path:
            game.play(state, action, stream(0))
        worlds.append((state, 1 / len(paths)))
    return worlds


def test_coin_in_a_box():
    game = games.make("coin_in_a_box")
    assert best_reply(game, 0, uniform) == pytest.approx(0.5)
    worlds = worlds_after(game, [0], [1])
    assert open_values(game, worlds) == pytest.approx({0: 0.5, 1: 1.0})
    assert best_reply(game, 0, uniform, worlds_after(game, [0, 1], [1, 1])) == pytest.approx(0.0)


@pytest.mark.parametrize("uneven, value, guess", [(True, -1 / 7, 3 / 7), (False, 0.0, 1 / 2)])
def test_hidden_choice(uneven, value, guess):
    game = games.make("hidden_choice", uneven=uneven)

    def policy(game, state, actions):
        return [0.0, 1.0] if state.made == 0 else [guess, 1 - guess]

    assert best_reply(game, 1, policy) == pytest.approx(-value)
    played = worlds_after(game, [1])

    def hides(game, state, actions):
        return [guess, 1 - guess]

    assert best_reply(game, 0, hides, played) == pytest.approx(value)
    assert open_values(game, worlds_after(game, []))[1] == pytest.approx(0.5 if uneven else 1.0)
    assert best_reply(game, 0, hides) == pytest.approx(0.25 if uneven else 0.5)  # safe


def test_non_locality():
    game = games.make("non_locality")

    def sensible(game, state, actions):
        return [1.0, 0.0] if state.moves[0] == 0 else [0.0, 1.0]  # exit in A, on in B

    assert best_reply(game, 0, sensible) == pytest.approx(-2 / 3 + 1 / 3 * 0.25)
    always_on = [(worlds_after(game, [0, 1])[0][0], 2 / 3), (worlds_after(game, [1, 1])[0][0], 1 / 3)]
    assert open_values(game, always_on) == pytest.approx({0: 1 / 3, 1: -0.25})  # the deal alone prefers L
    after_on = [(worlds_after(game, [1, 1])[0][0], 1.0)]
    assert open_values(game, after_on) == pytest.approx({0: -1.0, 1: 0.25})  # who goes on is in B, where R is right
    for reply in (0, 1):  # whatever player 0 does, player 1 exits in A and goes on in B

        def answers(game, state, actions, reply=reply):
            return [1.0 - reply, float(reply)]

        assert best_reply(game, 1, answers) == pytest.approx(2 / 3 - 1 / 3 * (0.25 if reply else -1.0))
