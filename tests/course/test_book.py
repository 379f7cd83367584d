"""The book: its pages say what they should, and Sphinx finds no fault with them."""

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from films import films

from mcts_course.jupyter import notebooks
from mcts_course.website import build, game_pages, lesson_pages, widget_pages
from mcts_course.website.docstrings import restructured
from mcts_lab import games
from mcts_lab.games.how_to_play import how_to_play


@pytest.mark.parametrize("name", ["connect_four", "spades", "bandit"])
def test_a_game_page_has_rules_facts_options_and_pictures(name, tmp_path):
    page = game_pages.page(name, games.make(name), tmp_path)
    assert how_to_play(name) in page and f"| name | `{name}` |" in page
    assert all(f"`{option}`" in page for option in games.options(name))
    pictures = re.findall(r":::\{image\} (\S+)", page)
    assert len(pictures) in (0, 2) and all((tmp_path / picture).read_text().startswith("<svg") for picture in pictures)
    assert pictures or "```text" in page


def test_the_book_holds_the_documentation(tmp_path):
    recipes = build.documentation(tmp_path)
    assert len(recipes) == 14 and "howto/own-game" in recipes
    assert "\ndecisions\nfield\n" in build.REFERENCE.split(":caption: For developers", 1)[1]
    for name in (*recipes, *build.PAGES):
        page = (tmp_path / f"{name}.md").read_text(encoding="utf-8")
        for place in re.findall(r"\]\((?!https?:|#)([^)#]+)", page):
            lesson = re.fullmatch(r"\.\./lessons/(\w+)\.ipynb|lessons/glossary\.md", place)  # are written apart
            there = lesson or place == "teaching.md" or place == "../teaching.md"
            assert there or (tmp_path / name).parent.joinpath(place).exists(), (name, place)


def test_docstrings_are_read_as_they_are_meant():
    lines = ["Mean: the `mean` of *n", "of n_ [1]_.", "", "c:  a weight,", "    at least 0"]
    assert [line for line in restructured(lines) if line] == [
        r"Mean: the `mean` of \*n", r"of n\_ [1].", "::", "    c:  a weight,", "        at least 0"]


def test_docstrings_in_numpydoc_form_are_left_to_napoleon():
    lines = ["Do *it* [1]_.", "", "Parameters", "----------", "c : float, default 1.0", "    A |weight|.", "",
             "References", "----------", ".. [1] A. *B*,", "   2008.", "", "Examples", "--------", ">>> a_ = 2", "6"]
    assert [line for line in restructured(lines) if line] == [
        r"Do \*it\* [1].", "Parameters", "----------", "c : float, default 1.0", r"    A \|weight\|.", "References",
        "----------", r"* [1] A. \*B\*,", "   2008.", "Examples", "--------", ">>> a_ = 2", "6"]


@pytest.mark.all
def test_widgets_of_the_book_are_those_of_the_lessons():
    """Each shows what the notebook, which has been run as a whole, shows; what steps is not forgotten."""
    nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebooks'")
    found = {}
    for master in notebooks.masters():
        notebook = nbformat.read(notebooks.made(master), as_version=4)
        states = notebook.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state")
        for demo in widget_pages.of(master.stem):
            (view,) = (output.data["application/vnd.jupyter.widget-view+json"]["model_id"]
                       for output in notebook.cells[demo.number].outputs
                       if "application/vnd.jupyter.widget-view+json" in output.get("data", ()))
            found[demo] = states[view]["state"]["frame"]["words"]
    assert {demo.lesson for demo in found} >= {"01_minimax", "02_bandits", "03_tree"}
    assert len(found) >= 12
    for demo, words_there in found.items():
        if demo.lesson.startswith(("01", "02", "03", "P2")):
            made = demo.make()
            assert made.poses or made.current.words == words_there, demo.name  # questions are drawn anew


def test_a_widget_is_made_by_the_cells_that_it_needs_alone():
    cells = ["raise OSError", "scale = 1 / 0", "from math import pi", "scale = 2",
             "def area(r):\n    return scale * pi * r",
             "other = 1 / 0", "r = 1 / 0", "r = 3\nr += 1", "area(r)"]
    assert widget_pages.needed(cells) == tuple(cells[i] for i in (2, 3, 4, 7, 8))
    assert widget_pages.Demo("lesson", 8, widget_pages.needed(cells)).make() == pytest.approx(8 * math.pi)


