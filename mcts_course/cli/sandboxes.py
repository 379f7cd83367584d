"""Command-line arguments for sandboxes, and exclusive access to a file of marks."""

import contextlib

from mcts_lab.cli.arguments import positive


def sandboxes(parser):
    """Add the arguments that choose the sandbox."""
    parser.add_argument("--megabytes", type=positive, default=2000, metavar="N",
                        help="memory limit in MB, for each file and all processes that it starts (default: 2000)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--container", metavar="IMAGE",
                       help="run the files in containers of Podman or Docker, made from this image")
    where.add_argument("--unsafe", action="store_true",
                       help="run the files without protection: only for your own files, on a system without bubblewrap")


@contextlib.contextmanager
def alone(path):
    """Open a file for appending, and lock it. Raises ValueError if another run has locked it."""
    from ..sandboxes.handed_in import lock

    with open(path, "a", newline="", encoding="utf-8") as file:
        try:
            lock(file.fileno())
            path.stat()  # another run, which has just ended, may have taken its empty file away
        except OSError as error:
            raise ValueError(f"Another run writes to {path}, or its folder does not support locks ({error.strerror}). "
                             "Wait until that run has ended, or name another file with --out.") from None
        yield file


def sandbox_of(arguments):
    """Return the sandbox for these arguments. From now on, characters that the terminal cannot show are printed as
    escapes.
    """
    import sys

    from ..sandboxes.sandbox import Sandbox

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if arguments.unsafe:
        print("warning: with --unsafe these files can read and change all that you can", file=sys.stderr)
    return Sandbox(arguments.megabytes, arguments.container, ("nothing" if arguments.unsafe else "bubblewrap",))
