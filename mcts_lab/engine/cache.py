"""Compiled code on disk: what one process has compiled, the next one reads.

`attach` makes a function that Numba compiles read and write it here. Numba's own files notice a change of the function
they hold, but not of those it calls; here a **key** says what the code is made of, and every key has a folder of its
own, in ``compiled`` below ``$MCTS_LAB_CACHE`` or the user's cache folder. Each function and each set of argument types
is one file with a checksum.

* Whatever is wrong with a file, it counts as not there: the function is compiled again and the file replaced.
* To read code is to run it. So no file is read that another user owns or could have written (`exposed`), and where
  that is true of the whole folder, a private one among the temporary files takes its place, with one sentence about it.
* Where nothing can be written, what is there is used, and the rest is compiled in memory, with one sentence about it.
* Of several processes that need the same code, one compiles and the others wait for it; one that dies lets go.
* What is removed for age bears the mark of this module; whatever else is there is left alone.
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
PATIENCE = 600.0  # seconds to wait for another process that compiles the same, before doing it as well
KEEP, DAYS = 200, 30.0  # a folder is forgotten when so many others were used later, and it was not used for so long
OURS = re.compile(r".*\.(code|part)|locks|" + re.escape(MARK))


def attach(dispatcher, key: str, parcel=None):
    """Make a function of Numba (what ``njit`` returns) read its compiled code from disk and write it there.

    `key` must differ whenever anything that the code is made of differs: the function, whatever it calls, and the
    constants in them. The versions of Python and Numba and the level of processor are taken care of here. What
    ``parcel.pack`` says of a result is kept with it; ``parcel.prepare`` is told before the code is loaded,
    ``parcel.unpack`` after; None: nothing is.
    Returns `dispatcher`.
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
    """Whether the compiled code of an attached function for these argument types (a tuple of Numba's) is on disk."""
    kept = dispatcher._cache
    return not kept.folder.exposed and os.path.exists(kept.file(sig, dispatcher.targetctx.codegen()))


def kept(key: str, name: str) -> bytes | None:
    """What `keep` wrote under this key and name, or None."""
    folder = _folder(str(folder_of(key)))
    return None if folder.exposed else _read(folder.path / f"{name}.code")


def keep(key: str, name: str, content: bytes):
    """Keep compiled code that is not Numba's beside it; where nothing can be written, one sentence says so."""
    folder = _folder(str(folder_of(key)))
    if folder.ready():
        folder.write(folder.path / f"{name}.code", content)


def base() -> Path:
    """The folder that holds the folders for keys."""
    return _private(_chosen())


def _chosen() -> str:
    """Return the path that MCTS_LAB_CACHE or the system's custom gives it."""
    chosen = os.environ.get("MCTS_LAB_CACHE")
    if not chosen and sys.platform == "win32":
        chosen = os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~"), "mcts_lab")
    if not chosen:
        home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        chosen = os.path.join(home, "mcts_lab")
    return os.path.join(chosen, "compiled")


@functools.cache
def _private(chosen: str) -> Path:
    """Return the chosen folder with links resolved; if it is `exposed`, one among the temporary files."""
    place = Path(os.path.realpath(chosen))
    reason = exposed(place)
    if reason:
        try:
            temporary = tempfile.gettempdir()
        except OSError:  # there is none; this folder will say that nothing can be kept
            return place
        instead = Path(os.path.realpath(os.path.join(temporary, f"mcts_lab-{os.geteuid()}", "compiled")))
        log.warning("compiled code in %s is not used (%s), because code from another user would run with your rights: "
                    "take away their right to write there, or set MCTS_LAB_CACHE to a folder of your own; until then "
                    "%s is used", place, reason, instead)
        place = instead
    return place


def exposed(path: Path) -> str:
    """Return the reason why another user could have put a file into this folder, or an empty text if none could.

    The folder, which need not exist, must belong to the user or to root, and no other user may write to it. The same is
    asked of the folders around it, except that others may write where they cannot rename files of the user (the sticky
    bit). A group with the user as its only member may write. Where files have no owners (Windows), nothing is checked.
    """
    if in_browser() or not hasattr(os, "geteuid"):  # there are no other users
        return ""
    for place in (path, *path.parents):
        with contextlib.suppress(OSError):  # what cannot even be looked at is not read either
            status = os.stat(place)
            reason = _open_to_others(status, sticky=place != path)
            if reason and stat.S_ISDIR(status.st_mode):
                return f"{place} {reason}"
    return ""


