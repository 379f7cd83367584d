"""How long the lessons take, and how long a reader sees nothing: ``python tests/waits.py [--warm] [LESSON ...]``.

Each lesson runs from top to bottom with a cache of compiled code of its own that is empty at first; with ``--warm`` a
second time. A line gives the seconds of the whole and the three longest waits until something was shown, with the first
line of the cell; anything counts that the page gets, a line of progress too. On a machine that does nothing else.
"""

import os
import sys
import tempfile
import time

from nbclient import NotebookClient

from mcts_lab.project import notebooks

SHOWN = {"stream", "display_data", "update_display_data", "execute_result", "comm_open", "comm_msg", "error"}


class Watched(NotebookClient):
    """A client that notes when a cell begins, and when the page first gets something of it."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.waits = {}
        self.last = None

    async def async_execute_cell(self, cell, cell_index, **options):
        self.last = time.perf_counter()
        made = await super().async_execute_cell(cell, cell_index, **options)
        self.moved(cell_index)
        return made

    def process_message(self, msg, cell, cell_index):
        if msg["msg_type"] in SHOWN:
            self.moved(cell_index)
        return super().process_message(msg, cell, cell_index)

    def moved(self, cell_index):
        now = time.perf_counter()
        self.waits[cell_index] = max(self.waits.get(cell_index, 0.0), now - self.last)
        self.last = now


def run(master) -> tuple[float, str]:
    """The seconds of a lesson and its three longest waits, in words."""
    notebook = notebooks.cells(master)
    client = Watched(notebook, timeout=notebooks.SECONDS, kernel_name="python3",
                     resources={"metadata": {"path": str(notebooks.made(master).parent)}})
    begun = time.perf_counter()
    notebooks.run_client(client)
    longest = sorted(client.waits.items(), key=lambda pair: -pair[1])[:3]
    return time.perf_counter() - begun, "; ".join(
        f"{seconds:.1f} s {notebook.cells[number].source.splitlines()[0][:40]!r}" for number, seconds in longest)


def main(words):
    warm, names = "--warm" in words, [word for word in words if word != "--warm"]
    total = 0.0
    for master in notebooks.masters():
        if names and master.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.environ["MCTS_LAB_CACHE"] = folder
            for cache in ("empty", "warm") if warm else ("empty",):
                seconds, waits = run(master)
                total += seconds
                print(f"{master.stem:16} {cache:6} {seconds:6.1f} s; longest waits: {waits}", flush=True)
    print(f"all: {total:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
