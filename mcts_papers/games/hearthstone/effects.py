"""The effects of cards, from operations on one character up to complete steps.

`touch` changes one character, `step` carries out a step that summons no minions, `summon` summons a minion and lets
other minions react, and `effect` carries out any step. Each function calls only functions above it, so that compiled
code needs no recursion; therefore a reaction to a summoned minion cannot summon minions.
"""

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.scratch import local_record

from . import cards as c
from . import chance
from .chance import is_script, pick
from .state import (
    BOARD,
    DIED,
    HERO_OF,
    NO_CARD,
    NO_CHARACTER,
    SECRETS,
    add_to_hand,
    attack_of,
    charge_of_beasts,
    check_enrage,
    fill_minion,
    gives_charge,
    has_beast,
    insert,
    is_dying,
    is_hero,
    leave_board,
    most_hp,
    new_minion,
    next_number,
    receive_charge,
    refresh_attacks,
    refresh_auras,
    remove_from_deck,
    remove_from_hand,
    set_free,
    spell_damage,
)

GATHERED = np.dtype([("characters", np.int8, (2 * BOARD + 2,))])
gathered_room = local_record(GATHERED)

MOST_MANA = 10

# ---------------------------------------------------------------------------------------------------------------------
# One character


def damage(game, state, character, amount):
    """Deal damage; return the amount. With a Divine Shield the amount is 0."""
    if amount <= 0:
        return 0
    if is_hero(character):
        state.players[character - HERO_OF].hp -= amount
        return amount
    minion = state.minions[character]
    if minion.keywords & c.DIVINE_SHIELD:
        minion.keywords &= ~c.DIVINE_SHIELD
        return 0
    minion.hp -= amount
    check_enrage(game, minion)
    return amount


def heal(game, state, character, amount):
    """Restore health up to the character's maximum."""
    if is_hero(character):
        player = state.players[character - HERO_OF]
        player.hp = min(int(player.max_hp), int(player.hp) + amount)
    else:
        minion = state.minions[character]
        minion.hp = min(most_hp(minion), int(minion.hp) + amount)
        check_enrage(game, minion)


def silence(game, state, place):
    """Remove all effects of a minion's text and of enchantments, but not those of other minions' auras.

    The minion keeps its summoning sickness. If it loses Windfury, it also loses one of its attacks.
    """
    minion = state.minions[place]
    side = int(minion.side)
    charging = gives_charge(game, minion)
    if minion.keywords & c.WINDFURY:
        minion.attacks -= 1
    minion.keywords = (int(minion.keywords) & (c.SICK | c.DESTROYED)) | c.SILENCED
    minion.bonus = 0
    minion.turn_bonus = 0
    minion.health_bonus = 0
    minion.hp = min(int(minion.hp), int(minion.health))
    if charging:
        charge_of_beasts(game, state, side, False)
    refresh_auras(game, state, side)


def transform(game, state, place, card):
    """Turn a minion into a fresh minion of another card at the same place; its deathrattle does not happen."""
    minion = state.minions[place]
    side = int(minion.side)
    if gives_charge(game, minion):
        charge_of_beasts(game, state, side, False)
    fill_minion(game, state, place, card)
    minion.keywords |= c.SICK
    refresh_attacks(minion)
    receive_charge(game, state, place)
    refresh_auras(game, state, side)


def return_to_hand(game, state, place, extra, by):
    """Move a minion to its owner's hand, where it costs `extra` more. If the hand is full, the minion is destroyed."""
    minion = state.minions[place]
    if add_to_hand(state, int(minion.side), int(minion.card), extra):
        leave_board(game, state, place)
        set_free(state, place)
        state.players[by].returns += 1
    else:
        minion.keywords |= c.DESTROYED


