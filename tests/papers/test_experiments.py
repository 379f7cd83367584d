"""Matches, tournaments, sweeps, the store of results, and running in parallel."""

import errno
import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from mcts_lab import AlphaBeta
from mcts_lab import game as protocol
from mcts_lab.engine.distinct import changed
from mcts_lab.matches import (
    Experiment,
    Fixture,
    Task,
    arrangements,
    by_seat,
    fixtures,
    grid,
    play_game,
    play_match,
    round_robin,
    spawned,
    tally,
)
from mcts_lab.matches.sweep import variants
from mcts_lab.matches.tournament import cross_table
from mcts_lab.players import RandomPlayer, ScriptedPlayer, SearchPlayer, describe, label
from mcts_lab.search import UCT
from mcts_papers.store import ResultsError, RunError, Store, audit, load, provenance, run, status
from mcts_papers.store import store as store_module
from mcts_papers.store.store import Header, Record

ROOT = Path(__file__).resolve().parents[2]


# A race: from a drawn start, players in turn add 1 or 2 (or step back with 0, which repeats a position); whoever first
# reaches the goal wins and the others lose.


class Race(protocol.Game):
    goal: int = 10
    players: int = 2

    def facts(self):
        return protocol.Facts(name="race", title="Race", players=self.players, actions=3, branching=3, length=1000,
                              low=-1.0, high=1.0, dtype=STATE)

    def reset(self, state, rng):
        state["sum"] = protocol.below(rng, 4)
        state.mover = 0
        state.plays = 0

    def to_move(self, state):
        return protocol.TERMINAL if int(state["sum"]) >= self.goal else int(state.mover)

    def legal(self, state, out):
        out[:3] = [1, 2, 0]
        return 3

    def play(self, state, action, rng):
        state["sum"] += action
        state.mover = (int(state.mover) + 1) % self.players
        state.plays += 1

    def payoff(self, state, player):
        return 1.0 if (int(state.mover) - 1) % self.players == player else -1.0

    def key(self, state):
        return np.uint64(int(state["sum"]) * 8 + int(state.mover))


STATE = np.dtype([("sum", np.int16), ("mover", np.int8), ("plays", np.int16)], align=True)


# A random event between turns: the race with a die thrown before each turn, which adds to the sum.


def always(action, name=None):
    return ScriptedPlayer(lambda game, state, seed: action, name or f"always {action}")


def by_luck(name):
    return ScriptedPlayer(lambda game, state, seed: 1 + seed % 2, name)


class Guess(NamedTuple):
    """A search method for tests: no search at all."""

    depth: int = 1
    inner: Race = Race()

    def search(self, game, state, seed=None, iterations=1):
        class Result:
            action = 1 + (seed + iterations + self.depth) % 2
            value = np.float64(0.25)
            nodes = iterations
        return Result


# --- players ----------------------------------------------------------------------------------------------------------


def test_a_search_player_is_described_by_its_method_and_budget():
    player = SearchPlayer(Guess(depth=3), iterations=50)
    method = {"is": "Guess", "depth": 3, "inner": {"is": "Race", "goal": 10, "players": 2}}
    assert player.describe() == {"player": "search", "name": player.name, "iterations": 50, "method": method}
    assert player.name == "Guess(depth=3), iterations=50"
    assert label(Guess(inner=Race(players=3))) == "Guess(inner=Race(players=3))"
    plain, scouting = describe(AlphaBeta(3)), describe(AlphaBeta(3, scout=True))  # stored before it could scout
    assert "scout" not in plain and scouting == plain | {"scout": True}
    weights = np.arange(100.0)  # a large array is described by its content
    assert describe(weights.copy()) == describe(weights) != describe(weights + 1)


# --- one game ---------------------------------------------------------------------------------------------------------


def test_a_game_ends_by_the_rules_and_says_who_won():
    position = protocol.start(Race(), 0)
    position["sum"] = 0
    before = position.tobytes()
    row = play_game(Race(), [always(1), always(2)], 1, beginning=position)
    # 0 1 3 4 6 7 9 10: the first player reaches ten
    assert row == {"seat_0": "always 1", "seat_1": "always 2", "payoff_0": 1.0, "payoff_1": -1.0, "plays_0": 4,
                   "plays_1": 3, "plays": 7, "ending": "rules"}
    assert position.tobytes() == before


