"""A class of students, many of whom hand in what should end or spoil the marks of all.

`python tests/hostile_class.py [STUDENTS]` makes such a class (200 students, one for each way to be hostile, the others
honest), marks it twice, the second time killed three times in the middle and continued, and says what is wrong: an
honest student without the mark that is due, a hostile one without a line or a reason, or marks that differ.
"""

import csv
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from hostile import FORGED
from nbformat.v4 import new_code_cell, new_notebook

from mcts_course.exercises import exercises
from mcts_course.jupyter.notebooks import PACKAGE
from mcts_course.lessons.own_vgdl_game import GARDEN

STUDENTS, KILLS = 200, 3
RIGHT = "import math\n" + exercises("02_bandits")[0].source()
WRONG = "def ucb1(total, visits, parent_visits, c):\n    return total / visits if visits else 0.0"
OPEN = exercises("02_bandits")[0].stub()
DUE = {"right": (RIGHT, "1"), "wrong": (WRONG, "0"), "open": (OPEN, "0")}  # an honest student -> cell, points
BREEDING = GARDEN  # rules by which foxes become more and more
for old, new in {"fox > Chaser stype=avatar cooldown=2": "hole > SpawnPoint stype=fox cooldown=1 prob=1\n"
                                                         "        fox > RandomNPC",
                 "        f > fox\n": "        f > fox fox\n        h > hole\n",
                 "    InteractionSet\n": "    InteractionSet\n        fox fox > cloneSprite\n"
                                         "        fox fox > reverseDirection repeat=400\n",
                 "        avatar fox > killSprite scoreChange=-1\n": "",
                 "        SpriteCounter stype=avatar limit=0 win=False\n": "        Timeout limit=9999 win=False\n",
                 "        SpriteCounter stype=carrot limit=0 win=True\n": ""}.items():
    BREEDING = BREEDING.replace(old, new)


def inside(*lines):
    return "\n    ".join(("def ucb1(total, visits, parent_visits, c):", *lines))


