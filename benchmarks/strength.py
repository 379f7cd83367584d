"""How strong our searches are beside OpenSpiel's in C++ at equal time: the rows of ``python -m benchmarks --strength``.

Both play whole games with a number of iterations each, ours so many that both take the same processor time. Theirs is
``MCTSBot`` with one random playout an iteration; it proves wins and losses (``solve``), as ours does in these games.
"""

from __future__ import annotations

from typing import NamedTuple

from mcts_lab import games
from mcts_lab.experiments.match import play_match, tally
from mcts_lab.experiments.statistics import score
from mcts_lab.players import SearchPlayer
from mcts_lab.search import RAVE, UCB1, UCT

SIMULATIONS = 500  # of theirs, for each move
CONSTANT = 1.0  # theirs: its values lie between -1 and 1, so this is 0.5 for ours, whose rewards lie between 0 and 1
TRIED = 4  # games from which the iterations of equal time follow
WARM = 2000  # iterations of ours in the first of these, which are played twice


class Match(NamedTuple):
    """A game by both names, and our search in it."""

    game: object
    other: str
    method: UCT


MATCHES = {
    "connect_four": Match(games.connect_four(), "connect_four", UCT(UCB1(0.5), solver=True)),
    "hex": Match(games.hex(size=9), "hex(board_size=9)", UCT(RAVE(), fpu=1.0)),
    "breakthrough": Match(games.breakthrough(), "breakthrough", UCT(UCB1(0.5), solver=True)),
    "othello": Match(games.othello(), "othello", UCT(UCB1(0.5), solver=True)),
    "tic_tac_toe": Match(games.tic_tac_toe(), "tic_tac_toe", UCT(UCB1(0.5), solver=True)),
}


class OpenSpielBot:
    """OpenSpiel's ``MCTSBot`` at one seat of one game; both programs number actions alike in `MATCHES`."""

    name = "OpenSpiel"

    def __init__(self, other, seed=0):
        import pyspiel

        game = pyspiel.load_game(other)
        self.other, self.state = other, game.new_initial_state()
        self.bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), CONSTANT, SIMULATIONS, 1000, True,
                                   seed, False)

    def sit(self, game, seat, seed):
        return OpenSpielBot(self.other, seed % 2**31)

    def watch(self, game, state, action):
        self.state.apply_action(int(action))

    def choose(self, game, state, seed):
        return self.bot.step(self.state)


def strength(chosen=(), number=200):
    """For each game, our points of so many against OpenSpiel's search at equal time: dicts with ``game``, ``ours`` and
    ``theirs`` (iterations), ``points`` with ``low`` and ``high`` (95 %), ``games``, and ``time``, our processor time
    over theirs.
    """
    for name, (game, other, method) in MATCHES.items():
        if chosen and name not in chosen:
            continue
        iterations = WARM
        for seed in (1, 2):
            tried = seconds(play(game, other, method, iterations, TRIED, seed))
            iterations = max(round(iterations * tried["OpenSpiel"] / tried["ours"]), 1)
        rows = play(game, other, method, iterations, number, 0)
        found, spent = tally(rows).set_index("player").loc["ours"], seconds(rows)
        points = score(*(int(found[column]) for column in ("wins", "draws", "losses")))
        yield {"game": name, "ours": iterations, "theirs": SIMULATIONS, "points": points.estimate, "low": points.low,
               "high": points.high, "games": points.n, "time": spent["ours"] / spent["OpenSpiel"]}


def play(game, other, method, iterations, number, seed):
    """Return the rows of a match with seats swapped."""
    ours = SearchPlayer(method, "ours", iterations=iterations)
    return play_match(game, [ours, OpenSpielBot(other)], number, seed=seed, timed=True)


def seconds(rows) -> dict:
    """Processor seconds of each player in rows of timed games."""
    return {name: sum(row[f"seconds_{seat}"] for row in rows for seat in (0, 1) if row[f"seat_{seat}"] == name)
            for name in ("ours", "OpenSpiel")}
