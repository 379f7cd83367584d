"""The command line: help with examples, JSON, and one clear sentence for everything that can go wrong."""

import contextlib
import errno
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sample_paper
from programs import ROOT, python
from small_vgdl import write_gem

from mcts_lab import cli, games
from mcts_lab.cli import commands
from mcts_papers import registry as papers

MOMENTS = {
    "play": (["connect_four"], "mcts_lab.cli.play", 2),
    "figures": (["--budget", "quick", "--workers", "2"], "joblib", 1),
    "run": (["runnels2023_self_play", "--budget", "standard", "--workers", "2"], "joblib", 1),
    "grade": (["."], "mcts_course.sandboxes.sandbox", 4),
    "questions": (["cut_leaves", "--number", "500", "--page", "made.html"], "mcts_course.quizzes.quiz", 0.5),
    "contest": (["agents", "--game", "tic_tac_toe"], "mcts_course.contests.contest", 3),
}


STOPPED = """
import os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt(module, seconds):
    while module not in sys.modules:
        time.sleep(0.01)
    time.sleep(float(seconds))
    os.killpg(0, signal.SIGINT)  # as a terminal does
threading.Thread(target=interrupt, args=sys.argv[1:3], daemon=True).start()
from mcts_lab import cli
status = cli.main(sys.argv[3:])
sys.exit(status)
"""


@pytest.fixture
def refused(capsys):
    """Run a command that must be refused; returns its sentence."""

    def run(*arguments, status=1):
        assert cli.main([str(a) for a in arguments]) == status
        lines = capsys.readouterr().err.replace("\r", "\n").splitlines()
        said = [line for line in lines if line.startswith("mcts-lab")]
        assert len(said) == 1, lines
        assert "Traceback" not in said[0] and "Unexpected" not in said[0]
        return said[0]

    return run


# --- help and JSON ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", commands())
def test_every_command_explains_itself_with_an_example_that_parses(command, capsys):
    assert cli.main([command, "--help"]) == 0
    printed = capsys.readouterr().out
    example = re.search(r"Example:\n  (mcts-lab .*)\n", printed).group(1)
    words = shlex.split(example)
    assert words[1] == command
    cli.parser().parse_args(words[1:])
    for option in re.findall(r"^  (--[a-z]+)", printed, re.M):
        assert re.search(rf"{option}[^\n]*(\n {{10,}}\S|  \S)", printed), f"{option} is not explained"


def test_lists_as_json(capsys):
    assert cli.main(["list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [game["name"] for game in listed["games"]] == games.names()
    assert listed["games"][games.names().index("hex")]["options"]["size"] == 11
    assert [paper["name"] for paper in listed["papers"]] == list(papers.drawn())


@pytest.mark.all
@pytest.mark.compiled
def test_a_lesson_and_a_method_are_compiled_beforehand(tmp_path, monkeypatch, capsys):
    from mcts_course.jupyter import notebooks

    cell = ("from mcts_lab import UCT, games, start\n"
            "UCT(fpu=0.5).search(games.nim(), start(games.nim()), iterations=5, seed=1)")
    path = tmp_path / "12_mine.ipynb"
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "12_mine.py").write_text(f"# %%\n{cell}\n")
    (tmp_path / "glossary.md").touch()
    monkeypatch.setattr(notebooks, "find", lambda name: path)
    monkeypatch.setenv("MCTS_LAB_CACHE", str(tmp_path / "cache"))
    assert cli.main(["compile", "--lesson", "12"]) == 0
    assert "12_mine: ready" in capsys.readouterr().out
    found = [set(tmp_path.rglob("*.code"))]
    for method in ("UCT(fpu=0.5)", "UCT(selection=UCB1(0.3), value=MixMax(0.5))"):
        assert "Nim: ready" in python("-m", "mcts_lab", "compile", "nim", "--method", method)
        found.append(set(tmp_path.rglob("*.code")))
    assert found[0] and found[0] == found[1] < found[2]


# --- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fgures", "'figures'?"), ("run x --worker 2", "'--workers'?"), ("run x --budget quik", "'quick'?"),
        ("run x --budget -1", "'-1'"), ("run x --workers 0", "0"), ("run x --workers two", "'two'"),
        ("play hex --iterations -5", "-5"),
        ("play hex --iterations clob", "Did you mean 'club'"),
        ("play hex --seed -5", "-5"), ("play hex -o size", "NAME=VALUE"),
        ("list game", "'games'?"), ("", "COMMAND"),
    ],
)
def test_a_senseless_line_is_refused(refused, line, said):
    assert said in refused(*line.split(), status=2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play hex --against mtcs", "'mcts'?"),
        ("play connect4", "'connect_four'?"), ("play hex -o sise=5", "'size'?"), ("play hex -o size=-1", "hex: "),
        ("play hex -o size=big", "'big'"), ("play connect_four -o rows=1.5", "1.5"),
        ("play connect_four -o rows=true", "True"), ("play nim -o piles=[1.5]", "piles"),
        ("play dou_dizhu -o quads=perhaps", "quads"), ("play hex --level 0", "VGDL"), ("play hex --seat 2", "0 to 1"),
        ("figures sample200", "'sample2000'?"), ("figures sample2000/tabel1", "'table1'?"),
        ("report zzz", "one of sample2000"), ("compile --lesson 99", "'99'"), ("compile", "Name a game"),
        ("compile nim --method UTC()", "'UCT'?"), ("run sample_game", "'sample_games'?"),
    ],
)
def test_an_unknown_name_or_value_is_refused(checkout, refused, line, said):
    assert said in refused(*line.split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_output_to_a_full_disk_is_refused_in_a_sentence():
    with open("/dev/full", "w") as full:
        outcome = subprocess.run([sys.executable, "-m", "mcts_lab", "list", "games"], cwd=ROOT, stdout=full,
                                 stderr=subprocess.PIPE, text=True)
    assert outcome.returncode == 1
    assert outcome.stderr.startswith("mcts-lab: Cannot read or write") and outcome.stderr.count("\n") == 1


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS])
def test_figures_on_a_disk_that_cannot_be_written_keep_what_there_was(checkout, refused, monkeypatch, code):
    assert cli.main(["figures", "--workers", "1"]) == 0
    before = {path: path.read_bytes() for path in (checkout / "figures").rglob("*.*")}
    (checkout / "data" / "paper" / "sample2000_table1.csv").write_text(sample_paper.PUBLISHED.replace("9", "8"))

    def broken(*args, **kwargs):
        raise OSError(code, os.strerror(code), str(checkout / "figures" / "x"))

    monkeypatch.setattr(os, "replace", broken)
    said = refused("figures", "sample2000/table1")
    assert os.strerror(code) in said and "figures" in said
    assert {path: path.read_bytes() for path in (checkout / "figures").rglob("*.*")} == before


