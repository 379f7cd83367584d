"""The figures of [Joppen & Fuernkranz 2019], and other figures of this study."""

import itertools

import numpy as np

from mcts_lab.matches.statistics import proportion
from mcts_lab.views.plots import match_results as plots
from mcts_lab.views.plots import style

from ..counting import from_to
from . import tables
from .agents import TUNED
from .examples import CIRCLES, PREFERENCES, STARS, values
from .experiments import YOLOBOT_LIKE
from .ranks import ALPHA, FEWEST, pairs, printed_table, ranks, worth


def figure1(results, budget):
    """Draw three actions that beat each other in a circle, and a tree that cannot represent this."""
    with style.figure("Left: A beats B, B beats C and C beats A, each in 70 per cent of comparisons. Right: in a tree "
                      "B and C meet first, B goes up, and A is chosen over it: the circle is gone.", (9, 4)) as fig:
        circle, tree = fig.subplots(1, 2)
        theme = style.theme()
        place = {"A": (0.5, 0.9), "B": (0.85, 0.3), "C": (0.15, 0.3)}
        sides = {("A", "B"): (0.03, 0, "left", "bottom"), ("B", "C"): (0, -0.04, "center", "top"),
                 ("C", "A"): (-0.03, 0, "right", "bottom")}
        for (a, b), p in PREFERENCES.items():
            (x, y), (u, v) = place[a], place[b]
            circle.annotate("", (u, v), (x, y), zorder=1, arrowprops={"arrowstyle": "-|>", "shrinkA": 18, "shrinkB": 18,
                                                            "color": theme.text, "lw": 1.6})
            words = f"{a} beats {b},\n{p:.0%}"
            dx, dy, across, up = sides[a, b]
            circle.text((x + u) / 2 + dx, (y + v) / 2 + dy, words, linespacing=1.1, ha=across, va=up)
        _discs(circle, place, theme)
        circle.set_title("Preferences")
        spots = {"A": (0.2, 0.55), "B": (0.55, 0.15), "C": (0.95, 0.15)}
        for a, b in (((0.45, 0.9), spots["A"]), ((0.45, 0.9), (0.75, 0.55)), ((0.75, 0.55), spots["B"]),
                     ((0.75, 0.55), spots["C"])):
            tree.plot(*zip(a, b, strict=True), color=theme.faint, zorder=1)
        tree.text(0.45, 0.94, "A", ha="center", color=theme.good, fontweight="bold")
        tree.text(0.8, 0.6, "B", ha="center", color=theme.good, fontweight="bold")
        _discs(tree, spots, theme)
        tree.set_title("The tree's answer: A")
        for ax in (circle, tree):
            ax.set(xlim=(-0.05, 1.1), ylim=(0, 1.05))
            ax.axis("off")
    return fig, tables.figure1_winners()


def _discs(ax, places, theme):
    for (name, (x, y)), colour in zip(places.items(), theme.cycle, strict=False):
        ax.scatter([x], [y], s=900, color=colour, zorder=2)
        ax.text(x, y, name, ha="center", va="center", color=style.ink_on(colour), fontweight="bold", zorder=3)


