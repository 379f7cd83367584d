"""Agents for Tribes as in [Hsu & Perez-Liebana 2020].

An agent gets a copy of the state in which most data of the other players is missing. It searches this copy with the
framework's forward model. For each action of a turn, there is a new search.
"""

import numpy as np

from mcts_lab.engine.generic import compiler
from mcts_lab.engine.random import stream
from mcts_lab.players import describe
from mcts_lab.search.mcts.nodes import ROOT, takes_part
from mcts_lab.search.mcts.search import Search
from mcts_papers.evolution import RHEA

from ..games.tribes import searched, show
from ..games.tribes.rules import TRIBE_ACTIONS, UNIT_ACTIONS
from ..games.tribes.state import ATTACK, END_TURN
from .groups import group_of

SIZE_BINS = np.arange(25, 251, 25)  # of numbers of legal actions: below 25, 25 to 49, ..., from 250 on
TURN_BINS = np.arange(5, 50, 5)  # of turns: 0 to 4, ..., from 45 on


class TribesPlayer:
    """A search that plays Tribes.

    method    a `UCT` or `RHEA`
    name      its name in tables
    calls     budget of each decision: number of simulated actions
    iterations  budget of each decision in iterations; None: use `calls`
    features  number of features of the value of states, 7 or 9
    options   of `mcts_papers.games.tribes.searched`, such as ``model=False`` for the game's own rules
    """

    always_legal = True

    def __init__(self, method, name, calls=2000, features=7, iterations=None, **options):
        self.method, self.name, self.calls, self.features, self.options = method, name, calls, features, options
        self.iterations = iterations

    def sit(self, game, seat, seed=None):
        return Seated(self, searched(game, seat, self.features, **self.options), seat)

    def choose(self, game, state, seed):
        return self.sit(game, int(state.turn)).choose(game, state, seed)

    def describe(self):
        budget = {"calls": self.calls} if self.iterations is None else {"iterations": self.iterations}
        return {"player": "TribesPlayer", "name": self.name, "method": describe(self.method), **budget,
                "features": self.features, **self.options}

    def __repr__(self):
        return f"TribesPlayer({self.name!r})"


class Seated:
    """A `TribesPlayer` at one seat of one game. It stores data about its decisions in `notes`."""

    always_legal = True

    def __init__(self, player, game, seat):
        self.name, self.game, self.seat = player.name, game, seat
        self.method, self.calls = player.method, player.calls
        self._budget = {"calls": player.calls} if player.iterations is None else {"iterations": player.iterations}
        self.notes = []  # (tick, legal actions, depth, rate, iterations) of decisions by tree search
        self._states = game.new_states(1)
        self._shown = self._states[0]
        self._scratch = np.empty(game.facts().branching, np.int32)
        self._search = None
        self._plan, self._tick = None, None  # the current plan of RHEA, and the round in which it was made

    def choose(self, game, state, seed):
        n = show(self.game, state, self._states, self.seat, self._scratch, compiled=compiler.available())
        if n == 1:
            return int(self._scratch[0])
        if isinstance(self.method, RHEA):
            return self._evolve(seed)
        if self._search is None:
            self._search = Search(self.game, self._shown, self.method, seed=seed)
        else:
            self._search.restart(self._shown)
            self._search.memory.rng[:] = stream(seed)
        result = self._search.run(**self._budget)
        self.notes.append((int(state.tick), n, *shape(self._search, result.action), result.iterations))
        return result.action

    def _evolve(self, seed):
        """Return the next action of a plan. The plan is kept for the rest of the turn."""
        tick = int(self._shown.tick)
        begin = self._plan[1:] if self._plan is not None and tick == self._tick else None
        found = self.method.search(self.game, self._shown, calls=self.calls, seed=seed, plan=begin)
        self._plan, self._tick = found.plan, tick
        return found.action


def shape(search, action):
    """Return the depth of a search tree, and the share of visited children of the recommended action's node.

    Pruned children do not count. Without children, the share is 0.
    """
    nodes, depths = search.nodes, search.memory.of(search.method.tree).depths[: len(search.nodes)]
    depth = int(depths[nodes["visits"] > 0].max())
    first, count = int(nodes[ROOT].first_child), int(nodes[ROOT].children)
    node = first + int(np.flatnonzero(nodes["action"][first : first + count] == action)[0])
    first, count = int(nodes[node].first_child), int(nodes[node].children)
    below = nodes[first : first + count] if count else nodes[:0]
    left = below[takes_part(below["status"])]
    return depth, float((left["visits"] > 0).mean()) if len(left) else 0.0


def binned(notes) -> dict:
    """Return sums over decisions, ``by_size`` and ``by_turn``: rows of (decisions, depth, rate, iterations)."""
    table = np.array(notes, float).reshape(-1, 5)
    found = {}
    for name, column, edges in (("by_size", 1, SIZE_BINS), ("by_turn", 0, TURN_BINS)):
        places = np.digitize(table[:, column], edges)
        sums = np.zeros((len(edges) + 1, 4))
        for place, row in zip(places, table, strict=True):
            sums[place] += (1.0, *row[2:])
        found[name] = np.round(sums, 2).tolist()
    return found


class Counted:
    """A player that counts its actions of each kind: actions of cities, of the tribe, moves, other actions of units."""

    def __init__(self, player, seat):
        self.name, self._player, self._seat = player.name, player, seat
        self.always_legal = getattr(player, "always_legal", False)
        self.kinds = [0, 0, 0, 0]
        self.notes = getattr(player, "notes", [])

    def choose(self, game, state, seed):
        action = self._player.choose(game, state, seed)
        block = action >> 8
        if block < ATTACK:
            self.kinds[2] += 1
        elif block == END_TURN or group_of(game, state, action) == TRIBE_ACTIONS:
            self.kinds[1] += 1
        elif group_of(game, state, action) == UNIT_ACTIONS:
            self.kinds[3] += 1
        else:
            self.kinds[0] += 1
        return action
