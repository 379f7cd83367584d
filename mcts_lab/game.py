"""What a game is: the questions a search asks of it.

A **game** is a ``NamedTuple`` whose fields are its parameters, such as ``ConnectFour(rows=6, columns=7)``. A **state**
is one element of a NumPy record array, so copying it is one memory copy and every field has a name. The rules are
implementations of the generic functions below. A game needs six of them (`facts`, `reset`, `to_move`, `legal`, `play`,
`payoff`); the others have defaults or are only needed by searches that say so.

A student's game may also be a plain Python class with methods of the same names; see `mcts_lab.games.adapters.plain`.

Conventions
-----------
* Players are numbered from 0. `to_move` may also answer `CHANCE` (a random event with listed outcomes) or `TERMINAL`.
* Actions are integers from 0 to ``facts(game).actions - 1``.
* A payoff belongs to a player and lies in ``facts(game).low .. facts(game).high``; more is better. Members of a team
  have equal payoffs. Searches see rewards, which are payoffs rescaled to [0, 1].
* Randomness is either explicit (`CHANCE` turns, whose outcomes `legal` lists and `weight` weighs) or inside `play`,
  which gets a random stream (see `mcts_lab.engine.random`).
* Hidden information: `state` is always the whole truth. `determinize` re-draws what one player cannot see, and
  `observation` says what an observer sees of an action.
* Rules run both compiled and interpreted, where a state's fields are NumPy scalars that can overflow: read a small
  field with ``int(state.field)`` before doing arithmetic with it.
"""

from __future__ import annotations

import inspect
import numbers
import re
from collections import OrderedDict
from typing import NamedTuple

import numpy as np

from .engine.generic import Missing, generic, helper, outsiders
from .engine.random import below, stream, uniform

CHANCE = -1
TERMINAL = -2
LONGEST = 1 << 20  # plays after which a random game counts as endless
UNNOTICED = -1  # the label of an action of which an observer sees nothing


class Facts(NamedTuple):
    """What is fixed about a game and never changes during play."""

    name: str  # as in the command line, such as "connect_four"
    title: str  # as people write it
    players: int  # 1 to 7
    actions: int  # action ids are 0 .. actions-1
    branching: int  # the most legal actions any state can have
    length: int  # the most plays a game can take (an upper bound, at most `LONGEST`; path arrays are this long)
    low: float  # least payoff
    high: float  # greatest payoff
    dtype: np.dtype  # of a state
    outcomes: tuple = ()  # all possible payoffs in ascending order; empty: not a short list
    zero_sum: bool = True  # payoffs of all players always sum to the same number, see `payoff_sum`
    deterministic: bool = True  # no chance, neither explicit nor inside `play`
    perfect_information: bool = True  # nothing is hidden from anybody
    player_names: tuple = ()
    random_play: bool = False  # `play` itself draws random numbers, besides any `CHANCE` turns
    ends: bool = True  # whether random play always comes to an end; False: playouts must be limited
    teams: tuple = ()  # the team of each player, whose members have equal payoffs; empty: all play alone


@generic
def facts(game) -> Facts:
    """The game's `Facts`. Not called from compiled code."""
    if isinstance(game, str):
        raise Missing(f'"{game}" is the name of a game, not the game: mcts_lab.games.make("{game}") makes it')
    if isinstance(game, type):
        raise Missing(f"{game.__name__} is a class, not a game: an object of it, such as {game.__name__}(), is one")
    raise Missing(f"{type(game).__name__} does not define facts(game); an object with a game's methods becomes one by "
                  "mcts_lab.games.adapters.plain.as_game")


@generic
def reset(game, state, rng) -> None:
    """Turn `state` into a start position, drawn from the random stream `rng` where starts are random."""
    raise Missing


@generic
def to_move(game, state) -> int:
    """The player to move, or `CHANCE`, or `TERMINAL`."""
    raise Missing


@generic
def legal(game, state, out) -> int:
    """Write the legal actions into the integer array `out` and return their number (0 if the game is over).

    At a `CHANCE` turn these are the possible outcomes. The order is fixed by the rules, never random.
    """
    raise Missing


@generic
def play(game, state, action, rng) -> None:
    """Change `state` to what follows from `action`, which must be legal; `rng` feeds random rules."""
    raise Missing


@generic
def payoff(game, state, player) -> float:
    """The payoff of `player` in a finished game."""
    raise Missing


@generic
def payoff_sum(game) -> float:
    """What the payoffs of both players of a game with ``Facts.zero_sum`` always add up to. Never compiled.

    By default ``Facts.low + Facts.high``; a game with another sum defines it. Wherever one player's payoff is told
    from the other's, it is by this number.
    """
    known = facts(game)
    return known.low + known.high


