"""Figures of the results of many games. Each function takes a table and returns a figure.

The tables come from `mcts_lab.matches` (`tally`, `cross_table`, `statistics.elo`). All functions have these parameters:

size:   "slide", "notebook", "page" or (width, height) in inches; some figures are higher if the table has more rows
dark:   True for a dark background
title:  the title; "" for no title
alt:    alternative text; None uses a text with the numbers
"""

import math
from itertools import combinations

import numpy as np
import pandas as pd

from ...matches.statistics import t_reach, wilson
from . import style

WRITTEN = 0.07  # the minimum share of a bar's part in which the share is written


def intervals(table, confidence=0.95):
    """Return mean points (a draw counts half) and their Wilson intervals: arrays `points`, `low`, `high`.

    If the table has columns with these names, they are returned. Otherwise they are computed from `games` and `points`,
    or from `games`, `wins` and `draws`. Raises ValueError if the table has none of these columns.
    """
    if {"points", "low", "high"} <= set(table.columns):
        return tuple(table[c].to_numpy(float) for c in ("points", "low", "high"))
    if {"wins", "draws", "games"} <= set(table.columns):
        won = table["wins"].to_numpy(float) + table["draws"].to_numpy(float) / 2
    elif {"points", "games"} <= set(table.columns):
        won = table["points"].to_numpy(float) * table["games"].to_numpy(float)
    else:
        raise ValueError(f"Win rates cannot be computed from the columns {', '.join(map(str, table.columns))}. Give "
                         "games and points, or wins, draws and games, or points, low and high.")
    games = table["games"].to_numpy(float)
    return won / games, *wilson(won, games, confidence)


def win_rates(table, label="player", reference=0.5, size="notebook", dark=False, title="", alt=None, xlabel=None,
              bars=True):
    """Draw bars of mean points (a draw counts half) with 95 % Wilson intervals, in the order of the table.

    table:      one row for each bar, with the column `label` and the columns that `intervals` needs
    reference:  share of points at which a dashed line is drawn; None: no line
    bars:       False draws dots on an axis that contains only the intervals; use it for shares near the reference
    """
    import seaborn.objects as so

    points, low, high = intervals(table)
    names = [str(n) for n in table[label]]
    words = "; ".join(f"{n} {p:.0%} [{a:.0%}, {b:.0%}]" for n, p, a, b in zip(names, points, low, high, strict=True))
    with style.figure(alt or f"Share of points with 95 % intervals: {words}.", tall(size, len(names)), dark,
                      style.font_of(size)) as fig:
        t = style.theme(dark)
        ax = fig.add_subplot()
        rows = np.arange(len(names))
        mark = (so.Bar(color=t.cycle[0], alpha=0.85, width=0.62, edgewidth=0) if bars else
                so.Dot(color=t.cycle[0], pointsize=9))
        drawn(so.Plot(x=points, y=rows)
              .add(mark, orient="y")
              .add(so.Range(color=t.text, linewidth=1.8), orient="y", xmin=low, xmax=high), ax, dark)
        for row, p, b in zip(rows, points, high, strict=True):
            ax.annotate(f"{p:.1%}", (b, row), (6, 0), textcoords="offset points", va="center",
                        bbox={"fc": t.background, "ec": "none", "pad": 1.5})
        if reference is not None:
            ax.axvline(reference, color=t.text, ls="--", lw=1)
        ends = (0, 1.12) if bars else (min(low) - 0.02, max(high) + 0.22 * (max(high) - min(low)))
        ax.set(xlim=ends, xlabel=xlabel or "share of points (a draw counts half)", title=title)
        ax.set_yticks(rows, names)
        ax.set_ylim(len(rows) - 0.5, -0.5)
        ticks = np.linspace(0, 1, 5 if bars else 11)
        ticks = ticks[(ticks >= ends[0]) & (ticks <= ends[1])]
        ax.set_xticks(ticks, [f"{v:.0%}" for v in ticks])
    return fig


def means(table, x, y, group=None, confidence=0.95):
    """Return the mean of `y` for each `x` and `group`: columns `x`, `group`, `y`, `low`, `high`, `runs`.

    The intervals are Student's t intervals, which need independent runs. If the values of `y` are True and False, they
    are Wilson intervals.
    """
    parts = table.groupby([x] if group is None else [group, x], sort=False)[y].agg(["mean", "std", "size"])
    if table[y].dtype == bool:
        low, high = wilson(parts["mean"] * parts["size"], parts["size"], confidence)
    else:
        half = t_reach(parts["size"] - 1, confidence) * parts["std"] / np.sqrt(parts["size"])
        low, high = parts["mean"] - half, parts["mean"] + half
    found = parts.assign(low=low, high=high).rename(columns={"mean": y, "size": "runs"}).drop(columns="std")
    return found.reset_index()


