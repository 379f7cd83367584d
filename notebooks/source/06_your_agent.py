# %% [markdown]
# # Your own variant
#
# * **Minutes:** 40
# * **Prerequisites:** 03_tree
# * **Papers:** Joppen & Fürnkranz (2019), sections 2 and 3, for the other values; Kocsis & Szepesvári (2006), section 3
#
# **You will be able to**
#
# * name the slots of the search, and swap the part in one of them;
# * write your own part in one cell, and check that it works;
# * compare it with others in an experiment that separates skill from luck.

# %%
from typing import NamedTuple

import numpy as np
import pandas as pd
from IPython.display import Markdown

from mcts_lab import UCT, Search, SearchPlayer, after, games, start
from mcts_lab.course import exercise
from mcts_lab.search import Mean, MixMax
from mcts_lab.views.plots import results, search, tree

# %% tags=["parameters"]
name = "connect_four"
opening = (3, 3, 2)
iterations = 300
seed = 1

# %% [markdown]
# ## 1. A search is a row of parts
#
# `UCT` is a small object with one field per slot. Its defaults are plain UCT.

# %%
pd.Series({slot: repr(part) for slot, part in UCT()._asdict().items()}, name="part").to_frame()

# %% [markdown]
# The slot `value` estimates a child from the rewards seen so far. Besides the mean, Joppen & Fürnkranz (2019) use three
# other estimates: MixMax, the mean normalised per node, and the ordinal Borda score.
#
# **Question.** MixMax mixes the mean with the *greatest* reward seen. In a game that is only won or lost, what does it
# do to a child after its first won playout?
#
# <details><summary>Answer</summary>Its greatest reward is 1 from then on. So q is added to every child that was ever
# won. Once all of them were, they differ only by the mean, weighted by 1 - q, as if the exploration constant were
# larger.</details>

# %%
game = games.make(name)
state = start(game)
for action in opening:
    state = after(game, state, action)
mixed = UCT(value=MixMax(0.25)).search(game, state, iterations=1000, seed=1)
search.root_actions(mixed.tree, title="MixMax")

# %% [markdown]
# ## 2. An idea
#
# The mean forgets nothing: early, nearly random rewards count as much as recent ones, although the tree below now
# replies much better. Kocsis & Szepesvári call such rewards *drifting*. So keep an average *v* in which **recent**
# rewards *r* weigh more, and mix it with the mean:
#
# $$ v \leftarrow v + \max\left(\tfrac{1}{n}, s\right)(r - v), \qquad
# \text{value} = q\,v + (1 - q)\,\text{mean} $$
#
# **Question.** What is the value for *q* = 0? And what is *v* for *s* = 0, and for *s* = 1?
#
# <details><summary>Answer</summary>With <em>q</em> = 0 it is the mean. With <em>s</em> = 0, <em>v</em> is the mean as
# well, computed one reward at a time. With <em>s</em> = 1 it is the last reward alone.</details>
#
# ## 3. Build it yourself: the part, in one cell
#
# A rule is a `NamedTuple` with its parameters, and up to four methods: its `node_arrays` (one row per node),
# `init_node` for a new node, `update` for the reward of each backup, and `estimate`, its value in [0, 1] for the player
# to move.

# %%
class Recent(NamedTuple):
    """A mean in which recent rewards weigh more."""

    q: float = 0.5  # weight of the recent average; 0 gives the mean
    s: float = 0.05  # the least weight of a new reward in it

    def node_arrays(self, capacity, facts):
        return (np.empty(capacity),)

    def init_node(self, node, memory):
        memory.value[0][node] = 0.0

    def update(self, parent, child, reward, memory):
        weight = max(self.s, 1.0 / (memory.nodes[child].visits + 1))
        memory.value[0][child] += weight * (reward - memory.value[0][child])

    def estimate(self, parent, child, memory):
        mean = memory.nodes[child].total / memory.nodes[child].visits
        return self.q * memory.value[0][child] + (1.0 - self.q) * mean


# %% [markdown]
# That is all. The part works with every game and every other part, compiled or not.

# %%
recent = UCT(value=Recent()).search(game, state, iterations=1000, seed=1)
search.root_actions(recent.tree, title="Recent")

# %%
tree.draw(recent.tree, top=3, max_depth=2, max_nodes=11)

# %% [markdown]
# ## 4. Does it do what it should?
#
# Distrust a new rule. Three checks cost little:
#
# 1. **Off means off:** with *q* = 0 the value is the mean, so the visits must equal those of plain UCT.

