"""Replaying recordings of Hearthstone games with the recorded random outcomes.

A file is JSON lines: for each game a line of type "game" and its "step" lines. The state is carried through a game; it
is loaded at the start, and again after a step that differs, so that one difference is reported once. Compared are the
ordered legal actions, targets of battlecries, what was drawn and among how many, every field of the state, the 42
features and the GSV values. Of the numbers of minions and heroes their order counts, of decks which cards are in them.
"""

from __future__ import annotations

import numpy as np

from mcts_lab.engine.generic import compiler, entry
from mcts_lab.game import legal, new_states, play
from mcts_lab.games.hearthstone import cards as c
from mcts_lab.games.hearthstone import chance, hearthstone
from mcts_lab.games.hearthstone.chance import asked, script
from mcts_lab.games.hearthstone.choices import CHOOSE, END_TURN, OWN, PLAY, USE_POWER, cost_of, hand_index
from mcts_lab.games.hearthstone.features import COLUMNS, features_into, value_of
from mcts_lab.games.hearthstone.rules import begin_turn
from mcts_lab.games.hearthstone.setup import clear
from mcts_lab.games.hearthstone.state import (
    HAND,
    NO_CARD,
    OVER,
    attack_of,
    fill_minion,
    hero_attack,
    insert,
    minion_can_attack,
    most_hp,
    refresh_auras,
)

from .files import ConformanceError, json_lines

WHY = {"draw": chance.DRAW, "int": chance.RANGE, "target": chance.TARGET, "discard": chance.DISCARDED,
       "beast": chance.GIFTED, "secret": chance.SECRET_CHOSEN}
KEYWORD_NAMES = {"taunt": c.TAUNT, "charge": c.CHARGE, "windfury": c.WINDFURY, "divine_shield": c.DIVINE_SHIELD,
                 "stealth": c.STEALTH, "summoning_sickness": c.SICK, "cannot_attack": c.CANNOT_ATTACK,
                 "enraged": c.ENRAGED, "destroyed": c.DESTROYED}
SHOWN = 4  # fields named in one sentence


@entry
def act(game, state, action, rng):
    play(game, state, action, rng)


@entry
def open_game(game, state, rng):
    begin_turn(game, state, rng)


@entry
def legal_into(game, state, out):
    return legal(game, state, out)


def replay(path, name="hearthstone", compiled=True) -> tuple[int, list[str]]:
    """Replay one recording: the number of steps checked, and a sentence for each difference.

    compiled: whether to run the rules compiled, where that is possible.
    Raises ConformanceError if the file is not a recording of this game.
    """
    records = json_lines(path)
    if not records or not isinstance(records[0], dict) or records[0].get("type") != "game":
        raise ConformanceError(f"{path} does not begin with a line of type 'game'")
    steps = 0
    differences = []
    replayer = None
    for i, record in enumerate(records):
        try:
            if record["type"] == "game":
                replayer = Replayer(record["deck"], compiled)
                found = replayer.begin(record)
            else:
                steps += 1
                found = replayer.step(record)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            raise ConformanceError(f"{path}, line {i + 1}, does not have the form of a recorded step: "
                                   f"{error!r}") from None
        where = f"game {record['game']}" + (f", step {record['step']}" if record["type"] == "step" else "")
        differences += [f"{where}: {difference}" for difference in found]
    return steps, differences


