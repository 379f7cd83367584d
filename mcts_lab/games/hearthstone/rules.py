"""The rules: turns, actions, fights, secrets, deaths.

Actions are numbers, the same whatever the order of the hand (see `action_play`), so that they mean the same in every
world of a search with hidden information. Positions of characters are those seen by the player to move: 0 is the
enemy hero, 1 to 7 enemy minions from left to right, 8 the own hero, 9 to 15 own minions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import helper, unit
from ...engine.random import below
from ...engine.scratch import local_record
from ...game import TERMINAL, Facts, facts, for_search, legal, payoff, play, playout, to_move, turn
from . import cards as c
from . import chance
from .chance import pick
from .effects import (
    MOST_MANA,
    add_secret,
    complete_summons,
    count_missing,
    damage,
    draw,
    effect,
    enter,
    equip,
    fits,
    note_death,
    secret_in_play,
    step,
)
from .state import (
    BOARD,
    HAND,
    HERO_OF,
    NO_CARD,
    NO_CHARACTER,
    NO_PLAYER,
    OVER,
    RUNNING,
    SECRETS,
    STATE,
    attack_of,
    charge_of_beasts,
    has_left,
    hero_attack,
    is_dying,
    is_hero,
    minion_can_attack,
    refresh_attacks,
    refresh_auras,
    remove_from_hand,
    set_free,
    still_there,
)

# Actions
ATTACK = 0  # + 8 attacker + target: 0 is the hero, 1 to 7 minions
USE_POWER = 64
END_TURN = 65
CHOOSE = 66  # + position: the target of a battlecry
HIDDEN_SECRET = 82  # how an opponent sees a secret being played
PLAY = 96  # + 16 (HAND card + copy) + position of a target, or index on the board, or 0
ACTIONS = PLAY + 16 * HAND * c.MOST_CARDS
OWN = 8  # the first position of the own side
BRANCHING = 232  # 8 attackers x 8 targets, 10 cards x 16 targets, the hero power, the end of the turn

MOST_ACTIONS = 99  # in a turn; then it ends by itself
CHEAP, UNIFORM = 0, 1  # hand_odds
DISCARD_DEAR, KEEP_ALL = 0, 1  # mulligan


class Hearthstone(NamedTuple):
    """Parameters, as numbers; the function `mcts_lab.games.hearthstone.hearthstone` takes words and explains them."""

    apart = ("play", "legal", "determinize", "playout", "features", "rule_action")  # big rules

    book: np.ndarray  # one record of type `cards.BOOK`
    random_targets: bool = False
    draw_value: float = 0.5
    turns: int = 100
    mulligan: int = DISCARD_DEAR
    hand_odds: int = CHEAP
    secrets_known: bool = True


@facts.register(Hearthstone)
def hearthstone_facts(game):
    return Facts(
        name="hearthstone", title="Hearthstone", players=2, actions=ACTIONS, branching=BRANCHING,
        length=2 * (MOST_ACTIONS + 1) * game.turns, low=0.0, high=1.0, dtype=STATE,
        outcomes=tuple(sorted({0.0, game.draw_value, 1.0})), zero_sum=game.draw_value == 0.5, deterministic=False,
        perfect_information=False, random_play=True,
    )


@for_search.register(Hearthstone)
def hearthstone_for_search(game):
    """Inside a search targets of battlecries are drawn, as in the authors' program."""
    return game._replace(random_targets=True)


@turn.register(Hearthstone)
def hearthstone_turn(game, state):
    return int(state.turn)


@to_move.register(Hearthstone)
def hearthstone_to_move(game, state):
    if state.status == OVER:
        return TERMINAL
    return int(state.active)


@payoff.register(Hearthstone)
def hearthstone_payoff(game, state, player):
    if state.winner == NO_PLAYER:
        return game.draw_value
    return 1.0 if state.winner == player else 0.0


# ---------------------------------------------------------------------------------------------------------------------
# Characters and costs


@helper
def character_at(state, side, position):
    """The character at a position as `side` sees the table; NO_CHARACTER if there is none."""
    owner = side ^ 1 if position < OWN else side
    index = (position & 7) - 1
    if index < 0:
        return HERO_OF + owner
    player = state.players[owner]
    return int(player.board[index]) if index < player.board_size else NO_CHARACTER


