"""The trace of a search: the events of each phase of each iteration, for widgets that show it step by step."""

from ...engine.distinct import Distinct
from .memory import EVENTS, ITERATIONS


class Trace(Distinct):
    """The base class of traces, which records nothing. Compiled code with this class contains no code for a trace."""

    def record(self, memory, phase, node, reward, plays):
        """Write one event into the trace, with the node's statistics before the event."""

    def recorded_before(self, memory):
        """Store the state of the random stream before a playout in the next event."""

    def recorded_after(self, memory, node):
        """Add the node's present statistics to the last event."""


class Traced(Trace):
    """A trace that records every phase of every iteration in `Memory.trace`."""

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
