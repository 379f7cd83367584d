"""Other interpretations of hard pruning, where the paper does not specify it."""

from mcts_lab.search.mcts.memory import AHEAD, CALLS
from mcts_lab.search.mcts.pruning import HardPruning
from mcts_lab.search.mcts.saved_states import SavedStates

# Options for what hard pruning does with children that were never tried.
WAIT, DROP, JUDGE = 0, 1, 2


class HardPruningRead(HardPruning):
    """`HardPruning` in another interpretation.

    untried: when to prune children that were never tried. `WAIT`: prune only when all were tried; `DROP`: prune
    them first; `JUDGE`: treat them like the others. share: minimum share of children to keep, from 0 to 1.
    """

    ranges = HardPruning.ranges | {"untried": (WAIT, JUDGE), "share": (0, 1)}

    untried: int = WAIT
    share: float = 0.0

    def judges(self, child, memory):
        return memory.nodes[child].visits > 0 or self.untried == JUDGE

    def waits(self):
        return self.untried == WAIT

    def to_keep(self, count):
        return max(HardPruning.to_keep(self, count), int(self.share * count))


class EagerStates(SavedStates):
    """`SavedStates` that computes the states of all children when the first one is needed. Each is one `play` call."""

    def spare_states(self, facts):
        return 1 + facts.branching

    def makes_all(self):
        return True

    def expanded(self, game, state, first, n, memory):
        for child in range(first, first + n):
            game.put(memory.states, AHEAD, state)
            game.play(memory.states[AHEAD], int(memory.nodes[child].action), memory.rng)
            memory.counters[CALLS] += 1
            self.save(game, memory.states[AHEAD], child, memory)
