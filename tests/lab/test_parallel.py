"""A search that another thread ends."""


import threading
import time

import numpy as np

from mcts_lab import UCT, Search, after, games, start

GAME = games.connect_four()
STATE = after(GAME, start(GAME), 3)


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