def drawn(plot, ax, dark=False):
    """Draw a seaborn plot into axes, in the style of this project."""
    plot.theme(style.settings(dark, ax.figure.font)).on(ax).plot()
    ax.set(xlabel="", ylabel="")


def stacked(ax, names, shares, kinds, colours, hatches=None, dark=False, written=True):
    """Draw a bar for each name, with one part for each kind. The share of a part is written into it if there is room.

    shares:   array (names, kinds)
    written:  False does not write the shares
    """
    import seaborn as sns

    t, rows = style.theme(dark), [str(row) for row in range(len(names))]  # two names may be equal
    parts = pd.DataFrame(shares, pd.Index(rows, name="name"), pd.Index(kinds, name="kind")).stack().rename("share")
    sns.histplot(parts.reset_index(), y="name", weights="share", hue="kind", hue_order=list(kinds)[::-1], discrete=True,
                 multiple="stack", shrink=0.66, palette=dict(zip(kinds, colours, strict=True)), alpha=1, legend=False,
                 edgecolor=t.background, ax=ax)
    left = np.zeros(len(names))
    for i, (share, colour) in enumerate(zip(np.asarray(shares).T, colours, strict=True)):
        ax.containers[i].set_label(str(kinds[i]))
        for bar in ax.containers[i]:
            bar.set_hatch(hatches[i] if hatches else "")
        for row, (start, width) in enumerate(zip(left, share, strict=True)):
            if written and width >= WRITTEN:
                patch = {"fc": colour, "ec": "none", "pad": 1} if hatches and hatches[i] else None
                ax.text(start + width / 2, row, f"{width:.0%}", ha="center", va="center", color=style.ink_on(colour),
                        bbox=patch)
        left += share
    ax.set(xlim=(0, 1), xlabel="", ylabel="")
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)


def outcomes(table, label="player", size="notebook", dark=False, title="", alt=None):
    """Draw bars that show the shares of wins, draws and losses, and write these shares into the bars.

    table: one row for each bar, with the columns `label`, `wins`, `draws` and `losses`
    """
    counts = table[["wins", "draws", "losses"]].to_numpy(float)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
    names = [str(n) for n in table[label]]
    words = "; ".join(f"{n} {w:.0%}, {d:.0%}, {s:.0%}" for n, (w, d, s) in zip(names, shares, strict=True))
    with style.figure(alt or f"Shares of wins, draws and losses: {words}.", tall(size, len(names), extra=0.5), dark,
                      style.font_of(size)) as fig:
        t = style.theme(dark)
        ax = fig.add_subplot()
        stacked(ax, names, shares, ["won", "drawn", "lost"], [t.good, t.faint, t.bad], ["", "//", ""], dark)
        ax.set_title(title)
        ax.set_xticks(np.linspace(0, 1, 5), [f"{v:.0%}" for v in np.linspace(0, 1, 5)])
        fig.legend(handles=list(ax.containers), loc="outside lower center", ncols=3)
    return fig


def shares(table, colours=None, size="notebook", dark=False, title="", alt=None):
    """Draw a bar for each row of the table. Its parts are the shares of the columns, which are written into them.

    colours: one colour for each column; None: the usual colours of series
    """
    counts = table.to_numpy(float)
    parts, names = counts / counts.sum(axis=1, keepdims=True), [str(name) for name in table.index]
    words = "; ".join(f"{name}: " + ", ".join(f"{kind} {share:.0%}" for kind, share in zip(table, row, strict=True))
                      for name, row in zip(names, parts, strict=True))
    with style.figure(alt or f"Shares. {words}.", tall(size, len(names), extra=0.5), dark, style.font_of(size)) as fig:
        ax = fig.add_subplot()
        stacked(ax, names, parts, list(table), colours or style.theme(dark).cycle[:len(table.columns)], dark=dark)
        ax.set_title(title)
        ax.set_xticks(np.linspace(0, 1, 5), [f"{v:.0%}" for v in np.linspace(0, 1, 5)])
        fig.legend(handles=list(ax.containers), loc="outside lower center", ncols=len(table.columns))
    return fig


