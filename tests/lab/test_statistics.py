"""Intervals, tests and ratings, against published or independently computed values."""

import itertools
from math import comb

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from mcts_lab.matches import statistics as s


def test_the_wilson_interval_of_newcombe_s_example():
    # Newcombe (1998), "Two-sided confidence intervals for the single proportion", Table I: 81 of 263
    found = s.proportion(81, 263)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)
    assert found.estimate == 81 / 263


def test_the_wilson_interval_solves_its_equation():
    for wins, games in [(0, 10), (3, 10), (10, 10), (2.5, 9), (550, 1000)]:
        found = s.proportion(wins, games, confidence=0.9)
        z = stats.norm.ppf(0.95)
        for p in (found.low, found.high):
            assert abs(wins / games - p) == pytest.approx(z * np.sqrt(p * (1 - p) / games), abs=1e-12)


def test_newcombe_s_difference():
    # Newcombe (1998), "Interval estimation for the difference between independent proportions", Table II: 56/70 - 48/80
    found = s.difference(56, 70, 48, 80)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)
    assert found.estimate == pytest.approx(0.2)


def test_the_mean_s_intervals():
    values = [1.0, 2.0, 4.0, 8.0, 3.0]
    found = s.mean(values)
    half = 2.7764451 * np.std(values, ddof=1) / np.sqrt(5)
    assert (found.estimate, found.low, found.high) == pytest.approx((3.6, 3.6 - half, 3.6 + half))
    again = s.mean(values, bootstrap=500, seed=3)
    assert again == s.mean(values, bootstrap=500, seed=3)
    assert again != s.mean(values, bootstrap=500, seed=4)
    assert 1 < again.low < 3.6 < again.high < 8
    alike = s.mean([2, 2, 2])
    assert alike.estimate == 2 and np.isnan(alike.low) and np.isnan(alike.high)


def test_welch_s_interval_is_that_of_scipy():
    one, other = [3.0, 4.5, 1.0, 8.0, 2.5], [1.0, 1.5, 0.5]
    theirs = stats.ttest_ind(one, other, equal_var=False).confidence_interval(0.9)
    found = s.welch(one, other, 0.9)
    assert (found.estimate, found.n) == (pytest.approx(2.8), 8)
    assert (found.low, found.high) == pytest.approx(tuple(theirs))
    assert s.welch([2, 2], [1, 1, 1]) == (1, 1, 1, 5)
    assert np.isnan(s.welch([2], [1, 3]).low)


@pytest.mark.parametrize("freedom", [1, 7, 250.5])
def test_student_s_reach_is_that_of_scipy(freedom):
    assert s.t_reach(freedom, 0.9) == pytest.approx(stats.t.ppf(0.95, freedom))
    assert s.t_reach(np.inf) == pytest.approx(stats.norm.ppf(0.975))


def test_wilcoxon_s_test_exactly():
    # all six differences positive: each of 2^6 sign patterns is equally likely
    found = s.wilcoxon([2, 4, 6, 8, 10, 12], [1, 2, 3, 4, 5, 6])
    assert (found.statistic, found.n, found.p) == (0, 6, pytest.approx(2 / 64))


# --- ratings ----------------------------------------------------------------------------------------------------------


