"""The widgets of `mcts_course`: models in plain Python, and one stage in the browser that shows them all.

`watch` a search, `play` against one, step through `alpha_beta`, inspect hidden information with the `lens`, move
the `rewards` of outcomes, turn the `dial` of exploration, find `bugs`. Each widget can be stepped from Python,
shown in a notebook, and saved as a page that needs no kernel, as an animation or as a picture
(``model.save("lesson.html")``). Everything works by keyboard, pictures have alternative text, and widgets show
their error messages.

A module declares its widgets, here or in another package, as in ``WIDGETS = {"dial": "Dial"}``. ``WIDGETS["dial"]``
is a widget's class; ``WIDGETS["dial"].example()`` returns a small one.
"""

from mcts_lab.declarations import Declared

WIDGETS = Declared("WIDGETS", "widget", "widgets quizzes")


def calls() -> str:
    """Return a regular expression for a line that begins by making a widget; its first group is the widget's class."""
    return rf"^(?:\w+ = )?({'|'.join(sorted(attribute for _, attribute in WIDGETS.places.values()))})(?:\.\w+)?\("
