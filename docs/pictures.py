"""Draw the README's pictures: ``python docs/pictures.py [FOLDER]``."""

import sys
from pathlib import Path

from mcts_lab import UCT, after, games, start
from mcts_lab.game import svg
from mcts_lab.games.hearthstone import set_table


def search_tree(folder):
    """The tree of a search in Connect Four, with the positions at its nodes."""
    game = games.connect_four()
    state = start(game)
    for column in (3, 3, 2):
        state = after(game, state, column)
    result = UCT().search(game, state, iterations=2000, seed=1)
    return result.tree.save(folder / "search_tree.svg", top=3, max_depth=2, max_nodes=9, boards=True, title="")


def position(folder, name, game, state=None):
    """A position of a game, by default the first."""
    path = folder / f"{name}.svg"
    path.write_text(svg(game, start(game, 1) if state is None else state), encoding="utf-8")
    return path


def table(game):
    """Hearthstone in the middle of a game."""
    state = start(game, 1)
    boards = (("Flametongue Totem", "Harvest Golem", "Al'Akir the Windlord"), ("Sludge Belcher", "Sylvanas Windrunner"))
    hands = (("Hex", "Lightning Storm", "Fire Elemental", "Rockbiter Weapon"), ("Kel'Thuzad", "Earth Shock", "Loatheb"))
    set_table(game, state, boards, hands, (("Feral Spirit",) * 17, ("Reincarnate",) * 16), (8, 8), (22, 13))
    return state


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    print(search_tree(folder))
    shaman = games.hearthstone("shaman")
    print(position(folder, "hearthstone", shaman, table(shaman)))
    print(position(folder, "tribes", games.tribes()))
    print(position(folder, "zelda", games.vgdl("zelda")))
