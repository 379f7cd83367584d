"""The search tree: one preallocated array of 32-byte node records.

A node stands for the edge that leads to it: player `mover` chose `action`, and `total` is the sum of the rewards
of *that player* in the `visits` iterations through it. So the mean of a node is always in the perspective of the
player who decides whether to go there, for any number of players and whoever moves next. No player chose the root
or the outcomes of a chance turn; they have the rewards of the player to move at the root.

Children of a node that are made together are side by side. They are also linked by `next_sibling`, because more
children can be added later.
"""

from __future__ import annotations

import numpy as np

ROOT = 0
NONE = -1  # no such node

NODE = np.dtype(
    [
        ("total", np.float64),  # sum of the rewards of `mover`, each in [0, 1]
        ("visits", np.int32),
        ("parent", np.int32),
        ("first_child", np.int32),
        ("next_sibling", np.int32),
        ("action", np.int32),  # the action that leads here
        ("children", np.int16),
        ("mover", np.int8),  # the player who chose `action`; CHANCE for a random event; at the root the player to move
        ("status", np.int8),  # OPEN or proven for `mover`, and marks
    ],
    align=True,
)

MOST_CHILDREN = int(np.iinfo(NODE["children"]).max)  # maximum of a node

# One event of a trace. Phases: what happened to `node`.
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
        ("reward", np.float64),  # reward of the mover of `node`; 0 if it is not known yet
        ("plays", np.int32),  # number of actions in the playout, in PLAY_OUT events
        ("first_word", np.uint64), ("second_word", np.uint64),  # random stream before the playout
    ],
    align=True,
)

# `status`: the proven result in the perspective of `mover`, and marks
OPEN, LOSS, DRAW, WIN = 0, 1, 2, 3
PROVEN = 3  # mask of these
PRUNED = 4  # left out of selection for the rest of the iterations
ASIDE = -128  # left out at the moment, because it is CUT or another group was chosen; the sign bit
OUT = PRUNED | ASIDE  # mask of the marks of nodes that are left out
THINNED = 8  # its children have been pruned
CUT = 32  # pruned permanently; still selectable in determinizations with too few other children
PARTIAL = 16  # some of its legal actions are not among its children
SCATTERED = 64  # its children were made one by one, so they need not be side by side


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
    """Return whether a node is pruned for the rest of the iterations, or permanently with the mark CUT."""
    return status & (PRUNED | CUT) != 0


def new_tree(capacity: int) -> np.ndarray:
    """Return an array for `capacity` nodes. The system provides memory only when it is used."""
    return np.empty(capacity, NODE_TYPE)
