"""The table of ``python -m benchmarks --compile``, and the rules that are made up for it."""

import importlib
import json

import pytest

from benchmarks import compile_times as bench
from benchmarks.__main__ import main
from benchmarks.generated import UNIT, source
from mcts_lab import UCT, facts, games, start
from mcts_lab.checking import check_game


def test_generated_rules_have_so_many_lines_and_keep_to_what_a_game_is():
    rules = importlib.import_module("benchmarks.generated.lines_300")
    text = source(300)
    assert text.count("@unit") == 300 // UNIT
    bodies = text.split("-> int:\n")[1:]
    assert len(set(bodies)) == len(bodies)
    assert abs(sum(body.partition("    return found")[0].count("\n") for body in bodies) - 300) <= 2 * len(bodies)
    game = rules.Lines(plays=6)
    assert check_game(game, games=3).right
    assert UCT().search(game, start(game), iterations=5, seed=1, compiled=False).iterations == 5
    for wrong in ("lines_0", "lines_many", "another"):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(f"benchmarks.generated.{wrong}")


def test_each_row_is_measured_twice_in_processes_of_its_own(monkeypatch, capsys):
    jobs, folders = [], set()

    def run(job, folder):
        jobs.append(json.loads(job))
        folders.add(folder)
        return {"cold": [4.0 - len(jobs), 4.5], "variant": [1.0, 1.0], "size": None, "agents": None}

    monkeypatch.setattr(bench, "_in_a_process", run)
    main(["--compile", "hex"])
    assert jobs == [["hex", {"size": 11}, {"size": 7}]] * 2 and len(folders) == 1
    row = capsys.readouterr().out.splitlines()[1]
    assert row.split() == ["hex", "3.0", "(4.5)", "1.0", "(1.0)", "-", "-", "2.0", "(4.5)"]
    jobs.clear()
    main(["--compile", "--lines", "100", "200", "--json"])
    assert [row["game"] for row in json.loads(capsys.readouterr().out)] == ["100 lines", "200 lines"]
    assert [job[0] for job in jobs] == [100, 100, 200, 200]


@pytest.mark.parametrize("words, said", [
    (["--lines", "100"], "add --compile"),
    (["--compile", "hex", "--lines", "100"], "name none"),
    (["--compile", "tic_tac_tow"], "tic_tac_tow"),
])
def test_what_cannot_be_measured_is_said_in_one_sentence(words, said, capsys):
    assert main(words) != 0
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("name", bench.ROWS)
def test_other_sizes_are_of_the_same_type(name):
    options, other = bench.ROWS[name]
    if other is not None:
        one, another = games.make(name, **options), games.make(name, **other)
        assert facts(one).dtype == facts(another).dtype and type(one) is type(another)


@pytest.mark.compiled
def test_a_row_is_measured_from_nothing(tmp_path):
    found = bench._in_a_process(json.dumps(["tic_tac_toe", {}, {}]), str(tmp_path))
    assert set(found) == {"cold", "variant", "size", "agents"} and found["agents"] is None
    assert all(processor > 0 and clock > 0 for processor, clock in (found["cold"], found["variant"]))
    assert found["size"][0] < found["variant"][0]  # nothing is compiled
