# %% [markdown]
# # Large branching factors: what to look at when there is too much
#
# * **Minutes:** 60
# * **Prerequisites:** 03_tree
# * **Papers:** Hsu & Perez-Liebana (2020), sections 2.2 and 3; Coulom (2007); Chaslot et al. (2008); Childs, Brodeur &
#   Kocsis (2008); Huang, Coulom & Lin (2010); Couëtoux et al. (2011)
#
# **You will be able to**
#
# * say why UCT stays shallow where there are many actions, and how many are too many;
# * distinguish hard pruning, unpruning, soft pruning and widening by what each does to a node;
# * name what each of them can lose, and measure how often that happens;
# * say what changes when outcomes are random, and when playouts are pruned instead of actions;
# * say when knowledge about *kinds* of actions is worth more than knowledge about values.

# %%
from functools import partial

from mcts_lab import UCB1, UCT, Search, after, games, start, textbook
from mcts_lab.course import exercise
from mcts_lab.engine.random import stream
from mcts_lab.experiments.branching import by_longer_search, depths, thrown_away
from mcts_lab.game import action_name, group, legal_actions
from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_lab.search import (
    AbsolutePruning,
    All,
    HardPruning,
    HardPruningByMean,
    ProgressiveUnpruning,
    ProgressiveWidening,
    RelativePruning,
    SoftPruning,
)
from mcts_lab.views.plots import results
from mcts_lab.views.position import Position

# %% [markdown]
# ## 1. A dial for the branching factor
#
# A *uniform tree* has the same number of actions everywhere. In this one the first action is the best in every state,
# so there is something to find.
#
# **Question.** With 1,000 iterations: how deep will the tree be with 2, 10 and 40 actions? UCT tries every action of a
# node once before any of them twice.
#
# <details><summary>Answer</summary>Looking beyond the second level under <em>one</em> action takes about b visits of
# its node. While all actions look alike, each of the b gets that share: about b² iterations for two levels. With 40
# actions, 1,000 are not enough.</details>
#
# The exploration constant is 0.5 in the whole lesson, so all differences come from the pruning rules.

# %%
base = UCT(selection=UCB1(0.5))
dial = {b: UniformTree(branching=b, depth=12, ordered=True) for b in (2, 5, 10, 20, 40)}
plain = depths({"all children": base}, dial, seeds=5, iterations=1000)
results.lines(plain, "actions", "depth", "search", log=True,
              xlabel="actions in every state", ylabel="depth of the tree")

# %% [markdown]
# The number of iterations *needed to reach* level d grows like bᵈ, so the depth falls like 1 / log b: steeply at first,
# and then there is nothing left to lose.
#
# ## 2. Looking at less
#
# | rule | which children take part | what it needs |
# |---|---|---|
# | `HardPruning` | once all were tried, the best few by the heuristic of their states, for good | a heuristic |
# | `HardPruningByMean` | the same, by their means | nothing |
# | `ProgressiveUnpruning` | the same as the first, and one more from time to time | a heuristic |
# | `SoftPruning` | all and few, in turns | nothing |
# | `ProgressiveWidening` | at the N-th visit ⌈√N⌉ of them | an order helps |
#
# A rule is one slot of the search; everything else stays as it is.

# %%
parts = {"all children": All(), "hard": HardPruning(), "hard, by mean": HardPruningByMean(),
         "unpruning": ProgressiveUnpruning(), "soft": SoftPruning(),
         "widening": ProgressiveWidening()}
rules = {name: base._replace(pruning=part) for name, part in parts.items()}
deep = depths(rules, dial, seeds=5, iterations=1000)
results.lines(deep, "actions", "depth", "search", log=True,
              xlabel="actions in every state", ylabel="depth of the tree")

# %% [markdown]
# **Question.** Hard pruning does nothing until all children have been tried. Why does it help all the same, and where
# does it stop helping?
#
# <details><summary>Answer</summary>After n visits a node goes on with five children instead of n, so from there on it
# behaves like a node of a small game. Where n exceeds the visits that the node will ever get, it does not help.
# Widening does, because it never opens most children.</details>
#
# How many are kept? Equation 1 of Hsu & Perez-Liebana: α ln n of n children, but at least T.
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
# Here is all of hard pruning, as a tree policy for the `uct` of notebook 03. It contains the lines that you wrote.

# %%
textbook.show(textbook.hard_pruning)

# %% [markdown]
# Change a copy: `HardPruningByMean` differs in one expression. Both searches keep five of 20 actions:

# %%
worth = "reward(game, child.state, child.mover)"
by_mean = textbook.changed(textbook.hard_pruning, (worth, "child.total / child.visits"))
print(textbook.difference(textbook.hard_pruning, by_mean))
wide_tree = UniformTree(branching=20, depth=4, ordered=True)
for policy in (textbook.hard_pruning, by_mean):
    choose = partial(policy, c=0.5)
    root = textbook.uct(wide_tree, start(wide_tree), 300, stream(1), choose=choose)
    print(sorted((child.action, child.visits) for child in root.kept))

