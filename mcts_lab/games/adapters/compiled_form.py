"""What to change in a plain class so that it can be compiled: the steps from `as_game` to `Game`."""

import ast
import contextlib
import inspect
import textwrap

import numpy as np

from ...game import TERMINAL, after, legal_actions, sample, start
from .plain import REQUIRED, as_game
from .plain_objects import fields_of, in_short

BECOMES = (
    "start() becomes reset(self, state, rng), which fills the fields of the state that it is given.",
    "to_move() returns mcts_lab.game.TERMINAL at the end of the game, where it returned None.",
    "legal() becomes legal(self, state, out), which writes the actions into `out` and returns how many they are.",
    "play() becomes play(self, state, action, rng), which changes the state that it is given.",
)
NOT_COMPILED = {
    (ast.ListComp, ast.List): "a list", (ast.DictComp, ast.Dict): "a dictionary", (ast.SetComp, ast.Set): "a set",
    (ast.GeneratorExp, ast.Yield): "a generator", ast.JoinedStr: "a text", ast.Lambda: "a function",
    (ast.Try, ast.With): "a block of try or with",
}


def compiled_form(thing, games: int = 20) -> list[str]:
    """Return sentences that say what to change in a plain class so that its rules can be compiled.

    The numbers in these sentences come from random games. The rules may allow larger numbers.

    Parameters
    ----------
    thing : object
        A game as `as_game` accepts it.
    games : int, default 20
        Number of random games that are played, at least 1.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from mcts_lab.games.adapters.compiled_form import compiled_form
    >>> class TakeAway:
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
    >>> print(compiled_form(TakeAway())[-1])
    legal() makes or uses a list in line 2 of it. Write a loop over numbers instead.
    """
    game, states, lists, length, needs, fields = as_game(thing), [], [], 0, [], []
    for seed in range(games):
        state, plays = start(game, seed), 0
        states.append(_parts(state.object))
        while game.to_move(state) != TERMINAL and plays < game.facts().length:
            lists.append(legal_actions(game, state))
            state, plays = after(game, state, sample(game, state, seed + plays), seed), plays + 1
            states.append(_parts(state.object))
        length = max(length, plays)
    for name in states[0]:
        values = [parts.get(name) for parts in states]
        kind = _kind(values)
        if kind is None:
            needs.append(f"{name}, a part of a state, is {in_short(values[0])} or {in_short(values[-1])}. Make it a "
                         "number, or an array of numbers of one shape, and add it to dtype.")
        else:
            fields.append((name, *kind))
    things = [game.action(number) for number in sorted(set().union(*lists))]
    if any(type(one) is not int for one in things):
        needs.append(f"Actions are {in_short(things[0])} and the like. Number them from 0 (seen: {len(things)}).")
    known = game.facts()
    facts = (f"Derive the class from mcts_lab.Game and give it facts(), which returns Facts(name={known.name!r}, "
             f"title={known.title!r}, players={known.players}, actions={max(map(max, lists)) + 1}, "
             f"branching={max(map(len, lists))}, length={length}, low={known.low}, high={known.high}, "
             f"dtype=np.dtype({fields})).")
    uses = [f"{name}() makes or uses {what} in line {node.lineno} of it. Write a loop over numbers instead."
            for name in REQUIRED for node in _nodes(getattr(game.plain, name))
            for kinds, what in NOT_COMPILED.items() if isinstance(node, kinds)]
    return [facts, *needs, *BECOMES, *uses]


def _parts(state) -> dict:
    """Return a dict with the parts of a state by their names."""
    if isinstance(state, (tuple, dict)):
        return state if isinstance(state, dict) else {f"part_{i}": part for i, part in enumerate(state)}
    return fields_of(state) or {"content": state}


def _kind(values):
    """Return the type and the shape of a record's field that can hold each of these values, or None if none can."""
    with contextlib.suppress(ValueError):  # raised if the values have different lengths
        array = np.array(values)
        if array.dtype.kind in "biuf" and array.size:
            whole, bounds = array.dtype.kind in "iu", map(np.min_scalar_type, (array.min(), array.max()))
            return (np.result_type(*bounds) if whole else array.dtype).name, *([array.shape[1:]] * (array.ndim > 1))
    return None


def _nodes(rule):
    """Return the nodes of the syntax tree of a rule, or no nodes if Python cannot find its source."""
    with contextlib.suppress(OSError, TypeError):
        return ast.walk(ast.parse(textwrap.dedent(inspect.getsource(rule))))
    return ()
