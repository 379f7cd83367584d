"""Deliberate mistakes in searches and games, and whether the tests notice: ``python tests/mutations.py [FILE ...]``.

Each mutation changes one token inside a function, in a copy of the project: a comparison, an operator, a constant, a
truth value. Then the tests that belong to the file run interpreted: first the fingerprints of its game or part, then
the tests of its row. Mutations that no test notices are *survivors*; what is known about one stands in `EXPLAINED`. The
exit status is 1 if there is a survivor without explanation.

    python tests/mutations.py                                    a sample of `--sample` mutations over `FILES`
    python tests/mutations.py games/cards/kuhn_poker.py --all    all mutations of a file
    python tests/mutations.py search/mcts/loop.py --line 120      those of some lines
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
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = "mcts_lab"
PATIENCE = 5  # tests that compute for so many times as long as without a mistake have noticed an endless loop
STUCK = 20  # and so have those that take so many times as long as that and wait for something

ITERATIONS = "iterations uct"
SETS = "iterations information_sets uct"
SPADES = "not short_playouts and not measured_elsewhere"  # a minute each
WALKED = "not (same_from_either_side and chase)"  # the slowest of seven games

# files in the package, the tests that belong to them (tests/test_*.py), and the expression that chooses among these
ROWS = (
    ("search/mcts/closed_loop.py search/mcts/widening.py", f"{SETS} trace large_branching", ""),
    ("search/mcts/final.py search/mcts/selection.py search/mcts/tree.py", ITERATIONS, ""),
    ("search/mcts/information_sets.py search/mcts/room.py search/mcts/loop.py search/mcts/interpreted.py", SETS, ""),
    ("search/mcts/running.py", f"{SETS} accounting", ""),
    ("search/mcts/search.py", f"{SETS} reuse memory", ""),
    ("search/mcts/checks.py search/mcts/needs.py", "checks accounting information_sets", ""),
    ("search/mcts/groups.py papers/hsu2020/groups.py papers/hsu2020/one_sided.py search/mcts/rave.py "
     "search/evolution.py",
     "large_branching", ""),
    ("search/mcts/saved_states.py search/mcts/memory.py", "iterations memory uct large_branching", ""),
    ("papers/powley2013/knowledge.py", "knowledge cards", "not sampler"),
    ("search/mcts/learned.py", "learned", ""),
    ("papers/runnels2023/greedy.py", "greedy", ""),
    ("papers/papagiannis2022/mixed_leaves.py papers/papagiannis2022/one_outcome.py search/mcts/pruning_networks.py",
     "pruning_paper_parts", ""),
    ("search/mcts/ordinal.py papers/joppen2019/solo.py papers/joppen2019/values.py "
     "papers/joppen2019/preferences.py papers/joppen2019/population.py",
     "ordinal memory", ""),
    ("search/mcts/parallel.py", "parallel", ""),
    ("search/mcts/pimc.py", "accounting information_sets", ""),
    ("search/mcts/plan.py", f"{SETS} plan", "not used_memory"),
    ("search/mcts/playouts.py", f"accounting {ITERATIONS} ordinal", ""),
    ("search/mcts/priors.py", f"learned {ITERATIONS} pruning accounting reuse", ""),
    ("search/mcts/pruning.py", "pruning large_branching", ""),
    ("search/mcts/result.py", f"{SETS} solver", ""),
    ("search/mcts/reuse.py", "reuse", ""),
    ("papers/joppen2019/sights.py papers/joppen2019/best_first.py", "sights", "not seed_alone"),
    ("search/mcts/solver.py", "iterations solver", ""),
    ("search/mcts/tree_parallel.py", "tree_parallel", "not Pig"),
    ("search/mcts/values.py", f"{ITERATIONS} ordinal large_branching", ""),
    ("search/minimax/exact.py search/minimax/expectiminimax.py search/minimax/minimax.py search/minimax/negamax.py "
     "search/minimax/transpositions.py", "exact_search", ""),
    ("textbook/exact.py", "exact_search", "textbook"),
    ("search/hidden_exact.py", "hidden_games", ""),
    ("search/light_states.py", "light iterations", ""),
    ("papers/powley2013/solved_end.py", "solved_end", ""),
    ("games/boards/breakthrough.py", "board_games conformance every_game",
     "breakthrough and not small and not uniform"),
    ("games/boards/connect_four.py", "board_games conformance every_game",
     "connect_four and not random_play and not positions and not perft"),
    ("games/boards/hex.py", "board_games conformance every_game", "hex and not perft"),
    ("games/boards/othello.py", "board_games conformance every_game", "othello and not perft"),
    ("games/boards/tic_tac_toe.py", "board_games conformance every_game", "tic_tac_toe and not perft"),
    ("games/boards/hashing.py", "board_games", "key or hash"),
    ("games/boards/dark_hex.py games/boards/phantom.py", "hidden_games every_game",
     "dark_hex or phantom or hidden_games and not kuhn and not leduc and not dice"),
    ("games/cards/cards.py games/cards/hidden_cards.py", "cards", "not cheap_sampler"),
    ("games/cards/kuhn_poker.py", "hidden_games every_game", "kuhn"),
    ("games/cards/leduc_poker.py", "hidden_games every_game", "leduc"),
    ("games/cards/liars_dice.py", "hidden_games every_game", "liars or dice"),
    ("games/teaching/sums.py", "tree_view ordinal every_game", "sums or payoffs"),
    ("games/teaching/nim.py", "board_games conformance every_game", "nim and not perft"),
    ("games/teaching/bandit.py", "board_games ordinal", "bandit or gaps or example"),
    ("games/teaching/gaps.py", "ordinal", "gaps or evolution"),
    ("games/teaching/information_puzzles.py", "hidden_games information_sets every_game",
     "coin or hidden_choice or locality"),
    ("games/teaching/pig.py", "plain_games exact_search every_game", "pig"),
    ("games/teaching/uniform_tree.py", "branching exact_search", "not connect_four and not tic_tac_toe"),
    ("games/adapters/plain.py", "plain_games", ""),
    ("games/dou_dizhu/advice.py games/dou_dizhu/choices.py games/dou_dizhu/hands.py games/dou_dizhu/moves.py "
     "games/dou_dizhu/rule_player.py games/dou_dizhu/rules.py", "dou_dizhu every_game", "dou_dizhu"),
    ("games/hearthstone/cards.py games/hearthstone/chance.py games/hearthstone/choices.py games/hearthstone/deaths.py "
     "games/hearthstone/effects.py games/hearthstone/features.py games/hearthstone/player.py "
     "games/hearthstone/rules.py games/hearthstone/setup.py games/hearthstone/state.py games/hearthstone/words.py",
     "hearthstone every_game", "hearthstone"),
    ("games/knockout_whist/playout.py games/knockout_whist/rules.py "
     "games/knockout_whist/words.py", "knockout_whist every_game", "knockout_whist"),
    ("games/soccer/rules.py games/soccer/words.py", "soccer every_game", "soccer"),
    ("games/soccer/evaluation.py games/soccer/solution.py", "soccer_solution", ""),
    ("games/spades/advice.py", "spades knowledge", SPADES),
    ("games/spades/player.py games/spades/rules.py "
     "games/spades/scoring.py games/spades/words.py", "spades every_game", f"spades and {SPADES}"),
    ("games/spades/playout.py", "spades", "short_playouts"),
    ("games/tribes/buildings.py games/tribes/choices.py games/tribes/cities.py "
     "games/tribes/combat.py games/tribes/holdings.py games/tribes/levels.py games/tribes/movement.py "
     "games/tribes/networks.py games/tribes/observe.py games/tribes/play.py games/tribes/rule_player.py "
     "games/tribes/rules.py games/tribes/state.py games/tribes/turns.py games/tribes/value.py games/tribes/words.py",
     "tribes every_game", "tribes"),
    ("games/vgdl/board.py games/vgdl/building.py games/vgdl/chance.py games/vgdl/cycle.py games/vgdl/description.py "
     "games/vgdl/effects.py games/vgdl/library.py games/vgdl/movement.py games/vgdl/reading.py "
     "games/vgdl/sprites.py games/vgdl/words.py", "vgdl_rules vgdl every_game", f"vgdl and {WALKED}"),
    ("games/vgdl/rules.py", "vgdl_rules vgdl sights every_game", f"(vgdl or sights) and {WALKED} and not seed_alone"),
    ("experiments/statistics.py", "statistics", ""),
    ("papers/judging.py", "judging", ""),
    ("learning/bandits.py learning/networks.py learning/planner.py learning/pruning_models.py", "learning",
     "not command"),
    ("learning/files.py learning/forests.py learning/models.py", "forests learned", ""),
    ("course/grading.py", "grading", "mark or graded or seed or taken_out"),
    ("course/judging.py", "course", "answer or mistake or given or comparison"),
)
# how a file's path begins: which fingerprints are asked first (the first line that fits), and which tests besides
PRINTS = {
    "games/boards/hashing": "tic_tac_toe or connect_four or nim", "games/boards/phantom": "phantom or dark_hex",
    "games/cards/cards": "spades or whist", "games/cards/hidden_cards": "spades or whist",
    "games/teaching/information_puzzles": "coin or hidden or locality", "games/adapters": "",
    "games/boards/hex": "hex and not dark", "games/soccer/solution": "", "games/vgdl/sight": "vgdl or trees",
    "search/minimax": "exact", "textbook": "exact", "search/hidden_exact": "search and hidden",
    "search": "trees", "papers/judging": "judging", "papers": "trees", "experiments": "statistics",
    "learning": "learning", "course": "",
}
GOLDEN = ("search/mcts", "papers/joppen2019/preferences", "papers/joppen2019/sights", "papers/hsu2020",
          "papers/powley2013/knowledge", "papers/papagiannis2022", "search/light_states")
RECORDED = tuple(f"games/{one}" for one in ("boards", "cards", "dou_dizhu", "knockout_whist", "soccer", "spades"))
FINGERPRINTS = ("tests/test_fingerprints.py",)


def stages(file, tests, expression) -> list:
    """Pairs of tests and the expression that chooses among them, one pair after the other for a file's mutations."""
    found = [(tuple(f"tests/test_{test}.py" for test in tests.split()), expression)]
    if file.startswith(GOLDEN):
        found.append((("tests/test_golden.py",), "built_before"))
    begins = next((one for one in PRINTS if file.startswith(one)), None)
    if file.startswith(RECORDED):
        found.append((("tests/test_conformance.py",), "without_a_difference"))
    folder, name = file.split("/")[-2], Path(file).stem
    words = PRINTS[begins] if begins else name if folder in ("boards", "cards", "teaching") else folder
    return [(FINGERPRINTS, words), *found] if words else found


