"""Attack, conversion and healing."""

import math

from mcts_lab.engine.generic import unit

from . import tables as t
from .holdings import count_kill, heal, lose_unit, rehome, step_onto, wounded
from .state import NONE, around, distance, knows, owner_tribe


def cover(state, slot):
    """Return the factor that the ground gives to a unit's defence."""
    tile = int(state.unit_tile[slot])
    tribe = int(state.unit_tribe[slot])
    terrain = int(state.terrain[tile])
    if terrain == t.CITY:
        if owner_tribe(state, tile) != tribe:
            return 1.0
        if state.city_walls[int(state.owner[tile])]:
            return 4.0
        return 1.5 if t.FORTIFIES[int(state.unit_kind[slot])] else 1.0
    if (
        (terrain == t.MOUNTAIN and knows(state, tribe, t.MEDITATION))
        or (terrain == t.FOREST and knows(state, tribe, t.ARCHERY))
        or (t.WATER[terrain] and knows(state, tribe, t.AQUATISM))
    ):
        return 1.5
    return 1.0


def health(state, slot):
    """Return the hit points of a unit divided by its maximum."""
    return float(state.unit_hp[slot]) / float(state.unit_most[slot])


@unit
def attack(game, state, slot, target) -> None:
    """Let a unit attack another, which strikes back if it survives and the attacker is within its range."""
    kind = int(state.unit_kind[slot])
    other = int(state.unit_kind[target])
    force = t.ATTACK[kind] * health(state, slot)
    resistance = t.DEFENCE[other] * health(state, target) * cover(state, target)
    total = force + resistance
    damage = int(math.floor(force / total * t.ATTACK[kind] * t.DAMAGE + 0.5))
    reply = int(math.floor(resistance / total * t.DEFENCE[other] * t.DAMAGE + 0.5))
    state.unit_status[slot] = t.AFTER_ATTACK[kind, int(state.unit_status[slot])]
    state.pacifist[int(state.unit_tribe[slot])] = 0
    tile = int(state.unit_tile[target])
    if state.unit_hp[target] <= damage:
        count_kill(state, slot)
        lose_unit(state, target)
        if t.STEPS_IN[kind]:
            step_onto(state, slot, tile)
        return
    state.unit_hp[target] -= damage
    if distance(int(state.unit_tile[slot]), tile) <= t.RANGE[other]:
        if state.unit_hp[slot] <= reply:
            count_kill(state, target)
            lose_unit(state, slot)
        else:
            state.unit_hp[slot] -= reply


@unit
def convert(state, slot, target) -> None:
    """Convert a unit to the mind bender's tribe; it then has no home."""
    state.unit_status[slot] = t.FINISHED
    rehome(state, target, NONE)
    state.unit_tribe[target] = state.unit_tribe[slot]
    state.unit_status[target] = t.FINISHED


@unit
def heal_others(game, state, slot, really) -> int:
    """Return the number of wounded units of the same tribe around a unit. If `really` is True, also heal them."""
    tile = int(state.unit_tile[slot])
    n = 0
    for near in around(game.size, tile, 1):
        friend = int(state.unit_at[near])
        if friend == NONE or friend == slot or state.unit_tribe[friend] != state.unit_tribe[slot]:
            continue
        if wounded(state, friend):
            n += 1
            if really:
                heal(state, friend, t.HEALING)
    if really:
        state.unit_status[slot] = t.FINISHED
    return n
