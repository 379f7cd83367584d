"""Submissions that want marks they have not earned, or harm: a table, and a command that marks them all.

`python tests/hostile.py` marks each and prints what it got, how long it took, and whether anything outside was touched.
Each is the assignments to lessons 02 and 03 in which the cell of `ucb1` (or others, named) is replaced; the rest is
right.
"""

import contextlib
import hashlib
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from mcts_lab.course import editions, exercises, grading, lessons
from mcts_lab.course.sandbox import Sandbox

LESSONS = ("02_bandits", "03_tree")
RIGHT = {one.name: one.source() for lesson in LESSONS for one in exercises(lesson)}
UCB1, SLEEP = RIGHT["ucb1"], f"98765.{os.getpid()}"
FILE = f"{lessons.__path__[0]}/uct.py"
WRONG = "def ucb1(total, visits, parent_visits, c):\n    return 1"
SECONDS, IN_ALL = 10, 40


class Submission(NamedTuple):
    """Source in place of the cell of `ucb1`, and the marks of ucb1, back_up and effective_branching."""

    name: str
    source: str
    status: str
    points: tuple = (0, 2, 1)
    slow: bool = False  # waits for a limit, or fills something


def then(*lines, answer=UCB1):
    return "\n".join((*lines, answer))


def inside(*lines):
    return "\n    ".join(("def ucb1(total, visits, parent_visits, c):", *lines))


