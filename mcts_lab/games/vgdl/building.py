"""From a description and a level to the tables of a game: `build` reads both texts and fills one `TABLES` record."""

from __future__ import annotations

from collections import Counter

import numpy as np

from . import vocabulary as words
from .description import Description
from .pictures import picture_of
from .reading import VgdlError, refuse, shown, truth
from .tables import (
    CELLS,
    DX,
    DY,
    ENDINGS,
    MEMBERS,
    NAME,
    NOBODY,
    RESOURCES,
    SHOTS,
    SPRITES,
    TABLES,
    TYPES,
    WAYS,
    record,
)

WARNINGS = 25  # unknown characters in a level, above which the framework ends the game
MOVING = ("bounceForward", "wrapAround", "teleportToExit", "pullWithIt", "align", "turnAround", "attractGaze")
CHANGES_SECOND = ("killBoth", "collectResource", "collectResourceIfHeld")
MADE = ("stype", "stypeTo", "estype", "stype_other")  # options of effects that name types which change or are made


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
    tables.inverse = 2**32 // int(tables.block) + 1
    fill_kinds(about, tables)
    fill_rules(about, tables)
    fill_endings(about, tables)
    place(about, tables, grid)
    fill_ways(about, tables, grid)
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
    grid, taken = [], set()
    for number, line in enumerate(lines, 1):
        if len(line) > width:
            about.notes.append(f"line {number} of the level: what stands beyond the width of the first line is ignored")
        for column, character in enumerate(line[:width]):
            if character in about.mapping:
                grid += [(kind, column, number - 1) for kind in about.mapped(character)
                         if not about.bars(kind, taken)]
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
    row.looks, row.random_target = kind.sort == "LOSChaser", value("randomTarget")
    row.collectable = kind.sort in words.RESOURCE_CLASSES
    row.hp, row.hp_limit, row.ttl = value("healthPoints"), value("limitHealthPoints"), value("timeToLive")
    row.value, row.limit, row.total, row.cons = value("value"), value("limit"), value("total"), value("cons")
    row.prob, row.spread = value("prob"), value("spreadprob", value("epsilon", -1.0))
    row.distance = NOBODY
    if row.role == words.CHASER:
        row.distance, row.fleeing = value("maxDistance"), value("fleeing")
    row.min_ammo, row.ammo_cost = value("minAmmo", -1), value("ammoCost", 1)
    if number in resources:
        row.resource = resources.index(number)
    row.hidden = "hidden" in kind.options and truth("hidden", kind.options["hidden"])
    if "spawnorientation" in words.CLASSES[kind.sort][1]:
        row.spawn_ox, row.spawn_oy = value("spawnorientation")
        row.spawn_turned = (row.spawn_ox, row.spawn_oy) != (0.0, 0.0)
    key = words.LISTS.get(kind.sort, "stype")
    named = about.named(number, key)
    line = kind.options[key].line if key in kind.options else kind.line
    if len(named) > SHOTS:
        refuse(line, f"{key} can name up to {SHOTS} types of sprites, not {len(named)}")
    if row.role in (words.FLAK_AVATAR, words.SHOOT_AVATAR, words.ONGOING_SHOOT_AVATAR) or key != "stype":
        row.shots[:len(named)] = named
        ammo = about.named(number, "ammo")[:len(named)]
        row.ammo[:len(ammo)] = [resources.index(resource) for resource in ammo]
    elif row.role == words.ONGOING_TURNING_AVATAR:
        row.shots[0] = 0  # as the framework does in copies of its states, whatever spawnBehind says
    elif named:
        row.stype = named[0]
    makes = row.role in words.SPAWN_POINTS or row.role == words.SPREADER
    if (row.role in words.SPAWN_POINTS or key != "stype") and not named and not kind.inner:
        refuse(kind.line, f"the {kind.sort} {shown(kind.name)} needs {key}=NAME")
    for made in named:
        if makes or row.role in words.AVATARS:
            about.instance(made, line)


