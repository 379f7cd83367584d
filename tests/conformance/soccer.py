"""Replaying recordings of the original soccer program.

Four kinds of file (gzip-compressed JSON, told apart by their ``format``): games step by step, single transitions that
cover every rule, counts of action sequences, and exact values of sampled positions.
"""

from __future__ import annotations

import json

from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, key, legal_actions, new_states, payoff, play, to_move
from mcts_lab.games.soccer import (
    ACTIONS,
    ARROWS,
    BLUE,
    DRAWN,
    EVENTS,
    NOBODY,
    RED,
    Soccer,
    event,
    listed,
    solve,
)
from mcts_lab.perft import perft

from .differences import Differences
from .files import ConformanceError, unpacked

OUTCOMES = {RED: "red", BLUE: "blue"}
FIELDS = ("to_move", "red_x", "red_y", "red_has_ball", "blue_x", "blue_y", "blue_has_ball", "ball_x", "ball_y",
          "ball_on_field", "winner")


def action_number(name) -> int:
    """The action that "kick", "1,0" or an arrow names. Raises ValueError for anything else."""
    for names in (ACTIONS, ARROWS):
        if name in names:
            return names.index(name)
    raise ValueError(f"{name!r} is not a soccer action; write kick or a move such as 1,0 or -1,1")


def event_name(game, state, action) -> str:
    """What `action` would bring about, as a word of `EVENTS`."""
    return EVENTS[event(game, state, action)]


def same_position(game, a, b) -> bool:
    """Whether two states are the same position, which is what ends a match as a draw."""
    return int(key(game, a)) == int(key(game, b))


def to_tuple(state) -> list:
    """The state as the eleven numbers of `FIELDS`; flags are 0 or 1, no winner is None."""
    holder, winner = int(state.holder), int(state.winner)
    return [
        int(state.mover), int(state.x[0]), int(state.y[0]), int(holder == RED), int(state.x[1]), int(state.y[1]),
        int(holder == BLUE), int(state.ball_x), int(state.ball_y), int(holder == NOBODY),
        None if winner == NOBODY else winner,
    ]


def from_tuple(game, values):
    """The state that `to_tuple` would write like this, with no plays counted. Raises ValueError if there is none."""
    if len(values) != len(FIELDS):
        raise ValueError(f"a soccer state has {len(FIELDS)} entries ({', '.join(FIELDS)}), not {len(values)}")
    v = dict(zip(FIELDS, values, strict=True))
    if v["red_has_ball"] + v["blue_has_ball"] + v["ball_on_field"] != 1:
        raise ValueError("exactly one of red_has_ball, blue_has_ball and ball_on_field must be 1")
    state = new_states(game, 1)[0]
    state.x[:] = v["red_x"], v["blue_x"]
    state.y[:] = v["red_y"], v["blue_y"]
    state.ball_x, state.ball_y = v["ball_x"], v["ball_y"]
    state.holder = RED if v["red_has_ball"] else BLUE if v["blue_has_ball"] else NOBODY
    state.mover = v["to_move"]
    state.winner = NOBODY if v["winner"] is None else v["winner"]
    return state


class Ledger(Differences):
    """Differences, and the number of steps checked."""

    steps = 0


def replay(path, name="soccer") -> tuple[int, list[str]]:
    """Replay one recording; return the number of steps checked and one sentence for each difference.

    Raises ConformanceError if the file cannot be read or is not a soccer recording.
    """
    recording = read(path)
    kind = str(recording.get("format", "")).rpartition("/")[0].rpartition("-")[2]
    if kind not in REPLAYERS:
        raise ConformanceError(f"{path} is not a soccer recording: its format is {recording.get('format')!r}, and "
                               f"known are {', '.join(f'soccer-{known}' for known in REPLAYERS)}")
    pitch = recording.get("pitch", {})
    game = Soccer(**{size: pitch[size] for size in ("width", "height", "goal_height") if size in pitch}, limit=0)
    ledger = Ledger()
    try:
        REPLAYERS[kind](game, recording, ledger)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ConformanceError(f"{path} is a damaged soccer recording, after step {ledger.steps}: {error}") from None
    return ledger.steps, ledger


def read(path) -> dict:
    """The content of a JSON file, compressed or not. Raises ConformanceError with one sentence."""
    content = unpacked(path)
    try:
        recording = json.loads(content)
    except (ValueError, RecursionError):
        raise ConformanceError(f"{path} is not a soccer recording: it is not whole, or not JSON") from None
    if not isinstance(recording, dict):
        raise ConformanceError(f"{path} is not a soccer recording")
    return recording