EARNED = (1, 2, 1)
NOTHING = (0, 0, 0)
SUBMISSIONS = (
    Submission("right", UCB1, "right", EARNED),
    Submission("right, with NumPy's numbers", then("import numpy as np", answer=UCB1.replace(
        "total / visits", "np.float64(total) / np.int64(visits)")), "right", EARNED),
    # answers from elsewhere
    Submission("the exercise's reference", 'ucb1 = exercise("ucb1").reference', "refused"),
    Submission("the reference, when called", inside(
        'return exercise("ucb1").reference(total, visits, parent_visits, c)'), "refused"),
    Submission("the lesson's module", "from mcts_lab.course.lessons.bandits import ucb1", "refused"),
    Submission("the lesson's file", then(
        "import importlib.util", f"spec = importlib.util.spec_from_file_location('uct', {FILE!r})",
        "module = importlib.util.module_from_spec(spec)", "spec.loader.exec_module(module)",
        answer="ucb1 = module.ucb1"), "exception"),
    Submission("the lesson's source", f"exec(open({FILE!r}).read())", "exception"),
    Submission("the textbook", "from mcts_lab.textbook import ucb1", "refused"),
    Submission("the textbook's file", "from mcts_lab.textbook.uct import ucb1", "refused"),
    Submission("modules taken out and imported again", then(
        "import sys", "for name in [one for one in sys.modules if one.startswith('mcts_lab')]: del sys.modules[name]",
        answer="from mcts_lab.course.lessons.bandits import ucb1"), "refused"),
    Submission("another's notebook", "import json\njson.load(open('victim.ipynb'))", "exception"),
    Submission("another's notebook, by its path", "import json\njson.load(open(VICTIM + '/victim.ipynb'))",
               "exception"),
    Submission("the network", "import urllib.request\nurllib.request.urlopen('http://192.0.2.1/ucb1.py', timeout=3)",
               "exception"),
    # other judges
    Submission("the old way to tell a mark", "import mcts_lab.course.grading as g\ng.tell = lambda *a: print('right')",
               "refused"),
    Submission("another comparison", then(
        "try:", "    import mcts_lab.course.judging as j", "    j.same = lambda *a: True",
        "except ImportError:", "    pass", answer=WRONG), "wrong"),
    Submission("false modules", then(
        "import sys, types", "false = types.ModuleType('judging')", "false.same = lambda *a: True",
        "sys.modules['mcts_lab.course.judging'] = sys.modules['math'] = false", answer=WRONG), "wrong"),
    Submission("equal to everything", then(
        "class Equal(float):", "    __eq__ = lambda self, other: True", "    __hash__ = None",
        answer=inside("return Equal(0.3)")), "wrong"),
    Submission("an array equal to everything", then(
        "import numpy as np", "class Equal(np.ndarray):", "    __eq__ = lambda self, other: True",
        "    tolist = lambda self: self", answer=inside("return np.zeros(1).view(Equal)")), "exception"),
    Submission("an object with its own pickle", then(
        "class Bomb:", "    __reduce__ = lambda self: (print, ('right',))", answer=inside("return Bomb()")), "wrong"),
    Submission("printed marks", inside(
        "print('[\"ucb1\", 1, 1, \"right\", \"\"]\\nucb1: right')", "return 0.0"), "wrong"),
    Submission("another json", then("import json", "json.dumps = lambda *a, **k: '[1, 1, 1]'", answer=WRONG),
               "unreadable", NOTHING),
    Submission("replies of its own", then(
        "import os", "for fd in range(3, 40):", "    try:", "        os.write(fd, b'[0.0]\\n' * 9)",
        "    except OSError:", "        pass", answer=WRONG), "unreadable", NOTHING),
    Submission("other builtins", then("import builtins", "builtins.isinstance = lambda *a: True", answer=WRONG),
               "process ended"),
    Submission("values from the frames above", inside(
        "import sys", "frame, found = sys._getframe(), [0.0]", "while frame:",
        "    found += [x for x in frame.f_locals.values() if isinstance(x, float)]", "    frame = frame.f_back",
        "return found[-1]"), "wrong"),
    Submission("answers by counting calls", then(
        "from math import inf, log, sqrt", "cases = ((0.5, 1, 1), (3, 5, 20), (6.5, 10, 1000))",
        "known = [t / n + c * sqrt(log(p) / n) for t, n, p in cases for c in (0, 0.7, 1.4)] + [inf]",
        "count = iter(range(10**9))", answer=inside("return (known + [1.0] * 99)[next(count)]")), "wrong"),
    # no end
    Submission("an endless cell", "while True: pass", "out of time", slow=True),
    Submission("an endless cell that ignores signals", then(
        "from signal import *", "for one in (SIGINT, SIGTERM, SIGHUP): signal(one, SIG_IGN)",
        "while True: pass"), "out of time", slow=True),
    Submission("an endless function", inside("while True: pass"), "out of time", slow=True),
    Submission("an endless repr", then("class Endless:", "    def __repr__(self):", "        while True: pass",
                                       answer=inside("return Endless()")), "out of time", slow=True),
    Submission("many long cells", UCB1, "out of time", NOTHING, True),
    Submission("an end that does not come", then("import atexit, time", "atexit.register(time.sleep, 600)"), "right",
               EARNED),
    Submission("an exit from the cell", "import os\nos._exit(0)", "process ended"),
    Submission("an exit from the function", inside("import sys", "sys.exit(0)"), "process ended"),
    Submission("a crash", "import ctypes\nctypes.string_at(0)", "process ended"),
    # processes
    Submission("forks without end", "import os, time\nwhile True: os.fork() or time.sleep(600)", "exception",
               slow=True),
    Submission("threads without end", then("import threading, time", "while True: threading.Thread(target=time.sleep, "
                                           "args=(600,)).start()"), "exception"),
    Submission("a process that stays", then("import subprocess", f"subprocess.Popen(['sleep', '{SLEEP}'], "
                                            "start_new_session=True)"), "right", EARNED),
    Submission("a daemon", then("import os, time", "if os.fork() == 0:", "    os.setsid()", "    if os.fork() == 0:",
                                f"        os.execvp('sleep', ['sleep', '{SLEEP}'])", "    os._exit(0)"), "right",
               EARNED),
    Submission("kill all", then("import os, signal", "for who in (-1, os.getppid() or -1):", "    try:",
                                "        os.kill(who, signal.SIGKILL)", "    except OSError:", "        pass"),
               "right", EARNED),
    # files, memory
    Submission("another's file deleted", "import pathlib\npathlib.Path('victim.txt').unlink()", "exception"),
    Submission("another's folder deleted", then("import shutil", "shutil.rmtree(VICTIM, ignore_errors=True)"), "right",
               EARNED),
    Submission("a file put into another's folder", "open(VICTIM + '/mine.txt', 'w')", "exception"),
    Submission("the package overwritten", "import mcts_lab\nopen(mcts_lab.__file__, 'a')", "exception"),
    Submission("a link to another's folder", then("import os", "os.symlink(VICTIM, 'link')", "os.listdir('link')"),
               "exception"),
    Submission("much memory", "x = bytearray(8 << 30)", "exception"),
    Submission("much memory, when called", inside("return len(bytearray(8 << 30))"), "exception"),
    Submission("a large file", "open('large', 'wb').write(bytes(300 << 20))", "exception", slow=True),
    Submission("many files", "for i in range(10**6): open(f'{i}', 'w').close()", "exception", slow=True),
    Submission("much output", then("print('x' * 200_000_000)"), "right", EARNED),
    Submission("a large answer", inside("return 'x' * 300_000"), "process ended"),
    Submission("a deep answer", then("deep = []", "for _ in range(10**5): deep = [deep]", answer=inside("return deep")),
               "exception"),
    Submission("a great number", inside("return 10**100_000"), "exception"),
    # mistakes that must read as what they are
    Submission("no colon", "def ucb1(total, visits, parent_visits, c)\n    return 1", "syntax error"),
    Submission("an unknown name", inside("return np.sqrt(total)"), "exception"),
    Submission("an exception in the cell", then("1 / 0"), "exception"),
    Submission("no answer", exercises(LESSONS[0])[0].stub(), "not answered yet"),
)


