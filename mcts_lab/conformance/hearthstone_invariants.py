"""What must hold after every action of Hearthstone, whoever plays: ``mcts-lab conform hearthstone --games 1000``.

Random games with each deck in turns. After every action the record is checked as a whole; cards of hand and deck are
compared with those before it; and what each player does not know is guessed anew in a copy, in which all that he does
know must stay. Games in Numba's bounds checks: ``NUMBA_BOUNDSCHECK=1``, with a folder of compiled code of its own.
"""

from __future__ import annotations

import numpy as np

from ..engine.generic import compiler, entry, helper
from ..engine.random import below, stream
from ..game import determinize, facts, legal, new_states, play, put, reset
from ..games.hearthstone import DECKS, hearthstone
from ..games.hearthstone.cards import DESTROYED
from ..games.hearthstone.choices import END_TURN
from ..games.hearthstone.state import OVER

DECK_NAMES = tuple(DECKS)
MOST_CARDS = 128  # that a book holds
GOES_ON = 31  # no invariant is violated; the game has not ended within the steps

HOLDS = {  # number: what does not hold
    1: "a hand has more than ten cards, or fewer than none",
    2: "a board has more than seven minions, or fewer than none",
    3: "mana is negative or above ten",
    4: "a deck has more cards than at the start",
    5: "more secrets are active than there may be, or one of them twice",
    6: "two minions stand in one place, or a place that is taken counts as free",
    7: "a minion is on a board although it is dead",
    8: "a minion is on the board of a player whom it does not belong to",
    9: "a hero has more health than he can have",
    10: "the game is over and both heroes live, or goes on and one is dead",
    11: "there is nothing to choose, or more than there is room for, or the turn cannot be ended",
    12: "an action is listed twice, or has a number that there is not",
    13: "a deck holds a card more often than before",
    14: "cards came from nowhere: hand and deck together have grown by more than cards can give",
    15: "cards got lost: hand and deck together have shrunk by more than was played or burnt",
    20: "a guess changed what its observer knows of his own",
    21: "a guess changed how many cards the opponent has in hand or deck",
    22: "a guess dealt cards that the opponent does not have, or lost some",
    GOES_ON: "the game does not end",
}


@helper
def violated(game, state, decks):
    """The number of the first invariant of the record that does not hold, or 0. decks: sizes at the start."""
    taken = 0
    for side in range(2):
        player = state.players[side]
        if player.hand_size < 0 or player.hand_size > 10:
            return 1
        if player.board_size < 0 or player.board_size > 7:
            return 2
        if player.mana < 0 or player.mana > 10 or player.max_mana > 10:
            return 3
        if player.deck_size < 0 or player.deck_size > decks:
            return 4
        for i in range(player.secret_count):
            for j in range(i):
                if player.secrets[i] == player.secrets[j]:
                    return 5
        if player.secret_count > 5:
            return 5
        if player.hp > player.max_hp:
            return 9
        for i in range(player.board_size):
            place = int(player.board[i])
            if taken >> place & 1 or np.int64(state.free >> np.uint64(place)) & 1:
                return 6
            taken |= 1 << place
            minion = state.minions[place]
            if not state.pending and state.status != OVER and (minion.hp < 1 or minion.keywords & DESTROYED):
                return 7
            if minion.side != side:
                return 8
    dead = state.players[0].hp < 1 or state.players[1].hp < 1
    if dead != (state.status == OVER) and state.turn <= game.turns:
        return 10
    return 0


@helper
def count_cards(state, side, counts):
    """How often each card is in a player's deck (row 0), and in deck and hand (row 1)."""
    counts[:, :] = 0
    player = state.players[side]
    for i in range(player.deck_size):
        counts[0, int(player.deck[i])] += 1
        counts[1, int(player.deck[i])] += 1
    for i in range(player.hand_size):
        counts[1, int(player.hand[i])] += 1


