"""Searches as WebAssembly modules: the same trees as the native search, in Node and in wasmtime."""

import json
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest
import wasm_hosts as hosts

from mcts_course.web import wasm
from mcts_course.web.memory_layout import numbers
from mcts_lab import games, start
from mcts_lab.engine.random import stream
from mcts_lab.search import UCB1, UCT, Borda, HardPruning, SingleObserver

SAMPLE = {
    "connect_four": {"UCT": UCT(), "O-MCTS": UCT(value=Borda()), "MCTS-Solver": UCT(solver=True)},
    "kuhn_poker": {"SO-ISMCTS": UCT(tree=SingleObserver(), selection=UCB1(0.7))},
}


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node")


@pytest.fixture(scope="module")
def made():
    """Makes the module of a game's sample once."""
    known = {}

    def make(name):
        if name not in known:
            known[name] = wasm(games.make(name), SAMPLE[name])
        return known[name]

    return make


@pytest.mark.all
@pytest.mark.compiled
@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.parametrize("host", ["node", "wasmtime"])
def test_a_module_grows_the_tree_of_the_native_search(name, host, made):
    if host == "wasmtime":
        pytest.importorskip("wasmtime", reason="needs wasmtime")
    elif not shutil.which(host):
        pytest.skip("needs Node")
    game, methods = games.make(name), SAMPLE[name]
    todo = hosts.tasks(game, methods, 3, (1, 300), (1, 2))
    expected = hosts.natively(game, methods, todo)
    assert len({one["tree"] for one in expected}) > len(todo) / 2, "different searches grow different trees"
    assert hosts.HOSTS[host](made(name), todo) == expected
    (other,) = hosts.HOSTS[host](made(name), [todo[-1]._replace(seed=7)])
    assert other != expected[-1]  # another seed is noticed


@pytest.mark.all
@needs_node
@pytest.mark.compiled
@pytest.mark.parametrize(("name", "method"), [("tic_tac_toe", UCT(solver=True)), ("connect_four", UCT(solver=True)),
                                              ("connect_four", UCT(pruning=HardPruning()))], ids=str)
def test_a_long_search_looks_at_the_right_children(name, method):
    """A solver and pruning read all children of a node, through a generator."""
    game, methods = games.make(name), {"method": method}
    states = [start(game), *hosts.positions(game, 6)]
    todo = [hosts.Task("method", hosts.coded(state), 1, 5000) for state in states]
    assert hosts.in_node(wasm(game, methods), todo) == hosts.natively(game, methods, todo)


@pytest.mark.compiled
def test_memory_has_the_same_layout_with_short_pointers():
    """One function names the fields of a structure, another one counts bytes, as after Numba's own optimising."""
    from mcts_course.web import linking, pointers

    kind = "{ i32, { ptr, [2 x ptr], i64 } }"
    code = f"""
define {kind} @f({kind} %given, ptr %"far, (", i64 %n) {{
  %1 = alloca {kind}, align 8
  store {kind} %given, ptr %1, align 8
  %2 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store i64 %n, ptr %2, align 8
  %3 = load {kind}, ptr %1, align 8
  store {kind} zeroinitializer, ptr %"far, (", align 8
  %4 = getelementptr ptr, ptr %"far, (", i64 %n
  ret {kind} %3
}}"""
    target = linking.target().create_target_machine()
    module = linking.llvm.parse_assembly(linking.for_target(code, target))
    module.verify()
    text = str(module)
    assert text.count("store ptr") == 6 and "alloca { i32, { i64, [2 x i64], i64 } }" in text
    assert text.count(f"load {kind}") == text.count(f"store {kind}") == text.count("getelementptr ptr") == 0
    assert [path for _, path in pointers.leaves(kind)] == [("0",), ("1", "0"), ("1", "1", "0"), ("1", "1", "1"),
                                                           ("1", "2")]


@needs_node
@pytest.mark.compiled
def test_seeds_are_those_of_numpy_in_node(tmp_path):
    seeds = [0, 7, 2**31, 2**53 - 1, [1, 2], [5, 4, 3, 2, 1, 0]]
    source = hosts.files("mcts_course.web").joinpath("live.js").read_text("utf-8")
    (tmp_path / "live.cjs").write_text(source, "utf-8")
    code = f"const {{labStream}} = require('./live.cjs'); console.log({json.dumps(seeds)}.map(labStream).join(';'))"
    ran = hosts.subprocess.run(["node", "-e", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    expected = [stream(np.random.SeedSequence(seed)).tolist() for seed in seeds]
    assert [list(map(int, pair.split(","))) for pair in ran.stdout.strip().split(";")] == expected


TWICE = """
from mcts_lab import games
from mcts_course.web import linking, wasm
first = wasm(games.make("tic_tac_toe"))
linking.Whole = None  # nothing can be compiled from here on
again = wasm(games.make("tic_tac_toe"))
assert again.wasm == first.wasm and again.manifest == first.manifest
"""


@pytest.mark.all
@pytest.mark.compiled
def test_a_module_is_kept_with_compiled_code(tmp_path):
    """In a process of its own, where no other test has given a game rules from outside, which are not kept."""
    ran = subprocess.run([sys.executable, "-c", TWICE], env={**os.environ, "MCTS_LAB_CACHE": str(tmp_path)},
                         capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_without_the_compiler_there_is_one_sentence(monkeypatch):
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")
    with pytest.raises(ValueError, match="Numba"):
        wasm(games.make("tic_tac_toe"))


@pytest.mark.compiled
def test_a_compiler_without_web_assembly_is_named_in_one_sentence(monkeypatch):
    from mcts_course.web import linking

    def none(triple):
        raise RuntimeError("No available targets are compatible with triple")

    monkeypatch.setattr(linking.llvm.Target, "from_triple", none)
    with pytest.raises(ValueError, match=r"llvmlite cannot write WebAssembly.*pip install"):
        linking.target()


@pytest.mark.compiled
def test_only_a_uct_becomes_a_module():
    with pytest.raises(ValueError, match="expert"):
        wasm(games.make("tic_tac_toe"), {"expert": 7})


def test_numbers_know_their_places():
    found = {row["path"]: row["value"] for row in numbers(UCT(selection=UCB1(0.5)))}
    assert found["selection.c"] == 0.5 and found["solver"] == 0 and found["fpu"] == "inf"
    with pytest.raises(TypeError, match="title"):
        numbers((("name",),), "title")
