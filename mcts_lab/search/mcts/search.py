"""Monte Carlo tree search for users: `UCT`, which is made of components, and `Search`, which runs it.

Every Monte Carlo algorithm of this project is a selection of components [Kocsis & Szepesvari 2006; Browne et al.
2012]. For example, ``UCT(value=Borda())`` is O-MCTS, and ``UCT(tree=SingleObserver(), selection=UCB1(0.7))`` is
ISMCTS. The loop over iterations is in `loop`.
"""

from __future__ import annotations

import contextlib
import copy as copying
import logging
import math
import weakref
from typing import Never

import numpy as np

from ...declarations import VIEWS
from ...engine.distinct import Distinct
from ...engine.random import stream
from ...engine.warm_up import ITERATIONS as WARM
from ...errors import refuse_unknown
from ...game import copy, entered
from .backups import MeanBackup
from .budget import Budget, check_amount
from .capacity import is_short, limited, make_room, reserve, resize, smaller, wanted
from .closed_loop import ClosedLoop
from .components import Backup, FinalChoice, Leaf, Prior, Pruning, SearchTree, Selection, Value
from .final import MostVisits
from .guard import Guard
from .interpreted import InterpretedMemory
from .loop import loop_of
from .memory import CALLS, EVENTS, FULL, ITERATIONS, MET, NODES, WAITING, Memory, plant
from .nodes import CUT, NONE, OUT, PROVEN, ROOT
from .plan import Plan, plan_of
from .playouts import Playout
from .priors import NoPrior
from .pruning import All
from .quick import run_quickly
from .result import Result, Source, principal_variation, result_of
from .reuse import children_of, kept_nodes, relinked, subtree
from .running import INTERPRETED_PIECE, Run, check_promises
from .selection import UCB1
from .values import Mean

log = logging.getLogger("mcts_lab")