# %% [markdown]
# Widening works the other way round: it begins with one child and opens the others one by one.
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
# The whole rule is that number, handed to `ucb1`. The project's search with the part `ProgressiveWidening` grows the
# same tree, node for node:

# %%
textbook.show(textbook.progressive_widening)

# %%
widening = partial(textbook.progressive_widening, c=0.5)
root = textbook.uct(wide_tree, start(wide_tree), 300, stream(1), choose=widening)
widened = base._replace(pruning=ProgressiveWidening())
theirs = widened.search(wide_tree, start(wide_tree), iterations=300, seed=1, compiled=False)
sorted(theirs.visits.items()) == sorted((child.action, child.visits) for child in root.children)

# %% [markdown]
# ## 3. What was thrown away?
#
# A rule that goes deep because it lost the best action is no bargain. In small trees alpha-beta finds the best actions.
# The table shows for each rule, averaged over games: the share of actions left out in the end (pruned or never tried),
# how often all best actions were among them, and how often a best action was chosen.
#
# First comes a heuristic that knows nothing (the values of all leaves are random).

# %%
blind = [UniformTree(branching=12, depth=2, seed=seed) for seed in range(20)]
lost = thrown_away(rules, blind, iterations=600)
columns = ["left_out", "best_left_out", "right"]
lost.groupby("search", sort=False)[columns].mean().round(2)

# %% [markdown]
# Now one that knows (ordered trees, wider and deeper):

# %%
knowing = [UniformTree(branching=20, depth=4, ordered=True, seed=seed) for seed in range(20)]
lost = thrown_away(rules, knowing, iterations=400)
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
# The pruning lens shows the same one game at a time: which actions each rule keeps, and a cross where the best was
# lost.

# %%
from mcts_lab.views.widgets.pruning import PruningLens

PruningLens()

# %% [markdown]
# ## 4. Pruning for the clock, and impatience
#
# **Absolute pruning** (Huang, Coulom & Lin 2010) gives up an action at the root when it cannot become the most visited
# one with the iterations that are left; **relative pruning** when it is *unlikely* to. **First-play urgency** prunes
# nothing: it gives actions that were never tried a value, so a good one may be tried again before the last is tried
# once.
#
# **Question.** Can absolute pruning change which action is most visited in the end? Can relative pruning?
#
# <details><summary>Answer</summary>Absolute pruning cannot: whatever it drops could no longer have caught up, and the
# visits saved go to the others. (Among those the visits may shift.) Relative pruning can be wrong, and more often so
# for a small <code>z</code>.</details>

# %%
clock = {"all children": base, "absolute": base._replace(pruning=AbsolutePruning()),
         "relative": base._replace(pruning=RelativePruning(z=1.0)),
         "fpu 1.0": base._replace(fpu=1.0)}
lost = thrown_away(clock, blind, iterations=600)
lost.groupby("search", sort=False)[["left_out", "right"]].mean().round(2)

# %% [markdown]
# In the end nearly everything is left out, because nothing can catch up any more; that is no loss. What counts is the
# last column.
#
# ## 5. Hex: many actions, no heuristic
#
# An empty board of Hex has as many actions as cells. Without a heuristic, pruning uses means.

# %%
boards = {n: games.hex(size=n) for n in (3, 5, 7)}
names = ("all children", "hard, by mean", "soft", "widening")
open_rules = {name: rules[name] for name in names} | {"fpu 1.0": clock["fpu 1.0"]}
deep = depths(open_rules, boards, seeds=3, iterations=1000)
results.lines(deep, "actions", "depth", "search", xlabel="cells", ylabel="depth of the tree")

# %% [markdown]
# On a 3 by 3 board we know which replies to a first move win:

# %%
small = games.hex(size=3)
replies = [(small, after(small, start(small), cell))
           for cell in legal_actions(small, start(small))]
lost = thrown_away(open_rules, replies, iterations=200)
lost.groupby("search", sort=False)[columns].mean().round(2)

# %% [markdown]
# **Playouts can be pruned as well.** `RavePlayout` remembers how each action fared in *all* playouts, no matter when it
# was played, and draws again before playing a poor one (Dugueperoux et al. 2016).
#
# **Question.** In Hex a cell is worth much the same whenever it is taken. Why does that matter here? And is
# `RavePlayout` stronger than plain playouts? Guess, then look at the interval.
#
# <details><summary>Answer</summary>The statistics are summed over all moments of a playout, which helps only where an
# action means the same at each of them. If 50 % lies inside the interval, this many games cannot tell.</details>

