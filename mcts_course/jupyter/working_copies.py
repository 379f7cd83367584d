"""Copies of the lessons to work in, so that the original lessons stay unchanged and can be updated.

A copy is never overwritten. The file `RECORD` stores which version of each lesson was copied. If a lesson has
changed since then, it is copied again under another name.
"""

import hashlib
import json
from pathlib import Path

from mcts_lab.engine.whole_files import write_whole

FOLDER = "my_lessons"  # below the project's folder; git ignores it
RECORD = ".copied.json"


def work_on(root: Path) -> tuple[Path, list[Path]]:
    """Copy the lessons and the glossary of the project `root` into its folder `FOLDER`.

    Returns the folder, and the new copies of lessons that have changed since they were first copied.
    """
    folder = root / FOLDER
    folder.mkdir(exist_ok=True)
    known, newer = _copied(folder), []
    lessons = root / "notebooks"
    for original in sorted([*lessons.glob("*.ipynb"), *lessons.glob("*.md")]):
        content = original.read_bytes()
        version = hashlib.sha256(content).hexdigest()
        copy = folder / original.name
        if copy.exists():
            if version == known.get(original.name) or content == copy.read_bytes():
                continue
            copy = _unused(copy)
            newer.append(copy)
        with open(copy, "xb") as file:
            file.write(content)
        known[original.name] = version
        write_whole(folder / RECORD, json.dumps(known, indent=1, sort_keys=True))
    return folder, newer


def _copied(folder) -> dict:
    """Return a dict from a lesson to the version that was copied last; lessons without a record are missing."""
    try:
        found = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _unused(path: Path) -> Path:
    """Return the first unused path with this name and a number."""
    number = 2
    while (other := path.with_stem(f"{path.stem}_{number}")).exists():
        number += 1
    return other
