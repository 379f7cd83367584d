"""Compare every number and claim that a paper published with our results."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping

from mcts_papers.processes import processes_for, shared

from ..judging import (
    CONFIRMED,
    DECISIVE,
    DEPENDS,
    EQUIVALENT,
    LEVEL,
    NATS,
    NOT_CONFIRMED,
    NOT_WORTH,
    UNDECIDED,
    UNTESTED,
    Finding,
    by_reading,
    deciding,
    factors,
    judge,
    least,
    looked_at,
    of_equivalence,
    verdict_of,
    what_decides,
)
from ..registry import LISTS, SHARES, VERDICTS, Item, Paper, beside, claims, published
from ..registry import paper as find
from ..store.environment import processors
from ..store.store import uncollected
from . import registered
from .registered import AFTERWARDS, REPLACED, UNCHANGED
from .results import NotMeasured, Results, asked_for
from .sizes import rounded, size_text, sizes, standing

# Verdicts on a cell. The published number lies inside the interval (compatible) or outside (different), or this depends
# on the interpretation. The cell is undecided if nothing was measured. Numbers such as seconds on another machine are
# not compared.
COMPATIBLE, DIFFERENT, NOT_COMPARED = "compatible", "different", "not compared"
CELL_VERDICTS = (COMPATIBLE, DIFFERENT, DEPENDS, UNDECIDED, NOT_COMPARED)


def cells(paper: Paper, item: Item, frame) -> list[dict]:
    """Return every published number of a table with our number, its interval and a verdict.

    The verdict is "compatible" if the published number lies inside the interval, "different" if it lies outside, and
    "undecided" if there is no measurement or no interval. If `frame` has a verdict for the cell, this verdict counts.
    The verdict on a cell is weaker than the verdict on a claim: the wider the interval, the more numbers are
    compatible with it.
    """
    known = published(paper, item)
    if known is None:
        return []
    absent = [column for column in (*item.keys, *item.values) if column not in frame.columns]
    if absent:
        raise ValueError(f"The results of {paper.name}/{item.name} have no column {', '.join(absent)}. Add it to the "
                         "function that measures them.")
    ours = {_key(row[k] for k in item.keys): row for row in frame.to_dict("records")}
    found = []
    for row in known.to_dict("records"):
        key = _key(row[k] for k in item.keys)
        measured = ours.get(key, {})
        for column in item.values:
            if missing(row[column]):
                continue
            value, low, high = (measured.get(name) for name in (column, f"{column}_low", f"{column}_high"))
            verdict = measured.get(f"{column}_verdict")
            if missing(verdict) or not verdict:
                if missing(value) or missing(low) or missing(high):
                    verdict = UNDECIDED
                else:
                    verdict = COMPATIBLE if low <= row[column] <= high else DIFFERENT
            elif verdict not in CELL_VERDICTS:
                raise ValueError(f"{paper.name}/{item.name}: {verdict!r} is not a verdict. Choose one of "
                                 f"{', '.join(CELL_VERDICTS)}.")
            found.append({"item": item.name, "key": key, "row": {k: row[k] for k in item.keys}, "column": column,
                          "published": row[column], "ours": value, "low": low, "high": high, "verdict": verdict,
                          "share": measured.get(f"{column}_share"), "games": measured.get("games"),
                          "further": further_of(measured, column)})
    return found


def further_of(measured, column) -> dict:
    """Return a cell's number, interval and games with the games that were played later; {} if there are no such games.
    """
    further = {end: measured.get(f"{column}_further{end and '_'}{end}") for end in ("", "low", "high")}
    if missing(further[""]):
        return {}
    return {"ours": further.pop(""), **further, "games": int(measured["games_further"])}


def agreement(found) -> str:
    """Return sentences: how many published numbers of a table are compatible with ours, and how wide the intervals are.

    The sentences also say how many numbers would be compatible by chance alone. If no cell can be compared, return "".

    found: cells of the table
    """
    compared = [cell for cell in found if cell["verdict"] in (COMPATIBLE, DIFFERENT)]
    shares = [cell["share"] for cell in found if cell["verdict"] == DEPENDS]
    some = (f"{len(shares)} published numbers lie inside our interval under some interpretations only, on average "
            f"under {statistics.mean(shares):.0%} of the interpretations. ") if shares else ""
    if not compared:
        return some.strip()
    alike = sum(cell["verdict"] == COMPATIBLE for cell in compared)
    undecided = sum(cell["verdict"] == UNDECIDED for cell in found)
    text = (f"{alike} of {len(compared)} published numbers are compatible with ours. If both programs were exactly "
            f"alike, {0.95 * len(compared):.0f} would be expected to be compatible. "
            f"{f'{undecided} more are undecided. ' if undecided else ''}{some}")
    reach = "; ".join(f"{column.replace('_', ' ')} ± {number(rounded(statistics.median(half)))}"
                      for column, half in halves(compared).items() if half)
    games = {int(cell["games"]) for cell in compared if not missing(cell["games"])}
    played = f"; each cell has {' to '.join(f'{n:,}' for n in sorted({min(games), max(games)}))} games" if games else ""
    return f"{text}Half of our intervals are no wider than {reach}{played}." if reach else text.strip()


def halves(compared) -> dict[str, list]:
    """Return, for each column, half the width of each interval that is not a single point."""
    found = {}
    for cell in compared:
        found.setdefault(cell["column"], []).append((cell["high"] - cell["low"]) / 2)
    return {column: [half for half in of if half > 0] for column, of in found.items()}


STAGES = ("The games of a claim may be played in stages. There is an interim analysis after each stage, and a further "
          "stage is played only if the claim is still undecided. The interval of the first analysis has a confidence "
          "of 97.5 %, that of the second 98.75 %, and so on: the probability of an error is halved each time. An "
          "analysis that was planned as the last one uses all of the probability that is left. So all "
          "intervals together have a confidence of 95 %, however many analyses there are. If equivalence decides, the "
          "interval of its test is given, with a confidence of 95 % at the first analysis, 97.5 % at the second, and "
          "so on. So over all analyses, the probability to find an equivalence that does not exist is at most 5 %. How "
          "many observations an undecided claim lacks is computed for its next analysis.")


def compare(paper: Paper, budget=None, workers=None, progress=None) -> dict:
    """Return a comparison of a paper with our results: the cells of its tables, and its claims with verdicts.

    budget: None uses only stored results. With a budget, missing results at this budget are computed.
    """
    import pandas as pd

    results = Results(paper, budget, workers, progress, compute=budget is not None)
    tables = []
    for item in paper.items:
        if item.kind == "table" and item.values:
            try:
                frame = results.made(item.make, item.needs)
            except NotMeasured:
                frame = ()
            if not len(frame):
                frame = pd.DataFrame(columns=[*item.keys, *item.values])
            tables.append({"name": item.name, "title": item.title, "note": item.note,
                           "cells": cells(paper, item, frame)})
    return {"paper": paper.name, "title": paper.title, "reference": paper.reference, "tables": tables,
            **{name: beside(paper, name) for name in LISTS}, "claims": judged(paper, results),
            "budgets": dict(results.budgets),
            "remarks": [STAGES, *filter(None, results.remarks.values())],
            "experiments": results.about, "further": _told(paper.further, results)}


def _told(function, results):
    """Return the value of a function of results; {} if there is no function or if results are missing."""
    try:
        return function(results) if function else {}
    except NotMeasured:
        return {}


def compare_all(names, budget=None, workers=None) -> list[dict]:
    """Return `compare` for several papers. Without a budget, several processes work at the same time.

    workers: number of processes; None: one for each processor.
    """
    beside = min(processes_for(workers, processors()), len(names))
    if budget is not None or beside == 1:
        return [compare(find(name), budget, workers, progress=True) for name in names]
    return shared(_compared, names, beside)


def _compared(name):
    with uncollected():
        return compare(find(name))


def judged(paper: Paper, results) -> list[dict]:
    """Return all claims of a paper as dicts, with their measured values and verdicts.

    Holm's method needs the p values of all claims of a family. So all claims are measured before one gets a verdict.
    """
    listed = claims(paper)
    found, then, lacking, read = {}, {}, {}, {}
    for claim in listed:
        with asked_for(results.used) as read[claim.id]:
            try:
                found[claim.id] = results.made(paper.claims[claim.id], results)
            except NotMeasured as error:
                found[claim.id], lacking[claim.id] = Finding((), ""), str(error)
    for claim in listed:
        one = found[claim.id]
        of = claim.observations
        parts, others = (tuple(looked_at(part, claim.halvings)._replace(of=of.get(part.endpoint, part.of))
                               for part in parts) for parts in (one.parts, one.secondary))
        found[claim.id] = one._replace(parts=parts, secondary=others)
        then[claim.id] = tuple(looked_at(part, claim.halvings + 1) for part in one.parts)
    known, likely = registered.read(paper), _told(paper.likely, results)
    spent = {name: (results.seconds(name), results.about[name]["rows"]) for name in set().union(*read.values())}

    def seconds(claim):
        times, rows = map(sum, zip((0, 0), *map(spent.get, read[claim.id]), strict=True))
        return times / max(rows, 1), times

    return [_judged(claim, found, then[claim.id], listed, likely, seconds(claim))
            | _registered(claim, known.get(claim.id))
            | {"experiments": sorted(read[claim.id])}
            | ({"lacks": lacking[claim.id]} if claim.id in lacking else {}) for claim in listed]


def _registered(claim, known) -> dict:
    """Return the group of a claim, and a text that says when its rule and its first results were stored."""
    if known is None:
        return {"group": claim.kind, "registered": ""}
    grade = {UNCHANGED: claim.kind}.get(known.state, known.state) if claim.kind == "replication" else claim.kind
    times = "once" if known.analyses == "1" else f"{known.analyses} times"
    analyses = "one analysis" if claim.looks == 1 else f"{claim.looks} analyses"
    analyses += " (the last of them was planned as the last)" if claim.last else ""
    said = [f"The rule was written on {known.rule_date[:10]} (commit {known.rule})" + (
        f", and the first results were stored on {known.results_date[:10]} (commit {known.results})."
        if known.results else "."),
        f"The rule was {'set or changed after them' if grade == AFTERWARDS and known.results else FIXED[grade]}."
        if grade in FIXED else "",
        known.history and f"The verdicts of this report were: {known.history}. Its numbers were new {times}, because "
        f"games were added or the program was mended. The printed interval is corrected for {analyses}."]
    return {"group": grade, "registered": " ".join(filter(None, said))}


def lacking(rule, finding, others, then, seconds, word) -> str:
    """What an open claim lacks; if it is not worth deciding, with the smallest effect that could have been seen."""
    if "cannot be had" in finding.note:
        return "no more observations can be had"
    text = what_decides(rule, finding.parts, others, then, seconds)
    if NOT_WORTH in text:
        _, _, part = deciding(rule, finding.parts, others)
        reach = _in((part.high - part.low) / 2, word, "points" if word else "")
        text += (f"; the smallest effect that the present observations could have shown is {reach}"
                 f"{f' ({named(part)})' if named(part) else ''}")
    return text


OVER = "no further analysis: the one that was planned as the last was made"


def _judged(claim, found, then, listed, likely, seconds):
    finding, rule, word = found[claim.id], claim.rule, per_cent(claim)
    about = {"ours": finding.ours or f"{claim.endpoint}: {in_numbers(finding.parts, word)}",
             "interval": finding.interval or spans(finding.parts, word), "note": finding.note}
    data = {name: value for name, value in claim._asdict().items() if name != "rule"}
    data |= {"rule": in_words(rule) if rule else "", "parts": finding.parts, "readings": {},
             "likely": "", "word": word, "decisive": "", "brief": "", "why": "", "lacks": "", "sizes": [], "size": "",
             "standing": "", "tests": 0, "p": None, "corrected": ""}
    if claim.kind == "untestable":
        return {**data, **about, "verdict": UNTESTED}
    mates = [other for other in listed if claim.family and other.family == claim.family and other.id != claim.id]
    others = [least(other.rule, part) for other in mates for part in found[other.id].parts]
    if not finding.parts:
        return {**data, **about, "verdict": UNDECIDED, "lacks": "nothing is measured yet"}
    verdict = judge(rule, finding.parts, others)
    data["readings"] = by_reading(rule, finding.parts, others)
    data["likely"] = among_likely(rule, finding.parts, others, likely)
    if verdict not in DECISIVE:
        data["lacks"] = OVER if claim.last else lacking(rule, finding, others, then, seconds, word)
    if verdict == EQUIVALENT or rule.alternative == "equal" and verdict == CONFIRMED:
        data["parts"] = tuple(map(of_equivalence, finding.parts))
        about["interval"] = finding.interval or spans(data["parts"], word)
    told = sizes(claim, finding)
    data |= {"sizes": [size._asdict() | {"inside": size.inside} for size in told], "size": size_text(told),
             "standing": standing(told)}
    nearest, p, part = deciding(rule, finding.parts, others)
    if verdict in DECISIVE and (nearest == EQUIVALENT or rule.alternative == "equal" and nearest == CONFIRMED):
        part = of_equivalence(part)
    tests = len(finding.parts) + len(others)
    if sampled := any(one.low < one.high for one in finding.parts):
        data |= {"tests": tests, "p": p, "corrected": correction(claim.family, tests, verdict, nearest, p)}
    which = (f"This one of {len(finding.parts)} tests "
             f"{'decides' if verdict in DECISIVE else 'comes nearest to a verdict'}")
    if sampled and len(finding.parts) in FOLDED:
        data["decisive"] = f"{which}: {part_text(part, word)}"
    unit = "" if word or part.endpoint else claim.unit
    corrected = verdict not in DECISIVE and verdict_of(rule, part) != UNDECIDED
    data |= {"brief": part_text(part, word, unit), "why": "; ".join(filter(None, (
        "" if word or unit else claim.endpoint,
        f"needed: {needed(rule, part, word, nearest)}{where(rule, finding.parts)}",
        f"this interval alone would decide, but the claim is undecided after Holm's correction for {tests} tests"
        if corrected else "")))}
    others = [least(other.rule, part) for other in mates for part in found[other.id].secondary]
    about["note"] = "; ".join(filter(None, (secondary(rule, finding.secondary, others), finding.note)))
    return {**data, **about, "verdict": verdict}


DECIDES = {CONFIRMED: "in the test that could confirm the claim", EQUIVALENT: "in the test of equivalence",
           NOT_CONFIRMED: "in the test that could contradict the claim"}


def correction(family, tests, verdict, nearest, p) -> str:
    """The p value that decides, or of an undecided claim the one nearest to it, and what it was corrected for."""
    among = f"{tests} tests of {f'the family {family!r}' if family else 'this claim'}"
    after = f", after Holm's correction for {among}" if tests > 1 else " (a single test, so there is no correction)"
    above = "" if verdict in DECISIVE else f"; this is above {LEVEL}"
    return f"p is {in_digits(p)} {DECIDES[nearest]}{after}{above}"


def in_digits(p) -> str:
    """Return a p value as text."""
    return "below 0.0001" if p < 0.0001 else f"{p:.2g}"


def among_likely(rule, parts, others, likely) -> str:
    """Return a text with the verdict under the interpretations that are likely by the paper's own numbers.

    If all interpretations are likely, or none, return "".
    """
    verdicts = by_reading(rule, parts, others)
    chosen = [verdict for reading, verdict in verdicts.items() if reading in likely]
    if not chosen or len(chosen) == len(verdicts):
        return ""
    said = chosen[0] if len(set(chosen)) == 1 else numbers_of(chosen)
    return (f"by the paper's own tables, the log-likelihood of {len(chosen)} of {len(verdicts)} interpretations is "
            f"within {NATS} of the largest; their verdict: {said}")


def secondary(rule, parts, others) -> str:
    """Return a text about the endpoints that do not decide the verdict: interval, and the verdict that each would give.

    Holm's method corrects these endpoints together with those of the family's other claims.

    others: p values of the secondary endpoints of the family's other claims
    """
    parts = [part for part in parts if math.isfinite(part.low + part.high)]
    said = [f"{named(part)}: {estimate(part)} ({verdict_of(rule, part, factor)})"
            for part, factor in zip(parts, factors(rule, parts, others), strict=True)]
    return (f"further measurements, and the verdicts that they alone would give: {'; '.join(said)}" if said else "")


THAN = {"greater": "greater than", "less": "less than", "equal": "equal to"}


def in_words(rule) -> str:
    """Return a claim's rule as text for each endpoint, such as "greater than 0.5 (equivalent: within 0.03 of it)"."""
    text = f"{THAN.get(rule.alternative, rule.alternative)} {rule.null:g}"
    if rule.margin is not None:
        text += f" within {rule.margin:g}" if rule.alternative == "equal" else (
            f" (equivalent: within {rule.margin:g} of it)")
    return "; ".join([text, *(f"{name}: {in_words(rule.at(name)._replace(others={}))}" for name in rule.others)])


