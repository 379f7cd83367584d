"""Drawings of search trees. networkx makes them from the graph of `Tree.graph`. (`tree_page` makes pages with branches
that can be unfolded.)

    graph = result.tree.graph(top=3, max_depth=2)
    draw_graph(graph)                                             # the style of this module
    networkx.draw(graph, networkx.get_node_attributes(graph, "pos"))  # or your own style

You may change a graph before it is drawn: remove nodes and edges, or change labels and statistics.
"""

import re

import matplotlib.patches as patches
import networkx as nx
import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.path import Path as Curve

from ...search.mcts.nodes import ROOT
from ..tree_layout import LETTER, LINE, NO_PICTURE, arrange, top_of
from . import style

BOARD = 0.87  # length of the longer side of a board, in inches
FREE = 0.1  # space around boards, in inches, so that they do not hide the ring around a box
ROUND = 0.06  # radius of the corners of boxes, in inches
THINNEST, THICKEST = 0.5, 6.5  # widths of edges, in points


def draw(tree, top=4, max_depth=3, max_nodes=24, node=ROOT, perspective=None, boards=False, keep=(), least=1,
         dark=False, **options):
    """Draw the most visited nodes of `tree`, as `draw_graph` draws ``tree.graph(...)``.

    top, max_depth, max_nodes, node, keep, least:  the nodes that are drawn; see `mcts_lab.views.graph.pick`
    perspective:  the player whose reward is shown: "mover", "root" or a player's number; None: the root player if
                  possible
    boards:       True draws the position at each box, if the game has pictures; a number is the length of their longer
                  side in inches
    dark:         True for a dark background
    options:      arguments of `draw_graph`
    """
    if not hasattr(tree, "graph"):
        raise ValueError(f"{tree!r} is not a Tree. Give draw a tree such as result.tree.")
    graph = tree.graph(perspective, top, max_depth, max_nodes, node, keep, least, stubs=True)
    if not boards:
        return draw_graph(graph, dark=dark, **options)
    from .board import board

    size = BOARD if boards is True else float(boards)
    room = room_of(svg_of(tree, node, dark), size)
    if room == NO_PICTURE:
        return draw_graph(graph, dark=dark, **options)

    def picture(ax, current, centre):
        board(ax, tree.game, tree.state(current), centre, size, dark)

    return draw_graph(graph, dark=dark, picture=((room[0] + 2 * FREE, room[1] + 2 * FREE), picture), **options)


def draw_graph(graph, orientation=None, dark=False, highlight=(), absent=(), notes=None, margin=0.0, title=None,
               colour_bar=True, size=None, font=None, picture=None, colormap=None, limits=(0.0, 1.0)):
    """Draw all nodes of a graph that `Tree.graph` made.

    Each box shows the action that leads to the node, its visits and its mean reward (or "win", "draw", "loss" if it is
    proven). The colour of the box shows this reward. The width of an edge is proportional to the square root of the
    visits. Thick outlines show the principal variation. A dashed stub stands for the children that are not drawn.

    orientation:  "down", "right", or None for the one that fits a slide better
    dark:         True for a dark background
    highlight:    nodes with a ring, such as the nodes on the path of an iteration
    absent:       nodes that are not drawn, but for which there is space
    notes:        dict from a node to a short text beside it; None: no texts
    margin:       space for these texts at the right, in inches
    title:        None: the title of the graph; "": no title
    colour_bar:   False leaves out the scale of rewards
    size:         "slide", "notebook" or "page": the text is as large as in figures of this size; None: 10 points
    font:         size of the text in points, instead of `size`
    picture:      ((width, height) in inches, function(ax, node, centre) that draws a picture of a node), or None
    colormap:     colour map for rewards from 0 to 1; None: `style.value_colours`
    limits:       rewards at the ends of the colour scale, for rewards that are close together
    """
    font = font or (style.font_of(size) if size else 10)
    room = picture[0] if picture else NO_PICTURE
    graph = arrange(graph.copy(), orientation, font, room)
    graph.graph["scale"] = ScalarMappable(Normalize(*limits), colormap or style.value_colours(dark))
    top = top_of(graph)
    left, bottom, right, ceiling = graph.graph["box"]
    right += margin
    row = LINE * font / 72.0
    heading = graph.graph.get("title", "") if title is None else title
    foot, head = (font * 0.1 if colour_bar else 0.0), (2.0 * row if heading else 0.1)
    width = max(right - left, len(heading) * LETTER * font / 72.0 * 1.1, 4.2)
    height = ceiling - bottom + foot + head
    with style.figure(alt_of(graph), (width, height), dark, font) as fig:
        fig.set_layout_engine("none")
        ax = fig.add_axes((0, foot / height, 1, (ceiling - bottom) / height))
        ax.axis("off")
        shown = graph.copy()  # a subgraph would change the order of the nodes
        shown.remove_nodes_from(set(absent))
        edges(ax, shown, top, room, set(highlight), dark)
        boxes(ax, shown, set(highlight), dark)
        words(ax, shown, font, dark)
        for node, note in (notes or {}).items():
            if node in graph:
                beside(ax, graph, node, note, dark)
        if picture:
            for node in shown:
                if not graph.nodes[node]["stub"]:
                    picture[1](ax, node, centre_of_picture(graph, node, room))
        for x, y, turn in graph.graph["turns"]:
            ax.text(x, y, turn, ha="left" if is_down(graph) else "center", va="center", style="italic")
        spare = (width - (right - left)) / 2
        ax.set(xlim=(left - spare, right + spare), ylim=(bottom, ceiling))
        if heading:
            fig.text(0.12 / width, 1 - 0.9 * row / height, heading, va="center", fontweight="bold",
                     fontsize=font * 1.15)
        if colour_bar:
            colour_scale(fig, graph, dark, width, height, font)
    return fig


