"""Games made of plain Python objects. The same searches work on them as on all other games, but interpreted.

A game is a class with the following methods. `as_game` makes an object of this class a game for every search::

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

**What `play` does**: it returns the state that follows. Its argument is a copy of the state. So it may change this copy
and return it, or it may build a new state. States are copied by the method ``copy()`` or ``clone()`` of their class if
there is one, and otherwise by ``copy.deepcopy``. Numbers, strings, and tuples of them are not copied, because they
cannot change.

Actions are any hashable objects. If actions are integers from 0, each of them is its own number. Other actions are
numbered in the order in which they first occur, or in the order of the attribute `actions`.

Optional methods:

``heuristic(state, player)``            an estimate of the payoff of `player`
``key(state)``                          equal only for equal positions: a number, a string, bytes, None, an array of
                                        numbers, or a tuple, list, set or dataclass of these
``noisy(state, action)``                whether the action changes much at once, such as a capture
``weight(state, outcome)``              relative probability, for chance turns: `to_move` then returns ``CHANCE``, and
                                        `legal` the outcomes
``determinize(state, observer, random)``  returns a state, as `play` does
``observation(state, action, observer)``, ``action_name(state, action)``, ``text(state)``, ``svg(state, dark)``

If there is chance inside `start` or `play`, the method may have one more parameter. Its argument is a
``random.Random``, from which the method draws.

Optional attributes: ``name``, ``title``, ``players`` (2), ``low`` and ``high`` (payoffs, -1 and 1), ``outcomes``,
``zero_sum`` (True for two players; a game shows what their payoffs add up to), ``actions`` (a list of all actions, or
their number), ``branching`` (maximum number of legal actions in a state), ``length`` (maximum number of plays of a
game), ``deterministic``, ``perfect_information``, ``player_names``.

Every result of a method is checked when a search uses it. For example, payoffs and heuristics must be finite numbers
from ``low`` to ``high``, and weights must be finite and not negative. If a result is invalid, `WrongRules` is raised
with a sentence that says what is wrong.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import math
import numbers
import weakref
from functools import partial

import numpy as np

from ...checking import WrongRules, near, promises
from ...engine.random import WORD, stream
from ...game import CHANCE, LONGEST, TERMINAL, AnyGame, Facts, sample_action
from ...game import start as started
from .plain_objects import (
    MOST_ACTIONS,
    KnownLists,
    Numbering,
    ObjectStates,
    StreamRandom,
    duplicate,
    in_short,
    refuse,
    spelled,
)

REQUIRED = ("start", "to_move", "legal", "play", "payoff")
MOST_LEGAL = 512
LENGTH = 1000

class PlainGame(AnyGame):
    """A plain object as a game. `as_game` makes it, and makes a subclass of this class for each class of objects."""

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
        self.lists = KnownLists(self.numbering, self.known.branching)
        self.labels = Numbering(most=2 * self.known.actions + 2)
        self.total, self.looked = None, False  # sum of the payoffs at an end; whether a game was played to find it
        self.random_start = _takes(plain.start, 1)
        self.random_play = _takes(plain.play, 3)

    def action(self, number):
        """Return the game's own action that has this number."""
        return self.numbering.thing(number)

    def number(self, action):
        """Return the number of one of the game's own actions."""
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
        """Return the sum of the payoffs at the end of a game, or low + high if no end is found.

        If no end has occurred before, a random game is played. It is played with another game object, because this one
        numbers actions in the order in which they first occur.
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
            refuse("start() returned {}, but it must return a state", None)

    def to_move(self, state):
        player = self.plain.to_move(state.object)
        if type(player) is int and 0 <= player < self.known.players:
            return player
        if player is None:
            return TERMINAL
        if player != TERMINAL and (not isinstance(player, (int,
                                                           np.integer)) or not CHANCE <= player < self.known.players):
            raise WrongRules(f"to_move() returned {in_short(player)}, but players are 0 to {self.known.players - 1}, "
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
            refuse("legal() returned {}, but it must list the actions", listed)
        actions = [self.numbering.number(action) for action in listed]
        n = len(actions)
        if n == 0:
            refuse("legal() lists no action, but the game is not over: {}", state.object)
        if len(set(actions)) < n:
            again = next(action for i, action in enumerate(actions) if action in actions[:i])
            refuse("legal() lists the action {} twice", self.numbering.thing(again))
        if n > len(out):
            raise WrongRules(f"legal() lists {n} actions, but the game's attribute `branching` is "
                             f"{self.known.branching}. Set it to the largest number of legal actions")
        for i, action in enumerate(actions):
            out[i] = action
        if player == CHANCE:
            total = sum(self.weight(state, outcome) for outcome in actions)
            if not 0.0 < total < math.inf:
                refuse("weight() returned weights that add up to {}, which must be a finite number above 0", total)
        return n

    def playout(self, state, rng, scratch):
        """Play at random, and call each method of the plain object only once per action.

        If an action is new, invalid or a random event, the usual playout continues. It says what is wrong.
        """
        to_move, legal, play = self.plain.to_move, self.plain.legal, self.plain.play
        players = () if self.random_play else range(self.known.players)
        lists, content, plays = self.lists, state.object, 0
        last, word = map(int, rng)
        while plays < LONGEST:
            player = to_move(content)
            try:
                things = lists[tuple(legal(content))] if player in players else None
            except TypeError:  # `legal` did not return a list, or an action is not hashable
                things = None
            if things is None:
                break
            last, word = word, last ^ last << 23 & WORD  # the same as `below`, with Python's integers
            word ^= word >> 17 ^ last ^ last >> 26
            content = play(content, things[(word >> 33) * len(things) >> 31])
            if content is None:
                refuse("play() returned {}, but it must return the state that follows", None)
            plays += 1
        state.object = content
        rng[0], rng[1] = last, word
        return plays + AnyGame.playout(self, state, rng, scratch) if plays < LONGEST else plays

    def play(self, state, action, rng):
        chosen = self.numbering.thing(action)
        if self.random_play:
            following = self.plain.play(state.object, chosen, StreamRandom(rng))
        else:
            following = self.plain.play(state.object, chosen)
        if following is None:
            refuse("play() returned {}, but it must return the state that follows", None)
        state.object = following

    def payoff(self, state, player):
        if not self.known.zero_sum:
            return self._payoff(state, player)
        payoffs = [self._payoff(state, one) for one in range(self.known.players)]
        self._add_up(payoffs)
        return payoffs[player]

    def _add_up(self, payoffs):
        """Raise WrongRules if the payoffs do not add up to the right sum in a game in which one wins what others lose.
        """
        if sum(payoffs) == self.total:
            return
        total, known = sum_of(payoffs, self.known), self.known
        if known.players > 1 and any(same(total, known.players * bound, known) for bound in (known.low, known.high)):
            raise WrongRules(f"payoff() returned {payoffs}, but in a zero-sum game the players cannot all have the "
                             "lowest or the highest payoff. Set the game's attribute `zero_sum` to False")
        if self.total is None:
            self.total = total
        if not same(total, self.total, known):
            raise WrongRules(f"payoff() returned {payoffs}, which add up to {total:g}, but at another end of the game "
                             f"they add up to {self.total:g}. Set the game's attribute `zero_sum` to False")

    def _payoff(self, state, player):
        return _bounded("payoff", self.plain.payoff(state.object, player), player, self.known)

    def action_name(self, state, action):
        return str(self.numbering.thing(action))

    def text(self, state):
        return str(state.object)


def _takes(method, n):
    """Return whether the bound method `method` has at least `n` parameters."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in kinds for p in inspect.signature(method).parameters.values()) >= n


