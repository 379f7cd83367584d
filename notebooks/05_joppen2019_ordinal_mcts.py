# %% [markdown]
# # Only the order counts: O-MCTS on real-time games (Joppen & Fürnkranz 2019)
#
# * **Minutes:** 90
# * **Prerequisites:** 02_bandits_and_uct
# * **Papers:** Joppen & Fürnkranz (2019), all sections
#
# **You will be able to**
#
# * say what a mean assumes about rewards that their order does not tell;
# * compute a Borda score by hand, and say when it disagrees with the mean;
# * exchange one part of a search and have MCTS, N-MCTS, MixMax, O-MCTS or PB-MCTS;
# * say who stands still in front of a gap, and for whom the number that stands for "lost" makes it worse;
# * read a table of ranks with its tests, and see what tuning and reporting on the same games is worth.
#
# Results shown here are stored with the project; `mcts-lab run EXPERIMENT` computes them afresh. What decides about a
# claim (its endpoint, what counts as equal, which claims share an error rate) stands in `data/paper/claims.csv`.

# %%
from IPython.display import Markdown

from mcts_lab import UCT, Search, games, start, textbook
from mcts_lab.course import exercise
from mcts_lab.engine.random import stream
from mcts_lab.games.teaching.gaps import JUMP, STAND
from mcts_lab.games.vgdl import rewarded, score_of
from mcts_lab.papers import joppen2019
from mcts_lab.papers.joppen2019 import agents, films, tables
from mcts_lab.papers.joppen2019.measures import before_gaps
from mcts_lab.papers.reporting.show import Show, wide
from mcts_lab.search import Borda, LimitedPlayout, SavedStates
from mcts_lab.search.mcts.solo import play_solo
from mcts_lab.views.plots import search
from mcts_lab.views.position import Position

show = Show("joppen2019")

# %% [markdown]
# ## 1. A coward
#
# A runner stands before a row of gaps. Standing still is safe. A jump over a gap succeeds three times in four, and
# falling is the worst that can happen.

# %%
gaps = games.gaps()
Position(gaps, start(gaps))

# %% [markdown]
# **Question.** A position is worth 0 if the game is lost, 1/3 while it goes on, 2/3 if it is won, and up to 1/3 more
# for how far the runner got, two cells of 23 with each jump. Compare jumping now with standing for good: what does a
# mean of such values say? What does "which is better more often?" say?
#
# <details><summary>Answer</summary>Two cells are worth 2/23 of a third, about 0.03; a fall costs a third, and happens
# one time in four. So the mean says: do not jump. More often than not, however, the jump is better than
# standing.</details>
#
# So much for paper and pencil. A search does not compare with standing for good: behind the moves that it plans stands
# a playout, which moves at random, and a random step at the edge is deadly too. Waiting is less safe to a search than
# it is to us. Do they stand or jump?

# %%
for name in ("MCTS", "O-MCTS", "PB-MCTS"):
    played = play_solo(gaps, agents.agent(name, 0.25, 5), calls=250, seed=1)
    before = before_gaps(gaps, played.actions)
    print(f"{name} got to cell {played.state.place}; right before gaps it stood still "
          f"{before.count(STAND)} times and jumped {before.count(JUMP)} times")

# %% [markdown]
# They all jump sooner or later, and one game tells hardly more than who was lucky. What matters is what they choose
# right before a gap, in many games:

# %%
show("courage")

# %% [markdown]
# The right half differs from the left in one number: a loss counts -1, not 0. Nothing else changed, neither the game
# nor its seeds nor the order of its outcomes.
#
# **Question.** Whose lines moved, and whose are the same on both sides? Which of the two numbers for a loss is the
# right one?
#
# <details><summary>Answer</summary>Those that average moved: MCTS, N-MCTS and MixMax. O-MCTS and PB-MCTS only compare,
# so they grow the same trees and choose the same actions. (Where two actions have been visited equally often, O-MCTS
# plays the one with the better mean; so a game can differ, but hardly one does.) There is no right number: the rules
# say that falling is worse than standing, and nothing about how much.</details>
#
# **Question.** PB-MCTS compares as O-MCTS does. Does it jump as readily? What follows for the sentence "whoever
# compares is brave"?
#
# <details><summary>Answer</summary>No: PB-MCTS hesitates longer than O-MCTS, whatever the chance. To compare is not
# enough. One reason may be that it has few comparisons for each action: an iteration is a whole subtree (section
# 4).</details>
#
# Two claims. The first asks who stands still before gaps, and was added after the first measurements. The second asks
# who gets farther; its endpoint was fixed before anything was measured, and only the number of games was raised later:

