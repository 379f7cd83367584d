"""Figures and tables that are not from papers: the small AlphaZero, the effects of components, and a ladder of
searches.
"""

import numpy as np

from mcts_lab.views.plots import match_results as plots
from mcts_lab.views.plots import style

from ..registry import Item, Paper
from . import effects
from . import ladder as rungs
from .generations import ITERATIONS, STRENGTH, strength


def curve(results, budget):
    """Draw the points of each generation against plain UCT, with and without search. Return the figure and the table.
    """
    table = strength(results[STRENGTH.name])
    shown = table[(table["UCT iterations"] == ITERATIONS) & (table["generation"] > 0)]
    shown = shown.assign(plays=shown["iterations"].map({1: "no search", ITERATIONS: "with search"}))
    return plots.lines(shown, "generation", "points", "plays", log=True, reference=0.5, percent=True,
                       ylabel="points against plain UCT", title="Strength by generation"), table


FAR = 600  # Elo; ratings further away are drawn at the edge


def ladder(results, budget):
    """Draw each search's rating in each game at equal time, highest mean first. Return the figure and the table of all
    players."""
    table = rungs.ladder(results[rungs.LADDER.name])
    shown = table[table["agent"].isin(rungs.AGENTS) & (table["game"] != "all")]
    shown = shown.assign(elo=shown["elo"].clip(-FAR, FAR),
                         kind=[rungs.GAMES[game].facts().title for game in shown["game"]])
    means = shown.groupby("agent")["elo"].mean().sort_values(ascending=False)
    words = "; ".join(f"{name} {value:+.0f}" for name, value in means.items())
    with style.figure(f"Mean Elo above plain UCT at equal time: {words}.", plots.tall("notebook", len(means))) as fig:
        t, look, ax = style.theme(), style.series(list(dict.fromkeys(shown["kind"]))), fig.add_subplot()
        for name, here in shown.groupby("kind", sort=False):
            ax.scatter(here["elo"], [means.index.get_loc(agent) for agent in here["agent"]], s=46, alpha=0.85,
                       color=look.colours[name], marker=look.markers[name], label=name, zorder=3)
        ax.scatter(means, np.arange(len(means)), marker="|", s=420, linewidth=3, color=t.text, label="mean", zorder=2)
        ax.axvline(0, color=t.text, ls="--", lw=1)
        ax.set_yticks(range(len(means)), means.index)
        ax.set(xlim=(-FAR - 40, FAR + 40), ylim=(len(means) - 0.4, -0.6), title="Searches at equal time",
               xlabel=f"Elo above plain UCT with {rungs.ITERATIONS:,} iterations")
        ax.grid(True, axis="x")
        fig.legend(loc="outside upper center", ncols=5, frameon=False)
    return fig, table


MINIATURE = Paper(
    "alphazero", "AlphaZero in miniature",
    "Not a replication. After Silver et al. (2018), A general reinforcement learning algorithm that masters chess, "
    "shogi, and Go through self-play, Science 362, 1140-1144.",
    (STRENGTH,),
    (Item("strength", "figure", "Strength by generation, in Connect Four",
          "Two curves over generations, from 1 to the last. With a search, the network soon wins more than half of the "
          "points against plain UCT and continues to improve; without a search, it stays below one half.", curve,
          (STRENGTH.name,), note=f"Both searches have {ITERATIONS} iterations; bands are 95 % confidence intervals. "
                                 "Generation 0, before any learning, is only in the table."),))

PARTS = Paper(
    "parts", "Parts of a search",
    "Not a replication. Games that test what each part of a search is said to do; the table names the sources.",
    (effects.STRENGTH, effects.REGRET, rungs.LADDER),
    (Item("strength", "table", "How much the parts of a search gain",
          "For each match the points of the search with the part, with a 95 % interval, and its share of the time.",
          lambda results, budget: effects.strength(results[effects.STRENGTH.name]), (effects.STRENGTH.name,),
          note="The name of a match has the component, the game and the size of its board. The points are those of the "
               "first search, which has the component or, in the last rows, more iterations. The column others' "
               "iterations has the iterations of the second search. The column time has the processor seconds of the "
               "first search divided by those of the second."),
     Item("ladder", "figure", "Searches at equal time, in eight games",
          "A row for each search, with a mark for each game and a bar at their mean.", ladder, (rungs.LADDER.name,),
          note="Each search needs the same time as plain UCT, and plays 200 games against it in each game that it can "
               f"play. Ratings further away than {FAR} are drawn at the edge. The table has intervals, and the number "
               "of iterations with which plain UCT would be as strong. A component that learns in playouts or "
               "evaluates positions leaves time for fewer iterations, because plain playouts are fast here.")))
