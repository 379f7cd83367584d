"""Which tests are run when: marks of levels, and the part of many cases that a commit picks."""

import os
import subprocess
import sys
from types import SimpleNamespace

import levels
import pytest

CASES = [f"case[{number}]" for number in range(30)]


def test_a_commit_picks_a_part_and_another_commit_another_one():
    first, again, other = (levels.picked(CASES, 3, seed) for seed in ("1a", "1a", "2b"))
    assert first == again != other and len(first) == len(other) == 10
    assert set().union(*(levels.picked(CASES, 3, seed) for seed in range(60))) == set(CASES)
    assert len(levels.picked(CASES[:1], 3, "1a")) == 1


def test_without_git_the_part_is_always_the_same(monkeypatch, tmp_path):
    monkeypatch.setattr(levels, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert levels.commit.__wrapped__() == "none"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert levels.commit.__wrapped__() == "none"


class Item:
    def __init__(self, name, function, *marks, fixtures=()):
        self.name, self.function, self.fixturenames = name, function, fixtures
        self.marks = list(marks)

    def get_closest_marker(self, name):
        return next((mark for mark in self.marks if mark.name == name), None)

    def add_marker(self, name):
        self.marks.append(SimpleNamespace(name=name))


def test_marks_follow_from_the_browser_and_from_samples():
    release, later = (pytest.mark.sampled(3, **told).mark for told in ({}, {"others": "all"}))
    items = [Item(name, function, mark) for function, mark in ((1, release), (2, later)) for name in CASES]
    shown, plain = Item("shown", 3, fixtures=("browser",)), Item("plain", 4)
    levels.mark([*items, shown, plain])
    for function, mark in ((1, "release"), (2, "all")):
        cases = [item for item in items if item.function == function]
        assert sum(item.get_closest_marker(mark) is None for item in cases) == 10
    assert shown.get_closest_marker("all") and not plain.marks


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