# %%
wide(show.claims("standing", "cowardly"))

# %% [markdown]
# **Question.** All have to cross the same gaps with the same chance. What can standing still cost, then, and when would
# it cost cells?
#
# <details><summary>Answer</summary>Moves. It would cost cells if moves ran out, and the note of the claim counts how
# often they did. Who stands still is a matter of the search; how far somebody gets who jumps in the end is a matter of
# luck.</details>
#
# ## 2. Two ways to compare
#
# The paper's example: action a got the rewards 0.1, 1, 0.1 and action b 0.3, 0.35, 0.25.
#
# **Question.** Which has the better mean? Draw a reward of a and one of b at random: which is better more often?
#
# <details><summary>Answer</summary>a has the mean 0.4, b 0.3. But in six of the nine pairs b is better.</details>

# %%
tables.figure2_values().set_index("example")

# %% [markdown]
# *Borda* is the chance that an action's reward beats one of a random other action (ties half). It is what O-MCTS puts
# in the place of the mean. *MixMax* adds a quarter of the best reward seen.
#
# **Exercise.** Write the Borda score. `exercise("borda_score").hint()` helps.

# %%
def borda_score(rewards, action):
    """The Borda score of an action: its mean chance to beat each of the other actions.

    `rewards` is a list with a list of rewards for each action, `action` a place in it. a beats
    b as often as a reward of a, drawn at random, is greater than one of b; equal rewards count
    half.
    """
    ...  # your code here


exercise("borda_score").check(borda_score)

# %% [markdown]
# Figure 2 of the paper: circles close together in the middle, stars sometimes far worse and more often better.

# %%
show("figure2")

# %% [markdown]
# The mean prefers the circles, the ordinal comparison the stars, which are better in 70 % of pairs. The paper's last
# sentence on this figure says that the ordinal method prefers the circles. That contradicts the rest of its paragraph:
# it must be the stars.

# %%
wide(show.claims("figure-2", "worked"))

# %% [markdown]
# **Question.** Of two rewards only, say 0 and 1, can mean and Borda score disagree?
#
# <details><summary>Answer</summary>No: then the chance to beat another grows with the share of ones, which is the
# mean.</details>
#
# ## 3. The search with another part
#
# All five algorithms are the same search. O-MCTS in plain Python is the `uct` of notebook 02 with another tree policy,
# the Borda score in place of the mean:

# %%
textbook.show(textbook.borda, textbook.ordinal)

# %% [markdown]
# The project's own search, with `Borda` in its slot `value`, grows the same tree from the same random numbers:

# %%
root = textbook.uct(gaps, start(gaps), 100, stream(1), choose=textbook.ordinal, limit=5)
method = UCT(value=Borda(), leaf=LimitedPlayout(5), world=SavedStates())
theirs = method.search(gaps, start(gaps), iterations=100, seed=1, compiled=False).visits
{child.action: child.visits for child in root.children}, theirs

# %% [markdown]
# **Question.** What if equal rewards were a defeat? Change a copy. Whose scores fall, and what is no longer true of
# them?
#
# <details><summary>Answer</summary>All scores fall, for every action ties with others now and then. As chances to win,
# with ties half, the scores of all actions have the mean 1/2; without ties they lose it, and how much is lost depends
# on how often outcomes repeat.</details>

# %%
harsh = textbook.changed(textbook.borda, (" + (mine == theirs)", ""))
print(textbook.difference(textbook.borda, harsh))
for score in (textbook.borda, harsh):
    print({child.action: round(float(score(root, child)), 2) for child in root.children})

# %% [markdown]
# A search that goes by it is `textbook.uct` with `choose=textbook.changed(textbook.ordinal, borda=harsh)`.
#
# The rewards need not be known beforehand: the project's O-MCTS keeps the scale of outcomes that it has met, so that a
# score is brought up to date and not computed anew at each visit.

# %%
for name in agents.TUNED:
    print(name, "=", agents.agent(name, 0.5, 10), "\n")

# %% [markdown]
# N-MCTS normalises each reward by the extremes that the node has seen until then.
#
# **Exercise.** Write what it counts. `exercise("normalised_on_arrival").hint()` helps.

# %%
def normalised_on_arrival(rewards):
    """What N-MCTS counts for each reward of a node, in the order in which they arrive.

    A reward becomes 0 if it is the least and 1 if it is the greatest seen *until then*, itself
    included, and lies between otherwise; while there is only one value, it counts 0.5.
    """
    ...  # your code here


exercise("normalised_on_arrival").check(normalised_on_arrival)

