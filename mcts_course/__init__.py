"""The course: widgets, the exercises of the lessons, marking, kits for teachers, and the website.

The lessons themselves are in the folder ``notebooks``. Algorithms are in `mcts_lab`, and `mcts_papers` hardly needs
this package: only one film uses it. Widgets and pages show searches of `mcts_lab` without changing them.
"""

from mcts_lab.declarations import submodules

__getattr__, __dir__ = submodules(__name__)
