// A game and its searches for pages and programs of one's own: see mcts_lab.d.ts for the types, and docs/web.md.
// A state is the bytes of a record; functions leave the one that they are given as it is.

export async function load(module, manifest) {
  const game = await labGame(module, manifest), size = manifest.state.size, searches = {};
  const shown = typeof labPictures === "undefined" ? null : labPictures;
  if (shown) await shown.ready();
  const here = game.blank(), names = Object.keys(manifest.methods), stated = names[0] ?? "";
  const fail = (words) => { throw new RangeError(words); };
  const whole = (name, value, least, most) => Number.isInteger(value) && value >= least && value <= most ? value
    : fail(`${name} must be a whole number from ${least} to ${most}, not ${String(value).slice(0, 40)}`);
  const seeded = (seed) => { [seed].flat().forEach((one) => whole("seed", one, 0, Number.MAX_SAFE_INTEGER)); return seed; };
  const placed = (state) => state instanceof Uint8Array && state.length === size ? game.load(state, here)
    : fail(`a state of ${manifest.title} is a Uint8Array of ${size} bytes, as start and play return`);
  const player = (value, least = 0) => whole("player", value, least, manifest.players - 1);
  const legal = (at, action) => game.legal(at).includes(action) ? action
    : fail(`${String(action).slice(0, 40)} is not a legal action here; legal are ${game.legal(at).slice(0, 20).join(", ") || "none"}`);
  const copied = () => { const found = new Uint8Array(size); found.set(game.bytes(here)); return found; };
  const plain = (value) => { // fields that are still to be read become values
    if (Array.isArray(value)) return value.map(plain);
    if (value === null || typeof value !== "object") return value;
    const names = [];
    for (const name in value) if (name[0] !== "$") names.push(name);
    return Object.fromEntries(names.map((name) => [name, plain(value[name])]));
  };
  const drawn = (name, state, viewer, ...more) => shown ? shown[name](shown.game, (placed(state), game.record(here)), viewer, ...more)
    : fail(`${manifest.title} has no pictures in this library`);

  return {
    manifest,
    start(seed = 0) { game.start(seeded(seed), here); return copied(); },
    toMove: (state) => game.toMove(placed(state)),
    legal: (state) => game.legal(placed(state)),
    play(state, action, seed = 0) { legal(placed(state), action); game.play(here, action, seeded(seed)); return copied(); },
    sample(state, seed = 0) { // of chance, by its odds, or of the player to move, all alike
      return game.toMove(placed(state)) === -2 ? fail("the game is over") : game.sample(here, seeded(seed));
    },
    payoff: (state, who) => game.payoff(placed(state), player(who)),
    fields: (state) => plain(game.record(placed(state))),
    name: (state, action) => shown ? drawn("name", state, action) : String(action),
    text: (state, viewer = null) => drawn("text", state, viewer),
    svg: (state, viewer = null, dark = false) => drawn("svg", state, viewer, dark),
    search(state, {method = stated, iterations = 1000, seed = 0, c} = {}) {
      if (!names.includes(method)) fail(`there is no search ${String(method).slice(0, 40)}; there are ${names.join(", ")}`);
      whole("iterations", iterations, 1, 100_000_000);
      if (c !== undefined && !(c >= 0 && c < Infinity)) fail(`c must be a number of at least 0, not ${String(c).slice(0, 40)}`);
      if (game.toMove(placed(state)) < 0) fail("no player is to move here: the game is over, or chance decides");
      const search = searches[method] ||= game.search(method);
      search.set("selection.c", c ?? Number(manifest.methods[method].parts.find(({path}) => path === "selection.c")?.value));
      search.begin(here, seeded(seed)).run(iterations);
      const children = search.children(), best = search.choice();
      return {action: best.action, value: best.mean, iterations: search.iterations, nodes: search.nodes, full: search.full,
        proven: search.solved, children: children.map(({action, visits, mean}) => ({action, visits, value: mean})),
        line: [best, ...search.line(best.node)].map(({action}) => action)};
    },
  };
}
