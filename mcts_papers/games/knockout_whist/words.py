"""Names of actions in Knockout Whist, the table as text, and setting up a deal."""

import numpy as np

from mcts_lab.appearance import Appearance
from mcts_lab.engine.bits import count_bits
from mcts_lab.engine.light import fill

from ..playing_cards import PACK, SUIT_LETTERS, card_name, check_deal, hand_text, hidden_text, parse_hand
from .rules import CHOOSING, FIRST_ROUND, NOTHING, OVER, STOCK, TRUMP_CHOICE, WAIT, open_round


def set_deal(game, state, hands, trump, round_cards=None, leader=0, alive=None):
    """Turn `state` into the start of a round with the given cards.

    hands: a hand for each player as for `parse_hand`; a knocked-out player's hand may be empty. trump: a suit, 0 to 3
    or a letter of CDHS. round_cards: number of cards of each player; None: as many as the leader has. leader: the
    seat that leads. alive: the seats still in the game; None: all.

    Raises ValueError for a deal that cannot exist.
    """
    game.facts()
    if len(hands) != game.players:
        raise ValueError(f"{len(hands)} hands were given for {game.players} players. Give one hand for each player.")
    hands = [parse_hand(hand) for hand in hands]
    check_deal(hands)
    alive = sorted(set(range(game.players) if alive is None else alive))
    if not alive or not all(0 <= seat < game.players for seat in alive) or leader not in alive:
        raise ValueError(f"The leader cannot be {leader}. Choose a player who is still in the game, from 0 to "
                         f"{game.players - 1}.")
    size = count_bits(hands[leader]) if round_cards is None else int(round_cards)
    if not 1 <= size <= FIRST_ROUND:
        raise ValueError(f"A round has 1 to {FIRST_ROUND} cards per player, not {size}.")
    for seat, hand in enumerate(hands):
        if count_bits(hand) != size and (seat in alive or count_bits(hand)):
            raise ValueError(f"Player {seat + 1} has {count_bits(hand)} cards in a round of {size}. Give all players "
                             "in the game the same number of cards.")
    suit = SUIT_LETTERS.find(trump) if isinstance(trump, str) else int(trump)
    if not 0 <= suit <= 3 or trump == "":
        raise ValueError(f"{trump!r} is not a suit. Give one of C D H S, or 0 to 3.")
    rest = int(PACK)
    state.hands[:] = 0
    for seat, hand in enumerate(hands):
        state.hands[seat] = hand
        rest &= ~int(hand)
    state.hands[STOCK] = np.uint64(rest)
    state.alive = sum(1 << seat for seat in alive)
    state.dogs = 0
    state.dog_used = 0
    state.dealer = (leader - 1) % game.players
    state.round_cards = size
    state.trump = suit
    state.turned = NOTHING
    fill(state.last_trick, NOTHING)
    open_round(state, leader)


class WhistWords(Appearance):
    """Names and texts."""

    __slots__ = ()

    def action_name(self, state, action):
        if action == WAIT:
            return "wait"
        if action >= TRUMP_CHOICE:
            return f"trump {SUIT_LETTERS[action - TRUMP_CHOICE]}"
        return card_name(action)

    def text_for(self, state, viewer):
        if state.phase == OVER and not int(state.round_cards):
            return f"Player {int(state.alive).bit_length()} wins"
        lines = [f"round of {int(state.round_cards)}, trumps "
                 f"{'to be named' if state.phase == CHOOSING else SUIT_LETTERS[int(state.trump)]}"]
        for seat in range(self.players):
            shown = hand_text(state.hands[seat]) if viewer in (None, seat) else hidden_text(state.hands[seat])
            status = f"tricks {int(state.taken[seat])}" if int(state.alive) >> seat & 1 else "out"
            played = f"  plays {card_name(state.trick[seat])}" if state.trick[seat] != NOTHING else ""
            mark = ">" if self.to_move(state) == seat else " "
            lines.append(f"{mark} Player {seat + 1}: {shown}  ({status}){played}")
        return "\n".join(lines)
