# %% [markdown]
# # Only the order counts: O-MCTS on real-time games (Joppen & Fürnkranz 2019)
#
# * **Minutes:** 75
# * **Prerequisites:** 08_order
# * **Papers:** Joppen & Fürnkranz (2019), all sections
#
# **You will be able to**
#
# * assemble MCTS, N-MCTS, MixMax, O-MCTS and PB-MCTS from parts, and say what each costs;
# * predict which agents hesitate at a gap, and which hesitate more when a loss is scored -1 instead of 0;
# * read a table of ranks with its tests, and see how much tuning and reporting on the same games flatters an agent.
#
# Results shown here are stored with the project; `mcts-lab run EXPERIMENT` computes them afresh. What decides each
# claim (the quantity measured, what counts as equal, which claims share an error rate) is in `data/paper/claims.csv`.

# %%
from IPython.display import Markdown

from mcts_lab import UCT, Search, games, start, textbook
from mcts_lab.course import exercise
from mcts_lab.engine.random import stream
from mcts_lab.games.teaching.gaps import JUMP, STAND
from mcts_lab.games.vgdl import rewarded, score_of
from mcts_lab.papers import joppen2019
from mcts_lab.papers.joppen2019 import agents, films, levels, tables
from mcts_lab.papers.joppen2019.measures import before_gaps
from mcts_lab.papers.joppen2019.solo import play_solo
from mcts_lab.papers.reporting.show import Show, wide
from mcts_lab.search import Borda, LimitedPlayout, SavedStates
from mcts_lab.views.plots import search
from mcts_lab.views.position import Position

show = Show("joppen2019")

# %% [markdown]
# ## 1. A coward
#
# The paper begins with a runner before a row of gaps, as notebook 08 does. Standing still is safe. A jump over a gap
# succeeds three times in four, and a fall is the worst outcome.

# %%
gaps = games.gaps()
Position(gaps, start(gaps))

# %%
for name in ("MCTS", "O-MCTS", "PB-MCTS"):
    played = play_solo(gaps, agents.agent(name, 0.25, 5), calls=250, seed=1)
    before = before_gaps(gaps, played.actions)
    print(f"{name} got to cell {played.state.place}; right before gaps it stood still "
          f"{before.count(STAND)} times and jumped {before.count(JUMP)} times")

# %% [markdown]
# They all jump sooner or later, and one game shows little more than luck. What matters is what they choose right before
# a gap, over many games:

# %%
show("courage")

# %% [markdown]
# Left and right differ in one number: on the right a loss counts -1, not 0. Nothing else changed, neither the game nor
# its seeds nor the order of its outcomes.
#
# **Question.** Which lines moved, and which are the same on both sides? Which of the two numbers for a loss is right?
#
# <details><summary>Answer</summary>The lines of the averaging agents moved: MCTS, N-MCTS and MixMax. O-MCTS and PB-MCTS
# only compare, so they grow the same trees and choose the same actions. (Where two actions have been visited equally
# often, O-MCTS plays the one with the better mean; so a game can differ, but hardly one does.) Neither number is right:
# the rules say that falling is worse than standing, but not how much worse.</details>
#
# **Question.** PB-MCTS compares as O-MCTS does. Does it jump as readily? What does that say about the sentence
# "comparing makes brave"?
#
# <details><summary>Answer</summary>No: PB-MCTS hesitates longer than O-MCTS at every probability of success, so
# comparing alone is not enough. One reason may be that it gets few comparisons per action: an iteration is a whole
# subtree (section 4).</details>
#
# Two claims follow. The first asks which agents stand still before gaps, and was added after the first measurements.
# The second asks which get farther; what it measures was fixed beforehand, and only the number of games was raised
# later:

# %%
wide(show.claims("standing", "cowardly"))

# %% [markdown]
# **Question.** All agents have to cross the same gaps with the same chance of success. What can standing still cost,
# then, and when would it cost distance?
#
# <details><summary>Answer</summary>Moves. It would cost distance if moves ran out, and the note of the claim counts how
# often they did. Hesitation depends on the search; how far a jumper gets depends on luck.</details>
#
# ## 2. Two ways to compare
#
# The paper's example: action a got the rewards 0.1, 1, 0.1 and action b 0.3, 0.35, 0.25. Which is
# better, and which is better more often?

# %%
tables.figure2_values().set_index("example")

# %% [markdown]
# *Borda* is the chance that an action's reward beats one of another action (ties count half): O-MCTS uses it in place
# of the mean. *MixMax* mixes in a quarter of the best reward seen.
#
# In Figure 2 of the paper, the circles lie close together in the middle; the stars are sometimes far worse and more
# often better.

