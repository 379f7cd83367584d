"""Joppen & Fuernkranz (2019), "Ordinal Monte Carlo Tree Search": O-MCTS on seven games of the GVGAI framework.

``agents.py`` and ``yolobot.py`` have the agents, ``levels.py`` the games' levels, ``experiments.py`` the games,
``measures.py`` other measurements, ``beyond.py`` other games, ``films.py`` animations, ``examples.py`` the paper's
examples, and ``ranks.py`` the statistics. ``tables.py`` and ``figures.py`` show the results. ``claims.py`` tests
the paper's claims.
"""

from ..registry import Item, Paper, measured_by
from ..reporting import forest_plot as forest
from . import beyond, claims, figures, films, tables
from .experiments import CONSTANTS, EXPERIMENTS, LARGE, ROLLOUTS, TUNING_GAMES, YOLOBOT_LIKE
from .levels import shown
from .measures import MEASURES

CELLS, TUNING, YOLOBOT = ((shown(name),) for name in ("cells", "tuning", "yolobot"))
ALL = CELLS + YOLOBOT
LEVELS = (
    "The levels are those of the framework: level 0, but level 3 in Zelda, because the paper's scores are possible "
    "only there. The paper does not name its levels. Claims also have results on the levels of this project (used for "
    "quick games), on levels 0 to 4 at 500 calls, and with other interpretations of the agents at 250 to 1,000 calls. "
)
FRESH = (
    "Our numbers are from new games with the configuration that was best in tuning games; the paper reports the games "
    f"that it was tuned on. {LEVELS}Yolobot's program is not used: {YOLOBOT_LIKE} follows the publications about it. "
    "The published numbers beside it are those of Yolobot."
)
GRID = (
    f"At the standard budget the grid has {len(ROLLOUTS['standard'])} of the paper's {len(ROLLOUTS['paper'])} rollout "
    f"lengths and {len(CONSTANTS['standard'])} of its {len(CONSTANTS['paper'])} constants, with "
    f"{TUNING_GAMES['standard']} instead of {TUNING_GAMES['paper']} games of each configuration."
)
REUSED = (
    f"At the standard budget, games with {LARGE:,} calls per move use the parameters that were best at 1,000 calls."
)
RANKED = (
    f"Ranks are over all configurations, in the problems that all of them have played. {GRID} {YOLOBOT_LIKE} has no "
    "parameters. It is ranked by the games of Table 1 as soon as it has played these problems."
)
COMPLETE = f"{YOLOBOT_LIKE} is ranked too, as soon as it has played the same problems as the others."
FLATTERS = (
    "The more configurations and the fewer games there are, the more the result of the best one overestimates it. "
    f"Problems in which all games are won both times count only for the scores. {GRID}"
)
COURAGE = (
    "Both encodings of a loss use games with the same seeds. A share of choices is the mean over games that came to "
    "a gap; numbers of choices are over all games. Of actions with equally many visits, O-MCTS plays the one with the "
    "higher mean, so games with different encodings may differ even if the trees are the same."
)
BEYOND = (
    "Both sides have as many iterations and the same exploration constant, C = 0.25 in Eq. 1. Each start is played "
    "twice, with sides exchanged. If games can only be won or lost, O-MCTS is MCTS with about twice the constant, so "
    "O-MCTS with C/2 should be as strong as MCTS."
)

