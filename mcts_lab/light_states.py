"""States of a game as light objects, which interpreted searches work on (see `mcts_lab.engine.light`)."""

from __future__ import annotations

import weakref

import numpy as np

from .checking import from_outside
from .engine.generic import compiler
from .engine.light import LightStates, light_class
from .engine.random import stream
from .game import (
    TERMINAL,
    advice,
    advised_against,
    determinize,
    facts,
    heuristic,
    legal,
    new_states,
    observation,
    payoff,
    play,
    random_action,
    reset,
    rule_action,
    sample_action,
    to_move,
)

PLAYS = 200  # of the random games by which rules from outside are tried


def light_states(game, n):
    """`n` blank states for an interpreted search: light objects where they can be, else as `new_states` gives them."""
    cls = light_class(facts(game).dtype)
    return LightStates(cls, n) if cls is not None and _suits(game) else new_states(game, n)


def in_light(game, state):
    """A copy of `state` for an interpreted search."""
    states = light_states(game, 1)
    states[0] = state
    return states[0]


_tried = weakref.WeakKeyDictionary()  # class of a game from outside -> {(generation, game): whether its rules suit}


def _suits(game):
    if not from_outside(game):
        return True
    tried = _tried.setdefault(type(game), {})
    this = (compiler.generation, repr(game))
    if this not in tried:
        tried[this] = same_in_light(game)
    return tried[this]


def same_in_light(game, plays=PLAYS) -> bool:
    """Whether random games of so many plays in all go the same way on light objects as on records.

    Mistakes that the rules make on records as well are not looked for.
    """
    known = facts(game)
    states, light = new_states(game, 2), LightStates(light_class(known.dtype), 2)
    rng = stream(0)
    lists = np.zeros((2, known.branching + 1), np.int32)
    while plays > 0:
        try:
            reset(game, states[0], rng)
        except Exception:  # whatever a stranger's rules may raise
            return True
        light[0] = states[0]
        while True:
            try:
                seen = _look(game, states, lists[0], rng.copy())
            except Exception:
                return True
            try:
                if _look(game, light, memoryview(lists[1]), list(rng)) != seen or not _equal(light[0], states[0]):
                    return False
            except Exception:
                return False
            rng = stream(int(rng[0]))
            if seen[0] == TERMINAL or plays <= 0:
                break
            plays -= 1
        plays -= 1
    return True


def _look(game, states, scratch, rng):
    """What the rules say of the first state, by which a random action is played at the end."""
    state, known = states[0], facts(game)
    player = int(to_move(game, state))
    if player == TERMINAL:
        return player, [float(payoff(game, state, each)) for each in range(known.players)]
    n = int(legal(game, state, scratch))
    said = [int(action) for action in scratch[:n]]
    if heuristic.defines(type(game)):
        said += [float(heuristic(game, state, each)) for each in range(known.players)]
    if player >= 0:
        said += [int(observation(game, state, said[0], each)) for each in range(known.players)]
        said += [float(advice(game, state, said[0])), int(advised_against(game, state, said[0]))]
        if rule_action.defines(type(game)):
            said.append(int(rule_action(game, state, rng, scratch)))
    if player >= 0:
        states[1] = state
        determinize(game, states[1], player, rng)
        play(game, states[1], random_action(game, states[1], rng, scratch), rng)
    action = int(sample_action(game, state, rng, scratch))
    play(game, state, action, rng)
    return player, [*said, action, *map(int, rng)]


def _equal(light, record):
    copied = np.zeros(1, record.dtype)[0]
    light.store(copied)
    return all(np.array_equal(copied[name], record[name]) for name in record.dtype.names)
