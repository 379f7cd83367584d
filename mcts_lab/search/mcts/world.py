"""What a world model answers: what an iteration takes to be true, and how it goes down the tree.

A class for the slot `world` of a `UCT` defines `select_child`, and those of the others that it does otherwise.
"""

from __future__ import annotations

from ...engine.generic import Missing, generic
from ...game import observation, play, put
from .memory import CURRENT


@generic
def select_child(world, game, parts, state, node, player, memory):
    """Choose the next play and the node it leads to: (node reached, action), or (leaf, NONE) where nothing more fits.

    In each tree in which the play is seen, `Memory.path_ends` is moved on.
    """
    raise Missing


@generic
def sample(world, game, root, state, memory):
    """Put the world of this iteration into `state`: a determinization, or by default a copy of the root."""
    put(game, memory.states, CURRENT, root)


def guesses(world) -> bool:
    """Whether iterations see a determinization, and not the true state."""
    return sample.defines(type(world))


@generic
def advance(world, game, parts, state, node, action, memory):
    """Take `state` on to `node`, to which `action` leads; returns the node reached, which may be one below it."""
    play(game, state, action, memory.rng)
    return node


@generic
def expanded(world, game, state, first, n, memory):
    """Called when the `n` children from node `first` on have been made in `state`. By default nothing."""


@generic
def keeps_states(world):
    """Whether nodes keep their states, in `Memory.states`."""
    return False


@generic
def nodes_are_states(world):
    """Whether a node's actions are always the same."""
    return keeps_states(world)


@generic
def skips_chance(world):
    """Whether random events are played out without a node of their own."""
    return False


@generic
def may_follow(world, game, facts, same_player):
    """Whether a tree may be kept when the game has gone on, to a turn of the `same_player` or of another. Not compiled.

    By default where nothing is drawn as the game is played, and for the same player, whose labels the tree holds.
    """
    return same_player and not facts.random_play and (facts.perfect_information or observation.defines(type(game)))


@generic
def fits_state(world, game, memory, node, state):
    """Whether the tree below `node` suits a game that has come to `state` there. Not compiled."""
    return True


@generic
def keep_first(world, memory, used):
    """Called when all but the first `used` nodes have been forgotten. By default nothing. Not compiled."""


@generic
def makes_all(world):
    """Whether something is done in all children of a node as soon as it is expanded."""
    return False


@generic
def trees(world, players):
    """Return how many trees such a search of a game of so many players has."""
    return 1
