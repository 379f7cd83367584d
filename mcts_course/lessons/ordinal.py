"""Exercises: the Borda score, which depends only on the order of rewards."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def borda_score(rewards, action):
    """The Borda score of an action: its mean chance to beat each of the other actions.

    `rewards` is a list with a list of rewards for each action, `action` a place in it.
    a beats b as often as a reward of a, drawn at random, is greater than one of b;
    equal rewards count half.
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
    """Return rewards of two, three and four actions, with ties and with different numbers of rewards."""
    two = [[0.1, 1.0, 0.1], [0.3, 0.35, 0.25]]
    three = [[0.0, 0.5, 1.0, 0.2], [0.5], [0.6, 0.1]]
    drawn = [[[rng.randrange(8) / 8 for _ in range(rng.randrange(1, 5))] for _ in range(n)] for n in (2, 3, 4)]
    return [(some, action) for some in (two, three, *drawn) for action in range(len(some))]


def disagreeing(n):
    """Rewards of two actions on which the mean and the Borda score disagree.

    Return two lists of `n` rewards each, all from 0 to 1. The first action has the
    higher mean, and the second one has the higher Borda score. `n` is at least 3.
    """
    first = [0.0] * (n - 1) + [1.0]
    second = [0.5 / n] * n
    return first, second


def exchanged(n):
    first, second = disagreeing(n)
    return second, first


