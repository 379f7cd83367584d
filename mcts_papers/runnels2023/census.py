"""Exact results of players without randomness from every start of soccer, instead of a sample.

The game has few positions, so minimax to a fixed depth does not need a search: the values of all positions at one
more ply follow from those at one ply less. A policy is then a list with the next position for each position, and a
game follows this list. Pruning changes no value, so the results hold for alpha-beta as well as for minimax.

The games are as in the experiments: both sides use the same setting unless another is given, and a repeated
position is a draw. Either side may make the first move. Of equally good actions, a player takes the "first" listed
one (as the project's searches do), the "last" one, or a "random" one, with one game from each start.
"""

from __future__ import annotations

import functools
import itertools
from typing import NamedTuple

import numpy as np

from mcts_lab.engine.generic import compiler, entry

from ..games.soccer import BLUE, DRAWN, NOBODY, RED, Soccer, solution_of
from ..games.soccer.solution import enumerate_states, start_states

FIRST_MOVERS = {"red": RED, "blue": BLUE}
TIES = ("first", "last", "random")


class Positions(NamedTuple):
    """All positions that can occur from starts with either side to move. Position i is row i or element i."""

    states: np.ndarray  # records
    live: np.ndarray  # int64: the unfinished positions
    mover: np.ndarray  # int8[all]
    winner: np.ndarray  # int8[all], NOBODY if the game is not over
    first: np.ndarray  # int64[all + 1]: position i has elements first[i] .. first[i+1] - 1 of `following`
    following: np.ndarray  # int32: for each action the next position, in the order in which the rules list the actions
    starts: dict  # side that moves first -> int32[10,368]


@functools.lru_cache(maxsize=1)
def positions() -> Positions:
    """Return all positions. They are listed only once per process."""
    game = Soccer()._replace(limit=0)
    red = start_states(game)
    blue = red.copy()
    blue["mover"] = BLUE
    both = np.concatenate([red, blue]).view(np.recarray)
    states, _, first, _, following = enumerate_states(game, both, compiler.available())
    winner = states["winner"].astype(np.int8)
    # the first rows are the starts, each once, in the given order
    starts = {"red": np.arange(len(red), dtype=np.int32), "blue": np.arange(len(red), 2 * len(red), dtype=np.int32)}
    return Positions(states, np.flatnonzero(winner == NOBODY), states["mover"].astype(np.int8), winner, first,
                     following, starts)


@entry
def _estimates(game, states, player, out):
    for i in range(len(states)):
        out[i] = game.heuristic(states[i], player)


def values(game, player, plies):
    """Return the minimax values of all positions for `player`: a list with a float64[all] for each depth up to `plies`.

    The values are by [Runnels 2023, Eq. 1], with the evaluation of Eqs. 3-6 from the view of the player at the
    root, scaled to the game's payoffs.
    """
    known = positions()
    found = np.empty(len(known.states))
    _estimates(game, known.states, player, found, compiled=compiler.available())
    levels = [found]
    begin, mine = known.first[known.live], known.mover[known.live] == player
    for _ in range(plies):
        below = levels[-1][known.following]
        here = levels[-1].copy()
        here[known.live] = np.where(mine, np.maximum.reduceat(below, begin), np.minimum.reduceat(below, begin))
        levels.append(here)
    return levels


class Best(NamedTuple):
    """The best next positions of a player. Those of position i are the elements first[i] to first[i] + count[i] - 1.
    """

    first: np.ndarray  # int64[all]
    count: np.ndarray  # int64[all]; 0 if another player moves or the game is over
    following: np.ndarray  # int32


def best(levels, player, depth) -> Best:
    """Return the best choices of `player` at a depth of at least 1 ply. levels: the player's values (see `values`)."""
    known = positions()
    after = levels[depth - 1][known.following]
    top = np.full(len(known.states), np.inf)
    top[known.live] = np.maximum.reduceat(after, known.first[known.live])
    sizes = np.diff(known.first)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    good = (after == top[owner]) & (known.mover[owner] == player)
    count = np.bincount(owner[good], minlength=len(sizes))
    first = np.concatenate([[0], np.cumsum(count)[:-1]])
    return Best(first, count, known.following[good])


