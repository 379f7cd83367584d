"""The paper's figure of its tree, and the figures of this study."""


from mcts_lab.views.plots import match_results as plots
from mcts_lab.views.plots import style

from ..counting import from_to
from . import tables
from .experiments import DOU_DIZHU, SPADES

BLUE, RED = style.OKABE_ITO["blue"], style.OKABE_ITO["vermillion"]
INK, FAINT = "#1A1A1A", "#B8B8B8"

# A small tree: node -> (children), and the nodes' positions in the figure
CHILDREN = {"A": "BCD", "B": "EF", "C": "G", "D": "HI", "E": "", "F": "", "G": "", "H": "", "I": ""}
PLACES = {"A": (2.5, 2), "B": (0.5, 1), "C": (2.5, 1), "D": (4.5, 1), "E": (0, 0), "F": (1, 0), "G": (2.5, 0),
          "H": (4, 0), "I": (5, 0)}


def sibling_tree(results, budget):
    """Draw the same tree with lists of children, and as left child and right sibling (without links to parents)."""
    with style.figure("Two drawings of one tree.", (12, 4.8)) as fig:
        for i, title in enumerate(("a list of children at every node", "first child and next sibling")):
            ax = fig.add_subplot(1, 2, i + 1)
            for node, children in CHILDREN.items():
                for number, child in enumerate(children):
                    if i == 0 or number == 0:
                        arrow(ax, node, child, BLUE)
                    else:
                        arrow(ax, children[number - 1], child, RED)
            for node, (x, y) in PLACES.items():
                ax.text(x, y, node, ha="center", va="center", fontsize=14, fontweight="bold", zorder=3,
                        bbox={"boxstyle": "circle,pad=0.35", "fc": "white", "ec": INK})
            ax.set(xlim=(-0.5, 5.5), ylim=(-0.55, 2.45), title=title)
            ax.axis("off")
        fig.axes[0].text(-0.4, -0.5, "links to store: as many as there are children", color=BLUE)
        fig.axes[1].text(-0.4, -0.5, "first child", color=BLUE, fontweight="bold")
        fig.axes[1].text(1.3, -0.5, "next sibling", color=RED, fontweight="bold")
        fig.axes[1].text(3.2, -0.5, "two links at every node", color=INK)
    return fig


def arrow(ax, start, end, colour):
    ax.annotate("", PLACES[end], PLACES[start], zorder=1,
                arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 2.2, "shrinkA": 17, "shrinkB": 17})


def strength(results, budget):
    """Draw our shares of wins against the rule players, and the paper's against AI Factory's programs."""
    table, article = tables.strength_all(results, budget), tables.published_wins()
    chosen = []
    for kind in (SPADES, DOU_DIZHU):
        for row in table[table["game"] == kind].to_dict("records"):
            chosen.append((kind, f"{row['setting']}" + (f", {row['role']}" if kind == DOU_DIZHU else ""), row))
    gap = {SPADES: 0.0, DOU_DIZHU: 1.2}
    rows = [i + gap[kind] for i, (kind, _, _) in enumerate(chosen)]
    with style.figure("Dots with intervals.", (11, 0.42 * len(chosen) + 2.2)) as fig:
        ax = fig.add_subplot()
        for y, (_, _, row) in zip(rows, chosen, strict=True):
            ends = [[row["wins"] - row["wins_low"]], [row["wins_high"] - row["wins"]]]
            ax.errorbar([row["wins"]], [y], xerr=ends, fmt="o", color=BLUE, capsize=3)
            unit = "games" if row["game"] == DOU_DIZHU else "matches" if "matches" in row["setting"] else "hands"
            ax.text(101, y, f"{row['wins']:.0f} %   {row['games']:,} {unit}", va="center", fontsize=10)
        for kind in (SPADES, DOU_DIZHU):
            own = [y for y, (k, name, _) in zip(rows, chosen, strict=True) if k == kind and like_article(name)]
            if not own:
                continue
            ax.plot([article[kind]] * 2, [min(own) - 0.45, max(own) + 0.45], color=RED, lw=2.5)
            ax.text(article[kind], min(own) - 0.55, f"paper, AI Factory's program: {article[kind]} %", color=RED,
                    ha="center", fontsize=10, fontweight="bold", bbox={"fc": "white", "ec": "none", "pad": 1})
            ax.text(-0.01, min(own) - 0.7, kind, transform=ax.get_yaxis_transform(), ha="right", fontweight="bold")
        ax.axvline(50, color=FAINT, ls="--", zorder=0)
        ax.set_yticks(rows, [name for _, name, _ in chosen])
        ax.set(xlim=(10, 100), ylim=(max(rows) + 0.6, -1.4), xlabel="games won against our rule player, %")
        ax.tick_params(axis="y", length=0)
    return fig


def like_article(name) -> bool:
    """Return whether a row counts the same as the paper: matches of Spades, or games of Dou Di Zhu with whole moves.
    """
    return name.startswith(("matches", "whole moves, both"))


def iterations(results, budget):
    """Draw strength against iterations."""
    frame = tables.iterations(results, budget)
    fig = plots.lines(frame, "iterations", "points", "game", log=True, reference=0.5, percent=True,
                      xlabel="iterations for each decision", ylabel="games won against the rule player",
                      title=f"ISMCTS by iterations: {from_to(frame['games'])} games per point, with 95 % intervals")
    return fig




def knowledge(results, budget):
    """Draw points per hand in Spades of search with knowledge against search without. They decide the claim."""
    frame = tables.knowledge(results, budget)
    frame = frame[(frame["game"] == SPADES) & frame["points_a_hand"].notna()].reset_index(drop=True)
    with style.figure("Dots with intervals.", (11, 1.2 + 0.75 * max(len(frame), 1))) as fig:
        ax = fig.add_subplot()
        for y, row in frame.iterrows():
            ends = [[row["points_a_hand"] - row["points_low"]], [row["points_high"] - row["points_a_hand"]]]
            ax.errorbar([row["points_a_hand"]], [y], xerr=ends, fmt="o", color=BLUE, capsize=4, ms=8)
            ax.text(1.01, y, f"{row['points_a_hand']:+.1f}   {row['games']:,} hands", va="center",
                    transform=ax.get_yaxis_transform())
        ax.axvline(0, color=FAINT, ls="--", zorder=0)
        ax.set_yticks(range(len(frame)), frame["knowledge"])
        ax.set(ylim=(len(frame) - 0.5, -0.5),
               xlabel="points per hand more than ISMCTS without knowledge (a bag counts −9)")
        ax.tick_params(axis="y", length=0)
    return fig


METHODS = ("PIMC", "SO-ISMCTS", "SO-ISMCTS+POM", "MO-ISMCTS")
