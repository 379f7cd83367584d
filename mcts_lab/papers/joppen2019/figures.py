"""The figures of [Joppen & Fuernkranz 2019], and further ones of this study."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ...game import start
from ...views.plots import board, style
from ...views.plots import results as plots
from . import beyond as further
from . import tables
from .agents import GAMES, TUNED, make_game
from .examples import CIRCLES, PREFERENCES, STARS, values
from .experiments import YOLOBOT
from .ranks import ALPHA, pairs, printed_table, ranks, won_scores, worth


def figure1(results, budget):
    """Three actions that beat each other in a circle, and the tree that cannot show it."""
    with style.figure("Left: A beats B, B beats C and C beats A, each in 70 per cent of comparisons. Right: in a tree "
                      "B and C meet first, B goes up, and A is chosen over it: the circle is gone.", (9, 4)) as fig:
        circle, tree = fig.subplots(1, 2)
        theme = style.theme()
        place = {"A": (0.5, 0.85), "B": (0.9, 0.2), "C": (0.1, 0.2)}
        for (a, b), p in PREFERENCES.items():
            (x, y), (u, v) = place[a], place[b]
            circle.annotate("", (u, v), (x, y), arrowprops={"arrowstyle": "-|>", "shrinkA": 18, "shrinkB": 18,
                                                            "color": theme.text, "lw": 1.6})
            circle.text((x + u) / 2, (y + v) / 2 + 0.05, f"beats {p:.0%}", ha="center")
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
    """Two actions with different distributions of rewards, and what three values make of them."""
    found = values({"circles": CIRCLES, "stars": STARS})
    better = found["stars"]["Borda"]
    with style.figure(f"Rewards of two actions on the axis from lost to won. Circles lie close together in the middle; "
                      f"three stars lie far to the left and seven to the right of all circles. The mean prefers the "
                      f"circles, {found['circles']['mean']:.2f} to {found['stars']['mean']:.2f}; the ordinal "
                      f"comparison the stars, which are better in {better:.0%} of pairs.", (9, 3.6)) as fig:
        ax = fig.add_subplot()
        theme = style.theme()
        for x, name in ((0, "lost"), (1 / 3, "playing"), (2 / 3, "won")):
            ax.axvline(x, color=theme.faint)
            ax.text(x + 1 / 6, 2.45, name, ha="center")
        ax.axvline(1, color=theme.faint)
        for y, (name, rewards, marker) in enumerate((("circles", CIRCLES, "o"), ("stars", STARS, "*"))):
            colour = theme.cycle[y]
            ax.scatter(rewards, np.full(len(rewards), 1.5 - y), marker=marker, s=110, color=colour, alpha=0.8)
            ax.plot([found[name]["mean"]] * 2, [1.2 - y, 1.8 - y], color=colour, lw=3)
            ax.text(1.02, 1.5 - y, f"{name}: mean {found[name]['mean']:.2f}, MixMax {found[name]['MixMax']:.2f}, "
                    f"Borda {found[name]['Borda']:.2f}", va="center", color=colour, fontweight="bold")
        ax.set(xlim=(0, 1.75), ylim=(0, 2.7), yticks=[], xlabel="reward")
        ax.set_xticks([0, 1 / 3, 2 / 3, 1], ["0", "1/3", "2/3", "1"])
        ax.spines["left"].set_visible(False)
    return fig, tables.figure2_values()


# --- ranks ------------------------------------------------------------------------------------------------------------


def figure3a_printed(results, budget):
    return rank_diagram(worth(printed_table()), "Table 1 as printed")


def figure3a(results, budget):
    return rank_diagram(tables.problems(results, budget), "Our games, all")


def figure3b(results, budget):
    games = tables.rows_of(results, "joppen2019_cells").rename(columns={"agent": "algorithm"})
    return rank_diagram(won_scores(games), "Our games, won ones, by score")


def rank_diagram(table, title):
    """Mean ranks on a line; a bar joins algorithms that Wilcoxon's test does not tell apart at 0.01."""
    each = ranks(table).mean().sort_values()
    if len(table) < 2 or len(each) < 2:
        words = f"{title}: {len(table)} problems have been played by all agents, and two at least have to be."
        with style.figure(words, (8, 1.2)) as fig:
            ax = fig.add_subplot()
            ax.axis("off")
            ax.text(0.5, 0.5, words, ha="center", va="center", wrap=True)
        return fig, each.rename("rank").rename_axis("algorithm").reset_index()
    p = pd.DataFrame(1.0, each.index, each.index)
    for row in pairs(table).to_dict("records"):
        p.loc[row["first"], row["second"]] = p.loc[row["second"], row["first"]] = row["p"]
    fig = plots.critical_difference(table, ALPHA, apart=p, title=title)
    return fig, each.rename("rank").rename_axis("algorithm").reset_index()


