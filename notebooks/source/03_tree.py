# %% [markdown]
# # The tree
#
# This search looks for x's first move, one iteration after another: it **selects** a path, **expands** it by one
# action, **plays out** the rest at random and **backs up** the result. Step with the arrow keys. **Which square will be
# tried next, and why?**

# %%
from mcts_lab.lesson import *

Watch.of(games.tic_tac_toe(), iterations=40, seed=4, position=46)

# %% [markdown]
# Until 2006 the best Go programs lost to good amateurs, because no estimate of a position was good enough for alpha-
# beta. Random playouts and UCB1 changed that within two years. In 2016 AlphaGo beat Lee Sedol with this search and two
# neural networks (Silver et al. 2016); AlphaZero and MuZero kept the search and learned the rest from self-play.
#
# * **Minutes:** 85
# * **Prerequisites:** 02_bandits
# * **Papers:** Runnels (2023), section 3.3; Kocsis & Szepesvári (2006)
#
# **You will be able to**
#
# * step through the four phases of Monte Carlo tree search and predict the next one;
# * write its backup, break the search, and see from the tree what is wrong;
# * read visits, rewards, depth and branching of a search tree;
# * say what the exploration constant and the number of iterations change.
#
# ## Before you begin
#
# **Question.** (02) What are the two terms of UCB1, and which of them shrinks with every pull?
#
# <details><summary>Answer</summary>The mean reward, and a bonus for uncertainty. The bonus shrinks with the pulls of
# its own arm, and grows slowly with all others.</details>
#
# **Question.** (02) Why does a greedy player sometimes never find the best arm?
#
# <details><summary>Answer</summary>One unlucky first pull, and the arm is never tried again.</details>
#
# **Question.** (01) Max wants a large number, min a small one. What does a search have to turn round when it passes a
# result up the tree?
#
# <details><summary>Answer</summary>The sign: what is good for one player is bad for the other.</details>

# %% tags=["parameters"]
iterations = 20_000
seed = 1

# %% [markdown]
# ## 1. A playout
#
# x sits in the middle and in a corner of tic-tac-toe, o in the opposite corner. It is o's turn.

# %%
game = games.tic_tac_toe()
state = start(game)
for square in (4, 0, 8):
    state = after(game, state, square)
board.figure(game, state, size=2.5)

# %% [markdown]
# How good is a square for o? A **playout** asks chance: both sides play at random to the end. Step through one:

# %%
from mcts_lab.views.widgets.film import Film


def playout(action, seed):
    """Play an action and then at random to the end; all positions on the way."""
    rng, positions = np.random.default_rng(seed), [state, after(game, state, action)]
    while to_move(game, positions[-1]) != TERMINAL:
        choice = rng.choice(legal_actions(game, positions[-1]))
        positions.append(after(game, positions[-1], choice))
    return positions


Film(game, playout(1, seed), title="One playout")

# %% [markdown]
# One game says nothing, a hundred say something. Here are a hundred for each square, counted for o:

# %%
rows = {}
for square in legal_actions(game, state):
    ends = [payoff(game, playout(square, s)[-1], 1) for s in range(100)]
    rows[action_name(game, state, square)] = [ends.count(x) for x in (-1, 0, 1)]
pd.DataFrame(rows, ["lost", "drawn", "won"]).T

# %% [markdown]
# **Question.** Four of these squares draw against best play, and the other two corners lose. Do the counts say so? What
# would?
#
# <details><summary>Answer</summary>Hardly: against random moves the losing corners do as well as the others. Only when
# the replies are chosen well does the difference show, so choose them: make every turn a bandit.</details>
#
# ## 2. A bandit at every turn
#
# A game is a bandit at every turn: each action is an arm, and how well it pays depends on what comes later. **UCT** is
# UCB1 at every node of a tree. Each iteration has four phases (sections 3.3.1 to 3.3.4):
#
# 1. **Selection:** from the root, go to the child with the best UCB1 value, again and again;
# 2. **Expansion:** where a child has never been tried, add one;
# 3. **Playout:** play random moves to the end (the paper calls it simulation);
# 4. **Backup:** add the result to every node on the way.

# %% [markdown]
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
# With a pencil, on other paths; and then three iterations of a search, in which you click the nodes and type the
# counts.

# %%
Quiz("backup", number=4)

# %%
Quiz("uct_by_hand")

# %% [markdown]
# ## 3. Build it, break it
#
# UCT in plain Python, for any game: its four phases are marked. The first function is the search (Browne et al. 2012,
# Algorithm 2); `ucb1` is its tree policy, with the bound of notebook 02.

# %%
textbook.show(textbook.uct, textbook.ucb1, textbook.bound)

# %% [markdown]
# And these are its playout and its backup, and what is played at the end:

# %%
textbook.show(textbook.simulate, textbook.back_up, textbook.most_visited)

# %% [markdown]
# Do you know them by heart? Find the missing lines, then put all lines of one function in order.

# %%
Quiz("gap", number=4)

# %%
Quiz("order_lines")

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

# %% [markdown]
# ## 4. Win with it
#
# Any function that returns a tree can play. Here the search of one page meets random moves, and its greedy copy; each
# has 50 iterations per move.

# %%
class Mine:
    """A player that searches with a function of its own."""

    def __init__(self, name, grow):
        self.name, self.grow = name, grow

    def choose(self, game, state, seed):
        root = self.grow(game, state, 50, stream(seed))
        return textbook.most_visited(root).action


def with_greedy(game, state, iterations, rng):
    return textbook.uct(game, state, iterations, rng, choose=greedy)


mine = Mine("mine", textbook.uct)
others = (RandomPlayer(), Mine("greedy", with_greedy))
tables = [tally(play_match(game, [mine, other], 40, seed=seed)) for other in others]
pd.concat(tables, keys=["against random moves", "against greedy"])

# %% [markdown]
# **Question.** Does the greedy copy lose often? How many games would you need to be sure that it is weaker?
#
# <details><summary>Answer</summary>Not often in so small a game, where most games are draws. Forty games leave an
# interval of about ±15 points. Notebook 06 counts how many games a difference takes.</details>
#
# **How many iterations are you worth?** Twenty positions of Connect Four, solved to the end: find a move that is best
# under best play. The curve at the end says how long UCT has to search to find as many.

# %%
Worth()

# %% [markdown]
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
# Which move would it play here?

# %%
Quiz("final_move", number=4)

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
# * A playout is a game played at random; its mean is a poor estimate until the moves before it are chosen well.
# * UCT is UCB1 at every node: selection, expansion, playout, backup.
# * The tree is deep where the search is sure, and shallow elsewhere; `c` trades depth against breadth.
# * The action with the most visits is played. Its value is a mean over everything tried below it, so it lags behind the
#   value under best play.
