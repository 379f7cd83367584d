"""Deliberate mistakes in the package, and whether the tests notice: ``python tests/mutations.py [PLACE ...]``.

Each mutation changes one token inside a function, in a copy of the project: a comparison, an operator, a constant, a
truth value. Then the tests concerned run interpreted: the fingerprints of its subject, the digests of searches, and the
test files that import what the file defines. Mutations that no test notices are *survivors*: either a test is missing,
or the code has no effect there, or the change makes no difference to users (more room than is needed, a border that no
random number meets). The exit status is 1 if there is a survivor.

    python tests/mutations.py                                    a sample of `--sample` mutations of the package
    python tests/mutations.py course experiments --seed 3        of some folders
    python tests/mutations.py games/cards/kuhn_poker.py --all    all mutations of a file
    python tests/mutations.py search/mcts/loop.py --line 120     those of a line
    python tests/mutations.py cli --tests tests/test_command_line.py    with tests of one's own choice
"""

from __future__ import annotations

import argparse
import ast
import compileall
import io
import math
import os
import py_compile
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tokenize
from functools import cache
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PACKAGE = "mcts_lab"
PATIENCE = 5  # tests that compute for so many times as long as without a mistake have noticed an endless loop
STUCK = 20  # and so have those that take so many times as long as that and wait for something
MOST = 6  # test files that are asked about a mutation
LEFT_OUT = {TESTS / f"test_{name}.py" for name in (  # asked otherwise, or of what is no code, or in a browser
    "fingerprints", "golden", "mutations", "browser", "jupyterlab", "notebooks", "packaging", "web_page")}


@cache
def imports(test: Path) -> frozenset:
    """The modules and names that a test imports from the package, by itself or through other files beside it."""
    found = set()
    for node in ast.walk(ast.parse(test.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    helpers = {TESTS / f"{name.partition('.')[0]}.py" for name in found} - {test}
    return frozenset(name for name in found if name.startswith(f"{PACKAGE}.")).union(
        *(imports(helper) for helper in helpers if helper.exists()))


def concerned(file: str) -> list[list[str]]:
    """Arguments of pytest, one list after the other: first what is quick to notice, then the nearest test files."""
    from fingerprints import subjects

    *folders, stem = Path(file).with_suffix("").parts
    words = [word for word in (*folders, stem) if any(word in name.split()[:2] for name in subjects())]
    found = [["tests/test_fingerprints.py", "-k", words[-1]]] if words and folders[:1] != ["course"] else []
    if folders[:2] == ["search", "mcts"]:
        found.append(["tests/test_golden.py", "-k", "built_before"])
    tree = ast.parse((ROOT / PACKAGE / file).read_text(encoding="utf-8"))
    names = {node.name for node in tree.body if hasattr(node, "name")}
    module = ".".join((PACKAGE, *folders, stem)).removesuffix(".__init__")
    direct, beside = [], []
    for test in set(TESTS.glob("test_*.py")) - LEFT_OUT:
        mine, called = imports(test), test.stem.removeprefix("test_")
        row = (called != stem, called not in folders, len(mine), f"tests/{test.name}")
        if called == stem or any(name == module or name.startswith(f"{module}.") or (
                name.rpartition(".")[2] in names and module.startswith(name.rpartition(".")[0])) for name in mine):
            direct.append(row)
        elif called in folders or any(name.startswith(".".join((PACKAGE, *folders, ""))) for name in mine):
            beside.append(row)
    found.append([test for *_, test in sorted(direct or beside)[:MOST]])
    return found


SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "/": "*",
    "//": "*", "%": "+", "+=": "-=", "-=": "+=", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "and": "or", "or": "and",
    "True": "False", "False": "True", "min": "max", "max": "min", "break": "pass", "continue": "pass",
}

# Functions for people only, whose looks no test settles token by token.
SHOWN = ("svg", "svg_for", "text", "text_for", "action_name", "_facts", "draw", "__repr__")


class Mutation(NamedTuple):
    """One changed token."""

    file: str
    line: int  # from 1
    column: int
    before: str
    after: str

    def text(self, source: str) -> str:
        """The source with the mistake in it."""
        lines = source.splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[:self.column] + self.after + line[self.column + len(self.before):]
        return "".join(lines)


def mutations(file: str, source: str) -> list[Mutation]:
    """All mutations of a file, in the order of its lines."""
    inside, tree = set(), ast.parse(source)  # lines of functions
    for node in ast.walk(tree):
        for statement in node.body if isinstance(node, ast.FunctionDef) else ():
            inside.update(range(statement.lineno, statement.end_lineno + 1))
    for node in ast.walk(tree):  # what is said in a refusal does not matter here, nor functions within shown ones
        if isinstance(node, ast.Raise) or (isinstance(node, ast.FunctionDef) and node.name.endswith(SHOWN)):
            inside.difference_update(range(node.lineno, node.end_lineno + 1))
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, column = token.start
        if line in inside:
            if token.string in SWAPS and token.type in (tokenize.OP, tokenize.NAME):
                if token.string == "*" and token.line[column - 1] in "(, ":
                    if token.line[column + 1] != " ":  # *arguments
                        continue
                found.append(Mutation(file, line, column, token.string, SWAPS[token.string]))
            elif token.type == tokenize.NUMBER and token.string.isdecimal():
                found.append(Mutation(file, line, column, token.string, str(int(token.string) + 1)))
    return found


def passes(folder: Path, arguments, seconds=None) -> bool:
    """Whether the tests of a copy of the project pass, in at most `seconds` of computing.

    Time on the clock would depend on what else the machine does.
    """
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))

    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *arguments]
    try:
        outcome = subprocess.run(command, cwd=folder, capture_output=True,
                                 env={**os.environ, "MCTS_LAB_INTERPRET": "1", "PYTHONDONTWRITEBYTECODE": "1",
                                      "PYTHONPATH": str(folder)},
                                 preexec_fn=None if seconds is None else limit,
                                 timeout=None if seconds is None else STUCK * seconds)
    except subprocess.TimeoutExpired:
        return False
    if outcome.returncode == 5:
        raise SystemExit(f"no test is chosen by {' '.join(arguments)}")
    return outcome.returncode == 0


