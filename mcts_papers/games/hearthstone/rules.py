"""The rules: turns, fights, secrets, and playing cards. See also `choices` and `deaths`."""

from __future__ import annotations

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.scratch import local_record
from mcts_lab.game import TERMINAL, Facts, Game

from . import cards as c
from . import chance
from .chance import pick
from .choices import (
    ACTIONS,
    BRANCHING,
    CHOOSE,
    END_TURN,
    OWN,
    PLAY,
    USE_POWER,
    character_at,
    cost_of,
    hand_index,
    list_attacks,
    list_cards,
    list_targets,
    power_usable,
)
from .deaths import resolve_deaths
from .effects import MOST_MANA, add_secret, complete_summons, damage, draw, effect, enter, equip, step
from .features import lead, write_features
from .state import (
    BOARD,
    HERO_OF,
    NO_CARD,
    NO_CHARACTER,
    NO_PLAYER,
    OVER,
    PLAYERS,
    RUNNING,
    STATE,
    attack_of,
    has_left,
    hero_attack,
    is_hero,
    refresh_attacks,
    remove_from_hand,
    still_there,
)

MOST_ACTIONS = 99  # after this number of actions a turn ends by itself
CHEAP, UNIFORM = 0, 1  # hand_odds
DISCARD_DEAR, KEEP_ALL = 0, 1  # mulligan


class HearthstoneRules(Game):
    """The rules. Parameters are numbers; `mcts_papers.games.hearthstone.hearthstone` takes words."""

    apart = ("play", "legal", "determinize", "playout", "inputs", "rule_action")  # big rules

    book: np.ndarray  # one record of type `cards.BOOK`
    random_targets: bool = False
    draw_value: float = 0.5
    turns: int = 100
    mulligan: int = DISCARD_DEAR
    hand_odds: int = CHEAP
    secrets_known: bool = True

    def facts(self):
        return Facts(
            name="hearthstone", title="Hearthstone", players=2, actions=ACTIONS, branching=BRANCHING,
            length=2 * (MOST_ACTIONS + 1) * self.turns, low=0.0, high=1.0, dtype=STATE,
            outcomes=tuple(sorted({0.0, self.draw_value, 1.0})), zero_sum=self.draw_value == 0.5, deterministic=False,
            perfect_information=False, player_names=PLAYERS, random_play=True,
        )

    def for_search(self):
        """Return the game with random targets of battlecries, as in the authors' searches."""
        return self._replace(random_targets=True)

    def turn(self, state):
        return int(state.turn)

    def to_move(self, state):
        if state.status == OVER:
            return TERMINAL
        return int(state.active)

    def payoff(self, state, player):
        if state.winner == NO_PLAYER:
            return self.draw_value
        return 1.0 if state.winner == player else 0.0

    def legal(self, state, out):
        """List the actions in the order of the authors' simulator."""
        if state.status == OVER:
            return 0
        if state.pending:
            place = int(state.pending) - 1
            return list_targets(self, state, int(state.minions[place].card), place, CHOOSE, out, 0)
        side = int(state.active)
        n = list_attacks(self, state, out)
        player = state.players[side]
        if self.book[0].cards[int(player.power)].cost <= player.mana and power_usable(self, state, side):
            out[n] = USE_POWER
            n += 1
        n = list_cards(self, state, out, n)
        out[n] = END_TURN
        return n + 1

    def play(self, state, action, rng):
        if action == END_TURN:
            end_turn(self, state, rng)
            return
        if action >= PLAY:
            play_card(self, state, rng, action)
        elif action >= CHOOSE:
            place = int(state.pending) - 1
            state.pending = 0
            battlecry(self, state, rng, place, character_at(state, int(state.active), action - CHOOSE))
        elif action == USE_POWER:
            use_power(self, state, rng)
        else:
            side = int(state.active)
            attacker = character_at(state, side, OWN + (action >> 3))
            fight(self, state, rng, attacker, character_at(state, side, action & 7))
        if state.pending == 0:
            resolve_deaths(self, state, rng)
            check_end(self, state)
            state.actions += 1
            if state.actions >= MOST_ACTIONS and state.status == RUNNING:
                end_turn(self, state, rng)

    def inputs(self, state, out):
        return write_features(self, state, out)

    def heuristic(self, state, player):
        return lead(self, state, player)


# ---------------------------------------------------------------------------------------------------------------------
# Fights


@unit
def reveal_secrets(game, state, rng, attacker, number, defender) -> None:
    """Let the secrets of the attacked player react, the oldest first."""
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


def strike(game, state, rng, attacker, defender, amount):
    """Carry out one of the two blows of a fight."""
    dealt = damage(game, state, defender, amount)
    if dealt > 0 and not is_hero(attacker) and not is_hero(defender):
        minion = state.minions[attacker]
        if game.book[0].cards[int(minion.card)].event == c.DAMAGES_MINION and not minion.keywords & c.SILENCED:
            step(game, state, rng, int(minion.card), c.REACTION, int(minion.side), attacker, defender)


def number_of(state, character):
    return -1 if is_hero(character) else int(state.minions[character].number)


def fighting_attack(game, state, character):
    if is_hero(character):
        return hero_attack(state.players[character - HERO_OF])
    return attack_of(game, state.minions[character])


@unit
def fight(game, state, rng, attacker, defender) -> None:
    """Let one character attack another. If a secret stops the attack, the attacker may attack once more."""
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
    """Carry out the effects that a card has when it is played."""
    for i in range(c.PLAY_STEPS):
        if game.book[0].cards[card].steps[i].op:
            effect(game, state, rng, card, i, side, source, target, -1)


def pay_card(game, state, side, index):
    """Pay for a card, remove it from the hand and return it."""
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
    """Put a minion from the hand onto the board, and carry out its battlecry.

    If the player must choose a target, the battlecry waits for this choice, see `pending` of the state.
    """
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
    """Carry out a battlecry; then complete the summoning if the minion is still on its board."""
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
    """Let minions of both players react, in the order of their stamps.

    Minions that are summoned by these reactions do not react.
    """
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
    """End a turn; the other player's turn does not begin yet."""
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
    """Begin a turn: mana, attacks, a card."""
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


def check_end(game, state):
    """Note the end of the game and its winner."""
    first = state.players[0].hp < 1
    second = state.players[1].hp < 1
    if first or second or state.turn > game.turns:
        state.status = OVER
        if second and not first:
            state.winner = 0
        elif first and not second:
            state.winner = 1


def end_turn(game, state, rng):
    finish_turn(game, state, rng)
    check_end(game, state)
    if state.status == RUNNING:
        begin_turn(game, state, rng)
        check_end(game, state)
