"""Exercises: what the numbers of a search mean."""

from __future__ import annotations

from ..judging import Exercise, Mistake


def payoff_of(reward, low, high):
    """The payoff of a mean reward in [0, 1], where payoffs lie between `low` and `high`."""
    return low + reward * (high - low)


def as_if_zero_sum(reward, low, high):
    return 2 * reward - 1


def without_low(reward, low, high):
    return reward * (high - low)


def upside_down(reward, low, high):
    return high - reward * (high - low)


def payoff_cases(rng):
    ranges = ((rng.random(), rng.randrange(-50, 50), rng.randrange(1, 90)) for _ in range(9))
    return [(0.0, -1, 1), (1.0, -1, 1), (0.25, -1, 1), (0.5, 0, 49), (0.5, -100, 300), (0.75, 2, 6),
            *((reward, low, low + size) for reward, low, size in ranges)]


def chosen(visits, means):
    """The action that a search plays: the most visited, of equals the one with the best mean.

    `visits` and `means` are dicts from action to number.
    """
    return max(visits, key=lambda action: (visits[action], means[action]))


def best_mean(visits, means):
    return max(means, key=means.get)


def first_of_equals(visits, means):
    return max(visits, key=visits.get)


def least_visited(visits, means):
    return min(visits, key=visits.get)


def how_often(visits, means):
    return max(visits.values())


def choices(rng):
    cases = [({3: 10, 4: 10, 5: 2}, {3: 0.4, 4: 0.6, 5: 1.0})]
    for _ in range(20):
        actions = rng.sample(range(20), 5)
        cases.append(({a: rng.randrange(1, 6) for a in actions}, {a: round(rng.random(), 3) for a in actions}))
    return cases


LESSON = "00_play"
EXERCISES = (
    Exercise(
        payoff_of,
        "Searches count in rewards from 0 to 1, games in payoffs of their own. Write the function that turns a mean "
        "reward into a mean payoff.",
        payoff_cases,
        (Mistake(as_if_zero_sum, "That is right only for payoffs from -1 to 1. What would a reward of 0 be worth in a "
                                 "game whose payoffs lie between 0 and 49?"),
         Mistake(without_low, "A reward of 0 must become the least payoff, `low`, and not 0."),
         Mistake(upside_down, "A reward of 1 is the best that can happen, and so the greatest payoff.")),
        ("Reward 0 is `low` and reward 1 is `high`; between them lies a straight line.",
         "Begin with `low` and add a part of the distance `high - low`."),
    ),
    Exercise(
        chosen,
        "When its iterations are used up, a search plays the action that it visited *most often*; of several equally "
        "visited ones it takes the one with the best mean. Write this choice.",
        choices,
        (Mistake(best_mean, "This takes the best mean. A mean over few tries can be high by luck: go by the visits."),
         Mistake(first_of_equals, "Right, but for ties: of equally visited actions take the one with the best mean."),
         Mistake(least_visited, "This is the action that was tried least. The search tried most what it thought best."),
         Mistake(how_often, "This gives the number of visits. Give the action that has them.")),
        ("`max` takes a function as `key`: `max(visits, key=...)` goes through the actions.",
         "A key may be a pair: pairs are compared by their first entry, and by the second where the first are equal."),
    ),
)
