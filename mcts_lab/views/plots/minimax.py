"""Minimax and alpha-beta on trees small enough to draw, for teaching.

`explore` runs `textbook.alpha_beta` [Knuth & Moore 1975, "An Analysis of Alpha-Beta Pruning"] on nested lists and keeps
everything it did; `draw` shows it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import networkx as nx
import numpy as np
from matplotlib.patches import BoxStyle
from matplotlib.path import Path

from ... import textbook
from ...game import TERMINAL, heuristic, to_move
from ...games.teaching.given_tree import GivenTree
from ..layout import LETTER, LINE, tidy
from . import style
from .tree import shaped

MIDWAY = 1.5  # actions stand halfway between parent and child, where branches are closer to each other
HIGH = 0.87  # of a triangle, as a part of its side
LEAF = 0.32  # height of a leaf, in inches
EXACT, AT_LEAST, AT_MOST, CUT = "", "≥", "≤", "cut"


class Explored(NamedTuple):
    """The findings of a search; lists are indexed by node, the root being 0 and nodes numbered in depth-first order."""

    children: list
    parent: list
    depth: list
    maximises: list  # True, False, or None for a leaf
    value: list  # NaN where the node was cut off
    bound: list  # EXACT, AT_LEAST, AT_MOST, or CUT for nodes never looked at
    alpha: list  # with which the node was entered; NaN where it never was
    beta: list
    leaf: list  # the leaf values as given, NaN for inner nodes
    action: list  # what leads there, in words; "" where the tree does not say
    order: list  # nodes in the order in which their values became known

    @property
    def leaves(self) -> int:
        """Return the number of leaves that were evaluated."""
        return sum(self.maximises[n] is None for n in self.order)

    def line(self) -> list[int]:
        """The principal variation: the first best child, from the root to a leaf."""
        line = [0]
        while self.children[line[-1]]:
            node = line[-1]
            known = [c for c in self.children[node] if self.bound[c] != CUT]
            line.append(next(c for c in known if self.value[c] == self.value[node]))
        return line


def explore(values, alpha_beta=True, maximise=True) -> Explored:
    """Minimax values of a tree given as nested lists of leaf values, in the perspective of the player who maximises.

    values:     a number for a leaf; a list of children; or a dict from the names of actions to children
    alpha_beta: False looks at everything
    maximise:   whether the player at the root maximises
    Raises ValueError for a tree with an empty list or a leaf that is no number.
    """
    tree = GivenTree(values, maximise)
    nodes = range(len(tree.parent))
    mover = [to_move(tree, tree.at(node)) for node in nodes]
    unknown = [math.nan] * len(nodes)
    found = Explored(tree.children, tree.parent, tree.depth, [None if who == TERMINAL else who == 0 for who in mover],
                     unknown[:], [CUT for _ in nodes], unknown[:], unknown[:], tree.value, tree.name, [])
    search, window = (textbook.alpha_beta, (-math.inf, math.inf)) if alpha_beta else (textbook.minimax, ())
    for arguments, value in textbook.recorded(search, tree, tree.at(0), 0, math.inf, heuristic, *window):
        node = int(arguments[1].node)
        if value is None:
            found.alpha[node], found.beta[node] = arguments[5:] or (-math.inf, math.inf)
        else:
            found.value[node] = value
            found.bound[node] = _bound(found, node)
            found.order.append(node)
    return found


def _bound(found, node):
    """Return whether the value of a node that has been searched is exact."""
    children = found.children[node]
    if children and found.bound[children[-1]] == CUT:
        return AT_LEAST if found.maximises[node] else AT_MOST
    best = [found.bound[child] for child in children if found.value[child] == found.value[node]]
    return EXACT if EXACT in best or not best else best[0]


def graph(found, players=("max", "min"), step=None, windows=False, font=12):
    """Return the explored part as a networkx DiGraph, from parents to children in depth-first order.

    Nodes have the fields of `Explored`, `known` (whether the value was known after `step` values), `cut` (whether it
    was cut off, as far as was known then), `line` (on the principal variation), `label`, and `pos`, its place in
    inches.

    step:     how many values are known; None: all
    windows:  True leaves room for the windows of inner nodes
    font:     size of the text in points
    """
    known = set(found.order if step is None else found.order[:step])
    line = set(found.line()) if step is None or step >= len(found.order) else set()
    tree = nx.DiGraph(players=players, alt=described(found, players))
    for node, parent in enumerate(found.parent):
        cut = parent >= 0 and (tree.nodes[parent]["cut"] or (found.bound[node] == CUT and parent in known))
        value = found.leaf[node] if found.maximises[node] is None else found.value[node]
        tree.add_node(node, depth=found.depth[node], maximises=found.maximises[node], value=value,
                      bound=found.bound[node], alpha=found.alpha[node], beta=found.beta[node], known=node in known,
                      cut=cut, line=node in line, action=found.action[node],
                      label=("" if found.maximises[node] is None else found.bound[node]) + number(value))
    tree.add_edges_from((parent, node) for node, parent in enumerate(found.parent) if parent >= 0)
    letter = LETTER * font / 72.0
    inner = [node for node in tree if found.children[node]]
    side = max(0.34 + letter * max((len(tree.nodes[node]["label"]) for node in inner), default=1), 0.6)
    named = 0.85 * letter * max((len(data["action"]) for data in tree.nodes.values()), default=0)
    tree.graph |= {"side": side, "drop": side * HIGH + (0.75 if named else 0.55)}
    for data in tree.nodes.values():
        data["width"] = max(len(data["label"]) * letter + 0.14, 0.36)
    for node in inner:
        tree.nodes[node]["width"] = side + (7.5 * letter if windows else 0.0)
    across = tidy(found.children, [max(width, MIDWAY * named) for _, width in tree.nodes(data="width")], gap=0.16)
    for node, data in tree.nodes.items():
        data["pos"] = (float(across[node]), -tree.graph["drop"] * data["depth"])
    return tree


def draw(values, alpha_beta=True, maximise=True, windows=False, players=("max", "min"), step=None, dark=False,
         title="", alt=None, size="notebook", font=None):
    """A small game tree with its minimax values and the branches that alpha-beta cut off.

    Triangles point up where the player who maximises moves and down where the other does; boxes are leaves. What was
    cut off is faint and its branch crossed out; where a node was left early its value is only a bound, ≤ or ≥. The
    thick line is the principal variation.

    values, alpha_beta, maximise:  see `explore`
    windows:  True writes the window [α, β] with which each inner node was entered
    players:  who maximises and who minimises, written at the levels
    step:     show only the first so many values that became known, to build the picture up; None: all
    size:     "slide", "notebook" or "page": how large the text is; `font`, in points, says it directly
    """
    font = font or style.font_of(size)
    found = explore(values, alpha_beta, maximise)
    tree = graph(found, players, step, windows, font)
    letter, row = LETTER * font / 72.0, LINE * font / 72.0
    side, drop = tree.graph["side"], tree.graph["drop"]
    pos = nx.get_node_attributes(tree, "pos")
    levels = max(found.depth)
    labels = [players[0] if maximise == (level % 2 == 0) else players[1] for level in range(levels)]
    left = -0.25 - letter * max(map(len, labels), default=0)
    right = max(data["pos"][0] + data["width"] / 2 for _, data in tree.nodes.items()) + 0.2
    ceiling, floor = side * 0.6 + (2 * row if title else 0.15), -drop * levels - 0.35
    with style.figure(alt or tree.graph["alt"], (right - left, ceiling - floor), dark, font) as fig:
        fig.set_layout_engine("none")
        t = style.theme(dark)
        ax = fig.add_axes((0, 0, 1, 1))
        ax.axis("off")
        branches(ax, tree, pos, t)
        leaves(ax, tree, pos, step is not None, font, t)
        names = {(a, b): tree.nodes[b]["action"] for a, b in tree.edges if tree.nodes[b]["action"]}
        nx.draw_networkx_edge_labels(tree, pos, names, ax=ax, rotate=False, font_size=font * 0.85, font_color=t.text,
                                     bbox={"fc": t.background, "ec": "none", "pad": 1}, clip_on=False)
        triangles(ax, tree, pos, windows, font, t)
        for level, label in enumerate(labels):
            ax.text(left + 0.1, -drop * level, label, ha="left", va="center", style="italic")
        if title:
            ax.text(left + 0.1, ceiling - row, title, ha="left", va="center", fontweight="bold", fontsize=font * 1.1)
        ax.set(xlim=(left, right), ylim=(floor, ceiling))
    return fig


def branches(ax, tree, pos, t):
    """Lines from parents to children; those cut off are dotted, and crossed where the cut is."""
    best = [tree.nodes[a]["line"] and tree.nodes[b]["line"] for a, b in tree.edges]
    arrows = nx.draw_networkx_edges(
        tree, pos, ax=ax, arrowstyle="-", node_size=0, width=[3.2 if thick else 1.3 for thick in best],
        edge_color=[t.text if thick else t.faint for thick in best],
        style=[":" if tree.nodes[child]["cut"] else "-" for _, child in tree.edges])
    half = tree.graph["side"] * HIGH / 2
    for (parent, child), arrow in zip(tree.edges, arrows or (), strict=True):
        a = (pos[parent][0], pos[parent][1] - half)
        b = (pos[child][0], pos[child][1] + (LEAF / 2 if tree.nodes[child]["maximises"] is None else half))
        arrow.set_positions(a, b)
        if tree.nodes[child]["cut"] and not tree.nodes[parent]["cut"]:
            crossed(ax, a, b, t)


def triangles(ax, tree, pos, windows, font, t):
    """The nodes at which a player moves, pointing up where the player who maximises does."""
    side, high = tree.graph["side"], tree.graph["side"] * HIGH
    for up, fill in ((1, t.cycle[0]), (-1, t.cycle[1])):
        nodes = [node for node, maximises in tree.nodes(data="maximises") if maximises is (up > 0)]
        corners = [(-side / 2, -up * high / 2), (side / 2, -up * high / 2), (0, up * high / 2)]
        shown = [node for node in nodes if tree.nodes[node]["known"]]
        for node in nodes:
            shaped(ax, tree, pos, node, Path([*corners, corners[0]], closed=True), linewidths=1.6,
                   node_color=[fill if node in shown else t.background],
                   edgecolors=[t.faint if tree.nodes[node]["cut"] else fill])
        nx.draw_networkx_labels(
            tree, {node: (pos[node][0], pos[node][1] - up * high * 0.14) for node in shown},
            {node: tree.nodes[node]["label"] for node in shown}, font_size=font, font_weight="bold",
            font_color=style.ink_on(fill), clip_on=False, ax=ax)
        for node in shown if windows else ():
            window = f"[{number(tree.nodes[node]['alpha'])}, {number(tree.nodes[node]['beta'])}]"
            ax.text(pos[node][0] + side * 0.42, pos[node][1] + (0.1 if up > 0 else -0.12), window, fontsize=font * 0.85)


def leaves(ax, tree, pos, building, font, t):
    """The leaves, each in a box; while a picture is built up, those looked at are shaded."""
    nodes = [node for node, maximises in tree.nodes(data="maximises") if maximises is None]
    ink = {node: t.faint if tree.nodes[node]["cut"] else t.text for node in nodes}
    for node in nodes:
        wide = tree.nodes[node]["width"]
        shape = BoxStyle.Round(pad=0, rounding_size=0.05)(-wide / 2, -LEAF / 2, wide, LEAF, 1.0)
        fill = t.neutral if building and tree.nodes[node]["known"] else t.background
        shaped(ax, tree, pos, node, shape, node_color=[fill], edgecolors=[ink[node]], linewidths=1.2)
    nx.draw_networkx_labels(tree, {node: pos[node] for node in nodes}, {n: tree.nodes[n]["label"] for n in nodes},
                            font_size=font, font_color=ink, clip_on=False, ax=ax)


def crossed(ax, a, b, t):
    """Two short strokes across the middle of an edge."""
    (x1, y1), (x2, y2) = a, b
    length = math.hypot(x2 - x1, y2 - y1)
    along = np.array([x2 - x1, y2 - y1]) / length
    sideways = np.array([-along[1], along[0]]) * 0.11
    for place in (0.46, 0.58):
        middle = np.array([x1, y1]) + along * length * place
        ax.plot(*zip(middle - sideways, middle + sideways, strict=True), color=t.text, lw=2.0, zorder=2)


def number(value):
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return "" if math.isnan(value) else f"{value:g}".replace("-", "−")


def described(found, players) -> str:
    """The tree in words."""
    total = sum(m is None for m in found.maximises)
    who = players[0] if found.maximises[0] else players[1]
    if CUT not in found.bound:
        return f"Minimax tree: {total} leaves, {who} moves at the root, whose value is {found.value[0]:g}."
    cut = sum(b == CUT and p >= 0 and found.bound[p] != CUT for b, p in zip(found.bound, found.parent, strict=True))
    return (f"Alpha-beta tree: {who} moves at the root, whose value is {found.value[0]:g}; {found.leaves} of {total} "
            f"leaves were evaluated and {cut} branches cut off.")
