# %% [markdown]
# # Pruning networks and value models in Hearthstone (Papagiannis, Alexandridis & Stafylopatis 2022)
#
# * **Minutes:** 75
# * **Prerequisites:** 08_bandits_and_pruning_networks
# * **Papers:** Papagiannis, Alexandridis & Stafylopatis (2022), all sections
#
# **You will be able to**
#
# * say what makes a card game hard for MCTS: many small actions, chance, hidden cards;
# * add a card of your own, and test that it does what it says;
# * build the article's agents from parts, and name the part in which two of them differ;
# * find what else differs between two agents that are compared, and design the control;
# * read tables of win rates with intervals, and judge the article's claims.
#
# Results shown here are stored with the project; `mcts-lab run EXPERIMENT` computes them afresh. What decides about a
# claim stands in `data/paper/claims.csv`, and was fixed before anything was measured; section 7 says where a second
# stage was added.

# %%
from IPython.display import Markdown

from mcts_lab import action_name, after, games, legal_actions, start
from mcts_lab.course import exercise
from mcts_lab.games.hearthstone import CARDS, DECKS, Card, Step, cards, set_table
from mcts_lab.games.hearthstone.words import card_number, explain
from mcts_lab.papers.papagiannis2022.players import GSV, MCTS, MCTS_SIGNED, PN, XGBOOST, agent
from mcts_lab.papers.reporting.show import Show, wide
from mcts_lab.views.plots import search
from mcts_lab.views.position import Position
from mcts_lab.views.widgets.play import Play

show = Show("papagiannis2022")

# %% tags=["parameters"]
iterations = 500
seed = 1

# %% [markdown]
# ## 1. The game
#
# Two heroes with 30 health. Each turn you draw a card and have one more mana to spend, on minions that stay and may
# attack from your next turn on, and on spells that work at once. Here it is the hunter's turn, with six mana. Point at
# a card to read what it does.

# %%
game = games.hearthstone("hunter")
table = start(game, seed)
set_table(game, table,
          boards=(("Knife Juggler", "Haunted Creeper"), ("Sludge Belcher", "Webspinner")),
          hands=(("Kill Command", "Houndmaster", "Leper Gnome", "Unleash the Hounds"),
                 ("Ironbeak Owl", "Loatheb")),
          decks=(("Savannah Highmane", "Undertaker", "Flare"),) * 2, mana=(6, 6), hp=(21, 14))
Position(game, table, viewer=0)

# %%
names = [action_name(game, table, action) for action in legal_actions(game, table)]
print(len(names), "actions:", *names, sep="\n  ")

# %% [markdown]
# **Question.** Why are there three ways to play the Leper Gnome? How many turns, as sequences of actions, are there
# roughly, if each action leaves half as many for the next?
#
# <details><summary>Answer</summary>Where a minion stands can matter (some strengthen their neighbours), so each place
# is an action of its own, also where it does not matter. With about 16 actions first: 16 · 8 · 4 · 2, a thousand; and
# each draw, each random target multiplies them. A search for a whole turn at once is hopeless; the article searches for
# each single action anew.</details>
#
# ### A card is a row
#
# Rules know no cards, only steps: damage, heal, summon, draw, ... A card is data.

# %%
for card in CARDS:
    if card.id in ("minion_knife_juggler", "spell_kill_command", "minion_savannah_highmane"):
        print({name: value for name, value in card._asdict().items()
               if value != Card._field_defaults.get(name)})
        print("   ", explain(game, card_number(game, card.id)), "\n")

# %% [markdown]
# So you can add one. This minion damages all others when it dies, yours too:

# %%
bomb = Card("minion_clay_bomb", cards.MINION, cost=2, attack=1, health=1,
            deathrattle=(Step(cards.DAMAGE, 2, who=cards.MINIONS),))
hero, deck = DECKS["hunter"]
mine = games.hearthstone((hero, {**deck, "minion_clay_bomb": 2, "minion_leper_gnome": 0}),
                         other_deck="hunter", cards=[bomb])
explain(mine, card_number(mine, "Clay Bomb"))

# %% [markdown]
# A rule without a test is a rumour. The bomb attacks the Sludge Belcher (3/5) and dies of it; the Belcher then has
# 5 - 1 - 2 health, and the Webspinner beside it is dead:

# %%
state = start(mine, seed)
set_table(mine, state, boards=(("Clay Bomb",), ("Sludge Belcher", "Webspinner")))
wanted = "Clay Bomb (1) attacks enemy Sludge Belcher (1)"
attack = next(action for action in legal_actions(mine, state)
              if action_name(mine, state, action) == wanted)
