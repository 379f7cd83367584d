"""Best-first search for one player in a game without chance: a plan of actions, the cheapest position first.

The cost of a position is a price for each play less its points, and no position is looked at twice, as in the search
agent of [Joppen, Moneke, Schroeder, Wirth & Fuernkranz 2018, "Informed Hybrid Game Tree Search for General Video Game
Playing"].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...checking import check_outsider
from ...engine.distinct import Distinct
from ...engine.generic import Missing, compiler, entry, helper
from ...engine.random import stream
from ...game import TERMINAL, action_name, facts, key, legal, new_states, payoff, play, put, to_move
from ...search.mcts.checks import check_amount, check_root, in_range
from .questions import points

LARGEST = 1 << 16  # positions kept


@dataclass(frozen=True)
class Planned:
    """What the search found."""

    action: int
    name: str
    value: float  # the payoff at the end of a plan that ends the game, else the points at its end
    plan: tuple  # actions
    won: bool  # whether the plan wins
    calls: int


class BestFirst(Distinct):
    """Best-first search with a list of the positions met; it ends with the first plan that wins.

    price: of a play, in points; 0 looks at points alone.
    """

    ranges = {"price": (0, None)}

    price: float = 0.1

    def search(self, game, state, *, calls, seed=None, compiled=None, states=None) -> Planned:
        """Search from `state` with a budget of forward-model calls. `seed` matters only if there is chance after all.

        states: memory for `most_positions(calls)` positions, overwritten; None takes new memory, which for a game of
        large positions takes longer than the search

        The plan is that to the position with the most points, the shortest of these, if none wins. Raises ValueError
        for games of several players, and where nothing is left to play, and Missing for games without keys. Without
        points (see `questions`) all plans that do not win are alike, and the shortest come first.
        """
        rule, calls = in_range(self), check_amount("calls", calls)
        known = facts(game)
        if known.players != 1:
            raise ValueError(f"best-first search is for one player, and {known.title} has {known.players}")
        check_keys(game)
        check_root(game, state)
        compiled = compiler.available() if compiled is None else compiled
        if compiled:
            check_outsider(game)
        n = most_positions(calls)
        states = new_states(game, n) if states is None else states[:n]
        states[0] = state
        table = np.zeros(1 << (2 * n).bit_length(), np.int64)  # places of positions by key, plus one
        keys, cost = np.zeros(n, np.uint64), np.zeros(n)
        links = np.full((n, 2), -1, np.int64)  # the position before, and the action that led on
        depth, heap = np.zeros(n, np.int64), np.zeros(n, np.int64)
        best, won, spent = _expand(game, rule, states, table, keys, cost, links, depth, heap, calls, stream(seed),
                                   np.zeros(known.branching, np.int32), compiled=compiled)
        plan, at = [], int(best)
        while at > 0:
            plan.append(int(links[at, 1]))
            at = int(links[at, 0])
        plan = tuple(plan[::-1])
        if not plan:  # nothing is better than to be here: the first action
            scratch = np.zeros(known.branching, np.int32)
            legal(game, state, scratch)
            plan = (int(scratch[0]),)
        end = states[int(best)]
        value = float(payoff(game, end, 0)) if to_move(game, end) == TERMINAL else float(points(game, end))
        return Planned(plan[0], str(action_name(game, state, plan[0])), value, plan, bool(won), int(spent))


def most_positions(calls) -> int:
    """How many positions a search of so many calls keeps at most."""
    return min(calls, LARGEST) + 1


def check_keys(game):
    """Raise Missing, with what to do, for a game whose positions cannot be told apart."""
    if not key.defines(type(game)):
        raise Missing(f"best-first search looks at no position twice, and {facts(game).title} does not say which are "
                      f"the same: give {type(game).__name__} a method key")


@entry
def _expand(game, rule, states, table, keys, cost, links, depth, heap, calls, rng, scratch):
    """Expand positions until one is won or the budget is used: (the best position, whether it is won, calls)."""
    room, spent, kept, waiting = len(states), 0, 1, 1
    keys[0] = key(game, states[0])
    _find(table, keys, 0)
    best = 0
    while waiting > 0 and spent < calls and kept < room:
        here = heap[0]
        waiting -= 1
        heap[0] = heap[waiting]
        _sink(heap, cost, waiting)
        n = legal(game, states[here], scratch)
        for i in range(n):
            if spent == calls or kept == room:
                break
            put(game, states, kept, states[here])
            play(game, states[kept], scratch[i], rng)
            spent += 1
            keys[kept] = key(game, states[kept])
            if not _find(table, keys, kept):
                continue
            links[kept, 0] = here
            links[kept, 1] = scratch[i]
            depth[kept] = depth[here] + 1
            cost[kept] = rule.price * depth[kept] - points(game, states[kept])
            new = kept
            kept += 1
            if to_move(game, states[new]) == TERMINAL:
                if payoff(game, states[new], 0) > 0.5:
                    return new, True, spent
                continue
            if best == 0 or cost[new] < cost[best]:
                best = new
            heap[waiting] = new
            waiting += 1
            _rise(heap, cost, waiting - 1)
    return best, False, spent


@helper
def _find(table, keys, place):
    """Enter a position by its key; whether it is new."""
    mask = len(table) - 1
    at = np.int64(keys[place] & np.uint64(mask))
    while table[at] != 0:
        if keys[table[at] - 1] == keys[place]:
            return False
        at = (at + 1) & mask
    table[at] = place + 1
    return True


@helper
def _rise(heap, cost, at):
    """Move an entry of the heap up to its place; the cheapest is on top, of equally cheap ones the older."""
    while at > 0:
        above = (at - 1) // 2
        if not _before(cost, heap[at], heap[above]):
            break
        heap[at], heap[above] = heap[above], heap[at]
        at = above


@helper
def _sink(heap, cost, n):
    """Move the top of a heap of `n` entries down to its place."""
    at = 0
    while True:
        least = at
        for child in (2 * at + 1, 2 * at + 2):
            if child < n and _before(cost, heap[child], heap[least]):
                least = child
        if least == at:
            break
        heap[at], heap[least] = heap[least], heap[at]
        at = least


@helper
def _before(cost, a, b):
    return cost[a] < cost[b] or (cost[a] == cost[b] and a < b)
