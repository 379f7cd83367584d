# %% [markdown]
# # Your own game
#
# A rabbit, carrots, a fox: fifteen lines of text and a small map are this whole game. Click on the picture and steer
# with the arrow keys. **Can you get every carrot, and which rules does the fox follow?**

# %%
from mcts_lab.lesson import *

Play(garden(), seed=1)

# %% [markdown]
# * **Minutes:** 85
# * **Prerequisites:** 00_play; from section 3 on Python classes, for section 5 a little NumPy
# * **Papers:** Schaul (2013), for the language; Joppen & Fürnkranz (2019), section 4, for its use
#
# **You will be able to**
#
# * write a real-time game in fifteen lines of VGDL, and let searches judge it;
# * write a board game as a class of twenty lines, which everything in this collection can play;
# * find wrong rules before a search hides them;
# * turn a class into a compiled game with the same tree and far more iterations.
#
# General game playing asks for one program that plays games it has never seen, from their rules alone. Monte Carlo tree
# search is its usual answer: CadiaPlayer won the championships of 2007 and 2008 with it (Finnsson & Björnsson 2008). So
# your game needs nothing but rules.
#
# ## Before you begin
#
# **Question.** (00) Which three functions does it take to play a game in code?
#
# <details><summary>Answer</summary><code>start</code>, <code>legal_actions</code> and <code>after</code>.</details>
#
# **Question.** (01) What must a program know of a finished game?
#
# <details><summary>Answer</summary>What it is worth to each player: the payoff.</details>
#
# **Question.** (03) What does a playout need to know about a game?
#
# <details><summary>Answer</summary>What is legal, what follows, when it is over, and the payoff. No strategy at
# all.</details>

# %% tags=["parameters"]
iterations = 500
seed = 1

# %% [markdown]
# ## 1. Fifteen lines
#
# A description has four parts: which things exist (`SpriteSet`), which characters of the level stand for them
# (`LevelMapping`), what happens when two of them meet (`InteractionSet`), and how the game ends (`TerminationSet`).
# Indentation groups the lines.

# %%
GARDEN = """
BasicGame
    SpriteSet
        carrot > Immovable img=diamond
        fox > Chaser stype=avatar cooldown=2
        avatar > MovingAvatar
        wall > Immovable
    LevelMapping
        c > carrot
        f > fox
    InteractionSet
        avatar wall > stepBack
        fox wall > stepBack
        carrot avatar > killSprite scoreChange=1
        avatar fox > killSprite scoreChange=-1
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
        SpriteCounter stype=carrot limit=0 win=True
"""

# %% [markdown]
# A level is a picture made of letters.

# %%
LEVEL = """\
wwwwwwwwwwwww
w   c   w  fw
w w   w   w w
w c w   c   w
w   A w   c w
w c   c  w  w
wwwwwwwwwwwww
"""

# %%
from mcts_lab.games.vgdl import VgdlError, from_text, score_of

garden = from_text(GARDEN, LEVEL, low=-1, high=6, title="garden")
Position(garden, start(garden, 0))

# %% [markdown]
# **Try it:** change the level, and play yours with `Play(garden)`. The game waits for you; **p** (or "real time") lets
# it run. In a terminal, `mcts-lab play vgdl --description game.txt --level level.txt --ticks 6` plays files.
#
# Every mistake is reported in one sentence with a line number.
#
# **Question.** Below, a name is misspelt, a class does not exist, an effect has a wrong name. What should the message
# tell you?
#
# <details><summary>Answer</summary>The line, what is wrong with it, and which names are allowed instead. A program that
# guesses, or fails somewhere else, costs you an afternoon.</details>

# %%
mistakes = {"stype=avatar cooldown": "stype=avatr cooldown", "Chaser": "Hunter",
            "stepBack": "goBack"}
for right, wrong in mistakes.items():
    try:
        from_text(GARDEN.replace(right, wrong, 1), LEVEL)
    except VgdlError as error:
        print("*", error)

# %% [markdown]
# No message reports a level that cannot be won.
#
# **Exercise.** Write the check. `exercise("can_be_won").hint()` helps.

# %%
def can_be_won(level):
    """Whether the rabbit (A) can get to every carrot (c) of a level, which is given as text.

    It steps left, right, up and down, and not through walls (w). Whatever else there is, it can
    run through. (Whether the fox lets it is another matter.)
    """
    ...  # your code here


exercise("can_be_won").check(can_be_won)

