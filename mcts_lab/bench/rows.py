"""How fast searches and rules run, alone or beside OpenSpiel's: the rows of ``mcts-lab bench``."""

from __future__ import annotations

import time
from statistics import median
from typing import NamedTuple

import numpy as np

from .. import games
from ..engine.generic import compiler, entry, helper
from ..engine.random import stream
from ..game import (
    TERMINAL,
    action_name,
    after,
    copy,
    facts,
    legal_actions,
    new_states,
    play,
    playout,
    put,
    random_action,
    start,
    svg,
    to_move,
)


class Row(NamedTuple):
    """Something to measure: a search, or random play, from the start of a game or a little later.

    Chance is drawn with seed 0 on both sides, which deal differently. Where something is hidden, ours searches
    information sets (a new deal in each iteration), and OpenSpiel's MCTS the true state.
    """

    game: str
    method: str  # one of UNITS
    options: dict = {}  # of the game
    other: str = ""  # OpenSpiel's name of the game, with its parameters; "": it has no such game
    depth: int = 9  # of alpha-beta, in plies
    undo: bool = False  # OpenSpiel's alpha-beta can take plays back in this game
    iterations: int = 10_000  # of a search
    playouts: int = 2_000  # games of random play at a time
    opening: tuple = ()  # names of actions played first, such as bids
    other_opening: tuple = ()  # the same in OpenSpiel
    other_c: float = 2.0**0.5  # OpenSpiel's exploration; it does not rescale payoffs: 0.7 times their usual spread


VGDL = ("aliens", "boulderchase", "chase", "jaws", "surround", "whackamole", "zelda")

ROWS = (
    Row("tic_tac_toe", "mcts", other="tic_tac_toe"),
    Row("connect_four", "mcts", other="connect_four"),
    Row("breakthrough", "mcts", other="breakthrough"),
    Row("othello", "mcts", other="othello"),
    Row("hex", "mcts", {"size": 11}, other="hex(board_size=11)"),
    Row("tic_tac_toe", "alpha_beta", other="tic_tac_toe", undo=True),
    Row("connect_four", "alpha_beta", other="connect_four"),
    Row("spades", "ismcts", other="spades", iterations=2500, opening=("3",) * 4, other_opening=("3",) * 4,
        other_c=182.0),
    Row("dou_dizhu", "ismcts", other="dou_dizhu", iterations=2500, other_opening=("Bid 3",), other_c=8.4),
    Row("knockout_whist", "ismcts", iterations=2500),
    Row("soccer", "playouts"),
    Row("tribes", "playouts", {"level": 1590191438878}, playouts=4),
    Row("hearthstone", "playouts", {"deck": "hunter", "random_targets": True}),
    Row("hearthstone", "playouts", {"deck": "warlock", "random_targets": True}),
    Row("hearthstone", "playouts", {"deck": "shaman", "random_targets": True}),
    *(Row("vgdl", "advances", {"description": name}) for name in VGDL),
    *(Row("vgdl", "pictures", {"description": name}) for name in VGDL),
)

# what is counted per second
UNITS = {"mcts": "iterations", "ismcts": "iterations", "alpha_beta": "nodes", "playouts": "plays",
         "advances": "plays", "pictures": "pictures"}

OPENING, BURST = 30, 10  # random plays before the state from which bursts of random plays start, and in each of them
REPEATS = 8  # searches at each call of OpenSpiel's alpha-beta, whose game is loaded anew by every call
SECONDS = 0.2  # work is repeated until a measurement has lasted this long


def measure(row: Row, rounds: int = 5, against: bool = False) -> dict:
    """Units per second of processor time: the median over `rounds`, and beside OpenSpiel's if `against`.

    Both are measured in turns, so that a slower moment of the machine strikes both; ``ratio`` is the median of the
    rounds' ratios. ``theirs`` and ``ratio`` are None where nothing was compared, ``milliseconds`` is what
    a picture takes, and None for other work.
    """
    ours = _ours(row)
    ours()  # compiles
    theirs, remark = _theirs(row, ours()) if against and row.other else (None, "")
    pairs = [(rate(ours), rate(theirs) if theirs else None) for _ in range(rounds)]
    return {
        "game": row.options.get("description", row.game), "method": row.method, "unit": UNITS[row.method],
        "ours": median(p[0] for p in pairs),
        "theirs": median(p[1] for p in pairs) if theirs else None,
        "ratio": median(p[0] / p[1] for p in pairs) if theirs else None, "remark": remark,
        "milliseconds": 1000 / median(p[0] for p in pairs) if row.method == "pictures" else None,
    }


def rate(work):
    """Units per second of processor time; `work()` does some and says how many."""
    done, batch, began = 0, 1, time.process_time()
    while True:
        for _ in range(batch):
            done += work()
        passed = time.process_time() - began
        if passed >= SECONDS:
            return done / passed
        batch *= 2  # this clock can take as long to read as a short search takes


