"""The article's tree, to read and to measure: left-child right-sibling nodes in arrays of a fixed size.

[Powley, Whitehouse & Cowling 2013, "Implementing ISMCTS efficiently in C++"] links each node to its parent, its first
child and its next sibling, takes nodes from one array that is allocated beforehand, and looks logarithms and square
roots up. Here the same search is written twice: on objects with lists of children, as in the article's Python program,
and on these arrays, interpreted or compiled. Both make the same tree from the same random stream.

The game is as small as can be: `DEPTH` moves out of `ACTIONS`, of which about half are legal in each iteration's guess
(like the cards that a hidden hand may hold); high first moves win more often. Almost all time goes into the tree.
"""

from __future__ import annotations

import math
import sys

import numpy as np

from mcts_lab.engine.arithmetic import log
from mcts_lab.engine.distinct import Distinct
from mcts_lab.engine.generic import entry
from mcts_lab.engine.random import below, next_word, uniform

DEPTH, ACTIONS = 8, 26
NONE, ROOT = -1, 0
C = 0.7
ONE = np.uint64(1)
ALL = np.uint64((1 << ACTIONS) - 1)


class SiblingTree(Distinct):
    """Arrays indexed by node, with room for one node per iteration and the root; NONE where there is no such node."""

    parent: np.ndarray  # int32
    first_child: np.ndarray  # int32, the left child
    next_sibling: np.ndarray  # int32, the right sibling
    action: np.ndarray  # int32, that leads here
    visits: np.ndarray  # int32
    available: np.ndarray  # int32, how often the action was legal when its parent was visited
    reward: np.ndarray  # float64, sum of rewards to whoever chose the action
    used: np.ndarray  # int64[1], how many nodes there are

    @property
    def bytes_per_node(self) -> int:
        return sum(array.itemsize for array in self[:-1])


def new_tree(iterations: int) -> SiblingTree:
    """An empty tree for so many iterations. Nothing is allocated later."""
    size = iterations + 1
    links = [np.full(size, NONE, np.int32) for _ in range(4)]
    return SiblingTree(*links, np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size), np.ones(1, np.int64))


def new_tables(size: int) -> tuple:
    """ln n and 1 / sqrt n for n below `size`, each the very number that a direct call gives (entry 0 is that of 1)."""
    numbers = range(1, size)
    return (np.array([0.0, *map(log, numbers)]), np.array([1.0, *(1.0 / math.sqrt(n) for n in numbers)]))


def legal_in_guess(rng):
    """A guess of what is legal: each action with chance 1/2, at least one."""
    mask = next_word(rng) & ALL
    return mask if mask != np.uint64(0) else ONE


def outcome(first, rng):
    """The reward of the first player: 1 more often for high first moves."""
    return 1.0 if uniform(rng) < 0.3 + 0.4 * first / ACTIONS else 0.0


def nth_bit(mask, n):
    """The number of the n-th set bit, from 0."""
    bit = 0
    while True:
        if (mask >> np.uint64(bit)) & ONE != np.uint64(0):
            if n == 0:
                return bit
            n -= 1
        bit += 1


def bits_in(mask):
    n = 0
    while mask != np.uint64(0):
        mask &= mask - ONE
        n += 1
    return n


def score(reward, visits, available, tables):
    """UCB1 with the availability count; direct calls where the tables are empty."""
    if len(tables[0]) > 0:
        return reward / visits + C * math.sqrt(tables[0][available]) * tables[1][visits]
    return reward / visits + C * math.sqrt(log(available)) * (1.0 / math.sqrt(visits))


def add(tree, parent, last, action):
    """Take the next unused node and append it to the children of `parent`, of which `last` was the last one."""
    node = int(tree.used[0])
    tree.used[0] += 1
    tree.parent[node] = parent
    tree.action[node] = action
    tree.available[node] = 1
    if last == NONE:
        tree.first_child[parent] = node
    else:
        tree.next_sibling[last] = node
    return node


