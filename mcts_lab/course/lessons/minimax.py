"""Exercises of lesson 01: minimax, alpha-beta, negamax, and how much can be pruned.

Trees are nested lists whose leaves are numbers, in the perspective of the player called max.
"""

from __future__ import annotations

import random

from ..judging import Exercise, Mistake

INFINITY = float("inf")


def trees(most_depth=4, count=12):
    """Random trees, the deeper ones last; leaves are small numbers, so that some are equal."""
    rng = random.Random(2)

    def tree(depth):
        if depth == 0 or (depth < most_depth - 1 and rng.random() < 0.15):
            return rng.randrange(-5, 6)
        return [tree(depth - 1) for _ in range(rng.randrange(1, 4))]

    return [tree(1 + i * most_depth // count) for i in range(count)]


def minimax_value(node, max_moves=True):
    """The minimax value of a tree, at whose root max moves, or else min."""
    if not isinstance(node, list):
        return node
    below = [minimax_value(child, not max_moves) for child in node]
    return max(below) if max_moves else min(below)


def only_max(node, max_moves=True):
    return node if not isinstance(node, list) else max(only_max(child) for child in node)


def nobody_changes(node, max_moves=True):
    if not isinstance(node, list):
        return node
    return (max if max_moves else min)(nobody_changes(child, max_moves) for child in node)


def roles_exchanged(node, max_moves=True):
    if not isinstance(node, list):
        return node
    return (min if max_moves else max)(roles_exchanged(child, not max_moves) for child in node)


def mean_of_all(node, max_moves=True):
    if not isinstance(node, list):
        return node
    below = [mean_of_all(child, not max_moves) for child in node]
    return sum(below) / len(below)


def minimax_cases():
    return [(tree, max_moves) for tree in [3, [1, 2], [[1, 2], [3, 4]], *trees()] for max_moves in (True, False)]


def alpha_beta_value(node, look, alpha=float("-inf"), beta=float("inf"), max_moves=True):
    """The minimax value of a tree by alpha-beta pruning, its children taken from left to right.

    A leaf's value is `look(leaf)`: whoever calls it has looked at the leaf.
    """
    if not isinstance(node, list):
        return look(node)
    best = float("-inf") if max_moves else float("inf")
    for child in node:
        below = alpha_beta_value(child, look, alpha, beta, not max_moves)
        if max_moves:
            best = max(best, below)
            alpha = max(alpha, best)
        else:
            best = min(best, below)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def pruned(node, look, alpha, beta, max_moves, recurse, cut, window):
    """Alpha-beta with the test for a cut and the window of children as parameters, for its mistakes."""
    if not isinstance(node, list):
        return look(node)
    best = -INFINITY if max_moves else INFINITY
    for child in node:
        below = recurse(child, look, *window(alpha, beta), not max_moves)
        if max_moves:
            best = max(best, below)
            alpha = max(alpha, best)
        else:
            best = min(best, below)
            beta = min(beta, best)
        if cut(alpha, beta, max_moves):
            break
    return best


def inherited(alpha, beta):
    return alpha, beta


def never_cut(node, look, alpha=-INFINITY, beta=INFINITY, max_moves=True):
    return pruned(node, look, alpha, beta, max_moves, never_cut, lambda a, b, _: False, inherited)


def cut_if_greater(node, look, alpha=-INFINITY, beta=INFINITY, max_moves=True):
    return pruned(node, look, alpha, beta, max_moves, cut_if_greater, lambda a, b, _: a > b, inherited)


def half_a_window(node, look, alpha=-INFINITY, beta=INFINITY, max_moves=True):
    return pruned(node, look, alpha, beta, max_moves, half_a_window, lambda a, b, _: a >= b, lambda a, b: (a, INFINITY))


def cut_for_max_only(node, look, alpha=-INFINITY, beta=INFINITY, max_moves=True):
    return pruned(node, look, alpha, beta, max_moves, cut_for_max_only, lambda a, b, up: up and a >= b, inherited)


def cut_for_min_only(node, look, alpha=-INFINITY, beta=INFINITY, max_moves=True):
    return pruned(node, look, alpha, beta, max_moves, cut_for_min_only, lambda a, b, up: not up and a >= b, inherited)


def last_child(node, look, alpha=-INFINITY, beta=INFINITY, max_moves=True):
    if not isinstance(node, list):
        return look(node)
    for child in node:
        below = last_child(child, look, alpha, beta, not max_moves)
        if max_moves:
            alpha = max(alpha, below)
        else:
            beta = min(beta, below)
        if alpha >= beta:
            break
    return below


def looking(function, tree):
    """The value, and the leaves that were looked at, in order."""
    looked = []

    def look(leaf):
        looked.append(leaf)
        return leaf

    value = function(tree, look)
    return None if value is None and not looked else (value, looked)


def alpha_beta_cases():
    example = [[[5, 6], [7, 4]], [[3, 2], [9, 8]], [[6, 7], [1, 2]]]
    return [(tree,) for tree in [2, [1, 3, 2], [[1, 2], [3, 4]], [[3, 5], [2, 9], [3, 1]], example, *trees(5, 20)]]


def negamax_value(node, sign=1):
    """The value of a tree for the player who moves at its root; leaves hold max's values.

    `sign` is 1 where max moves and -1 where min does.
    """
    if not isinstance(node, list):
        return sign * node
    return max(-negamax_value(child, -sign) for child in node)


def not_negated(node, sign=1):
    return sign * node if not isinstance(node, list) else max(not_negated(child, -sign) for child in node)


def sign_kept(node, sign=1):
    return sign * node if not isinstance(node, list) else max(-sign_kept(child, sign) for child in node)


def leaf_as_it_is(node, sign=1):
    return node if not isinstance(node, list) else max(-leaf_as_it_is(child, -sign) for child in node)


def for_max(node, sign=1):
    if not isinstance(node, list):
        return node
    return (max if sign > 0 else min)(for_max(child, -sign) for child in node)


def negamax_cases():
    return [(tree, sign) for tree in [3, [1, 2], [[1, 2], [3, 4]], *trees()] for sign in (1, -1)]


def fewest_leaves(branching, depth):
    """The least number of leaves alpha-beta looks at; each node has `branching` children."""
    return branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1


def all_leaves(branching, depth):
    return branching**depth


def square_root(branching, depth):
    return branching ** (depth / 2)


def rounded_down_twice(branching, depth):
    return 2 * branching ** (depth // 2) - 1


def one_too_many(branching, depth):
    return branching ** ((depth + 1) // 2) + branching ** (depth // 2)


def leaf_cases():
    return [(branching, depth) for branching in (1, 2, 3, 7) for depth in range(8)]


EXERCISES = (
    Exercise(
        minimax_value, "Write minimax for trees given as nested lists.", minimax_cases,
        (Mistake(only_max, "Here max moves at every level. At every other one it is min who chooses."),
         Mistake(nobody_changes, "The same player moves at every level: turn `max_moves` round for the children."),
         Mistake(roles_exchanged, "Max and min have changed places: where max moves, take the greatest value."),
         Mistake(mean_of_all, "This is the mean of the children. Nobody plays at random here: max takes the best for "
                              "max, min the worst.")),
        ("A number is its own value. What is a list worth, once you know what its children are worth?",
         "The children's values are `minimax_value(child, not max_moves)`."),
    ),
    Exercise(
        alpha_beta_value,
        "Write alpha-beta. It is judged by the value *and* by the leaves that it looks at.", alpha_beta_cases,
        (Mistake(never_cut, "The value is right, but every leaf is looked at. Either the loop is never left, or the "
                            "children do not get alpha and beta, so that nothing can be cut."),
         Mistake(cut_if_greater, "It looks at leaves that it could leave out: equal bounds are enough for a cut, so "
                                 "use "
                                 ">= and not >."),
         Mistake(half_a_window, "The children get alpha, but not beta. Hand both down to them."),
         Mistake(cut_for_max_only, "It cuts where max moves, but never where min does."),
         Mistake(cut_for_min_only, "It cuts where min moves, but never where max does."),
         Mistake(last_child, "It gives the value of the last child looked at. Keep the best one so far.")),
        ("Where max moves, raise `alpha` to the best value so far; where min moves, lower `beta`.",
         "Leave the loop as soon as `alpha >= beta`: the other side will not let it come to this."),
        observe=looking, points=2,
    ),
    Exercise(
        negamax_value,
        "Minimax without two cases: every node takes the greatest of its children's values *with their signs turned*, "
        "because what is good for one player is bad for the other. Write it.", negamax_cases,
        (Mistake(not_negated, "A child's value is that of the *other* player: turn its sign."),
         Mistake(sign_kept, "The sign must turn on the way down, so that leaves are seen by the player who moves."),
         Mistake(leaf_as_it_is, "Leaves hold max's values. Where min moves, they must be turned round: use `sign`."),
         Mistake(for_max, "This is minimax, in max's perspective. Negamax gives the value for the player who moves.")),
        ("At a leaf: `sign * node`.", "At a list: the greatest of `-negamax_value(child, -sign)`."),
    ),
    Exercise(
        fewest_leaves,
        "How many leaves must alpha-beta look at in the best case? Write the formula of Knuth and Moore.", leaf_cases,
        (Mistake(all_leaves, "That is minimax, which looks at all of them."),
         Mistake(square_root, "That is the right order of magnitude, but not the number of leaves."),
         Mistake(rounded_down_twice, "For odd depths one of the two halves is rounded up."),
         Mistake(one_too_many, "The first leaf is counted twice.")),
        ("b to the power of half the depth, once rounded up and once rounded down.",
         "`//` rounds down; `(depth + 1) // 2` is half the depth, rounded up."),
    ),
)
