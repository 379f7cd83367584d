"""Coverage of intervals where games come in two stages, the second only if the first leaves a claim undecided.

`python tests/two_looks.py [RUNS]` prints how often the interval that is printed in the end covers the true share: as it
would be after one look, and as it is. A second stage has 1.1 times the games that the interval of the first asks for.
"""

from __future__ import annotations

import sys

import numpy as np

from mcts_lab.experiments.statistics import share
from mcts_lab.papers.judging import OPEN, Rule, looked_at, needed, part, verdict_of

FIRST = 450  # pairs of games
MOST = 12 * FIRST  # a second stage that would need more is not played
SPARE = 1.1
BAR = 0.945
TRUTHS = (0.5, 0.505, 0.51, 0.52, 0.53, 0.55)
RULES = {"margin 0.03": Rule("greater", 0.5, 0.03), "no margin": Rule("greater", 0.5)}
CORRECTIONS = (1, 4)  # Holm's factors
NUMBER = 4321


def pairs(rng, truth, number):
    """Points of pairs of games."""
    return (rng.random((number, 2)) < truth).mean(axis=1)


def printed(rng, rule, truth, factor):
    """What is printed after the stages that are played, before it is widened."""
    points = pairs(rng, truth, FIRST)
    found = part("", share(points))
    if verdict_of(rule, found, factor) != OPEN:
        return found
    wanted = needed(rule, found, factor)
    if wanted is None or SPARE * wanted > MOST:
        return found
    return part("", share(np.concatenate([points, pairs(rng, truth, int(SPARE * wanted) - FIRST)])))


def coverage(rule, truth, factor, runs) -> tuple[float, float]:
    """How often the truth lies in the interval of one look, and in the one that is printed."""
    rng = np.random.default_rng([NUMBER, int(1000 * truth), factor, int(rule.margin is None)])
    found = [printed(rng, rule, truth, factor) for _ in range(runs)]
    return tuple(sum(one.low <= truth <= one.high for one in each) / runs
                 for each in (found, [looked_at(one, 2) for one in found]))


def main(runs=2000):
    least = 1.0
    for name, rule in RULES.items():
        for factor in CORRECTIONS:
            for truth in TRUTHS:
                once, twice = coverage(rule, truth, factor, runs)
                least = min(least, twice)
                print(f"{name:12} corrected for {factor}  truth {truth:.3f}  one look {once:.1%}  printed {twice:.1%}",
                      flush=True)
    print(f"least coverage of what is printed: {least:.1%} of {runs} runs, wanted {BAR:.1%}")
    return int(least < BAR)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
