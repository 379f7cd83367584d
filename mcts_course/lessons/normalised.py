"""Exercises: rewards that are normalised on arrival."""

from ..exercises.judging import Exercise, Mistake, mistaken


def normalised_on_arrival(rewards):
    """What N-MCTS counts for each reward of a node, in the order in which they arrive.

    A reward becomes 0 if it is the least and 1 if it is the greatest seen *until then*, itself
    included, and lies between otherwise; while there is only one value, it counts 0.5.
    """
    least, greatest, counted = rewards[0], rewards[0], []
    for reward in rewards:
        least, greatest = min(least, reward), max(greatest, reward)
        counted.append((reward - least) / (greatest - least) if greatest > least else 0.5)
    return counted


def by_the_final_extremes(rewards):
    least, greatest = min(rewards), max(rewards)
    return [(reward - least) / (greatest - least) if greatest > least else 0.5 for reward in rewards]


def by_the_extremes_before(rewards):
    least, greatest, counted = rewards[0], rewards[0], []
    for reward in rewards:
        counted.append((reward - least) / (greatest - least) if greatest > least else 0.5)
        least, greatest = min(least, reward), max(greatest, reward)
    return counted


def by_the_greatest(rewards):
    greatest, counted = rewards[0], []
    for reward in rewards:
        greatest = max(greatest, reward)
        counted.append(reward / greatest if greatest else 0.5)
    return counted


def reward_cases(rng):
    drawn = [([rng.randrange(20) / 20 for _ in range(n)],) for n in (2, 4, 8)]
    return [([0.5, 0.7, 0.1, 0.4, 0.9],), ([0.4, 0.4, 0.2],), ([0.3],), *drawn]


LESSON = "P3_joppen"
EXERCISES = (
    Exercise(
        normalised_on_arrival,
        "N-MCTS normalises *each reward as it arrives*. Write what it counts.", reward_cases,
        (Mistake(by_the_final_extremes, "These are the extremes of the whole list. A reward that has been counted is "
                                        "not changed by what arrives later."),
         Mistake(by_the_extremes_before, "The reward that arrives is one of those seen: update the extremes first."),
         Mistake(by_the_greatest, "Where is the least one? It counts 0."),
         Mistake(mistaken("first_worth_nothing", normalised_on_arrival, ("else 0.5", "else 0.0")),
                 "While there is only one value, we do not know whether it is good: it counts 0.5.")),
        ("Keep the least and the greatest reward in two variables, and update them before anything else.",),
    ),
)