@pytest.mark.parametrize(("goal", "options", "ending", "plays", "payoff"), [
    (10, {"repetition": 1, "limit": 50}, "repetition", 2, 0.0),
    (10, {"repetition": 2, "limit": 50}, "repetition", 4, 0.0),
    (10, {"limit": 9, "unfinished": -1}, "limit", 9, -1.0),
    (0, {"repetition": 1, "limit": 1}, "rules", 0, -1.0),  # decided before anything is repeated
])
def test_repetitions_and_the_length_limit_end_a_game(goal, options, ending, plays, payoff):
    row = play_game(Race(goal), [always(0), always(0, "idler")], 1, **options)
    assert (row["ending"], row["plays"], row["payoff_0"]) == (ending, plays, payoff)


def test_moves_are_recorded_with_what_the_search_tells():
    row = play_game(Race(), [SearchPlayer(Guess(), iterations=7), RandomPlayer()], 4, moves=True, limit=30)
    assert len(row["moves"]) == row["plays"]
    first, second = row["moves"][:2]
    assert (first["seat"], first["nodes"], first["value"]) == (0, 7, 0.25)
    assert set(second) == {"seat", "action", "seconds"}
    plain = play_game(Race(), [SearchPlayer(Guess(), iterations=7), RandomPlayer()], 4, limit=30)
    assert plain == {k: v for k, v in row.items() if k != "moves"}


def test_players_with_a_memory_sit_down_for_each_game_and_watch_it():
    seated = []

    class Rememberer:
        name = "rememberer"

        def sit(self, game, seat, seed):
            seated.append([])
            return self

        def watch(self, game, state, action):
            seated[-1].append(action)

        def choose(self, game, state, seed):
            return 2

    rows = play_match(Race(), [Rememberer(), always(1)], 2, seed=3)
    assert [len(seen) for seen in seated] == [row["plays"] for row in rows] and {*seated[0]} == {1, 2}


# --- matches ----------------------------------------------------------------------------------------------------------


def test_sides_are_swapped_on_the_same_start():
    rows = play_match(Race(), [by_luck("a"), by_luck("b")], 12, seed=5)
    assert [row["seat_0"] for row in rows] == ["a", "b"] * 6
    assert [row["start"] for row in rows] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    starts = [row["sum"] for row in play_match(Race(), [always(2), always(2, "b")], 12, seed=5, limit=1,
                                                measure=lambda game, state: {"sum": int(state["sum"])})]
    assert starts[::2] == starts[1::2]
    assert len(set(starts)) > 1


def test_a_game_does_not_depend_on_the_games_before_it():
    players = [by_luck("a"), by_luck("b")]
    whole = play_match(Race(30), players, 10, seed=5)
    assert whole[4:8] == play_match(Race(30), players, 4, seed=5, first=4)
    assert len({json.dumps(row | {"game": 0, "start": 0}) for row in whole}) > 5


def test_matches_with_the_same_starts_have_the_same_starts():
    def positions(seed, starts):
        return [row["sum"] for row in play_match(Race(), [always(1), always(2)], 20, seed, starts=starts, limit=1,
                                                  seats="fixed", measure=lambda g, s: {"sum": int(s["sum"])})]

    assert positions(1, 9) == positions(2, 9) != positions(1, 8)


def test_given_start_positions_are_taken_in_turn():
    given = [protocol.start(Race(), seed) for seed in range(3)]
    for i, position in enumerate(given):
        position["sum"] = i
    rows = play_match(Race(), [always(1), always(2)], 8, 1, starts=given, limit=1, unfinished=0,
                      measure=lambda g, s: {"sum": int(s["sum"])})
    moved = [row["sum"] - (1 if row["seat_0"] == "always 1" else 2) for row in rows]
    assert moved == [0, 0, 1, 1, 2, 2, 0, 0]


