# %% [markdown]
# # Hidden information
#
# A coin lies in a box. `safe` pays 1/2. After `go` you must name its side: right pays 1, wrong -1. Three searches have
# 20 to 640 iterations; step with the arrow keys. **In the end two of them are sure of `go`: what do they overlook?**

# %%
from mcts_lab.lesson import *

Fusion()

# %% [markdown]
# The first of them looks into the box. The second does not, and is fooled all the same: that is the idea of this
# lesson. Hidden information is the harder half of game playing. Programs beat the best poker players only in 2017, with
# another family of methods (Libratus, counterfactual regret minimisation; Brown & Sandholm 2018). Information set MCTS
# is weaker in theory and far easier to use: it needs the rules and a way to guess what is hidden, and runs on a phone.
#
# * **Minutes:** 65
# * **Prerequisites:** 03_tree
# * **Papers:** Cowling, Powley & Whitehouse (2012); Frank & Basin (1998); Powley, Whitehouse & Cowling (2013), sections
#   2 and 3
#
# **You will be able to**
#
# * explain what a determinization is, and write one;
# * say what goes wrong when each one is searched on its own;
# * follow the steps of ISMCTS through a page of code, and say what "available" means;
# * tell strategy fusion from non-locality, and name the one that ISMCTS does not cure.
#
# ## Before you begin
#
# **Question.** (05) A search receives the true state of a card game. Which test does it pass, and which not?
#
# <details><summary>Answer</summary>All in which it still sees everything. It fails as soon as it plays from what one
# player can see.</details>
#
# **Question.** (03) UCB1 has the parent's visits under the logarithm. What does the bonus of an action do while its
# siblings are tried?
#
# <details><summary>Answer</summary>It grows slowly, so that no action is neglected for ever.</details>
#
# **Question.** (01) What is a node worth where chance moves?
#
# <details><summary>Answer</summary>The mean of what follows, each outcome as likely as chance makes it.</details>

# %% tags=["parameters"]
iterations = 2500
seed = 1

# %% [markdown]
# ## 1. What you cannot see
#
# *Knockout Whist* for two: seven cards each, one leads, the other must follow suit; the higher card takes the trick.
# This is what the first player sees.

# %%
from mcts_lab.game import copy, determinize, text_for
from mcts_lab.views.widgets.lens import first_decision

whist = games.knockout_whist(players=2)
deal = first_decision(whist, seed)
me = to_move(whist, deal)
Position(whist, deal, viewer=me)

# %% [markdown]
# A **determinization** is a guess: deal the unseen cards at random to the players who may hold them.

# %%
world = copy(whist, deal)
determinize(whist, world, me, stream(seed))
print(text_for(whist, world, None))

# %% [markdown]
# **Exercise.** Write such a deal for hands given as lists. `exercise("deal_unseen").hint()` helps.

# %%
def deal_unseen(hands, player, rng):
    """Deal anew the cards that `player` does not see: a determinization.

    `hands` lists the true hand of every player, a list of cards each, and is not changed. The
    player keeps theirs; the others' cards are dealt at random among them, and each hand keeps
    its size. `rng` is a `random.Random`.
    """
    ...  # your code here


exercise("deal_unseen").check(deal_unseen)

# %% [markdown]
# Which deals may a player imagine? What was played, and who could not follow suit, counts too.

# %%
Quiz("determinization", number=4)

# %% [markdown]
# Draw some yourself, and look through the eyes of the other player. The counts show which replies the opponent had in
# these guesses: some cards are there in many of them, others in few.

# %%
Lens(whist, deal, worlds=12)

# %% [markdown]
# **Question.** How many different guesses are there at this moment? Does it matter that nearly all of them are wrong?
#
# <details><summary>Answer</summary>Seven of 45 unseen cards: 45! / (38! 7!), about 45 million. No: a move that is good
# in most of the possible guesses is a good move, given what you know. The trouble lies elsewhere.</details>
#
# ## 2. One search for each guess: PIMC
#
# *Perfect information Monte Carlo* searches each guess as if all cards were face up, and lets the searches vote. In
# plain Python, with the `uct` of notebook 03:

# %%
textbook.show(textbook.pimc)

