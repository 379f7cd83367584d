"""The rules of partnership Spades: dealing, bidding, passing, tricks."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.bits import bit, count_bits, lowest_bit
from ...engine.generic import helper
from ...engine.light import fill
from ...engine.random import below
from ...game import TERMINAL, Facts
from ..cards.cards import NO_CARDS, PACK, SPADE_CARDS, SUITS, mask_of, random_card, random_subset, suit_of
from ..cards.hidden_cards import EXACT, redeal
from . import scoring

# Values of options
SPADES, JOKERS, DEUCES, JOKERS_DEUCES = 0, 1, 2, 3  # trumps
STANDARD, NEVER, FREE = 0, 1, 2  # break_rule
DEALERS_LEFT, HIGHEST_BIDDER, TWO_OF_CLUBS = 0, 1, 2  # first_lead
OFF = -1  # blind_nil

# The pack of each kind of trumps. Jokers replace the twos of clubs and hearts; raised deuces move to the top.
DECKS = np.array([
    PACK,
    PACK & ~mask_of([0, 26]) | mask_of([54, 55]),
    PACK & ~mask_of([13, 39]) | mask_of([52, 53]),
    PACK & ~mask_of([0, 26, 13, 39]) | mask_of([52, 53, 54, 55]),
], np.uint64)

# Actions: 0 to 51 cards, 52 + n a bid of n tricks, then
BID = 52
BLIND_NIL = 66
LOOK = 67
TOP_TRUMPS = 68  # to 71: the four cards above the ace of spades, bits 52 to 55
FACE_DOWN = 72  # how others see a card that is passed
ACTIONS = 73

BLIND, BIDDING, PASSING, PLAYING, OVER = 0, 1, 2, 3, 4  # phases
NOTHING = -1


class Spades(NamedTuple):
    """Parameters, as numbers; the function `mcts_lab.games.spades.spades` takes words and explains them."""

    apart = ("play", "legal", "determinize", "playout", "rule_action", "advice", "advised_against")  # big rules

    match: bool = False
    target: int = 500
    hands: int = 0
    floor: int = 0
    trumps: int = SPADES
    break_rule: int = STANDARD
    first_lead: int = DEALERS_LEFT
    team_bid_cap: int = 13
    nil_points: int = 100
    nil_tricks_count: bool = True
    blind_nil: int = OFF
    blind_nil_points: int = 200
    blind_nil_pass: int = 0
    bag_points: int = 1
    bag_penalty: int = 100
    scale: float = 200.0
    sampler: int = EXACT

    def facts(self):
        scoring.check(self)
        deals = self.hands or MOST_DEALS
        return Facts(
            name="spades", title="Spades", players=4, actions=ACTIONS, branching=14,
            length=(64 + 4 * self.blind_nil_pass) * (deals if self.match else 1), low=-1.0, high=1.0, dtype=STATE,
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
        if state.phase == BLIND:
            out[0] = BLIND_NIL
            out[1] = LOOK
            return 2
        if state.phase == BIDDING:
            for tricks in range(highest_bid(self, state) + 1):
                out[n] = BID + tricks
                n += 1
            return n
        cards = legal_cards(self, state) if state.phase == PLAYING else cards_to_pass(state)
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
        """Return the deal at hand as a game."""
        return self._replace(match=False)

    def observation(self, state, action, observer):
        """The other side does not see a card that is passed."""
        return FACE_DOWN if state.phase == PASSING and (observer & 1) != (int(state.turn) & 1) else action

    def determinize(self, state, observer, rng):
        """Deal again the other hands, without the cards the observer passed, and its own hand before it looks."""
        partner = (observer + 2) & 3
        given = state.passed[observer] & state.hands[partner]
        unseen = DECKS[self.trumps] & ~(state.played | given)
        hidden = 0xF
        if (int(state.looked) >> observer) & 1:
            hidden ^= 1 << observer
            unseen &= ~state.hands[observer]
        state.hands[partner] ^= given
        leader = int(state.turn)
        pinned = NO_CARDS  # the leader of the first trick is known to hold the opening card
        opening = state.phase == PLAYING and state.played == NO_CARDS
        if self.first_lead == TWO_OF_CLUBS and opening and leader != observer:
            pinned = opening_card(self) & unseen
            state.hands[leader] ^= pinned
            unseen ^= pinned
        redeal(state.hands, hidden, unseen, state.voids, self.sampler, rng)
        state.hands[partner] |= given
        state.hands[leader] |= pinned
        if state.phase == PASSING:  # which cards the other side has passed is hidden too
            for seat in ((observer + 1) & 3, (observer + 3) & 3):
                passed = count_bits(state.passed[seat])
                if passed > 0:
                    state.passed[seat] = random_subset(state.hands[(seat + 2) & 3], passed, rng)


STATE = np.dtype(
    [
        ("hands", np.uint64, (4,)),
        ("played", np.uint64),  # in this deal, the current trick included
        ("best", np.uint64),  # the card winning the trick, as a bit; spades are the highest bits
        ("passed", np.uint64, (4,)),  # the cards each seat gave its partner in this deal, which both know
        ("trick", np.int8, (4,)),  # the card each seat has in the trick, or NOTHING
        ("last_trick", np.int8, (4,)),
        ("bids", np.int8, (4,)),  # NOTHING before the bid; 0 is nil
        ("tricks", np.int8, (4,)),  # taken in this deal
        ("voids", np.uint8, (4,)),  # public: a bit per suit the seat cannot hold
        ("blind", np.uint8),  # a bit per seat that bid nil blind
        ("looked", np.uint8),  # a bit per seat that has seen its cards
        ("broken", np.uint8),  # whether a spade has been played in this deal
        ("phase", np.int8),
        ("turn", np.int8),
        ("first", np.int8),  # the seat that led the trick
        ("winner", np.int8),  # the seat winning the trick, then of the last trick
        ("led", np.int8),  # the suit led, or NOTHING
        ("down", np.int8),  # cards in the trick
        ("dealer", np.int8),
        ("deal", np.int16),  # number of the deal in the match, from 0
        ("points", np.int16, (2,)),  # of each side, deals finished
        ("bags", np.int16, (2,)),  # running, since the last penalty
        ("gained", np.int16, (2,)),  # points of the last finished deal
        ("overtricks", np.int16, (2,)),  # bags of the last finished deal
    ],
    align=True,
)

MOST_DEALS = 60  # a match is stopped here


# ---------------------------------------------------------------------------------------------------------------------
# Dealing and bidding


@helper
def deal_cards(game, state, rng):
    """Give each seat thirteen random cards."""
    deck = DECKS[game.trumps]
    for seat in range(4):
        state.hands[seat] = random_subset(deck, 13, rng)
        deck ^= state.hands[seat]


@helper
def open_deal(game, state):
    """Clear the table and let the seat left of the dealer bid."""
    state.played = NO_CARDS
    state.passed[:] = 0
    fill(state.bids, NOTHING)
    fill(state.tricks, 0)
    fill(state.voids, 0)
    state.blind = 0
    state.broken = 0
    looked = 0
    for seat in range(4):
        if not scoring.may_bid_blind(game, state, seat & 1):
            looked |= 1 << seat
    state.looked = looked
    clear_trick(state, (int(state.dealer) + 1) & 3)
    open_bid(state)


@helper
def open_bid(state):
    """The seat to move bids, or first decides whether to look at its cards."""
    state.phase = BIDDING if (int(state.looked) >> int(state.turn)) & 1 else BLIND


@helper
def clear_trick(state, leader):
    """Clear the table; `leader` leads."""
    fill(state.trick, NOTHING)
    state.best = NO_CARDS
    state.led = NOTHING
    state.down = 0
    state.turn = leader
    state.first = leader
    state.winner = leader


@helper
def highest_bid(game, state):
    """The most the seat to move may bid: the partners' bids together are limited by `team_bid_cap`."""
    partner = int(state.bids[(int(state.turn) + 2) & 3])
    if game.team_bid_cap == 0 or partner < 0 or game.team_bid_cap - partner > 13:
        return 13
    return max(0, game.team_bid_cap - partner)


