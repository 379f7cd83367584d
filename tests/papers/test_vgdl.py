"""Games in VGDL: the language, the engine against recordings and against itself, drawing."""

import gzip
import itertools
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from conformance import conform, vgdl_invariants
from conformance.vgdl import our_rows
from conformance.vgdl_mutations import check_game
from recordings import recording
from small_vgdl import run, small

from mcts_lab import games
from mcts_lab.engine.generic import compiler
from mcts_lab.game import TERMINAL, legal_actions, start
from mcts_lab.views.plots import board
from mcts_papers.games.vgdl import Vgdl, VgdlError, from_text, score_of
from mcts_papers.games.vgdl.building import build
from mcts_papers.games.vgdl.description import Description
from mcts_papers.games.vgdl.drawing import Scene
from mcts_papers.games.vgdl.level import first_steps
from mcts_papers.games.vgdl.library import FOLDER, LEVELS, NAMES, SCORES
from mcts_papers.games.vgdl.pictures import NAMES as PICTURES
from mcts_papers.games.vgdl.pictures import picture_of
from mcts_papers.games.vgdl.tables import DISABLED, DOWN, DX, DY, LEFT, NIL, NOBODY, RIGHT, UP, USE

# ---------------------------------------------------------------------------------------------------------------------
# Recordings


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize("name", NAMES)
def test_recorded_games_are_replayed(name, tmp_path):
    path = recording("gvgai", f"{name}_lvl1.jsonl.gz")
    with gzip.open(path, "rt") as file:
        lines = file.read().splitlines()[:300]
    short = tmp_path / "short.jsonl"
    short.write_text("\n".join(lines) + "\n")
    options = {"description": FOLDER / f"{name}.txt", "level": recording("gvgai", "levels", f"{name}_lvl1.txt")}
    report = conform("vgdl", [short], **options)
    assert report.differences == [] and report.steps > 290 - 2 * sum('"header"' in line for line in lines)

    # a recording of something else is noticed
    changed = [re.sub(r'"score":(-?\d+)', lambda m: f'"score":{int(m.group(1)) + 1}', line) if i == 20 else line
               for i, line in enumerate(lines)]
    short.write_text("\n".join(changed) + "\n")
    assert "score" in conform("vgdl", [short]).differences[0]


# ---------------------------------------------------------------------------------------------------------------------
# The engine against itself


WRONG = [  # what is done to a state after which something no longer holds
    (vgdl_invariants.LISTS, lambda state, slot: setattr(state.sprites[slot], "serial", -5)),
    (vgdl_invariants.LISTS, lambda state, slot: setattr(state, "used", state.used + 1)),
    (vgdl_invariants.LISTS, lambda state, slot: state.count.__setitem__(int(state.sprites[slot].type), 3)),
    (vgdl_invariants.CELLS, lambda state, slot: setattr(state.sprites[slot], "x", state.sprites[slot].x + 30)),
    (vgdl_invariants.CELLS, lambda state, slot: state.lies.__setitem__(int(state.sprites[slot].cell), -1)),
    (vgdl_invariants.NEAR, lambda state, slot: setattr(state.sprites[slot], "near", 0)),
    (vgdl_invariants.NEAR, lambda state, slot: state.touch.__setitem__(int(state.sprites[slot].type), 0)),
    (vgdl_invariants.PURSE, lambda state, slot: setattr(state, "purses", 3)),
    (vgdl_invariants.LEAVING, lambda state, slot: setattr(state, "doomed", 1)),
    (vgdl_invariants.LEAVING, lambda state, slot: setattr(state.sprites[slot], "marks", DISABLED)),
    (vgdl_invariants.MEMORY, lambda state, slot: setattr(state, "memories", 1)),
    (vgdl_invariants.TIMERS, lambda state, slot: (setattr(state, "timers", 2), state.due.__setitem__(0, 9))),
    (vgdl_invariants.AVATAR, lambda state, slot: setattr(state, "avatar", slot)),
    (vgdl_invariants.END, lambda state, slot: setattr(state, "winner", 1)),
]


@pytest.mark.parametrize(("number", "change"), WRONG)
def test_what_does_not_hold_is_told(number, change):
    game = small("avatar > MovingAvatar\nm > Immovable\nn > Immovable", "m n > killSprite\nn m > killSprite\n"
                 "avatar wall > stepBack", "Ax", mapping="x > m n")
    state = start(game, 0)
    assert vgdl_invariants.broken(game.tables[0], state) == 0
    change(state, int(state.first[3]))  # a sprite m
    assert vgdl_invariants.broken(game.tables[0], state) == number and number in vgdl_invariants.SENTENCES


