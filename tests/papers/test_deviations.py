"""The tables of deviations and of contradictions: complete, about what exists, and right where they are arithmetic."""

import re

import numpy as np
import pandas as pd
import pytest
from sample_paper import PAPER
from scipy.stats import binom, chi2, fisher_exact

from mcts_lab.matches.statistics import fit
from mcts_papers import registry as papers
from mcts_papers.hsu2020 import tables as hsu_tables
from mcts_papers.hsu2020.experiments import BEGINNINGS, HP, HP_MOVES
from mcts_papers.joppen2019.ranks import pairs, printed_table, worth
from mcts_papers.judging import CONFIRMED, counted, judge
from mcts_papers.papagiannis2022.experiments import BINS, ITERATIONS
from mcts_papers.papagiannis2022.forests import MOST_TREES, PATIENCE, SETTINGS
from mcts_papers.papagiannis2022.players import DECKS, MCTS, MODEL_WEIGHT, RATE, XGBOOST
from mcts_papers.papagiannis2022.tables import article_games, schedules, won_pairs
from mcts_papers.paths import data
from mcts_papers.reporting import compare, plain_text
from mcts_papers.reporting.pages import comparison
from mcts_papers.reporting.results import Results

FEWEST = 5  # deviations of a paper


@pytest.mark.parametrize("name", papers.names())
def test_rows_are_of_claims_experiments_and_items_that_exist(name):
    paper = papers.paper(name)
    known = {*paper.claims, *(one.name for one in paper.experiments), *(f"{name}/{one.name}" for one in paper.items)}
    deviations, contradictions = papers.beside(paper, "deviations"), papers.beside(paper, "contradictions")
    assert len(deviations) >= FEWEST and contradictions
    for row in deviations:
        assert set(row["tested"].split()) <= known, row
    for row in contradictions:
        assert row["here"] and set(row["here"].split()) <= known, row
        assert row["id"].startswith(f"{name}-")
    assert len({row["id"] for row in contradictions}) == len(contradictions)


@pytest.mark.parametrize("name", papers.names())
def test_a_sentence_on_results_has_claims_or_a_reason_why_not(name):
    """And each claim of a result is one of some sentence."""
    paper = papers.paper(name)
    sentences = papers.beside(paper, "sentences")
    for row in sentences:
        assert bool(row["why"]) != bool(row["claims"]) and set(row["claims"].split()) <= set(paper.claims), row
    assert len({row["says"] for row in sentences}) == len(sentences) > 20
    named = {one for row in sentences for one in row["claims"].split()}
    assert len(named) >= len(paper.claims) - 5  # of design, as the moves of soccer


@pytest.mark.parametrize("name", papers.LISTS)
def test_a_paper_of_another_package_may_have_none_and_rows_must_be_complete(checkout, name):
    assert papers.beside(PAPER, name) == []
    columns = papers.LISTS[name]
    path = checkout / "data" / "paper" / f"{name}.csv"
    row = {column: "sample2000" if column == "paper" else "x" for column in columns}
    path.write_text(f"{','.join(columns)}\n{','.join(row.values())}\n{','.join(['other'] * len(columns))}\n")
    assert papers.beside(PAPER, name) == [row]
    path.write_text(f"{','.join(columns)}\n{','.join(['sample2000', '', *['x'] * (len(columns) - 2)])}\n")
    with pytest.raises(ValueError, match=f"{name}.csv, line 2: {columns[1]} must be filled in"):
        papers.beside(PAPER, name)


# --- what papers say against themselves, worked out again -------------------------------------------------------------


def row(identifier):
    """What a contradiction consists of, in words, by its id."""
    found = papers.beside(papers.paper(identifier.partition("-")[0]), "contradictions")
    return next(f"{one['says']}; {one['but']}" for one in found if one["id"] == identifier)


def says(identifier, *numbers):
    """Check that the words of a contradiction have some numbers."""
    found = re.findall(r"-?\d+(?:\.\d+)?", row(identifier))
    for number in numbers:
        assert str(number) in found, (identifier, number, found)