def test_seatings():
    assert arrangements(2, 2) == [(0, 1), (1, 0)]
    assert len(set(arrangements(3, 3))) == 6
    assert arrangements(4, 2) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert arrangements(4, 4) == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    assert arrangements(1, 1) == [(0,)]
    assert arrangements(3, 2, [(0, 1, 1), (1, 0, 0)]) == [(0, 1, 1), (1, 0, 0)]
    for bad in [(3, 2, "swapped"), (2, 2, "sideways"), (3, 2, [(0, 1)]), (2, 2, [(0, 2)]), (2, 2, [])]:
        with pytest.raises(ValueError, match="^[^\n]+$"):
            arrangements(*bad)


def test_rows_by_seat_count_wins_draws_and_losses():
    rows = [{"game": 0, "seat_0": "a", "seat_1": "b", "seat_2": "b", "payoff_0": -1, "payoff_1": 1, "payoff_2": 1},
            {"game": 1, "seat_0": "b", "seat_1": "a", "seat_2": "b", "payoff_0": 0, "payoff_1": 0, "payoff_2": 0}]
    assert list(by_seat(rows)["result"]) == ["loss", "win", "win", "draw", "draw", "draw"]
    table = tally(rows).set_index("player")
    assert dict(table.loc["a"]) == {"wins": 0, "draws": 1, "losses": 1, "games": 2, "points": 0.25}
    assert dict(table.loc["b"]) == {"wins": 2, "draws": 2, "losses": 0, "games": 4, "points": 0.75}
    two = {"seat_0": "a", "seat_1": "b", "payoff_0": 1.0, "payoff_1": -1.0}
    assert tally([two, *rows]).set_index("player").loc["a", "games"] == 3  # games of two and of three together


# --- tournaments and sweeps -------------------------------------------------------------------------------------------


def small_tournament(games=12, chunk=4, players=3):
    return round_robin("small", Race(), [RandomPlayer(f"r{i}") for i in range(players)], {"quick": games}, seed=2,
                       chunk=chunk, limit=40)


def test_everybody_meets_everybody_equally_often(tmp_path):
    frame = run(small_tournament(), "quick", workers=1, store=tmp_path)
    assert len(frame) == 36
    assert list(frame["fixture"].unique()) == ["r0 - r1", "r0 - r2", "r1 - r2"]
    table = cross_table(frame)
    assert table.loc["r0", "r1"] + table.loc["r1", "r0"] == pytest.approx(1)
    assert np.isnan(table.loc["r0", "r0"])
    assert set(frame["start"]) == set(range(6))


def test_rows_do_not_depend_on_how_games_are_cut_into_tasks(tmp_path):
    a = run(small_tournament(chunk=4), workers=1, store=tmp_path / "a").drop(columns="task")
    b = run(small_tournament(chunk=7), workers=1, store=tmp_path / "b").drop(columns="task")
    assert a.equals(b)


def test_a_player_more_changes_no_other_match(tmp_path):
    run(small_tournament(players=3), workers=1, store=tmp_path)
    assert status(small_tournament(players=4), store=tmp_path)[:2] == (9, 18)


def test_variants_change_fields_and_budgets():
    assert grid(c=[0.5, 1], n=[1, 2], fixed=7) == [{"c": c, "n": n, "fixed": 7} for c in (0.5, 1) for n in (1, 2)]
    players = variants(Guess(), inner__goal=[5, 6], iterations=[10, 20])
    assert [p.name for p in players][:2] == ["inner.goal=5, iterations=10", "inner.goal=5, iterations=20"]
    assert players[3].method == Guess(inner=Race(goal=6)) and players[3].budget == {"iterations": 20}


# --- running ----------------------------------------------------------------------------------------------------------


def draws(task):
    """Two random numbers from the task's seed."""
    rng = np.random.default_rng(task.seed)
    return [{"draw": i, "number": rng.random(), "whole": rng.integers(9)} for i in range(2)]


def ten(budget):
    return [Task(f"t{i:02}", {"i": i, "of": [budget]}) for i in range(10 if budget == "quick" else 12)]


