"""The common part of all widgets: a model is plain Python, and frames are all that is ever shown.

A `Model` knows how many steps there are and makes the `Frame` of each. Everything else is made from frames, once for
all models: the live widget (`stage`), the page that steps without a kernel, pictures for print and for slides
(`export`). So a model can be tested, and used in a script, without a browser:

    watch = Watch.of(games.connect_four(), iterations=40, seed=1)
    watch.step()
    print(watch.current.words)
"""

import contextlib
from typing import Any, NamedTuple


class Question(NamedTuple):
    """A question before a step is shown, for those who want to predict it. Several answers may be right."""

    text: str
    answers: tuple  # in words
    right: tuple  # the numbers of those that are right; the first is what comes, and others are as good
    notes: tuple = ()  # of each answer, what is said of it; empty: nothing
    places: tuple = ()  # pairs of words and a rectangle (x, y, width, height) in the first picture, to be clicked
    several: bool = False  # whether an answer is a set of places, as `together` writes it; False: it is one of them
    fields: tuple = ()  # names of numbers to be typed in, which are an answer as `together` writes them

    def data(self) -> dict:
        """The question as plain data."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self._asdict().items()}

    def number(self, answer) -> int:
        """Return the number of an answer, which may be given in words; -1 for words that are none of the answers.

        Raises ValueError for a number that is none.
        """
        if isinstance(answer, str):
            return self.answers.index(answer) if answer in self.answers else -1
        if not 0 <= answer < len(self.answers):
            raise ValueError(f"There is no answer {answer}. Choose one of 0 to {len(self.answers) - 1}.")
        return answer


def together(parts) -> str:
    """Return the words of an answer of several parts: names of places in their order, or numbers to three places."""
    return ", ".join(part if isinstance(part, str) else f"{round(part, 3):.12g}" for part in parts) or "none"


class Button(NamedTuple):
    """Something that can be pressed: a move, or a command."""

    id: str
    label: str
    help: str = ""
    group: str = ""  # buttons of one group stand together, under its name
    areas: tuple = ()  # rectangles (x, y, width, height) in the first picture's own units, to be clicked in this order
    enabled: bool = True
    keys: tuple = ()  # that press it, by their names in browsers, such as "ArrowLeft"


class Frame(NamedTuple):
    """The contents of one step.

    words:     one or two sentences, which screen readers announce
    parts:     dict from the name of a place (see `Model.slots`) to an SVG picture there
    question:  what may be asked before this frame is shown
    buttons:   what can be pressed here
    at:        which of `Model.strip` this is; None: none of them
    """

    words: str
    parts: dict
    question: Question | None = None
    buttons: tuple = ()
    at: int | None = None


class Setting(NamedTuple):
    """Something about a model that can be changed; `Model.set` changes it."""

    name: str
    label: str
    value: Any
    choices: tuple = ()  # pairs of a value (a number or text) and its words; none: any text
    slider: bool = False  # whether the choices are ordered, to be moved through


class Computes(NamedTuple):
    """What a page needs to make a model's frames by itself, besides the model's own Python."""

    game: tuple | None = None  # whose rules it asks
    methods: dict = {}  # the searches that it makes: a `UCT` for each name
    trace: bool = False  # whether they record what they did
    guesses: bool = False  # whether it draws worlds that a player takes to be possible


class Model:
    """A sequence of frames, of which one is the current one.

    Subclasses give ``__len__`` (the last position), `frame` and, as far as they have any, `settings` and `change`.
    """

    title = ""
    unit = "step"  # what a position counts
    slots = {}  # places on the stage, in order: name -> heading
    strip = ()  # names that repeat, such as the phases of an iteration; `Frame.at` says which is the current one
    about = ""  # one sentence on how to read it
    lock = contextlib.nullcontext()  # held while a frame is made, in models that change by themselves
    needs_kernel = False  # whether its frames cannot be made beforehand, such as those of a game that is played
    made_anew = ()  # fields that `begin` makes from the others
    poses = False  # whether questions are asked at once, and not only those who want to predict
    acts = False  # whether a person acts in the pictures, which then stand above the controls
    parameter = ""  # what a position chooses a value of, such as "c": a slider shows it, and nothing steps
    beat = 1200  # milliseconds that a frame stands when it runs by itself
    _position = 0
    _score = (0, 0)

    @classmethod
    def example(cls):
        """Return a small model of this kind."""
        return cls()

    def __len__(self) -> int:
        raise NotImplementedError

    def frame(self, position) -> Frame:
        """Return what is shown after `position` steps, from 0 to ``len(model)``."""
        raise NotImplementedError

    def values(self) -> list:
        """Return the values of `parameter`, one for each position."""
        return []

    def settings(self) -> list[Setting]:
        """Return the settings."""
        return []

    def change(self, name, value):
        """Give the setting `name` one of its values; `set` has checked that it is one. By default that is a field."""
        setattr(self, name, value)

    def press(self, id):
        """Do what the button `id` says."""
        raise ValueError(f"there is no button {id!r} here")

    def computes(self) -> Computes | None:
        """Return what a page needs to go on by itself; None: its frames are recorded, and a page replays them."""
        return None

    @property
    def goes_on(self) -> bool:
        """Return whether it is meant to go on by itself in a page."""
        return self.computes() is not None

    def opening(self, strict=False):
        """Return what opens it in a page that goes on by itself, an `Opening`. Raises ValueError, in one sentence, for
        one that cannot; `strict`: for one that can only with something left out, too."""
        from ..web.widget_script import opening

        return opening(self)

    def begin(self):
        """Make the fields `made_anew`; in a page this is done when it is opened."""

    def landmarks(self) -> list[int]:
        """Positions that large steps go to, in ascending order; none: a tenth of all steps is a large one."""
        return []

    # -- the same for all -------------------------------------------------------------------------------------------

    @property
    def position(self) -> int:
        """Steps shown so far."""
        return min(self._position, len(self))

    @property
    def current(self) -> Frame:
        """The frame that is shown."""
        return self.frame(self.position)

    @property
    def score(self) -> tuple[int, int]:
        """Right predictions, and all of them."""
        return self._score

    def reset(self) -> Frame:
        """Back to the beginning; the score begins anew too."""
        self._score = (0, 0)
        return self.seek(0)

    def step(self, steps=1) -> Frame:
        """So many steps on, as far as there are any."""
        return self.seek(self.position + steps)

    def back(self, steps=1) -> Frame:
        """So many steps back, as far as there are any."""
        return self.seek(self.position - steps)

    def seek(self, position) -> Frame:
        """To a position; the nearest there is."""
        self._position = min(max(int(position), 0), len(self))
        return self.current

    def leap(self, direction=1) -> Frame:
        """To the next landmark, or to the one before for a negative `direction`."""
        marks = self.landmarks()
        if not marks:
            return self.seek(self.position + (1 if direction > 0 else -1) * max(len(self) // 10, 1))
        if direction > 0:
            return self.seek(next((m for m in marks if m > self.position), len(self)))
        return self.seek(next((m for m in reversed(marks) if m < self.position), 0))

    def predict(self, answer) -> bool:
        """Answer the next frame's question with the number or the words of an answer; then the frame is shown.

        Raises ValueError where nothing is asked.
        """
        question = self.frame(self.position + 1).question if self.position < len(self) else None
        if question is None:
            raise ValueError("There is no question about the next step. Go to another step.")
        right = question.number(answer) in question.right
        self._score = self._score[0] + right, self._score[1] + 1
        self.step()
        return right

    def set(self, name, value) -> Frame:
        """Change a setting. Raises ValueError for a name or a value that there is not."""
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
        """The model with its frames as plain data: dicts, lists, strings and numbers.

        positions: which frames; None: all of them. Pictures that occur several times are kept once, in ``pictures``,
        and frames name them by their number there.
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
        """Return the class of the widgets that show such models."""
        from .stage import widget

        return widget(cls)

    def save(self, path, **options):
        """Write it to a file, whose suffix decides how: see `mcts_course.widgets.saved.save`."""
        from .saved import save

        return save(self, path, **options)


def is_choice(value, choice) -> bool:
    """Whether a person has chosen `choice`: 1 is 1.0, as a browser sends it, but True is not 1."""
    return isinstance(value, bool) == isinstance(choice, bool) and value == choice


def whole(text, least, most, what) -> int:
    """A whole number that was typed in. Raises ValueError, in one sentence, for what is none or out of range."""
    digits = str(text).replace(",", "").replace("_", "").strip()
    if not digits.isdigit() or not least <= int(digits) <= most:
        raise ValueError(f"{what} cannot be {str(text)[:40]!r}. Use a whole number from {least:,} to {most:,}.")
    return int(digits)
