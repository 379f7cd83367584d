"""Start positions and hidden information: mulligan, determinization, observations."""

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.random import below, uniform
from mcts_lab.engine.scratch import local_record
from mcts_lab.game import AnyGame

from . import cards as c
from . import chance
from .chance import pick
from .choices import HIDDEN_SECRET, PLAY, action_play, hand_index
from .effects import enter
from .rules import CHEAP, DISCARD_DEAR, begin_turn
from .state import (
    BOARD,
    DECK,
    HAND,
    NO_CARD,
    NO_PLAYER,
    PLACES,
    PLAYERS,
    RUNNING,
    add_to_hand,
    charge_of_beasts,
    gives_charge,
    next_number,
    refresh_attacks,
    remove_from_deck,
    remove_from_hand,
)

FIRST_HAND, SECOND_HAND = 3, 4
DEAR = 4  # cards of at least this cost are discarded at the start
ALL_FREE = np.uint64((1 << PLACES) - 1)

PUT_ASIDE = np.dtype([("cards", np.uint8, (HAND,))])
put_aside_room = local_record(PUT_ASIDE)


@unit
def set_up_player(game, state, rng, side, hand) -> None:
    """Give a player a hero, the whole deck and `hand` random cards, some of which are exchanged."""
    player = state.players[side]
    book = game.book[0]
    hero = int(book.heroes[side])
    player.hero = hero
    player.hero_number = next_number(state)
    player.hp = book.cards[hero].health
    player.max_hp = book.cards[hero].health
    player.power = book.cards[hero].power
    player.weapon = NO_CARD
    size = int(book.lists[side, 0])
    player.deck_size = size
    for i in range(size):
        player.deck[i] = book.lists[side, 1 + i]
    for _ in range(hand):
        take_random(state, rng, side)
    if game.mulligan == DISCARD_DEAR:
        exchange(game, state, rng, side)


def take_random(state, rng, side):
    """Move a random card of the deck to the hand."""
    player = state.players[side]
    at = pick(rng, int(player.deck_size), chance.SET_UP)
    card = int(player.deck[at])
    remove_from_deck(state, side, at)
    add_to_hand(state, side, card, 0)


def exchange(game, state, rng, side):
    """Replace expensive cards. The discarded cards go back into the deck after the new cards have been drawn."""
    player = state.players[side]
    aside = put_aside_room()
    n = 0
    for i in range(int(player.hand_size) - 1, -1, -1):
        card = int(player.hand[i])
        if game.book[0].cards[card].cost >= DEAR:
            aside.cards[n] = card
            n += 1
            remove_from_hand(state, side, i)
    for _ in range(n):
        take_random(state, rng, side)
    for i in range(n):
        player.deck[int(player.deck_size)] = aside.cards[i]
        player.deck_size += 1


def clear(state):
    """Empty the table."""
    for side in range(2):
        player = state.players[side]
        player.turn_bonus = 0
        player.attacks = 0
        player.destroyed = 0
        player.power_used = 0
        player.weapon_active = 0
        player.mana = 0
        player.max_mana = 0
        player.locked = 0
        player.overload = 0
        player.fatigue = 0
        player.surcharges = 0
        player.returns = 0
        player.hand_size = 0
        player.board_size = 0
        player.secret_count = 0
        player.died_count = 0
    state.free = ALL_FREE
    state.turn = 0
    state.next_number = 0
    state.actions = 0
    state.pending = 0
    state.status = RUNNING
    state.winner = NO_PLAYER


class HearthstoneSetup(AnyGame):
    """Start positions, determinizations and observations."""

    __slots__ = ()

    def reset(self, state, rng):
        clear(state)
        first = pick(rng, 2, chance.SET_UP)
        state.active = first
        set_up_player(self, state, rng, first, FIRST_HAND)
        set_up_player(self, state, rng, first ^ 1, SECOND_HAND)
        add_to_hand(state, first ^ 1, int(self.book[0].coin), 0)
        begin_turn(self, state, rng)

    def determinize(self, state, observer, rng):
        """Deal the opponent's hand, and unknown secrets, again from the rest of the deck, whose list is known."""
        deal_hidden_hand(self, state, observer ^ 1, rng)

    def observation(self, state, action, observer):
        """Return an action as the observer sees it: without the number of the copy or the name of a hidden secret."""
        if action < PLAY or observer == state.active:
            return action
        player = state.players[int(state.active)]
        index = hand_index(player, action)
        if index < 0:
            return action
        card = int(player.hand[index])
        if self.book[0].cards[card].kind == c.SECRET and not self.secrets_known:
            return HIDDEN_SECRET
        return action_play(card, 0, (action - PLAY) % 16)


