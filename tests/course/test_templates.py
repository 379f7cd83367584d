"""Pages are written with templates: one frame, what is put in is escaped, and nothing is left out unnoticed."""

from pathlib import Path

import pytest
from jinja2 import UndefinedError

import mcts_lab
from mcts_course.marking.feedback import of_class, of_student
from mcts_course.marking.grading import Mark
from mcts_course.website import slides
from mcts_lab.declarations import OWN
from mcts_lab.views import templates
from mcts_lab.views.templates import Html, filled

ROOT = Path(mcts_lab.__file__).parents[1]
TEMPLATES = sorted(path for kind in ("html", "xml") for name in OWN for path in (ROOT / name).rglob(f"*.{kind}"))
HOSTILE = """<b title='x' id="y">&</b>"""


def name_of(path):
    return f"{'.'.join(path.parent.relative_to(ROOT).parts)}/{path.name}"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_template_can_be_read(path):
    assert templates.environment().get_template(name_of(path))


def test_what_is_put_into_a_page_is_escaped_unless_it_is_html_already():
    marks = [Mark(f"{HOSTILE}.ipynb", HOSTILE, 0, 1, "wrong", HOSTILE, HOSTILE)]
    for page in (of_student(marks[0].file, marks), of_class(marks)):
        assert "<b title" not in page and "&lt;b title=&#39;x&#39; id=&#34;y&#34;&gt;&amp;&lt;/b&gt;" in page
    values = {"words": HOSTILE, "home": None, "look": "", "shared": "", "script": ""}
    for title, shown in ((HOSTILE, "&lt;b title"), (Html("<i>so</i>"), "<title><i>so</i></title>")):
        page = filled("mcts_course.widgets", "opening.html", title=title, **values)
        assert shown in page and ": &lt;b title=" in page


def test_a_value_that_is_missing_is_an_error():
    with pytest.raises(UndefinedError, match="'title' is undefined"):
        filled("mcts_course.marking", "student.html", marks=[])


def test_slides_keep_the_html_of_cells_and_their_title_is_escaped_text(tmp_path):
    deck = tmp_path / "03_tree.md"
    deck.write_text("# `1 < 2` & *more* <i>of</i> [it](https://example.org)\n\n[output: outcomes]", encoding="utf-8")
    page = slides.page(deck)
    assert "<title>1 &lt; 2 &amp; more of it</title>" in page and '<div class="shown"><div><style>' in page
