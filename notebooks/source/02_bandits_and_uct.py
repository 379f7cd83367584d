# %% [markdown]
# # Bandits and UCT
#
# * **Minutes:** 75
# * **Prerequisites:** 00_start_here; means and square roots
# * **Papers:** Runnels (2023), section 3.3; Auer, Cesa-Bianchi & Fischer (2002); Kocsis & Szepesvári (2006)
#
# **You will be able to**
#
# * explain the dilemma of exploration and exploitation, and how UCB1 resolves it;
# * step through the four phases of Monte Carlo tree search and predict the next one;
# * read visits, rewards, depth and branching of a search tree;
# * say what the exploration constant and the number of iterations change.
#
# Until 2006 the best Go programs lost to good amateurs, because no estimate of a position was good enough for alpha-
# beta. Random playouts and UCB1 changed that within two years. In 2016 AlphaGo beat Lee Sedol with this search and two
# neural networks (Silver et al. 2016); AlphaZero and MuZero kept the search and learned the rest from self-play.

# %%
import networkx as nx
import numpy as np
import pandas as pd
from IPython.display import Markdown

from mcts_lab import UCB1, UCT, Search, after, games, start, textbook
from mcts_lab.course import exercise
from mcts_lab.engine.random import stream
from mcts_lab.search import OpenLoop
from mcts_lab.views.plots import board, results, search, style, tree

# %% tags=["parameters"]
iterations = 20_000
seed = 1

# %% [markdown]
# ## 1. One decision, many tries
#
# A **bandit** has several arms. Each pays 1 with its own unknown probability, and otherwise 0. You have 500 pulls.
# Which arms do you pull, and how often?

# %%
bandit = games.bandit((0.8, 0.6, 0.4))
one_pull = UCT(world=OpenLoop())
pulls = Search(bandit, start(bandit), one_pull, seed=3, trace=True, compiled=False)
pulls.run(500)
search.root_actions(pulls.tree)

# %% [markdown]
# `Search` treats the bandit as a game of one move; every iteration pulls one arm. (`OpenLoop` tells it that the same
# action may lead to different outcomes.)
#
# **Question.** Why were the worse arms pulled at all, and why did that stop almost, but never quite?
#
# <details><summary>Answer</summary>An arm's mean is known only from its pulls. A bad start may be bad luck, so each arm
# is tried again now and then, but less and less often.</details>
#
# **UCB1** pulls the arm with the greatest
#
# $$ \text{mean reward} + c \sqrt{\frac{\ln N}{n}} $$
#
# where *n* counts the pulls of this arm and *N* all pulls (Runnels 2023, Equation 2). The first term exploits what is
# known, the second explores what is not: it grows slowly for arms left alone and shrinks with every pull.

# %%
pulls = Search(bandit, start(bandit), one_pull, seed=3, trace=True, compiled=False)
pulls.run(30)
search.bounds(pulls.tree, c=UCB1().c)

# %% [markdown]
# **Question.** After 30 pulls, which arm comes next? Check your answer with the next picture.
#
# <details><summary>Answer</summary>The one with the longest bar, its bound in bold type. After the pull its bonus has
# shrunk and that of the others has grown a little.</details>

# %%
pulls.step()
search.bounds(pulls.tree, c=UCB1().c)

# %% [markdown]
# **Exercise.** Write the bound by which UCT chooses. `exercise("ucb1").hint()` helps.

# %%
def ucb1(total, visits, parent_visits, c):
    """The upper confidence bound of an action: mean reward plus c times the root of ln(N) / n.

    `total` is the sum of its rewards, `visits` is n, `parent_visits` is N. An action that was
    never tried comes before all others.
    """
    ...  # your code here


exercise("ucb1").check(ucb1)

# %% [markdown]
# ## 2. Regret
#
# What does it cost not to know the best arm? The **regret** is how much more, on average, always pulling the best arm
# would have earned.

# %%
def regret(c, seed, pulls=500):
    run = Search(bandit, start(bandit), UCT(UCB1(c), world=OpenLoop()), seed=seed, trace=True)
    run.run(pulls)
    arms = run.nodes["action"][search.root_rewards(run.tree, run.trace_events)["node"]]
    return np.cumsum(max(bandit.arms) - np.array(bandit.arms)[arms])


