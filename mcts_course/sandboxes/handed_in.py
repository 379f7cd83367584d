"""Read submitted files safely: only regular files, with a size limit, and with names and texts that can be printed."""

import os
import stat
from pathlib import Path

LETTERS = 1000  # maximum number of letters of a text
KINDS = ((stat.S_ISLNK, "a link"), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"))


def plain(text, most=LETTERS) -> str:
    """Return a text as one line of at most `most` printable letters."""
    text = escaped(" ".join(str(text)[:4 * most].split()))
    return text if len(text) <= most else f"{text[:most - 1]}…"


def escaped(text) -> str:
    """Return a text in which each unprintable character is replaced by its escape sequence in Python."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


def name_of(path) -> str:
    """Return a file's path as printable text; different paths have different texts."""
    return escaped(str(path).replace("\\", "\\\\") if os.sep == "/" else path.as_posix())


def content(path, most) -> bytes:
    """Return the bytes of a regular file. Raises ValueError for anything else, or if it has over `most` bytes."""
    kind = os.lstat(path).st_mode
    if not stat.S_ISREG(kind):
        raise ValueError(f"it is {next((name for test, name in KINDS if test(kind)), 'a device')}, and no plain file")
    flags = (getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"))
    with open(path, "rb", opener=lambda name, mode: os.open(name, mode | sum(flags))) as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise ValueError(f"it has over {most >> 20} megabytes")
    return found


def notebooks(folder) -> list[tuple[Path, str]]:
    """Return everything in a folder and its subfolders that may be a notebook, as pairs (path, reason).

    The reason is "", except for a folder that cannot be read. Links to folders are listed, too.
    """
    found, pending = [], [Path(folder)]
    for place in pending:  # the list grows in this loop
        try:
            entries = list(os.scandir(place))
        except OSError as error:
            found.append((place, f"the folder cannot be read: {error.strerror}"))
            continue
        found += [(place / one.name, "") for one in entries
                  if one.name.endswith(".ipynb") or one.is_symlink() and os.path.isdir(one)]
        pending += [place / one.name for one in entries
                    if one.is_dir(follow_symlinks=False) and one.name != ".ipynb_checkpoints"]
    return sorted(found)


def lock(file):
    """Lock a file until it is closed. Raises OSError if another process has locked it, or if locking fails."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Windows
        from msvcrt import LK_NBLCK, locking
        os.lseek(file, 1 << 30, os.SEEK_SET)  # beyond what is read
        return locking(file, LK_NBLCK, 1)
    return flock(file, LOCK_EX | LOCK_NB)
