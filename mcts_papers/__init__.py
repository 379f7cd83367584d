"""The big games, the five papers with their experiments, figures and claims, and the store of results."""

from mcts_lab.declarations import submodules

__getattr__, __dir__ = submodules(__name__)
