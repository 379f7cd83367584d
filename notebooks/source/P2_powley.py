# %% [markdown]
# # Hidden information: ISMCTS on Spades and Dou Di Zhu (Powley, Whitehouse & Cowling 2013)
#
# * **Minutes:** 85
# * **Prerequisites:** 07_hidden
# * **Papers:** Powley, Whitehouse & Cowling (2013), all sections; Cowling, Powley & Whitehouse (2012)
#
# **You will be able to**
#
# * say which of the article's claims are about the algorithm, and which about opponents and budgets;
# * judge a win rate by its opponent, its number of deals and its interval;
# * say why a strong search can look foolish, and what knowledge changes about that;
# * say which of several differences to believe.
#
# Results shown here are stored with the project; `mcts-lab run EXPERIMENT` computes them afresh. What decides each
# claim (the quantity measured, what counts as equal, which claims share an error rate) is in `data/paper/claims.csv`.

# %%
from IPython.display import Markdown

from mcts_lab import UCB1, UCT, Search, action_name, after, games, start, textbook
from mcts_lab.course import exercise
from mcts_lab.engine.random import stream
from mcts_lab.game import to_move
from mcts_lab.games.spades import RulePlayer
from mcts_lab.papers.reporting.show import Show, wide
from mcts_lab.search import PIMC, SingleObserver
from mcts_lab.views.plots import search
from mcts_lab.views.position import Position

show = Show("powley2013")

# %% [markdown]
# ## 1. Spades
#
# The article uses two card games, Spades and Dou Di Zhu. Here is Spades; you will meet its terms again in the results.

# %%
from mcts_lab.games.how_to_play import how_to_play

Markdown(how_to_play("spades"))

# %% [markdown]
# All four players have bid, and North leads. Three hands are face down:

# %%
game = games.spades()
state = start(game, 4)
for _ in range(4):
    state = after(game, state, RulePlayer().choose(game, state, 0))
me = to_move(game, state)
Position(game, state, viewer=me)

# %% [markdown]
# ## 2. The method beside the textbook
#
# Notebook 07 explains both searches that are compared. *PIMC* searches several guesses, each as if all cards were face
# up, and lets them vote:

# %%
pimc = PIMC(trees=10, method=UCT(selection=UCB1(0.7)))
found = pimc.search(game, state, iterations=2500, seed=1)
{action_name(game, state, action): n for action, n in found.visits.items()}

# %% [markdown]
# The article's *ISMCTS* uses each guess for one iteration of one tree:

# %%
textbook.show(textbook.ismcts)

# %% [markdown]
# As parts of the package it grows the same tree from the same random numbers, and is faster:

# %%
ismcts = UCT(world=SingleObserver(), selection=UCB1(0.7))
by_hand = textbook.ismcts(game, state, 100, stream(1))
again = ismcts.search(game, state, iterations=100, seed=1, compiled=False).visits
again == {child.action: child.visits for child in by_hand.children}

# %%
cards = Search(game, state, ismcts, seed=1)
cards.run(2500)
search.root_actions(cards.tree)

# %% [markdown]
# ## 3. The tree
#
# In such a tree, an opponent's node has `branches` children, of which only `legal` can be played in any one guess.
#
# **Question.** Before you look: a node where an opponent moves, with thirteen unknown cards. How many children will it
# have, and how many of them are legal in one guess?
#
# <details><summary>Answer</summary>Up to as many as there are unseen cards, 39, but in one guess only those of the suit
# led: a handful.</details>

# %%
wide(show("shape")[["branches", "legal", "legal_percent", "rank_correlation"]])

# %%
wide(show.claims("most-illegal", "rarely-available"))

# %% [markdown]
# ## 4. What ISMCTS cures, and what it does not
#
# Three small games of notebook 07, each for 100 runs of every search: the box with the coin, *hidden choice*, where the
# opponent secretly picks X or Y, and *non-locality*, where the opponent's move tells which world it is.

# %%
show("small")

# %% [markdown]
# In hidden choice, plain (single-observer) ISMCTS, the one that the article describes, keeps a branch for each of the
# opponent's choices. +POM and several trees (MO) merge moves that you cannot distinguish. So of the two problems that
# the article names, gathering and hiding information, its algorithm addresses the first. Non-locality, which the
# article does not name, defeats every method.

# %%
wide(show.claims("strategy-fusion", "addresses-problems"))

# %% [markdown]
# The article says: "the value of a legal move will have been determined from maybe hundreds of positions, none of which
# coincide with the determinization currently being assessed nor with the actual (unknown) state of the game."
#
# **Question.** When in a game do guesses begin to coincide? What does a tree of information sets become then?
#
# <details><summary>Answer</summary>When few cards are left unseen. In the last tricks there are only a few possible
# guesses. With a single one, the tree is that of a game with open cards.</details>

# %%
wide(show("guesses"))

