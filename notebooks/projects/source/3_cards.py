# %% [markdown]
# # Project 3: a player for a card game
#
# You do not see the other player's cards. **How can a search play a game whose position it does not know?**
#
# * **Time:** 6 to 9 hours
# * **Prerequisites:** 01_minimax and 07_hidden
# * **Points:** 25 for the program, 5 for a page of explanation
#
# ## Your variant
#
# Write your student number into the next cell. It chooses your variant of the game, so your classmates have other
# ones. The cell also makes the object `mine`, which checks your functions. To run a cell, press Shift+Enter.

# %%
from mcts_course.project import Project

student = 0
mine = Project("cards", student)
mine.game

# %% [markdown]
# ## The game
#
# Two players get a hand of cards each; the other cards stay out, and nobody sees them. Card `c` has suit `c // ranks`
# and rank `c % ranks`, and suit 0 is trumps. Player 0 leads the first card. The other player must follow suit if
# possible. A trump wins the trick, otherwise the higher card of the suit that was led; the winner leads next. The
# payoff of a player is their tricks minus the other's, divided by the cards of a hand.
#
# Your player does not get a state, but a view: `(player, hand, played, tricks)`. `hand` is that player's hand,
# `played` lists all cards so far as pairs (player, card), and `tricks` counts the tricks of both. A game answers
# these questions:
#
# | call | answer |
# |---|---|
# | `game.to_move(state)` | 0 or 1, or `None` when the game is over |
# | `game.legal(state)`, `game.play(state, card)` | the legal cards; the state that follows |
# | `game.payoff(state, player)` | at the end: from -1 to 1 |
# | `game.table(played)` | the card that waits for an answer, or `None` |
# | `game.follow(hand, led)` | the cards of a hand that may be played to this card (`None`: all) |
# | `game.state_of(view, other)` | the state in which the other player holds the hand `other` |

# %%
import random

game = mine.game
state = game.deal(random.Random(1))
for _ in range(3):
    state = game.play(state, game.legal(state)[0])
print("view:", game.view(state, game.to_move(state)))

# %% [markdown]
# ## Step 1. Deal what you do not see
#
# `deal(game, view, rng)` returns a list of cards, a hand that the other player may hold: a determinization. Four
# things must be true. It has as many cards as the other player still holds. None of them is in your hand or was
# played. If the other player did not follow suit earlier, they have no card of that suit. And all hands that remain
# possible are equally likely; `rng.sample(cards, size)` helps.

# %%
def deal(game, view, rng):
    """Return a hand that the other player may hold, all of them equally likely."""
    ...  # your code here


mine.check(deal)

# %% [markdown]
# ## Step 2. Solve with open cards
#
# `solve(game, state)` returns the value of a state to player 0 if both players see all cards and play as well as
# possible. This is minimax, with one trap: players do not simply take turns, because the winner of a trick leads the
# next one. Ask `game.to_move(state)`. Add alpha-beta so that five cards in each hand take well below a second.

# %%
def solve(game, state):
    """Return the value of a state to player 0 with open cards."""
    ...  # your code here


mine.check(solve)

# %% [markdown]
# ## Step 3. A player
#
# `choose(game, view, rng)` returns the card that your program plays. Perfect information Monte Carlo is a good plan:
# deal ten hands, solve each game that follows from each legal card, and play the card with the highest mean for
# *you*. The start plays at random, so that the checks have something to say:

# %%
def choose(game, view, rng):
    """Return the card to play."""
    player, hand, played, tricks = view
    return rng.choice(game.follow(hand, game.table(played)))  # your code here


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
# | possible | `deal` | 3 | `deal` gives a hand that the other player may hold. |
# | voids | `deal` | 3 | It has no suit in which the other player did not follow. |
# | uniform | `deal` | 3 | All such hands are equally likely. |
# | solve | `solve` | 5 | `solve` gives the value to player 0 when all cards are open. |
# | legal | `choose` | 2 | `choose` plays legal cards. |
# | certain | `choose` | 4 | It finds a card that is best whatever the other player holds. |
# | beats random play | `choose` | 2 | `choose` wins at least 53 % of the tricks against random play. |
# | beats the rule | `choose` | 3 | `choose` wins at least 47 % of the tricks against a simple rule. |
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
# | Explain why a deal must agree with the cards that were not followed, by an example | 1 |
# | Explain how your program chooses a card, and which error the mean over open hands makes (strategy fusion) | 1 |
# | Measure how the number of deals changes the share of the tricks, and explain the result | 2 |
# | Describe one mistake that you made, and how you found it | 1 |

# %% [markdown]
# *Write your page here.*

# %% [markdown]
# ## Hand it in
#
# Choose *Restart Kernel and Run All Cells*, look at what the checks say, save the notebook, and hand it in under your
# name. Keep the line `student = ...`, because the grader reads your number from it.
