"""The exact solution of soccer and the paper's evaluation, over all positions that can occur."""

import math

import numpy as np
import pytest
from conformance.soccer import from_tuple

from mcts_lab.engine.generic import compiler, entry
from mcts_lab.game import after, legal_actions, start
from mcts_lab.games import soccer
from mcts_papers.games.soccer import (
    AWAY,
    BLUE,
    DRAWN,
    EVENTS,
    RED,
    Evaluation,
    ExactPlayer,
    Soccer,
    evaluate,
    event,
    solve,
    totals,
)

GAME = Soccer()


@entry
def evaluate_all(game, states, player, out):
    for i in range(len(states)):
        out[i] = evaluate(game, states[i], player)


@entry
def count_events(game, states, first, actions, counts):
    for i in range(len(states)):
        for e in range(first[i], first[i + 1]):
            counts[event(game, states[i], actions[e])] += 1


@pytest.fixture(scope="module")
def solution():
    if not compiler.available():
        pytest.skip("solving the whole game interpreted takes minutes")
    return solve()


def values(game, states, player):
    out = np.empty(len(states))
    evaluate_all(game, states, player, out)
    return out


def test_totals_of_the_whole_game(solution):
    found = totals(solution)
    assert found["states"] == 387261 and found["live"] == 363715
    assert found["live by holder"] == (120540, 121578, 121597)
    assert found["won"] == (11750, 11796)
    assert found["transitions"] == 2203571
    assert found["live by actions"] == {7: 121595, 6: 183150, 5: 21604, 4: 33388, 3: 3978}
    assert found["values"] == (111035, 111038, 141642)
    assert found["values by mover and holder"] == {
        (0, -1): (18538, 15108, 26624), (0, 0): (40519, 0, 20291), (0, 1): (3, 36868, 23941),
        (1, -1): (15108, 18538, 26624), (1, 1): (0, 40524, 20261), (1, 0): (36867, 0, 23901),
    }
    assert len(solution.starts) == 10368
    assert found["values of starts"] == (560, 274, 9534)
    assert (found["longest win"], found["longest win from a start"]) == (37, 21)
    decided = solution.plays[solution.starts][solution.value[solution.starts] != DRAWN]
    assert round(decided.mean(), 1) == 16.4


def test_transitions_by_event(solution):
    counts = np.zeros(len(EVENTS), np.int64)
    count_events(GAME, solution.states, solution.first, solution.actions, counts)
    assert dict(zip(EVENTS, counts.tolist(), strict=True)) == {
        "illegal": 0, "move": 1343958, "carry": 676435, "kick-miss": 88077, "side-out": 37430, "kick-goal": 18580,
        "kick-intercept": 14938, "corner": 3962, "end-out": 3961, "pickup": 2940, "steal": 2772, "bump-lose": 2760,
        "neutral-bump": 2736, "own-goal": 2557, "walk-goal": 2465,
    }


def test_values_obey_the_definition(solution):
    """Every live position is worth to its mover the best of what follows, and distances count down along it."""
    rng = np.random.default_rng(2)
    live = np.flatnonzero(solution.states["winner"] < 0)
    for i in rng.choice(live, 300, replace=False):
        state = solution.states[i]
        mover = int(state.mover)
        following = list(solution.action_values(state).values())
        best = mover if mover in following else DRAWN if DRAWN in following else 1 - mover
        assert solution.of(state)[0] == best
        for action in solution.best_actions(state):
            assert solution.keeps(state, action)
            value, plays = solution.of(after(GAME, state, action)) if best != DRAWN else (DRAWN, -1)
            assert value == best
            if best != DRAWN:
                assert plays == solution.of(state)[1] - 1
    with pytest.raises(ValueError, match="not a legal action"):
        solution.keeps(start(GAME, 1), 0)


def test_both_kick_offs_are_draws_and_strange_states_are_refused(solution):
    for values_ in ((1, 5, 7, 0, 15, 7, 1, 15, 7, 0, None), (0, 5, 7, 1, 15, 7, 0, 5, 7, 0, None)):
        assert solution.of(from_tuple(GAME, values_)) == (DRAWN, -1)
    with pytest.raises(KeyError, match="cannot be reached"):
        solution.of(from_tuple(GAME, (0, 5, 7, 0, 15, 7, 0, 3, 3, 1, None)))


