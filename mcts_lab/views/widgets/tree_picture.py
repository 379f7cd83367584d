"""A search tree as an SVG picture whose boxes never move.

The places come from one graph (see `mcts_lab.views.graph`), that of the tree in the end; what is written in the boxes
comes from the statistics of the moment. So a search can be stepped through and nothing jumps.
"""

from __future__ import annotations

import numpy as np

from ...games.drawing.svg import Drawing
from ...search.mcts.tree import ROOT
from ..graph import thousands
from ..layout import arrange
from .svg import ACCENT, FAINT, SOFT, TEXT, fitted, value_look, width_of

INCH = 96.0
POINTS = 10  # size of the text
MARGIN = 8.0
HEAD = 20.0  # room for the line that says what the numbers are


class TreePicture:
    """The part of a tree that fits a stage, with its places.

    tree:         the tree in the end
    perspective:  whose reward is shown, see `Tree.player`
    top, max_depth, max_nodes:  what is shown, see `mcts_lab.views.graph.pick`
    room:         pixels for remarks at the right
    """

    def __init__(self, tree, perspective, top=7, max_depth=3, max_nodes=10, room=90):
        self.tree, self.perspective = tree, perspective
        self.graph = arrange(tree.graph(perspective, top, max_depth, max_nodes, stubs=True, least=1), "right", POINTS,
                             gaps=(0.045, 0.42))
        left, bottom, right, self.ceiling = self.graph.graph["box"]
        self.left = left
        self.size = ((right - left) * INCH + room, (self.ceiling - bottom) * INCH + MARGIN + HEAD)

    def draw(self, now, present=None, lit=(), path=(), notes=None, words="") -> str:
        """The picture of the tree `now`.

        present:  the nodes that there are by now; None: those with visits
        lit:      nodes to ring
        path:     nodes from the root down that the iteration follows; those that are not shown are named in words
        notes:    dict from node to a remark
        """
        graph, nodes = self.graph, now.nodes
        rewards = now.rewards(self.perspective)
        visits = nodes["visits"]
        line = set(now.line())
        there = {n for n in graph if not graph.nodes[n]["stub"] and (n == ROOT or n in line or (
            visits[n] > 0 if present is None else n in present))}
        drawing = Drawing(*self.size, f"Search tree of {now.about.title}", words)
        measure = f"visits · mean reward to {now.perspective_text(self.perspective)}"
        drawing.text(4, HEAD / 2, fitted(measure, self.size[0] - 8, 12), SOFT, 12)
        most = max(int(visits[ROOT]), 1)
        ways = set(zip(path, path[1:], strict=False))
        for parent, child in graph.edges:
            if parent in there and (child in there or graph.nodes[child]["stub"]):
                self._edge(drawing, parent, child, visits, most, (parent, child) in ways)
        for node in graph:
            if graph.nodes[node]["stub"]:
                self._stub(drawing, node, nodes, there, line)
            elif node in there:
                self._box(drawing, node, visits, rewards, node in line, node in lit)
        self._rest(drawing, path, there, now)
        for node, note in (notes or {}).items():
            if node in there:
                x, y = self._at(node)
                drawing.text(x + self._wide(node) / 2 + 10, y, note, TEXT, 12, italic=True)
        return drawing.svg()

    def shown(self, node) -> bool:
        """Return whether the picture has a box for `node`."""
        return node in self.graph

    def _at(self, node):
        x, y = self.graph.nodes[node]["pos"]
        return (x - self.left) * INCH, (self.ceiling - y) * INCH + MARGIN / 2 + HEAD

    def _wide(self, node):
        return self.graph.nodes[node]["width"] * INCH

    def _edge(self, drawing, parent, child, visits, most, lit):
        (x, y), (to_x, to_y) = self._at(parent), self._at(child)
        x, to_x = x + self._wide(parent) / 2, to_x - self._wide(child) / 2
        middle = (x + to_x) / 2
        stub = self.graph.nodes[child]["stub"]
        thick = 1.0 if stub else 0.8 + 6.0 * np.sqrt(visits[child] / most)
        drawing.path(f"M{x:.1f} {y:.1f}C{middle:.1f} {y:.1f} {middle:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}",
                     line=ACCENT if lit else FAINT, thick=max(thick, 3.0) if lit else thick, dashed=stub)

    def _box(self, drawing, node, visits, rewards, on_line, lit):
        data = self.graph.nodes[node]
        x, y = self._at(node)
        wide, high = data["width"] * INCH, data["height"] * INCH
        seen = visits[node] > 0
        fill, ink = value_look(rewards[node] if seen else np.nan)
        if lit:
            drawing.rectangle(x - wide / 2 - 5, y - high / 2 - 5, wide + 10, high + 10, line=ACCENT, thick=3, corner=9)
        drawing.rectangle(x - wide / 2, y - high / 2, wide, high, fill, TEXT if on_line else FAINT,
                          2.2 if on_line else 1.0, 5)
        name = data["label"].split("\n")[0]
        size = POINTS * INCH / 72
        drawing.text(x - wide / 2 + 5, y, name, ink, size, bold=True)
        said = f"{thousands(int(visits[node]))} · {rewards[node]:.2f}" if seen else "new"
        drawing.text(x + wide / 2 - 5, y, said, ink, size, "end")

    def _stub(self, drawing, node, nodes, there, line):
        data = self.graph.nodes[node]
        parent = data["parent"]
        if parent not in there:
            return
        below = self.tree.child_nodes(parent)
        rest = [c for c in below.tolist() if c not in self.graph]
        seen = int(nodes["visits"][rest].sum())
        tried = int((nodes["visits"][rest] > 0).sum())
        x, y = self._at(node)
        wide, high = data["width"] * INCH, data["height"] * INCH
        on_line = not line.isdisjoint(rest)
        drawing.rectangle(x - wide / 2, y - high / 2, wide, high, line=TEXT if on_line else FAINT,
                          thick=2.2 if on_line else 1.0, corner=5, dashed=True)
        drawing.text(x - wide / 2 + 5, y, f"+{len(rest):,} more", SOFT, 12)
        said = f"{thousands(seen)} visit{'' if seen == 1 else 's'}" if tried else "never tried"
        drawing.text(x + wide / 2 - 5, y, said, SOFT, 12, "end")

    def _rest(self, drawing, path, there, now):
        """Name the rest of the path, which has no boxes, beside its last box."""
        hidden = [n for n in path if n not in self.graph]
        last = [n for n in path if n in there]
        if not hidden or not last:
            return
        node = last[-1]
        x, y = self._at(node)
        stub = f"{node}+"
        right = x + self._wide(node) / 2 + 8
        if stub in self.graph:
            x, y = self._at(stub)
            wide, high = self._wide(stub), self.graph.nodes[stub]["height"] * INCH
            drawing.rectangle(x - wide / 2 - 4, y - high / 2 - 4, wide + 8, high + 8, line=ACCENT, thick=3, corner=8)
            right = x + wide / 2 + 8
        words = "→ " + ", ".join(now.name(n) for n in hidden)
        room = self.size[0] - right - 4
        while len(words) > 4 and width_of(words, 12) > room:
            words = words[:-2].rstrip(", …") + "…"
        drawing.text(right, y, words, TEXT, 12, italic=True)

