"""Who wins a position of Connect Four, by a search made for this game, which was solved by Allis (1988) and Allen.

A question, "can the player to move win?" or "... at least draw?", is answered depth first. All cells that would
complete four are found with a few shifts, so a node looks two plies ahead: moves that let the opponent win at once are
left out, and those that leave most such cells come first. A table remembers what positions are worth, a position and
its mirror image in one place.
"""

from __future__ import annotations

import numpy as np

from ...engine.bits import ONE, bit, count_bits, drop_lowest, lowest_bit, natural, word
from ...engine.distinct import Distinct
from ...engine.generic import compiler, entry, helper
from ...game import after, legal_actions
from .connect_four import ConnectFour, column_bits
from .hashing import scramble

NO, YES, OPEN = 0, 1, 2  # answers; OPEN: not known yet
PLY, NODES = 0, 1  # in `Solver.numbers`
PIECE = 1 << 22  # nodes before Python has a look
LOW, HIGH = np.uint64(2), np.uint64(4)  # bits of an entry: least value + 1, above it greatest value + 1, then the key
TWO_BITS = np.uint64(3)


class Solver(Distinct):
    """The values of positions of one board. Its table is kept from question to question."""

    game: ConnectFour
    boards: np.ndarray  # uint64[plies, 2], discs of the player to move and of both, at each ply of the search
    moves: np.ndarray  # int64[plies, columns + 2], at each ply: how many, how many were tried, columns
    numbers: np.ndarray  # int64[2], PLY and NODES of the search
    table: np.ndarray  # uint64, bounds and keys of positions

    def value(self, state) -> int:
        """What a position is worth to the player whose turn it is or would be: 1, 0 or -1."""
        turn = int(state["plays"]) & 1
        if state["winner"] >= 0 or state["plays"] == self.game.rows * self.game.columns:
            return 0 if state["winner"] < 0 else 1 if state["winner"] == turn else -1
        return next((target for target in (1, 0) if self._reaches(state["discs"], turn, target)), -1)

    def values(self, state) -> dict[int, int]:
        """For each legal action, what it is worth to the player who moves: 1, 0 or -1."""
        return {action: -self.value(after(self.game, state, action)) for action in legal_actions(self.game, state)}

    def _reaches(self, discs, turn, target) -> bool:
        self.boards[0] = discs[turn], discs[0] | discs[1]
        self.numbers[PLY], answer = 0, OPEN
        while answer == OPEN:
            answer = _search(self.game, self.boards, self.moves, self.numbers, self.table, target,
                             self.numbers[NODES] + PIECE, compiled=compiler.available())
        return answer == YES


def solver(game, bits: int = 22) -> Solver:
    """Return a solver of a board where four in a row win, with a table of 2^bits positions of 8 bytes.

    Raises ValueError for other games and for boards with (rows + 1) x columns above 59.
    """
    if not isinstance(game, ConnectFour) or game.line != 4 or (game.rows + 1) * game.columns > 59:
        raise ValueError(f"the solver knows Connect Four with lines of 4 and (rows + 1) x columns up to 59, not {game}")
    plies = game.rows * game.columns + 1
    return Solver(game, np.zeros((plies, 2), np.uint64), np.zeros((plies, game.columns + 2), np.int64),
                  np.zeros(2, np.int64), np.zeros(1 << bits, np.uint64))


@entry
def _search(game, boards, moves, numbers, table, target, limit):
    """Whether the player to move in ``boards[0]`` reaches `target`; OPEN once `limit` nodes were met: call again."""
    ply = int(numbers[PLY])
    while numbers[NODES] < limit:
        numbers[NODES] += 1
        answer = look(game, boards, moves, table, ply, target ^ ply & 1)
        while answer != OPEN:  # one that says yes answers its parent with no, unless that has other moves
            if ply == 0:
                return answer
            ply -= 1
            if answer == YES and moves[ply, 1] < moves[ply, 0]:
                break
            answer = YES - answer
            remember(game, boards, table, ply, target ^ ply & 1, answer)
        disc = (boards[ply, 1] + bottom(game)) & column_bits(game, moves[ply, 2 + moves[ply, 1]])
        moves[ply, 1] += 1
        boards[ply + 1, 0] = boards[ply, 1] ^ boards[ply, 0]
        boards[ply + 1, 1] = boards[ply, 1] | disc
        ply += 1
        numbers[PLY] = ply
    return OPEN


