"""Write into README.md what the five replications found: ``make written``, or ``python docs/findings.py``.

Every row is computed from the stored results, so it is the row of today's results.
"""

import re
from pathlib import Path

from mcts_papers.registry import paper
from mcts_papers.reporting.compare import judged
from mcts_papers.reporting.learned import interval
from mcts_papers.reporting.results import Results

README = Path(__file__).parents[1] / "README.md"
ROWS = re.compile(r"(?<=\| --- \| --- \| --- \| --- \|\n)(\| \[.*figures/report_.*\n)+")


def runnels2023(part, further):
    return (f"In soccer, a straight line fits the number of states that MCTS generates with R² = {further['line']}, "
            f"the best exponential curve with R² = {further['curve']}.")


def powley2013(part, further):
    by_rule, its_own = (interval(part("spades-stronger", reading), percent=True)
                        for reading in ("bids by rule", "own bids"))
    return f"ISMCTS wins {by_rule} of the matches if rules make the bids, and {its_own} if it makes its own bids."


def joppen2019(part, further):
    lead = part("dominance", label="MCTS")
    return f"In {lead.n} problems of arcade games, O-MCTS is ahead of plain MCTS by {interval(lead)} ranks on average."


def hsu2020(part, further):
    pairings = part("pruned-win", every=True)
    above, least = sum(one.low > 0.5 for one in pairings), min(pairings, key=lambda one: one.estimate)
    return (f"In Tribes, the whole interval of pruning lies above one half in {above} of {len(pairings)} pairings; its "
            f"lowest share of games won is {interval(least, percent=True)}.")


def papagiannis2022(part, further):
    plain, right_sign = (interval(part(claim), percent=True) for claim in ("uniform-surpasses", "pruning-not-sign"))
    return (f"In Hearthstone, pruning networks win {plain} of the games against plain search, and {right_sign} against "
            "plain search with the sign of the opponent's rewards corrected.")


FINDINGS = {  # paper: (how it is cited, its address, the claim that decides most, what was measured)
    "runnels2023": ("Runnels 2023", "https://github.com/TUmasters/cs4253", "mcts-exponential", runnels2023),
    "powley2013": ("Powley et al. 2013", "https://www.aifactory.co.uk/newsletter/2013_01_reduce_burden.htm",
                   "spades-stronger", powley2013),
    "joppen2019": ("Joppen & Fürnkranz 2019", "https://arxiv.org/abs/1901.04274", "dominance", joppen2019),
    "hsu2020": ("Hsu & Perez-Liebana 2020", "https://ceur-ws.org/Vol-2862/paper27.pdf", "pruned-win", hsu2020),
    "papagiannis2022": ("Papagiannis et al. 2022", "https://doi.org/10.3390/math10091509", "pruning-not-sign",
                        papagiannis2022),
}


def row(name):
    """Return the row of a paper: its claim, the verdict, and what was measured, as a sentence."""
    cited, address, claim, measured = FINDINGS[name]
    results = Results(paper(name), compute=False)
    known = {one["id"].removeprefix(f"{name}-"): one for one in judged(paper(name), results)}
    further = paper(name).further(results) if paper(name).further else {}

    def part(claim, reading="", label=None, every=False):
        found = [one for one in known[claim]["parts"] if label in (None, one.label)
                 and reading in ("", one.reading)]
        return found if every else found[0]

    return (f"| [{cited}]({address}) | {known[claim]['statement']} | "
            f"[{known[claim]['verdict']}](figures/report_{name}.html) | {measured(part, further)} |\n")


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    README.write_text(ROWS.sub(lambda _: "".join(map(row, FINDINGS)), text), encoding="utf-8")
