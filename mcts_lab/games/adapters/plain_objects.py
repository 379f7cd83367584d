"""Parts of plain games: states that contain any object, numbers for actions, keys, and random streams."""

import copy as copying
import copyreg
import dataclasses
import enum
import functools
import numbers
import random
import reprlib
import threading

import numpy as np

from ...checking import WrongRules
from ...engine.random import next_word, uniform

MOST_ACTIONS = 4096  # maximum number of actions, unless the game's attribute `actions` says otherwise
MOST_LISTS = 4096  # maximum number of lists of actions that are kept
SHARED = (int, float, complex, bool, str, bytes, frozenset, type(None), np.generic)  # objects that need no copy
FIXED = frozenset((int, float, complex, bool, str, bytes, type(None)))
HOW_TO_COPY = ("copy", "clone", "__deepcopy__", "__reduce_ex__", "__reduce__", "__getstate__", "__setstate__",
               "__getnewargs__", "__getnewargs_ex__")  # methods with which a class defines how its objects are copied
MADE_BY_CLASS = 1 << 9  # the flag of types that a `class` statement has made


class ObjectState:
    """A state of a plain game in the form for searches. Its attribute `object` is the game's own state."""

    __slots__ = ("object",)

    def __init__(self, content=None):
        self.object = content

    def __eq__(self, other):
        return isinstance(other, ObjectState) and self.object == other.object

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        return f"ObjectState({self.object!r})"


class ObjectStates:
    """A list of `n` states. An assignment to an element copies the state, as in an array of records."""

    def __init__(self, n, duplicate):
        self._boxes = [None] * n
        self._duplicate = duplicate

    def __len__(self):
        return len(self._boxes)

    def __getitem__(self, i):
        box = self._boxes[i]
        if box is None:
            box = self._boxes[i] = ObjectState()
        return box

    def __setitem__(self, i, state):
        self[i].object = self._duplicate(state.object)


def duplicate(content):
    """Return a copy of a game's own state. The copy shares no data with it that can be changed."""
    if is_copied_by_fields(type(content)):
        values = fields_of(content)
        if FIXED.issuperset(map(type, values.values())):  # equal to a deep copy, which would take several times as long
            copied = object.__new__(type(content))
            for name, value in values.items():
                object.__setattr__(copied, name, value)
            return copied
    if isinstance(content, SHARED):
        return content
    if type(content) is tuple and all(isinstance(part, SHARED) for part in content):
        return content
    if isinstance(content, np.ndarray) and content.dtype != object:
        return content.copy()
    if not isinstance(content, (list, dict, set, tuple, np.ndarray)):
        for method in HOW_TO_COPY[:2]:
            if callable(getattr(content, method, None)):
                return getattr(content, method)()
    return copying.deepcopy(content)


@functools.lru_cache
def is_copied_by_fields(cls) -> bool:
    """Return whether a deep copy of an object of this class only copies its attributes."""
    usual = cls.__new__ is object.__new__ and cls not in copyreg.dispatch_table and cls.__flags__ & MADE_BY_CLASS
    return bool(usual) and all(getattr(cls, name, None) is getattr(object, name, None) for name in HOW_TO_COPY)


def fields_of(content) -> dict:
    """Return the values of an object's slots and other attributes, by their names."""
    slots = {name: getattr(content, name) for name in copyreg._slotnames(type(content)) if hasattr(content, name)}
    return slots | getattr(content, "__dict__", {})


