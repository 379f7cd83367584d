"""A tidy layout for trees of any branching and node sizes, and where the boxes of a tree's drawing go.

The rules of tidiness are those of Reingold & Tilford, "Tidier Drawings of Trees" (1981): parents are centred over their
children, equal subtrees look equal, a tree's mirror image is drawn as its mirror image, and nothing overlaps. The
method is that of Kennedy, "Drawing Trees" (1996): subtrees are packed once from the left and once from the right, and
the mean of both is taken.
"""

from __future__ import annotations

import numpy as np

LETTER, LINE = 0.62, 1.35  # a letter's width and a line's height, as parts of the font size
NO_PICTURE = (0.0, 0.0)
SLIDE = (16.0, 8.0)  # proportions that a drawing fits best


def arrange(graph, orientation=None, font=10, picture=NO_PICTURE, gaps=(0.09, 0.75)):
    """Place the nodes of a tree, a networkx DiGraph whose nodes have a `label` of two lines; returns the graph.

    Each node gets `pos`, the centre of its box, `width` and `height`; the graph gets `orientation`, `box` (left,
    bottom, right, top) and `turns`, a list of (x, y, who moves between two levels). All lengths are inches.

    orientation:  "down", "right", or None: whichever fits a slide better
    font:         size of the text in points
    picture:      width and height of a picture that stands above each box, or to its left; not at stubs
    gaps:         between neighbours and between levels, of trees that grow to the right
    Nodes may have `stub` (no picture) and `moved` (who moved there, in words).
    """
    if orientation not in (None, "down", "right"):
        raise ValueError(f"orientation is 'down', 'right' or None, not {orientation!r}")
    sheets = [placed(graph, way, font, picture, gaps) for way in ((orientation,) if orientation else ("down", "right"))]
    graph_wide, nodes = min(sheets, key=lambda sheet: spread(sheet[0]["box"]))
    graph.graph.update(graph_wide)
    for node, place in nodes.items():
        graph.nodes[node].update(place)
    return graph


def spread(box):
    """Return the size of a box, measured by a slide."""
    left, bottom, right, top = box
    return max((right - left) / SLIDE[0], (top - bottom) / SLIDE[1])


def placed(graph, way, font, picture, gaps):
    """Return the attributes that `arrange` sets for the whole graph and for each node, in one orientation."""
    letter, row = LETTER * font / 72.0, LINE * font / 72.0
    order = list(graph)
    number = {node: i for i, node in enumerate(order)}
    children = [[number[child] for child in graph.successors(node)] for node in order]
    root = number[top_of(graph)]
    depth = depths(children, root)
    stub = [bool(graph.nodes[node].get("stub")) for node in order]
    labels = [graph.nodes[node]["label"].split("\n") for node in order]
    across = np.where(stub, 0.0, picture[0])
    tall = np.where(stub, 0.0, picture[1])
    turns = who_moves(graph, order, depth, stub)
    if way == "down":
        wide = np.array([max(map(len, lines)) * letter + 0.16 for lines in labels])
        high = 2 * row + 0.1
        step = high + picture[1] + 0.5
        x = tidy(children, np.maximum(wide, across), gap=0.14, root=root)
        y = -step * depth
        y[np.array(stub)] += picture[1]  # level with the boards' tops, so that no edge crosses a board
        left = -0.15 - (max((len(turn) for turn in turns), default=0) * letter + 0.15)
        right = 0.15 + (x + np.maximum(wide, across) / 2).max()
        top, bottom = high / 2 + picture[1] + 0.15, y.min() - high / 2 - 0.25
        notes = [(left + 0.1, -(level + 0.5) * step + picture[1] / 2, turn) for level, turn in enumerate(turns)]
    else:  # both on one line, the name bold
        wide = np.array([(1.12 * len(lines[0]) + 1.5 + len(lines[-1])) * letter + 0.16 for lines in labels])
        high = row + 0.1
        y = -tidy(children, np.maximum(high, tall), gap=gaps[0], root=root)
        room = np.array([(wide + across)[depth == level].max() for level in range(depth.max() + 1)])
        begin = np.concatenate(([0.0], np.cumsum(room[:-1] + gaps[1])))
        x = begin[depth] + across + wide / 2
        left, right = -0.15, begin[-1] + room[-1] + 0.4
        top, bottom = 0.15 + (1.5 * row if any(turns) else 0.0), y.min() - max(high, picture[1]) / 2 - 0.15
        notes = [(begin[level + 1] - gaps[1] / 2, top - 0.9 * row, turn) for level, turn in enumerate(turns)]
    places = {node: {"pos": (float(x[i]), float(y[i])), "width": float(wide[i]), "height": high}
              for i, node in enumerate(order)}
    box = tuple(float(edge) for edge in (left, bottom, right, top))
    return {"orientation": way, "box": box, "turns": notes}, places