# --- tuning -----------------------------------------------------------------------------------------------------------


def table2(results, budget):
    """Mean ranks of all configurations as colours, one panel for each agent."""
    frame = tables.tuning(results, budget)
    agents = [name for name in TUNED if name in set(frame["agent"])]
    best = frame.loc[frame["rank"].idxmin()] if len(frame) else None
    words = f"The best is {best['agent']} with RL {best['RL']} and C {best['C']:g}." if len(frame) else "Nothing yet."
    with style.figure(f"Mean rank of every rollout length and exploration constant, a panel for each agent. {words}",
                      (max(4, 2.7 * len(agents)), 3.4)) as fig:
        axes = np.atleast_1d(fig.subplots(1, max(1, len(agents)), sharey=True))
        colours = style.value_colours().reversed()
        low, high = (frame["rank"].min(), frame["rank"].max()) if len(frame) else (0, 1)
        for ax, name in zip(axes, agents, strict=False):
            grid = frame[frame["agent"] == name].pivot(index="RL", columns="C", values="rank")
            ax.imshow(grid, cmap=colours, vmin=low, vmax=high, aspect="auto")
            for i in range(grid.shape[0]):
                for j in range(grid.shape[1]):
                    value = grid.iloc[i, j]
                    ink = style.ink_on(colours((value - low) / max(high - low, 1e-9)))
                    least = value == np.nanmin(grid)
                    ax.text(j, i, f"{value:.0f}", ha="center", va="center", color=ink,
                            fontweight="bold" if least else "normal")
            ax.set_xticks(range(grid.shape[1]), [f"{c:g}" for c in grid.columns])
            ax.set_yticks(range(grid.shape[0]), grid.index)
            ax.set_title(name)
            ax.set_xlabel("C")
        axes[0].set_ylabel("RL")
    return fig, frame


def optimism(results, budget):
    """Wins in the games that a configuration was chosen by, and in fresh ones."""
    frame = tables.optimism_summary(results, budget)
    words = "; ".join(f"{row.algorithm} {row.wins_promised:g} to {row.wins_kept:g}" for row in frame.itertuples())
    with style.figure("Games won in per cent by the best configuration of each agent: in the games by which it was "
                      f"chosen, then in fresh ones. {words or 'Nothing has been played yet'}.",
                      (8, 1.4 + 0.5 * max(1, len(frame)))) as fig:
        ax = fig.add_subplot()
        theme = style.theme()
        rows = np.arange(len(frame))
        ax.hlines(rows, frame["wins_kept"], frame["wins_promised"], color=theme.faint, lw=3)
        ax.scatter(frame["wins_promised"], rows, marker="o", s=70, facecolors="none", edgecolors=theme.cycle[0],
                   linewidths=2, label="chosen by these games", zorder=3)
        ax.scatter(frame["wins_kept"], rows, marker="o", s=70, color=theme.cycle[1], label="fresh games", zorder=4)
        for row, lost, low, high in zip(rows, frame["lost"], frame["lost_low"], frame["lost_high"], strict=True):
            span = f" [{low:+.0f}, {high:+.0f}]" if np.isfinite(low) else ""
            ax.text(101.5, row, f"{lost:+.0f}{span}", va="center")
        ax.set(xlim=(0, 100), xlabel="games won, % (at the right: promised less kept, with 95 % interval)")
        ax.set_yticks(rows, [f"{name} ({n} problems)" for name, n in zip(frame["algorithm"], frame["problems"],
                                                                         strict=True)])
        ax.invert_yaxis()
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    return fig, frame