def test_a_solution_is_asked_about_its_states_and_no_others():
    """A solution of three states: in the first, red may play into a position won in 4, one won in 2, or a draw."""
    from mcts_papers.games.soccer.solution import EMPTY, Solution, slot_of

    game = GAME._replace(limit=0)
    root = start(game, 1)
    mine, other = int(root.mover), 1 - int(root.mover)
    actions = legal_actions(game, root)[:3]
    states = game.new_states(4)
    states[0] = root
    for i, action in enumerate(actions, 1):
        states[i] = after(game, root, action)
    table = np.full(16, EMPTY, np.int32)
    for i in range(4):
        table[slot_of(game, states, table, states[i])] = i
    solution = Solution(game, states, np.array([mine, mine, mine, DRAWN], np.int8), np.array([3, 4, 2, -1], np.int16),
                        np.array([0, 3, 3, 3, 3]), np.array(actions, np.int8), np.array([1, 2, 3], np.int32),
                        np.array([0], np.int32), table)
    assert solution.find(states).tolist() == [0, 1, 2, 3]
    assert solution.of(root) == (mine, 3) and solution.of(after(game, root, actions[2])) == (DRAWN, -1)
    assert solution.action_values(root) == dict(zip(actions, (mine, mine, DRAWN), strict=True))
    assert solution.best_actions(root) == [actions[1]]
    assert [solution.keeps(root, action) for action in actions] == [True, True, False]
    solution.value[:3] = other
    assert solution.best_actions(root) == [actions[1]] and not solution.keeps(root, actions[2])
    with pytest.raises(KeyError, match="cannot be reached"):
        solution.of(start(game, 2))

    states["winner"][2] = mine
    found = totals(solution)
    assert (found["states"], found["live"], found["won"][mine], found["transitions"]) == (4, 3, 1, 3)
    assert found["live by actions"] == {0: 2, 3: 1} and sum(found["values"]) == 3


def test_who_wins_and_how_soon_is_found_by_looking_ahead_play_by_play():
    """On graphs made at random: after round k all is known that is decided within k plays."""
    from mcts_papers.games.soccer.solution import _settle

    rng, n, seen = np.random.default_rng(1), 60, set()
    for _ in range(10):
        movers = rng.integers(2, size=n).astype(np.int8)
        winners = np.where(rng.random(n) < 0.08, rng.integers(2, size=n), -1).astype(np.int8)
        later = [[] if winners[i] >= 0 else rng.integers(n, size=rng.integers(1, 5)).tolist() for i in range(n)]
        known = {i: (int(winners[i]), 0) for i in range(n) if winners[i] >= 0}
        for k in range(1, n):
            new = {}
            for i in set(range(n)) - set(known):
                found, mover = {known.get(j, (DRAWN,))[0] for j in later[i]}, int(movers[i])
                if mover in found or found == {1 - mover}:
                    new[i] = (mover if mover in found else 1 - mover, k)
            known |= new
        value, plays = _settle(winners, movers, np.cumsum([0, *map(len, later)]), np.array(sum(later, []), np.int32),
                               compiled=False)
        found = list(zip(value.tolist(), plays.tolist(), strict=True))
        assert found == [known.get(i, (DRAWN, -1)) for i in range(n)]
        seen |= set(found)
    assert len(seen) > 8 and (DRAWN, -1) in seen


# --- the evaluation ---------------------------------------------------------------------------------------------------


def at(*values_):
    return from_tuple(GAME, values_)


