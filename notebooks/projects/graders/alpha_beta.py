"""Project "alpha_beta": an evaluation and alpha-beta for a game with lines."""

import functools
import math

from mcts_course.project_games import EMPTY, MARKS, Lines
from mcts_course.projects.boards import at_random, random_state, searched, threatened, wins, wins_or_blocks
from mcts_course.projects.part import Match, Part, expected, games, moved

SLACK = 1.15  # how many times the states of alpha-beta, in the worse of two orders, a search may evaluate
LEAST = 0.3  # and in the better of them, it must


def evaluated(function, options, states):
    """Return what the evaluation says of these states to both players."""
    from mcts_course.project_games import Lines

    game = Lines(**options)
    return [(function(game, state, 0), function(game, state, 1)) for state in states]


def looked(function, options, state, depth, seed):
    """Return what the search returns, and the states that it evaluated. The evaluation is drawn, and depends on the
    state; it has few values, so that many are equal."""
    import random

    from mcts_course.project_games import Lines

    seen = []

    def evaluate(game, state, player):
        seen.append(state)
        value = random.Random(f"{seed} {state}").randrange(-4, 5) / 10
        return value if player == 0 else -value

    found = function(Lines(**options), state, depth, evaluate)
    return None if found is None else (found, seen)


def minimax(game, state, depth, evaluate, player):
    """Return the value of a state to a player."""
    mover = game.to_move(state)
    if mover is None:
        return game.payoff(state, player)
    if depth == 0:
        return evaluate(game, state, player)
    values = [minimax(game, game.play(state, action), depth - 1, evaluate, player) for action in game.legal(state)]
    return max(values) if mover == player else min(values)


def reference(game, state, depth, evaluate, wrong="", centre=False):
    """Return the value and an action, of alpha-beta with a mistake in it."""
    me = game.to_move(state)

    def actions(state):
        legal = game.legal(state)
        return sorted(legal, key=lambda action: abs(2 * action - game.columns + 1)) if centre else legal

    def value(state, depth, alpha, beta):
        mover = game.to_move(state)
        if mover is None and wrong != "no ends":
            return game.payoff(state, me)
        if depth <= 0:
            return evaluate(game, state, (mover or 0) if wrong == "whose evaluation" else me)
        best = -math.inf if mover == me or wrong == "both maximise" else math.inf
        for action in actions(state):
            below = value(game.play(state, action), depth - 1, alpha, beta)
            if mover == me or wrong == "both maximise":
                best = max(best, below)
                alpha = max(alpha, best)
            else:
                best = min(best, below)
                beta = min(beta, best)
            if wrong != "no cut" and (alpha > beta if wrong == "strict" else alpha >= beta):
                break
        return best

    found, alpha = {}, -math.inf
    for action in actions(state):
        found[action] = value(game.play(state, action), depth - (wrong != "too deep"),
                              -math.inf if wrong == "root window" else alpha, math.inf)
        alpha = max(alpha, found[action])
    best = max(found, key=found.get)
    return found[best], best


MISTAKES = {
    "negated": "The sign is wrong: the value belongs to the player who moves at the root.",
    "the worst": "It is the lowest value of all actions. The player who moves at the root takes the highest.",
    "no cut": "It never cuts: it evaluates as many states as minimax.",
    "strict": "Equal bounds are enough for a cut: use >= and not >.",
    "root window": "The root does not pass its best value so far down as alpha.",
    "both maximise": "Both players maximise. The opponent takes the least value.",
    "whose evaluation": "The evaluation is asked for the player who moves at the leaf, but all values belong to the "
                        "player who moves at the root.",
    "too deep": "It looks one ply too deep: the first move is one of the depth.",
}


def exact(options, state, depth, seed):
    """Return the value of each action by minimax."""
    def by_minimax(game, state, depth, evaluate):
        player = game.to_move(state)
        return {action: minimax(game, game.play(state, action), depth - 1, evaluate, player)
                for action in game.legal(state)}

    return looked(by_minimax, options, state, depth, seed)[0]


def judge_opposed(found, options, states):
    for state, (one, other) in zip(states, found, strict=True):
        if not math.isclose(one, -other, abs_tol=1e-9):
            return expected("not opposed", "evaluate(game, state, 0) = -evaluate(game, state, 1)", (one, other),
                            f"What is good for one player is bad for the other, in {state}.")
    if len({one for one, _ in found}) < 3:
        return expected("constant", "different values for different states", [one for one, _ in found])
    return None