def _facts_of(plain, count):
    """Return the facts about a plain object with `count` actions, which its attributes and methods show."""
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
    """Return a whole number as an int. Return any other value as it is; later checks raise an error for it."""
    real = isinstance(number, numbers.Real) and not isinstance(number, bool) and math.isfinite(number)
    return int(number) if real and int(number) == number else number


def _finite(rule, value, where=""):
    """Return the result of a rule as a finite number. Raises WrongRules if it is not finite."""
    number = math.nan
    if not isinstance(value, (str, bytes)):
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            number = float(value)
    if not math.isfinite(number):
        raise WrongRules(f"{rule} {in_short(value)}{where}, which is not a finite number")
    return number


def _bounded(rule, value, player, known):
    """Return the payoff or estimate that a rule has returned for a player. Raises WrongRules if it is out of range."""
    if type(value) in (int, float) and known.low <= value <= known.high:
        return float(value)
    worth = _finite(f"{rule}() returned", value, f" for player {player}")
    if not near(known.low, worth) <= worth <= near(known.high, worth):
        raise WrongRules(f"{rule}() returned {worth:g} for player {player}, but payoffs are from {known.low:g} to "
                         f"{known.high:g}. Set the game's `low` and `high`, or return a number between them")
    return worth


def sum_of(payoffs, known):
    """Return the sum of the payoffs at an end. If only rounding makes it differ from low + high, return low + high."""
    total, middle = sum(payoffs), known.low + known.high
    return middle if same(total, middle, known) else total


def same(one, other, known):
    """Return whether two sums of payoffs are equal except for rounding."""
    return abs(one - other) <= 1e-9 * (known.high - known.low) + 8 * math.ulp(one)


_CLASSES: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()  # a plain class -> its subclass of PlainGame


