"""Put compiled Python into wheels, so that imports take half the time; Pyodide runs this (see bytecode.mjs)."""

import py_compile
import sys
import zipfile
from fnmatch import fnmatch
from pathlib import Path

WHERE = f"/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"  # of the browser, for tracebacks


def compiled(wheel, out, skips, keeps_sources, scratch):
    """Write a wheel with its modules as bytecode.

    skips: patterns of files that are left out
    keeps_sources: whether the sources stay beside the bytecode, as the project's do, which lessons show
    """
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for name in sorted(old.namelist()):
            content = old.read(name)
            if name.endswith("/") or any(fnmatch(name, skip) for skip in skips):
                continue
            code = bytecode(name, content, scratch) if name.endswith(".py") else None
            if code is None or keeps_sources:
                new.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
            if code is not None:
                folder, _, file = name.rpartition("/")
                beside = f"{folder}/__pycache__/{file[:-3]}.{sys.implementation.cache_tag}.pyc"
                new.writestr(zipfile.ZipInfo(beside if keeps_sources else f"{name}c"), code, zipfile.ZIP_DEFLATED)


def bytecode(name, content, scratch):
    """Return a module as bytecode that asks for no source; None for what is no Python, such as a template."""
    source, made = Path(scratch, "module.py"), Path(scratch, "module.pyc")
    source.write_bytes(content)
    try:
        py_compile.compile(str(source), str(made), f"{WHERE}/{name}", doraise=True,
                           invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    except py_compile.PyCompileError:
        return None
    return made.read_bytes()


def all_compiled(folder, out, skips, own, scratch="/tmp"):
    """Write all wheels of a folder into another one. own: the file of the project's, of which nothing is left out"""
    for wheel in sorted(Path(folder).glob("*.whl")):
        is_own = wheel.name == own
        compiled(wheel, Path(out, wheel.name), () if is_own else skips, is_own, scratch)
