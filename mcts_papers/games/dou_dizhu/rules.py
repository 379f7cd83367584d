"""Dou Di Zhu: one landlord with twenty cards against two peasants with seventeen each.

Rules as in the fact sheets of [Powley, Whitehouse & Cowling 2013] and its predecessor [Cowling, Powley & Whitehouse
2012]: the landlord is a fixed seat, the reward is 1 for each member of the side that first has a player without
cards. With ``bidding`` the seats bid for the role by OpenSpiel's rules, and with ``stakes`` payoffs are stakes.

Cards are dealt inside `reset`. Suits do not matter, so cards of a rank are alike; when a seat plays a card of a rank
that it also showed publicly (the left-over cards, the card turned up in the auction), the shown card is taken to go
first.
"""

import numpy as np

from mcts_lab.engine.light import fill
from mcts_lab.engine.random import below
from mcts_lab.game import TERMINAL, Facts, Game, public_observation

from .choices import MANY, kickers, list_kicked, list_leads, list_replies, nth_kicked, nth_lead, nth_reply
from .hands import DECK, EMPTY, card, count, draw, lacking, size
from .moves import BIDS, G_BOMB, G_ROCKET, GROUP, IDS, MOVES, OPENSPIEL, PASS, POLICIES, WORD

NOBODY = -1
PLAYERS = 3
PEASANT_CARDS, LEFT_OVER = 17, 3

# An upper bound for the leads of one hand of 20 cards, which are its subsets of certain shapes. With solos: airplanes
# of n trios 5*91 + 4*165 + 3*70 + 2*1, quads 5*120, trios 6*14; with pairs: airplanes 5*21 + 4*10 + 3, quads 5*28,
# trios 6*9; the rest 170.
BRANCHING = 2560

# Each of the 54 cards is played once and followed by at most two passes (the first may follow the auction's 9 bids at
# most), and each play may take two steps.
LENGTH = 9 + 54 * 3


