# %% [markdown]
# # A paper, regenerated: soccer (Runnels 2023)
#
# * **Minutes:** 60
# * **Prerequisites:** 01_minimax_and_alpha_beta, 02_bandits_and_uct
# * **Papers:** Runnels (2023), "Project 3: Game Tree Search", all sections
#
# **You will be able to**
#
# * rebuild a paper's figures and tables, and say where its text leaves a choice open;
# * set a published number beside your own, with an interval, and judge it;
# * use an exact solution as a yardstick for searches;
# * test two explanations against data, and find out which one is right.
#
# The results shown here are stored with the project. Every table and figure is made from them when the cell runs, and
# `mcts-lab run EXPERIMENT` computes them afresh.

# %%
from IPython.display import Markdown

from mcts_lab import AlphaBeta, Search, SearchPlayer, action_name, games, legal_actions, start
from mcts_lab.papers.reporting.show import Show, wide
from mcts_lab.views.plots import search, tree

show = Show("runnels2023")

# %% [markdown]
# ## 1. The game (section 2.1)
#
# Two players, one ball, turn by turn. Red attacks the goal at the right, Blue the one at the left. A goal ends the
# game, and so does a position that comes back: that is a draw.

# %%
show("figure1")

# %% [markdown]
# **Question.** The paper says that a player without the ball can move to all eight neighbours. What does the game say?

# %%
game = games.soccer()
state = start(game, 2023)
[action_name(game, state, action) for action in legal_actions(game, state)]

# %% [markdown]
# Names are steps (across, up); Red's *forward* is to the right. Diagonal steps lead forward only. The paper used a
# program, and the program is what was played, so we follow the program. It differs from the text in several places:

# %%
wide(show("rules"))

# %% [markdown]
# Play a few moves as Red. Your opponent looks three plies ahead.

# %%
from mcts_lab.views.widgets.play import Play

Play(game, SearchPlayer(AlphaBeta(depth=3, perspective="root")), state=state, seed=1)

# %% [markdown]
# ## 2. The algorithms (section 3)
#
# Figures 2 and 3 show a minimax tree and a Monte Carlo tree. Notebooks 01 and 02 explain both.

# %%
show("figure2")

# %%
show("figure3")

# %% [markdown]
# **Question.** In Figure 3 the new leaf at the right has won 1 of 1, and the root went from 1/2 to 2/3. The red node
# between them went from 1/1 to 1/2. Whose victory did the simulation end with, and what would *you* add at the red
# node? Keep your answer until section 7.
#
# ## 3. The evaluation (section 4)
#
# A search of limited depth needs a value for unfinished positions. The paper gives one in four cases (Equations 3 to
# 6). In the last one, the player has the ball but the opponent is nearer to the goal:
#
# $$ \frac{10}{\text{distance to goal}} - \frac{\text{distance to opponent}}{10} $$
#
# The sentence below it says that the player should move *away* from the opponent.
#
# **Question.** Does the formula reward moving away, or moving closer?
#
# <details><summary>Answer</summary>It subtracts the distance, so it rewards being close. Formula and sentence
# contradict each other. Nobody can know which was programmed, so both readings are run throughout: <em>printed</em> and
# <em>away</em>.</details>

# %%
wide(show.claims("zero-least", "one-highest", "possession"))

# %% [markdown]
# These verdicts are exact: all positions that can occur were evaluated. There are few enough of them, as section 6
# shows.
#
# ## 4. The tables (section 5)
#
# The paper plays 25 games per row, both sides with the same search. So do we, with more games: "ours" is what 25 games
# should show, in brackets the range that 95 of 100 such samples fall into, then the paper's number. Depth is in plies.
#
# **Question.** How far can the number of draws in 25 games be off by chance alone?

# %%
columns = ["red_wins", "blue_wins", "draws", "games"]
wide(show("table1")[columns])

# %%
wide(show("table2")[columns])

# %%
wide(show("table3")[columns])

# %% [markdown]
# The same as a picture, with both readings of Equation 6.

# %%
show("outcomes")

# %% [markdown]
# **Question.** Minimax and alpha-beta look at the same positions. Why do the paper's columns differ between its Tables
# 1 and 2 at equal depth, and ours not?

# %%
wide(show.claims("more-wins"))

# %% [markdown]
# With equal starts and equal tie-breaking, the games are the same move by move. In the paper something else must have
# differed: the starts, the tie-breaking, or what "depth" means.
#
# ## 5. What the data say: runtime
#
# **Exponential in depth?** Counting the states that a search generates makes this independent of the machine.

# %%
show("growth_depth")