TEN = Experiment("ten", ten, draws, seed=4)


def test_rows_are_the_same_with_one_and_two_workers_and_in_another_process(tmp_path):
    one = run(TEN, workers=1, store=tmp_path / "1")
    assert one.equals(run(TEN, workers=2, store=tmp_path / "2"))
    assert list(one.columns) == ["task", "i", "draw", "number", "whole"]
    assert one["number"].nunique() == 20
    assert load(TEN, store=tmp_path / "1").equals(one) and load("ten", store=tmp_path / "1").equals(one)
    assert one.attrs == {"done": 10, "total": 10, "computed": 10}
    code = ("import sys; sys.path[:0] = ['tests', 'tests/papers']; from test_experiments import TEN, run;"
            "print(run(TEN, workers=1, store=False).to_json())")
    other = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True,
                           timeout=120, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert json.loads(other.stdout) == json.loads(one.to_json())


def test_a_rerun_computes_only_what_is_missing_and_tells_how_far_it_is(tmp_path):
    run(TEN, workers=1, store=tmp_path)
    path = tmp_path / "ten" / "quick-000.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4]))
    calls, told = [], []
    counted = TEN._replace(run_task=lambda task: calls.append(task.key) or draws(task))
    again = run(counted, workers=1, store=tmp_path, progress=lambda done, total: told.append((done, total)))
    assert calls == [f"t{i:02}" for i in range(3, 10)] and told == [(i, 10) for i in range(3, 11)]
    assert again.equals(run(TEN, workers=1, store=False))


def test_changed_parameters_or_seeds_are_computed_again(tmp_path):
    run(TEN, workers=1, store=tmp_path)
    third = TEN._replace(tasks=lambda budget: [Task(t.key, {"i": 30}) if t.key == "t03" else t for t in ten(budget)])
    assert status(third, store=tmp_path)[:2] == (9, 10)
    assert list(run(third, workers=1, store=tmp_path)["i"])[6:8] == [30, 30]
    assert status(TEN._replace(seed=5), store=tmp_path)[:2] == (0, 10)


def test_other_code_is_found_by_an_audit_and_fresh_computes_everything_again(tmp_path):
    first = run(TEN, workers=1, store=tmp_path)
    other = TEN._replace(run_task=lambda task: [{"number": 1}])
    assert run(other, workers=1, store=tmp_path).equals(first)
    assert not audit.again(audit.sample([TEN], 1, "quick", store=tmp_path)[0]).differ
    assert audit.again(audit.sample([other], 1, "quick", store=tmp_path)[0]).differ
    assert set(run(other, workers=1, store=tmp_path, fresh=True)["number"]) == {1}


def test_a_task_s_seed_depends_on_its_key_alone():
    first = run(TEN, "quick", workers=1, store=False)
    more = run(TEN, "standard", workers=1, store=False)
    assert len(more) == 24
    assert list(more["number"])[:20] == list(first["number"])


def fails_at_six(task):
    if task.parameters["i"] == 6:
        raise ZeroDivisionError("six is too many.")
    return draws(task)


def test_an_audit_leaves_times_aside():
    rows = [{"x": 1.0, "seconds_0": 1, "mean": 3}]
    assert audit.differences(rows, [{"x": 1.0, "seconds_0": 2, "mean": 4}], ("mean",)) == ()
    assert audit.differences(rows, [{"x": 1, "seconds_0": 1, "mean": 3}]) == ("x",)
    assert audit.differences(rows, []) == ("rows",)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failing_task_is_named_and_the_others_are_kept(tmp_path, workers):
    with pytest.raises(RunError, match=r"^Task 't06' of ten failed: ZeroDivisionError: six is too many\. \d of 10 "
                                       r"tasks are stored\. Run again to continue with the others\.$"):
        run(TEN._replace(run_task=fails_at_six), workers=workers, store=tmp_path)
    assert status(TEN, store=tmp_path).done >= 4


def dies_once(task):
    if task.parameters["i"] == 3 and not os.path.exists(os.environ["DIED"]):
        Path(os.environ["DIED"]).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return draws(task)