def even_payoff(game) -> float:
    """Return the payoff that is worth the same to all: half of what two players share, else (low + high) / 2."""
    known = facts(game)
    return (payoff_sum(game) if known.players == 2 and known.zero_sum else known.low + known.high) / 2


def reward_sum(game, bounds=None) -> float:
    """What the rewards of both players of a game with ``Facts.zero_sum`` add up to: 1, unless `payoff_sum` is unusual.

    bounds: the payoffs with the rewards 0 and 1; None: those of the `Facts`.
    """
    low, high = (facts(game).low, facts(game).high) if bounds is None else bounds
    return 1.0 + (payoff_sum(game) - (low + high)) / (high - low)


@generic
def heuristic(game, state, player) -> float:
    """An estimate of `player`'s payoff, in payoff units, for unfinished states."""
    raise Missing


@generic
def noisy(game, state, action) -> bool:
    """Whether `action` changes so much at once, as a capture does, that an estimate just before it means little."""
    return False


@generic
def grade(game, state, player) -> float:
    """How good `player` finds a state, finished or not: a number of which only the order means anything.

    For searches that look at the order of outcomes alone, such as those with the value `Borda`. A game defines it
    where payoffs do not tell all outcomes apart that its players do; by default rewards are compared.
    """
    return 0.0


@generic
def advice(game, state, action) -> float:
    """How much hand-written rules like `action` for the player to move: a rating from 0 (bad) to 1 (good).

    0.5 is neutral, and the default. Advice may look only at what the player to move knows: a search asks in worlds
    that are determinized, where everything else is a guess.
    """
    return 0.5


@generic
def advised_against(game, state, action) -> bool:
    """Whether hand-written rules say to avoid `action`, by what the player to move knows. By default they never do."""
    return False


MOST_GROUPS = 8  # groups of actions
JOINS = 16  # added to the number of a group that an action goes along with, without making it worth choosing


@generic
def group(game, state, action) -> int:
    """The group of actions, from 0 to `MOST_GROUPS` - 1, to which `action` belongs; -1: to none.

    For searches that choose among groups before they choose in one. With `JOINS` added, the action is part of the
    group only if others are.
    """
    raise Missing


@generic
def minor(game, state, action) -> bool:
    """Whether `action` is one of many that are much alike, of which a search may look at a few only."""
    raise Missing


@generic
def played(game, state, player, action) -> bool:
    """Whether `player` has played `action` on the way to `state`, in a game in which the board shows it."""
    raise Missing


@generic
def all_played(game, state, player, out) -> None:
    """Write into the array `out`, for each action of the game, 1 if `player` has `played` it and else 0."""
    for action in range(len(out)):
        out[action] = 1.0 if played(game, state, player, action) else 0.0


@generic
def rule_action(game, state, rng, scratch) -> int:
    """The action that hand-written rules play for the player to move, by what that player knows.

    `scratch` has room for a list of legal actions.
    """
    raise Missing


@generic
def features(game, state, out) -> int:
    """Write numbers about the state, as the player to move sees it, into the float32 array `out`; how many.

    There are always as many. Learned models have them as inputs; a game without such models writes none, the default.
    """
    return 0


@generic
def turn(game, state) -> int:
    """How many turns have begun, all players' counted, in a game whose players take several actions in a turn."""
    raise Missing


@generic
def put(game, states, i, state) -> None:
    """Make element `i` of the array `states` a copy of `state`. By default all of it is copied.

    A game whose states have room for much that is seldom there may copy less, if nothing else of a state is ever read.
    """
    states[i] = state


@generic
def weight(game, state, outcome) -> float:
    """At a `CHANCE` turn: how likely `outcome` is, relative to the others. By default all are equally likely."""
    return 1.0


@generic
def key(game, state):
    """An unsigned 64-bit number that equal positions share (for transposition tables)."""
    raise Missing


@generic
def determinize(game, state, observer, rng) -> None:
    """Re-draw everything `observer` cannot see, uniformly among the worlds consistent with what it has seen.

    By default nothing is hidden.
    """


@generic
def observation(game, state, action, observer) -> int:
    """The label of `action` as `observer` sees it: equal labels cannot be told apart.

    The mover's own label differs for each action and for each thing they are told of its result, such as whether a cell
    was free. Labels are numbers from 0 to 2 ``facts(game).actions + 1``, or `UNNOTICED`. Another player's action that
    is seen in full has itself as its label, and no other action has that label. By default everything is public.
    """
    return action


def public_observation(game, state, action, observer):
    """What observers see where something is hidden, but no action: the `observation` of such games."""
    return action


