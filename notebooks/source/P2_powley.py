# %% [markdown]
# # Hidden information: ISMCTS (Powley, Whitehouse & Cowling 2013)
#
# Play a hand of Spades. Your partner and both opponents are the article's search, and each sees its own cards alone.
# **How can it plan ahead without knowing what the others are able to play?**

# %%
from mcts_lab.lesson import *
from mcts_lab.papers.powley2013.experiments import ismcts

Play(games.spades(), ismcts(1000), seat=2, seed=1)

# %% [markdown]
# A company had sold a Spades program with years of hand-written knowledge in it. The article replaced it by a search
# that knows the rules and nothing else, on the phones of 2013. It reports more wins, and then complaints: players found
# the new program *weaker*. Both halves of the story can be measured.
#
# * **Minutes:** 60
# * **Prerequisites:** 07_hidden
# * **Papers:** Powley, Whitehouse & Cowling (2013), all sections; Cowling, Powley & Whitehouse (2012)
#
# **You will be able to**
#
# * read the tree of a search that guesses: what its branches are, and how few of them count in one guess;
# * find how many iterations it needs to beat a hand-written player, and judge a win rate by its interval;
# * say why a strong search can look foolish, and which of several differences to believe.
#
# Every figure comes from results that are stored with the project. `show("trees")` draws one of them;
# `show("trees", quick=True)` computes a small version in seconds and draws that.

# %% tags=["parameters"]
titles = ("Dou Di Zhu",)
iterations = (25, 100, 400)
number = 60
seed = 1

# %% [markdown]
# ## 1. The method beside the textbook
#
# Notebook 07 builds it and breaks it. Each guess of the hidden cards, a determinization, guides *one iteration of one
# tree*:

# %%
textbook.show(textbook.ismcts)

# %% [markdown]
# The article's figure shows how that tree lies in the memory of a phone: one array of nodes, each with a link to its
# first child and to its next sibling.

# %%
show = Show("powley2013")
show("sibling_tree")

# %% [markdown]
# **Question.** What do you lose when the children form a linked list? Look at what selection does with them.
#
# <details><summary>Answer</summary>Finding the n-th child takes n steps. But selection looks at every child anyway, so
# nothing is lost.</details>
#
# ## 2. Its trees
#
# All four players of a hand of Spades have bid, and North leads:

# %%
from mcts_lab.games.spades import RulePlayer

game = games.spades()
state = start(game, 4)
for _ in range(4):
    state = after(game, state, RulePlayer().choose(game, state, 0))
searched = Search(game, state, ismcts().method, seed=seed, trace=True)
searched.run(2500)
tree.draw(searched.tree, top=4, max_depth=2, max_nodes=14)

# %% [markdown]
# **Question.** Below North's card an opponent moves, with thirteen unknown cards. How many children will that node
# have, and how many of them are legal in any one guess?
#
# <details><summary>Answer</summary>Up to as many as there are unseen cards, 39, but in one guess only those of the suit
# led: a handful.</details>

# %%
search.shape(searched.tree)

# %% [markdown]
# Counted over many first decisions; `branches` are the children of an opponent's node, `legal` those of one guess:

# %%
wide(show("shape")[["branches", "legal", "legal_percent"]])

# %%
search.root_actions(searched.tree)

# %%
search.rewards(searched.tree, searched.trace_events, top=5)

# %% [markdown]
# Every card brings good hands and bad ones: most of the spread comes from the guesses, and the search has to find
# differences of a few hundredths in it.
#
# ## 3. One claim, with numbers of your own
#
# *"2500 iterations give a strong level of performance"*, against a hand-written player: 64 % of games of Spades and
# 62 % of Dou Di Zhu. That player is not public, so ours is the opponent here. How few iterations are enough?
#
# The cell tagged `parameters` names the games, the iterations per decision and the number of games. Each deal is played
# twice with the sides exchanged, so that lucky cards cancel.
#
# **Question.** Write down, before you run the next cell: with how many iterations will ISMCTS win half of the games?
# And will ten times as many iterations add as much again?
#
# <details><summary>Answer</summary>The crossing depends on the game and on the opponent: read it off the stored curves
# below. The curve bends, because each further gain needs a multiple of the iterations before.</details>

