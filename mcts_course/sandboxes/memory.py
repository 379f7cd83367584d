"""One limit of memory for a process and all that it starts, shared memory and temporary files included.

Where a control group can be made, the kernel keeps the limit. Elsewhere this file, run as a script, adds up what the
processes use, and ends them: ``python memory.py PARENT PROCESS BYTES FOLDER``.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

FIRST, TOP = Path("/sys/fs/cgroup/memory"), Path("/sys/fs/cgroup")  # of the two versions of control groups
GROUPS = FIRST if FIRST.is_dir() else TOP
PAUSE = 0.02  # seconds between two looks
INODE = 1024  # bytes that a file without content takes


def group(name, most) -> Path | None:
    """Make a control group for `most` bytes and return its folder; None where that is not possible."""
    made = GROUPS / name
    try:
        made.mkdir()
        limit = made / ("memory.limit_in_bytes" if GROUPS == FIRST else "memory.max")
        limit.write_text(str(most), encoding="ascii")
    except OSError:
        end(made)
        return None
    for more, value in (("memory.memsw.limit_in_bytes", most), ("memory.swap.max", 0), ("memory.oom.group", 1)):
        with contextlib.suppress(OSError):  # there is none, as where nothing is swapped
            (made / more).write_text(str(value), encoding="ascii")
    return made


def end(group):
    """End all processes of a control group, and take it away."""
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
    """Return the begin of a command whose processes systemd limits to `most` bytes; [] where it does not."""
    words = ["systemd-run", "--user", "--scope", "--quiet", f"--property=MemoryMax={most}",
             "--property=MemorySwapMax=0"]
    look = 'cat "/sys/fs/cgroup$(sed -n s/^0:://p /proc/self/cgroup)/memory.max"'
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        said = subprocess.run([*words, "sh", "-c", look], capture_output=True, timeout=10, stdin=subprocess.DEVNULL)
        if said.stdout.strip() == str(most).encode():
            return words
    return []


def family(process) -> list[str]:
    """Return a process and all that descend from it."""
    found = [process]
    for one in found:  # it grows
        with contextlib.suppress(OSError):
            for path in Path("/proc", one, "task").iterdir():
                found += (path / "children").read_text(encoding="ascii").split()
    return found


def resident(process) -> int:
    """Return the bytes that a process has in memory, alone or shared with others."""
    with contextlib.suppress(OSError):
        return int(Path("/proc", process, "statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGESIZE")
    return 0


def share(process) -> int:
    """Return the bytes of a process, of what it shares its part only; all of it where the process hides that."""
    with contextlib.suppress(OSError, StopIteration):
        rows = Path("/proc", process, "smaps_rollup").read_text(encoding="ascii").splitlines()
        return 1024 * int(next(row for row in rows if row.startswith("Pss:")).split()[1])
    return resident(process)


def watch(parent, process, most, folder):
    """Look at a process, and end all that descends from it when that uses more than `most` bytes, or when it or its
    parent is gone.

    folder: the files in it count as well; a file system in memory that the processes alone see
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
        some = found if len(found) > 1 else some  # those of a process that has ended are no longer known by it


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for its parent, whose end ends it
    watch(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4])
