"""Figures: layouts do not overlap, counts add up, everything says what it shows."""

import json
import re
import sys
import xml.etree.ElementTree as ET
from functools import partial

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_tree_view import grown, shapes

from mcts_lab import UCT, Search, games, start, textbook
from mcts_lab.engine.random import stream
from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_lab.search.mcts.nodes import NONE
from mcts_lab.views.graph import pick, told_apart
from mcts_lab.views.plots import board, game_trees, reward_pairs, style
from mcts_lab.views.plots import match_results as results
from mcts_lab.views.plots import search_plots as plots
from mcts_lab.views.plots import small_trees as minimax
from mcts_lab.views.plots.tree_drawing import draw
from mcts_lab.views.plots.tree_page import html
from mcts_lab.views.tree_layout import tidy


@pytest.fixture(scope="module")
def searched():
    game = games.connect_four()
    search = Search(game, start(game), UCT(), seed=2, compiled=False, trace=True)
    search.run(250)
    return search


@pytest.fixture(scope="module")
def tree(searched):
    return searched.tree


def pixels(fig):
    fig.canvas.draw()
    return np.asarray(fig.canvas.buffer_rgba())


def background(image):
    """The colour of a picture's corner."""
    return "#{:02X}{:02X}{:02X}".format(*image[0, 0, :3])


# -- layout ------------------------------------------------------------------------------------------------------------


def listed(shape):
    children = [[] for _ in shape]
    depth = [0] * len(shape)
    for i, parent in enumerate(shape):
        if parent != NONE:
            children[parent].append(i)
            depth[i] = depth[parent] + 1
    return children, depth


@settings(max_examples=80, deadline=None)
@given(shapes(), st.floats(0.0, 1.0), st.randoms(use_true_random=False))
def test_nothing_overlaps_and_parents_are_centred(shape, gap, random):
    children, depth = listed(shape)
    breadth = [0.2 + random.random() for _ in shape]
    x = tidy(children, breadth, gap)
    for level in range(max(depth) + 1):
        row = sorted((x[i] - breadth[i] / 2, x[i] + breadth[i] / 2) for i in range(len(shape)) if depth[i] == level)
        for (_, right), (left, _) in zip(row, row[1:], strict=False):
            assert left - right >= gap - 1e-9
    for node, below in enumerate(children):
        if below:
            assert x[node] == pytest.approx((x[below[0]] + x[below[-1]]) / 2)
            assert [x[kid] for kid in below] == sorted(x[kid] for kid in below)
    assert min(p - b / 2 for p, b in zip(x, breadth, strict=True)) == pytest.approx(0)


# -- choosing ----------------------------------------------------------------------------------------------------------


def consistent(tree, graph):
    """Every drawn node's children are either drawn or counted."""
    assert nx.is_arborescence(graph)
    for node, data in graph.nodes.items():
        below = [] if data["stub"] else tree.child_nodes(node).tolist()
        shown = list(graph.successors(node))
        nodes = [child for child in shown if not graph.nodes[child]["stub"]]
        stubs = [child for child in shown if graph.nodes[child]["stub"]]
        assert nodes == [child for child in below if child in graph] and len(stubs) <= 1
        if data["stub"]:
            assert not shown
        elif not shown:
            assert data["hidden"] == len(below)
        else:
            assert shown[:len(nodes)] == nodes
            assert len(nodes) + sum(graph.nodes[child]["hidden"] for child in stubs) == len(below)
            assert sum(graph.nodes[child]["visits"] for child in shown) == tree.nodes["visits"][below].sum()


@settings(max_examples=60, deadline=None)
@given(shapes(), st.integers(1, 4), st.integers(0, 3), st.integers(1, 20), st.randoms(use_true_random=False))
def test_stubs_add_up(shape, top, max_depth, max_nodes, random):
    tree = grown(shape, [random.randrange(4) for _ in shape])
    graph = tree.graph(None, top, max_depth, max_nodes, stubs=True)
    consistent(tree, graph)
    real = [node for node, data in graph.nodes.items() if not data["stub"]]
    assert len(real) <= max_nodes and set(real) == set(pick(tree, top, max_depth, max_nodes))
    assert max(depth for _, depth in graph.nodes(data="depth")) <= max_depth + 1
    assert all(sum(not graph.nodes[c]["stub"] for c in graph.successors(node)) <= top for node in graph)
    alone = tree.graph(None, top, max_depth, max_nodes)
    assert set(alone) == set(real) and nx.is_arborescence(alone)
    for node, data in alone.nodes.items():
        assert data["hidden"] + alone.out_degree(node) == len(tree.child_nodes(node))