def play_all(red: Best, blue: Best, first="red", ties="first", seed=0):
    """Play one game from every start. Return the winners (int8, NOBODY for a draw), Red's moves and Blue's (int64).

    red, blue: the best choices of both sides. first: the side that moves first. ties: the rule for equally good
    choices, "first", "last" or "random". seed: seed for random choices.
    """
    known = positions()
    rng = np.random.default_rng(seed)
    here = known.starts[first]
    games = np.arange(len(here))
    winners = np.full(len(here), NOBODY, np.int8)
    moves = np.zeros((2, len(here)), np.int64)
    passed = [here]  # the positions of the games that still run, oldest first
    while len(games):
        mover = known.mover[here]
        following = np.empty(len(here), np.int32)
        for side, choices in ((RED, red), (BLUE, blue)):
            chosen = np.flatnonzero(mover == side)
            at, many = choices.first[here[chosen]], choices.count[here[chosen]]
            if ties == "random":
                at = at + (rng.random(len(chosen)) * many).astype(np.int64)
            elif ties == "last":
                at = at + many - 1
            following[chosen] = choices.following[at]
            moves[side, games[chosen]] += 1
        winners[games] = known.winner[following]
        running = known.winner[following] == NOBODY
        for before in passed:
            running &= before != following
        games, here = games[running], following[running]
        passed = [before[running] for before in passed] + [here]
    return winners, moves[RED], moves[BLUE]


def summary(winners, red_moves, blue_moves) -> dict:
    """Return the results of a census: games won by each side, and mean and standard deviation of both sides' moves."""
    return {"red": int((winners == RED).sum()), "blue": int((winners == BLUE).sum()),
            "draws": int((winners == NOBODY).sum()),
            "red_moves": round(float(red_moves.mean()), 4), "red_sd": round(float(red_moves.std()), 4),
            "blue_moves": round(float(blue_moves.mean()), 4), "blue_sd": round(float(blue_moves.std()), 4)}


def self_play(game, plies, seed=0):
    """Yield results of games in which both sides search to the same depth.

    There is a row for each depth up to `plies`, each first mover, and each rule for ties.
    """
    levels = {side: values(game, side, plies - 1) for side in (RED, BLUE)}
    for depth in range(1, plies + 1):
        red, blue = (best(levels[side], side, depth) for side in (RED, BLUE))
        for first in FIRST_MOVERS:
            for ties in TIES:
                yield {"plies": depth, "first": first, "ties": ties,
                       **summary(*play_all(red, blue, first, ties, [seed, depth, FIRST_MOVERS[first]]))}


def duels(game, plies, seed=0):
    """Yield results of games between each two depths, from every start, in both colours.

    There is a row for each pair of depths, each first mover, and each rule for ties.
    """
    levels = {side: values(game, side, plies - 1) for side in (RED, BLUE)}
    choices = {(side, depth): best(levels[side], side, depth) for side in (RED, BLUE) for depth in range(1, plies + 1)}
    for deep in range(2, plies + 1):
        for shallow, first, ties in itertools.product(range(1, deep), FIRST_MOVERS, TIES):
            luck = [seed, deep, shallow, FIRST_MOVERS[first]]
            as_red = play_all(choices[RED, deep], choices[BLUE, shallow], first, ties, [*luck, RED])[0]
            as_blue = play_all(choices[RED, shallow], choices[BLUE, deep], first, ties, [*luck, BLUE])[0]
            yield {"deep": deep, "shallow": shallow, "first": first, "ties": ties, "starts": len(as_red),
                   "wins": int((as_red == RED).sum() + (as_blue == BLUE).sum()),
                   "losses": int((as_red == BLUE).sum() + (as_blue == RED).sum())}


def kept(game, plies):
    """Yield how often the move of each depth keeps the exact value of a start, for all won and all drawn starts.

    Red is to move. ``to_loss`` is the number of starts in which the move lets the opponent force a win.
    """
    exact = solution_of(Soccer())
    known = positions()
    levels = values(game, RED, plies - 1)
    worth = exact.value[exact.starts]
    for depth in range(1, plies + 1):
        choices = best(levels, RED, depth)
        after = known.states[choices.following[choices.first[known.starts["red"]]]].view(np.recarray)
        then = exact.value[exact.find(after)]
        for name, value in (("win", RED), ("draw", DRAWN)):
            chosen = worth == value
            yield {"plies": depth, "worth": name, "starts": int(chosen.sum()),
                   "kept": int((then == value)[chosen].sum()), "to_loss": int((then == BLUE)[chosen].sum())}
