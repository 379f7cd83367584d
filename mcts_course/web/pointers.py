"""LLVM code for this machine on a machine with shorter pointers: memory keeps the layout of this machine.

Numba optimises every function by itself, before it is linked with others. There LLVM replaces fields of structures by
distances in bytes, which fit pointers of 64 bits. Other functions name the fields of the same structures, for example
of the state of a generator, and a machine with pointers of 32 bits has these elsewhere. So a pointer in memory takes
64 bits there too: structures in memory have a 64-bit integer in its place. Its value has 32 bits, so structures with
pointers are read and written field by field.
"""

import re

ACCESS = re.compile(r'(\s*(?:(%(?:"[^"]*"|\S+)) = )?(alloca|getelementptr|load|store)'
                    r"(?: inbounds| nuw| nusw| inalloca| volatile)*) (.*)")
POINTER = re.compile(r"\bptr\b")


def with_layout_kept(text) -> str:
    """LLVM code whose structures in memory are the same on machines with pointers of 32 and 64 bits."""
    return "\n".join(line for at, row in enumerate(text.split("\n")) for line in lines_for(row, f"%field.{at}."))


def lines_for(row, new) -> list:
    """The instructions for one line of code; the names of new values begin with `new`."""
    access = ACCESS.fullmatch(row)
    if not access:
        return [row]
    head, name, action, rest = access.groups()
    first, *others = parts(rest, ",")
    kind, *value = parts(first, " ")
    if not POINTER.search(kind):
        return [row]
    if action in ("alloca", "getelementptr"):
        return [", ".join([f"{head} {in_memory(kind)}", *others])]
    if kind[0] not in "{[":
        return [row]
    take = _stored if action == "store" else _loaded
    return take(kind, " ".join(value) or name, others[0], new)


def in_memory(kind) -> str:
    """A type with 64 bits for a pointer."""
    return POINTER.sub("i64", kind)


def _stored(kind, value, place, new):
    lines = []
    for n, (leaf, path) in enumerate(leaves(kind)):
        lines += [_place_of(kind, place, path, f"{new}{n}.at"),
                  f"  {new}{n} = extractvalue {kind} {value}, {', '.join(path)}",
                  f"  store {leaf} {new}{n}, ptr {new}{n}.at"]
    return lines


def _loaded(kind, name, place, new):
    lines, whole, found = [], "poison", leaves(kind)
    for n, (leaf, path) in enumerate(found):
        filled = name if n == len(found) - 1 else f"{new}{n}.with"
        lines += [_place_of(kind, place, path, f"{new}{n}.at"),
                  f"  {new}{n} = load {leaf}, ptr {new}{n}.at",
                  f"  {filled} = insertvalue {kind} {whole}, {leaf} {new}{n}, {', '.join(path)}"]
        whole = filled
    return lines


def _place_of(kind, place, path, name):
    indices = ", ".join(f"i32 {index}" for index in ("0", *path))
    return f"  {name} = getelementptr {in_memory(kind)}, {place}, {indices}"


def leaves(kind, path=()) -> list:
    """(type, indices) of each number and pointer in a structure or array."""
    if kind[0] == "{":
        inner = parts(kind[1:-1], ",")
    elif kind[0] == "[":
        length, _, item = kind[1:-1].strip().partition(" x ")
        inner = [item] * int(length)
    else:
        return [(kind, path)]
    return [leaf for n, part in enumerate(inner) for leaf in leaves(part, (*path, str(n)))]


def parts(text, mark) -> list:
    """`text` cut at each `mark` that is neither in brackets nor in quotes, without blanks around the parts."""
    found, depth, quoted = [""], 0, False
    for sign in text:
        quoted ^= sign == '"'
        if not quoted:
            depth += (sign in "{[(<") - (sign in "}])>")
        if sign == mark and not depth and not quoted:
            found.append("")
        else:
            found[-1] += sign
    return [part.strip() for part in found]