# %% [markdown]
# ## 2. Let searches play it
#
# **Question.** The fox moves every second tick. Which will get all carrots: a search that averages (MCTS), or one that
# compares (O-MCTS, notebook P3)?
#
# <details><summary>Answer</summary>See below. The fox keeps coming nearer, so it catches a rabbit that runs into a
# corner.</details>

# %%
from mcts_lab.papers.joppen2019 import agents
from mcts_lab.papers.joppen2019.solo import play_solo

for name in ("MCTS", "O-MCTS"):
    rabbit = agents.agent(name, 0.25, 10)
    played = play_solo(garden, rabbit, calls=250, seed=1, moves=300)
    print(f"{name}: {played.moves} moves, score {score_of(played.state)},",
          {-1: "not over", 0: "lost", 1: "won"}[int(played.state.winner)])

# %%
seen = []
played = play_solo(garden, rabbit, calls=250, seed=1, moves=60, watch=seen.append)
Film(garden, seen, title="The rabbit and the fox")

# %% [markdown]
# A good game is neither always won nor always lost. Change one number at a time.
#
# **Question.** What does `cooldown=1` for the fox do? Predict how many of ten games O-MCTS then wins.
#
# <details><summary>Answer</summary>The fox then moves at every tick, as fast as the rabbit, which can no longer outrun
# it. See below how many games are still won.</details>

# %%
wild = from_text(GARDEN.replace("cooldown=2", "cooldown=1"), LEVEL, low=-1, high=6)
games_played = [play_solo(wild, rabbit, calls=100, seed=n, moves=200) for n in range(10)]
won = sum(int(played.state.winner == 1) for played in games_played)
Markdown(f"**{won}** of {len(games_played)} won")

# %% [markdown]
# **Exercise.** Give the rabbit a chance: holes that only the rabbit fits through. `exercise("with_a_hole").hint()`
# helps.

# %%
def with_a_hole(description):
    """The description with one thing more: a `hole` (h in levels) that the fox cannot enter.

    It takes a line in each of three parts. The rabbit runs through holes as over grass.
    """
    ...  # your code here


exercise("with_a_hole").check(with_a_hole)

# %% [markdown]
# **Try it:** add a second fox that flees (`Fleeing`), or carrots that grow (`SpawnPoint stype=carrot prob=0.01`).
#
# ## 3. Any rules at all: five methods
#
# What VGDL cannot say, a class can. It has `start`, `to_move`, `legal`, `play` and `payoff`. A state may be any Python
# object, an action anything hashable.
#
# The example is **Domineering**: two players lay dominoes on a board, the first upright, the second flat. A player
# without room for a domino loses. A state is a pair of the covered squares and the player to move; an action is the
# square of a domino's upper or left half.

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
# `as_game` turns the class into a game like any other. Methods that a class lacks get a default; with `text`, positions
# can be printed and played.

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
from mcts_lab import as_game

plain = as_game(DominoesWithText())
Play(plain, SearchPlayer(UCT(), iterations=200), seed=1)

# %% [markdown]
# **Question.** Which opening will a search like, and which squares does it keep free for later?
#
# <details><summary>Answer</summary>It places its first domino so that the space next to it still fits a vertical domino
# but no horizontal one. Those places are safe for later, because the opponent cannot use them.</details>

# %%
state = start(plain)
result = UCT().search(plain, state, iterations=iterations, seed=seed)
tree.draw(result.tree, top=3, max_depth=2, max_nodes=12)

# %% [markdown]
# **Try it:** a method `svg(state, dark)` that returns an SVG picture replaces the letters.
# `help(mcts_lab.games.adapters.plain)` lists everything that a class can define: chance, hidden cards, more players,
# other payoffs.
#
# ## 4. Are the rules right?
#
# `check_game` plays at random and checks what must hold for any game: actions in range, payoffs within their bounds,
# independent copies, the same game from the same seed. And *perft* counts the sequences of *n* moves, to be compared
# with what you count by hand.
#
# **Question.** How many places are there for the first domino on a 4 by 4 board? And for the second? (It depends on the
# first.)
#
# <details><summary>Answer</summary>Vertical dominoes fit in four columns at three heights: 12. The remaining horizontal
# places depend on the first domino, so count them by cases; the second number divided by the first is their
# average.</details>

# %%
from mcts_lab import check_game
from mcts_lab.perft import perft

check_game(plain, games=20)
[perft(plain, state, n) for n in (1, 2, 3)]

# %% [markdown]
# **Break it.** Two wrong versions: in one, dominoes may overlap; in the other, the payoff has the wrong sign.

