"""Search trees as a page to fold and unfold."""

from __future__ import annotations

import numpy as np
from matplotlib.colors import to_hex

from ...search.mcts.tree import ROOT
from . import style
from .page import page
from .tree import STUB, default_perspective, described, pick, svg_of, title_of, value_text


def html(tree, top=6, max_depth=6, max_nodes=400, node=ROOT, perspective=None, boards=True, dark=False,
         board_nodes=120) -> str:
    """The tree as one self-contained page whose branches fold and unfold by mouse or keyboard.

    Arguments as for `draw`; `board_nodes` is how many positions are drawn (shown for the node that has the focus).
    The page follows the pattern "tree view" of the WAI-ARIA authoring practices: arrow keys walk and fold.
    """
    perspective = default_perspective(tree) if perspective is None else perspective
    rewards, proven = tree.rewards(perspective), tree.proven(perspective)
    picked = pick(tree, top, max_depth, max_nodes, node)
    line = set(tree.line(node))
    colours = style.value_colours(dark)
    rows = []
    for element, current in enumerate(picked.node):
        if current == STUB:
            rows.append({"stub": True, "name": f"+{picked.hidden[element]:,} more", "visits": picked.visits[element]})
        else:
            reward = rewards[current]
            fill = style.theme(dark).background if np.isnan(reward) else to_hex(colours(reward))
            picture = svg_of(tree, current, dark) if boards and element < board_nodes else ""
            rows.append({
                "name": "start" if current == ROOT else tree.name(current), "visits": picked.visits[element],
                "value": value_text(reward, proven[current]), "fill": fill, "ink": style.ink_on(fill),
                "mover": tree.player_name(int(tree.nodes["mover"][current])) if current != ROOT else "",
                "line": current in line, "node": current, "hidden": picked.hidden[element], "board": picture,
            })
        rows[-1]["children"] = picked.children[element]
    return page(rows, title_of(tree), f"mean reward to {tree.perspective_text(perspective)}",
                described(tree, picked, perspective), style.theme(dark))
