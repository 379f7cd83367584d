"""The rooms of the package: which may import which, and no circles of imports."""

import ast
import importlib
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import mcts_lab

PACKAGE = Path(mcts_lab.__file__).parent

# A file imports from its own room and from rooms further up in this list; rooms of one line know nothing of each other.
ROOMS = (
    {"errors", "extras"},
    {"declarations"},
    {"engine"},
    {"appearance", "hints"},
    {"game"},
    {"checking", "position"},
    {"perft"},
    {"learning"},
    {"textbook"},
    {"games", "search"},
    {"players"},
    {"project"},
    {"experiments"},
    {"views"},
    {"web"},
    {"course"},
    {"papers"},
    {"lesson"},
    {"book"},
    {"cli"},
)

# Imports inside a function, made when somebody asks for what few need, which go against the order.
LATER = {
    ("engine.generic", "engine.release"),  # all that knows Numba, which takes a second to import
    ("engine.bundle", "engine.bundle_type"),
    ("game", "games.adapters.plain"),  # takes a plain object as a game
    ("views.widgets.play", "web.page"),  # a page in which the agents search
    ("views.widgets.model", "web.models"),  # a page in which a model computes
    ("search.mcts.search", "views.tree"),  # a result's `tree` to look at
    ("search.mcts.result", "views.faces"),  # what a notebook shows of it
    ("search.minimax.exact", "views.faces"),
    ("position", "views.faces"),
    ("engine.distinct", "views.faces"),
}


def files():
    """Module name (within the package) -> its file."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = files()


@cache
def imports(module):
    """Pairs of a module of this package that `module` imports, and whether it does so inside a function."""
    path = MODULES[module]
    names = [PACKAGE.name, *module.split(".")] if module else [PACKAGE.name]
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
            if target[0] == PACKAGE.name:
                name = ".".join(target[1:])
                found.add((name if name in MODULES else ".".join(target[1:-1]), node in inside))
    return found


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


def test_no_file_imports_in_a_circle():
    try:
        order = list(TopologicalSorter(graph()).static_order())
    except CycleError as error:
        pytest.fail("a circle of imports: " + " <- ".join(error.args[1]))
    assert order.index("engine.generic") < order.index("game") < order.index("games.boards.hex")


def test_rooms_import_one_way():
    level = {room: i for i, rooms in enumerate(ROOMS) for room in rooms}
    rooms = {module.partition(".")[0] for module in MODULES} - {"", "__main__"}
    assert rooms == set(level), "every room has its place in ROOMS"
    wrong = []
    for module in MODULES:
        room = module.partition(".")[0]
        for target, _ in imports(module):
            other = target.partition(".")[0]
            if room in level and other in level and room != other and (module, target) not in LATER:
                if level[other] >= level[room]:
                    wrong.append(f"{module} imports {target}")
    assert not wrong


def test_no_file_imports_what_is_not_installed():
    outside = {path.name for path in PACKAGE.parent.iterdir() if path.is_dir()} - {PACKAGE.name}
    outside |= {path.stem for path in Path(__file__).parents[1].iterdir()}
    for path in MODULES.values():
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
        assert not {name.partition(".")[0] for name in names} & outside, path


def test_later_imports_are_inside_functions():
    for module, target in LATER:
        assert (target, True) in imports(module) and (target, False) not in imports(module)


def test_every_module_can_be_imported():
    for module in set(MODULES) - {"", "__main__"}:
        try:
            importlib.import_module(f"{PACKAGE.name}.{module}")
        except ModuleNotFoundError as error:  # an optional package may be missing, but nothing of our own
            assert error.name and not error.name.startswith(PACKAGE.name), error


def test_web_uses_public_names_only():
    """Names with an underscore belong to the file, or class, that defines them; `_final_module` is Numba's."""
    allowed = {"_replace", "_fields", "_asdict", "_final_module"}
    found = []
    for path in sorted((PACKAGE / "web").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                found += [(path.name, alias.name) for alias in node.names if alias.name.startswith("_")]
            elif isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
                own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
                found += [(path.name, node.attr)] * (not own and node.attr not in allowed)
    assert not found
