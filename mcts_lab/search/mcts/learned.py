"""Learned models as components: they compute values of leaves, and prior probabilities of untried children."""

import reprlib

import numpy as np

from ...engine.distinct import overrides
from ...game import TERMINAL, Game
from ...learning.models import WIDEST, Model, row_room
from .components import Leaf, Prior
from .needs import changing_actions
from .playouts import final_rewards, take_grades
from .priors import ABOVE_0, keep_sorted, to_probabilities


class ModelValue(Leaf):
    """Evaluate a leaf by a learned model, without a playout.

    The game must describe a state by numbers, which are the inputs of the model (`Game.inputs`). The model must have
    been trained for this game.

    Parameters
    ----------
    model : Model
        For example a `Perceptron`. Its first outputs are the rewards of the players, beginning with the player to move;
        they are limited to [0, 1]. In a game for two players, the model may have only the reward of the player to
        move. The other player then gets the difference to the sum of both rewards, which is usually 1. Outputs for
        actions may follow; they are not used here.
    certain : bool, default False
        Whether each reward is rounded to 0 or 1. False does not round.

    See Also
    --------
    ModelPrior : prior probabilities from a model.
    """

    reflects = True  # uses the sum of two players' rewards

    model: tuple
    certain: bool = False

    def problem(self, game, facts, method):
        rewards = (1, 2) if facts.players == 2 else (facts.players,)
        return misfit_of_model(self.model, game, facts, (*rewards, rewards[0] + facts.actions))

    def evaluate(self, game, state, memory):
        mover = int(game.to_move(state))
        if mover == TERMINAL:
            final_rewards(game, state, memory)
            return 0
        inputs, outputs = row_room(), row_room()
        game.inputs(state, inputs.values)
        self.model.answer(inputs.values, outputs.values)
        take_grades(game, state, memory)
        players = len(memory.rewards)
        if players == 2:
            worth = as_reward(outputs.values[0], self.certain)
            memory.rewards[mover] = worth
            memory.rewards[1 - mover] = memory.scale[3] - worth
        else:
            for i in range(players):
                memory.rewards[(mover + i) % players] = as_reward(outputs.values[i], self.certain)
        return 0


class ModelPrior(Prior):
    """Give children prior probabilities from a learned model.

    The probability of a child is proportional to ``exp(z / temperature)``, where `z` is the model's output for its
    action. Children are sorted by their probabilities, so the best is tried first. Use this prior with `PUCT`, as
    AlphaZero does.

    Parameters
    ----------
    model : Model
        For example a `Perceptron`, with one output for each action of the game.
    temperature : float, default 1.0
        Above 0. With 1, the probabilities are those of the model. Large values make all children nearly equal.
    first : int, default 0
        Index of the output for the first action, at least 0. With 0, all outputs are for actions. With 1, the first
        output is a value.

    See Also
    --------
    ModelValue : the value of a leaf from a model.
    """

    ranges = {"temperature": (ABOVE_0, None), "first": (0, None)}

    model: tuple
    temperature: float = 1.0
    first: int = 0

    def problem(self, game, facts, method):
        wide = (self.first + facts.actions,)
        return changing_actions(facts, method) or misfit_of_model(self.model, game, facts, wide)

    def ordered(self):
        return True

    def set_priors(self, game, state, first, count, player, memory):
        inputs, outputs = row_room(), row_room()
        game.inputs(state, inputs.values)
        self.model.answer(inputs.values, outputs.values)
        for child in range(first, first + count):
            said = outputs.values[self.first + memory.nodes[child].action]
            keep_sorted(first, child, float(said), memory)
        to_probabilities(first, count, self.temperature, memory)


def misfit_of_model(model, game, facts, outputs):
    """Return the reason why a learned model does not fit the game, or None if it does."""
    if not isinstance(model, Model):
        return f"needs a learned model, such as mcts_lab.learning.models makes, not {reprlib.repr(model)}."
    if not overrides(game, Game.inputs):
        return (f"needs numbers that describe states, which {facts.title} does not define. Give its class a method "
                "inputs.")
    inputs, said = model.sizes_of()
    written = game.inputs(game.new_states(1)[0], np.zeros(WIDEST, np.float32))
    if inputs != written or said not in outputs:
        wanted = " or ".join(map(str, outputs))
        return (f"needs a model of {written} inputs and {wanted} outputs for {facts.title}, but this one has "
                f"{inputs} and {said}: train it for this game.")


def as_reward(said, certain):
    """Return an output of a model as a reward in [0, 1]. certain: round it to 0 or 1."""
    if certain:
        return 1.0 if said > 0.5 else 0.0
    return min(1.0, max(0.0, float(said)))
