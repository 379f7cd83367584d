"""What is handed in, as it lies in a folder: only plain files count, no more of each is read than is allowed, and names
and texts are made such that they can be written anywhere.
"""

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
        found += [(place / one.name, "") for one in entries
                  if one.name.endswith(".ipynb") or one.is_symlink() and os.path.isdir(one)]
        pending += [place / one.name for one in entries
                    if one.is_dir(follow_symlinks=False) and one.name != ".ipynb_checkpoints"]
    return sorted(found)


def lock(file):
    """Lock an open file as long as it is open. Raises OSError if it is locked elsewhere, or cannot be."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Windows
        from msvcrt import LK_NBLCK, locking
        os.lseek(file, 1 << 30, os.SEEK_SET)  # beyond what is read
        return locking(file, LK_NBLCK, 1)
    return flock(file, LOCK_EX | LOCK_NB)
