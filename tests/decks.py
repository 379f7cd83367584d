"""Slides as a lecturer meets them: ``python tests/decks.py [LESSON ...]`` looks at every slide of every lesson.

A slide has to fit on its screen, and each widget has to change when it is stepped, without a network.
"""

import re
import sys
import tempfile
from typing import NamedTuple

SCREENS = ((1280, 720), (1920, 1080))  # pixels
BOTTOM = """() => {
  const slide = document.querySelector("section.now"), box = slide.firstElementChild.getBoundingClientRect();
  return {fits: box.bottom <= innerHeight && box.right <= innerWidth, zoom: +slide.dataset.zoom};
}"""


class Found(NamedTuple):
    """What was seen of a deck: numbers of slides from 1, and how much the smallest is scaled down."""

    slides: int
    widgets: int
    least: float
    too_tall: list
    still: list
    faults: list


def look(browser, path, screen) -> Found:
    """Go through a deck in a browser (of Playwright) on a screen of this width and height."""
    page = browser.new_page(viewport=dict(zip(("width", "height"), screen, strict=True)))
    faults, too_tall, still, zooms, widgets = [], [], [], [], 0
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.route(re.compile("^https?:"), lambda route: (faults.append(route.request.url), route.abort()))
    page.goto(f"file://{path}")
    number = page.locator("body > section").count()
    for slide in range(1, number + 1):
        measured = page.evaluate(BOTTOM)
        zooms.append(measured["zoom"])
        if not measured["fits"]:
            too_tall.append(slide)
        for widget in page.locator("section.now .widget").all():
            widgets += 1
            before = widget.inner_html()
            widget.locator("button", has_text="forward").click()
            if widget.inner_html() == before:
                still.append(slide)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("PageDown")
    page.close()
    return Found(number, widgets, min(zooms), too_tall, still, faults)


def main(names):
    from chromium import launched

    from mcts_lab.book import slides
    from mcts_lab.course import kit

    editions = {name: made for name, made in kit.shown(for_teachers=True).items() if not names or name in names}
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        for path in slides.write(folder, editions):
            for screen in SCREENS:
                print(f"{path.stem:15} {'x'.join(map(str, screen)):10} {look(browser, path, screen)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
