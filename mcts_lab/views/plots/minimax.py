"""Minimax and alpha-beta on trees small enough to draw, for teaching.

`explore` runs the textbook algorithm [Knuth & Moore 1975, "An Analysis of Alpha-Beta Pruning", F2] on nested lists and
keeps everything it did; `draw` shows it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from matplotlib.patches import FancyBboxPatch, Polygon

from . import style
from .layout import tidy

EXACT, AT_LEAST, AT_MOST, CUT = "", "≥", "≤", "cut"


class Explored(NamedTuple):
    """What the search found; lists are indexed by node, the root being 0 and nodes numbered in depth-first order."""

    children: list
    parent: list
    depth: list
    maximises: list  # True, False, or None for a leaf
    value: list  # NaN where the node was cut off
    bound: list  # EXACT, AT_LEAST, AT_MOST, or CUT for nodes never looked at
    alpha: list  # with which the node was entered; NaN where it never was
    beta: list
    leaf: list  # the leaf values as given, NaN for inner nodes
    order: list  # nodes in the order in which their values became known

    @property
    def leaves(self) -> int:
        """How many leaves were evaluated."""
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

    alpha_beta: False looks at everything
    maximise:   whether the player at the root maximises
    Raises ValueError for a tree with an empty list or a leaf that is no number.
    """
    found = Explored([], [], [], [], [], [], [], [], [], [])

    def add(tree, parent, depth, maximises):
        node = len(found.parent)
        inner = isinstance(tree, (list, tuple))
        if inner and not tree:
            raise ValueError("a node without children is a number, its value, not an empty list")
        if not inner and (isinstance(tree, (str, bytes)) or not np.isfinite(tree)):
            raise ValueError(f"a leaf is a number, not {tree!r}")
        for column, entry in zip(found[:-1], ([], parent, depth, maximises if inner else None, math.nan, CUT, math.nan,
                                              math.nan, math.nan if inner else float(tree)), strict=True):
            column.append(entry)
        for child in tree if inner else ():
            found.children[node].append(add(child, node, depth + 1, not maximises))
        return node

    def visit(node, alpha, beta):
        found.alpha[node], found.beta[node] = alpha, beta
        if found.maximises[node] is None:
            value, bound = found.leaf[node], EXACT
        else:
            value, bound = _best(node, alpha, beta)
        found.value[node], found.bound[node] = value, bound
        found.order.append(node)
        return value

    def _best(node, alpha, beta):
        up = found.maximises[node]
        best, seen = (-math.inf if up else math.inf), []
        for child in found.children[node]:
            value = visit(child, alpha, beta)
            seen.append(child)
            best = max(best, value) if up else min(best, value)
            if alpha_beta:
                alpha, beta = (max(alpha, best), beta) if up else (alpha, min(beta, best))
                if alpha >= beta and child != found.children[node][-1]:
                    return best, AT_LEAST if up else AT_MOST
        exact = any(found.value[c] == best and found.bound[c] == EXACT for c in seen)
        worse = next((found.bound[c] for c in seen if found.value[c] == best), EXACT)
        return best, EXACT if exact else worse

    add(values, -1, 0, maximise)
    visit(0, -math.inf, math.inf)
    return found


