"""Trees side by side: the same answer from the same seed, sums over the trees, stopping."""


import threading
import time

import numpy as np
import pytest

from mcts_lab import UCT, Search, after, as_game, games, start
from mcts_lab.engine.random import sequence
from mcts_lab.search.mcts.nodes import LOSS, PROVEN

GAME = games.connect_four()
STATE = after(GAME, start(GAME), 3)


def test_the_answer_is_the_sum_of_trees_with_their_own_seeds():
    result = UCT().search(GAME, STATE, iterations=301, seed=5, workers=3, compiled=False)
    again = UCT().search(GAME, STATE, iterations=301, seed=5, workers=3, compiled=False)
    assert (result.visits, result.values, result.action) == (again.visits, again.values, again.action)
    trees = [Search(GAME, STATE, UCT(), seed=child, compiled=False).run(n)
             for child, n in zip(sequence(5).spawn(3), (100, 100, 101), strict=True)]
    assert result.visits == {a: sum(tree.visits[a] for tree in trees) for a in result.visits}
    assert result.iterations == 301 == sum(result.visits.values()) and result.calls == sum(t.calls for t in trees)
    mean = sum(tree.visits[2] * tree.values[2] for tree in trees) / result.visits[2]
    assert result.values[2] == pytest.approx(mean)
    assert result.action == max(result.visits, key=result.visits.get)


class Trap:
    """Action 1 wins unless one of nine replies is found; after action 0 nothing is known for six more plays."""

    low, high = -1.0, 1.0

    def start(self):
        return ()

    def to_move(self, state):
        return None if len(state) == (2 if state[:1] == (1,) else 7) else len(state) % 2

    def legal(self, state):
        return range({(): 2, (1,): 9}.get(state, 3))

    def play(self, state, action):
        return (*state, action)

    def payoff(self, state, player):
        won = state[1] != 4 if state[0] == 1 else sum(state) % 2 == 0
        return 1.0 if won == (player == 0) else -1.0


def test_what_one_tree_knows_to_lose_is_not_played_however_often_it_was_visited():
    game, met = as_game(Trap()), 0
    for seed in range(20):
        result = UCT(solver=True).search(game, start(game), iterations=20, seed=seed, workers=2, compiled=False)
        trees = [Search(game, start(game), UCT(solver=True), seed=child, compiled=False)
                 for child in sequence(seed).spawn(2)]
        lost = [tree.run(10).search.statuses()[1] & PROVEN == LOSS for tree in trees]
        if sum(lost) == 1 and result.visits[1] > result.visits[0]:
            met += 1
            assert result.action == 0 and result.values[1] == -1.0
    assert met > 2


@pytest.mark.parametrize("wrong", [dict(workers=20, iterations=10), dict(workers=2), *(
    dict(workers=workers, iterations=10) for workers in (0, -1, 1.5, True, 10**6))], ids=str)
def test_what_cannot_be_shared_is_refused(wrong):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        UCT().search(GAME, STATE, seed=1, **wrong)


def test_progress_counts_all_trees_and_a_stop_ends_them():
    seen = []

    def interrupted(done, of):
        seen.append((done, of))
        if done > 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        UCT().search(GAME, STATE, iterations=10**7, seed=1, workers=2, compiled=False, progress=interrupted)
    assert seen[-1][1] == 10**7 and 50 < seen[-1][0] < 10**6


def test_a_search_in_another_thread_can_be_stopped():
    search = Search(GAME, STATE, UCT(), seed=1, compiled=False)
    running = threading.Thread(target=search.run, args=(10**7,))
    running.start()
    while search.iterations < 40:
        time.sleep(0.01)
    search.stop()
    running.join(60)
    assert not running.is_alive()
    assert sum(search.result().visits.values()) == search.iterations == int(np.asarray(search.nodes["visits"])[0])