def top_of(found):
    """The node of a graph that has no parent in it. Raises ValueError unless there is exactly one, as in a tree."""
    roots = [node for node, above in found.in_degree() if above == 0]
    if len(roots) != 1:
        raise ValueError(f"a tree has one node without a parent, but this graph has {len(roots)}: keep the nodes above "
                         "those you keep")
    return roots[0]


def depths(children, root):
    """Plays from the root to each node, int64 (nodes,)."""
    depth = np.zeros(len(children), int)
    order = [root]
    for node in order:
        depth[children[node]] = depth[node] + 1
        order.extend(children[node])
    return depth


def who_moves(graph, order, depth, stub):
    """Per gap between levels: who moves there, if it is one player for all; else an empty string."""
    turns = []
    for level in range(1, depth.max() + 1):
        movers = {graph.nodes[node].get("moved", "") for node, d, s in zip(order, depth, stub, strict=True)
                  if d == level and not s}
        name = movers.pop() if len(movers) == 1 else ""
        turns.append(f"{name} moves" if name else "")
    return turns


def tidy(children, breadth, gap=0.2, root=0) -> np.ndarray:
    """Positions of the nodes across the tree (the depth gives the other coordinate).

    children:  children[i] lists the children of node i, in drawing order
    breadth:   room each node takes across the tree, in any unit
    gap:       least distance between two neighbours of equal depth, in the same unit
    Returns the nodes' centres, float64 (nodes,), the least edge of all being 0.
    """
    order = [root]
    for node in order:
        order.extend(children[node])
    offset = np.zeros(len(children))  # from the parent's centre
    outlines = {}  # of a subtree: per depth, its extent around its root's centre
    for node in reversed(order):
        half = breadth[node] / 2.0
        outline = [(-half, half)]
        kids = children[node]
        if kids:
            below = [outlines.pop(kid) for kid in kids]
            places = packed(below, gap)
            mirrored = packed([[(-r, -l) for l, r in one] for one in reversed(below)], gap)
            places = [(p - m) / 2.0 for p, m in zip(places, reversed(mirrored), strict=True)]
            middle = (places[0] + places[-1]) / 2.0
            merged = []
            for kid, place, one in zip(kids, places, below, strict=True):
                offset[kid] = place - middle
                extend(merged, one, place - middle)
            outline += merged
        outlines[node] = outline
    centre = np.zeros(len(children))
    for node in order:
        for kid in children[node]:
            centre[kid] = centre[node] + offset[kid]
    return centre - min(left for left, _ in outlines[root])


def packed(outlines, gap):
    """Return the place of each subtree so that it touches, at distance `gap`, what stands to its left."""
    places, so_far = [], []
    for one in outlines:
        place = max((r + gap - l for (_, r), (l, _) in zip(so_far, one, strict=False)), default=0.0)
        places.append(place)
        extend(so_far, one, place)
    return places


def extend(outline, other, place):
    """Widen `outline` by `other` shifted by `place`."""
    for depth, (left, right) in enumerate(other):
        if depth < len(outline):
            outline[depth] = (min(outline[depth][0], left + place), max(outline[depth][1], right + place))
        else:
            outline.append((left + place, right + place))