@pytest.mark.parametrize("name", NAMES)
def test_levels_of_the_project_are_sound(name):
    text, level = ((FOLDER / f"{file}.txt").read_text("utf-8") for file in (name, f"{name}_3"))
    cycles = 400 if compiler.available() else 10
    assert vgdl_invariants.check_level(text, level, cycles) == (cycles, [])


@pytest.mark.parametrize("name", NAMES)
def test_pairs_that_meet_are_the_same_from_either_side(name):
    game = games.vgdl(name)
    walked = Vgdl(game.tables.copy())
    assert game.tables[0].pair["either"].any()
    walked.tables[0].pair["either"] = False
    rng = np.random.default_rng(3)
    for seed in range(2):
        actions = rng.choice(legal_actions(game, start(game, 0)), 60)
        one, other = (run(which, *actions, seed=seed, compiled=compiler.available()) for which in (game, walked))
        assert np.array_equal(our_rows(game, one)[1], our_rows(game, other)[1], equal_nan=True)
        assert (int(one.tick), int(one.score)) == (int(other.tick), int(other.score))


# ---------------------------------------------------------------------------------------------------------------------
# The games of the project

DIFFERENCE = 0.06  # of the pixels of two pictures, on average; that of black and white is 1


@pytest.mark.parametrize("name", NAMES)
def test_every_level_begins_and_can_be_drawn(name):
    for level in range(LEVELS):
        game = games.vgdl(name, level)
        state = start(game, 0)
        assert game.to_move(state) == 0 and game.facts().players == 1
        low, highs = SCORES[name]
        assert (game.tables[0].low, game.tables[0].high) == (low, highs[level])
        assert game.heuristic(state, 0) == pytest.approx(1 / 3 + (0 - low) / (highs[level] - low) / 3)
    pictures = [game.svg(state, dark) for dark in (False, True)]
    assert pictures[0] != pictures[1]
    root = ET.fromstring(pictures[0])
    assert root[0].text.startswith(name.capitalize())
    assert game.text(state).count("\n") == int(game.tables[0].height) + 1


def pixels(picture):
    """Red, green and blue of a sprite's picture in a cell of its own, each from 0 to 1."""
    scene = Scene(3, 3, picture)
    scene.stamp(picture, 1, 1)
    return np.asarray(board.pixels(scene.svg(), 96).convert("RGB"), float)[32:64, 32:64] / 255


@pytest.mark.parametrize("name", NAMES)
def test_sprites_are_told_apart_in_colour_and_in_grey(name):
    kinds = Description((FOLDER / f"{name}.txt").read_text("utf-8")).kinds
    shown = {kind.name: PICTURES[picture_of(kind, number)[0]] for number, kind in kinds.items()
             if kind.sort and not kind.inner}
    assert NOBODY not in {picture_of(kind, number)[0] for number, kind in kinds.items() if kind.name in shown}
    if name == "aliens":  # its levels have either the one or the other
        assert not any({"1", "2"} <= {*(FOLDER / f"{name}_{k}.txt").read_text()} for k in range(LEVELS))
        del shown["portalSlow"]
    seen = {picture: pixels(picture) for picture in shown.values()}
    for one, other in itertools.combinations(shown, 2):
        a, b = seen[shown[one]], seen[shown[other]]
        grey = np.abs((a - b) @ (0.2126, 0.7152, 0.0722)).mean()
        assert min(grey, np.abs(a - b).mean()) > DIFFERENCE, (one, other)


def test_levels_have_the_published_numbers_of_things():
    def count(name, level, character):
        return (FOLDER / f"{name}_{level}.txt").read_text().count(character)

    assert [count("chase", k, "0") for k in range(5)] == [7, 8, 15, 8, 12]
    assert [count("surround", k, ".") for k in range(5)] == [166, 167, 170, 173, 162]
    assert [count("aliens", k, "0") for k in range(5)] == [47, 47, 47, 6, 36]
    assert [count("jaws", k, "2") for k in range(5)] == [3, 6, 2, 5, 0]
    assert [count("jaws", k, "1") for k in range(5)] == [3, 0, 2, 5, 6]
    assert [(count("whackamole", k, "0"), count("whackamole", k, "1")) for k in range(5)] == [
        (16, 8), (16, 8), (16, 8), (6, 4), (3, 3)]
    assert [sum(count("zelda", k, c) for c in "123") for k in range(5)] == [3, 3, 3, 4, 3]


