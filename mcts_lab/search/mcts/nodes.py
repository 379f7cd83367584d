"""The search tree: one preallocated array of 32-byte node records.

A node stands for the edge that leads to it: player `mover` chose `action`. In the `visits` iterations through the
node, `total` is the sum of the rewards of *that player*. So the mean of a node is always in the perspective of the
player who decides whether to go there. This holds for any number of players, whoever moves next. No player chose
the root or the outcomes of a chance turn. Their rewards are those of the player to move at the root.

If the children of a node are made together, they have consecutive indices. They are also linked by `next_sibling`,
because more children can be added later.
"""

from __future__ import annotations

import numpy as np

ROOT = 0
NONE = -1  # the index that stands for no node

NODE = np.dtype(
    [
        ("total", np.float64),  # sum of the rewards of `mover`, each in [0, 1]
        ("visits", np.int32),
        ("parent", np.int32),
        ("first_child", np.int32),
        ("next_sibling", np.int32),
        ("action", np.int32),  # the action that leads here
        ("children", np.int16),
        ("mover", np.int8),  # the player who chose `action`, or CHANCE; at the root, the player to move there
        ("status", np.int8),  # OPEN or the proven result for `mover`, and marks
    ],
    align=True,
)

MOST_CHILDREN = int(np.iinfo(NODE["children"]).max)  # maximum number of children of a node

# One event of a trace. The phase says what happened to `node`.
SELECT, EXPAND, PLAY_OUT, BACK_UP = 0, 1, 2, 3
TRACE_EVENT = np.dtype(
    [
        ("iteration", np.int32),  # counting from 0
        ("phase", np.int8),
        ("node", np.int32),
        ("visits_before", np.int32),
        ("visits_after", np.int32),
        ("total_before", np.float64),
        ("total_after", np.float64),
        ("reward", np.float64),  # reward of the mover of `node`; 0 if it is not yet known
        ("plays", np.int32),  # number of actions in the playout, in PLAY_OUT events
        ("first_word", np.uint64), ("second_word", np.uint64),  # state of the random stream before the playout
    ],
    align=True,
)

# values of `status`: the proven result in the perspective of `mover`, and marks
OPEN, LOSS, DRAW, WIN = 0, 1, 2, 3
PROVEN = 3  # bit mask of OPEN, LOSS, DRAW and WIN
PRUNED = 4  # may not be selected in the remaining iterations
ASIDE = -128  # may not be selected at present, because it is CUT or another group was chosen; the sign bit
OUT = PRUNED | ASIDE  # bit mask of the marks of nodes that may not be selected
THINNED = 8  # the children of this node have been pruned
CUT = 32  # pruned permanently; it may still be selected in determinizations with too few other children
PARTIAL = 16  # some legal actions of this node have no child
SCATTERED = 64  # the children of this node were made one by one, so their indices may not be consecutive


NODE_TYPE = np.dtype((np.record, NODE))


def children(nodes, node):
    """Yield the children of a node."""
    child = int(nodes[node].first_child)
    while child != NONE:
        yield child
        child = int(nodes[child].next_sibling)


def takes_part(status):
    """Return whether a node with this status may be selected. For an array, return an array."""
    return status & OUT == 0


def pruned_for_good(status):
    """Return whether a node is pruned for the remaining iterations (PRUNED) or permanently (CUT)."""
    return status & (PRUNED | CUT) != 0


def new_tree(capacity: int) -> np.ndarray:
    """Return an array for `capacity` nodes. The system provides memory only when it is used."""
    return np.empty(capacity, NODE_TYPE)
