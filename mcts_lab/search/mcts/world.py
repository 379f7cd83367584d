"""What a world model answers: what an iteration takes to be true, and how it goes down the tree.

A class for the slot `world` of a `UCT` defines `select_child`, and those of the others that it does otherwise.
"""

from __future__ import annotations

from ...engine.generic import Missing, generic
from ...game import play, put
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


@generic
def advance(world, game, parts, state, node, action, memory):
    """Take `state` on to `node`, to which `action` leads; returns the node reached, which may be one below it."""
    play(game, state, action, memory.rng)
    return node


@generic
def expanded(world, game, state, first, n, memory):
    """Called when the `n` children from node `first` on have been made in `state`. By default nothing."""


@generic
def exchange_states(world, child, other, memory):
    """Exchange what `world` remembers of two siblings that were never tried. By default nothing."""


@generic
def keeps_states(world):
    """Whether nodes keep their states, in `Memory.states`."""
    return False


@generic
def nodes_are_states(world):
    """Whether a node's actions are always the same."""
    return keeps_states(world)


@generic
def grows_outcomes(world):
    """Whether an action may lead to several nodes, one for each of its outcomes, of which there is no list."""
    return False


@generic
def makes_all(world):
    """Whether something is done in all children of a node as soon as it is expanded."""
    return False


@generic
def trees(world, players):
    """Return how many trees such a search of a game of so many players has."""
    return 1
