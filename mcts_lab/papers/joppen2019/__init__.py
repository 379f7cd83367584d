"""Joppen & Fuernkranz (2019), "Ordinal Monte Carlo Tree Search": O-MCTS on seven games of the GVGAI framework.

``agents.py`` has agents and games, ``experiments.py`` who plays what, ``ranks.py`` the statistics; ``tables.py``
and ``figures.py`` show the results, ``claims.py`` judges the words.
"""

from __future__ import annotations

from .. import Paper
from .experiments import EXPERIMENTS
from .measures import MEASURES

PAPER = Paper(
    name="joppen2019",
    title="Ordinal MCTS on seven real-time games",
    reference='T. Joppen, J. Fuernkranz, "Ordinal Monte Carlo Tree Search", 2019',
    experiments=(*EXPERIMENTS, *MEASURES),
)