def test_what_nobody_foresaw_says_how_to_find_it(checkout, capsys, monkeypatch):
    monkeypatch.setattr(papers, "drawn", lambda: 1 / 0)
    assert cli.main(["list", "papers"]) == 1
    assert "Unexpected ZeroDivisionError" in capsys.readouterr().err
    with pytest.raises(ZeroDivisionError):
        cli.main(["list", "papers", "--debug"])


# --- stopping --------------------------------------------------------------------------------------------------------


SLOW = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have switched it off
sys.path.insert(0, {tests!r})
import sample_paper
from mcts_lab import cli
from mcts_papers import registry as papers
papers.declared = lambda: sample_paper.DECLARED
quickly = sample_paper.run_task
def slowly(task):
    if task.parameters["depth"] == 2:
        print("second task", flush=True)
        time.sleep(60)
    return quickly(task)
sample_paper.PAPER = sample_paper.PAPER._replace(
    experiments=(sample_paper.PAPER.experiments[0]._replace(run_task=slowly),))
sys.exit(cli.main(["run", "sample_games", "--workers", "1"]))
"""


OWN = {  # modules of somebody's own: what is said of the thing that is asked for
    ("zero", "1 / 0", "G"): "module zero cannot be imported.* ZeroDivisionError: division by zero",
    ("syntax", "def (", "G"): r"module syntax cannot be imported.* SyntaxError: .*syntax\.py, line 1\)",
    ("bare", "raise Exception", "G"): "module bare cannot be imported.* Exception",
    ("odd", "raise BaseException('two\\nlines')", "G"): "module odd cannot be imported.* BaseException: two lines",
    ("ends", "import sys; sys.exit(3)", "G"): "module ends cannot be imported.* SystemExit: 3",
    ("silent", "raise SystemExit", "G"): "module silent cannot be imported.* SystemExit",
    ("lacks", "import nothing_of_the_kind", "G"): "^mcts-lab: There is no .*'lacks:G'.*nothing_of_the_kind",
    ("wrong", "raise AttributeError('x')", "G"): "module wrong cannot be imported.* AttributeError: x",
    ("number", "G = 5", "G"): "^mcts-lab: .*number:G.* is not a (game|search)",
    ("made", "class G:\n    def __init__(self):\n        raise RuntimeError('no')", "G"): "made.py, line 3: no$",
    ("quits", "class G:\n    def __init__(self):\n        raise SystemExit(4)", "G"):
        r"^mcts-lab: quits\.py, line 3 ended the command \(SystemExit: 4\)",
    ("a b", "", "G"): "^mcts-lab: .*'a b:G'.* is not (the name of a module|written as a call. Give a search such as)",
}


@pytest.mark.parametrize(("module", "code", "name"), OWN)
@pytest.mark.parametrize("words", ["{} UCT() UCT()", "tic_tac_toe {} UCT()"], ids=["game", "search"])
def test_an_error_in_a_module_of_ones_own_names_it(tmp_path, monkeypatch, refused, words, module, code, name):
    (tmp_path / f"{module}.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    try:
        said = refused("duel", *(word.format(f"{module}:{name}") for word in words.split()), "--games", 2)
    finally:
        sys.modules.pop(module, None)
    assert re.search(OWN[module, code, name], said), said


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_ctrl_c_keeps_what_was_finished(checkout, capsys):
    code = SLOW.format(tests=str(ROOT / "tests"))
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    try:
        assert process.stdout.readline() == "second task\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "mcts-lab: Stopped" in said and "Traceback" not in said
    assert cli.main(["run", "sample_games", "--workers", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["computed"] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="pipes differ")
def test_a_reader_that_has_seen_enough_is_no_error():
    code = "import sys; from mcts_lab import cli; sys.exit(cli.main(['list', 'games']))"
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.fixture
def gem(tmp_path, monkeypatch):
    """The files of a game in VGDL in the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")
    write_gem(tmp_path)


