# %% [markdown]
# # Bandits
#
# Three slot machines pay with different chances: 80 %, 60 % and 40 %, but you do not know which is which. Turn the
# dial: on the left the player stays with what looks best, on the right every machine is tried again and again.
# **Where does not knowing cost least?**

# %%
from mcts_lab.lesson import *

Dial((0.8, 0.6, 0.4), runs=60)

# %% [markdown]
# The first random searches of game trees could not say where to look. The answer came from slot machines: UCB1 (2002)
# became UCT (2006), and UCT became the search of AlphaGo and AlphaZero.
#
# * **Minutes:** 40
# * **Prerequisites:** 00_play; means and square roots
# * **Papers:** Auer, Cesa-Bianchi & Fischer (2002); Runnels (2023), Equation 2
#
# **You will be able to**
#
# * explain the dilemma of exploration and exploitation;
# * invent a rule of your own, and measure its regret;
# * write UCB1 and say what its constant does.
#
# ## Before you begin
#
# **Question.** (00) Which action does a search play when its iterations are used up?
#
# <details><summary>Answer</summary>The one that it tried most often, not the one with the best mean.</details>
#
# **Question.** (01) Why does alpha-beta return the same value as minimax?
#
# <details><summary>Answer</summary>It leaves out only what one of the players would never allow.</details>
#
# **Question.** (01) Alpha-beta stops at a depth limit. What does it need there?
#
# <details><summary>Answer</summary>An estimate of the position. Where none is known, games can be played to their ends
# instead, and a mean of such results is what bandits are about.</details>

# %% tags=["parameters"]
chances = (0.8, 0.6, 0.4)
pulls = 500
seed = 3

# %% [markdown]
# ## 1. A rule of your own
#
# A **bandit** has several arms. Each pays 1 with its own unknown chance, and otherwise 0. Here is all of it:

# %%
def pull(rule, seed):
    """Pull the arms by a rule; the arms pulled, in order."""
    rng = np.random.default_rng(seed)
    visits, totals, order = [0] * len(chances), [0] * len(chances), []
    for _ in range(pulls):
        arm = rule(visits, totals, rng)
        visits[arm] += 1
        totals[arm] += rng.random() < chances[arm]
        order.append(arm)
    return order


# %% [markdown]
# A rule sees how often each arm was pulled and what it has paid in all. Change this one before you read on:

# %%
def my_rule(visits, totals, rng):
    """Return the arm to pull next."""
    return rng.integers(len(visits))  # your rule


def greedy(visits, totals, rng):
    if 0 in visits:
        return visits.index(0)
    return np.argmax([totals[arm] / n for arm, n in enumerate(visits)])


{rule.__name__: np.bincount(pull(rule, seed), minlength=3) for rule in (my_rule, greedy)}

# %% [markdown]
# **Question.** What can go wrong with the greedy rule, which pulls each arm once and then the one with the best mean?
#
# <details><summary>Answer</summary>If the best arm pays nothing at its first pull and another one pays, the best is
# never pulled again.</details>
#
# What does it cost not to know the best arm? The **regret** is how much more, on average, always pulling the best arm
# would have earned.

# %%
def regret(rule, seed):
    return np.cumsum(max(chances) - np.array(chances)[pull(rule, seed)])


def compared(rules, runs=40):
    at = np.unique(np.geomspace(1, pulls, 25).astype(int))
    found = [pd.DataFrame({"pulls": at, "regret": regret(rule, s)[at - 1], "rule": name})
             for name, rule in rules.items() for s in range(runs)]
    return pd.concat(found)


results.lines(compared({"mine": my_rule, "greedy": greedy}), "pulls", "regret", "rule",
              title="Regret: means of 40 runs, 95 % bands")

