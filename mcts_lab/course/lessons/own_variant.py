"""Exercises: other ways to value a node and to choose a child."""

from __future__ import annotations

from ..judging import Exercise, Mistake


def mix_max(rewards, q):
    """The value of MixMax: q times the greatest reward plus (1 - q) times the mean."""
    return q * max(rewards) + (1 - q) * sum(rewards) / len(rewards)


def weights_exchanged(rewards, q):
    return (1 - q) * max(rewards) + q * sum(rewards) / len(rewards)


def plain_mean(rewards, q):
    return sum(rewards) / len(rewards)


def sum_for_the_mean(rewards, q):
    return q * max(rewards) + (1 - q) * sum(rewards)


def middle_for_mean(rewards, q):
    return q * max(rewards) + (1 - q) * (max(rewards) + min(rewards)) / 2


def reward_cases(rng):
    lists = ([rng.random() for _ in range(6)], [0.3], [0.0, 1.0], [0.1, 0.2, 0.9], [0.5, 0.5, 0.0, 0.25])
    return [(rewards, q) for rewards in lists for q in (0, 0.25, 1, rng.random())]


def epsilon_greedy(means, epsilon, rng):
    """The index of the best mean, or with probability `epsilon` any, all being equally likely.

    Draws ``rng.random()`` once, and ``rng.randrange(len(means))`` only for a random index.
    """
    if rng.random() < epsilon:
        return rng.randrange(len(means))
    return means.index(max(means))


def greedy_by_epsilon(means, epsilon, rng):
    return means.index(max(means)) if rng.random() < epsilon else rng.randrange(len(means))


def always_greedy(means, epsilon, rng):
    return means.index(max(means))


def random_among_others(means, epsilon, rng):
    best = means.index(max(means))
    if rng.random() < epsilon:
        other = rng.randrange(len(means) - 1)
        return other + (other >= best)
    return best


def value_for_index(means, epsilon, rng):
    return means[rng.randrange(len(means))] if rng.random() < epsilon else max(means)


def greedy_cases(rng):
    drawn = [([rng.random() for _ in range(n)], rng.random()) for n in (2, 4, 7)]
    return [([0.2, 0.9, 0.4], epsilon) for epsilon in (0.0, 0.3, 1.0)] + [([0.5, 0.1, 0.0, 0.3, 0.2], 0.5), *drawn]


def choices_made(function, means, epsilon):
    """The choices for many random streams."""
    import random

    found = [function(list(means), epsilon, random.Random(seed)) for seed in range(60)]
    return None if all(choice is None for choice in found) else found


LESSON = "06_your_agent"
EXERCISES = (
    Exercise(
        mix_max,
        "Write the value of *MixMax*, which looks at the best that can happen and at what happens on average.",
        reward_cases,
        (Mistake(weights_exchanged, "The weights have changed places: q belongs to the greatest reward."),
         Mistake(plain_mean, "This is the mean. MixMax adds a part of the greatest reward."),
         Mistake(sum_for_the_mean, "The second term is the mean: divide by the number of rewards."),
         Mistake(middle_for_mean, "The mean is that of all rewards, not of the greatest and the least.")),
        ("With q = 0 it is the mean, with q = 1 the maximum.",),
    ),
    Exercise(
        epsilon_greedy,
        "A simple way to choose: nearly always the best, now and then anything. Write it.", greedy_cases,
        (Mistake(greedy_by_epsilon, "It is the other way round: with probability epsilon the choice is random."),
         Mistake(always_greedy, "It never tries anything but the best: where is epsilon?"),
         Mistake(random_among_others, "A random choice is among *all* indices, the best one included."),
         Mistake(value_for_index, "This gives a mean. Give its index.")),
        ("First draw `rng.random()` and compare it with epsilon.",
         "`means.index(max(means))` is the index of the best."),
        ask=choices_made,
    ),
)
