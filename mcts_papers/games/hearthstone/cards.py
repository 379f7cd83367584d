"""The table of cards: their costs, their numbers and their effects.

A card is a `Card`. Its effect is a list of `Step`; each step is an operation with one or two numbers and the
characters that it changes. The module `effects` carries the steps out. So a new card needs no new code, unless it
needs a new operation::

    yeti = Card("minion_yeti", MINION, 4, 4, 5)
    bomb = Card("minion_bomb", MINION, 2, 2, 1, deathrattle=(Step(DAMAGE, 3, who=ENEMY_MINIONS),))

The values are those of the simulator of Papagiannis, Alexandridis & Stafylopatis (2022); some differ from the printed
cards. `card_book` turns the table into the arrays for the rules.
"""

from typing import NamedTuple

import numpy as np

from mcts_lab.errors import instead

# Kinds of cards
MINION, SPELL, SECRET, WEAPON, POWER, HERO = 0, 1, 2, 3, 4, 5

# Tribes
NO_TRIBE, BEAST, TOTEM, MECH, DEMON, DRAGON, MURLOC, PIRATE = 0, 1, 2, 3, 4, 5, 6, 7
TRIBES = ("NONE", "BEAST", "TOTEM", "MECH", "DEMON", "DRAGON", "MURLOC", "PIRATE")

CLASSES = ("druid", "hunter", "mage", "paladin", "priest", "rogue", "shaman", "warlock", "warrior", "neutral")
HUNTER, SHAMAN, WARLOCK, NEUTRAL = 1, 6, 7, 9

# Keywords, as bits. The first six are printed on cards; the other four describe the state of a minion.
TAUNT, CHARGE, WINDFURY, DIVINE_SHIELD, STEALTH, CANNOT_ATTACK = 1, 2, 4, 8, 16, 32
SICK, ENRAGED, DESTROYED, SILENCED = 64, 128, 256, 512

# Characters that a step changes or a player may choose: a set of the first four, as bits, or another constant
ENEMY_HERO, ENEMY_MINIONS, OWN_HERO, OWN_MINIONS = 1, 2, 4, 8
ANYBODY = ENEMY_HERO | ENEMY_MINIONS | OWN_HERO | OWN_MINIONS
MINIONS = ENEMY_MINIONS | OWN_MINIONS
FRIENDS = OWN_HERO | OWN_MINIONS
ENEMIES = ENEMY_HERO | ENEMY_MINIONS
CHOSEN, ITSELF, NEIGHBOURS = 16, 32, 64
AT_RANDOM = 128  # a random one of the characters that the other bits name
NOBODY = 0

# Limits to the characters that may be chosen
NO_LIMIT, ATTACK_AT_LEAST, ATTACK_AT_MOST, OF_TRIBE, WITH_TAUNT = 0, 1, 2, 3, 4