@unit
def touch(game, state, rng, op, amount, more, character, side, card) -> None:
    """Carry out an operation of a card of player `side` on one character."""
    if op <= c.DAMAGE_BY_ATTACK:
        if op == c.DAMAGE_RANGE:
            amount += pick(rng, more + 1, chance.RANGE)
        if game.book[0].cards[card].kind == c.SPELL:
            amount += spell_damage(game, state, side)
        damage(game, state, character, amount)
    elif op == c.HEAL:
        heal(game, state, character, amount)
    elif op == c.BUFF_TURN and is_hero(character):
        state.players[character - HERO_OF].turn_bonus += amount
    elif not is_hero(character):
        minion = state.minions[character]
        if op == c.BUFF:
            minion.bonus += amount
            minion.health_bonus += more
            minion.hp += more
        elif op == c.BUFF_TURN:
            minion.turn_bonus += amount
        elif op == c.BUFF_HEALTH_PER_CARD:
            gain = amount * int(state.players[side].hand_size)
            minion.health_bonus += gain
            minion.hp += gain
        elif op == c.GIVE:
            minion.keywords |= amount
        elif op == c.TAKE:
            minion.keywords &= ~amount
        elif op == c.SILENCE:
            silence(game, state, character)
        elif op == c.DESTROY:
            minion.keywords |= c.DESTROYED
        elif op == c.TRANSFORM:
            transform(game, state, character, amount)
        elif op == c.RETURN:
            return_to_hand(game, state, character, amount, side)


# ---------------------------------------------------------------------------------------------------------------------
# The characters that a step changes


def fits(game, state, place, limit, amount):
    """Return whether a minion satisfies a limit for targets."""
    if limit == c.NO_LIMIT:
        return True
    minion = state.minions[place]
    if limit == c.OF_TRIBE:
        return game.book[0].cards[int(minion.card)].tribe == amount
    if limit == c.WITH_TAUNT:
        return minion.keywords & c.TAUNT != 0
    attack = attack_of(game, minion)
    return attack >= amount if limit == c.ATTACK_AT_LEAST else attack <= amount


@unit
def gather(game, state, who, side, source, target, card, op, out) -> int:
    """Write the characters that a step can change, before any random choice, into `out`; return their number."""
    n = 0
    if who & c.CHOSEN:
        if target != NO_CHARACTER:
            out.characters[0] = target
            n = 1
    elif who & c.ITSELF:
        out.characters[0] = source
        n = 1
    elif who & c.NEIGHBOURS:
        player = state.players[int(state.minions[source].side)]
        size = int(player.board_size)
        for i in range(size):
            if (i > 0 and player.board[i - 1] == source) or (i + 1 < size and player.board[i + 1] == source):
                out.characters[n] = player.board[i]
                n += 1
    else:
        row = game.book[0].cards[card]
        drawn = who & c.AT_RANDOM != 0
        for half in range(2):
            owner = side ^ 1 ^ half
            if who & (c.OWN_HERO if half else c.ENEMY_HERO):
                out.characters[n] = HERO_OF + owner
                n += 1
            if who & (c.OWN_MINIONS if half else c.ENEMY_MINIONS):
                player = state.players[owner]
                for i in range(int(player.board_size)):
                    place = int(player.board[i])
                    if drawn and op <= c.DAMAGE_BY_ATTACK and is_dying(state.minions[place]):
                        continue
                    if drawn and not fits(game, state, place, int(row.limit), int(row.limit_amount)):
                        continue
                    out.characters[n] = place
                    n += 1
    return n


# ---------------------------------------------------------------------------------------------------------------------
# Players


@unit
def draw(game, state, rng, side) -> None:
    """Draw a random card. If the deck is empty, the hero loses health, one point more each time."""
    player = state.players[side]
    n = int(player.deck_size)
    if n == 0:
        player.fatigue += 1
        player.hp -= player.fatigue
    else:
        at = pick(rng, n, chance.DRAW)
        if is_script(rng):
            at = position_in_deck(player, at)
        card = int(player.deck[at])
        remove_from_deck(state, side, at)
        add_to_hand(state, side, card, 0)