def results(wins, draws=None):
    """Rows of games from {(a, b): (wins of a, wins of b)} and {(a, b): draws}, sides alternating."""
    rows = []
    for (a, b), (of_a, of_b) in wins.items():
        for i, payoff in enumerate([1] * of_a + [-1] * of_b + [0] * (draws or {}).get((a, b), 0)):
            seats = (a, b, payoff, -payoff) if i % 2 else (b, a, -payoff, payoff)
            rows.append(dict(zip(("seat_0", "seat_1", "payoff_0", "payoff_1"), seats, strict=True), start=i // 2))
    return rows


def test_draws_count_half_a_win_for_both():
    drawn = s.elo(results({("a", "b"): (50, 10)}, {("a", "b"): 40}), prior=0, resamples=0)
    decided = s.elo(results({("a", "b"): (70, 30)}), prior=0, resamples=0)
    assert list(drawn["rating"]) == pytest.approx(list(decided["rating"]))


def test_ratings_maximise_the_likelihood():
    wins = {("a", "b"): (30, 10), ("b", "c"): (25, 20), ("a", "c"): (28, 14)}
    table = s.elo(results(wins), prior=0, resamples=0).set_index("player")["rating"] / s.ELO

    def likelihood(r):
        return sum(x * np.log(1 / (1 + np.exp(r[b] - r[a]))) + y * np.log(1 / (1 + np.exp(r[a] - r[b])))
                   for (a, b), (x, y) in wins.items())

    best = likelihood(table)
    for player in "abc":
        for step in (-0.01, 0.01):
            assert likelihood(table + pd.Series({player: step}).reindex(list("abc"), fill_value=0)) < best


def test_games_from_one_start_are_resampled_together():
    # every start gives one win to each side, so resampling whole starts leaves nothing to chance
    even = results({("a", "b"): (20, 20)})
    for i, row in enumerate(even):
        row["start"] = i % 20
    table = s.elo(even)
    assert list(table["low"]) == pytest.approx([0, 0]) == list(table["high"])
    alone = s.elo([dict(row, start=i) for i, row in enumerate(even)])
    assert (alone["high"] - alone["low"]).min() > 10


@pytest.mark.parametrize("prior", [0.5, 2.0])
def test_rating_intervals_are_those_of_resamples_by_hand(prior):
    """Of two players with 9 to 3 wins a resample has a binomial number of wins, and its ratings a closed form."""
    rows = [dict(row, start=i) for i, row in enumerate(results({("a", "b"): (9, 3)}))]
    found = s.elo(rows, resamples=4000, prior=prior).set_index("player").loc["a"]
    for name, share in (("low", 0.025), ("high", 0.975)):
        wins = stats.binom.ppf(share, 12, 9 / 12)
        assert found[name] == pytest.approx(200 * np.log10((wins + prior / 2) / (12 - wins + prior / 2)))
    assert found["rating"] == pytest.approx(200 * np.log10((9 + prior / 2) / (3 + prior / 2)))


def test_whoever_wins_everything_has_a_rating_with_a_prior():
    table = s.elo(UNBOUNDED)
    assert table["player"][0] == "a"
    assert np.isfinite(table[["rating", "low", "high"]]).all(axis=None)


# --- several methods on several problems ------------------------------------------------------------------------------

# Accuracies of four methods on fourteen data sets [Demšar 2006, Table 6]
DEMSAR = pd.DataFrame(
    [[.763, .768, .771, .798], [.599, .591, .590, .569], [.954, .971, .968, .967], [.628, .661, .654, .657],
     [.882, .888, .886, .898], [.936, .931, .916, .931], [.661, .668, .609, .685], [.583, .583, .563, .625],
     [.775, .838, .866, .875], [1.00, 1.00, 1.00, 1.00], [.940, .962, .965, .962], [.619, .666, .614, .669],
     [.972, .981, .975, .973], [.957, .978, .946, .970]],
    columns=["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"])


def test_demsar_s_example():
    ranks = s.average_ranks(DEMSAR)
    assert [round(r, 3) for r in ranks] == [3.143, 2.0, 2.893, 1.964]
    # the paper's chi-squared of 9.28 has no correction for ties, SciPy's has one
    ties = sum(t**3 - t for row in DEMSAR.to_numpy() for t in np.unique(row, return_counts=True)[1])
    found = s.friedman(DEMSAR)
    assert found.statistic * (1 - ties / (14 * (4**3 - 4))) == pytest.approx(9.28, abs=0.01)
    assert found.p < 0.05
    assert s.critical_difference(4, 14, 0.1) == pytest.approx(1.12, abs=0.005)
    assert s.critical_difference(4, 14) == pytest.approx(2.569 * np.sqrt(20 / 84), abs=0.001)
    assert s.critical_difference(2, 1) == pytest.approx(1.960, abs=0.001)


def test_nemenyi_s_test_agrees_with_the_critical_difference():
    ranks, p = s.average_ranks(DEMSAR), s.nemenyi(DEMSAR)
    for a in DEMSAR:
        for b in DEMSAR:
            if a != b:
                assert (p.loc[a, b] < 0.1) == (abs(ranks[a] - ranks[b]) > s.critical_difference(4, 14, 0.1))


UNBOUNDED = results({("a", "b"): (10, 0), ("b", "c"): (5, 5)})


@pytest.mark.parametrize("call", [
    lambda: s.proportion(5, 4), lambda: s.proportion(0, 0), lambda: s.proportion(1, 2, confidence=95),
    lambda: s.mean([1]), lambda: s.mean([1, float("nan")]), lambda: s.wilcoxon([1, 2], [1]),
    lambda: s.elo([{"a": 1}]), lambda: s.elo(results({("a", "b"): (1, 1)}), anchor="z"),
    lambda: s.elo(UNBOUNDED, prior=0), lambda: s.elo(results({("a", "b"): (1, 1), ("c", "d"): (1, 1)})),
    lambda: s.friedman(DEMSAR[["C4.5"]]), lambda: s.nemenyi(DEMSAR.where(DEMSAR < 1)),
    lambda: s.critical_difference(1, 3), lambda: s.share([0.5, 2.0]),
    lambda: s.fit(np.arange(3), np.arange(3), "cubic"),
])
def test_bad_input_is_refused_in_one_sentence(call):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        call()


# --- shares, pairs, clusters, fits ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("p", "n"), [(0.99, 100), (0.995, 50), (0.9, 10), (1.0, 4), (0.5, 60)])
def test_intervals_of_shares_cover_the_truth(p, n):
    """Also where nearly all observations agree, which makes a t interval too narrow or a point."""
    rng = np.random.default_rng(7)
    hit = np.mean([s.share(rng.random(n) < p).contains(p) for _ in range(400)])
    assert hit > 0.91


@pytest.mark.parametrize(("won", "lost", "n"), [(0.1, 0.1, 25), (0.05, 0.02, 25), (0.9, 0.02, 60), (0.5, 0.01, 10)])
def test_intervals_of_pairs_cover_the_truth(won, lost, n):
    covered = 0.0
    for w, k in itertools.product(range(n + 1), repeat=2):
        if w + k <= n:
            likely = comb(n, w) * comb(n - w, k) * won**w * lost**k * (1 - won - lost) ** (n - w - k)
            covered += likely if likely > 1e-9 and s.of_pairs(w, k, n).contains(0.5 + (won - lost) / 2) else 0
    assert covered > 0.945


def test_intervals_of_pairs_are_known():
    """One of 44 pairs won, the others shared: the difference has [-.059, .118]; shared pairs say more than games."""
    found = s.of_pairs(1, 0, 44)
    assert [2 * one - 1 for one in found[:3]] == pytest.approx([1 / 44, -0.0594, 0.1181], abs=1e-4)
    few = s.share([0.5] * 16 + [1.0] * 5 + [0.0] * 4)
    assert few == s.of_pairs(5, 4, 25) and s.proportion(13, 25).low < few.low < few.high < s.proportion(13, 25).high
    assert s.share([0.5] * 25).low == pytest.approx(0.4334, abs=1e-4) and s.of_pairs(9, 0, 9).high == 1.0


def test_pairing_uses_what_deals_have_in_common():
    rng = np.random.default_rng(3)
    deal = rng.normal(0, 10, 300)
    first, second = deal + rng.normal(1, 1, 300), deal + rng.normal(0, 1, 300)
    found = s.paired(first, second)
    assert found.contains(1.0) and found.low > 0.5
    assert s.paired([0, 1] * 20, [0, 1] * 20).low < 0 < s.paired([0, 1] * 20, [0, 1] * 20).high
    assert np.isnan(s.paired([3, 4], [3, 4]).low)
    for others in (9, 10):  # as many differ from the commonest difference
        one, two = np.repeat([1.0, 0.0], [others, 90 - others]), np.zeros(90)
        assert (s.paired(one, two) == s.mean(one - two)) == (others == s.FEW_OTHERS)


def test_fits_are_least_squares_of_the_values_themselves():
    x = np.array([10, 25, 50, 75, 100, 200, 400, 800])
    line = s.fit(x, 3 + 2 * x, "linear")
    assert (line.level, line.rate, line.r_squared) == pytest.approx((3, 2, 1))
    curve = s.fit(x, 5 * np.exp(0.007 * x), "exponential")
    assert (curve.level, curve.rate, curve.r_squared) == pytest.approx((5, 0.007, 1), rel=1e-4)
    # near to a line an exponential is not as bad as one through the logarithms
    fair = s.fit(x, 3 + 2 * x, "exponential")
    logs = np.exp(np.polyval(np.polyfit(x, np.log(3 + 2 * x), 1), x))
    assert line.residual < fair.residual < np.sqrt(((3 + 2 * x - logs) ** 2).mean())


def test_intervals_cover_as_often_as_they_say():
    rng = np.random.default_rng(1)
    rates = s.proportion
    hit = [rates(k, 60, 0.9).contains(0.3) for k in rng.binomial(60, 0.3, 1500)]
    assert 0.87 < np.mean(hit) < 0.94
    hit = [s.mean(rng.normal(2, 3, 8), 0.9).contains(2) for _ in range(1500)]
    assert 0.87 < np.mean(hit) < 0.93
