"""Searches as WebAssembly modules: the same trees as the native search, in Node."""

import json
import shutil

import numpy as np
import pytest
import wasm_hosts as hosts
from programs import python

from mcts_course.web import wasm
from mcts_lab import games, start
from mcts_lab.engine.random import stream
from mcts_lab.search import UCB1, UCT, Borda, HardPruning, SingleObserver

SAMPLE = {
    "connect_four": {"UCT": UCT(), "O-MCTS": UCT(value=Borda()), "MCTS-Solver": UCT(solver=True)},
    "kuhn_poker": {"SO-ISMCTS": UCT(tree=SingleObserver(), selection=UCB1(0.7))},
}


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node")


@pytest.mark.all
@needs_node
@pytest.mark.compiled
@pytest.mark.parametrize("name", SAMPLE)
def test_a_module_grows_the_tree_of_the_native_search(name):
    game, methods = games.make(name), SAMPLE[name]
    todo = hosts.tasks(game, methods, 3, (1, 300), (1, 2))
    expected = hosts.natively(game, methods, todo)
    assert len({one["tree"] for one in expected}) > len(todo) / 2, "different searches grow different trees"
    made = wasm(game, methods)
    assert hosts.in_node(made, todo) == expected
    (other,) = hosts.in_node(made, [todo[-1]._replace(seed=7)])
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
    python("-c", TWICE, MCTS_LAB_CACHE=str(tmp_path))


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


USE = """
import {load} from "./mcts_lab.js";
import {pictures} from "./connect_four.js";
import {readFileSync} from "node:fs";
const read = [readFileSync("connect_four.wasm"), JSON.parse(readFileSync("connect_four.json"))];
const game = await load(...read, pictures), bare = await load(...read);
const start = game.start(7), state = game.play(start, 3);
const said = (wrong) => { try { wrong(); return null; } catch (error) { return error.name + ": " + error.message; } };
const search = (options, from = state) => () => game.search(from, options);
console.log(JSON.stringify({
  found: game.search(start, {iterations: 3000, seed: 7}),
  fields: Object.keys(game.fields(state)), text: game.text(state),
  name: game.name(state, 3), legal: game.legal(state), mover: game.toMove(state), svg: game.svg(state, null, true),
  wrong: [search({iterations: 0}), search({iterations: 1e9}), search({iterations: NaN}), search({seed: -1}),
    search({method: "<b>"}), search({c: NaN}), search({}, new Uint8Array(3)), search({}, "x"),
    () => game.play(state, 99), () => game.payoff(state, 2), () => bare.svg(state),
    search({}, new Uint8Array(start.length).fill(255))].map(said),
  after: game.search(start, {iterations: 3000, seed: 7}).children,
  bare: bare.search(start, {iterations: 3000, seed: 7}).children,
}));
"""
