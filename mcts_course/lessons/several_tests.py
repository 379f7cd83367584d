"""Exercises: where a curve of wins crosses one half, and which of several differences are significant."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def crossing(rows):
    """From how many iterations on a search wins half of its games.

    `rows` has a pair (iterations, shares) for each point, from few iterations to many.
    `shares` has a number for each deal, the share of its two games that the search won.
    Let p be their mean, s their standard deviation (with n - 1), and h = 1.96 s / √n,
    with n deals. Return a triple: where p + h, p, and p - h first reach 1/2. If the
    first point is at 1/2 or above, this is its number of iterations. Otherwise draw a
    straight line between the first point at 1/2 or above and the point before it, in
    the logarithm of the iterations. Write None if no point is at 1/2 or above.
    """
    found = []
    for sign in (1, 0, -1):
        before, place = None, None
        for iterations, shares in rows:
            n, p = len(shares), sum(shares) / len(shares)
            variance = sum((one - p) ** 2 for one in shares) / (n - 1)
            share = p + sign * 1.96 * math.sqrt(variance / n)
            if share >= 0.5 and place is None:
                place = iterations
                if before is not None:
                    part = (0.5 - before[1]) / (share - before[1])
                    place = before[0] * (iterations / before[0]) ** part
            before = (iterations, share)
        found.append(place)
    return tuple(found)


def deals(lost, divided, won):
    """Return the shares of games won in deals: `lost` deals without a win, `divided` with one, `won` with two."""
    return [0.0] * lost + [0.5] * divided + [1.0] * won


def crossing_cases(rng):
    cases = [([(25, deals(20, 8, 2)), (100, deals(17, 10, 3)), (400, deals(9, 15, 6)), (1600, deals(4, 12, 14))],),
             ([(50, deals(4, 12, 9)), (100, deals(2, 6, 17))],), ([(25, deals(41, 8, 1)), (100, deals(34, 12, 4))],),
             ([(10, deals(14, 27, 9)), (100, deals(6, 18, 26)), (1000, deals(20, 20, 10)), (5000, deals(1, 8, 41))],),
             ([(1000, deals(160, 290, 150)), (2500, deals(120, 300, 180)), (5000, deals(100, 300, 200))],)]
    for _ in range(6):
        number, share, rows = rng.randrange(20, 100), rng.uniform(0.1, 0.4), []
        for iterations in (25, 100, 400, 1600):
            games = [rng.random() < share for _ in range(2 * number - 2)]
            shares = [(games[i] + games[i + 1]) / 2 for i in range(0, len(games), 2)]
            rows.append((iterations, shares + deals(1, 0, 0)))
            share = min(0.95, share + rng.uniform(-0.02, 0.3))
        cases.append((rows,))
    return cases


def believed(p_values, level=0.05):
    """Which of several differences to believe by Holm's method, a list of booleans.

    The least of n p values must be at most level / n, the next at most level / (n - 1),
    and so on; from the first that is greater on, none is believed. The answers stand in
    the order of `p_values`.
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
        crossing,
        "A search was measured with several numbers of iterations. Find out with how many it wins half of its games, "
        "and how sure this is.", crossing_cases,
        (Mistake(mistaken("straight_in_iterations", crossing,
                          ("before[0] * (iterations / before[0]) ** part",
                           "before[0] + part * (iterations - before[0])")),
                 "The line is straight in the logarithm of the iterations: halfway from 100 to 400 is 200."),
         Mistake(mistaken("only_points", crossing, ("if before is not None", "if False")),
                 "This is the first point at 1/2 or above. The curve may have reached 1/2 before it."),
         Mistake(mistaken("last_crossing", crossing, (" and place is None", "")),
                 "This is found again at each later point. Return where 1/2 is reached for the *first* time."),
         Mistake(mistaken("ends_exchanged", crossing, ("(1, 0, -1)", "(-1, 0, 1)")),
                 "The upper end, p + h, reaches 1/2 first, so it comes first in the triple."),
         Mistake(mistaken("no_root", crossing, ("math.sqrt(variance / n)", "variance / n")),
                 "The square root is missing in h."),
         Mistake(mistaken("games_independent", crossing, ("variance / n", "p * (1 - p) / (2 * n)")),
                 "This h takes the two games of a deal for independent. A deal is *one* observation: use the standard "
                 "deviation of the shares."),
         Mistake(mistaken("spread_of_all", crossing, ("(n - 1)", "n")),
                 "Divide the squared distances by n - 1: the mean was computed from the same deals."),
         Mistake(mistaken("no_interval", crossing, ("sign * 1.96", "0 * 1.96")),
                 "All three are where p reaches 1/2. The first and the last belong to p + h and p - h."),
         Mistake(mistaken("logarithms_returned", crossing,
                          ("before[0] * (iterations / before[0]) ** part",
                           "math.log(before[0]) + part * math.log(iterations / before[0])")),
                 "This is the logarithm of the iterations. Return to iterations with `math.exp`."),
         Mistake(mistaken("never_is_the_last", crossing, ("found.append(place)", "found.append(place or rows[-1][0])")),
                 "If no point is at 1/2 or above, write None and not the last number of iterations.")),
        ("Write a loop over +1, 0 and -1 times h, and in it a loop over the rows that keeps the point before.",
         "At 1/2 the line has gone the part (1/2 - share before) / (share - share before) of the way."),
        points=3,
    ),
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
