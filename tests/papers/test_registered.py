"""How strong the evidence for a claim is comes from the history: what is moved or written anew replaces nothing."""

import json
import os
import runpy
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from mcts_lab.matches.statistics import mean
from mcts_papers import registry as papers
from mcts_papers.judging import Finding, part
from mcts_papers.reporting import compare
from mcts_papers.reporting.registered import AFTERWARDS, REPLACED, UNCHANGED, read

registered = SimpleNamespace(**runpy.run_path(str(Path(__file__).parents[2] / "docs" / "registered.py")))
ID = "sample2000-wins"
FIRST, MORE = [0.2, 0.5, 0.3, 0.9], [0.8, 0.9]
GAMES = pd.DataFrame({"task": [f"t{i}" for i in range(6)], "won": FIRST + MORE, "score": [3, 1, 4, 1, 5, 9]})


def measure(frames, column="won"):
    return Finding((part("", mean(frames["games"][column])),), "")


class Checkout:
    """A repository of which each commit is a day later."""

    def __init__(self, folder):
        self.folder, self.day = folder, 0
        self.git("init", "-q", "-b", "main")

    def git(self, *words):
        self.day += 1
        date = f"2026-01-{self.day:02}T12:00:00+00:00"
        env = {**os.environ, "GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date}
        subprocess.run(["git", "-C", self.folder, "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True,
                       env=env, capture_output=True)

    def commit(self, **files):
        for name, text in files.items():
            path = self.folder / {"claims": registered.CLAIMS, "page": "figures/report_sample2000.html",
                                  "games": f"{registered.RESULTS}/games/paper-000.jsonl"}[name]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.git("add", "-A")
        self.git("commit", "-qm", "one")


def claims(null, statement="It wins"):
    return f"id,statement,alternative,null,margin,combine\n{ID},{statement},greater,{null},,"


def stored(number):
    return "".join(f'{json.dumps({"task": f"t{i}", "rows": []})}\n' for i in range(number))


def page(values, verdict="undecided", note=""):
    found = mean(values)
    return (f'<tr id="claim-{ID}"><td>It wins</td><td>[{found.low:.3g}, {found.high:.3g}] Size: [7, 9]{note}</td>'
            f'<td><span class="verdict open">· {verdict}</span></td></tr>')


@pytest.fixture
def checkout(tmp_path):
    """A claim whose rule is older than its results, which a merge brought in, with a page, and more games later."""
    if not shutil.which("git"):
        pytest.skip("needs git")
    made = Checkout(tmp_path)
    made.commit(claims=claims(0.5))
    made.git("checkout", "-qb", "side")
    made.commit(games=stored(4))
    made.git("checkout", "-q", "main")
    made.commit(claims=claims(0.5, "It wins more"))
    made.git("merge", "-q", "--no-ff", "side", "-m", "merged")
    made.commit(page=page(pd.Series(FIRST)))
    made.commit(games=stored(6), page=page(GAMES["won"], "holds"))
    return made


def state(checkout, measure=measure, games=GAMES):
    known = registered.Registered(ID, *registered.rules(checkout.folder)[ID],
                                  *registered.first_results(registered.stored(checkout.folder), ["games"]))
    versions = registered.turns(registered.published(checkout.folder, ["sample2000"])[ID])
    return registered.state_of(checkout.folder, known, measure, {"games": games}, registered.stored(checkout.folder),
                               versions, {})


def test_results_that_a_merge_brings_in_count_from_the_commit_that_has_them(checkout):
    trees = registered.stored(checkout.folder)
    _, date = registered.first_results(trees, ["games"])
    assert date[:10] == "2026-01-06" and registered.first_results(trees, ["others"]) == ("", "")


def test_more_games_or_a_measure_that_is_written_anew_replace_nothing(checkout):
    assert state(checkout) == UNCHANGED
    assert state(checkout, lambda frames: measure({"games": frames["games"].copy()})) == UNCHANGED


@pytest.mark.parametrize("changed", [
    {"measure": lambda frames: measure(frames, "score")}, {"measure": lambda frames: frames["other games"]},
    {"games": GAMES.assign(won=GAMES["won"] - 0.1)}, {"games": GAMES[2:]}])
def test_another_measure_or_other_games_are_told(checkout, changed):
    assert state(checkout, **changed) == REPLACED


def test_a_rule_that_changes_when_there_are_results_is_told(checkout):
    checkout.commit(claims=claims(0.6))
    assert state(checkout) == AFTERWARDS
    counted = compare.tally({"claims": [{"verdict": "confirmed", "group": AFTERWARDS}]}, "replication", REPLACED)
    assert not any(counted.values())


def test_an_endpoint_in_other_words_is_the_same_rule():
    assert registered.worded("rate: widening less hard pruning") == (
        "rate of visited children: widening minus hard pruning")
    for paper in map(papers.paper, papers.names()):
        for claim in papers.claims(paper):
            assert registered.worded(claim.endpoint) == claim.endpoint, claim.id


def test_what_was_published_is_told_with_its_verdicts(checkout):
    checkout.commit(page=page(GAMES["won"], "confirmed", "written anew"))
    found = registered.turns(registered.published(checkout.folder, ["sample2000"])[ID])
    assert registered.told_of(found) == "undecided on 2026-01-12, then confirmed on 2026-01-14"
    assert registered.analyses(found) == 2


def test_the_collection_is_registered_as_it_is_measured():
    known = read(papers.paper(papers.names()[0]))
    tested = [(claim.id, paper) for paper in map(papers.paper, papers.names()) for claim in papers.claims(paper)
              if claim.rule]
    assert [id for id, _ in tested] == list(known), "python docs/registered.py"
    for id, paper in tested:
        found = registered.hash_of(paper.claims[id], known[id].experiments.split())
        assert found == known[id].measure, f"{id}: python docs/registered.py"