# %% [markdown]
# One of the seven games: take the key to the door, and mind the monsters.

# %%
zelda = agents.make_game("Zelda")
Position(zelda, start(zelda, 0))

# %%
ordinal = Search(zelda, start(zelda, 0), agents.agent("O-MCTS", 0.5, 10), seed=1)
ordinal.run(calls=2000)
search.root_actions(ordinal.tree)

# %% [markdown]
# ### The same order, other numbers
#
# `rewarded` gives a game other payoffs for lost, playing, won and score.
#
# **Question.** How many nodes of the tree of O-MCTS will change if a loss counts -1?
#
# <details><summary>Answer</summary>None. The search never looks at a reward but to compare it with another
# one.</details>

# %%
costly = rewarded(zelda, lost=-1.0)
other = Search(costly, start(zelda, 0), agents.agent("O-MCTS", 0.5, 10), seed=1)
other.run(calls=2000)
(ordinal.nodes["visits"] == other.nodes["visits"]).all()

# %% [markdown]
# The same for both searches, from positions of all seven games, with three other encodings of the same outcomes: a loss
# may count -1 in place of 0, or half as much as the best win, or points may hardly count. r is the payoff that the
# paper uses (its Equation 8), s the share of the possible score that has been made.

# %%
wide(show("encodings"))

# %% [markdown]
# ### What it costs
#
# A mean is one sum. A Borda score needs the distribution of every child. The paper says that it takes 3 to 20 times the
# time of an average, and says so of its incremental update, Equation 7. Here are the nanoseconds for one more reward at
# a node and for reading all its children: of a mean, of the exact score, and of Equation 7 as it is written. Both are
# readings of the claim.

# %%
wide(show("cost"))

# %% [markdown]
# **Question.** Why does the exact score not get slower with the number of outcomes, and Equation 7 does?
#
# <details><summary>Answer</summary>Equation 7 keeps a number for each pair of actions, and brings all pairs of one
# action up to date, which means a look at the whole distribution of each of its rivals. The sum over rivals can be
# taken first: one distribution for all of them together, kept at the node. Then a new reward changes one child and
# one sum, and several numbers at a time.</details>

# %%
wide(show.claims("cost", "shaping", "encodings"))

# %% [markdown]
# ## 4. Preferences without numbers
#
# PB-MCTS, the authors' earlier algorithm, only ever compares two outcomes. To have two, it follows two actions in every
# node, so an iteration is a binary subtree.
#
# **Question.** How many playouts has an iteration whose subtree is five levels deep?
#
# <details><summary>Answer</summary>Sixteen; with a budget of calls, it soon can afford only a few iterations.</details>

# %%
for name in ("O-MCTS", "PB-MCTS"):
    one = agents.agent(name, 0.5, 10).search(zelda, start(zelda, 0), calls=2000, seed=1)
    print(f"{name}: {one.iterations} iterations, {one.calls} calls, {one.nodes} nodes")

# %% [markdown]
# And a tree can only pass on one winner. Figure 1: three actions that beat each other in a circle.

# %%
show("figure1")

# %% [markdown]
# **Question.** Which action would come out on top if A and B met first?
#
# <details><summary>Answer</summary>A beats B, and then C beats A. Whoever meets last wins: the tree makes up an order
# that is not there.</details>
#
# ## 5. Seven games
#
# Real-time games of the GVGAI framework: every tick the player chooses an action, and the budget is a number of calls
# of the forward model.

# %%
show("games")

# %% [markdown]
# **Your turn.** Click on it, then steer with the arrow keys; the space bar strikes. It waits for you, or, after **p**,
# goes on by itself.

# %%
from mcts_lab.views.widgets.play import Play

Play(zelda, seed=1)

# %% [markdown]
# A whole game of O-MCTS, in leaps; `mcts-lab figures joppen2019/film_o_mcts` makes a film with more frames, and a page
# to step through:

# %%
films.short(show("film_o_mcts"))

# %% [markdown]
# Some moves with a smaller budget, as a page to save and step through. `save("film.gif")` makes a GIF for slides.

# %%
from mcts_lab.views.widgets.film import Film

seen = []
played = play_solo(zelda, agents.agent("O-MCTS", 0.5, 10), calls=100, seed=3, moves=60,
                   watch=seen.append)
page = Film(zelda, seen).page()
Markdown(f"{played.moves} moves, score {score_of(played.state)}: "
         f"a page of {len(page) // 1000} kB")

# %% [markdown]
# ## 6. Who is best?
#
# A problem is a game with a budget. On each, algorithms are ranked by games won, ties by score. The paper's mean ranks
# over 28 problems, computed again from its Table 1:

# %%
wide(show("ranks"))

# %%
show("figure3a_printed")

# %% [markdown]
# A bar joins two algorithms which Wilcoxon's test does not tell apart at 1 %.
#
# **Question.** The paper played 36 configurations of every algorithm, 40 games each, and reports the best one on the
# games it was chosen by. Why is that optimistic? For whom more?
#
# <details><summary>Answer</summary>The best of 36 means is the best configuration, or the luckiest. The more
# configurations are close to each other, and the more games vary, the more of it is luck. Yolobot has no parameters to
# choose, so its numbers promise nothing that they do not keep.</details>
#
# Ours: some games to choose a configuration, then fresh games with it.

# %%
Markdown(f"{joppen2019.GRID} {joppen2019.REUSED} What of it is stored:")

# %%
wide(show.progress(*(f"joppen2019_{name}" for name in ("tuning", "cells", "yolobot", "beyond"))))

# %% [markdown]
# A problem counts where all five agents have played it, and a verdict that needs more games says "undecided".
#
# What was the choice worth? Easy games are won by every good configuration, in tuning and afterwards, so wins can only
# fall short in the others; what scores fall short of is told in standard deviations of a game's score.

# %%
wide(show("optimism"))

# %%
wide(show("our_ranks"))

# %%
show("figure3a")

# %% [markdown]
# Tests on the printed numbers and, where there are problems enough, on ours:

# %%
wide(show("tests"))

# %% [markdown]
# **Question.** In the printed numbers O-MCTS is told apart from every other kind of MCTS. From whom is it in ours? Why
# may fresh games say less?
#
# <details><summary>Answer</summary>From whom no bar joins it to. There are fewer problems than in the paper, so ranks
# must lie further apart to be told apart; and the best of many configurations, by the games that chose it, looks better
# than it is. Besides, not every agent does what it did in the paper: the next picture shows whose cells lie far from
# the diagonal. Why they do, these numbers do not tell.</details>

# %%
show("table1_figure")

# %% [markdown]
# Among won games alone, by score (the paper's Figure 3b, which needs more than its tables tell):

# %%
show("figure3b")

# %%
names = ("rank", "dominance", "easy", "chase", "deadly", "normalisation", "mixmax", "won")
wide(show.claims(*names))

# %% [markdown]
# ### Rollout length and exploration
#
# **Question.** With 250 calls a move, do you want 50 short playouts or 5 long ones?
#
# <details><summary>Answer</summary>The paper's answer is: short ones, and the length matters more than the constant.
# Where points come often, a short look tells enough; where the door is far away, it tells nothing.</details>

# %%
show("table2")

# %%
wide(show.claims("rollout", "five"))

# %% [markdown]
# ## 7. Beyond the paper: boards and cards
#
# Most games of this collection are won, drawn or lost, and that is all.
#
# **Question.** What is left of O-MCTS, N-MCTS and MixMax where a playout is only won or lost?
#
# <details><summary>Answer</summary>Plain MCTS with another constant. Of k actions, the gap between two Borda scores is
# k / (2 (k - 1)) times that of the means, so O-MCTS explores like MCTS with about twice the constant. In N-MCTS the
# extremes are soon 0 and 1 everywhere. In MixMax everybody has won once, and three quarters of the mean are
# left.</details>
#
# Each plays MCTS with as many iterations. "C/2" is O-MCTS with half the constant, which should be as strong as MCTS
# wherever there are two outcomes; in Spades, where points are counted, order and distance differ.

# %%
show("beyond")

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
# What is true by construction does not count:

# %%
others = verdicts[verdicts["kind"] != "replication"]
wide(others[["the paper says", "kind", "verdict"]])

# %%
show.sources()

# %% [markdown]
# **Try it.** `agents.agent("MixMax", 0.5, 10)` on the gaps: is it braver than MCTS, as its maximum should make it?
# What if there are only `games.gaps(moves=14)`? A game of your own is fifteen lines: lesson 92.
#
# ## Take-aways
#
# * A mean needs distances between outcomes; most games only have an order.
# * The Borda score asks how often one action beats another, and any change of numbers that keeps the order leaves the
#   search as it is, node for node.
# * O-MCTS is bolder than MCTS where it more often gains than loses, whatever a loss "costs"; but not everybody who
#   compares is, and whether bold is good is a matter of the game.
# * Where there is only won and lost, order and mean are the same, and what differs is a constant.
# * Ranks over problems need a test, and numbers chosen by their own games promise too much.
