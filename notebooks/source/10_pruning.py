# %% [markdown]
# # Learning what to prune: bandits and pruning networks
#
# * **Minutes:** 60
# * **Prerequisites:** 03_tree
# * **Papers:** Papagiannis, Alexandridis & Stafylopatis (2022), sections 4 and 5
#
# **You will be able to**
#
# * say why a search with few iterations and many actions wastes most of them;
# * play thousands of bandits and read from them what may be discarded, and when;
# * train two small networks on such data, and say what they know and what they do not;
# * follow a planner that weighs pruning early against pruning safely;
# * prune any game of this collection with it, and judge whether it helps.
#
# Results shown here are stored with the project; `mcts-lab run EXPERIMENT` computes them afresh.

# %%
from functools import partial
from typing import NamedTuple

import pandas as pd

from mcts_lab import UCT, Search, games, start, textbook
from mcts_lab.course import exercise
from mcts_lab.engine.random import stream
from mcts_lab.engine.random import uniform as uniform_number
from mcts_lab.learning.bandits import DISTRIBUTIONS, data_set, draw_mean, outcomes
from mcts_lab.learning.planner import schedule
from mcts_lab.papers.papagiannis2022.players import pruning_model
from mcts_lab.papers.papagiannis2022.unpruning import RandomUnpruning
from mcts_lab.papers.reporting.show import Show, wide
from mcts_lab.search import PruningNetworks
from mcts_lab.views.plots import results, search

show = Show("papagiannis2022")

# %% tags=["parameters"]
iterations = 1000
runs = 1000
seed = 1

# %% [markdown]
# ## 1. Too many actions
#
# In Hearthstone you often have twenty actions or more, and only a few hundred iterations for each decision. Hex on 7 x
# 7 cells is as bad: 49 first moves.

# %%
hex_board = games.hex(size=7)
plain = Search(hex_board, start(hex_board), UCT(), seed=seed)
plain.run(iterations)
search.root_actions(plain.tree, top=20)

# %% [markdown]
# **Question.** 1000 iterations for 49 moves are about twenty each, and each move has 48 replies. How deep is this tree?
# How would you rather spend the iterations that went into the worst forty moves?
#
# <details><summary>Answer</summary>Two plies. The ten best moves would get a hundred each, enough to rank some of them.
# The trouble is that after a few tries you do not know which ten these are.</details>
#
# So there are two questions: *How many actions must I keep, so that the best is still among them?* And: *is the gain
# worth the risk?* The article answers both with a model of the root in which everything can be counted: a bandit.
#
# ## 2. Ten thousand bandits
#
# Each of K arms pays 1 with its own probability, drawn from a **distribution of rewards**, and 0 otherwise. UCB1 with c
# = √2 pulls them. After some pulls we check, because here we know which arm is truly the best:
#
# * **safety**: what was its rank by visits in the worst of many problems? That many arms must be kept.
# * **probability**: in which share of the problems was it the most visited one?
#
# **Exercise.** Define its rank so that it also covers arms pulled equally often. `exercise("rank_of_best").hint()`
# helps.

# %%
def rank_of_best(visits, best):
    """The rank of arm `best` by visits: 1 for the most visited arm.

    `visits` lists how often each arm was pulled. Arms pulled equally often share the better
    rank.
    """
    ...  # your code here


exercise("rank_of_best").check(rank_of_best)

# %% [markdown]
# Here are twenty arms and a thousand problems:

# %%
pulls = (100, 200, 300, 500, 1000, 1500)
uniform = DISTRIBUTIONS["uniform"]
found = outcomes(uniform, 20, pulls, runs, seed)
pd.DataFrame(found, index=pd.Index(pulls, name="pulls"), columns=["worst rank", "found"])

# %% [markdown]
# **Question.** What happens to the worst rank of a thousand problems if you play ten thousand? What does that say about
# the label on which the first network is trained?
#
# <details><summary>Answer</summary>A maximum grows with the sample and never stops, so the label means "safe in about
# 999 of 1000 problems", and another thousand problems give another maximum: it is noisy. The share of problems in which
# the best arm is found does not drift, and its standard error is at most 0.016.</details>

# %%
arms = (5, 10, 20, 40)
rows = [{"pulls": t, "arms": f"{k} arms", "worst rank": rank, "found": share}
        for k in arms
        for t, (rank, share) in zip(pulls, outcomes(uniform, k, pulls, runs, seed), strict=True)]
data = pd.DataFrame(rows)
results.lines(data, "pulls", "worst rank", "arms", title="As many must be kept")

# %%
results.lines(data, "pulls", "found", "arms", percent=True, ylabel="found",
              title="The best arm is the most visited one")

# %% [markdown]
# **Question.** After 300 pulls of 40 arms the best one is the most visited in a third of the problems. With 10 arms,
# after how many pulls is it the most visited as often? What should you do with 500 pulls?
#
# <details><summary>Answer</summary>After fewer than 50. So it pays to find out quickly which ten to keep: if that takes
# 400 pulls, the last 100 choose better among ten than 500 do among forty. The planner of section 5 does this
# calculation.</details>
#
# ## 3. It depends on the rewards
#
# The closer the arms, the harder they are to rank. Some distributions:

