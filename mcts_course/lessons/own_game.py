"""Exercises: the rules of a small game, one function at a time, and who wins Domineering.

The small game: there is a pile of stones. A move takes one, two or three stones. The player who takes the last
stone wins.
"""

from ..exercises.judging import Exercise, Mistake, mistaken


def legal_takes(stones):
    """What may be taken from a pile, in ascending order: 1, 2 or 3 stones, if it has
    so many.
    """
    return [n for n in (1, 2, 3) if n <= stones]


def games_from(stones):
    """How many games can be played: sequences of takes that end with an empty pile."""
    return 1 if stones == 0 else sum(games_from(stones - n) for n in (1, 2, 3) if n <= stones)


def end_not_counted(stones):
    return 0 if stones == 0 else sum(end_not_counted(stones - n) for n in (1, 2, 3) if n <= stones)


def positions_for_games(stones):
    return 1 + (sum(positions_for_games(stones - n) for n in (1, 2, 3) if n <= stones) if stones else 0)


def below_zero(stones):
    return 1 if stones <= 0 else sum(below_zero(stones - n) for n in (1, 2, 3))


def mover_wins(stones):
    """Whether the player to move wins with best play.

    With an empty pile the other player has won.
    """
    return any(not mover_wins(stones - n) for n in (1, 2, 3) if n <= stones)


def empty_is_won(stones):
    return True if stones == 0 else any(not empty_is_won(stones - n) for n in (1, 2, 3) if n <= stones)


def all_must_lose(stones):
    return stones > 0 and all(not all_must_lose(stones - n) for n in (1, 2, 3) if n <= stones)


def first_player_wins(rows, columns):
    """Whether the first player wins Domineering on an empty board with best play.

    The first player lays dominoes upright (two rows, one column), the second flat (one
    row, two columns). They take turns, and no domino may cover a square that is already
    covered. A player who has no place for a domino loses.
    """
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    known = {}

    def mover_wins(covered, player):
        if (covered, player) not in known:
            known[covered, player] = False
            for row, column in squares:
                other = (row + 1, column) if player == 0 else (row, column + 1)
                free = other in squares and not covered & {(row, column), other}
                if free and not mover_wins(covered | {(row, column), other}, 1 - player):
                    known[covered, player] = True
                    break
        return known[covered, player]

    return mover_wins(frozenset(), 0)


def boards(rng):
    sizes = [(rows, columns) for rows in range(1, 5) for columns in range(1, 5)] + [(2, 5), (1, 6)]
    return rng.sample(sizes, len(sizes))


def piles(rng):
    return [(stones,) for stones in (*range(13), rng.randrange(13, 17))]


LESSON = "04_your_game"
EXERCISES = (
    Exercise(
        legal_takes, "First rule: what may be done.", piles,
        (Mistake(mistaken("more_than_there_are", legal_takes, ("n for n in (1, 2, 3) if n <= stones", "1, 2, 3")),
                 "With two stones left no player can take three."),
         Mistake(mistaken("three_left_out", legal_takes, ("(1, 2, 3)", "range(1, 3)")),
                 "`range(1, 3)` ends at 2: three stones may be taken as well."),
         Mistake(mistaken("nothing_allowed", legal_takes, ("1, 2,", "0, 1, 2,")),
                 "A player must take at least one stone."),
         Mistake(mistaken("last_left_out", legal_takes, ("<=", "<")),
                 "The whole pile may be taken: whoever takes the last stone wins.")),
        ("Go through 1, 2 and 3, and keep those for which there are stones enough.",),
    ),
    Exercise(
        games_from,
        "Counting all games is how rules are tested (*perft*): two programs that agree on these numbers hardly differ "
        "in "
        "their rules. Count them for this game.", piles,
        (Mistake(end_not_counted, "A finished game is one game: for an empty pile the count is 1."),
         Mistake(positions_for_games, "This counts every position on the way. Count the games that have ended."),
         Mistake(below_zero, "Some of these games take stones that are not there.")),
        ("Each take leads to a smaller pile; add up what can be played from there.",),
    ),
    Exercise(
        mover_wins, "Solve it: who wins?", piles,
        (Mistake(empty_is_won, "With an empty pile it is the player who moved *before* who has won."),
         Mistake(mistaken("helped_by_the_opponent", mover_wins,
                          ("any(not mover_wins(stones - n) for n in (1, 2, 3) if n <= stones)", "stones > 0")),
                 "The other player plays well, too: see what is left for him."),
         Mistake(all_must_lose, "One take that leaves a lost pile is enough; not all of them have to.")),
        ("You win if some take leaves a pile from which the other player cannot win.",
         "`any(...)` over the takes; the empty pile needs no case of its own."),
    ),
    Exercise(
        first_player_wins, "Solve Domineering: on which boards does the first player win?", boards,
        (Mistake(mistaken("stuck_wins", first_player_wins, ("known[covered, player] = False",
                                                            "known[covered, player] = not any((r + 1, c) in squares "
                                                            "and not covered & {(r, c), (r + 1, c)} if player == 0 "
                                                            "else (r, c + 1) in squares and not covered & "
                                                            "{(r, c), (r, c + 1)} for r, c in squares)")),
                 "A player who has no place for a domino loses. Here this player wins."),
         Mistake(mistaken("both_upright", first_player_wins, (" if player == 0 else (row, column + 1)", "")),
                 "Both players lay their dominoes upright. The second player lays them flat."),
         Mistake(mistaken("flat_first", first_player_wins, ("player == 0", "player == 1")),
                 "The first player lays dominoes upright: over two rows of one column."),
         Mistake(mistaken("overlap", first_player_wins, ("not covered & {(row, column), other}",
                                                         "(row, column) not in covered")),
                 "Both squares of a domino must be free."),
         Mistake(mistaken("opponent_helps", first_player_wins, ("not mover_wins(covered |", "mover_wins(covered |")),
                 "You win if the *opponent*, who moves next, loses."),
         Mistake(mistaken("first_move_only", first_player_wins, ("                    known[covered, player] = True\n",
                                                                 "                    known[covered, player] = True\n"
                                                                 "                if free:\n")),
                 "This tries only the first legal move. Try the others if it loses.")),
        ("Write `mover_wins(covered, player)`, which calls itself, as in the game with stones.",
         "Keep its results in a dict, because the same squares are often covered in another order.",
         "Covered squares as a `frozenset` can be a key of the dict."),
        points=3,
    ),
)
