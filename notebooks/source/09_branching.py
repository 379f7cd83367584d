# %% [markdown]
# # Large branching factors
#
# Six searches of a game in which every state has as many actions as the slider says. Each line counts the actions that
# still take part; a cross marks where the best one was lost. **Which rule leaves out much, and loses nothing?**

# %%
from mcts_lab.lesson import *

PruningLens(branchings=(2, 4, 8, 12, 16), looks=(10, 20, 40, 80, 160), compiled=False)

# %% [markdown]
# Go has some 250 moves in a position, and a turn of a strategy game can be played in millions of ways. The Go programs
# of 2007 became strong with the rules of this lesson: they looked at few moves first, and opened the others one by one.
#
# * **Minutes:** 60
# * **Prerequisites:** 03_tree
# * **Papers:** Hsu & Perez-Liebana (2020), sections 2.2 and 3; Coulom (2007); Chaslot et al. (2008); Childs, Brodeur &
#   Kocsis (2008); Huang, Coulom & Lin (2010); Couëtoux et al. (2011); Gelly & Silver (2011)
#
# **You will be able to**
#
# * say why UCT stays shallow where there are many actions, and how many are too many;
# * write hard pruning and progressive widening, and say what each does to a node;
# * name what each of them can lose, and measure how often that happens;
# * win with them, where they have something to go by.
#
# ## Before you begin
#
# **Question.** (03) What does UCT do at a node with an action that was never tried?
#
# <details><summary>Answer</summary>It tries it next: the bound of an untried action is infinite.</details>
#
# **Question.** (03) The constant c trades depth against breadth. Why is a small c no cure for many actions?
#
# <details><summary>Answer</summary>Every action of a node is tried once, whatever c is.</details>
#
# **Question.** (01) How many leaves does alpha-beta look at in the best case, with b actions and depth d?
#
# <details><summary>Answer</summary>About twice b to the power d/2: the square root of all leaves. With a hundred
# actions that is still too many.</details>

# %% tags=["parameters"]
iterations = 200
seed = 1

# %% [markdown]
# ## 1. Deep or wide
#
# A *uniform tree* has the same number of actions everywhere. In this one the first action is the best in every state,
# so there is something to find.
#
# **Question.** With 200 iterations: how deep will the tree be with 2, 10 and 40 actions?
#
# <details><summary>Answer</summary>Looking beyond the second level under <em>one</em> action takes about b visits of
# its node. While all actions look alike, each of the b gets that share: about b² iterations for two levels. With 20
# actions, 200 are not enough.</details>

# %%
from functools import partial

from mcts_lab.games.teaching.uniform_tree import UniformTree


def depth_of(node):
    """The levels of visited nodes below a node."""
    return max((1 + depth_of(child) for child in node.children if child.visits), default=0)


def grown(policy, branching, depth=12):
    """The tree that the search of notebook 03 grows with a tree policy."""
    tree = UniformTree(branching=branching, depth=depth, ordered=True)
    choose = partial(policy, c=0.5)
    return textbook.uct(tree, start(tree), iterations, stream(seed), choose=choose)


def compared(**policies):
    rows = [{"search": name, "actions": b, "depth": depth_of(grown(policy, b))}
            for name, policy in policies.items() for b in (2, 5, 10, 20, 40)]
    return results.lines(pd.DataFrame(rows), "actions", "depth", "search", log=True,
                         xlabel="actions in every state", ylabel="depth of the tree")


compared(uct=textbook.ucb1)

# %% [markdown]
# The number of iterations *needed to reach* level d grows like bᵈ, so the depth falls like 1 / log b: steeply at first,
# and then there is nothing left to lose.
#
# ## 2. Build it: look at less
#
# **Hard pruning.** When all children of a node have been tried, keep the best few, by a heuristic, for good. How many?
# Equation 1 of Hsu & Perez-Liebana: α ln n of n children, but at least T.
#
# **Exercise.** Write it. `exercise("children_kept").hint()` helps.

# %%
def children_kept(n, alpha, least):
    """How many of `n` children hard pruning keeps [Hsu & Perez-Liebana 2020, Equation 1].

    `alpha` times the natural logarithm of `n`, cut to a whole number, but not fewer than
    `least` and not more than there are.
    """
    ...  # your code here


