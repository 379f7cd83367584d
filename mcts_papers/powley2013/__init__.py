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
    "The paper's opponents are AI Factory's programs, ours are the rule players of this project. So compare only the "
    "advantage over a good hand-written player. A game of Spades is a match to 500 points; in single hands, the shares "
    "of wins are nearer to a half. Intervals are at 95 %, over deals."
)
POINTS = (
    "Points per hand count a bag as the search does: a point now, minus a tenth of the penalty later. A deal counts at "
    "most 200 points."
)
STRENGTH = ("powley2013_strength", "powley2013_matches", "powley2013_cheating", "powley2013_pimc")

LESSON = 2  # P2 is about this paper
ITEMS = (
    forest.item(("powley2013_strength", "powley2013_matches", "powley2013_guesses", "powley2013_knowledge"),
                "The paper's 64 and 62 % are against AI Factory's programs, our numbers are against the rule players "
                "of this project. The paper's 'a percent or two' is drawn at one and a half."),
    Item("sibling_tree", "figure", "The article's tree: left child, right sibling",
         "One tree of nine nodes drawn twice: with arrows from each node to all its children, and with one arrow to "
         "the first child and one from each child to its next sibling.", figures.sibling_tree,
         note="Drawn from the text, without the links to parents."),
    Item("strength", "table", "ISMCTS against a hand-written player, 2500 iterations",
         "Share of games won by ISMCTS in Spades and Dou Di Zhu, published and ours.", tables.strength,
         ("powley2013_strength", "powley2013_matches"), ("game", "setting"), ("wins",), OPPONENT),
    Item("strength_all", "table", "Strength at 2500 iterations in every setting",
         "Games won against the rule players: by ISMCTS, PIMC and a search that sees all cards, in each role.",
         tables.strength_all, ("powley2013_strength", "powley2013_matches", "powley2013_cheating", "powley2013_pimc"),
         note="Own bids: the search plays at random after a bid, so it underestimates every hand. Kickers apart: the "
              "base of a move and its kickers are two decisions. " + POINTS),
    Item("strength_figure", "figure", "Strength at 2500 iterations, and the article's numbers",
         "Dots with intervals for each setting in Spades and Dou Di Zhu, and lines that mark the "
         "article's two numbers.", figures.strength,
         STRENGTH, note=OPPONENT),
    Item("opponents", "table", "The strength of the opponents",
         "Games won by the rule players and by ISMCTS against random play.", tables.opponents, ("powley2013_rules",)),
    Item("iterations", "figure", "Strength against iterations",
         "Games won against the rule players by iterations: a line with its interval for Spades and one for Dou Di "
         "Zhu.",
         figures.iterations, ("powley2013_iterations",)),
    Item("flat", "table", "ISMCTS against flat Monte Carlo that has more time",
         "Games ISMCTS with 500 iterations wins against flat Monte Carlo with 1 to 16 times its processor time.",
         tables.flat, ("powley2013_flat",),
         note="Flat Monte Carlo tries every action in turn, in determinizations, with playouts at random or by the "
              "rules of our rule player. It replaces the programs that the paper beat. Times are measured in the "
              "games."),
    Item("trees", "figure", "PIMC by the number of trees",
         "PIMC's share against ISMCTS when 1000 iterations are shared among 1 to 100 trees, for both games.",
         figures.trees, ("powley2013_trees",)),
    Item("constants", "figure", "Strength against the constant of exploration",
         "Games won against the rule players for c from 0.05 to 5.", figures.constants, ("powley2013_constants",)),
    Item("rule_sets", "table", "The same player under other rules of Spades",
         "Games won against random cards under seven sets of rules.", tables.rule_sets, ("powley2013_rule_sets",),
         note=POINTS),
    Item("sensitivity", "table", "The results in Spades with changed assumptions",
         "Games won and points against the rule player with one assumption changed at a time.", tables.sensitivity,
         ("powley2013_sensitivity",),
         note="ISMCTS with 500 iterations. `change` is in points per hand, on the same deals. Points always count the "
              "usual cost of bags, even if the search assumes another one."),
    Item("whist", "table", "Knockout Whist, the paper's own example",
         "Games won by ISMCTS for two and four players, by iterations, opponents and how availability is counted.",
         tables.whist, ("powley2013_whist",),
         note="fair: the share that equal players would win. port: number of games, of 100, that a port of the paper's "
              "program won against random play, according to its readme, which does not say how many players there "
              "were."),
    Item("foolish", "figure", "Foolish plays, where the outcome is settled and where it is open",
         "Dots with intervals: how often each search chooses a foolish action, in settled and in open positions, "
         "with crosses for random play.", figures.foolish, ("powley2013_foolish", "powley2013_settled"),
         note="A position counts if the game's rules advise against some legal actions, but not against all. It is "
              "settled if plain ISMCTS gives all actions values within 0.01."),
    Item("knowledge", "figure", "Spades with knowledge against without",
         "Dots with intervals: points a hand that ISMCTS with each form of knowledge wins from ISMCTS without.",
         figures.knowledge, ("powley2013_knowledge",), note=POINTS),
    Item("small", "figure", "The smallest games: who chooses rightly",
         "A grid of three games by four searches with the share of right choices: PIMC fails on all three, no search "
         "solves the non-locality game.", figures.small, ("powley2013_small",)),
    Item("shape", "table", "Nodes and legal branches", "Nodes of a search, and how many of an opponent's branches are "
         "legal in one guess.", tables.shape, ("powley2013_shape",)),
    Item("timing", "table", "Time for 2500 iterations", "Milliseconds of processor time by game and search.",
         tables.timing, ("powley2013_speed",)),
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
