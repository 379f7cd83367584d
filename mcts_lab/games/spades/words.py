"""Spades for people: names of actions, text, pictures, and setting up a deal."""

from __future__ import annotations

import numpy as np

from ...engine.bits import bit, count_bits
from ...engine.light import fill
from ...game import action_name, areas, facts, highlights, svg_for, text_for, to_move
from ..cards.cards import card_name, cards_of, check_deal, hand_text, hidden_text, parse_card, parse_hand
from .rules import (
    BID,
    BIDDING,
    BLIND,
    BLIND_NIL,
    DECKS,
    FACE_DOWN,
    LOOK,
    NOTHING,
    OVER,
    PASSING,
    PLAYING,
    Spades,
    action_of,
    card_of,
    cards_to_pass,
    highest_bid,
    legal_cards,
    open_deal,
)

SIDES = ("North and South", "East and West")


def set_deal(game, state, hands, dealer=3, points=(0, 0), bags=(0, 0)):
    """Turn `state` into the start of a deal with given cards.

    Parameters: `hands` holds the four hands as `parse_hand` reads them; `dealer` is a seat, the next one bids first;
    `points` and `bags` are the sides' scores in the match so far. Raises ValueError for a deal that cannot exist.
    """
    facts(game)
    hands = [parse_hand(hand) for hand in hands]
    if len(hands) != 4:
        raise ValueError(f"{len(hands)} hands for four players: give one hand for each")
    check_deal(hands, DECKS[game.trumps])
    for name, hand in zip(facts(game).player_names, hands, strict=True):
        if count_bits(hand) != 13:
            raise ValueError(f"{name} has {count_bits(hand)} cards: everybody gets thirteen")
    if dealer not in range(4):
        raise ValueError(f"the dealer is a seat from 0 to 3, not {dealer}")
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


def bid_name(bid, blind=False) -> str:
    """A bid as people say it."""
    if bid == NOTHING:
        return "?"
    return ("blind nil" if blind else "nil") if bid == 0 else str(int(bid))


@action_name.register(Spades)
def spades_action_name(game, state, action):
    if action == FACE_DOWN:
        return "a card face down"
    if action == LOOK:
        return "look at the cards"
    if action == BLIND_NIL:
        return "blind nil"
    if BID <= action <= BID + 13:
        return bid_name(action - BID)
    return card_name(card_of(action))


def parse_action(game, state, written: str) -> int:
    """The action a person wrote: a card such as ``QS``, a bid such as ``4`` or ``nil``, ``blind nil`` or ``look``.

    Raises ValueError saying what is wrong: not a card, a card not held, not allowed now, a bid out of range.
    """
    plain = written.strip().lower()
    if state.phase == OVER:
        raise ValueError("the deal is over, so there is nothing to bid or to play")
    seat = int(state.turn)
    name = facts(game).player_names[seat]
    if state.phase == BLIND:
        words = {"blind nil": BLIND_NIL, "blind": BLIND_NIL, "look": LOOK, "look at the cards": LOOK}
        if plain in words:
            return words[plain]
        raise ValueError(f"{written!r} is no choice here: write 'blind nil' or 'look'")
    if state.phase == BIDDING:
        most = highest_bid(game, state)
        bid = 0 if plain == "nil" else int(plain) if plain.isdigit() else None
        if bid is None or bid > most:
            raise ValueError(f"{name} cannot bid {written!r}: bid nil or a number of tricks from 1 to {most}"
                             if most else f"{name} cannot bid {written!r}: only nil is left")
        return BID + bid
    names = {card_name(c): c for c in cards_of(state.hands[seat])}
    card = names[written.strip().upper()] if written.strip().upper() in names else parse_card(written)
    hand = state.hands[seat]
    if not hand & bit(card):
        raise ValueError(f"{name} does not hold {card_name(card)}; the hand is {hand_text(hand)}")
    allowed = legal_cards(game, state) if state.phase == PLAYING else cards_to_pass(state)
    if not allowed & bit(card):
        raise ValueError(f"{card_name(card)} cannot be {'played' if state.phase == PLAYING else 'passed'} now: choose "
                         f"one of {' '.join(card_name(c) for c in cards_of(allowed))}")
    return int(action_of(card))


@text_for.register(Spades)
def spades_text_for(game, state, viewer=None):
    """The table as text, as `viewer` sees it (None: everything)."""
    lines = []
    for seat, name in enumerate(facts(game).player_names):
        seen = viewer is None or (viewer == seat and int(state.looked) >> seat & 1)
        shown = hand_text(state.hands[seat]) if seen else hidden_text(state.hands[seat])
        mark = ">" if to_move(game, state) == seat else " "
        played = f"  plays {card_name(state.trick[seat])}" if state.trick[seat] != NOTHING else ""
        lines.append(f"{mark} {name}: {shown}  ({note(state, seat)}){played}")
    lines += score_lines(game, state)
    return "\n".join(lines)


def note(state, seat) -> str:
    """A seat's bid and tricks."""
    bid = bid_name(int(state.bids[seat]), int(state.blind) >> seat & 1)
    return f"bid {bid}, tricks {int(state.tricks[seat])}"


def score_lines(game, state):
    """The score of both sides, a line each."""
    lines = []
    for side, name in enumerate(SIDES):
        last = f", {int(state.gained[side]):+d} in this deal" if state.phase == OVER else ""
        bags = int(state.bags[side])
        lines.append(f"{name}: {int(state.points[side])} points, {bags} bag{'' if bags == 1 else 's'}{last}")
    return lines


@svg_for.register(Spades)
def spades_svg_for(game, state, viewer=None, dark=False):
    """The table as an SVG picture, from the seat of `viewer`, who sees their own cards alone (None: all are open)."""
    from ..drawing.card_table import Seat, table

    seats = []
    for seat, name in enumerate(facts(game).player_names):
        seen = viewer is None or (viewer == seat and int(state.looked) >> seat & 1)
        seats.append(Seat(
            name=name, cards=cards_of(state.hands[seat])[::-1], open=bool(seen), note=note(state, seat),
            turn=to_move(game, state) == seat, played=int(state.trick[seat]), last=int(state.last_trick[seat])))
    headline = {BLIND: "Blind nil?", BIDDING: "Bidding", PASSING: "Passing", PLAYING: f"Trick {tricks_done(state) + 1}",
                OVER: "The deal is over"}[int(state.phase)]
    return table(seats, headline=headline, trump=None, viewer=viewer or 0, dark=dark, lines=score_lines(game, state))


@areas.register(Spades)
def spades_areas(game, state, action, viewer=None):
    """The card in the hand at the bottom, for cards that the viewer may play or pass; bids have no place."""
    from ..drawing.card_table import hand_area

    viewer, card = viewer or 0, card_of(action)
    if BID <= action <= LOOK or action == FACE_DOWN or not state.hands[viewer] & bit(card):
        return ()
    return (hand_area(cards_of(state.hands[viewer])[::-1], card),)


@highlights.register(Spades)
def spades_highlights(game, state, action, following, viewer=None):
    return ()  # a card that has been played lies in the middle


def tricks_done(state) -> int:
    """Tricks finished in this deal."""
    return int(np.sum(state.tricks))
