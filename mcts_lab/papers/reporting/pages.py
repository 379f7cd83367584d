"""The two pages of `figures/`: the gallery of everything regenerated, and the comparison with what was published.

Plain HTML with the style inside: nothing is loaded from elsewhere, so they work from a disk, by mail or on any server.
"""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path
from string import Template

from .compare import interval, number, row_name, shown, summary
from .results import source_of

STYLE = """
:root { color-scheme: light dark; --back: #fbfaf7; --card: #fff; --text: #1a1a1a; --faint: #5c5c5c; --line: #d9d6cd;
  --link: #00598c; --good: #00593f; --good-back: #d9f0e7; --bad: #8a3b00; --bad-back: #fbe3d3; --open-back: #e9e9ee; }
@media (prefers-color-scheme: dark) { :root { --back: #16191d; --card: #1f2429; --text: #ececec; --faint: #aab2ba;
  --line: #3a3f45; --link: #7cc4f0; --good: #7fe0bd; --good-back: #12382c; --bad: #ffb27d; --bad-back: #47260f;
  --open-back: #30353c; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0; background: var(--back); color: var(--text); font: 17px/1.55 system-ui, "Segoe UI", sans-serif; }
main, header, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2.5rem; }
h1 { font-size: 2.1rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.5rem; line-height: 1.25; margin: 3rem 0 .2rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; line-height: 1.35; margin: 0 0 .6rem; }
p { margin: .4rem 0; max-width: 46rem; }
a { color: var(--link); }
a:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
nav { display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; margin: 1rem 0 0; }
.faint { color: var(--faint); font-size: .87rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 32rem), 1fr)); gap: 1.3rem;
  margin-top: 1.3rem; grid-auto-flow: dense; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.1rem 1.2rem;
  min-width: 0; display: flex; flex-direction: column; }
.wide { grid-column: 1 / -1; }
.picture { display: block; background: #fff; border-radius: .35rem; padding: .5rem; margin-bottom: .9rem; }
.files a { margin-right: .7rem; }
.picture img { display: block; width: 100%; height: auto; max-height: 34rem; object-fit: contain; }
.scroll { overflow: auto; max-height: 40rem; }
.claims .scroll { max-height: none; }
.scroll + p { margin-top: .8rem; }
thead th { position: sticky; top: 0; background: var(--card); }
table { border-collapse: collapse; font-size: .93rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .4rem; }
th, td { padding: .3rem .85rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--faint); }
tbody th { white-space: nowrap; }
td.number, th.number { text-align: right; }
.wide table { min-width: min(100%, 44rem); }
td small { display: block; color: var(--faint); }
td small, td.number { white-space: nowrap; }
.claims small { white-space: normal; }
.claims td:first-child { width: 42%; }
.verdict { display: inline-block; padding: 0 .55em; border-radius: 1em; white-space: nowrap; font-size: .87em;
  background: var(--open-back); }
.holds { background: var(--good-back); color: var(--good); }
.fails { background: var(--bad-back); color: var(--bad); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: auto 0 0; padding-top: .9rem;
  font-size: .87rem; }
dt { color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font-size: .93em; overflow-wrap: anywhere; }
footer { padding-bottom: 3rem; margin-top: 3rem; }
@media print { body { background: #fff; } .card { break-inside: avoid; } }
"""

PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$style</style>
</head>
<body>
$body
</body>
</html>
""")

MARKS = {"holds": ("holds", "✓"), "does not hold": ("fails", "✗")}  # class and mark: colour is never alone


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
        links += '<a href="report.html">Published and measured, cell by cell</a>'
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
    else:
        svg = place / f"{item.name}.svg"
        source = base64.b64encode(svg.read_bytes()).decode()
        content = (f'<a class="picture" href="{paper.name}/{svg.name}">'
                   f'<img src="data:image/svg+xml;base64,{source}" alt="{escape(item.alt)}"></a>')
    note = f"<p>{escape(item.note)}</p>" if item.note else ""
    files = " ".join(f'<a href="{paper.name}/{name}">{name.rpartition(".")[2].upper()}</a>' for name in record["files"])
    remark = f'<p class="faint">Note: {escape(record["remark"])}</p>' if record["remark"] else ""
    facts = "".join(f"<dt>{what}</dt><dd>{f'<code>{escape(text)}</code>' if what == 'command' else escape(text)}</dd>"
                    for what, text in source_of(record).items())
    title = f"<h3>{escape(item.title)}</h3>"
    parts = [title, content, note] if item.kind == "table" else [content, title, note]
    return (f'<article class="card{wide}" id="{paper.name}-{item.name}">{"".join(parts)}{remark}'
            f'<dl><dt>files</dt><dd class="files">{files}</dd>{facts}</dl></article>')


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


def comparison(reports: list[dict]) -> str:
    """The page that sets published numbers and claims beside ours. `reports`: what `papers.compare.compare` returns."""
    links = "".join(f'<a href="#{r["paper"]}">{escape(r["title"])}</a>' for r in reports)
    parts = ["<header><h1>Published and measured</h1>",
             "<p>Every number and claim of the papers beside what was measured here. A published number <em>holds</em> "
             "if it lies within the interval given, <em>does not hold</em> if it lies outside, and is "
             "<em>undecided</em> where nothing was measured that could tell.</p>",
             f'<nav aria-label="Papers">{links}<a href="index.html">Figures and tables</a></nav></header><main>']
    for report in reports:
        parts += [f'<section id="{report["paper"]}"><h2>{escape(report["title"])}</h2>',
                  f'<p class="faint">{escape(report["reference"])}</p>', _budgets(report),
                  *(f'<p class="faint">Note: {escape(remark)}</p>' for remark in report["remarks"])]
        parts += [f'<div class="cards">{_claims(report)}', *(_cells(table) for table in report["tables"]),
                  "</div></section>"]
    parts.append('</main><footer class="faint">Written by <code>mcts-lab report</code>.</footer>')
    return _page("mcts_lab: published and measured", "\n".join(parts))


def _budgets(report):
    used = "; ".join(f"{name} ({about['budget']} budget, seed {about['seed']}, {about['size']})"
                     for name, about in report["experiments"].items())
    return f'<p class="faint">Measured: {escape(used)}.</p>' if used else ""


def _claims(report):
    if not report["claims"]:
        return ""
    rows = []
    for claim in report["claims"]:
        between = f"<small>Interval: {escape(claim['interval'])}</small>" if claim["interval"] else ""
        note = f"<small>{escape(claim['note'])}</small>" if claim["note"] else ""
        rows.append(f'<tr id="claim-{escape(claim["id"])}"><td>{escape(claim["statement"])}'
                    f"<small>{escape(claim['where'])}. Tested by: {escape(claim['how_tested'])}</small></td>"
                    f"<td>{escape(claim['ours'])}{between}{note}</td>"
                    f"<td>{_verdict(claim['verdict'])}</td></tr>")
    return (f'<article class="card wide claims"><h3>Claims: {summary(report)}</h3><div class="scroll"><table>'
            '<thead><tr><th scope="col">The paper says</th><th scope="col">We find</th>'
            f'<th scope="col">Verdict</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div></article>')


def _cells(table):
    columns = list(dict.fromkeys(c["column"] for c in table["cells"]))
    rows = {}
    for cell in table["cells"]:
        rows.setdefault(cell["key"], {})[cell["column"]] = cell
    head = "".join(f'<th scope="col">{escape(column.replace("_", " "))}</th>' for column in columns)
    body = ""
    for row in rows.values():
        name = escape(row_name(next(iter(row.values()))))
        body += f'<tr><th scope="row">{name}</th>{"".join(_cell(row.get(c)) for c in columns)}</tr>'
    note = f'<p class="faint">{escape(table["note"])}</p>' if table["note"] else ""
    return (f'<article class="card wide"><h3>{escape(table["title"])}</h3>{note}<div class="scroll"><table>'
            f'<thead><tr><th scope="col">Published, ours, verdict</th>{head}</tr></thead><tbody>{body}</tbody></table>'
            "</div></article>")


def _cell(cell):
    if cell is None:
        return "<td></td>"
    ours = f"ours {number(cell['ours'])} {interval(cell)}".rstrip()
    return f"<td><strong>{number(cell['published'])}</strong><small>{ours}</small>{_verdict(cell['verdict'])}</td>"
