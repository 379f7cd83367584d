"""Replaying ``openspiel-traj-1`` recordings: games of OpenSpiel, step by step.

The first line of a file tells the game and its parameters; each further line is one game: its steps, the returns and
the text of the final state. At each step the mover, the set of legal actions and the texts are compared, and at the end
the returns. The recorded action, a chance outcome included, is then played; the replay of a game stops at an action
that is not legal here, since nothing after it can be compared.

An `Adapter` says how one game of ours speaks OpenSpiel's language. A module of adapters is named in `ADAPTERS`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import NamedTuple

from mcts_lab.engine.random import stream
from mcts_lab.game import CHANCE, TERMINAL, action_name, facts, legal_actions, payoff, play, start, text, to_move

from .differences import Differences
from .files import ConformanceError, read_lines

ADAPTERS = {
    # game: module in this folder with a table `ADAPTERS` of its name
    "breakthrough": "boards",
    "connect_four": "boards",
    "dark_hex": "hidden",
    "dou_dizhu": "dou_dizhu",
    "hex": "boards",
    "kuhn_poker": "hidden",
    "leduc_poker": "hidden",
    "liars_dice": "hidden",
    "nim": "boards",
    "othello": "boards",
    "phantom_ttt": "hidden",
    "tic_tac_toe": "boards",
}


def same_text(recorded):
    """Nothing to translate."""
    return recorded


def our_name(game, state, action):
    """The game's own name of the action."""
    return action_name(game, state, action)


def our_text(game, state, player):
    """The game's own text of the state."""
    return text(game, state)


class Adapter(NamedTuple):
    """How a game of ours says what OpenSpiel says.

    make:       header -> our game; raises ValueError for parameters it does not have
    names:      OpenSpiel's names of the game, the first word of the header's "game_string"
    action:     (game, state, action) -> OpenSpiel's text of one of our legal actions or chance outcomes
    read:       OpenSpiel's text of an action -> the same as `action` would write it
    observed:   (game, state, player) -> the text ``o`` of a step, as the mover sees it; None: not compared
    truth:      (game, state, player) -> the text ``t`` of a step; None: not compared
    final:      (game, state, player) -> the text of the final state; None: not compared
    begin:      (game, record) -> the state in which the recorded steps begin; None: `start`
    deal:       (game, record) -> the state after the first steps, which deal (None if they cannot be), their number,
                and the differences found in them; None: chance steps are played like others
    returns:    (game, state) -> the payoffs by seat; None: `payoff` of each player
    outcomes:   (game, state) -> the number of outcomes at a chance step; None: the legal ones are counted
    """

    make: Callable
    names: tuple
    action: Callable = our_name
    read: Callable = same_text
    observed: Callable | None = our_text
    truth: Callable | None = None
    final: Callable | None = our_text
    begin: Callable | None = None
    deal: Callable | None = None
    returns: Callable | None = None
    outcomes: Callable | None = None


def replay(path, name) -> tuple[int, list[str]]:
    """Replay one recording of the game `name`: the number of steps checked, and a sentence for each difference.

    Raises ConformanceError if the file is not a recording of this game.
    """
    adapter = importlib.import_module(f"{__package__}.{ADAPTERS[name]}").ADAPTERS[name]
    header, records = read_lines(path, "openspiel-traj-1", ("name", "game_string", "parameters"))
    kind = str(header["game_string"]).partition("(")[0]
    if kind not in adapter.names:
        raise ConformanceError(f"{path} is a recording of {kind}, not of {name}")
    try:
        game = adapter.make(header)
        facts(game)
    except ConformanceError as error:
        raise ConformanceError(f"{path}: {error}") from None
    except (ValueError, TypeError, KeyError) as error:
        raise ConformanceError(f"{path} has parameters that {name} cannot take: {error}") from None
    steps = 0
    differences = []
    for i, record in enumerate(records):
        try:
            checked, found = replay_game(adapter, game, record)
        except (KeyError, TypeError, AttributeError) as error:
            raise ConformanceError(f"{path}, game {i}, does not have the form of a recorded game: {error!r}") from None
        steps += checked
        differences += [f"game {record.get('game', i)}, {difference}" for difference in found]
    return steps, differences


def replay_game(adapter, game, record):
    """Replay one game: the number of its steps and the differences."""
    rng = stream(0)
    first, differences = 0, Differences()
    if adapter.deal is not None:
        state, first, differences = adapter.deal(game, record)
        if state is None:
            return first, differences
    else:
        state = start(game, 0) if adapter.begin is None else adapter.begin(game, record)

    for i, step in enumerate(record["steps"][first:], first):
        where = f"step {i}"
        mover = to_move(game, state)
        differences.compare(where, "the mover", step["p"], None if mover == TERMINAL else mover)
        if mover == TERMINAL:
            return i + 1, [*differences, f"{where}: the game goes on in the recording, but is over here"]
        ours = {adapter.action(game, state, action): action for action in legal_actions(game, state)}
        if mover == CHANCE:
            if "n" in step:
                differences.compare(where, "the number of outcomes", step["n"],
                        len(ours) if adapter.outcomes is None else adapter.outcomes(game, state))
        elif step["p"] == mover:
            compare_sets(where, [adapter.read(said) for said in step["ls"]], ours, differences)
            for field, words in (("o", adapter.observed), ("t", adapter.truth)):
                if words is not None and field in step:
                    differences.compare(where, "the text", plain(step[field]), plain(words(game, state, mover)))
        action = ours.get(adapter.read(step["s"]))
        if action is None:
            return i + 1, [*differences, f"{where}: {step['s']!r} was played in the recording, but is illegal here"]
        play(game, state, action, rng)
    where = "the end"
    differences.compare(where, "whether the game is over", True, to_move(game, state) == TERMINAL)
    if to_move(game, state) == TERMINAL:
        ours = ([float(payoff(game, state, player)) for player in range(facts(game).players)]
                if adapter.returns is None else [float(value) for value in adapter.returns(game, state)])
        differences.compare(where, "the list of returns", [float(value) for value in record["returns"]], ours)
    if adapter.final is not None and "final" in record:
        differences.compare(where, "the text", plain(record["final"]), plain(adapter.final(game, state, TERMINAL)))
    return len(record["steps"]), differences


def compare_sets(where, recorded, ours, differences):
    """Note legal actions that only one side has."""
    missing = sorted(set(recorded) - set(ours))
    extra = sorted(set(ours) - set(recorded))
    if missing:
        differences.append(f"{where}: legal in the recording alone: {', '.join(missing)}")
    if extra:
        differences.append(f"{where}: legal here alone: {', '.join(extra)}")


def plain(words):
    """A text without blanks at the ends of its lines and of itself."""
    return "\n".join(line.rstrip() for line in words.rstrip().split("\n"))


def parameter(header, name, kind=int, default=None):
    """A parameter of the recorded game, which the file keeps as text. Raises ValueError if it cannot be read."""
    value = header["parameters"].get(name, default)
    if kind is bool:
        if str(value).lower() not in ("true", "false"):
            raise ValueError(f"{name} is {value!r}, not True or False")
        return str(value).lower() == "true"
    try:
        return kind(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} is {value!r}") from None
