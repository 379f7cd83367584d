"""The final choice rule that was used for the stored games of several papers."""

from mcts_lab.search.mcts.final import MostVisits


class MeanBreaksTies(MostVisits):
    """`MostVisits` with another rule for ties: always take the highest mean reward, not the search's value."""

    def asks_value(self):
        return False