# -- the page ----------------------------------------------------------------------------------------------------------


def test_page_is_complete_and_needs_no_network(tree):
    page = html(tree, top=3, max_nodes=40)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))
    assert data[0]["visits"] == 250
    shown = sum("stub" not in row for row in data)
    assert f"250 iterations, {shown} of {len(tree):,} nodes</h1>" in page
    for row in data:
        if row["children"]:
            below = sum(data[c]["visits"] for c in row["children"])
            assert below == row["visits"] - (row is not data[0])  # an inner node was a leaf once
    assert not re.search(r"""(src|href)\s*=|@import|url\(|fetch\(|XMLHttp""", html(tree, boards=False))
    assert 'role="tree"' in page and "ArrowRight" in page and "BACKGROUND" not in page
    dark = html(tree, dark=True)
    assert style.DARK.background in dark and style.DARK.background not in page


def test_names_cannot_break_the_page():
    tree = grown([NONE, 0], [2, 1])
    tree._names[1] = '</script><b>"&'
    page = html(tree)
    assert "</script><b>" not in page
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))
    assert data[1]["name"] == '</script><b>"&'


# -- style -------------------------------------------------------------------------------------------------------------


def test_saved_files_know_where_they_come_from(tmp_path):
    with style.figure("Two \x0b points", "page") as fig:  # names come from games, which may hold anything
        fig.add_subplot().set_title("a\x0bb \x1f <c>")
    source = {"command": "mcts-lab figures", "seed": 3, "games": 1000}
    written = style.save(fig, tmp_path / "figure", source)
    assert [p.suffix for p in written] == [".png", ".svg"]
    for path in written:
        assert style.provenance(path)[1] == source
    drawn = ET.parse(written[1]).getroot()
    assert (drawn.get("role"), drawn.get("aria-label")) == ("img", "Two \ufffd points")
    assert style.save(fig, tmp_path / "again", source)[1].read_bytes() == written[1].read_bytes()


@pytest.mark.parametrize("make", [
    lambda tree, trace: draw(tree, top=0), lambda tree, trace: draw(tree, max_depth=-1),
    lambda tree, trace: draw(tree, max_nodes=0), lambda tree, trace: draw(tree, node=10**6),
    lambda tree, trace: plots.rewards(tree, trace[:0]), lambda tree, trace: plots.convergence(tree, trace[:0]),
    lambda tree, trace: plots.convergence(tree, trace, measure="visits"),
    lambda tree, trace: plots.root_actions(grown([NONE], [0])), lambda tree, trace: plots.bounds(grown([NONE], [0])),
    lambda tree, trace: minimax.explore([[]]), lambda tree, trace: minimax.explore([1, "two"]),
    lambda tree, trace: minimax.explore([1, float("nan")]), lambda tree, trace: style.figure(size="poster"),
    lambda tree, trace: style.save(empty(), "figure.png"), lambda tree, trace: style.save(empty(), "f.bmp", alt="a"),
    lambda tree, trace: results.intervals(pd.DataFrame({"player": ["a"]})),
])
def test_what_cannot_be_drawn_is_refused_in_a_sentence(tree, searched, make):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        make(tree, searched.trace_events)


def empty():
    with style.figure() as fig:
        return fig


# -- one search --------------------------------------------------------------------------------------------------------


def test_root_rewards_follow_the_tree(searched, tree):
    table = plots.root_rewards(tree, searched.trace_events)
    for child in tree.child_nodes():
        part = table[table["node"] == child]
        assert len(part) == tree.nodes["visits"][child]
        assert part["reward"].sum() == pytest.approx(tree.nodes["total"][child])


def test_figures_of_a_search(searched, tree):
    trace = searched.trace_events
    for dark in (False, True):
        figures = [plots.root_actions(tree, top=3, dark=dark), plots.shape(tree, dark=dark),
                   plots.rewards(tree, trace, dark=dark), plots.convergence(tree, trace, dark=dark),
                   plots.convergence(tree, trace, measure="share", log=False, dark=dark)]
        for fig in figures:
            assert len(fig.alt) > 30 and background(pixels(fig)) == style.theme(dark).background
    assert "4 more" in figures[0].alt
    assert "+4 more" in [t.get_text() for t in figures[0].axes[0].get_yticklabels()]


