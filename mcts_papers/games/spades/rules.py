"""The rules of partnership Spades: dealing, bidding, tricks."""

import numpy as np

from mcts_lab.engine.bits import bit, lowest_bit
from mcts_lab.engine.light import fill
from mcts_lab.engine.random import below
from mcts_lab.game import TERMINAL, Facts, Game, public_observation

from ..hidden_cards import EXACT, redeal
from ..playing_cards import NO_CARDS, PACK, SPADE_CARDS, SUITS, mask_of, random_card, random_subset, suit_of
from . import scoring

# Values of options
SPADES, JOKERS, DEUCES, JOKERS_DEUCES = 0, 1, 2, 3  # trumps
STANDARD, NEVER, FREE = 0, 1, 2  # break_rule

# The pack of each kind of trumps. Jokers replace the twos of clubs and hearts; raised deuces move to the top.
DECKS = np.array([
    PACK,
    PACK & ~mask_of([0, 26]) | mask_of([54, 55]),
    PACK & ~mask_of([13, 39]) | mask_of([52, 53]),
    PACK & ~mask_of([0, 26, 13, 39]) | mask_of([52, 53, 54, 55]),
], np.uint64)

# Actions: 0 to 51 are cards, 52 + n is a bid of n tricks, and 68 to 71 are four more cards. The other numbers up to 72
# have no meaning. They are kept because otherwise recorded games would have other action numbers.
BID = 52
TOP_TRUMPS = 68  # 68 to 71 are the four cards above the ace of spades, bits 52 to 55
ACTIONS = 73

BIDDING, PLAYING, OVER = 0, 1, 2  # phases
NOTHING = -1
HIGHEST_BID = 13  # maximum sum of two partners' bids


class SpadesRules(Game):
    """The rules. Parameters are numbers; `mcts_papers.games.spades.spades` takes words and explains them."""

    apart = ("play", "legal", "determinize", "playout", "rule_action", "advice", "advised_against")  # big rules

    match: bool = False
    trumps: int = SPADES
    break_rule: int = STANDARD
    nil_points: int = 100
    bag_points: int = 1
    bag_penalty: int = 100
    scale: float = 200.0
    sampler: int = EXACT

    def facts(self):
        scoring.check(self)
        return Facts(
            name="spades", title="Spades", players=4, actions=ACTIONS, branching=14,
            length=64 * (scoring.MOST_DEALS if self.match else 1), low=-1.0, high=1.0, dtype=STATE,
            deterministic=not self.match, perfect_information=False, outcomes=(-1.0, 0.0, 1.0) if self.match else (),
            player_names=("North", "East", "South", "West"), teams=(0, 1, 0, 1),
        )

    def reset(self, state, rng):
        fill(state.points, 0)
        fill(state.bags, 0)
        fill(state.gained, 0)
        fill(state.overtricks, 0)
        state.deal = 0
        state.dealer = 3
        fill(state.last_trick, NOTHING)
        deal_cards(self, state, rng)
        open_deal(self, state)

    def to_move(self, state):
        if state.phase == OVER:
            return TERMINAL
        return int(state.turn)

    def legal(self, state, out):
        n = 0
        if state.phase == OVER:
            return 0
        if state.phase == BIDDING:
            for tricks in range(highest_bid(self, state) + 1):
                out[n] = BID + tricks
                n += 1
            return n
        cards = legal_cards(self, state)
        while cards != NO_CARDS:
            out[n] = action_of(lowest_bit(cards))
            cards &= cards - np.uint64(1)
            n += 1
        return n

    def play(self, state, action, rng):
        take_turn(self, state, action)
        if self.match and state.phase == OVER and not scoring.match_over(self, state):
            next_deal(self, state, rng)

    def payoff(self, state, player):
        if self.match:
            return scoring.match_result(self, state, player & 1)
        return scoring.reward(self, state, player & 1)

    def random_action(self, state, rng, scratch):
        return any_turn(self, state, rng)

    def for_search(self):
        """Return the current deal as a game."""
        return self._replace(match=False)

    observation = public_observation

    def determinize(self, state, observer, rng):
        """Deal all other hands again."""
        unseen = DECKS[self.trumps] & ~(state.played | state.hands[observer])
        redeal(state.hands, 0xF ^ (1 << observer), unseen, state.voids, self.sampler, rng)


