"""A game and its searches as WebAssembly: `wasm`."""

import hashlib
import json
from typing import NamedTuple

import numpy as np

from mcts_lab.engine import cache
from mcts_lab.engine.announce import announced
from mcts_lab.engine.generic import compiler, has_rules_from_outside, is_outside
from mcts_lab.engine.release import how_to_get_it
from mcts_lab.engine.sources import classes_in, described, hash_of, modules_of, outsiders
from mcts_lab.game import game_of, start
from mcts_lab.search.advice import example
from mcts_lab.search.mcts.memory import small_counts
from mcts_lab.search.mcts.plan import Plan
from mcts_lab.search.mcts.search import UCT

from . import entries
from .memory_layout import arrays, numbers, record
from .object_file import module_of

EXACT = {"floor", "ceil", "trunc", "fmod"}  # functions outside that have one right answer


class Wasm(NamedTuple):
    """A module, and what its user must know of it."""

    wasm: bytes
    manifest: dict  # plain data: see docs/web.md


def wasm(game, methods=None, trace=False, guesses=False) -> Wasm:
    """Compile the rules of `game` and searches of it to a WebAssembly module.

    methods: a `UCT`, or a dict from names to several; None: plain UCT
    trace: whether searches record what each iteration did, and playouts can be made again
    guesses: whether worlds can be drawn that a player takes to be possible

    Raises ValueError where the game has no records as states, Numba is not there, or llvmlite has no WebAssembly.
    """
    game = game_of(game)
    if not compiler.available():
        raise ValueError("A web page with a search needs Numba, but Numba is missing, or the environment variable "
                         f"MCTS_LAB_INTERPRET has switched it off. {how_to_get_it()}")
    methods = methods if isinstance(methods, dict) else {"UCT": UCT() if methods is None else methods}
    known = game.facts()
    for name, method in methods.items():
        if not hasattr(method, "selection"):
            raise ValueError(f"{name} is not a UCT, but a web page can only run UCT. Give {example(known, 'UCT()')}.")
    plans = {name: Plan(game, method, True, trace) for name, method in methods.items()}
    wanted, described = {}, {}
    for name, plan in plans.items():
        memory = plan.memory()
        root = game.new_states(1)[0]
        loop = type(plan.components.tree).run_iterations
        arguments = plan.components.tree, game, plan.components, root, memory, 0, 0, plan.spare
        searching = _entry(wanted, "search", loop, arguments)
        planting = _entry(wanted, "plant", entries.web_plant, (game, plan.components, root, memory, 0))
        judges = plan.method.final, plan.method.value, plan.components.solver
        scoring = _entry(wanted, "score", entries.web_score, (*judges, 0, memory, np.zeros(5)))
        described[name] = {
            "search": searching, "plant": planting, "score": scoring,
            "final": numbers(judges), "tree": numbers(plan.components.tree),
            "components": numbers(plan.components),
            "spare": list(plan.spare), "arrays": arrays(memory), "trees": plan.trees, "repr": repr(plan.method),
        }
    for name, function, args in rules_of(game, trace, guesses):
        _entry(wanted, name, function, args)
    module = _compiled(game, known.title, wanted)
    return Wasm(module.wasm, {
        "name": known.name, "title": known.title, "players": known.players, "actions": known.actions,
        "branching": known.branching, "length": known.length, "low": float(known.low), "high": float(known.high),
        "playerNames": list(known.player_names), "perfectInformation": known.perfect_information,
        "deterministic": known.deterministic, "randomPlay": known.random_play, "end": module.end,
        "game": numbers(game), "state": record(known.dtype), "methods": described,
    })


def rules_of(game, trace=False, guesses=False):
    """The rules that a page asks for: (name, function, arguments)."""
    known, state = game.facts(), start(game, 0)
    rng, out = np.zeros(2, np.uint64), np.zeros(1, np.int32)
    yield "reset", entries.web_reset, (game, state, rng)
    yield "toMove", entries.web_to_move, (game, state)
    yield "legal", entries.web_legal, (game, state, out)
    yield "play", entries.web_play, (game, state, 0, rng)
    yield "payoff", entries.web_payoff, (game, state, 0)
    yield "tables", entries.web_tables, small_counts()
    if trace:
        yield "playout", entries.web_playout, (game, state, rng, out)
    if trace or not known.deterministic:
        yield "sample", entries.web_sample, (game, state, rng, out)
    if not known.perfect_information:
        if guesses:
            yield "determinize", entries.web_determinize, (game, state, 0, rng)
        yield "observation", entries.web_observation, (game, state, 0, 0)


class Entry(NamedTuple):
    """A function to be compiled for arguments of these types."""

    function: object
    kinds: tuple


def _entry(wanted, name, function, args) -> str:
    """Add an entry to those `wanted`, unless the same is there; the name under which it is exported."""
    numba = compiler.numba
    entry = Entry(function, tuple(numba.typeof(arg) for arg in args))
    for known, other in wanted.items():
        if other == entry:
            return known
    if name in wanted:
        name += str(len(wanted))
    wanted[name] = entry
    return name


class _Module(NamedTuple):
    wasm: bytes
    end: int


def _compiled(game, title, wanted) -> _Module:
    """The module with the entries `wanted`, compiled or read from disk."""
    place = _place(game, wanted)
    if place is not None:
        content = cache.kept(*place)
        if content is not None:
            head, _, code = content.partition(b"\n")
            return _Module(code, json.loads(head)["end"])
    from .linking import Whole, target  # which takes a second: Numba

    target()
    with announced(f"{title} for a web page"):
        whole = Whole(title)
        for name, entry in wanted.items():
            whole.add(name, *entry)
        module = module_of(whole.object_file(), whole.names)
    refused = sorted(set(module.imports) - EXACT)
    if refused:
        raise ValueError(f"{title} calls {', '.join(refused)}, whose last bit differs between computers. Use the "
                         "functions of mcts_lab.engine.arithmetic instead.")
    if place is not None:
        cache.keep(*place, json.dumps({"end": module.end}).encode() + b"\n" + module.wasm)
    return _Module(module.wasm, module.end)


def _place(game, wanted):
    """(key, name) of the file that keeps the module; None for what only this process knows."""
    if has_rules_from_outside(type(game)) or any(
            is_outside(entry.function) or outsiders(entry.kinds) for entry in wanted.values()):
        return None
    modules = {__name__, f"{__package__}.linking", f"{__package__}.object_file"}
    text = []
    for name, (function, kinds) in wanted.items():
        modules |= modules_of(function, classes_in(kinds))
        text += [name, function.__module__, function.__qualname__, *map(described, kinds)]
    name = hashlib.sha256("\n".join(text).encode()).hexdigest()[:24]
    return hash_of(frozenset(modules)), f"web-{name}"
