"""States as text: one character for each cell, for the sprite drawn last."""

from mcts_lab.appearance import Appearance

from .tables import DISABLED, NOBODY

MARKS = {"wall": "#", "floor": " ", "background": " ", "water": "~", "snow": "."}  # other types: a letter of their name
FACING = {(0.0, -1.0): "^", (-1.0, 0.0): "<", (0.0, 1.0): "v", (1.0, 0.0): ">"}


def name_of(tables, kind) -> str:
    """Return the name of a sprite type."""
    return bytes(tables.kinds[kind].name).rstrip(b"\0").decode("utf-8", "replace")


def owned(game, state) -> dict:
    """Return the avatar's resources: {name: amount}."""
    tables = game.tables[0]
    purse = int(state.sprites[state.avatar].purse) if state.avatar != NOBODY else NOBODY
    if purse == NOBODY:
        return {}
    have = {name_of(tables, int(tables.resource_type[i])): int(state.purse[purse, i])
            for i in range(int(tables.resources))}
    return {name: n for name, n in have.items() if n}


def status(game, state) -> str:
    """Return a line with score, time, resources and result."""
    parts = [f"score {int(state.score)}", f"tick {int(state.tick)}"]
    parts += [f"{name} {n}" for name, n in owned(game, state).items()]
    if state.full:
        parts.append("ended, because a sprite had no room")
    elif state.ended:
        parts.append("won" if state.winner == 1 else "lost")
    return ", ".join(parts)


def letters(game) -> dict:
    """Return a character for each sprite type, different characters if possible."""
    tables = game.tables[0]
    found, taken = {}, {"@", *FACING.values()}
    for kind in range(int(tables.types)):
        name = name_of(tables, kind)
        if tables.kinds[kind].avatar:
            found[kind] = "@"
        elif name in MARKS:
            found[kind] = MARKS[name]
        elif tables.kinds[kind].role != NOBODY:
            wishes = [c for c in name + name.upper() + "0123456789" if c.isprintable()]
            found[kind] = next((c for c in wishes if c not in taken), "?")
            taken.add(found[kind])
    return found


def pieces(game, state):
    """Yield (type, x, y, slot) for all sprites on the screen in drawing order.

    x and y are in cells; slot is `NOBODY` for types that never change.
    """
    tables = game.tables[0]
    block, width = int(tables.block), int(tables.width) + 2
    fixed = tables.fixed[:int(tables.cells)].tolist()
    for kind in tables.drawing[:int(tables.drawn)]:
        for cell, kinds in enumerate(fixed):
            if kinds >> int(kind) & 1:
                yield int(kind), cell % width - 1, cell // width - 1, NOBODY
        slot = int(state.first[kind])
        while slot != NOBODY:
            s = state.sprites[slot]
            yield int(kind), int(s.x) / block, int(s.y) / block, slot
            slot = int(s.next)


class VgdlWords(Appearance):
    """The grid as text."""

    __slots__ = ()

    def text(self, state):
        """Return the board, a line with the score, and a legend of the characters.

        A living avatar is @ or an arrow in its direction; a dead avatar is x. The legend calls the avatar "you".
        """
        tables = self.tables[0]
        width, height = int(tables.width), int(tables.height)
        rows = [[" "] * width for _ in range(height)]
        marks = letters(self)
        seen = {}
        for kind, x, y, slot in pieces(self, state):
            column, line = int(x + 0.5), int(y + 0.5)
            if -0.5 <= x and -0.5 <= y and column < width and line < height:
                mark = marks.get(kind, "?")
                if mark == "@":
                    s = state.sprites[slot]
                    looks = tables.kinds[kind].oriented and tables.kinds[kind].rotates
                    mark = FACING.get((float(s.ox), float(s.oy)), "@") if looks else "@"
                    mark = "x" if s.marks & DISABLED else mark
                rows[line][column] = mark
                if mark != " ":
                    seen[mark] = name_of(tables, kind)
                    if tables.kinds[kind].avatar:
                        seen[mark] = "you" if seen[mark] == "avatar" else f"you ({seen[mark]})"
        legend = ", ".join(f"{mark} {name}" for mark, name in sorted(seen.items()))
        return "\n".join("".join(row).rstrip() for row in rows) + f"\n{status(self, state)}\n{legend}"