def table1_figure(results, budget):
    """Our wins against the printed ones, cell by cell."""
    ours = tables.cells(results, budget, tables.BOTH)
    both = ours.merge(printed_table(), on=["game", "time", "algorithm"], suffixes=("", "_printed"))
    with style.figure("Games won in per cent, printed against ours, one point for each game, budget and algorithm; "
                      "points on the diagonal agree.", (7.5, 6)) as fig:
        ax = fig.add_subplot()
        theme = style.theme()
        ax.plot([0, 100], [0, 100], color=theme.faint)
        for i, name in enumerate((*TUNED, YOLOBOT)):
            here = both[both["algorithm"] == name]
            ax.scatter(here["win_rate_printed"], here["win_rate"], marker=style.MARKERS[i], color=theme.cycle[i],
                       alpha=0.8, label=name)
        ax.set(xlabel="printed, % won", ylabel="ours, % won", title="Table 1, cell by cell", xlim=(-3, 103),
               ylim=(-3, 103))
        ax.legend()
    return fig, both[["game", "time", "algorithm", "win_rate", "win_rate_printed", "score", "score_printed"]]


# --- the algorithms ---------------------------------------------------------------------------------------------------


def courage(results, budget):
    """How often the runner stands still in the game of gaps, by the chance of a jump."""
    frame = tables.courage(results, budget)
    ends = frame.groupby(["loss", "agent"], sort=False)["stands"].mean()
    words = "; ".join(f"{name} {share:.0f} per cent with a loss counting {loss:g}"
                      for (loss, name), share in ends.items())
    with style.figure("How often each agent stands still before gaps, against the chance that a jump succeeds, for two "
                      f"encodings of a loss. On average {words}.", (10, 4.2)) as fig:
        losses = list(dict.fromkeys(frame["loss"]))
        axes = np.atleast_1d(fig.subplots(1, len(losses), sharey=True))
        theme = style.theme()
        for ax, loss in zip(axes, losses, strict=True):
            for i, name in enumerate(TUNED):
                here = frame[(frame["loss"] == loss) & (frame["agent"] == name)]
                ax.plot(here["chance"], here["stands"], style.MARKERS[i], ls=style.DASHES[i], color=theme.cycle[i],
                        label=name)
            ax.set(xlabel="chance that a jump succeeds", title=f"a loss counts {loss:g}")
        axes[0].set_ylabel("moves of standing still, %")
        axes[0].set_ylim(bottom=0)
        axes[0].legend()
    return fig, frame


def beyond(results, budget):
    """Games won against MCTS on boards and with cards, with intervals."""
    frame = further.table(results, budget)
    kinds = list(dict.fromkeys(frame["game"]))
    words = "; ".join(f"{row.game}, {row.agent} {row.won:.0f} [{row.low:.0f}, {row.high:.0f}]"
                      for row in frame.itertuples())
    with style.figure("Games won against MCTS in per cent with 95 % intervals, which hold 50 where an agent is as "
                      f"strong as MCTS. {words or 'Nothing has been played yet'}.",
                      (8.5, 1.6 + 0.75 * max(1, len(kinds)))) as fig:
        ax = fig.add_subplot()
        theme = style.theme()
        ax.axvline(50, color=theme.faint)
        for i, name in enumerate(further.ENTRANTS):
            here = frame[frame["agent"] == name]
            rows = here["game"].map(kinds.index) + 0.18 * (i - 1.5)
            ax.errorbar(here["won"], rows, xerr=[here["won"] - here["low"], here["high"] - here["won"]],
                        fmt=style.MARKERS[i], color=theme.cycle[i], capsize=2, label=name)
        ax.set(xlabel="games won against MCTS, % (a draw counts half)", xlim=(0, 100))
        ax.set_yticks(range(len(kinds)), [f"{kind}\n({further.KINDS[kind][0]})" for kind in kinds])
        ax.invert_yaxis()
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return fig, frame


def all_games(results, budget):
    """The seven games as they begin."""
    width, height = 5.2, 3.0  # inches of a picture and its title
    rows = -(-len(GAMES) // 2)
    with style.figure("The seven games as they begin: " + ", ".join(sorted(GAMES)) + ".",
                      (2 * width, rows * height)) as fig:
        fig.set_layout_engine("none")
        ax = fig.add_axes((0, 0, 1, 1))
        ax.set(xlim=(0, 2 * width), ylim=(0, rows * height))
        ax.axis("off")
        for i, name in enumerate(sorted(GAMES)):
            game = make_game(name)
            x, y = (i % 2 + 0.5) * width, (rows - i // 2 - 0.55) * height
            tables_of = game.tables[0]
            longer = max(1.0, tables_of.width / tables_of.height)
            size = min(width - 0.3, (height - 0.5) * longer)
            board.board(ax, game, start(game, 0), (x, y), size)
            ax.text(x, (rows - i // 2) * height - 0.12, name, ha="center", va="top", fontweight="bold")
    return fig
