"""Exercises: the reference answer passes, every listed mistake is told by its own hint, stubs leave room for both."""

import ast
import inspect
import json
import random
import re

import pytest

from mcts_course.contests import duels
from mcts_course.contests.duels import one_rule
from mcts_course.exercises import exercise, exercises
from mcts_course.exercises.catalogue import find
from mcts_course.exercises.judging import EXCEPTION, IMPORTS, OPEN, REFUSED, RIGHT, TODO, WRONG, same
from mcts_course.jupyter import notebooks
from mcts_course.lessons import own_agent
from mcts_course.sandboxes.answering import Other, Raised, packed, unpacked
from mcts_lab import legal_actions, textbook
from mcts_lab.errors import Refused

ALL = exercises()


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_the_reference_answer_is_right(one):
    assert not any(isinstance(found, Raised) for found in one.results(one.reference, one.cases(random.Random(0))))
    verdict = one.check(one.reference)
    assert verdict and verdict.status == RIGHT and verdict.points == verdict.possible == one.points


@pytest.mark.parametrize(("one", "mistake"), [(one, mistake) for one in ALL for mistake in one.mistakes],
                         ids=lambda x: x.name if hasattr(x, "name") else x.answer.__name__)
def test_every_mistake_has_its_own_hint(one, mistake):
    verdict = one.check(mistake.answer)
    assert not verdict and (verdict.status, verdict.reason, verdict.points) == (WRONG, mistake.hint, 0)
    assert verdict.mistake == mistake.answer.__name__


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_cases_are_data_and_some_are_drawn(one):
    drawn = [one.cases(random.Random(seed)) for seed in (0, 1, 2)]
    assert all(unpacked(json.loads(json.dumps(packed(cases)))) == cases for cases in drawn)
    assert one.name == "diagnosis" or drawn[0] != drawn[1] != drawn[2], "the patients are those of the lesson"
    for cases in drawn[1:]:
        assert one.judged(cases, one.found(one.reference, cases))


@pytest.mark.parametrize("one", [one for one in ALL if one.ask], ids=lambda one: one.name)
def test_what_is_asked_stands_on_its_own(one):
    room = {}
    exec(inspect.getsource(one.ask), room)
    alone, cases = one._replace(ask=room[one.ask.__name__]), one.cases(random.Random(1))
    assert alone.results(one.reference, cases) == one.results(one.reference, cases)


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_stub_and_solution_differ_only_where_the_solution_is(one):
    stub, source = one.stub().splitlines(), one.source().splitlines()
    assert stub[-1].strip() == TODO and source[:len(stub) - 1] == stub[:-1]
    [function] = ast.parse(one.stub()).body
    assert function.name == one.name and ast.get_docstring(function)
    assert all(len(line) <= 96 for line in stub), "it has to fit on a page of a notebook"


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_a_stub_runs_and_is_told_as_unanswered(one):
    room = {}
    exec(compile(IMPORTS + one.stub(), "stub", "exec"), room)
    verdict = one.check(room[one.name])
    assert (verdict.status, verdict.points) == (OPEN, 0) and one.name in verdict.reason


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_the_solution_as_it_is_shown_is_right(one):
    """Students copy it into a cell, where it has nothing of its module but what an assignment imports."""
    room = {}
    exec(IMPORTS + one.source(), room)
    assert one.check(room[one.name])


def test_students_have_no_answers():
    """Neither of an exercise nor of what it is made of."""
    asked = exercise("ucb1")
    assert {name for name in dir(asked) if name[0] != "_"} == {"name", "check", "hint"}
    assert vars(asked) == {"name": "ucb1"}


def test_what_else_may_be_given():
    ucb1 = exercise("ucb1")
    assert "not what it returns" in ucb1.check(0.5).reason
    assert ucb1.check(lambda *_: 0.5).reason == "ucb1(3, 5, 20, 0) gives 0.5, but should give 0.6."
    assert "TypeError" in ucb1.check(lambda: 0.5).reason
    assert ucb1.check(lambda *_: 1 / 0).status == EXCEPTION and ucb1.check(Equal).status == WRONG

    def later(*_):
        raise NotImplementedError

    assert ucb1.check(later).status == OPEN

    def withheld(*_):
        raise Refused("there are no answers here")

    assert ucb1.check(withheld)[1:3] == (REFUSED, "there are no answers here")


class Equal(float):
    def __new__(cls, *_):
        return super().__new__(cls, 0.0)

    def __eq__(self, other):
        return True

    __hash__ = None