# %%
show("figure2")

# %% [markdown]
# The mean prefers the circles; the ordinal comparison prefers the stars, which are better in 70 % of pairs. The paper's
# last sentence on this figure says that the ordinal method prefers the circles, but the rest of the paragraph implies
# the stars.

# %%
wide(show.claims("figure-2", "worked"))

# %% [markdown]
# ## 3. The search with another part
#
# All five algorithms are the same search. In plain Python, O-MCTS is the `uct` of notebook 03 with another tree policy,
# which puts the Borda score in place of the mean:

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
# The rewards need not be known beforehand: the package's O-MCTS keeps the scale of outcomes seen so far and updates
# scores instead of computing them anew at each visit.

# %%
for name in agents.TUNED:
    print(name, "=", agents.agent(name, 0.5, 10), "\n")

# %% [markdown]
# N-MCTS normalises each reward by the extremes that the node has seen so far.
#
# **Exercise.** Write this normalisation. `exercise("normalised_on_arrival").hint()` helps.

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
zelda = levels.make_game("Zelda")
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
# <details><summary>Answer</summary>None. The search uses a reward only to compare it with another one.</details>

# %%
costly = rewarded(zelda, lost=-1.0)
other = Search(costly, start(zelda, 0), agents.agent("O-MCTS", 0.5, 10), seed=1)
other.run(calls=2000)
(ordinal.nodes["visits"] == other.nodes["visits"]).all()

# %% [markdown]
# Here is the same test for both searches, from positions of all seven games, with three other encodings of the same
# outcomes: a loss counts -1 instead of 0, or half as much as the best win, or points hardly count. *r* is the payoff
# that the paper uses (its Equation 8), *s* the share of the possible score made so far.

# %%
wide(show("encodings"))

# %% [markdown]
# ### What it costs
#
# A mean is one sum. A Borda score needs the distribution of every child. The paper says that its incremental update,
# Equation 7, takes 3 to 20 times as long as an average. Here are the nanoseconds for adding one reward at a node and
# for reading all its children, with a mean, with the exact score and with Equation 7 as written. The claim can be
# interpreted either way.

# %%
wide(show("cost"))

# %% [markdown]
# **Question.** Why does Equation 7 get slower with the number of outcomes, while the exact score does not?
#
# <details><summary>Answer</summary>Equation 7 keeps a number for each pair of actions and updates all pairs of one
# action, which means going through the whole distribution of each rival. Instead, sum over the rivals first: the node
# keeps one distribution for all of them together. Then a new reward changes only one child and that sum.</details>

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
# <details><summary>Answer</summary>Sixteen, so a budget of calls soon pays for only a few iterations.</details>

# %%
for name in ("O-MCTS", "PB-MCTS"):
    one = agents.agent(name, 0.5, 10).search(zelda, start(zelda, 0), calls=2000, seed=1)
    print(f"{name}: {one.iterations} iterations, {one.calls} calls, {one.nodes} nodes")

# %% [markdown]
# Besides, a tree can pass on only one winner. In Figure 1 three actions beat each other in a circle.

# %%
show("figure1")

# %% [markdown]
# **Question.** Which action would come out on top if A and B met first?
#
# <details><summary>Answer</summary>A beats B, and then C beats A. The last one to meet the winner wins: the tree
# invents an order that does not exist.</details>
#
# ## 5. Seven games
#
# Real-time games of the GVGAI framework: at every tick the player chooses an action, within a budget of forward-model
# calls.

# %%
show("games")

# %% [markdown]
# **Your turn.** Click on the picture, then steer with the arrow keys; the space bar strikes. The game waits for you;
# after **p** it runs by itself.

# %%
from mcts_lab.views.widgets.play import Play

Play(zelda, seed=1)

# %% [markdown]
# A whole game of O-MCTS, with frames left out; `mcts-lab figures joppen2019/film_o_mcts` makes a film with more frames,
# and a page to step through:

# %%
films.short(show("film_o_mcts"))

# %% [markdown]
# Here are some moves with a smaller budget, as a page to save and step through. `save("film.gif")` makes a GIF for
# slides.

# %%
from mcts_lab.views.widgets.film import Film

seen = []
played = play_solo(zelda, agents.agent("O-MCTS", 0.5, 10), calls=100, seed=3, moves=60,
                   watch=seen.append)
page = Film(zelda, seen).page()
Markdown(f"{played.moves} moves, score {score_of(played.state)}: "
         f"a page of {len(page) // 1000} kB")

