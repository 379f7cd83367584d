"""Names of actions in Dou Di Zhu, and the table as text and as a picture from any seat."""

from mcts_lab.appearance import Appearance
from mcts_lab.games.drawing.hidden_drawing import FACE_DOWN, draw_cards

from .hands import size
from .moves import BIDS, LETTERS, PASS, WORD, cards_text, move_text, ranks_of
from .rules import NOBODY, PLAYERS, known_cards

FACES = (*LETTERS, "black joker", "red joker")


class DouDiZhuDrawing(Appearance):
    """Names, texts and pictures."""

    __slots__ = ()

    def action_name(self, state, action):
        if state.landlord == NOBODY and action < BIDS:
            return "pass" if action == PASS else f"bid {action}"
        return "pass" if action == PASS else move_text(action)

    def text_for(self, state, viewer):
        lines = []
        for seat in range(PLAYERS):
            if viewer in (None, seat) or state.over:
                hand = cards_text(state.hands[seat])
            else:
                known = known_cards(self, state, seat)
                hand = f"hidden, among them {cards_text(known)}" if known else "hidden"
            mark = "> " if seat == state.turn and not state.over else "  "
            lines.append(f"{mark}{seat_title(state, seat)}: {hand}")
        left_over = cards_text(state.left_over) if left_over_seen(self, state, viewer) else "hidden"
        played = sum(int(word) for word in state.played)
        lines += [f"left over: {left_over}", f"played: {cards_text(played) or 'nothing'}", table_title(state)]
        return "\n".join(lines)

    def svg_for(self, state, viewer, dark=False):
        def faces(word, seen):
            ranks = reversed(ranks_of(word))
            return [FACES[r] if seen else FACE_DOWN for r in ranks]

        def hand(seat):
            return seat_title(state, seat), faces(state.hands[seat], viewer in (None, seat) or state.over)

        own = viewer or 0
        others = [(own + 1) % PLAYERS, (own + 2) % PLAYERS]
        middle = (table_title(state), faces(WORD[int(state.last)], True))
        left_over = ("left over", faces(state.left_over, left_over_seen(self, state, viewer)))
        rows = [hand(others[0]), hand(others[1]), left_over, middle, hand(own)]
        turn = {others[0]: 0, others[1]: 1, own: 4}[int(state.turn)]
        return draw_cards(self, rows, dark, None if state.over else turn)


def seat_title(state, seat) -> str:
    """Return a seat's number, role and number of cards."""
    role = "" if state.landlord == NOBODY else ", landlord" if seat == state.landlord else ", peasant"
    n = size(state.hands[seat])
    return f"seat {seat}{role}: {n} card{'s' if n != 1 else ''}"


def table_title(state) -> str:
    """Return the move to beat, the state of the auction or the result."""
    if state.over:
        return "nobody bid" if state.winner == NOBODY else f"seat {state.winner} is out of cards"
    if state.landlord == NOBODY:
        return f"auction: {f'seat {state.bidder} bids {state.bid}' if state.bid else 'no bid yet'}"
    if state.chosen:
        return f"seat {state.turn} chooses kickers for {move_text(int(state.chosen))}"
    if state.last == PASS:
        return f"seat {state.turn} leads"
    return f"to beat: {move_text(int(state.last))} of seat {state.holder}"


def left_over_seen(game, state, viewer) -> bool:
    """Return whether a viewer knows the three left-over cards."""
    if viewer is None or state.over:
        return True
    return state.landlord != NOBODY and bool(game.show_leftover or viewer == state.landlord)
