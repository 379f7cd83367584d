"""Advice of the rule player to a search of Dou Di Zhu: ratings of moves, and moves to avoid.

A good move saves turns (see `rule_player`). A move to avoid takes the lead from a mate who needs no help, leads a
bomb early, breaks a bomb up, or leads a low solo when an enemy has one card. The advice uses only the player's own
hand, the sizes of the others and the cards played.
"""

from mcts_lab.hints import Hints

from .hands import EMPTY, JOKERS, fits, holding1, holding4, size
from .moves import CATEGORY, GROUP, KICKED, LENGTH, MAIN, MOVES, PASS, RED_JOKER, SOLO, WORD
from .rule_player import (
    JACK,
    KING,
    NOBODY,
    QUEEN,
    bid,
    fewest_enemy_cards,
    is_bomb,
    lead_cost,
    mate_of,
    rule_move,
    same_side,
    turns,
)
from .rules import PLAYERS, card


class DouDiZhuAdvice(Hints):
    """Ratings of moves by hand-written rules."""

    __slots__ = ()

    def rule_action(self, state, rng, scratch):
        return rule_move(self, state, scratch)

    def advised_against(self, state, action):
        if state.landlord == NOBODY or action == PASS:
            return False
        seat = int(state.turn)
        hand = state.hands[seat]
        left = hand - WORD[action]
        if left == EMPTY:
            return False
        leading = state.last == PASS
        helping = not leading and same_side(state, seat, int(state.holder))
        if is_bomb(action):
            return helping or (leading and turns(left) > 1)
        high = MAIN[int(state.last)] >= JACK or MAIN[action] > QUEEN
        if helping and (high or size(state.hands[int(state.holder)]) <= 4):
            return True
        enemy = fewest_enemy_cards(state, seat)
        if leading and enemy == 1 and CATEGORY[GROUP[action]] == SOLO and not lets_mate_out(state, seat):
            return MAIN[action] < highest_rank(hand)
        return enemy > 2 and breaks_bomb(hand, left)

    def advice(self, state, action):
        """Return a rating of an action: 0 to avoid, 1 for going out or for a lead that costs no turn."""
        seat = int(state.turn)
        hand = state.hands[seat]
        if state.landlord == NOBODY:
            return 1.0 if action == bid(state, hand) else 0.5
        leading = state.last == PASS
        if action == PASS:
            return 0.75 if same_side(state, seat, int(state.holder)) else 0.5
        left = hand - WORD[action]
        if left == EMPTY:
            return 1.0
        if self.advised_against(state, action):
            return 0.0
        enemy, now = fewest_enemy_cards(state, seat), turns(hand)
        absorbed = 0
        if action >= MOVES and KICKED[GROUP[action]]:  # a base: the player will also play its kickers
            absorbed = LENGTH[GROUP[action]]
        if is_bomb(action):
            value = 0.75 if leading or enemy <= 4 or now <= 3 else 0.25
        elif leading:
            cost = lead_cost(state, seat, hand, action, enemy, lets_mate_out(state, seat)) - absorbed
            value = 1.0 - 0.25 * (cost - (now - 1))
        else:
            saved = now - turns(left) + absorbed
            value = 0.5 + 0.25 * saved - 0.05 * max(0, MAIN[action] - KING)
            if enemy <= 6 or MAIN[int(state.last)] >= JACK:
                value += 0.1
        return min(1.0, max(0.0, value))


def lets_mate_out(state, seat):
    """Return whether the mate moves next and has one card."""
    mate = mate_of(state, seat)
    return mate != NOBODY and mate == (seat + 1) % PLAYERS and size(state.hands[mate]) == 1


def highest_rank(hand):
    """Return the highest rank in a non-empty hand."""
    rank = RED_JOKER
    while not fits(hand, card(rank)):
        rank -= 1
    return rank


def breaks_bomb(hand, left):
    """Return whether `left` has a part of a bomb or of the rocket."""
    rocket = left & JOKERS
    if hand & JOKERS == JOKERS and rocket != EMPTY and rocket != JOKERS:
        return True
    return holding4(hand) & ~holding4(left) & holding1(left) != EMPTY