def needed(rule, part, word, nearest) -> str:
    """Return the condition under which a part agrees with the claim, such as "less than 50 %".

    If equivalence is the nearest verdict, the condition for equivalence is added.
    """
    rule, word = rule.at(part.endpoint), "" if part.endpoint else word
    margin = "" if rule.margin is None else _in(rule.margin, word, word and "points")
    text = f"{THAN.get(rule.alternative, rule.alternative)} {_in(rule.null, word, word)}"
    if rule.alternative == "equal":
        return f"{text} within {margin}"
    return f"{text} (equivalent: within {margin} of it)" if nearest == EQUIVALENT else text


def where(rule, parts) -> str:
    """Return a text that says how many parts of a claim must satisfy its rule, such as ", in both tests"."""
    if len(parts) == 1:
        return ""
    if rule.combine == "all":
        return ", in both tests" if len(parts) == 2 else f", in all {len(parts)} tests"
    return f", in one of {len(parts)} tests" + " for each interpretation" * (len({part.reading for part in parts}) > 1)


FOLDED = range(4, 33)  # for so many parts, the page shows the part that decides and hides the others until a click
MOST_SPANS = 8


def per_cent(claim) -> str:
    """Return the word after a claim's numbers: "%" for a share, "points" for a difference of shares, otherwise ""."""
    if claim.unit == SHARES[1]:
        return "points"
    if claim.endpoint.startswith("points") or not (claim.unit or claim.endpoint).startswith("share of"):
        return ""
    return "points" if not claim.unit and " minus " in claim.endpoint else "%"


