"""Project "uct": UCT from nothing."""

import functools
import math
from itertools import product

from mcts_course.project_games import Lines
from mcts_course.projects.boards import at_random, random_state, searched, threatened, wins, wins_or_blocks
from mcts_course.projects.part import Match, Part, expected, games, moved

C = math.sqrt(2)


def grown(function, options, state, iterations, c, seed):
    """Return what the function gives, the states in which playouts began, and the rewards of player 0.

    Rewards are slightly random, so that no two bounds differ by rounding only.
    """
    import random

    from mcts_course.project_games import Lines

    game, rng, begun, rewards = Lines(**options), random.Random(seed), [], []

    def playout(position):
        begun.append(position)
        while game.to_move(position) is not None:
            position = game.play(position, rng.choice(game.legal(position)))
        rewards.append(0.9 * (game.payoff(position, 0) + 1) / 2 + 0.1 * rng.random())
        return rewards[-1], 1 - rewards[-1]

    found = function(game, state, iterations, c, playout)
    return None if found is None else (found, begun, rewards)


class Node:
    """A node of the grader's tree."""

    def __init__(self, state, mover=None):
        self.state, self.mover, self.visits, self.total, self.children = state, mover, 0, 0.0, {}


def reference(game, state, iterations, c, playout, wrong=(), total="visits"):
    """Return the root's actions with visits and mean, of UCT with these mistakes in it.

    total: what N is: "visits" of the node, or the sum of its "children"'s visits; both are right
    """
    root = Node(state)
    for _ in range(iterations):
        path = [root]
        while (player := game.to_move(path[-1].state)) is not None and not ("one ply" in wrong and len(path) > 1):
            node = path[-1]
            new = [action for action in game.legal(node.state) if action not in node.children]
            if new:
                action = new[-1 if "last first" in wrong else 0]
                node.children[action] = Node(game.play(node.state, action), player)
                path.append(node.children[action])
                if "to the end" in wrong:
                    continue
                break
            visits = sum(one.visits for one in node.children.values()) if total == "children" else node.visits
            visits = root.visits if "root" in wrong else visits

            def score(action, node=node, visits=visits):
                child = node.children[action]
                bonus = math.log(visits) / child.visits
                return child.total / child.visits + (
                    0 if "greedy" in wrong else c * bonus if "no root" in wrong else c * math.sqrt(
                        bonus * (2 if "two" in wrong else 1 / math.log(10) if "log10" in wrong else 1)))

            path.append(node.children[max(node.children, key=score)])
        rewards = playout(path[-1].state)
        for node in path[:1] + path[-1:] if "leaf" in wrong else path:
            node.visits += 1
            if node is not root:
                node.total += rewards[credited(wrong, node.mover, game.to_move(state))]
    return {action: (child.visits, child.total / child.visits) for action, child in root.children.items()}


def credited(wrong, mover, chooser):
    """Return the player whose reward a node gets."""
    return (0 if "first player" in wrong else chooser if "root's player" in wrong
            else 1 - mover if "opponent" in wrong else mover)


MISTAKES = {
    "root's player": "Every node gets the reward of the player who moves at the root. So the search expects the "
                     "opponent to help. A node needs the reward of the player who chose it.",
    "first player": "Every node gets the reward of player 0, whoever chose it.",
    "opponent": "Every node gets the reward of the opponent of the player who chose it, so each player looks for a "
                "loss.",
    "one ply": "The tree has only one level. An iteration must go down to a node with an untried action.",
    "to the end": "An iteration expands until the game is over. It must add one node and then play out.",
    "greedy": "The exploration term is missing: c has no effect.",
    "no root": "The square root is missing: the term is c * sqrt(ln N / n).",
    "two": "There is a factor 2 under the root. The task has c * sqrt(ln N / n), and c contains it.",
    "log10": "The logarithm has base 10. Use the natural one, math.log.",
    "root": "N is taken from the root. N belongs to the node at which the action is chosen.",
    "leaf": "Only the root and the last node are updated. Every node of the path belongs to the iteration.",
    "last first": "Untried actions are taken from the end. Take them in the order of game.legal.",
}


@functools.lru_cache(64)
def outcome(options, state, iterations, c, seed, wrong=(), total="visits"):
    """Return what the reference gives in a case."""
    return grown(functools.partial(reference, wrong=wrong, total=total), dict(options), state, iterations, c, seed)


def visits_of(found):
    """Return the visits of each action."""
    return {action: visits for action, (visits, _) in found.items()}


