// The stage on which every interactive part plays: it shows frames, and tells its source what a person did.
//
// source.send({seek: n} | {leap: 1 or -1} | {set: name, value: v} | {press: id} | {predict: answer, right: bool})
// source.meta: title, unit, about, slots, poses, acts; the source calls show(frame) whenever there is something to show:
// {position, last, words, wrong, parts, at, next, buttons, settings, score, busy}

function labStage(root, meta, send) {
  const make = (tag, attributes = {}, ...inside) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
    element.append(...inside.filter((part) => part !== null));
    return element;
  };
  let frame = null, timer = null, picked = [], predicting = Boolean(meta.poses), awaited = null;
  const clicked = new Set(); // names of places, where an answer is a set of them

  root.classList.add("lab");
  root.setAttribute("tabindex", "0");
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", meta.title + ": arrow keys step, Page Up and Page Down leap, Home and End jump");
  root.setAttribute("data-lm-suppress-shortcuts", "true"); // arrow keys are ours, not the notebook's
  const button = (label, help, action) =>
    make("button", {type: "button", title: help, "aria-label": help, onclick: action}, label);
  const first = button("|◀", "to the beginning", () => go({seek: 0}));
  const leapBack = button("◀◀", "a large step back", () => go({leap: -1}));
  const back = button("◀ back", "one " + meta.unit + " back", () => go({seek: frame.position - 1}));
  const forward = button("forward ▶", "one " + meta.unit + " forward", () => on());
  const leapOn = button("▶▶", "a large step forward", () => go({leap: 1}));
  const run = button("▷ run", "run by itself", () => running(timer === null));
  const speed = make("select", {"aria-label": "speed", onchange: () => { if (timer !== null) { running(false); running(true); } }},
    ...[0.5, 1, 2, 4, 10].map((times) => make("option", {value: (meta.beat || 1200) / times, selected: times === 1}, times + "×")));
  const slider = make("input", {type: "range", min: 0, max: 1, step: 1, "aria-label": meta.unit,
    oninput: () => go({seek: Number(slider.value)})});
  const count = make("span");
  const predict = make("input", {type: "checkbox", onchange: () => { predicting = predict.checked; running(false); show(frame); }});
  const predictLabel = make("label", {}, predict, "predict first");
  const score = make("span", {"aria-live": "polite"});
  const bar = make("div", {class: "lab-bar", role: "toolbar", "aria-label": "steps"},
    first, leapBack, back, forward, leapOn, run, speed, make("label", {}, slider, count), predictLabel, score);
  const settings = make("div", {class: "lab-bar lab-settings"});
  const strip = (meta.strip || []).map((name, i) => { // a name, and below it a line of code where there is one
    const [said, code] = name.split("\n");
    return make("span", {}, (i + 1) + " " + said, code ? make("code", {}, code) : null);
  });
  const words = make("div", {class: "lab-words", role: "status", "aria-live": "polite"});
  const asked = make("div");
  const slots = make("div", {class: "lab-slots"});
  const buttons = make("div");
  const places = {};
  for (const [name, heading] of Object.entries(meta.slots)) {
    const inner = make("div");
    places[name] = {inner, shown: null};
    slots.append(make("div", {class: "lab-slot lab-" + name.replace(/\d+$/, "")}, heading ? make("h3", {}, heading) : null, inner));
  }
  const controls = [bar, make("div", {class: "lab-bar"}, strip.length ? make("div", {class: "lab-strip"}, ...strip) : null, settings)];
  const pictures = [words, asked, slots, buttons];
  root.replaceChildren(make("h2", {}, meta.title), ...(meta.acts ? [...pictures, ...controls] : [...controls, ...pictures]),
    meta.about ? make("p", {class: "lab-about"}, meta.about) : "");

  function go(message) { running(false); send(message); }
  function on() { // forward, after the question where predictions are wanted
    if (predicting && frame.next && !meta.poses) ask(); else send({seek: frame.position + 1});
  }
  function running(yes) {
    if (timer !== null) { clearInterval(timer); timer = null; }
    if (yes && frame && frame.position < frame.last)
      timer = setInterval(() => { if (frame.position >= frame.last || (predicting && frame.next)) { running(false); on(); } else on(); },
        Number(speed.value));
    run.textContent = timer === null ? "▷ run" : "❚❚ pause";
    run.setAttribute("aria-pressed", timer !== null);
  }
  function ask() {
    if (awaited !== null && awaited.position === frame.position) return;
    awaited = {position: frame.position};
    clicked.clear();
    const question = frame.next, parts = [];
    const check = (words) => make("button", {type: "button", onclick: () => answer(words())}, "check");
    if (question.fields.length) {
      const inputs = question.fields.map(() => make("input", {type: "text", inputmode: "decimal", class: "lab-number",
        onkeydown: (event) => { if (event.key === "Enter") answer(typed()); }}));
      const typed = () => inputs.map((input) => { // as Python's `together` writes it
        const text = input.value.trim().replace(",", "."), number = Number(text);
        return text && Number.isFinite(number) ? String(Math.round(number * 1000) / 1000) : input.value.trim() || "?";
      }).join(", ");
      parts.push(...question.fields.map((name, i) => make("label", {}, name, inputs[i])), check(typed));
    } else if (question.places.length) {
      if (question.several) parts.push(check(() =>
        question.places.map(([name]) => name).filter((name) => clicked.has(name)).join(", ") || "none"));
    } else parts.push(...question.answers.map((words) => make("button", {type: "button", onclick: () => answer(words)}, words)));
    const how = question.fields.length ? "Type in numbers" : question.several ? "Click in the picture, then check"
      : question.places.length ? "Click in the picture" : "Choose";
    asked.replaceChildren(make("fieldset", {}, make("legend", {}, meta.poses ? how : question.text), make("div", {class: "lab-bar"}, ...parts)));
    if (!meta.poses) asked.querySelector("button").focus();
  }
  function answer(words) {
    const question = frame.next, i = question.answers.indexOf(words), right = question.right.includes(i);
    const [comes, ...others] = question.right.map((r) => question.answers[r]);
    const asGood = others.length ? "; as good: " + others.join(", ") : "";
    const note = (question.notes || [])[i];
    const said = !right ? "✗ Not " + words + (note ? ". " + note : ", but " + comes + asGood + ".")
      : "✓ Right: " + words + (words === comes || meta.poses ? "" : ", though " + comes + ", which is as good, comes now") + ".";
    awaited = {...awaited, said};
    asked.replaceChildren(make("p", {role: "status"}, said));
    send({predict: i < 0 ? words : i, right});
    root.focus({preventScroll: true});
  }
  const posed = () => awaited && !awaited.said && frame.next && frame.next.places && frame.next.places.length ? frame.next : null;
  function click(name) {
    if (!posed().several) return answer(name);
    if (!clicked.delete(name)) clicked.add(name);
    showAreas();
    focusArea(name);
  }

  function show(next) {
    if (next === null) return;
    const active = root.getRootNode().activeElement || document.activeElement;
    const held = active && root.contains(active) ? active.dataset.key || "" : null;
    const moved = frame === null || frame.position !== next.position;
    frame = next;
    if (moved) picked = [];
    words.textContent = frame.words;
    words.classList.toggle("lab-wrong", Boolean(frame.wrong));
    words.classList.toggle("lab-busy", Boolean(frame.busy));
    if (frame.wrong) words.setAttribute("role", "alert"); else words.setAttribute("role", "status");
    if (awaited && awaited.position !== frame.position && !awaited.said) { awaited = null; asked.replaceChildren(); }
    if (awaited && awaited.said && frame.position !== awaited.position + 1) { awaited = null; asked.replaceChildren(); }
    if (!predicting) { awaited = null; asked.replaceChildren(); }
    for (const [name, place] of Object.entries(places)) {
      const picture = frame.parts[name] || "";
      if (picture !== place.shown) { place.inner.innerHTML = picture; place.shown = picture; place.over = null; }
      place.inner.parentElement.hidden = !picture;
    }
    strip.forEach((cell, i) => { if (i === frame.at) cell.setAttribute("aria-current", "step"); else cell.removeAttribute("aria-current"); });
    slider.max = frame.last; slider.value = frame.position;
    slider.setAttribute("aria-valuetext", meta.unit + " " + frame.position + " of " + frame.last);
    count.textContent = frame.position + " / " + frame.last;
    for (const b of [first, leapBack, back]) b.disabled = frame.position <= 0;
    for (const b of [forward, leapOn, run]) b.disabled = frame.position >= frame.last;
    if (frame.position >= frame.last && timer !== null) running(false);
    for (const [part, wanted] of [[predictLabel, frame.asks && !meta.poses], [run, !meta.poses], [speed, !meta.poses]])
      part.style.display = wanted ? "" : "none";
    score.textContent = frame.score && frame.score[1] ? frame.score[0] + " of " + frame.score[1] + (meta.poses ? " right" : " predicted") : "";
    if (meta.poses && frame.next) ask();
    showSettings();
    showButtons();
    showAreas();
    if (held && held.startsWith("button") && (frame.buttons || []).some((b) => (b.keys || []).length)) {
      root.focus({preventScroll: true}); // so that the space bar is a key of the game, and presses no button
    } else if (held) {
      const again = [...root.querySelectorAll("[data-key]")].find((e) => e.dataset.key === held && !e.disabled);
      const other = held.startsWith("area") ? root.querySelector("svg.lab-areas rect") : root.querySelector("[data-key^=button]:enabled");
      (again || other || root).focus({preventScroll: true});
    } else if (held === "" && !root.contains(root.getRootNode().activeElement || document.activeElement)) root.focus({preventScroll: true});
  }
  let settingsShown = null;
  function showSettings() {
    const wanted = JSON.stringify(frame.settings || []);
    if (wanted === settingsShown) return;
    settingsShown = wanted;
    settings.replaceChildren(...(frame.settings || []).map((s) => {
      const key = "setting" + s.name;
      if (!s.choices.length) {
        const field = make("input", {type: "text", value: s.value, size: Math.max(4, String(s.value).length), "data-key": key, onchange: () => send({set: s.name, value: field.value})});
        return make("label", {}, s.label, field);
      }
      const at = s.choices.findIndex(([value]) => value === s.value);
      if (s.slider) {
        const said = make("span", {}, s.choices[at][1]);
        const range = make("input", {type: "range", min: 0, max: s.choices.length - 1, step: 1, "data-key": key, value: at,
          "aria-valuetext": s.choices[at][1], oninput: () => { said.textContent = s.choices[range.value][1]; },
          onchange: () => send({set: s.name, value: s.choices[range.value][0]})});
        range.value = at;
        return make("label", {}, s.label, range, said);
      }
      const list = make("select", {"data-key": key, onchange: () => send({set: s.name, value: s.choices[list.selectedIndex][0]})},
        ...s.choices.map(([, name], i) => make("option", {selected: i === at}, name)));
      return make("label", {}, s.label, list);
    }));
  }
  let buttonsShown = null;
  function showButtons() {
    const wanted = JSON.stringify(frame.buttons || []);
    if (wanted === buttonsShown) return;
    buttonsShown = wanted;
    const groups = new Map();
    for (const b of frame.buttons || []) groups.set(b.group, [...(groups.get(b.group) || []), b]);
    buttons.replaceChildren(...[...groups].map(([group, members]) => make("div", {class: "lab-bar", role: "group", "aria-label": group || "commands"},
      group ? make("span", {class: "lab-about"}, group) : null,
      ...(members.length > 24 ? listed(group, members) : members.map((b) => make("button", {type: "button", title: b.help || b.label, "data-key": "button" + b.id, disabled: !b.enabled,
        onclick: () => go({press: b.id})}, b.label))))));
  }
  function listed(group, members) { // too many for a row of buttons
    const list = make("select", {"aria-label": group, "data-key": "list" + group}, ...members.map((b) => make("option", {}, b.label)));
    return [list, make("button", {type: "button", "data-key": "buttongo" + group,
      onclick: () => go({press: members[list.selectedIndex].id})}, group + " it")];
  }
  const SVG = "http://www.w3.org/2000/svg";
  function showAreas() {
    const place = places[Object.keys(places)[0]];
    if (!place) return;
    const picture = place.inner.querySelector("svg:not(.lab-areas)");
    const question = posed();
    const offered = question ? question.places.map(([name, area]) => ({id: name, label: name, enabled: true, areas: [area]}))
      : frame.buttons || [];
    const able = offered.filter((b) => b.enabled && b.areas.length > picked.length
      && picked.every((key, i) => b.areas[i].join() === key));
    const wanted = JSON.stringify([able.map((b) => [b.id, b.label, b.help, b.areas]), picked, [...clicked]]);
    if (place.over && place.areas === wanted) return; // a click on what is made anew is lost
    if (place.over) place.over.remove();
    place.over = null;
    place.areas = wanted;
    if (!picture || !able.length) return;
    const over = picture.cloneNode(false); // as large as the picture
    over.classList.add("lab-areas");
    over.setAttribute("role", "group");
    over.setAttribute("aria-label", "places to click");
    const rect = (area, name, look, action) => {
      const r = document.createElementNS(SVG, "rect");
      const [x, y, width, height] = area;
      for (const [k, v] of Object.entries({x, y, width, height, role: "button", "aria-label": name, tabindex: 0, class: look}))
        r.setAttribute(k, v);
      if (question && question.several) r.setAttribute("aria-pressed", clicked.has(name));
      const title = document.createElementNS(SVG, "title");
      title.textContent = name;
      r.append(title);
      r.dataset.key = "area" + area.join();
      r.addEventListener("click", action);
      r.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); action(); }
      });
      over.append(r);
    };
    if (picked.length) rect(picked[picked.length - 1].split(",").map(Number), "another choice", "lab-picked", () => { picked = []; showAreas(); });
    const seen = new Map();
    for (const b of able) {
      const key = b.areas[picked.length].join();
      seen.set(key, [...(seen.get(key) || []), b]);
    }
    for (const [key, choices] of seen) {
      const area = choices[0].areas[picked.length];
      const name = choices.length === 1 ? choices[0].help || choices[0].label : choices.length + " moves from here";
      rect(area, name, question && clicked.has(name) ? "lab-picked" : "", () => {
        if (question) return click(name);
        const whole = choices.find((b) => b.areas.length === picked.length + 1);
        if (whole) { picked = []; go({press: whole.id}); } else { picked.push(key); showAreas(); over.remove(); focusArea(); }
      });
    }
    place.inner.append(over);
    place.over = over;
  }
  const focusArea = (name) => {
    const all = [...root.querySelectorAll("svg.lab-areas rect")], r = all.find((one) => one.getAttribute("aria-label") === name) || all[0];
    if (r) r.focus({preventScroll: true});
  };
  function walkAreas(key) { // to the nearest place in the direction of an arrow key
    const now = root.getRootNode().activeElement || document.activeElement;
    const centre = (e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; };
    const [dx, dy] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[key];
    const [x, y] = centre(now);
    let best = null, least = Infinity;
    for (const r of root.querySelectorAll("svg.lab-areas rect")) {
      const [a, b] = centre(r), along = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (along > 1 && along + 2 * aside < least) { best = r; least = along + 2 * aside; }
    }
    if (best) best.focus({preventScroll: true});
  }
  root.addEventListener("keydown", (event) => {
    const tag = event.target.tagName;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (tag === "INPUT" || tag === "SELECT" || tag === "TEXTAREA") { event.stopPropagation(); return; }
    const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    let done = true;
    const keyed = frame && frame.position >= frame.last
      && (frame.buttons || []).find((b) => b.enabled && (b.keys || []).includes(event.key));
    if (keyed) { running(false); send({press: keyed.id}); }
    else if (event.target.closest("svg.lab-areas")) {
      if (arrows.includes(event.key)) walkAreas(event.key);
      else if (event.key === "Escape") { picked = []; showAreas(); focusArea(); }
      else done = false;
    } else if (event.key === "ArrowRight") { running(false); on(); }
    else if (event.key === "ArrowLeft") go({seek: frame.position - 1});
    else if (event.key === "PageDown") go({leap: 1});
    else if (event.key === "PageUp") go({leap: -1});
    else if (event.key === "Home") go({seek: 0});
    else if (event.key === "End") go({seek: frame.last});
    else if (event.key === " " && tag !== "BUTTON") running(timer === null);
    else done = false;
    if (done) { event.preventDefault(); event.stopPropagation(); }
  });
  return show;
}

