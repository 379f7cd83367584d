"""The pages of `figures/`: the gallery of everything regenerated, and the comparison of each paper with what was
published, with a front page.

Plain HTML with the style inside: nothing is loaded but the pictures, which stand beside the pages, so they work from a
disk or on any server.
"""

from __future__ import annotations

import re
from pathlib import Path

from mcts_lab.views.templates import filled

from ..judging import CONFIRMED, DEPENDS, EQUIVALENT, NOT_CONFIRMED, UNDECIDED, UNTESTED
from ..registry import paper as find
from . import compare, learned
from . import forest_plot as forest
from .answers import ANSWERS, answer, headlines, trust
from .compare import (
    COMPATIBLE,
    DIFFERENT,
    FOLDED,
    HEADINGS,
    LISTED,
    NOT_TESTED,
    TITLES,
    agreement,
    part_text,
    shown,
    split,
    summary,
)
from .grid import Grid
from .pictures import img, size
from .registered import AFTERWARDS, REPLACED
from .results import NotMeasured, source_of
from .sizes import tally_of_sizes

TALL = 0.9  # pictures that are narrower than this, in heights, are as wide as the page and not fitted to a screen
PANELS = 1.75  # pictures that are wider than this, in heights, have panels that need the whole width of the page

MARKS = {CONFIRMED: ("good", "✓"), NOT_CONFIRMED: ("bad", "✗"), EQUIVALENT: ("same", "="), DEPENDS: ("split", "±"),
         UNDECIDED: ("open", "·"), UNTESTED: ("open", "–"), COMPATIBLE: ("good", "≈"), DIFFERENT: ("bad", "≠")}
# class and mark: colour is never alone
MEANINGS = {CONFIRMED: "Our whole interval is where the claim says.",
            NOT_CONFIRMED: "Our whole interval contradicts the claim: it is refuted here, not only unproven.",
            EQUIVALENT: "The effect is smaller than the margin, so it would not matter.",
            DEPENDS: "The paper can be interpreted in several ways, and they lead to different verdicts.",
            UNDECIDED: "Our results neither confirm the claim nor contradict it."}
GROUPS = {"replication": "claims", REPLACED: "claims with replaced results", AFTERWARDS: "claims with later rules",
          "by construction": "by construction",
          "untestable": "not testable"}  # in the contents of a page


def gallery(entries, folder: Path) -> dict[str, str]:
    """The pages of all items by their files: thumbnails, and a page for each paper.

    entries: pairs of a `Paper` and its (Item, record or None); folder: of the files
    """
    found, pages = [], {}
    for paper, items in entries:
        cards = [(item, record, made(paper, item, record, folder)) for item, record in items]
        page = page_of(paper.name) if (folder / page_of(paper.name)).exists() else ""
        pages[gallery_of(paper.name)] = filled(__package__, "gallery_paper.html", paper=paper, items=cards, page=page,
                                               written=WRITTEN)
        found.append((paper, [(item, card) for item, _, card in cards]))
    return pages | {"index.html": filled(__package__, "gallery.html", entries=found, gallery_of=gallery_of,
                                         reported=(folder / "report.html").exists())}


def gallery_of(paper: str) -> str:
    """The file of a paper's figures and tables, beside the thumbnails."""
    return f"gallery_{paper}.html"


WRITTEN = (".csv", ".md")  # files that are not under version control: whoever draws an item has them


def made(paper, item, record, folder) -> dict:
    """What the gallery shows of an item; {} where it is not made yet. A table whose file is not here is shown as the
    page of the paper has it."""
    if record is None or not all((folder / paper.name / file).is_file() for file in record["files"]
                                 if not file.endswith(WRITTEN)):
        return {}
    if item.kind == "table" and not (folder / paper.name / f"{item.name}.csv").is_file():
        return {"card": card} if (card := former_card(folder / gallery_of(paper.name), item.name)) else {}
    page, place = page_of(paper.name), f"{paper.name}/{item.name}"
    found = {"source": source_of(record), "claims": "", "shape": " wide"}
    if item.kind != "animation" and (folder / page).exists():
        found["claims"] = f"{page}#{item.name}" if item in reported(paper) else page
    if item.kind == "table":
        import pandas as pd

        frame = pd.read_csv(folder / f"{place}.csv")
        return found | ({"grid": Grid(compare.cells(paper, item, frame), item.across)} if item.values else
                        {"grid": None, "table": table(frame, paper, item)})
    moves = item.kind == "animation"
    picture = f"{place}.{'gif' if moves else 'svg'}"
    return found | {"link": f"{place}.html" if moves else picture, "picture": img(folder, picture, item.alt, lazy=True),
                    "shape": "" if moves else shape(folder / picture)}


def former_card(page, place) -> str:
    """The card of this id in a gallery that was written before; "" without one."""
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    found = re.search(f'<article class="card[^"]*" id="{re.escape(place)}">.*?</article>\n', text, re.DOTALL)
    return found[0] if found else ""


def shape(picture) -> str:
    """The classes that a picture's shape adds to those of its card."""
    width, height = size(picture)
    return " wide" if width > PANELS * height else " wide tall" if width < TALL * height else ""


