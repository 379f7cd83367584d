"""What of the site needs no Sphinx: pages to play and to watch, figures; their links, sizes, and that each page opens
without the network."""

import re
from types import SimpleNamespace

import pytest

from mcts_course.web.page import play_page
from mcts_course.website import site
from mcts_lab import games

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    text = "".join(site.pages(folder, ["tic_tac_toe", "hex"]))
    (folder / "index.html").write_text(f"<title>front</title>{text}")
    return SimpleNamespace(folder=folder, links=re.findall('href="([^"]+)"', text), text=text)


def test_every_page_is_linked_and_opens_on_a_small_screen(browser, made):
    assert sorted(made.links) == sorted(str(path.relative_to(made.folder)) for path in made.folder.glob("*/*.html"))
    assert len(made.links) == 7
    assert all((made.folder / place).is_file() for place in re.findall('src="([^"]+)"', made.text))
    wrong = []
    for place in made.links:
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith("file:") else None)
        page.goto((made.folder / place).as_uri())
        page.wait_for_function("window.lab")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, place
        if place.startswith("play"):
            assert page.locator(".lab-board svg").first.bounding_box()["y"] < 150, place
        page.get_by_role("navigation").get_by_role("link").click()
        page.wait_for_url((made.folder / "index.html").as_uri())
        assert page.title() == "front", place
        page.context.close()
    assert wrong == []


def test_pictures_of_games_have_sizes_and_are_shown(browser, made):
    page = browser.new_page()
    page.goto((made.folder / "index.html").as_uri())
    page.evaluate("Promise.all([...document.images].map(picture => (picture.loading = 'eager', picture.decode())))")
    shapes = page.evaluate("""[...document.images].map(picture => [picture.naturalWidth / picture.naturalHeight,
        picture.getAttribute("width") / picture.getAttribute("height")])""")
    assert len(shapes) == 2 and all(ours == pytest.approx(own, rel=0.01) for own, ours in shapes)
    page.close()


def test_the_way_to_the_front_page_is_found_at_any_depth():
    ways = [site.front(place).place for place in ("here.html", "play/hex.html", "a/b/c.html")]
    assert ways == ["index.html", "../index.html", "../../index.html"]


def test_every_game_with_a_picture_is_played():
    names = site.played()
    assert {"connect_four", "spades", "soccer", "hearthstone", "tribes", "vgdl:aliens", "vgdl:zelda"} <= set(names)
    assert all(name.partition(":")[0] in games.GAMES for name in names)
    assert not {"vgdl", "uniform_tree"} & set(names)


@pytest.mark.all
def test_the_largest_page_of_a_board_game_has_at_most_150_kb():
    assert len(play_page(games.hex()).encode()) <= 150_000


def test_copied_figures_have_no_dead_links_and_a_way_back(tmp_path):
    site.figures(tmp_path / "figures")
    (tmp_path / "index.html").touch()
    pages = list((tmp_path / "figures").rglob("*.html"))
    assert {"index.html", "report.html", "report_hsu2020.html"} <= {page.name for page in pages}
    for page in pages:
        assert page.read_text("utf-8").count('<a href="../index.html">Front page</a>') == 1
        links = re.findall(r'(?:href|src)="([^"#:]+)[^":]*"', page.read_text("utf-8"))
        assert [link for link in links if not (page.parent / link).is_file()] == []
