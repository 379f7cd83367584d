# %% [markdown]
# # Minimax and alpha-beta
#
# Max wants a large number, min a small one, and they take turns. Step through the tree with the arrow keys: some leaves
# are never looked at, and the result is right all the same. **Which can be left out, and why?**

# %%
from mcts_lab.lesson import *

AlphaBetaSteps("((3 12 8) (2 4 6) (14 5 2))")

# %% [markdown]
# * **Minutes:** 80
# * **Prerequisites:** 00_play; functions that call themselves; lists and dicts
# * **Papers:** Runnels (2023), sections 3.1, 3.2 and 5.1; Knuth & Moore (1975)
#
# **You will be able to**
#
# * work out the minimax value of a tree by hand and in a few lines of Python;
# * say which branches alpha-beta leaves out, and why that changes no value;
# * count what pruning saves, and what the order of the actions has to do with it;
# * choose a depth, an evaluation and an ordering for a real game;
# * say what changes where chance moves.
#
# Alpha-beta has played master chess since the 1960s. Deep Blue, which beat the world champion Garry Kasparov in 1997,
# ran it on special hardware, about 200 million positions per second (Campbell, Hoane & Hsu 2002). The best chess
# programs of today still search this way, with a neural network as their estimate.
#
# Some cells use more Python than that (comprehensions, lambda, pandas). Just run those.
#
# ## Before you begin
#
# **Question.** (00) What are a game, a state and an action in code?
#
# <details><summary>Answer</summary>Rules, a position, and a number; <code>after</code> leads from one state to the
# next.</details>
#
# **Question.** (00) Which action did the search play, and what did its value mean?
#
# <details><summary>Answer</summary>The one that it tried most often; the value was the mean payoff of all games played
# below it, and not yet what best play is worth.</details>
#
# **Question.** (00) Why did a longer search change its mind?
#
# <details><summary>Answer</summary>Most of each game was random, so the columns looked almost alike. In this lesson
# nothing is random: both sides play as well as they can.</details>

# %% tags=["parameters"]
seed = 1
deepest = 7

# %% [markdown]
# ## 1. Both sides play as well as they can
#
# Two players take turns. Each leaf shows what the game is worth to *max*; the other player, *min*, wants that number as
# small as possible. Below is the tree of Runnels (2023), Figure 2, before any value is worked out.

# %%
figure_2 = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
minimax.draw(figure_2, alpha_beta=False, step=0)

# %% [markdown]
# **Question.** What is the root worth, and which branch will max take? Work upwards from the leaves.
#
# <details><summary>Answer</summary>Levels take turns: max moves above the leaves, min above that, and max at the root.
# Max takes 2, 4, 6 and 8; of those min takes 2 and 6; so the root is worth 6, by the right branch.</details>
#
# Halfway there:

# %%
minimax.draw(figure_2, alpha_beta=False, step=7)

# %% [markdown]
# And all of it:

# %%
minimax.draw(figure_2, alpha_beta=False)

# %% [markdown]
# In words, as in the paper's section 3.1: where max moves, a state is worth the greatest value that follows; where min
# moves, the least. In Python, for any game (Russell & Norvig 2021, Figure 5.3):

# %%
textbook.show(textbook.minimax)

# %% [markdown]
# `GivenTree` turns a tree into a game: `legal_actions` are the branches, `after` leads to the child, and `payoff` is
# the number at a leaf. Player 0 is max.

# %%
from mcts_lab.games.teaching.given_tree import GivenTree


def value(tree, max_moves=True):
    game = GivenTree(tree, max_moves)
    return textbook.minimax(game, start(game), player=0)


value(figure_2)

# %% [markdown]
# Do you get the same by hand? Each tree below is drawn anew, and a wrong answer is told which mistake leads to it.

# %%
Quiz("root_value")

# %% [markdown]
# **Try it:** what if min moves first? Decide before you call `value(figure_2, False)`. And what if both sides maximise?
# `textbook.changed(textbook.minimax, ("else min(values)", "else max(values)"))` is a copy with one expression replaced;
# or copy the function into a cell and edit it there.
#
# ## 2. The same on a game
#
# In **Nim** players take any number of objects from one pile; whoever takes the last one wins.

# %%
nim = games.nim([1, 2])
state = start(nim)
board.figure(nim, state, size=1.8)

# %% [markdown]
# **Question.** The first player wins. With which action?
#
# <details><summary>Answer</summary>Take one object from the second pile, as the thick line below shows. That leaves two
# equal piles, and whatever the opponent does to one of them you can do to the other.</details>
#
# Any game is a tree as well. Here each branch is labelled with its action.

