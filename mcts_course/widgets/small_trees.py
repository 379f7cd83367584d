"""Minimax and alpha-beta, one event at a time, on trees small enough to see as a whole.

A tree is nested lists of numbers.
"""

import math
import re
from typing import NamedTuple

from mcts_lab.game import heuristic
from mcts_lab.games.teaching.given_tree import GivenTree
from mcts_lab.textbook import alpha_beta, minimax, recorded

MOST_LEAVES = 120  # maximum for a tree that is shown as a whole


class Event(NamedTuple):
    """One step of the recursion."""

    kind: str  # "enter", "leaf", "back" (a child's value has come back) or "cut"
    node: int
    alpha: float
    beta: float
    value: float  # value of the leaf, or the best value so far
    child: int = -1  # the child whose value has come back


def parse(line):
    """Read a tree written in one line: numbers in brackets of any kind, separated by spaces or commas.

    Raises ValueError if the line is not a tree.
    """
    pieces = re.findall(r"[()\[\]]|[^\s,()\[\]]+", str(line))
    stack, top = [[]], None
    for piece in pieces:
        if top is not None:
            raise ValueError(f"The tree ends before {piece!r}. Put one pair of brackets around everything.")
        if piece in "([":
            stack.append([])
        elif piece in ")]":
            if len(stack) < 2:
                raise ValueError("There are too many closing brackets at the end. Remove one.")
            done = stack.pop()
            if not done:
                raise ValueError("Empty brackets are not a tree. Write a number for a leaf.")
            stack[-1].append(done)
            top = stack[0][0] if len(stack) == 1 else None
        else:
            try:
                stack[-1].append(float(piece))
            except ValueError:
                raise ValueError(f"{piece!r} is not a number. Write a tree like this: ((3 5) (6 9)).") from None
    if len(stack) > 1:
        raise ValueError(f"{len(stack) - 1} bracket{' is' if len(stack) == 2 else 's are'} not closed. Add the closing "
                         "brackets.")
    if top is None:
        raise ValueError("This is not a tree. Write, for example, ((3 5) (6 9)): brackets around the children of a "
                         "node, and numbers at the leaves.")
    return top


def checked(values):
    """Return the tree unchanged. Raises ValueError if it is only a number, or has too many leaves to be shown."""
    if not isinstance(values, (list, tuple)):
        raise ValueError("One number is not a tree. Put the children of the root into brackets.")
    if sum(not kids for kids in GivenTree(values).children) > MOST_LEAVES:
        raise ValueError(f"A tree of more than {MOST_LEAVES} leaves is too large to show. Use a smaller tree.")
    return values


def written(values) -> str:
    """Write a tree in one line that `parse` can read."""
    if not isinstance(values, (list, tuple)):
        return f"{float(values):g}"
    return f"({' '.join(map(written, values))})"


def ordered(values, maximise, place):
    """Return the tree with the best child of each node moved to index `place` among its siblings, or to the end.

    place: 0 puts the best child first; -1 changes nothing
    """
    if place < 0 or not isinstance(values, (list, tuple)):
        return values
    rows = [(number, ordered(child, not maximise, place)) for number, child in enumerate(values)]

    def worth(row):
        tree = GivenTree(row[1], not maximise)
        return minimax(tree, tree.at(0), 0)

    best = (max if maximise else min)(rows, key=worth)
    rows.remove(best)
    rows.insert(place, best)
    return [child for _, child in rows]


def steps_of(tree, prune):
    """Yield the events of `textbook.minimax` or, with `prune`, of `textbook.alpha_beta`, in order."""
    search, window = (alpha_beta, (-math.inf, math.inf)) if prune else (minimax, ())
    path = []  # the last event of each node from the root to the current one
    for arguments, value in recorded(search, tree, tree.at(0), 0, math.inf, heuristic, *window):
        node = int(arguments[1].node)
        kids, up = tree.children[node], tree.to_move(arguments[1]) == 0
        if value is None:
            alpha, beta = arguments[5:] or (-math.inf, math.inf)
            kind, now = ("enter", -math.inf if up else math.inf) if kids else ("leaf", tree.value[node])
            path.append(Event(kind, node, alpha, beta, now))
            yield path[-1]
            continue
        last = path.pop()
        if kids and last.child != kids[-1]:
            yield last._replace(kind="cut")
        if path:  # the value comes back to the parent
            _, parent, alpha, beta, best, _ = path[-1]
            if tree.to_move(tree.at(parent)) == 0:
                best = max(best, value)
                alpha = max(alpha, best) if prune else alpha
            else:
                best = min(best, value)
                beta = min(beta, best) if prune else beta
            path[-1] = Event("back", parent, alpha, beta, best, node)
            yield path[-1]


def fewest(tree) -> int:
    """Return how many leaves any search must visit to find the value of this tree, with the best order of moves.

    A proof needs one strategy for each side [Knuth & Moore 1975, section 6].
    """
    both_sides, one_side = {}, {}  # leaves to prove the value; leaves to prove a bound if one good move is enough
    other = {}  # leaves to prove a bound if all moves have to be refuted
    for node in reversed(range(len(tree.parent))):
        kids = tree.children[node]
        if not kids:
            both_sides[node] = one_side[node] = other[node] = 1
            continue
        one_side[node] = min(other[kid] for kid in kids)
        other[node] = sum(one_side[kid] for kid in kids)
        total = sum(one_side[kid] for kid in kids)
        both_sides[node] = min(both_sides[kid] + total - one_side[kid] for kid in kids)
    return both_sides[0]


def number(value) -> str:
    """Return a value as text for pictures."""
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return "" if math.isnan(value) else f"{value:g}".replace("-", "−")
