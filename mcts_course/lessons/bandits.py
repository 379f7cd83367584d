"""Exercises: the bound of UCB1, a rule that eliminates arms, and UCB1 that uses only the latest pulls."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def ucb1(total, visits, parent_visits, c):
    """Return the bound of an action: its mean reward plus c * sqrt(ln(N) / n).

    `total` is the sum of its rewards, `visits` is n, `parent_visits` is N. An action
    that was never tried comes before all others.
    """
    if visits == 0:
        return math.inf
    return total / visits + c * math.sqrt(math.log(parent_visits) / visits)


def ucb1_cases(rng):
    drawn = [(n * rng.random(), n, n + rng.randrange(1, 99), 2 * rng.random()) for n in range(1, 10)]
    return [(total, visits, parent, c) for total, visits, parent in ((0.5, 1, 1), (3.0, 5, 20), (6.5, 10, 1000))
            for c in (0.0, 0.7, 1.4)] + [(0.0, 0, 7, 1.4), *drawn]


def eliminate(table, c):
    """Return (arms, pulls): two lists, the arms left at the end, and how often each arm
    was pulled, also those given up.

    `table` has a row for each round; `row[arm]` is what this arm pays in that round. In
    each round every arm that is left is pulled once. Then the radius of an arm is the
    bonus of UCB1, c * sqrt(ln(N) / n), where N counts all pulls so far, also of arms
    given up, and n those of the arm. An arm is given up if its mean plus its radius is
    less than the highest value of mean minus radius of the arms that are left, and then
    it is never pulled again.
    """
    arms = list(range(len(table[0])))
    pulls, totals = [0] * len(arms), [0.0] * len(arms)
    for row in table:
        for arm in arms:
            pulls[arm] += 1
            totals[arm] += row[arm]
        means = {arm: totals[arm] / pulls[arm] for arm in arms}
        radius = {arm: c * math.sqrt(math.log(sum(pulls)) / pulls[arm]) for arm in arms}
        bar = max(means[arm] - radius[arm] for arm in arms)
        arms = [arm for arm in arms if means[arm] + radius[arm] >= bar]
    return arms, pulls


def eliminate_cases(rng):
    def table(chances, rounds):
        return [[float(rng.random() < chance) for chance in chances] for _ in range(rounds)]

    known = [([[1.0, 0.0]], 0.5), ([[1.0, 0.0]] * 6, 0.5), ([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]] * 10, 0.4)]
    return known + [(table(chances, rounds), c) for chances in ((0.9, 0.2), (0.8, 0.6, 0.4), (0.9, 0.5, 0.4, 0.1))
                    for rounds in (5, 40) for c in (0.3, 0.6)]


def window_ucb(history, arms, width, c):
    """Return the arm to pull next: the one with the highest UCB1 bound.

    `history` is a list of pairs (arm, reward), the latest pull last. Arms have the
    numbers 0 to `arms` - 1. Only the last `width` pulls count, for means, for n and for
    N. An arm that is not among them comes before all others. Of several such arms, and
    of equal bounds, take the one with the lowest number.
    """
    recent = history[-width:]
    visits, totals = [0] * arms, [0.0] * arms
    for arm, reward in recent:
        visits[arm] += 1
        totals[arm] += reward
    if 0 in visits:
        return visits.index(0)
    bounds = [total / n + c * math.sqrt(math.log(len(recent)) / n)
              for total, n in zip(totals, visits, strict=True)]
    return bounds.index(max(bounds))


def window_cases(rng):
    def history(arms, pulls):
        """Return pulls of arms that change halfway: the best arm becomes the worst one."""
        chances = [0.9 - 0.7 * arm / (arms - 1) for arm in range(arms)]
        chosen = [int(arms * rng.random() ** 2) for _ in range(pulls)]
        return [(arm, float(rng.random() < (chances if 2 * n < pulls else chances[::-1])[arm]))
                for n, arm in enumerate(chosen)]

    return [([(0, 1.0)], 2, 5, 1.0), ([(0, 1.0), (1, 0.0), (2, 0.0), (1, 1.0)], 3, 2, 1.0)] + [
        (history(arms, pulls), arms, width, c) for arms in (2, 3) for pulls, width in ((12, 30), (60, 20), (120, 40))
        for c in (0.1, 0.4, 0.7, 1.4) for _ in range(3)]


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
    Exercise(
        eliminate,
        "Write a rule that pulls all arms in turn, and gives an arm up as soon as it is clearly worse than another.",
        eliminate_cases,
        (Mistake(mistaken("by_means_only", eliminate, ("means[arm] - radius[arm] for", "means[arm] for"),
                          ("means[arm] + radius[arm] >= bar", "means[arm] >= bar")),
                 "It gives up every arm whose mean is lower. A mean of a few pulls may be low by bad luck: use the "
                 "radius on both sides."),
         Mistake(mistaken("best_mean_is_certain", eliminate, ("means[arm] - radius[arm] for", "means[arm] for")),
                 "Both means are uncertain, and here the radius is used only once. Compare the upper bound of an arm, "
                 "mean plus radius, with the highest lower bound, mean minus radius."),
         Mistake(mistaken("given_up_and_pulled", eliminate,
                          ("        for arm in arms:\n", "        for arm in range(len(pulls)):\n")),
                 "Arms that were given up are still pulled. Go through the arms that are left."),
         Mistake(mistaken("lowest_bar", eliminate, ("bar = max(", "bar = min(")),
                 "Here no arm is ever given up. Compare with the highest lower bound, not with the lowest one."),
         Mistake(mistaken("log_of_own_pulls", eliminate, ("math.log(sum(pulls))", "math.log(pulls[arm])")),
                 "The logarithm is of all pulls so far, N, and not of those of the arm."),
         Mistake(mistaken("rounds_for_pulls", eliminate, ("math.log(sum(pulls)) / pulls[arm]",
                                                       "math.log(sum(pulls)) / sum(pulls)")),
                 "Under the root, ln(N) is divided by the pulls of the arm, n.")),
        ("Keep a list of the arms that are left, and two lists with a number for each arm: pulls and totals.",
         "After a round, work out mean and radius of each arm that is left, then the highest mean minus radius.",
         "The new list is `[arm for arm in arms if mean + radius >= highest]`, with the numbers of this arm."),
        points=3,
    ),
    Exercise(
        window_ucb,
        "Write UCB1 for arms that change with time: only the last pulls count.", window_cases,
        (Mistake(mistaken("never_forgets", window_ucb, ("history[-width:]", "history")),
                 "It uses the whole history. Only the last `width` pulls count."),
         Mistake(mistaken("oldest_pulls", window_ucb, ("history[-width:]", "history[:width]")),
                 "It uses the first pulls. The latest ones are at the end: `history[-width:]`."),
         Mistake(mistaken("log_of_all_pulls", window_ucb, ("math.log(len(recent))", "math.log(len(history))")),
                 "N counts the pulls in the window, not all pulls."),
         Mistake(mistaken("without_bonus", window_ucb, (" + c * math.sqrt(math.log(len(recent)) / n)", "")),
                 "The bonus is missing, so this is the greedy rule in a window."),
         Mistake(mistaken("sums_for_means", window_ucb, ("[total / n + c", "[total + c")),
                 "The first term is the mean reward in the window: divide the sum by the visits."),
         Mistake(mistaken("pays_nothing", window_ucb, ("if 0 in visits:\n        return visits.index(0)",
                                                       "visits = [max(n, 1) for n in visits]")),
                 "An arm that is not in the window must be pulled first: nothing recent is known about it.")),
        ("Cut the history first, then count visits and totals, then it is UCB1.",
         "`history[-width:]` is the last `width` entries, or all of them if there are fewer."),
        points=3,
    ),
)
