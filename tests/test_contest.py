"""Contests: games judged outside of the agents' processes, whatever those do; ratings; a page with games."""

import json
import re

import pytest

from mcts_lab import cli, games
from mcts_lab.course import contest, duels, sandbox
from mcts_lab.game import TERMINAL, legal_actions, payoff, position_after, to_move

GOOD = """from mcts_lab.game import legal_actions
def policy(game, state, rng): return rng.choice(legal_actions(game, state))"""
FIRST = "from mcts_lab.game import legal_actions\ndef choose(game, state, rng): return legal_actions(game, state)[0]"
BLIND = "def evaluate(game, state, player): return 0.0"
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
    "nothing": ("x = 1", "defines none of"),
    "peeks": ("from mcts_lab.textbook import uct\ndef choose(game, state, rng): return 0", "Refused"),
    "cheats": ("def choose(game, state, rng):\n    import mcts_lab.game as g\n    g.payoff = lambda *a: 1.0\n"
               "    return 100", "not a legal action"),
}


@pytest.fixture(scope="module")
def rooms():
    try:
        with sandbox.Sandbox(megabytes=1000) as made:
            yield made
    except ValueError as error:
        pytest.skip(str(error))


def agent(folder, name, source, rooms):
    (folder / f"{name}.py").write_text(source)
    return contest.Agent(folder / f"{name}.py", rooms, 2)


def test_hostile_agents_lose_with_a_sentence_and_their_opponents_are_not_harmed(rooms, tmp_path):
    good = agent(tmp_path, "good", FIRST, rooms)
    for name, (source, said) in HOSTILE.items():
        bad = agent(tmp_path, name, source, rooms)
        [one] = contest.contest("tic_tac_toe", {}, [bad, good], 1, 1)[:1]
        assert re.search(f"^{name} loses: .*({said})", one.reason), (name, one.reason)
        assert one.reason.count("\n") == 0 and one.payoffs == (-1, 1)
        assert bad.process is None and good.process is None
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"{name}.py" for name in [*HOSTILE, "good"])


def test_games_are_legal_paired_and_won_on_the_board(rooms, tmp_path):
    players = [agent(tmp_path, name, source, rooms) for name, source in (("good", GOOD), ("blind", BLIND))]
    played = contest.contest("tic_tac_toe", {}, players, 2, 3)
    assert [one.start for one in played] == [0, 0, 1, 1] and not any(one.reason for one in played)
    game = games.tic_tac_toe()
    for one, other in zip(played[::2], played[1::2], strict=True):
        assert one.seats == other.seats[::-1] and one.actions[:duels.OPENING] == other.actions[:duels.OPENING]
    for one in played:
        for i, action in enumerate(one.actions):
            assert action in legal_actions(game, position_after(game, one.actions[:i]))
        end = position_after(game, one.actions)
        assert to_move(game, end) == TERMINAL and one.payoffs == (payoff(game, end, 0), payoff(game, end, 1))
    assert duels.points(played, "good") + duels.points(played, "blind") == 4
    again = contest.contest("tic_tac_toe", {}, players, 2, 3)
    assert again == played, "the same seed, the same games"


def test_an_evaluation_and_a_policy_are_played_by(rooms, tmp_path):
    """A search two plies deep takes the win that it sees; so does one by playouts."""
    game = games.tic_tac_toe()
    won = [0, 3, 1, 4]  # x wins at 2
    for name, source in (("blind", BLIND), ("good", GOOD)):
        with agent(tmp_path, name, source, rooms) as one:
            assert one.move(game, "tic_tac_toe", {}, won, 5) == 2


def test_the_command_writes_a_page_of_the_table_and_the_best_games(tmp_path, capsys, rooms):
    folder, out = tmp_path / "agents", tmp_path / "contest.html"
    folder.mkdir()
    for name, source in (("good", GOOD), ("first<b>", FIRST), ("syntax", "def choose(")):
        (folder / f"{name}.py").write_text(source)
    words = ["contest", str(folder), "--game", "tic_tac_toe", "--pairs", "1", "--seed", "1", "--out", str(out)]
    assert cli.main(words) == 0
    text = out.read_text()
    assert "first&lt;b&gt;" in text and "first<b>" not in re.sub(r"<script>.*?</script>", "", text, flags=re.S)
    films = [json.loads(found) for found in re.findall(r'labLocal\(document.getElementById\("game\d"\), (.*?)\);</scri',
                                                       text)]
    assert films and all("wins" in film["frames"][-1]["words"] or "draw" in film["frames"][-1]["words"]
                         for film in films)
    assert "syntax loses: its file cannot be run: SyntaxError" in capsys.readouterr().out
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", text)
    assert cli.main(words) == 1 and "already" in capsys.readouterr().err
    assert cli.main(["contest", str(tmp_path), "--out", str(tmp_path / "n")]) == 1
    assert "no agent in" in capsys.readouterr().err
    assert cli.main(["contest", str(folder), "--game", "spades", "--out", str(tmp_path / "n")]) == 1
    assert "is no game for a contest" in capsys.readouterr().err


def test_an_agent_passes_with_more_than_half_of_the_points(tmp_path, capsys, rooms):
    for name, source in (("good", GOOD), ("syntax", "def choose(")):
        (tmp_path / f"{name}.py").write_text(source)
    assert cli.main(["contest", str(tmp_path), "--game", "tic_tac_toe", "--pairs", "4", "--beat", "2", "--seed", "2",
                     "--out", str(tmp_path / "c.html")]) == 0
    said = capsys.readouterr().out
    assert "good: passed" in said and "syntax: not passed, 0 of 8 points" in said and "good 8 : 0 syntax" not in said
