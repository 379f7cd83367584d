"""The agents of [Joppen & Fuernkranz 2019]. Each is a `UCT` with other components."""

from __future__ import annotations

import math

from mcts_lab.search.mcts.final import BestValue, MostVisits
from mcts_lab.search.mcts.information_sets import OpenLoop
from mcts_lab.search.mcts.ordinal import Borda
from mcts_lab.search.mcts.playouts import LimitedPlayout
from mcts_lab.search.mcts.search import UCT
from mcts_lab.search.mcts.selection import UCB1
from mcts_lab.search.mcts.values import Mean, MixMax

from ..ties import MeanBreaksTies
from .preferences import BinarySubtree, RelativeUCB
from .values import NormalisedReward, RunningBorda, UnroundedBorda

# the stored games on the project's own levels use `UnroundedBorda` and `MeanBreaksTies`
VALUES = {"O-MCTS": UnroundedBorda(), "MCTS": Mean(), "N-MCTS": NormalisedReward(), "MixMax": MixMax(0.25)}
TIES = MeanBreaksTies()
TUNED = ("O-MCTS", "MCTS", "N-MCTS", "PB-MCTS", "MixMax")  # agents with parameters

def exploration(c: float) -> UCB1:
    """Return UCB1 with the term 2 C sqrt(2 ln n / n_a) [Joppen 2019, Eq. 1]."""
    return UCB1(2.0 * math.sqrt(2.0) * c)


def agent(name: str, c: float, rollout: int, recorded: bool = True) -> UCT:
    """Return an agent with the paper's two parameters.

    c: exploration constant (for PB-MCTS: alpha). rollout: the paper's RL. recorded: True for the agents of the
    stored games on the project's own levels. Of moves with equally many visits, these agents take the one with the
    higher mean, others that with the higher value.
    """
    leaf = LimitedPlayout(rollout)
    if name == "PB-MCTS":
        return UCT(RelativeUCB(c), tree=BinarySubtree(), leaf=leaf, final=BestValue())
    method = UCT(exploration(c), VALUES[name], tree=OpenLoop(availability=False), leaf=leaf, final=TIES)
    if recorded:
        return method
    return method._replace(value=Borda() if name == "O-MCTS" else method.value, final=MostVisits())


# Other interpretations of the paper, and differences between the paper and its program: (agent, interpretation).
READINGS = (("O-MCTS", "ties by the mean"), ("O-MCTS", "best score"), ("O-MCTS", "Equation 7"), ("MCTS", "best score"),
            ("MCTS", "rewards not scaled"), ("MixMax", "rewards not scaled"))


def read_as(reading: str, method: UCT, points: float) -> UCT:
    """Return an agent in one of the interpretations `READINGS`.

    "best score": the final move has the best value, and its visits do not matter. "rewards not scaled": rewards are
    `points` times as large, so exploration has a smaller weight.
    """
    return method._replace(**{
        "ties by the mean": {"final": TIES}, "best score": {"final": BestValue()},
        "Equation 7": {"value": RunningBorda()},
        "rewards not scaled": {"selection": UCB1(method.selection.c / points)}}[reading])
