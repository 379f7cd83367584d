"""The five replicated papers: their big games, experiments, tables, figures and claims, and the store of results.

Each paper has a folder of its own, such as `runnels2023`. The games are in `games`, and every game is made by name:
``mcts_lab.games.spades()``. A reader who wants the algorithms only may ignore this package; `mcts_lab` works without
it. Change a paper's experiments only if you also compute its stored results in ``data/results`` again.
"""

from mcts_lab.declarations import submodules

__getattr__, __dir__ = submodules(__name__)
