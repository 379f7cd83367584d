"""The games of OpenSpiel [Lanctot et al. 2019], searched interpreted: ``games.openspiel("breakthrough", rows=6)``.

OpenSpiel is an optional package; this adapter takes its sequential games, those with chance turns included, but not
simultaneous or mean-field games. A state is OpenSpiel's own, held in ``state.object``; actions have OpenSpiel's
numbers.
"""

from __future__ import annotations

import numpy as np

from ...engine.random import uniform
from ...errors import UnknownName
from ...game import CHANCE, TERMINAL, Facts
from .plain import ObjectStates


class OpenSpielGame:
    """A game of OpenSpiel; made by `openspiel`."""

    def __init__(self, name, parameters):
        pyspiel = _pyspiel()
        self.name, self.parameters = name, parameters
        self.spiel = spiel = pyspiel.load_game(name, parameters)
        kind = spiel.get_type()
        if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
            raise ValueError(f"{kind.long_name} is not played in turns (OpenSpiel: {kind.dynamics.name.lower()}), "
                             "which no search here can do")
        chance = kind.chance_mode
        if chance == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise ValueError(f"{kind.long_name} draws its random events inside OpenSpiel, where no seed reaches them; "
                             "choose a game with explicit chance turns")
        utility = pyspiel.GameType.Utility
        outcomes = spiel.max_chance_outcomes()
        self.facts = Facts(
            name=f"openspiel_{name}", title=kind.long_name, players=spiel.num_players(),
            actions=max(spiel.num_distinct_actions(), outcomes), branching=max(spiel.num_distinct_actions(), outcomes),
            length=spiel.max_game_length() + spiel.max_chance_nodes_in_history(), low=spiel.min_utility(),
            high=spiel.max_utility(), dtype=np.dtype(object),
            zero_sum=kind.utility in (utility.ZERO_SUM, utility.CONSTANT_SUM),
            deterministic=chance == pyspiel.GameType.ChanceMode.DETERMINISTIC,
            perfect_information=kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION,
        )

    def describe(self):
        return {"is": "openspiel", "name": self.name, **self.parameters}

    def __repr__(self):
        chosen = "".join(f", {name}={value!r}" for name, value in self.parameters.items())
        return f"openspiel({self.name!r}{chosen})"

    def __reduce__(self):
        return _load, (self.name, self.parameters)

    def facts(self):
        return self.facts

    def payoff_sum(self):
        return float(self.spiel.utility_sum())

    def new_states(self, n):
        return ObjectStates(n, lambda spiel_state: spiel_state.clone())

    def reset(self, state, rng):
        state.object = self.spiel.new_initial_state()

    def to_move(self, state):
        player = state.object.current_player()
        if player >= 0:
            return player
        return CHANCE if state.object.is_chance_node() else TERMINAL

    def legal(self, state, out):
        actions = state.object.legal_actions()
        for place, action in enumerate(actions):
            out[place] = action
        return len(actions)

    def weight(self, state, outcome):
        return dict(state.object.chance_outcomes())[int(outcome)]

    def play(self, state, action, rng):
        state.object.apply_action(int(action))

    def payoff(self, state, player):
        return state.object.player_return(int(player))

    def determinize(self, state, observer, rng):
        """By OpenSpiel's own resampling, which only some games offer; the others raise ValueError."""
        if self.facts.perfect_information:
            return
        try:
            state.object = state.object.resample_from_infostate(int(observer), lambda: float(uniform(rng)))
        except _pyspiel().SpielError:
            raise ValueError(f"OpenSpiel cannot re-draw what is hidden in {self.facts.title}, so searches "
                             "that sample worlds do not run on it") from None

    def action_name(self, state, action):
        return state.object.action_to_string(state.object.current_player(), int(action))

    def text(self, state):
        return str(state.object)


def openspiel(name, **parameters) -> OpenSpielGame:
    """The OpenSpiel game `name`, with OpenSpiel's own parameters.

    Raises ImportError if OpenSpiel is not installed, KeyError if it has no such game, ValueError if the game has no
    such parameter, refuses its value, or is not played in turns.
    """
    return _load(name, parameters)


def _load(name, parameters):
    pyspiel = _pyspiel()
    known = pyspiel.registered_names()
    if name not in known:
        raise UnknownOpenSpielGame("game of OpenSpiel", name, known)
    accepted = next(kind for kind in pyspiel.registered_games() if kind.short_name == name).parameter_specification
    for parameter in parameters:
        if parameter not in accepted:
            raise ValueError(f"OpenSpiel's {name} has no parameter {parameter!r}; "
                             f"it has {', '.join(sorted(accepted)) or 'none'}")
    try:
        return OpenSpielGame(name, parameters)
    except pyspiel.SpielError as error:
        raise ValueError(f"OpenSpiel cannot make {name}: {str(error).splitlines()[0]}") from None


class UnknownOpenSpielGame(UnknownName):
    """OpenSpiel has no game of this name."""


def _pyspiel():
    try:
        import pyspiel
    except ImportError:
        raise ImportError("OpenSpiel is not installed, so its games cannot be loaded: pip install open_spiel") from None
    return pyspiel
