"""One game, and a match of many games, between players.

Every game has seeds of its own, derived from the match's seed and the game's number alone, so game 17 is the same
whether it is played first, last, alone or on another machine. With two players the games come in pairs from the same
start position with the same random events, sides swapped.
"""

from __future__ import annotations

import hashlib
import itertools
import time

import numpy as np

from ..checking import check_outsider
from ..engine.generic import compiler, entry
from ..engine.random import sequence, stream
from ..game import (
    CHANCE,
    TERMINAL,
    action_name,
    copy,
    facts,
    game_of,
    key,
    legal_actions,
    payoff,
    play,
    sample_outcome,
    start,
    to_move,
)
from ..players import Decision, SearchPlayer
from ..search.mcts.search import UCT
from ..search.mcts.stretch import MOVES, stretches


def spawned(seed, *path: int) -> np.random.SeedSequence:
    """The seed at `path` below `seed` (an integer, a ``SeedSequence`` or None), as ``SeedSequence.spawn`` numbers them.

    Unlike ``spawn`` it keeps no count: the same path always gives the same seed.
    """
    root = sequence(seed)
    return np.random.SeedSequence(root.entropy, spawn_key=(*root.spawn_key, *path), pool_size=root.pool_size)


def keyed(seed, text: str) -> np.random.SeedSequence:
    """The seed that belongs to a name below `seed`: it does not depend on what other names there are."""
    return spawned(seed, *map(int, np.frombuffer(hashlib.sha256(text.encode()).digest()[:16], "<u4")))


def play_game(game, players, seed=None, *, beginning=None, luck=None, repetition: int = 0, limit: int = 0,
              unfinished: float | None = None, moves: bool = False, timed: bool = False, measure=None,
              compiled: bool = False) -> dict:
    """Play one game and return its row.

    Parameters
    ----------
    players     one player for each seat of the game
    seed        of the players' choices (and of the start and random events, unless `luck` is given)
    beginning   the start position; None draws one
    luck        seed of the start position and of random events
    repetition  the game is drawn when a position (its `key`) has come back this often; 0: never. A game that is over
                by its rules is over, even if its last position repeats an earlier one.
    limit       the game ends unfinished after this many plays; 0: never
    unfinished  the payoff of all in a game ended by repetition or limit; None: half way between the lowest and highest
    moves       add a record of every move: seat, action, processor seconds and what the search tells (visits, ...)
    timed       add ``seconds_<seat>``: processor seconds spent choosing. Off, rows are the same on every machine.
    measure     a function ``(game, state) -> dict`` of further columns, from the last position
    compiled    run the rules compiled: worth it for games whose moves take long to play, otherwise not

    Returns a dict with ``seat_<i>`` (names), ``payoff_<i>``, ``plays_<i>`` for each seat i, ``plays`` (all of them,
    random events left out), ``ending`` ("rules", "repetition" or "limit").

    Raises ValueError if the number of players is wrong, a player's action is illegal, or the game may never end and has
    no limit.
    """
    game = game_of(game)
    known = facts(game)
    if len(players) != known.players:
        raise ValueError(f"{known.title} is played by {known.players}, but {len(players)} players were given")
    if not (known.ends or limit):
        raise ValueError(f"A game of {known.title} with these options may never end: give limit=.")
    if repetition < 0 or limit < 0:
        raise ValueError(f"repetition and limit must be 0 (off) or positive, not {repetition} and {limit}")
    compiled = compiled and compiler.available()
    if compiled:
        check_outsider(game)
    seed = spawned(seed)
    luck = spawned(seed, known.players) if luck is None else luck
    state = start(game, spawned(luck, 0)) if beginning is None else copy(game, beginning)
    rng = stream(spawned(luck, 1))
    fresh = [_Seeds(spawned(seed, seat)) for seat in range(known.players)]
    players = [p.sit(game, seat, fresh[seat]()) if hasattr(p, "sit") else p for seat, p in enumerate(players)]
    choices = [_chooser(p, moves) for p in players]
    watchers = [p.watch for p in players if hasattr(p, "watch")]
    together = {} if watchers or moves or timed else _searches(game, players)
    scratch = np.empty(known.branching, np.int32)
    clock = time.thread_time if timed or moves else float  # which may take longer than a short search
    seen = {}
    plays = [0] * known.players
    seconds = [0.0] * known.players
    record = []
    ending = "rules"
    while (mover := to_move(game, state)) != TERMINAL:
        if mover == CHANCE:
            action = int(scratch[sample_outcome(game, state, rng, scratch)])
        else:
            if repetition:
                position = int(key(game, state))
                seen[position] = seen.get(position, -1) + 1
                if seen[position] >= repetition:
                    ending = "repetition"
                    break
            if limit and sum(plays) >= limit:
                ending = "limit"
                break
            if mover in together and together[mover].pays():
                most = 1 if repetition else limit - sum(plays) if limit else MOVES
                for seat in _together(together[mover], state, rng, fresh, most):
                    plays[seat] += 1
                continue
            choose, checked = choices[mover]
            began = clock()
            action = choose(game, state, fresh[mover]())
            spent = clock() - began
            seconds[mover] += spent
            details = {}
            if moves and isinstance(action, Decision):
                action, details = action.action, action.details or {}
            if checked and action not in legal_actions(game, state):
                raise ValueError(_illegal(game, state, players[mover], action))
            plays[mover] += 1
            if moves:
                record.append({"seat": mover, "action": int(action), "seconds": spent, **details})
        for watch in watchers:
            watch(game, state, action)
        advance(game, state, action, rng, compiled=compiled)
    if ending == "rules":
        payoffs = [float(payoff(game, state, seat)) for seat in range(known.players)]
    else:
        payoffs = [(known.low + known.high) / 2 if unfinished is None else float(unfinished)] * known.players
    row = {f"seat_{i}": p.name for i, p in enumerate(players)}
    row |= {f"payoff_{i}": x for i, x in enumerate(payoffs)}
    row |= {f"plays_{i}": n for i, n in enumerate(plays)}
    row |= {"plays": sum(plays), "ending": ending}
    if timed:
        row |= {f"seconds_{i}": round(x, 6) for i, x in enumerate(seconds)}
    if measure is not None:
        row |= measure(game, state)
    if moves:
        row["moves"] = record
    return row