def numbers(name):
    return pd.read_csv(data() / "paper" / f"{name}.csv", comment="#")


@pytest.mark.parametrize("name", papers.names())
def test_a_paper_confirms_its_own_claims_or_contradicts_itself(name):
    """By the rule of the claim, applied to the numbers that the paper prints for it."""
    paper = papers.paper(name)
    listed = {one for row in papers.beside(paper, "contradictions") for one in row["here"].split()}
    denied = set()
    for claim in papers.claims(paper):
        if claim.kind == "replication" and claim.published:
            parts = [counted(part, number)._replace(endpoint=part if part in claim.rule.others else "")
                     for part, number in claim.published.items()]
            if judge(claim.rule, parts) != CONFIRMED:
                denied.add(claim.id)
    assert denied <= listed, "list what the paper prints in contradictions.csv"
    assert denied == {f"{name}-{one}" for one in DENIED.get(name, ())}


DENIED = {"runnels2023": ("depth-1-most", "mcts-cannot-win"), "joppen2019": ("easy-scores", "deadly"),
          "hsu2020": ("widening-against-rules", "knowledge-clearer")}


def test_contradictions_of_runnels():
    one, two, three = (numbers(f"runnels2023_table{i}") for i in (1, 2, 3))
    assert one["red_wins"].idxmax() == 2 and two["depth"].tolist()[:3] == one["depth"].tolist()
    says("runnels2023-most-wins", one["red_wins"][0], one["red_wins"][2])
    says("runnels2023-factor", *(f"{ratio:.1f}" for ratio in one["runtime"] / two["runtime"][:3]))
    draws = one["draws"].sum(), two["draws"][:3].sum()
    p = fisher_exact([[draws[0], 75 - draws[0]], [draws[1], 75 - draws[1]]])[1]
    says("runnels2023-same-moves", *draws, f"{p:.4f}")
    curves = [fit(three["playouts"], three["runtime"], kind).r_squared for kind in ("linear", "exponential")]
    assert curves[0] > curves[1]
    says("runnels2023-exponential", *(f"{curve:.3f}" for curve in curves))
    won = 25 - two["draws"]
    says("runnels2023-poorly", won[0], won[4])
    says("runnels2023-below-losing", f"{10 / 19 - 19 / 10:.2f}")
    winners = len(three) * 25 - three["draws"].sum()
    says("runnels2023-can-win", winners, len(three) * 25, f"{100 * winners / len(three) / 25:.1f}")


def test_contradictions_of_joppen():
    table = printed_table()
    score = table.pivot(index=["game", "time"], columns="algorithm", values="score").loc[("Aliens", 500)]
    assert score["O-MCTS"] < score["N-MCTS"]
    says("joppen2019-aliens", score["O-MCTS"], score["N-MCTS"])
    won = table[table["game"] == "Boulderchase"].pivot(index="time", columns="algorithm", values="win_rate")
    four = won[["O-MCTS", "Yolobot", "MCTS", "N-MCTS"]]
    assert four.loc[500].idxmax() == "O-MCTS"
    ahead = four[["MCTS", "N-MCTS"]].gt(four["O-MCTS"], axis=0)
    assert ahead.loc[10_000].all() and not ahead.drop(10_000).to_numpy().any()
    says("joppen2019-boulderchase", four.loc[500, "O-MCTS"], four.loc[1000, "N-MCTS"], four.loc[1000, "MCTS"])
    tests = pairs(worth(table))
    near = tests[(tests["second"] == "Yolobot") & tests["first"].isin(["MCTS", "N-MCTS"])]
    assert len(near) == 2 and (near["p"] > 0.8).all()


