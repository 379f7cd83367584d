"""The paper's agents, and a player that searches as the paper's program does.

The plain search assumes that opponents help (`OneSided`), as the authors' program does; all other searches do not.
`SIGNED` is a control that the paper does not have: the plain search with the opponents' real rewards. `OPEN_LOOP`
also samples chance and hidden cards again in every iteration; the other searches sample them once.

The paper gives neither number nor length of the games that its value model learned from. `GENERAL` learned from
300 games with each deck at 300 iterations. These are the number of games per cell and the lowest budget of the
paper's tables. `SMALL` learned from 100 games at 100 iterations, which a class can play.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from mcts_lab.errors import UnknownName
from mcts_lab.game import legal_actions
from mcts_lab.players import Decision, RulePlayer, content, label
from mcts_lab.search.mcts.information_sets import SingleObserver
from mcts_lab.search.mcts.learned import ModelValue
from mcts_lab.search.mcts.playouts import Playout
from mcts_lab.search.mcts.priors import ListedOrder, NoPrior
from mcts_lab.search.mcts.pruning_networks import PruningNetworks
from mcts_lab.search.mcts.search import UCT, Search
from mcts_lab.search.mcts.selection import UCB1
from mcts_papers.model_files import read_arrays
from mcts_papers.papagiannis2022.forests import load_forest
from mcts_papers.papagiannis2022.networks import VERSION, Tables, load
from mcts_papers.papagiannis2022.pruning_models import file_name

from ..games.hearthstone import hearthstone
from ..paths import data
from .mixed_leaves import Blend, ByBranching, EarlySimulation, OneSided
from .one_outcome import OneOutcome

C = 1.0 / math.sqrt(2.0)
EARLY_TURNS, MODEL_WEIGHT, RATE = 5, 0.8, 0.1  # k, lambda and beta of the paper

DECKS = ("hunter", "warlock", "shaman")
GENERAL, SMALL = "value_hearthstone.npz", "value_hearthstone_small.npz"
OF_DECK = {deck: f"value_hearthstone_{deck}.npz" for deck in DECKS}

PLAIN = UCT(selection=UCB1(C), tree=OneOutcome(), prior=ListedOrder(), leaf=OneSided(Playout()))
SIGNED = PLAIN._replace(leaf=Playout())
OPEN_LOOP = SIGNED._replace(tree=SingleObserver(), prior=NoPrior())


@functools.cache
def game_of(deck):
    """Return Hearthstone with the same deck for both players. A draw counts 0 for both."""
    return hearthstone(deck, draw_value=0.0)


@functools.cache
def pruning_model(distribution):
    """Return the project's networks for a distribution of rewards. Raises `ModelError` if they are missing or damaged.
    """
    return load(data() / "models" / file_name(distribution))


@functools.cache
def article_tables(distribution) -> Tables:
    """Return the tables of the paper's networks, "uniform" or "bimodal", estimated from their published points.

    `calibration.interpolated` has computed them; they are read from a file.
    """
    arrays = read_arrays(data() / "models" / article_file(distribution), "table of networks", VERSION)
    return Tables(arrays["kept"], np.cumsum(arrays["found"], axis=1, dtype=np.int32).view(np.float32))


def article_file(distribution) -> str:
    return f"article_{distribution}.npz"


@functools.cache
def value_model(file=GENERAL):
    """Return one of the project's value models. Raises `ModelError` if it is missing or damaged."""
    return load_forest(data() / "models" / file)[0]


def valued(method, forest, weight=MODEL_WEIGHT, rate=RATE):
    """Return a search whose leaves a model evaluates: after random moves in early turns, and sometimes with a playout.
    """
    model = EarlySimulation(ModelValue(forest, certain=True), EARLY_TURNS)
    return method._replace(leaf=ByBranching(model, Blend(model, Playout(), weight), rate))


def pruned(method, distribution):
    return method._replace(pruning=PruningNetworks(pruning_model(distribution).tables))


