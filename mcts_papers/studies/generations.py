"""The strength of the small AlphaZero in Connect Four, by generation: matches against UCT with playouts."""

from itertools import product

from mcts_lab import games
from mcts_lab.game import position_after
from mcts_lab.matches.match import tally
from mcts_lab.matches.statistics import score
from mcts_lab.matches.tournament import Fixture, fixtures
from mcts_lab.players import SearchPlayer
from mcts_lab.search import UCB1, UCT

from ..store.stored import load
from .alphazero import alphazero, shipped

OPENINGS = 49  # all openings of two moves; each is played twice, with sides exchanged
BUDGETS = {budget: 2 * OPENINGS * often for budget, often in (("quick", 1), ("standard", 4), ("paper", 10))}  # games
ITERATIONS = 200  # of both players
LONGER = (1000, 5000)  # of plain UCT against the last generation
PLAIN = UCT(UCB1(0.7))


def matches(budget):
    """Return matches of each generation against plain UCT, with search and with the network's policy alone.

    The last generation also plays against UCT with more iterations. The name of a match is "generation | iterations of
    the network | iterations of UCT". With one iteration, the network's policy chooses the action.
    """
    game, made = games.connect_four(), shipped()
    starts = {"starts": [position_after(game, plays) for plays in product(range(game.columns), repeat=2)]}
    rows = [(number, own, ITERATIONS) for number in made for own in (1, ITERATIONS)]
    rows += [(max(made), ITERATIONS, theirs) for theirs in LONGER]
    return [Fixture(" | ".join(map(str, row)), game, (
        SearchPlayer(alphazero(made[row[0]]), "network", iterations=row[1]),
        SearchPlayer(PLAIN, "UCT", iterations=row[2])), starts) for row in rows]


STRENGTH = fixtures("alphazero_strength", matches, BUDGETS, 11, chunk=2 * OPENINGS,
                    title="AlphaZero in miniature against plain UCT")


def strength(games=None):
    """Return the points of the network, with 95 % intervals: one row for each match.

    games: rows of `STRENGTH`; None: those stored at the standard budget
    """
    import pandas as pd

    rows = []
    for name, played in (load(STRENGTH, "standard") if games is None else games).groupby("fixture", sort=False):
        generation, own, theirs = map(int, name.split(" | "))
        found = tally(played).set_index("player").loc["network"]
        points = score(*(int(found[column]) for column in ("wins", "draws", "losses")))
        rows.append({"generation": generation, "iterations": own, "UCT iterations": theirs, "points": points.estimate,
                     "low": points.low, "high": points.high, "games": points.n})
    return pd.DataFrame(rows).sort_values(["UCT iterations", "iterations", "generation"], ignore_index=True)
