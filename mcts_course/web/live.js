// A game and its searches in a page: the module that `mcts_course.web.wasm` makes, as functions. Needs nothing else.
//
//   const game = await labGame(bytes, manifest);
//   const state = game.start(7), search = game.search("UCT");
//   search.begin(state, 7); search.run(10000); search.children() -> [{action, visits, mean, ...}, ...]
//
// A state is an address in the module's memory. A seed is a whole number of at least 0, a list of such, or
// {words}, a stream that goes on; the streams
// are those of numpy.random.SeedSequence, so equal seeds give the trees that Python grows.

function labStream(seed) { // two 64-bit words: `stream(seed)` of mcts_lab.engine.random
  const [first, second] = labWords(seed, 2);
  return [first | 1n, second];
}

function labWords(seed, n) { // 64-bit words of numpy.random.SeedSequence [O'Neill 2015, "seed_seq"]
  const words = [];
  for (const number of [seed].flat()) {
    let left = BigInt(number);
    do { words.push(Number(left & 0xffffffffn)); left >>= 32n; } while (left);
  }
  let factor = 0x43b0d7e5;
  const hashed = (word) => {
    word ^= factor;
    factor = Math.imul(factor, 0x931e8875);
    word = Math.imul(word, factor);
    return word ^ word >>> 16;
  };
  const mixed = (x, y) => { const sum = Math.imul(x, 0xca01f9dd) - Math.imul(y, 0x4973f715) | 0; return sum ^ sum >>> 16; };
  const pool = [0, 1, 2, 3].map((i) => hashed(words[i] || 0));
  for (let from = 0; from < 4; from++)
    for (let to = 0; to < 4; to++) if (from !== to) pool[to] = mixed(pool[to], hashed(pool[from]));
  for (const word of words.slice(4)) for (let to = 0; to < 4; to++) pool[to] = mixed(pool[to], hashed(word));
  let mask = 0x8b51f9dd;
  const halves = Array.from({length: 2 * n}, (_, i) => pool[i % 4]).map((word) => {
    word ^= mask;
    mask = Math.imul(mask, 0x58f38ded);
    word = Math.imul(word, mask);
    return BigInt((word ^ word >>> 16) >>> 0);
  });
  return Array.from({length: n}, (_, i) => halves[2 * i] | halves[2 * i + 1] << 32n);
}

const LAB_KINDS = {b1: "Uint8", i1: "Int8", u1: "Uint8", i2: "Int16", u2: "Uint16", i4: "Int32", u4: "Uint32",
  i8: "BigInt64", u8: "BigUint64", f4: "Float32", f8: "Float64"};