# %% [markdown]
# ## 5. How well does it play?
#
# The article: ISMCTS with 2500 iterations won 64 % of games of Spades and 62 % of Dou Di Zhu against AI Factory's
# hand-written players. Those programs are not public. We play against hand-written players of our own. So we can test
# whether ISMCTS beats *a* hand-written player, but not the exact 64 % and 62 %. Here is the other game:

# %%
Markdown(how_to_play("dou_dizhu"))

# %% [markdown]
# **Question.** Before you compare 64 % with any number of ours: what must you know about our opponents, and about what
# counts as a game?
#
# <details><summary>Answer</summary>How strong they are: any search has a high win rate against a weak player. Whether a
# game is one hand or a match of many. Whether both sides played the same cards, and what chose the bids. And how many
# games there were: 64 % of a hundred games is anything from 54 % to 73 %.</details>

# %%
wide(show("opponents"))

# %%
show("strength_figure")

# %% [markdown]
# Each deal is played twice with the sides exchanged, so that lucky cards cancel; one deal is one observation. In Spades
# a game is a match to 500 points. About ten deals add up, so a small advantage in each becomes a large one in the
# match.
#
# *Cheating UCT* sees all cards. In Dou Di Zhu, *kickers apart* chooses a combination and its kickers one after the
# other, *whole moves* both at once.
#
# We do not know whether the article's player bids by search or by hand-written rules; "knowledge-free" would mean by
# search. We play both. Read the two lines of the claims below together: what the search gains in the play it can lose
# in the bidding.

# %%
wide(show.claims("spades", "dou-dizhu"))

# %% [markdown]
# **Question.** A search that sees all cards is stronger still. What does the gap between them tell you?
#
# <details><summary>Answer</summary>What the unseen cards cost, at most. It is a bound, not a goal: a player who may not
# look cannot reach it.</details>
#
# ### More iterations

# %%
show("iterations")

# %%
wide(show.claims("strong-at-2500", "anytime", "fast", "constant"))

# %% [markdown]
# ### Against PIMC
#
# **Question.** With a fixed budget, do you want many guesses or deep trees?
#
# <details><summary>Answer</summary>Both, so neither extreme is good: one tree knows a single guess, and a hundred trees
# get ten iterations each. The picture shows the price at both ends. ISMCTS need not choose, since its one tree takes a
# new guess in every iteration.</details>

# %%
show("trees")

# %%
wide(show("pimc"))

# %% [markdown]
# **Question.** Ten trees must be started ten times. Is it fair to give both searches the same number of iterations, and
# whom does it favour? (The verdict below says how much time each took.)
#
# <details><summary>Answer</summary>PIMC, if anything: with equal iterations it takes more time. The table also has rows
# in which PIMC gets half as many iterations again, to see what still more would bring.</details>

# %%
wide(show.claims("outperforms", "multiplied-work", "pimc-succeeds"))

# %% [markdown]
# ### Against every kind of player
#
# One opponent says little, so here every kind of player meets every other. New are: PIMC that solves the last four
# tricks of Spades exactly, with open cards in twenty guesses; flat Monte Carlo, the method of earlier card programs,
# which has no tree and plays out at random or by the rules of our hand-written player; and a search that sees all
# cards.

# %%
wide(show("everybody"))

# %% [markdown]
# The article says that ISMCTS plays at or above the level of a program that takes eight times its time. That program is
# not public. Instead we use flat Monte Carlo with rules in its playouts, with one to sixteen times the time.

# %%
wide(show("flat"))

# %%
wide(show.claims("eight-times"))

# %% [markdown]
# ### What it depends on
#
# **Question.** Which assumptions of the search could have caused these results? Name three that the article does not
# state.
#
# <details><summary>Answer</summary>The price of a bag, the scale on which points become rewards, how hidden cards are
# guessed, and which bids the play starts from. The table changes one at a time, on the same deals.</details>

# %%
wide(show("sensitivity"))

# %%
wide(show.claims("adapts"))

# %% [markdown]
# ### Knockout Whist
#
# The program that goes with the article plays Knockout Whist. The article gives no numbers; `port` is measured with a
# port of that program.

# %%
wide(show("whist"))

# %% [markdown]
# ### Listening
#
# A player who does not follow suit has no card of that suit left. The article's program uses this when it guesses; its
# small Python program does not.

# %%
wide(show("voids"))

# %% [markdown]
# ## 6. The program
#
# A phone of 2013 had little memory, and allocating it took time. So the article keeps its nodes in one array, each with
# a link to its first child and to its next sibling.

# %%
show("sibling_tree")

# %% [markdown]
# **Question.** What do you lose when the children form a linked list? Look at what selection does with them.
#
# <details><summary>Answer</summary>Finding the n-th child takes n steps. But selection looks at every child anyway, so
# nothing is lost.</details>

# %%
wide(show("tree_forms"))

