"""Seeing the search tree: as a table, a graph, a drawing or a file.

A `Tree` wraps the node array of `mcts_lab.search.mcts.tree` with the game and position it belongs to. Nothing here is
needed to search; pandas, networkx and matplotlib are imported when they are used.

Whose value is it?
------------------
Every node holds the mean reward of the player who chose to go there, its *mover* (where chance chose, and at the root,
of the player to move at the root). That is what ``perspective="mover"`` shows, and neighbouring levels then cannot be
compared directly. ``perspective="root"`` and ``perspective=k`` give one player's view of the whole tree; they exist
where one player's reward settles the other's (one player, or two players and zero sum). Each table and drawing says
whose value it shows.
"""

from __future__ import annotations

import logging
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..engine.random import stream
from ..game import CHANCE, action_name, copy, facts, legal_actions, play, reward_sum, to_move
from ..search.mcts.final import MostVisits, decide
from ..search.mcts.result import line_of
from ..search.mcts.tree import CUT, LOSS, NONE, OPEN, PROVEN, PRUNED, ROOT, WIN
from . import tree_io
from .graph import graph
from .tree_io import About

log = logging.getLogger("mcts_lab")

STATUS_NAMES = ("open", "loss", "draw", "win", "pruned")


class Statistics(NamedTuple):
    """The shape of a tree; the arrays are indexed by depth, the root having depth 0."""

    nodes: int
    visited: int  # nodes with at least one visit
    iterations: int  # visits of the root
    mean_depth: float  # of the nodes
    max_depth: int
    selection_depth: float  # plays inside the tree, averaged over iterations
    depth_histogram: np.ndarray  # nodes
    branching: np.ndarray  # children of a node that has any; NaN where none has
    visited_histogram: np.ndarray  # nodes with at least one visit
    tried: np.ndarray  # of the children of a node that has any, those with a visit; NaN where none has
    visits_entropy: float  # of the visits of the root's children, bits; 0: all in one, log2(n): all equal
    effective_branching: float  # 2 ** visits_entropy


