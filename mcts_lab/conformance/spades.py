"""Replaying OpenSpiel's recordings of Spades.

OpenSpiel deals card by card as chance events; here the deal is part of the start position, so the recorded deal is
taken over first and the replay begins with the bids.
"""

from __future__ import annotations

import numpy as np

from ..game import start
from ..games.cards.cards import RANK_LETTERS, SUIT_LETTERS, SUITS, card_name, cards_of, mask_of, parse_card
from ..games.spades import like_openspiel, set_deal
from ..games.spades.rules import BID, NOTHING, PLAYING
from .files import ConformanceError, read_lines
from .openspiel import Adapter, replay_game


def replay(path, name="spades") -> tuple[int, list[str]]:
    """Replay one recording: the number of steps checked, and a sentence for each difference.

    Raises ConformanceError if the file is not a recording of Spades.
    """
    header, records = read_lines(path, "openspiel-traj-1", ("name", "game_string", "parameters"))
    if header["name"] != "spades":
        raise ConformanceError(f"{path} is a recording of {header['name']}, not of spades")
    game = like_openspiel()
    steps = 0
    differences = []
    for i, record in enumerate(records):
        try:
            found = []
            deal = [step for step in record["steps"] if step["p"] == -1]
            check_deal(deal, found)
            history = History(deal)
            adapter = ADAPTER._replace(begin=history.begin, observed=history.observed, final=history.final)
            checked, more = replay_game(adapter, game, {**record, "steps": record["steps"][len(deal):]})
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ConformanceError(f"{path}, game {i}, does not have the form of a recorded game: {error!r}") from None
        steps += len(deal) + checked
        differences += [f"game {record.get('game', i)}, {difference}" for difference in found + more]
    return steps, differences


def check_deal(deal, differences):
    """Compare the dealing with a pack of 52 cards."""
    left = {card_name(card) for card in range(52)}
    for i, step in enumerate(deal):
        if step["n"] != len(left) or step["s"] not in left:
            differences.append(f"step {i}: {step['s']} is dealt as one of {step['n']} cards, here {len(left)} are left")
        left.discard(step["s"])


class History:
    """What OpenSpiel prints and a state here does not keep: the tricks of the deal in order."""

    def __init__(self, deal):
        self.hands = [[parse_card(step["s"]) for step in deal[seat::4]] for seat in range(4)]
        self.plays = []  # (seat, card)
        self.seen = 0

    def begin(self, game, record):
        """The start of the recorded deal."""
        state = start(game, 0)
        set_deal(game, state, self.hands, dealer=3)
        return state

    def note(self, state):
        """Add the card played since the last call."""
        new = cards_of(np.uint64(int(state.played) & ~self.seen))
        for card in new:
            self.plays.append((next(s for s in range(4) if card in self.hands[s]), card))
        self.seen = int(state.played)

    def observed(self, game, state, player):
        """What `player` sees, as OpenSpiel prints it."""
        self.note(state)
        words = "".join(f"{suit_line(state.hands[player], suit)}\n" for suit in (3, 2, 1, 0))
        return words + self.public(state, player)

    def final(self, game, state, player):
        """The finished deal, as OpenSpiel prints it."""
        self.note(state)
        north, east, south, west = self.hands
        lines = [f"{'':8}{suit_line(mask_of(north), suit, '')}" for suit in (3, 2, 1, 0)]
        lines += [f"{suit_line(mask_of(west), suit, ''):<8}{'':8}{suit_line(mask_of(east), suit, '')}"
                  for suit in (3, 2, 1, 0)]
        lines += [f"{'':8}{suit_line(mask_of(south), suit, '')}" for suit in (3, 2, 1, 0)]
        scores = [int(points) for points in state.gained]
        return "\n".join(lines) + "\n" + self.public(state, -1) + f"\n\nScore: N/S {scores[0]} E/W {scores[1]}"

    def public(self, state, player):
        """Bids, tricks in a grid of seven columns, tricks taken."""
        if state.phase < PLAYING and state.bids[0] == NOTHING:
            return ""  # nobody has bid
        bids = [bid_text(state.bids[seat]) for seat in range(4)]
        if state.phase < PLAYING:
            bids[player] = "?"
        if player == 3 and state.phase < PLAYING:
            bids[3] = "\n?"  # as printed there
        words = "\nNorth East  South  West\n" + "".join(f"{bid:<6}" for bid in bids) + "\n"
        if state.phase < PLAYING or not self.plays:
            return words
        words += "\nN  E  S  W  N  E  S"
        for i, (seat, card) in enumerate(self.plays):
            if i % 4 == 0:
                words += "\n" + "   " * seat
            words += card_name(card) + " "
        words += "\n\nTricks taken:\n\nNorth East  South  West\n"
        taken = [str(int(state.tricks[seat])) for seat in range(4)]
        return words + "".join(f"{n:<6}" for n in taken)


def suit_line(hand, suit, empty="none"):
    """The ranks a hand holds of a suit, behind the suit's letter."""
    ranks = "".join(RANK_LETTERS[card % 13] for card in cards_of(np.uint64(hand) & SUITS[suit])[::-1])
    return f"{SUIT_LETTERS[suit]} {ranks or empty}"


def bid_text(bid):
    """A bid as OpenSpiel prints it."""
    if bid == NOTHING:
        return ""
    return "Nil" if bid == 0 else str(int(bid))


def action(game, state, number):
    """OpenSpiel's text of an action."""
    return bid_text(number - BID) if number >= BID else card_name(number)


def returns(game, state):
    """The points of the deal, by seat."""
    return [int(state.gained[seat & 1]) for seat in range(4)]


ADAPTER = Adapter(make=lambda header: like_openspiel(), names=("spades",), action=action, returns=returns)