def in_numbers(parts, word="") -> str:
    """Return the estimates of parts as text. For more than `MOST_SPANS` parts, give only the smallest and the largest.

    word: see `per_cent`
    """
    parts = [part for part in parts if math.isfinite(part.estimate)]
    if len(parts) > MOST_SPANS:
        least, most = (find(part.estimate for part in parts) for find in (min, max))
        return f"{len(parts)} numbers, from {_in(least, word)} to {_in(most, word, word)}"
    return "; ".join(f"{named(part)} {_in(part.estimate, *2 * ('' if part.endpoint else word,))}".strip()
                     for part in parts) or "not measured yet"


def spans(parts, word="") -> str:
    """What was measured, with its interval and observations, as text; of many parts only how far they reach.

    word: see `per_cent`
    """
    parts = [part for part in parts if math.isfinite(part.low + part.high)]
    if all(part.low == part.high for part in parts):
        return ""
    if len(parts) > MOST_SPANS:
        lows, highs = zip(*(_ends(part, word) for part in parts), strict=True)
        return (f"{len(parts)} intervals, which reach from {_in(min(lows), word)} to "
                f"{_in(max(highs), word, word)}{in_games(parts)}")
    own = len({(part.n, part.of) for part in parts if part.n}) > 1
    listed = "; ".join(": ".join(filter(None, (
        named(part), f"{estimate(part, word)}{in_games([part] if own else [])}"))) for part in parts)
    return listed if own else f"{listed}{in_games(parts)}{' each' if in_games(parts) and len(parts) > 1 else ''}"


