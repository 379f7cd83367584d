"""Papagiannis, Alexandridis & Stafylopatis (2022): pruning networks and value models in Hearthstone.

The paper's agents are in ``players.py``, their games in ``experiments.py``, and the training of the value model in
``value_model.py``. ``tables.py`` and ``figures.py`` show the results. ``claims.py`` tests the paper's claims.
"""

from functools import partial

from ..registry import Item, Paper, measured_by
from ..reporting import forest_plot as forest
from . import claims, figures, tables
from .experiments import EXPERIMENTS, ITERATIONS
from .players import PN

CELLS = tuple(f"papagiannis2022_{n}" for n in ITERATIONS)
WHO = (
    "Both players have the same deck and number of iterations. Our games come in pairs with sides exchanged. The "
    "paper's share is expected to be in the interval if the true shares are the same. The paper's shares are from 300 "
    "games (900 overall). Those of MCTS-xgboost at 500 iterations are taken as from 200 (600), because they are not "
    "possible with 300 games. The value model of MCTS-xgboost learned from 300 games with each deck at 300 iterations; "
    "at budgets below the paper's, a smaller one learned from 100 games at 100 iterations."
)


def win_table(number, title, opponent):
    return Item(f"table{number}", "table", title, f"Games won by each agent against {opponent}.",
                partial(tables.table, number), CELLS, ("deck", "agent", "iterations"), ("wins",), WHO,
                across="iterations")


def visit_figure(number, iterations):
    return Item(f"figure{number}", "figure", f"Visits of 20 actions by rank, {iterations} iterations, shaman deck",
                "Three falling curves: without pruning the flattest, then uniform, then bimodal networks the steepest.",
                partial(figures.visits, iterations), ("papagiannis2022_visits",),
                note="Positions are from games of GSV against itself, and are the same for all three searches.")


LESSON = 5  # P5 is about this paper
ITEMS = (
    forest.item((*CELLS, "papagiannis2022_further"),
                "The paper's numbers are means of cells of 300 games. Our intervals do not include the error of these "
                "numbers: 3 points in both directions for a mean of three cells. Some of our claims use more games "
                "than the tables."),
    Item("figure1", "figure", "A root that is pruned, from a real search",
         "Bars of the visits of a root's children at each pruning and in the end; pruned ones are grey.",
         figures.pruned_root, note="Hex on 5 x 5 cells, 500 iterations, uniform networks."),
    Item("figure2", "figure", "Rewards of actions at the root, and a mixture fitted to the article's networks",
         "Three histograms of mean rewards with the density of a mixture that is fitted to the article's networks and "
         "high at 0 and at 1.", figures.rewards, ("papagiannis2022_rewards",),
         note="Self-play of the plain search with 300 iterations; only actions with at least three visits count. The "
              "paper trains its bimodal networks on rewards from a distribution like its own histograms, but gives "
              "neither its form nor its parameters. The curve is ours. It is fitted to the outputs of the paper's "
              "networks, not to these bars."),
    Item("spread", "table", "Rewards within decisions, and over all decisions of a deck",
         "Standard deviations of the rewards of actions, and how far the best is above the mean of its decision.",
         tables.spread, ("papagiannis2022_rewards",),
         note="Computed from counts in twentieths of the range. `one_end`: share of decisions with all actions in the "
              "lowest tenth, or all in the highest tenth."),
    *(visit_figure(number, n) for number, n in zip((3, 4, 5), ITERATIONS, strict=True)),
    Item("table1", "table", "The inputs of the value model", "Features and how many numbers each is.", tables.table1,
         note="The paper counts 45 inputs. Its program writes 42, which are also the inputs of our model."),
    win_table(2, "Table 2: games won against MCTS", "MCTS"),
    win_table(3, "Table 3: games won against GSV", "GSV"),
    win_table(4, "Table 4: games won against MCTS-xgboost", "MCTS-xgboost"),
    Item("win_rates", "figure", "Tables 2 to 4, means over the decks",
         "Dots with intervals beside the article's crosses for each agent at three numbers of iterations.",
         figures.win_rates, CELLS),
    Item("sign", "table", "The control: the right sign at opponents' nodes",
         "Games won by plain search with the right sign against the article's plain search, and by pruning against it.",
         tables.sign, CELLS,
         note="The paper's plain search assumes that opponents help; its searches with networks do not."),
    Item("control", "figure", "The control: what the right sign wins, and what pruning adds",
         "Dots with intervals: plain search with the right sign against the article's, and pruning against it.",
         figures.control, CELLS,
         note="Rows: agent, opponent and number of iterations. The paper's plain search assumes that opponents help; "
              "its searches with networks do not."),
    Item("schedules", "table", "When the root is pruned, and to how many actions",
         "Iteration and actions kept, by actions and iterations, for both pairs of networks: ours and the article's.",
         tables.schedules,
         note="The best times hardly differ in quality. `lost`: decrease of the probability to find the best action, "
              "by our networks, with the paper's first pruning."),
    Item("seeds", "table", "Similarity of networks that differ only in the seed",
         "Distances of networks and shares of schedules alike, between the article's and ours, and among ours.",
         tables.seeds, ("papagiannis2022_seeds",),
         note="Our networks were made by the same commands with several seeds. `kept` is in actions, the shares are in "
              "per cent of 21 schedules."),
    Item("choices", "figure", "What the planner chooses among",
         "Curves of the odds of finding the best action over the time of the first pruning: flat at the top.",
         figures.choices, note="20 actions. Dots: our networks' choice; crosses: the paper's, on our curves. A curve "
                               "jumps up if one action fewer must be kept."),
    Item("networks", "table", "The outputs of the networks",
         "Actions to keep and probability of the best by actions and iterations.", tables.networks, (),
         ("networks", "actions", "iterations"), ("kept", "found"),
         "Our outputs beside those of the paper's stored networks. They count as the same within one action and 0.02. "
         "The bimodal rows are fitted, so they check nothing: the paper's bimodal rewards are not published, and ours "
         "were chosen so that bandits with them come close to these numbers, kept and found. The uniform rows are a "
         "check; but because of them, labels of the training data are not averaged. The schedules were not used for "
         "any choice.", across="iterations"),
    Item("surfaces", "figure", "The networks as surfaces",
         "Contour maps of both networks over actions and iterations, for uniform and bimodal rewards.",
         partial(figures.surfaces, tuple(PN))),
    Item("accuracy", "table", "The quality of the models on held-out data", "Errors of the networks, accuracy of the "
         "value model by deck and turn.", tables.accuracy),
    Item("other", "table", "Pruning networks in other games", "Points against plain UCT in Connect Four, "
         "Othello, Hex and Tribes, and for further rewards in Hearthstone.", tables.other,
         ("papagiannis2022_other", "papagiannis2022_tribes"),
         note="A draw counts half a point. Verdicts are by the 95 % interval; within 3 points of a half, which is the "
              "margin of the claims, counts as the same. In Tribes, both players are the default search of Hsu & "
              "Perez-Liebana (2020) without its groups of actions."),
)

PAPER = Paper(
    name="papagiannis2022",
    title="Pruning networks in Hearthstone",
    reference='T. Papagiannis, G. Alexandridis, A. Stafylopatis, "Pruning Stochastic Game Trees Using Neural Networks '
              'for Reduced Action Space Approximation", Mathematics 10(9), 2022',
    experiments=EXPERIMENTS,
    items=ITEMS,
    claims=measured_by(claims),
)