# %%
rng = stream(seed)
drawn = {name: [draw_mean(one, rng) for _ in range(2000)] for name, one in DISTRIBUTIONS.items()}
pd.DataFrame(drawn).quantile([0.05, 0.25, 0.5, 0.75, 0.95]).T.round(2)

# %%
rows = [(name, *outcomes(one, 20, (300,), runs, seed)[0]) for name, one in DISTRIBUTIONS.items()]
pd.DataFrame(rows, columns=["rewards", "worst rank", "found"]).set_index("rewards")

# %% [markdown]
# *bimodal* has one peak at 0 and one at 1, as the article found for the rewards at the root of searches in Hearthstone
# (its Figure 2; the next lesson checks that). The article does not publish its mixture; we inferred ours from the
# output of its stored networks (`mcts_lab.papers.papagiannis2022.calibration`). *bimodal_normal* is another mixture
# that fits nearly as well.
#
# A distribution is a class with a method that draws from it. Here is one of our own, the better of two draws:

# %%
class BetterOfTwo(NamedTuple):
    """Arms that had two chances to be good."""

    def draw_mean(self, rng):
        return max(uniform_number(rng), uniform_number(rng))


own = data_set(BetterOfTwo(), (100, 300), arms=(5, 20), runs=100, seed=seed)
own.set_index(["arms", "pulls"])

# %% [markdown]
# `empirical(rewards)` makes a distribution of rewards that you have measured, and
# `mcts_lab.learning.pruning_models.make_model(BetterOfTwo())` trains both networks.
#
# **Question.** With skewed rewards the worst rank is as bad as possible, and yet the best arm is found more often than
# with rewards around a half (*gaussian*). How is that possible?
#
# <details><summary>Answer</summary>Among many poor arms one usually stands out, and is found. In a few of the thousand
# problems none does; then the best one has an unlucky start and ends up last. The worst case does not say how often it
# happens, and neither measure says how much a wrong choice costs.</details>
#
# ## 4. Two small networks
#
# One row for each number of arms (3 to 50) and of pulls: 4,704 for safety, 9,600 for probability, a thousand problems
# each. `mcts-lab train uniform` makes them and trains a network on each, with three hidden layers, using scikit-learn.
# A network is nothing but a smooth table of two whole numbers:

# %%
show("surfaces")

# %% [markdown]
# **Question.** Where on the map of the safety networks would you trust them least?
#
# <details><summary>Answer</summary>At the upper left, with many actions and few iterations: the surface is steepest
# there, and labels that are maxima scatter most. Above 50 actions or 1500 iterations there were no training
# data.</details>

# %% [markdown]
# Here are networks for three distributions that the article leaves for later:

# %%
show("surfaces_further")

# %%
model = pruning_model("uniform")
{"network": (float(model.safety(20, 300).round(1)), float(model.probability(20, 300).round(3))),
 "bandits": found[2]}

# %% [markdown]
# The authors' program comes with their trained networks. Are ours the same? Networks trained on different problems
# never are; here are the mean distances, next to the errors on held-out rows.

# %%
quality = show("accuracy")
wide(quality[quality.index.str.startswith(("safety", "probability"))])

# %%
networks = show("networks")
networks[networks["actions"].isin(["10", "20", "40"])
         & networks["iterations"].isin(["300", "1,000", "1000"])]

# %% [markdown]
# ## 5. The planner
#
# Pruning early leaves many iterations for few actions; pruning late is safer. For each time, the safety network says
# how many actions to keep, and the probability network gives the odds with the iterations left. The planner takes the
# time with the best odds; not pruning is a choice as well.
#
# **Exercise.** Write it. `exercise("best_pruning").hint()` helps.

# %%
def best_pruning(kept, found, actions, iterations):
    """When to prune, and to how many actions, as a pair (iteration, number).

    `kept(i)` is the number that must be kept after i iterations, `found(number, left)` the
    odds that the best of `number` actions is found with `left` iterations. Times are 100 to
    iterations - 1. Not to prune, (0, actions), is a choice too. Of equal choices the earliest
    counts.
    """
    ...  # your code here


exercise("best_pruning").check(best_pruning)

# %%
show("choices")

# %% [markdown]
# After each pruning the planner is asked again, with the remaining actions and iterations. For 1000 iterations and 20
# actions, here is the whole schedule, as pairs of iteration and actions kept:

# %%
{name: schedule(pruning_model(name).tables, 20, 1000) for name in ("uniform", "bimodal")}

# %%
schedules = show("schedules")
wide(schedules[schedules["actions"].isin(["10", "20", "50"])])

# %% [markdown]
# **Question.** Our networks are close to the article's, and still the schedules differ (*alike* requires every time
# within 15 % and every number within one). Find the reason in the figure above.
#
# <details><summary>Answer</summary>The curve is a saw-tooth because the number to keep is rounded, so an error of a
# tenth of an action moves a tooth. Its peaks are almost equally high, so errors of a hundredth decide which is the
# highest. <em>lost</em> is the cost of the article's first pruning by our networks. (It can be negative: the article
# then keeps fewer actions than our safety network would allow at that time.)</details>