@generic
def misfit(game, state) -> str:
    """Why `state` cannot be one of this game's although its fields are right, as the end of "it ..."; or "".

    For games whose states have the same fields whatever the size of the board. Never compiled. By default "".
    """
    return ""


@generic
def random_action(game, state, rng, scratch) -> int:
    """A uniformly random legal action, for a player's or a chance turn with equal odds.

    By default it lists the legal actions in `scratch`; a game may do the same faster.
    """
    return scratch[below(rng, legal(game, state, scratch))]


@generic
def playout(game, state, rng, scratch) -> int:
    """Play uniformly random actions to the end of the game; return the number of plays.

    A game may leave out steps that cannot matter, as long as the distribution of payoffs stays exactly the same. An
    endless game is given up after `LONGEST` plays, which a search then reports as a mistake in the rules.
    """
    plays = 0
    while to_move(game, state) != TERMINAL and plays < LONGEST:
        play(game, state, sample_action(game, state, rng, scratch), rng)
        plays += 1
    return plays


@helper
def sample_action(game, state, rng, scratch):
    """A uniformly random action of the player to move, or a chance outcome drawn by its probability."""
    if to_move(game, state) == CHANCE:
        return scratch[sample_outcome(game, state, rng, scratch)]
    return random_action(game, state, rng, scratch)


@helper
def sample_outcome(game, state, rng, scratch):
    """Draw a chance outcome: its index in `scratch`, which receives the outcomes in the order of `legal`."""
    n = legal(game, state, scratch)
    total = 0.0
    for i in range(n):
        total += weight(game, state, scratch[i])
    left = uniform(rng) * total
    for i in range(n - 1):
        left -= weight(game, state, scratch[i])
        if left < 0.0:
            return i
    return n - 1


# ---------------------------------------------------------------------------------------------------------------------
# What people see. These are never compiled.


@generic
def action_name(game, state, action) -> str:
    """A short readable name of `action` in `state`, unique among the legal actions."""
    return str(int(action))


@generic
def text(game, state) -> str:
    """The state as plain text; by default `text_for` a viewer who sees all, if the game defines it, else its fields."""
    return text_for(game, state, None) if text_for.defines(type(game)) else listed(state)


def listed(state) -> str:
    """The fields of a record, a line for each, whole numbers without a point; another state as ``str`` has it."""
    names = getattr(getattr(state, "dtype", None), "names", None)
    return re.sub(r"\.0\b", "", "\n".join(f"{name}: {state[name].tolist()}" for name in names)) if names else str(state)


@generic
def outcome(game, state) -> str:
    """How a finished game ended, in a few words for a person; by default "", and the payoffs say it."""
    return ""


@generic
def svg(game, state, dark=False) -> str:
    """The state as an SVG picture; by default `svg_for` a viewer who sees all, if the game defines it."""
    if svg_for.defines(type(game)):
        return svg_for(game, state, None, dark)
    raise Missing(f"{facts(game).title} cannot draw itself")


@generic
def text_for(game, state, viewer) -> str:
    """The state as plain text, as player `viewer` sees it (None: the whole truth). By default nothing is hidden."""
    return text(game, state)


@generic
def svg_for(game, state, viewer, dark=False) -> str:
    """The state as an SVG picture, as player `viewer` sees it (None: the truth). By default nothing is hidden."""
    return svg(game, state, dark)


@generic
def areas(game, state, action, viewer=None) -> tuple:
    """Where a person points at to play `action`: rectangles (x, y, width, height) in the units of the picture.

    They lie in the picture that `svg_for` draws for `viewer`. One rectangle is pointed at, or several one after
    another, such as where a piece stands and where it goes. By default there are none, and a list is to choose from.
    """
    return ()


@generic
def highlights(game, state, action, following, viewer=None) -> tuple:
    """What `action`, played in `state`, has changed: rectangles to mark in the picture of the state `following`.

    They lie in the picture that `svg_for` draws for `viewer`. By default what was pointed at last.
    """
    return tuple(areas(game, state, action, viewer))[-1:]


@generic
def steering(game) -> dict:
    """The keys with which a person steers: from a key's name to an action; "" is what happens if none is pressed.

    Names are those of browsers: "ArrowLeft", " ", "a". Actions need not be legal in every state; the one of "" must be
    understood by `play` at any time, so that the game can go on by itself, in real time. By default there are none.
    """
    return {}


@generic
def for_search(game):
    """The game to hand to a search from a state of `game`: the same states, perhaps ending earlier."""
    return game


@generic
def new_states(game, n):
    """An array of `n` blank states; assigning one element to another copies it."""
    return np.zeros(n, np.dtype((np.record, facts(game).dtype)))


