"""Every picture in SVG that is written is XML, whatever attributes its root had before others were added."""

import base64
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mcts_course.website import site
from mcts_course.website.game_pages import some_state
from mcts_course.widgets import WIDGETS
from mcts_course.widgets.boards import board_picture, readable
from mcts_lab import Position, games, start
from mcts_lab.views import faces
from mcts_lab.views.svg_colours import own, rooted, size

CHECKOUT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}svg"
SPACE = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"'
ROOTS = {
    "no style": f"<svg {SPACE}>",
    "a style": f'<svg {SPACE} style="max-width:100%">',
    "its end": f'<svg {SPACE} style="max-width:100%;">',
    "first": f'<svg style="max-width:100%" {SPACE}>',
    "other quotes": f"""<svg {SPACE} style='max-width:100%; font-family:"Sans"'>""",
    "lines": f'<svg\n  {SPACE}\n  style = "max-width:100%"\n>',
    "what looks like it": f"""<svg {SPACE} aria-label=' style="fill:red" > 3' style="max-width:100%">""",
    "what ends like it": f'<svg {SPACE} data-style="fill:red">',
    "a heading": f'<?xml version="1.0"?>\n<svg {SPACE} class="board" style="max-width:100%">',
}
INSIDE = '<title>t</title><desc>a board</desc><svg style="fill:red"><text font-size="9">a</text></svg></svg>'


def xml(drawn):
    """The root of a picture."""
    found = ElementTree.fromstring(drawn)
    assert found.tag == SVG
    return found


def test_every_svg_of_the_repository_is_xml():
    figures, docs = ([*(CHECKOUT / folder).rglob("*.svg")] for folder in ("figures", "docs"))
    assert docs and {path.with_suffix(".svg") for path in (CHECKOUT / "figures").glob("*/*.png")} <= {*figures}
    for file in (*figures, *docs):
        xml(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", site.played())
def test_every_tile_of_the_site_is_xml(name):
    game = games.make(*name.split(":"))
    board = xml(game.svg_for(some_state(game), None, False)).attrib
    tile = xml(site.picture(game)).attrib
    assert tile.pop("style").split("; ") == [*filter(None, [board.pop("style", "")]), "color-scheme: light dark"]
    assert set(tile) == set(board)


@pytest.mark.parametrize("name", games.names())
def test_every_board_is_xml(name):
    game = games.make(name)
    for state in (start(game, 1), some_state(game)):
        for viewer in (None, 0):
            xml(board_picture(game, state, viewer))
            try:
                xml(game.svg_for(state, viewer, False))
                xml(game.svg_for(state, viewer, True))
            except NotImplementedError:
                continue
            [shown] = re.findall('src="data:image/svg.xml;base64,([^"]+)"', faces.position(Position(game, state)))
            xml(base64.b64decode(shown))


@pytest.mark.parametrize("name", WIDGETS)
def test_every_picture_of_a_widget_is_xml(name, tmp_path):
    model = WIDGETS[name].example()
    for position in {0, len(model) // 2, len(model)}:
        for drawn in model.frame(position).parts.values():
            xml(drawn)
    model.save(tmp_path / "frame.svg")
    xml((tmp_path / "frame.svg").read_text(encoding="utf-8"))


@pytest.mark.parametrize("begin", ROOTS.values(), ids=ROOTS)
def test_attributes_of_a_root_are_changed_and_not_doubled(begin):
    drawn = begin + INSIDE
    before = xml(drawn).attrib
    assert own(drawn, "style") == before.get("style", "") and size(drawn) == [30, 20]
    after = xml(rooted(rooted(drawn, "style", f"{own(drawn, 'style')}; color: red"), "role", "img"))
    assert after.attrib == before | {"style": f"{before.get('style', '')}; color: red", "role": "img"}
    assert after[-1].attrib == {"style": "fill:red"}
    assert xml(readable(drawn)).get("style").startswith("--least:")


@pytest.mark.parametrize("begin", ROOTS.values(), ids=ROOTS)
def test_tiles_and_positions_take_any_picture(begin, monkeypatch):
    game = games.make("tic_tac_toe")
    monkeypatch.setattr(type(game), "svg_for", lambda game, state, viewer, dark: begin + INSIDE)
    style = xml(site.picture(game)).get("style")
    assert style.endswith("color-scheme: light dark") and ("max-width:100%" in style) == (" style" in begin)
    [shown] = re.findall('base64,([^"]+)"', faces.position(Position(game, start(game))))
    assert xml(base64.b64decode(shown))[0].text == ":root { color-scheme: light dark; }"
