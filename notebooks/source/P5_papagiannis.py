# %% [markdown]
# # Pruning networks in Hearthstone (Papagiannis, Alexandridis & Stafylopatis 2022)
#
# You are the hunter; click on a card or use the buttons. Your opponent is the article's search: after some iterations
# two small networks tell it to forget most actions. **Does forgetting make it stronger?**

# %%
from mcts_lab.lesson import *
from mcts_lab.papers.papagiannis2022.players import MCTS, MCTS_SIGNED, PN, agent, game_of

Play(games.hearthstone("hunter"), agent(PN["uniform"], 300), seed=1)

# %% [markdown]
# A turn of Hearthstone is a chain of small actions, with chance in between and cards that are hidden. A thousand
# iterations do not go far there. The article trains two networks on simulated bandits, one for *how many* actions are
# safe to keep and one for *how likely* the best is found, and prunes the root by their plan. It reports that the pruned
# search beats the plain one. This notebook asks what else differs between the two.
#
# * **Minutes:** 65
# * **Prerequisites:** 10_pruning
# * **Papers:** Papagiannis, Alexandridis & Stafylopatis (2022), all sections
#
# **You will be able to**
#
# * build the article's agents from parts, and name every part in which two of them differ;
# * design the control for a comparison of two agents, play it, and read its interval;
# * say what figures of visits and of rewards show, and what they do not.
#
# Every figure comes from results that are stored with the project. `show("figure3")` draws one of them;
# `show("figure3", quick=True)` computes a small version in seconds and draws that.

# %% tags=["parameters"]
decks = ("hunter",)
number = 24
iterations = 300
seed = 1

# %% [markdown]
# ## 1. The method beside the textbook
#
# At the root, and there alone, a plan made from both networks says after how many iterations to prune and to how many
# actions. Notebook 10 makes the networks and the plan:

# %%
textbook.show(textbook.pruning_networks)

# %% [markdown]
# The article's plain search differs in another part as well, taken from the authors' program:

# %%
from mcts_lab.papers.papagiannis2022.mixed_leaves import OneSided

textbook.show(OneSided.evaluate)

# %%
pd.DataFrame({name: {slot: type(part).__name__ for slot, part in
                     agent(name, iterations).method._asdict().items()
                     if slot in ("selection", "leaf", "pruning", "world", "prior")}
              for name in (MCTS, PN["uniform"], MCTS_SIGNED)}).T

# %% [markdown]
# **Question.** From games between the first two rows the article concludes what pruning gains. What else differs, and
# what is the third row for?
#
# <details><summary>Answer</summary>The leaf. The plain search adds up the searching player's reward in <em>all</em>
# nodes, so that the opponent chooses what is good for you; the search with networks flips the reward there. The third
# row is the control: the plain search with the right sign, which differs from each of the others in one part.</details>
#
# **Exercise.** Whose reward does a node count? `exercise("credited").hint()` helps.

# %%
def credited(movers, root, reward):
    """What each node of a path adds up, as a list.

    `movers` lists who made the move into each node, `root` is the player who searches and
    `reward` what he got, between 0 and 1. A node counts for the player who moved into it; what
    one player gets, the other lacks.
    """
    ...  # your code here


exercise("credited").check(credited)

# %% [markdown]
# ## 2. Its trees
#
# A position with twenty actions, and the search with networks for uniform rewards:

# %%
from mcts_lab.papers.papagiannis2022.experiments import positions

(state,) = positions(seed, 1)
searched = Search(game_of("shaman"), state, agent(PN["uniform"], iterations).method,
                  seed=seed, trace=True)
searched.run(iterations)
tree.draw(searched.tree, top=4, max_depth=2, max_nodes=14)

# %% [markdown]
# **Question.** What will the bars of visits look like, if most actions are forgotten half-way?
#
# <details><summary>Answer</summary>The forgotten ones keep the visits that they had when the plan dropped them, so the
# tail stops growing, and those that are left share the rest. Nothing says that the best is among these.</details>

# %%
search.root_actions(searched.tree, top=16, size=(10, 6))

# %%
search.rewards(searched.tree, searched.trace_events, top=6)

# %%
search.shape(searched.tree)

# %% [markdown]
# ## 3. One claim, with numbers of your own
#
# *The search with uniform networks "surpasses" plain MCTS* (Table 2). Your control: the right sign against the
# article's plain search, without any pruning; and pruning against the right sign.
#
# The cell tagged `parameters` gives the decks, the games of each pair and the iterations. Both players have the same
# deck, and each start is played twice, with sides exchanged.
#
# **Question.** Suppose the right sign alone wins 55 % against the article's plain search, as pruning does. What would
# you conclude about pruning? Write down where you expect the second bar, before you run the next cell.
#
# <details><summary>Answer</summary>That the article's comparison shows nothing about it: flipping the sign wins as much
# without any pruning. Only games of pruning against the search with the right sign can tell; if pruning adds nothing,
# they end near one half.</details>

