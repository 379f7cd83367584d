"""What tests of marking and of pages share."""

from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest


@pytest.fixture(scope="module")
def rooms():
    """A sandbox; tests that need one are skipped where none can be made."""
    from mcts_course.sandboxes.sandbox import Sandbox

    try:
        with Sandbox() as made:
            yield made
    except ValueError as error:
        pytest.skip(str(error))


@pytest.fixture
def opened(browser):
    """Opens a file in a browser. Nothing may go wrong in its page, and it may ask for nothing but files; `page.bytes`
    are those of the files."""
    wrong, pages = [], []

    def open_page(path, init="", **options):
        page = browser.new_context(**options).new_page()
        page.set_default_timeout(60_000)
        page.add_init_script(init)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.bytes = 0

        def asked(request):
            file = Path(unquote(urlparse(request.url).path))
            if not request.url.startswith(("file:", "data:")):
                wrong.append(request.url)
            elif request.url.startswith("file:") and file.is_file():
                page.bytes += file.stat().st_size

        page.on("request", asked)
        page.goto(path.as_uri())
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert wrong == []