FILES = {file: stages(file, tests, expression) for files, tests, expression in ROWS for file in files.split()}

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
    function: str  # where it is

    def text(self, source: str) -> str:
        """The source with the mistake in it."""
        lines = source.splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[:self.column] + self.after + line[self.column + len(self.before):]
        return "".join(lines)

    def key(self, source: str) -> tuple:
        """How `EXPLAINED` names it: file, function, the line without indentation, which of its tokens, what for it."""
        line = source.splitlines()[self.line - 1]
        return self.file, self.function, line.strip(), self.column - (len(line) - len(line.lstrip())), self.after


# What is known about survivors: (file, function, line, column in the line without indentation, what stands there
# instead): why.
KUHN, BREAKTHROUGH, STONE = "games/cards/kuhn_poker.py", "games/boards/breakthrough.py", "games/hearthstone/state.py"
RUNNING, SOLUTION = "search/mcts/running.py", "games/soccer/solution.py"
CLOCK = "only how much is done between two looks at the clock"
ROOM = "more room than is needed"
BORDER = "a random number lies exactly on the border once in 2**53 draws"
EXPLAINED = {
    (KUHN, "reset", "fill(state.actions, 0)", 20, "1"): "what has not been said yet is never read",
    (BREAKTHROUGH, "legal", "if 0 <= offset < 64:", 15, "<="): "interpreted, a shift by 64 leaves no bit",
    (BREAKTHROUGH, "may_enter", "return (signed == EMPTY) | ((signed < 0) & (signed > -OFF_BOARD) & (side != 1))  "
     "# without branches to guess", 36, "<="): "empty cells are accepted before",
    (BREAKTHROUGH, "advance", "total += (1 + row if player == 0 else game.rows - row) ** 2", 6, "-="):
        "the sign cancels in the share of what both have",
    (STONE, "fill_minion", "minion.aura = 0", 14, "1"): "computed anew before it is read",
    (STONE, "refresh_auras", "sources += 1", 11, "2"): "all that matters is whether there are any",
    ("experiments/statistics.py", "sign_test", "greater = int((change > 0).sum())", 22, ">="):
        "pairs that are equal are left out before",
    ("games/hearthstone/setup.py", "deal_hidden_hand", "while left >= 0.0 and at + 1 < player.deck_size:", 11, ">"):
        BORDER,
    ("games/spades/rules.py", "play_card", "if value > state.best:", 9, ">="): "no two cards are the same",
    ("games/teaching/bandit.py", "play", "state.reward = 1.0 if uniform(rng) < self.arms[action] else 0.0", 35, "<="):
        BORDER,
    (SOLUTION, "_settle", "if plays[i] >= 0:", 12, ">"): "what has 0 plays left is an end, from which no action leads",
    ("games/boards/tic_tac_toe.py", "highlights",
     "cells += [square for square in range(9) if line >> square & 1]", 37, "10"): "a line has no tenth cell",
    ("search/mcts/plan.py", "__init__", "self.spare = (2 * self.facts.branching + 2 + sum(spare_nodes(part, "
     "self.facts) for part in all_parts(method)),", 16, "+"): ROOM,
    ("games/soccer/rules.py", "forward", "return 1", 7, "2"): "only its sign counts",
    ("games/hearthstone/setup.py", "clear", "player.weapon_active = 0", 23, "1"): "without a weapon it says nothing",
    ("games/soccer/rules.py", "intercepts", "for i in range(5):", 15, "6"): "the first of the four points once more",
    (SOLUTION, "enumerate_states", "capacity = 1 << 19", 11, "2"): ROOM,
    (SOLUTION, "slot_of", "mixed = number ^ (number >> np.uint64(29)) ^ (number << np.uint64(7)) ^ "
     "(number >> np.uint64(13))", 25, "<<"): "stirs the bits in another way",
    ("learning/planner.py", "plan", "seen.number[min(actions, MOST_ACTIONS)] = 1", 42, "2"): "read as true or false",
    ("games/tribes/rules.py", "facts", 'name="tribes", title="Tribes", players=self.players, actions=ACTIONS, '
     "branching=8 * self.size**2 + 64,", 95, "3"): ROOM,
    ("games/vgdl/building.py", "fill_kind", "def value(key, otherwise=0):", 25, "1"):
        "of options that a class does not have, and does not look at",
    ("games/vgdl/sprites.py", "has_ammo", "return False", 7, "True"):
        "what may need ammo has a purse, or the game has ended for want of one",
    ("games/vgdl/sprites.py", "update_sprite", "elif v.CHASER < mine < v.SPAWN_POINT:", 21, "<="):
        "plain spawn points have their turn elsewhere",
    ("search/mcts/ordinal.py", "node_arrays", "if 0 < len(facts.outcomes) <= FEW:", 3, "1"):
        "where there is one outcome, none is better",
    ("search/mcts/plan.py", "code", "if self._code is None or self._generation != compiler.generation:", 22, "and"):
        "machine code only, which these runs do without",
    ("search/mcts/room.py", "make_room",
     "spare = (threads * plan.spare[0], *plan.spare[1:])", 17, "+"): ROOM,
    ("search/mcts/information_sets.py", "choose_available", "legal_mark[-1] += 2", 15, "-="):
        "marks only have to differ from those before",
    ("papers/joppen2019/sights.py", "survey", "best, target, kind_of = HARMLESS, -1, -1", 39, "2"):
        "told only where there is a target",
    ("papers/joppen2019/sights.py", "survey", "if target < 0:", 10, "<="): "cell 0 lies in the margin",
    (RUNNING, "next_piece", "if (search._stopped and done) or (self.seconds is not None and self.passed >= "
     "self.seconds", 75, ">"): "a clock does not say exactly that",
    (RUNNING, "look", "goal = min(CHUNK_SECONDS, max(0.001, (self.seconds - self.passed) / 4))", 7, "max"): CLOCK,
    (RUNNING, "look", "if self.done - self.before == work:", 13, "+"): CLOCK,
    ("papers/joppen2019/sights.py", "play_and_learn", "won = over and payoff(game, state, 0) > 0.5", 38, ">="):
        "a game in VGDL pays at most 1/3 or at least 2/3",
    ("search/minimax/exact.py", "finish", "if rng[0] != RNG[0] or rng[1] != RNG[1]:", 20, "and"):
        "a draw changes both words",
    ("search/mcts/solver.py", "prove", "if proven[sibling, chooser] > proven[best, chooser]:", 28, ">="):
        "children as good as the best give everybody the same, or nothing is proven",
    ("search/minimax/expectiminimax.py", "advance", "while numbers[NODES] < limit:", 21, "<="): CLOCK,
    ("search/minimax/negamax.py", "remember", "stack.history[(1 - here.side) // 2, action] += 1 if left == UNLIMITED "
     "else left * left", 47, "2"): "where one is without limit all are, and count twice",
    ("search/minimax/negamax.py", "new_stack", "killers=np.empty((plies, 2), np.int32), "
     "history=np.empty((2, f.actions)), root_values=np.zeros(f.branching),", 58, "3"): ROOM,
}


