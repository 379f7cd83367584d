# %% [markdown]
# # Your own game
#
# * **Minutes:** 45
# * **Prerequisites:** 00_play; Python classes; for sections 4 and 5 a little NumPy
# * **Papers:** none; the searches are those of Runnels (2023), section 3
#
# **You will be able to**
#
# * write a new game as a class of some twenty lines, and search it with everything in this collection;
# * check that its rules are right;
# * turn it into a compiled game with the same tree and far more iterations.
#
# The example is **Domineering**: two players lay dominoes on a board. The first player places them vertically, the
# second horizontally. A player who cannot place one loses.

# %%
import numpy as np
from IPython.display import Markdown

from mcts_lab import UCT, AlphaBeta, Search, SearchPlayer, after, as_game, games, start, text
from mcts_lab.course import exercise
from mcts_lab.views.plots import search, tree

# %% tags=["parameters"]
iterations = 500
seed = 1

# %% [markdown]
# ## 1. Five methods
#
# A game is a class with `start`, `to_move`, `legal`, `play` and `payoff`. A state may be any Python object; here it is
# a pair of the covered squares and the player to move. An action may be anything hashable; here it is the square of a
# domino's upper or left half.

# %%
class Dominoes:
    """Domineering. `actions` lists all squares, so that they are numbered row by row."""

    def __init__(self, rows=4, columns=4):
        self.rows, self.columns = rows, columns
        self.actions = [(r, c) for r in range(rows) for c in range(columns)]

    def domino(self, place, player):
        return {place, (place[0] + 1, place[1]) if player == 0 else (place[0], place[1] + 1)}

    def start(self):
        return frozenset(), 0

    def legal(self, state):
        covered, player = state
        free = set(self.actions) - covered
        return [place for place in self.actions if self.domino(place, player) <= free]

    def to_move(self, state):
        return state[1] if self.legal(state) else None  # None: the game is over

    def play(self, state, place):
        return state[0] | self.domino(place, state[1]), 1 - state[1]

    def payoff(self, state, player):
        return -1 if player == state[1] else 1  # who is to move cannot


# %% [markdown]
# `as_game` turns the class into a game like any other.

# %%
plain = as_game(Dominoes())
state = start(plain)
result = UCT().search(plain, state, iterations=iterations, seed=seed)
search.root_actions(result.tree)

# %% [markdown]
# **Question.** Which opening does the search like, and which squares does it keep free for later?
#
# <details><summary>Answer</summary>It places its first domino so that the space next to it still fits a vertical domino
# but no horizontal one. Those places are safe for later, because the opponent cannot use them.</details>

# %%
tree.draw(result.tree, top=3, max_depth=2, max_nodes=12)

# %% [markdown]
# ## 2. Making it nice to look at
#
# Methods that a class lacks get a default. With `text`, positions can be printed and played.

# %%
class DominoesWithText(Dominoes):
    """The same, with a picture in letters."""

    def text(self, state):
        letters = ["■" if square in state[0] else "·" for square in self.actions]
        rows = [letters[r * self.columns:][: self.columns] for r in range(self.rows)]
        return "\n".join(map("".join, rows))

    def action_name(self, state, place):
        return f"{'abcdefgh'[place[1]]}{self.rows - place[0]}"


# %%
plain = as_game(DominoesWithText())
state = start(plain)
print(text(plain, after(plain, state, 5)))

# %%
from mcts_lab.views.widgets.play import Play

Play(plain, SearchPlayer(UCT(), iterations=200), seed=1)

# %% [markdown]
# **Try it:** a method `svg(state, dark)` that returns an SVG picture replaces the letters.
# `help(mcts_lab.games.adapters.plain)` lists everything that a class can define: chance, hidden cards, more players,
# other payoffs.
#
# ## 3. Are the rules right?
#
# Count the sequences of *n* moves and compare with what you can count by hand. This test is known as *perft*.
#
# **Question.** How many places are there for the first domino on a 4 by 4 board? And for the second? (It depends on the
# first.)
#
# <details><summary>Answer</summary>Vertical dominoes fit in four columns at three heights: 12. The remaining horizontal
# places depend on the first domino, so count them by cases; the second number divided by the first is their
# average.</details>

# %%
from mcts_lab.perft import perft

[perft(plain, state, n) for n in (1, 2, 3)]

# %% [markdown]
# `check_game` plays at random and checks the rules of the interface: actions in range, payoffs within their bounds,
# independent copies, the same game from the same seed.

# %%
from mcts_lab import check_game

check_game(plain, games=20)

# %% [markdown]
# ## 4. Build it yourself: the compiled game
#
# The class runs under the interpreter. For more speed the position becomes a *record*, a NumPy element with named
# fields that is copied in one step, and the methods change it in place. The game itself becomes a `NamedTuple` of its
# parameters. First comes a function that two of the methods call; `helper` lets compiled code call it too.

# %%
from typing import NamedTuple

from mcts_lab.engine.generic import helper
from mcts_lab.game import TERMINAL, Facts


@helper
def other_half(game, state, square):
    """The square that a domino on `square` also covers; -1 where it does not fit."""
    row, column = square // game.columns, square % game.columns
    other = square + game.columns if state.mover == 0 else square + 1
    if (row + 1 == game.rows) if state.mover == 0 else (column + 1 == game.columns):
        return -1
    return -1 if state.covered[square] or state.covered[other] else other