# %%
wide(show("timing")[["search", "first_play_ms", "mean_ms", "iterations_per_second"]])

# %%
wide(show.claims("tables", "one-node", "sibling-memory", "fifty-lines", "four-functions"))

# %% [markdown]
# These are facts about programs, including ours. They could hardly have come out otherwise, so we do not count them as
# replicated.

# %% [markdown]
# ## 7. Strong and foolish
#
# Players who tested it found ISMCTS *weaker* than the program it beat. The article explains: when the outcome is
# settled, every move has the same value, and the search plays "completely randomly".
#
# Below, positions in which some, but not all, legal plays look foolish by hand-written rules (overtaking a partner who
# wins anyway, breaking up a bomb, ...). *Settled*: plain ISMCTS gives all plays the same value.
#
# **Question.** How often should an indifferent search choose a foolish play? And how many positions would you need to
# say that two rates are *equal*?
#
# <details><summary>Answer</summary>As often as a player that picks a legal card at random, that is, the fraction of
# legal plays that are foolish (the crosses in the picture). To say <em>equal</em> you need a margin and many positions:
# about 400 of each kind for ±5 points, ten thousand for ±1 point. A wide interval that contains zero is no proof of
# equality.</details>

# %%
show("foolish")

# %%
wide(show.claims("random-when-settled", "fewer-foolish"))

# %% [markdown]
# Does knowledge also make it stronger? It comes in four forms, each from the same hand-written rules. *Avoid rules*:
# plays that they advise against are left out while others remain. *Prior counts*: each action begins with ten imagined
# visits, valued as the rules rate it. *Skewed backup*: rewards count more below actions that the rules favour, by a
# factor that fades with visits. *Informed playouts*: the rules, not chance, play the game to its end.

# %%
show("knowledge")

# %%
wide(show.claims("no-difference", "percent-worse", "refined-stronger"))

# %% [markdown]
# **Question.** A form of knowledge can lose hands and gain points. How, and which of the two should decide? And the
# best of several forms was picked after looking: what is wrong with its interval?
#
# <details><summary>Answer</summary>A hand counts the same whether it is won by two points or by two hundred, and bags
# cost points but seldom a hand. Whatever was fixed beforehand decides: here points, with bags at the price that the
# search uses. In one of ten studies of four useless forms, some form would seem to help, so a form counts only if its p
# value is small enough for the best of all (Holm's method).</details>

# %% [markdown]
# **Exercise.** Write this method. `exercise("believed").hint()` helps.

# %%
def believed(p_values, level=0.05):
    """Which of several differences to believe by Holm's method, a list of booleans.

    The least of n p values must be at most level / n, the next at most level / (n - 1), and so
    on; from the first that is greater on, none is believed. The answers stand in the order of
    `p_values`.
    """
    ...  # your code here


exercise("believed").check(believed)

# %% [markdown]
# ## 8. All verdicts

# %%
verdicts = show.claims()
tested = verdicts[verdicts["kind"] == "replication"]
counts = tested["verdict"].value_counts()
Markdown(", ".join(f"**{count}** {verdict}" for verdict, count in counts.items()))

# %%
wide(tested[["the paper says", "verdict", "ours"]])

# %% [markdown]
# For each "undecided" a note says how many games would decide it if the estimates stayed the same
# (`show.claims()["note"]`). What a first stage left undecided got that many games and a few more, once.
#
# **Question.** Why not simply play on until a claim is decided?
#
# <details><summary>Answer</summary>Because it would be decided, true or not. An interval wanders with every game. If
# you look after each game and stop as soon as the interval excludes zero, you find an effect sooner or later, even
# where there is none. So the second stage's number of games was fixed before it began, and there is no third.</details>
#
# Claims that are true by construction, or cannot be tested here, do not count:

# %%
others = verdicts[verdicts["kind"] != "replication"]
wide(others[["the paper says", "kind", "verdict"]])

# %%
show.sources()

# %% [markdown]
# **Your turn.** Play a deal as South; ISMCTS plays your partner and both opponents. "Opponent's counts" shows how the
# last of them divided its iterations.

# %%
from mcts_lab.papers.powley2013 import experiments
from mcts_lab.views.widgets.play import Play

Play(game, experiments.ismcts(1000), seat=2, seed=1)

# %% [markdown]
# **Try it.** `ismcts._replace(selection=UCB1(0.2))` is another search. Is it stronger? Guess, then look at
# `show("constants")`, and count how many games you would need to be sure.
#
# ## Take-aways
#
# * The article's search removes strategy fusion where all moves are public, as in its games; it never removes
#   non-locality.
# * A win rate means little without the opponent's own strength, the number of deals, and the interval; and hands are
#   not matches.
# * Fix what you measure beforehand: hands, points and matches can tell different stories of the same games.
# * Where every play has the same value, strength does not show, but foolish plays do.