# Operations on each of the characters
DAMAGE = 1  # amount
DAMAGE_BEAST = 2  # amount, and `more` in addition if the caster has a Beast
DAMAGE_RANGE = 3  # amount to amount + more, random for each character
DAMAGE_BY_ATTACK = 4  # as much as the chosen minion's attack
HEAL = 5  # amount
BUFF = 6  # amount of attack, more health
BUFF_TURN = 7  # amount of attack until the end of the turn
BUFF_HEALTH_PER_CARD = 8  # amount of health for each card in hand
GIVE = 9  # the keyword `amount`
TAKE = 10  # remove the keyword `amount`
SILENCE = 11
DESTROY = 12
TRANSFORM = 13  # into the card `amount`
RETURN = 14  # to its owner's hand, where it costs `amount` more
# Operations on players
DRAW = 15  # amount
DRAW_IF_DYING = 16  # amount, if the chosen minion is dying
DRAW_PER_DURABILITY = 17  # as many cards as the enemy weapon has durability
DISCARD = 18  # amount, at random
MANA = 19  # amount, in this turn
SURCHARGE = 20  # the opponent's spells cost `SURCHARGE_COST` more in the next turn
GIFT = 21  # a random card of the list `amount` to the own hand
ENEMY_CARD = 22  # the card `amount` to the opponent's hand, `more` times
FROM_DECK = 23  # a random card of tribe `amount` from the own deck to the hand
SECRET_FROM_DECK = 24  # a random secret of the own deck comes into play
REMOVE_SECRETS = 25  # of the opponent
EQUIP = 26  # the weapon `amount`
DESTROY_WEAPON = 27  # of the opponent
DURABILITY = 28  # amount more for the own weapon
BECOME = 29  # the hero `amount`
# Operations that summon or change minions
SUMMON = 30  # the card `amount`, `more` times
SUMMON_ENEMY = 31  # the card `amount` for the opponent
SUMMON_PER_ENEMY = 32  # the card `amount` for each enemy minion
SUMMON_ONE_OF = 33  # a random card of the list `amount`
SUMMON_MISSING = 34  # a random card of the list `amount` that the player does not have on the board
SUMMON_AGAIN = 35  # a fresh copy of the chosen minion for its owner
REVIVE = 36  # fresh copies of the own minions that died this turn
STEAL = 37  # a random one of the characters
COPY = 38  # the source becomes a copy of the chosen minion

FIRST_FOR_PLAYERS, FIRST_SUMMON = DRAW, SUMMON
SURCHARGE_COST = 5

# Events to which a minion, weapon or secret reacts
NEVER = 0
SUMMONED_DEATHRATTLE, SUMMONED_BEAST = 1, 2  # the owner summons another such minion
AFTER_SUMMON = 3  # the owner has summoned another minion
OWN_BEAST_DIES = 4
OWN_TURN_ENDS, ANY_TURN_ENDS = 5, 6
SECRET_REVEALED = 7  # a secret of the owner is revealed
DAMAGES_MINION = 8  # the source damages a minion, which is `CHOSEN`
MINION_ATTACKS, MINION_ATTACKED = 9, 10  # secrets: an enemy minion attacks, an own minion is attacked

# Auras
NO_AURA, NEIGHBOURS_ATTACK, OTHERS_ATTACK, OTHER_BEASTS_ATTACK, BEASTS_CHARGE = 0, 1, 2, 3, 4

# Reasons why a card is cheaper
NO_DISCOUNT, PER_HAND_CARD, PER_DAMAGE = 0, 1, 2


class Step(NamedTuple):
    """One step of an effect. Cards and lists in `amount` are given by name."""

    op: int
    amount: int | str = 0
    more: int = 0
    who: int = NOBODY


class Card(NamedTuple):
    """One row of the table. Properties that are not given are absent."""

    id: str
    kind: int
    cost: int = 0
    attack: int = 0
    health: int = 0  # a weapon's durability
    tribe: int = NO_TRIBE
    keywords: int = 0
    play: tuple = ()  # steps of a spell, a hero power, or a minion's battlecry
    target: int = NOBODY  # characters from which the player chooses
    limit: tuple = (NO_LIMIT, 0)  # limit of this choice, and its amount
    deathrattle: tuple = ()  # steps
    event: int = NEVER
    reaction: tuple = ()  # one step, for when the event happens
    aura: int = NO_AURA
    aura_amount: int = 0
    discount: int = NO_DISCOUNT
    overload: int = 0
    enrage: int = 0  # attack while damaged
    spell_damage: int = 0
    removal: bool = False  # counts as hard removal for the evaluation of game states
    hero_class: int = NEUTRAL
    power: str = ""  # for a hero: the name of its hero power


def damage_chosen(amount):
    return Step(DAMAGE, amount, who=CHOSEN)


