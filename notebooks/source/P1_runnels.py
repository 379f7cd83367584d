# %% [markdown]
# # A paper, regenerated: soccer (Runnels 2023)
#
# * **Minutes:** 90
# * **Prerequisites:** 01_minimax, 03_tree
# * **Papers:** Runnels (2023), "Project 3: Game Tree Search", all sections
#
# **You will be able to**
#
# * rebuild a paper's figures and tables, and say where its text leaves a choice open;
# * try every interpretation of what the paper leaves open, and say which of its claims depend on that choice;
# * compare a published number with your own, with an interval, by a rule fixed beforehand;
# * use an exact solution as a yardstick for searches.
#
# The results shown here are stored with the project. Every table and figure is made from them when the cell runs;
# `mcts-lab run EXPERIMENT` computes them afresh. For each claim we wrote down, before running anything, what would be
# measured and how large a difference would count (`data/paper/claims.csv`). Where the paper leaves something open, a
# verdict counts only if all interpretations agree.

# %%
from IPython.display import Markdown

from mcts_lab import AlphaBeta, Search, SearchPlayer, action_name, games, legal_actions, start
from mcts_lab.course import exercise
from mcts_lab.papers.reporting.show import Show, wide
from mcts_lab.views.plots import search, tree

show = Show("runnels2023")

# %% [markdown]
# ## 1. The game (section 2.1)
#
# Two players, one ball, turn by turn. Red attacks the goal on the right, Blue the one on the left. A goal ends the
# game. So does a position that occurs a second time: that is a draw.

# %%
show("figure1")

# %% [markdown]
# **Question.** The paper says that a player without the ball can move to all eight neighbours. What does the game say?
#
# <details><summary>Answer</summary>Here there are six: no step leads diagonally backwards. The table below says what
# else differs.</details>

# %%
game = games.soccer()
state = start(game, 2023)
[action_name(game, state, action) for action in legal_actions(game, state)]

# %% [markdown]
# Names are steps (across, up); Red's *forward* is to the right. Diagonal steps lead forward only. The paper's games
# were played by a program, so we follow the program where it differs from the text, which it does in several places:

# %%
wide(show("rules"))

# %% [markdown]
# Play a few moves as Red. Your opponent looks three plies ahead.

# %%
from mcts_lab.views.widgets.play import Play

Play(game, SearchPlayer(AlphaBeta(depth=3, perspective="root")), state=state, seed=1)

# %% [markdown]
# ## 2. The algorithms (section 3)
#
# Figures 2 and 3 show a minimax tree and a Monte Carlo tree. Notebooks 01 and 03 explain both.

# %%
show("figure2")

# %%
show("figure3")

# %% [markdown]
# **Question.** In Figure 3 the new leaf at the right has won 1 of 1, and the root went from 1/2 to 2/3. The red node
# between them went from 1/1 to 1/2. Who won the simulation, and what would *you* add at the red node? Keep your answer
# until section 7.
#
# <details><summary>Answer</summary>The player to move at the leaf, who is also the player to move at the root. Every
# node on the path gets the visit, but only that player's nodes get the win. Usually <em>every</em> node gets a reward,
# that of the player who chose it: 1 for a win, 0 for a loss. Section 7 shows what that changes.</details>
#
# ## 3. The evaluation (section 4)
#
# A search of limited depth needs a value for unfinished positions. The paper gives one in four cases (Equations 3 to
# 6). In the last case the player has the ball, but the opponent is nearer to the goal:
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
wide(show.claims("greatest", "zero-least", "one-highest", "possession"))

