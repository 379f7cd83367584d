"""The figure of a paper's effects. It shows the published number and our number for each claim that has both."""

from __future__ import annotations

import itertools
import textwrap

from mcts_lab.views.plots import style

from ..registry import Item
from .compare import judged

TITLE = "Published effects beside ours"
ALT = ("Rows of claims for which the paper prints a number, grouped by unit. A dot with its interval is our number; "
       "the interval is a 95 % confidence interval over all interim analyses of the claim, without Holm's correction, "
       "which the verdict has too. A diamond is the paper's number, with the 95 % interval of its games if the paper "
       "says how many they are. A dashed line is the reference value of the claim, with which it compares. On the "
       "right stands whether the paper's number lies inside the interval that our results predict, and how many "
       "observations our number has.")
WIDTH, FONT = 13.0, 14  # inches and points
WORDS = 100  # letters of a statement in a line
THEIRS = 0.26  # distance of the paper's number below ours, as a share of a row's height
FEW = 4  # maximum number of readings whose intervals are drawn; of more readings, only the estimates are drawn


def item(needs, note) -> Item:
    """Return a paper's figure of effects as an item.

    needs: names of the experiments whose results it shows. note: text that explains the published numbers.
    """
    return Item("effects", "figure", TITLE, ALT, effects, needs, note=note)


def effects(results, budget):
    """Return the figure, and its rows as a DataFrame. The paper is ``results.paper`` (see `Results`)."""
    found = [claim for claim in judged(results.paper, results) if claim["kind"] == "replication" and claim["sizes"]]
    panels = {unit: [claim for claim in found if claim["unit"] == unit]
              for unit in dict.fromkeys(claim["unit"] for claim in found)}
    heights = [lines_of(claims) for claims in panels.values()]
    shape = (WIDTH, 1.2 + sum(0.33 * lines + 0.75 for lines in heights))
    with style.figure(ALT, shape, font=FONT) as fig:
        if not found:
            fig.text(0.5, 0.5, "Nothing with a published number is measured yet", ha="center")
        axes = fig.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0] if panels else ()
        for ax, (unit, claims) in zip(axes, panels.items(), strict=True):
            panel(ax, unit, claims)
        if found:
            key(fig, any(len(sizes) > FEW for claim in found for _, sizes in groups_of(claim)))
    return fig, table(found)


def groups_of(claim) -> list[tuple[str, list]]:
    """Return pairs (label of a part, its sizes) for a claim. A part has one size for each interpretation."""
    found = {}
    for size in claim["sizes"]:
        found.setdefault(size["label"], []).append(size)
    return list(found.items())


def lines_of(claims) -> int:
    """Return the height of a panel: its number of lines of text and rows of marks."""
    return sum(len(statement(claim)) + len(groups_of(claim)) for claim in claims)


def statement(claim) -> list[str]:
    return textwrap.wrap(claim["statement"], WORDS)


def panel(ax, unit, claims):
    """Draw the claims whose numbers have the same unit. The statement of a claim is above its rows."""
    from matplotlib.transforms import blended_transform_factory

    across = blended_transform_factory(ax.figure.transFigure, ax.transData)
    places, labels, y = [], [], 0.0
    for claim in claims:
        words = statement(claim)
        ax.text(0.01, y + (len(words) - 1) / 2, "\n".join(words), va="center", fontweight="bold", linespacing=1.15,
                fontsize=0.93 * FONT, transform=across).set_in_layout(False)
        y += len(words)
        for label, sizes in groups_of(claim):
            row(ax, y, sizes)
            places.append(y)
            labels.append(label)
            y += 1
    for line in ax.lines:  # the name of a clipping path is made of the layout's last digits, which vary from run to run
        line.set_clip_on(False)
    ax.set_yticks(places, labels, fontsize=0.93 * FONT)
    ax.set(ylim=(y - 0.3, -0.7), xlabel=unit)
    ax.tick_params(axis="y", length=0)
    ax.locator_params(axis="x", nbins=6)
    ax.spines["left"].set_visible(False)


