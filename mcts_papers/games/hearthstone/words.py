"""Names of cards and actions in Hearthstone, the texts of cards, and the table as text."""

from mcts_lab.appearance import Appearance
from mcts_lab.errors import instead

from . import cards as c
from .choices import CHOOSE, END_TURN, HIDDEN_SECRET, OWN, PLAY, USE_POWER, character_at, cost_of
from .state import HAND, NO_CARD, NO_CHARACTER, NO_PLAYER, OVER, PLAYERS, RUNNING, attack_of, hero_attack, most_hp

PRINTED = {
    "minion_kelthuzad": "Kel'Thuzad", "minion_al_akir_the_windlord": "Al'Akir the Windlord", "hero_guldan": "Gul'dan",
    "minion_captains_parrot": "Captain's Parrot"}
SMALL_WORDS = ("the", "of", "for")
KEYWORDS = {
    c.TAUNT: "taunt", c.CHARGE: "charge", c.WINDFURY: "windfury", c.DIVINE_SHIELD: "divine shield",
    c.STEALTH: "stealth", c.CANNOT_ATTACK: "cannot attack", c.SICK: "cannot attack yet", c.ENRAGED: "enraged",
    c.SILENCED: "silenced"}
PRINTED_KEYWORDS = c.TAUNT | c.CHARGE | c.WINDFURY | c.DIVINE_SHIELD | c.STEALTH | c.CANNOT_ATTACK


def printed_name(identifier) -> str:
    """Return the name of a card as people write it; `identifier` is its name in the table."""
    if identifier in PRINTED:
        return PRINTED[identifier]
    words = identifier.split("_")[1:] if "_" in identifier else [identifier]
    if words[0] == "power" and len(words) > 1:  # a hero power
        words = words[1:]
    return " ".join(word if i and word in SMALL_WORDS else word.capitalize() for i, word in enumerate(words))


def card_name(game, card) -> str:
    """Return the name of a card; `card` is its number in the game's book."""
    return printed_name(game.book[0].cards[int(card)]["name"].decode())


def card_number(game, name) -> int:
    """Return the number of a card by its name in the table, such as ``"minion_leper_gnome"``, or as people write it.

    Raises ValueError for an unknown card.
    """
    count = int(game.book[0].count)
    names = [row.decode() for row in game.book[0].cards["name"][:count]]
    if name in names:
        return names.index(name)
    printed = [printed_name(one).casefold() for one in names]
    if str(name).casefold() in printed:
        return printed.index(str(name).casefold())
    raise ValueError(f"There is no card {name!r}. {instead(str(name).casefold(), printed)}")


# ---------------------------------------------------------------------------------------------------------------------
# What a card does

WHOM = {
    c.CHOSEN: "the target", c.ITSELF: "itself", c.NEIGHBOURS: "its neighbours", c.ENEMY_HERO: "the enemy hero",
    c.OWN_HERO: "your hero", c.ENEMY_MINIONS: "all enemy minions", c.OWN_MINIONS: "all your minions",
    c.MINIONS: "all minions", c.ANYBODY: "all characters", c.ENEMIES: "all enemies"}
ONE_OF = {c.ENEMIES: "a random enemy", c.ENEMY_MINIONS: "a random enemy minion"}
TARGETS = {
    c.ANYBODY: "a character", c.MINIONS: "a minion", c.FRIENDS: "a friendly character",
    c.OWN_MINIONS: "one of your minions", c.ENEMY_MINIONS: "an enemy minion"}
