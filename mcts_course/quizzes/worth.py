"""Twenty solved positions of Connect Four: the reader's score compared with UCT's, by iterations.

    Worth()
"""

from ..questions import solved
from ..widgets import charts
from ..widgets.model import Frame
from .quiz import Quiz

WIDGETS = {"worth": "Worth"}


class Worth(Quiz):
    """The number of iterations at which UCT plays as many best moves as the reader, in twenty solved positions.

    number:  number of positions; None: twenty
    seed:    seed of their order; None: a random seed
    """

    def __init__(self, number=None, seed=None):
        self.curve = solved.curve()
        super().__init__(solved.BestMove.name, number=number, seed=seed)
        self.title = "How many iterations are you worth?"
        self.about = (f"Connect Four: x is orange, o is yellow. UCT's share is over all {solved.POSITIONS} positions "
                      f"and {solved.RUNS} seeds. Forward without an answer shows the solution.")

    @classmethod
    def example(cls):
        return cls(number=2, seed=1)

    def __len__(self):
        return super().__len__() + 1

    def frame(self, position):
        if position < len(self):
            return super().frame(position)
        right, asked = self.score
        words = "Your score stands above; the curve says how many iterations UCT takes for the same share."
        if asked:
            words = (f"You played {right} of {asked} positions right, {right / asked:.0%}: "
                     f"{worth(right / asked, self.curve)}.")
        line = charts.Curve("UCT", *zip(*self.curve, strict=True), dots=True)
        shown = charts.curves([line], "iterations", "share of best moves", (self.curve[0][0], self.curve[-1][0]),
                              (0, 1), "UCT's best moves by iterations", words, log=True,
                              levels=[(right / asked, "you")] if asked else ())
        return Frame(words, {"quiz": shown})


def worth(share, curve) -> str:
    """Return in words the number of iterations at which UCT first reaches this share of best moves."""
    enough = [n for n, reached in curve if reached >= share]
    if not enough:
        return f"more than UCT of {curve[-1][0]:,} iterations"
    return f"as many as UCT of {'at most ' if enough[0] == curve[0][0] else 'about '}{enough[0]:,} iterations"
