"""Releases of Numba that are not the known one: tried once, and whatever has changed inside, searches run."""

import ast
import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mcts_lab.engine import release
from mcts_lab.engine.generic import compiler

ENGINE = Path(release.__file__).parent
ROOT = ENGINE.parents[1]
OTHER = "0.71.0"
needs_numba = pytest.mark.skipif(not compiler.available(), reason="Numba cannot be used")

# Attributes of Numba's objects, which no import names: of a class, or (as a property would be) of its objects.
ATTRIBUTES = [
    ("numba.core.codegen:JITCodeLibrary", name) for name in (
        "_raise_if_finalized", "_linking_libraries", "_final_module", "_finalized", "_codegen")
] + [
    ("numba.core.codegen:CPUCodeLibrary", "_get_module_for_linking"),
    ("numba.core.compiler:CompilerBase", "compile_extra"),
    ("numba.core.compiler:CompileResult", "_reduce"), ("numba.core.dispatcher:Dispatcher", "_cache"),
]


def imported() -> list:
    """What the engine imports from inside Numba: (module, name), except whole modules."""
    found = set()
    for name in ("compiling", "cache", "bundle_type"):
        for node in ast.walk(ast.parse((ENGINE / f"{name}.py").read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("numba.core", "numba.np")):
                found |= {(node.module, one.name) for one in node.names}
    return sorted((module, name) for module, name in found if f"{module}.{name}" not in sys.modules)


# Says that Numba is of another release, and moves one name away: (module, name), or (module:class, attribute), which
# from then on only Numba's own code finds.
CHANGE = f"""
import importlib, sys
import numba
numba.__version__ = {OTHER!r}


class Moved:
    def __init__(self, name, before):
        self.name, self.before = name, before

    def _ours(self):
        return sys._getframe(2).f_globals.get("__name__", "").startswith("mcts_lab")

    def __get__(self, thing, cls=None):
        if self._ours():
            raise AttributeError(self.name)
        if thing is not None and self.name in getattr(thing, "__dict__", ()):
            return thing.__dict__[self.name]
        return self.before.__get__(thing, cls) if hasattr(self.before, "__get__") else self.before

    def __set__(self, thing, value):
        if self._ours():
            raise AttributeError(self.name)
        if hasattr(self.before, "__set__"):
            self.before.__set__(thing, value)
        else:
            thing.__dict__[self.name] = value


def move(place, name):
    module, _, owner = place.partition(":")
    module = importlib.import_module(module)
    if owner:
        owner = getattr(module, owner)
        setattr(owner, name, Moved(name, getattr(owner, name, None) if name not in vars(owner) else vars(owner)[name]))
    else:
        delattr(module, name)
"""

EACH = CHANGE + """
import json, os, tempfile

status = {}
for place, name in json.loads(sys.argv[1]):
    child = os.fork()
    if not child:
        try:
            with tempfile.TemporaryDirectory() as folder:
                os.environ["MCTS_LAB_CACHE"] = folder
                if place:
                    move(place, name)
                from mcts_lab.engine import trial
                trial.run()
        except SystemExit as end:
            os._exit(end.code)
        except BaseException:
            os._exit(3)
    status[f"{place}.{name}"] = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(json.dumps(status))
"""


@needs_numba
@pytest.mark.compiled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_the_trial_notices_each_name_that_is_no_longer_inside_numba():
    importlib.import_module("mcts_lab.engine.bundle_type")
    names = [*imported(), *ATTRIBUTES]
    assert len(names) > 20
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", EACH, json.dumps([("", ""), *names])], cwd=ROOT,
                          capture_output=True, text=True, timeout=600,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "MCTS_LAB_NUMBA": "compiling",
                               "MCTS_LAB_INTERPRET": "", "MCTS_LAB_HELPERS": "0"})
    assert done.returncode == 0, done.stderr
    status = json.loads(done.stdout)
    assert status.pop(".") == 0
    missed = [name for name, code in status.items() if code not in (1, 3)]
    assert not missed