def row(ax, y, sizes):
    """Draw one part: our number under each interpretation, the null, the published number, and a text that compares."""
    theme = style.theme()
    first = sizes[0]
    ax.plot([first["null"]] * 2, [y - 0.5, y + 0.5], "--", color=theme.text, lw=1.2, zorder=1)
    shifts = [0.0] if len(sizes) == 1 else [-0.3 + 0.36 * i / (len(sizes) - 1) for i in range(len(sizes))]
    if len(sizes) <= FEW:
        for size, shift in zip(sizes, shifts, strict=True):
            ax.plot([size["low"], size["high"]], [y + shift] * 2, color=theme.good, lw=2.6, solid_capstyle="butt")
            ax.plot([size["estimate"]], [y + shift], "o", color=theme.good, ms=8 if len(sizes) == 1 else 5)
    else:
        ax.plot([size["estimate"] for size in sizes], [y] * len(sizes), "|", color=theme.good, ms=12, alpha=0.35,
                rasterized=True)  # hundreds of marks
    ax.plot([first["published_low"], first["published_high"]], [y + THEIRS] * 2, color=theme.bad, lw=1.6, zorder=3)
    ax.plot([first["published"]], [y + THEIRS], "D", ms=8, mfc=theme.background, mec=theme.bad, mew=2.4, zorder=4)
    ax.text(1.02, y, comparison(sizes), transform=ax.get_yaxis_transform(), va="center", fontsize=0.8 * FONT)


def comparison(sizes) -> str:
    """Whether the published number lies inside ours, and of how many observations ours is."""
    inside = sum(size["inside"] for size in sizes)
    numbers = [size["n"] for size in sizes if size["n"]]
    many = (f"{' to '.join(f'{n:,}' for n in sorted({min(numbers), max(numbers)}))} {sizes[0]['of']}" if numbers
            else "complete count")
    if len(sizes) == 1:
        return f"{'inside' if inside else 'outside'}, {many}"
    return f"inside in {inside} of {len(sizes)} interpretations, {many}"


def key(fig, many):
    """Say what the marks are; `many`: whether any part has more interpretations than are drawn beside each other."""
    from matplotlib.lines import Line2D

    theme = style.theme()
    marks = (("our number, with its interval", {"marker": "o", "color": theme.good, "lw": 2.6, "ms": 8}),
             *([("our number under each of many interpretations",
                 {"marker": "|", "color": theme.good, "lw": 0, "ms": 12})] * many),
             ("the paper's number, with the 95 % interval of its games",
              {"marker": "D", "mfc": theme.background, "mec": theme.bad, "mew": 2.4, "color": theme.bad, "lw": 1.6,
               "ms": 8}),
             ("the reference value of the claim", {"ls": "--", "color": theme.text, "lw": 1.2}))
    fig.legend([Line2D([], [], **look) for _, look in marks], [words for words, _ in marks],
               loc="outside upper center", ncols=2 if many else len(marks))


def table(claims):
    """The rows of the figure: for several interpretations the first estimate and the reach of all."""
    import pandas as pd

    columns = ("claim", "part", "unit", "published", "published_low", "published_high", "ours", "ours_low", "ours_high",
               "compared_with", "observations", "counted", "interpretations", "interpretations_inside", "verdict")
    rows = [(claim["id"], label, claim["unit"], *(sizes[0][name] for name in columns[3:6]), sizes[0]["estimate"],
             min(size["low"] for size in sizes), max(size["high"] for size in sizes), sizes[0]["null"],
             max(size["n"] for size in sizes), sizes[0]["of"], len(sizes), sum(size["inside"] for size in sizes),
             claim["verdict"])
            for claim, (label, sizes) in itertools.chain.from_iterable(
                zip(itertools.repeat(claim), groups_of(claim)) for claim in claims)]
    return pd.DataFrame(rows, columns=columns)