class _Seeds:
    """The seeds of one seat's choices, one after the other; some of them may be looked at ahead."""

    def __init__(self, seed):
        self._draw, self._ahead = np.random.PCG64(seed).random_raw, []

    def __call__(self) -> int:
        return self._ahead.pop(0) if self._ahead else self._draw()

    def ahead(self, n):
        """The next `n`, which are not taken by that."""
        self._ahead += self._draw(n - len(self._ahead)).tolist()
        return self._ahead

    def take(self, n):
        """Take as many, which have been looked at."""
        del self._ahead[:n]


def _together(stretch, state, rng, fresh, most) -> list[int]:
    """Make at most so many moves in one stretch, with the seeds of each seat; the seats that made them."""
    for seat, seeds in enumerate(fresh):
        stretch.seeds[seat] = seeds.ahead(MOVES)
    stretch.used[:] = 0
    made = stretch.play(state, rng, most)
    for seat, seeds in enumerate(fresh):
        seeds.take(int(stretch.used[seat]))
    return [seat for seat, _ in made]


def _searches(game, players) -> dict:
    """For the seats whose choices can be made in one stretch of compiled code, the `Stretch` that makes them."""
    budgets = {}
    for seat, player in enumerate(players):
        if type(player) is SearchPlayer and type(player.method) is UCT:
            budget = {name: amount for name, amount in player.budget.items() if amount is not None}
            if set(budget) <= {"iterations", "calls"}:
                budgets[seat] = player.method, budget.get("iterations"), budget.get("calls")
    return stretches(game, budgets)


@entry
def advance(game, state, action, rng):
    """Play one action."""
    play(game, state, action, rng)


def _chooser(player, moves):
    """How to ask `player`, and whether its answers need checking."""
    ask = player.decide if moves and hasattr(player, "decide") else player.choose
    return ask, not getattr(player, "always_legal", False)


def _illegal(game, state, player, action):
    names = ", ".join(f"{a} ({action_name(game, state, a)})" for a in legal_actions(game, state)[:20])
    return f"the player {player.name!r} chose {action!r}, which is not legal here; legal are: {names}"