def in_games(parts) -> str:
    """How many observations the parts have, from least to most, and what they are."""
    sizes, of = {part.n for part in parts if part.n}, dict.fromkeys(part.of for part in parts if part.n)
    return f", {' to '.join(f'{n:,}' for n in sorted({min(sizes), max(sizes)}))} {' or '.join(of)}" if sizes else ""


def named(part) -> str:
    """Return a part's name: its reading, endpoint and label. Leave out a text that is empty or is in the label already.
    """
    first = [one for one in (part.reading, part.endpoint) if one and one not in part.label]
    return ", ".join([*first, *filter(None, (part.label,))])


def part_text(part, word="", unit="") -> str:
    """What was measured of one part: its estimate, interval, unit and observations."""
    if not math.isfinite(part.estimate):
        return f"{named(part)}: not measured yet"
    return f"{named(part)}: {estimate(part, word)}{unit and f' {unit}'}{in_games([part])}".removeprefix(": ")


def estimate(part, word="") -> str:
    """Return the estimate and the interval of a part as text with three digits.

    word: unit that is written after the estimate, such as "%"; see `per_cent`. It is the unit of the claim's first
    endpoint, so it is left out if the part belongs to another endpoint.
    """
    word = "" if part.endpoint else word
    low, high = _ends(part, word)
    ends = f" [{_in(low, word)}, {_in(high, word)}]" if low < high else ""
    return f"{_in(part.estimate, word, word)}{ends}"


