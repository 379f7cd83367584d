"""A search tree as an SVG picture whose boxes never move.

The positions of the boxes come from the graph of the final tree (see `mcts_lab.views.graph`); the numbers in them
come from the current statistics.
"""

import math
from typing import NamedTuple

from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.views.graph import label_of, pick, stub_label, thousands
from mcts_lab.views.svg_colours import ACCENT, FAINT, SOFT, TEXT, fitted, value_look, width_of
from mcts_lab.views.tree import STATUS_NAMES
from mcts_lab.views.tree_layout import placed

INCH = 96.0
POINTS = 9  # size of the text
FLAT = 0.8  # height of boxes relative to other pictures of trees
MARGIN = 8.0
HEAD = 20.0  # height of the line that explains the numbers


class Box(NamedTuple):
    """The final label and the place in the tree of a node's box, or of a stub for the children that have no box."""

    label: str
    parent: int
    depth: int
    moved: str  # name of the player who moved here
    children: list  # children with boxes, the most visited first, then their stub


def boxes(tree, perspective, chosen) -> dict:
    """Return the boxes of the nodes `chosen`, parents first, by node; the key of the stub below node 7 is ``"7+"``."""
    visits, rewards, proven = tree.nodes["visits"], tree.rewards(perspective), tree.proven(perspective)
    found, stubs = {}, {}
    for node in chosen:
        parent = int(tree.nodes["parent"][node])
        depth = 0 if node == ROOT else found[parent].depth + 1
        below = tree.child_nodes(node).tolist()
        shown = [child for child in below if child in chosen]
        rest = [child for child in below if child not in chosen]
        if shown and rest:
            label = stub_label(len(rest), sum([int(visits[child]) for child in rest]))
            stubs[f"{node}+"] = Box(label, node, depth + 1, "", [])
            shown.append(f"{node}+")
        name = "start" if node == ROOT else tree.name(node)
        moved = "" if node == ROOT else tree.player_name(int(tree.nodes["mover"][node]))
        label = label_of(name, visits[node], rewards[node], STATUS_NAMES[proven[node]])
        found[node] = Box(label, parent, depth, moved, shown)
    return found | stubs


