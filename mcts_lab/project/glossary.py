"""The glossary in the lessons: each of its terms links there from where a lesson first uses it."""

from __future__ import annotations

import re
from pathlib import Path

LINK = re.compile(r"\[([^\]]+)\]\(glossary\.md#[\w-]+\)")
# Parts of a Markdown text that take no links: headings, code, HTML, links, formulas.
APART = (r"^#[^\n]*|^[ ]{4}[^\n]*|<details>.*?</details>|<[^>]+>|!?\[[^\]]*\]\([^)]*\)|`+[^`]*`+|"
         r"\$\$.*?\$\$|\$[^$\n]*\$")


def terms(path: Path) -> dict[str, str]:
    """Return the terms of a glossary, in small letters, with the anchor of the section that has each."""
    found, anchor = {}, ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            anchor, inside = re.sub(r"[^\w]+", "-", line[3:].lower()).strip("-"), False
        elif line.startswith("| term |"):
            inside = True
        elif line.startswith("| ") and inside and not line.startswith("| ---"):
            found |= dict.fromkeys(line.split("|")[1].strip().lower().split(", "), anchor)
    return found


def link(texts, places: dict[str, str]):
    """Yield the texts of a lesson, in order, each term a link to the glossary where it is first used.

    places: `terms` of the glossary
    """
    either = "|".join(re.escape(term).replace(r"\ ", r"\s+") for term in sorted(places, key=len, reverse=True))
    pattern = re.compile(rf"{APART}|(?<![\w-])(?P<term>{either})s?(?![\w-])", re.DOTALL | re.IGNORECASE | re.MULTILINE)
    seen = set()

    def linked(found):
        term = re.sub(r"\s+", " ", found["term"] or "").lower()
        if not term or term in seen:
            return found[0]
        seen.add(term)
        return f"[{found[0]}](glossary.md#{places[term]})"

    for text in texts:
        yield pattern.sub(linked, text)
