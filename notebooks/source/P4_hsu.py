# %% [markdown]
# # Pruning in Tribes (Hsu & Perez-Liebana 2020)
#
# Two rule-based tribes explore, settle and fight; step through their game with the arrow keys. A player begins with
# about ten actions and has several hundred in a late turn. **How deep can a search look that must try each of them?**

# %%
from mcts_lab.lesson import *
from mcts_lab.players import RulePlayer

Film.of(games.tribes(level=1590191438878), [RulePlayer(), RulePlayer()], seed=1, every=30)

# %% [markdown]
# Strategy games have more legal actions than a search has time to try: chess has about 35, Go 250, and a turn of Tribes
# is a sequence of dozens of decisions with up to hundreds of actions each. MCTS, which visits every child once before
# it repeats one, never gets to the second level. The article cuts children away, so that the others can be searched.
#
# * **Minutes:** 60
# * **Prerequisites:** 09_branching
# * **Papers:** Hsu & Perez-Liebana (2020), all sections; Perez-Liebana et al. (2020)
#
# **You will be able to**
#
# * say which part of the search the article exchanges, and what else it changes at the same time;
# * predict how depth falls with the number of actions, and test it with a budget of your own;
# * judge a rule of pruning by games, not by the shape of its trees.
#
# Every figure comes from results that are stored with the project. `show("figure2")` draws one of them;
# `show("figure2", quick=True)` computes a small version in seconds and draws that.

# %% tags=["parameters"]
calls = 1000
maps = 8
every = 70
seed = 1

# %% [markdown]
# ## 1. The method beside the textbook
#
# Once a node has been visited more than twenty times, *hard pruning* keeps the few children whose states the evaluation
# likes best, for good. *Move pruning* is a part of this paper alone: it draws a few of the many moves of units before
# anything is searched.

# %%
from mcts_lab.papers.hsu2020.groups import MovePruning

textbook.show(textbook.hard_pruning, MovePruning)

# %% [markdown]
# As rows of parts, the article's search and the framework's default one differ in a slot:

# %%
from mcts_lab.papers.hsu2020 import experiments, players
from mcts_lab.papers.hsu2020.experiments import DEFAULT, HP, METHODS

pd.DataFrame({name: {slot: str(part) for slot, part in METHODS[name]._asdict().items()
                     if slot in ("selection", "value", "leaf", "pruning")}
              for name in (DEFAULT, HP)}).style.set_properties(**{"text-align": "left"})

# %% [markdown]
# **Question.** Which part makes the search look at one kind of action at a time? And the default search evaluates seven
# features of a state, the pruned ones nine: what does that mean for a match between them?
#
# <details><summary>Answer</summary><code>RootGroup</code> draws one group of actions at the root. A match between the
# two says nothing about pruning alone: the features may have won it. Section 4 has the games that tell.</details>
#
# ## 2. Its trees
#
# One position of the first turns, as a player sees it, and both searches:

# %%
from mcts_lab.game import copy
from mcts_lab.games.tribes import observe, searched

game = games.tribes(level=1590191438878)
*_, state = experiments.decisions_of(game, 3, 40, limit=81)
shown = copy(game, state)
observe(game, shown, int(state.turn))
inside = searched(game, int(state.turn), features=9)
trees = {}
for name in (DEFAULT, HP):
    one = trees[name] = Search(inside, shown, METHODS[name], seed=seed, trace=True)
    answer = one.run(calls=2000)
    depth, rate = players.shape(one, answer.action)
    print(f"{name}: {answer.name}; depth {depth}, rate {rate:.2f}, {one.iterations} iterations")

# %%
tree.draw(trees[HP].tree, top=4, max_depth=2, max_nodes=14)

# %%
search.root_actions(trees[HP].tree)

# %%
brought = search.root_rewards(trees[HP].tree, trees[HP].trace_events)["reward"]
brought.describe().to_frame().T

# %% [markdown]
# The rewards of all iterations lie close together, because one action changes little in a large position. The searches
# rescale them by the extremes of each node. Depth against branching, with pruning and without:

# %%
search.shape(trees[HP].tree)

# %%
search.shape(trees[DEFAULT].tree)

# %% [markdown]
# ## 3. One claim, with numbers of your own
#
# *Trees become shallower with more actions, and pruning makes them deeper* (section 4.4, Figure 2). Here all searches
# decide in the same positions, from games between rule-based players, so differences come from the searches.
#
# The cell tagged `parameters` gives the calls of the forward model per decision (the article has 2,000), the number of
# maps, and how many plays lie between two positions.
#
# **Question.** Write down, before you run the next cell: at how many legal actions does a search with your calls stop
# getting beyond the second level? A step down the tree costs a call as well.
#
# <details><summary>Answer</summary>Half of the calls, or less, are iterations, and trying all grandchildren takes b² of
# them. With 2,000 calls the third level is out of reach for most branches from about 30 actions on, with half of the
# calls from about 20. (The search considers one group of actions at a time, which moves that limit to the
# right.)</details>

