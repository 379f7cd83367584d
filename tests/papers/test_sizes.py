"""The verdict on the size of a claim, on invented data."""

import math

import numpy as np
import pandas as pd
import pytest
import sample_paper
from sample_paper import PAPER
from scipy.stats import norm

from mcts_lab.matches.statistics import proportion
from mcts_papers import registry as papers
from mcts_papers.joppen2019.ranks import printed_table, ranks, worth
from mcts_papers.judging import (
    CONFIRMED,
    DECISIVE,
    UNDECIDED,
    VERDICTS,
    Rule,
    counted,
    deciding,
    judge,
    looked_at,
    missing,
    part,
)
from mcts_papers.paths import data
from mcts_papers.registry import Finding, Part
from mcts_papers.reporting import compare
from mcts_papers.reporting.sizes import INSIDE, OUTSIDE, PARTLY, size_text, sizes, spread, standing, tally_of_sizes


def close(found, expected):
    assert set(found) == set(expected)
    for name, value in expected.items():
        assert math.isclose(found[name], value, rel_tol=2e-3, abs_tol=1e-4), (name, found[name], value)


def numbers(name, *keys):
    return pd.read_csv(data() / "paper" / f"{name}.csv", comment="#").set_index(list(keys))


def printed(paper, claim):
    return next(one for one in papers.claims(papers.paper(paper)) if one.id == f"{paper}-{claim}").published


def claim(published, **others):
    rule = Rule("greater", 0.5, others={"points": (0.0, 2.0)})
    return papers.Claim("x", "sample2000", "1", "s", "t", "replication", "share", rule, "", published,
                        "share of games", **others)


def test_a_published_size_lies_inside_or_outside_our_interval():
    ours = Finding((Part("", 0.633, 0.577, 0.689, n=300),), "")
    outside, inside = sizes(claim({"": 0.736}), ours), sizes(claim({"": 0.6}), ours)
    assert size_text(outside) == "the published number 0.736 lies outside our interval [0.577, 0.689]"
    assert size_text(inside) == "the published number 0.6 lies inside our interval [0.577, 0.689]"
    assert (standing(outside), standing(inside)) == (OUTSIDE, INSIDE)
    assert outside[0].null == 0.5 and outside[0].n == 300
    assert size_text(sizes(claim({}), ours)) == "" and standing([]) == ""


def test_the_error_of_the_papers_games_counts():
    """A prediction interval has the error of both: two experiments alike differ by more than 95 % of one."""
    ours = Finding((Part("", 0.45, 0.42, 0.48, n=1000),), "")
    many, few = (sizes(claim({"": 0.52}, games=games), ours)[0] for games in (0, 100))
    assert not many.inside and many.predicted == (0.42, 0.48) and few.inside
    assert few.predicted[1] - 0.45 == pytest.approx(math.hypot(0.03, 0.52 - few.published_low))
    assert "the published number 0.52 lies inside the interval that our results predict for it, [" in size_text([few])
    rng = np.random.default_rng(3)
    won = rng.binomial((400, 100), 0.5, (2000, 2)) / (400, 100)
    found = [sizes(claim({"": theirs}, games=100), Finding((part("", proportion(400 * own, 400)),), ""))[0].inside
             for own, theirs in won]
    assert 0.94 < np.mean(found) < 0.97


def test_each_part_has_the_size_of_its_name_or_of_its_endpoint():
    ours = Finding((Part("hunter", 0.1, 0.0, 0.2), Part("warlock", 0.1, 0.0, 0.2), missing("shaman"),
                    Part("", 3.0, 2.0, 4.0, endpoint="points")), "",
                   secondary=(Part("beside", 9.0, 8.0, 10.0, endpoint="points"), Part("untold", 0.1, 0.0, 0.2)))
    found = sizes(claim({"hunter": 0.15, "": 0.3, "points": 5.0}), ours)
    assert [(size.label, size.published, size.null, size.inside) for size in found] == [
        ("hunter", 0.15, 0.5, True), ("warlock", 0.3, 0.5, False), ("", 5.0, 0.0, False), ("beside", 5.0, 0.0, False)]
    assert standing(found) == PARTLY
    assert size_text(found[:2]) == ("hunter: the published number 0.15 lies inside our interval [0, 0.2]; "
                                    "warlock: the published number 0.3 lies outside our interval [0, 0.2]")


