"""World model: what one iteration takes to be true, and how a path through the tree stays in step with it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..game import determinize
from ..generic import generic
from ..tree import ROOT
from .memory import arrays, begin


class Truth(NamedTuple):
    """The state as it is. A node is a state; random events are nodes too, one child for each outcome."""

    needs = ("certain play",)


class OpenLoop(NamedTuple):
    """The state as it is, and the game plays out its randomness anew in each iteration. A node is a sequence of actions;
    children are added as they turn out to be legal [Perez-Liebana et al. 2015, "Open Loop Search"].
    """


class InformationSets(NamedTuple):
    """A determinization, re-drawn in each iteration: single-observer ISMCTS [Cowling, Powley & Whitehouse 2012, Alg. 1].

    A node is an information set of the player to move at the root. A child's urgency counts how often it was available.
    """


@generic
def sample(rule, game, root, memory):
    """Put the world of this iteration into `memory.states[0]`. By default a copy of the root."""
    memory.states[0] = root


@sample.register(InformationSets)
def _(rule, game, root, memory):
    memory.states[0] = root
    determinize(game, memory.states[0], int(memory.nodes[ROOT].mover), memory.rng)


@generic
def skips_chance(rule):
    """Whether random events are played out without a node of their own."""
    return True


@skips_chance.register(Truth)
def _(rule):
    return False


@arrays.register(OpenLoop, InformationSets)
def _(rule, capacity, facts):
    return (np.empty(capacity, np.int32),)  # iterations in which the parent was visited and the action available



@begin.register(OpenLoop, InformationSets)
def _(rule, node, memory):
    memory.world[0][node] = 1
