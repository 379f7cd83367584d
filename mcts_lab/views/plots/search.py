"""Figures of one search: where its visits went, how it values each action, how it grew and how it settled.

Functions take a `Tree` and, where time matters, its trace (`Search(..., trace=True).trace_events`). Rewards lie in
[0, 1]. Every figure says whose reward it shows; all functions take `size`, `dark`, `title` and `alt` as in
`mcts_lab.views.plots.results`.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import seaborn as sns
import seaborn.objects as so
from matplotlib.patches import Patch

from ...experiments.statistics import wilson
from ...search.mcts.tree import BACK_UP, ROOT
from ..graph import default_perspective, shortened, thousands
from . import style
from .results import drawn, label_ends, stacked


def root_actions(tree, top=12, perspective=None, node=ROOT, size="notebook", dark=False, title="", alt=None):
    """Visits of each action at a node, and beside them its mean reward with a 95 % interval.

    top:          actions shown, most visited first; the others are counted below
    perspective:  see `Tree.player`; None: the root player's where that is defined
    """
    perspective = default_perspective(tree) if perspective is None else perspective
    table = tree.children(node, perspective)
    if len(table) == 0:
        raise ValueError(f"node {node} has no children yet: search first")
    shown, rest = table.iloc[:top], table.iloc[top:]
    names = [shortened(n, 22) for n in shown["name"]]
    whose = tree.perspective_text(perspective)
    words = "; ".join(f"{n} {v:,} visits, {r:.2f}"
                      for n, v, r in zip(names, shown["visits"], shown["reward"], strict=True))
    more = f" and {len(rest)} more with {int(rest['visits'].sum()):,} visits" if len(rest) else ""
    rows = np.arange(len(shown) + bool(len(rest)))
    base = style.SIZES[size] if isinstance(size, str) else (*size, 12)
    tall = max(2.4, (len(rows) * 2.0 + 5) * base[2] / 72 * 1.1)
    with style.figure(alt or f"Visits and mean reward to {whose} of the actions of {tree.about.title}: {words}{more}.",
                      (base[0], tall), dark, base[2]) as fig:
        t = style.theme(dark)
        left, right = fig.subplots(1, 2, sharey=True)
        at, visits = rows[: len(shown)], shown["visits"].to_numpy()
        drawn(so.Plot(x=visits, y=at).add(so.Bar(color=t.cycle[0], alpha=1, width=0.66, edgewidth=0), orient="y"), left,
              dark)
        for row, count in zip(at, visits, strict=True):
            left.annotate(thousands(int(count)), (count, row), (4, 0), textcoords="offset points", va="center")
        if len(rest):
            left.annotate(f"{thousands(int(rest['visits'].sum()))} together", (0, rows[-1]), (6, 0), va="center",
                          textcoords="offset points", style="italic")
        left.set(xlabel="visits", title=title)
        left.locator_params(axis="x", nbins=4)
        left.xaxis.set_major_formatter(lambda v, _: thousands(int(v)))
        left.margins(x=0.18)
        seen = visits > 0
        reward = shown["reward"].to_numpy()
        low, high = wilson(reward * visits, visits)
        drawn(so.Plot(x=reward[seen], y=at[seen])
              .add(so.Range(color=t.text, linewidth=1.6), orient="y", xmin=low[seen], xmax=high[seen])
              .add(so.Dot(color=t.cycle[1], pointsize=7)), right, dark)
        left.set_ylim(len(rows) - 0.4, -0.6)
        left.set_yticks(rows, names + ([f"+{len(rest)} more"] if len(rest) else []))
        right.set(xlim=(0, 1), xlabel=f"mean reward to {whose}")
        right.axvline(0.5, color=t.faint, lw=1, zorder=0)
        right.tick_params(axis="y", length=0, labelleft=False)
        right.grid(True, axis="x")
    return fig


def bounds(tree, c=2.0**0.5, node=ROOT, top=12, size="notebook", dark=False, title="", alt=None):
    """Draw the bounds of UCB1 at a node: each action's mean reward and, on top of it, the bonus c sqrt(ln N / n).

    c:    the exploration constant of the search
    top:  actions shown, most visited first
    Rewards are those of the player who chooses there. Raises ValueError while a child has no visits: it comes next.
    """
    table = tree.children(node).iloc[:top]
    if len(table) == 0 or (tree.children(node)["visits"] == 0).any():
        raise ValueError(f"node {node} has children that were never tried; the first of them comes next")
    names = [shortened(n, 22) for n in table["name"]]
    visits, mean = table["visits"].to_numpy(float), table["reward"].to_numpy()
    bonus = c * np.sqrt(np.log(visits.sum()) / visits)
    words = "; ".join(f"{n} {m:.2f} + {b:.2f} after {v:,.0f}"
                      for n, m, b, v in zip(names, mean, bonus, visits, strict=True))
    base = style.SIZES[size] if isinstance(size, str) else (*size, 12)
    tall = max(2.4, (len(names) * 2.2 + 6) * base[2] / 72 * 1.1)
    with style.figure(alt or f"Upper confidence bounds, mean reward plus bonus: {words} visits.", (base[0], tall), dark,
                      base[2]) as fig:
        t = style.theme(dark)
        ax = fig.add_subplot()
        rows = np.arange(len(names))
        stacked(ax, names, np.column_stack([mean, bonus]), ["mean reward", "bonus"], [t.cycle[0], t.cycle[4]],
                ["", "//"], dark, written=False)
        total = mean + bonus
        for row in rows:
            ax.annotate(f"{total[row]:.3f}", (total[row], row), (6, 0), va="center", textcoords="offset points",
                        fontweight="bold" if total[row] == total.max() else "normal")
        ax.set_yticks(rows, [f"{n} ({thousands(int(v))})" for n, v in zip(names, visits, strict=True)])
        ax.set(xlabel=f"upper confidence bound, c = {c:.2f} (visits in brackets)", title=title,
               xlim=(0, 1.15 * total.max()))
        fig.legend(handles=list(ax.containers), loc="outside lower center", ncols=2)
    return fig


def shape(tree, size="notebook", dark=False, title="", alt=None):
    """Draw depth and width: the nodes of each depth, and how many children a node there has and has tried.

    A node of the tree gets all its children at once, one for each legal action; many are never tried.
    """
    s = tree.statistics()
    depths = np.arange(len(s.depth_histogram))
    mean = float(depths @ s.visited_histogram / max(s.visited, 1))
    words = (f"Nodes and branching by depth of the search tree of {tree.about.title}: {s.visited:,} nodes visited of "
             f"{s.nodes:,}, at a mean depth of {mean:.1f} and a greatest one of {s.max_depth}; "
             f"{s.branching[0]:.0f} actions at the root.")
    with style.figure(alt or words, size, dark) as fig:
        t = style.theme(dark)
        top, low = fig.subplots(2, 1, sharex=True)
        drawn(so.Plot(x=depths).add(so.Bar(color=t.faint, alpha=1, edgewidth=0), y=s.depth_histogram)
              .add(so.Bar(color=t.cycle[0], alpha=1, edgewidth=0), y=s.visited_histogram), top, dark)
        if s.depth_histogram.max() > 200 * max(s.depth_histogram.min(), 1):
            top.set_yscale("log")
            top.set_ylim(0.5, None)
        top.axvline(mean, color=t.cycle[1], ls="--")
        top.annotate(f"mean depth of visited nodes {mean:.1f}", (mean, 1.0), (0, 3), xycoords=("data", "axes fraction"),
                     textcoords="offset points", color=t.cycle[1], ha="center", va="bottom")
        top.set(ylabel="nodes", title=title)
        fig.legend(handles=[Patch(fc=t.cycle[0], label="visited"), Patch(fc=t.faint, label="never visited")],
                   loc="outside lower center", ncols=2)
        drawn(so.Plot(x=depths).add(so.Line(color=t.text, linestyle="--", linewidth=1.5), y=s.branching)
              .add(so.Line(color=t.cycle[2], marker="o", pointsize=7), y=s.tried), low, dark)
        tips = []
        for values, name, colour in ((s.branching, "legal", t.text), (s.tried, "tried", t.cycle[2])):
            last = int(np.flatnonzero(np.isfinite(values))[-1]) if np.isfinite(values).any() else 0
            tips.append((last, values[last], name, colour))
        low.set(xlabel="depth", ylabel="children of a node", ylim=(0, 1.15 * max(np.nanmax(s.branching), 1)))
        low.grid(True, axis="y")
        low.xaxis.get_major_locator().set_params(integer=True)
        label_ends(fig, low, tips)
    return fig


def root_rewards(tree, trace):
    """The rewards that came back to the root's actions, in order: DataFrame of `iteration`, `node`, `name`, `reward`.

    The last column belongs to the player to move at the root.
    """
    kids = tree.child_nodes(ROOT)
    rows = trace[(trace["phase"] == BACK_UP) & np.isin(trace["node"], kids)]
    names = {int(k): tree.name(k) for k in kids}
    return pd.DataFrame({
        "iteration": rows["iteration"], "node": rows["node"], "name": [names[int(n)] for n in rows["node"]],
        "visits": rows["visits_after"], "total": rows["total_after"], "reward": rows["reward"],
    })


def rewards(tree, trace, top=8, size="notebook", dark=False, title="", alt=None):
    """The distribution of the rewards that each action at the root brought.

    Where there are at most six different rewards their shares are stacked, else their density is drawn.

    top:  actions shown, most visited first
    """
    table = root_rewards(tree, trace)
    if len(table) == 0:
        raise ValueError("the trace holds no rewards: search with trace=True and at least one iteration")
    kids = [k for k in tree.child_nodes(ROOT)[:top] if (table["node"] == k).any()]
    names = [shortened(tree.name(k), 22) for k in kids]
    parts = [table["reward"][table["node"] == k].to_numpy() for k in kids]
    values = np.unique(np.round(table["reward"], 9))
    whose = tree.player_name(tree.about.root_player)
    words = "; ".join(f"{n} mean {p.mean():.2f} of {len(p)}" for n, p in zip(names, parts, strict=True))
    base = style.SIZES[size] if isinstance(size, str) else (*size, 12)
    tall = max(2.6, (len(kids) * 2.2 + 6) * base[2] / 72 * 1.15)
    words = f"Distribution of the rewards to {whose} after each action: {words}."
    with style.figure(alt or words, (base[0], tall), dark, base[2]) as fig:
        t = style.theme(dark)
        ax = fig.add_subplot()
        rows = np.arange(len(kids))
        if len(values) <= 6:
            shares = np.array([[np.isclose(p, value).mean() for value in values] for p in parts])
            stacked(ax, names, shares, [f"{value:g}" for value in values],
                    [style.value_colours(dark)(float(value)) for value in values], dark=dark)
            ax.set_xlabel("share of the action's iterations")
            fig.legend(handles=list(ax.containers), loc="outside lower center", ncols=len(values),
                       title=f"reward to {whose}")
        else:
            many = table[table["node"].isin(kids)]
            sns.violinplot(many, x="reward", y="node", order=kids, orient="y", color=t.cycle[0], cut=0, inner=None,
                           density_norm="width", width=0.85, linewidth=0.5, saturation=1, ax=ax)
            drawn(so.Plot(x=[p.mean() for p in parts], y=rows).add(so.Dot(color=t.cycle[1], pointsize=8)), ax, dark)
            ax.set(xlim=(0, 1), xlabel=f"reward to {whose} (dot: mean)")
        ax.set_yticks(rows, names)
        ax.set(ylim=(len(kids) - 0.5, -0.6), title=title)
        ax.tick_params(axis="y", length=0)
    return fig


def convergence(tree, trace, top=5, measure="reward", log=True, size="notebook", dark=False, title="", alt=None):
    """Draw how the actions at the root came to their values (or visits) over the iterations.

    top:      actions shown, most visited first
    measure:  "reward": mean reward to the player to move at the root, with a 95 % band for the most visited one;
              "share": share of the visits so far
    log:      False for a linear axis of iterations
    """
    if measure not in ("reward", "share"):
        raise ValueError(f"measure is 'reward' or 'share', not {measure!r}")
    table = root_rewards(tree, trace)
    if len(table) == 0:
        raise ValueError("the trace holds no rewards: search with trace=True and at least one iteration")
    last = int(table["iteration"].max()) + 1
    kids = [k for k in tree.child_nodes(ROOT)[:top] if (table["node"] == k).any()]
    names = [shortened(tree.name(k), 22) for k in kids]
    whose = tree.player_name(tree.about.root_player)
    what = f"mean reward to {whose}" if measure == "reward" else "share of the visits"
    finals = tree.children()
    words = "; ".join(f"{n} ends at {finals[measure][k]:.2f}" for n, k in zip(names, kids, strict=True))
    words = f"{what[0].upper()}{what[1:]} of the actions at the root over {last:,} iterations: {words}."
    x = np.unique(np.geomspace(1, last, 400).round().astype(int) if log else np.linspace(1, last, 400).astype(int))
    with style.figure(alt or words, size, dark) as fig:
        ax = fig.add_subplot()
        look = style.series(names, dark)
        curves, tips, highest = [], [], 0.0
        for i, (kid, name) in enumerate(zip(kids, names, strict=True)):
            part = table[table["node"] == kid]
            done = np.searchsorted(part["iteration"].to_numpy(), x)  # visits of this action after x iterations
            visits = np.append(0.0, part["visits"].to_numpy(float))[done]
            total = np.append(0.0, part["total"].to_numpy(float))[done]
            with np.errstate(invalid="ignore", divide="ignore"):
                y = total / visits if measure == "reward" else visits / x
            low, high = wilson(total, visits) if measure == "reward" and i == 0 else (np.nan, np.nan)
            curves.append(pd.DataFrame({"x": x, "y": y, "name": name, "low": low, "high": high}))
            tips.append((last, float(y[-1]), name, look.colours[name]))
            highest = max(highest, float(np.nanmax(y[len(y) // 3:])))
        plot = so.Plot(pd.concat(curves, ignore_index=True).dropna(subset="y"), "x", "y", color="name").scale(
            color=look.colours, linestyle=look.dashes, **({"x": "log"} if log else {}))
        if measure == "reward":
            plot = plot.add(so.Band(alpha=0.15, edgewidth=0), legend=False, ymin="low", ymax="high")
        drawn(plot.add(so.Line(linewidth=2.2), legend=False, linestyle="name"), ax, dark)
        ax.set(xlabel="iterations", ylabel=what, xlim=(1, max(last, 2)), title=title,
               ylim=(0, 1 if measure == "reward" else min(1.0, 1.15 * highest)))
        ax.grid(True, axis="y")
        label_ends(fig, ax, tips)
    return fig
