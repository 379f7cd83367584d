"""Commands of the course where no process can be started, as in a browser, and the list of the lessons there."""

import pytest

from mcts_course.jupyter import notebooks
from mcts_course.sandboxes.sandbox import Sandbox
from mcts_course.website import build
from mcts_lab import cli


@pytest.mark.parametrize("words", [
    ["grade", "{}", "--out", "{}/marks.csv"], ["contest", "{}", "--game", "nim", "--out", "{}/contest.html"],
    ["lab"], ["site", "--out", "{}/site"],
])
def test_commands_with_processes_say_that_they_run_elsewhere(in_a_browser, tmp_path, capsys, words):
    for name in ("one.py", "other.py"):
        (tmp_path / name).write_text("def choose(game, state, seconds):\n    return 0\n", encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    assert cli.main([word.format(tmp_path) for word in words]) == 1
    said = capsys.readouterr().err
    assert "is not possible in a browser" in said and "on a computer with mcts_lab installed" in said
    assert said.count("\n") == 1 and sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("call", [
    Sandbox, lambda: build.build("nowhere"), lambda: notebooks.run_cells(None, ".", "a lesson"),
])
def test_so_do_their_functions(in_a_browser, call):
    with pytest.raises(RuntimeError, match="is not possible in a browser"):
        call()