def check_actions(game, state, step, where, ledger):
    """Compare the offered and the legal actions."""
    offered = [0] * 7
    offered = offered[: listed(game, state, offered)]
    legal = legal_actions(game, state)
    ledger.compare(where, "the list of actions", step["listed"], [ACTIONS[a] for a in offered])
    ledger.compare(where, "the set of legal actions", step["legal"], sorted(ACTIONS[a] for a in legal))
    ledger.compare(where, "the order of legal actions", [a for a in step["listed"] if a in step["legal"]],
                   [ACTIONS[a] for a in legal])
    return legal


def check_result(game, state, step, where, ledger):
    """Compare the state after the action."""
    ledger.compare(where, "the next state", step["n"], to_tuple(state))
    ledger.compare(where, "the end of the game", bool(step["term"]), to_move(game, state) == TERMINAL)
    winner = int(state.winner)
    ledger.compare(where, "the winner", step["winner"], None if winner < 0 else winner)


def games(game, recording, ledger):
    """Whole games. Each is played on from its first state, so that an error anywhere shows."""
    for recorded in recording["games"]:
        rng = stream(0)
        state = from_tuple(game, recorded["steps"][0]["s"])
        earlier = {int(key(game, state))}
        repeated = False
        for i, step in enumerate(recorded["steps"]):
            where = f"{recorded['id']} step {i}"
            ledger.steps += 1
            ledger.compare(where, "the state", step["s"], to_tuple(state))
            action = action_number(step["a"])
            if action not in check_actions(game, state, step, where, ledger):
                ledger.append(f"{where}: {step['a']} was played in the recording, but is illegal here")
                break
            if "event" in step:
                ledger.compare(where, "the event", step["event"], event_name(game, state, action))
            play(game, state, action, rng)
            check_result(game, state, step, where, ledger)
            repeated = int(key(game, state)) in earlier
            earlier.add(int(key(game, state)))
            ledger.compare(where, "the repetition", bool(step["rep"]), repeated)
        won = int(state.winner) >= 0
        draw = "draw" if repeated and recorded["stop"] == "rules" else "cutoff"
        ledger.compare(recorded["id"], "the outcome", recorded["outcome"],
                       OUTCOMES[int(state.winner)] if won else draw)
        rewards = [payoff(game, state, player) if won else None for player in (RED, BLUE)]
        ledger.compare(recorded["id"], "the rewards", recorded["rewards"], rewards)
        ledger.compare(recorded["id"], "the number of plays", recorded["plies"], int(state.plays))


def probes(game, recording, ledger):
    """Single transitions, also actions that were offered and then refused."""
    for i, probe in enumerate(recording["probes"]):
        where = f"probe {i} ({probe['case']})"
        ledger.steps += 1
        state = from_tuple(game, probe["s"])
        ledger.compare(where, "the state", probe["s"], to_tuple(state))
        legal = check_actions(game, state, probe, where, ledger)
        action = action_number(probe["a"])
        ledger.compare(where, "whether the action is legal", probe["n"] is not None, action in legal)
        case = probe["case"].partition("/")[0]
        if case in EVENTS:
            ledger.compare(where, "the event", case, event_name(game, state, action))
        if probe["n"] is not None:
            play(game, state, action, stream(0))
            check_result(game, state, probe, where, ledger)


def counts(game, recording, ledger):
    """Numbers of action sequences."""
    for i, position in enumerate(recording["positions"]):
        state = from_tuple(game, position["s"])
        for depth, count in enumerate(position["counts"], 1):
            ledger.steps += 1
            ledger.compare(f"position {i}", f"perft({depth})", count, perft(game, state, depth))


def values(game, recording, ledger):
    """Exact values and distances."""
    solution = solve(game)
    for i, position in enumerate(recording["states"]):
        ledger.steps += 1
        try:
            value, plays = solution.of(from_tuple(game, position["s"]))
        except KeyError as error:
            ledger.append(f"position {i}: {error.args[0]}")
            continue
        ledger.compare(f"position {i}", "the value", position["value"], None if value == DRAWN else value)
        ledger.compare(f"position {i}", "the distance", position["plies"], None if value == DRAWN else plays)


REPLAYERS = {"trajectories": games, "probes": probes, "perft": counts, "solved": values}
