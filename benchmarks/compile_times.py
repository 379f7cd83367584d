"""How long compiling takes: the rows of ``python -m benchmarks --compile``.

Each begins in a new process, with no code kept. Seconds are of processor time, those of helping processes included,
because other programs do not slow it down much; with the wall-clock time beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

ROWS = {  # game: its options, and those of the same game of another size, map or level (None: no such row)
    "connect_four": ({}, None),
    "hex": ({"size": 11}, {"size": 7}),
    "breakthrough": ({}, {"rows": 6, "columns": 6}),
    "spades": ({}, None),
    "dou_dizhu": ({}, None),
    "knockout_whist": ({}, None),
    "vgdl": ({"description": "zelda"}, {"description": "aliens", "level": 1}),
    "tribes": ({"size": 11}, {"size": 16}),
    "hearthstone": ({"deck": "hunter"}, {"deck": "warlock"}),
}
STEPS = ("cold", "variant", "size", "agents", "warm")  # first search, another selection rule, another size, all agents
# of a paper one after the other, and in a new process


def compile_times(games=(), lines=()):
    """A row for each game: its name and, for each of `STEPS`, seconds of processor and of wall-clock time, or None.

    games: names; empty: all rows. lines: instead of those, games with so many generated lines of rules (see
    `generated`). Yields a row as soon as it is measured.
    """
    jobs = {f"{n} lines": (n, None, None) for n in lines} or {
        name: (name, *ROWS[name]) for name in ROWS if not games or name in games}
    for title, job in jobs.items():
        with tempfile.TemporaryDirectory() as folder:
            first, again = (_in_a_process(json.dumps(job), folder) for _ in range(2))
        yield {"game": title, **first, "warm": again["cold"]}


def _in_a_process(job, folder):
    code = "import sys; from benchmarks.compile_times import measure; measure(sys.argv[1])"
    place = {**os.environ, "MCTS_LAB_CACHE": folder, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code, job], env=place, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"The measurement in a process of its own failed: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout)


def measure(job):
    """Print, as JSON, what `_in_a_process` returns; begins before Numba is imported."""
    import importlib
    import time

    from mcts_lab import games, search
    from mcts_lab.game import CHANCE, after, facts, legal_actions, start, to_move

    name, options, other = json.loads(job)
    if isinstance(name, str):
        game = games.make(name, **options)
    else:
        game = importlib.import_module(f".generated.lines_{name}", __package__).Lines()
    known = facts(game)
    world = search.OpenLoop() if known.random_play else search.ClosedLoop()
    plain = search.UCT(selection=search.UCB1(0.7),
                       world=world if known.perfect_information else search.SingleObserver(),
                       leaf=search.LimitedPlayout(10) if known.length > 1000 else search.Playout())

    def spent():
        times = os.times()
        return times.user + times.system + times.children_user + times.children_system

    def seconds(method, game):
        state = start(game, 1)
        while to_move(game, state) == CHANCE:
            state = after(game, state, legal_actions(game, state)[0], 1)
        clock, wall = spent(), time.perf_counter()
        method.search(game, state, iterations=10, seed=1, compiled=True)
        return spent() - clock, time.perf_counter() - wall

    found = {"cold": seconds(plain, game),
             "variant": seconds(plain._replace(selection=search.UCB1Tuned()), game),
             "size": seconds(plain, games.make(name, **other)) if other is not None else None,
             "agents": agents_of_tribes(spent) if name == "tribes" else None}
    print(json.dumps(found))


def agents_of_tribes(spent):
    """Seconds until each of the searches of [Hsu & Perez-Liebana 2020] has begun, with the rules there already."""
    import time

    from .java_tribes import METHODS, midgame, shown

    [position] = midgame(0, 1)
    clock, wall = spent(), time.perf_counter()
    for method in METHODS.values():
        method.search(*shown(*position), calls=10, seed=1, compiled=True)
    return spent() - clock, time.perf_counter() - wall
