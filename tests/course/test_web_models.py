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


@pytest.mark.all
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "hex"])
def test_a_playout_is_shown_move_by_move(opened, name):  # noqa: F811
    """As far as the order of its plays is known: a game of Hex fills its board at once."""
    watch = Watch.of(games.make(name), seed=3, iterations=9)
    page = opened(model_page(watch))
    phases = len(watch)
    page.get_by_label("playouts").select_option("move by move")
    watch.set("move_by_move", True)
    assert (len(watch) == phases) == (name == "hex")
    compared(page, watch, some(watch))


@pytest.fixture(scope="module")
def watch_page():
    return model_page(Watch.of(games.connect_four(), seed=3, iterations=20))


@pytest.mark.all
def test_watch_is_stepped_and_searches_again_with_other_numbers(opened, watch_page):  # noqa: F811
    page, watch = opened(watch_page), Watch.of(games.connect_four(), seed=3, iterations=20)
    forward, back = (page.get_by_role("button", name=f"one phase {way}") for way in ("forward", "back"))
    for _ in range(3):
        forward.click()
    assert words(page) == watch.frame(3).words
    back.click()
    assert words(page) == watch.frame(2).words
    for label, value in (("iterations", "1,500"), ("seed", "11"), ("c", "0.25")):
        put(page, label, value)
    again = Watch.of(games.connect_four(), method=UCT(selection=UCB1(0.25)), seed=11, iterations=1500)
    compared(page, again, [0, 1, 2, 700, len(again)])
    page.get_by_role("button", name="run by itself").click()
    page.wait_for_function("lab.model.position > 1")


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


MEASURED = """async (n) => {
  const stage = document.querySelector(".lab"), place = stage.querySelector("input[type=range]"), found = [];
  for (let step = 0; step <= n; step++) {
    place.value = step;
    place.dispatchEvent(new Event("input"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const seen = [...stage.querySelectorAll("svg text")].filter((text) => text.getBoundingClientRect().width);
    const letters = seen.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
    found.push([stage.getBoundingClientRect().height, Math.min(...letters)]);
  }
  return found;
}"""


@pytest.mark.parametrize("make", [lambda: Watch.of(games.tic_tac_toe(), iterations=40, seed=4),
                                  lambda: Watch.of(games.connect_four(), seed=3, iterations=20), lens])
def test_a_widget_fits_a_screen_and_can_be_read(opened, make):  # noqa: F811
    model = make()
    page = opened(model_page(model), viewport={"width": 848, "height": 700})
    heights, letters = zip(*page.evaluate(MEASURED, min(len(model), 40)), strict=True)
    assert max(heights) <= 700
    assert min(letters) >= (11 if isinstance(model, Watch) else 10.5)


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


def test_the_dial_is_turned_by_hand(opened):  # noqa: F811
    page = opened(model_page(Dial(runs=12)), viewport={"width": 390, "height": 844})
    before = page.inner_html(".lab-regret")
    page.get_by_role("slider", name="c", exact=True).fill("6")
    assert words(page).startswith("c = 0.7") and page.inner_html(".lab-regret") != before
    assert page.inner_text(".lab-turn").split() == ["c", "0.7"]
    page.locator("[data-key=settingpulls]").fill("3")
    assert "after 600 pulls" in words(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_tree_that_is_none_is_refused_with_a_sentence(opened):  # noqa: F811
    page = opened(model_page(AlphaBetaSteps.example()))
    for wrong in ("((3 4", "3", "((a b))", "<b>()</b>", "(" * 500, "((1 2 3 4 5 6 7 8 9 10 11)" * 12):
        put(page, "your own tree", wrong)
        assert page.locator(".lab-words[role=alert]").count() == 1, wrong
    assert page.evaluate("document.querySelector('b') === null")
    put(page, "your own tree", "((1 2) (3 4))")
    assert page.locator(".lab-words[role=alert]").count() == 0


def test_predictions_are_asked_and_counted(opened, watch_page):  # noqa: F811
    page = opened(watch_page, viewport={"width": 390, "height": 844}, color_scheme="dark")
    page.get_by_label("predict first").check()
    page.locator("#stage").focus()
    for _ in range(60):
        if page.locator("fieldset").count():
            break
        page.keyboard.press("ArrowRight")
    page.locator("fieldset button").first.click()
    assert "of 1 predicted" in page.inner_text(".lab")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.all
def test_saving_computes_where_it_can_and_says_where_it_cannot(tmp_path):
    watch = Watch.of(games.tic_tac_toe(), seed=1, iterations=9)
    assert "labOpen(root" in watch.save(tmp_path / "watch.html").read_text()
    assert "recorded" in watch.save(tmp_path / "film.html", frames=9).read_text()
    search = Search(games.tic_tac_toe(), start(games.tic_tac_toe()), compiled=False, trace=True)  # a seed that is drawn
    search.run(9)
    assert "recorded" in Watch(search).save(tmp_path / "drawn.html").read_text()
