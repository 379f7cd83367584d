"""The exact value of every position of soccer, by retrograde analysis.

The game has few positions, so all of them are listed first: everything that can follow from the start positions. Then
values are worked out backwards. A finished game is decided. A position is won for its mover as soon as one action leads
to a won one, and lost as soon as all actions lead to positions won by the opponent. Positions are settled in order of
their distance from the end, so the number of plays under the shortest win and the longest defence comes for free.
Whatever is never settled can be prolonged for ever and is a draw.

Repetition and the limit on plays are left out; the first does not change the winner, because a shortest win repeats
nothing.
"""

from __future__ import annotations

import numpy as np

from mcts_lab.engine.distinct import Distinct
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream

from .game import Soccer
from .rules import NOBODY, RED, middle

DRAWN = -1  # the value of a position that neither can win, beside RED and BLUE
EMPTY = -1


class Solution(Distinct):
    """All positions that can occur and their values; position i is row i of every array."""

    game: Soccer
    states: np.ndarray  # records
    value: np.ndarray  # int8: RED, BLUE or DRAWN
    plays: np.ndarray  # int16: to the end under the shortest win and longest defence; -1 for a draw
    first: np.ndarray  # int64: the actions of position i are rows first[i] .. first[i+1]-1 of the next two
    actions: np.ndarray  # int8
    following: np.ndarray  # int32: the position each action leads to
    starts: np.ndarray  # int32: the start positions
    table: np.ndarray  # int32: position by hashed key, EMPTY where there is none

    def find(self, states) -> np.ndarray:
        """The positions of an array of states. Raises KeyError if one cannot be reached from a start."""
        found = _find(self.game, self.states, self.table, states, compiled=compiler.available())
        if (found < 0).any():
            raise KeyError("This state cannot be reached from any start position. Use a state of a game from its "
                           "start.")
        return found

    def of(self, state) -> tuple[int, int]:
        """The value of one state (RED, BLUE or DRAWN) and the plays until then (-1 for a draw)."""
        i = self.find(_one(state))[0]
        return int(self.value[i]), int(self.plays[i])

    def action_values(self, state) -> dict[int, int]:
        """For each legal action the value of the position it leads to."""
        i = self.find(_one(state))[0]
        rows = slice(self.first[i], self.first[i + 1])
        return {int(a): int(self.value[j]) for a, j in zip(self.actions[rows], self.following[rows], strict=True)}

    def keeps(self, state, action) -> bool:
        """Return whether `action` keeps what the position is worth to the player to move."""
        values = self.action_values(state)
        if action not in values:
            raise ValueError(f"{action!r} is not a legal action here. Choose one of legal_actions(game, state).")
        return values[action] == self.of(state)[0]

    def best_actions(self, state) -> list[int]:
        """The actions that win fastest, or hold the draw, or lose slowest."""
        i = self.find(_one(state))[0]
        rows = slice(self.first[i], self.first[i + 1])
        after = self.following[rows]
        good = self.value[after] == self.value[i]
        if self.value[i] != DRAWN:
            good &= self.plays[after] == self.plays[i] - 1
        return [int(a) for a in self.actions[rows][good]]


def solve(game=None, compiled=None) -> Solution:
    """Solve the game from all its start positions.

    Parameters: `game`, the default one if None; `compiled`, None to compile if Numba is there (interpreted, the default
    game takes minutes).
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
    """Every start position once."""
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
    """All states that can follow from `starts`, and what each action leads to.

    Returns the states, the hash table that finds them, and their actions as `Solution` holds them.
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
    """An array of one state."""
    return np.array([state], state.dtype).view(np.recarray) if state.ndim == 0 else state


def slot_of(game, states, table, state):
    """The slot of the hash table with `state`, or the empty one where it belongs."""
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
    """The numbers of the `wanted` states in the table of all."""
    found = np.empty(len(wanted), np.int32)
    for i in range(len(wanted)):
        found[i] = table[slot_of(game, states, table, wanted[i])]
    return found


@entry(allocates=True)
def _enumerate(game, starts, states, table, first, actions, following):
    """Breadth first. Returns the number of states, or -1 if there is not enough room."""
    rng = np.ones(2, np.uint64)
    scratch = np.empty(7, np.int32)
    room = len(states) - 1  # the last one is scratch
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
    """Value and distance of every state, from the ends backwards."""
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
    open_actions = np.empty(n, np.int8)  # that do not yet lose
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
    """Counts of states, ends, actions and values, as a published table would give them."""
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
