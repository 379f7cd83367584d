"""From rule and interval to verdict: every verdict can come out, and none by too little evidence."""

import math
import re
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest
from calibration import CALIBRATIONS
from looks import BAR, RULES, coverage

from mcts_papers import measuring
from mcts_papers import registry as papers
from mcts_papers.judging import (
    ALTERNATIVES,
    CONFIRMED,
    DEPENDS,
    EQUIVALENT,
    LEVEL,
    NOT_CONFIRMED,
    UNDECIDED,
    Part,
    Rule,
    by_reading,
    cheapest,
    combined,
    counted,
    deciding,
    factors,
    grown,
    holm,
    judge,
    known,
    looked_at,
    missing,
    needed,
    of_equivalence,
    repeated,
    times_needed,
    verdict_of,
    what_decides,
)
from mcts_papers.registry import Beside, Note
from mcts_papers.reporting.compare import discoveries, in_numbers, in_words, secondary
from mcts_papers.runnels2023 import claims as runnels
from mcts_papers.runnels2023.experiments import ALPHA_BETA_DEPTHS, GROWTH, MIDPOINTS, MINIMAX_DEPTHS, READINGS

TESTED = [claim for name in papers.names() for claim in papers.claims(papers.paper(name))
          if claim.kind != "untestable" and claim.rule is not None]
ENDPOINTS = [(claim, endpoint) for claim in TESTED for endpoint in ("", *claim.rule.others)]


def measured(estimate, error, reading=""):
    return Part("", estimate, estimate - 1.959964 * error, estimate + 1.959964 * error, reading)


def may_return(rule):
    """The verdicts that a rule may give."""
    if rule.alternative == "equal" or rule.margin is None:
        return {CONFIRMED, NOT_CONFIRMED, UNDECIDED}
    return {CONFIRMED, NOT_CONFIRMED, EQUIVALENT, UNDECIDED}


@pytest.mark.parametrize("claim, endpoint", ENDPOINTS, ids=lambda thing: getattr(thing, "id", thing))
def test_every_rule_can_give_every_verdict_that_it_may(claim, endpoint):
    """On synthetic data: estimates far and near, on either side, precise and vague."""
    rule = claim.rule.at(endpoint)
    size = rule.margin or 1.0
    found = {judge(claim.rule, [measured(rule.null + distance * size, error * size)._replace(endpoint=endpoint)])
             for distance in (-4, -0.3, 0, 0.3, 4) for error in (0.05, 0.2, 0.5, 20)}
    assert found == may_return(rule)


@pytest.mark.parametrize("low, high", [(0.0, 1.0), (0.0, 0.31), (0.19, 0.62), (0.45, 0.97), (0.6, 1.0)])
@pytest.mark.parametrize("inside", [0.0, 0.3, 1.0])
def test_a_verdict_is_that_of_the_interval_however_lopsided(low, high, inside):
    """With a zero width on one side an interval still says nothing against a value that it contains."""
    one = Part("", low + inside * (high - low), low, high, n=10)
    for null in (-0.01, 0.1, 0.3, 0.5, 0.7, 0.99, 1.01):
        expected = CONFIRMED if null < low else NOT_CONFIRMED if null > high else UNDECIDED
        assert verdict_of(Rule("greater", null), one) == expected
        contrary = {CONFIRMED: NOT_CONFIRMED, NOT_CONFIRMED: CONFIRMED}.get(expected, UNDECIDED)
        assert verdict_of(Rule("less", null), one) == contrary
        more = needed(Rule("greater", null), one)
        assert expected != UNDECIDED or null == one.estimate or more is None or more > 10


def test_secondary_endpoints_are_corrected_among_themselves_and_do_not_decide():
    rule = Rule("greater", 0.5, 0.03, others={"points": (0.0, 2.0)})
    narrow = measured(0.52, 0.009)._replace(label="hands")  # p is 0.026
    points = measured(9.0, 1.0)._replace(endpoint="points")
    said = secondary(rule, [narrow, points], [])
    assert "hands: 0.52 [0.502, 0.538] (confirmed); points: 9 [7.04, 11] (confirmed)" in said
    assert "hands: 0.52 [0.502, 0.538] (undecided)" in secondary(rule, [narrow, points], [0.5, 0.5])
    assert secondary(rule, [missing("hands")], []) == ""
    assert in_words(rule) == ("greater than 0.5 (equivalent: within 0.03 of it); "
                              "points: greater than 0 (equivalent: within 2 of it)")


