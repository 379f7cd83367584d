"""What searches of one kind have in common, worked out once: facts, checked parts, machine code, memory to use again.

A search of a thousand iterations takes a third of a millisecond; checking its parts, setting memory aside and finding
its machine code would take longer. So a `Plan` is kept for each game and method that were lately searched with, and
memory that is no longer held is used again.
"""

from __future__ import annotations

import math
import sys
import threading
from collections import OrderedDict, deque
from hashlib import blake2b
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from ...checking import check_outsider
from ...engine.bundle import Arrays, Owned, flat
from ...engine.generic import compiler, has_rules_from_outside
from ...engine.warm_up import WarmUp, compiles_first
from ...game import facts, grade, misfit, new_states, reward_sum, to_move
from .checks import check, check_root
from .components import Component, Leaf, Prior, Solver, overrides
from .interpreted import InterpretedMemory
from .loop import Parts, loop_of
from .memory import (
    COUNTERS,
    FIRST_SAVED,
    MARGIN,
    Memory,
    small_counts,
)
from .needs import all_parts, any_has
from .solver import Solved
from .trace import Trace, Traced
from .tree import TRACE_EVENT, new_tree

MOST_PLANS = 32  # kept at a time
MOST_MEMORIES = 8  # kept at a time to be used again
MOST_BYTES = 1 << 24  # of what belongs to nodes, in a memory that is kept
PLAIN = (bool, int, float, str, type(None))  # what is equal if it looks equal


