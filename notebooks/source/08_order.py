# %% [markdown]
# # Order and mean
#
# Ten games with each of two actions: `safe` was always drawn, `bold` lost four and won six. A win counts 1, a loss 0,
# and the slider says what a draw counts. **Which would you play, and should the slider change your mind?**

# %%
from mcts_lab.lesson import *

Rewards({"safe": (0, 10, 0), "bold": (4, 0, 6)}, ("loss", "draw", "win"))

# %% [markdown]
# The rules of most games say only that a win is better than a draw, and a draw better than a loss. A mean wants numbers
# for them. The choice of these numbers decides how brave the search is, and it often goes unnoticed.
#
# * **Minutes:** 50
# * **Prerequisites:** 03_tree
# * **Papers:** Joppen & Fürnkranz (2019), sections 1 to 4
#
# **You will be able to**
#
# * say what a mean assumes about rewards beyond their order;
# * compute a Borda score by hand, and say when it disagrees with the mean;
# * swap one line of a search to get MCTS, MixMax or O-MCTS;
# * predict which of them change their mind when a loss is scored -1 instead of 0.
#
# ## Before you begin
#
# **Question.** (02) What are the two terms of UCB1?
#
# <details><summary>Answer</summary>The mean reward, and a bonus for uncertainty. This lesson replaces the
# first.</details>
#
# **Question.** (05) One bug counts a draw as a loss. Why can it survive for years?
#
# <details><summary>Answer</summary>In games without draws it does no harm, and elsewhere the order of the actions often
# stays the same.</details>
#
# **Question.** (03) A search visits one action more often than another. Does that say by how much it is better?
#
# <details><summary>Answer</summary>No, only that its bound has been the greatest more often. What is played in the end
# goes by the order of visits.</details>

# %% tags=["parameters"]
iterations = 200
runs = 60
seed = 1

# %% [markdown]
# ## 1. What a mean assumes
#
# A runner stands before a row of gaps. Standing still is safe. A jump over a gap succeeds three times in four, and a
# fall is the worst outcome. (`loss=-1.0` gives the same game with another number for a fall.)

# %%
game = games.gaps()
edge = after(game, after(game, start(game), 1), 1)  # two steps: the next cell is a gap
Position(game, edge)

# %% [markdown]
# **Question.** A position is worth 0 if the game is lost, 1/3 while it goes on, and 2/3 if it is won. The distance
# covered adds up to 1/3, two cells of 23 with each jump. Compare jumping now with standing still for good. What does
# the mean of such values say? What does "which is better more often?" say?
#
# <details><summary>Answer</summary>Two cells are worth 2/23 of a third, about 0.03; a fall costs a third and happens
# one time in four. So the mean says: do not jump. Yet more often than not, jumping is better than standing.</details>
#
# A search does not compare jumping with standing still for good: random moves follow, and a random step at the edge is
# deadly too. Here is what a plain search plays at the edge, with two numbers for a fall:

# %%
from mcts_lab.search import Borda, LimitedPlayout, MixMax

names = ("stand", "step", "jump")


def choices(method):
    """How often each action is chosen at the edge, for each number that a fall counts."""
    rows = {}
    for loss in (0.0, -1.0, -0.2):
        other = games.gaps(loss=loss)
        found = [method.search(other, edge, iterations=iterations, seed=s).action
                 for s in range(runs)]
        rows[f"a fall counts {loss:g}"] = np.bincount(found, minlength=3)
    return pd.DataFrame(rows, index=names)


plain = UCT(world=OpenLoop(), leaf=LimitedPlayout(5))
choices(plain)

# %% [markdown]
# **Question.** The game is the same in all three columns. Which number for a fall is right?
#
# <details><summary>Answer</summary>None: the rules say that falling is worse than standing, but not how much
# worse.</details>
#
# ## 2. Which is better more often?
#
# The example of Joppen & Fürnkranz: action a got the rewards 0.1, 1, 0.1 and action b 0.3, 0.35, 0.25.
#
# **Question.** Which has the better mean? Draw a reward of a and one of b at random: which is better more often?
#
# <details><summary>Answer</summary>a has the mean 0.4, b 0.3. But in six of the nine pairs b is better.</details>
#
# The **Borda score** is the chance that an action's reward beats a reward of another action chosen at random (ties
# count half).
#
# **Exercise.** Write it. `exercise("borda_score").hint()` helps.

# %%
def borda_score(rewards, action):
    """The Borda score of an action: its mean chance to beat each of the other actions.

    `rewards` is a list with a list of rewards for each action, `action` a place in it. a beats
    b as often as a reward of a, drawn at random, is greater than one of b; equal rewards count
    half.
    """
    ...  # your code here


exercise("borda_score").check(borda_score)

# %%
Quiz("borda", number=5)

# %% [markdown]
# **Question.** If there are only two rewards, say 0 and 1, can mean and Borda score disagree?
#
# <details><summary>Answer</summary>No: then the chance to beat another action grows with the share of ones, which is
# the mean.</details>
#
# ## 3. Build it
#
# **O-MCTS** is the `uct` of notebook 03 with another tree policy, which puts the Borda score in place of the mean:

# %%
textbook.show(textbook.borda, textbook.ordinal)

# %% [markdown]
# **MixMax** keeps the mean and adds a part of the best reward that was seen. That is one expression of UCB1's bound:

# %%
mixed = textbook.changed(textbook.bound, (
    "child.total / child.visits + ",
    "0.75 * child.total / child.visits + 0.25 * max(child.rewards) + "))
mixmax = textbook.changed(textbook.ucb1, bound=mixed)
print(textbook.difference(textbook.bound, mixed))

# %%
from functools import partial

policies = {name: partial(policy, c=0.2) for name, policy in
            {"mean": textbook.ucb1, "MixMax": mixmax, "Borda": textbook.ordinal}.items()}
trees = {name: textbook.uct(game, edge, 60, stream(seed), choose=policy, limit=5)
         for name, policy in policies.items()}
pd.DataFrame({name: {names[child.action]: child.visits for child in root.children}
              for name, root in trees.items()}).loc[list(names)]

# %% [markdown]
# In the package both are parts for the slot `value`. From the same random numbers, `Borda` grows the same tree:

# %%
from mcts_lab.search import SavedStates

method = UCT(selection=UCB1(0.2), value=Borda(), leaf=LimitedPlayout(5), world=SavedStates())
theirs = method.search(game, edge, iterations=60, seed=seed, compiled=False).visits
theirs == {child.action: child.visits for child in trees["Borda"].children}

# %% [markdown]
# ## 4. Break it
#
# What if equal rewards counted as a defeat?
#
# **Question.** Which scores fall, and what is no longer true of them?
#
# <details><summary>Answer</summary>All scores fall, because every action ties with others now and then. With ties
# counted half, the scores of all actions average 1/2; without ties the average is lower, by an amount that depends on
# how often outcomes repeat.</details>

# %%
harsh = textbook.changed(textbook.borda, (" + (mine == theirs)", ""))
root = trees["Borda"]
rows = {name: {names[child.action]: float(score(root, child)) for child in root.children}
        for name, score in (("borda", textbook.borda), ("harsh", harsh))}
pd.DataFrame(rows).round(2)

# %% [markdown]
# Now change the numbers and not their order: a fall counts -1.
#
# **Question.** How many visits of each tree will change?
#
# <details><summary>Answer</summary>None of the one with the Borda score: it uses a reward only to compare it with
# another one. (Only where two actions were visited equally often does the better mean decide what is played.)</details>

# %%
costly = games.gaps(loss=-1.0)
changed = {}
for name, policy in policies.items():
    other = textbook.uct(costly, edge, 60, stream(seed), choose=policy, limit=5)
    before = {child.action: child.visits for child in trees[name].children}
    changed[name] = sum(abs(child.visits - before[child.action]) for child in other.children)
changed

# %% [markdown]
# ## 5. Win with it
#
# At the edge, as in section 1, with the other two:

# %%
choices(plain._replace(value=Borda()))

# %%
choices(plain._replace(value=MixMax()))

# %% [markdown]
# **Question.** Does the maximum make MixMax brave?
#
# <details><summary>Answer</summary>Not here: the best that was seen after a jump is hardly better than the best after
# standing still, since that may be followed by a jump that succeeds.</details>
#
# Does courage pay? Thirty whole games on each line, in which nine jumps of ten succeed and 20 moves are allowed:

# %%
def tried(method, loss):
    """How thirty games end: games won, the mean cell that was reached, and the mean of moves."""
    other, ends = games.gaps(chance=0.9, moves=20, loss=loss), []
    for s in range(30):
        state = start(other, s)
        while to_move(other, state) != TERMINAL:
            action = method.search(other, state, iterations=iterations, seed=s).action
            state = after(other, state, action, seed=s + int(state.moves))
        ends.append((int(state.place) == other.cells - 1, int(state.place), int(state.moves)))
    won, place, moves = np.transpose(ends)
    return {"won": won.sum(), "cell": place.mean(), "moves": moves.mean()}


rows = {f"{name}, a fall counts {loss:g}": tried(method, loss)
        for name, method in {"mean": plain, "Borda": plain._replace(value=Borda())}.items()
        for loss in (0.0, -1.0)}
pd.DataFrame(rows).T.round(1)

# %% [markdown]
# **Question.** When would the timid search be the better one?
#
# <details><summary>Answer</summary>Where staying is worth something: if a fall lost what was already won, or if moves
# never ran out and a safe way came later. Order alone cannot say when a small gain is not worth a great risk; for that
# the distances have to be real, as points or money are.</details>
#
# **Try it:** at which chance of a jump does the search with the Borda score begin to stand? Set
# `games.gaps(chance=...)` in `choices`. And what is left of the difference where a game is only won or lost? Notebook
# P3 has both, and seven real-time games.
#
# ## Take-aways
#
# * A mean needs distances between outcomes; most games have only an order.
# * The Borda score asks how often one action beats another. Any change of the numbers that keeps their order leaves the
#   tree the same, node for node.
# * Where games are only won or lost, order and mean agree.
# * A search that compares is bolder where a risk pays more often than not, whatever a loss "costs". Whether boldness
#   helps depends on the game.