def test_a_row_of_claims_may_have_endpoints_in_several_units():
    row = {name: "x" for name in papers.CLAIM_COLUMNS} | {
        "kind": "replication", "alternative": "greater", "combine": "all", "null": "0.5; points: 0",
        "margin": "0.03; points: 2"}
    assert papers._claim(row).rule == Rule("greater", 0.5, 0.03, "all", {"points": (0.0, 2.0)})
    for wrong in ({"null": "points: 0", "margin": ""}, {"margin": "0.03; hands: 2"}, {"null": "0.5; points"}):
        with pytest.raises(ValueError, match="^null "):
            papers._claim(row | wrong)


def of(number, verdict):
    """A counted number, or a number with its error, and the verdict that it gets."""
    return measured(*number) if isinstance(number, tuple) else counted("", number), verdict


SIDES = {"greater": 1, "at least": 1, "less": -1, "at most": -1}
SINGLE = [
    *((Rule(side, 0.5, 0.03), *of((0.5 + sign * distance, error), verdict)) for side, sign in SIDES.items()
      for distance, error, verdict in ((0.1, 0.01, CONFIRMED), (-0.1, 0.01, NOT_CONFIRMED), (0, 0.01, EQUIVALENT),
                                       (0.1, 0.1, UNDECIDED))),
    *((Rule("equal", 0, 0.07), *of(number, verdict)) for number, verdict in (
        ((0.01, 0.1), UNDECIDED), ((0.01, 0.02), CONFIRMED), ((0.2, 0.02), NOT_CONFIRMED))),
    *((Rule("equal", 8, 0.5), *of(number, verdict)) for number, verdict in (
        (8, CONFIRMED), (8.5, CONFIRMED), (7.5, CONFIRMED),
        (6, NOT_CONFIRMED), (8.75, NOT_CONFIRMED), (7.25, NOT_CONFIRMED))),
    (Rule("greater", 0.5), *of(0.5001, CONFIRMED)), (Rule("greater", 0.5), *of(0.5, NOT_CONFIRMED)),
    (Rule("at least", 0.5), *of(0.5, CONFIRMED)), (Rule("at most", 1), *of(1, CONFIRMED)),
    (Rule("greater", 0.5), missing("x"), UNDECIDED),
]


@pytest.mark.parametrize(("rule", "part", "verdict"), SINGLE)
def test_one_number_is_judged(rule, part, verdict):
    assert judge(rule, [part]) == verdict


@pytest.mark.parametrize(("verdicts", "how", "verdict"), [
    ([CONFIRMED, CONFIRMED], "all", CONFIRMED), ([CONFIRMED, NOT_CONFIRMED], "all", NOT_CONFIRMED),
    ([CONFIRMED, UNDECIDED], "all", UNDECIDED), ([CONFIRMED, NOT_CONFIRMED], "any", CONFIRMED),
    ([NOT_CONFIRMED, NOT_CONFIRMED], "any", NOT_CONFIRMED), ([NOT_CONFIRMED, UNDECIDED], "any", UNDECIDED),
    ([EQUIVALENT, EQUIVALENT], "all", EQUIVALENT), ([CONFIRMED, EQUIVALENT], "all", NOT_CONFIRMED),
    ([UNDECIDED, EQUIVALENT], "all", UNDECIDED),
    ([UNDECIDED, CONFIRMED, EQUIVALENT], "all", NOT_CONFIRMED),
    ([NOT_CONFIRMED, EQUIVALENT], "any", NOT_CONFIRMED), ([UNDECIDED, EQUIVALENT], "any", UNDECIDED),
    ([CONFIRMED, EQUIVALENT], "any", CONFIRMED)])
def test_parts_combine_as_the_claim_says(verdicts, how, verdict):
    assert combined(verdicts, how) == verdict


