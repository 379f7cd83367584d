"""The lessons in a browser with nothing installed: what the site has, and, where it was built, whether they run.

``mcts-lab site --only-lab`` builds it into `site/lab`; MCTS_LAB_SITE names another folder than `site`.
"""

import functools
import hashlib
import http.server
import importlib.util
import json
import os
import shutil
import subprocess
import threading
import zipfile
from pathlib import Path

import pytest

from mcts_course.lite import build, bytecode, record, wheels
from mcts_lab.engine import cache
from mcts_lab.engine.bits import count_bits
from mcts_lab.engine.generic import Entry

ROOT = Path(__file__).resolve().parents[2]
LAB = Path(os.environ.get("MCTS_LAB_SITE", ROOT / "site")) / "lab"
PATIENCE = 1000 * int(os.environ.get("MCTS_LAB_PATIENCE", 300))
LESSONS = [path.stem for path in build.lessons() if "projects" not in path.parts]
NOTEBOOK = "window.jupyterapp?.shell?.currentWidget"


@pytest.fixture(scope="module")
def lab():
    """The folder of the site; tests that need it are skipped where it was not built."""
    if not (LAB / "index.html").is_file():
        pytest.skip("needs the lessons for browsers: mcts-lab site --only-lab")
    return LAB


@pytest.fixture(scope="module")
def server(lab):
    """The address of the site, from Python's own web server."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=lab)
    handler.log_message = lambda *args: None
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()


def test_the_wheel_has_nothing_that_marks_are_given_for(tmp_path):
    with zipfile.ZipFile(build.own_wheel(tmp_path, {"index.json": b"{}"})) as wheel:
        names = wheel.namelist()
    secret = ("grader", "solutions/", "/marking/", "projects/source")
    assert not [name for name in names if any(word in name for word in secret)]
    assert {"mcts_lab/engine/recorded/index.json", "mcts_course/exercises/catalogue.py",
            "mcts_papers/shipped/notebooks/source/00_play.py"} <= set(names)


def test_a_wheel_that_is_not_the_listed_one_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(wheels, "downloads", lambda: tmp_path)
    there = tmp_path / "there"
    there.mkdir()
    for name in ("a-1-cp314-wasm32.whl", "b-1-py3-none-any.whl"):
        (there / name).write_bytes(name.encode())
    listed = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in there.iterdir()}
    assert wheels.fetched(listed, str(there)) == {path.name: path for path in there.iterdir()}
    (there / "b-1-py3-none-any.whl").write_bytes(b"packed by others")  # the index has those for all machines
    assert set(wheels.fetched(listed, str(there))) == {"a-1-cp314-wasm32.whl"}
    (there / "a-1-cp314-wasm32.whl").write_bytes(b"other code")
    with pytest.raises(wheels.NoLab, match="a-1-cp314-wasm32.whl .* is missing, or differs"):
        wheels.fetched(listed, str(there))


def test_bytecode_is_imported_in_place_of_sources(tmp_path):
    with zipfile.ZipFile(tmp_path / "one-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("one/__init__.py", "VALUE = 1\n")
        wheel.writestr("one/tests/test_it.py", "")
        wheel.writestr("one/template.py", "this is {{ no }} Python\n")
    for keeps in (True, False):
        out = tmp_path / f"{keeps}.zip"
        bytecode.compiled(tmp_path / "one-1-py3-none-any.whl", out, [] if keeps else ["*/tests/*"], keeps, tmp_path)
        with zipfile.ZipFile(out) as made:
            names = made.namelist()
            made.extractall(tmp_path / str(keeps))
        assert "one/template.py" in names and ("one/__init__.py" in names) == ("one/tests/test_it.py" in names) == keeps
    spec = importlib.util.spec_from_file_location("one", tmp_path / "False" / "one" / "__init__.pyc")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.VALUE == 1


def test_a_folder_with_other_files_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(build.shutil, "which", lambda name: name)
    (tmp_path / "jupyter-lite.json").write_text('{"jupyter-config-data": {"appName": "mine"}}')
    with pytest.raises(wheels.NoLab, match="contains other files"):
        build.build(tmp_path)
    monkeypatch.setattr(build.shutil, "which", lambda name: None)
    with pytest.raises(wheels.NoLab, match="^node is not installed, but the lessons in the browser need it. Install"):
        build.build(tmp_path / "new")


def test_a_notebook_for_the_browser_has_no_outputs_and_its_kernel():
    notebook = json.loads(build.for_browser((ROOT / "notebooks" / "00_play.ipynb").read_text("utf-8")))
    assert notebook["metadata"]["kernelspec"]["name"] == "python"
    assert not any(cell.get("outputs") for cell in notebook["cells"])


IN_NODE = """
import {readFileSync} from "node:fs";
const [lab, folder] = process.argv.slice(2);
const {loadPyodide} = await import(`${lab}/static/pyodide/pyodide.mjs`);
const pyodide = await loadPyodide({indexURL: `${lab}/static/pyodide/`, env: {MPLBACKEND: "agg"}});
await pyodide.loadPackage("mcts-lab", {messageCallback: () => {}});
pyodide.FS.mkdir("/test");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, {root: folder}, "/test");
await pyodide.runPythonAsync(readFileSync(`${folder}/program.py`, "utf8"));
process.exit(0);
"""
SAME = '''
import hashlib, importlib, json, operator, pathlib, pickle
import numpy as np
from mcts_lab.engine import modules
from mcts_lab.engine.bundle import Bundle, flat
from mcts_lab.engine.generic import Entry, kind

def digest(value):
    """Return a hash of all arrays and records in a value."""
    if isinstance(value, Bundle):
        return digest(tuple(flat([getattr(value, name) for name in value.FIELDS])))
    if isinstance(value, tuple):
        return hashlib.sha256("".join(map(digest, value)).encode()).hexdigest()
    return value.tobytes().hex() if isinstance(value, (np.ndarray, np.generic)) else repr(value)

def ran(key, there, run):
    """Return hashes of a function's arguments and of what it returns, after its call."""
    module, name, args = pickle.loads(there)
    function = operator.attrgetter(name)(importlib.import_module(module))
    args = tuple(np.array([one])[0] if isinstance(one, np.void) else one for one in args)  # rows of arrays, as always
    returned = run(getattr(function, "function", function), args)
    return digest(args), digest(returned if returned is None else float(returned))
