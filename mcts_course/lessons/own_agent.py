"""Exercises: other ways to value a node and to choose a child, a whole search, and an agent that wins."""

import math

from mcts_lab.game import TERMINAL, after, legal_actions

from ..contests.duels import Duel, beginnings, move_by, one_rule
from ..exercises.judging import Exercise, Mistake, mistaken, same
from ..sandboxes.answering import called


def mix_max(rewards, q):
    """The value of MixMax: q times the highest reward plus (1 - q) times the mean."""
    return q * max(rewards) + (1 - q) * sum(rewards) / len(rewards)


def reward_cases(rng):
    lists = ([rng.random() for _ in range(6)], [0.3], [0.0, 1.0], [0.1, 0.2, 0.9], [0.5, 0.5, 0.0, 0.25])
    return [(rewards, q) for rewards in lists for q in (0, 0.25, 1, rng.random())]


def epsilon_greedy(means, epsilon, rng):
    """The index of the best mean, or with probability `epsilon` a random index.

    Draws ``rng.random()`` once, and ``rng.randrange(len(means))`` only for a random
    index.
    """
    if rng.random() < epsilon:
        return rng.randrange(len(means))
    return means.index(max(means))


def random_among_others(means, epsilon, rng):
    best = means.index(max(means))
    if rng.random() < epsilon:
        other = rng.randrange(len(means) - 1)
        return other + (other >= best)
    return best


def greedy_cases(rng):
    drawn = [([rng.random() for _ in range(n)], rng.random()) for n in (2, 4, 7)]
    return [([0.2, 0.9, 0.4], epsilon) for epsilon in (0.0, 0.3, 1.0)] + [([0.5, 0.1, 0.0, 0.3, 0.2], 0.5), *drawn]


def choices_made(function, means, epsilon):
    """Return the choices for many random streams."""
    import random

    found = [function(list(means), epsilon, random.Random(seed)) for seed in range(60)]
    return None if all(choice is None for choice in found) else found


def my_uct(game, state, iterations, playout):
    """The visits of each action at `state` after so many iterations of UCT: a dict.

    Each iteration goes down from `state`. Where actions have not been tried, it tries
    the first of them, in the order of `legal_actions`. Otherwise it goes to the action
    with the highest bound, mean + sqrt(2 ln N / n), where n is the number of its visits
    and N that of the position. After an action that was new, or where the game is over,
    it calls `playout(position)` once, which returns a reward for each player. The mean
    of an action is the mean reward of the player who chose it.
    """
    root = {"state": state, "mover": 0, "visits": 0, "total": 0.0, "children": {}}
    for _ in range(iterations):
        path = [root]
        while game.to_move(path[-1]["state"]) != TERMINAL:
            node = path[-1]
            state, tried = node["state"], node["children"]
            new = [action for action in legal_actions(game, state) if action not in tried]
            if new:
                tried[new[0]] = {"state": after(game, state, new[0]), "mover": game.to_move(state),
                                 "visits": 0, "total": 0.0, "children": {}}
                path.append(tried[new[0]])
                break
            bounds = {action: child["total"] / child["visits"]
                      + math.sqrt(2 * math.log(node["visits"]) / child["visits"])
                      for action, child in tried.items()}
            path.append(tried[max(bounds, key=bounds.get)])
        rewards = playout(path[-1]["state"])
        for node in path:
            node["visits"] += 1
            node["total"] += rewards[node["mover"]]
    return {action: child["visits"] for action, child in root["children"].items()}


def grown(function, name, options, actions, iterations, seed):
    """Return the visits at the root, and the number of playouts.

    Rewards are slightly random, so that no two bounds differ only by rounding.
    """
    import random

    from mcts_lab import games
    from mcts_lab.game import TERMINAL, after, legal_actions, position_after

    game, rng, made = games.make(name, **options), random.Random(seed), []

    def playout(state):
        made.append(1)
        while game.to_move(state) != TERMINAL:
            state = after(game, state, rng.choice(legal_actions(game, state)))
        first = 0.9 * (game.payoff(state, 0) + 1) / 2 + 0.1 * rng.random()
        return [first, 1 - first]

    found = function(game, position_after(game, actions), iterations, playout)
    return None if found is None else (found, len(made))


