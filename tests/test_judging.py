"""From rule and interval to verdict: every verdict can come out, and none by too little evidence."""

import math

import numpy as np
import pytest

from mcts_lab import papers
from mcts_lab.papers.judging import (
    ALTERNATIVES,
    EQUIVALENT,
    FAILS,
    HOLDS,
    OPEN,
    Part,
    Rule,
    by_reading,
    combined,
    counted,
    factors,
    holm,
    judge,
    known,
    missing,
    needed,
    verdict_of,
    what_decides,
)
from mcts_lab.papers.reporting.compare import in_words, secondary

TESTED = [claim for name in papers.names() for claim in papers.claims(papers.paper(name))
          if claim.kind != "untestable" and claim.rule is not None]
ENDPOINTS = [(claim, endpoint) for claim in TESTED for endpoint in ("", *claim.rule.others)]


def measured(estimate, error, reading=""):
    return Part("", estimate, estimate - 1.959964 * error, estimate + 1.959964 * error, reading)


def may_return(rule):
    """The verdicts that a rule may give."""
    if rule.alternative == "equal" or rule.margin is None:
        return {HOLDS, FAILS, OPEN}
    return {HOLDS, FAILS, EQUIVALENT, OPEN}


@pytest.mark.parametrize("claim, endpoint", ENDPOINTS, ids=lambda thing: getattr(thing, "id", thing))
def test_every_rule_can_give_every_verdict_that_it_may(claim, endpoint):
    """On synthetic data: estimates far and near, on either side, precise and vague."""
    rule = claim.rule.at(endpoint)
    size = rule.margin or 1.0
    found = {judge(claim.rule, [measured(rule.null + distance * size, error * size)._replace(endpoint=endpoint)])
             for distance in (-4, -0.3, 0, 0.3, 4) for error in (0.05, 0.2, 0.5, 20)}
    assert found == may_return(rule)


def test_secondary_endpoints_are_corrected_among_themselves_and_do_not_decide():
    rule = Rule("greater", 0.5, 0.03, others={"points": (0.0, 2.0)})
    narrow = measured(0.52, 0.009)._replace(label="hands")  # p is 0.026
    points = measured(9.0, 1.0)._replace(endpoint="points")
    assert "hands 0.52 [0.502, 0.538]: holds; points 9 [7.04, 11]: holds" in secondary(rule, [narrow, points], [])
    assert "hands 0.52 [0.502, 0.538]: undecided" in secondary(rule, [narrow, points], [0.5, 0.5])
    assert secondary(rule, [missing("hands")], []) == ""
    assert in_words(rule) == "greater than 0.5, equivalent within 0.03; points: greater than 0, equivalent within 2"


def test_a_row_of_claims_may_have_endpoints_in_several_units():
    row = {name: "x" for name in papers.CLAIM_COLUMNS} | {
        "kind": "replication", "alternative": "greater", "combine": "all", "null": "0.5; points: 0",
        "margin": "0.03; points: 2"}
    assert papers._claim(row).rule == Rule("greater", 0.5, 0.03, "all", {"points": (0.0, 2.0)})
    for wrong in ({"null": "points: 0", "margin": ""}, {"margin": "0.03; hands: 2"}, {"null": "0.5; points"}):
        with pytest.raises(ValueError, match="^null "):
            papers._claim(row | wrong)


@pytest.mark.parametrize("claim", [c for c in TESTED if c.kind == "replication"], ids=lambda claim: claim.id)
def test_too_little_evidence_decides_nothing(claim):
    rule = claim.rule
    size = rule.margin or 1.0
    for distance in (-2, 0, 2):
        assert judge(rule, [measured(rule.null + distance * size, 100 * size)]) == OPEN
    assert judge(rule, [missing("x")]) == OPEN


def test_a_direction_is_found_on_its_own_side():
    for alternative, sign in (("greater", 1), ("at least", 1), ("less", -1), ("at most", -1)):
        rule = Rule(alternative, 0.5, 0.03)
        assert judge(rule, [measured(0.5 + sign * 0.1, 0.01)]) == HOLDS
        assert judge(rule, [measured(0.5 - sign * 0.1, 0.01)]) == FAILS
        assert judge(rule, [measured(0.5, 0.01)]) == EQUIVALENT
        assert judge(rule, [measured(0.5 + sign * 0.1, 0.1)]) == OPEN


def test_equality_needs_precision_and_not_only_no_difference():
    rule = Rule("equal", 0, 0.07)
    assert judge(rule, [measured(0.01, 0.1)]) == OPEN
    assert judge(rule, [measured(0.01, 0.02)]) == HOLDS
    assert judge(rule, [measured(0.2, 0.02)]) == FAILS


