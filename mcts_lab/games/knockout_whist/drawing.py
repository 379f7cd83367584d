"""The table of Knockout Whist as a picture."""

from __future__ import annotations

from ...engine.bits import bit
from ...game import areas, highlights, svg, svg_for, to_move
from ..cards.cards import cards_of
from ..drawing.card_table import Seat, hand_area, table
from .rules import OVER, PLAYING, TRUMP_CHOICE, KnockoutWhist


@svg.register(KnockoutWhist)
def knockout_whist_svg(game, state, dark=False):
    return svg_for(game, state, None, dark)


@svg_for.register(KnockoutWhist)
def knockout_whist_svg_for(game, state, viewer=None, dark=False):
    """The table as an SVG picture, from the seat of `viewer`, who sees their own cards alone (None: all are open)."""
    seats = []
    for seat in range(game.players):
        out = not int(state.alive) >> seat & 1
        note = "out" if out else f"{int(state.taken[seat])} trick{'' if state.taken[seat] == 1 else 's'}"
        if int(state.dogs) >> seat & 1:
            note += ", dog's life"
        seats.append(Seat(
            name=f"Player {seat + 1}", cards=cards_of(state.hands[seat])[::-1],
            open=(viewer is None or state.phase == OVER) and not out or viewer == seat, note=note,
            turn=to_move(game, state) == seat,
            played=int(state.trick[seat]), last=int(state.last_trick[seat]), dimmed=out))
    if state.phase == OVER:
        headline = f"Player {int(state.alive).bit_length()} wins" if not int(state.round_cards) else "The round is over"
    else:
        headline = f"Round of {int(state.round_cards)}"
    return table(seats, headline=headline, trump=None if state.phase != PLAYING else int(state.trump),
                 viewer=viewer or 0, dark=dark)


@areas.register(KnockoutWhist)
def knockout_whist_areas(game, state, action, viewer=None):
    """The card in the hand at the bottom, for cards; choices of trumps have no place."""
    viewer = viewer or 0
    if action >= TRUMP_CHOICE or not state.hands[viewer] & bit(action):
        return ()
    return (hand_area(cards_of(state.hands[viewer])[::-1], action),)


@highlights.register(KnockoutWhist)
def knockout_whist_highlights(game, state, action, following, viewer=None):
    return ()  # a card that has been played lies in the middle
