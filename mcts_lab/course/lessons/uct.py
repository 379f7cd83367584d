"""Exercises of lesson 02: UCB1, backup, and how widely a search looks."""

from __future__ import annotations

import math

from ...game import CHANCE
from ...textbook import back_up
from ..judging import Exercise, Mistake, mistaken


def ucb1(total, visits, parent_visits, c):
    """The upper confidence bound of an action: mean reward plus c times the root of ln(N) / n.

    `total` is the sum of its rewards, `visits` is n, `parent_visits` is N. An action that was
    never tried comes before all others.
    """
    if visits == 0:
        return math.inf
    return total / visits + c * math.sqrt(math.log(parent_visits) / visits)


def sum_for_mean(total, visits, parent_visits, c):
    return math.inf if visits == 0 else total + c * math.sqrt(math.log(parent_visits) / visits)


def never_tried_is_nothing(total, visits, parent_visits, c):
    return 0.0 if visits == 0 else ucb1(total, visits, parent_visits, c)


def never_tried_divides(total, visits, parent_visits, c):
    return total / visits + c * math.sqrt(math.log(parent_visits) / visits)


def counts_exchanged(total, visits, parent_visits, c):
    return math.inf if visits == 0 else total / visits + c * math.sqrt(math.log(visits) / parent_visits)


def log_of_own_visits(total, visits, parent_visits, c):
    return math.inf if visits == 0 else total / visits + c * math.sqrt(math.log(visits) / visits)


def c_under_the_root(total, visits, parent_visits, c):
    return math.inf if visits == 0 else total / visits + math.sqrt(c * math.log(parent_visits) / visits)


def without_root(total, visits, parent_visits, c):
    return math.inf if visits == 0 else total / visits + c * math.log(parent_visits) / visits


def ucb1_cases(rng):
    drawn = [(n * rng.random(), n, n + rng.randrange(1, 99), 2 * rng.random()) for n in range(1, 10)]
    return [(total, visits, parent, c) for total, visits, parent in ((0.5, 1, 1), (3.0, 5, 20), (6.5, 10, 1000))
            for c in (0.0, 0.7, 1.4)] + [(0.0, 0, 7, 1.4), *drawn]


