"""The exact value of every position of soccer, computed by retrograde analysis.

The game has few positions, so all positions that can follow from the start positions are listed first. Then their
values are computed backwards from the finished games. A position is won for the player to move if one action leads to
a won position; it is lost if all actions lead to positions that the opponent wins. Positions nearer to the end come
first. So the analysis also finds the number of moves until the end, if the winner wins as fast as possible and the
loser defends as long as possible. A position that gets no value is a draw, because nobody can force a win.

The analysis ignores repetitions and the limit on the number of moves. Repetitions do not change the winner, because a
shortest win never repeats a position.
"""

from __future__ import annotations

import numpy as np

from mcts_lab.engine.distinct import Distinct
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream

from .game import Soccer
from .rules import NOBODY, RED, middle

DRAWN = -1  # the value of a drawn position; won positions have the value RED or BLUE
EMPTY = -1


class Solution(Distinct):
    """All positions that can occur, and their values. Position i has row i in the arrays."""

    game: Soccer
    states: np.ndarray  # records
    value: np.ndarray  # int8: RED, BLUE or DRAWN
    plays: np.ndarray  # int16: number of moves to the end if both players play perfectly; -1 for a draw
    first: np.ndarray  # int64: position i has rows first[i] .. first[i+1]-1 of actions and following
    actions: np.ndarray  # int8: legal actions
    following: np.ndarray  # int32: for each action the index of the next position
    starts: np.ndarray  # int32: the start positions
    table: np.ndarray  # int32: hash table of positions; EMPTY is a free entry

    def find(self, states) -> np.ndarray:
        """Return the indices of the positions of some states. Raises KeyError if a start cannot lead to a state."""
        found = _find(self.game, self.states, self.table, states, compiled=compiler.available())
        if (found < 0).any():
            raise KeyError("This state cannot be reached from any start position. Use a state of a game from its "
                           "start.")
        return found

    def of(self, state) -> tuple[int, int]:
        """Return the value of a state (RED, BLUE or DRAWN) and the number of moves to the end (-1 for a draw)."""
        i = self.find(_one(state))[0]
        return int(self.value[i]), int(self.plays[i])

    def action_values(self, state) -> dict[int, int]:
        """Return for each legal action the value of the position it leads to."""
        i = self.find(_one(state))[0]
        rows = slice(self.first[i], self.first[i + 1])
        return {int(a): int(self.value[j]) for a, j in zip(self.actions[rows], self.following[rows], strict=True)}

    def keeps(self, state, action) -> bool:
        """Return whether the position after `action` has the same value as the position before it."""
        values = self.action_values(state)
        if action not in values:
            raise ValueError(f"{action!r} is not a legal action here. Choose one of legal_actions(game, state).")
        return values[action] == self.of(state)[0]

    def best_actions(self, state) -> list[int]:
        """Return the actions that win fastest, keep the draw, or lose most slowly."""
        i = self.find(_one(state))[0]
        rows = slice(self.first[i], self.first[i + 1])
        after = self.following[rows]
        good = self.value[after] == self.value[i]
        if self.value[i] != DRAWN:
            good &= self.plays[after] == self.plays[i] - 1
        return [int(a) for a in self.actions[rows][good]]


def solve(game=None, compiled=None) -> Solution:
    """Solve the game from all its start positions.

    game: None: the game with default options. compiled: None: compile if Numba is installed. Without compiling, the
    default game takes minutes.
    """
    compiled = compiler.available() if compiled is None else compiled
    game = (Soccer() if game is None else game)._replace(limit=0)
    starts = start_states(game)
    states, table, first, actions, following = enumerate_states(game, starts, compiled)
    movers = states["mover"].astype(np.int8)
    value, plays = _settle(states["winner"].astype(np.int8), movers, first, following, compiled=compiled)
    found = _find(game, states, table, starts, compiled=compiled)
    return Solution(game, states, value, plays, first, actions, following, found, table)


def start_states(game) -> np.ndarray:
    """Return all start positions."""
    if not game.random_start:
        states = game.new_states(1)
        game.reset(states[0], stream(0))
        return states
    column, _ = middle(game)
    rows = range(1, game.height)
    places = [(rx, ry, bx, by) for rx in range(1, column) for ry in rows
              for bx in range(column + 1, game.width) for by in rows]
    states = game.new_states(len(places))
    game.reset(states[0], stream(0))
    states[:] = states[0]
    places = np.array(places, np.int8)
    states["x"] = places[:, [0, 2]]
    states["y"] = places[:, [1, 3]]
    return states


def enumerate_states(game, starts, compiled):
    """List all states that can follow from `starts`.

    Returns the states, the hash table, and `first`, `actions` and `following` as in `Solution`.
    """
    capacity = 1 << 19
    while True:
        states = game.new_states(capacity)
        table = np.full(2 * capacity, EMPTY, np.int32)
        first = np.empty(capacity + 1, np.int64)
        actions = np.empty(7 * capacity, np.int8)
        following = np.empty(7 * capacity, np.int32)
        n = _enumerate(game, starts, states, table, first, actions, following, compiled=compiled)
        if n >= 0:
            edges = int(first[n])
            return states[:n].copy(), table, first[: n + 1].copy(), actions[:edges].copy(), following[:edges].copy()
        capacity *= 2