STATE = np.dtype(
    [
        ("hands", np.uint64, (4,)),
        ("played", np.uint64),  # cards played in this deal, the current trick included
        ("best", np.uint64),  # the best card in the trick, as a bit; spades are the highest bits
        ("trick", np.int8, (4,)),  # the card each seat has in the trick, or NOTHING
        ("last_trick", np.int8, (4,)),
        ("bids", np.int8, (4,)),  # NOTHING before the bid; 0 is nil
        ("tricks", np.int8, (4,)),  # tricks taken in this deal
        ("voids", np.uint8, (4,)),  # public: a bit for each suit that the seat cannot hold
        ("broken", np.uint8),  # whether a spade has been played in this deal
        ("phase", np.int8),
        ("turn", np.int8),
        ("first", np.int8),  # the seat that led the trick
        ("winner", np.int8),  # the seat with the best card in the trick
        ("led", np.int8),  # the suit led, or NOTHING
        ("down", np.int8),  # number of cards in the trick
        ("dealer", np.int8),
        ("deal", np.int16),  # number of the deal in the match, from 0
        ("points", np.int16, (2,)),  # points of each side in the finished deals
        ("bags", np.int16, (2,)),  # bags of each side since the last penalty
        ("gained", np.int16, (2,)),  # points of the last finished deal
        ("overtricks", np.int16, (2,)),  # bags of the last finished deal
    ],
    align=True,
)

# ---------------------------------------------------------------------------------------------------------------------
# Dealing and bidding


def deal_cards(game, state, rng):
    """Give each seat thirteen random cards."""
    deck = DECKS[game.trumps]
    for seat in range(4):
        state.hands[seat] = random_subset(deck, 13, rng)
        deck ^= state.hands[seat]


def open_deal(game, state):
    """Clear the table and let the seat left of the dealer bid."""
    state.played = NO_CARDS
    fill(state.bids, NOTHING)
    fill(state.tricks, 0)
    fill(state.voids, 0)
    state.broken = 0
    state.phase = BIDDING
    clear_trick(state, (int(state.dealer) + 1) & 3)


def clear_trick(state, leader):
    """Clear the table; `leader` leads."""
    fill(state.trick, NOTHING)
    state.best = NO_CARDS
    state.led = NOTHING
    state.down = 0
    state.turn = leader
    state.first = leader
    state.winner = leader


def highest_bid(game, state):
    """Return the highest bid that the seat to move may make."""
    return HIGHEST_BID - max(0, int(state.bids[(int(state.turn) + 2) & 3]))


def place_bid(game, state, tricks):
    """Store a bid. Then the next seat bids, or the play begins."""
    seat = int(state.turn)
    state.bids[seat] = tricks
    state.turn = (seat + 1) & 3
    if state.bids[int(state.turn)] != NOTHING:
        state.phase = PLAYING


# ---------------------------------------------------------------------------------------------------------------------
# Play


def legal_cards(game, state):
    """Return the cards that the seat to move may play."""
    hand = state.hands[int(state.turn)]
    if state.down > 0:
        following = hand & SUITS[int(state.led)]
        return following if following != NO_CARDS else hand
    if game.break_rule == FREE or (game.break_rule == STANDARD and state.broken):
        return hand
    others = hand & ~SPADE_CARDS
    return others if others != NO_CARDS else hand


def play_card(game, state, card):
    """Put a card into the trick, and store the voids that this card reveals."""
    seat = int(state.turn)
    suit = suit_of(card)
    one = bit(card)
    state.hands[seat] ^= one
    state.played |= one
    state.trick[seat] = card
    if state.down == 0:
        state.led = suit
        state.first = seat
        if suit == 3 and (game.break_rule == NEVER or (game.break_rule == STANDARD and not state.broken)):
            state.voids[seat] |= 7  # the rules allow this lead only from a hand without other suits
    elif suit != state.led:
        state.voids[seat] |= 1 << int(state.led)
    if suit == 3:
        state.broken = 1
    value = one & (SUITS[int(state.led)] | SPADE_CARDS)
    if value > state.best:
        state.best = value
        state.winner = seat
    state.down += 1
    if state.down < 4:
        state.turn = (seat + 1) & 3
    else:
        end_trick(game, state)


def end_trick(game, state):
    """Give the trick to its winner, who leads next. After the last trick, score the deal."""
    winner = int(state.winner)
    state.tricks[winner] += 1
    for seat in range(4):
        state.last_trick[seat] = state.trick[seat]
    clear_trick(state, winner)
    if state.hands[winner] == NO_CARDS:
        end_deal(game, state)


def end_deal(game, state):
    """Add up both sides' points."""
    for side in range(2):
        scoring.score_side(game, state, side)
    state.phase = OVER
    state.deal += 1


def next_deal(game, state, rng):
    """Deal the next hands of a match; the seat to the left becomes the dealer."""
    state.dealer = (int(state.dealer) + 1) & 3
    deal_cards(game, state, rng)
    open_deal(game, state)


def take_turn(game, state, action):
    """Carry out one action. The function does not start a new deal."""
    if state.phase == PLAYING:
        play_card(game, state, card_of(action))
    else:
        place_bid(game, state, action - BID)


def card_of(action):
    """Return the card that an action plays, as the number of its bit."""
    return action if action < TOP_TRUMPS else action - 16


def action_of(card):
    """Return the action that plays a card."""
    return card if card < 52 else card + 16


def any_turn(game, state, rng):
    """Return a uniformly random legal action."""
    if state.phase == PLAYING:
        return action_of(random_card(legal_cards(game, state), rng))
    return BID + below(rng, highest_bid(game, state) + 1)
