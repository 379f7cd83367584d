"""Numbers that were measured come from the store: notes and alternative texts of figures type none."""

import re

import pytest

from mcts_papers import registry as papers

# a share in per cent, a number with a decimal point or with thousands, points with a sign
MEASURED = re.compile(r"(?<![\w.§/^])[+-]?\d+(?:,\d{3})*(?:\.\d+)?\s?(?:%|per cent\b)|(?<![\w.])\d+\.\d+(?![\w.])|"
                      r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,])")

ALLOWED = {  # paper: numbers that may stand in words, since nobody measured them here
    "runnels2023": {
        "95 %", "2.5", "2.1",  # of intervals; worked out in a question's answer; a section
    },
    "powley2013": {
        "64 %", "62 %",  # the article's two numbers
        "95 %", "54 %", "73 %",  # the interval of 64 of 100, worked out in a question's answer
        "0.01", "0.05", "0.1", "0.2", "0.7", "25,100,400",  # parameters
    },
}


def measured_in(text, allowed):
    """The numbers of a text that look like results."""
    found = {re.sub(r"\s+", " ", match) for match in MEASURED.findall(text)}
    return sorted(found - allowed)


@pytest.mark.parametrize("name", ALLOWED)
def test_notes_and_alternative_texts_type_no_results(name):
    of = papers.paper(name)
    for item in of.items:
        assert not measured_in(f"{item.title} {item.alt} {item.note}", ALLOWED[name]), item.name
