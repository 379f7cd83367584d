"""The agents of [Joppen & Fuernkranz 2019], each a `UCT` with other parts."""

from __future__ import annotations

import math

from ...errors import UnknownName
from ...search.mcts.final import BestValue, MostVisits
from ...search.mcts.information_sets import VISITS, OpenLoop
from ...search.mcts.ordinal import Borda
from ...search.mcts.playouts import Evaluate, HorizonPlayout, LimitedPlayout
from ...search.mcts.search import UCT
from ...search.mcts.selection import UCB1
from ...search.mcts.values import Mean, MixMax
from .population import PopulationRHEA
from .preferences import BinarySubtree, RelativeUCB
from .values import Expectimax, NormalisedMean, NormalisedReward

# `rounded` and `by_mean` as all stored games were played: both go when these are played anew
VALUES = {"O-MCTS": Borda(rounded=False), "MCTS": Mean(), "N-MCTS": NormalisedReward(), "MixMax": MixMax(0.25)}
TIES = MostVisits(by_mean=True)
TUNED = ("O-MCTS", "MCTS", "N-MCTS", "PB-MCTS", "MixMax")  # agents with parameters

SAMPLES = ("sample MCTS", "OLETS", "RHEA")  # agents of the framework, for comparison


def exploration(c: float) -> UCB1:
    """2 C sqrt(2 ln n / n_a) [Joppen 2019, Eq. 1]."""
    return UCB1(2.0 * math.sqrt(2.0) * c)


def agent(name: str, c: float, rollout: int) -> UCT:
    """An agent with the paper's two parameters: `c` weighs exploration (of PB-MCTS it is alpha), `rollout` is RL."""
    leaf = LimitedPlayout(rollout)
    if name == "PB-MCTS":
        return UCT(RelativeUCB(c), world=BinarySubtree(), leaf=leaf, final=BestValue())
    return UCT(exploration(c), VALUES[name], world=OpenLoop(VISITS), leaf=leaf, final=TIES)


def sample(name: str):
    """An agent like one that comes with the framework, without what depends on its clock.

    Its MCTS looks 10 plays ahead, its tree included, and rescales values in each node; OLETS evaluates every new node
    where it stands (its random steps and its penalty for places seen before are left out); RHEA evolves 10 plans.
    """
    if name == "RHEA":
        return PopulationRHEA()
    if name == "OLETS":
        return UCT(UCB1(), Expectimax(), world=OpenLoop(VISITS), leaf=Evaluate(), final=TIES)
    if name == "sample MCTS":
        return UCT(UCB1(), NormalisedMean(), world=OpenLoop(VISITS), leaf=HorizonPlayout(10), final=TIES)
    raise UnknownName("agent of the framework", name, SAMPLES)
