# %% [markdown]
# # Large branching factors: what to look at when there is too much
#
# * **Minutes:** 60
# * **Prerequisites:** 02_bandits_and_uct
# * **Papers:** Hsu & Perez-Liebana (2020), sections 2.2 and 3; Coulom (2007); Chaslot et al. (2008); Childs, Brodeur &
#   Kocsis (2008)
#
# **You will be able to**
#
# * say why UCT stays shallow where there are many actions, and from how many on;
# * tell hard pruning, unpruning and widening apart by what each does to a node;
# * name what each of them may lose, and measure how often it does;
# * say when knowledge about *kinds* of actions is worth more than knowledge about values.

# %%
from IPython.display import SVG

from mcts_lab import UCT, Search, after, games, start
from mcts_lab.experiments.branching import depths, thrown_away
from mcts_lab.game import group, legal_actions, svg
from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_lab.games.tribes import searched, tribes
from mcts_lab.players import RulePlayer
from mcts_lab.search import (
    Evaluate,
    HardPruning,
    HardPruningByMean,
    MoveGroups,
    ProgressiveUnpruning,
    ProgressiveWidening,
    SavedStates,
    SoftPruning,
)
from mcts_lab.search.mcts.pruning import unpruning_time
from mcts_lab.views.plots import results

# %% [markdown]
# ## 1. A dial for the branching factor
#
# A *uniform tree* has the same number of actions everywhere. In this one the first action is the best in every state,
# so there is something to find.
#
# **Question.** With 1,000 iterations: how deep will the tree be with 2, 10 and 40 actions? UCT tries every action of a
# node once before any of them twice.
#
# <details><summary>Answer</summary>To look beyond the second level under <em>one</em> action takes about b visits of
# its node, and while all look alike each of b actions gets its share: about b² iterations for two levels. With 40
# actions 1,000 are not enough.</details>

# %%
dial = {b: UniformTree(branching=b, depth=12, ordered=True) for b in (2, 5, 10, 20, 40)}
plain = depths({"all children": UCT()}, dial, seeds=5, iterations=1000)
results.lines(plain, "actions", "depth", "search", log=True,
              xlabel="actions in every state", ylabel="depth of the tree")

# %% [markdown]
# ## 2. Five ways to look at less
#
# | rule | what takes part | what it needs |
# |---|---|---|
# | `HardPruning` | once all were tried, the best few by the heuristic of their states, for good | a heuristic |
# | `HardPruningByMean` | the same by their means | nothing |
# | `ProgressiveUnpruning` | the same, and one more from time to time | a heuristic |
# | `SoftPruning` | all and few in turns | nothing |
# | `ProgressiveWidening` | the first √N of them | an order helps |

# %%
rules = {"all children": UCT(), "hard": UCT(pruning=HardPruning()),
         "hard, by mean": UCT(pruning=HardPruningByMean()),
         "unpruning": UCT(pruning=ProgressiveUnpruning()),
         "soft": UCT(pruning=SoftPruning()), "widening": UCT(pruning=ProgressiveWidening())}
deep = depths(rules, dial, seeds=5, iterations=1000)
results.lines(deep, "actions", "depth", "search", log=True,
              xlabel="actions in every state", ylabel="depth of the tree")

# %% [markdown]
# **Question.** Hard pruning does nothing before all children were tried. Why does it help all the same?
#
# <details><summary>Answer</summary>After n visits a node goes on with five children instead of n, so from there on it
# behaves like a node of a small game. Where n is larger than the visits it will ever get, it helps nothing: widening,
# which never opens most children, does.</details>
#
# When does a pruned child return? Equation 2 of the paper: when the node has more than 20·1.7ⁿ⁻⁵ visits, n the number
# of children that take part.

# %%
[round(unpruning_time(ProgressiveUnpruning(), n)) for n in range(5, 15)]

