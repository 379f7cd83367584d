"""The figures of [Runnels 2023] and those of this study. They are made only from results."""

import numpy as np

from mcts_lab.game import start
from mcts_lab.matches.statistics import fit
from mcts_lab.views.plots import small_trees, style

from ..games.soccer import draw, soccer
from . import tables
from .experiments import READINGS, SEED
from .tables import paper_numbers

RED_INK, BLUE_INK = style.OKABE_ITO["vermillion"], style.OKABE_ITO["blue"]


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