# %%
plain = UCT().search(game, state, iterations=1000, seed=1)
off = UCT(value=Recent(q=0.0)).search(game, state, iterations=1000, seed=1)
pd.DataFrame({"mean": plain.visits, "q = 0": off.visits, "q = 0.5": recent.visits}).sort_index()

# %% [markdown]
# 2. **The parameters matter:** the last column differs.
# 3. **Compiled and interpreted agree**, node for node:

# %%
method = UCT(value=Recent())
fast, slow = (Search(game, state, method, seed=1, compiled=choice) for choice in (True, False))
fast.run(200), slow.run(200)
bool((fast.nodes == slow.nodes).all())

# %% [markdown]
# ## 5. Is it better?
#
# **Question.** Before you measure: write down what you expect, and how many games would convince you.
#
# <details><summary>Answer</summary>An interval of ±5 points takes about 400 games, one of ±2 points 2,400. With 60
# games per pair expect about ±12 points: enough to find a bad rule, not to rank good ones.</details>
#
# Here is a round-robin: every pair plays, with sides swapped and equal budgets. Nothing is written to disk.

# %%
from mcts_lab.experiments import round_robin, run, tally
from mcts_lab.experiments.tournament import cross_table

rules = {"mean": Mean(), "mixmax": MixMax(0.25), "recent": Recent(), "last": Recent(1.0, 1.0)}
players = [SearchPlayer(UCT(value=rule), who, iterations=iterations)
           for who, rule in rules.items()]
plan = round_robin("own_variant", game, players, games=60, seed=seed)

# %%
played = run(plan, workers=1, store=False)
table = tally(played)
table.round(3)

# %%
results.win_rates(table)

# %% [markdown]
# Which search beats which?

# %%
results.cross_table(cross_table(played))

# %% [markdown]
# **Question.** Which differences are larger than their intervals? What would you do next?
#
# <details><summary>Answer</summary>Only <em>last</em> is clearly worse than the others. Next, play more games with the
# rest, and try other games and budgets, because a rule that gains in one may lose in another.</details>
#
# The sentence below is computed from the games.

# %%
from mcts_lab.experiments.statistics import proportion

pair = played[played["fixture"] == "mean - recent"]
mine = tally(pair).set_index("player").loc["recent"]
share = proportion(mine["points"] * mine["games"], int(mine["games"]))
verdict = "better" if share.low > 0.5 else "worse" if share.high < 0.5 else "not told apart"
Markdown(f"Against the mean, *recent* takes {share.text(0, percent=True)} of the points "
         f"in {share.n} games: **{verdict}**.")

# %% [markdown]
# The brackets show the interval. An interval that contains zero is a result as well: it bounds the difference. For a
# firm answer, play more games on more games and budgets with `mcts_lab.experiments`, which spreads tasks over all
# processors, keeps every finished one, and continues where it stopped.
#
# ## 6. Change it
#
# Go back to section 3, change the rule, and run the cells again: the new rule takes effect at once. Ideas:
#
# * a *power mean* of the rewards;
# * the greatest of the last ten rewards;
# * another slot: a selection rule is `parent_term` and `urgency` in `mcts_lab.search.mcts.selection`, and UCB1
#   takes six lines there.

# %% [markdown]
# **Exercise.** Write the value of *MixMax*, which looks at the best that can happen and at what happens on average.
# `exercise("mix_max").hint()` helps.

# %%
def mix_max(rewards, q):
    """The value of MixMax: q times the greatest reward plus (1 - q) times the mean."""
    ...  # your code here


exercise("mix_max").check(mix_max)

# %% [markdown]
# **Exercise.** A simple way to choose: nearly always the best, now and then anything. Write it.
# `exercise("epsilon_greedy").hint()` helps.

# %%
def epsilon_greedy(means, epsilon, rng):
    """The index of the best mean, or with probability `epsilon` any, all being equally likely.

    Draws ``rng.random()`` once, and ``rng.randrange(len(means))`` only for a random index.
    """
    ...  # your code here


exercise("epsilon_greedy").check(epsilon_greedy)

# %% [markdown]
# ## Take-aways
#
# * A variant is one part in one slot; everything else stays the same.
# * A rule has at most four methods: `node_arrays`, `init_node`, `update`, `estimate`.
# * Check that off is off, that parameters matter, and that compiled and interpreted agree, before asking which search
#   wins.
# * Equal budgets, swapped sides, intervals; only then a conclusion.
