"""The figures of [Runnels 2023] and those of this study. They are made only from results."""

import numpy as np

from mcts_lab.game import start
from mcts_lab.matches.statistics import fit, proportion
from mcts_lab.matches.tournament import cross_table
from mcts_lab.views.plots import match_results as plots
from mcts_lab.views.plots import small_trees, style

from ..games.soccer import BLUE, DRAWN, RED, draw, soccer
from . import tables
from .experiments import ALPHA_BETA_DEPTHS, MINIMAX_DEPTHS, PLAYOUTS, READINGS, SEED, solution
from .tables import paper_numbers, self_play_games

RED_INK, BLUE_INK, DRAW_INK = style.OKABE_ITO["vermillion"], style.OKABE_ITO["blue"], "#D9D9D9"
NAMES = {"minimax": "minimax", "alpha-beta": "alpha-beta", "ordered alpha-beta": "alpha-beta, ordered",
         "mcts": "MCTS, leaf's utility", "chooser mcts": "MCTS, chooser's utility",
         "usual mcts": "MCTS, usual backup", "random": "random moves"}


# --- the paper's figures ----------------------------------------------------------------------------------------------


def figure1(results, budget):
    """Draw Figure 1: the initial state. The paper's exact positions are unknown; this is a random start."""
    game = soccer()
    with style.figure("A soccer pitch seen from above.", (10, 7.2)) as fig:
        ax = fig.add_subplot()
        draw(game, start(game, SEED), ax)
        ax.set_title("A random start: the ball is in the middle, and Red (R) is to move.\n"
                     "From the light cells, kicks reach the goal.")
    return fig


LEAVES = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]  # invented; their maxima are the 2, 4, 6 and 8 that the text names


def figure2(results, budget):
    """Draw Figure 2: a minimax tree. The leaves are invented; all other values follow from them and are the paper's.
    """
    return small_trees.draw(LEAVES, alpha_beta=False, title="The root is worth 6")


# Figure 3, reconstructed: node -> (parent, utility before and after the third simulation, visits before and after).
# The text gives 2/3 for the root, 1/1 for the new leaf and 0/0 for its sibling; the red node between gets only a visit.
SIMULATED = {
    "root": (None, (1, 2), (2, 3)),
    "left": ("root", (1, 1), (1, 2)),
    "right": ("root", (0, 0), (1, 1)),
    "new": ("left", (None, 0), (None, 0)),
    "leaf": ("left", (None, 1), (None, 1)),
}
PLACES = {"root": (1.5, 2), "left": (0.7, 1), "right": (2.3, 1), "new": (0.2, 0), "leaf": (1.2, 0)}


def figure3(results, budget):
    """Draw Figure 3: an MCTS tree before and after its third simulation, reconstructed from the text."""
    with style.figure("Two small trees of triangles with fractions.", (10, 4.6)) as fig:
        for i, title in enumerate(("before the third simulation", "after it: the new right leaf has won")):
            ax = fig.add_subplot(1, 2, i + 1)
            shown = {n: v for n, v in SIMULATED.items() if v[1][i] is not None}
            for name, (parent, utility, visits) in shown.items():
                x, y = PLACES[name]
                if parent:
                    on_path = i == 1 and name in ("left", "leaf")
                    px, py = PLACES[parent]
                    ax.plot([x, px], [y, py], color="#1A1A1A" if on_path else "#B8B8B8", lw=3.5 if on_path else 1.5,
                            zorder=1)
                own = y != 1  # the root's player moves at even depths
                ax.plot(x, y, marker="^" if own else "v", ms=46, color=BLUE_INK if own else RED_INK, zorder=2)
                ax.text(x, y - (0.07 if own else -0.07), f"{utility[i]}/{visits[i]}", ha="center", va="center",
                        color="white" if own else "black", fontweight="bold", zorder=3)
            ax.set(xlim=(-0.4, 2.8), ylim=(-0.5, 2.5), title=title)
            ax.axis("off")
        fig.supxlabel("utility / visits; upward triangles: the root's player is to move, downward: the opponent",
                      fontsize=11)
    return fig