# %%
show = Show("papagiannis2022")
show("control", matches="sign", decks=decks, games=number, only=iterations)

# %% [markdown]
# The lines are 95 % intervals over pairs of games. With a few dozen games they are wide: how many would it take to see
# a difference of three points? Stored, over three decks:

# %%
show("control")

# %% [markdown]
# The same from the command line, with results under a name of your own, and as a notebook:
#
#     mcts-lab run papagiannis2022_300 --set matches=sign games=40 --as mine
#     mcts-lab figures papagiannis2022/control --from mine --out my_figures
#     mcts-lab notebook P5 --set number=40 --out mine.ipynb
#
# ## 4. The paper's figures and tables
#
# **Table 1.** What the value model sees of a state; *MCTS-xgboost* asks it which player will win. Held-out games show
# how good it is.

# %%
wide(show("table1"))

# %%
quality = show("accuracy")
wide(quality[quality.index == "value, all"])

# %% [markdown]
# **Exercise.** With few actions at the root the model sometimes decides alone; otherwise it is mixed with a playout.
# `exercise("leaf_reward").hint()` helps.

# %%
def leaf_reward(model, playout, actions, u, rate=0.1, weight=0.8):
    """The reward of a leaf: the model's word alone, or mixed with a playout.

    `model` and `playout` are rewards, `actions` how many the root has, `u` a random number
    from [0, 1). If u is above rate times actions, the model alone; else the mean of both, in
    which the model has `weight`.
    """
    ...  # your code here


exercise("leaf_reward").check(leaf_reward)

# %% [markdown]
# **Figure 1.** A root as it is pruned.

# %%
show("figure1")

# %% [markdown]
# **The networks.** The article's come with its program. Ours are close to them, and still the plans differ: near its
# top the planner's curve is a flat saw-tooth, so a hundredth decides which tooth is the highest.

# %%
show("surfaces")

# %%
show("choices")

# %% [markdown]
# **Figure 2.** What the actions at the root are worth at the end of a search; the curve is the mixture on which the
# bimodal networks were trained.
#
# **Question.** The histograms pool the actions of many decisions. Do two peaks mean that one decision has good and bad
# actions? Compare the spread `within` decisions with the `deviation` of all actions of a deck.

# %%
show("figure2")

# %%
wide(show("spread"))

# %% [markdown]
# <details><summary>Answer</summary>No. Much of an action's value comes from the position. A bandit whose arms are drawn
# independently from the pooled distribution is an easier problem than the search has.</details>
#
# **Figures 3 to 5.** Where the iterations go; three agents search the same positions. First a quick run.
#
# **Question.** A higher peak: is that a better search?
#
# <details><summary>Answer</summary>Not by itself. A search that rolled dice and gave one action all iterations would
# have the highest peak of all. Pruning concentrates the visits as intended; only games show whether that
# helps.</details>

# %%
show("figure3", quick=True)

# %%
show("figure3")

# %%
show("figure4")

# %%
show("figure5")

# %% [markdown]
# **Tables 2 to 4.** Games won, as means over the decks, and in numbers. An interval in the tables shows where 300 games
# would land 95 % of the time if the article's agent were exactly as strong as ours.

# %%
show("win_rates")

# %%
def overall(name):
    cells = show(name)
    return cells[cells["deck"] == "overall"].drop(columns="deck")


wide(overall("table2"))

# %%
wide(overall("table3"))

# %%
wide(overall("table4"))

# %% [markdown]
# **Question.** In the article's Table 2 the uniform networks win 52.0 % with 500 iterations and the hunter deck, and
# 55.3 % with 1000. Is that a real difference? (There are 300 games in each cell.)
#
# <details><summary>Answer</summary>Of 300 games, a share near a half has a standard error of 2.9 points, and a
# difference of two such shares 4.1. Most differences between single cells are noise; the article tests none.</details>
#
# Beyond the article, the same networks in other games:

# %%
wide(show("other"))

# %% [markdown]
# ## 5. What was found
#
# The verdicts on all claims, with intervals, are in [the report](../figures/report.html#papagiannis2022). It says
# when the rule of each was fixed, and counts apart what was fixed after first results; where a claim stayed undecided
# there was a further stage, of a size fixed beforehand; every look widens the interval. All pictures above were made
# from:

# %%
show.sources()

# %% [markdown]
# **Try it.** `show("figure2", games=2, iterations=100)`: do the peaks move with the iterations? A card of your own is a
# row of steps: `mcts_lab/games/hearthstone/cards.py`.
#
# ## Take-aways
#
# * When two agents differ in two parts, a match between them says nothing about either part alone. Build the third one.
# * Figures of visits show what an algorithm does, not whether it is good.
# * Rewards pooled over decisions are no picture of one decision.
# * 300 games per cell distinguish 50 from 56 per cent, at best. Claims need many cells, and a margin fixed beforehand.
