"""The words of the language: classes of sprites, effects, endings, and the options each of them takes.

A class or an effect is a number in the tables. What an option may be is said by the type of its default: ``int``,
``float``, ``bool`` or ``str`` (names and directions are strings here and looked up later).
"""

from __future__ import annotations

# ---------------------------------------------------------------------------------------------------------------------
# The first line

GAME = "BasicGame"  # its class, the only one with the rules of a grid
GAME_OPTIONS = ("square_size", "key_handler", "obs", "no_players", "no_counters")

# ---------------------------------------------------------------------------------------------------------------------
# Classes of sprites

(IMMOVABLE, PASSIVE, MISSILE, FLICKER, SPREADER, RANDOM_NPC, CHASER, PATH_CHASER, ALTERNATE_CHASER, PATH_ALT_CHASER,
 SPAWN_POINT, RANDOM_MISSILE,
 MOVING_AVATAR, HORIZONTAL_AVATAR, VERTICAL_AVATAR, FLAK_AVATAR, ORIENTED_AVATAR, SHOOT_AVATAR, MISSILE_AVATAR,
 ONGOING_AVATAR, ONGOING_SHOOT_AVATAR, ONGOING_TURNING_AVATAR) = range(22)

AVATARS = frozenset(range(MOVING_AVATAR, ONGOING_TURNING_AVATAR + 1))
NPCS = frozenset(range(RANDOM_NPC, PATH_ALT_CHASER + 1))
PATH_FINDERS = frozenset((PATH_CHASER, PATH_ALT_CHASER))
PLAIN, STROLLING, RANDOM_TYPE, ALL_TYPES = range(4)  # spawn points: one that also moves at random, those with a list

# what any sprite may say; the values are the defaults
SPRITE = {
    "speed": 0.0, "cooldown": 0, "orientation": "", "healthPoints": 0, "limitHealthPoints": 1000, "timeToLive": -1,
    "rotateInPlace": False, "stationary": False, "singleton": False, "is_oriented": False, "value": 1, "limit": 2,
}

SPAWNING = {"prob": 1.0, "total": 0, "spawnorientation": ""}
# of two lists of targets the framework uses the first alone, and it never lets these chasers flee
ALTERNATE = {"speed": 1.0, "cons": 0, "stype1": "", "stype2": "", "fleeing": False}
SHOOTING = {"speed": 1.0, "orientation": "RIGHT", "rotateInPlace": True, "stype": "", "ammo": ""}

