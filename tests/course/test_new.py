"""Examples of one's own that ``mcts-lab new`` writes: their tests pass, and commands take what they define."""

import shlex
import tomllib

import pytest
from programs import python

from mcts_course.cli.new import KINDS
from mcts_course.templates import TRIES, write
from mcts_lab import cli


@pytest.mark.all
@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
def test_its_own_test_passes_and_what_it_says_can_be_tried(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MCTS_LAB_RESULTS", str(tmp_path / "results"))
    write(kind, f"my_{kind}")
    folder = tmp_path / f"my_{kind}"
    assert " passed" in python("-m", "pytest", "-q", "-p", "no:cacheprovider", folder=folder)
    for line in TRIES[kind]:
        command, *words = shlex.split(line.replace("example", f"my_{kind}").replace("Example", f"My{kind.title()}"))
        if command == "mcts-lab" and words[0] != "lab":  # which ends when a person says so
            words = [word.replace("standard", "quick").replace("100", "4") for word in words]
            assert python("-m", "mcts_lab", *words, folder=folder, given="quit\n")
    declared = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]
    assert declared == {"mcts_lab.plugins": {f"my_{kind}": f"my_{kind}"}}
    assert not any("xample" in path.read_text() for path in folder.rglob("*.[pct]*")
                   if path.suffix in (".py", ".csv", ".toml"))


@pytest.mark.parametrize("name, why", [("My-Game", "small letters"), ("json", "module json already exists"),
                                       ("there", "folder there already exists")])
def test_a_name_that_cannot_be_is_refused(name, why, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert cli.main(["new", "game", name]) == 1
    assert why in capsys.readouterr().err and not list((tmp_path / "there").iterdir())
