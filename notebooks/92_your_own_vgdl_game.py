# %% [markdown]
# # Your own real-time game
#
# * **Minutes:** 40
# * **Prerequisites:** 00_start_here
# * **Papers:** Schaul (2013), for the language; Joppen & Fürnkranz (2019), section 4, for its use
#
# **You will be able to**
#
# * write a game of fifteen lines in VGDL, with a level as a few lines of text;
# * see it, play it with the arrow keys, and read what a mistake in it is called;
# * let searches play it, and judge by what they do whether your game is any good.

# %%
import tempfile
from pathlib import Path

from IPython.display import Markdown

from mcts_lab import start
from mcts_lab.course import exercise
from mcts_lab.game import action_name, legal_actions
from mcts_lab.games.vgdl import VgdlError, score_of, vgdl
from mcts_lab.papers.joppen2019 import agents
from mcts_lab.search.mcts.solo import play_solo
from mcts_lab.views.position import Position
from mcts_lab.views.widgets.film import Film
from mcts_lab.views.widgets.play import Play

folder = Path(tempfile.mkdtemp())


def game_of(description, level, **options):
    """A game from two texts."""
    (folder / "game.txt").write_text(description)
    (folder / "level.txt").write_text(level)
    return vgdl(folder / "game.txt", folder / "level.txt", **options)


# %% [markdown]
# ## 1. Fifteen lines
#
# Four parts: what there is (`SpriteSet`), which character of the level stands for what (`LevelMapping`), what happens
# when two things meet (`InteractionSet`), and how the game ends (`TerminationSet`). Indentation says what belongs
# where.
#
# A rabbit eats carrots; a fox follows it half as fast.

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
# A level is a picture in letters.

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
garden = game_of(GARDEN, LEVEL, low=-1, high=6)
Position(garden, start(garden, 0))

# %% [markdown]
# Play it: click on it, then steer with the arrow keys. It waits for you; **p** (or "real time") lets it go on by
# itself, and pauses it again. Every action has a button as well. In a terminal, `mcts-lab play vgdl --description
# game.txt --level level.txt --ticks 6` does the same.

# %%
Play(garden, seed=1)

# %% [markdown]
# ## 2. Mistakes
#
# Every mistake is one sentence with a line number.
#
# **Question.** Below, a name is misspelt, a class does not exist, a level has an unknown character. What would you want
# to be told?
#
# <details><summary>Answer</summary>Which line it is in, what is wrong there, and which names there are instead. A
# program that guesses, or stops somewhere else, costs an afternoon.</details>

# %%
mistakes = {"stype=avatar cooldown": "stype=avatr cooldown", "Chaser": "Hunter",
            "stepBack": "goBack"}
for right, wrong in mistakes.items():
    try:
        game_of(GARDEN.replace(right, wrong, 1), LEVEL)
    except VgdlError as error:
        print("*", error)

# %%
try:
    game_of(GARDEN, LEVEL.replace("f", "F"))
except VgdlError as error:
    print("*", error)

# %% [markdown]
# A level that cannot be won is a mistake that no message names.
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
# ## 3. Let searches play it
#
# **Question.** The fox takes every second tick. Can the rabbit be caught by it at all? Who will get all carrots: a
# search that averages, one that compares, a random walk?
#
# <details><summary>Answer</summary>It can be caught if it runs into a corner, because the fox always comes nearer. What
# the searches make of it you see below; a random walk does not get far.</details>

# %%
for name in ("MCTS", "O-MCTS"):
    rabbit = agents.agent(name, 0.25, 10)
    played = play_solo(garden, rabbit, calls=250, seed=1, moves=300)
    print(f"{name}: {played.moves} moves, score {score_of(played.state)},",
          {-1: "not over", 0: "lost", 1: "won"}[int(played.state.winner)])

# %%
seen = []
played = play_solo(garden, rabbit, calls=250, seed=1, moves=60, watch=seen.append)
film = Film(garden, seen, title="The rabbit and the fox")
film.save(folder / "film.html")
[action_name(garden, seen[0], action) for action in played.actions[:12]]

# %% [markdown]
# `film.html` is a page to step through and run; `film.save("film.gif")` makes a GIF for slides.
#
# ## 4. Make it better
#
# A good game is neither won by everybody nor by nobody. Change one number at a time.
#
# **Question.** What does `cooldown=1` for the fox do? Predict how many of ten games O-MCTS then wins.
#
# <details><summary>Answer</summary>The fox moves at every tick, as fast as the rabbit, and nobody can run away from it.
# How many games are left to win you see below.</details>

# %%
wild = game_of(GARDEN.replace("cooldown=2", "cooldown=1"), LEVEL, low=-1, high=6)
games_played = [play_solo(wild, rabbit, calls=100, seed=seed, moves=200) for seed in range(10)]
won = sum(int(played.state.winner == 1) for played in games_played)
Markdown(f"**{won}** of {len(games_played)} won")

# %% [markdown]
# **Exercise.** Give the rabbit a chance: holes through which only the rabbit fits. `exercise("with_a_hole").hint()`
# helps.

# %%
def with_a_hole(description):
    """The description with one thing more: a `hole` (h in levels) that the fox cannot enter.

    It takes a line in each of three parts. The rabbit runs through holes as over grass.
    """
    ...  # your code here


exercise("with_a_hole").check(with_a_hole)

# %% [markdown]
# **Try it.** Add a second fox that flees (`Fleeing`), or carrots that grow (`SpawnPoint stype=carrot prob=0.01`).
# `legal_actions` says what your avatar can do:

# %%
state = start(garden, 0)
[action_name(garden, state, action) for action in legal_actions(garden, state)]

# %% [markdown]
# ## Take-aways
#
# * A game is tables: what there is, what meets what, how it ends. The engine is the same for all of them, so your game
#   compiles nothing.
# * What an agent does with a game tells more about the game than its description.
# * Change one thing at a time, and guess before you look.