@helper
def cards_moved(before, state, counts, others):
    """The number of an invariant of cards in hands and decks that an action breaks, or 0."""
    for side in range(2):
        count_cards(before, side, counts)
        count_cards(state, side, others)
        grown, shrunk = 0, 0
        for card in range(MOST_CARDS):
            if others[0, card] > counts[0, card]:
                return 13
            grown += max(0, others[1, card] - counts[1, card])
            shrunk += max(0, counts[1, card] - others[1, card])
        # gifts and minions that return to a hand: at most so many as minions died or came back, and two Bananas
        if grown > 16:
            return 14
        burnt = before.players[side].deck_size - state.players[side].deck_size
        if shrunk > burnt + 2:  # the card played, and one discarded
            return 15
    return 0


@helper
def guess(game, states, observer, rng, counts, others):
    """The number of an invariant that a guess of what `observer` does not know breaks, or 0."""
    put(game, states, 2, states[1])
    state, world = states[1], states[2]
    determinize(game, world, observer, rng)
    own, same = state.players[observer], world.players[observer]
    if own.hand_size != same.hand_size or own.deck_size != same.deck_size or own.mana != same.mana:
        return 20
    for i in range(own.hand_size):
        if own.hand[i] != same.hand[i] or own.hand_extra[i] != same.hand_extra[i]:
            return 20
    for i in range(own.deck_size):
        if own.deck[i] != same.deck[i]:
            return 20
    other = 1 - observer
    if (state.players[other].hand_size != world.players[other].hand_size
            or state.players[other].deck_size != world.players[other].deck_size):
        return 21
    count_cards(state, other, counts)
    count_cards(world, other, others)
    for card in range(MOST_CARDS):
        if counts[1, card] != others[1, card]:
            return 22
    return violated(game, world, 60)


@entry
def play_checked(game, states, rng, scratch, counts, others, notes, branching, numbers, steps):
    """Play at random on from ``states[1]`` for up to `steps` actions; ``states[0]`` is the state before each.

    counts, others: int64[2, MOST_CARDS], room. notes: int64[2], the actions played, and the size of decks at the start.
    Returns the number of the first invariant that does not hold, or 0.
    """
    before, state = states[0], states[1]
    for _ in range(steps):
        if state.status == OVER:
            return 0
        put(game, states, 0, state)
        n = legal(game, state, scratch)
        if n <= 0 or n > branching:
            return 11
        ends = state.pending != 0
        for i in range(n):
            if scratch[i] < 0 or scratch[i] >= numbers:
                return 12
            ends = ends or scratch[i] == END_TURN
            for j in range(i):
                if scratch[i] == scratch[j]:
                    return 12
        if not ends:
            return 11
        action = int(scratch[below(rng, n)])
        play(game, state, action, rng)
        notes[0] += 1
        found = violated(game, state, notes[1])
        if found == 0:
            found = cards_moved(before, state, counts, others)
        for observer in range(2):
            if found == 0 and state.status != OVER:
                found = guess(game, states, observer, rng, counts, others)
        if found != 0:
            return found
    return 0 if state.status == OVER else GOES_ON


def check_game(number, steps=10_000, compiled=None):
    """Play the game of this number; (actions played, a sentence about what does not hold or "")."""
    name = DECK_NAMES[number % len(DECK_NAMES)]
    game = hearthstone(name)
    states, rng = new_states(game, 3), stream(number)
    reset(game, states[1], rng)
    known = facts(game)
    counts, others = np.zeros((2, MOST_CARDS), np.int64), np.zeros((2, MOST_CARDS), np.int64)
    notes = np.array([0, 30], np.int64)
    compiled = compiler.available() if compiled is None else compiled
    found = int(play_checked(game, states, rng, np.zeros(known.branching, np.int32), counts, others, notes,
                             known.branching, known.actions, steps, compiled=compiled))
    played = int(notes[0])
    if found == 0 or (found == GOES_ON and steps < 10_000):
        return played, ""
    return played, f"game {number} ({name}), action {played}: {HOLDS[found]}"
