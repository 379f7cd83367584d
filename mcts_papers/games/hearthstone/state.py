"""The state as a record, and the basic operations on it.

A minion has one of sixteen places (`minions`) until it leaves play; `board` lists the places of a player's minions
from left to right. A *character* is a number: 0 to 15 is the minion at this place, `HERO_OF` + side is a hero.
"""

import numpy as np

from mcts_lab.engine.bits import bit, lowest_bit

from .cards import BEAST as BEAST_TRIBE
from .cards import (
    BEASTS_CHARGE,
    CANNOT_ATTACK,
    CHARGE,
    DESTROYED,
    ENRAGED,
    NEIGHBOURS_ATTACK,
    NO_AURA,
    OTHER_BEASTS_ATTACK,
    SICK,
    SILENCED,
    WINDFURY,
)

HAND, BOARD, DECK, PLACES, SECRETS, DIED = 10, 7, 60, 16, 5, 40
HERO_OF = 16  # the character number of player 0's hero; player 1's is the next
NO_CHARACTER = -1
NO_CARD = -1
RUNNING, OVER = 0, 1
NO_PLAYER = -1
PLAYERS = ("Ann", "Bob")

MINION_ROW = np.dtype(
    [
        ("card", np.int16),
        ("side", np.int8),
        ("attacks", np.int8),  # attacks left in this turn
        ("keywords", np.int16),
        ("attack", np.int16),  # attack of the card
        ("bonus", np.int16),  # permanent attack bonus
        ("turn_bonus", np.int16),  # attack bonus until the end of the turn
        ("aura", np.int16),  # attack bonus from auras of other minions
        ("health", np.int16),  # health of the card
        ("health_bonus", np.int16),
        ("hp", np.int16),
        ("number", np.int16),  # number in the order in which minions entered play
        ("stamp", np.int16),  # minions react to events in the order of this number
    ],
    align=True,
)

PLAYER_ROW = np.dtype(
    [
        ("hero", np.int16),  # a card
        ("hp", np.int16),
        ("max_hp", np.int16),
        ("turn_bonus", np.int16),  # the hero's attack in this turn, without the weapon
        ("attacks", np.int8),  # attacks of the hero left in this turn
        ("destroyed", np.int8),  # whether the hero is destroyed
        ("power", np.int16),  # a card
        ("power_used", np.int8),
        ("weapon_active", np.int8),
        ("weapon", np.int16),  # a card or NO_CARD
        ("weapon_attack", np.int16),
        ("weapon_durability", np.int16),
        ("weapon_most", np.int16),
        ("weapon_number", np.int16),
        ("hero_number", np.int16),
        ("mana", np.int8),
        ("max_mana", np.int8),
        ("locked", np.int8),
        ("overload", np.int8),  # mana that will be locked in the next turn
        ("fatigue", np.int16),
        ("surcharges", np.int8),  # number of effects that make the opponent's spells more expensive
        ("returns", np.int16),  # number of minions that the player's Freezing Traps returned to a hand
        ("hand_size", np.int8),
        ("deck_size", np.int8),
        ("board_size", np.int8),
        ("secret_count", np.int8),
        ("died_count", np.int8),
        ("hand_extra", np.int8, (HAND,)),  # additional cost of each card
        ("board", np.int8, (BOARD + 1,)),  # places of minions from left to right
        ("hand", np.uint8, (HAND,)),  # cards
        ("secrets", np.uint8, (SECRETS + 1,)),  # cards, oldest first
        ("died", np.uint8, (DIED,)),  # cards of the minions that died in this turn, in that order
        ("deck", np.uint8, (DECK,)),  # cards; their order means nothing
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("players", PLAYER_ROW, (2,)),
        ("minions", MINION_ROW, (PLACES,)),
        ("free", np.uint64),  # places without a minion, as bits
        ("turn", np.int16),  # number of the turn, from 1; the first player has the odd turns
        ("next_number", np.int16),
        ("actions", np.int16),  # number of actions in this turn
        ("active", np.int8),  # the player whose turn it is
        ("pending", np.int8),  # the place of the minion whose battlecry needs a target, plus 1; 0: none
        ("status", np.int8),
        ("winner", np.int8),
    ],
    align=True,
)