def _ours(row):
    game = games.make(row.game, **row.options)
    state = start(game, 0)
    for name in row.opening:
        state = after(game, state, {action_name(game, state, a): a for a in legal_actions(game, state)}[name], 0)
    if row.method == "advances":
        opened = opening(game, OPENING)
        return lambda: bursts(game, opened, row.playouts)
    if row.method == "pictures":  # of one state each time, so that nothing but the drawing counts
        return lambda: len([svg(game, state) for _ in range(5)])
    if row.method == "playouts":
        return lambda: playouts(game, state, row.playouts)
    if row.method == "alpha_beta":
        from ..search.minimax.alpha_beta import AlphaBeta
        from ..search.minimax.evaluation import Even

        method = AlphaBeta(depth=row.depth, evaluation=Even())
        return lambda: method.search(game, state).nodes
    from ..search import UCB1, UCT, SingleObserver

    method = UCT(selection=UCB1(0.7), world=SingleObserver()) if row.method == "ismcts" else UCT()

    def work():
        method.search(game, state, iterations=row.iterations, seed=0)
        return row.iterations

    return work


def _theirs(row, units):
    """OpenSpiel's work of a row, and a remark. Its alpha-beta does not count its nodes: they are `units`, as ours."""
    import pyspiel

    game = pyspiel.load_game(row.other)
    if row.method == "alpha_beta":
        search, remark = _their_alpha_beta(game, row)

        def work():
            return units * search()

        return work, remark

    state = _their_start(game, row.other_opening)

    def work():
        playouts = pyspiel.RandomRolloutEvaluator(1, 0)
        pyspiel.MCTSBot(game, playouts, row.other_c, row.iterations, 1000, False, 0, False).mcts_search(state)
        return row.iterations

    return work, ""


def _their_start(game, opening):
    """OpenSpiel's state after chance has been drawn and the named actions played."""
    state, rng = game.new_initial_state(), np.random.default_rng(0)
    for name in (*opening, None):
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=weights)))
        if name is not None:
            state.apply_action({state.action_to_string(a): a for a in state.legal_actions()}[name])
    return state


def _their_alpha_beta(game, row):
    """OpenSpiel's alpha-beta: the one in C++ if it can be called, else the one in Python. Same nodes either way."""
    from . import openspiel

    try:
        openspiel.alpha_beta(row.other, 1, row.undo, 1)
    except openspiel.Unavailable as error:
        from open_spiel.python.algorithms.minimax import alpha_beta_search

        def search():
            alpha_beta_search(game, value_function=lambda state: 0.0, maximum_depth=row.depth)
            return 1

        return search, f"OpenSpiel's alpha-beta is its Python version here: of the one in C++, {error}"

    def search_in_cpp():
        openspiel.alpha_beta(row.other, row.depth, row.undo, REPEATS)
        return REPEATS

    return search_in_cpp, ""


def opening(game, plays: int):
    """A state after so many random plays, in which the game goes on; the first seed that leads to one counts."""
    for seed in range(1000):
        state = start(game, seed)
        scratch, rng = np.empty(facts(game).branching, np.int32), stream(seed)
        left = int(_burst(game, state, rng, scratch, plays, compiled=compiler.available()))
        if left == plays and to_move(game, state) != TERMINAL:
            return state
    raise ValueError(f"random play of {facts(game).title} always ends within {plays} plays")


def bursts(game, state, n: int, seed=0) -> int:
    """Play `BURST` random actions from a copy of `state`, `n` times; the number of plays."""
    scratch = np.empty(facts(game).branching, np.int32)
    return int(_bursts(game, copy(game, state), new_states(game, 1), stream(seed), scratch, n,
                       compiled=compiler.available()))


@entry
def _burst(game, state, rng, scratch, plays):
    return burst(game, state, rng, scratch, plays)


@entry
def _bursts(game, state, states, rng, scratch, n):
    plays = 0
    for _ in range(n):
        put(game, states, 0, state)
        plays += burst(game, states[0], rng, scratch, BURST)
    return plays


@helper
def burst(game, state, rng, scratch, plays):
    """Make up to so many random plays; how many there were."""
    made = 0
    while made < plays and to_move(game, state) != TERMINAL:
        play(game, state, random_action(game, state, rng, scratch), rng)
        made += 1
    return made


def playouts(game, state, n: int, seed=0) -> int:
    """Play `n` uniformly random games to the end, from `state`; the number of plays."""
    scratch = np.empty(facts(game).branching, np.int32)
    return int(_playouts(game, copy(game, state), new_states(game, 1), stream(seed), scratch, n,
                         compiled=compiler.available()))


@entry
def _playouts(game, state, states, rng, scratch, n):
    plays = 0
    for _ in range(n):
        states[0] = state
        plays += playout(game, states[0], rng, scratch)
    return plays