@helper
def look(game, boards, moves, table, ply, target):
    """Whether the player to move at `ply` reaches `target`, where that can be seen; else OPEN, and moves are listed."""
    mine, both = boards[ply, 0], boards[ply, 1]
    cells = bottom(game) * (bit(game.rows) - ONE)
    free = (both + bottom(game)) & cells  # where a disc can go
    if free & completing(game, mine, cells ^ both) != 0:
        return YES
    threats = completing(game, both ^ mine, cells ^ both)
    if free & threats != 0:
        free = free & threats if drop_lowest(free & threats) == 0 else free ^ free
    free &= ~(threats >> ONE)  # not below a cell where the opponent would win
    if free == 0:
        return NO
    if count_bits(cells ^ both) <= 2:  # neither wins any more
        return YES - target
    low, high = bounds_of(table, key_of(game, mine, both))
    if low >= target or high < target:
        return YES if low >= target else NO
    moves[ply, 0], moves[ply, 1] = count_bits(free), 0
    n = 2
    while free != 0:
        disc = bit(lowest_bit(free))
        column = lowest_bit(free) // (game.rows + 1)
        worth = 16 * count_bits(completing(game, mine | disc, cells ^ both ^ disc)) - abs(2 * column - game.columns + 1)
        i = n
        while i > 2 and moves[ply + 1, i - 1] < worth:  # worths stand where the next ply will have its moves
            moves[ply, i], moves[ply + 1, i] = moves[ply, i - 1], moves[ply + 1, i - 1]
            i -= 1
        moves[ply, i], moves[ply + 1, i] = column, worth
        n += 1
        free = drop_lowest(free)
    return OPEN


@helper
def completing(game, discs, empty):
    """The cells of `empty` where one more disc completes four."""
    found = (discs << ONE) & (discs << ONE << ONE) & (discs << ONE << ONE << ONE)
    for step in (word(game.rows), word(game.rows + 1), word(game.rows + 2)):
        after, before = (discs << step) & (discs << step << step), (discs >> step) & (discs >> step >> step)
        found |= after & (discs << step << step << step | discs >> step)
        found |= before & (discs >> step >> step >> step | discs << step)
    return found & empty


@helper
def bottom(game):
    """The lowest cell of each column."""
    lowest = ONE ^ ONE
    for column in range(game.columns):
        lowest |= bit(column * (game.rows + 1))
    return lowest


@helper
def key_of(game, mine, both):
    """A number for the position or its mirror image, whichever has the smaller one; never 0."""
    whole = mine | (both + bottom(game))  # in each column the highest bit tells the height
    mirrored = ONE ^ ONE
    for column in range(game.columns):
        part = (whole >> word(column * (game.rows + 1))) & column_bits(game, 0)
        mirrored |= part << word((game.columns - 1 - column) * (game.rows + 1))
    return min(whole, mirrored)


@helper
def bounds_of(table, key):
    """The least and the greatest value that the table leaves to a position."""
    entry = table[natural(scramble(key) & np.uint64(len(table) - 1))]
    return (int(entry & TWO_BITS) - 1, int(entry >> LOW & TWO_BITS) - 1) if entry >> HIGH == key else (-1, 1)


@helper
def remember(game, boards, table, ply, target, answer):
    """Note the answer in the table."""
    key = key_of(game, boards[ply, 0], boards[ply, 1])
    low, high = bounds_of(table, key)
    low, high = (max(low, target), high) if answer == YES else (low, min(high, target - 1))
    table[natural(scramble(key) & np.uint64(len(table) - 1))] = key << HIGH | np.uint64(low + 1 + 4 * (high + 1))
