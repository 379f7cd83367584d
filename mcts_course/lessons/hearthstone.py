"""Exercises: whose reward a node counts, a leaf value from a model and a playout, and a verdict on paired games."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def credited(movers, root, reward):
    """What each node of a path adds up, as a list.

    `movers` lists who made the move into each node, `root` is the player who searches,
    and `reward` is the reward of this player, between 0 and 1. A node counts the reward
    of the player who moved into it. The rewards of both players add up to 1.
    """
    return [reward if mover == root else 1 - reward for mover in movers]


def path_cases(rng):
    drawn = [(rng.choices((0, 1), k=n), rng.randrange(2), rng.random()) for n in (2, 5, 9)]
    return [([0, 0, 0, 1, 1], 0, 1.0), ([1, 1, 0], 1, 0.0), ([0], 0, 0.25), ([0, 1, 1, 1, 0], 0, 0.75), ([], 1, 1.0),
            *drawn]


def leaf_reward(model, playout, actions, u, rate=0.1, weight=0.8):
    """The reward of a leaf: the model's prediction alone, or mixed with a playout.

    `model` and `playout` are rewards, `actions` is the number of actions at the root,
    and `u` is a random number from [0, 1). If u is above rate times actions, return the
    prediction of the model. Otherwise return the mean of both with the weights `weight`
    for the model and 1 - weight for the playout.
    """
    if u > rate * actions:
        return model
    return weight * model + (1 - weight) * playout


def leaf_cases(rng):
    drawn = [(rng.random(), rng.random(), n, rng.random()) for n in (1, 3, 5, 7, 9)]
    return [(1.0, 0.0, 4, 0.5), (1.0, 0.0, 4, 0.3), (0.0, 1.0, 20, 0.99), (0.0, 1.0, 2, 0.21), (1.0, 1.0, 3, 0.1),
            *drawn]


def verdict_of_pairs(shares, margin):
    """Judge an agent by pairs of games: (verdict, mean, half width, pairs needed).

    `shares` has the share of games that the agent won in each pair: 0, 0.5 or 1. The
    half width of the interval is 1.96 * s / sqrt(n). Here n is the number of pairs, and
    s is the standard deviation of the shares, with n - 1 in the denominator. The
    verdict is "stronger" if the whole interval lies above 0.5, "weaker" if it lies
    below, "equal" if it lies between 0.5 - margin and 0.5 + margin (ends included), and
    otherwise "undecided". The first of these that holds counts. The pairs needed are
    the smallest whole number for which the half width with the same s is at most
    `margin`.
    """
    n = len(shares)
    mean = sum(shares) / n
    variance = sum((share - mean) ** 2 for share in shares) / (n - 1)
    half = 1.96 * math.sqrt(variance / n)
    low, high = mean - half, mean + half
    if low > 0.5:
        verdict = "stronger"
    elif high < 0.5:
        verdict = "weaker"
    elif 0.5 - margin <= low and high <= 0.5 + margin:
        verdict = "equal"
    else:
        verdict = "undecided"
    return verdict, mean, half, math.ceil(variance * (1.96 / margin) ** 2)


def pair_cases(rng):
    cases = [([1, 0, 0.5, 0.5], 0.1), ([1, 1, 0.5, 1, 1, 0.5], 0.1), ([0, 0, 0.5, 0, 0, 0.5], 0.1),
             ([0.5] * 90 + [1, 0], 0.05), ([0.5] * 60 + [1] * 6, 0.1), ([1, 0, 1, 0, 0.5, 0.5, 1], 0.03),
             ([0.5] * 40 + [1] * 2, 0.06), ([0.5] * 40 + [0] * 6, 0.1)]
    for _ in range(8):
        number, high = rng.randrange(6, 80), rng.choice([2, 3, 4])
        cases.append(([min(rng.randrange(high), 2) / 2 for _ in range(number)] + [0.5], rng.choice([0.03, 0.06])))
    return cases


LESSON = "P5_papagiannis"
EXERCISES = (
    Exercise(
        credited,
        "A turn of Hearthstone is many actions. Write whose reward each node of a path adds up.", path_cases,
        (Mistake(mistaken("everybody_helps", credited, ("if mover == root else 1 - reward for mover", "for _")),
                 "So the opponent is taken to want what you want. In the opponent's nodes the reward is turned round."),
         Mistake(mistaken("turn_by_turn", credited,
                          ("reward if mover == root else 1 - reward for mover in movers",
                           "1 - reward if i % 2 else reward for i in range(len(movers))")),
                 "Players do not alternate: look who made the move, not how deep the node lies."),
         Mistake(mistaken("sign_for_complement", credited, ("1 - reward", "-reward")),
                 "Rewards lie between 0 and 1: what the other gets is 1 less the reward, not its negative."),
         Mistake(mistaken("other_way_round", credited,
                          ("reward if mover == root else 1 -", "1 - reward if mover == root else")),
                 "Your own nodes count your reward, and your opponent's the other one.")),
        ("Compare each mover with `root`.", "`reward if mover == root else 1 - reward`"),
    ),
    Exercise(
        leaf_reward,
        "The paper's searches with a value model sometimes play on to the end as well. Write the reward.",
        leaf_cases,
        (Mistake(mistaken("playout_when_few", leaf_reward, ("u > rate", "u <= rate")),
                 "The two cases have changed places: if u is large, the prediction counts alone."),
         Mistake(mistaken("weights_swapped", leaf_reward,
                          ("weight * model + (1 - weight) * playout", "(1 - weight) * model + weight * playout")),
                 "The weights have changed places: `weight` belongs to the model."),
         Mistake(mistaken("playout_alone", leaf_reward, ("weight * model + (1 - weight) * playout", "playout")),
                 "With a playout the model is still asked: take the weighted mean of both."),
         Mistake(mistaken("always_both", leaf_reward, ("u > rate * actions", "False")),
                 "Where is u? With few actions the model alone decides more often.")),
        ("First compare u with rate times actions.", "`weight * model + (1 - weight) * playout`"),
    ),
    Exercise(
        verdict_of_pairs,
        "Write the verdict on your own games: is one agent stronger, are both equal, or do you need more games?",
        pair_cases,
        (Mistake(mistaken("n_for_n_minus_1", verdict_of_pairs, ("/ (n - 1)", "/ n")),
                 "The variance has n - 1 in the denominator, because the mean comes from the same pairs."),
         Mistake(mistaken("no_root_of_n", verdict_of_pairs, ("math.sqrt(variance / n)", "math.sqrt(variance)")),
                 "This is how far single pairs scatter. The interval is that of the mean: divide by sqrt(n)."),
         Mistake(mistaken("one_sigma", verdict_of_pairs, ("half = 1.96 *", "half = 1.0 *")),
                 "The half width is 1.96 standard errors: one standard error covers only about two thirds."),
         Mistake(mistaken("as_single_games", verdict_of_pairs,
                          ("variance = sum((share - mean) ** 2 for share in shares) / (n - 1)",
                           "variance = mean * (1 - mean)")),
                 "This is the variance of games that are won or lost. A pair can also be shared: use the shares."),
         Mistake(mistaken("mean_alone", verdict_of_pairs,
                          ("if low > 0.5:", "if mean > 0.5:"), ("elif high < 0.5:", "elif mean < 0.5:")),
                 "The mean alone decides here. The whole interval must lie on one side of 0.5."),
         Mistake(mistaken("mean_within_margin", verdict_of_pairs,
                          ("0.5 - margin <= low and high <= 0.5 + margin", "abs(mean - 0.5) <= margin")),
                 "Not significant is not equal: the whole interval must lie within the margin."),
         Mistake(mistaken("equal_first", verdict_of_pairs,
                          ("if low > 0.5:", "if 0.5 - margin <= low and high <= 0.5 + margin:"),
                          ('verdict = "stronger"', 'verdict = "equal"'),
                          ("elif 0.5 - margin <= low and high <= 0.5 + margin:", "elif low > 0.5:"),
                          ('verdict = "equal"\n    else', 'verdict = "stronger"\n    else')),
                 "An interval above 0.5 that lies within the margin says stronger: test this first."),
         Mistake(mistaken("more_pairs_only", verdict_of_pairs,
                          ("math.ceil(variance * (1.96 / margin) ** 2)",
                           "math.ceil(variance * (1.96 / margin) ** 2) - n")),
                 "These are the pairs that are still to be played. Return the number of all pairs."),
         Mistake(mistaken("not_squared", verdict_of_pairs, ("(1.96 / margin) ** 2", "(1.96 / margin)")),
                 "The half width falls with sqrt(n): half the width needs four times the pairs. Square the ratio.")),
        ("Compute the mean, then s, then the half width, and then both ends of the interval.",
         "Test the verdicts in the order of the text with `if` and `elif`.",
         "Solve 1.96 * s / sqrt(n) <= margin for n, and round up with `math.ceil`."),
        points=3,
    ),
)
