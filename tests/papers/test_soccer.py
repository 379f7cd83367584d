"""Discrete soccer: its rules, its exact solution, and the paper's evaluation, over all positions that can occur."""

import math
from itertools import product

import numpy as np
import pytest
from conformance.soccer import ACTIONS, action_number, event_name, from_tuple, same_position, to_tuple
from hypothesis import given, settings
from hypothesis import strategies as st

from mcts_lab.engine.generic import compiler
from mcts_lab.engine.random import below, stream
from mcts_lab.game import TERMINAL, after, legal_actions, start
from mcts_lab.games import soccer
from mcts_papers.games.soccer import BLUE, DRAWN, RED, Soccer, evaluate, in_zone, solve, totals


def happening(before, action):
    return event_name(GAME, before, action_number(action))


def state(mover, red, blue, holder=None, ball=None, winner=None):
    """A state from cells; without `ball` it is with the holder, or in the middle."""
    ball = ball or {RED: red, BLUE: blue, None: (10, 7)}[holder]
    return from_tuple(GAME, [mover, *red, int(holder == RED), *blue, int(holder == BLUE), *ball, int(holder is None),
                             winner])


GAME = Soccer()


def result(before, action):
    """The tuple after an action given by name."""
    return to_tuple(after(GAME, before, action_number(action)))


def names(before):
    return [ACTIONS[a] for a in legal_actions(GAME, before)]


def test_start_positions_have_the_lopsided_ranges():
    starts = [to_tuple(start(GAME, seed)) for seed in range(600)]
    assert {s[0] for s in starts} == {RED}
    assert {s[1] for s in starts} == set(range(1, 10))
    assert {s[4] for s in starts} == set(range(11, 19))
    assert {s[2] for s in starts} == {s[5] for s in starts} == set(range(1, 13))
    assert {tuple(s[7:]) for s in starts} == {(10, 7, 1, None)}
    assert to_tuple(start(Soccer(random_start=False)))[:10] == [0, 5, 7, 0, 15, 7, 0, 10, 7, 1]


def test_the_limit_on_plays_makes_a_draw_halfway():
    game = Soccer(limit=2, win=25.0, loss=0.0)
    over = start(game, 1)
    for _ in range(2):
        over = after(game, over, legal_actions(game, over)[0])
    assert game.to_move(over) == TERMINAL
    assert [game.payoff(over, p) for p in (RED, BLUE)] == [12.5, 12.5]
    assert "draw" in game.text(over).lower()
    short = Soccer(limit=1)
    assert legal_actions(short, after(short, start(short, 1), legal_actions(short, start(short, 1))[0])) == []


def mirrored(values):
    """Left and right, and the players, exchanged."""
    m, rx, ry, rb, bx, by, bb, x, y, field, winner = values
    return [1 - m, 20 - bx, by, bb, 20 - rx, ry, rb, 20 - x, y, field, None if winner is None else 1 - winner]


def mirrored_action(name):
    if name == "kick":
        return name
    dx, dy = name.split(",")
    return f"{-int(dx)},{dy}"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 60))
def test_the_mirrored_game_is_the_same_game(seed, plays):
    """Except for the cell a player is displaced to, which is rounded to the left."""
    rng = stream(seed)
    before = start(GAME, seed)
    for _ in range(plays):
        options = legal_actions(GAME, before)
        if not options or before.x[RED] == 0:
            return
        other = from_tuple(GAME, mirrored(to_tuple(before)))
        assert sorted(mirrored_action(ACTIONS[a]) for a in options) == sorted(names(other))
        for action in options:
            twin = action_number(mirrored_action(ACTIONS[action]))
            assert event_name(GAME, before, action) == event_name(GAME, other, twin)
            if event_name(GAME, before, action) not in ("steal", "bump-lose", "kick-intercept"):
                assert mirrored(result(before, ACTIONS[action])) == result(other, ACTIONS[twin])
        GAME.play(before, options[below(rng, len(options))], rng)


@pytest.fixture(scope="module")
def solution():
    if not compiler.available():
        pytest.skip("solving the whole game interpreted takes minutes")
    return solve()


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


def test_the_displaced_player_and_the_cell_it_gets():
    # its own cell counts as taken: already on the midpoint, it goes one column to the right
    loser_there = state(RED, (5, 7), (10, 7), RED)
    assert result(loser_there, "kick") == [1, 6, 7, 0, 10, 7, 1, 10, 7, 0, None]
    # rounding down puts Red in Blue's goal column, never Blue off the pitch
    off = result(state(BLUE, (2, 7), (1, 7), RED), "1,0")
    assert off == [0, 0, 7, 0, 1, 7, 1, 1, 7, 0, None]
    # from there Red can take the ball, and going on without turning round is an own goal or a corner
    holding = after(GAME, from_tuple(GAME, off), action_number("1,0"))
    assert to_tuple(holding)[1:4] == [0, 7, 1]
    holding.mover = RED
    assert [happening(holding, a) for a in ("-1,0", "0,1", "0,-1", "1,0")] == ["own-goal"] * 3 + ["carry"]
    holding.y[RED] = 11
    assert happening(holding, "0,1") == "corner"


def test_shooting_zones():
    rows = {17: range(3, 12), 18: range(3, 12), 19: range(3, 12), 16: range(4, 11), 15: range(5, 10)}
    for x, y in product(range(1, 20), range(1, 14)):
        assert in_zone(GAME, RED, x, y) == (y in rows.get(x, ()))
        assert in_zone(GAME, BLUE, x, y) == (y in rows.get(20 - x, ()))
    assert [y for y in range(1, 14) if in_zone(GAME, BLUE, 0, y)] == list(range(4, 11))


def test_a_stale_ball_is_repaired_by_the_next_action_but_is_part_of_identity():
    stale = from_tuple(GAME, (0, 19, 1, 1, 17, 3, 0, 19, 4, 0, None))
    straight = from_tuple(GAME, (0, 19, 1, 1, 17, 3, 0, 19, 1, 0, None))
    assert not same_position(GAME, stale, straight)
    for action in legal_actions(GAME, stale):
        if ACTIONS[action] != "kick":
            assert to_tuple(after(GAME, stale, action)) == to_tuple(after(GAME, straight, action))


def test_identity_leaves_out_the_winner():
    """Around in a circle and into the goal: the last state looks like the first, but it is a win."""
    states = [state(BLUE, (19, 7), (13, 7), RED)]
    for action in ("-1,1", "0,1", "1,0", "0,-1", "0,-1", "1,0"):
        states.append(after(GAME, states[-1], action_number(action)))
    assert same_position(GAME, states[0], states[-1])
    assert states[-1].winner == RED and GAME.to_move(states[-1]) == TERMINAL
