"""Exercises: backup, flat UCB, and minimax in a finished tree."""

import math

from mcts_lab.game import CHANCE

from ..exercises.judging import Exercise, Mistake, mistaken


def back_up(path, rewards):
    """Give each node on the path, root first, its reward: of the player who chose it.

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
    """Return visits and totals after the backup of a path on which these players moved."""
    from mcts_lab.textbook import Node

    path = [Node(None, mover) for mover in movers]
    for i, node in enumerate(path):
        node.visits, node.total = 3 + i, 1.5 + i
    before = [(node.visits, node.total) for node in path]
    answer = function(path, rewards)
    now = [(node.visits, node.total) for node in path]
    return now if now != before or answer is not None else None


def flat_ucb(actions, play, iterations, c):
    """Return a dictionary with the visits of each action after flat UCB.

    An action that was never tried comes first, in the order of `actions`. Then the
    action with the highest UCB1 value is played; of equal values the earlier one in
    `actions`.
    """
    visits = {action: 0 for action in actions}
    totals = {action: 0.0 for action in actions}

    def value(action):
        if visits[action] == 0:
            return math.inf
        bonus = math.sqrt(math.log(sum(visits.values())) / visits[action])
        return totals[action] / visits[action] + c * bonus

    for _ in range(iterations):
        action = max(actions, key=value)
        totals[action] += play(action)
        visits[action] += 1
    return visits


def flat_cases(rng):
    """Return actions, the rewards that each of them brings in order, the number of iterations, and c."""
    fixed = [([0, 1, 2], [[1.0], [0.0], [0.5]], 12, 1.4), ([7, 3], [[0.0, 1.0, 1.0], [1.0, 0.0, 0.0]], 20, 1.0),
             ([4, 2, 9], [[0.0], [1.0], [0.0]], 15, 0.0), ([5], [[0.5]], 4, 1.0), ([1, 0, 2], [[1.0]] * 3, 2, 1.0),
             ([0, 1, 2], [[0.0, 1.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0]], 15, 0.5)]
    for _ in range(6):
        actions = rng.sample(range(10), rng.randrange(2, 6))
        fixed.append((actions, [[float(rng.random() < 0.5) for _ in range(5)] for _ in actions],
                      rng.randrange(10, 40), rng.choice((0.3, 1.0, 1.4))))
    return fixed


def after_flat(function, actions, rewards, iterations, c):
    """Return the visits, if each action brings its rewards in order, again and again."""
    played = {action: 0 for action in actions}

    def play(action):
        mine = rewards[actions.index(action)]
        played[action] += 1
        return mine[(played[action] - 1) % len(mine)]

    found = function(list(actions), play, iterations, c)
    return None if found is None else [found.get(action, 0) for action in actions]


def tree_minimax(node, least):
    """Return a node's value under best play, for the player who chose it.

    A child counts if it has at least `least` visits. A node without such children is
    worth its mean reward. Otherwise the player to move takes the child that is best for
    this player. Two players share a reward of 1: what is worth v to one is worth 1 - v
    to the other. A node has `visits`, `total`, `mover` and `children`.
    """
    known = [child for child in node.children if child.visits >= least]
    if not known:
        return node.total / node.visits
    best = max(tree_minimax(child, least) for child in known)
    to_move = known[0].mover
    if to_move == node.mover:
        return best
    return 1 - best


def minimax_cases(rng):
    """Return trees as (mover, visits, total, children), and the number of visits that a child needs to count."""
    leaf = [(0, 4, 3.0, []), (1, 5, 1.0, [])]
    fixed = [((0, 10, 4.0, []), 1), ((0, 10, 4.0, [leaf[1]]), 1), ((1, 10, 4.0, leaf[:1] + [(0, 5, 1.0, [])]), 1),
             ((0, 12, 6.0, leaf[:1] + [(0, 6, 5.0, [])]), 1), ((1, 20, 9.0, [(0, 2, 2.0, []), (0, 15, 9.0, [])]), 3),
             ((0, 9, 3.0, [(1, 2, 1.0, []), (1, 1, 1.0, [])]), 5),
             ((1, 20, 9.0, [(0, 5, 5.0, []), (0, 10, 2.0, [])]), 5),
             ((0, 20, 9.0, [(1, 9, 3.0, [(0, 5, 4.0, []), (0, 4, 1.0, [])]), (1, 9, 5.0, [(1, 6, 2.0, [])])]), 2)]

    def drawn(mover, depth):
        visits = rng.randrange(1, 20)
        below = rng.randrange(2) if depth else mover  # who moves next
        children = [drawn(below, depth - 1) for _ in range(rng.randrange(4))] if depth else []
        return mover, visits, float(rng.randrange(visits + 1)), children

    return fixed + [(drawn(rng.randrange(2), 3), rng.randrange(1, 8)) for _ in range(10)]


def after_minimax(function, tree, least):
    """Return the function's value of a tree of textbook nodes."""
    from mcts_lab.textbook import Node

    def made(mover, visits, total, children):
        node = Node(None, mover)
        node.visits, node.total = visits, total
        node.children = [made(*child) for child in children]
        return node

    return function(made(*tree), least)


