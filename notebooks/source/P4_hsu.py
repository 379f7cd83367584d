# %% [markdown]
# # A paper, regenerated: pruning in Tribes (Hsu & Perez-Liebana 2020)
#
# * **Minutes:** 60
# * **Prerequisites:** 09_branching
# * **Papers:** Hsu & Perez-Liebana (2020), all sections; Perez-Liebana et al. (2020)
#
# **You will be able to**
#
# * say what a forward model is, and how this one differs from the game;
# * assemble the paper's searches from parts, and say what each part does;
# * compare its two tables with ours, with intervals over pairs of games;
# * separate two changes that were made together, with an ablation;
# * judge which of its claims hold, and which of its choices matter.
#
# Results shown here are stored with the project; `mcts-lab run EXPERIMENT` computes them afresh. What decides each
# claim (the quantity measured, what counts as equal, which claims share an error rate) is in `data/paper/claims.csv`.

# %%
from mcts_lab import Search, start
from mcts_lab.course import exercise
from mcts_lab.game import copy
from mcts_lab.games.tribes import observe, searched, tribes
from mcts_lab.papers.hsu2020.experiments import (
    DEFAULT,
    HP_MOVES,
    LEVELS,
    METHODS,
    RULES,
    agent,
)
from mcts_lab.papers.hsu2020.players import shape
from mcts_lab.papers.reporting.show import Show, wide
from mcts_lab.views.widgets.film import Film

show = Show("hsu2020")

# %% [markdown]
# ## 1. The game
#
# Two tribes explore, settle and fight. Capturing the other capital wins; after 50 turns the score decides. Here is
# Figure 1 of the article, drawn anew:

# %%
show("figure1")

# %% [markdown]
# Step through a game of two rule-based players (every thirtieth position). `Film.of(...).save("game.html")` saves it as
# a page that needs nothing else.

# %%
game = tribes(level=LEVELS[0])
Film.of(game, [agent(RULES), agent(RULES)], seed=1, every=30)

# %% [markdown]
# **Question.** How many actions does a player choose from at the start, and how many in a late turn? What does that do
# to a search with 2,000 calls of the model for each action?
#
# <details><summary>Answer</summary>About ten at the start and several hundred in the end. A search that must try each
# action once has little left for the second level, and nothing for the third: see section 5.</details>
#
# ## 2. What an agent is told
#
# A search gets a copy of the state in which much of the other tribe is missing, and a *forward model* that differs from
# the game: its clock stands still, it checks for the end of the game only when a turn ends, and cities forget their
# value.

# %%
state = start(game, 1)
shown = copy(game, state)
observe(game, shown, 0)
{"stars": (state.stars[1], shown.stars[1]), "technologies": (state.techs[1], shown.techs[1])}

# %% [markdown]
# **Question.** The value of a state is a weighted sum of a tribe's possessions; winning adds nothing. Can such a search
# win on purpose?
#
# <details><summary>Answer</summary>Only as far as conquest shows in these numbers: a captured city adds to cities,
# production and score. Two of the paper's nine features reward buildings, and units that stand in the enemy's
# cities.</details>
#
# ## 3. The searches, as rows of parts
#
# The default search of the framework:

# %%
METHODS[DEFAULT]

# %% [markdown]
# The article's search differs in one slot:

# %%
METHODS[HP_MOVES].pruning

# %% [markdown]
# **Question.** Which part makes the search look at one kind of action at a time? Which part makes opponents minimise,
# and what does `others=-1` do?
#
# <details><summary>Answer</summary><code>RootGroup</code>. <code>OneSidedUCB1</code>: the others' rewards are 1 minus
# the player's, so the others minimise the player's reward. With -1 they prefer actions that they have already tried.
# That is a bug in the original program; we keep it, because the published numbers were made with it.</details>
#
# Here are both searches in one position, with depth and *rate* (coverage): of the unpruned children of the recommended
# action's node, the share that was visited.

# %%
from mcts_lab.papers.hsu2020.experiments import decisions_of

*_, state = decisions_of(game, 3, 40, limit=321)
shown = copy(game, state)
observe(game, shown, int(state.turn))
inside = searched(game, int(state.turn), features=9)
for name in (DEFAULT, HP_MOVES):
    search = Search(inside, shown, METHODS[name], seed=1)
    answer = search.run(calls=2000)
    depth, rate = shape(search, answer.action)
    print(f"{name}: {answer.name}; depth {depth}, rate {rate:.2f}, "
          f"{answer.iterations} iterations")

# %% [markdown]
# ## 4. Which search wins?
#
# Each map is played twice, with sides exchanged; such a pair is one observation.
#
# **Exercise.** Write the mean of such pairs and its standard error. `exercise("pair_statistics").hint()` helps.

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
wide(show.progress("hsu2020_strength"))

