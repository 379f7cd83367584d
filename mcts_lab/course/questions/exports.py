"""Questions for learning management systems: Moodle's XML, and packages of QTI 2.1.

Each question is one of choice there, whose wrong answers are told which mistake they are. Files hold their pictures.
"""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
import zipfile

from ...views.widgets.svg import one

QTI, MANIFEST = "http://www.imsglobal.org/xsd/imsqti_v2p1", "http://www.imsglobal.org/xsd/imscp_v1p1"
MOST = 6  # answers to choose from
LETTERS = "ABCDEF"


def choices(item) -> list[tuple[str, bool, str]]:
    """Return the answers that are offered: words, whether they are right, and what is said of them.

    Where there are too many, those stay that are right or have a name.
    """
    asked = item.question
    rows = [(words, i in asked.right, note) for i, (words, note) in
            enumerate(zip(asked.answers, asked.notes, strict=True))]
    kept = sorted(range(len(rows)), key=lambda i: (not rows[i][1], not rows[i][2]))[:MOST]
    return [rows[i] for i in sorted(kept)]


def asked_in_words(item) -> str:
    """Return the question for where nothing can be clicked or typed in: it says what the answers are made of."""
    asked = item.question
    parts = ", ".join(asked.fields)
    return f"{asked.text} (Answers list: {parts}.)" if parts else asked.text


def added(parent, name, text=None, /, **attributes):
    """Add an element with text in it and return it."""
    child = ET.SubElement(parent, name, attributes)
    child.text = text
    return child


def moodle(items, title) -> bytes:
    """Return questions as Moodle XML, in a category of this title."""
    quiz = ET.Element("quiz")
    category = added(quiz, "question", type="category")
    added(added(category, "category"), "text", f"$course$/{title.replace('/', '//')}")
    for number, item in enumerate(items, 1):
        question, file = added(quiz, "question", type="multichoice"), f"question_{number}.svg"
        added(added(question, "name"), "text", f"{title} {number}")
        page = ET.Element("div")
        added(page, "p", asked_in_words(item))
        added(added(page, "p"), "img", src=f"@@PLUGINFILE@@/{file}", alt=told(item.picture))
        text = added(question, "questiontext", format="html")
        added(text, "text", ET.tostring(page, encoding="unicode"))
        added(text, "file", base64.b64encode(one(item.picture).encode()).decode(), name=file, path="/",
              encoding="base64")
        added(added(question, "generalfeedback", format="plain_text"), "text", item.why)
        offered = choices(item)
        for name, value in (("defaultgrade", "1"), ("single", "true"), ("shuffleanswers", "true"),
                            ("answernumbering", "abc")):
            added(question, name, value)
        for words, right, note in offered:
            answer = added(question, "answer", fraction="100" if right else "0", format="plain_text")
            added(answer, "text", words)
            added(added(answer, "feedback", format="plain_text"), "text", note)
    return ET.tostring(quiz, encoding="utf-8", xml_declaration=True)


def qti(items, title) -> bytes:
    """Return questions as a package of QTI 2.1, a ZIP file: a manifest, an item and a picture each."""
    file, resources = io.BytesIO(), ET.Element("resources")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for number, item in enumerate(items, 1):
            name, picture = f"question_{number}", f"question_{number}.svg"
            package.writestr(f"{name}.xml", qti_item(item, name, f"{title} {number}", picture))
            package.writestr(picture, one(item.picture))
            resource = added(resources, "resource", identifier=name, type="imsqti_item_xmlv2p1", href=f"{name}.xml")
            added(resource, "file", href=f"{name}.xml")
            added(resource, "file", href=picture)
        manifest = ET.Element("manifest", xmlns=MANIFEST, identifier="questions")
        metadata = added(manifest, "metadata")
        added(metadata, "schema", "QTIv2.1 Package")
        added(metadata, "schemaversion", "1.0.0")
        added(manifest, "organizations")
        manifest.append(resources)
        package.writestr("imsmanifest.xml", ET.tostring(manifest, encoding="utf-8", xml_declaration=True))
    return file.getvalue()


def qti_item(item, name, title, picture) -> bytes:
    """Return one question as an item of QTI 2.1: one choice, and feedback that names a mistake."""
    offered = list(zip(LETTERS, choices(item), strict=False))
    root = ET.Element("assessmentItem", xmlns=QTI, identifier=name, title=title, adaptive="false",
                      timeDependent="false")
    declared = added(root, "responseDeclaration", identifier="RESPONSE", cardinality="single", baseType="identifier")
    added(added(declared, "correctResponse"), "value", next(letter for letter, (_, right, _) in offered if right))
    mapping = added(declared, "mapping", defaultValue="0")
    for letter, (_, right, _) in offered:
        if right:
            added(mapping, "mapEntry", mapKey=letter, mappedValue="1")
    for variable, kind in (("SCORE", "float"), ("FEEDBACK", "identifier")):
        added(root, "outcomeDeclaration", identifier=variable, cardinality="single", baseType=kind)
    body = added(root, "itemBody")
    added(added(body, "p"), "img", src=picture, alt=told(item.picture))
    choice = added(body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="true", maxChoices="1")
    added(choice, "prompt", asked_in_words(item))
    for letter, (words, _, _) in offered:
        added(choice, "simpleChoice", words, identifier=letter)
    processing = added(root, "responseProcessing")
    score = added(processing, "setOutcomeValue", identifier="SCORE")
    added(score, "mapResponse", identifier="RESPONSE")
    feedback = added(processing, "setOutcomeValue", identifier="FEEDBACK")
    added(feedback, "variable", identifier="RESPONSE")
    for letter, (_, _, note) in offered:
        said = added(root, "modalFeedback", outcomeIdentifier="FEEDBACK", identifier=letter, showHide="show")
        added(said, "p", f"{note} {item.why}".strip())
    return ET.tostring(root, encoding="utf-8", xml_declaration=True)


def told(picture) -> str:
    """Return the alternative text of a picture."""
    return re.sub(r"\s+", " ", ET.fromstring(picture).get("aria-label", ""))
