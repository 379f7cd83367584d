"""What others add in one file of their own: a game, in another package or in this one, and a backup rule."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import mcts_lab

GAME = '''
from typing import NamedTuple

import numpy as np

from mcts_lab.game import TERMINAL, Facts


class Subtract(NamedTuple):
    """Take one to three counters; the player who takes the last one wins."""

    counters: int = 10

    def facts(self):
        return Facts(name="subtract", title="Subtract", players=2, actions=4, branching=3, length=self.counters,
                     low=-1.0, high=1.0, outcomes=(-1.0, 1.0), dtype=np.dtype([("left", "i4"), ("turn", "i4")]))

    def reset(self, state, rng):
        state.left, state.turn = self.counters, 0

    def to_move(self, state):
        return int(state.turn) if state.left > 0 else TERMINAL

    def legal(self, state, out):
        n = min(3, int(state.left))
        for i in range(n):
            out[i] = i + 1
        return n

    def play(self, state, action, rng):
        state.left -= action
        state.turn = 1 - int(state.turn)

    def payoff(self, state, player):
        return 1.0 if player != state.turn else -1.0
'''
USE = """
from mcts_lab import UCT, check_game, games, start
game = games.subtract(counters=7)
check_game(game, games=5)
assert "subtract" in games.names() and games.options("subtract") == {"counters": 10}
print(UCT().search(game, start(game), iterations=300, seed=1, compiled=False).action)
"""


RULE = """
from typing import NamedTuple

import numpy as np

from mcts_lab import UCT, games, start


class Recent(NamedTuple):
    weight: float = 0.3

    def node_arrays(self, capacity, facts):
        return (np.empty(capacity),)

    def init_node(self, node, memory):
        memory.value[0][node] = 0.0

    def update(self, parent, child, reward, memory):
        memory.value[0][child] += self.weight * (reward - memory.value[0][child])

    def estimate(self, parent, child, memory):
        return memory.value[0][child]


game = games.tic_tac_toe()
plain, recent = (UCT(**value).search(game, start(game), iterations=200, seed=1, compiled=False).visits
                 for value in ({}, {"value": Recent()}))
assert plain != recent
"""


def ran(code, folder):
    """What a program prints for which `folder` comes first."""
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": os.pathsep.join(
        [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])}, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_game_of_another_package_is_there_by_name(tmp_path):
    (tmp_path / "subtract.py").write_text(GAME)
    installed = tmp_path / "subtract-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: subtract\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text("[mcts_lab.games]\nsubtract = subtract:Subtract\n")
    assert ran(USE, tmp_path) == ["3"]  # four are left, from which each move loses


def test_a_game_of_this_package_is_one_file(tmp_path):
    package = tmp_path / "mcts_lab"
    shutil.copytree(Path(mcts_lab.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "games" / "teaching" / "subtract.py").write_text(GAME + '\n\nGAMES = {"subtract": "Subtract"}\n')
    assert ran(USE, tmp_path) == ["3"]


def test_a_backup_rule_is_one_class(tmp_path):
    assert ran(RULE, tmp_path) == []
