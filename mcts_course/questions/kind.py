"""The common part of all kinds of questions: from a case and its mistakes to a question with answers to choose from."""

import random
import re
from typing import NamedTuple

from ..exercises.catalogue import find
from ..exercises.judging import Mistake
from ..widgets.model import Question, together

ATTEMPTS = 2000  # to draw a case with one right answer and enough wrong ones
MOST = 5  # answers to choose from


class Unclear(Exception):
    """A case that makes no question: its answer is not the only one, or mistakes do not show in it."""


class Item(NamedTuple):
    """A question with its pictures: as it is posed, and with its answer."""

    question: Question
    picture: str
    solved: str
    why: str  # the answer, in a sentence or two


class Posed(NamedTuple):
    """A case as a question without its answers."""

    text: str
    picture: str
    solved: str  # the picture with the answer
    why: str
    places: tuple = ()  # see `Question`
    several: bool = False
    fields: tuple = ()


class Kind:
    """A kind of questions, about what a function makes of a case.

    exercise:  the name of an exercise, whose reference and mistakes are taken; "": `reference` and `mistakes` are its
               own
    least:     wrong answers that a question must have
    number:    of questions, unless more or fewer are asked for
    """

    name = title = lesson = exercise = ""
    mistakes: tuple[Mistake, ...] = ()
    reference = None
    least, number = 2, 10

    def draw(self, rng) -> tuple:
        """Return a case."""
        raise NotImplementedError

    def result(self, function, *case):
        """Return what a function, right or wrong, says of a case. Raises Unclear where it is not the only answer."""
        return function(*case)

    def said(self, result) -> str:
        """Return an answer in words; numbers of several parts as `together` writes them."""
        return together(result if isinstance(result, (list, tuple)) else [result])

    def posed(self, rng, *case) -> Posed:
        """Return the question about a case."""
        raise NotImplementedError

    # -- the same for all -------------------------------------------------------------------------------------------

    def answer(self):
        """Return the function whose results are right."""
        return find(self.exercise).reference if self.exercise else self.reference

    def known(self) -> list[Mistake]:
        """Return the mistakes that make wrong answers."""
        return [*self.mistakes, *(find(self.exercise).mistakes if self.exercise else ())]

    def items(self, seed, number=None) -> list[Item]:
        """Return so many questions, or runs of steps: the same seed, the same questions."""
        rng = random.Random(f"{self.name} {seed}")
        return [item for _ in range(number or self.number) for item in self.drawn(rng)]

    def drawn(self, rng) -> list[Item]:
        """Draw one question, or a run of steps that belong together."""
        for _ in range(ATTEMPTS):
            try:
                return self.run(rng)
            except Unclear:
                continue
        raise ValueError(f"No case of {self.name} was found in which its mistakes give other answers. Choose other "
                         "parameters.")

    def run(self, rng) -> list[Item]:
        """Return one question, or the steps of a run. Raises Unclear where what was drawn makes none."""
        return [self.item(rng, *self.draw(rng))]

    def item(self, rng, *case) -> Item:
        """Return the question about a case. Raises Unclear if it makes none."""
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
    """Return a question with its right answer and wrong ones, a dict from answers to what is said of them."""
    chosen = rng.sample(sorted(wrong), min(len(wrong), MOST - 1))
    answers = sorted([right, *(wrong if posed.places or posed.fields else chosen)], key=order)
    notes = tuple(wrong.get(answer, "") for answer in answers)
    return Item(Question(posed.text, tuple(answers), (answers.index(right),), notes, posed.places, posed.several,
                         posed.fields), posed.picture, posed.solved, posed.why)


def order(answer):
    """Return a key that sorts answers by their numbers, where they have any."""
    return [(0, float(part), "") if re.fullmatch(r"-?\d+(\.\d+)?", part) else (1, 0.0, part)
            for part in re.split(r"[ ,]+", answer)]


def plain(hint) -> str:
    """Return words without the signs of Markdown."""
    return re.sub(r"\*(\S[^*]*)\*", r"\1", hint.replace("`", ""))
