"""Replaying recordings of reference programs, and recordings that are not what they should be."""

import gzip
import json

import numpy as np
import pytest
from conformance import REPLAYERS, ConformanceError, conform, files
from conformance.__main__ import main
from conformance.boards import ADAPTERS
from conformance.files import read_lines
from recordings import recording
from small_vgdl import GEM, write_gem

from mcts_lab.game import TERMINAL, after, facts, legal_actions, payoff, start, text, to_move


def write(path, lines):
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return path


@pytest.mark.parametrize(("name", "file"), [
    *((name, f"openspiel/{name}.jsonl.gz") for name in (
        "tic_tac_toe", "connect_four", "othello", "breakthrough", "kuhn_poker", "leduc_poker", "liars_dice",
        "phantom_ttt", "dou_dizhu", "spades")),
    ("breakthrough", "openspiel/breakthrough6.jsonl.gz"), ("dark_hex", "openspiel/dark_hex3.jsonl.gz"),
    ("hex", "openspiel/hex5.jsonl.gz"), ("hex", "openspiel/hex11.jsonl.gz"),
    ("nim", "openspiel/nim_misere.jsonl.gz"), ("nim", "openspiel/nim_normal.jsonl.gz"),
    ("knockout_whist", "knockout_whist/knockout_whist.jsonl.gz"),
    *(("soccer", f"soccer/{name}.json.gz") for name in ("trajectories", "probes", "perft")),
    pytest.param("soccer", "soccer/solved_sample.json.gz", marks=pytest.mark.compiled),
])
def test_recordings_replay_without_a_difference(name, file):
    path = recording(*file.split("/"))
    report = conform(name, path)
    assert report.differences == []
    assert report.steps > 50
    if file.startswith("openspiel"):
        _, records = read_lines(path, "openspiel-traj-1")
        assert report.steps >= sum(len(record["steps"]) for record in records)


# ---------------------------------------------------------------------------------------------------------------------
# recordings of our own, so that these tests run without the reference ones

PARAMETERS = {
    "tic_tac_toe": {},
    "connect_four": {"rows": "5", "columns": "4", "x_in_row": "3"},
    "othello": {},
    "breakthrough": {"rows": "5", "columns": "4"},
    "hex": {"board_size": "4", "num_rows": "4", "num_cols": "4", "swap": "False"},
    "nim": {"pile_sizes": "2;3;4", "is_misere": "True"},
}


def own_recording(name, count=3):
    """Random games as a recording in OpenSpiel's format."""
    rng = np.random.default_rng(7)
    header = {"schema": "openspiel-traj-1", "name": name, "game_string": name, "parameters": PARAMETERS[name]}
    adapter = ADAPTERS[name]
    game = adapter.make(header)
    lines = [header]
    for i in range(count):
        state, steps = start(game, 0), []
        while to_move(game, state) != TERMINAL:
            said = {adapter.action(game, state, a): a for a in legal_actions(game, state)}
            chosen = str(rng.choice(list(said)))
            steps.append({"p": to_move(game, state), "la": [], "ls": list(said), "o": text(game, state), "s": chosen})
            state = after(game, state, said[chosen])
        returns = [payoff(game, state, player) for player in range(facts(game).players)]
        lines.append({"game": i, "steps": steps, "returns": returns, "final": text(game, state)})
    return lines


@pytest.fixture(params=PARAMETERS)
def name(request):
    return request.param


def test_a_faithful_recording_has_no_differences(name, tmp_path):
    lines = own_recording(name)
    report = conform(name, [write(tmp_path / "a.jsonl.gz", lines), write(tmp_path / "b.jsonl.gz", lines[:2])])
    assert report.differences == []
    assert report.steps == sum(len(record["steps"]) for record in lines[1:] + lines[1:2])


