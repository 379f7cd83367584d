# %% [markdown]
# # A paper, regenerated: pruning in Tribes (Hsu & Perez-Liebana 2020)
#
# * **Minutes:** 60
# * **Prerequisites:** 06_large_branching_factors
# * **Papers:** Hsu & Perez-Liebana (2020), all sections
#
# **You will be able to**
#
# * say what a forward model is, and in which ways this one differs from the game;
# * assemble the paper's searches from parts, and say what each part does;
# * read its two tables next to ours, with intervals over pairs of games;
# * judge which of its claims hold, and which of its choices matter.
#
# Results shown here are stored with the project; `mcts-lab run EXPERIMENT` computes them afresh.

# %%
from mcts_lab import Search, start
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
from mcts_lab.views.game_replay import record

show = Show("hsu2020")

# %% [markdown]
# ## 1. The game
#
# Two tribes explore, settle and fight. Who takes the other's capital wins; after 50 turns the score decides.

# %%
show("figure1")

# %% [markdown]
# Scrub through a game of the two rule-based agents (a position for every tenth action):

# %%
game = tribes(level=LEVELS[0])
record(game, [agent(RULES), agent(RULES)], seed=1, every=10)

# %% [markdown]
# ## 2. What an agent is told
#
# A search gets a copy of the state in which much of the other tribe is missing, and a *forward model* that differs from
# the game: its clock stands still, and the end of the game is looked at only when a turn ends.

# %%
state = start(game, 1)
shown = copy(game, state)
observe(game, shown, 0)
{"stars": (state.stars[1], shown.stars[1]), "technologies": (state.techs[1], shown.techs[1])}

# %% [markdown]
# **Question.** The value of a state is a sum over what a tribe has, with weights; winning brings nothing of its own.
# Can such a search win on purpose?
#
# <details><summary>Answer</summary>Only as far as conquest shows in what is counted: a captured city brings cities,
# production and score. Two of the paper's nine features reward units that stand in the enemy's cities.</details>
#
# ## 3. The searches, as rows of parts

# %%
METHODS[DEFAULT]

# %%
METHODS[HP_MOVES]

# %% [markdown]
# **Question.** Which part is the paper's "prioritization" of kinds of actions? Where do opponents minimise, and what
# does `others=-1` do?
#
# <details><summary>Answer</summary><code>RootGroup</code>. <code>OneSidedUCB1</code>: rewards of the others are 1 less
# the player's, so maximising theirs is minimising his. With -1 they prefer what they tried before, a slip of the
# original.</details>

# %%
inside = searched(game, 0, features=9)
for name in (DEFAULT, HP_MOVES):
    search = Search(inside, shown, METHODS[name], seed=1)
    answer = search.run(calls=2000)
    print(f"{name}: {answer.name}; depth and rate {shape(search, answer.action)}")

# %% [markdown]
# ## 4. Who wins?
#
# Each game is played twice on the same map, with sides exchanged; a pair is one observation.

# %%
show("table1")

# %%
show("table2")

# %% [markdown]
# **Question.** The default search has seven features, the pruned ones nine. What else could explain that they are
# stronger, and which game would tell?
#
# <details><summary>Answer</summary>The two features. The default search with nine features against that with seven
# tells; the paper does not report it.</details>

# %%
show("variants_table")

# %% [markdown]
# ## 5. The trees

# %%
show("figure2")

# %%
show("figure3")

# %%
show("figure4")

# %%
show("figure5")

# %% [markdown]
# ## 6. What holds

# %%
wide(show.claims())

# %%
show.sources()

# %% [markdown]
# ## Take-aways
#
# * Pruning is a part of the search, not another search: one slot, exchanged.
# * A forward model is a model: its slips belong to what was measured.
# * Pairs of games on the same map need fewer games for the same interval.
# * A comparison that changes two things at once (pruning, and features) says nothing about either.
