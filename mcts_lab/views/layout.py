"""A tidy layout for trees of any branching and node sizes.

The rules of tidiness are those of Reingold & Tilford, "Tidier Drawings of Trees" (1981): parents are centred over their
children, equal subtrees look equal, a tree's mirror image is drawn as its mirror image, and nothing overlaps. The
method is that of Kennedy, "Drawing Trees" (1996): subtrees are packed once from the left and once from the right, and
the mean of both is taken.
"""

from __future__ import annotations

import numpy as np


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
            places = _packed(below, gap)
            mirrored = _packed([[(-r, -l) for l, r in one] for one in reversed(below)], gap)
            places = [(p - m) / 2.0 for p, m in zip(places, reversed(mirrored), strict=True)]
            middle = (places[0] + places[-1]) / 2.0
            merged = []
            for kid, place, one in zip(kids, places, below, strict=True):
                offset[kid] = place - middle
                _extend(merged, one, place - middle)
            outline += merged
        outlines[node] = outline
    centre = np.zeros(len(children))
    for node in order:
        for kid in children[node]:
            centre[kid] = centre[node] + offset[kid]
    return centre - min(left for left, _ in outlines[root])


def _packed(outlines, gap):
    """Where to put each subtree so that it touches, at distance `gap`, what stands to its left."""
    places, so_far = [], []
    for one in outlines:
        place = max((r + gap - l for (_, r), (l, _) in zip(so_far, one, strict=False)), default=0.0)
        places.append(place)
        _extend(so_far, one, place)
    return places


def _extend(outline, other, place):
    """Widen `outline` by `other` shifted by `place`."""
    for depth, (left, right) in enumerate(other):
        if depth < len(outline):
            outline[depth] = (min(outline[depth][0], left + place), max(outline[depth][1], right + place))
        else:
            outline.append((left + place, right + place))
