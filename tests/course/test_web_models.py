"""Widgets whose pages compute, in a real browser and from the file system: every frame is the one that Python makes."""

import json

import pytest
from test_web_page import opened, words  # noqa: F401 - a fixture

from mcts_course.web.widget_script import opening
from mcts_course.widgets.alpha_beta import AlphaBetaSteps
from mcts_course.widgets.dial import Dial
from mcts_course.widgets.lens import Lens, first_decision
from mcts_course.widgets.opening import document
from mcts_course.widgets.rewards import Rewards
from mcts_course.widgets.watch import MOST, Watch
from mcts_lab import games, start
from mcts_lab.search import UCB1, UCT, Borda, Search, SingleObserver

pytestmark = pytest.mark.compiled

SEARCHES = {
    "tic_tac_toe": {"method": UCT(solver=True), "iterations": 200},
    "connect_four": {},
    "hex": {"method": UCT(value=Borda())},
    "knockout_whist": {"method": UCT(tree=SingleObserver(), selection=UCB1(0.7))},
}
FRAME = """(position) => {
  const {words, parts, question, buttons, at} = lab.model.frame(position);
  return {words, parts: labPlain(parts), question: question && labPlain(py.method(question, "_asdict")), at,
    buttons: Array.from(buttons, (button) => labPlain(py.method(button, "_asdict")))};
}"""


def model_page(model):
    """A web page in which a model goes on by itself."""
    return document(model.title, opening(model))


def put(page, label, value):
    """Write `value` into the field of a setting."""
    field = page.get_by_label(label, exact=True)
    field.fill(value)
    field.press("Enter")
    field.blur()


def plain(frame):
    """A frame as the page has it."""
    question = frame.question and frame.question._asdict()
    return json.loads(json.dumps({"words": frame.words, "parts": frame.parts, "question": question, "at": frame.at,
                                  "buttons": [button._asdict() for button in frame.buttons]}))


def compared(page, model, positions):
    assert page.evaluate("lab.model.__len__()") == len(model)
    for position in positions:
        assert page.evaluate(FRAME, position) == plain(model.frame(position)), position


def some(model):
    """The first positions, and others up to the last."""
    return [*range(min(12, len(model))), *range(12, len(model), max(len(model) // 9, 1)), len(model)]


@pytest.mark.all
@pytest.mark.parametrize("name", SEARCHES)
def test_watch_shows_the_search_that_python_shows(opened, name):  # noqa: F811
    watch = Watch.of(games.make(name), seed=3, **{"iterations": 40} | SEARCHES[name])
    compared(opened(model_page(watch)), watch, some(watch))


@pytest.fixture(scope="module")
def watch_page():
    return model_page(Watch.of(games.connect_four(), seed=3, iterations=20))


@pytest.mark.parametrize("label, value, said", [
    ("iterations", "0", "iterations"), ("iterations", f"{MOST + 1}", f"{MOST:,}"), ("iterations", "NaN", "iterations"),
    ("iterations", "1e9", "iterations"), ("seed", "-1", "seed"), ("seed", "<b>1</b>", "<b>1</b>"),
    ("c", "-1", "at least 0"),
    ("c", "nan", "at least 0"), ("c", "many", "at least 0"), ("c", "inf", "at least 0"),
])
def test_wrong_numbers_give_a_sentence_and_the_page_goes_on(opened, watch_page, label, value, said):  # noqa: F811
    page = opened(watch_page)
    put(page, label, value)
    assert said in words(page) and page.locator(".lab-words[role=alert]").count() == 1
    assert page.evaluate("document.querySelector('b') === null")
    page.get_by_role("button", name="one phase forward").click()
    assert words(page).startswith("Iteration 1")


def lens():
    game = games.knockout_whist(players=2)
    return Lens(game, first_decision(game, 1), worlds=5)


OTHERS = {
    "rewards": (lambda: Rewards({"a": (3, 1, 4, 1), "b": (5, 9, 2, 6), "c": (5, 3, 5, 8)}, tuple("0123")),
                ("moved", 2)),
    "alpha-beta": (AlphaBetaSteps.example, ("line", "((3 12 -8) (2 (4 5) 6) 1.5)")),
    "dial": (lambda: Dial(runs=12), ("pulls", 600)),
    "lens": (lens, ("viewer", 1)),
}


@pytest.mark.all
@pytest.mark.parametrize("name", OTHERS)
def test_other_widgets_compute_what_python_shows_before_and_after_a_change(opened, name):  # noqa: F811
    make, change = OTHERS[name]
    model = make()
    page = opened(model_page(model))
    compared(page, model, range(len(model) + 1))
    model.set(*change)
    page.evaluate("([name, value]) => { lab.model.set(name, value); }", list(change))
    compared(page, model, range(len(model) + 1))


@pytest.mark.all
def test_saving_computes_where_it_can_and_says_where_it_cannot(tmp_path):
    watch = Watch.of(games.tic_tac_toe(), seed=1, iterations=9)
    assert "labOpen(root" in watch.save(tmp_path / "watch.html").read_text()
    assert "recorded" in watch.save(tmp_path / "film.html", frames=9).read_text()
    search = Search(games.tic_tac_toe(), start(games.tic_tac_toe()), compiled=False, trace=True)  # a seed that is drawn
    search.run(9)
    assert "recorded" in Watch(search).save(tmp_path / "drawn.html").read_text()
