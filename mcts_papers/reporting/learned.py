"""The summary on the front page: lessons from five replications, with numbers computed from stored results."""

import statistics

from mcts_lab.views.templates import filled

from ..registry import paper as find
from .answers import Found, interval
from .compare import COMPATIBLE, DIFFERENT, TESTED, halves
from .pictures import img
from .results import NotMeasured


def measured(reports) -> dict[str, str]:
    """Return {name: number as text} for the numbers of the summary. Raises NotMeasured if one of them is missing."""
    part = Found([claim for report in reports for claim in report["claims"]]).part
    claims = [claim for report in reports for claim in report["claims"] if claim["group"] in TESTED]
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
        **further,
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
        "hands": f"{prior.n:,}", "skewed_hands": f"{skewed.n:,}",
        "prior": interval(prior, sign="+"), "skewed": interval(skewed, sign="+"),
        "contradictions": f"{sum(len(report['contradictions']) for report in reports)}",
    }


def text(reports, folder) -> str:
    """Return the summary as HTML for the front page. Raises NotMeasured if a number is missing.

    folder: folder of the figures that it shows
    """
    return filled(__package__, "learned.html", folder=folder, img=img,
                  item=lambda place: find(place.partition("/")[0]).item(place.partition("/")[2]),
                  drawn=lambda place: (folder / f"{place}.svg").is_file(), **measured(reports))
