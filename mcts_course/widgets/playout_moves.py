"""Repeat a playout with the same random numbers and return every position, so that it can be drawn."""

import inspect

import numpy as np

from mcts_lab.engine.distinct import overrides
from mcts_lab.engine.random import below
from mcts_lab.game import TERMINAL, Game, copy, legal_actions, sample_action
from mcts_lab.search.mcts.playouts import HorizonPlayout, LimitedPlayout, Playout
from mcts_lab.textbook import back_up, expand, select, simulate, uct

RULES = (Playout, LimitedPlayout, HorizonPlayout)  # playout rules that only play at random


def can_be_shown(game, method) -> bool:
    """Return whether a search's playouts can be repeated from its nodes and its random stream."""
    return (game is not None and method is not None and type(method.leaf) in RULES and method.tree.nodes_are_states()
            and not game.facts().random_play)


def has_own(game, method) -> bool:
    """Return whether the search uses a faster playout of the game, which may sample its moves in another way."""
    return isinstance(method.leaf, Playout) and overrides(game, Game.playout)


def played(game, state, words, plays, own) -> list:
    """Return the `plays` moves of a playout as pairs of an action and the position after it.

    words:  state of the random stream before the playout
    own:    True if the game has its own playout

    The game's own playout may sample from the legal actions, or sample actions until one is legal. If it samples in
    another way, only the last position is known: the result is one pair with the action -1.
    """
    last = copy(game, state)
    if own:
        whole(game, last, words)
    for drawn in (legal_drawn, any_drawn):
        rng, now, found = beginning(words), state, []
        while len(found) < plays and game.to_move(now) != TERMINAL:
            now, before = copy(game, now), now
            action = drawn(game, before, rng)
            game.play(now, action, rng)
            found.append((action, now))
        if len(found) == plays and (not own or same(now, last)):
            return found
    return [(-1, last)]


def beginning(words):
    """Return a random stream with this state."""
    return np.array(words, np.uint64)


def whole(game, state, words):
    """Play to the end with the game's own playout."""
    game.playout(state, beginning(words), np.empty(game.facts().branching, np.int32))


def same(one, other) -> bool:
    """Return whether two records are equal."""
    return one.tobytes() == other.tobytes()


def legal_drawn(game, state, rng) -> int:
    """Sample one of the legal actions."""
    return int(sample_action(game, state, rng, np.empty(game.facts().branching, np.int32)))


def any_drawn(game, state, rng) -> int:
    """Sample actions until one is legal."""
    legal = legal_actions(game, state)
    while True:
        action = below(rng, game.facts().actions)
        if action in legal:
            return action


def running_lines() -> list[str]:
    """Return for each phase the line in the textbook's UCT that calls it, with its line number in the file."""
    source, first = inspect.getsourcelines(uct)
    return [f"{number} {line.strip().rpartition(' = ')[2]}" for number, line in enumerate(source, first)
            if any(f" {phase.__name__}(" in line for phase in (select, expand, simulate, back_up))]
