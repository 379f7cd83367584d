"""What figures and tables are drawn of besides papers: AlphaZero in miniature, and what parts of a search are worth."""

from __future__ import annotations

from ..experiments import effects
from ..experiments.generations import ITERATIONS, STRENGTH, strength
from ..experiments.mistakes import MISTAKES, PLAYS, error_rates
from ..views.plots import results as plots
from . import Item, Paper


def curve(results, budget):
    """Return the points of each generation against plain UCT, with a search of its own and without, and the table."""
    table = strength(results[STRENGTH.name])
    shown = table[(table["UCT iterations"] == ITERATIONS) & (table["generation"] > 0)]
    shown = shown.assign(plays=shown["iterations"].map({1: "no search", ITERATIONS: "with search"}))
    return plots.lines(shown, "generation", "points", "plays", log=True, reference=0.5, percent=True,
                       ylabel="points against plain UCT", title="Strength by generation"), table


def errors(results, budget):
    """Return how often each search errs in Connect Four, by iterations, and the table."""
    table = error_rates(results[MISTAKES.name])
    return plots.lines(table, "iterations", "errors", "agent", log=True, percent=True, ylabel="positions with an error",
                       title="Errors in Connect Four, by iterations"), table


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

PARTS = Paper(
    "parts", "Parts of a search",
    "Not a replication. What each part is said to do, played; the sources stand in the table.",
    (effects.STRENGTH, effects.REGRET, MISTAKES),
    (Item("strength", "table", "What parts of a search are worth",
          "For each match the points of the search with the part, with a 95 % interval, and its share of the time.",
          lambda results, budget: effects.strength(results[effects.STRENGTH.name]), (effects.STRENGTH.name,),
          note="time is the processor seconds of the search with the part, divided by those of the other."),
     Item("regret", "table", "Regret of rules for bandits",
          "For each rule the mean regret after 1,000 pulls of a bandit, with a 95 % interval.",
          lambda results, budget: effects.regrets(results[effects.REGRET.name]), (effects.REGRET.name,),
          note="After Garivier & Cappe (2011), whose bandits these are in form, not in length."),
     Item("errors", "figure", "Errors in Connect Four, by iterations",
          "Falling curves over iterations, from 30 to 30,000, for five searches.", errors, (MISTAKES.name,),
          note=f"Positions after {PLAYS} random plays in which an action can be wrong and none wins at once. An error "
               "is an action that is worth less than the best, by a solver of our own; bands are 95 % intervals.")))
