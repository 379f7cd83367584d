"""The paper's figures, and the other figures of this study."""

from collections import deque

import numpy as np

from mcts_lab.views.plots import match_results as plots
from mcts_lab.views.plots import style
from mcts_lab.views.plots.board import figure as draw_board

from ..games.tribes import tribes
from . import framework, tables
from .experiments import DEFAULT, LEVELS, METHODS, PW, SEED, decisions_of, player_name

PLAYS_SHOWN = 150  # moves of the game before the position in the picture of the board


def board(results, budget):
    """Draw a position of a game between rule-based agents on the first of the paper's maps."""
    game = tribes(level=LEVELS[0])
    return draw_board(game, *deque(decisions_of(game, SEED, 1, PLAYS_SHOWN), maxlen=1), size=6.5)


LEAST_GAMES = 5  # a bin with fewer games is not drawn, because its band would be useless
LOOK = style.series(map(player_name, METHODS))  # a search has the same colour in all figures


def curves(frame, x, y, xlabel, ylabel, said=(), theirs=False):
    """Draw a line for each search. The axis label says how many games each point is based on.

    said:      statements of the paper: (x, y, words for the searches, the search or None); y None: something begins
               at x
    theirs:    True also draws the trees of the authors' framework
    """
    frame = frame[np.isfinite(frame[y])]
    seen = frame[frame["games"] >= LEAST_GAMES]
    frame = seen if len(seen) else frame
    games = frame["games"]
    number = f"{games.min()} to {games.max()} games per point" if len(games) else "no games"


    def also(ax):
        if theirs:
            framework.add_trees(ax, x, y)
        add_paper(ax, said)

    return plots.lines(frame, x, y, "method", low=f"{y}_low", high=f"{y}_high", xlabel=f"{xlabel}; {number}",
                       ylabel=ylabel, look=LOOK, also=also)


def add_paper(ax, said):
    """Draw what the paper says, in the colour of the search that it is about. The legend is above the axes."""
    low, high = ax.get_ylim()
    for at, value, whose, method in said:
        colour = LOOK.colours.get(method, style.theme().text)
        if value is None:
            ax.axvline(at, color=colour, ls=":", lw=2.5, label=f"paper: {whose}")
        else:
            ax.plot(at, value, "D", ms=11, mfc="none", mec=colour, mew=2.5, zorder=5, ls="",
                    label=f"paper: {whose}")
    if said:
        room = 0.06 * (high - low)
        ax.set_ylim(min([low, *(value - room for _, value, *_ in said if value is not None)]), high)
        ax.legend(loc="lower left", bbox_to_anchor=(0, 1))


SIZE_WORDS, TURN_WORDS = "legal actions, in bins of 25", "turns, in bins of 5"
DEPTH_WORDS, RATE_WORDS = "depth of the tree", "share of the recommended\nnode's children visited"


def depth_by_size(results, budget):
    return curves(tables.sizes(results, budget), "size", "depth", SIZE_WORDS, DEPTH_WORDS,
                  ((50, 2, DEFAULT, DEFAULT), (180, 2, "pruned searches", None)), theirs=True)


def depth_in_positions(results, budget):
    return curves(tables.positions(results, budget), "size", "depth", SIZE_WORDS, DEPTH_WORDS)


def rate_by_size(results, budget):
    return curves(tables.sizes(results, budget), "size", "rate", SIZE_WORDS, RATE_WORDS,
                  ((50, None, f"{DEFAULT} falls from here", DEFAULT), (100, None, f"{PW} is below 1 from here", PW)),
                  theirs=True)


def depth_by_turn(results, budget):
    return curves(tables.turns(results, budget), "tick", "depth", TURN_WORDS, DEPTH_WORDS,
                  ((30, 3, DEFAULT, DEFAULT), (45, 4, "pruned searches", None)), theirs=True)


def rate_by_turn(results, budget):
    return curves(tables.turns(results, budget), "tick", "rate", TURN_WORDS, RATE_WORDS,
                  ((45, 0.4, DEFAULT, DEFAULT),), theirs=True)


