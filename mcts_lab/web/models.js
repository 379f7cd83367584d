// What a translated model asks of the engine and of NumPy (see models.py), and the model behind the stage.
//
// labOpen(root, data, module, labModel): data with the manifest and layouts of records, the module's bytes as base64.

class LabTable extends py.Dict { // an array of records, as columns
  constructor(columns, length) { super(); this.columns = columns; this.length = length; }
  has(name) { return name in this.columns; }
  get(name) { return this.columns[name]; }
  get size() { return this.length; }
  slice(from, to) {
    const part = Object.entries(this.columns).map(([name, column]) => [name, column.subarray(from, to)]);
    return new LabTable(Object.fromEntries(part), Math.min(to, this.length) - from);
  }
  static at(buffer, at, length, {size, fields}) {
    const view = new DataView(buffer, at, length * size), columns = {};
    for (const [name, field] of Object.entries(fields)) {
      const kind = LAB_KINDS[field.kind], column = new globalThis[kind + "Array"](length);
      for (let i = 0; i < length; i++) column[i] = view["get" + kind](i * size + field.at, true);
      columns[name] = column;
    }
    return new LabTable(columns, length);
  }
}

function labRandom(seed) { // numpy.random.default_rng [O'Neill 2014, "PCG XSL RR 128/64"]
  const LONG = (1n << 128n) - 1n, WORD = (1n << 64n) - 1n, FACTOR = (2549297995355413924n << 64n) + 4865540595714422341n;
  const [a, b, c, d] = labWords(seed, 4), more = ((c << 64n | d) << 1n | 1n) & LONG;
  let state = 0n, half = null;
  const step = () => { state = state * FACTOR + more & LONG; };
  step();
  state = state + (a << 64n | b) & LONG;
  step();
  const word = () => {
    step();
    const mixed = state >> 64n ^ state & WORD, turn = state >> 122n;
    return (mixed >> turn | mixed << 64n - turn) & WORD;
  };
  const short = () => { // a word is used in two halves, the lower first
    if (half !== null) { const last = half; half = null; return last; }
    const both = word();
    half = both >> 32n;
    return both & 0xffffffffn;
  };
  const upTo = (most) => { // of as many bits as `most` has, drawn until they are small enough
    const mask = 2 ** (32 - Math.clz32(most)) - 1;
    for (;;) { const drawn = Number(short()) & mask; if (drawn <= most) return drawn; }
  };
  return {
    next: () => Number(word() >> 11n) / 2 ** 53,
    shuffled(list) {
      for (let i = list.length - 1; i > 0; i--) { const j = upTo(i); [list[i], list[j]] = [list[j], list[i]]; }
      return list;
    },
  };
}

