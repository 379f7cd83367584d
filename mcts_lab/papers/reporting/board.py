"""The board of a claim: its verdict as one turns what the paper leaves open, and the margin."""

from __future__ import annotations

import json
from html import escape

from ..judging import by_reading, judge

MARGINS = {"margin as fixed": 1.0, "half the margin": 0.5, "twice the margin": 2.0}
ALL = "all readings agree"

SCRIPT = """<script>
for (const board of document.querySelectorAll(".board")) {
  const verdicts = JSON.parse(board.dataset.verdicts), turned = board.querySelectorAll("select");
  const show = () => { board.querySelector("output").textContent = verdicts[turned[0].value][turned[1].value]; };
  turned.forEach(one => one.addEventListener("change", show));
  show();
}
</script>"""


class Board(dict):
    """The verdicts of a claim by margin and reading, and what they are computed from: `rule`, `finding` and `others`,
    the p values of the family's other claims."""

    rule = finding = None
    others = ()

    def beside(self) -> list:
        """Return the parts of readings that are told but do not decide."""
        return [part for part in self.finding.secondary if part.reading and part.endpoint in ("", *self.rule.others)]


def turned(rule, finding, others=()) -> Board:
    """Return the board of a claim; an empty one where nothing can be turned.

    A reading alone keeps the corrections for all of them. What is told beside but does not decide is a reading, too.
    """
    found = Board()
    found.rule, found.finding, found.others = rule, finding, tuple(others)
    beside = found.beside()
    for words, factor in MARGINS.items():
        scaled = with_margin(rule, factor)
        found[words] = {ALL: judge(scaled, finding.parts, others), **by_reading(scaled, finding.parts, others),
                        **{f"{reading} (does not decide)": verdict
                           for reading, verdict in by_reading(scaled, beside).items()}}
        found[words].pop("", None)
        if scaled == rule and rule.margin is None:
            break
    return found if len(found) > 1 or beside or max(map(len, found.values())) > 2 else Board()


def with_margin(rule, factor):
    """Return a rule whose margins are some times as large."""
    if rule.margin is None:
        return rule
    others = {name: (null, margin and factor * margin) for name, (null, margin) in rule.others.items()}
    return rule._replace(margin=factor * rule.margin, others=others)


def html(name, verdicts) -> str:
    """Return the board of the claim of that name for the report; "" where nothing can be turned."""
    if not verdicts:
        return ""
    readings = list(next(iter(verdicts.values())))
    data = [[[*each.values()][i] for i in range(len(readings))] for each in verdicts.values()]
    selects = "".join(
        f'<select aria-label="{what} of {escape(name)}"{" hidden" if len(options) < 2 else ""}>'
        + "".join(f'<option value="{i}">{escape(option)}</option>' for i, option in enumerate(options)) + "</select>"
        for what, options in (("margin", list(verdicts)), ("reading", readings)))
    return (f'<details><summary>turn it</summary><div class="board" data-verdicts="{escape(json.dumps(data))}">'
            f"{selects}<output></output></div></details>")
