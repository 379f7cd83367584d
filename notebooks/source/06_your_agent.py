# %% [markdown]
# # Your own agent
#
# x follows one rule: win at once if you can, otherwise play near the middle. o is UCT with 50 iterations. Step through
# their game with the arrow keys. **Who wins, and what did the other one not see?**

# %%
from mcts_lab.lesson import *

players = [agent(one_rule), SearchPlayer(UCT(), iterations=50)]
Film.of(games.connect_four(), players, seed=6)

# %% [markdown]
# * **Minutes:** 90
# * **Prerequisites:** 03_tree; 05_bugs helps
# * **Papers:** Joppen & Fürnkranz (2019), sections 2 and 3, for the values; Kocsis & Szepesvári (2006), section 3
#
# **You will be able to**
#
# * write an agent of your own, and one that beats ours;
# * write a whole UCT from memory, and exchange one part of ours;
# * say how many games it takes to know which of two agents is stronger.
#
# Programs are judged by games. Deep Blue beat Garry Kasparov in 1997 by 3½ to 2½ points; AlphaGo beat Lee Sedol in 2016
# by 4 to 1. At the end of this lesson your agent meets those of your class.
#
# ## Before you begin
#
# **Question.** (03) Which of its actions does UCT try next?
#
# <details><summary>Answer</summary>One that was never tried, otherwise the one with the greatest upper confidence
# bound: its mean plus a bonus that shrinks with its visits.</details>
#
# **Question.** (05) Two versions of a search play 40 games, and the new one wins 22. Is it better?
#
# <details><summary>Answer</summary>That is not known: the interval of 22 in 40 reaches from 40 % to 69 %.</details>
#
# **Question.** (01) What does a search of depth 2 see that one of depth 1 does not?
#
# <details><summary>Answer</summary>The opponent's reply, such as a win that has to be prevented now.</details>

# %% tags=["parameters"]
iterations = 50
pairs = 20
seed = 1

# %% [markdown]
# ## 1. An agent is a function
#
# An agent gets the game, the position and a stream of random numbers, and returns an action. This one is no search:

# %%
textbook.show(one_rule)

# %% [markdown]
# **Question.** How many points will it take from UCT with 50 iterations? (A win is a point, a draw half of one.)
#
# <details><summary>Answer</summary>About a third. It never looks at what the opponent can do next, so it loses most
# games to a threat that one move would have stopped.</details>

# %%
game = games.connect_four()
players = [agent(one_rule), SearchPlayer(UCT(), "UCT", iterations=iterations)]
table = tally(play_match(game, players, 2 * pairs, seed=seed))
table

# %%
results.win_rates(table)

# %% [markdown]
# ## 2. How many games does it take?
#
# An interval says which true shares are compatible with a result. These are matches of champions, and ours:

# %%
from mcts_lab.experiments.statistics import proportion

mine = table.set_index("player").loc["one_rule"]
matches = {"Deep Blue, 1997": (3.5, 6), "AlphaGo, 2016": (4, 5),
           "one_rule": (mine["points"] * mine["games"], int(mine["games"]))}
pd.Series({name: proportion(*found).text(0, percent=True) for name, found in matches.items()},
          name="share of the points").to_frame()

# %% [markdown]
# **Question.** Does the match of 1997 show that Deep Blue was the stronger player?
#
# <details><summary>Answer</summary>No: its interval contains one half. A match of six games decides who wins it; to
# know who is stronger takes hundreds. An interval of ±5 points takes about 400 games, one of ±2 points 2,400.</details>
#
# Three rules make a comparison fair. Both agents play both sides. Both have the same time. And since two agents without
# randomness would play one game again and again, each pair of games begins with a few random moves:

# %%
starts = [position_after(game, opening(game, number)) for number in range(pairs)]
board.figure(game, starts[0], size=2.5)

# %% [markdown]
#
# ## 3. Build it yourself: an agent that wins
#
# **Exercise.** Beat UCT with 50 iterations in Connect Four: more than half of the points in 20 games, ten openings from
# both sides. A move may take two seconds, and any means is fair. Openings are drawn anew when it is marked, so win
# clearly. `exercise("beat_uct").hint()` helps.

# %%
def beat_uct(game, state, rng):
    """The action of an agent that beats UCT with 50 iterations; it has two seconds per move."""
    ...  # your code here


exercise("beat_uct").check(beat_uct)

# %% [markdown]
# **Try it:** play against it with `Play(games.connect_four(), agent(beat_uct))`, and let it play 200 games against UCT
# with 500 iterations. Where does it lose?
#
# ## 4. Break it
#
# Which half of the one rule is worth more: to win at once, or to play near the middle? Break each of them, and let all
# play each other.

# %%
edges = textbook.changed(one_rule, ("abs(action - 3)", "-abs(action - 3)"))
blind = textbook.changed(one_rule, ("> 0", "> 1"))
print(textbook.difference(one_rule, edges), textbook.difference(one_rule, blind), sep="\n\n")

