# %% [markdown]
# # A paper, regenerated: soccer (Runnels 2023)
#
# * **Minutes:** 90
# * **Prerequisites:** 01_minimax_and_alpha_beta, 02_bandits_and_uct
# * **Papers:** Runnels (2023), "Project 3: Game Tree Search", all sections
#
# **You will be able to**
#
# * rebuild a paper's figures and tables, and say where its text leaves a choice open;
# * run all readings of what is open, and say which of a paper's claims depend on them;
# * set a published number beside your own, with an interval, and judge it by a rule fixed beforehand;
# * use an exact solution as a yardstick for searches.
#
# The results shown here are stored with the project. Every table and figure is made from them when the cell runs, and
# `mcts-lab run EXPERIMENT` computes them afresh. What decides about a claim (its endpoint, what counts as equal) stands
# in `data/paper/claims.csv` and was fixed before the results were there. Where the paper leaves something open, a
# verdict counts only if all readings agree.

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
# Two players, one ball, turn by turn. Red attacks the goal at the right, Blue the one at the left. A goal ends the
# game, and so does a position that comes back: that is a draw.

# %%
show("figure1")

# %% [markdown]
# **Question.** The paper says that a player without the ball can move to all eight neighbours. What does the game say?
#
# <details><summary>Answer</summary>Here there are six: nobody steps diagonally backwards. The table below says what
# else differs.</details>

# %%
game = games.soccer()
state = start(game, 2023)
[action_name(game, state, action) for action in legal_actions(game, state)]

# %% [markdown]
# Names are steps (across, up); Red's *forward* is to the right. Diagonal steps lead forward only. The paper used a
# program, and the program is what was played, so we follow the program. It differs from the text in several places:

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
# Figures 2 and 3 show a minimax tree and a Monte Carlo tree. Notebooks 01 and 02 explain both.

# %%
show("figure2")

# %%
show("figure3")

# %% [markdown]
# **Question.** In Figure 3 the new leaf at the right has won 1 of 1, and the root went from 1/2 to 2/3. The red node
# between them went from 1/1 to 1/2. Whose victory did the simulation end with, and what would *you* add at the red
# node? Keep your answer until section 7.
#
# <details><summary>Answer</summary>Somebody for whom the leaf and the root count a victory and the node between them
# does not: the visit is counted on the whole path, the victory only where the player is the leaf's. Usually
# <em>every</em> node of the path gets a share, the reward of the player who chose it: 1 where he won, 0 where he lost.
# Section 7 shows what that changes.</details>
#
# ## 3. The evaluation (section 4)
#
# A search of limited depth needs a value for unfinished positions. The paper gives one in four cases (Equations 3 to
# 6). In the last one, the player has the ball but the opponent is nearer to the goal:
#
# $$ \frac{10}{\text{distance to goal}} - \frac{\text{distance to opponent}}{10} $$
#
# The sentence below it says that the player should move *away* from the opponent.
#
# **Question.** Does the formula reward moving away, or moving closer?
#
# <details><summary>Answer</summary>It subtracts the distance, so it rewards being close. Formula and sentence
# contradict each other. Nobody can know which was programmed, so both readings are run throughout: <em>printed</em> and
# <em>away</em>.</details>

# %%
wide(show.claims("greatest", "zero-least", "one-highest", "possession"))

# %% [markdown]
# These numbers are exact: all positions that can occur were evaluated. There are few enough of them, as section 6
# shows. Two claims are undecided all the same, because they are true under one reading and false under the other: the
# sign of Equation 6, and whether the midpoint of Equation 5 is rounded to a cell.
#
# ## 4. The tables (section 5)
#
# The paper plays 25 games per row, both sides with the same search, from random starts. Minimax and alpha-beta use no
# chance, and there are few enough starts to play *all* of them, under every reading of what the paper leaves open.
# Besides the sign and the midpoint these are the goal in Equation 5, one player's value or the difference of both, who
# moves first, which of equally good moves is taken, whether depth counts plies or rounds of two plies, and whether the
# paper's columns Red and Blue are what they say. MCTS uses chance and is sampled: with both signs, three backups (see
# section 7), playouts of several kinds, both first movers, both midpoints, and the columns either way. The last column
# says how many readings there are.
#
# "Ours" is what 25 games should show, with a 95 % interval, twice: under a first reading, the same in all rows
# (Equation 6 as printed, a rounded midpoint, Red first, plies, columns as printed, for MCTS the utility of who chose),
# and under the likeliest one. Behind the first interval stands in what share of *all* readings the paper's number lies
# in the interval, and then the paper's number.
#
# **Question.** How far can the number of draws in 25 games be off by chance alone?
#
# <details><summary>Answer</summary>By five games or so: if each game is a draw with probability 1/2, the standard
# deviation is √(25 · 1/2 · 1/2) = 2.5, and 95 % of all series lie within two of these. In a table of many rows some
# lie outside.</details>
#
# **Exercise.** The paper's tables have no intervals. Write one that also works where all 25 games are draws.
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
# The share tells more than a verdict: a number that lies in the interval of every reading agrees with us whatever the
# paper meant, one that lies in none does not, and most are in between. The likeliest reading was chosen *because* it
# agrees, so its agreement is no evidence.
#
# As a picture, with everything but Equation 6 and the backup of MCTS as in the first reading:

# %%
show("outcomes")

# %% [markdown]
# ### Which reading was it?
#
# How likely are the paper's wins and draws under each reading? Sorted by that, the readings make a *specification
# curve*. Below it stands the share of the table's cells whose interval has the paper's number.
#
# **Question.** Should you now believe in the likeliest reading?
#
# <details><summary>Answer</summary>Not because it came first among so many: the best of many always looks good. Look at
# what the good ones have in common, and whether the best is good enough: how many cells does it get right?</details>

# %%
show("curve")

# %%
wide(show("readings"))

# %% [markdown]
# What each reading of each detail costs in likelihood, if everything else is chosen as well as can be:

# %%
wide(show("details"))

# %% [markdown]
# One thing the rules do not explain. In every row of the paper's tables Blue makes more moves than Red:

# %%
wide(show("who_moved_more"))

# %% [markdown]
# In the program Red moves first, and then Blue can never have made more moves. Either Blue began in the paper's games,
# or the columns were exchanged, or something was counted otherwise. The first two are different readings: who begins
# changes the games, an exchange only the names. So the numbers of Red and Blue are to be read with care.

# %% [markdown]
# **Question.** Minimax and alpha-beta look at the same positions. Why do the paper's columns differ between its Tables
# 1 and 2 at equal depth, and ours not?
#
# <details><summary>Answer</summary>Something else than the search must have differed, such as the starts: pruning
# changes no value, so from equal starts, with equal tie-breaking, both play the same games.</details>

# %%
wide(show.claims("more-wins"))

# %% [markdown]
# With equal starts and equal tie-breaking, the games are the same move by move. In the paper something else must have
# differed: the starts, the tie-breaking, or what "depth" means.
#
# ## 5. What the data say: runtime
#
# **Exponential in depth?** Counting the states that a search generates makes this independent of the machine. (That it
# is exponential is a theorem; the factor is what can be measured.)

# %%
show("growth_depth")

# %%
wide(show.claims("minimax-exponential", "alpha-beta-exponential", "ten-times", "square-root"))

# %% [markdown]
# **Exponential in playouts?** The paper says that the runtime of MCTS "show[s] exponential growth".
#
# **Question.** What does one more playout cost, when a hundred have been made? Decide before you look.
#
# <details><summary>Answer</summary>As much as any other: a playout does not get longer because others came before it.
# (The tree grows, so the way down gets a little longer, like the logarithm.) So the cost is proportional to the number
# of playouts.</details>

# %%
show("growth_playouts")

# %% [markdown]
# One more playout costs one more playout. At the left are the paper's own numbers, at the right ours. Both curves are
# fitted to the values themselves. An exponential does not look bad on five points: it takes a wide range to tell them
# apart.

# %%
wide(show.claims("mcts-exponential"))

# %% [markdown]
# How fast is it? The reference program's speed was recorded on another machine, so only the order of magnitude counts.

# %%
wide(show("speed")[["unit", "reference_per_second", "ours_per_second"]])

# %% [markdown]
# ## 6. What the data say: "sophisticated evaluation"
#
# The paper finds that deeper search brings more draws, and explains it: the evaluation is so sophisticated that both
# sides know too much to exploit each other. Another explanation: perhaps most positions simply *are* draws.
#
# Soccer has few enough positions to be solved exactly, by working backwards from the goals.
#
# **Question.** In what share of the starts can somebody force a win?
#
# <details><summary>Answer</summary>In few: the next cell counts them, all of them, so this share has no
# interval.</details>

# %%
from mcts_lab.games.soccer import DRAWN, solve

exact = solve()
decided = (exact.value[exact.starts] != DRAWN).mean()
Markdown(f"Of {len(exact.states):,} positions, {len(exact.starts):,} are starts. "
         f"In **{decided:.1%}** of these somebody can force a win.")

# %%
show("solved")

# %% [markdown]
# So between perfect players nearly every game is a draw. A high share of draws is no defect of deep search: it is the
# right answer. It is no proof of strength either: players who never attack draw as well. Better questions are whether a
# search keeps what it has, and whether it beats another one. Alpha-beta uses no chance, so its shares are of all
# starts; the others are samples. MCTS has the three backups of section 7.

# %%
show("kept")

# %% [markdown]
# **Question.** Does every additional ply help in every row? Which kind of start tells more about a search, and why?
#
# <details><summary>Answer</summary>No: on won starts alpha-beta of many plies keeps the win less often than that of
# one, though not every single ply makes it worse. Its estimate of far positions is worse than that of near ones. Won
# starts tell more: on drawn ones even random moves keep the draw in more than nine of ten cases, so there is little
# that a search could do wrong.</details>
#
# Next, different depths play *each other*, from all starts and in both colours; only MCTS is a sample. Self-play, as in
# the paper, cannot show which of two settings is stronger.