@helper
def place_bid(game, state, tricks):
    """Note a bid and turn to the next bidder, or begin to play."""
    seat = int(state.turn)
    state.bids[seat] = tricks
    state.looked |= 1 << seat
    state.turn = (seat + 1) & 3
    if state.bids[int(state.turn)] == NOTHING:
        open_bid(state)
    else:
        open_passing(game, state)


@helper
def open_passing(game, state):
    """Let a seat pass a card if it owes one, or open the play.

    A blind nil bidder gives cards to the partner first and gets as many back; no cards are passed if both bid blind.
    """
    blind = int(state.blind)
    for bidder in range(4):
        partner = (bidder + 2) & 3
        if (blind >> bidder) & 1 and not (blind >> partner) & 1:
            if count_bits(state.passed[bidder]) < game.blind_nil_pass:
                state.phase = PASSING
                state.turn = bidder
                return
            if count_bits(state.passed[partner]) < game.blind_nil_pass:
                state.phase = PASSING
                state.turn = partner
                return
    state.phase = PLAYING
    clear_trick(state, opening_leader(game, state))


@helper
def opening_leader(game, state):
    """The seat that leads the first trick."""
    leader = (int(state.dealer) + 1) & 3
    if game.first_lead == HIGHEST_BIDDER:
        for i in range(1, 4):
            seat = (int(state.dealer) + 1 + i) & 3
            if state.bids[seat] > state.bids[leader]:
                leader = seat
    elif game.first_lead == TWO_OF_CLUBS:
        for seat in range(4):
            if state.hands[seat] & opening_card(game):
                leader = seat
    return leader


