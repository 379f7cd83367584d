"""Habits of language that make a text hard to read: ``python tests/words.py [FILE ...]``.

Looks at the text of notebooks' masters and at Markdown files, and prints one line for each habit found. Without files
it takes the lessons, the pages beside the README and the documentation. The exit status is 1 if there is any.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 35  # words in a sentence
HABITS = {
    r"\b([Nn]obody|[Ss]omebody|[Ee]verybody)\b": "name the player, the search or the reader",
    r"(^|(?<=[.:;!?] ))Who(ever)? (?!won\b)[a-z]+": "a clause with 'who' as a subject: name what does it",
    r"\b(games|runs|seconds|iterations|calls|readings?) a (point|pair|row|cell|move|game)\b": "write 'per', not 'a'",
    r"\b(he|his|him)\b": "players are 'they'",
    r"\bendpoint": "write 'the quantity measured'",
    r"\b(told|tell\w*) (\w+ )?apart\b": "write 'distinguish', 'separate' or 'rank'",
    r"\bso to speak\b|\bby and by\b|\bthe more often the\b|\bas \w+ as can be\b": "translate it into plain English",
}


def paragraphs(path):
    """The paragraphs of a text, as (number of the first line, text without markup)."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix == ".py":  # of a notebook's master, only the cells of text
        kept, inside = [], False
        for line in lines:
            inside = "[markdown]" in line if line.startswith("# %%") else inside
            kept.append(line.removeprefix("#").strip() if inside and not line.startswith("# %%") else "")
        lines = kept
    begin, words, code = 0, [], False
    for number, line in enumerate([*lines, ""], 1):
        code ^= line.startswith("```")
        new = not line.strip() or re.match(r"\s*([*|#-]|\d+\.) ?", line) or code
        if new and words:
            yield begin, re.sub(r"<[^>]+>|`[^`]*`|\$[^$]*\$", "x", " ".join(words))
            words = []
        if line.strip() and not code and not line.startswith("|"):
            begin = begin if words else number
            words.append(line.strip())


def habits(path):
    """Descriptions of the habits in a text, each with its line."""
    found = []
    for line, text in paragraphs(path):
        for sentence in re.split(r"(?<=[.?!:;])[\"”)*]*\s+", text):
            if len(sentence.split()) > LONGEST:
                found.append(f"{path.name}:{line}: a sentence of {len(sentence.split())} words: {sentence[:60]} ...")
        for habit, instead in HABITS.items():
            found += [f"{path.name}:{line}: {match.group(0)!r}: {instead}" for match in re.finditer(habit, text)]
    return found


def texts():
    """The texts that people read first."""
    return sorted([*(ROOT / "notebooks" / "source").glob("*.py"), *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


if __name__ == "__main__":
    found = [habit for path in [Path(name) for name in sys.argv[1:]] or texts() for habit in habits(path)]
    print("\n".join(found))
    sys.exit(bool(found))
