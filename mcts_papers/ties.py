"""The final choice with which the games of several papers were stored."""

from mcts_lab.search.mcts.final import MostVisits


class MeanBreaksTies(MostVisits):
    """`MostVisits`, where ties go to the higher mean reward, whatever the value of the search is."""

    def asks_value(self):
        return False
