"""A widget whose page computes: its own Python as JavaScript, over searches compiled to WebAssembly.

What a model asks of the engine and of NumPy is done by functions of models.js, which `HOSTS` lists. All else, from the
frames to the sentences about wrong input, is translated from the model itself.
"""

from __future__ import annotations

import numpy as np

from ..engine.random import below, stream
from ..game import after, copy, determinize, facts, legal_actions, play, start, to_move
from ..games.teaching.given_tree import GivenTree
from ..search.mcts.tree import NODE, TRACE_EVENT
from ..textbook import alpha_beta, minimax, recorded
from ..views import trace
from ..views.tree import Tree, _about
from ..views.tree_io import About
from ..views.widgets import dial, explore, playout, watch
from ..views.widgets.opening import Opening, document, literal, script
from ..views.widgets.stage import _frame_data, described, obey
from .export import wasm
from .layout import coded, record
from .pictures import classes_in
from .translate import Translation

HOSTS = {
    to_move: "toMove", legal_actions: "legal", copy: "copy", play: "play", after: "after", start: "start",
    determinize: "determinize", stream: "stream", below: "below", playout.beginning: "beginning",
    playout.whole: "playout", playout.same: "same", playout.legal_drawn: "drawn",
    np.random.SeedSequence: "sequence", facts: "facts",
    watch.traced: "traced", explore.found: "found", trace.phases_of: "phases", trace.made_by: "made",
    trace.start_of: "before", trace.nodes_after: "nodesAfter", Tree.child_nodes: "childNodes", Tree.owners: "owners",
    Tree.rewards: "rewards", Tree.proven: "proven", Tree.replaced: "replaced",
}
# a game that is a tree of numbers needs no compiled rules; functions that call themselves can be watched
HOSTS_OF_TREES = {legal_actions: "branches", after: "child", GivenTree.at: "at", recorded: "recorded",
                  dial.played: "played", minimax: "called.minimax", alpha_beta: "called.alpha_beta"}
SHOWN = {"Played": dial.Played, "obey": obey, "described": described, "frame": _frame_data}
SEARCHED = {"Tree": Tree, "About": About, "Replay": trace.Replay, "Phase": trace.Phase, "Start": trace.Start,
            "Found": explore.Found}
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


def model_page(model, title=None) -> str:
    """Return a web page in which a model goes on by itself (see `opening`): one file, without a kernel or the
    network."""
    return document(title or model.title, opening(model))


def translated(model, needs) -> tuple:
    """JavaScript that defines `labModel`, a function that returns the model and what shows it; and the large arrays
    that it is to be given."""
    rows, hosts = [], HOSTS if needs.game is not None else HOSTS_OF_TREES
    classes = classes_in(needs.game) if needs.game is not None else [GivenTree]
    for method in needs.methods.values():
        classes += [type(part) for part in method if isinstance(part, tuple)]
    translation = Translation(classes, {function: f"host.{name}" for function, name in hosts.items()})
    if needs.game is not None:
        rows.append(f"facts: {translation.literal(facts(needs.game))}")
    else:
        rows += [f"{function.__name__}: {translation.written_anew(function)}" for function in (minimax, alpha_beta)]
    if needs.methods:
        rows.append(f"about: {translation.literal(_about(needs.game, model.state, None))}")
    names = SHOWN | (SEARCHED if needs.methods else {})
    rows += [f"{name}: {translation.name(thing)}" for name, thing in names.items()]
    translation.ask("begin")
    rows.append(f"model: {translation.instance(model)}")
    code = (f"const labModel = (host, TABLES) => {{\n{translation.source()}\n"
            f"return {{{', '.join(rows)}}};\n}};\n")
    return code, translation.tables