def test_the_plain_way_uses_what_numba_documents():
    tree = ast.parse((ENGINE / "plain.py").read_text("utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level}
    assert modules - {"__future__"} == {"numba", "numba.extending"}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert "njit" in attributes and not [name for name in attributes if re.match("_[^_]", name)]


SEARCH = """
import logging
logging.basicConfig(format="%(message)s")
from mcts_lab import UCT, games, start
from mcts_lab.engine.generic import compiler
game = games.make("nim")
found = [UCT().search(game, start(game), iterations=60, seed=1, compiled=compiled).visits for compiled in (None, False)]
print(found[0] == found[1], compiler.available() and compiler.compiling.__name__.rpartition(".")[2])
"""


def searched(folder, *moved):
    """What a program prints, and says, with another release of Numba that has moved some names."""
    (folder / "sitecustomize.py").write_text(CHANGE + "".join(f"move{names}\n" for names in moved))
    done = subprocess.run([sys.executable, "-c", SEARCH], cwd=ROOT, capture_output=True, text=True, timeout=600,
                          env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "MCTS_LAB_INTERPRET": "",
                               "MCTS_LAB_CACHE": str(folder / "cache")})
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr.strip()


def noted(folder):
    return [file.read_text() for file in (folder / "cache" / "compiled").glob(f"numba-{OTHER}-*")]


@needs_numba
@pytest.mark.compiled
def test_another_release_that_has_not_changed_inside_is_taken_as_it_is(tmp_path):
    assert searched(tmp_path) == ("True compiling", "") and noted(tmp_path) == ["compiling"]


@needs_numba
@pytest.mark.compiled
def test_a_release_that_has_changed_inside_compiles_the_plain_way(tmp_path):
    printed, said = searched(tmp_path, ("numba.core.codegen:JITCodeLibrary", "_raise_if_finalized"))
    assert printed == "True plain" and noted(tmp_path) == ["plain"]
    assert re.fullmatch(rf"Searches were written for Numba {release.KNOWN}, and Numba {OTHER} is different inside: "
                        r"they are compiled without units, [^\n]*", said)


@needs_numba
def test_a_release_that_compiles_nothing_is_named_and_searches_run_interpreted(tmp_path):
    printed, said = searched(tmp_path, ("numba.extending", "lower_builtin"))
    assert printed == "True False" and noted(tmp_path) == ["none"]
    assert re.fullmatch(rf"Searches were written for Numba {release.KNOWN}, and Numba {OTHER} cannot compile them, so "
                        r"searches run interpreted, [^\n]*", said)


def test_a_release_is_tried_once(monkeypatch, tmp_path):
    tried = []
    monkeypatch.setenv("MCTS_LAB_CACHE", str(tmp_path))
    monkeypatch.setattr(release, "holds", lambda way: tried.append(way) or way == "plain")
    assert [release._way(OTHER) for _ in range(3)] == ["plain"] * 3 and tried == ["compiling", "plain"]
    assert release._way(f"{release.KNOWN}.9") == "compiling" and len(tried) == 2
    monkeypatch.setenv("MCTS_LAB_CACHE", str(tmp_path / "file"))
    (tmp_path / "file").write_text("")
    assert release._way(OTHER) == "plain" and len(tried) == 4  # nothing can be noted there


def test_a_numba_that_cannot_be_imported_is_not_called_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(release.Unusable, match="^Numba is not installed, so searches run interpreted"):
        release.compiling()
    monkeypatch.delitem(sys.modules, "numba")

    def refuse(name, *rest):
        if name == "numba":
            raise ImportError("Numba needs NumPy 2.4 or less")
        return None

    monkeypatch.setattr("importlib._bootstrap_external.PathFinder.find_spec", refuse)
    with pytest.raises(release.Unusable, match=r"^Numba cannot be imported \(Numba needs NumPy 2.4 or less\), so"):
        release.compiling()
