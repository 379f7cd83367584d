"""Questions: answers are right by other means, wrong ones are mistakes with names, and files are what systems read."""

import ast
import base64
import math
import re
import xml.etree.ElementTree as ET

import pytest

from mcts_course.questions import code, exports, find, kinds
from mcts_course.questions.hidden import FAULTS
from mcts_course.questions.kind import ATTEMPTS, Unclear
from mcts_course.questions.search_steps import NAMES
from mcts_course.quizzes.quiz import Quiz
from mcts_course.widgets.model import together
from mcts_course.widgets.saved import still
from mcts_lab import cli, textbook
from mcts_lab.views.plots.small_trees import explore

RUNS = {"uct_by_hand", "alpha_beta_by_hand", "order_lines", "gap", "bug"}  # that draw no cases


def cases(name, count=20):
    """Cases of a kind that make questions, drawn from a seed."""
    import random

    kind, rng, found = find(name), random.Random(7), []
    for _ in range(ATTEMPTS):
        case = kind.draw(rng)
        try:
            found.append((case, kind.item(rng, *case)))
        except Unclear:
            continue
        if len(found) == count:
            break
    return found


def right(item):
    """The words of the answer that comes."""
    return item.question.answers[item.question.right[0]]


@pytest.mark.parametrize("name", kinds())
def test_questions_are_drawn_from_a_seed_and_have_named_wrong_answers(name):
    kind = find(name)
    first = kind.items(1)
    assert [item.question for item in first] == [item.question for item in kind.items(1)]
    assert [item.question for item in first] != [item.question for item in kind.items(2)]
    for item in first:
        asked = item.question
        assert len(set(asked.answers)) == len(asked.answers) == len(asked.notes) and asked.right
        assert not any(asked.notes[i] for i in asked.right), "only mistakes have names"
        assert name in RUNS or sum(map(bool, asked.notes)) >= kind.least
        assert not re.search(r"[`*]", " ".join(asked.notes)), "signs of Markdown"
        for picture in (item.picture, item.solved):
            assert ET.fromstring(picture).get("aria-label")
        names = {place for place, _ in asked.places}
        parts = [set(answer.split(", ")) - {"none"} for answer in asked.answers] if asked.several else [
            {answer} for answer in asked.answers]
        assert not names or all(some <= names for some in parts), "what can be clicked"
        assert not asked.fields or all(len(answer.split(", ")) == len(asked.fields) for answer in asked.answers)
    assert len(kinds()) >= 8 and any(item.question.notes for item in first)


def value(tree, maximise):
    return tree if not isinstance(tree, list) else (max if maximise else min)(
        value(child, not maximise) for child in tree)


def test_answers_about_trees_are_those_of_other_programs():
    for (tree, maximise), item in cases("root_value"):
        assert right(item) == f"{value(tree, maximise):g}"
    for (tree,), item in cases("cut_leaves"):
        assert len(right(item).split(", ")) == sum(1 for _ in flat(tree)) - explore(tree).leaves > 0


def flat(tree):
    return (leaf for child in tree for leaf in flat(child)) if isinstance(tree, list) else iter([tree])


def test_answers_about_searches_are_those_of_the_formulas():
    for (parent, c, children), item in cases("ucb1"):
        bounds = [total / n + c * math.sqrt(math.log(parent) / n) if n else math.inf for n, total in children]
        assert right(item) == NAMES[bounds.index(max(bounds))]
    for (parent, c, children), item in cases("availability"):
        bounds = [total / n + c * math.sqrt(math.log(available) / n) for n, total, available in children]
        assert right(item) == NAMES[bounds.index(max(bounds))] and parent
    for (movers, rewards, before), item in cases("backup"):
        after = [(n + 1, total + rewards[max(mover, 0) if mover < 0 else mover])
                 for mover, (n, total) in zip(movers, before, strict=True)]
        assert right(item) == together([number for pair in after for number in pair])
    for (children,), item in cases("final_move"):
        visits = [n for n, _ in children]
        assert right(item) == NAMES[visits.index(max(visits))]
    for (rewards, action), item in cases("borda"):
        chances = [sum((a > b) + (a == b) / 2 for a in rewards[action] for b in some) / len(some) / len(rewards[action])
                   for i, some in enumerate(rewards) if i != action]
        assert right(item) == together([round(sum(chances) / 2, 2)])
    for (visits, best), item in cases("rank"):
        assert right(item) == str(sorted(visits, reverse=True).index(visits[best]) + 1)
    for (visits, k, alpha), item in cases("widening"):
        assert right(item) == str(math.ceil(k * (visits + 1) ** alpha))


