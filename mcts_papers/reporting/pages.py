"""The web pages in `figures/`: the gallery of figures and tables, a comparison of each paper with our results, and a
front page.

The pages are HTML files that contain their style. They load only the pictures, which are in the same folder, so they
work on a disk and on any server.
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
# {verdict: (CSS class, mark)}; the mark shows the verdict to people who do not see the colour
MEANINGS = {CONFIRMED: "Our whole interval is where the claim says.",
            NOT_CONFIRMED: "Our whole interval contradicts the claim: it is refuted here, not only unproven.",
            EQUIVALENT: "The effect is smaller than the margin, so it would not matter.",
            DEPENDS: "The paper can be interpreted in several ways, and they lead to different verdicts.",
            UNDECIDED: "Our results neither confirm the claim nor contradict it."}
GROUPS = {"replication": "claims", REPLACED: "claims with replaced results", AFTERWARDS: "claims with later rules",
          "by construction": "by construction",
          "untestable": "not testable"}  # names of groups in the table of contents of a page


def gallery(entries, folder: Path) -> dict[str, str]:
    """Return {file: HTML} for the gallery: a page with thumbnails, and a page for each paper.

    entries: pairs (paper, list of (item, record or None)). folder: folder of the figures
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
    """Return the file name of the gallery page of a paper."""
    return f"gallery_{paper}.html"


WRITTEN = (".csv", ".md")  # files that are not under version control, so they exist only where the item was made


def made(paper, item, record, folder) -> dict:
    """Return the values that the gallery's template needs for an item; {} if the item has not been made yet.

    If the file of a table is missing, its card is copied from the page that was written before.
    """
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
    """Return the card with this id from a gallery page that was written before; "" if there is none."""
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    found = re.search(f'<article class="card[^"]*" id="{re.escape(place)}">.*?</article>\n', text, re.DOTALL)
    return found[0] if found else ""


def shape(picture) -> str:
    """Return CSS classes for the card of a picture, which depend on the picture's width and height."""
    width, height = size(picture)
    return " wide" if width > PANELS * height else " wide tall" if width < TALL * height else ""


def table(frame, paper, item):
    """Return a table for the template: pairs (name of a column, whether it has only numbers), and the rows."""
    columns, rows = shown(paper, item, frame)
    return [(name, all(row[i][0][:1] in "–-0123456789" for row in rows)) for i, name in enumerate(columns)], rows


def overview(reports: list[dict], folder: Path | None = None) -> str:
    """Return the front page: the result for each paper, the strength of the evidence, and a summary.

    The summary is left out if results are missing.

    folder: folder of the figures in the summary
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
    """Return the values that the front page's template needs for a paper."""
    name, of = report["paper"], ANSWERS.get(report["paper"])
    verdicts = compare.tally(report, *compare.TESTED)
    found = answer(report)
    [claim] = [one for one in report["claims"] if found and one["id"] == f"{name}-{of.claim}"] or [None]
    return {"paper": name, "page": page_of(name), "title": report["title"],
            "cited": of.cited if of else report["title"], "verdicts": verdicts, "said": compare.told(verdicts),
            "tested": sum(verdicts.values()), "claim": claim, "found": found[0].measured if found else "",
            "table": next((one["name"] for one in report["tables"]), "")}


def page_of(paper: str) -> str:
    """Return the file name of a paper's page."""
    return f"report_{paper}.html"


def comparison(reports: list[dict], folder: Path | None = None) -> str:
    """Return a page that compares published numbers and claims of some papers with our results.

    reports: return values of `compare.compare`
    folder:  folder of the figures on the page; None: no figures
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
    """Return {id: heading} of the sections of a paper's page, in their order."""
    groups, tables = {claim["group"] for claim in report["claims"]}, {one["name"] for one in report["tables"]}
    places = {"effects": "effects", **{one.name: short(one) for one in reported(find(report["paper"]))},
              **{place(group): name for group, name in GROUPS.items() if group in groups},
              "deviations": "deviations", "contradictions": "contradictions", "sentences": "sentence by sentence",
              "data": "data and commands"}
    return {at: name for at, name in places.items() if at.startswith("claims-") or at == "data" or at in tables
            or (report[at] if at in TITLES else folder and (folder / report["paper"] / f"{at}.svg").is_file())}


def grouped(places) -> dict[str, dict[str, str]]:
    """Return the sections of a paper's page in three groups: {name of the group: {id: heading}}."""
    lists = [at for at in places if at in (*TITLES, "data") or at.startswith("claims-")]
    of_paper = [at for at in places if re.fullmatch(r"(table|figure)\d+\w?", at)]
    found = {"The paper's tables and figures": of_paper,
             "Our comparisons": [at for at in places if at not in (*of_paper, *lists)], "Claims and method": lists}
    return {heading: {at: places[at] for at in group} for heading, group in found.items() if group}


def reported(paper):
    """Return the items on a paper's page, without the figure of effects: figures, and tables with published numbers."""
    return [one for one in paper.items
            if one.name != "effects" and (one.kind == "figure" or one.kind == "table" and one.values)]


def short(item) -> str:
    """Return the paper's name of an item, such as "Table 2"; if it has no such name, return its title."""
    found = re.fullmatch(r"(table|figure)(\d+\w?)", item.name)
    return f"{found[1].capitalize()} {found[2]}" if found else item.title


def place(group) -> str:
    """Return the id of the section with a group of claims."""
    return "claims-" + group.replace(" ", "-")


def shares(item, claim) -> bool:
    """Return whether an item and a claim use results of the same experiment."""
    return bool(set(item.needs) & set(claim["experiments"]))


def testable(report) -> int:
    """Return the number of a paper's claims that can be tested."""
    return sum(compare.tally(report, *compare.TESTED).values())


def tested(report, name) -> int:
    """Return the number of rows of a list whose last column names a tested claim, an experiment or an item."""
    untested = {claim["id"] for claim in report["claims"] if claim["verdict"] == UNTESTED}
    return sum(bool(set(row[list(LISTED[name])[-1]].split()) - untested) for row in report[name])