def as_game(thing):
    """Return a plain Python object as a game that every search accepts. A game is returned unchanged.

    This is the easiest way to write a game: a class with the methods `start`, `to_move`, `legal`, `play` and `payoff`,
    and states of any type. Such games run interpreted, so they are slower than games that are derived from `Game`.

    Parameters
    ----------
    thing : game or object
        An object with these methods (not its class).

    Returns
    -------
    game

    Raises
    ------
    ValueError
        If it is neither a game nor an object with these methods.

    Notes
    -----
    The argument of `play` is a copy of the state. `play` returns the state that follows. It may change the copy and
    return it. Actions are any hashable objects. `to_move` returns the player, or None if the game is over. At a chance
    turn it returns `CHANCE`, and `legal` then returns the possible outcomes.

    Optional methods: ``heuristic(state, player)``, ``key(state)`` (which must be equal only for equal positions),
    ``noisy(state, action)``, ``weight(state, outcome)``, ``determinize(state, observer, random)``,
    ``observation(state, action, observer)``, ``action_name(state, action)``, ``text(state)`` and ``svg(state, dark)``.
    If there is chance inside `start` or `play`, the method may have one more parameter, a ``random.Random``.

    Optional attributes, with their defaults: ``name``, ``title``, ``players`` (2), ``low`` and ``high`` (payoffs, -1
    and 1), ``outcomes``, ``zero_sum`` (True for two players), ``actions`` (a list, or their number), ``branching``
    (maximum number of legal actions), ``length`` (maximum number of actions in a game), ``deterministic``,
    ``perfect_information`` and ``player_names``. The module `mcts_lab.games.adapters.plain` describes the details.

    Examples
    --------
    >>> from mcts_lab import Minimax, as_game, start
    >>> class TakeAway:  # take one or two counters in turn; taking the last one wins
    ...     def start(self):
    ...         return 4, 0
    ...     def to_move(self, state):
    ...         return state[1] if state[0] else None
    ...     def legal(self, state):
    ...         return [n for n in (1, 2) if n <= state[0]]
    ...     def play(self, state, n):
    ...         return state[0] - n, 1 - state[1]
    ...     def payoff(self, state, player):
    ...         return -1 if state[1] == player else 1
    >>> game = as_game(TakeAway())
    >>> result = Minimax().search(game, start(game))
    >>> result.name, result.value
    ('1', 1.0)
    """
    if isinstance(thing, AnyGame):
        return thing
    if isinstance(thing, str):
        raise ValueError(f'"{thing}" is only the name of a game. Make the game with mcts_lab.games.make("{thing}").')
    if isinstance(thing, type):
        raise ValueError(f"{thing.__name__} is a class, not a game. Make an object of it: {thing.__name__}().")
    missing = [name for name in REQUIRED if not callable(getattr(thing, name, None))]
    if missing and callable(getattr(thing, "reset", None)):
        raise ValueError(f"{type(thing).__name__} has a method reset, as a compiled game has, but it is not derived "
                         f"from mcts_lab.game.Game. Write: class {type(thing).__name__}(Game).")
    if missing:
        raise ValueError(f"{thing!r} is not a game, because it has no {', '.join(missing)}. Give it all methods of a "
                         f"game: {', '.join(REQUIRED)} (see mcts_lab.games.adapters.plain).")
    cls = type(thing)
    if cls not in _CLASSES:
        _CLASSES.setdefault(cls, _new_class(cls))  # another thread may have made one before
    return _CLASSES[cls](thing)


def _again(plain, numbering, labels):
    """Return a copy of a game in which actions and labels have the same numbers."""
    game = as_game(plain)
    game.numbering, game.labels = numbering, labels
    game.lists = KnownLists(numbering, game.known.branching)
    return game


def _new_class(cls):
    """Return a subclass of `PlainGame` for a class of plain objects. It has those optional methods that the class has.
    """
    return type(cls.__name__, (PlainGame,), {name: rule for name, rule in OPTIONAL.items()
                                             if callable(getattr(cls, name, None))})


# --- the rules that every plain game has ------------------------------------------------------------------------------


def _payoffs_of_a_game(game):
    """Return the payoffs of a random game, or None if the game does not end."""
    known, state, rng = game.known, started(game, 0), stream(0)
    scratch = np.zeros(known.branching, np.int32)
    for _ in range(known.length + 1):
        if game.to_move(state) == TERMINAL:
            return [game._payoff(state, player) for player in range(known.players)]
        game.play(state, sample_action(game, state, rng, scratch), rng)
    return None


# --- the rules that a plain game may have -----------------------------------------------------------------------------


def _heuristic(game, state, player):
    return _bounded("heuristic", game.plain.heuristic(state.object, player), player, game.known)


def _key(game, state):
    return np.frombuffer(hashlib.blake2b(spelled(game.plain.key(state.object)), digest_size=8).digest(), np.uint64)[0]


def _noisy(game, state, action):
    return bool(game.plain.noisy(state.object, game.numbering.thing(action)))


def _weight(game, state, outcome):
    thing = game.numbering.thing(outcome)
    share = _finite("weight() returned", game.plain.weight(state.object, thing))
    if share < 0.0:
        raise WrongRules(f"weight() returned {share:g} for {in_short(thing)}: weights cannot be negative")
    return share


def _determinize(game, state, observer, rng):
    state.object = game.plain.determinize(state.object, observer, StreamRandom(rng))
    if state.object is None:
        refuse("determinize() returned {}, but it must return a state", None)


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