@pytest.mark.parametrize("names", [
    ["play Rockbiter Weapon on your hero", "play Rockbiter Weapon on your Flametongue Totem", "end the turn"],
    ["the same"] * 3 + ["the same (2)"], ["x" * 50, "x" * 60, "x" * 70],
    [f"move the piece from the {place} row to another place" for place in ("first", "third")],
])
def test_labels_tell_actions_apart(names):
    labels = told_apart(names)
    assert len(set(labels)) == len(names) and max(map(len, labels)) <= 32
    assert all(label[:3] == name[:3] for label, name in zip(labels, names, strict=True))


def counted(*parts):
    """The axes of rewards of some actions, as lists of what is drawn in each."""
    with style.figure("Rewards of a test.") as fig:
        names = [f"action {i}" for i in range(len(parts))]
        plots.reward_counts(fig, names, [np.array(some) for some in parts], np.unique(np.concatenate(parts)), "me")
    return fig.axes


def test_many_rewards_are_bars_of_counts():
    rng = np.random.default_rng(0)
    many, few = rng.uniform(0.4, 0.7, 500), [0.5, 0.5, 0.6]
    axes = counted(many, few)
    for ax, rewards in zip(axes, (many, few), strict=True):
        heights = [bar.get_height() for bar in ax.patches]
        assert len(heights) == 20 and sum(heights) == len(rewards)
    assert axes[0].patches[0].get_x() == pytest.approx(min(many)) and axes[0].get_xlim()[1] < 0.75
    assert axes[-1].get_xlabel() == "reward to me, from 0.4001 to 0.6992; upwards: iterations"


def test_bounds_show_what_ucb1_compares(searched, tree):
    table = tree.children()
    fig = plots.bounds(tree, c=0.5)
    means, bonuses = (np.array([bar.get_width() for bar in group]) for group in fig.axes[0].containers)
    assert means == pytest.approx(table["reward"])
    assert bonuses == pytest.approx(0.5 * np.sqrt(np.log(table["visits"].sum()) / table["visits"]))


# -- many games --------------------------------------------------------------------------------------------------------

TALLY = pd.DataFrame({"player": ["UCT", "minimax", "random"], "wins": [80, 50, 5], "draws": [10, 10, 0],
                      "losses": [10, 40, 95], "games": [100, 100, 100]})


def test_win_rates_count_draws_half():
    points, low, high = results.intervals(TALLY)
    np.testing.assert_allclose(points, [0.85, 0.55, 0.05])
    assert (low < points).all() and (points < high).all() and (high <= 1).all()
    same = results.intervals(pd.DataFrame({"points": points, "games": 100}))
    np.testing.assert_allclose(same, (points, low, high))


def test_figures_of_results():
    rng = np.random.default_rng(0)
    sweep = pd.DataFrame({"n": [10, 100, 1000] * 2, "rate": [0.2, 0.5, 0.8, 0.1, 0.3, 0.6], "who": list("aaabbb")})
    sweep["low"], sweep["high"] = sweep["rate"] - 0.1, sweep["rate"] + 0.1
    cross = pd.DataFrame([[np.nan, 0.7], [0.3, np.nan]], index=["a", "b"], columns=["a", "b"])
    ratings = pd.DataFrame({"player": ["a", "b"], "rating": [-50.0, 50.0], "low": [-80.0, 20.0], "high": [-9.0, 90.0]})
    problems = pd.DataFrame(rng.random((12, 4)) + np.arange(4) * 0.3, columns=list("wxyz"))
    for dark in (False, True):
        for fig, word in ((results.win_rates(TALLY, dark=dark), "85%"), (results.outcomes(TALLY, dark=dark), "80%"),
                          (results.lines(sweep, "n", "rate", "who", log=True, dark=dark), "0.8"),
                          (results.cross_table(cross, dark=dark), "0.70"), (results.elo(ratings, dark=dark), "+50"),
                          (results.critical_difference(problems, dark=dark), "Average ranks")):
            assert word in fig.alt
            assert background(pixels(fig)) == style.theme(dark).background
    bars, dots = (results.win_rates(TALLY, bars=bars).axes[0] for bars in (True, False))
    assert bars.patches and not dots.patches and bars.get_xlim()[0] == 0 < dots.get_xlim()[0]
    names = [t.get_text() for t in results.lines(sweep, "n", "rate", "who").axes[0].texts]
    assert sorted(names) == ["a", "b"]
    apart = results.lines(sweep, "n", "rate", "who", log=True, joined=False).axes[0]
    assert not any(len(line.get_xdata()) > 1 and len(set(line.get_xdata())) > 1 for line in apart.lines)
    assert [results.beyond(cross.to_numpy(), low, high) for low, high in ((0, 1), (0.4, 1), (0, 0.6), (0.4, 0.6))] == [
        "neither", "min", "max", "both"]