@helper
def opening_card(game):
    """The two of clubs, or the lowest club in the pack, as a bit."""
    return bit(lowest_bit(DECKS[game.trumps]))


@helper
def pass_card(game, state, card):
    """Give a card to the partner, face down."""
    seat = int(state.turn)
    state.hands[seat] ^= bit(card)
    state.hands[(seat + 2) & 3] |= bit(card)
    state.passed[seat] |= bit(card)
    open_passing(game, state)


@helper
def cards_to_pass(state):
    """The cards that the seat to move may pass: all but those it was given."""
    seat = int(state.turn)
    return state.hands[seat] & ~state.passed[(seat + 2) & 3]


# ---------------------------------------------------------------------------------------------------------------------
# Play


@helper
def legal_cards(game, state):
    """The cards the seat to move may play."""
    hand = state.hands[int(state.turn)]
    if state.down > 0:
        following = hand & SUITS[int(state.led)]
        return following if following != NO_CARDS else hand
    if game.first_lead == TWO_OF_CLUBS and state.played == NO_CARDS:
        return opening_card(game)
    if game.break_rule == FREE or (game.break_rule == STANDARD and state.broken):
        return hand
    others = hand & ~SPADE_CARDS
    return others if others != NO_CARDS else hand


@helper
def play_card(game, state, card):
    """Put a card into the trick and note what it shows to all."""
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
            state.voids[seat] |= 7  # a spade is led then only from a hand without other suits
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


@helper
def end_trick(game, state):
    """Give the trick to its winner, the next leader; score the deal after the last one."""
    winner = int(state.winner)
    state.tricks[winner] += 1
    for seat in range(4):
        state.last_trick[seat] = state.trick[seat]
    clear_trick(state, winner)
    if state.hands[winner] == NO_CARDS:
        end_deal(game, state)


@helper
def end_deal(game, state):
    """Add up the points of both sides."""
    for side in range(2):
        scoring.score_side(game, state, side)
    state.phase = OVER
    state.deal += 1


@helper
def next_deal(game, state, rng):
    """Deal the next hand of a match; the deal passes to the left."""
    state.dealer = (int(state.dealer) + 1) & 3
    deal_cards(game, state, rng)
    open_deal(game, state)


@helper
def take_turn(game, state, action):
    """One action, up to the end of the deal."""
    if state.phase == PLAYING:
        play_card(game, state, card_of(action))
    elif state.phase == PASSING:
        pass_card(game, state, card_of(action))
    elif action == LOOK:
        state.looked |= 1 << int(state.turn)
        state.phase = BIDDING
    elif action == BLIND_NIL:
        state.blind |= 1 << int(state.turn)
        place_bid(game, state, 0)
    else:
        place_bid(game, state, action - BID)


@helper
def card_of(action):
    """The card, as the number of its bit, that an action plays or passes."""
    return action if action < TOP_TRUMPS else action - 16


@helper
def action_of(card):
    """The action that plays or passes a card."""
    return card if card < 52 else card + 16


@helper
def any_turn(game, state, rng):
    """A uniformly random legal action."""
    if state.phase == PLAYING:
        return action_of(random_card(legal_cards(game, state), rng))
    if state.phase == PASSING:
        return action_of(random_card(cards_to_pass(state), rng))
    if state.phase == BLIND:
        return BLIND_NIL + below(rng, 2)
    return BID + below(rng, highest_bid(game, state) + 1)
