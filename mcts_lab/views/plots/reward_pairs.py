"""Figures of the rewards of two actions: their distributions with means, and all pairs that a Borda score compares.

    draw({"a": [0.1, 1, 0.1], "b": [0.3, 0.35, 0.25]})
"""

from __future__ import annotations

import numpy as np
from matplotlib.colors import ListedColormap

from . import style

NAMED = 12  # maximum number of rewards of an action that are written at the grid
DOTS = 12  # maximum number of equal rewards that are drawn as single dots


def draw(rewards, size=(10.0, 4.0), dark=False, title="", alt=None):
    """Draw the distributions of two actions' rewards and, at the right, which action is better in each pair.

    rewards:  dict from the names of two actions to lists of rewards
    """
    (first, ours), (second, theirs) = ((name, sorted(some)) for name, some in rewards.items())
    better, equal, worse = compared(ours, theirs)
    said = f"{first} better in {better}, equal in {equal}, {second} better in {worse} of {better + equal + worse} pairs"
    words = (f"Rewards of {first}, mean {np.mean(ours):.2f}, and of {second}, mean {np.mean(theirs):.2f}; {said}.")
    with style.figure(alt or words, size, dark) as fig:
        t = style.theme(dark)
        left, right = fig.add_gridspec(1, 2, width_ratios=(1.25, 1))
        rows = left.subgridspec(2, 1).subplots(sharex=True)
        for ax, (name, some), colour in zip(rows, rewards.items(), t.cycle, strict=False):
            distribution(ax, name, np.round(some, 6), colour, t, np.ptp(ours + theirs))
        rows[0].set_title(title or "Rewards and their means")
        rows[1].set_xlabel("reward")
        ax = fig.add_subplot(right)
        signs = np.sign(np.subtract.outer(theirs, ours))
        ax.pcolormesh(signs, cmap=ListedColormap([t.cycle[0], t.neutral, t.cycle[1]]), vmin=-1, vmax=1,
                      edgecolor=t.background if max(signs.shape) <= NAMED else "none", linewidth=2)
        for set_ticks, some in ((ax.set_xticks, ours), (ax.set_yticks, theirs)):
            set_ticks(*(((np.arange(len(some)) + 0.5, [f"{x:g}" for x in some])) if len(some) <= NAMED else ([], [])))
        ax.set(xlabel=f"rewards of {first}, sorted", ylabel=f"rewards of {second}, sorted", aspect="equal")
        ax.set_title(f"{first} {better:,} : {worse:,} {second}" + (f"\n{equal:,} equal" if equal else ""))
    return fig


def compared(ours, theirs) -> tuple:
    """Return the numbers of pairs in which the first reward is better, equal, and worse."""
    signs = np.sign(np.subtract.outer(np.asarray(ours), np.asarray(theirs)))
    return tuple(int((signs == sign).sum()) for sign in (1, 0, -1))


def below(some, edges=None):
    """Return for each sorted reward the number of rewards before it in the same bin. Without edges, count the rewards
    before it that are equal."""
    bins = some if edges is None else np.digitize(some, edges[1:-1])
    return np.arange(len(some)) - np.searchsorted(bins, bins)


def distribution(ax, name, some, colour, t, span, edges=None, dots=True, size=70):
    """Draw rewards as stacked dots, or as bars if there are many, with a line at their mean.

    span:   range of all rewards
    edges:  edges of the bins in which rewards are counted; None: equal rewards are counted
    dots:   False always draws bars
    size:   size of a dot
    """
    some = np.sort(some)
    above = below(some, edges)
    if dots and above.max() < DOTS:
        ax.scatter(some, above + 0.5, s=size, color=colour, zorder=2)
    elif edges is None:
        ax.bar(*np.unique(some, return_counts=True), width=(span or 1.0) / 60, color=colour)
    else:
        ax.hist(some, edges, color=colour, edgecolor=t.background)
    tall, mean = max(above.max() + 1, 3) * 1.25, float(np.mean(some))
    ax.axvline(mean, color=t.text, lw=1.5, ls="--")
    ax.annotate(f"mean {mean:.2f}", (mean, tall), (4, -2), textcoords="offset points", va="top")
    ax.set(ylim=(0, tall), ylabel=name)
    ax.yaxis.label.set(color=colour, fontweight="bold")
    ax.margins(x=0.08)
    ax.yaxis.get_major_locator().set_params(integer=True, nbins=4)