class Replayer:
    """One game being replayed."""

    def __init__(self, deck, compiled=True):
        self.game = hearthstone(deck)
        book = self.game.book[0]
        self.names = [row.decode() for row in book.cards["name"][: int(book.count)]]
        self.numbers = {name: i for i, name in enumerate(self.names)}
        self.state = new_states(self.game, 1)[0]
        self.compiled = compiled and compiler.available()
        self.out = np.zeros(256, np.int32)

    def begin(self, record):
        """Start a game; the differences in its first turn's beginning."""
        self.load(record["after_mulligan"])
        rng = self.script_of(record["rng"])
        open_game(self.game, self.state, rng, compiled=self.compiled)
        found = self.compare_draws(rng, record["rng"]) + self.compare(record["start"])
        if found:
            self.load(record["start"])
        return found

    def step(self, record):
        """Play one step; its differences."""
        options = self.legal()
        texts = [self.action_text(action) for action in options]
        found = []
        if texts != record["legal"]:
            found.append(f"legal are {difference_of_lists(texts, record['legal'])}")
        rng = self.script_of(record["rng"])
        if record["action"] not in texts:
            self.load(record["after"])
            return found
        act(self.game, self.state, options[texts.index(record["action"])], rng, compiled=self.compiled)
        for nested in record["battlecry"]:
            options = self.legal() if self.state.pending else []
            texts = [self.action_text(action) for action in options]
            if texts != nested["options"]:
                found.append(f"targets are {difference_of_lists(texts, nested['options'])}")
            if int(rng[chance.READ]) != nested["rng_before"]:
                found.append(f"{int(rng[chance.READ])} outcomes are drawn before the target is chosen, there "
                             f"{nested['rng_before']}")
            if nested["choice"] in texts:
                act(self.game, self.state, options[texts.index(nested["choice"])], rng, compiled=self.compiled)
        if self.state.pending:
            found.append("a battlecry's target is asked for, there not")
        found += self.compare_draws(rng, record["rng"]) + self.compare(record["after"])
        if found:
            self.load(record["after"])
        return found

    def legal(self):
        n = legal_into(self.game, self.state, self.out, compiled=self.compiled)
        return [int(action) for action in self.out[:n]]

    # -- chance --------------------------------------------------------------------------------------------------------

    def script_of(self, entries):
        """The recorded outcomes as a script."""
        outcomes = []
        for site, _, index, what in entries:
            if site in ("draw", "secret"):
                index = self.numbers[what]
            elif site == "beast":
                index = c.LISTS["gifts"].index(what)
            outcomes.append(index)
        return script(outcomes)

    def compare_draws(self, rng, entries):
        wanted = [(WHY[site], n) for site, n, _, _ in entries]
        found = asked(rng)
        for i, (why, _) in enumerate(wanted):
            if why == chance.SECRET_CHOSEN and i < len(found):  # counted differently there
                wanted[i] = why, found[i][1]
        if int(rng[chance.READ]) != len(entries) or found != wanted:
            return [f"{int(rng[chance.READ])} outcomes are drawn ({found}), there {len(entries)} ({wanted})"]
        return []

    # -- actions -------------------------------------------------------------------------------------------------------

    def action_text(self, action):
        """An action as recordings write it."""
        state = self.state
        if action == END_TURN:
            return "END"
        if action == USE_POWER:
            return "HP"
        if action < USE_POWER:
            return f"ATK {position_text(OWN + action // 8)} {position_text(action % 8)}"
        if action < PLAY:
            return f"BC {position_text(action - CHOOSE)}"
        index = hand_index(state.players[int(state.active)], action)
        card, position = (action - PLAY) // (16 * HAND), (action - PLAY) % 16
        row = self.game.book[0].cards[card]
        words = f"PLAY {index} {self.names[card]}"
        if row.kind == c.MINION:
            return f"{words} @{position}"
        return f"{words} {position_text(position)}" if row.target and row.kind == c.SPELL else words

    # -- states --------------------------------------------------------------------------------------------------------

    def compare(self, wanted):
        """The differences between the state and a recorded one."""
        found = []
        compare_values(self.described(), normal(wanted), "", found)
        for number, (own, there) in enumerate(zip(self.order(), recorded_order(wanted), strict=True)):
            if own != there:
                found.append(f"order {number} of coming into play {own}, there {there}")
        if not found:
            return []
        more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        return ["; ".join(found[:SHOWN]) + more]

    def order(self):
        """Positions of minions, and weapons, by the order in which they came into play; and the same of the heroes."""
        state = self.state
        numbers = {}
        for side in range(2):
            player = state.players[side]
            if player.weapon != NO_CARD:
                numbers[side, "weapon"] = int(player.weapon_number)
            for i, place in enumerate(player.board[: int(player.board_size)]):
                numbers[side, i] = int(state.minions[int(place)].number)
        heroes = {side: int(state.players[side].hero_number) for side in range(2)}
        return sorted(numbers, key=numbers.get), sorted(heroes, key=heroes.get)

    def described(self):
        """The state in the form of recordings."""
        game, state = self.game, self.state
        columns = np.zeros(COLUMNS)
        features_into(game, state, columns, compiled=self.compiled)
        owners = [side for side in range(2)
                  for _ in range(int(state.players[side].surcharges) + int(state.players[side].returns))]
        return {
            "turn": int(state.turn),
            "active": int(state.active),
            "cost_modifiers": [[owner, False] for owner in owners],
            "players": [self.player(side) for side in range(2)],
            "features42": [int(value) for value in columns],
            "gsv": [recorded_value(value_of(game, state, side, compiled=self.compiled)) for side in range(2)],
            "over": bool(state.status == OVER),
            "winner": int(state.winner),
        }

    def player(self, side):
        player = self.state.players[side]
        weapon = None
        if player.weapon != NO_CARD:
            weapon = {
                "id": self.names[int(player.weapon)],
                "atk": int(player.weapon_attack),
                "durability": int(player.weapon_durability),
                "max_durability": int(player.weapon_most),
                "active": bool(player.weapon_active),
            }
        attack = int(hero_attack(player))
        return {
            "hero": {
                "id": self.names[int(player.hero)],
                "hp": int(player.hp),
                "max_hp": int(player.max_hp),
                "armor": 0,
                "atk": attack,
                "temp_atk": int(player.turn_bonus),
                "attacks_left": int(player.attacks),
                "can_attack": bool(attack > 0 and player.attacks > 0),
                "destroyed": bool(player.destroyed),
            },
            "hero_power": [self.names[int(player.power)], int(player.power_used)],
            "weapon": weapon,
            "mana": int(player.mana),
            "max_mana": int(player.max_mana),
            "locked_mana": int(player.locked),
            "overload_next": int(player.overload),
            "fatigue": int(player.fatigue),
            "hand": [[self.names[int(player.hand[i])], int(cost_of(self.game, self.state, side, i))]
                     for i in range(int(player.hand_size))],
            "deck": sorted(self.names[int(card)] for card in player.deck[: int(player.deck_size)]),
            "board": [self.minion(int(place)) for place in player.board[: int(player.board_size)]],
            "secrets": [] if player.destroyed else [
                self.names[int(card)] for card in player.secrets[: int(player.secret_count)]],
            "died_this_turn": [self.names[int(card)] for card in player.died[: int(player.died_count)]],
        }

    def minion(self, place):
        minion = self.state.minions[place]
        row = self.game.book[0].cards[int(minion.card)]
        keywords = int(minion.keywords)
        active = not keywords & c.SILENCED
        names = [name for name, bit in KEYWORD_NAMES.items() if keywords & bit]
        if active and row.enrage:
            names.append("enragable")
        if active and row.spell_damage:
            names.append("spell_damage")
        return {
            "id": self.names[int(minion.card)],
            "atk": int(attack_of(self.game, minion)),
            "hp": int(minion.hp),
            "max_hp": int(most_hp(minion)),
            "base_atk": int(minion.attack),
            "base_hp": int(minion.health),
            "atk_bonus": int(minion.bonus),
            "aura_atk": int(minion.aura),
            "temp_atk": int(minion.turn_bonus),
            "cond_atk": int(row.enrage) if keywords & c.ENRAGED else 0,
            "hp_bonus": int(minion.health_bonus),
            "attacks_left": int(minion.attacks),
            "can_attack": bool(minion_can_attack(self.game, minion)),
            "base_cost": int(row.cost) if active else 0,
            "flags": sorted(names),
            "race": c.TRIBES[int(row.tribe)],
            "deathrattles": int(active and row.has_deathrattle),
            "triggers": int(active and (row.event != c.NEVER or row.enrage != 0)),
            "auras": int(active and row.aura != c.NO_AURA),
        }

    def load(self, recorded):
        """Make the state a recorded one."""
        game, state = self.game, self.state
        clear(state)
        state.turn = recorded["turn"]
        state.active = recorded["active"]
        state.status = OVER if recorded["over"] else 0
        state.winner = recorded["winner"]
        highest = 0
        for side, known in enumerate(recorded["players"]):
            player = state.players[side]
            hero, weapon = known["hero"], known["weapon"]
            player.hero = self.numbers[hero["id"]]
            player.hero_number = hero["uid"]
            player.hp, player.max_hp = hero["hp"], hero["max_hp"]
            player.turn_bonus, player.attacks = hero["temp_atk"], hero["attacks_left"]
            player.destroyed = hero["destroyed"]
            player.power = self.numbers[known["hero_power"][0]]
            player.power_used = known["hero_power"][1]
            player.weapon = NO_CARD
            if weapon:
                player.weapon = self.numbers[weapon["id"]]
                player.weapon_attack = weapon["atk"]
                player.weapon_durability, player.weapon_most = weapon["durability"], weapon["max_durability"]
                player.weapon_active, player.weapon_number = weapon["active"], weapon["uid"]
                highest = max(highest, weapon["uid"])
            player.mana, player.max_mana = known["mana"], known["max_mana"]
            player.locked, player.overload = known["locked_mana"], known["overload_next"]
            player.fatigue = known["fatigue"]
            for count, cards in (("deck_size", "deck"), ("secret_count", "secrets"), ("died_count", "died_this_turn")):
                numbers = [self.numbers[name] for name in known[cards]]
                into = {"deck": player.deck, "secrets": player.secrets, "died_this_turn": player.died}[cards]
                into[: len(numbers)] = numbers
                player[count] = len(numbers)
            for minion in known["board"]:
                self.load_minion(side, minion)
                highest = max(highest, minion["uid"])
            highest = max(highest, hero["uid"])
        state.next_number = highest + 1
        for side in range(2):
            refresh_auras(game, state, side)
        self.load_hands(recorded)

    def load_minion(self, side, known):
        game, state = self.game, self.state
        place = next(i for i in range(len(state.minions)) if int(state.free) >> i & 1)
        state.free ^= np.uint64(1 << place)
        minion = state.minions[place]
        minion.side = side
        fill_minion(game, state, place, self.numbers[known["id"]])
        minion.number = minion.stamp = known["uid"]
        minion.attacks = known["attacks_left"]
        keywords = sum(bit for name, bit in KEYWORD_NAMES.items() if name in known["flags"])
        row = game.book[0].cards[int(minion.card)]
        if known["base_cost"] == 0 and row.cost > 0:
            keywords |= c.SILENCED
        minion.keywords = keywords
        minion.bonus, minion.turn_bonus = known["atk_bonus"], known["temp_atk"]
        minion.attack, minion.health = known["base_atk"], known["base_hp"]
        minion.health_bonus, minion.hp = known["hp_bonus"], known["hp"]
        insert(state, place, int(state.players[side].board_size))

    def load_hands(self, recorded):
        """Hands, with what makes their cards dearer: surcharges on all spells, or sums of single cards."""
        game, state = self.game, self.state
        for side, known in enumerate(recorded["players"]):
            player, enemy = state.players[side], state.players[side ^ 1]
            for i, (name, *_) in enumerate(known["hand"]):
                player.hand[i] = self.numbers[name]
                player.hand_extra[i] = 0
            player.hand_size = len(known["hand"])
            entries = sum(owner == side ^ 1 for owner, _ in recorded["cost_modifiers"])
            extras = [cost - cost_of(game, state, side, i) for i, (_, _, cost) in enumerate(known["hand"])]
            spells = [extra for extra, card in zip(extras, player.hand, strict=False)
                      if game.book[0].cards[int(card)].kind in (c.SPELL, c.SECRET)]
            # without a spell in hand the entries do not say what they are; only hunters have Freezing Traps
            unknown = 0 if enemy.hero == self.numbers["hero_rexxar"] else entries
            enemy.surcharges = min(entries, max(spells) // c.SURCHARGE_COST if spells else unknown)
            enemy.returns = entries - enemy.surcharges
            for i, (_, _, cost) in enumerate(known["hand"]):
                if game.book[0].cards[int(player.hand[i])].kind == c.MINION:
                    player.hand_extra[i] = max(0, cost - cost_of(game, state, side, i))


def position_text(position):
    """A position as recordings write it, such as EH or F3."""
    letter = "E" if position < OWN else "F"
    index = position % 8
    return f"{letter}H" if index == 0 else f"{letter}{index - 1}"


def recorded_value(value):
    return repr(float(value)) if np.isinf(value) else round(float(value), 3)


def normal(recorded):
    """A recorded state without what is not compared, lists whose order means nothing sorted."""
    state = {name: recorded[name] for name in ("turn", "active", "features42", "gsv", "over", "winner")}
    state["cost_modifiers"] = sorted(recorded["cost_modifiers"])
    state["players"] = [
        {**player, "hero": without_number(player["hero"]), "weapon": without_number(player["weapon"]),
         "hand": [[name, cost] for name, _, cost in player["hand"]], "deck": sorted(player["deck"]),
         "board": [{**without_number(minion), "flags": sorted(minion["flags"])} for minion in player["board"]]}
        for player in recorded["players"]]
    return state


def without_number(record):
    return record and {name: value for name, value in record.items() if name != "uid"}


def recorded_order(recorded):
    numbers = {}
    for side, player in enumerate(recorded["players"]):
        if player["weapon"]:
            numbers[side, "weapon"] = player["weapon"]["uid"]
        for i, minion in enumerate(player["board"]):
            numbers[side, i] = minion["uid"]
    heroes = {side: player["hero"]["uid"] for side, player in enumerate(recorded["players"])}
    return sorted(numbers, key=numbers.get), sorted(heroes, key=heroes.get)


def compare_values(own, there, where, found):
    """Add a clause to `found` for each place in which two nested values differ."""
    if isinstance(own, dict) and isinstance(there, dict):
        for name in own.keys() | there.keys():
            compare_values(own.get(name, "missing"), there.get(name, "missing"), f"{where} {name}".strip(), found)
    elif isinstance(own, list) and isinstance(there, list) and len(own) == len(there):
        for i, (one, other) in enumerate(zip(own, there, strict=True)):
            compare_values(one, other, f"{where} {i}", found)
    elif isinstance(own, float) and isinstance(there, int | float):
        if abs(own - there) > 0.0011:
            found.append(f"{where} is {own}, there {there}")
    elif own != there:
        found.append(f"{where} is {own!r}, there {there!r}")


def difference_of_lists(own, there):
    for i, (one, other) in enumerate(zip(own, there, strict=False)):
        if one != other:
            return f"{one} as number {i}, there {other}"
    return f"{len(own)}, there {len(there)}"
