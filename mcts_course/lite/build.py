"""The folder of the website with the lessons to be run in the browser: `build`."""

import importlib.metadata
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import mcts_lab
from mcts_lab.declarations import GROUP, OWN
from mcts_lab.extras import lacking
from mcts_lab.host import need_processes
from mcts_papers import paths

from ..jupyter import notebooks
from .wheels import ADDRESS, CORE, VERSIONS, core, fetched, indexed, said, sha_of

KERNEL = {"name": "python", "display_name": "Python (in this browser)", "language": "python"}
SETTINGS = "@jupyterlite/pyodide-kernel-extension:kernel"
EXTENSIONS = ("@jupyterlite/pyodide-kernel-extension", "@jupyter-widgets/jupyterlab-manager", "anywidget")
NEEDED = ("jupyterlite_core", "jupyterlite_pyodide_kernel", "jupyter_server")  # of the extra 'lite'
OWN_WHEEL = f"mcts_lab-{mcts_lab.__version__}-py3-none-any.whl"
HERE = Path(__file__).parent


def lessons() -> list[Path]:
    """Return the notebooks that a browser can run: the lessons that are no replications, the explorer, the projects."""
    masters = [master for master in notebooks.masters() if not master.stem.startswith("P")]
    return [notebooks.made(master) for master in (*masters, *notebooks.projects())]


def build(out, pyodide=None, wheels=None) -> Path:
    """Write the lessons, JupyterLite and Pyodide into the folder `out`; returns it.

    pyodide: the address of Pyodide's distribution, of the version in `versions.toml`; None: it is copied
    wheels: a folder or an address with the wheels of Pyodide, as for `wheels.fetched`

    Raises ModuleNotFoundError where JupyterLite is missing, and `NoWheels`.
    """
    need_processes("Building the site")
    for name in NEEDED:
        if importlib.util.find_spec(name) is None:
            raise ModuleNotFoundError(lacking(name), name=name)
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "source"
        static = source / "static" / "pyodide"
        static.mkdir(parents=True)
        packages(static, pyodide, wheels, Path(scratch))
        for path in lessons():
            copy = source / "files" / path.relative_to(paths.lessons())
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(for_browser(path.read_text("utf-8")), encoding="utf-8")
        shutil.copy(notebooks.glossary(), source / "files")
        settings(source, pyodide)
        said([sys.executable, "-m", "jupyterlite_core", "build", "--force", "--lite-dir", str(source)], source)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(Path(scratch) / "built", out)
    return Path(out)


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
        "jupyter-config-data": {"appName": "mcts_lab", "exposeAppInBrowser": True, "contentsStorageName": "mcts_lab",
                                "settingsStorageName": "mcts_lab settings",
                                "litePluginSettings": {SETTINGS: kernel}}}))
    (source / "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": {
        "apps": ["lab", "notebooks", "tree"], "contents": ["files"], "output_dir": "../built", "cache_dir": "../cache",
        "no_sourcemaps": True, "no_unused_shared_packages": True, "ignore_sys_prefix": True,
        "federated_extensions": [str(Path(sys.prefix, "share/jupyter/labextensions", name)) for name in EXTENSIONS]}}))


def packages(folder, pyodide, wheels, scratch):
    """Write Pyodide's core and all wheels with the list that Pyodide reads into `folder`."""
    listed = json.loads((core() / "pyodide-lock.json").read_text("utf-8"))
    known = needed(listed["packages"])
    raw, ready = scratch / "raw", scratch / "ready"
    raw.mkdir()
    ready.mkdir()
    found = {} if pyodide else fetched({one["file_name"]: one["sha256"] for one in known.values() if one["sha256"]}, wheels)
    for name, one in known.items():
        if pyodide and one["sha256"]:
            one["file_name"] = f"{pyodide.rstrip('/')}/{one['file_name']}"
        elif name != "mcts-lab":
            place = found.get(one.get("file_name")) or indexed(name, one["version"])
            one["file_name"] = Path(shutil.copy(place, raw)).name
    for name in () if pyodide else CORE:
        shutil.copy(core() / name, folder)
    own_wheel(raw)
    said(["node", str(HERE / "bytecode.mjs"), str(core()), str(raw), str(ready), OWN_WHEEL], scratch)
    for one in known.values():
        if not ADDRESS.match(one["file_name"]):
            one["sha256"] = sha_of(shutil.copy(ready / one["file_name"], folder))
    (folder / "pyodide-lock.json").write_text(json.dumps(listed | {"packages": known}), encoding="utf-8")


def needed(listed) -> dict:
    """Return Pyodide's rows of all packages that the lessons need, and such rows of the others, without a hash."""
    found, left = {}, ["mcts-lab", *VERSIONS["kernel"], *VERSIONS["later"]]
    while left:
        name = left.pop().lower().replace("_", "-")
        if name not in found:
            own, ours = name == "mcts-lab", name in VERSIONS["index"]
            row = {"name": name, "imports": [name.replace("-", "_")], "depends": [], "install_dir": "site",
                   "package_type": "package", "unvendored_tests": False} if own or ours else {}
            row = row | listed.get(name, {})
            row = row | {"depends": VERSIONS["needs"].get(name, row["depends"]),
                         "imports": row["imports"] + VERSIONS["later"].get(name, [])}
            if own:
                row |= {"version": mcts_lab.__version__, "sha256": "", "imports": list(OWN), "depends": VERSIONS["loads"],
                        "file_name": OWN_WHEEL}
            elif ours:
                row |= {"version": VERSIONS["index"][name], "sha256": ""}
            found[name] = row
            left += row["depends"]
    return dict(sorted(found.items()))


def own_wheel(folder) -> Path:
    """Write the project's wheel for the browser: without what marks are given for, and with little of the data."""
    top, place = Path(mcts_lab.__file__).parents[1], Path(folder, OWN_WHEEL)
    info = f"mcts_lab-{mcts_lab.__version__}.dist-info"
    omits = [top / one for one in VERSIONS["own"]["omits"]]
    points = sorted({f"{one.name} = {one.value}" for one in importlib.metadata.entry_points(group=GROUP)
                     if one.module in OWN})
    with zipfile.ZipFile(place, "w") as wheel:
        for path in sorted(path for name in OWN for path in (top / name).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and not any(map(path.is_relative_to, omits)):
                wheel.write(path, path.relative_to(top))
        for pattern in VERSIONS["own"]["data"]:
            for path in sorted(paths.root().glob(pattern)):
                wheel.write(path, Path("mcts_papers/shipped", path.relative_to(paths.root())))
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: mcts_lab\nVersion: {mcts_lab.__version__}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: mcts_lab\nRoot-Is-Purelib: true\n"
                                        "Tag: py3-none-any\n")
        wheel.writestr(f"{info}/entry_points.txt", "\n".join([f"[{GROUP}]", *points, ""]))
    return place