def _ends(part, word) -> tuple[float, float]:
    return (part._replace(limits=(0, 1)) if word == "%" else part).ends


def _in(value, word, after="") -> str:
    """Return a number as text with three digits, followed by the unit `after`.

    word: if not "", the number is a share, and it is written in per cent.
    """
    return f"{number(rounded(100 * value if word else value))} {after}".strip()


def tally(report: dict, *groups) -> dict:
    """Return {verdict: number of claims} for some groups. Only groups in `TESTED` are evidence for or against a paper.
    """
    found = [claim["verdict"] for claim in report["claims"] if claim["group"] in groups]
    return {verdict: found.count(verdict) for verdict in (*VERDICTS, UNTESTED)}


def summary(report: dict, group) -> str:
    """Return the numbers of verdicts on a paper's claims in a group as text."""
    return told(tally(report, group))


def told(counts: Mapping) -> str:
    """Return the numbers of claims with each verdict as text, such as "2 confirmed, 1 undecided"."""
    return ", ".join(f"{n} {in_plural(verdict) if n > 1 else verdict}" for verdict, n in counts.items() if n) or "none"


FIXED = {"replication": "fixed before the results",
         REPLACED: "fixed before the first results, but the games, the measure or the program were replaced later",
         AFTERWARDS: "set or changed after the first results, or we have no record of the time"}  # rules