def judge_bounded(found, options, states):
    for state, values in zip(states, found, strict=True):
        if not all(-1 < value < 1 for value in values):
            return expected("as good as a win", "a value between -1 and 1, because 1 is a win", values, f"In {state}.")
    return None


def judge_better(found, options, states):
    for (better, worse), ((one, _), (other, _)) in zip(zip(states[::2], states[1::2], strict=True),
                                                       zip(found[::2], found[1::2], strict=True), strict=True):
        if not one > other:  # NaN is not
            name = "sign" if one < other else "blind"
            return expected(name, f"a higher value for x in {better} than in {worse}", (one, other),
                            "The first one has more marks of x in a line that can still be completed.")
    return None


def judge_value(found, options, searches, seed):
    def same(wanted):
        return all(math.isclose(one, other, abs_tol=1e-9) for one, other in zip(came, wanted, strict=True))

    came = [value for _, value in found]
    values = [exact(options, state, depth, seed).values() for state, depth in searches]
    right = list(map(max, values))
    if same(right):
        return None
    case = tuple(options.items()), tuple(map(tuple, searches)), seed
    name = ("negated" if same([-one for one in right]) else "the worst" if same(map(min, values)) else next(
        (name for name in MISTAKES if same(value for _, value in numbers_of(*case, wrong=name))), "value"))
    (state, depth), wanted, one = next(row for row in zip(searches, right, came, strict=True)
                                       if not math.isclose(row[1], row[2], abs_tol=1e-9))
    return expected(name, f"the value {wanted:g} of depth {depth} for the state {state}", one, MISTAKES.get(name, ""))


def judge_action(found, options, state, depth, seed):
    (_, action), _ = found
    values = exact(options, state, depth, seed)
    best = [one for one, value in values.items() if math.isclose(value, max(values.values()))]
    if action in best:
        return None
    return expected("not the best action", f"one of the best actions {best}", action)


def judge_ends(found, options, state, depth, seed):
    game, ((value, action), _) = Lines(**options), found
    if wins(game, state):
        if value != 1 or exact(options, state, depth, seed).get(action) != 1:
            return expected("no ends", f"value 1 and an action that wins, such as {wins(game, state)}", (value, action),
                            "A finished game counts by its payoff, at any depth.")
    elif action != threatened(game, state):
        return expected("no ends", f"the action {threatened(game, state)}, the only one that does not lose", action,
                        "A finished game counts by its payoff, at any depth.")
    return None


def counted(function, options, searches, seed):
    """Return how many states each search evaluates, and its value."""
    import random

    from mcts_course.project_games import Lines

    numbers = []
    for state, depth in searches:
        seen = []

        def evaluate(game, state, player, seen=seen):
            seen.append(state)
            value = random.Random(f"{seed} {state}").randrange(-4, 5) / 10
            return value if player == 0 else -value

        found = function(Lines(**options), state, depth, evaluate)
        if found is None:
            return None
        numbers.append((len(seen), found[0]))
    return numbers


@functools.lru_cache(64)
def numbers_of(options, searches, seed, wrong="", centre=False):
    """Return how many states each search of the reference evaluates, and its value."""
    return counted(functools.partial(reference, wrong=wrong, centre=centre), dict(options), searches, seed)


def judge_cuts(found, options, searches, seed):
    case = tuple(options.items()), tuple(map(tuple, searches)), seed
    def numbers(wrong="", centre=False):
        return [number for number, _ in numbers_of(*case, wrong, centre)]

    right, found = [numbers(centre=centre) for centre in (False, True)], [number for number, _ in found]
    if found in right:
        return None
    name = next((name for name in MISTAKES for centre in (False, True)
                 if found == numbers(name, centre)), None)
    if not name and LEAST * min(map(sum, right)) <= sum(found) <= SLACK * max(map(sum, right)):
        return None
    if not name and sum(found) < LEAST * min(map(sum, right)):
        return expected("too few", f"about {sum(right[0])} evaluated states: no search of this depth can do with much "
                        "fewer", sum(found))
    return expected(name or "too many", f"about {sum(right[0])} evaluated states, as alpha-beta has in the order of "
                    f"game.legal (minimax: {sum(numbers('no cut'))})", sum(found),
                    MISTAKES.get(name, ""))


