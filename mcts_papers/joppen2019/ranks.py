"""Ranks over problems, and tests of them, as in [Joppen & Fuernkranz 2019, section 5].

In this module, a *table* is a DataFrame with one row per problem (game, time) and one column per algorithm. Higher
values are better.
"""

from __future__ import annotations

import itertools
import math

import pandas as pd

from mcts_lab.matches.statistics import wilcoxon

from ..paths import data

ALGORITHMS = ("O-MCTS", "MCTS", "N-MCTS", "Yolobot", "PB-MCTS", "MixMax")
ALPHA = 0.01  # the paper's level of significance
FEWEST = math.ceil(1 + math.log2(1 / ALPHA))  # problems: with n problems, Wilcoxon's p is at least 2 / 2^n


def printed_table() -> pd.DataFrame:
    """Return Table 1 as published: one row per game, time and algorithm."""
    return pd.read_csv(data() / "paper" / "joppen2019_table1.csv", comment="#")


def worth(cells) -> pd.DataFrame:
    """Return the values that are ranked: by wins, then by score. cells: rows as in Table 1.

    Problems without results of all algorithms are left out.
    """
    order = cells.assign(worth=cells["win_rate"].rank(method="dense") * 1e9 + cells["score"])
    return order.pivot(index=["game", "time"], columns="algorithm", values="worth").dropna()


def won_scores(games) -> pd.DataFrame:
    """Return the mean score of won games by problem and algorithm (Figure 3b).

    Problems that some algorithm never won are left out.
    """
    won = games[games["won"] == 1]
    return won.pivot_table(index=["game", "time"], columns="algorithm", values="score", aggfunc="mean").dropna()


def ranks(table) -> pd.DataFrame:
    """Return the rank of each column in each row: 1 is best; equal values share ranks."""
    return table.rank(axis=1, ascending=False)


def pairs(table) -> pd.DataFrame:
    """Return Wilcoxon's signed-rank test of each two columns' ranks, with the columns first, second, better and p."""
    each = ranks(table)
    rows = []
    for a, b in itertools.combinations(each.columns, 2):
        better = a if each[a].mean() < each[b].mean() else b
        rows.append({"first": a, "second": b, "better": better, "p": wilcoxon(each[a], each[b]).p})
    return pd.DataFrame(rows, columns=["first", "second", "better", "p"])
