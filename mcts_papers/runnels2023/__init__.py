"""Runnels (2023), "Project 3: Game Tree Search": minimax, alpha-beta and MCTS on discrete soccer.

``experiments.py`` has the games, ``measures.py`` other measurements. ``tables.py`` and ``figures.py`` show the
results. ``claims.py`` tests the paper's claims.
"""

from ..registry import Item, Paper, measured_by
from ..reporting import forest_plot as forest
from . import claims, figures, tables
from .experiments import EXPERIMENTS
from .measures import MEASURES

COUNTED = ("runnels2023_self_play", "runnels2023_census")
SAMPLED = ("runnels2023_self_play", "runnels2023_chooser", "runnels2023_grid", "runnels2023_details")
COMPARED = (
    "Our numbers predict the result of 25 games, with a 95 % interval, under a first interpretation of the paper. "
    "Columns whose name begins with likeliest use the interpretation under which the paper's wins and draws are most "
    "likely. In a cell with a percentage, this is the share of interpretations whose interval contains the paper's "
    "number. The number is compatible if all intervals contain it, and different if none does. Runtimes are in "
    "seconds; the paper's are from another machine. "
)
FIRST = (
    "The first interpretation has Equation 6 as printed, the midpoint rounded to a cell, Red moving first, columns as "
    "printed, and "
)
OPEN_DETAILS = (
    "For minimax and alpha-beta, the interpretations differ in the sign of Equation 6, in the midpoint and the goal of "
    "Equation 5, in whether the value is one player's or the difference of both, in who moves first, in which of "
    "equally good moves is played, in whether depth counts plies or rounds, and in whether the paper's columns are as "
    "printed or exchanged. All starts are played. For MCTS, they differ in the sign of Equation 6, in the backup "
    "(three kinds), in how random playouts are and when they are cut off, in who moves first and in the midpoint "
    "(these two with the usual playouts only), and in the columns. Each interpretation of MCTS counts as if it had as "
    "many games as the one with the fewest games. In the "
    "names of interpretations, printed and away are the two signs of Equation 6: as printed, and “moving away”. An "
    "integer midpoint is rounded to a cell, and a real one is not. The goal is the one that a player attacks or "
    "guards, and the value is a player's own or the difference of both. Red or blue moves first. Ties are the rule for "
    "equally good moves: the first, the last or a random one is played. For MCTS, the names say which share of the "
    "moves of a playout is random and after how many plies it is cut off."
)
FIRST_OF_DEPTH = (
    "the attacked goal in Equation 5; the value is a player's own, the first of equally good moves is played, and "
    "depth is in plies. "
)

LESSON = 1  # P1 is about this paper
ITEMS = (
    forest.item(("runnels2023_self_play", "runnels2023_chooser", "runnels2023_census", "runnels2023_facts",
                "runnels2023_growth"),
                "Each number of the paper is from 25 games; our intervals do not include the sampling error of these "
                "games. Our numbers are from all starts, under every interpretation of the paper."),
    Item(
        "figure1", "figure", "Figure 1: the initial state",
        "A soccer pitch of 19 by 13 cells with a random start: Red on the left half, Blue on the right, the ball in"
        " the middle, both shooting zones in lighter green.",
        figures.figure1,
    ),
    Item(
        "figure2", "figure", "Figure 2: a minimax tree",
        "A tree of triangles: the leaves 1 to 8 give maxima 2, 4, 6, 8, their minima 2 and 6, and the root 6 by its"
        " right branch.",
        figures.figure2, note="The leaf values are invented; the paper names only the values above them.",
    ),
    Item(
        "figure3", "figure", "Figure 3: an MCTS tree after three simulations",
        "Two trees: before the third simulation the root has 1 of 2, its children 1 of 1 and 0 of 1; after it the "
        "root has 2 of 3, the left child 1 of 2, and of its two new children the right one 1 of 1.",
        figures.figure3, note="Reconstructed from the text, because the paper's picture is not available.",
    ),
    Item(
        "table1", "table", "Table 1: minimax",
        "Moves, wins, draws and runtime of minimax by depth, published and ours.",
        tables.table1, COUNTED, ("depth",), tables.VALUES, COMPARED + FIRST + FIRST_OF_DEPTH + OPEN_DETAILS,
    ),
    Item(
        "table2", "table", "Table 2: alpha-beta",
        "Moves, wins, draws and runtime of alpha-beta by depth, published and ours.",
        tables.table2, COUNTED, ("depth",), tables.VALUES, COMPARED + FIRST + FIRST_OF_DEPTH + OPEN_DETAILS,
    ),
    Item(
        "table3", "table", "Table 3: MCTS",
        "Moves, wins, draws and runtime of MCTS by playouts, published and ours.",
        tables.table3, SAMPLED, ("playouts",), tables.VALUES,
        COMPARED + FIRST + "the paper's backup with the utility of the player who chose the node. The interpretations "
        "differ in the sign of Equation 6, the paper's backup with either player's utility or the usual backup, how "
        "much of a playout is random, when it is cut off, who moves first, the midpoint, and the columns as printed or "
        "exchanged. If an interpretation has very few games yet, it is left out, and there is no verdict.",
    ),
    Item(
        "curve", "figure", "The specification curve: how likely the paper's tables are under each interpretation",
        "For each of Tables 1 to 3, all interpretations of what the paper leaves open, in order of the likelihood of "
        "its wins and draws; below, the share of cells whose interval contains the paper's number.",
        figures.curve, (*COUNTED, *SAMPLED[1:]), note=OPEN_DETAILS,
    ),
    Item(
        "growth_playouts", "figure", "Runtime and states per move, by playouts: a straight line, not an exponential "
                                     "curve",
        "The paper's runtime per move and our states per move lie nearer to straight lines than to the best "
        "exponential curves.",
        figures.growth_playouts, ("runnels2023_growth",),
    ),
    Item(
        "rules", "table", "The game as described and as programmed",
        "Seven differences between the paper's text and the program.",
        tables.rules,
    ),
)

PAPER = Paper(
    name="runnels2023",
    title="Minimax, alpha-beta and MCTS on discrete soccer",
    reference='L. Runnels, "Project 3: Game Tree Search", 28 March 2023',
    experiments=(*EXPERIMENTS, *MEASURES),
    items=ITEMS,
    claims=measured_by(claims),
    further=figures.fitted_growth, likely=tables.likely,
)
