"""Batches of moves in compiled code: it searches, plays the chosen action, and searches again, without Python between.

Python takes longer to prepare a search of a hundred iterations than the search itself takes. A batch chooses the
same moves, from the same random streams, as `UCT.search` or as `Search.restart` and `Search.run` would.
"""

import time
from functools import cached_property

import numpy as np

from ...engine.generic import entry, kind
from ...engine.random import reseed
from ...game import CHANCE, TERMINAL, sample_action
from .budget import MOST_ITERATIONS, Budget
from .capacity import MOST_NODES, limited, make_room, reserve, wanted
from .components import Component, overrides
from .final import BestValue, MostVisits, choice
from .guard import Uninterrupted
from .memory import BROKEN, CALLS, ITERATIONS, TARGET, WAITING, plant
from .needs import all_components
from .nodes import NONE, ROOT
from .plan import Plan
from .running import ENDLESS_CALLS, PIECE_SECONDS, check_promises

MOVES = 16  # maximum number of moves of a batch; it also ends earlier, so that Python continues ten times a second
LONG = 10_000  # number of iterations from which a search is not faster in a batch
WORTH = 500  # number of single moves in this process before code for batches is compiled
SEARCHING, MADE, SPENT = 0, 1, 2  # indices of `Batch.sums`: the seat that searches now, all iterations, all calls


def unfit(method) -> str:
    """Return the reason why such searches cannot run in a batch, as the end of a sentence. Return "" if they can."""
    if not isinstance(getattr(method, "final", None), (MostVisits, BestValue)):
        return "needs final=MostVisits() or final=BestValue(). Give a search with one of them."
    if any(overrides(component, Component.begin_run) for component in all_components(method)):
        return "cannot have a component that plans for the iterations left. Use another component."
    return ""


def batches(game, budgets) -> dict:
    """Return the `Batch` for each seat of a game. budgets: {seat: (method, budget)}.

    Seats whose components have the same types share a batch. A seat has no batch if it searches interpreted, or if
    its search cannot run in a batch.
    """
    found, kinds = {}, {}
    for seat, (method, budget) in budgets.items():
        if not unfit(method):
            plan = Plan(game, method)
            if plan.compiled:
                kinds.setdefault(kind((plan.components, plan.method.final)), {})[seat] = plan, budget
    for seats in kinds.values():
        found |= dict.fromkeys(seats, Batch(game, seats, np.zeros((game.facts().players, MOVES), np.uint64)))
    return found


class Known:
    """What this process has learned about batches of one kind: how many moves to play in a batch."""

    def __init__(self):
        self.one_by_one = 0  # number of moves made without a batch
        self.at_once = 1  # number of moves in a batch before it returns to Python