exercise("children_kept").check(children_kept)

# %% [markdown]
# **Exercise.** Which children take part? Write hard pruning for one node. `exercise("take_part").hint()` helps.

# %%
def take_part(children, patience, keep):
    """Which children of a node take part under hard pruning: their places, in ascending order.

    `children` lists (visits, worth) of each. Until the node has more than `patience` visits
    (the sum of its children's), and until every child was visited, all take part; then the
    `keep` of greatest worth. No two worths are equal.
    """
    ...  # your code here


exercise("take_part").check(take_part)

# %% [markdown]
# Can you say it without a program?

# %%
Quiz("hard_pruning", number=5)

# %% [markdown]
# All of hard pruning, as a tree policy for the `uct` of notebook 03. It contains the lines that you wrote:

# %%
textbook.show(textbook.hard_pruning)

# %% [markdown]
# **Widening** works the other way round: it begins with one child and opens the others one by one.
#
# **Exercise.** How many are open? `exercise("children_open").hint()` helps.

# %%
def children_open(visits, k, alpha):
    """How many children progressive widening has opened at a node's next choice.

    At the N-th choice ceil(k * N ** alpha), and at least 1; `visits` is how often the node was
    chosen at before, so N is one more.
    """
    ...  # your code here


exercise("children_open").check(children_open)

# %% [markdown]
# The whole rule is that number, handed to `ucb1`:

# %%
textbook.show(textbook.progressive_widening)

# %%
Quiz("widening", "pruned_number", number=3)

# %% [markdown]
# **Question.** Hard pruning does nothing until all children have been tried. Why does it help all the same, and where
# does it stop helping? Where does widening still help?
#
# <details><summary>Answer</summary>After n visits a node goes on with five children instead of n, so from there on it
# behaves like a node of a small game. Where n exceeds the visits that the node will ever get, it does not help.
# Widening does, because it never opens most children.</details>

# %%
compared(uct=textbook.ucb1, hard=textbook.hard_pruning, widening=textbook.progressive_widening)

# %% [markdown]
# In the package each is a part for the slot `pruning`, and grows the same tree, node for node:

# %%
from mcts_lab.search import (
    AbsolutePruning,
    All,
    HardPruning,
    HardPruningByMean,
    HeuristicPrior,
    ProgressiveUnpruning,
    ProgressiveWidening,
    SoftPruning,
)

base = UCT(selection=UCB1(0.5))
small = UniformTree(branching=20, depth=12, ordered=True)
widened = Search(small, start(small), base._replace(pruning=ProgressiveWidening()),
                 seed=seed, compiled=False).run(iterations)
by_hand = grown(textbook.progressive_widening, 20)
widened.visits == {child.action: child.visits for child in by_hand.children}

# %% [markdown]
# ## 3. Break it: what was thrown away?
#
# A rule that goes deep because it lost the best action is no bargain. The best action is action 0 here. Two changed
# copies: one keeps what the heuristic likes *least*, one goes by means instead of the heuristic.

# %%
wrong = textbook.changed(textbook.hard_pruning, ("[-keep:]", "[:keep]"))
worth = "reward(game, child.state, child.mover)"
by_mean = textbook.changed(textbook.hard_pruning, (worth, "child.total / child.visits"))
print(textbook.difference(textbook.hard_pruning, by_mean))
for policy in (textbook.hard_pruning, wrong, by_mean):
    print("kept:", sorted(child.action for child in grown(policy, 20).kept))

# %% [markdown]
# **Question.** By means the rule needs no heuristic. What does it need instead?
#
# <details><summary>Answer</summary>More visits before it prunes. It prunes when every child has been tried once, and a
# mean of one playout says little.</details>
#
# There are more such rules:
#
# | rule | which children take part | what it needs |
# |---|---|---|
# | `HardPruning` | once all were tried, the best few by the heuristic of their states, for good | a heuristic |
# | `HardPruningByMean` | the same, by their means | nothing |
# | `ProgressiveUnpruning` | the same as the first, and one more from time to time | a heuristic |
# | `SoftPruning` | all and few, in turns | nothing |
# | `ProgressiveWidening` | at the N-th visit ⌈√N⌉ of them | an order helps |
#
# In small trees alpha-beta finds the best actions. The table shows for each rule, averaged over games: the share of
# actions left out in the end (pruned or never tried), how often all best actions were among them, and how often a best
# action was chosen. First comes a heuristic that knows nothing (the values of all leaves are random).

