"""How an exercise of `mcts_course` judges an answer, and names the mistake. The exercises are in `mcts_course.lessons`.

In a notebook:

    from mcts_course.exercises import exercise

    exercise("ucb1").check(ucb1)   # right or wrong, and which mistake it looks like
    exercise("ucb1").hint()

Answers are in the teachers' edition. `mcts-lab grade` marks in a process in which they are not to be found.
"""

from .catalogue import exercise, exercises
from .judging import Exercise, Mistake, Verdict

__all__ = ["Exercise", "Mistake", "Verdict", "exercise", "exercises"]