# %%
frame = show.frame("schedules")
frame.groupby("networks", sort=False).agg(
    rows=("alike", "size"), alike=("alike", lambda said: (said == "yes").sum()),
    least_lost=("lost", "min"), most_lost=("lost", "max"))

# %% [markdown]
# **Question.** Are ours bad copies, then? Guess how many of 21 schedules are alike between two pairs of networks made
# by the same command with different seeds. (Here *alike* is a percentage, and *least* and *most* are over pairs; *kept*
# and *found* are the distances between the networks.)

# %%
wide(show("seeds"))

# %% [markdown]
# <details><summary>Answer</summary>Fewer than half with uniform rewards, hardly more than between the article's and
# ours: there the seed alone explains the difference. A schedule is a property of a training run, not of the rewards.
# The bimodal networks resemble each other more than the article's, because their rewards had to be inferred.</details>

# %% [markdown]
# ## 6. Pruning a real search
#
# In a search the root's children take the place of arms. `PruningNetworks` is a part for the slot `pruning`, for any
# game:

# %%
pruning = UCT(pruning=PruningNetworks(model.tables))
pruned = Search(hex_board, start(hex_board), pruning, seed=seed)
pruned.run(iterations)
search.root_actions(pruned.tree, top=20)

# %% [markdown]
# In plain Python it is a tree policy for the `uct` of notebook 03. `plan` is the planner of section 5; `time_of` and
# `number_of` split its answer:

# %%
textbook.show(textbook.pruning_networks)

# %% [markdown]
# It grows the same tree as the part. What if a copy never asks the planner again? One line differs:

# %%
once = textbook.changed(textbook.pruning_networks, (
    "again = len(node.kept) > 2 and time_of(planned) > 0", "again = False"))
for policy in (textbook.pruning_networks, once):
    choose = partial(policy, tables=model.tables, iterations=iterations)
    root = textbook.uct(hex_board, start(hex_board), iterations, stream(seed), choose=choose)
    by_hand = {child.action: child.visits for child in root.children}
    print(len(root.kept), "actions left; the tree of the part:",
          by_hand == pruned.result().visits)

# %%
show("figure1")

# %% [markdown]
# **Question.** An action of a game is not an arm: name two assumptions of the bandit that a search breaks.
#
# <details><summary>Answer</summary>An action's mean changes while the tree below it grows (a trap looks good first), so
# its early visits say less than an arm's. And actions of one position are much more alike than arms drawn
# independently, so the best is harder to find than the networks believe. Besides, the constant of a search is often not
# √2.</details>
#
# Only games show whether it helps. The table has games against plain UCT with 500 iterations each and sides exchanged;
# a draw counts 1/2. Connect Four, Othello, Hex and Tribes use networks for all five distributions of rewards;
# Hearthstone those that the article leaves for later. Missing rows have not been played yet: `mcts-lab run
# papagiannis2022_other --budget standard` plays them.

# %%
wide(show("other"))

# %% [markdown]
# **Question.** In which of these games would you expect pruning by networks to do harm?
#
# <details><summary>Answer</summary>Where there are few actions (Connect Four has seven: nearly nothing to gain), and
# where one surprising reply settles everything, so that an action's first visits mislead.</details>
#
# **Question.** Each row has a 95 % interval. If pruning changed nothing anywhere, how many rows of this table would
# still say *more* or *less*? Which rows do you believe now?
#
# <details><summary>Answer</summary>One in twenty, so about one. A single such row of a game may be that one: in Connect
# Four one pair of networks wins and another loses. In Hex, the game with the most moves, three of six rows agree, and
# one is far from a half: that is not chance.</details>
#
# ### Softer
#
# An action pruned for good is lost, even if it was only unlucky. The article suggests "soft" pruning. `RandomUnpruning`
# softens any rule: at each choice, with some probability, one of the pruned actions takes part again.

# %%
soft = UCT(pruning=RandomUnpruning(PruningNetworks(model.tables), chance=0.02))
softly = Search(hex_board, start(hex_board), soft, seed=seed)
softly.run(iterations)
found = {name: sorted(one.result().visits.values(), reverse=True)
         for name, one in {"plain": plain, "pruned": pruned, "softly": softly}.items()}
pd.DataFrame(found).iloc[[0, 1, 2, 5, 10, 20, 40]]

# %% [markdown]
# Visits of the most visited first move (row 0), of the second, and so on, for the three searches.
#
# **Try it.** `make_model(BetterOfTwo(), batches=5, epochs=40, repeats=1)` trains networks for the rewards of section 3
# in a few minutes; pass its `tables` to `PruningNetworks`. Which rewards would you train on for Othello?
#
# ## Take-aways
#
# * With few iterations for many actions, the decision that counts is which actions to try less.
# * A bandit answers it by counting: how many actions to keep (safety), and what that gains (probability).
# * The labels decide what a network learns. A maximum over a thousand problems is noisy and grows with their number.
# * A planner that compares nearly equal choices returns another plan for every network, and equal strength.
# * Arms are independent and do not change; actions are neither. Only games can tell whether pruning helps.