# %%
show("duels_printed")

# %%
show("duels_away")

# %% [markdown]
# Whether deeper is better depends on the sign of Equation 6 and on other open details, and on whether depths are even
# or odd. Ties that are broken by chance leave a sampling error; nothing else does.

# %%
wide(show.claims("deeper", "depth-1", "depths-2", "lower-depths", "draws-often"))

# %% [markdown]
# And against perfect play:

# %%
show("perfect")

# %% [markdown]
# ## 7. Whose utility?
#
# Back to the question at Figure 3. Section 3.3.4 adds the utility only where the player to move is that of the
# simulated leaf; all other nodes merely count the visit. It does not say *whose* utility. To the letter, it is that of
# the current player, who is to move at the leaf. Usually each node gets the reward of the player who chose it.
#
# **Question.** At the root you choose the child with the greatest mean utility. Whose utility should the children hold?
#
# <details><summary>Answer</summary>Yours. At a child the opponent is to move, so to the letter it holds the opponent's
# utility, and the search looks for what is best for the opponent. A reading under which an algorithm works against
# itself is seldom the one that was programmed; but it is what is written.</details>

# %%
show("backup")

# %% [markdown]
# With the leaf's utility nearly every game is a draw, as in the paper. It is what a search does that works for its
# opponent, and the figure in section 6 shows it: on won starts its moves keep the win the less often the longer it
# searches, and with a hundred playouts less often than random moves.
#
# With the utility of who chose, *the same sentence* about which nodes count lets far more games end with a winner, with
# the most playouts more than half of them, about as many as with the usual backup; and on won starts its moves keep the
# win the more often the longer it searches. So our draws come neither from indirect evaluation nor from counting only
# one side's nodes, but from whose utility is counted. Which of the two was programmed nobody can know; section 4 says
# under which the paper's numbers are likelier.
#
# In numbers, the games in a hundred that are decided, with each backup:

# %%
table = show.frame("table3_readings")
table = table.drop_duplicates(["algorithm", "eq6", "playouts"], keep="last")
draws = table.pivot(index="playouts", columns=["eq6", "algorithm"], values="draws_percent")
(100 - draws).round(1)

# %% [markdown]
# The backups: *mcts* is the paper's rule with the leaf's utility, *chooser mcts* the same rule with the utility of who
# chose, *usual mcts* gives every node of the path its share.

# %%
wide(show.claims("extreme-playouts", "playouts-25", "fewer-wins", "mcts-draws", "mcts-cannot"))

# %% [markdown]
# And how much does a search know after 25 playouts, the number that the paper found best? This is the whole tree of
# one, with the usual backup:

# %%
from mcts_lab.papers.runnels2023.experiments import USUAL

usual = Search(game, state, USUAL, seed=1, compiled=False)
usual.run(25)
tree.draw(usual.tree, top=6, max_depth=1, max_nodes=7)

# %%
search.root_actions(usual.tree)

# %% [markdown]
# With so few playouts the intervals overlap, and the tree is hardly deeper than what is drawn. No backup can do much
# with that.
#
# What else the paper leaves open, and how much it matters:

# %%
variants = show("variants")
wide(variants[["draws_percent", "points_against_alpha_beta", "points_from", "points_to"]])

# %% [markdown]
# **Question.** "Points against alpha-beta" is far from one half in most rows. What does that say about 50 playouts?
#
# <details><summary>Answer</summary>That they are few. All variants lose clearly, whatever the paper leaves open; what
# they differ by among themselves is mostly within the intervals. A comparison at 50 playouts says little about MCTS
# with more.</details>
#
# ## 8. All verdicts
#
# **Exercise.** Write how a verdict comes about where a paper can be read in several ways, then look at ours.
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
# An "undecided" mostly means that readings disagree: the paper's text does not settle the matter, however many games
# are played. What follows is true by construction (a theorem), so it is no evidence, and is not counted:

# %%
others = verdicts[verdicts["kind"] != "replication"]
wide(others[["the paper says", "kind", "verdict", "ours"]])

# %% [markdown]
#
# What this page was made from:

# %%
show.sources()

# %% [markdown]
# **Try it:** `mcts-lab figures runnels2023` writes everything above into `figures/`, and
# `mcts-lab report runnels2023` lists every published number beside ours. To play more games than we did, use
# `mcts-lab run runnels2023_duels --budget paper`.
#
# ## Take-aways
#
# * A paper's text and its program differ in places. Say which one you follow, and run every reading where it matters.
# * Fix what decides about a claim before you measure. A claim that depends on the reading is undecided, not false.
# * Cost grows exponentially with depth, and in proportion to playouts.
# * Draws between equal players say little. An exact solution, or games between *different* settings, say more.
# * A backed-up value belongs to somebody. Ask whose it is before you explain what a search does.
# * Twenty-five games leave wide intervals. Write them down; or play all starts, if there are few enough.