def test_contradictions_of_hsu():
    table = numbers("hsu2020_table1").pivot(index="player", columns="against", values="wins")
    gain = table.loc["hard pruning"] - table.loc["default MCTS"]
    says("hsu2020-gains", f"{gain['rule based']:.1f}", f"{gain['RHEA']:.1f}")
    assert table.loc["widening", "RHEA"] > table.loc["hard pruning", "RHEA"]
    says("hsu2020-widening-rhea", table.loc["widening", "RHEA"], table.loc["hard pruning", "RHEA"])
    assert table.loc["widening", "RHEA"] == table.loc["widening with move pruning", "RHEA"]
    both = table[["rule based", "RHEA"]].mean(axis=1)
    for search in ("hard pruning", "widening"):
        of_moves = both[f"{search} with move pruning"] - both[search]
        assert of_moves < (of_pruning := both[search] - both["default MCTS"])
        says("hsu2020-knowledge", f"{of_moves:.2f}", f"{of_pruning:.2f}")
    wins = numbers("hsu2020_table2").set_index("player")["win"]
    means = table.drop("default MCTS").mean(axis=1)
    away = (means.round(1) - wins).round(1)
    assert sorted(away[away != 0].index) == ["widening", "widening with move pruning"]
    says("hsu2020-means", *(f"{means[name]:.2f}" for name in away[away != 0].index), *wins[away != 0])
    assert 25 * 200 == 5000 and 25 * 40 == 1000


def can_be(percent, games) -> bool:
    """Whether some number of games won of so many is that percentage, to two digits."""
    return abs(round(percent * games / 100) / games * 100 - percent) < 0.0051


def test_contradictions_of_papagiannis():
    tables = {i: numbers(f"papagiannis2022_table{i}") for i in (2, 3, 4)}
    cells = pd.concat({i: table[table["deck"] != "overall"] for i, table in tables.items()}, names=["table"])
    odd = cells[[not can_be(wins, 300) for wins in cells["wins"]]]
    assert set(odd["agent"]) == {"MCTS-xgboost"} and set(odd["iterations"]) == {500} and len(odd) == 4
    assert all(can_be(one.wins, article_games(one.agent, one.iterations)) for one in cells.itertuples())
    with_model = cells[(cells["agent"] == "MCTS-xgboost") & (cells["iterations"] == 500)]
    assert all(can_be(wins, 200) for wins in with_model["wins"])
    says("papagiannis2022-games", *(f"{wins:g}" for wins in odd["wins"]), *(f"{2 * wins:g}" for wins in odd["wins"]))
    of = {i: cells.loc[i].set_index(["agent", "deck", "iterations"])["wins"].sort_index() for i in (2, 3, 4)}
    low = of[2].loc["MCTS-PN (uniform)"]
    assert low[low < 50].index.tolist() == [("warlock", 300)]
    says("papagiannis2022-all-cases", low[low < 50].iloc[0])
    hunter = of[3].xs("hunter", level="deck")
    says("papagiannis2022-hunter", *hunter[hunter < 50])
    best = of[2].unstack("agent")[["MCTS-xgboost", "MCTS-xgboostPN (uniform)", "MCTS-xgboostPN (bimodal)"]]
    count = (best.idxmax(axis=1) == "MCTS-xgboostPN (uniform)").sum()
    says("papagiannis2022-highest", count, len(best))
    overall = {i: table[table["deck"] == "overall"].set_index(["agent", "iterations"])["wins"]
               for i, table in tables.items()}
    below = [*overall[2].loc["MCTS-PN (bimodal)"], *overall[4].loc["MCTS-xgboostPN (bimodal)"]]
    says("papagiannis2022-consistent", *(wins for wins in below if wins < 50))
    shaman, stays = of[3].loc["MCTS-xgboost", "shaman"], of[3].loc["MCTS-xgboostPN (uniform)", "hunter"]
    assert shaman[1000] < shaman[500] and stays[1000] == stays[500]
    says("papagiannis2022-rises", f"{shaman[500]:g}", f"{shaman[1000]:g}", stays[500])
    games = sum(round(3 * low[deck, 1000]) for deck in ("hunter", "warlock", "shaman"))
    assert round(100 * games / 900, 2) != overall[2]["MCTS-PN (uniform)", 1000]
    says("papagiannis2022-overall", games, f"{100 * games / 900:.2f}", overall[2]["MCTS-PN (uniform)", 1000])