def table(frame, paper, item):
    """A table as it was written: pairs of a column's name and whether it has numbers, and rows."""
    columns, rows = shown(paper, item, frame)
    return [(name, all(row[i][0][:1] in "–-0123456789" for row in rows)) for i, name in enumerate(columns)], rows


def overview(reports: list[dict], folder: Path | None = None) -> str:
    """The front page: what was found of each paper, how sure it is, and what it taught, where all of that is measured.

    folder: of the figures that are shown there
    """
    counts = [counted(report) for report in reports]
    try:
        text = learned.text(reports, folder)
    except NotMeasured:
        text = ""
    commands = [about["command"] for report in reports for about in report["experiments"].values()]
    return filled(__package__, "overview.html", counts=counts, marks=MARKS, meanings=MEANINGS, fixed=compare.FIXED,
                  learned=text, graded=compare.graded(reports), discoveries=compare.discoveries(reports),
                  command=commands[0] if commands else "")


def counted(report) -> dict:
    """What the front page tells of a paper."""
    name, of = report["paper"], ANSWERS.get(report["paper"])
    verdicts = compare.tally(report, *compare.TESTED)
    found = answer(report)
    [claim] = [one for one in report["claims"] if found and one["id"] == f"{name}-{of.claim}"] or [None]
    return {"paper": name, "page": page_of(name), "title": report["title"],
            "cited": of.cited if of else report["title"], "verdicts": verdicts, "said": compare.told(verdicts),
            "tested": sum(verdicts.values()), "claim": claim, "found": found[0].measured if found else "",
            "table": next((one["name"] for one in report["tables"]), "")}


def page_of(paper: str) -> str:
    """The file of a paper's page, beside the overview."""
    return f"report_{paper}.html"


def comparison(reports: list[dict], folder: Path | None = None) -> str:
    """The page that sets published numbers and claims of some papers beside ours.

    reports: what `compare.compare` returns
    folder:  of the figures that are shown; None: no figures
    """
    heading = reports[0]["title"] if len(reports) == 1 else "Published and measured"
    return filled(
        __package__, "comparison.html", reports=reports, folder=folder, heading=heading, marks=MARKS,
        meanings=MEANINGS, titles=TITLES, columns=LISTED, not_tested=NOT_TESTED, headings=HEADINGS, folded=FOLDED,
        forest=forest, find=find, answer=answer, trust=trust, headlines=headlines, contents=contents, grouped=grouped,
        reported=reported, short=short, place=place, shape=shape, img=img, tested=tested, testable=testable,
        shares=shares, grid=Grid, summary=summary, tally_of_sizes=tally_of_sizes, split=split,
        part_text=part_text, agreement=agreement)


def contents(report, folder) -> dict[str, str]:
    """The places of a paper's page, in their order, with their names there."""
    groups, tables = {claim["group"] for claim in report["claims"]}, {one["name"] for one in report["tables"]}
    places = {"effects": "effects", **{one.name: short(one) for one in reported(find(report["paper"]))},
              **{place(group): name for group, name in GROUPS.items() if group in groups},
              "deviations": "deviations", "contradictions": "contradictions", "sentences": "sentence by sentence",
              "data": "data and commands"}
    return {at: name for at, name in places.items() if at.startswith("claims-") or at == "data" or at in tables
            or (report[at] if at in TITLES else folder and (folder / report["paper"] / f"{at}.svg").is_file())}


def grouped(places) -> dict[str, dict[str, str]]:
    """The places of a paper's page by what they have."""
    lists = [at for at in places if at in (*TITLES, "data") or at.startswith("claims-")]
    of_paper = [at for at in places if re.fullmatch(r"(table|figure)\d+\w?", at)]
    found = {"The paper's tables and figures": of_paper,
             "Our comparisons": [at for at in places if at not in (*of_paper, *lists)], "Claims and method": lists}
    return {heading: {at: places[at] for at in group} for heading, group in found.items() if group}


def reported(paper):
    """The items that stand on a paper's page beside the figure of effects: figures, and tables compared with it."""
    return [one for one in paper.items
            if one.name != "effects" and (one.kind == "figure" or one.kind == "table" and one.values)]


def short(item) -> str:
    """What the paper calls an item, such as "Table 2", or else its title."""
    found = re.fullmatch(r"(table|figure)(\d+\w?)", item.name)
    return f"{found[1].capitalize()} {found[2]}" if found else item.title


def place(group) -> str:
    """The place of a group of claims."""
    return "claims-" + group.replace(" ", "-")


def shares(item, claim) -> bool:
    """Whether an item and a claim are made from the same results."""
    return bool(set(item.needs) & set(claim["experiments"]))


def testable(report) -> int:
    """How many claims of a paper can be tested."""
    return sum(compare.tally(report, *compare.TESTED).values())


def tested(report, name) -> int:
    """How many rows of a list are tested by something."""
    untested = {claim["id"] for claim in report["claims"] if claim["verdict"] == UNTESTED}
    return sum(bool(set(row[list(LISTED[name])[-1]].split()) - untested) for row in report[name])
