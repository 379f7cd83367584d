"""Read a level: its sprites, their places in the tables, and the paths around obstacles."""

from . import vocabulary as words
from .reading import VgdlError, refuse, shown
from .tables import (
    CELLS,
    DX,
    DY,
    NAME,
    NOBODY,
    SPRITES,
    TYPES,
    WAYS,
)

WARNINGS = 25  # with more unknown characters in a level, the framework ends the game


def letters(word):
    """Return a name as bytes of fixed length."""
    return [ord(letter) for letter in word.encode()[:NAME].ljust(NAME, b"\0").decode("latin-1")]


def read_level(about, level):
    """Return width, height and sprites of a level, as `assemble` takes them."""
    lines = level.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    if not lines or not lines[0]:
        raise VgdlError("Line 1: the level is empty. Write its first row there.")
    width, height = len(lines[0]), len(lines)
    if (width + 2) * (height + 2) > CELLS:
        raise VgdlError(f"Line 1: a level of {width} x {height} cells is too large. Use at most {CELLS} cells, with a "
                        "border of one cell.")
    unknown = 0
    grid, taken = [], set()
    for number, line in enumerate(lines, 1):
        if len(line) > width:
            about.notes.append(f"Line {number} of the level: what is beyond the width of line 1 is ignored.")
        for column, character in enumerate(line[:width]):
            if character in about.mapping:
                grid += [(kind, column, number - 1) for kind in about.mapped(character)
                         if not about.bars(kind, taken)]
            elif character != " ":
                unknown += 1
                about.notes.append(f"Line {number} of the level: the character {shown(character)} has no sprite.")
                if unknown > WARNINGS:
                    raise VgdlError(f"Line {number} of the level: the character {shown(character)} has no sprite, and "
                                    f"neither have {WARNINGS} earlier characters. Add these characters to the level "
                                    "mapping.")
    return width, height, grid


def place(about, tables, grid):
    """Store the sprites of the level: in a list if they may change, otherwise in their cells."""
    block, across = int(tables.block), int(tables.width) + 2
    role, fixed = [int(row.role) for row in tables.kinds], [bool(row.fixed) for row in tables.kinds]
    starts, counts = [], [0] * TYPES
    inside, serials = {}, {}  # for each cell: the types in it that never change, and the last serial number
    for serial, (kind, column, line) in enumerate(grid):
        if role[kind] == NOBODY:
            raise VgdlError(f"Line {line + 1} of the level: the sprite {shown(about.kinds[kind].name)} has no class. "
                            "Give it one in the description.")
        cell = (line + 1) * across + column + 1
        if fixed[kind] and not inside.get(cell, 0) >> kind & 1:
            inside[cell] = inside.get(cell, 0) | 1 << kind
            serials[cell] = serial
            counts[kind] += 1
        elif not fixed[kind]:
            if len(starts) == SPRITES:
                raise VgdlError(f"Line {line + 1} of the level: there are more than {SPRITES} sprites that can change. "
                                "Use fewer.")
            starts.append((kind, column * block, line * block, serial))
    tables.fixed_count[:], tables.fixed_serial[:] = counts, -1
    for cell, kinds in inside.items():
        tables.fixed[cell], tables.fixed_serial[cell] = kinds, serials[cell]
    for i, start in enumerate(starts):
        tables.start[i] = start
    tables.starts, tables.born = len(starts), len(grid)
    if not any(tables.kinds[kind].avatar for kind, _, _ in grid):
        raise VgdlError("Line 1 of the level: the level has no avatar. Put its character, often A, into one cell.")


def fill_ways(about, tables, grid):
    """Compute the paths around obstacles if a sprite type searches for paths."""
    seeking = [kind for kind in about.kinds.values() if kind.sort and words.CLASSES[kind.sort][0] in words.PATH_FINDERS]
    if not seeking:
        return
    kind = seeking[0]
    if about.obstacles is None:
        refuse(kind.line, f"a {kind.sort} needs to know its obstacles. Write obs=NAME in the line that begins "
                          f"with {words.GAME}")
    width, height = int(tables.width), int(tables.height)
    barred = {(column, line) for type, column, line in grid
              if type in about.obstacles and not tables.kinds[type].hidden}
    cells = [(column, line) for line in range(height) for column in range(width) if (column, line) not in barred]
    if len(cells) > WAYS:
        refuse(kind.line, f"a {kind.sort} supports up to {WAYS} free cells, but the level has {len(cells)}. Make it "
                          "smaller")
    number = {cell: i for i, cell in enumerate(cells)}
    tables.walkable[:width * height] = [number.get((i % width, i // width), NOBODY) for i in range(width * height)]
    tables.way[:] = NOBODY
    for cell in cells:
        for other, direction in first_steps(cell, number).items():
            tables.way[number[cell], number[other]] = direction


def first_steps(start, cells):
    """Return for each reachable cell the direction of the first step from `start`, in the same way as the framework.

    The queue is a binary heap, whose order decides between cells of equal depth. A new entry rises only above larger
    entries. The entry that replaces the root sinks below its smaller child (the left one of two equal children),
    while this child is smaller than the entry.
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
    """Return an estimate of the lowest and highest score; a gain counts once for each sprite that can cause it."""
    low, high = 0, 0
    present = {}
    for kind, _, _ in grid:
        present[kind] = present.get(kind, 0) + 1
    for rule in about.pairs:
        kinds = set(about.members(rule.first)) | (set(about.members(rule.second)) if rule.second != NOBODY else set())
        kinds = {n for n in kinds if about.kinds[n].sort and about.kinds[n].path[0] != 1}
        times = min(max(1, sum(present.get(kind, 0) for kind in kinds)), 100)
        for change in (rule.values["scoreChange"], rule.values["scoreChangeIfKilled"]):
            low += min(0, change)
            high += max(0, change) * times
    return (float(min(low, 0)), float(high if high > min(low, 0) else 1))
