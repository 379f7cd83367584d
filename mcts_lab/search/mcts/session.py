"""A search as a person uses it: budgets, progress, interruption, stepping, reuse, and the answer."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np

from ...checking import WrongRules, check_outsider
from ...engine.announce import announced
from ...engine.generic import compiler
from ...engine.random import stream
from ...game import CHANCE, LONGEST, action_name, after, copy, facts, legal_actions, new_states
from .checks import MOST_ITERATIONS, check, check_amount, check_budget, check_root
from .closed_loop import NODES_ARE_STATES, EveryChildFirst, OneOutcome, Urgency
from .final import MaxRobust, decide, settled
from .information_sets import MultipleObserver
from .memory import (
    BROKEN,
    CALLS,
    COUNTERS,
    ENDLESS,
    EVENTS,
    ITERATIONS,
    MARGIN,
    MOST_PLAYS,
    NO_ACTIONS,
    NODES,
    PRUNE_AT,
    TARGET,
    TOO_LONG,
    TOO_MANY,
    Memory,
    Traced,
    Untraced,
    init_node,
    node_arrays,
    small_counts,
)
from .priors import NoPrior
from .pruning import take_back_marks
from .reuse import children_of, forget_children, place_of, relinked, reusable, same_choices, seen_by, subtree
from .solver import Solved, Unsolved
from .tree import CUT, NONE, OPEN, PROVEN, PRUNED, ROOT, TRACE_EVENT, new_tree
from .uct import UCT, Parts, run_iterations

MOST_NODES = 1 << 26  # two gigabytes of nodes
PLENTY = 1 << 30  # bytes that are set aside without asking twice; the system gives them as they are used
CHUNK_SECONDS = 0.1  # how long compiled code may run before Python has a look

PROMISES = {  # what the search notices of rules that break the promises of their game's facts
    TOO_LONG: "a game went on after {fact.length} plays, the most that Facts.length allows",
    TOO_MANY: "legal listed more actions than the {fact.branching} that Facts.branching allows",
    NO_ACTIONS: "legal listed no action in a state that is not over",
    ENDLESS: f"a random game was not over after {LONGEST:,} plays",
}


@dataclass(frozen=True)
class Result:
    """What a search found. Values are payoffs of the player to move at the root."""

    action: int
    name: str  # of the action
    value: float  # mean payoff of `action`
    visits: dict[int, int]  # of each action at the root, in the order of the tree
    values: dict[int, float]  # mean payoff of each action at the root; NaN if never visited
    iterations: int  # of the whole tree, reused ones included
    calls: int  # plays made, in the tree and in playouts
    nodes: int
    seconds: float  # of processor time, without compiling
    proven: bool  # whether the value is exact
    search: Search

    @property
    def tree(self):
        """The tree, as a `Tree`."""
        return self.search.tree

    def __repr__(self):
        return (f"Result(action={self.action} ({self.name}), value={self.value:+.3f}, iterations={self.iterations:,}, "
                f"nodes={self.nodes:,}, {self.seconds:.3f} s)")


class Search:
    """A search that can be run, stepped, looked at, interrupted and continued.

    Parameters
    ----------
    game, state: where to search from; the state is copied.
    method: a `UCT`.
    seed: whole number of at least 0 for a repeatable search; None draws one.
    compiled: True or False; None compiles if Numba is there and the game's states are records.
    trace: whether to record what each iteration did (see `trace_events`); False switches it off.

    The tree belongs to the player to move: his labels are in it, where something is hidden (see `reuse`).

    Raises ValueError where the parts do not fit together or the game, and when the game is over.
    """

    def __init__(self, game, state, method=UCT(), *,  # noqa: B008 - a value, never changed
                 seed=None, compiled=None, trace=False):
        self.game, self.facts = game, facts(game)
        player = check_root(game, state)
        self.method = method = check(game, method)
        self.root = new_states(game, 1)
        self.root[0] = state
        records = isinstance(self.root, np.ndarray)
        if compiled and not records:
            raise ValueError(
                f"{self.facts.title} is a plain Python game, which cannot be compiled: leave out compiled=True."
            )
        self.compiled = (records and compiler.available()) if compiled is None else compiled
        if self.compiled:
            check_outsider(game)
        self.seconds = 0.0
        self._stopped = False
        capacity = max(1 << 10, 8 * self.facts.branching)
        trees = self.facts.players if isinstance(method.world, MultipleObserver) else 1
        if trees > 1 and trace:
            raise ValueError("A trace shows one tree: leave out trace=True, or the world MultipleObserver().")
        fixed = isinstance(method.world, NODES_ARE_STATES)
        root_logs, inverse_roots = small_counts()
        low, high = float(self.facts.low), float(self.facts.high)
        self.memory = Memory(
            nodes=new_tree(capacity),
            places=np.zeros(trees, np.int32),
            scratch=np.zeros(self.facts.branching + MARGIN, np.int32),
            rewards=np.zeros(self.facts.players),
            scale=np.array([low, 1.0 / (high - low), high]),
            rng=stream(seed),
            counters=np.zeros(COUNTERS, np.int64),
            root_logs=root_logs,
            inverse_roots=inverse_roots,
            outcomes=(np.array(self.facts.outcomes, np.float64) - low) / (high - low),
            legal_mark=np.zeros(1 if fixed else 2 * self.facts.actions + 3, np.int64),
            priors=np.zeros(1 if isinstance(method.prior, NoPrior) else capacity),
            proven=np.zeros((capacity if method.solver else 0, self.facts.players)),
            trace=np.zeros(1 << 12 if trace else 0, np.dtype((np.record, TRACE_EVENT))),
            states=new_states(game, 3),
            world=node_arrays(method.world, capacity, self.facts),
            selection=node_arrays(method.selection, capacity, self.facts),
            value=node_arrays(method.value, capacity, self.facts),
        )
        self.parts = parts_of(method, self.facts, trace)
        self._plant(player)

    def _plant(self, player):
        """Begin with nothing but roots, with `player` to move."""
        trees = len(self.memory.places)
        self.memory.counters[NODES] = trees
        self.memory.counters[MOST_PLAYS] = self.facts.length
        for root in range(trees):
            self.memory.nodes[root] = new_tree(1)[ROOT]
            self.memory.nodes[root].mover = player
            for name in ("world", "selection", "value"):
                init_node(getattr(self.method, name), root, self.memory)

    # -- running -----------------------------------------------------------------------------------------------------

    def run(self, iterations=None, *, calls=None, seconds=None, progress=None) -> Result:
        """Go on searching within a budget, counted from now; returns the `Result`.

        iterations, calls (plays, those of playouts included), seconds (of wall-clock time, after compiling): at least
        one, the first one used up ends the search, as do 2^31 - 1 iterations in all. At least one iteration is made.
        `progress(done, of)` is called about ten times a second with iterations, calls or seconds. A keyboard interrupt
        keeps the tree: call `result()`, or `run()` again.
        """
        budget = check_budget(self.method, iterations=iterations, calls=calls, seconds=seconds)
        self._stopped = False
        self._run(**budget, progress=progress)
        if isinstance(self.method.final, MaxRobust):
            self._extend(budget)
        return self.result()

    def stop(self):
        """Let a `run` in another thread come to its end, within a tenth of a second where iterations are short."""
        self._stopped = True

    def step(self, iterations=1):
        """Make so many iterations (one by default). Raises ValueError unless that is a whole number of at least 1."""
        self._run(check_amount("iterations", iterations), None, None, None)

    def _extend(self, budget):
        """Go on in small steps until the final choice is content, for at most `extra` times the budget."""
        final = self.method.final
        spent = {"iterations": lambda: self.iterations, "calls": lambda: self.calls, "seconds": time.perf_counter}
        ends = {name: spent[name]() + final.extra * amount for name, amount in budget.items() if amount is not None}
        while not self._proven() and not self._stopped and not settled(final, *self._root()[1:3]):
            left = {name: end - spent[name]() for name, end in ends.items()}
            if any(amount <= 0 or (name != "seconds" and amount < 1) for name, amount in left.items()):
                break
            before = self.iterations
            step = {name: min(amount, budget[name] / 20) for name, amount in left.items()}
            self._run(**{name: None for name in budget} | {
                name: amount if name == "seconds" else max(1, int(amount)) for name, amount in step.items()
            }, progress=None, target=int(ends.get("iterations", MOST_ITERATIONS)))
            if self.iterations == before:
                break

    def _run(self, iterations, calls, seconds, progress, target=None):
        counters = self.memory.counters
        first, first_calls = self.iterations, self.calls
        last = MOST_ITERATIONS if iterations is None else min(first + iterations, MOST_ITERATIONS)
        last_calls = np.iinfo(np.int64).max if calls is None else first_calls + calls
        counters[TARGET] = last if target is None else target
        if "iterations" in getattr(type(self.method.pruning), "needs", ()):
            take_back_marks(self.memory.nodes, self.memory.nodes[ROOT].first_child)
            counters[PRUNE_AT] = 0
        if iterations is not None:
            self._reserve(iterations)
        loop = self._loop()
        began = time.perf_counter()
        chunk = 20 if not self.compiled else 1000 if seconds is None else 1
        while self.iterations < last and self.calls < last_calls and not self._proven() and not self._stopped:
            passed = time.perf_counter() - began
            if seconds is not None and passed >= seconds and self.iterations > first:
                break
            if progress is not None:
                progress(*self._progress(first, first_calls, passed, iterations, calls, seconds))
            spare = self._make_room()
            before, clock = self.iterations, time.thread_time()
            work = int(min(chunk, last - before))
            loop(self.game, self.parts, self.root[0], self.memory, work, last_calls, spare)
            if counters[BROKEN]:
                promise = PROMISES[int(counters[BROKEN])].format(fact=self.facts)
                raise WrongRules(f"The rules of {self.facts.title} are wrong: {promise}. See check_game(game).")
            spent = time.thread_time() - clock
            self.seconds += spent
            goal = CHUNK_SECONDS if seconds is None else min(CHUNK_SECONDS, max(0.001, (seconds - passed) / 4))
            if self.iterations - before == work:
                chunk = max(1, int(work * min(8.0, goal / max(spent, 1e-6))))
        if progress is not None:
            progress(*self._progress(first, first_calls, time.perf_counter() - began, iterations, calls, seconds))

    def compile(self) -> Search:
        """Have the machine code ready, so that a clock can be started; returns self. `run` does it by itself."""
        self._loop()
        return self

    def _loop(self):
        """`run_iterations` as this search runs it, compiled if need be."""
        if not self.compiled:
            return run_iterations.function
        arguments = (self.game, self.parts, self.root[0], self.memory, 0, 0, self._make_room())
        return run_iterations.code(*arguments, announcing=announced(f"{self.facts.title} for this search"))

    def _progress(self, first, first_calls, passed, iterations, calls, seconds):
        if iterations is not None:
            return self.iterations - first, iterations
        return (self.calls - first_calls, calls) if calls is not None else (passed, seconds)

    def _reserve(self, iterations):
        """Room for what so many iterations may need, within reason; memory is only touched as it is used."""
        memory = self.memory
        wanted = int(memory.counters[NODES]) + 3 * iterations + 4 * self.facts.branching
        if wanted > len(memory.nodes):
            arrays = (memory.nodes, memory.priors, memory.proven, *memory.world, *memory.selection, *memory.value)
            wanted = min(wanted, PLENTY // sum(array[:1].nbytes for array in arrays))
        if wanted > len(memory.nodes):
            self._resize(wanted)

    def _make_room(self):
        """Enlarge the arrays where an iteration might not fit; returns what must be free (nodes, trace events)."""
        memory, counters = self.memory, self.memory.counters
        spare = (self.facts.branching * 2 + 2, 2 * self.facts.length + 8)
        if counters[NODES] + spare[0] > len(memory.nodes):
            capacity = min(2 * len(memory.nodes), max(MOST_NODES, len(memory.nodes)))
            if capacity == len(memory.nodes):
                spare = (0, spare[1])  # as large as it may get: the search goes on without new nodes
            else:
                self._resize(capacity)
        if len(memory.trace) and counters[EVENTS] + spare[1] > len(memory.trace):
            memory.replace(trace=enlarged(memory.trace, 2 * len(memory.trace) + spare[1]))
        return spare

    def _resize(self, capacity):
        memory, used = self.memory, int(self.memory.counters[NODES])
        fresh = {}
        for name in ("world", "selection", "value"):
            new = node_arrays(getattr(self.method, name), capacity, self.facts)
            for target, source in zip(new, getattr(memory, name), strict=True):
                target[:used] = source[:used]
            fresh[name] = new
        if len(memory.priors) > 1:
            fresh["priors"] = enlarged(memory.priors, capacity)
        if len(memory.proven):
            fresh["proven"] = enlarged(memory.proven, capacity)
        nodes = new_tree(capacity)
        nodes[:used] = memory.nodes[:used]
        memory.replace(nodes=nodes, **fresh)

    def restart(self, state) -> Search:
        """Search another state of the same game, with an empty tree and the random stream going on; returns self."""
        player = check_root(self.game, state)
        self.root[0] = state
        self.memory.counters[:] = 0
        self._plant(player)
        return self

    def play_on(self, *actions, state=None) -> Search:
        """Play `actions`, those of all players and of chance, and keep what was found below them; returns self.

        Only what the tree's owner has seen of them is used, as if `follow` were told that. `state` is the state that
        followed, needed where `play` draws random numbers. Raises ValueError if an action is not legal, or nobody is to
        move after them.
        """
        following, seen = copy(self.game, self.root[0]), []
        if self.facts.random_play and state is None:
            raise ValueError(f"{self.facts.title} draws random numbers as it plays: give the state that followed as "
                             "state=.")
        if not self.facts.random_play:  # else nothing is kept
            owner = int(self.memory.nodes[ROOT].mover)
            for action in actions:
                seen.append(seen_by(self.game, following, action, owner))
                following = after(self.game, following, action)
        return self.follow([event for event in seen if event is not None], following if state is None else state)

    advance = play_on

    def follow(self, seen, state) -> Search:
        """Search `state`, to which the game has come, and keep what was found below `seen`; returns self.

        seen: a list of `Seen`, what the tree's owner has seen since. The tree starts anew where he is not the one to
        move again (unless nothing is hidden in this game), where it does not hold what was seen, and where the world
        model takes what happened to be random; so does that of MultipleObserver, whose other trees would need what the
        others have seen. Raises ValueError if nobody is to move in `state`.
        """
        player = check_root(self.game, state)
        owner, world = int(self.memory.nodes[ROOT].mover), self.method.world
        top, nodes = NONE, self.nodes
        if len(self.memory.places) == 1 and reusable(self.game, world, owner, player):
            top = place_of(nodes, seen, world)
        if top != NONE and isinstance(world, OneOutcome) and not same_choices(
                self.game, self.memory.world[0][top], state):
            top = NONE
        if top != NONE:
            # what others might have done instead of the player's turn, and what has turned out to be illegal
            legal = legal_actions(self.game, state)
            fewer = forget_children(nodes, top, lambda c: nodes[c].mover == player and nodes[c].action in legal)
            rules = (self.method.value, self.method.selection)
            if nodes[top].children == 0 or (fewer and any(getattr(type(rule), "compares", False) for rule in rules)):
                top = NONE
        keep = np.array([], int) if top == NONE else subtree(nodes, top)
        if owner != player and CHANCE in nodes["mover"][keep]:
            # outcomes of chance hold the rewards of the player at the root, who is another now
            if self.facts.players == 2 and self.facts.zero_sum:
                random = keep[nodes["mover"][keep] == CHANCE]
                nodes["total"][random] = nodes["visits"][random] - nodes["total"][random]
            else:
                keep = np.array([], int)
        self.root[0] = state
        self._keep(keep, player)
        return self

    def _keep(self, keep, player):
        """Keep the nodes `keep`, of which the first becomes the root, with `player` to move; none: an empty tree."""
        memory, used = self.memory, len(keep)
        moved = relinked(self.nodes, keep)
        fresh = {}
        for name in ("world", "selection", "value"):
            fresh[name] = node_arrays(getattr(self.method, name), len(memory.nodes), self.facts)
            for new, old in zip(fresh[name], getattr(memory, name), strict=True):
                new[:used] = old[keep]
        if len(memory.priors) > 1:
            memory.priors[:used] = memory.priors[keep]
        if len(memory.proven):
            memory.proven[:used] = memory.proven[keep]
        memory.replace(**fresh)
        if used:
            memory.nodes[:used] = moved
            memory.counters[NODES] = used
        else:
            self._plant(player)
        root = memory.nodes[ROOT]
        below = np.array(children_of(memory.nodes, ROOT), int)
        root.parent = root.next_sibling = root.action = NONE
        root.mover = player
        root.status &= ~(PROVEN | PRUNED | CUT)
        root.visits = memory.nodes["visits"][below].sum()
        root.total = memory.nodes["total"][below].sum()
        memory.counters[ITERATIONS] = root.visits
        memory.counters[EVENTS] = 0

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def iterations(self) -> int:
        return int(self.memory.counters[ITERATIONS])

    @property
    def calls(self) -> int:
        return int(self.memory.counters[CALLS])

    @property
    def nodes(self) -> np.ndarray:
        """The nodes in use, as a record array (a view, not a copy)."""
        return self.memory.nodes[: self.memory.counters[NODES]]

    @property
    def trace_events(self) -> np.ndarray:
        """What happened, in order: `TRACE_EVENT` records (a view); empty unless searching with ``trace=True``."""
        return self.memory.trace[: self.memory.counters[EVENTS]]

    @property
    def tree(self):
        """The tree so far, as a `Tree`."""
        from ...views.tree import Tree

        keep = subtree(self.nodes, ROOT) if len(self.memory.places) > 1 else slice(None)
        return Tree(self.game, copy(self.game, self.root[0]), relinked(self.nodes, keep))

    def _proven(self):
        return bool(self.memory.nodes[ROOT].status & PROVEN)

    def _root(self):
        """Actions, visits, mean rewards and status of the root's children, in the order of the tree."""
        rows = self.nodes[children_of(self.nodes, ROOT)]
        with np.errstate(invalid="ignore"):
            means = rows["total"] / rows["visits"]
        return rows["action"], rows["visits"], means, rows["status"]

    def statuses(self) -> dict[int, int]:
        """What is known for certain of each action at the root: its node's `status`, see `tree`."""
        actions, _, _, status = self._root()
        return {int(a): int(s) for a, s in zip(actions, status, strict=True)}

    def result(self) -> Result:
        """The answer so far. Raises ValueError before the first iteration."""
        actions, visits, means, status = self._root()
        if not len(actions):
            raise ValueError("The search has not run yet: call run() first.")
        payoffs = self.facts.low + means / self.memory.scale[1]
        best = decide(self.method.final, visits, means, status)
        if self.method.solver:  # what is proven is exact
            known = status & PROVEN != OPEN
            mover = int(self.memory.nodes[ROOT].mover)
            payoffs[known] = self.memory.proven[children_of(self.nodes, ROOT), mover][known]
            if self._proven():
                as_good = np.flatnonzero(known & (payoffs == self.memory.proven[ROOT, mover]))
                best = as_good[decide(self.method.final, visits[as_good], means[as_good], status[as_good])]
        return Result(
            action=int(actions[best]),
            name=action_name(self.game, self.root[0], int(actions[best])),
            value=float(payoffs[best]),
            visits={int(a): int(n) for a, n in zip(actions, visits, strict=True)},
            values={int(a): float(v) for a, v in zip(actions, payoffs, strict=True)},
            iterations=self.iterations,
            calls=self.calls,
            nodes=len(self.nodes),
            seconds=self.seconds,
            proven=self._proven(),
            search=self,
        )


def parts_of(method, facts, trace) -> Parts:
    """The parts of `method` as the loop has them."""
    return Parts(
        method.selection, method.value, method.pruning, method.leaf, method.world, method.prior,
        EveryChildFirst() if method.fpu == math.inf else Urgency(float(method.fpu)),
        Solved(two_sided(facts)) if method.solver else Unsolved(), Traced() if trace else Untraced(),
    )


def two_sided(facts) -> bool:
    """Whether one player's payoff settles everybody's: two players or teams, and the sum of payoffs fixed."""
    sides = len(set(facts.teams)) if facts.teams else facts.players
    return facts.zero_sum and sides == 2


def enlarged(array, size):
    new = np.zeros((size, *array.shape[1:]), array.dtype)
    new[: len(array)] = array
    return new
