"""Project "large": pruning in a game of many actions."""

from mcts_course.project_games import EMPTY, MARKS, Lines
from mcts_course.projects.boards import at_random, random_state, searched, threatened, wins, wins_or_blocks
from mcts_course.projects.part import Match, Part, expected, games, moved

MOST = 20_000  # states that `choose` may make in one move


def kept(function, options, state, k):
    """Return the actions that are kept."""
    from mcts_course.project_games import Lines

    return function(Lines(**options), state, k)


def played(function, options, state, seed):
    """Return the action, and how many states were made for it."""
    import random

    from mcts_course.project_games import Lines

    class Counting(Lines):
        made = 0

        def play(self, state, action):
            self.made += 1
            return super().play(state, action)

    game = Counting(**options)
    found = function(game, state, random.Random(seed))
    return None if found is None else (found, game.made)


def judge_form(found, options, state, k):
    legal = Lines(**options).legal(state)
    wanted = min(k, len(legal))
    if len(set(found)) < len(found):
        return expected("twice", f"{wanted} different actions", found)
    wrong = [action for action in found if action not in legal]
    if wrong:
        return expected("illegal_move", "legal actions only", found, f"Not legal: {wrong}.")
    if len(found) != wanted:
        name = "nothing pruned" if len(found) == len(legal) else "number"
        return expected(name, f"{wanted} of {len(legal)} actions for k = {k}", len(found))
    return None


def judge_win(found, options, state, k):
    best = wins(Lines(**options), state)
    if found and found[0] in best:
        return None
    name = "win pruned" if not set(found) & set(best) else "win not first"
    return expected(name, f"first the action that wins at once, {best[0]}", found)


def judge_block(found, options, state, k):
    best = threatened(Lines(**options), state)
    if found and found[0] == best:
        return None
    name = "block pruned" if best not in found else "block not first"
    return expected(name, f"first the only action that does not lose at once, {best}", found)