CARDS = (
    # Hunter
    Card("minion_leper_gnome", MINION, 1, 1, 1, deathrattle=(Step(DAMAGE, 2, who=ENEMY_HERO),)),
    Card("minion_undertaker", MINION, 1, 1, 2, event=SUMMONED_DEATHRATTLE, reaction=(Step(BUFF, 1, who=ITSELF),)),
    Card("minion_webspinner", MINION, 1, 1, 1, BEAST, deathrattle=(Step(GIFT, "gifts"),)),
    Card("secret_freezing_trap", SECRET, 2, event=MINION_ATTACKS, reaction=(Step(RETURN, 2, who=CHOSEN),)),
    Card("secret_snake_trap", SECRET, 2, event=MINION_ATTACKED, reaction=(Step(SUMMON, "token_snake", 3),)),
    Card("minion_dire_wolf_alpha", MINION, 2, 2, 2, BEAST, aura=NEIGHBOURS_ATTACK, aura_amount=1),
    Card("minion_knife_juggler", MINION, 2, 2, 2, event=AFTER_SUMMON,
         reaction=(Step(DAMAGE, 1, who=ENEMIES | AT_RANDOM),)),
    Card("spell_flare", SPELL, 2, play=(Step(TAKE, STEALTH, who=MINIONS), Step(REMOVE_SECRETS), Step(DRAW, 1))),
    Card("minion_mad_scientist", MINION, 2, 2, 2, deathrattle=(Step(SECRET_FROM_DECK),)),
    Card("minion_haunted_creeper", MINION, 2, 1, 2, BEAST, deathrattle=(Step(SUMMON, "token_spectral_spider", 2),)),
    Card("spell_unleash_the_hounds", SPELL, 3, play=(Step(SUMMON_PER_ENEMY, "token_hound"),)),
    Card("weapon_eaglehorn_bow", WEAPON, 3, 3, 2, event=SECRET_REVEALED, reaction=(Step(DURABILITY, 1),)),
    Card("spell_kill_command", SPELL, 3, target=ANYBODY, play=(Step(DAMAGE_BEAST, 3, 2, CHOSEN),)),
    Card("minion_ironbeak_owl", MINION, 3, 2, 1, BEAST, target=MINIONS, play=(Step(SILENCE, who=CHOSEN),)),
    Card("spell_animal_companion", SPELL, 3, play=(Step(SUMMON_ONE_OF, "companions"),)),
    Card("minion_houndmaster", MINION, 4, 4, 3, target=OWN_MINIONS, limit=(OF_TRIBE, BEAST),
         play=(Step(BUFF, 2, 2, CHOSEN), Step(GIVE, TAUNT, who=CHOSEN))),
    Card("minion_loatheb", MINION, 5, 5, 5, play=(Step(SURCHARGE),)),
    Card("minion_sludge_belcher", MINION, 5, 3, 5, keywords=TAUNT, deathrattle=(Step(SUMMON, "token_slime", 1),)),
    Card("minion_savannah_highmane", MINION, 6, 6, 5, BEAST, deathrattle=(Step(SUMMON, "token_hyena", 2),)),
    # Warlock
    Card("spell_soulfire", SPELL, 1, target=ANYBODY, play=(damage_chosen(4), Step(DISCARD, 1))),
    Card("spell_mortal_coil", SPELL, 1, target=MINIONS, play=(damage_chosen(1), Step(DRAW_IF_DYING, 1))),
    Card("minion_sunfury_protector", MINION, 2, 2, 3, play=(Step(GIVE, TAUNT, who=NEIGHBOURS),)),
    Card("minion_ancient_watcher", MINION, 2, 4, 5, keywords=CANNOT_ATTACK),
    Card("minion_earthen_ring_farseer", MINION, 3, 3, 3, target=ANYBODY, play=(Step(HEAL, 3, who=CHOSEN),)),
    Card("minion_defender_of_argus", MINION, 4, 2, 3,
         play=(Step(BUFF, 1, 1, NEIGHBOURS), Step(GIVE, TAUNT, who=NEIGHBOURS))),
    Card("minion_twilight_drake", MINION, 4, 4, 1, DRAGON, play=(Step(BUFF_HEALTH_PER_CARD, 1, who=ITSELF),)),
    Card("spell_shadowflame", SPELL, 4, target=OWN_MINIONS,
         play=(Step(DESTROY, who=CHOSEN), Step(DAMAGE_BY_ATTACK, who=ENEMY_MINIONS))),
    Card("spell_hellfire", SPELL, 4, play=(Step(DAMAGE, 3, who=ANYBODY),)),
    Card("minion_big_game_hunter", MINION, 5, 4, 2, target=MINIONS, limit=(ATTACK_AT_LEAST, 7),
         play=(Step(DESTROY, who=CHOSEN),), removal=True),
    Card("minion_faceless_manipulator", MINION, 5, 3, 3, target=MINIONS, play=(Step(COPY),)),
    Card("spell_siphon_soul", SPELL, 6, target=MINIONS, removal=True,
         play=(Step(DESTROY, who=CHOSEN), Step(HEAL, 3, who=OWN_HERO))),
    Card("minion_lord_jaraxxus", MINION, 9, 3, 15, DEMON,
         play=(Step(DESTROY, who=ITSELF), Step(BECOME, "hero_jaraxxus"), Step(EQUIP, "weapon_blood_fury"))),
    Card("minion_mountain_giant", MINION, 12, 8, 8, discount=PER_HAND_CARD),
    Card("minion_molten_giant", MINION, 25, 8, 8, discount=PER_DAMAGE),
    # Shaman
    Card("spell_earth_shock", SPELL, 1, target=MINIONS, play=(Step(SILENCE, who=CHOSEN), damage_chosen(1))),
    Card("spell_lightning_bolt", SPELL, 1, target=ANYBODY, play=(damage_chosen(3),), overload=1),
    Card("minion_flametongue_totem", MINION, 2, 0, 3, TOTEM, aura=NEIGHBOURS_ATTACK, aura_amount=2),
    Card("spell_reincarnate", SPELL, 2, target=MINIONS, play=(Step(DESTROY, who=CHOSEN), Step(SUMMON_AGAIN))),
    Card("spell_rockbiter_weapon", SPELL, 2, target=FRIENDS, play=(Step(BUFF_TURN, 3, who=CHOSEN),)),
    Card("minion_mana_tide_totem", MINION, 3, 0, 3, TOTEM, event=OWN_TURN_ENDS, reaction=(Step(DRAW, 1),)),
    Card("minion_harvest_golem", MINION, 3, 2, 3, MECH, deathrattle=(Step(SUMMON, "token_damaged_golem", 1),)),
    Card("spell_feral_spirit", SPELL, 3, play=(Step(SUMMON, "token_spirit_wolf", 2),), overload=2),
    Card("spell_lightning_storm", SPELL, 3, play=(Step(DAMAGE_RANGE, 2, 1, ENEMY_MINIONS),), overload=2),
    Card("spell_hex", SPELL, 3, target=MINIONS, play=(Step(TRANSFORM, "token_frog", who=CHOSEN),), removal=True),
    Card("minion_harrison_jones", MINION, 5, 5, 4, play=(Step(DRAW_PER_DURABILITY), Step(DESTROY_WEAPON))),
    Card("minion_the_black_knight", MINION, 6, 4, 5, target=ENEMY_MINIONS, limit=(WITH_TAUNT, 0),
         play=(Step(DESTROY, who=CHOSEN),)),
    Card("minion_sylvanas_windrunner", MINION, 6, 5, 5, deathrattle=(Step(STEAL, who=ENEMY_MINIONS | AT_RANDOM),)),
    Card("minion_fire_elemental", MINION, 6, 6, 5, target=ANYBODY, play=(damage_chosen(3),)),
    Card("minion_kelthuzad", MINION, 8, 6, 8, event=ANY_TURN_ENDS, reaction=(Step(REVIVE),)),
    Card("minion_al_akir_the_windlord", MINION, 8, 3, 5, keywords=WINDFURY | CHARGE | DIVINE_SHIELD | TAUNT),
    Card("spell_the_coin", SPELL, 0, play=(Step(MANA, 1),)),
    # Tokens
    Card("token_spectral_spider", MINION, 1, 1, 1),
    Card("token_slime", MINION, 2, 1, 2, keywords=TAUNT),
    Card("token_hyena", MINION, 2, 2, 2, BEAST),
    Card("token_snake", MINION, 1, 1, 1, BEAST),
    Card("token_hound", MINION, 1, 1, 1, BEAST, keywords=CHARGE),
    Card("token_huffer", MINION, 3, 4, 2, BEAST, keywords=CHARGE),
    Card("token_misha", MINION, 3, 4, 4, BEAST, keywords=TAUNT),
    Card("token_leokk", MINION, 3, 2, 4, BEAST, aura=OTHERS_ATTACK, aura_amount=1),
    Card("token_damaged_golem", MINION, 1, 2, 1, MECH),
    Card("token_spirit_wolf", MINION, 2, 2, 3, keywords=TAUNT),
    Card("token_frog", MINION, 0, 0, 1, BEAST, keywords=TAUNT),
    Card("token_searing_totem", MINION, 1, 1, 1, TOTEM),
    Card("token_healing_totem", MINION, 1, 0, 2, TOTEM, event=OWN_TURN_ENDS,
         reaction=(Step(HEAL, 1, who=OWN_MINIONS),)),
    Card("token_stoneclaw_totem", MINION, 1, 0, 2, TOTEM, keywords=TAUNT),
    Card("token_wrath_of_air_totem", MINION, 1, 0, 2, TOTEM, spell_damage=1),
    Card("token_infernal", MINION, 6, 6, 6, DEMON),
    Card("token_finkle_einhorn", MINION, 3, 3, 3),
    Card("weapon_blood_fury", WEAPON, 3, 3, 8),
    Card("spell_bananas", SPELL, 1, target=MINIONS, play=(Step(BUFF, 1, 1, CHOSEN),)),
    # Heroes and their powers
    Card("hero_rexxar", HERO, health=30, hero_class=HUNTER, power="hero_power_steady_shot"),
    Card("hero_guldan", HERO, health=30, hero_class=WARLOCK, power="hero_power_life_tap"),
    Card("hero_thrall", HERO, health=30, hero_class=SHAMAN, power="hero_power_totemic_call"),
    Card("hero_jaraxxus", HERO, health=15, hero_class=WARLOCK, power="hero_power_inferno"),
    Card("hero_power_steady_shot", POWER, 2, play=(Step(DAMAGE, 2, who=ENEMY_HERO),)),
    Card("hero_power_life_tap", POWER, 2, play=(Step(DAMAGE, 2, who=OWN_HERO), Step(DRAW, 1))),
    Card("hero_power_totemic_call", POWER, 2, play=(Step(SUMMON_MISSING, "totems"),)),
    Card("hero_power_inferno", POWER, 2, play=(Step(SUMMON, "token_infernal", 1),)),
    # Beasts that a Webspinner may give and no deck has
    Card("minion_stonetusk_boar", MINION, 1, 1, 1, BEAST, keywords=CHARGE),
    Card("minion_bloodfen_raptor", MINION, 2, 3, 2, BEAST),
    Card("minion_river_crocolisk", MINION, 2, 2, 3, BEAST),
    Card("minion_ironfur_grizzly", MINION, 3, 3, 3, BEAST, keywords=TAUNT),
    Card("minion_silverback_patriarch", MINION, 3, 1, 4, BEAST, keywords=TAUNT),
    Card("minion_oasis_snapjaw", MINION, 4, 2, 7, BEAST),
    Card("minion_core_hound", MINION, 7, 9, 5, BEAST),
    Card("minion_timber_wolf", MINION, 1, 1, 1, BEAST, aura=OTHER_BEASTS_ATTACK, aura_amount=1),
    Card("minion_starving_buzzard", MINION, 5, 3, 2, BEAST, event=SUMMONED_BEAST, reaction=(Step(DRAW, 1),)),
    Card("minion_tundra_rhino", MINION, 5, 2, 5, BEAST, keywords=CHARGE, aura=BEASTS_CHARGE),
    Card("minion_angry_chicken", MINION, 1, 1, 1, BEAST, enrage=5),
    Card("minion_hungry_crab", MINION, 1, 1, 2, BEAST, target=MINIONS, limit=(OF_TRIBE, MURLOC),
         play=(Step(DESTROY, who=CHOSEN), Step(BUFF, 2, 2, ITSELF))),
    Card("minion_young_dragonhawk", MINION, 1, 1, 1, BEAST, keywords=WINDFURY),
    Card("minion_emperor_cobra", MINION, 3, 2, 3, BEAST, event=DAMAGES_MINION, reaction=(Step(DESTROY, who=CHOSEN),)),
    Card("minion_jungle_panther", MINION, 3, 4, 2, BEAST, keywords=STEALTH),
    Card("minion_king_mukla", MINION, 3, 5, 5, BEAST, play=(Step(ENEMY_CARD, "spell_bananas", 2),)),
    Card("minion_stampeding_kodo", MINION, 5, 3, 5, BEAST, limit=(ATTACK_AT_MOST, 2),
         play=(Step(DESTROY, who=ENEMY_MINIONS | AT_RANDOM),)),
    Card("minion_stranglethorn_tiger", MINION, 5, 5, 5, BEAST, keywords=STEALTH),
    Card("minion_the_beast", MINION, 6, 9, 7, BEAST, deathrattle=(Step(SUMMON_ENEMY, "token_finkle_einhorn", 1),)),
    Card("minion_scavenging_hyena", MINION, 2, 2, 2, BEAST, event=OWN_BEAST_DIES, reaction=(Step(BUFF, 2, 1, ITSELF),)),
    Card("minion_king_krush", MINION, 9, 8, 8, BEAST, keywords=CHARGE),
    Card("minion_captains_parrot", MINION, 2, 1, 1, BEAST, play=(Step(FROM_DECK, PIRATE),)),
    Card("minion_maexxna", MINION, 6, 2, 8, BEAST, event=DAMAGES_MINION, reaction=(Step(DESTROY, who=CHOSEN),)),
)

