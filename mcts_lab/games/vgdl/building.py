"""From a description and a level to the tables of a game.

`build` reads both texts and fills one `TABLES` record. What the language allows and the records cannot hold is refused
with a sentence; options without a meaning are ignored, as the language wants it, and noted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...errors import instead
from . import vocabulary as words
from .board import cell_of
from .pictures import picture_of
from .reading import VgdlError, convert, fit, options_of, refuse, score, shown, split, tree
from .tables import (
    CELLS,
    ENDINGS,
    MEMBERS,
    NAME,
    NOBODY,
    RESOURCES,
    RULES,
    SHOTS,
    SPRITES,
    TABLES,
    TYPES,
    record,
)

SECTIONS = ("SpriteSet", "LevelMapping", "InteractionSet", "TerminationSet")
WARNINGS = 25  # unknown characters in a level, above which the framework ends the game
KNOWN = {**words.SPRITE, **{k: v for _, options in words.CLASSES.values() for k, v in options.items()}}


class Kind(NamedTuple):
    """A sprite type as the description defines it."""

    name: str
    line: int
    sort: str | None  # its class
    options: dict  # name -> Option, those of its ancestors included
    path: list  # ids from the outermost ancestor to itself
    inner: bool  # whether other types stand below it


class Rule(NamedTuple):
    """A line of the interaction set for one pair of types."""

    effect: str
    first: int
    second: int  # NOBODY: the edge of the screen, or time
    values: dict
    line: int


class Description:
    """What a description says, with names resolved."""

    def __init__(self, text):
        self.notes = []  # sentences about what is ignored
        self.ids = {"wall": 0, "avatar": 1}
        self.kinds = {0: Kind("wall", 0, "Immovable", {}, [0], False),
                      1: Kind("avatar", 0, "MovingAvatar", {}, [1], False)}
        self.subtypes = {0: [0], 1: [1]}
        self.singletons = set()
        self.drawing = [0, 1]
        self.mapping = {"w": [0], "A": [1]}
        self.pairs, self.edges, self.timers, self.endings = [], [], [], []
        root = tree(text)
        self.block = self._game_line(root)
        for section in root.children:
            self._section(section)
        self.drawing.remove(1)
        self.drawing.append(1)

    def _game_line(self, root):
        block = 0
        for key, option in options_of(root.words, root.number).items():
            if key == "square_size":
                block = fit(key, option, 0, self.notes)
                if not 2 <= block <= 1000:
                    refuse(root.number, f"square_size is a number of pixels from 2 to 1000, not {option.text[:20]}")
            elif key == "no_players" and option.text != "1":
                refuse(root.number, "this is a game for several players, and only games for one can be played here")
        return block

    def _section(self, section):
        name = section.words[0]
        if name not in SECTIONS:
            refuse(section.number, f"{shown(name)} is no section of a description; {instead(name, SECTIONS)}")
        if name == "SpriteSet":
            self._sprites(section.children, None, {}, [])
        else:
            read = {"LevelMapping": self._mapping, "InteractionSet": self._interaction,
                    "TerminationSet": self._ending}[name]
            for line in section.children:
                read(line)
                if line.children:
                    refuse(line.children[0].number, "this line is indented more than the one before it, "
                                                    f"but lines of the {name} stand side by side")

    # -----------------------------------------------------------------------------------------------------------------
    # Sprites

    def _sprites(self, lines, inherited, options, path):
        """Read the lines of sibling types; the list of all ids below them, in order, for the ancestors."""
        below = []
        for line in lines:
            left, right = split(line)
            if len(left) != 1:
                refuse(line.number, "one name stands before the '>' of a sprite")
            name = left[0]
            if name in ("EOS", "TIME") or len(name.encode()) > NAME:
                refuse(line.number, f"{shown(name)} cannot be the name of a sprite")
            own = None
            for word in right:
                if "=" not in word:
                    if word not in words.CLASSES:
                        refuse(line.number, f"{shown(word)} is no class of sprites; {instead(word, words.CLASSES)}")
                    own = word
            mine = options_of(right, line.number)
            self._check_options(mine)
            if name not in self.ids:
                if len(self.ids) == TYPES:
                    refuse(line.number, f"there are more than {TYPES} types of sprites, for which there is no room")
                self.ids[name] = len(self.ids)
            number = self.ids[name]
            if number in path:
                refuse(line.number, f"{shown(name)} stands below itself")
            if convert("singleton", mine["singleton"].text if "singleton" in mine else "False") is True:
                self.singletons.add(number)
            merged = {**options, **mine}
            here = [*path, number]
            sort = inherited if inherited is not None else own
            self.kinds[number] = Kind(name, line.number, sort, merged, here, bool(line.children))
            if line.children:
                under = self._sprites(line.children, own or inherited, merged, here)
                self.subtypes[number] = list(dict.fromkeys([*here, *under]))
            else:
                if number in self.drawing:
                    self.drawing.remove(number)
                self.drawing.append(number)
                self.subtypes[number] = here
            below += self.subtypes[number]
        return below

    def _check_options(self, options):
        for key, option in options.items():
            if key == "physicstype" and option.text.upper() != "GRID":
                refuse(option.line, f"physicstype={option.text[:20]} is not the physics of a grid, the only one here")
            elif key in KNOWN:
                fit(key, option, KNOWN[key], self.notes)
            elif key not in words.SILENT and key != "physicstype":
                self.notes.append(f"line {option.line}: no sprite has an option {shown(key)}, so it is ignored; "
                                  f"{instead(key, KNOWN)}")

    def number(self, name, line):
        """The id of a type."""
        if name not in self.ids:
            refuse(line, f"no sprite is called {shown(name)}; {instead(name, self.ids)}")
        return self.ids[name]

    def members(self, kind):
        """A type and those below it, in their order (its ancestors stand there too, as in the framework)."""
        return self.subtypes[kind]

    def value(self, kind, key):
        """The value of an option of a type: its own, else the default of its class; None: its class has none."""
        about = self.kinds[kind]
        defaults = {**words.SPRITE, **words.CLASSES[about.sort][1]}
        if key not in defaults:
            return None
        value = fit(key, about.options[key], defaults[key], []) if key in about.options else defaults[key]
        return words.DIRECTIONS.get(value, (0.0, 0.0)) if "orientation" in key and isinstance(value, str) else value

    def named(self, kind, key):
        """The types that an option with a list of names means."""
        text = self.value(kind, key)
        if not text:
            return []
        return [self.number(name, self.kinds[kind].options[key].line) for name in text.split(",")]

    # -----------------------------------------------------------------------------------------------------------------
    # The other sections

    def _mapping(self, line):
        left, right = split(line)
        if not left or len(left[0]) != 1:
            refuse(line.number, "one character stands before the '>' of the level mapping")
        if not right:
            refuse(line.number, f"the character {shown(left[0])} stands for no sprite")
        self.mapping[left[0]] = [self.number(name, line.number) for name in right]
        for kind in self.mapping[left[0]]:
            self.instance(kind, line.number)

    def instance(self, kind, line):
        """Check that sprites of this type can exist."""
        if self.kinds[kind].sort is None:
            refuse(line, f"the sprite {shown(self.kinds[kind].name)} has no class, so none can be made")

    def _interaction(self, line):
        left, right = split(line)
        if len(left) < 2:
            refuse(line.number, "two names of sprites, or one and EOS or TIME, stand before the '>' of an interaction")
        effects = [word for word in right if "=" not in word]
        if len(effects) != 1:
            refuse(line.number, "one effect stands after the '>' of an interaction")
        name = effects[0]
        if name not in words.EFFECTS:
            refuse(line.number, f"{shown(name)} is no effect; {instead(name, words.EFFECTS)}")
        timed = "TIME" in left
        given = options_of(right, line.number)
        values = self._values(name, given, timed, line.number)
        for partner in left[1:]:
            first = left[0]
            if first in ("EOS", "TIME"):
                first, partner = partner, first
            if first in ("EOS", "TIME"):
                refuse(line.number, "EOS and TIME need the name of a sprite beside them")
            rule = Rule(name, self.number(first, line.number), NOBODY, values, line.number)
            if partner in ("EOS", "TIME") and words.EFFECTS[name][2]:
                refuse(line.number, f"{name} needs two sprites, and {partner} is none")
            if partner == "EOS":
                self.edges.append(rule)
            elif partner == "TIME":
                self.timers.append(rule)
            else:
                rule = rule._replace(second=self.number(partner, line.number))
                self.pairs += [rule] * min(max(values["repeat"], 1), RULES + 1)

    def _values(self, name, given, timed, line):
        """The values of an effect's options, names resolved to ids."""
        known = {**words.EFFECT, **words.EFFECTS[name][1], **(words.TIMED if timed else {})}
        values = dict(known)
        for key, option in given.items():
            if key not in known:
                self.notes.append(f"line {option.line}: {name} has no option {shown(key)}, so it is ignored; "
                                  f"{instead(key, known)}")
            elif key not in ("scoreChange", "scoreChangeIfKilled"):
                values[key] = fit(key, option, known[key], self.notes)
        for key in ("scoreChange", "scoreChangeIfKilled"):
            values[key] = score(key, given[key]) if key in given else 0
        for key in words.NEEDED.get(name, ()):
            if not values[key]:
                refuse(line, f"{name} needs {key}=NAME")
        for key in ("stype", "stypeTo", "stypeCount", "estype", "resource"):
            if key in known:
                values[key] = self.number(values[key], line) if values[key] else NOBODY
        for key, made in (("stype", name not in MANY), ("stypeTo", True), ("estype", True)):
            if made and values.get(key, NOBODY) != NOBODY:
                self.instance(values[key], line)
        if "notStype" in values:
            values["notStype"] = [self.number(n, line) for n in values["notStype"].split(",") if n]
        if "ftype" in values and values["ftype"] not in words.EFFECTS:
            refuse(line, f"{shown(values['ftype'])} is no effect; {instead(values['ftype'], words.EFFECTS)}")
        return values

    def _ending(self, line):
        sorts = [word for word in line.words if "=" not in word]
        if len(sorts) != 1:
            refuse(line.number, "a termination is the name of one class, with options")
        name = sorts[0]
        if name not in words.ENDINGS:
            refuse(line.number, f"{shown(name)} is no termination; {instead(name, words.ENDINGS)}")
        number, own, needed = words.ENDINGS[name]
        known = {**words.ENDING, **own}
        values = dict(known)
        for key, option in options_of(line.words, line.number).items():
            if key in known:
                values[key] = fit(key, option, known[key], self.notes)
            else:
                self.notes.append(f"line {option.line}: {name} has no option {shown(key)}, so it is ignored; "
                                  f"{instead(key, known)}")
        for key in needed:
            if not values[key]:
                refuse(line.number, f"{name} needs {key}=NAME")
        for key in ("stype", "stype1", "stype2", "stype3"):
            if values.get(key):
                values[key] = self.number(values[key], line.number)
            elif key in values:
                values[key] = NOBODY
        self.endings.append((number, values, line.number))


