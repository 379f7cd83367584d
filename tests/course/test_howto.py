"""Each recipe of docs/howto runs as it stands: its Python is one program, with its commands where they stand."""

import re

import pytest
from programs import ROOT, python

from mcts_papers import paths

RECIPES = sorted((ROOT / "docs" / "howto").glob("*.md"))
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = """
import shlex, subprocess, sys

def command(line):
    name, *options = shlex.split(line)
    if __name__ == "__main__":
        subprocess.run([sys.executable, "-m", {"mcts-lab": "mcts_lab"}[name], *options], check=True)
"""
NEEDS = {"openspiel": "pyspiel", "page": "llvmlite"}  # beside what all need


def program(text) -> str:
    """The Python and the commands of a recipe as one program."""
    lines = [COMMAND]
    for kind, block in BLOCK.findall(text):
        lines += [block] if kind == "python" else [f"command({line!r})" for line in block.splitlines()]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A folder with the data, so that nothing is written into the checkout."""
    return paths.write_project(tmp_path_factory.mktemp("project") / "files")


@pytest.mark.all
@pytest.mark.compiled
@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_runs(path, project, tmp_path):
    pytest.importorskip(NEEDS.get(path.stem, "pandas"))
    (tmp_path / "recipe.py").write_text(program(path.read_text(encoding="utf-8")), encoding="utf-8")
    python("recipe.py", folder=tmp_path, MCTS_LAB_PROJECT=str(project), MPLBACKEND="agg")