# %% [markdown]
# Table 1 shows the percentage of games that the search of the row wins against the player of the column, with 95 %
# intervals.

# %%
wide(show("table1"))

# %% [markdown]
# **Question.** The article played 5,000 games per number. How wide is the interval of such a number, and how many games
# would you need to distinguish 57.8 % from 56.9 %?
#
# <details><summary>Answer</summary>About ±1.4 points. A difference of 0.9 points between two such numbers has an
# interval of ±2 points: you would need about 25,000 games each.</details>
#
# Table 2 shows what the pruned searches have at the end of their games. (Technologies as a percentage of all 24.)

# %%
wide(show("table2"))

# %%
wide(show.claims("pruned-win", "default-loses", "moves-help", "no-difference"))

# %% [markdown]
# **Question.** The default search has seven features, the pruned ones nine. What other than pruning could explain that
# they are stronger, and which games would show it?
#
# <details><summary>Answer</summary>The two extra features. Games of the default search with nine features against the
# one with seven would show it; the paper does not report them.</details>
#
# ### Switched off, one by one
#
# These variants change what the article leaves open, or switch parts off: the features alone, the true rules instead of
# the faulty forward model, opponents with a correct exploration term, no groups at the root.

# %%
wide(show.progress("hsu2020_variants"))

# %%
wide(show("variants_table"))

# %%
wide(show.claims("features-alone"))

# %% [markdown]
# Which actions do the pruned searches play? (Section 4.3: units 68 %, cities 20.5 %, the tribe 11.4 %, in per cent.)

# %%
wide(show("actions"))

# %% [markdown]
# ## 5. The trees
#
# The article looks at its agents' own games. Here all searches decide in the same positions, taken from games between
# rule-based players on the article's 25 maps, so differences come from the searches and not from the positions.

# %%
wide(show.progress("hsu2020_trees"))

# %% [markdown]
# **Question.** Before you look: at how many legal actions does a search with 2,000 calls stop getting beyond the second
# level? A step down the tree costs a call as well.
#
# <details><summary>Answer</summary>With about 900 iterations, trying all grandchildren takes b² of them: with more than
# about 30 actions the third level is out of reach for most branches. (The search considers one group of actions at a
# time, which moves that limit to the right.)</details>

# %%
show("figure2")

# %%
show("figure3")

# %% [markdown]
# **Question.** The rate of hard pruning stays near 1 where that of widening falls. Does hard pruning therefore know
# more?
#
# <details><summary>Answer</summary>No. It looks at all children that it kept, five of a hundred. A high rate is a
# property of the rule; whether the best action is among the five is another question (notebook 09).</details>

# %% [markdown]
# **Exercise.** Write the rate of a node, as Figures 4 and 5 show it. `exercise("completeness").hint()` helps.

# %%
def completeness(children):
    """The *rate* of a node: what share of the children that are not pruned was visited.

    `children` has a pair (visits, pruned) for each. Without children that are left, the rate
    is 0.
    """
    ...  # your code here


exercise("completeness").check(completeness)

# %%
show("figure4")

# %%
show("figure5")

# %%
wide(show.claims("levels", "deeper", "shallower", "complete", "turn-"))

# %% [markdown]
# Beyond the article, larger maps and more tribes: the cost of a decision, and how deep it looks.

# %%
show("scaling")

# %% [markdown]
# ## 6. What holds

# %%
verdicts = show.claims()
tested = verdicts[verdicts["kind"] == "replication"]
tested["verdict"].value_counts().to_dict()

# %%
wide(tested[["the paper says", "verdict", "ours", "interval"]])

# %%
show.sources()

# %% [markdown]
# **Your turn.** Found a city: click a unit or a city and then a tile, or choose an action by its name. Your opponent is
# the paper's search with hard pruning and move pruning, at a tenth of its budget.

# %%
from mcts_lab.papers.hsu2020.players import TribesPlayer
from mcts_lab.views.widgets.play import Play

Play(game, TribesPlayer(METHODS[HP_MOVES], HP_MOVES, calls=200, features=9), seed=1)

# %% [markdown]
# **Try it.** `METHODS[DEFAULT]._replace(value=Mean())` (from `mcts_lab.search`) removes the scaling of rewards. What
# does a constant c = √2 mean then, when values lie between 0.49 and 0.52? Look at depth and visits.
#
# ## Take-aways
#
# * Pruning is a part of the search, not another search: swap one slot.
# * A forward model is a model, and its errors are part of what was measured.
# * Pairs of games on the same map need fewer games for the same interval.
# * A comparison that changes two things at once (pruning and features) says nothing about either.
# * Depth and completeness are not strength: a rule that looks at less is complete by definition.
