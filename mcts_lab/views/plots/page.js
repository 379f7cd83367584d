"use strict";
const measure = document.getElementById("tree").dataset.measure;
const rows = JSON.parse(document.getElementById("data").textContent);
const root = document.getElementById("tree"), panel = document.getElementById("panel");
const most = Math.max(1, rows[0].visits), number = n => n.toLocaleString("en");
function describe(row) {
  if (row.stub) return `${row.name} actions, ${number(row.visits)} visits together (not in this page)`;
  let words = `${row.name}: ${number(row.visits)} visits, ${measure}: ${row.value}`;
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
  box.append(row.stub ? `${number(row.visits)} visit${row.visits === 1 ? "" : "s"}` : `${number(row.visits)} · ${row.value}`);
  item.dataset.level = level; colour(item, box);
  item.append(box);
  if (row.children.length) {
    const fold = document.createElement("span"); fold.className = "fold"; box.append(fold);
    item.setAttribute("aria-expanded", "false"); fold.textContent = "▸";
  } else if (row.hidden) { const more = document.createElement("span"); more.className = "fold"; more.textContent = "…"; box.append(more); }
  box.addEventListener("click", () => { toggle(item); focus(item); });
  item.addEventListener("focus", event => { if (event.target === item) show(item); });
  return item;
}
function colour(item, box) { // visits and depth as a tint that leaves text readable
  const row = rows[item.dataset.row], by = document.getElementById("colours").value;
  if (row.stub) return;
  const share = by === "visits" ? Math.log1p(row.visits) / Math.log1p(most) : Math.min((item.dataset.level - 1) / 8, 1);
  box.style.background = by === "value" ? row.fill : `color-mix(in srgb, var(--accent) ${Math.round(45 * share)}%, var(--back))`;
  box.style.color = by === "value" ? row.ink : "var(--text)";
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
const toStart = (block) => first.querySelector(".box").scrollIntoView({block, inline: "start"}); // it stands in the middle of a tall tree
toStart("nearest");
const parents = []; rows.forEach((row, i) => row.children.forEach(child => { parents[child] = i; }));
function goTo(i) { // unfolds the way down to a row
  const way = [i]; while (way[0]) way.unshift(parents[way[0]]);
  let at = first;
  for (const next of way.slice(1)) { unfold(at, true); at = at.querySelector(`:scope > ul > li[data-row="${next}"]`); }
  focus(at);
  return at;
}
document.getElementById("find").addEventListener("keydown", event => {
  if (event.key !== "Enter") return;
  const words = event.target.value.trim().toLowerCase(), from = Number(document.activeElement.dataset.last ?? 0);
  const found = rows.map((_, k) => (from + 1 + k) % rows.length).find(i => words && rows[i].name.toLowerCase().includes(words));
  if (found === undefined) { panel.textContent = `No action on this page has "${event.target.value}" in its name.`; return; }
  event.target.dataset.last = found; goTo(found); event.target.focus();
});
document.getElementById("colours").onchange = () => root.querySelectorAll("li").forEach(i => colour(i, i.querySelector(":scope > .box")));
let scale = 1;
const zoom = to => { scale = Math.min(Math.max(to, 0.2), 3); root.style.zoom = scale; };
document.getElementById("larger").onclick = () => zoom(scale * 1.25);
document.getElementById("smaller").onclick = () => zoom(scale / 1.25);
document.getElementById("fit").onclick = () => { zoom(1); const box = root.getBoundingClientRect();
  zoom(Math.min(1, root.parentElement.clientWidth / root.scrollWidth, 0.75 * innerHeight / box.height)); toStart("center"); };
document.getElementById("start").onclick = () => { focus(first); toStart("center"); };
document.getElementById("open").onclick = () => { all(true, first); toStart("center"); };
document.getElementById("close").onclick = () => { [...root.querySelectorAll("li")].reverse().forEach(i => unfold(i, false)); unfold(first, true); focus(first); };