# ---------------------------------------------------------------------------------------------------------------------
# Functions that do not change the state


def attack_of(game, minion):
    """Return the current attack of a minion."""
    attack = int(minion.attack) + int(minion.bonus) + int(minion.aura) + int(minion.turn_bonus)
    if minion.keywords & ENRAGED:
        attack += int(game.book[0].cards[int(minion.card)].enrage)
    return max(attack, 0)


def most_hp(minion):
    return int(minion.health) + int(minion.health_bonus)


def is_dying(minion):
    """Return whether a minion will die at the next check of deaths."""
    return minion.hp < 1 or minion.keywords & DESTROYED != 0


def hero_attack(player):
    """Return the current attack of a hero, with its active weapon."""
    attack = int(player.turn_bonus)
    if player.weapon != NO_CARD and player.weapon_active:
        attack += int(player.weapon_attack)
    return attack


def minion_can_attack(game, minion):
    keywords = int(minion.keywords)
    return (minion.attacks > 0 and not keywords & CANNOT_ATTACK and (not keywords & SICK or keywords & CHARGE != 0)
            and attack_of(game, minion) > 0)


def is_hero(character):
    return character >= HERO_OF


def still_there(state, character, number):
    """Return whether a character is in play and not dying; `number` as in `has_left`."""
    if is_hero(character):
        return state.players[character - HERO_OF].hp > 0
    minion = state.minions[character]
    return not has_left(state, character, number) and not is_dying(minion)


def has_left(state, place, number):
    """Return whether the minion with this number has left the place."""
    return bool(state.free & bit(place)) or int(state.minions[place].number) != number


def index_of(state, place):
    """Return the index of a minion on its player's board, or -1 if it is not there."""
    player = state.players[int(state.minions[place].side)]
    for i in range(int(player.board_size)):
        if player.board[i] == place:
            return i
    return -1


def has_beast(game, state, side):
    player = state.players[side]
    for i in range(int(player.board_size)):
        if game.book[0].cards[int(state.minions[int(player.board[i])].card)].tribe == BEAST_TRIBE:
            return True
    return False


def spell_damage(game, state, side):
    """Return the amount that the minions of a player add to the damage of that player's spells."""
    player = state.players[side]
    total = 0
    for i in range(int(player.board_size)):
        minion = state.minions[int(player.board[i])]
        if not minion.keywords & SILENCED:
            total += int(game.book[0].cards[int(minion.card)].spell_damage)
    return total


# ---------------------------------------------------------------------------------------------------------------------
# Changes


def next_number(state):
    number = int(state.next_number)
    state.next_number = number + 1
    return number


def new_minion(game, state, card, side):
    """Make a fresh minion of a card at a free place, not yet on the board; return the place."""
    place = lowest_bit(state.free)
    state.free ^= bit(place)
    state.minions[place].side = side
    fill_minion(game, state, place, card)
    return place


def fill_minion(game, state, place, card):
    """Turn the minion at a place into a fresh minion of a card."""
    minion = state.minions[place]
    row = game.book[0].cards[card]
    number = next_number(state)
    minion.card = card
    minion.attacks = 0
    minion.keywords = row.keywords
    minion.attack = row.attack
    minion.bonus = 0
    minion.turn_bonus = 0
    minion.aura = 0
    minion.health = row.health
    minion.health_bonus = 0
    minion.hp = row.health
    minion.number = number
    minion.stamp = number


def insert(state, place, index):
    """Put a minion onto its player's board at this index."""
    player = state.players[int(state.minions[place].side)]
    i = int(player.board_size)
    while i > index:
        player.board[i] = player.board[i - 1]
        i -= 1
    player.board[index] = place
    player.board_size += 1


