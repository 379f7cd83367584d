"""Best-first search for single-player games without chance: find a plan of actions by expanding cheap positions first.

The cost of a position is a price for each action minus the points. No position is visited twice. The search agent
of [Joppen, Moneke, Schroeder, Wirth & Fuernkranz 2018, "Informed Hybrid Game Tree Search for General Video Game
Playing"] works like this.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mcts_lab.checking import check_outsider
from mcts_lab.engine.distinct import Distinct, overrides
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, Game
from mcts_lab.search.advice import advised
from mcts_lab.search.mcts.budget import check_amount
from mcts_lab.search.mcts.checks import check_root, in_range

LARGEST = 1 << 16  # positions kept


@dataclass(frozen=True)
class Planned:
    """The result of a best-first search."""

    action: int
    name: str
    value: float  # the payoff at the end of a plan that ends the game, else the points at its end
    plan: tuple  # actions
    won: bool  # whether the plan wins
    calls: int


class BestFirst(Distinct):
    """Best-first search with a list of visited positions. It ends with the first plan that wins.

    price: cost of an action, in points; with 0, only points count.
    """

    ranges = {"price": (0, None)}

    price: float = 0.1

    def search(self, game, state, *, calls, seed=None, compiled=None, states=None) -> Planned:
        """Search from `state` with a budget of forward-model calls.

        seed: only matters if the game has chance although it should not. states: memory for
        `most_positions(calls)` positions, which is overwritten; None: new memory, which for large positions takes
        longer than the search.

        If no plan wins, the result is the shortest plan to a position with the most points. If the game defines no
        points (see `mcts_lab.hints`), all plans that do not win are equal, and shorter plans are tried first. Raises
        ValueError for games with several players or without keys, if the game is over, and if there is too little
        memory.
        """
        rule, calls = in_range(self), check_amount("calls", calls)
        known = game.facts()
        if known.players != 1:
            raise ValueError(f"Best-first search needs a single-player game, but {known.title} has {known.players} "
                             "players. Use another search.")
        check_keys(game)
        check_root(game, state)
        compiled = compiler.available() if compiled is None else compiled
        if compiled:
            check_outsider(game)
        n = most_positions(calls)
        states = game.new_states(n) if states is None else states[:n]
        if len(states) < n:
            raise ValueError(f"{calls} calls need memory for {n} positions, but there is room for {len(states)}. Use "
                             "fewer calls.")
        states[0] = state
        table = np.zeros(1 << (2 * n).bit_length(), np.int64)  # indices of positions by key, plus one
        keys, cost = np.zeros(n, np.uint64), np.zeros(n)
        links = np.full((n, 2), -1, np.int64)  # the previous position, and the action that was played there
        depth, heap = np.zeros(n, np.int64), np.zeros(n, np.int64)
        best, won, spent = _expand(game, rule, states, table, keys, cost, links, depth, heap, calls, stream(seed),
                                   np.zeros(known.branching, np.int32), compiled=compiled)
        plan, at = [], int(best)
        while at > 0:
            plan.append(int(links[at, 1]))
            at = int(links[at, 0])
        plan = tuple(plan[::-1])
        if not plan:  # no position is better than the root: play the first action
            scratch = np.zeros(known.branching, np.int32)
            game.legal(state, scratch)
            plan = (int(scratch[0]),)
        end = states[int(best)]
        value = float(game.payoff(end, 0)) if game.to_move(end) == TERMINAL else float(game.points(end))
        return Planned(plan[0], str(game.action_name(state, plan[0])), value, plan, bool(won), int(spent))


def most_positions(calls) -> int:
    """Return the maximum number of positions that a search with so many calls stores."""
    return min(calls, LARGEST) + 1


def check_keys(game):
    """Raise ValueError, with what to do, for a game that does not define which positions are equal."""
    if not overrides(game, Game.key):
        raise ValueError(f"Best-first search visits no position twice, but {game.facts().title} does not define which "
                         "positions are the same. "
                         f"{advised(game.facts(), f'Give {type(game).__name__} a method key')}.")


@entry
def _expand(game, rule, states, table, keys, cost, links, depth, heap, calls, rng, scratch):
    """Expand positions until one is won or the budget is used. Return (the best position, whether it is won, calls).
    """
    room, spent, kept, waiting = len(states), 0, 1, 1
    keys[0] = game.key(states[0])
    _find(table, keys, 0)
    best = 0
    while waiting > 0 and spent < calls and kept < room:
        here = heap[0]
        waiting -= 1
        heap[0] = heap[waiting]
        _sink(heap, cost, waiting)
        n = game.legal(states[here], scratch)
        for i in range(n):
            if spent == calls or kept == room:
                break
            game.put(states, kept, states[here])
            game.play(states[kept], scratch[i], rng)
            spent += 1
            keys[kept] = game.key(states[kept])
            if not _find(table, keys, kept):
                continue
            links[kept, 0] = here
            links[kept, 1] = scratch[i]
            depth[kept] = depth[here] + 1
            cost[kept] = rule.price * depth[kept] - game.points(states[kept])
            new = kept
            kept += 1
            if game.to_move(states[new]) == TERMINAL:
                if game.payoff(states[new], 0) > 0.5:
                    return new, True, spent
                continue
            if best == 0 or cost[new] < cost[best]:
                best = new
            heap[waiting] = new
            waiting += 1
            _rise(heap, cost, waiting - 1)
    return best, False, spent


def _find(table, keys, place):
    """Add a position to the table by its key; return whether it is new."""
    mask = len(table) - 1
    at = np.int64(keys[place] & np.uint64(mask))
    while table[at] != 0:
        if keys[table[at] - 1] == keys[place]:
            return False
        at = (at + 1) & mask
    table[at] = place + 1
    return True


def _rise(heap, cost, at):
    """Move an entry of the heap up to its place. The cheapest entry is on top; of equally cheap ones, the older."""
    while at > 0:
        above = (at - 1) // 2
        if not _before(cost, heap[at], heap[above]):
            break
        heap[at], heap[above] = heap[above], heap[at]
        at = above


def _sink(heap, cost, n):
    """Move the top entry of a heap of `n` entries down to its place."""
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


def _before(cost, a, b):
    return cost[a] < cost[b] or (cost[a] == cost[b] and a < b)