CLASSES = {  # name: (number, what it sets anew or adds to the options)
    "Immovable": (IMMOVABLE, {}),
    "Door": (IMMOVABLE, {}),
    "Portal": (IMMOVABLE, {"stype": ""}),
    "Passive": (PASSIVE, {}),
    "Resource": (PASSIVE, {"value": 1, "limit": 2}),
    "ResourcePack": (IMMOVABLE, {"value": 1, "limit": 2}),
    "Missile": (MISSILE, {"speed": 1.0}),
    "RandomMissile": (RANDOM_MISSILE, {"speed": 1.0}),
    "Flicker": (FLICKER, {"limit": 1}),
    "OrientedFlicker": (FLICKER, {"limit": 1}),
    "Spreader": (SPREADER, {"limit": 1, "spreadprob": 1.0, "stype": ""}),
    "RandomNPC": (RANDOM_NPC, {"speed": 1.0, "cons": 0}),
    "Chaser": (CHASER, {"speed": 1.0, "cons": 0, "stype": "", "fleeing": False, "maxDistance": -1}),
    "Fleeing": (CHASER, {"speed": 1.0, "cons": 0, "stype": "", "fleeing": True, "maxDistance": -1}),
    "LOSChaser": (CHASER, {"speed": 1.0, "cons": 0, "stype": "", "fleeing": False, "maxDistance": -1}),
    "PathChaser": (PATH_CHASER, {"speed": 1.0, "cons": 0, "stype": "", "fleeing": False, "maxDistance": -1}),
    "AlternateChaser": (ALTERNATE_CHASER, ALTERNATE),
    "RandomAltChaser": (ALTERNATE_CHASER, {**ALTERNATE, "epsilon": 0.0}),
    "PathAltChaser": (PATH_ALT_CHASER, {**ALTERNATE, "randomTarget": False}),
    "RandomPathAltChaser": (PATH_ALT_CHASER, {**ALTERNATE, "randomTarget": False, "epsilon": 0.0}),
    "SpawnPoint": (SPAWN_POINT, {**SPAWNING, "stype": ""}),
    "SpawnPointMultiSprite": (SPAWN_POINT, {**SPAWNING, "stypes": "", "orientation": "RIGHT"}),
    "Bomber": (SPAWN_POINT, {**SPAWNING, "stype": "", "orientation": "RIGHT"}),
    "RandomBomber": (SPAWN_POINT, {**SPAWNING, "stype": "", "orientation": "RIGHT", "speed": 1.0}),
    "BomberRandomMissile": (SPAWN_POINT, {**SPAWNING, "stype": "", "stypeMissile": "", "orientation": "RIGHT"}),
    "MovingAvatar": (MOVING_AVATAR, {"speed": 1.0}),
    "HorizontalAvatar": (HORIZONTAL_AVATAR, {"speed": 1.0}),
    "VerticalAvatar": (VERTICAL_AVATAR, {"speed": 1.0}),
    "FlakAvatar": (FLAK_AVATAR, {"speed": 1.0, "stype": "", "ammo": "", "minAmmo": -1, "ammoCost": 1}),
    "OrientedAvatar": (ORIENTED_AVATAR, {"speed": 1.0, "orientation": "RIGHT", "rotateInPlace": True}),
    "ShootAvatar": (SHOOT_AVATAR, SHOOTING),
    "MissileAvatar": (MISSILE_AVATAR, {"speed": 1.0, "orientation": "RIGHT"}),
    "OngoingAvatar": (ONGOING_AVATAR, {"speed": 1.0, "orientation": "RIGHT"}),
    "OngoingShootAvatar": (ONGOING_SHOOT_AVATAR, SHOOTING),
    "OngoingTurningAvatar": (ONGOING_TURNING_AVATAR, {"speed": 1.0, "orientation": "RIGHT", "spawnBehind": ""}),
}

STATIC = frozenset(("Immovable", "Door", "Portal", "ResourcePack", "SpawnPoint", "SpawnPointMultiSprite"))
RESOURCE_CLASSES = frozenset(("Resource", "ResourcePack"))
ORIENTED = frozenset(("Missile", "RandomMissile", "OrientedFlicker", "SpawnPointMultiSprite", "Bomber", "RandomBomber",
                      "BomberRandomMissile", "OrientedAvatar", "ShootAvatar", "MissileAvatar", "OngoingAvatar",
                      "OngoingShootAvatar", "OngoingTurningAvatar"))
LISTS = {  # where the types that a class makes or hunts are listed, if not in stype
    "SpawnPointMultiSprite": "stypes", "BomberRandomMissile": "stypeMissile", "AlternateChaser": "stype1",
    "RandomAltChaser": "stype1", "PathAltChaser": "stype1", "RandomPathAltChaser": "stype1",
}
MANNERS = {"RandomBomber": STROLLING, "BomberRandomMissile": RANDOM_TYPE, "SpawnPointMultiSprite": ALL_TYPES}

# options that concern pictures, keyboards and other physics: they change no rule of grid games
SILENT = frozenset((
    "img", "color", "shrinkfactor", "invisible", "hidden", "autotiling", "randomtiling", "frameRate", "portal",
    "draw_arrow", "drawArrow", "mass", "strength", "friction", "gravity", "jump_strength", "airsteering", "is_npc",
    "angle_diff", "maxHealthPoints", "key_handler", "square_size", "alternate", "wall", "isVisible",
))

# ---------------------------------------------------------------------------------------------------------------------
# Effects

(STEP_BACK, KILL_SPRITE, KILL_BOTH, TURN_AROUND, TRANSFORM_TO, COLLECT, KILL_IF_LESS, KILL_IF_OTHER_MORE, SPAWN_IF_MORE,
 KILL_FROM_ABOVE, BOUNCE_FORWARD, UNDO_ALL, CHANGE_RESOURCE, SUBTRACT_HEALTH, ADD_HEALTH, ATTRACT_GAZE, SPAWN, REVERSE,
 FLIP, WRAP, TRANSFORM_ALL, TELEPORT, PULL, SHIELD, KILL_FRONTAL, KILL_NOT_FRONTAL, CLONE, KILL_ALL, ALIGN,
 REMOVE_SCORE, KILL_IF_MORE, KILL_IF_ALIVE, TRANSFORM_IF_COUNT, SPAWN_BEHIND, COLLECT_IF_HELD, SPAWN_IF_LESS, SPAWN_UP,
 SPAWN_LEFT, SPAWN_DOWN, SPAWN_RIGHT, SET_SPEED, INCREASE_SPEED, DECREASE_SPEED, HALF_SPEED, ADD_HEALTH_TO_MAX,
 TRANSFORM_TO_CHILD, TRANSFORM_TO_SINGLETON, ADD_TIMER) = range(48)

