"""The preparation of a search, made once before its first iteration: facts, checks of components, code and arrays."""

from __future__ import annotations

import functools
import math
from functools import cached_property

import numpy as np

from ...checking import check_outsider
from ...engine.bundle import Arrays, Owned
from ...engine.generic import compiler, has_rules_from_outside, kind
from ...engine.warm_up import WarmUp, compiles_first
from ...game import Game, reward_sum
from .checks import check, check_root
from .components import Component, Prior, Solver, overrides
from .interpreted import InterpretedMemory
from .loop import Components, loop_of
from .memory import COUNTERS, FIRST_SAVED, MARGIN, MOST_PLAYS, Memory, small_counts
from .needs import all_components
from .nodes import TRACE_EVENT, new_tree
from .remembering import each_once, overriding
from .solver import Solved
from .trace import Trace, Traced

FIRST_NODES = {True: 1 << 11, False: 1 << 10}  # compiled or not: initial number of nodes for which there is room


class Plan:
    """The preparation for searches of `game` by `method`. Nothing in it changes except its machine code.

    game, facts: the game and the facts about it. known: the same facts, but without outcomes if leaf evaluations may
    give rewards that are not among them. method, components: the checked `UCT`, and its form for the loop.
    every_component: all components, also those inside other components. compiled: whether the search runs compiled,
    from the first iteration or later. waits: whether the search begins interpreted if its machine code is missing (see
    `engine.warm_up`). begins: the components that define `begin_run`. trees: number of trees. keeps_states: whether
    nodes store their states. spare: numbers of nodes, trace events and states that must be free to begin an iteration.
    """

    def __init__(self, game, method, compiled=None, trace=False):
        self.game, self.facts = game, game.facts()
        self.method = method = check(game, method)
        self.every_component = every = tuple(all_components(method))
        self.graded = overrides(game, Game.grade)
        known = method.leaf.pays_off and not self.graded  # otherwise rewards may occur that `outcomes` does not have
        self.known = self.facts if known else self.facts._replace(outcomes=())
        self._blank = game.new_states(1)
        records = isinstance(self._blank, np.ndarray)
        self._flat = records and all(kind[0].base.fields is None for kind in self._blank.dtype.fields.values())
        if compiled and not records:
            raise ValueError(f"{self.facts.title} is a plain Python game, which cannot be compiled. Leave out "
                             "compiled=True, or write the game as a class whose states are NumPy records (see lesson "
                             "04, section 5).")
        self.compiled = (records and compiler.available()) if compiled is None else compiled
        if self.compiled:
            check_outsider(game)
        self.waits = self.compiled and compiled is None
        self.trace = trace
        self.trees = method.tree.trees(self.facts.players)
        if trace and method.tree.several_paths:
            raise ValueError(f"A trace shows one path per iteration, but {type(method.tree).__name__}() follows "
                             "several. Leave out trace=True, or use another tree.")
        self.components = Components(
            method.selection, method.value, method.pruning, method.leaf, method.tree, method.prior,
            None if method.fpu == math.inf else float(method.fpu),
            Solved(two_sided(self.facts)) if method.solver else Solver(), Traced() if trace else Trace(), method.backup,
            each_once(every),
        )
        leaves = (method.leaf, *all_components(method.leaf))
        self.of_leaf = owners(leaves, self.known)
        self.others = owners([one for one in every if not any(one is leaf for leaf in leaves)], self.known)
        self.begins = overriding(every, Component.begin_run)
        self.keeps_states = method.tree.keeps_states()
        self.spare = (2 * self.facts.branching + 2 + sum(component.spare_nodes(self.facts) for component in every),
                      2 * self.facts.length + 8,
                      FIRST_SAVED + sum(component.spare_states(self.facts) for component in every))
        self._code = None
        if compiled is None and records and not self.compiled and (modules := compiler.modules()):
            self.compiled = True  # so that `memory` makes the memory of a compiled search, for which code is sought
            loop, arguments = self._call(self.copy_of(self._blank[0])[0], self.memory())
            self.compiled = loop.compiles(*arguments)
            if not self.compiled:
                modules.say_interpreted(self.facts.title)

    @cached_property
    def light(self) -> bool:
        """Whether an interpreted search may work on light objects (see `interpreted`).

        It may not if a component is from another package, because this component may need arrays.
        """
        return not any(has_rules_from_outside(type(component)) for component in self.every_component)

    @property
    def looks_ahead(self) -> bool:
        """Whether a component uses the number of iterations left."""
        return any(component.looks_ahead for component in self.every_component)

    @property
    def shared(self) -> float:
        """The sum of two players' rewards if a component uses it. Otherwise 1."""
        reflects = any(component.reflects for component in self.every_component)
        return reward_sum(self.game) if reflects and self.facts.players == 2 and self.facts.zero_sum else 1.0

    def check_root(self, state) -> int:
        """Return the player to move in `state`. Raises ValueError if no player is to move."""
        return int(check_root(self.game, state))

    def copy_of(self, state):
        """Return an array that contains a copy of `state` as its only element."""
        states = self._blank.copy() if self._flat else self.game.new_states(1)
        states[0] = state
        return states

    @property
    def state_bytes(self) -> int:
        """The size of a state in bytes if states are records. Otherwise 0, because the size is unknown."""
        return getattr(self._blank, "nbytes", 0)

    def warm_up(self, root, memory) -> WarmUp | None:
        """Return the `WarmUp` of these searches. Return None if their machine code exists or is compiled first."""
        if self._code is not None or compiles_first():
            return None
        loop, arguments = self._call(root, memory)
        found = loop.warm_up(*arguments)
        if found is None or isinstance(found, WarmUp):
            return found
        self._code = found

    def code(self, root, memory):
        """Return the function `run_iterations` for these searches, compiled if needed."""
        if self._code is None:
            loop, arguments = self._call(root, memory)
            told = f"{self.facts.title} for this search"
            self._code = loop.code(*arguments, told=told) if self.compiled else loop.function
        return self._code

    def _call(self, root, memory):
        """Return the loop, and example arguments for compiling it."""
        tree = self.components.tree
        return loop_of(tree), (tree, self.game, self.components, root, memory, 0, 0, self.spare)

    @cached_property
    def fixed(self) -> dict:
        """The arrays that never change, which all memories share."""
        low, high, (root_logs, inverse_roots) = float(self.facts.low), float(self.facts.high), small_counts()
        return {"scale": np.array([low, 1.0 / (high - low), high, self.shared]), "root_logs": root_logs,
                "outcomes": (np.array(self.known.outcomes, np.float64) - low) / (high - low),
                "inverse_roots": inverse_roots}

    def memory(self, capacity=None, at_least=0) -> Memory:
        """Return memory for one search, with room for `capacity` nodes, or for the initial number if it is None."""
        fact, method = self.known, self.method
        capacity = capacity or max(FIRST_NODES[self.compiled], 8 * fact.branching, at_least + self.trees)
        counters = np.zeros(COUNTERS, np.int64)
        counters[MOST_PLAYS] = fact.length
        return (Memory if self.compiled or not self.light else InterpretedMemory)(
            nodes=new_tree(capacity),
            path_ends=np.zeros(self.trees, np.int32),
            scratch=np.zeros(fact.branching + MARGIN, np.int32),
            rewards=np.zeros(fact.players),
            grades=np.zeros(fact.players if self.graded else 0),
            rng=np.zeros(2, np.uint64),
            counters=counters,
            **self.fixed,
            legal_mark=np.zeros(1 if method.tree.nodes_are_states() else 2 * fact.actions + 3, np.int64),
            priors=np.zeros(capacity if method.prior.ordered() or overrides(method.prior, Prior.set_priors) else 1),
            proven=np.zeros((capacity if method.solver else 0, fact.players)),
            trace=np.zeros(1 << 12 if self.trace else 0, np.dtype((np.record, TRACE_EVENT))),
            worths=np.zeros(fact.branching + MARGIN),
            states=self.game.new_states(self.spare[2]),
            owned_by_leaf=Owned({type(component): arrays_of(component, capacity, fact) for component in self.of_leaf}),
            owned=Owned({type(component): arrays_of(component, capacity, fact) for component in self.others}),
        )


