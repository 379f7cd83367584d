"""Tribes: maps, rules and slips, invariants in play, the score ledger, observation and forward model, appearance."""

from __future__ import annotations

import gzip
import itertools

import numpy as np
import pytest
from conformance import conform
from conformance.tribes_invariants import HOLDS, check_game, violated
from positions import walk
from recordings import recording

from mcts_lab.engine.random import stream
from mcts_lab.game import copy, legal_actions, start
from mcts_papers.games.tribes import networks, observe, progress, searched, tribes
from mcts_papers.games.tribes import state as s
from mcts_papers.games.tribes import tables as t
from mcts_papers.games.tribes.rule_player import rate_road
from mcts_papers.games.tribes.state import NONE, column_of, encode, row_of, tile_at

# ---------------------------------------------------------------------------------------------------------------------
# What must hold


@pytest.mark.sampled(3, others="all")
@pytest.mark.compiled
@pytest.mark.parametrize("first", range(0, 36, 6))
def test_what_must_hold_holds_in_whole_games(first):
    """Two to four tribes in both modes, under each of the three policies.

    ``python -m tests.conformance tribes --games 10000`` plays more.
    """
    for number in range(first, first + 6):
        actions, sentence, state = check_game(number)
        assert sentence == "" and actions > 50 and state.over
        players = 2 + number // 2 % 3
        winners = [tribes(players).payoff(state, player) for player in range(players)]
        assert sorted(winners) == [0.0] * (players - 1) + [1.0]


DAMAGES = {
    1: lambda state: state.unit_at.__setitem__(0, 5), 2: lambda state: state.temple.__setitem__(0, 1),
    3: lambda state: state.building.__setitem__(free_tile(state), t.FARM),
    4: lambda state: state.owner.__setitem__(tile_at(12, 3), 0),
    5: lambda state: state.unit_id.__setitem__(0, 99), 6: lambda state: state.unit_hp.__setitem__(0, 11),
    7: lambda state: state.unit_home.__setitem__(0, 1), 8: lambda state: state.unit_base.__setitem__(0, t.WARRIOR),
    9: lambda state: state.unit_id.__setitem__(1, state.unit_id[0]),
    10: lambda state: state.city_homes.__setitem__(0, 2), 11: lambda state: state.city_population.__setitem__(0, -2),
    12: lambda state: state.terrain.__setitem__(state.city_tile[0], t.PLAIN),
    13: lambda state: state.city_list.__setitem__((0, 0), 1), 15: lambda state: state.stars.__setitem__(0, -1),
    16: lambda state: state.techs.__setitem__(0, state.techs[0] | 1 << t.PHILOSOPHY),
    17: lambda state: state.outcome.__setitem__(0, t.WIN), 18: lambda state: state.cities.__setitem__(0, 0),
    21: lambda state: move_away(state, 0),
    23: lambda state: setattr(state, "unit_end", 193),
}


def free_tile(state):
    return int(np.flatnonzero((state.owner == NONE) & (state.unit_at == NONE))[0])


def move_away(state, slot):
    """Put a unit beyond the map, hidden by none."""
    state.unit_at[state.unit_tile[slot]] = NONE
    state.unit_tile[slot] = tile_at(3, 13)


@pytest.mark.parametrize("number", DAMAGES)
def test_what_does_not_hold_is_found(number):
    game = tribes(level=7)
    state = start(game, 1)
    assert violated(game, state) == 0
    DAMAGES[number](state)
    assert violated(game, state) == number and number in HOLDS


# ---------------------------------------------------------------------------------------------------------------------
# Rules, one by one, on an empty island


def island(players=2, **options):
    """A game whose map is plain everywhere but for the capitals at B2 and J10."""
    game = tribes(players, **options)
    state = start(game, 1)
    keep = {int(state.city_tile[city]) for city in range(int(state.founded))}
    for row, column in itertools.product(range(game.size), repeat=2):
        tile = tile_at(row, column)
        state.resource[tile] = t.NO_RESOURCE
        if tile not in keep:
            state.terrain[tile] = t.PLAIN
    return game, state


def learn(state, tribe, *techs):
    for tech in techs:
        state.techs[tribe] |= 1 << tech


def put_unit(state, kind, tile, tribe, status=t.FRESH):
    """A unit without home on a free tile."""
    from mcts_papers.games.tribes.holdings import make_unit

    slot = make_unit(state, kind, tile, tribe, NONE)
    state.unit_status[slot] = status
    return slot


def free_corner(state, game):
    """A tile with nobody's land around it."""
    for row, column in itertools.product(range(2, game.size - 2), repeat=2):
        area = [tile_at(row + i, column + j) for i in range(-2, 3) for j in range(-2, 3)]
        if all(state.owner[tile] == NONE and state.unit_at[tile] == NONE for tile in area):
            return tile_at(row, column)
    raise AssertionError("the map is too small")


