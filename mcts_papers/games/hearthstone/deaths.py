"""Deaths: minions and heroes that die at the same time, their order, and the consequences."""

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.scratch import local_record

from . import cards as c
from .effects import effect, note_death, step
from .state import BOARD, NO_CARD, NO_CHARACTER, charge_of_beasts, is_dying, refresh_auras, set_free

MOST_DYING = 2 * BOARD + 4
WAVE = np.dtype(
    [
        ("kind", np.int8, (MOST_DYING,)),  # MINION, HERO or WEAPON
        ("side", np.int8, (MOST_DYING,)),
        ("index", np.int8, (MOST_DYING,)),  # on the board before any minion left it
        ("card", np.int16, (MOST_DYING,)),
        ("number", np.int16, (MOST_DYING,)),
        ("silenced", np.int8, (MOST_DYING,)),
        ("order", np.int8, (MOST_DYING,)),
    ],
    align=True,
)
wave_room = local_record(WAVE)


def anything_dies(state):
    for side in range(2):
        player = state.players[side]
        if player.hp < 1 or (player.weapon != NO_CARD and player.weapon_durability < 1):
            return True
        for i in range(int(player.board_size)):
            if is_dying(state.minions[int(player.board[i])]):
                return True
    return False


def join_wave(wave, n, kind, side, index, card, number, silenced):
    """Add a dying character or weapon to the wave, ordered by number; return the new length."""
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


def collect_wave(game, state, wave):
    """Write all characters and weapons that die now into the wave, and return their number.

    The dying minions are removed from their boards.
    """
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
    """Carry out the consequences of a minion's death: reactions of other minions, then its deathrattle."""
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
    """Let all dying characters and weapons die, the oldest first, and return whether there may be another wave.

    After a hero's death there is no further wave.
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


def resolve_deaths(game, state, rng):
    """Carry out waves of deaths until nothing dies."""
    more = anything_dies(state)
    while more:
        more = one_wave(game, state, rng)
