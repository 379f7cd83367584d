"""The page for those who read nothing else: what five replications taught, every number taken from stored results."""

from __future__ import annotations

import statistics
from html import escape

from .. import paper as find
from ..judging import EQUIVALENT, FAILS, HOLDS, OPEN
from .compare import AFTERWARDS, COMPATIBLE, DIFFERENT, halves
from .results import NotMeasured
from .sizes import INSIDE, OUTSIDE, PARTLY

TITLE = "What we learned from five replications"

PARTS = (  # heading, text, figure
    ("", """\
Five papers on game tree search were implemented again from their text: Runnels on a game of soccer, Powley
and colleagues on card games with hidden cards, Joppen and Fürnkranz on arcade games, Hsu and Pérez-Liébana
on the strategy game Tribes, and Papagiannis and colleagues on Hearthstone. We wrote down what each paper
says of its results, sentence by sentence, and what would decide it. For {before} claims the rule was fixed
before the first result was stored: {holds} hold, {fails} do not, in {equivalent} there is no difference
that matters, and {open} are still open. For {late} more it was written or changed when results could be
seen, so they count apart: {late_holds} hold, {late_fails} do not, in {late_equivalent} there is no
difference that matters, and {late_open} are open. Where a paper prints a number, it lies inside our
interval {inside} times, outside {outside} times, and inside under some readings only {partly} times. Claims
that hold were tested by strangers with other code. The others taught us more.""",
     ""),
    ("What a sentence leaves out can decide it", """\
Hsu and Pérez-Liébana write that their default search does not get deeper than two levels from fifty actions
on. In our games its mean depth is {by_game} if every game counts alike, {by_decision} if every decision
does, and {by_group} if the actions counted are those of the group that the search looks at. All three are
fair readings of one sentence, and their verdicts differ. Powley's search wins {rule_bids} of its matches of
Spades against our hand-written player when the rules bid, and {own_bids} when it bids itself; the article
does not say who bids. The soccer paper can be read in {readings} ways, which are all counted. In {split}
claims over all five papers, readings lead to different verdicts. None of this is carelessness. Authors know
their program so well that they no longer see what a reader cannot. The remedy is cheap: publish the
program, and say of each number what was counted.""",
     "hsu2020/figure2"),
    ("A gain needs the control that differs in one thing", """\
With pruning networks, the Hearthstone search wins {surpasses} of {surpasses_n} games against plain search,
as published. But in the authors' program the two differ in something else: plain search counts its
opponent's reward as its own. Against plain search with the sign put right, the same networks win {sign} of
{sign_n}. The published effect is there again, but it need not be due to what the title names. Such a
control takes an hour. It occurs to whoever builds the program anew, because they must ask of every line
whether it belongs to the idea. In Tribes, too, the pruned searches see two features more than the search
they are compared with.""",
     "papagiannis2022/win_rates"),
    ("The best of many flatters itself", """\
Joppen and Fürnkranz tune every agent on every problem and report the games in which the best configuration
was found. We did the same with fewer configurations, and then played fresh games. Where not everything was
won anyway, what won {promised} of its games in tuning won {kept} in the fresh ones. A reader who compares a
new agent with such a table compares it with luck. Choose by some games and report others. It costs one more
run.""",
     "joppen2019/optimism_figure"),
    ("Agreement is easy with wide intervals", """\
Of {cells} published cells that can be compared, {compatible} are compatible with ours, where chance alone
would leave {expected}. And compatible is little: half of our intervals for win rates in the arcade games
extend further than {reach} points to either side, and a table of forty games a cell can hardly be missed.
So a cell is not evidence, and we stopped calling it so. What can be judged are differences over many cells,
with intervals, a margin below which a difference would not matter, and a correction for asking several
questions. Not significant is no synonym of equal: a paper that says two methods are alike should say how
much would have mattered.""",
     "joppen2019/table1_figure"),
    ("A curve is a claim about its rivals", """\
That the effort of Monte Carlo search grows exponentially with playouts was read off a curve through five
points. Through ours, a straight line has an R² of {line} and the best exponential one of {curve}; every
playout costs about the same. Draw the rival beside the favourite, count steps and not seconds, and say
which points would have changed your mind.""",
     "runnels2023/growth_playouts"),
    ("Small effects need their sizes", """\
Powley and colleagues report that knowledge first made no measurable difference, perhaps a percent or two
for the worse, and after refinement a measurable one for the better. We tried four forms of it. Over {hands}
hands, prior counts gain {prior} points per hand and skewed backup {skewed}; whether either is much depends on
a yardstick that the article does not give. We could decide only by fixing, before we looked, how many
points would matter.""",
     "powley2013/knowledge"),
    ("Our own mistakes", """\
Some errors were ours. Two of our functions gave verdicts on pure noise; now every one is run on data
without an effect, and may err in one case of twenty. We had played second rounds where the first left a
question open and printed intervals as if we had looked once; now each look pays, the first included. We
had judged trees in positions of other players' games while hundreds of thousands of decisions of the right
kind lay in the store. And we had played the arcade games on levels of our own: on the framework's, which
now decide, some verdicts are others. Each of these was found because every stored game, rule and date can
be inspected.""",
     ""),
    ("What we ask of the next paper", """\
Publish the program and the levels. Say what one observation is. Play the control that differs in one thing.
Tune on some games and report on others. Print intervals, and the size that would matter. Count steps beside
seconds. Keep what was chosen before the results apart from what was chosen after. Read your tables against
your sentences: in these five papers, {contradictions} pairs do not agree. And let somebody build it again.""",
     ""),
)


