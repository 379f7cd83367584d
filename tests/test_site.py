"""The site of pages that compute: its links, its size, and that each page opens without the network."""

import re

import pytest

from mcts_lab import games
from mcts_lab.book import site

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return site.write(tmp_path_factory.mktemp("site"), ["tic_tac_toe"]).parent


def test_every_page_is_linked_and_opens_on_a_small_screen(browser, folder):
    links = re.findall('href="([^"]+)"', (folder / "index.html").read_text("utf-8"))
    assert sorted(links) == sorted(str(path.relative_to(folder)) for path in folder.glob("*/*.html"))
    assert len(links) == 7
    wrong = []
    for place in ["index.html", *links]:
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith("file:") else None)
        page.goto((folder / place).as_uri())
        if place != "index.html":
            page.wait_for_function("window.lab")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, place
        page.context.close()
    assert wrong == []


def test_its_games_are_known():
    assert set(site.GAMES) <= set(games.GAMES)


def test_no_page_is_large_and_the_site_writes_over_itself_alone(folder, tmp_path):
    assert max(path.stat().st_size for path in folder.glob("*/*.html")) < 300_000
    site.write(folder, [])
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="something else"):
        site.write(tmp_path, [])
    assert site.main([str(tmp_path)]) == site.main([str(folder), "no_such_game"]) == 1
