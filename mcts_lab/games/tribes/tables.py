"""The numbers of Tribes: terrain, resources, technologies, units, buildings and tribes, all as tables.

Rules look things up here and hold no numbers of their own. Source: the public Java framework "Tribes" in the state
that [Hsu & Perez-Liebana 2020] used. Technologies, units and buildings are numbered in the order of their lists.
"""

from __future__ import annotations

import numpy as np

# ---------------------------------------------------------------------------------------------------------------------
# Terrain and resources

PLAIN, SHALLOW, DEEP, MOUNTAIN, VILLAGE, CITY, FOREST = range(7)
TERRAINS = ("plain", "shallow water", "deep water", "mountain", "village", "city", "forest")
TERRAIN_LETTERS = ".sdmvcf"
WATER = np.array([0, 1, 1, 0, 0, 0, 0], np.int64)

NO_RESOURCE, FISH, FRUIT, ANIMAL, WHALES, ORE, CROPS, RUINS = range(8)
RESOURCES = ("nothing", "fish", "fruit", "animal", "whales", "ore", "crops", "ruins")
RESOURCE_LETTERS = "-hfawocr"

# ---------------------------------------------------------------------------------------------------------------------
# Technologies

TECHS = (
    # name, tier, the technology it needs
    ("climbing", 1, None), ("fishing", 1, None), ("hunting", 1, None), ("organization", 1, None), ("riding", 1, None),
    ("archery", 2, "hunting"), ("farming", 2, "organization"), ("forestry", 2, "hunting"),
    ("free spirit", 2, "riding"), ("meditation", 2, "climbing"), ("mining", 2, "climbing"), ("roads", 2, "riding"),
    ("sailing", 2, "fishing"), ("shields", 2, "organization"), ("whaling", 2, "fishing"), ("aquatism", 3, "whaling"),
    ("chivalry", 3, "free spirit"), ("construction", 3, "farming"), ("mathematics", 3, "forestry"),
    ("navigation", 3, "sailing"), ("smithery", 3, "mining"), ("spiritualism", 3, "archery"), ("trade", 3, "roads"),
    ("philosophy", 3, "meditation"),
)
TECH_NAMES = tuple(name for name, _, _ in TECHS)
(CLIMBING, FISHING, HUNTING, ORGANIZATION, RIDING, ARCHERY, FARMING, FORESTRY, FREE_SPIRIT, MEDITATION, MINING, ROADS,
 SAILING, SHIELDS, WHALING, AQUATISM, CHIVALRY, CONSTRUCTION, MATHEMATICS, NAVIGATION, SMITHERY, SPIRITUALISM, TRADE,
 PHILOSOPHY) = range(len(TECHS))
NO_TECH = len(TECHS)  # a bit that every tribe has set
TIER = np.array([tier for _, tier, _ in TECHS], np.int64)
PARENT = np.array([TECH_NAMES.index(parent) if parent else NO_TECH for _, _, parent in TECHS], np.int64)
KNOWN_TO_ALL = 1 << NO_TECH
ALL_TECHS = (1 << len(TECHS)) - 1

GATHER_COST = np.array([0, 2, 2, 2, 0, 0, 0, 0], np.int64)  # by resource
GATHER_TECH = np.array([0, FISHING, ORGANIZATION, HUNTING, WHALING, 0, 0, 0], np.int64)
GATHERED = np.array([0, 1, 1, 1, 1, 0, 0, 0], np.int64)  # which resources are gathered
HIDDEN_WITHOUT = np.array([NO_TECH, NO_TECH, NO_TECH, NO_TECH, FISHING, CLIMBING, ORGANIZATION, NO_TECH], np.int64)
WHALE_STARS = 10

# ---------------------------------------------------------------------------------------------------------------------
# Units

UNITS = (
    # name, cost, attack, defence, move, range, hit points, points, technology, gains from fortifying
    ("warrior", 2, 2, 2, 1, 1, 10, 10, NO_TECH, True),
    ("rider", 3, 2, 1, 2, 1, 10, 15, RIDING, True),
    ("defender", 3, 1, 3, 1, 1, 15, 15, SHIELDS, True),
    ("swordman", 5, 3, 3, 1, 1, 15, 25, SMITHERY, True),
    ("archer", 3, 2, 1, 1, 2, 10, 15, ARCHERY, True),
    ("catapult", 8, 4, 0, 1, 3, 10, 40, MATHEMATICS, False),
    ("knight", 8, 4, 1, 3, 1, 15, 40, CHIVALRY, True),
    ("mind bender", 5, 0, 1, 1, 1, 10, 25, PHILOSOPHY, False),
    ("boat", 0, 1, 1, 2, 2, 0, 0, NO_TECH, False),
    ("ship", 5, 2, 2, 3, 2, 0, 0, SAILING, False),
    ("battleship", 15, 4, 3, 3, 2, 0, 0, NAVIGATION, False),
    ("superunit", 10, 5, 4, 1, 1, 40, 50, NO_TECH, False),
)
UNIT_NAMES = tuple(row[0] for row in UNITS)
(WARRIOR, RIDER, DEFENDER, SWORDMAN, ARCHER, CATAPULT, KNIGHT, MIND_BENDER, BOAT, SHIP, BATTLESHIP,
 SUPERUNIT) = range(len(UNITS))