@helper
def cost_of(game, state, side, index):
    """What a card of a hand costs now."""
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


@helper
def action_play(card, copy, position):
    """The action that plays the copy-th card of its name in the hand, from 0, at a position or index."""
    return PLAY + 16 * (HAND * card + copy) + position


@helper
def copies_before(player, index):
    """How many cards of the same name are in a hand before this one."""
    n = 0
    for i in range(index):
        if player.hand[i] == player.hand[index]:
            n += 1
    return n


@helper
def hand_index(player, action):
    """The position in the hand of the card that an action plays; -1 if it is not there."""
    card, copy = (action - PLAY) // (16 * HAND), (action - PLAY) // 16 % HAND
    for i in range(int(player.hand_size)):
        if player.hand[i] == card:
            if copy == 0:
                return i
            copy -= 1
    return -1


# ---------------------------------------------------------------------------------------------------------------------
# What is legal


@unit
def list_targets(game, state, card, source, first, out, n) -> int:
    """Write the targets a card may choose as actions ``first + position`` from ``out[n]`` on; returns the new n.

    Enemies come first, a hero before the minions. `source` is the minion whose battlecry it is: never itself.
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
    """Write all attacks from ``out[0]`` on; returns their number. Minions with Taunt must be attacked first."""
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


@helper
def power_usable(game, state, side):
    """Whether the hero power can be used, apart from its cost."""
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
    """Write all ways of playing cards from ``out[n]`` on; returns the new n."""
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


@legal.register(Hearthstone)
def hearthstone_legal(game, state, out):
    """The order is that of the authors' simulator."""
    if state.status == OVER:
        return 0
    if state.pending:
        place = int(state.pending) - 1
        return list_targets(game, state, int(state.minions[place].card), place, CHOOSE, out, 0)
    side = int(state.active)
    n = list_attacks(game, state, out)
    player = state.players[side]
    if game.book[0].cards[int(player.power)].cost <= player.mana and power_usable(game, state, side):
        out[n] = USE_POWER
        n += 1
    n = list_cards(game, state, out, n)
    out[n] = END_TURN
    return n + 1


# ---------------------------------------------------------------------------------------------------------------------
# Deaths

MOST_DYING = 2 * BOARD + 4
WAVE = np.dtype(
    [
        ("kind", np.int8, (MOST_DYING,)),  # MINION, HERO or WEAPON
        ("side", np.int8, (MOST_DYING,)),
        ("index", np.int8, (MOST_DYING,)),  # on the board before anything left it
        ("card", np.int16, (MOST_DYING,)),
        ("number", np.int16, (MOST_DYING,)),
        ("silenced", np.int8, (MOST_DYING,)),
        ("order", np.int8, (MOST_DYING,)),
    ],
    align=True,
)
wave_room = local_record(WAVE)


@helper
def anything_dies(state):
    for side in range(2):
        player = state.players[side]
        if player.hp < 1 or (player.weapon != NO_CARD and player.weapon_durability < 1):
            return True
        for i in range(int(player.board_size)):
            if is_dying(state.minions[int(player.board[i])]):
                return True
    return False


@helper
def join_wave(wave, n, kind, side, index, card, number, silenced):
    """Add one to the dying, who are ordered by their numbers."""
    wave.kind[n] = kind
    wave.side[n] = side
    wave.index[n] = index
    wave.card[n] = card
    wave.number[n] = number
    wave.silenced[n] = silenced
    i = n
    while i > 0 and wave.number[int(wave.order[i - 1])] > number:
        wave.order[i] = wave.order[i - 1]
        i -= 1
    wave.order[i] = n
    return n + 1


