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
    "Both have the same deck and iterations; our games come in pairs with sides exchanged. The interval is where the "
    "article's share is expected if the true shares are the same: of 300 games (900 overall), and of MCTS-xgboost at "
    "500 iterations of 200 (600), because its shares there are none of 300. MCTS-xgboost asks the model of 300 games "
    "with each deck at 300 iterations; at budgets below the paper's a small one, of 100 games at 100 iterations."
)


def win_table(number, title, opponent):
    return Item(f"table{number}", "table", title, f"Games won by each agent against {opponent}.",
                partial(tables.table, number), CELLS, ("agent", "deck", "iterations"), ("wins",), WHO)


def visit_figure(number, iterations):
    return Item(f"figure{number}", "figure", f"Visits of 20 actions by rank, {iterations} iterations, shaman deck",
                "Three falling curves: without pruning the flattest, then uniform, then bimodal networks the steepest.",
                partial(figures.visits, iterations), ("papagiannis2022_visits",),
                note="Positions come from games of GSV against itself, the same for all three searches.")


LESSON = 5  # P5 is about this paper
ITEMS = (
    forest.item((*CELLS, "papagiannis2022_further"),
                "The article's numbers are means of cells of 300 games, whose own error our intervals leave out: 3 "
                "points either way for a mean of three cells. Some of our claims have games beyond those of the "
                "tables."),
    Item("figure1", "figure", "A root that is pruned, from a real search",
         "Bars of the visits of a root's children at each pruning and in the end; pruned ones are grey.",
         figures.pruned_root, note="Hex on 5 x 5 cells, 500 iterations, uniform networks."),
    Item("figure2", "figure", "Rewards of actions at the root, and a mixture fitted to the article's networks",
         "Three histograms of mean rewards with the density of a mixture that is fitted to the article's networks and "
         "high at 0 and at 1.", figures.rewards, ("papagiannis2022_rewards",),
         note="Self-play of the plain search, 300 iterations; actions with at least three visits. The article trains "
              "its bimodal networks on rewards from a distribution like its own histograms, and prints neither form "
              "nor parameters. The curve is ours: fitted to what those networks say, not to these bars."),
    Item("spread", "table", "Rewards within decisions, and over all decisions of a deck",
         "Standard deviations of the rewards of actions, and how far the best is above the mean of its decision.",
         tables.spread, ("papagiannis2022_rewards",),
         note="From counts in twentieths of the range. `one_end`: the share of decisions with all actions in the "
              "lowest tenth or all in the highest."),
    *(visit_figure(number, n) for number, n in zip((3, 4, 5), ITERATIONS, strict=True)),
    Item("table1", "table", "What the value model sees", "Features and how many numbers each is.", tables.table1,
         note="The article counts 45; its program writes 42, which the model here sees."),
    win_table(2, "Games won against MCTS", "MCTS"),
    win_table(3, "Games won against GSV", "GSV"),
    win_table(4, "Games won against MCTS-xgboost", "MCTS-xgboost"),
    Item("win_rates", "figure", "Tables 2 to 4, means over the decks",
         "Dots with intervals beside the article's crosses for each agent at three numbers of iterations.",
         figures.win_rates, CELLS),
    Item("sign", "table", "The control: the right sign at opponents' nodes",
         "Games won by plain search with the right sign against the article's plain search, and by pruning against it.",
         tables.sign, CELLS,
         note="The article's plain search takes its opponents to be helping; its searches with networks do not."),
    Item("control", "figure", "The control: what the right sign wins, and what pruning adds",
         "Dots with intervals: plain search with the right sign against the article's, and pruning against it.",
         figures.control, CELLS,
         note="Agent and opponent, and iterations. The article's plain search takes its opponents to be helping; its "
              "searches with networks do not."),
    Item("schedules", "table", "When the root is pruned, and to how many actions",
         "Iteration and actions kept, by actions and iterations, for both pairs of networks: ours and the article's.",
         tables.schedules,
         note="Which time is best is nearly a tie: `lost` is what the article's first pruning costs by our networks."),
    Item("seeds", "table", "How alike networks are that differ in the seed alone",
         "Distances of networks and shares of schedules alike, between the article's and ours, and among ours.",
         tables.seeds, ("papagiannis2022_seeds",),
         note="Ours were made by the same commands with several seeds; `kept` in actions, the shares in per cent of 21 "
              "schedules."),
    Item("choices", "figure", "What the planner chooses among",
         "Curves of the odds of finding the best action over the time of the first pruning: flat at the top.",
         figures.choices, note="20 actions; dots: our networks' choice, crosses: the article's, on our curves. A curve "
                               "jumps up where one action fewer need be kept."),
    Item("networks", "table", "What the networks say", "Actions to keep and probability of the best by actions and "
         "iterations.", tables.networks, (), ("networks", "actions", "iterations"), ("kept", "found"),
         "Ours beside the outputs of the article's stored networks; within one action and 0.02 they count as the same. "
         "The bimodal rows are fitted and check nothing: the article's bimodal rewards are not published, and ours "
         "were chosen so that bandits with them come close to these very numbers, kept and found. The uniform rows are "
         "a check, though they decided that labels of the training data are not averaged. The schedules had no part in "
         "either."),
    Item("surfaces", "figure", "The networks as surfaces",
         "Contour maps of both networks over actions and iterations, for uniform and bimodal rewards.",
         partial(figures.surfaces, tuple(PN))),
    Item("accuracy", "table", "How good the models are on what was held out", "Errors of the networks, accuracy of the "
         "value model by deck and turn.", tables.accuracy),
    Item("other", "table", "Pruning networks in other games", "Points against plain UCT in Connect Four, "
         "Othello, Hex and Tribes, and for further rewards in Hearthstone.", tables.other,
         ("papagiannis2022_other", "papagiannis2022_tribes"),
         note="Half a point for a draw. Verdicts by the interval at 95 %; within 3 points of a half, the margin of the "
              "claims, counts as the same. In Tribes both are the default search of Hsu & Perez-Liebana (2020) "
              "without its groups of actions."),
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