def test_readings_must_agree():
    rule, parts = Rule("greater", 0), [counted("", 1, "printed"), counted("", 1, "away")]
    assert judge(rule, parts) == CONFIRMED
    parts[1] = counted("", -1, "away")
    assert judge(rule, parts) == DEPENDS and by_reading(rule, parts) == {"printed": CONFIRMED, "away": NOT_CONFIRMED}
    assert what_decides(rule, parts) == "interpretations disagree, so no number of games decides"
    assert judge(rule, [*parts, missing("", "third")]) == DEPENDS, "whatever the third is"
    parts[1] = missing("", "away")
    assert len(known(parts)) == 2 and judge(rule, parts) == UNDECIDED


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_the_error_rate_is_what_it_says(alternative):
    """Where nothing is there to be found, at most one decision in twenty is wrong; at the margin for equality."""
    rng = np.random.default_rng(5)
    rule = Rule(alternative, 0.0, 1.0)
    truth = 1.0 if alternative == "equal" else 0.0
    found = [judge(rule, [measured(rng.normal(truth, 0.1), 0.1)]) for _ in range(2000)]
    wrong = {CONFIRMED, NOT_CONFIRMED} if alternative != "equal" else {CONFIRMED}
    assert np.mean([verdict in wrong for verdict in found]) < 0.065
    assert np.mean([verdict in wrong for verdict in found]) > 0.025


def test_holm_multiplies_the_least_by_all_and_the_greatest_by_one():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([3, 1.5, 2])
    assert holm([0.01], [0.001, 0.5]) == pytest.approx([2])
    assert holm([0.0, 0.5]) == pytest.approx([1, 1])


def test_the_first_part_decides_of_those_that_differ_in_the_last_digits_of_their_p_values():
    parts = [measured(0.1 + off, 1)._replace(label=f"{off}") for off in (0, 1e-14, 2e-14)]
    for some in (parts, parts[::-1]):
        assert deciding(Rule("greater", 0), some)[2] is some[0]


def test_many_looks_need_more_evidence():
    rule = Rule("greater", 0)
    one = measured(2.1, 1)
    assert judge(rule, [one]) == CONFIRMED
    assert judge(rule._replace(combine="any"), [one] + [measured(0.1, 1)] * 9) == UNDECIDED
    assert judge(rule, [one], others=[0.5] * 9) == UNDECIDED
    assert factors(rule, [one] + [measured(0.1, 1)] * 9)[0] == pytest.approx(10)


@pytest.mark.parametrize("looks", range(1, 6))
def test_the_printed_interval_of_equivalence_decides_and_all_looks_err_in_a_twentieth(looks):
    rule = Rule("greater", 0.0, 3.0)
    for estimate in np.linspace(-1, 1, 21):
        for error in np.linspace(0.5, 1.5, 21):
            one = looked_at(measured(estimate, error), looks)
            printed = of_equivalence(one)
            if verdict_of(rule, one) in (EQUIVALENT, UNDECIDED):
                assert (verdict_of(rule, one) == EQUIVALENT) == (-3 <= printed.low and printed.high <= 3)
    far = 3.0 - NormalDist().inv_cdf(1 - LEVEL / 2**looks)  # from the margin, where this look's share of the 5 % ends
    assert verdict_of(rule, looked_at(measured(far - 0.001, 1.0), looks)) in (EQUIVALENT, CONFIRMED)
    assert verdict_of(rule, looked_at(measured(far + 0.001, 1.0), looks)) != EQUIVALENT


@pytest.mark.parametrize("alternative", ["greater", "at most", "equal"])
def test_the_number_that_would_decide_does(alternative):
    rule = Rule(alternative, 0.5, 0.03)
    part = measured(0.515, 0.05)._replace(n=100)
    number = needed(rule, part)
    for n, decided in ((number, True), (int(0.98 * number), False)):
        error = 0.05 * math.sqrt(100 / n)
        assert (verdict_of(rule, measured(0.515, error)) != UNDECIDED) == decided
    assert needed(rule, part, 4.0) > number, "more looks need more games"