# %%
wide(show.claims("minimax-exponential", "alpha-beta-exponential", "ten-times", "square-root"))

# %% [markdown]
# **Exponential in playouts?** The paper says that the runtime of MCTS "show[s] exponential growth".
#
# **Question.** What does one more playout cost, when a hundred have been made? Decide before you look.

# %%
show("growth_playouts")

# %% [markdown]
# One more playout costs one more playout. At the left are the paper's own numbers, at the right ours.

# %%
wide(show.claims("mcts-exponential"))

# %% [markdown]
# How fast is it? The reference program's speed was recorded on another machine, so only the order of magnitude counts.

# %%
wide(show("speed")[["unit", "reference_per_second", "ours_per_second"]])

# %% [markdown]
# ## 6. What the data say: "sophisticated evaluation"
#
# The paper finds that deeper search brings more draws, and explains it: the evaluation is so sophisticated that both
# sides know too much to exploit each other. Another explanation: perhaps most positions simply *are* draws.
#
# Soccer has few enough positions to be solved exactly, by working backwards from the goals.
#
# **Question.** In what share of the starts can somebody force a win?

# %%
from mcts_lab.games.soccer import DRAWN, solve

exact = solve()
decided = (exact.value[exact.starts] != DRAWN).mean()
Markdown(f"Of {len(exact.states):,} positions, {len(exact.starts):,} are starts. "
         f"In **{decided:.1%}** of these somebody can force a win.")

# %%
show("solved")

# %% [markdown]
# So between perfect players nearly every game is a draw. A high share of draws is no defect of deep search: it is the
# right answer. It is no proof of strength either: players who never attack draw as well. Better questions are whether a
# search keeps what it has, and whether it beats another one.

# %%
show("kept")

# %% [markdown]
# **Question.** Does every additional ply help in every row? Which kind of start tells more about a search, and why?

# %%
show("duels_printed")

# %%
show("duels_away")

# %% [markdown]
# Here different depths play *each other* from the same starts, sides swapped. Self-play, as in the paper, cannot show
# which of two settings is stronger.

# %%
wide(show.claims("deeper", "depth-1", "depths-2"))

# %% [markdown]
# And against perfect play:

# %%
show("perfect")

# %% [markdown]
# ## 7. Why the paper's MCTS draws
#
# Back to the question at Figure 3. Section 3.3.4 adds the utility only where the player to move is that of the
# simulated leaf; all other nodes merely count the visit. Usually each node gets the reward of the player who chose it.
#
# **Question.** How does a node look whose simulations all end with *its own* player to move at the leaf, and how one
# level further down?

# %%
show("backup")

# %% [markdown]
# The share of draws depends on this one sentence of the paper.
#
# And how much does a search know after 25 playouts, the number that the paper found best? This is the whole tree of
# one, with the usual backup:

# %%
from mcts_lab.papers.runnels2023.experiments import USUAL

usual = Search(game, state, USUAL, seed=1, compiled=False)
usual.run(25)
tree.draw(usual.tree, top=6, max_depth=1, max_nodes=7)

# %%
search.root_actions(usual.tree)

# %% [markdown]
# With so few playouts the intervals overlap, and the tree is hardly deeper than what is drawn. Neither backup can do
# much with that.
#
# What else the paper leaves open, and how much it matters:

# %%
variants = show("variants")
wide(variants[["draws_percent", "points_against_alpha_beta", "points_from", "points_to"]])

# %% [markdown]
# **Question.** "Points against alpha-beta" is far from one half in most rows. What does that say about 50 playouts?
#
# ## 8. All verdicts

# %%
verdicts = show.claims()
counts = verdicts["verdict"].value_counts()
Markdown(", ".join(f"**{count}** {verdict}" for verdict, count in counts.items()))

# %%
wide(verdicts[["the paper says", "verdict", "ours"]])

# %% [markdown]
# An "undecided" mostly means that the two readings of Equation 6 disagree: the paper's text does not settle the matter.
#
# What this page was made from:

# %%
show.sources()

# %% [markdown]
# **Try it:** `mcts-lab figures runnels2023` writes everything above into `figures/`, and
# `mcts-lab report runnels2023` lists every published number beside ours. To play more games than we did, use
# `mcts-lab run runnels2023_duels --budget paper`.
#
# ## Take-aways
#
# * A paper's text and its program differ in places. Say which one you follow, and run both readings where it matters.
# * Cost grows exponentially with depth, and in proportion to playouts.
# * Draws between equal players say little. An exact solution, or games between *different* settings, say more.
# * One sentence about the backup decides whether this MCTS can win at all.
# * Twenty-five games leave wide intervals. Write them down.
