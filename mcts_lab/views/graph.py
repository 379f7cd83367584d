"""A search tree as a networkx graph: the one model that figures, pages and files of trees read.

A search tree has far too many nodes to look at. `pick` takes the most visited ones; in drawings, a *stub* says of each
node's other children how many there are and how often they were visited, so that the counts always add up.

A graph's nodes are the tree's node numbers, and ``"7+"`` is the stub below node 7. Edges lead from parents to children,
the most visited child first and the stub last. Every node has the columns of `Tree.frame` and

label    what stands in its box: a line for the action, one for the visits and the mean reward (or what is proven)
stub     whether it stands for children that are left out
hidden   how many: for a stub, those it stands for; for a node without a stub, those that are not in the graph
pos      the centre of its box in a tidy drawing, in inches, the root at the top; where the graph is small enough
"""

from __future__ import annotations

import heapq

import numpy as np

from ..search.mcts.tree import ROOT
from .layout import arrange

PLACED = 5000  # nodes of a graph that gets positions by itself
LINE_FIRST = float(-(1 << 40))  # before any number of visits
SHOWN_ACTIONS, SHOWN_LINE = 5, 6  # actions and steps of the principal variation in words


def pick(tree, top=None, max_depth=None, max_nodes=None, node=ROOT, keep=(), least=0) -> list[int]:
    """Choose nodes from `node` on: those of the tree's principal variation, then always the most visited one whose
    parent is chosen. Parents come before children.

    top:        children of one node
    max_depth:  levels below `node`; 0: only `node`
    max_nodes:  nodes in all
    keep:       nodes that are chosen in any case, with the nodes above them
    least:      visits that others must have, but for the principal variation
    None: as many as there are.
    """
    for name, value, enough in (("top", top, 1), ("max_depth", max_depth, 0), ("max_nodes", max_nodes, 1)):
        if value is not None and value < enough:
            raise ValueError(f"{name} is {value}, but a drawing needs at least {enough}")
    tree.check(node)
    top, max_depth, max_nodes = (np.inf if limit is None else limit for limit in (top, max_depth, max_nodes))
    visits = tree.nodes["visits"]
    kept, line = {n for k in keep for n in tree.path(k)}, set(tree.line())
    chosen, waiting = [], [(-np.inf, 0, 0, int(node))]
    while waiting and (len(chosen) < max_nodes or waiting[0][0] == -np.inf):
        _, depth, _, current = heapq.heappop(waiting)
        chosen.append(current)
        below = sorted(tree.child_nodes(current).tolist(), key=lambda child: child not in line)  # else as they stand
        for rank, child in enumerate(below):
            if child in kept:  # before all others
                heapq.heappush(waiting, (-np.inf, depth + 1, rank, child))
            elif rank < top and depth < max_depth and (child in line or visits[child] >= least):
                urgency = LINE_FIRST if child in line else -int(visits[child])
                heapq.heappush(waiting, (urgency, depth + 1, rank, child))
    return chosen


