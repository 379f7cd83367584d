"""Exercises: the selection score of PUCT, training data from a game, AlphaZero's search, and the network's loss."""

import math

import numpy as np

from ..exercises.judging import Exercise, Mistake, mistaken


def puct_urgency(mean, visits, parent_visits, believed, c):
    """How urgent a child is to PUCT: mean + c P sqrt(N) / (1 + n).

    `believed` is P, the network's probability of the action; `visits` is n, of the
    child, and `parent_visits` is N. Without visits, 0.5 stands for the mean, whatever
    `mean` is.
    """
    return (mean if visits else 0.5) + c * believed * math.sqrt(parent_visits) / (1 + visits)


def urgency_cases(rng):
    drawn = [(rng.random(), rng.randrange(1, 40), rng.randrange(40, 400), rng.random(), rng.choice((0.5, 1.0, 2.0)))
             for _ in range(6)]
    return [(0.6, 3, 16, 0.25, 1.0), (0.0, 0, 25, 0.4, 1.0), (0.9, 0, 25, 0.4, 1.0), (0.3, 99, 100, 0.01, 1.0),
            (0.5, 1, 2, 0.5, 0.0), (0.7, 9, 64, 0.1, 2.0), *drawn]


def lessons_of_game(visits, movers, rewards):
    """What a game of self-play teaches: a pair (shares, reward) for each of its
    positions.

    `visits[i]` lists the visits that the search at position i gave to each action,
    `movers[i]` is the player to move there, `rewards` has the result of the game for
    each player. The policy learns the shares of the visits, the value learns the reward
    of the player to move.
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


def puct_search(tree, iterations, c):
    """Run AlphaZero's search on a small tree that is given, and return the visits of
    the root's moves as a dict.

    `tree` has for each position, by its name, a pair (value, moves). `value` is the
    reward, from 0 to 1, that the network expects for the player to move. `moves` is a
    dict: move -> (probability, name of the next position). It is empty where the game
    is over; then `value` is the result for the player whose turn it would be. The root
    is "start", the players take turns, and there is one way to each position.

    An iteration begins at the root, which has moves, and takes one of them. It goes on
    while it is at a position that was visited before and has moves. It takes the move
    with the highest mean + c P sqrt(N) / (1 + n), of equal ones the likeliest, and of
    equally likely ones the first. N and n are the visits of this position and of the
    next one. The mean is that of the rewards of the next position, for the player who
    chooses; it is 0.5 if there are no visits. Then the value of the last position goes
    back up: each position on the way gets a visit, and each one below the root also the
    reward of the player who moved to it.
    """
    visits, totals = dict.fromkeys(tree, 0), dict.fromkeys(tree, 0.0)
    for _ in range(iterations):
        path = ["start"]
        while tree[path[-1]][1] and (len(path) == 1 or visits[path[-1]]):
            best, highest = None, (-math.inf, 0.0)
            for probability, name in tree[path[-1]][1].values():
                n = visits[name]
                mean = totals[name] / n if n else 0.5
                urgency = (mean + c * probability * math.sqrt(visits[path[-1]]) / (1 + n), probability)
                if urgency > highest:
                    best, highest = name, urgency
            path.append(best)
        reward = tree[path[-1]][0]
        for name in reversed(path):
            reward = 1 - reward  # for the player who moved to this position
            visits[name] += 1
            totals[name] += reward
    return {move: visits[name] for move, (_, name) in tree["start"][1].items()}


def small_tree(rng, depth, name="start"):
    """Return a random tree in the form that `puct_search` takes, with up to four moves in a position."""
    if depth == 0 or (name != "start" and rng.random() < 0.15):
        return {name: (rng.choice((0.0, 0.5, 1.0)), {})}
    weights = [rng.randrange(1, 9) for _ in range(rng.randrange(2, 5))]
    moves = {f"m{i}": (weight / sum(weights), f"{name}-{i}") for i, weight in enumerate(weights)}
    tree = {name: (rng.randrange(10, 91) / 100, moves)}
    for _, below in moves.values():
        tree |= small_tree(rng, depth - 1, below)
    return tree


def search_cases(rng):
    trap = {"start": (0.5, {"a": (0.7, "A"), "b": (0.3, "B")}), "A": (0.2, {"c": (0.5, "C"), "d": (0.5, "D")}),
            "B": (0.4, {}), "C": (0.0, {}), "D": (0.9, {})}
    second = {"start": (0.5, {"a": (0.3, "A"), "b": (0.7, "B")}), "A": (0.2, {}), "B": (0.4, {})}
    cases = [(trap, 1, 1.0), (trap, 2, 1.0), (trap, 12, 1.0), (trap, 40, 0.5), (trap, 30, 0.0), (second, 1, 1.0)]
    return cases + [(small_tree(rng, depth), rng.randrange(10, 120), rng.choice([0.5, 1.0, 2.0]))
                    for depth in (1, 2, 3, 3, 4, 4)]


def two_head_loss(outputs, shares, rewards):
    """The mean loss of a network with two heads over some positions.

    `outputs[i]` lists what the network says of position i: first the value v, then a
    score for each action. The probability of an action is p = exp(score), divided by
    the sum of this over all actions. `shares[i]` are the shares of visits that the
    policy learns, `rewards[i]` is the reward z that the value learns. The loss of a
    position is 4 (z - v)^2 - sum over actions of share * ln p. Scores may be as large
    as 1000, so that exp(score) is too large for the computer: subtract the largest
    score from all scores first, which does not change p.
    """
    total = 0.0
    for (value, *scores), wanted, reward in zip(outputs, shares, rewards, strict=True):
        most = max(scores)
        scores = [score - most for score in scores]
        log_sum = math.log(sum(math.exp(score) for score in scores))
        loss = 4 * (reward - value) ** 2
        for share, score in zip(wanted, scores, strict=True):
            loss -= share * (score - log_sum)
        total += loss
    return total / len(outputs)


def loss_cases(rng):
    cases = [([[0.6, 0.0, 0.0]], [[0.8, 0.2]], [1.0]), ([[0.5, 1.0, 1.0, 1.0]], [[1.0, 0.0, 0.0]], [0.0]),
             ([[0.9, 1000.0, 999.0]], [[0.5, 0.5]], [1.0]), ([[0.2, 2.0, -1.0], [0.7, 0.0, 3.0]],
                                                             [[0.9, 0.1], [0.3, 0.7]], [0.0, 0.5])]
    for _ in range(5):
        many, actions = rng.randrange(1, 5), rng.randrange(2, 6)
        counts = [[rng.randrange(1, 20) for _ in range(actions)] for _ in range(many)]
        cases.append(([[rng.random(), *(rng.uniform(-3, 3) for _ in range(actions))] for _ in range(many)],
                      [[n / sum(row) for n in row] for row in counts], [rng.choice([0.0, 0.5, 1.0]) for _ in counts]))
    return cases


def network_picture(network, game, state):
    """Draw a network for Connect Four, from left to right, and its activity at a position.

    A filled dot is an input or a unit that is not 0; the lines are the strongest products of weight and input.
    """
    from mcts_lab.views.plots import style
    from mcts_papers.studies.alphazero import advisor
    from mcts_papers.studies.self_play import features_row

    worth, believed = advisor(network)(game, state)
    columns, rows, layers = game.columns, game.rows, list(network.layers())
    board = [(i % (columns * rows) // rows, i % rows + (rows + 2) * (i < columns * rows))
             for i in range(2 * columns * rows)]
    units = [[(12 + 9 * at + i % wide, 15.0 * (i // wide) / max(1, (len(bias) - 1) // wide))
              for i in range(len(bias))] for at, (bias, wide) in enumerate([(layers[0][1], 6), (layers[1][1], 2)])]
    heads = [(29, 15.0), *((29, 1.6 * (columns - 1 - i)) for i in range(columns))]
    words = f"A network with two heads. Value {worth:.2f}; policy: " + ", ".join(
        f"{action} {p:.0%}" for action, p in believed.items())
    with style.figure(words, (10.5, 5.5)) as fig:
        ax, t, flow = fig.add_subplot(), style.theme(), features_row(game, state)
        for (weights, bias), here, there in zip(layers, (board, *units), (*units, heads), strict=True):
            strength = flow[:, None] * weights
            for place in np.argsort(np.abs(strength), axis=None)[-45:]:
                i, j = np.unravel_index(place, strength.shape)
                ax.plot(*zip(here[i], there[j], strict=True), lw=0.8, alpha=0.5, zorder=0,
                        color=t.good if strength[i, j] > 0 else t.bad)
            ax.scatter(*np.transpose(here), s=26, c=np.where(flow != 0, t.text, t.background), ec=t.faint)
            flow = np.maximum(flow @ weights + bias, 0)
        ax.scatter(*np.transpose(heads), s=60, color=t.text)
        ax.annotate(f"value {worth:.2f}", heads[0], (10, 0), textcoords="offset points", va="center")
        for action, p in believed.items():
            ax.annotate(f"column {action}: {p:.0%}", heads[1 + action], (10, 0), textcoords="offset points",
                        va="center")
        for x, y, label in ((3, rows * 2 + 2.6, "discs of the\nplayer to move"), (3, -2.3, "discs of the\nopponent"),
                            (14.5, -2.3, f"{len(units[0])} units"), (21.5, -2.3, f"{len(units[1])} units"),
                            (31, -2.3, "value and policy")):
            ax.text(x, y, label, ha="center")
        ax.set(title=f"{len(board)} inputs, two hidden layers, two heads", xlim=(-1, 35), ylim=(-3, 17.5))
        ax.axis("off")
    return fig


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
    Exercise(
        puct_search, "Write AlphaZero's search, for a tree that is given.", search_cases,
        (Mistake(mistaken("never_turned", puct_search,
                          ("            reward = 1 - reward  # for the player who moved to this position\n", "")),
                 "The value speaks for the player to move. A mean belongs to the player who moved there: turn it, "
                 "1 - reward, at each step of the way back."),
         Mistake(mistaken("turned_too_late", puct_search,
                          ("            reward = 1 - reward  # for the player who moved to this position\n", ""),
                          ("            totals[name] += reward\n",
                           "            totals[name] += reward\n            reward = 1 - reward\n")),
                 "This adds to each position the reward of the player to move there. It has to be that of the player "
                 "who moved to it."),
         Mistake(mistaken("never_tried_first", puct_search, ("else 0.5", "else math.inf")),
                 "A position without visits does not come first in any case: 0.5 stands for its mean."),
         Mistake(mistaken("nought_for_nothing", puct_search, ("else 0.5", "else 0.0")),
                 "Without visits, 0.5 stands for the mean."),
         Mistake(mistaken("without_policy", puct_search, ("c * probability *", "c *")),
                 "The probability that the network gives to the move is missing."),
         Mistake(mistaken("n_alone", puct_search, ("(visits[path[-1]]) / (1 + n)", "(visits[path[-1]]) / max(n, 1)")),
                 "The bonus is divided by 1 + n."),
         Mistake(mistaken("sum_for_mean", puct_search, ("totals[name] / n if n", "totals[name] if n")),
                 "A mean is the sum of rewards divided by the visits."),
         Mistake(mistaken("root_alone", puct_search, ("(len(path) == 1 or visits[path[-1]])", "visits[path[-1]]")),
                 "The first iteration ends at the root here. It takes a move, too, so that the visits of the root's "
                 "moves add up to the iterations."),
         Mistake(mistaken("first_of_equals", puct_search, ("/ (1 + n), probability)", "/ (1 + n), 0.0)")),
                 "Of equal moves the likeliest comes first."),
         Mistake(mistaken("only_the_leaf", puct_search, ("in reversed(path)", "in path[-1:]")),
                 "Every position on the way gets a visit and the reward, not only the last one.")),
        ("Keep two dicts by the name of a position: visits, and the sum of rewards for the player who moved to it.",
         "On the way back, `reward = 1 - reward` before you add it to the last position, and again at each one above."),
        points=3,
    ),
    Exercise(
        two_head_loss, "Write the loss that both heads learn to make small.", loss_cases,
        (Mistake(mistaken("value_only", two_head_loss, ("share * (score - log_sum)", "0.0")),
                 "The policy's loss is missing."),
         Mistake(mistaken("policy_only", two_head_loss, ("4 * (reward - value) ** 2", "0.0")),
                 "The value's loss is missing."),
         Mistake(mistaken("without_weight", two_head_loss, ("4 * (reward", "(reward")),
                 "The squared error of the value counts four times."),
         Mistake(mistaken("sum_of_all", two_head_loss, ("total / len(outputs)", "total")),
                 "This is the sum over the positions. Divide by their number."),
         Mistake(mistaken("scores_for_logarithms", two_head_loss, (" - log_sum)", ")")),
                 "A score is not the logarithm of a probability yet: subtract the logarithm of the sum of all "
                 "exp(score)."),
         Mistake(mistaken("wrong_sign", two_head_loss, ("loss -= share", "loss += share")),
                 "The sum over actions is subtracted, because the logarithm of a probability is negative."),
         Mistake(mistaken("best_move_only", two_head_loss, ("share * (score", "(share == max(wanted)) * (score")),
                 "All shares count, not only the largest one.")),
        ("ln p = score - ln(sum of exp(score)). Subtract the largest score from all of them first.",
         "`value, *scores = outputs[i]` takes a list apart."),
        points=3,
    ),
)
