// Playing against a search that runs in the page, behind the stage of all interactive parts (stage.js).
//
// labPlay(root, game, shown, options): `game` of live.js, `shown` with the functions of pictures.py; options: agents
// (dicts with name, iterations, c), seat, seed, drawn, about, keys (of the actions in games that are steered), begin (a
// state as base64, or null). The seat is -1 where the search plays all by itself.

function labPlay(root, game, shown, options) {
  const {manifest} = game, TERMINAL = -2, CHANCE = -1, MOST = 100_000_000, SLICE = 12, REFRESH = 200, SHOWN = 12, RATE = 8, UNSEEN = "something you cannot see";
  const KEY_NAMES = {ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "space"}, {keys} = options, alone = manifest.players === 1;
  const agents = options.agents.map((agent) => ({...agent}));
  const searches = {}, scratch = game.blank(), following = game.blank();
  let agent = agents[0], seat = options.seat, mind = "shown", asked = "", at = 0, turn = 0, busy = false, stopped = false, wrong = "";
  let moments, past, drawn = {}, live = null, draws = 0, seconds = null, clock = null, pressed = null;

  const hides = () => !manifest.perfectInformation && seat >= 0;
  const named = (player) => player === CHANCE ? "chance" : manifest.playerNames[player] || "player " + player;
  const acting = (player) => alone && seat < 0 ? agent.name : named(player);
  const seed = () => [options.seed, draws++];
  const state = (moment, to = scratch) => game.load(moment.bytes, to);
  const latest = () => moments[moments.length - 1];
  const mover = (moment) => game.toMove(state(moment));
  const nameOf = (record, action) => shown.name(shown.game, record, action);
  const yours = (player) => player === TERMINAL || player === seat;
  const viewer = (player) => player === TERMINAL || seat < 0 ? null : seat;

  function begin() {
    turn++;
    pause();
    const bytes = options.begin ? Uint8Array.from(atob(options.begin), (letter) => letter.charCodeAt(0)) : game.bytes(game.start(seed(), scratch));
    moments = [{bytes, said: "", marks: [], thought: null}];
    past = [];
    busy = false;
    live = null;
    goOn();
  }

  function make(action, thought = null) { // play it, and remember what is to be shown of it
    const before = state(latest()), player = game.toMove(before), record = game.record(before);
    const hidden = hides() && game.observation(before, action, seat) !== action;
    const said = acting(player) + ": " + (hidden ? UNSEEN : nameOf(record, action));
    game.play(game.copy(before, following), action, seed());
    const marks = hidden || player === CHANCE ? [] : shown.highlights(shown.game, record, action, game.record(following), viewer(player));
    moments.push({bytes: game.bytes(following), said, marks, thought: thought || latest().thought});
    asked = "";
    at = moments.length - 1;
  }

  // -- the others --

  const channel = new MessageChannel(), waiting = [];
  channel.port1.onmessage = () => waiting.shift()();
  const soon = () => new Promise((done) => { waiting.push(done); channel.port2.postMessage(0); }); // lets the page live

  async function goOn() { // chance and the agent act until it is the person's turn
    const mine = ++turn;
    at = moments.length - 1;
    try {
      for (let player = mover(latest()); !yours(player); player = mover(latest())) {
        busy = true;
        stopped = false;
        show();
        if (player === CHANCE) make(game.sample(state(latest()), seed()));
        else {
          const thought = await think(player, mine);
          if (mine !== turn) return;
          live = null;
          make(thought.action, thought);
          const rest = seat < 0 ? (keys ? 60 : 400) : hides() && !yours(mover(latest())) ? 700 : 0;
          if (rest) { show(); await new Promise((done) => setTimeout(done, rest)); }
        }
        if (mine !== turn) return;
      }
    } catch (error) {
      if (mine === turn) wrong = error.message + " Take back, or begin a new game.";
    }
    if (mine !== turn) return;
    busy = false;
    live = null;
    show();
  }

  async function think(player, mine) { // in slices, so that the page stays alive
    const search = searches[agent.name] ||= game.search(agent.name), wanted = agent.iterations;
    if (agent.c !== null) search.set("selection.c", agent.c);
    search.begin(state(latest()), seed());
    search.aim(wanted);
    const until = seconds === null ? Infinity : performance.now() + 1000 * seconds;
    let slice = 50, shownAt = performance.now();
    while (search.iterations < wanted && !((stopped || performance.now() > until) && search.iterations)) {
      const began = performance.now();
      if (!search.run(Math.min(slice, wanted - search.iterations)) || search.solved) break;
      const now = performance.now();
      slice = Math.max(1, Math.round(slice * Math.min(8, Math.max(0.2, SLICE / Math.max(now - began, 0.05)))));
      if (now - shownAt > REFRESH) { live = thought(search, player); show(); shownAt = performance.now(); }
      await soon();
      if (mine !== turn) return null;
    }
    return {...thought(search, player), action: search.choice().action, finished: true};
  }

  function thought(search, player) {
    const record = game.record(state(latest()));
    const row = (child) => ({action: child.action, name: nameOf(record, child.action), visits: child.visits, mean: child.mean,
      line: manifest.perfectInformation ? names(latest(), [child, ...search.line(child.node, 7)]) : []});
    const children = search.children().sort((a, b) => b.visits - a.visits), rest = children.slice(SHOWN);
    return {player, rows: children.slice(0, SHOWN).map(row), rest: rest.reduce((n, child) => n + child.visits, 0), others: rest.length,
      iterations: search.iterations, nodes: search.nodes, best: nameOf(record, search.choice().action), full: search.full, proven: search.solved};
  }

  function names(moment, line) { // of actions played one after the other
    const here = state(moment, following), found = [];
    for (const {action} of line) {
      if (game.toMove(here) === TERMINAL || !game.legal(here).includes(action)) break;
      found.push(nameOf(game.record(here), action));
      if (manifest.randomPlay) break;
      game.play(here, action, 0);
    }
    return found;
  }

  // -- what is shown --

  function board(moment) { // drawn once, however often it is shown
    if (drawn.moment !== moment || drawn.seat !== seat) drawn = {moment, seat, text: picture(moment)};
    return drawn.text;
  }

  function picture(moment) {
    const player = mover(moment), record = game.record(state(moment)), args = [shown.game, record, viewer(player)];
    if (!options.drawn) return shown.lines(manifest.title, shown.text(...args).split("\n"));
    const both = shown.readable(shown.themed(shown.svg(...args, false), shown.svg(...args, true))), end = both.lastIndexOf("</svg>");
    const marks = moment.marks.map(([x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${Math.min(w, h) / 8}" fill="none"`
      + ` stroke="${shown.accent}" stroke-width="${Math.min(w, h) / 11}"/>`).join("");
    return both.slice(0, end) + marks + both.slice(end);
  }

  const closed = () => hides() && mover(latest()) !== TERMINAL;

  function mindOf(said) {
    const who = acting(said.player);
    if (closed()) return shown.lines("The last search of " + who, [said.iterations.toLocaleString("en") + " iterations; what they found is shown when the game is over"]);
    const rows = [...said.rows].sort((a, b) => a.action - b.action).map((row) => shown.Bar(row.name, row.visits, row.mean, NaN, NaN, Boolean(said.finished) && row.action === said.action));
    if (said.others) rows.push(shown.Bar("+" + said.others + " more", said.rest));
    const count = said.iterations.toLocaleString("en");
    return shown.bars(rows, null, "How the last search of " + who + " divided " + count + " iterations", "visits of " + count, "mean reward to " + who);
  }

  function lineOf(said) {
    const best = said.rows.find((row) => row.name === said.best);
    if (!best) return "";
    const then = (line) => line.slice(1).join(", then ") || (manifest.randomPlay ? "what follows hangs on chance" : "no further"), lines = [best.name + ": " + then(best.line)];
    const other = said.rows.find((row) => row.name === asked);
    if (other && other !== best) lines.push("Why not " + other.name + "? " + other.visits.toLocaleString("en") + " visits and mean reward "
      + shown.format(other.mean, ".2f") + ",", "against " + best.visits.toLocaleString("en") + " and " + shown.format(best.mean, ".2f") + " of " + best.name + ".",
      "Expected after " + other.name + ": " + then(other.line) + ".");
    if (said.proven) lines.push("The value of the position is proven.");
    if (said.full) lines.push("The tree is full: the search went on without new nodes.");
    return shown.lines("What " + acting(said.player) + " expects", lines);
  }

  function words(moment, last) {
    const player = mover(moment), said = moment.said ? moment.said + ". " : "", here = state(moment);
    if (player === TERMINAL) return said + "The game is over: " + (shown.outcome(shown.game, game.record(here)) || payoffs(here)) + ".";
    if (keys && last && clock) return said + "The game goes on by itself.";
    if (keys && last && player === seat) {
      const legal = game.legal(here), record = game.record(here);
      return said + "Your keys: " + Object.entries(keys).filter(([key, action]) => key && legal.includes(action))
        .map(([key, action]) => (KEY_NAMES[key] || key) + " " + nameOf(record, action)).join(", ") + ".";
    }
    const you = manifest.players > 1 && seat >= 0 ? "You are " + named(seat) + ". " : "";
    if (player === seat) return you + said + "Your turn.";
    return you + said + acting(player) + (busy && last ? " is thinking" : " to move.");
  }

  const payoffs = (here) => Array.from({length: manifest.players}, (_, p) => named(p) + " " + shown.format(game.payoff(here, p), "g")).join(", ");
  function buttons() {
    const found = [], here = state(latest()), player = game.toMove(here);
    if (player === seat && !busy) {
      const record = game.record(here);
      for (const action of game.legal(here)) {
        const name = nameOf(record, action);
        found.push({id: "move:" + action, label: name, help: "play " + name, group: "play", enabled: true, keys: Object.keys(keys || {}).filter((key) => key && keys[key] === action),
          areas: options.drawn ? shown.areas(shown.game, record, action, seat) : []});
      }
    }
    const command = (id, label, help, enabled, keys = []) => found.push({id, label, help, group: "", enabled, keys, areas: []});
    if (keys && "" in keys && player === seat) command("clock", clock ? "pause (p)" : "real time (p)", clock ? "wait for me" : "let the game go on by itself", true, ["p"]);
    command("undo", "take back", "undo your last action and the answers to it", past.length > 0);
    command("new", "new game", "begin again", true);
    command("stop", "stop thinking", "let the agent play what it has found", busy);
    return found;
  }

  function settings() {
    const found = [], rows = mind === "shown" && latest().thought && manifest.perfectInformation ? latest().thought.rows : [];
    const add = (name, label, value, choices = []) => found.push({name, label, value, choices, slider: false});
    if (agents.length > 1) add("agent", "against", agent.name, agents.map(({name}) => [name, name]));
    add("seat", "you play", seat, [...Array.from({length: manifest.players}, (_, p) => [p, named(p)]), [-1, "nobody: watch"]]);
    add("iterations", "its iterations", String(agent.iterations));
    add("seconds", "at most seconds", seconds === null ? "" : String(seconds));
    if (agent.c !== null) add("c", "exploration constant", shown.format(agent.c, ".4g"));
    add("mind", "its search", mind, [["shown", "shown"], ["hidden", "hidden"]]);
    if (rows.length > 1 && seat >= 0) add("asked", "why not", rows.some((row) => row.name === asked) ? asked : "", [["", "–"], ...rows.map(({name}) => [name, name])]);
    return found;
  }

  function show() {
    const moment = moments[at], last = at === moments.length - 1, said = (last && live) || moment.thought, parts = {board: board(moment)};
    if (mind === "shown" && said) {
      parts.mind = mindOf(said);
      if (manifest.perfectInformation) parts.line = lineOf(said);
    }
    render({position: at, last: moments.length - 1, words: wrong ? "⚠ " + wrong : words(moment, last), wrong: Boolean(wrong), parts, at: null,
      next: null, asks: false, score: [0, 0], busy, buttons: last ? buttons() : [], settings: settings()});
  }

  // -- what a person does --

  const whole = (text) => /^\s*\d[\d,_ ]*(e\d)?\s*$/i.test(text) ? Number(text.replace(/[,_ ]/g, "")) : NaN;
  function change(name, value) {
    if (name === "iterations") {
      const n = whole(String(value));
      if (!(n >= 1 && n <= MOST)) throw new Error(`A search makes 1 to ${MOST.toLocaleString("en")} iterations, not ${String(value).slice(0, 40)}: it keeps ${agent.iterations.toLocaleString("en")}.`);
      agent.iterations = n;
    } else if (name === "c") {
      const c = String(value).trim() === "" ? NaN : Number(value);
      if (!(c >= 0 && c <= 1e6)) throw new Error(`The exploration constant is a number from 0 to 1,000,000, not ${String(value).slice(0, 40)}: it stays ${shown.format(agent.c, ".4g")}.`);
      agent.c = c;
    } else if (name === "seconds") {
      const n = String(value).trim() === "" ? null : Number(value);
      if (n !== null && !(n > 0 && n <= 3600)) throw new Error(`A search takes more than 0 and at most 3,600 seconds, not ${String(value).slice(0, 40)}; leave the field empty to count iterations alone.`);
      seconds = n;
    } else if (name === "agent") agent = agents.find((one) => one.name === value) || agent;
    else if (name === "seat") {
      seat = Number(value);
      if (!alone || !manifest.perfectInformation) return begin();
      pause();
      goOn();
    }
    else if (name === "mind") mind = value;
    else asked = value;
  }

  function press(id) {
    if (id.startsWith("move:")) {
      const action = Number(id.slice(5));
      if (clock) { pressed = action; return; }
      if (busy || mover(latest()) !== seat || !game.legal(state(latest())).includes(action)) throw new Error("That cannot be played now.");
      past.push(moments.length);
      make(action);
      goOn();
    } else if (id === "clock") {
      if (clock) return pause();
      if (busy || mover(latest()) !== seat) throw new Error("The game cannot go on by itself now.");
      clock = setInterval(tick, 1000 / RATE);
    } else if (id === "undo" && past.length) {
      turn++;
      pause();
      moments.length = past.pop();
      busy = false;
      live = null;
      at = moments.length - 1;
      if (mover(latest()) !== seat) goOn();
    } else if (id === "new") begin();
    else if (id === "stop") stopped = true;
  }

  // -- games that are steered --

  function pause() {
    clearInterval(clock);
    clock = pressed = null;
  }

  function tick() { // in real time: the key pressed last since the tick before, or none
    past.push(moments.length);
    make(pressed === null ? keys[""] : pressed);
    pressed = null;
    if (mover(latest()) !== seat) pause();
    show();
  }

  let finger = null; // a swipe over the picture is an arrow key, a tap the space bar
  const swiped = (event) => {
    if (!finger) return;
    const x = event.clientX - finger.clientX, y = event.clientY - finger.clientY, far = Math.max(Math.abs(x), Math.abs(y));
    const key = far < 20 ? " " : Math.abs(x) > Math.abs(y) ? (x < 0 ? "ArrowLeft" : "ArrowRight") : y < 0 ? "ArrowUp" : "ArrowDown";
    finger = null;
    const meant = at === moments.length - 1 && buttons().find((one) => one.keys.includes(key));
    if (meant) done({press: meant.id});
  };

  const meta = {title: "Play " + manifest.title, unit: "play", acts: true, about: options.about, slots: {board: "", mind: "the last search", line: "what it expects"}, strip: []};
  function done(message) {
    wrong = "";
    try {
      if ("seek" in message) at = message.seek;
      else if ("leap" in message) at += message.leap * Math.max(1, Math.floor(moments.length / 10));
      else if ("set" in message) change(message.set, message.value);
      else if ("press" in message) press(message.press);
    } catch (error) { wrong = error.message; }
    at = Math.min(Math.max(at, 0), moments.length - 1);
    show();
  }
  const render = labStage(root, meta, done);
  const place = root.querySelector(".lab-board");
  if (keys) {
    place.style.touchAction = "none"; // a swipe does not scroll
    place.addEventListener("pointerdown", (event) => { finger = event.pointerType === "mouse" ? null : event; });
    place.addEventListener("pointerup", swiped);
    place.addEventListener("pointercancel", () => { finger = null; });
  }
  begin();
  return {game, agents, press, leave() { turn++; pause(); }, change, legal: () => buttons().map((one) => one.id), get moments() { return moments; }, get busy() { return busy; }};
}
