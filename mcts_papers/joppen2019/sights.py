"""Learn the effects of things on a grid, and use them in components of a search.

The method is from [Joppen, Moneke, Schroeder, Wirth & Fuernkranz 2018, "Informed Hybrid Game Tree Search for
General Video Game Playing"]. An agent that cannot read the rules can watch which things stop it, kill it or give
points. `Sights` counts this in every transition of every playout. From the counts, `survey` chooses a target and
computes a map of the distances to it. `AvoidKnown` leaves out actions that run into walls or death.
`TargetPlayout` moves towards the target most of the time.
"""

from __future__ import annotations

import numpy as np

from mcts_lab.engine.bits import drop_lowest, lowest_bit
from mcts_lab.engine.distinct import Distinct
from mcts_lab.engine.generic import entry
from mcts_lab.engine.random import uniform
from mcts_lab.game import TERMINAL
from mcts_lab.search.mcts.components import Leaf, Pruning
from mcts_lab.search.mcts.memory import AHEAD, CALLS, CURRENT, LAST_CALL
from mcts_lab.search.mcts.playouts import take_grades

from .questions import grid
from .values import several_players

KINDS = 64
# facts that are counted for each pair: the kind of thing that the player meets, and the kind that the player is now
MET, STOPPED, DIED, GAINED, SPOILT, WON, CHANGED, STRUCK = range(8)
FACTS = 8
UNREACHED = -1
NOTHING = np.uint64(0)  # the empty set of kinds
OFTEN, SOMETIMES = 0.5, 0.25  # a fact counts as an effect of a thing if it occurs in at least this share of meetings

# Classes of targets, the most wanted first. A thing within `CLOSE` steps gets a bonus.
WANTED = {"wins": 1000.0, "gives points": 135.0, "never met": 131.0, "gives points when struck": 120.0,
          "changes me": 100.0, "kills": -100.0, "stops me": -200.0, "harmless": -500.0, "takes points": -1000.0}
WINS, GIVES, NEW, STRIKE, CHANGES, KILLS, STOPS, HARMLESS, TAKES = WANTED.values()
CLOSE, BONUS = 6, 21.0


class Sights(Distinct):
    """The agent's knowledge. The arrays are filled during searches and kept from move to move."""

    counts: np.ndarray  # int32[guises, kinds, FACTS]
    map: np.ndarray  # int32[cells], steps to the target, UNREACHED if there is no way
    steps: np.ndarray  # int32[cells], steps from the player
    queue: np.ndarray  # int32[cells], for `survey`
    begin: np.ndarray  # float64[2], at the search's root: the points, and the steps to the target
    until: np.ndarray  # int64[kinds], number of the move before which a kind of thing is not a target
    moves: np.ndarray  # int64[actions], how often an action has moved the player
    blows: np.ndarray  # int64[actions], how often an action gave points without moving the player


def sights_of(game) -> Sights:
    """Return knowledge that is still empty. Raises ValueError for a game without a grid."""
    cells = grid(game)[0]
    if not cells:
        raise ValueError("Targets are things on a grid, but this game has none. Use a game with a grid.")
    whole = (np.zeros(cells, np.int32) for _ in range(3))
    actions = game.facts().actions
    return Sights(np.zeros((KINDS, KINDS, FACTS), np.int32), *whole, np.zeros(2), np.zeros(KINDS, np.int64),
                  np.zeros(actions, np.int64), np.zeros(actions, np.int64))