# --- results of the games -------------------------------------------------------------------------------------------


GAP = 0.8  # between the groups of rows of a figure, in rows


def outcomes(results, budget):
    """Draw the results of the paper's 25 games per row, and of ours for both interpretations of Equation 6.

    MCTS has three backups.
    """
    groups = {"minimax": MINIMAX_DEPTHS, "alpha-beta": ALPHA_BETA_DEPTHS, **dict.fromkeys(BACKUPS, PLAYOUTS)}
    settings = [(a, n) for a, chosen in groups.items() for n in chosen]
    labels = [f"{n} playouts" if a in BACKUPS else f"depth {n}" for a, n in settings]
    rows = [i + GAP * list(groups).index(a) for i, (a, _) in enumerate(settings)]
    columns = [(paper_shares(settings), f"paper\n25 games per row,\n{give_or_take(25)}")]
    for reading in READINGS:
        shares, counts = our_shares(results, settings, reading)
        name = {"printed": "Eq. 6 as printed", "away": "Eq. 6 “moving away”"}[reading]
        least, most = min(n for n in counts if n), max(counts)
        many = f"{least:,}" if least == most else f"{least:,} to {most:,}"
        columns.append((shares, f"ours, {name}\n{many} games per row,\n{give_or_take(least)}"))
    with style.figure("Stacked bars of results.", (12, 11)) as fig:
        axes = fig.subplots(1, 3, sharey=True)
        for ax, (shares, title) in zip(axes, columns, strict=True):
            left = np.zeros(len(settings))
            for share, colour in zip(shares.T, (RED_INK, DRAW_INK, BLUE_INK), strict=True):
                ax.barh(rows, share, left=left, color=colour, edgecolor="white", height=0.8)
                for y, (begin, width) in zip(rows, zip(left, share, strict=True), strict=True):
                    if width >= 0.095:
                        ax.text(begin + width / 2, y, f"{width:.0%}", ha="center", va="center",
                                color=style.ink_on(colour), fontsize=10)
                left += share
            ax.set_title(title, fontsize=12)
            percent_axis(ax)
        axes[0].set_yticks(rows, labels)
        axes[0].invert_yaxis()
        for algorithm in groups:
            first = min(y for y, (a, _) in zip(rows, settings, strict=True) if a == algorithm)
            axes[0].text(-0.02, first - 0.62, NAMES[algorithm], ha="right", va="center", fontweight="bold",
                         transform=axes[0].get_yaxis_transform())
        fig.supxlabel("left, vermillion: Red wins    middle, grey: draw    right, blue: Blue wins\n"
                      "Parts without a number are below 10 %. The paper has one MCTS, which is shown beside each of "
                      "ours.",
                      fontsize=12)
    return fig


def give_or_take(games) -> str:
    """Return the largest half-width of a 95 % interval (Wilson) for a share of this many games, in words."""
    widest = proportion(games // 2, games)
    return f"within ±{50 * (widest.high - widest.low):.0f} points"


def percent_axis(ax):
    """Set a horizontal axis of shares whose end labels do not touch the neighbouring panels."""
    ax.set(xlim=(0, 1), xticks=[0, 0.5, 1], xticklabels=["0", "50 %", "100 %"])
    first, _, last = ax.get_xticklabels()
    first.set_ha("left")
    last.set_ha("right")
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="y", length=0)


def paper_shares(settings):
    rows = []
    for algorithm, setting in settings:
        table = paper_numbers("mcts" if algorithm in BACKUPS else algorithm)
        row = table[table.iloc[:, 0] == setting].iloc[0]
        rows.append([row["red_wins"], row["draws"], row["blue_wins"]])
    return np.array(rows) / np.sum(rows, axis=1, keepdims=True)


def our_shares(results, settings, reading):
    rows = []
    for algorithm, setting in settings:
        games = self_play_games(results, algorithm, reading)
        games = games[games["setting"] == setting]
        rows.append([games[column].sum() for column in ("red_wins", "draws", "blue_wins")])
    counts = np.sum(rows, axis=1)
    return np.array(rows) / np.maximum(counts, 1)[:, None], counts.tolist()


