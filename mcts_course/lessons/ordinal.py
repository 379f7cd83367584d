"""Exercises: a value that looks at the order of rewards."""

from ..exercises.judging import Exercise, Mistake, mistaken


def borda_score(rewards, action):
    """The Borda score of an action: its mean chance to beat each of the other actions.

    `rewards` is a list with a list of rewards for each action, `action` a place in it. a beats
    b as often as a reward of a, drawn at random, is greater than one of b; equal rewards count
    half.
    """
    chances = []
    for other, theirs in enumerate(rewards):
        if other != action:
            won = sum((mine > one) + 0.5 * (mine == one) for mine in rewards[action] for one in theirs)
            chances.append(won / (len(rewards[action]) * len(theirs)))
    return sum(chances) / len(chances)


def side_by_side(rewards, action):
    chances = []
    for other, theirs in enumerate(rewards):
        if other != action:
            met = list(zip(rewards[action], theirs, strict=False))
            chances.append(sum((mine > one) + 0.5 * (mine == one) for mine, one in met) / len(met))
    return sum(chances) / len(chances)


def means_compared(rewards, action):
    means = [sum(some) / len(some) for some in rewards]
    others = [mean for place, mean in enumerate(means) if place != action]
    return sum((means[action] > mean) + 0.5 * (means[action] == mean) for mean in others) / len(others)


def all_in_one_pot(rewards, action):
    pot = [one for other, theirs in enumerate(rewards) if other != action for one in theirs]
    won = sum((mine > one) + 0.5 * (mine == one) for mine in rewards[action] for one in pot)
    return won / (len(rewards[action]) * len(pot))


def samples(rng):
    """Rewards of two and of three actions, of unequal numbers, with ties."""
    two = [[0.1, 1.0, 0.1], [0.3, 0.35, 0.25]]
    three = [[0.0, 0.5, 1.0, 0.2], [0.5], [0.6, 0.1]]
    drawn = [[[rng.randrange(8) / 8 for _ in range(rng.randrange(1, 5))] for _ in range(n)] for n in (2, 3, 4)]
    return [(some, action) for some in (two, three, *drawn) for action in range(len(some))]


LESSON = "08_order"
EXERCISES = (
    Exercise(
        borda_score,
        "Write the *Borda score*, which O-MCTS puts in the place of the mean.", samples,
        (Mistake(mistaken("ties_forgotten", borda_score, ("0.5", "0.0")),
                 "Equal rewards are no defeat: they count half."),
         Mistake(mistaken("ties_won", borda_score, ("0.5", "1.0")),
                 "Equal rewards are no victory: they count half."),
         Mistake(mistaken("itself_included", borda_score, ("other != action", "True")),
                 "An action meets the *other* actions, and not itself."),
         Mistake(mistaken("not_divided", borda_score, ("sum(chances) / len(chances)", "sum(chances)")),
                 "This is the sum over the other actions: take their mean."),
         Mistake(side_by_side, "Rewards do not belong together in pairs: every reward of one action meets every "
                               "reward of the other."),
         Mistake(means_compared, "These are the means, compared. The score asks how often single rewards are better."),
         Mistake(all_in_one_pot, "Each other action counts the same, however many rewards it has: compute a chance for "
                                 "each of them, and then the mean of the chances.")),
        ("Three loops: the other actions, the action's own rewards, the other's rewards.",
         "`(mine > one) + 0.5 * (mine == one)` is what a pair of rewards counts."),
        points=2,
    ),
)
