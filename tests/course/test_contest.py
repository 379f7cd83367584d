"""Contests: games judged outside of the agents' processes, whatever those do; ratings; a page with games."""

import os
import re

import pytest
from films import films

from mcts_course.contests import contest, duels
from mcts_course.sandboxes import sandbox
from mcts_lab import cli, games
from mcts_lab.game import TERMINAL, legal_actions, position_after

pytestmark = pytest.mark.all

GOOD = """from mcts_lab.game import TERMINAL, after, legal_actions
def choose(game, state, rng):
    me = game.to_move(state)
    def wins(state, action, player):
        then = after(game, state, action)
        return game.to_move(then) == TERMINAL and game.payoff(then, player) > 0
    def loses(action):
        then = after(game, state, action)
        return any(wins(then, reply, 1 - me) for reply in legal_actions(game, then))
    legal = legal_actions(game, state)
    safe = [action for action in legal if not loses(action)]
    return next((action for action in legal if wins(state, action, me)), rng.choice(safe or legal))"""
RAW = """import gc, json, types
def choose(game, state, rng): return 0
room = next(one.__globals__ for one in gc.get_objects()
            if type(one) is types.FunctionType and one.__code__.co_filename.endswith("answering.py"))
made = {made}
room["json"] = types.SimpleNamespace(loads=json.loads, dumps=lambda one: made if isinstance(one, list) else "null")"""
FIRST = "from mcts_lab.game import legal_actions\ndef choose(game, state, rng): return legal_actions(game, state)[0]"
HOSTILE = {  # what the file does -> (its source, part of the sentence)
    "endless": ("def choose(game, state, rng):\n    while True: pass", "takes over 2 seconds"),
    "ignores": ("from signal import *\nfor one in (SIGINT, SIGTERM): signal(one, SIG_IGN)\n"
                "def choose(game, state, rng):\n    while True: pass", "takes over 2 seconds"),
    "leaves": ("import os\ndef choose(game, state, rng): os._exit(0)", "ended its process"),
    "crashes": ("import ctypes\ndef choose(game, state, rng): ctypes.string_at(0)", "ended its process"),
    "raises": ("def choose(game, state, rng): return 1 / 0", "ZeroDivisionError"),
    "illegal": ("def choose(game, state, rng): return 99", "not a legal action"),
    "words": ("def choose(game, state, rng): return 'x4'", "plays x4, which is not a legal action"),
    "memory": ("def choose(game, state, rng): return len(bytearray(10**11))", "Memory"),
    "forges": ("import json\njson.dumps = lambda *a, **k: '[[0], 1]'\ndef choose(game, state, rng): return 0",
               "cannot be read|not a legal"),
    "syntax": ("def choose(", "SyntaxError"),
    "nothing": ("x = 1", "defines no function choose"),
    "peeks": ("from mcts_lab.textbook import uct\ndef choose(game, state, rng): return 0", "Refused"),
    "cheats": ("def choose(game, state, rng):\n    import mcts_lab.game as g\n    g.payoff = lambda *a: 1.0\n"
               "    return 100", "not a legal action"),
    "half": (r"def choose(game, state, rng): raise ValueError('\ud800\n')", r"ValueError: \\ud800"),
    "sends half": (RAW.format(made=repr(r'["\ud800"]')), r"plays \\ud800, which is not a legal action"),
    "sends nothing": (RAW.format(made="'[]'"), "cannot be read"),
    "sends two": (RAW.format(made="'[0, 0]'"), "cannot be read"),
    "sends no list": (RAW.format(made="""'{"0": 1}'"""), "cannot be read"),
    "sends much": (RAW.format(made="'[' + '0,' * 10**5 + '0]'"), "over 16 kilobytes"),
    "nameless": ("def choose(game, state, rng): raise type('', (Exception,), {})()", "stops with"),
    "long name": ("def choose(game, state, rng): raise type('X' * 10**6, (Exception,), {})()", "XXXX"),
    "changes its mind": ("def choose(game, state, rng): pass\ndel choose", "cannot be read"),
}


def agent(folder, name, source, rooms):
    (folder / f"{name}.py").write_text(source)
    return contest.Agent(folder / f"{name}.py", rooms, 2)


@pytest.mark.release
def test_hostile_agents_lose_with_a_sentence_and_their_opponents_are_not_harmed(rooms, tmp_path):
    good = agent(tmp_path, "good", FIRST, rooms)
    for name, (source, said) in HOSTILE.items():
        bad = agent(tmp_path, name, source, rooms)
        [one] = contest.contest("tic_tac_toe", {}, [bad, good], 1, 1)[:1]
        assert re.search(f"^{name} loses: .*({said})", one.reason), (name, one.reason)
        assert one.reason.isprintable() and len(one.reason) < 300 and one.payoffs == (-1, 1)
        assert bad.process is None and good.process is None
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"{name}.py" for name in [*HOSTILE, "good"])


