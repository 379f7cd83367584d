"""Powley, Whitehouse & Cowling (2013), "Reducing the burden of knowledge": ISMCTS on Spades and Dou Di Zhu.

``experiments.py`` has the matches, ``measures.py`` other experiments, ``players.py`` the players. ``tables.py``
and ``figures.py`` show the results. ``claims.py`` tests the paper's claims. ``sibling_tree.py`` is the paper's
tree, to be read; the algorithm is in `textbook.ismcts`.
"""

from ..registry import Item, Paper, measured_by
from ..reporting import forest_plot as forest
from . import claims, figures, tables
from .experiments import MATCHES
from .measures import MEASURES

OPPONENT = (
    "The paper's opponents are AI Factory's programs, and ours are the rule players of this project. So compare only "
    "the advantage over a good hand-written player. A game of Spades is a match to 500 points; in single hands, the "
    "shares of wins are nearer to a half. Intervals are 95 % confidence intervals over deals."
)
POINTS = (
    "Points per hand count a bag (a trick more than was bid) as the search does: it gives one point now and costs a "
    "tenth of the penalty later. A deal counts at most 200 points."
)

STRENGTH = ("powley2013_strength", "powley2013_matches", "powley2013_cheating", "powley2013_pimc")

LESSON = 2  # P2 is about this paper
ITEMS = (
    forest.item(("powley2013_strength", "powley2013_matches", "powley2013_guesses", "powley2013_knowledge"),
                "The paper's 64 and 62 % are against AI Factory's programs, and our numbers are against the rule "
                "players of this project. The paper's 'a percent or two' is drawn as one and a half per cent."),
    Item("sibling_tree", "figure", "The paper's tree: left child, right sibling",
         "One tree of nine nodes drawn twice: with arrows from each node to all its children, and with one arrow to "
         "the first child and one from each child to its next sibling.", figures.sibling_tree,
         note="The figure is drawn from the text, without the links to parents."),
    Item("strength", "table", "ISMCTS against a hand-written player, 2500 iterations",
         "Share of games won by ISMCTS in Spades and Dou Di Zhu, published and ours.", tables.strength,
         ("powley2013_strength", "powley2013_matches"), ("game", "setting"), ("wins",), OPPONENT),
    Item("strength_all", "table", "Strength at 2500 iterations in every setting",
         "Games won against the rule players: by ISMCTS, PIMC and a search that sees all cards, in each role.",
         tables.strength_all, ("powley2013_strength", "powley2013_matches", "powley2013_cheating", "powley2013_pimc"),
         note="Cheating UCT is a search that sees all cards. In the settings with own bids, the search bids; it "
              "assumes random play after a bid, so it underestimates every hand. In the settings with kickers apart, "
              "the base of a move and its kickers are two decisions. " + POINTS),
    Item("strength_figure", "figure", "Strength at 2500 iterations, and the paper's numbers",
         "Dots with intervals for each setting in Spades and Dou Di Zhu, and lines that mark the "
         "paper's two numbers.", figures.strength,
         STRENGTH, note="Cheating UCT is a search that sees all cards. " + OPPONENT),
    Item("iterations", "figure", "Strength by number of iterations",
         "Games won against the rule players by number of iterations: a line with its interval for Spades and one for "
         "Dou Di Zhu.",
         figures.iterations, ("powley2013_iterations",)),
    Item("rule_sets", "table", "The same player under other rules of Spades",
         "Games won against random play under seven sets of rules.", tables.rule_sets, ("powley2013_rule_sets",),
         note=POINTS),
    Item("whist", "table", "Knockout Whist, the paper's own example",
         "Games won by ISMCTS for two and four players, by iterations, by opponents and by how availability is "
         "counted.",
         tables.whist, ("powley2013_whist",),
         note="The column wins of equal players has the share that each of several equally strong players would win. "
              "The column wins of port has how many of 100 games a port of the paper's program won against random "
              "play. This is from its readme, which does not say how many players there were."),
    Item("knowledge", "figure", "Spades: ISMCTS with knowledge against ISMCTS without knowledge",
         "Dots with intervals: points per hand that ISMCTS with each form of knowledge wins against ISMCTS without.",
         figures.knowledge, ("powley2013_knowledge",), note=POINTS),
    Item("shape", "table", "Nodes of a search, and branches that are legal in one determinization", "Nodes of a "
         "search, and how many of an opponent's branches are legal in one determinization.", tables.shape,
         ("powley2013_shape",),
         note="The column nodes has the largest number in a search. Branches are those of an opponent after the best "
              "first play, on average over positions; the column legal has how many of them are legal in one "
              "determinization, and the next column this number in per cent. The rank correlation is that of how often "
              "a branch was available and how often it was visited."),
    Item("timing", "table", "Time for 2500 iterations", "Milliseconds of processor time by game and search.",
         tables.timing, ("powley2013_speed",),
         note="Times are in milliseconds of processor time: at the first play of a game, on average over its "
              "decisions, and at the longest decision."),
)

PAPER = Paper(
    name="powley2013",
    title="ISMCTS on Spades and Dou Di Zhu",
    reference='E. Powley, D. Whitehouse, P. Cowling, "Reducing the burden of knowledge: Simulation-based methods in '
              'imperfect information games", AI Factory newsletter, 2013',
    experiments=(*MATCHES, *MEASURES),
    items=ITEMS,
    claims=measured_by(claims),
)