@entry
def grow(tree, iterations, rng, tables):
    """ISMCTS on the arrays: so many iterations, each of which adds one node."""
    for _ in range(iterations):
        node, first = ROOT, -1
        expanded = False
        depth = 0
        while depth < DEPTH and not expanded:  # selection: walk along the list of children
            legal = legal_in_guess(rng)
            tried, best, top, last = np.uint64(0), NONE, -1.0, NONE
            child = int(tree.first_child[node])
            while child != NONE:
                one = ONE << np.uint64(tree.action[child])
                if legal & one != np.uint64(0):
                    tried |= one
                    value = score(tree.reward[child], tree.visits[child], tree.available[child], tables)
                    tree.available[child] += 1
                    if value > top:
                        best, top = child, value
                last = child
                child = int(tree.next_sibling[child])
            untried = legal & ~tried  # one AND answers what is untried
            if untried != np.uint64(0):  # expansion
                best = add(tree, node, last, nth_bit(untried, below(rng, bits_in(untried))))
                expanded = True
            node = best
            first = int(tree.action[node]) if depth == 0 else first
            depth += 1
        reward = outcome(first, rng)  # simulation, the shortest there is
        while node != ROOT:  # backpropagation along the links to the parents
            depth -= 1
            tree.visits[node] += 1
            tree.reward[node] += reward if depth % 2 == 0 else 1.0 - reward
            node = int(tree.parent[node])
        tree.visits[ROOT] += 1


class Node:
    """A node as in the article's Python program: a reference to its parent and a list of its children."""

    def __init__(self, parent=None, action=NONE):
        self.parent, self.action, self.children = parent, action, []
        self.visits, self.available, self.reward = 0, 1, 0.0


def grow_objects(iterations: int, rng, tables) -> Node:
    """The same search on objects; returns the root."""
    root = Node()
    for _ in range(iterations):
        node, first, expanded, depth = root, -1, False, 0
        while depth < DEPTH and not expanded:
            legal = int(legal_in_guess(rng))
            known = [child for child in node.children if legal >> child.action & 1]
            untried = np.uint64(legal & ~sum(1 << child.action for child in known))
            best = max(known, key=lambda c: score(c.reward, c.visits, c.available, tables), default=None)
            for child in known:
                child.available += 1
            if untried:
                best = Node(node, int(nth_bit(untried, below(rng, bits_in(untried)))))
                node.children.append(best)
                expanded = True
            node = best
            first = node.action if depth == 0 else first
            depth += 1
        reward = outcome(first, rng)
        while node is not root:
            depth -= 1
            node.visits += 1
            node.reward += reward if depth % 2 == 0 else 1.0 - reward
            node = node.parent
        root.visits += 1
    return root


def objects_of(root: Node) -> list[Node]:
    """All nodes, parents before children."""
    found = [root]
    for node in found:
        found.extend(node.children)
    return found


def bytes_of(root: Node) -> float:
    """Bytes per node of a tree of objects: the object, its dictionary, its list, and its numbers."""
    nodes = objects_of(root)
    total = 0
    for node in nodes:
        total += sys.getsizeof(node) + sys.getsizeof(node.__dict__) + sys.getsizeof(node.children)
        total += sys.getsizeof(node.visits) + sys.getsizeof(node.available) + sys.getsizeof(node.reward)
    return total / len(nodes)


def same(tree: SiblingTree, root: Node) -> bool:
    """Whether both hold the same nodes with the same numbers, children in the same order."""
    pairs = [(ROOT, root)]
    for index, node in pairs:
        numbers = (int(tree.visits[index]), float(tree.reward[index]))
        if numbers != (node.visits, node.reward) or (node is not root and tree.action[index] != node.action):
            return False
        children = children_of(tree, index)
        if len(children) != len(node.children):
            return False
        pairs.extend(zip(children, node.children, strict=True))
    return len(pairs) == tree.used[0]


def children_of(tree: SiblingTree, node: int) -> list[int]:
    """The children of a node, along the list of siblings."""
    found = []
    child = int(tree.first_child[node])
    while child != NONE:
        found.append(child)
        child = int(tree.next_sibling[child])
    return found