# %%
def as_tree(game, state):
    if to_move(game, state) == TERMINAL:
        return payoff(game, state, 0)
    return {action_name(game, state, a): as_tree(game, after(game, state, a))
            for a in legal_actions(game, state)}


minimax.draw(as_tree(nim, state), alpha_beta=False, players=("first", "second"))

# %% [markdown]
# The same function gives its value. The package's `Minimax` also returns the action and the line of best play.

# %%
print(textbook.minimax(nim, state, player=0))
found = Minimax().search(nim, state)
name = action_name(nim, state, found.action)
print(f"worth {found.value:g}, by {name}, in {len(found.pv)} moves")

# %% [markdown]
# **Exercise.** Minimax without two cases: every node takes the greatest of its children's values *with their signs
# turned*, because what is good for one player is bad for the other. Write it. `exercise("negamax_value").hint()` helps.

# %%
def negamax_value(node, sign=1):
    """The value of a tree for the player who moves at its root; leaves hold max's values.

    `sign` is 1 where max moves and -1 where min does.
    """
    ...  # your code here


exercise("negamax_value").check(negamax_value)

# %% [markdown]
# ## 3. What need not be looked at
#
# **Alpha-beta** (section 3.2) carries two numbers along. α is the best result that max can already guarantee by playing
# elsewhere; β is the best, hence lowest, that min can. Suppose that a state where max moves turns out to be worth β or
# more, or one where min moves α or less. Then the other side will never allow it, and the rest of it need not be
# searched.
#
# **Question.** In the tree below, leaves are visited from left to right. Which can be left out?
#
# <details><summary>Answer</summary>Two branches with three leaves. Once a node is known to be no better than what a
# player has elsewhere, the rest of it does not matter. The next picture shows which they are.</details>

# %%
example = [[[5, 6], [7, 4]], [[3, 2], [9, 8]], [[6, 7], [1, 2]]]
minimax.draw(example, alpha_beta=False, step=0)

# %%
minimax.draw(example, windows=True)

# %% [markdown]
# Crossed branches were never looked at. "≤" and "≥" are bounds: enough is known to say that the true value does not
# matter. The brackets show the window [α, β] with which a state was entered.

# %%
full, pruned = minimax.explore(example, alpha_beta=False), minimax.explore(example)
Markdown(f"Minimax looks at **{full.leaves}** leaves and alpha-beta at **{pruned.leaves}**; "
         f"the root is worth {full.value[0]:g} and {pruned.value[0]:g}.")

# %% [markdown]
# Now one node at a time. Turn on *predict first*, and before each decisive step you are asked whether the rest is cut
# off. The slider puts the best move first or last; type a tree of your own into the text field.

# %%
AlphaBetaSteps(example)

# %% [markdown]
# Now do it yourself: click the leaves in the order in which alpha-beta looks at them, and the root when it is done.

# %%
Quiz("alpha_beta_by_hand", number=2)

# %% [markdown]
# And at one glance: which leaves are never looked at?

# %%
Quiz("cut_leaves", number=5)

# %% [markdown]
# Alpha-beta in Python is minimax with two more arguments.
#
# **Exercise.** Write alpha-beta, for any game. It is judged by the value *and* by the leaves that it looks at.
# `exercise("alpha_beta").hint()` helps; section 5 shows one solution.

# %%
from math import inf

from mcts_lab.game import heuristic


def alpha_beta(game, state, player, depth=inf, evaluate=heuristic, alpha=-inf, beta=inf):
    """Return the value of `state` to `player`, leaving out what cannot matter.

    `alpha` is what `player` is sure of elsewhere, `beta` what the others can hold that player
    to elsewhere. A result at or beyond one of them is only a bound of the value.
    """
    ...  # your code here


exercise("alpha_beta").check(alpha_beta)

# %% [markdown]
# ## 4. Order matters
#
# The paper says that alpha-beta reduces the branching factor *b* to its square root. Is that so?
#
# **Question.** Here is the same tree with the children of each node in another order. More pruning, or less?
#
# <details><summary>Answer</summary>More: if the best child comes first, the window is as narrow
# as possible for all that follow.</details>

# %%
def ordered(node, best_first=True, max_moves=True):
    if not isinstance(node, list):
        return node
    children = sorted(node, key=lambda child: value(child, not max_moves))
    children = children[::-1] if max_moves == best_first else children
    return [ordered(child, best_first, not max_moves) for child in children]


minimax.draw(ordered(example))

# %% [markdown]
# Now on trees with three branches everywhere and random leaves: how many leaves are looked at, by depth?

# %%
import random


def random_tree(depth, rng, branches=3):
    if depth == 0:
        return rng.random()
    return [random_tree(depth - 1, rng, branches) for _ in range(branches)]


rng = random.Random(seed)
trees = {depth: random_tree(depth, rng) for depth in range(1, deepest + 1)}

