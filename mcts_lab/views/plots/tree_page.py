"""Search trees as a page to fold and unfold."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import to_hex

from ...search.mcts.tree import ROOT
from ..graph import value_text
from . import style
from .page import page
from .tree import svg_of


def html(tree, top=6, max_depth=6, max_nodes=400, node=ROOT, perspective=None, boards=True, dark=False,
         board_nodes=120) -> str:
    """The tree as one self-contained page whose branches fold and unfold by mouse or keyboard.

    Arguments as for `draw`; `board_nodes` is how many positions are drawn (shown for the node that has the focus).
    The page follows the pattern "tree view" of the WAI-ARIA authoring practices: arrow keys walk and fold.
    """
    graph = tree.graph(perspective, top, max_depth, max_nodes, node, least=1, stubs=True)
    number = {current: i for i, current in enumerate(drawn_order(graph, node))}
    colours = style.value_colours(dark)
    rows = []
    for current in number:
        data = graph.nodes[current]
        row = {"name": data["name"], "visits": data["visits"],
               "children": [number[child] for child in graph.successors(current)]}
        if data["stub"]:
            row["stub"] = True
        else:
            fill = style.theme(dark).background if np.isnan(data["reward"]) else to_hex(colours(data["reward"]))
            row |= {
                "name": "start" if current == ROOT else data["name"], "mover": data["moved"], "node": current,
                "value": value_text(data["reward"], data["status"]), "fill": fill, "ink": style.ink_on(fill),
                "line": data["line"], "hidden": data["hidden"],
                "board": svg_of(tree, current, dark) if boards and len(rows) < board_nodes else "",
            }
        rows.append(row)
    return page(rows, graph.graph["title"], graph.graph["measure"], graph.graph["alt"], style.theme(dark))


def drawn_order(graph, top):
    """The nodes level by level, siblings beside each other."""
    order = [top]
    for node in order:
        order.extend(graph.successors(node))
    return order