def draw(values, alpha_beta=True, maximise=True, windows=False, players=("max", "min"), step=None, dark=False,
         title="", alt=None, font=12):
    """A small game tree with its minimax values and the branches that alpha-beta cut off.

    Triangles point up where the player who maximises moves and down where the other does; boxes are leaves. What was
    cut off is faint and its branch crossed out; where a node was left early its value is only a bound, ≤ or ≥. The
    thick line is the principal variation.

    values, alpha_beta, maximise:  see `explore`
    windows:  True writes the window [α, β] with which each inner node was entered
    players:  who maximises and who minimises, written at the levels
    step:     show only the first so many values that became known, to build the picture up; None: all
    """
    found = explore(values, alpha_beta, maximise)
    known = set(found.order if step is None else found.order[:step])
    texts = [f"{found.bound[n]}{_text(found.value[n])}" if found.maximises[n] is not None else _text(found.leaf[n])
             for n in range(len(found.parent))]
    letter, row = 0.62 * font / 72.0, 1.35 * font / 72.0
    side = max(0.34 + letter * max((len(t) for n, t in enumerate(texts) if found.children[n]), default=1), 0.6)
    wide = [side if found.children[n] else max(len(t) * letter + 0.14, 0.36) for n, t in enumerate(texts)]
    room = [w + (7.5 * letter if windows and found.children[n] else 0.0) for n, w in enumerate(wide)]
    x = tidy(found.children, room, gap=0.16)
    drop = side * 0.87 + 0.55
    y = -drop * np.asarray(found.depth)
    levels = max(found.depth)
    labels = [players[0] if maximise == (level % 2 == 0) else players[1] for level in range(levels)]
    left = -0.25 - letter * max(map(len, labels), default=0)
    right = max(a + w / 2 for a, w in zip(x, room, strict=True)) + 0.2
    ceiling, floor = side * 0.6 + (2 * row if title else 0.15), y.min() - 0.35
    line = set(found.line()) if step is None or step >= len(found.order) else set()
    gone = [False] * len(found.parent)  # cut off, as far as the picture tells
    for node, parent in enumerate(found.parent):
        gone[node] = parent >= 0 and (gone[parent] or (found.bound[node] == CUT and parent in known))
    with style.figure(alt or _alt(found, players, alpha_beta), (right - left, ceiling - floor), dark, font) as fig:
        fig.set_layout_engine("none")
        t = style.theme(dark)
        ax = fig.add_axes((0, 0, 1, 1))
        ax.set(xlim=(left, right), ylim=(floor, ceiling))
        ax.axis("off")
        high = side * 0.87
        for node, parent in enumerate(found.parent):
            cut, shown = gone[node], node in known
            if parent >= 0:
                a = (x[parent], y[parent] - high / 2)
                b = (x[node], y[node] + (high / 2 if found.children[node] else 0.16))
                best = node in line and parent in line
                ax.plot(*zip(a, b, strict=True), color=t.text if best else t.faint, lw=3.2 if best else 1.3, zorder=1,
                        ls=":" if cut else "-")
                if cut and not gone[parent]:
                    _crossed(ax, a, b, t)
            ink = t.faint if cut else t.text
            if found.children[node]:
                up = 1 if found.maximises[node] else -1
                base, tip = y[node] - up * high / 2, y[node] + up * high / 2
                corners = [(x[node] - side / 2, base), (x[node] + side / 2, base), (x[node], tip)]
                fill = t.cycle[0] if up > 0 else t.cycle[1]
                ax.add_patch(Polygon(corners, closed=True, fc=fill if shown else t.background, lw=1.6,
                                     ec=t.faint if cut else fill, joinstyle="round", zorder=2))
                if shown:
                    ax.text(x[node], y[node] - up * high * 0.14, texts[node], ha="center", va="center",
                            fontweight="bold", color=style.ink_on(fill), zorder=3)
                if windows and shown:
                    window = f"[{_text(found.alpha[node])}, {_text(found.beta[node])}]"
                    ax.text(x[node] + side * 0.42, y[node] + (0.1 if up > 0 else -0.12), window, fontsize=font * 0.85)
            else:
                w = wide[node]
                looked_at = shown and step is not None
                ax.add_patch(FancyBboxPatch((x[node] - w / 2, y[node] - 0.16), w, 0.32, ec=ink, lw=1.2,
                                            fc=t.neutral if looked_at else t.background,
                                            boxstyle="round,pad=0,rounding_size=0.05", zorder=2))
                ax.text(x[node], y[node], texts[node], ha="center", va="center", color=ink, zorder=3)
        for level, label in enumerate(labels):
            ax.text(left + 0.1, -drop * level, label, ha="left", va="center", style="italic")
        if title:
            ax.text(left + 0.1, ceiling - row, title, ha="left", va="center", fontweight="bold", fontsize=font * 1.1)
    return fig


def _crossed(ax, a, b, t):
    """Two short strokes across the middle of an edge."""
    (x1, y1), (x2, y2) = a, b
    length = math.hypot(x2 - x1, y2 - y1)
    along = np.array([x2 - x1, y2 - y1]) / length
    across = np.array([-along[1], along[0]]) * 0.11
    for place in (0.46, 0.58):
        middle = np.array([x1, y1]) + along * length * place
        ax.plot(*zip(middle - across, middle + across, strict=True), color=t.text, lw=2.0, zorder=2)


def _text(value):
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return "" if math.isnan(value) else f"{value:g}".replace("-", "−")


def _alt(found, players, alpha_beta):
    total = sum(m is None for m in found.maximises)
    who = players[0] if found.maximises[0] else players[1]
    if not alpha_beta:
        return f"Minimax tree: {total} leaves, {who} moves at the root, whose value is {found.value[0]:g}."
    cut = sum(b == CUT and p >= 0 and found.bound[p] != CUT for b, p in zip(found.bound, found.parent, strict=True))
    return (f"Alpha-beta tree: {who} moves at the root, whose value is {found.value[0]:g}; {found.leaves} of {total} "
            f"leaves were evaluated and {cut} branches cut off.")
