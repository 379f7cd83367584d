"""How much parts of a search cost: the rows of ``mcts-lab bench --against mean``."""

from __future__ import annotations

from statistics import median

from .. import games
from ..game import start
from .rows import rate
from .vgdl import against_mean as real_time

BORDA = (("connect_four", {}), ("sums", {"outcomes": 100}))
ITERATIONS = 10_000


def against_mean(rounds: int = 9) -> list[dict]:
    """Iterations per second with the Borda score and with the mean, measured in turns; ``ratio`` is mean / Borda."""
    from ..search import UCT, Borda

    rows = []
    for name, options in BORDA:
        game = games.make(name, **options)
        rows.append(_row(name, "borda", _work(game, UCT(value=Borda())), _work(game, UCT()), rounds))
    return rows + real_time(rounds)


def _row(game, method, ours, theirs, rounds):
    ours(), theirs()  # compiles
    pairs = [(rate(ours), rate(theirs)) for _ in range(rounds)]
    return {
        "game": game, "method": method, "unit": "iterations", "ours": median(p[0] for p in pairs),
        "theirs": median(p[1] for p in pairs), "ratio": median(p[1] / p[0] for p in pairs), "remark": "",
    }


def _work(game, method, start=start):
    state = start(game, 0)

    def work():
        method.search(game, state, iterations=ITERATIONS, seed=0)
        return ITERATIONS

    return work
