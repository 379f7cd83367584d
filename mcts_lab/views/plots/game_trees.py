"""Small trees beside each other: whole games, or networkx graphs of a lesson, with texts at nodes and edges.

    tree = nx.DiGraph()
    tree.add_edge("root", "left", label="go")
    tree.add_node("left", label="+1")
    figure({"A small tree": tree}, alt="A root with one child, reached by go, worth +1.")
"""

from __future__ import annotations

import networkx as nx

from ...game import CHANCE, TERMINAL, after, legal_actions
from . import style

BOX = {"boxstyle": "round,pad=0.3", "lw": 1.2}


def figure(trees, alt, size=(10.0, 4.2), dark=False, font=12, stacked=False):
    """Draw trees beside each other, or below each other if `stacked`.

    trees:  dict from a title to an nx.DiGraph. Nodes may have `label`, `colour`, `size` (of a dot without a label, in
            square points) and `faint` (True if a rule has left the node out). Edges may have `label`, `bold` and
            `faint`. A graph may have `joined`: groups of nodes that a player cannot distinguish. A dashed line connects
            the nodes of a group.
    alt:    alternative text
    """
    with style.figure(alt, size, dark, font) as fig:
        rows, columns = (len(trees), 1) if stacked else (1, len(trees))
        for ax, (title, tree) in zip(fig.subplots(rows, columns, squeeze=False).flat, trees.items(), strict=True):
            draw(ax, tree, dark, font)
            ax.set_title(title)
    return fig


def draw(ax, tree, dark=False, font=12):
    """Draw one tree into axes, with the root at the top. See `figure`."""
    t, pos, looks = style.theme(dark), places(tree), {}
    for a, b, look in tree.edges(data=True):
        faint = bool(look.get("faint") or tree.nodes[b].get("faint"))
        looks.setdefault((faint, bool(look.get("bold"))), []).append((a, b))
    for (faint, bold), some in looks.items():
        nx.draw_networkx_edges(tree, pos, some, ax=ax, arrows=False, style=":" if faint else "-",
                               width=3.2 if bold else 1.2, edge_color=t.faint if faint else t.text)
    for group in tree.graph.get("joined", ()):
        ax.plot(*zip(*(pos[node] for node in group), strict=True), color=t.cycle[3], ls="--", lw=2.0, zorder=1.5)
    names = {(a, b): label for a, b, label in tree.edges(data="label") if label}
    nx.draw_networkx_edge_labels(tree, pos, names, ax=ax, rotate=False, font_size=font * 0.9, font_color=t.text,
                                 bbox={"fc": t.background, "ec": "none", "pad": 1})
    for node, look in tree.nodes(data=True):
        colour, faint = look.get("colour", t.background), look.get("faint")
        if "label" in look:
            ax.text(*pos[node], look["label"], ha="center", va="center", color=style.ink_on(colour),
                    bbox={**BOX, "fc": colour, "ec": t.text})
        elif faint:
            ax.scatter(*pos[node], s=30, color=t.bad, marker="x", zorder=2)
        else:
            ax.scatter(*pos[node], s=look.get("size", 40), color=colour, edgecolor=t.text, linewidth=1.0, zorder=2)
    ax.margins(0.06, 0.1)
    ax.axis("off")


def places(tree) -> dict:
    """Return the position of each node: leaves are side by side, and a parent is above the middle of its children."""
    [root] = [node for node, degree in tree.in_degree if degree == 0]
    depth, pos, leaves = nx.single_source_shortest_path_length(tree, root), {}, 0
    for node in nx.dfs_postorder_nodes(tree, root):
        below = [pos[child][0] for child in tree[node]]
        pos[node] = ((below[0] + below[-1]) / 2 if below else leaves, -depth[node])
        leaves += not below
    return pos


def of_game(game, state, chosen, viewer=None):
    """Return the whole tree of a small game. Its leaves show the payoffs of player 0.

    chosen:  function that takes a state in which a player moves, and returns the action whose edge is bold
    viewer:  number of a player, for games with hidden information. Nodes that this player cannot distinguish are
             `joined`. None joins no nodes
    """
    tree, look = nx.DiGraph(), {}

    def grow(state, node):
        mover = game.to_move(state)
        if mover == TERMINAL:
            tree.add_node(node, label=f"{game.payoff(state, 0):+g}".replace("-", "−"))
            return
        if mover == viewer:
            look.setdefault(game.text_for(state, viewer), []).append(node)
        for action in legal_actions(game, state):
            child, bold = (*node, action), mover != CHANCE and action == chosen(state)
            tree.add_edge(node, child, label=str(game.action_name(state, action)), bold=bold)
            grow(after(game, state, action), child)

    tree.add_node(())
    grow(state, ())
    tree.graph["joined"] = [nodes for nodes in look.values() if len(nodes) > 1]
    return tree


def of_search(root, deepest=4):
    """Return a tree of `mcts_lab.textbook`: the area of a dot shows the node's visits, a cross is a child left out.

    A cross stands for a child of the root that a rule has pruned, or that was never tried. Such nodes further down in
    the tree are not drawn.
    """
    tree = nx.DiGraph()

    def grow(node, name):
        tree.add_node(name, size=8 + 400 * node.visits / root.visits, colour=style.LIGHT.cycle[0])
        for place, child in enumerate(node.children if len(name) < deepest else ()):
            kept = child.visits and (not getattr(node, "kept", None) or child in node.kept)
            if kept or node is root:
                tree.add_edge(name, (*name, place))
                tree.add_node((*name, place), faint=not kept)
            if kept:
                grow(child, (*name, place))

    grow(root, ())
    return tree
