"""Figures, tables, provenance and the comparison with published numbers, on a small paper made for the purpose."""

import html
import json
import platform
import re
from pathlib import Path

import pytest
import sample_paper
from jinja2 import meta
from sample_paper import PAPER

from mcts_lab import cli
from mcts_lab.views import templates
from mcts_papers import judging, store
from mcts_papers import paths as project
from mcts_papers import registry as papers
from mcts_papers.reporting import answers, compare, learned, pages, report
from mcts_papers.reporting.results import Results


def content(folder: Path) -> dict:
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def regenerate(*selected, **options):
    return list(report.regenerate(report.chosen(selected), workers=1, **options))


def test_every_item_is_written_with_its_provenance(checkout):
    made = regenerate()
    files = {path.name for path in (project.figures() / "sample2000").iterdir()}
    assert files == {"figure1.png", "figure1.svg", "figure1.csv", "figure1.md", "table1.csv", "table1.md",
                     "provenance.json"}
    assert [entry["budget"] for entry in made] == ["quick", "quick"]
    record = json.loads((project.figures() / "sample2000" / "provenance.json").read_text())["figure1"]
    assert record["command"] == "mcts-lab figures sample2000/figure1 --budget quick"
    assert record["experiments"]["sample_games"] == {"budget": "quick", "seed": 0, "tasks": 2, "size": "4 games"}
    for name in ("figure1.png", "figure1.svg", "figure1.md", "table1.md"):
        assert b"mcts-lab figures sample2000/" in (project.figures() / "sample2000" / name).read_bytes(), name
    drawn = re.sub("<[^>]*>", " ", (project.figures() / "sample2000" / "figure1.svg").read_text())
    assert "sample_games: quick budget, seed 0, 4 games" in " ".join(drawn.split())  # in the picture itself


def test_missing_standard_results_are_replaced_by_quick_ones_and_said(checkout):
    entry = regenerate("sample2000/table1")[0]
    assert "none of the 2 tasks of sample_games are there at budget standard" in entry["remark"]
    assert "so quick results are used" in entry["remark"]
    assert "mcts-lab run sample_games --budget standard" in entry["remark"]
    assert regenerate("sample2000/table1", budget="standard")[0]["remark"] == ""
    entry = regenerate("sample2000/table1")[0]
    assert (entry["budget"], entry["remark"]) == ("standard", "")


def test_results_of_the_papers_size_are_shown_where_all_are_there(checkout):
    experiment = PAPER.experiments[0]
    store.run(experiment, "standard", workers=1)
    assert regenerate("sample2000/table1")[0]["budget"] == store.shown(experiment) == "standard"
    store.run(experiment._replace(tasks=half), "paper", workers=1)
    assert Results(PAPER).budget_of(experiment.name) == store.shown(experiment) == "standard"  # one of two tasks
    store.run(experiment, "paper", workers=1)
    entry = regenerate("sample2000/table1")[0]
    assert (entry["budget"], entry["remark"]) == ("paper", "") and store.shown(experiment) == "paper"
    assert len(Results(PAPER)[experiment.name]) == 16
    assert regenerate("sample2000/table1", budget="standard")[0]["budget"] == "standard"


def test_cells_have_the_verdict_of_their_interval(checkout):
    compared = compare.compare(PAPER, "quick", workers=1)
    cells = {(c["key"], c["column"]): c for c in compared["tables"][0]["cells"]}
    assert cells[("1",), "wins"]["ours"] == 2 - 1
    assert cells[("1",), "wins"]["verdict"] == "compatible"  # 3 lies in [-2, 4]
    assert cells[("2",), "wins"]["verdict"] == "different"  # 9 does not
    assert cells[("1",), "runtime"]["verdict"] == "not compared"
    assert (("2",), "runtime") not in cells  # the paper left it out
    said = compare.agreement(cells.values())
    assert said.startswith("1 of 2 published numbers") and "exactly alike, 2 would" in said and "wins ± 3" in said


def test_a_row_that_was_not_measured_is_undecided(checkout):
    frame = PAPER.item("table1").make(Results(PAPER, "quick", 1), "quick").query("depth == 1")
    verdicts = {(c["key"], c["column"]): c["verdict"] for c in compare.cells(PAPER, PAPER.item("table1"), frame)}
    assert verdicts[("2",), "wins"] == "undecided"


