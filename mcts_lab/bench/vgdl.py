"""Real-time games: beside the GVGAI framework in Java, and what O-MCTS costs beside MCTS.

The framework is not run here. Its figures were measured once (2021, Java 17, one thread, processor time): random play
from a copy of the state after 30 random plays on level 0, up to ten plays from each copy.
"""

from __future__ import annotations

from statistics import median

from .. import games
from ..search import UCB1, UCT, Borda, LimitedPlayout, OpenLoop
from ..search.mcts.information_sets import VISITS
from .rows import OPENING, bursts, opening, rate

PER_SECOND = {"aliens": 86_600, "boulderchase": 16_000, "chase": 63_800, "jaws": 136_000, "surround": 73_600,
              "whackamole": 264_000, "zelda": 73_000}  # calls of the forward model in Java, copies included
CALLS = 1000  # of a search
PLAIN = UCT(UCB1(0.7), world=OpenLoop(VISITS), leaf=LimitedPlayout(10))


def against_java(rounds: int = 5) -> list[dict]:
    """Forward-model calls per second of processor time, the median of `rounds`, and their ratio to Java's."""
    rows = []
    for name, theirs in PER_SECOND.items():
        game = games.vgdl(name)
        opened = opening(game, OPENING)
        bursts(game, opened, 10)  # compiles
        ours = median(rate(lambda game=game, opened=opened: bursts(game, opened, 500)) for _ in range(rounds))
        rows.append({"game": name, "method": "advances", "unit": "plays", "ours": ours, "theirs": theirs,
                     "ratio": ours / theirs, "remark": ""})
    return rows


def against_mean(rounds: int = 5) -> list[dict]:
    """Calls per second of O-MCTS and of MCTS, measured in turns; ``ratio`` is MCTS / O-MCTS, its cost for a call."""
    rows = []
    for name in PER_SECOND:
        game = games.vgdl(name)
        state = opening(game, OPENING)
        ordinal, mean = _searches(game, state, PLAIN._replace(value=Borda())), _searches(game, state, PLAIN)
        ordinal(), mean()  # compiles
        pairs = [(rate(ordinal), rate(mean)) for _ in range(rounds)]
        rows.append({"game": name, "method": "borda", "unit": "plays", "ours": median(p[0] for p in pairs),
                     "theirs": median(p[1] for p in pairs), "ratio": median(p[1] / p[0] for p in pairs), "remark": ""})
    return rows


def _searches(game, state, method):
    """Work that makes a search and says how many calls it took."""
    def work():
        return method.search(game, state, calls=CALLS, seed=0).calls

    return work
