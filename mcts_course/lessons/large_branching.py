"""Exercises: how many children take part."""

from __future__ import annotations

import math

from ..exercises.judging import Exercise, Mistake


def children_kept(n, alpha, least):
    """How many of `n` children hard pruning keeps [Hsu & Perez-Liebana 2020, Equation 1].

    `alpha` times the natural logarithm of `n`, cut to a whole number, but not fewer than
    `least` and not more than there are.
    """
    return min(n, max(least, int(alpha * math.log(n))))


def never_fewer_forgotten(n, alpha, least):
    return min(n, int(alpha * math.log(n)))


def more_than_there_are(n, alpha, least):
    return max(least, int(alpha * math.log(n)))


def binary_logarithm(n, alpha, least):
    return min(n, max(least, int(alpha * math.log2(n))))


def a_share(n, alpha, least):
    return min(n, max(least, int(alpha * n)))


def at_most(n, alpha, least):
    return min(n, least, int(alpha * math.log(n)))


def rounded_up(n, alpha, least):
    return min(n, max(least, math.ceil(alpha * math.log(n))))


def kept_cases(rng):
    return [(n, alpha, least) for n in (1, 3, 8, 40, 150, 500, *rng.sample(range(9, 900), 5))
            for alpha in (1.0, 2.5) for least in (2, 5)]


def children_open(visits, k, alpha):
    """How many children progressive widening has opened at a node's next choice.

    At the N-th choice ceil(k * N ** alpha), and at least 1; `visits` is how often the node was
    chosen at before, so N is one more.
    """
    return max(1, math.ceil(k * (visits + 1) ** alpha))


def choice_not_counted(visits, k, alpha):
    return max(1, math.ceil(k * visits**alpha))


def rounded_down(visits, k, alpha):
    return max(1, int(k * (visits + 1) ** alpha))


def k_inside(visits, k, alpha):
    return max(1, math.ceil((k * (visits + 1)) ** alpha))


def logarithm_for_power(visits, k, alpha):
    return max(1, math.ceil(k * math.log(visits + 1) * alpha))


def open_cases(rng):
    return [(visits, k, alpha) for visits in (0, 1, 3, 10, 99, 1000, *rng.sample(range(2000), 5))
            for k in (1.0, 3.0) for alpha in (0.25, 0.5)]


def take_part(children, patience, keep):
    """Which children of a node take part under hard pruning: their places, in ascending order.

    `children` lists (visits, worth) of each. Until the node has more than `patience` visits
    (the sum of its children's), and until every child was visited, all take part; then the
    `keep` of greatest worth. No two worths are equal.
    """
    visits = sum(n for n, worth in children)
    if visits <= patience or any(n == 0 for n, worth in children):
        return list(range(len(children)))
    best = sorted(range(len(children)), key=lambda place: -children[place][1])
    return sorted(best[:keep])


def impatient(children, patience, keep):
    if any(n == 0 for n, worth in children):
        return list(range(len(children)))
    best = sorted(range(len(children)), key=lambda place: -children[place][1])
    return sorted(best[:keep])


def untried_dropped(children, patience, keep):
    if sum(n for n, worth in children) <= patience:
        return list(range(len(children)))
    best = sorted(range(len(children)), key=lambda place: -children[place][1])
    return sorted(best[:keep])


def most_visited_kept(children, patience, keep):
    if sum(n for n, worth in children) <= patience or any(n == 0 for n, worth in children):
        return list(range(len(children)))
    best = sorted(range(len(children)), key=lambda place: -children[place][0])
    return sorted(best[:keep])


def worst_kept(children, patience, keep):
    if sum(n for n, worth in children) <= patience or any(n == 0 for n, worth in children):
        return list(range(len(children)))
    best = sorted(range(len(children)), key=lambda place: children[place][1])
    return sorted(best[:keep])


def by_worth(children, patience, keep):
    if sum(n for n, worth in children) <= patience or any(n == 0 for n, worth in children):
        return list(range(len(children)))
    return sorted(range(len(children)), key=lambda place: -children[place][1])[:keep]


def taking_part_cases(rng):
    tried = [(9, 0.2), (3, 0.7), (1, 0.4), (6, 0.9), (4, 0.1)]
    untried = [(9, 0.2), (0, 0.7), (1, 0.4), (16, 0.9), (4, 0.1)]
    drawn = [[(rng.randrange(10), worth / 50) for worth in rng.sample(range(50), n)] for n in (4, 6, 9)]
    return [(children, patience, keep) for children in (tried, untried, *drawn) for patience in (10, 40)
            for keep in (1, 2, 3)]


LESSON = "09_branching"
EXERCISES = (
    Exercise(
        children_kept, "How many children does hard pruning keep? Write Equation 1 of the paper.", kept_cases,
        (Mistake(never_fewer_forgotten, "Small nodes are pruned too hard: never fewer than `least`."),
         Mistake(more_than_there_are, "This keeps more children than there are: a node with three keeps three."),
         Mistake(binary_logarithm, "The logarithm is the natural one, `math.log`."),
         Mistake(a_share, "This is a share of the children. Equation 1 has the logarithm of their number."),
         Mistake(at_most, "`least` is a lower bound: take the greater of the two, not the smaller."),
         Mistake(rounded_up, "The product is cut, not rounded up: `int(...)`.")),
        ("Take the greater of two numbers, and then no more than there are.", "`int(alpha * math.log(n))`"),
    ),
    Exercise(
        children_open, "How many children has progressive widening opened?", open_cases,
        (Mistake(choice_not_counted, "The choice at hand counts: N is one more than the visits before it."),
         Mistake(rounded_down, "The number is rounded up: `math.ceil`."),
         Mistake(k_inside, "k stands before the power, not inside it."),
         Mistake(logarithm_for_power, "N to the power of alpha, not its logarithm times alpha.")),
        ("`**` is the power.", "`math.ceil` rounds up."),
    ),
    Exercise(
        take_part, "Which children take part? Write hard pruning itself, for one node.", taking_part_cases,
        (Mistake(impatient, "Nothing is pruned before the node has more visits than `patience`."),
         Mistake(untried_dropped, "Nothing is pruned while there is a child that was never visited."),
         Mistake(most_visited_kept, "These are the most visited children. Pruning goes by what they are worth."),
         Mistake(worst_kept, "These are the worst. Sort the other way around."),
         Mistake(by_worth, "The right children, but in the order of their worth: give their places in ascending "
                           "order.")),
        ("First come the two cases in which all children take part.",
         "`sorted(range(len(children)), key=...)` puts places in the order of anything."),
        points=2,
    ),
)