later = after(mine, state, attack)
assert later.players[0].board_size == 0 and later.players[1].board_size == 1
Position(mine, later, viewer=0)

# %% [markdown]
# **Try it.** Make a weapon, a secret or a spell: `mcts_lab/games/hearthstone/cards.py` lists the steps and events. What
# a card cannot be is refused with a sentence. Nothing has to be compiled again for a new card.
#
# **Question.** What would a test of a card with a *random* effect look like?
#
# <details><summary>Answer</summary>Either the outcomes are forced: in place of a stream of random numbers the rules
# take a script (<code>mcts_lab.games.hearthstone.chance.script</code>), and then each outcome can be tested. Or the
# card is played a thousand times and its frequencies are compared with what they should be, which also finds outcomes
# that nobody thought of.</details>
#
# ## 2. How the article searches
#
# * **Chance** is drawn once: a node keeps the state that came out when it was made, and all iterations through it go on
#   from there.
# * **Hidden cards** are guessed once for each decision: the opponent's hand is dealt anew from his deck, cheap cards
#   more likely than dear ones.
# * Targets of battlecries are drawn at random inside the tree. Each decision of a turn is a search of its own.

# %%
found = agent(PN["uniform"], iterations).search(game, table, seed)
search.root_actions(found.tree, top=20)

# %% [markdown]
# **Question.** Two of the three simplifications can make a good action look bad to the end of a search. Which, and
# how?
#
# <details><summary>Answer</summary>An outcome that is drawn once may be the unlucky one: if the Knife Juggler's knife
# missed when the node was made, it misses in all its iterations. And a guess that is wrong stays wrong for all of them.
# Random targets only blur values; and in the next decision everything is drawn anew.</details>
#
# ## 3. Agents are rows of parts
#
# The article's plain search and its search with pruning networks:

# %%
for name in (MCTS, PN["uniform"]):
    parts = agent(name, iterations).method
    print(name, {slot: type(part).__name__ for slot, part in parts._asdict().items()
                 if slot in ("selection", "leaf", "pruning", "world", "prior")})

# %% [markdown]
# **Question.** The article concludes from games between these two what pruning is good for. Look at the rows again:
# what else differs? Which agent is missing?
#
# <details><summary>Answer</summary>The leaf. The plain search of the authors' program adds up the searching player's
# reward in <em>all</em> nodes (<code>OneSided</code>), so that in his nodes the opponent chooses what is good for you;
# the searches with networks turn the reward round there. The missing agent is the plain search with the right sign. It
# is the control that tells the two effects apart, and stands in section 6.</details>
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
# ### A model in place of playouts
#
# *MCTS-xgboost* asks a model who will win. It sees a state as numbers, which the article's Table 1 lists; its program
# writes fewer:

# %%
wide(show("table1"))

# %% [markdown]
# The model is a sum of decision trees that XGBoost has fitted to states from games of the plain search against itself.
# The article does not say how many games these were. Ours learned from 300 with each deck, at 300 iterations
# (`mcts-lab train value`); games that were held out say how good it is. The article also tried a model for each deck.

# %%
quality = show("accuracy")
wide(quality[quality.index.str.startswith("value")])

# %% [markdown]
# **Question.** In the first turns the model is hardly better than a coin. Why does the article play on at random until
# turn 5 before it asks, and what does that cost?
#
# <details><summary>Answer</summary>Early states look all alike: both heroes have 30 health, and what counts is in the
# hands. After some random turns there is something to see, but it depends on chance, so the value is noisy, as that of
# a playout, only cheaper.</details>
#
# **Exercise.** With few actions at the root the model alone decides now and then, else it is mixed with a playout.
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
# ## 4. Rewards at the root (Figure 2)
#
# What are actions worth at the end of a search? The curve is the mixture on which the bimodal networks were trained.

# %%
show("figure2")

# %%
wide(show.claims("two-peaks"))

# %% [markdown]
# **Question.** The histograms pool the actions of many decisions. Do two peaks mean that one decision has good and bad
# actions? The table compares the spread of all actions of a deck with that within a decision.

# %%
wide(show("spread"))

# %% [markdown]
# <details><summary>Answer</summary>No. Within a decision the rewards deviate less than over all decisions
# (<em>within</em> beside <em>deviation</em>): whether an action lies high or low is to a good part a matter of the
# position. Decisions with all actions at one end are there, but they are few (<em>one_end</em>). A bandit with arms
# drawn independently from the pooled distribution is an easier problem than the search has.</details>
#
# ## 5. Where the iterations go (Figures 3 to 5)
#
# The same positions with 20 actions, searched by three agents.

# %%
show("figure3")

