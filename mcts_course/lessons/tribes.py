"""Exercises: how far a budget reaches, pairs of games as observations, and the share of a node's children visited."""

from ..exercises.judging import Exercise, Mistake, mistaken


def pair_statistics(pairs):
    """The mean of pairs of games and its standard error, as (mean, error).

    A pair holds the points (0, 0.5 or 1) of two games on one map, with sides exchanged.
    A pair is *one* observation, the mean of its two games. The error is s / √n, with n
    pairs and s their standard deviation (squares divided by n - 1).
    """
    values = [(first + second) / 2 for first, second in pairs]
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, (variance / len(values)) ** 0.5


def pairs_cases(rng):
    drawn = [([tuple(rng.choices((0, 0.5, 1), k=2)) for _ in range(n)],) for n in (2, 5, 12)]
    return [([(1, 0), (0, 1), (1, 0), (1, 0)],), ([(1, 1), (0, 0), (1, 1), (0.5, 1)],), ([(1, 0), (1, 1), (0, 0)],),
            *drawn]


def completeness(children):
    """The *rate* of a node: what share of the children that are not pruned was visited.

    `children` has a pair (visits, pruned) for each. Without children that are left, the
    rate is 0.
    """
    left = [visits for visits, pruned in children if not pruned]
    return sum(visits > 0 for visits in left) / len(left) if left else 0.0


def share_of_visits(children):
    total = sum(visits for visits, _ in children)
    return sum(visits for visits, pruned in children if not pruned) / total if total else 0.0


def rates_cases(rng):
    drawn = [([(rng.randrange(4), rng.random() < 0.4) for _ in range(n)],) for n in (3, 6, 10)]
    kept = [(5, False), (1, False), (0, False), (0, False)]
    return [(kept,), ([*kept, (3, True), (0, True)],), ([(2, True), (1, True)],), ([],),
            ([(9, False), *[(0, True)] * 9],), *drawn]


def full_levels(actions, calls, keep=None):
    """How many levels of a tree a search can try, and how much of the next one.

    `actions[0]` is the number of children of the root, `actions[1]` that of each node
    on level 1, and so on. An iteration that ends on level d costs d calls. The search
    tries all nodes of a level before it begins the next level. With `keep`, each node
    whose children were all tried continues with at most `keep` of them (None: with
    all). Return a pair: the number of levels that `calls` complete, and the share of
    the nodes of the next level that the calls left over are enough for (0.0 if
    `actions` has no further level).
    """
    parents, level = 1, 0
    for children in actions:
        nodes, cost = parents * children, level + 1
        if nodes * cost > calls:
            return level, calls // cost / nodes
        calls -= nodes * cost
        level += 1
        if keep is None:
            parents = nodes
        else:
            parents = parents * min(children, keep)
    return level, 0.0


def levels_cases(rng):
    drawn = [([rng.randrange(2, 60) for _ in range(4)], rng.randrange(200, 4000), keep) for keep in (None, None, 3, 5)]
    return [([30] * 4, 2000, None), ([30] * 4, 2000, 5), ([32] * 3, 2000, None), ([19, 21, 18], 2000, 5),
            ([3, 4, 2, 3], 500, 5), ([10, 10], 210, None), ([10, 10, 10], 211, None), ([100, 2], 50, None), *drawn]


LESSON = "P4_hsu"
EXERCISES = (
    Exercise(
        full_levels,
        "A search tries every child before it repeats one. Write how many levels a budget completes, with and without "
        "pruning.", levels_cases,
        (Mistake(mistaken("one_call_each", full_levels, ("level + 1\n", "1\n")),
                 "An iteration that ends on level d chooses d moves, so it costs d calls and not one."),
         Mistake(mistaken("pruned_before_trying", full_levels,
                          ("parents * children, level",
                           "parents * (children if keep is None else min(children, keep)), level")),
                 "A search has to try all children before it knows which to keep. Pruning saves calls one level "
                 "later."),
         Mistake(mistaken("calls_not_spent", full_levels, ("        calls -= nodes * cost\n", "")),
                 "The calls of a completed level are spent: subtract them before the next level."),
         Mistake(mistaken("parts_of_iterations", full_levels, ("calls // cost / nodes", "calls / cost / nodes")),
                 "An iteration is whole or not at all: 5 calls are enough for two iterations of 2 calls, not for 2.5."),
         Mistake(mistaken("keeps_more_than_there_are", full_levels, ("min(children, keep)", "keep")),
                 "A node with fewer than `keep` children cannot continue with `keep` of them."),
         Mistake(mistaken("kept_on_each_level", full_levels, ("parents * min(children, keep)", "min(nodes, keep)")),
                 "You keep so many nodes on a whole level. Each node that continues keeps so many of its children.")),
        ("Keep two numbers: how many nodes of the current level continue, and how many calls are left.",
         "A level has `parents * children` nodes, and each costs `level + 1` calls."),
        points=3,
    ),
    Exercise(
        pair_statistics,
        "Each map is played twice, with sides exchanged. Write the mean of such pairs and its standard error.",
        pairs_cases,
        (Mistake(mistaken("games_as_observations", pair_statistics,
                          ("(first + second) / 2 for first, second in pairs",
                           "points for pair in pairs for points in pair")),
                 "The two games of a pair share a map, so they are not independent. Where the map decides, this "
                 "error is too large; where both go the same way, too small."),
         Mistake(mistaken("deviation_for_error", pair_statistics, ("(variance / len(values)) ** 0.5", "variance**0.5")),
                 "That is how far pairs lie apart. The mean of n pairs is surer: divide by the square root of n."),
         Mistake(mistaken("divided_by_n", pair_statistics, ("(len(values) - 1)", "len(values)")),
                 "The mean was taken from the same pairs, so the squares are divided by n - 1."),
         Mistake(mistaken("sums_of_pairs", pair_statistics, ("(first + second) / 2", "first + second")),
                 "A pair counts as the *mean* of its two games, so that the result is a share.")),
        ("Make one number of each pair first.", "Then all that is left is the mean of these numbers and its error."),
    ),
    Exercise(
        completeness,
        "Figures 4 and 5 show a *rate* for the node of the action that was played. Write it.", rates_cases,
        (Mistake(mistaken("of_all_children", completeness, ("(left)", "(children)")),
                 "The rate asks about the children that can still be chosen: divide by their number, not by that of "
                 "all."),
         Mistake(mistaken("pruned_counted", completeness, (" if not pruned", "")),
                 "Pruned children take no part, whether or not they were visited before."),
         Mistake(share_of_visits, "Count children, not visits: a child visited once counts as much as one visited "
                                  "often."),
         Mistake(mistaken("no_children_left", completeness, ("(left) if left else 0.0", "(left)")),
                 "Where no child is left the rate is 0; nothing must be divided by 0.")),
        ("Take out what is pruned, then count.", "`if left else 0.0`"),
    ),
)
