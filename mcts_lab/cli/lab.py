"""Start JupyterLab on the lessons, to learn with them.

In a checkout it opens copies of the lessons in the folder my_lessons, which git ignores, so that the checkout can be
updated at any time. A copy is made once and never overwritten; when a lesson has changed, the new version gets another
name. In a folder that 'mcts-lab lessons' has written, it opens the lessons there. FOLDER is any other folder with
notebooks, such as the one that your teacher gave you.

The searches of the first lesson are compiled first, and those of the others while you read. JupyterLab saves what the
widgets show, so that they are still there on the next day. Your own settings of JupyterLab count as ever.
"""

EXAMPLE = "mcts-lab lab"
FIRST = "00_play.ipynb"
WAIT = 20  # seconds at most for the searches of the first lesson


def add(parser):
    from .arguments import positive

    parser.add_argument("folder", metavar="FOLDER", nargs="?", help="a folder with notebooks to open as it is")
    parser.add_argument("--here", action="store_true",
                        help="open the lessons of the checkout themselves, for authors who change them")
    parser.add_argument("--ip", metavar="ADDRESS", help="the address to listen on; in a container whose ports are "
                        "published it is 0.0.0.0 (default: only this computer)")
    parser.add_argument("--port", type=positive, metavar="N", help="the port (default: 8888 or the next free one)")
    parser.add_argument("--no-browser", action="store_true", help="open no browser (as root none is opened anyway)")


def run(arguments):
    import contextlib
    import importlib.util

    from ..engine.generic import compiler
    from ..extras import lacking
    from ..project import lab

    if importlib.util.find_spec("jupyterlab") is None:
        raise ValueError(lacking("jupyterlab"))
    root, folder, newer = place(arguments.folder, arguments.here)
    for copy in newer:
        print(f"A lesson has changed since you copied it; the new version is {copy.relative_to(root)}.")
    opens = folder / FIRST if (folder / FIRST).is_file() else folder
    with contextlib.ExitStack() as beside:
        if compiler.available():
            print(f"Compiling the searches of the first lesson, {WAIT} seconds at most ...", flush=True)
            beside.enter_context(lab.compiling(WAIT))
        print("Starting JupyterLab ...", flush=True)
        lab.serve(root, opens, arguments.ip, arguments.port, not (arguments.no_browser or lab.is_root()))


def place(folder, here):
    """The folder that JupyterLab serves, the one of the lessons in it, and the copies of lessons that have changed."""
    from pathlib import Path

    from ..project import paths, working_copies

    if folder and here:
        raise ValueError("--here opens the checkout's own lessons, so it goes with no folder: leave one of them out")
    if folder:
        folder = Path(folder).resolve()
        if not folder.is_dir():
            raise ValueError(f"{folder} is not a folder: name one with notebooks, or none for the lessons")
        return folder, folder, []
    root = paths.root()
    if here or (root / paths.MARK).is_file():
        return root, root / "notebooks", []
    return root, *working_copies.work_on(root)
