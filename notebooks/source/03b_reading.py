# %% [markdown]
# # Monte Carlo tree search: reading a finished search
#
# A search returns more than a move. Below are two answers to the same question: which column should o play in this
# position of Connect Four? Both searches recommend the same column. Press **Shift+Enter** to run the cells.

# %% tags=["slide:position"]
from mcts_course.lesson import *

game = games.connect_four()
state = start(game)
for column in (3, 3, 2):
    state = after(game, state, column)
board.figure(game, state, size=3)

# %% tags=["slide:two"]
few, many = (UCT().search(game, state, iterations=n, seed=1) for n in (100, 20_000))
for found in (few, many):
    display(plot.root_actions(found.tree, title=f"{found.iterations:,} iterations"))

# %% tags=["claim"]
assert few.name == many.name == "o1"

# %% [markdown]
# **Which of the two answers would you trust, and what tells you?** Do not say "the one with more iterations". Look at
# the bars and the dots, and write down what you see. You can compare it with section 1.
#
# **Why it matters.** Programs that search are used to advise people: chess players look at the lines and numbers of
# their engines every day. A number without its meaning misleads them. The five papers of this course also draw
# conclusions from trees: how deep they are, how wide, and how rewards are distributed in them (notebooks
# [P1_runnels](P1_runnels.ipynb) to [P5_papagiannis](P5_papagiannis.ipynb)).
#
# * **Minutes:** 55
# * **Prerequisites:** [03_tree](03_tree.ipynb)
# * **Papers:** Browne et al. (2012), section 3; Kocsis & Szepesvári (2006)
#
# **After this lesson you can**
#
# * say from visits and rewards which move a search plays and how sure it is;
# * explain why means drift during a search although playouts stay random;
# * measure depth and branching of a tree, and predict how the exploration constant changes them.
#
# ## Before you begin
#
# **Question.** (01) Which columns stop the threat of x in the position above?
#
# <details><summary>Answer</summary>Columns 1 and 4. With four plies alpha-beta finds that every other column is a
# certain loss.</details>
#
# **Question.** (02) What does a larger exploration constant change?
#
# <details><summary>Answer</summary>The bonus for uncertainty counts more, so the visits are spread more
# evenly.</details>
#
# **Question.** (03) Which move does a search play in the end?
#
# <details><summary>Answer</summary>The most visited one.</details>

# %% tags=["parameters"]
iterations = 20_000
seed = 1

# %% [markdown]
# ## 1. Where did the visits go?
#
# *20 minutes.* **Which move does a search play, and how decided is it?**
#
# The search plays the action with the most visits. So the first thing to read is how the visits are distributed. If one
# action has nearly all of them, the search has decided. If two actions share them, it has not decided between the two.
# The mean rewards say why: they are the dots in the pictures above, and the line around a dot is a 95 % interval. Let
# us make the second search again, now with its trace, a record of each iteration. So we can see how the visits were
# distributed while the search ran:

# %% tags=["slide:share"]
run = Search(game, state, UCT(), seed=seed, trace=True)
found = run.run(iterations)
fig = plot.convergence(run.tree, run.trace_events, measure="share",
                       title="Share of the visits during the search")
fig.axes[0].set_ylim(0, 1)
fig.axes[0].axvline(5500, color="gray", linestyle=":")
fig.axes[0].annotate("5,500", (5000, 0.74), ha="right", color="gray")
fig

# %% tags=["claim"]
ranked = sorted(found.visits, key=found.visits.get, reverse=True)
assert ranked[:2] == [1, 4] and found.name == "o1"
assert round(100 * found.visits[1] / 20_000) == 71 and round(100 * (found.visits[1] + found.visits[4]) / 20_000) == 89
halfway = Search(game, state, UCT(), seed=seed).run(4000)
assert halfway.name == "o4" and round(100 * halfway.visits[4] / 4000) == 38
assert round(100 * halfway.visits[1] / 4000) == 23
moves = [Search(game, state, UCT(), seed=seed).run(n).name for n in (100, 300, 500, 2000, 5400, 5600)]
assert moves == ["o1", "o1", "o4", "o4", "o4", "o1"]
assert 0.47 < (1 + found.values[1]) / 2 < 0.48 and all(value < 0 for value in found.values.values())

