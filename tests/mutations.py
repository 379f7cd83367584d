"""Deliberate mistakes in searches and games, and whether the tests notice: ``python tests/mutations.py [FILE ...]``.

Each mutation changes one token inside a function, in a copy of the project: a comparison, an operator, a constant, a
truth value. Then the tests that belong to the file run interpreted. Those that nobody notices are *survivors*; what is
known about one stands in `EXPLAINED`. The exit status is 1 if there is a survivor without explanation.

    python tests/mutations.py                                    a sample of `--sample` mutations over `FILES`
    python tests/mutations.py games/cards/kuhn_poker.py --all    all mutations of a file
    python tests/mutations.py search/mcts/uct.py --line 120      those of some lines
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tokenize
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = "mcts_lab"
PATIENCE = 5  # a run of tests that takes so many times as long as without a mistake has noticed an endless loop

UCT = ("tests/test_iterations.py", "tests/test_uct.py")
SETS = ("tests/test_iterations.py", "tests/test_information_sets.py", "tests/test_uct.py")
REUSE = ("tests/test_reuse.py",)
SOLVER = ("tests/test_solver.py", "tests/test_iterations.py")
MINIMAX = ("tests/test_exact_search.py",)
HIDDEN = ("tests/test_hidden_games.py",)
BOARDS = ("tests/test_board_games.py",)

FILES = {
    # file: (the tests that belong to it, the expression that chooses among them)
    "search/mcts/closed_loop.py": ((*SETS, "tests/test_trace.py", "tests/test_large_branching.py"), ""),
    "search/mcts/final.py": (UCT, ""),
    "search/mcts/information_sets.py": (SETS, ""),
    "search/mcts/ordinal.py": (("tests/test_ordinal.py",), ""),
    "search/mcts/plan.py": ((*SETS, "tests/test_plan.py"), ""),
    "search/mcts/pruning.py": (("tests/test_pruning.py", "tests/test_large_branching.py"), ""),
    "search/mcts/result.py": ((*SETS, "tests/test_solver.py"), ""),
    "search/mcts/reuse.py": (REUSE, ""),
    "search/mcts/room.py": (SETS, ""),
    "search/mcts/running.py": (SETS, ""),
    "search/mcts/selection.py": (UCT, ""),
    "search/mcts/session.py": (SETS, ""),
    "search/mcts/solver.py": (SOLVER, ""),
    "search/mcts/sharing.py": (("tests/test_tree_parallel.py",), ""),
    "search/mcts/tree_parallel.py": (("tests/test_tree_parallel.py",), ""),
    "search/mcts/uct.py": (SETS, ""),
    "search/mcts/values.py": ((*UCT, "tests/test_ordinal.py", "tests/test_large_branching.py"), ""),
    "search/minimax/expectiminimax.py": (MINIMAX, ""),
    "search/minimax/negamax.py": (MINIMAX, ""),
    "search/minimax/textbook.py": (MINIMAX, "textbook"),
    "search/minimax/transpositions.py": (MINIMAX, ""),
    "games/boards/breakthrough.py": (BOARDS, "breakthrough and not small"),
    "games/boards/hex.py": (BOARDS, "hex and not perft"),
    "games/boards/tic_tac_toe.py": (BOARDS, "tic_tac_toe and not perft"),
    "games/cards/kuhn_poker.py": (HIDDEN, "kuhn"),
    "games/cards/leduc_poker.py": (HIDDEN, "leduc"),
    "games/cards/liars_dice.py": (HIDDEN, "liars or dice"),
    "games/teaching/nim.py": (BOARDS, "nim and not perft"),
}

SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "/": "*",
    "//": "*", "%": "+", "+=": "-=", "-=": "+=", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "and": "or", "or": "and",
    "True": "False", "False": "True", "min": "max", "max": "min", "break": "pass", "continue": "pass",
}

# Functions for people only, whose looks no test settles token by token.
SHOWN = ("_svg", "_svg_for", "_text", "_text_for", "_action_name", "_facts", "draw", "__repr__")


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

    def key(self, source: str) -> tuple:
        """How `EXPLAINED` names it: the file, the line without indentation, which of its tokens, and what for it."""
        line = source.splitlines()[self.line - 1]
        return self.file, line.strip(), self.column - (len(line) - len(line.lstrip())), self.after


# What is known about survivors: (file, line, column in the line without indentation, what stands there instead): why.
KUHN, BREAKTHROUGH = "games/cards/kuhn_poker.py", "games/boards/breakthrough.py"
RUNNING = "search/mcts/running.py"
CLOCK = "only how much is done between two looks at the clock"
EXPLAINED = {
    (KUHN, "fill(state.actions, 0)", 20, "1"): "what has not been said yet is never read",
    (BREAKTHROUGH, "if 0 <= offset < 64:", 15, "<="): "interpreted, a shift by 64 leaves no bit",
    (BREAKTHROUGH, "return (signed == EMPTY) | ((signed < 0) & (signed > -OFF_BOARD) & (side != 1))  "
     "# without branches to guess", 36, "<="): "empty cells are accepted before",
    (BREAKTHROUGH, "total += (1 + row if player == 0 else game.rows - row) ** 2", 6, "-="):
        "the sign cancels in the share of what both have",
    ("games/boards/tic_tac_toe.py", "cells += [square for square in range(9) if line >> square & 1]", 37, "10"):
        "a line has no tenth cell",
    ("search/mcts/closed_loop.py", "if missing > 0 and nodes[node].status & PARTIAL and not (at_random and "
     "nodes[nodes[node].first_child].visits == 0):", 38, "|"): "where all children are there nothing is added",
    ("search/mcts/plan.py", "if self._code is None or self._generation != compiler.generation:", 22, "and"):
        "machine code only, which these runs do without",
    ("search/mcts/room.py",
     "spare = (threads * plan.spare[0], *plan.spare[1:])", 17, "+"):
        "more room than is needed",
    (RUNNING, "goal = CHUNK_SECONDS if seconds is None else min(CHUNK_SECONDS, max(0.001, (seconds - passed) / 4))",
     45, "max"): CLOCK,
    (RUNNING, "if done - before == work:", 8, "+"): CLOCK,
    ("search/mcts/solver.py", "if proven[sibling, chooser] > proven[best, chooser]:", 28, ">="):
        "children as good as the best give everybody the same, or nothing is proven",
    ("search/minimax/negamax.py", "killers=np.empty((plies, 2), np.int32), history=np.empty((2, f.actions)), "
     "root_values=np.zeros(f.branching),", 58, "3"): "more room than is needed",
}


def mutations(file: str, source: str) -> list[Mutation]:
    """All mutations of a file, in the order of its lines."""
    inside = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and not node.name.endswith(SHOWN):
            for statement in node.body:
                inside.update(range(statement.lineno, statement.end_lineno + 1))
    for node in ast.walk(ast.parse(source)):  # what is said in a refusal does not matter here
        if isinstance(node, ast.Raise):
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


def tested(folder: Path, tests, expression, seconds=None) -> bool:
    """Whether the tests of a copy of the project pass, in at most `seconds`."""
    environment = {**os.environ, "MCTS_LAB_INTERPRET": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    recordings = ROOT.parent / "shared" / "conformance"
    if recordings.exists():
        environment.setdefault("MCTS_LAB_CONFORMANCE", str(recordings))
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    command += ["-k", expression] if expression else []
    try:
        outcome = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    if outcome.returncode == 5:
        raise SystemExit(f"no test is chosen by {expression!r} in {', '.join(tests)}")
    return outcome.returncode == 0


def copied(folder: Path) -> Path:
    """A copy of what the tests need."""
    for name in (PACKAGE, "tests", "data", "notebooks"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "results"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def chosen(arguments, folder: Path) -> list[Mutation]:
    """The mutations that the command line asks for."""
    found = []
    for file in arguments.files or FILES:
        if file not in FILES:
            raise SystemExit(f"{file} has no tests in FILES; choose among {', '.join(FILES)}")
        found += mutations(file, (folder / PACKAGE / file).read_text(encoding="utf-8"))
    if arguments.line:
        found = [m for m in found if m.line in arguments.line]
    elif not arguments.all:
        found = random.Random(arguments.seed).sample(found, min(arguments.sample, len(found)))
    return sorted(found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="in the package, as in FILES (default: all of them)")
    parser.add_argument("--all", action="store_true", help="every mutation instead of a sample")
    parser.add_argument("--line", type=int, action="append", help="those of this line; may be repeated")
    parser.add_argument("--sample", type=int, default=30, help="how many (default: 30)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    arguments = parser.parse_args()
    survivors = caught = explained = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = copied(Path(scratch))
        patience = {}
        for mutation in chosen(arguments, folder):
            path = folder / PACKAGE / mutation.file
            source = path.read_text(encoding="utf-8")
            known = EXPLAINED.get(mutation.key(source))
            if mutation.file not in patience:
                began = time.perf_counter()
                if not tested(folder, *FILES[mutation.file]):
                    raise SystemExit(f"the tests of {mutation.file} fail without any mutation")
                patience[mutation.file] = 10.0 + PATIENCE * (time.perf_counter() - began)
            if known:
                explained += 1
                continue
            began = time.perf_counter()
            path.write_text(mutation.text(source), encoding="utf-8")
            alive = tested(folder, *FILES[mutation.file], patience[mutation.file])
            path.write_text(source, encoding="utf-8")
            caught, survivors = caught + (not alive), survivors + alive
            shown = mutation.text(source).splitlines()[mutation.line - 1].strip()
            print(f"{'SURVIVED' if alive else 'caught':<9}{mutation.file}:{mutation.line} "
                  f"{mutation.before} -> {mutation.after}: {shown}  ({time.perf_counter() - began:.0f} s)", flush=True)
            if alive:
                print(f"         {mutation.key(source)!r}", flush=True)
    print(f"{caught} caught, {explained} explained, {survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