MANY = ("killAll", "transformToAll", "subtractHealthPoints", "shieldFrom")  # whose stype is not made
MOVING = ("bounceForward", "wrapAround", "teleportToExit", "pullWithIt", "align", "turnAround", "attractGaze")
CHANGES_SECOND = ("killBoth", "collectResource")
MAKING = ("transformTo", "spawn", "spawnIfHasMore", "spawnBehind", "transformIfCount")


def build(description: str, level: str, nil: bool = False, scores: tuple | None = None, title: str = ""):
    """The tables of the game that two texts describe, an array of one record, and notes about what was ignored.

    nil: whether doing nothing is among the actions; scores: least and greatest score, for the payoff (None: a guess
    from the scores in the description). Raises VgdlError.
    """
    about = Description(description)
    width, height, grid = read_level(about, level)
    return assemble(about, width, height, grid, nil, scores, title), about.notes


def assemble(about: Description, width: int, height: int, grid: list, nil=False, scores=None, title=""):
    """The tables of a game that begins with the sprites in `grid`: (type, column, row) in the order of creation."""
    tables = record(TABLES)[0]
    tables.nil = bool(nil)
    tables.title[:] = letters(title)
    tables.width, tables.height, tables.cells = width, height, (width + 2) * (height + 2)
    tables.block = about.block or max(2, 800 // max(width, height))
    tables.inverse = 1.0 / tables.block
    fill_kinds(about, tables)
    fill_rules(about, tables)
    fill_endings(about, tables)
    place(about, tables, grid)
    tables.low, tables.high = scores if scores else guess_scores(about, grid)
    tables.thirds[:], tables.weight = (0.0, 1.0, 2.0), 1.0
    if not tables.low < tables.high:
        raise VgdlError(f"the least score, {tables.low:g}, must be below the greatest, {tables.high:g}")
    whole = record(TABLES)
    whole[0] = tables
    return whole


def letters(word):
    """A name as bytes of fixed length."""
    return np.frombuffer(word.encode()[:NAME].ljust(NAME, b"\0"), np.uint8)


def read_level(about, level):
    """Width, height and the sprites of a level, as `assemble` wants them."""
    lines = level.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    if not lines or not lines[0]:
        raise VgdlError("line 1: the level is empty; its first line says how wide it is")
    width, height = len(lines[0]), len(lines)
    if (width + 2) * (height + 2) > CELLS:
        raise VgdlError(f"line 1: a level of {width} x {height} cells is too large; there is room for {CELLS} cells, "
                        "counting a border of one cell")
    unknown = 0
    grid = []
    for number, line in enumerate(lines, 1):
        if len(line) > width:
            about.notes.append(f"line {number} of the level: what stands beyond the width of the first line is ignored")
        for column, character in enumerate(line[:width]):
            if character in about.mapping:
                grid += [(kind, column, number - 1) for kind in about.mapping[character]]
            elif character != " ":
                unknown += 1
                about.notes.append(f"line {number} of the level: the character {shown(character)} stands for no sprite")
                if unknown > WARNINGS:
                    raise VgdlError(f"line {number} of the level: the character {shown(character)} stands for no "
                                    f"sprite, and there are {WARNINGS} such before it")
    return width, height, grid


def bits(numbers):
    """A set of types as a word."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return np.uint64(found)


def fill_kinds(about, tables):
    """The table of types, without what depends on the rules."""
    tables.types = len(about.ids)
    place = 0
    order = about.drawing[::-1]
    tables.drawn = len(about.drawing)
    for i, number in enumerate(about.drawing):
        tables.drawing[i] = number
    tables.rank[:] = 255
    resources = resource_types(about)
    tables.resources = len(resources)
    for i, number in enumerate(resources):
        tables.resource_type[i] = number
        kind = about.kinds[number]
        limit = about.value(number, "limit") if kind.sort else 2
        tables.resource_limit[i] = limit
    for number, kind in about.kinds.items():
        row = tables.kinds[number]
        row.name[:] = letters(kind.name)
        row.bit = bits([number])
        members = about.members(number)
        row.within = bits(members)
        row.first, row.members = place, len(members)
        if place + len(members) > MEMBERS:
            refuse(kind.line, "the types of sprites stand in one another too often, for which there is no room")
        for i, member in enumerate(members):
            tables.members[place + i] = member
            tables.rank[number, member] = i
        place += len(members)
        row.single = bits(set(kind.path) & about.singletons)
        row.order = order.index(number) if number in order else len(order)
        row.stype = row.resource = NOBODY
        row.shots[:] = NOBODY
        row.ammo[:] = NOBODY
        row.role = NOBODY
        if kind.sort is not None:
            fill_kind(about, tables, number, resources)
        row.picture, row.colour = picture_of(kind, number)


def fill_kind(about, tables, number, resources):
    """The part of a type's table that its class and options say."""
    kind = about.kinds[number]
    row = tables.kinds[number]

    def value(key, otherwise=0):
        found = about.value(number, key)
        return otherwise if found is None else found

    row.role = words.CLASSES[kind.sort][0]
    row.static = kind.sort in words.STATIC
    row.avatar = row.role in words.AVATARS
    row.npc = row.role in words.NPCS
    row.speed = value("speed")
    row.cooldown = max(1, value("cooldown"))
    row.ox, row.oy = value("orientation")
    row.oriented = kind.sort in words.ORIENTED or value("is_oriented") or (row.ox, row.oy) != (0.0, 0.0)
    row.rotates, row.stationary = value("rotateInPlace"), value("stationary")
    if not abs(row.speed) <= 1000.0 or row.cooldown > 10**6:
        refuse(kind.line, f"the speed or cooldown of {shown(kind.name)} is out of range")
    row.hp, row.hp_limit, row.ttl = value("healthPoints"), value("limitHealthPoints"), value("timeToLive")
    row.value, row.limit, row.total, row.cons = value("value"), value("limit"), value("total"), value("cons")
    row.prob, row.spread = value("prob"), value("spreadprob")
    row.distance, row.fleeing = value("maxDistance", -1), value("fleeing")
    row.min_ammo, row.ammo_cost = value("minAmmo", -1), value("ammoCost", 1)
    if number in resources:
        row.resource = resources.index(number)
    row.hidden = "hidden" in kind.options and kind.options["hidden"].text.lower() == "true"
    if "spawnorientation" in words.CLASSES[kind.sort][1]:
        row.spawn_ox, row.spawn_oy = value("spawnorientation")
        row.spawn_turned = (row.spawn_ox, row.spawn_oy) != (0.0, 0.0)
    named = about.named(number, "stype")
    line = kind.options["stype"].line if "stype" in kind.options else kind.line
    if row.role in (words.FLAK_AVATAR, words.SHOOT_AVATAR):
        ammo = about.named(number, "ammo")
        if len(named) > SHOTS:
            refuse(line, f"an avatar can shoot up to {SHOTS} types of sprites, not {len(named)}")
        for i, shot in enumerate(named):
            about.instance(shot, line)
            row.shots[i] = shot
            if i < len(ammo):
                row.ammo[i] = resources.index(ammo[i])
    elif named:
        row.stype = named[0]
    if row.role == words.SPAWN_POINT or (row.role == words.SPREADER and named):
        if row.stype == NOBODY:
            if not kind.inner:
                refuse(kind.line, f"the {kind.sort} {shown(kind.name)} needs stype=NAME")
        else:
            about.instance(row.stype, line)


def resource_types(about):
    """The types that can be owned."""
    found = [n for n, kind in about.kinds.items() if kind.sort in words.RESOURCE_CLASSES]
    for rule in (*about.pairs, *about.edges, *about.timers):
        found.append(rule.values.get("resource", NOBODY))
        if rule.effect == "collectResource":
            found += [n for n in about.members(rule.first) if about.kinds[n].sort]
    for number, kind in about.kinds.items():
        if kind.sort and "ammo" in words.CLASSES[kind.sort][1]:
            found += about.named(number, "ammo")
    found = [n for n in dict.fromkeys(found) if n != NOBODY]
    if len(found) > RESOURCES:
        raise VgdlError(f"line {about.kinds[found[RESOURCES]].line}: there are more than {RESOURCES} types of "
                        "resources, for which there is no room")
    return found


def fill_rules(about, tables):
    """The tables of effects, and what they mean for the types."""
    order = {}
    for rule in about.pairs:
        order.setdefault((rule.first, rule.second), []).append(rule)
    pairs = [rule for rules in order.values() for rule in rules]
    of_type = {}
    for rule in about.edges:
        of_type.setdefault(rule.first, []).append(rule)
    edges = [again for rule in about.edges for again in of_type[rule.first]]
    for rules, rows, what in ((pairs, tables.pair, "pairs of sprites with an effect"),
                              (edges, tables.edge, "effects at the edge of the screen"),
                              (about.timers, tables.timer, "timed effects")):
        if len(rules) > len(rows):
            refuse(rules[len(rows)].line, f"there are more than {len(rows)} {what}, for which there is no room")
        for rule, row in zip(rules, rows, strict=False):
            fill_rule(about, tables, rule, row)
    tables.pairs, tables.edges, tables.timed = len(pairs), len(edges), len(about.timers)
    mark_owners(about, tables)
    mark_fixed(about, tables)


def fill_rule(about, tables, rule, row):
    values = rule.values
    row.effect = words.EFFECTS[rule.effect][0]
    row.first, row.second, row.line = rule.first, rule.second, rule.line
    row.stype = values.get("stype", NOBODY)
    row.other = values.get("stypeTo", values.get("estype", NOBODY))
    if "ftype" in values:
        row.other = words.EFFECTS[values["ftype"]][0]
    row.resource = NOBODY
    if "stypeCount" in values:
        row.resource = values["stypeCount"]
    elif values.get("resource", NOBODY) != NOBODY:
        row.resource = list(tables.resource_type[:tables.resources]).index(values["resource"])
    row.value = values.get("value", 0)
    row.limit = values.get("limit", values.get("geq", 0))
    row.leq = values.get("leq", 0)
    row.spend = values.get("spend", 0)
    row.prob = values.get("prob", values.get("offset", 0.0))
    row.score, row.score_killed = values["scoreChange"], values["scoreChangeIfKilled"]
    row.kill_second = values.get("killSecond", False)
    row.force = values.get("forceOrientation", False)
    row.exact = values.get("pixelPerfect", False)
    row.kill_resource = values.get("killResource", False)
    row.subtract = values.get("subtract", False)
    row.align = values.get("align", values.get("orient", False))
    row.types = bits(n for kind in values.get("notStype", ()) for n in about.members(kind))
    row.timer, row.repeating = values.get("timer", 0), values.get("repeating", False)
    row.due = values["nextExecution"] if values.get("nextExecution", -1) >= 0 else row.timer


def mark_owners(about, tables):
    """Which types may own resources: those that get them, and what these can turn into."""
    owners = set()
    for rule in (*about.pairs, *about.edges, *about.timers):
        if rule.effect == "collectResource":
            owners |= set(about.members(rule.second))
        elif rule.effect == "changeResource":
            owners |= set(about.members(rule.first))
    for number, kind in about.kinds.items():
        if kind.sort and "ammo" in words.CLASSES[kind.sort][1] and about.value(number, "ammo"):
            owners.add(number)
    grown = True
    while grown:
        size = len(owners)
        for rule in (*about.pairs, *about.edges, *about.timers):
            if rule.effect in ("transformTo", "transformIfCount") and owners & set(about.members(rule.first)):
                owners |= {rule.values["stype"], rule.values.get("estype", NOBODY)} - {NOBODY}
            elif rule.effect == "transformToAll" and owners & set(about.members(rule.values["stype"])):
                owners.add(rule.values["stypeTo"])
        grown = len(owners) > size
    for number in owners:
        tables.kinds[number].owner = True


def mark_fixed(about, tables):
    """Which types never change, so that they need no sprites in the state, and which have a turn in every cycle."""
    changed, moved = set(), set()
    for rule in (*about.pairs, *about.timers):
        values = rule.values
        if rule.effect not in ("stepBack",) or values["scoreChange"] != 0:
            changed |= set(about.members(rule.first))
        if rule.effect in CHANGES_SECOND or values.get("killSecond") or values.get("killResource"):
            if rule.second != NOBODY:
                changed |= set(about.members(rule.second))
        if rule.effect in MOVING:
            moved |= set(about.members(rule.first))
    for rule in (*about.pairs, *about.edges, *about.timers):
        for key in ("stype", "stypeTo", "estype"):
            if rule.values.get(key, NOBODY) != NOBODY and rule.effect != "shieldFrom":
                changed |= set(about.members(rule.values[key]))
    for rule in about.edges:
        if rule.effect in MOVING:
            moved |= set(about.members(rule.first))
    for number, kind in about.kinds.items():
        row = tables.kinds[number]
        if kind.sort and row.stype != NOBODY:
            changed |= set(about.members(int(row.stype)))
        changed |= {int(shot) for shot in row.shots if shot != NOBODY}
    updates = []
    for number in about.drawing[::-1]:
        row = tables.kinds[number]
        idle = row.role == words.IMMOVABLE and row.ttl < 0 and number not in moved
        row.fixed = idle and number not in changed
        if about.kinds[number].sort and not idle and not row.avatar:
            updates.append(number)
            row.turn = True
    tables.updates = len(updates)
    for i, number in enumerate(updates):
        tables.update[i] = number


def fill_endings(about, tables):
    if len(about.endings) > ENDINGS:
        refuse(about.endings[ENDINGS][2], f"there are more than {ENDINGS} terminations, for which there is no room")
    tables.endings = len(about.endings)
    for (sort, values, _), row in zip(about.endings, tables.ending, strict=False):
        row.role, row.limit = sort, values["limit"]
        row.win = values["win"].partition(",")[0].lower() == "true"
        row.least, row.kinds = values.get("min", False), values.get("subTypesNum", 0)
        row.stypes[:] = NOBODY
        for i, key in enumerate(("stype1", "stype2", "stype3")):
            row.stypes[i] = values.get(key, NOBODY)
        if "stype" in values:
            row.stypes[0] = values["stype"]


def place(about, tables, grid):
    """The sprites of the level: those that may change in a list, the others in the cells."""
    tables.fixed_serial[:] = -1
    starts = avatars = 0
    for serial, (kind, column, line) in enumerate(grid):
        row = tables.kinds[kind]
        if row.role == NOBODY:
            raise VgdlError(f"line {line + 1} of the level: the sprite {shown(about.kinds[kind].name)} has no class")
        x, y = column * int(tables.block), line * int(tables.block)
        cell = cell_of(tables, x, y)
        avatars += int(row.avatar)
        if row.fixed and tables.fixed[cell] & row.bit == 0:
            tables.fixed[cell] |= row.bit
            tables.fixed_serial[cell] = serial
            tables.fixed_count[kind] += 1
        elif not row.fixed:
            if starts == SPRITES:
                raise VgdlError(f"line {line + 1} of the level: there are more than {SPRITES} sprites that can change, "
                                "for which there is no room")
            tables.start[starts] = (kind, x, y, serial)
            starts += 1
    tables.starts, tables.born = starts, len(grid)
    if avatars == 0:
        raise VgdlError("line 1 of the level: there is no avatar in it; put the character for it, often A, somewhere")


def guess_scores(about, grid):
    """A range for the score: each change as often as the level has sprites of the first or the second type."""
    low, high = 0, 0
    for rule in about.pairs:
        kinds = set(about.members(rule.first)) | (set(about.members(rule.second)) if rule.second != NOBODY else set())
        kinds = {n for n in kinds if about.kinds[n].sort and about.kinds[n].path[0] != 1}
        times = min(max(1, sum(kind in kinds for kind, _, _ in grid)), 100)
        for change in (rule.values["scoreChange"], rule.values["scoreChangeIfKilled"]):
            low += min(0, change)
            high += max(0, change) * times
    return (float(min(low, 0)), float(high if high > min(low, 0) else 1))
