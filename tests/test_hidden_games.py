"""The small games with hidden information: recordings, exact values, possible worlds, drawings, bad input."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chi2

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import (
    TERMINAL,
    UNNOTICED,
    copy,
    determinize,
    facts,
    legal_actions,
    observation,
    payoff,
    play,
    sample_action,
    start,
    to_move,
)
from mcts_lab.search.hidden_exact import best_reply, expected, open_values


def walk(game, seed):
    """The states of a random game before each action, with the action."""
    state = start(game, seed)
    rng = stream(seed)
    scratch = np.empty(facts(game).branching, np.int32)
    while to_move(game, state) != TERMINAL:
        action = int(sample_action(game, state, rng, scratch))
        yield copy(game, state), action
        play(game, state, action, rng)
    yield state, None


@pytest.mark.parametrize("name", ["phantom_ttt", "phantom444", "dark_hex"])
def test_worlds_of_hidden_boards_could_have_come_about(name):
    game = games.make(name)
    rng = stream(3)
    for seed in range(15):
        for state, _ in walk(game, seed):
            if to_move(game, state) == TERMINAL:
                continue
            for observer in (0, 1):
                world = copy(game, state)
                determinize(game, world, observer, rng)
                own, other = (int(world.marks[p]) for p in (observer, 1 - observer))
                assert own == int(state.marks[observer]) and own & other == 0
                assert other.bit_count() == int(state.marks[1 - observer]).bit_count()
                assert int(world.found[observer]) & ~other == 0
                assert int(world.found[1 - observer]) & ~own == 0
                assert world.winner == -1  # nor has anybody a line already: the next mark decides, not an old one
                assert not has_line(game, world)


def has_line(game, state):
    from mcts_lab.games.boards.phantom import has_won

    return any(has_won(game, state.marks[p], p) for p in (0, 1))


@pytest.mark.parametrize(("name", "pack"), [("kuhn_poker", 3), ("leduc_poker", 6)])
def test_the_opponent_may_hold_every_unseen_card_and_no_other(name, pack):
    game = games.make(name)
    rng = stream(5)
    draws = 400
    for seed in range(3):
        for state, _ in walk(game, seed):
            if to_move(game, state) == TERMINAL:
                continue
            for observer in (0, 1):
                if state.cards[1 - observer] < 0:  # not dealt yet
                    world = copy(game, state)
                    determinize(game, world, observer, rng)
                    assert (world.cards == state.cards).all()
                    continue
                seen = {int(state.cards[observer])} | ({int(state.public)} if name == "leduc_poker" else set())
                counts = dict.fromkeys(set(range(pack)) - seen, 0)
                for _ in range(draws):
                    world = copy(game, state)
                    determinize(game, world, observer, rng)
                    assert int(world.cards[observer]) == int(state.cards[observer])
                    counts[int(world.cards[1 - observer])] += 1  # KeyError: a card that lies elsewhere
                expected = draws / len(counts)
                assert sum((n - expected) ** 2 / expected for n in counts.values()) < chi2.isf(1e-5, len(counts) - 1)


def test_every_placement_of_hidden_marks_is_equally_likely():
    game = games.make("phantom_ttt")
    state = start(game, 0)
    for cell in (0, 4, 8, 2, 2):  # the last is a try on a held cell
        play(game, state, cell, stream(0))
    counts = {}
    rng = stream(1)
    draws = 6000
    for _ in range(draws):
        world = copy(game, state)
        determinize(game, world, 0, rng)
        counts[int(world.marks[1])] = counts.get(int(world.marks[1]), 0) + 1
    # x holds 0 and 8 and has found 2, so one more mark lies on one of the six other cells
    assert len(counts) == 6
    distance = sum((n - draws / 6) ** 2 / (draws / 6) for n in counts.values())
    assert distance < 20.5  # chi-squared, 5 degrees of freedom, one in a thousand


def test_failed_tries_are_told_to_the_mover_alone():
    game = games.make("phantom_ttt")
    state = start(game, 0)
    play(game, state, 4, stream(0))
    assert observation(game, state, 4, 0) == UNNOTICED
    assert observation(game, state, 4, 1) != observation(game, state, 3, 1)
    assert observation(game, state, 3, 0) == observation(game, state, 5, 0) != UNNOTICED
    play(game, state, 4, stream(0))
    assert to_move(game, state) == 1
    assert legal_actions(game, state) == [0, 1, 2, 3, 5, 6, 7, 8]


# ---------------------------------------------------------------------------------------------------------------------
# Exact values


def kuhn_policy(alpha):
    """The equilibria of Kuhn poker; `alpha`, 0 to 1/3, is how often player 0 bets with the lowest card."""

    def policy(game, state, actions):
        card, spoken = int(state.cards[to_move(game, state)]), [int(a) for a in state.actions[: int(state.spoken)]]
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


def test_leduc_pays_what_the_loser_put_in():
    game = games.make("leduc_poker")
    first, second = expected(game, uniform)
    assert first == pytest.approx(-second)
    state = start(game, 0)
    for action in (4, 0, 1, 2, 1, 5, 2, 1):  # deals Ka Ja, call raise call, public Kb, raise call
        play(game, state, action, stream(0))
    assert to_move(game, state) == TERMINAL
    assert [payoff(game, state, p) for p in (0, 1)] == [7.0, -7.0]


def worlds_after(game, *paths):
    """Equally likely worlds, each reached by a list of actions."""
    worlds = []
    for path in paths:
        state = start(game, 0)
        for action in path:
            play(game, state, action, stream(0))
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
