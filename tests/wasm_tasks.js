// Makes the searches that are asked for, in Node or in a browser, and tells what they have found: see wasm_hosts.py.
async function labTasks({module, manifest, todo}) {
  const game = await labGame(await labUnpacked(module), manifest), searches = {}, state = game.blank(), found = [];
  const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (at, n) => new Uint8Array(game.memory.buffer).slice(at, at + n);
  for (const task of todo) {
    const search = searches[task.method] ||= game.search(task.method);
    search.begin(game.load(labDecoded(task.state), state), task.seed);
    for (let left = task.iterations, made; left > 0 && (made = search.run(Math.min(left, 1000))) > 0;) left -= made;
    const tree = await crypto.subtle.digest("SHA-256", bytes(search.node(0), 32 * search.nodes));
    found.push({visits: search.children().map((child) => [child.action, child.visits]), nodes: search.nodes, calls: search.calls,
      tree: hex(new Uint8Array(tree)), rng: hex(bytes(search.named("rng").at, 16)), action: search.choice().action});
  }
  return JSON.stringify(found);
}
