"use strict";
const film = JSON.parse(document.getElementById("film").textContent);
const screen = document.getElementById("screen");
const slider = document.getElementById("slider");
const caption = document.getElementById("caption");
const toggle = document.getElementById("toggle");
const speed = document.getElementById("speed");
let shown = 0, timer = null;

// A frame is the one before with something else between its first `head` and its last `tail` pieces.
const frames = [];
let pieces = [];
for (const [head, tail, middle] of film.frames) {
  pieces = pieces.slice(0, head).concat(middle, tail ? pieces.slice(-tail) : []);
  frames.push(pieces);
}

function show(n) {
  shown = Math.max(0, Math.min(frames.length - 1, n));
  screen.innerHTML = frames[shown].map(p => film.pieces[p]).join("");
  slider.value = shown;
  caption.textContent = `${shown} of ${frames.length - 1}: ${film.captions[shown]}`;
  slider.setAttribute("aria-valuetext", caption.textContent);
}

function stop() { clearInterval(timer); timer = null; toggle.textContent = "Play"; }

function play() {
  if (shown === frames.length - 1) shown = -1;
  toggle.textContent = "Pause";
  timer = setInterval(() => { show(shown + 1); if (shown === frames.length - 1) stop(); }, Number(speed.value));
}

toggle.onclick = () => timer ? stop() : play();
document.getElementById("back").onclick = () => { stop(); show(shown - 1); };
document.getElementById("step").onclick = () => { stop(); show(shown + 1); };
slider.oninput = () => { stop(); show(Number(slider.value)); };
speed.onchange = () => { if (timer) { stop(); play(); } };
document.addEventListener("keydown", event => {
  const does = {" ": () => timer ? stop() : play(), ArrowRight: () => { stop(); show(shown + 1); },
                ArrowLeft: () => { stop(); show(shown - 1); }, Home: () => { stop(); show(0); },
                End: () => { stop(); show(frames.length - 1); }}[event.key];
  if (does && !["BUTTON", "INPUT", "SELECT"].includes(event.target.tagName)) { does(); event.preventDefault(); }
});
show(0);