# %% [markdown]
# ## 6. Which agent is best?
#
# A problem is a game with a budget. On each, algorithms are ranked by games won, and ties by score. These are the
# paper's mean ranks over 28 problems, recomputed from its Table 1:

# %%
wide(show("ranks"))

# %%
show("figure3a_printed")

# %% [markdown]
# A bar joins algorithms that Wilcoxon's test does not separate at the 1 % level.
#
# **Question.** The paper played 36 configurations of every algorithm, 40 games each, and reports the best one on the
# very games that selected it. Why is that optimistic? For which algorithms more so?
#
# <details><summary>Answer</summary>The best of 36 means belongs to the best configuration, or to the luckiest. The
# closer the configurations and the noisier the games, the more of it is luck. Yolobot has no parameters to choose, so
# its numbers are not inflated by selection.</details>
#
# We use some games to choose a configuration, and then fresh games with it.

# %%
Markdown(f"{joppen2019.GRID} {joppen2019.REUSED} What of it is stored:")

# %%
wide(show.progress(*(f"joppen2019_{name}" for name in ("tuning", "cells", "yolobot", "beyond"))))

# %% [markdown]
# A problem counts once all five agents have played it; a verdict that needs more games says "undecided".
#
# How large is the effect of choosing? Every good configuration wins the easy games, in tuning and afterwards, so only
# the hard games can show a drop in wins. For scores we report the drop in standard deviations of that game's score.

# %%
wide(show("optimism"))

# %%
wide(show("our_ranks"))

# %%
show("figure3a")

# %% [markdown]
# Tests on the printed numbers and, where there are enough problems, on ours:

# %%
wide(show("tests"))

# %% [markdown]
# **Question.** In the printed numbers O-MCTS differs significantly from every other kind of MCTS. From which does it
# differ in ours? Why may fresh games show less?
#
# <details><summary>Answer</summary>From every algorithm that no bar connects it to. There are fewer problems than in
# the paper, so ranks must differ more to be significant; and the best of many configurations, judged by the games that
# selected it, looks better than it is. Besides, not every agent does what it did in the paper: the next picture shows
# whose cells lie far from the diagonal. These numbers do not say why.</details>

# %%
show("table1_figure")

# %% [markdown]
# Now among won games only, by score (the paper's Figure 3b, which cannot be computed from its tables):

# %%
show("figure3b")

# %%
names = ("rank", "dominance", "easy", "chase", "deadly", "normalisation", "mixmax", "won")
wide(show.claims(*names))

# %% [markdown]
# ### Rollout length and exploration
#
# **Question.** With 250 calls per move, do you want 50 short playouts or 5 long ones?
#
# <details><summary>Answer</summary>The paper's answer is: short ones, and the length matters more than the constant.
# Where points come often, a short playout tells enough; where the door is far away, it tells nothing.</details>

# %%
show("table2")

# %%
wide(show.claims("rollout", "five"))

# %% [markdown]
# ## 7. Beyond the paper: boards and cards
#
# Most games of this collection end in a win, a draw or a loss, and nothing else.
#
# **Question.** What is left of O-MCTS, N-MCTS and MixMax where a playout is only won or lost?
#
# <details><summary>Answer</summary>Plain MCTS with another constant. Of k actions, the gap between two Borda scores is
# k / (2 (k - 1)) times that of the means, so O-MCTS explores like MCTS with about twice the constant. In N-MCTS the
# extremes are soon 0 and 1 everywhere. In MixMax every action has soon won once, so three quarters of the mean are
# left.</details>
#
# Each variant plays against MCTS with equal iterations. "C/2" is O-MCTS with half the constant, which should be as
# strong as MCTS wherever there are two outcomes; in Spades, where points count, order and distance differ.

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
# Claims that are true by construction do not count:

# %%
others = verdicts[verdicts["kind"] != "replication"]
wide(others[["the paper says", "kind", "verdict"]])

# %%
show.sources()

# %% [markdown]
# **Try it.** `agents.agent("MixMax", 0.5, 10)` on the gaps: does its maximum make it braver than MCTS? What if there
# are only `games.gaps(moves=14)`? A game of your own is fifteen lines: notebook 04.
#
# ## Take-aways
#
# * A mean needs distances between outcomes; most games have only an order.
# * The Borda score asks how often one action beats another. Any change of the numbers that keeps their order leaves the
#   tree the same, node for node.
# * O-MCTS is bolder than MCTS where a risk pays more often than not, whatever a loss "costs". Not every algorithm that
#   compares is bold, and whether boldness helps depends on the game.
# * Where games are only won or lost, order and mean agree; the algorithms differ in a constant.
# * Ranks over problems need a test, and results on the games that selected a configuration are too good.