class TreePicture:
    """The part of a tree that fits a stage, with the positions of its boxes.

    tree:         the final tree
    perspective:  the player whose reward is shown, see `Tree.player`
    top, max_depth, max_nodes:  limits of the part shown, see `mcts_lab.views.graph.pick`
    room:         pixels for remarks at the right
    """

    def __init__(self, tree, perspective, top=7, max_depth=2, max_nodes=10, room=40):
        self.tree, self.perspective = tree, perspective
        self.boxes = boxes(tree, perspective, pick(tree, top, max_depth, max_nodes, least=1))
        order = list(self.boxes)
        number = {node: i for i, node in enumerate(order)}
        sheet = placed([box.label for box in self.boxes.values()],
                       [[number[child] for child in box.children] for box in self.boxes.values()],
                       [isinstance(node, str) for node in order], [box.moved for box in self.boxes.values()], "right",
                       POINTS, (0.02, 0.36))
        self.left, _, right, _ = sheet.box
        heights, high = [FLAT * y for _, y in sheet.pos], FLAT * sheet.high
        self.ceiling, bottom = max(heights) + 0.7 * high, min(heights) - 0.7 * high
        self.places, self.wide, self.high = (dict(zip(order, [(x, FLAT * y) for x, y in sheet.pos], strict=True)),
                                             dict(zip(order, sheet.wide, strict=True)), high)
        self.size = ((right - self.left) * INCH + room, (self.ceiling - bottom) * INCH + MARGIN + HEAD)

    def draw(self, now, present=None, lit=(), path=(), note="", words="") -> str:
        """Draw the tree with the statistics of `now`.

        present:  the nodes that exist now; None: the nodes with visits
        lit:      nodes to ring
        path:     nodes from the root down that the iteration follows; nodes without a box are named in words
        note:     a remark, above the tree at the right
        """
        nodes = now.nodes
        rewards = now.rewards(self.perspective)
        visits = nodes["visits"]
        line = set(now.line())
        there = {n for n in self.boxes if not isinstance(n, str) and (n == ROOT or n in line or (
            visits[n] > 0 if present is None else n in present))}
        drawing = Drawing(*self.size, f"Search tree of {now.about.title}", words)
        measure = f"visits · mean reward to {now.perspective_text(self.perspective)}"
        drawing.text(4, HEAD / 2, fitted(measure, self.size[0] - 16 - width_of(note, 12), 12), SOFT, 12)
        drawing.text(self.size[0] - 4, HEAD / 2, note, TEXT, 12, "end", italic=True)
        most = max(int(visits[ROOT]), 1)
        ways = set(zip(path, path[1:], strict=False))
        for parent, box in self.boxes.items():
            for child in box.children:
                if parent in there and (child in there or isinstance(child, str)):
                    self._edge(drawing, parent, child, visits, most, (parent, child) in ways)
        for node in self.boxes:
            if isinstance(node, str):
                self._stub(drawing, node, nodes, there, line)
            elif node in there:
                self._box(drawing, node, visits, rewards, node in line, node in lit)
        self._rest(drawing, path, there, now)
        return drawing.svg()

    def shown(self, node) -> bool:
        """Return whether the picture has a box for `node`."""
        return node in self.boxes

    def _at(self, node):
        x, y = self.places[node]
        return (x - self.left) * INCH, (self.ceiling - y) * INCH + MARGIN / 2 + HEAD

    def _wide(self, node):
        return self.wide[node] * INCH

    def _edge(self, drawing, parent, child, visits, most, lit):
        (x, y), (to_x, to_y) = self._at(parent), self._at(child)
        x, to_x = x + self._wide(parent) / 2, to_x - self._wide(child) / 2
        middle = (x + to_x) / 2
        stub = isinstance(child, str)
        thick = 1.0 if stub else 0.8 + 6.0 * math.sqrt(visits[child] / most)
        drawing.path(f"M{x:.1f} {y:.1f}C{middle:.1f} {y:.1f} {middle:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}",
                     line=ACCENT if lit else FAINT, thick=max(thick, 3.0) if lit else thick, dashed=stub)

    def _box(self, drawing, node, visits, rewards, on_line, lit):
        x, y = self._at(node)
        wide, high = self._wide(node), self.high * INCH
        seen = visits[node] > 0
        fill, ink = value_look(rewards[node] if seen else math.nan)
        if lit:
            drawing.rectangle(x - wide / 2 - 5, y - high / 2 - 5, wide + 10, high + 10, line=ACCENT, thick=3, corner=9)
        drawing.rectangle(x - wide / 2, y - high / 2, wide, high, fill, TEXT if on_line else FAINT,
                          2.2 if on_line else 1.0, 5)
        name = self.boxes[node].label.split("\n")[0]
        size = POINTS * INCH / 72
        drawing.text(x - wide / 2 + 5, y, name, ink, size, bold=True)
        said = f"{thousands(int(visits[node]))} · {rewards[node]:.2f}" if seen else "new"
        drawing.text(x + wide / 2 - 5, y, said, ink, size, "end")

    def _stub(self, drawing, node, nodes, there, line):
        parent = self.boxes[node].parent
        if parent not in there:
            return
        rest = [c for c in self.tree.child_nodes(parent).tolist() if c not in self.boxes]
        seen = sum([int(nodes["visits"][c]) for c in rest])
        tried = sum([int(nodes["visits"][c] > 0) for c in rest])
        x, y = self._at(node)
        wide, high = self._wide(node), self.high * INCH
        on_line = not line.isdisjoint(rest)
        drawing.rectangle(x - wide / 2, y - high / 2, wide, high, line=TEXT if on_line else FAINT,
                          thick=2.2 if on_line else 1.0, corner=5, dashed=True)
        drawing.text(x - wide / 2 + 5, y, f"+{len(rest):,} more", SOFT, 12)
        said = f"{thousands(seen)} visit{'' if seen == 1 else 's'}" if tried else "never tried"
        drawing.text(x + wide / 2 - 5, y, said, SOFT, 12, "end")

    def _rest(self, drawing, path, there, now):
        """Name the nodes at the end of the path that have no boxes, beside the last box of the path."""
        hidden = [n for n in path if n not in self.boxes]
        last = [n for n in path if n in there]
        if not hidden or not last:
            return
        node = last[-1]
        x, y = self._at(node)
        stub = f"{node}+"
        right = x + self._wide(node) / 2 + 8
        if stub in self.boxes:
            x, y = self._at(stub)
            wide, high = self._wide(stub), self.high * INCH
            drawing.rectangle(x - wide / 2 - 4, y - high / 2 - 4, wide + 8, high + 8, line=ACCENT, thick=3, corner=8)
            right = x + wide / 2 + 8
        words = "→ " + ", ".join(now.name(n) for n in hidden)
        room = self.size[0] - right - 4
        while len(words) > 4 and width_of(words, 12) > room:
            words = words[:-2].rstrip(", …") + "…"
        drawing.text(right, y, words, TEXT, 12, italic=True)

