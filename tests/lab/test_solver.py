"""MCTS-Solver: what it calls proven is exact, whatever the number of players, the payoffs, and the actions left out."""

import numpy as np
import pytest
from positions import Moves, play_on, walk

from mcts_lab import UCT, Search, after, as_game, games, legal_actions, start
from mcts_lab.game import TERMINAL
from mcts_lab.search import HardPruningByMean, ProgressiveWidening
from mcts_lab.search.mcts.nodes import PROVEN

TTT = games.tic_tac_toe()


def best_payoffs(game, state, known):
    """Everybody's payoffs under best play, or None where they depend on which of equally good actions is played."""
    word = str(state)
    if word not in known:
        mover = game.to_move(state)
        if mover == TERMINAL:
            known[word] = tuple(game.payoff(state, p) for p in range(game.facts().players))
        else:
            below = [best_payoffs(game, after(game, state, a), known) for a in legal_actions(game, state)]
            if None in below:
                known[word] = None
            else:
                top = max(p[mover] for p in below)
                best = {p for p in below if p[mover] == top}
                known[word] = best.pop() if len(best) == 1 else None
    return known[word]


def some_positions(game, n, plays):
    """The states after so many plays of random games that are not over then."""
    for seed in range(n):
        *_, state = walk(game, seed, plays)
        if game.to_move(state) != TERMINAL:
            yield state


class Shares(Moves):
    """Players in turn choose 0 to 2; a table says what each of them gets for all choices together."""

    choices = actions = (0, 1, 2)

    def __init__(self, players, plays, seed, payoffs, teams=(), zero_sum=False):
        self.players, self.movers, self.length, self.teams = players, range(players), plays, teams
        self.low, self.high, self.zero_sum = min(payoffs), max(payoffs), zero_sum
        rng = np.random.default_rng(seed)
        self.table = rng.choice(payoffs, size=(3**plays, players))
        if teams:
            half = self.table[:, 0]
            self.table = np.stack([half if team == 0 else self.low + self.high - half for team in teams], axis=1)

    def payoff(self, state, player):
        return float(self.table[int("".join(map(str, state)), 3), player])


GAMES = {
    "two players, three odd payoffs": Shares(2, 5, 1, (0.0, 24.5, 49.0), teams=(0, 1), zero_sum=True),
    "two players, many payoffs, not zero-sum": Shares(2, 5, 2, tuple(range(7))),
    "three players": Shares(3, 5, 3, (0.0, 1.0, 5.0)),
    "four players in two teams": Shares(4, 5, 4, (-1.0, 0.0, 1.0), teams=(0, 1, 0, 1), zero_sum=True),
}


@pytest.mark.parametrize("plain", GAMES.values(), ids=GAMES)
def test_every_proven_node_is_exact(plain):
    game = as_game(plain)
    search = Search(game, start(game), UCT(solver=True), seed=5)
    search.run(1_500)
    known, proven = {}, 0
    tree = search.tree
    for node, status in enumerate(search.nodes["status"]):
        if status & PROVEN:
            exact = best_payoffs(game, tree.state(node), known)
            assert tuple(search.memory.proven[node]) == exact
            proven += search.nodes[node].children > 0
    assert proven > 3
    exact = best_payoffs(game, start(game), known)
    if exact is not None:
        assert search.result().proven and search.result().value == exact[0]


def test_what_a_kept_tree_calls_proven_is_exact():
    known, proven = {}, 0
    for seed, state in enumerate(some_positions(TTT, 4, 3)):
        search = Search(TTT, state, UCT(solver=True), seed=seed, compiled=False)
        search.run(300)
        play_on(search, search.result().action)
        for _ in range(2):
            tree = search.tree
            for node in np.flatnonzero(search.nodes["status"] & PROVEN):
                proven += 1
                assert tuple(search.memory.proven[node]) == best_payoffs(TTT, tree.state(int(node)), known)
            search.run(100)
    assert proven > 100


@pytest.mark.parametrize("pruning", [HardPruningByMean(20, 0.0, 1), ProgressiveWidening(1.0, 0.3)], ids=repr)
def test_pruning_never_makes_a_false_proof(pruning):
    known, proven = {}, 0
    for seed, state in enumerate(some_positions(TTT, 30, 4)):
        result = UCT(solver=True, pruning=pruning).search(TTT, state, iterations=300, seed=seed, compiled=False)
        if result.proven:
            proven += 1
            assert result.value == best_payoffs(TTT, state, known)[TTT.to_move(state)]
    assert proven > 5