def lines(table, x, y, group=None, low=None, high=None, log=False, reference=None, size="notebook", dark=False,
          title="", alt=None, xlabel=None, ylabel=None, percent=False, joined=True, look=None, also=None):
    """Draw lines over a parameter, with bands. Each line has a label at its end.

    table:      long form, with the columns `x`, `y` and, for several lines, `group`. If a point has several rows, the
                line shows their mean, and the band shows the 95 % interval of the mean (see `means`)
    low, high:  columns of the lower and upper edges of bands; None: "low" and "high" if the table has these columns,
                otherwise there are no bands
    log:        True for a logarithmic horizontal axis, "y" for a logarithmic vertical axis, "both" for both
    reference:  height of a dashed horizontal line; None: no line
    percent:    True writes percentages at the vertical axis
    joined:     False draws separate dots with intervals; use it if there are too few values for a line
    look:       the `style.series` of all groups, so that a group looks the same in several figures; None: the order in
                the table decides
    also:       function that draws more into the axes before the labels of the lines are placed
    """
    import seaborn.objects as so

    if table.duplicated([x] if group is None else [x, group]).any():
        table = means(table, x, y, group)
    low = low or ("low" if "low" in table.columns else None)
    high = high or ("high" if "high" in table.columns else None)
    parts = [(None, table)] if group is None else list(table.groupby(group, sort=False))
    ends = "; ".join(f"{name if name is not None else y} from {part[y].iloc[0]:.3g} to {part[y].iloc[-1]:.3g}"
                     for name, part in ((n, p.sort_values(x)) for n, p in parts))
    words = f"{ylabel or y} against {xlabel or x}, {table[x].min():g} to {table[x].max():g}: {ends}."
    with style.figure(alt or words, size, dark) as fig:
        t = style.theme(dark)
        ax = fig.add_subplot()
        names = [str(name) for name, _ in parts]
        look = look or style.series(names, dark)
        series = table[group].astype(str) if group is not None else pd.Series(names[0], table.index)
        given = table[x]
        if not joined:  # shift the dots sideways, so that no dot hides another
            aside = series.map({name: i - (len(names) - 1) / 2 for i, name in enumerate(names)})
            across = np.log(table[x]) if log in (True, "both") else table[x]
            across = across + 0.02 * max(float(np.ptp(across)), 1e-9) * aside
            table = table.assign(**{x: np.exp(across) if log in (True, "both") else across})
        plot = so.Plot(table.assign(series=series), x=x, y=y, color="series", marker="series", linestyle="series")
        scales = {axis: "log" for axis, kinds in (("x", (True, "both")), ("y", ("y", "both"))) if log in kinds}
        plot = plot.scale(color=look.colours, marker=look.markers, linestyle=look.dashes, **scales)
        around, at = (so.Band(alpha=0.18, edgewidth=0), so.Line(linewidth=2, pointsize=7)) if joined else (
            so.Range(linewidth=1.8), so.Dot(pointsize=8))
        if low and high:  # on a logarithmic axis seaborn expects logarithms as edges of a range
            low, high = (np.log10(table[edge]) if "y" in scales else table[edge] for edge in (low, high))
            plot = plot.add(around, legend=False, ymin=low, ymax=high, marker=None, linestyle=None)
        drawn(plot.add(at, legend=False, **({} if joined else {"linestyle": None})), ax, dark)
        ends = [part.loc[part[x].idxmax()] for _, part in parts]
        tips = [(float(end[x]), float(end[y]), name, look.colours[name])
                for name, end in zip(names, ends, strict=True)]
        if reference is not None:
            ax.axhline(reference, color=t.text, ls="--", lw=1)
        ax.set(xlabel=xlabel or x, ylabel=ylabel or y, title=title)
        ax.grid(True, axis="y")
        if percent:
            ax.yaxis.set_major_formatter(lambda v, _: f"{v:.0%}")
        if log in (True, "both"):
            ticks = apart(given)
            ax.set_xticks(ticks, [f"{tick:,g}" for tick in ticks])
            ax.minorticks_off()
        if also is not None:
            also(ax)
        if group is not None:
            label_ends(fig, ax, tips)
    return fig


