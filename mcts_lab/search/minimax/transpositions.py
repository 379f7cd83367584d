"""A transposition table: what is already known about positions that several move orders reach.

The table is an array of fixed size, in buckets of four entries. A value is filed by the position's `key` and found
again only if all 64 bits agree. An entry goes where its position already stands, else into an empty place of the
bucket, else over the entry that took the fewest nodes to find (the first of several).

Room is set aside once: a table that a search has done with serves the next of its size, for which all of its entries
are empty because they are of another age. What one search finds never depends on another.

An entry answers only for the depth it was searched to, so that a search with a table has the value of the same search
without one; with `allow_deeper` it also answers for less, which is the usual choice in play: better values, no longer
those of a fixed depth.
"""

from __future__ import annotations

import contextlib

import numpy as np

from ...engine.distinct import Distinct
from ...engine.generic import generic, helper, methods_of
from ...game import key, mirrored, mirrored_key

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("value", np.float64),  # in the perspective of the player to move there
        ("action", np.int32),  # the best one found, or NO_ACTION
        ("depth", np.int32),  # plies searched below; UNLIMITED for a search to the end
        ("work", np.int32),  # nodes looked at to find the value
        ("age", np.uint16),  # of the search that filed it; empty for all others
        ("bound", np.int8),  # EXACT, AT_LEAST, AT_MOST
        ("unresolved", np.int8),  # 1 if an evaluation, not only ends of games, went into the value
    ],
    align=True,
)

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
NO_ACTION = -1
NOWHERE = -1  # no such entry
BUCKET = 4
MOST_WORK = (1 << 31) - 1
MOST_KEPT = 1 << 22  # entries of a table that is kept for later searches
MOST_AGE = (1 << 16) - 1

_kept = []  # at most one table that no search works with


class NoTable(Distinct):
    """No transposition table; leaves no trace in compiled code."""


class Table(Distinct):
    """A transposition table with room for ``len(entries)`` positions, a power of two."""

    entries: np.ndarray  # ENTRY[2**bits]
    allow_deeper: bool  # whether an entry also answers for shallower searches
    leaves: bool  # whether ends of games and evaluated positions are filed as well
    age: int  # what the entries of this search are marked with, from 1 on

    def position_key(self, game, state, clock):
        return np.uint64(key(game, state)) ^ np.uint64(clock)

    def find(self, word):
        first = bucket(self, word)
        for i in range(first, first + BUCKET):
            entry = self.entries[i]
            if entry.age == self.age and entry.key == word:
                return i
        return NOWHERE

    def cuts_off(self, found, depth, alpha, beta):
        entry = self.entries[found]
        if entry.depth != depth and not (self.allow_deeper and entry.depth > depth):
            return False
        if entry.bound == EXACT:
            return True
        return entry.value >= beta if entry.bound == AT_LEAST else entry.value <= alpha

    def probe(self, found):
        entry = self.entries[found]
        return float(entry.value), int(entry.action), int(entry.unresolved)

    def store(self, word, depth, value, bound, action, unresolved, work):
        place = replaceable(self, word)
        entry = self.entries[place]
        entry.key = word
        entry.age = self.age
        entry.depth = depth
        entry.value = value
        entry.bound = bound
        entry.action = action
        entry.unresolved = unresolved
        entry.work = min(work, MOST_WORK)

    def files_leaves(self):
        return self.leaves


@methods_of(Table)
class MirrorTable(Distinct):
    """A `Table` in which a position and its mirror image have one entry, filed under the smaller of their keys."""

    entries: np.ndarray
    allow_deeper: bool
    leaves: bool
    age: int

    def position_key(self, game, state, clock):
        return min(np.uint64(key(game, state)), np.uint64(mirrored_key(game, state))) ^ np.uint64(clock)

    def as_filed(self, game, state, word, clock, action):
        itself = action == NO_ACTION or np.uint64(key(game, state)) ^ np.uint64(clock) == word
        return action if itself else mirrored(game, action)


def new_table(bits: int, allow_deeper=False, leaves=False, symmetry=False):
    """A table with 2**bits entries of 32 bytes, or `NoTable` if `bits` is 0. Raises ValueError if out of range."""
    if bits == 0:
        return NoTable()
    if not 2 <= bits <= 30:
        raise ValueError(f"table_bits is 2 to 30, for a table of 2**table_bits entries, or 0 for none; got {bits!r}")
    sort = MirrorTable if symmetry else Table
    with contextlib.suppress(IndexError):
        old = _kept.pop()
        if len(old.entries) == 1 << bits and old.age < MOST_AGE:
            return sort(old.entries, allow_deeper, leaves, old.age + 1)
    return sort(np.zeros(1 << bits, np.dtype((np.record, ENTRY))), allow_deeper, leaves, 1)


def give_back(table):
    """Let a later search have the room of a table that no search works with any more."""
    if not isinstance(table, NoTable) and len(table.entries) <= MOST_KEPT:
        _kept[:] = [table]


@generic
def position_key(table, game, state, clock):
    """The key under which `state` is filed when it is met at this `clock`; 0 without a table."""
    return np.uint64(0)


@generic
def as_filed(table, game, state, word, clock, action):
    """`action` of `state` as the entry of key `word` has it, and the other way round: the same, unless a position
    stands for its mirror image as well."""
    return action


@generic
def find(table, word):
    """The index of the entry of the position with key `word`, or NOWHERE."""
    return NOWHERE


@generic
def cuts_off(table, found, depth, alpha, beta):
    """Whether entry `found` settles a search `depth` plies deep with the window (alpha, beta)."""
    return False


@generic
def probe(table, found):
    """The (value, action, unresolved) of entry `found`."""
    return 0.0, NO_ACTION, 0


@generic
def store(table, word, depth, value, bound, action, unresolved, work):
    """Remember a value."""


@generic
def files_leaves(table):
    """Whether leaves are filed too."""
    return False


@helper
def bucket(table, word):
    """The first index of the bucket for `word`, whose bits are stirred because many keys are bit boards."""
    word ^= word >> np.uint64(32)
    word ^= word << np.uint64(21)
    word ^= word >> np.uint64(35)
    return np.int64(word & np.uint64(len(table.entries) - BUCKET))


@helper
def replaceable(table, word):
    """The index where the position with key `word` is to be filed."""
    first = bucket(table, word)
    place = first
    for i in range(first, first + BUCKET):
        entry = table.entries[i]
        if entry.age != table.age or entry.key == word:
            return i
        if entry.work < table.entries[place].work:
            place = i
    return place
