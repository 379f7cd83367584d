"""The trace of a search: what each phase of each iteration did, for widgets that show it step by step."""

from ...engine.distinct import Distinct
from .memory import EVENTS, ITERATIONS


class Trace(Distinct):
    """What is recorded of an iteration. By default nothing is, and nothing of it is compiled."""

    def record(self, memory, phase, node, reward, plays):
        """Write one event into the trace; the node's statistics are the ones before the event."""

    def recorded_before(self, memory):
        """Note the random stream as it is before a playout, in the event that will tell of it."""

    def recorded_after(self, memory, node):
        """Complete the event just written with the node's statistics as they are now."""


class Traced(Trace):
    """Every phase of every iteration is recorded in `Memory.trace`."""

    def record(self, memory, phase, node, reward, plays):
        event = memory.trace[memory.counters[EVENTS]]
        event.iteration = memory.counters[ITERATIONS]
        event.phase = phase
        event.node = node
        event.visits_before = memory.nodes[node].visits
        event.visits_after = memory.nodes[node].visits
        event.total_before = memory.nodes[node].total
        event.total_after = memory.nodes[node].total
        event.reward = reward
        event.plays = plays
        memory.counters[EVENTS] += 1

    def recorded_before(self, memory):
        event = memory.trace[memory.counters[EVENTS]]
        event.first_word = memory.rng[0]
        event.second_word = memory.rng[1]

    def recorded_after(self, memory, node):
        event = memory.trace[memory.counters[EVENTS] - 1]
        event.visits_after = memory.nodes[node].visits
        event.total_after = memory.nodes[node].total