# %% [markdown]
# Now the game. Compare each method with yours: it answers the same question. `self.facts` states what your class stated
# in attributes, and the record's fields. `legal` fills a list and returns how many actions it wrote.

# %%
class Domineering(NamedTuple):
    """Domineering; the first player lays dominoes upright, the second flat."""

    rows: int = 4
    columns: int = 4

    def facts(self):
        squares = self.rows * self.columns
        return Facts(
            name="domineering", title="Domineering", players=2, player_names=("upright", "flat"),
            actions=squares, branching=squares, length=squares,
            low=-1.0, high=1.0, outcomes=(-1.0, 1.0),
            dtype=np.dtype([("covered", np.int8, (squares,)), ("mover", np.int8)]),
        )

    def reset(self, state, rng):
        state.covered[:] = 0
        state.mover = 0

    def legal(self, state, out):
        n = 0
        for square in range(self.rows * self.columns):
            if other_half(self, state, square) >= 0:
                out[n] = square
                n += 1
        return n

    def to_move(self, state):
        for square in range(self.rows * self.columns):
            if other_half(self, state, square) >= 0:
                return int(state.mover)
        return TERMINAL

    def play(self, state, action, rng):
        state.covered[other_half(self, state, action)] = 1
        state.covered[action] = 1
        state.mover = 1 - int(state.mover)

    def payoff(self, state, player):
        return -1.0 if state.mover == player else 1.0


# %% [markdown]
# **Question.** How can we check that both games are the same?
#
# <details><summary>Answer</summary>By their counts, and by a stronger test: the same search with the same seed must
# build <em>the same tree</em>, node for node, interpreted over the class and compiled over the record.</details>

# %% [markdown]
# Compiled code checks nothing: a list longer than `branching` would overwrite the memory behind it. So call
# `check_game` first. (Every game from outside the package is checked automatically before it is compiled; called by
# hand, the check tells you more.)

# %%
fast = Domineering()
check_game(fast, games=20)

# %%
[perft(fast, start(fast), n) for n in (1, 2, 3)]

# %%
slow_search = Search(plain, state, UCT(), seed=7)
fast_search = Search(fast, start(fast), UCT(), seed=7)
slow_search.run(300), fast_search.run(300)
bool((slow_search.nodes == fast_search.nodes).all())

# %% [markdown]
# ## 5. What speed buys
#
# **Question.** On a 6 by 6 board, is the favourite opening after 300 iterations still the favourite after 100,000?
#
# <details><summary>Answer</summary>Run the cell. With thirty openings, 300 iterations give ten tries each, which hardly
# ranks them, so the favourite may well change.</details>

# %%
large = Domineering(6, 6)
run = Search(large, start(large), UCT(), seed=1)
early = run.run(300)
late = run.run(100_000 - 300)
shares = [found.visits[found.action] / found.iterations for found in (early, late)]
Markdown(f"After {early.iterations:,} iterations the favourite is square **{early.name}** with "
         f"{shares[0]:.0%} of the visits, after {late.iterations:,} it is **{late.name}** "
         f"with {shares[1]:.0%}.")

# %%
search.shape(run.tree)

# %% [markdown]
# Every other search accepts the new game as well: alpha-beta solves the small board.

# %%
exact = AlphaBeta().search(fast, start(fast))
winner = "upright" if exact.value > 0 else "flat"
Markdown(f"On 4 by 4 squares **{winner}** wins with best play; "
         f"alpha-beta looked at {exact.nodes:,} states.")

# %% [markdown]
# **Try it:** which side wins if *horizontal* begins? (Hint: the board is square.) And on 4 by 5 squares? A method `key`
# that returns equal numbers for equal positions would allow a transposition table.
#
# To add a game for good, put it into a file in `mcts_lab/games/` and its name into the table in
# `mcts_lab/games/__init__.py`. Then `mcts-lab play domineering` works, too.

# %%
"domineering" in games.names()

# %% [markdown]
# **Exercise.** The first rule says which actions are legal. `exercise("legal_takes").hint()` helps.

# %%
def legal_takes(stones):
    """What may be taken from a pile, ascending: 1, 2 or 3 stones, if there are so many."""
    ...  # your code here


exercise("legal_takes").check(legal_takes)

# %% [markdown]
# **Exercise.** Counting all games is a test of the rules (*perft*): two programs that agree on these numbers almost
# certainly agree on the rules. Count them for this game. `exercise("games_from").hint()` helps.

# %%
def games_from(stones):
    """How many games can be played: sequences of takes that end with an empty pile."""
    ...  # your code here


exercise("games_from").check(games_from)

# %% [markdown]
# **Exercise.** Solve it: does the player to move win? `exercise("mover_wins").hint()` helps.

# %%
def mover_wins(stones):
    """Whether the player to move wins with best play; with an empty pile the other has won."""
    ...  # your code here


exercise("mover_wins").check(mover_wins)

# %% [markdown]
# ## Take-aways
#
# * A class with five methods is a game; every search and every widget accepts it.
# * The compiled form has the same rules as functions on a record. Write the simple one first and compare trees.
# * `perft` and `check_game` find wrong rules before a search hides them.
