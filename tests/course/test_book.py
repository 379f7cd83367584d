"""The book: its pages say what they should, and Sphinx finds no fault with them."""

import math
import re
from pathlib import Path

import pytest
from films import films
from programs import python

from mcts_course.jupyter import notebooks
from mcts_course.website import build, widget_pages
from mcts_course.website.docstrings import restructured
from mcts_lab import games


def test_docstrings_in_numpydoc_form_are_left_to_napoleon():
    lines = ["Do *it* [1]_.", "", "Parameters", "----------", "c : float, default 1.0", "    A |weight|.", "",
             "References", "----------", ".. [1] A. *B*,", "   2008.", "", "Examples", "--------", ">>> a_ = 2", "6"]
    assert [line for line in restructured(lines) if line] == [
        r"Do \*it\* [1].", "Parameters", "----------", "c : float, default 1.0", r"    A \|weight\|.", "References",
        "----------", r"* [1] A. \*B\*,", "   2008.", "Examples", "--------", ">>> a_ = 2", "6"]


def test_a_widget_is_made_by_the_cells_that_it_needs_alone():
    cells = ["raise OSError", "scale = 1 / 0", "from math import pi", "scale = 2",
             "def area(r):\n    return scale * pi * r",
             "other = 1 / 0", "r = 1 / 0", "r = 3\nr += 1", "area(r)"]
    assert widget_pages.needed(cells) == tuple(cells[i] for i in (2, 3, 4, 7, 8))
    assert widget_pages.Demo("lesson", 8, widget_pages.needed(cells)).make() == pytest.approx(8 * math.pi)


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
    said = python("-m", "mcts_lab", "site", "tic_tac_toe", "--out", tmp_path / "book")
    assert re.search(r"\d bytes  play/tic_tac_toe\.html", said)
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