EFFECT = {"scoreChange": "0", "repeat": 1}  # what every effect takes
TIMED = {"timer": 0, "repeating": False, "nextExecution": -1}  # and every timed one
BESIDE = {"stype": "", "prob": 1.0, "stepBack": False}

EFFECTS = {  # name: (number, its options, whether it needs a second sprite)
    "stepBack": (STEP_BACK, {"pixelPerfect": False}, False),
    "killSprite": (KILL_SPRITE, {}, False),
    "killBoth": (KILL_BOTH, {}, True),
    "turnAround": (TURN_AROUND, {}, False),
    "transformTo": (TRANSFORM_TO, {"stype": "", "killSecond": False, "forceOrientation": False}, False),
    "collectResource": (COLLECT, {"killResource": True}, True),
    "killIfHasLess": (KILL_IF_LESS, {"resource": "", "limit": 0}, False),
    "killIfHasMore": (KILL_IF_MORE, {"resource": "", "limit": 0}, False),
    "killIfOtherHasMore": (KILL_IF_OTHER_MORE, {"resource": "", "limit": 0, "subtract": False}, True),
    "spawnIfHasMore": (SPAWN_IF_MORE, {"resource": "", "limit": 0, "stype": "", "spend": 0, "prob": 1.0}, False),
    "killIfFromAbove": (KILL_FROM_ABOVE, {}, True),
    "killIfAlive": (KILL_IF_ALIVE, {}, True),
    "bounceForward": (BOUNCE_FORWARD, {}, True),
    "undoAll": (UNDO_ALL, {"notStype": ""}, False),
    "changeResource": (CHANGE_RESOURCE, {"resource": "", "value": 1, "killResource": False}, False),
    "subtractHealthPoints": (SUBTRACT_HEALTH, {"value": 1, "limit": 0, "stype": "", "scoreChangeIfKilled": "0"}, False),
    "addHealthPoints": (ADD_HEALTH, {"value": 1, "killSecond": False}, False),
    "attractGaze": (ATTRACT_GAZE, {"prob": 1.0, "align": False}, True),
    "spawn": (SPAWN, {"stype": "", "prob": 1.0}, False),
    "spawnBehind": (SPAWN_BEHIND, {"stype": "", "prob": 1.0}, True),
    "reverseDirection": (REVERSE, {}, False),
    "flipDirection": (FLIP, {}, False),
    "wrapAround": (WRAP, {"offset": 0.0}, False),
    "transformToAll": (TRANSFORM_ALL, {"stype": "", "stypeTo": "", "killSecond": False, "forceOrientation": False},
                       False),
    "transformIfCount": (TRANSFORM_IF_COUNT, {"stype": "", "stypeCount": "", "geq": 0, "leq": 1 << 30, "estype": "",
                                              "killSecond": False, "forceOrientation": False}, True),
    "transformToRandomChild": (TRANSFORM_TO_CHILD, {"stype": "", "killSecond": False, "forceOrientation": False},
                               False),
    "transformToSingleton": (TRANSFORM_TO_SINGLETON, {"stype": "", "stype_other": "", "takeOrientation": False}, True),
    "teleportToExit": (TELEPORT, {}, True),
    "pullWithIt": (PULL, {"pixelPerfect": False}, True),
    "shieldFrom": (SHIELD, {"stype": "", "ftype": ""}, False),
    "killIfFrontal": (KILL_FRONTAL, {}, True),
    "killIfNotFrontal": (KILL_NOT_FRONTAL, {}, True),
    "cloneSprite": (CLONE, {}, False),
    "killAll": (KILL_ALL, {"stype": ""}, False),
    "align": (ALIGN, {"orient": True}, True),
    "removeScore": (REMOVE_SCORE, {"stype": "", "killSecond": False}, False),
    "collectResourceIfHeld": (COLLECT_IF_HELD, {"heldResource": "", "value": 1, "killResource": True}, True),
    "spawnIfHasLess": (SPAWN_IF_LESS, {"resource": "", "limit": 0, "stype": "", "prob": 1.0}, False),
    "spawnAbove": (SPAWN_UP, BESIDE, True),
    "spawnLeft": (SPAWN_LEFT, BESIDE, True),
    "spawnBelow": (SPAWN_DOWN, BESIDE, True),
    "spawnRight": (SPAWN_RIGHT, BESIDE, True),
    "setSpeedForAll": (SET_SPEED, {"stype": "", "value": 0.0}, False),
    "increaseSpeedToAll": (INCREASE_SPEED, {"stype": "", "value": 0.1}, False),
    "decreaseSpeedToAll": (DECREASE_SPEED, {"stype": "", "value": 0.1}, False),
    "halfSpeed": (HALF_SPEED, {}, False),
    "addHealthPointsToMax": (ADD_HEALTH_TO_MAX, {"value": 1, "killSecond": False}, False),
    "addTimer": (ADD_TIMER, {"timer": -1, "repeating": False, "ftype": ""}, False),
}

