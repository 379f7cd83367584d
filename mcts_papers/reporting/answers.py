"""The short answers: sentences about the result of each replication and about its limits, with computed numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..judging import DEPENDS, UNDECIDED, VERDICTS
from ..registry import experiment
from .compare import TESTED, graded, numbers_of, split, tally, told
from .results import NotMeasured
from .sizes import tally_of_sizes


class Found:
    """The claims of a paper, with functions that return their numbers as text.

    claims:  the return value of `compare.judged`
    further: {name: number} of numbers that belong to no claim
    """

    def __init__(self, claims, further=None):
        self.claims, self.further = {claim["id"]: claim for claim in claims}, further or {}
        self.paper = claims[0]["paper"] if claims else ""

    def parts(self, claim, label=None, reading=None):
        """Return the measured parts of a claim. Raises NotMeasured if there are none."""
        known = self.claims.get(claim) or self.claims.get(f"{self.paper}-{claim}") or {"parts": ()}
        found = [one for one in known["parts"] if label in (None, one.label) and reading in (None, one.reading)]
        if not found:
            raise NotMeasured(f"the claim {claim} is not measured")
        return found

    def part(self, claim, label=None, reading=None):
        return self.parts(claim, label, reading)[0]

    def share(self, claim, label=None, reading=None) -> str:
        """Return a claim's share of games in per cent, with its interval, as text."""
        return interval(self.part(claim, label, reading), percent=True)

    def verdict(self, claim) -> str:
        return self.claims[f"{self.paper}-{claim}"]["verdict"]


def interval(part, percent=False, sign="") -> str:
    """Return a part's estimate and interval as text, such as "53.4 % [51.9, 55.0]"."""
    estimate, low, high = (100 * x if percent else x for x in part[1:4])
    digits = 1 if percent else 2
    return f"{estimate:{sign}.{digits}f}{' %' if percent else ''} [{low:.{digits}f}, {high:.{digits}f}]"


class Short(NamedTuple):
    """The short answer of a paper."""

    measured: str  # one or two sentences with the result for the paper's most important claim
    claims: dict  # end of a claim's id -> the claim in words, for the paper's main claims
    more: str = ""  # a further sentence


def runnels2023(found) -> Short:
    if "line" not in found.further:
        raise NotMeasured("the growth of effort is not measured")
    line, curve = (found.further[name] for name in ("line", "curve"))
    grows = "linearly" if float(line) > float(curve) else "exponentially"
    ways = max(len(claim["readings"]) for claim in found.claims.values())
    return Short(f"In soccer, the number of states that MCTS generates grows {grows} with the number of playouts: a "
                 f"straight line has R² = {line}, and the best exponential curve has R² = {curve}.",
                 {"mcts-exponential": "the runtime of MCTS grows exponentially with the number of playouts",
                  "ten-times": "alpha-beta takes a tenth of the time of minimax"},
                 f"The paper leaves so many details open that it has {ways} possible interpretations.")


def powley2013(found) -> Short:
    by_rule, its_own = (found.share("spades-stronger", reading=one) for one in ("bids by rule", "own bids"))
    return Short(f"In Spades, ISMCTS (a search for games with hidden information) wins {by_rule} of the matches if "
                 f"fixed rules choose its bids, and {its_own} if it chooses them itself.",
                 {"spades-stronger": "ISMCTS beats the hand-written player of Spades (the paper does not say who bids)",
                  "dou-dizhu-stronger": "ISMCTS beats the hand-written player of Dou Di Zhu (here it wins "
                  f"{found.share('dou-dizhu-stronger')} of the games)",
                  "outperforms": "ISMCTS is stronger than PIMC (which searches several determinizations separately) "
                  "with the same time",
                  "eight-times": "ISMCTS is at least as strong as a program with more than eight times its time (in "
                  f"Dou Di Zhu it wins {found.share('eight-times', 'Dou Di Zhu')} of the games)"})


def joppen2019(found) -> Short:
    lead = found.part("dominance", "MCTS")
    return Short(f"In {lead.n} problems (an arcade game with a budget of calls), the mean rank of plain MCTS minus "
                 f"that of O-MCTS, which compares rewards only by their order, is {interval(lead)}. Rank 1 is the "
                 "best.",
                 {"dominance": "O-MCTS is better than every other variant of MCTS",
                  "easy-scores": "O-MCTS wins the easy games with higher scores",
                  "mixmax-worst": "MixMax performs worst in nearly every game",
                  "normalisation": "normalisation of rewards at each node matters little",
                  "encodings": "MCTS chooses other moves if rewards are mapped to other numbers"},
                 f"Each agent was tuned over {configurations('standard')} configurations, that is, pairs of a rollout "
                 f"length and an exploration constant; in the paper there are {configurations('paper')}.")


def configurations(budget) -> int:
    """How many configurations each agent of Joppen and Fürnkranz is tuned over, at a budget."""
    tasks = experiment("joppen2019_tuning").tasks(budget)
    return len({(task.parameters["rollout"], task.parameters["c"]) for task in tasks})


