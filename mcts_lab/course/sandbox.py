"""Rooms for submissions: a copy of their own files, the package without answers, and an end to all that they start.

Where the system has them, Linux's namespaces (`unshare`) or bubblewrap hide everything else, the network too; a
container does so wherever Docker or Podman runs.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from ..project.notebooks import PACKAGE
from ..textbook import Node
from . import answering

SECONDS, IN_ALL, MEGABYTES = 60, 300, 2000  # for a cell, and time and memory for a whole notebook
PROCESSES, FILES = 8, 100 << 20  # and threads, at a time; bytes of all files that are written
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix")
HERE, SCRIPT = "/room", "mcts_lab/course/answering.py"

WITHHELD = '''
class Refused(ImportError):
    """This part of the package is not there while a submission is marked."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise Refused(f"{name} is not there while a submission is marked: write your own")
'''
COURSE = WITHHELD + '''

class Exercise:
    def check(self, answer):
        """Exercises are judged elsewhere."""

    hint = check

    def __getattr__(self, name):
        raise Refused(f"exercises have no {name} while a submission is marked: write your own")


def exercise(name):
    return Exercise()
'''
UNSHARE = """set -e
mount -t tmpfs -o mode=755 none {root}
show() {{ mkdir -p {root}"$2"; mount --bind "$1" {root}"$2"; mount -o remount,bind,ro {root}"$2"; }}
{shown}
cd {root}
mkdir -p proc dev room old
mount -t proc proc proc
mount -t tmpfs -o size={files},nr_inodes=10k,mode=777 none room
for one in null zero random urandom; do : > dev/$one; mount --bind /dev/$one dev/$one; done
pivot_root . old
umount -l /old
mount -o remount,bind,ro /
cd /room
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all {user} --pdeathsig KILL -- "$@"
"""


class Ended(Exception):
    """The process of a submission is over; the text says why."""


class Answering:
    """A process that runs a submission, until this is left (``with``)."""

    def __init__(self, command, limits, container=None, **options):
        self.container = container  # the command that ends it
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, start_new_session=True, **options)
        try:
            self.told(limits, SECONDS)
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        self.process.wait()

    def kill(self):
        """End the process and all of its group."""
        if self.container:
            subprocess.run(self.container, capture_output=True)
        if self.process.returncode is None:
            with contextlib.suppress(OSError, AttributeError):  # it is gone; Windows has no groups
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()

    def told(self, order, seconds):
        """Send an order and return the reply. Raises Ended if there is none within so many seconds."""
        late = threading.Event()

        def too_late():
            late.set()
            self.kill()

        timer = threading.Timer(max(0.0, seconds), too_late)
        timer.start()
        try:
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline(answering.MOST)
        except OSError:
            line = b""
        finally:
            timer.cancel()
        if late.is_set():
            raise TimeoutError
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise Ended(f"its reply has over {answering.MOST >> 20} megabytes" if len(line) == answering.MOST else
                        "it ended its process, or was ended for its use of memory or processes" if not line else
                        "its reply cannot be read") from None


class Sandbox:
    """What all submissions of a class are run in; it exists until it is left (``with``).

    megabytes:  of memory that a process may use, where the system can limit it
    container:  the image of a container in which Python has this package's dependencies; None: the best of `KINDS`
                that works here

    `kind` says which it is. Raises ValueError if it cannot be had, or for root where nothing hides files.
    """

    KINDS = ("unshare", "bubblewrap", "nothing")

    def __init__(self, megabytes=MEGABYTES, container=None, kinds=KINDS):
        self.megabytes, self.image = int(megabytes), container
        self.engine = next(filter(shutil.which, ("podman", "docker")), None)
        if container and not self.engine:
            raise ValueError("there is neither podman nor docker here: install one of them, or leave out --container")
        self.folder = Path(tempfile.mkdtemp(prefix="mcts_lab_"))
        try:
            self.folder.chmod(0o711)
            write_package(self.folder / "package")
            (self.folder / "root").mkdir()
            for self.kind in ("container",) if container else kinds:
                if self.kind == "nothing" and getattr(os, "geteuid", lambda: 1)() == 0:
                    break
                if self.works():
                    return
            raise ValueError("submissions cannot be run here: " + (
                f"{self.engine} cannot start the image {container!r}" if container else "nothing hides the files of "
                "root from them; mark as another user, or in a container (--container)" if self.kind == "nothing" else
                f"{' and '.join(kinds)} cannot start a process that runs a cell"))
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def works(self) -> bool:
        """Return whether a cell can be run in this kind of room."""
        try:
            with self.room() as answerer:
                return answerer.told({"cell": "import numpy"}, SECONDS) is None
        except (OSError, TimeoutError, Ended):
            return False

    @contextlib.contextmanager
    def room(self, files=()):
        """A process in a room of its own, in which these files are."""
        room = Path(tempfile.mkdtemp(dir=self.folder))
        try:
            for path in files:
                shutil.copyfile(path, room / path.name)
            room.chmod(0o755)
            with Answering(**self.begun(room)) as answerer:
                yield answerer
        finally:
            shutil.rmtree(room, ignore_errors=True)

    def begun(self, room) -> dict:
        """The arguments of `Answering` for a folder of files."""
        hidden = self.kind != "nothing"
        path = {"container": "/package", "nothing": str(self.folder / "package")}.get(self.kind, PACKAGE)
        home = HERE if hidden else str(room)
        environment = {
            "PATH": f"{os.defpath}{os.pathsep}/usr/sbin:/sbin", "PYTHONPATH": path, "HOME": home, "TMPDIR": home,
            "IPYTHONDIR": home, "PYTHONDONTWRITEBYTECODE": "1", "MCTS_LAB_INTERPRET": "1", "MPLBACKEND": "agg",
            "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "LANG": "C.UTF-8",
            **{name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}}
        begins = ["python" if self.image else sys.executable, "-P", f"{path}/{SCRIPT}"]
        memory = self.megabytes << 20
        limits = {"RLIMIT_CORE": 0, "RLIMIT_NOFILE": 256, "RLIMIT_AS": memory, "RLIMIT_FSIZE": FILES,
                  "RLIMIT_NPROC": PROCESSES if hidden else 1}
        made = {"limits": limits, "env": environment}
        if not hidden:
            return {**made, "command": begins, "cwd": room}
        if self.image:
            name = f"mcts_lab_{secrets.token_hex(8)}"
            command = [self.engine, "run", "--rm", "--interactive", f"--name={name}", "--network=none", "--read-only",
                       "--cap-drop=ALL", "--security-opt=no-new-privileges", "--user=65534:65534",
                       f"--memory={memory}", f"--memory-swap={memory}", f"--pids-limit={PROCESSES}",
                       f"--tmpfs={HERE}:rw,mode=777,size={FILES}", f"--workdir={HERE}",
                       f"--volume={self.folder / 'package'}:/package:ro", f"--volume={room}:/handed_in:ro",
                       *(f"--env={name}={value}" for name, value in environment.items() if name != "PATH"),
                       self.image, *begins, "/handed_in"]
            return {"limits": limits, "command": command, "container": [self.engine, "kill", name]}
        ours = {PACKAGE, *(place for place in packages() if Path(place, "mcts_lab").is_dir())}
        shown = [*((place, place) for place in readable()), (str(room), "/handed_in"),
                 *((str(self.folder / "package/mcts_lab"), f"{place}/mcts_lab") for place in sorted(ours))]
        if self.kind == "bubblewrap":
            places = [word for pair in shown for word in ("--ro-bind", *pair)]
            return {**made, "command": [
                shutil.which("bwrap") or "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop",
                "ALL", *places, "--proc", "/proc", "--dev", "/dev", "--size", str(FILES), "--tmpfs", HERE, "--chdir",
                HERE, "--remount-ro", "/", *begins, "/handed_in"]}
        root = os.geteuid() == 0
        script = UNSHARE.format(root=shlex.quote(str(self.folder / "root")), files=FILES,
                                shown="\n".join(f"show {shlex.join(pair)}" for pair in shown),
                                user=f"--reuid={10**9 + secrets.randbelow(10**8)} --regid=65534 --clear-groups"
                                if root else "")  # a user whose processes are those of this room alone
        spaces = ["--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child"]
        return {**made, "command": ["setpriv", "--pdeathsig", "KILL", "unshare",
                                    *([] if root else ["--user", "--map-root-user"]), *spaces, "sh", "-c", script, "sh",
                                    *begins, "/handed_in"]}


def packages() -> list[str]:
    """Return the folders in which packages are installed."""
    return [place for place in sys.path if place.endswith("-packages")]


def readable() -> list[str]:
    """Return the folders that Python runs from, without those inside of others."""
    found = {str(Path(place)) for place in (*SYSTEM, sys.base_prefix, sys.prefix, *packages()) if Path(place).is_dir()}
    return sorted(place for place in found if not any(str(one) in found for one in Path(place).parents))


def write_package(folder):
    """Write a copy of this package from which answers are gone: the course's and the textbook's."""
    source = Path(PACKAGE, "mcts_lab")
    shutil.copytree(source, folder / "mcts_lab", ignore=lambda place, names: {
        name for name in names if name == "__pycache__" or place == str(source) and name in ("course", "textbook")})
    textbook = f"from ..course import __getattr__\n\n\n{inspect.getsource(Node)}"
    for room, text in (("course", COURSE), ("textbook", textbook)):
        (folder / "mcts_lab" / room).mkdir()
        for path in (source / room).iterdir():
            (folder / "mcts_lab" / room / f"{path.stem}.py").write_text(
                f"from mcts_lab.course import Refused\nraise Refused('mcts_lab.{room}.{path.stem} is not there while a "
                "submission is marked: write your own')\n", encoding="utf-8")
        (folder / "mcts_lab" / room / "__init__.py").write_text(text, encoding="utf-8")
    shutil.copyfile(answering.__file__, folder / SCRIPT)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