def agrees(found, case, wrong):
    """Return whether the visits are those of the reference with this mistake, in one of the accepted variants."""
    options, *rest = case
    return any(visits_of(found) == visits_of(outcome(tuple(options.items()), *rest, wrong, total)[0])
               for total in ("visits", "children"))


def named(fault, found, *case):
    """Return the fault, or a known mistake that grows the same tree."""
    for name, hint in MISTAKES.items():
        if not agrees(found, case, ()) and agrees(found, case, (name,)):
            return fault._replace(mistake=name, text=f"{fault.text} {hint}")
    return fault


def judge_bound(found, options, mean, n, N, c):
    wanted = math.inf if n == 0 else mean + c * math.sqrt(math.log(N) / n)
    if found == wanted or n and math.isclose(found, wanted):
        return None
    if n == 0:
        return expected("untried", "inf, because an untried action comes first", found)
    known = {"log10": mean + c * math.sqrt(math.log10(N) / n), "no root": mean + c * math.log(N) / n,
             "greedy": mean, "two": mean + c * math.sqrt(2 * math.log(N) / n),
             "exchanged": mean + c * math.sqrt(math.log(max(n, 1)) / N)}
    name = next((name for name, value in known.items() if math.isclose(found, value)), "bound")
    return expected(name, f"{wanted:.4f}", found, {**MISTAKES, "exchanged": "N and n are exchanged."}.get(name, ""))


def judge_counts(found, options, state, iterations, c, seed):
    rows, begun, _ = found
    total = sum(visits_of(rows).values())
    if len(begun) != iterations:
        return expected("playouts", f"{iterations} playouts, one in each iteration", len(begun))
    if total != iterations:
        return expected("counts", f"visits of the root's actions that sum to {iterations}", rows)
    return None


def judge_expansion(found, options, state, iterations, c, seed):
    game, (rows, begun, _) = Lines(**options), found
    legal = game.legal(state)
    if sorted(rows) != legal:
        return named(expected("untried", f"every action tried once before any is tried again: {legal}", sorted(rows)),
                     rows, options, state, iterations, c, seed)
    depths = [len(state[0].replace("x", "").replace("o", "")) - one[0].count(".") for one in begun]
    if max(depths[:len(legal)]) > 1:
        return named(expected("to the end", "the first playouts begin one action below the root",
                              f"{max(depths[:len(legal)])} actions below it"),
                     rows, options, state, iterations, c, seed)
    if max(depths) < 3:
        return named(expected("one ply", f"a tree of 3 levels or more after {iterations} iterations", max(depths)),
                     rows, options, state, iterations, c, seed)
    if max(depths[:4 * len(legal)]) > 4:
        return expected("to the end", "one new node in each iteration",
                        f"{max(depths[:4 * len(legal)])} levels so soon")
    return None


def judge_mean(found, options, state, iterations, c, seed):
    rows, _, rewards = found
    player = Lines(**options).to_move(state)
    wanted = sum(rewards) if player == 0 else len(rewards) - sum(rewards)
    came = sum(visits * mean for visits, mean in rows.values())
    if math.isclose(came, wanted, rel_tol=1e-6):
        return None
    other = math.isclose(came, len(rewards) - wanted, rel_tol=1e-6)
    return expected("mean of the other" if other else "mean", f"means of the rewards of player {player}, who moves: "
                    f"visits times mean sum to {wanted:.3f}", came,
                    "These are the rewards of the other player." if other else "")


def judge_move(found, options, state, iterations, c, seed):
    game, (rows, *_) = Lines(**options), found
    best = wins(game, state) or [threatened(game, state)]
    came = max(rows, key=lambda action: rows[action][0])
    if came in best:
        return None
    what = "which wins at once" if wins(game, state) else "because every other action loses at once"
    return named(expected("wrong_move", f"the most visited action is {best[0]}, {what}", visits_of(rows)),
                 rows, options, state, iterations, c, seed)


def judge_exploration(found, options, state, iterations, c, seed):
    rows = found[0]
    least = min(visits_of(rows).values())
    if c >= 10 and least < 0.6 * iterations / len(rows):
        return named(expected("greedy", f"nearly equal visits, because c is {c}", visits_of(rows)),
                     rows, options, state, iterations, c, seed)
    if c <= 0.1 and least > iterations / (3 * len(rows)):
        return named(expected("exploration", f"few visits of bad actions, because c is {c}", visits_of(rows)),
                     rows, options, state, iterations, c, seed)
    return None