// Frames that are all there from the beginning, as in an exported page.
function labLocal(root, data) {
  let at = data.begin || 0, right = 0, asked = 0;
  const last = data.frames.length - 1;
  const marks = data.landmarks.map((m) => data.positions.indexOf(m)).filter((i) => i >= 0);
  const asks = data.frames.some((f) => f.question);
  let before = [];
  const pictures = data.pictures.map(([head, tail, middle]) => // each the one before with other pieces in the middle
    before = before.slice(0, head).concat(middle, tail ? before.slice(-tail) : []));
  const render = labStage(root, data, (message) => {
    if ("seek" in message) at = message.seek;
    else if ("predict" in message) { right += message.right ? 1 : 0; asked += 1; at += 1; }
    else if ("leap" in message) {
      if (!marks.length) at += message.leap * Math.max(1, Math.floor(last / 10));
      else if (message.leap > 0) at = marks.find((m) => m > at) ?? last;
      else at = marks.findLast((m) => m < at) ?? 0;
    }
    update();
  });
  function update() {
    at = Math.min(Math.max(at, 0), last);
    const frame = data.frames[at], parts = {};
    for (const [slot, number] of Object.entries(frame.parts)) parts[slot] = pictures[number].map((piece) => data.pieces[piece]).join("");
    render({position: at, last, words: frame.words, parts, at: frame.at, next: at < last ? data.frames[at + 1].question : null,
      buttons: [], settings: [], score: [right, asked], asks});
  }
  update();
}