LESSON = 3  # P3 is about this paper
ITEMS = (
    forest.item(CELLS + (shown("further"),),
                "The paper's numbers follow from its Table 1. Each is from 40 games of the best of 36 configurations, "
                "so it is an overestimate. Ours are from new games, on levels as in Table 1; some claims have more "
                "games."),
    Item("figure1", "figure", "Figure 1: a circle of preferences, and a tree",
         "Three actions that beat each other in a circle; a tree makes an order of them.", figures.figure1,
         note="Which action wins depends on which two are compared first."),
    Item("figure2", "figure", "Figure 2: two actions with different rewards",
         "Circles close together in the middle, stars sometimes far worse and more often better.", figures.figure2,
         note="The samples are ours. The paper's last sentence about this figure says that the ordinal method prefers "
              "the circles; it must be the stars."),
    Item("table1", "table", "Table 1: wins and scores", "Games won and mean scores of each agent by game and budget.",
         tables.table1, ALL, ("game", "time", "algorithm"), ("win_rate", "score"), f"{FRESH} {REUSED}", tables.LIKE,
         across="algorithm"),
    Item("table1_figure", "figure", "Table 1: printed and ours",
         "Points near the diagonal agree; a number says how many cells share a point, one in a heading how many "
         "percentage points ours win more, on average.",
         figures.table1_figure, ALL, note=f"{FRESH} {REUSED}"),
    Item("levels", "table", "All levels of the framework", "Games won and mean scores at levels 0 to 4.",
         tables.levels, (*CELLS, shown("levels")),
         note="The configurations are those that were best in tuning at the level of Table 1. The first games of "
              "Table 1 are included."),
    Item("ranks", "table", "Table 1: mean ranks, computed again from the published numbers",
         "Mean rank of each algorithm over 28 problems.", tables.printed_ranks, (), ("algorithm",), ("rank",)),
    Item("tests", "table", "Friedman's and Wilcoxon's tests of published numbers and ours",
         "Test statistics and p values of each pair.", tables.tests, ALL),
    Item("figure3a_printed", "figure", "Figure 3a from the printed numbers", "Mean ranks, and p of each two.",
         figures.figure3a_printed),
    Item("figure3a", "figure", "Figure 3a from our games", "Mean ranks, and p of each two.", figures.figure3a, ALL,
         note=f"{FRESH} {COMPLETE} Crosses are the ranks of the same algorithms and problems by the published "
         "Table 1. The cross beside Yolobot-like is that of Yolobot, which is another program."),
    Item("figure3b", "figure", "Figure 3b: won games only", "Mean ranks by score of won games, and p of each two.",
         figures.figure3b, ALL,
         note=f"The paper's figure cannot be computed from its tables, so it is not marked here. {COMPLETE}"),
    Item("table2", "figure", "Table 2: rank by rollout length and constant", "Colours by agent, RL and C.",
         figures.table2, TUNING + YOLOBOT, note=RANKED),
    Item("optimism", "table", "What choosing by the same games promises",
         "Wins and scores of the best configuration in tuning games and in fresh ones.", tables.optimism_summary,
         (*TUNING, *CELLS), note=FLATTERS),
    Item("optimism_figure", "figure", "What choosing by the same games promises, drawn",
         "Wins and scores promised less kept, by agent.", figures.optimism, (*TUNING, *CELLS), note=FLATTERS),
    Item("cost", "table", "The cost of a Borda score", "Processor time for a reward, mean and Borda score.",
         tables.cost, ("joppen2019_cost",),
         note="Nanoseconds for updating the statistics and computing the values of all children; geometric means over "
              "rounds, and ratios with 95 % intervals. Eq. 7 is the paper's incremental update as written."),
    Item("encodings", "table", "Other encodings of the same outcomes",
         "Searches that stay the same when only the numbers change.", tables.encodings, ("joppen2019_encodings",),
         note="Each search is compared with the same search with Eq. 8, in which a loss counts 0. r is the payoff by "
              "Eq. 8, s the share of the possible score that was reached. All encodings have the same order of "
              "outcomes."),
    Item("courage", "figure", "Standing still or jumping", "How often each agent stands still right before a gap.",
         figures.courage, ("joppen2019_courage",), note=COURAGE),
    Item("beyond", "figure", "Beyond the paper: board and card games", "Each agent against MCTS.", figures.beyond,
         ("joppen2019_beyond",), note=BEYOND),
    Item("games", "figure", "The seven games", "Seven boards as they begin.", figures.all_games,
         note="Descriptions, levels and pictures are this project's own, with the framework's rules and sizes."),
    films.ITEM,
)

PAPER = Paper(
    name="joppen2019",
    title="Ordinal MCTS on seven real-time games",
    reference='T. Joppen, J. Fuernkranz, "Ordinal Monte Carlo Tree Search", 2019',
    experiments=(*EXPERIMENTS, *MEASURES, beyond.BEYOND, films.FILMS),
    items=ITEMS,
    claims=measured_by(claims),
    further=tables.promises,
)