def mutations(file: str, source: str) -> list[Mutation]:
    """All mutations of a file, in the order of its lines."""
    inside, tree = {}, ast.parse(source)  # lines, and the innermost function of each
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in functions:
        for statement in node.body:
            inside.update(dict.fromkeys(range(statement.lineno, statement.end_lineno + 1), node.name))
    for node in ast.walk(tree):  # what is said in a refusal does not matter here, nor functions within shown ones
        if isinstance(node, ast.Raise) or (isinstance(node, ast.FunctionDef) and node.name.endswith(SHOWN)):
            for line in range(node.lineno, node.end_lineno + 1):
                inside.pop(line, None)
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, column = token.start
        if line in inside:
            if token.string in SWAPS and token.type in (tokenize.OP, tokenize.NAME):
                if token.string == "*" and token.line[column - 1] in "(, ":
                    if token.line[column + 1] != " ":  # *arguments
                        continue
                found.append(Mutation(file, line, column, token.string, SWAPS[token.string], inside[line]))
            elif token.type == tokenize.NUMBER and token.string.isdecimal():
                found.append(Mutation(file, line, column, token.string, str(int(token.string) + 1), inside[line]))
    return found


def tested(folder: Path, tests, expression, seconds=None) -> bool:
    """Whether the tests of a copy of the project pass, in at most `seconds` of computing.

    Time on the clock would depend on what else the machine does.
    """
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 1))

    environment = {**os.environ, "MCTS_LAB_INTERPRET": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    recordings = ROOT.parent / "shared" / "conformance"
    if recordings.exists():
        environment.setdefault("MCTS_LAB_CONFORMANCE", str(recordings))
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    command += ["-k", expression] if expression else []
    try:
        outcome = subprocess.run(command, cwd=folder, env=environment, capture_output=True,
                                 preexec_fn=None if seconds is None else limit,
                                 timeout=None if seconds is None else STUCK * seconds)
    except subprocess.TimeoutExpired:
        return False
    if outcome.returncode == 5:
        raise SystemExit(f"no test is chosen by {expression!r} in {', '.join(tests)}")
    return outcome.returncode == 0


def computed() -> float:
    """Seconds that the processes started from here have computed."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def copied(folder: Path) -> Path:
    """A copy of what the tests need."""
    for name in (PACKAGE, "tests", "data", "notebooks"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "results"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder / name)
    compileall.compile_dir(folder / PACKAGE, quiet=2, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    return folder


class Patience(dict):
    """Seconds that each stage may compute; it is tried without any mutation first."""

    def __init__(self, folder):
        super().__init__()
        self.folder = folder

    def __missing__(self, stage):
        tests, _ = stage
        began = computed()
        if not tested(self.folder, *stage):
            raise SystemExit(f"{', '.join(tests)} fail without any mutation")
        self[stage] = 10.0 + PATIENCE * (computed() - began)
        return self[stage]


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
    return found  # in the order of drawing, so that the first ones are a sample as well


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE", help="in the package, as in FILES (default: all of them)")
    parser.add_argument("--all", action="store_true", help="every mutation instead of a sample")
    parser.add_argument("--line", type=int, action="append", help="those of this line; may be repeated")
    parser.add_argument("--sample", type=int, default=30, help="how many (default: 30)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    parser.add_argument("--prints", action="store_true", help="the fingerprints alone, and not the tests of the rows")
    arguments = parser.parse_args()
    survivors = caught = explained = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = copied(Path(scratch))
        patience = Patience(folder)
        for mutation in chosen(arguments, folder):
            path = folder / PACKAGE / mutation.file
            source = path.read_text(encoding="utf-8")
            known = EXPLAINED.get(mutation.key(source))
            if known:
                explained += 1
                continue
            began, alive = time.perf_counter(), True
            for stage in FILES[mutation.file][:1 if arguments.prints else None]:
                limit = patience[stage]
                path.write_text(mutation.text(source), encoding="utf-8")
                alive = tested(folder, *stage, limit)
                path.write_text(source, encoding="utf-8")
                if not alive:
                    break
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