def position_in_deck(player, card):
    """Return the index of a card in the deck, or the last index if it is not there."""
    for i in range(int(player.deck_size)):
        if player.deck[i] == card:
            return i
    return int(player.deck_size) - 1


def secret_in_play(player, card):
    for i in range(int(player.secret_count)):
        if player.secrets[i] == card:
            return True
    return False


def wanted(game, player, card, tribe, secrets):
    """Return whether a card is one that a step searches the deck for: a playable secret, or a minion of a tribe."""
    row = game.book[0].cards[card]
    if secrets:
        return row.kind == c.SECRET and player.secret_count < SECRETS and not secret_in_play(player, card)
    return row.kind == c.MINION and row.tribe == tribe


@unit
def search_deck(game, state, rng, side, tribe, secrets) -> None:
    """Move a random wanted card out of the deck: a secret into play, a minion to the hand."""
    player = state.players[side]
    n = 0
    for i in range(int(player.deck_size)):
        if wanted(game, player, int(player.deck[i]), tribe, secrets):
            n += 1
    if n == 0:
        return
    left = pick(rng, n, chance.SECRET_CHOSEN if secrets else chance.TUTORED)
    at = -1
    if is_script(rng):
        at = position_in_deck(player, left)
    else:
        while left >= 0:
            at += 1
            if wanted(game, player, int(player.deck[at]), tribe, secrets):
                left -= 1
    card = int(player.deck[at])
    remove_from_deck(state, side, at)
    if secrets:
        add_secret(state, side, card)
    else:
        add_to_hand(state, side, card, 0)


def add_secret(state, side, card):
    player = state.players[side]
    player.secrets[int(player.secret_count)] = card
    player.secret_count += 1


def equip(game, state, side, card):
    """Give a hero a new weapon, which can be used immediately in the hero's turn."""
    player = state.players[side]
    row = game.book[0].cards[card]
    player.weapon = card
    player.weapon_attack = row.attack
    player.weapon_durability = row.health
    player.weapon_most = row.health
    player.weapon_active = state.active == side
    player.weapon_number = next_number(state)


def become_hero(game, state, side, card):
    """Replace a hero by another with its own health and power. The power can be used immediately."""
    player = state.players[side]
    row = game.book[0].cards[card]
    player.hero = card
    player.hp = row.health
    player.max_hp = row.health
    player.power = row.power
    player.power_used = 0
    player.attacks = 1
    player.turn_bonus = 0
    player.destroyed = 0


@unit
def step_for_players(game, state, rng, op, amount, more, side, target) -> None:
    """Carry out an operation on players, not on characters."""
    player = state.players[side]
    enemy = state.players[side ^ 1]
    draws = 0
    if op == c.DRAW:
        draws = amount
    elif op == c.DRAW_IF_DYING:
        if target != NO_CHARACTER and not is_hero(target) and is_dying(state.minions[target]):
            draws = amount
    elif op == c.DRAW_PER_DURABILITY:
        if enemy.weapon != NO_CARD:
            draws = int(enemy.weapon_durability)
    elif op == c.DISCARD:
        for _ in range(amount):
            if player.hand_size > 0:
                remove_from_hand(state, side, pick(rng, int(player.hand_size), chance.DISCARDED))
    elif op == c.MANA:
        player.mana = min(MOST_MANA, int(player.mana) + amount)
    elif op == c.SURCHARGE:
        player.surcharges += 1
    elif op == c.GIFT:
        gift = pick(rng, int(game.book[0].lists[amount, 0]), chance.GIFTED)
        add_to_hand(state, side, int(game.book[0].lists[amount, 1 + gift]), 0)
    elif op == c.ENEMY_CARD:
        for _ in range(more):
            add_to_hand(state, side ^ 1, amount, 0)
    elif op == c.FROM_DECK:
        search_deck(game, state, rng, side, amount, False)
    elif op == c.SECRET_FROM_DECK:
        search_deck(game, state, rng, side, 0, True)
    elif op == c.REMOVE_SECRETS:
        enemy.secret_count = 0
    elif op == c.EQUIP:
        equip(game, state, side, amount)
    elif op == c.DESTROY_WEAPON:
        enemy.weapon_durability = 0
    elif op == c.DURABILITY:
        player.weapon_durability += amount
        player.weapon_most += amount
    elif op == c.BECOME:
        become_hero(game, state, side, amount)
    for _ in range(draws):
        draw(game, state, rng, side)