def test_each_wrong_deal_has_one_fault_and_the_right_one_none():
    kind = find("determinization")
    for (known, cards, seed), item in cases("determinization"):
        own, unseen, sizes, _ = known
        assert set(own) | set(unseen) < set(cards) and sum(sizes) == len(unseen)
        assert known.faults(kind.result(kind.answer(), known, cards, seed)) == set()
        for mistake in kind.mistakes:
            assert known.faults(kind.result(mistake.answer, known, cards, seed)) == {FAULTS[mistake.answer]}
        assert len(item.question.answers) == 5


@pytest.mark.parametrize("seed", range(5))
def test_a_run_of_uct_counts_every_iteration(seed):
    items = find("uct_by_hand").items(seed)
    typed = [item for item in items if item.question.fields]
    roots = [int(right(item).split(", ")[0]) for item in typed]
    assert roots == list(range(roots[0], roots[0] + 3)) and len(items) > len(typed) + 3
    for item in typed:
        assert [field.split()[0] for field in item.question.fields[::2]][0] == "root"
    for item in items:
        for i in item.question.right:
            assert item.question.answers[i] in {name for name, _ in item.question.places} or item.question.fields


@pytest.mark.parametrize("seed", range(5))
def test_a_run_of_alpha_beta_ends_with_what_is_cut(seed):
    items = find("alpha_beta_by_hand").items(seed)
    looked = [right(item) for item in items]
    assert looked[-1] == "the search is over" and looked[0] == "leaf 1" and len(set(looked)) == len(looked)
    assert len(looked) - 1 < len(items[0].question.places) - 1
    assert any(note for item in find("alpha_beta_by_hand").items(seed, 5) for note in item.question.notes)


@pytest.mark.parametrize("seed", range(4))
def test_lines_in_their_order_are_the_function(seed):
    items = find("order_lines").items(seed)
    name = re.match(r"Put together (\w+)", items[0].question.text)[1]
    lines = [item.why.removeprefix("Next comes: ") for item in items]
    assert lines == [line.strip() for line in code.lines_of(getattr(textbook, name))]
    ast.parse("\n".join(code.lines_of(getattr(textbook, name))))
    assert any(note for note in items[0].question.notes), "some lines are wrong"
    for item in items:
        wrong = {i for i, note in enumerate(item.question.notes) if note}
        assert not wrong & set(item.question.right)


def test_the_line_with_the_bug_is_the_one_that_differs():
    assert len({one.name for one in code.known()}) >= 5
    for one in code.known():
        lines = code.lines_of(getattr(textbook, one.name))
        assert lines[one.at] != one.line and ast.parse("\n".join([*lines[:one.at], one.line, *lines[one.at + 1:]]))
    for item in find("bug").items(3, 30):
        assert "should be" in item.why and item.question.right[0] < len(item.question.places)


def test_a_still_picture_gives_no_answer_away():
    quiz = Quiz("ucb1", number=2, seed=5)
    data, _ = still(quiz)
    assert quiz.items[0].question.text in data["text/plain"]
    assert not any(item.why in data["text/plain"] + data["text/html"] for item in quiz.items)


def test_a_quiz_is_answered_in_words_or_by_number():
    quiz = Quiz("ucb1", "backup", number=2, seed=5)
    assert quiz.current.question is None and quiz.frame(1).question and len(quiz) == 7
    asked = quiz.items[0].question
    assert quiz.predict(right(quiz.items[0])) and quiz.position == 1 and quiz.items[0].why in quiz.current.words
    quiz.step()
    wrong = next(i for i in range(len(quiz.items[1].question.answers)) if i not in quiz.items[1].question.right)
    assert not quiz.predict(wrong) and quiz.score == (1, 2)
    quiz.step()
    assert not quiz.predict("what I think") and quiz.score == (1, 3)
    with pytest.raises(ValueError, match="no question"):
        quiz.predict(0)
    quiz.press("new")
    assert quiz.position == 0 and quiz.score == (0, 0) and quiz.items[0].question != asked
    with pytest.raises(ValueError, match="no button"):
        quiz.press("old")
    with pytest.raises(ValueError, match="Name one or more of"):
        Quiz()
    with pytest.raises(KeyError, match="Did you mean 'borda'"):
        Quiz("bordo")


# -- files for Moodle --------------------------------------------------------------------------------------------------