def test_equations_3_to_6_by_hand():
    won = at(1, 16, 8, 0, 3, 3, 0, 20, 7, 1, RED)
    assert [evaluate(GAME, won, p) for p in (RED, BLUE)] == [25.0, 0.0]
    free = at(0, 7, 3, 0, 15, 7, 0, 10, 7, 1, None)
    assert [evaluate(GAME, free, p) for p in (RED, BLUE)] == [1 / 5, 1 / 5]
    blue_has_it = at(0, 7, 7, 0, 14, 10, 1, 14, 10, 0, None)
    assert evaluate(GAME, blue_has_it, RED) == 1.0  # midpoint of (14, 10) and (0, 7), rounded down, is (7, 8)
    assert evaluate(GAME, at(0, 7, 8, 0, 14, 10, 1, 14, 10, 0, None), RED) == 1.0
    assert evaluate(GAME, blue_has_it, BLUE) == pytest.approx(10 / math.hypot(14, 3) - math.hypot(7, 3) / 10)
    red_has_it = at(0, 10, 7, 1, 13, 7, 0, 10, 7, 0, None)
    assert evaluate(GAME, red_has_it, BLUE) == 1 / 2  # midpoint of (10, 7) and (20, 7) is (15, 7)
    closer = at(0, 15, 7, 1, 10, 7, 0, 15, 7, 0, None)
    assert evaluate(GAME, closer, RED) == 2.0


@pytest.mark.parametrize(("options", "position", "player", "expected"), [
    ({"eq6": "away"}, (0, 4, 7, 1, 10, 7, 0, 4, 7, 0, None), RED, 10 / 16 + 0.6),
    ({"eq6": "printed"}, (0, 4, 7, 1, 10, 7, 0, 4, 7, 0, None), RED, 10 / 16 - 0.6),
    ({"eq4": "opponent"}, (0, 7, 3, 0, 15, 3, 0, 10, 7, 1, None), RED, 1 / 8),
    ({"midpoint": "real"}, (0, 7, 8, 0, 14, 10, 1, 14, 10, 0, None), RED, 2.0),
    ({"guard": "guarded"}, (0, 7, 7, 0, 14, 7, 1, 14, 7, 0, None), RED, 1 / 10),
    ({"tie": "farther"}, (0, 15, 5, 1, 15, 9, 0, 15, 5, 0, None), RED, 10 / math.hypot(5, 2) - 0.4),
    ({"goal": "mouth"}, (0, 15, 5, 1, 10, 9, 0, 15, 5, 0, None), RED, 2.0),
])
def test_every_reading_is_an_option_that_matters(options, position, player, expected):
    state = at(*position)
    game = soccer(**options)
    assert evaluate(game, state, player) == pytest.approx(expected)
    if options != {"eq6": "printed"}:
        assert evaluate(GAME, state, player) != pytest.approx(expected)


def test_what_the_evaluation_says_over_all_positions(solution):
    """The paper calls 0 the least value and possession preferred; as printed, neither holds."""
    live = solution.states[solution.states["winner"] < 0]
    held = {sign: np.concatenate([values(GAME._replace(evaluation=Evaluation(sign=sign)), live[live["holder"] == p], p)
                                  for p in (RED, BLUE)]) for sign in (-1, AWAY)}
    assert round(100 * (held[-1] < 0).mean(), 1) == 26.7
    assert round(held[-1].min(), 2) == -1.66
    assert round(100 * (held[-1] < 1).mean()) == 61 and round(100 * (held[AWAY] < 1).mean()) == 18
    assert held[-1].max() == 10.0 and held[AWAY].max() == pytest.approx(10.1)
    for real, largest in ((False, 1.0), (True, 2.0)):
        game = GAME._replace(evaluation=Evaluation(real_midpoint=real))
        guarding = np.concatenate([values(game, live[live["holder"] == 1 - p], p) for p in (RED, BLUE)])
        assert guarding.max() == largest
        if real:
            assert round(100 * (guarding > 1).mean(), 1) == 0.8


def test_the_exact_player_gives_nothing_away(solution):
    player = ExactPlayer()
    rng = np.random.default_rng(3)
    live = np.flatnonzero(solution.states["winner"] < 0)
    for i in rng.choice(live, 100, replace=False):
        state = solution.states[i]
        actions = {player.choose(GAME, state, seed) for seed in range(4)}
        assert actions <= set(solution.best_actions(state))
        assert all(solution.keeps(state, a) for a in actions)
