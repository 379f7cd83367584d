"""What the README says: its table of notebooks, its example and its links hold."""

import os
import re
import subprocess
import sys
from pathlib import Path

from mcts_lab.project import notebooks

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_notebooks_is_theirs():
    for row in notebooks.contents().itertuples():
        assert f"| [{row.title}](notebooks/{row.notebook}) | {row.minutes} | {row.prerequisites} |" in TEXT


def test_links_and_places_exist():
    for place in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / place).exists(), place
    layout = TEXT.partition("## Layout")[2].partition("## ")[0]
    for cell in re.findall(r"^\| (`.*?) \|", layout, re.MULTILINE):
        folder = ROOT
        for place in re.findall("`([^`]+)`", cell):
            here = ROOT / place if (ROOT / place).exists() else folder / place
            assert here.exists(), place
            folder = here.parent


def test_the_example_runs(tmp_path):
    example = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL).group(1)
    command = [sys.executable, "-c", example.replace("10_000", "100")]
    path = {"PYTHONPATH": str(ROOT), "MCTS_LAB_INTERPRET": "1"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env={**os.environ, **path})
    assert done.returncode == 0, done.stderr
    assert re.match(r"o\d \{\d+: \d+", done.stdout)
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