def figure2(results, budget):
    """Draw two actions with different distributions of rewards, and their values by three rules."""
    found = values({"circles": CIRCLES, "stars": STARS})
    better = found["stars"]["Borda"]
    with style.figure(f"Rewards of two actions on the axis from lost to won. Circles lie close together in the middle; "
                      f"three stars lie far to the left and seven to the right of all circles. The mean prefers the "
                      f"circles, {found['circles']['mean']:.2f} to {found['stars']['mean']:.2f}; the ordinal "
                      f"comparison the stars, which are better in {better:.0%} of pairs.", (9, 3.6)) as fig:
        ax, told = fig.subplots(1, 2, width_ratios=(3, 1), sharey=True)
        theme = style.theme()
        for x, name in ((0, "lost"), (1 / 3, "playing"), (2 / 3, "won")):
            ax.axvline(x, color=theme.faint)
            ax.text(x + 1 / 6, 2.5, name, ha="center")
        ax.axvline(1, color=theme.faint)
        for y, (name, rewards, marker) in enumerate((("circles", CIRCLES, "o"), ("stars", STARS, "*"))):
            colour, middle = theme.cycle[y], 1.75 - 1.2 * y
            ax.scatter(rewards, middle + spread_out(rewards, 0.022, 0.2), marker=marker, s=90, color=colour)
            mean = found[name]["mean"]
            ax.plot([mean] * 2, [middle - 0.5, middle + 0.5], color=theme.text, lw=2, zorder=1)
            ax.text(mean - 0.01, middle + 0.42, "mean", ha="right", va="center", color=theme.text)
            told.text(0, middle, f"{len(rewards)} {name}\nmean {mean:.2f}\nMixMax {found[name]['MixMax']:.2f}\n"
                      f"Borda {found[name]['Borda']:.2f}", va="center", color=colour, fontweight="bold")
        ax.set(xlim=(-0.01, 1.01), ylim=(-0.2, 2.8), yticks=[], xlabel="reward (samples made for this figure)")
        ax.set_xticks([0, 1 / 3, 2 / 3, 1], ["0", "1/3", "2/3", "1"])
        ax.spines["left"].set_visible(False)
        told.axis("off")
    return fig, tables.figure2_values()


def spread_out(values, near, step):
    """Return heights for points along a line so that points near each other do not overlap."""
    heights, placed = np.zeros(len(values)), []
    for i in np.argsort(values):
        taken = {row for value, row in placed if values[i] - value < near}
        row = next(row for row in range(len(values)) if row not in taken)
        placed.append((values[i], row))
        heights[i] = row
    middle = heights.max() / 2
    return step * (heights - middle)


# --- ranks ------------------------------------------------------------------------------------------------------------


def figure3a_printed(results, budget):
    return rank_diagram(worth(printed_table()), "Table 1 as published")


def figure3a(results, budget):
    table = tables.problems(results, budget)
    return rank_diagram(table, "All our games", tables.ranks_printed(table).mean())


def figure3b(results, budget):
    return rank_diagram(tables.won_problems(results, budget), "Our won games, ranked by score")


def rank_diagram(table, title, printed=None):
    """Draw mean ranks, best first, and Wilcoxon's p for each two algorithms if it can be below 0.01.

    printed: the paper's mean rank of each algorithm, which is marked beside ours; None: unknown
    """
    each = ranks(table).mean().sort_values()
    numbers = each.rename("rank").rename_axis("algorithm").reset_index().assign(problems=len(table))
    if printed is not None:
        numbers["printed"] = numbers["algorithm"].map(printed)
    title = f"{title}: {len(table)} problem{'s' * (len(table) != 1)}"
    if len(table) < 2 or len(each) < 2:
        words = f"{title} that all agents have played, and two at least have to be."
        with style.figure(words, (8, 1.2)) as fig:
            ax = fig.add_subplot()
            ax.axis("off")
            ax.text(0.5, 0.5, words, ha="center", va="center", wrap=True)
        return fig, numbers
    p = {frozenset((row["first"], row["second"])): row["p"] for row in pairs(table).to_dict("records")}
    return ranks_drawn(ranks(table)[each.index], p if len(table) >= FEWEST else {}, title, printed), numbers


