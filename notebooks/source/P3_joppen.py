# %% [markdown]
# # Only the order counts: O-MCTS (Joppen & Fürnkranz 2019)
#
# Take the key to the door, and mind the monsters. The search that plays here never adds rewards up: it only asks which
# of two outcomes is better. **What does a search lose that never asks by how much?**

# %%
from mcts_lab.lesson import *

show = Show("joppen2019")
show("film_o_mcts").shorter(80)

# %% [markdown]
# Programs that played the games of the GVGAI competition were called cowards: they stood still before a gap that they
# could have jumped. The paper blames the mean, which needs numbers for losing, surviving and winning, and takes them at
# their word. O-MCTS compares instead.
#
# * **Minutes:** 50
# * **Prerequisites:** 08_order
# * **Papers:** Joppen & Fürnkranz (2019), all sections
#
# **You will be able to**
#
# * say in which one part the paper's search differs from UCT, and what that part costs;
# * predict which agents hesitate more when a loss is scored lower, and test it with numbers of your own;
# * read a figure of ranks with its tests, and say why the best of many settings looks too good.
#
# Every figure comes from results that are stored with the project. `show("figure3a")` draws one of them;
# `show("figure3a", quick=True)` computes a small version in seconds and draws that.

# %% tags=["parameters"]
losses = (0.0, -0.5)
chances = (0.6, 0.75, 0.9)
runs = 60
seed = 1

# %% [markdown]
# ## 1. The method beside the textbook
#
# The search is the `uct` of notebook 03. Another score stands in the place of the mean: how often does a reward of this
# action beat a reward of another?

# %%
textbook.show(textbook.borda, textbook.ordinal)

# %% [markdown]
# The paper's five agents are rows of the same parts:

# %%
from mcts_lab.papers.joppen2019 import agents

pd.DataFrame({name: {slot: type(part).__name__
                     for slot, part in agents.agent(name, 0.25, 5)._asdict().items()
                     if slot in ("selection", "value", "leaf", "final")}
              for name in agents.TUNED}).T

# %% [markdown]
# N-MCTS keeps the mean and rescales each reward by the extremes that the node has seen so far. PB-MCTS, the authors'
# earlier algorithm, compares two outcomes at a time; to have two, it follows two actions in every node.
#
# **Question.** How many playouts has an iteration of PB-MCTS whose subtree is five levels deep?
#
# <details><summary>Answer</summary>Sixteen, so a budget of calls soon pays for only a few iterations.</details>
#
# **Exercise.** Write the normalisation of N-MCTS. `exercise("normalised_on_arrival").hint()` helps.

# %%
def normalised_on_arrival(rewards):
    """What N-MCTS counts for each reward of a node, in the order in which they arrive.

    A reward becomes 0 if it is the least and 1 if it is the greatest seen *until then*, itself
    included, and lies between otherwise; while there is only one value, it counts 0.5.
    """
    ...  # your code here


exercise("normalised_on_arrival").check(normalised_on_arrival)

# %% [markdown]
# ## 2. Its trees
#
# The runner of the paper's introduction stands before a gap. Both searches have as many calls of the forward model:

# %%
gaps = games.gaps(chance=0.75)
edge = after(gaps, after(gaps, start(gaps), 1), 1)
searches = {}
for name in ("MCTS", "O-MCTS"):
    searches[name] = Search(gaps, edge, agents.agent(name, 0.25, 5), seed=seed, trace=True)
    searches[name].run(calls=1000)
tree.draw(searches["O-MCTS"].tree, top=3, max_depth=2)

# %% [markdown]
# **Question.** Both searches draw their rewards from the same game. Where will you see a difference: in the rewards of
# an action, or in how often it is visited?
#
# <details><summary>Answer</summary>In the visits. A reward is what the game says; the search decides what to try next.
# (The rewards differ a little, because a search that jumps more often sees more of what lies behind the
# gap.)</details>

# %%
search.rewards(searches["O-MCTS"].tree, searches["O-MCTS"].trace_events)

# %%
search.root_actions(searches["O-MCTS"].tree)

# %%
search.root_actions(searches["MCTS"].tree)

# %% [markdown]
# Depth against branching, in a game with more actions:

# %%
from mcts_lab.papers.joppen2019.levels import make_game

zelda = make_game("Zelda")
searched = Search(zelda, start(zelda, 0), agents.agent("O-MCTS", 0.25, 5), seed=seed)
searched.run(calls=1000)
search.shape(searched.tree)

