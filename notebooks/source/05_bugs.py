# %% [markdown]
# # A gallery of bugs
#
# Two searches of one position, with the same random numbers. One has a bug that changes a single line. Give both more
# iterations with the arrow keys. **Which one is ill, and how can you tell?**

# %%
from mcts_lab.lesson import *

BugLab(bug="sign")

# %% [markdown]
# * **Minutes:** 55
# * **Prerequisites:** 03_tree
# * **Papers:** Browne et al. (2012), Algorithm 2, for the search; Frank & Basin (1998), for the last bug
#
# **You will be able to**
#
# * recognise from a tree's visits and means which classic mistake its search makes;
# * say why winning is a poor test of a search, and how many games it takes;
# * write a check that finds half of the mistakes in any tree without knowing the right answer.
#
# Every programmer of a tree search makes one of these mistakes. The programs run, return a move, and often win.
#
# ## Before you begin
#
# **Question.** (03) Whose reward does a node of the tree store?
#
# <details><summary>Answer</summary>That of the player who chose to go there.</details>
#
# **Question.** (03) Which action is played in the end, and why not the one with the best mean?
#
# <details><summary>Answer</summary>The most visited one. A mean of few visits can be high by luck.</details>
#
# **Question.** (02) When does UCB1 pull an arm that was never tried?
#
# <details><summary>Answer</summary>At once: its bound is infinite.</details>

# %% tags=["parameters"]
rounds = 16
seed = 1

# %% [markdown]
# ## 1. A search of one page
#
# Here is UCT as in notebook 03: the loop `uct`, the tree policy `ucb1` and the backup `back_up`. At the end the most
# visited child is played.

# %%
textbook.show(textbook.uct, textbook.ucb1, textbook.bound)

# %%
textbook.show(textbook.simulate, textbook.back_up, textbook.most_visited)

# %% [markdown]
# Each classic mistake changes one or two lines of these functions. Here are all of them:

# %%
from mcts_lab.views.widgets import bugs
from mcts_lab.views.widgets.tournament import Tournament

for bug in ("sign", "draw", "unvisited", "leaf", "value", "visits"):
    print(bugs.difference(games.tic_tac_toe(), bug), end="\n\n")

# %% [markdown]
# **Question.** Which of the four phases has the most bugs? Which phase has none?
#
# <details><summary>Answer</summary>The backup has most: whose reward is added, to which nodes, and what a draw counts.
# Expansion has none of its own; one of the bugs in selection keeps it from happening.</details>
#
# Would you see them while reading? In each function below one line is wrong.

# %%
Quiz("bug", number=6)

# %% [markdown]
# ## 2. One bug at a time
#
# Tic-tac-toe after two opposite corners and the centre; o is to move. Four of the six squares draw, the other two
# corners lose: the thick marks show these exact values. Bars are visits, dots mean rewards (a loss is 0, a draw 1/2, a
# win 1). One search has the bug, the other does not; both use the same random numbers. Use the arrow keys to give both
# more iterations, and choose another bug.

# %%
BugLab(bug="sign")

# %% [markdown]
# **Question.** With the sign not flipped, why do the means look *better* than they are?
#
# <details><summary>Answer</summary>Every node adds up the rewards of the player at the root, and where the opponent
# moves, the search goes to the greatest of them: it treats the opponent as a partner. So it finds the lines in which
# the opponent helps.</details>
#
# **Question.** Suppose that a draw counts as a loss. Which actions does that hurt, and when would it do no harm at all?
#
# <details><summary>Answer</summary>The safe ones: here a draw is the best result, and it looks like the worst. The bug
# does no harm in games without draws, which is why it can survive for years.</details>
#
# How often does each search play one of the best squares? Here are thirty runs each, with intervals:

# %%
lab, told, shares = BugLab(runs=30, budgets=(20, 80, 320)), counter("bugs"), {}
for number, bug in enumerate(lab.bugs, 1):
    shares[bugs.BUGS[bug][0]] = [f"{lab.share(bug, look):.0%}" for look in range(3)]
    told(number, len(lab.bugs))
pd.DataFrame(shares, index=[f"{n} iterations" for n in lab.budgets]).T

# %% [markdown]
# Thirty runs leave intervals of up to ±18 points, and chance alone is right in four cases of six. At 320 iterations two
# of the bugs no longer show: with hundreds of visits, a lucky mean of a few is seldom the best, and counting a draw as
# a loss leaves the order of the squares unchanged.
#
# ## 3. Does it win?
#
# Most changes to a search are judged by "it beats the old version". So here is a tournament of bugs. All play each
# other as x and as o, with equal iterations.

