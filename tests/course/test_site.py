"""What of the site needs no Sphinx: its front page, pages to play and to watch, lists, figures; and that each
page opens without the network."""

import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from mcts_course.website import cards, site
from mcts_lab import games
from mcts_papers.reporting.findings import Finding

pytestmark = pytest.mark.compiled
AXE = Path(os.environ.get("MCTS_LAB_AXE", Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"))
ENTRIES = ["Play", "Lessons", "Papers", "Reference"]
AREA, ENTRY = "svg.lab-areas rect", ".site-head nav a"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A site without the pages of Sphinx; papers are not judged for it."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "findings", lambda: {"hsu2020": Finding("H", "", "it <b> wins", "undecided", "7 of 9.")})
        site.pages(folder, ["tic_tac_toe", "hex"])
    site.looks(folder / "_static")
    site.figures(folder / "figures")
    return SimpleNamespace(folder=folder, places=sorted(path.relative_to(folder).as_posix()
                                                        for path in folder.rglob("*.html")))


@pytest.fixture
def opened(opened, made):
    """Opens a page of the site."""

    def open_page(place, width=1280, height=800, **options):
        page = opened(made.folder / place, viewport={"width": width, "height": height}, **options)
        if place.startswith(("play/", "watch/", "index")) and place != "play/index.html":
            page.wait_for_function("window.lab")
        return page

    return open_page


def test_every_page_has_the_frame_and_fits_a_small_screen(made, opened):
    for place in made.places:
        page = opened(place, 390, 844)
        assert page.locator(ENTRY).all_inner_texts() == ENTRIES, place
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, place
        assert page.locator("h1").count() == 1, place
        if place.startswith("play/") and place != "play/index.html":
            assert page.locator(".lab-board svg").first.bounding_box()["y"] < 300, place
        page.locator(".site-name").click()
        page.wait_for_url((made.folder / "index.html").as_uri())
        page.context.close()


def test_each_move_is_once_in_the_tab_order_and_the_focus_stays(opened):
    page = opened("index.html")
    assert page.locator(AREA).count() == 7 and page.locator(".lab-commands").get_by_text("x3").count() == 0
    page.locator(AREA).nth(3).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("!lab.busy && lab.moments.length === 3")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "play x3"


def test_a_game_ends_in_a_sentence_and_can_be_reviewed(opened):
    page = opened("play/tic_tac_toe.html")
    assert page.locator(".lab-players").inner_text().splitlines() == [
        "x (orange): you", "o (yellow): UCT, strong (3,000 iterations a move)"]
    page.get_by_label("level").select_option("club, 1,000")
    page.get_by_label("true values").select_option("shown")
    page.wait_for_function("document.querySelector('.lab-line').textContent.includes('draw: ')")
    for square in ("x(0,1)", "x(1,0)", "x(2,2)", "x(1,2)", "x(2,1)", "x(2,0)", "x(1,1)", "x(0,0)", "x(0,2)"):
        page.wait_for_function("!lab.busy")
        if page.locator(f"{AREA}[aria-label='play {square}']").count():
            page.locator(f"{AREA}[aria-label='play {square}']").click()
    page.wait_for_function("!lab.busy")
    said = page.inner_text(".lab-words")
    assert re.search(r"over: .*\. You (lost|drew) against UCT, club \(1,000 iterations a move\)\.", said), said
    page.get_by_role("button", name="review").click()
    page.wait_for_function("!lab.busy")
    assert page.locator(".lab-course svg").count() == 1
    assert re.search("move|gave", page.locator(".lab-turn svg").first.text_content())


def test_a_watched_search_marks_the_code_that_runs(opened):
    page = opened("watch/watch.html")
    marked = ".lab-code [aria-current]"
    assert page.locator(marked).count() == 0
    page.get_by_role("button", name="one phase forward").click()
    assert any("expand(game, path, rng)" in line for line in page.locator(marked).all_inner_texts())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(made, opened, scheme, width):
    if not AXE.is_file():
        pytest.skip("needs axe-core: npm install axe-core, or MCTS_LAB_AXE=FILE")
    for place in made.places:
        page = opened(place, width, color_scheme=scheme)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run(document, {preload: false}).then((all) => all.violations.map((one) => "
                              "[one.id, one.nodes[0].html.slice(0, 200)]))")
        assert found == [], place
        page.context.close()


def test_cards_say_what_lessons_ask_and_papers_found(made):
    lessons = cards.lessons()
    assert len(lessons) >= 19 and all(one.title and one.question.endswith("?") for one in lessons)
    assert {one.name for one in lessons if one.picture is None} <= {"explorer", "figures"}
    text = (made.folder / "index.html").read_text("utf-8")
    assert "H: it &lt;b&gt; wins" in text and "Undecided." in text and "7 of 9." in text
    assert set(cards.LESSONS.values()) <= {one.name for one in lessons} and set(cards.LESSONS) <= set(games.GAMES)


@pytest.mark.parametrize(("place", "most"), [("index.html", 450_000), ("play/hex.html", 250_000)])
def test_the_first_move_is_possible_after_few_bytes(opened, place, most):
    page = opened(place)
    page.wait_for_selector(AREA)
    assert 50_000 < page.bytes <= most
    board = page.locator(".lab-board svg").first.bounding_box()
    assert board["width"] >= 480 and board["height"] >= 480
    page.locator(AREA).first.click()
    page.wait_for_function("!lab.busy && lab.moments.length === 3")


def test_every_game_with_a_picture_is_played():
    names = site.played()
    assert {"connect_four", "spades", "soccer", "hearthstone", "tribes", "vgdl:aliens", "vgdl:zelda"} <= set(names)
    assert all(name.partition(":")[0] in games.GAMES for name in names)
    assert not {"vgdl", "uniform_tree"} & set(names)