class UCT(Distinct):
    """Monte Carlo tree search, assembled from interchangeable components.

    The defaults give UCT [1]_: UCB1 selection, uniformly random playouts, and the most visited action as the final
    choice. Replace a component to get a variant, as in ``UCT(selection=PUCT(), prior=HeuristicPrior())``. A `UCT` is an
    immutable value, so you can compare, print and store it, and use it for any game. When the search begins, it raises
    an error if components do not fit together or do not fit the game.

    Parameters
    ----------
    selection : component, default UCB1()
        Chooses which child to visit next. One of `UCB1`, `UCB1Tuned`, `UCBV`, `KLUCB`, `Thompson`, `EpsilonGreedy`,
        `PUCT`, `RAVE`, `GRAVE`.
    value : component, default Mean()
        Estimates how good a child is, from the rewards backed up to it. One of `Mean`, `MixMax`, `Borda`,
        `ImplicitMinimax`.
    pruning : component, default All()
        Restricts which children may be selected. `All` considers every child, so it switches pruning off. One of
        `All`, `HardPruning`, `HardPruningByMean`, `SoftPruning`, `ProgressiveUnpruning`, `ProgressiveWidening`,
        `AbsolutePruning`, `PruningNetworks`. `Together` combines two rules.
    leaf : component, default Playout()
        Evaluates a new leaf. One of `Playout`, `LimitedPlayout`, `HorizonPlayout`, `DecisivePlayout`, `MAST`,
        `LastGoodReply`, `Evaluate`, `ModelValue`.
    final : component, default MostVisits()
        Chooses the action to play when the budget is spent. One of `MostVisits`, `BestValue`.
    tree : component, default ClosedLoop()
        Defines what a node stands for. Choose another tree if actions have random effects or information is hidden.
        `ClosedLoop`, `OpenLoop`, `SavedStates` and `SavedOutcomes` see hidden information. `SingleObserver`,
        `SingleObserverPOM` and `MultipleObserver` do not.
    prior : component, default NoPrior()
        Rates children before they are tried, and may put them in order. `NoPrior` switches priors off. One of
        `NoPrior`, `ListedOrder`, `HeuristicPrior`, `HeuristicRating`, `ModelPrior`.
    fpu : float, default infinity
        First-play urgency: the reward assumed for an untried child, at least 0. Infinity tries every child once before
        any child is tried twice. With 1 or less, a search may visit a good child again before it has tried all others.
    solver : bool, default False
        Whether to prove wins, losses and draws in the tree (MCTS-Solver [2]_). False switches it off.
    backup : component, default MeanBackup()
        Defines the reward that each node on the path receives. One of `MeanBackup`, `MaxBackup`.

    See Also
    --------
    ISMCTS : search for games with hidden information.
    OMCTS : ordinal search, with Borda scores.
    MCTSSolver : UCT that proves wins and losses.
    Search : run a search step by step.

    References
    ----------
    .. [1] L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006.
    .. [2] M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo tree search solver", CG 2008.

    Examples
    --------
    >>> from mcts_lab import UCB1, UCT, games, start
    >>> game = games.tic_tac_toe()
    >>> method = UCT(selection=UCB1(c=0.7))
    >>> result = method.search(game, start(game), iterations=500, seed=1)
    >>> result.name
    'x(1,1)'
    >>> method.set_params(selection__c=0.5) == UCT(selection=UCB1(c=0.5))
    True
    """

    ranges = {"fpu": (0, math.inf)}
    later = ("backup",)

    selection: Selection = UCB1()
    value: Value = Mean()
    pruning: Pruning = All()
    leaf: Leaf = Playout()
    final: FinalChoice = MostVisits()
    tree: SearchTree = ClosedLoop()
    prior: Prior = NoPrior()
    fpu: float = math.inf
    solver: bool = False
    backup: Backup = MeanBackup()

    def search(self, game, state, *, iterations: int | None = None, calls: int | None = None,
               seconds: float | None = None, seed=None, compiled: bool | None = None, memory: int | None = None,
               progress=None, **unknown: Never) -> Result:
        """Search from a state within a budget and return the result.

        Give at least one of `iterations`, `calls` and `seconds`. The first one that is used up ends the search. Use
        `Search` instead if you want to look at the tree between iterations, or to continue the search later.

        Parameters
        ----------
        game : game or plain object
            The rules, see `mcts_lab.game.Game` and `as_game`.
        state : state
            The state in which the search begins. A player must be to move. The state is not changed.
        iterations : int or None, default None
            Number of iterations, at least 1. None: no limit.
        calls : int or None, default None
            Number of forward-model calls, which are the actions played in the tree and in playouts. None: no limit.
        seconds : float or None, default None
            Wall-clock time without compiling, above 0. None: no limit.
        seed : int or None, default None
            Whole number of at least 0. Searches with the same seed are equal. None draws a random seed.
        compiled : bool or None, default None
            Whether to run as machine code. None compiles if Numba is installed and the game allows it, see `Search`.
        memory : int or None, default None
            Number of bytes that the tree may take, see `Search`. None uses the default limit.
        progress : callable or None, default None
            Called as ``progress(done, of)`` about ten times per second. It may raise `StopSearch`. None: not used.
        **unknown
            Any other parameter raises a TypeError, whose message names the most similar parameter.

        Returns
        -------
        Result

        Raises
        ------
        ValueError
            If there is no budget, a parameter is out of range, the game is over, or the components do not fit the
            game.
        TypeError
            If a parameter is unknown.

        Examples
        --------
        >>> from mcts_lab import UCT, games, start
        >>> game = games.nim(piles=(1, 2))
        >>> UCT().search(game, start(game), iterations=300, seed=1).name
        'pile:2, take:1'
        """
        refuse_unknown(self.search, unknown)
        search = Search(game, state, self, seed=seed, compiled=compiled, memory=memory, first=iterations)
        return search.run(iterations, calls=calls, seconds=seconds, progress=progress)


