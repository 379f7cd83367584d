"""The folder of the website with the lessons to be run in the browser: `build`."""

import importlib.metadata
import importlib.util
import json
import re
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

import mcts_lab
from mcts_lab.declarations import GROUP, OWN
from mcts_lab.engine import modules as recorded
from mcts_lab.extras import lacking
from mcts_lab.host import need_processes
from mcts_papers import paths

from ..jupyter import notebooks
from . import record
from .wheels import ADDRESS, CORE, VERSIONS, NoLab, core, fetched, from_npm, indexed, said, sha_of

KERNEL = {"name": "python", "display_name": "Python (in this browser)", "language": "python"}
NAME = "mcts_lab"
SETTINGS = "@jupyterlite/pyodide-kernel-extension:kernel"
EXTENSIONS = ("@jupyterlite/pyodide-kernel-extension", "@jupyter-widgets/jupyterlab-manager", "anywidget")
NEEDED = ("jupyterlite_core", "jupyterlite_pyodide_kernel", "jupyter_server")  # of the extra 'lite'
HERE = Path(__file__).parent
ICONS = ("notebook", "file", "busy-1", "busy-2", "busy-3", "terminal", "console")


def lessons() -> list[Path]:
    """Return the notebooks that a browser can run: the lessons without replications, the explorer and the projects."""
    masters = [master for master in notebooks.masters() if not master.stem.startswith("P")]
    return [notebooks.made(master) for master in (*masters, *notebooks.projects())]


def build(out, pyodide=None, wheels=None, fast=None) -> Path:
    """Write the lessons, JupyterLite and Pyodide into the folder `out`; returns it.

    pyodide: the address of Pyodide's distribution, of the version in `versions.toml`; None: it is copied
    wheels: a folder or an address with the wheels of Pyodide, as for `wheels.fetched`
    fast: names of the lessons whose searches run compiled; None: all. Each is run here first, unless it was before

    Raises ModuleNotFoundError where JupyterLite is missing, and `NoLab` where something else is, or `out` is a folder
    that no build of ours made.
    """
    check(out := Path(out))
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "source"
        static = source / "static" / "pyodide"
        static.mkdir(parents=True)
        masters = [master for master in notebooks.masters() if not master.stem.startswith("P")]
        quick = record.files(master for master in masters if fast is None or master.stem in fast)
        packages(static, pyodide, wheels, own_wheel(Path(scratch), quick))
        for path in lessons():
            copy = source / "files" / path.relative_to(paths.lessons())
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(for_browser(path.read_text("utf-8")), encoding="utf-8")
        shutil.copy(notebooks.glossary(), source / "files")
        settings(source, pyodide)
        said([sys.executable, "-m", "jupyterlite_core", "build", "--force", "--lite-dir", str(source)], source)
        built = Path(scratch) / "built"
        for name in ICONS:  # which the page of a notebook asks for
            (built / "static" / "favicons").mkdir(exist_ok=True)
            shutil.copy(built / "notebooks" / "favicon.ico", built / "static" / "favicons" / f"favicon-{name}.ico")
        for font in built.glob("build/fa-*.svg"):  # which browsers have as WOFF2 as well
            font.unlink()
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(built, out)
    return out


def check(out):
    """Raise what `build` raises, as far as it is known before the work."""
    need_processes("Building the site")
    for name in NEEDED:
        if importlib.util.find_spec(name) is None:
            raise ModuleNotFoundError(lacking(name), name=name)
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise NoLab(f"{program} is not installed, but the lessons in the browser need it. Install Node with "
                           "npm, or leave out --lab.")
    if out.exists() and not made_here(out):
        raise NoLab(f"{out} contains other files. Name another folder for the website.")


def made_here(out) -> bool:
    """Return whether `build` made a folder."""
    place = out / "jupyter-lite.json"
    return place.is_file() and re.search(rf'"appName":\s*"{NAME}"', place.read_text("utf-8")) is not None


def for_browser(notebook: str) -> str:
    """Return a notebook, as the text of its file, without outputs and for the kernel of the browser."""
    content = json.loads(paths.without_outputs(notebook))
    content["metadata"] = {"kernelspec": KERNEL}
    return json.dumps(content, ensure_ascii=False)


def settings(source, pyodide):
    """Write the settings of JupyterLite, and of its build."""
    address = pyodide.rstrip("/") if pyodide else "./static/pyodide"
    kernel = {"pyodideUrl": f"{address}/pyodide.mjs", "disablePyPIFallback": True,
              "loadPyodideOptions": {"lockFileURL": "./static/pyodide/pyodide-lock.json", "packages": []}}
    (source / "jupyter-lite.json").write_text(json.dumps({
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {"appName": NAME, "exposeAppInBrowser": True, "contentsStorageName": NAME,
                                "settingsStorageName": f"{NAME} settings",
                                "litePluginSettings": {SETTINGS: kernel}}}))
    (source / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": {
        "apps": ["notebooks", "tree"], "contents": ["files"], "output_dir": "../built", "cache_dir": "../cache",
        "no_sourcemaps": True, "no_unused_shared_packages": True, "ignore_sys_prefix": True,
        "federated_extensions": [str(Path(sys.prefix, "share/jupyter/labextensions", name)) for name in EXTENSIONS]}}))