def alt_of(graph) -> str:
    """Return the alternative text of a graph, with the number of nodes that the graph has now."""
    drawn = sum(not stub for _, stub in graph.nodes(data="stub"))
    return re.sub(r"\d+(?= of [\d,]+ nodes drawn)", str(drawn), graph.graph.get("alt", "A tree"), count=1)


def is_down(graph):
    return graph.graph["orientation"] == "down"


def edges(ax, graph, top, room, highlight, dark):
    """Draw curves from parents to children."""
    t = style.theme(dark)
    most = max(graph.nodes[top]["visits"], 1)
    pos = nx.get_node_attributes(graph, "pos")
    width, colour, line = [], [], []
    for parent, child in graph.edges:
        node = graph.nodes[child]
        lit = child in highlight and parent in highlight
        thick = 1.0 if node["stub"] else THINNEST + (THICKEST - THINNEST) * np.sqrt(node["visits"] / most)
        width.append(thick + 2 * lit)
        best = node["line"] and graph.nodes[parent]["line"]
        colour.append(t.cycle[2] if lit else t.text if best else t.faint)
        line.append("--" if node["stub"] else "-")
    arrows = nx.draw_networkx_edges(graph, pos, ax=ax, arrowstyle="-", arrows=True, width=width, edge_color=colour,
                                    style=line, node_size=0, min_source_margin=0, min_target_margin=0)
    for (parent, child), arrow in zip(graph.edges, arrows or (), strict=True):
        (x1, y1), (x2, y2) = pos[parent], pos[child]
        above, below = graph.nodes[parent], graph.nodes[child]
        beside, over = NO_PICTURE if below["stub"] else room
        if is_down(graph):
            y1, y2 = y1 - above["height"] / 2, y2 + below["height"] / 2 + over
        else:
            x1, x2 = x1 + above["width"] / 2, x2 - below["width"] / 2 - beside
        arrow.set_positions((x1, y1), (x2, y2))
        arrow.set_connectionstyle(down if is_down(graph) else across)
        arrow.set_capstyle("butt")


def down(a, b, **_):
    """Return a curve from `a` to `b` whose ends are vertical."""
    middle = (a[1] + b[1]) / 2
    return Curve([a, (a[0], middle), (b[0], middle), b], [Curve.MOVETO, *[Curve.CURVE4] * 3])


def across(a, b, **_):
    """Return a curve from `a` to `b` whose ends are horizontal."""
    middle = (a[0] + b[0]) / 2
    return Curve([a, (middle, a[1]), (middle, b[1]), b], [Curve.MOVETO, *[Curve.CURVE4] * 3])


def boxes(ax, graph, highlight, dark):
    """Draw rounded boxes, coloured by the mean reward."""
    t, colours = style.theme(dark), graph.graph["scale"].to_rgba
    pos = nx.get_node_attributes(graph, "pos")
    for node, data in graph.nodes.items():
        plain = data["stub"] or np.isnan(data["reward"])
        box(ax, graph, pos, node, 0.0, node_color=[t.background if plain else colours(data["reward"])],
            edgecolors=t.text if data["line"] else t.faint, linewidths=2.2 if data["line"] else 0.8)
        if data["stub"]:
            ax.collections[-1].set_linestyle("--")
        if node in highlight:
            box(ax, graph, pos, node, 0.05, node_color="none", edgecolors=t.cycle[2], linewidths=3.0)
        if data["hidden"] and not data["stub"]:
            x, y = data["pos"]
            end = ((x, y - data["height"] / 2 - 0.11) if is_down(graph) else (x + data["width"] / 2 + 0.17, y))
            ax.text(*end, "⋮" if is_down(graph) else "…", ha="center", va="center")


