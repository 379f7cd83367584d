"""Compiled code on disk: one process compiles a function, and later processes load its code.

`attach` changes a function of Numba so that it reads and writes its machine code here. Numba's own cache notices a
change of a function, but not a change of the functions that it calls. Here a **key** describes all sources of the
code. The code for each key is in its own folder in ``compiled``, below ``$MCTS_LAB_CACHE`` or the user's cache folder.
Each function has one file for each combination of argument types. Each file contains a checksum.

* A damaged file is ignored. The function is compiled again, and the file is replaced.
* Loading code means running it. So no file is read if it belongs to another user, or if another user could have
  written it (`exposed`). If another user could write to the whole folder, a private folder for temporary files is used
  instead, and a warning says so.
* If the folder cannot be written, the code in it is used, and other code is compiled in memory, with a warning.
* If several processes need the same code, one of them compiles it and the others wait. If that process ends before it
  has finished, another one compiles.
* An old folder is removed only if it has the mark of this module. Other files are never removed.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import pickle
import re
import stat
import sys
import tempfile
import time
from pathlib import Path

from ..host import in_browser
from .locks import locks_in, number_of
from .sources import PYTHON, described
from .whole_files import written_whole

log = logging.getLogger("mcts_lab")

MARK = "mcts_lab.txt"
MARK_TEXT = "Compiled code of mcts_lab, which may be deleted at any time: it is compiled again when it is needed.\n"
HEAD = b"mcts_lab compiled code 2\n"
PATIENCE = 600.0  # seconds to wait while another process compiles the same code; then this process compiles it too
KEEP, DAYS = 200, 30.0  # remove a folder that was not used for DAYS days, if KEEP others were used later
OURS = re.compile(r".*\.(code|part)|locks|" + re.escape(MARK))


def attach(dispatcher, key: str, parcel=None):
    """Make a function of Numba (the result of ``njit``) read its compiled code from disk and write it there.

    `key` must change whenever the function, a function that it calls, or a constant in them changes. This module adds
    the versions of Python and Numba and the level of the processor. The result of ``parcel.pack`` is stored with the
    code. Before the code is loaded, ``parcel.prepare`` is called with this result, and afterwards ``parcel.unpack``.
    With None, nothing is stored. Returns `dispatcher`.
    """
    kept = _Kept(dispatcher, _folder(str(folder_of(key))), parcel)
    compile_one = dispatcher.compile

    @functools.wraps(compile_one)
    def compile(sig):
        try:
            return compile_one(sig)
        finally:
            kept.release(sig)

    dispatcher._cache = kept
    dispatcher.compile = compile
    return dispatcher


def on_disk(dispatcher, sig) -> bool:
    """Return whether there is compiled code on disk for an attached function and these argument types (a tuple of
    Numba's types)."""
    kept = dispatcher._cache
    return not kept.folder.exposed and os.path.exists(kept.file(sig, dispatcher.targetctx.codegen()))


def kept(key: str, name: str) -> bytes | None:
    """Return the content that `keep` wrote under this key and name, or None."""
    folder = _folder(str(folder_of(key)))
    return None if folder.exposed else _read(folder.path / f"{name}.code")


def keep(key: str, name: str, content: bytes):
    """Store compiled code that was not made by Numba. If the folder cannot be written, log a warning."""
    folder = _folder(str(folder_of(key)))
    if folder.ready():
        folder.write(folder.path / f"{name}.code", content)


def base() -> Path:
    """Return the folder that contains the folders of all keys."""
    return _private(_chosen())


def _chosen() -> str:
    """Return the path from MCTS_LAB_CACHE, or else the usual cache folder of the operating system."""
    chosen = os.environ.get("MCTS_LAB_CACHE")
    if not chosen and sys.platform == "win32":
        chosen = os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~"), "mcts_lab")
    if not chosen:
        home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        chosen = os.path.join(home, "mcts_lab")
    return os.path.join(chosen, "compiled")


@functools.cache
def _private(chosen: str) -> Path:
    """Return the chosen folder with links resolved. If it is `exposed`, return a folder for temporary files instead."""
    place = Path(os.path.realpath(chosen))
    reason = exposed(place)
    if reason:
        try:
            temporary = tempfile.gettempdir()
        except OSError:  # there is no such folder; writing to this one will fail with a warning
            return place
        instead = Path(os.path.realpath(os.path.join(temporary, f"mcts_lab-{os.geteuid()}", "compiled")))
        log.warning("compiled code in %s is not used (%s), because code from another user would run with your rights: "
                    "take away their right to write there, or set MCTS_LAB_CACHE to a folder of your own; until then "
                    "%s is used", place, reason, instead)
        place = instead
    return place


def exposed(path: Path) -> str:
    """Return why another user could have put a file into this folder, or an empty text if no other user could.

    The folder, which need not exist, must belong to the user or to root, and no other user may write to it. The same
    is required of all folders above it, with one exception: other users may write to a folder above it if its sticky
    bit prevents them from renaming the user's files. A group may write if the user is its only member. On systems
    where files have no owners (Windows), nothing is checked.
    """
    if in_browser() or not hasattr(os, "geteuid"):  # there are no other users
        return ""
    for place in (path, *path.parents):
        with contextlib.suppress(OSError):  # a folder that cannot be inspected cannot be read either
            status = os.stat(place)
            reason = _open_to_others(status, sticky=place != path)
            if reason and stat.S_ISDIR(status.st_mode):
                return f"{place} {reason}"
    return ""


def _open_to_others(status, sticky=False) -> str:
    """Return why another user may have written the file or folder with this status, or an empty text if none may.

    sticky: other users may write if the sticky bit is set.
    """
    if in_browser() or not hasattr(os, "geteuid"):  # there are no other users
        return ""
    if status.st_uid not in _trusted():
        return "belongs to another user"
    if sticky and status.st_mode & stat.S_ISVTX:
        return ""
    if status.st_mode & stat.S_IWOTH or (status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid)):
        return "can be written by other users"
    return ""


