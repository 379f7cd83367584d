# ---
# jupyter:
#   kernelspec: {display_name: Python 3, language: python, name: python3}
# ---

# %% [markdown]
# # Explorer: two searches side by side
#
# Choose a game and an algorithm on each side, and turn its parameters. Each side shows four pictures of one search: its
# tree, where its iterations went, how deep and how wide it looked, and which rewards came back.

# %%
from mcts_course.lesson import *
from mcts_course.widgets.explorer import Explorer

Explorer("Connect Four", "UCT", {"c": 0.4}, {"c": 2.0})