'''
CODE = SAME + '''
found = {}
for path in pathlib.Path("/test").glob("*.args"):
    def run(function, args):
        assert modules.key_of(function, tuple(map(kind, args))) == path.stem, function
        return modules.code(function, tuple(map(kind, args)))(*args)
    found[path.stem] = ran(path.stem, path.read_bytes(), run)
pathlib.Path("/test/found.json").write_text(json.dumps(found))
'''


def in_node(lab, folder, program):
    """Run a program in the site's Python, by Node, in which `folder` is /test."""
    node = shutil.which("node") or pytest.skip("needs Node")
    (folder / "program.py").write_text(program, encoding="utf-8")
    (folder / "run.mjs").write_text(IN_NODE, encoding="utf-8")
    done = subprocess.run([node, str(folder / "run.mjs"), str(lab), str(folder)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.compiled
def test_a_module_is_made_again_when_it_would_be_made_otherwise(monkeypatch, tmp_path):
    monkeypatch.setenv("MCTS_LAB_CACHE", str(tmp_path))
    made = []
    monkeypatch.setattr(record, "compiled", lambda *which: made.append(which) or ({}, b"module"))
    for version in ("one", "one", "other"):
        monkeypatch.setattr(record, "hash_of", lambda modules, version=version: version)
        assert record.keep(count_bits, (7,)), "it has a key"
    assert len(made) == 2


@pytest.mark.all
def test_each_module_does_byte_for_byte_what_native_code_does(lab, tmp_path):
    wheel = next((lab / "static" / "pyodide").glob("mcts_lab-*.whl"))
    with zipfile.ZipFile(wheel) as whole:
        keys = list(json.loads(whole.read("mcts_lab/engine/recorded/index.json")))
    kept = {key: cache.kept(key, record.ARGUMENTS) for key in keys}
    if not keys or None in kept.values():
        pytest.skip("needs what was recorded for the site's modules: build it here again, by mcts-lab site --only-lab")
    room = {}
    exec(SAME, room)
    native = {}
    for key, there in kept.items():
        (tmp_path / f"{key}.args").write_bytes(there)
        native[key] = list(room["ran"](key, there, lambda function, args: Entry(function, False)(*args, compiled=True)))
    in_node(lab, tmp_path, CODE)
    assert json.loads((tmp_path / "found.json").read_text()) == native


OWN_RULE = '''
from mcts_lab import UCT, Search, games, start
from mcts_lab.games.boards.connect_four import ConnectFour