def test_differences_that_chance_explains_in_the_tables_of_papagiannis():
    two, three = (numbers(f"papagiannis2022_table{i}") for i in (2, 3))
    overall = two[two["deck"] == "overall"].pivot(index="iterations", columns="agent", values="wins")
    games = {"MCTS-xgboost": [900, 600, 900]}  # three decks of 300, or 200
    for name in ("uniform", "bimodal"):
        variant = f"MCTS-xgboostPN ({name})"
        gains = overall[variant] - overall["MCTS-xgboost"]
        noise = sum(overall[one] * (100 - overall[one]) / games.get(one, [900] * 3)
                    for one in (variant, "MCTS-xgboost"))
        p = chi2.sf(((gains - np.average(gains, weights=1 / noise)) ** 2 / noise).sum(), 2)
        says("papagiannis2022-role", *(f"{gain:.2f}" for gain in gains), f"{p:.2f}")
    away = []
    for _, cells in three[three["deck"] != "overall"].groupby("agent"):
        square = cells.pivot(index="deck", columns="iterations", values="wins").to_numpy()
        rest = square - square.mean(axis=0) - square.mean(axis=1, keepdims=True) + square.mean()
        away.append(np.sqrt((rest**2).mean()))
        assert round(np.sqrt((square * (100 - square) / 300).mean() * 4 / 9), 1) == 1.8
    says("papagiannis2022-interaction", f"{min(away):.1f}", f"{max(away):.1f}", "1.8")
    setups = two[two["deck"] != "overall"].pivot(index=["deck", "iterations"], columns="agent", values="wins")
    better = setups.filter(like="xgboostPN").max(axis=1) > setups["MCTS-xgboost"]
    assert better.sum() == 7 and len(better) * 2 / 3 == 6
    says("papagiannis2022-seven", f"{100 * binom.sf(6, 9, 2 / 3):.0f}")


# --- numbers that deviations tell -------------------------------------------------------------------------------------


def deviation(paper, beginning):
    """The words of the deviation whose published side begins so, with its links."""
    [row] = [one for one in papers.beside(papers.paper(paper), "deviations") if one["says"].startswith(beginning)]
    return row


def test_what_the_other_readings_of_hard_pruning_give():
    """Shares of games against the main reading, and the depth of trees that drop the untried."""
    row, results = deviation("hsu2020", "The children of a node"), Results(papers.paper("hsu2020"), compute=False)
    shares = hsu_tables.variants(results, None).set_index("variant").loc[list(BEGINNINGS)]
    told = [f"{share:.1f} %" for share in shares["wins"]]
    games = results["hsu2020_variants"]
    games = games[(games[["seat_0", "seat_1"]] == BEGINNINGS[0]).any(axis=1)].replace({BEGINNINGS[0]: HP_MOVES})

    def seen(name, column, *sizes):
        return hsu_tables.per_start({"hsu2020_strength": games}, "size", name, column, *sizes).mean()

    depths = [f"{seen(name, 'depth', 100, 10**6):.1f}" for name in (HP_MOVES, HP)]
    for number in (*told, f"{shares['games'].iloc[0]} games", *depths):
        assert number in row["pushes"], number
    fall = [seen(name, "depth", 50, 100) - seen(name, "depth", 200, 10**6) for name in (HP_MOVES, HP)]
    assert abs(fall[0]) < 0.1 < 1.0 < fall[1]
    assert seen(HP_MOVES, "rate", 100, 10**6) > 0.999 > seen(HP, "rate", 100, 10**6)
    assert row["tested"].split()[0] == "hsu2020/variants_table" and "are no test of it" in row["why"]
    for name in ("widening-shallower", "hard-more-complete", "depth-falls"):
        note = papers.paper("hsu2020").claims[f"hsu2020-{name}"](results, "standard").note
        assert "no test of when pruning begins" in note


