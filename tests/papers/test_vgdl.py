"""Games in VGDL: the language, the engine against recordings and against itself, drawing."""

import gzip
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
from mcts_papers.games.vgdl import VgdlError, score_of
from mcts_papers.games.vgdl.building import build
from mcts_papers.games.vgdl.description import Description
from mcts_papers.games.vgdl.library import FOLDER, LEVELS, NAMES, SCORES
from mcts_papers.games.vgdl.tables import DISABLED, DOWN, LEFT, NIL, RIGHT, UP, USE

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


# ---------------------------------------------------------------------------------------------------------------------
# The games of the project


@pytest.mark.parametrize("name", NAMES)
def test_every_level_begins_and_can_be_drawn(name):
    for level in range(LEVELS):
        game = games.vgdl(name, level)
        state = start(game, 0)
        assert game.to_move(state) == 0 and game.facts().players == 1
        low, highs = SCORES[name]
        assert (game.tables[0].low, game.tables[0].high) == (low, highs[level])
        assert game.heuristic(state, 0) == pytest.approx(1 / 3 + (0 - low) / (highs[level] - low) / 3)
    light, dark = (game.svg(state, dark) for dark in (False, True))
    assert light != dark and ET.fromstring(light)[0].text.startswith(name.capitalize())


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