BACKUPS = {"mcts": "paper's rule, leaf's utility", "chooser mcts": "paper's rule, chooser's utility",
           "usual mcts": "usual backup"}


def backup(results, budget):
    """Draw how often MCTS draws against itself: the paper's rule with either player's utility, and the usual backup.
    """
    table = paper_numbers("mcts")
    paper = [("paper (25 games)", setting, proportion(int(draws), 25))
             for setting, draws in zip(table["playouts"], table["draws"], strict=True)]
    with style.figure("Lines by backup in two panels.", (13, 5.2)) as fig:
        axes = fig.subplots(1, 2, sharey=True)
        for ax, reading in zip(axes, READINGS, strict=True):
            rows = list(paper)
            for algorithm, name in BACKUPS.items():
                parts = dict(list(self_play_games(results, algorithm, reading).groupby("setting")))
                many = sorted({len(part) for part in parts.values()})
                said = " to ".join(f"{n:,}" for n in dict.fromkeys((many[0], many[-1])))
                rows += [(f"{name} ({said} games)", setting, proportion(int(part["draws"].sum()), len(part)))
                         for setting, part in parts.items()]
            for i, name in enumerate(dict.fromkeys(name for name, _, _ in rows)):
                x, found = zip(*[(setting, interval) for n, setting, interval in rows if n == name], strict=True)
                y = np.array([interval.estimate for interval in found])
                ends = [[max(0.0, interval.estimate - interval.low) for interval in found],
                        [max(0.0, interval.high - interval.estimate) for interval in found]]
                ax.errorbar(x, y, yerr=ends, label=name, color=style.theme().cycle[i], marker=style.MARKERS[i],
                            ls=style.DASHES[i], capsize=3)
            word = {"printed": "Eq. 6 as printed", "away": "Eq. 6 “moving away”"}[reading]
            ax.set_title(f"MCTS against itself, {word}", fontsize=12)
            ax.set(xlabel="playouts per move", ylim=(0, 1.03))
            ax.yaxis.set_major_formatter(lambda v, _: f"{v:.0%}")
            ax.grid(True, axis="y")
            ax.legend(loc="lower left", fontsize=9, title="games at each point", title_fontsize=9)
        axes[0].set_ylabel("draws, with 95 % intervals")
    return fig


def curve(results, budget):
    """Draw the specification curve of Tables 1 to 3: likelihood of the paper's results and compatible cells, by
    interpretation."""
    frame = tables.curve(results)
    names = {"table1": "Table 1, minimax", "table2": "Table 2, alpha-beta", "table3": "Table 3, MCTS"}
    with style.figure("Curves of readings in order of likelihood.", (13, 6.4)) as fig:
        axes = fig.subplots(2, 3, sharex="col", height_ratios=(2, 1))
        for i, (name, title) in enumerate(names.items()):
            part = frame[frame["table"] == name].reset_index(drop=True)
            words = part["specification"]
            for reading, colour, marker in ((READINGS[0], BLUE_INK, "o"), (READINGS[1], RED_INK, "s")):
                own = part[words.str.startswith(reading)]
                for ax, column in zip(axes[:, i], ("log_likelihood", "inside"), strict=True):  # of thousands of dots
                    ax.plot(own.index + 1, own[column], marker, color=colour, ms=3.5, rasterized=True)
            axes[0, i].set_title(f"{title}: {len(part)} interpretations", fontsize=12)
            axes[0, i].set_yscale("symlog", linthresh=20)
            axes[0, i].set_yticks([-d * 10**n for n in (1, 2, 3) for d in (1, 2, 5)], minor=False)
            axes[0, i].yaxis.set_major_formatter(lambda v, _: f"{v:,.0f}".replace("-", "−"))
            axes[0, i].set_ylim(1.05 * part["log_likelihood"].min(), 0.95 * part["log_likelihood"].max())
            axes[1, i].xaxis.get_major_locator().set_params(integer=True)
            axes[1, i].set(xlabel="interpretations, likeliest first", ylim=(-0.03, 1.03))
            axes[1, i].yaxis.set_major_formatter(lambda v, _: f"{v:.0%}")
            for ax in axes[:, i]:
                ax.grid(True, axis="y")
        axes[0, 0].set_ylabel("log-likelihood of the\npaper's wins and draws")
        axes[1, 0].set_ylabel("cells whose interval\ncontains the paper's number")
        axes[0, 0].annotate("● Eq. 6 as printed", (0.04, 0.16), xycoords="axes fraction", color=BLUE_INK,
                            fontweight="bold")
        axes[0, 0].annotate("■ Eq. 6 “moving away”", (0.04, 0.06), xycoords="axes fraction", color=RED_INK,
                            fontweight="bold")
    return fig