class Searcher:
    """A search that plays like the paper's program. It does not search if there is only one legal action.

    The choice of a battlecry's target is a decision of its own, with its own search.

    Parameters
    ----------
    method      a search
    iterations  per decision
    name        its name in tables
    reuse       True to keep the tree below the played action for the next decision of the same turn, if the tree has
                the same actions there as the game
    """

    always_legal = True

    def __init__(self, method, iterations: int, name: str, reuse: bool = False):
        self.method, self.iterations, self.name, self.reuse = method, iterations, name, reuse

    def sit(self, game, seat, seed):
        return _TurnKeeper(self) if self.reuse else self

    def search(self, game, state, seed):
        """Return the whole result of a search."""
        return self.method.search(game.for_search(), state, iterations=self.iterations, seed=seed)

    def choose(self, game, state, seed):
        return self.decide(game, state, seed).action

    def decide(self, game, state, seed):
        actions = legal_actions(game, state)
        if len(actions) == 1:
            return Decision(actions[0])
        found = self.search(game, state, seed)
        return Decision(found.action, {"visits": found.visits, "values": found.values})

    def describe(self):
        model = content(self.method)
        return {"player": "searcher", "name": self.name, "method": label(self.method), "iterations": self.iterations,
                "reuse": self.reuse, **({"model": model} if model else {})}

    def __repr__(self):
        return f"Searcher({self.name})"


class _TurnKeeper:
    """A `Searcher` at one seat of one game, with the tree of its turn."""

    always_legal = True

    def __init__(self, player):
        self.name, self._player = player.name, player
        self._search = self._played = None

    def choose(self, game, state, seed):
        from mcts_lab.search.mcts.reuse import Seen

        from ..games.hearthstone.rules import END_TURN

        actions = legal_actions(game, state)
        if len(actions) == 1:
            self._search = None
            return actions[0]
        if self._search is None:
            self._search = Search(game.for_search(), state, self._player.method, seed=seed)
        else:
            self._search.follow([Seen(int(state.active), self._played)], state)
        self._played = self._search.run(iterations=self._player.iterations).action
        if self._played == END_TURN:
            self._search = None
        return self._played


MCTS, MCTS_SIGNED, MCTS_OPEN, XGBOOST, GSV = "MCTS", "MCTS, right sign", "MCTS, open loop", "MCTS-xgboost", "GSV"
PN = {name: f"MCTS-PN ({name})" for name in ("uniform", "bimodal")}
PN_FURTHER = {name: f"MCTS-PN ({name})" for name in ("gaussian", "beta", "skewed")}  # for later work
XGBOOST_PN = {name: f"MCTS-xgboostPN ({name})" for name in ("uniform", "bimodal")}


METHODS = {  # agent: (its search, whether it uses the value model, the rewards that its networks are trained on)
    MCTS: (PLAIN, False, None),
    MCTS_SIGNED: (SIGNED, False, None),
    MCTS_OPEN: (OPEN_LOOP, False, None),
    XGBOOST: (SIGNED, True, None),
    **{known: (SIGNED, False, rewards) for rewards, known in {**PN, **PN_FURTHER}.items()},
    **{known: (SIGNED, True, rewards) for rewards, known in XGBOOST_PN.items()},
}


@functools.cache
def agent(name, iterations, model=GENERAL):
    """Return an agent by its name in tables. model: file of the value model, if it has one. GSV ignores the
    iterations.

    Raises `UnknownName`.
    """
    if name == GSV:
        return RulePlayer(GSV)
    if name not in METHODS:
        raise UnknownName("agent of papagiannis2022", name, (*METHODS, GSV))
    method, with_model, rewards = METHODS[name]
    if with_model:
        method = valued(method, value_model(model))
    if rewards is not None:
        method = pruned(method, rewards)
    return Searcher(method, iterations, name, reuse=with_model)