class TargetPlayout(Leaf):
    """Playout that moves towards the target with some probability, else at random.

    A few times per playout, an action that loses immediately is taken back. The reward of a finished game is 0 or
    1. The reward of an unfinished game is near 1/2. It is higher if points were gained since the root and if the target
    is nearer. The playout ends early if the budget of calls is used up.
    """

    ranges = {"greed": (0, 1)}

    sights: tuple
    limit: int = 10  # maximum number of actions; 0: evaluate the leaf itself
    greed: float = 0.8  # probability of a step towards the target; 0: always at random
    patience: int = 5  # maximum number of actions taken back in one playout; 0: none

    def problem(self, game, facts, method):
        if facts.players > 1:
            return several_players(facts, "Playout()")
        if len(self.sights.map) != grid(game)[0] or len(self.sights.moves) != facts.actions:
            return f"has sights of another game, not of {facts.title}. Make them with sights_of(game)."
        inner = type(method.leaf) is not TargetPlayout or method.tree.several_paths
        if type(self) is TargetPlayout and inner:
            return ("takes back moves in the state of the iteration, so it cannot be inside another leaf. Write "
                    "leaf=TargetPlayout(...), or use another model.")

    def evaluate(self, game, state, memory):
        sights, rng = self.sights, memory.rng
        limit = min(self.limit, memory.counters[LAST_CALL] - memory.counters[CALLS])
        plays, taken_back = 0, 0
        while plays < limit and game.to_move(state) != TERMINAL:
            action = -1
            if uniform(rng) < self.greed:
                action = greedy(sights, game, state, memory.scratch)
            if action < 0:
                action = game.random_action(state, rng, memory.scratch)
            if taken_back < self.patience:
                game.put(memory.states, AHEAD, state)
            play_and_learn(sights, game, state, action, rng)
            plays += 1
            if taken_back < self.patience and game.to_move(state) == TERMINAL and game.payoff(state, 0) <= 0.5:
                taken_back += 1
                game.put(memory.states, CURRENT, memory.states[AHEAD])
        if game.to_move(state) == TERMINAL:
            reward = 1.0 if game.payoff(state, 0) > 0.5 else 0.0
        else:
            gain = game.points(state) - sights.begin[0]
            reward = 0.5 + 0.2 * gain / (1.0 + abs(gain)) + 0.1 * (closeness(sights, game, state) - 0.5)
        memory.rewards[0] = reward
        take_grades(game, state, memory)
        return plays


class AvoidKnown(Pruning):
    """Leave out actions that lead into things that are known to stop or kill the player, unless all actions do so."""

    sights: tuple

    problem = TargetPlayout.problem

    def filter_actions(self, game, state, n, memory):
        kept, scratch = 0, memory.scratch
        here = game.spot(state)
        me = game.guise(state)
        for i in range(n):
            action = scratch[i]
            there = game.ahead(state, action)
            free = there < 0 or there == here or self.sights.moves[action] == 0
            if free or not bars(self.sights.counts, me, game.things(state, there)):
                scratch[i] = scratch[kept]  # exchanged, so that all actions are still there if all are left out
                scratch[kept] = action
                kept += 1
        return kept if kept > 0 else n


def share(counts, me, kind, fact):
    """Return the share of meetings with a kind of thing in which a fact occurred."""
    times = counts[me, kind, MET]
    return counts[me, kind, fact] / times if times > 0 else 0.0


def bars(counts, me, seen):
    """Return whether one of the kinds `seen` is known to stop or kill the player."""
    while seen != NOTHING:
        kind = lowest_bit(seen)
        if share(counts, me, kind, STOPPED) >= OFTEN or share(counts, me, kind, DIED) >= OFTEN:
            return True
        seen = drop_lowest(seen)
    return False


def note(counts, me, seen, fact):
    """Count a fact for all kinds in `seen`."""
    while seen != NOTHING:
        counts[me, lowest_bit(seen), fact] += 1
        seen = drop_lowest(seen)


def play_and_learn(sights, game, state, action, rng):
    """Play an action and count its effects."""
    counts = sights.counts
    me, here, way, before = game.guise(state), game.spot(state), game.heading(state), game.points(state)
    there = game.ahead(state, action)
    seen, ground = NOTHING, NOTHING
    if here >= 0:
        ground = game.things(state, here)  # things in the player's cell neither stop nor kill
    if there >= 0:
        seen = game.things(state, there) & ~ground
    game.play(state, action, rng)
    after = game.spot(state)
    gain = game.points(state) - before
    moved = after != here
    over = game.to_move(state) == TERMINAL
    won = over and game.payoff(state, 0) > 0.5
    if over and not won and after >= 0:
        killers = game.things(state, after) & ~ground
        note(counts, me, killers, MET)
        note(counts, me, killers, DIED)
    if there < 0 or there == here:
        return
    if way != game.heading(state) and not moved:  # only turned
        return
    if moved:
        sights.moves[action] += 1
        note(counts, me, ground, MET)
    elif sights.moves[action] == 0:  # the action is not a step
        if gain > 0:
            sights.blows[action] += 1
            note(counts, me, seen, STRUCK)
        return
    note(counts, me, seen, MET)
    changed = game.guise(state) != me
    for fact, holds in ((STOPPED, not moved and not over), (DIED, over and not won), (WON, won), (GAINED, gain > 0),
                        (SPOILT, gain < 0 and not over), (CHANGED, changed and not over)):
        if holds:
            note(counts, me, seen, fact)


