"""Figures: layouts do not overlap, counts add up, everything says what it shows."""


import base64
import io
import json
import re
import sys
import xml.etree.ElementTree as ET

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib import font_manager
from matplotlib.colors import to_hex
from PIL import Image
from test_tree_view import grown, shapes

from mcts_lab import UCT, Search, games, start
from mcts_lab.search import OpenLoop
from mcts_lab.search.mcts.nodes import NONE
from mcts_lab.views.graph import label_of, pick, tell_apart, told_apart
from mcts_lab.views.plots import board, style
from mcts_lab.views.plots import match_results as results
from mcts_lab.views.plots import search_plots as plots
from mcts_lab.views.plots import small_trees as minimax
from mcts_lab.views.plots.tree_drawing import draw, draw_graph
from mcts_lab.views.plots.tree_page import html
from mcts_lab.views.tree_layout import arrange, tidy


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


@settings(max_examples=30, deadline=None)
@given(shapes(), st.randoms(use_true_random=False))
def test_the_graph_of_everything(shape, random):
    tree = grown(shape, [random.randrange(4) for _ in shape])
    graph = tree.graph()
    consistent(tree, graph)
    assert len(graph) == len(tree) and list(graph)[0] == 0
    limited = tree.graph(max_nodes=len(tree))
    seen = {0, *(node for node in graph if all(tree.nodes["visits"][n] for n in tree.path(node)[1:]))}
    assert set(tree.graph(least=1)) == seen
    assert dict(limited.nodes).keys() == dict(graph.nodes).keys() and set(limited.edges) == set(graph.edges)


# -- tree drawings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", ["down", "right"])
def test_boxes_of_a_wide_tree_do_not_overlap(orientation):
    tree = grown([NONE] + [0] * 121 + [1] * 120 + [2] * 120, [400] + [3] * 121 + [1] * 240)
    graph = arrange(tree.graph(top=6, max_depth=3, max_nodes=24, stubs=True), orientation)
    boxes = [(*data["pos"], data["width"], data["height"]) for data in graph.nodes.values()]
    assert len(boxes) > 12
    for i, (x, y, wide, high) in enumerate(boxes):
        for x2, y2, wide2, high2 in boxes[:i]:
            assert abs(x - x2) > (wide + wide2) / 2 or abs(y - y2) > (high + high2) / 2
    fig = draw(tree, top=6, orientation=orientation)
    words = [t.get_text() for t in fig.axes[0].texts]
    assert any("+115 more" in w for w in words) or any("+11" in w for w in words)


def test_the_drawing_says_whose_value_it_shows(tree):
    labels = [draw(tree, max_nodes=5, perspective=p).axes[1].get_xlabel() for p in ("mover", 0, 1)]
    assert "moved there" in labels[0] and labels[1] != labels[2]
    assert labels[1].endswith(tree.player_name(0)) and labels[2].endswith(tree.player_name(1))
    assert draw(tree, max_nodes=5).axes[1].get_xlabel() == labels[1]  # player 0 is to move at the root


def test_the_alternative_text_counts_the_nodes_that_are_drawn(tree):
    graph = tree.graph("root", max_nodes=20, stubs=True)
    few = graph.subgraph([node for node, data in graph.nodes.items() if data["depth"] < 2 and not data["stub"]])
    assert 1 < len(few) < 20 and f": 20 of {len(tree):,} nodes drawn." in draw_graph(graph).alt
    assert f": {len(few)} of {len(tree):,} nodes drawn." in draw_graph(few).alt


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


def test_long_names_of_siblings_that_begin_alike_are_told_apart_by_their_ends():
    names = ["move warrior H5 to G4", "move warrior H5 to I5", "research", "a name that is too long",
             "play Rockbiter Weapon on the enemy hero", "play Rockbiter Totem on the enemy hero"]
    graph = nx.DiGraph()
    for node, name in enumerate(names):
        graph.add_node(node, name=name, label=label_of(name, 3, 0.5, "unknown"))
    tell_apart(graph, list(graph))
    assert [graph.nodes[node]["label"].split("\n")[0] for node in graph] == [
        "…arrior H5 to G4", "…arrior H5 to I5", "research", "a name that is …", "… the enemy hero",
        "… the … hero (2)"]


def test_colours_of_a_tree_spread_over_the_limits(tree):
    graph = tree.graph("root", max_nodes=8, stubs=True)
    wide, close = (draw_graph(graph, limits=limits) for limits in ((0, 1), (0.4, 0.6)))
    ticks = [[label.get_text() for label in fig.axes[-1].get_xticklabels()] for fig in (wide, close)]
    assert ticks == [["0", "0.25", "0.5", "0.75", "1"], ["0.4", "0.45", "0.5", "0.55", "0.6"]]
    assert not np.array_equal(pixels(wide), pixels(close))


