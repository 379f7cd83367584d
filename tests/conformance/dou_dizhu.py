"""Dou Di Zhu as OpenSpiel prints it. OpenSpiel deals by chance steps; here a recorded deal is laid out at once."""

from __future__ import annotations

import numpy as np

from mcts_lab.game import CHANCE, new_states
from mcts_lab.games.dou_dizhu import like_openspiel, stakes_of
from mcts_lab.games.dou_dizhu.moves import BIDS, DEUCE, LETTERS, PASS, cards_text, move_text, word_of
from mcts_lab.games.dou_dizhu.rules import LEFT_OVER, NOBODY, PLAYERS, begin

from .differences import Differences
from .openspiel import Adapter

CARDS = 54
DEALT = CARDS - LEFT_OVER


def named(game, state, action):
    """OpenSpiel's text of an action."""
    if state.landlord == NOBODY and action < BIDS:
        return "Pass" if action == PASS else f"Bid {action}"
    return move_text(action)


def seen(game, state, player):
    """The hand, all cards played, the card turned up and who got it, and the seat counted from the landlord.

    In the auction the highest bidder stands in for the landlord, and seat 0 before there is a bid.
    """
    played = sum(int(word) for word in state.played)
    landlord = int(state.landlord) if state.landlord != NOBODY else max(int(state.bidder), 0)
    return (
        f"My hand {cards_text(state.hands[player])}\nPlayed cards {cards_text(played)}\n"
        f"face up card rank: {int(state.face_up)}start player: {int(state.first)}"
        f"My position from Dizhu: {(player - landlord) % PLAYERS}"
    )


def card_text(card) -> str:
    """OpenSpiel's name of the card with this number, ``13 * suit + rank`` or a joker."""
    return ("(BWJ)", "(CJ)")[card - 52] if card >= 52 else "CDHS"[card // 13] + LETTERS[card % 13]


def card_rank(card) -> int:
    """Our rank of the card with OpenSpiel's number."""
    return card - 52 + DEUCE + 1 if card >= 52 else card % 13


def deal(game, record):
    """The state after the recorded deal (None if it cannot be), the number of its chance steps, and the differences.

    The first step names the position of the card turned up among those dealt, the others deal one card each, by turns.
    """
    steps = record["steps"][: DEALT + 1]
    differences = Differences()
    if len(steps) <= DEALT or any(step["p"] != CHANCE for step in steps):
        return None, len(steps), [f"the game does not begin with {DEALT + 1} chance steps"]
    position = steps[0]["a"]
    differences.compare("step 0", "the number of outcomes", steps[0]["n"], DEALT)
    differences.compare("step 0", "the outcome", steps[0]["s"], f"Decide first card up position {position}")
    cards = []
    for at, step in enumerate(steps[1:], start=1):
        card = step["a"] - DEALT
        if card in cards or not 0 <= card < CARDS:
            return None, at, [*differences, f"step {at}: {step['s']!r} cannot be dealt"]
        differences.compare(f"step {at}", "the number of outcomes", step["n"], CARDS - len(cards))
        differences.compare(f"step {at}", "the outcome", step["s"], f"Deal {card_text(card)}")
        cards.append(card)
    state = new_states(game, 1)[0]
    for seat in range(PLAYERS):
        state.hands[seat] = word_of(card_rank(c) for c in cards[seat::PLAYERS])
    left_over = word_of(card_rank(c) for c in range(CARDS) if c not in cards)
    begin(game, state, np.uint64(left_over), position % PLAYERS, card_rank(cards[position]))
    return state, len(steps), differences


def returns(game, state):
    """The stakes, by seat."""
    return [stakes_of(state, seat) for seat in range(PLAYERS)]


ADAPTERS = {
    # OpenSpiel's final text prints the hands at the wrong seats unless seat 0 bid first
    "dou_dizhu": Adapter(
        lambda header: like_openspiel(), ("dou_dizhu",), action=named, observed=seen, final=None, deal=deal,
        returns=returns,
    ),
}
