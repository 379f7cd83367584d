"""An agent like Yolobot, written from the publication [Joppen, Moneke, Schroeder, Wirth & Fuernkranz 2018].

Yolobot's own program is not used. In a game without chance, a best-first search looks for a plan that wins.
Otherwise, open-loop UCT goes for targets and uses what it learns about the things that it sees (`sights`). All
calls of the forward model count, including those of the test for chance. The agent remembers from move to move, so
create one for each game: ``Yolobot(calls).sit(game, 0, seed)``.
"""

import numpy as np

from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, copy, legal_actions
from mcts_lab.search.mcts.information_sets import OpenLoop
from mcts_lab.search.mcts.search import UCT, Search
from mcts_lab.search.mcts.selection import UCB1

from .agents import TIES
from .best_first import BestFirst, check_keys, most_positions
from .sights import AvoidKnown, TargetPlayout, sights_of, survey
from .values import NormalisedMean

TESTED = 20  # actions of the test for chance
WEARY = 100  # moves towards a kind of target without points before it is ignored, and moves for which it is ignored


class Yolobot:
    """The Yolobot-like agent. calls: forward-model calls per move."""

    always_legal = True
    name = "Yolobot-like"

    def __init__(self, calls: int):
        self.calls = calls

    def sit(self, game, seat=0, seed=None):
        """Return a player for one game."""
        return Seated(game, self.calls, seed)

    def choose(self, game, state, seed):
        """Choose a move without memory of earlier moves."""
        return self.sit(game, 0, seed).choose(game, state, seed)

    def describe(self):
        return {"player": "yolobot", "name": self.name, "calls": self.calls}


class Seated:
    """The Yolobot-like agent in one game. `spent` counts its forward-model calls for all moves."""

    always_legal = True
    name = Yolobot.name

    def __init__(self, game, calls, seed=None, compiled=None):
        check_keys(game)
        self.game, self.calls, self.compiled = game, calls, compiled
        self.rng = stream(seed)
        self.sights = sights_of(game)
        self.method = UCT(UCB1(), NormalisedMean(), tree=OpenLoop(availability=False), pruning=AvoidKnown(self.sights),
                          leaf=TargetPlayout(self.sights), final=TIES)
        self.search, self.states = None, None
        self.chance = None  # whether the game has chance; None: not tested yet
        self.plan, self.spent, self.moves = [], 0, 0
        self.target, self.since, self.points = -1, 0, None

    def choose(self, game, state, seed=None):
        left = self.calls
        if self.chance is None:
            self.chance, used = has_chance(game, state, self.rng, min(TESTED, self.calls // 4), self.compiled)
            left -= used
            self.spent += used
        self.moves += 1
        if not self.chance:
            return self._planned(state, left)
        return self._searched(state, left)

    def _planned(self, state, calls):
        """Return the next action of a plan. A plan that wins is followed to its end, unless the game leaves the plan.
        """
        expected, plan = self.plan if self.plan else (None, ())
        if plan and expected != int(self.game.key(state)):
            self.chance = True  # the game did not follow the plan
            return self._searched(state, calls)
        if not plan:
            if self.states is None:
                self.states = self.game.new_states(most_positions(self.calls))
            found = BestFirst().search(self.game, state, calls=calls, seed=self._seed(), compiled=self.compiled,
                                       states=self.states)
            self.spent += found.calls
            plan = found.plan if found.won else found.plan[:1]
        action, following = int(plan[0]), copy(self.game, state)
        self.game.play(following, action, self.rng)
        self.spent += 1
        self.plan = (int(self.game.key(following)), plan[1:])
        return action

    def _searched(self, state, calls):
        target = int(survey(self.sights, self.game, state, self.moves, compiled=self._compiled()))
        self._tire(target, float(self.sights.begin[0]))
        if self.search is None:
            self.search = Search(self.game, state, self.method, seed=self._seed(), compiled=self.compiled)
        else:
            self.search.restart(state)
        result = self.search.run(calls=calls)
        self.spent += result.calls
        return int(result.action)

    def _tire(self, target, points):
        """Ignore a kind of target for some time if it brings no points."""
        if target != self.target or points != self.points:
            self.target, self.points, self.since = target, points, self.moves
        elif target >= 0 and self.moves - self.since >= WEARY:
            self.sights.until[target] = self.moves + WEARY
            self.since = self.moves

    def _seed(self):
        return int(self.rng[0] >> np.uint64(33))

    def _compiled(self):
        return compiler.available() if self.compiled is None else self.compiled


def has_chance(game, state, rng, steps, compiled=None):
    """Return whether the same actions lead two copies of a state to different positions, and the number of calls."""
    compiled = compiler.available() if compiled is None else compiled
    states = game.new_states(2)
    scratch = np.zeros(game.facts().branching, np.int32)
    found, calls = _differ(game, states, state, rng, steps, scratch, compiled=compiled)
    return bool(found), int(calls)


@entry
def _differ(game, states, state, rng, steps, scratch):
    game.put(states, 0, state)
    game.put(states, 1, state)
    for step in range(steps):
        if game.to_move(states[0]) == TERMINAL or game.to_move(states[1]) == TERMINAL:
            return False, 2 * step
        n = game.legal(states[0], scratch)
        action = scratch[step % n]
        game.play(states[0], action, rng)
        game.play(states[1], action, rng)
        if game.key(states[0]) != game.key(states[1]):
            return True, 2 * (step + 1)
    return False, 2 * steps


def play_yolobot(game, calls, seed, moves=None, compiled=None):
    """Play a whole game and return the last state, moves and forward-model calls."""
    from mcts_lab.game import start

    begin, own, tree = seed.spawn(3)
    state, player = start(game, begin), Seated(game, calls, own, compiled)
    rng, made = stream(tree), 0
    while game.to_move(state) != TERMINAL and (moves is None or made < moves):
        action = player.choose(game, state)
        assert action in legal_actions(game, state)
        _advance(game, state, action, rng, compiled=player._compiled())
        made += 1
    return state, made, player.spent


@entry
def _advance(game, state, action, rng):
    game.play(state, action, rng)