def test_what_was_counted_is_the_published_number_or_is_not():
    assert size_text(sizes(claim({"": 8.0}), Finding((counted("", 6),), ""))) == (
        "the published number 8 is not our number, 6, which is a complete count")
    third = sizes(claim({"": 0.333}), Finding((counted("", 1 / 3),), ""))
    assert third[0].inside and size_text(third) == (
        "the published number 0.333 is equal to our number, 0.333, which is a complete count")


ROW = {name: "x" for name in papers.CLAIM_COLUMNS} | {
    "kind": "replication", "alternative": "greater", "combine": "all", "null": "0.5", "margin": ""}


@pytest.mark.parametrize(("wrong", "says"), [
    *(({"published": one} | more, "published") for one, more in (("many", {"unit": "share"}), ("3", {}))),
    ({"unit": "share"}, "published"), *(({"looks": looks}, "looks cannot be") for looks in ("0", "twice", "-1")),
    *(({"published": "3", "games": games, "unit": unit}, "games must be a whole number") for games, unit in (
        ("40", "nodes"), ("many", "share of games")))])
def test_published_sizes_are_numbers_with_a_unit(wrong, says):
    assert papers._claim(ROW).published == {} and papers._claim(ROW).looks == 1
    assert papers._claim(ROW | {"published": "0.08; a, b: 3", "unit": "share"}).published == {"": 0.08, "a, b": 3.0}
    with pytest.raises(ValueError, match=says):
        papers._claim(ROW | wrong)


def test_the_games_of_a_paper_tell_the_interval_of_a_share():
    share, difference = spread(0.6, 100, "share of games"), spread(0.2, 100, "difference of shares of games")
    assert share == pytest.approx(proportion(60, 100)[1:3], abs=1e-4)
    widest = max(1.96 * math.sqrt((p * (1 - p) + (p - 0.2) * (1.2 - p)) / 100) for p in np.linspace(0.2, 1, 801))
    assert difference == pytest.approx((0.2 - widest, 0.2 + widest), abs=1e-3)
    assert all(map(math.isnan, spread(0.6, 0, "share of games")))


@pytest.mark.parametrize(("looks", "level"), [(1, 0.025), (2, 0.0125), (3, 0.00625)])  # all looks together err in 5 %
def test_every_further_look_at_a_claim_widens_its_interval(looks, level):
    found = looked_at(Part("", 0.5, 0.4, 0.6), looks)
    assert (found.high - 0.5) / 0.1 == pytest.approx(norm.isf(level / 2) / norm.isf(0.025))
    assert found.low + found.high == pytest.approx(1.0)


def report_of(checkout, row, finding):
    """The judged claims of a paper of one more claim, with its finding."""
    path = checkout / "data" / "paper" / "claims.csv"
    lines = sample_paper.CLAIMS.splitlines()
    path.write_text("\n".join([f"{lines[0]},published,unit,games", *(f"{line},,," for line in lines[1:]), row]) + "\n")
    paper = PAPER._replace(claims={**PAPER.claims, "sample2000-size": lambda results, budget: finding})
    return compare.judged(paper, compare.Results(paper, "quick", 1))


SIZE = "sample2000-size,sample2000,Section 5,It wins 74 %,games,replication,share of games,greater,0.5,,all,games,"