@unit
def step(game, state, rng, card, i, side, source, target) -> None:
    """Carry out step `i` of a card, which summons no minions.

    side: the player who owns the card. source: place of the minion that has the effect, if any. target: the chosen
    character, if any.
    """
    row = game.book[0].cards[card].steps[i]
    op, amount, more = int(row.op), int(row.amount), int(row.more)
    if op >= c.FIRST_FOR_PLAYERS:
        step_for_players(game, state, rng, op, amount, more, side, target)
        return
    touched = gathered_room()
    n = gather(game, state, int(row.who), side, source, target, card, op, touched)
    if row.who & c.AT_RANDOM and n > 0:
        touched.characters[0] = touched.characters[pick(rng, n, chance.TARGET)]
        n = 1
    if op == c.DAMAGE_BEAST and has_beast(game, state, side):
        amount += more
    elif op == c.DAMAGE_BY_ATTACK:
        amount = attack_of(game, state.minions[target])
    for j in range(n):
        touch(game, state, rng, op, amount, more, int(touched.characters[j]), side, card)


# ---------------------------------------------------------------------------------------------------------------------
# Minions


def reacts(game, state, minion, summoned, event):
    """Return whether a minion reacts when the minion `summoned` is summoned, or (`AFTER_SUMMON`) afterwards."""
    if minion.keywords & c.SILENCED:
        return False
    own = game.book[0].cards[int(minion.card)].event
    if event == c.AFTER_SUMMON:
        return own == c.AFTER_SUMMON
    row = game.book[0].cards[int(summoned.card)]
    if own == c.SUMMONED_BEAST:
        return row.tribe == c.BEAST
    return own == c.SUMMONED_DEATHRATTLE and row.has_deathrattle and not summoned.keywords & c.SILENCED


@unit
def react_to_summons(game, state, rng, place, event) -> None:
    """Let the other minions of the board react to a summoned minion, in the order of their stamps."""
    summoned = state.minions[place]
    side = int(summoned.side)
    player = state.players[side]
    last = -1
    while True:
        first = -1
        stamp = 1 << 15
        for i in range(int(player.board_size)):
            other = int(player.board[i])
            minion = state.minions[other]
            if other != place and last < minion.stamp < stamp and reacts(game, state, minion, summoned, event):
                first = other
                stamp = int(minion.stamp)
        if first < 0:
            return
        step(game, state, rng, int(state.minions[first].card), c.REACTION, side, first, NO_CHARACTER)
        last = stamp


@unit
def complete_summons(game, state, rng, place) -> None:
    """Complete the summoning of a minion: reactions, summoning sickness, attacks, its own aura."""
    minion = state.minions[place]
    react_to_summons(game, state, rng, place, c.SUMMONED_BEAST)
    minion.keywords |= c.SICK
    refresh_attacks(minion)
    check_enrage(game, minion)
    if gives_charge(game, minion):
        charge_of_beasts(game, state, int(minion.side), True)
    react_to_summons(game, state, rng, place, c.AFTER_SUMMON)


def enter(game, state, card, side, index):
    """Put a fresh minion at an index of a board that is not full; return its place."""
    place = new_minion(game, state, card, side)
    insert(state, place, index)
    receive_charge(game, state, place)
    refresh_auras(game, state, side)
    return place


@unit
def summon(game, state, rng, card, side, index) -> None:
    """Summon a minion by an effect, at `index` or at the right end. If the board is full, do nothing."""
    size = int(state.players[side].board_size)
    if size < BOARD:
        place = enter(game, state, card, side, index if 0 <= index < size else size)
        complete_summons(game, state, rng, place)