ITEMS = [item for name in kinds() for item in find(name).items(3, 1)]


def test_moodle_reads_questions_of_choice_with_pictures_and_feedback():
    quiz = ET.fromstring(exports.moodle({"trees & <bounds>": ITEMS[:2], "max/min": ITEMS[2:]}))
    _, *questions = quiz.findall("question")
    assert questions.pop(2).findtext("category/text") == "$course$/mcts_lab/max//min"
    for question, item in zip(questions, ITEMS, strict=True):
        assert question.get("type") == "multichoice"
        page = ET.fromstring(question.findtext("questiontext/text"))
        assert item.question.text in page.find("p").text
        file = question.find("questiontext/file")
        assert page.find("p/img").get("src") == f"@@PLUGINFILE@@/{file.get('name')}" and page.find("p/img").get("alt")
        drawn = base64.b64decode(file.text).decode()
        assert ET.fromstring(drawn).tag.endswith("svg") and "light-dark" not in drawn
        answers = {answer.findtext("text"): answer for answer in question.findall("answer")}
        best = {words for words, answer in answers.items() if answer.get("fraction") == "100"}
        assert best == {item.question.answers[i] for i in item.question.right} and 2 <= len(answers) <= 6
        for words, answer in answers.items():
            assert answer.findtext("feedback/text") == item.question.notes[item.question.answers.index(words)]


def test_the_command_writes_files_and_overwrites_none(tmp_path, capsys):
    files = [tmp_path / name for name in ("q.xml", "q.html")]
    words = ["questions", "ucb1", "widening", "--number", "3", "--seed", "4", "--moodle", str(files[0]), "--page",
             str(files[1])]
    assert cli.main(words) == 0 and "6 questions" in capsys.readouterr().out
    assert len(ET.parse(files[0]).findall("question")) == 8 and files[1].read_text().startswith("<!DOCTYPE html>")
    before = files[0].read_bytes()
    assert cli.main(words) == 1 and "already" in capsys.readouterr().err and files[0].read_bytes() == before
    assert cli.main(["questions", "ucb1"]) == 1 and "Add --moodle" in capsys.readouterr().err
    assert cli.main(["questions", "ubc1", "--page", str(tmp_path / "n.html")]) == 1
    assert "Did you mean 'ucb1'" in capsys.readouterr().err and not (tmp_path / "n.html").exists()
    assert cli.main(["questions"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(kinds())


# -- in a browser ------------------------------------------------------------------------------------------------------


def area(page, name):
    return page.locator(f'svg.lab-areas rect[aria-label="{name}"]')


def answered(page, item, words):
    """Answer the question that is posed, by clicks or by typing; what is said."""
    asked = item.question
    if asked.fields:
        for field, number in zip(page.locator("fieldset input").all(), words.split(", "), strict=True):
            field.fill(number)
        page.keyboard.press("Enter")
    elif asked.places:
        for name in words.split(", ") if words != "none" else ():
            area(page, name).click()
        if asked.several:
            page.click("fieldset button")
    else:
        page.click(f'fieldset button:text-is("{words}")')
    return page.inner_text("p[role=status]")


SMALLEST = """() => Math.min(...[...document.querySelectorAll(".lab-slot text")].filter((text) => text.textContent).map(
    (text) => text.getAttribute("font-size") * text.getScreenCTM().a))"""


def test_a_page_judges_answers_without_a_kernel(opened, tmp_path):
    """Of each kind one question: first a known mistake, which is named, then the right answer."""
    quiz, asked = Quiz(*kinds(), number=1, seed=6), 0
    page = opened(quiz.save(tmp_path / "quiz.html"), viewport={"width": 390, "height": 900})
    for number, item in enumerate(quiz.items):
        question = item.question
        assert question.text in page.inner_text(".lab-words")
        assert page.evaluate(SMALLEST) >= 10.5, "letters are too small to be read"
        named = next((i for i, note in enumerate(question.notes) if note), None)
        if named is not None:
            assert question.notes[named] in answered(page, item, question.answers[named])
            assert item.why in page.inner_text(".lab-words")
            page.keyboard.press("ArrowLeft")
            asked += 1
        assert answered(page, item, right(item)).startswith("✓ Right")
        asked += 1
        if number < len(quiz.items) - 1:
            page.keyboard.press("ArrowRight")
    assert f"{len(quiz.items)} of {asked} right" in page.inner_text(".lab-bar")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# -- solved positions --------------------------------------------------------------------------------------------------
