"""The packages and their folders: which may import which, and how they were called before."""

import ast
import importlib
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import mcts_lab
from mcts_lab.declarations import OWN
from mcts_lab.moved import now


def graph():
    """Module -> the modules that must be there before it, packages that an import goes through included."""
    found = {}
    for module in MODULES:
        found[module] = set()
        for target, _ in imports(module):
            if (module, target) not in LATER:
                parts = target.split(".")
                through = {".".join(parts[:n]) for n in range(1, len(parts) + 1)}
                found[module] |= {name for name in through if not f"{module}.".startswith(f"{name}.")}
    return found


ROOT = Path(mcts_lab.__file__).parents[1]
PACKAGES = [name for name in OWN if (ROOT / name).is_dir()]  # mcts_lab stands alone

# A file imports from its own folder and from those further up here; those of one line know nothing of each other.
FOLDERS = [{f"{package}.{name}" for name in line.split()} for package, lines in {
    "mcts_lab": """
        host
        errors extras moved
        declarations
        engine
        appearance hints
        game
        checking position
        perft
        learning
        textbook
        games search
        players
        matches
        views
        cli stubs
    """,
    "mcts_papers": """
        evolution games paths judging model_files processes
        two_heads
        measuring
        counting registry store ties
        studies reporting
        hsu2020 joppen2019 powley2013 runnels2023
        papagiannis2022
        cli
    """,
    "mcts_course": """
        hidden_exact project_games
        jupyter regret templates widgets
        web sandboxes
        exercises
        projects
        marking project
        contests
        lessons
        questions
        quizzes
        lesson
        kits
        lite
        website
        cli
    """}.items() for line in lines.strip().split("\n")]

# Imports inside a function, made when somebody asks for what few need, which go against the order.
LATER = {
    ("mcts_lab.engine.generic", "mcts_lab.engine.release"),  # all that knows Numba, which takes a second to import
    ("mcts_lab.engine.generic", "mcts_lab.engine.modules"),  # its bundles and hashes know kinds of values
    ("mcts_lab.engine.bundle", "mcts_lab.engine.bundle_type"),
    ("mcts_lab.game", "mcts_lab.games.adapters.plain"),  # takes a plain object as a game
    ("mcts_papers.joppen2019.films", "mcts_course.widgets.film"),  # the one paper with films: a film is a widget
    ("mcts_course.widgets.play", "mcts_course.web.page"),  # a page in which the agents search
    ("mcts_course.widgets.model", "mcts_course.web.widget_script"),  # a page in which a model computes
    ("mcts_course.lessons.bug_gallery", "mcts_course.widgets.bugs"),
}
LATER = {pair for pair in LATER if pair[0].partition(".")[0] in PACKAGES}


def files():
    """Name of each module -> its file."""
    found = {}
    for path in sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def folder(module):
    """The folder of a module, or the module itself if it is in none; "" for a package."""
    return ".".join(module.split(".")[:2]) if "." in module else ""


MODULES = files()


@cache
def imports(module):
    """Pairs of a module of ours that `module` imports, and whether it does so inside a function."""
    path = MODULES[module]
    names = module.split(".")
    package = names if path.name == "__init__.py" else names[:-1]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {inner for outer in ast.walk(tree) if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef))
              for inner in ast.walk(outer)}
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            start = package[:len(package) - node.level + 1] if node.level else []
            base = [*start, *(node.module.split(".") if node.module else [])]
            targets = [[*base, alias.name] for alias in node.names]
        elif isinstance(node, ast.Import):
            targets = [alias.name.split(".") for alias in node.names]
        else:
            continue
        for target in targets:
            if target[0] in OWN:
                name = ".".join(target)
                found.add((name if name in MODULES else ".".join(target[:-1]), node in inside))
    return found


def test_folders_import_one_way():
    level = {name: i for i, line in enumerate(FOLDERS) for name in line if name.partition(".")[0] in PACKAGES}
    there = {folder(module) for module in MODULES} - {"", "mcts_lab.__main__"}
    assert there == set(level), "each has its place in FOLDERS"
    wrong = []
    for module in MODULES:
        mine = folder(module)
        for target, _ in imports(module):
            other = folder(target)
            if mine in level and other in level and mine != other and (module, target) not in LATER:
                if level[other] >= level[mine]:
                    wrong.append(f"{module} imports {target}")
    assert not wrong


def test_later_imports_are_inside_functions():
    for module, target in LATER:
        assert (target, True) in imports(module) and (target, False) not in imports(module)


def test_every_module_can_be_imported():
    for module in set(MODULES) - {"mcts_lab.__main__"}:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as error:  # an optional package may be missing, but nothing of our own
            assert error.name and error.name.partition(".")[0] not in OWN, error


# -- names of modules before there were three packages -----------------------------------------------------------------


@pytest.mark.parametrize("name, new", [("mcts_lab.papers.hsu2020.claims", "mcts_papers.hsu2020.claims"),
                                       ("mcts_lab.views.widgets.dial", "mcts_course.widgets.dial"),
                                       ("mcts_lab.experiments.match", "mcts_lab.matches.match")])
def test_a_module_follows_its_folder(name, new):
    assert now(name) == new


@pytest.mark.parametrize("name", ["papers", "experiments", "course"])
def test_an_attribute_of_old_tells_the_new_one(name):
    with pytest.raises(AttributeError, match=f"mcts_lab.{name} has a new name. Import mcts_"):
        getattr(mcts_lab, name)


def test_no_file_imports_in_a_circle():
    try:
        order = list(TopologicalSorter(graph()).static_order())
    except CycleError as error:
        pytest.fail("a circle of imports: " + " <- ".join(error.args[1]))
    assert [order.index(f"mcts_lab.{name}") for name in ("engine.generic", "game", "games.boards.hex")] == sorted(
        order.index(f"mcts_lab.{name}") for name in ("engine.generic", "game", "games.boards.hex"))


def test_no_file_of_mcts_lab_imports_another_of_our_packages():
    inner = {module: {target for target, _ in imports(module)} for module in MODULES if module.startswith("mcts_lab")}
    assert not {target for targets in inner.values() for target in targets if not target.startswith("mcts_lab")}
