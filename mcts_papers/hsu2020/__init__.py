"""Hsu & Perez-Liebana (2020), "MCTS pruning in Turn-Based Strategy Games": hard pruning and widening in Tribes.

``players.py`` has the agents, ``experiments.py`` the matches and the measurements of trees. ``tables.py`` and
``figures.py`` show the results, and ``program.py`` sets the games of the public framework beside ours. ``claims.py``
tests the paper's claims.
"""

from ..registry import Item, Paper, measured_by
from ..reporting import forest_plot as forest
from . import claims, figures, program, tables
from .experiments import EXPERIMENTS

PAIRS = "Games come in pairs: the same map, with sides exchanged. Intervals are at 95 %, over pairs."
FURTHER = ("A cell has the games that were planned for it. For the default search against the rule-based agent, the "
           "cell has also the games that were added for a claim. The verdict comes from these games. Only pairings of "
           "undecided claims have later games; the number with all games stands below the cell's. Claims, and so the "
           "figure of effects, use all games.")
OWN = ("Decisions are from the agents' own games, as in the paper. Each game has the same weight in a point. Bands are "
       "95 % intervals over maps; each match contributes equally many games. The tables also have depth and rate in "
       "positions of games between rule-based agents, which are the same for all searches. Squares are the trees of "
       "the default MCTS in the authors' framework, in 19 games against the rule-based agent; there, each decision has "
       "the same weight.")
PROGRAM = ("The framework of the game is public. Its own MCTS played 200 games against its rule-based agent and 160 "
           "against its RHEA on the 25 levels of the paper, in November 2026 (framework at commit 4ffc339). Bars are "
           "95 % intervals, over levels for the framework and over pairs of games for ours. The paper prints only the "
           "share of games won. The public framework does not contain the pruned searches of the paper.")
STRENGTH, TREES = ("hsu2020_strength",), ("hsu2020_trees",)

LESSON = 4  # P4 is about this paper
ITEMS = (
    forest.item(("hsu2020_strength", "hsu2020_further", "hsu2020_falls", "hsu2020_trees",
                 "hsu2020_variants"),
                "The paper's shares are from 5,000 games each. Claims about trees are about the agents' own games. If "
                "the paper does not say what is counted, there is one mark for each interpretation."),
    Item("figure1", "figure", "Figure 1: a map of Tribes",
         "A map of 11 by 11 tiles of plain, forest, mountain and water, with villages, two tribes' cities in their "
         "borders, and their units.", figures.board, note="The paper shows a window of its program."),
    Item("table1", "table", "Table 1: games won against the three baselines",
         "Share of games won by hard pruning and widening, with and without move pruning, published and ours.",
         tables.table1, (*STRENGTH, "hsu2020_further"), ("player", "against"), ("wins",), f"{PAIRS} {FURTHER}",
         across="against"),
    Item("table2", "table", "Table 2: the pruned searches at the end of their games",
         "Win rate, score, technologies, cities and production of the four pruned searches, published and ours.",
         tables.table2, STRENGTH, ("player",), ("win", "score", "techs", "cities", "production"), PAIRS),
    Item("program", "figure", "The default MCTS in the paper, in its public framework and here",
         "Five panels: games won, score, technologies, cities and production of the default MCTS at the end of its "
         "games, against the rule-based agent and against RHEA, each with up to three marks.",
         program.figure, (*STRENGTH, "hsu2020_further"), note=PROGRAM),
    Item("actions", "table", "Section 4.3: which actions are played",
         "Shares of actions of units, cities and the tribe.", tables.shares_of_actions, STRENGTH),
    Item("figure2", "figure", "Figure 2: depth of the tree by number of legal actions",
         "Five lines with bands by number of actions: the default search is the lowest and falls first, hard pruning "
         "with move pruning the highest.", figures.depth_by_size, STRENGTH, note=OWN),
    Item("figure3", "figure", "Figure 3: visited children of the recommended node by number of legal actions",
         "Lines from 1 downwards: the default search falls first, then widening, then hard pruning; dotted where the "
         "paper says that the first two fall.",
         figures.rate_by_size, STRENGTH, note=OWN),
    Item("figure4", "figure", "Figure 4: depth of the tree by turn",
         "Lines that fall over fifty turns, for the default search and the four pruned ones.", figures.depth_by_turn,
         STRENGTH, note=OWN),
    Item("figure5", "figure", "Figure 5: visited children of the recommended node by turn",
         "Lines from 1 downwards over fifty turns, for the default search and the four pruned ones.",
         figures.rate_by_turn, STRENGTH, note=OWN),
    Item("sizes", "table", "Trees by number of legal actions, as a table", "Depth, rate and iterations by search.",
         tables.sizes, STRENGTH, note=OWN),
    Item("positions", "figure", "Depth by number of legal actions, in the same positions",
         "Five lines with bands that fall as there are more actions; the default search is the lowest.",
         figures.depth_in_positions, TREES, note="All searches decide in the same positions, from games between "
         "rule-based agents, so differences are due to the searches. Bands are 95 % intervals over games."),
    Item("variants", "figure", "Readings of the article, and parts switched off",
         "Dots: games won by each variant against what it varies.", figures.variants, ("hsu2020_variants",),
         note=PAIRS),
    Item("variants_table", "table", "Interpretations and ablations, as a table", "Games won by each variant.",
         tables.variants, ("hsu2020_variants",), note=PAIRS),
    Item("scaling", "figure", "Larger maps and more tribes",
         "Points: milliseconds of a decision and depth of the tree, for maps from 8 by 8 to 16 by 16 tiles and two to "
         "four tribes.", figures.scaling, ("hsu2020_scaling",)),
)

PAPER = Paper(
    name="hsu2020",
    title="Pruning in Tribes",
    reference='Y.-J. Hsu, D. Perez-Liebana, "MCTS pruning in Turn-Based Strategy Games", AIIDE workshop on Artificial '
              "Intelligence for Strategy Games, 2020",
    experiments=EXPERIMENTS,
    items=ITEMS,
    claims=measured_by(claims),
)
