"""What the README says: its table of notebooks, its example, its links and those of other pages hold."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mcts_course.jupyter import notebooks

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_notebooks_is_theirs():
    for row in notebooks.contents().itertuples():
        assert f"| [{row.title}](notebooks/{row.notebook}) | {row.minutes} | {row.prerequisites} |" in TEXT


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for place, heading in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        there = page.parent / place if place else page
        assert there.exists(), place
        if heading:
            headings = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings], heading


def test_the_rooms_of_the_architecture_exist():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = re.findall(r"^\| (`[^|]*`) \|", text, re.MULTILINE)
    assert len(rooms) > 10
    for room in re.findall("`([^`]+)`", " ".join(rooms)):
        assert any((ROOT / name / room).exists() for name in ("mcts_lab", "mcts_papers", "mcts_course")), room


def test_the_example_runs(tmp_path):
    example, printed = re.search(r"```python\n(.*?)```.*?```\n(.*?)```", TEXT, re.DOTALL).groups()
    command = [sys.executable, "-c", example + '\nresult.tree.save("tree.html")']
    path = {"PYTHONPATH": str(ROOT), "MCTS_LAB_INTERPRET": "1"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env={**os.environ, **path})
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed
    assert (tmp_path / "tree.html").stat().st_size > 1000


def test_the_pictures_can_be_drawn_again(tmp_path):
    command = [sys.executable, str(ROOT / "docs" / "pictures.py"), str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    for name in ("search_tree.svg", "hearthstone.svg", "tribes.svg", "zelda.svg"):
        here, there = (re.findall(r">([^<>\n]*)</text>", (folder / name).read_text())
                       for folder in (tmp_path, ROOT / "docs"))
        assert here == there and here, name
