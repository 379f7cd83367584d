"""Exercises: backup, and how widely a search looks."""

import math

from mcts_lab.game import CHANCE

from ..exercises.judging import Exercise, Mistake, mistaken


def back_up(path, rewards):
    """Give each node on the path, the root first, the reward of the player who chose it.

    The root, and random events, get the reward of the player to move at the root.
    """
    for node in path:
        mover = path[0].mover if node.mover == CHANCE else node.mover
        node.visits += 1
        node.total += rewards[mover]


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


def visit_cases(rng):
    drawn = [([rng.randrange(100) for _ in range(n)] + [1],) for n in range(2, 9)]
    return [([10],), ([5, 5],), ([1, 1, 1, 1],), ([90, 5, 5],), ([7, 0, 7],), ([1, 2, 3, 4, 5],), *drawn]


MOVER = "path[0].mover if node.mover == CHANCE else node.mover"

LESSON = "03_tree"
EXERCISES = (
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
        (Mistake(mistaken("natural_logarithm", effective_branching, ("math.log2", "math.log")),
                 "For a power of 2 the entropy must be in bits: use the logarithm to the base 2."),
         Mistake(mistaken("entropy_only", effective_branching, ("2 ** -sum", "-sum")),
                 "This is the entropy. Take 2 to its power."),
         Mistake(mistaken("how_many_tried", effective_branching,
                          ("2 ** -sum(p * math.log2(p) for p in shares)", "len(shares)")),
                 "This counts the actions that were tried. One that got 1 % of the visits is hardly in play."),
         Mistake(mistaken("sign_forgotten", effective_branching, ("-sum", "sum")),
                 "Logarithms of shares are negative: the entropy is *minus* their sum."),
         Mistake(mistaken("zero_included", effective_branching, (" if n > 0", "")),
                 "An action without visits has no logarithm; it adds nothing, so leave it out.")),
        ("Turn visits into shares first; the shares add up to 1.", "The entropy is minus the sum of p * log2(p)."),
    ),
)
