"""Which tests are run when: marks of levels, and the part of many cases that a commit picks."""

import os
import subprocess
import sys

import levels
import pytest

CASES = [f"case[{number}]" for number in range(30)]


def test_a_commit_picks_a_part_and_another_commit_another_one():
    first, again, other = (levels.picked(CASES, 3, seed) for seed in ("1a", "1a", "2b"))
    assert first == again != other and len(first) == len(other) == 10
    assert set().union(*(levels.picked(CASES, 3, seed) for seed in range(60))) == set(CASES)
    assert len(levels.picked(CASES[:1], 3, "1a")) == 1


@pytest.mark.parametrize(("level", "left"), [("not all and not release", 1), ("not release", 2), ("", 4)])
def test_a_level_leaves_out_what_later_ones_run(level, left, tmp_path):
    (tmp_path / "conftest.py").write_text(
        "import levels\nimport pytest\npytest_collection_modifyitems = pytest.hookimpl(tryfirst=True)(levels.mark)\n")
    (tmp_path / "test_it.py").write_text(
        "import pytest\n@pytest.mark.all\ndef test_a(): pass\n@pytest.mark.release\ndef test_b(): pass\n"
        "@pytest.mark.sampled(2)\n@pytest.mark.parametrize('n', [1, 2])\ndef test_c(n): pass\n")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", level, str(tmp_path)],
                          cwd=tmp_path, capture_output=True, text=True,
                          env=os.environ | {"PYTHONPATH": os.path.dirname(levels.__file__)})
    assert f"{left} passed" in done.stdout, done.stdout
