"""A player of Dou Di Zhu that follows hand-written rules; searches are compared with it.

The rules count *turns*: the number of leads until a hand is empty, if it is split greedily into groups. When the player
leads, it plays the move after which the fewest turns are left. It replies to a move if this does not increase the
number of turns. It lets the other peasant win, and keeps bombs for the end.
"""

import numpy as np

from mcts_lab.engine.generic import unit

from . import moves as m
from .choices import list_kicked, list_leads, list_replies
from .hands import (
    CHAINED,
    EMPTY,
    JOKERS,
    card,
    count,
    holding1,
    holding2,
    holding3,
    holding4,
    rank_of,
    ranks_held,
    runs,
    size,
)
from .rules import NOBODY, PLAYERS

JACK, QUEEN, KING = 8, 9, 10
WORST = 1e9


# ---------------------------------------------------------------------------------------------------------------------
# Turns


@unit
def turns(hand) -> int:
    """Return the number of leads until the hand is empty, for the best of four greedy splits.

    The rocket and each bomb need one turn. Then solo chains, pair chains and trios are removed in different orders;
    consecutive trios are joined to airplanes. Each of the other solos and pairs needs one turn, except that each trio
    takes one of them as its kicker.
    """
    n = 0
    if hand & JOKERS == JOKERS:
        hand -= JOKERS
        n += 1
    bombs = holding4(hand)
    n += ranks_held(bombs)
    hand -= bombs << np.uint64(2)
    trios = holding3(hand)
    if trios == EMPTY:  # then only two of the four orders differ
        return n + min(split(hand, 1, 2, 3), split(hand, 2, 3, 1))
    return n + min(split(hand, 3, 1, 2), split(hand, 1, 3, 2), split(hand, 2, 3, 1), split(hand, 3, 2, 1))


@unit
def split(hand, first, second, third) -> int:
    """Return the turns of a hand without bombs. The order of removal: 1 solo chains, 2 pair chains, 3 trios."""
    groups, carried = 0, 0
    for step in range(3):
        kind = first if step == 0 else (second if step == 1 else third)
        if kind == 3:
            trios = holding3(hand)
            hand -= trios + (trios << np.uint64(1))
            carried += ranks_held(trios)
            groups += airplanes(trios)
        elif kind == 2:
            taken = 1
            while taken > 0:
                hand, taken = without_chain(hand, runs(holding2(hand), 3), holding2(hand), np.uint64(2))
                groups += taken
        else:
            taken = 1
            while taken > 0:
                hand, taken = without_chain(hand, runs(holding1(hand), 5), holding1(hand), np.uint64(1))
                groups += taken
    return groups + max(0, ranks_held(hand) - carried)


def airplanes(trios):
    """Return the number of groups of consecutive trios; twos join no other trio."""
    joined = trios & CHAINED & (trios << np.uint64(4))
    return ranks_held(trios) - ranks_held(joined)


def without_chain(hand, starts, mask, copies):
    """Return the hand without the longest chain at the lowest start, and the number of chains removed, 1 or 0."""
    if starts == EMPTY:
        return hand, 0
    rank = rank_of(starts)
    while rank < m.DEUCE and mask & card(rank) != EMPTY:
        hand -= copies << np.uint64(4 * rank)
        rank += 1
    return hand, 1


# ---------------------------------------------------------------------------------------------------------------------
# The situation


def same_side(state, seat, other):
    """Return whether two seats play together."""
    return (seat == state.landlord) == (other == state.landlord)


def fewest_enemy_cards(state, seat):
    """Return the size of the smallest enemy hand."""
    fewest = 99
    for other in range(PLAYERS):
        if not same_side(state, seat, other):
            fewest = min(fewest, size(state.hands[other]))
    return fewest


def mate_of(state, seat):
    """Return the other peasant; NOBODY for the landlord."""
    for other in range(PLAYERS):
        if other != seat and same_side(state, seat, other):
            return other
    return NOBODY


def is_bomb(move):
    """Return whether a move is a bomb or the rocket."""
    category = m.CATEGORY[m.GROUP[move]]
    return category == m.BOMB or category == m.ROCKET


def better(cost, move, best_cost, best):
    """Return whether a lead is better than the best so far. Compare cost, then main rank, size and kickers."""
    if best == m.PASS or abs(cost - best_cost) > 1e-9:
        return best == m.PASS or cost < best_cost
    if m.MAIN[move] != m.MAIN[best]:
        return m.MAIN[move] < m.MAIN[best]
    cards, most = size(m.WORD[move]), size(m.WORD[best])
    return cards > most if cards != most else m.WORD[move] < m.WORD[best]


# ---------------------------------------------------------------------------------------------------------------------
# Leading


def lead_cost(state, seat, hand, move, enemy, mate_out_next):
    """Return the turns left after leading `move`, plus a cost for high cards and for helping an enemy go out.

    Helping the mate go out reduces the cost.
    """
    category, main = m.CATEGORY[m.GROUP[move]], m.MAIN[move]
    cost = float(turns(hand - m.WORD[move]))
    if category in (m.SOLO, m.PAIR, m.TRIO, m.TRIO_SOLO, m.TRIO_PAIR):
        cost += 0.35 * max(0, main - QUEEN)
    if category == m.SOLO:
        if enemy == 1:
            cost += 6.0 - 0.4 * main
        if mate_out_next:
            cost -= 5.0
    elif category == m.PAIR and enemy == 2:
        cost += 4.0 - 0.2 * main
    return cost