# %%
from mcts_lab.experiments.branching import thrown_away

parts = {"all children": All(), "hard": HardPruning(), "hard, by mean": HardPruningByMean(),
         "unpruning": ProgressiveUnpruning(), "soft": SoftPruning(),
         "widening": ProgressiveWidening()}
rules = {name: base._replace(pruning=part) for name, part in parts.items()}
blind = [UniformTree(branching=12, depth=2, seed=s) for s in range(20)]
lost = thrown_away(rules, blind, progress=counter("searches"), iterations=600)
columns = ["left_out", "best_left_out", "right"]
lost.groupby("search", sort=False)[columns].mean().round(2)

# %% [markdown]
# Now one that knows (ordered trees, wider and deeper):

# %%
knowing = [UniformTree(branching=20, depth=4, ordered=True, seed=s) for s in range(20)]
lost = thrown_away(rules, knowing, progress=counter("searches"), iterations=400)
lost.groupby("search", sort=False)[columns].mean().round(2)

# %% [markdown]
# **Question.** In which of the two tables does unpruning beat hard pruning, and why not in both? And why is widening so
# often wrong although it prunes nothing?
#
# <details><summary>Answer</summary>In the first: children discarded by a bad heuristic come back, so the best action is
# not lost for good. Where the heuristic is good, visits to returning children are wasted. Widening opened the best
# action as well, but at random and perhaps late: earlier children have more visits, and the most visited action is
# played.</details>
#
# When does a pruned child return? Equation 2: when the node has more than 20·1.7ⁿ⁻⁵ visits, n the number of children
# that take part.

# %%
from mcts_lab.search.mcts.pruning import unpruning_time

[round(unpruning_time(ProgressiveUnpruning(), n)) for n in range(5, 15)]

# %% [markdown]
# **Question.** A node has had 200 visits before it was pruned to five children. What happens at its next visits?
#
# <details><summary>Answer</summary>200 exceeds the thresholds for 5, 6, 7, 8 and 9 children, so one child returns at
# each of the next five visits: the pruning lasts for only five visits.</details>
#
# **Question.** *Absolute pruning* (Huang, Coulom & Lin 2010) gives up an action at the root when it cannot become the
# most visited one with the iterations that are left. Can it lose the best action?
#
# <details><summary>Answer</summary>It cannot change which action is most visited in the end: whatever it drops could no
# longer have caught up, and the visits saved go to the others. In the end nearly everything is left out, and nothing is
# lost.</details>

# %%
clock = {"all children": base, "absolute": base._replace(pruning=AbsolutePruning())}
lost = thrown_away(clock, blind, progress=counter("searches"), iterations=600)
lost.groupby("search", sort=False)[["left_out", "right"]].mean().round(2)

# %% [markdown]
# ## 4. Win with it
#
# *Breakthrough* is a race of pawns with some 25 actions in a position, and its heuristic counts pawns and how far they
# are. Hard pruning goes by that heuristic; widening opens children in its order (`HeuristicPrior`). Both meet the
# search that looks at everything, 40 games each, 300 iterations per move.
#
# **Question.** Who wins, and by how much? And what if widening has no order?
#
# <details><summary>Answer</summary>Run the cells: a heuristic that is any good is worth far more than all the visits
# that it saves. In Hex, without one, widening opens cells at random, and loses.</details>

# %%
def against_all(game, games_played=40, **methods):
    """Points of searches against the one that looks at all children."""
    found = []
    for name, method in methods.items():
        pair = [SearchPlayer(method, name, iterations=300),
                SearchPlayer(base, "all children", iterations=300)]
        told = counter(f"games, {name}")
        told(0, games_played)
        played = play_match(game, pair, games_played, seed=seed, progress=told)
        found.append(tally(played).iloc[[0]])
    return pd.concat(found, ignore_index=True)