# %% [markdown]
# Early in the search column 1 leads. From a few hundred to about 5,500 iterations column 4 has more visits. Then column
# 1 overtakes it (dotted line). At the end it has 71 % of the visits, and columns 1 and 4 together have 89 %. This makes
# sense: x (orange) has two discs side by side in the bottom row and wants a third, with both ends free. o cannot stop
# three discs with two free ends, so it has to block now, on one side or the other. At the end all mean rewards are
# below 1/2: o wins a little less than half of the games, even after its most visited move.
#
# **Question.** Which column would the search have played after 4,000 iterations, and how sure would it have looked?
#
# <details><summary>Answer</summary>Column 4, with 38 % of the visits against 23 % of column 1. So a lead can be lost,
# and a search that is stopped early may play another move.</details>
#
# When would you have stopped? `interact` of ipywidgets makes a control for each parameter of a function. Move this one:

# %%
from ipywidgets import interact


def stopped(iterations=3000):
    now = UCT().search(game, state, iterations=iterations, seed=seed)
    return plot.root_actions(
        now.tree, title=f"{iterations:,} iterations: it plays {now.name}"
    )


interact(stopped, iterations=(500, 20_000, 500));

# %% tags=["claim"]
went = plot.root_rewards(run.tree, run.trace_events)
leader = pd.crosstab(went["iteration"] // 500, went["name"]).cumsum().idxmax(axis=1)
assert (leader[:11] == "o4").all() and (leader[11:] == "o1").all() and len(leader) == 40

# %% [markdown]
# At all stops from 500 to 5,500 the search plays o4, and at all later ones o1. No single picture says that the leader
# will change.
#
# **Exercise (at home, about 15 minutes).** When was the decision made? Perhaps the search could have stopped long
# before its end. `history` has the visits of all actions at several moments. For example, the history `[{1: 3, 4: 2},
# {1: 4, 4: 6}, {1: 9, 4: 6}, {1: 13, 4: 7}]` gives 2: from index 2 on action 1 is always most visited.
# `exercise("settled").hint()` helps.

# %%
def settled(history):
    """Return the first index from which on the same action is most visited.

    `history` is a list of dictionaries, in the order of time; each has the visits of
    the actions that were tried so far. In a tie the action with the smaller number
    counts.
    """
    ...  # your code here


exercise("settled").check(settled)

# %% tags=["claim"]
from mcts_course.lessons import reading_search

assert reading_search.settled([{1: 3, 4: 2}, {1: 4, 4: 6}, {1: 9, 4: 6}, {1: 13, 4: 7}]) == 2

# %% [markdown]
# **The answer to the opening question.** In the small search seven actions share the visits, and their intervals
# overlap. Its answer is uncertain, and another seed may give another one. In the large search one bar is much longer
# than the others. So the second answer deserves more trust. This comparison is fair because both searches have the same
# exploration constant. With a small constant one bar is long in any case (section 4), also if its move is wrong. The
# bars say how decided a search is, and not whether it is right.

# %% tags=["claim"]
assert max(few.visits.values()) / 100 < 0.35 and max(many.visits.values()) / 20_000 > 0.5
assert len({UCT().search(game, state, iterations=100, seed=s).name for s in range(10)}) > 2

# %% [markdown]
# Which move would the search play here?

# %%
Quiz("final_move", number=4)

# %% [markdown]
# How can one number say how widely the visits are spread? Let $p_a$ be the share of the visits that action $a$ has. The
# **entropy** of the shares, in bits, is $H = -\sum_a p_a \log_2 p_a$, where an action without visits adds 0. Then
#
# $$ 2^H $$
#
# is the **effective number of moves**, which statistics calls *perplexity*. Three examples: if seven actions have one
# seventh each, $H = \log_2 7$ and $2^H = 7$. If one action has all visits, $H = 0$ and $2^H = 1$. With shares of 1/2,
# 1/4 and 1/4 we get $H = \frac12 \cdot 1 + \frac14 \cdot 2 + \frac14 \cdot 2 = 1.5$ and $2^H = 2.83$.
#
# **Exercise.** Write it. `exercise("effective_branching").hint()` helps.

# %%
def effective_branching(visits):
    """Two to the power of the entropy of the visits, in bits.

    `visits` is a list of the visits of a node's actions; some may be 0. All in one
    action give 1, equal visits of n actions give n.
    """
    ...  # your code here


exercise("effective_branching").check(effective_branching)

# %%
shape = run.tree.statistics()
Markdown(f"At the root {len(found.visits)} actions are legal. "
         f"The effective number of moves is {shape.effective_branching:.1f}.")

# %% tags=["claim"]
assert round(shape.effective_branching, 1) == 2.6 and len(found.visits) == 7

# %% [markdown]
# So the visits are spread as if there were 2.6 moves with equal shares, and not seven.
#
# ## 2. What came back?
#
# *10 minutes.* **What does a mean reward hide?**
#
# A mean hides the single results. A mean of 1/2 may come from draws, or from as many wins as losses. The bars show
# the shares of the games that o lost (reward 0) and won (reward 1) after each action:

# %%
plot.rewards(
    run.tree, run.trace_events, top=7, title="Results of the games after each action"
)

# %% tags=["claim"]
from mcts_lab.views.plots.search_plots import root_rewards

came = root_rewards(run.tree, run.trace_events)
assert set(came["reward"].unique()) == {0.0, 0.5, 1.0} and (came["reward"] == 0.5).mean() < 0.05
won = came.groupby("name")["reward"].apply(lambda r: (r == 1).mean())
others = [round((1 + value) / 2, 2) for column, value in found.values.items() if column not in (1, 4)]
assert (min(others), max(others)) == (0.27, 0.32)
worth = AlphaBeta(depth=4, every=True).search(game, state).values
assert {column for column, value in worth.items() if value > -1} == {1, 4}
assert won.idxmax() == "o1" and won.nsmallest(2).index[0] in ("o6", "o0")

# %% [markdown]
# Hardly any game is drawn, so a mean reward is nearly the share of wins. It is the highest for o1. A reward belongs to
# o here, because o is to move at the root.
#
# All columns but 1 and 4 are certain losses ([lesson 01](01_minimax.ipynb), section 5). But their mean rewards are not
# 0: they are between 0.27 and 0.32. To win, x has to answer well, and most moves of these games are random.
#
# The next picture shows the same rewards in their order: the means of the five most visited actions after 1, 2, 3, ...
# iterations. The band is a 95 % interval for o1.

# %% tags=["slide:means"]
plot.convergence(run.tree, run.trace_events, title="Mean rewards during the search")

# %% [markdown]
# **Question.** The means keep moving long after random noise should have averaged out. Why, although playouts stay
# random?
#
# <details><summary>Answer</summary>Only the moves below the tree are random. The tree grows, so more and more moves of
# both players are chosen by the search. Rewards that come late come from better play than early ones. Kocsis &
# Szepesvári (2006) call this <em>drift</em>. It also means that a mean lags behind: it still contains the early
# games.</details>
#
# You can see the lag. Here is the mean of o1 as above, and beside it the mean of its last 1,000 rewards only:

# %% tags=["slide:lag"]
o1 = (
    plot.root_rewards(run.tree, run.trace_events)
    .query("name == 'o1'")["reward"]
    .reset_index(drop=True)
)
lag = pd.DataFrame(
    {
        "mean so far": o1.expanding().mean(),
        "mean of the last 1,000": o1.rolling(1000).mean(),
    }
)
with style.figure(
    "The mean of the last 1,000 rewards of o1 is above the mean so far at the end."
) as fig:
    lag[1000:].plot(
        ax=fig.add_subplot(),
        title="Rewards of o1",
        xlabel="visits of o1",
        ylabel="mean reward to o",
    )
fig

# %% tags=["claim"]
assert (lag["mean of the last 1,000"] > lag["mean so far"])[1000:].mean() > 0.6
assert round(lag["mean so far"].iloc[-1], 2) == 0.47 and lag["mean of the last 1,000"].iloc[-1] > 0.48

# %% [markdown]
# The mean of the last rewards is above the mean so far most of the time, and at the end it is higher as well. A mean of
# 1,000 rewards is uncertain by about 0.03, so a single peak or dip says little. But the curve as a whole is higher:
# both players improve in the tree, and here o improves more.

# %% tags=["claim"]
early, late = came[came["name"] == "o1"]["reward"][:1000].mean(), came[came["name"] == "o1"]["reward"][-5000:].mean()
assert late - early > 0.02

# %% [markdown]
# ## 3. How deep, how wide?
#
# *10 minutes.* **What shape has the tree of a search?**
#
# The tree does not grow evenly. Near the root all legal actions are tried. Further down a node is visited less often,
# and only some of its actions are tried. Where an action does well, the tree is deep; elsewhere it stays shallow. Books
# call such a tree *asymmetric*. The upper part of the next figure shows the nodes of each depth; a grey bar counts
# actions that were never tried. The vertical axis grows by factors of ten. The lower part shows, for a node that has
# children, how many actions are legal and how many were tried.

# %% tags=["slide:shape"]
plot.shape(run.tree, title="Nodes by depth, and children of a node")

# %% tags=["claim"]
assert shape.max_depth == 9 and shape.depth_histogram[6] == shape.depth_histogram.max()
assert shape.tried[2] == 7 and shape.tried[6] < 2.1 and round(shape.selection_depth, 1) == 5.7
assert shape.visited == 19_188
assert round(np.arange(10) @ shape.visited_histogram / shape.visited, 1) == 5.8

# %% [markdown]
# The deepest node is nine moves ahead, and depth 6 has the most nodes. Down to depth 2 all seven actions of a node were
# tried. At depth 6 a node that has children has tried only two of them. The search has visited 19,188 nodes in 20,000
# iterations: an iteration that reaches the end of a game in the tree adds no node. Their mean depth is 5.8.

# %%
Markdown(
    f"On average an iteration chose {shape.selection_depth:.1f} moves in the tree "
    "before its playout began."
)

# %% [markdown]
# This mean is over iterations, and the 5.8 above is over nodes. We use the mean over iterations as the depth of a
# search in section 4.
#
# **Exercise (at home, about 15 minutes).** Describe a tree of `textbook.uct` depth by depth, as the figure does. For
# example, let a root with 5 visits have two children with 3 and 2 visits, and let the first child have one child with 2
# visits. Then the result is `[(1, 5, 2.0), (2, 5, 0.5), (1, 2, 0.0)]`. `exercise("levels").hint()` helps.

# %%
def levels(root):
    """Return a list with (nodes, visits, children) for each depth, the root first.

    `nodes` is the number of nodes at this depth, `visits` the sum of their visits,
    `children` the mean number of their children. A node has `visits` and `children`.
    """
    ...  # your code here


exercise("levels").check(levels)

# %% tags=["claim"]
from types import SimpleNamespace as Of

last = Of(visits=2, children=[])
small = Of(visits=5, children=[Of(visits=3, children=[last]), Of(visits=2, children=[])])
assert reading_search.levels(small) == [(1, 5, 2.0), (2, 5, 0.5), (1, 2, 0.0)]

# %% [markdown]
# The drawing shows the most visited children of the most visited nodes. The thick outlines are the **principal
# variation**: the most visited child, then its most visited child, and so on. It is the game that the search expects.

# %% tags=["slide:tree"]
tree.draw(run.tree, top=3, max_depth=4, max_nodes=16)

# %% tags=["claim"]
node, line = 0, []
for _ in range(4):
    below = run.tree.children(node)
    node = below["visits"].idxmax()
    line.append((below.loc[node, "name"], below.loc[node, "visits"]))
assert line[:3] == [("o1", 14232), ("x2", 4066), ("o2", 1479)] and line[3][1] == 376

# %% [markdown]
# The colours are rewards to the player whose name is beside the scale. After o1 the search expects x2 and then o2. The
# visits fall from level to level, because the children of a node share them: the last box of the thick line has only
# 376 of 20,000.
#
# **The tree as a graph.** `tree.graph()` returns a networkx graph, whose nodes carry the statistics. So you can
# filter it and draw it as you like, and ask networkx what it knows about graphs. Here are the nodes with at
# least 500 visits:

# %%
graph = run.tree.graph("root", max_nodes=400)
often = graph.subgraph(
    [node for node, data in graph.nodes.items() if data["visits"] >= 500]
)
tree.draw_graph(often, title="Nodes with at least 500 visits")

# %%
Markdown(
    f"{len(often)} nodes have at least 500 visits. The longest line among them has "
    f"{nx.dag_longest_path_length(often)} moves."
)

# %% tags=["claim"]
assert 5 < len(often) < 60 and nx.dag_longest_path_length(often) == 3
ends = [node for node, depth in often.nodes(data="depth") if depth == 3]
assert len(ends) == 9 and {run.tree.name(run.tree.path(node)[1]) for node in ends} == {"o1"}

# %% [markdown]
# Nine lines have three moves. All of them begin with o1: below it the search has spent most of its time.
#
# ## 4. What does the exploration constant change?
#
# *15 minutes.* **What does a search pay for looking deeper?**
#
# In [03_tree](03_tree.ipynb) you turned $c$ and saw the tree change. Now we want the picture for a search of Connect
# Four. Build an explorer: a function that searches and draws, and `interact`.

# %%
def visits(c=1.4, iterations=2500):
    found = UCT(UCB1(c)).search(game, state, iterations=iterations, seed=seed)
    return plot.root_actions(
        found.tree, title=f"c = {c:.1f}, {iterations:,} iterations"
    )


interact(visits, c=(0.0, 3.0, 0.1), iterations=(100, 5000, 100));

# %% [markdown]
# The explorer begins at $c = 1.4$. The search of section 1 had nearly the same constant, $\sqrt 2$, which is the
# default. But after 2,500 iterations o1 leads in this search, and o4 led in that one. So at 2,500 iterations the leader
# is still a matter of luck.
#
# **Question.** At which end of `c` does the search stay with what looked best, and at which end does it treat all
# actions alike?
#
# <details><summary>Answer</summary>With c = 0 it is greedy: one action has nearly all visits. With c = 3 every
# action gets many visits, and none has more than a quarter.</details>

# %% tags=["claim"]
ends = [UCT(UCB1(c)).search(game, state, iterations=5000, seed=seed).visits for c in (0.0, 3.0)]
assert max(ends[0].values()) > 0.98 * 5000
assert UCT(UCB1(1.4)).search(game, state, iterations=2500, seed=seed).name == "o1"
assert max(ends[1].values()) < 0.25 * 5000 and min(ends[1].values()) > 0.05 * 5000

# %% [markdown]
# Now measure it. Every search has 5,000 iterations, so each of them plays the same number of games. For seven values of
# $c$ and 20 seeds, the next cell notes how many moves an iteration chooses in the tree (depth). The branching is the
# effective number of moves, measured at the root only. A point is the mean of the 20 searches, and the
# band is a 95 % interval of their mean depth.

# %% tags=["slide:constant"]
rows = []
for c in (0.1, 0.2, 0.5, 1.0, 1.4, 3.0, 10.0):
    for s in range(20):
        shape = (
            UCT(UCB1(c)).search(game, state, iterations=5000, seed=s).tree.statistics()
        )
        rows.append(
            {
                "c": c,
                "depth": shape.selection_depth,
                "branching": shape.effective_branching,
            }
        )
measured = pd.DataFrame(rows)
plot.depth_against_branching(
    measured, "c", title="Depth against branching, 5,000 iterations"
)

# %% tags=["claim"]
means = measured.groupby("c").mean()
assert means.loc[0.2, "depth"] > 2 * means.loc[10.0, "depth"] and means.loc[10.0, "branching"] > 6.9
assert means.loc[0.2, "branching"] < 2 and (means.loc[0.2:, "depth"].diff().dropna() < 0).all()
assert (means.loc[0.2:, "branching"].diff().dropna() > 0).all()
assert means.loc[1.4].round(1).tolist() == [4.5, 4.8]
assert round(means.loc[10.0, "depth"], 1) == 4.3 and 10 < means.loc[0.2, "depth"] < 11.5
deep, wide = means["depth"], means["branching"]
assert deep[0.2] - deep[0.5] > deep[0.5] - deep[10.0] and wide[0.5] - wide[0.2] < wide[10.0] - wide[0.5]

# %% [markdown]
# From right to left the curve rises. With $c = 10$ the search looks at all seven actions alike and chooses 4.3 moves
# before the playout. With $c = 0.2$ it looks at fewer than two actions and chooses more than ten moves. Most of the
# change of the depth happens below $c = 0.5$, and most of the change of the branching above it. So a search has one
# budget of iterations for depth and for breadth, and **$c$ decides how the budget is divided.** With $c = 1.4$ the
# depth is 4.5 and the branching 4.8. The search of section 1 had four times as many iterations. It is deeper (5.7), and
# it is narrower (2.6) because one action got most of the visits.
#
# **Predict.** Do searches with other seeds play o1 as well? Do they play o1 or o4, the two columns that are no certain
# losses? Write down both shares for 30 searches with few and with many iterations.

# %% tags=["slide:seeds"]
rows = []
for n in (30, 100, 300, 1000, 3000, 10_000):
    for s in range(30):
        name = UCT().search(game, state, iterations=n, seed=s).name
        for names in (["o1"], ["o1", "o4"]):
            rows.append({"iterations": n, "chosen": name in names,
                         "column": " or ".join(names)})
often_chosen = pd.DataFrame(rows)
results.lines(often_chosen, "iterations", "chosen", "column", log=True, percent=True,
              title="How often o1 or o4 is chosen, of 30 runs")

# %% tags=["claim"]
share = often_chosen.pivot_table(index="iterations", columns="column", values="chosen", aggfunc="sum")
assert share.loc[30].tolist() == [7, 14] and share.loc[10_000].tolist() == [25, 30]
assert (share["o1 or o4"][1000:] == 30).all() and share["o1"].is_monotonic_increasing
worth = AlphaBeta(depth=9, every=True, ordering="heuristic").search(game, state).values
assert worth[1] == worth[4] and {value for column, value in worth.items() if column not in (1, 4)} == {-1}

# %% [markdown]
# With 30 iterations 7 of the 30 searches choose o1, and 14 choose o1 or o4. From 1,000 iterations on all 30 searches
# choose one of these two columns, so they avoid the certain losses. With 10,000 iterations 25 choose o1. The bands are
# 95 % intervals. They are wide: with 30 runs one can distinguish 25 % from 60 %, but not 60 % from 70 %. The lower
# curve shows how often searches agree. It does not prove that o1 is the best move: alpha-beta finds o1 and o4 equally
# good with nine plies.
#
# **What is proven?** Kocsis & Szepesvári (2006) give a proof that the probability of choosing a best action tends to 1
# as the number of iterations grows. Shah, Xie & Xu (2020) doubt this proof, and prove the theorem for a bonus that
# contains a power of the number of visits in place of its logarithm. The theorem does not say how many iterations are
# enough for a game.
#
# ## Take-aways
#
# * The action with the most visits is played. How the visits are spread says how decided the search is, at the same
#   `c`; one number for it is the effective number of moves.
# * A mean reward is a mean over everything that was tried below an action. It drifts, and it lags behind the value
#   under best play.
# * The tree is deep where the search is sure, and shallow elsewhere. `c` trades depth against breadth.
#
# **Often misunderstood**
#
# * *"A narrow interval means that the value is right."* The interval is about noise only. The bias of random play
#   stays.
# * *"The principal variation is what will happen."* It is what the search expects. Its last nodes have few visits.
# * *"A deep tree is a good tree."* With a small `c` the tree is deep, and it may be deep below a wrong move.
#
# **Where it is used.** Depth against branching is the question of [P4_hsu](P4_hsu.ipynb); rewards of which only the
# order counts are the question of [P3_joppen](P3_joppen.ipynb) and [08_order](08_order.ipynb).
#
# **Next:** [05_bugs](05_bugs.ipynb) shows searches with a bug, which these pictures reveal.