SYSTEM_CALL = "import ctypes\ncall = ctypes.CDLL(None, use_errno=True).syscall\n"
CELLS = {  # in place of the right answer
    "keeps its cell busy": "while True: pass",
    "keeps its function busy": inside("while True: pass"),
    "sleeps through signals": "import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))\n"
                              "time.sleep(10**6)",
    "stops itself": inside("import os, signal", "os.kill(os.getpid(), signal.SIGSTOP)"),
    "kills its process": inside("import os, signal", "os.kill(os.getpid(), signal.SIGKILL)"),
    "leaves without a word": inside("import os", "os._exit(0)"),
    "closes all of its files": inside("import os", "os.closerange(0, 99)"),
    "writes noise to all of its files": inside("import os", "for one in range(3, 9):", "    try:",
                                               "        os.write(one, b'\\x00\\xff{[\\n' * 99)", "    except OSError:",
                                               "        pass"),
    "never ends its line": inside("import os", "while True:", "    for one in range(3, 9):", "        try:",
                                  "            os.write(one, b'[' * 65536)", "        except OSError:",
                                  "            pass"),
    "raises what is no exception": inside("raise KeyboardInterrupt"),
    "raises half a letter": inside(r"raise ValueError('\ud800\udfff')"),
    "raises control characters": inside(r"raise ValueError('\x1b[2J\x00\r\n\u202eno')"),
    "raises a class with a long name": inside("raise type('X' * 300_000, (Exception,), {})()"),
    "raises a class without a name": inside("raise type('', (Exception,), {})()"),
    "raises what takes for ever to be told": inside(
        "class Slow(Exception):", "    def __str__(self):", "        while True: pass", "raise Slow"),
    "raises what raises when it is told": "class Odd(Exception):\n    def __str__(self): raise self\n"
                                          + inside("raise Odd"),
    "raises a formula": inside("raise ValueError('=HYPERLINK(1)')"),
    "raises markup": inside("raise ValueError('<script>alert(1)</script>' * 99)"),
    "sends a verdict": FORGED.format(made="""'{"tuple": ["right", ""]}'"""),
    "sends keys of one hash": FORGED.format(
        made="""'[{"dict":[' + ",".join(f"[{k * (2**61 - 1)},0]" for k in range(1, 99_999)) + "]}]" """),
    "sends tuples as keys": FORGED.format(
        made="""'[{"dict":[' + ",".join('[{"tuple":[%d]},0]' % (k * (2**61 - 1)) for k in range(1, 50_000)) """
             """+ "]}]" """),
    "sends deep brackets": FORGED.format(made="'[' * 200_000 + ']' * 200_000"),
    "sends a long number": FORGED.format(made="'[' + '9' * 10**6 + ']'"),
    "sends a number that is none": FORGED.format(made="'[NaN, Infinity, -Infinity]'"),
    "forks without end": "import os\nwhile True: os.fork()",
    "takes memory": inside("kept = []", "while True: kept.append(bytes(10**7).replace(b'\\0', b'x'))"),
    "takes memory in many processes": inside(
        "import os, time", "for _ in range(6): os.fork()", "kept = []",
        "while True: kept.append(bytes(10**7).replace(b'\\0', b'x'))"),
    "takes memory in files": inside("import os", "for i in range(99):", "    file = os.memfd_create('x')",
                                    "    for _ in range(9): os.write(file, bytes(10**7))"),
    "takes shared segments": SYSTEM_CALL + inside(
        "if call(29, 0, 1 << 30, 0o1600) < 0: raise OSError('no segment')", "return 1.0"),
    "fills its folder": inside("for i in range(99): open(f'x{i}', 'wb').write(bytes(10**7))"),
    "makes namespaces": SYSTEM_CALL + inside("if call(272, 0x10020000) < 0: raise OSError('no namespace')",
                                             "return 1.0"),
    "asks for keys": SYSTEM_CALL + inside("if call(250, 0, -3, 0) < 0: raise OSError('no keys')", "return 1.0"),
    "looks for a neighbour": inside("return open('/handed_in/../../ada_000/work.ipynb').read()"),
    "asks the network": inside("import socket", "socket.create_connection(('192.0.2.1', 80), 2)"),
    "asks for the answer": "from mcts_lab.textbook import ucb1",
    "looks for answers": inside("import glob", "return open(glob.glob('/**/lessons/bandits.py', recursive=True)[0])"),
    "writes what takes the judge long": "'ucb1'\n#" + " import" * 300_000,
    "writes games that take the judge long": f"def with_a_hole(description):\n    return {BREEDING!r}",
}


def pipe(place):
    os.mkfifo(place / "work.ipynb")


def endless(place):
    (place / "work.ipynb").symlink_to("/dev/zero")


def circle(place):
    (place / "work.ipynb").symlink_to("work.ipynb")


def neighbour(place):
    (place / "work.ipynb").symlink_to("../ada_000/work.ipynb")


def neighbours(place):
    (place / "all").symlink_to("..")


def listening(place):
    here = os.getcwd()
    os.chdir(place)  # the address of a socket is short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("work.ipynb")
    os.chdir(here)


def folder(place):
    (place / "work.ipynb").mkdir()


def nothing(place):
    (place / "work.ipynb").touch()


def large(place):
    with open(place / "work.ipynb", "wb") as file:
        file.truncate(3 << 30)


def brackets(place):
    (place / "work.ipynb").write_text("[" * 10**6)


def lists(place):
    (place / "work.ipynb").write_text("[" + "[]," * (16 << 20) + "[]]")


def no_cells(place):
    (place / "work.ipynb").write_text('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": "none"}')