def judge_tree(found, options, state, iterations, c, seed):
    case = options, state, iterations, c, seed
    if agrees(found[0], case, ()):
        return None
    wanted = visits_of(outcome(tuple(options.items()), *case[1:])[0])
    return named(expected("tree", f"the visits {wanted}", visits_of(found[0])), found[0], *case)


def trees(choose, runs):
    """Return a maker of cases: runs are pairs (iterations, c), and `choose(game, rng)` gives a state."""
    def cases(rng, options):
        game = Lines(**options)
        states = [choose(game, rng) for _ in runs]
        if len(runs) > 2:  # player 1 first, where the mistakes with rewards differ from each other
            states.sort(key=lambda state: -game.to_move(state))
        return [(state, *run, rng.randrange(2**31)) for state, run in zip(states, runs, strict=True)]
    return cases


def tactical(kind, player):
    """Return a chooser of states in which this player has one good move."""
    def choose(game, rng):
        return searched(game, rng, [plies for plies in range(6, 12) if plies % 2 == player], lambda game, state: (
            len(wins(game, state)) == 1 if kind == "win" else tempted(game, state)) and len(game.legal(state)) > 2)
    return choose


def tempted(game, state):
    """Return whether only one action does not lose at once, and only another one threatens to win."""
    block = threatened(game, state)
    return block is not None and {action != block for action in game.legal(state) if any(
        game.to_move(after) is not None and wins(game, after)
        for after in replies(game, game.play(state, action)))} == {True}


def replies(game, state):
    """Return the states after each reply."""
    return [game.play(state, action) for action in game.legal(state)] if game.to_move(state) is not None else []


def early(game, rng):
    return random_state(game, rng, rng.choice((0, 1, 2, 3)))


def late(game, rng):
    return random_state(game, rng, game.columns * game.rows - rng.choice((1, 2, 3)))


def bounds(rng, options):
    return [(0.5, 4, 20, C), (0.2, 0, 9, C), (1.0, 1, 1, 0.7), (0.0, 7, 7, 2.0),
            *((rng.random(), rng.randrange(1, 50), rng.randrange(50, 900), rng.random()) for _ in range(6))]


def called_with(function, options, mean, n, N, c):
    """Return the bound."""
    return function(mean, n, N, c)


OPPONENTS = {"random play": at_random, "one rule": wins_or_blocks}


def both(kind):
    def cases(rng, options):
        game = Lines(**options)
        return [(tactical(kind, player)(game, rng), 1000, 1.0, rng.randrange(2**31))
                for player, _ in product((1, 0), range(2))]
    return cases


PARTS = (
    Part("uct: bound", "bound", 2, "`bound(mean, n, N, c)` is mean + c sqrt(ln N / n), and infinite for n = 0.",
         bounds, called_with, judge_bound),
    Part("uct: counts", "uct", 2, "One playout in each iteration; the visits of the root's actions sum to them.",
         trees(early, [(1, C), (30, C), (60, 0.5)]), grown, judge_counts),
    Part("uct: expansion", "uct", 3, "Each action is tried once first; then one node is added in each iteration.",
         trees(early, [(100, C), (120, 0.5)]), grown, judge_expansion),
    Part("uct: mean", "uct", 2, "The means are those of the player who moves at the root.",
         trees(early, [(40, C)] * 6), grown, judge_mean),
    Part("uct: win", "uct", 2, "A move that wins at once is visited most.", both("win"), grown, judge_move),
    Part("uct: block", "uct", 4, "The only move that does not lose at once is visited most.", both("block"), grown,
         judge_move),
    Part("uct: exploration", "uct", 2, "A great c spreads the visits, a small one does not.",
         trees(early, [(100, 20.0)] * 2 + [(300, 0.01)] * 2), grown, judge_exploration),
    Part("uct: tree", "uct", 4, "The visits are those of UCT, for N as the node's visits or as its children's.",
         trees(early, [(60, C), (90, 0.7), (120, 1.0), (90, 0.4)]), grown, judge_tree),
    Part("uct: ends", "uct", 1, "It works near the end of a game.", trees(late, [(20, C)] * 6), grown, judge_counts),
    Match("uct: beats random play", "choose", 1, "`choose` wins at least 80 % of the points against random play.",
          games("random play", 10, 0.8), moved, OPPONENTS),
    Match("uct: beats one rule", "choose", 2, "`choose` wins at least 60 % of the points against the one rule.",
          games("one rule", 16, 0.6), moved, OPPONENTS),
)