@helper
def collect_wave(game, state, wave):
    """Note all that die now and take the minions off their boards; returns how many."""
    n = 0
    for side in range(2):
        player = state.players[side]
        if player.hp < 1 or player.destroyed:
            n = join_wave(wave, n, c.HERO, side, -1, NO_CARD, int(player.hero_number), 0)
        if player.weapon != NO_CARD and player.weapon_durability < 1:
            n = join_wave(wave, n, c.WEAPON, side, -1, NO_CARD, int(player.weapon_number), 0)
        kept = 0
        for i in range(int(player.board_size)):
            place = int(player.board[i])
            minion = state.minions[place]
            if is_dying(minion):
                silenced = minion.keywords & c.SILENCED != 0
                n = join_wave(wave, n, c.MINION, side, i, int(minion.card), int(minion.number), silenced)
                set_free(state, place)
            else:
                player.board[kept] = place
                kept += 1
        player.board_size = kept
    return n


@unit
def minion_dies(game, state, rng, side, index, card, silenced) -> None:
    """What follows from a minion's death: others react, then its deathrattle."""
    row = game.book[0].cards[card]
    if row.tribe == c.BEAST:
        player = state.players[side]
        for i in range(int(player.board_size)):
            place = int(player.board[i])
            minion = state.minions[place]
            if (game.book[0].cards[int(minion.card)].event == c.OWN_BEAST_DIES and not minion.keywords & c.SILENCED):
                step(game, state, rng, int(minion.card), c.REACTION, side, place, NO_CHARACTER)
    note_death(state, side, card)
    if row.has_deathrattle and not silenced:
        for i in range(c.DEATHRATTLE, c.DEATHRATTLE + c.DEATH_STEPS):
            if row.steps[i].op:
                effect(game, state, rng, card, i, side, NO_CHARACTER, NO_CHARACTER, index)


@unit
def one_wave(game, state, rng) -> bool:
    """Let all that are dying die, the oldest first; returns whether there may be another wave.

    A hero's death is the last wave.
    """
    wave = wave_room()
    n = collect_wave(game, state, wave)
    last = n == 0
    charged = 0
    for i in range(n):
        k = int(wave.order[i])
        side = int(wave.side[k])
        if wave.kind[k] == c.HERO:
            state.players[side].destroyed = 1  # the secrets stay in the record but no longer react
            last = True
        elif wave.kind[k] == c.WEAPON:
            state.players[side].weapon = NO_CARD
        else:
            card = int(wave.card[k])
            minion_dies(game, state, rng, side, int(wave.index[k]), card, int(wave.silenced[k]))
            if game.book[0].cards[card].aura == c.BEASTS_CHARGE and not wave.silenced[k]:
                charged |= 1 << side
    for side in range(2):
        if charged >> side & 1:
            charge_of_beasts(game, state, side, False)
        refresh_auras(game, state, side)
    return not last


@helper
def resolve_deaths(game, state, rng):
    """Waves of deaths until nothing dies."""
    more = anything_dies(state)
    while more:
        more = one_wave(game, state, rng)


# ---------------------------------------------------------------------------------------------------------------------
# Fights


@unit
def reveal_secrets(game, state, rng, attacker, number, defender) -> None:
    """Let the secrets of the player attacked react, the oldest first."""
    side = int(state.active) ^ 1
    player = state.players[side]
    i = 0
    while i < player.secret_count and not player.destroyed:
        card = int(player.secrets[i])
        event = game.book[0].cards[card].event
        if event == c.MINION_ATTACKS:
            fires = not is_hero(attacker) and still_there(state, attacker, number)
        else:
            fires = event == c.MINION_ATTACKED and not is_hero(defender)
        if fires:
            player.secret_count -= 1
            for j in range(i, int(player.secret_count)):
                player.secrets[j] = player.secrets[j + 1]
            if player.weapon != NO_CARD:
                weapon = int(player.weapon)
                if game.book[0].cards[weapon].event == c.SECRET_REVEALED:
                    step(game, state, rng, weapon, c.REACTION, side, NO_CHARACTER, NO_CHARACTER)
            effect(game, state, rng, card, c.REACTION, side, NO_CHARACTER, attacker, -1)
        else:
            i += 1


@helper
def strike(game, state, rng, attacker, defender, amount):
    """One of the two blows of a fight."""
    dealt = damage(game, state, defender, amount)
    if dealt > 0 and not is_hero(attacker) and not is_hero(defender):
        minion = state.minions[attacker]
        if game.book[0].cards[int(minion.card)].event == c.DAMAGES_MINION and not minion.keywords & c.SILENCED:
            step(game, state, rng, int(minion.card), c.REACTION, int(minion.side), attacker, defender)