def test_notebooks_show_the_alternative_text(tree):
    data, metadata = draw(tree, max_nodes=3)._repr_mimebundle_()
    assert "Search tree of Connect Four" in data["text/plain"] and not metadata
    page = ET.fromstring(f"<p>{data['text/html']}</img></p>")  # what JupyterLab shows, which follows its theme
    assert page.find("img").get("alt") == data["text/plain"] and ".lab-figure" in page.findtext("style")
    dark, _ = draw(tree, max_nodes=3, dark=True)._repr_mimebundle_()
    assert "lab-figure" not in dark["text/html"]


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


def test_rewards_of_many_values_are_counted_in_bars_for_each_action():
    game = games.gaps()
    search = Search(game, start(game), UCT(tree=OpenLoop()), seed=1, trace=True, compiled=False)
    search.run(200)
    figure = plots.rewards(search.tree, search.trace_events, colour="#009E73")
    heights = [sum(bar.get_height() for bar in ax.patches) for ax in figure.axes]
    assert heights == search.tree.nodes["visits"][search.tree.child_nodes()].tolist() and sum(heights) == 200
    assert all(bar.get_facecolor()[1] > 0.6 for ax in figure.axes for bar in ax.patches)


def test_depth_against_branching_has_a_line_for_each_method():
    rows = [(name, c, depth, 3 - c) for name, depth in (("a", 2.0), ("b", 4.0)) for c in (0.5, 1.0) for _ in range(3)]
    table = pd.DataFrame(rows, columns=["method", "c", "depth", "branching"])
    look = style.series(["b", "a"])
    figure = plots.depth_against_branching(table, "c", "method", look)
    lines = {to_hex(line.get_color()).upper(): line.get_ydata().tolist() for line in figure.axes[0].lines}
    assert lines == {look.colours["a"]: [2.0, 2.0], look.colours["b"]: [4.0, 4.0]}
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b"]
    assert "b, c 0.5: depth 4.0, 2.5 actions" in figure.alt


def test_depth_against_branching_writes_the_label_of_equal_points_once():
    rows = [(name, n, 2.0 + n * (name == "a"), 3.0) for name in "ab" for n in (0, 1) for _ in range(3)]
    figure = plots.depth_against_branching(pd.DataFrame(rows, columns=["method", "n", "depth", "branching"]), "n",
                                           "method")
    assert [text.get_text() for text in figure.axes[0].texts].count("n = 0") == 1 and len(figure.axes[0].texts) == 3


def test_wider_figures_of_actions_show_longer_names(monkeypatch, tree):
    monkeypatch.setattr(type(tree), "name", lambda self, node: f"{node}" + 40 * "x")
    names = [max(len(label.get_text()) for label in plots.root_actions(tree, size=size).axes[0].get_yticklabels())
             for size in ("notebook", (10, 6))]
    assert names == [32, 40]


@pytest.mark.parametrize("names", [
    ["play Rockbiter Weapon on your hero", "play Rockbiter Weapon on your Flametongue Totem", "end the turn"],
    ["the same"] * 3 + ["the same (2)"], ["x" * 50, "x" * 60, "x" * 70],
    [f"move the piece from the {place} row to another place" for place in ("first", "third")],
])
def test_labels_tell_actions_apart(names):
    labels = told_apart(names)
    assert len(set(labels)) == len(names) and max(map(len, labels)) <= 32
    assert all(label[:3] == name[:3] for label, name in zip(labels, names, strict=True))


def test_figures_of_actions_have_titles(searched, tree):
    for make in (plots.root_actions, lambda tree, **about: plots.rewards(tree, searched.trace_events, **about)):
        assert make(tree).get_suptitle() == "Connect Four: 250 iterations"
        assert make(tree, title="Why").get_suptitle() == "Why"


def counted(*parts):
    """The axes of rewards of some actions, as lists of what is drawn in each."""
    with style.figure("Rewards of a test.") as fig:
        names = [f"action {i}" for i in range(len(parts))]
        plots.reward_counts(fig, names, [np.array(some) for some in parts], np.unique(np.concatenate(parts)), "me")
    return fig.axes


def test_few_rewards_are_dots_at_their_values():
    some = [[i / 29 for i in range(25)], [0.5, 0.5, 0.25]]
    for ax, rewards in zip(counted(*some), some, strict=True):
        dots = ax.collections[0].get_offsets()
        np.testing.assert_allclose(dots[:, 0], np.sort(rewards), atol=1e-6)
        assert len({tuple(dot) for dot in dots.tolist()}) == len(rewards)  # none hides another