# --- playing ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def play(monkeypatch, capsys):
    """Play with the given answers; returns the exit status, what was printed and the error."""
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")

    def run(answers, *arguments, terminal=False):
        stream = io.StringIO("".join(f"{answer}\n" for answer in answers))
        stream.isatty = lambda: terminal
        monkeypatch.setattr(sys, "stdin", stream)
        status = cli.main(["play", *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def names_at_start(game):
    from mcts_lab.game import legal_actions, start

    game = games.make(game)
    state = start(game, 0)
    return [game.action_name(state, action) for action in legal_actions(game, state)]


@pytest.mark.parametrize("game", games.names())
def test_every_game_can_be_shown_and_left(play, game):
    status, printed, _ = play(["?", "board", "quit"], game, "--against", "random", "--seed", "1")
    assert status == 0 and re.search(r"> Left\.\n$|^Game over: ", printed, re.M)
    assert "np." not in printed and "<" not in printed and "array(" not in printed


@pytest.mark.parametrize(("game", "edge"), [
    (["connect_four"], "\n......." * 6 + "\n0123456\n"), (["tic_tac_toe"], "\n  012\n0 ...\n1 ...\n2 ...\n"),
    (["hex", "-o", "size=2"], "\n   a b\n 1 . .\n 2  . .\n")])
def test_boards_have_the_numbers_of_their_actions(play, game, edge):
    status, printed, _ = play(["rules", "quit"], *game, "--against", "random", "--seed", "1")
    assert status == 0 and edge in printed
    assert len(printed.split("> ")[1]) > 100, "its rules in words"
    assert not re.search("[*`]", printed), "a terminal shows no Markdown"


@pytest.mark.parametrize(("answers", "status", "said"), [
    (["#1", "#3", "#1", "#2", "#1"], 0, "Game over: x wins"), ([], 1, "The input ended before the game was over"),
    (["nonsense"], 1, "'nonsense' is not a legal action here. Choose one of")])
def test_two_people_can_play_a_whole_game(play, answers, status, said):
    found, *printed = play(answers, "tic_tac_toe", "--against", "human")
    assert found == status and said in printed[status] and printed[1].count("\n") == status


@pytest.mark.parametrize(("answers", "arguments", "said"), [
    (["RIGHT"], ["vgdl", "--description", "gem.txt", "--level", "level.txt"], "won with a score of 2"),
    (["USE"], ["vgdl", "--description", "surround", "--level", "2"], "won with a score of 1"),
    (["USE"], ["surround", "--level", "2"], "won with a score of 1"),
    (["stand"], ["gaps", "-o", "moves=1"], "neither won nor lost, 0 of 23 cells on"),
])
def test_a_game_for_one_ends_with_how_it_ended(gem, play, answers, arguments, said):
    status, printed, _ = play(answers, *arguments, "--seed", "1")
    assert status == 0 and printed.endswith(f"Game over: {said}\n")


@pytest.mark.parametrize("against", ["mcts", "alpha_beta", "random"])
def test_an_agent_answers_and_the_counts_can_be_seen(play, against):
    first = names_at_start("tic_tac_toe")[0]
    status, printed, _ = play(["?", "board", first, "why", "quit"], "tic_tac_toe", "--against", against,
                              "--iterations", "20", "--depth", "1", "--seed", "1")
    assert status == 0
    assert ("visits   value" in printed) == (against == "mcts")
    assert "Left." in printed


def test_an_illegal_action_can_be_corrected_in_a_terminal(play):
    names = names_at_start("tic_tac_toe")
    status, printed, _ = play([names[0], names[0], "nonsense", "quit"], "tic_tac_toe", "--against", "human",
                              terminal=True)
    assert status == 0
    assert printed.count("is not a legal action here") == 2


COLUMNS, SQUARES = [f"x{i}" for i in range(7)], [f"x({row},{column})" for row in range(3) for column in range(3)]
LETTERS, BIDS, CARDS = ["a1", "B2", "b2"], ["nil", "1", "2", "3"], ["3C", "3H", "10H", "KS"]


@pytest.mark.parametrize(("names", "answers", "meant"), [
    (LETTERS, "a1 A1 b2 1 #3 #4 #0 2 c", [0, 0, 2, 0, 2, None, None, None, None]), (["7", "8", "x"], "8 1", [1, None]),
    (COLUMNS, "0 3 6 7", [0, 3, 6, None]), (SQUARES, "0,2 2", [2, None]), (BIDS, "3", [3]), (CARDS, "3 10", [None, 2]),
])
def test_actions_are_understood_by_name_and_by_what_the_board_shows(names, answers, meant):
    from mcts_lab.cli.table import choice

    assert [choice(answer, names) for answer in answers.split()] == meant


def test_what_a_player_cannot_see_is_not_shown(play):
    status, printed, _ = play(["#1", "quit"], "phantom_ttt", "--iterations", "5", "--seed", "1")
    assert status == 0
    assert "o: something you cannot see" in printed
    assert "o(" not in printed


def test_visits_do_not_show_a_hand(play):
    status, printed, _ = play(["#1", "counts", "quit"], "knockout_whist", "-o", "players=2", "--iterations", "20",
                              "--seed", "1")
    assert status == 0
    assert "The counts of Player 2 are not shown" in printed and "visits" not in printed


def test_agents_search_hidden_information_without_looking():
    from mcts_lab.cli.table import agent
    from mcts_lab.search import UCB1, ClosedLoop, SingleObserver

    arguments = cli.parser().parse_args(["play", "hex"])
    for name in ("spades", "dou_dizhu", "knockout_whist", "kuhn_poker", "phantom_ttt"):
        method = agent(games.make(name), arguments).method
        assert isinstance(method.tree, SingleObserver) and method.selection == UCB1(0.7)
    assert isinstance(agent(games.make("hex"), arguments).method.tree, ClosedLoop)


def test_alpha_beta_is_refused_where_it_would_have_to_look(play):
    status, printed, said = play(["1"], "kuhn_poker", "--against", "alpha_beta")
    assert (status, printed) == (1, "")
    assert "Alpha-beta cannot play Kuhn poker" in said and "--against mcts" in said


@pytest.mark.sampled(4, others="all")
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.parametrize("command", MOMENTS)
def test_ctrl_c_ends_every_command_with_a_sentence(tmp_path, command):
    arguments, module, seconds = MOMENTS[command]
    for needed in {module.partition(".")[0]} - {"mcts_lab"}:
        pytest.importorskip(needed)
    if command in ("grade", "contest") and not shutil.which("bwrap"):
        pytest.skip("code of students needs bubblewrap")
    if command == "grade":
        (tmp_path / "a.ipynb").write_text(json.dumps({"cells": [
            {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": None, "source":
             "def ucb1(*_): ...\nimport time\ntime.sleep(300)"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    if command == "contest":
        (tmp_path / "agents").mkdir()
        for name in "ab":
            (tmp_path / "agents" / f"{name}.py").write_text("import time\ntime.sleep(30)\ndef choose(*_): ...")
    process = subprocess.Popen(
        [sys.executable, "-c", STOPPED, module, str(seconds), command, *arguments], cwd=tmp_path, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "MCTS_LAB_PROJECT": str(ROOT), "TMPDIR": str(tmp_path),
             "MCTS_LAB_RESULTS": str(tmp_path / "results"), "MCTS_LAB_CACHE": str(tmp_path / "cache")})
    try:
        while process.poll() is None:
            time.sleep(0.05)
        with pytest.raises(ProcessLookupError):  # nothing that it has started is left
            while True:
                os.killpg(process.pid, 0)
                time.sleep(0.05)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    said = process.communicate()[0]
    assert process.returncode == 130 and "Traceback" not in said, said
    assert said.splitlines()[-1] == "mcts-lab: Stopped. Finished work is stored."
