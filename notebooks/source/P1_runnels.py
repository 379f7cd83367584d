# %% [markdown]
# # Three searches play soccer (Runnels 2023)
#
# You are Red and attack the goal on the right; click on a player and then on a cell. Blue looks three plies ahead.
# **Does the side that looks further ahead win such a game?**

# %%
from mcts_lab.lesson import *

show = Show("runnels2023")
Play(games.soccer(), SearchPlayer(AlphaBeta(depth=3, perspective="root")), seed=1)

# %% [markdown]
# A student's report on a course project: minimax, alpha-beta and MCTS play discrete soccer against themselves, 25 games
# for each setting. Many games are drawn, and the report explains why: its evaluation is so sophisticated that both
# sides know too much. A report like this is all that most readers ever see of an experiment. What does it take to check
# it?
#
# * **Minutes:** 65
# * **Prerequisites:** 01_minimax, 03_tree
# * **Papers:** Runnels (2023), "Project 3: Game Tree Search", all sections
#
# **You will be able to**
#
# * test whether a search takes exponential time, with measurements of your own;
# * say where a text leaves a choice open, and which of its claims depend on that choice;
# * compare a published number with your own by an interval, and use an exact solution as a yardstick.
#
# Every figure comes from results that are stored with the project. `show("growth_depth")` draws one of them;
# `show("growth_depth", quick=True)` computes a small version in seconds and draws that.

# %% tags=["parameters"]
playouts = (20, 50, 100, 200)
positions = 30
seed = 1

# %% [markdown]
# ## 1. The method beside the textbook
#
# Minimax and alpha-beta are those of notebook 01, with an evaluation at the depth limit. Where the player has the ball
# and the opponent is nearer to the goal, it is (Equation 6)
#
# $$ \frac{10}{\text{distance to goal}} - \frac{\text{distance to opponent}}{10} $$
#
# The sentence below it says that the player should move *away* from the opponent.
#
# **Question.** Does the formula reward moving away, or moving closer?
#
# <details><summary>Answer</summary>It subtracts the distance, so it rewards being close. Formula and sentence
# contradict each other. We cannot know which was programmed, so we try both throughout: <em>printed</em> and
# <em>away</em>.</details>

# %%
show("figure2")

# %% [markdown]
# MCTS is the `uct` of notebook 03 but for its backup. The textbook's, then the paper's (section 3.3.4) as a part of the
# package: it adds the utility only where the same side is to move as at the leaf.

# %%
from mcts_lab.papers.runnels2023.credit import SameSideCredit

textbook.show(textbook.back_up, SameSideCredit.update)

# %%
show("figure3")

# %% [markdown]
# **Question.** In Figure 3 the new leaf at the right has won 1 of 1, and the root went from 1/2 to 2/3; the red node
# between them went from 1/1 to 1/2. What would *you* add at the red node, and whose utility should it hold when the
# root chooses?
#
# <details><summary>Answer</summary>Usually every node gets the reward of the player who chose it: 1 for a win, 0 for a
# loss. The root's player chooses among children, so they should hold that player's utility. Taken to the letter, the
# paper's rule gives them the utility of the player to move at the leaf. Section 4 shows what that changes.</details>
#
# ## 2. Its trees
#
# Twenty-five playouts, the number that the paper found best, with the usual backup:

# %%
from mcts_lab.papers.runnels2023.experiments import USUAL

game = games.soccer()
state = start(game, 2023)
searched = Search(game, state, USUAL, seed=seed, trace=True)
searched.run(25)
tree.draw(searched.tree, top=5, max_depth=2, max_nodes=12)

# %%
search.root_actions(searched.tree)

# %%
search.rewards(searched.tree, searched.trace_events)

# %% [markdown]
# **Question.** With so few playouts, how far apart would two actions have to be before you believed the difference?
#
# <details><summary>Answer</summary>By more than their intervals overlap, and these cover nearly the whole axis. No
# backup rule can do much with so little.</details>
#
# Depth against branching: what a search of some depth generates, with and without pruning.

# %%
show("growth_depth")

# %%
search.shape(searched.tree)

# %% [markdown]
# ## 3. One claim, with numbers of your own
#
# *The runtimes of MCTS "show exponential growth"* with the number of playouts (section 5). Seconds depend on the
# machine, so we count the states that a search generates.
#
# **Question.** Write down, before you run the next cell: after a hundred playouts, what does one more cost? So which of
# the two curves will fit your points, and from which number of playouts on will you see it?
#
# <details><summary>Answer</summary>As much as any other: a playout does not get longer because others came before it.
# (The tree grows, so the way down gets a little longer, like the logarithm.) So the cost is proportional to the number
# of playouts. On a narrow range an exponential does not look bad; only a wide one shows the difference.</details>

# %%
show("growth_playouts", playouts=playouts, positions=positions, depths=1)

# %% [markdown]
# At the left are the paper's own numbers, at the right yours, with 95 % intervals over positions. Both curves are
# fitted to the values themselves. Stored:

# %%
show("growth_playouts")

# %% [markdown]
# The same from the command line, with results under a name of your own, and as a notebook:
#
#     mcts-lab run runnels2023_growth --set playouts=20,50,100,200 positions=30 --as mine
#     mcts-lab figures runnels2023/growth_playouts --from mine --out my_figures
#     mcts-lab notebook P1 --set playouts=10,20,40 positions=100 --out mine.ipynb
#
# ## 4. The paper's figures and tables
#
# **Figure 1.** Where text and program differ, the games were played by the program, so we follow it:

# %%
show("figure1")

# %%
wide(show("rules"))

# %% [markdown]
# **Tables 1 to 3**, 25 games per row. Minimax and alpha-beta use no chance, so we play *all* starts, under every
# interpretation of what the paper leaves open; MCTS is sampled. Each cell says what 25 games should show under a first
# interpretation, with an interval, and in what share of all interpretations (`readings` counts them) the interval
# contains the paper's number: if it does in all of them, we agree, whatever the author meant.
#
# **Question.** How far can the number of draws in 25 games be off by chance alone?
#
# <details><summary>Answer</summary>By about five games. If each game is a draw with probability 1/2, the standard
# deviation is √(25 · 1/2 · 1/2) = 2.5, and 95 % of all series lie within two of these.</details>
#
# **Exercise.** The paper's tables have no intervals. Write one that also works when all 25 games are draws.
# `exercise("draw_interval").hint()` helps.

# %%
def draw_interval(draws, games, z=1.96):
    """The Wilson interval of a share of draws, as (low, high).

    With p = draws / games its middle is (p + z²/2n) / (1 + z²/n), where n is `games`, and
    half its width is z / (1 + z²/n) · √(p (1 - p) / n + z²/4n²).
    """
    ...  # your code here


exercise("draw_interval").check(draw_interval)

# %%
columns = ["red_wins", "blue_wins", "draws", "readings"]
wide(show("table1")[columns])

# %%
wide(show("table2")[columns])

# %%
wide(show("table3")[columns])

# %% [markdown]
# As a picture, and as a quick run of it:

# %%
show("outcomes")

# %%
show("outcomes", quick=True)

# %% [markdown]
# How likely is the paper under each interpretation? Sorted by that, they form a *specification curve*.
#
# **Question.** Should you believe the likeliest interpretation?
#
# <details><summary>Answer</summary>Not because it came first among so many: the best of many always looks good. Ask
# what the good ones have in common, and how many cells the best gets right.</details>

# %%
show("curve")

# %% [markdown]
# **Why are so many games drawn?** The game has few enough positions to be solved exactly, backwards from the goals.
#
# **Question.** In what share of the starts can one side force a win?
#
# <details><summary>Answer</summary>In few; the figure counts all of them. Between perfect players nearly every game is
# a draw, so a draw is the right answer and no defect of deep search. Nor does it prove strength: players that never
# attack draw as well.</details>

# %%
show("solved")

# %% [markdown]
# Better questions: does a search keep a won position won, and does it beat another one? First the moves, beside the
# exact solution, then depths against each other from all starts:

# %%
show("kept")

# %%
show("duels_away")

# %% [markdown]
# **Whose utility?** MCTS against itself with the paper's rule for either player's utility, and with the usual backup.
# A search whose children hold the opponent's utility helps the opponent: it draws, and from won positions it throws the
# win away more often the longer it thinks (above).

# %%
show("backup")

# %% [markdown]
# ## 5. What was found
#
# The verdicts on all claims, with intervals, are in [the report](../figures/report.html#runnels2023). It says
# when the rule of each was fixed, and counts apart what was fixed after first results.
# Where the paper leaves something open, a verdict counts only if all interpretations agree.
#
# **Exercise.** Write how such a verdict is reached. `exercise("verdict_over_readings").hint()` helps.

# %%
def verdict_over_readings(intervals):
    """What is found of the claim "greater than 0": "holds", "does not hold" or "undecided".

    `intervals` has a pair (low, high) for each reading of what the paper leaves open. The claim
    holds in a reading if the whole interval is above 0, and does not if all of it is below; a
    verdict counts only if all readings agree.
    """
    ...  # your code here


exercise("verdict_over_readings").check(verdict_over_readings)

# %% [markdown]
# All pictures above were made from:

# %%
show.sources()

# %% [markdown]
# **Try it.** `show("kept", playouts=(10, 300), depths=1, positions=100)`: does your search keep the win more often the
# longer it thinks, with each backup? `mcts-lab list experiments` names all that can be set.
#
# ## Take-aways
#
# * A paper's text and its program differ in places. Say which one you follow, and try every interpretation where it
#   matters.
# * Cost grows exponentially with depth, and in proportion to playouts.
# * Draws between equal players say little. An exact solution, or games between *different* settings, say more.
# * A backed-up value belongs to one player. Ask which before you explain what a search does.