def test_a_published_size_has_a_verdict_and_a_claim_the_adjusted_p(checkout):
    finding = Finding((Part("", 0.633, 0.577, 0.689, n=300),), "63.3 % of 300 games")
    told = next(one for one in report_of(checkout, SIZE + "0.736,share of games,900", finding)
                if one["id"] == "sample2000-size")
    assert (told["standing"], told["verdict"], told["tests"]) == (OUTSIDE, CONFIRMED, 2)
    assert told["sizes"][0]["published"] == 0.736 and told["sizes"][0]["inside"] is False
    assert told["p"] < 0.0001 and "2 tests of the family 'games'" in told["corrected"]


def test_a_test_that_alone_would_decide_says_what_it_is_adjusted_for(checkout):
    """Its interval leaves the null out, and the family does not."""
    found = report_of(checkout, SIZE + ",,", Finding((Part("", 0.6, 0.52, 0.68, n=300),), "x"))
    told = next(one for one in found if one["id"] == "sample2000-size")
    assert told["verdict"] == UNDECIDED and told["sizes"] == [] and told["standing"] == ""
    alone = deciding(Rule("greater", 0.5), [looked_at(Part("", 0.6, 0.52, 0.68), 1)])
    assert alone[0] == CONFIRMED and alone[1] < 0.05 < told["p"] == pytest.approx(2 * alone[1])
    assert told["corrected"] == (f"p is {told['p']:.2g} in the test that could confirm the claim, after Holm's "
                                 "correction for 2 tests of the family 'games'; this is above 0.05")


def test_the_adjusted_p_is_that_of_the_verdict():
    """Small where a verdict is reached, great where none is: on data of every kind."""
    rng = np.random.default_rng(7)
    seen = set()
    for _ in range(600):
        kind = rng.choice(["greater", "less", "at least", "at most", "equal"])
        rule = Rule(str(kind), 0.0, 0.5 if kind == "equal" or rng.random() < 0.5 else None,
                    str(rng.choice(["all", "any"])))
        parts = [Part(str(i), centre, centre - half, centre + half, reading)
                 for reading in ("a", "b")[: rng.integers(1, 3)] for i in range(rng.integers(1, 4))
                 for centre, half in [(rng.normal(0.3, 1), rng.uniform(0.1, 1))]]
        others = list(rng.random(rng.integers(0, 4)))
        verdict, (nearest, p, part) = judge(rule, parts, others), deciding(rule, parts, others)
        assert part in parts
        if verdict in DECISIVE:
            assert nearest == verdict and p <= 0.05
        elif len(parts) == 1:
            assert p > 0.05
        seen.add(verdict)
    assert seen == {*VERDICTS}


# --- the figure of effects --------------------------------------------------------------------------------------------


@pytest.mark.all
@pytest.mark.parametrize("name", papers.names())
def test_every_published_size_has_a_part_and_a_row_of_the_figure(name):
    """A name in the column `published` that no part has would be left out without a word."""
    from mcts_papers.reporting.results import Results

    paper = papers.paper(name)
    figure, rows = paper.item("effects").make(Results(paper, compute=False), None)
    expected = {(one.id, part) for one in papers.claims(paper) if one.kind == "replication" for part in one.published}
    found = set(zip(rows["claim"], rows["part"], strict=True))
    assert {claim for claim, _ in found} == {claim for claim, _ in expected}
    named = {(claim, part) for claim, part in expected if part and part not in one_rule(name, claim).others}
    assert named <= found
    for one in papers.claims(paper):  # each number stands beside its own parts
        assert set(rows.loc[rows["claim"] == one.id, "published"]) in ({*one.published.values()}, set())
    assert len(figure.axes) == rows["unit"].nunique() and (rows["interpretations"] > 0).all()
    words = " ".join(text.get_text() for ax in figure.axes for text in ax.texts).replace("\n", " ")
    for one in papers.claims(paper):
        assert (one.statement in words) == (one.id in set(rows["claim"]))


def one_rule(name, claim):
    return next(one.rule for one in papers.claims(papers.paper(name)) if one.id == claim)


