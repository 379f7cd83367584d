# %% [markdown]
# # Project 2: UCT from nothing
#
# A search that knows only the rules plays random games, remembers who won, and becomes strong. **Which few lines make
# the difference between random play and a strong player?**
#
# * **Time:** 7 to 9 hours
# * **Prerequisites:** 02_bandits and 03_tree; 05_bugs helps
# * **Points:** 25 for the program, 5 for a page of explanation
#
# ## Your variant
#
# Write your student number into the next cell. It chooses your variant of the game, so your classmates have other
# ones. The cell also makes the object `mine`, which checks your functions. To run a cell, press Shift+Enter.

# %%
from mcts_course.project import Project

student = 0
mine = Project("uct", student)
mine.game

# %% [markdown]
# ## The game
#
# Two players, x (player 0) and o (player 1), take turns. The mark of a player falls to the lowest empty cell of a
# column. The first player with the given number of marks in a row wins: horizontally, vertically or diagonally. A
# full board is a draw.
#
# A state is a pair: the marks of all cells as a text, and the cell of the last mark. Cell `row * columns + column` is
# in this row and column, and row 0 is at the bottom. A game answers five questions:
#
# | call | answer |
# |---|---|
# | `game.start()` | the state with an empty board |
# | `game.to_move(state)` | 0 or 1, or `None` when the game is over |
# | `game.legal(state)` | the legal actions, a list of numbers |
# | `game.play(state, action)` | the state that follows; the old one does not change |
# | `game.payoff(state, player)` | at the end: 1 for a win, -1 for a loss, 0 for a draw |
#
# `game.lines` lists the cells of every line that wins, and `game.through[cell]` those that contain a cell. For
# example, this is the board after three actions:

# %%
game = mine.game
state = game.start()
for action in (1, 2, 2):
    state = game.play(state, action)
print(game.text(state))
print("player to move:", game.to_move(state), " legal:", game.legal(state))

# %% [markdown]
# ## Step 1. The bound
#
# `bound(mean, n, N, c)` is the upper confidence bound of an action,
#
# $$\bar x + c \sqrt{\frac{\ln N}{n}},$$
#
# where $\bar x$ is the mean reward of the action, $n$ its visits, $N$ the visits of the node at which it is chosen,
# and $c$ the exploration constant. For example, with a mean of 0.5 after 4 of 20 visits and $c = 1$ it is $0.5 +
# \sqrt{3.00 / 4} = 1.37$. An action without visits has the bound infinity.

# %%
import math


def bound(mean, n, N, c):
    """Return the upper confidence bound of an action."""
    ...  # your code here


mine.check(bound)

# %% [markdown]
# ## Step 2. The search
#
# `uct(game, state, iterations, c, playout)` grows a tree and returns a dict from each action at `state` to a pair:
# its visits, and its mean reward for the player who moves at `state`. One iteration has four phases.
#
# 1. *Selection.* Begin at the root. As long as all actions of a node have been tried, go on to the child with the
#    highest bound.
# 2. *Expansion.* At a node with untried actions, add a node for the first of them in the order of `game.legal`. A
#    finished game has no actions, and is not expanded.
# 3. *Simulation.* Call `playout(position)` once for the position of the last node. It plays to the end and returns a
#    pair: the rewards of player 0 and player 1, between 0 and 1.
# 4. *Backpropagation.* Each node on the path gets one visit more, and one reward.
#
# Whose reward? Each player chooses what is good for that player, so a node keeps the rewards of the player who chose
# it. Lesson 05 shows what happens otherwise. You may read $N$ in two ways, as the visits of the node or as the sum of
# its children's visits: both are accepted. How you store the tree is up to you. A class with five fields is enough.

# %%
def uct(game, state, iterations, c, playout):
    """Return a dict from each action to (visits, mean reward of the player to move)."""
    ...  # your code here


mine.check(uct)

# %% [markdown]
# ## Step 3. A player
#
# `choose(game, state, rng)` returns the action that your program plays, usually the one visited most. Write a playout
# with random actions, `rng.choice(...)`. Some 300 iterations are enough, and a move takes less than a second. The
# start plays at random, so that the checks have something to say:

# %%
def choose(game, state, rng):
    """Return the action to play."""
    return rng.choice(game.legal(state))  # your code here


mine.check(choose)

# %% [markdown]
# ## The points
#
# The program earns 25 points. Each part is worth its points if all its cases are right, so a mistake costs only the
# parts that it touches. When your work is graded, the cases are of the same kind as the visible ones, but different.
# Openings of games are different, too, so win clearly. Your functions run in a process of their own, and each part
# may take 20 seconds.
#
# | part | function | points | what is right |
# |---|---|---|---|
# | bound | `bound` | 2 | `bound(mean, n, N, c)` is mean + c sqrt(ln N / n), and infinite for n = 0. |
# | counts | `uct` | 2 | One playout in each iteration; the visits of the root's actions sum to them. |
# | expansion | `uct` | 3 | Each action is tried once first; then one node is added in each iteration. |
# | mean | `uct` | 2 | The means are those of the player who moves at the root. |
# | win | `uct` | 2 | A move that wins at once is visited most. |
# | block | `uct` | 4 | The only move that does not lose at once is visited most. |
# | exploration | `uct` | 2 | A great c spreads the visits, a small one does not. |
# | tree | `uct` | 4 | The visits are those of UCT, for N as the node's visits or as its children's. |
# | ends | `uct` | 1 | It works near the end of a game. |
# | beats random play | `choose` | 1 | `choose` wins at least 80 % of the points against random play. |
# | beats one rule | `choose` | 2 | `choose` wins at least 60 % of the points against the one rule. |
#
# Four rules hold. Use only the arguments of a function and what your own cells define, because the grader calls your
# functions with other positions. Put each function into a cell without other work, so that a mistake in one cell does
# not stop the others. Do not use the searches of `mcts_lab`; they are not there when your work is graded. Talk with
# others about ideas, and write the code yourself.
#
# ## A page of explanation (5 points)
#
# Write at most 400 words below, in full sentences. Your teacher reads this page and gives the points.
#
# | what you write | points |
# |---|---|
# | Explain the four phases in your own words, and say where each is in your code | 1 |
# | Explain whose rewards a node keeps, and show by an example what happens otherwise | 1 |
# | Measure how the share of points against the one rule grows with the iterations, and explain the result | 2 |
# | Describe one mistake that you made, and how you found it | 1 |

# %% [markdown]
# *Write your page here.*

# %% [markdown]
# ## Hand it in
#
# Choose *Restart Kernel and Run All Cells*, look at what the checks say, save the notebook, and hand it in under your
# name. Keep the line `student = ...`, because the grader reads your number from it.