def test_games_are_legal_paired_and_won_on_the_board(rooms, tmp_path):
    players = [agent(tmp_path, name, source, rooms) for name, source in (("good", GOOD), ("first", FIRST))]
    played = contest.contest("tic_tac_toe", {}, players, 2, 3)
    assert [one.start for one in played] == [0, 0, 1, 1] and not any(one.reason for one in played)
    game = games.tic_tac_toe()
    for one, other in zip(played[::2], played[1::2], strict=True):
        assert one.seats == other.seats[::-1] and one.actions[:duels.OPENING] == other.actions[:duels.OPENING]
    for one in played:
        for i, action in enumerate(one.actions):
            assert action in legal_actions(game, position_after(game, one.actions[:i]))
        end = position_after(game, one.actions)
        assert game.to_move(end) == TERMINAL and one.payoffs == (game.payoff(end, 0), game.payoff(end, 1))
    assert duels.points(played, "good") + duels.points(played, "first") == 4
    again = contest.contest("tic_tac_toe", {}, players, 2, 3)
    assert again == played, "the same seed, the same games"


def test_the_command_writes_a_page_of_the_table_and_the_best_games(tmp_path, capsys, rooms):
    folder, out = tmp_path / "agents", tmp_path / "contest.html"
    folder.mkdir()
    for name, source in (("good", GOOD), ("first<b>", FIRST), ("syntax", "def choose(")):
        (folder / f"{name}.py").write_text(source)
    words = ["contest", str(folder), "--game", "tic_tac_toe", "--pairs", "1", "--seed", "1", "--out", str(out)]
    assert cli.main(words) == 0
    text = out.read_text()
    assert "first&lt;b&gt;" in text and "first<b>" not in re.sub(r"<script>.*?</script>", "", text, flags=re.S)
    found = films(text)
    assert found and all("wins" in film["frames"][-1]["words"] or "draw" in film["frames"][-1]["words"]
                         for film in found)
    assert "syntax loses: its file cannot be run: SyntaxError" in capsys.readouterr().out
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", text)
    assert cli.main(words) == 1 and "already" in capsys.readouterr().err
    assert cli.main(["contest", str(tmp_path), "--out", str(tmp_path / "n")]) == 1
    assert "no agents in" in capsys.readouterr().err
    assert cli.main(["contest", str(folder), "--game", "spades", "--out", str(tmp_path / "n")]) == 1
    assert "cannot be used in a contest" in capsys.readouterr().err


def test_an_agent_passes_with_more_than_half_of_the_points(tmp_path, capsys, rooms):
    for name, source in (("good", GOOD), ("syntax", "def choose(")):
        (tmp_path / f"{name}.py").write_text(source)
    assert cli.main(["contest", str(tmp_path), "--game", "tic_tac_toe", "--pairs", "4", "--beat", "2", "--seed", "2",
                     "--out", str(tmp_path / "c.html")]) == 0
    said = capsys.readouterr().out
    assert "good: passed" in said and "syntax: not passed, 0 of 8 points" in said and "good 8 : 0 syntax" not in said


def test_no_agent_has_another_ones_name(tmp_path, capsys, rooms):
    """Nor is a link, a pipe or a folder an agent, nor does any name end the contest."""
    (tmp_path / "in").mkdir()
    (tmp_path / "outside.py").write_text(FIRST)
    names = ("first", "First", "UCT of 2 iterations", "UCT of 2 iterations (mcts_lab", "a\nb", "a\\nb", "=1", "\udcfc")
    for name in names:
        (tmp_path / "in" / f"{name}.py").write_text("x = 1")
    (tmp_path / "in" / "good.py").write_text(GOOD)
    (tmp_path / "in" / "link.py").symlink_to("../outside.py")
    (tmp_path / "in" / "folder.py").mkdir()
    os.mkfifo(tmp_path / "in" / "pipe.py")
    words = ["contest", str(tmp_path / "in"), "--game", "tic_tac_toe", "--pairs", "1", "--beat", "2", "--out"]
    assert cli.main([*words, str(tmp_path / "c.html")]) == 0
    said = capsys.readouterr().out
    results = re.findall(r"^(.*): (?:not )?passed, ([\d.]+) of 2 points$", said, re.MULTILINE)
    assert len(dict(results)) == len(results) == len(names) + 4
    assert {name for name, points in results if float(points)} <= {"good"}
    for name, what in (("link", "a link"), ("folder", "a folder"), ("pipe", "a pipe")):
        assert f"{name} loses: its file cannot be read: it is {what}, and no plain file." in said
    assert duels.Ours(2).name not in {contest.Agent(f"{name}.py", rooms).name for name in names}


def test_an_empty_page_of_a_run_that_was_killed_is_written_anew(tmp_path, capsys, rooms):
    """What has content, or is no plain file, stays."""
    (tmp_path / "a.py").write_text(FIRST)
    (tmp_path / "b.py").write_text(FIRST)
    words = ["contest", str(tmp_path), "--game", "tic_tac_toe", "--pairs", "1", "--seed", "1", "--out"]
    (tmp_path / "killed.html").touch()
    assert cli.main([*words, str(tmp_path / "killed.html")]) == 0
    assert (tmp_path / "killed.html").read_text().endswith("</html>\n")
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("mine", "link", ".", os.devnull):
        assert cli.main([*words, str(tmp_path / name)]) == 1 and "already exists" in capsys.readouterr().err
    assert (tmp_path / "mine").read_text() == "mine" and not (tmp_path / "nowhere").exists()
    with open(tmp_path / "used.html", "a") as file:
        sandbox.lock(file.fileno())
        assert cli.main([*words, str(tmp_path / "used.html")]) == 1
    assert "Another run writes to" in capsys.readouterr().err and (tmp_path / "used.html").exists()