def alter(record, what):
    """Change one thing in the middle of a recorded game."""
    step = record["steps"][len(record["steps"]) // 2]
    if what == "action":
        step["s"] = next(said for said in step["ls"] if said != step["s"])
    elif what == "nonsense":
        step["s"] = "z99"
    elif what == "missing legal action":
        step["ls"] = step["ls"][1:]
    elif what == "extra legal action":
        step["ls"] = [*step["ls"], "z99"]
    elif what == "mover":
        step["p"] = 1 - step["p"]
    elif what == "text":
        step["o"] = step["o"].replace(".", "#").replace("-", "#").replace(" ", "_") + "!"
    elif what == "returns":
        record["returns"] = [0.5, -0.5]
    elif what == "final text":
        record["final"] = record["final"][::-1] + "?"
    elif what == "early end":
        record["steps"].pop()
    elif what == "late end":
        record["steps"].append(record["steps"][-1])


@pytest.mark.parametrize("what", [
    "action", "nonsense", "missing legal action", "extra legal action", "mover", "text", "returns", "final text",
    "early end", "late end",
])
def test_any_alteration_is_found(name, what, tmp_path):
    lines = own_recording(name)
    if what == "action" and len(lines[2]["steps"][len(lines[2]["steps"]) // 2]["ls"]) < 2:
        lines[2] = lines[1]
    alter(lines[2], what)
    report = conform(name, write(tmp_path / "altered.jsonl.gz", lines))
    assert report.differences
    assert all(difference.startswith("altered.jsonl.gz: game 1, ") for difference in report.differences)
    assert all("\n" not in difference for difference in report.differences)


# ---------------------------------------------------------------------------------------------------------------------
# errors


def refused(name, path):
    with pytest.raises(ConformanceError) as error:
        conform(name, path)
    assert "\n" not in str(error.value)
    return str(error.value)


CONTENTS = ("", "{}", "[]", "[1]", "{", "nonsense", '{"format": "else"}', '{"schema": "openspiel-traj-2"}',
            '{"kind": "step"}', '{"kind": "header", "game": "zelda"}', '{"type": "game", "deck": "hunter"}',
            '{"format": "x/soccer-probes/1", "probes": [{"case": "move"}]}', '{"format": "x/soccer-perft/1"}')


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("game", REPLAYERS)
def test_what_is_no_recording_is_refused(tmp_path, game, content):
    (tmp_path / "a.jsonl").write_text(content)
    refused(game, tmp_path / "a.jsonl")


def test_files_that_are_no_recordings(tmp_path):
    whole = write(tmp_path / "b.jsonl.gz", own_recording("hex")).read_bytes()
    for name, content in (("plain.jsonl.gz", b"hello"), ("words.jsonl", b"hello"), ("empty.jsonl", b""),
                          ("half.jsonl.gz", whole[: len(whole) // 2]), ("other.jsonl", b'{"schema": "other"}')):
        (tmp_path / name).write_bytes(content)
        assert name in refused("hex", tmp_path / name)
    assert "cannot be read" in refused("hex", tmp_path)


@pytest.mark.parametrize("game", ["hex", "soccer"])
def test_a_small_file_that_unpacks_to_a_huge_one_is_no_recording(tmp_path, monkeypatch, game):
    bomb = tmp_path / "bomb.json.gz"
    bomb.write_bytes(gzip.compress(b"[" * 3_000_000))
    said = refused(game, bomb)
    assert "is not a recording in JSON lines" in said or "is not a soccer recording" in said
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    assert "is larger than any recording: more than 1 MB, unpacked" in refused(game, bomb)


def test_recordings_of_something_else(tmp_path):
    path, lines = tmp_path / "a.jsonl.gz", own_recording("nim")
    assert "is a recording of nim, not of hex" in refused("hex", write(path, lines))
    for header in ({**lines[0], "parameters": {"pile_sizes": "many"}}, {"schema": "openspiel-traj-1", "name": "nim"}):
        refused("nim", write(path, [header, *lines[1:]]))
    refused("nim", write(path, [*lines[:2], {"game": 1, "returns": [1, -1]}]))
    header, *played = own_recording("hex")
    for changed in ({"swap": "True"}, {"num_rows": "x"}):
        refused("hex", write(path, [{**header, "parameters": header["parameters"] | changed}, *played]))


# ---------------------------------------------------------------------------------------------------------------------
# the command

TAKEN = [  # a recording of a game in which the avatar goes to the right, and takes the only gem
    {"kind": "header", "game": "gem", "level": 0, "seed": 1, "policy": "random", "block": 10, "grid": [3, 1],
     "types": [["wall", "Immovable"], ["avatar", "MovingAvatar"], ["gem", "Immovable"]], "update_order": [1, 2, 0],
     "actions": ["LEFT", "RIGHT", "DOWN", "UP"]},
    {"kind": "init", "t": 0, "score": 0, "winner": -1, "end": 0,
     "d": [[0, 1, 0, 0, 0, 0, 0, 1], [1, 2, 10, 0, 0, 0, 0, 1]], "k": []},
    {"kind": "step", "t": 0, "a": "RIGHT", "r": [], "score": 2, "winner": 1, "end": 1,
     "d": [[0, 1, 10, 0, 0, 0, 1, 1]], "k": [1]},
]


@pytest.fixture
def gem(tmp_path, monkeypatch):
    """The files of a game in VGDL in the working folder: gem.txt, level.txt, wide.txt, gem.jsonl, and wrong.txt."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")
    write_gem(tmp_path)
    (tmp_path / "wide.txt").write_text("Ag g\n")
    (tmp_path / "gem.jsonl").write_text("".join(json.dumps(line) + "\n" for line in TAKEN))


def test_a_recording_of_a_game_from_files_is_replayed(gem, tmp_path, capsys):
    assert main(["vgdl", "--description", "gem.txt", "--level", "level.txt", "gem.jsonl"]) == 0
    assert capsys.readouterr().out == "vgdl: 1 steps checked, 0 differences\n"
    assert main(["vgdl", "--description", "gem.txt", "--level", "wide.txt", "gem.jsonl"]) == 1
    assert "the level yields other sprites" in capsys.readouterr().out
    (tmp_path / "gem.txt").write_text(GEM.replace("scoreChange=2", "scoreChange=3"))
    assert main(["vgdl", "--description", "gem.txt", "gem.jsonl", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["files"], found["steps"]) == ("vgdl", ["gem.jsonl"], 1)
    assert "step at tick 0, RIGHT: the score is 2 in the recording, 3 here" in found["differences"][0]


def test_the_games_of_a_folder_are_played(gem, tmp_path, capsys):
    assert main(["vgdl", "--games", "."]) == 1
    assert "no description NAME.txt with a level" in capsys.readouterr().err
    (tmp_path / "gem_lvl0.txt").write_text("Ag \n")
    (tmp_path / "gem_lvl12.txt").write_text("g.A\n")
    assert main(["vgdl", "--games", "."]) == 0
    assert capsys.readouterr().out == "vgdl: 1 games, 2 levels played, 4000 actions checked, 0 differences\n"
    (tmp_path / "gem_lvl12.txt").write_text("g..\n")
    (tmp_path / "wrong_lvl0.txt").write_text("Ag \n")
    assert main(["vgdl", "--games", "."]) == 1
    out = capsys.readouterr().out
    assert "gem, level 12, line 1 of the level: there is no avatar" in out
    assert "wrong, level 0, line 9: win=Treu is neither True nor False" in out and "2000 actions checked, 2 diff" in out


@pytest.mark.parametrize(("status", "arguments", "said"), [
    (2, ["socer", "gem.jsonl"], "there is no 'socer' here; did you mean 'soccer'?"),
    (2, ["hex", "--games", "3"], "unknown argument --games"),
    (2, ["hex", "--description", "gem.txt", "gem.jsonl"], "unknown argument --description"),
    (1, ["soccer"], "name at least one recording"),
    (1, ["soccer", "no-such-file.json.gz"], "there is no file no-such-file.json.gz"),
    (1, ["soccer", "gem.txt"], "gem.txt is not a soccer recording"),
    (1, ["tribes", "gem.jsonl", "--games", "3"], "leave out the files"),
    (1, ["tribes", "--games", "0"], "--games: must be at least 1, not 0"),
    (1, ["tribes", "--games", "folder"], "--games: 'folder' is not a whole number"),
    (1, ["vgdl", "--games", "no-such-folder"], "no-such-folder is no folder with descriptions and levels"),
    (1, ["vgdl", "gem.jsonl"], "no description of gem: name one with --description"),
    (1, ["vgdl", "--description", "none.txt", "gem.jsonl"], "the description none.txt cannot be read"),
    (1, ["vgdl", "--description", "wrong.txt", "gem.jsonl"], "line 9: win=Treu is neither True nor False"),
    (1, ["vgdl", "--description", "gem.txt", "--level", "none.txt", "gem.jsonl"], "the level none.txt cannot"),
])
def test_a_line_that_cannot_be_followed_is_refused_in_a_sentence(gem, capsys, status, arguments, said):
    assert main(arguments) == status
    [sentence] = capsys.readouterr().err.splitlines()
    assert sentence.startswith("python -m tests.conformance") and said in sentence
