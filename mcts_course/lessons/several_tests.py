"""Exercises: which of several tests say something, when one in twenty would by chance."""

from ..exercises.judging import Exercise, Mistake, mistaken


def believed(p_values, level=0.05):
    """Which of several differences to believe by Holm's method, a list of booleans.

    The least of n p values must be at most level / n, the next at most level / (n - 1), and so
    on; from the first that is greater on, none is believed. The answers stand in the order of
    `p_values`.
    """
    found = [False] * len(p_values)
    for place, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        if p_values[i] > level / (len(p_values) - place):
            break
        found[i] = True
    return found


def each_by_itself(p_values, level=0.05):
    return [p <= level for p in p_values]


def same_for_all(p_values, level=0.05):
    return [p <= level / len(p_values) for p in p_values]


def in_ascending_order(p_values, level=0.05):
    return believed(sorted(p_values), level)


def several(rng):
    drawn = [([round(rng.random() * 0.06, 3) for _ in range(rng.randrange(2, 6))],) for _ in range(6)]
    return [([0.01, 0.04, 0.03, 0.005],), ([0.9, 0.012, 0.02],), ([0.02, 0.03, 0.04],), ([0.04],), ([0.2, 0.3],),
            ([0.03, 0.001],), *drawn]


LESSON = "P2_powley"
EXERCISES = (
    Exercise(
        believed,
        "Of many differences a few look large by chance. Write *Holm's method*, which says which of them to believe.",
        several,
        (Mistake(each_by_itself, "Each is tested as if it were alone: of twenty useless changes one would pass."),
         Mistake(same_for_all, "Only the least must be at most level / n; the next one at most level / (n - 1)."),
         Mistake(mistaken("goes_on", believed, ("break", "continue")),
                 "After the first that is not believed, no greater p value is."),
         Mistake(in_ascending_order, "The answers belong to the p values in the order in which they were given."),
         Mistake(mistaken("strictest_last", believed, ("len(p_values) - place", "place + 1")),
                 "The least p value meets the strictest limit, level / n; the greatest meets level.")),
        ("Go through the p values from the least on, and stop at the first that is too great.",
         "`sorted(range(len(p_values)), key=p_values.__getitem__)` are their places, the least first."),
    ),
)