def graph(tree, perspective=None, top=None, max_depth=None, max_nodes=None, node=ROOT, keep=(), least=0,
          stubs=False, names=2000):
    """The graph of `tree`, or of the part of it that `pick` chooses.

    perspective:  whose value `reward`, `payoff` and `status` are: "mover", "root" or a player's number; None: the root
                  player's where that is defined, else each mover's
    top, max_depth, max_nodes, node, keep, least:  see `pick`; the defaults choose everything
    stubs:        True adds a stub below each node of which some children are chosen and others are not
    names:        how many action names to work out, those of the first nodes chosen

    The graph itself knows the `game`, a `title`, the `measure` (what a reward is, in words, saying whose it is), the
    number of `nodes` of the whole tree and an alternative text, `alt`.
    """
    import networkx as nx

    perspective = default_perspective(tree) if perspective is None else perspective
    if top is max_depth is max_nodes is None and node == ROOT and not least:
        chosen = np.lexsort((np.arange(len(tree)), -tree.nodes["visits"].astype(np.int64), tree.depth)).tolist()
    else:
        chosen = pick(tree, top, max_depth, max_nodes, node, keep, least)
    for current in chosen[:names]:
        tree.name(current)
    table = tree.frame(perspective, names=0).loc[chosen]
    columns = {column: table[column].tolist() for column in table.columns}
    columns["status"] = [str(status) for status in columns["status"]]
    columns["name"] = [tree.name(n) if i < names else "" for i, n in enumerate(chosen)]
    whose = tree.perspective_text(perspective)
    found = nx.DiGraph(game=tree.about.title, title=title_of(tree), nodes=len(tree), perspective=f"values for {whose}",
                       measure=f"mean reward to {whose}")
    for i, current in enumerate(chosen):
        row = {column: values[i] for column, values in columns.items()}
        mover = tree.player_name(row["mover"]) if current != ROOT else ""
        action = "start" if current == ROOT else shortened(row["name"])
        numbers = f"{thousands(row['visits'])} · {value_text(row['reward'], row['status'])}"
        found.add_node(current, **row, moved=mover, label=f"{action}\n{numbers}", stub=False, hidden=0)
    for current in chosen:
        add_children(tree, found, current, stubs)
    found.graph["alt"] = described(tree, found, chosen[0])
    return arrange(found) if len(found) <= PLACED else found


def add_children(tree, found, node, stubs):
    """Link a node to those of its children that are in the graph, and count the others, in a stub or at the node."""
    below = tree.child_nodes(node)
    shown = [child for child in below.tolist() if child in found]
    found.add_edges_from((node, child) for child in shown)
    rest = len(below) - len(shown)
    if not shown or not stubs:
        found.nodes[node]["hidden"] = rest
    elif rest:
        visits = int(tree.nodes["visits"][below].sum() - tree.nodes["visits"][shown].sum())
        seen = f"{thousands(visits)} visit{'' if visits == 1 else 's'}" if visits else "never tried"
        found.add_node(f"{node}+", stub=True, hidden=rest, parent=node, depth=found.nodes[node]["depth"] + 1,
                       visits=visits, reward=np.nan, line=False, moved="", name=f"+{rest:,} more",
                       label=f"+{rest:,} more\n{seen}")
        found.add_edge(node, f"{node}+")


def default_perspective(tree) -> str:
    """The root player's where that is defined, else each mover's."""
    return "root" if tree.convertible else "mover"


def shortened(text, width=16) -> str:
    """`text` cut to `width` characters."""
    return text if len(text) <= width else text[: width - 1] + "…"


def thousands(n) -> str:
    """A count with separators, short enough for a node: 1,234 or 12.3k or 4.5M."""
    if n < 10_000:
        return f"{n:,}"
    return f"{n / 1e3:.3g}k" if n < 999_500 else f"{n / 1e6:.3g}M"


def value_text(reward, status) -> str:
    """A mean reward, or what is proven, as nodes show it."""
    return status if status != "open" else "–" if np.isnan(reward) else f"{reward:.2f}"


def title_of(tree) -> str:
    """The heading of a picture of `tree`."""
    return f"{tree.about.title}: {thousands(int(tree.nodes['visits'][ROOT]))} iterations"


def described(tree, found, top) -> str:
    """Describe the graph in words, for those who cannot see its picture."""
    drawn = sum(not stub for _, stub in found.nodes(data="stub"))
    best = "; ".join(found.nodes[n]["label"].replace("\n", " ") for n in list(found.successors(top))[:SHOWN_ACTIONS])
    line = ", ".join(tree.name(n) for n in tree.line()[1:1 + SHOWN_LINE])
    return (f"Search tree of {tree.about.title}: {drawn} of {len(tree):,} nodes drawn. Most visited actions at the top "
            f"(visits, {found.graph['measure']}): {best or 'none'}. Principal variation: {line or 'none'}.")
