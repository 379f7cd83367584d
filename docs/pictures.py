"""Draw the README's pictures: ``python docs/pictures.py [FOLDER]``."""

import sys
from pathlib import Path

from mcts_lab import UCT, after, games, start
from mcts_lab.game import svg


def search_tree(folder):
    """The tree of a search in Connect Four, with the positions at its nodes."""
    game = games.connect_four()
    state = start(game)
    for column in (3, 3, 2):
        state = after(game, state, column)
    result = UCT().search(game, state, iterations=2000, seed=1)
    return result.tree.save(folder / "search_tree.svg", top=3, max_depth=2, max_nodes=9, boards=True, title="")


def position(folder, name, game):
    """The first position of a game."""
    path = folder / f"{name}.svg"
    path.write_text(svg(game, start(game, 1)), encoding="utf-8")
    return path


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    print(search_tree(folder))
    print(position(folder, "tribes", games.tribes()))
    print(position(folder, "zelda", games.vgdl("zelda")))
