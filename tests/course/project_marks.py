"""Grade the answers to the projects: ``python tests/course/project_marks.py [--secret N] [PROJECT ...]``.

For each answer it prints the mark that was predicted, the mark that was given, and where the two differ.
"""

import argparse
import importlib
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from project_answers import FOLDER

from mcts_course.marking.grading import judged_cells
from mcts_course.projects import parts_of
from mcts_course.sandboxes.sandbox import Sandbox

SECRET = 20261128


def answers(project):
    """Return the answers to a project."""
    return importlib.import_module(f"project_answers.{project}").ANSWERS


def graded(project, answer, sandbox, secret=SECRET, limit=None):
    """Return the verdicts on an answer by part, without the project's name."""
    found = judged_cells(answer.cells(project), sandbox, secret, *([limit, 20 * limit] if limit else []))
    return {one.exercise.partition(": ")[2]: one for one in found}


def differences(answer, found) -> list[str]:
    """Return where the verdicts are not as predicted."""
    lost = {name: one.mistake or one.status for name, one in found.items() if not one.points}
    return [f"{name}: predicted {answer.lost.get(name, 'right')}, given {lost.get(name, 'right')}"
            f"{f' ({found[name].reason})' if name in lost else ''}"
            for name in {**answer.lost, **lost} if answer.lost.get(name) != lost.get(name)]


def predicted(project, answer) -> int:
    """Return the mark that an answer should get."""
    return sum(one.points for one in parts_of(project) if one.name.partition(": ")[2] not in answer.lost)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("projects", nargs="*", default=sorted(path.name for path in FOLDER.iterdir() if path.is_dir()))
    parser.add_argument("--secret", default=SECRET)
    parser.add_argument("--only", help="answers whose names contain this")
    arguments = parser.parse_args()
    with Sandbox() as sandbox:
        for project in arguments.projects:
            print(f"{project}: {sum(one.points for one in parts_of(project))} points")
            for answer in answers(project):
                if arguments.only and arguments.only not in answer.name:
                    continue
                begun = time.time()
                found = graded(project, answer, sandbox, arguments.secret)
                print(f"  {answer.name}: predicted {predicted(project, answer)}, given "
                      f"{sum(one.points for one in found.values())} ({time.time() - begun:.0f} s)", flush=True)
                for line in differences(answer, found):
                    print(f"      {line}", flush=True)


if __name__ == "__main__":
    main()