def judge_near(found, options, state, k):
    game = Lines(**options)
    marks = [cell for cell, mark in enumerate(state[0]) if mark != EMPTY]
    if not found:
        return expected("number", f"{k} actions", found)
    far = [action for action in found if all(max(abs(action % game.columns - cell % game.columns), abs(
        action // game.columns - cell // game.columns)) > 2 for cell in marks)]
    fault = expected("far away", "actions at most two cells away from a mark", found, f"Far away: {far}.")
    return fault if far else None


def judge_three(found, options, state, *rest):
    """Return whether an open three is completed or stopped. `found`: actions, or the one that is played and a number.
    """
    game = Lines(**options)
    best = ends(game, state)
    actions = found[:1] if isinstance(found, tuple) else found
    if set(actions) & best:
        return None
    mine = game.to_move(state) == 0
    return expected("three pruned" if not isinstance(found, tuple) else "three overlooked",
                    f"one of the cells {sorted(best)} at the ends of {'your' if mine else 'the opponent’s'} three",
                    actions)


def judge_budget(found, options, state, seed):
    if found[1] <= MOST:
        return None
    return expected("too many states", f"at most {MOST:,} calls of game.play for a move", found[1])


def judge_played(found, options, state, seed):
    game = Lines(**options)
    best = wins(game, state) or [threatened(game, state)]
    if found[0] in best:
        return None
    return expected("win overlooked" if wins(game, state) else "block overlooked", f"the action {best[0]}, "
                    f"{'which wins' if wins(game, state) else 'because every other one loses'} at once", found[0])


def ends(game, state):
    """Return the cells that make an open three of the last state a four, or stop it."""
    return {cell for line in game.lines for cell in line
            if state[0][cell] == EMPTY and max(map("".join(state[0][one] for one in line).count, MARKS)) >= 3}


def three(game, rng, own):
    """Return a state in which one player has an open three in the middle; it is that player's move, or the other's."""
    while True:
        right, up = rng.choice(((1, 0), (0, 1), (1, 1), (-1, 1)))
        column, row = rng.randrange(2, game.columns - 2), rng.randrange(2, game.rows - 2)
        cells = [(column + right * i, row + up * i) for i in range(-2, 3)]
        if not all(1 <= x < game.columns - 1 and 1 <= y < game.rows - 1 for x, y in cells):
            continue
        line = [y * game.columns + x for x, y in cells]
        others = rng.sample([cell for cell in range(game.columns * game.rows) if cell not in line and not any(
            len(set(one) & set(line)) > 1 for one in game.through[cell])], 3 - (not own))
        if any(len(set(one) & set(others)) > 1 for one in game.lines):
            continue
        # x has the three; then x moves if there are as many marks of o, and o if there is one fewer
        board = "".join(MARKS[0] if cell in line[1:4] else MARKS[1] if cell in others else EMPTY
                        for cell in range(game.columns * game.rows))
        return board, others[-1] if own else line[1]


def boards(choose, ks):
    def cases(rng, options):
        game = Lines(**options)
        return [(choose(game, rng), k) for k in ks]
    return cases


def to_play(*choosers):
    def cases(rng, options):
        game = Lines(**options)
        return [(choose(game, rng), rng.randrange(2**31)) for choose in choosers]
    return cases


def middle(game, rng):
    return random_state(game, rng, rng.randrange(8, 20))


def sparse(game, rng):
    """Return a state with marks in one quarter of the board."""
    cells = [row * game.columns + column for row in range(3) for column in range(3)]
    state = game.start()
    for cell in rng.sample(cells, 3):
        state = game.play(state, cell)
    return state


def full(game, rng):
    return random_state(game, rng, game.columns * game.rows - 4)


def to_win(game, rng):
    return searched(game, rng, range(20, 40), lambda game, state: len(wins(game, state)) == 1)


def to_block(game, rng):
    return searched(game, rng, range(20, 40), lambda game, state: threatened(game, state) is not None)


def own_three(game, rng):
    return three(game, rng, True)


def their_three(game, rng):
    return three(game, rng, False)


def attacking(game, state, rng):
    """Play where the lines have most marks of the player to move; stop only a four of the opponent."""
    board, me = state[0], MARKS[game.to_move(state)]

    def score(cell):
        total = rng.random()
        for line in game.through[cell]:
            marks = [board[one] for one in line if board[one] != EMPTY]
            mine = marks.count(me)
            if marks and mine == len(marks) or mine == 0 and len(marks) == game.line - 1:
                total += 4 ** len(marks) * (1 + bool(mine))
        return total

    return max(game.legal(state), key=score)


OPPONENTS = {"random play": at_random, "one rule": wins_or_blocks, "an attacking player": attacking}


PARTS = (
    Part("large: form", "candidates", 2, "It gives k different legal actions, or all if there are fewer.",
         lambda rng, options: [*boards(middle, (1, 5, 12))(rng, options), *boards(full, (6,))(rng, options)],
         kept, judge_form),
    Part("large: win kept", "candidates", 3, "An action that wins at once comes first.", boards(to_win, (1, 3, 8)),
         kept, judge_win),
    Part("large: block kept", "candidates", 3, "Otherwise an action that prevents a loss comes first.",
         boards(to_block, (1, 3, 8)), kept, judge_block),
    Part("large: near", "candidates", 2, "Actions far away from all marks are pruned.", boards(sparse, (8, 8)), kept,
         judge_near),
    Part("large: three kept", "candidates", 3, "The ends of an open three are kept.",
         lambda rng, options: [*boards(own_three, (4, 4, 4))(rng, options),
                               *boards(their_three, (4, 4, 4))(rng, options)], kept, judge_three),
    Part("large: win and block", "choose", 2, "`choose` wins at once, or prevents a loss.",
         to_play(to_win, to_block, to_win, to_block), played, judge_played),
    Part("large: three", "choose", 2, "`choose` plays at an end of an open three.",
         to_play(own_three, their_three, own_three, their_three), played, judge_three),
    Part("large: budget", "choose", 2, f"`choose` makes at most {MOST:,} states in one move.",
         to_play(lambda game, rng: game.start(), middle, own_three), played, judge_budget),
    Match("large: beats random play", "choose", 1, "`choose` wins at least 90 % against random play.",
          games("random play", 6, 0.9), moved, OPPONENTS),
    Match("large: beats one rule", "choose", 2, "`choose` wins at least 80 % against the one rule.",
          games("one rule", 8, 0.8), moved, OPPONENTS),
    Match("large: beats attacking", "choose", 3, "`choose` wins at least 40 % against an attacking player.",
          games("an attacking player", 10, 0.4), moved, OPPONENTS),
)
