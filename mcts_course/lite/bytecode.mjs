// node bytecode.mjs CORE WHEELS OUT SKIPS OWN: what bytecode.py does, by the Python that will read the bytecode
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [core, wheels, out, skips, own] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(`${core}/pyodide.mjs`));
const pyodide = await loadPyodide({indexURL: core});
for (const [place, folder] of [["/in", wheels], ["/out", out]]) {
  pyodide.FS.mkdir(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, {root: folder}, place);
}
pyodide.runPython(readFileSync(new URL("bytecode.py", import.meta.url), "utf8"));
pyodide.globals.get("all_compiled")("/in", "/out", skips.split(" "), own);
process.exit(0);
