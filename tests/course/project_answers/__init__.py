"""Answers to the projects: the solution, and 15 wrong ones, each with the mark that it should get.

A wrong answer is the solution with parts of its text replaced. `lost` has the parts that it should lose, with the
mistake or the status that the reason should name. The predictions were written before the answers were graded;
`corrected` says where the first one was wrong, and why.
"""

import importlib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[3] / "solutions"


class Answer(NamedTuple):
    """A wrong answer."""

    name: str
    edits: tuple  # pairs (old, new)
    lost: dict  # from a part to the mistake or status
    corrected: str = ""

    def cells(self, project) -> list[str]:
        """Return the cells of a notebook that hands it in."""
        source = (FOLDER / project / "solution.py").read_text(encoding="utf-8")
        for old, new in self.edits:
            assert source.count(old) == 1, (self.name, old)
            source = source.replace(old, new)
        return [f'from mcts_course.project import Project\nstudent = 3\nmine = Project("{project}", student)',
                *source.split("# %%\n")]


def everywhere(name, *parts) -> dict:
    """Return what is lost by one mistake in several parts."""
    return {part: name for part in parts}


def answers(project) -> tuple:
    """Return the answers to a project."""
    return importlib.import_module(f"{__name__}.{project}").ANSWERS


RIGHT = Answer("right", (), {})
