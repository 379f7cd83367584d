"""The pages of `figures/`: the gallery of everything regenerated, and the comparison of each paper with what was
published, with an overview.

Plain HTML with the style inside: nothing is loaded but the pictures, which stand beside the pages, so they work from a
disk or on any server.
"""

from __future__ import annotations

import math
import re
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from .. import paper as find
from ..judging import EQUIVALENT, FAILS, HOLDS, OPEN, UNTESTED
from . import board
from . import learned as lessons
from .compare import (
    AFTERWARDS,
    COMPATIBLE,
    DIFFERENT,
    FOLDED,
    HEADINGS,
    LISTED,
    NOT_TESTED,
    TITLES,
    agreement,
    interval,
    number,
    part_text,
    row_name,
    shown,
    split,
    summary,
    tally,
)
from .forest import ALT, TITLE
from .results import source_of
from .sizes import tally_of_sizes

STYLE = files(__package__).joinpath("pages.css").read_text(encoding="utf-8")

PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
$style</style>
</head>
<body>
$body
</body>
</html>
""")

TALL = 0.9  # pictures that are narrower than this, in heights, are as wide as the page and not fitted to a screen
PANELS = 1.75  # pictures that are wider than this, in heights, have panels that need the whole width of the page

MARKS = {HOLDS: ("holds", "✓"), FAILS: ("fails", "✗"), EQUIVALENT: ("open", "="), UNTESTED: ("open", "–"),
         COMPATIBLE: ("holds", "≈"), DIFFERENT: ("fails", "≠")}
# class and mark: colour is never alone
COUNT = "numbers compatible"
COUNTED = ("replication", AFTERWARDS)  # groups of claims that measurement can decide


def _page(title, body):
    return PAGE.substitute(title=escape(title), style=STYLE, body=body)


def _verdict(text):
    kind, mark = MARKS.get(text, ("open", "·"))
    return f'<span class="verdict {kind}">{mark} {escape(text)}</span>'


# --- the gallery -----------------------------------------------------------------------------------------------------


def gallery(entries, folder: Path) -> str:
    """The page of all items. `entries`: pairs of a `Paper` and its (Item, record or None); `folder`: of the files."""
    links = "".join(f'<a href="#{p.name}">{escape(p.title)}</a>' for p, _ in entries)
    if (folder / "report.html").exists():
        links += ('<a href="report.html">Published and measured, cell by cell</a>'
                  '<a href="learned.html">What we learned</a>')
    parts = ["<header><h1>Figures and tables</h1>",
             "<p>Every figure and table of the papers that this collection regenerates, from its own measurements.</p>",
             f'<nav aria-label="Papers">{links}</nav></header><main>']
    for paper, items in entries:
        parts += [f'<section id="{paper.name}"><h2>{escape(paper.title)}</h2>',
                  f'<p class="faint">{escape(paper.reference)}</p><div class="cards">']
        parts += [_card(paper, item, record, folder) for item, record in items]
        parts.append("</div></section>")
    parts.append('</main><footer class="faint">Written by <code>mcts-lab figures</code>.</footer>')
    return _page("mcts_lab: figures and tables", "\n".join(parts))


def _card(paper, item, record, folder):
    if record is None:
        return (f'<article class="card"><h3>{escape(item.title)}</h3><p class="faint">Not made yet: '
                f"<code>mcts-lab figures {paper.name}/{item.name}</code></p></article>")
    place = folder / paper.name
    wide = ""
    if item.kind == "table":
        content, wide = _table(place / f"{item.name}.csv", paper, item), " wide"
    elif item.kind == "animation":
        content = (f'<a class="picture" href="{paper.name}/{item.name}.html">'
                   f'<img src="{paper.name}/{item.name}.gif" alt="{escape(item.alt)}"></a>')
    else:
        svg = place / f"{item.name}.svg"
        content = (f'<a class="picture" href="{paper.name}/{svg.name}">'
                   f'<img src="{paper.name}/{svg.name}" alt="{escape(item.alt)}"></a>')
        aspect = _aspect(svg.read_bytes())
        wide = " wide" if aspect > PANELS else " wide tall" if aspect < TALL else ""
    caption = item.note or (item.alt if item.kind != "table" else "")
    note = f"<p>{escape(caption)}</p>" if caption else ""
    files = " ".join(f'<a href="{paper.name}/{name}">{name.rpartition(".")[2].upper()}</a>' for name in record["files"])
    if item.kind != "animation" and (folder / page_of(paper.name)).exists():
        place = f"#{item.name}" if item in reported(paper) else ""
        files += f' <a href="{page_of(paper.name)}{place}">claims</a>'
    remark = f'<p class="faint">Note: {escape(record["remark"])}</p>' if record["remark"] else ""
    facts = "".join(f"<dt>{what}</dt><dd>{f'<code>{escape(text)}</code>' if what == 'command' else escape(text)}</dd>"
                    for what, text in source_of(record).items())
    title = f"<h3>{escape(item.title)}</h3>"
    parts = [title, content, note] if item.kind == "table" else [content, title, note]
    return (f'<article class="card{wide}" id="{paper.name}-{item.name}">{"".join(parts)}{remark}'
            f'<dl><dt>files</dt><dd class="files">{files}</dd>{facts}</dl></article>')


def _aspect(svg: bytes) -> float:
    """How many times as wide as high a picture is."""
    found = re.search(rb'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"', svg)
    return float(found[1]) / float(found[2]) if found else 1.0


def _table(path, paper, item):
    """A table from the CSV file that `report` wrote."""
    import pandas as pd

    columns, rows = shown(paper, item, pd.read_csv(path))
    kind = [" class=number" if all(row[i][0][:1] in "–-0123456789" for row in rows) else ""
            for i in range(len(columns))]

    def cell(pair, i):
        small = f"<small>paper: {escape(pair[1])}</small>" if pair[1] else ""
        return f"<td{kind[i]}>{escape(pair[0])}{small}</td>"

    header = "".join(f'<th scope="col"{kind[i]}>{escape(name.replace("_", " "))}</th>'
                     for i, name in enumerate(columns))
    cells = "".join(f"<tr>{''.join(cell(pair, i) for i, pair in enumerate(row))}</tr>" for row in rows)
    return (f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(item.title)}"><table>'
            f"<thead><tr>{header}</tr></thead><tbody>{cells}</tbody></table></div>")


# --- the comparison --------------------------------------------------------------------------------------------------


HOW_TO_READ = """\
A published number is <em>compatible</em> with ours if it lies within the interval given, in which it is expected if
both programs are alike, and <em>different</em> if it lies outside; a wide interval is compatible with much. A claim
<em>holds</em> or <em>does not hold</em> where an interval decides what <code>data/paper/claims.csv</code> asks, and
is <em>undecided</em> otherwise; where the paper leaves something open, all readings must agree; claims of one family
are corrected for each other (Holm). Beside this verdict stands one on size: whether the number that the paper prints
lies inside ours. Intervals given <em>as judged</em> cover in 95 % over all looks at a claim, so they are wider than
those of one look. Where readings differ or a margin is set, a verdict can be turned: to one reading, and to half and
twice the margin."""
TALLIED = """\
Counted first are claims whose rule was fixed before any result was stored; <em>later</em> are those whose rule was
set or changed when results could be seen, or of which nothing stored can tell. A rule is the number that is asked
for, the direction, the limit, the margin, and how parts are combined. Which games count was changed later in some, as
on the framework's levels; that stands at the claim, under <em>Tested by</em>."""
MORE = ('<a href="learned.html">What we learned</a><a href="index.html">Figures and tables</a>')
WRITTEN = '</main><footer class="faint">Written by <code>mcts-lab report</code>.</footer>'