PHRASES = {  # operation: text with the step's amount {n}, more {m} and characters {who}
    c.DAMAGE: "{n} damage to {who}",
    c.DAMAGE_BEAST: "{n} damage to {who}, {m} more with a Beast",
    c.DAMAGE_RANGE: "{n} to {nm} damage to {who}",
    c.DAMAGE_BY_ATTACK: "damage by its attack to {who}",
    c.HEAL: "restore {n} health to {who}",
    c.BUFF: "+{n}/+{m} for {who}",
    c.BUFF_TURN: "+{n} attack this turn for {who}",
    c.BUFF_HEALTH_PER_CARD: "+{n} health for each card in hand",
    c.GIVE: "{keyword} for {who}",
    c.TAKE: "no {keyword} for {who}",
    c.SILENCE: "silence {who}",
    c.DESTROY: "destroy {who}",
    c.TRANSFORM: "turn {who} into {card}",
    c.RETURN: "return {who} to the hand, {n} dearer",
    c.DRAW: "draw {n}",
    c.DRAW_IF_DYING: "draw {n} if it dies",
    c.DRAW_PER_DURABILITY: "draw as many as the enemy weapon's durability",
    c.DISCARD: "discard {n}",
    c.MANA: "+{n} mana this turn",
    c.SURCHARGE: "enemy spells cost 5 more next turn",
    c.GIFT: "a random card of the {list} to your hand",
    c.ENEMY_CARD: "{times}{card} to the opponent's hand",
    c.FROM_DECK: "a random {tribe} from your deck",
    c.SECRET_FROM_DECK: "a secret from your deck into play",
    c.REMOVE_SECRETS: "remove enemy secrets",
    c.EQUIP: "equip {card}",
    c.DESTROY_WEAPON: "destroy the enemy weapon",
    c.DURABILITY: "+{n} durability",
    c.BECOME: "become {card}",
    c.SUMMON: "summon {times}{card}",
    c.SUMMON_ENEMY: "summon {card} for the opponent",
    c.SUMMON_PER_ENEMY: "summon {card} for each enemy minion",
    c.SUMMON_ONE_OF: "summon a random one of the {list}",
    c.SUMMON_MISSING: "summon one of the {list} you lack",
    c.SUMMON_AGAIN: "summon it again, fresh",
    c.REVIVE: "summon your minions that died this turn",
    c.STEAL: "take control of {who}",
    c.COPY: "become a copy of the target",
}
EVENTS = {
    c.SUMMONED_DEATHRATTLE: "when you summon another minion with a deathrattle",
    c.SUMMONED_BEAST: "when you summon another Beast",
    c.AFTER_SUMMON: "after you summon another minion",
    c.OWN_BEAST_DIES: "when one of your Beasts dies",
    c.OWN_TURN_ENDS: "at the end of your turn",
    c.ANY_TURN_ENDS: "at the end of each turn",
    c.SECRET_REVEALED: "when one of your secrets is revealed",
    c.DAMAGES_MINION: "when it damages a minion",
    c.MINION_ATTACKS: "when an enemy minion attacks",
    c.MINION_ATTACKED: "when one of your minions is attacked"}
AURAS = {
    c.NEIGHBOURS_ATTACK: "its neighbours have +{} attack", c.OTHERS_ATTACK: "your other minions have +{} attack",
    c.OTHER_BEASTS_ATTACK: "your other Beasts have +{} attack", c.BEASTS_CHARGE: "your Beasts have charge"}
LIMITS = {c.ATTACK_AT_LEAST: " with {} or more attack", c.ATTACK_AT_MOST: " with {} or less attack",
          c.WITH_TAUNT: " with taunt"}


def step_words(game, row) -> str:
    """Return a step of an effect as text."""
    op, amount, more, who = int(row.op), int(row.amount), int(row.more), int(row.who)
    whom = ONE_OF.get(who & ~c.AT_RANDOM, "one at random") if who & c.AT_RANDOM else WHOM.get(who, "")
    return PHRASES[op].format(
        n=amount, m=more, nm=amount + more, times=f"{more} x " if more > 1 else "", who=whom,
        keyword=KEYWORDS.get(amount, ""),
        tribe=c.TRIBES[amount].capitalize() if op == c.FROM_DECK else "",
        card=card_name(game, amount) if op in c.OPS_WITH_CARDS else "",
        list=c.LIST_ROWS[amount] if op in c.OPS_WITH_LISTS else "")