def resource_types(about):
    """The types that can be owned."""
    found = [n for n, kind in about.kinds.items() if kind.sort in words.RESOURCE_CLASSES]
    for rule in about.rules:
        found.append(rule.values.get("resource", NOBODY))
        found.append(rule.values.get("heldResource", NOBODY))
        if rule.effect in ("collectResource", "collectResourceIfHeld"):
            found += [n for n in about.members(rule.first) if about.kinds[n].sort]
    for number, kind in about.kinds.items():
        if kind.sort:
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
    starters = {rule.line: rule for rule in (*pairs, *edges, *about.timers) if rule.effect == "addTimer"}
    timers = [*about.timers, *(started(rule) for rule in starters.values())]
    for rules, rows, what in ((pairs, tables.pair, "pairs of sprites with an effect"),
                              (edges, tables.edge, "effects at the edge of the screen"),
                              (timers, tables.timer, "timed effects")):
        if len(rules) > len(rows):
            refuse(rules[len(rows)].line, f"there are more than {len(rows)} {what}, for which there is no room")
        for rule, row in zip(rules, rows, strict=False):
            fill_rule(about, tables, rule, row)
    tables.pairs, tables.edges, tables.native = len(pairs), len(edges), len(about.timers)
    for row in tables.timer:
        row.always = True
    places = {line: i for i, line in enumerate(starters, len(about.timers))}
    for rules, rows in ((pairs, tables.pair), (edges, tables.edge), (about.timers, tables.timer)):
        for rule, row in zip(rules, rows, strict=False):
            if rule.effect == "addTimer":
                row.other = places[rule.line]
    mark_owners(about, tables)
    mark_fixed(about, tables)
    mark_meetings(about, pairs, tables)


def started(rule):
    """The timed effect that a line with addTimer starts: one without sprites."""
    return rule._replace(effect=rule.values["ftype"], first=NOBODY, second=NOBODY, values=rule.values["started"])


def fill_rule(about, tables, rule, row):
    values = rule.values
    row.effect = words.EFFECTS[rule.effect][0]
    row.first, row.second, row.line = rule.first, rule.second, rule.line
    row.stype = values.get("stype", NOBODY)
    row.other = next((values[key] for key in MADE[1:] if key in values), NOBODY)
    if rule.effect == "shieldFrom":
        row.other = words.EFFECTS[values["ftype"]][0]
    row.resource = NOBODY
    if "stypeCount" in values:
        row.resource = values["stypeCount"]
    for key in ("resource", "heldResource"):
        if values.get(key, NOBODY) != NOBODY:
            row.resource = list(tables.resource_type[:tables.resources]).index(values[key])
    row.prob = values.get("prob", values.get("offset", 0.0))
    if rule.effect in words.SPEEDS:
        row.prob = values.get("value", 0.0)
    else:
        row.value = values.get("value", 0)
    row.limit = values.get("limit", values.get("geq", 0))
    row.leq = values.get("leq", 0)
    row.spend = values.get("spend", 0)
    row.score, row.score_killed = values["scoreChange"], values["scoreChangeIfKilled"]
    row.kill_second = values.get("killSecond", False)
    row.force = values.get("forceOrientation", values.get("takeOrientation", False))
    row.exact = values.get("pixelPerfect", values.get("stepBack", False))
    row.kill_resource = values.get("killResource", False)
    row.subtract = values.get("subtract", False)
    row.align = values.get("align", values.get("orient", False))
    row.types = bits(values.get("notStype", ()))
    row.timer, row.repeating = values.get("timer", 0), values.get("repeating", False)
    row.due = row.timer if values.get("nextExecution", -1) != -1 else -1  # the value itself has no meaning


def mark_owners(about, tables):
    """Find the types that may own resources: those that get them, and what these can turn into."""
    owners = set()
    for rule in about.rules:
        if rule.effect in ("collectResource", "collectResourceIfHeld"):
            owners |= set(about.members(rule.second))
        elif rule.effect == "changeResource":
            owners |= set(about.members(rule.first))
    for number, kind in about.kinds.items():
        if kind.sort and about.value(number, "ammo"):
            owners.add(number)
    grown = True
    while grown:
        size = len(owners)
        for rule in about.rules:
            for one, others in turns_into(about, rule):
                if one in owners:
                    owners |= others
        grown = len(owners) > size
    for number in owners:
        tables.kinds[number].owner = True


