"""The course: widgets, the exercises of the lessons, marking, kits for teachers, and the website.

The lessons themselves are in the folder ``notebooks``. A reader who wants algorithms may ignore this package; of the
papers only a film uses it. Its widgets and pages show searches of `mcts_lab` and change nothing in them.
"""

from mcts_lab.declarations import submodules

__getattr__, __dir__ = submodules(__name__)