def handed_in(one, folder, victim):
    """Write a submission, and the folder that it must not touch; its path."""
    import nbformat

    for place in (victim, folder):
        place.mkdir(parents=True)
    made, other = map(editions.assignment, LESSONS)
    made.cells += other.cells[2:]  # the title and imports stand there once
    for cell in made.cells:
        name = cell.metadata.nbgrader.grade_id
        if name in RIGHT:
            cell.source = RIGHT[name] if name != "ucb1" else one.source
    nbformat.write(made, victim / "victim.ipynb")
    (victim / "victim.txt").write_text("mine")
    made.cells.insert(1, nbformat.v4.new_code_cell(f"VICTIM = {str(victim)!r}"))
    if one.name == "many long cells":
        made.cells[1:1] = [nbformat.v4.new_code_cell(f"import time; time.sleep({SECONDS - 2})") for _ in range(8)]
    nbformat.write(made, folder / "handed_in.ipynb")
    return folder / "handed_in.ipynb"


def state(folder):
    """Return the checksums of all files in a folder and below."""
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def left_over() -> list[str]:
    """Return the command lines of processes that a submission of this process has left behind."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            line = path.read_bytes().decode(errors="replace").replace("\0", " ")
            parent = path.with_name("stat").read_text().rpartition(")")[2].split()[1]
            if f"sleep {SLEEP}" in line or "answering.py" in line and int(parent) == os.getpid():
                found.append(line)
    return found


def marked(one, sandbox, folder, seconds, in_all):
    """Mark a submission: its marks by exercise, and whether all else is as it was."""
    folder = Path(folder)
    path = handed_in(one, folder / "own", folder / "victim")
    before = state(folder)
    marks = {mark.exercise: mark for mark in grading.grade_notebook(path, sandbox, "seed", seconds, in_all)}
    deadline = time.monotonic() + 60  # the system may take its time to end what was killed
    while left_over() and time.monotonic() < deadline:
        time.sleep(0.1)
    return marks, state(folder) == before and not left_over()


def main() -> int:
    """Mark all; the number of those with another mark than they should have, or that touched something."""
    wrong = 0
    with Sandbox() as sandbox:
        print(f"in rooms of the kind {sandbox.kind!r}, {SECONDS} s a cell, {IN_ALL} s in all")
        for number, one in enumerate(SUBMISSIONS, 1):
            with tempfile.TemporaryDirectory() as folder:
                begun = time.monotonic()
                marks, untouched = marked(one, sandbox, folder, SECONDS, IN_ALL)
                points = tuple(mark.points for mark in marks.values())
                good = points == one.points and marks["ucb1"].status == one.status and untouched
                wrong += not good
                took = f"{time.monotonic() - begun:5.1f} s"
                print(f"{number:2} {'ok' if good else 'NO':2} {took}  {one.name:38} {points} "
                      f"{marks['ucb1'].status}: {marks['ucb1'].reason[:90]}", flush=True)
    print(f"{len(SUBMISSIONS)} submissions, {wrong} wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
