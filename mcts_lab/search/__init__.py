"""Searches and their parts. Nothing in here knows any game.

Other packages declare parts as entry points of the group ``mcts_lab.parts``, by which commands find them.
"""

from ..declarations import Declared
from .mcts.closed_loop import ClosedLoop
from .mcts.final import BestValue, MostVisits
from .mcts.groups import GroupsByNumber, MoveGroups, Together
from .mcts.halving import SequentialHalving
from .mcts.information_sets import MultipleObserver, OpenLoop, SingleObserver, SingleObserverPOM
from .mcts.learned import ModelPrior, ModelValue
from .mcts.ordinal import Borda
from .mcts.pimc import PIMC
from .mcts.playouts import Evaluate, HorizonPlayout, LimitedPlayout, Playout
from .mcts.policies import MAST, NST, DecisivePlayout, LastGoodReply
from .mcts.priors import GumbelNoise, HeuristicPrior, HeuristicRating, ListedOrder, NoPrior, RootNoise
from .mcts.pruning import (
    AbsolutePruning,
    All,
    HardPruning,
    HardPruningByMean,
    ProgressiveUnpruning,
    ProgressiveUnpruningByMean,
    RelativePruning,
    SoftPruning,
)
from .mcts.pruning_networks import PruningNetworks
from .mcts.rapid import GRAVE, RAVE
from .mcts.rave import RavePlayout
from .mcts.result import Result
from .mcts.reuse import Seen, seen_by
from .mcts.running import StopSearch
from .mcts.saved_states import SavedOutcomes, SavedStates
from .mcts.search import UCT, Search
from .mcts.selection import KLUCB, PUCT, UCB1, UCBV, EpsilonGreedy, Thompson, UCB1Tuned
from .mcts.values import ImplicitMinimax, MaxBackup, Mean, MixMax
from .mcts.widening import ProgressiveWidening
from .presets import ISMCTS, OMCTS, MCTSSolver

SO, POM, MO = SingleObserver, SingleObserverPOM, MultipleObserver  # the three of [Cowling, Powley & Whitehouse 2012]

PARTS = Declared(__name__, "PARTS", "part", group="mcts_lab.parts")  # of other packages

__all__ = [
    "UCT", "ISMCTS", "OMCTS", "MCTSSolver", "Search", "Result", "PIMC", "Seen", "seen_by", "StopSearch",
    "UCB1", "UCB1Tuned", "UCBV", "KLUCB", "Thompson", "EpsilonGreedy", "PUCT", "RAVE", "GRAVE",
    "Mean", "MixMax", "ImplicitMinimax", "MaxBackup", "Borda",
    "All", "HardPruning", "HardPruningByMean", "ProgressiveUnpruning", "ProgressiveUnpruningByMean",
    "SoftPruning", "ProgressiveWidening",
    "AbsolutePruning", "RelativePruning", "MoveGroups", "GroupsByNumber", "Together",
    "SequentialHalving",
    "PruningNetworks",
    "Playout", "RavePlayout", "LimitedPlayout", "HorizonPlayout", "Evaluate", "ModelValue",
    "MAST", "NST", "LastGoodReply", "DecisivePlayout",
    "MostVisits", "BestValue",
    "ClosedLoop", "SavedStates", "SavedOutcomes",
    "OpenLoop", "SingleObserver", "SingleObserverPOM", "MultipleObserver", "SO", "POM", "MO",
    "NoPrior", "ListedOrder", "HeuristicPrior", "HeuristicRating", "ModelPrior", "RootNoise", "GumbelNoise",
]
