"""Pages that step without a kernel, in a real browser: by mouse and by keyboard.

Skipped where Playwright or a Chromium that starts is not installed.
"""

import re

import decks
import pytest

from mcts_course.website import slides
from mcts_course.widgets import WIDGETS
from mcts_course.widgets.alpha_beta import AlphaBetaSteps
from mcts_course.widgets.play import Play
from mcts_course.widgets.stage import described, frame_data, source
from mcts_course.widgets.watch import Watch
from mcts_lab import UCT, games, start
from mcts_papers.games.vgdl import vgdl


@pytest.fixture
def stepped(opened, tmp_path):
    """Opens the page of a model with recorded frames."""
    return lambda model: opened(model.save(tmp_path / "page.html", frames=60),
                                viewport={"width": 1280, "height": 900})


def words(page):
    return page.inner_text(".lab-words").strip()


@pytest.mark.parametrize("name", [name for name, made in WIDGETS.items() if not made.needs_kernel])
def test_the_page_of_every_widget_steps(stepped, name):
    """By keyboard: what stands on the page is what the model says, in words and in pictures."""
    model = WIDGETS[name].example()
    model.reset()
    page = stepped(model)
    page.focus(".lab")
    for position in (1, 0, min(2, len(model))):
        page.keyboard.press({1: "ArrowRight", 0: "ArrowLeft"}.get(position, "Home"))
        if position > 1:
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowRight")
        frame = model.frame(position)
        assert words(page) == frame.words
        shown = page.locator(".lab-slot:not([hidden]) svg[role=img] > title").all_text_contents()
        assert len(shown) == len(frame.parts) and all(
            any(f"<title>{title}" in picture for picture in frame.parts.values()) for title in shown)
    assert page.evaluate("document.querySelector('.lab').contains(document.activeElement)")


def test_stepping_by_mouse_and_slider(stepped):
    watch = Watch.of(games.tic_tac_toe(), iterations=6, seed=1)
    page = stepped(watch)
    page.click("text=forward")
    assert words(page) == watch.frame(1).words
    page.locator("input[type=range]").first.fill("9")
    assert words(page) == watch.frame(9).words and "9 / " in page.inner_text(".lab-bar")
    marked = page.locator(".lab-strip [aria-current]").all_inner_texts()
    assert len(marked) == 1 and marked[0].split()[1] in words(page)


def test_predictions_are_asked_and_counted(stepped):
    steps = AlphaBetaSteps("((3 12 8) (2 4 6) (14 5 2))")
    page = stepped(steps)
    page.check("input[type=checkbox]")
    position = 0
    while steps.frame(position + 1).question is None:
        page.click("text=forward")
        position += 1
    page.click("text=forward")
    question = steps.frame(position + 1).question
    assert page.inner_text("legend") == question.text and words(page) == steps.frame(position).words
    page.click(f"fieldset >> text={question.answers[question.right[0]]}")
    assert words(page) == steps.frame(position + 1).words and "1 of 1 predicted" in page.inner_text(".lab-bar")


def test_the_page_of_a_tree_is_searched_and_coloured(opened, tmp_path):
    tree = UCT().search(games.tic_tac_toe(), start(games.tic_tac_toe()), iterations=60, seed=1, compiled=False).tree
    page, found = opened(tree.save(tmp_path / "tree.html")), []
    for _ in range(2):
        page.fill("#find", "O(1,1)")
        page.press("#find", "Enter")
        assert page.inner_text("#panel > span:last-child").startswith("o(1,1): ")
        found.append(page.evaluate("document.querySelector('li[tabindex=\"0\"]').dataset.row"))
    assert found[0] != found[1]  # Enter again goes to the next one
    page.fill("#find", "z9")
    page.press("#find", "Enter")
    assert "No action" in page.inner_text("#panel")
    box = "getComputedStyle(document.querySelector('li li .box')).backgroundColor"
    before = page.evaluate(box)
    page.select_option("#colours", "depth")
    assert page.evaluate(box) != before


def live(browser, play):
    """A page with a live stage, and in place of a kernel somebody who writes down what it is told."""
    page = browser.new_page()
    page.set_content("<div id='root'></div>")
    page.add_style_tag(content=source("stage.css"))
    page.add_script_tag(content=source("stage.js"))
    page.evaluate("""([meta, frame]) => { window.sent = []; window.frame = frame;
        window.show = labStage(document.getElementById("root"), meta, (message) => window.sent.push(message));
        window.show(frame); }""", [described(play), frame_data(play)])
    return page


def test_keys_of_a_game_press_its_buttons_and_the_space_bar_is_one_of_them(browser):
    play = Play(vgdl("zelda"), seed=1)
    page = live(browser, play)
    page.click("#root h2")
    page.focus("#root")
    for key in ("ArrowLeft", "ArrowUp", " "):
        page.keyboard.press(key)
    moves = {key: f"move:{action}" for key, action in play.game.steering().items()}
    assert page.evaluate("window.sent") == [{"press": moves["ArrowLeft"]}, {"press": moves["ArrowUp"]},
                                            {"press": moves[" "]}]
    page.close()


@pytest.mark.parametrize("deck", slides.decks(), ids=lambda deck: deck.stem)
def test_slides_can_be_read_from_the_last_row_and_their_widgets_step(browser, tmp_path, deck):
    """``python tests/decks.py`` does the same for all decks and says what it finds."""
    [path] = slides.write(tmp_path, [deck.stem])
    found = decks.look(browser, path)
    assert found.wrong == [] and 8 <= found.slides <= 15
    assert found.widgets == deck.read_text(encoding="utf-8").count("[widget: ")


def test_slides_turn_by_keys_and_clicks_and_show_their_notes(browser, tmp_path):
    deck = tmp_path / "00_play.md"
    deck.write_text("# A <i>lecture</i>\n\nNote: Begin.\n\n---\n\n## What is 1 + 1?\n\nNote: Wait.\n\n---\n\n"
                    "## Its end\n\n$$ \\sqrt{\\ln N} $$\n\nNote: Thank *them*.\n", encoding="utf-8")
    path = tmp_path / "slides.html"
    path.write_text(slides.page(deck), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(60_000)
    page.route(re.compile("^https?:"), lambda route: route.abort())
    page.goto(f"file://{path}")
    shown = page.locator("section:visible")
    for key, says, count in (("Home", "A lecture", 1), ("ArrowRight", "1 + 1", 2), ("PageDown", "Its end", 3),
                             ("ArrowRight", "Its end", 3), ("PageUp", "1 + 1", 2), ("End", "Its end", 3)):
        page.keyboard.press(key)
        assert shown.count() == 1 and says in shown.inner_text() and "Thank" not in shown.inner_text()
        assert page.inner_text("#count") == f"{count} / 3"
    assert shown.locator("math msqrt").count() == 1
    page.keyboard.press("n")
    assert "Thank them." in shown.inner_text()
    page.keyboard.press("n")
    page.mouse.click(20, 300)
    assert "1 + 1" in shown.inner_text() and "Wait" not in shown.inner_text()
    page.close()
