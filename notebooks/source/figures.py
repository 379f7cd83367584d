# %% [markdown]
# # Every figure and table of the five papers
#
# This notebook draws what the five papers draw, in their order. Above each picture stands which figure or table of the
# paper it is and what the paper prints there. Below it stand our numbers and our verdicts on what the paper says about
# it. Run the next two cells first; the sections do not need each other. **Which of the figures would you believe if you
# saw only the picture, and not the interval?**

# %%
from IPython.display import display

from mcts_course.lesson import *
from mcts_papers.reporting.show import Show, wide

Show("joppen2019")("table1_figure")

# %% [markdown]
# Each point is a number of the paper's Table 1 and ours: the paper's games won across, and ours upwards. If the two
# programs were alike, all points would lie near the diagonal.
#
# * **Minutes:** 15
# * **Prerequisites:** 00_play
# * **Papers:** all five
#
# If `budget` is `None`, everything is drawn from the results that are stored with the project, in a minute or two. With
# `"quick"`, a small version of every experiment is played now. With `"standard"` or `"paper"`, everything that is not
# stored is computed in full, which takes hours or days. `mcts-lab figures` does the same and writes files.

# %% tags=["parameters"]
budget = None

# %%
def draw(show, name, *claims):
    """Show a figure or table, and below it the paper's claims with our numbers."""
    compared = show.paper.item(name).values
    display(show.beside(name) if compared else show(name))
    if claims:
        said = show.claims(*claims)
        display(wide(said[["the paper says", "ours", "interval", "verdict"]]))


# %% [markdown]
# In a table with two numbers in each cell, the upper number is the paper's. The lower one is ours, with half the width
# of the interval in which the paper's number is expected if both programs are alike. The sign ≠ says that it lies
# outside. Blue cells are higher in our games, and orange ones are lower.
#
# ## 1. Runnels 2023: minimax, alpha-beta and MCTS in soccer
#
# **Figure 1** of the paper is the initial state of its game, and **Figure 2** is a minimax tree. **Figure 3** shows the
# tree of a Monte Carlo tree search after three simulations. No numbers of them are printed but those in the trees.

# %%
runnels = Show("runnels2023", budget)
draw(runnels, "figure1")
draw(runnels, "figure2")
draw(runnels, "figure3")

# %% [markdown]
# **Table 1** of the paper counts how 25 games of minimax end at depths 1 to 3, **Table 2** the same for alpha-beta, and
# **Table 3** for MCTS with 10 to 100 playouts. The text leaves much open: our numbers are those of a first
# interpretation, and the share says in how many interpretations the paper's number lies inside.

# %%
draw(runnels, "table1", "draws-often", "depth-1-most")

# %%
draw(runnels, "table2", "depths-2-and-3", "ten-times")

# %%
draw(runnels, "table3", "playouts-25", "mcts-exponential")

# %% [markdown]
# ## 2. Powley, Whitehouse and Cowling 2013: ISMCTS in Spades and Dou Di Zhu
#
# The paper has one picture, of the tree as left child and right sibling. It has no table, and its numbers stand in
# the text: ISMCTS won 64 % of the games of Spades and 62 % of Dou Di Zhu, against programs that are not public.

# %%
powley = Show("powley2013", budget)
draw(powley, "sibling_tree", "sibling-memory")

# %%
draw(powley, "strength", "spades-stronger", "dou-dizhu-stronger")

# %% [markdown]
# ## 3. Joppen and Fürnkranz 2019: O-MCTS in arcade games
#
# **Figure 1** of the paper shows preferences in a circle and a tree that orders them. **Figure 2** shows two actions of
# which the mean and the ordinal method prefer different ones.

# %%
joppen = Show("joppen2019", budget)
draw(joppen, "figure1")
draw(joppen, "figure2", "figure-2")

# %% [markdown]
# **Table 1** has the games won and the mean scores of six agents on 28 problems, 40 games in each cell. The paper
# prints 100 % for O-MCTS in 12 of them, for example. Our Yolobot is another program, so its cells have no colour.

# %%
draw(joppen, "table1", "dominance", "mixmax-worst", "normalisation")

# %% [markdown]
# **Table 2** is a picture in the paper: the mean rank by rollout length and exploration constant. The text names O-MCTS
# with rollouts of 5 and C = 1.25 as the best configuration.

