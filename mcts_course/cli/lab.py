"""Start JupyterLab with the lessons.

Use it to work through the course. The command prints an address. If no browser opens by itself, open this address in
a browser. For the user root, as in most containers, no browser opens. In a container whose ports are published, add
--ip 0.0.0.0. Ctrl-C ends JupyterLab.

Your work is saved. If you cloned the project with git, the command copies the lessons into the folder my_lessons, and
you work there. An update of the project never changes these copies: a new version of 03_tree.ipynb is added as
03_tree_2.ipynb. In a folder that 'mcts-lab lessons' wrote, you work in the lessons of that folder, without copies. With
FOLDER, you work in the notebooks of that folder, for example those from your teacher.

When you open a lesson again, its widgets are shown as you left them. To use a widget again, run its cell (Shift+Enter).

Compiled searches are faster. Before JupyterLab starts, the searches of the first lesson are compiled, which takes 20
seconds at most. The searches of the other lessons are compiled while you work. You need not wait for them.
"""

from mcts_lab.cli.arguments import positive

EXAMPLE = "mcts-lab lab"
FIRST = "00_play.ipynb"
WAIT = 20  # seconds at most for the searches of the first lesson


def add(parser):
    parser.add_argument("folder", metavar="FOLDER", nargs="?",
                        help="folder with the notebooks to work in (default: the lessons)")
    parser.add_argument("--here", action="store_true",
                        help="open the original lessons instead of copies, for authors who change them")
    parser.add_argument("--ip", metavar="ADDRESS",
                        help="network address to listen on; give 0.0.0.0 in a container whose ports are published "
                             "(default: only this computer can open the lessons)")
    parser.add_argument("--port", type=positive, metavar="N",
                        help="network port (default: 8888, or the next free port)")
    parser.add_argument("--no-browser", action="store_true",
                        help="do not open a browser, only print the address; for root this is the default")


def run(arguments):
    import contextlib
    import importlib.util

    from mcts_lab.engine.generic import compiler
    from mcts_lab.extras import lacking
    from mcts_lab.host import need_processes

    from ..jupyter import lab

    need_processes("Starting JupyterLab")
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
    """Return the folder that JupyterLab serves, the folder of the lessons in it, and new copies of changed lessons."""
    from pathlib import Path

    from mcts_papers import paths

    from ..jupyter import working_copies

    if folder and here:
        raise ValueError("--here opens the original lessons, so it cannot be used together with a folder. Leave out "
                         "one of them.")
    if folder:
        folder = Path(folder).resolve()
        if not folder.is_dir():
            raise ValueError(f"{folder} is not a folder. Name a folder with notebooks, or none to open the lessons.")
        return folder, folder, []
    root = paths.root()
    if here or (root / paths.MARK).is_file():
        return root, root / "notebooks", []
    return root, *working_copies.work_on(root)