@pytest.mark.parametrize(("name", "options", "actions"), [
    ("aliens", {}, [USE, LEFT, RIGHT]), ("chase", {}, [LEFT, RIGHT, DOWN, UP]),
    ("zelda", {}, [USE, LEFT, RIGHT, DOWN, UP]), ("zelda", {"nil": True}, [USE, LEFT, RIGHT, DOWN, UP, NIL])])
def test_actions_belong_to_the_avatar(name, options, actions):
    game = games.vgdl(name, **options)
    assert legal_actions(game, start(game, 0)) == actions


def test_a_win_scores_at_least_one_and_pays_two_thirds():
    game = games.vgdl("surround")
    state = run(game, USE)
    assert state.ended and state.winner == 1 and int(state.score) == 0 and score_of(state) == 1
    assert game.payoff(state, 0) == pytest.approx(2 / 3)
    assert legal_actions(game, state) == [] and game.to_move(state) == TERMINAL


# ---------------------------------------------------------------------------------------------------------------------
# Mistakes

ZELDA = (FOLDER / "zelda.txt").read_text()
LEVEL = (FOLDER / "zelda_0.txt").read_text()

MISTAKES = [  # what is replaced by what, each a refusal
    ("RandomNPC cooldown=2", "RandomNpc cooldown=2"), ("> stepBack", "> stepback"), ("enemy sword", "enemy swrd"),
    ("stype=withkey", "stype=withkeys"), ("stype=sword", "stype=sward"), ("+ > floor key", "+ > floor keyy"),
    ("SpriteCounter stype=goal", "SpriteCount stype=goal"), ("SpriteCounter stype=goal", "SpriteCounter"),
    ("LevelMapping", "Levelmapping"), ("goal    > Door", "goal    Door"), ("scoreChange=2", "scoreChange=two"),
    ("movable wall  >", "wall  >"), ("nokey goal    > stepBack", "nokey EOS > killBoth"),
    ("A > floor nokey", "A > floor enemy"), ("BasicGame", "BasicGame square_size=1"),
    ("key     > Immovable", "key > Immovable physicstype=CONT"), ("BasicGame", "GravityGame"),
    ("goal win=True", "goal win=Treu"), ("goal win=True", "goal win=1"), ("killSecond=True", "killSecond=Yes"),
    ("singleton=True", "singleton=Ture"), ("hidden=True", "hidden=Flase"),
    ("RandomNPC cooldown=2", "PathChaser stype=avatar"), ("RandomNPC cooldown=2", "PathAltChaser stype2=avatar"),
    ("RandomNPC cooldown=2", "BomberRandomMissile stype=key"), ("RandomNPC cooldown=2", "SpawnPoint stype=movable"),
    ("RandomNPC cooldown=2", "Spreader stype=movable"),
    ("RandomNPC cooldown=2", "SpawnPointMultiSprite stypes=" + "key," * 8 + "key"),
    ("> stepBack", "> addTimer timer=3"), ("> stepBack", "> addTimer ftype=killSprite"),
    ("> stepBack", "> addTimer ftype=killAll"), ("> stepBack", "> setSpeedForAll value=1"),
]
NOTES = [  # what the language lets pass, and notes
    ("BasicGame", "BasicGame sqare_size=20"), ("BasicGame", "BasicGame now"), ("SpriteSet", "SpriteSet now"),
    ("+ > floor", "+ - > floor"), ("cooldown=4", "coldown=4"), ("cons=6", "cons=half"),
    ("key     > Immovable", "key > Immovable prob=0.5"), ("RandomNPC cooldown=2", "Missile RandomNPC cooldown=2"),
    ("nokey   > img", "nokey > Missile img"), ("key     > Immovable", "floor > Door\n        key > Immovable"),
    ("killSecond=True", "killSecnd=True"), ("goal win=True", "goal wim=True"),
]


@pytest.mark.parametrize(("old", "new"), MISTAKES)
def test_a_mistake_is_one_sentence_with_its_line(old, new):
    line = ZELDA[: ZELDA.index(old)].count("\n") + 1
    with pytest.raises(VgdlError, match=f"^Line {line}:[^\n]{{20,}}$"):
        build(ZELDA.replace(old, new, 1), LEVEL)


@pytest.mark.parametrize(("old", "new"), NOTES)
def test_what_is_ignored_is_noted_with_its_line(old, new):
    line = ZELDA[: ZELDA.index(old)].count("\n") + 1
    notes = Description(ZELDA.replace(old, new, 1)).notes
    assert len(notes) == 1 and notes[0].startswith(f"Line {line}:")


