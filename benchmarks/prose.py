"""Rates of habits that make English hard to read, as information: ``python -m benchmarks --prose``.

A habit is a regular expression, which counts a little too much. A rate says where to read, not that a text is wrong.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("mcts_lab", "mcts_papers", "mcts_course")
HABITS = {
    "clause as a subject": r"(?:^|(?<=[.:;!?] ))(?:What|Which|Whatever|Who|Where) (?!is |are |does |do |can )[a-z]",
    "of what, than what": r"\b(?:of|than|for|from|with) what\b",
    "is no, are none": r"\b(?:is|are|was|were) (?:no|none)\b",
    "alone for only": r"\w alone\b",
    "own": r"\bof (?:its|their|one's|your) own\b",
    "that of, those of": r"\b(?:that|those) of\b",
    "the one that": r"\b(?:one|ones|others|those) (?:that|which|who)\b",
    "drawn": r"\bdrawn?\b",
    "at once": r"\bat once\b",
    "stand, lie": r"\b(?:stands?|lies?|lay|stood)\b",
    "told": r"\b(?:told|tells?)\b",
    "but for, for good": r"\b(?:but for|for good|all the same|in place of|hardly)\b",
    "semicolon": r";",
    "colon inside a sentence": r"[a-z]: [a-z]",
}


def plain(text):
    """Return a text without code, formulas, tables and links."""
    text = re.sub(r"```.*?```|<[^>]+>|`[^`]*`|\$[^$]*\$|^\|.*$|>>> .*", " ", text, flags=re.DOTALL | re.MULTILINE)
    return " ".join(re.sub(r"\]\([^)]*\)", "]", text).split())


def words_of(path):
    """Return the text of a page, or of the text cells of a notebook's master."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        cells = re.findall(r"^# %% \[markdown\]\n((?:#.*\n?)+)", text, re.MULTILINE)
        text = re.sub(r"^# ?", "", "\n".join(cells), flags=re.MULTILINE)
    return plain(text)


def docstrings(package):
    """Return the docstrings of a package."""
    found = []
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                found.append(plain(ast.get_docstring(node) or ""))
    return " ".join(found)


def rates():
    """Return a row for each kind of text: its name, its number of words, and each habit per 1,000 words."""
    notebooks = ROOT / "notebooks"
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "data" / "README.md", notebooks / "glossary.md"]
    lessons = [*(notebooks / "source").glob("*.py"), *(notebooks / "source" / "slides").glob("*.md")]
    kinds = {"pages": " ".join(map(words_of, pages)), "lessons": " ".join(map(words_of, lessons))}
    kinds |= {f"docstrings, {package}": docstrings(package) for package in PACKAGES}
    return [{"text": kind, "words": len(text.split())}
            | {habit: 1000 * len(re.findall(pattern, text)) / len(text.split()) for habit, pattern in HABITS.items()}
            for kind, text in kinds.items()]
