"""What a plain class still needs before it can be compiled: the way from `as_game` to `Game`."""

import ast
import copyreg
import inspect
import textwrap

import numpy as np

from ...game import TERMINAL, after, legal_actions, sample, start
from .plain import REQUIRED, as_game
from .plain_objects import in_short

BECOMES = (
    "start() becomes reset(self, state, rng), which fills the fields of the state that it is given",
    "to_move() returns mcts_lab.game.TERMINAL at the end of the game, where it returned None",
    "legal() becomes legal(self, state, out), which writes the actions into `out` and returns how many they are",
    "play() becomes play(self, state, action, rng), which changes the state that it is given",
)
NOT_COMPILED = {
    (ast.ListComp, ast.List): "a list", (ast.DictComp, ast.Dict): "a dictionary", (ast.SetComp, ast.Set): "a set",
    (ast.GeneratorExp, ast.Yield): "a generator", ast.JoinedStr: "a text", ast.Lambda: "a function",
    (ast.Try, ast.With): "a block of try or with",
}


def compiled_form(thing, games: int = 20) -> list[str]:
    """Return what is to be done to a plain class so that its rules can be compiled, as sentences.

    The numbers in them are what so many random games have shown, so the rules may allow more.

    Parameters
    ----------
    thing : object
        A game as `as_game` accepts it.
    games : int, default 20
        How many random games are played, at least 1.

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
    game = as_game(thing)
    states, lists, length = _seen(game, games)
    known, things = game.facts(), [game.action(number) for number in sorted(set().union(*lists))]
    fields, needs = [], []
    for name in dict.fromkeys(name for state in states for name in _parts(state)):
        values = [_parts(state).get(name) for state in states]
        kind = _kind(values)
        if kind is None:
            needs.append(f"{name}, a part of a state, is {in_short(values[0])} or {in_short(values[-1])}. Make it a "
                         "number, or an array of numbers of one shape, and add it to dtype")
        else:
            fields.append((name, *kind))
    if any(type(one) is not int for one in things):
        needs.append(f"Actions are {in_short(things[0])} and the like. Number them from 0 (seen: {len(things)})")
    facts = (f"Derive the class from mcts_lab.Game and give it facts(), which returns Facts(name={known.name!r}, "
             f"title={known.title!r}, players={known.players}, actions={max(map(max, lists)) + 1}, "
             f"branching={max(map(len, lists))}, length={length}, low={known.low}, high={known.high}, "
             f"dtype=np.dtype({fields}))")
    return [f"{one}." for one in (facts, *needs, *BECOMES)] + [
        sentence for name in REQUIRED for sentence in _unfit(type(game.plain), name)]


def _seen(game, games):
    """The states of random games, the numbers of their legal actions, and the most plays of a game."""
    states, lists, length = [], [], 0
    for seed in range(games):
        state = start(game, seed)
        for plays in range(game.facts().length):
            states.append(state.object)
            if game.to_move(state) == TERMINAL:
                break
            lists.append(legal_actions(game, state))
            state, length = after(game, state, sample(game, state, seed + plays), seed), max(length, plays + 1)
    return states, lists, length


def _parts(state) -> dict:
    """What a state consists of, by names."""
    if isinstance(state, (tuple, dict)):
        return state if isinstance(state, dict) else {f"part_{i}": part for i, part in enumerate(state)}
    slots = {name: getattr(state, name) for name in copyreg._slotnames(type(state)) if hasattr(state, name)}
    return slots | getattr(state, "__dict__", {}) or {"content": state}


def _kind(values):
    """The type and the shape of a field of a record that holds each of these values; None if none can."""
    try:
        array = np.array(values)
    except ValueError:  # of different lengths
        return None
    if array.dtype.kind not in "biuf" or array.size == 0:
        return None
    least = np.result_type(np.min_scalar_type(array.min()), np.min_scalar_type(array.max()))
    name = (least if array.dtype.kind in "iu" else array.dtype).name
    return (name, array.shape[1:]) if array.ndim > 1 else (name,)


def _unfit(cls, name):
    """Sentences on what a rule uses that compiled code cannot."""
    try:
        lines = ast.parse(textwrap.dedent(inspect.getsource(getattr(cls, name))))
    except (OSError, TypeError):  # no source
        return
    for node in ast.walk(lines):
        for kinds, thing in NOT_COMPILED.items():
            if isinstance(node, kinds):
                yield f"{name}() makes or uses {thing} in line {node.lineno} of it. Write a loop over numbers instead."