def apart(values):
    """Return those positive values that have room for a label on a logarithmic axis, beginning with the lowest."""
    values = sorted({float(value) for value in values if value > 0})
    least, kept = 0.07 * math.log(values[-1] / values[0]), values[:1]
    for value in values[1:]:
        if math.log(value / kept[-1]) >= least:
            kept.append(value)
    return kept


def label_ends(fig, ax, tips):
    """Write the names of lines at their right ends, in the colours of the lines. Move names apart if they overlap.

    tips: (x, y, name, colour) for each line
    """
    fig.canvas.draw()  # computes the layout, so that the heights are known
    low, high = ax.get_ylim()
    at = sorted((ax.transData.transform((x, y))[1], x, y, name, colour) for x, y, name, colour in tips)
    room = 1.25 * fig.font * fig.dpi / 72.0
    heights = [a[0] for a in at]
    for _ in range(200):  # move neighbours apart until no names overlap
        moved = False
        for i in range(len(heights) - 1):
            short = room - (heights[i + 1] - heights[i])
            if short > 0.5:
                heights[i] -= short / 2
                heights[i + 1] += short / 2
                moved = True
        if not moved:
            break
    across = max(x for x, *_ in tips)
    for height, (pixel, _, y, name, colour) in zip(heights, at, strict=True):
        leader = {"arrowstyle": "-", "color": colour, "lw": 0.8} if abs(height - pixel) > room / 2 else None
        ax.annotate(name, (across, y), (10, (height - pixel) * 72.0 / fig.dpi), textcoords="offset points", va="center",
                    color=colour, fontweight="bold", annotation_clip=False, arrowprops=leader)
    ax.set_ylim(low, high)


def cross_table(table, size="notebook", dark=False, title="", alt=None, low=0.0, high=1.0, digits=2,
                measure="mean points of the row against the column"):
    """Draw a heat map of all players against each other, with the numbers written into the cells.

    table:      rows and columns are players; a cell is missing if they did not play against each other
    low, high:  values at the ends of the colour scale; its middle has a neutral colour
    """
    import seaborn as sns

    values = table.to_numpy(float)
    names, others = [str(n) for n in table.index], [str(n) for n in table.columns]
    words = "; ".join(f"{names[i]} against {others[j]} {values[i, j]:.{digits}f}"
                      for i in range(len(names)) for j in range(len(others)) if np.isfinite(values[i, j]))
    with style.figure(alt or f"{measure[0].upper()}{measure[1:]}: {words}.", size, dark) as fig:
        t = style.theme(dark)
        ax = fig.add_subplot()
        sns.heatmap(values, vmin=low, vmax=high, cmap=style.value_colours(dark), annot=True, fmt=f".{digits}f", ax=ax,
                    annot_kws={"fontsize": fig.font},
                    cbar_kws={"label": measure, "fraction": 0.05, "pad": 0.02, "extend": beyond(values, low, high)})
        for i, j in np.argwhere(~np.isfinite(values)):
            ax.text(j + 0.5, i + 0.5, "–", ha="center", va="center", color=t.text)
        for cell, share in zip(ax.texts, ((values[np.isfinite(values)] - low) / (high - low)), strict=False):
            cell.set_color(style.ink_on(style.value_colours(dark)(float(np.clip(share, 0, 1)))))
        ax.set_xticks(np.arange(len(others)) + 0.5, others, rotation=30 if max(map(len, others)) > 8 else 0,
                      ha="center")
        ax.set_yticks(np.arange(len(names)) + 0.5, names, rotation=0)
        ax.tick_params(length=0)
        ax.xaxis.tick_top()
        if title:
            ax.set_title(title)
    return fig