# %% [markdown]
# **Question.** Order the four before you look: the rule, the rule at the edges, the rule that never sees a win, and
# UCT.
#
# <details><summary>Answer</summary>See the ratings below. Take the steps one by one: with few rounds the order changes,
# and the bar of the third picture joins agents that cannot be ranked by these games.</details>

# %%
from mcts_lab.views.widgets.tournament import Tournament

players = [agent(one_rule), agent(edges, "edges"), agent(blind, "blind"), players[1]]
Tournament.of(game, players, rounds=pairs, seed=seed, starts=starts)

# %% [markdown]
# ## 5. Build it yourself: a whole search
#
# **Exercise.** You have read UCT in notebook 03 and seen it ill in notebook 05. Now write it. Playouts are given to
# you; everything else is yours, and you may keep your nodes as you like. Your visits must be those of the textbook, to
# the last one. `exercise("my_uct").hint()` helps, and so does `textbook.show(textbook.uct)`.

# %%
def my_uct(game, state, iterations, playout):
    """The visits of each action at `state` after so many iterations of UCT: a dict.

    Each iteration goes down from `state`. Where actions have not been tried, it tries the first
    of them, in the order of `legal_actions`; otherwise it goes to the action with the greatest
    bound, mean + sqrt(2 ln N / n), n being its visits and N those of the position. Behind an
    action that was new, or where the game is over, it calls `playout(position)` once, which
    returns a reward for each player. An action's mean is that of the player who chose it.
    """
    ...  # your code here


exercise("my_uct").check(my_uct)

# %% [markdown]
# **Try it:** make an agent of it: play the action with most visits. Is it worth more than rules, in two seconds per
# move?
#
# ## 6. Another part
#
# The package's UCT is a row of parts, one in each slot. A new idea is one new part, and everything else stays.

# %%
pd.Series({slot: repr(part) for slot, part in UCT()._asdict().items()}, name="part").to_frame()

# %% [markdown]
# An idea: the mean forgets nothing. Early, nearly random rewards count as much as recent ones, although the tree below
# now replies much better; Kocsis & Szepesvári call such rewards *drifting*. So keep an average *v* in which **recent**
# rewards *r* weigh more, and mix it with the mean of the *n* rewards so far:
#
# $$ v \leftarrow v + \max\left(\tfrac{1}{n}, s\right)(r - v), \qquad
# \text{value} = q\,v + (1 - q)\,\text{mean} $$
#
# **Question.** What is the value for *q* = 0? And what is *v* for *s* = 0, and for *s* = 1?
#
# <details><summary>Answer</summary>With <em>q</em> = 0 it is the mean. With <em>s</em> = 0, <em>v</em> is the mean as
# well, computed one reward at a time. With <em>s</em> = 1 it is the last reward alone.</details>
#
# A rule for the slot `value` is a `NamedTuple` with its parameters and up to four methods: `node_arrays` (one row per
# node), `init_node` for a new node, `update` for the reward of each backup, and `estimate`, its value in [0, 1] for the
# player to move.

# %%
from typing import NamedTuple


class Recent(NamedTuple):
    """A mean in which recent rewards weigh more."""

    q: float = 0.5  # weight of the recent average; 0 gives the mean
    s: float = 0.05  # the least weight of a new reward in it

    def node_arrays(self, capacity, facts):
        return (np.empty(capacity),)

    def init_node(self, node, memory):
        memory.value[0][node] = 0.0

    def update(self, parent, child, reward, memory):
        weight = max(self.s, 1.0 / (memory.nodes[child].visits + 1))
        memory.value[0][child] += weight * (reward - memory.value[0][child])

    def estimate(self, parent, child, memory):
        mean = memory.nodes[child].total / memory.nodes[child].visits
        return self.q * memory.value[0][child] + (1.0 - self.q) * mean


# %% [markdown]
# That is all: it works with every game and every other part. Distrust it all the same. Switched off (*q* = 0) it must
# give the visits of plain UCT, and switched on it must change them:

# %%
state = start(game)
rules = {"mean": UCT(), "q = 0": UCT(value=Recent(q=0.0)), "q = 0.5": UCT(value=Recent())}
pd.DataFrame({name: rule.search(game, state, iterations=1000, seed=seed).visits
              for name, rule in rules.items()}).sort_index()

# %% [markdown]
# And compiled and interpreted it must grow the same tree, node for node:

# %%
method = UCT(value=Recent())
fast, slow = (Search(game, state, method, seed=1, compiled=choice) for choice in (True, False))
fast.run(200), slow.run(200)
bool((fast.nodes == slow.nodes).all())

# %% [markdown]
# Is it better? And what happens to a search that remembers its last reward only?
#
# **Question.** Before you measure: what do you expect, and how many games would convince you?
#
# <details><summary>Answer</summary>With 40 games per pair expect intervals of ±15 points: enough to find a bad rule,
# not to rank good ones.</details>

