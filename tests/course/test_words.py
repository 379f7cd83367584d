"""Texts use the terms of the field, and terms link to the glossary."""


import re

import words
from words import ROOT

from mcts_course.jupyter.glossary import LINK, link, terms


def test_texts_use_the_terms_of_the_field():
    assert [line for path in words.texts() for line in words.found(path)] == []


def test_a_term_is_found_outside_of_code(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("Its `urgency`.\n```\nanew\n```\nDo it anew, with first-play urgency.\n", encoding="utf-8")
    assert words.found(page) == ["page.md:5: 'anew': write 'again'"] and words.main([page]) == 1


def test_terms_link_to_the_glossary_where_a_lesson_first_uses_them(tmp_path):
    page = tmp_path / "glossary.md"
    page.write_text("# G\n\n## One bound, two names\n\n| x | y |\n| --- | --- |\n| not this | |\n\n## A search\n\n"
                    "| term | meaning |\n| --- | --- |\n| node | |\n| root | |\n| chance node, nature | |\n",
                    encoding="utf-8")
    places = terms(page)
    assert places == dict.fromkeys(("node", "root", "chance node", "nature"), "a-search")
    texts = ["# A node\n\nA `node`, $node$ and <b>node</b>, [node](x.md): two Chance\nnodes and a node.",
             "nodes, nature", "A square\nroot and square roots; the root."]
    first, second, third = link(texts, places)
    assert first == ("# A node\n\nA `node`, $node$ and <b>[node](glossary.md#a-search)</b>, [node](x.md): two "
                     "[Chance\nnodes](glossary.md#a-search) and a node.")
    assert second == "nodes, [nature](glossary.md#a-search)"
    assert third == "A square\nroot and square roots; the [root](glossary.md#a-search)."
    assert [LINK.sub(r"\1", text) for text in (first, second, third)] == texts


def test_what_the_glossary_names_is_in_the_package():
    text = (ROOT / "notebooks" / "glossary.md").read_text(encoding="utf-8")
    source = "\n".join(path.read_text(encoding="utf-8") for top in ("mcts_lab", "mcts_papers", "mcts_course")
                       for path in (ROOT / top).rglob("*.py"))
    named = {name for code in re.findall(r"`([^`]+)`", text) for name in re.findall(r"[A-Za-z_][A-Za-z_0-9]{2,}", code)}
    assert len(named) > 40
    assert not sorted(name for name in named if not re.search(rf"\b{name}\b", source))