def _one(state):
    """Return an array with one state."""
    return np.array([state], state.dtype).view(np.recarray) if state.ndim == 0 else state


def slot_of(game, states, table, state):
    """Return the index at which `state` is in the hash table, or the free index at which it can be inserted."""
    size = len(table)
    number = game.key(state)
    mixed = number ^ (number >> np.uint64(29)) ^ (number << np.uint64(7)) ^ (number >> np.uint64(13))
    mixed ^= mixed >> np.uint64(17)
    slot = np.int64(mixed & np.uint64(size - 1))
    while table[slot] != EMPTY:
        other = states[table[slot]]
        if game.key(other) == number and other.winner == state.winner:
            break
        slot = (slot + 1) & (size - 1)
    return slot


@entry(allocates=True)
def _find(game, states, table, wanted):
    """Return the indices of the `wanted` states."""
    found = np.empty(len(wanted), np.int32)
    for i in range(len(wanted)):
        found[i] = table[slot_of(game, states, table, wanted[i])]
    return found


@entry(allocates=True)
def _enumerate(game, starts, states, table, first, actions, following):
    """List the states breadth first. Return their number, or -1 if there is not enough space."""
    rng = np.ones(2, np.uint64)
    scratch = np.empty(7, np.int32)
    room = len(states) - 1  # the last state is scratch space
    n = 0
    for i in range(len(starts)):
        slot = slot_of(game, states, table, starts[i])
        if table[slot] == EMPTY:
            states[n] = starts[i]
            table[slot] = n
            n += 1
    done = 0
    edges = 0
    while done < n:
        first[done] = edges
        for j in range(game.legal(states[done], scratch)):
            states[room] = states[done]
            game.play(states[room], scratch[j], rng)
            states[room].plays = 0
            slot = slot_of(game, states, table, states[room])
            if table[slot] == EMPTY:
                if n == room:
                    return -1
                states[n] = states[room]
                table[slot] = n
                n += 1
            actions[edges] = scratch[j]
            following[edges] = table[slot]
            edges += 1
        done += 1
    first[n] = edges
    return n


@entry(allocates=True)
def _settle(winners, movers, first, following):
    """Compute value and distance of all states, backwards from the finished games."""
    n = len(winners)
    # the states that lead to each state
    begins = np.zeros(n + 1, np.int64)
    for e in range(len(following)):
        begins[following[e] + 1] += 1
    for i in range(n):
        begins[i + 1] += begins[i]
    fill = begins[:-1].copy()
    leads = np.empty(len(following), np.int32)
    for i in range(n):
        for e in range(first[i], first[i + 1]):
            leads[fill[following[e]]] = i
            fill[following[e]] += 1

    value = np.full(n, DRAWN, np.int8)
    plays = np.full(n, -1, np.int16)
    open_actions = np.empty(n, np.int8)  # number of actions that are not known to lose
    queue = np.empty(n, np.int32)
    tail = 0
    for i in range(n):
        open_actions[i] = first[i + 1] - first[i]
        if winners[i] != NOBODY:
            value[i] = winners[i]
            plays[i] = 0
            queue[tail] = i
            tail += 1
    head = 0
    while head < tail:
        j = queue[head]
        head += 1
        for e in range(begins[j], begins[j + 1]):
            i = leads[e]
            if plays[i] >= 0:
                continue
            open_actions[i] -= 1
            if value[j] == movers[i] or open_actions[i] == 0:
                value[i] = value[j]
                plays[i] = plays[j] + 1
                queue[tail] = i
                tail += 1
    return value, plays


def totals(solution) -> dict:
    """Return the numbers of states, finished games, actions and positions with each value, as in a published table."""
    states, value = solution.states, solution.value
    live = states["winner"] == NOBODY
    degree = np.diff(solution.first)
    table = {}
    for player in (0, 1):
        for holder in (-1, 0, 1):
            chosen = live & (states["mover"] == player) & (states["holder"] == holder)
            table[player, holder] = tuple(int((value[chosen] == v).sum()) for v in (RED, 1, DRAWN))
    return {
        "states": len(states),
        "live": int(live.sum()),
        "live by holder": tuple(int((live & (states["holder"] == h)).sum()) for h in (-1, 0, 1)),
        "won": tuple(int((states["winner"] == p).sum()) for p in (0, 1)),
        "transitions": len(solution.following),
        "live by actions": {int(k): int((live & (degree == k)).sum()) for k in np.unique(degree[live])},
        "values": tuple(int((value[live] == v).sum()) for v in (RED, 1, DRAWN)),
        "values by mover and holder": table,
        "values of starts": tuple(int((value[solution.starts] == v).sum()) for v in (RED, 1, DRAWN)),
        "longest win": int(solution.plays[live].max()),
        "longest win from a start": int(solution.plays[solution.starts].max()),
    }