SPEEDS = ("setSpeedForAll", "increaseSpeedToAll", "decreaseSpeedToAll", "halfSpeed")
# effects that mean something without any sprite, as those started by addTimer are
APART = ("transformToAll", "killAll", "undoAll", *SPEEDS[:3])
# effects of published games that the framework does not have: there, it reads the description no further
ENDS_READING = ("killIfScoreNegative",)

NEEDED = {  # options without which an effect has no meaning
    "transformTo": ("stype",), "killIfHasLess": ("resource",), "killIfHasMore": ("resource",),
    "killIfOtherHasMore": ("resource",), "spawnIfHasMore": ("resource", "stype"), "changeResource": ("resource",),
    "spawn": ("stype",), "spawnBehind": ("stype",), "transformToAll": ("stype", "stypeTo"),
    "transformIfCount": ("stype", "stypeCount"), "shieldFrom": ("stype", "ftype"), "killAll": ("stype",),
    "transformToRandomChild": ("stype",), "transformToSingleton": ("stype", "stype_other"),
    "collectResourceIfHeld": ("heldResource",), "spawnIfHasLess": ("resource", "stype"), "spawnAbove": ("stype",),
    "spawnLeft": ("stype",), "spawnBelow": ("stype",), "spawnRight": ("stype",), "setSpeedForAll": ("stype",),
    "increaseSpeedToAll": ("stype",), "decreaseSpeedToAll": ("stype",), "addTimer": ("ftype",),
}

# ---------------------------------------------------------------------------------------------------------------------
# Endings

COUNTER, COUNTER_MORE, MULTI, MULTI_TYPES, TIMEOUT, STOP = range(6)

ENDING = {"win": False, "limit": 0, "count_score": False}
STYPES = {"stype1": "", "stype2": "", "stype3": ""}

ENDINGS = {  # name: (number, its options, those it needs)
    "SpriteCounter": (COUNTER, {"stype": ""}, ("stype",)),
    "SpriteCounterMore": (COUNTER_MORE, {"stype": ""}, ("stype",)),
    "MultiSpriteCounter": (MULTI, {**STYPES, "min": False}, ("stype1",)),
    "MultiSpriteCounterSubTypes": (MULTI_TYPES, {**STYPES, "subTypesNum": 0}, ("stype1",)),
    "Timeout": (TIMEOUT, {}, ()),
    "StopCounter": (STOP, {**STYPES, "min": False}, ("stype1",)),
}

LIMIT_OF_TICKS = 2000

COLOURS = frozenset((
    "GREEN", "BLUE", "RED", "GRAY", "GREY", "WHITE", "BROWN", "ORANGE", "YELLOW", "PINK", "GOLD", "LIGHTRED",
    "LIGHTORANGE", "LIGHTBLUE", "LIGHTGREEN", "LIGHTGRAY", "DARKGRAY", "DARKBLUE", "DARKGREEN", "DARKBROWN", "PURPLE",
    "BLACK",
))
DIRECTIONS = {"UP": (0.0, -1.0), "LEFT": (-1.0, 0.0), "DOWN": (0.0, 1.0), "RIGHT": (1.0, 0.0), "NONE": (0.0, 0.0),
              "NIL": (0.0, 0.0)}