def children_counted(found, *case):
    """Return a search's result, or the reference's if N was computed as the sum of the children's visits."""
    return called(my_uct, grown, case) if same(found, called(summed, grown, case)) else found


summed = mistaken("summed", my_uct, ('node["visits"])', 'sum(one["visits"] for one in tried.values()))'))


def searches(rng):
    seeds = [rng.randrange(2**31) for _ in range(4)]
    return [("tic_tac_toe", {}, [4, 0, 8], 60, seeds[0]), ("tic_tac_toe", {}, [4, 1, 3, 5], 80, seeds[1]),
            ("tic_tac_toe", {}, [0, 8, 2, 1, 6, 4, 3], 15, seeds[2]), ("nim", {"piles": [2, 3]}, [], 80, seeds[3])]


def beat_uct(game, state, rng):
    """The action of an agent that beats UCT with 50 iterations.

    It has two seconds per move.
    """
    def four(discs):  # in a line; the bits of a column are six squares and an empty one above them
        return any(discs & discs >> step & discs >> 2 * step & discs >> 3 * step for step in (1, 6, 7, 8))

    def moves(taken):  # pairs of a column and the disc that falls into it, from the middle outwards
        discs = ((column, taken + (1 << 7 * column) & ~taken & 63 << 7 * column) for column in (3, 2, 4, 1, 5, 0, 6))
        return [(column, disc) for column, disc in discs if disc]

    def value(mine, theirs, depth, alpha, beta):  # to the player to move, by alpha-beta
        if depth == 0 or not moves(mine | theirs):
            return 0
        for _, disc in moves(mine | theirs):
            alpha = max(alpha, worth(mine | disc, theirs, depth, alpha, beta))
            if alpha >= beta:
                break
        return alpha

    def worth(mine, theirs, depth, alpha, beta):  # of having moved; a win counts more the sooner it comes
        return 100 + depth if four(mine) else -value(theirs, mine, depth - 1, -beta, -alpha)

    me = game.to_move(state)
    mine, theirs = int(state.discs[me]), int(state.discs[1 - me])
    found = {column: worth(mine | disc, theirs, 4, -1000, 1000) for column, disc in moves(mine | theirs)}
    return max(found, key=found.get)


def at_random(game, state, rng):
    return rng.choice(legal_actions(game, state))


def first_legal(game, state, rng):
    return legal_actions(game, state)[0]