def limit_words(row) -> str:
    if row.limit == c.OF_TRIBE:
        return f" that is a {c.TRIBES[int(row.limit_amount)].capitalize()}"
    return LIMITS.get(int(row.limit), "").format(int(row.limit_amount))


def explain(game, card) -> str:
    """Return the text of a card in one line, made from the table; empty for a minion without effects."""
    row = game.book[0].cards[int(card)]
    parts = [word for bit, word in KEYWORDS.items() if row.keywords & PRINTED_KEYWORDS & bit]
    steps = [step_words(game, row.steps[i]) for i in range(c.PLAY_STEPS) if row.steps[i].op]
    if steps:
        what = ", ".join(steps)
        if row.target:
            what = f"target {TARGETS.get(int(row.target), 'one')}{limit_words(row)}: {what}"
        elif row.limit:
            what += limit_words(row)
        parts.append(f"battlecry: {what}" if row.kind == c.MINION else what)
    last = [step_words(game, row.steps[i]) for i in range(c.DEATHRATTLE, c.REACTION) if row.steps[i].op]
    if last:
        parts.append("deathrattle: " + ", ".join(last))
    if row.event:
        parts.append(f"{EVENTS[int(row.event)]}: {step_words(game, row.steps[c.REACTION])}")
    if row.aura:
        parts.append(AURAS[int(row.aura)].format(int(row.aura_amount)))
    if row.enrage:
        parts.append(f"+{int(row.enrage)} attack while damaged")
    if row.spell_damage:
        parts.append(f"spell damage +{int(row.spell_damage)}")
    if row.discount:
        parts.append("costs 1 less for each " + ("other card in your hand" if row.discount == c.PER_HAND_CARD else
                                                 "damage your hero has taken"))
    if row.overload:
        parts.append(f"overload {int(row.overload)}")
    return "; ".join(parts)


# ---------------------------------------------------------------------------------------------------------------------
# Actions


def character_words(game, state, position) -> str:
    """Return a character as the player to move sees it. Minions are numbered from left to right."""
    side = "your" if position >= OWN else "enemy"
    if position % 8 == 0:
        return f"{side} hero"
    place = character_at(state, int(state.active), position)
    name = card_name(game, state.minions[place].card) if place != NO_CHARACTER else "minion"
    return f"{side} {name} ({position % 8})"


