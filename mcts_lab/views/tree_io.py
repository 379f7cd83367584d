"""Search trees as files: drawings and pages to look at, graphs for other programs, and JSON to read again.

The JSON file of a tree is one object:

format      `FORMAT`
game        the game as ``{"is": "module:class", option: value, ...}``, or null for a game from outside this package
about       the fields of `About`
root_state  the bytes of the position at the root, in hexadecimal, or null
nodes       a list of values for each field of `mcts_lab.search.mcts.tree.NODE`, node by node
extras      lists of the same length for further values of the nodes
names       the action names of the most visited nodes, by node
final       the final choice of the search, written like the game; missing in older files, which take the most visited
pv          the nodes of the principal variation; missing in older files, or null: as `final` chooses
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .. import games
from ..game import new_states
from ..search.mcts.tree import NODE

FORMAT = "mcts_lab-tree-1"
SUFFIXES = (".svg", ".png", ".html", ".graphml", ".json")
PACKAGE = __package__.partition(".")[0]


class About(NamedTuple):
    """The facts of a game that a tree needs to be read without it."""

    title: str
    players: int
    zero_sum: bool
    low: float  # least payoff, reward 0
    high: float  # greatest payoff, reward 1
    player_names: tuple
    root_player: int  # who moves at the root; 0 where that is chance or no player
    reward_sum: float = 1.0  # what the rewards of two players add up to, if zero_sum


def save(tree, path, **options) -> Path:
    """Write `tree` to `path`, see `mcts_lab.views.tree.Tree.save`. Raises ValueError for an unknown suffix."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"a tree can be saved as {', '.join(SUFFIXES)}, "
                         f"but {path.name!r} ends in {suffix or 'nothing'!r}")
    if suffix in (".svg", ".png"):
        from .plots import style
        from .plots.tree import draw

        style.save(draw(tree, **options), path, {"tree": repr(tree)})
    elif suffix == ".html":
        from .plots.tree_page import html

        path.write_text(html(tree, **options), encoding="utf-8")
    elif suffix == ".graphml":
        import networkx as nx

        graph = tree.graph(**options)
        for data in graph.nodes.values():  # GraphML knows numbers and texts
            if "pos" in data:
                data["x"], data["y"] = data.pop("pos")
        for name in ("box", "turns"):
            graph.graph.pop(name, None)
        nx.write_graphml(graph, path)
    else:
        path.write_text(json.dumps(as_json(tree, **options), default=plain), encoding="utf-8")
    return path


def load(kind, path, game=None):
    """The tree in the JSON file `path`, as a `kind` (`mcts_lab.views.tree.Tree`). Raises ValueError if it is none."""
    path = Path(path)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ValueError(data["format"])
        columns = data["nodes"]
        nodes = np.zeros(len(columns["parent"]), np.dtype((np.record, NODE)))
        for field in NODE.names:
            nodes[field] = columns[field]
        about = About(**{**data["about"], "player_names": tuple(data["about"]["player_names"])})
        if game is None and data["game"] is not None:
            game = read(data["game"])
        state = None
        if game is not None and data["root_state"] is not None:
            state = new_states(game, 1)
            state = np.frombuffer(bytes.fromhex(data["root_state"]), state.dtype).copy()[0]
        names = {int(node): name for node, name in data["names"].items()}
        known = {} if data.get("final") is None else {"final": read(data["final"])}
        return kind(game, state, nodes, extras=data["extras"], about=about, names=names, pv=data.get("pv"), **known)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, ImportError) as error:
        raise ValueError(f"{path} is not a tree saved by mcts_lab ({type(error).__name__}: {error}): "
                         "save one with tree.save('name.json')") from None


def as_json(tree, names=2000) -> dict:
    """The tree as in the file, with the names of that many nodes."""
    named = tree.most_visited(names).tolist() if names else []
    return {
        "format": FORMAT,
        "game": None if tree.game is None else written(tree.game),
        "about": tree.about._asdict(),
        "root_state": tree.root_state.tobytes().hex() if isinstance(tree.root_state, np.void) else None,
        "nodes": {field: tree.nodes[field].tolist() for field in NODE.names},
        "extras": {column: values.tolist() for column, values in tree.extras.items()},
        "names": {node: tree.name(node) for node in named},
        "final": written(tree.final),
        "pv": tree.pv,
    }


def plain(value):
    """NumPy numbers and arrays as JSON knows them; anything else as text."""
    return value.tolist() if hasattr(value, "tolist") else str(value)


def written(value):
    """A game or rule of this package with all its parts, for `read`; None for one from elsewhere or with tables."""
    kind = type(value)
    if kind.__module__.partition(".")[0] != PACKAGE or not hasattr(value, "_asdict"):
        return None
    if any(isinstance(part, np.ndarray) for part in value):
        return None
    parts = {k: written(v) if hasattr(v, "_asdict") else v for k, v in value._asdict().items()}
    return {"is": f"{kind.__module__}:{kind.__qualname__}", **parts}


def read(data):
    """The game that `written` wrote; only classes of this package are looked up."""
    if not isinstance(data, dict) or "is" not in data:
        return tuple(read(part) for part in data) if isinstance(data, list) else data
    module, _, name = data["is"].partition(":")
    if module.partition(".")[0] != PACKAGE:
        raise ValueError(f"{module} is no part of this package")
    kind = getattr(module_of(module), name)
    if not (isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")):
        raise ValueError(f"{data['is']} is no game")
    return kind(**{k: read(v) for k, v in data.items() if k != "is"})


def module_of(name):
    """The module `name`; a game's is found by its last word too, wherever among the games it stood when it was saved.

    So a file stays readable when a game gets another room.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        rooms = {module.rpartition(".")[2]: module for module, _ in games.GAMES.places.values()}
        game = name.removeprefix(f"{games.__name__}.").rpartition(".")[2]
        if game not in rooms:
            raise
        return importlib.import_module(rooms[game])
