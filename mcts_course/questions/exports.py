"""Export questions to learning management systems: Moodle's XML, and packages of QTI 2.1.

Questions become multiple-choice questions; feedback names the mistakes. The files contain the pictures.
"""

import base64
import io
import re
import xml.etree.ElementTree as ET
import zipfile

from mcts_lab.views.svg_colours import one
from mcts_lab.views.templates import filled

QTI, MANIFEST = "http://www.imsglobal.org/xsd/imsqti_v2p1", "http://www.imsglobal.org/xsd/imscp_v1p1"
MOST = 6  # maximum number of answers
LETTERS = "ABCDEF"


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


def qti(items) -> bytes:
    """Return questions as a package of QTI 2.1: a ZIP file with a manifest, and an item and a picture per question.

    items: dict from the title of a kind to its questions
    """
    file, asked = io.BytesIO(), {f"question_{number}": made for number, made in enumerate(named(items), 1)}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, (title, item) in asked.items():
            package.writestr(f"{name}.xml", filled(
                __package__, "qti_item.xml", qti=QTI, name=name, title=title, item=item, told=told,
                asked_in_words=asked_in_words, offered=list(zip(LETTERS, choices(item), strict=False))))
            package.writestr(f"{name}.svg", one(item.picture))
        package.writestr("imsmanifest.xml", filled(__package__, "qti_manifest.xml", manifest=MANIFEST, names=asked))
    return file.getvalue()


def told(picture) -> str:
    """Return the alternative text of a picture."""
    return re.sub(r"\s+", " ", ET.fromstring(picture).get("aria-label", ""))