def graded(reports) -> list[str]:
    """Return sentences about the strength of the evidence for some papers.

    For each of the three states of a rule (see `registered`), a sentence says how many claims are in this state and
    which verdicts they have. Papers without ``registered.csv`` are left out.
    """
    found = {group: [claim["verdict"] for report in reports for claim in report["claims"]
                     if claim["group"] == group and claim["registered"]] for group in TESTED}
    return [f"The rules of {len(of)} claims were {FIXED[group]}. The verdicts on these claims: "
            f"{told({verdict: of.count(verdict) for verdict in VERDICTS})}."
            + " Treat these verdicts as exploratory." * (group == AFTERWARDS) for group, of in found.items() if of]


def discoveries(reports) -> str:
    """How many decided claims of some papers a false discovery rate of 5 % over all families leaves, as a sentence; ""
    where nothing is sampled."""
    from scipy.stats import false_discovery_control  # Benjamini and Hochberg's

    sampled = [claim for report in reports for claim in report["claims"]
               if claim["group"] in TESTED and claim["p"] is not None]
    decided = [claim["verdict"] in DECISIVE for claim in sampled]
    if not any(decided):
        return ""
    kept = false_discovery_control([claim["p"] for claim in sampled]) <= LEVEL
    return (f"In each family of claims, the probability of a wrong verdict is at most 5 %. So over all families, some "
            f"verdicts are probably wrong. If we limit the false discovery rate to 5 % over all {len(sampled)} claims "
            f"that have a sampling error, {sum(map(bool, kept & decided))} of the {sum(decided)} decided claims remain "
            "decided.")