def ranks_drawn(each, p, title, printed=None):
    """Draw ranks in single problems and on average, and p for each pair of columns."""
    names = list(each)
    told = (f"p below {ALPHA:g}: " + (", ".join(f"{a} and {b}" for a, b in itertools.combinations(names, 2)
                                                if p[frozenset((a, b))] < ALPHA) or "no two") if p else
            f"With {len(each)} problems, Wilcoxon's p is at least {2.0 ** (1 - len(each)):.2g},\n"
            f"so no p value can be below {ALPHA:g}: this needs {FEWEST} problems")
    listed = ", ".join(f"{name} {each[name].mean():.2f}" for name in names)
    marks = "" if printed is None else (". Crosses are the ranks of the same algorithms and problems by the paper's "
                                        "Table 1: " + ", ".join(f"{name} {printed[name]:.2f}" for name in names))
    without = f"\n({YOLOBOT_LIKE} has not played all of them)" * {*tables.LIKE, YOLOBOT_LIKE}.isdisjoint(names)
    with style.figure(f"{title}: mean ranks, 1 is best: {listed}{marks}. {told}.",
                      (11 if p else 8, 2.2 + 0.42 * len(names))) as fig:
        ax, *beside = fig.subplots(1, 1 + bool(p), sharey=True, width_ratios=(6, 5)[:1 + bool(p)], squeeze=False)[0]
        theme = style.theme()
        for row, name in enumerate(names):
            counts = each[name].value_counts()
            ax.scatter(counts.index, [row] * len(counts), s=30 + 45 * counts, color=theme.faint, zorder=2)
            ax.scatter([each[name].mean()], [row], marker="D", s=55, color=theme.cycle[0], zorder=3)
        if printed is not None:
            ax.scatter(printed[names], range(len(names)), marker="x", s=75, lw=2.5, color=theme.bad, zorder=4)
        ax.set_yticks(range(len(names)), [f"{name} ({each[name].mean():.2f})" for name in names])
        ax.set(ylim=(len(names) - 0.4, -0.6), title=title,
               xlabel="rank (1 is best): in single problems (grey,\nlarger for more problems) and mean rank\n(blue"
                      + "; x: by the paper's Table 1" * (printed is not None) + f"){without}" + f"\n{told}" * (not p))
        ax.set_xticks(range(1, len(names) + 1))
        for panel in beside:
            for row, column in itertools.combinations(range(len(names)), 2):
                value = p[frozenset((names[row], names[column]))]
                look = {"color": theme.cycle[0], "fontweight": "bold"} if value < ALPHA else {}
                words = "< .001" if value < 0.001 else f"{value:.3f}".removeprefix("0")
                panel.text(row, column, words, ha="center", va="center", **look)
            panel.set_xticks(range(len(names) - 1), names[:-1], rotation=30, ha="right")
            panel.set(xlim=(-0.6, len(names) - 1.4), title=f"p value of each pair, bold below {ALPHA:g}")
            panel.tick_params(left=False)
            panel.grid(False)
    return fig


# --- tuning -----------------------------------------------------------------------------------------------------------


def table2(results, budget):
    """Draw mean ranks of all configurations as colours, one panel for each agent, and the rank of the Yolobot-like
    agent."""
    frame = tables.tuning(results, budget)
    agents = [name for name in TUNED if name in set(frame["agent"])]
    best = frame.loc[frame["rank"].idxmin()] if len(frame) else None
    words = f"The best is {best['agent']} with RL {best['RL']:g} and C {best['C']:g}." if len(frame) and np.isfinite(
        best["C"]) else f"The best is {best['agent']}." if len(frame) else "Nothing yet."
    problems = int(frame["problems"].iloc[0]) if len(frame) else 0
    other = frame[frame["agent"] == YOLOBOT_LIKE]["rank"]
    told = (f"mean rank among {len(frame)} configurations over {problems} problem{'s' * (problems != 1)} (1 is best); "
            + (f"{YOLOBOT_LIKE}, which has no parameters: {other.iloc[0]:.0f}" if len(other) else
               f"{YOLOBOT_LIKE} has not played all problems"))
    with style.figure(f"Mean rank of every rollout length and exploration constant, a panel for each agent: {told}. "
                      f"{words}", (max(4, 2.7 * len(agents)) + 0.6, 3.9)) as fig:
        axes = np.atleast_1d(fig.subplots(1, max(1, len(agents)), sharey=True))
        colours = style.value_colours().reversed()
        low, high = (frame["rank"].min(), frame["rank"].max()) if len(frame) else (0, 1)
        for ax, name in zip(axes, agents, strict=False):
            grid = frame[frame["agent"] == name].pivot(index="RL", columns="C", values="rank")
            picture = ax.imshow(grid, cmap=colours, vmin=low, vmax=high, aspect="auto")
            for i in range(grid.shape[0]):
                for j in range(grid.shape[1]):
                    value = grid.iloc[i, j]
                    ink = style.ink_on(colours((value - low) / max(high - low, 1e-9)))
                    least = value == np.nanmin(grid)
                    ax.text(j, i, f"{value:.0f}", ha="center", va="center", color=ink,
                            fontweight="bold" if least else "normal")
            ax.set_xticks(range(grid.shape[1]), [f"{c:g}" for c in grid.columns])
            ax.set_yticks(range(grid.shape[0]), [f"{rl:g}" for rl in grid.index])
            ax.set_title(name)
            ax.set_xlabel("C")
        axes[0].set_ylabel("rollout length RL, moves")
        if agents:
            bar = fig.colorbar(picture, ax=list(axes), fraction=0.02, pad=0.01, label="mean rank")
            bar.ax.invert_yaxis()
        fig.supxlabel(told, fontsize=fig.font)
    return fig, frame