def wish(sights, me, kind, tick):
    """Return how desirable a kind of thing is as a target; a higher number is better."""
    counts = sights.counts
    if sights.until[kind] > tick:
        return HARMLESS
    worth = HARMLESS
    if share(counts, me, kind, WON) >= SOMETIMES:
        worth = WINS
    elif counts[me, kind, STRUCK] > 0:
        worth = STRIKE
    elif counts[me, kind, MET] == 0:
        worth = NEW
    elif share(counts, me, kind, SPOILT) >= SOMETIMES:
        worth = TAKES
    elif share(counts, me, kind, DIED) >= SOMETIMES:
        worth = KILLS
    elif share(counts, me, kind, GAINED) >= SOMETIMES:
        worth = GIVES
    elif share(counts, me, kind, CHANGED) >= SOMETIMES:
        worth = CHANGES
    elif share(counts, me, kind, STOPPED) >= OFTEN:
        worth = STOPS
    return worth


def flood(sights, game, state, steps, origin, me, ends):
    """Compute the steps from a cell to all others, around cells that are known to stop or kill.

    ends: True if such a cell is reached too, but no path continues from it.
    """
    cells, row = game.grid()
    for cell in range(cells):
        steps[cell] = UNREACHED
    queue = sights.queue
    queue[0] = origin
    steps[origin] = 0
    head, tail = 0, 1
    while head < tail:
        cell = queue[head]
        head += 1
        for side in range(4):
            beside = cell + (1 if side == 0 else -1 if side == 1 else row if side == 2 else -row)
            inside = row <= beside < cells - row and 0 < beside % row < row - 1
            if inside and steps[beside] == UNREACHED:
                free = not bars(sights.counts, me, game.things(state, beside))
                if free or ends:
                    steps[beside] = steps[cell] + 1
                if free:
                    queue[tail] = beside
                    tail += 1


@entry
def survey(sights, game, state, tick):
    """Choose a target and compute the map of distances to it. Return the kind of the target; -1 if there is none."""
    cells = game.grid()[0]
    me, here = game.guise(state), game.spot(state)
    sights.begin[0] = game.points(state)
    if here < 0:
        for cell in range(cells):
            sights.map[cell] = UNREACHED
        return -1
    flood(sights, game, state, sights.steps, here, me, True)
    best, target, kind_of = HARMLESS, -1, -1
    for cell in range(cells):
        steps = sights.steps[cell]
        if steps > 0:
            seen = game.things(state, cell)
            while seen != NOTHING:
                kind = lowest_bit(seen)
                wanted = wish(sights, me, kind, tick)
                if wanted > HARMLESS:
                    wanted += (BONUS if steps <= CLOSE else 0.0) - 0.01 * steps
                    if wanted > best:
                        best, target, kind_of = wanted, cell, kind
                seen = drop_lowest(seen)
    if target < 0:
        for cell in range(cells):
            sights.map[cell] = UNREACHED
        return -1
    flood(sights, game, state, sights.map, target, me, False)
    sights.begin[1] = sights.map[here]
    return kind_of


def strikes(sights, game, state, me, cell):
    """Return whether a cell contains a kind of thing that gave points when it was struck."""
    seen = game.things(state, cell)
    while seen != NOTHING:
        if sights.counts[me, lowest_bit(seen), STRUCK] > 0:
            return True
        seen = drop_lowest(seen)
    return False


def greedy(sights, game, state, scratch):
    """Return the action that leads nearest to the target, or strikes a thing that gave points; -1 if there is none."""
    me, here = game.guise(state), game.spot(state)
    if here < 0:
        return -1
    best, steps = -1, sights.map[here]
    for i in range(game.legal(state, scratch)):
        action = scratch[i]
        there = game.ahead(state, action)
        if there == here or there < 0:
            continue
        if sights.blows[action] > 0:
            if strikes(sights, game, state, me, there):
                return action
        elif 0 <= sights.map[there] < steps:
            best, steps = action, sights.map[there]
    return best


def closeness(sights, game, state):
    """Return how near the target is: 1 at the target, 1/2 at the distance from the root, 0 if it cannot be reached."""
    here = game.spot(state)
    if here < 0 or sights.map[here] == UNREACHED:
        return 0.0
    return 1.0 / (1.0 + sights.map[here] / max(sights.begin[1], 1.0))