# %% [markdown]
# ## 3. What was thrown away?
#
# A rule that is fast because it lost the best action is no bargain. In small trees alpha-beta tells which actions are
# best. First a heuristic that knows nothing (values are random), then one that knows (an ordered tree).

# %%
blind = [UniformTree(branching=16, depth=3, seed=seed) for seed in range(20)]
lost = thrown_away(rules, blind, iterations=300)
lost.groupby("search", sort=False)[["pruned", "best_pruned", "right"]].mean().round(2)

# %%
knowing = [UniformTree(branching=16, depth=4, ordered=True, seed=seed) for seed in range(5)]
lost = thrown_away(rules, knowing, iterations=300)
lost.groupby("search", sort=False)[["pruned", "best_pruned", "right"]].mean().round(2)

# %% [markdown]
# **Question.** In which of the two tables should unpruning beat hard pruning, and at what price?
#
# <details><summary>Answer</summary>In the first: what was thrown away by a bad heuristic comes back, so the best action
# is not lost for good. The price is depth: visits go to children that were once judged to be poor.</details>
#
# ## 4. Hex: many actions, no heuristic
#
# An empty board of Hex has as many actions as cells. There is no heuristic to judge by, so pruning goes by means.

# %%
boards = {n: games.hex(size=n) for n in (3, 5, 7)}
names = ("all children", "hard, by mean", "soft", "widening")
open_rules = {name: rules[name] for name in names}
deep = depths(open_rules, boards, seeds=3, iterations=1000)
results.lines(deep, "actions", "depth", "search", xlabel="cells", ylabel="depth of the tree")

# %% [markdown]
# ## 5. Tribes: kinds of actions
#
# Tribes is a strategy game: a turn consists of as many actions as the player likes, and each unit has its own moves.
# Hundreds of actions are legal in a middle game.

# %%
game = tribes(level=1590191438878)
state, rules_play = start(game, 1), RulePlayer()
for turn in range(150):
    state = after(game, state, rules_play.choose(game, state, turn), seed=turn)
SVG(svg(game, state))

# %%
inside = searched(game, int(state.turn), features=9)
kinds = [group(inside, state, action) for action in legal_actions(inside, state)]
{"cities": kinds.count(0), "tribe": kinds.count(1), "units": kinds.count(2)}

# %% [markdown]
# Winning is far away, so the searches judge a new node by its state, without a playout. *Move groups* choose a kind of
# action first, and then one of that kind.

# %%
base = UCT(leaf=Evaluate(), world=SavedStates(depth=20))
many = {"all children": base, "hard": base._replace(pruning=HardPruning()),
        "unpruning": base._replace(pruning=ProgressiveUnpruning()),
        "move groups": base._replace(pruning=MoveGroups())}
found = depths(many, {"Tribes": (inside, state)}, seeds=5, calls=2000)
found.groupby("search", sort=False)[["actions", "depth", "tried"]].mean().round(2)

# %% [markdown]
# **Question.** A unit may move to eight tiles. Which of these moves would you dare to leave out without looking, and
# which never?
#
# <details><summary>Answer</summary>Hsu and Perez-Liebana leave out at random most of the moves that end neither on
# ruins nor in a city: they are many and much alike, and the unit can move again in its next turn.
# (<code>MovePruning</code>.)</details>
#
# **Try it:** `Search(inside, state, many["hard"]).run(calls=2000).tree` shows what is left of each node.

# %%
answer = Search(inside, state, many["hard"], seed=1).run(calls=2000)
print(f"{answer.name}: {answer.iterations} iterations, {answer.nodes} nodes")

# %% [markdown]
# ## Take-aways
#
# * UCT needs about bᵈ iterations for d levels under b actions: many actions make it shallow, not slow.
# * Hard pruning goes deep and may lose the best action for good; unpruning loses it for a time.
# * Widening never opens most children, so it needs a good order, or luck.
# * Pruning by a heuristic is as good as the heuristic. Measure what it throws away where you can.
# * Knowledge of kinds of actions (groups, moves that are alike) prunes without judging values.