# %% [markdown]
# ## 3. One claim, with numbers of your own
#
# *MCTS "often chooses the safer action and therefore does not progress", because the mean of a few deaths lies below
# the "mediocre but steady reward of standing still"* (section 1). If the mean is to blame, other numbers for the same
# death must change the behaviour, and of the agents that average only.
#
# The cell tagged `parameters` says what a loss counts, how often a jump succeeds, and how many games are played.
#
# **Question.** Write down, before you run the next cell: which of the five lines will move from the left panel to the
# right one, and up or down? Will O-MCTS and PB-MCTS stand still equally often?
#
# <details><summary>Answer</summary>The lines of the averaging agents move, MCTS, N-MCTS and MixMax: the lower a loss
# counts, the more they stand. O-MCTS and PB-MCTS grow the same trees in both panels, because the order is the same.
# (Where two actions have equally many visits, O-MCTS plays the one with the better mean, so a game can differ.) Whether
# comparing alone makes brave is another matter: look at PB-MCTS.</details>

# %%
show("courage", losses=losses, chances=chances, runs=runs)

# %% [markdown]
# Bars are 95 % intervals over games. Do yours decide it? With more `runs` they shrink like the square root. Here are
# the stored games, with the numbers of the paper and -1:

# %%
show("courage")

# %% [markdown]
# The same from the command line, with results under a name of your own, and as a notebook:
#
#     mcts-lab run courage --set losses=0,-0.5 runs=40 --as mine
#     mcts-lab figures joppen2019/courage --from mine --out my_figures
#     mcts-lab notebook P3 --set losses=0,-0.5 runs=40 --out mine.ipynb
#
# **Question.** Which of your two numbers for a loss is right?
#
# <details><summary>Answer</summary>Neither: the rules say that falling is worse than standing, but not how much
# worse.</details>
#
# ## 4. The paper's figures and tables
#
# **Figure 1.** Three actions beat each other in a circle. A tree can pass on only one winner, so it invents an order.

# %%
show("figure1")

# %% [markdown]
# **Figure 2.** The mean prefers the circles, which lie close together in the middle; the comparison prefers the stars,
# which are sometimes far worse and more often better. (The paper's last sentence on the figure says the opposite of the
# rest of its paragraph.)

# %%
show("figure2")

# %% [markdown]
# **Table 1.** Seven games, four budgets. The paper tunes each algorithm on the very games that it reports, with 36
# settings each; ours are fresh games with the best setting, on levels of the framework.
#
# **Question.** Why do the paper's numbers flatter, and the more so the closer the settings are to each other?
#
# <details><summary>Answer</summary>The best of 36 means belongs to the best setting, or to the luckiest. The closer the
# settings and the noisier the games, the more of it is luck. Yolobot has nothing to choose, so its numbers are not
# inflated.</details>

# %%
show("games")

# %%
show("table1_figure")

# %%
wide(show("optimism"))

# %% [markdown]
# **Figure 3a.** Mean ranks over problems, printed and ours, with p of Wilcoxon's test for each two; in bold where it
# separates them at the 1 % level.

# %%
show("figure3a_printed")

# %%
show("figure3a")

# %% [markdown]
# **Figure 3b.** The same among won games only, by score.

# %%
show("figure3b")

# %% [markdown]
# **Table 2.** Ranks by rollout length and exploration constant.

# %%
show("table2")

# %% [markdown]
# One of these as a quick run, computed now:

# %%
show("figure3a", quick=True)

# %% [markdown]
# *No reward shaping is necessary* (section 4.2): the same searches with other numbers for the same outcomes. *r* is the
# payoff of Equation 8, *s* the share of the possible score made so far.

# %%
wide(show("encodings"))

# %% [markdown]
# *The Borda score takes 3 to 20 times as long as a mean* (section 3.4), in nanoseconds per reward:

# %%
wide(show("cost"))

# %% [markdown]
# **Question.** Why does Equation 7 get slower with the number of outcomes, while the exact score does not?
#
# <details><summary>Answer</summary>Equation 7 keeps a number for each pair of actions and goes through the whole
# distribution of each rival. Instead, the node can keep one distribution of all rivals together; then a new reward
# changes one child and that sum.</details>
#
# And beyond the paper, board and card games. Where a game is only won or lost, order and mean agree, and the agents
# differ in a constant:

# %%
show("beyond")

# %% [markdown]
# ## 5. What was found
#
# The verdicts on all claims, with intervals, are in [the report](../figures/report.html#joppen2019). It says when
# the rule of each was fixed, and counts apart what was fixed after first results. All pictures above were made from:

# %%
show.sources()

# %% [markdown]
# **Try it.** Set `agents=("MCTS", "MixMax")` and `rollout=20` in the call of section 3: does a longer playout make them
# braver? `mcts-lab list experiments` names all that can be set.
#
# ## Take-aways
#
# * A mean needs distances between outcomes; most games have only an order.
# * Any change of the numbers that keeps their order leaves the tree of O-MCTS the same, node for node.
# * Not every algorithm that compares is bold, and whether boldness helps depends on the game.
# * Results on the games that selected a setting are too good, and ranks over problems need a test.
