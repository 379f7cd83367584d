"""The rules of the papers' games, written for people; `mcts_lab.games.how_to_play` shows them."""

from collections.abc import Mapping

RULES = {
    "dark_hex": "TEXTS", "dou_dizhu": "TEXTS", "hearthstone": "TEXTS", "knockout_whist": "TEXTS",
    "leduc_poker": "TEXTS", "soccer": "TEXTS", "spades": "TEXTS", "tribes": "TEXTS", "vgdl": "TEXTS",
    "aliens": "DESCRIPTIONS", "boulderchase": "DESCRIPTIONS", "chase": "DESCRIPTIONS", "jaws": "DESCRIPTIONS",
    "surround": "DESCRIPTIONS", "whackamole": "DESCRIPTIONS", "zelda": "DESCRIPTIONS",
}
SUITS = """
**As text:** cards are a suit and a rank, S spades, H hearts, D diamonds, C clubs, and T the ten: CT is the ten of
clubs. Of a hand "H 87" are the eight and the seven of hearts.
"""
TEXTS = {
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
    "hearthstone": """
Two heroes with 30 health each, and decks of 30 cards. **Aim:** bring the other hero to 0.

**A turn:** you get one more mana crystal (ten at most), all crystals full, and one card from your deck. Playing a card
costs mana. *Minions* have attack and health, stay on the board (seven at most) and may attack once a turn from their
next turn on, minions or the enemy hero; both sides hurt each other. *Taunt* must be attacked first; *charge* attacks at
once; *battlecry* acts when a minion is played, *deathrattle* when it dies. *Spells* act and are gone; *secrets* wait
for what the enemy does; *weapons* let the hero attack. The *hero power* costs 2 mana, once a turn. Drawing from an
empty deck hurts more each time. You do not see the enemy's hand, the decks or the secrets.
""",
    "knockout_whist": """
Two to seven players, a pack of 52 cards. **Aim:** to be the last one left. In the first round all players get seven
cards, in the next six, and so on down to one. A player that takes no *trick* in a round is knocked out.

**A trick:** one player leads a card, each of the others plays one *of the suit led* if possible (they must *follow
suit*), else any card. The highest *trump* takes the trick, or if there is none the highest card of the suit led. Its
winner leads to the next. In this edition the trump suit of each round is drawn at random.
""",
    "leduc_poker": """
Six cards: two jacks, two queens, two kings. Both players put in 1 and get a card; there are two rounds of betting, with
one card turned up between them. A raise is 2 in the first round and 4 in the second, at most two raises per round. A
pair with the card turned up wins, else the higher card; equal cards share.
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
    "tribes": """
Two to four tribes on an island seen from above, each with a city at first. **Aim:** to hold all capitals, or in the
other mode the highest score after a number of turns.

**A turn:** any number of actions, then *end of turn*. Cities give *stars* at the beginning of each turn. With stars one
trains *units*, researches *technologies*, gathers what the land offers and builds on it, which lets cities *grow*; each
level of a city is a choice between two gifts. Units move, attack, take villages, ruins and cities. A tile that belongs
to a city can be used by it. Because so many actions are possible at a time, and so many in a turn, the tree is wider
than that of nearly any board game.
""",
    "vgdl": """
A family of small arcade games for one player, each described in a language of its own: what *sprites* there are, what
happens when two meet, and how the game is won or lost. The *avatar* is steered with the arrow keys, and uses what it
carries with one more. Everything moves at every tick, whether the player acts or not.
""",
}
TEXTS["spades"] += SUITS
TEXTS["knockout_whist"] += SUITS
TEXTS["dou_dizhu"] += """
**As text:** cards are their ranks, T is the ten, (BWJ) the black and (CJ) the red joker: 999T is a trio of nines with a
ten.
"""


class Descriptions(Mapping):
    """Map the name of a VGDL game to the first line of its description."""

    def __getitem__(self, name):
        from .vgdl.library import FOLDER

        with (FOLDER / f"{name}.txt").open(encoding="utf-8") as description:
            return description.readline().lstrip("# ").strip()

    def __iter__(self):
        from .vgdl.library import NAMES

        return iter(NAMES)

    def __len__(self):
        return len(list(self))


DESCRIPTIONS = Descriptions()
