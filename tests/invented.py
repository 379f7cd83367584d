"""Results that were invented, so that it is known what they say, and the verdicts on a paper's claims from them."""

from mcts_lab.papers.reporting.compare import judged


class Invented(dict):
    """Experiment name -> DataFrame, as if of one budget."""

    def made(self, make, needs):
        return make(self, "standard")


def verdicts(paper, results) -> dict:
    """Claim id -> verdict."""
    return {claim["id"]: claim["verdict"] for claim in judged(paper, Invented(results))}
