"""One web page that shows a tree to fold and unfold, with nothing fetched from anywhere.

The page follows the tree view pattern of the WAI-ARIA authoring practices: one element has the focus; Up and Down walk, Right
unfolds or goes in, Left folds or goes out, Home and End jump, `*` unfolds everything, Enter toggles. The element with the focus is
described in the panel, which screen readers announce.
"""

from __future__ import annotations

import html
import json

_STYLE = """
:root { --back: %(background)s; --text: %(text)s; --faint: %(faint)s; --accent: %(accent)s; }
body { background: var(--back); color: var(--text); font: 16px/1.35 system-ui, "DejaVu Sans", sans-serif; margin: 1rem; }
h1 { font-size: 1.25rem; margin: 0 0 .3rem; } p { margin: .2rem 0 .6rem; }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--faint); border-radius: .4em; padding: .2em .7em; }
#scale { display: inline-block; width: 12em; height: .8em; border: 1px solid var(--faint); vertical-align: middle; margin: 0 .5em;
  background: linear-gradient(to right, %(bad)s, %(neutral)s, %(good)s); }
#panel { position: sticky; top: 0; background: var(--back); border-bottom: 1px solid var(--faint); display: flex; gap: 1rem;
  align-items: center; min-height: 3rem; padding: .4rem 0; z-index: 2; }
#panel svg { width: 8rem; height: 8rem; flex: none; }
.scroll { overflow: auto; padding: .8rem 0; }
ul { list-style: none; margin: 0; padding: 0; } ul ul { display: flex; flex-direction: column; }
li { display: flex; align-items: center; position: relative; }
li > ul { margin-left: 2.4rem; position: relative; }
li[aria-expanded=false] > ul { display: none; }
ul ul > li { padding: .12rem 0 .12rem 1.2rem; }
ul ul > li::before { content: ""; position: absolute; left: 0; width: 1.2rem; top: 50%%; border-top: var(--w) solid var(--faint);
  transform: translateY(-50%%); }
ul ul > li::after { content: ""; position: absolute; left: 0; top: 0; bottom: 0; border-left: 1px solid var(--faint); }
ul ul > li:first-child::after { top: 50%%; } ul ul > li:last-child::after { bottom: 50%%; } ul ul > li:only-child::after { display: none; }
li > ul::before { content: ""; position: absolute; left: -2.4rem; width: 2.4rem; top: 50%%; border-top: 1px solid var(--faint); }
li.line::before { border-top-color: var(--text) !important; }
.box { border: 1px solid var(--faint); border-radius: .4em; padding: .15em .55em; white-space: nowrap; cursor: pointer; z-index: 1; }
li.line > .box { border: 2.5px solid var(--text); } li.stub > .box { border-style: dashed; cursor: default; }
li:focus { outline: none; } li:focus > .box { outline: 3px solid var(--accent); outline-offset: 2px; }
.box b { margin-right: .5em; } .fold { opacity: .75; margin-left: .5em; font-size: .85em; }
"""