def measured(reports) -> dict[str, str]:
    """Return the numbers of the text by name, as they are written there. Raises NotMeasured where one is missing."""
    known = {claim["id"]: claim["parts"] for report in reports for claim in report["claims"]}

    def part(claim, label="", reading=""):
        found = [one for one in known.get(claim) or () if one.label == label and one.reading == reading]
        if not found:
            raise NotMeasured(f"the claim {claim} is not measured")
        return found[0]

    claims = [claim for report in reports for claim in report["claims"]
              if claim["group"] in ("replication", AFTERWARDS)]
    verdicts = {group: [claim["verdict"] for claim in claims if claim["group"] == group]
                for group in ("replication", AFTERWARDS)}
    sizes = [claim["standing"] for claim in claims]
    cells = [cell for report in reports for table in report["tables"] for cell in table["cells"]
             if cell["verdict"] in (COMPATIBLE, DIFFERENT)]
    arcade = [cell for report in reports if report["paper"] == "joppen2019" for table in report["tables"]
              for cell in table["cells"] if cell["verdict"] in (COMPATIBLE, DIFFERENT) and cell["column"] == "win_rate"]
    depth = {name: part("hsu2020-two-levels", reading=reading) for name, reading in (
        ("by_game", "own games, by game"), ("by_decision", "own games, by decision"),
        ("by_group", "rule-based positions, by the group searched"))}
    surpasses, sign = (part(f"papagiannis2022-{name}") for name in ("uniform-surpasses", "pruning-not-sign"))
    prior, skewed = (part("powley2013-no-difference", reading=form) for form in ("prior counts", "skewed backup"))
    further = {name: number for report in reports for name, number in report["further"].items()}
    if not {"line", "curve", "promised", "kept"} <= set(further):
        raise NotMeasured("the growth of effort and what the best configurations kept are not measured")
    return {
        **further, "before": f"{len(verdicts['replication'])}", "late": f"{len(verdicts[AFTERWARDS])}",
        **{f"{when}{name}": f"{verdicts[group].count(verdict)}" for when, group in (
            ("", "replication"), ("late_", AFTERWARDS)) for name, verdict in (
            ("holds", HOLDS), ("fails", FAILS), ("equivalent", EQUIVALENT), ("open", OPEN))},
        **{name: f"{sizes.count(size)}" for name, size in (
            ("inside", INSIDE), ("outside", OUTSIDE), ("partly", PARTLY))},
        "split": f"{sum(len(set(claim['readings'].values())) > 1 for claim in claims)}",
        "readings": f"{max(len(claim['readings']) for claim in claims)}",
        **{name: interval(one) for name, one in depth.items()},
        **{name: interval(part("powley2013-spades-stronger", reading=reading), percent=True)
           for name, reading in (("rule_bids", "bids by rule"), ("own_bids", "own bids"))},
        "surpasses": interval(surpasses, percent=True), "surpasses_n": f"{surpasses.n:,}",
        "sign": interval(sign, percent=True), "sign_n": f"{sign.n:,}",
        "cells": f"{len(cells)}", "compatible": f"{sum(cell['verdict'] == COMPATIBLE for cell in cells)}",
        "expected": f"{0.95 * len(cells):.0f}",
        "reach": f"{statistics.median(halves(arcade)['win_rate']):.0f}",
        "hands": f"{prior.n:,}", "prior": interval(prior, sign="+"), "skewed": interval(skewed, sign="+"),
        "contradictions": f"{sum(len(report['contradictions']) for report in reports)}",
    }


def interval(part, percent=False, sign="") -> str:
    """A part with its interval, such as "53.4 % [51.9, 55.0]"."""
    estimate, low, high = (100 * x if percent else x for x in part[1:4])
    digits = 1 if percent else 2
    return f"{estimate:{sign}.{digits}f}{' %' if percent else ''} [{low:.{digits}f}, {high:.{digits}f}]"


def body(reports) -> str:
    """Return the body of the page."""
    numbers = measured(reports)
    parts = [f'<header class="read"><h1>{TITLE}</h1><nav aria-label="More">'
             '<a href="report.html">All numbers and claims</a><a href="index.html">Figures and tables</a></nav>'
             '</header><main class="read">']
    for heading, text, figure in PARTS:
        parts.append(f"<h2>{escape(heading)}</h2>" * bool(heading) + f"<p>{escape(text.format(**numbers))}</p>")
        if figure:
            name, _, item = figure.partition("/")
            about = find(name).item(item)
            parts.append(f'<figure><a class="picture" href="{figure}.svg"><img src="{figure}.svg" '
                         f'alt="{escape(about.alt)}"></a><figcaption class="faint">{escape(about.title)}</figcaption>'
                         "</figure>")
    return "\n".join([*parts, '</main><footer class="faint">Written by <code>mcts-lab report</code>.</footer>'])
