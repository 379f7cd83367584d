"""Sandboxes for submissions: each runs with copies of its own files and with the package without answers.

Bubblewrap, or a container of Docker or Podman, hides everything else, including the network. All processes of a
submission share one memory limit, and end together.
"""

import contextlib
import ctypes
import functools
import inspect
import json
import os
import platform
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from mcts_lab import __version__
from mcts_lab.declarations import GROUP, OWN
from mcts_lab.host import need_processes
from mcts_lab.textbook import Node

from ..jupyter.notebooks import PACKAGE
from . import answering, calls, memory
from .apart import DEATH_SIGNAL, Ended
from .handed_in import content, lock

SECONDS, IN_ALL, MEGABYTES = 60, 300, 2000  # limits for a cell, and for a whole notebook
PROCESSES, FILES = 8, 100 << 20  # processes and threads at a time; bytes of written files
SYSTEM = ("/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/bin", "/sbin", "/lib",
          "/lib32", "/lib64", "/nix")
HERE, THERE, SCRIPT = "/room", "/package", "mcts_course/sandboxes/answering.py"
OURS = re.compile(r"\.git|.*\.git|mcts[_-](?:lab|papers|course)(?!.*\.(dist|egg)-info$).*",  # what may hold answers
                  re.IGNORECASE)
JOIN_SESSION_KEYRING = 1  # an operation of the system call keyctl
PREFIX, LOCK = "mcts_lab_", "lock"
LINUX, ROOT = sys.platform == "linux", getattr(os, "geteuid", lambda: 1)() == 0
INSTALL = ("Submissions cannot be run here ({}). Install bubblewrap 0.8 or newer (apt-get install bubblewrap), or name "
           "the image of a container with --container; --unsafe runs files of your own without protection")

