"""Sandboxes of `mcts_course`: other people's code runs here, with limits, and cannot see the answers.

SECURITY.md says what each kind of sandbox promises. Change nothing here without running ``tests/hostile.py``.
"""
