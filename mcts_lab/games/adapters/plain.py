"""Games made of plain Python objects, searched by the same source as all others, interpreted.

A student's game is a class with these methods; `as_game` makes it a game that every search accepts::

    class TakeAway:
        # take one to three counters in turn; taking the last one wins

        def start(self):                   # a state is any object; here: counters left, player to move
            return 7, 0

        def to_move(self, state):          # None: the game is over
            return state[1] if state[0] else None

        def legal(self, state):
            return [n for n in (1, 2, 3) if n <= state[0]]

        def play(self, state, n):
            return state[0] - n, 1 - state[1]

        def payoff(self, state, player):
            return -1 if state[1] == player else 1

    game = as_game(TakeAway())

**One contract for `play`**: it returns the state that follows. It is given a copy of its own, so it may change that one
and return it, or build a new one. Copies are made by the ``copy()`` or ``clone()`` of the state's class if it has one,
by ``copy.deepcopy`` for lists, dictionaries and the like; numbers, strings, and tuples of such are shared.

Actions are any hashable objects. Integers from 0 stand for themselves, others are numbered in the order in which they
are first seen, or as listed in the attribute `actions`.

Optional methods: ``heuristic(state, player)``, ``key(state)`` (equal for equal positions only: a number, a string,
bytes, None, an array of numbers, or a tuple, list, set or dataclass of these), ``noisy(state, action)`` (whether it
changes much at once, as a capture does), ``weight(state, outcome)`` (relative likelihood) for chance turns, where
`to_move` returns ``CHANCE`` and `legal` the outcomes, ``determinize(state, observer, random)`` (returns a state, by the
contract of `play`), ``observation(state, action, observer)``, ``action_name(state, action)``, ``text(state)``,
``svg(state, dark)``. `start` and `play` may take one argument more, a ``random.Random`` to draw from, if chance works
inside them.

Optional attributes: ``name``, ``title``, ``players`` (2), ``low`` and ``high`` (payoffs, -1 and 1), ``outcomes``,
``zero_sum`` (true for two players; what their payoffs add up to is seen in a game), ``actions`` (a list of all actions,
or their number), ``branching`` (most legal actions in a state), ``length`` (most plays of a game), ``deterministic``,
``perfect_information``, ``player_names``.
"""

from __future__ import annotations

import copy as copying
import dataclasses
import enum
import hashlib
import inspect
import math
import numbers
import random
import weakref
from functools import partial

import numpy as np

from ... import game as rules
from ...engine.random import next_word, stream, uniform
from ...game import CHANCE, TERMINAL, Facts

REQUIRED = ("start", "to_move", "legal", "play", "payoff")
MOST_ACTIONS = 4096  # unless the game says otherwise
MOST_LEGAL = 512
LENGTH = 1000

SHARED = (int, float, complex, bool, str, bytes, frozenset, type(None), np.generic)  # need no copy


class ObjectState:
    """A state of a plain game, as the searches hold it: a box for the game's own object."""

    __slots__ = ("object",)

    def __init__(self, content=None):
        self.object = content

    def __eq__(self, other):
        return isinstance(other, ObjectState) and self.object == other.object

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        return f"ObjectState({self.object!r})"


class ObjectStates:
    """A list of `n` states; assigning one element to another copies it, as with an array of records."""

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
    """A copy of a game's own object that shares nothing that can be changed."""
    if isinstance(content, SHARED):
        return content
    if type(content) is tuple and all(isinstance(part, SHARED) for part in content):
        return content
    if isinstance(content, np.ndarray) and content.dtype != object:
        return content.copy()
    if not isinstance(content, (list, dict, set, tuple, np.ndarray)):
        for method in ("copy", "clone"):
            if callable(getattr(content, method, None)):
                return getattr(content, method)()
    return copying.deepcopy(content)


class StreamRandom(random.Random):
    """Python's ``random.Random`` drawing from a stream of `mcts_lab.engine.random`."""

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


