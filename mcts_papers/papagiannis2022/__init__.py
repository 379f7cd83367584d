"""Papagiannis, Alexandridis & Stafylopatis (2022): pruning networks and value models in Hearthstone.

The paper's agents are in ``players.py``, their games in ``experiments.py``, and the training of the value model in
``value_model.py``. ``tables.py`` and ``figures.py`` show the results. ``claims.py`` tests the paper's claims.
"""

from functools import partial

from ..registry import Item, Paper, measured_by
from ..reporting import forest_plot as forest
from . import claims, figures, tables
from .experiments import EXPERIMENTS, ITERATIONS

CELLS = tuple(f"papagiannis2022_{n}" for n in ITERATIONS)
WHO = (
    "Both players have the same deck and number of iterations. Our games come in pairs with sides exchanged. If the "
    "true shares of both programs are the same, the paper's share is expected to be in the interval. The paper's "
    "shares are from 300 games (overall from 900). Those of MCTS-xgboost at 500 iterations are treated as shares of "
    "200 games (overall of 600), because they are not possible with 300 games. The value model of MCTS-xgboost learned "
    "from 300 games with each deck at 300 iterations."
)


def win_table(number, title, opponent):
    return Item(f"table{number}", "table", title, f"Games won by each agent against {opponent}.",
                partial(tables.table, number), CELLS, ("deck", "agent", "iterations"), ("wins",), WHO,
                across="iterations")


def visit_figure(number, iterations):
    return Item(f"figure{number}", "figure",
                f"Figure {number}: visits of 20 actions by rank, {iterations} iterations, shaman deck",
                "Three falling curves: the flattest is without pruning, the next with uniform networks, and the "
                "steepest with bimodal networks.",
                partial(figures.visits, iterations), ("papagiannis2022_visits",),
                note="Positions are from games of GSV against itself, and are the same for all three searches.")


LESSON = 5  # P5 is about this paper
ITEMS = (
    forest.item((*CELLS, "papagiannis2022_further"),
                "The paper's numbers are means of cells of 300 games. Our intervals do not include the sampling error "
                "of these numbers, which is 3 percentage points in both directions for a mean of three cells. Some of "
                "our claims use more games than the tables."),
    Item("figure1", "figure", "Figure 1: a root that is pruned, from a real search",
         "Bars of the visits of a root's children at each pruning and at the end; the pruned children are grey.",
         figures.pruned_root, note="The game is Hex on 5 x 5 cells; the search has 500 iterations and uniform "
                                   "networks."),
    Item("figure2", "figure", "Figure 2: rewards of actions at the root, and a mixture fitted to the paper's networks",
         "Three histograms of mean rewards, and the density of a mixture that is fitted to the paper's networks and "
         "has peaks at 0 and at 1.", figures.rewards, ("papagiannis2022_rewards",),
         note="The rewards are from self-play of the plain search with 300 iterations; only actions with at least "
              "three visits count. The paper trains its bimodal networks on rewards from a distribution like its own "
              "histograms, but gives neither its form nor its parameters. The curve is ours. It is fitted to the "
              "outputs of the paper's networks, not to these bars."),
    *(visit_figure(number, n) for number, n in zip((3, 4, 5), ITERATIONS, strict=True)),
    Item("table1", "table", "Table 1: the inputs of the value model",
         "The features, and how many numbers each of them has.", tables.table1,
         note="The paper counts 45 inputs. Its program writes 42, which are also the inputs of our model."),
    win_table(2, "Table 2: games won against MCTS", "MCTS"),
    win_table(3, "Table 3: games won against GSV", "GSV"),
    win_table(4, "Table 4: games won against MCTS-xgboost", "MCTS-xgboost"),
    Item("win_rates", "figure", "Tables 2 to 4, means over the decks",
         "Dots with intervals, and the paper's crosses beside them, for each agent at three numbers of iterations.",
         figures.win_rates, CELLS),
    Item("sign", "table", "The control: the right sign at opponents' nodes",
         "Games won by plain search with the right sign against the paper's plain search, and by search with pruning "
         "against plain search with the right sign.", tables.sign, CELLS,
         note="The paper's plain search assumes that opponents help the searching player; its searches with networks "
              "do not. The columns low and high have the ends of the 95 % confidence interval."),
    Item("control", "figure", "The control: what the right sign gains, and what pruning gains in addition",
         "Dots with intervals: plain search with the right sign against the paper's plain search, and search with "
         "pruning against plain search with the right sign.",
         figures.control, CELLS,
         note="Each row has an agent, its opponent and the number of iterations. The paper's plain search assumes that "
              "opponents help the searching player; its searches with networks do not."),
    Item("schedules", "table", "When the root is pruned, and to how many actions",
         "The iterations of the prunings and the actions kept, by number of actions and iterations, for our networks "
         "and for the paper's.", tables.schedules,
         note="A pruning is written as its iteration and the number of actions that are kept. The column interpolated "
              "has the schedule of networks that agree with the paper's networks at the published points. The column "
              "alike says whether our networks and the paper's prune equally often, each time with almost the same "
              "iteration and number of actions. The column lost says by how much our networks' probability of finding "
              "the best action falls if the first pruning is the paper's; it is small, because the best times hardly "
              "differ in quality."),
    Item("networks", "table", "The outputs of the networks",
         "The number of actions to keep, and the probability of finding the best action, by actions and iterations.",
         tables.networks, (),
         ("networks", "actions", "iterations"), ("kept", "found"),
         "Our outputs stand below those of the paper's stored networks: how many actions to keep (kept), and the "
         "probability of finding the best action (found). They count as the same if they differ by at most one action "
         "and by at most 0.02. The bimodal rows are fitted, so they check nothing: the paper's bimodal rewards are not "
         "published, and ours were chosen so that bandits with these rewards come close to these numbers. The uniform "
         "rows are a check, but because of them we do not average labels of the training data. The schedules were not "
         "used for any choice.",
         across="iterations"),
    Item("other", "table", "Pruning networks in other games", "Points against plain UCT in Connect Four, "
         "Othello, Hex and Tribes, and for further rewards in Hearthstone.", tables.other,
         ("papagiannis2022_other", "papagiannis2022_tribes"),
         note="A draw counts half a point. The verdict compares the 95 % confidence interval, whose ends are low and "
              "high, with half of the points. An interval that is within 3 percentage points of a half, which is the "
              "margin of the claims, counts as the same; open means that the interval does not decide. In Tribes, both "
              "players are the default search of Hsu & Perez-Liebana (2020) without its groups of actions."),
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
