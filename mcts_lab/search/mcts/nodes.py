"""The search tree: one preallocated array of 32-byte node records.

A node stands for the edge that leads to it: `action` was chosen by player `mover`, and `total` is the sum of the
rewards *that player* received in the `visits` iterations through it. So the mean of a node is always in the perspective
of the player who decides whether to go there, with any number of players and whichever of them moves next. The root
and the outcomes of a chance turn were chosen by no player; they hold the rewards of the player to move at the root.

Children of a node lie side by side when they are made together, and are linked by `next_sibling`: more can follow.
"""

from __future__ import annotations

import numpy as np

ROOT = 0
NONE = -1  # no such node

NODE = np.dtype(
    [
        ("total", np.float64),  # sum of rewards, each in [0, 1], to `mover`
        ("visits", np.int32),
        ("parent", np.int32),
        ("first_child", np.int32),
        ("next_sibling", np.int32),
        ("action", np.int32),  # that leads here
        ("children", np.int16),
        ("mover", np.int8),  # who chose `action`; CHANCE for a random event; at the root the player to move
        ("status", np.int8),  # OPEN, or proven for `mover`; may bear marks as well
    ],
    align=True,
)

MOST_CHILDREN = int(np.iinfo(NODE["children"]).max)  # of a node

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
        ("reward", np.float64),  # to the mover of `node`; 0 where none is known yet
        ("plays", np.int32),  # plays of the playout, in PLAY_OUT events
        ("first_word", np.uint64), ("second_word", np.uint64),  # of the random stream before the playout
    ],
    align=True,
)

# `status`: what is known for certain, in the perspective of `mover`, and marks that may be added
OPEN, LOSS, DRAW, WIN = 0, 1, 2, 3
PROVEN = 3  # mask of the above
PRUNED = 4  # takes no part in selection for the rest of the iterations
ASIDE = -128  # takes no part at the moment, because it is CUT or another group was chosen; the bit of the sign
OUT = PRUNED | ASIDE  # mask of the marks with which a node takes no part
THINNED = 8  # its children have been pruned
CUT = 32  # judged and pruned for good; takes part all the same in worlds where too few are left
PARTIAL = 16  # some of its legal actions are not among its children
SCATTERED = 64  # its children were made one after the other, so they need not lie side by side


NODE_TYPE = np.dtype((np.record, NODE))


def children(nodes, node):
    """The children of a node, one after the other."""
    child = int(nodes[node].first_child)
    while child != NONE:
        yield child
        child = int(nodes[child].next_sibling)


def takes_part(status):
    """Whether a node with this status, or each of an array of them, takes part in selection."""
    return status & OUT == 0


def pruned_for_good(status):
    """Whether it is pruned for the rest of the iterations, or for good but for worlds where too few are left."""
    return status & (PRUNED | CUT) != 0


def new_tree(capacity: int) -> np.ndarray:
    """Room for `capacity` nodes; memory is only touched as it is used."""
    return np.empty(capacity, NODE_TYPE)
