"""Exercises: minimax, alpha-beta, negamax, the fewest leaves, the principal variation, and an evaluation function.

Trees are nested lists whose leaves are numbers, the values for the player called max; `GivenTree` turns a tree into
a game.
"""

from math import inf
from random import Random

from mcts_lab.game import TERMINAL, after, legal_actions
from mcts_lab.textbook import alpha_beta, minimax

from ..exercises.judging import Exercise, Mistake, mistaken


def trees(rng, most_depth=4, count=12):
    """Return random trees, later ones deeper; leaves are small integers, so that some are equal."""

    def tree(depth):
        if depth == 0 or (depth < most_depth - 1 and rng.random() < 0.15):
            return rng.randrange(-5, 6)
        return [tree(depth - 1) for _ in range(rng.randrange(1, 4))]

    return [tree(1 + i * most_depth // count) for i in range(count)]


def valued(function, tree, maximise, depth):
    """Return the function's value of a tree for player 0; the estimate at the depth limit is the node's number
    modulo 5.
    """
    from mcts_lab.games.teaching.given_tree import GivenTree

    game = GivenTree(tree, maximise)
    return function(game, game.at(0), 0, depth, lambda game, state, player: int(state.node) % 5)


def minimax_cases(rng):
    return [(tree, maximise, depth) for tree in [3, [1, 2], [[1, 2], [3, 4]], *trees(Random(2)), *trees(rng)]
            for maximise in (True, False) for depth in (inf, 2)]


def looking(function, tree):
    """Return the value, and the leaves that were evaluated, in order."""
    from mcts_lab.games.teaching.given_tree import GivenTree

    class Watched(GivenTree):
        """A tree that records the leaves that are evaluated."""

        looked = ()

        def payoff(self, state, player):
            self.looked = [*self.looked, int(state.node)]
            return super().payoff(state, player)

    game = Watched(tree)
    value = function(game, game.at(0), 0)
    return None if value is None and not game.looked else (value, game.looked)


def alpha_beta_cases(rng):
    example = [[[5, 6], [7, 4]], [[3, 2], [9, 8]], [[6, 7], [1, 2]]]
    return [(tree,) for tree in [2, [1, 3, 2], [[1, 2], [3, 4]], [[3, 5], [2, 9], [3, 1]], example,
                                 *trees(Random(2), 5, 20), *trees(rng)]]


def negamax_value(node, sign=1):
    """Return the value of a tree for the player who moves at its root.

    Leaves hold max's values. `sign` is 1 where max moves and -1 where min does.
    """
    if not isinstance(node, list):
        return sign * node
    return max(-negamax_value(child, -sign) for child in node)


def not_negated(node, sign=1):
    return sign * node if not isinstance(node, list) else max(not_negated(child, -sign) for child in node)


def sign_kept(node, sign=1):
    return sign * node if not isinstance(node, list) else max(-sign_kept(child, sign) for child in node)


def leaf_as_it_is(node, sign=1):
    return node if not isinstance(node, list) else max(-leaf_as_it_is(child, -sign) for child in node)


def for_max(node, sign=1):
    if not isinstance(node, list):
        return node
    return (max if sign > 0 else min)(for_max(child, -sign) for child in node)


def negamax_cases(rng):
    return [(tree, sign) for tree in [3, [1, 2], [[1, 2], [3, 4]], *trees(Random(2)), *trees(rng)] for sign in (1, -1)]


def fewest_leaves(branching, depth):
    """Return the least number of leaves that alpha-beta evaluates.

    Each node has `branching` children, and the leaves are at this `depth`.
    """
    return branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1


def leaf_cases(rng):
    return [(branching, depth) for branching in (1, 2, 3, 7, rng.randrange(8, 40)) for depth in range(8)]


def best_line(game, state, player, alpha=-inf, beta=inf):
    """Return (value, line): the value of `state` to `player`, and a list of the actions
    that both sides play if they play as well as they can.

    Search with alpha-beta. Of equally good actions the first one counts.
    """
    if game.to_move(state) == TERMINAL:
        return game.payoff(state, player), []
    maximise = game.to_move(state) == player
    value, line = (-inf if maximise else inf), []
    for action in legal_actions(game, state):
        below, rest = best_line(game, after(game, state, action), player, alpha, beta)
        if (below > value) if maximise else (below < value):
            value, line = below, [action, *rest]
        if maximise:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value, line


def line_found(function, tree, maximise):
    """Return the value and the line, and the leaves that were evaluated, in order."""
    from mcts_lab.games.teaching.given_tree import GivenTree

    class Watched(GivenTree):
        """A tree that records the leaves that are evaluated."""

        looked = ()

        def payoff(self, state, player):
            self.looked = [*self.looked, int(state.node)]
            return super().payoff(state, player)

    game = Watched(tree, maximise)
    found = function(game, game.at(0), 0)
    return None if found is None and not game.looked else (found, game.looked)


def line_cases(rng):
    return [(tree, maximise) for tree in [2, [1, 3, 2], [[1, 2], [3, 4]], [[3, 5], [2, 9], [3, 1]], [[4, 1], [2, 2]],
                                          *trees(Random(2), 5, 20), *trees(rng)] for maximise in (True, False)]


def rate_lines(board, player):
    """Return how good a board of Connect Four is for `player`, "x" or "o".

    `board` is a list of texts, one for each row, in which "." is an empty square. A
    line is four squares in a row, a column or a diagonal. A line with discs of only one
    player counts 1, 4, 16 or 64 for one, two, three or four discs: plus for `player`,
    minus for the other one. All other lines count nothing.
    """
    rows, columns, total = len(board), len(board[0]), 0
    other = "o" if player == "x" else "x"
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 3 * down >= rows or not 0 <= column + 3 * right < columns:
                    continue
                line = [board[row + i * down][column + i * right] for i in range(4)]
                if player in line and other not in line:
                    total += 4 ** (line.count(player) - 1)
                elif other in line and player not in line:
                    total -= 4 ** (line.count(other) - 1)
    return total


def board_cases(rng):
    def board(rows, columns, discs):
        squares = [["."] * columns for _ in range(rows)]
        for disc in range(discs):
            column = rng.choice([c for c in range(columns) if squares[0][c] == "."])
            row = max(r for r in range(rows) if squares[r][column] == ".")
            squares[row][column] = "xo"[disc % 2]
        return ["".join(row) for row in squares]

    known = [["....."] * 4, ["....", "....", "...x", "o.xx"], ["...x", "..xo", ".xoo", "xoox"],
             [".......", ".......", ".......", ".......", "...o...", "..xx..."]]
    made = [board(rows, columns, discs) for rows, columns in ((4, 4), (5, 7), (6, 7)) for discs in (3, 6, 9, 12)]
    return [(some, player) for some in [*known, *made] for player in "xo"]


BEST = "max(values) if game.to_move(state) == player else min(values)"
CUT = "if alpha >= beta:"

LESSON = "01_minimax"
EXERCISES = (
    Exercise(
        minimax, "Write minimax for any game.", minimax_cases,
        (Mistake(mistaken("only_max", minimax, (BEST, "max(values)")),
                 "Here max moves at every level. At every other one it is min who chooses."),
         Mistake(mistaken("roles_exchanged", minimax, ("== player", "!= player")),
                 "Max and min have changed places: where `player` moves, take the greatest value."),
         Mistake(mistaken("mean_of_all", minimax, (BEST, "sum(values) / len(values)")),
                 "This is the mean of the children. No player moves at random here: max takes the best for max, min "
                 "the worst."),
         Mistake(mistaken("player_changes", minimax, ("action), player,", "action), 1 - player,")),
                 "All values belong to one player: `player` stays the same all the way down."),
         Mistake(mistaken("depth_kept", minimax, ("depth - 1", "depth")),
                 "The depth must get smaller on the way down, or the estimate is never asked for.")),
        ("A finished game is worth its payoff, and one at depth 0 what `evaluate` says. What is any other worth, once "
         "you know what its children are worth?",
         "The children's values are `minimax(game, after(game, state, action), player, depth - 1, evaluate)`."),
        ask=valued,
    ),
    Exercise(
        alpha_beta,
        "Write alpha-beta. It is judged by the value *and* by the leaves that it looks at.", alpha_beta_cases,
        (Mistake(mistaken("never_cut", alpha_beta, (CUT, "if False:")),
                 "The value is right, but every leaf is looked at. Either the loop is never left, or the children do "
                 "not get alpha and beta, so that nothing can be cut."),
         Mistake(mistaken("cut_if_greater", alpha_beta, (CUT, "if alpha > beta:")),
                 "It looks at leaves that it could leave out: equal bounds are enough for a cut, so use >= and not >."),
         Mistake(mistaken("half_a_window", alpha_beta, ("evaluate, alpha, beta)", "evaluate, alpha, inf)")),
                 "The children get alpha, but not beta. Hand both down to them."),
         Mistake(mistaken("cut_for_max_only", alpha_beta, (CUT, f"if game.to_move(state) == player and {CUT[3:]}")),
                 "It cuts where max moves, but never where min does."),
         Mistake(mistaken("cut_for_min_only", alpha_beta, (CUT, f"if game.to_move(state) != player and {CUT[3:]}")),
                 "It cuts where min moves, but never where max does."),
         Mistake(mistaken("last_child", alpha_beta, ("    return value", "    return below")),
                 "It gives the value of the last child looked at. Keep the best one so far.")),
        ("Begin with minimax. Where `player` moves, raise `alpha` to the best value so far; elsewhere, lower `beta`.",
         "Leave the loop as soon as `alpha >= beta`: the other side will not let it come to this."),
        ask=looking, points=2,
    ),
    Exercise(
        negamax_value,
        "Minimax without two cases: every node takes the greatest of its children's values *with their signs turned*, "
        "because what is good for one player is bad for the other. Write it.", negamax_cases,
        (Mistake(not_negated, "A child's value is that of the *other* player: turn its sign."),
         Mistake(sign_kept, "The sign must turn on the way down, so that leaves are seen by the player who moves."),
         Mistake(leaf_as_it_is, "Leaves hold max's values. Where min moves, they must be turned round: use `sign`."),
         Mistake(for_max, "This is minimax, in max's perspective. Negamax gives the value for the player who moves.")),
        ("At a leaf: `sign * node`.", "At a list: the greatest of `-negamax_value(child, -sign)`."),
    ),
    Exercise(
        fewest_leaves,
        "How many leaves must alpha-beta look at in the best case? Write the formula of Knuth and Moore.", leaf_cases,
        (Mistake(mistaken("all_leaves", fewest_leaves,
                          ("branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1", "branching**depth")),
                 "That is minimax, which looks at all of them."),
         Mistake(mistaken("square_root", fewest_leaves,
                          ("((depth + 1) // 2) + branching ** (depth // 2) - 1", "(depth / 2)")),
                 "That is the right order of magnitude, but not the number of leaves."),
         Mistake(mistaken("rounded_down_twice", fewest_leaves, ("branching ** ((depth + 1) // 2) +", "2 *")),
                 "For odd depths one of the two halves is rounded up."),
         Mistake(mistaken("one_too_many", fewest_leaves, ("(depth // 2) - 1", "(depth // 2)")),
                 "The first leaf is counted twice.")),
        ("b to the power of half the depth, once rounded up and once rounded down.",
         "`//` rounds down; `(depth + 1) // 2` is half the depth, rounded up."),
    ),
    Exercise(
        best_line,
        "Return the value of a position *and* the line of best play, searching with alpha-beta. It is judged by the "
        "value, the line and the leaves that it evaluates.", line_cases,
        (Mistake(mistaken("last_of_equals", best_line, ("below > value", "below >= value"),
                          ("below < value", "below <= value")),
                 "A child that only equals the best one so far takes its place. That child may have been cut off, so "
                 "that its value is a bound and its line means nothing. Replace the line only if the child is better."),
         Mistake(mistaken("only_first", best_line, ("[action, *rest]", "[action]")),
                 "The line ends after one action. Put the action before the line that the child has returned."),
         Mistake(mistaken("backwards", best_line, ("[action, *rest]", "[*rest, action]")),
                 "The line is written backwards: the action comes first, then the line that the child has returned."),
         Mistake(mistaken("all_together", best_line, ("[action, *rest]", "[*line, action, *rest]")),
                 "The line of a worse action is still there. A better action replaces the whole line."),
         Mistake(mistaken("best_for_max_only", best_line, ("(below > value) if maximise else (below < value)",
                                                           "below > value"), ("-inf if maximise else inf", "-inf")),
                 "Here max chooses at every node. Where the opponent moves, the lowest value is the best."),
         Mistake(mistaken("no_cut", best_line, ("if alpha >= beta:", "if False:")),
                 "The value and the line are right, but every leaf is evaluated. Give alpha and beta to the children, "
                 "and leave the loop when alpha >= beta."),
         Mistake(mistaken("half_a_window", best_line, ("player, alpha, beta)", "player, alpha, inf)")),
                 "It cuts less than it could. The children get alpha, but not beta: give them both.")),
        ("Begin with `alpha_beta`. Each call now returns two things, so unpack them: `below, rest = best_line(...)`.",
         "A finished game has the line `[]`. Where a child is better, the line is `[action, *rest]`.",
         "Compare with > where `player` moves and with < elsewhere, so that the first of equals stays."),
        ask=line_found, points=3,
    ),
    Exercise(
        rate_lines,
        "Write an evaluation function for Connect Four. Count the lines of four in which only one of the players has "
        "discs; more discs count more.", board_cases,
        (Mistake(mistaken("one_diagonal", rate_lines, (", (1, 1), (1, -1))", ", (1, 1))")),
                 "Diagonals run in two directions: down to the right, and down to the left."),
         Mistake(mistaken("over_the_edge", rate_lines, ("not 0 <= column + 3 * right < columns",
                                                        "column + 3 * right >= columns")),
                 "Some lines leave the board on the left and come back on the right: a negative index counts from the "
                 "end in Python. Check both edges."),
         Mistake(mistaken("blocked_lines", rate_lines, ("player in line and other not in line", "player in line"),
                          ("elif other in line and player not in line", "if other in line")),
                 "It counts lines in which both players have discs. Neither player can complete such a line."),
         Mistake(mistaken("own_lines_only", rate_lines, ("total -= 4 ** (line.count(other) - 1)", "pass")),
                 "The opponent's lines are missing. A position is as bad for you as it is good for the other side."),
         Mistake(mistaken("all_the_same", rate_lines, ("total += 4 ** (line.count(player) - 1)", "total += 1"),
                          ("total -= 4 ** (line.count(other) - 1)", "total -= 1")),
                 "Every open line counts 1 here. A line with three discs is worth much more than a line with one: 16."),
         Mistake(mistaken("four_for_one", rate_lines, ("total += 4 ** (line.count(player) - 1)",
                                                       "total += 4 ** line.count(player)"),
                          ("total -= 4 ** (line.count(other) - 1)", "total -= 4 ** line.count(other)")),
                 "One disc should count 1, not 4: the power is the number of discs less one."),
         Mistake(mistaken("always_for_x", rate_lines, ('other = "o" if player == "x" else "x"',
                                                       'player, other = "x", "o"')),
                 "This is always the view of x. For o the sign is the other one.")),
        ("Go through all squares and four directions: to the right, down, and the two diagonals downwards.",
         "A line fits on the board if its fourth square does: `0 <= column + 3 * right < columns`.",
         "`line.count(player)` counts discs in a list of four squares; `4 ** (n - 1)` is 1, 4, 16, 64."),
        points=3,
    ),
)
