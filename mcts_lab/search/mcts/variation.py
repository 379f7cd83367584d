"""The principal variation: how a search expects the game to go on.

At the root it is what the search would play now, by its own final choice, with its ties and with what is proven. Below
it is what the same rule would choose, asked at each node in the perspective of the player who moves there. Two kinds of
nodes have no such player: chance chooses nothing, so its most visited outcome follows; and where guessed worlds differ
in who is to move, the player of the most visited child chooses, among that player's children. Of equally visited ones
the first made counts. The variation ends where nothing below has been visited.
"""

from __future__ import annotations

from collections.abc import Callable

from ...game import CHANCE


def line_of(nodes, node, children_of: Callable, choose: Callable) -> list[int]:
    """The principal variation in the tree `nodes`, from `node` on.

    children_of:  children_of(node): the list of a node's children, in the order in which they were made
    choose:       choose(siblings): the place of the one that the final choice takes, among children of one mover
    """
    line = [int(node)]
    while True:
        children = children_of(line[-1])
        visits = nodes["visits"][children].tolist()
        if not any(visits):
            return line
        mover, most = nodes["mover"][children].tolist(), visits.index(max(visits))
        if mover[most] == CHANCE:
            line.append(children[most])
        else:
            siblings = [child for child, player in zip(children, mover, strict=True) if player == mover[most]]
            line.append(siblings[choose(siblings)])