@pytest.mark.all
def test_a_local_worker_that_dies_is_replaced(tmp_path, monkeypatch):
    monkeypatch.setenv("DIED", str(tmp_path / "died"))
    # new processes, which have the variable
    from joblib.externals.loky import get_reusable_executor
    get_reusable_executor().shutdown(wait=True)
    frame = run(TEN._replace(run_task=dies_once), workers=2, store=tmp_path)
    assert (tmp_path / "died").exists()
    assert frame.equals(run(TEN, workers=1, store=False))


@pytest.mark.parametrize("call", [
    lambda: run(TEN, "huge"), lambda: run(TEN, workers=0),
    lambda: run(TEN._replace(tasks=lambda b: [Task("a", {}), Task("a", {})])),
    lambda: run(TEN._replace(tasks=lambda b: [Task("a", {"f": object()})])), lambda: run(TEN._replace(name="../up")),
    lambda: play_match(Race(), [always(1), always(2)], -1), lambda: play_game(Race(), [always(7), always(1)], 1),
    lambda: play_game(Race(players=3), [always(1), always(2)], 1),
    lambda: round_robin("x", Race(), [RandomPlayer(), RandomPlayer()], 2), lambda: grid(c=[]),
    lambda: changed(Guess(), "inner.gaol", 3), lambda: SearchPlayer(Guess(), playouts=5),
    lambda: SearchPlayer(UCT(), iteration=5), lambda: SearchPlayer(Guess(), keep_tree=True),
    lambda: SearchPlayer(UCT(), iterations=30, workers=2, keep_tree=True),
    lambda: SearchPlayer(Guess(), iterations=-5), lambda: SearchPlayer("UCT"),
])
def test_bad_input_is_refused_in_one_sentence(call):
    with pytest.raises((ValueError, TypeError), match="^[^\n]{20,}$"):
        call()


TWO = """
import os, sys, time
sys.path[:0] = ["tests", "tests/papers"]
from test_experiments import TEN, draws, run

def noted(task):
    with open(sys.argv[3], "a") as file:
        file.write(f"{task.key} {sys.argv[4]}\\n")
    for _ in range(6000):  # until both runs have taken part
        with open(sys.argv[3]) as file:
            if len({line.split()[1] for line in file}) == 2:
                return draws(task)
        time.sleep(0.01)

if __name__ == "__main__":
    print("ready", flush=True)
    sys.stdin.readline()
    frame = run(TEN._replace(run_task=noted), workers=int(sys.argv[2]), store=sys.argv[1])
    print(frame.to_json())
"""