def duels(results, reading):
    """Draw points of depths against each other, from all starts if these were counted, and against sampled MCTS."""
    games = results["runnels2023_duels"]
    games = games[games["fixture"].str.startswith(f"{reading}: ")].reset_index(drop=True)
    table = cross_table(games)
    order = sorted(table.index, key=lambda name: (not name.startswith("depth"), name))
    table = table.loc[order, order]
    all_starts = 0
    for row in counted_duels(results, reading):
        deep, shallow, all_starts = f"depth {row['deep']}", f"depth {row['shallow']}", row["starts"]
        if {deep, shallow} <= set(order):
            points = 0.5 + (row["wins"] - row["losses"]) / (4 * row["starts"])
            table.loc[deep, shallow], table.loc[shallow, deep] = points, 1 - points
    each = len(games) // max(1, games["fixture"].nunique())
    word = {"printed": "Eq. 6 as printed", "away": "Eq. 6 “moving away”"}[reading]
    counted = f"all {all_starts:,} starts in both colours" if all_starts else f"{each} games per pair"
    return plots.cross_table(table, size=(9, 5.6), low=0.2, high=0.8,
                             title=f"Alpha-beta by depth, {word}, {counted}\n"
                                   f"(MCTS 100: usual backup, 100 playouts, {each} games per pair)")


def counted_duels(results, reading):
    """Return the census of depth against depth under the usual interpretation of everything except Equation 6."""
    frame = tables.specification_rows(results["runnels2023_duel_census"])
    return frame[frame["specification"] + ", plies" == tables.usual_name(reading)].to_dict("records")


def duels_away(results, budget):
    return duels(results, "away")


# --- beside the exact solution ----------------------------------------------------------------------------------------


def solved(results, budget):
    """Draw which starts are decided: for each cell, from how many of the opponent's cells a player can force a win."""
    exact = solution()
    states, value = exact.states[exact.starts], exact.value[exact.starts]
    game = exact.game
    shares = {}
    for player in (RED, BLUE):
        share = np.full((game.height, game.width), np.nan)
        for x in range(1, game.width + 1):
            for y in range(1, game.height + 1):
                here = (states["x"][:, player] == x) & (states["y"][:, player] == y)
                if here.any():
                    share[y - 1, x - 1] = (value[here] == player).mean()
        shares[player] = share
    top = max(np.nanmax(share) for share in shares.values())
    with style.figure("A heat map of the pitch.", (11, 6)) as fig:
        ax = fig.add_subplot()
        for player, team, colours, side in ((BLUE, "Blue", "Blues", "right"), (RED, "Red", "Oranges", "left")):
            image = ax.imshow(shares[player], origin="lower", cmap=colours, vmin=0, vmax=top,
                              extent=(0.5, game.width + 0.5, 0.5, game.height + 0.5))
            bar = fig.colorbar(image, ax=ax, shrink=0.8, location=side, pad=0.02)
            bar.ax.yaxis.set_major_formatter(lambda v, _: f"{v:.0%}")
            bar.set_label(f"share of the opponent's cells for which\n{team} can force a win from this cell")
            won = int((value == player).sum())
            ax.annotate(f"{team} can force a win\nfrom {won:,} starts ({won / len(value):.1%})",
                        (0.25 if player == RED else 0.75, 0.985), xycoords="axes fraction", ha="center", va="top",
                        fontweight="bold", color="#8A3A00" if player == RED else BLUE_INK)
        ax.plot(10, 7, "o", color="black", ms=8)
        ax.annotate("ball", (10, 7), (0, 8), textcoords="offset points", ha="center")
        ax.set(ylim=(0.5, game.height + 1.9), xlabel="column", ylabel="row", xticks=[1, 5, 10, 15, 19],
               yticks=[1, 4, 7, 10, 13])
        ax.set_title(f"{(value == DRAWN).mean():.0%} of the {len(value):,} starts are draws with best play")
        ax.set_xlabel("column\nNobody starts in row 13, in the ball's column or in column 19. Red moves "
                      "first, so the sides differ.")
        fig.get_layout_engine().set(w_pad=0.15)
        ax.spines[:].set_visible(False)
    return fig