def backup_cases(rng):
    share = rng.random()
    drawn = [(rng.randrange(2), *rng.choices((0, 1, CHANCE), k=rng.randrange(1, 7))) for _ in range(6)]
    return [(movers, rewards) for rewards in ([1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [0.25, 0.75], [share, 1 - share])
            for movers in ((0, 0), (1, 1, 0), (0, 0, 1, 0), (1, 1, 1, 0, 0, 1), (0, 0, CHANCE, 1), (1, CHANCE, 0),
                           *drawn)]


def after_backup(function, movers, rewards):
    """The visits and totals, after the backup, of a path on which these players moved."""
    from mcts_lab.textbook import Node

    path = [Node(None, mover) for mover in movers]
    for i, node in enumerate(path):
        node.visits, node.total = 3 + i, 1.5 + i
    before = [(node.visits, node.total) for node in path]
    answer = function(path, rewards)
    now = [(node.visits, node.total) for node in path]
    return now if now != before or answer is not None else None


def effective_branching(visits):
    """Two to the power of the visits' entropy in bits: as many actions as seem to be in play.

    `visits` is a list of the visits of a node's actions; some may be 0. All in one action give
    1, equal visits of n actions give n.
    """
    total = sum(visits)
    shares = [n / total for n in visits if n > 0]
    return 2 ** -sum(p * math.log2(p) for p in shares)


def natural_logarithm(visits):
    shares = [n / sum(visits) for n in visits if n > 0]
    return 2 ** -sum(p * math.log(p) for p in shares)


def entropy_only(visits):
    return -sum(n / sum(visits) * math.log2(n / sum(visits)) for n in visits if n > 0)


def how_many_tried(visits):
    return sum(n > 0 for n in visits)


def sign_forgotten(visits):
    return 2 ** sum(n / sum(visits) * math.log2(n / sum(visits)) for n in visits if n > 0)


def zero_included(visits):
    return 2 ** -sum(n / sum(visits) * math.log2(n / sum(visits)) for n in visits)


def visit_cases(rng):
    drawn = [([rng.randrange(100) for _ in range(n)] + [1],) for n in range(2, 9)]
    return [([10],), ([5, 5],), ([1, 1, 1, 1],), ([90, 5, 5],), ([7, 0, 7],), ([1, 2, 3, 4, 5],), *drawn]


MOVER = "path[0].mover if node.mover == CHANCE else node.mover"

LESSON = "02_bandits_and_uct"
EXERCISES = (
    Exercise(
        ucb1, "Write the bound by which UCT chooses.", ucb1_cases,
        (Mistake(sum_for_mean, "The first term is the *mean* reward: divide the sum by the visits."),
         Mistake(never_tried_is_nothing, "An action that was never tried must come first: its bound is infinite."),
         Mistake(never_tried_divides, "For an action that was never tried this divides by zero: its bound is "
                                      "infinite."),
         Mistake(counts_exchanged, "The visits have changed places: ln of the parent's, divided by the action's own."),
         Mistake(log_of_own_visits, "The logarithm is of the parent's visits. Of the action's own visits, a bonus "
                                    "would "
                                    "not grow while the others are tried."),
         Mistake(c_under_the_root, "c stands before the square root, not under it."),
         Mistake(without_root, "The square root is missing: the bonus is c * sqrt(ln(N) / n).")),
        ("First the case of no visits, then the formula as it stands.", "`math.log` is the natural logarithm."),
    ),
    Exercise(
        back_up,
        "The phase in which most bugs of tree searches live. Write it for any sequence of movers: in some games a "
        "player moves twice, or chance moves. A node has `visits`, `total` (the sum of its rewards) and `mover`, the "
        "player who chose to go there; `rewards` has a reward for each player.", backup_cases,
        (Mistake(mistaken("same_for_all", back_up, (MOVER, "path[0].mover")),
                 "Every node gets the same reward. What is a win for one player is a loss for the other: look at each "
                 "node's mover."),
         Mistake(mistaken("by_turns", back_up, ("for node in path:", "for i, node in enumerate(path):"),
                          (MOVER, "path[0].mover if i % 2 or i == 0 else 1 - path[0].mover")),
                 "The reward turns from level to level. That is right only if the players move by turns: look at each "
                 "node's mover instead."),
         Mistake(mistaken("for_the_opponent", back_up, ("total += rewards[mover]", "total += rewards[1 - mover]")),
                 "Every reward is the opponent's. A node holds the reward of the player who chose it."),
         Mistake(mistaken("chance_is_a_player", back_up, (MOVER, "node.mover")),
                 "The mover of a random event is `CHANCE`, which is -1, and `rewards[-1]` is the last player's."),
         Mistake(mistaken("leaf_only", back_up, ("for node in path:", "for node in path[-1:]:")),
                 "Only the leaf is updated. Every node of the path took part in this game."),
         Mistake(mistaken("root_forgotten", back_up, ("for node in path:", "for node in path[1:]:")),
                 "The root is left out. Its visits are the N of the first choice."),
         Mistake(mistaken("visits_forgotten", back_up, ("node.visits += 1", "pass")), "The visits are not counted."),
         Mistake(mistaken("mean_for_total", back_up,
                          ("total += rewards[mover]", "total += (rewards[mover] - node.total) / node.visits")),
                 "`total` is a sum of rewards; this keeps a mean in it.")),
        ("Go through the nodes: one more visit each, and the reward of *its* mover.",
         "`rewards[node.mover]`, but where `node.mover == CHANCE` that of `path[0].mover`."),
        ask=after_backup, points=2,
    ),
    Exercise(
        effective_branching,
        "How many actions does a search have in play? Write the effective branching factor: 2 to the power of the "
        "entropy of the visits, in bits.", visit_cases,
        (Mistake(natural_logarithm, "For a power of 2 the entropy must be in bits: use the logarithm to the base 2."),
         Mistake(entropy_only, "This is the entropy. Take 2 to its power."),
         Mistake(how_many_tried, "This counts the actions that were tried. One that got 1 % of the visits is hardly in "
                                 "play."),
         Mistake(sign_forgotten, "Logarithms of shares are negative: the entropy is *minus* their sum."),
         Mistake(zero_included, "An action without visits has no logarithm; it adds nothing, so leave it out.")),
        ("Turn visits into shares first; the shares add up to 1.", "The entropy is minus the sum of p * log2(p)."),
    ),
)