WITHHELD = '''
from mcts_lab.errors import Refused


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

class Answering(contextlib.AbstractContextManager):
    """A process that runs a submission, until the ``with`` block is left.

    container:  the command that ends the container
    group:      the control group in which the process begins
    watched:    memory limit in bytes and a folder whose files count as memory, for a process that enforces the limit
    """

    def __init__(self, command, container=None, group=None, watched=None, **options):
        self.container, self.group, self.watched, self.watcher = container, group, watched, None
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.PIPE, start_new_session=True, **options)
        finally:
            for file in options.get("pass_fds", ()):
                os.close(file)

    def __exit__(self, *_):
        with contextlib.suppress(OSError), self.process:  # which closes its pipes and waits for its end
            self.kill()
        if self.watcher:
            self.watcher.kill()
            self.watcher.communicate()
        if self.group:
            memory.end(self.group)

    def begin(self, limits):
        """Wait until the process is ready; it applies these limits of `resource` to itself."""
        try:
            self.told(limits, SECONDS)
        except Ended as error:
            self.kill()
            said = self.process.stderr.read(1 << 16).decode(errors="replace").split("\n")
            raise Ended(next(filter(None, reversed(said)), str(error))) from None
        if self.watched:
            words = os.getpid(), self.process.pid, *self.watched
            self.watcher = subprocess.Popen([sys.executable, "-I", "-S", memory.__file__, *map(str, words)],
                                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            self.watcher.stdout.read(1)  # it watches before the submission begins

    def kill(self):
        """End the process and its process group."""
        if self.container:
            subprocess.run(self.container, capture_output=True)
        if self.process.returncode is None:
            with contextlib.suppress(OSError, AttributeError):  # it is gone; Windows has no groups
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()

    def told(self, order, seconds, most=answering.MOST):
        """Send an order and return the reply, which must have fewer than `most` bytes.

        Raises TimeoutError if there is no reply within `seconds`, and Ended if there is no readable reply.
        """
        end, timer = time.monotonic() + seconds, threading.Timer(max(0.0, seconds), self.kill)
        timer.start()
        try:
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline(most)
        except OSError:
            line = b""
        finally:
            timer.cancel()
        if time.monotonic() >= end:
            raise TimeoutError(f"it takes over {seconds:g} seconds")
        try:
            return json.loads(line)
        except (ValueError, RecursionError, MemoryError):
            raise Ended(f"its reply has over {most >> 10:,} kilobytes" if len(line) == most else
                        "it ended its process, or was ended for its use of memory or processes" if not line else
                        "its reply cannot be read") from None


class Sandbox(contextlib.AbstractContextManager):
    """The sandbox for all submissions of a class; it exists until the ``with`` block is left.

    megabytes:  memory limit of a submission and all processes that it starts
    container:  the image of a container in which Python has this package's dependencies
    kinds:      without a container: ("bubblewrap",), or ("nothing",), which hides nothing

    Raises ValueError if the sandbox cannot be made.
    """

    def __init__(self, megabytes=MEGABYTES, container=None, kinds=("bubblewrap",)):
        need_processes("Running what others have handed in")
        self.most, self.image = int(megabytes) << 20, container
        self.engine = next(filter(shutil.which, ("podman", "docker")), None)
        if container and not self.engine:
            raise ValueError("Neither podman nor docker is installed. Install one of them, or leave out --container.")
        sweep()
        [self.kind] = ("container",) if container else kinds
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        self.locked = open(self.folder / LOCK, "wb")  # locked only while this process lives
        try:
            with contextlib.suppress(OSError):
                lock(self.locked.fileno())
            self.folder.chmod(0o711)
            write_package(self.folder / "package")
            (self.folder / "no_folder").mkdir()
            (self.folder / "no_file").touch()
            self.prepare()
            with self.room() as answerer:
                if answerer.told({"cell": "import numpy"}, SECONDS) is not None:
                    raise ValueError("it has no NumPy")
        except BaseException as error:
            self.__exit__()
            if not isinstance(error, (OSError, ValueError, Ended)):
                raise
            raise ValueError(f"{self.engine} cannot start the image {container!r}: {error}" if container else
                             INSTALL.format(f"{self.kind}: {error}")) from None

    def __exit__(self, *_):
        self.locked.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextlib.contextmanager
    def room(self, files=()):
        """Start a process in a separate sandbox that contains copies of these files."""
        with tempfile.TemporaryDirectory(prefix=PREFIX, dir=self.folder, ignore_cleanup_errors=True) as folder:
            for path in files:
                copy = Path(folder, path.name)
                copy.write_bytes(content(path, FILES))
                copy.chmod(0o644)  # whatever the marker's umask is
            os.chmod(folder, 0o755)
            with Answering(**self.begun(Path(folder))) as answerer:
                answerer.begin(self.limits)
                yield answerer

    def prepare(self):
        """Compute the data that all rooms of this kind share. Raises ValueError if this kind cannot be used."""
        if self.kind not in ("bubblewrap", "container", "nothing"):
            raise ValueError("there is no such kind")
        self.scope = [] if self.image else memory.scope(self.most)
        self.limits = {"RLIMIT_CORE": 0, "RLIMIT_NOFILE": 256, "RLIMIT_AS": self.most, "RLIMIT_FSIZE": FILES,
                       "RLIMIT_MSGQUEUE": 0,
                       "RLIMIT_NPROC": 1 if self.kind == "nothing" else PROCESSES + 1}  # plus bubblewrap's own
        if self.kind == "bubblewrap":
            (self.folder / "calls").write_bytes(calls.program(platform.machine()))
            self.programs = [shutil.which(name) for name in ("bwrap", "setpriv")]
            if None in self.programs:
                raise ValueError("it is not installed")
            self.places = readable()
            self.hidden = [(str(self.folder / ("no_folder" if place.is_dir() else "no_file")), str(place))
                           for place in hidden(self.places)]

    def begun(self, room) -> dict:
        """Return the arguments of `Answering` for a folder of files."""
        path = str(self.folder / "package") if self.kind == "nothing" else THERE
        home = str(room) if self.kind == "nothing" else HERE
        environment = {
            "PATH": f"{os.defpath}{os.pathsep}/usr/sbin:/sbin", "PYTHONPATH": path, "HOME": home, "TMPDIR": home,
            "IPYTHONDIR": home, "PYTHONDONTWRITEBYTECODE": "1", "MCTS_LAB_INTERPRET": "1", "MPLBACKEND": "agg",
            "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "LANG": "C.UTF-8",
            **{name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}}
        begins = ["python" if self.image else sys.executable, "-P", f"{path}/{SCRIPT}"]
        if self.image:
            command = [self.engine, "run", "--rm", "--interactive", f"--name={room.name}", "--network=none",
                       "--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--user=65534:65534",
                       f"--memory={self.most}", f"--memory-swap={self.most}", f"--pids-limit={PROCESSES}",
                       f"--tmpfs={HERE}:rw,mode=777,size={FILES}", f"--workdir={HERE}",
                       f"--volume={self.folder / 'package'}:{THERE}:ro", f"--volume={room}:/handed_in:ro",
                       *(f"--env={name}={value}" for name, value in environment.items() if name != "PATH"),
                       self.image, *begins, "/handed_in"]
            return {"command": command, "container": [self.engine, "kill", room.name]}
        group = memory.group(room.name, self.most)
        scope = [] if group else self.scope
        made = {"env": environment, "group": group, "preexec_fn": functools.partial(enter, group) if LINUX else None}
        # Processes that root starts for another user must be watched, so that they end with their parent.
        if LINUX and (ROOT or not group and not scope):
            made["watched"] = self.most, HERE if self.kind == "bubblewrap" else ""
        if self.kind == "nothing":
            return {**made, "command": [*scope, *begins], "cwd": room}
        filter = os.open(self.folder / "calls", os.O_RDONLY)
        bwrap, setpriv = self.programs
        shown = [(place, place) for place in self.places]
        own = [(str(room), "/handed_in"), (str(self.folder / "package"), THERE)]
        inside = [bwrap, "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session",
                  "--cap-drop", "ALL", "--seccomp", str(filter),
                  *binding([*shown, *([] if ROOT else self.hidden), *own]), "--proc", "/proc", "--dev", "/dev",
                  "--remount-ro", "/dev", "--size", str(FILES), "--perms", "0700", "--tmpfs", HERE, "--chdir", HERE,
                  "--remount-ro", "/", *begins, "/handed_in"]
        if ROOT:  # a new user, who has no other processes, needs access to the shown places
            shown += [(place, place) for place in (str(self.folder), *self.programs)]
            above = sorted({str(above) for place, _ in shown for above in Path(place).parents} - {"/"} | {"/tmp"})
            inside = [bwrap, "--die-with-parent", "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add",
                      "CAP_SETGID", *(word for place in above for word in ("--perms", "0755", "--dir", place)),
                      *binding([*shown, *self.hidden]), "--bind", "/proc", "/proc", "--dev-bind", "/dev", "/dev",
                      setpriv, f"--reuid={10**9 + secrets.randbelow(10**8)}", "--regid=65534", "--clear-groups",
                      "--pdeathsig=KILL", "--", *inside]
        return {**made, "command": [*scope, *inside], "pass_fds": (filter,)}


def binding(pairs) -> list[str]:
    """Return the arguments with which bubblewrap shows places inside the sandbox; `pairs` are (outside, inside)."""
    return [word for pair in pairs for word in ("--ro-bind", *pair)]


def enter(group):
    """Prepare a submission's process: enter a control group, give up the marker's keys, and end with the parent."""
    if group:
        (group / "cgroup.procs").write_text("0", encoding="ascii")
    library = ctypes.CDLL(None)
    if platform.machine() in calls.MACHINES:
        number = calls.FORBIDDEN["keyctl"][list(calls.MACHINES).index(platform.machine())]
        library.syscall(number, JOIN_SESSION_KEYRING, None)
    library.prctl(DEATH_SIGNAL, signal.SIGKILL)


def sweep():
    """Delete the folders and processes of this user's sandboxes whose main process was killed."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        with contextlib.suppress(OSError):
            if path.parent.lstat().st_uid == getattr(os, "getuid", lambda: 0)():
                with open(path, "r+b") as file:
                    lock(file.fileno())
                    for room in path.parent.glob(f"{PREFIX}*"):
                        memory.end(memory.GROUPS / room.name)
                    shutil.rmtree(path.parent, ignore_errors=True)


def readable() -> list[str]:
    """Return the folders that Python needs, without folders inside other folders of the list."""
    own = [Path(prefix, name) for prefix in (sys.prefix, sys.base_prefix, Path(sys.executable).resolve().parents[1])
           for name in ("bin", "lib", "lib64", "pyvenv.cfg")]
    packages = [place for place in sys.path if place.endswith("-packages")]
    found = {str(Path(place)) for place in (*SYSTEM, *own, *packages) if Path(place).exists()}
    return sorted(place for place in found if not any(str(one) in found for one in Path(place).parents))


def hidden(places) -> list[Path]:
    """Return the paths in these places that may contain answers: copies of this package, and Git repositories."""
    found = []
    for place in places:
        for folder, folders, files in os.walk(place):
            ours = [name for name in (*folders, *files) if OURS.fullmatch(name)]
            folders[:] = [name for name in folders if name not in ours]
            found += [path for path in (Path(folder, name) for name in ours) if not path.is_symlink()]
    return found


def write_package(folder):
    """Write a copy of our packages without the answers in the course and the textbook."""
    withheld = {"mcts_lab/textbook": WITHHELD + "\n\n" + inspect.getsource(Node), "mcts_course/exercises": COURSE,
                **{f"mcts_course/{name}": WITHHELD
                   for name in ("contests", "kits", "lessons", "marking", "projects", "questions", "sandboxes")}}
    for top in OWN:
        shutil.copytree(Path(PACKAGE, top), folder / top, ignore=lambda place, names: {
            name for name in names
            if name in ("__pycache__", "graders") or Path(place, name).relative_to(PACKAGE).as_posix() in withheld})
    for room, text in withheld.items():
        (folder / room).mkdir()
        for path in Path(PACKAGE, room).iterdir():
            (folder / room / f"{path.stem}.py").write_text(
                f"from mcts_lab.errors import Refused\nraise Refused('{room.replace('/', '.')}.{path.stem} is not "
                "there while a submission is marked: write your own')\n", encoding="utf-8")
        (folder / room / "__init__.py").write_text(text, encoding="utf-8")
    installed = folder / f"mcts_lab-{__version__}.dist-info"  # by which the packages find each other
    installed.mkdir()
    (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: mcts_lab\nVersion: {__version__}\n",
                                        encoding="utf-8")
    declared = "".join(f"{name} = {name}\n" for name in OWN[1:])
    (installed / "entry_points.txt").write_text(f"[{GROUP}]\n{declared}", encoding="utf-8")
    shutil.copyfile(answering.__file__, folder / SCRIPT)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