class DouDiZhuRules(Game):
    """The rules. `dou_dizhu` makes the game, and takes the kicker policy by its name."""

    apart = ("play", "legal", "random_action", "determinize", "playout", "rule_action", "advice", "advised_against")

    kickers: int = OPENSPIEL  # OPENSPIEL, RLCARD or DISTINCT
    quads: bool = True  # four of a kind with two solos or two pairs
    kicker_step: bool = False  # choose the base first and its kickers in a second turn
    bidding: bool = False  # an auction makes the landlord
    landlord: int = 0  # the landlord's seat where there is no auction
    stakes: bool = False  # payoffs are stakes, not 1 and 0
    show_leftover: bool = True  # the peasants know the three left-over cards
    quirks: bool = False  # two deviations of OpenSpiel's legal moves

    def facts(self):
        if self.kickers not in POLICIES.values():
            raise ValueError(f"kickers must be one of {', '.join(POLICIES)}. Make the game with "
                             "dou_dizhu(kickers=...).")
        if self.landlord not in range(PLAYERS):
            raise ValueError(f"landlord must be a seat, 0 to 2, not {self.landlord!r}.")
        # a stake is a bid of 3 at most, doubled by 14 bombs and rockets and one spring; the landlord plays for two
        most = 3.0 * 2**15
        wins = (0.0, 0.5, 1.0) if self.bidding else (0.0, 1.0)  # 0.5 without a bid
        return Facts(
            name="dou_dizhu", title="Dou Di Zhu", players=PLAYERS, actions=IDS, branching=BRANCHING,
            length=LENGTH + 54 * self.kicker_step, low=-2 * most if self.stakes else 0.0,
            high=2 * most if self.stakes else 1.0, outcomes=() if self.stakes else wins,
            dtype=STATE, zero_sum=self.stakes, deterministic=True, perfect_information=False,
            player_names=("seat 0", "seat 1", "seat 2"),
        )

    def reset(self, state, rng):
        cards = DECK
        for seat in range(PLAYERS):
            hand = draw(rng, cards, PEASANT_CARDS)
            state.hands[seat] = hand
            cards -= hand
        face_up, first = NOBODY, 0
        if self.bidding:
            first = below(rng, PLAYERS)
            face_up = nth_card(state.hands[first], below(rng, PEASANT_CARDS))
        begin(self, state, cards, first, face_up)

    def to_move(self, state):
        return TERMINAL if state.over else int(state.turn)

    def legal(self, state, out):
        if state.over:
            return 0
        if state.landlord == NOBODY:
            out[0] = PASS
            n = 1
            for bid in range(int(state.bid) + 1, BIDS):
                out[n] = bid
                n += 1
            return n
        hand = state.hands[int(state.turn)]
        if state.chosen:
            return list_kicked(hand, int(state.chosen) - MOVES, self.kickers, out, 0)
        if state.last == PASS:
            return list_leads(hand, self.kickers, self.quads, self.quirks, self.kicker_step, out)
        return list_replies(hand, int(state.last), self.kickers, self.quirks, self.kicker_step, out)

    def random_action(self, state, rng, scratch):
        if state.landlord == NOBODY:
            choice = below(rng, BIDS - int(state.bid))
            return choice if choice == PASS else choice + int(state.bid)
        hand = state.hands[int(state.turn)]
        if state.chosen:
            base = int(state.chosen) - MOVES
            return nth_kicked(hand, base, self.kickers, below(rng, kickers(hand, base, self.kickers)))
        if state.last == PASS:
            n = ~nth_lead(hand, self.kickers, self.quads, self.quirks, self.kicker_step, MANY)
            return nth_lead(hand, self.kickers, self.quads, self.quirks, self.kicker_step, below(rng, n))
        last = int(state.last)
        n = ~nth_reply(hand, last, self.kickers, self.quirks, self.kicker_step, MANY)
        if n == 1:
            return PASS
        return nth_reply(hand, last, self.kickers, self.quirks, self.kicker_step, below(rng, n))

    def play(self, state, action, rng):
        if state.landlord == NOBODY:
            call(state, action)
        elif action >= MOVES:
            state.chosen = action
        elif action == PASS:
            state.turn = following(state.turn)
            state.passes += 1
            if state.passes == PLAYERS - 1:
                state.passes = 0
                state.last = PASS
        else:
            seat = int(state.turn)
            word = WORD[action]
            state.hands[seat] -= word
            state.played[seat] += word
            state.plays[seat] += 1
            state.last = action
            state.holder = seat
            state.passes = 0
            state.chosen = 0
            group = GROUP[action]
            if group == G_BOMB or group == G_ROCKET:
                state.bombs += 1
            if state.hands[seat] == EMPTY:
                state.winner = seat
                state.over = 1
            state.turn = following(seat)

    def payoff(self, state, player):
        if self.stakes:
            return stakes_of(state, player)
        if state.winner == NOBODY:  # no bid was made, or the game is not finished
            return 0.5
        return 1.0 if (state.winner == state.landlord) == (player == state.landlord) else 0.0

    def heuristic(self, state, player):
        """Return the enemy's share of both sides' cards, in stakes if payoffs are; a side has its peasant's fewest."""
        if state.over:
            return self.payoff(state, player)
        if state.landlord == NOBODY:
            return 0.0 if self.stakes else 0.5
        landlord = int(state.landlord)
        own = size(state.hands[landlord])
        peasant = min(size(state.hands[(landlord + 1) % PLAYERS]), size(state.hands[(landlord + 2) % PLAYERS]))
        share = peasant / (own + peasant)
        if player != landlord:
            share = 1.0 - share
        if not self.stakes:
            return share
        stake = float(int(state.bid) << int(state.bombs))
        return (2.0 * share - 1.0) * (2.0 * stake if player == landlord else stake)

    observation = public_observation

    def determinize(self, state, observer, rng):
        """Deal the cards that `observer` has not seen to the other seats, every deal of single cards equally likely.

        Hand sizes stay, and cards known to be in a certain hand stay there. Before there is a landlord, the left-over
        cards are dealt anew too; where they are never shown, it is drawn anew which of the landlord's cards they were.
        """
        if state.over:
            return
        nearer, further = following(observer), following(observer + 1)
        near, far = known_cards(self, state, nearer), known_cards(self, state, further)
        wanted = size(state.hands[nearer]) - size(near)
        unseen = DECK - state.hands[observer] - state.played[0] - state.played[1] - state.played[2] - near - far
        while True:
            drawn = draw(rng, unseen, wanted)
            rest = unseen - drawn
            if state.landlord == NOBODY:
                state.left_over = draw(rng, rest, LEFT_OVER)
                rest -= state.left_over
            state.hands[nearer] = near + drawn
            state.hands[further] = far + rest
            if not state.chosen:
                break
            hand = state.hands[int(state.turn)]  # a seat that has chosen a base also holds kickers for it
            if nth_kicked(hand, int(state.chosen) - MOVES, self.kickers, 0) >= 0:
                break
        landlord = int(state.landlord)
        if landlord != NOBODY and landlord != observer and not self.show_leftover:
            dealt = state.hands[landlord] + state.played[landlord]
            if landlord == state.first and state.face_up != NOBODY:
                dealt -= card(int(state.face_up))
            state.left_over = draw(rng, dealt, LEFT_OVER)


