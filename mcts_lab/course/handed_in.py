"""What is handed in, as it lies in a folder: only plain files count, no more of each is read than is allowed, and names
and texts are made such that they can be written anywhere.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

LETTERS = 1000  # of a text that is written down
KINDS = ((stat.S_ISLNK, "a link"), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))


def plain(text, most=LETTERS) -> str:
    """Return a text as one line of at most so many letters, all of which can be written and seen."""
    text = escaped(" ".join(str(text)[:4 * most].split()))
    return text if len(text) <= most else f"{text[:most - 1]}…"


def escaped(text) -> str:
    """Return a text in which what cannot be written or seen is replaced by its number, as in Python's source."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


def name_of(path) -> str:
    """Return the name of a file, or its path, such that it can be written; different ones stay different."""
    return escaped(str(path).replace("\\", "\\\\") if os.sep == "/" else path.as_posix())


def content(path, most) -> bytes:
    """Return the bytes of a plain file. Raises ValueError for what is none, or has more than `most` bytes."""
    kind = os.lstat(path).st_mode
    if not stat.S_ISREG(kind):
        raise ValueError(f"it is {next((name for test, name in KINDS if test(kind)), 'a device')}, and no plain file")
    flags = (getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
    with open(path, "rb", opener=lambda name, mode: os.open(name, mode | sum(flags))) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("it is no plain file")
        found = file.read(most + 1)
    if len(found) > most:
        raise ValueError(f"it has over {most >> 20} megabytes")
    return found


def notebooks(folder) -> list[tuple[Path, str]]:
    """Return the notebooks in a folder and below, and of what may have been meant as one, what is wrong with it."""
    found, pending = [], [Path(folder)]
    for place in pending:  # it grows
        try:
            entries = list(os.scandir(place))
        except OSError as error:
            found.append((place, f"the folder cannot be read: {error.strerror}"))
            continue
        for one in entries:
            named = one.name.endswith(".ipynb")
            if one.is_symlink():
                with contextlib.suppress(OSError):
                    named = named or one.is_dir()
            elif one.is_dir() and one.name != ".ipynb_checkpoints":
                pending.append(place / one.name)
            if named:
                found.append((place / one.name, ""))
    return sorted(found)


@contextlib.contextmanager
def locked(path, busy):
    """Hold a lock on a file while this is entered; an open file, to add to. Raises ValueError(busy) if it is held."""
    with open(path, "a", newline="", encoding="utf-8") as file, contextlib.ExitStack() as stack:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(busy) from None
        except (ImportError, OSError):  # another system, or a file system without locks
            beside = Path(f"{path}.lock")
            try:
                beside.touch(exist_ok=False)
            except FileExistsError:
                raise ValueError(f"{busy} (if there is none, remove {beside})") from None
            stack.callback(beside.unlink)
        if not os.path.exists(path) or not os.path.samestat(os.stat(path), os.fstat(file.fileno())):
            raise ValueError(busy)  # another one has just ended, and taken away its empty file
        yield file