SPAWNED = 8  # the kinds that cities train are the first eight
(UNIT_COST, ATTACK, DEFENCE, MOVES, RANGE, HIT_POINTS, POINTS, UNIT_TECH, FORTIFIES) = (
    np.array([row[i] for row in UNITS], np.int64) for i in range(1, 10)
)
AFLOAT = np.array([kind in (BOAT, SHIP, BATTLESHIP) for kind in range(len(UNITS))], np.int64)
# those that step onto the tile of the unit they have killed
STEPS_IN = np.array([k in (WARRIOR, RIDER, DEFENDER, SWORDMAN, KNIGHT, SUPERUNIT) for k in range(len(UNITS))], np.int64)

FRESH, MOVED, ATTACKED, MOVED_AND_ATTACKED, PUSHED, FINISHED = range(6)
STATUSES = ("fresh", "moved", "attacked", "moved and attacked", "pushed", "finished")
NEVER = -1


def turn_table(kinds):
    """Unit kind and status -> next status, or `NEVER`; `kinds` says it for the kinds that differ from warriors."""
    table = np.full((len(UNITS), len(STATUSES)), NEVER, np.int64)
    for kind in range(len(UNITS)):
        for before, next_status in kinds.get(kind, kinds[WARRIOR]).items():
            table[kind, before] = next_status
    return table


AFTER_MOVE = turn_table({
    WARRIOR: {FRESH: MOVED}, MIND_BENDER: {FRESH: FINISHED}, CATAPULT: {FRESH: FINISHED}, DEFENDER: {FRESH: FINISHED},
    SUPERUNIT: {FRESH: FINISHED}, RIDER: {FRESH: MOVED, ATTACKED: FINISHED, MOVED_AND_ATTACKED: FINISHED},
})
AFTER_ATTACK = turn_table({
    WARRIOR: {FRESH: FINISHED, MOVED: FINISHED}, MIND_BENDER: {FRESH: FINISHED}, CATAPULT: {FRESH: FINISHED},
    DEFENDER: {FRESH: FINISHED}, RIDER: {FRESH: ATTACKED, MOVED: MOVED_AND_ATTACKED},
    KNIGHT: {FRESH: FINISHED, MOVED: FINISHED, ATTACKED: FINISHED},
})

DAMAGE = 4.5  # hit points per point of attack or defence
VETERAN_KILLS, VETERAN_HIT_POINTS = 3, 5
REST, REST_AT_HOME, HEALING = 2, 2, 4  # hit points regained

# ---------------------------------------------------------------------------------------------------------------------
# Buildings

BUILDINGS = (
    # name, cost, technology, terrains, population, points
    ("port", 10, SAILING, (SHALLOW,), 2, 0),
    ("mine", 5, MINING, (MOUNTAIN,), 2, 0),
    ("farm", 5, FARMING, (PLAIN,), 2, 0),
    ("lumber hut", 2, FORESTRY, (FOREST,), 1, 0),
    ("forge", 5, SMITHERY, (PLAIN,), 0, 0),
    ("windmill", 5, CONSTRUCTION, (PLAIN,), 0, 0),
    ("sawmill", 5, MATHEMATICS, (PLAIN,), 0, 0),
    ("customs house", 5, TRADE, (PLAIN,), 0, 0),
    ("temple", 20, FREE_SPIRIT, (PLAIN,), 1, 100),
    ("water temple", 20, AQUATISM, (SHALLOW, DEEP), 1, 100),
    ("mountain temple", 20, MEDITATION, (MOUNTAIN,), 1, 100),
    ("forest temple", 15, SPIRITUALISM, (FOREST,), 1, 100),
    ("altar of peace", 0, MEDITATION, (SHALLOW, PLAIN), 3, 400),
    ("emperor's tomb", 0, TRADE, (SHALLOW, PLAIN), 3, 400),
    ("eye of god", 0, NAVIGATION, (SHALLOW, PLAIN), 3, 400),
    ("gate of power", 0, NO_TECH, (SHALLOW, PLAIN), 3, 400),
    ("grand bazar", 0, ROADS, (SHALLOW, PLAIN), 3, 400),
    ("park of fortune", 0, NO_TECH, (SHALLOW, PLAIN), 3, 400),
    ("tower of wisdom", 0, PHILOSOPHY, (SHALLOW, PLAIN), 3, 400),
)
BUILDING_NAMES = ("nothing", *(row[0] for row in BUILDINGS))
NO_BUILDING = 0
(PORT, MINE, FARM, LUMBER_HUT, FORGE, WINDMILL, SAWMILL, CUSTOMS_HOUSE, TEMPLE, WATER_TEMPLE, MOUNTAIN_TEMPLE,
 FOREST_TEMPLE) = range(1, 13)
