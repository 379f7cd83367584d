"""The article's figures, and those of this study."""

from __future__ import annotations

from collections import deque

import numpy as np

from ...games.tribes import tribes
from ...views.plots import results as plots
from ...views.plots import style
from ...views.plots.board import figure as draw_board
from . import tables
from .experiments import DEFAULT, HP, LEVELS, SEED, decisions_of

PLAYS_SHOWN = 150  # of the game in the picture of the board


def board(results, budget):
    """A game between rule-based agents on the first of the article's maps, some turns in."""
    game = tribes(level=LEVELS[0])
    return draw_board(game, *deque(decisions_of(game, SEED, 1, PLAYS_SHOWN), maxlen=1), size=6.5)


LEAST_GAMES = 5  # that a bin was seen in, to be drawn: the band of fewer says nothing


def curves(frame, x, y, xlabel, ylabel, said=()):
    """A line for each search; at the axis stands how many of its games a point is made of.

    said: what the article's text says: (x, y, of which searches); y None: that something begins there
    """
    frame = frame[np.isfinite(frame[y])]
    seen = frame[frame["games"] >= LEAST_GAMES]
    frame = seen if len(seen) else frame
    games = frame["games"]
    number = f"{games.min()} to {games.max()} games per point" if len(games) else "no games"
    fig = plots.lines(frame, x, y, "method", low=f"{y}_low", high=f"{y}_high", xlabel=f"{xlabel}; {number}",
                      ylabel=ylabel)
    ax = fig.axes[0]
    low, high = ax.get_ylim()
    for colour, (at, value, whose) in zip((style.OKABE_ITO["blue"], style.theme().text), said, strict=False):
        if value is None:
            ax.axvline(at, color=colour, ls=":", lw=2.5, label=f"the article, {whose}")
        else:
            ax.plot(at, value, "D", ms=11, mfc="none", mec=colour, mew=2.5, zorder=5, ls="",
                    label=f"the article, {whose}")
    if said:
        room = 0.06 * (high - low)
        ax.set_ylim(min([low, *(value - room for _, value, _ in said if value is not None)]), high)
        ax.legend(framealpha=1)
    return fig


SIZE_WORDS, TURN_WORDS = "legal actions (bins of 25, by their least)", "turn (bins of 5, by their first)"
DEPTH_WORDS, RATE_WORDS = "depth of the tree", "children of the recommended node visited"


def depth_by_size(results, budget):
    return curves(tables.sizes(results, budget), "size", "depth", SIZE_WORDS, DEPTH_WORDS,
                  ((50, 2, "default MCTS"), (180, 2, "pruned")))


def depth_in_positions(results, budget):
    return curves(tables.positions(results, budget), "size", "depth", SIZE_WORDS, DEPTH_WORDS)


def rate_by_size(results, budget):
    return curves(tables.sizes(results, budget), "size", "rate", SIZE_WORDS, RATE_WORDS,
                  ((50, None, "default MCTS falls from here"), (100, None, "widening is below 1 from here")))


def depth_by_turn(results, budget):
    return curves(tables.turns(results, budget), "tick", "depth", TURN_WORDS, DEPTH_WORDS,
                  ((30, 3, "default MCTS"), (45, 4, "pruned")))


def rate_by_turn(results, budget):
    return curves(tables.turns(results, budget), "tick", "rate", TURN_WORDS, RATE_WORDS,
                  ((45, 0.4, "default MCTS"),))


def scaling(results, budget):
    """Milliseconds of a decision and depth by map and number of tribes."""
    frame = tables.scaling(results, budget)
    frame = frame.assign(label=frame["map"] + ", " + frame["tribes"].astype(str) + " tribes")
    labels = list(dict.fromkeys(frame["label"]))
    with style.figure("Points by map, with lines.", (10, 0.5 * len(labels) + 2)) as fig:
        axes = fig.subplots(1, 2, sharey=True)
        words = ("milliseconds a decision (median; line: half of them)", f"{DEPTH_WORDS} (line: 95 % interval)")
        for ax, column, xlabel in zip(axes, ("milliseconds", "depth"), words, strict=True):
            for name, colour, marker, aside in ((DEFAULT, "blue", "o", -0.12), (HP, "vermillion", "s", 0.12)):
                here = frame[frame["search"] == name]
                places = [labels.index(one) + aside for one in here["label"]]
                low, high = here[column] - here[f"{column}_low"], here[f"{column}_high"] - here[column]
                ax.errorbar(here[column], places, xerr=(low, high), fmt=marker, ms=9, color=style.OKABE_ITO[colour])
                if column == "depth" and places:
                    ax.annotate(name, (here[column].iloc[0], places[0]), (0, 10 if aside < 0 else -20), ha="center",
                                textcoords="offset points", color=style.OKABE_ITO[colour], fontweight="bold")
            ax.set(xlabel=xlabel, xlim=(0, None))
            ax.set_yticks(range(len(labels)), labels)
        axes[0].set_ylim(len(labels) - 0.5, -0.9)
    return fig


def variants(results, budget):
    frame = tables.variants(results, budget)
    frame = frame[frame["games"] > 0]
    if frame.empty:
        with style.figure("No games have been played yet.", (8, 1.5)) as fig:
            fig.text(0.5, 0.5, "no games have been played yet", ha="center", va="center")
        return fig
    frame = frame.assign(points=frame["wins"] / 100, low=frame["wins_low"].fillna(0) / 100,
                         high=frame["wins_high"].fillna(100) / 100,
                         label=frame["variant"] + "\nagainst " + frame["against"])
    least, most = frame["games"].min(), frame["games"].max()
    return plots.win_rates(frame, "label", reference=0.5, bars=False, xlabel="games won by the variant, of " + (
        f"{most}" if least == most else f"{least} to {most}"))