# Lists that steps may name
LISTS = {
    "gifts": (
        "minion_stonetusk_boar", "minion_bloodfen_raptor", "minion_river_crocolisk", "minion_ironfur_grizzly",
        "minion_silverback_patriarch", "minion_oasis_snapjaw", "minion_core_hound", "minion_timber_wolf",
        "minion_starving_buzzard", "minion_tundra_rhino", "minion_angry_chicken", "minion_hungry_crab",
        "minion_young_dragonhawk", "minion_dire_wolf_alpha", "minion_emperor_cobra", "minion_ironbeak_owl",
        "minion_jungle_panther", "minion_king_mukla", "minion_stampeding_kodo", "minion_stranglethorn_tiger",
        "minion_the_beast", "minion_scavenging_hyena", "minion_savannah_highmane", "minion_king_krush",
        "minion_captains_parrot", "minion_haunted_creeper", "minion_maexxna", "minion_webspinner"),
    "companions": ("token_huffer", "token_misha", "token_leokk"),
    "totems": ("token_searing_totem", "token_healing_totem", "token_wrath_of_air_totem", "token_stoneclaw_totem"),
}

# Decks: a hero, and the number of copies of each card
DECKS = {
    "hunter": ("hero_rexxar", {
        "minion_leper_gnome": 2, "minion_undertaker": 2, "minion_webspinner": 2, "secret_freezing_trap": 1,
        "secret_snake_trap": 2, "minion_dire_wolf_alpha": 1, "minion_knife_juggler": 2, "spell_flare": 1,
        "minion_mad_scientist": 2, "minion_haunted_creeper": 2, "spell_unleash_the_hounds": 1,
        "weapon_eaglehorn_bow": 2, "spell_kill_command": 2, "minion_ironbeak_owl": 1, "spell_animal_companion": 2,
        "minion_houndmaster": 1, "minion_loatheb": 1, "minion_sludge_belcher": 2, "minion_savannah_highmane": 1}),
    "warlock": ("hero_guldan", {
        "spell_soulfire": 2, "spell_mortal_coil": 1, "minion_sunfury_protector": 2, "minion_ancient_watcher": 2,
        "minion_ironbeak_owl": 2, "minion_earthen_ring_farseer": 2, "minion_defender_of_argus": 2,
        "minion_twilight_drake": 2, "spell_shadowflame": 2, "spell_hellfire": 1, "minion_loatheb": 1,
        "minion_big_game_hunter": 1, "minion_faceless_manipulator": 1, "minion_sludge_belcher": 2,
        "spell_siphon_soul": 2, "minion_lord_jaraxxus": 1, "minion_mountain_giant": 2, "minion_molten_giant": 2}),
    "shaman": ("hero_thrall", {
        "spell_earth_shock": 2, "spell_lightning_bolt": 1, "minion_haunted_creeper": 2, "minion_flametongue_totem": 2,
        "spell_reincarnate": 1, "spell_rockbiter_weapon": 2, "minion_mana_tide_totem": 1, "minion_harvest_golem": 1,
        "spell_feral_spirit": 2, "spell_lightning_storm": 2, "spell_hex": 2, "minion_defender_of_argus": 1,
        "minion_harrison_jones": 1, "minion_loatheb": 1, "minion_big_game_hunter": 1, "minion_sludge_belcher": 2,
        "minion_the_black_knight": 1, "minion_sylvanas_windrunner": 1, "minion_fire_elemental": 2,
        "minion_kelthuzad": 1, "minion_al_akir_the_windlord": 1}),
    # every Beast of the list of gifts, for tests of these cards
    "beasts": ("hero_rexxar", {**dict.fromkeys(LISTS["gifts"], 1), "minion_webspinner": 2, "spell_kill_command": 1}),
}

