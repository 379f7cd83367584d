"""The planner of pruning networks."""

import numpy as np
import pytest

from mcts_lab.learning.planner import (
    FIRST_PULLS,
    MOST_LEFT,
    MOST_PULLS,
    Tables,
    number_of,
    plan,
    time_of,
)


def made_tables(kept, found, most=12):
    """Tables from functions of (actions, iterations done) and (actions, iterations left)."""
    return Tables(
        np.array([[kept(a, i) for i in range(FIRST_PULLS, MOST_PULLS + 1)] for a in range(most + 1)], np.uint8),
        np.array([[found(a, i) for i in range(MOST_LEFT + 1)] for a in range(most + 1)], np.float32))


@pytest.fixture(scope="module")
def steps():
    """Every 100 iterations one action fewer is kept; odds grow with what is left and shrink with the actions."""
    return made_tables(lambda a, i: max(1, min(a, a + 1 - i // 100)),
                       lambda a, left: left / (left + 40.0 * a * a + 1.0))


def by_definition(tables, actions, iterations, present):
    """The plan as the article's text has it, with lists."""
    first, end = min(MOST_PULLS, FIRST_PULLS + present), min(iterations + present, MOST_PULLS + 1)
    if FIRST_PULLS + present > MOST_PULLS:
        return present, int(tables.kept[actions, -1])
    candidates = list(range(first, end))
    if not candidates:
        return present, actions
    earliest = {}
    for i in candidates:
        earliest.setdefault(min(int(tables.kept[actions, i - FIRST_PULLS]), actions), i)
    if actions in earliest:
        earliest[actions] = present
        pairs = [(i, k) for k, i in earliest.items()]
    else:
        keep = actions if present < FIRST_PULLS else int(tables.kept[actions, present - FIRST_PULLS])
        pairs = [(present, keep)] + [(i, k) for k, i in earliest.items()]
    pairs.sort(key=lambda pair: pair[0])
    return max(pairs, key=lambda pair: tables.found[pair[1], min(MOST_LEFT, iterations + present - pair[0])])


def test_plans_are_those_of_the_definition(steps):
    plans_are_right(steps)


def plans_are_right(said):
    for actions, iterations, present in ((10, 300, 0), (10, 1000, 0), (12, 1000, 0), (5, 90, 0), (11, 300, 50),
                                         (9, 300, 250), (12, 500, 1450), (12, 2000, 0), (8, 400, 120)):
        planned = plan(said, actions, iterations, present)
        assert (time_of(planned), number_of(planned)) == by_definition(said, actions, iterations, present)


def test_pruning_may_wait_for_the_last_pull_that_the_tables_know():
    late = made_tables(lambda a, i: 2 if i == MOST_PULLS else a, lambda a, left: 1.0 / (a + 1))
    planned = plan(late, 10, MOST_PULLS + 500, 0)
    assert (time_of(planned), number_of(planned)) == (MOST_PULLS, 2)
    assert number_of(plan(late, 10, MOST_PULLS, 0)) == 10  # then nothing is left to be found out