def test_of_several_readings_it_is_said_in_how_many_the_size_lies_inside():
    ours = Finding((Part("", 0.2, 0.1, 0.3, "one"), Part("", 0.5, 0.4, 0.6, "two"), counted("", 0.45, "three")), "")
    found = sizes(claim({"": 0.45}), ours)
    assert size_text(found) == ("the published number 0.45 lies inside our interval under 2 of 3 interpretations; the "
                                "intervals reach from 0.1 to 0.6")


def test_sizes_of_replications_are_counted():
    found = [{"kind": "replication", "standing": text} for text in (INSIDE, INSIDE, OUTSIDE, PARTLY, "")]
    said = tally_of_sizes([*found, {"kind": "by construction", "standing": INSIDE}])
    assert "For 4 of these claims" in said
    assert "for 2 claims and outside for 1; for 1, it lies inside only in some parts" in said
    assert tally_of_sizes(found[-1:]) == ""


def test_readings_that_a_papers_own_numbers_make_likeliest_are_told_apart():
    rule = Rule("greater", 0.5)
    parts = [Part("", value, value, value, reading) for value, reading in ((0.9, "a"), (0.8, "b"), (0.1, "c"))]
    agreed, split = (compare.among_likely(rule, parts, (), likely) for likely in ({"a", "b"}, {"a", "c"}))
    assert "of 2 of 3 interpretations is within" in agreed and agreed.endswith("their verdict: confirmed")
    assert split.endswith("their verdict: 1 confirmed, 1 not confirmed")
    assert compare.among_likely(rule, parts, (), {"a", "b", "c"}) == compare.among_likely(rule, parts, (), {}) == ""


def test_sizes_of_runnels_follow_from_its_tables():
    one, two = (numbers(f"runnels2023_table{i}", "depth") for i in (1, 2))
    three = numbers("runnels2023_table3", "playouts")
    won = {i: (table["red_wins"] + table["blue_wins"]) / 25 for i, table in ((1, one), (2, two), (3, three))}
    assert ((one[["red_wins", "blue_wins", "draws"]].sum(axis=1)) == 25).all()
    close(printed("runnels2023", "depth-1-most"), {
        f"{side}, 1 minus {d}": (one.loc[1, f"{side.lower()}_wins"] - one.loc[d, f"{side.lower()}_wins"]) / 25
        for side in ("Red", "Blue") for d in (2, 3)})
    close(printed("runnels2023", "draws-often"), {f"depth {d}": one.loc[d, "draws"] / 25 for d in (1, 2, 3)})
    close(printed("runnels2023", "lower-depths"), {
        "minimax, 1 minus 3": won[1][1] - won[1][3],
        "alpha-beta, 1 and 2 minus 4 and 5": won[2][[1, 2]].mean() - won[2][[4, 5]].mean()})
    close(printed("runnels2023", "depths-2-and-3"), {
        f"{a} minus {b}": won[2][a] - won[2][b] for a in (2, 3) for b in (1, 4, 5)})
    close(printed("runnels2023", "depth-1-as-5"), {"": math.log2(won[2][1] / won[2][5])})
    close(printed("runnels2023", "extreme-playouts"), {
        f"{a} minus {b}": won[3][a] - won[3][b] for a in (25, 50, 75) for b in (10, 100)})
    close(printed("runnels2023", "playouts-25"), {
        f"25 minus {b}": won[3][25] - won[3][b] for b in (10, 50, 75, 100)})
    close(printed("runnels2023", "fewer-wins"), {"": won[3][25] - won[3][100]})
    draws = three["draws"].mean() / 25
    close(printed("runnels2023", "mcts-draws"), {"minus minimax": draws - one["draws"].mean() / 25,
                                                  "minus alpha-beta": draws - two["draws"].mean() / 25})
    close(printed("runnels2023", "mcts-cannot-win"), {"": won[3].mean()})
    close(printed("runnels2023", "minimax-can-win"), {"": won[1].max()})


