"""A course: exercises that answer, notebooks for students and teachers, and marks.

In a notebook:

    from mcts_lab.course import exercise

    exercise("ucb1").check(ucb1)   # right or wrong, and which mistake it looks like
    exercise("ucb1").hint()
    exercise("ucb1").solution()
"""

from .catalogue import exercise, exercises
from .judging import Exercise, Mistake, Verdict

__all__ = ["Exercise", "Mistake", "Verdict", "exercise", "exercises"]
