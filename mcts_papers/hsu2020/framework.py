"""The default MCTS of the paper in three programs: the paper's numbers, the authors' public framework, and ours.

The framework (Tribes, by the authors of the game) contains the default MCTS, the rule-based agent and RHEA, but not
the pruned searches of the paper. ``hsu2020_framework.csv`` has the results of its games, summed for each level.
"""

import numpy as np
import pandas as pd

from mcts_lab.views.plots import style

from ..counting import mean_of, over_starts, share_of_starts, share_won
from ..paths import data
from .experiments import DEFAULT, EVOLUTION, RULES
from .tables import BINS, TECHNOLOGIES, games_of_pair

OPPONENTS = (RULES, EVOLUTION)
PAPER, FRAMEWORK, OURS = "the paper", "the authors' framework, run in 2026", "ours"
QUANTITIES = {  # name: the column of our games, the column of the framework's, a factor for both
    "games won, %": ("won", "won", 100.0),
    "score": ("score", "score", 1.0),
    "technologies, %": ("techs", "technologies", 100.0 / TECHNOLOGIES),
    "cities": ("cities", "cities", 1.0),
    "production": ("production", "production", 1.0),
}


def three_programs(results) -> pd.DataFrame:
    """Return the results of the default MCTS at the end of its games: one row for each number of each program.

    Intervals are at 95 %: for the framework over levels, for ours over pairs of games. The paper prints none.
    """
    levels = pd.read_csv(data() / "paper" / "hsu2020_framework.csv", comment="#")
    printed = pd.read_csv(data() / "paper" / "hsu2020_table1.csv", comment="#").set_index(["player", "against"])["wins"]
    rows = []

    def add(program, against, quantity, found, factor):
        rows.append({"quantity": quantity, "against": against, "program": program, "value": factor * found.estimate,
                     "low": factor * found.low, "high": factor * found.high, "games": found.n})

    for against in OPPONENTS:
        here, games = levels[levels["against"] == against], games_of_pair(results, DEFAULT, against, True)
        rows.append({"quantity": "games won, %", "against": against, "program": PAPER,
                     "value": printed[DEFAULT, against]})
        for quantity, (own, theirs, factor) in QUANTITIES.items():
            means, number = here[theirs] / here["games"], int(here["games"].sum())
            add(FRAMEWORK, against, quantity, share_of_starts(means, number) if theirs == "won"
                else mean_of(means)._replace(n=number), factor)
            add(OURS, against, quantity, share_won(games, games[own]) if own == "won"
                else over_starts(games, games[own]), factor)
    return pd.DataFrame(rows)


def apart(frame) -> list:
    """Return the pairs of quantity and opponent for which the intervals of the framework and ours have no common value.
    """
    found = []
    for (quantity, against), rows in frame.groupby(["quantity", "against"], sort=False):
        theirs, ours = (rows[rows["program"] == program].iloc[0] for program in (FRAMEWORK, OURS))
        if theirs["low"] > ours["high"] or ours["low"] > theirs["high"]:
            found.append((quantity, against))
    return found


def title_of(frame) -> str:
    """Return what the figure shows, computed from its numbers."""
    pairs = frame.groupby(["quantity", "against"]).ngroups
    return (f"In {pairs - len(apart(frame))} of {pairs} numbers, the 95 % intervals of the authors' framework and of "
            "our games overlap")


def trees(by) -> pd.DataFrame:
    """Return depth and rate of the framework's trees by "size" (the number of legal actions) or by "tick" (the turn).

    Our figures place a bin at its lower limit. A bin of the framework that contains several of ours is at the mean of
    their lower limits.
    """
    frame = pd.read_csv(data() / "paper" / "hsu2020_framework_trees.csv", comment="#")
    frame = frame[frame["bin"] == by]
    limits = np.array(BINS[by])
    return frame.assign(**{by: [limits[(limits >= row.first) & ~(limits > row.last)].mean()
                                for row in frame.itertuples()]})


def add_trees(ax, by, column):
    """Draw the framework's depth or rate as squares."""
    frame = trees(by)
    ax.plot(frame[by], frame[column], "s", ms=9, color=style.theme().text, ls="", zorder=6,
            label=f"{DEFAULT}, {FRAMEWORK}")


def figure(results, budget):
    """Draw a panel for each quantity, with a row for each opponent, and return the figure and its numbers."""
    frame, theme = three_programs(results), style.theme()
    looks = {PAPER: ("D", theme.bad), FRAMEWORK: ("s", theme.text), OURS: ("o", theme.good)}
    with style.figure(title_of(frame) + ".", (12, 6.4), font=14) as fig:
        axes = fig.subplots(2, 3).ravel()
        fig.suptitle(title_of(frame))
        for ax, (quantity, rows) in zip(axes, frame.groupby("quantity", sort=False), strict=False):
            for i, program in enumerate(looks):
                here = rows[rows["program"] == program]
                places = [OPPONENTS.index(one) + 0.24 * (i - 1) for one in here["against"]]
                errors = np.nan_to_num([here["value"] - here["low"], here["high"] - here["value"]])
                mark, colour = looks[program]
                ax.errorbar(here["value"], places, xerr=errors, fmt=mark, ms=9, color=colour, lw=2.4,
                            mfc=theme.background if program == PAPER else colour, mew=2.2, label=program)
            ax.set(xlabel=quantity, ylim=(len(OPPONENTS) - 0.4, -0.6))
            ax.set_yticks(range(len(OPPONENTS)), [f"against\n{one}" for one in OPPONENTS])
            ax.locator_params(axis="x", nbins=5)
        axes[0].axvline(50, ls="--", color=theme.faint, zorder=0)
        axes[-1].axis("off")
        handles, words = axes[0].get_legend_handles_labels()
        axes[-1].legend(handles, words, loc="center", frameon=False)
    return fig, frame
