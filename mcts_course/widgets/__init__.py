"""The widgets of `mcts_course`: models in plain Python, and one stage that shows them.

`watch` a search, `play` against one, step through `alpha_beta`, look through the `lens` of hidden information, move
the `rewards` of outcomes, turn the `dial` of exploration, find `bugs`. Each can be stepped from Python, shown in a
notebook, and saved as a page that needs no kernel, as an animation or as a picture (``model.save("lesson.html")``).
Everything works by keyboard, pictures have alternative text, and what goes wrong is said in the widget itself.

A module declares its widgets, as in ``WIDGETS = {"dial": "Dial"}``, here and in other packages.
``WIDGETS["dial"]`` is the class of a widget, ``WIDGETS["dial"].example()`` a small one.
"""

from mcts_lab.declarations import Declared

WIDGETS = Declared("WIDGETS", "widget", "widgets quizzes")


def calls() -> str:
    """Return a regular expression for the beginning of a line that makes a widget, whose class is its first group."""
    return rf"^(?:\w+ = )?({'|'.join(sorted(attribute for _, attribute in WIDGETS.places.values()))})(?:\.\w+)?\("