def positions(rng, options):
    game = Lines(**options)
    return [([random_state(game, rng, plies) for plies in (1, 4, 5, 7, 8, 9, 11, 12)],)]


def pairs(rng, options):
    """Return pairs of boards with marks of x only. In the first of each they are in one line; in the second not, though
    on a diagonal the second has as many in each row and column."""
    game, found = Lines(**options), []
    for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        line = rng.choice([line for line in game.lines if line[1] - line[0] == right + up * game.columns])
        one, two, three = line[:3]
        other = scattered(game, rng) if 0 in (right, up) else (two - right, one + right, three)
        for cells in ((one, two, three), other):
            board = "".join(MARKS[0] if cell in cells else EMPTY for cell in range(game.columns * game.rows))
            found.append((board, cells[-1]))
    return [(found,)]


def scattered(game, rng):
    """Return three cells of which no two share a line, and through which few lines go."""
    found = [rng.sample(range(game.columns * game.rows), 3) for _ in range(500)]
    return min((cells for cells in found if not any(sum(cell in one for cell in cells) > 1 for one in game.lines)),
               key=lambda cells: sum(len(game.through[cell]) for cell in cells))


def searches(*depths):
    def cases(rng, options):
        game = Lines(**options)
        return [(random_state(game, rng, plies), depth, rng.randrange(2**31))
                for plies, depth in zip((2, 3, 5, 9, 12, 13), depths, strict=True)]
    return cases


def valued(rng, options):
    seed = rng.randrange(2**31)
    return [([case[:2] for case in searches(1, 2, 3, 3, 4, 4)(rng, options)], seed)]


def several(rng, options):
    game = Lines(**options)
    return [([(random_state(game, rng, rng.choice((2, 3, 4, 5))), depth) for depth in (3, 4, 4, 4, 5, 5)],
             rng.randrange(2**31))]


def tactical(rng, options):
    game, found = Lines(**options), []
    for plies in (7, 8):
        found += [(searched(game, rng, [plies], lambda game, state: wins(game, state)), depth, rng.randrange(2**31))
                  for depth in (1, 3)]
        found += [(searched(game, rng, [plies, plies + 2], lambda game, state: threatened(game, state) is not None), 2,
                   rng.randrange(2**31))]
    return found


def three_plies(game, state, rng):
    """Play by minimax of depth 3 with no evaluation, at random among the best."""
    player = game.to_move(state)
    values = {action: minimax(game, game.play(state, action), 2, lambda *_: 0, player) for action in game.legal(state)}
    return rng.choice([action for action, value in values.items() if value == max(values.values())])


OPPONENTS = {"random play": at_random, "one rule": wins_or_blocks, "minimax of depth 3": three_plies}


PARTS = (
    Part("alpha_beta: opposed", "evaluate", 2, "What is good for one player is as bad for the other.", positions,
         evaluated, judge_opposed),
    Part("alpha_beta: bounded", "evaluate", 1, "A state that is not finished is worth more than -1 and less than 1.",
         positions, evaluated, judge_bounded),
    Part("alpha_beta: better", "evaluate", 3, "More marks in an open line are better, in all four directions.", pairs,
         evaluated, judge_better),
    Part("alpha_beta: value", "alpha_beta", 4, "The value is that of minimax of the same depth.",
         valued, counted, judge_value),
    Part("alpha_beta: action", "alpha_beta", 2, "The action leads to this value.", searches(1, 2, 3, 3, 4, 4), looked,
         judge_action),
    Part("alpha_beta: ends", "alpha_beta", 2, "Finished games count by their payoffs.", tactical, looked, judge_ends),
    Part("alpha_beta: cuts", "alpha_beta", 5, "It evaluates at most as many states as alpha-beta, or 15 % more.",
         several, counted, judge_cuts),
    Match("alpha_beta: beats random play", "choose", 1, "`choose` wins at least 90 % against random play.",
          games("random play", 10, 0.9), moved, OPPONENTS),
    Match("alpha_beta: beats one rule", "choose", 2, "`choose` wins at least 70 % against the one rule.",
          games("one rule", 12, 0.7), moved, OPPONENTS),
    Match("alpha_beta: beats depth 3", "choose", 3, "`choose` wins at least 60 % against minimax of depth 3.",
          games("minimax of depth 3", 12, 0.6), moved, OPPONENTS),
)