# %%
players = [bugs.BugPlayer(bug) for bug in ("none", "sign", "draw", "leaf", "value")]
tournament = Tournament.of(games.tic_tac_toe(), players, rounds=rounds, seed=seed)
tournament

# %% [markdown]
# **Question.** How many games would it take to distinguish the search without a bug from the one that counts draws as
# losses? Set the last control to the difference that you expect.
#
# <details><summary>Answer</summary>The fourth panel and the sentence above it answer this for the pair chosen: hundreds
# or a thousand games for ten percentage points, four times as many for five. You will not play thousands of games after
# each change; a check of the tree takes a second.</details>
#
# ## 4. Cheating
#
# In games with hidden information, the worst mistake does not show in the code of the search: it receives the true
# state. A coin lies in a box (notebook 07); `safe` pays 1/2, and after `go` you must name the side: right pays 1, wrong
# -1. (As rewards these are 3/4, 1 and 0.)

# %%
BugLab.cheating()

# %% [markdown]
# **Question.** The cheating search believes in a reward of nearly 1 for `go`. What will a test show in which it plays
# against others *and still sees everything*?
#
# <details><summary>Answer</summary>That it is excellent: it looks into the box and names the right side. It fails as
# soon as it cannot look. So test a search for hidden information as it will be used, from the observer's
# view.</details>
#
# ## 5. The ward
#
# Six patients, A to F, each have a different bug of section 2. Compare each with the healthy search, at several
# budgets.

# %%
ward = BugLab.ward()
ward

# %% [markdown]
# **Exercise.** Name the bug of each patient. `exercise("diagnosis").hint()` helps.

# %%
def diagnosis(patient):
    """The bug of a patient, from "A" to "F".

    It is one of "sign", "draw", "unvisited", "leaf", "value" and "visits".
    """
    ...  # your code here


exercise("diagnosis").check(diagnosis)

# %% [markdown]
# ## 6. A check that needs no answer
#
# The right value of most positions is unknown. But a tree must agree *with itself*. Where two players take turns, a
# game that pays one of them *r* pays the other 1 − *r*. So a node's total follows from its children's totals, except
# for the playouts that began at the node itself.
#
# **Exercise.** Write this check. `exercise("books_balance").hint()` helps.

# %%
def books_balance(node):
    """Whether a node's total is what its children's totals say, where two players take turns.

    `node` has `visits`, `total` (of rewards from 0 to 1 to whoever moved here) and `children`,
    nodes of the other player. Visits that are not its children's were playouts of its own.
    """
    ...  # your code here


exercise("books_balance").check(books_balance)

# %% [markdown]
# **Question.** Which of the bugs can such a check find, and which not?
#
# <details><summary>Answer</summary>The bugs that corrupt the statistics: the wrong sign, draws worth nothing to both, a
# backup that ends at the leaf. Not those that choose badly from correct statistics: unvisited children ignored, visits
# miscounted in the bonus, the best mean played. The next cell counts.</details>

# %%
from mcts_lab.course.lessons.bug_gallery import books_balance as balanced


def unbalanced(bug, iterations=200):
    """The share of the nodes below the root whose books do not balance."""
    grow = bugs.parts_of(lab.game, bug)["search"]
    pending = list(grow(lab.game, lab.state, iterations, stream(seed)).children)
    found = []
    while pending:
        node = pending.pop()
        found.append(not balanced(node))
        pending += node.children
    return np.mean(found)


shares = {bugs.BUGS[bug][0]: f"{unbalanced(bug):.0%}" for bug in lab.bugs}
pd.Series(shares, name="nodes").to_frame()

# %% [markdown]
# The remaining bugs show up when each part is tested separately: every action is tried, the bonus falls with a child's
# visits and grows with its parent's, the final choice goes by visits. And all of them show against an exact solver, on
# enough small positions. `mcts_lab`'s own tests do all three; see `tests/test_uct.py`.
#
# **Try it:** put a mistake of your own into a copy, give the tree to another student, and let them find it: `wrong =
# textbook.changed(textbook.bound, ("math.sqrt(child.visits)", "child.visits"))` is `bound` with another last term,
# `policy = textbook.changed(textbook.ucb1, bound=wrong)` the policy that uses it, and `textbook.uct(lab.game,
# lab.state, 200, stream(1), choose=policy)` the tree. Or copy the function into a cell.
#
# ## Take-aways
#
# * A search with a bug runs, returns moves and may win. Look at visits *and* means, and compare with exact values where
#   you can.
# * All means too high: whose side is the opponent on? All too low: what is not added up, or counts nothing?
# * Winning is a slow test: detecting small differences takes thousands of games.
# * A tree must agree with itself. You can check that in any position, at once.
# * A search that sees hidden information passes every test in which it still sees it.
