"""Drawings of search trees. (As a page to fold and unfold: `tree_page`.)

A search tree has far too many nodes to draw. `pick` takes the most visited ones; of each node's other children a stub
says how many there are and how often they were visited, so that the counts always add up.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path as Curve

from ...game import svg
from ...search.mcts.tree import ROOT
from . import style
from .layout import tidy

STUB = -1
LETTER, LINE = 0.62, 1.35  # a letter's width and a line's height, as parts of the font size
BOARD = 0.95  # inches
NO_PICTURE = (0.0, 0.0)


class Picked(NamedTuple):
    """What is drawn: element 0 is the top; an element is a node, or a stub for children that are not drawn."""

    node: list  # the tree's node number, STUB for a stub
    parent: list  # the element above, -1 at the top
    children: list  # the elements below, most visited first, a stub last
    hidden: list  # of a stub: how many children it stands for; of a node without drawn children: how many it has
    visits: list  # of a node or, summed, of a stub's children
    depth: list  # below the top


def pick(tree, top=4, max_depth=3, max_nodes=24, node=ROOT, least=1, keep=()) -> Picked:
    """Choose what to draw: from `node` on, always the most visited node whose parent is drawn.

    top:        children drawn of one node
    max_depth:  levels below `node`; 0: only `node`
    max_nodes:  nodes in all, stubs not counted
    least:      visits that a node must have to be drawn; 0: none
    keep:       nodes that are drawn in any case, with the nodes above them
    """
    for name, value, least in (("top", top, 1), ("max_depth", max_depth, 0), ("max_nodes", max_nodes, 1)):
        if value < least:
            raise ValueError(f"{name} is {value}, but a drawing needs at least {least}")
    tree._check(node)
    visits = tree.nodes["visits"]
    chosen = {int(node): 0}
    waiting = []

    kept = {n for k in keep for n in tree.path(k)}

    def offer(parent, depth):
        for rank, child in enumerate(tree.child_nodes(parent)):
            if int(child) in kept:  # before all others
                heapq.heappush(waiting, (-np.inf, depth, rank, int(child), int(parent)))
            elif rank < top and visits[child] >= least and depth <= max_depth:
                heapq.heappush(waiting, (-int(visits[child]), depth, rank, int(child), int(parent)))

    offer(node, 1)
    below = {int(node): []}
    while waiting and (len(chosen) < max_nodes or waiting[0][0] == -np.inf):
        _, depth, _, child, parent = heapq.heappop(waiting)
        chosen[child] = depth
        below[child] = []
        below[parent].append(child)
        offer(child, depth + 1)

    picked = Picked([int(node)], [-1], [[]], [0], [int(visits[node])], [0])
    for element, current in enumerate(picked.node):
        if current == STUB:
            continue
        shown = below[current]
        everything = tree.child_nodes(current)
        rest = len(everything) - len(shown)
        if not shown:
            picked.hidden[element] = rest
            continue
        left = int(visits[everything].sum() - visits[shown].sum())
        for child, hidden, seen in [(c, 0, int(visits[c])) for c in shown] + ([(STUB, rest, left)] if rest else []):
            picked.children[element].append(len(picked.node))
            picked.node.append(child)
            picked.parent.append(element)
            picked.children.append([])
            picked.hidden.append(hidden)
            picked.visits.append(seen)
            picked.depth.append(picked.depth[element] + 1)
    return picked


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
    """A mean reward with its sign of proof, as nodes show it."""
    proven = {1: "loss", 2: "draw", 3: "win", 4: "pruned"}.get(int(status))
    return proven if proven else "–" if np.isnan(reward) else f"{reward:.2f}"


def draw(tree, top=4, max_depth=3, max_nodes=24, node=ROOT, perspective=None, boards=False, orientation=None,
         dark=False, highlight=(), keep=(), absent=(), notes=None, margin=0.0,
         title=None, colour_bar=True, font=10):
    """Draw the most visited part of `tree`.

    Each box holds the action that leads there, its visits and its mean reward (or "win", "draw", "loss" where proven),
    and is coloured by that reward. Edges are as wide as the square root of their visits. The thick outline is the
    principal variation. A dashed stub stands for the children that are not drawn.

    top, max_depth, max_nodes, node:  what is drawn; see `pick`
    perspective:  whose reward: "mover", "root" or a player's number; None: the root player's where that is defined
    boards:       True puts the game's picture of the position at each box, if the game has one; a number is the longer
                  side of the pictures in inches
    orientation:  "down", "right", or None: whichever fits a slide better
    dark:         for a dark background
    highlight:    nodes to ring, such as those an iteration touched
    keep:         nodes that are drawn in any case
    absent:       nodes whose place is left empty
    notes:        dict from node to a short remark beside it; None: none
    margin:       room for them at the right, in inches
    title:        None: what is shown, in words; "": none
    font:         size of the text in points
    """
    perspective = default_perspective(tree) if perspective is None else perspective
    if orientation not in (None, "down", "right"):
        raise ValueError(f"orientation is 'down', 'right' or None, not {orientation!r}")
    rewards, proven = tree.rewards(perspective), tree.proven(perspective)
    picked = pick(tree, top, max_depth, max_nodes, node, keep=keep)
    picture = _room(svg_of(tree, node, dark), BOARD if boards is True else float(boards)) if boards else NO_PICTURE
    sheets = [_arranged(tree, picked, rewards, proven, way, picture, font)
              for way in ((orientation,) if orientation else ("down", "right"))]
    sheet = min(sheets, key=lambda s: max((s.right - s.left) / 16.0, (s.top - s.bottom) / 8.0))

    row = LINE * font / 72.0
    heading = title if title is not None else title_of(tree)
    foot, head = (1.0 if colour_bar else 0.0), (2.0 * row if heading else 0.1)
    sheet = sheet._replace(right=sheet.right + margin)
    width = max(sheet.right - sheet.left, len(heading) * LETTER * font / 72.0 * 1.1, 4.2)
    height = sheet.top - sheet.bottom + foot + head
    with style.figure(described(tree, picked, perspective), (width, height), dark, font) as fig:
        fig.set_layout_engine("none")
        ax = fig.add_axes((0, foot / height, 1, (sheet.top - sheet.bottom) / height))
        spare = (width - (sheet.right - sheet.left)) / 2
        ax.set_xlim(sheet.left - spare, sheet.right + spare)
        ax.set_ylim(sheet.bottom, sheet.top)
        ax.axis("off")
        line = set(tree.line(node))
        _edges(ax, picked, sheet, line, picture, set(highlight), set(absent), dark)
        _boxes(ax, picked, sheet, line, rewards, set(highlight), set(absent), dark)
        for element, current in enumerate(picked.node):
            if notes and current in notes:
                side, foot = sheet.x[element] + sheet.wide[element] / 2 + 0.12, sheet.y[element] - sheet.high[element]
                at = (sheet.x[element], foot) if sheet.down else (side, sheet.y[element])
                ax.text(*at, notes[current], ha="center" if sheet.down else "left", va="center", zorder=6,
                        style="italic", bbox={"fc": style.theme(dark).background, "ec": "none", "pad": 1.5})
        if picture != NO_PICTURE:
            _boards(ax, tree, picked, sheet, picture, dark)
        for x, y, turn in sheet.turns:
            ax.text(x, y, turn, ha="left" if sheet.down else "center", va="center", style="italic")
        if heading:
            fig.text(0.12 / width, 1 - 0.9 * row / height, heading, va="center", fontweight="bold",
                     fontsize=font * 1.15)
        if colour_bar:
            _colour_bar(fig, tree, perspective, dark, width, height, font)
    return fig


class _Sheet(NamedTuple):
    """Where everything goes, in inches. Boxes are centred at x, y; a board stands above its box, or to its left."""

    down: bool
    x: np.ndarray
    y: np.ndarray
    wide: list  # of the boxes
    high: list
    labels: list  # (name, numbers) per box
    left: float
    right: float
    bottom: float
    top: float
    turns: list  # (x, y, who moves between two levels)


def _arranged(tree, picked, rewards, proven, way, picture, font):
    letter, row = LETTER * font / 72.0, LINE * font / 72.0
    down = way == "down"
    labels = [_label(tree, picked, e, rewards, proven) for e in range(len(picked.node))]
    if down:
        wide = [max(len(line) for line in lines) * letter + 0.16 for lines in labels]
    else:  # both on one line, the name bold
        wide = [(1.12 * len(lines[0]) + 1.5 + len(lines[1])) * letter + 0.16 for lines in labels]
    high = [row * (2 if down else 1) + 0.1] * len(labels)
    across = [picture[0] if n != STUB else 0.0 for n in picked.node]
    tall = [picture[1] if n != STUB else 0.0 for n in picked.node]
    levels = max(picked.depth) + 1
    turns = _turns(tree, picked)
    if down:
        step = max(high) + picture[1] + 0.5
        x = tidy(picked.children, [max(w, b) for w, b in zip(wide, across, strict=True)], gap=0.14)
        y = -step * np.asarray(picked.depth, float)
        y[np.asarray(picked.node) == STUB] += picture[1]  # level with the boards' tops, so that no edge crosses a board
        left = -0.15 - (max((len(turn) for turn in turns), default=0) * letter + 0.15)
        right = 0.15 + max(a + max(w, b) / 2 for a, w, b in zip(x, wide, across, strict=True))
        top, bottom = max(high) / 2 + picture[1] + 0.15, y.min() - max(high) / 2 - 0.25
        notes = [(left + 0.1, -(level + 0.5) * step + picture[1] / 2, turn) for level, turn in enumerate(turns)]
    else:
        y = -tidy(picked.children, [max(h, b) for h, b in zip(high, tall, strict=True)], gap=0.09)
        room = np.array([max(w + b for w, b, d in zip(wide, across, picked.depth, strict=True) if d == level)
                         for level in range(levels)])
        begin = np.concatenate(([0.0], np.cumsum(room[:-1] + 0.75)))
        x = begin[picked.depth] + np.asarray(across) + np.asarray(wide) / 2
        left, right = -0.15, begin[-1] + room[-1] + 0.4
        top, bottom = 0.15 + (1.5 * row if any(turns) else 0.0), y.min() - max(max(high), picture[1]) / 2 - 0.15
        notes = [(begin[level + 1] - 0.375, top - 0.9 * row, turn) for level, turn in enumerate(turns)]
    return _Sheet(down, x, y, wide, high, labels, left, right, bottom, top, notes)


def _edges(ax, picked, sheet, line, picture, highlight, absent, dark):
    t = style.theme(dark)
    most = max(picked.visits[0], 1)
    for element, parent in enumerate(picked.parent):
        if parent < 0 or picked.node[element] in absent:
            continue
        stub = picked.node[element] == STUB
        beside, above = NO_PICTURE if stub else picture
        if sheet.down:
            a = (sheet.x[parent], sheet.y[parent] - sheet.high[parent] / 2)
            b = (sheet.x[element], sheet.y[element] + sheet.high[element] / 2 + above)
            bend = [(a[0], (a[1] + b[1]) / 2), (b[0], (a[1] + b[1]) / 2)]
        else:
            a = (sheet.x[parent] + sheet.wide[parent] / 2, sheet.y[parent])
            b = (sheet.x[element] - sheet.wide[element] / 2 - beside, sheet.y[element])
            bend = [((a[0] + b[0]) / 2, a[1]), ((a[0] + b[0]) / 2, b[1])]
        curve = Curve([a, *bend, b], [Curve.MOVETO, Curve.CURVE4, Curve.CURVE4, Curve.CURVE4])
        thick = 1.0 if stub else 0.5 + 6.0 * np.sqrt(picked.visits[element] / most)
        lit = picked.node[element] in highlight and picked.node[parent] in highlight
        ax.add_patch(PathPatch(curve, fill=False, lw=thick + 2 * lit, capstyle="butt", ls=(0, (3, 2)) if stub else "-",
                               ec=t.cycle[2] if lit else t.text if picked.node[element] in line else t.faint, zorder=1))


def _boxes(ax, picked, sheet, line, rewards, highlight, absent, dark):
    t, colours = style.theme(dark), style.value_colours(dark)
    for element, current in enumerate(picked.node):
        if current in absent:
            continue
        x, y, w, h = sheet.x[element], sheet.y[element], sheet.wide[element], sheet.high[element]
        corner = (x - w / 2, y - h / 2)
        rounded = "round,pad=0,rounding_size=0.06"
        if current == STUB:
            ax.add_patch(FancyBboxPatch(corner, w, h, boxstyle=rounded, fc=t.background, ec=t.faint, lw=1.0,
                                        ls=(0, (3, 2))))
            ink = t.text
        else:
            fill = t.background if np.isnan(rewards[current]) else colours(rewards[current])
            ink = t.text if np.isnan(rewards[current]) else style.ink_on(fill)
            best = current in line
            ax.add_patch(FancyBboxPatch(corner, w, h, boxstyle=rounded, fc=fill, ec=t.text if best else t.faint,
                                        lw=2.2 if best else 0.8, zorder=2))
            if current in highlight:
                ax.add_patch(FancyBboxPatch((corner[0] - 0.05, corner[1] - 0.05), w + 0.1, h + 0.1, fc="none", lw=3.0,
                                            boxstyle="round,pad=0,rounding_size=0.1", ec=t.cycle[2], zorder=3))
            if picked.hidden[element]:
                end = (x, corner[1] - 0.11) if sheet.down else (x + w / 2 + 0.17, y)
                ax.text(*end, "⋮" if sheet.down else "…", ha="center", va="center")
        name, numbers = sheet.labels[element]
        weight = "normal" if current == STUB else "bold"
        words = {"va": "center", "color": ink, "zorder": 4}
        if sheet.down:
            ax.text(x, y + (h - 0.1) / 4, name, ha="center", fontweight=weight, **words)
            ax.text(x, y - (h - 0.1) / 4, numbers, ha="center", **words)
        else:
            ax.text(corner[0] + 0.1, y, name, ha="left", fontweight=weight, **words)
            ax.text(corner[0] + w - 0.1, y, numbers, ha="right", **words)


def _room(source, size):
    """Width and height in inches that a picture takes, its longer side being `size`; nothing if there is none."""
    from .board import shape

    width, height = shape(source) if source else NO_PICTURE
    longest = max(width, height)
    return (size * width / longest, size * height / longest) if longest else NO_PICTURE


def _boards(ax, tree, picked, sheet, picture, dark):
    from .board import board

    for element, current in enumerate(picked.node):
        if current == STUB:
            continue
        x, y, w, h = sheet.x[element], sheet.y[element], sheet.wide[element], sheet.high[element]
        centre = (x, y + h / 2 + picture[1] / 2) if sheet.down else (x - w / 2 - picture[0] / 2, y)
        board(ax, tree.game, tree.state(current), centre, max(picture) - 0.08, dark)


def _colour_bar(fig, tree, perspective, dark, width, height, font):
    """A scale of rewards at the foot of the sheet, saying whose they are."""
    room = min(4.0, width * 0.6)
    ax = fig.add_axes((0.5 - room / width / 2, 0.62 / height, room / width, 0.13 / height))
    bar = fig.colorbar(ScalarMappable(Normalize(0, 1), style.value_colours(dark)), cax=ax, orientation="horizontal")
    bar.set_ticks([0, 0.25, 0.5, 0.75, 1], labels=["0", "0.25", "0.5", "0.75", "1"], fontsize=font * 0.9)
    bar.outline.set_edgecolor(style.theme(dark).faint)
    bar.set_label(f"mean reward to {tree.perspective_text(perspective)}", fontsize=font * 0.95, labelpad=1)


def _label(tree, picked, element, rewards, proven):
    node = picked.node[element]
    if node == STUB:
        plural = "" if picked.visits[element] == 1 else "s"
        return [f"+{picked.hidden[element]:,} more", f"{thousands(picked.visits[element])} visit{plural}"]
    name = "start" if node == ROOT else shortened(tree.name(node))
    numbers = thousands(picked.visits[element])
    return [name, f"{numbers} · {value_text(rewards[node], proven[node])}"]


def _turns(tree, picked):
    """Per gap between levels: who moves there, if it is one player for all; else an empty string."""
    turns = []
    nodes = [(n, d) for n, d in zip(picked.node, picked.depth, strict=True) if n != STUB]
    for level in range(1, max(picked.depth) + 1):
        movers = {int(tree.nodes["mover"][n]) for n, d in nodes if d == level}
        turns.append(f"{tree.player_name(movers.pop())} moves" if len(movers) == 1 else "")
    return turns


def title_of(tree) -> str:
    """The heading of a picture of `tree`."""
    return f"{tree.about.title}: {thousands(int(tree.nodes['visits'][ROOT]))} iterations"


def described(tree, picked, perspective) -> str:
    """What a picture shows, in words, for those who cannot see it."""
    rewards, proven = tree.rewards(perspective), tree.proven(perspective)
    drawn = sum(n != STUB for n in picked.node)
    best = "; ".join(" ".join(_label(tree, picked, e, rewards, proven)) for e in picked.children[0][:5])
    line = ", ".join(tree.name(n) for n in tree.line()[1:7])
    return (f"Search tree of {tree.about.title}: {drawn} of {len(tree):,} nodes drawn. Most visited actions at the top "
            f"(visits, mean reward to {tree.perspective_text(perspective)}): {best or 'none'}. "
            f"Principal variation: {line or 'none'}.")


def svg_of(tree, node, dark) -> str:
    """The position at `node` as an SVG picture; "" where there is none."""
    state = tree.state(node)
    if state is None or tree.game is None:
        return ""
    try:
        return svg(tree.game, state, dark)
    except Exception:  # a game without a picture, or a picture that fails, leaves the tree readable
        return ""