# %% [markdown]
# **Question.** Which is worse: never exploring (`c` = 0), or exploring far too much?
#
# <details><summary>Answer</summary>Over 500 pulls they may cost about the same. But without exploration bad luck lasts,
# and with too much of it every pull costs something: look at the slopes at the end of the curves.</details>

# %%
at = np.unique(np.geomspace(1, 500, 25).astype(int))
runs = [pd.DataFrame({"pulls": at, "regret": regret(c, seed)[at - 1], "c": c})
        for c in (0.0, 0.3, 1.4, 5.0) for seed in range(20)]
results.lines(pd.concat(runs), "pulls", "regret", "c", log=True,
              title="Regret for several c: means of 20 runs, 95 % bands")

# %% [markdown]
# Turn the dial yourself: more noise, more pulls, other seeds.

# %%
from mcts_lab.views.widgets.dial import Dial

Dial((0.8, 0.6, 0.4), runs=60)

# %% [markdown]
# With `c` = 0 some runs settle on a wrong arm for good, so their regret grows with every pull: the curve bends upwards,
# and the band is wide, because some runs are lucky. With a large `c` nothing is ever settled. For `c` = √2 ≈ 1.4 the
# regret grows at most like the logarithm of the pulls (Auer et al. 2002, Theorem 1), which is a straight line on this
# axis. No strategy can do better, apart from the constant in front. Smaller constants often do better in practice, as
# here, but the theorem does not cover them.
#
# ## 3. From one decision to a tree
#
# A game is a bandit at every turn: each action is an arm, and how well it pays depends on what comes later. **UCT** is
# UCB1 at every node of a tree. Each iteration has four phases (sections 3.3.1 to 3.3.4):
#
# 1. **Selection:** from the root, go to the child with the best UCB1 value, again and again;
# 2. **Expansion:** where a child has never been tried, add one;
# 3. **Playout:** play random moves to the end (the paper calls it simulation);
# 4. **Backup:** add the result to every node on the way.

# %%
from mcts_lab.views.widgets.watch import Watch

game = games.tic_tac_toe()
state = start(game)
for square in (4, 0, 8):
    state = after(game, state, square)
board.figure(game, state, size=2.5)

# %% [markdown]
# **Question.** x sits in the middle, and it is o's turn. Which squares can o consider?
#
# <details><summary>Answer</summary>All six that are empty. There is no threat to stop yet, but o must not let x
# threaten two lines at once.</details>
#
# Go through the first iterations, forwards and back. Before each click on *forward*, say what will be ringed next.

# %%
steps = Search(game, state, UCT(), seed=5, trace=True, compiled=False)
steps.run(40)
Watch(steps, position=26)

# %% [markdown]
# **Question.** Numbers at a node are "visits · mean reward". In whose favour is a reward counted? Look at the backup of
# one iteration: what happens from level to level?
#
# <details><summary>Answer</summary>Each node stores the reward of the player who <em>chose</em> it, so the player to
# move compares children by their own reward. A 1 for one player is a 0 for the other, so the stored rewards alternate
# on the way up. The drawing converts them all to the view of one player, named at its colour bar.</details>
#
# The tree after all forty:

# %%
tree.draw(steps.tree, top=3, max_depth=3, max_nodes=14)

# %% [markdown]
# In plain Python a node is no more than that. Below is one that player 0 has chosen; `CHANCE` stands for a random
# event:

# %%
from mcts_lab.game import CHANCE

vars(textbook.Node(action=4, mover=0)), CHANCE

# %% [markdown]
# **Exercise.** Most bugs of tree searches live in this phase. Write it for any sequence of movers: in some games a
# player moves twice, or chance moves. A node has `visits`, `total` (the sum of its rewards) and `mover`, the player who
# chose to go there, or `CHANCE`; `rewards` has a reward for each player. `exercise("back_up").hint()` helps.

# %%
def back_up(path, rewards):
    """Give each node on the path, the root first, the reward of the player who chose it.

    The root, and random events, get the reward of the player to move at the root.
    """
    ...  # your code here


exercise("back_up").check(back_up)