def equal_scores(n):
    return [0.2] * (n - n // 2) + [1.0] * (n // 2), [0.3] * n


def higher_in_both(n):
    return [0.5] * n, [0.25] * n


def sizes(rng):
    return [(n,) for n in (3, 4, 5, 10, rng.randrange(11, 30))]


def disagreement(found, n):
    """Return which properties the two lists have."""
    first, second = found
    means = [sum(some) / len(some) for some in found]
    won = sum((one < two) - (one > two) for one in first for two in second)
    return {
        "two lists of n rewards": len(first) == len(second) == n,
        "from 0 to 1": all(0 <= one <= 1 for one in [*first, *second]),
        "the first has the higher mean": means[0] > means[1] + 1e-9,
        "the second has the higher Borda score": won > 0,
    }


def changes_of_mind(counts, steps):
    """For which rewards of a draw the mean changes its choice.

    `counts` has a triple (losses, draws, wins) for each action. A loss counts 0 and a
    win 1, and a draw takes the values 0, 1 / steps, 2 / steps, ..., 1, one after the
    other. Return a list of pairs (reward of a draw, action): first (0.0, the action
    with the highest mean if a draw counts 0; of equal ones the first), and then a pair
    for each value at which another action has become better than the chosen one. Means
    that differ by less than 1e-9 are equal, and as long as no action is better, the
    choice stays.
    """
    found, chosen = [], None
    for step in range(steps + 1):
        draw, means = step / steps, []
        for losses, draws, wins in counts:
            means.append((draw * draws + wins) / (losses + draws + wins))
        best = max(means)
        if chosen is None or means[chosen] < best - 1e-9:
            chosen = next(place for place, mean in enumerate(means) if mean > best - 1e-9)
            found.append((draw, chosen))
    return found


def count_cases(rng):
    cases = [([(0, 10, 0), (4, 0, 6)], 20), ([(4, 0, 6), (0, 10, 0)], 20), ([(2, 3, 5), (4, 1, 5)], 10),
             ([(1, 1, 0), (3, 0, 1), (0, 4, 0)], 8), ([(20, 0, 30), (1, 9, 1), (3, 4, 3)], 40),
             ([(3, 0, 17), (0, 10, 0)], 4)]
    for _ in range(6):
        cases.append(([tuple(rng.randrange(1, 9) for _ in range(3)) for _ in range(rng.randrange(2, 5))], 16))
    return cases


def ordinal_choice(rewards, c):
    """Choose the action to visit next at a node of O-MCTS.

    `rewards` has a list of rewards for each action. If an action has no reward yet,
    return the first such action. Otherwise return the action with the highest sum of
    its Borda score and the bonus c * sqrt(ln N / n); n is the number of its rewards,
    and N that of all actions together. Of equal actions, return the first.
    """
    for action, mine in enumerate(rewards):
        if not mine:
            return action
    total = sum(len(mine) for mine in rewards)
    bounds = []
    for action, mine in enumerate(rewards):
        scores = []
        for other, theirs in enumerate(rewards):
            if other != action:
                points = sum((one > two) + 0.5 * (one == two) for one in mine for two in theirs)
                scores.append(points / (len(mine) * len(theirs)))
        bounds.append(sum(scores) / len(scores) + c * math.sqrt(math.log(total) / len(mine)))
    return bounds.index(max(bounds))


def choice_cases(rng):
    cases = [([[0.1, 1.0, 0.1], [0.3, 0.35, 0.25]], 0.0), ([[1.0], [], []], 1.0), ([[0.5, 0.5], [0.5, 0.0, 0.0]], 0.0),
             ([[0.6] * 9, [0.5, 0.7]], 2.0), ([[0.4, 0.9], [0.5, 0.5, 0.5, 0.2], [0.6]], 0.0),
             ([[0.5] * 4, [0.5, 0.5, 0.6, 0.4, 0.4]], 0.0), ([[0.5, 0.5, 0.3], [0.5, 0.2, 0.5], [0.4, 0.5]], 0.0),
             ([[0.5], [0.5], [0.75, 0.25]], 0.0), ([[0.0], [0.0], [0.5, 0.0, 0.0]], 0.7),
             ([[0.0, 0.5], [0.75, 0.5, 0.25, 0.5], [0.75, 0.0]], 0.7)]
    for _ in range(12):
        cases.append(([[rng.randrange(6) / 5 for _ in range(rng.randrange(1, 6))] for _ in range(rng.randrange(2, 5))],
                      rng.choice([0.0, 0.2, 0.7])))
    return cases


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
    Exercise(
        disagreeing,
        "Find rewards of two actions on which the mean and the Borda score disagree.", sizes,
        (Mistake(exchanged, "Here the second action has the higher mean: exchange the two lists."),
         Mistake(equal_scores, "The second action does not have the higher Borda score: it must win more than half of "
                               "the pairs."),
         Mistake(higher_in_both, "The first action is better in both: make most of its rewards low, and one very "
                                 "high.")),
        ("One very high reward raises a mean, but it wins only the pairs in which it is.",
         "Let the first action have one reward of 1, and all others 0."),
        judge=disagreement,
    ),
    Exercise(
        changes_of_mind,
        "A draw is worth more than a loss and less than a win, but how much? Find out how the choice of a mean depends "
        "on this number.", count_cases,
        (Mistake(mistaken("draws_in_the_middle", changes_of_mind, ("(draw * draws + wins)", "(0.5 * draws + wins)")),
                 "A draw counts 1/2 in every step here. Its reward is what changes."),
         Mistake(mistaken("sums_compared", changes_of_mind,
                          (" / (losses + draws + wins)", "")),
                 "These are sums. An action that was tried more often looks better: divide by the number of games."),
         Mistake(mistaken("decided_games", changes_of_mind,
                          ("/ (losses + draws + wins)", "/ max(1, losses + wins)")),
                 "Draws are games too: divide by all games."),
         Mistake(mistaken("last_step_missing", changes_of_mind, ("range(steps + 1)", "range(steps)")),
                 "The last value, 1, is missing: there are steps + 1 values."),
         Mistake(mistaken("every_step", changes_of_mind, ("means[chosen] < best - 1e-9", "True")),
                 "This lists every step. List a value only if the choice has changed there."),
         Mistake(mistaken("worst_chosen", changes_of_mind, ("best = max(means)", "best = min(means)"),
                          ("means[chosen] < best - 1e-9", "means[chosen] > best + 1e-9"),
                          ("mean > best - 1e-9", "mean < best + 1e-9")),
                 "This follows the lowest mean."),
         Mistake(mistaken("changes_when_equal", changes_of_mind,
                          ("means[chosen] < best - 1e-9", "any(mean > means[chosen] - 1e-9 for place, mean in "
                           "enumerate(means) if place != chosen)"),
                          ("if mean > best - 1e-9)", "if mean > best - 1e-9 and place != chosen)")),
                 "The choice changes although the other action is only as good. It changes if another one is better.")),
        ("Loop over the steps, and compute the list of means in each.",
         "Keep the chosen action in a variable, and add a pair only when you change it."),
        points=3,
    ),
    Exercise(
        ordinal_choice,
        "Write the tree policy of O-MCTS for one node: UCB1 with the Borda score in place of the mean.", choice_cases,
        (Mistake(mistaken("mean_for_borda", ordinal_choice, ("sum(scores) / len(scores)", "sum(mine) / len(mine)")),
                 "This has the mean reward, so it is UCB1. The first term is the Borda score."),
         Mistake(mistaken("ties_forgotten_too", ordinal_choice, ("0.5 * (one == two)", "0")),
                 "Equal rewards count one half, not 0."),
         Mistake(mistaken("no_bonus", ordinal_choice, (" + c * math.sqrt(math.log(total) / len(mine))", "")),
                 "The bonus for few visits is missing."),
         Mistake(mistaken("actions_counted", ordinal_choice, ("sum(len(mine) for mine in rewards)", "len(rewards)")),
                 "N is the number of rewards of all actions together, not the number of actions."),
         Mistake(mistaken("last_untried", ordinal_choice, ("enumerate(rewards):\n        if not mine",
                                                           "reversed(list(enumerate(rewards))):\n        if not mine")),
                 "If several actions were never tried, return the first of them."),
         Mistake(mistaken("sum_of_scores", ordinal_choice, ("sum(scores) / len(scores)", "sum(scores)")),
                 "This is the sum over the other actions. The Borda score is their mean."),
         Mistake(mistaken("lowest_bound", ordinal_choice, ("bounds.index(max(bounds))", "bounds.index(min(bounds))")),
                 "This returns the action with the lowest bound.")),
        ("First look for an action without rewards.", "Compute the first term as in `borda_score`."),
        points=3,
    ),
)
