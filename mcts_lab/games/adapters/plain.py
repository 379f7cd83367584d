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

What a method returns is looked at whenever a search asks: payoffs and heuristics are finite numbers from ``low`` to
``high``, weights are finite and not negative, and so on; else `WrongRules` says in a sentence what is wrong.
"""

from __future__ import annotations

import contextlib
import copy as copying
import dataclasses
import enum
import hashlib
import inspect
import math
import numbers
import random
import reprlib
import threading
import weakref
from functools import partial

import numpy as np

from ...checking import WrongRules, near, promises
from ...engine.random import next_word, stream, uniform
from ...game import CHANCE, TERMINAL, AnyGame, Facts, sample_action
from ...game import start as started

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


_adding = threading.Lock()  # searches in several threads see new things at the same time


class Numbering:
    """Numbers for hashable things, given out as they appear."""

    def __init__(self, things=(), most=MOST_ACTIONS):
        self.things = list(things)
        self.numbers = {}
        for number, thing in enumerate(self.things):
            if self._known(thing) is not None:
                refuse("the attribute `actions` lists {} twice", thing)
            self.numbers[thing] = number
        self.most = most
        self.integers = None  # whether things are integers that stand for themselves; None: nothing seen yet

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
            raise WrongRules(f"{_short(thing)} is not among the actions the game lists")
        if self.integers is None:
            self.integers = whole
        if whole != self.integers:
            raise WrongRules(f"actions are either all integers or none is, but {_short(thing)} came after others; "
                             "list them all in the game's attribute `actions`")
        number = int(thing) if whole else len(self.things)
        if not 0 <= number < self.most:
            raise WrongRules(f"{_short(thing)} would be number {number}, but there is room for {self.most}: set the "
                             "game's attribute `actions` to the list of all actions or their number")
        self.numbers[thing] = number
        if not whole:
            self.things.append(thing)
        return number

    def thing(self, number):
        return int(number) if self.integers else self.things[number]


class PlainGame(AnyGame):
    """A plain object as a game; made by `as_game`, which also gives each class of objects a subclass of its own."""

    def __init__(self, plain):
        self.plain = plain
        listed = getattr(plain, "actions", None)
        count = MOST_ACTIONS if listed is None else listed if isinstance(listed, numbers.Number) else None
        try:
            self.numbering = Numbering(listed if count is None else (), most=count)
            self.known = _facts_of(plain, len(self.numbering.things) if count is None else count)
        except (TypeError, ValueError, OverflowError) as error:
            raise WrongRules(f"an attribute of {type(plain).__name__} is wrong: {error}") from None
        for _, kept, sentence in promises(self.known):
            if not kept:
                raise WrongRules(f"an attribute of {type(plain).__name__} is wrong: {sentence}")
        self.labels = Numbering(most=2 * self.known.actions + 2)
        self.total, self.looked = None, False  # what the payoffs of an end add up to, and whether that was looked for
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
        return _again, (self.plain, self.numbering, self.labels)

    def facts(self):
        return self.known

    def payoff_sum(self):
        """What is seen at the end of a game; low + high where no end is in sight.

        If none was met before, a random game is played, on an object of its own: this one numbers actions as they are
        first seen.
        """
        if self.total is None and not self.looked:
            payoffs = _payoffs_of_a_game(as_game(self.plain))
            if payoffs is not None and self.known.zero_sum:
                self._add_up(payoffs)
            elif payoffs is not None:
                self.total = sum_of(payoffs, self.known)
            self.looked = True
        return self.known.low + self.known.high if self.total is None else self.total

    def new_states(self, n):
        return ObjectStates(n, duplicate)

    def reset(self, state, rng):
        state.object = self.plain.start(StreamRandom(rng)) if self.random_start else self.plain.start()
        if state.object is None:
            refuse("start() returned {}: it must return a state", None)

    def to_move(self, state):
        player = self.plain.to_move(state.object)
        if player is None:
            return TERMINAL
        if player != TERMINAL and (not isinstance(player, (int,
                                                           np.integer)) or not CHANCE <= player < self.known.players):
            raise WrongRules(f"to_move() returned {_short(player)}, but players are 0 to {self.known.players - 1}, "
                             "or None at the end")
        if player == CHANCE and self.known.deterministic:
            raise WrongRules("to_move() returned -1, which is CHANCE: a game with chance turns needs a method "
                             "weight(state, outcome)")
        return int(player)

    def legal(self, state, out):
        player = self.to_move(state)
        if player == TERMINAL:
            return 0
        listed = self.plain.legal(state.object)
        if not hasattr(listed, "__iter__"):
            refuse("legal() returned {}: it must list the actions", listed)
        actions = [self.numbering.number(action) for action in listed]
        n = len(actions)
        if n == 0:
            refuse("legal() lists no action, but the game is not over: {}", state.object)
        if len(set(actions)) < n:
            again = next(action for i, action in enumerate(actions) if action in actions[:i])
            refuse("legal() lists the action {} twice", self.numbering.thing(again))
        if n > len(out):
            raise WrongRules(f"legal() lists {n} actions: set the game's `branching` to the most, which is "
                             f"{self.known.branching} now")
        for i, action in enumerate(actions):
            out[i] = action
        if player == CHANCE:
            total = sum(self.weight(state, outcome) for outcome in actions)
            if not 0.0 < total < math.inf:
                refuse("weight() returned weights that add up to {}, which must be a finite number above 0", total)
        return n

    def play(self, state, action, rng):
        chosen = self.numbering.thing(action)
        if self.random_play:
            following = self.plain.play(state.object, chosen, StreamRandom(rng))
        else:
            following = self.plain.play(state.object, chosen)
        if following is None:
            refuse("play() returned {}: it must return the state that follows", None)
        state.object = following

    def payoff(self, state, player):
        if not self.known.zero_sum:
            return self._payoff(state, player)
        payoffs = [self._payoff(state, one) for one in range(self.known.players)]
        self._add_up(payoffs)
        return payoffs[player]

    def _add_up(self, payoffs):
        """Raise WrongRules unless payoffs of players, of whom one wins what others lose, add up to what they should."""
        if sum(payoffs) == self.total:
            return
        total, known = sum_of(payoffs, self.known), self.known
        if known.players > 1 and any(same(total, known.players * bound, known) for bound in (known.low, known.high)):
            raise WrongRules(f"payoff() gives {payoffs}, but where one player wins what others lose, they cannot all "
                             "have the least or the greatest payoff: set the game's `zero_sum` to False")
        if self.total is None:
            self.total = total
        if not same(total, self.total, known):
            raise WrongRules(f"payoff() gives {payoffs}, which add up to {total:g}, but to {self.total:g} elsewhere: "
                             "set the game's `zero_sum` to False")

    def _payoff(self, state, player):
        return _bounded("payoff", self.plain.payoff(state.object, player), player, self.known)

    def action_name(self, state, action):
        return str(self.numbering.thing(action))

    def text(self, state):
        return str(state.object)


def _takes(method, n):
    """Return whether the bound `method` takes at least `n` arguments."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in kinds for p in inspect.signature(method).parameters.values()) >= n


