"""How long compiling takes: the rows of ``mcts-lab bench --compile``. Each begins in a new process, with no code kept.

Seconds of processor time, because other programs do not slow it down much; with the wall-clock time beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

ROWS = (  # game, its options, those of the same game in another size (None: no such row), world
    ("connect_four", {}, None, "ClosedLoop"),
    ("hex", {"size": 11}, {"size": 7}, "ClosedLoop"),
    ("breakthrough", {}, {"rows": 6, "columns": 6}, "ClosedLoop"),
    ("spades", {}, None, "SingleObserver"),
    ("dou_dizhu", {}, None, "SingleObserver"),
    ("knockout_whist", {}, None, "SingleObserver"),
)
STEPS = ("cold", "variant", "size", "warm")  # first search, another selection rule, another size, in a new process


def compile_times(games=()):
    """A row for each game: its name and, for each of `STEPS`, seconds of processor and of wall-clock time, or None.

    games: names; empty: all rows. Yields a row as soon as it is measured.
    """
    for name, options, other, world in ROWS:
        if not games or name in games:
            with tempfile.TemporaryDirectory() as folder:
                job = json.dumps([name, options, other, world])
                first, again = (_in_a_process(job, folder) for _ in range(2))
            yield {"game": name, **first, "warm": again["cold"]}


def _in_a_process(job, folder):
    code = "import sys; from mcts_lab.bench.compile_times import measure; measure(sys.argv[1])"
    place = {**os.environ, "MCTS_LAB_CACHE": folder, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code, job], env=place, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"The measurement in a process of its own failed: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout)


def measure(job):
    """Print, as JSON, what `_in_a_process` returns; begins before Numba is imported."""
    import time

    from .. import games, search
    from ..game import CHANCE, after, legal_actions, start, to_move

    name, options, other, world = json.loads(job)
    plain = search.UCT(selection=search.UCB1(0.7), world=getattr(search, world)())

    def seconds(method, game):
        state = start(game, 1)
        while to_move(game, state) == CHANCE:
            state = after(game, state, legal_actions(game, state)[0], 1)
        clock, wall = time.process_time(), time.perf_counter()
        method.search(game, state, iterations=10, seed=1, compiled=True)
        return time.process_time() - clock, time.perf_counter() - wall

    game = games.make(name, **options)
    found = {"cold": seconds(plain, game),
             "variant": seconds(plain._replace(selection=search.UCB1Tuned()), game),
             "size": seconds(plain, games.make(name, **other)) if other else None}
    print(json.dumps(found))