def test_an_option_of_a_group_may_be_for_one_type_below_it():
    kinds = "g > cons=2\n  a > RandomNPC\n  b > Missile".replace("\n  ", "\n      ")
    assert Description(f"BasicGame\n  SpriteSet\n    {kinds}").notes == []
    assert len(Description(f"BasicGame\n  SpriteSet\n    {kinds.replace('RandomNPC', 'Flicker')}").notes) == 1


def test_a_character_may_stand_for_nothing_until_a_level_has_it():
    text = ZELDA.replace("+ > floor key", "+ > floor keyy\n        ? > flor", 1)
    line = text[: text.index("keyy")].count("\n") + 1
    notes = build(text, LEVEL.replace("+", "."))[1]
    assert [note.partition(":")[0] for note in notes] == [f"Line {line}", f"Line {line + 1}"]
    with pytest.raises(VgdlError, match=f"Line {line + 1}: there is no sprite 'flor'"):
        build(text, LEVEL.replace("+", "?"))


def test_an_effect_that_the_framework_lacks_ends_the_description():
    text = ZELDA.replace("goal withkey", "avatar floor > killIfScoreNegative\n        goal withkey", 1)
    about = Description(text)
    line = text[: text.index("killIfScoreNegative")].count("\n") + 1
    assert [note.partition(":")[0] for note in about.notes] == [f"Line {line}"] and about.endings == []
    assert 0 < len(about.pairs) < len(Description(ZELDA).pairs)


def test_ways_are_those_of_a_binary_heap():
    open_cells = {(x, y) for x in range(5) for y in range(4)}
    steps = first_steps((2, 1), open_cells)
    assert set(steps) == open_cells - {(2, 1)}
    for (x, y), direction in steps.items():
        assert (DX[direction], DY[direction]) in {((x > 2) - (x < 2), 0), (0, (y > 1) - (y < 1))} - {(0, 0)}
    assert first_steps((0, 0), {(0, 0), (1, 0), (3, 0)}) == {(1, 0): 3}


def test_levels_are_checked(tmp_path):
    for level in ("", LEVEL.replace("A", "."), "?" * 30 + "A", "A" + "." * 5000):
        with pytest.raises(VgdlError, match="Line 1[^\n]{10,}$"):
            build(ZELDA, level)
    with pytest.raises(VgdlError, match="more than"):
        build(ZELDA, "A" + "1" * 60 + "\n" + "\n".join(["1" * 61] * 40))
    for wrong in (("zelda", 5), ("zeldo", 0), (tmp_path / "none.txt", tmp_path / "none.txt")):
        with pytest.raises(games.BadOption, match="^[^\n]{20,}$"):
            games.vgdl(*wrong)


def test_files_are_games_too(tmp_path):
    (tmp_path / "mine.txt").write_bytes(ZELDA.replace("\n", "\r\n").encode())
    (tmp_path / "level.txt").write_bytes(LEVEL.rstrip("\n").replace("\n", "\r\n").encode())
    game = games.vgdl(tmp_path / "mine.txt", tmp_path / "level.txt", low=-1, high=8)
    for path in tmp_path.iterdir():
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())  # as some editors begin a file
    marked = games.vgdl(tmp_path / "mine.txt", tmp_path / "level.txt", low=-1, high=8)
    assert marked.tables.tobytes() == game.tables.tobytes()
    assert game.facts().title == "Mine"
    same, first = games.vgdl("zelda"), start(game, 0)
    assert np.array_equal(our_rows(game, first)[1], our_rows(same, start(same, 0))[1], equal_nan=True)


def test_mutated_texts_give_a_game_or_a_sentence():
    found = [check_game(number, ticks=0) for number in range(800)]
    assert [sentence for _, sentence in found if sentence] == []
    games_read = sum(ticks for ticks, _ in found)
    assert 200 < games_read < 600  # neither all harmless nor all refused


def test_a_game_of_two_texts_is_that_of_two_files(tmp_path):
    text, level = ((FOLDER / name).read_text("utf-8") for name in ("zelda.txt", "zelda_0.txt"))
    (tmp_path / "mine.txt").write_text(text)
    (tmp_path / "level.txt").write_text(level)
    files = games.vgdl(tmp_path / "mine.txt", tmp_path / "level.txt", low=-1, high=8)
    assert from_text(text, level, low=-1, high=8, title="mine").tables == files.tables
    with pytest.raises(VgdlError, match="Only one of low and high"):
        from_text(text, level, low=-1)