# %%
ways = {"minimax": (lambda t: t, False), "worst order": (lambda t: ordered(t, False), True),
        "as it comes": (lambda t: t, True), "best order": (ordered, True)}
counts = pd.DataFrame([
    {"depth": depth, "order": way, "leaves": minimax.explore(change(tree), prune).leaves}
    for depth, tree in trees.items() for way, (change, prune) in ways.items()
])
results.lines(counts, "depth", "leaves", "order", log="y", ylabel="leaves looked at")

# %% [markdown]
# Knuth & Moore (1975) proved that with the best order exactly $b^{\lceil d/2\rceil} + b^{\lfloor d/2\rfloor} - 1$
# leaves are left. Do our counts agree?

# %%
table = counts.pivot(index="depth", columns="order", values="leaves")[list(ways)]
table["Knuth & Moore"] = [3 ** -(-depth // 2) + 3 ** (depth // 2) - 1 for depth in table.index]
table

# %% [markdown]
# So the square root is the *best case*. It needs the best action first, and finding that action is what the search is
# for; without an ordering the saving is real but smaller. Even the worst order saves something: to cut a node off, a
# child need not be the best, only good enough, and such a child usually comes before the last.

# %% [markdown]
# **Exercise.** How many leaves must alpha-beta look at in the best case? Write the formula of Knuth and Moore.
# `exercise("fewest_leaves").hint()` helps.

# %%
def fewest_leaves(branching, depth):
    """The least number of leaves alpha-beta looks at; each node has `branching` children."""
    ...  # your code here


exercise("fewest_leaves").check(fewest_leaves)

# %%
Quiz("fewest_leaves", number=3)

# %% [markdown]
# ## 5. Solving a game
#
# Here is all of alpha-beta, after Russell & Norvig (2021, Figure 5.7):

# %%
textbook.show(textbook.alpha_beta)

# %%
textbook.alpha_beta(nim, state, player=0), AlphaBeta().search(nim, state).value

# %% [markdown]
# **Question.** Change one sign in a copy: `>` for `>=`. Which value does the copy find, and how many states does it
# visit?
#
# <details><summary>Answer</summary>The same value, but it visits more states. Where a node only equals what is
# guaranteed elsewhere, the rest of it cannot matter either.</details>

# %%
careless = textbook.changed(textbook.alpha_beta, ("if alpha >= beta:", "if alpha > beta:"))
print(textbook.difference(textbook.alpha_beta, careless))
piles = games.nim([2, 2, 1])
for function in (textbook.minimax, textbook.alpha_beta, careless):
    calls = textbook.recorded(function, piles, start(piles), 0)
    print(len(calls) // 2, "states, worth", calls[-1][1])

# %% [markdown]
# `AlphaBeta` is the same search, looking at the same states in the same order, as a loop that can be compiled, stopped
# and continued. That makes it fast enough for larger games.
#
# Tic-tac-toe is small enough to be searched to its ends.

# %%
small = games.tic_tac_toe()
everything, less = (method.search(small, start(small)) for method in (Minimax(), AlphaBeta()))
Markdown(f"Tic-tac-toe is worth **{less.value:g}**: a draw. "
         f"Minimax looks at {everything.nodes:,} states and alpha-beta at {less.nodes:,}, "
         f"which is {less.nodes / everything.nodes:.1%}.")

# %% [markdown]
# ## 6. A game too large for that
#
# In Connect Four we stop after some plies and *estimate* how good the position is. A good estimate is cheap and
# separates good positions from bad ones; ours counts the lines that are still open.

# %%
game = games.connect_four()
state = start(game)
for column in (3, 3, 2):
    state = after(game, state, column)
board.figure(game, state, size=3)

# %% [markdown]
# **Question.** The second player is to move. Is there a threat to answer? How deep must a search look to see it?
#
# <details><summary>Answer</summary>Yes: two in a row with room on both sides. One more disc makes three with both ends
# open, which cannot be stopped. But that lies several plies ahead, so shallow searches do not see it. The tables below
# show at which depth the choice changes, and that it changes back.</details>

# %%
rows = []
for depth in range(1, deepest + 1):
    for name, method in (("minimax", Minimax), ("alpha-beta", AlphaBeta)):
        found = method(depth=depth).search(game, state)
        rows.append({"depth": depth, "method": name, "states": found.nodes,
                     "column": found.action, "value": found.value})
growth = pd.DataFrame(rows)

# %%
results.lines(growth, "depth", "states", "method", log="y", xlabel="depth in plies")

# %% [markdown]
# On a logarithmic scale minimax is a straight line: the effort is exponential in the depth, as the paper finds in its
# section 5.1. Alpha-beta rises less steeply, and unevenly: by the formula $b^{\lceil d/2\rceil} + b^{\lfloor
# d/2\rfloor}$ only every second extra ply is expensive, and how much can be pruned depends on the position. The saving
# is no fixed factor: the paper's "about ten times faster" depends on the depth.

# %%
states = growth.pivot(index="depth", columns="method", values="states")
states["ratio"] = (states["minimax"] / states["alpha-beta"]).round(1)
states

# %% [markdown]
# Do both choose the same column at equal depth? And at which depth does the choice change, because the threat comes
# into view? (Values are those of the player who moves: −1 is a certain loss, +1 a certain win.)

# %%
growth.set_index(["depth", "method"])[["column", "value"]].unstack().round(3)

# %% [markdown]
# Both must choose the same: pruning changes no value, and both take the first best action in the order in which actions
# are listed. Keep this in mind when a paper reports that alpha-beta *wins more often* than minimax.
#
# ## 7. Better orders
#
# Programs guess which action is best. It may be the best one of a shallower search (*pv*, the principal variation) or
# of a table of positions seen before (*table*). Or it caused a cut-off nearby (*killer*), or looks best without
# searching (*heuristic*).
#
# **Question.** Which of them will save most?
#
# <details><summary>Answer</summary>See the table. Among single orderings the heuristic saves most states, though it
# costs time at each of them; all orderings together, with iterative deepening, need the fewest states.</details>

# %%
orders = {
    "as listed": {},
    "killer": {"ordering": "killer"},
    "heuristic": {"ordering": "heuristic"},
    "transposition table": {"ordering": "table", "table_bits": 16},
    "all, deepening": {"ordering": "pv+table+killer+heuristic", "table_bits": 16,
                       "iterative": True},
    "all, deepening, scouts": {"ordering": "pv+table+killer+heuristic", "table_bits": 16,
                               "iterative": True, "scout": True},
}

# %%
rows = []
for name, options in orders.items():
    found = AlphaBeta(depth=9, **options).search(game, state)
    rows.append({"order": name, "states": found.nodes, "cut-offs": found.cutoffs,
                 "from table": found.table_hits, "column": found.action, "value": found.value})
pd.DataFrame(rows).round(3)

# %% [markdown]
# All values are equal, as they must be. The column may differ where several are equally good, because the first one
# found is taken. Iterative deepening searches to depth 1, then 2, and so on; its count is the total. Where the first
# action is mostly the best, it is enough to ask of the others whether they are better: *principal variation search*
# sends a scout, a search whose window has no width, and looks again only where it says yes
# (`textbook.show(textbook.pvs)`).
#
# **Try it:** which depth can you reach with a million states?
#
# **Question.** One player can win at once, or three plies later. Which of the two does alpha-beta choose?
#
# <details><summary>Answer</summary>The one that it looks at first: both are worth 1. So it may put off a win for ever.
# With <code>AlphaBeta(sooner=True)</code> each ply to the end of a game costs a little (2<sup>−30</sup>), which decides
# among wins, and among losses for the longest resistance.</details>
#
# ## 8. Where chance moves
#
# In **Pig** a player rolls a die as often as they dare. The points of a turn add up, but a one loses them all and ends
# the turn. A roll is a third kind of node: not the greatest value, not the least, but the mean.

# %%
textbook.show(textbook.expectiminimax)

# %% [markdown]
# Suppose that you have rolled nothing but fives. How much are *roll* and *stop* worth, two decisions ahead?

# %%
pig = games.pig(win_score=30)
state, rows = start(pig), {}
for won in range(0, 30, 5):
    rows[won] = {name: textbook.expectiminimax(pig, after(pig, state, action), 0, depth=2)
                 for action, name in enumerate(("roll", "stop"))}
    state = after(pig, after(pig, state, 0), 4)  # roll, and the die shows a five
pd.DataFrame(rows).T.rename_axis("won this turn").round(2)

# %% [markdown]
# **Question.** Why does the lead of *roll* shrink, and may alpha-beta prune below a roll?
#
# <details><summary>Answer</summary>One roll in six loses what the turn has won, and there is more and more to lose.
# Below a roll, α and β of the player's other actions say nothing about a single face: a bad one may be made up for by
# five good ones. With bounds on all payoffs one can prune, but much less.</details>
#
# ## Take-aways
#
# * Minimax assumes that both sides play as well as they can; its value is exact if the search reaches the ends.
# * Alpha-beta has the same value and, with equal tie-breaking, the same move. It only looks at less.
# * How much less depends on the order of the actions: the square root of the branching factor is the best case.
# * Where chance moves, a node is worth the mean of what follows.
# * At the depth limit an estimate replaces the search. Where good estimates are hard to find, play the game out
#   instead: notebook 03.