# %% [markdown]
# These numbers are exact: we evaluated every position that can occur (section 6 shows that there are few enough). Two
# claims remain undecided, because they are true under one interpretation and false under the other: the sign of
# Equation 6, and whether the midpoint of Equation 5 is rounded to a cell.
#
# ## 4. The tables (section 5)
#
# The paper plays 25 games per row, both sides with the same search, from random starts. Minimax and alpha-beta use no
# chance, and there are few enough starts to play *all* of them, under every interpretation of what the paper leaves
# open. Besides the sign and the midpoint, open details are: the goal in Equation 5; one player's value or the
# difference of both; the first mover; which of equally good moves is taken; whether depth counts plies or rounds of two
# plies; and whether the paper's columns Red and Blue are exchanged. MCTS uses chance, so we sample it: with both signs,
# three backups (see section 7), several kinds of playout, both first movers, both midpoints, and the columns either
# way. The last column counts the interpretations.
#
# "Ours" is what 25 games should show, with a 95 % interval, twice: under a first interpretation, the same in all rows
# (Equation 6 as printed, a rounded midpoint, Red first, plies, columns as printed; for MCTS the chooser's utility), and
# under the likeliest one. After the first interval comes the share of *all* interpretations whose interval contains the
# paper's number, and then that number.
#
# **Question.** How far can the number of draws in 25 games be off by chance alone?
#
# <details><summary>Answer</summary>By about five games. If each game is a draw with probability 1/2, the standard
# deviation is √(25 · 1/2 · 1/2) = 2.5, and 95 % of all series lie within two of these. In a table of many rows, expect
# some outside.</details>
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
columns = [f"{which}{column}" for column in ("red_wins", "blue_wins", "draws")
           for which in ("", "likeliest_")]
columns.append("readings")
wide(show("table1")[columns])

# %%
wide(show("table2")[columns])

# %%
wide(show("table3")[columns])

# %% [markdown]
# The share tells more than a verdict. If the paper's number lies in our interval under every interpretation, we agree,
# whatever the author meant; if under none, we disagree. Most numbers are in between. The likeliest interpretation was
# chosen *because* it agrees, so its agreement is no evidence.
#
# As a picture, in which only Equation 6 and the backup of MCTS depart from the first interpretation:

# %%
show("outcomes")

# %% [markdown]
# ### Which interpretation was it?
#
# How likely are the paper's wins and draws under each interpretation? Sorted by that likelihood, the interpretations
# form a *specification curve*. Below it you see the share of the table's cells whose interval contains the paper's
# number.
#
# **Question.** Should you now believe the likeliest interpretation?
#
# <details><summary>Answer</summary>Not because it came first among so many: the best of many always looks good. Look at
# what the good ones have in common, and ask whether the best is good enough: how many cells does it get
# right?</details>

# %%
show("curve")

# %%
wide(show("readings"))

# %% [markdown]
# What each choice costs in likelihood, when all other details are chosen as well as possible:

# %%
wide(show("details"))

# %% [markdown]
# The rules do not explain one thing. In every row of the paper's tables Blue makes more moves than Red:

# %%
wide(show("who_moved_more"))

# %% [markdown]
# In the program Red moves first, and then Blue can never have made more moves. Either Blue began in the paper's games,
# or the columns were exchanged, or moves were counted differently. The first two are different interpretations: a new
# first mover changes the games, an exchange only the names. So read the numbers of Red and Blue with care.

# %% [markdown]
# **Question.** Minimax and alpha-beta look at the same positions. Why do the paper's columns differ between its Tables
# 1 and 2 at equal depth, and ours not?
#
# <details><summary>Answer</summary>Something other than the search must have differed, such as the starts. Pruning
# changes no value, so from equal starts and with equal tie-breaking both play the same games.</details>

# %%
wide(show.claims("more-wins"))

# %% [markdown]
# With equal starts and equal tie-breaking, the games are the same move by move. In the paper, the starts, the
# tie-breaking or the meaning of "depth" must have differed.
#
# ## 5. What the data say: runtime
#
# **Exponential in depth?** We count the states that a search generates, which does not depend on the machine.
# (Exponential growth is a theorem; only the factor is left to measure.)

# %%
show("growth_depth")

# %%
wide(show.claims("minimax-exponential", "alpha-beta-exponential", "ten-times", "square-root"))

# %% [markdown]
# **Exponential in playouts?** The paper says that the runtime of MCTS "show[s] exponential growth".
#
# **Question.** After a hundred playouts, what does one more cost? Decide before you look.
#
# <details><summary>Answer</summary>As much as any other: a playout does not get longer because others came before it.
# (The tree grows, so the way down gets a little longer, like the logarithm.) So the cost is proportional to the number
# of playouts.</details>

