"""The glossary names things that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_what_the_glossary_names_is_in_the_package():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "mcts_lab").rglob("*.py"))
    named = {name for code in re.findall(r"`([^`]+)`", text) for name in re.findall(r"[A-Za-z_][A-Za-z_0-9]{2,}", code)}
    assert len(named) > 40
    assert not sorted(name for name in named if not re.search(rf"\b{name}\b", source))