def two_runs(tmp_path, workers):
    script = tmp_path / "script.py"
    script.write_text(TWO)
    runs = [subprocess.Popen([sys.executable, str(script), str(tmp_path / "results"), str(workers),
                              str(tmp_path / "notes"), name], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             text=True, start_new_session=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
            for name in ("first", "second")]
    for one in runs:
        assert one.stdout.readline() == "ready\n"
    for one in runs:
        one.stdin.write("\n")
        one.stdin.flush()
    return runs


def test_two_runs_into_one_folder_share_the_tasks(tmp_path):
    first, second = (json.loads(one.communicate(timeout=100)[0]) for one in two_runs(tmp_path, 2))
    assert first == second == json.loads(run(TEN, workers=1, store=False).to_json())
    notes = [line.split() for line in (tmp_path / "notes").read_text().splitlines()]
    assert sorted(key for key, _ in notes) == [f"t{i:02}" for i in range(10)]
    assert {name for _, name in notes} == {"first", "second"}


def test_what_a_killed_run_had_begun_is_taken_over_at_once(tmp_path):
    killed, other = two_runs(tmp_path, 1)
    deadline = time.monotonic() + 60
    while not (tmp_path / "notes").exists() or " first" not in (tmp_path / "notes").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()
    assert json.loads(other.communicate(timeout=100)[0]) == json.loads(run(TEN, workers=1, store=False).to_json())


SESSION = """
import sys
sys.path[:0] = ["tests", "tests/papers"]
import test_experiments as t

class Walk(t.Race):
    goal: int = 12
    players: int = 2

experiment = t.fixtures("walks", [t.Fixture("m", Walk(), (t.RandomPlayer("a"), t.RandomPlayer("b")))], 12, chunk=2)
one = t.run(experiment, workers=1, store=False)
print(one.equals(t.run(experiment, workers=2, store=False)), len(one), len(one.value_counts(["plays"])) > 1)
"""


def test_a_game_defined_in_a_session_is_played_by_several_workers(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SESSION)
    done = subprocess.run([sys.executable, str(script)], cwd=ROOT, capture_output=True, text=True, timeout=120,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert (done.stdout, done.stderr) == ("True 12 True\n", "")


# --- the store --------------------------------------------------------------------------------------------------------

HEADER = Header("e", "quick", "1", 0, {})


def stored(n, note="x"):
    return [Record(f"k{i}", "f", {"i": i}, [{"a": i, "note": note}, {"b": 2.5}]) for i in range(n)]


def written(folder, n, **options):
    writer = Store(folder, **options).open(HEADER)
    for record in stored(n):
        writer.append(record)
    return folder / "e" / "quick-000.jsonl"


def test_records_come_back_and_a_header_is_written_only_when_something_changed(tmp_path):
    path = written(tmp_path, 2)
    back = Store(tmp_path).read("e", "quick")
    assert back["k1"].rows == [{"a": 1, "note": "x", "b": None}, {"a": None, "note": None, "b": 2.5}]
    Store(tmp_path).open(HEADER).append(stored(1)[0])
    assert path.read_text().count('"results"') == 1
    Store(tmp_path).open(HEADER._replace(version="2"))
    assert [h.version for h in Store(tmp_path).headers("e", "quick")] == ["1", "2"]


def refused(path, says):
    """Check that results are refused, with these words, and stay as they are."""
    before = path.read_bytes()
    for call in (lambda: Store(path.parents[1]).read("e", "quick"),
                 lambda: run(TEN._replace(name="e"), workers=1, store=path.parents[1])):
        with pytest.raises(ResultsError, match=says):
            call()
    assert path.read_bytes() == before


def packed(path):
    """The part in packed form, in its place; its path."""
    other = path.with_name(path.name + ".gz")
    other.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    path.unlink()
    return other


def test_a_packed_part_is_read_and_never_written(tmp_path):
    path = packed(written(tmp_path, 3))
    before = path.read_bytes()
    again = Store(tmp_path).open(HEADER)
    assert Store(tmp_path).read("e", "quick").keys() == {"k0", "k1", "k2"}
    again.append(stored(5)[4])
    again.append(Record("k1", "later", {}, []))
    assert path.read_bytes() == before
    assert [part.name for part in Store(tmp_path).parts("e", "quick")] == ["quick-000.jsonl.gz", "quick-001.jsonl"]
    back = Store(tmp_path).read("e", "quick")
    assert back.keys() == {"k0", "k1", "k2", "k4"} and back["k1"].fingerprint == "later"
    assert back["k2"].rows[1]["b"] == 2.5
    packed(tmp_path / "e" / "quick-001.jsonl")
    assert Store(tmp_path).read("e", "quick") == back
    assert Store(tmp_path).headers("e", "quick") == [HEADER, HEADER]


@pytest.mark.parametrize("damage", [b"no gzip at all", 20, -4, -30])
def test_a_damaged_packed_part_is_named_and_nothing_is_touched(tmp_path, damage):
    path = packed(written(tmp_path, 3))
    content = path.read_bytes()
    path.write_bytes(damage if isinstance(damage, bytes) else content[:damage])
    if damage == 20:
        path.write_bytes(content[:20] + bytes([content[20] ^ 255]) + content[21:])
    refused(path, r"^The packed results file \S+quick-000.jsonl.gz is damaged\. [^\n]*$")


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_torn_last_line_is_ignored_and_replaced(tmp_path, cut):
    path = written(tmp_path, 3)
    content = path.read_bytes()
    path.write_bytes(content[:-cut])
    assert len(Store(tmp_path).read("e", "quick")) == (3 if cut == 1 else 2)
    Store(tmp_path).open(HEADER).append(stored(3)[2])
    assert Store(tmp_path).read("e", "quick").keys() == {"k0", "k1", "k2"}
    if cut > 1:
        assert path.read_bytes() == content


def test_a_torn_header_is_replaced(tmp_path):
    path = written(tmp_path, 0)
    whole = path.read_bytes()
    path.write_bytes(whole[:20])
    assert Store(tmp_path).read("e", "quick") == {}
    written(tmp_path, 0)
    assert path.read_bytes() == whole


DAMAGED = ["{", "[1]", "3", '{"task": "k"}', "\ufffd", "{}", "", "[" * 100_000, '{"task": "\\ud800"}', "1" * 10_000]
WRONG_TYPES = [{"seconds": "fast"}, {"seconds": None}, {"seconds": float("nan")}, {"seconds": True}, {"task": ["t"]},
               {"task": 3}, {"of": None}, {"parameters": []}, {"parameters": None}, {"rows": float("nan")},
               {"rows": {}}, {"rows": [1, 2]}, {"rows": [[1], [2]]}, {"fields": "ab"}, {"fields": ["a", "a", "b"]},
               {"fields": [1, 2, 3]}]
CHANGED = [('"rows":[[1,"x",null],[null,null,2.5]]', '"rows":[[null,null,2.5]]'), ('"rows":[[1,', '"rows":[[3,')]


@pytest.mark.parametrize(("number", "damage"), [
    *((3, damage) for damage in DAMAGED + WRONG_TYPES + CHANGED), (1, {"seed": "four"}), (1, b"\xff\xfe")],
    ids=lambda value: str(value)[:30])
def test_a_damaged_line_is_named_and_nothing_is_touched(tmp_path, number, damage):
    path = written(tmp_path, 3)
    lines = path.read_bytes().split(b"\n")
    line = lines[number - 1].decode()
    if isinstance(damage, tuple):
        assert damage[0] in line
        damage = line.replace(*damage)
    elif isinstance(damage, dict):
        damage = altered(line, **damage)
    lines[number - 1] = damage if isinstance(damage, bytes) else damage.encode()
    path.write_bytes(b"\n".join(lines))
    refused(path, rf"^The results file \S+quick-000.jsonl is damaged in line {number}\. [^\n]*$")


def altered(line, **values):
    """A line of results with other values, and without its checksum."""
    data = {**json.loads(line), **values}
    data.pop("sum", None)
    return json.dumps(data)


def test_results_from_before_there_were_checksums_are_read(tmp_path):
    path = written(tmp_path, 2)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], *(altered(line) for line in lines[1:])]) + "\n")
    assert '"sum"' not in path.read_text() and len(load("e", store=tmp_path)) == 4