def test_parameters_of_hearthstone_are_those_of_the_program():
    paper = papers.paper("papagiannis2022")
    trees = deviation("papagiannis2022", "An XGBoost classifier")["done"]
    for number in (SETTINGS["max_depth"], SETTINGS["eta"], f"{SETTINGS['subsample']:.0%}".replace("%", " %"),
                   SETTINGS["min_child_weight"], MOST_TREES, PATIENCE):
        assert str(number) in trees
    assert SETTINGS["subsample"] == SETTINGS["colsample_bytree"]
    assert f"from {1 / RATE:.0f} actions" in deviation("papagiannis2022", "The stochastic leaf")["pushes"]
    assert f"{1 - MODEL_WEIGHT:.1f} and of {MODEL_WEIGHT}" in deviation("papagiannis2022", "Blended")["why"]
    alike = (schedules({}, None)["alike"] == "yes").sum()
    assert f"{alike} of 42" in deviation("papagiannis2022", "Networks trained")["pushes"]
    results = Results(paper, compute=False)
    assert "no game" in deviation("papagiannis2022", "The reward")["pushes"]
    for n in ITERATIONS:
        assert (results[f"papagiannis2022_{n}"][["payoff_0", "payoff_1"]].sum(axis=1) == 1).all()
    assert "wins fewer" in deviation("papagiannis2022", "A classifier")["pushes"]
    small, general = (np.mean([won_pairs(each, 2, XGBOOST, MCTS, deck, 300).mean() for deck in DECKS])
                      for each in (Results(paper, "standard", compute=False), results))
    assert small < general and results.budgets["papagiannis2022_300"] == "paper"
    for row in papers.beside(paper, "deviations"):  # numbers of games that grow stand in the tables
        assert "400 of" not in row["done"] and not row["done"].startswith("72 games"), row


def test_text_and_page_show_both_tables_with_links(checkout):
    folder = checkout / "data" / "paper"
    folder.joinpath("deviations.csv").write_text(
        "paper,where,says,done,why,pushes,tested\n"
        "sample2000,section 2,25 games,2 games,time,wider intervals,sample2000-deeper sample_games sample2000/table1\n"
        "sample2000,section 3,a <machine>,ours,it is not at hand,unknown,\n")
    folder.joinpath("contradictions.csv").write_text(
        "id,paper,where,says,but,here\nsample2000-sum,sample2000,Table 1,3 wins,9 wins,sample2000/table1\n")
    report = compare.compare(PAPER, "quick", workers=1)
    assert [row["where"] for row in report["deviations"]] == ["section 2", "section 3"]
    text = plain_text.as_text(report)
    assert "  likely effect: wider intervals" in text and "  tested by:    not tested" in text
    page = " ".join(comparison([report]).split())
    for said in (text, page):
        assert said.index("Claims tested") < said.index("depart from the paper") < said.index("support each other")
    assert '<a href="#claim-sample2000-deeper">deeper</a> <a href="#games-sample_games">sample_games</a> ' in page
    assert '<a href="#table1">table1</a>' in page and "a &lt;machine&gt;" in page
    assert 'id="claim-sample2000-deeper"' in page
    assert set(re.findall('href="#([^"]+)"', page)) <= set(re.findall('id="([^"]+)"', page))


def test_what_is_fitted_to_published_numbers_says_so():
    paper = papers.paper("papagiannis2022")
    assert "bimodal rows are fitted" in paper.item("networks").note
    for words in (paper.item("figure2").title, paper.item("figure2").alt):
        assert "fitted to the paper's networks" in words and "the paper's mixture" not in words
    counts = pd.DataFrame([{"deck": deck, **{f"bin_{i}": 1 for i in range(BINS)}} for deck in DECKS])
    figure, _ = paper.item("figure2").make({"papagiannis2022_rewards": counts}, None)
    assert [text.get_text() for text in figure.axes[-1].texts] == ["mixture fitted to\nthe paper's networks"]