class Plan:
    """What the searches of `game` by `method` share. Nothing in it changes but machine code and how long it takes.

    game, facts: and what is fixed about it.
    known: the same, with the payoffs that are known beforehand only where no others come from leaf evaluation.
    method, parts: the `UCT`, checked, and as the loop has it.
    compiled: whether the searches run compiled, from the first iteration or later.
    waits: whether they begin interpreted where their machine code is not there (see `engine.warm_up`).
    light: whether they may run on light objects when they run interpreted (see `interpreted`).
    begins: the parts that take back at the beginning of a run what held for another.
    looks_ahead: whether a part looks at the iterations that are left.
    shared: what two players' rewards add up to, if a part asks.
    trees: how many there are.
    keeps_states: whether nodes keep theirs.
    spare: how many nodes, trace events and states must be free to begin an iteration.
    chunk: how many iterations take about a tenth of a second.
    """

    def __init__(self, game, method, compiled, trace):
        self.game, self.facts = game, facts(game)
        self.method = method = check(game, method)
        self.graded = grade.defines(type(game))
        known = method.leaf.pays_off and not self.graded  # else values between those of the ends may come
        self.known = self.facts if known else self.facts._replace(outcomes=())
        self._blank = new_states(game, 1)
        records = isinstance(self._blank, np.ndarray)
        self._flat = records and all(kind[0].base.fields is None for kind in self._blank.dtype.fields.values())
        if compiled and not records:
            raise ValueError(
                f"{self.facts.title} is a plain Python game, which cannot be compiled: leave out compiled=True, or "
                "make its states records, as lesson 04 does in section 5."
            )
        self.compiled = (records and compiler.available()) if compiled is None else compiled
        if self.compiled:
            check_outsider(game)
        self.waits = self.compiled and compiled is None
        # parts from outside may look at the memory in ways that only arrays allow
        self.light = not any(has_rules_from_outside(type(part)) for part in all_parts(method))
        self.trace = trace
        self.trees = method.world.trees(self.facts.players)
        if trace and method.world.several_paths:
            raise ValueError(f"A trace shows one path an iteration: leave out trace=True, or the world "
                             f"{type(method.world).__name__}().")
        self.parts = parts_of(method, self.facts, trace)
        self.of_leaf, self.others = (owners(method, self.known, with_leaf) for with_leaf in (True, False))
        self.begins = tuple(part for part in all_parts(method) if overrides(part, Component.begin_run))
        self.rules = tuple(part for part in method if isinstance(part, Component)
                           and overrides(part, Component.init_node))  # those that remember something of a node
        self.looks_ahead = any_has(method, "looks_ahead")
        reflects = any_has(method, "reflects") and self.facts.players == 2 and self.facts.zero_sum
        self.shared = reward_sum(game) if reflects else 1.0
        self.keeps_states = method.world.keeps_states()
        self.spare = (2 * self.facts.branching + 2 + sum(part.spare_nodes(self.facts) for part in all_parts(method)),
                      2 * self.facts.length + 8,
                      FIRST_SAVED + sum(part.spare_states(self.facts) for part in all_parts(method)))
        self.chunk = 1  # iterations that compiled code makes before Python has a look; learnt by running
        self._made_in = compiler.changes
        self._code = None
        self._generation = compiler.generation

    def holds(self) -> bool:
        """Whether no rule has been defined since that might change it."""
        return self._made_in == compiler.changes

    def check_root(self, state) -> int:
        """The player to move in `state`. Raises ValueError, in one sentence, if there is nothing to search."""
        if self._flat and type(state) is np.record and state.dtype == self.facts.dtype:
            fields = Fields(state.view(self.facts.dtype))
            if not misfit(self.game, fields):
                player = int(to_move(self.game, fields))
                if player >= 0:
                    return player
        return int(check_root(self.game, state))

    def copy_of(self, state):
        """An array of one state, a copy of `state`."""
        states = self._blank.copy() if self._flat else new_states(self.game, 1)
        states[0] = state
        return states

    @property
    def state_bytes(self) -> int:
        """Of a state as a record; of other states nothing is known."""
        return getattr(self._blank, "nbytes", 0)

    def warm_up(self, root, memory, spare) -> WarmUp | None:
        """Return what says how long searches that wait run interpreted; None where their machine code is there, or is
        made first."""
        if compiles_first() or (self._code is not None and self._generation == compiler.generation):
            return None
        return loop_of(self.parts.world).warm_up(self.parts.world, self.game, self.parts, root, memory, 0, 0, spare)

    def code(self, root, memory, spare):
        """Return `run_iterations` as these searches run it, compiled if need be."""
        if self._code is None or self._generation != compiler.generation:
            self._generation = compiler.generation
            loop = loop_of(self.parts.world)
            self._code = loop.code(self.parts.world, self.game, self.parts, root, memory, 0, 0, spare,
                                   told=f"{self.facts.title} for this search") if self.compiled else loop.function
        return self._code

    def memory(self) -> Memory:
        """Return memory for one search, with nothing in it: used before but no longer held, or new."""
        if self.trace or not self.compiled:
            return self.new_memory()
        with _lock:
            for kept in _memories:
                if kept.plan is self and _is_free(kept):
                    kept.memory.counters[:] = 0  # what belongs to nodes is set when there are nodes again
                    return kept.memory
        memory = self.new_memory()
        if _is_whole(memory):
            with _lock:
                _memories.append(Kept(self, memory, _references(memory)))
        return memory

    def new_memory(self, capacity=None) -> Memory:
        """The same, never used before, with room for so many nodes; None: for as many as to begin with."""
        fact, method = self.known, self.method
        capacity = capacity or max(1 << 10, 8 * fact.branching)
        root_logs, inverse_roots = small_counts()
        low, high = float(fact.low), float(fact.high)
        return (InterpretedMemory if self.light and not self.compiled else Memory)(
            nodes=new_tree(capacity),
            path_ends=np.zeros(self.trees, np.int32),
            scratch=np.zeros(fact.branching + MARGIN, np.int32),
            rewards=np.zeros(fact.players),
            grades=np.zeros(fact.players if self.graded else 0),
            scale=np.array([low, 1.0 / (high - low), high, self.shared]),
            rng=np.zeros(2, np.uint64),
            counters=np.zeros(COUNTERS, np.int64),
            root_logs=root_logs,
            inverse_roots=inverse_roots,
            outcomes=(np.array(fact.outcomes, np.float64) - low) / (high - low),
            legal_mark=np.zeros(1 if method.world.nodes_are_states() else 2 * fact.actions + 3, np.int64),
            priors=np.zeros(capacity if method.prior.ordered() or overrides(method.prior, Prior.set_priors) else 1),
            proven=np.zeros((capacity if method.solver else 0, fact.players)),
            trace=np.zeros(1 << 12 if self.trace else 0, np.dtype((np.record, TRACE_EVENT))),
            worths=np.zeros(fact.branching + MARGIN),
            states=new_states(self.game, self.spare[2]),
            owned_by_leaf=Owned({type(part): arrays_of(part, capacity, fact) for part in self.of_leaf}),
            owned=Owned({type(part): arrays_of(part, capacity, fact) for part in self.others}),
        )


class Fields:
    """The fields of a record, to be read twenty times as fast."""

    __slots__ = ("_values",)

    def __init__(self, values):
        self._values = values

    def __getattr__(self, name):
        return self._values[name]

    __getitem__ = __getattr__


def owners(method, facts, with_leaf) -> tuple:
    """The components that have arrays, one of each class: the leaf evaluation and what it is made of, or all others.

    Raises ValueError where two of one class need arrays of different sizes.
    """
    found = {}
    for part in all_parts(tuple(part for part in method if isinstance(part, Leaf) == with_leaf)):
        arrays = {name: _layout(one) for name, one in vars(arrays_of(part, 1, facts)).items()}
        if arrays and found.setdefault(type(part), (part, arrays))[1] != arrays:
            raise ValueError(f"Two {type(part).__name__} in one search share their arrays, which differ in size: give "
                             "both the same parameters.")
    return tuple(part for part, _ in found.values())