def test_what_is_counted_has_no_error():
    assert judge(Rule("greater", 0.5), [counted("", 0.5001)]) == HOLDS
    assert judge(Rule("greater", 0.5), [counted("", 0.5)]) == FAILS
    assert judge(Rule("at least", 0.5), [counted("", 0.5)]) == HOLDS
    assert judge(Rule("at most", 1), [counted("", 1)]) == HOLDS
    assert judge(Rule("equal", 8, 0.5), [counted("", 8)]) == HOLDS
    assert judge(Rule("equal", 8, 0.5), [counted("", 6)]) == FAILS


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_the_error_rate_is_what_it_says(alternative):
    """Where nothing is there to be found, at most one decision in twenty is wrong; at the margin for equality."""
    rng = np.random.default_rng(5)
    rule = Rule(alternative, 0.0, 1.0)
    truth = 1.0 if alternative == "equal" else 0.0
    found = [judge(rule, [measured(rng.normal(truth, 0.1), 0.1)]) for _ in range(2000)]
    wrong = {HOLDS, FAILS} if alternative != "equal" else {HOLDS}
    assert np.mean([verdict in wrong for verdict in found]) < 0.065
    assert np.mean([verdict in wrong for verdict in found]) > 0.025


def test_holm_multiplies_the_least_by_all_and_the_greatest_by_one():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([3, 1.5, 2])
    assert holm([0.01], [0.001, 0.5]) == pytest.approx([2])
    assert holm([0.0, 0.5]) == pytest.approx([1, 1])


def test_many_looks_need_more_evidence():
    rule = Rule("greater", 0)
    one = measured(2.1, 1)
    assert judge(rule, [one]) == HOLDS
    assert judge(rule._replace(combine="any"), [one] + [measured(0.1, 1)] * 9) == OPEN
    assert judge(rule, [one], others=[0.5] * 9) == OPEN
    assert factors(rule, [one] + [measured(0.1, 1)] * 9)[0] == pytest.approx(10)


def test_parts_combine_as_the_claim_says():
    assert combined([HOLDS, HOLDS], "all") == HOLDS
    assert combined([HOLDS, FAILS], "all") == FAILS
    assert combined([HOLDS, OPEN], "all") == OPEN
    assert combined([HOLDS, FAILS], "any") == HOLDS
    assert combined([FAILS, FAILS], "any") == FAILS
    assert combined([FAILS, OPEN], "any") == OPEN
    assert combined([EQUIVALENT, EQUIVALENT], "all") == EQUIVALENT
    assert combined([HOLDS, EQUIVALENT], "all") == OPEN


def test_readings_must_agree():
    rule = Rule("greater", 0)
    parts = [counted("", 1, "printed"), counted("", 1, "away")]
    assert judge(rule, parts) == HOLDS
    parts[1] = counted("", -1, "away")
    assert judge(rule, parts) == OPEN
    assert by_reading(rule, parts) == {"printed": HOLDS, "away": FAILS}


def test_a_missing_reading_leaves_a_claim_open():
    parts = known([counted("", 1, "bids by rule"), missing("", "own bids")])
    assert len(parts) == 2 and judge(Rule("greater", 0), parts) == OPEN
    assert known([missing("x")]) == ()


@pytest.mark.parametrize("alternative", ["greater", "at most", "equal"])
def test_the_number_that_would_decide_does(alternative):
    rule = Rule(alternative, 0.5, 0.03)
    part = measured(0.515, 0.05)._replace(n=100)
    number = needed(rule, part)
    for n, decided in ((number, True), (int(0.98 * number), False)):
        error = 0.05 * math.sqrt(100 / n)
        assert (verdict_of(rule, measured(0.515, error)) != OPEN) == decided
    assert needed(rule, part, 4.0) > number, "more looks need more games"


def test_what_no_number_decides_is_said():
    rule = Rule("greater", 0.5)
    assert needed(rule, measured(0.5, 0.05)._replace(n=100)) is None
    assert needed(rule, counted("x", 0.5)) is None and needed(rule, missing("x")) is None
    assert "more than" in what_decides(rule, [measured(0.5, 0.05)._replace(n=100)])
    split = [measured(0.7, 0.01, "a")._replace(n=9), measured(0.3, 0.01, "b")._replace(n=9)]
    assert what_decides(rule, split) == "readings disagree, so no number of games decides"
    assert "not measured yet" in what_decides(rule, [missing("x", "a"), *split])
    many = [measured(0.51, 0.02 + i / 1000, f"reading {i}")._replace(n=9) for i in range(9)]
    assert what_decides(rule, many).endswith("5 others need fewer") and "reading 8" in what_decides(rule, many)


def test_endpoints_are_fixed_for_all_that_is_tested():
    assert {"runnels2023", "powley2013"} <= {claim.paper for claim in TESTED}
    for claim in TESTED:
        assert claim.endpoint and claim.rule.alternative in ALTERNATIVES and math.isfinite(claim.rule.null), claim.id
        assert claim.rule.margin is None or claim.rule.margin > 0, claim.id
