"""The short answers: what was found of each paper, and how far to trust it, in sentences that are computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..judging import CONFIRMED, DEPENDS, EQUIVALENT, NOT_CONFIRMED, UNDECIDED, UNTESTED
from .compare import TESTED, graded, in_numbers, spans, split, tally, told
from .results import NotMeasured
from .sizes import tally_of_sizes

SAID = {CONFIRMED: "is confirmed", NOT_CONFIRMED: "is not confirmed", EQUIVALENT: "is not visible: the effect is "
        "equivalent to none", DEPENDS: "depends on the interpretation of the paper", UNDECIDED: "is undecided",
        UNTESTED: "was not tested"}


class Found:
    """The claims of a paper, to be told of.

    claims:  as `compare.judged` returns them
    further: numbers that no claim has
    """

    def __init__(self, claims, further=None):
        self.claims, self.further = {claim["id"]: claim for claim in claims}, further or {}
        self.paper = claims[0]["paper"] if claims else ""

    def parts(self, claim, label=None, reading=None):
        """What was measured for a claim. Raises NotMeasured where there is nothing."""
        known = self.claims.get(claim) or self.claims.get(f"{self.paper}-{claim}") or {"parts": ()}
        found = [one for one in known["parts"] if label in (None, one.label) and reading in (None, one.reading)]
        if not found:
            raise NotMeasured(f"the claim {claim} is not measured")
        return found

    def part(self, claim, label=None, reading=None):
        return self.parts(claim, label, reading)[0]

    def share(self, claim, label=None, reading=None) -> str:
        """A share in per cent with its interval."""
        return interval(self.part(claim, label, reading), percent=True)

    def said(self, claim) -> str:
        """The verdict on a claim, such as "is confirmed"."""
        return SAID[self.claims[f"{self.paper}-{claim}"]["verdict"]]


def interval(part, percent=False, sign="") -> str:
    """A part with its interval, such as "53.4 % [51.9, 55.0]"."""
    estimate, low, high = (100 * x if percent else x for x in part[1:4])
    digits = 1 if percent else 2
    return f"{estimate:{sign}.{digits}f}{' %' if percent else ''} [{low:.{digits}f}, {high:.{digits}f}]"


def runnels2023(found) -> tuple:
    if "line" not in found.further:
        raise NotMeasured("the growth of effort is not measured")
    tested = [claim for claim in found.claims.values() if claim["kind"] == "replication"]
    depend = sum(claim["verdict"] == DEPENDS for claim in tested)
    return (f"In soccer, a straight line fits the number of states that MCTS generates with R² = "
            f"{found.further['line']}, the best exponential curve with R² = {found.further['curve']}.",
            f"That the runtime of MCTS grows exponentially with playouts {found.said('mcts-exponential')}. That "
            f"alpha-beta takes a tenth of the time of minimax {found.said('ten-times')}.",
            f"The paper leaves so much open that it can be read in {max(len(c['readings']) for c in tested)} ways, and "
            f"the verdicts on {depend} of its {len(tested)} claims depend on the interpretation.")


def powley2013(found) -> tuple:
    by_rule, its_own = (found.share("spades-stronger", reading=one) for one in ("bids by rule", "own bids"))
    return (f"ISMCTS wins {by_rule} of the matches if rules make the bids, and {its_own} if it makes its own bids.",
            f"The paper does not say who bids, so that ISMCTS beats the hand-written player of Spades "
            f"{found.said('spades-stronger')}. In Dou Di Zhu it wins {found.share('dou-dizhu-stronger')} of the games; "
            f"that it is the stronger player there {found.said('dou-dizhu-stronger')}.",
            f"With the same time it is stronger than PIMC: this {found.said('outperforms')}. That it matches a program "
            f"with more than eight times its time {found.said('eight-times')}: in Dou Di Zhu it wins "
            f"{found.share('eight-times', 'Dou Di Zhu')}.")


def joppen2019(found) -> tuple:
    lead = found.part("dominance", "MCTS")
    return (f"In {lead.n} problems of arcade games, O-MCTS is ahead of plain MCTS by {interval(lead)} ranks on "
            "average.",
            f"That O-MCTS is better than every other variant {found.said('dominance')}. That it wins the easy games "
            f"with higher scores {found.said('easy-scores')}, and that MixMax performs worst in nearly every game "
            f"{found.said('mixmax-worst')}.",
            f"That normalising at each node matters little {found.said('normalisation')}, and that results of MCTS "
            f"change with another mapping of rewards {found.said('encodings')}.")


def hsu2020(found) -> tuple:
    pairings = found.parts("pruned-win")
    above, least = sum(one.low > 0.5 for one in pairings), min(pairings, key=lambda one: one.estimate)
    return (f"In Tribes, the whole interval of pruning lies above one half in {above} of {len(pairings)} pairings; its "
            f"lowest share of games won is {interval(least, percent=True)}.",
            f"That all four versions win more than half of their games against each baseline "
            f"{found.said('pruned-win')}. That the default search loses to the rule-based agent and to RHEA "
            f"{found.said('default-loses')}.",
            f"That pruning makes the tree deeper {found.said('pruning-deeper')}. That the default search gets no "
            f"deeper than two levels {found.said('two-levels')}, and that it ends with 40 % of the children visited "
            f"{found.said('turn-50')}.")


def papagiannis2022(found) -> tuple:
    plain, right_sign = (found.share(claim) for claim in ("uniform-surpasses", "pruning-not-sign"))
    return (f"In Hearthstone, pruning networks win {plain} of the games against plain search, and {right_sign} against "
            "plain search with the sign of the opponent's rewards corrected.",
            f"That the search with pruning networks is stronger than the paper's plain search "
            f"{found.said('uniform-surpasses')}. That this is due to the pruning {found.said('pruning-not-sign')}.",
            f"The value model wins {found.share('model-boosts')} of the games against plain search; that it boosts the "
            f"agents {found.said('model-boosts')}. That the rewards have two peaks {found.said('two-peaks')}.")


class Answer(NamedTuple):
    """What is said first about a paper."""

    cited: str
    address: str
    claim: str  # the one that decides most
    found: Callable  # of a `Found`: sentences, of which the first has what was measured for that claim
    trust: str  # what limits a comparison with it


ANSWERS = {
    "runnels2023": Answer(
        "Runnels 2023", "https://github.com/TUmasters/cs4253", "mcts-exponential", runnels2023,
        "The text does not tell which interpretation is the author's, so compare the paper with the range over all of "
        "them. Its own numbers come from 25 games each; here all starts were counted where that was possible."),
    "powley2013": Answer(
        "Powley et al. 2013", "https://www.aifactory.co.uk/newsletter/2013_01_reduce_burden.htm", "spades-stronger",
        powley2013,
        "The opponents of the paper are parts of commercial programs, which are not public. Ours are hand-written "
        "players of our own, weaker or stronger by an unknown amount, so compare the direction of an effect with the "
        "paper, and not its size."),
    "joppen2019": Answer(
        "Joppen & Fürnkranz 2019", "https://arxiv.org/abs/1901.04274", "dominance", joppen2019,
        "The games are played on levels of the original framework, but the paper does not say on which. The paper "
        "reports the games by which the best of 36 settings was chosen, which flatters; we chose among 12 settings "
        "and report fresh games. Our Yolobot is another program, so it is not compared."),
    "hsu2020": Answer(
        "Hsu & Perez-Liebana 2020", "https://ceur-ws.org/Vol-2862/paper27.pdf", "pruned-win", hsu2020,
        "Each pairing has 200 games or more here, and 5,000 in the paper. The pruned searches see two features of the "
        "position more than the default search does, in the paper and here, so a gain over it need not be due to the "
        "pruning."),
    "papagiannis2022": Answer(
        "Papagiannis et al. 2022", "https://doi.org/10.3390/math10091509", "pruning-not-sign", papagiannis2022,
        "Each cell of Tables 2 to 4 has as many games as in the paper, or more. The value model was trained anew. "
        "Figures 3 to 5, and the claims about shares of visits, were measured with "
        "the small value model, which learned from few games, and not with the model of the tables."),
}


def answer(report) -> tuple:
    """What was found of a paper, in sentences; () where too little is measured."""
    if report["paper"] not in ANSWERS:
        return ()
    try:
        return ANSWERS[report["paper"]].found(Found(report["claims"], report["further"]))
    except NotMeasured:
        return ()


def trust(report) -> tuple:
    """How far to trust the verdicts on a paper, in sentences."""
    counts = tally(report, *TESTED)
    tested = sum(counts.values())
    if not tested:
        return ()
    how = f"{graded([report])} Treat the last as exploratory."
    sizes = tally_of_sizes([claim for claim in report["claims"] if claim["group"] in TESTED])
    own = ANSWERS[report["paper"]].trust if report["paper"] in ANSWERS else ""
    return tuple(filter(None, (f"There are {tested} claims that can be tested: {told(counts)}.", how, sizes, own)))


def headlines(report) -> list[dict]:
    """The rows of the table that a paper's page begins with: what is asked, what the paper says, what was found here,
    and the claim with its verdict."""
    known = {claim["id"]: claim for claim in report["claims"]}
    return [{**row, "claim": known[row["claim"]], "here": here(known[row["claim"]], row["part"])}
            for row in report["headlines"]]


def here(claim, part="") -> str:
    """What was measured of a claim, in few words. part: the label or the reading of the parts that are told, or ""."""
    parts = [one for one in claim["parts"] if part in ("", one.label, one.reading)]
    if len(parts) > MOST_TOLD:
        return split(claim["readings"]) or claim["decisive"] or in_numbers(parts, claim["word"])
    return spans(parts, claim["word"]) or in_numbers(parts, claim["word"])


MOST_TOLD = 4  # parts whose numbers stand in the table of headlines