def beyond(values, low, high) -> str:
    """Return at which ends of a colour scale there are values beyond it: "neither", "min", "max" or "both"."""
    return {(False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"}[
        bool(np.nanmin(values) < low), bool(np.nanmax(values) > high)]


def elo(table, size="notebook", dark=False, title="", alt=None):
    """Draw ratings as dots with their intervals. The best player is at the top.

    table: columns `player`, `rating`, `low`, `high`, as `mcts_lab.matches.statistics.elo` returns them
    """
    import seaborn.objects as so

    table = table.sort_values("rating", ascending=False)
    names = [str(n) for n in table["player"]]
    rating, low, high = (table[c].to_numpy(float) for c in ("rating", "low", "high"))
    words = "; ".join(f"{n} {r:+.0f} [{a:+.0f}, {b:+.0f}]" for n, r, a, b in zip(names, rating, low, high, strict=True))
    with style.figure(alt or f"Elo ratings with intervals: {words}.", tall(size, len(names)), dark,
                      style.font_of(size)) as fig:
        t = style.theme(dark)
        ax = fig.add_subplot()
        rows = np.arange(len(names))
        drawn(so.Plot(x=rating, y=rows).add(so.Range(color=t.text, linewidth=1.8), orient="y", xmin=low, xmax=high)
              .add(so.Dot(color=t.cycle[0], pointsize=9)), ax, dark)
        for row, r in zip(rows, rating, strict=True):
            ax.annotate(f"{r:+.0f}", (r, row), (0, 8), textcoords="offset points", ha="center", va="bottom")
        ax.axvline(0, color=t.faint, lw=1, zorder=0)
        ax.set_yticks(rows, names)
        ax.set(xlabel="Elo rating", title=title, ylim=(len(names) - 0.5, -0.7))
        ax.grid(True, axis="x")
    return fig


def critical_difference(table, alpha=0.05, higher_is_better=True, dark=False):
    """Draw average ranks on a line. Bars join methods that do not differ in Nemenyi's test [Demšar 2006, Figure 1].

    table: one column for each method, one row for each problem
    """
    from ...matches import statistics

    ranks = statistics.average_ranks(table, higher_is_better).sort_values()
    listed = ", ".join(f"{name} {rank:.2f}" for name, rank in ranks.items())
    apart, difference = statistics.nemenyi(table), statistics.critical_difference(len(ranks), len(table), alpha)
    alt = (f"Average ranks over {len(table)} problems, 1 is best: {listed}. Ranks less than {difference:.2f} apart do "
           f"not differ at the {alpha:g} level (Nemenyi's test).")
    with style.figure(alt, size=(8, 1.8 + 0.3 * len(ranks)), dark=dark) as fig:
        ax, look = fig.add_subplot(), style.theme(dark)
        low, high = math.floor(ranks.iloc[0]), math.ceil(ranks.iloc[-1])
        left, side = (len(ranks) + 1) // 2, 0.03 * (high - low)
        groups = _groups(ranks.index, apart, alpha)
        first = -0.65 - 0.35 * max(1, len(groups))  # below the bars
        for place, (name, rank) in enumerate(ranks.items()):
            at_left = place < left
            y = first - (place if at_left else len(ranks) - 1 - place)
            end = low - side if at_left else high + side
            ax.plot([rank, rank, end], [0, y, y], color=look.text, linewidth=1.2, clip_on=False)
            ax.text(end, y, f"{name} ({rank:.2f}) " if at_left else f" ({rank:.2f}) {name}", va="center",
                    ha="right" if at_left else "left")
        for height, alike in enumerate(groups):
            ax.plot(ranks[alike], [-0.25 - 0.35 * height] * len(alike), color=look.cycle[0], linewidth=3, marker="o",
                    clip_on=False)
        ax.plot([low, low + difference], [1.7, 1.7], color=look.text, marker="|", linewidth=1.2, clip_on=False)
        ax.text(low + difference / 2, 1.95, f"CD = {difference:.2f}", ha="center", va="bottom")
        ax.set(xlim=(low, high), ylim=(first + 0.5 - left, 3.0), yticks=[])
        ax.spines[["left", "right", "bottom"]].set_visible(False)
        ax.spines["top"].set(visible=True, position=("data", 0))
        ax.xaxis.set_ticks_position("top")
        ax.tick_params(axis="x", top=True, labeltop=True, bottom=False, labelbottom=False)
        ax.grid(False)
    return fig


def _groups(names, apart, alpha):
    """Return the largest sets of at least two `names` in which no two methods differ, in the order of `names`."""
    found = []
    for size in range(len(names), 1, -1):
        for some in combinations(names, size):
            if all(not apart.loc[a, b] < alpha for a, b in combinations(some, 2)):
                if not any(set(some) <= set(other) for other in found):
                    found.append(list(some))
    return sorted(found, key=lambda some: list(names).index(some[0]))


def tall(size, rows, extra=0.0):
    """Return `size` with a height that is enough for this number of rows."""
    width, height, font = style.SIZES[size] if isinstance(size, str) else (*size, 12)
    return (width, float(np.clip((rows * 2.4 + 5.0) * font / 72.0 * 1.25 + extra, 2.0, max(height, 3.0 * height))))
