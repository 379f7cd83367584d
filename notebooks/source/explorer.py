# %% [markdown]
# # Explorer: two searches side by side
#
# Click into the cell below, press **Shift+Enter**, then choose a game and an algorithm on each side and turn its
# parameters. Below them, each side shows four pictures of one search: its tree, where its iterations went, how deep and
# how wide it looked, and which rewards came back. **What does a small c buy, and what does it cost?**

# %%
from mcts_course.lesson import *
from mcts_course.widgets.explorer import Explorer

Explorer("Connect Four", "UCT", {"c": 0.4}, {"c": 2.0})

# %% [markdown]
# * **Minutes:** 5
# * **Prerequisites:** 00_play
#
# Change one thing at a time, on one side, so that you know what made the difference. For example, take minimax on the
# left and alpha-beta on the right with the same depth: both find the same value, and alpha-beta looks at fewer leaves.
# Then choose the uniform tree with twelve actions, UCT on the left and hard pruning on the right. For a card game the
# list offers information set searches, because the others would see the hidden cards.
#
# **Question.** With 500 iterations, which of the two constants spends more than a third of them on one column, and why?
#
# <details><summary>Answer</summary>The smaller one, c = 0.4: its bonus for columns that were tried less often is small,
# so it soon stays with the column whose mean is best. With c = 2 no column gets a quarter of the iterations. The small
# constant looks deeper below its favourite, and it notices later if that was a mistake.</details>
#
# The button *write the code* shows the few lines that draw these four pictures without the explorer. Copy them into a
# cell of your own and change them further.

# %% tags=["claim"]
found = {c: Search(games.connect_four(), start(games.connect_four()), UCT(selection=UCB1(c)), seed=0).run(500)
         for c in (0.4, 2.0)}
assert max(found[0.4].visits.values()) > 500 / 3 and max(found[2.0].visits.values()) < 500 / 4
assert found[0.4].tree.statistics().selection_depth > found[2.0].tree.statistics().selection_depth + 0.8
