"""Random questions that are answered in words, with numbers, or by clicks on the picture.

    Quiz("ucb1")                        # ten questions of one kind; `mcts-lab questions` lists the kinds
    Quiz("uct_by_hand")                 # the steps of one search, done by the student
    Quiz("ucb1", "borda", number=5)     # five of each kind

Each wrong answer is the result of a known mistake, which is named when a student chooses the answer.
"""

import secrets

from ..questions import find, kinds
from ..widgets.model import Button, Frame, Model

WIDGETS = {"quiz": "Quiz"}


class Quiz(Model):
    """Questions, one after the other: each is asked, judged, and then explained.

    names:   kinds of questions
    number:  number of questions of each kind, or of series for kinds with steps; None: ten questions, one series
    seed:    None: a random seed
    """

    unit = "page"
    slots = {"quiz": ""}
    asks = poses = True

    def __init__(self, *names, number=None, seed=None):
        self.kinds, self.number = [find(name) for name in names], number
        if not names:
            raise ValueError(f"No questions were chosen. Name one or more of {', '.join(kinds())}.")
        self.title = "Questions: " + ", ".join(kind.title for kind in self.kinds)
        self.about = "Forward without an answer shows the solution."
        self.draw(secrets.randbits(32) if seed is None else seed)

    @classmethod
    def example(cls):
        return cls("ucb1", number=3, seed=1)

    def draw(self, seed):
        """Make new random questions."""
        self.by_kind = {kind.title: kind.items(seed, self.number) for kind in self.kinds}
        self.items = [item for some in self.by_kind.values() for item in some]
        self.reset()

    def __len__(self):
        return 2 * len(self.items) - 1

    def frame(self, position):
        number, solved = divmod(position, 2)
        item = self.items[number]
        head = f"Question {number + 1} of {len(self.items)}. "
        buttons = (Button("new", "new questions", "draw other questions of this kind"),)
        if solved:
            return Frame(head + item.why, {"quiz": item.solved}, item.question, buttons)
        return Frame(head + item.question.text, {"quiz": item.picture}, None, buttons)

    def landmarks(self):
        """Return the positions at which a question is asked."""
        return list(range(0, len(self), 2))

    def press(self, id):
        if id != "new":
            super().press(id)
        self.draw(secrets.randbits(32))
