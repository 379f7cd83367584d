"""Exercises: how urgent a move is to a search that a network advises, and what a game teaches that network."""

import math

from ..exercises.judging import Exercise, Mistake, mistaken


def puct_urgency(mean, visits, parent_visits, believed, c):
    """How urgent a child is to PUCT: mean + c P sqrt(N) / (1 + n).

    `believed` is P, the network's probability of the action; `visits` is n, of the child, and
    `parent_visits` is N. Without visits, 0.5 stands for the mean, whatever `mean` is.
    """
    return (mean if visits else 0.5) + c * believed * math.sqrt(parent_visits) / (1 + visits)


def urgency_cases(rng):
    drawn = [(rng.random(), rng.randrange(1, 40), rng.randrange(40, 400), rng.random(), rng.choice((0.5, 1.0, 2.0)))
             for _ in range(6)]
    return [(0.6, 3, 16, 0.25, 1.0), (0.0, 0, 25, 0.4, 1.0), (0.9, 0, 25, 0.4, 1.0), (0.3, 99, 100, 0.01, 1.0),
            (0.5, 1, 2, 0.5, 0.0), (0.7, 9, 64, 0.1, 2.0), *drawn]


def lessons_of_game(visits, movers, rewards):
    """What a game of self-play teaches: a pair (shares, reward) for each of its positions.

    `visits[i]` lists the visits that the search at position i gave to each action, `movers[i]`
    is the player to move there, `rewards` has the result of the game for each player. The
    policy learns the shares of the visits, the value learns the reward of the player to move.
    """
    return [([n / sum(row) for n in row], rewards[mover]) for row, mover in zip(visits, movers, strict=True)]


def counts(visits, movers, rewards):
    return [(list(row), rewards[mover]) for row, mover in zip(visits, movers, strict=True)]


def first_players(visits, movers, rewards):
    return [([n / sum(row) for n in row], rewards[0]) for row in visits]


def last_position_only(visits, movers, rewards):
    return lessons_of_game(visits, movers, rewards)[-1:]


def by_turns(visits, movers, rewards):
    return [([n / sum(row) for n in row], rewards[i % 2]) for i, row in enumerate(visits)]


def game_cases(rng):
    found = [([[10, 5, 5], [0, 20, 0], [1, 1, 18]], [0, 1, 0], [1.0, 0.0]), ([[3, 1]], [1], [0.0, 1.0]),
             ([[7, 7, 6], [2, 9, 9]], [0, 0], [0.0, 1.0]), ([[4, 4], [6, 2], [5, 3]], [0, 1, 1], [0.5, 0.5])]
    for _ in range(4):
        plays, won = rng.randrange(2, 6), rng.choice((0.0, 0.5, 1.0))
        found.append(([[rng.randrange(1, 30) for _ in range(4)] for _ in range(plays)],
                      [rng.randrange(2) for _ in range(plays)], [won, 1.0 - won]))
    return found


LESSON = "11_alphazero"
EXERCISES = (
    Exercise(
        puct_urgency,
        "PUCT visits the most urgent child. Write its urgency.", urgency_cases,
        (Mistake(mistaken("as_ucb1", puct_urgency,
                          ("(parent_visits) / (1 + visits)", "(math.log(max(parent_visits, 1)) / max(visits, 1))")),
                 "This is the bonus of UCB1, times the belief. PUCT has no logarithm: sqrt(N) / (1 + n)."),
         Mistake(mistaken("without_belief", puct_urgency, ("believed * math", "math")),
                 "The network's probability is missing: it says where to look before any visit."),
         Mistake(mistaken("without_root", puct_urgency, ("math.sqrt(parent_visits)", "parent_visits")),
                 "Take the square root of N. Without it, exploring would grow as fast as the visits."),
         Mistake(mistaken("root_of_both", puct_urgency,
                          ("(parent_visits) / (1 + visits)", "(parent_visits / (1 + visits))")),
                 "The root is of N alone: n is not under it, so a visited move soon loses its bonus."),
         Mistake(mistaken("infinite_at_first", puct_urgency,
                          ("(mean if visits else 0.5) + c * believed * math.sqrt(parent_visits) / (1 + visits)",
                           "mean + c * believed * math.sqrt(parent_visits) / visits if visits else math.inf")),
                 "A child without visits is not infinitely urgent: with 1 + n nothing is divided by 0, and a move in "
                 "which the network does not believe need never be tried."),
         Mistake(mistaken("mean_of_nothing", puct_urgency, ("(mean if visits else 0.5)", "mean")),
                 "Without visits there is no mean: 0.5 stands for it.")),
        ("The bonus is large for what the network believes in, and shrinks with the child's own visits.",
         "`c * believed * math.sqrt(parent_visits) / (1 + visits)`, added to the mean, or to 0.5 without visits."),
    ),
    Exercise(
        lessons_of_game,
        "A game of self-play is over. Write what the network is to learn from it.", game_cases,
        (Mistake(mistaken("move_played", lessons_of_game, ("n / sum(row)", "float(n == max(row))")),
                 "This teaches the most visited move alone. The shares of all visits say more: how close the others "
                 "came."),
         Mistake(counts, "These are counts. A probability is a share: divide by their sum."),
         Mistake(first_players, "Every position gets the first player's reward. The value speaks for the player to "
                                "move there."),
         Mistake(mistaken("opponents", lessons_of_game, ("[mover]", "[1 - mover]")),
                 "The rewards are the opponent's: take that of the player to move."),
         Mistake(last_position_only, "Only the last position is there. All positions of the game teach."),
         Mistake(by_turns, "The players need not move by turns: `movers` says who is to move.")),
        ("A pair for each position: what the search found, and how it ended for the player to move there.",
         "`[n / sum(row) for n in row]` are the shares, `rewards[mover]` is the reward."),
        points=2,
    ),
)