def _facts_of(plain, count):
    """The facts that the attributes and methods of a plain object with so many actions tell."""
    get = partial(getattr, plain)
    players = get("players", 2)
    kind = type(plain).__name__
    return Facts(
        name=get("name", kind.lower()), title=get("title", kind), players=_whole(players), actions=_whole(count),
        branching=_whole(get("branching", min(count, MOST_LEGAL))), length=_whole(get("length", LENGTH)),
        low=_finite("low is", get("low", -1.0)), high=_finite("high is", get("high", 1.0)), dtype=np.dtype(object),
        outcomes=tuple(get("outcomes", ())), zero_sum=bool(get("zero_sum", players == 2)),
        deterministic=bool(get("deterministic", not _takes(plain.play, 3) and not hasattr(plain, "weight"))),
        perfect_information=bool(get("perfect_information", not hasattr(plain, "determinize"))),
        random_play=_takes(plain.play, 3), player_names=tuple(get("player_names", ())),
        teams=tuple(get("teams", ())),
    )


def _whole(number):
    """A number as an int, if it is a whole one; else as it is, to be refused."""
    real = isinstance(number, numbers.Real) and not isinstance(number, bool) and math.isfinite(number)
    return int(number) if real and int(number) == number else number


def _short(thing):
    """How a thing is written, in one line and shortened."""
    return " ".join(reprlib.repr(thing).split())