@pytest.mark.parametrize("newer", [{"results": 2}, {"machine": "a field of the future"}], ids=str)
def test_results_of_a_newer_version_are_named_and_kept(tmp_path, newer):
    path = written(tmp_path, 2)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([altered(lines[0], **newer), *lines[1:]]) + "\n")
    refused(path, r"^\S.*written by a newer version of mcts_lab \(line 1\)[^\n]*$")


def test_long_results_are_cut_into_parts(tmp_path):
    written(tmp_path, 20, part_bytes=600)
    parts = Store(tmp_path).parts("e", "quick")
    assert len(parts) > 3
    assert all(part.stat().st_size <= 600 for part in parts)
    assert all(part.read_text().startswith('{"results"') for part in parts)
    assert len(Store(tmp_path).read("e", "quick")) == 20


def test_a_file_in_place_of_the_folder_is_explained_before_anything_is_computed(tmp_path):
    (tmp_path / "results").write_text("")
    calls = []
    with pytest.raises(ResultsError, match=r"^Results cannot be written to \S+: a file has the name of the folder"):
        run(TEN._replace(run_task=calls.append), workers=1, store=tmp_path / "results")
    assert not calls


@pytest.mark.parametrize(("number", "says"), [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "it is read-only")])
def test_a_disk_that_cannot_be_written_loses_nothing(tmp_path, monkeypatch, number, says):
    path = tmp_path / "ten" / "quick-000.jsonl"
    monkeypatch.setattr(store_module.tempfile, "gettempdir", lambda: str(tmp_path / "elsewhere"))
    (tmp_path / "elsewhere").mkdir()
    real = os.write
    written = []

    def full(descriptor, data):
        if len(written) == 4:
            real(descriptor, data[:10])  # as far as there is room
            raise OSError(number, os.strerror(number))
        written.append(data)
        return real(descriptor, data)

    monkeypatch.setattr(store_module.os, "write", full)
    with pytest.raises(ResultsError, match=rf"^Results cannot be written to \S+ten: {says}[^\n]*$") as error:
        run(TEN, workers=1, store=tmp_path)
    monkeypatch.setattr(store_module.os, "write", real)
    whole = run(TEN, workers=1, store=False)
    assert error.value.frame.equals(whole[:8])
    assert path.read_bytes() == b"".join(written)
    # moving the rescued file as the message says gives the fourth task back
    [rescued] = (tmp_path / "elsewhere").rglob("*.jsonl")
    assert str(rescued) in str(error.value)
    rescued.rename(path.parent / rescued.name)
    assert status(TEN, store=tmp_path).done == 4
    assert run(TEN, workers=1, store=tmp_path).equals(whole)


