"""All exercises, by lesson: a module in `lessons`, or in another package, has a LESSON and its EXERCISES."""

import functools
import re

from mcts_lab.declarations import imported, sources
from mcts_lab.errors import UnknownName

from .judging import Exercise, Text, Verdict

LESSON = re.compile(r'^LESSON = "\w+"$.*^EXERCISES = ', re.MULTILINE | re.DOTALL)


@functools.cache
def declared() -> dict[str, tuple[Exercise, ...]]:
    """Return the exercises of each lesson, in the order of the course."""
    found = {}
    for module in (imported(name) for name, text in sources("lessons") if LESSON.search(text)):
        found[module.LESSON] = (*found.get(module.LESSON, ()), *module.EXERCISES)
    return dict(sorted(found.items()))


def exercises(lesson: str | None = None) -> list[Exercise]:
    """Return the exercises of a lesson, or all, in order. Raises UnknownName if there is no such lesson."""
    if lesson is not None and lesson not in declared():
        raise UnknownName("lesson", lesson, declared())
    return [one for name, some in declared().items() if lesson in (None, name) for one in some]


def find(name: str) -> Exercise:
    """Return the exercise with this name, with its answer. Raises UnknownName if there is none."""
    known = {one.name: one for one in exercises()}
    if name not in known:
        raise UnknownName("exercise", name, known)
    return known[name]


class Asked:
    """An exercise for students: without its answer."""

    def __init__(self, name):
        self.name = find(name).name

    def check(self, answer) -> Verdict:
        """Judge a function."""
        return find(self.name).check(answer)

    def hint(self, number=1) -> Text:
        """Return one of the hints, counted from 1."""
        return find(self.name).hint(number)


def exercise(name: str) -> Asked:
    """Return the exercise with this name, for students. Raises UnknownName if there is none."""
    return Asked(name)
