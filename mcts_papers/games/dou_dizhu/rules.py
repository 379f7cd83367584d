"""Rules of Dou Di Zhu: one landlord with twenty cards plays against two peasants with seventeen each.

The rules follow the fact sheets of [Powley, Whitehouse & Cowling 2013] and [Cowling, Powley & Whitehouse 2012]. The
landlord is a fixed seat. The first player without cards wins, and each player of the winner's side gets reward 1. With
``bidding`` the seats bid for the role of the landlord by OpenSpiel's rules. With ``stakes`` the payoffs are stakes.

`reset` deals the cards. Suits do not matter, so cards of the same rank are alike. If a seat has shown a card (a
left-over card, or the card turned up in the auction) and plays a card of the same rank, this counts as the shown
card.
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

# An upper bound for the number of leads of a hand of 20 cards. With solos there are at most 5*91 + 4*165 + 3*70 + 2*1
# airplanes, 5*120 quads and 6*14 trios; with pairs 5*21 + 4*10 + 3 airplanes, 5*28 quads and 6*9 trios. There are at
# most 170 other leads.
BRANCHING = 2560

# An auction has at most 9 bids. Then each of the 54 cards is played once, and at most two passes follow it. With
# `kicker_step` each move may take two steps.
LENGTH = 9 + 54 * 3


class DouDiZhuRules(Game):
    """The rules of Dou Di Zhu. Use `dou_dizhu` to make the game."""

    apart = ("play", "legal", "random_action", "determinize", "playout", "rule_action", "advice", "advised_against")

    kickers: int = OPENSPIEL  # OPENSPIEL, RLCARD or DISTINCT
    quads: bool = True  # four of a kind with two solos or two pairs
    kicker_step: bool = False  # choose a base in one turn and its kickers in a second turn
    bidding: bool = False  # an auction decides who is the landlord
    landlord: int = 0  # the landlord's seat if there is no auction
    stakes: bool = False  # payoffs are stakes, not 1 and 0
    show_leftover: bool = True  # the peasants know the three left-over cards
    quirks: bool = False  # legal moves as in OpenSpiel, which deviates from the rules twice

    def facts(self):
        if self.kickers not in POLICIES.values():
            raise ValueError(f"kickers must be one of {', '.join(POLICIES)}. Make the game with "
                             "dou_dizhu(kickers=...).")
        if self.landlord not in range(PLAYERS):
            raise ValueError(f"landlord must be a seat, 0 to 2, not {self.landlord!r}.")
        # a stake is at most a bid of 3, doubled 15 times (14 bombs and rockets, one spring); the landlord gets it twice
        most = 3.0 * 2**15
        wins = (0.0, 0.5, 1.0) if self.bidding else (0.0, 1.0)  # 0.5 if nobody bids
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
        """Return the enemy's cards divided by both sides' cards, scaled if payoffs are stakes.

        For the peasants' side, the smaller of the two hands counts.
        """
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
        """Deal the cards that `observer` has not seen to the other seats; all deals are equally likely.

        The sizes of hands do not change, and known cards stay in their hands. Before there is a landlord, the
        left-over cards are dealt again too. If the left-over cards are never shown, they are sampled from the
        landlord's cards.
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
            hand = state.hands[int(state.turn)]  # a seat that has chosen a base must hold kickers for it
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
        ("played", np.uint64, (3,)),  # the cards that each seat has played
        ("left_over", np.uint64),  # the three extra cards for the landlord
        ("last", np.int32),  # the move to beat; 0 if the seat leads
        ("chosen", np.int32),  # two-step form: the base without its kickers; 0 if there is none
        ("turn", np.int8),  # the seat to move
        ("landlord", np.int8),  # NOBODY during the auction
        ("holder", np.int8),  # the seat that made the move `last`
        ("passes", np.int8),  # passes in a row
        ("bid", np.int8),  # the highest bid so far; 1 without an auction
        ("bidder", np.int8),  # the seat with the highest bid
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
    """Start the game with the hands in `state`: with the auction, or with the fixed landlord's lead."""
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
    """Return the rank of the n-th card in ascending order."""
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
    """Return the next seat."""
    return (int(seat) + 1) % PLAYERS


def call(state, bid):
    """Bid or pass in the auction. It ends with a bid of 3, two passes after a bid, or three passes without a bid."""
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
    """Return the gain or loss of `player` in stakes, or 0 without a winner.

    The stake is the bid, doubled for each bomb, for a rocket and for a spring: a win against peasants who never
    played, or against a landlord who played once. The landlord gets or pays it twice.
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
# Hidden information


def known_cards(game, state, seat):
    """Return the cards that all players know to be in a seat's hand.

    These are left-over cards and the card turned up, unless they were played, and a base whose kickers are still to
    come.
    """
    shown = EMPTY
    if game.show_leftover and seat == state.landlord:
        shown += state.left_over
    if seat == state.first and state.face_up != NOBODY:
        shown += card(int(state.face_up))  # this card is not one of the left-over cards
    shown = lacking(shown, state.played[seat])
    if state.chosen and seat == state.turn:
        shown += lacking(WORD[int(state.chosen)], shown)
    return shown