class Numbering:
    """Numbers for hashable things, given out as they appear."""

    def __init__(self, things=(), most=MOST_ACTIONS):
        self.things = list(things)
        self.numbers = {thing: i for i, thing in enumerate(self.things)}
        self.most = most
        self.integers = None  # whether things are integers that stand for themselves; None: nothing seen yet

    def number(self, thing):
        found = self.numbers.get(thing)
        return self._add(thing) if found is None else found

    def _add(self, thing):
        whole = isinstance(thing, (int, np.integer)) and not isinstance(thing, bool)
        if self.things and self.integers is None:
            raise ValueError(f"{thing!r} is not among the actions the game lists")
        if self.integers is None:
            self.integers = whole
        if whole != self.integers:
            raise ValueError(f"actions are either all integers or none is, but {thing!r} came after others; "
                             "list them all in the game's attribute `actions`")
        number = int(thing) if whole else len(self.things)
        if not 0 <= number < self.most:
            raise ValueError(f"action {thing!r} would be number {number}, but there are only {self.most} actions: "
                             "set the game's attribute `actions` to their list or number")
        self.numbers[thing] = number
        if not whole:
            self.things.append(thing)
        return number

    def thing(self, number):
        return int(number) if self.integers else self.things[number]


class PlainGame:
    """A plain object as a game; made by `as_game`, which also gives each class of objects a subclass of its own."""

    def __init__(self, plain):
        self.plain = plain
        get = partial(getattr, plain)
        listed = get("actions", None)
        count = listed if isinstance(listed, (int, np.integer)) else MOST_ACTIONS
        self.labels = Numbering(most=MOST_ACTIONS)
        if listed is None or isinstance(listed, (int, np.integer)):
            self.numbering = Numbering(most=count)
        else:
            self.numbering = Numbering(listed)
            count = len(self.numbering.things)
        players = get("players", 2)
        kind = type(plain).__name__
        self.facts = Facts(
            name=get("name", kind.lower()), title=get("title", kind), players=players, actions=int(count),
            branching=int(get("branching", min(count, MOST_LEGAL))), length=int(get("length", LENGTH)),
            low=float(get("low", -1.0)), high=float(get("high", 1.0)), dtype=np.dtype(object),
            outcomes=tuple(get("outcomes", ())), zero_sum=bool(get("zero_sum", players == 2)),
            deterministic=bool(get("deterministic", not _takes(plain.play, 3) and not hasattr(plain, "weight"))),
            perfect_information=bool(get("perfect_information", not hasattr(plain, "determinize"))),
            random_play=_takes(plain.play, 3), player_names=tuple(get("player_names", ())),
            teams=tuple(get("teams", ())),
        )
        self.payoff_sum = None  # not seen yet
        self.random_start = _takes(plain.start, 1)
        self.random_play = _takes(plain.play, 3)

    def action(self, number):
        """The game's own action with this number."""
        return self.numbering.thing(number)

    def number(self, action):
        """The number of one of the game's own actions."""
        return self.numbering.number(action)

    def describe(self):
        return {"is": type(self.plain).__name__, **{k: str(v) for k, v in vars(self.plain).items()}}

    def __repr__(self):
        return f"as_game({self.plain!r})"

    def __reduce__(self):
        return as_game, (self.plain,)

    def facts(self):
        return self.facts

    def payoff_sum(self):
        """Found when first asked for, in one random game, on an object of its own: this one numbers actions as they
        are first seen."""
        if self.payoff_sum is None:
            self.payoff_sum = _sum_of_a_game(as_game(self.plain))
        return self.payoff_sum

    def new_states(self, n):
        return ObjectStates(n, duplicate)

    def reset(self, state, rng):
        state.object = self.plain.start(StreamRandom(rng)) if self.random_start else self.plain.start()

    def to_move(self, state):
        player = self.plain.to_move(state.object)
        if player is None:
            return TERMINAL
        if player != TERMINAL and (not isinstance(player, (int,
                                                           np.integer)) or not CHANCE <= player < self.facts.players):
            raise ValueError(f"to_move() returned {player!r}, but players are 0 to {self.facts.players - 1}, "
                             "or None at the end")
        if player == CHANCE and self.facts.deterministic:
            raise ValueError("to_move() returned CHANCE: a game with chance turns needs a method "
                             "weight(state, outcome)")
        return int(player)

    def legal(self, state, out):
        if rules.to_move(self, state) == TERMINAL:
            return 0
        actions = self.plain.legal(state.object)
        n = 0
        for action in actions:
            if n == len(out):
                raise ValueError(f"legal() lists more than {n} actions: set the game's `branching` to the most")
            out[n] = self.numbering.number(action)
            n += 1
        if n == 0:
            raise ValueError(f"legal() lists no action, but the game is not over: {state.object!r}")
        return n

    def play(self, state, action, rng):
        chosen = self.numbering.thing(action)
        if self.random_play:
            following = self.plain.play(state.object, chosen, StreamRandom(rng))
        else:
            following = self.plain.play(state.object, chosen)
        if following is None:
            raise ValueError("play() returned nothing: it must return the state that follows")
        state.object = following

    def payoff(self, state, player):
        return float(self.plain.payoff(state.object, player))

    def action_name(self, state, action):
        return str(self.numbering.thing(action))

    def text(self, state):
        return str(state.object)


