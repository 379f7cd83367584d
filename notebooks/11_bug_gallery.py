# %% [markdown]
# # A gallery of bugs
#
# * **Minutes:** 50
# * **Prerequisites:** 02_bandits_and_uct
# * **Papers:** Browne et al. (2012), Algorithm 2, for the search; Frank & Basin (1998), for the last bug
#
# **You will be able to**
#
# * tell from a tree's visits and means which classic mistake its search makes;
# * say why winning is a poor test of a search, and how many games it takes;
# * write a check that finds half of the mistakes in any tree, without knowing the right answer.
#
# Everybody who writes a tree search makes one of these mistakes. The programs run, give a move, and often win.

# %%
import numpy as np
import pandas as pd

from mcts_lab import games, textbook
from mcts_lab.course import exercise
from mcts_lab.engine.random import stream
from mcts_lab.views.widgets import bugs
from mcts_lab.views.widgets.bugs import BugLab, BugPlayer
from mcts_lab.views.widgets.tournament import Tournament

# %% tags=["parameters"]
rounds = 16
seed = 1

# %% [markdown]
# ## 1. A search of one page
#
# UCT as in notebook 02. Its four phases are `uct`, with the tree policy `ucb1`, and `back_up`; at the end the most
# visited child is played.

# %%
textbook.show(textbook.uct, textbook.ucb1, textbook.bound)

# %%
textbook.show(textbook.simulate, textbook.back_up, textbook.most_visited)

# %% [markdown]
# Each classic mistake changes one line or two of these functions. Here are all of them:

# %%
for bug in ("sign", "draw", "unvisited", "leaf", "value", "visits"):
    print(bugs.difference(games.tic_tac_toe(), bug), end="\n\n")

# %% [markdown]
# **Question.** Which of the four phases has the most bugs? Which phase has none?
#
# <details><summary>Answer</summary>The backup has two, whose reward is added and to which nodes, and what a draw is
# worth is another matter of its rewards. The expansion has none of its own: one of the selection's keeps it from
# happening.</details>
#
# ## 2. One bug at a time
#
# Tic-tac-toe after two opposite corners and the centre; o is to move. Four of the six squares draw, the other two
# corners lose: the thick marks say so, they are exact. Bars are visits, dots mean rewards (a loss is 0, a draw 1/2, a
# win 1). At the left is the search with the bug, at the right the one without, from the same random numbers; go on with
# the arrow keys to see both at more iterations, and choose another bug.

# %%
BugLab(bug="sign")

# %% [markdown]
# **Question.** With the sign not flipped, why do the means look *better* than they are?
#
# <details><summary>Answer</summary>Every node adds up the rewards of the player at the root, and where the opponent
# moves the search goes to the greatest of them: it takes the opponent for a partner. So it finds the lines in which he
# helps.</details>
#
# **Question.** A draw counts as a loss. Which actions does that hurt, and when would it do no harm at all?
#
# <details><summary>Answer</summary>Those that are safe: here the best that there is, a draw, looks like the worst. It
# does no harm in games without draws, which is why such a bug can live for years.</details>
#
# How often does each play one of the best squares? With intervals, of thirty runs each:

# %%
lab = BugLab(runs=30, budgets=(20, 80, 320))
shares = pd.DataFrame({bugs.BUGS[bug][0]: [f"{lab.share(bug, look):.0%}" for look in range(3)]
                       for bug in lab.bugs}, index=[f"{n} iterations" for n in lab.budgets]).T
shares

# %% [markdown]
# Thirty runs leave intervals of up to ±18 points, and chance alone is right in four cases of six. At 320 iterations two
# of the bugs do not show any more: a mean of few visits is seldom the best by luck once there are hundreds of them, and
# a draw taken for a loss leaves the order of the squares as it is.
#
# ## 3. Does it win?
#
# "It beats the old version" is how most changes to a search are judged. So: a tournament of bugs. All have the same
# number of iterations, and play each other as x and as o.

# %%
players = [BugPlayer(bug) for bug in ("none", "sign", "draw", "leaf", "value")]
tournament = Tournament.of(games.tic_tac_toe(), players, rounds=rounds, seed=seed)
tournament

# %% [markdown]
# **Question.** How many games would it take to tell the search without a bug from the one that takes draws for losses?
# Move *who differ by* to what you think is the difference.
#
# <details><summary>Answer</summary>The fourth panel and the sentence above it say it for the pair chosen: hundreds
# or a thousand for ten points of a hundred, four times as many for five. A test that takes thousands of games is not
# run after each change; a check of the tree takes a second.</details>
#
# ## 4. Cheating
#
# Where something is hidden, the worst mistake is invisible in the code of the search: it is given the true state. A
# coin lies in a box (notebook 04); `safe` pays 1/2, and after `go` you must name the side: right pays 1, wrong -1. (As
# rewards these are 3/4, 1 and 0.)

# %%
BugLab.cheating()

# %% [markdown]
# **Question.** The cheating search believes in a reward of nearly 1 for `go`. In a test in which it plays against
# others *and goes on seeing everything*, what will be found?
#
# <details><summary>Answer</summary>That it is excellent: it looks into the box, and names the right side. It fails when
# it is played by somebody who cannot look. So test a search for hidden information as it will be used, from the
# observer's view.</details>
#
# ## 5. The ward
#
# Six patients, A to F, each with another bug of section 2. Compare what they show with the healthy search beside them,
# at several budgets.

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
# Nobody knows the right value of most positions. But a tree must agree *with itself*. Where two players take turns, a
# game that pays the one *r* pays the other 1 − *r*. So what a node has in total follows from what its children have,
# but for the playouts that began at the node itself.
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
# <details><summary>Answer</summary>Those that keep wrong books: the sign, draws that are worth nothing to both, a
# backup that ends at the leaf. Not those that choose badly from right books: unvisited children ignored, visits
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
# What is left, finds itself when each part is tested alone: that every action is tried, that the bonus falls with a
# child's visits and grows with its parent's, that the final choice goes by visits. And all of them show against an
# exact solver on small positions, if there are many of these. `mcts_lab`'s own tests do all three; see
# `tests/test_uct.py`.
#
# **Try it:** put a mistake of your own into a copy, give the tree to somebody else, and let them find it:
# `wrong = textbook.changed(textbook.bound, ("math.sqrt(child.visits)", "child.visits"))` is `bound` with another last
# term, `policy = textbook.changed(textbook.ucb1, bound=wrong)` the policy that uses it, and
# `textbook.uct(lab.game, lab.state, 200, stream(1), choose=policy)` the tree. Or copy the function into a cell.
#
# ## Take-aways
#
# * A search with a bug runs, gives moves and may win. Look at visits *and* means, against exact values where there are
#   any.
# * All means too good: for whom does the opponent play? All too low: is something not added up, or worth nothing?
# * Winning is a slow test: small differences take thousands of games.
# * A tree must agree with itself. That can be checked anywhere, at once.
# * A search that sees what it may not see passes every test in which it goes on seeing it.