FIRST_MONUMENT = 13
ALTAR, TOMB, EYE, GATE, BAZAR, PARK_OF_FORTUNE, TOWER = range(7)  # monuments, counted from FIRST_MONUMENT
MONUMENTS = 7
KINDS_OF_BUILDING = len(BUILDING_NAMES)
BUILDING_COST = np.array([0, *(row[1] for row in BUILDINGS)], np.int64)
BUILDING_TECH = np.array([NO_TECH, *(row[2] for row in BUILDINGS)], np.int64)
ON_TERRAIN = np.array(  # terrain -> set of buildings, as bits
    [sum(1 << b for b, row in enumerate(BUILDINGS, 1) if terrain in row[3]) for terrain in range(len(TERRAINS))],
    np.int64,
)
BUILDING_POPULATION = np.array([0, *(row[4] for row in BUILDINGS)], np.int64)
MONUMENT_POINTS, TEMPLE_POINTS = 400, 100
PARTNER = np.zeros(KINDS_OF_BUILDING, np.int64)  # the building that one gains from as a neighbour
for _one, _other in ((FARM, WINDMILL), (LUMBER_HUT, SAWMILL), (MINE, FORGE), (PORT, CUSTOMS_HOUSE)):
    PARTNER[_one], PARTNER[_other] = _other, _one
PAIR_BONUS = np.zeros(KINDS_OF_BUILDING, np.int64)  # population, or production for ports, that such a pair gives
for _one, _bonus in ((FARM, 1), (WINDMILL, 1), (LUMBER_HUT, 1), (SAWMILL, 1), (MINE, 2), (FORGE, 2), (PORT, 2),
                     (CUSTOMS_HOUSE, 2)):
    PAIR_BONUS[_one] = _bonus
NEEDS_PARTNER = sum(1 << b for b in (FORGE, WINDMILL, SAWMILL, CUSTOMS_HOUSE))  # one in a city, beside its partner

UNAVAILABLE, AVAILABLE, BUILT, UNKNOWN = range(4)  # a monument, for a tribe; UNKNOWN: another tribe's, as seen

TEMPLE_GROWTH = np.array([0, 0, 50, 50, 50, 150], np.int64)  # points for reaching a level
TEMPLE_TOTAL = np.array([0, 100, 150, 200, 250, 400], np.int64)  # points of a temple of that level
TEMPLE_TURNS = 3  # own turns from one level to the next
HIGHEST_TEMPLE = 5

FOREST_COST, CLEARING_STARS, ROAD_COST = 5, 2, 2

# ---------------------------------------------------------------------------------------------------------------------
# Cities

(WORKSHOP, EXPLORER, CITY_WALL, RESOURCES_BONUS, POP_GROWTH, BORDER_GROWTH, PARK, SUPERUNIT_BONUS) = range(8)
BONUSES = ("workshop", "explorer", "city wall", "resources", "pop growth", "border growth", "park", "superunit")
LEVEL_POINTS = np.array([0, 0, 40, 35, 30, 25], np.int64)  # by the level reached; higher levels like the last
RESOURCES_STARS, POP_GROWTH_SIZE, PARK_POINTS = 5, 3, 250
POPULATION_POINTS, TILE_POINTS, CITY_POINTS, TECH_POINTS = 5, 20, 100, 100
START_STARS, TOMB_STARS, GATE_KILLS, BAZAR_CITIES, ALTAR_TURNS = 5, 100, 10, 5, 5
RUIN_STARS, RUIN_POPULATION = 10, 3
RUIN_SUPERUNIT, RUIN_TECH, RUIN_GROWTH, RUIN_EXPLORER, RUIN_RESOURCES = range(5)

# ---------------------------------------------------------------------------------------------------------------------
# Tribes

XIN_XI, IMPERIUS, BARDUR, OUMAJI = range(4)
TRIBES = ("Xin-Xi", "Imperius", "Bardur", "Oumaji")
START_TECH = np.array([CLIMBING, ORGANIZATION, HUNTING, RIDING], np.int64)
START_UNIT = np.array([WARRIOR, WARRIOR, WARRIOR, RIDER], np.int64)

CAPITALS, SCORE = range(2)  # what wins
LAST_TICK = np.array([50, 30], np.int64)  # by mode: the game is over when the tick exceeds this
INCOMPLETE, WIN, LOSS = range(3)
