"""Tree reuse: which nodes of a tree are kept when the game continues.

A tree has an owner: the player to move at the root when the tree was begun. Only events that the owner has seen
(`Seen`) decide which nodes are kept. So two hidden actions that look the same to the owner lead to the same tree, and
keeping a tree reveals no hidden information. The kept statistics are from determinizations that agreed with the
owner's earlier observations. Later determinizations also agree with the owner's new observations.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...game import CHANCE, UNNOTICED, legal_actions, reward_sum
from .memory import NODES
from .nodes import NONE, ROOT


class Seen(NamedTuple):
    """An event of the game as the owner of a tree sees it, for `Search.follow`.

    Attributes
    ----------
    player : int
        The player who acted, or `CHANCE`.
    label : int
        The owner's observation of the action (see `Game.observation`). The owner's own actions are their own labels.
    """

    player: int
    label: int


def seen_by(game, state, action, owner) -> Seen | None:
    """Return what one player sees when an action is played, or None if the player notices nothing.

    Collect these results during a game, and give them to `Search.follow` to keep a tree from one move to the next.

    Parameters
    ----------
    game : game
        The rules.
    state : state
        The state before the action.
    action : int
        The action, or the outcome at a chance turn.
    owner : int
        The player who owns the tree.

    Returns
    -------
    Seen or None

    Examples
    --------
    >>> from mcts_lab import games, start
    >>> from mcts_lab.search import seen_by
    >>> game = games.tic_tac_toe()
    >>> seen_by(game, start(game), 4, owner=1)
    Seen(player=0, label=4)
    """
    player = int(game.to_move(state))
    if player == owner or game.facts().perfect_information:
        return Seen(player, int(action))
    label = int(game.observation(state, action, owner))
    return None if label == UNNOTICED else Seen(player, label)


def kept_nodes(search, memory, seen, state, player) -> np.ndarray:
    """Return the nodes of a search that are kept after its owner has seen the events `seen`. The new root is the first.

    The game is now in `state`, with `player` to move. The array is empty if the search must begin a new tree.
    """
    tree, game, fact = search.method.tree, search.game, search.facts
    owner = int(memory.nodes[ROOT].mover)
    top, nodes = NONE, memory.nodes[: memory.counters[NODES]]
    if len(memory.path_ends) == 1 and tree.may_follow(game, fact, player == owner):
        top = place_of(nodes, seen, tree)
    if top == NONE or not tree.fits_state(game, memory, top, state):
        return np.array([], int)
    # remove children of other players, and actions that are now known to be illegal
    legal = legal_actions(game, state)
    fewer = forget_children(nodes, top, lambda c: nodes["mover"][c] == player and nodes["action"][c] in legal)
    if nodes[top].children == 0 or (fewer and (search.method.value.compares or search.method.selection.compares)):
        return np.array([], int)
    keep = subtree(nodes, top)
    random = keep[nodes["mover"][keep] == CHANCE]
    if owner != player and len(random):
        # nodes of random events have the rewards of the root player, who is another player now
        if not (fact.players == 2 and fact.zero_sum):
            return np.array([], int)
        nodes["total"][random] = reward_sum(game) * nodes["visits"][random] - nodes["total"][random]
    return keep


def place_of(nodes, seen, tree) -> int:
    """Return the node to which the events `seen` lead from the root, or NONE if the tree does not contain them."""
    node = ROOT
    for event in seen:
        if event.player == CHANCE and tree.skips_chance():
            return NONE  # the tree averages over all outcomes of chance
        below = children_of(nodes, node)
        node = next((c for c in below if (nodes[c].mover, nodes[c].action) == (event.player, event.label)), NONE)
        if node == NONE:
            break
    return node


def forget_children(nodes, node, wanted) -> bool:
    """Unlink the children of `node` for which ``wanted(child)`` is False. Return whether there were such children."""
    children = children_of(nodes, node)
    kept = [child for child in children if wanted(child)]
    if len(kept) == len(children):
        return False
    nodes["parent"][list(set(children) - set(kept))] = NONE
    nodes[node].children = len(kept)
    nodes[node].first_child = kept[0] if kept else NONE
    for place, child in enumerate(kept):
        nodes[child].next_sibling = kept[place + 1] if place + 1 < len(kept) else NONE
    return True


def relinked(nodes, keep):
    """Return a copy of the nodes `keep` (indices, or a slice for all). Links to other nodes become NONE."""
    moved = nodes[keep].copy()
    if not isinstance(keep, slice):
        place = np.full(len(nodes) + 1, NONE)  # the last entry is for NONE
        place[keep] = np.arange(len(keep))
        for link in ("parent", "first_child", "next_sibling"):
            moved[link] = place[moved[link]]
    return moved


def children_of(nodes, node) -> list[int]:
    """Return the children of a node, in the order of their links."""
    children, next_sibling = [], nodes["next_sibling"]
    child = int(nodes["first_child"][node])
    while child != NONE:
        children.append(child)
        child = int(next_sibling[child])
    return children


def subtree(nodes, top) -> np.ndarray:
    """Return the nodes of the subtree with the root `top`, level by level. Siblings are together and in order."""
    levels = [np.array([top])]
    by_parent = np.argsort(nodes["parent"], kind="stable")
    parents = nodes["parent"][by_parent]
    while len(levels[-1]):
        level = levels[-1]
        left, right = np.searchsorted(parents, level, "left"), np.searchsorted(parents, level, "right")
        levels.append(np.concatenate([by_parent[a:b] for a, b in zip(left, right, strict=True)] or [np.array([], int)]))
    return np.concatenate(levels)