# %%
show("growth_playouts")

# %% [markdown]
# The thousandth playout costs as much as the first. The paper's own numbers are on the left, ours on the right. Both
# curves are fitted to the values themselves. On five points an exponential does not look bad: only a wide range shows
# the difference.

# %%
wide(show.claims("mcts-exponential"))

# %% [markdown]
# How fast is it? The original program ran on another machine, so only the order of magnitude counts.

# %%
wide(show("speed")[["unit", "reference_per_second", "ours_per_second"]])

# %% [markdown]
# ## 6. What the data say: "sophisticated evaluation"
#
# The paper finds that deeper search brings more draws. Its explanation: the evaluation is so sophisticated that both
# sides know too much to exploit each other. A simpler one: perhaps most positions *are* draws.
#
# Soccer has few enough positions to be solved exactly, by working backwards from the goals.
#
# **Question.** In what share of the starts can one side force a win?
#
# <details><summary>Answer</summary>In few. The next cell counts all of them, so this share needs no interval.</details>

# %%
from mcts_lab.games.soccer import DRAWN, solve

exact = solve()
decided = (exact.value[exact.starts] != DRAWN).mean()
Markdown(f"Of {len(exact.states):,} positions, {len(exact.starts):,} are starts. "
         f"In **{decided:.1%}** of these one side can force a win.")

# %%
show("solved")

# %% [markdown]
# So between perfect players nearly every game is a draw. A high share of draws is the right answer, not a defect of
# deep search. Nor does it prove strength: players that never attack draw as well. Better questions are whether a search
# keeps a won position won, and whether it beats another search. Alpha-beta uses no chance, so its shares are of all
# starts; the others are samples. MCTS comes with the three backups of section 7.

# %%
show("kept")

# %% [markdown]
# **Question.** Does every additional ply help in every row? Which kind of start tells more about a search, and why?
#
# <details><summary>Answer</summary>No. From won starts, alpha-beta with many plies keeps the win less often than with
# one, though not every single ply makes it worse: its estimates of distant positions are worse than those of near ones.
# Won starts tell more. From drawn ones even random moves keep the draw in more than nine of ten cases, so a search can
# do little wrong.</details>
#
# Next, different depths play *each other*, from all starts and with both colours; only the games of MCTS are a sample.
# Self-play, as in the paper, cannot show which of two settings is stronger.

# %%
show("duels_printed")

# %%
show("duels_away")

# %% [markdown]
# Whether deeper is better depends on the sign of Equation 6, on other open details, and on whether depths are even or
# odd. The only sampling error comes from ties broken at random.

# %%
wide(show.claims("deeper", "depth-1", "depths-2", "lower-depths", "draws-often"))

# %% [markdown]
# And against perfect play:

# %%
show("perfect")

# %% [markdown]
# ## 7. Whose utility?
#
# Back to the question at Figure 3. Section 3.3.4 adds the utility only where the player to move is the same as at the
# simulated leaf; all other nodes just count the visit. It does not say *whose* utility. Taken literally, it is that of
# the current player, the one to move at the leaf. Usually each node gets the reward of the player who chose it.
#
# **Question.** At the root you choose the child with the greatest mean utility. Whose utility should the children hold?
#
# <details><summary>Answer</summary>Yours. At a child the opponent is to move, so taken literally it holds the
# opponent's utility, and the search looks for what is best for the opponent. An interpretation under which an algorithm
# works against itself is seldom the one that was programmed, but it is what the paper says.</details>

# %%
show("backup")

# %% [markdown]
# With the leaf's utility nearly every game is a draw, as in the paper. That is how a search behaves that helps its
# opponent. The figure in section 6 shows it: from won positions, the longer this search thinks, the more often it
# throws the win away; with a hundred playouts it does so more often than random moves.
#
# Count the utility of the player who chose instead, and *the same sentence* about which nodes count gives far more
# decided games: with the most playouts more than half, about as many as with the usual backup. From won positions, this
# search keeps the win more often the longer it thinks. So our draws come neither from indirect evaluation nor from
# counting only one side's nodes, but from whose utility is counted. We cannot know which was programmed; section 4 says
# under which the paper's numbers are likelier.
#
# In numbers, the percentage of decided games with each backup:

