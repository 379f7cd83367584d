"""The rows of ``python -m benchmarks``: they measure the same work on both sides."""


import json

import pytest

from benchmarks import rows as speed
from benchmarks.__main__ import main


def test_rows_as_json(capsys, monkeypatch):
    monkeypatch.setattr(speed, "SECONDS", 0.0)
    monkeypatch.setattr(speed, "ROWS", tuple(row._replace(playouts=1) for row in speed.ROWS))
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")
    assert main(["soccer", "--rounds", "1", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)[0]
    assert row["unit"] == "plays" and row["ours"] > 0 and row["ratio"] is None


@pytest.mark.parametrize(("status", "arguments", "said"), [
    (2, ["--against", "openspeil"], "Did you mean 'openspiel'?"),
    (1, ["hxe"], "Did you mean 'hex'?"),
    (1, ["soccer", "--against", "mean"], "measures games of its own"),
    (1, ["hex", "--matches"], "name no game"),
    (1, ["--count", "hxe"], "Did you mean 'hex'?"),
    (1, ["--before", "HEAD"], "add --count"),
    (1, ["--count", "--before", "no-such-commit"], "no-such-commit"),
])
def test_a_line_that_cannot_be_followed_is_refused_in_a_sentence(status, arguments, said, capsys):
    assert main(arguments) == status
    [sentence] = capsys.readouterr().err.splitlines()
    assert sentence.startswith("python -m benchmarks: ") and said in sentence