def _trusted():
    """Return the numbers of the users whose code may be run. In some containers root has another number; it is the
    owner of the root folder."""
    return os.geteuid(), 0, _owner_of_everything()


@functools.cache
def _owner_of_everything() -> int:
    return os.stat("/").st_uid


@functools.cache
def _is_own_group(number: int) -> bool:
    """Return whether this user is the only member of the group. Many systems make such a group for each user."""
    import grp
    import pwd

    try:
        group, user = grp.getgrgid(number), pwd.getpwuid(os.geteuid())
    except KeyError:
        return False
    return user.pw_gid == number and user.pw_name == group.gr_name and set(group.gr_mem) <= {user.pw_name}


def folder_of(key: str) -> Path:
    """Return the folder, which need not exist, for compiled code with this key, this Python and this Numba."""
    import llvmlite
    import numba

    said = "\n".join([key, PYTHON, numba.__version__, llvmlite.__version__])
    return base() / hashlib.sha256(said.encode()).hexdigest()[:16]


class _Kept:
    """The stored code of one function. Numba uses it in place of its own cache, so some methods have Numba's names."""

    def __init__(self, dispatcher, folder, parcel):
        self.function, self.options = dispatcher.py_func, sorted(map(repr, dispatcher.targetoptions.items()))
        self.folder = folder
        self.parcel = parcel
        self.cache_path = str(folder.path)
        self._waiting = {}  # argument types that are being compiled: number of the lock that this process holds

    def file(self, sig, codegen) -> Path:
        code = self.function.__code__
        parts = [self.function.__module__, self.function.__qualname__, code.co_firstlineno, code.co_code.hex(),
                 *self.options,
                 *(described(kind) for kind in getattr(sig, "args", sig)), *codegen.magic_tuple()]
        if self.function.__closure__ is not None:
            from numba.core.serialize import dumps

            parts.append(hashlib.sha256(dumps([c.cell_contents for c in self.function.__closure__])).hexdigest())
        digest = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:24]
        name = re.sub(r"\W+", "_", self.function.__name__)[:60]
        return self.folder.path / f"{name}-{digest}.code"

    def load_overload(self, sig, target_context):
        """Return the stored result for these argument types, or None. If it is None, other processes wait until this
        process calls `release`."""
        file = self.file(sig, target_context.codegen())
        found = self._load(file, sig, target_context)
        if found is None and self.folder.ready():
            number = number_of(file.name)
            with contextlib.suppress(OSError):
                if not self.folder.locks.take(number):
                    if not self.folder.locks.wait(number, PATIENCE):
                        return None
                    found = self._load(file, sig, target_context)
                self._waiting[sig] = number
        return found

    def _load(self, file, sig, target_context):
        import llvmlite.binding
        from numba.core.compiler import CompileResult

        payload = None if self.folder.exposed else _read(file)
        if payload is None:
            return None
        try:
            known, said, symbols, reduced = pickle.loads(payload)
            if known != sig:
                return None
            if not all(map(llvmlite.binding.address_of_symbol, symbols)):
                target_context.refresh()  # loads all of Numba, which takes half a second; few functions need this
            if self.parcel is not None:
                self.parcel.prepare(said)
            result = CompileResult._rebuild(target_context, *reduced)
            if self.parcel is not None:
                self.parcel.unpack(said, result)
            return result
        except Exception as error:  # whatever the exception is, the code cannot be used
            log.debug("the compiled code in %s cannot be used: %s", file, error)
            return None

    def save_overload(self, sig, result):
        """Store a new result of compiling."""
        from numba.core.serialize import dumps

        if result.library.has_dynamic_globals or any(not part.can_cache for part in result.lifted):
            return  # the code contains addresses of this process
        said = None if self.parcel is None else self.parcel.pack(result)
        if self.folder.ready():
            self.folder.write(self.file(sig, result.codegen), dumps((sig, said, _symbols(result), result._reduce())))

    def release(self, sig):
        """Let other processes continue, which may then load or compile the code."""
        number = self._waiting.pop(sig, None)
        if number is not None:
            with contextlib.suppress(OSError):
                self.folder.locks.free(number)

    def flush(self):
        """Do nothing. Numba calls this method before it compiles a function again."""

    enable = disable = flush


