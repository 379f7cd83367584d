"""A project of the course for students: a game, whose variant depends on the student's number, and visible checks.

In the notebook of a project:

    from mcts_course.project import Project

    mine = Project("uct", student=1234)
    mine.game                   # your variant
    mine.check(uct, choose)     # runs the visible cases, and prints the expected and the actual results
"""

from typing import NamedTuple

from .project_games import VARIANTS, game_of


class Checked(NamedTuple):
    """The results of the visible cases: a verdict on each part."""

    verdicts: tuple

    def _repr_html_(self):
        return "".join(one._repr_html_() for one in self.verdicts) + f"<p>{repr(self).splitlines()[-1]}</p>"

    def __repr__(self):
        done = sum(one.points for one in self.verdicts)
        rows = [f"{one.points} of {one.possible}  {one.exercise}: {one.status}. {one.reason}" for one in self.verdicts]
        return "\n".join([*rows, f"{done} of {sum(one.possible for one in self.verdicts)} points in the visible cases"])


class Project:
    """A project for a student. Raises ValueError if there is no project with this name.

    name:     "alpha_beta", "uct", "cards" or "large"
    student:  the student's number, which chooses the variant
    """

    def __init__(self, name, student):
        if name not in VARIANTS:
            raise ValueError(f"There is no project {name!r}. Choose one of {', '.join(VARIANTS)}.")
        self.name, self.student = name, int(student)
        self.game = game_of(name, self.student)

    def check(self, *functions):
        """Run the visible cases of these functions' parts. The hidden cases are of the same kind."""
        from .projects import parts_of

        given = {function.__name__: function for function in functions}
        return Checked(tuple(part.check(given[part.function], self.student) for part in parts_of(self.name)
                             if part.function in given))