class Tree:
    """A search tree together with its game and root position.

    game:           the game, or None when it is unknown (a tree read from a file); names and pictures need it
    root_state:     the position at the root; it is not changed
    nodes:          array of `mcts_lab.search.mcts.tree.NODE` records; not copied; after searching on, make a new `Tree`
    count:          how many of them are in use; None: all
    reward_bounds:  (payoff that counts as reward 0, payoff that counts as reward 1); None: the game's `low` and `high`
    extras:         further values per node, as a dict from column name to array; None: none
    about:          facts of the game, needed only when `game` is None
    names:          dict from node to action name, for when `game` is None
    final:          the final choice of the search (see `mcts_lab.search.mcts.final`), for the principal variation
    pv:             the nodes of the principal variation, from the root on, as the search knows it; None: as `final`
                    chooses by visits, mean rewards and what is proven, which is all that nodes hold
    """

    def __init__(self, game, root_state, nodes, count=None, reward_bounds=None, extras=None, about=None,
                 names=None, final=MostVisits(), pv=None):  # noqa: B008 - a value, never changed
        if game is None and about is None:
            raise ValueError("a Tree without a game needs its facts: give about=About(...)")
        self.game = game
        self.root_state = None if root_state is None else copy(game, root_state)
        self.nodes = nodes[: len(nodes) if count is None else int(count)]
        if len(self.nodes) == 0:
            raise ValueError("a tree has at least its root: `nodes` or `count` is 0")
        self.about = about if about is not None else _about(game, self.root_state, reward_bounds)
        self.extras = {} if extras is None else {k: np.asarray(v)[: len(self.nodes)] for k, v in extras.items()}
        self.final = final
        self.pv = None if pv is None else [int(node) for node in pv]
        if self.pv is not None and [NONE, *self.pv[:-1]] != [int(self.nodes["parent"][node]) for node in self.pv]:
            raise ValueError("pv lists the nodes of the principal variation from the root on, each a child of the one "
                             f"before; {self.pv} does not")
        self._names = dict(names or {})
        self._states = {ROOT: self.root_state}

    def __len__(self):
        return len(self.nodes)

    def __repr__(self):
        return f"Tree({self.about.title}, {len(self):,} nodes, {int(self.nodes['visits'][ROOT]):,} iterations)"

    def replaced(self, nodes) -> Tree:
        """The same tree with other statistics in `nodes`; positions and names that are known stay known."""
        tree = Tree(self.game, None, nodes, extras=self.extras, about=self.about, final=self.final)
        tree.root_state, tree._states, tree._names = self.root_state, self._states, self._names
        return tree

    def led_by(self, action) -> Tree:
        """The same tree with a principal variation that begins with `action`; it is empty if the root has no such
        child."""
        tree = self.replaced(self.nodes)
        tree.pv = [ROOT]
        for child in self.child_nodes(ROOT):
            if self.nodes["action"][child] == action:
                tree.pv += self.line(child)
        return tree

    # -- structure --------------------------------------------------------------------------------------------------

    @cached_property
    def depth(self) -> np.ndarray:
        """Plays from the root to each node, int32 (nodes,)."""
        above = np.maximum(self.nodes["parent"], ROOT)
        depth = (self.nodes["parent"] != NONE).astype(np.int32)
        while above.any():  # each round doubles how far `above` reaches, so there are log2(depth) rounds
            depth += depth[above]
            above = above[above]
        return depth

    @cached_property
    def _families(self):
        """All non-root nodes sorted by parent, then most visited first; and where each parent's children begin."""
        kids = np.flatnonzero(self.nodes["parent"] != NONE)
        parents = self.nodes["parent"][kids]
        kids = kids[np.lexsort((kids, -self.nodes["visits"][kids].astype(np.int64), parents))]
        counts = np.bincount(parents, minlength=len(self))
        return kids, np.concatenate(([0], np.cumsum(counts)))

    def child_nodes(self, node=ROOT) -> np.ndarray:
        """The children of `node`, most visited first; equally visited ones in the order they were made."""
        kids, begin = self._families
        return kids[begin[node]: begin[node + 1]]

    def path(self, node) -> list[int]:
        """The nodes from the root to `node`, both included."""
        self.check(node)
        path = [int(node)]
        while self.nodes["parent"][path[-1]] != NONE:
            path.append(int(self.nodes["parent"][path[-1]]))
        return path[::-1]

    def line(self, node=ROOT) -> list[int]:
        """The principal variation from `node` on: what the search would play at the root, and below what the same rule
        would choose for the player who moves there; see `mcts_lab.search.mcts.result`.

        On the principal variation of the root, `pv`, it goes by all that the search knows. Elsewhere it goes by what
        the nodes hold: where a search values children by more than their mean rewards, equally visited ones are told
        apart by the mean.
        """
        self.check(node)
        if self.pv is not None and node in self.pv:
            return self.pv[self.pv.index(node):]
        return line_of(self.nodes, node, lambda parent: sorted(self.child_nodes(parent).tolist()), self._choose)

    def _choose(self, siblings) -> int:
        """The place of the child that `final` takes, by what the nodes hold."""
        visits, total, status = (self.nodes[field][siblings] for field in ("visits", "total", "status"))
        return decide(self.final, visits.tolist(), (total / np.maximum(visits, 1)).tolist(), status.tolist())

    def most_visited(self, n) -> np.ndarray:
        """The `n` most visited nodes, ascending. With a node its ancestors are always among them."""
        if n >= len(self):
            return np.arange(len(self))
        order = np.lexsort((np.arange(len(self)), self.depth, -self.nodes["visits"].astype(np.int64)))
        return np.sort(order[:n])

    # -- values -----------------------------------------------------------------------------------------------------

    def player(self, perspective="mover") -> int | None:
        """The player whose value `perspective` shows, None for each node's mover.

        perspective: "mover", "root" (the player to move at the root) or a player's number.
        Raises ValueError where the rewards of one player do not settle those of another.
        """
        if isinstance(perspective, str) and perspective == "mover":
            return None
        if isinstance(perspective, str) and perspective == "root":
            k = self.about.root_player
        elif isinstance(perspective, (int, np.integer)) and not isinstance(perspective, bool):
            k = int(perspective)
        else:
            raise ValueError(f"perspective is 'mover', 'root' or a player's number, not {perspective!r}")
        if not 0 <= k < self.about.players:
            raise ValueError(f"there is no player {k}: {self.about.title} has players 0 to {self.about.players - 1}")
        if not self.convertible:
            raise ValueError(f"{self.about.title} is not a two-player zero-sum game, so a mover's rewards say nothing "
                             "of the other players': use perspective='mover'")
        return k

    @property
    def convertible(self) -> bool:
        """Return whether the tree can be seen from one player's perspective."""
        return self.about.players == 1 or (self.about.players == 2 and self.about.zero_sum)

    @property
    def owners(self) -> np.ndarray:
        """Whose rewards each node's `total` sums: its mover's; for chance and at the root, the root player's."""
        owners = self.nodes["mover"].astype(np.int16)
        owners[owners == CHANCE] = self.about.root_player
        owners[ROOT] = self.about.root_player
        return owners

    def rewards(self, perspective="mover") -> np.ndarray:
        """Mean reward of each node in `perspective`, in [0, 1], NaN where unvisited; float64 (nodes,)."""
        k = self.player(perspective)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = self.nodes["total"] / self.nodes["visits"]
        return mean if k is None else np.where(self.owners == k, mean, self.about.reward_sum - mean)

    def payoffs(self, perspective="mover") -> np.ndarray:
        """Mean payoff of each node, in the game's own units."""
        return self.about.low + self.rewards(perspective) * (self.about.high - self.about.low)

    def proven(self, perspective="mover") -> np.ndarray:
        """Each node's status, an index of `STATUS_NAMES`, in `perspective`: the mover's win is the opponent's loss."""
        status = self.nodes["status"] & PROVEN
        status[(status == OPEN) & (self.nodes["status"] & (PRUNED | CUT) != 0)] = STATUS_NAMES.index("pruned")
        k = self.player(perspective)
        if k is not None and self.about.players == 2:
            decided = (self.owners != k) & ((status == LOSS) | (status == WIN))
            status[decided] = LOSS + WIN - status[decided]
        return status

    def perspective_text(self, perspective="mover") -> str:
        """`perspective` in words, for captions."""
        k = self.player(perspective)
        return "the player who moved there" if k is None else self.player_name(k)

    def player_name(self, player) -> str:
        """A player's name as people say it."""
        if player == CHANCE:
            return "chance"
        names = self.about.player_names
        return str(names[player]) if 0 <= player < len(names) else f"player {player}"

    # -- positions and names ----------------------------------------------------------------------------------------

    def state(self, node):
        """The position at `node`, replayed from the root; None if it cannot be known.

        In games with hidden information or random rules the search saw many positions at one node. This is one of them,
        or None where the tree's actions are not legal in the true position.
        """
        self.check(node)
        missing = []
        node = int(node)
        while node not in self._states:
            missing.append(node)
            node = int(self.nodes["parent"][node])
        state = self._states[node]
        for node in reversed(missing):
            state = self._after(state, int(self.nodes["action"][node]))
            self._states[node] = state
        return state

    def _after(self, state, action):
        if state is None or self.game is None:
            return None
        try:
            if action not in legal_actions(self.game, state):
                return None
            following = copy(self.game, state)
            play(self.game, following, action, stream(0))
        except Exception:  # a tree can be looked at although a position of it cannot be rebuilt
            log.debug("no position after action %d", action, exc_info=True)
            return None
        return following

    def name(self, node) -> str:
        """The readable name of the action that leads to `node`; its number where the position is unknown."""
        node = int(node)
        self.check(node)
        if node not in self._names:
            self._names[node] = "" if node == ROOT else self._name(node)
        return self._names[node]

    def _name(self, node):
        action = int(self.nodes["action"][node])
        state = self.state(self.nodes["parent"][node])
        if state is not None and self.game is not None:
            try:
                return str(action_name(self.game, state, action))
            except Exception:  # as above: the action's number still names it
                log.debug("no name for action %d", action, exc_info=True)
        return str(action)

    # -- tables and graphs ------------------------------------------------------------------------------------------

    def frame(self, perspective="mover", names=2000, visited=False):
        """The tree as a pandas DataFrame, a row per node, the index being the node's number.

        perspective:  whose value `reward`, `payoff` and `status` are: "mover", "root" or a player's number
        names:        how many action names to work out, most visited nodes first; 0: none
        visited:      True leaves out nodes without a visit

        Columns: `parent` (-1 at the root), `depth`, `action`, `name` (missing where not worked out), `mover` (-1:
        chance), `visits`, `share` (of the parent's visits), `player` (whose value the row shows), `reward` (mean, in
        [0, 1]), `payoff` (mean, the game's units), `status` (open, loss, draw, win, pruned; for `player`), `children`,
        `line` (on the principal variation), then `extras`.
        """
        import pandas as pd

        k = self.player(perspective)
        visits = self.nodes["visits"]
        above = np.maximum(self.nodes["parent"], ROOT)
        with np.errstate(invalid="ignore", divide="ignore"):
            share = np.where(visits[above] > 0, visits / visits[above], np.nan)
        label = np.full(len(self), None, object)
        for node in self.most_visited(names) if names else ():
            label[node] = self.name(node)
        line = np.zeros(len(self), bool)
        line[self.line()] = True
        table = pd.DataFrame(
            {
                "parent": self.nodes["parent"],
                "depth": self.depth,
                "action": self.nodes["action"],
                "name": label,
                "mover": self.nodes["mover"],
                "visits": visits,
                "share": share,
                "player": self.owners if k is None else np.full(len(self), k, np.int16),
                "reward": self.rewards(perspective),
                "payoff": self.payoffs(perspective),
                "status": pd.Categorical.from_codes(self.proven(perspective), STATUS_NAMES),
                "children": self.nodes["children"],
                "line": line,
                **self.extras,
            }
        )
        table.index.name = "node"
        table.attrs["perspective"] = f"values for {self.perspective_text(perspective)}"
        return table[table["visits"] > 0] if visited else table

    def children(self, node=ROOT, perspective="mover"):
        """The children of `node` as a DataFrame like `frame`, most visited first."""
        import pandas as pd

        kids = self.child_nodes(node)
        visits = self.nodes["visits"]
        k = self.player(perspective)
        table = pd.DataFrame(
            {
                "action": self.nodes["action"][kids],
                "name": [self.name(child) for child in kids],
                "mover": self.nodes["mover"][kids],
                "visits": visits[kids],
                "share": visits[kids] / max(int(visits[node]), 1),
                "player": self.owners[kids] if k is None else np.full(len(kids), k, np.int16),
                "reward": self.rewards(perspective)[kids],
                "payoff": self.payoffs(perspective)[kids],
                "status": pd.Categorical.from_codes(self.proven(perspective)[kids], STATUS_NAMES),
                "children": self.nodes["children"][kids],
                **{k: v[kids] for k, v in self.extras.items()},
            },
            index=pd.Index(kids, name="node"),
        )
        table.attrs["perspective"] = f"values for {self.perspective_text(perspective)}"
        return table

    def graph(self, perspective=None, top=None, max_depth=None, max_nodes=None, node=ROOT, keep=(), least=0,
              stubs=False, names=2000):
        """The tree, or its most visited part, as a networkx DiGraph: see `mcts_lab.views.graph.graph`.

        Nodes have the columns of `frame`, the `label` of their box and `pos`, their place in a tidy drawing. Figures,
        pages and exported files of trees are made from such a graph.
        """
        return graph(self, perspective, top, max_depth, max_nodes, node, keep, least, stubs, names)

    def statistics(self) -> Statistics:
        """Size, depth, branching and concentration of the tree."""
        depth = self.depth
        visits = self.nodes["visits"].astype(np.float64)
        histogram = np.bincount(depth)
        _, begin = self._families
        kids = np.diff(begin)
        inner = kids > 0
        parents = np.bincount(depth[inner], minlength=len(histogram))
        with np.errstate(invalid="ignore", divide="ignore"):
            branching = np.bincount(depth[inner], kids[inner], minlength=len(histogram)) / parents
            visited = np.bincount(depth[visits > 0], minlength=len(histogram))
            tried = np.append(visited[1:], 0) / parents
        below = visits[self.child_nodes(ROOT)]
        p = below[below > 0] / max(below.sum(), 1.0)
        entropy = float(-(p * np.log2(p)).sum()) + 0.0
        return Statistics(
            nodes=len(self), visited=int((visits > 0).sum()), iterations=int(visits[ROOT]),
            mean_depth=float(depth.mean()), max_depth=int(depth.max()),
            selection_depth=float(visits[1:].sum() / visits[ROOT]) if visits[ROOT] else 0.0,
            depth_histogram=histogram, branching=branching, visited_histogram=visited, tried=tried,
            visits_entropy=entropy, effective_branching=2.0**entropy,
        )

    # -- files ------------------------------------------------------------------------------------------------------

    def save(self, path, **options) -> Path:
        """Write the tree to `path`; its suffix decides how.

        .svg, .png:  the drawing of `mcts_lab.views.plots.tree.draw`, which takes the `options`
        .html:       one page to fold and unfold, no network needed (options: `mcts_lab.views.plots.tree_page.html`)
        .graphml:    for graph programs; `options` as for `graph`
        .json:       everything, for `Tree.load`; option `names`: how many action names to keep (2000)
        """
        return tree_io.save(self, path, **options)

    @classmethod
    def load(cls, path, game=None) -> Tree:
        """Read a tree written by ``save("....json")``.

        game: the game, if it is not one of this package; None: the one in the file. A tree whose game is unknown still
        has its numbers and the names that were saved. Raises ValueError for a file that is no such tree.
        """
        return tree_io.load(cls, path, game)

    def check(self, node):
        if not 0 <= node < len(self):
            raise ValueError(f"there is no node {node}: this tree has nodes 0 to {len(self) - 1}")


def _about(game, state, bounds):
    known = facts(game)
    low, high = (known.low, known.high) if bounds is None else bounds
    shared = reward_sum(game, bounds) if known.players == 2 and known.zero_sum else 1.0
    return About(known.title, known.players, bool(known.zero_sum), float(low), float(high), tuple(known.player_names),
                 max(int(to_move(game, state)), 0), float(shared))


__all__ = ["About", "Statistics", "Tree"]