# %% [markdown]
# **Question.** Back to the box. What is `go` worth to you? What is it worth to a player who looks into the box first?
# Which of the two does PIMC compute?
#
# <details><summary>Answer</summary>To you nothing: you are right half of the time, (1 − 1) / 2 = 0, so <em>safe</em> is
# better. To a player who has looked, +1. PIMC searches guesses in which the coin is visible, so it computes
# +1.</details>

# %%
coin = games.coin_in_a_box()
closed = after(coin, start(coin, 1), 0)
action, roots = textbook.pimc(coin, closed, iterations, stream(seed))
means = [max(child.total / child.visits for child in root.children) for root in roots]
print(action_name(coin, closed, action), "with mean rewards", np.round(means, 2))

# %% [markdown]
# (A reward is a payoff rescaled to 0 to 1: 3/4 is the 1/2 of `safe`, and 1 the payoff 1.) PIMC believes that it will
# know the side when it has to name it, because in each single guess it does. This is **strategy fusion** (Frank & Basin
# 1998): a search that "will wrongly assume that it can tailor its decisions" to what is hidden (Powley et al. 2013).
#
# ## 3. Build it: one tree for all guesses
#
# Use each guess for *one iteration* of *one* tree. A node then stands not for one state, but for all states that look
# the same to you. That is all of **ISMCTS**, for any game:

# %%
textbook.show(textbook.ismcts)

# %% [markdown]
# (`simulate` and `back_up` are those of notebook 03. A random event belongs to no player.)
#
# **Question.** Where in this code does it matter that an action is legal in one guess and not in another? There are
# three places.
#
# <details><summary>Answer</summary>Selection looks only at children that are legal in this guess (`there`). Expansion
# adds only actions that are legal in it (`untried`). And UCB1 uses not the visits of the parent but how often the child
# was <em>available</em>: a card that an opponent seldom holds must not look neglected.</details>
#
# **Exercise.** Write the bound by which ISMCTS chooses. `exercise("availability_bound").hint()` helps.

# %%
def availability_bound(total, visits, parent_visits, available, c):
    """The bound of an action that is not legal in every determinization [Cowling et al. 2012].

    As UCB1, but the logarithm is of `available`: how often the action was legal when its parent
    was visited.
    """
    ...  # your code here


exercise("availability_bound").check(availability_bound)

# %%
Quiz("availability", number=5)

# %% [markdown]
# Now it plays `safe`:

# %%
root = textbook.ismcts(coin, closed, iterations, stream(seed))
{action_name(coin, closed, child.action): child.visits for child in root.children}

# %% [markdown]
# The package has both as parts of its search. From the same random numbers ISMCTS grows the same tree:

# %%
from mcts_lab.search import PIMC, MultipleObserver, SingleObserver

ismcts = UCT(world=SingleObserver(), selection=UCB1(0.7))
theirs = ismcts.search(whist, deal, iterations=200, seed=seed, compiled=False).visits
root = textbook.ismcts(whist, deal, 200, stream(seed))
theirs == {child.action: child.visits for child in root.children}

# %% [markdown]
# ## 4. Break it
#
# Two changed copies: one leaves out the first step of an iteration, so that it looks at the truth; the other makes the
# same guess in every iteration.
#
# **Question.** Both play `go`. How often will each name the right side?
#
# <details><summary>Answer</summary>The first always, as long as it is given the true state: it cheats. The second is
# right half of the time, and as sure as the first: one guess is enough for strategy fusion.</details>

# %%
guess = "        determinize(game, world, observer, rng)\n"
cheating = textbook.changed(textbook.ismcts, (guess, ""))
stubborn = textbook.changed(textbook.ismcts, (guess, guess.replace("rng", "stream(7)")))
for grow in (textbook.ismcts, cheating, stubborn):
    best = textbook.most_visited(grow(coin, closed, 400, stream(seed)))
    print(action_name(coin, closed, best.action), f"mean reward {best.total / best.visits:.2f}")

# %% [markdown]
# ## 5. What it cures, and what it does not
#
# Two more small games. **Hidden choice**: the opponent secretly picks X or Y, then you name it. **Non-locality**: the
# opponent knows the world, A or B, and moves on only in B; then it is your turn.
#
# **Question.** In the second game ISMCTS draws its guesses the way the world was dealt, A twice as often as B. What
# does it miss?
#
# <details><summary>Answer</summary>That the opponent's move carries information: being asked at all means that it is
# B. Guesses drawn the way the world was dealt still allow both.</details>