class StreamRandom(random.Random):
    """A ``random.Random`` of Python that draws its numbers from a stream of `mcts_lab.engine.random`."""

    def __new__(cls, rng):
        return super().__new__(cls, 0)

    def __init__(self, rng):
        self._rng = rng
        self.gauss_next = None

    def random(self):
        return float(uniform(self._rng))

    def getrandbits(self, k):
        bits = 0
        for _ in range(-(-k // 64)):
            bits = (bits << 64) | int(next_word(self._rng))
        return bits >> (-k % 64)


_adding = threading.Lock()  # because searches in several threads may number new objects at the same time


class Numbering:
    """Numbers for hashable objects, in the order in which the objects first occur."""

    def __init__(self, things=(), most=MOST_ACTIONS):
        self.things = list(things)
        self.numbers = {}
        for number, thing in enumerate(self.things):
            if self._known(thing) is not None:
                refuse("the attribute `actions` lists {} twice", thing)
            self.numbers[thing] = number
        self.most = most
        self.integers = None  # whether objects are integers that are their own numbers; None before the first object

    def number(self, thing):
        found = self._known(thing)
        if found is None:
            with _adding:
                found = self._known(thing)
                return self._add(thing) if found is None else found
        return found

    def _known(self, thing):
        try:
            return self.numbers.get(thing)
        except TypeError:
            refuse("an action must be hashable, as numbers, texts and tuples of these are, but {} is not", thing)

    def _add(self, thing):
        whole = isinstance(thing, (int, np.integer)) and not isinstance(thing, bool)
        if self.things and self.integers is None:
            raise WrongRules(f"{in_short(thing)} is not among the actions that the game's attribute `actions` lists")
        if self.integers is None:
            self.integers = whole
        if whole != self.integers:
            raise WrongRules(f"the game mixes integers and other actions, such as {in_short(thing)}: use one kind, or "
                             "list all actions in the game's attribute `actions`")
        number = int(thing) if whole else len(self.things)
        if not 0 <= number < self.most:
            raise WrongRules(f"{in_short(thing)} would be number {number}, but there is room for {self.most}. Set the "
                             "game's attribute `actions` to the list of all actions or their number")
        self.numbers[thing] = number
        if not whole:
            self.things.append(thing)
        return number

    def thing(self, number):
        return int(number) if self.integers else self.things[number]


class KnownLists(dict):
    """A dict from a list of legal actions (as a tuple) to the stored objects that are equal to these actions.

    The value is None if two of the actions are equal, there are too many, or one of them has no number yet.

    A game has few different lists of actions, and they occur again and again. So each list is checked only once.
    """

    def __init__(self, numbering, most):
        self.numbering, self.most = numbering, most

    def __missing__(self, listed):
        numbers = self.numbering.numbers
        if not 0 < len(set(listed)) == len(listed) <= self.most or not numbers.keys() >= set(listed):
            return None
        if len(self) >= MOST_LISTS:
            self.clear()
        self[listed] = things = tuple([self.numbering.thing(numbers[action]) for action in listed])
        return things


def spelled(thing) -> bytes:
    """Return a key of a plain game as bytes. They are equal only for equal keys, and the same in every process.

    Python's ``hash`` has neither property: -1 and -2 have the same hash, and the hash of a string changes with each
    start of Python.
    """
    if thing is None:
        return b"-"
    if isinstance(thing, enum.Enum) and not isinstance(thing, numbers.Number):
        return _framed(b"e", type(thing).__qualname__.encode(), thing.name.encode())
    if isinstance(thing, (numbers.Integral, np.bool_)):
        return b"i%d;" % int(thing)
    if isinstance(thing, numbers.Real) and not isinstance(thing, numbers.Rational):
        value = float(thing)
        return b"i%d;" % int(value) if value.is_integer() else b"f%s;" % value.hex().encode()  # 2.0 == 2
    if isinstance(thing, str):
        return _framed(b"s", thing.encode("utf-8", "surrogatepass"))
    if isinstance(thing, (bytes, bytearray)):
        return _framed(b"b", bytes(thing))
    if isinstance(thing, (tuple, list)):
        return _framed(b"t", *map(spelled, thing))
    if isinstance(thing, np.ndarray) and thing.dtype != object:
        return _framed(b"a", str((thing.shape, thing.dtype.str)).encode(), thing.tobytes())
    if isinstance(thing, (frozenset, set)):
        return _framed(b"u", *sorted(map(spelled, thing)))
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        fields = (getattr(thing, field.name) for field in dataclasses.fields(thing) if field.compare)
        return _framed(b"d", type(thing).__qualname__.encode(), *map(spelled, fields))
    raise ValueError(f"key() returned a {type(thing).__name__}, which cannot be compared reliably. Return numbers, "
                     "strings, bytes, None, arrays of numbers, or tuples, lists, sets and dataclasses of these.")


def _framed(mark, *parts):
    """Return parts joined with their lengths in front, so that two different lists of parts never give equal bytes."""
    return b"%s%d:" % (mark, len(parts)) + b"".join(b"%d:" % len(part) + part for part in parts)


def in_short(thing):
    """Return an object as a text of one line, shortened."""
    return " ".join(reprlib.repr(thing).split())


def refuse(sentence, thing):
    """Raise WrongRules with a sentence that contains `thing`, the invalid object."""
    raise WrongRules(sentence.format(in_short(thing))) from None
