"""The common part of all widgets: a model is plain Python, and people see only its frames.

A `Model` knows the number of steps and makes the `Frame` of each step. Other modules turn the frames of any model
into a live widget (`stage`), or into a page that steps without a kernel and pictures for print and slides
(`saved`). So a model can be tested, and used in a script, without a browser:

    watch = Watch.of(games.connect_four(), iterations=40, seed=1)
    watch.step()
    print(watch.current.words)
"""

import contextlib
from typing import Any, NamedTuple


class Question(NamedTuple):
    """A question before a step is shown, for people who want to predict the step. Several answers may be right."""

    text: str
    answers: tuple  # in words
    right: tuple  # indices of the right answers; the first is what happens next, the others are equally good
    notes: tuple = ()  # a remark on each answer; empty: no remarks
    places: tuple = ()  # pairs of words and a rectangle (x, y, width, height) to click in the first picture
    several: bool = False  # True: an answer is a set of places, written by `together`; False: one place
    fields: tuple = ()  # names of numbers to type in; `together` writes them as one answer

    def data(self) -> dict:
        """Return the question as plain data."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self._asdict().items()}

    def number(self, answer) -> int:
        """Return the index of an answer, which may be given in words; -1 if no answer has these words.

        Raises ValueError for an index that does not exist.
        """
        if isinstance(answer, str):
            return self.answers.index(answer) if answer in self.answers else -1
        if not 0 <= answer < len(self.answers):
            raise ValueError(f"There is no answer {answer}. Choose one of 0 to {len(self.answers) - 1}.")
        return answer


def together(parts) -> str:
    """Write an answer of several parts in words: names of places in order, or numbers to three decimal places."""
    return ", ".join(part if isinstance(part, str) else f"{round(part, 3):.12g}" for part in parts) or "none"


class Button(NamedTuple):
    """A button: a move, or a command."""

    id: str
    label: str
    help: str = ""
    group: str = ""  # buttons with the same group are shown together, under its name
    areas: tuple = ()  # rectangles (x, y, width, height) in units of the first picture, to be clicked in this order
    enabled: bool = True
    keys: tuple = ()  # keys that press the button, by their names in browsers, such as "ArrowLeft"


class Frame(NamedTuple):
    """The contents of one step.

    words:     one or two sentences, which screen readers announce
    parts:     dict from the name of a place (see `Model.slots`) to the SVG picture there
    question:  a question that may be asked before this frame is shown
    buttons:   the buttons of this step
    at:        index of the current name in `Model.strip`; None: no name is current
    """

    words: str
    parts: dict
    question: Question | None = None
    buttons: tuple = ()
    at: int | None = None


class Setting(NamedTuple):
    """A setting of a model; `Model.set` changes it."""

    name: str
    label: str
    value: Any
    choices: tuple = ()  # pairs of a value (a number or text) and its words; empty: any text is allowed
    slider: bool = False  # True: the choices are ordered and shown as a slider


class Computes(NamedTuple):
    """What a page needs in addition to the model's Python code to compute the model's frames."""

    game: tuple | None = None  # the game whose rules the page needs
    methods: dict = {}  # the searches that the page runs: dict from a name to a `UCT`
    trace: bool = False  # True: searches record each iteration
    guesses: bool = False  # True: the page also samples determinizations


class Model:
    """A sequence of frames, one of which is the current frame.

    Subclasses define ``__len__`` (the last position) and `frame`; if they have settings, also `settings` and
    `change`.
    """

    title = ""
    unit = "step"  # the unit of a position
    slots = {}  # dict from the name of a place on the stage to its heading, in order
    strip = ()  # names that repeat, such as the phases of an iteration; `Frame.at` is the index of the current one
    about = ""  # one sentence that explains the pictures
    lock = contextlib.nullcontext()  # held while a frame is made, for models that another thread changes
    needs_kernel = False  # True: frames cannot be recorded, for example because a person plays
    made_anew = ()  # fields that `begin` computes from other fields
    asks = False  # True: the model asks questions
    poses = False  # True: questions are always asked, not only of people who want to predict
    acts = False  # True: a person clicks in the pictures, which are then above the controls
    parameter = ""  # the parameter that a position sets, such as "c"; it has a slider instead of steps
    beat = 1200  # milliseconds that each frame is shown when the frames run as a film
    _position = 0
    _score = (0, 0)

    @classmethod
    def example(cls):
        """Return a small example of this model."""
        return cls()

    def __len__(self) -> int:
        raise NotImplementedError

    def frame(self, position) -> Frame:
        """Return the frame after `position` steps, from 0 to ``len(model)``."""
        raise NotImplementedError

    def values(self) -> list:
        """Return the values of `parameter`, one for each position."""
        return []

    def settings(self) -> list[Setting]:
        """Return the settings."""
        return []

    def change(self, name, value):
        """Give the setting `name` a value that `set` has checked; by default, the setting is a field."""
        setattr(self, name, value)

    def press(self, id):
        """Do what the button `id` stands for."""
        raise ValueError(f"there is no button {id!r} here")

    def computes(self) -> Computes | None:
        """Return what a page needs to compute this model's frames; None: a page can only replay recorded frames."""
        return None

    @property
    def goes_on(self) -> bool:
        """Return whether a page should compute the model's frames itself."""
        return self.computes() is not None

    def opening(self):
        """Return the `Opening` of a page that computes the model's frames. Raises ValueError if this is impossible."""
        from ..web.widget_script import opening

        return opening(self)

    def begin(self):
        """Compute the fields listed in `made_anew`; a page calls this function when it opens."""

    def landmarks(self) -> list[int]:
        """Return the positions that `leap` goes to, in ascending order; without any, it goes a tenth of all steps."""
        return []

    # -- the same for all -------------------------------------------------------------------------------------------

    @property
    def position(self) -> int:
        """Return the number of steps shown so far."""
        return min(self._position, len(self))

    @property
    def current(self) -> Frame:
        """Return the frame shown now."""
        return self.frame(self.position)

    @property
    def score(self) -> tuple[int, int]:
        """Return the number of right predictions and the number of all predictions."""
        return self._score

    def reset(self) -> Frame:
        """Go back to the first frame with a score of zero."""
        self._score = (0, 0)
        return self.seek(0)

    def step(self, steps=1) -> Frame:
        """Go forward by `steps` steps, at most to the last frame."""
        return self.seek(self.position + steps)

    def back(self, steps=1) -> Frame:
        """Go back by `steps` steps, at most to the first frame."""
        return self.seek(self.position - steps)

    def seek(self, position) -> Frame:
        """Go to a position, or to the nearest one that exists."""
        self._position = min(max(int(position), 0), len(self))
        return self.current

    def leap(self, direction=1) -> Frame:
        """Go to the next landmark, or for a negative `direction` to the landmark before."""
        marks = self.landmarks()
        if not marks:
            return self.seek(self.position + (1 if direction > 0 else -1) * max(len(self) // 10, 1))
        if direction > 0:
            return self.seek(next((m for m in marks if m > self.position), len(self)))
        return self.seek(next((m for m in reversed(marks) if m < self.position), 0))

    def predict(self, answer) -> bool:
        """Answer the next frame's question with the index or the words of an answer, then show that frame.

        Returns whether the answer is right. Raises ValueError if there is no question.
        """
        question = self.frame(self.position + 1).question if self.position < len(self) else None
        if question is None:
            raise ValueError("There is no question about the next step. Go to another step.")
        right = question.number(answer) in question.right
        self._score = self._score[0] + right, self._score[1] + 1
        self.step()
        return right

    def set(self, name, value) -> Frame:
        """Change a setting. Raises ValueError if there is no such setting, or if it cannot have this value."""
        known = {setting.name: setting for setting in self.settings()}
        if name not in known:
            raise ValueError(f"There is no setting {name!r}. Settings: {', '.join(known) or 'none'}.")
        allowed = [choice for choice, _ in known[name].choices]
        chosen = [choice for choice in allowed if is_choice(value, choice)]
        if allowed and not chosen:
            raise ValueError(f"{known[name].label} cannot be {value!r}. Choose one of {', '.join(map(str, allowed))}.")
        self.change(name, chosen[0] if chosen else value)
        return self.seek(self.position)

    def to_json(self, positions=None) -> dict:
        """Return the model with its frames as plain data: dicts, lists, strings and numbers.

        positions: positions of the frames to include; None: all of them

        Each picture is stored once, in ``pictures``; frames refer to a picture by its index in this list.
        """
        pictures, numbers, frames = [], {}, []
        positions = list(range(len(self) + 1) if positions is None else positions)
        for position in positions:
            frame = self.frame(position)
            parts = {}
            for slot, picture in frame.parts.items():
                if picture not in numbers:
                    numbers[picture] = len(pictures)
                    pictures.append(picture)
                parts[slot] = numbers[picture]
            question = frame.question.data() if frame.question else None
            frames.append({"words": frame.words, "parts": parts, "question": question, "at": frame.at})
        return {"title": self.title, "unit": self.unit, "about": self.about, "slots": dict(self.slots),
                "strip": list(self.strip), "beat": self.beat, "poses": self.poses, "frames": frames,
                "parameter": self.parameter, "values": [self.values()[p] for p in positions] if self.parameter else [],
                "pictures": pictures, "positions": positions, "landmarks": list(self.landmarks())}

    # -- showing ----------------------------------------------------------------------------------------------------

    def _repr_mimebundle_(self, include=None, exclude=None):
        from .stage import stage_of

        return stage_of(self)._repr_mimebundle_()

    @classmethod
    def widget(cls):
        """Return the class of the widgets that show models of this class."""
        from .stage import widget

        return widget(cls)

    def save(self, path, **options):
        """Write the model to a file in the format that the suffix names; see `mcts_course.widgets.saved.save`."""
        from .saved import save

        return save(self, path, **options)


def is_choice(value, choice) -> bool:
    """Return whether a value from the browser equals `choice`: 1 equals 1.0, but True does not equal 1."""
    return isinstance(value, bool) == isinstance(choice, bool) and value == choice


def whole(text, least, most, what) -> int:
    """Return a whole number that a person typed in. Raises ValueError if it is not one, or is out of range."""
    digits = str(text).replace(",", "").replace("_", "").strip()
    if not digits.isdigit() or not least <= int(digits) <= most:
        raise ValueError(f"{what} cannot be {str(text)[:40]!r}. Use a whole number from {least:,} to {most:,}.")
    return int(digits)
