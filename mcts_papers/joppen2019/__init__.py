"""Joppen & Fuernkranz (2019), "Ordinal Monte Carlo Tree Search": O-MCTS on seven games of the GVGAI framework.

``agents.py`` and ``yolobot.py`` have the agents, ``levels.py`` the games' levels, ``experiments.py`` the games,
``measures.py`` other measurements, ``films.py`` the animation, ``examples.py`` the paper's examples, and ``ranks.py``
the statistics. ``tables.py`` and ``figures.py`` show the results. ``claims.py`` tests the paper's claims.
"""

from ..registry import Item, Paper, measured_by
from ..reporting import forest_plot as forest
from . import claims, figures, films, tables
from .experiments import CONSTANTS, EXPERIMENTS, LARGE, ROLLOUTS, TUNING_GAMES, YOLOBOT_LIKE
from .levels import shown
from .measures import MEASURES

CELLS, TUNING, YOLOBOT = ((shown(name),) for name in ("cells", "tuning", "yolobot"))
ALL = CELLS + YOLOBOT
LEVELS = (
    "The games are played on level 0 of the framework, but in Zelda on level 3, because the paper's scores are "
    "possible only there. The paper does not name its levels. For claims, there are also results on the levels of this "
    "project (used for quick games), on levels 0 to 4 at 500 calls per move, and with other interpretations of the "
    "agents at 250 to 1,000 calls per move. "
)
FRESH = (
    "Our numbers are from new games with the configuration that was best in the tuning games; the paper reports the "
    f"tuning games themselves. {LEVELS}Yolobot's program is not used: {YOLOBOT_LIKE} is our own agent, which follows "
    "the publications about Yolobot. The published numbers beside it are those of Yolobot."
)
GRID = (
    f"We tried {len(ROLLOUTS['standard'])} of the paper's {len(ROLLOUTS['paper'])} rollout lengths (RL) and "
    f"{len(CONSTANTS['standard'])} of its {len(CONSTANTS['paper'])} exploration constants (C), with "
    f"{TUNING_GAMES['standard']} games of each configuration instead of {TUNING_GAMES['paper']}."
)
REUSED = (
    f"Games with {LARGE:,} calls per move use the parameters that were best at 1,000 calls per move."
)
RANKED = (
    f"All configurations are ranked together, in the problems that all of them have played. {GRID} {YOLOBOT_LIKE} has "
    "no parameters. It is ranked by its games of Table 1 if it has played all these problems."
)
COMPLETE = f"{YOLOBOT_LIKE} is ranked, too, if it has played the same problems as the others."
FLATTERS = (
    "Promised is the result of the best configuration in the tuning games, and kept is its result in new games. The "
    "more configurations and the fewer tuning games there are, the more the promised result overestimates the "
    f"configuration. Problems in which all games are won both times count only for the scores. {GRID}"
)
LOST = (
    "The column lost has wins promised minus wins kept in percentage points, over the open problems, in which not all "
    "games are won. The column score lost has the same difference of mean scores, in standard deviations of the score "
    "of a game, over the problems in which scores vary."
)
COURAGE = (
    "Both encodings of a loss use games with the same seeds. A share of choices is the mean over the games that came "
    "to a gap; numbers of choices are over all games. If several actions have equally many visits, O-MCTS plays the "
    "one with the higher mean, so games with different encodings may differ even if the trees are the same."
)

LESSON = 3  # P3 is about this paper
ITEMS = (
    forest.item(CELLS + (shown("further"),),
                "The paper's numbers follow from its Table 1. Each is from 40 games of the best of 36 configurations, "
                "so it is an overestimate. Our numbers are from new games on the levels of Table 1; some claims have "
                "more games than Table 1."),
    Item("figure1", "figure", "Figure 1: a circle of preferences, and a tree",
         "Three actions that beat each other in a circle; a tree puts them in an order.", figures.figure1,
         note="In the tree, the winner depends on which two actions are compared first."),
    Item("figure2", "figure", "Figure 2: two actions with different rewards",
         "Rewards of two actions: the circles are close together in the middle; the stars are sometimes far worse and "
         "more often better.", figures.figure2,
         note="The samples are ours. The paper's last sentence about this figure says that the ordinal method prefers "
              "the circles, but by its own description it prefers the stars."),
    Item("table1", "table", "Table 1: wins and scores", "Games won and mean scores of each agent by game and budget.",
         tables.table1, ALL, ("game", "time", "algorithm"), ("win_rate", "score"), f"{FRESH} {REUSED}", tables.LIKE,
         across="algorithm"),
    Item("table1_figure", "figure", "Table 1: published win rates and ours",
         "One point for each cell: its published win rate and ours. Points near the diagonal agree. A number beside a "
         "point says how many cells share it; the number in a heading says how many percentage points more the agent "
         "wins here, on average.",
         figures.table1_figure, ALL, note=f"{FRESH} {REUSED}"),
    Item("ranks", "table", "Table 1: mean ranks, computed again from the published numbers",
         "Mean rank of each algorithm over 28 problems.", tables.printed_ranks, (), ("algorithm",), ("rank",)),
    Item("figure3a_printed", "figure", "Figure 3a from the published numbers",
         "Mean ranks, and the p value of each pair of algorithms.", figures.figure3a_printed),
    Item("figure3a", "figure", "Figure 3a from our games", "Mean ranks, and the p value of each pair of algorithms.",
         figures.figure3a, ALL,
         note=f"{FRESH} {COMPLETE} Crosses are the ranks of the same algorithms and problems by the published "
         "Table 1. The cross beside Yolobot-like is that of Yolobot, which is another program."),
    Item("figure3b", "figure", "Figure 3b: won games only",
         "Mean ranks by the score of won games, and the p value of each pair of algorithms.", figures.figure3b, ALL,
         note=f"The paper's figure cannot be computed from its tables, so it is not marked here. {COMPLETE}"),
    Item("table2", "figure", "Table 2: mean rank by rollout length (RL) and exploration constant (C)",
         "Mean ranks as colours, by agent, rollout length and exploration constant.", figures.table2, TUNING + YOLOBOT,
         note=RANKED),
    Item("optimism", "table", "How much the games that choose a configuration overestimate it",
         "Wins and scores of the best configuration in tuning games and in new games.", tables.optimism_summary,
         (*TUNING, *CELLS), note=f"{LOST} {FLATTERS}"),
    Item("optimism_figure", "figure", "How much the games that choose a configuration overestimate it, drawn",
         "Promised minus kept wins and scores, by agent.", figures.optimism, (*TUNING, *CELLS), note=FLATTERS),
    Item("encodings", "table", "Other encodings of the same outcomes",
         "Searches that stay the same if only the numbers change.", tables.encodings, ("joppen2019_encodings",),
         note="Each search is compared with the same search with Eq. 8, in which a loss counts 0. The columns same "
              "tree and same action have the per cent of searches whose tree, or whose choice, is the same. In the "
              "formulas, r is the payoff by Eq. 8, and s is the share of the possible score that was reached. All "
              "encodings have the same order of outcomes."),
    Item("courage", "figure", "Standing still or jumping", "How often each agent stands still right before a gap.",
         figures.courage, ("joppen2019_courage",), note=COURAGE),
    films.ITEM,
)

PAPER = Paper(
    name="joppen2019",
    title="Ordinal MCTS on seven real-time games",
    reference='T. Joppen, J. Fuernkranz, "Ordinal Monte Carlo Tree Search", 2019',
    experiments=(*EXPERIMENTS, *MEASURES, films.FILMS),
    items=ITEMS,
    claims=measured_by(claims),
    further=tables.promises,
)