def turns_into(about, rule):
    """Pairs of a type and the types that a rule can transform its sprites into."""
    values = rule.values
    stype = values.get("stype", NOBODY)
    if rule.effect in ("transformTo", "transformIfCount", "transformToSingleton", "transformToRandomChild"):
        into = {stype, values.get("estype", NOBODY)} - {NOBODY}
        if rule.effect == "transformToRandomChild":
            into = set(about.members(stype))
        yield from ((kind, into) for kind in about.members(rule.first))
    if rule.effect in ("transformToAll", "transformToSingleton"):
        yield stype, {values["stypeTo" if rule.effect == "transformToAll" else "stype_other"]}


def mark_fixed(about, tables):
    """Find the types that never change and so need no sprites in the state, and those with a turn in every cycle."""
    changed, moved = set(), set()
    tables.paced = any(rule.effect in words.SPEEDS for rule in about.rules)
    for rule in (*about.pairs, *about.timers):
        values = rule.values
        if rule.effect not in ("stepBack",) or values["scoreChange"] != 0:
            changed |= set(about.members(rule.first))
        if rule.effect in CHANGES_SECOND or values.get("killSecond") or values.get("killResource"):
            if rule.second != NOBODY:
                changed |= set(about.members(rule.second))
        if rule.effect in MOVING:
            moved |= set(about.members(rule.first))
    for rule in about.rules:
        for key in MADE:
            if rule.values.get(key, NOBODY) != NOBODY and rule.effect != "shieldFrom":
                changed |= set(about.members(rule.values[key]))
    for rule in about.edges:
        if rule.effect in MOVING:
            moved |= set(about.members(rule.first))
    for number, kind in about.kinds.items():
        row = tables.kinds[number]
        if kind.sort and row.stype != NOBODY:
            changed |= set(about.members(int(row.stype)))
        changed |= {member for shot in row.shots if shot != NOBODY for member in about.members(int(shot))}
    updates = []
    for number in about.ids.values():
        tables.kinds[number].varies = tables.paced
    for number in about.drawing[::-1]:
        row = tables.kinds[number]
        idle = row.role == words.IMMOVABLE and row.ttl < 0 and number not in moved
        row.fixed = idle and number not in changed
        row.varies &= not row.fixed
        if about.kinds[number].sort and not idle and not row.avatar:
            updates.append(number)
            row.turn = True
    tables.updates = len(updates)
    for i, number in enumerate(updates):
        tables.update[i] = number


def mark_meetings(about, pairs, tables):
    """Find the types that meet, and the pairs that can be looked for from either side: second ones stay where they
    are, and are in lists."""
    for rule, row in zip(pairs, tables.pair, strict=False):
        firsts, seconds = set(about.members(rule.first)), set(about.members(rule.second))
        fixed = any(tables.kinds[kind].fixed for kind in seconds)
        row.either = not (firsts & seconds or fixed or rule.effect == "undoAll")
        for kind in firsts:
            tables.meets[kind] |= bits(seconds)


def fill_endings(about, tables):
    if len(about.endings) > ENDINGS:
        refuse(about.endings[ENDINGS][2], f"there are more than {ENDINGS} terminations, for which there is no room")
    tables.endings = len(about.endings)
    for (sort, values, _), row in zip(about.endings, tables.ending, strict=False):
        row.role, row.limit = sort, values["limit"]
        row.win = values["win"]
        row.least, row.kinds = values.get("min", False), values.get("subTypesNum", 0)
        row.stypes[:] = NOBODY
        for i, key in enumerate(("stype1", "stype2", "stype3")):
            row.stypes[i] = values.get(key, NOBODY)
        if "stype" in values:
            row.stypes[0] = values["stype"]


