"""Pages are written with templates: one frame, what is put in is escaped, and nothing is left out unnoticed."""


import pytest
from jinja2 import UndefinedError

from mcts_course.marking.feedback import of_class, of_student
from mcts_course.marking.grading import Mark
from mcts_lab.views.templates import Html, filled

HOSTILE = """<b title='x' id="y">&</b>"""


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
