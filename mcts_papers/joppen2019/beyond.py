"""Beyond the paper: O-MCTS, N-MCTS and MixMax in board and card games.

If games can only be won or lost, all three are plain UCT with another exploration constant. Let p(a) be the share
of playouts that action a wins, and k the number of actions. The Borda score of a is 1/2 + k / (2 (k - 1)) (p(a) -
mean p), so O-MCTS with C chooses the same actions as MCTS with 2 (k - 1) / k C. The extremes of N-MCTS are 0 and 1
as soon as both outcomes have occurred. The maximum in MixMax is 1 for every action that won once, so only three
quarters of the mean remain. If there are many outcomes (points in Spades), the algorithms differ.
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
C = 0.25  # in the paper's Eq. 1; as a usual exploration constant it is 0.71
RIVAL = "MCTS"
HALF = "O-MCTS, C/2"
ENTRANTS = {"O-MCTS": ("O-MCTS", C), HALF: ("O-MCTS", C / 2), "N-MCTS": ("N-MCTS", C), "MixMax": ("MixMax", C)}

BOARDS, CARDS = ClosedLoop(), SingleObserver()
KINDS = {  # (the possible outcomes, the game with its options, the kind of search tree)
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
GAMES = {"quick": 2, "standard": 400, "paper": 2000}  # per pair; two games with exchanged sides have the same start
PLAYED = by_budget(("Connect Four", "Spades"), tuple(KINDS))


def player(name, kind, iterations):
    """Return an agent, or MCTS, for a kind of game."""
    value, c = ENTRANTS.get(name, (RIVAL, C))
    method = UCT(exploration(c), VALUES[value], tree=KINDS[kind][2], final=TIES)
    return SearchPlayer(method, name, iterations=iterations)


def pairs(budget, *, titles=PLAYED, agents=tuple(ENTRANTS), iterations=ITERATIONS):
    """Return a match of each agent against MCTS with equally many iterations, in each game."""
    n = at(iterations, budget)
    return [Fixture(f"{kind} | {name}", make(which, **options), (player(name, kind, n), player(RIVAL, kind, n)),
                    SEATS.get(kind))
            for kind, (_, (which, options), _) in KINDS.items() if kind in at(titles, budget)
            for name in agents]


BEYOND = fixtures("joppen2019_beyond", pairs, GAMES, SEED, chunk=50,
                  title="Joppen 2019: board and card games")


def table(results, budget):
    """Return the games won against MCTS, in per cent; a draw counts half.

    Intervals are over starts, each played twice with sides exchanged.
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
