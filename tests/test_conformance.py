"""Replaying recordings of reference programs, and recordings that are not what they should be."""

import gzip
import json
import os
from pathlib import Path

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.conformance import ConformanceError, conform, files, names
from mcts_lab.conformance.boards import ADAPTERS
from mcts_lab.conformance.files import read_lines
from mcts_lab.game import TERMINAL, after, facts, legal_actions, payoff, start, text, to_move

SHARED = Path(os.environ.get("MCTS_LAB_CONFORMANCE", Path(__file__).parents[2] / "shared" / "conformance"))
RECORDINGS = {
    "tic_tac_toe": ("tic_tac_toe",),
    "connect_four": ("connect_four",),
    "othello": ("othello",),
    "breakthrough": ("breakthrough", "breakthrough6"),
    "hex": ("hex5", "hex11"),
    "nim": ("nim_misere", "nim_normal"),
}


def recording(name):
    path = SHARED / "openspiel" / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"the recording {path} is not here; set MCTS_LAB_CONFORMANCE to the folder of recordings")
    return path


def write(path, lines):
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return path


@pytest.mark.parametrize(("name", "file"), [(name, file) for name, files in RECORDINGS.items() for file in files])
def test_board_games_conform(name, file):
    report = conform(name, [recording(file)])
    assert report.differences == []
    header, records = read_lines(recording(file), "openspiel-traj-1")
    assert report.steps == sum(len(record["steps"]) for record in records) > 200


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


def test_parameters_of_the_header_choose_the_game(name):
    game = ADAPTERS[name].make({"parameters": PARAMETERS[name]})
    options = {"connect_four": {"rows": 5, "columns": 4, "line": 3}, "breakthrough": {"rows": 5, "columns": 4},
               "hex": {"size": 4}, "nim": {"piles": (2, 3, 4), "misere": True}}
    assert game == games.make(name, **options.get(name, {}))


def test_a_faithful_recording_has_no_differences(name, tmp_path):
    lines = own_recording(name)
    report = conform(name, [write(tmp_path / "a.jsonl.gz", lines), write(tmp_path / "b.jsonl.gz", lines[:2])])
    assert report.differences == []
    assert (report.game, report.files) == (name, 2)
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


def test_progress_is_reported(tmp_path):
    path = write(tmp_path / "a.jsonl.gz", own_recording("nim"))
    seen = []
    report = conform("nim", [path, path], progress=lambda *numbers: seen.append(numbers))
    assert seen == [(1, 2, report.steps // 2), (2, 2, report.steps)]


# ---------------------------------------------------------------------------------------------------------------------
# errors


def refused(name, path):
    with pytest.raises(ConformanceError) as error:
        conform(name, path)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_every_listed_game_has_a_replayer():
    assert set(RECORDINGS) <= set(names())
    for name in names():
        assert "there is no file" in refused(name, "no/such/file.jsonl.gz") or name == "soccer"


def test_unknown_game_and_no_files():
    assert "no recordings to compare 'chess' with" in refused("chess", "a.jsonl.gz")
    assert "at least one recording" in refused("hex", [])


def test_files_that_are_no_recordings(tmp_path):
    plain = tmp_path / "plain.jsonl.gz"
    plain.write_text("hello")
    assert "is not a gzip file" in refused("hex", plain)
    (tmp_path / "words.jsonl").write_text("hello")
    assert "is not a recording in JSON lines" in refused("hex", tmp_path / "words.jsonl")
    (tmp_path / "empty.jsonl").write_text("")
    assert "is not a recording of the format" in refused("hex", tmp_path / "empty.jsonl")
    assert "is not a recording of the format" in refused("hex", write(tmp_path / "a.jsonl.gz", [{"schema": "other"}]))
    assert "cannot be read" in refused("hex", tmp_path)
    whole = write(tmp_path / "b.jsonl.gz", own_recording("hex")).read_bytes()
    (tmp_path / "half.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    assert "incomplete" in refused("hex", tmp_path / "half.jsonl.gz")


@pytest.mark.parametrize("game", ["hex", "soccer"])
def test_a_small_file_that_unpacks_to_a_huge_one_is_no_recording(tmp_path, monkeypatch, game):
    bomb = tmp_path / "bomb.json.gz"
    bomb.write_bytes(gzip.compress(b"[" * 3_000_000))
    said = refused(game, bomb)
    assert "is not a recording in JSON lines" in said or "is not a soccer recording" in said
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 20)
    assert "is larger than any recording: more than 1 MB, unpacked" in refused(game, bomb)


def test_recordings_of_something_else(tmp_path):
    lines = own_recording("nim")
    path = write(tmp_path / "nim.jsonl.gz", lines)
    assert "is a recording of nim, not of hex" in refused("hex", path)
    lines[0]["parameters"] = {"pile_sizes": "many"}
    assert "whole numbers" in refused("nim", write(path, lines))
    lines = own_recording("hex")
    lines[0]["parameters"]["swap"] = "True"
    assert "the swap rule" in refused("hex", write(path, lines))
    lines[0]["parameters"] |= {"swap": "False", "num_rows": "x"}
    assert "num_rows" in refused("hex", write(path, lines))
    lines = own_recording("nim")
    del lines[2]["steps"]
    assert "does not have the form of a recorded game" in refused("nim", write(path, lines))
    del lines[0]["parameters"]
    assert "does not have parameters" in refused("nim", write(path, lines))