def arrays_of(part, capacity, facts) -> Arrays:
    """The arrays of a component, with room for so many nodes."""
    by_node, others = part.node_arrays(capacity, facts), part.search_arrays(facts)
    if both := by_node.keys() & others.keys():
        raise ValueError(f"{type(part).__name__} has two arrays named {min(both)}: give one another name.")
    return Arrays(by_node, others)


def _layout(value):
    """What tells arrays, or tuples of them, apart from others with room for as many nodes."""
    return tuple(map(_layout, value)) if isinstance(value, tuple) else (value.dtype, value.shape)


def parts_of(method, facts, trace) -> Parts:
    """The parts of `method` as the loop has them."""
    return Parts(
        method.selection, method.value, method.pruning, method.leaf, method.world, method.prior,
        None if method.fpu == math.inf else float(method.fpu),
        Solved(two_sided(facts)) if method.solver else Solver(), Traced() if trace else Trace(), method.backup,
    )


def two_sided(facts) -> bool:
    """Whether one player's payoff settles those of all: two players or teams, and the sum of payoffs fixed."""
    sides = len(set(facts.teams)) if facts.teams else facts.players
    return facts.zero_sum and sides == 2


# -- what is kept ------------------------------------------------------------------------------------------------------


class Kept(NamedTuple):
    """Memory that has been made for the searches of a plan."""

    plan: Plan
    memory: Memory
    references: int  # to its arrays, if only the memory holds them


_lock = threading.Lock()
_plans = OrderedDict()  # key by value: Plan, that used last at the end
_memories = deque(maxlen=MOST_MEMORIES)  # Kept, the newest at the end


def plan_of(game, method, compiled=None, trace=False) -> Plan:
    """The `Plan` of such searches, made if there is none. Raises ValueError where the parts do not fit together or do
    not fit the game.
    """
    if compiled is None and not compiler.available():
        compiled = False
    held = []
    key = (_identity(game, None), _identity(method, held), compiled, trace)
    if key[0] is None:
        return Plan(game, method, compiled, trace)
    with _lock:
        plan = _plans.get(key)
        if plan is not None and plan.holds():
            _plans.move_to_end(key)
        else:
            plan = None
    if plan is None:
        plan = Plan(game, method, compiled, trace)
        plan.held = held  # so that nothing else can come to be at their addresses
    with _lock:
        _plans[key] = plan
        while len(_plans) > MOST_PLANS:
            _plans.popitem(last=False)
    return plan


def _identity(thing, held):
    """What tells `thing` apart from others: types and values of named tuples and plain numbers, and the addresses of
    other things, which go into the list `held`.

    Without such a list arrays are told by their addresses (a plan keeps its game, and so the addresses) and, where they
    can be written to, by what is in them; what holds other things gives None.
    """
    cls = type(thing)
    if cls in PLAIN:
        return cls, thing
    if isinstance(thing, tuple):
        inner = [_identity(part, held) for part in thing]
        return None if None in inner else (cls, *inner)
    if held is None:
        if not isinstance(thing, np.ndarray) or thing.dtype.hasobject:
            return None
        content = blake2b(thing.tobytes(), digest_size=16).digest() if thing.flags.writeable else None
        return cls, id(thing), content
    held.append(thing)
    return cls, id(thing)


def forget_memory(memory):
    """Do not use `memory` again, which has become too large to be kept, once its search is gone."""
    with _lock:
        for kept in _memories:
            if kept.memory is memory:
                _memories.remove(kept)
                return


def _is_free(kept) -> bool:
    """Whether this memory is no longer held elsewhere, nor one of its arrays, nor a view of one."""
    return _holders(kept) == _holders(_ALONE) and _references(kept.memory) == kept.references


def _holders(kept):
    """How many references there are to a memory, those of this count included."""
    return sys.getrefcount(kept.memory)


def _references(memory):
    """The same for all its arrays together."""
    return sum(map(sys.getrefcount, flat(_own(memory))))


def _is_whole(memory) -> bool:
    """Whether its arrays are no parts of others, so that who looks at a part of one holds a reference to it."""
    return all(getattr(array, "base", array) is None for array in flat(_own(memory)))


_own = attrgetter(*(name for name in Memory.FIELDS if name not in ("root_logs", "inverse_roots")))  # those all share
_ALONE = Kept(None, object(), 0)
