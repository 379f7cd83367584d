"""JupyterLab for the lessons; a second process compiles the searches of the lessons."""

import contextlib
import os
import secrets
import subprocess
import threading
import urllib.parse
from pathlib import Path

from mcts_papers.processes import python

SETTINGS = Path(__file__).parent / "lab_settings"  # default settings, which the user's settings override
COMPILE = "from mcts_course.jupyter.lab import compile_lessons; compile_lessons()"
GENTLY = 10  # the "niceness" of the compiling process: others come first


def serve(root: Path, opens: Path, ip: str | None, port: int | None, browser: bool):
    """Run JupyterLab in the folder `root` until it is shut down; print its address when it is ready.

    opens: the file or folder below `root` that is shown first. browser: True opens a browser.
    """
    path = [str(SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, path))
    if "JUPYTER_TOKEN_FILE" not in os.environ:
        os.environ.setdefault("JUPYTER_TOKEN", secrets.token_hex(24))  # the user's settings override it
    from jupyterlab.labapp import LabApp

    place = urllib.parse.quote(opens.relative_to(root).as_posix())
    options = [f"--ServerApp.root_dir={root}", f"--LabApp.default_url=/lab/tree/{place}", "--ServerApp.log_level=WARN"]
    options += ["--LabApp.log_level=WARN"]
    options += [f"--ServerApp.ip={ip}"] if ip else []
    options += [f"--ServerApp.port={port}"] if port else []
    options += ["--allow-root"] if is_root() else []
    options += [] if browser else ["--no-browser"]
    server = LabApp.initialize_server(argv=options)
    host = "127.0.0.1" if server.ip in ("", "*", "0.0.0.0", "::", "localhost") else server.ip
    token = server.identity_provider.token
    print(f"JupyterLab runs until you press Ctrl-C here. Open: http{'s' * bool(server.certfile)}://{host}:{server.port}"
          f"{server.base_url}lab/tree/{place}{'?token=' * bool(token)}{token}", flush=True)
    server.start()


def is_root() -> bool:
    """Return whether the user is root, as in most containers, where there is no browser."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


@contextlib.contextmanager
def compiling(wait: float):
    """Compile the lessons' searches in a process that ends with the ``with`` block, or with this process.

    The block begins when the first lesson's searches are ready, but after `wait` seconds at the latest.
    """
    process = python(COMPILE, stdout=subprocess.PIPE, PYTHONUNBUFFERED="1")
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, process.pid, GENTLY)
    first = threading.Event()

    def listen():
        process.stdout.readline()  # the name of the first lesson
        first.set()
        process.stdout.read()

    threading.Thread(target=listen, daemon=True).start()
    try:
        first.wait(wait)
        yield process
    finally:
        process.stdin.close()
        process.terminate()


def compile_lessons():
    """Compile the lessons' searches in reading order and print a line after each; stop when standard input ends."""
    import sys

    from . import notebooks

    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    for master in notebooks.masters():
        with contextlib.suppress(Exception):  # after an error, they are compiled when a student runs the lesson
            notebooks.compile_searches(notebooks.made(master))
        print(master.stem, flush=True)