def test_unknown_names_are_refused():
    with pytest.raises(KeyError, match="Did you mean 'ucb1'"):
        exercise("ucb")
    with pytest.raises(KeyError, match="There is no lesson"):
        exercises("99")


def test_a_verdict_says_it_in_words_and_not_only_in_colour():
    verdict = exercise("chosen").check(find("chosen").mistakes[0].answer)
    page = verdict._repr_html_()
    assert 'role="status"' in page and "wrong" in page and "✘" in page
    assert str(verdict) == f"chosen: wrong. {verdict.reason}"
    assert "&lt;" in verdict._replace(reason="<b>")._repr_html_()


def test_comparison_of_results():
    assert same(0.1 + 0.2, 0.3) and same([1, 2.0], (1, 2)) and not same(1, 2)
    assert same(Raised("A", "x"), Raised("A", "y")) and not same(Raised("A"), 1) and not same({1: 2}, {1: 3})
    assert not same({1: 2}, [1]) and not same([1], {1: 2})
    assert same(float("inf"), float("inf")) and not same(None, 0)
    assert same(10**400, 10**400) and not same(10**400, 1.0) and not same(Other("1"), ["1"])


def test_a_rounded_number_is_another_number():
    """Only what rounding in a computer's arithmetic does to a number is forgiven."""
    assert same(1 / 3, 1 - 2 / 3) and same(1e9 / 3, 1e9 - 2e9 / 3)
    for rounded, exact in ((0.333, 1 / 3), (0.3333333, 1 / 3), (0.001, 0.0), (100.001, 100.0)):
        assert not same(rounded, exact) and not same(exact, rounded) and not same([rounded], [exact])


def in_lessons():
    """Pairs of a lesson's text and an exercise that it asks for."""
    masters = {master.stem: master.read_text(encoding="utf-8") for master in notebooks.masters()}
    return {name: [find(found) for found in re.findall(r'^exercise\("(\w+)"\)', text, re.MULTILINE)]
            for name, text in masters.items()}, masters


def test_lessons_ask_for_their_own_exercises_with_their_stubs():
    asked, masters = in_lessons()
    for name, found in asked.items():
        assert found or name in ("explorer", "figures"), f"{name} has no exercise"
        for one in found:
            assert one in exercises(name)
            assert f'{one.stub()}\n\n\nexercise("{one.name}").check({one.name})\n' in masters[name]


@pytest.mark.parametrize("path", notebooks.masters(), ids=lambda path: path.stem)
def test_every_question_has_an_answer(path):
    text = path.read_text(encoding="utf-8")
    asked, answered = text.count("**Question.**"), text.count("<summary>Answer</summary>")
    assert asked == answered, f"{asked} questions and {answered} answers"


def test_the_search_to_be_written_is_that_of_the_textbook():
    """The same visits at the root."""
    def theirs(game, state, iterations, playout):
        uct = textbook.changed(textbook.uct, simulate=lambda game, state, rng: playout(state))
        root = uct(game, state, iterations, None)
        visits = {action: 0 for action in legal_actions(game, state)}
        return visits | {child.action: child.visits for child in root.children}

    assert find("my_uct").check(theirs)


def test_an_agent_is_judged_by_games():
    """What stops, is late or plays what is not legal has lost; the verdict counts points."""
    one = find("beat_uct")
    stops, illegal = one.check(lambda game, state, rng: 1 / 0), one.check(lambda game, state, rng: 99)
    assert stops.status == EXCEPTION and "ZeroDivisionError" in stops.reason
    assert illegal.status == WRONG and "0 of 20 points" in illegal.reason
    assert "99, which is not a legal" in illegal.reason
    won = one.check(one.reference)
    assert won and float(won.reason.split()[0]) > duels.PAIRS


def test_n_of_uct_may_be_the_sum_of_the_visits_of_the_children():
    counted = own_agent.summed
    assert find("my_uct").check(counted)
    cases = find("my_uct").cases(random.Random(0))
    found = find("my_uct").found(counted, cases)
    assert found != find("my_uct").found(own_agent.my_uct, cases), "the visits are not those of the textbook"


def test_an_agent_has_little_time_for_a_move(monkeypatch):
    monkeypatch.setattr(duels, "SECONDS", 0.0)
    verdict = find("beat_uct").check(one_rule)
    assert verdict.status == EXCEPTION and "takes over 0 seconds" in verdict.reason