def arrangements(seats: int, players: int, how="swapped") -> list[tuple[int, ...]]:
    """Who sits where: a list of tuples that name the player (by number) at each seat.

    `how` is "swapped" (every order of the players for up to three, every rotation for more; fewer players than seats
    alternate, so two players at four seats are two teams), "fixed" (the order given), or an explicit list of tuples.
    """
    if not isinstance(how, str):
        chosen = [tuple(int(p) for p in seating) for seating in how]
        for seating in chosen:
            if len(seating) != seats or not all(0 <= p < players for p in seating):
                raise ValueError(f"{seating} does not seat players 0..{players - 1} at {seats} seats")
        if not chosen:
            raise ValueError("the list of seatings is empty")
        return chosen
    if not 1 <= players <= seats or seats % players:
        raise ValueError(f"{players} players do not divide evenly over {seats} seats: give a list of seatings, such as "
                         f"seats=[(0, 1, 1), (1, 0, 0)]")
    order = tuple(range(players)) * (seats // players)
    if how == "fixed":
        return [order]
    if how == "swapped":
        if players <= 3:
            orders = list(itertools.permutations(range(players)))
        else:
            orders = [(*range(i, players), *range(i)) for i in range(players)]
        return [tuple(o) * (seats // players) for o in orders]
    raise ValueError(f"unknown seating {how!r}: choose 'swapped', 'fixed' or a list of tuples")


def play_match(game, players, games: int, seed=None, *, first: int = 0, seats="swapped", starts=None, progress=None,
               **options) -> list[dict]:
    """Play the games number `first` .. `first` + `games` - 1 of a match; return one row a game.

    Parameters
    ----------
    players   two or more players; fewer than the game has seats share them out (see `arrangements`)
    games     how many; with swapped seats a multiple of the number of arrangements is fair
    seed      of the whole match
    seats     see `arrangements`; successive games use successive arrangements from the same start
    starts    None (drawn from `seed`); a seed of their own, for matches to be compared on the same starts; or a list of
              start positions, taken in turn
    progress  called with (games done, games) after each game
    options   of `play_game`

    Each row is that of `play_game` with ``game`` (its number) and ``start`` (the start's number) in front. Timed, the
    first game is played once beforehand, so that no time contains compiling.
    """
    if games < 0 or first < 0:
        raise ValueError(f"the number of games must not be negative, but games={games} and first={first}")
    seed = spawned(seed)
    if starts is not None and not isinstance(starts, (int, np.integer, np.random.SeedSequence)):
        positions, luck = list(starts), spawned(seed, 1)
        if not positions:
            raise ValueError("the list of start positions is empty")
    else:
        positions, luck = None, spawned(seed, 1) if starts is None else spawned(starts)
    order = arrangements(facts(game).players, len(players), seats)

    def played(number):
        begin, seating = divmod(number, len(order))
        beginning = None if positions is None else positions[begin % len(positions)]
        row = play_game(game, [players[p] for p in order[seating]], spawned(seed, 0, number), beginning=beginning,
                        luck=spawned(luck, begin), **options)
        return {"game": number, "start": begin, **row}

    rows = []
    if games and options.get("timed"):
        played(first)  # whatever is compiled or read on first use is not the players' time
    for number in range(first, first + games):
        rows.append(played(number))
        if progress is not None:
            progress(number - first + 1, games)
    return rows


def by_seat(games):
    """Rows of games (a list or DataFrame) as a DataFrame with one row for each seat of each game.

    Columns: those of the game that belong to no seat, and ``seat``, ``player``, ``payoff``, ``plays``, ``result``
    ("win", "draw", "loss") and ``points`` (1, 0.5, 0). A seat wins if no payoff is higher and one is lower, so partners
    win together; all payoffs equal is a draw. In a game for one, the result is missing and the points are the payoff.
    Games may have different numbers of seats: a seat without a payoff is none.
    """
    import pandas as pd

    games = pd.DataFrame(games)
    seats = sum(1 for c in games.columns if c.startswith("payoff_"))
    if not seats:
        raise ValueError("these are not rows of games: they have no column payoff_0")
    parts = []
    per_seat = [c.rpartition("_")[0] for c in games.columns if c.endswith("_0") and f"payoff{c[-2:]}" in games.columns]
    own = {f"{c}_{i}" for c in per_seat for i in range(seats)}
    shared = [c for c in games.columns if c not in own]
    payoffs = games[[f"payoff_{i}" for i in range(seats)]].to_numpy(float)
    high, low = np.fmax.reduce(payoffs, axis=1), np.fmin.reduce(payoffs, axis=1)
    for i in range(seats):
        part = games[shared].copy()
        part["seat"] = i
        for column in per_seat:
            part["player" if column == "seat" else column] = games[f"{column}_{i}"]
        mine = payoffs[:, i]
        if seats == 1:
            part["result"], part["points"] = None, mine
        else:
            part["result"] = np.where(high == low, "draw", np.where(mine == high, "win", "loss"))
            part["points"] = np.where(high == low, 0.5, (mine == high) * 1.0)
        parts.append(part[~np.isnan(mine)])
    return pd.concat(parts).sort_index(kind="stable").reset_index(drop=True)


def tally(games, by=("player",)):
    """Wins, draws, losses, games and mean points for each player (or whatever columns of `by_seat` `by` names)."""
    seats = by_seat(games)
    grouped = seats.groupby(list(by), sort=False)
    table = grouped["result"].value_counts().unstack(fill_value=0)
    table = table.reindex(columns=["win", "draw", "loss"], fill_value=0)
    table.columns = ["wins", "draws", "losses"]
    table["games"] = grouped.size()
    table["points"] = grouped["points"].mean()
    return table.reset_index()
