"""Beyond the paper: what is left of O-MCTS, N-MCTS and MixMax in board and card games.

Where there is only won and lost, all of them are plain UCT with another constant. Let action a win a share p(a) of its
playouts, of k actions. Its Borda score is 1/2 + k / (2 (k - 1)) (p(a) - mean p), so O-MCTS with C chooses as MCTS does
with 2 (k - 1) / k C; the extremes of N-MCTS are 0 and 1 as soon as both have been met; and the maximum in MixMax is 1
for every action that won once, which leaves three quarters of the mean. Where outcomes are many (points in Spades),
they differ.
"""

import pandas as pd

from mcts_lab.games import make
from mcts_lab.matches import Fixture, by_seat, fixtures
from mcts_lab.matches.experiment import at, by_budget
from mcts_lab.players import SearchPlayer
from mcts_lab.search.mcts.closed_loop import ClosedLoop
from mcts_lab.search.mcts.information_sets import SingleObserver
from mcts_lab.search.mcts.search import UCT

from ..counting import share_won
from .agents import TIES, VALUES, exploration

SEED = 2019
C = 0.25  # in the paper's Eq. 1, which makes 0.71 of the usual constant
RIVAL = "MCTS"
HALF = "O-MCTS, C/2"
ENTRANTS = {"O-MCTS": ("O-MCTS", C), HALF: ("O-MCTS", C / 2), "N-MCTS": ("N-MCTS", C), "MixMax": ("MixMax", C)}

BOARDS, CARDS = ClosedLoop(), SingleObserver()
KINDS = {  # how the outcomes of a game are told apart, the game with its options, what a search takes to be true
    "Connect Four": ("won, drawn, lost", ("connect_four", {}), BOARDS),
    "Othello": ("won, drawn, lost", ("othello", {}), BOARDS),
    "Breakthrough": ("won, lost", ("breakthrough", {"rows": 6, "columns": 6}), BOARDS),
    "Hex": ("won, lost", ("hex", {"size": 7}), BOARDS),
    "Knockout Whist": ("won, lost", ("knockout_whist", {"players": 2}), CARDS),
    "Dou Di Zhu": ("won, lost", ("dou_dizhu", {}), CARDS),
    "Spades": ("points", ("spades", {}), CARDS),
}
SEATS = {"Dou Di Zhu": {"seats": [(0, 1, 1), (1, 0, 0)]}}  # the landlord is seat 0
ITERATIONS = {"quick": 20, "standard": 500, "paper": 2500}  # for each decision, of both players
GAMES = {"quick": 2, "standard": 400, "paper": 2000}  # of each pair; two games, sides swapped, have one start
PLAYED = by_budget(("Connect Four", "Spades"), tuple(KINDS))


def player(name, kind, iterations):
    """An agent, or MCTS itself, for a kind of game."""
    value, c = ENTRANTS.get(name, (RIVAL, C))
    method = UCT(exploration(c), VALUES[value], tree=KINDS[kind][2], final=TIES)
    return SearchPlayer(method, name, iterations=iterations)


def pairs(budget, *, titles=PLAYED, agents=tuple(ENTRANTS), iterations=ITERATIONS):
    """Each agent against MCTS with as many iterations, in each game."""
    n = at(iterations, budget)
    return [Fixture(f"{kind} | {name}", make(which, **options), (player(name, kind, n), player(RIVAL, kind, n)),
                    SEATS.get(kind))
            for kind, (_, (which, options), _) in KINDS.items() if kind in at(titles, budget)
            for name in agents]


BEYOND = fixtures("joppen2019_beyond", pairs, GAMES, SEED, chunk=50,
                  title="Joppen 2019: board and card games")


def table(results, budget):
    """Games won against MCTS in per cent (a draw counts half), with intervals over starts, each played by both sides.
    """
    games = results["joppen2019_beyond"]
    rows = []
    if len(games):
        for fixture, here in by_seat(games).groupby("fixture", sort=False):
            kind, name = fixture.split(" | ")
            mine = here[here["player"] == name].drop_duplicates("game")  # partners have the same result
            found = share_won(mine, mine["points"])
            rows.append({"game": kind, "outcomes": KINDS[kind][0], "agent": name, "won": round(100 * found.estimate, 1),
                         "low": round(100 * found.low, 1), "high": round(100 * found.high, 1), "games": len(mine)})
    return pd.DataFrame(rows, columns=["game", "outcomes", "agent", "won", "low", "high", "games"])
