"""Slides: what is written in a deck, and what of the lesson is put on them."""

from types import SimpleNamespace

import pytest

from mcts_course.website import slides
from mcts_course.widgets.opening import Opening
from mcts_lab import cli

nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebooks'")
v4 = nbformat.v4


@pytest.fixture
def deck(tmp_path, monkeypatch):
    """Makes a page of a deck of a lesson that has a table, a text, a cell that shows nothing, and no widget."""
    folder = tmp_path / "notebooks"
    (folder / "source" / "slides").mkdir(parents=True)
    table = v4.new_output("execute_result", {"text/html": "<table><td>42</td></table>"}, execution_count=1)
    cells = [v4.new_code_cell("6 * 7", outputs=[table], metadata={"tags": ["parameters", "slide:product"]}),
             v4.new_code_cell("print('1 < 2')", outputs=[v4.new_output("stream", text="1 < 2\n")],
                              metadata={"tags": ["slide:said"]}),
             v4.new_code_cell("1", metadata={"tags": ["slide:silent"]})]
    nbformat.write(v4.new_notebook(cells=cells), folder / "00_play.ipynb")
    monkeypatch.setattr(slides.paths, "lessons", lambda: folder)
    monkeypatch.setattr(slides, "of", lambda lesson: [])

    def page(text):
        file = folder / "source" / "slides" / "00_play.md"
        file.write_text(text, encoding="utf-8")
        return slides.page(file)

    return page


def test_slides_show_what_the_lesson_has_shown_and_its_code(deck):
    page = deck("# One\n\n[output: product]\n\nNote: *slowly*\n\n---\n\n## Two\n\n[code: said]\n\n[output: said]\n")
    assert page.count("<section>") == 2 and "<title>One</title>" in page
    first, second = page.split("<section>")[1:]
    assert "<td>42</td>" in first and "<aside> <em>slowly</em>" in first.replace("<p>", " ").replace("  ", " ")
    assert second.count("1 &lt; 2") == 2 and 'class="code"' in second and "42" not in second  # as code and as output


def test_a_part_of_a_picture_is_cut_off_and_a_part_of_a_widget_is_hidden(deck):
    page = deck("# One\n\n[output: product 5 0 9 0]\n")
    assert '<div class="shown" style="--cut: inset(5% 0% 9% 0%)"><div><table>' in page
    place = slides.place("steps", ["board", "tree"])
    assert "#widget-steps .lab-slot:not(.lab-board, .lab-tree) { display: none; }" in place
    assert "style" not in slides.place("steps", [])


def test_slides_show_functions_of_the_textbook(deck):
    assert "back_up" in deck("# One\n\n[code: textbook.uct]\n")


@pytest.mark.parametrize("text, wrong", [
    ("[output: sum]", r"slides/00_play.md names sum, .* tag slide:sum.* product, said"),
    ("[output: silent]", "tag slide:silent has no output in 00_play.ipynb. Run the lesson and save"),
    ("[code: textbook.nothing]", "no cell of 00_play.py has the tag slide:textbook.nothing"),
    ("[widget: product]", r"shows product as a widget, .* Write \[output: product\]"),
])
def test_what_is_missing_is_said_in_one_sentence(deck, text, wrong):
    with pytest.raises(ValueError, match=wrong) as error:
        deck(f"# One\n\n{text}\n")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("line", [
    "[outputs: said]", "[Output: said]", "[output : said]", "[output said]", "[output:said]", "[output: said",
    "[output: said 5]", "[output: said 5.5 0 9 0]", "[output: said 5 0 9]", "[output: said 5 0 9 0 0]",
    "[output: said 5 0 9 x]", "[output: said 5 0 9 100]", "[output: said 5% 0 9 0]", "[output: said product]",
    "[code: said 5 0 9 0]", "[code: said all]", "[widget: said lab-tree]", "[widget: said .board]",
    "[widget: said,tree]", "[widget:]", "[: said]", "* [output: said]", "## [output: said]", "Look:\n[output: said]",
    "[output: product]\n[output: said]", "Note: see\n\n[outputs: said]",
])
def test_a_mistyped_reference_is_an_error(deck, line):
    with pytest.raises(ValueError, match=r"^slides/00_play.md has the line \[.*, which names nothing to show. ") as e:
        deck(f"# One\n\n{line}\n")
    assert "\n" not in str(e.value)


def test_a_part_that_a_widget_does_not_have_is_an_error(deck, monkeypatch):
    model = SimpleNamespace(slots={"board": "", "tree": ""})
    monkeypatch.setattr(slides, "of", lambda lesson: [SimpleNamespace(number=0, make=lambda: model)])
    monkeypatch.setattr(slides, "opened", lambda demo, begin: Opening((), "show"))
    assert 'id="widget-product"' in deck("# One\n\n[widget: product tree]\n")
    with pytest.raises(ValueError, match="shows bord of the widget product, .* Name some of board, tree"):
        deck("# One\n\n[widget: product tree bord]\n")


def test_students_get_no_slides_because_these_have_the_answers(tmp_path, capsys):
    assert cli.main(["kit", str(tmp_path / "kit"), "--slides"]) != 0
    assert "--instructor" in capsys.readouterr().err and not (tmp_path / "kit").exists()
