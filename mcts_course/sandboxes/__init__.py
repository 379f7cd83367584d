"""Sandboxes of `mcts_course`: they run other people's code with limits, and hide the answers from it.

SECURITY.md describes the guarantees of each kind of sandbox. Run ``tests/hostile.py`` after every change in this
folder.
"""
