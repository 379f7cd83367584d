"""One memory limit for a process and all its descendants, including shared memory and temporary files.

If possible, a control group enforces the limit. Otherwise this file is run as a script, which adds up the memory of
the processes and ends them: ``python memory.py PARENT PROCESS BYTES FOLDER``.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

FIRST, TOP = Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup")  # versions 1 and 2 of control groups
GROUPS = FIRST if FIRST.is_dir() else TOP
PAUSE = 0.02  # seconds between two checks
INODE = 1024  # bytes that a file without content takes


def group(name, most) -> Path | None:
    """Make a control group limited to `most` bytes and return its folder; None if that is not possible."""
    made = GROUPS / name
    try:
        made.mkdir()
        limit = made / ("memory.limit_in_bytes" if GROUPS == FIRST else "memory.max")
        limit.write_text(str(most), encoding="ascii")
    except OSError:
        end(made)
        return None
    for more, value in (("memory.memsw.limit_in_bytes", most), ("memory.swap.max", 0), ("memory.oom.group", 1)):
        with contextlib.suppress(OSError):  # the file may be missing, for example without swap
            (made / more).write_text(str(value), encoding="ascii")
    return made


def end(group):
    """End all processes of a control group, and delete the group."""
    for _ in range(100):
        with contextlib.suppress(OSError):
            for process in (group / "cgroup.procs").read_text(encoding="ascii").split():
                os.kill(int(process), signal.SIGKILL)
        with contextlib.suppress(OSError):
            group.rmdir()
        if not group.exists():
            return
        time.sleep(PAUSE)


def scope(most) -> list[str]:
    """Return the first words of a command whose memory systemd limits to `most` bytes; [] if it cannot."""
    words = ["systemd-run", "--user", "--scope", "--quiet", f"--property=MemoryMax={most}",
             "--property=MemorySwapMax=0"]
    look = 'cat "/sys/fs/cgroup$(sed -n s/^0:://p /proc/self/cgroup)/memory.max"'
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        said = subprocess.run([*words, "sh", "-c", look], capture_output=True, timeout=10, stdin=subprocess.DEVNULL)
        if said.stdout.strip() == str(most).encode():
            return words
    return []


def family(process) -> list[str]:
    """Return a process and all its descendants."""
    found = [process]
    for one in found:  # the list grows in this loop
        with contextlib.suppress(OSError):
            for path in Path("/proc", one, "task").iterdir():
                found += (path / "children").read_text(encoding="ascii").split()
    return found


def resident(process) -> int:
    """Return the bytes of a process that are in memory, including memory that it shares with others."""
    with contextlib.suppress(OSError):
        return int(Path("/proc", process, "statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGESIZE")
    return 0


def share(process) -> int:
    """Return the bytes of a process, with its proportional share of shared memory, or all of it if that is unknown."""
    with contextlib.suppress(OSError, StopIteration):
        rows = Path("/proc", process, "smaps_rollup").read_text(encoding="ascii").splitlines()
        return 1024 * int(next(row for row in rows if row.startswith("Pss:")).split()[1])
    return resident(process)


def watch(parent, process, most, folder):
    """Watch a process; end it and its descendants if they use over `most` bytes, or if it or its parent has ended.

    folder: an in-memory file system that only these processes see; its files count as memory. "": none
    """
    opened, some = [], family(process)
    for one in some if folder else ():
        with contextlib.suppress(OSError):
            opened.append(os.open(f"/proc/{one}/root{folder}", os.O_RDONLY | os.O_DIRECTORY))
    print("ready", flush=True)
    while True:
        files = [os.fstatvfs(one) for one in opened[-1:]]
        left = most - sum((one.f_blocks - one.f_bfree) * one.f_frsize + INODE * (one.f_files - one.f_ffree)
                          for one in files)
        if (os.getppid() != parent or not Path("/proc", process).exists()
                or sum(map(resident, some)) > left and sum(map(share, some)) > left):
            for one in some[::-1]:
                with contextlib.suppress(OSError):
                    os.kill(int(one), signal.SIGKILL)
            return
        time.sleep(PAUSE)
        found = family(process)
        some = found if len(found) > 1 else some  # children of an ended process cannot be found any more


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the parent, and then this process
    watch(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4])