def kept(results, budget):
    """Draw how often a search's move keeps the exact value of a start."""
    frame = tables.kept_moves(results)
    frame = frame[frame["kind"] == "start"]
    order = []
    kinds = ("random", "alpha-beta", *BACKUPS)
    for algorithm in kinds:
        settings = sorted(frame.loc[frame["algorithm"] == algorithm, "setting"].unique())
        order += [(algorithm, s) for s in settings]
    gaps = {algorithm: 0.7 * i for i, algorithm in enumerate(kinds)}
    places = {key: i + gaps[key[0]] for i, key in enumerate(order)}
    with style.figure("Dots with intervals.", (12, 7.4)) as fig:
        axes = fig.subplots(2, 1, sharex=True)
        for ax, value, title in zip(axes, ("win", "draw"), ("won", "drawn"), strict=True):
            part = frame[frame["value"] == value]
            for shift, reading, colour, marker in ((-0.13, "printed", BLUE_INK, "o"), (0.13, "away", RED_INK, "s")):
                for row in part[part["reading"] == reading].to_dict("records"):
                    x = places[row["algorithm"], row["setting"]] + shift
                    ends = [[row["share"] - row["low"]], [row["high"] - row["share"]]]
                    ax.errorbar(x, row["share"], yerr=ends, color=colour, marker=marker, ms=7, capsize=3)
            ax.set_title(f"{title} starts ({how_many(part)}): share of moves that keep the {value}")
            ax.yaxis.set_major_formatter(lambda v, _: f"{v:.0%}")
            ax.set_ylabel(f"moves that keep the {value}")
            ax.grid(True, axis="y")
        axes[0].set_ylim(top=1.02)
        axes[1].set_ylim(top=1.004)
        axes[1].set_xticks(list(places.values()), [f"{s:,}" if s else "" for _, s in order])
        for algorithm in dict.fromkeys(algorithm for algorithm, _ in places):
            xs = [x for (a, _), x in places.items() if a == algorithm]
            unit = {"alpha-beta": "alpha-beta, plies", "random": "random\nmoves"}.get(
                algorithm, f"{NAMES[algorithm]},\nplayouts".replace("MCTS, ", "MCTS,\n"))
            axes[1].annotate(unit, (np.mean(xs), 0), (0, -24), xycoords=("data", "axes fraction"),
                             textcoords="offset points", ha="center", va="top")
        axes[0].annotate("● Eq. 6 as printed", (0.33, 0.1), xycoords="axes fraction", color=BLUE_INK, fontweight="bold")
        axes[0].annotate("■ Eq. 6 “moving away”", (0.33, 0.22), xycoords="axes fraction", color=RED_INK,
                         fontweight="bold")
    return fig


def how_many(part) -> str:
    """Return from how many starts the shares come, in words: all of them, or a sample."""
    words = [f"all {int(rows['positions'].max()):,} for alpha-beta" if counted else
             f"{int(rows['positions'].max()):,} for the others" for counted, rows in part.groupby("all", sort=False)]
    return ", ".join(words) if len(words) > 1 else f"{int(part['positions'].max()):,} starts"


# --- growth -----------------------------------------------------------------------------------------------------------