# %%
show("figure4")

# %%
show("figure5")

# %%
wide(show.claims("peaks-higher", "more-aggressive"))

# %% [markdown]
# **Question.** A higher peak: is that a better search?
#
# <details><summary>Answer</summary>Not by itself. A search that threw the dice and gave one action all iterations would
# have the highest peak of all. The figures show that pruning does what it is meant to do; only games show whether that
# is good.</details>
#
# ## 6. Who wins (Tables 2 to 4)
#
# Both players have the same deck and the same iterations; ours play each start twice with sides exchanged. A dash means
# that no games are stored yet; an interval is where the article's share of 300 games is expected if the truth is the
# same.

# %%
show("win_rates")

# %%
def overall(name):
    cells = show(name)
    return cells[cells["deck"] == "overall"].drop(columns="deck")


wide(overall("table2"))

# %%
wide(show.claims("uniform-surpasses", "bimodal-low", "model-boosts", "highest", "advantage"))

# %% [markdown]
# **Question.** In the article's Table 2 the uniform networks win 52.0 % with 500 iterations and the hunter deck, and
# 55.3 % with 1000. Is that a difference? (300 games in each cell.)
#
# <details><summary>Answer</summary>The standard error of a share near a half of 300 games is 2.9 points, that of a
# difference of two 4.1. So most differences between single cells are noise; the article tests none. That is why the
# claims here are about many cells at once.</details>
#
# ### The control
#
# The same again with the right sign: plain search that knows its opponent to be one, against the article's plain
# search; and pruning against *that*.

# %%
wide(show("sign"))

# %%
wide(show.claims("pruning-not-sign"))

# %% [markdown]
# **Question.** Suppose the right sign alone won 55 % against the article's plain search, and pruning 55 % as well. What
# would you conclude about pruning?
#
# <details><summary>Answer</summary>That the article's comparison shows nothing about it: whoever turns the sign round
# wins as much without pruning anything. Only pruning against the right sign could tell. And it tells: pruning does beat
# the article's plain search, and against the one with the right sign it is as strong, within three points.</details>
#
# ### Against GSV, and against each other
#
# GSV looks up to three of its own actions ahead and judges by a formula with hand-set weights.

# %%
wide(overall("table3"))

# %%
wide(show.claims("decks-differ", "iterations-help"))

# %%
wide(overall("table4"))

# %%
wide(show.claims("uniform-beats-model", "bimodal-at-500"))

# %% [markdown]
# **Question.** Both agents of the first claim have the right sign, so here it is the pruning that wins; in the control,
# with playouts in place of the model, it did not. May one say that pruning needs the model to help? (Subtract the two
# shares; half-widths of intervals add up as squares do.)
#
# <details><summary>Answer</summary>Not from these games. The shares differ by not quite three points, and the
# difference is known to nearly three, so zero is just inside its interval. That one claim holds and another does not
# says nothing yet about the difference between them: this has to be tested itself, and takes more games than
# either.</details>
#
# ## 7. All verdicts

# %%
verdicts = show.claims()
counts = verdicts["verdict"].value_counts()
Markdown(", ".join(f"**{count}** {verdict}" for verdict, count in counts.items()))

# %%
wide(verdicts[["the paper says", "verdict", "ours"]])

# %% [markdown]
# Three claims rest on one match over all decks and iterations, and 900 games of it did not decide them. These got a
# second stage, with as many games as the first one's interval asked for, and no third
# (`mcts_lab/papers/papagiannis2022/experiments.py`; lesson 04 asks why).
#
# What all this was made from:

# %%
show.sources()

# %% [markdown]
# **Your turn.** Play the hunter from above against a search with pruning networks; click on the board or use the
# buttons.

# %%
Play(game, agent(PN["uniform"], iterations), seat=0, seed=seed, state=table,
     agents={GSV: agent(GSV, iterations), MCTS_SIGNED: agent(MCTS_SIGNED, iterations),
             XGBOOST: agent(XGBOOST, iterations)})

# %% [markdown]
# **Try it.** `agent("MCTS, open loop", 300)` draws chance and hidden cards anew in every iteration. Is it stronger than
# the article's closed loop? Write down what you expect; then count how many games it takes to be sure.
#
# ## Take-aways
#
# * Many small actions with few iterations each: that is where pruning could help.
# * When two agents differ in two parts, a match between them says nothing about either part alone. Build the third one.
# * A model that is right in seven of ten held-out states may be worth more than a playout, and costs less.
# * Figures of visits show what an algorithm does, not whether it is good.
# * 300 games a cell tell 50 from 56 per cent, at best. Claims want many cells, and a margin fixed beforehand.