STATE = np.dtype(
    [
        ("hands", np.uint64, (3,)),  # the cards of each seat
        ("played", np.uint64, (3,)),  # what each seat has played
        ("left_over", np.uint64),  # the three cards that the landlord takes, or took, besides seventeen others
        ("last", np.int32),  # the move to beat, 0 if anything may be led
        ("chosen", np.int32),  # two-step form: the base whose kickers are to be chosen, 0 if none
        ("turn", np.int8),  # the seat to move
        ("landlord", np.int8),  # NOBODY during the auction
        ("holder", np.int8),  # the seat that made the move `last`
        ("passes", np.int8),  # in a row
        ("bid", np.int8),  # the highest so far; 1 without an auction
        ("bidder", np.int8),  # the seat that bid it
        ("first", np.int8),  # the seat that opens the auction
        ("face_up", np.int8),  # rank of the card turned up in the auction, held by `first`; NOBODY without an auction
        ("bombs", np.int8),  # bombs and rockets played
        ("plays", np.int8, (3,)),  # moves of each seat that were not passes
        ("winner", np.int8),  # the seat that has no cards left
        ("over", np.int8),
    ],
    align=True,
)


def begin(game, state, left_over, first, face_up):
    """Start play with the hands that `state` holds: the auction, or the fixed landlord's lead."""
    state.played[:] = 0
    fill(state.plays, 0)
    state.left_over = left_over
    state.last = PASS
    state.chosen = 0
    state.turn = first
    state.landlord = NOBODY
    state.holder = NOBODY
    state.passes = 0
    state.bid = 0
    state.bidder = NOBODY
    state.first = first
    state.face_up = face_up
    state.bombs = 0
    state.winner = NOBODY
    state.over = 0
    if not game.bidding:
        state.bid = 1
        state.first = game.landlord
        make_landlord(state, game.landlord)


def nth_card(cards, n):
    """The rank of the n-th of the cards, in ascending order."""
    rank = 0
    while True:
        here = count(cards, rank)
        if n < here:
            return rank
        n -= here
        rank += 1


def make_landlord(state, seat):
    """Give `seat` the left-over cards and the lead."""
    state.landlord = seat
    state.hands[seat] += state.left_over
    state.turn = seat
    state.passes = 0


def following(seat):
    """The next seat."""
    return (int(seat) + 1) % PLAYERS


def call(state, bid):
    """A bid, or a pass, in the auction: a bid of 3 ends it, so do two passes after a bid and three without one."""
    seat = int(state.turn)
    if bid == PASS:
        state.passes += 1
    else:
        state.passes = 0
        state.bid = bid
        state.bidder = seat
    state.turn = following(seat)
    if state.bid == BIDS - 1 or (state.bid > 0 and state.passes == PLAYERS - 1):
        make_landlord(state, int(state.bidder))
    elif state.passes == PLAYERS:
        state.over = 1


def stakes_of(state, player):
    """The gain of `player`: the bid, doubled by each bomb and rocket and by a spring, twice for the landlord.

    A spring is a win against peasants that never played, or against a landlord that played once. 0 without a winner.
    """
    if state.winner == NOBODY:
        return 0.0
    landlord = int(state.landlord)
    landlord_won = state.winner == landlord
    stake = float(int(state.bid) << int(state.bombs))
    peasants = int(state.plays[0]) + int(state.plays[1]) + int(state.plays[2]) - int(state.plays[landlord])
    if (landlord_won and peasants == 0) or (not landlord_won and state.plays[landlord] == 1):
        stake *= 2.0
    if player == landlord:
        return 2.0 * stake if landlord_won else -2.0 * stake
    return -stake if landlord_won else stake


# ---------------------------------------------------------------------------------------------------------------------
# What is hidden


def known_cards(game, state, seat):
    """The cards that a seat is publicly known to hold.

    These are the left-over cards and the card turned up, as far as they have not been played, and the base of a move
    that lies on the table waiting for its kickers.
    """
    shown = EMPTY
    if game.show_leftover and seat == state.landlord:
        shown += state.left_over
    if seat == state.first and state.face_up != NOBODY:
        shown += card(int(state.face_up))  # it was dealt, so it is not one of the left-over cards
    shown = lacking(shown, state.played[seat])
    if state.chosen and seat == state.turn:
        shown += lacking(WORD[int(state.chosen)], shown)
    return shown