# %%
draw(joppen, "table2", "best-configuration", "short-rollouts")

# %% [markdown]
# **Figure 3a** gives the mean ranks: 1.9 for O-MCTS, 3.1 for MCTS and N-MCTS, 3.0 for Yolobot, 4.3 for PB-MCTS and 5.7
# for MixMax. **Figure 3b** gives them for won games alone, without printed numbers.

# %%
draw(joppen, "figure3a", "printed-ranks")
draw(joppen, "figure3b", "won-games")

# %% [markdown]
# ## 4. Hsu and Perez-Liebana 2020: pruning in Tribes
#
# **Figure 1** of the paper is a window of its program, with a map of Tribes. **Table 1** has the share of 5,000 games
# that each search won against each of three baselines, and **Table 2** how the pruned searches stand in the end.

# %%
hsu = Show("hsu2020", budget)
draw(hsu, "figure1")
draw(hsu, "table1", "pruned-win", "default-loses")

# %%
draw(hsu, "table2", "cities-larger", "scores-smaller")

# %% [markdown]
# **Figure 2** shows the depth of the tree by the number of legal actions: with more than 50 actions the default search
# gets no deeper than 2 levels. **Figure 3** shows how many children of the recommended node were visited.

# %%
draw(hsu, "figure2", "two-levels", "pruning-deeper")
draw(hsu, "figure3", "hard-more-complete")

# %% [markdown]
# **Figures 4 and 5** show the same by turn: the depth of the default search drops to around 3 at turn 30, and 40 % of
# the children are visited at turn 50. **Section 4.3** gives the shares of actions: 68 % of units, 20.5 % of cities and
# 11.4 % of the tribe.

# %%
draw(hsu, "figure4", "turn-30")
draw(hsu, "figure5", "turn-50")
draw(hsu, "actions", "unit-share", "city-and-tribe")

# %% [markdown]
# ## 5. Papagiannis, Alexandridis and Stafylopatis 2022: pruning networks in Hearthstone
#
# **Figure 1** of the paper is a sketch of a pruned tree. **Figure 2** shows the mean rewards of actions, whose
# distribution it calls bimodal. **Table 1** lists what the value model sees, 45 numbers.

# %%
papagiannis = Show("papagiannis2022", budget)
draw(papagiannis, "figure1")
draw(papagiannis, "figure2", "two-peaks")
draw(papagiannis, "table1")

# %% [markdown]
# **Tables 2, 3 and 4** have the games won against plain MCTS, against GSV, and of the value model with pruning against
# the one without: three decks and all of them, at 300, 500 and 1000 iterations. Each cell has 300 games in the paper.

# %%
draw(
    papagiannis, "table2", "uniform-surpasses", "pruning-not-sign", "advantage-shrinks"
)

# %%
draw(papagiannis, "table3", "decks-differ", "iterations-help")

# %%
draw(papagiannis, "table4", "uniform-beats-model", "bimodal-at-500")

# %% [markdown]
# **Figures 3, 4 and 5** show which share of the visits the best action gets, the second, and so on, at 300, 500 and
# 1000 iterations. The paper prints no numbers there.

# %%
draw(papagiannis, "figure3", "peaks-higher")
draw(papagiannis, "figure4", "worst-less")
draw(papagiannis, "figure5")

# %% [markdown]
# **Question.** Suppose that two cells of the paper's Table 4 differ by 6 points, 53 and 47 %. Each has 300 games. Is
# one of the agents stronger?
#
# <details><summary>Answer</summary>Not surely. The 95 % interval of a share of 300 games near one half reaches 5.6
# points to either side, and that of the difference of two such shares 8 points. So a difference of 6 points is often
# chance.</details>
#
# [The report](../figures/report.html#found) has all claims of the five papers, and where ours had to depart from them.

# %% tags=["claim"]
from mcts_lab.matches.statistics import difference, proportion
from mcts_papers.joppen2019.ranks import printed_table

assert round(100 * (proportion(150, 300).high - 0.5), 1) == 5.6
apart = difference(159, 300, 141, 300)
assert apart.low < 0 and round(50 * (apart.high - apart.low)) == 8
printed = printed_table().query("algorithm == 'O-MCTS'")["win_rate"]
assert len(printed) == 28 and (printed == 100).sum() == 12