def _takes(method, n):
    """Return whether the bound `method` takes at least `n` arguments."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in kinds for p in inspect.signature(method).parameters.values()) >= n


_CLASSES: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()  # a plain class -> its subclass of PlainGame


def as_game(thing):
    """`thing` as a game: itself if it already is one, a plain object wrapped as the module describes.

    Raises ValueError if it is neither.
    """
    if isinstance(thing, PlainGame) or rules.facts.defines(type(thing)):
        return thing
    if isinstance(thing, type):
        raise ValueError(f"{thing.__name__} is a class; give an object of it: as_game({thing.__name__}())")
    missing = [name for name in REQUIRED if not callable(getattr(thing, name, None))]
    if missing:
        raise ValueError(f"{thing!r} is not a game, because it has no {', '.join(missing)}; "
                         f"a game has the methods {', '.join(REQUIRED)}, see mcts_lab.games.adapters.plain")
    cls = type(thing)
    if cls not in _CLASSES:
        _CLASSES[cls] = _new_class(cls)
    return _CLASSES[cls](thing)


def _new_class(cls):
    """A subclass of `PlainGame` for one class of plain objects, which knows the optional methods that class has."""
    return type(cls.__name__, (PlainGame,), {name: rule for name, rule in OPTIONAL.items()
                                             if callable(getattr(cls, name, None))})


# --- the rules every plain game has -----------------------------------------------------------------------------------


def _sum_of_a_game(game):
    """The sum of the payoffs of a random game; low + high where no end is in sight."""
    known, state, rng = game.facts, rules.start(game, 0), stream(0)
    scratch = np.zeros(known.branching, np.int32)
    middle = known.low + known.high
    for _ in range(known.length + 1):
        if rules.to_move(game, state) == TERMINAL:
            total = sum(rules.payoff(game, state, player) for player in range(known.players))
            return middle if math.isclose(total, middle, rel_tol=1e-9, abs_tol=1e-9) else total
        rules.play(game, state, rules.sample_action(game, state, rng, scratch), rng)
    return middle


# --- and those it may have --------------------------------------------------------------------------------------------


def _heuristic(game, state, player):
    return float(game.plain.heuristic(state.object, player))


def _key(game, state):
    return np.frombuffer(hashlib.blake2b(spelled(game.plain.key(state.object)), digest_size=8).digest(), np.uint64)[0]


def spelled(thing) -> bytes:
    """A key of a student's game as bytes: equal for equal keys only, and the same in every process.

    Python's ``hash`` is neither: -1 and -2 have the same, and a string has another one each time Python starts.
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
    raise ValueError(f"key() returned a {type(thing).__name__}, which has no fixed spelling: return numbers, strings, "
                     "bytes, None, arrays of numbers, or tuples, lists, sets and dataclasses of these")


def _framed(mark, *parts):
    """Parts with their lengths in front, so that no two lists of parts give the same bytes."""
    return b"%s%d:" % (mark, len(parts)) + b"".join(b"%d:" % len(part) + part for part in parts)


def _noisy(game, state, action):
    return bool(game.plain.noisy(state.object, game.numbering.thing(action)))


def _weight(game, state, outcome):
    return float(game.plain.weight(state.object, game.numbering.thing(outcome)))


def _determinize(game, state, observer, rng):
    state.object = game.plain.determinize(state.object, observer, StreamRandom(rng))


def _seen_as(game, state, action, observer):
    return game.labels.number(game.plain.observation(state.object, game.numbering.thing(action), observer))


def _action_name(game, state, action):
    return str(game.plain.action_name(state.object, game.numbering.thing(action)))


def _text(game, state):
    return str(game.plain.text(state.object))


def _svg(game, state, dark=False):
    return game.plain.svg(state.object, dark)


OPTIONAL = {
    "heuristic": _heuristic, "key": _key, "noisy": _noisy, "weight": _weight, "determinize": _determinize,
    "observation": _seen_as, "action_name": _action_name, "text": _text, "svg": _svg,
}
