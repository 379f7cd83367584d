"""What checkers of types and editors are told: the public surface, a program of a user's, and its mistakes."""

import importlib
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import mcts_lab
from mcts_lab.stubs import stubs

ROOT = Path(mcts_lab.__file__).parents[1]
PROGRAM = '''

import numpy as np

from mcts_lab import (
    UCB1, UCT, AlphaBeta, Borda, RandomPlayer, SearchPlayer, after, check_game, games, legal_actions, start
)
from mcts_lab.matches import play_match
from mcts_lab.game import TERMINAL, Facts, Game
from mcts_lab.search import (
    HardPruningByMean,
    ModelPrior,
    ProgressiveWidening,
    Selection,
    SingleObserver,
    Together,
)


class Subtract(Game):
    counters: int = 10

    def facts(self) -> Facts:
        return Facts(name="subtract", title="Subtract", players=2, actions=4, branching=3, length=self.counters,
                     low=-1.0, high=1.0, dtype=np.dtype([("left", "i4"), ("turn", "i4")]))

    def reset(self, state, rng) -> None:
        state.left, state.turn = self.counters, 0

    def to_move(self, state) -> int:
        return int(state.turn) if state.left > 0 else TERMINAL

    def legal(self, state, out) -> int:
        n = min(3, int(state.left))
        for i in range(n):
            out[i] = i + 1
        return n

    def play(self, state, action, rng) -> None:
        state.left -= action
        state.turn = 1 - int(state.turn)

    def payoff(self, state, player) -> float:
        return 1.0 if player != state.turn else -1.0


class Greedy(Selection):
    """A rule of one's own."""

    ranges = {"share": (0, 1)}

    share: float = 0.5

    def parent_term(self, visits, memory):
        return 0.0

    def score(self, worth, term, child, memory):
        return worth * self.share


def best(moves: int) -> list[str]:
    game = Subtract(counters=moves)
    check_game(game, games=2)
    state = start(game)
    result = UCT(selection=Greedy(share=0.7), value=Borda()).search(game, state, iterations=100, seed=1)
    left: dict[int, int] = result.visits
    state = after(game, state, legal_actions(game, state)[0])
    exact = AlphaBeta(depth=4).search(game, state)
    return [result.name, str(exact.action), str(sum(left.values()) + result.iterations)]


board = games.hex(size=5)
methods = [UCT(), UCT(tree=SingleObserver(), selection=UCB1(0.7)), UCT(pruning=HardPruningByMean(least=2)),
           UCT(pruning=Together(ProgressiveWidening(), HardPruningByMean()))]
rows = play_match(board, [SearchPlayer(methods[0], iterations=10), RandomPlayer()], games=2, seed=1)
print(best(5), UCT()._replace(fpu=1.0), hash(Greedy()), Greedy() == Greedy(0.5))
'''
WRONG = {  # a line: a word of what is said
    "games.hexx(size=7)": "hexx",
    "games.hex(sise=7)": "sise",
    'games.breakthrough(rows="8")': "str",
    "mcts_lab.starts(1)": "starts",
    "UCT(selection=Borda())": "Borda",
    "UCT(value=UCB1())": "UCB1",
    "UCB1(d=1)": '"d"',
    'UCB1(c="1")': "str",
    "UCT().search(1, 2, iteration=10)": "iteration",
    "UCT().search(1, 2, iterations=10).visit": "visit",
    "mcts_lab.Game().facts().player": "player",
}


def surface() -> set:
    """The modules in which what the package offers is defined."""
    things = [getattr(mcts_lab, name) for name in mcts_lab.__all__]
    return {thing.__name__ if isinstance(thing, ModuleType) else thing.__module__ for thing in things}


def checked(*arguments, cwd=ROOT):
    """What mypy says, one line each. Of other modules it says nothing."""
    if not importlib.util.find_spec("mypy"):
        pytest.skip("mypy is not installed")
    done = subprocess.run([sys.executable, "-m", "mypy", "--follow-imports=silent", *arguments], cwd=cwd,
                          capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return f"--cache-dir={tmp_path_factory.mktemp('mypy')}"


@pytest.mark.all
def test_the_public_surface_has_no_error_of_types(cache):
    modules = sorted(surface())
    assert "mcts_lab.search.mcts.search" in modules
    assert "Success" in checked(cache, *(word for name in modules for word in ("-m", name)))[-1]


@pytest.mark.all
def test_a_program_of_a_users_has_none_and_runs(cache, tmp_path):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    assert "Success" in checked(cache, "--strict-equality", str(file))[-1]
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, cwd=ROOT,
                          env=os.environ | {"MCTS_LAB_INTERPRET": "1"})
    assert done.returncode == 0, done.stderr


@pytest.mark.all
def test_each_mistake_is_found_in_its_line(cache, tmp_path):
    head = ["import mcts_lab", "from mcts_lab import UCB1, UCT, Borda, games"]
    file = tmp_path / "wrong.py"
    file.write_text("\n".join([*head, *WRONG]))
    said = {int(line): words for line, words in re.findall(r"wrong\.py:(\d+): error: (.*)",
                                                             "\n".join(checked(cache, str(file))))}
    assert said.keys() == {number + len(head) + 1 for number in range(len(WRONG))}
    for number, word in enumerate(WRONG.values()):
        assert word in said[number + len(head) + 1]


def test_the_stubs_are_what_the_package_offers():
    pytest.importorskip("mcts_papers", reason="its games are among them")
    for path, text in stubs().items():
        assert path.read_text(encoding="utf-8") == text, "run make written, or python -m mcts_lab.stubs"
    assert (Path(mcts_lab.__file__).parent / "py.typed").is_file()
    for name in mcts_lab.FOLDERS:
        importlib.import_module(f"mcts_lab.{name}")
