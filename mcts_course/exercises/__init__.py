"""Judge answers to the exercises in `mcts_course.lessons`, and name the mistakes.

In a notebook:

    from mcts_course.exercises import exercise

    exercise("ucb1").check(ucb1)   # right or wrong, and the likely mistake
    exercise("ucb1").hint()

Answers are in the teachers' edition. `mcts-lab grade` marks in a process that does not contain them.
"""

from .catalogue import exercise, exercises
from .judging import Exercise, Mistake, Verdict

__all__ = ["Exercise", "Mistake", "Verdict", "exercise", "exercises"]
