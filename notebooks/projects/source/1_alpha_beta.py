# %% [markdown]
# # Project 1: an evaluation and alpha-beta
#
# A program cannot look to the end of every game. **How good is a position that is not finished, and how many
# positions can a search leave out without changing its result?**
#
# * **Time:** 6 to 8 hours
# * **Prerequisites:** 01_minimax
# * **Points:** 25 for the program, 5 for a page of explanation
#
# ## Your variant
#
# Write your student number into the next cell. It chooses your variant of the game, so your classmates have other
# ones. The cell also makes the object `mine`, which checks your functions. To run a cell, press Shift+Enter.

# %%
from mcts_course.project import Project

student = 0
mine = Project("alpha_beta", student)
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
for action in (2, 2, 3):
    state = game.play(state, action)
print(game.text(state))
print("player to move:", game.to_move(state), " legal:", game.legal(state))

# %% [markdown]
# ## Step 1. An evaluation
#
# `evaluate(game, state, player)` says how good an unfinished state is for a player. Suppose x has three marks in a
# line whose other cells are empty, and o has none: this is good for x, although the game is not over. A good
# beginning is to count, for each line in `game.lines`, the marks of a player if the other player has no mark in it.
# Three things must be true. What is good for one player is as bad for the other, so `evaluate(game, state, 0)` is
# `-evaluate(game, state, 1)`. A finished game is worth 1, 0 or -1, so the value of an unfinished one is between -1
# and 1; `math.tanh` is one way to get there. And more marks in an open line are better, in all four directions. The
# checks also use boards that no game reaches, with marks of one player only.

# %%
import math


def evaluate(game, state, player):
    """Return how good an unfinished state is for a player, between -1 and 1."""
    return 0.0  # your code here


mine.check(evaluate)

# %% [markdown]
# ## Step 2. Minimax, then alpha-beta
#
# `alpha_beta(game, state, depth, evaluate)` returns two things: the value of a state to the player who moves there,
# and an action that leads to this value. It looks `depth` actions ahead. A finished game counts by its payoff; where
# the depth is used up, `evaluate(game, state, player)` stands for the rest of the game. `player` is always the player
# who moves at the root, because all values belong to that player.
#
# Begin with minimax, and check its values. Then add alpha and beta: alpha is what the player of the root is sure of
# elsewhere, and beta is what the opponent can hold that player to. As soon as alpha >= beta, the other actions of a
# state cannot matter, so leave them out. Which actions come first is your choice. In this game the columns in the
# middle are often the best, and good actions first mean more cuts. The checks count how many states you evaluate; a
# search that evaluates as many as minimax has no cuts, and 15 % more than alpha-beta in the order of `game.legal` are
# accepted.

# %%
def alpha_beta(game, state, depth, evaluate):
    """Return the value of a state to the player to move, and an action that leads to
    a state with this value."""
    ...  # your code here


mine.check(alpha_beta)

# %% [markdown]
# ## Step 3. A player
#
# `choose(game, state, rng)` returns the action that your program plays. A depth of 4 is enough, and a move takes less
# than a second. `rng` is a `random.Random`, for players that need one. The start plays at random, so that the checks
# have something to say:

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
# | opposed | `evaluate` | 2 | What is good for one player is as bad for the other. |
# | bounded | `evaluate` | 1 | A state that is not finished is worth more than -1 and less than 1. |
# | better | `evaluate` | 3 | More marks in an open line are better, in all four directions. |
# | value | `alpha_beta` | 4 | The value is that of minimax of the same depth. |
# | action | `alpha_beta` | 2 | The action leads to this value. |
# | ends | `alpha_beta` | 2 | Finished games count by their payoffs. |
# | cuts | `alpha_beta` | 5 | It evaluates at most as many states as alpha-beta, or 15 % more. |
# | beats random play | `choose` | 1 | `choose` wins at least 90 % against random play. |
# | beats one rule | `choose` | 2 | `choose` wins at least 70 % against the one rule. |
# | beats depth 3 | `choose` | 3 | `choose` wins at least 60 % against minimax of depth 3. |
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
# | Explain how your evaluation works, and why you chose its numbers | 1 |
# | Show by one example of your own, with a small tree, why a cut does not change the value | 1 |
# | Measure how many states your search evaluates at depths 1 to 5, with and without cuts, and explain the result | 2 |
# | Describe one mistake that you made, and how you found it | 1 |

# %% [markdown]
# *Write your page here.*

# %% [markdown]
# ## Hand it in
#
# Choose *Restart Kernel and Run All Cells*, look at what the checks say, save the notebook, and hand it in under your
# name. Keep the line `student = ...`, because the grader reads your number from it.