# %%
show("iterations", titles=titles, iterations=iterations, games=number)

# %% [markdown]
# The band is the 95 % interval over deals. Is your crossing inside or outside of it? With four times as many games it
# is half as wide. Stored:

# %%
show("iterations")

# %% [markdown]
# The same from the command line, with results under a name of your own, and as a notebook:
#
#     mcts-lab run powley2013_iterations --set iterations=25,100,400 games=60 --as mine
#     mcts-lab figures powley2013/iterations --from mine --out my_figures
#     mcts-lab notebook P2 --set iterations=20,80 number=100 --out mine.ipynb
#
# ## 4. The article's numbers
#
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
# In Spades a game is a match to 500 points: about ten deals add up, so a small advantage in each becomes a large one.
# We do not know whether the article's player bids by search or by rules, so we play both. *Cheating UCT* sees all
# cards: what the unseen ones cost, at most.
#
# **Against PIMC**, which searches each guess on its own and lets the searches vote; 1000 iterations are shared among
# its trees. Stored, and as a quick run:

# %%
show("trees")

# %%
show("trees", titles=("Dou Di Zhu",), trees=(1, 10), games=12)

# %% [markdown]
# **The smallest games**: strategy fusion, which one tree for all guesses cures, hidden moves, for which it needs more,
# and non-locality, which no search of this family cures.

# %%
show("small")

# %% [markdown]
# **Eight times the time.** The article's search plays at or above a program that takes eight times as long. Ours meets
# flat Monte Carlo with rules in its playouts:

# %%
wide(show("flat"))

# %% [markdown]
# **What it depends on.** Assumptions that the article leaves open, changed one at a time on the same deals:

# %%
wide(show("sensitivity"))

# %%
show("constants")

# %% [markdown]
# ## 5. Strong and foolish
#
# Players found ISMCTS weaker than the program it beat. The article explains: when the outcome is settled, every move
# has the same value, and the search plays "completely randomly". Below are positions in which some legal plays look
# foolish by hand-written rules.
#
# **Question.** How often should an indifferent search choose a foolish play? And how many positions would you need to
# say that two rates are *equal*?
#
# <details><summary>Answer</summary>As often as a player that picks a legal card at random (the crosses). To say
# <em>equal</em> you need a margin and many positions: about 400 of each kind for ±5 points. A wide interval that
# contains zero is no proof of equality.</details>

# %%
show("foolish")

# %% [markdown]
# Does knowledge make it stronger, too? Four forms of it, from the same rules: foolish plays are left out, or get bad
# *prior counts*; the reward of good ones is *skewed*; the rules play the *playouts*.

# %%
show("knowledge")

# %% [markdown]
# **Question.** The best of four forms was picked after looking. What is wrong with its interval?
#
# <details><summary>Answer</summary>In one of ten studies of four useless forms, some form would seem to help. So a
# form counts only if its p value is small enough for the best of all (Holm's method).</details>
#
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
# ## 6. What was found
#
# The verdicts on all claims, with intervals, are in [the report](../figures/report.html#powley2013). It says when the
# rule of each was fixed, and counts apart what was fixed after first results. Where a first stage left a claim
# undecided there was a second, of a size fixed beforehand; intervals are wider for these two looks.
#
# **Question.** Why not simply play on until a claim is decided?
#
# <details><summary>Answer</summary>Because it would be decided, true or not. An interval wanders with every game. If
# you stop as soon as it excludes zero, you find an effect sooner or later, even where there is none.</details>
#
# All pictures above were made from:

# %%
show.sources()

# %% [markdown]
# **Try it.** `show("constants", constants=(0.1, 0.7), games=100, iterations=100)`: how many games would you need to
# separate the two? `mcts-lab list experiments` names all that can be set.
#
# ## Take-aways
#
# * A node of the tree stands for all states that look the same to a player, and in one guess most of its branches are
#   illegal.
# * A win rate means little without the opponent's own strength, the number of deals, and the interval.
# * Where every play has the same value, strength does not show, but foolish plays do.
# * Fix what you measure, and how many games, beforehand; and judge the best of several as the best of several.
