# %% [markdown]
# # Play
#
# Your opponent knows the rules of Connect Four and nothing else. Before each move it plays 300 games to their end, most
# of their moves at random. You play x, the orange discs: click a column, or use Tab and Enter. **Can you beat it?**

# %%
from mcts_lab.lesson import *

Play(games.connect_four(), SearchPlayer(UCT(), iterations=300), seed=1)

# %% [markdown]
# It beat you? Press *review* below the board to see with which move, and read on to see how. (You won? Choose more
# iterations.)
#
# Searches of trees have beaten world champions: Deep Blue in chess (1997, alpha-beta, notebook 01), AlphaGo in Go
# (2016, Monte Carlo tree search with neural networks, notebook 03), Libratus in poker (2017, hidden information,
# notebook 07). AlphaZero learned chess, shogi and Go from nothing but games against itself (2017). All of them do what
# you will do here: look ahead, estimate, and look again where it pays.
#
# * **Minutes:** 30
# * **Prerequisites:** a little Python
# * **Papers:** Runnels (2023), section 1
#
# **You will be able to**
#
# * ask a game what is legal, and play a move in code or with the mouse;
# * let a search choose a move, and say what its numbers mean;
# * look into the tree behind the move;
# * find the notebook you need next.

# %% tags=["parameters"]
iterations = 2000
seed = 1

# %% [markdown]
# ## 1. A game in code
#
# `game` holds the rules, `state` is one position of that game, and `start` returns the first one.

# %%
game = games.connect_four()
state = start(game)
legal_actions(game, state)

# %% [markdown]
# An action is a number. In Connect Four it is the column in which a disc is dropped. `after` returns the state that
# follows and leaves the old one as it was.

# %%
state = after(game, state, 3)
state = after(game, state, 3)
board.figure(game, state, size=3)

# %% [markdown]
# **Try it:** what happens if you play column 7? The message names what would have been legal.

# %% [markdown]
# ## 2. How it chooses
#
# That was `UCT().search` behind the board. A search starts from a state, looks ahead for a while and returns a
# result. Actions have readable names: `x2` is a disc of the first player (x) in column 2.
#
# **Question.** Two discs lie in the middle column. Before you run the cell: which column will the search like best, and
# which least?
#
# <details><summary>Answer</summary>A column in or near the middle is part of most lines of four, so the search likes
# those best, and a column at the edge least. The middle columns are nearly equally good, so which one it picks is
# partly luck, as you will see.</details>

# %%
result = UCT().search(game, state, iterations=iterations, seed=seed)
print(f"{result.name}, value {result.value:+.2f}, {result.nodes:,} nodes")

# %% [markdown]
# `value` is the mean *payoff* to the player who moves: +1 is a certain win, −1 a certain loss. Pictures show mean
# *rewards*, the same on a scale from 0 (loss) to 1 (win): a reward *r* is a payoff of 2*r* − 1. There are more nodes
# than iterations, because a node lists all its legal actions at once, tried or not.
#
# Here is how the search spent its iterations, and what it thinks of each column.

# %%
search.root_actions(result.tree)

# %% [markdown]
# The bars say where it looked, the dots what it found: the better a column did, the more often it was tried again. That
# is the idea of **Monte Carlo tree search**. The black lines are 95 % intervals that assume independent games. Within
# one search the games influence each other, so read them only as a rough guide.
#
# **Question.** The search has decided. Would it decide the same if it searched longer?
#
# <details><summary>Answer</summary>Not always: run the cell. Where actions are nearly equally good, a short search
# finds one or the other by luck.</details>

# %%
for many in (iterations, 10 * iterations, 100 * iterations):
    longer = UCT().search(game, state, iterations=many, seed=seed)
    share = longer.visits[longer.action] / many
    print(f"{many:>7,} iterations: {longer.name} with {share:.0%} of the visits")

# %% [markdown]
# A search is an estimate. A short one can settle on the second-best column, and a longer one corrects that: while most
# of each game is random, the columns look almost alike.

# %% [markdown]
# **Exercise.** Searches count in rewards from 0 to 1, games in payoffs of their own. Write the function that turns a
# mean reward into a mean payoff. `exercise("payoff_of").hint()` helps.

# %%
def payoff_of(reward, low, high):
    """The payoff of a mean reward in [0, 1], where payoffs lie between `low` and `high`."""
    ...  # your code here


exercise("payoff_of").check(payoff_of)

# %% [markdown]
# **Question.** Go back to the board. Did your opponent always take the column with the highest mean? (The button
# *opponent's counts* shows what it thought.) If not, what did it go by?
#
# <details><summary>Answer</summary>It takes the column that it tried <em>most often</em>. A mean over few tries can be
# high by luck; a column that was tried often has stood up to scrutiny. Notebook 03 explains why the two nearly always
# agree in the end.</details>

# %% [markdown]
# **Exercise.** When its iterations are used up, a search plays the action that it visited *most often*; of several
# equally visited ones it takes the one with the best mean. Write this choice. `exercise("chosen").hint()` helps.

# %%
def chosen(visits, means):
    """The action that a search plays: the most visited, of equals the one with the best mean.

    `visits` and `means` are dicts from action to number.
    """
    ...  # your code here


exercise("chosen").check(chosen)

# %% [markdown]
# ## 3. The tree behind the move
#
# The search remembers what it tried as a tree. Each box is an action: how often it was tried, and the mean reward to
# the player at the root (0 is a loss, 1 a win). Only the most visited part is drawn; the rest is counted.

# %%
tree.draw(result.tree, top=3, max_depth=3, max_nodes=13)

# %% [markdown]
# **Question.** Find the thick outline. What does it follow?
#
# <details><summary>Answer</summary>The <em>principal variation</em>, what the search expects both players to do: the
# action that it would play, and then from each position what the same rule chooses there, the most visited action and
# of equals the one with the best mean.</details>
#
# The same tree is a table (and a graph of `networkx`, as notebook 03 shows).

# %%
table = result.tree.frame("root", visited=True)
table[["depth", "name", "visits", "reward", "children"]].head(6).round(3)

# %% [markdown]
# ## 4. Is it any good?
#
# Against random moves, sides swapped after each game:

# %%
players = [SearchPlayer(UCT(), "UCT, 30 iterations", iterations=30), RandomPlayer()]
table = tally(play_match(game, players, 40, seed=1))
table

# %%
results.win_rates(table)

# %% [markdown]
# The black lines are 95 % confidence intervals, and these games *are* independent. Mind how wide they are: forty games
# cannot tell 90 % from 95 %.
#
# **Try it:** how many iterations does it take to beat 30 iterations in three games of four? Change the players above.

# %% [markdown]
# ## 5. The map
#
# All games that the engine knows:

# %%
" · ".join(games.names())

# %% [markdown]
# All notebooks, in the order of the course:

# %%
from mcts_lab.project.notebooks import contents

contents()[["notebook", "title", "minutes"]]

# %% [markdown]
# ## Take-aways
#
# * A game is a set of rules, a state is a position, an action is a number. To play in code you need `start`,
#   `legal_actions` and `after`.
# * `UCT().search(game, state, iterations=...)` returns an action, its value and the tree behind it.
# * A search spends its iterations on the promising actions and plays the one that it visited most.
# * A search is assembled from parts. Swap one part and you have a different algorithm, which is what the other
#   notebooks do.
