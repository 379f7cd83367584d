"""The pages of `figures/` as they are: pictures have their sizes, so links land, and every page has a way back."""

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from mcts_papers import registry as papers
from mcts_papers.reporting import pages, pictures

FIGURES = Path(__file__).parents[2] / "figures"
PAGES = [path.name for path in sorted(FIGURES.glob("*.html"))]
NEAR = 40  # pixels from where a link should land


class Pictures(HTMLParser):
    """The attributes of all pictures of a page."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "img":
            self.found.append(dict(attrs))


def shape(path):
    """A picture's width divided by its height, from the file."""
    if path.suffix == ".svg":
        *_, width, height = map(float, ElementTree.parse(path).getroot().get("viewBox").split())
        return width / height
    with Image.open(path) as picture:
        return picture.width / picture.height


@pytest.mark.parametrize("name", PAGES)
def test_every_picture_has_the_size_of_its_file(name):
    page = (FIGURES / name).read_text(encoding="utf-8")
    found = Pictures(page).found
    assert found
    for picture in found:
        sides = int(picture["width"]), int(picture["height"])
        assert sides == pictures.size(FIGURES / picture["src"])
        assert sides[0] / sides[1] == pytest.approx(shape(FIGURES / picture["src"]), rel=0.01)
        assert picture["alt"]
    assert re.search(r"img \{[^}]*height: auto", page)  # they still follow the width of the page


@pytest.mark.parametrize("suffix", ["png", "gif", "svg"])
def test_the_size_of_a_picture_is_that_of_its_file(suffix, tmp_path):
    path = tmp_path / f"made.{suffix}"
    if suffix == "svg":
        path.write_text('<?xml version="1.0"?>\n<svg xmlns="x" width="30pt" height="15pt" viewBox="0 0 30 15"></svg>')
    else:
        Image.new("P", (40, 20)).save(path)
    assert pictures.size(path) == (40, 20)
    assert pictures.img(tmp_path, path.name, 'a "b"') == (
        f'<img src="made.{suffix}" width="40" height="20" alt="a &quot;b&quot;">')


LOAD_ALL = """async () => {
  document.documentElement.style.overflowAnchor = "none";  // not all browsers hold on to what is seen
  for (const picture of document.images) picture.loading = "eager";
  await Promise.all([...document.images].map(picture => picture.complete || new Promise((loaded, failed) => {
    picture.onload = loaded; picture.onerror = failed; })));
}"""
MISSED = """place => {
  const target = document.getElementById(place), all = document.documentElement;
  return [target.getBoundingClientRect().top - parseFloat(getComputedStyle(target).scrollMarginTop),
          all.scrollHeight - innerHeight - scrollY];
}"""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", PAGES)
def test_links_land_and_stay_there_while_pictures_load(browser, name, width):
    places = re.findall(r'<(?:article|tr)[^>]* id="([^"]+)"', (FIGURES / name).read_text(encoding="utf-8"))
    for place in (places[len(places) // 2], places[-1]):
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto(f"{(FIGURES / name).as_uri()}#{place}")
        for loaded in (False, True):
            if loaded:
                page.evaluate(LOAD_ALL)
            top, below = page.evaluate(MISSED, place)  # at its end a page cannot be scrolled further
            assert abs(top) <= NEAR or top > 0 and below < 1, (place, loaded, top, below)
        page.close()


def test_every_page_leads_back_to_the_gallery():
    films = list(FIGURES.glob("*/*.html"))
    assert [path.stem for path in films] == ["film_o_mcts"]
    for path in (*films, *(FIGURES / name for name in PAGES if name != "index.html")):
        to_gallery = "../index.html" if path in films else "index.html"
        assert f'<a href="{to_gallery}">Figures and tables</a>' in path.read_text(encoding="utf-8"), path


def test_what_is_not_there_is_said_and_not_linked(tmp_path):
    paper = papers.paper("hsu2020")
    page = pages.gallery([(paper, [(paper.item("figure2"), {"files": ["figure2.svg"]})])], tmp_path)
    assert "Not made yet" in page and not Pictures(page).found