function labHost(lab, layouts) {
  const NONE = -1, CHANCE = -1, PROVEN = 3, MARKED = 4 | 32, BACK_UP = 3, EXPAND = 1;
  const host = {}, searches = {};

  // -- games that are trees --
  host.branches = (tree, state) => tree.children[state.node].map((_, i) => i);
  host.child = (tree, state, action) => ({node: tree.children[state.node][action]});
  host.at = (tree, node) => ({node});
  host.called = Object.fromEntries(["minimax", "alpha_beta"].map((name) => [name, (...args) => host.classes[name](...args)]));
  host.recorded = (function_, ...args) => { // its calls, in order, by what stands for it while it runs
    const [name] = Object.entries(host.called).find(([, one]) => one === function_), calls = [];
    host.called[name] = (...args) => {
      calls.push([args, null]);
      const value = function_(...args);
      calls.push([args, value]);
      return value;
    };
    try { host.called[name](...args); } finally { host.called[name] = function_; }
    return calls;
  };
  // -- bandits: `played` of dial.py --
  host.played = (arms, constants, runs, pulls, noise, seed) => {
    const random = labRandom(seed), best = Math.max(...arms), n = arms.length;
    const first = Array.from({length: runs}, () => random.shuffled(arms.map((_, arm) => arm)));
    const chance = Array.from({length: pulls}, () => Float64Array.from({length: runs}, random.next));
    return constants.map((c) => {
      const sum = new Float64Array(pulls), squares = new Float64Array(pulls), all = [];
      let pulled = null;
      for (let run = 0; run < runs; run++) {
        const count = new Float64Array(n), total = new Float64Array(n), regret = new Float64Array(pulls);
        for (let t = 0, lost = 0; t < pulls; t++) {
          let arm = t < n ? first[run][t] : 0;
          for (let i = 0, most = -Infinity; t >= n && i < n; i++) {
            const bound = total[i] / count[i] + c * Math.sqrt(Math.log(t) / count[i]);
            if (bound > most) { most = bound; arm = i; }
          }
          count[arm]++;
          total[arm] += arms[arm] + noise * (Number(chance[t][run] < arms[arm]) - arms[arm]);
          regret[t] = lost += best - arms[arm];
        }
        regret.forEach((value, t) => { sum[t] += value; });
        pulled ||= Array.from(count);
        all.push(regret);
      }
      const mean = Array.from(sum, (value) => value / runs);
      for (const regret of all) regret.forEach((value, t) => { squares[t] += (value - mean[t]) ** 2; });
      const half = Array.from(squares, (value) => 1.96 * Math.sqrt(value / (runs - 1)) / Math.sqrt(runs));
      return host.classes.Played.of([mean, half, Array.from(all[0]), pulled]);
    });
  };
  if (!lab) return host;

  // -- positions: an object with the fields of the record, read from its bytes --
  const scratch = lab.blank();
  const filled = (state, content) => {
    const bytes = new Uint8Array(lab.manifest.state.size);
    bytes.set(content);
    const record = labRecord(new DataView(bytes.buffer), 0, lab.manifest.state);
    Object.defineProperty(state, "bytes", {value: bytes, configurable: true});
    for (const name of Object.keys(lab.manifest.state.fields))
      Object.defineProperty(state, name, {get: () => record[name], configurable: true, enumerable: true});
    return state;
  };
  const load = (state) => lab.load(state.bytes, scratch);
  host.state = (text) => filled({}, labDecoded(text));
  host.copy = (game, state) => filled({}, state.bytes);
  host.start = (game, seed) => filled({}, lab.bytes(lab.start(seed, scratch)));
  host.toMove = (game, state) => lab.toMove(load(state));
  host.legal = (game, state) => lab.legal(load(state));
  host.sequence = (seed) => seed;
  host.stream = (seed) => ({words: labStream(seed)});
  host.determinize = (game, state, observer, rng) => { filled(state, lab.bytes(lab.determinize(load(state), observer, rng))); return null; };
  host.play = (game, state, action, seed) => { filled(state, lab.bytes(lab.play(load(state), action, seed))); return null; };
  host.after = (game, state, action, seed) => { const then = host.copy(game, state); host.play(game, then, action, seed); return then; };
  host.facts = () => host.classes.facts;
  host.beginning = (words) => ({words: [...words]});
  host.below = (rng, n) => { // of mcts_lab.engine.random
    let [t, s] = rng.words;
    t ^= t << 23n & (1n << 64n) - 1n;
    t ^= t >> 17n;
    rng.words = [s, t ^= s ^ s >> 26n];
    return Number((t >> 33n) * BigInt(n) >> 31n);
  };
  host.drawn = (game, state, rng) => lab.sample(load(state), rng);
  host.playout = (game, state, words) => { lab.playout(load(state), {words: [...words]}); filled(state, lab.bytes(scratch)); return null; };
  host.same = (one, other) => one.bytes.join() === other.bytes.join();

  // -- searches --
  host.search = (name, state, method, iterations, seed) => {
    const search = searches[name] ||= lab.search(name);
    for (const {path, kind} of lab.manifest.methods[name].parts) {
      const value = path.split(".").reduce((part, name) => part && part[name], method);
      if (kind === "float" && typeof value === "number") search.set(path, value);
    }
    search.begin(load(state), seed);
    search.aim(iterations);
    search.run(iterations);
    return search;
  };
  const expected = (search) => { // the principal variation
    const line = [0];
    for (;;) {
      const children = search.children(line[line.length - 1]), most = Math.max(0, ...children.map((child) => child.visits));
      if (!most) return line;
      const first = children.find((child) => child.visits === most);
      line.push(first.mover === CHANCE ? first.node : search.choice(children.filter((child) => child.mover === first.mover)).node);
    }
  };
  host.tree = (game, state, method, search) => {
    const {Tree, About, about} = host.classes, root = host.copy(game, state), fields = [...about];
    fields[about._fields.indexOf("root_player")] = host.toMove(game, state);
    return Tree.of({game, root_state: root, about: About(...fields), final: method.final, extras: new py.Dict(), pv: expected(search),
      nodes: LabTable.at(lab.memory.buffer, search.node(0), search.nodes, layouts.nodes), _names: new py.Dict(), _states: new py.Dict([[0, root]])});
  };
  host.found = (game, state, method, iterations, seed) => {
    const search = host.search("explore", state, method, iterations, seed), tree = host.tree(game, state, method, search);
    const best = search.choice(), {low, high} = lab.manifest;
    return host.classes.Found.of([tree, tree.name(best.node), low + best.mean * (high - low), iterations]);
  };
  host.traced = (game, state, method, iterations, seed) => {
    const search = host.search("watch", state, method, iterations, seed), tree = host.tree(game, state, method, search);
    return host.classes.Replay(tree, LabTable.at(lab.memory.buffer, search.named("trace").at, search.events, layouts.events));
  };

  // -- trees --
  const families = new WeakMap(); // of the nodes of a tree: the children of each, the most visited first
  host.childNodes = (tree, node = 0) => {
    if (!families.has(tree.nodes)) {
      const {parent, visits} = tree.nodes.columns, found = Array.from(parent, () => []);
      parent.forEach((above, child) => { if (above !== NONE) found[above].push(child); });
      for (const children of found) children.sort((a, b) => visits[b] - visits[a] || a - b);
      families.set(tree.nodes, found);
    }
    return [...families.get(tree.nodes)[node]];
  };
  host.owners = (tree) => Array.from(tree.nodes.columns.mover, (mover, i) => mover === CHANCE || i === 0 ? tree.about.root_player : mover);
  host.rewards = (tree, perspective = "mover") => {
    const player = tree.player(perspective), {total, visits} = tree.nodes.columns, owners = host.owners(tree);
    return Array.from(total, (sum, i) => player === null || owners[i] === player ? sum / visits[i] : tree.about.reward_sum - sum / visits[i]);
  };
  host.proven = (tree, perspective = "mover") => {
    const player = tree.player(perspective), owners = host.owners(tree);
    return Array.from(tree.nodes.columns.status, (status, i) => {
      const known = status & PROVEN || (status & MARKED ? 4 : 0);
      return player !== null && tree.about.players === 2 && owners[i] !== player && (known === 1 || known === 3) ? 4 - known : known;
    });
  };
  host.replaced = ({game, root_state, about, final, extras, _names, _states}, nodes) =>
    host.classes.Tree.of({game, root_state, about, final, extras, _names, _states, nodes, pv: null});

  // -- traces --
  host.phases = (events) => {
    const {iteration, phase} = events.columns, found = [];
    for (let end = 1, begin = 0; end <= events.length; end++)
      if (end === events.length || iteration[end] !== iteration[begin] || phase[end] !== phase[begin]) {
        found.push(host.classes.Phase.of([iteration[begin], phase[begin], begin, end]));
        begin = end;
      }
    return found;
  };
  host.made = (events) => {
    const found = new py.Dict(), {node, phase} = events.columns;
    phase.forEach((kind, i) => { if (kind === EXPAND && !found.has(node[i])) found.set(node[i], i); });
    return found;
  };
  host.before = (tree, events) => {
    const {columns} = events, nodes = tree.nodes.columns, seen = new Set();
    const visits = nodes.visits.slice(), total = nodes.total.slice(), proven = new Float64Array(visits.length).fill(-1);
    columns.node.forEach((node, i) => {
      if (seen.has(node)) return;
      seen.add(node);
      visits[node] = columns.visits_before[i];
      total[node] = columns.total_before[i];
    });
    seen.clear();
    columns.node.forEach((node, i) => {
      if (columns.phase[i] !== BACK_UP) return;
      if (!seen.has(node) && visits[node] === 0) proven[node] = Math.max(proven[node], i);
      seen.add(node);
      const parent = nodes.parent[node];
      if (parent !== NONE) proven[parent] = Math.max(proven[parent], i);
    });
    nodes.status.forEach((status, i) => { if (!(status & PROVEN)) proven[i] = events.length; });
    return host.classes.Start.of([visits, total, proven]);
  };
  host.nodesAfter = (nodes, start, events, event) => {
    const {node, phase, visits_after, total_after} = events.columns;
    const visits = start.visits.slice(), total = start.total.slice();
    for (let i = 0; i < event; i++)
      if (phase[i] === BACK_UP) { visits[node[i]] = visits_after[i]; total[node[i]] = total_after[i]; }
    const status = nodes.columns.status.map((known, i) => start.proven[i] >= event ? known & ~PROVEN : known);
    return new LabTable({...nodes.columns, visits, total, status}, nodes.length);
  };
  return host;
}

const labPlain = (value) => value instanceof py.PySet ? py.all(value).map(labPlain)
  : value instanceof py.Dict ? Object.fromEntries(value.pairs().map(([key, one]) => [key, labPlain(one)]))
  : Array.isArray(value) ? Array.from(value, labPlain) : value;

async function labOpen(root, data, module, labModel) {
  try {
    const lab = data.manifest && await labGame(await labUnpacked(module), data.manifest);
    const host = labHost(lab, data.layouts), made = labModel(host, await Promise.all(data.tables.map(labTable))), {model} = made;
    host.classes = made;
    model.begin();
    model.seek(data.position);
    let wrong = "";
    const update = () => {
      const frame = labPlain(made.frame(model));
      render(wrong ? {...frame, words: "⚠ " + wrong, wrong: true} : frame);
    };
    const meta = labPlain(made.described(model));
    const render = labStage(root, {...meta, about: meta.about + " " + data.about}, (message) => {
      wrong = "";
      try { made.obey(model, new py.Dict(Object.entries(message))); } catch (error) { wrong = error.message; }
      update();
    });
    update();
    window.lab = {model, made};
  } catch (error) { root.textContent = "This page cannot compute here: " + error.message; throw error; }
}
