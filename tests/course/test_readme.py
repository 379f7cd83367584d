"""What the README says: its table of notebooks, its examples, its sources, its links and those of other pages hold."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from mcts_course.jupyter import notebooks
from mcts_lab.declarations import OWN
from mcts_papers.reporting.answers import ANSWERS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_notebooks_is_theirs():
    for row in notebooks.contents().itertuples():
        assert f"| [{row.title}](notebooks/{row.notebook}) | {row.minutes} | {row.prerequisites} |" in TEXT


def test_it_is_short_and_its_numbers_are_so():
    assert len(TEXT.splitlines()) <= 150
    others = ("explorer.ipynb", "figures.ipynb")
    lessons = [row for row in notebooks.contents().itertuples() if row.notebook not in others]
    assert f"{len(lessons)} interactive [lessons]" in TEXT
    techniques = re.search(r"(\d+) of them are here", (ROOT / "docs" / "field.md").read_text(encoding="utf-8"))[1]
    assert f"{techniques} tested [techniques]" in TEXT


FINDINGS = runpy.run_path(str(ROOT / "docs" / "findings.py"))
SOURCES = (ROOT / "docs" / "references.bib").read_text(encoding="utf-8")
PAPERS = ("runnels2023", "powley2013", "joppen2019", "hsu2020", "papagiannis2022")


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_has_the_same_address_wherever_it_is_cited(name):
    entry = re.search(rf"^@\w+{{{name},\n(.*?)^}}", SOURCES, re.MULTILINE | re.DOTALL)[1]
    doi, url = (re.search(rf"^  {field} += {{(.*)}},$", entry, re.MULTILINE) for field in ("doi", "url"))
    address = f"https://doi.org/{doi[1]}" if doi else url[1]
    [lesson] = (ROOT / "notebooks" / "source").glob(f"P?_{name[:-4]}.py")
    cited = ANSWERS[name].cited
    assert f"| [{cited}]({address}) |" in TEXT and address in lesson.read_text(encoding="utf-8")


def test_the_references_are_entries_of_bibtex():
    entries = re.findall(r"^@\w+{(\w+),\n(.*?)^}$", SOURCES, re.MULTILINE | re.DOTALL)
    keys = [key for key, _ in entries]
    assert len(keys) == len(set(keys)) == SOURCES.count("\n@") and set(PAPERS) < set(keys)
    for key, entry in entries:
        fields = set(re.findall(r"^  (\w+) += {", entry, re.MULTILINE))
        assert {"author", "title", "year"} <= fields and fields & {"doi", "url"}, key
        assert entry.count("{") == entry.count("}"), key


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


def test_the_tree_of_files_names_what_is_there():
    section = re.search("\n## What is where\n(.*?)\n## ", TEXT, re.DOTALL)[1]
    shown = [re.split("  +", line)[0] for block in re.findall("```\n(.*?)```", section, re.DOTALL)
             for line in block.splitlines() if not line.startswith(" ")]
    names = {name.rstrip("/") for line in shown for name in line.split(", ")}
    assert all((ROOT / name).exists() for name in names), names
    assert {"README.md", "environment.yml", "notebooks", "data", "figures", "tests", "docs", *OWN} <= names
    inside = re.findall(r"^    (\S.*?)  ", section, re.MULTILINE)
    parts = {name.rstrip("/") for line in inside for name in line.split(", ")}
    assert all((ROOT / "mcts_lab" / name).exists() for name in parts) and folders("mcts_lab") <= parts


def folders(package):
    return {path.name for path in (ROOT / package).iterdir() if (path / "__init__.py").is_file()}


def test_the_folders_of_the_architecture_are_those_of_the_packages():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for package in OWN:
        table = re.search(rf"^\| \*\*`{package}/`\*\* .*\n((\| `.*\n)+)", text, re.MULTILINE)[1]
        names = re.findall("`([^`]+)`", " ".join(row.split("|")[1] for row in table.splitlines()))
        assert all((ROOT / package / name).exists() for name in names), names
        assert {name.rstrip("/") for name in names if name.endswith("/")} == folders(package)


def test_the_picture_of_the_packages_shows_their_folders():
    picture = (ROOT / "docs" / "architecture.svg").read_text(encoding="utf-8")
    shown = re.findall(r'<text class="folder"[^>]*>([^<]*)<', picture)
    assert {name for name in shown if "." not in name} == set().union(*map(folders, OWN))
    assert shown.count("cli") == len(OWN)


def test_the_first_block_installs_and_prints_a_result():
    install, search = re.search(r"```\n(.*?)```", TEXT, re.DOTALL)[1].splitlines()
    assert install == "pip install ." and search.startswith('python -c "')
    done = subprocess.run([sys.executable, "-c", search.removeprefix('python -c "').removesuffix('"')], text=True,
                          capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT), "MCTS_LAB_INTERPRET": "1"})
    without_time = re.escape(done.stdout.rpartition(" ")[0].rpartition(" ")[0])
    assert done.returncode == 0 and re.search(rf"`{without_time} [\d.]+ s\)`", TEXT), done.stdout + done.stderr


def test_the_example_runs(tmp_path):
    example, printed = re.search(r"```python\n(.*?)```.*?```\n(.*?)```", TEXT, re.DOTALL).groups()
    command = [sys.executable, "-c", example + '\nresult.tree.save("tree.html")']
    path = {"PYTHONPATH": str(ROOT), "MCTS_LAB_INTERPRET": "1"}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env={**os.environ, **path})
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed
    assert (tmp_path / "tree.html").stat().st_size > 1000


def test_the_page_about_data_names_what_is_there_and_reads_it(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    listed = {name.rstrip("/") for name in re.findall("^\\| `([^`]+)`", text, re.MULTILINE)}
    assert {path.name for path in (ROOT / "data").iterdir() if path.suffix != ".md"} - {"own_results"} <= listed
    examples = re.findall("```python\n(.*?)```", text, re.DOTALL)
    for example in examples:
        exec(example, {})
    assert len(examples) == 2 and {len(example.splitlines()) for example in examples} == {3}
    assert "rule based" in capsys.readouterr().out


@pytest.mark.all
def test_the_pictures_can_be_drawn_again(tmp_path):
    command = [sys.executable, str(ROOT / "docs" / "pictures.py"), str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    for name in ("architecture.svg", "search_tree.svg", "hearthstone.svg", "tribes.svg", "zelda.svg"):
        here, there = (re.findall(r">([^<>\n]*)</text>", (folder / name).read_text())
                       for folder in (tmp_path, ROOT / "docs"))
        assert here == there and here, name