# ---------------------------------------------------------------------------------------------------------------------
# As numbers

MOST_CARDS = 128  # in a book
DECK_ROOM = 60  # cards in a list or deck
PLAY_STEPS, DEATH_STEPS = 3, 2
DEATHRATTLE = PLAY_STEPS  # index of its first step
REACTION = PLAY_STEPS + DEATH_STEPS
STEPS = REACTION + 1

STEP_ROW = np.dtype([("op", np.int16), ("amount", np.int16), ("more", np.int16), ("who", np.int16)], align=True)

CARD_ROW = np.dtype(
    [
        ("kind", np.int8),
        ("cost", np.int8),
        ("attack", np.int16),
        ("health", np.int16),
        ("tribe", np.int8),
        ("has_battlecry", np.int8),  # whether the card has steps when it is played
        ("has_deathrattle", np.int8),
        ("event", np.int8),
        ("keywords", np.int16),
        ("target", np.int8),
        ("limit", np.int8),
        ("limit_amount", np.int8),
        ("aura", np.int8),
        ("aura_amount", np.int8),
        ("discount", np.int8),
        ("overload", np.int8),
        ("enrage", np.int8),
        ("spell_damage", np.int8),
        ("removal", np.int8),
        ("hero_class", np.int8),
        ("power", np.int16),
        ("steps", STEP_ROW, (STEPS,)),  # when played, deathrattle, reaction
        ("name", "S40"),
    ],
    align=True,
)

