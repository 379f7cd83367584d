"""The course: widgets, the exercises of the lessons, marking, kits for teachers, and the website.

The lessons are in the folder ``notebooks``. Widgets and pages show searches of `mcts_lab` without changing them.
`mcts_papers` uses this package for only one film.
"""

from mcts_lab.declarations import submodules

__getattr__, __dir__ = submodules(__name__)
