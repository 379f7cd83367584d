"""Attributes of the root of a picture in SVG are changed, however it is written."""

from xml.etree.ElementTree import fromstring

import pytest

from mcts_course.widgets.boards import readable
from mcts_lab.views.svg_colours import own, rooted, size

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


@pytest.mark.parametrize("begin", ROOTS.values(), ids=ROOTS)
def test_attributes_of_a_root_are_changed_and_not_doubled(begin):
    drawn = begin + INSIDE
    before = fromstring(drawn).attrib
    assert own(drawn, "style") == before.get("style", "") and size(drawn) == [30, 20]
    after = fromstring(rooted(rooted(drawn, "style", f"{own(drawn, 'style')}; color: red"), "role", "img"))
    assert after.attrib == before | {"style": f"{before.get('style', '')}; color: red", "role": "img"}
    assert after[-1].attrib == {"style": "fill:red"}
    assert fromstring(readable(drawn)).get("style").startswith("--least:")