# %%
class Overlapping(Dominoes):
    def legal(self, state):
        free, board = set(self.actions) - state[0], set(self.actions)
        return [place for place in self.actions
                if place in free and self.domino(place, state[1]) <= board]


class Inverted(Dominoes):
    def payoff(self, state, player):
        return 1 if player == state[1] else -1


# %% [markdown]
# **Question.** Which of the two does `check_game` find, and which does *perft*?
#
# <details><summary>Answer</summary><code>check_game</code> finds neither: both are proper games, only not this one.
# Counting finds the overlap. Nothing that counts can find the wrong sign: for that, look at a finished game that you
# know, or ask whether a search plays sensibly.</details>

# %%
for wrong in (Overlapping, Inverted):
    made, small = as_game(wrong()), as_game(wrong(2, 2))
    check_game(made, games=20)
    value = AlphaBeta().search(small, start(small)).value
    print(wrong.__name__, [perft(made, start(made), n) for n in (1, 2, 3)], f"{value:+.0f}")

# %% [markdown]
# The last number is the value of the board of 2 by 2 squares. There the first player lays a domino and has won, so it
# must be +1.
#
# **Exercise.** A smaller game, rule by rule: from a pile of stones the players take one, two or three in turn, and
# whoever takes the last one wins. What is legal? `exercise("legal_takes").hint()` helps.

# %%
def legal_takes(stones):
    """What may be taken from a pile, ascending: 1, 2 or 3 stones, if there are so many."""
    ...  # your code here


exercise("legal_takes").check(legal_takes)

# %% [markdown]
# **Exercise.** Count all its games, which is *perft* to the end: two programs that agree on these numbers almost
# certainly agree on the rules. `exercise("games_from").hint()` helps.

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
# ## 5. Build it yourself: the compiled game
#
# The class runs under the interpreter. For more speed the position becomes a *record*, a NumPy element with named
# fields that is copied in one step, and the methods change it in place. The game itself becomes a `NamedTuple` of its
# parameters. First comes a function that two of the methods call; `helper` lets compiled code call it too.

# %%
from typing import NamedTuple

from mcts_lab.engine.generic import helper
from mcts_lab.game import Facts


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
# Compiled code checks nothing: a list longer than `branching` would overwrite the memory behind it. So every game from
# outside the package is checked before it is compiled; called by hand, `check_game` tells you more.
#
# **Question.** How can we check that both games are the same?
#
# <details><summary>Answer</summary>By their counts, and by a stronger test: the same search with the same seed must
# build <em>the same tree</em>, node for node, interpreted over the class and compiled over the record.</details>

# %%
fast = Domineering()
slow_search = Search(plain, state, UCT(), seed=7)
fast_search = Search(fast, start(fast), UCT(), seed=7)
slow_search.run(300), fast_search.run(300)
bool((slow_search.nodes == fast_search.nodes).all())

# %% [markdown]
# **Question.** On a 6 by 6 board, is the favourite opening after 300 iterations still the favourite after 100,000?
#
# <details><summary>Answer</summary>Run the cell. With thirty openings, 300 iterations give ten tries each, which hardly
# ranks them, so the favourite may well change.</details>

# %%
large = Domineering(6, 6)
run = Search(large, start(large), UCT(), seed=1)
early, late = run.run(300), run.run(100_000 - 300)
shares = [found.visits[found.action] / found.iterations for found in (early, late)]
Markdown(f"After {early.iterations:,} iterations the favourite is square **{early.name}** with "
         f"{shares[0]:.0%} of the visits, after {late.iterations:,} it is **{late.name}** "
         f"with {shares[1]:.0%}.")

# %% [markdown]
# Every other search accepts the new game as well: alpha-beta solves the small board.

# %%
exact = AlphaBeta().search(fast, start(fast))
winner = "upright" if exact.value > 0 else "flat"
Markdown(f"On 4 by 4 squares **{winner}** wins with best play; "
         f"alpha-beta looked at {exact.nodes:,} states.")

# %% [markdown]
# To add a game for good, put it into a file in `mcts_lab/games/` and its name into the table in
# `mcts_lab/games/__init__.py`. Then `mcts-lab play domineering` works, too.
#
# ## Take-aways
#
# * A game is its rules: a table of things and encounters, or a class with five methods. Every search and every widget
#   accepts it.
# * A search's play tells more about a game than its description. Change one thing at a time, and guess before you look.
# * `check_game` and *perft* find wrong rules before a search hides them; a wrong sign shows only where you know the
#   answer.
# * The compiled form has the same rules as functions on a record. Write the simple one first and compare trees.