def test_missing_results_are_explained(tmp_path):
    with pytest.raises(ResultsError, match="No results of ten .*mcts-lab run ten --budget quick"):
        load(TEN, store=tmp_path)
    run(TEN._replace(tasks=lambda budget: ten(budget)[:4]), workers=1, store=tmp_path)
    with pytest.raises(ResultsError, match="No results of an experiment 'tem' .*Did you mean 'ten'"):
        load("tem", store=tmp_path)
    with pytest.raises(ResultsError, match="Only 4 of 10 tasks of ten"):
        load(TEN, store=tmp_path)
    assert load(TEN, store=tmp_path, partial=True).attrs == {"done": 4, "total": 10}


def test_provenance_is_data_without_names_of_machines(tmp_path):
    run(TEN, workers=1, store=tmp_path)
    found = provenance(TEN, store=tmp_path)
    assert found["command"] == "mcts-lab run ten --budget quick"
    assert (found["seed"], found["tasks"], found["rows"]) == (4, 10, 20)
    assert found["environment"]["python"] == sys.version.split()[0]
    text = json.dumps(found)
    assert str(tmp_path) not in text
    assert os.uname().nodename not in text


# --- clusters ---------------------------------------------------------------------------------------------------------


def slow_draws(task):
    time.sleep(0.1)
    return [*draws(task), {"process": os.getpid()}]


def many(budget):
    return [Task(f"t{i:02}", {"i": i}) for i in range(30)]


MANY = Experiment("many", many, slow_draws, seed=3)


# --- odds and ends ----------------------------------------------------------------------------------------------------


def test_spawned_seeds_are_those_of_numpy():
    root = np.random.SeedSequence(7)
    children = root.spawn(3)
    grandchild = children[1].spawn(2)[1]
    assert spawned(7, 1, 1).generate_state(4).tolist() == grandchild.generate_state(4).tolist()


def test_fixtures_may_differ_by_budget():
    def matches(budget):
        return [Fixture(f"goal {g}", Race(g), (by_luck("a"), by_luck("b"))) for g in (5, 6)[: 1 + (budget != "quick")]]

    experiment = fixtures("goals", matches, {"quick": 2, "standard": 4})
    assert [len(run(experiment, budget, workers=1, store=False)) for budget in ("quick", "standard")] == [2, 8]
    with pytest.raises(ValueError, match="budget 'paper' has no number of games"):
        run(experiment, "paper", workers=1, store=False)


def test_a_missing_package_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "joblib", None)
    with pytest.raises(RunError, match=r"^[^\n]*pip install joblib[^\n]*$"):
        run(TEN, store=tmp_path, workers=2)