def packages(folder, pyodide, wheels, own):
    """Write Pyodide's core and all wheels with the list that Pyodide reads into `folder`. own: the project's wheel"""
    listed = json.loads((core() / "pyodide-lock.json").read_text("utf-8"))
    known = needed(listed["packages"])
    theirs = {one["file_name"]: one["sha256"] for one in known.values() if one["sha256"]}
    made, raw, ready = {"mcts-lab": own, "resvg-py": resvg_wheel(own.parent)}, own.parent / "raw", own.parent / "ready"
    raw.mkdir()
    ready.mkdir()
    found = {} if pyodide else fetched(theirs, wheels)
    for name, one in known.items():
        if pyodide and one["sha256"]:
            one["file_name"] = f"{pyodide.rstrip('/')}/{one['file_name']}"
        else:
            place = found.get(one["file_name"]) or made.get(name) or indexed(name, one["version"])
            one["file_name"] = Path(shutil.copy(place, raw)).name
    for name in () if pyodide else CORE:
        shutil.copy(core() / name, folder)
    skips = " ".join(VERSIONS["skips"]["files"])
    said(["node", str(HERE / "bytecode.mjs"), str(core()), str(raw), str(ready), skips, own.name], raw)
    for one in known.values():
        if not ADDRESS.match(one["file_name"]):
            one["sha256"] = sha_of(shutil.copy(ready / one["file_name"], folder))
    (folder / "pyodide-lock.json").write_text(json.dumps(listed | {"packages": known}), encoding="utf-8")


def needed(listed) -> dict:
    """Return the rows of all packages that the lessons need, as Pyodide's list has them; of those that are not taken
    from it, the hash and the file's name are empty."""
    found, left = {}, ["mcts-lab", *VERSIONS["kernel"], *VERSIONS["later"]]
    ours = {**VERSIONS["index"], "mcts-lab": mcts_lab.__version__, "resvg-py": VERSIONS["resvg"]}
    while left:
        name = left.pop().lower().replace("_", "-")
        if name in found:
            continue
        row = dict(listed.get(name) or {"name": name, "imports": [name.replace("-", "_")], "install_dir": "site",
                                        "package_type": "package", "unvendored_tests": False})
        if name in ours:
            row |= {"version": ours[name], "sha256": "", "file_name": ""}
        row["depends"] = VERSIONS["needs"].get(name, row.get("depends", []))
        row["imports"] = (list(OWN) if name == "mcts-lab" else row["imports"]) + VERSIONS["later"].get(name, [])
        found[name] = row
        left += row["depends"]
    return dict(sorted(found.items()))


def own_wheel(folder, modules) -> Path:
    """Write the project's wheel for the browser: without what marks are given for, and with little of the data.

    modules: the files of `mcts_lab.engine.modules`, name -> content
    """
    top, omits = Path(mcts_lab.__file__).parents[1], VERSIONS["own"]["omits"]
    points = sorted({f"{one.name} = {one.value}" for one in importlib.metadata.entry_points(group=GROUP)
                     if one.module in OWN})
    files = {f"mcts_lab/engine/{recorded.FOLDER.name}/{name}": content for name, content in modules.items()}
    for path in sorted(path for name in OWN for path in (top / name).rglob("*")):
        where = path.relative_to(top)
        if path.is_file() and "__pycache__" not in path.parts and not any(map(where.is_relative_to, omits)):
            files[where] = path.read_bytes()
    for pattern in VERSIONS["own"]["data"]:
        for path in sorted(paths.root().glob(pattern)):
            files[Path("mcts_papers/shipped", path.relative_to(paths.root()))] = path.read_bytes()
    return wheel(folder, "mcts_lab", mcts_lab.__version__, files, "\n".join([f"[{GROUP}]", *points, ""]))


def resvg_wheel(folder) -> Path:
    """Write the wheel that draws pictures in the place of resvg_py."""
    theirs, version = from_npm("@resvg/resvg-wasm", VERSIONS["resvg"]), VERSIONS["resvg"]
    files = {f"resvg_py/{name}": (theirs / name).read_bytes() for name in ("index.js", "index_bg.wasm", "package.json")}
    return wheel(folder, "resvg_py", version, {"resvg_py/__init__.py": (HERE / "resvg_py.py").read_bytes(), **files})


def wheel(folder, name, version, files, points="") -> Path:
    """Write a wheel of these files, name -> content. points: its entry points, as the text of their file"""
    place, info = Path(folder, f"{name}-{version}-py3-none-any.whl"), f"{name}-{version}.dist-info"
    with zipfile.ZipFile(place, "w") as made:
        for file, content in files.items():
            made.writestr(str(file), content)
        made.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        made.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: mcts_lab\nRoot-Is-Purelib: true\n"
                                       "Tag: py3-none-any\n")
        made.writestr(f"{info}/entry_points.txt", points)
    return place