def place(about, tables, grid):
    """The sprites of the level: those that may change in a list, the others in the cells."""
    block, across = int(tables.block), int(tables.width) + 2
    role, fixed, avatar = (tables.kinds[field].tolist() for field in ("role", "fixed", "avatar"))
    starts, counts = [], [0] * TYPES
    inside, serials = {}, {}  # by cell: a set of types that never change, and the number of the last one
    for serial, (kind, column, line) in enumerate(grid):
        if role[kind] == NOBODY:
            raise VgdlError(f"line {line + 1} of the level: the sprite {shown(about.kinds[kind].name)} has no class")
        cell = (line + 1) * across + column + 1
        if fixed[kind] and not inside.get(cell, 0) >> kind & 1:
            inside[cell] = inside.get(cell, 0) | 1 << kind
            serials[cell] = serial
            counts[kind] += 1
        elif not fixed[kind]:
            if len(starts) == SPRITES:
                raise VgdlError(f"line {line + 1} of the level: there are more than {SPRITES} sprites that can change, "
                                "for which there is no room")
            starts.append((kind, column * block, line * block, serial))
    tables.fixed_count[:], tables.fixed_serial[:] = counts, -1
    tables.fixed[list(inside)] = list(inside.values())
    tables.fixed_serial[list(serials)] = list(serials.values())
    tables.start[:len(starts)] = np.reshape(starts, (-1, 4))
    tables.starts, tables.born = len(starts), len(grid)
    if not any(avatar[kind] for kind, _, _ in grid):
        raise VgdlError("line 1 of the level: there is no avatar in it; put the character for it, often A, somewhere")


def fill_ways(about, tables, grid):
    """The ways around obstacles, if any sprites look for them."""
    for kind in about.kinds.values():
        if kind.sort and words.CLASSES[kind.sort][0] in words.PATH_FINDERS:
            if about.obstacles is None:
                refuse(kind.line, f"a {kind.sort} needs to know what stands in its way: write obs=NAME in the line "
                                  f"that begins with {words.GAME}")
            break
    else:
        return
    width, height = int(tables.width), int(tables.height)
    barred = {(column, line) for kind, column, line in grid
              if kind in about.obstacles and not tables.kinds[kind].hidden}
    cells = [(column, line) for line in range(height) for column in range(width) if (column, line) not in barred]
    if len(cells) > WAYS:
        refuse(kind.line, f"a {kind.sort} finds its way among up to {WAYS} cells, and the level has {len(cells)}")
    number = {cell: i for i, cell in enumerate(cells)}
    tables.walkable[:width * height] = [number.get((i % width, i // width), NOBODY) for i in range(width * height)]
    tables.way[:] = NOBODY
    for cell in cells:
        for other, direction in first_steps(cell, number).items():
            tables.way[number[cell], number[other]] = direction


def first_steps(start, cells):
    """The direction of the first step from a cell to each that can be reached, as the framework finds it.

    The queue is a binary heap whose moves decide among equal depths: an entry rises above larger ones only, and the one
    that fills the root sinks below the smaller of two children, the left if they are equal, unless it is as small.
    """
    depth, first, heap = {start: 0}, {}, [start]
    while heap:
        cell, last = heap[0], heap.pop()
        if heap:
            k = 0
            while 2 * k + 1 < len(heap):
                child = 2 * k + 1
                if child + 1 < len(heap) and depth[heap[child]] > depth[heap[child + 1]]:
                    child += 1
                if depth[last] <= depth[heap[child]]:
                    break
                heap[k] = heap[child]
                k = child
            heap[k] = last
        for direction in (0, 2, 1, 3):
            there = cell[0] + int(DX[direction]), cell[1] + int(DY[direction])
            if there in cells and there not in depth:
                depth[there] = depth[cell] + 1
                first[there] = first.get(cell, direction)
                k = len(heap)
                heap.append(there)
                while k and depth[heap[(k - 1) // 2]] > depth[there]:
                    heap[k] = heap[(k - 1) // 2]
                    k = (k - 1) // 2
                heap[k] = there
    return first


def guess_scores(about, grid):
    """A range for the score: each change as often as the level has sprites of the first or the second type."""
    low, high = 0, 0
    present = Counter(kind for kind, _, _ in grid)
    for rule in about.pairs:
        kinds = set(about.members(rule.first)) | (set(about.members(rule.second)) if rule.second != NOBODY else set())
        kinds = {n for n in kinds if about.kinds[n].sort and about.kinds[n].path[0] != 1}
        times = min(max(1, sum(present[kind] for kind in kinds)), 100)
        for change in (rule.values["scoreChange"], rule.values["scoreChangeIfKilled"]):
            low += min(0, change)
            high += max(0, change) * times
    return (float(min(low, 0)), float(high if high > min(low, 0) else 1))