# %% [markdown]
# ## 4. The whole of it
#
# UCT in plain Python, for any game: its four phases are marked. The first function is the search (Browne et al. 2012,
# Algorithm 2); `ucb1` is its tree policy, with the bound of section 1.

# %%
textbook.show(textbook.uct, textbook.ucb1, textbook.bound)

# %% [markdown]
# And these are its playout and its backup, and what is played at the end:

# %%
textbook.show(textbook.simulate, textbook.back_up, textbook.most_visited)

# %%
root = textbook.uct(game, state, 1500, stream(1))
mine = {child.action: child.visits for child in root.children}

# %% [markdown]
# **Question.** The package's search is compiled and assembled from parts. Does it spend its visits in the same way?
#
# <details><summary>Answer</summary>Exactly the same way: with the same random numbers both grow the same tree, node for
# node.</details>

# %%
theirs = UCT().search(game, state, iterations=1500, seed=1, compiled=False).visits
pd.DataFrame({"plain Python": mine, "package": theirs}).rename_axis("square").sort_index()

# %% [markdown]
# The same numbers at the root, and everywhere below it; the package's tests compare both on many games. So whatever you
# learn by changing the short function is true of the fast search.
#
# Change a copy: `changed` replaces one expression, here the weight of exploration. (Or copy a function into a cell,
# edit it, put a `print` anywhere.)

# %%
greedy = textbook.changed(textbook.ucb1, ("c=SQRT2", "c=0.1"))
other = textbook.uct(game, state, 1500, stream(1), choose=greedy)
print(textbook.difference(textbook.ucb1, greedy))
{child.action: child.visits for child in other.children}

# %% [markdown]
# **Question.** Where do the visits go now? What would `c=10.0` do?
#
# <details><summary>Answer</summary>Nearly all of them go to one square, the first that looked good, whether it is the
# best or not. With 10 all squares get about the same.</details>
#
# ## 5. Reading a search
#
# A larger game, and 20,000 iterations of the compiled search.

# %%
game = games.connect_four()
state = start(game)
for column in (3, 3, 2):
    state = after(game, state, column)
board.figure(game, state, size=2.8)

# %%
run = Search(game, state, UCT(), seed=seed, trace=True)
found = run.run(iterations)
search.root_actions(run.tree)

# %% [markdown]
# **Where the visits went.** The second player is to move and must stop three in a row with both ends open. (Notebook 01
# asked how many plies alpha-beta needs to see that.)

# %%
share = found.visits[found.action] / found.iterations
Markdown(f"The search plays **{found.name}** with {share:.0%} of its visits; "
         f"its mean payoff is {found.value:+.2f}.")

# %% [markdown]
# **What came back.** The rewards of each action are single games: lost, drawn or won.

# %%
search.rewards(run.tree, run.trace_events, top=7)

# %% [markdown]
# **Question.** Below are the means as they came about. They keep changing long after the noise should have averaged
# out. Why, although playouts are always random?
#
# <details><summary>Answer</summary>Only the part below the tree is random. As the tree grows, more and more moves of
# both sides are chosen by the search instead of at random.</details>

# %%
search.convergence(run.tree, run.trace_events)

# %% [markdown]
# **How deep, how wide.** A node lists all its legal actions at once. How many of them are tried depends on how often
# the node is visited: near the root all, further down few. The tree grows where it pays.

# %%
search.shape(run.tree)

# %%
shape = run.tree.statistics()
Markdown(f"{shape.nodes:,} nodes; the deepest is {shape.max_depth} moves ahead. At the root "
         f"{len(found.visits)} actions are legal, but the visits are spread as if there were "
         f"{shape.effective_branching:.1f}.")

# %%
tree.draw(run.tree, top=3, max_depth=4, max_nodes=16)

# %% [markdown]
# **The tree as a graph.** Drawings are made with networkx from `tree.graph()`, whose nodes carry the statistics, a
# label and a position. You can restyle it in two lines; here are its 400 most visited nodes, coloured by mean reward:

# %%
graph = run.tree.graph("root", max_nodes=400)
rewards = [data["reward"] for _, data in graph.nodes.items()]
with style.figure("The 400 most visited nodes, coloured by reward") as fig:
    nx.draw(graph, nx.get_node_attributes(graph, "pos"), node_size=25, arrows=False, width=0.4,
            node_color=rewards, cmap=style.value_colours(), vmin=0, vmax=1, ax=fig.add_subplot())