def computed() -> float:
    """Seconds that the processes started from here have computed."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def copied(folder: Path) -> Path:
    """A copy of the project."""
    left_out = shutil.ignore_patterns(".git", ".venv", "__pycache__")
    folder = Path(shutil.copytree(ROOT, folder / "project", ignore=left_out))
    compileall.compile_dir(folder / PACKAGE, quiet=2, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    return folder


class Patience(dict):
    """Seconds that some tests may compute; they run without any mutation first."""

    def __init__(self, folder):
        super().__init__()
        self.folder = folder

    def __missing__(self, arguments):
        began = computed()
        if not passes(self.folder, arguments):
            raise SystemExit(f"{' '.join(arguments)} fails without any mutation")
        self[arguments] = 10.0 + PATIENCE * (computed() - began)
        return self[arguments]


def chosen(arguments, package: Path) -> list[Mutation]:
    """The mutations that the command line asks for."""
    places = [package / place for place in arguments.places] or [package]
    missing = [str(place.relative_to(package)) for place in places if not place.exists()]
    if missing:
        raise SystemExit(f"{PACKAGE} has no {', '.join(missing)}")
    files = [file for place in places for file in (sorted(place.rglob("*.py")) if place.is_dir() else [place])]
    found = [mutation for file in files
             for mutation in mutations(file.relative_to(package).as_posix(), file.read_text(encoding="utf-8"))]
    if arguments.line:
        found = [mutation for mutation in found if mutation.line in arguments.line]
    elif not arguments.all:
        found = random.Random(arguments.seed).sample(found, min(arguments.sample, len(found)))
    return found  # in the order of drawing, so that the first ones are a sample as well


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="*", metavar="PLACE", help="files and folders in the package (default: all)")
    parser.add_argument("--all", action="store_true", help="every mutation instead of a sample")
    parser.add_argument("--line", type=int, action="append", help="those of this line; may be repeated")
    parser.add_argument("--sample", type=int, default=30, help="how many (default: 30)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    parser.add_argument("--tests", help="arguments of pytest instead of the tests concerned")
    arguments = parser.parse_args()
    count = {"caught": 0, "SURVIVED": 0}
    with tempfile.TemporaryDirectory() as scratch:
        folder = copied(Path(scratch))
        patience = Patience(folder)
        for mutation in chosen(arguments, folder / PACKAGE):
            path, began, noticed = folder / PACKAGE / mutation.file, time.perf_counter(), ""
            source = path.read_text(encoding="utf-8")
            for tests in [arguments.tests.split()] if arguments.tests else concerned(mutation.file):
                limit = patience[tuple(tests)]
                path.write_text(mutation.text(source), encoding="utf-8")
                alive = passes(folder, tests, limit)
                path.write_text(source, encoding="utf-8")
                if not alive:
                    noticed = " ".join(tests)
                    break
            verdict = "caught" if noticed else "SURVIVED"
            count[verdict] += 1
            shown = mutation.text(source).splitlines()[mutation.line - 1].strip()
            print(f"{verdict:<9}{mutation.file}:{mutation.line} {mutation.before} -> {mutation.after}: {shown}  "
                  f"({time.perf_counter() - began:.0f} s) {noticed}", flush=True)
    print(", ".join(f"{number} {verdict.lower()}" for verdict, number in count.items()))
    return 1 if count["SURVIVED"] else 0


if __name__ == "__main__":
    sys.exit(main())