def test_sizes_of_joppen_follow_from_its_table():
    five = ["O-MCTS", "MCTS", "N-MCTS", "PB-MCTS", "MixMax"]
    table = printed_table().query("algorithm in @five")
    rank = ranks(worth(table)).mean()
    close(printed("joppen2019", "dominance"), {name: rank[name] - rank["O-MCTS"] for name in five[1:]})
    close(printed("joppen2019", "mixmax-worst"), {name: rank["MixMax"] - rank[name] for name in five[:-1]})
    score = table.pivot(index=["game", "time"], columns="algorithm", values="score")
    gap = score["O-MCTS"] - score[five[1:]].max(axis=1)
    close(printed("joppen2019", "easy-scores"), {
        f"{game} at {time}": gap[game, time] for game in ("Surround", "Aliens", "Whackamole")
        for time in (250, 500, 1000, 10_000)})
    won = table.pivot_table(index="game", columns="algorithm", values="win_rate", aggfunc="mean") / 100
    close(printed("joppen2019", "chase"), {name: won.loc["Chase", "O-MCTS"] - won.loc["Chase", name]
                                            for name in five[1:]})
    others = won[["MCTS", "N-MCTS"]].max(axis=1) - won["O-MCTS"]
    close(printed("joppen2019", "deadly"), {game: others[game] for game in ("Zelda", "Boulderchase", "Jaws")})
    close(printed("joppen2019", "normalisation"), (won["N-MCTS"] - won["MCTS"]).to_dict())


def test_sizes_of_hsu_follow_from_its_table():
    table = numbers("hsu2020_table1", "player", "against")["wins"] / 100
    pruned = table.drop("default MCTS", level="player")
    for claim, rows in (("pruned-win", pruned), ("default-loses", table.loc[["default MCTS"]])):
        close(printed("hsu2020", claim), {f"{one} against {other}": share for (one, other), share in rows.items()})
    hard, widening = (pruned.loc[[f"{kind} with move pruning", kind]] for kind in ("hard pruning", "widening"))
    close(printed("hsu2020", "no-difference"), {"": (hard.to_numpy() - widening.to_numpy()).mean()})
    moves, none = (pruned.loc[[f"hard pruning{end}", f"widening{end}"]] for end in (" with move pruning", ""))
    close(printed("hsu2020", "moves-help"), {"": (moves.to_numpy() - none.to_numpy()).mean()})


def test_sizes_of_papagiannis_follow_from_its_tables():
    tables = {i: numbers(f"papagiannis2022_table{i}", "agent", "deck", "iterations")["wins"] / 100 for i in (2, 3, 4)}
    means = {i: table.drop("overall", level="deck").groupby(level=["agent", "iterations"]).mean().unstack()
             for i, table in tables.items()}
    models = ["MCTS-xgboost", "MCTS-xgboostPN (uniform)", "MCTS-xgboostPN (bimodal)"]
    with_model, against_gsv = means[2].loc[models].mean(), means[3].loc[models].mean()
    bimodal = means[2].loc["MCTS-PN (bimodal)"]
    expected = {
        "uniform-surpasses": means[2].loc["MCTS-PN (uniform)"].mean(),
        "bimodal-low": bimodal[[300, 500]].mean() - bimodal[1000],
        "model-boosts": means[2].loc["MCTS-xgboost", 300],
        "highest-against-mcts": means[2].loc[models[1]].mean() - means[2].loc[models[0]].mean(),
        "advantage-shrinks": with_model[300] - with_model[1000],
        "iterations-help": against_gsv[1000] - against_gsv[300],
        "uniform-beats-model": means[4].loc[models[1]].mean(), "bimodal-at-500": means[4].loc[models[2], 500]}
    for name, value in expected.items():
        close(printed("papagiannis2022", name), {"": value})
    decks = tables[3].drop("overall", level="deck").groupby(level="deck").mean()
    close(printed("papagiannis2022", "decks-differ"), {"hunter minus warlock": decks["hunter"] - decks["warlock"],
                                                        "warlock minus shaman": decks["warlock"] - decks["shaman"]})