class HearthstoneWords(Appearance):
    """Names of actions, and the table as text."""

    __slots__ = ()

    def action_name(self, state, action):
        action = int(action)
        if action == END_TURN:
            return "end the turn"
        if action == USE_POWER:
            return card_name(self, state.players[int(state.active)].power)
        if action == HIDDEN_SECRET:
            return "play a secret"
        if action < USE_POWER:
            attacker = character_words(self, state, OWN + action // 8).removeprefix("your ")
            return f"{attacker} attacks {character_words(self, state, action % 8)}"
        if action < PLAY:
            return f"choose {character_words(self, state, action - CHOOSE)}"
        return play_words(self, state, action)

    def text_for(self, state, viewer):
        """Return the table as text with `viewer` at the bottom. None: Ann, with all cards open."""
        own = viewer or 0
        lines = [headline(self, state)]
        for side in (own ^ 1, own):
            player = state.players[side]
            mark = ">" if side == state.active and state.status == RUNNING else " "
            about = [f"{mark} {PLAYERS[side]}, {card_name(self, player.hero)}: {hero_words(self, state, side)}"]
            if viewer == side:
                about += ["    hand:", *explained_hand(self, state, side)]
            else:
                seen = sees_hand(state, viewer, side)
                hand = hand_words(self, state, side) if seen else f"{int(player.hand_size)} cards"
                about.append(f"    hand: {hand}")
            secrets = secret_words(self, state, side, self.secrets_known or sees_hand(state, viewer, side))
            if secrets:
                about.append(f"    {secrets}")
            board = [f"    {i}  {minion_words(self, state.minions[int(place)])}"
                     for i, place in enumerate(player.board[: int(player.board_size)], 1)]
            lines += about + board if side != own else board + about
            if side != own:
                lines.append("    " + "-" * 40)
        return "\n".join(lines)


def play_words(game, state, action) -> str:
    """Return the text for an action that plays a card; further copies in the hand have a number."""
    card, copy, position = (action - PLAY) // (16 * HAND), (action - PLAY) // 16 % HAND, (action - PLAY) % 16
    words = f"play {card_name(game, card)}" + (f" [{copy + 1}]" if copy else "")
    row = game.book[0].cards[card]
    if row.kind == c.MINION:
        size = int(state.players[int(state.active)].board_size)
        return words if size == 0 else f"{words} as number {position + 1}"
    if row.kind == c.SPELL and row.target:
        return f"{words} on {character_words(game, state, position)}"
    return words


# ---------------------------------------------------------------------------------------------------------------------
# The table as text


def minion_words(game, minion) -> str:
    keywords = [word for bit, word in KEYWORDS.items() if int(minion.keywords) & bit]
    hp, most = int(minion.hp), int(most_hp(minion))
    health = f"{hp}" if hp == most else f"{hp} of {most}"
    more = f" ({', '.join(keywords)})" if keywords else ""
    return f"{card_name(game, minion.card)} {int(attack_of(game, minion))}/{health}{more}"


def hero_words(game, state, side) -> str:
    player = state.players[side]
    parts = [f"{int(player.hp)} of {int(player.max_hp)} health", f"mana {int(player.mana)} of {int(player.max_mana)}"]
    if player.locked:
        parts.append(f"{int(player.locked)} locked")
    if player.overload:
        parts.append(f"{int(player.overload)} locked next turn")
    if hero_attack(player):
        parts.append(f"attack {int(hero_attack(player))}")
    if player.weapon != NO_CARD:
        parts.append(f"{card_name(game, player.weapon)} {int(player.weapon_attack)}/{int(player.weapon_durability)}")
    power = card_name(game, player.power)
    parts.append(f"{power} {'used' if player.power_used else 'ready'}")
    parts.append(f"{int(player.deck_size)} cards in the deck")
    return ", ".join(parts)


def hand_words(game, state, side) -> str:
    player = state.players[side]
    return ", ".join(f"{card_name(game, player.hand[i])} ({int(cost_of(game, state, side, i))})"
                     for i in range(int(player.hand_size))) or "no cards"


def explained_hand(game, state, side) -> list[str]:
    """Return a line for each card of a player's hand: cost, name and text."""
    player = state.players[side]
    lines = []
    for i in range(int(player.hand_size)):
        row = game.book[0].cards[int(player.hand[i])]
        body = f" {int(row.attack)}/{int(row.health)}" if row.kind in (c.MINION, c.WEAPON) else ""
        effect = explain(game, player.hand[i])
        lines.append(f"      ({int(cost_of(game, state, side, i))}) {card_name(game, player.hand[i])}{body}"
                     + (f": {effect}" if effect else ""))
    return lines or ["      no cards"]


def secret_words(game, state, side, seen) -> str:
    player = state.players[side]
    n = 0 if player.destroyed else int(player.secret_count)
    if not n:
        return ""
    if seen:
        return "secrets: " + ", ".join(card_name(game, card) for card in player.secrets[:n])
    return f"{n} secret{'s' if n > 1 else ''}"


def headline(game, state) -> str:
    """Return a line about the player to move or the end of the game."""
    if state.status == OVER:
        if state.winner == NO_PLAYER:
            return "The game is a draw"
        return f"{PLAYERS[int(state.winner)]} has won"
    words = f"Turn {int(state.turn)}, {PLAYERS[int(state.active)]} to move"
    if state.pending:
        minion = state.minions[int(state.pending) - 1]
        words += f": a target for the battlecry of {card_name(game, minion.card)}"
    return words


def sees_hand(state, viewer, side) -> bool:
    return viewer is None or viewer == side or state.status != RUNNING