class Search:
    """A search that can be run, stepped, inspected, interrupted and continued.

    Use it to look at a tree while it grows, to divide a budget into several runs, or to keep a tree from one move of a
    game to the next. If you need only one result, ``method.search(game, state, ...)`` is shorter.

    Parameters
    ----------
    game : game or plain object
        The rules, see `mcts_lab.game.Game` and `as_game`.
    state : state
        The state in which the search begins. A player must be to move. The search copies the state.
    method : UCT, default UCT()
        The components of the search.
    seed : int or None, default None
        Whole number of at least 0. Searches with the same seed are equal. None draws a random seed.
    compiled : bool or None, default None
        Whether to run as machine code. None compiles if Numba is installed and the game's states are records. If the
        machine code is not yet on disk, the search begins interpreted. It is compiled after 2,000 iterations or 3
        seconds, and continues with the same tree. Earlier searches that need the same machine code count too (see
        `engine.warm_up`).
    trace : bool, default False
        Whether to record what each iteration did, see `trace_events`. False switches it off.
    memory : int or None, default None
        Number of bytes that the tree may take. While the tree grows, it may take up to half as many more. When the tree
        is full, the search continues without new nodes, and `Result.full` is True. None: `capacity.MOST_NODES` nodes.
        In an interpreted search, a node takes many times as many bytes as are counted here.
    first : int or None, default None
        Number of iterations of the first run. The search then reserves memory for them immediately. None: unknown.

    Raises
    ------
    ValueError
        If the components do not fit together or do not fit the game, or if the game is over.
    RuntimeError
        If a second thread uses the search while it runs. That thread may only use `stop`, `iterations` and `calls`.

    Notes
    -----
    A search allocates its memory once. `restart` searches another state in the same memory, which takes less time than
    a new search. If your program still has a `Result` of the search, the result keeps its tree, and the search
    continues in other memory.

    The tree belongs to the player to move at the root. In games with hidden information, its nodes stand for this
    player's observations of actions (see `reuse`).

    Examples
    --------
    >>> from mcts_lab import Search, games, start
    >>> game = games.tic_tac_toe()
    >>> search = Search(game, start(game), seed=1)
    >>> search.step(50)
    >>> search.iterations
    50
    >>> search.run(150).iterations
    200
    """

    def __init__(self, game, state, method=UCT(), *,  # noqa: B008 - a UCT is never changed
                 seed=None, compiled=None, trace=False, memory=None, first=None):
        game, state = entered(game, state)
        self.plan = plan = plan_of(game, method, compiled, trace)
        self.game, self.facts, self.compiled = game, plan.facts, plan.compiled
        self.method, self.components = plan.method, plan.components
        player = plan.check_root(state)
        self.root = plan.copy_of(state)
        self.seconds = 0.0
        self.seed = seed  # None if the result cannot be repeated, or the tree was kept from another search
        self._memory, self.most_nodes = limited(plan, memory, first)
        self._guard, self._source, self._piece_size = Guard(), no_source, 1
        self._memory.rng[:] = stream(seed)
        plant(self.components, player, self._memory)

    def __getstate__(self):
        """Return the data to pickle: the tree and the parameters, but no machine code."""
        kept = vars(self) | {"_memory": self.memory}
        compiled = None if self.plan.waits else self.compiled
        kept["plan"] = self.method, compiled, self.plan.trace
        return {name: value for name, value in kept.items() if name not in ("_guard", "_source", "components")}

    def __copy__(self):
        return copying.deepcopy(self)

    def __setstate__(self, kept):
        vars(self).update(kept, _guard=Guard(), _source=no_source)
        self.plan = Plan(self.game, *kept["plan"])
        self.components, self.compiled = self.plan.components, self.plan.compiled

    @property
    def memory(self):
        """The memory of the search. If work on the tree was interrupted, the tree is empty.

        Raises RuntimeError while another thread works on the tree.
        """
        self._guard.look()
        if self._guard.broken or (self._memory.counters[WAITING] and not self._guard.busy()):
            self._mend()
        return self._memory

    def _mend(self):
        """Begin a new tree if work was interrupted. Every method that works on the tree does this."""
        with self._guard.alone(self):
            if self._memory.counters[WAITING]:
                self._begin_anew()

    def _begin_anew(self):
        """Begin an empty tree in other memory, because the arrays of this memory may be inconsistent."""
        self._take_other_memory()
        self.seed = None
        plant(self.components, self.plan.check_root(self.root[0]), self._memory)
        self._guard.broken = False

    def _take_other_memory(self):
        """Continue in new memory, with the same random stream."""
        rng, self._memory = self._memory.rng, smaller(self.plan, self.plan.memory(), self.most_nodes)
        self._memory.rng[:] = rng

    def _leave_results(self) -> bool:
        """Leave the tree to results that other code holds: give them another `Search` with this memory.

        Return whether there are such results. If there are, this search must continue in other memory.
        """
        source = self._source()
        if source is not None:
            source.search = left = object.__new__(Search)
            vars(left).update(vars(self), _guard=Guard())
            self._source = no_source
        return source is not None

    # -- running -----------------------------------------------------------------------------------------------------

    def run(self, iterations: int | None = None, *, calls: int | None = None, seconds: float | None = None,
            progress=None, target: int | None = None) -> Result:
        """Continue the search within a budget, counted from now, and return the result.

        Give at least one of `iterations`, `calls` and `seconds`. The first one that is used up ends the run. At least
        one iteration is made.

        Parameters
        ----------
        iterations : int or None, default None
            Number of further iterations, at least 1. None: no limit. A tree counts at most 2**31 - 1 iterations.
        calls : int or None, default None
            Number of further forward-model calls: actions played, in the tree and in playouts. None: no limit.
        seconds : float or None, default None
            Wall-clock time without compiling, above 0. None: no limit.
        progress : callable or None, default None
            Called about ten times per second as ``progress(done, of)``, in iterations, calls or seconds. If it raises
            `StopSearch`, the run ends. None: no function is called.
        target : int or None, default None
            Total number of iterations of several runs. It is for components that use the number of iterations left.
            None: the iterations of this run.

        Returns
        -------
        Result

        Raises
        ------
        ValueError
            If the budget is missing or out of range.

        Notes
        -----
        A keyboard interrupt ends the run after the current iteration, or after a tenth of a second if the search is
        compiled. The tree is kept: call `result` or `run` again. A second interrupt ends the run immediately. After a
        second interrupt, or after an error in the game's rules, the search begins with an empty tree.
        """
        with self._guard.alone(self):
            budget = Budget.of(self.method, iterations, calls, seconds)
            run = Run(self, budget, progress, target)
            self._stopped = False
            self._make_ready(budget)
            memory, warm_up = self._memory, self._warm_up()
            loop, compiled = self._loop(warm_up is not None), self.compiled and warm_up is None
            full = memory.counters[FULL]
            run.start(self._piece_size if compiled and seconds is None else 1 if compiled else INTERPRETED_PIECE)
            while work := run.next_piece():
                if warm_up is not None and not (work := min(work, warm_up.left())):
                    warm_up, compiled, loop = None, True, run.untimed(self._loop)
                    run.piece = work = 1
                spare = self._room()
                if memory.counters[FULL] and not full:
                    full = True
                    log.warning("the tree is full with %s nodes, so the search continues without new nodes; the "
                                "parameter memory sets the limit", f"{self.most_nodes:,}")
                with self._piece(compiled), self._lent(work, spare) as (lent, root, spare):
                    loop(self.components.tree, self.game, self.components, root, lent, work, run.last_calls, spare)
                check_promises(self._memory, self.facts)
                spent = run.look(work)
                self.seconds += spent
                if warm_up is not None:
                    warm_up.count(run.done - run.before, spent)
            if compiled and seconds is None:
                self._piece_size = run.piece
            run.end()
            return self.result()

    def _make_ready(self, budget):
        """Remove data that depend on another run, and reserve memory for this one."""
        if self.plan.begins:
            with self._guard.piece(self._memory.counters):
                for component in self.plan.begins:
                    component.begin_run(self._memory)
        states, nodes = wanted(self.plan, self._memory, self.most_nodes, budget) if self.compiled else (0, 0)
        if states > len(self._memory.states) or nodes > self._memory.capacity:
            with self._guard.piece(self._memory.counters):
                reserve(self.plan, self._memory, states, nodes)

    def stop(self):
        """End a `run` in another thread. It ends within a tenth of a second if iterations are short."""
        self._stopped = True

    def step(self, iterations=1):
        """Make some iterations. Then read `tree` or `result`.

        Parameters
        ----------
        iterations : int, default 1
            Number of iterations, at least 1.

        Raises
        ------
        ValueError
            If `iterations` is not a whole number of at least 1.
        """
        self.run(check_amount("iterations", iterations))

    def compile(self) -> Search:
        """Prepare the machine code, for example before you measure times. Return the search.

        If you do not call this method, `run` prepares the code when it needs it.
        """
        with self._guard.alone(self):
            self._loop()
            return self

    def _warm_up(self):
        """Return the `WarmUp` if the search begins interpreted, else None.

        A search with a large tree does not begin interpreted, because its tree would have to be copied.
        """
        if not self.plan.waits or self.iterations >= WARM:
            return None
        self._hold(Memory)
        return self.plan.warm_up(self.root[0], self._memory)

    def _loop(self, interpreted=False):
        """Return the function `run_iterations` for this search: interpreted, or else compiled if possible."""
        light = (interpreted or not self.compiled) and self.plan.light
        self._hold(InterpretedMemory if light else Memory)
        if light and self._is_plain():
            return run_quickly
        if interpreted:
            return loop_of(self.components.tree).function
        return self.plan.code(self.root[0], self._memory)

    def _is_plain(self):
        """Return whether this is plain UCT, with any leaf evaluation, prior and final choice."""
        usual = UCT(**{name: getattr(self.method, name) for name in ("selection", "leaf", "prior", "final")})
        return self.method == usual and type(self.method.selection) is UCB1 and not self.plan.trace

    def _hold(self, kind):
        """Convert the memory to an object of this class."""
        if type(self._memory) is not kind:
            self._memory = kind(**{name: getattr(self._memory, name) for name in Memory.FIELDS})

    def _piece(self, compiled):
        """Return a context for some iterations. Machine code needs no context, because an interrupt cannot stop it."""
        return contextlib.nullcontext() if compiled else self._guard.piece(self._memory.counters)

    def _lent(self, iterations, spare):
        """Return a context with (memory, root, spare), as the loop needs them."""
        if isinstance(self._memory, InterpretedMemory):
            return self._memory.lent(self.game, self.root[0], iterations, spare)
        return contextlib.nullcontext((self._memory, self.root[0], spare))

    def _room(self):
        """Enlarge the memory if needed, see `capacity.make_room`."""
        if not is_short(self.plan, self._memory):
            return self.plan.spare
        with self._guard.piece(self._memory.counters):
            return make_room(self.plan, self._memory, self.most_nodes)

    def restart(self, state, seed=None) -> Search:
        """Search another state of the same game, with an empty tree, and return the search.

        Parameters
        ----------
        state : state
            The state in which the search begins. The search copies it.
        seed : int or None, default None
            With a seed, the search is equal to a new search with this seed. None continues the present random stream.
        """
        with self._guard.alone(self):
            player = self.plan.check_root(state)
            if self._leave_results():
                self._take_other_memory()
            self._guard.broken = True  # until this is finished
            self.root, self.seed, self.seconds = self.plan.copy_of(state), seed, 0.0
            if seed is not None:
                self._memory.rng[:] = stream(seed)
            plant(self.components, player, self._memory)
            self._guard.broken = False
            return self

    def follow(self, seen, state) -> Search:
        """Continue the search at the present state of the game, with the subtree that still applies. Return the search.

        The search begins with an empty tree in these cases: the tree does not contain the events that were seen;
        another player is to move and the game has hidden information; the game uses random numbers during actions; the
        tree averages over a random event that happened (`OpenLoop`); the nodes store states (`SavedStates`,
        `SavedOutcomes`); or there are several trees (`MultipleObserver`), because the other trees would need the
        observations of the other players.

        Parameters
        ----------
        seen : list of Seen
            Events that the player at the root has seen since the tree was begun, in order; see `seen_by`.
        state : state
            The present state. The search copies it.

        Raises
        ------
        ValueError
            If no player is to move in `state`.
        """
        with self._guard.alone(self):
            player = self.plan.check_root(state)
            if self._leave_results():
                self._memory = copying.deepcopy(self._memory)
            with self._guard.piece(self._memory.counters):
                keep = kept_nodes(self, self._memory, seen, state, player)
                self.root, self.seed = self.plan.copy_of(state), None
                self._keep(keep, player)
            return self

    def _keep(self, keep, player):
        """Keep the nodes `keep`, of which the first becomes the root, with `player` to move. If `keep` is empty, begin
        an empty tree."""
        memory, used = self._memory, len(keep)
        memory.counters[[WAITING, FULL]] = 0
        if used:
            resize(self.plan, memory, memory.capacity, keep)
            memory.counters[NODES] = used
            self.method.tree.keep_first(memory, used)
        else:
            before = memory.counters.copy()
            plant(self.components, player, memory)
            for counter in (CALLS, MET):  # these counts are for the whole game
                memory.counters[counter] = before[counter]
        root = memory.nodes[ROOT]
        below = np.array(children_of(memory.nodes, ROOT), int)
        root.parent = root.next_sibling = root.action = NONE
        root.mover = player
        root.status &= ~(PROVEN | OUT | CUT)
        root.visits = memory.nodes["visits"][below].sum()
        root.total = memory.nodes["total"][below].sum()
        memory.counters[ITERATIONS] = root.visits
        memory.counters[EVENTS] = 0

    # -- looking -----------------------------------------------------------------------------------------------------

    def __repr__(self):
        return f"Search({self.facts.title}, {self.method!r}, {self.iterations:,} iterations)"

    def _repr_html_(self):
        return self.result()._repr_html_() if self.iterations else self.method._repr_html_()

    @property
    def iterations(self) -> int:
        return int(self._counters[ITERATIONS])

    @property
    def calls(self) -> int:
        return int(self._counters[CALLS])

    @property
    def full(self) -> bool:
        """Whether the tree has reached its limit of memory. The search then continues without new nodes."""
        return bool(self._counters[FULL])

    @property
    def _counters(self):
        """The counters. They may be read even while another thread works on the search."""
        return (self._memory if self._guard.busy() else self.memory).counters

    @property
    def nodes(self) -> np.ndarray:
        """The nodes in use, as a record array (a view, not a copy)."""
        memory = self.memory
        return memory.nodes[: memory.counters[NODES]]

    @property
    def trace_events(self) -> np.ndarray:
        """The events so far, in order, as `TRACE_EVENT` records (a view). It is empty without ``trace=True``."""
        return self.memory.trace[: self.memory.counters[EVENTS]]

    @property
    def tree(self):
        """The tree so far, as a `Tree`."""
        keep, pv = slice(None), principal_variation(self)
        if len(self.memory.path_ends) > 1:  # leave out the trees of other players
            keep = subtree(self.nodes, ROOT)
            pv = [keep.tolist().index(node) for node in pv]
        return VIEWS["tree"](self.game, copy(self.game, self.root[0]), relinked(self.nodes, keep),
                             final=self.method.final, pv=pv)

    def result(self) -> Result:
        """Return the result so far. Raises ValueError before the first iteration."""
        source = self._source()
        if source is None:
            source = Source(self)
            self._source = weakref.ref(source)
        return result_of(self, self.memory, source)


def no_source():
    """Return None, as a weak reference does if its object no longer exists: nobody holds a result."""
