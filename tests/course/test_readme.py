"""What the README says: its table of notebooks, its example, its findings, its links and those of other pages hold."""

import re
import runpy

import pytest
from programs import ROOT, python

from mcts_course.jupyter import notebooks

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_notebooks_is_theirs():
    for row in notebooks.contents().itertuples():
        assert f"| [{row.title}](notebooks/{row.notebook}) | {row.minutes} | {row.prerequisites} |" in TEXT


FINDINGS = runpy.run_path(str(ROOT / "docs" / "findings.py"))
PAPERS = ("runnels2023", "powley2013", "joppen2019", "hsu2020", "papagiannis2022")


@pytest.mark.all
@pytest.mark.parametrize("name", PAPERS)
def test_what_a_replication_found_is_what_the_stored_results_say(name):
    assert FINDINGS["row"](name) in TEXT, "python docs/findings.py"


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "data").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for place, heading in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        there = page.parent / place if place else page
        assert there.exists(), place
        if heading:
            headings = re.findall(r"^#+ (.*)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings], heading


def test_the_first_block_installs_and_prints_a_result():
    install, search = re.search(r"```\n(.*?)```", TEXT, re.DOTALL)[1].splitlines()
    assert install == "pip install ." and search.startswith('python -c "')
    said = python("-c", search.removeprefix('python -c "').removesuffix('"'), MCTS_LAB_INTERPRET="1")
    without_time = re.escape(said.rpartition(" ")[0].rpartition(" ")[0])
    assert re.search(rf"`{without_time} [\d.]+ s\)`", TEXT), said


def test_the_example_runs(tmp_path):
    example, printed = re.search(r"```python\n(.*?)```.*?```\n(.*?)```", TEXT, re.DOTALL).groups()
    code = example + '\nresult.tree.save("tree.html")'
    assert python("-c", code, folder=tmp_path, MCTS_LAB_INTERPRET="1") == printed
    assert (tmp_path / "tree.html").stat().st_size > 1000


def test_the_page_about_data_reads_it(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    examples = re.findall("```python\n(.*?)```", text, re.DOTALL)
    for example in examples:
        exec(example, {})
    assert len(examples) == 2 and "rule based" in capsys.readouterr().out
