"""Hsu & Perez-Liebana (2020), "MCTS pruning in Turn-Based Strategy Games": hard pruning and widening in Tribes.

``players.py`` has the agents, ``experiments.py`` the matches and the measurements of trees. ``tables.py`` and
``figures.py`` show the results, and ``framework.py`` sets the games of the public framework beside ours. ``claims.py``
tests the paper's claims.
"""

from ..registry import Item, Paper, measured_by
from ..reporting import forest_plot as forest
from . import claims, figures, framework, tables
from .experiments import EXPERIMENTS

PAIRS = ("Games come in pairs: both are played on the same map, with sides exchanged. Intervals are 95 % confidence "
         "intervals over pairs of games.")
FURTHER = ("A cell has the games that were planned for it. The cell of the default search against the rule-based agent "
           "also has the games that were added for a claim. The mark of a cell comes from these games. If a claim was "
           "still undecided, its pairings have later games; then the number with all games stands below. Claims, and "
           "so the figure of effects, use all games.")
OWN = ("Decisions are from the agents' own games, as in the paper. Each game has the same weight. Bands are 95 % "
       "confidence intervals over starts, that is, maps with their random events; each pairing contributes equally "
       "many games. Squares are the trees of the default MCTS in the authors' framework, in 19 games against the "
       "rule-based agent; there, each decision has the same weight.")
POSITIONS = (" The column size has the smallest number of legal actions of a bin of decisions. The column rate has the "
             "share of the recommended node's children that were visited. The last two columns have depth and rate in "
             "positions of games between rule-based agents, which are the same for all searches.")
VARIANTS = (" Each search plays against the search that it varies. Nine or seven features: the evaluation has two "
            "features more or fewer. True rules inside: the search uses the game's rules in place of the authors' "
            "forward model. Fair opponents: opponents explore, too. All actions: the root is not limited to one group "
            "of actions. Untried dropped, untried judged, eager: pruning begins after 20 visits, and children that "
            "were not tried are pruned first, are judged like the others, or have their states computed at once. By "
            "mean: children are judged by their mean reward. A tenth kept: at least a tenth of the children is kept. "
            "Villages spared: moves onto villages are not pruned.")
FRAMEWORK = ("The framework of the game is public. Its own MCTS played 200 games against its rule-based agent and 160 "
           "against its RHEA on the 25 levels of the paper, in November 2026 (framework at commit 4ffc339). Bars are "
           "95 % intervals, over levels for the framework and over pairs of games for ours. The paper prints only the "
           "share of games won. The public framework does not contain the pruned searches of the paper.")
STRENGTH, TREES = ("hsu2020_strength",), ("hsu2020_trees",)

LESSON = 4  # P4 is about this paper
ITEMS = (
    forest.item(("hsu2020_strength", "hsu2020_further", "hsu2020_falls", "hsu2020_trees",
                 "hsu2020_variants"),
                "Each of the paper's shares is from 5,000 games. Claims about trees are about the agents' own games. "
                "If the paper does not say what is counted, there is one mark for each interpretation."),
    Item("figure1", "figure", "Figure 1: a map of Tribes",
         "A map of 11 by 11 tiles of plain, forest, mountain and water, with villages, and with the cities of two "
         "tribes in their borders and the tribes' units.", figures.board, note="The paper shows a window of its "
                                                                               "program."),
    Item("table1", "table", "Table 1: games won against the three baselines",
         "Share of games won by hard pruning and widening, with and without move pruning, published and ours.",
         tables.table1, (*STRENGTH, "hsu2020_further"), ("player", "against"), ("wins",), f"{PAIRS} {FURTHER}",
         across="against"),
    Item("table2", "table", "Table 2: the pruned searches at the end of their games",
         "Win rate, score, technologies, cities and production of the four pruned searches, published and ours.",
         tables.table2, STRENGTH, ("player",), ("win", "score", "techs", "cities", "production"), PAIRS),
    Item("framework", "figure", "The default MCTS in the paper, in its public framework and here",
         "Five panels: games won, score, technologies, cities and production of the default MCTS at the end of its "
         "games, against the rule-based agent and against RHEA, each with up to three marks.",
         framework.figure, (*STRENGTH, "hsu2020_further"), note=FRAMEWORK),
    Item("actions", "table", "Section 4.3: which actions are played",
         "Shares of actions of units, cities and the tribe.", tables.shares_of_actions, STRENGTH,
         note="Shares are in per cent of all actions that a search plays. Units, cities and the tribe make 100 %; the "
              "actions of units contain the moves. The end of a turn is an action of the tribe."),
    Item("figure2", "figure", "Figure 2: depth of the tree by number of legal actions",
         "Five lines with bands by number of actions: the default search is the lowest and falls first, hard pruning "
         "with move pruning the highest.", figures.depth_by_size, STRENGTH, note=OWN),
    Item("figure3", "figure", "Figure 3: visited children of the recommended node by number of legal actions",
         "Lines from 1 downwards: the default search falls first, then widening, then hard pruning; dotted lines mark "
         "where the first two begin to fall in the paper.",
         figures.rate_by_size, STRENGTH, note=OWN),
    Item("figure4", "figure", "Figure 4: depth of the tree by turn",
         "Lines that fall over fifty turns, for the default search and the four pruned ones.", figures.depth_by_turn,
         STRENGTH, note=OWN),
    Item("figure5", "figure", "Figure 5: visited children of the recommended node by turn",
         "Lines from 1 downwards over fifty turns, for the default search and the four pruned ones.",
         figures.rate_by_turn, STRENGTH, note=OWN),
    Item("sizes", "table", "Trees by number of legal actions, as a table",
         "Depth, rate of visited children and iterations by search.", tables.sizes, STRENGTH, note=OWN + POSITIONS),
    Item("positions", "figure", "Depth by number of legal actions, in the same positions",
         "Five lines with bands that fall as there are more actions; the default search is the lowest.",
         figures.depth_in_positions, TREES, note="All searches decide in the same positions, which are from games "
         "between rule-based agents, so differences are due to the searches. Bands are 95 % confidence intervals over "
         "games."),
    Item("variants_table", "table", "Other interpretations of the paper, and searches without one of their parts, as a "
                                    "table",
         "Games won by each variant.", tables.variants, ("hsu2020_variants",), note=PAIRS + VARIANTS),
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
