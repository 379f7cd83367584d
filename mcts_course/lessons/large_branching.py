"""Exercises: how many children take part."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def children_kept(n, alpha, least):
    """How many of `n` children hard pruning keeps [Hsu & Perez-Liebana 2020, Equation 1].

    `alpha` times the natural logarithm of `n`, cut to a whole number, but not fewer than
    `least` and not more than there are.
    """
    return min(n, max(least, int(alpha * math.log(n))))


def kept_cases(rng):
    return [(n, alpha, least) for n in (1, 3, 8, 40, 150, 500, *rng.sample(range(9, 900), 5))
            for alpha in (1.0, 2.5) for least in (2, 5)]


def children_open(visits, k, alpha):
    """How many children progressive widening has opened at a node's next choice.

    At the N-th choice ceil(k * N ** alpha), and at least 1; `visits` is how often the node was
    chosen at before, so N is one more.
    """
    return max(1, math.ceil(k * (visits + 1) ** alpha))


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
        (Mistake(mistaken("never_fewer_forgotten", children_kept,
                          ("max(least, int(alpha * math.log(n)))", "int(alpha * math.log(n))")),
                 "Small nodes are pruned too hard: never fewer than `least`."),
         Mistake(mistaken("more_than_there_are", children_kept,
                          ("min(n, max(least, int(alpha * math.log(n))))", "max(least, int(alpha * math.log(n)))")),
                 "This keeps more children than there are: a node with three keeps three."),
         Mistake(mistaken("binary_logarithm", children_kept, (".log", ".log2")),
                 "The logarithm is the natural one, `math.log`."),
         Mistake(mistaken("a_share", children_kept, ("math.log(n)", "n")),
                 "This is a share of the children. Equation 1 has the logarithm of their number."),
         Mistake(mistaken("at_most", children_kept,
                          ("max(least, int(alpha * math.log(n)))", "least, int(alpha * math.log(n))")),
                 "`least` is a lower bound: take the greater of the two, not the smaller."),
         Mistake(mistaken("rounded_up", children_kept, ("int", "math.ceil")),
                 "The product is cut, not rounded up: `int(...)`.")),
        ("Take the greater of two numbers, and then no more than there are.", "`int(alpha * math.log(n))`"),
    ),
    Exercise(
        children_open, "How many children has progressive widening opened?", open_cases,
        (Mistake(mistaken("choice_not_counted", children_open, ("(visits + 1) ** alpha", "visits**alpha")),
                 "The choice at hand counts: N is one more than the visits before it."),
         Mistake(mistaken("rounded_down", children_open, ("math.ceil", "int")),
                 "The number is rounded up: `math.ceil`."),
         Mistake(mistaken("k_inside", children_open, ("k * (visits + 1)", "(k * (visits + 1))")),
                 "k stands before the power, not inside it."),
         Mistake(mistaken("logarithm_for_power", children_open, ("(visits + 1) **", "math.log(visits + 1) *")),
                 "N to the power of alpha, not its logarithm times alpha.")),
        ("`**` is the power.", "`math.ceil` rounds up."),
    ),
    Exercise(
        take_part, "Which children take part? Write hard pruning itself, for one node.", taking_part_cases,
        (Mistake(mistaken("impatient", take_part, ("visits <= patience or any", "any")),
                 "Nothing is pruned before the node has more visits than `patience`."),
         Mistake(mistaken("untried_dropped", take_part, (" or any(n == 0 for n, worth in children)", "")),
                 "Nothing is pruned while there is a child that was never visited."),
         Mistake(mistaken("most_visited_kept", take_part, ("[1])", "[0])")),
                 "These are the most visited children. Pruning goes by what they are worth."),
         Mistake(mistaken("worst_kept", take_part, ("-children", "children")),
                 "These are the worst. Sort the other way around."),
         Mistake(mistaken("by_worth", take_part, ("sorted(best[:keep])", "best[:keep]")),
                 "The right children, but in the order of their worth: give their places in ascending order.")),
        ("First come the two cases in which all children take part.",
         "`sorted(range(len(children)), key=...)` puts places in the order of anything."),
        points=2,
    ),
)
