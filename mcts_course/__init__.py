"""The course: widgets, exercises, marking, kits for teachers, and the website."""

from mcts_lab.declarations import submodules

__getattr__, __dir__ = submodules(__name__)
