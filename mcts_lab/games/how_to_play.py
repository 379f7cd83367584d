"""The rules of each game for people: the aim, a turn, the end, and the words that its results use.

`how_to_play("spades")` gives the text, in Markdown. What a program must know beyond that, such as how actions are
numbered, stands where the game is defined.
"""

from __future__ import annotations

from ..errors import UnknownName

TEXTS = {
    "bandit": """
One player, one decision: pull one of several arms. An arm pays 1 with a chance of its own, which is not known, else 0.
Played again and again it is the smallest case of exploring against exploiting.
""",
    "breakthrough": """

**Aim:** be the first to move a piece onto the opponent's home rank, or take all of the opponent's pieces.

**A turn:** move one piece one square forward, straight or diagonally, onto an empty square; or take an opposing piece
one square diagonally forward. Pieces do not take straight ahead and never move back. Black begins, from the top.

There are no draws.
""",
    "coin_in_a_box": """
A coin lies in a box, *X* or *Y* up, unseen. **safe** pays one half. After **go** the player names what it shows:
right pays 1, wrong costs 1. Naming blindly is worth nothing, so *safe* is best. A search of each case by itself *knows*
the coin there and believes that *go* always wins: this is *strategy fusion*.
""",
    "connect_four": """

**Aim:** four of your discs in a row, column or diagonal.

**A turn:** drop a disc into one of the seven columns; it falls on top of what lies there. x begins. If all 42 cells are
full without four in a row, the game is drawn. With best play the first player wins, beginning in the middle.
""",
    "dark_hex": """
*Hex* in which players do not see each other's stones. A player that tries a cell the opponent holds is told so,
which the opponent does not notice, and tries another one.
""",
    "dou_dizhu": """
"Fight the landlord": one **landlord** with twenty cards against two **peasants** with seventeen each. The three cards
left over after the deal go to the landlord, for all to see. **Aim:** to have no cards left before the other side has;
if one peasant has none left, both win.

**A turn:** the leader plays any combination; the others, by turns, play a *higher one of the same kind and size*, or
pass. When both others pass, the last one to play leads anew. Suits do not matter. From low to high: 3 4 ... 10 J Q K A
2, black joker, red joker.

| combination | |
|---|---|
| solo, pair, trio | one, two or three cards of a rank |
| trio with a *kicker* | and one card, or one pair, of other ranks: the kicker, which does not count for the height |
| chain | at least five solos, three pairs or two trios of neighbouring ranks (no 2, no joker) |
| airplane | a chain of trios, each with a kicker |
| quad with kickers | four of a rank and two solos, or two pairs |
| **bomb** | four of a rank: beats everything but higher bombs |
| **rocket** | both jokers: beats everything |

A *whole move* is a combination with its kickers, chosen at once; where kickers are chosen *apart*, one after another,
the tree has many more but smaller choices.
""",
    "gaps": """
**Aim:** run to the right end of a row of platforms, over deadly gaps.
**A turn:** stand still, step one cell to the right, or jump over two. A jump over a gap succeeds three times in four;
a fall loses. After forty moves it is over, neither won nor lost.
""",
    "hearthstone": """
Two heroes with 30 health each, and decks of 30 cards. **Aim:** bring the other hero to 0.

**A turn:** you get one more mana crystal (ten at most), all crystals full, and one card from your deck. Playing a card
costs mana. *Minions* have attack and health, stay on the board (seven at most) and may attack once a turn from their
next turn on, minions or the enemy hero; both sides hurt each other. *Taunt* must be attacked first; *charge* attacks at
once; *battlecry* acts when a minion is played, *deathrattle* when it dies. *Spells* act and are gone; *secrets* wait
for what the enemy does; *weapons* let the hero attack. The *hero power* costs 2 mana, once a turn. Drawing from an
empty deck hurts more each time. You do not see the enemy's hand, the decks or the secrets.
""",
    "hex": """

**Aim:** join your two sides of the board by a chain of your stones: the first player top and bottom, the second left
and right.

**A turn:** put a stone on any empty cell; stones never move. A cell has six neighbours. The board cannot fill up
without a winner, so there are no draws.
""",
    "hidden_choice": """
**safe** pays a little. After **play** the opponent secretly chooses *X* or *Y*, and you name one: naming rightly pays
more, wrongly costs. The opponent's choice is hidden, and so you must choose alike whatever it was. The smallest game on
which the simplest information-set search goes wrong and the one with more trees does not.
""",
    "knockout_whist": """
Two to seven players, a pack of 52 cards. **Aim:** to be the last one left. In the first round all players get seven
cards, in the next six, and so on down to one. A player that takes no *trick* in a round is knocked out.

**A trick:** one player leads a card, each of the others plays one *of the suit led* if possible (they must *follow
suit*), else any card. The highest *trump* takes the trick, or if there is none the highest card of the suit led. Its
winner leads to the next. In this edition the trump suit of each round is drawn at random.
""",
    "kuhn_poker": """
Three cards, J, Q and K; each of two players puts in 1 and gets one card. **A turn:** pass, or bet 1 more; after a bet
the other one calls or folds. After two passes, or a call, the higher card takes everything. With best play the first
player loses 1/18 a hand, and bluffs with the jack now and then.
""",
    "leduc_poker": """
Six cards: two jacks, two queens, two kings. Both players put in 1 and get a card; there are two rounds of betting, with
one card turned up between them. A raise is 2 in the first round and 4 in the second, at most two raises per round. A
pair with the card turned up wins, else the higher card; equal cards share.
""",
    "liars_dice": """
Each player rolls a die under a cup. **A turn:** bid that among all dice there are so many of a face, higher than the
last bid, or say that the last bidder is a liar. Then the dice are shown: if there are as many as bid, the bidder
wins, else the player that doubted. The highest face counts as every face.
""",
    "nim": """
Piles of objects. **A turn:** take as many objects as you like, at least one, from one pile. Taking the last
object wins (in the misère game: loses). Write the sizes in binary: the player to move loses if every binary digit
occurs an even number of times.
""",
    "non_locality": """
A world is drawn, *A* with a chance of 2/3 or *B* with 1/3; the first player sees which, and **exits** or goes **on**;
then the second player, without knowing the world, says **L** or **R**. A sensible first player exits in A and goes on
in B. So being asked at all tells the second player that it is B. Weighing the worlds by the chances of the deal
misses that: this is *non-locality*.
""",
    "othello": """

**Aim:** to have more discs of your colour when neither player can move.

**A turn:** put a disc so that it encloses, along a row, column or diagonal, one or more opposing discs between itself
and another disc of yours. All enclosed discs are turned over. A player who cannot do that passes.
""",
    "phantom444": """
*Phantom tic-tac-toe* with four in a row on a board of four by four.
""",
    "phantom_ttt": """
*Tic-tac-toe* in which players do not see each other's marks. A player that tries a cell the opponent holds is told so,
which the opponent does not notice, and tries another one.
""",
    "pig": """

**Aim:** 100 points. **A turn:** roll a die as often as you dare, adding up what it shows, and stop to keep the sum. A
one ends the turn and loses what it has won so far.
""",
    "soccer": """
Two players, Red and Blue, on a pitch of 19 by 13 cells with a goal five cells wide at each end. Red attacks the goal on
the right, Blue the one on the left. **Aim:** one goal.

**A turn:** one step along a row or column, or diagonally towards the goal you attack; walking onto the ball picks it
up, walking into the player with the ball steals it, walking into the other one with the ball loses it. Or **kick**: the
ball flies to the goal and is in if you stand in the *zone*, where the goal is near and wide enough, and the opponent is
not in the wedge between you and the posts. A ball that leaves the pitch goes to the other side. Red moves first, then
by turns. If a position comes a second time, or there is no goal for long, the game is drawn.
""",
    "spades": """
Four players, opposite ones are partners. Each gets 13 cards. Spades are always *trump*.

**Bidding:** each bids a number of *tricks*; the partners' bids are added, and the sum is their *contract*. A
bid of 0 is called **nil**: that player tries to take none.

**A trick:** one player leads a card, the others must *follow suit* if they can, else play anything. The highest spade
takes the trick, or if there is none the highest card of the suit led; its winner leads to the next. Spades may be led
only after one has been played, or if nothing else is left.

**Points:** a contract that is made pays 10 for each trick bid and 1 for each trick more, a **bag**; one that is not
costs 10 for each trick bid. Ten bags of a match cost 100, so a search counts each bag as -9. Nil pays 100 or costs 100.

A *hand* is one deal; a *match* goes to 500 points.
""",
    "sums": """
Two players add digits by turns. After each play the sum is tripled, a multiple of the digit's square is added, and what
is left on division by 100 is kept. In the end the first player gets the sum and the second one what is missing to 99. A
game without sense, but with a hundred different payoffs.
""",
    "tic_tac_toe": """

**Aim:** three of your marks in a row, column or diagonal, on a board of three by three.

**A turn:** put your mark on an empty square; x begins. With best play the game is drawn.
""",
    "tribes": """
Two to four tribes on an island seen from above, each with a city at first. **Aim:** to hold all capitals, or in the
other mode the highest score after a number of turns.

**A turn:** any number of actions, then *end of turn*. Cities give *stars* at the beginning of each turn. With stars one
trains *units*, researches *technologies*, gathers what the land offers and builds on it, which lets cities *grow*; each
level of a city is a choice between two gifts. Units move, attack, take villages, ruins and cities. A tile that belongs
to a city can be used by it. Because so many actions are possible at a time, and so many in a turn, the tree is wider
than that of nearly any board game.
""",
    "uniform_tree": """
No game for people: a tree in which every state has the same number of actions and every play the same length, with
values at its leaves that look random. Theory counts on such trees.
""",
    "vgdl": """
A family of small arcade games for one player, each described in a language of its own: what *sprites* there are, what
happens when two meet, and how the game is won or lost. The *avatar* is steered with the arrow keys, and uses what it
carries with one more. Everything moves at every tick, whether the player acts or not.
""",
}


SUITS = """
**As text:** cards are a suit and a rank, S spades, H hearts, D diamonds, C clubs, and T the ten: CT is the ten of
clubs. Of a hand "H 87" are the eight and the seven of hearts.
"""
WRITTEN = {  # how the text of a position writes cards
    "spades": SUITS, "knockout_whist": SUITS,
    "dou_dizhu": """
**As text:** cards are their ranks, T is the ten, (BWJ) the black and (CJ) the red joker: 999T is a trio of nines with a
ten.
""",
}


def how_to_play(name: str) -> str:
    """Return the rules of a game in Markdown. Raises UnknownName for a game without such a text."""
    if name not in TEXTS:
        raise UnknownName("game", name, TEXTS)
    return "\n\n".join(text.strip() for text in (TEXTS[name], WRITTEN.get(name, "")) if text)