def test_what_no_number_decides_is_said():
    rule = Rule("greater", 0.5)
    assert needed(rule, measured(0.5, 0.05)._replace(n=100)) is None
    assert needed(rule, counted("x", 0.5)) is None and needed(rule, missing("x")) is None
    split = [measured(0.7, 0.01, "a")._replace(n=9), measured(0.3, 0.01, "b")._replace(n=9)]
    assert what_decides(rule, split) == "interpretations disagree, so no number of games decides"
    many = [measured(0.51, 0.02 + i / 1000, f"reading {i}")._replace(n=9) for i in range(9)]
    assert re.fullmatch("with up to [0-9.]+ times as many observations of each of 9 undecided parts, the verdict "
                        "would be “equivalent”", what_decides(rule._replace(margin=0.03), many))
    near = what_decides(rule, [measured(0.5001, 0.05)._replace(n=9)])
    assert near == "not worth deciding: more than 256 times as many observations would be needed"


@pytest.mark.parametrize("estimates", [[0.515], [0.515, 0.56, 0.505], [0.54, 0.49, 0.51], [0.515, 0.52]])
@pytest.mark.parametrize("alternative", ["greater", "equal"])
def test_what_is_lacking_would_decide_at_the_next_look(estimates, alternative):
    """The whole claim, with Holm's factors as they are then, and not each part by itself."""
    rule = Rule(alternative, 0.5, 0.03)
    raw = [measured(one, 0.02)._replace(n=1000, label=f"{one}") for one in estimates]
    then, others = [looked_at(one, 2) for one in raw], (0.04, 0.2)
    times = times_needed(rule, then, others)
    decided = judge(rule, grown(rule, then, others, times), others)
    assert decided != UNDECIDED == judge(rule, grown(rule, then, others, 0.98 * times), others)
    more, verdict = cheapest(rule, then, others, times)
    played = {part.label: repeated(part, one) for one, part in more}
    assert judge(rule, [played.get(part.label, part) for part in then], others) == verdict == decided
    assert max(one for one, _ in more) <= times
    hour = what_decides(rule, [looked_at(one, 1) for one in raw], others, then, (3600.0, 1e9))
    assert hour.startswith("not worth deciding: ") and " hours on one core), the verdict would be " in hour


def test_endpoints_are_fixed_for_all_that_is_tested():
    assert {"runnels2023", "powley2013"} <= {claim.paper for claim in TESTED}
    for claim in TESTED:
        assert claim.endpoint and claim.rule.alternative in ALTERNATIVES and math.isfinite(claim.rule.null), claim.id
        assert claim.rule.margin is None or claim.rule.margin > 0, claim.id


# --- the claims of Runnels 2023 on results made up so that each verdict comes out -------------------------------------

STARTS = 10_368
WORLD = {  # what results say, under one reading of Equation 6
    "decided": lambda plies: 0.2,  # share of starts that equal players of a depth decide
    "deep": (100, 100),  # games between two depths that the deeper one wins, and loses
    "calls": {},  # algorithm -> states generated at a setting; three times the setting where not said
    "noise": 0.01,  # the relative error of these
    "differ": lambda setting, game: False,  # whether a game of alpha-beta differs from that of minimax
    "facts": {},  # of the evaluation: what -> number
}
FACTS = ("greatest", "least with the ball", "negative with the ball", "1 or more with the ball")
OF_MIDPOINTS = ("greatest without the ball", "above 1 without the ball")


class Made(dict):
    """Results that were made up: experiment -> DataFrame."""


def world(away=None, **said):
    """Results of `WORLD` with what is `said`, and under the reading "away" what that says besides."""
    worlds = [WORLD | said, WORLD | said | (away or {})]
    census, duels, growth, games = [], [], [], []
    facts = [{"what": what, "reading": "all", "value": value} for what, value in (("starts", STARTS),
                                                                                  ("starts drawn", 0.9))]
    for reading, midpoint, w in zip(READINGS, MIDPOINTS, worlds, strict=True):
        facts += [{"what": what, "reading": reading, "value": w["facts"].get(what, 0.5)} for what in FACTS]
        facts += [{"what": what, "reading": midpoint, "value": w["facts"].get(what, 0.5)} for what in OF_MIDPOINTS]
        usual = {"eq6": reading, "first": "red", "ties": "first"}
        for plies in range(1, 11):
            side = round(STARTS * w["decided"](plies) / 2)
            census.append({**usual, "plies": plies, "red": side, "blue": side, "draws": STARTS - 2 * side})
        duels += [{**usual, "deep": deep, "shallow": deep // 2, "starts": STARTS, "wins": w["deep"][0],
                   "losses": w["deep"][1]} for deep in (2, 4)]
        for algorithm, settings in GROWTH:
            calls = [float(w["calls"].get(algorithm, lambda setting: 3.0 * setting)(s)) for s in settings]
            growth += [{"reading": reading, "algorithm": algorithm, "setting": s, "calls": c,
                        "calls_error": w["noise"] * c} for s, c in zip(settings, calls, strict=True)]
        for algorithm, settings in {"minimax": MINIMAX_DEPTHS, "alpha-beta": ALPHA_BETA_DEPTHS}.items():
            games += [{"reading": reading, "algorithm": algorithm, "setting": setting, "game": i, "winner": "draw",
                       "red_moves": 5 + (algorithm == "alpha-beta" and w["differ"](setting, i)), "blue_moves": 5}
                      for setting in settings for i in range(200)]
    nothing = pd.DataFrame()
    return Made({f"runnels2023_{name}": pd.DataFrame(rows) for name, rows in {
        "census": census, "duel_census": duels, "growth": growth, "self_play": games, "facts": facts,
        "exact": nothing, "kept_census": nothing}.items()})