# %%
hidden, told = games.hidden_choice(), games.non_locality()
asked = after(told, after(told, start(told), 1), 1)  # world B, and the opponent moves on
rows = {}
for name, part in (("one tree", SingleObserver()), ("a tree for each", MultipleObserver())):
    method = UCT(world=part, selection=UCB1(0.7))
    rows[name] = {title: method.search(game, state, iterations=iterations, seed=seed,
                                       compiled=False).name
                  for title, game, state in (("hidden choice", hidden, start(hidden)),
                                             ("non-locality", told, asked))}
pd.DataFrame(rows).T

# %% [markdown]
# Right would be `safe` and `R`. With one tree, ISMCTS keeps a branch for each of the opponent's choices, although you
# do not see which was made, so fusion comes back where moves are hidden; a tree for each player merges what that player
# cannot distinguish. In the other game every method fails, and more iterations do not help; only a belief that takes
# the opponent's move into account would. That is **non-locality**.
#
# ## 6. How far from perfect?
#
# *Kuhn poker*: three cards, one for each player, one bet. Perfect play is a mixture: bet with the lowest card now and
# then. A policy's **exploitability** is what a best reply that knows it wins per hand beyond the game's value; perfect
# play has none. *Counterfactual regret minimisation* (Zinkevich et al. 2007) visits a whole small game in each
# iteration, and the mean of its policies approaches perfect play.
#
# **Question.** ISMCTS can mix as well: take its shares of visits as probabilities. Will 1,000 iterations be harder to
# exploit than 100?
#
# <details><summary>Answer</summary>No, easier: UCB1 sends ever more visits to one action, so in the end the policy
# hardly mixes, and a reply that knows it wins 1/6 per hand beyond the game's value.</details>

# %%
from mcts_lab.search.regret import CFR, exploitability

poker = games.kuhn_poker()


def shares_of_visits(n):
    def policy(game, state, actions):
        found = ismcts.search(game, state, iterations=n, seed=seed, compiled=False).policy()
        return [float(found[action]) for action in actions]

    return policy


rows = {}
for n in (10, 100, 1000):
    rows[n] = {"ISMCTS": exploitability(poker, shares_of_visits(n)),
               "regret minimisation": exploitability(poker, CFR(poker, plus=True).run(n).policy)}
pd.DataFrame(rows).T.rename_axis("iterations").round(4)

# %% [markdown]
# A search answers for one position, and its tree takes the opponent for somebody who can read it. An equilibrium is a
# property of a whole policy.
#
# ## 7. Win with it
#
# *Liar's Dice*: each player has a die under a cup, bids go up, and a bid can be called a lie. 100 games each, 300
# iterations per turn.

# %%
dice = games.liars_dice()
pimc = PIMC(trees=10, method=UCT(selection=UCB1(0.7)))
player = SearchPlayer(ismcts, "ISMCTS", iterations=300)
found = []
for other in (RandomPlayer(), SearchPlayer(pimc, "PIMC", iterations=300)):
    played = play_match(dice, [player, other], 100, seed=seed, progress=counter("games"))
    found.append(tally(played))
pd.concat(found, keys=["against random moves", "against PIMC"])

# %% [markdown]
# **Question.** Why does PIMC do so badly here, of all games?
#
# <details><summary>Answer</summary>In each of its guesses it sees the other die, so it knows when a bid is a lie, and
# believes that the opponent, who is searched with the same tree, knows too. Bluffing cannot work in such a
# world.</details>
#
# Your turn:

# %%
Play(dice, player, seed=seed)

# %% [markdown]
# **Try it:** how many iterations does PIMC need to draw level? And how strong is a search that cheats,
# `SearchPlayer(UCT(selection=UCB1(0.7)), "cheating", iterations=300)`? Its lead over ISMCTS is what the hidden die
# costs, at most. Notebook P2 measures the same in Spades and Dou Di Zhu.
#
# ## Take-aways
#
# * Guessing what is hidden is cheap; the mistake is to believe the guess. PIMC does so in every tree.
# * ISMCTS searches one tree with all guesses, and counts how often an action was available.
# * It removes strategy fusion in games where all moves are public; it never removes non-locality, and it does not
#   learn to bluff: more iterations bring it no nearer to an equilibrium.
# * What a search may see is part of the algorithm: a search that receives the true state cheats.