PLAIN_RULES = ("start", "to_move", "legal", "play", "payoff")  # of a plain object that `as_game` makes a game of
MOST_PLAIN = 32  # plain objects whose games are remembered
_plain_games: OrderedDict = OrderedDict()  # id of a plain object: the object and its game, which numbers its actions


def game_of(thing):
    """`thing` if it is a game, and for a plain object what `mcts_lab.as_game` makes of it: always the same."""
    if _is_plain(type(thing)):
        _, game = _plain_games.pop(id(thing), (thing, None))
        if game is None:
            from .games.adapters.plain import as_game

            game = as_game(thing)
        _plain_games[id(thing)] = thing, game
        while len(_plain_games) > MOST_PLAIN:
            _plain_games.popitem(last=False)
        return game
    return thing


def _is_plain(cls) -> bool:
    """Whether objects of the class have the methods of plain games, and are none yet."""
    return not facts.defines(cls) and all(callable(getattr(cls, name, None)) for name in PLAIN_RULES)


@outsiders.append
def _rule_for_plain(cls, dispatch):
    """What a rule is for plain objects: the rule of their game."""
    if not _is_plain(cls):
        return None
    if list(inspect.signature(dispatch).parameters)[1:2] != ["state"]:
        return lambda thing, *others: dispatch(game_of(thing), *others)
    return lambda thing, state, *others: dispatch(*entered(thing, state), *others)


def entered(thing, state):
    """The game and the state as searches have them: for a plain object, whose states are any objects, `game_of` it."""
    game = game_of(thing)
    if game is thing:
        return game, state
    blank = new_states(game, 1)[0]
    if type(state) is not type(blank):
        blank.object = state
        state = blank
    return game, state


def start(game, seed=None):
    """A start position as a new state.

    seed: an integer (or ``SeedSequence``) for games with random starts; None draws an unpredictable one.
    """
    states = new_states(game, 1)
    reset(game, states[0], stream(seed))
    return states[0]


def copy(game, state):
    """An independent copy of `state`."""
    states = new_states(game, 1)
    states[0] = state
    return states[0]


def check_state(game, state):
    """Raise ValueError, in one sentence, if `state` cannot be one of `game`'s states."""
    known = facts(game)
    record = isinstance(state, np.void)
    if known.dtype.hasobject:
        right = type(state) is type(new_states(game, 1)[0])
    else:
        right = record and state.dtype == known.dtype
    if not right:
        what = f"got {_brief(state)}"
        if record:
            same = set(state.dtype.names) == set(known.dtype.names or ())
            what = "this one is of another size" if same else f"this one has the fields {', '.join(state.dtype.names)}"
        raise ValueError(f"That is not a state of {known.title}, such as start(game) gives: {what}.")
    why = misfit(game, state)
    if why:
        raise ValueError(f"That is not a state of this {known.title}: it {why}.")


def _brief(thing):
    words = f"{type(thing).__name__} {thing!r}"
    return words if len(words) <= 60 and "\n" not in words else f"an object of type {type(thing).__name__}"


def legal_actions(game, state) -> list[int]:
    """The legal actions as a list. Raises ValueError if `state` is none of the game's states."""
    game, state = entered(game, state)
    out = np.empty(facts(game).branching, np.int32)
    try:
        n = legal(game, state, out)
    except (AttributeError, TypeError, IndexError):
        check_state(game, state)
        raise
    return [int(a) for a in out[:n]]


def sample(game, state, seed=None) -> int:
    """A random legal action, or at a `CHANCE` turn an outcome drawn by its probability."""
    game, state = entered(game, state)
    return int(sample_action(game, state, stream(seed), np.empty(facts(game).branching, np.int32)))


def check_action(game, state, action):
    """Raise ValueError, in one sentence, if `action` is not legal."""
    if not isinstance(action, numbers.Integral) or action not in legal_actions(game, state):
        names = ", ".join(action_name(game, state, a) for a in legal_actions(game, state))
        raise ValueError(f"{action!r} is not a legal action here; legal are: {names or 'none, the game is over'}")


def after(game, state, action, seed=None):
    """The state that follows from `action`, as a new state. Raises ValueError if the action is not legal."""
    game, state = entered(game, state)
    check_action(game, state, action)
    following = copy(game, state)
    play(game, following, action, stream(seed))
    return following


def position_after(game, actions, seed=0):
    """Return the state after these actions, those of chance included, from the start that `seed` draws.

    Raises ValueError if one of them is not legal.
    """
    state = start(game, seed)
    for action in actions:
        state = after(game, state, action)
    return state