def in_plural(verdict) -> str:
    """Return a verdict in the plural, for several claims."""
    return verdict.replace("depends", "depend")


def interval(cell: Mapping) -> str:
    """Return a cell's interval as text; "" without an interval.

    If there are several interpretations, add the share of them under which the published number lies inside.
    """
    if missing(cell["low"]):
        return ""
    share = cell.get("share")
    return f"[{number(cell['low'])}, {number(cell['high'])}]" + (
        "" if missing(share) else f", inside under {share:.0%} of the interpretations")


TESTED = ("replication", REPLACED, AFTERWARDS)  # groups of the claims that are tested
HEADINGS = {"replication": "Claims tested",  # of a paper without `registered.csv`, all that are
            REPLACED: "Claims whose games, measure or program were replaced after the first results, counted "
                      "separately",
            AFTERWARDS: "Claims whose rule was not fixed before the first results, counted separately",
            "by construction": "True or false by construction, not counted",
            "untestable": "Not testable here, not counted"}


def split(readings: Mapping) -> str:
    """Return the verdicts of several interpretations as text; "" if all have the same verdict."""
    found = list(readings.values())
    if len(set(found)) < 2:
        return ""
    if len(found) <= 4:
        return ", ".join(f"{reading}: {verdict}" for reading, verdict in readings.items())
    return f"verdicts under {len(found)} interpretations: {numbers_of(found)}"


def numbers_of(verdicts) -> str:
    """Return the number of times that each verdict occurs, as text."""
    return ", ".join(f"{n} {verdict}" for verdict in VERDICTS if (n := verdicts.count(verdict)))


TITLES = {"deviations": "Where we depart from the paper",
          "contradictions": "Where the paper's sentences and numbers do not support each other",
          "sentences": "What the paper says of its results, sentence by sentence"}
LISTED = {  # column: heading
    "deviations": {"says": "the paper", "done": "our experiments", "why": "reason", "pushes": "likely effect",
                   "tested": "tested by"},
    "contradictions": {"says": "the paper says", "but": "but", "here": "see"},
    "sentences": {"says": "the paper says", "why": "why it is not tested", "claims": "tested by"},
}
NOT_TESTED = "not tested"


def shown(paper: Paper, item: Item, frame) -> tuple[list[str], list[list[tuple[str, str]]]]:
    """Return a table as texts: the names of the columns, and the rows.

    Each cell is a pair: our number with its interval, and the published number ("" if there is none).
    """
    known = {(cell["key"], cell["column"]): cell["published"] for cell in cells(paper, item, frame)}
    parts = {f"{value}_{part}" for value in frame.columns for part in ("low", "high", "verdict", "share", "further")}
    columns = [str(column) for column in frame.columns if column not in parts]
    rows = []
    for row in frame.to_dict("records"):
        key = _key(row[k] for k in item.keys)
        rows.append([])
        for column in columns:
            ends = interval({end: row.get(f"{column}_{end}") for end in ("low", "high", "share")})
            published = number(known[key, column]) if (key, column) in known else ""
            rows[-1].append((f"{number(row[column])} {ends}".strip(), published))
    return columns, rows


def number(value) -> str:
    """Return a value as text: a number with four digits, or a dash for a missing value."""
    if missing(value):
        return "–"
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 10_000 or value == int(value) else f"{value:.4g}"
    return f"{value:,}" if type(value) is int and abs(value) >= 10_000 else str(value)


def missing(value) -> bool:
    """Return whether a value is missing: None, NaN or infinite."""
    return value is None or (isinstance(value, float) and not math.isfinite(value)) or str(value) in ("<NA>", "nan")


def _key(values):
    return tuple(f"{v:g}" if isinstance(v, (int, float)) or hasattr(v, "item") and not isinstance(v, str) else str(v)
                 for v in values)