def overview(reports: list[dict], folder: Path | None = None) -> str:
    """The page that counts the verdicts of all papers, with links to the page of each and to all that stands there.

    folder: of the figures that are shown there
    """
    tallies = {report["paper"]: [tally(report, group) for group in COUNTED] for report in reports}
    told = [one for one in (HOLDS, FAILS, EQUIVALENT, OPEN) if any(each[one] for of in tallies.values() for each in of)]
    head = "".join(f'<th scope="col" class="number">{text}</th>' for text in (*told, COUNT))
    rows = ""
    for report in reports:
        cells = [cell["verdict"] for table in report["tables"] for cell in table["cells"]]
        alike, compared = cells.count(COMPATIBLE), cells.count(COMPATIBLE) + cells.count(DIFFERENT)
        before, later = tallies[report["paper"]]
        counts = {one: f"{before[one]} <small>and {later[one]} later</small>" for one in told}
        counts[COUNT] = f"{alike} of {compared}" if compared else "none compared"
        page = page_of(report["paper"])
        rows += (f'<tr id="{report["paper"]}"><th scope="row"><a href="{page}">'
                 f"{escape(report['title'])}</a> <small>{escape(report['reference'])}</small></th>"
                 + "".join(f'<td class="number" data-of="{one}">{text}</td>' for one, text in counts.items())
                 + f'</tr><tr class="contents"><td colspan="{len(counts) + 1}" data-of="on its page">'
                 f"{_links_to(report, folder, page)}</td></tr>")
    return _page("mcts_lab: published and measured", "\n".join((
        "<header><h1>Published and measured</h1><p>Every number and claim of the papers beside what was measured here: "
        f'a page for each paper.</p><nav aria-label="More">{MORE}</nav></header><main><div class="cards">'
        '<article class="card wide list"><h3>Verdicts on the claims that can be tested, and published numbers</h3>'
        '<div class="scroll"><table>'
        f'<thead><tr><th scope="col">paper</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        f"<p>{TALLIED}</p><p>{HOW_TO_READ}</p></article></div>", WRITTEN)))


def page_of(paper: str) -> str:
    """The file of a paper's page, beside the overview."""
    return f"report_{paper}.html"


def comparison(reports: list[dict], folder: Path | None = None) -> str:
    """The page that sets published numbers and claims of some papers beside ours.

    reports: what `papers.compare.compare` returns
    folder:  of the figures that are shown; None: no figures
    """
    title = reports[0]["title"] if len(reports) == 1 else "Published and measured"
    papers = "".join(f'<a href="#{r["paper"]}">{escape(r["title"])}</a>' for r in reports if len(reports) > 1)
    parts = [f'<header><h1>{escape(title)}</h1><nav aria-label="More">{papers}<a href="report.html">All papers</a>'
             f"{MORE}</nav><details><summary>How to read this page</summary><p>{HOW_TO_READ}</p></details></header>"
             "<main>"]
    for report in reports:
        heading = f"<h2>{escape(report['title'])}</h2>" * (len(reports) > 1)
        parts += [f'<section id="{report["paper"]}">{heading}<p class="faint">{escape(report["reference"])}</p>',
                  _budgets(report),
                  f'<nav aria-label="On this page" class="contents">{_links_to(report, folder)}</nav>']
        parts += ['<div class="cards">', _list(report, "deviations", folder), _effects(report["paper"], folder),
                  _claims(report, folder), _list(report, "contradictions", folder), *_published(report, folder),
                  _list(report, "sentences", folder), "</div></section>"]
    return _page(f"mcts_lab: {title}", "\n".join([*parts, WRITTEN + FILTER + board.SCRIPT]))


GROUPS = {"replication": "claims tested", AFTERWARDS: "claims fixed later", "by construction": "by construction",
          "untestable": "not testable"}  # in the contents of a page


def _contents(report, folder) -> dict[str, str]:
    """The places of a paper's page, in their order, with their names there."""
    groups, tables = {claim["group"] for claim in report["claims"]}, {table["name"] for table in report["tables"]}
    places = {"deviations": "deviations", "effects": "effects",
              **{_place(group): name for group, name in GROUPS.items() if group in groups},
              "contradictions": "contradictions", **{one.name: _short(one) for one in reported(find(report["paper"]))},
              "sentences": "sentence by sentence"}
    return {place: name for place, name in places.items() if place.startswith("claims-") or place in tables
            or (report[place] if place in TITLES else _drawn(report["paper"], place, folder))}


def reported(paper):
    """The items that stand on a paper's page beside the figure of effects: figures, and tables compared with it."""
    return [one for one in paper.items
            if one.name != "effects" and (one.kind == "figure" or one.kind == "table" and one.values)]


def _short(item):
    """What the paper calls an item, such as "Table 2", or else its title."""
    found = re.fullmatch(r"(table|figure)(\d+\w?)", item.name)
    return f"{found[1].capitalize()} {found[2]}" if found else item.title


def _drawn(paper, item, folder):
    """Whether a figure is in the folder."""
    return folder is not None and (folder / paper / f"{item}.svg").is_file()


def _place(group):
    return "claims-" + group.replace(" ", "-")


def _links_to(report, folder, page=""):
    return " ".join(f'<a href="{page}#{place}">{escape(name)}</a>' for place, name in _contents(report, folder).items())


def _published(report, folder):
    """The tables that are compared cell by cell, among the paper's figures, in the paper's order."""
    tables = {table["name"]: table for table in report["tables"]}
    for item in reported(find(report["paper"])):
        links = " ".join(f'<a href="#claim-{claim["id"]}">{_own_name(claim)}</a>' for claim in report["claims"]
                         if set(item.needs) & set(claim["experiments"]))
        claims = f"<details><summary>claims judged by the same results</summary><p>{links}</p></details>" * bool(links)
        if item.name in tables:
            yield _cells(tables[item.name], claims)
        elif item.kind == "figure":
            yield _picture(report["paper"], item, folder, claims)


def _own_name(claim):
    """The end of a claim's id, which the paper's name begins."""
    return escape(claim["id"].partition("-")[2])


def _picture(name, item, folder, claims):
    """A figure, if it is in the folder."""
    file = f"{name}/{item.name}.svg"
    if folder is None or not (folder / file).is_file():
        return ""
    aspect = _aspect((folder / file).read_bytes())
    wide = " wide" if aspect > PANELS else " wide tall" if aspect < TALL else ""
    note = f"<details><summary>note</summary><p>{escape(item.note)}</p></details>" if item.note else ""
    return (f'<article class="card{wide}" id="{item.name}"><a class="picture" href="{file}"><img src="{file}" '
            f'loading="lazy" '
            f'alt="{escape(item.alt)}"></a><h3><a href="index.html#{name}-{item.name}">{escape(item.title)}</a></h3>'
            f"{note}{claims}</article>")


def learned(reports) -> str:
    """The page of what all replications together taught."""
    return _page(f"mcts_lab: {lessons.TITLE}", lessons.body(reports))


def _list(report, name, folder):
    """One of the lists beside a paper's claims, its last column as links."""
    if not report[name]:
        return ""
    *columns, last = LISTED[name]
    places = _contents(report, folder)
    head = "".join(f'<th scope="col">{text}</th>' for text in ("where", *LISTED[name].values()))
    rows = "".join(f'<tr><th scope="row">{escape(row["where"])}</th>'
                   + "".join(f'<td data-of="{LISTED[name][one]}">{escape(row[one])}</td>' for one in columns)
                   + f'<td data-of="{LISTED[name][last]}">{_links(row[last], report, places)}</td></tr>'
                   for row in report[name])
    untested = {claim["id"] for claim in report["claims"] if claim["verdict"] == UNTESTED}
    tested = sum(bool(set(row[last].split()) - untested) for row in report[name])
    title = TITLES[name] + (f": {tested} of {len(report[name])} are tested" if last != "here" else "")
    return (f'<article class="card wide list" id="{name}"><h3>{title}</h3><div class="scroll"><table><thead>'
            f"<tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></article>")


def _links(ids, report, places):
    """Ids of claims and items as links to where they stand; those of experiments, which have no place, as code."""
    found = []
    for name in ids.split():
        paper, slash, item = name.partition("/")
        if slash:
            found.append(f'<a href="{_item(paper, item, places)}">{escape(item)}</a>')
        elif name.startswith(f"{report['paper']}-"):
            found.append(f'<a href="#claim-{name}">{escape(name.partition("-")[2])}</a>')
        else:
            own = escape(name.removeprefix(report["paper"] + "_"))
            found.append(f'<a href="#games-{name}">{own}</a>' if name in report["experiments"] else
                         f"<code>{own}</code>")
    return " ".join(found) or NOT_TESTED


def _item(paper, name, places):
    """Where a figure or table stands: on this page, or in the gallery."""
    return f"#{name}" if name in places else f"index.html#{paper}-{name}"


def _effects(name, folder):
    """A paper's figure of effects, if it is in the folder."""
    file = f"{name}/effects.svg"
    if folder is None or not (folder / file).is_file():
        return ""
    return (f'<article class="card wide tall" id="effects"><h3>{TITLE}</h3><a class="picture" href="{file}">'
            f'<img src="{file}" alt="{escape(ALT)}"></a><p>{escape(find(name).item("effects").note)}</p></article>')


def _budgets(report):
    used = "".join(f'<li id="games-{name}">{escape(name)}: {escape(about["size"])}, seed {about["seed"]}; '
                   f"<code>{escape(about['command'])}</code> computes them, <code>data/results/{escape(name)}</code> "
                   "has them</li>" for name, about in report["experiments"].items())
    notes = "".join(f"<p>Note: {escape(remark)}</p>" for remark in report["remarks"])
    return (f'<details class="faint"><summary>What was measured</summary><ul>{used}</ul>{notes}</details>'
            if used else notes)


FILTER = """<script>
for (const filter of document.querySelectorAll(".filter")) {
  const rows = filter.parentElement.querySelectorAll("tr[data-verdict]");
  filter.addEventListener("change", () => {
    const wanted = filter.querySelector("select").value;
    rows.forEach(row => row.hidden = wanted && row.dataset.verdict !== wanted);
  });
}
</script>"""


def _claims(report, folder):
    return "".join(_claims_of(report, group, folder) for group in HEADINGS)


def _filter(chosen):
    """A choice among the verdicts of some claims, where there are several."""
    verdicts = dict.fromkeys(claim["verdict"] for claim in chosen)
    options = "".join(f"<option>{escape(one)}</option>" for one in verdicts)
    return (f'<label class="filter faint">show <select><option value="">all claims</option>{options}</select></label>'
            if len(verdicts) > 1 else "")


def _claims_of(report, group, folder):
    chosen = [claim for claim in report["claims"] if claim["group"] == group]
    if not chosen:
        return ""
    rows, places = [], _contents(report, folder)
    for claim in chosen:
        about = {"Tested by": claim["how_tested"], "Size": claim["size"], "Readings": split(claim["readings"]),
                 "To decide": claim["lacks"],
                 "Decided by": f"{claim['endpoint']}: {claim['rule']}" if claim["rule"] else "",
                 "Test": claim["corrected"], "Fixed": claim["registered"]}
        small = "".join(f"<small>{what}: {escape(text)}</small>" for what, text in about.items() if text)
        small += _sources(claim, report, places)
        note = f"<small>{escape(claim['note'])}</small>" if claim["note"] else ""
        many = len(claim["parts"]) >= FOLDED.stop
        found = "".join(f"<small>{escape(text)}</small>" for text in (
            *((split(claim["readings"]),) if many else ()), claim["likely"],
            f"as judged, {claim['endpoint']}: {claim['interval']}" if claim["interval"] and not many else "") if text)
        first, rest = f"{escape(claim['ours'])}{found}", f"<small>{escape(claim['interval'])}</small>" * many
        if claim["decisive"]:
            every = "".join(f"<small>{escape(part_text(part, claim['word']))}</small>" for part in claim["parts"])
            likely = f"<small>{escape(claim['likely'])}</small>" * bool(claim["likely"])
            first = f"{escape(claim['decisive'])}<small>{escape(claim['endpoint'])}</small>{likely}"
            rest = f"<p>{escape(claim['ours'])}</p>{every}"
        rows.append(f'<tr id="claim-{escape(claim["id"])}" data-verdict="{escape(claim["verdict"])}">'
                    f"<td>{escape(claim['statement'])}<small>{escape(claim['where'])}</small></td>"
                    f"<td>{first}<details><summary>how</summary>{rest}{small}{note}</details></td>"
                    f"<td>{_verdict(claim['verdict'])}{_standing(claim['standing'])}"
                    f"{board.html(claim['id'], claim['board'])}</td></tr>")
    said = f"<p>{escape(tally_of_sizes(chosen))}</p>" if tally_of_sizes(chosen) else ""
    return (f'<article class="card wide claims" id="{_place(group)}"><h3>{HEADINGS[group]}: '
            f"{summary(report, group)}</h3>{said}"
            f'{_filter(chosen)}<div class="scroll"><table>'
            '<thead><tr><th scope="col">The paper says</th><th scope="col">We find</th>'
            f'<th scope="col">Verdict</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div></article>')


def _sources(claim, report, places):
    """Links to the figures and tables that are made from the same results as a claim, and to what computes these."""
    items = " ".join(f'<a href="{_item(report["paper"], one.name, places)}">{escape(_short(one))}</a>'
                     for one in find(report["paper"]).items
                     if one.name != "effects" and set(one.needs) & set(claim["experiments"]))
    games = " ".join(f'<a href="#games-{name}">{escape(name)}</a>' for name in claim["experiments"])
    return "".join(f"<small>{what}: {links}</small>" for what, links in
                   (("From the same results", items), ("Stored results and their command", games)) if links)


def _standing(text):
    return f"<small>published size {escape(text)}</small>" if text else ""


def _cells(table, claims):
    columns = list(dict.fromkeys(c["column"] for c in table["cells"]))
    rows = {}
    for cell in table["cells"]:
        rows.setdefault(cell["key"], {})[cell["column"]] = cell
    head = "".join(f'<th scope="col">{escape(column.replace("_", " "))}</th>' for column in columns)
    body = ""
    for row in rows.values():
        name = escape(row_name(next(iter(row.values()))))
        body += f'<tr><th scope="row">{name}</th>{"".join(_cell(row.get(c)) for c in columns)}</tr>'
    said = filter(None, (agreement(table["cells"]), table["note"]))
    note = "".join(f'<p class="faint">{escape(text)}</p>' for text in said)
    return (f'<article class="card wide" id="{table["name"]}"><h3>{escape(table["title"])}</h3>{note}'
            f'<div class="scroll"><table><thead><tr><th scope="col">Published, ours, verdict</th>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>{claims}</article>")


def _cell(cell):
    if cell is None:
        return "<td></td>"
    ours = f"ours {number(cell['ours'])} {interval(cell)}".rstrip()
    if cell["games"] and not math.isnan(cell["games"]):
        ours += f", n {int(cell['games']):,}"
    return f"<td><strong>{number(cell['published'])}</strong> <small>{ours}</small>{_verdict(cell['verdict'])}</td>"
