"""Exercises: rewards that are normalised when they arrive, and settings that do worse in new games than in tuning."""

from ..exercises.judging import Exercise, Mistake, mistaken


def normalised_on_arrival(rewards):
    """What N-MCTS counts for each reward of a node, in the order in which they arrive.

    A reward becomes 0 if it is the least and 1 if it is the greatest seen *until then*,
    itself included, and lies between otherwise; while there is only one value, it
    counts 0.5.
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


def promised_and_kept(tuning, fresh):
    """How many games the best settings won when they were chosen, and how many later.

    `tuning` and `fresh` have a dict for each problem, from the name of a setting to its
    games. A game is a pair (won, score), and won is 0 or 1. On each problem choose the
    setting with the largest share of games won in `tuning`; among equal ones, the one
    with the highest mean score; among equal ones, the first. Return a pair: the share
    of games that the chosen settings won in `tuning`, and the share that they won in
    `fresh`. Both are means over problems, so each problem counts alike.
    """
    promised, kept = [], []
    for tried, again in zip(tuning, fresh, strict=True):
        best, highest = None, None
        for setting, games in tried.items():
            share = sum(won for won, score in games) / len(games)
            score = sum(score for won, score in games) / len(games)
            if highest is None or (share, score) > highest:
                best, highest = setting, (share, score)
        promised.append(highest[0])
        kept.append(sum(won for won, score in again[best]) / len(again[best]))
    return sum(promised) / len(promised), sum(kept) / len(kept)


def all_in_one_pot(tuning, fresh):
    chosen = [max(tried, key=lambda name, tried=tried: [sum(column) / len(tried[name]) for column in
                                                        zip(*tried[name], strict=True)]) for tried in tuning]
    pots = [[won for problem, name in zip(some, chosen, strict=True) for won, _ in problem[name]]
            for some in (tuning, fresh)]
    return tuple(sum(pot) / len(pot) for pot in pots)


def tuned_cases(rng):
    """Return problems with equal wins of settings, with equal wins and scores, and random problems.

    The settings have different numbers of games.
    """
    tied = [{"a": [(1, 2), (0, 1)], "b": [(0, 0), (1, 9)], "c": [(1, 5), (0, 5)]},
            {"a": [(1, 3)] * 3, "b": [(1, 3)] * 3}]
    later = [{"a": [(1, 0), (1, 0)], "b": [(1, 1), (0, 8), (0, 2), (0, 1)], "c": [(1, 1)]},
             {"a": [(0, 9), (1, 3)], "b": [(1, 3)]}]
    cases = [(tied, later), (tied[:1], later[:1]), (tied[1:], later[1:])]
    for problems in (2, 3, 5):
        sizes = [(rng.randrange(2, 6), rng.randrange(3, 9)) for _ in range(problems)]
        cases.append(tuple([{name: [(rng.randrange(2), rng.randrange(9)) for _ in range(size[kind])]
                             for name in "abcd"} for size in sizes] for kind in (0, 1)))
    return cases


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
    Exercise(
        promised_and_kept,
        "Who reports the games by which a setting was chosen, reports luck as well. Write how much: the share of games "
        "that the best settings won when they were chosen, and the share that they won in new games.", tuned_cases,
        (Mistake(mistaken("chosen_by_fresh_games", promised_and_kept,
                          ("in tried.items()", "in again.items()"), ("promised.append(highest[0])",
                           "promised.append(sum(won for won, score in tried[best]) / len(tried[best]))")),
                 "You choose by the new games. A setting is chosen by the tuning games; the new ones only judge it."),
         Mistake(mistaken("best_of_each", promised_and_kept,
                          ("kept.append(sum(won for won, score in again[best]) / len(again[best]))",
                           "kept.append(max(sum(won for won, score in games) / len(games) "
                           "for games in again.values()))")),
                 "In the new games you take the best setting again. What counts there is the one chosen before."),
         Mistake(mistaken("by_score", promised_and_kept,
                          ("(share, score) > highest", "(score, share) > (highest[1], highest[0])")),
                 "Wins come first. The score decides only between settings with equal shares of games won."),
         Mistake(mistaken("scores_ignored", promised_and_kept,
                          ("highest is None or (share, score) > highest", "highest is None or share > highest[0]")),
                 "Some settings have won equal shares of games. Then the mean score decides, not the order."),
         Mistake(mistaken("last_of_equal", promised_and_kept, ("score) > highest", "score) >= highest")),
                 "If wins and scores are equal, the first setting is chosen. You take the last."),
         Mistake(all_in_one_pot, "You put the games of all problems together, so a problem with more games counts "
                                 "more. Take the share of each problem first, and then their mean.")),
        ("Go through the problems with `zip(tuning, fresh)`, and find the name of the best setting of each first.",
         "Python compares pairs from the left: `(share, score) > (best_share, best_score)`."),
        points=3,
    ),
)