fig

# %% [markdown]
# ... or filter it, and ask networkx what it knows about graphs.

# %%
least = iterations // 40
often = graph.subgraph([node for node, data in graph.nodes.items() if data["visits"] >= least])
Markdown(f"{len(often)} nodes have at least {least} visits; the longest line among them has "
         f"{nx.dag_longest_path_length(often)} moves.")

# %%
tree.draw_graph(often, title=f"Nodes with at least {least} visits")

# %% [markdown]
# ## 6. What the parameters do
#
# Watch the bars while you move `c`.
#
# **Question.** At which end is the search *greedy*, at which *fair*?
#
# <details><summary>Answer</summary>With small c it is greedy: it takes what looked best so far. With large c it is
# fair, and all bars become equally long.</details>

# %%
from mcts_lab.views.widgets.explore import Explore

Explore(game, state)

# %% [markdown]
# The same in numbers: how many moves an iteration chooses in the tree before it plays out, and how widely the root's
# visits are spread. The effective branching factor is 2 to the power of the visits' entropy: 1 if all visits go to one
# action, 7 if all seven columns get the same.

# %%
rows = []
for c in (0.0, 0.2, 0.5, 1.0, 1.4, 3.0, 10.0):
    shape = UCT(UCB1(c)).search(game, state, iterations=5000, seed=1).tree.statistics()
    rows.append({"c": c, "moves in the tree": shape.selection_depth,
                 "effective branching": shape.effective_branching})
parameters = pd.DataFrame(rows).round(2)
parameters

# %%
results.lines(parameters, "moves in the tree", "effective branching",
              title="Depth against branching")

# %% [markdown]
# With the same iterations a search can look far ahead along a few lines, or at everything nearby. `c` chooses the point
# on this curve, from 10 on the left to 0 on the right.
#
# **Question.** Does the answer settle as iterations grow?
#
# <details><summary>Answer</summary>It becomes more likely, and the bands say how sure we can be: with 30 runs per point
# you can tell 25 % from 60 %, but not 60 % from 70 %.</details>

# %%
rows = []
for n in (30, 100, 300, 1000, 3000, 10_000):
    for s in range(30):
        action = UCT().search(game, state, iterations=n, seed=s).action
        rows.append({"iterations": n, "chosen": bool(action == found.action)})
results.lines(pd.DataFrame(rows), "iterations", "chosen", log=True, percent=True,
              title=f"How often {found.name} is chosen, of 30 runs")

# %% [markdown]
# One search as it runs: its means, with a band for the action that it would play.

# %%
from mcts_lab.views.widgets.converge import Converge

Converge(game, state, iterations=10_000, seed=seed)

# %% [markdown]
# Kocsis & Szepesvári (2006) proved that with enough iterations the best action is chosen with a probability that tends
# to 1. How many are enough depends on the game. (Shah, Xie & Xu 2020 doubt the proof for this logarithmic bonus, and
# give one for a polynomial bonus.)
#
# **Try it:** exchange another part, for example `UCT(final=BestValue())` or `UCT(value=MixMax(0.25))` from
# `mcts_lab.search`. Each is explained where it is defined: `help(UCT)` lists the parts.

# %% [markdown]
# **Exercise.** Among how many actions is a search still undecided? Write the effective branching factor: 2 to the power
# of the entropy of the visits, in bits. `exercise("effective_branching").hint()` helps.

# %%
def effective_branching(visits):
    """Two to the power of the visits' entropy in bits: as many actions as seem to be in play.

    `visits` is a list of the visits of a node's actions; some may be 0. All in one action give
    1, equal visits of n actions give n.
    """
    ...  # your code here


exercise("effective_branching").check(effective_branching)

# %% [markdown]
# ## Take-aways
#
# * UCB1 adds to each mean a bonus for uncertainty; its regret grows like a logarithm.
# * UCT is UCB1 at every node: selection, expansion, playout, backup.
# * The tree is deep where the search is sure, and shallow elsewhere; `c` trades depth against breadth.
# * The action with the most visits is played. Its value is a mean over everything tried below it, so it lags behind the
#   value under best play.
