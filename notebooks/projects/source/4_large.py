# %% [markdown]
# # Project 4: pruning in a large game
#
# With 80 legal actions, three plies are half a million positions. **Which actions can a program leave out, and how
# does it know?**
#
# * **Time:** 8 to 10 hours
# * **Prerequisites:** 09_branching; 01_minimax or 03_tree
# * **Points:** 25 for the program, 5 for a page of explanation
#
# ## Your variant
#
# Write your student number into the next cell. It chooses your variant of the game, so your classmates have other
# ones. The cell also makes the object `mine`, which checks your functions. To run a cell, press Shift+Enter.

# %%
from mcts_course.project import Project

student = 0
mine = Project("large", student)
mine.game

# %% [markdown]
# ## The game
#
# Two players, x (player 0) and o (player 1), take turns. A player puts a mark on any empty cell. The first player
# with the given number of marks in a row wins: horizontally, vertically or diagonally. A full board is a draw.
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
for action in (30, 31, 22):
    state = game.play(state, action)
print(game.text(state))
print("player to move:", game.to_move(state), " legal:", game.legal(state))

# %% [markdown]
# ## Step 1. Candidates
#
# `candidates(game, state, k)` returns the `k` actions that a search should look at, the best first, or all actions if
# there are fewer. For example, an action far away from all marks rarely matters early in a game. Others must never be
# left out: an action that wins at once comes first; otherwise one without which the opponent wins at once; and a
# search must see the ends of an open three, yours or the opponent's. A simple plan is a score for each empty cell:
# for each line through it, count the marks if only one player has marks in it. You may also learn the score, for
# example with a small network as in lesson 10, as long as a cell of this notebook holds its weights.

# %%
def candidates(game, state, k):
    """Return the k actions that matter most, the best first."""
    return game.legal(state)[:k]  # your code here


mine.check(candidates)

# %% [markdown]
# ## Step 2. A player
#
# `choose(game, state, rng)` returns the action that your program plays, by alpha-beta or UCT over the candidates. It
# may call `game.play` at most 20,000 times in one move: states are counted, and not time, so a fast computer does not
# help. The start plays at random, so that the checks have something to say:

# %%
def choose(game, state, rng):
    """Return the action to play."""
    return rng.choice(game.legal(state))  # your code here


mine.check(choose)

# %% [markdown]
# ## Step 3. The contest
#
# Your player meets those of your class. Copy the cells with your functions and imports into a file, such as `ada.py`,
# and give it to your teacher, who runs the contest: each two agents play the same openings with sides swapped. The
# contest limits time as well, so find out how long your slowest move takes.

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
# | form | `candidates` | 2 | It gives k different legal actions, or all if there are fewer. |
# | win kept | `candidates` | 3 | An action that wins at once comes first. |
# | block kept | `candidates` | 3 | Otherwise an action that prevents a loss comes first. |
# | near | `candidates` | 2 | Actions far away from all marks are pruned. |
# | three kept | `candidates` | 3 | The ends of an open three are kept. |
# | win and block | `choose` | 2 | `choose` wins at once, or prevents a loss. |
# | three | `choose` | 2 | `choose` plays at an end of an open three. |
# | budget | `choose` | 2 | `choose` makes at most 20,000 states in one move. |
# | beats random play | `choose` | 1 | `choose` wins at least 90 % against random play. |
# | beats one rule | `choose` | 2 | `choose` wins at least 80 % against the one rule. |
# | beats attacking | `choose` | 3 | `choose` wins at least 40 % against an attacking player. |
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
# | Explain by which rule you prune, and why it keeps what matters | 1 |
# | Find a position in which your program prunes the best action, and explain why | 1 |
# | Measure how strength changes with the number of candidates, at about as many states, and explain it | 2 |
# | Describe one mistake that you made, and how you found it | 1 |

# %% [markdown]
# *Write your page here.*

# %% [markdown]
# ## Hand it in
#
# Choose *Restart Kernel and Run All Cells*, look at what the checks say, save the notebook, and hand it in under your
# name. Keep the line `student = ...`, because the grader reads your number from it.