def grows(factor):
    return lambda setting: factor**setting


def jumps(setting):
    """Effort that goes up and down, so that no rate of growth is known."""
    return 1000.0 if setting % 2 else 2.0**setting


def fewer(plies):
    return 0.8 / plies


def more(plies):
    return 0.05 * plies


def facts_of(what, good, bad):
    """For a number that was counted: what gives each verdict."""
    good, bad = {"facts": {what: good}}, {"facts": {what: bad}}
    return {CONFIRMED: good, NOT_CONFIRMED: bad, DEPENDS: {**good, "away": bad}}


def counted_with(what, good, bad):
    """As `facts_of`, for anything else that a world says."""
    return {CONFIRMED: {what: good}, NOT_CONFIRMED: {what: bad}, DEPENDS: {what: good, "away": {what: bad}}}


FOURFOLD = {"minimax": grows(4), "alpha-beta": grows(2)}
NOISY = {"minimax": grows(4), "alpha-beta": jumps}
SHRINKS = {"minimax": grows(0.5), "alpha-beta": grows(0.5)}
TENFOLD = {"minimax": lambda s: 10.0 * 3**s, "alpha-beta": grows(3)}
SAME = {"minimax": grows(3), "alpha-beta": grows(3)}
CURVED, STRAIGHT = ({"mcts": lambda n, of=of: of(n) * (1.01 if n % 20 else 0.99)}
                    for of in (lambda n: np.exp(0.01 * n), lambda n: 7.0 * n))
VERDICTS_OF = {  # claim -> verdict -> what results must say
    "eight-moves": {CONFIRMED: {"moves": 8}, NOT_CONFIRMED: {"moves": 6}},
    "square-root": {CONFIRMED: {"calls": FOURFOLD}, NOT_CONFIRMED: {"calls": SAME}, UNDECIDED: {"calls": NOISY}},
    "greatest": facts_of("greatest", 20, 30),
    "zero-least": facts_of("least with the ball", 0, -1),
    "one-highest": facts_of("greatest without the ball", 1, 2),
    "possession": facts_of("1 or more with the ball", 0.99, 0.5),
    "minimax-exponential": {CONFIRMED: {"calls": FOURFOLD}, NOT_CONFIRMED: {"calls": SHRINKS},
                            UNDECIDED: {"calls": {"minimax": jumps}}},
    "alpha-beta-exponential": {CONFIRMED: {"calls": FOURFOLD}, NOT_CONFIRMED: {"calls": SHRINKS},
                               UNDECIDED: {"calls": NOISY}},
    "depth-1-most": counted_with("decided", fewer, more),
    "draws-often": counted_with("decided", lambda plies: 0.1, lambda plies: 0.9),
    "lower-depths": counted_with("decided", fewer, more),
    "depths-2-and-3": {NOT_CONFIRMED: {"decided": fewer},
                       DEPENDS: {"decided": lambda plies: 0.6 if plies in (2, 3) else 0.1}},
    "depth-1-as-5": counted_with("decided", lambda plies: 0.2, lambda plies: 0.9 / plies**2),
    "minimax-can-win": counted_with("decided", lambda plies: 0.2, lambda plies: 0.01),
    "deeper-no-better": counted_with("deep", (100, 100), (100, 10)),
    "ten-times": counted_with("calls", TENFOLD, SAME),
    "pruning-runtime": counted_with("calls", TENFOLD, SAME),
    "mcts-exponential": counted_with("calls", CURVED, STRAIGHT),
    "more-wins": {CONFIRMED: {"differ": lambda s, game: s == 1 and game == 0}, NOT_CONFIRMED: {}},
}
NEVER = {  # verdicts that a rule allows and the numbers do not
    "eight-moves": {UNDECIDED},  # a count without readings
    "more-wins": {UNDECIDED},  # one game that differs is enough
    "depths-2-and-3": {CONFIRMED},  # in plies 2 must be better than 4, in rounds of two plies 4 better than 2
}
CALIBRATED = {claim for calibration in CALIBRATIONS for claim in calibration.claims}  # by test_calibration
OF_RUNNELS = {claim.id.removeprefix("runnels2023-"): claim for claim in TESTED
              if claim.paper == "runnels2023" and claim.id not in CALIBRATED}