def refuse(sentence, thing):
    """Raise WrongRules with a sentence that names the thing that broke a promise."""
    raise WrongRules(sentence.format(_short(thing))) from None


def _finite(rule, value, where=""):
    """What a rule has returned as a finite number."""
    number = math.nan
    if not isinstance(value, (str, bytes)):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            number = float(value)
    if not math.isfinite(number):
        raise WrongRules(f"{rule} {_short(value)}{where}, which is not a finite number")
    return number


def _bounded(rule, value, player, known):
    """The payoff, or an estimate of it, that a rule has returned for a player."""
    if type(value) in (int, float) and known.low <= value <= known.high:
        return float(value)
    worth = _finite(f"{rule}() returned", value, f" for player {player}")
    if not near(known.low, worth) <= worth <= near(known.high, worth):
        raise WrongRules(f"{rule}() returned {worth:g} for player {player}, but payoffs are from {known.low:g} to "
                         f"{known.high:g}: set the game's `low` and `high`, or return a number between them")
    return worth


def sum_of(payoffs, known):
    """What the payoffs of an end add up to; exactly low + high where rounding alone is in the way."""
    total, middle = sum(payoffs), known.low + known.high
    return middle if same(total, middle, known) else total


def same(one, other, known):
    """Whether two sums of payoffs are the same but for rounding."""
    return abs(one - other) <= 1e-9 * (known.high - known.low) + 8 * math.ulp(one)


_CLASSES: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()  # a plain class -> its subclass of PlainGame


def as_game(thing):
    """`thing` as a game: itself if it already is one, a plain object wrapped as the module describes.

    Raises ValueError if it is neither.
    """
    if isinstance(thing, AnyGame):
        return thing
    if isinstance(thing, str):
        raise ValueError(f'"{thing}" is the name of a game, not the game: mcts_lab.games.make("{thing}") makes it')
    if isinstance(thing, type):
        raise ValueError(f"{thing.__name__} is a class; give an object of it, such as {thing.__name__}()")
    missing = [name for name in REQUIRED if not callable(getattr(thing, name, None))]
    if missing and callable(getattr(thing, "reset", None)):
        raise ValueError(f"{type(thing).__name__} has a method reset, as games for searches have, but is not derived "
                         f"from mcts_lab.game.Game: write class {type(thing).__name__}(Game)")
    if missing:
        raise ValueError(f"{thing!r} is not a game, because it has no {', '.join(missing)}; "
                         f"a game has the methods {', '.join(REQUIRED)}, see mcts_lab.games.adapters.plain")
    cls = type(thing)
    if cls not in _CLASSES:
        _CLASSES.setdefault(cls, _new_class(cls))  # another thread may have been quicker
    return _CLASSES[cls](thing)


def _again(plain, numbering, labels):
    """A game made anew, with what its actions and labels stood for."""
    game = as_game(plain)
    game.numbering, game.labels = numbering, labels
    return game


def _new_class(cls):
    """A subclass of `PlainGame` for one class of plain objects, which knows the optional methods that class has."""
    return type(cls.__name__, (PlainGame,), {name: rule for name, rule in OPTIONAL.items()
                                             if callable(getattr(cls, name, None))})


# --- the rules every plain game has -----------------------------------------------------------------------------------


def _payoffs_of_a_game(game):
    """The payoffs of a random game; None where no end is in sight."""
    known, state, rng = game.known, started(game, 0), stream(0)
    scratch = np.zeros(known.branching, np.int32)
    for _ in range(known.length + 1):
        if game.to_move(state) == TERMINAL:
            return [game._payoff(state, player) for player in range(known.players)]
        game.play(state, sample_action(game, state, rng, scratch), rng)
    return None


# --- and those it may have --------------------------------------------------------------------------------------------


def _heuristic(game, state, player):
    return _bounded("heuristic", game.plain.heuristic(state.object, player), player, game.known)


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
    thing = game.numbering.thing(outcome)
    share = _finite("weight() returned", game.plain.weight(state.object, thing))
    if share < 0.0:
        raise WrongRules(f"weight() returned {share:g} for {_short(thing)}: weights cannot be negative")
    return share


def _determinize(game, state, observer, rng):
    state.object = game.plain.determinize(state.object, observer, StreamRandom(rng))
    if state.object is None:
        refuse("determinize() returned {}: it must return a state", None)


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