@helper
def number_of(state, character):
    return -1 if is_hero(character) else int(state.minions[character].number)


@helper
def fighting_attack(game, state, character):
    if is_hero(character):
        return hero_attack(state.players[character - HERO_OF])
    return attack_of(game, state.minions[character])


@unit
def fight(game, state, rng, attacker, defender) -> None:
    """One character attacks another. A secret may stop it, and then it does not count as an attack."""
    side = int(state.active)
    if not is_hero(attacker):
        state.minions[attacker].keywords &= ~c.STEALTH
    first = fighting_attack(game, state, attacker)
    second = fighting_attack(game, state, defender)
    if state.players[side ^ 1].secret_count > 0:
        number, target = number_of(state, attacker), number_of(state, defender)
        reveal_secrets(game, state, rng, attacker, number, defender)
        if not still_there(state, attacker, number) or not still_there(state, defender, target):
            return
    strike(game, state, rng, attacker, defender, first)
    if second > 0:
        strike(game, state, rng, defender, attacker, second)
    if is_hero(attacker):
        player = state.players[side]
        if player.weapon != NO_CARD and player.weapon_active:
            player.weapon_durability -= 1
        player.attacks -= 1
    else:
        state.minions[attacker].attacks -= 1


# ---------------------------------------------------------------------------------------------------------------------
# Cards


@unit
def play_steps(game, state, rng, card, side, source, target) -> None:
    """Carry out what a card does when it is played."""
    for i in range(c.PLAY_STEPS):
        if game.book[0].cards[card].steps[i].op:
            effect(game, state, rng, card, i, side, source, target, -1)


@helper
def pay_card(game, state, side, index):
    """Pay a card and take it from the hand."""
    player = state.players[side]
    card = int(player.hand[index])
    player.mana -= cost_of(game, state, side, index)
    remove_from_hand(state, side, index)
    player.overload += game.book[0].cards[card].overload
    return card


TARGETS = np.dtype([("actions", np.int32, (2 * BOARD + 2,))])
targets_room = local_record(TARGETS)


@unit
def summon_from_hand(game, state, rng, card, index) -> None:
    """Put a minion from the hand onto the board, with its battlecry; waits if that needs a target (`pending`)."""
    side = int(state.active)
    place = enter(game, state, card, side, index)
    row = game.book[0].cards[card]
    if row.has_battlecry:
        if row.target == c.NOBODY:
            battlecry(game, state, rng, place, NO_CHARACTER)
            return
        targets = targets_room()
        n = list_targets(game, state, card, place, 0, targets.actions, 0)
        if n > 0:
            if game.random_targets:
                chosen = int(targets.actions[pick(rng, n, chance.TARGET)])
                battlecry(game, state, rng, place, character_at(state, side, chosen))
            else:
                state.pending = place + 1
            return
    complete_summons(game, state, rng, place)


@unit
def battlecry(game, state, rng, place, target) -> None:
    """Carry out a battlecry, and what remains of summoning the minion if it is still on its board."""
    side = int(state.active)
    card = int(state.minions[place].card)
    play_steps(game, state, rng, card, side, place, target)
    number = int(state.minions[place].number)
    resolve_deaths(game, state, rng)
    if not has_left(state, place, number) and state.minions[place].side == side:
        complete_summons(game, state, rng, place)


@unit
def play_card(game, state, rng, action) -> None:
    side = int(state.active)
    player = state.players[side]
    position = (action - PLAY) % 16
    index = hand_index(player, action)
    card = int(player.hand[index])
    kind = game.book[0].cards[card].kind
    target = NO_CHARACTER
    if kind == c.SPELL and game.book[0].cards[card].target != c.NOBODY:
        target = character_at(state, side, position)
    pay_card(game, state, side, index)
    if kind == c.MINION:
        summon_from_hand(game, state, rng, card, position)
    elif kind == c.SPELL:
        play_steps(game, state, rng, card, side, NO_CHARACTER, target)
    elif kind == c.SECRET:
        add_secret(state, side, card)
    else:
        equip(game, state, side, card)
        play_steps(game, state, rng, card, side, NO_CHARACTER, target)


