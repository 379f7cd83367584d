"""Export questions to Moodle: multiple-choice questions with their pictures, and feedback that names the mistakes.
"""

import base64
import re
import xml.etree.ElementTree as ET

from mcts_lab.views.svg_colours import one
from mcts_lab.views.templates import filled

MOST = 6  # maximum number of answers


def choices(item) -> list[tuple[str, bool, str]]:
    """Return the answers that are offered, each as (words, whether it is right, feedback).

    If there are too many, right answers and answers with feedback are kept first.
    """
    asked = item.question
    rows = [(words, i in asked.right, note) for i, (words, note) in
            enumerate(zip(asked.answers, asked.notes, strict=True))]
    kept = sorted(range(len(rows)), key=lambda i: (not rows[i][1], not rows[i][2]))[:MOST]
    return [rows[i] for i in sorted(kept)]


def asked_in_words(item) -> str:
    """Return the question for systems without clicking and typing: it names the parts of which the answers consist."""
    asked = item.question
    parts = ", ".join(asked.fields)
    return f"{asked.text} (Answers list: {parts}.)" if parts else asked.text


def named(items) -> list[tuple]:
    """Return pairs (name, question) for all questions.

    items: dict from the title of a kind to its questions
    """
    return [(f"{title[:1].upper()}{title[1:]} {number}", item) for title, some in items.items()
            for number, item in enumerate(some, 1)]


def moodle(items) -> bytes:
    """Return questions as Moodle XML, with one category for each kind.

    items: dict from the title of a kind to its questions
    """
    return filled(__package__, "moodle.xml", items=items, named=named, choices=choices, asked_in_words=asked_in_words,
                  told=told, in_base64=lambda drawn: base64.b64encode(one(drawn).encode()).decode()).encode()


def told(picture) -> str:
    """Return the alternative text of a picture."""
    return re.sub(r"\s+", " ", ET.fromstring(picture).get("aria-label", ""))
