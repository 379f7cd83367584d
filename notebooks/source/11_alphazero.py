# %% [markdown]
# # AlphaZero in miniature
#
# A network that knows nothing looks at the empty board of Connect Four. From one generation to the next it learns from
# 300 games against itself. The first player wins, but by one column alone: this was proven in 1988. **Which one? Step
# through the generations: when does the network find it, and does it stay with it?**

# %%
from mcts_lab.lesson import *

Generations()

# %% [markdown]
# In 2017 AlphaZero learned Go, chess and shogi in this way, from the rules and games against itself, and beat the
# strongest program in each of them (Silver et al. 2018). The idea is the same here; the training took ten minutes of
# one processor.
#
# * **Minutes:** 50
# * **Prerequisites:** 03_tree; 10_pruning helps
# * **Papers:** Silver et al. (2017), Nature 550, "Self-play training pipeline" and "Methods"; Silver et al. (2018),
#   Science 362; Rosin (2011) for PUCT; Kingma & Ba (2015) for the training
#
# **You will be able to**
#
# * say what the two answers of the network are for, and what each of them learns from;
# * write PUCT, and show what took the place of playouts;
# * let a network learn a game from its own games, in half a minute;
# * switch off a part of it and measure what that part was worth.
#
# ## Before you begin
#
# **Question.** (03) What does UCT do at a node with an action that was never tried?
#
# <details><summary>Answer</summary>It tries it next, whatever the action is: nothing is believed of it.</details>
#
# **Question.** (03) Where does UCT's opinion of a new leaf come from?
#
# <details><summary>Answer</summary>From one playout: the game is finished at random. That is cheap, and one such result
# says little.</details>
#
# **Question.** (06) A search wins 24 of 40 games. Is it the better one?
#
# <details><summary>Answer</summary>That is not known: the interval of 24 in 40 reaches from 45 % to 74 %.</details>

# %% tags=["parameters"]
games_each = 200
iterations = 50
rounds = 8
seed = 1

# %% [markdown]
# ## 1. One network, two answers
#
# The network sees 84 numbers: for each cell whether the player to move has a disc there, and whether the opponent has
# one. It answers with a **value**, the reward that it expects for the player to move, and with a **policy**, a
# probability for each column. Here is the last generation, asked about a position in which o has to stop three in a
# column:

# %%
from mcts_lab.experiments.alphazero import advisor, alphazero, self_play, shipped

game, networks = games.connect_four(), shipped()
last = max(networks)
state = position_after(game, (3, 4, 3, 4, 3))
worth, believed = advisor(networks[last])(game, state)
print(f"value {worth:.2f};", {action: round(p, 2) for action, p in believed.items()})

# %% [markdown]
# **Question.** The network looks at no move ahead. How can it know where the threat is?
#
# <details><summary>Answer</summary>It has seen thousands of positions in which three discs stood on each other. Its
# searches found the reply, and it learned to repeat that. It knows patterns, and it can be wrong: the second
# likeliest column makes three of o's own, and loses at once.</details>
#
# A search can use both answers. Playouts are not needed any more: the value is the reward of a new leaf. The policy
# says where to look first. *PUCT* visits the child with the greatest
#
# $$ \text{mean} + c \, P \, \frac{\sqrt{N}}{1 + n} $$
#
# where *P* is the probability that the policy gives to the action, and *N* and *n* are the visits of the node and of
# the child.
#
# **Exercise.** Write it. `exercise("puct_urgency").hint()` helps.

# %%
def puct_urgency(mean, visits, parent_visits, believed, c):
    """How urgent a child is to PUCT: mean + c P sqrt(N) / (1 + n).

    `believed` is P, the network's probability of the action; `visits` is n, of the child, and
    `parent_visits` is N. Without visits, 0.5 stands for the mean, whatever `mean` is.
    """
    ...  # your code here


exercise("puct_urgency").check(puct_urgency)

# %% [markdown]
# All of the search. Compare it with `uct` of notebook 03: what is gone, and what is new?

# %%
textbook.show(textbook.puct, textbook.alphazero)

# %% [markdown]
# **Question.** Which random numbers does this search draw?
#
# <details><summary>Answer</summary>None. There are no playouts, and children are tried in the order of the policy. From
# the same position it always grows the same tree.</details>
#
# The package has it as a row of parts, and both grow the same tree:

# %%
method = alphazero(networks[last])
by_hand = textbook.alphazero(game, state, iterations, advisor(networks[last]),
                             lambda node: textbook.puct(node, c=1.0))
by_parts = method.search(game, state, iterations=iterations)
by_parts.visits == {child.action: child.visits for child in by_hand.children}

# %% [markdown]
# ## 2. Build it: games against itself
#
# The network makes the search better. The search also makes the network better: after some iterations its visits are a
# better policy than the one that it began with, and the end of a game is a better value than any guess. So let the
# search play against itself, and let the network learn what the search found.
#
# **Exercise.** What does one game teach? `exercise("lessons_of_game").hint()` helps.

# %%
def lessons_of_game(visits, movers, rewards):
    """What a game of self-play teaches: a pair (shares, reward) for each of its positions.

    `visits[i]` lists the visits that the search at position i gave to each action, `movers[i]`
    is the player to move there, `rewards` has the result of the game for each player. The
    policy learns the shares of the visits, the value learns the reward of the player to move.
    """
    ...  # your code here


exercise("lessons_of_game").check(lessons_of_game)

# %% [markdown]
# The package's games of self-play do the same:

# %%
textbook.show(self_play)

# %% [markdown]
# And this is AlphaZero: play, learn, play, learn. The first network knows nothing.