# %% [markdown]
# Random pulls cost the same every time: a straight line. The greedy rule is lucky in some runs and stuck in others, so
# its band is wide.
#
# ## 2. UCB1
#
# **UCB1** pulls the arm with the greatest
#
# $$ \text{mean reward} + c \sqrt{\frac{\ln N}{n}} $$
#
# where *n* counts the pulls of this arm and *N* all pulls (Runnels 2023, Equation 2). The first term exploits what is
# known, the second explores what is not: it grows slowly for arms left alone and shrinks with every pull.

# %%
bandit = games.bandit(chances)
method = UCT(world=OpenLoop())
thirty = Search(bandit, start(bandit), method, seed=seed, trace=True, compiled=False)
thirty.run(30)
search.bounds(thirty.tree, c=UCB1().c)

# %% [markdown]
# `Search` treats the bandit as a game of one move; each iteration pulls one arm. (`OpenLoop` tells it that the same
# action may lead to different outcomes.)
#
# **Question.** After 30 pulls, which arm comes next? Check your answer with the next picture.
#
# <details><summary>Answer</summary>The one with the longest bar, its bound in bold type. After the pull its bonus has
# shrunk and that of the others has grown a little.</details>

# %%
thirty.step()
search.bounds(thirty.tree, c=UCB1().c)

# %% [markdown]
# **Exercise.** Write the bound by which UCT chooses. `exercise("ucb1").hint()` helps.

# %%
def ucb1(total, visits, parent_visits, c):
    """The upper confidence bound of an action: mean reward plus c times the root of ln(N) / n.

    `total` is the sum of its rewards, `visits` is n, `parent_visits` is N. An action that was
    never tried comes before all others.
    """
    ...  # your code here


exercise("ucb1").check(ucb1)

# %% [markdown]
# Which arm would it pull next? The arms below are children of a node, as they will be in a tree. The bounds are often
# so far apart that you need not compute them.

# %%
Quiz("ucb1")

# %% [markdown]
# ## 3. Win with it
#
# UCB1 as a rule, for any constant. (Does your own `ucb1` stand above? Then put it in place of this one.)

# %%
from math import log, sqrt


def ucb_rule(c):
    def rule(visits, totals, rng):
        if 0 in visits:
            return visits.index(0)
        means = [total / n for total, n in zip(totals, visits, strict=True)]
        bonuses = [c * sqrt(log(sum(visits)) / n) for n in visits]
        return np.argmax(np.add(means, bonuses))
    return rule


# %% [markdown]
# **Question.** Which is worse: never exploring (`c` = 0), or exploring far too much?
#
# <details><summary>Answer</summary>Over 500 pulls they may cost about the same. But without exploration bad luck lasts,
# and with too much of it every pull costs something: look at the slopes at the end of the curves.</details>

# %%
rules = {"mine": my_rule} | {f"c = {c}": ucb_rule(c) for c in (0.0, 0.3, 1.4, 5.0)}
results.lines(compared(rules), "pulls", "regret", "rule", log=True,
              title="Regret: means of 40 runs, 95 % bands")

# %% [markdown]
# With `c` = 0 some runs settle on a wrong arm for good, so their regret grows with every pull: the curve bends upwards,
# and the band is wide, because some runs are lucky. With a large `c` nothing is ever settled. For `c` = √2 ≈ 1.4 the
# regret grows at most like the logarithm of the pulls (Auer et al. 2002, Theorem 1), which is a straight line on this
# axis. No strategy can do better, apart from the constant in front. Smaller constants often do better in practice, as
# here, but the theorem does not cover them.
#
# **Try it:** set `chances = (0.5, 0.48, 0.46)` in the parameters. Which rules can still tell the arms apart, and does
# it matter?
#
# ## Take-aways
#
# * An arm's mean is known only from its pulls, so a bad start may be bad luck: look again now and then, but less often.
# * Regret counts what not knowing has cost.
# * UCB1 adds to each mean a bonus for uncertainty; its regret grows like a logarithm.
# * In a game every position is a bandit: notebook 03.
