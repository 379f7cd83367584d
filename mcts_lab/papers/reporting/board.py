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


def turned(rule, finding, others=()) -> dict[str, dict[str, str]]:
    """Return the verdicts of a claim by margin and reading; {} where neither can be turned.

    A reading alone keeps the corrections for all of them. What is told beside but does not decide is a reading, too.
    """
    beside = [part for part in finding.secondary if part.reading and part.endpoint in ("", *rule.others)]
    found = {}
    for words, factor in MARGINS.items():
        scaled = with_margin(rule, factor)
        found[words] = {ALL: judge(scaled, finding.parts, others), **by_reading(scaled, finding.parts, others),
                        **{f"{reading} (does not decide)": verdict
                           for reading, verdict in by_reading(scaled, beside).items()}}
        found[words].pop("", None)
        if scaled == rule and rule.margin is None:
            break
    return found if len(found) > 1 or max(map(len, found.values())) > 2 else {}


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