def take_off(state, side, index):
    """Remove a minion from the list `board` and close the gap."""
    player = state.players[side]
    for i in range(index, int(player.board_size) - 1):
        player.board[i] = player.board[i + 1]
    player.board_size -= 1


def set_free(state, place):
    state.free |= bit(place)


def refresh_attacks(minion):
    minion.attacks = 2 if minion.keywords & WINDFURY else 1


def check_enrage(game, minion):
    """Set or remove a minion's keyword for enraged. A minion is enraged if its card has Enrage and it is damaged."""
    if game.book[0].cards[int(minion.card)].enrage != 0 and not minion.keywords & SILENCED:
        if minion.hp < most_hp(minion):
            minion.keywords |= ENRAGED
        else:
            minion.keywords &= ~ENRAGED


def refresh_auras(game, state, side):
    """Compute the attack bonuses from auras again for all minions of a player."""
    player = state.players[side]
    n = int(player.board_size)
    sources = 0
    for i in range(n):
        minion = state.minions[int(player.board[i])]
        minion.aura = 0
        if game.book[0].cards[int(minion.card)].aura != NO_AURA and not minion.keywords & SILENCED:
            sources += 1
    if sources > 0:
        for i in range(n):
            minion = state.minions[int(player.board[i])]
            row = game.book[0].cards[int(minion.card)]
            if row.aura != NO_AURA and not minion.keywords & SILENCED:
                for j in range(n):
                    other = state.minions[int(player.board[j])]
                    if i != j and reached(game, int(row.aura), other, i - j):
                        other.aura += row.aura_amount


def reached(game, aura, other, distance):
    """Return whether an aura gives attack to another minion of the same board."""
    if aura == NEIGHBOURS_ATTACK:
        return distance * distance == 1
    if aura == OTHER_BEASTS_ATTACK:
        return game.book[0].cards[int(other.card)].tribe == BEAST_TRIBE
    return aura != BEASTS_CHARGE


def gives_charge(game, minion):
    return game.book[0].cards[int(minion.card)].aura == BEASTS_CHARGE and not minion.keywords & SILENCED


def charge_of_beasts(game, state, side, given):
    """Give Charge to all Beasts of a player, or remove it, even from Beasts that have Charge from another source."""
    player = state.players[side]
    for i in range(int(player.board_size)):
        minion = state.minions[int(player.board[i])]
        if game.book[0].cards[int(minion.card)].tribe == BEAST_TRIBE:
            if given:
                minion.keywords |= CHARGE
            else:
                minion.keywords &= ~CHARGE


def receive_charge(game, state, place):
    """Give a Beast Charge if its board has an aura that gives Beasts Charge."""
    minion = state.minions[place]
    if game.book[0].cards[int(minion.card)].tribe == BEAST_TRIBE:
        player = state.players[int(minion.side)]
        for i in range(int(player.board_size)):
            if player.board[i] != place and gives_charge(game, state.minions[int(player.board[i])]):
                minion.keywords |= CHARGE


def leave_board(game, state, place):
    """Remove a living minion from the board, and remove the effects of its aura."""
    minion = state.minions[place]
    side = int(minion.side)
    if gives_charge(game, minion):
        charge_of_beasts(game, state, side, False)
    take_off(state, side, index_of(state, place))
    refresh_auras(game, state, side)


def add_to_hand(state, side, card, extra):
    """Add a card to a hand; return False if the hand is full and the card is lost."""
    player = state.players[side]
    n = int(player.hand_size)
    if n == HAND:
        return False
    player.hand[n] = card
    player.hand_extra[n] = extra
    player.hand_size = n + 1
    return True


def remove_from_hand(state, side, index):
    player = state.players[side]
    for i in range(index, int(player.hand_size) - 1):
        player.hand[i] = player.hand[i + 1]
        player.hand_extra[i] = player.hand_extra[i + 1]
    player.hand_size -= 1


def remove_from_deck(state, side, index):
    """Remove a card from a deck, whose order does not matter."""
    player = state.players[side]
    player.deck_size -= 1
    player.deck[index] = player.deck[int(player.deck_size)]