@unit
def best_lead(state, seat, hand, moves, n) -> int:
    """Return the best of the first `n` of `moves` to lead. If all of them are bombs, return the lowest bomb."""
    enemy = fewest_enemy_cards(state, seat)
    mate = mate_of(state, seat)
    mate_out_next = mate != NOBODY and mate == (seat + 1) % PLAYERS and size(state.hands[mate]) == 1
    best, best_cost = m.PASS, WORST
    bomb = m.PASS
    for i in range(n):
        move = moves[i]
        if is_bomb(move):
            if bomb == m.PASS:
                bomb = move
            continue
        cost = lead_cost(state, seat, hand, move, enemy, mate_out_next)
        if better(cost, move, best_cost, best):
            best, best_cost = move, cost
    return best if best != m.PASS else bomb


# ---------------------------------------------------------------------------------------------------------------------
# Following


def best_over_mate(hand, moves, n):
    """Return the reply to the mate's move: the lowest move up to a queen that reduces the turns, or a pass."""
    now = turns(hand)
    best, best_cost = m.PASS, WORST
    for i in range(n):
        move = moves[i]
        if move == m.PASS or is_bomb(move) or m.MAIN[move] > QUEEN:
            continue
        left = turns(hand - m.WORD[move])
        if left < now:
            cost = m.MAIN[move] + 0.01 * left
            if cost < best_cost:
                best, best_cost = move, cost
    return best


@unit
def best_over_enemy(state, seat, hand, moves, n) -> int:
    """Return the reply to an enemy's move.

    The best reply reduces the number of turns. If there is no such reply, a move that does not increase the number is
    allowed if an enemy has few cards or has played a high move. Any move is allowed if an enemy has at most three
    cards. Bombs are chosen last, and only near the end of a hand.
    """
    last = int(state.last)
    enemy = fewest_enemy_cards(state, seat)
    now = turns(hand)
    pressed = enemy <= 6 or m.MAIN[last] >= JACK
    highest = enemy == 1 and m.CATEGORY[m.GROUP[last]] == m.SOLO
    best, best_cost, best_class = m.PASS, WORST, 3
    bomb = m.PASS
    for i in range(n):
        move = moves[i]
        if move == m.PASS:
            continue
        if is_bomb(move):
            if bomb == m.PASS:
                bomb = move
            continue
        left = turns(hand - m.WORD[move])
        if left < now:
            urgency = 0
        elif left <= now and pressed:
            urgency = 1
        elif enemy <= 3:
            urgency = 2
        else:
            continue
        if highest:
            urgency = 0
            cost = -float(m.MAIN[move])
        else:
            cost = left + 0.25 * max(0, m.MAIN[move] - KING) + 0.001 * m.MAIN[move]
        if urgency < best_class or (urgency == best_class and cost < best_cost - 1e-9):
            best, best_cost, best_class = move, cost, urgency
    if best == m.PASS and bomb != m.PASS and (enemy <= 4 or now <= 3):
        return bomb
    return best


# ---------------------------------------------------------------------------------------------------------------------
# Choosing


def bid(state, hand):
    """Return a bid for high cards and bombs; a hand that needs many turns bids less."""
    points = 1.5 * count(hand, m.RED_JOKER) + count(hand, m.BLACK_JOKER) + 0.75 * count(hand, m.DEUCE)
    points += 1.5 * ranks_held(holding4(hand))
    if turns(hand) > 8:
        points -= 1.0
    wanted = 3 if points >= 4.0 else (2 if points >= 3.0 else (1 if points >= 2.0 else m.PASS))
    return wanted if wanted > state.bid else m.PASS


@unit
def rule_move(game, state, moves) -> int:
    """Return the rule player's action for the seat to move; `moves` is scratch space for `Facts.branching` numbers."""
    seat = int(state.turn)
    hand = state.hands[seat]
    if state.landlord == NOBODY:
        return bid(state, hand)
    if state.chosen:
        n = list_kicked(hand, int(state.chosen) - m.MOVES, game.kickers, moves, 0)
    elif state.last == m.PASS:
        n = list_leads(hand, game.kickers, game.quads, game.quirks, False, moves)
    else:
        n = list_replies(hand, int(state.last), game.kickers, game.quirks, False, moves)
    move = best_move(state, seat, hand, moves, n)
    if state.chosen and move == m.PASS:
        move = moves[0]
    if game.kicker_step and not state.chosen and m.KICKED[m.GROUP[move]]:
        return m.MOVES + m.FIRST_BASE[m.GROUP[move]] + m.MAIN[move]
    return move


def best_move(state, seat, hand, moves, n):
    """Return the move that the rules choose among `moves`, or `PASS`. If a move empties the hand, choose it."""
    for i in range(n):
        if m.WORD[moves[i]] == hand:
            return moves[i]
    if state.last == m.PASS:
        return best_lead(state, seat, hand, moves, n)
    holder = int(state.holder)
    if same_side(state, seat, holder):
        if size(state.hands[holder]) <= 4 or m.MAIN[int(state.last)] >= JACK:
            return m.PASS
        return best_over_mate(hand, moves, n)
    return best_over_enemy(state, seat, hand, moves, n)
