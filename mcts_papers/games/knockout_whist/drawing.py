"""The table of Knockout Whist as a picture."""

from mcts_lab.appearance import Appearance
from mcts_lab.engine.bits import bit

from ..card_table import Seat, hand_area, table
from ..playing_cards import cards_of
from .rules import OVER, PLAYING, TRUMP_CHOICE


class WhistDrawing(Appearance):
    """The table as a picture."""

    __slots__ = ()

    def svg_for(self, state, viewer, dark=False):
        seats = []
        for seat in range(self.players):
            out = not int(state.alive) >> seat & 1
            note = "out" if out else f"{int(state.taken[seat])} trick{'' if state.taken[seat] == 1 else 's'}"
            if int(state.dogs) >> seat & 1:
                note += ", dog's life"
            seats.append(Seat(
                name=f"Player {seat + 1}", cards=cards_of(state.hands[seat])[::-1],
                open=(viewer is None or state.phase == OVER) and not out or viewer == seat, note=note,
                turn=self.to_move(state) == seat,
                played=int(state.trick[seat]), last=int(state.last_trick[seat]), dimmed=out))
        if state.phase == OVER:
            winner = "" if int(state.round_cards) else f"Player {int(state.alive).bit_length()} wins"
            headline = winner or "The round is over"
        else:
            headline = f"Round of {int(state.round_cards)}"
        return table(seats, headline=headline, trump=None if state.phase != PLAYING else int(state.trump),
                     viewer=viewer or 0, dark=dark)

    def areas(self, state, action, viewer=None):
        """Return the place of a card in the hand at the bottom; trumps have none."""
        viewer = viewer or 0
        if action >= TRUMP_CHOICE or not state.hands[viewer] & bit(action):
            return ()
        return (hand_area(cards_of(state.hands[viewer])[::-1], action),)

    def highlights(self, state, action, following, viewer=None):
        return ()  # a card that was played is already visible in the middle