LIST_ROWS = ("deck 0", "deck 1", *LISTS)  # rows of `lists` in a book; the first number of a row is its length
BOOK = np.dtype(
    [
        ("cards", CARD_ROW, (MOST_CARDS,)),
        ("lists", np.int16, (len(LIST_ROWS), DECK_ROOM + 1)),
        ("heroes", np.int16, (2,)),
        ("coin", np.int16),
        ("count", np.int16),  # of cards
    ],
    align=True,
)

OPS_WITH_CARDS = (TRANSFORM, ENEMY_CARD, EQUIP, BECOME, SUMMON, SUMMON_ENEMY, SUMMON_PER_ENEMY)
OPS_WITH_LISTS = (GIFT, SUMMON_ONE_OF, SUMMON_MISSING)
DECK_SIZE = 30


def card_book(decks, cards=CARDS):
    """Return the tables as one record in an array of length 1.

    decks: two pairs (hero, {card: number of copies}). cards: a table such as `CARDS`. Raises ValueError for an
    unknown card, a deck of another size, two cards with the same name and similar mistakes.
    """
    names = {}
    for card in cards:
        if card.id in names:
            raise ValueError(f"Two cards have the name {card.id!r}. Give the new card another name.")
        if len(card.id.encode()) > 40:
            raise ValueError(f"The card name {card.id!r} is too long. Use at most 40 letters.")
        names[card.id] = len(names)
    if len(names) > MOST_CARDS:
        raise ValueError(f"{len(names)} cards are too many. Use at most {MOST_CARDS}.")
    book = np.zeros(1, np.dtype((np.record, BOOK)))
    for number, card in enumerate(cards):
        fill_row(book[0].cards[number], card, names)
    for row, name in enumerate(LIST_ROWS[2:], 2):
        members = [_number(card, names, f"the list {name!r}") for card in LISTS[name]]
        book[0].lists[row, 0] = len(members)
        book[0].lists[row, 1 : 1 + len(members)] = members
    for player, (hero, deck) in enumerate(decks):
        members = [_number(card, names, "the deck") for card, count in deck.items() for _ in range(count)]
        if len(members) != DECK_SIZE:
            raise ValueError(f"A deck must have {DECK_SIZE} cards, but this one has {len(members)}.")
        for member in members:
            if cards[member].kind in (POWER, HERO):
                raise ValueError(f"{cards[member].id!r} cannot be in a deck. Choose another card.")
        book[0].lists[player, 0] = len(members)
        book[0].lists[player, 1 : 1 + len(members)] = members
        book[0].heroes[player] = _number(hero, names, "the deck's hero")
        if cards[book[0].heroes[player]].kind != HERO:
            raise ValueError(f"{hero!r} is not a hero. Give the name of a hero card.")
    book[0].coin = _number("spell_the_coin", names, "the second player's hand")
    book[0].count = len(names)
    book.flags.writeable = False
    return book