LESSON = "06_your_agent"
EXERCISES = (
    Exercise(
        mix_max,
        "Write the value of *MixMax*, which looks at the best that can happen and at what happens on average.",
        reward_cases,
        (Mistake(mistaken("weights_exchanged", mix_max, ("q * max(rewards) + (1 - q)", "(1 - q) * max(rewards) + q")),
                 "The weights have changed places: q belongs to the greatest reward."),
         Mistake(mistaken("plain_mean", mix_max, ("q * max(rewards) + (1 - q) * sum", "sum")),
                 "This is the mean. MixMax adds a part of the greatest reward."),
         Mistake(mistaken("sum_for_the_mean", mix_max, ("(rewards) / len(rewards)", "(rewards)")),
                 "The second term is the mean: divide by the number of rewards."),
         Mistake(mistaken("middle_for_mean", mix_max,
                          ("sum(rewards) / len(rewards)", "(max(rewards) + min(rewards)) / 2")),
                 "The mean is that of all rewards, not of the greatest and the least.")),
        ("With q = 0 it is the mean, with q = 1 the maximum.",),
    ),
    Exercise(
        epsilon_greedy,
        "A simple way to choose: nearly always the best, now and then anything. Write it.", greedy_cases,
        (Mistake(mistaken("greedy_by_epsilon", epsilon_greedy, ("< epsilon", ">= epsilon")),
                 "It is the other way round: with probability epsilon the choice is random."),
         Mistake(mistaken("always_greedy", epsilon_greedy, ("rng.random() < epsilon", "False")),
                 "It never tries anything but the best: where is epsilon?"),
         Mistake(random_among_others, "A random choice is among *all* indices, the best one included."),
         Mistake(mistaken("value_for_index", epsilon_greedy,
                          ("return rng.randrange(len(means))", "return means[rng.randrange(len(means))]"),
                          ("means.index(max(means))", "max(means)")),
                 "This gives a mean. Give its index.")),
        ("First draw `rng.random()` and compare it with epsilon.",
         "`means.index(max(means))` is the index of the best."),
        ask=choices_made,
    ),
    Exercise(
        my_uct, "Write the whole of UCT. Its visits must be those of the textbook for the same playouts.", searches,
        (Mistake(mistaken("for_player_0", my_uct, ('rewards[node["mover"]]', "rewards[0]")),
                 "Every action gets the reward of player 0. It belongs to the player who chose the action."),
         Mistake(mistaken("for_the_opponent", my_uct, ('rewards[node["mover"]]', 'rewards[1 - node["mover"]]')),
                 "Every action gets the reward of the other player. Each player chooses what is good for that player."),
         Mistake(mistaken("for_the_root", my_uct, ('rewards[node["mover"]]', 'rewards[game.to_move(root["state"])]')),
                 "Every action gets the reward of the player to move at the root. It belongs to the player who chose "
                 "the action."),
         Mistake(mistaken("never_expanded", my_uct, ('game.to_move(path[-1]["state"]) != TERMINAL', "len(path) == 1")),
                 "It looks one action ahead only. Go on down the tree, to an action that was never tried."),
         Mistake(mistaken("expanded_to_the_end", my_uct, ("                break\n", "                continue\n")),
                 "An iteration adds one action to the tree and then plays out."),
         Mistake(mistaken("greedy", my_uct, ("2 * math.log", "0 * math.log")),
                 "There is no bonus for actions with few visits."),
         Mistake(mistaken("one_for_two", my_uct, ("2 * math.log", "math.log")),
                 "The bonus is too small: it is the square root of 2 ln N / n."),
         Mistake(mistaken("root_for_the_position", my_uct, ('math.log(node["visits"])', 'math.log(root["visits"])')),
                 "N is the visits of the position at which the action is chosen, not those of the root."),
         Mistake(mistaken("last_one_first", my_uct, ("(game, state) if", "(game, state)[::-1] if")),
                 "Of the actions that were never tried, the first one comes first."),
         Mistake(mistaken("ends_only", my_uct, ("for node in path:", "for node in path[:1] + path[-1:]:")),
                 "Only the root and the leaf are updated. Every node of the path took part in this game.")),
        ("Keep for each position: its visits, and for each action tried from it the visits, the sum of rewards and the "
         "position behind it.",
         "One iteration: `path = [root]`; go down while nothing is new and the game is not over; one playout; then "
         "every node on the path gets a visit and the reward of the player who moved there.",
         "The tree policy, the expansion and the backup are a few lines each; notebook 03 has them."),
        ask=grown, judge=children_counted, points=3,
    ),
    Duel(
        beat_uct, "Write an agent that beats UCT with 50 iterations in Connect Four: more than half of the points in "
        "20 games, ten openings from both sides, with two seconds per move. When your agent is marked, it plays other "
        "openings, so win clearly.", beginnings,
        (Mistake(one_rule, "This is the one rule. It does not look at what the opponent can do next."),
         Mistake(at_random, "It plays at random. Look at least for moves that win at once."),
         Mistake(first_legal, "It always plays the first legal action.")),
        ("Begin with the one rule: `textbook.show(one_rule)`. What does it lose to?",
         "Do not play an action after which the opponent wins at once.",
         "Then look further: alpha-beta, four plies deep, wins nearly all games. Whole numbers as boards are quick."),
        ask=move_by, points=2,
    ),
)