def test_results_that_are_there_in_part_are_used_and_said(checkout):
    """Half of a match is a shorter match."""
    experiment = PAPER.experiments[0]
    store.run(experiment._replace(tasks=half), "standard", workers=1)
    entry = regenerate("sample2000/table1")[0]
    assert entry["budget"] == "standard" and "1 of the 2 tasks of sample_games are there" in entry["remark"]
    assert "quick" not in entry["remark"]
    assert len(Results(PAPER)["sample_games"]) == 4 < len(Results(PAPER, "standard", 1)["sample_games"])


def half(budget):
    return sample_paper.tasks(budget)[:1]


def test_stored_tasks_are_computed_again(checkout, capsys, monkeypatch):
    assert cli.main(["report", "--audit", "3"]) == 0
    assert "0 of 0 tasks" in capsys.readouterr().out
    store.run(PAPER.experiments[0], "standard", workers=1)
    assert cli.main(["report", "--audit", "5"]) == 0
    printed = capsys.readouterr().out
    assert "2 of 2 tasks computed again gave the same rows" in printed
    assert printed.count(f"Python {platform.python_version()}") == 2  # then and now
    assert cli.main(["report", "--audit", "5", "--experiment", PAPER.experiments[0].name]) == 0
    assert "2 of 2 tasks" in capsys.readouterr().out
    assert cli.main(["report", "--audit", "5", "--experiment", "none"]) != 0
    assert "experiment" in capsys.readouterr().err
    for wrong in (["--levels", "there"], ["--experiment", PAPER.experiments[0].name]):
        assert cli.main(["report", *wrong]) != 0
        assert "Add --audit N" in capsys.readouterr().err
    without = PAPER.experiments[0]._replace(tasks=lambda budget: [one._replace(work="") for one in
                                                                  sample_paper.tasks(budget)])
    monkeypatch.setattr(sample_paper, "PAPER", PAPER._replace(experiments=(without,)))
    assert cli.main(["report", "--audit", "5"]) == 0
    printed = capsys.readouterr().out
    assert "0 of 0 tasks" in printed and "2 stored tasks of sample_games were left out" in printed
    assert "Add --levels FOLDER" in printed
    changed = PAPER.experiments[0]._replace(run_task=lambda task: [
        {**row, "won": 1, "seconds": 3.0} for row in sample_paper.run_task(task)])
    monkeypatch.setattr(sample_paper, "PAPER", PAPER._replace(experiments=(changed,)))
    assert cli.main(["report", "--audit", "1", "--seed", "3", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["same"], found["tasks"][0]["differ"], found["tasks"][0]["rows"]) == (0, ["won"], 4)


def test_report_and_figures_print_json(checkout, capsys):
    assert cli.main(["report", "--budget", "quick", "--workers", "1", "--json"]) == 0
    compared = json.loads(capsys.readouterr().out)["papers"][0]
    assert compared["claims"][0]["verdict"] == "undecided"
    page, overview = ((project.figures() / name).read_text() for name in ("report_sample2000.html", "report.html"))
    assert "≠</small>" in page and "A sample &amp; its measure" in page and 'data-verdict="undecided"' in page
    assert '<a href="report_sample2000.html">A sample &amp; its measure</a>' in overview
    assert '<span class="open"' in overview and 'href="report.html"' in page
    assert cli.main(["figures", "--budget", "quick", "--workers", "1", "--json"]) == 0
    assert [i["item"] for i in json.loads(capsys.readouterr().out)["items"]] == ["figure1", "table1"]


def test_an_item_that_cannot_be_made_does_not_stop_the_others(checkout, capsys, monkeypatch):
    def broken(results, budget):
        raise ValueError("the moon is full")

    items = (PAPER.items[0]._replace(make=broken), PAPER.items[1])
    monkeypatch.setattr(sample_paper, "PAPER", PAPER._replace(items=items))
    assert cli.main(["figures", "--budget", "quick", "--workers", "1"]) == 1
    said = capsys.readouterr().err.splitlines()
    told = re.compile(r"mcts-lab: sample2000/figure1: test_report\.py, line \d+: the moon is full")
    assert any(map(told.fullmatch, said)), said
    assert (project.figures() / "sample2000" / "table1.csv").is_file() and (project.figures() / "index.html").is_file()


def gallery() -> dict:
    """The pages of the gallery, written anew."""
    report.write_gallery()
    return {path.name: path.read_text() for path in project.figures().glob("*.html")}


def test_the_gallery_needs_nothing_from_elsewhere_and_says_what_pictures_show(checkout):
    regenerate()
    found = gallery()
    page = found["gallery_sample2000.html"]
    assert set(found) == {"gallery_sample2000.html", "index.html"}
    for text in found.values():
        assert not re.search(r"""(src|href)=["']?(https?:)?//""", text)
        assert text.count("<img ") == len(re.findall(r'<img src="[^"]+" width="\d+" height="\d+"', text)) == 1
        assert f'alt="{PAPER.items[0].alt}"' in text and "prefers-color-scheme: dark" in text
        for link, place in re.findall(r'(?:href|src)="([^"#]*)#?([^"]*)"', text):
            assert (project.figures() / link).is_file(), link
            assert not place or f'id="{place}"' in found[link]
    assert f"<p>{PAPER.items[0].alt}</p>" in page
    assert 'class="card" id="figure1"' in page  # pictures with panels get the whole width, not this one
    assert "mcts-lab figures sample2000/table1 --budget quick" in page and '<table class="grid">' in page


@pytest.mark.parametrize("change", [
    lambda text: text + "sample2000-deeper,sample2000,x,y,z,untestable,,,,,,\n",
    *(lambda text, row=row: text + row + "\n" for row in (
        "other,sample2000,x,y,z,untestable,,,,,,", "other,sampel2000,x,y,z,untestable,,,,,,",
        "other,sample2000,x,,z,untestable,,,,,,", "other,sample2000")),
    lambda text: text.splitlines()[0] + "\n",
    *(lambda text, old=old, new=new: text.replace(old, new) for old, new in (
        ("statement", "said"), ("replication", "proof"), ("greater", "more"), ("all", "most"),
        ("greater,0.5", "greater,half"), ("greater,0.5", ",0.5"), ("greater,0.5,0.1", "equal,0.5,"))),
])
def test_wrong_claims_are_refused(checkout, change):
    path = checkout / "data" / "paper" / "claims.csv"
    path.write_text(change(sample_paper.CLAIMS))
    with pytest.raises(ValueError, match="^[^\n]*claims.csv[^\n]*$"):
        papers.claims(PAPER)


@pytest.mark.parametrize("change", [
    lambda text: text.replace("10.5", "ten"), lambda text: text + "1,2,3\n", lambda text: text.replace("wins", "won"),
    lambda text: text + "5\n", None])
def test_wrong_published_numbers_are_refused(checkout, change):
    path = checkout / "data" / "paper" / "sample2000_table1.csv"
    path.write_text(change(sample_paper.PUBLISHED)) if change else path.unlink()
    with pytest.raises(ValueError, match="^[^\n]*sample2000_table1.csv[^\n]*$"):
        papers.published(PAPER, PAPER.item("table1"))


def test_a_family_shares_its_error_rate(checkout):
    """What is decided alone need not be among many."""
    def measured(low, high):
        return lambda results, budget: papers.Finding((papers.Part("x", (low + high) / 2, low, high),), "x")

    path = checkout / "data" / "paper" / "claims.csv"
    row = sample_paper.CLAIMS.splitlines()[1]
    path.write_text(sample_paper.CLAIMS + "".join(
        row.replace("sample2000-deeper", f"sample2000-more-{i}") + "\n" for i in range(5)))
    others = {f"sample2000-more-{i}": measured(0.3, 0.72) for i in range(5)}
    paper = PAPER._replace(claims={**PAPER.claims, "sample2000-deeper": measured(0.52, 0.7), **others})
    assert verdict_on(paper, "sample2000-deeper") == "undecided"
    paper.claims["sample2000-deeper"] = measured(0.6, 0.8)
    assert verdict_on(paper, "sample2000-deeper") == "confirmed"
    path.write_text(sample_paper.CLAIMS)
    paper = PAPER._replace(claims={**PAPER.claims, "sample2000-deeper": measured(0.52, 0.7)})
    assert verdict_on(paper, "sample2000-deeper") == "confirmed"


def verdict_on(paper, claim):
    found = compare.judged(paper, Results(paper, "quick", 1))
    return next(c["verdict"] for c in found if c["id"] == claim)


LEARNED = templates.source("mcts_papers.reporting/learned.html")


@pytest.fixture(scope="module")
def reports():
    return [compare.compare(papers.paper(name)) for name in papers.names()]


@pytest.mark.all
def test_what_the_front_page_says_was_learned_is_so(reports):
    found, text = learned.measured(reports), learned.text(reports, project.figures())
    assert set(found) == meta.find_undeclared_variables(templates.environment().parse(LEARNED)) - {
        "drawn", "folder", "img", "item"}
    assert "{" not in text and text.count("<img ") == 6
    low, high = (float(end) for end in re.search(r"\[(.*), (.*)\]", found["surpasses"]).groups())
    assert 50 < low < high  # "exists here too"
    low, high = (float(end) for end in re.search(r"\[(.*), (.*)\]", found["sign"]).groups())
    assert low < 50 < high  # "need not be its cause"
    [claim] = [one for report in reports for one in report["claims"] if one["id"] == "hsu2020-two-levels"]
    assert len(set(claim["readings"].values())) > 1  # "their verdicts differ"
    assert float(found["line"]) > float(found["curve"])


@pytest.mark.all
@pytest.mark.parametrize("verdict", judging.VERDICTS)
def test_the_short_answers_follow_the_verdicts(verdict, reports):
    for one in reports:
        short, told = answers.answer(one | {"claims": [claim | {"verdict": verdict} for claim in one["claims"]]})
        assert told == {verdict: list(short.claims.values())}
        assert ("the claim is undecided" in short.measured) == (
            one["paper"] == "hsu2020" and verdict == judging.UNDECIDED)


def test_papers_that_are_compared_side_by_side_say_what_they_say_alone():
    names = ["hsu2020", "papagiannis2022"]
    together, apart = compare.compare_all(names, workers=2), compare.compare_all(names, workers=1)
    assert repr(together) == repr(apart) and [one["paper"] for one in together] == names


def test_the_same_inputs_give_the_same_bytes(checkout):
    regenerate()
    report.write_gallery()
    before = content(project.figures())
    regenerate()
    report.write_gallery()
    assert content(project.figures()) == before


@pytest.mark.all
def test_the_front_page_counts_every_claim_that_can_be_tested(reports):
    page = pages.overview(reports, project.figures())
    counts = [pages.counted(report) for report in reports]
    assert sum(count["tested"] for count in counts) == sum(
        claim["verdict"] != judging.UNTESTED for report in reports for claim in report["claims"]
        if claim["kind"] == "replication")
    assert all(count["found"] in html.unescape(page) and count["found"] for count in counts)


@pytest.mark.all
def test_a_page_begins_with_the_answer_and_at_most_twelve_headlines(reports):
    for one in reports:
        rows, page = answers.headlines(one), pages.comparison([one])
        assert 0 < len(rows) <= 12 and len(answers.trust(one)) >= 3
        assert f"{len(rows)} of the {pages.counted(one)['tested']} that can be tested" in page
        places = [page.index(text) for text in ("The short answer.", 'class="list headlines"', "How far to trust this",
                                                'id="claims-', 'id="deviations"', 'id="sentences"', 'id="data"')]
        assert places == sorted(places)
        for row in rows:
            assert row["here"] and row["here"].count("[") <= 1  # a number with its interval
            assert row["claim"]["kind"] == "replication" and row["claim"]["verdict"] in page
            printed = {float(f"{scale * abs(value):.3g}") for value in row["claim"]["published"].values()
                       for scale in (1, 100)}
            said = {abs(float(word)) for word in re.findall(r"(?<![\w.])-?[0-9.]*[0-9]", row["says"])}
            if row["claim"]["published"] and re.search("%|points", row["says"]):
                assert said & printed, row


@pytest.mark.all
def test_papers_are_drawn_side_by_side_as_one_after_the_other(tmp_path):
    selected = ["alphazero/strength", "hsu2020/figure2"]
    one, many = tmp_path / "one", tmp_path / "many"
    assert not [error for _, errors in report.regenerate_by_paper(selected, None, many, 2) for error in errors]
    list(report.regenerate(report.chosen(selected), workers=1, out=one))
    files = sorted(path.relative_to(one) for path in one.rglob("*") if path.suffix in (".png", ".svg"))
    assert len(files) == 4
    assert all((one / file).read_bytes() == (many / file).read_bytes() for file in files)