# %%
table = show.frame("table3_readings")
table = table.drop_duplicates(["algorithm", "eq6", "playouts"], keep="last")
draws = table.pivot(index="playouts", columns=["eq6", "algorithm"], values="draws_percent")
(100 - draws).round(1)

# %% [markdown]
# The backups: *mcts* is the paper's rule with the leaf's utility, *chooser mcts* the same rule with the utility of the
# player who chose, and *usual mcts* gives every node of the path its reward.

# %%
wide(show.claims("extreme-playouts", "playouts-25", "fewer-wins", "mcts-draws", "mcts-cannot"))

# %% [markdown]
# How much does a search know after 25 playouts, the number that the paper found best? Here is its whole tree, with the
# usual backup:

# %%
from mcts_lab.papers.runnels2023.experiments import USUAL

usual = Search(game, state, USUAL, seed=1, compiled=False)
usual.run(25)
tree.draw(usual.tree, top=6, max_depth=1, max_nodes=7)

# %%
search.root_actions(usual.tree)

# %% [markdown]
# With so few playouts the intervals overlap, and the tree is hardly deeper than the part drawn. No backup rule can do
# much with that.
#
# What else the paper leaves open, and how much it matters:

# %%
variants = show("variants")
wide(variants[["draws_percent", "points_against_alpha_beta", "points_from", "points_to"]])

# %% [markdown]
# **Question.** "Points against alpha-beta" is far from one half in most rows. What does that say about 50 playouts?
#
# <details><summary>Answer</summary>That they are too few. All variants lose clearly, and most differences among them
# lie within the intervals. A comparison at 50 playouts says little about MCTS with more.</details>
#
# ## 8. All verdicts
#
# **Exercise.** Write how a verdict is reached when a paper has several interpretations, then look at ours.
# `exercise("verdict_over_readings").hint()` helps.

# %%
def verdict_over_readings(intervals):
    """What is found of the claim "greater than 0": "holds", "does not hold" or "undecided".

    `intervals` has a pair (low, high) for each reading of what the paper leaves open. The claim
    holds in a reading if the whole interval is above 0, and does not if all of it is below; a
    verdict counts only if all readings agree.
    """
    ...  # your code here


exercise("verdict_over_readings").check(verdict_over_readings)

# %%
verdicts = show.claims()
tested = verdicts[verdicts["kind"] == "replication"]
counts = tested["verdict"].value_counts()
Markdown(", ".join(f"**{count}** {verdict}" for verdict, count in counts.items()))

# %%
wide(tested[["the paper says", "verdict", "ours"]])

# %% [markdown]
# "Undecided" mostly means that interpretations disagree: the paper's text does not settle the matter, however many
# games are played. The following claims are true by construction (theorems), so they are no evidence and are not
# counted:

# %%
others = verdicts[verdicts["kind"] != "replication"]
wide(others[["the paper says", "kind", "verdict", "ours"]])

# %% [markdown]
#
# This page was made from:

# %%
show.sources()

# %% [markdown]
# **Try it:** `mcts-lab figures runnels2023` writes everything above into `figures/`, and
# `mcts-lab report runnels2023` lists every published number beside ours. To play more games than we did, use
# `mcts-lab run runnels2023_duels --budget paper`.
#
# ## Take-aways
#
# * A paper's text and its program differ in places. Say which one you follow, and try every interpretation where it
#   matters.
# * Fix what decides a claim before you measure. A claim that depends on the interpretation is undecided, not false.
# * Cost grows exponentially with depth, and in proportion to playouts.
# * Draws between equal players say little. An exact solution, or games between *different* settings, say more.
# * A backed-up value belongs to one player. Ask which before you explain what a search does.
# * Twenty-five games leave wide intervals. Write them down; or play all starts, if there are few enough.