ALL_VISITS = "math.log(sum(visits.values()))"
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
        flat_ucb,
        "Write flat UCB: UCB1 chooses among the actions of the root, and everything after them is random. "
        "`play(action)` plays one random game after an action and returns its reward.", flat_cases,
        (Mistake(mistaken("greedy", flat_ucb, ("+ c * bonus", "")),
                 "This plays the highest mean. UCB1 adds the bonus c * sqrt(ln N / n)."),
         Mistake(mistaken("untried_last", flat_ucb, ("return math.inf", "return 0.0")),
                 "An action that was never tried comes first: its bound is infinite."),
         Mistake(mistaken("sum_for_mean", flat_ucb, ("totals[action] / visits[action] + c", "totals[action] + c")),
                 "The first term is a mean: divide the sum of rewards by the visits."),
         Mistake(mistaken("own_logarithm", flat_ucb, (ALL_VISITS, "math.log(visits[action] + 1)")),
                 "The logarithm is that of all iterations so far, N, and not of the action's own visits."),
         Mistake(mistaken("no_root", flat_ucb, (f"math.sqrt({ALL_VISITS} / visits[action])",
                                                f"{ALL_VISITS} / visits[action]")),
                 "The bonus is a square root."),
         Mistake(mistaken("budget_known", flat_ucb, (ALL_VISITS, "math.log(iterations)")),
                 "N is the number of iterations so far, and not the number that there will be."),
         Mistake(mistaken("last_of_equals", flat_ucb, ("max(actions, key=value)", "max(reversed(actions), key=value)")),
                 "Of equal values the earlier action in `actions` is played.")),
        ("Keep two dictionaries: visits and sums of rewards.",
         "In each iteration take the first action without visits; if there is none, the highest bound."),
        ask=after_flat, points=3,
    ),
    Exercise(
        tree_minimax,
        "Read a finished tree as minimax would: each player takes the best child that was visited often enough.",
        minimax_cases,
        (Mistake(mistaken("not_turned", tree_minimax, ("return 1 - best", "return best")),
                 "A child's value is for the player who chose the child. If this is the opponent, the node is worth "
                 "1 - value to its own player."),
         Mistake(mistaken("always_turned", tree_minimax, ("if to_move == node.mover:", "if False:")),
                 "A player may move twice in a row. Then the value is not turned: look at the movers."),
         Mistake(mistaken("opponent_helps", tree_minimax, ("best = max(", "best = min(")),
                 "The player to move takes the child that is best for this player: the highest value."),
         Mistake(mistaken("all_children", tree_minimax, (" if child.visits >= least", " if child.visits >= 1")),
                 "Children with fewer than `least` visits do not count."),
         Mistake(mistaken("more_than_least", tree_minimax, ("child.visits >= least", "child.visits > least")),
                 "A child with exactly `least` visits counts."),
         Mistake(mistaken("means_only", tree_minimax, ("best = max(tree_minimax(child, least) for child in known)",
                                                       "best = max(child.total / child.visits for child in known)")),
                 "This goes one level deep. The value of a child depends on its own children: call the function "
                 "again.")),
        ("Write a recursive function. It ends at a node without children that count.",
         "All children of a node were chosen by the same player, `children[0].mover`."),
        ask=after_minimax, points=3,
    ),
)