def hsu2020(found) -> Short:
    pairings = found.parts("pruned-win")
    above, least = sum(one.low > 0.5 for one in pairings), min(pairings, key=lambda one: one.estimate)
    where = "In the other pairing, they win" if above == len(pairings) - 1 else "The lowest share is"
    so = ", so the claim is undecided" * (found.verdict("pruned-win") == UNDECIDED)
    return Short(f"In Tribes, a strategy game, the pruned searches win more than half of the games in {above} of "
                 f"{len(pairings)} pairings, in which the whole interval is above 50 %. {where} "
                 f"{interval(least, percent=True)}{so}.",
                 {"pruned-win": "all versions with pruning win more than half of the games against each baseline",
                  "default-loses": "the default search loses to the rule-based agent and to RHEA",
                  "pruning-deeper": "pruning makes the tree deeper",
                  "two-levels": "the default search gets no deeper than two levels if there are more than 50 actions",
                  "turn-50": "at turn 50, the default search visits 40 % of the recommended node's children"})


def papagiannis2022(found) -> Short:
    plain, right_sign = (found.share(claim) for claim in ("uniform-surpasses", "pruning-not-sign"))
    return Short(f"In Hearthstone, a card game, pruning networks win {plain} of the games against the plain search of "
                 "the authors' program, which treats the searcher's rewards as those of the opponent, and "
                 f"{right_sign} against plain search without this error.",
                 {"uniform-surpasses": "search with pruning networks is stronger than the authors' plain search",
                  "pruning-not-sign": "the gain is due to the pruning",
                  "model-boosts": "the value model makes search stronger (it wins "
                  f"{found.share('model-boosts')} of the games against plain search)",
                  "two-peaks": "the distribution of the actions' expected rewards has two peaks"})


class Answer(NamedTuple):
    """The texts at the top of a paper's page."""

    cited: str
    address: str
    claim: str  # end of the id of the paper's most important claim
    found: Callable  # function that gets a `Found` and returns the `Short` answer
    trust: str  # sentences about the limits of a comparison with this paper


ANSWERS = {
    "runnels2023": Answer(
        "Runnels 2023", "https://github.com/TUmasters/cs4253", "mcts-exponential", runnels2023,
        "The text does not say which interpretation is the author's, so compare the paper with the range over all "
        "interpretations. Each number of the paper comes from 25 games; we counted all starts where this was "
        "possible."),
    "powley2013": Answer(
        "Powley et al. 2013", "https://www.aifactory.co.uk/newsletter/2013_01_reduce_burden.htm", "spades-stronger",
        powley2013,
        "The paper's opponents are parts of commercial programs, which are not public. Our opponents are hand-written "
        "players of this project. We do not know whether they are weaker or stronger than the paper's. So compare the "
        "direction of an effect with the paper, and not its size."),
    "joppen2019": Answer(
        "Joppen & Fürnkranz 2019", "https://arxiv.org/abs/1901.04274", "dominance", joppen2019,
        "We play on levels of the original framework, because the paper does not say on which levels it plays. The "
        "paper reports the games by which the best configuration of each agent was chosen, which makes results look "
        "too good; we report new games. The paper also plays Yolobot, an agent of other authors, whose program is not "
        "available. Our agent follows its description, so it is not compared."),
    "hsu2020": Answer(
        "Hsu & Perez-Liebana 2020", "https://ceur-ws.org/Vol-2862/paper27.pdf", "pruned-win", hsu2020,
        "Each pairing has at least 200 games here, and 5,000 in the paper. In the paper and here, the pruned searches "
        "see two features of the position more than the default search, so a gain over the default search need not be "
        "due to the pruning."),
    "papagiannis2022": Answer(
        "Papagiannis et al. 2022", "https://doi.org/10.3390/math10091509", "pruning-not-sign", papagiannis2022,
        "Each cell of Tables 2 to 4 has at least as many games as in the paper. The value model was trained again. The "
        "tables use this model, but Figures 3 to 5 and the claims about shares of visits use a small value model, "
        "which learned from fewer games."),
}


def answer(report) -> tuple[Short, dict[str, list[str]]] | None:
    """Return the short answer of a paper and {verdict: its claims in words}; None if results are missing."""
    if report["paper"] not in ANSWERS:
        return None
    found = Found(report["claims"], report["further"])
    try:
        short = ANSWERS[report["paper"]].found(found)
    except NotMeasured:
        return None
    claims = {verdict: [text for claim, text in short.claims.items() if found.verdict(claim) == verdict]
              for verdict in VERDICTS}
    return short, {verdict: texts for verdict, texts in claims.items() if texts}


def trust(report) -> tuple:
    """Return sentences that help a reader to judge how reliable the verdicts on a paper are."""
    counts = tally(report, *TESTED)
    tested = sum(counts.values())
    if not tested:
        return ()
    sizes = tally_of_sizes([claim for claim in report["claims"] if claim["group"] in TESTED])
    own = ANSWERS[report["paper"]].trust if report["paper"] in ANSWERS else ""
    claims = f"The paper has {tested} claims that can be tested: {told(counts)}."
    return tuple(filter(None, (claims, sizes, *graded([report]), own)))


def headlines(report) -> list[dict]:
    """Return the rows of the table at the top of a paper's page.

    A row has a question, the paper's answer, the number that decides here and why, and the claim with its verdict.
    """
    known = {claim["id"]: claim for claim in report["claims"]}
    return [{**row, "claim": known[row["claim"]], **here(known[row["claim"]])} for row in report["headlines"]]


def here(claim) -> dict[str, str]:
    """The number that decides a claim, and why; if interpretations disagree, how many have which verdict."""
    if claim["verdict"] == DEPENDS:
        found = list(claim["readings"].values())
        return {"here": split(claim["readings"]) if len(found) == 2 else f"verdicts under {len(found)} "
                f"interpretations: {numbers_of(found)}", "why": ""}
    return {"here": claim["brief"] or claim["ours"], "why": claim["why"]}