def fill_row(row, card, names):
    """Write a card into its row of a book."""
    row.name = card.id.encode()
    for field in ("kind", "cost", "attack", "health", "tribe", "keywords", "target", "aura", "aura_amount", "discount",
                  "overload", "enrage", "spell_damage", "removal", "hero_class", "event"):
        value = int(getattr(card, field))
        if not np.iinfo(CARD_ROW[field]).min <= value <= np.iinfo(CARD_ROW[field]).max:
            raise ValueError(f"{card.id!r} cannot have {field} {value}. Use another value.")
        row[field] = value
    row.limit, row.limit_amount = card.limit
    row.power = _number(card.power, names, f"the hero {card.id!r}") if card.power else -1
    row.has_battlecry = len(card.play) > 0
    row.has_deathrattle = len(card.deathrattle) > 0
    for first, room, steps, what in ((0, PLAY_STEPS, card.play, "play"),
                                     (DEATHRATTLE, DEATH_STEPS, card.deathrattle, "deathrattle"),
                                     (REACTION, 1, card.reaction, "reaction")):
        if len(steps) > room:
            raise ValueError(f"{card.id!r} has {len(steps)} steps as its {what}, but there is room for {room}. Use "
                             "fewer steps.")
        for i, step in enumerate(steps):
            amount = step.amount
            if step.op in OPS_WITH_CARDS:
                amount = _number(amount, names, f"the card {card.id!r}")
            elif step.op in OPS_WITH_LISTS:
                if amount not in LISTS:
                    raise ValueError(f"{card.id!r} names an unknown list {amount!r}. Choose one of {', '.join(LISTS)}.")
                amount = LIST_ROWS.index(amount)
            row.steps[first + i] = (step.op, amount, step.more, step.who)


def _number(name, names, where):
    if name not in names:
        raise ValueError(f"There is no card {name!r} for {where}. {instead(name, names)}")
    return names[name]
