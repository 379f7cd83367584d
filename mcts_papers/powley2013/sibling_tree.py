"""The paper's tree, to read and to measure: left-child right-sibling nodes in arrays of a fixed size.

In [Powley, Whitehouse & Cowling 2013, "Implementing ISMCTS efficiently in C++"], each node has links to its
parent, its first child and its next sibling. Nodes come from one array that is allocated in advance; logarithms
and square roots are read from tables. Here the same search is written twice: with objects that have lists of
children, as in the paper's Python program, and with these arrays, interpreted or compiled. From the same random
numbers, both make the same tree.

The game is as small as possible, so that almost all time is spent on the tree. It has `DEPTH` moves out of
`ACTIONS` actions. In each iteration about half of them are legal, like the cards in a hidden hand. High first
moves win more often.
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
    """Arrays indexed by node, with memory for one node per iteration and the root; NONE if there is no such node."""

    parent: np.ndarray  # int32
    first_child: np.ndarray  # int32, the left child
    next_sibling: np.ndarray  # int32, the right sibling
    action: np.ndarray  # int32, the action that leads to the node
    visits: np.ndarray  # int32
    available: np.ndarray  # int32, how often the action was legal when its parent was visited
    reward: np.ndarray  # float64, sum of rewards to the player who chose the action
    used: np.ndarray  # int64[1], number of nodes

    @property
    def bytes_per_node(self) -> int:
        return sum(array.itemsize for array in self[:-1])


def new_tree(iterations: int) -> SiblingTree:
    """Return an empty tree for a number of iterations. No memory is allocated later."""
    size = iterations + 1
    links = [np.full(size, NONE, np.int32) for _ in range(4)]
    return SiblingTree(*links, np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size), np.ones(1, np.int64))


def new_tables(size: int) -> tuple:
    """Return ln n and 1 / sqrt n for n below `size`, each equal to the result of a direct call. Entry 0 is that of n =
    1."""
    numbers = range(1, size)
    return (np.array([0.0, *map(log, numbers)]), np.array([1.0, *(1.0 / math.sqrt(n) for n in numbers)]))


def legal_in_guess(rng):
    """Return random legal actions: each one with probability 1/2, and at least one."""
    mask = next_word(rng) & ALL
    return mask if mask != np.uint64(0) else ONE


def outcome(first, rng):
    """Return the reward of the first player. It is 1 more often for high first moves."""
    return 1.0 if uniform(rng) < 0.3 + 0.4 * first / ACTIONS else 0.0


def nth_bit(mask, n):
    """Return the index of the n-th set bit; n counts from 0."""
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
    """Return the UCB1 score with the availability count. If the tables are empty, functions are called directly."""
    if len(tables[0]) > 0:
        return reward / visits + C * math.sqrt(tables[0][available]) * tables[1][visits]
    return reward / visits + C * math.sqrt(log(available)) * (1.0 / math.sqrt(visits))


def add(tree, parent, last, action):
    """Take the next unused node and append it to the children of `parent`. last: the last child so far."""
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
    """Run ISMCTS on the arrays. Each iteration adds at most one node."""
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
            untried = legal & ~tried  # one AND gives all untried actions
            if untried != np.uint64(0):  # expansion
                best = add(tree, node, last, nth_bit(untried, below(rng, bits_in(untried))))
                expanded = True
            node = best
            first = int(tree.action[node]) if depth == 0 else first
            depth += 1
        reward = outcome(first, rng)  # simulation: only the outcome
        while node != ROOT:  # backpropagation along the links to the parents
            depth -= 1
            tree.visits[node] += 1
            tree.reward[node] += reward if depth % 2 == 0 else 1.0 - reward
            node = int(tree.parent[node])
        tree.visits[ROOT] += 1


class Node:
    """A node as in the paper's Python program: a reference to its parent and a list of its children."""

    def __init__(self, parent=None, action=NONE):
        self.parent, self.action, self.children = parent, action, []
        self.visits, self.available, self.reward = 0, 1, 0.0


def grow_objects(iterations: int, rng, tables) -> Node:
    """Run the same search on objects, and return the root."""
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
    """Return all nodes, parents before children."""
    found = [root]
    for node in found:
        found.extend(node.children)
    return found


def bytes_of(root: Node) -> float:
    """Return the bytes per node of a tree of objects: the object, its dictionary, its list, and its numbers."""
    nodes = objects_of(root)
    total = 0
    for node in nodes:
        total += sys.getsizeof(node) + sys.getsizeof(node.__dict__) + sys.getsizeof(node.children)
        total += sys.getsizeof(node.visits) + sys.getsizeof(node.available) + sys.getsizeof(node.reward)
    return total / len(nodes)


def same(tree: SiblingTree, root: Node) -> bool:
    """Return whether both trees have the same nodes with the same numbers, and children in the same order."""
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
    """Return the children of a node, from the list of siblings."""
    found = []
    child = int(tree.first_child[node])
    while child != NONE:
        found.append(child)
        child = int(tree.next_sibling[child])
    return found
