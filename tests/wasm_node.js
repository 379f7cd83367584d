// Makes the searches in tasks.json and prints what they have found, see wasm_hosts.py.
const fs = require("fs"), crypto = require("crypto"), {labGame} = require("./live.js");

(async () => {
  const game = await labGame(fs.readFileSync("module.wasm"), JSON.parse(fs.readFileSync("manifest.json")));
  const searches = {}, state = game.blank();
  const found = JSON.parse(fs.readFileSync("tasks.json")).map((task) => {
    const search = searches[task.method] ||= game.search(task.method);
    search.begin(game.load(Buffer.from(task.state, "base64"), state), task.seed);
    for (let left = task.iterations, made; left > 0 && (made = search.run(Math.min(left, 1000))) > 0;) left -= made;
    const bytes = (at, n) => Buffer.from(new Uint8Array(game.memory.buffer).slice(at, at + n));
    return {visits: search.children().map((child) => [child.action, child.visits]), nodes: search.nodes, calls: search.calls,
      tree: crypto.createHash("sha256").update(bytes(search.node(0), 32 * search.nodes)).digest("hex"),
      rng: bytes(search.named("rng").at, 16).toString("hex"), action: search.choice().action};
  });
  process.stdout.write(JSON.stringify(found));
})().catch((error) => { console.error(error); process.exit(1); });