class Backwards(ConnectFour):
    def payoff(self, state, player):
        return -ConnectFour.payoff(self, state, player)

def visits(game, **options):
    search = Search(game, start(game), UCT(), seed=1, **options)
    return search.compiled, search.run(100).visits

ours, theirs = visits(ConnectFour()), visits(Backwards())
assert ours == (True, visits(ConnectFour(), compiled=False)[1]), ours
assert theirs == (False, visits(Backwards(), compiled=False)[1]), theirs
assert ours[1] != theirs[1]
'''


@pytest.mark.all
def test_a_students_changed_rule_runs_there(lab, tmp_path):
    in_node(lab, tmp_path, OWN_RULE)


def opened(page, server, name):
    """Open a lesson and wait for its kernel."""
    page.goto(f"{server}/notebooks/index.html?path={name}.ipynb")
    page.wait_for_function(f"{NOTEBOOK}?.content?.widgets?.length > 2", timeout=PATIENCE)
    page.wait_for_function(f"{NOTEBOOK}.sessionContext?.session?.kernel?.status === 'idle'", timeout=PATIENCE)


@pytest.mark.parametrize("name", ["00_play", "03_tree", *(
    pytest.param(name, marks=pytest.mark.release) for name in LESSONS if name not in ("00_play", "03_tree"))])
def test_a_lesson_runs_in_the_browser_without_a_network(browser, server, name):
    context = browser.new_context()
    page, asked = context.new_page(), []
    context.on("request", lambda request: asked.append(request.url))
    opened(page, server, name)
    page.evaluate("() => { window.ran = jupyterapp.commands.execute('notebook:run-all-cells').then(() => true); }")
    page.evaluate("window.ran")
    cells = page.evaluate(f"{NOTEBOOK}.context.model.toJSON()")["cells"]
    context.close()
    code = [cell for cell in cells if cell["cell_type"] == "code" and "".join(cell["source"]).strip()]
    assert all(cell["execution_count"] for cell in code)
    assert not [output for cell in code for output in cell["outputs"] if output["output_type"] == "error"]
    assert not [url for url in asked if not url.startswith((server, "data:", "blob:"))]


def test_work_in_the_browser_is_kept(browser, server):
    context = browser.new_context()
    page = context.new_page()
    opened(page, server, "00_play")
    page.evaluate(f"""async () => {{
      const notebook = {NOTEBOOK};
      notebook.content.widgets[0].model.sharedModel.setSource("# kept");
      await notebook.context.save();
    }}""")
    page.reload()
    page.wait_for_function(f"{NOTEBOOK}?.content?.widgets?.length > 2", timeout=PATIENCE)
    assert page.evaluate(f"{NOTEBOOK}.content.widgets[0].model.sharedModel.getSource()") == "# kept"
    context.close()
