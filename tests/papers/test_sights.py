"""Agents that learn what things do: what is counted, targets, best-first search, and an agent made of them."""

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.engine.generic import compiler
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, after, start
from mcts_papers.games.vgdl import vgdl
from mcts_papers.joppen2019 import sights as known
from mcts_papers.joppen2019.best_first import BestFirst
from mcts_papers.joppen2019.questions import grid
from mcts_papers.joppen2019.sights import UNREACHED, play_and_learn, sights_of, survey
from mcts_papers.joppen2019.yolobot import Seated, Yolobot, play_yolobot

UP, DOWN, LEFT, RIGHT = 4, 3, 1, 2

MAZE = """
BasicGame
    SpriteSet
        avatar > MovingAvatar
        gem > Immovable
        pit > Immovable
        door > Immovable
        wall > Immovable
    LevelMapping
        g > gem
        p > pit
        d > door
    InteractionSet
        avatar wall > stepBack
        gem avatar > killSprite scoreChange=2
        avatar pit > killSprite scoreChange=-1
        door avatar > killSprite
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
        SpriteCounter stype=door limit=0 win=True
"""
LEVEL = """\
wwwwwwwww
wA  g w w
w www   w
wp  w w w
www   wdw
wwwwwwwww
"""


@pytest.fixture
def maze(tmp_path):
    (tmp_path / "maze.txt").write_text(MAZE)
    (tmp_path / "level.txt").write_text(LEVEL)
    return vgdl(tmp_path / "maze.txt", tmp_path / "level.txt", low=-1, high=2)


def kinds_of(game):
    from mcts_papers.games.vgdl.words import name_of

    tables = game.tables[0]
    return {name_of(tables, kind): kind for kind in range(int(tables.types))}


def walk(game, sights, actions, state=None):
    state, rng = start(game, 0) if state is None else state, stream(1)
    for action in actions:
        play_and_learn(sights, game, state, action, rng)
    return state


def test_the_grid_is_what_is_drawn(maze):
    state = start(maze, 0)
    cells, row = grid(maze)
    assert cells == 11 * 8 and row == 11
    here = maze.spot(state)
    assert (here % row - 1, here // row - 1) == (1, 1)
    kinds = kinds_of(maze)
    assert int(maze.things(state, maze.ahead(state, UP))) == 1 << kinds["wall"]
    assert int(maze.things(state, here)) == 0 and int(maze.things(state, here + 3)) == 1 << kinds["gem"]
    assert grid(games.connect_four()) == (0, 0)
    with pytest.raises(ValueError, match="no"):
        sights_of(games.connect_four())


def test_what_stops_gives_kills_and_wins_is_learned(maze):
    sights, kinds = sights_of(maze), kinds_of(maze)
    me = kinds["avatar"]
    walk(maze, sights, [RIGHT, LEFT, DOWN, UP, UP, LEFT, RIGHT, RIGHT, RIGHT])
    assert known.share(sights.counts, me, kinds["wall"], known.STOPPED) == 1.0
    assert known.share(sights.counts, me, kinds["gem"], known.GAINED) == 1.0
    assert sights.counts[me, kinds["door"]].sum() == 0
    state = walk(maze, sights, [DOWN, DOWN])
    assert state.ended and state.winner == 0
    assert known.share(sights.counts, me, kinds["pit"], known.DIED) == 1.0
    assert not sights.blows.any() and sights.moves[RIGHT] == 4


def test_new_things_come_first_then_points_and_never_death(maze):
    sights, kinds = sights_of(maze), kinds_of(maze)
    state = walk(maze, sights, [DOWN, DOWN])  # into the pit
    state = walk(maze, sights, [DOWN, UP, UP])  # against the wall, with a step that is known as one
    assert survey(sights, maze, state, 0, compiled=False) == kinds["gem"]  # the nearest thing never met
    here, row = maze.spot(state), grid(maze)[1]
    assert sights.map[here] == 3 and sights.map[here + 1] == 2 and sights.map[here - row] == UNREACHED
    sights.until[kinds["gem"]] = 5
    assert survey(sights, maze, state, 0, compiled=False) == kinds["door"]
    assert survey(sights, maze, state, 9, compiled=False) == kinds["gem"]
    assert known.bars(sights.counts, kinds["avatar"], maze.things(state, here + 2 * row))


def test_best_first_search_finds_the_door_and_the_points_on_the_way(maze):
    state = start(maze, 0)
    found = BestFirst().search(maze, state, calls=500, compiled=False)
    assert found.won and found.calls < 500
    for action in found.plan:
        state = after(maze, state, action, 1)
    assert maze.to_move(state) == TERMINAL and state.winner == 1 and state.score == 2
    few = BestFirst().search(maze, start(maze, 0), calls=12, compiled=False)
    assert not few.won and few.calls <= 12 and few.action == few.plan[0]
    greedy = BestFirst(price=0.0).search(maze, start(maze, 0), calls=40, compiled=False)
    assert greedy.value == 2.0
    with pytest.raises(ValueError, match="single-player game"):
        BestFirst().search(games.connect_four(), start(games.connect_four()), calls=10)
    with pytest.raises(ValueError, match="out of range"):
        BestFirst(price=-1.0).search(maze, start(maze, 0), calls=10)
    with pytest.raises(ValueError, match="Gaps does not define which positions are the same. Give Gaps a method key"):
        BestFirst().search(games.gaps(), start(games.gaps(), 0), calls=10)
    with pytest.raises(ValueError, match="a method key"):
        Yolobot(10).sit(games.gaps())


def test_without_chance_the_plan_is_followed_to_the_door(maze):
    state, moves, spent = play_yolobot(maze, 400, np.random.SeedSequence(1), moves=40, compiled=False)
    assert state.winner == 1 and state.score == 2
    assert moves <= 15 and spent <= 400 + 40 + moves  # one search, the test for chance, and one look at each move


@pytest.mark.all
def test_with_chance_it_searches_within_its_budget_and_learns_the_same_at_both_speeds():
    zelda = vgdl("zelda")
    played = []
    for compiled in (False, True) if compiler.available() else (False,):
        player = Seated(zelda, 60, seed=2, compiled=compiled)
        state, actions = start(zelda, 1), []
        for _ in range(2):
            actions.append(player.choose(zelda, state))
            zelda.play(state, actions[-1], stream(5))
        assert {zelda.action_name(state, action) for action in actions} <= {"USE", "LEFT", "RIGHT", "DOWN", "UP"}
        assert player.chance and 0 < player.spent <= 2 * 60
        assert player.sights.counts.sum() > 0 and player.target >= 0
        played.append((actions, player.spent, player.sights.counts))
    assert all(other[:2] == played[0][:2] and (other[2] == played[0][2]).all() for other in played)
    assert Yolobot(60).choose(zelda, start(zelda, 1), 3) in range(5)