@helper
def use_power(game, state, rng):
    side = int(state.active)
    player = state.players[side]
    power = int(player.power)
    player.power_used = 1
    play_steps(game, state, rng, power, side, NO_CHARACTER, NO_CHARACTER)
    player.mana -= game.book[0].cards[power].cost


# ---------------------------------------------------------------------------------------------------------------------
# Turns


@unit
def react_to_end_of_turn(game, state, rng) -> None:
    """Let minions of both players react that were there before, in the order in which they began to listen."""
    last = -1
    limit = int(state.next_number)
    while True:
        first = -1
        stamp = limit
        for side in range(2):
            player = state.players[side]
            for i in range(int(player.board_size)):
                place = int(player.board[i])
                minion = state.minions[place]
                event = game.book[0].cards[int(minion.card)].event
                if (last < minion.stamp < stamp and not minion.keywords & c.SILENCED
                        and (event == c.ANY_TURN_ENDS or (event == c.OWN_TURN_ENDS and side == state.active))):
                    first = place
                    stamp = int(minion.stamp)
        if first < 0:
            return
        minion = state.minions[first]
        effect(game, state, rng, int(minion.card), c.REACTION, int(minion.side), first, NO_CHARACTER, -1)
        last = stamp


@unit
def finish_turn(game, state, rng) -> None:
    """The end of a turn, up to the other player's."""
    side = int(state.active)
    player = state.players[side]
    player.turn_bonus = 0
    for i in range(int(player.board_size)):
        state.minions[int(player.board[i])].turn_bonus = 0
    player.weapon_active = 0
    react_to_end_of_turn(game, state, rng)
    state.players[side ^ 1].surcharges = 0
    resolve_deaths(game, state, rng)
    state.active = side ^ 1


@unit
def begin_turn(game, state, rng) -> None:
    """The start of a turn: mana, attacks, a card."""
    side = int(state.active)
    player = state.players[side]
    state.turn += 1
    state.actions = 0
    for other in range(2):
        state.players[other].died_count = 0
    player.max_mana = min(MOST_MANA, int(player.max_mana) + 1)
    player.locked = player.overload
    player.mana = max(0, int(player.max_mana) - int(player.locked))
    player.overload = 0
    player.power_used = 0
    player.weapon_active = player.weapon != NO_CARD
    player.attacks = 1
    for i in range(int(player.board_size)):
        minion = state.minions[int(player.board[i])]
        minion.keywords &= ~c.SICK
        refresh_attacks(minion)
    draw(game, state, rng, side)
    resolve_deaths(game, state, rng)


@helper
def check_end(game, state):
    """Note whether the game is over, and who has won."""
    first = state.players[0].hp < 1
    second = state.players[1].hp < 1
    if first or second or state.turn > game.turns:
        state.status = OVER
        if second and not first:
            state.winner = 0
        elif first and not second:
            state.winner = 1


@helper
def end_turn(game, state, rng):
    finish_turn(game, state, rng)
    check_end(game, state)
    if state.status == RUNNING:
        begin_turn(game, state, rng)
        check_end(game, state)


@play.register(Hearthstone)
def hearthstone_play(game, state, action, rng):
    if action == END_TURN:
        end_turn(game, state, rng)
        return
    if action >= PLAY:
        play_card(game, state, rng, action)
    elif action >= CHOOSE:
        place = int(state.pending) - 1
        state.pending = 0
        battlecry(game, state, rng, place, character_at(state, int(state.active), action - CHOOSE))
    elif action == USE_POWER:
        use_power(game, state, rng)
    else:
        side = int(state.active)
        attacker = character_at(state, side, OWN + (action >> 3))
        fight(game, state, rng, attacker, character_at(state, side, action & 7))
    if state.pending == 0:
        resolve_deaths(game, state, rng)
        check_end(game, state)
        state.actions += 1
        if state.actions >= MOST_ACTIONS and state.status == RUNNING:
            end_turn(game, state, rng)


@playout.register(Hearthstone)
def hearthstone_playout(game, state, rng, scratch):
    plays = 0
    while state.status != OVER:
        play(game, state, scratch[below(rng, legal(game, state, scratch))], rng)
        plays += 1
    return plays