def optimism(results, budget):
    """Draw how much wins and scores fall from the games that chose a configuration to new games."""
    frame = tables.optimism_summary(results, budget)
    words = "; ".join(f"{row.algorithm} {row.lost:+.1f} points of wins over {row.open_problems} problems and "
                      f"{row.score_lost:+.2f} standard deviations of the score" for row in frame.itertuples())
    with style.figure("How much less the best configuration of each agent wins in new games than in the games by which "
                      f"it was chosen, and how much lower it scores, with 95 % intervals over problems. "
                      f"{words or 'Nothing has been played yet'}.", (9, 1.9 + 0.45 * max(1, len(frame)))) as fig:
        wins, scores = fig.subplots(1, 2, sharey=True)
        theme = style.theme()
        rows = np.arange(len(frame))
        for ax, name, number, label, colour in (
                (wins, "lost", "open_problems", "wins in tuning games minus\nwins in new games, percentage points\n"
                 "(problems in which not all games are won)", theme.cycle[0]),
                (scores, "score_lost", "scored_problems", "score in tuning games minus\nscore in new games, standard "
                 "deviations\nof the score of a game\n(problems in which scores vary)", theme.cycle[1])):
            middle, low, high = (frame[name + end].to_numpy(float) for end in ("", "_low", "_high"))
            ax.axvline(0, color=theme.faint, zorder=0)
            ax.errorbar(middle, rows, xerr=np.nan_to_num([middle - low, high - middle]), fmt="o", color=colour,
                        capsize=3)
            for x, row, n in zip(middle, rows, frame[number], strict=True):
                if n:
                    ax.annotate(f"{n} problem{'s' * (n != 1)}", (x, row), (0, 6), textcoords="offset points",
                                ha="center", va="bottom", fontsize=0.8 * fig.font)
            ax.set_xlabel(label)
        wins.set_yticks(rows, frame["algorithm"])
        wins.set_ylim(max(len(frame), 1) - 0.5, -0.6)
    return fig, frame


def table1_figure(results, budget):
    """Draw our wins against the published wins, cell by cell, one panel for each agent."""
    ours = tables.cells(results, budget, tables.BOTH)
    both = ours.merge(tables.printed_beside(), on=["game", "time", "algorithm"], suffixes=("", "_printed"))
    for source, games in (("", both["games"]), ("_printed", tables.PUBLISHED_GAMES)):
        spans = [proportion(n * won / 100, n) for won, n in zip(
            both[f"win_rate{source}"], games if source == "" else [games] * len(both), strict=True)]
        both[f"low{source}"] = [100 * span.low for span in spans]
        both[f"high{source}"] = [100 * span.high for span in spans]
    agents = [name for name in (*TUNED, YOLOBOT_LIKE) if name in set(both["algorithm"])]
    each = from_to(both["games"])
    with style.figure("Games won in per cent, printed against ours, a panel for each algorithm and one point for each "
                      f"game and budget, with 95 % intervals of {each} games of ours and {tables.PUBLISHED_GAMES} "
                      "printed; points on the diagonal agree, and a number says how many cells share a point.",
                      (9, 6.4)) as fig:
        panels = fig.subplots(2, 3, sharex=True, sharey=True).ravel()
        for ax, name in zip(panels, agents, strict=False):
            _cells_of(ax, both[both["algorithm"] == name], name, fig.font)
        for ax in panels[len(agents):]:
            ax.axis("off")
        fig.supxlabel(f"published: games won, % of {tables.PUBLISHED_GAMES}", fontsize=fig.font)
        fig.supylabel(f"ours: games won, % of {each}", fontsize=fig.font)
    return fig, both[["game", "time", "algorithm", "win_rate", "win_rate_printed", "score", "score_printed", "games"]]