def r_squared(value) -> str:
    """Return R^2 as text, never rounded up to 1."""
    return "R² > 0.999" if 0.9995 < value < 1 else f"R² = {value:.3f}"


def growth_of(results, algorithm, reading="printed"):
    frame = results["runnels2023_growth"]
    return frame[(frame["algorithm"] == algorithm) & (frame["reading"] == reading)].sort_values("setting")


def fitted_growth(results) -> dict[str, str]:
    """Return R² of a straight line and of an exponential curve for the effort of Monte Carlo search by playouts."""
    frame = growth_of(results, "mcts")
    line, curve = (fit(frame["setting"], frame["calls"], kind).r_squared for kind in ("linear", "exponential"))
    return {"line": f"{line:.4f}", "curve": f"{curve:.3f}"}


def growth_depth(results, budget):
    """Draw the states generated per move against depth in plies."""
    with style.figure("Lines on a logarithmic scale.", (9.5, 5.2)) as fig:
        ax = fig.add_subplot()
        t = style.theme()
        for i, algorithm in enumerate(("minimax", "alpha-beta", "ordered alpha-beta")):
            part = growth_of(results, algorithm)
            slope, _ = np.polyfit(part["setting"], np.log(part["calls"]), 1)
            ax.errorbar(part["setting"], part["calls"], yerr=1.96 * part["calls_error"], color=t.cycle[i],
                        marker=style.MARKERS[i], ls=style.DASHES[i], capsize=3)
            last = part.iloc[-1]
            ax.annotate(f"{NAMES[algorithm]}\n× {np.exp(slope):.1f} per ply", (last["setting"], last["calls"]), (10, 0),
                        textcoords="offset points", va="center", color=t.cycle[i], fontweight="bold")
        depths = sorted(growth_of(results, "alpha-beta")["setting"])
        ax.set_yscale("log")
        ax.set(xlabel="depth in plies", ylabel="states generated per move", xticks=depths,
               xlim=(depths[0] - 0.2, depths[-1] + 0.45 * (len(depths) - 1) * 0.62))
        ax.grid(True, axis="y")
        ax.set_title(f"Growth is exponential in depth (Eq. 6 as printed, {int(part['positions'].iloc[0])} positions)")
    return fig


def growth_playouts(results, budget):
    """Draw effort against playouts: the paper's runtime per move and our states per move, each with two fits."""
    table = paper_numbers("mcts")
    moves = table["red_moves"] + table["blue_moves"]
    ours = growth_of(results, "mcts")
    panels = [("paper: runtime per move", table["playouts"], table["runtime"] / moves, None, "seconds"),
              (f"ours: states generated per move\n({int(ours['positions'].iloc[0])} positions)", ours["setting"],
               ours["calls"] / 1000, ours["calls_error"] / 1000, "thousands")]
    with style.figure("Points with a straight line and an exponential curve.", (11, 4.8)) as fig:
        for i, (title, x, y, error, unit) in enumerate(panels):
            ax = fig.add_subplot(1, 2, i + 1)
            grid = np.linspace(0, max(x), 200)
            line, bend = fit(x, y, "linear"), fit(x, y, "exponential")
            ax.plot(grid, line.level + line.rate * grid, color=BLUE_INK)
            ax.plot(grid, bend.level * np.exp(bend.rate * grid), color=RED_INK, ls="--")
            ax.errorbar(x, y, yerr=None if error is None else 1.96 * error, fmt="o", color="#1A1A1A", capsize=3,
                        zorder=5)
            ax.set_title(title, fontsize=12)
            ax.set(xlabel="playouts per move", ylabel=unit, ylim=(0, 1.3 * max(y)), xlim=(0, 1.05 * max(x)))
            ax.text(0.03, 0.95, f"— straight line, {r_squared(line.r_squared)}", transform=ax.transAxes, color=BLUE_INK,
                    fontweight="bold", va="top")
            ax.text(0.03, 0.86, f"- - exponential, {r_squared(bend.r_squared)}", transform=ax.transAxes, color=RED_INK,
                    fontweight="bold", va="top")
    return fig
