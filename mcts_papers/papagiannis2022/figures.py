"""Figures 1 to 5 of [Papagiannis, Alexandridis & Stafylopatis 2022], and figures of the networks' outputs."""

from __future__ import annotations

import numpy as np
import pandas as pd

from mcts_lab.game import after, start
from mcts_lab.games import make
from mcts_lab.learning.planner import schedule
from mcts_lab.search.mcts.nodes import BACK_UP, ROOT
from mcts_lab.search.mcts.pruning_networks import PruningNetworks
from mcts_lab.search.mcts.reuse import children_of
from mcts_lab.search.mcts.search import UCT, Search
from mcts_lab.views.plots import match_results as plots
from mcts_lab.views.plots import style
from mcts_papers.papagiannis2022.bandits import DISTRIBUTIONS, TwoEnds

from ..counting import from_to
from ..paths import data
from . import tables
from .experiments import ACTIONS, ITERATIONS, SEED
from .players import DECKS, pruning_model

BLUE, RED = style.OKABE_ITO["blue"], style.OKABE_ITO["vermillion"]
INK, FAINT = "#1A1A1A", "#B8B8B8"
COLOURS = (INK, BLUE, RED)  # without pruning, uniform, bimodal
DASHES = ("-", "--", ":")
BY_ITERATIONS = dict(zip(ITERATIONS, (BLUE, RED, INK), strict=True))

FIRST_GAME, FIRST_ITERATIONS = {"size": 5}, 500  # of Figure 1: Hex


def pruned_root(results, budget):
    """Draw Figure 1 from a real search: the visits of the root's children at each pruning and at the end."""
    game = make("hex", **FIRST_GAME)
    state = after(game, start(game), 12)
    said = pruning_model("uniform").tables
    search = Search(game, state, UCT(pruning=PruningNetworks(said)), seed=SEED, trace=True, compiled=False)
    search.run(iterations=FIRST_ITERATIONS)
    children = children_of(search.nodes, ROOT)
    stages = [*schedule(said, len(children), FIRST_ITERATIONS), (FIRST_ITERATIONS, 0)]
    visits = visits_until(search, children, [time for time, _ in stages])
    order = np.argsort(-visits[-1], kind="stable")
    kept = len(children)
    with style.figure(f"Bars of the visits of a root's {len(children)} children at {len(stages)} times; after each "
                      "pruning fewer bars grow, the others are grey.", (12, 3.9)) as fig:
        axes = fig.subplots(1, len(stages), sharey=True, squeeze=False)[0]
        for ax, (time, number), counts in zip(axes, stages, visits, strict=True):
            left = set(np.argsort(-counts, kind="stable")[: number or kept])
            colours = [BLUE if i in left else FAINT for i in order]
            ax.bar(range(len(order)), counts[order], color=colours)
            ax.set_title(f"iteration {time}: " + (f"keep {number} of {kept}" if number else "the end"))
            ax.set(xlabel="actions of Hex, by their visits at the end", xticks=[])
            kept = number or kept
        axes[0].set_ylabel("visits")
    return fig


def visits_until(search, children, times):
    """Return how often each child of the root had been visited at some times: int[times, children]."""
    events = search.trace_events[search.trace_events["phase"] == BACK_UP]
    place = {child: i for i, child in enumerate(children)}
    visits = np.zeros((len(times), len(children)), int)
    for event in events:
        if int(event["node"]) in place:
            visits[[event["iteration"] < time for time in times], place[int(event["node"])]] += 1
    return visits


def rewards(results, budget):
    """Draw Figure 2: the distribution of the mean rewards of the root's actions.

    A curve shows the mixture that was fitted to the paper's bimodal networks.
    """
    frame = tables.rewards(results, budget)
    if not len(frame):
        return not_measured(), frame
    mixture = density(DISTRIBUTIONS["bimodal"])
    with style.figure("Histograms of mean rewards for three decks, and the curve of a mixture, fitted to the paper's "
                      "networks, with peaks near 0 and near 1.", (12, 3.8)) as fig:
        axes = fig.subplots(1, len(DECKS), sharey=True)
        x = np.linspace(0, 1, 400)
        for ax, deck in zip(axes, DECKS, strict=True):
            here = frame[frame["deck"] == deck]
            width = 1.0 / len(here)
            ax.bar(here["reward"], here["share"] / width, width=0.9 * width, color=BLUE, alpha=0.75)
            ax.plot(x, mixture(x), color=RED)
            ax.set(title=f"{deck}, {int(here['decisions'].iloc[0]):,} decisions", xlabel="mean reward of an action")
        axes[0].set_ylabel("density")
        axes[-1].text(0.5, 0.84, "mixture fitted to\nthe paper's networks", color=RED, transform=axes[-1].transAxes,
                      ha="center")
    return fig, frame


