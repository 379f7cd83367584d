"""How soon a lesson's first search is done, with compiled code kept: the rows of ``python -m benchmarks --lessons``."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def lessons(names=()):
    """A dict for each lesson named (none named: all): ``lesson``; ``search``, its first compiled search and the game,
    or None if there is none; and pairs of seconds, of processor and of wall-clock time: ``first``, what that search
    takes from its call to its answer, and ``imports``, what the lesson's first cell with code takes, which imports.

    It is measured in a new process, with code that ``mcts-lab compile --lesson`` has kept in a folder that was empty.
    """
    from mcts_lab.project import notebooks

    masters = {master.stem: master for master in notebooks.masters()}
    for stem in [notebooks.find(name)[0].stem for name in names] or masters:
        with tempfile.TemporaryDirectory() as folder:
            place = {**os.environ, "MCTS_LAB_CACHE": folder, "PYTHONPATH": os.pathsep.join(sys.path)}
            _run([sys.executable, "-m", "mcts_lab", "compile", "--lesson", stem], place)
            code = "import sys; from benchmarks.lessons import measure; measure(sys.argv[1])"
            said = _run([sys.executable, "-c", code, str(masters[stem])], place)
            yield {"lesson": stem, **json.loads(said.splitlines()[-1])}


def _run(command, place) -> str:
    done = subprocess.run(command, env=place, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"The measurement in a process of its own failed: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout


def clocks() -> tuple:
    """Seconds of processor time of this process and those it has waited for, and of the clock."""
    return sum(os.times()[:4]), time.perf_counter()


def since(before) -> list:
    """Seconds of both since then."""
    return [now - then for now, then in zip(clocks(), before, strict=True)]


class Watch:
    """The seconds that calls of searches have taken, until the first compiled search is done.

    What a cell does between making a `Search` and running it does not count.
    """

    def __init__(self):
        self.taken, self.imports, self.inside = [0.0, 0.0], None, False

    def over_all(self):
        """Watch all searches."""
        from mcts_lab.search import Search
        from mcts_lab.search.minimax.alpha_beta import AlphaBeta
        from mcts_lab.search.minimax.expectiminimax import Expectiminimax
        from mcts_lab.search.minimax.minimax import Minimax

        self.over(Search, "__init__", "run", "compile")
        for cls in (AlphaBeta, Minimax, Expectiminimax):
            self.over(cls, "search")

    def over(self, cls, *names):
        """Watch these methods of a class."""
        for name in names:
            setattr(cls, name, self._watched(getattr(cls, name), cls.__name__, name))

    def _watched(self, function, title, name):
        @functools.wraps(function)
        def watched(one, *given, **named):
            if self.inside:
                return function(one, *given, **named)
            self.inside, before = True, clocks()
            answer = function(one, *given, **named)
            self.inside, self.taken = False, [sum(one) for one in zip(self.taken, since(before), strict=True)]
            if name != "__init__" and getattr(one, "compiled", named.get("compiled")) is not False:
                game = getattr(one, "game", None) or named.get("game", given[0] if given else None)
                self.end(f"{title} of {type(game).__name__}")
            if name != "__init__":
                self.taken = [0.0, 0.0]
            return answer

        return watched

    def end(self, search):
        """Print what was found, and leave."""
        print("\n" + json.dumps({"search": search, "first": self.taken, "imports": self.imports}), flush=True)
        os._exit(0)


def measure(master):
    """Print, as JSON, what `lessons` returns, by running the cells of a lesson up to its first compiled search."""
    import jupytext
    from IPython.core.interactiveshell import InteractiveShell

    shell, watch = InteractiveShell.instance(), Watch()
    os.chdir(Path(master).parent.parent)
    for cell in jupytext.read(master).cells:
        if cell.cell_type == "code":
            before = clocks()
            if not shell.run_cell(cell.source).success:
                raise SystemExit(f"a cell of {master} fails")
            if watch.imports is None:
                watch.imports = since(before)
                watch.over_all()
    watch.taken = None
    watch.end(None)