_SCRIPT = """
"use strict";
const rows = JSON.parse(document.getElementById("data").textContent);
const root = document.getElementById("tree"), panel = document.getElementById("panel");
const most = Math.max(1, rows[0].visits), number = n => n.toLocaleString("en");
function describe(row) {
  if (row.stub) return `${row.name} actions, ${number(row.visits)} visits together (not in this page)`;
  let words = `${row.name}: ${number(row.visits)} visits, ${MEASURE}: ${row.value}`;
  if (row.mover) words += `; chosen by ${row.mover}`;
  if (row.line) words += "; on the principal variation";
  if (row.hidden) words += `; ${number(row.hidden)} children (not in this page)`;
  return words;
}
function make(i, level, position, size) {
  const row = rows[i], item = document.createElement("li"), box = document.createElement("span");
  item.setAttribute("role", "treeitem"); item.setAttribute("aria-level", level); item.tabIndex = -1; item.dataset.row = i;
  item.setAttribute("aria-posinset", position); item.setAttribute("aria-setsize", size);
  item.setAttribute("aria-label", describe(row));
  item.style.setProperty("--w", `${row.stub ? 1 : 1 + 6 * Math.sqrt(row.visits / most)}px`);
  item.classList.toggle("line", !!row.line); item.classList.toggle("stub", !!row.stub);
  box.className = "box"; box.title = describe(row);
  const name = document.createElement("b"); name.textContent = row.name; box.append(name);
  box.append(row.stub ? `${number(row.visits)} visits` : `${number(row.visits)} · ${row.value}`);
  if (!row.stub) { box.style.background = row.fill; box.style.color = row.ink; }
  item.append(box);
  if (row.children.length) {
    const fold = document.createElement("span"); fold.className = "fold"; box.append(fold);
    item.setAttribute("aria-expanded", "false"); fold.textContent = "▸";
  } else if (row.hidden) { const more = document.createElement("span"); more.className = "fold"; more.textContent = "…"; box.append(more); }
  box.addEventListener("click", () => { toggle(item); focus(item); });
  item.addEventListener("focus", event => { if (event.target === item) show(item); });
  return item;
}
function unfold(item, open) {
  if (!item.hasAttribute("aria-expanded")) return;
  if (open && !item.querySelector(":scope > ul")) {
    const list = document.createElement("ul"), below = rows[item.dataset.row].children;
    list.setAttribute("role", "group");
    below.forEach((child, k) => list.append(make(child, +item.getAttribute("aria-level") + 1, k + 1, below.length)));
    item.append(list);
  }
  item.setAttribute("aria-expanded", open); item.querySelector(":scope > .box > .fold").textContent = open ? "▾" : "▸";
}
const opened = item => item.getAttribute("aria-expanded") === "true";
const toggle = item => unfold(item, !opened(item));
const shown = () => [...root.querySelectorAll("li")].filter(item => item.getClientRects().length);
function focus(item) { if (!item) return; shown().forEach(other => other.tabIndex = -1); item.tabIndex = 0; item.focus();
  item.querySelector(".box").scrollIntoView({block: "nearest", inline: "nearest"}); }
function show(item) {
  const row = rows[item.dataset.row], words = document.createElement("span");
  words.textContent = describe(row); panel.replaceChildren();
  if (row.board) { const holder = document.createElement("span"); holder.innerHTML = row.board; panel.append(holder); }
  panel.append(words);
}
function all(open, from) { unfold(from, open); if (open) from.querySelectorAll(":scope > ul > li").forEach(child => all(open, child)); }
root.addEventListener("keydown", event => {
  const item = event.target.closest("li"), list = shown(), at = list.indexOf(item); let used = true;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  switch (event.key) {
    case "ArrowDown": focus(list[at + 1]); break;
    case "ArrowUp": focus(list[at - 1]); break;
    case "ArrowRight": if (item.hasAttribute("aria-expanded")) { if (opened(item)) focus(item.querySelector("li")); else unfold(item, true); } break;
    case "ArrowLeft": if (opened(item)) unfold(item, false); else focus(item.parentElement.closest("li")); break;
    case "Home": focus(list[0]); break;
    case "End": focus(list[list.length - 1]); break;
    case "*": all(true, root.querySelector("li")); break;
    case "Enter": case " ": toggle(item); break;
    default: used = false;
  }
  if (used) event.preventDefault();
});
const first = make(0, 1, 1, 1); root.append(first); first.tabIndex = 0; unfold(first, true);
let item = first;
while (item) { unfold(item, true); item = [...item.querySelectorAll(":scope > ul > li")].find(child => child.classList.contains("line")); }
show(first);
document.getElementById("open").onclick = () => all(true, first);
document.getElementById("close").onclick = () => { [...root.querySelectorAll("li")].reverse().forEach(i => unfold(i, false)); unfold(first, true); focus(first); };
"""


def page(rows, title, measure, alt, theme) -> str:
    """The page as a string.

    rows:     dicts with `name`, `visits`, `children` (row numbers) and, unless `stub`, `value`, `fill`, `ink`, `mover`, `line`,
              `hidden`, `board` (an SVG picture or ""); row 0 is the top
    title:    heading
    measure:  what `value` is, in words, saying whose it is
    alt:      the tree in words
    theme:    colours, see `mcts_lab.plots.style.Theme`
    """
    data = json.dumps(rows, default=float).replace("<", "\\u003c")
    colours = _STYLE % {**theme._asdict(), "accent": theme.cycle[2]}
    script = _SCRIPT.replace("${MEASURE}", measure.replace("\\", "").replace("`", "").replace("$", ""))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{html.escape(title)}</title><meta name="description" content="{html.escape(alt, quote=True)}">
<style>{colours}</style></head>
<body><h1>{html.escape(title)}</h1>
<p>{html.escape(measure)}: 0 <span id="scale" role="img" aria-label="vermillion is bad, blue is good"></span> 1.
Arrow keys walk and unfold, * unfolds everything.
<button id="open" type="button">Unfold all</button> <button id="close" type="button">Fold all</button></p>
<noscript><p>{html.escape(alt)}</p></noscript>
<div id="panel" aria-live="polite"></div>
<div class="scroll"><ul id="tree" role="tree" aria-label="{html.escape(title, quote=True)}"></ul></div>
<script type="application/json" id="data">{data}</script>
<script>{script}</script></body></html>
"""