ordered = base._replace(pruning=ProgressiveWidening(), prior=HeuristicPrior())
against_all(games.breakthrough(), hard=base._replace(pruning=HardPruning(patience=30)),
            widening=ordered)

# %%
by_means = base._replace(pruning=HardPruningByMean(patience=100, least=10))
against_all(games.hex(size=7), hard_by_mean=by_means, widening_at_random=rules["widening"])

# %% [markdown]
# **Question.** Which of these four numbers would you report as a difference?
#
# <details><summary>Answer</summary>The two of Breakthrough: forty games leave about ±15 points around a half. In Hex
# you would need more games.</details>
#
# ## 5. Win without a heuristic: learn more from each playout
#
# In Hex pruning and widening have nothing to go by. But a playout there tells more than one number: it fills the whole
# board. *All moves as first* gives every child of a node on the path its reward if the same player played there later.
# After ten playouts each of fifty cells has about five rewards, where UCT has tried ten cells. Such rewards are biased.
# So *rapid action value estimation* (RAVE; Gelly & Silver 2011) mixes them with the mean, less and less as visits come
# in.

# %%
from mcts_lab.textbook.rave import all_moves_as_first, blend

textbook.show(all_moves_as_first)
textbook.show(blend)

# %% [markdown]
# **Question.** The reward of a later move is that of another position. Why does it help all the same, and why must its
# weight go to zero?
#
# <details><summary>Answer</summary>A cell that is good now is mostly good a few moves later. Mostly: where a cell must
# be taken at once or not at all, its rewards stay wrong however many there are, and a child's own visits must have the
# last word.</details>

# %%
from mcts_lab.search import RAVE

against_all(games.hex(size=7), rave=UCT(selection=RAVE(), fpu=1.0))

# %% [markdown]
# Iterations are no fair currency: with RAVE one takes several times as long, because all children along the path learn
# something. In a terminal, `mcts-lab duel hex "UCT(selection=RAVE(), fpu=1.0)" "UCT(selection=UCB1(0.5))" -o size=9
# --seconds 0.02` plays at equal time, until it is known which of the two is stronger.
#
# Far below the root, all moves as first knows little either. `GRAVE` (Cazenave 2015) takes it from the nearest node above
# that has been visited often enough.
#
# ## 6. Where play is random: widening twice
#
# A bandit with thirty arms, of which one is better than the others, and 200 pulls. A search that keeps only the first
# outcome of each arm believes it for ever. `SavedOutcomes` lets an arm have ⌈√N⌉ outcomes after N pulls; together with
# widening of the arms that is *double progressive widening* (Couëtoux et al. 2011).
#
# **Question.** Which of the three will look at the fewest arms, and which will be fooled most often?

# %%
from mcts_lab.search import SavedOutcomes, SavedStates

arms = games.bandit((0.8,) + (0.5,) * 29)
twice = {"first outcome": base._replace(world=SavedStates()),
         "outcomes widen": base._replace(world=SavedOutcomes()),
         "both widen": rules["widening"]._replace(world=SavedOutcomes())}
lost = thrown_away(twice, [arms] * 40, best=lambda game, state: {0},
                   progress=counter("searches"), iterations=200)
lost.groupby("search", sort=False)[columns].mean().round(2)

# %% [markdown]
# <details><summary>Answer</summary>With both, about √200 = 14 of 30 arms are tried, so the best one is often not among
# them: widening without an order is a lottery. Keeping the first outcome fools a search most often: half of the bad
# arms paid at their only pull.</details>
#
# **Try it:** a unit of a strategy game may move to eight tiles. Which of these moves would you leave out without
# looking? Knowledge about *kinds* of actions prunes without judging values; notebook P4 shows what that wins in Tribes,
# where hundreds of actions are legal.
#
# ## Take-aways
#
# * UCT needs about bᵈ iterations for d levels under b actions: many actions make it shallow, not slow.
# * Hard pruning goes deep and can lose the best action for good; unpruning loses it for a while.
# * Widening never opens most children, so it needs a good order, or luck. Where outcomes are random, they can be
#   widened too.
# * Where the same action means much the same a few moves later, RAVE learns about all children from every playout.
# * Pruning by a heuristic is as good as the heuristic. Measure what it throws away where you can, and play.
