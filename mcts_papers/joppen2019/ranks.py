"""Ranks over problems and their tests, as [Joppen & Fuernkranz 2019, section 5] makes them.

A *table* here is a DataFrame with one row per problem (game, time) and one column per algorithm, more is better.
"""

from __future__ import annotations

import itertools
import math

import pandas as pd

from mcts_lab.matches.statistics import wilcoxon

from ..paths import data

ALGORITHMS = ("O-MCTS", "MCTS", "N-MCTS", "Yolobot", "PB-MCTS", "MixMax")
ALPHA = 0.01  # the paper's level of significance
FEWEST = math.ceil(1 + math.log2(1 / ALPHA))  # problems: of n, Wilcoxon's p is at least 2 / 2^n


def printed_table() -> pd.DataFrame:
    """Table 1 as printed: a row per game, time and algorithm."""
    return pd.read_csv(data() / "paper" / "joppen2019_table1.csv", comment="#")


def worth(cells) -> pd.DataFrame:
    """What the ranks are made of: wins first, then score. `cells` has rows as Table 1; incomplete problems drop out."""
    order = cells.assign(worth=cells["win_rate"].rank(method="dense") * 1e9 + cells["score"])
    return order.pivot(index=["game", "time"], columns="algorithm", values="worth").dropna()


def won_scores(games) -> pd.DataFrame:
    """The mean score of won games by problem and algorithm (Figure 3b); problems some algorithm never won drop out."""
    won = games[games["won"] == 1]
    return won.pivot_table(index=["game", "time"], columns="algorithm", values="score", aggfunc="mean").dropna()


def ranks(table) -> pd.DataFrame:
    """The rank of each column in each row: 1 is best, equal values share."""
    return table.rank(axis=1, ascending=False)


def pairs(table) -> pd.DataFrame:
    """Wilcoxon's signed-rank test of the ranks of each two columns: columns first, second, better, p."""
    each = ranks(table)
    rows = []
    for a, b in itertools.combinations(each.columns, 2):
        better = a if each[a].mean() < each[b].mean() else b
        rows.append({"first": a, "second": b, "better": better, "p": wilcoxon(each[a], each[b]).p})
    return pd.DataFrame(rows, columns=["first", "second", "better", "p"])