def set_table(game, state, boards=((), ()), hands=((), ()), decks=((), ()), mana=(10, 10), hp=(30, 30), active=0):
    """Turn `state` into a position in the middle of a game. Each argument has one entry for each player.

    boards, hands, decks: names of cards, as in the table or as people write them. Minions can attack immediately.
    mana: current and maximum mana. hp: health of the heroes. active: the player to move.

    Raises ValueError for an unknown card or for too many cards.
    """
    from .words import card_number

    clear(state)
    state.active = active
    state.turn = 20 - active
    for side in range(2):
        player = state.players[side]
        hero = int(game.book[0].heroes[side])
        player.hero = hero
        player.hero_number = next_number(state)
        player.hp = hp[side]
        player.max_hp = game.book[0].cards[hero].health
        player.power = game.book[0].cards[hero].power
        player.weapon = NO_CARD
        player.mana = player.max_mana = mana[side]
        player.attacks = 1
        player.deck_size = 0
        for what, listed, room in (("minions", boards, BOARD), ("cards in hand", hands, HAND), ("deck", decks, DECK)):
            if len(listed[side]) > room:
                raise ValueError(f"{len(listed[side])} are too many for the {what} of {PLAYERS[side]}. Use at most "
                                 f"{room}.")
        for name in boards[side]:
            card = card_number(game, name)
            if game.book[0].cards[card].kind != c.MINION:
                raise ValueError(f"{name!r} is not a minion, so it cannot be on a board. Put only minions there.")
            place = enter(game, state, card, side, int(player.board_size))
            if gives_charge(game, state.minions[place]):
                charge_of_beasts(game, state, side, True)
            refresh_attacks(state.minions[place])
        for name in hands[side]:
            add_to_hand(state, side, card_number(game, name), 0)
        for name in decks[side]:
            player.deck[int(player.deck_size)] = card_number(game, name)
            player.deck_size += 1


# ---------------------------------------------------------------------------------------------------------------------
# Hidden information


def hand_weight(game, card):
    """Return the relative probability that a card of the deck is in a hidden hand."""
    if game.hand_odds == CHEAP:
        return max(11 - int(game.book[0].cards[card].cost), 1)
    return 1


def to_deck(player, card):
    player.deck[int(player.deck_size)] = card
    player.deck_size += 1


def random_secret(game, cards, size, player, known, rng):
    """Return the index of a random secret among the first `size` cards, or -1.

    It differs from the player's first `known` secrets.
    """
    n, place = 0, -1
    for at in range(size):
        fits = game.book[0].cards[int(cards[at])].kind == c.SECRET
        for i in range(known):
            fits = fits and player.secrets[i] != cards[at]
        if fits:
            n += 1
            if below(rng, n) == 0:
                place = at
    return place


@unit
def guess_secrets(game, state, side, rng) -> None:
    """Sample a player's secrets, all different, from the rest of the deck together with the hand.

    If the only secret has no alternative left, sample it from the whole list of the deck, as if nobody knew which
    secrets have been revealed. So a hidden secret is never certain.
    """
    player, lists = state.players[side], game.book[0].lists
    n = int(player.secret_count)
    for i in range(n):
        to_deck(player, int(player.secrets[i]))
    for i in range(n):
        at = random_secret(game, player.deck, int(player.deck_size), player, i, rng)
        if at >= 0:
            player.secrets[i] = player.deck[at]
            remove_from_deck(state, side, at)
    if n == 1 and random_secret(game, player.deck, int(player.deck_size), player, n, rng) < 0:
        at = random_secret(game, lists[side, 1:], int(lists[side, 0]), player, 0, rng)
        if at >= 0:
            player.secrets[0] = lists[side, 1 + at]


@unit
def deal_hidden_hand(game, state, side, rng) -> None:
    """Put a player's hand, except The Coin, back into the deck and draw as many cards, by the option `hand_odds`.

    Hidden secrets are sampled first.
    """
    player = state.players[side]
    coin = int(game.book[0].coin)
    n = 0
    kept = 0
    for i in range(int(player.hand_size)):
        card = int(player.hand[i])
        if card == coin:
            player.hand[kept] = card
            player.hand_extra[kept] = player.hand_extra[i]
            kept += 1
        else:
            to_deck(player, card)
            n += 1
    player.hand_size = kept
    if not game.secrets_known and player.secret_count > 0:
        guess_secrets(game, state, side, rng)
    for _ in range(n):
        total = 0
        for i in range(int(player.deck_size)):
            total += hand_weight(game, int(player.deck[i]))
        left = uniform(rng) * total
        at = -1
        while left >= 0.0 and at + 1 < player.deck_size:
            at += 1
            left -= hand_weight(game, int(player.deck[at]))
        card = int(player.deck[at])
        remove_from_deck(state, side, at)
        add_to_hand(state, side, card, 0)
