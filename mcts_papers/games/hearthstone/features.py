"""The 42 features of a state for the value model, and the evaluation of the GSV player ("game state value").

Both are from Papagiannis, Alexandridis & Stafylopatis (2022): the features from Table 1, the GSV from their
simulator.
"""

from __future__ import annotations

import math

import numpy as np

from mcts_lab.engine.arithmetic import exp
from mcts_lab.engine.generic import entry, unit

from . import cards as c
from .state import NO_CARD, RUNNING, attack_of, hero_attack, minion_can_attack

COLUMNS = 42
OPPONENT = 24  # index of the opponent's first feature
TABLE_COLUMNS = 45  # in the printed table: also the active player, and two more features of the opponent


def side_features(game, state, side, own, out, at):
    """Write a player's features into `out`, beginning at ``out[at]``. The opponent has fewer features.

    As in the authors' program, the opponent's secrets count even if the opponent's hero is dead.
    """
    player = state.players[side]
    book = game.book[0]
    spells = 0
    for i in range(int(player.hand_size)):
        kind = book.cards[int(player.hand[i])].kind
        spells += kind == c.SPELL or kind == c.SECRET
    costs = 0
    attack = 0
    health = 0
    ready = 0
    ready_attack = 0
    taunts = 0
    for i in range(int(player.board_size)):
        minion = state.minions[int(player.board[i])]
        strength = attack_of(game, minion)
        if not minion.keywords & c.SILENCED:  # a silenced minion has no cost in the original
            costs += int(book.cards[int(minion.card)].cost)
        attack += strength
        health += int(minion.hp)
        if minion_can_attack(game, minion):
            ready += 1
            ready_attack += strength
        taunts += minion.keywords & c.TAUNT != 0
    out[at] = player.hp
    out[at + 1] = hero_attack(player)
    if own:
        out[at + 2] = player.mana
        out[at + 3] = player.hand_size
        out[at + 4] = spells
        out[at + 5] = 0 if player.destroyed else player.secret_count
        at += 6
    else:
        out[at + 2] = player.hand_size
        out[at + 3] = player.secret_count
        at += 4
    out[at] = player.board_size
    out[at + 1] = costs
    out[at + 2] = attack
    out[at + 3] = health
    at += 4
    if own:
        out[at] = ready
        out[at + 1] = ready_attack
        at += 2
    out[at] = taunts
    hero_class = int(book.cards[int(player.hero)].hero_class)
    for i in range(9):
        out[at + 1 + i] = hero_class == i


@unit
def write_features(game, state, out) -> int:
    """Write the 42 features of a state for the player whose turn it is into the float array `out`."""
    side = int(state.active)
    out[0] = state.turn
    out[1] = 1 - state.turn % 2
    side_features(game, state, side, True, out, 2)
    side_features(game, state, side ^ 1, False, out, OPPONENT)
    return COLUMNS


@entry
def features_into(game, state, out):
    write_features(game, state, out)


def features_of(game, state, columns=COLUMNS) -> np.ndarray:
    """Return the features of a state for the player whose turn it is: float64[columns].

    columns: 42 as in the authors' program, or 45 as in Table 1. The three additional features are the active player,
    the number of the opponent's minions that can attack, and their attack. Raises ValueError for another number.
    """
    if columns not in (COLUMNS, TABLE_COLUMNS):
        raise ValueError(f"There cannot be {columns} columns of features. Use {COLUMNS} or {TABLE_COLUMNS}.")
    out = np.zeros(columns)
    write_features(game, state, out)
    if columns == TABLE_COLUMNS:
        enemy = state.players[int(state.active) ^ 1]
        minions = [state.minions[int(place)] for place in enemy.board[: int(enemy.board_size)]]
        ready = [m for m in minions if not int(m.keywords) & c.SICK and m.attacks > 0]
        out[COLUMNS:] = int(state.active), len(ready), sum(attack_of(game, m) for m in ready)
    return out


# ---------------------------------------------------------------------------------------------------------------------
# Game state value

RED, YELLOW, GREEN = 0, 1, 2
OWN_HEALTH, ENEMY_HEALTH, PER_CARD, PER_REMOVAL = 0.214, -1.115, 3.572, 2.0
PER_MINION, PER_ATTACK, PER_HEALTH = 1.181, 2.419, 3.0
WINDFURY_VALUE, SHIELD_VALUE, SPELL_DAMAGE_VALUE, STEALTH_VALUE = 15.71, 6.1, 3.841, 1.281
HUNTERS_POWER = 2  # damage of a hunter's hero power


def threat(game, state, side):
    """Return the threat to a player: RED, YELLOW or GREEN. It depends on the health left if all enemies attack."""
    enemy = state.players[side ^ 1]
    player = state.players[side]
    expected = HUNTERS_POWER if game.book[0].cards[int(enemy.hero)].hero_class == c.HUNTER else 0
    if enemy.weapon != NO_CARD:
        expected += int(enemy.weapon_attack)
    for i in range(int(enemy.board_size)):
        minion = state.minions[int(enemy.board[i])]
        expected += attack_of(game, minion) * int(minion.attacks)
    left = int(player.hp) - expected
    return RED if left < 1 else YELLOW if left < 15 else GREEN


def minion_value(game, minion, level):
    keywords = int(minion.keywords)
    value = (PER_MINION + PER_ATTACK * (attack_of(game, minion) - int(minion.turn_bonus)) + PER_HEALTH * int(minion.hp))
    if keywords & c.TAUNT:
        value += 10.1 if level == RED else 7.1 if level == YELLOW else 0.671
    if keywords & c.WINDFURY:
        value += WINDFURY_VALUE
    if keywords & c.DIVINE_SHIELD:
        value += SHIELD_VALUE
    if not keywords & c.SILENCED:
        value += SPELL_DAMAGE_VALUE * game.book[0].cards[int(minion.card)].spell_damage
    if keywords & c.STEALTH:
        value += STEALTH_VALUE
    return value


@unit
def state_value(game, state, side) -> float:
    """Return the GSV of a state for `side`.

    It is minus infinity if the own hero is dead. If only the enemy hero is dead, it is infinity.
    """
    player = state.players[side]
    enemy = state.players[side ^ 1]
    if player.hp < 1:
        return -math.inf
    if enemy.hp < 1:
        return math.inf
    level = threat(game, state, side)
    value = OWN_HEALTH * int(player.hp) + ENEMY_HEALTH * int(enemy.hp) + PER_CARD * int(player.hand_size)
    value += -43.0 if level == RED else -17.0 if level == YELLOW else 0.0
    for i in range(int(player.hand_size)):
        if game.book[0].cards[int(player.hand[i])].removal:
            value += PER_REMOVAL
    for i in range(int(player.board_size)):
        value += minion_value(game, state.minions[int(player.board[i])], level)
    for i in range(int(enemy.board_size)):
        value -= minion_value(game, state.minions[int(enemy.board[i])], level)
    return value


@entry
def value_of(game, state, side):
    return state_value(game, state, side)


def lead(game, state, player):
    """Return the difference of both players' GSV, scaled to 0 to 1."""
    own = state_value(game, state, player)
    other = state_value(game, state, player ^ 1)
    if state.status != RUNNING or math.isinf(own) or math.isinf(other):
        return 1.0 if own > other else 0.0 if own < other else 0.5
    return 1.0 / (1.0 + exp((other - own) / 40.0))
