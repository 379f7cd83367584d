"""Draw the README's picture: ``python docs/pictures.py [FOLDER]``."""

import sys
from pathlib import Path

from mcts_lab import UCT, after, games, start


def search_tree(folder):
    """The tree of a search in Connect Four, with the positions at its nodes."""
    game = games.connect_four()
    state = start(game)
    for column in (3, 3, 2):
        state = after(game, state, column)
    result = UCT().search(game, state, iterations=2000, seed=1)
    return result.tree.save(folder / "search_tree.svg", top=3, max_depth=2, max_nodes=9, boards=True, title="")


if __name__ == "__main__":
    print(search_tree(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)))
