"""Games of two agents against each other.

An agent is one function:

choose(game, state, rng)        returns an action: a whole agent
evaluate(game, state, player)   returns what a position is worth to a player; a search two plies deep plays by it
policy(game, state, rng)        returns an action of a playout; the move with the best mean of playouts is played

`choose`, `evaluate` and `policy` here return the move of such a function.
Their source is sent to where the function is.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from ..experiments.match import tally
from ..game import TERMINAL, after, facts, legal_actions, payoff, position_after, to_move
from ..players import ScriptedPlayer
from .answering import Raised

OPENING = 2  # random plays with which each pair of games begins


def choose(function, name, options, actions, seed):
    """Return the action that a function chooses after these actions."""
    import random

    from mcts_lab import games
    from mcts_lab.game import position_after

    game = games.make(name, **options)
    return function(game, position_after(game, actions), random.Random(seed))


def evaluate(function, name, options, actions, seed):
    """Return the action that a search two plies deep takes by a function of positions."""
    import random

    from mcts_lab import games
    from mcts_lab.game import TERMINAL, after, legal_actions, payoff, position_after, to_move

    game = games.make(name, **options)
    state = position_after(game, actions)
    me = to_move(game, state)

    def value(state, depth):
        if to_move(game, state) == TERMINAL:
            return 1e9 * payoff(game, state, me)
        if depth == 0:
            return float(function(game, state, me))
        values = [value(after(game, state, action), depth - 1) for action in legal_actions(game, state)]
        return max(values) if to_move(game, state) == me else min(values)

    legal = legal_actions(game, state)
    random.Random(seed).shuffle(legal)
    return int(max(legal, key=lambda action: value(after(game, state, action), 1)))


def policy(function, name, options, actions, seed, playouts=8):
    """Return the action after which playouts by a function end best."""
    import random

    from mcts_lab import games
    from mcts_lab.game import TERMINAL, after, legal_actions, payoff, position_after, to_move

    game, rng = games.make(name, **options), random.Random(seed)
    state = position_after(game, actions)
    me = to_move(game, state)

    def result(state):
        while to_move(game, state) != TERMINAL:
            state = after(game, state, int(function(game, state, rng)))
        return payoff(game, state, me)

    legal = legal_actions(game, state)
    rng.shuffle(legal)
    return int(max(legal, key=lambda action: sum(result(after(game, state, action)) for _ in range(playouts))))


ASKED = (choose, evaluate, policy)


def one_rule(game, state, rng):
    """Win at once if you can; otherwise play near the middle."""
    me, legal = to_move(game, state), legal_actions(game, state)
    for action in legal:
        following = after(game, state, action)
        if to_move(game, following) == TERMINAL and payoff(game, following, me) > 0:
            return action
    return min(legal, key=lambda action: abs(action - 3))


def agent(function, name=None) -> ScriptedPlayer:
    """Return a player for matches and widgets that plays by a function `choose(game, state, rng)`."""
    return ScriptedPlayer(lambda game, state, seed: function(game, state, random.Random(int(seed))),
                          name or function.__name__)


class Lost(Exception):
    """An agent has lost its game otherwise than on the board; the text says how."""


def move_of(reply) -> int:
    """Return the move in a process's reply to one case. Raises Lost if it is an exception."""
    [found] = reply
    if isinstance(found, Raised):
        raise Lost(f"it stops with {': '.join(filter(None, found))}"[:200])
    return found


class Ours:
    """The agent to beat: UCT of the package."""

    def __init__(self, iterations):
        self.iterations, self.name = iterations, f"UCT of {iterations:,} iterations"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def move(self, game, name, options, actions, seed):
        """Return what it plays."""
        from ..search import UCT

        found = UCT().search(game, position_after(game, actions), iterations=self.iterations, seed=seed)
        return int(found.action)


class Played(NamedTuple):
    """A game of two agents."""

    seats: tuple  # names of the players
    start: int  # number of the beginning
    actions: tuple
    payoffs: tuple
    reason: str = ""  # why it was lost otherwise than on the board

    def row(self) -> dict:
        """Return the game as `mcts_lab.experiments` has it."""
        return {"start": self.start, "seat_0": self.seats[0], "seat_1": self.seats[1], "payoff_0": self.payoffs[0],
                "payoff_1": self.payoffs[1]}


def opening(game, seed):
    """Return the first plays of a pair of games, at random; none of them ends the game."""
    rng = random.Random(seed)
    while True:
        actions = []
        for _ in range(OPENING):
            actions.append(rng.choice(legal_actions(game, position_after(game, actions))))
            if to_move(game, position_after(game, actions)) == TERMINAL:
                break
        else:
            return actions


def play_out(game, name, options, agents, begin, seed) -> Played:
    """Play one game of two agents, the first of them in seat 0.

    agents: with a `name`, and `move(game, name, options, actions, seed)`, which raises `Lost` if there is no move
    begin:  the number of the beginning
    """
    rng, actions = random.Random(f"{begin} {seed}"), opening(game, f"{begin} {seed}")
    state, known = position_after(game, actions), facts(game)
    while to_move(game, state) != TERMINAL:
        seat = to_move(game, state)
        try:
            action = agents[seat].move(game, name, options, list(actions), rng.randrange(2**31))
            if isinstance(action, bool) or not isinstance(action, int) or action not in legal_actions(game, state):
                raise Lost(f"it plays {str(action)[:40]}, which is not a legal action")
        except Lost as lost:
            payoffs = [known.high, known.high]
            payoffs[seat] = known.low
            return Played(tuple(one.name for one in agents), begin, tuple(actions), tuple(payoffs),
                          f"{agents[seat].name} loses: {lost}.")
        actions.append(action)
        state = after(game, state, action)
    return Played(tuple(one.name for one in agents), begin, tuple(actions),
                  tuple(float(payoff(game, state, seat)) for seat in (0, 1)))


def points(played, name) -> float:
    """Return the points of a player: 1 for a win, 1/2 for a draw."""
    found = tally([one.row() for one in played]).set_index("player").loc[name]
    return float(found["points"] * found["games"])
