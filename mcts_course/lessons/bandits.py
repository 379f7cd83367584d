"""Exercises: the bound of UCB1."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def ucb1(total, visits, parent_visits, c):
    """The upper confidence bound of an action: mean reward plus c times the root of ln(N) / n.

    `total` is the sum of its rewards, `visits` is n, `parent_visits` is N. An action that was
    never tried comes before all others.
    """
    if visits == 0:
        return math.inf
    return total / visits + c * math.sqrt(math.log(parent_visits) / visits)


def ucb1_cases(rng):
    drawn = [(n * rng.random(), n, n + rng.randrange(1, 99), 2 * rng.random()) for n in range(1, 10)]
    return [(total, visits, parent, c) for total, visits, parent in ((0.5, 1, 1), (3.0, 5, 20), (6.5, 10, 1000))
            for c in (0.0, 0.7, 1.4)] + [(0.0, 0, 7, 1.4), *drawn]


LESSON = "02_bandits"
EXERCISES = (
    Exercise(
        ucb1, "Write the bound by which UCT chooses.", ucb1_cases,
        (Mistake(mistaken("sum_for_mean", ucb1, ("return total / visits", "return total")),
                 "The first term is the *mean* reward: divide the sum by the visits."),
         Mistake(mistaken("never_tried_is_nothing", ucb1, ("math.inf", "0.0")),
                 "An action that was never tried must come first: its bound is infinite."),
         Mistake(mistaken("never_tried_divides", ucb1, ("visits == 0", "False")),
                 "For an action that was never tried this divides by zero: its bound is infinite."),
         Mistake(mistaken("counts_exchanged", ucb1, ("(parent_visits) / visits", "(visits) / parent_visits")),
                 "The visits have changed places: ln of the parent's, divided by the action's own."),
         Mistake(mistaken("log_of_own_visits", ucb1, ("(parent_visits)", "(visits)")),
                 "The logarithm is of the parent's visits. Of the action's own visits, a bonus would not grow while "
                 "the others are tried."),
         Mistake(mistaken("c_under_the_root", ucb1, ("c * math.sqrt(math", "math.sqrt(c * math")),
                 "c stands before the square root, not under it."),
         Mistake(mistaken("without_root", ucb1,
                          ("math.sqrt(math.log(parent_visits) / visits)", "math.log(parent_visits) / visits")),
                 "The square root is missing: the bonus is c * sqrt(ln(N) / n).")),
        ("First the case of no visits, then the formula as it stands.", "`math.log` is the natural logarithm."),
    ),
)
