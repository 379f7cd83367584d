"""What one iteration does: whose rewards go where, and what is not visited again; interpreted."""

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.game import CHANCE, start
from mcts_lab.search import UCT, Search
from mcts_lab.search.mcts.tree import BACK_UP, LOSS, PROVEN, ROOT


def searched(game, method, iterations, seed=1):
    search = Search(game, start(game, 0), method, seed=seed, compiled=False, trace=True)
    search.run(iterations)
    return search


def backed_up(search):
    """For each iteration the rewards that were backed up, by the player who got them."""
    events = search.memory.trace[: search.result().iterations * 100]
    found = {}
    for event in events[events["phase"] == BACK_UP]:
        mover = int(search.nodes[event["node"]]["mover"])
        owner = int(search.nodes[ROOT]["mover"]) if mover == CHANCE else mover
        found.setdefault(int(event["iteration"]), []).append((owner, float(event["reward"])))
    return found


@pytest.mark.parametrize(("name", "options", "method"), [
    ("uniform_tree", {"branching": 3, "depth": 5, "values": 9}, UCT(solver=True)),  # proven leaves are visited again
    ("tic_tac_toe", {}, UCT(solver=True)),
    ("pig", {"win_score": 5, "faces": 3}, UCT()),  # chance in between, and several plays in a row
])
def test_in_each_iteration_a_player_has_one_reward_and_the_others_is_the_rest(name, options, method):
    search = searched(games.make(name, **options), method, 400)
    seen = 0
    for rewards in backed_up(search).values():
        by_player = [{reward for owner, reward in rewards if owner == player} for player in (0, 1)]
        assert all(len(values) <= 1 for values in by_player)
        if all(by_player):
            assert sum(value for values in by_player for value in values) == pytest.approx(1.0)
            seen += 1
    assert seen > 15


def test_a_child_proven_to_be_lost_is_not_visited_again():
    game = games.nim(piles=(1, 2, 3))
    search = Search(game, start(game), UCT(solver=True), seed=2, compiled=False)
    lost, checked = {}, 0
    for _ in range(200):
        search.step()
        nodes = search.nodes
        for node, visits in lost.items():
            parent = nodes[node]["parent"]
            siblings = nodes[nodes["parent"] == parent]
            if (siblings["status"] & PROVEN != LOSS).any():
                assert nodes[node]["visits"] == visits
                checked += 1
        lost = {int(node): int(nodes[node]["visits"]) for node in np.flatnonzero(nodes["status"] & PROVEN == LOSS)}
    assert checked > 10
