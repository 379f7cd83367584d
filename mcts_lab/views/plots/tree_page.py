"""Search trees as a page to fold and unfold."""

from __future__ import annotations

from ...search.mcts.tree import ROOT
from ..graph import value_text
from ..widgets.svg import both, one, themed, value_look
from . import style
from .page import page
from .tree import svg_of


def html(tree, top=6, max_depth=6, max_nodes=400, node=ROOT, perspective=None, boards=True, dark=None,
         board_nodes=120) -> str:
    """The tree as one self-contained page whose branches fold and unfold by mouse or keyboard.

    Arguments as for `draw`; `dark` None follows the theme of whoever opens it; `board_nodes` is how many
    positions are drawn (shown for the node that has the focus). The page follows the pattern "tree view" of the
    WAI-ARIA authoring practices: arrow keys walk and fold.
    """
    graph = tree.graph(perspective, top, max_depth, max_nodes, node, least=1, stubs=True)
    number = {current: i for i, current in enumerate(drawn_order(graph, node))}
    rows = []
    for current in number:
        data = graph.nodes[current]
        row = {"name": data["name"], "visits": data["visits"],
               "children": [number[child] for child in graph.successors(current)]}
        if data["stub"]:
            row["stub"] = True
        else:
            fill, ink = (one(colour, dark) if dark is not None else colour for colour in value_look(data["reward"]))
            row |= {
                "name": "start" if current == ROOT else data["name"], "mover": data["moved"], "node": current,
                "value": value_text(data["reward"], data["status"]), "fill": fill, "ink": ink,
                "line": data["line"], "hidden": data["hidden"],
                "board": picture(tree, current, dark) if boards and len(rows) < board_nodes else "",
            }
        rows.append(row)
    shown = sum("stub" not in row for row in rows)
    title = f"{graph.graph['title']}, {shown:,} of {len(tree):,} nodes"
    return page(rows, title, graph.graph["measure"], graph.graph["alt"],
                style.theme(dark) if dark is not None else FOLLOWING)


FOLLOWING = style.Theme(False, *(both(a, b) if isinstance(a, str) else tuple(map(both, a, b))
                                 for a, b in zip(style.LIGHT[1:], style.DARK[1:], strict=True)))


def picture(tree, node, dark):
    """The position at a node; for both themes in one where `dark` is None."""
    return themed(svg_of(tree, node, False), svg_of(tree, node, True)) if dark is None else svg_of(tree, node, dark)


def drawn_order(graph, top):
    """The nodes level by level, siblings beside each other."""
    order = [top]
    for node in order:
        order.extend(graph.successors(node))
    return order
