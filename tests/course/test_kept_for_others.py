"""Compiled code of games and parts in a user's own modules: kept on disk, and made anew when anything of it changes."""


import pytest
from programs import python

from mcts_course.templates import HERE

pytestmark = [pytest.mark.compiled, pytest.mark.all]

FILES = {
    "lower.py": """


def worth(won):
    return 1.0 if won else -1.0
""",
    "base.py": (HERE / "game" / "example.py.txt").read_text().replace(
        "return 1.0 if player != state.turn else -1.0", "return SCALE * worth(player != state.turn)").replace(
        "import numpy as np\n", "from pathlib import Path\n\nimport numpy as np\nfrom lower import worth\n").replace(
        "\n\nclass Example", "\nSCALE = float(Path(__file__).with_name('scale.txt').read_text())\n\n\nclass Example", 1
    ).replace("outcomes=(-1.0, 1.0), ", ""),
    "scale.txt": "1.0",
    "mine.py": """
from base import Example

from mcts_lab.search import Value


class Mine(Example):
    pass


class Worth(Value):
    share: float = 0.5

    def estimate(self, parent, child, memory):
        return self.share * memory.nodes[child].total / memory.nodes[child].visits
""",
    "go.py": """
from mine import Mine, Worth

from mcts_lab import UCT, start

game = Mine(counters=9)
result = UCT(value=Worth()).search(game, start(game), iterations=300, seed=1)
print(result.visits, result.values)
""",
}
CHANGES = {  # file: (what stands there, what is put in its place)
    "lower.py": ("1.0 if won else -1.0", "-1.0 if won else 1.0"),
    "base.py": ("n = min(3, int(state.left))", "n = min(2, int(state.left))"),
    "scale.txt": ("1.0", "0.25"),
    "mine.py": ("return self.share * memory", "return 1.0 - self.share * memory"),
}


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def ran(folder, *flags):
    """What the program prints, and the files of compiled code."""
    printed = python("go.py", folder=folder, MCTS_LAB_CACHE=str(folder / "cache"), PYTHONDONTWRITEBYTECODE="1",
                     **dict.fromkeys(flags, "1"))
    return printed, {file: file.stat().st_mtime_ns for file in (folder / "cache").rglob("*.code")}


def test_a_second_process_reads_what_the_first_has_compiled_and_each_change_is_noticed(folder):
    first, files = ran(folder)
    assert ran(folder) == (first, files) and files
    assert any(b"Mine" in file.read_bytes() for file in files)
    seen = {first}
    for name, (old, new) in CHANGES.items():
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new))
        printed, more = ran(folder)
        assert printed == ran(folder, "MCTS_LAB_INTERPRET")[0], name
        assert printed not in seen and more.keys() > files.keys(), name
        seen.add(printed)
        files = more


def test_a_method_put_into_a_class_by_a_program_is_noticed(folder):
    first, files = ran(folder)
    (folder / "go.py").write_text(FILES["go.py"].replace(
        "game = Mine", "Mine.payoff = lambda self, state, player: -1.0 if player != state.turn else 1.0\ngame = Mine"))
    changed, more = ran(folder)
    assert changed == ran(folder, "MCTS_LAB_INTERPRET")[0] != first
    assert more == files  # it is defined in the program, so nothing of it is kept