# %%
show = Show("hsu2020")
show("positions", calls=calls, maps=maps, every=every, until=2000)

# %% [markdown]
# The bands are 95 % intervals over games. Stored, with 2,000 calls on all 25 maps:

# %%
show("positions")

# %% [markdown]
# And as in the article, in the agents' own games, where each comes to positions of its own. Which number of actions is
# meant, and whether games or decisions count alike, decides one claim of this section.

# %%
show("figure2")

# %% [markdown]
# The same from the command line, with results under a name of your own, and as a notebook:
#
#     mcts-lab run hsu2020_trees --set calls=1000 maps=8 every=70 until=2000 --as mine
#     mcts-lab figures hsu2020/positions --from mine --out my_figures
#     mcts-lab notebook P4 --set calls=300 maps=12 --out mine.ipynb
#
# ## 4. The paper's figures and tables
#
# **Figure 1.** A map, drawn anew.

# %%
show("figure1")

# %% [markdown]
# **Tables 1 and 2.** Games won against three baselines, and what the pruned searches have in the end. Each map is
# played twice, with sides exchanged; such a pair is one observation.
#
# **Question.** The article played 5,000 games per number. How wide is the interval of such a number, and how many games
# would you need to distinguish 57.8 % from 56.9 %?
#
# <details><summary>Answer</summary>About ±1.4 points. A difference of 0.9 points between two such numbers has an
# interval of ±2 points: you would need about 25,000 games each.</details>
#
# **Exercise.** Write the mean of pairs and its standard error. `exercise("pair_statistics").hint()` helps.

# %%
def pair_statistics(pairs):
    """The mean of pairs of games and its standard error, as (mean, error).

    A pair holds the points (0, 0.5 or 1) of two games on one map, with sides exchanged. A
    pair is *one* observation, the mean of its two games. The error is s / √n, with n pairs
    and s their standard deviation (squares divided by n - 1).
    """
    ...  # your code here


exercise("pair_statistics").check(pair_statistics)

# %%
wide(show("table1"))

# %%
wide(show("table2"))

# %% [markdown]
# **The missing games.** These variants change what the article leaves open, or switch parts off one by one. The first
# answers the question of section 1: the default search with nine features, without any pruning.

# %%
show("variants")

# %% [markdown]
# Which actions do the pruned searches play (section 4.3)?

# %%
wide(show("actions"))

# %% [markdown]
# **Figures 3 to 5.** The *rate* is the share of the unpruned children of the recommended action's node that were
# visited.
#
# **Exercise.** Write it. `exercise("completeness").hint()` helps.

# %%
def completeness(children):
    """The *rate* of a node: what share of the children that are not pruned was visited.

    `children` has a pair (visits, pruned) for each. Without children that are left, the rate
    is 0.
    """
    ...  # your code here


exercise("completeness").check(completeness)

# %% [markdown]
# **Question.** Before you look: the rate of hard pruning will stay near 1 where that of widening falls. Does hard
# pruning therefore know more?
#
# <details><summary>Answer</summary>No. It looks at all children that it kept, five of a hundred. A high rate is a
# property of the rule; whether the best action is among the five is another question (notebook 09).</details>

# %%
show("figure3")

# %%
show("figure4")

# %%
show("figure5")

# %% [markdown]
# A quick run of the positions above, and beyond the article, larger maps and more tribes:

# %%
show("positions", quick=True)

# %%
show("scaling")

# %% [markdown]
# ## 5. What was found
#
# The verdicts on all claims, with intervals, are in [the report](../figures/report.html#hsu2020). It says when the rule
# of each was fixed, and counts apart what was fixed after first results. All pictures above were made from:

# %%
show.sources()

# %% [markdown]
# **Your turn.** Found a city: click a unit or a city and then a tile, or choose an action by its name. Your opponent is
# the search with hard pruning, at a tenth of its budget.

# %%
Play(game, players.TribesPlayer(METHODS[HP], HP, calls=200, features=9), seed=1)

# %% [markdown]
# **Try it.** `show("variants", variants=("hard pruning by mean",), pairs=3, calls=100)` plays a handful of games that
# are cut off early. How many would you need, to the end, to see a difference of five points?
#
# ## Take-aways
#
# * Pruning is a part of the search, not another search: swap one slot.
# * A comparison that changes two things at once (pruning and features) says nothing about either.
# * Pairs of games on the same map need fewer games for the same interval.
# * Depth and completeness are not strength: a rule that looks at less is complete by definition.