# %%
from mcts_lab.experiments import play_match, tally
from mcts_lab.players import SearchPlayer
from mcts_lab.search import RavePlayout

pair = [SearchPlayer(base._replace(leaf=RavePlayout()), "pruned playouts", iterations=200),
        SearchPlayer(base, "plain playouts", iterations=200)]
results.win_rates(tally(play_match(games.hex(size=5), pair, 100, seed=1)))

# %% [markdown]
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
lost = thrown_away(twice, [arms] * 40, best=lambda game, state: {0}, iterations=200)
lost.groupby("search", sort=False)[columns].mean().round(2)

# %% [markdown]
# <details><summary>Answer</summary>With both, about √200 = 14 of 30 arms are tried, so the best one is often not among
# them: widening without an order is a lottery. Keeping the first outcome fools a search most often: half of the bad
# arms paid at their only pull.</details>
#
# ## 7. Tribes: kinds of actions
#
# Tribes is a strategy game: a turn has as many actions as the player likes, and each unit has its own moves. In the
# middle of a game hundreds of actions are legal.

# %%
from mcts_lab.games.tribes import searched, tribes
from mcts_lab.papers.hsu2020.experiments import decisions_of

game = tribes(level=1590191438878)
positions = list(decisions_of(game, 1, every=11))
state = max(positions, key=lambda s: len(legal_actions(game, s)))
Position(game, state)

# %%
inside = searched(game, int(state.turn), features=9)
kinds = [group(inside, state, action) for action in legal_actions(inside, state)]
{"cities": kinds.count(0), "tribe": kinds.count(1), "units": kinds.count(2)}

# %% [markdown]
# The end of the game is far away, so the searches evaluate the state of a new node instead of playing out. *Move
# groups* choose a kind of action first, and then an action of that kind. *Move pruning* leaves out most of the moves
# that resemble others.

# %%
from mcts_lab.papers.hsu2020.groups import MovePruning
from mcts_lab.search import Evaluate, MoveGroups, Together

judged = base._replace(leaf=Evaluate(), world=SavedStates(depth=20))
parts = {"all children": All(), "hard": HardPruning(), "unpruning": ProgressiveUnpruning(),
         "widening": ProgressiveWidening(), "move groups": MoveGroups(),
         "moves, hard": Together(MovePruning(), HardPruning())}
many = {name: judged._replace(pruning=part) for name, part in parts.items()}
found = depths(many, {"Tribes": (inside, state)}, seeds=3, calls=2000)
found.groupby("search", sort=False)[["actions", "depth", "tried"]].mean().round(2)

# %% [markdown]
# **Question.** A unit may move to eight tiles. Which of these moves would you leave out without looking, and which
# never?
#
# <details><summary>Answer</summary>Hsu and Perez-Liebana leave out at random most of the moves that end neither on
# ruins nor in a city: they are many and much alike, and the unit can move again in its next turn.
# (<code>MovePruning</code>.)</details>
#
# Here the best action is unknown. We can ask whether the rules agree with a search that is ten times as long and leaves
# out nothing.

# %%
middle = [s for s in positions if len(legal_actions(game, s)) >= 20][:12]
here = [(searched(game, int(s.turn), features=9), s) for s in middle]
longer = by_longer_search(judged, calls=20_000)
lost = thrown_away(many, here, best=longer, calls=2000)
lost.groupby("search", sort=False)[columns].mean().round(2)

# %% [markdown]
# **Question.** Suppose a search agrees with the judge more often than all others. Does that make it the best search?
# What would you have to measure?
#
# <details><summary>Answer</summary>The judge is a search of the same kind, with the same blind spots: it cannot see
# that a deeper tree was right. Games against a common opponent decide; they are the topic of P4.</details>

# %%
answer = Search(inside, state, many["hard"], seed=1).run(calls=2000)
left = [action_name(inside, state, a) for a, n in answer.visits.items() if n > 20]
print(f"{answer.name}, out of {len(answer.visits)}; most visited: {', '.join(left[:5])}")

# %% [markdown]
# **Try it:** `rules["hard"]._replace(pruning=HardPruning(patience=200))` prunes later. For which branching factors is
# that worse, and in which of the two tables of section 3 is it better?
#
# ## Take-aways
#
# * UCT needs about bᵈ iterations for d levels under b actions: many actions make it shallow, not slow.
# * Hard pruning goes deep and can lose the best action for good; unpruning loses it for a while.
# * Widening never opens most children, so it needs a good order, or luck. Where outcomes are random, they can be
#   widened too.
# * Pruning by a heuristic is as good as the heuristic. Measure what it throws away where you can.
# * Absolute pruning is safe, relative pruning nearly so: they depend on the budget left, not on the game.
# * Knowledge of kinds of actions (groups, moves that are alike) prunes without judging values.
