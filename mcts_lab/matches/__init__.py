"""Matches of `mcts_lab`: games between agents, tournaments, sweeps over parameters, and statistics.

The functions of this folder play games and return rows, but they store nothing. `mcts_papers.store` runs whole
experiments and stores their results.
"""

from .experiment import BUDGETS, Experiment, Task
from .match import arrangements, by_seat, play_game, play_match, spawned, tally
from .progress import counter
from .sweep import grid, sweep
from .tournament import Fixture, fixtures, round_robin

__all__ = [
    "BUDGETS", "Experiment", "Fixture", "Task", "arrangements", "by_seat", "counter", "fixtures", "grid", "play_game",
    "play_match", "round_robin", "spawned", "sweep", "tally",
]
