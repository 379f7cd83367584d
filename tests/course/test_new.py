"""Examples of one's own that ``mcts-lab new`` writes: their tests pass, and commands take what they define."""

import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from mcts_course.cli.new import KINDS
from mcts_course.templates import TRIES, write
from mcts_lab import cli

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Write an example of a kind; returns a function that runs Python in its folder."""
    monkeypatch.chdir(tmp_path)

    def make(kind):
        write(kind, f"my_{kind}")
        known = os.environ | {"PYTHONPATH": str(ROOT), "MCTS_LAB_RESULTS": str(tmp_path / "results")}

        def ran(*words):
            done = subprocess.run([sys.executable, *words], cwd=tmp_path / f"my_{kind}", env=known, input="quit\n",
                                  capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
            return done.stdout

        return ran

    return make


@pytest.mark.all
@pytest.mark.compiled
@pytest.mark.parametrize("kind", KINDS)
def test_its_own_test_passes_and_what_it_says_can_be_tried(kind, made, tmp_path):
    ran = made(kind)
    assert " passed" in ran("-m", "pytest", "-q", "-p", "no:cacheprovider")
    for line in TRIES[kind]:
        command, *words = shlex.split(line.replace("example", f"my_{kind}").replace("Example", f"My{kind.title()}"))
        if command == "mcts-lab" and words[0] != "lab":  # which ends when a person says so
            words = [word.replace("standard", "quick").replace("100", "4") for word in words]
            assert ran("-m", "mcts_lab", *words)
    declared = tomllib.loads((tmp_path / f"my_{kind}" / "pyproject.toml").read_text())["project"]["entry-points"]
    assert declared == {"mcts_lab.plugins": {f"my_{kind}": f"my_{kind}"}}
    assert not any("xample" in path.read_text() for path in (tmp_path / f"my_{kind}").rglob("*.[pct]*")
                   if path.suffix in (".py", ".csv", ".toml"))


@pytest.mark.all
def test_a_paper_of_ones_own_gets_a_page_a_figure_and_a_table(made, tmp_path):
    ran = made("paper")
    ran("-m", "mcts_lab", "run", "my_paper:REGRET", "--workers", "1")
    ran("-m", "mcts_lab", "figures", "my_paper:PAPER", "--budget", "quick", "--out", "figures")
    ran("-m", "mcts_lab", "report", "my_paper:PAPER", "--budget", "quick", "--page", "report.html")
    folder = tmp_path / "my_paper"
    assert {path.name for path in (folder / "figures" / "my_paper").iterdir()} >= {"figure1.svg", "table1.csv"}
    page = (folder / "report.html").read_text()
    assert page.count("my_paper-") >= 3 and "UCB1-Tuned is not very sensitive" in page


@pytest.mark.parametrize("name, why", [("My-Game", "small letters"), ("json", "module json already exists"),
                                       ("there", "folder there already exists")])
def test_a_name_that_cannot_be_is_refused(name, why, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert cli.main(["new", "game", name]) == 1
    assert why in capsys.readouterr().err and not list((tmp_path / "there").iterdir())
