# %% [markdown]
# # Only the order counts: O-MCTS on real-time games (Joppen & Fürnkranz 2019)
#
# * **Minutes:** 75
# * **Prerequisites:** 02_bandits_and_uct
# * **Papers:** Joppen & Fürnkranz (2019), all sections
#
# **You will be able to**
#
# * say what a mean assumes about rewards that their order does not tell;
# * compute a Borda score by hand, and say when it disagrees with the mean;
# * exchange one part of a search and have MCTS, N-MCTS, MixMax, O-MCTS or PB-MCTS;
# * explain why a cautious search stands still in front of a gap, and which encoding of "lost" makes it worse;
# * read a table of ranks with its tests, and see what tuning and reporting on the same games is worth.
#
# Results shown here are stored with the project; `mcts-lab run EXPERIMENT` computes them afresh.

# %%
from IPython.display import SVG, Markdown

from mcts_lab import Search, games, start
from mcts_lab.game import svg
from mcts_lab.games.vgdl import rewarded, score_of, vgdl
from mcts_lab.papers.joppen2019 import agents, tables
from mcts_lab.papers.reporting.show import Show, wide
from mcts_lab.search.mcts.solo import play_solo
from mcts_lab.views.plots import search

show = Show("joppen2019")

# %% [markdown]
# ## 1. A coward
#
# A runner stands before a row of gaps. Standing still is safe. A jump over a gap succeeds three times in four, and
# falling is the worst that can happen.

# %%
gaps = games.gaps()
SVG(svg(gaps, start(gaps)))

# %% [markdown]
# **Question.** A search looks five moves ahead and values a position by lost, playing or won, and within that by how
# far the runner got. Will it jump? Write down what a mean of such values says, then run it.

# %%
for name in ("MCTS", "O-MCTS"):
    played = play_solo(gaps, agents.agent(name, 0.25, 5), calls=250, seed=1)
    print(name, "got to cell", int(played.state.place), "in", played.moves, "moves,",
          played.actions.count(0), "of them standing still")

# %%
show("courage")

# %% [markdown]
# The right half differs from the left in one number: a loss counts -1, not 0. Nothing else changed, neither the game
# nor the order of its outcomes.
#
# **Question.** Whose lines moved, and whose did not? Which of the two numbers for a loss is the right one?
#
# <details><summary>Answer</summary>Those that average moved: they stand still more often. There is no right number: the
# rules say that falling is worse than standing, and nothing about how much.</details>
#
# Standing still costs little here, because there is time enough. Whether the brave also get farther is another
# question, whose endpoint was fixed before anything was measured:

# %%
wide(show.claims("cowardly"))

# %% [markdown]
# ## 2. Two ways to compare
#
# The paper's example: action a got the rewards 0.1, 1, 0.1 and action b 0.3, 0.35, 0.25.
#
# **Question.** Which has the better mean? Draw a reward of a and one of b at random: which is better more often?

# %%
tables.figure2_values().set_index("example")

# %% [markdown]
# *Borda* is the chance that an action's reward beats one of a random other action (ties half). It is what O-MCTS puts
# in the place of the mean. *MixMax* adds a quarter of the best reward seen.

# %%
show("figure2")

# %%
wide(show.claims("figure-2", "worked"))

# %% [markdown]
# **Question.** Of two rewards only, say 0 and 1, can the two disagree?
#
# <details><summary>Answer</summary>No: then the chance to beat another grows with the share of ones, which is the
# mean.</details>
#
# ## 3. The search with another part
#
# All five algorithms are the same search. The rewards need not be known beforehand: O-MCTS keeps the scale of outcomes
# that it has met.

# %%
for name in agents.TUNED:
    print(name, "=", agents.agent(name, 0.5, 10), "\n")

# %%
zelda = agents.make_game("Zelda")
SVG(svg(zelda, start(zelda, 0)))

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

# %%
costly = rewarded(zelda, lost=-1.0)
other = Search(costly, start(zelda, 0), agents.agent("O-MCTS", 0.5, 10), seed=1)
other.run(calls=2000)
(ordinal.nodes["visits"] == other.nodes["visits"]).all()

# %%
wide(show("encodings"))

# %% [markdown]
# ### What it costs
#
# A mean is one sum. A Borda score needs the distribution of every child.

# %%
wide(show("cost")[["outcomes", "Borda / mean"]])

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

# %%
show("figure1")

# %% [markdown]
# ## 5. Seven games
#
# Real-time games of the GVGAI framework: every tick the player chooses an action, and the budget is a number of calls
# of the forward model.

# %%
show("games")

# %% [markdown]
# **Your turn.** Watch a game of O-MCTS (a smaller budget than the paper's, to be quick), or step through it.

# %%
from mcts_lab.views import film  # noqa: E402

jaws = vgdl("jaws")
seen = []
diver = agents.agent("O-MCTS", 0.5, 10)
played = play_solo(jaws, diver, calls=100, seed=3, moves=200, watch=seen.append)
page = film.page(jaws, seen)
Markdown(f"{played.moves} moves, score {score_of(played.state)}: "
         f"a page of {len(page) // 1000:,} kB to save and open")

# %% [markdown]
# ## 6. Who is best?
#
# A problem is a game with a budget. On each, algorithms are ranked by games won, ties by score.

# %%
show("figure3a_printed")

# %% [markdown]
# Those are the ranks of the paper's own numbers, computed again. A bar joins two algorithms which Wilcoxon's test does
# not tell apart at 1 %.
#
# **Question.** The paper played 36 configurations of every algorithm, 40 games each, and reports the best one on the
# games it was chosen by. Why is that optimistic? For whom more?

# %%
wide(show("optimism"))

# %% [markdown]
# Ours: some games to choose a configuration, then fresh games with it.

# %%
wide(show("our_ranks"))

# %%
show("table1_figure")

# %%
names = ("rank", "dominance", "easy", "chase", "deadly", "normalisation", "mixmax", "won")
wide(show.claims(*names))

# %% [markdown]
# ### Rollout length and exploration
#
# **Question.** With 250 calls a move, do you want 50 short playouts or 5 long ones?

# %%
show("table2")

# %%
wide(show.claims("rollout", "five"))

# %% [markdown]
# ## 7. All verdicts

# %%
verdicts = show.claims()
counts = verdicts["verdict"].value_counts()
Markdown(", ".join(f"**{count}** {verdict}" for verdict, count in counts.items()))

# %%
wide(verdicts[["the paper says", "verdict", "ours"]])

# %%
show.sources()

# %% [markdown]
# **Try it.** `agents.agent("MixMax", 0.5, 10)` on the gaps: is it braver than O-MCTS? Is it wiser? Count falls.
#
# ## Take-aways
#
# * A mean needs distances between outcomes; most games only have an order.
# * The Borda score asks how often one action beats another, and any change of numbers that keeps the order leaves the
#   search as it is, node for node.
# * That makes a search bolder where it more often gains than loses, whatever a loss "costs". Whether bold is good is a
#   matter of the game.
# * Ranks over problems need a test, and numbers chosen by their own games promise too much.