class Batch:
    """The searches by which some seats of a game choose their moves. Their components have the same types.

    seats: for each seat its plan, and its budget in iterations or calls.
    seeds: uint64 array (seats of the game, searches) with the seeds of each seat's next searches. If it has no
    columns, each seat's searches continue one random stream.

    Raises ValueError for an invalid budget, as a search does.
    """

    def __init__(self, game, seats, seeds):
        self.game, self.seeds = game, seeds
        some = next(iter(seats.values()))[0]
        self.facts, self.compiled = some.facts, some.compiled
        self.plans = [seats[seat][0] if seat in seats else some for seat in range(len(seeds))]
        held = {plan: limited(plan, None)[0] for plan in self.plans}
        self.memories = tuple(held[plan] for plan in self.plans)
        self.budgets = np.zeros((len(seeds), 2), np.int64)
        for seat, (plan, budget) in seats.items():
            budget = Budget.of(plan.method, *budget)
            self.budgets[seat] = budget.iterations or MOST_ITERATIONS, budget.calls or ENDLESS_CALLS
            if self.compiled:
                reserve(plan, held[plan], *wanted(plan, held[plan], MOST_NODES, budget))
        self.components = tuple(plan.components for plan in self.plans)
        self.finals = tuple(plan.method.final for plan in self.plans)
        self.used = np.zeros(len(seeds), np.int64)  # number of seeds that each seat has used
        self.pool = np.zeros(4, np.uint64)
        self.spare = np.zeros((len(seeds), 3), np.int64)
        self.sums = np.array([NONE, 0, 0], np.int64)
        self.actions = np.zeros((MOVES, 2), np.int32)
        self._compiled = None
        self._known = _known.setdefault(kind((game, self.components, self.finals)), Known())
        self._make_room()

    def pays(self) -> bool:
        """Return whether to make the next move in a batch. Call this before each move.

        Code for batches takes a second to compile, so it is compiled only after many moves. Long searches are made
        one by one, so that they can show their progress and be interrupted.
        """
        if self._known.one_by_one < WORTH:
            self._known.one_by_one += 1
            return False
        return self.budgets.min(axis=1).max() <= LONG and self.has_code

    @cached_property
    def has_code(self) -> bool:
        """Whether the batch can run: it is interpreted, or it has machine code, or that code can be compiled."""
        state, rng = self.game.new_states(1)[0], np.zeros(2, np.uint64)
        return not self.compiled or _moves.compiles(*self._arguments(state, rng, 1, 0))

    def _arguments(self, state, rng, most, made):
        """Return the arguments of `_moves`."""
        return (self.game, self.components, self.memories, self.finals, self.budgets, state, rng, self.seeds,
                self.used, self.pool, self.actions[:most], made, self.spare, self.sums)

    def _make_room(self):
        for seat, (plan, memory) in enumerate(zip(self.plans, self.memories, strict=True)):
            self.spare[seat] = make_room(plan, memory, MOST_NODES)

    def play(self, state, rng, most=MOVES) -> list:
        """Play at most `most` moves from `state`, as long as these seats are to move. Return pairs (seat, action).

        rng: random stream of the game's random events.
        """
        made, most, began = 0, min(most, self._known.at_once), time.perf_counter()
        while True:
            arguments = self._arguments(state, rng, most, made)
            made = self._code(*arguments)(*arguments)
            seat = int(self.sums[SEARCHING])
            for memory in self.memories:
                check_promises(memory, self.facts)
            if seat == NONE:
                slow = time.perf_counter() - began > PIECE_SECONDS / 2
                self._known.at_once = max(1, made // 2) if slow else min(MOVES, 2 * self._known.at_once)
                return self.actions[:made].tolist()
            with Uninterrupted():
                self._make_room()

    def _code(self, *arguments):
        """Return the function that makes the moves, compiled if needed."""
        if not self.compiled:
            return _moves.function
        if self._compiled is None:
            for plan, memory in zip(self.plans, self.memories, strict=True):
                plan.code(arguments[5], memory)  # single searches use the same machine code
            self._compiled = _moves.code(*arguments, told=f"games of {self.facts.title} in one batch")
        return self._compiled


_known = {}  # kind of batches: Known


@entry
def _moves(game, components, memories, finals, budgets, state, rng, seeds, used, pool, actions, made, spare, sums):
    """Make moves until `actions` is full, the game is over, or another seat is to move. Return the number of moves.

    The function returns earlier if a search needs more memory. ``sums[SEARCHING]`` is then the seat of this search.
    """
    player = int(game.to_move(state))
    while player != TERMINAL and made < len(actions):
        if player == CHANCE:
            action = sample_action(game, state, rng, memories[0].scratch)
        elif budgets[player, 0] == 0 or used[player] == seeds.shape[1] > 0:
            break
        else:
            memory = memories[player]
            if sums[SEARCHING] == NONE:
                plant(components[player], player, memory)
                memory.counters[TARGET] = budgets[player, 0]
                if seeds.shape[1] > 0:
                    reseed(memory.rng, seeds[player, used[player]], pool)
                    used[player] += 1
            sums[SEARCHING] = player
            components[player].tree.run_iterations(game, components[player], state, memory,
                           max(1, budgets[player, 0] - memory.counters[ITERATIONS]), budgets[player, 1],
                           (spare[player, 0], spare[player, 1], spare[player, 2]))
            if memory.counters[BROKEN] or not is_over(components[player], budgets[player], memory):
                break
            sums[SEARCHING] = NONE
            sums[MADE] += memory.counters[ITERATIONS]
            sums[SPENT] += memory.counters[CALLS]
            action = int(memory.nodes[choice(finals[player], components[player], memory)].action)
            actions[made, 0], actions[made, 1] = player, action
            made += 1
        game.play(state, action, rng)
        player = int(game.to_move(state))
    return made


def is_over(components, budget, memory):
    """Return whether a search has used up its budget, or proven its root."""
    used_up = memory.counters[ITERATIONS] >= budget[0] or memory.counters[CALLS] >= budget[1]
    return memory.counters[WAITING] == 0 and (used_up or components.solver.solved(ROOT, memory))
