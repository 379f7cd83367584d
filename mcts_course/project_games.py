"""The games of the projects; a student's number chooses the variant.

They are plain Python, like the games of lesson 04: a state is a tuple, and `play` returns a new state.
"""

from __future__ import annotations

EMPTY, MARKS = ".", "xo"


class Lines:
    """A board on which `line` marks in a row win: horizontally, vertically or diagonally.

    columns, rows: size of the board; a cell is ``row * columns + column``, and row 0 is at the bottom
    line:          number of marks in a row that win
    drop:          True: an action is a column, and the mark falls to its lowest empty cell. False: an action is a cell

    A state is a pair: the marks of all cells as a text, such as ``"xo.."``, and the cell of the last mark, or -1.
    """

    def __init__(self, columns, rows, line, drop=False):
        self.columns, self.rows, self.line, self.drop = columns, rows, line, drop
        self.lines = []  # the cells of every line that wins
        for column in range(columns):
            for row in range(rows):
                for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                    cells = [(column + right * i, row + up * i) for i in range(line)]
                    if 0 <= cells[-1][0] < columns and cells[-1][1] < rows:
                        self.lines.append(tuple(y * columns + x for x, y in cells))
        self.through = [[one for one in self.lines if cell in one] for cell in range(columns * rows)]

    def __repr__(self):
        return f"Lines(columns={self.columns}, rows={self.rows}, line={self.line}, drop={self.drop})"

    def start(self):
        """Return the state with an empty board."""
        return EMPTY * (self.columns * self.rows), -1

    def winner(self, state):
        """Return the player who has a whole line, or None."""
        board, last = state
        if last >= 0:
            mark = board[last]
            for cells in self.through[last]:
                for cell in cells:
                    if board[cell] != mark:
                        break
                else:
                    return MARKS.index(mark)
        return None

    def to_move(self, state):
        """Return the player to move, 0 (x) or 1 (o), or None if the game is over."""
        if EMPTY not in state[0] or self.winner(state) is not None:
            return None
        return self._turn(state[0])

    def _turn(self, board):
        return (len(board) - board.count(EMPTY)) % 2

    def legal(self, state):
        """Return the legal actions of a state that is not finished, in ascending order."""
        cells = state[0][-self.columns:] if self.drop else state[0]  # a column is full when its top cell is
        return [action for action, mark in enumerate(cells) if mark == EMPTY]

    def play(self, state, action):
        """Return the state that follows from a legal action."""
        board = state[0]
        cell = board.index(EMPTY, action) if not self.drop else next(
            cell for cell in range(action, len(board), self.columns) if board[cell] == EMPTY)
        return board[:cell] + MARKS[self._turn(board)] + board[cell + 1:], cell

    def payoff(self, state, player):
        """Return the payoff of a finished game to a player: 1 for a win, -1 for a loss, 0 for a draw."""
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == player else -1

    def text(self, state):
        """Return the board as lines of text."""
        rows = [state[0][i:i + self.columns] for i in range(0, len(state[0]), self.columns)]
        return "\n".join(" ".join(row) for row in reversed(rows))


