"""The rules of discrete soccer: known counts, start positions, zones, what is part of a position, mirrored games."""

from itertools import product

import pytest
from conformance.soccer import ACTIONS, action_number, event_name, from_tuple, same_position, to_tuple
from hypothesis import given, settings
from hypothesis import strategies as st

from mcts_lab.engine.generic import compiler
from mcts_lab.engine.random import below, stream
from mcts_lab.game import TERMINAL, after, legal_actions, start
from mcts_lab.perft import perft
from mcts_papers.games.soccer import BLUE, RED, Soccer, in_zone

GAME = Soccer()

PERFT = {
    "A": ((0, 5, 7, 0, 15, 7, 0, 10, 7, 1, None), (6, 36, 216, 1296, 7776, 46656)),
    "B": ((0, 9, 6, 0, 11, 8, 0, 10, 7, 1, None), (6, 36, 221, 1367, 8479, 52987)),
    "C": ((0, 16, 8, 1, 18, 7, 0, 16, 8, 0, None), (7, 43, 293, 1747, 11595, 69415)),
    "D": ((1, 2, 7, 0, 1, 9, 1, 1, 9, 0, None), (7, 30, 209, 1077, 7339, 38395)),
    "G": ((0, 19, 1, 1, 17, 3, 0, 19, 4, 0, None), (7, 46, 298, 1975, 12694, 83058)),
}


def state(mover, red, blue, holder=None, ball=None, winner=None):
    """A state from cells; without `ball` it is with the holder, or in the middle."""
    ball = ball or {RED: red, BLUE: blue, None: (10, 7)}[holder]
    return from_tuple(GAME, [mover, *red, int(holder == RED), *blue, int(holder == BLUE), *ball, int(holder is None),
                             winner])


def result(before, action):
    """The tuple after an action given by name."""
    return to_tuple(after(GAME, before, action_number(action)))


def names(before):
    return [ACTIONS[a] for a in legal_actions(GAME, before)]


@pytest.mark.parametrize("name", PERFT)
def test_perft(name):
    position, counts = PERFT[name]
    before = from_tuple(GAME, position)
    assert [perft(GAME, before, n, compiled=False) for n in (1, 2, 3)] == list(counts[:3])
    for depth in (4, 5, 6) if compiler.available() else ():
        assert perft(GAME, before, depth) == counts[depth - 1]


def test_the_name_of_a_move_says_where_it_leads():
    before = state(RED, (5, 5), (15, 7))
    for action in legal_actions(GAME, before):
        _, x, y, *_ = to_tuple(after(GAME, before, action))
        across, along = {4: "left", 5: "", 6: "right"}[x], {4: "down", 5: "", 6: "up"}[y]
        assert GAME.action_name(before, action) == f"{along} {across}".strip()
    assert len({GAME.action_name(before, action) for action in range(len(ACTIONS))}) == len(ACTIONS)


def test_start_positions_have_the_lopsided_ranges():
    starts = [to_tuple(start(GAME, seed)) for seed in range(600)]
    assert {s[0] for s in starts} == {RED}
    assert {s[1] for s in starts} == set(range(1, 10))
    assert {s[4] for s in starts} == set(range(11, 19))
    assert {s[2] for s in starts} == {s[5] for s in starts} == set(range(1, 13))
    assert {tuple(s[7:]) for s in starts} == {(10, 7, 1, None)}
    assert to_tuple(start(Soccer(random_start=False)))[:10] == [0, 5, 7, 0, 15, 7, 0, 10, 7, 1]


def happening(before, action):
    return event_name(GAME, before, action_number(action))


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