@pytest.mark.all
def test_a_search_that_a_lesson_shows_goes_on_in_its_page():
    (opening, *_) = widget_pages.of("03_tree")
    assert "Watch.of(" in opening.code[-1] and opening.make().opening()


def test_a_widget_of_the_book_is_there_as_data(tmp_path, monkeypatch):
    demos = widget_pages.of("01_minimax")
    shown = widget_pages.openings("01_minimax")
    monkeypatch.setattr(widget_pages, "openings", lambda lesson: shown if lesson == "01_minimax" else {})
    widget_pages.write(tmp_path)
    (data,) = films((tmp_path / f"{demos[-1].name}.js").read_text())
    assert len(data["frames"]) == len(demos[-1].make()) + 1 and data["landmarks"] and "recorded" in data["about"]
    assert "labLocal" in (tmp_path / "stage.js").read_text()
    assert "labOpen" in (tmp_path / f"{demos[0].name}.js").read_text()  # a tree of one's own is computed in the page
    assert f'id="{demos[0].name}"' in widget_pages.place(demos[0].name)


def test_formulas_need_no_network():
    pytest.importorskip("latex2mathml", reason="needs the extra 'book'")
    words = r"so $b^2$, $b^{\lfloor" "\n" r"d/2\rfloor}$ and $$\sqrt{\frac{\ln N}{n}}$$"
    made = lesson_pages.FORMULA.sub(lesson_pages.drawn_formula, words)
    assert made.count("<math") == 3 and "$" not in made


def test_a_folder_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(build.NoBook, match="new or empty"):
        build.build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(("played", "lacks", "said"), [
    (["hexx"], {}, "hex"), (["hex"], {"root": lambda: Path(__file__).parent}, "copy of the repository"),
    (["hex"], {"find_spec": lambda name: None}, "mcts_lab\\[book\\]")])
def test_what_cannot_be_built_is_said_before_the_work(played, lacks, said, tmp_path, monkeypatch):
    monkeypatch.setattr(build, "sources", lambda folder, played: pytest.fail("the work has begun"))
    for name, instead in lacks.items():
        monkeypatch.setattr(build.paths if name == "root" else build.importlib.util, name, instead)
    with pytest.raises((build.NoBook, games.UnknownGame), match=said):
        build.build(tmp_path / "site", played)


@pytest.mark.all
def test_the_book_is_built_without_a_warning(tmp_path):
    pytest.importorskip("myst_nb", reason="needs the extra 'book'")
    pytest.importorskip("furo", reason="needs the extra 'book'")
    done = subprocess.run([sys.executable, "-m", "mcts_lab", "site", "tic_tac_toe", "--out", str(tmp_path / "book")],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert re.search(r"\d bytes  play/tic_tac_toe\.html", done.stdout)
    pages = {path.relative_to(tmp_path / "book").as_posix() for path in (tmp_path / "book").rglob("*.html")}
    assert {f"lessons/{master.stem}.html" for master in notebooks.masters()} <= pages
    assert {f"games/{name}.html" for name in games.names()} <= pages
    assert {"play/tic_tac_toe.html", "watch/watch.html", "figures/report.html", "reference.html"} <= pages
    for place in ("index", "play/index", "play/tic_tac_toe", "lessons/index", "lessons/03_tree", "papers", "reference",
                  "figures/report"):
        here = tmp_path / "book" / f"{place}.html"
        links = re.findall(r'(?:href|src|action)="([^"#:?]+)[^":]*"', here.read_text(encoding="utf-8"))
        assert [link for link in links if not (here.parent / link).is_file()] == [], place
        assert 'class="site-head"' in here.read_text(encoding="utf-8"), place
    there = (tmp_path / "book" / "functions" / "modules" / "mcts_lab.search.mcts.selection.html").read_text("utf-8")
    assert 'id="mcts_lab.search.mcts.selection.UCB1"' in there and "[source]" in there
    text = (tmp_path / "book" / "lessons" / "02_bandits.html").read_text(encoding="utf-8")
    assert "<math" in text and "<h2>" in text
    for path in (tmp_path / "book").rglob("*.html"):
        needed = re.findall(r'<(?:script|link)[^>]*(?:src|href)="(https?://[^"]+)"', path.read_text(encoding="utf-8"))
        assert not needed, f"{path.name} needs the network"
