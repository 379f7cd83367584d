"""Searches and their parts. Nothing in here knows any game."""

from .ensemble import Ensemble
from .final import BestValue, MaxRobust, MostVisits, Secure
from .knowledge import Advice, AvoidRules, InformedPlayout, PriorCounts, ProgressiveBias, SkewedBackup
from .playouts import Evaluate, LimitedPlayout, Playout
from .priors import HeuristicPrior, NoPrior, UniformPrior
from .pruning import AbsolutePruning, All, HardPruning, ProgressiveWidening, RelativePruning
from .selection import PUCT, UCB1, UCB1Tuned
from .session import Result, Search
from .uct import UCT
from .values import Borda, Mean, MixMax, NormalisedMean
from .worlds import InformationSets, ManyTrees, ObservedMoves, OpenLoop, Truth

__all__ = [
    "UCT", "Search", "Result", "Ensemble",
    "UCB1", "UCB1Tuned", "PUCT",
    "Mean", "MixMax", "NormalisedMean", "Borda",
    "All", "HardPruning", "ProgressiveWidening", "AbsolutePruning", "RelativePruning",
    "Playout", "LimitedPlayout", "Evaluate",
    "MostVisits", "BestValue", "MaxRobust", "Secure",
    "Truth", "OpenLoop", "InformationSets", "ObservedMoves", "ManyTrees",
    "NoPrior", "UniformPrior", "HeuristicPrior",
    "Advice", "PriorCounts", "ProgressiveBias", "AvoidRules", "InformedPlayout", "SkewedBackup",
]