def not_measured():
    """Return a figure that says that there are no results yet."""
    with style.figure("An empty field: not measured yet.", (6, 1.5)) as fig:
        ax = fig.add_subplot()
        ax.axis("off")
        ax.text(0.5, 0.5, "not measured yet", ha="center", va="center")
    return fig


def density(ends: TwoEnds):
    """Return the density function of a mixture of a falling and a rising distribution."""
    return lambda x: (ends.low * ends.falling * (1 - x) ** (ends.falling - 1)
                      + (1 - ends.low) * ends.rising * x ** (ends.rising - 1))


def visits(iterations, results, budget):
    """Draw Figures 3, 4, 5: visits of the 20 actions at the root by rank, shaman deck, three agents."""
    frame = tables.visits(results, budget, iterations)
    if not len(frame):
        return not_measured(), frame
    agents = list(frame["agent"].unique())
    with style.figure("Three falling curves of visits by rank; the pruning agents' begin higher and end lower.") as fig:
        ax = fig.add_subplot()
        for agent, colour, dash in zip(agents, COLOURS, DASHES, strict=True):
            here = frame[frame["agent"] == agent]
            ax.plot(here["rank"], here["visits"], color=colour, ls=dash, label=agent, marker="o", ms=4)
            half = 1.96 * here["error"] * iterations
            ax.fill_between(here["rank"], here["visits"] - half, here["visits"] + half, color=colour, alpha=0.15, lw=0)
        ax.set(xlabel="rank of the action by its visits", ylabel="visits", xticks=[1, *range(5, ACTIONS + 1, 5)],
               ylim=(0, None))
        ax.set_title(f"{iterations} iterations, {int(frame['positions'].iloc[0])} positions, with 95 % intervals")
        ax.legend()
    return fig, frame


def win_rates(results, budget):
    """Draw Tables 2 to 4: our results as dots with intervals, the paper's as crosses."""
    found = [(number, tables.table(number, results, budget)) for number in (2, 3, 4)]
    height = sum(len(frame["agent"].unique()) for _, frame in found)
    with style.figure("Dots with intervals and crosses: games won by each agent at 300, 500 and 1000 iterations.",
                      (12, 0.95 * height + 3)) as fig:
        axes = fig.subplots(3, 1, sharex=True, height_ratios=[len(f["agent"].unique()) for _, f in found])
        for ax, (number, frame) in zip(axes, found, strict=True):
            known = pd.read_csv(data() / "paper" / f"papagiannis2022_table{number}.csv", comment="#")
            names = list(frame["agent"].unique())
            for y, name in enumerate(names):
                for shift, (iterations, colour) in zip((-0.25, 0, 0.25), BY_ITERATIONS.items(), strict=True):
                    pick = {"agent": name, "deck": "overall", "iterations": iterations}
                    ours, theirs = row_of(frame, pick), row_of(known, pick)
                    ends = [[ours["wins"] - ours["own_low"]], [ours["own_high"] - ours["wins"]]]
                    ax.errorbar([ours["wins"]], [y + shift], xerr=ends, fmt="o", color=colour, capsize=3)
                    ax.plot([theirs["wins"]], [y + shift], "x", color=colour, ms=9)
                    if number == 2:
                        ax.text(2, -0.2 + 0.4 * (iterations // 350), f"{iterations} iterations", color=colour)
            ax.axvline(50, color=FAINT, ls="--", zorder=0)
            games = frame[frame["deck"] == "overall"].groupby("agent")["games"].agg(["min", "max"]).astype(int)
            ax.set_yticks(range(len(names)), [f"{name}\n{from_to(games.loc[name])} games" for name in names])
            ax.set(ylim=(len(names) - 0.5, -0.6), xlim=(0, 100),
                   title=f"against {dict(zip((2, 3, 4), ('MCTS', 'GSV', 'MCTS-xgboost'), strict=True))[number]}")
        axes[-1].set_xlabel("games won, mean over the decks, %   (x: paper)")
    return fig


def control(results, budget):
    """Draw the control: the right sign against the paper's search, and pruning against the right sign."""
    frame = tables.sign(results, budget)
    frame = frame[frame["deck"] == "overall"]
    if not len(frame):
        return not_measured(), frame
    shown = frame.assign(
        label=[f"{row.agent}, {row.iterations} iterations\nagainst {row.opponent}" for row in frame.itertuples()],
        points=frame["wins"] / 100, low=frame["low"].fillna(0) / 100, high=frame["high"].fillna(100) / 100)
    many = from_to(frame["games"])
    return plots.win_rates(shown, "label", bars=False, xlabel=f"games won by the first agent\n({many} games "
                                                              "each)"), frame


def row_of(frame, wanted):
    for column, value in wanted.items():
        frame = frame[frame[column] == value]
    return frame.iloc[0]
