"""Verdicts are calibrated: without an effect at most one in twenty is decided, and with it claims hold."""

import numpy as np
import pandas as pd
import pytest
from calibration import CALIBRATIONS, NOT_COVERED, Frames, hands, most_wrong, pairs_of, simulated, verdict, wrong

from mcts_lab.matches.statistics import Interval, mean
from mcts_papers import registry as papers
from mcts_papers.hsu2020 import experiments as hsu
from mcts_papers.joppen2019.claims import between_levels, pseudo_values
from mcts_papers.judging import CONFIRMED, NOT_CONFIRMED, UNDECIDED, smallest
from mcts_papers.papagiannis2022.claims import how_many, ratio_of_sums, unlike

WITHOUT, THERE = 80, 30  # runs, fewer where they take long
TOO_SMALL = {  # effects that are mostly missed with so many games, or corrected for so many comparisons
    "joppen2019-dominance", "papagiannis2022-bimodal-at-500", "papagiannis2022-uniform-gains",
    "powley2013-percent-worse", "powley2013-random-when-settled",
    "joppen2019-easy-scores", "joppen2019-chase", "joppen2019-deadly", "papagiannis2022-bimodal-low",
    "papagiannis2022-highest-against-mcts", "powley2013-eight-times", "powley2013-constant",
    "powley2013-none-coincide", "joppen2019-won-not-significant", "papagiannis2022-model-before-bimodal",
    "papagiannis2022-model-at-500", "papagiannis2022-model-ahead-of-gsv", "papagiannis2022-few-and-many",
    "papagiannis2022-hunter-wins", "papagiannis2022-seldom-50"}


def test_every_claim_that_data_decide_has_a_calibration_or_a_reason():
    decided = {claim.id for name in papers.names() for claim in papers.claims(papers.paper(name))
               if claim.kind == "replication"}
    covered = {claim for calibration in CALIBRATIONS for claim in calibration.claims}
    assert covered | set(NOT_COVERED) == decided
    assert not covered & set(NOT_COVERED) and all(NOT_COVERED.values())


def named(calibration):
    return calibration.claims[0] + (f" and {len(calibration.claims) - 1}" if len(calibration.claims) > 1 else "")


