"""Learned models as parts of a search: what a leaf is worth, and what is believed of untried children."""

from __future__ import annotations

from typing import NamedTuple

from ...engine.generic import helper
from ...game import TERMINAL, features, to_move
from ...learning.models import answer, row_room
from .playouts import evaluate, final_rewards
from .priors import ABOVE_0, keep_sorted, ordered, set_priors, to_probabilities


class ModelValue(NamedTuple):
    """What a learned model says of the leaf, without any playout.

    model: such as a `Perceptron`; its outputs are rewards, cut off at 0 and 1, of the players in turn from the one to
        move on, or of that one alone if there are two, who then share what there is: a reward of 1, as a rule.
    certain: True rounds each reward to 0 or 1; False takes it as it is.
    """

    needs = ("value model",)
    reflects = True  # reads what two players' rewards add up to

    model: tuple
    certain: bool = False


class ModelPrior(NamedTuple):
    """Probabilities in proportion to exp(z / temperature), z = what a model says of each action.

    Children are kept, and first tried, from the best to the worst.
    model: such as a `Perceptron`, with an output for each action of the game.
    temperature: greater than 0; 1 takes the model at its word, large values switch it off.
    """

    needs = ("steady actions", "choice model")
    ranges = {"temperature": (ABOVE_0, None)}

    model: tuple
    temperature: float = 1.0


@evaluate.register(ModelValue)
def model_value_evaluate(rule, game, state, memory):
    mover = int(to_move(game, state))
    if mover == TERMINAL:
        final_rewards(game, state, memory)
        return 0
    inputs, outputs = row_room(), row_room()
    features(game, state, inputs.values)
    answer(rule.model, inputs.values, outputs.values)
    players = len(memory.rewards)
    if players == 2:
        worth = as_reward(outputs.values[0], rule.certain)
        memory.rewards[mover] = worth
        memory.rewards[1 - mover] = memory.scale[3] - worth
    else:
        for i in range(players):
            memory.rewards[(mover + i) % players] = as_reward(outputs.values[i], rule.certain)
    return 0


@helper
def as_reward(said, certain):
    """A model's output as a reward."""
    if certain:
        return 1.0 if said > 0.5 else 0.0
    return min(1.0, max(0.0, float(said)))


@ordered.register(ModelPrior)
def model_prior_ordered(rule):
    return True


@set_priors.register(ModelPrior)
def model_prior_set_priors(rule, game, state, first, count, player, memory):
    inputs, outputs = row_room(), row_room()
    features(game, state, inputs.values)
    answer(rule.model, inputs.values, outputs.values)
    for child in range(first, first + count):
        keep_sorted(first, child, float(outputs.values[memory.nodes[child].action]), memory)
    to_probabilities(first, count, rule.temperature, memory)
