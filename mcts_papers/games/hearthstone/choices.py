"""Legal actions: their numbers, their costs and their order.

The number of an action does not depend on the order of the hand (see `action_play`), so it means the same in every
determinization. Positions of characters are from the view of the player to move: 0 is the enemy hero, 1 to 7 are
enemy minions from left to right, 8 is the own hero, 9 to 15 are own minions.
"""

from mcts_lab.engine.generic import unit

from . import cards as c
from .effects import count_missing, fits, secret_in_play
from .state import BOARD, HAND, HERO_OF, NO_CHARACTER, SECRETS, hero_attack, minion_can_attack

# Actions
ATTACK = 0  # add 8 * attacker + target, where 0 is the hero and 1 to 7 are minions
USE_POWER = 64
END_TURN = 65
CHOOSE = 66  # add the position of a battlecry's target
HIDDEN_SECRET = 82  # an opponent's observation of a secret that is played
PLAY = 96  # add 16 * (HAND * card + copy), and a target's position or an index on the board
ACTIONS = PLAY + 16 * HAND * c.MOST_CARDS
OWN = 8  # the first position of the own side
BRANCHING = 232  # 8 attackers x 8 targets, 10 cards x 16 targets, the hero power, the end of the turn


def character_at(state, side, position):
    """Return the character at a position from the view of `side`; NO_CHARACTER if there is none."""
    owner = side ^ 1 if position < OWN else side
    index = (position & 7) - 1
    if index < 0:
        return HERO_OF + owner
    player = state.players[owner]
    return int(player.board[index]) if index < player.board_size else NO_CHARACTER


def cost_of(game, state, side, index):
    """Return the current cost of a card in a hand."""
    player = state.players[side]
    row = game.book[0].cards[int(player.hand[index])]
    cost = int(row.cost) + int(player.hand_extra[index])
    if row.discount == c.PER_HAND_CARD:
        cost -= int(player.hand_size) - 1
    elif row.discount == c.PER_DAMAGE:
        cost -= int(player.max_hp) - int(player.hp)
    if row.kind == c.SPELL or row.kind == c.SECRET:
        cost += c.SURCHARGE_COST * int(state.players[side ^ 1].surcharges)
    return max(cost, 0)


def action_play(card, copy, position):
    """Return the action that plays copy 0, 1, ... of a card; position is a target or an index on the board."""
    return PLAY + 16 * (HAND * card + copy) + position


def copies_before(player, index):
    """Return the number of cards with the same name before this card in a hand."""
    n = 0
    for i in range(index):
        if player.hand[i] == player.hand[index]:
            n += 1
    return n


def hand_index(player, action):
    """Return the index in the hand of the card that an action plays; -1 if it is not there."""
    card, copy = (action - PLAY) // (16 * HAND), (action - PLAY) // 16 % HAND
    for i in range(int(player.hand_size)):
        if player.hand[i] == card:
            if copy == 0:
                return i
            copy -= 1
    return -1


@unit
def list_targets(game, state, card, source, first, out, n) -> int:
    """Write the possible targets of a card as actions ``first + position`` into `out`, beginning at ``out[n]``.

    Return the new n. Enemies come before friends, and heroes before minions. `source` is the minion that has the
    battlecry; it cannot target itself.
    """
    row = game.book[0].cards[card]
    mask, limit, amount = int(row.target), int(row.limit), int(row.limit_amount)
    for half in range(2):
        side = int(state.active) ^ 1 ^ half
        if mask & (c.OWN_HERO if half else c.ENEMY_HERO) and limit == c.NO_LIMIT:
            out[n] = first + OWN * half
            n += 1
        if mask & (c.OWN_MINIONS if half else c.ENEMY_MINIONS):
            player = state.players[side]
            for i in range(int(player.board_size)):
                place = int(player.board[i])
                if place == source or (not half and state.minions[place].keywords & c.STEALTH):
                    continue
                if fits(game, state, place, limit, amount):
                    out[n] = first + OWN * half + 1 + i
                    n += 1
    return n


@unit
def list_attacks(game, state, out) -> int:
    """Write all attacks into `out` and return their number. Minions with Taunt must be attacked first."""
    side = int(state.active)
    player = state.players[side]
    enemy = state.players[side ^ 1]
    taunts = 0
    hidden = 0
    for j in range(int(enemy.board_size)):
        keywords = int(state.minions[int(enemy.board[j])].keywords)
        if keywords & c.STEALTH:
            hidden |= 2 << j
        elif keywords & c.TAUNT:
            taunts |= 2 << j
    allowed = taunts if taunts else ((2 << int(enemy.board_size)) - 1) & ~hidden
    n = 0
    if player.attacks > 0 and hero_attack(player) > 0:
        for j in range(8):
            if allowed >> j & 1:
                out[n] = ATTACK + j
                n += 1
    for i in range(int(player.board_size)):
        if minion_can_attack(game, state.minions[int(player.board[i])]):
            for j in range(8):
                if allowed >> j & 1:
                    out[n] = ATTACK + 8 * (i + 1) + j
                    n += 1
    return n


def power_usable(game, state, side):
    """Return whether the hero power can be used, apart from its cost."""
    player = state.players[side]
    if player.power_used:
        return False
    row = game.book[0].cards[int(player.power)].steps[0]
    if row.op == c.SUMMON:
        return player.board_size < BOARD
    if row.op == c.SUMMON_MISSING:
        return player.board_size < BOARD and count_missing(game, state, side, int(row.amount)) > 0
    return True


@unit
def list_cards(game, state, out, n) -> int:
    """Write all ways to play cards into `out`, beginning at ``out[n]``; return the new n."""
    side = int(state.active)
    player = state.players[side]
    for h in range(int(player.hand_size)):
        if cost_of(game, state, side, h) > player.mana:
            continue
        card = int(player.hand[h])
        row = game.book[0].cards[card]
        first = action_play(card, copies_before(player, h), 0)
        if row.kind == c.MINION:
            if player.board_size < BOARD:
                for i in range(int(player.board_size) + 1):
                    out[n] = first + i
                    n += 1
        elif row.target != c.NOBODY:
            n = list_targets(game, state, card, NO_CHARACTER, first, out, n)
        elif row.kind != c.SECRET or (player.secret_count < SECRETS and not secret_in_play(player, card)):
            out[n] = first
            n += 1
    return n