def test_many_rewards_are_bars_of_counts():
    rng = np.random.default_rng(0)
    many, few = rng.uniform(0.4, 0.7, 500), [0.5, 0.5, 0.6]
    axes = counted(many, few)
    for ax, rewards in zip(axes, (many, few), strict=True):
        heights = [bar.get_height() for bar in ax.patches]
        assert len(heights) == 20 and sum(heights) == len(rewards)
    assert axes[0].patches[0].get_x() == pytest.approx(min(many)) and axes[0].get_xlim()[1] < 0.75
    assert axes[-1].get_xlabel() == "reward to me, from 0.4001 to 0.6992; upwards: iterations"


def test_rewards_of_a_few_values_are_counted_at_these():
    (ax,) = counted(np.repeat(np.arange(8) / 10, np.arange(14, 22)))
    bars = {round(bar.get_x() + bar.get_width() / 2, 6): bar.get_height() for bar in ax.patches}
    assert bars == {i / 10: 14 + i for i in range(8)}


def test_trees_and_rewards_take_the_colours_of_a_game(tree, searched):
    from matplotlib.colors import ListedColormap, to_hex

    pieces = ListedColormap(["#0b4fa8", "#c8102e"])
    drawn = draw(tree, max_nodes=5, colormap=pieces)
    filled = {to_hex(colour) for part in drawn.axes[0].collections for colour in part.get_facecolor()}
    assert filled & {"#0b4fa8", "#c8102e"} and drawn.axes[1].collections[-1].get_cmap() == pieces
    bars = plots.rewards(tree, searched.trace_events, colormap=pieces).axes[0].patches
    assert bars and {to_hex(bar.get_facecolor()) for bar in bars} <= {"#0b4fa8", "#c8102e"}


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


def test_the_textbook_example():
    found = minimax.explore([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert found.value[0] == 3 and found.leaves == 7
    assert [n for n, b in enumerate(found.bound) if b == minimax.CUT] == [7, 8]
    assert found.bound[5] == minimax.AT_MOST and found.value[5] == 2
    words = [t.get_text() for t in minimax.draw([[3, 12, 8], [2, 4, 6], [14, 5, 2]], windows=True).axes[0].texts]
    assert "≤2" in words and "[3, ∞]" in words


def colours(svg, width):
    """The colours of a picture as an array (height, width, 4)."""
    return np.asarray(board.pixels(svg, width))


def picture(content):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10" width="30" height="10">{content}</svg>'


def test_cells_beside_each_other_show_nothing_between_them():
    drawn = picture('<rect width="100%" height="100%" fill="#fff"/><rect width="14.5" height="10" fill="#000"/>'
                    '<rect x="14.5" width="15.5" height="10" fill="#000"/>')
    assert (colours(drawn, 100)[..., :3] == 0).all()


def test_texts_have_the_fonts_of_matplotlib_alone():
    """Whatever a picture asks for: one of these fonts is sure to be on the machine."""
    def written(families):
        return colours(picture(f'<text y="8" font-size="8" font-family="{families}">Wi g</text>'), 300)

    fonts = [written(name) for name in ("DejaVu Sans", "DejaVu Sans Mono")]
    assert fonts[0].any() and (fonts[0] != fonts[1]).any()
    installed = sorted({font.name for font in font_manager.fontManager.ttflist if "DejaVu" not in font.name})
    for name in (*installed, "Arial", "Times New Roman", "system-ui, sans-serif", "serif", "cursive"):
        assert (written(name) == fonts[0]).all(), name
    assert (written("monospace") == fonts[1]).all()


def test_a_picture_has_the_resolution_of_the_file(tmp_path):
    """Each pixel of it is one of the file; in an SVG file there are `board.DPI` to an inch."""
    drawn = picture('<rect width="100%" height="100%"/><circle cx="13" cy="4" r="3.3" fill="#fff"/>')
    with style.figure("a disc", (3, 1)) as fig:
        fig.set_layout_engine("none")
        ax = fig.add_axes((0, 0, 1, 1))
        ax.set(xlim=(0, 3), ylim=(0, 1))
        board.paint(ax, drawn, (1.5, 0.5), 3)
    for dpi in (100, 230):
        fig.set_dpi(dpi)
        assert (pixels(fig) == colours(drawn, 3 * dpi)).all()
    [path] = style.save(fig, tmp_path / "a.svg")
    [held] = re.findall(r'base64,([^"]*)"', path.read_text().replace("\n", ""))
    assert Image.open(io.BytesIO(base64.b64decode(held))).width == 3 * board.DPI
    assert "pixelated" not in path.read_text()


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
