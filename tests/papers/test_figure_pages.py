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
LINKS = """() => [...document.querySelectorAll("a[href*='#']")].map((link, number) => {
  link.dataset.number = number;
  return [number, link.checkVisibility({checkVisibilityCSS: true}), new URL(link.href).hash.slice(1)];
})"""
MISSED = """place => {
  const target = document.getElementById(place), all = document.documentElement;
  return [target.getBoundingClientRect().top - parseFloat(getComputedStyle(target).scrollMarginTop),
          all.scrollHeight - innerHeight - scrollY];
}"""
MANY = 20  # links that are followed on a page


def spread(found, many):
    """So many of a list, from its whole length."""
    return [found[i * len(found) // many] for i in range(many)] if len(found) > many else found


@pytest.mark.sampled(len(PAGES))
@pytest.mark.parametrize("name", PAGES)
def test_links_land_and_stay_there_while_pictures_load(browser, name):
    """At the end of its page, whose height is rounded, a target cannot be scrolled to the top."""
    for width in (1280, 390):
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto((FIGURES / name).as_uri())
        seen = [number for number, visible, _ in page.evaluate(LINKS) if visible]
        for number in spread(seen, MANY):
            page.goto((FIGURES / name).as_uri())
            place = page.evaluate(LINKS)[number][2]
            page.locator(f"[data-number='{number}']").click()
            page.wait_for_function("place => location.hash.slice(1) == place && document.getElementById(place)",
                                   arg=place)
            for load in ("() => 0", LOAD_ALL):
                page.evaluate(load)
                top, below = page.evaluate(MISSED, place)
                assert abs(top) <= NEAR or 0 < top < 800 and below < 2, (place, width, top, below)
        assert seen or name in ("gallery_alphazero.html", "gallery_parts.html")  # which are about no paper
        page.close()


SMALLEST = """() => Math.min(...[...document.querySelectorAll("body *")].filter(one => one.checkVisibility() &&
  [...one.childNodes].some(node => node.nodeType == Node.TEXT_NODE && node.data.trim())).map(
  one => parseFloat(getComputedStyle(one).fontSize)))"""
PICTURES = """() => [...document.images].filter(one => !one.closest(".thumbs")).map(
  one => [one.getAttribute("src"), one.getBoundingClientRect().width])"""


@pytest.mark.sampled(len(PAGES))
@pytest.mark.parametrize("name", PAGES)
def test_text_on_a_phone_is_high_enough(browser, name):
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto((FIGURES / name).as_uri())
    assert page.evaluate(SMALLEST) >= pictures.LEGIBLE
    for place, width in page.evaluate(PICTURES):
        assert width >= pictures.legible(FIGURES / place), place
    assert page.evaluate("document.documentElement.scrollWidth") <= 390  # only parts of the page are scrolled
    page.close()


def test_the_width_at_which_a_picture_is_legible(tmp_path):
    path = tmp_path / "made.svg"
    for look in ("style=\"font: bold 20px 'DejaVu Sans'\"", 'style="font-size: 20px; fill: red"', 'font-size="20"'):
        path.write_text(f'<svg xmlns="x" viewBox="0 0 300 100"><text {look}>a</text>'
                        '<text style="font-size: 22px">b</text></svg>')
        assert pictures.legible(path) == 300 * pictures.LEGIBLE / 20
    path.write_text('<svg xmlns="x" viewBox="0 0 300 100"></svg>')
    assert pictures.legible(path) == 0


def test_the_gallery_begins_with_thumbnails_of_all_figures():
    page = (FIGURES / "index.html").read_text(encoding="utf-8")
    for name in papers.drawn():
        there = (FIGURES / pages.gallery_of(name)).read_text(encoding="utf-8")
        for item in papers.paper(name).items:
            assert f'href="{pages.gallery_of(name)}#{item.name}"' in page and f'id="{item.name}"' in there
    assert len(Pictures(page).found) == sum(
        item.kind != "table" for name in papers.drawn() for item in papers.paper(name).items)


def test_every_page_leads_back_to_the_gallery():
    films = list(FIGURES.glob("*/*.html"))
    assert [path.stem for path in films] == ["film_o_mcts"]
    for path in (*films, *(FIGURES / name for name in PAGES if name != "index.html")):
        to_gallery = "../index.html" if path in films else "index.html"
        assert f'<a href="{to_gallery}">Figures and tables</a>' in path.read_text(encoding="utf-8"), path


def test_what_is_not_there_is_said_and_not_linked(tmp_path):
    paper = papers.paper("hsu2020")
    found = pages.gallery([(paper, [(paper.item("figure2"), {"files": ["figure2.svg"]})])], tmp_path)
    assert "was not drawn yet" in found["gallery_hsu2020.html"]
    assert not any(Pictures(page).found for page in found.values())