class _Folder:
    """The folder of one key."""

    def __init__(self, path):
        self.path = path
        self.locks = locks_in(path / "locks")
        self.exposed = exposed(path)
        self._ready = None
        if not self.exposed:
            self._use()

    def _use(self):
        """Store the time of use. A process that cannot do this cannot remove the folder either, so errors are ignored.
        """
        with contextlib.suppress(OSError):
            os.utime(self.path / MARK)

    def ready(self) -> bool:
        """Return whether compiled code can be stored here. The first call makes the folder."""
        if self._ready is None:
            try:
                self._make()
                self._ready = True
            except OSError as error:
                self._fail(error)
        return self._ready

    def _make(self):
        for folder in (*reversed(self.path.parents), self.path):
            if not folder.exists():
                folder.mkdir(0o755, exist_ok=True)
        self.exposed = exposed(self.path)  # another user may have made it in the meantime
        if self.exposed:
            raise OSError(self.exposed)
        if not _is_ours(self.path):
            if not all(OURS.fullmatch(file.name) for file in self.path.iterdir()):
                raise OSError("something else is in its place")
            _replace(self.path / MARK, MARK_TEXT.encode())
            forget_old(self.path.parent)

    def write(self, file, payload):
        """Store `payload` in `file`, either as a whole or not at all."""
        try:
            _replace(file, HEAD + hashlib.sha256(payload).hexdigest().encode() + b"\n" + payload)
        except OSError as error:
            self._fail(error)

    def _fail(self, error):
        self._ready = False
        _say(str(self.path.parent), getattr(error, "strerror", None) or str(error))


@functools.cache
def _folder(path: str) -> _Folder:
    return _Folder(Path(path))


@functools.cache
def _say(place: str, reason: str):
    """Warn once that compiled code cannot be stored."""
    log.warning("compiled code cannot be kept in %s (%s), so every process compiles again: make room there, or set "
                "MCTS_LAB_CACHE to a folder that can be written", place, reason)


def _symbols(result) -> list[str]:
    """Return the names of the external functions that compiled code calls. Loading code with an unknown name would end
    the process."""
    return [function.name for function in result.library._final_module.functions
            if function.is_declaration and not function.name.startswith("llvm.")]


def _read(file) -> bytes | None:
    """Return the content of a file of compiled code, or None if the file is missing or damaged."""
    try:
        content = _content(file)
    except FileNotFoundError:
        return None
    except OSError as error:
        log.debug("the compiled code in %s cannot be read: %s", file, error)
        return None
    head, checksum, payload = content[: len(HEAD)], content[len(HEAD) :][:65], content[len(HEAD) + 65 :]
    if head != HEAD or checksum != hashlib.sha256(payload).hexdigest().encode() + b"\n":
        log.debug("the compiled code in %s is damaged", file)
        return None
    return payload


def _content(file) -> bytes:
    """Return a file's content. Raises OSError if another user may have written it, or it cannot be read."""
    with open(file, "rb") as opened:
        reason = _open_to_others(os.fstat(opened.fileno()))
        if reason:
            raise PermissionError(f"it {reason}")
        return opened.read()


def _replace(file, content):
    """Write a file as a whole or not at all. Only this user may write to the file later. Raises OSError if it fails."""
    with written_whole(file) as part:
        with open(part, "wb", opener=lambda name, flags: os.open(name, flags, 0o644)) as opened:
            opened.write(content)


def _is_ours(folder) -> bool:
    """Return whether `attach` made the folder. Its name and the mark in it show this."""
    try:
        return (re.fullmatch(r"[0-9a-f]{16}", folder.name) is not None and not folder.is_symlink()
                and (folder / MARK).read_text("utf-8") == MARK_TEXT)
    except (OSError, ValueError):
        return False


def forget_old(place: Path, keep: int = KEEP, days: float = DAYS):
    """Remove the folders of keys in `place`, except the `keep` used last and those used in the last `days`.

    Only folders with the right name and mark are changed, and only files of this module are removed from them. A
    folder that also contains another file is kept. Errors are ignored.
    """
    with contextlib.suppress(OSError):
        used = {folder: (folder / MARK).stat().st_mtime for folder in place.iterdir() if _is_ours(folder)}
        for folder in sorted(used, key=used.get, reverse=True)[keep:]:
            if time.time() - used[folder] > days * 86400:
                for file in sorted(folder.iterdir(), key=lambda file: file.name == MARK):  # the mark last
                    if OURS.fullmatch(file.name) and file.is_file() and not file.is_symlink():
                        file.unlink()
                folder.rmdir()
