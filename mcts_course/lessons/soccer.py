"""Exercises: an interval for a number of draws, and a verdict over several readings of a text."""

from ..exercises.judging import Exercise, Mistake, mistaken


def draw_interval(draws, games, z=1.96):
    """The Wilson interval of a share of draws, as (low, high).

    With p = draws / games its middle is (p + z²/2n) / (1 + z²/n), where n is `games`, and
    half its width is z / (1 + z²/n) · √(p (1 - p) / n + z²/4n²).
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

    `intervals` has a pair (low, high) for each interpretation of what the paper leaves open.
    Under one interpretation the claim is "confirmed" if the whole interval is above 0, "not
    confirmed" if all of it is below 0, and "undecided" otherwise. Together they have the
    verdict in which all agree. If the claim is confirmed under one and not confirmed under
    another, it "depends on the interpretation". In all other cases it is "undecided".
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