def _open_to_others(status, sticky=False) -> str:
    """Return the reason why another user may have written what has this status, or an empty text.

    sticky: others may write if the sticky bit is set.
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
    """Return the users whose code may be run. In some containers root has another number, that of the root folder."""
    return os.geteuid(), 0, _owner_of_everything()


@functools.cache
def _owner_of_everything() -> int:
    return os.stat("/").st_uid


@functools.cache
def _is_own_group(number: int) -> bool:
    """Return whether only the user is in this group: many systems give each user a group of the same name."""
    import grp
    import pwd

    try:
        group, user = grp.getgrgid(number), pwd.getpwuid(os.geteuid())
    except KeyError:
        return False
    return user.pw_gid == number and user.pw_name == group.gr_name and set(group.gr_mem) <= {user.pw_name}


def folder_of(key: str) -> Path:
    """The folder for compiled code with this key, by this Python and this Numba; it need not exist."""
    import llvmlite
    import numba

    said = "\n".join([key, PYTHON, numba.__version__, llvmlite.__version__])
    return base() / hashlib.sha256(said.encode()).hexdigest()[:16]


class _Kept:
    """The compiled code of one function; Numba calls the methods that bear the names of its own cache's."""

    def __init__(self, dispatcher, folder, parcel):
        self.function, self.options = dispatcher.py_func, sorted(map(repr, dispatcher.targetoptions.items()))
        self.folder = folder
        self.parcel = parcel
        self.cache_path = str(folder.path)
        self._waiting = {}  # the locks held for what is being compiled, by argument types

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
        """What was compiled for these argument types, or None; then no other process compiles it until `release`."""
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
                target_context.refresh()  # all of Numba, half a second: hardly any code needs it
            if self.parcel is not None:
                self.parcel.prepare(said)
            result = CompileResult._rebuild(target_context, *reduced)
            if self.parcel is not None:
                self.parcel.unpack(said, result)
            return result
        except Exception as error:  # whatever it is, the code cannot be used
            log.debug("the compiled code in %s cannot be used: %s", file, error)
            return None

    def save_overload(self, sig, result):
        """Keep what was just compiled."""
        from numba.core.serialize import dumps

        if result.library.has_dynamic_globals or any(not part.can_cache for part in result.lifted):
            return  # it holds addresses of this process
        said = None if self.parcel is None else self.parcel.pack(result)
        if self.folder.ready():
            self.folder.write(self.file(sig, result.codegen), dumps((sig, said, _symbols(result), result._reduce())))

    def release(self, sig):
        """Let others compile it now."""
        number = self._waiting.pop(sig, None)
        if number is not None:
            with contextlib.suppress(OSError):
                self.folder.locks.free(number)

    def flush(self):
        """Numba calls it when a function is to be compiled again."""

    enable = disable = flush


class _Folder:
    """One key's folder."""

    def __init__(self, path):
        self.path = path
        self.locks = locks_in(path / "locks")
        self.exposed = exposed(path)
        self._ready = None
        if not self.exposed:
            self._use()

    def _use(self):
        """Remember when it was used last; a folder that cannot be written is never removed by us either."""
        with contextlib.suppress(OSError):
            os.utime(self.path / MARK)

    def ready(self) -> bool:
        """Whether compiled code can be kept here; the folder is made when that is asked first."""
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
        self.exposed = exposed(self.path)  # others may have been quicker
        if self.exposed:
            raise OSError(self.exposed)
        if not _is_ours(self.path):
            if not all(OURS.fullmatch(file.name) for file in self.path.iterdir()):
                raise OSError("something else is in its place")
            _replace(self.path / MARK, MARK_TEXT.encode())
            forget_old(self.path.parent)

    def write(self, file, payload):
        """Keep `payload` in `file`, as a whole or not at all."""
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
    """Say once that compiled code cannot be kept."""
    log.warning("compiled code cannot be kept in %s (%s), so every process compiles again: make room there, or set "
                "MCTS_LAB_CACHE to a folder that can be written", place, reason)


def _symbols(result) -> list[str]:
    """The functions outside that compiled code calls. The linker ends the process if it does not know one."""
    return [function.name for function in result.library._final_module.functions
            if function.is_declaration and not function.name.startswith("llvm.")]


def _read(file) -> bytes | None:
    """The content of a file of compiled code; None if there is none, or it is not whole."""
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
    """Write a file as a whole or not at all, without the right for others to write to it; raises OSError."""
    with written_whole(file) as part:
        with open(part, "wb", opener=lambda name, flags: os.open(name, flags, 0o644)) as opened:
            opened.write(content)


def _is_ours(folder) -> bool:
    """Whether a folder was made by `attach`: by its name and the mark in it."""
    try:
        return (re.fullmatch(r"[0-9a-f]{16}", folder.name) is not None and not folder.is_symlink()
                and (folder / MARK).read_text("utf-8") == MARK_TEXT)
    except (OSError, ValueError):
        return False


def forget_old(place: Path, keep: int = KEEP, days: float = DAYS):
    """Remove keys' folders in `place`, except the `keep` used last and those used in the last `days`.

    Only folders with our name and mark are touched, and in them only files of ours: a folder that holds anything else
    stays. Whatever goes wrong is ignored.
    """
    with contextlib.suppress(OSError):
        used = {folder: (folder / MARK).stat().st_mtime for folder in place.iterdir() if _is_ours(folder)}
        for folder in sorted(used, key=used.get, reverse=True)[keep:]:
            if time.time() - used[folder] > days * 86400:
                for file in sorted(folder.iterdir(), key=lambda file: file.name == MARK):  # the mark last
                    if OURS.fullmatch(file.name) and file.is_file() and not file.is_symlink():
                        file.unlink()
                folder.rmdir()