def box(ax, graph, pos, node, extra, **look):
    """Draw a rounded box around a node's label, which is `extra` inches larger on all sides."""
    wide, high = (graph.nodes[node][side] + 2 * extra for side in ("width", "height"))
    shape = patches.BoxStyle.Round(pad=0, rounding_size=ROUND + extra)(-wide / 2, -high / 2, wide, high, 1.0)
    shaped(ax, graph, pos, node, shape, **look)


def shaped(ax, graph, pos, node, shape, **look):
    """Draw a node with networkx. shape: a path around the origin, in inches."""
    reach = np.abs(shape.vertices).max()  # networkx scales a marker so that half its size is `reach`
    nx.draw_networkx_nodes(graph, pos, [node], ax=ax, node_shape=shape, node_size=(2 * 72 * reach) ** 2, **look)


def words(ax, graph, font, dark):
    """Write the two lines of text in each box."""
    t, colours = style.theme(dark), graph.graph["scale"].to_rgba
    for stub in (False, True):
        some = {node: data for node, data in graph.nodes.items() if data["stub"] == stub}
        ink = {node: t.text if stub or np.isnan(data["reward"]) else style.ink_on(colours(data["reward"]))
               for node, data in some.items()}
        for part, weight in ((0, "normal" if stub else "bold"), (-1, "normal")):
            at, labels = {}, {}
            for node, data in some.items():
                (x, y), labels[node] = data["pos"], data["label"].split("\n")[part]
                lift = (data["height"] - 0.1) / 4 * (1 if part == 0 else -1)
                inside = data["width"] / 2 - 0.1
                at[node] = (x, y + lift) if is_down(graph) else (x + (-inside if part == 0 else inside), y)
            beside = "center" if is_down(graph) else "left" if part == 0 else "right"
            nx.draw_networkx_labels(graph, at, labels, font_size=font, font_color=ink, font_weight=weight,
                                    horizontalalignment=beside, clip_on=False, ax=ax)


def beside(ax, graph, node, note, dark):
    """Write a short text beside a node."""
    data = graph.nodes[node]
    x, y = data["pos"]
    at = (x, y - data["height"]) if is_down(graph) else (x + data["width"] / 2 + 0.12, y)
    ax.text(*at, note, ha="center" if is_down(graph) else "left", va="center", zorder=6, style="italic",
            bbox={"fc": style.theme(dark).background, "ec": "none", "pad": 1.5})


def centre_of_picture(graph, node, room):
    """Return the centre of the picture at a node. The picture is above the box, or to its left."""
    data = graph.nodes[node]
    x, y = data["pos"]
    if is_down(graph):
        return x, y + data["height"] / 2 + room[1] / 2
    return x - data["width"] / 2 - room[0] / 2, y


def room_of(source, size):
    """Return the width and height in inches of a picture whose longer side is `size`, or zeros without a picture."""
    from .board import shape

    width, height = shape(source) if source else NO_PICTURE
    longest = max(width, height)
    return (size * width / longest, size * height / longest) if longest else NO_PICTURE


def colour_scale(fig, graph, dark, width, height, font):
    """Draw the scale of rewards at the bottom, with the name of the player to whom the rewards belong."""
    room = min(4.0, width * 0.6)
    ax = fig.add_axes((0.5 - room / width / 2, 0.62 / height, room / width, 0.13 / height))
    scale = graph.graph["scale"]
    bar = fig.colorbar(scale, cax=ax, orientation="horizontal")
    ticks = np.linspace(scale.norm.vmin, scale.norm.vmax, 5)
    bar.set_ticks(ticks, labels=[f"{tick:.4g}" for tick in ticks], fontsize=font * 0.9)
    bar.outline.set_edgecolor(style.theme(dark).faint)
    bar.set_label(graph.graph.get("measure", "mean reward"), fontsize=font * 0.95, labelpad=1)


def svg_of(tree, node, dark) -> str:
    """Return the position at `node` as an SVG picture, or "" if there is none."""
    state = tree.state(node)
    if state is None or tree.game is None:
        return ""
    try:
        return tree.game.svg(state, dark)
    except Exception:  # the tree can be read without this picture
        return ""
