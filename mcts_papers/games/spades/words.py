"""Names of actions in Spades, the table as text and picture, and setting up a deal."""

import numpy as np

from mcts_lab.appearance import Appearance
from mcts_lab.engine.bits import bit, count_bits
from mcts_lab.engine.light import fill

from ..playing_cards import card_name, cards_of, check_deal, hand_text, hidden_text, parse_hand
from .rules import BID, BIDDING, DECKS, NOTHING, OVER, PLAYING, card_of, open_deal

SIDES = ("North and South", "East and West")


def set_deal(game, state, hands, dealer=3, points=(0, 0), bags=(0, 0)):
    """Turn `state` into the start of a deal with the given cards.

    hands: four hands as for `parse_hand`. dealer: a seat; the next seat bids first. points, bags: the sides' scores
    in the match so far. Raises ValueError for a deal that cannot exist.
    """
    game.facts()
    hands = [parse_hand(hand) for hand in hands]
    if len(hands) != 4:
        raise ValueError(f"{len(hands)} hands were given for four players. Give one hand for each player.")
    check_deal(hands, DECKS[game.trumps])
    for name, hand in zip(game.facts().player_names, hands, strict=True):
        if count_bits(hand) != 13:
            raise ValueError(f"{name} has {count_bits(hand)} cards. Give each player 13 cards.")
    if dealer not in range(4):
        raise ValueError(f"The dealer must be a seat from 0 to 3, not {dealer}.")
    state.deal = 0
    state.dealer = dealer
    fill(state.gained, 0)
    fill(state.overtricks, 0)
    fill(state.last_trick, NOTHING)
    for side in range(2):
        state.points[side] = points[side]
        state.bags[side] = bags[side]
    for seat in range(4):
        state.hands[seat] = hands[seat]
    open_deal(game, state)


def bid_name(bid) -> str:
    """Return a bid as text."""
    if bid == NOTHING:
        return "?"
    return "nil" if bid == 0 else str(int(bid))


class SpadesWords(Appearance):
    """Names, texts and pictures."""

    __slots__ = ()

    def action_name(self, state, action):
        if BID <= action <= BID + 13:
            return bid_name(action - BID)
        return card_name(card_of(action))

    def text_for(self, state, viewer):
        lines = []
        for seat, name in enumerate(self.facts().player_names):
            seen = viewer in (None, seat)
            shown = hand_text(state.hands[seat]) if seen else hidden_text(state.hands[seat])
            mark = ">" if self.to_move(state) == seat else " "
            played = f"  plays {card_name(state.trick[seat])}" if state.trick[seat] != NOTHING else ""
            lines.append(f"{mark} {name}: {shown}  ({note(state, seat)}){played}")
        lines += score_lines(self, state)
        return "\n".join(lines)

    def svg_for(self, state, viewer, dark=False):
        from ..card_table import Seat, table

        seats = []
        for seat, name in enumerate(self.facts().player_names):
            seen = viewer in (None, seat)
            seats.append(Seat(
                name=name, cards=cards_of(state.hands[seat])[::-1], open=seen, note=note(state, seat),
                turn=self.to_move(state) == seat, played=int(state.trick[seat]), last=int(state.last_trick[seat])))
        headline = {BIDDING: "Bidding", PLAYING: f"Trick {tricks_done(state) + 1}",
                    OVER: "The deal is over"}[int(state.phase)]
        return table(seats, headline=headline, trump=None, viewer=viewer or 0, dark=dark,
                     lines=score_lines(self, state))

    def areas(self, state, action, viewer=None):
        """Return the place of a card in the hand at the bottom. Bids have no place."""
        from ..card_table import hand_area

        viewer, card = viewer or 0, card_of(action)
        if BID <= action <= BID + 13 or not state.hands[viewer] & bit(card):
            return ()
        return (hand_area(cards_of(state.hands[viewer])[::-1], card),)

    def highlights(self, state, action, following, viewer=None):
        return ()  # a card that was played is already visible in the middle


def note(state, seat) -> str:
    """Return a seat's bid and tricks."""
    return f"bid {bid_name(int(state.bids[seat]))}, tricks {int(state.tricks[seat])}"


def score_lines(game, state):
    """Return a line with the score of each side."""
    lines = []
    for side, name in enumerate(SIDES):
        last = f", {int(state.gained[side]):+d} in this deal" if state.phase == OVER else ""
        bags = int(state.bags[side])
        lines.append(f"{name}: {int(state.points[side])} points, {bags} bag{'' if bags == 1 else 's'}{last}")
    return lines


def tricks_done(state) -> int:
    """Return the number of tricks finished in this deal."""
    return int(np.sum(state.tricks))