@pytest.mark.all
@pytest.mark.sampled(5)
@pytest.mark.parametrize("calibration", CALIBRATIONS, ids=named)
def test_no_effect_is_seldom_one(calibration):
    runs = max(WITHOUT // calibration.cost, 5)
    for claim, found in simulated(calibration, False, runs).items():
        for error in wrong(claim, False):
            assert found[error] <= most_wrong(runs), f"{claim} {error} in {found[error]} of {runs} runs"


@pytest.mark.all
@pytest.mark.sampled(5)
@pytest.mark.parametrize("calibration", CALIBRATIONS, ids=named)
def test_the_published_effect_is_found_and_seldom_denied(calibration):
    runs = max(THERE // calibration.cost, 2)
    for claim, found in simulated(calibration, True, runs).items():
        assert found[NOT_CONFIRMED] <= most_wrong(runs), f"{claim} denied in {found[NOT_CONFIRMED]} of {runs} runs"
        if claim in TOO_SMALL:
            assert found[CONFIRMED] < runs, f"{claim} is found each time: it is not too small"
        else:
            assert found[CONFIRMED] > 0, claim


# --- what went wrong once ---------------------------------------------------------------------------------------------


def test_features_that_win_alone_are_no_gain_of_pruning():
    rng = np.random.default_rng(1)
    games = [pairs_of(rng, one, other, 0.8 if one in hsu.PRUNED else 0.4, 40)
             for one, other, _ in hsu.strength_cells("standard")]
    strength = pd.concat(games, ignore_index=True)
    found = [verdict("hsu2020-features-alone", Frames({
        "hsu2020_strength": strength, "hsu2020_variants": pairs_of(rng, hsu.NINE, hsu.DEFAULT, wins, 3000)}))
        for wins in (0.48, 0.7)]
    assert found == [CONFIRMED, NOT_CONFIRMED]


@pytest.mark.parametrize("points", [-4.0, -1.1, 0.0, 1.7, 4.0])
def test_no_form_of_knowledge_is_both_worse_and_stronger(points):
    rng = np.random.default_rng(3)
    results = Frames({"powley2013_knowledge": pd.concat([
        hands(rng, name, "with - without", points, 40_000)
        for name in ("avoid rules", "prior counts", "skewed backup", "informed playouts")], ignore_index=True)})
    found = {name: verdict(f"powley2013-{name}", results) for name in ("percent-worse", "refined-stronger")}
    assert found == {"percent-worse": CONFIRMED if points == -1.1 else NOT_CONFIRMED if points else UNDECIDED,
                     "refined-stronger": CONFIRMED if points > 0 else NOT_CONFIRMED if points < 0 else
                     found["refined-stronger"]}


def test_the_least_of_several_true_values_lies_in_its_interval():
    rng = np.random.default_rng(4)
    draws = rng.normal(0.0, 1.0, (300, 30, 20))  # equal ones, of which some is least by chance
    inside = [part.low <= 0 <= part.high for part in (
        smallest("", [mean(values) for values in draw], 19) for draw in draws[:100])]
    assert np.mean(inside) > 0.93
    assert np.mean([min(mean(values).high for values in draw) < 0 for draw in draws]) > 0.3, "as it was"


def test_noise_adds_nothing_to_a_variance_between_levels():
    rng = np.random.default_rng(5)
    wanted = np.array([0.0, 1.0, 2.0])  # with a variance of 1
    found = [between_levels(wanted + rng.normal(0, 3, (20, 3))).mean() for _ in range(2000)]
    assert np.mean(found) == pytest.approx(1.0, abs=0.08)
    products = between_levels(rng.normal(0, 1, (20, 4)))
    assert pseudo_values(products).mean() == pytest.approx(products.mean())


def test_a_ratio_of_sums_has_an_interval_over_games():
    over, under = np.array([30.0, 10, 25, 40]), np.array([10.0, 12, 9, 11])
    found = ratio_of_sums("", over, under)
    assert 2**found.estimate == pytest.approx(105.5 / 42.5) and found.low < found.estimate < found.high
    several = ratio_of_sums("", over, under, 6)
    assert several.estimate == found.estimate and several.low < found.low
    assert np.isnan(ratio_of_sums("", over[:1], under[:1]).estimate)


def about(*estimates, error=0.02):
    return [Interval(one, one - 1.96 * error, one + 1.96 * error, 100) for one in estimates]


def test_what_is_counted_lies_between_what_is_shown_and_what_is_not_ruled_out():
    setups = [about(0.2, 0.3), about(0.01, 0.3), about(-0.2, 0.3), about(-0.2, -0.3)]
    for enough, numbers in ((any, (3, 3, 3)), (all, (2, 1, 2))):
        found, _ = how_many(setups, enough)
        assert (found.estimate, found.low, found.high) == numbers
    (several, _), (alone, _) = how_many(9 * [about(0.05)], all), how_many([about(0.05)], all)
    assert several.low == 0 and alone.low == 1, "corrected for nine"
    assert not list(how_many([[Interval(0.5, float("nan"), float("nan"), 0)]], all))


def test_the_distance_of_shares_from_their_mean_lies_in_its_interval():
    rng, design = np.random.default_rng(6), np.ones((3, 1))
    for far in (0.0, 0.03):
        true = 0.5 + far * np.array([-1, -1, 2]) / 2**0.5
        found = [unlike("", about(*rng.normal(true, 0.02)), design) for _ in range(400)]
        assert np.mean([one.low <= far + 1e-12 and far <= one.high for one in found]) > 0.93
    alike = unlike("", about(0.5, 0.5, 0.5), design)
    assert alike.estimate == 0 and alike.high > 0.02, "agreeing by luck tells no more than agreeing"
    assert unlike("", about(0.1, 0.2, 0.3), np.array([[1, 0], [1, 1], [1, 2]])).estimate == 0, "a line explains it"
