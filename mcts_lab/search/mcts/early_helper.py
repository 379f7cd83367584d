"""What the process does that `early` starts: compile one search."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading

from .search import Search


def serve():
    """Compile the search that standard input describes, unless that ends before."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one is asked, and ends it
    game, state, method, trace = pickle.load(sys.stdin.buffer)
    threading.Thread(target=lambda: sys.stdin.buffer.read(1) or os._exit(0), daemon=True).start()
    Search(game, state, method, compiled=True, trace=trace).compile()