def deep(place):
    here = os.open(place, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("x" * 200, dir_fd=here)
        here, before = os.open("x" * 200, os.O_RDONLY, dir_fd=here), here
        os.close(before)
    os.close(here)
    write(place / "work.ipynb", WRONG)


def named(name):
    return lambda place: write(Path(os.fsdecode(os.fsencode(place) + b"/" + name)), WRONG)


FILES = {
    "a pipe": pipe, "a link to an endless device": endless, "a link to itself": circle,
    "a link to a neighbour's work": neighbour, "a link to the class": neighbours, "a socket": listening,
    "a folder": folder, "an empty file": nothing, "a file with a hole": large, "a million brackets": brackets,
    "millions of lists": lists, "a text in place of cells": no_cells, "folders without end": deep,
    "a name that is not UTF-8": named(b"M\xfcller.ipynb"), "a name with a line break": named(b"a\n=1\r.ipynb"),
    "a formula as a name": named(b"=1+1.ipynb"), "a quoted formula as a name": named(b"'=1+1.ipynb"),
    "a name with markup": named(b"<img src=x>.ipynb"), "a long name": named(b"\xfc" * 249 + b".ipynb"),
}
WAYS = [*CELLS, *FILES]


def write(path, cell):
    nbformat.write(new_notebook(cells=[new_code_cell(cell)]), path)


def make(folder, students, ways=WAYS) -> dict:
    """Write what a class hands in, with one student for each hostile way; a student's folder -> what kind it is."""
    found, honest, ways = {}, list(DUE), list(ways)
    for number in range(students):
        before, behind = (len(ways) * one // students for one in (number, number + 1))
        hostile = behind > before
        kind = ways[before] if hostile else honest[(number - before) % len(honest)]
        place = folder / f"{'eve' if hostile else 'ada'}_{number:03}"
        place.mkdir(parents=True)
        if hostile and kind in FILES:
            FILES[kind](place)
        else:
            write(place / "work.ipynb", f"'ucb1'\n{CELLS[kind]}" if hostile else DUE[kind][0])
        found[place.name] = kind
    return found


def grade(folder, out, kills=0, *more) -> float:
    """Mark a class, killed so many times when some more have their marks; the seconds that this takes."""
    command = [sys.executable, "-m", "mcts_lab", "grade", str(folder), "--out", str(out), "--continue", "--seed", "s",
               "--seconds", "10", "--in-all", "30", *more]
    begun, count = time.monotonic(), len(list(folder.iterdir()))
    for kill in range(1, kills + 1):
        with subprocess.Popen(command, env=os.environ | {"PYTHONPATH": PACKAGE}, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and len(rows(out)) < kill * count // (kills + 1):
                time.sleep(0.02)
            process.kill()
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": PACKAGE}, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return time.monotonic() - begun


def rows(out) -> list:
    if not out.exists():
        return []
    with open(out, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def wrong(made, marks) -> list[str]:
    """What is wrong with the marks of a class."""
    found = []
    for student, kind in made.items():
        mine = [row for row in marks if re.match(rf"'?{student}(/|$)", row["file"])]
        text = f"{student} ({kind}): {[(row['points'], row['status'], row['reason']) for row in mine]}"
        if kind in DUE:
            if [row["points"] for row in mine] != [DUE[kind][1]] or mine[0]["exercise"] != "ucb1":
                found.append(f"not what is due: {text}")
        elif not mine or any(row["points"] != "0" or not row["reason"] for row in mine):
            found.append(f"no reason: {text}")
    return found + [f"twice: {row}" for i, row in enumerate(marks) if row in marks[:i]]


def main(students=STUDENTS) -> int:
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        made = make(folder / "handed_in", int(students))
        took = grade(folder / "handed_in", folder / "marks.csv")
        marks = rows(folder / "marks.csv")
        for row in marks:
            if row["file"].startswith("eve"):
                print(made[row["file"][:7]], "|", row["file"][:60], row["exercise"], row["status"], row["reason"][:90])
        bad = wrong(made, marks)
        print(f"{len(made)} students, {len(bad)} wrong, {took:.0f} s", *bad, sep="\n", flush=True)
        took = grade(folder / "handed_in", folder / "again.csv", KILLS)
        again = rows(folder / "again.csv")
        names = ("file", "exercise", "points")
        differ = [pair for pair in zip(marks, again, strict=True) if [pair[0][one] for one in names] !=
                  [pair[1][one] for one in names] or pair[0]["file"].startswith("ada") and pair[0] != pair[1]]
        reasons = sum(one != other for one, other in zip(marks, again, strict=True))
        print(f"killed {KILLS} times: {len(differ)} marks differ, {reasons} lines in words, {took:.0f} s", *differ,
              sep="\n")
        return len(bad) + len(differ)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) > 0)
