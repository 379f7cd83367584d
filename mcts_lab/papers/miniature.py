"""AlphaZero in miniature as something that figures are drawn of: it replicates no paper and tests no claim."""

from __future__ import annotations

from ..experiments.generations import ITERATIONS, STRENGTH, strength
from ..views.plots import results as plots
from . import Item, Paper


def curve(results, budget):
    """Return the points of each generation against plain UCT, with a search of its own and without, and the table."""
    table = strength(results[STRENGTH.name])
    shown = table[(table["UCT iterations"] == ITERATIONS) & (table["generation"] > 0)]
    shown = shown.assign(plays=shown["iterations"].map({1: "no search", ITERATIONS: "with search"}))
    return plots.lines(shown, "generation", "points", "plays", log=True, reference=0.5, percent=True,
                       ylabel="points against plain UCT", title="Strength by generation"), table


MINIATURE = Paper(
    "alphazero", "AlphaZero in miniature",
    "Not a replication. After Silver et al. (2018), A general reinforcement learning algorithm that masters chess, "
    "shogi, and Go through self-play, Science 362, 1140-1144.",
    (STRENGTH,),
    (Item("strength", "figure", "Strength by generation, in Connect Four",
          "Two curves over generations, from 1 to the last. With its search the network passes one half of the points "
          "against plain UCT early and goes on rising; without a search it stays below one half.", curve,
          (STRENGTH.name,), note=f"Both searches have {ITERATIONS} iterations; bands are 95 % intervals. "
                                 "Generation 0, which has learned nothing, is in the table alone."),))