def _cells_of(ax, here, name, font):
    """Draw one agent's cells as points (published wins, our wins), with intervals and the number of equal cells."""
    theme = style.theme()
    ax.plot([0, 100], [0, 100], color=theme.faint, zorder=1)
    spans = [[here[f"win_rate{end}"] - here[f"low{end}"], here[f"high{end}"] - here[f"win_rate{end}"]]
             for end in ("_printed", "")]
    ax.errorbar(here["win_rate_printed"], here["win_rate"], xerr=spans[0], yerr=spans[1], fmt="o", ms=5, lw=0.8,
                color=theme.cycle[0], ecolor=theme.faint)
    for (x, y), count in here.groupby(["win_rate_printed", "win_rate"]).size().items():
        if count > 1:
            place = {"xytext": (0, 5), "ha": "center", "va": "bottom"} if y == 100 else {
                "xytext": (5, -4), "ha": "left", "va": "top"}  # so that it does not overlap the point above
            ax.annotate(f"{count}", (x, y), textcoords="offset points", fontsize=0.9 * font, fontweight="bold", **place)
    more = (here["win_rate"] - here["win_rate_printed"]).mean()
    ax.set(title=f"{name}: {len(here)} cells, {more:+.0f}", xlim=(-4, 106), ylim=(-4, 114))


# --- the algorithms ---------------------------------------------------------------------------------------------------


def courage(results, budget):
    """Draw how often the runner stands still right before a gap, by the probability that a jump succeeds."""
    frame = tables.courage(results, budget)
    ends = frame.groupby(["loss", "agent"], sort=False)["stands"].mean()
    words = "; ".join(f"{name} {share:.0f} per cent with a loss counting {loss:g}"
                      for (loss, name), share in ends.items())
    games = from_to(frame["games_at_gaps"])
    with style.figure("How often each agent stands still right before a gap, against the chance that a jump succeeds, "
                      f"for two encodings of a loss, with 95 % intervals over {games} games per point. On average "
                      f"{words}.",
                      (10, 4.6)) as fig:
        losses = list(dict.fromkeys(frame["loss"]))
        axes = np.atleast_1d(fig.subplots(1, max(1, len(losses)), sharey=True))
        theme, looks = style.theme(), style.series(TUNED)
        for ax, loss in zip(axes, losses, strict=False):
            tips = []
            for i, name in enumerate(TUNED):
                here = frame[(frame["loss"] == loss) & (frame["agent"] == name)]
                if len(here):
                    ax.errorbar(here["chance"] + 0.006 * (i - 2), here["stands"],
                                yerr=[here["stands"] - here["stands_low"], here["stands_high"] - here["stands"]],
                                marker=looks.markers[name], ls=looks.dashes[name], color=looks.colours[name],
                                elinewidth=1, capsize=2)
                    tips.append((here["chance"].iloc[-1] + 0.012, here["stands"].iloc[-1], name, looks.colours[name]))
            ax.axvline(0.5, color=theme.faint, lw=1, zorder=0)
            ax.set(xlabel="probability that a jump succeeds", title=f"a loss counts {loss:g}")
            ax.set_ylim(0, 1.05 * max(frame["stands_high"]))
            if tips:
                plots.label_ends(fig, ax, tips)
        axes[0].set_ylabel(f"choices right before a gap\nto stand still, % ({games} games per point)")
    return fig, frame
