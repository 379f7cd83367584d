"""The five replicated papers: their games, experiments, tables, figures and claims, and the store of results.

Each paper has its own folder, such as `runnels2023`. The games are in `games`; create a game by its name, for
example ``mcts_lab.games.spades()``. If you only want the algorithms, you can ignore this package: `mcts_lab` works
without it. If you change a paper's experiments, also compute its stored results in ``data/results`` again.
"""

from mcts_lab.declarations import submodules

__getattr__, __dir__ = submodules(__name__)