const labDecoded = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
async function labUnpacked(text) { // bytes that Python has compressed
  const stream = new Blob([labDecoded(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function labField(view, at, {kind, shape, record}, axis = 0) { // what lies at an address, as Python reads it
  const each = shape.slice(axis + 1).reduce((a, b) => a * b, record ? record.size : Number(kind.slice(1)));
  if (axis < shape.length) return Array.from({length: shape[axis]}, (_, i) => labField(view, at + i * each, {kind, shape, record}, axis + 1));
  if (record) return labRecord(view, at, record);
  if (kind[0] === "S") return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, each)).replace(/\0+$/, "");
  const value = view["get" + LAB_KINDS[kind]](at, true);
  return kind === "b1" ? value !== 0 : kind === "i8" ? Number(value) : value;
}

function labRecord(view, at, layout) { // each field is read when it is first asked for, so the view must last
  if (!layout.made) {
    layout.made = class { constructor(view, at) { this.$view = view; this.$at = at; } get $layout() { return layout; } };
    for (const [name, field] of Object.entries(layout.fields))
      Object.defineProperty(layout.made.prototype, name, {enumerable: true, get() {
        const value = labField(this.$view, this.$at + field.at, field);
        this[name] = value;
        return value;
      }, set(value) { Object.defineProperty(this, name, {value, writable: true}); }});
  }
  return new layout.made(view, at);
}

function labWrite(view, at, {kind, shape, record}, value, axis = 0) { // what has been read or set of a value
  if (axis < shape.length) {
    const each = shape.slice(axis + 1).reduce((a, b) => a * b, record ? record.size : Number(kind.slice(1)));
    value.forEach((one, i) => labWrite(view, at + i * each, {kind, shape, record}, one, axis + 1));
  } else if (record) {
    for (const [name, field] of Object.entries(record.fields))
      if (Object.hasOwn(value, name)) labWrite(view, at + field.at, field, value[name]);
  } else view["set" + LAB_KINDS[kind]](at, kind[1] === "8" && kind[0] !== "f" ? BigInt(value) : Number(value), true);
}

const labTable = async (packed) => labField(new DataView((await labUnpacked(packed.bytes)).buffer), 0, packed);

async function labGame(bytes, manifest) {
  const PAGE = 65536, STACK = 1 << 18, MOST_BYTES = 3 * 2 ** 29;
  const NODES = 0, ITERATIONS = 1, CALLS = 2, TARGET = 3, EVENTS = 4, BROKEN = 6, SAVED = 7, FULL = 12; // of counters
  const BROKE = ["", "a game did not end", "too many actions are legal", "no action is legal", "a random game did not end"];
  let top = Math.ceil((manifest.end + STACK) / 16) * 16;
  const memory = new WebAssembly.Memory({initial: Math.ceil(top / PAGE)});
  const stack = new WebAssembly.Global({value: "i32", mutable: true}, top);
  const env = {__linear_memory: memory, __indirect_function_table: new WebAssembly.Table({element: "anyfunc", initial: 64}),
    __stack_pointer: stack,
    floor: Math.floor, ceil: Math.ceil, trunc: Math.trunc, fmod: (a, b) => a % b};
  const code = (await WebAssembly.instantiate(bytes, {env})).instance.exports;

  const room = (size) => { // memory that is never given back, and 0 to begin with
    const at = top;
    top += Math.ceil(Math.max(size, 1) / 16) * 16;
    const missing = Math.ceil(top / PAGE) - memory.buffer.byteLength / PAGE;
    if (missing > 0) memory.grow(missing);
    return at;
  };
  const view = () => new DataView(memory.buffer);
  const get = (kind, at) => view()["get" + LAB_KINDS[kind]](at, true);
  const set = (kind, at, value) => view()["set" + LAB_KINDS[kind]](at, value, true);
  const put = (data, at) => { new Uint8Array(memory.buffer).set(data, at); return at; };
  const product = (shape) => shape.reduce((a, b) => a * b, 1);
  const array = (at, shape, itemsize) => { // as compiled code gets one
    const strides = shape.map((_, axis) => itemsize * product(shape.slice(axis + 1)));
    return [0, 0, BigInt(product(shape)), BigInt(itemsize), at, ...shape.map(BigInt), ...strides.map(BigInt)];
  };
  const content = new Map(); // of the arrays that Python sends along
  for (const row of [manifest.game, ...Object.values(manifest.methods).flatMap((m) => [m.tree, m.components, m.final, m.arrays])].flat())
    if (row.bytes) content.set(row, await labUnpacked(row.bytes));
  const places = {}; // of the game's arrays
  const words = (list) => list.flatMap((row) => row.kind === "int" ? BigInt(row.value)
    : row.kind !== "array" ? Number(row.value === "inf" ? Infinity : row.value)
      : array(places[row.path] = put(content.get(row), room(content.get(row).length)), row.shape, row.itemsize));

  const game = words(manifest.game), gameAt = {...places}, answer = room(64), problem = room(16), rngAt = room(16), out = room(4 * (manifest.branching + 64));
  const rng = array(rngAt, [2], 8), list = array(out, [manifest.branching + 64], 4);
  const call = (name, ...args) => {
    const before = stack.value;
    let failed;
    try { failed = code[name](answer, problem, ...args); }
    catch (error) { stack.value = before; failed = error; }
    if (failed) throw new Error("the rules cannot go on from this position (" + (failed.message || name) + ")");
  };
  const seeded = (seed, at = rngAt) => (seed.words || labStream(seed)).forEach((word, i) => set("u8", at + 8 * i, word));
  const drawn = (seed) => { if (seed.words) seed.words = [get("u8", rngAt), get("u8", rngAt + 8)]; }; // a stream goes on
  const size = manifest.state.size;
  const rows = (at, n) => Array.from({length: n}, (_, i) => get("i4", at + 4 * i));

  const self = {
    manifest, memory, get,
    replace: (path, bytes) => put(bytes, gameAt[path]), // an array of the game, by one of its size
    blank: () => room(size),
    record: (state) => labRecord(new DataView(memory.buffer.slice(state, state + size)), 0, manifest.state), // as it is now, as Python reads it
    bytes(state) { // without the zeros at its end, of which large states have many
      let end = state + size;
      const all = new Uint8Array(memory.buffer);
      while (end > state && all[end - 1] === 0) end--;
      return all.slice(state, end);
    },
    load(data, to = room(size)) { new Uint8Array(memory.buffer).fill(0, to + data.length, to + size); return put(data, to); },
    copy(state, to = room(size)) { new Uint8Array(memory.buffer).copyWithin(to, state, state + size); return to; },
    start(seed, to = room(size)) { seeded(seed); call("reset", ...game, to, ...rng); return to; },
    toMove(state) { call("toMove", ...game, state); return Number(get("i8", answer)); },
    legal(state) { call("legal", ...game, state, ...list); return rows(out, Number(get("i8", answer))); },
    play(state, action, seed = 0) { seeded(seed); call("play", ...game, state, BigInt(action), ...rng); drawn(seed); return state; },
    determinize(state, observer, seed) { seeded(seed); call("determinize", ...game, state, BigInt(observer), ...rng); drawn(seed); return state; },
    playout(state, seed) { seeded(seed); call("playout", ...game, state, ...rng, ...list); drawn(seed); return Number(get("i8", answer)); },
    payoff(state, player) { call("payoff", ...game, state, BigInt(player)); return get("f8", answer); },
    sample(state, seed) { seeded(seed); call("sample", ...game, state, ...rng, ...list); drawn(seed); return Number(get("i8", answer)); },
    observation(state, action, observer) {
      if (!code.observation) return action;
      call("observation", ...game, state, BigInt(action), BigInt(observer));
      return Number(get("i8", answer));
    },
    search,
  };

  let tables = null; // the same in all searches
  function search(name) {
    const method = manifest.methods[name];
    const arrays = method.arrays.map((row) => ({...row, shape: [...row.shape], content: content.get(row)}));
    const size_of = (row) => product(row.shape) * row.itemsize;
    for (const row of arrays) {
      if (row.name.endsWith("_logs") || row.name.endsWith("_roots")) row.at = tables ? tables[row.name] : room(size_of(row));
      else row.at = room(size_of(row));
      if (row.content) put(row.content, row.at);
    }
    const named = (wanted) => arrays.find((row) => row.name === wanted);
    if (!tables) {
      const [a, b] = ["root_logs", "inverse_roots"].map(named);
      call("tables", ...array(a.at, a.shape, 8), ...array(b.at, b.shape, 8));
      tables = {root_logs: a.at, inverse_roots: b.at};
    }
    const block = room(8 * arrays.reduce((n, row) => n + 1 + row.shape.length, 0)), root = room(size);
    const counters = named("counters").at;
    const counted = (i) => Number(get("i8", counters + 8 * i)), count = (i, n) => set("i8", counters + 8 * i, BigInt(n));
    const tree = words(method.tree), components = words(method.components);
    const final = words(method.final), scores = array(answer + 24, [5], 8);
    let spare = [...method.spare], full = false;

    function describe() { // where the arrays are
      let at = block;
      for (const row of arrays) for (const word of [row.at, ...row.shape]) { set("i8", at, BigInt(word)); at += 8; }
    }
    function enlarge(what, most) { // give what grows with `what` twice the room; false where there is none left
      const growing = arrays.filter((row) => row.grows === what);
      if (top + 2 * growing.reduce((n, row) => n + size_of(row), 0) > most) return false;
      for (const row of growing) {
        const old = new Uint8Array(memory.buffer, row.at, size_of(row)).slice();
        row.shape[0] = 2 * row.shape[0] + 64;
        row.at = put(old, room(size_of(row)));
      }
      describe();
      return true;
    }
    function make_room() {
      while (counted(NODES) + spare[0] > named("nodes").shape[0])
        if (!enlarge("nodes", MOST_BYTES)) { full = true; count(FULL, 1); spare[0] = 0; break; }
      while (counted(SAVED) + spare[2] > named("states").shape[0])
        if (!enlarge("states", 2 * MOST_BYTES)) throw new Error("the states of this search do not fit into memory");
      while (named("trace").shape[0] && counted(EVENTS) + spare[1] > named("trace").shape[0])
        if (!enlarge("events", 2 * MOST_BYTES)) throw new Error("the trace of this search does not fit into memory");
    }
    const node = (n) => named("nodes").at + 32 * n;
    const row = (n) => {
      const v = view(), at = node(n), visits = v.getInt32(at + 8, true), total = v.getFloat64(at, true);
      return {node: n, total, visits, action: v.getInt32(at + 24, true), mover: v.getInt8(at + 30),
        proven: v.getInt8(at + 31) & 3, mean: visits ? total / visits : NaN};
    };
    const made = {
      arrays, named, node,
      get iterations() { return counted(ITERATIONS); },
      get nodes() { return counted(NODES); },
      get events() { return counted(EVENTS); }, // of the trace
      get calls() { return counted(CALLS); },
      get full() { return full; },
      get root() { return row(0); },
      get solved() { return row(0).proven > 0; },
      // set a number among the parts, such as "selection.c"
      set(path, value) { const i = method.components.findIndex((one) => one.path === path); if (i >= 0) components[i] = value; },
      begin(state, seed) { // an empty tree
        for (const name of ["priors", "proven"]) {
          const {at, shape, itemsize} = named(name);
          new Uint8Array(memory.buffer).fill(0, at, at + Math.min(counted(NODES), shape[0]) * itemsize * product(shape.slice(1)));
        }
        self.copy(state, root);
        seeded(seed, named("rng").at);
        spare = [...method.spare];
        full = false;
        describe();
        call(method.plant, ...game, ...components, root, block, BigInt(manifest.length));
        return made;
      },
      aim(iterations) { count(TARGET, iterations); }, // for parts that look at the iterations left
      run(iterations) { // so many more, fewer once the root is proven; how many were made
        const first = counted(ITERATIONS), last = first + iterations;
        if (counted(TARGET) < last) count(TARGET, last);
        for (let before = -1; counted(ITERATIONS) < last && counted(ITERATIONS) > before;) {
          before = counted(ITERATIONS);
          make_room();
          call(method.search, ...tree, ...game, ...components, root, block, BigInt(last - before), (1n << 63n) - 1n,
            ...spare.map(BigInt));
          if (counted(BROKEN)) throw new Error("the rules are wrong: " + BROKE[counted(BROKEN)]);
          if (made.solved) break;
        }
        return counted(ITERATIONS) - first;
      },
      children(n = 0) { // of a node, in the order of the tree
        const found = [];
        for (let child = view().getInt32(node(n) + 16, true); child >= 0; child = view().getInt32(node(child) + 20, true))
          found.push(row(child));
        return found;
      },
      choice(siblings = made.children()) { // by the search's own final rule
        const merit = (child) => {
          call(method.score, ...final, BigInt(child.node), block, ...scores);
          return [24, 32, 40, 48, 56].map((at) => get("f8", answer + at));
        };
        const better = (a, b) => { const i = a.findIndex((x, i) => x !== b[i]); return i >= 0 && a[i] > b[i]; };
        return siblings.map((child) => [child, merit(child)]).reduce((a, b) => better(b[1], a[1]) ? b : a)[0];
      },
      line(n, length = 8) { // what is expected below a node: what the mover would choose, and of outcomes the most visited
        const found = [];
        while (found.length < length) {
          const below = made.children(n), most = below.reduce((a, b) => !a || b.visits > a.visits ? b : a, null);
          if (!most || !most.visits) break;
          found.push(most.mover < 0 ? most : made.choice(below.filter((child) => child.mover === most.mover)));
          n = found[found.length - 1].node;
        }
        return found;
      },
    };
    return made;
  }
  return self;
}
if (typeof module !== "undefined") module.exports = {labGame, labStream};
