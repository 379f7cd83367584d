"""The core of Pyodide and its wheels: fetched by npm and pip, or from a folder or an address, and checked."""

import hashlib
import re
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import zipfile
from pathlib import Path

from mcts_lab.engine import cache

VERSIONS = tomllib.loads(Path(__file__).with_name("versions.toml").read_text("utf-8"))
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ADDRESS = re.compile("https?://")


class NoLab(RuntimeError):
    """The lessons cannot be written for browsers; the message says why, and what to do."""


def downloads() -> Path:
    """Return the folder in which downloads are kept."""
    folder = cache.base().parent / "lite" / VERSIONS["pyodide"]
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def core() -> Path:
    """Return the folder with the core of Pyodide."""
    return from_npm("pyodide", VERSIONS["pyodide"])


def from_npm(name, version) -> Path:
    """Return the folder of a package that npm fetches once."""
    folder = downloads() / name.rpartition("/")[2] / version
    if not (folder / "package" / "package.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        packed = said(["npm", "pack", "--silent", f"{name}@{version}"], folder).split()[-1]
        with tarfile.open(folder / packed) as archive:
            archive.extractall(folder, filter="data")
    return folder / "package"


def said(command, folder) -> str:
    """Run a command in a folder; what it prints. Raises `NoLab` if it fails."""
    try:
        return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip() or error.stdout.strip()).splitlines()[-1:]
        raise NoLab(f"{' '.join(map(str, command[:4]))} failed: {''.join(last)}. Check the network, or name a "
                       "folder with the wheels by --wheels.") from None


def fetched(files, source=None) -> dict:
    """Return the places of wheels of Pyodide, which must be as its list says: file name -> place. Of those for all
    machines, which Pyodide packs anew, some may be missing; the index has them as well (`indexed`).

    files: file name -> SHA-256 that Pyodide's list has
    source: a folder or an address that has them; None: the package of the index that `versions.toml` names
    """
    kept = downloads() / "wheels"
    kept.mkdir(exist_ok=True)
    at_address = bool(source and ADDRESS.match(source))
    folders = (kept, Path(source)) if source and not at_address else (kept,)

    def found():
        return {file: folder / file for file, sha in files.items() for folder in folders if has(folder / file, sha)}

    missing = files.keys() - found().keys()
    if at_address:
        for file in missing:
            urllib.request.urlretrieve(f"{source.rstrip('/')}/{file}", kept / file)
    elif not source and not all(map(is_pure, missing)):
        unpack(kept, missing)
    for file in sorted(files.keys() - found().keys()):
        if not is_pure(file):
            raise NoLab(f"{file} of Pyodide {VERSIONS['pyodide']} is missing, or differs from the file in "
                        "Pyodide's list. With --wheels, name a folder or an address that has it.")
    return found()


def has(place, sha) -> bool:
    """Return whether there is a file of this SHA-256 at a place."""
    return place.is_file() and sha_of(place) == sha


def sha_of(place) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(Path(place).read_bytes()).hexdigest()


def is_pure(file) -> bool:
    """Return whether a wheel is for all machines."""
    return file.endswith("none-any.whl")


def unpack(folder, files):
    """Take wheels out of the wheel that contains them."""
    name, _, version = VERSIONS["wheels"].partition("==")
    if not kept_as(downloads(), name, version):
        from_index([VERSIONS["wheels"]], downloads())
    with zipfile.ZipFile(kept_as(downloads(), name, version)) as whole:
        places = set(whole.namelist())
        for file in files:
            if (place := f"{VERSIONS['folder']}/{file}") in places:
                (folder / file).write_bytes(whole.read(place))


def indexed(name, version) -> Path:
    """Return a wheel for all machines that is not Pyodide's: that of the index, without its compiled part."""
    folder = downloads() / "index"
    if not kept_as(folder, name, version):
        folder.mkdir(exist_ok=True)
        from_index([f"{name}=={version}"], folder)
    found = kept_as(folder, name, version)
    if is_pure(found.name):
        return found
    place = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(found) as whole, zipfile.ZipFile(place, "w") as part:
        for one in whole.namelist():
            if not one.endswith((".so", ".pyd")):
                part.writestr(one, whole.read(one))
    found.unlink()
    return place


def kept_as(folder, name, version):
    """Return the wheel of a package in a folder, or None."""
    return next(folder.glob(f"{name.replace('-', '_')}-{version}-*.whl"), None)


def from_index(requirements, folder):
    """Download wheels from the Python index, each for itself."""
    said([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
          "--ignore-requires-python", "--dest", str(folder), *requirements], folder)
