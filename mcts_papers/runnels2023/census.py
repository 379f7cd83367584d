"""Every start of soccer instead of a sample: what players who do not use chance do, exactly.

The game has few positions, so minimax to a fixed depth need not be searched: the values of all positions at one ply
more follow from those at one ply less, all at once. A policy is then a list with the position that follows each
position, and a game is a walk along it. Pruning changes no value, so this is alpha-beta as well as minimax.

Games are those of the experiments: both sides use one setting unless said otherwise, and a position that comes back is
a draw. Either side may make the first move. Among equally good actions the "first" listed is taken (as the project's
searches do), or the "last", or one by "random", in one game from each start.
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
    """All positions that can occur from starts with either side to move; position i is row i or element i."""

    states: np.ndarray  # records
    live: np.ndarray  # int64: the unfinished positions
    mover: np.ndarray  # int8[all]
    winner: np.ndarray  # int8[all], NOBODY where the game is not over
    first: np.ndarray  # int64[all + 1]: the actions of position i are elements first[i] .. first[i+1] - 1 of
    following: np.ndarray  # int32: the position each action leads to, in the order in which the rules list the actions
    starts: dict  # who moves first -> int32[10,368]


@functools.lru_cache(maxsize=1)
def positions() -> Positions:
    """All positions, listed once in each process."""
    game = Soccer()._replace(limit=0)
    red = start_states(game)
    blue = red.copy()
    blue["mover"] = BLUE
    both = np.concatenate([red, blue]).view(np.recarray)
    states, _, first, _, following = enumerate_states(game, both, compiler.available())
    winner = states["winner"].astype(np.int8)
    # starts are listed first, each once, in the order given
    starts = {"red": np.arange(len(red), dtype=np.int32), "blue": np.arange(len(red), 2 * len(red), dtype=np.int32)}
    return Positions(states, np.flatnonzero(winner == NOBODY), states["mover"].astype(np.int8), winner, first,
                     following, starts)


@entry
def _estimates(game, states, player, out):
    for i in range(len(states)):
        out[i] = game.heuristic(states[i], player)


def values(game, player, plies):
    """What every position is worth to `player` after minimax of so many plies: a list, one float64[all] for each depth.

    [Runnels 2023, Eq. 1], with the evaluation of Eqs. 3-6 in the eyes of the player at the root, stretched to the
    game's payoffs. Element d is the value d plies deep; the last is `plies`.
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
    """The positions that a player may choose to go to: of position i, elements first[i] .. first[i] + count[i] - 1."""

    first: np.ndarray  # int64[all]
    count: np.ndarray  # int64[all]; 0 where another player moves or the game is over
    following: np.ndarray  # int32


def best(levels, player, depth) -> Best:
    """The equally good choices of `player`, who looks `depth` plies ahead (at least 1); `levels` are its `values`."""
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
    """One game from every start: the winners (int8, NOBODY for a draw) and the moves of Red and of Blue (int64).

    `red` and `blue` are the choices of the two sides, `first` says who begins, `ties` which of equally good choices is
    taken; `seed` is of the random ones.
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
    """A census in numbers: games won by each side, and mean and standard deviation of both sides' moves."""
    return {"red": int((winners == RED).sum()), "blue": int((winners == BLUE).sum()),
            "draws": int((winners == NOBODY).sum()),
            "red_moves": round(float(red_moves.mean()), 4), "red_sd": round(float(red_moves.std()), 4),
            "blue_moves": round(float(blue_moves.mean()), 4), "blue_sd": round(float(blue_moves.std()), 4)}


def self_play(game, plies, seed=0):
    """Both sides with the same depth: a row for each depth up to `plies`, each first mover and each way with ties."""
    levels = {side: values(game, side, plies - 1) for side in (RED, BLUE)}
    for depth in range(1, plies + 1):
        red, blue = (best(levels[side], side, depth) for side in (RED, BLUE))
        for first in FIRST_MOVERS:
            for ties in TIES:
                yield {"plies": depth, "first": first, "ties": ties,
                       **summary(*play_all(red, blue, first, ties, [seed, depth, FIRST_MOVERS[first]]))}


def duels(game, plies, seed=0):
    """Each depth against each other from every start, in both colours: a row for each pair, first mover and ties."""
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
    """How often the move of each depth keeps what a start is worth, over all won and all drawn starts (Red moves).

    ``to_loss`` counts the starts from which the opponent could then force a win.
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