def steal(game, state, side, place):
    """Take control of an enemy minion, which gets summoning sickness. If the board is full, the minion is destroyed."""
    minion = state.minions[place]
    if state.players[side].board_size == BOARD:
        minion.keywords |= c.DESTROYED
        return
    leave_board(game, state, place)
    minion.side = side
    minion.aura = 0
    minion.stamp = next_number(state)
    insert(state, place, int(state.players[side].board_size))
    receive_charge(game, state, place)
    minion.keywords |= c.SICK
    refresh_attacks(minion)
    if gives_charge(game, minion):
        charge_of_beasts(game, state, side, True)
    refresh_auras(game, state, side)


def copy_minion(game, state, source, target):
    """Turn the minion `source` into a copy of `target` with all its changes, except the effects of auras."""
    side = int(state.minions[source].side)
    state.minions[source] = state.minions[target]
    minion = state.minions[source]
    minion.side = side
    minion.number = next_number(state)
    minion.stamp = minion.number
    receive_charge(game, state, source)
    refresh_auras(game, state, side)


def has_on_board(state, side, card):
    player = state.players[side]
    for i in range(int(player.board_size)):
        if state.minions[int(player.board[i])].card == card:
            return True
    return False


def count_missing(game, state, side, row):
    """Return the number of cards of a list that a player does not have on the board."""
    n = 0
    for i in range(int(game.book[0].lists[row, 0])):
        if not has_on_board(state, side, int(game.book[0].lists[row, 1 + i])):
            n += 1
    return n


def nth_missing(game, state, side, row, n):
    card = NO_CARD
    for i in range(int(game.book[0].lists[row, 0])):
        one = int(game.book[0].lists[row, 1 + i])
        if not has_on_board(state, side, one):
            if n == 0:
                card = one
            n -= 1
    return card


@unit
def effect(game, state, rng, card, i, side, source, target, index) -> None:
    """Carry out step `i` of a card. Parameters as in `step`; index: where tokens appear, -1 for the right end."""
    row = game.book[0].cards[card].steps[i]
    op, amount, more = int(row.op), int(row.amount), int(row.more)
    if op < c.FIRST_SUMMON:
        step(game, state, rng, card, i, side, source, target)
        return
    if op == c.STEAL:
        touched = gathered_room()
        n = gather(game, state, int(row.who), side, source, target, card, op, touched)
        if n > 0:
            steal(game, state, side, int(touched.characters[pick(rng, n, chance.TARGET)]))
        return
    if op == c.COPY:
        copy_minion(game, state, source, target)
        return
    times = 1
    new = amount
    if op == c.SUMMON:
        times = more
    elif op == c.SUMMON_ENEMY:
        side ^= 1
    elif op == c.SUMMON_PER_ENEMY:
        times = int(state.players[side ^ 1].board_size)
    elif op == c.SUMMON_ONE_OF:
        new = int(game.book[0].lists[amount, 1 + pick(rng, int(game.book[0].lists[amount, 0]), chance.RANGE)])
    elif op == c.SUMMON_MISSING:
        n = count_missing(game, state, side, amount)
        times = min(n, 1)
        if n > 0:
            new = nth_missing(game, state, side, amount, pick(rng, n, chance.RANGE))
    elif op == c.SUMMON_AGAIN:
        new = int(state.minions[target].card)
        side = int(state.minions[target].side)
    elif op == c.REVIVE:
        times = int(state.players[side].died_count)
    for k in range(times):
        if op == c.REVIVE:
            new = int(state.players[side].died[k])
        summon(game, state, rng, new, side, index)


def note_death(state, side, card):
    """Add a card to the list of the minions that died in this turn."""
    player = state.players[side]
    if player.died_count < DIED:
        player.died[int(player.died_count)] = card
        player.died_count += 1