def moves_of(game, state, slot) -> set[int]:
    return {action % 256 for action in legal_actions(game, state) if action // 256 == slot}


def test_an_enemy_near_stops_a_unit_also_on_roads():
    game, state = island()
    tile = free_corner(state, game)
    slot = put_unit(state, t.RIDER, tile, 0)
    free = moves_of(game, state, slot)
    assert tile + 2 in free
    for column in range(-2, 3):
        state.network[tile + column] = 1
    put_unit(state, t.WARRIOR, tile + s.STRIDE + 1, 1)
    near = moves_of(game, state, slot)
    assert tile + 1 in near and tile + 2 in near
    assert tile + s.STRIDE + 1 not in near
    riders = put_unit(state, t.WARRIOR, tile - 2 * s.STRIDE - 1, 1)
    assert riders is not None
    # beside an enemy from the start, each step is the last
    assert tile + 2 * s.STRIDE + 2 not in moves_of(game, state, slot)


@pytest.mark.parametrize("distance", [3, 4, 5])
@pytest.mark.parametrize("tribe", [0, 1])
@pytest.mark.parametrize(("across", "place"), [(1, column_of), (s.STRIDE, row_of)], ids=["row", "column"])
def test_ports_four_steps_apart_over_water_are_joined(distance, tribe, across, place):
    game, state = island()
    capital = int(state.capital[tribe])
    city = int(state.city_tile[capital])
    inland = across if place(city) < game.size // 2 else -across
    port, far = city + inland, city + inland * (distance + 1)
    for tile in range(port, far + inland, inland):
        state.terrain[tile] = t.SHALLOW
    for tile in (port, far):
        state.owner[tile], state.building[tile], state.network[tile] = capital, t.PORT, 1
    walk = networks.new_walk()
    networks.trace_network(game, state, tribe, walk)
    assert walk.reached[port] and walk.reached[far] == (distance <= 4)


def test_a_mind_bender_heals_a_single_wounded_friend():
    game, state = island()
    tile = free_corner(state, game)
    bender, friend = put_unit(state, t.MIND_BENDER, tile, 0), put_unit(state, t.WARRIOR, tile + s.STRIDE, 0)
    heal = encode(s.HEAL, bender)
    assert heal not in legal_actions(game, state)
    state.unit_hp[friend] -= 1
    assert heal in legal_actions(game, state)
    whole = state.unit_hp[friend] + 1
    game.play(state, heal, stream(0))
    assert state.unit_hp[friend] == whole


def test_a_temple_pays_once_more_when_destroyed():
    game, state = island()
    city = int(state.city_list[0, 0])
    tile = next(i for i in range(s.TILES) if state.owner[i] == city and state.terrain[i] == t.PLAIN)
    learn(state, 0, t.FREE_SPIRIT, t.CONSTRUCTION)
    state.stars[0] = 20
    score = int(state.score[0])
    game.play(state, encode(s.BUILD + t.TEMPLE, tile), stream(0))
    assert state.score[0] == score + 100 + 5 and state.stars[0] == 0 and state.temple[tile] == 1
    game.play(state, encode(s.DESTROY, tile), stream(0))
    assert state.score[0] == score + 200 and state.temple[tile] == 0 and state.building[tile] == 0


@pytest.mark.parametrize(("beds", "moved"), [(5, 3), (3, 3), (1, 1)])
def test_units_of_a_lost_city_move_to_the_capital_while_it_has_room(beds, moved):
    from mcts_papers.games.tribes.cities import turn_out
    from mcts_papers.games.tribes.holdings import rehome

    game, state = island()
    capital, lost = int(state.capital[0]), int(state.capital[1])
    corner, homes = free_corner(state, game), int(state.city_homes[capital])
    slots = [put_unit(state, t.WARRIOR, corner + i, 0) for i in range(3)]
    for slot in slots:
        rehome(state, slot, lost)
    for slot in range(int(state.unit_end)):
        if state.unit_tribe[slot] == 1:
            rehome(state, slot, NONE)
    state.city_level[capital] = homes + beds - 1
    turn_out(state, 0, lost, stream(0))
    assert state.city_homes[lost] == 0 and state.city_homes[capital] == homes + moved
    assert [int(state.unit_home[slot]) for slot in slots] == [NONE] * (3 - moved) + [capital] * moved


@pytest.mark.parametrize("mode, last", [("capitals", 50), ("score", 30)])
def test_the_score_decides_when_time_is_up_and_then_technologies(mode, last):
    for scores, techs, winner in (((101, 100), (0, 1), 0), ((100, 100), (1, 0), 0), ((100, 100), (0, 1), 1)):
        game, state = island(mode=mode)
        state.tick, state.turn = last, 1
        state.score[:2] = scores
        for tribe, more in enumerate(techs):
            state.techs[tribe] = 1 << t.SAILING | more << t.RIDING
        game.play(state, s.PASS, stream(0))
        assert state.over and state.turn == 1 and state.outcome[winner] == t.WIN


# ---------------------------------------------------------------------------------------------------------------------
# Observation and value


def test_an_observer_sees_little_of_the_others():
    game = tribes()
    state = list(walk(game, 4, 60))[-1]
    seen = copy(game, state)
    observe(game, seen, 0)
    assert seen.stars[1] == 0 and seen.kills[1] == 0 and int(seen.techs[1]) & t.ALL_TECHS == 0
    assert seen.stars[0] == state.stars[0] and seen.techs[0] == state.techs[0]
    assert (seen.terrain == state.terrain).all() and (seen.unit_at == state.unit_at).all()
    assert (seen.score == state.score).all()
    assert violated(game, seen) == 0
    again = copy(game, seen)
    observe(game, again, 0)
    assert again.tobytes() == seen.tobytes()


def test_nine_features_see_buildings_and_seven_do_not():
    game, state = island()
    centre = int(state.city_tile[int(state.capital[0])])
    for features, sees in ((7, False), (9, True)):
        thought = searched(game, 0, features)
        state.building[centre + 1] = t.NO_BUILDING
        before = thought.heuristic(state, 0)
        state.building[centre + 1] = t.FARM
        assert (thought.heuristic(state, 0) > before) == sees
    with pytest.raises(ValueError, match="features cannot be 8. Use 7 or 9"):
        searched(game, 0, 8)


def test_the_state_value_is_antisymmetric_but_for_connections():
    game = tribes()
    before = start(game, 6)
    after = copy(game, before)
    after.score[0] += 100
    assert progress(game, before, after, 0) == pytest.approx(10.0)
    assert progress(game, before, after, 1) == pytest.approx(-10.0)
    after.connections[0] += 2
    assert progress(game, before, after, 0) == pytest.approx(12.0)
    chances = [game.heuristic(after, player) for player in range(2)]
    assert sum(chances) == pytest.approx(1.0) and chances[0] > 0.5


# ---------------------------------------------------------------------------------------------------------------------
# Appearance and options


def test_the_number_of_a_level_decides_the_map():
    one, other = (start(tribes(level=2**48 - 1), seed) for seed in (1, 2))
    assert (one.terrain == other.terrain).all() and (one.resource == other.resource).all()
    assert (start(tribes(), 1).terrain != start(tribes(), 2).terrain).any()
    for wrong in ({"level": 2**48}, {"level": -2}, {"size": 7}, {"players": 1}, {"players": 5}):
        with pytest.raises(ValueError):
            tribes(**wrong).facts()


# ---------------------------------------------------------------------------------------------------------------------
# Recordings


@pytest.mark.parametrize("name, first, every", [
    ("levels.jsonl", 0, 12), ("fm_steps.jsonl.gz", 1, 60), ("steps_000.jsonl.gz", 5, 350),
    ("steps_extra.jsonl.gz", 2, 20),
])
def test_a_sample_of_the_recordings(name, first, every, tmp_path, monkeypatch):
    path = recording("tribes", name)
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
        lines = list(itertools.islice(file, first, None, every))
    sample = tmp_path / "sample.jsonl"
    sample.write_text("".join(lines))
    report = conform("tribes", sample)
    assert report.steps == len(lines) > 5 and not report.differences


def test_roads_are_built_on_ones_own_land_and_on_nobodys():
    game, state = island()
    learn(state, 0, t.ROADS)
    state.stars[0] = 20
    empty = (state.unit_at == NONE) & (state.terrain == t.PLAIN)
    own, theirs = (np.flatnonzero(empty & (state.owner == state.capital[tribe]))[0] for tribe in (0, 1))
    free = free_corner(state, game)
    put_unit(state, t.WARRIOR, free + 1, 1)
    roads = [encode(s.ROAD, int(tile)) in legal_actions(game, state) for tile in (own, free, free + 1, theirs)]
    assert roads == [True, True, False, False]


def test_a_rich_tribe_builds_roads_beside_its_city():
    game, state = island()
    city = int(state.capital[0])
    tile = int(state.city_tile[city]) - 1
    state.stars[0], worth = 5, []
    for population in (0, 8):
        state.city_level[city] = population  # its production
        worth.append(rate_road(game, state, tile))
    assert worth == [0, 3]
    far = free_corner(state, game)
    state.network[far] = 1
    assert rate_road(game, state, far - 1) == 4


def test_a_captured_pair_pays_once_more():
    game, state = island()
    city = int(state.city_list[1, 0])
    centre = int(state.city_tile[city])
    state.building[centre + 1], state.building[centre + s.STRIDE + 1] = t.FARM, t.WINDMILL
    state.built[centre + 1], state.built[centre + s.STRIDE + 1] = 1, 2
    enemy = int(state.unit_at[centre])
    from mcts_papers.games.tribes.holdings import remove_unit

    remove_unit(state, enemy)
    slot = put_unit(state, t.WARRIOR, centre, 0)
    worth, scores = int(state.city_worth[city]), [int(v) for v in state.score[:2]]
    game.play(state, encode(s.CAPTURE, slot), stream(0))
    assert state.over and state.outcome[0] == t.WIN and state.outcome[1] == t.LOSS
    # farm and windmill each pay 1, and the farm's is taken back
    assert state.city_population[city] == 1
    assert state.score[0] == scores[0] + worth + 5 and state.score[1] == scores[1] - worth
