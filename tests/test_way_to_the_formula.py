"""How far it is from `UCT().search(...)` to the formula of UCB1, and that no modules import one another in a circle."""

import ast
import sys
from pathlib import Path

import networkx as nx

import mcts_lab
from mcts_lab import UCT, games
from mcts_lab.game import start
from mcts_lab.search.mcts.selection import UCB1

ROOT = Path(mcts_lab.__file__).parent
FRAMES, FILES = 7, 4


def test_a_reader_passes_seven_functions_in_four_files(monkeypatch):
    ways = []

    class Noted(UCB1):
        def urgency(self, estimate, term, child, memory):
            frame, way = sys._getframe(), []
            while frame.f_code.co_name != "test_a_reader_passes_seven_functions_in_four_files":
                way.append((frame.f_code.co_name, frame.f_code.co_filename))
                frame = frame.f_back
            ways.append(way)
            return UCB1.urgency(self, estimate, term, child, memory)

    game = games.connect_four()
    UCT(selection=Noted()).search(game, start(game), iterations=20, seed=1, compiled=False)
    # without the calls that only look the method of a class up
    way = [name for name, file in ways[0] if file != "<string>"]
    files = {file for _, file in ways[0] if file not in ("<string>", __file__)} | {"selection.py"}
    assert way[::-1] == ["search", "run", "run_iterations", "select", "select_child", "pick", "urgency"]
    assert len(way) <= FRAMES and len(files) <= FILES


def imports(path):
    """The modules that a module imports as it is loaded, as paths."""
    package = path.parent
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package
            for _ in range(node.level - 1):
                base = base.parent
            module = base.joinpath(*(node.module or "").split(".")) if node.module else base
            for name in [alias.name for alias in node.names]:
                for found in (module / f"{name}.py", module / name / "__init__.py", module.with_suffix(".py"),
                              module / "__init__.py"):
                    if found.exists():
                        yield found
                        break


def test_no_modules_import_one_another_in_a_circle():
    graph = nx.DiGraph((path, other) for path in ROOT.rglob("*.py") for other in imports(path) if other != path)
    circles = [sorted(str(path.relative_to(ROOT)) for path in circle)
               for circle in nx.strongly_connected_components(graph) if len(circle) > 1]
    assert circles == []