def plan_of(game, method, compiled=None, trace=False) -> Plan:
    """Return the `Plan` of a search. If an earlier search had an equal game and method, return its plan.

    The types must be equal too. For example 1, 1.0 and True are equal, but a parameter may allow only one of them.
    """
    usable = compiler.available()
    try:
        return _plan(game, method, compiled, trace, kind((game, method)), usable)
    except TypeError:  # the game or method contains a value that cannot be hashed, such as an array of a model
        return Plan(game, method, compiled, trace)


@functools.lru_cache(maxsize=32)
def _plan(game, method, compiled, trace, *rest):
    return Plan(game, method, compiled, trace)


def owners(components, facts) -> tuple:
    """Return the components that have arrays, one of each class.

    Raises ValueError if two components of the same class need arrays of different sizes.
    """
    found = {}
    for component in components:
        if not (overrides(component, Component.node_arrays) or overrides(component, Component.search_arrays)):
            continue
        arrays = {name: _layout(one) for name, one in vars(arrays_of(component, 1, facts)).items()}
        if arrays and found.setdefault(type(component), (component, arrays))[1] != arrays:
            raise ValueError(f"Two {type(component).__name__} in one search share arrays of different sizes. Give both "
                             "the same parameters.")
    return tuple(component for component, _ in found.values())


def arrays_of(component, capacity, facts) -> Arrays:
    """Return the arrays of a component, with room for `capacity` nodes."""
    by_node, others = component.node_arrays(capacity, facts), component.search_arrays(facts)
    if both := by_node.keys() & others.keys():
        raise ValueError(f"{type(component).__name__} has two arrays with the name {min(both)}. Rename one of them.")
    return Arrays(by_node, others)


def _layout(value):
    """Return the type and the shape of an array. For a tuple of arrays, return a tuple of these."""
    return tuple(map(_layout, value)) if isinstance(value, tuple) else (value.dtype, value.shape)


def two_sided(facts) -> bool:
    """Return whether one player's payoff determines all payoffs: there are two players or teams, and the sum of their
    payoffs is constant."""
    sides = len(set(facts.teams)) if facts.teams else facts.players
    return facts.zero_sum and sides == 2
