"""The result of a search, computed from the children of the root."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...declarations import VIEWS
from ...game import CHANCE
from .final import MostVisits, decide, worth
from .memory import CALLS, FULL, ITERATIONS, NODES
from .nodes import NODE, OPEN, PROVEN, ROOT
from .reuse import children_of
from .values import Mean


class Source:
    """A reference from a `Result` to its search. If the search has continued from another state, `search` is another
    search that has the old tree."""

    def __init__(self, search):
        self.search = search


@dataclass(frozen=True)
class Result:
    """The result of a Monte Carlo tree search: the chosen action and the statistics of the root.

    `UCT.search`, `Search.run` and `PIMC.search` return it. Values are payoffs of the player to move at the root. The
    tree itself stores rewards, which are payoffs rescaled to [0, 1].

    Attributes
    ----------
    action : int
        The action that the search plays. The component `final` of the method chooses it.
    name : str
        The name of `action`, as the game writes it.
    value : float
        The mean payoff of `action`, even if the search chose it by another criterion than the mean. If the solver has
        proven `action`, this is its exact payoff.
    visits : dict of int to int
        The visits of each action at the root, in the order of the tree.
    values : dict of int to float
        The mean payoff of each action at the root, or NaN if it was never visited. A payoff that is proven is exact.
    iterations : int
        Iterations in the whole tree, including those of an earlier move from which the tree was kept.
    calls : int
        Calls of the forward model: the number of actions that were played, in the tree and in playouts.
    nodes : int
        Nodes of the tree, including the root.
    seconds : float
        Wall-clock time spent searching, without compiling.
    proven : bool
        Whether the solver has proven the root, so that `value` is exact. Always False without ``UCT(solver=True)``.
    source : object or None
        Reference to the search, for the properties `search` and `tree`. None if the tree was not kept, as in results
        of single determinizations of PIMC.
    full : bool, default False
        Whether the tree reached its limit of memory, so that the search went on without new nodes.
    joint : bool, default False
        Whether several trees chose `action` together, as with `PIMC`. `tree` then shows one of them.

    See Also
    --------
    mcts_lab.search.minimax.exact.Result : the result of minimax and alpha-beta.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> game = games.tic_tac_toe()
    >>> result = UCT().search(game, start(game), iterations=200, seed=1)
    >>> result.action, result.name
    (4, 'x(1,1)')
    >>> sum(result.visits.values())
    200
    """

    action: int
    name: str
    value: float
    visits: dict[int, int]
    values: dict[int, float]
    iterations: int
    calls: int
    nodes: int
    seconds: float
    proven: bool
    source: Source | None
    full: bool = False
    joint: bool = False

    @property
    def search(self):
        """The `Search` that found this result. If it has continued from another state, this is another `Search` with
        the old tree."""
        return self.source.search

    def policy(self, temperature: float = 1.0) -> np.ndarray:
        """Return the probability of each action of the game, in proportion to ``visits ** (1 / temperature)``.

        Use it to draw actions at random during self-play, or as a target for training a network.

        Parameters
        ----------
        temperature : float, default 1.0
            At least 0. With 1, the probabilities are the fractions of visits. With 0, `action` has probability 1. Large
            values make all visited actions nearly equally probable.

        Returns
        -------
        array of float, one entry for each action of the game
            If nodes stand for observations of actions, there is an entry for each of these labels.

        Raises
        ------
        ValueError
            If `temperature` is negative.
        """
        if not temperature >= 0:
            raise ValueError(f"temperature cannot be {temperature!r}. Use a number of at least 0.")
        actions, counts = list(self.visits), np.array(list(self.visits.values()), float)
        odds = np.zeros(max(self.search.facts.actions, 1 + max(actions)))
        if temperature == 0:
            odds[self.action] = 1.0
        else:
            odds[actions] = (counts / counts.max()) ** (1 / temperature)
        return odds / odds.sum()

    @property
    def tree(self):
        """The tree, as a `Tree` that can be drawn. Its principal variation begins with `action`."""
        return self.search.tree.led_by(self.action) if self.joint else self.search.tree

    @property
    def pv(self) -> tuple:
        """The principal variation as a tuple of actions, of which `action` is the first (see `Tree.line`).

        Like `tree`, it describes the present tree, even if the search has made more iterations since this result.
        """
        tree = self.tree
        return tuple(tree.nodes["action"][tree.line()[1:]].tolist()) or (self.action,)

    def _repr_html_(self):
        return VIEWS["result"](self)

    def __repr__(self):
        return (f"Result(action={self.action} ({self.name}), value={self.value:+.3f}, iterations={self.iterations:,}, "
                f"nodes={self.nodes:,}{' (the tree is full)' if self.full else ''}, {self.seconds:.3f} s)")


def added_up(answers) -> dict:
    """Return the statistics of several trees together: the sums of visits, iterations, calls and nodes, and the mean
    values."""
    visits, totals = {}, {}
    for answer in answers:
        for action, n in answer.visits.items():
            visits[action] = visits.get(action, 0) + n
            totals[action] = totals.get(action, 0.0) + (n * answer.values[action] if n else 0.0)
    sums = {name: sum(getattr(answer, name) for answer in answers) for name in ("iterations", "calls", "nodes")}
    values = {action: totals[action] / n if n else math.nan for action, n in visits.items()}
    return sums | {"visits": visits, "values": values, "full": any(answer.full for answer in answers)}


def is_proven(memory) -> bool:
    """Return whether the root is proven."""
    return bool(memory.root_status & PROVEN)


def worths_of(search, children, visits, means):
    """Return the value of each child for the final choice (see `final.worth`), or NaN for an unvisited child."""
    method, memory = search.method, search.memory
    no_ties = isinstance(method.final, MostVisits) and not method.solver and visits.count(max(visits)) == 1
    if isinstance(method.value, Mean) or not method.final.asks_value() or no_ties:
        return means
    return [worth(method.final, method.value, child, memory) if n else math.nan
            for child, n in zip(children, visits, strict=True)]


def chosen(search, children, visits, means, status) -> int:
    """Return the index of the child that the final choice of the search prefers.

    The `children` belong to one node and have the same mover. Means and proven results are in the perspective of this
    player. If the node is proven, a child is chosen that has the same proven value.
    """
    memory, final = search.memory, search.method.final
    worths = worths_of(search, children, visits, means)
    if search.method.solver:
        parent = int(memory.nodes["parent"][children[0]])
        best = [i for i, child in enumerate(children) if search.components.solver.may_be_chosen(parent, child, memory)]
        return best[decide(final, *([column[i] for i in best] for column in (visits, worths, status)))]
    return decide(final, visits, worths, status)


def principal_variation(search) -> list[int]:
    """Return the nodes of the principal variation of `search`, from the root on (see `line_of`)."""
    memory = search.memory

    def choose(siblings):
        columns, means = columns_of(memory, siblings)
        return chosen(search, siblings, columns["visits"], means, columns["status"])

    return line_of(memory.nodes, ROOT, lambda node: children_of(memory.nodes, node), choose)


def line_of(nodes, node, children_of: Callable, choose: Callable) -> list[int]:
    """Return the principal variation in the tree `nodes`, from `node` on: the expected course of the game.

    At each node the rule for the final choice decides, in the perspective of the player who moves there. At the root
    this is the action that the search would play now. At a chance turn, the most visited outcome comes next. The player
    to move may differ between determinizations. Then the mover of the most visited child chooses, among the children
    of this mover. Of equally visited children the first one counts. The variation ends at a node whose children are
    all unvisited.

    children_of: children_of(node) returns the list of a node's children, in the order in which they were made.
    choose: choose(siblings) returns the index of the child that the final choice prefers, among children of one mover.
    """
    line = [int(node)]
    while True:
        children = children_of(line[-1])
        visits = [int(nodes["visits"][child]) for child in children]
        if not any(visits):
            return line
        mover, most = [int(nodes["mover"][child]) for child in children], visits.index(max(visits))
        if mover[most] == CHANCE:
            line.append(children[most])
        else:
            siblings = [child for child, player in zip(children, mover, strict=True) if player == mover[most]]
            line.append(siblings[choose(siblings)])


def columns_of(memory, children):
    """Return the fields of the nodes `children` by name, and their mean rewards (NaN for unvisited nodes)."""
    rows = children
    if children[-1] - children[0] == len(children) - 1:
        rows = slice(children[0], children[-1] + 1)  # they have consecutive indices, and a slice is faster
    # convert to plain numbers, because calls of NumPy take longer for so few numbers
    columns = dict(zip(NODE.names, zip(*memory.nodes[rows].tolist(), strict=True), strict=True))
    return columns, [total / n if n else math.nan for total, n in zip(columns["total"], columns["visits"], strict=True)]


def result_of(search, memory, source) -> Result:
    """Return the result of `search` so far. Raises ValueError before the first iteration."""
    children = children_of(memory.nodes, ROOT)
    if not children:
        raise ValueError("The search has not run yet. Call run() first.")
    columns, means = columns_of(memory, children)
    actions, visits, status = columns["action"], columns["visits"], columns["status"]
    best = chosen(search, children, visits, means, status)
    low, scale = search.facts.low, float(memory.scale[1])
    payoffs = [low + mean / scale for mean in means]
    if search.method.solver:  # proven payoffs are exact
        mover = int(memory.nodes["mover"][ROOT])
        for i in range(len(children)):
            if status[i] & PROVEN != OPEN:
                payoffs[i] = float(memory.proven[children[i], mover])
    action = actions[best]
    return Result(
        action=action,
        name=search.game.action_name(search.root[0], action),
        value=payoffs[best],
        visits=dict(zip(actions, visits, strict=True)),
        values=dict(zip(actions, payoffs, strict=True)),
        iterations=int(memory.counters[ITERATIONS]),
        calls=int(memory.counters[CALLS]),
        nodes=int(memory.counters[NODES]),
        seconds=search.seconds,
        proven=is_proven(memory),
        source=source,
        full=bool(memory.counters[FULL]),
    )
