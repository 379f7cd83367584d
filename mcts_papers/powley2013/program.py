"""Availability, counted as in the program that was published with the paper."""

from mcts_lab.search.mcts.information_sets import SingleObserver
from mcts_lab.search.mcts.nodes import children


class ProgramObserver(SingleObserver):
    """`SingleObserver` in which visits that add a child do not count for the availability of the other children."""

    def adding_child(self, node, player, memory):
        nodes, mark = memory.nodes, memory.legal_mark
        for child in children(nodes, node):
            if mark[nodes[child].action] == mark[-1] + 1 and nodes[child].mover == player:
                memory.of(self).available[child] -= 1
