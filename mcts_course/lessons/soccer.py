"""Exercises: a fit of effort, an interval for a number of draws, and a verdict over several interpretations."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def fits(x, y):
    """How well a straight line and an exponential curve fit some points.

    The line is a + b x. Its slope b is the sum of (x - mean of x) (y - mean of y),
    divided by the sum of (x - mean of x)². Its level a is mean of y - b mean of x.
    The curve is exp(a + b x); here a and b are those of the line through the points
    (x, ln y). For both, R² is 1 - (sum of (y - fitted y)²) / (sum of (y - mean of y)²).
    Return the pair (R² of the line, R² of the curve).
    """
    def line(xs, ys):
        middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
        above = sum((one - middle_x) * (two - middle_y) for one, two in zip(xs, ys, strict=True))
        slope = above / sum((one - middle_x) ** 2 for one in xs)
        return middle_y - slope * middle_x, slope

    middle = sum(y) / len(y)
    whole, found = sum((one - middle) ** 2 for one in y), []
    for curved in (False, True):
        level, slope = line(x, [math.log(one) for one in y] if curved else y)
        fitted = [math.exp(level + slope * one) if curved else level + slope * one for one in x]
        found.append(1 - sum((one - two) ** 2 for one, two in zip(y, fitted, strict=True)) / whole)
    return tuple(found)


def r_squared_of_logarithms(x, y):
    return fits(x, y)[0], fits(x, [math.log(one) for one in y])[0]


def fits_cases(rng):
    cases = [([10, 25, 50, 75, 100], [9.4, 14.5, 28.1, 39.9, 53.7]),
             ([1, 2, 3, 4, 5], [6.1, 42.4, 266.0, 1644.0, 10216.0]), ([0, 1, 2], [1.0, 2.0, 4.0]),
             ([1, 2, 4, 8], [3.0, 5.0, 9.0, 17.0])]
    for _ in range(6):
        x = sorted(rng.sample(range(1, 60), rng.randrange(3, 7)))
        cases.append((x, [round(one * rng.uniform(0.5, 2.0) + rng.uniform(1, 9), 2) for one in x]))
    return cases


def draw_interval(draws, games, z=1.96):
    """The Wilson interval of a share of draws, as (low, high).

    With p = draws / games its middle is (p + z²/2n) / (1 + z²/n), where n is `games`,
    and half its width is z / (1 + z²/n) · √(p (1 - p) / n + z²/4n²).
    """
    p = draws / games
    middle = (p + z**2 / (2 * games)) / (1 + z**2 / games)
    half = z / (1 + z**2 / games) * (p * (1 - p) / games + z**2 / (4 * games**2)) ** 0.5
    return middle - half, middle + half


def around_the_share(draws, games, z=1.96):
    p = draws / games
    half = z * (p * (1 - p) / games) ** 0.5
    return p - half, p + half


def one_deviation(draws, games, z=1.96):
    return draw_interval(draws, games, 1.0)


def draws_cases(rng):
    drawn = [(rng.randrange(n + 1), n) for n in range(20, 200, 20)]
    return [(25, 25), (21, 25), (0, 25), (12, 25), (480, 1000), (21, 25, 1.0), *drawn]


def verdict_over_readings(intervals):
    """What is found of the claim "greater than 0", as one of four verdicts.

    `intervals` has a pair (low, high) for each interpretation of what the paper leaves
    open. Under one interpretation the claim is "confirmed" if the whole interval is
    above 0, "not confirmed" if all of it is below 0, and "undecided" otherwise.
    Together they have the verdict in which all agree. If the claim is confirmed under
    one and not confirmed under another, it "depends on the interpretation". In all
    other cases it is "undecided".
    """
    if all(low > 0 for low, high in intervals):
        return "confirmed"
    if all(high < 0 for low, high in intervals):
        return "not confirmed"
    if any(low > 0 for low, high in intervals) and any(high < 0 for low, high in intervals):
        return "depends on the interpretation"
    return "undecided"


def by_the_middle(intervals):
    middles = [(low + high) / 2 for low, high in intervals]
    if all(middle > 0 for middle in middles):
        return "confirmed"
    return "not confirmed" if all(middle < 0 for middle in middles) else "depends on the interpretation"


def most_readings(intervals):
    above = sum(low > 0 for low, high in intervals)
    below = sum(high < 0 for low, high in intervals)
    if 2 * above > len(intervals):
        return "confirmed"
    return "not confirmed" if 2 * below > len(intervals) else "undecided"


def readings_cases(rng):
    lows = [[rng.uniform(-0.3, 0.3) for _ in range(rng.randrange(1, 4))] for _ in range(9)]
    drawn = [([(low, low + rng.uniform(0.01, 0.4)) for low in some],) for some in lows]
    return [([(0.1, 0.3), (0.02, 0.2)],), ([(-0.3, -0.1)],), ([(0.1, 0.3), (-0.2, -0.1)],), ([(-0.1, 0.4)],),
            ([(0.1, 0.3), (0.1, 0.2), (-0.4, -0.1)],), ([(-0.3, -0.1), (-0.2, 0.05)],), ([(0.1, 0.2), (-0.05, 0.3)],),
            *drawn]


LESSON = "P1_runnels"
EXERCISES = (
    Exercise(
        fits,
        "A table gives the cost for some numbers of playouts. Find out which curve follows it better: a straight line "
        "or an exponential.", fits_cases,
        (Mistake(r_squared_of_logarithms, "This compares the logarithms of y with their line. R² asks how far the "
                                          "curve is from y itself, so return to y with `math.exp` first."),
         Mistake(mistaken("through_the_origin", fits,
                          ("(one - middle_x) * (two - middle_y)", "one * two"), ("(one - middle_x) ** 2", "one ** 2"),
                          ("middle_y - slope * middle_x, slope", "0.0, slope")),
                 "Your line goes through the origin. Subtract the means before you multiply, and compute the level."),
         Mistake(mistaken("means_not_subtracted", fits, ("(one - middle_x) * (two - middle_y)", "one * two"),
                          ("(one - middle_x) ** 2", "one ** 2")),
                 "In the slope, the mean of x and the mean of y are subtracted first."),
         Mistake(mistaken("level_forgotten", fits, ("middle_y - slope * middle_x, slope", "middle_y, slope")),
                 "The level is where the line meets x = 0: mean of y - b mean of x."),
         Mistake(mistaken("not_exponential", fits, ("math.exp(level + slope * one) if curved else ", "")),
                 "The line through (x, ln y) gives ln y. The curve is `math.exp` of it."),
         Mistake(mistaken("decimal_logarithm", fits, ("math.log(one)", "math.log10(one)")),
                 "`math.exp` undoes the natural logarithm, `math.log`, and not that to base 10."),
         Mistake(mistaken("share_left", fits, ("1 - sum((one - two)", "sum((one - two)")),
                 "This is the share of the variation that is left over. R² is 1 minus it."),
         Mistake(mistaken("about_zero", fits, ("(one - middle) ** 2 for one in y", "one ** 2 for one in y")),
                 "The denominator has the squared distances of y from its mean, and not from 0."),
         Mistake(mistaken("curve_first", fits, ("(False, True)", "(True, False)")),
                 "Return the R² of the straight line first.")),
        ("Write a function for the level and the slope of a line, and call it twice: with y, and with ln y.",
         "`math.exp(level + slope * one)` is the curve at `one`."),
        points=3,
    ),
    Exercise(
        draw_interval,
        "The paper's tables have 25 games a row and no interval. Write one, which also works where all 25 are draws.",
        draws_cases,
        (Mistake(around_the_share, "This one (Wald's) has no width where all games are draws, as if 25 games left no "
                                   "doubt. Wilson's middle is not the share itself."),
         Mistake(mistaken("half_on_the_share", draw_interval, ("middle - half, middle + half", "p - half, p + half")),
                 "The width is right, but the middle is drawn towards one half: the interval must not leave 0 to 1."),
         Mistake(one_deviation, "`z` says how many standard deviations: 1.96 for 95 %. You take one."),
         Mistake(mistaken("in_games", draw_interval,
                          ("middle - half, middle + half", "games * (middle - half), games * (middle + half)")),
                 "A share is asked for, between 0 and 1, not a number of games.")),
        ("Work out the middle and half the width, then return the pair.", "Without `z` the middle would be p."),
    ),
    Exercise(
        verdict_over_readings,
        "A paper leaves open how something was done, so everything was measured under several interpretations. What is "
        "to be said of a claim?",
        readings_cases,
        (Mistake(by_the_middle, "An interval that reaches across 0 decides nothing, whatever its middle is."),
         Mistake(mistaken("one_reading_is_enough", verdict_over_readings,
                          ("all(low", "any(low"),
                          ("all(high", "any(high")),
                 "One interpretation that confirms it is not enough: we do not know which was meant, so all must "
                 "agree."),
         Mistake(mistaken("not_shown_is_false", verdict_over_readings,
                          ("return \"undecided\"", "return \"not confirmed\"")),
                 "What has not been shown is not thereby false: an interval with 0 inside leaves it undecided."),
         Mistake(most_readings, "Interpretations do not vote: there may be many of one kind only because they are "
                                "easy to think of. All must agree.")),
        ("Look at the lower ends for *confirmed*, and at the upper ends for *not confirmed*.",
         "`all(low > 0 for low, high in intervals)`"),
    ),
)
