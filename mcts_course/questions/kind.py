"""The common part of all kinds of questions: it makes a question from a case and its known mistakes."""

import random
import re
from typing import NamedTuple

from ..exercises.catalogue import find
from ..exercises.judging import Mistake
from ..widgets.model import Question, together

ATTEMPTS = 2000  # maximum number of random cases for one question
MOST = 5  # maximum number of answers


class Unclear(Exception):
    """Raised if a case makes no good question: several answers are right, or the mistakes do not change the answer."""


class Item(NamedTuple):
    """A question, its picture, and the picture with the answer."""

    question: Question
    picture: str
    solved: str
    why: str  # the answer, in a sentence or two


class Posed(NamedTuple):
    """A case as a question, without its answers."""

    text: str
    picture: str
    solved: str  # the picture with the answer
    why: str
    places: tuple = ()  # see `Question`
    several: bool = False
    fields: tuple = ()


class Kind:
    """A kind of questions: what is the result of a function for a case?

    exercise:  the name of an exercise whose reference and mistakes are used; "": only those of the class are used
    least:     minimum number of wrong answers
    number:    default number of questions
    """

    name = title = lesson = exercise = ""
    mistakes: tuple[Mistake, ...] = ()
    reference = None
    least, number = 2, 10

    def draw(self, rng) -> tuple:
        """Return a random case."""
        raise NotImplementedError

    def result(self, function, *case):
        """Return the result of a function, right or wrong, for a case. Raises Unclear if several results are right."""
        return function(*case)

    def said(self, result) -> str:
        """Return an answer in words; `together` writes an answer of several parts."""
        return together(result if isinstance(result, (list, tuple)) else [result])

    def posed(self, rng, *case) -> Posed:
        """Return the question about a case."""
        raise NotImplementedError

    # -- the same for all -------------------------------------------------------------------------------------------

    def answer(self):
        """Return the function with the right results."""
        return find(self.exercise).reference if self.exercise else self.reference

    def known(self) -> list[Mistake]:
        """Return the mistakes from which wrong answers are made."""
        return [*self.mistakes, *(find(self.exercise).mistakes if self.exercise else ())]

    def items(self, seed, number=None) -> list[Item]:
        """Return `number` questions, or series of steps; the same seed gives the same questions."""
        rng = random.Random(f"{self.name} {seed}")
        return [item for _ in range(number or self.number) for item in self.drawn(rng)]

    def drawn(self, rng) -> list[Item]:
        """Return one random question, or a series of steps that belong together."""
        for _ in range(ATTEMPTS):
            try:
                return self.run(rng)
            except Unclear:
                continue
        raise ValueError(f"No case of {self.name} was found in which its mistakes give other answers. Choose other "
                         "parameters.")

    def run(self, rng) -> list[Item]:
        """Return one question, or the steps of a series. Raises Unclear if the random case makes no good question."""
        return [self.item(rng, *self.draw(rng))]

    def item(self, rng, *case) -> Item:
        """Return the question about a case. Raises Unclear if the case makes no good question."""
        right = self.said(self.result(self.answer(), *case))
        wrong = {}
        for mistake in self.known():
            try:
                words = self.said(self.result(mistake.answer, *case))
            except (Unclear, ArithmeticError, ValueError, LookupError):
                continue  # this mistake does not answer
            if words != right:
                wrong.setdefault(words, plain(mistake.hint))
        if len(wrong) < self.least:
            raise Unclear
        return made(rng, self.posed(rng, *case), right, wrong)


def made(rng, posed, right, wrong) -> Item:
    """Return a question with its right answer and its wrong answers.

    wrong: dict from a wrong answer to its feedback
    """
    chosen = rng.sample(sorted(wrong), min(len(wrong), MOST - 1))
    answers = sorted([right, *(wrong if posed.places or posed.fields else chosen)], key=order)
    notes = tuple(wrong.get(answer, "") for answer in answers)
    return Item(Question(posed.text, tuple(answers), (answers.index(right),), notes, posed.places, posed.several,
                         posed.fields), posed.picture, posed.solved, posed.why)


def order(answer):
    """Return a key that sorts answers by the numbers in them."""
    return [(0, float(part), "") if re.fullmatch(r"-?\d+(\.\d+)?", part) else (1, 0.0, part)
            for part in re.split(r"[ ,]+", answer)]


def plain(hint) -> str:
    """Return text without Markdown characters."""
    return re.sub(r"\*(\S[^*]*)\*", r"\1", hint.replace("`", ""))
