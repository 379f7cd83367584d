"""What may stand in the slots of a `UCT`, as checkers of types are told: a part needs no base class, but a method.

Which parts there are stands in `mcts_lab.search`; which methods a part may define besides, in the module of its slot.
Checkers do not see the methods that a class takes over by `methods_of`, so one of its own counts for it.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias


class Urgent(Protocol):
    def urgency(self, estimate, term, child, memory, /): ...


class Duelling(Protocol):
    def duel_bound(self, *args): ...


class Value(Protocol):
    def estimate(self, parent, child, memory, /): ...


class Counting(Protocol):
    def candidates(self, node, count, player, memory, /): ...


class Filtering(Protocol):
    def filter_actions(self, game, state, n, memory, /): ...


class Thinning(Protocol):
    def thin_out(self, world, game, state, node, count, player, memory, /): ...


class Leaf(Protocol):
    def evaluate(self, game, state, memory, /): ...


class Final(Protocol):
    def score(self, visits, mean, /): ...


class Choosing(Protocol):
    def select_child(self, game, parts, state, node, player, memory, /): ...


class Running(Protocol):
    def run_iterations(self, *args): ...


class Sampling(Protocol):  # and otherwise like another world
    def sample(self, game, root, state, memory, /): ...


class Availability(Protocol):  # likewise
    def counting(self): ...


class Grouping(Protocol):  # and otherwise like `MoveGroups`
    def group_under(self, game, state, action, /): ...


class Ordering(Protocol):
    def ordered(self): ...


class Believing(Protocol):
    def set_priors(self, game, state, first, count, player, memory, /): ...


Selection: TypeAlias = Urgent | Duelling
Pruning: TypeAlias = Counting | Filtering | Thinning | Grouping
World: TypeAlias = Choosing | Running | Sampling | Availability
Prior: TypeAlias = Ordering | Believing