# %%
rules = {"mean": UCT(), "recent": UCT(value=Recent()), "last": UCT(value=Recent(1.0, 1.0))}
searches = [SearchPlayer(rule, name, iterations=300) for name, rule in rules.items()]
tournament = Tournament.of(game, searches, rounds=pairs, seed=seed, starts=starts)
tournament

# %% [markdown]
# The sentence below is computed from the games.

# %%
pair = [{"mean", "recent"} == {row.seat_0, row.seat_1} for row in tournament.games.itertuples()]
against = tally(tournament.games[pair]).set_index("player").loc["recent"]
share = proportion(against["points"] * against["games"], int(against["games"]))
verdict = "better" if share.low > 0.5 else "worse" if share.high < 0.5 else "not decided"
Markdown(f"Against the mean, *recent* takes {share.text(0, percent=True)} of the points "
         f"in {share.n} games: **{verdict}**.")

# %% [markdown]
# An interval that contains one half is a result as well: it bounds the difference.
#
# **Exercise.** Joppen & Fürnkranz (2019) compare other values. Write that of *MixMax*, which looks at the best that can
# happen and at what happens on average. `exercise("mix_max").hint()` helps.

# %%
def mix_max(rewards, q):
    """The value of MixMax: q times the greatest reward plus (1 - q) times the mean."""
    ...  # your code here


exercise("mix_max").check(mix_max)

# %% [markdown]
# **Exercise.** A simple way to choose: nearly always the best, now and then anything. Write it.
# `exercise("epsilon_greedy").hint()` helps.

# %%
def epsilon_greedy(means, epsilon, rng):
    """The index of the best mean, or with probability `epsilon` any, all being equally likely.

    Draws ``rng.random()`` once, and ``rng.randrange(len(means))`` only for a random index.
    """
    ...  # your code here


exercise("epsilon_greedy").check(epsilon_greedy)

# %% [markdown]
# ## 7. Parts that others wrote
#
# Your rule is one part of a search. Many more have been published, and each of them is one value here:
#
# * *Playouts that learn.* `MAST` prefers actions that did well in earlier playouts; `LastGoodReply` repeats a reply
#   that won the last time.
# * *Playouts that look.* `DecisivePlayout` wins at once where it can.
# * *A value with a heuristic.* `ImplicitMinimax` mixes a mean with the minimax value of the tree so far.
# * *A return that looks aside.* `MaxBackup` mixes what an iteration returns, at each step up, with the best reply.
# * *Proofs.* `UCT(solver=True)` marks actions as won or lost, and tries no more what is proven.

# %%
from mcts_lab.search import MAST, DecisivePlayout, LastGoodReply

parts = {"plain": UCT(), "MAST": UCT(leaf=MAST()), "last good reply": UCT(leaf=LastGoodReply()),
         "decisive moves": UCT(leaf=DecisivePlayout()), "solver": UCT(solver=True)}
pd.DataFrame({name: rule.search(game, state, iterations=300, seed=seed, compiled=False).visits
              for name, rule in parts.items()}).sort_index()

# %% [markdown]
# **Question.** A part that makes a search stronger at equal iterations may make it weaker at equal time. Which of these
# five would you suspect?
#
# <details><summary>Answer</summary>Those that do more work in each move of a playout: all three playouts. The command
# `mcts-lab figures parts/strength` shows what each won in 200 games, and what its time was.</details>
#
# In a terminal, `mcts-lab duel breakthrough "UCT(leaf=MAST())" "UCT()" --seconds 0.02` plays at equal time until one is
# known to be better.
#
# ## 8. The contest
#
# Save your agent as a file of your name, such as `ada.py`, with a function `choose(game, state, rng)`. If you have an
# idea about positions rather than an agent, define `evaluate(game, state, player)` instead, by which a search two plies
# deep plays, or `policy(game, state, rng)`, by which playouts are made. Put all files into one folder and run
#
# ```
# mcts-lab contest agents --game connect_four --out contest.html
# ```
#
# Every two agents meet in paired games, each in a process of its own. An agent that takes too long, stops with an error
# or makes an illegal move has lost. The page has ratings with their intervals, and the games of the best to step
# through. `mcts-lab contest agents --beat 200` lets each agent meet UCT with 200 iterations.
#
# **Question.** Ratings say who is ahead. When do they say who is *better*?
#
# <details><summary>Answer</summary>When the intervals are apart. Otherwise play more pairs of games: four times as many
# halve an interval.</details>
#
# ## Take-aways
#
# * An agent is a function from a position to an action; rules may beat a short search.
# * A variant is one part in one slot. Check that off is off and that compiled and interpreted agree, before asking
# which   one wins.
# * Equal time, both sides, random openings, intervals: only then a conclusion.