# -- minimax -----------------------------------------------------------------------------------------------------------

trees = st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=14)


def exact(tree, maximise):
    if not isinstance(tree, list):
        return tree
    return (max if maximise else min)(exact(child, not maximise) for child in tree)


@settings(max_examples=150, deadline=None)
@given(trees, st.booleans())
def test_alpha_beta_finds_the_minimax_value(tree, maximise):
    full, pruned = minimax.explore(tree, False, maximise), minimax.explore(tree, True, maximise)
    assert full.value[0] == pruned.value[0] == exact(tree, maximise)
    assert pruned.bound[0] == minimax.EXACT and pruned.leaves <= full.leaves
    for bound, value, true in zip(pruned.bound, pruned.value, full.value, strict=True):
        if bound == minimax.EXACT:
            assert value == true
        elif bound == minimax.AT_LEAST:
            assert value <= true
        elif bound == minimax.AT_MOST:
            assert value >= true
        else:
            assert np.isnan(value)
    line = pruned.line()
    assert line[0] == 0 and not pruned.children[line[-1]] and pruned.value[line[-1]] == pruned.value[0]


def test_without_resvg_a_picture_says_what_brings_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ModuleNotFoundError, match=r"^The package resvg_py .*: pip install 'mcts_lab\[viz]'$"):
        pixels(board.figure(games.nim(), start(games.nim())))


def test_places_in_svg_do_not_show_the_last_digits_of_a_sum():
    """Python 3.12 adds numbers up otherwise than 3.11, which parted figures in their sixth digit."""
    shown = '<path d="M {0} {1}"/><use x="{0}" transform="rotate(-0 {0} 3.5)"/><g transform="scale({2})">{2}</g>'
    assert style.rounded(shown.format("52.673052", "-0.00004", "0.015625")) == shown.format("52.673", "0", "0.015625")
    assert style.rounded(shown.format("52.673053", "0.00004", "0.015625")) == shown.format("52.673", "0", "0.015625")


@pytest.mark.parametrize("log", [False, True, "y", "both"])
def test_bands_lie_where_the_table_says_on_every_kind_of_axis(log):
    table = pd.DataFrame({"x": [1, 10, 100], "y": [1.0, 10.0, 90.0]})
    table = table.assign(low=[0.5, 5.0, 50.0], high=[2.0, 20.0, 99.0])
    [axes] = results.lines(table, "x", "y", log=log).axes
    edges = axes.patches[0].get_xy()
    assert sorted({round(height, 6) for height in edges[:, 1]}) == sorted([*table["low"], *table["high"]])


# -- small trees and rewards of lessons --------------------------------------------------------------------------------


def coin_tree(**options):
    game = games.coin_in_a_box()
    return game_trees.of_game(game, start(game), lambda state: 1, **options)


def test_a_whole_game_has_its_payoffs_and_what_a_player_cannot_distinguish():
    seen, hidden = coin_tree(), coin_tree(viewer=0)
    assert [label for _, label in seen.nodes(data="label") if label] == ["+0.5", "+1", "−1", "+0.5", "−1", "+1"]
    assert seen.graph["joined"] == [] and hidden.graph["joined"] == [[(0,), (1,)], [(0, 1), (1, 1)]]
    assert sum(bold for *_, bold in seen.edges(data="bold")) == 4  # `go`, then Y, on both sides
    fig = game_trees.figure({"seen": seen, "hidden": hidden}, "Two trees")
    assert fig.alt == "Two trees" and [ax.get_title("left") for ax in fig.axes] == ["seen", "hidden"]


def test_a_tree_of_a_search_crosses_out_what_was_pruned():
    game, choose = UniformTree(branching=12, depth=6, seed=1), partial(textbook.hard_pruning, c=0.1)
    root = textbook.mcts(game, start(game), 100, stream(1), choose, node_class=textbook.PruningNode)
    tree = game_trees.of_search(root)
    faint = [node for node, out in tree.nodes(data="faint") if out]
    assert len(faint) == 12 - len(root.kept) and all(len(node) == 1 for node in faint)
    assert tree.nodes[()]["size"] == max(size for _, size in tree.nodes(data="size") if size)


def test_pairs_are_counted_and_said():
    rewards = {"a": [0.1, 1.0, 0.1], "b": [0.3, 0.1]}
    assert reward_pairs.compared(*rewards.values()) == (2, 2, 2)
    fig = reward_pairs.draw(rewards)
    assert "a better in 2, equal in 2, b better in 2 of 6 pairs" in fig.alt and "mean 0.40" in fig.alt
