"""A widget whose page computes: its own Python as JavaScript, over searches compiled to WebAssembly.

What a model asks of the engine, of games and of NumPy is done by functions of models.js, which `HOSTS` and `ASKED`
list. All else, from the
frames to the sentences about wrong input, is translated from the model itself.
"""

import numpy as np

from mcts_lab.engine.random import below, stream
from mcts_lab.game import after, copy, legal_actions, start
from mcts_lab.games.teaching.given_tree import GivenTree
from mcts_lab.search.mcts.nodes import NODE, TRACE_EVENT
from mcts_lab.textbook import alpha_beta, minimax, recorded
from mcts_lab.views import replay
from mcts_lab.views.tree import Tree, about_position
from mcts_lab.views.tree_io import About

from ..widgets import dial, playout_moves, watch
from ..widgets.opening import Opening, literal, script
from ..widgets.stage import described, obey, unlocked_frame_data
from .compiled_game import wasm
from .game_script import classes_in
from .memory_layout import coded, record
from .translate import Translation

HOSTS = {
    legal_actions: "legal", copy: "copy", after: "after",
    start: "start", GivenTree.at: "at", recorded: "recorded", dial.played: "played",
    stream: "stream", below: "below", playout_moves.beginning: "beginning",
    playout_moves.whole: "playout", playout_moves.same: "same", playout_moves.legal_drawn: "drawn",
    np.random.SeedSequence: "sequence",
    watch.traced: "traced", replay.phases_of: "phases", replay.made_by: "made",
    replay.start_of: "before", replay.nodes_after: "nodesAfter", Tree.child_nodes: "childNodes", Tree.owners: "owners",
    Tree.rewards: "rewards", Tree.proven: "proven", Tree.replaced: "replaced",
    minimax: "called.minimax", alpha_beta: "called.alpha_beta",
}
ASKED = {"to_move": "toMove", "payoff": "payoff", "play": "play", "determinize": "determinize", "facts": "facts"}
CALLED = (minimax, alpha_beta)  # functions that call themselves, and can be watched
SHOWN = {"Played": dial.Played, "obey": obey, "described": described, "frame": unlocked_frame_data}
SEARCHED = {"Tree": Tree, "About": About, "Replay": replay.Replay, "Phase": replay.Phase, "Start": replay.Start}
ABOUT = "Everything is computed in this page, by the same source as in Python; nothing is sent anywhere."


def opening(model) -> Opening:
    """Return what opens a page in which a model goes on by itself, from the position at which it stands.

    Raises ValueError, in one sentence, for a model that cannot: see `Model.computes`.
    """
    needs = model.computes()
    if needs is None:
        raise ValueError(f"{model.title} cannot be computed in a page, which shows recorded frames instead")
    made = wasm(needs.game, needs.methods, needs.trace, needs.guesses) if needs.game is not None else None
    code, tables = translated(model, needs)
    data = {"manifest": made and made.manifest, "layouts": {"nodes": record(NODE), "events": record(TRACE_EVENT)},
            "about": ABOUT, "tables": tables, "position": model.position}
    return Opening((script("stage.js"), *(script(name, __package__) for name in ("python.js", "live.js", "models.js"))),
                   f'(root) => {{\n{code}return labOpen(root, {literal(data)}, "{coded(made.wasm) if made else ""}", '
                   "labModel);\n}")


def translated(model, needs) -> tuple:
    """JavaScript that defines `labModel`, a function that returns the model and what shows it; and the large arrays
    that it is to be given."""
    rows, classes = [], [GivenTree]
    if needs.game is not None:
        classes += classes_in(needs.game)
    for method in needs.methods.values():
        classes += [type(part) for part in method if isinstance(part, tuple)]
    translation = Translation(classes, {function: f"host.{name}" for function, name in HOSTS.items()},
                              {method: f"host.{name}" for method, name in ASKED.items()})
    if needs.game is not None:
        rows.append(f"facts: {translation.literal(needs.game.facts())}")
    if not needs.methods:
        rows += [f"{function.__name__}: {translation.written_anew(function)}" for function in CALLED]
        translation.ask("to_move"), translation.ask("payoff")
    if needs.methods:
        rows.append(f"about: {translation.literal(about_position(needs.game, model.state, None))}")
    names = SHOWN | (SEARCHED if needs.methods else {})
    rows += [f"{name}: {translation.name(thing)}" for name, thing in names.items()]
    translation.ask("begin")
    rows.append(f"model: {translation.instance(model)}")
    code = (f"const labModel = (host, TABLES) => {{\n{translation.source()}\n"
            f"return {{{', '.join(rows)}}};\n}};\n")
    return code, translation.tables