# %%
from mcts_lab.learning.two_heads import fit, together, untrained

made, seen = [untrained(inputs=84, actions=7, layers=(64, 32), seed=seed)], []
told = counter("generations")
for number in range(rounds):
    seen.append(self_play(game, made[-1], games_each, seed + number, iterations))
    made.append(fit(made[-1], together(seen), epochs=2, seed=seed + number))
    told(number + 1, rounds)
f"{len(together(seen).inputs):,} positions"

# %% [markdown]
# **Question.** Your networks against plain UCT, which finishes games at random, with 100 iterations each: in which
# generation will they be even?
#
# <details><summary>Answer</summary>The first network loses nearly all games: every leaf is worth 1/2 to it, so it sees
# only what ends the game. One or two generations come near one half already; from then on it goes up slowly, and not
# with every generation.</details>

# %%
plain = SearchPlayer(UCT(UCB1(0.7)), "plain UCT", iterations=100)
openings = [position_after(game, (a, b)) for a in range(7) for b in range(7)]


def against_plain(method, own=100):
    """Points of a search with a network against plain UCT, each opening from both sides."""
    players = [SearchPlayer(method, "network", iterations=own), plain]
    games_played = play_match(game, players, 2 * len(openings), seed=seed, starts=openings)
    return tally(games_played).set_index("player").loc[["network"]]


shown = (0, 1, 2, 4, rounds)
table = pd.concat([against_plain(alphazero(made[number])) for number in shown])
results.win_rates(table.assign(player=[f"generation {number}" for number in shown]))

# %% [markdown]
# ## 3. Break it
#
# **No noise.** A search that draws no random numbers plays the same game again and again. So self-play adds noise to
# the policy at the root, and draws the first moves of a game in proportion to the visits. Without both:

# %%
quiet = self_play(game, made[-1], 50, seed, iterations, noise=0.0, free=0)
loud = self_play(game, made[-1], 50, seed, iterations)
{name: f"{len(one.inputs)} positions, {len(np.unique(one.inputs, axis=0))} different ones"
 for name, one in {"quiet": quiet, "with noise": loud}.items()}

# %% [markdown]
# **Question.** What would the network learn from the quiet games, and how would you notice?
#
# <details><summary>Answer</summary>One game by heart. Its loss would fall to nearly nothing, which looks like success;
# against any other opponent, which leaves that game after a move or two, it would be lost.</details>
#
# **One head alone.** What are the policy and the value worth? Three searches with the last network that ships with the
# project: one without its policy (all moves are equally likely), one with playouts in place of its value, and one that
# plays what the policy likes best, without any search.
#
# **Question.** Order the four by strength before you run the cell.
#
# <details><summary>Answer</summary>Without a search the policy loses: it has patterns, and does not look ahead. Each
# head alone carries a search nearly as far as both do; these games do not separate the three. Random playouts of
# Connect Four are not bad, so the value has less to improve here than in Go.</details>

# %%
from mcts_lab.search import ModelPrior, Playout

even = ModelPrior(networks[last], temperature=1e6, first=1)
variants = {"both heads": method, "value alone": method._replace(prior=even),
            "policy and playouts": method._replace(leaf=Playout())}
table = [*map(against_plain, variants.values()), against_plain(method, own=1)]
results.win_rates(pd.concat(table).assign(player=[*variants, "policy, no search"]))

# %% [markdown]
# ## 4. Win with it
#
# The networks of the first screen learned from 300 games per generation, with 100 iterations per move. The stored
# matches are against plain UCT with 200 iterations: all 49 openings of two moves, from both sides, four times
# (`mcts-lab run alphazero_strength --budget standard`).

# %%
show = Show("alphazero")
show("strength")

# %% [markdown]
# **Question.** The lower curve never reaches one half. What does the distance between the two curves say?
#
# <details><summary>Answer</summary>What the search adds to the network. As long as there is a distance, the search
# knows more than the network, so something is left to learn from it. Where the curves met, self-play would teach
# nothing new.</details>
#
# **Question.** Generation 64 had given up the winning column of the first screen, and generation 128 is back at it. How
# can a network that gets stronger unlearn the truth?
#
# <details><summary>Answer</summary>It learns from games against itself. When it has found good replies to its favourite
# beginning but not the way to win against them, that beginning really does lose, for this player. Later it finds the
# way. Self-play has no teacher who knows the truth; it knows what works against itself.</details>
#
# The opponent may have more iterations:

# %%
from mcts_lab.experiments.generations import ITERATIONS, strength

stored = strength()
stored[(stored["generation"] == last) & (stored["iterations"] == ITERATIONS)].round(3)

# %% [markdown]
# **Question.** Equal iterations are not equal time. What else would you report?
#
# <details><summary>Answer</summary>Games at equal time. Here an iteration with the network takes as long as six with
# playouts, so the row of 1,000 iterations comes nearest to equal time. The training belongs to the report as well: it
# is paid once, and used in every game after that.</details>
#
# Now you. The network has 200 iterations per move:

# %%
Play(game, SearchPlayer(method, f"generation {last}", iterations=200))

# %% [markdown]
# **Try it:** train with `iterations = 10` and with 200 in place of 50, and the same number of games. Do better targets
# pay for the time that they cost? Or use `games.connect_four(5, 5)`, with `inputs=50` and `actions=5`.
#
# ## Take-aways
#
# * One network gives a policy, which says where to look, and a value, which takes the place of playouts.
# * The search improves the network, and the network improves the search: visits are the policy's target, results the
#   value's.
# * Without noise, a search that draws no random numbers learns one game by heart.
# * Switch off one part at a time and measure: the name of a method does not say which of its parts does the work.