class Tricks:
    """A card game with tricks for two players; each player sees only their own hand.

    suits, ranks: size of the deck; card c has suit ``c // ranks`` and rank ``c % ranks``, and suit 0 is trumps
    hand:         number of cards of each player; nobody sees the other cards of the deck

    The leader of a trick plays any card. The other player must follow suit, if they can. A trump wins, otherwise
    the higher card of the suit that was led; the winner leads next.

    A state is a tuple: the hands of both players, the cards played so far as pairs (player, card), and the number
    of tricks that each player has won. A view is what one player sees: that player's number and hand, the cards
    played so far, and the tricks.
    """

    def __init__(self, suits, ranks, hand):
        self.suits, self.ranks, self.hand = suits, ranks, hand

    def __repr__(self):
        return f"Tricks(suits={self.suits}, ranks={self.ranks}, hand={self.hand})"

    def deal(self, rng):
        """Return a state in which the cards are dealt and player 0 leads."""
        cards = rng.sample(range(self.suits * self.ranks), 2 * self.hand)
        return (tuple(sorted(cards[:self.hand])), tuple(sorted(cards[self.hand:]))), (), (0, 0)

    def table(self, played):
        """Return the card that was led if the other player has not answered yet, else None."""
        return played[-1][1] if len(played) % 2 else None

    def to_move(self, state):
        """Return the player to move, 0 or 1, or None if the game is over."""
        hands, played, _ = state
        if len(played) == 2 * self.hand:
            return None
        if len(played) % 2:
            return 1 - played[-1][0]
        return self.winner(*played[-2:]) if played else 0

    def winner(self, led, answer):
        """Return the player who wins a trick of two pairs (player, card)."""
        (first, one), (second, other) = led, answer
        same, trump = other // self.ranks == one // self.ranks, other < self.ranks
        return second if (same and other > one) or (trump and not same) else first

    def follow(self, hand, led):
        """Return the cards of a hand that may be played to the card `led`; None: the player leads."""
        same = [card for card in hand if led is not None and card // self.ranks == led // self.ranks]
        return same or list(hand)

    def legal(self, state):
        """Return the legal actions of a state that is not finished: cards of the player to move."""
        return self.follow(state[0][self.to_move(state)], self.table(state[1]))

    def play(self, state, card):
        """Return the state that follows from a legal action."""
        hands, played, tricks = state
        player = self.to_move(state)
        hands = tuple(tuple(c for c in hand if c != card) if i == player else hand for i, hand in enumerate(hands))
        played = (*played, (player, card))
        if len(played) % 2 == 0:
            won = self.winner(*played[-2:])
            tricks = tuple(n + (i == won) for i, n in enumerate(tricks))
        return hands, played, tricks

    def payoff(self, state, player):
        """Return a player's payoff in a finished game: their tricks minus the other's, divided by a hand's size."""
        return (state[2][player] - state[2][1 - player]) / self.hand

    def view(self, state, player):
        """Return what a player sees of a state: (player, own hand, cards played, tricks)."""
        return player, state[0][player], state[1], state[2]

    def state_of(self, view, other):
        """Return the state that has this view if the other player holds the hand `other`."""
        player, hand, played, tricks = view
        hand, other = tuple(hand), tuple(sorted(other))
        return ((hand, other) if player == 0 else (other, hand)), tuple(map(tuple, played)), tuple(tricks)


KINDS = {"lines": Lines, "tricks": Tricks}
# The game of each project and its variants, which students get by their numbers.
VARIANTS = {
    "alpha_beta": ("lines", [{"columns": columns, "rows": rows, "line": 4, "drop": True}
                             for columns, rows in ((5, 5), (6, 4), (5, 6), (7, 4), (6, 5))]),
    "uct": ("lines", [{"columns": columns, "rows": rows, "line": 4, "drop": True}
                      for columns, rows in ((5, 4), (4, 5), (5, 5), (6, 4), (4, 6))]),
    "cards": ("tricks", [{"suits": suits, "ranks": ranks, "hand": hand}
                         for suits, ranks, hand in ((3, 5, 5), (4, 4, 5), (2, 8, 5), (3, 6, 5), (4, 5, 5))]),
    "large": ("lines", [{"columns": columns, "rows": rows, "line": 5}
                        for columns, rows in ((8, 8), (9, 8), (8, 9), (9, 9), (10, 8))]),
}


def options_of(name, student) -> dict:
    """Return the options of a student's variant of a project."""
    variants = VARIANTS[name][1]
    return variants[int(student) % len(variants)]


def game_of(name, student):
    """Return the game of a student in a project."""
    return KINDS[VARIANTS[name][0]](**options_of(name, student))