@pytest.mark.parametrize("name", OF_RUNNELS)
def test_every_claim_can_get_every_verdict_that_it_may(name, monkeypatch):
    claim = OF_RUNNELS[name]
    given = {UNDECIDED if verdict == DEPENDS else verdict for verdict in VERDICTS_OF[name]}
    assert given == may_return(claim.rule) - NEVER.get(name, set())
    for verdict, said in VERDICTS_OF[name].items():
        said = dict(said)
        if "moves" in said:
            moves = said.pop("moves")
            monkeypatch.setattr(runnels, "legal_actions", lambda game, state, moves=moves: range(moves))
        finding = papers.paper("runnels2023").claims[claim.id](world(**said), "standard")
        assert judge(claim.rule, finding.parts) == verdict, finding.ours


@pytest.mark.parametrize("name", RULES)
def test_intervals_after_several_stages_cover_as_they_say(name):
    runs = 300
    once, printed = coverage(RULES[name], 0.5, 1, runs)
    assert once < printed and printed > BAR - 3 * math.sqrt(0.05 * 0.95 / runs)


def test_a_measure_yields_parts_words_and_notes(monkeypatch):
    monkeypatch.setattr(measuring, "MEASURES", {})

    @measuring.claim("smith2021-all", labels="ab", note="over starts")
    @measuring.claim("smith2021-one", labels="a")
    def shares(results, labels):
        for label in labels:
            yield measured(results[label], 0.1)._replace(label=label)
        if len(labels) > 1:
            yield Beside(measured(0.9, 0.1))
            yield "b wins most"
            yield Note("two players")

    one, other = (measuring.MEASURES[f"smith2021-{name}"]({"a": 0.4, "b": 0.7}, "quick") for name in ("one", "all"))
    assert [part.label for part in other.parts] == ["a", "b"] and [part.estimate for part in other.secondary] == [0.9]
    assert (other.ours, other.note) == ("b wins most", "two players; over starts")
    assert (one.ours, one.note, one.secondary) == ("", "", ()) and in_numbers(one.parts, "%") == "a 40 %"
    nothing = measuring.MEASURES["smith2021-one"]({"a": math.nan}, "quick")
    assert nothing.parts == () and in_numbers(nothing.parts) == "not measured yet"
    assert in_numbers([measured(x, 0.1) for x in range(12)]) == "12 numbers, from 0 to 11"
    with pytest.raises(ValueError, match="smith2021-one is already measured in "):
        measuring.claim("smith2021-one")(lambda results: [])


def test_a_false_discovery_rate_over_all_families_is_told():
    claims = [{"group": "replication", "p": p, "verdict": CONFIRMED if p < 0.05 else UNDECIDED}
              for p in (0.001, 0.004, 0.045, 0.6, 0.9)] + [{"group": "untestable", "p": 0.0, "verdict": CONFIRMED},
                                                           {"group": "replication", "p": None, "verdict": CONFIRMED}]
    assert "all 5 claims that have a sampling error, 2 of the 3 decided claims remain decided" in discoveries(
        [{"claims": claims}])
    assert discoveries([{"claims": claims[3:]}]) == ""
