"""Searches and their parts. Nothing in here knows any game."""

from .mcts.closed_loop import ClosedLoop
from .mcts.final import BestValue, MaxRobust, MostVisits, Secure
from .mcts.information_sets import MultipleObserver, OpenLoop, SingleObserver, SingleObserverPOM
from .mcts.knowledge import Advice, AvoidRules, InformedPlayout, PriorCounts, ProgressiveBias, SkewedBackup
from .mcts.pimc import PIMC
from .mcts.playouts import Evaluate, LimitedPlayout, Playout
from .mcts.priors import HeuristicPrior, NoPrior, UniformPrior
from .mcts.pruning import AbsolutePruning, All, HardPruning, ProgressiveWidening, RelativePruning
from .mcts.selection import PUCT, UCB1, UCB1Tuned
from .mcts.session import Result, Search
from .mcts.uct import UCT
from .mcts.values import Borda, Mean, MixMax, NormalisedMean

__all__ = [
    "UCT", "Search", "Result", "PIMC",
    "UCB1", "UCB1Tuned", "PUCT",
    "Mean", "MixMax", "NormalisedMean", "Borda",
    "All", "HardPruning", "ProgressiveWidening", "AbsolutePruning", "RelativePruning",
    "Playout", "LimitedPlayout", "Evaluate",
    "MostVisits", "BestValue", "MaxRobust", "Secure",
    "ClosedLoop", "OpenLoop", "SingleObserver", "SingleObserverPOM", "MultipleObserver",
    "NoPrior", "UniformPrior", "HeuristicPrior",
    "Advice", "PriorCounts", "ProgressiveBias", "AvoidRules", "InformedPlayout", "SkewedBackup",
]
