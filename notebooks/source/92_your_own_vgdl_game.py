# %% [markdown]
# # Your own real-time game
#
# * **Minutes:** 40
# * **Prerequisites:** 00_play
# * **Papers:** Schaul (2013), for the language; Joppen & Fürnkranz (2019), section 4, for its use
#
# **You will be able to**
#
# * write a game in fifteen lines of VGDL, with a level of a few lines of text;
# * see it, play it with the arrow keys, and understand its error messages;
# * let searches play it, and judge from their play whether your game is any good.

# %%
import tempfile
from pathlib import Path

from IPython.display import Markdown

from mcts_lab import start
from mcts_lab.course import exercise
from mcts_lab.game import action_name, legal_actions
from mcts_lab.games.vgdl import VgdlError, score_of, vgdl
from mcts_lab.papers.joppen2019 import agents
from mcts_lab.papers.joppen2019.solo import play_solo
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
# A description has four parts: which things exist (`SpriteSet`), which characters of the level stand for them
# (`LevelMapping`), what happens when two of them meet (`InteractionSet`), and how the game ends (`TerminationSet`).
# Indentation groups the lines.
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
garden = game_of(GARDEN, LEVEL, low=-1, high=6)
Position(garden, start(garden, 0))

# %% [markdown]
# Play it: click on the picture, then steer with the arrow keys. The game waits for you; **p** (or "real time") lets it
# run and pauses it again. Every action also has a button. In a terminal, `mcts-lab play vgdl --description game.txt
# --level level.txt --ticks 6` does the same.

# %%
Play(garden, seed=1)

# %% [markdown]
# ## 2. Mistakes
#
# Every mistake is reported in one sentence with a line number.
#
# **Question.** Below, a name is misspelt, a class does not exist, a level has an unknown character. What should the
# message tell you?
#
# <details><summary>Answer</summary>The line, what is wrong with it, and which names are allowed instead. A program that
# guesses, or fails somewhere else, costs you an afternoon.</details>

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
# ## 3. Let searches play it
#
# **Question.** The fox moves every second tick. Can it catch the rabbit at all? Which will get all carrots: a search
# that averages, one that compares, or a random walk?
#
# <details><summary>Answer</summary>Yes, if the rabbit runs into a corner, because the fox keeps coming nearer. See
# below how the searches do; a random walk does not get far.</details>

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
# A good game is neither always won nor always lost. Change one number at a time.
#
# **Question.** What does `cooldown=1` for the fox do? Predict how many of ten games O-MCTS then wins.
#
# <details><summary>Answer</summary>The fox then moves at every tick, as fast as the rabbit, which can no longer outrun
# it. See below how many games are still won.</details>

# %%
wild = game_of(GARDEN.replace("cooldown=2", "cooldown=1"), LEVEL, low=-1, high=6)
games_played = [play_solo(wild, rabbit, calls=100, seed=seed, moves=200) for seed in range(10)]
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
# **Try it.** Add a second fox that flees (`Fleeing`), or carrots that grow (`SpawnPoint stype=carrot prob=0.01`).
# `legal_actions` says what your avatar can do:

# %%
state = start(garden, 0)
[action_name(garden, state, action) for action in legal_actions(garden, state)]

# %% [markdown]
# ## Take-aways
#
# * A game is a set of tables: things, encounters, endings. The engine is the same for all games, so yours needs no
#   compiling.
# * An agent's play tells more about a game than its description.
# * Change one thing at a time, and guess before you look.
